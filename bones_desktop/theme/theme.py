"""The looks in one object: colours, fonts, sizes, icons and pictures of faces."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QGuiApplication, QIcon, QPalette, QPixmapCache
from PySide6.QtWidgets import QApplication, QLayout, QStackedWidget, QWidget
from shiboken6 import isValid

from bones_desktop.storage.files.locations import shipped
from bones_desktop.theme.faces import FaceArt, StateColours, load_drawing, tinted_icon
from bones_desktop.theme.measures import (
    SIZES,
    FontRole,
    Palette,
    ThemeName,
    chosen_theme,
    load_fonts,
    load_palette,
    make_font,
    scaled,
    shown_theme,
)
from bones_desktop.theme.stylesheet import write_stylesheet

SMALLEST: Final = 75
LARGEST: Final = 250
"""Limits of the text size in per cent. A smaller text cannot be read, a larger one leaves no room for the page."""
# Qt's marks for widgets that a style has polished, and for those that need not be notified of a new style.
_DRESSED = Qt.WidgetAttribute.WA_WState_Polished
_NOT_TOLD = Qt.WidgetAttribute.WA_SetStyle
# Qt's mark for widgets with fonts from a style sheet. Without it they follow the application's font.
_IN_SHEET = Qt.WidgetAttribute.WA_StyleSheet


class Theme(QObject):
    """The looks chosen in the settings. `changed` is emitted once for every visible change."""

    changed = Signal()
    caught_up = Signal()
    """A page that waited for changes is shown in the current looks.

    Code that asked its widgets for sizes must ask again.
    """

    def __init__(self, name: str = "system", text_size: int = 100, parent: QObject | None = None) -> None:
        """Start with theme `name` (an unknown one means "system") and a text size in per cent. Needs an application."""
        super().__init__(parent)
        self._icons_folder = shipped("icons")
        self._themes_folder = shipped("resources") / "themes"
        load_fonts(shipped("resources") / "fonts")
        self._palettes: dict[str, Palette] = {}
        self._icons: dict[str, QIcon] = {}
        self._letters: Mapping[str, str] = {}
        self._app: QApplication | None = None
        self._dressed = True
        self._sparing: Final = Sparing()
        self._name: ThemeName = chosen_theme(name)
        self._text_size = _clamped(text_size)
        self._palette = self._chosen_palette()
        self.faces: Final = FaceArt(self._icons_folder, self.color)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._follow_system)

    @property
    def name(self) -> ThemeName:
        """The chosen theme. "system" stays "system"."""
        return self._name

    @property
    def shown(self) -> str:
        """The theme in view: the present meaning of "system", otherwise the chosen theme."""
        return self._palette.id

    @property
    def text_size(self) -> int:
        """The text size in per cent."""
        return self._text_size

    def color(self, role: str) -> QColor:
        """Return the colour of `role`. Raise KeyError if there is no such role."""
        return self._palette.color(role)

    def px(self, size: float) -> int:
        """Return `size` pixels scaled by the text size, at least 1 for anything above 0."""
        return scaled(size, self.text_size)

    def font(self, role: FontRole, size: int, bold: bool = False) -> QFont:
        """Return a font of the family for `role`. `size` is one of SIZES and is scaled by the text size."""
        if size not in SIZES:
            raise ValueError(f"{size} is not a size of type; choose one of {SIZES}")
        return make_font(role, self.px(size), bold=bold)

    def icon(self, name: str) -> QIcon:
        """Return the icon of an action in this theme's colours, or an empty one if there is no such drawing."""
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
        """Change to "system", "iron", "parchment" or "contrast". Anything else means "system"."""
        self._name = chosen_theme(name)
        self._show(self._chosen_palette())

    def set_text_size(self, percent: int) -> None:
        """Scale fonts, gaps and icons to `percent`, within SMALLEST and LARGEST."""
        percent = _clamped(percent)
        if percent != self._text_size:
            self._text_size = percent
            self._restyle()
            self.changed.emit()

    def set_letters(self, letters: Mapping[str, str]) -> None:
        """Draw icons without a picture as these letters, by their id."""
        if self._letters != letters:
            self._letters = dict(letters)
            self.faces.set_letters(letters)
            self.changed.emit()

    def apply(self, app: QApplication, *, dressed: bool = True) -> None:
        """Apply these looks to `app`, made with `measures.STYLE_ARGUMENTS`, now and after every change.

        Unless `dressed`, the style sheet waits for `dress`. Under a sheet every widget is polished again with each
        parent it gets, which takes as long as making it.
        """
        self._app = app
        self._dressed = dressed
        self._restyle()

    def for_paper(self) -> "Theme":
        """Return looks for pictures that leave the program: inks for a light background, at 100 % text size."""
        paper = Theme("parchment")
        paper.set_letters(self._letters)
        return paper

    def dress(self) -> None:
        """Apply the style sheet to everything made without it."""
        if not self._dressed:
            self._dressed = True
            self._put_sheet()

    def spare(self, page: QWidget) -> None:
        """Leave a page of a stack unchanged while hidden, until `show_spared`. This makes a change of looks faster.

        The stack must not take its size from the page.
        """
        self._sparing.add(page)

    def show_spared(self, page: QWidget) -> None:
        """Apply the changes since `page` was last visible, before it is shown."""
        if self._sparing.show(page):
            self.caught_up.emit()

    def _show(self, palette: Palette) -> None:
        if palette is not self._palette:
            self._palette = palette
            self._icons.clear()
            # Each drawing keeps renderers in the last colours.
            load_drawing.cache_clear()
            self.faces.clear()
            self._restyle()
            self.changed.emit()

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
        # Up to 10 MB of Qt's own pictures in the last looks, which are not needed again.
        QPixmapCache.clear()
        if not self._app.styleSheet():
            self._put_looks(self._app)
            return
        # If a sheet replaces another, Qt polishes each widget once for every ancestor. So the old sheet is removed
        # first.
        app = self._app
        self._sparing.undress(partial(app.setStyleSheet, ""))
        self._put_looks(app)

    def _put_looks(self, app: QApplication) -> None:
        app.setFont(self.font("sans", 14))
        app.setPalette(_qt_palette(self.color))
        if not self._dressed:
            # Existing windows must be notified before their children take the font from them, and nobody else does it.
            QCoreApplication.sendPostedEvents(None, QEvent.Type.ApplicationFontChange.value)
        self._put_sheet()

    def _put_sheet(self) -> None:
        if self._app is not None and self._dressed:
            self._app.setStyleSheet(write_stylesheet(self._palette, self.px, self._themes_folder / self._palette.id))
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
    """The pages of stacks that wait for the style sheet until they are shown, also those within one another.

    Each further change skips a waiting page. A change then takes as long as the visible widgets need, however many
    widgets exist.
    """

    def __init__(self) -> None:
        self._pages: list[QWidget] = []
        self._waiting: set[QWidget] = set()
        self._keeper: QWidget | None = None

    def add(self, page: QWidget) -> None:
        """Spare a page while its stack shows another page."""
        self._pages.append(page)

    def undress(self, take_off: Callable[[], None]) -> None:
        """Call `take_off`, which removes the style sheet from all widgets, but let it skip hidden pages.

        A hidden page loses the old sheet when it is shown. Removing it from all pages would take as long as the rest of
        a change.
        """
        self._pages = [page for page in self._pages if isValid(page)]
        new = [page for page in self._pages if page not in self._waiting and _is_behind(page)]
        if new and not (self._keeper and isValid(self._keeper)):
            # When the last sheet goes, Qt forgets the original looks of widgets. This sheet stays with the window.
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
        """Apply the style sheet to a page that waited for it, as Qt would have done. Return whether it did."""
        if page not in self._waiting:
            return False
        self._waiting.remove(page)
        if any(outer.isAncestorOf(page) for outer in self._waiting if isValid(outer)):
            # It is styled together with the page around it.
            return False
        style, changed = QApplication.style(), QEvent(QEvent.Type.StyleChange)
        for each, own in _within(page, self._waiting.__contains__):
            if not each.testAttribute(_NOT_TOLD):
                # It was made after the last style sheet was set.
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
        """Return whether a widget is not spared with its page: a visible window, or a page that waits already."""
        return widget in self._waiting or (widget.isWindow() and widget.isVisible())


