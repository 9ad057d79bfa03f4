"""The main window: rail, heading, banner and pages. The functions of its actions are passed in.

The module and the empty window import little, because they come before everything else; `fill` imports the rest.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from PySide6.QtCore import QByteArray, QCoreApplication, QEvent, QPoint, QRectF, QSize, Signal, SignalInstance
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QContextMenuEvent,
    QDragEnterEvent,
    QDropEvent,
    QKeySequence,
    QPaintEvent,
    QResizeEvent,
    QShortcut,
)
from PySide6.QtWidgets import QMainWindow, QWidget

from bones_desktop.desk.documents import dropped_files
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.wording.language import _

if TYPE_CHECKING:
    from bones_desktop.desk.windowparts import WindowParts
    from bones_desktop.document.bones.characterdocument import Change, CharacterDocument
    from bones_desktop.theme.theme import Theme

PAGES = ("shelf", "build", "table", "encounter", "tracker", "campaign", "log", "sheet", "reference")
CHARACTER_PAGES: Final = frozenset({"build", "table", "tracker", "sheet"})
"""The pages that show the open character."""
BONES: Final = "bones"
"""Id of the game shown when the window opens."""
MINIMUM: Final = (1000, 620)
USUAL: Final = (1480, 900)
ROOMY: Final = 1600
"""A screen at least this wide has space around a window of the default size."""
FRAME: Final = (16, 40)
"""Largest width and height of the frame that a system puts around a window. The real size is known only once it is
shown.
"""


class StepHistory(Protocol):
    """Steps that can be undone and redone."""

    @property
    def undo_text(self) -> str | None:
        """Name of the step that would be undone; None when there is none."""

    @property
    def redo_text(self) -> str | None:
        """Name of the step that would be redone; None when there is none."""

    def flush(self) -> bool:
        """Store the text being typed, and return whether that worked."""

    def undo(self) -> bool:
        """Undo the last step and return whether it was undone."""

    def redo(self) -> bool:
        """Redo the last undone step and return whether that was done."""


class MainWindow(Guarded, QMainWindow):
    """The main window.

    `take_place` and `come_up` show it empty. After `fill` it has actions and shows one page at a time.
    """

    painted = Signal()
    """Emitted when the window was painted for the first time."""
    closing = Signal()
    """Emitted before the window closes: the last chance to save text being typed."""

    page_shown = Signal(str)
    files_dropped = Signal(object)
    """Emitted when files are dropped, with a tuple of local paths."""

    actions_by_id: dict[str, QAction]
    _parts: "WindowParts"
    _theme: "Theme"
    _document: "CharacterDocument"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("main")
        self._unpainted = True
        self._fills_the_screen = False
        self._usual = self._forced = QSize()
        """The size that the user chose, and the size that the window has because its pages need more."""
        self.game = BONES
        """The id of the game whose pages are shown."""
        self._signs: dict[str, str] = {}
        """Text in the title; "" for none."""
        self._heading: Callable[[], tuple[str, str]] | None = None
        """Returns the name of the open character of a smaller game, and a line about it."""
        self._makers: dict[tuple[str, str], Callable[[], QWidget]] = {}
        """Functions that make pages, by game and page. Pages that every game has are under the game ""."""
        self.actions_by_id = {}
        self._histories: dict[tuple[str, str], StepHistory] = {}
        self._pages: dict[tuple[str, str], QWidget] = {}

    def take_place(self, geometry: bytes, px: Callable[[float], int]) -> None:
        """Restore the last size and place. If there are none, use a good size, or the whole of a small screen.

        `geometry` comes from `saveGeometry`; `px` scales distances. If the window would be outside every screen, Qt
        moves it back.
        """
        self.keep_room(px)
        self.resize(QSize(px(USUAL[0]), px(USUAL[1])).boundedTo(self._largest))
        if self.restoreGeometry(QByteArray(geometry)):
            self._fills_the_screen = self.width() >= self._largest.width() or self.height() >= self._largest.height()
        else:
            self._fills_the_screen = self.screen().availableSize().width() < px(ROOMY)

    def toggle_full_screen(self) -> None:
        """Use the whole screen, or return to the previous size."""
        # Imported late: not needed for the first frame.
        from PySide6.QtCore import Qt

        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def changeEvent(self, event: QEvent) -> None:
        """Tick the menu entry while the window is in full-screen mode."""
        super().changeEvent(event)
        entry = self.actions_by_id.get("full-screen")
        if entry is not None and event.type() == QEvent.Type.WindowStateChange:
            entry.setChecked(self.isFullScreen())

    def keep_room(self, px: Callable[[float], int]) -> None:
        """Set the smallest size that the pages need, or the largest that a small screen allows.

        If the window therefore grows over an edge of its screen, it is moved back. When it needs less, it gets back the
        size that the user gave it.
        """
        least = QSize(px(MINIMUM[0]), px(MINIMUM[1])).boundedTo(self._largest)
        usual = self.size() if self.size() != self._forced else self._usual
        self.setMinimumSize(least)
        if self.isVisible() and not self.isMaximized() and not self.isFullScreen():
            self.resize(usual.expandedTo(least))
            self._usual, self._forced = usual, self.size()
            room, frame = self.screen().availableGeometry(), self.frameGeometry()
            over = frame.bottomRight() - room.bottomRight()
            at = frame.topLeft() - QPoint(max(0, over.x()), max(0, over.y()))
            self.move(max(at.x(), min(room.left(), frame.left())), max(at.y(), min(room.top(), frame.top())))

    @property
    def _largest(self) -> QSize:
        """Largest possible size of the window.

        The frame that the system adds is subtracted. While the size of the frame is unknown, the largest one is
        assumed.
        """
        frame = self.frameSize() - self.size()
        return self.screen().availableSize() - frame.expandedTo(QSize(FRAME[0], FRAME[1]))

    def come_up(self) -> None:
        """Show the window in its place. Do nothing if it is visible."""
        if self.isVisible():
            return
        if self._fills_the_screen:
            self.showMaximized()
        else:
            self.show()

    def fill(self, theme: "Theme", document: "CharacterDocument") -> None:
        """Put everything except the pages into the window. `take_calls` connects the actions."""
        # Imported late: it imports everything in the window, which the first frame does not need.
        from bones_desktop.desk.keymap import KEYS
        from bones_desktop.desk.windowparts import WindowParts

        self._theme = theme
        self._document = document
        self._parts = parts = WindowParts(self, theme, document, PAGES)
        self.actions_by_id, self.recent_menu = parts.actions, parts.recent_menu
        self.banner, self.unsaved, self.toast = parts.banner, parts.unsaved, parts.toast
        self.unsaved.marked.connect(self.setWindowModified)
        self.page_shown.connect(self.toast.leave)
        self.setAcceptDrops(True)
        QShortcut(QKeySequence("Shift+F10"), self).activated.connect(self._show_menu)
        KEYS.changed.connect(self._show_keys)
        self._show_keys()
        self.banner.changed.connect(self._show_history)
        document.changed.connect(self._retitle)
        document.changed.connect(self._withdraw_refusal)
        theme.changed.connect(self._restyle)
        self._restyle()
        self._retitle(None)

    def take_calls(self, do: Callable[[str], object]) -> None:
        """Connect the actions: a page action shows its page, any other passes the name of its function to `do`."""
        # Imported late: not needed for the first frame.
        from bones_desktop.desk.actions import ACTIONS

        for spec in ACTIONS:
            call = partial(do, spec.call) if spec.call else partial(self.show_page, spec.id)
            self.actions_by_id[spec.id].triggered.connect(partial(_without_values, call))

    def _show_keys(self) -> None:
        # Imported late: not needed for the first frame.
        from bones_desktop.desk.keymap import show_keys

        show_keys(self.actions_by_id)
        self._show_history()

    def _show_menu(self) -> None:
        """Show the menu of the focused widget, like the menu key.

        Many keyboards lack that key, and only Windows has a substitute for it.
        """
        # Imported late: not needed for the first frame.
        from PySide6.QtCore import Qt

        widget = self.focusWidget()
        if widget is not None:
            at = QRectF(widget.inputMethodQuery(Qt.InputMethodQuery.ImCursorRectangle)).center().toPoint()
            reason = QContextMenuEvent.Reason.Keyboard
            QCoreApplication.sendEvent(widget, QContextMenuEvent(reason, at, widget.mapToGlobal(at)))

    def add_page(self, page: str, make: Callable[[], QWidget], game: str = "") -> None:
        """Register `page` of a game, or of all games for "". `make` creates it when it is first shown."""
        self._makers[game, page] = make

    def set_game(self, game: str, heading: Callable[[], tuple[str, str]] | None = None) -> None:
        """Show only the pages of a game. The page in view stays if the game has it.

        `heading` returns the name of the open character and a line about it. It is None for BONES, because the heading
        shows the BONES document directly.
        """
        before, self.game, self._heading = self.page, game, heading
        for page in PAGES:
            self.actions_by_id[page].setVisible(self._key(page) in self._makers)
        self._parts.show_game(is_bones=game == BONES)
        self.refresh_heading()
        if before:
            self.show_page(before if self._key(before) in self._makers else "build")
        self._show_history()

    def tell_reloaded(self, path: Path) -> None:
        """Say that another program changed the open file."""
        # Imported late: not needed for the first frame.
        from bones_desktop.wording.files import reloaded_sentence

        self.toast.show_message(reloaded_sentence(path), tone="good", seconds=10)

    def refresh_heading(self) -> None:
        """Show the current name of the open character and the line about it."""
        self._parts.header.show_other(None if self._heading is None else self._heading())
        self._retitle(None)

    def set_sign(self, of: str, sign: str) -> None:
        """Show a text in the title while a part of the program does something that others notice; "" for none."""
        self._signs[of] = sign
        self._retitle(None)

    def _key(self, page: str) -> tuple[str, str]:
        own = (self.game, page)
        return own if own in self._makers else ("", page)

    def give_history(self, history: "StepHistory", changed: SignalInstance, game: str = BONES, page: str = "") -> None:
        """Set the undo history of a page of a game, or of all its pages.

        `changed` signals that the history has changed.
        """
        self._histories[game, page] = history
        changed.connect(self._show_history)
        self._show_history()

    @property
    def page(self) -> str:
        """The page in view."""
        current = self._parts.room.pages.currentWidget()
        return next((key[1] for key, widget in self._pages.items() if widget is current), "")

    def page_widget(self) -> QWidget:
        """Return the page in view, or the window itself before the first page."""
        return self._parts.room.pages.currentWidget() or self

    def show_page(self, page: str) -> None:
        """Show a page. Do nothing for a page that was not added."""
        key = self._key(page)
        if key not in self._makers:
            return
        if key not in self._pages:
            self._pages[key] = self._makers[key]()
            self._parts.room.pages.addWidget(self._pages[key])
            # A page out of view ignores theme changes, so that they are fast. The page is updated when it is shown.
            self._theme.spare(self._pages[key])
        widget = self._pages[key]
        self._theme.show_spared(widget)
        self._parts.room.pages.setCurrentWidget(widget)
        self._parts.title.setAccessibleName(self.actions_by_id[page].iconText())
        for each in PAGES:
            self.actions_by_id[each].setChecked(each == page)
        if page in CHARACTER_PAGES:
            self._parts.header.keep_up()
        self._parts.header.setVisible(page in CHARACTER_PAGES)
        self.page_shown.emit(page)

    def show_above_pages(self, bar: QWidget) -> None:
        """Put a bar between the banner and the pages. Deleting the bar removes it from there."""
        self._parts.column.insertWidget(self._parts.column.count() - 1, bar)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Move the heading into the menu bar of a low window, and out of it again."""
        super().resizeEvent(event)
        if self.actions_by_id:
            self._parts.place_header()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Emit `painted` the first time."""
        super().paintEvent(event)
        if self._unpainted:
            self._unpainted = False
            self.painted.emit()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Emit `closing`, then close. Only `Leaving` can keep the window open."""
        event.accept()
        self.closing.emit()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept only local files that were not dragged from this window."""
        if event.source() is None and dropped_files(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Emit `files_dropped`."""
        paths = dropped_files(event.mimeData())
        if paths:
            event.acceptProposedAction()
            self.files_dropped.emit(paths)

    @property
    def _history(self) -> "StepHistory | None":
        """The undo history of the page in view; the history of its game if the page has none."""
        return self._histories.get((self.game, self.page)) or self._histories.get((self.game, ""))

    def undo(self) -> None:
        """Undo the step that the banner offers to undo; otherwise the last step, if the page in view allows this."""
        history, words = self._history, _("Undone: {step}")
        if self._takes_back:
            self._take(words, self.banner.text.rstrip("."), self.banner.take_back)
        elif history is not None:
            # Text being typed becomes a separate step, which is undone first.
            history.flush()
            self._take(words, history.undo_text, history.undo)

    def redo(self) -> None:
        """Redo the last undone step, if the page in view allows this."""
        history = self._history
        if history is not None:
            history.flush()
            self._take(_("Redone: {step}"), history.redo_text, history.redo)

    def _take(self, words: str, step: str | None, take: Callable[[], object]) -> None:
        """Show the name of an undone or redone step in the toast, then call `take`, which undoes or redoes it.

        The name comes first, so that messages caused by the step replace it, and a screen reader says only the last
        message. If `take` returns False, nothing was undone or redone.
        """
        self.toast.dismiss()
        if step is None:
            return
        said = words.format(step=step)
        self.toast.show_message(said, speak=False)
        taken = take() is not False
        if self.toast.text() == said:
            (self.toast.speak if taken else self.toast.dismiss)()

    @property
    def _takes_back(self) -> bool:
        # Pages of the character have their own history. Elsewhere the banner may offer an undo, for example after a
        # removal.
        return self.page not in CHARACTER_PAGES and self.banner.undo is not None

    def _withdraw_refusal(self) -> None:
        self.toast.withdraw_refusal()

    def _show_history(self) -> None:
        history = self._history
        offer = self.banner.undo if self._takes_back else None
        texts = (None, None) if history is None else (history.undo_text, history.redo_text)
        if offer is not None:
            texts = (offer.text, texts[1])
        self._parts.show_steps(*texts)

    def _retitle(self, _change: "Change | None") -> None:
        named = self._document.character.name if self._heading is None else self._heading()[0]
        name = " ".join(named.split()) or _("No name yet")
        # Qt replaces "[*]" with the system's mark for unsaved changes.
        self.setWindowTitle(" — ".join(filter(None, (f"{name}[*]", *self._signs.values(), "Bones Desktop"))))
        self._show_history()

    def _restyle(self) -> None:
        self.keep_room(self._theme.chosen_px)
        self._parts.restyle()


def _without_values(call: Callable[[], object], *_values: object) -> None:
    """Call the function of an action without the arguments that Qt passes."""
    call()
