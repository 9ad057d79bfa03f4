"""The theme of the program as an object: colours, fonts, sizes, icons and pictures of faces."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QIcon, QPalette, QPixmapCache
from PySide6.QtWidgets import QApplication, QLayout, QStackedWidget, QWidget
from shiboken6 import isValid

from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.theme.faces import FaceArt, StateColours, drop_deleted_icons, load_drawing, tinted_icon
from bones_desktop.theme.measures import (
    SIZES,
    FontRole,
    Palette,
    ThemeName,
    chosen_theme,
    fill_sheet,
    load_fonts,
    load_palette,
    load_sheet,
    make_font,
    scaled,
    shown_theme,
    system_hints,
)

TARGET: Final = 44
"""Smallest height and width in pixels of a control or a row in touch mode, at any text size."""
SMALLEST: Final = 75
LARGEST: Final = 250
"""Largest text size in per cent. Larger text would not fit on a page."""
GROWTH: Final = ((2.0, 3_000, 1_600), (1.5, 2_200, 1_150), (1.25, 1_800, 900))
"""Factors for text and distances, each with the size of the smallest window for which it is used.

A size is width and height in pixels at 100 % text size.
"""
# Attributes of Qt: the first marks widgets that a style has polished, the second widgets that a new style skips.
_DRESSED = Qt.WidgetAttribute.WA_WState_Polished
_NOT_TOLD = Qt.WidgetAttribute.WA_SetStyle
# Qt's attribute of widgets with fonts from a style sheet. Without it they follow the application's font.
_IN_SHEET = Qt.WidgetAttribute.WA_StyleSheet


class Theme(QObject):
    """The theme and text size selected in the settings. `changed` is emitted once for every visible change."""

    changed = Signal()
    caught_up = Signal()
    """Emitted when a hidden page is shown again and has been restyled.

    Sizes that were measured before are then out of date.
    """

    def __init__(self, name: str = "system", text_size: int = 100, parent: QObject | None = None) -> None:
        """Start with the theme `name` and a text size.

        An unknown name means "system". An application must exist.
        """
        super().__init__(parent)
        self._icons_folder = shipped("icons")
        self._themes_folder = shipped("resources") / "themes"
        self._sheet = load_sheet(self._themes_folder / "sheet.qss")
        self._touch_sheet = load_sheet(self._themes_folder / "touch.qss")
        self.is_touch = False
        """True in touch mode.

        Every control and row that can be touched is then at least TARGET pixels high and wide.
        """
        load_fonts(shipped("resources") / "fonts")
        self._palettes: dict[str, Palette] = {}
        self._icons: dict[str, QIcon] = {}
        self._letters: Mapping[str, str] = {}
        self._app: QApplication | None = None
        self._dressed = True
        self._sparing: Final = Sparing()
        self._name: ThemeName = chosen_theme(name)
        self._chosen = self._text_size = _clamped(text_size)
        self._room = (0, 0)
        """Width and height of the window with which the text may grow; (0, 0) if the text keeps the chosen size."""
        self._palette = self._chosen_palette()
        self.faces: Final = FaceArt(self._icons_folder, self.color)
        hints = system_hints()
        hints.colorSchemeChanged.connect(self._follow_system)
        hints.accessibility().contrastPreferenceChanged.connect(self._follow_system)

    @property
    def name(self) -> ThemeName:
        """The selected theme, which may be "system"."""
        return self._name

    @property
    def shown(self) -> str:
        """The theme shown: what "system" means now, otherwise the selected theme."""
        return self._palette.id

    @property
    def is_flat(self) -> bool:
        """True if dice and tray are painted without shading, for high contrast."""
        return self._palette.id == "contrast"

    @property
    def text_size(self) -> int:
        """The text size in per cent. It is larger than the chosen one if the text has grown with the window."""
        return self._text_size

    @property
    def is_grown(self) -> bool:
        """True if the text is larger than the chosen size, because the window is large."""
        return self._text_size > self._chosen

    def color(self, role: str) -> QColor:
        """Return the colour of `role`. Raise KeyError for an unknown role."""
        return self._palette.color(role)

    def px(self, size: float) -> int:
        """Return `size` pixels scaled by the text size, but at least 1 for a positive size."""
        return scaled(size, self.text_size)

    def chosen_px(self, size: float) -> int:
        """Return `size` pixels scaled by the chosen text size, whatever the window's size.

        Use this method for sizes of the window itself.
        """
        return scaled(size, self._chosen)

    def finger(self, size: float) -> int:
        """Return the same as `px`, but at least TARGET in touch mode. Use it for the size of a control or a row."""
        return max(TARGET, self.px(size)) if self.is_touch else self.px(size)

    def font(self, role: FontRole, size: int, bold: bool = False) -> QFont:
        """Return a font. `size` is one of SIZES and is scaled by the text size."""
        if size not in SIZES:
            raise ValueError(f"{size} is not a size of type; choose one of {SIZES}")
        return make_font(role, self.px(size), bold=bold)

    def icon(self, name: str) -> QIcon:
        """Return the icon of an action in this theme's colours; an empty one if there is no drawing."""
        icon = self._icons.get(name)
        if icon is None:
            path = self._icons_folder / "actions" / f"{name}.svg"
            icon = tinted_icon(path, StateColours(self.color("text"), self.color("edge"), self.color("second")))
            self._icons[name] = icon
        return icon

    def app_icon(self) -> QIcon:
        """Return the icon of the program, drawn for each size."""
        icon = QIcon()
        for path in sorted((self._icons_folder / "app").glob("*.png")):
            icon.addFile(str(path))
        return icon

    def set_theme(self, name: str) -> None:
        """Select "system", "iron", "parchment" or "contrast". Any other value means "system"."""
        self._name = chosen_theme(name)
        self._show(self._chosen_palette())

    def set_touch(self, on: bool) -> None:
        """Switch touch mode on or off."""
        if on != self.is_touch:
            self.is_touch = on
            self._restyle()
            self.changed.emit()

    def set_text_size(self, percent: int) -> None:
        """Scale fonts, gaps and icons to `percent`, within SMALLEST and LARGEST, and larger if the window is large."""
        self._chosen = _clamped(percent)
        self._scale()

    def grow_with(self, width: int, height: int) -> None:
        """Scale text and distances by the factor in GROWTH for a window of this size.

        With 0, 0 the chosen text size is used.
        """
        self._room = (width, height)
        self._scale()

    def _scale(self) -> None:
        (width, height), px = self._room, self.chosen_px
        roomy = (scale for scale, least, low in GROWTH if width >= px(least) and height >= px(low))
        percent = _clamped(round(self._chosen * next(roomy, 1)))
        if percent != self._text_size:
            self._text_size = percent
            self._restyle()
            self.changed.emit()

    def set_letters(self, letters: Mapping[str, str]) -> None:
        """Set the letters to draw for icons without a picture, keyed by icon id."""
        if self._letters != letters:
            self._letters = dict(letters)
            self.faces.set_letters(letters)
            self.changed.emit()

    def apply(self, app: QApplication, *, dressed: bool = True) -> None:
        """Apply the theme to `app` now and after every change.

        `app` must have been created with `measures.STYLE_ARGUMENTS`. Unless `dressed`, the style sheet is not set until
        `dress` is called. With a style sheet, Qt polishes a widget again for each new parent, which takes as long as
        creating the widget.
        """
        self._app = app
        self._dressed = dressed
        self._restyle()

    def for_paper(self) -> "Theme":
        """Return a theme for pictures that leave the program, with a light background and 100 % text size."""
        paper = Theme("parchment")
        paper.set_letters(self._letters)
        return paper

    def dress(self) -> None:
        """Set the style sheet if `apply` has not set it.

        It also applies to widgets that were created before.
        """
        if not self._dressed:
            self._dressed = True
            self._put_sheet()

    def spare(self, page: QWidget) -> None:
        """Restyle this page of a stack only in `show_spared`, not while it is hidden.

        This makes a change of theme faster. The size of the stack must not depend on this page.
        """
        self._sparing.add(page)

    def show_spared(self, page: QWidget) -> None:
        """Apply the changes since `page` was last visible. Call it before showing the page."""
        if self._sparing.show(page):
            self.caught_up.emit()

    def _show(self, palette: Palette) -> None:
        if palette is not self._palette:
            self._palette = palette
            self._icons.clear()
            # Each drawing keeps renderers in the old colours.
            load_drawing.cache_clear()
            self.faces.clear()
            self._restyle()
            self.changed.emit()
            drop_deleted_icons()

    def _follow_system(self) -> None:
        if self._name == "system":
            self._show(self._chosen_palette())

    def _chosen_palette(self) -> Palette:
        name = shown_theme(self._name)
        if name not in self._palettes:
            self._palettes[name] = load_palette(self._themes_folder / f"{name}.json")
        return self._palettes[name]

    def _restyle(self) -> None:
        if self._app is None:
            return
        # Free up to 10 MB of Qt's pictures in the old theme.
        QPixmapCache.clear()
        if not self._app.styleSheet():
            self._put_looks(self._app)
            return
        # When a style sheet replaces another, Qt polishes each widget once for every ancestor, so remove the old one
        # first.
        app = self._app
        self._sparing.undress(partial(app.setStyleSheet, ""))
        self._put_looks(app)

    def _put_looks(self, app: QApplication) -> None:
        app.setFont(self.font("sans", 14))
        app.setPalette(_qt_palette(self.color))
        if not self._dressed:
            # Windows must be told of the font before their children, which take it from them. Qt does not ensure this
            # order.
            QCoreApplication.sendPostedEvents(None, QEvent.Type.ApplicationFontChange.value)
        self._put_sheet()

    def _put_sheet(self) -> None:
        if self._app is not None and self._dressed:
            drawings = self._themes_folder / self._palette.id
            sheet = self._sheet + self._touch_sheet if self.is_touch else self._sheet
            self._app.setStyleSheet(fill_sheet(sheet, self._palette, self.px, drawings))
            _measure_anew(self._app.allWidgets())


