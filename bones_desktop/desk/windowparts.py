"""Parts around the pages: actions with their menus, rail, heading, recent files, and the signs of unsaved values."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, cast

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal, SignalInstance
from PySide6.QtGui import QAction, QFont, QFontMetrics, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMainWindow, QMenu, QSizePolicy, QSpacerItem, QWidget

from bones_desktop.desk.actions import ACTIONS, MENUS, WITHIN, allow, give_icons, make_actions
from bones_desktop.document.bones.characterdocument import Change, CharacterDocument
from bones_desktop.document.portraits import picture_of
from bones_desktop.document.session import Session
from bones_desktop.rules.bones.book.character import CharacterKind
from bones_desktop.rules.bones.injury.injuries import State
from bones_desktop.rules.records import Record
from bones_desktop.rules.typedtext import strip_bidi
from bones_desktop.storage.files.datafile import DataFileError
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.theme.measures import LightMenu, light_menu
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import hbox, vbox
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import PageRoom
from bones_desktop.widgets.plaintext import plain_tip, without_mnemonic
from bones_desktop.widgets.portraitview import PortraitView
from bones_desktop.widgets.pushbuttons import ActionButton
from bones_desktop.widgets.scaled import follow, set_font, set_gaps, set_lengths, set_sheet_property
from bones_desktop.widgets.spoken import Role, speak_as
from bones_desktop.widgets.text.labels import ElidedLabel, plain_label
from bones_desktop.widgets.text.messages import Banner, BannerAction, Toast
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.language import _
from bones_desktop.wording.names import character_kind_name, packs_said, race_name
from bones_desktop.wording.reasons import sentence


class _Source(Record):
    """A value that may be unsaved because its file cannot be written."""

    text: Callable[[], str]
    """Returns the sentence which says that the value is unsaved; "" while it is saved."""
    why: Callable[[], str]
    """Returns the reason in the words of the banner; "" if it is unknown."""
    show: Callable[[], object]
    """Shows the possible actions in the banner or on a page."""


class UnsavedSigns(QObject):
    """Shows a mark and a line about unsaved work. The line is hidden while the banner says the same."""

    marked = Signal(bool)
    """Emitted with True if anything is unsaved, when that changes."""

    def __init__(self, theme: "Theme", parent: QWidget) -> None:
        """Create the line now, because Tab reaches widgets in the order of their creation."""
        super().__init__(parent)
        self._sources: list[_Source] = []
        self._banner: Banner | None = None
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self.refresh)
        self.line = Banner(theme, parent, closable=False)

    def watch_banner(self, banner: Banner) -> None:
        """Hide the line while `banner` says the same."""
        self._banner = banner
        banner.changed.connect(self.refresh)

    def follow(
        self, session: Session[Any], nameless: str, show: Callable[[FileProblem | DataFileError], object]
    ) -> None:
        """Show unsaved work of `session`. `nameless` is the text if it has no name; `show` shows an error."""

        def text() -> str:
            if session.last_trouble is None:
                return ""
            # Names come from files. Text direction marks and line breaks would spoil the line.
            name = " ".join(strip_bidi(session.value.name).split())
            return _("{} is not saved.").format(name) if name else nameless

        def why() -> str:
            return "" if session.last_trouble is None else file_sentence(session.last_trouble)

        def show_trouble() -> None:
            if session.last_trouble is not None:
                show(session.last_trouble)

        self._sources.append(_Source(text, why, show_trouble))
        session.trouble_changed.connect(self.refresh)

    def watch(self, text: Callable[[], str], show: Callable[[], object], *changed: SignalInstance) -> None:
        """Show the text returned by `text` ("" for none). The signals `changed` are emitted when it may differ."""
        self._sources.append(_Source(text, lambda: "", show))
        for signal in changed:
            signal.connect(self._look_soon)  # The sender of the signal may not have finished yet.

    def _look_soon(self) -> None:
        self._soon.start()

    def sentences(self) -> Iterator[tuple[str, str]]:
        """Yield, for each unsaved value, a sentence that says so and the reason."""
        for each in self._sources:
            if text := each.text():
                yield text, each.why()

    def refresh(self) -> None:
        """Show or hide the mark and the line."""
        unsaved = [each for each in self._sources if each.text()]
        self.marked.emit(bool(unsaved))
        told = "" if self._banner is None else self._banner.text
        untold = [each for each in unsaved if not told or told != each.why()]
        if not untold:
            self.line.dismiss()
            return
        words = " ".join(each.text() for each in untold)
        # A screen reader would read the same words again.
        if self.line.text != words:
            act = BannerAction(_("What to do"), lambda: self._show(untold[0]))
            self.line.show_message(words, tone="bad", actions=[act])

    def _show(self, source: _Source) -> None:
        source.show()
        self.refresh()


_WIDTH: Final = 84
"""Width of the rail in pixels at 100 % text size. It is wider if the name of a page is longer."""
_BESIDE: Final = 16
"""Room on both sides of a word, in pixels at 100 % text size."""
_LEAST: Final = 28
_MOST: Final = 72
"""Largest height of a rail button.