def _is_behind(page: QWidget) -> bool:
    stack = page.parentWidget()
    return isinstance(stack, QStackedWidget) and stack.currentWidget() is not page


def _measure_anew(widgets: Iterable[QWidget]) -> None:
    """Drop the sizes that layouts cached during a change of style, which belong to neither style.

    Qt notifies widgets of a new style in no fixed order, and a notified widget may measure those around it. Qt does not
    measure scroll areas again when their bars are notified, nor a stack when its hidden pages are.
    """
    for each in widgets:
        if not each.testAttribute(_NOT_TOLD):
            each.updateGeometry()
            _forget_sizes(each.layout())


def _forget_sizes(layout: QObject | None) -> None:
    """Let a layout and its inner layouts, which it does not notify while hidden, ask for all sizes again."""
    if isinstance(layout, QLayout):
        layout.invalidate()
        for each in layout.children():
            _forget_sizes(each)


def _within(page: QWidget, is_left_out: Callable[[QWidget], bool]) -> Iterator[tuple[QWidget, bool]]:
    """Yield the widgets of a page, the page first, and whether a sheet other than the application's applies to them.

    A widget made by Qt, like a scroll bar, may be gone the next time. Unlike `findChildren`, this keeps no reference.
    """
    ahead = [(page, False)]
    while ahead:
        widget, own = ahead.pop()
        own = own or bool(widget.styleSheet())
        yield widget, own
        inner = (each for each in widget.children() if isinstance(each, QWidget) and not is_left_out(each))
        ahead += [(each, own) for each in inner]