def _clamped(percent: int) -> int:
    return min(LARGEST, max(SMALLEST, percent))


def _qt_palette(color: Callable[[str], QColor]) -> QPalette:
    palette = QPalette()
    part = QPalette.ColorRole
    for role, qt_roles in (
        ("ground", (part.Window,)),
        ("surface", (part.Base,)),
        ("text", (part.WindowText, part.Text, part.ButtonText, part.ToolTipText)),
        ("raised", (part.AlternateBase, part.Button, part.ToolTipBase, part.Light, part.Midlight)),
        ("muted", (part.PlaceholderText,)),
        ("bad", (part.BrightText,)),
        ("second", (part.Highlight, part.Accent, part.Link, part.LinkVisited)),
        ("on-second", (part.HighlightedText,)),
        ("line", (part.Mid, part.Dark)),
        ("shadow", (part.Shadow,)),
    ):
        for qt_role in qt_roles:
            palette.setColor(qt_role, color(role))
    for qt_role in (part.WindowText, part.Text, part.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, qt_role, color("edge"))
    palette.setColor(QPalette.ColorGroup.Disabled, part.Highlight, color("line"))
    palette.setColor(QPalette.ColorGroup.Disabled, part.HighlightedText, color("muted"))
    return palette


class Sparing:
    """Hidden pages of stacks that get a new style sheet only when they are shown.

    Stacks may be nested. A change of theme then takes only as long as the visible widgets need.
    """

    def __init__(self) -> None:
        self._pages: list[QWidget] = []
        self._waiting: set[QWidget] = set()
        self._keeper: QWidget | None = None

    def add(self, page: QWidget) -> None:
        """Postpone restyling a page while its stack shows another page."""
        self._pages.append(page)

    def undress(self, take_off: Callable[[], None]) -> None:
        """Call `take_off`, which removes the style sheet from all visible widgets.

        Hidden pages keep the old style sheet until they are shown, which halves the time of a change.
        """
        self._pages = [page for page in self._pages if isValid(page)]
        new = [page for page in self._pages if page not in self._waiting and _is_behind(page)]
        if new and not (self._keeper and isValid(self._keeper)):
            # When the last style sheet is removed, Qt forgets the original look of widgets. This widget keeps a style
            # sheet in the window to prevent that.
            self._keeper = QWidget(new[0].window())
            self._keeper.hide()
            self._keeper.setStyleSheet("QWidget {}")
        self._waiting = self._waiting.intersection(self._pages).union(new)
        for page in new:
            for each, _own in _within(page, self._is_for_itself):
                each.setAttribute(_NOT_TOLD)
                each.setAttribute(_DRESSED, on=False)
                each.setAttribute(_IN_SHEET, on=False)
        take_off()

    def show(self, page: QWidget) -> bool:
        """Apply the style sheet to a page that waited for it.

        Return whether the page was waiting.
        """
        if page not in self._waiting:
            return False
        self._waiting.remove(page)
        if any(outer.isAncestorOf(page) for outer in self._waiting if isValid(outer)):
            # This page is styled together with the page around it.
            return False
        style, changed = QApplication.style(), QEvent(QEvent.Type.StyleChange)
        for each, own in _within(page, self._waiting.__contains__):
            if not each.testAttribute(_NOT_TOLD):
                # This page was created after the last style sheet was set.
                continue
            each.setAttribute(_NOT_TOLD, on=False)
            dresser = each.style() if own else style
            waited = not each.testAttribute(_DRESSED)
            if waited:
                each.setAttribute(_IN_SHEET)
                dresser.unpolish(each)
            if each.styleSheet():
                each.setStyleSheet(each.styleSheet())
            elif waited:
                dresser.polish(each)
            each.setAttribute(_DRESSED)
            QCoreApplication.sendEvent(each, changed)
        _measure_anew(each for each, _own in _within(page, self._waiting.__contains__))
        return True

    def _is_for_itself(self, widget: QWidget) -> bool:
        """Return whether a widget is restyled apart from its page.

        This is so for a visible window, and for a page that is itself waiting.
        """
        return widget in self._waiting or (widget.isWindow() and widget.isVisible())