On a low screen with large text, buttons move closer together and finally show only words.
"""
_ROOMY: Final = 54
"""A button at least this high shows its icon in full size."""
_ICON: Final = 26
_SMALL_ICON: Final = 18
_LEAST_ICON: Final = 10
_PADDING: Final = 4
_BORDER: Final = 2
_GAP: Final = 4
"""Space that the style leaves around and between icon and word."""
_FIRST: Final = 1000
"""Stretch factor that gives the buttons their full height before the space below them grows."""
_PORTRAIT: Final = 44
"""Side of the portrait: the height of the heading's buttons, so that a portrait does not make the heading higher."""
_LOW: Final = 450
"""Window height, at 100 % text size, below which the heading is at the end of the menu bar."""
_AROUND: Final = 26
"""Width of the padding of a menu in the menu bar, and a little more. Qt hides menus that have too little room."""
BONES_ONLY: Final = (
    "reroll", "success", "veto", "injure", "heal", "fight", "everyone", "next-empty",
    "going-on",
)  # fmt: skip
"""Actions on the open character that only BONES has."""


class Rail(Guarded, QFrame):
    """The bar at the left edge: a button with icon and word for each page. The button of the shown page is checked."""

    def __init__(self, theme: Theme, actions: Sequence[QAction], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("rail")
        speak_as(self, Role.PageTabList, _("Pages"))
        self._theme = theme
        self._buttons: list[ActionButton] = []
        layout = vbox(self, margins=0, spacing=0)
        for action in actions:
            button = speak_as(ActionButton(action, self), Role.PageTab)
            button.setObjectName("railButton")
            button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            self._buttons.append(button)
            layout.addWidget(button, _FIRST)
        layout.addStretch(1)
        set_lengths(theme, *self._buttons, least_height=_LEAST, most_height=_MOST)
        follow(theme, self, Rail._fit_icons)

    def show_visible(self) -> None:
        """Show the buttons of pages whose actions are visible."""
        for button in self._buttons:
            button.setVisible(button.action.isVisible())
        self._fit_icons()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Make the icons smaller if the buttons are low, or leave them out."""
        super().resizeEvent(event)
        self._fit_icons()

    def _fit_icons(self) -> None:
        """Give the words their height, and the icons the remaining height."""
        px, buttons = self._theme.px, self._buttons
        shown = [button for button in buttons if not button.isHidden()]
        roomy = self.height() >= len(shown) * px(_ROOMY)
        wide = px(_WIDTH)
        high = max(px(_LEAST), min(self.height() // max(1, len(shown)), px(_MOST)))
        for button in buttons:
            # Fonts of a style sheet take effect only after Qt has applied the sheet to the widget.
            button.ensurePolished()
            left = high - button.fontMetrics().height() - 2 * (px(_PADDING) + _BORDER) - _GAP
            side = min(left, px(_ICON if roomy else _SMALL_ICON))
            style = Qt.ToolButtonStyle.ToolButtonTextUnderIcon
            if side < px(_LEAST_ICON):
                side, style = px(_LEAST_ICON), Qt.ToolButtonStyle.ToolButtonTextOnly
            button.setToolButtonStyle(style)
            button.setIconSize(QSize(side, side))
            # The word of the shown page is bold.
            bold = QFont(button.font())
            bold.setBold(True)
            wide = max(wide, QFontMetrics(bold).horizontalAdvance(button.text()) + px(_BESIDE))
        self.setFixedWidth(wide)


class Header(Guarded, QFrame):
    """The line above the pages: name, origin and condition of the open character, and undo, redo and keys."""

    name_double_clicked = Signal()

    def __init__(
        self, theme: Theme, document: CharacterDocument, undo: QAction, redo: QAction, keys: QAction,
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self.setObjectName("header")
        self._theme = theme
        self._document = document
        self._due = True
        self._other: tuple[str, str] | None = None
        self.name = ElidedLabel(self, theme=theme, size=20, serif=True, bold=True)
        self._line = ElidedLabel(self, role="muted", theme=theme, size=12)
        self._state = ElidedLabel(self)
        self._state.setObjectName("condition")
        self._portrait = PortraitView(theme, _PORTRAIT, self)
        words = vbox(None, self.name, self._line, spacing=0)
        self._row = layout = QHBoxLayout(self)
        set_gaps(theme, self._row, gap=8)
        layout.addWidget(self._portrait)
        layout.addLayout(words, 1)
        layout.addWidget(self._state)
        self._gap = QSpacerItem(0, 0)
        layout.addItem(self._gap)
        buttons = [ActionButton(action, self) for action in (undo, redo, keys)]
        for button in buttons:
            layout.addWidget(button)
        self._buttons = buttons
        self.after = 0
        """Width of the menus before the heading, if it is at the end of the menu bar; otherwise 0."""
        self.name.installEventFilter(self)
        document.changed.connect(self._update)
        theme.changed.connect(self._restyle)
        self._restyle()

    def sizeHint(self) -> QSize:
        """Return the width of the room after the last menu, if the heading is in the menu bar."""
        hint = super().sizeHint()
        return QSize(self.window().width() - self.after, hint.height()) if self.after else hint

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Emit a signal when the name is double-clicked."""
        if watched is self.name and event.type() == QEvent.Type.MouseButtonDblClick:
            self.name_double_clicked.emit()
            return True
        return super().eventFilter(watched, event)

    def show_other(self, texts: tuple[str, str] | None) -> None:
        """Show the name of a character of a smaller game and a line about it; None shows the BONES character."""
        self._other = texts
        if not self._due:
            self._update(None)

    def set_after(self, width: int) -> None:
        """Set the width of the menus before the heading. In a menu bar, it has no portrait and no origin."""
        if width != self.after:
            self.after = width
            self._restyle()

    def keep_up(self) -> None:
        """Show the open character if none has been shown yet. A starting program opens it after creating the window."""
        if self._due:
            self._update(None)

    def _restyle(self) -> None:
        px, low = self._theme.px, self.after > 0
        self._gap.changeSize(px(0 if low else 16), 0)
        self._row.setContentsMargins(*map(px, (0, 0, 8, 0) if low else (24, 8, 16, 8)))
        set_font(self.name, self._theme.font("serif", 16 if low else 20, bold=True))
        self._line.setHidden(low)
        for button in self._buttons:
            button.setFixedSize(px(36 if low else 44), px(32 if low else 44))
            button.setIconSize(QSize(px(22), px(22)))
        if not self._due:
            self._update(None)

    def _update(self, _change: Change | None) -> None:
        self._due = False
        if self._other is not None:
            name, line = self._other
            self._portrait.hide()
            self.name.set_full_text(name or _("No name yet"))
            self._line.set_full_text(line)
            self._state.set_full_text("")
            return
        sheet, who = self._document.sheet, self._document.character
        picture = picture_of(who.portrait)
        self._portrait.set_picture(picture)
        self._portrait.setVisible(not (picture.isNull() or self.after))
        self._portrait.setAccessibleName(_("Portrait"))
        self.name.set_full_text(sheet.name or _("No name yet"))
        begun = race_name(who.race) if who.kind is CharacterKind.PLAYER else character_kind_name(who.kind)
        parts = [begun, sheet.culture, sheet.background]
        # A character may have one occupation on two dice.
        parts += list(dict.fromkeys(sheet.occupations))
        if sheet.house:
            parts.append(_("house rule"))
        parts += packs_said(self._document.rulebook, self._document.character)
        if self._document.read_only:
            parts.append(_("read-only: made by a newer program"))
        self._line.set_full_text("  ·  ".join(part for part in parts if part))
        state = sheet.condition
        self._state.set_full_text("" if state.state is State.UNHURT else sentence(state.reason))
        set_sheet_property(self._state, "tone", "warn" if state.state is State.HURT else "bad")


class RecentMenu(LightMenu):
    """Menu of recently opened files, filled each time it is shown. The tip shows the whole path."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setTitle(_("Open &recent"))
        self.setToolTipsVisible(True)

    def follow(
        self, recent: Callable[[], tuple[str, ...]], open_: Callable[[Path], object], forget: Callable[[], None]
    ) -> None:
        """Show the paths from `recent`, newest first. `open_` opens one of them; `forget` clears the list."""
        self._recent, self._open, self._forget = recent, open_, forget
        self.aboutToShow.connect(self._fill)

    def _fill(self) -> None:
        self.clear()
        names = self._recent()
        for name in names:
            path = Path(name)
            action = self.addAction(without_mnemonic(path.stem), partial(self._open, path))
            action.setToolTip(plain_tip(name))
        if names:
            self.addSeparator()
            self.addAction(_("Clear this list"), self._forget)
        else:
            self.addAction(_("Nothing yet")).setEnabled(False)


class WindowParts:
    """Everything in the window except its pages."""

    def __init__(self, window: QMainWindow, theme: Theme, document: CharacterDocument, pages: Sequence[str]) -> None:
        """Fill `window`. The rail has a button for each of `pages`."""
        self._theme, self._window = theme, window
        self.actions = make_actions(window)
        # Keys of actions work only if a visible widget has the actions, and the menus may be hidden.
        window.addActions(list(self.actions.values()))
        # The actions in the rail and the heading get icons now. All others appear only in menus.
        self._always_shown = [self.actions[each] for each in (*pages, "undo", "redo", "keys")]
        self.recent_menu = RecentMenu(window)
        self._make_menus(window)
        # Tab reaches widgets in the order of their creation.
        self._rail = Rail(theme, [self.actions[page] for page in pages], window)
        undo, redo, keys = (self.actions[each] for each in ("undo", "redo", "keys"))
        self.header = Header(theme, document, undo, redo, keys, window)
        self.header.name_double_clicked.connect(self.actions["rename"].trigger)
        self.unsaved = UnsavedSigns(theme, window)
        self.banner = Banner(theme, window)
        self.unsaved.watch_banner(self.banner)
        self.room = PageRoom(window)
        self.column = vbox(None, self.header, self.unsaved.line, self.banner, (self.room, 1), margins=0, spacing=0)
        ground = QWidget(window)
        self.title = speak_as(plain_label(ground), Role.Heading)
        """The name of the page in view, for screen readers only: a label without a text."""
        self.title.resize(1, 1)
        ground.setLayout(hbox(None, self._rail, (self.column, 1), margins=0, spacing=0))
        window.setCentralWidget(ground)
        self.toast = Toast(theme, ground, self.header.name)
        # Qt would offer a menu that hides toolbars, but this window has none.
        window.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)

    def _make_menus(self, window: QMainWindow) -> None:
        made = {menu_id: light_menu(window, _(name)) for menu_id, name in MENUS}
        for menu_id, menu in made.items():
            if menu_id not in WITHIN:
                window.menuBar().addMenu(menu)
            menu.setToolTipsVisible(True)
            menu.aboutToShow.connect(partial(self._give_icons, menu))
            for spec in ACTIONS:
                if spec.menu != menu_id:
                    continue
                if spec.starts_group:
                    menu.addSeparator()
                menu.addAction(self.actions[spec.id])
                if spec.id == "open":
                    menu.addMenu(self.recent_menu)
                for inner, after in WITHIN.items():
                    if after == spec.id:
                        menu.addMenu(made[inner])

    def _give_icons(self, menu: QMenu) -> None:
        give_icons(menu.actions(), self._theme.icon)

    def restyle(self) -> None:
        """Draw the visible icons in the current theme."""
        give_icons(self._always_shown, self._theme.icon)
        self.place_header()

    def place_header(self) -> None:
        """Put the heading above the pages, or at the end of the menu bar if the window is low."""
        header, bar = self.header, self._window.menuBar()
        low = self._window.height() < self._theme.px(_LOW) and not bar.isNativeMenuBar()
        # The places of menus are unknown while Qt hides the last menus for lack of room.
        words = (bar.fontMetrics().horizontalAdvance(each.text().replace("&", "")) for each in bar.actions())
        after = sum(each + self._theme.px(_AROUND) for each in words) + self._theme.px(_AROUND) if low else 0
        if after != header.after:
            hidden = header.isHidden()
            header.set_after(after)
            bar.setCornerWidget(header if low else cast("QWidget", None))
            if not low:
                self.column.insertWidget(0, header)
            header.setHidden(hidden)

    def show_game(self, *, is_bones: bool) -> None:
        """Show the buttons of the pages that a game has, and disable the actions that it lacks."""
        for action in BONES_ONLY:
            # These actions are disabled with a reason instead of hidden, because users of both games would search for
            # them.
            allow(self.actions[action], "" if is_bones else _("Only BONES has this."))
        self.actions["encounter"].setText(_("F&ight") if is_bones else _("Sc&ene"))
        self._rail.show_visible()

    def show_steps(self, undo: str | None, redo: str | None) -> None:
        """Show the names of the steps that undo and redo would run; None if there is none."""
        for place, text in (("undo", undo), ("redo", redo)):
            action = self.actions[place]
            base = _(next(spec.text for spec in ACTIONS if spec.id == place))
            action.setEnabled(text is not None)
            said = f": {text}" if text else ""
            action.setText(base + without_mnemonic(said))
            keys = QKeySequence.listToString(action.shortcuts(), QKeySequence.SequenceFormat.NativeText)
            action.setToolTip(plain_tip(base.replace("&", "") + f"{said} ({keys})"))