def _is_behind(page: QWidget) -> bool:
    stack = page.parentWidget()
    return isinstance(stack, QStackedWidget) and stack.currentWidget() is not page


def _measure_anew(widgets: Iterable[QWidget]) -> None:
    """Clear sizes that layouts stored while the style changed.

    Qt tells widgets about a new style in no fixed order, so a widget may measure other widgets that still have the old
    style. Qt also fails to measure a scroll area again when its scroll bars get the new style, and a stack when its
    hidden pages get it.
    """
    for each in widgets:
        if not each.testAttribute(_NOT_TOLD):
            each.updateGeometry()
            _forget_sizes(each.layout())


def _forget_sizes(layout: QObject | None) -> None:
    """Make a layout and the layouts in it measure again, because Qt does not notify hidden layouts."""
    if isinstance(layout, QLayout):
        layout.invalidate()
        for each in layout.children():
            _forget_sizes(each)


def _within(page: QWidget, is_left_out: Callable[[QWidget], bool]) -> Iterator[tuple[QWidget, bool]]:
    """Yield the page and the widgets in it, each with True if a style sheet affects it.

    The style sheet may be set on the widget itself or on a widget around it. Widgets for which `is_left_out` returns
    True are skipped. Unlike `findChildren`, this function keeps no reference to a widget: Qt may delete widgets that it
    created, such as scroll bars.
    """
    ahead = [(page, False)]
    while ahead:
        widget, own = ahead.pop()
        own = own or bool(widget.styleSheet())
        yield widget, own
        inner = (each for each in widget.children() if isinstance(each, QWidget) and not is_left_out(each))
        ahead += [(each, own) for each in inner]
