"""The main window: rail, heading, banner and pages. What actions do is handed in; it only shows and switches.

The module and the empty window are light, for they come before everything else; what is in the window is not.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import Signal, SignalInstance
from PySide6.QtGui import QAction, QDragEnterEvent, QDropEvent, QKeySequence, QUndoStack
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from bones_desktop.widgets.guarded import guarded
from bones_desktop.window.shell.actions import ACTIONS, MENUS, give_icons, make_actions, translated
from bones_desktop.window.shell.drops import dropped_files, left_out
from bones_desktop.window.shell.windowframe import WindowFrame

if TYPE_CHECKING:
    from bones_desktop.document.bones.characterdocument import Change, CharacterDocument
    from bones_desktop.theme.theme import Theme
    from bones_desktop.widgets.text.banner import Banner
    from bones_desktop.widgets.text.toast import Toast
    from bones_desktop.window.shell.header import Header
    from bones_desktop.window.shell.rail import Rail
    from bones_desktop.window.shell.recentmenu import RecentMenu

PAGES = ("shelf", "build", "table", "tracker", "campaign", "log", "sheet", "reference")
CHARACTER_PAGES = frozenset({"build", "table", "tracker", "sheet"})
"""The pages that show the open character."""
ALWAYS_SHOWN = (*PAGES, "undo", "redo", "keys")
"""The actions that stand in the rail and the heading; the rest is seen in menus only."""


class StepHistory(Protocol):
    """Steps of a page that has a history of its own."""

    @property
    def undo_text(self) -> str | None:
        """Name of the step that would be taken back; None when there is none."""

    @property
    def redo_text(self) -> str | None:
        """Name of the step that would be done again; None when there is none."""

    def undo(self) -> None:
        """Take the last step back."""

    def redo(self) -> None:
        """Do the step taken back last again."""


class MainWindow(WindowFrame):
    """Owns the actions and shows one page at a time; `fill` comes first."""

    page_shown = Signal(str)
    files_dropped = Signal(object)
    """A tuple of paths of local files."""
    files_left_out = Signal(int)
    """How many more files were dropped than are taken at once."""

    actions_by_id: dict[str, QAction]
    recent_menu: "RecentMenu"
    banner: "Banner"
    toast: "Toast"
    _theme: "Theme"
    _document: "CharacterDocument"
    _stack: QStackedWidget
    _rail: "Rail"
    _header: "Header"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._makers: dict[str, Callable[[], QWidget]] = {}
        self._histories: dict[str, StepHistory] = {}
        self._pages: dict[str, QWidget] = {}

    def fill(self, theme: "Theme", document: "CharacterDocument", calls: Mapping[str, Callable[[], None]]) -> None:
        """Put everything but the pages into the window; `calls` says what each action does."""
        from PySide6.QtCore import Qt

        from bones_desktop.widgets.text.banner import Banner
        from bones_desktop.widgets.text.toast import Toast
        from bones_desktop.window.shell.header import Header
        from bones_desktop.window.shell.rail import Rail
        from bones_desktop.window.shell.recentmenu import RecentMenu

        self._theme = theme
        self._document = document
        self.actions_by_id = make_actions(self, {**calls, **{page: self._page_call(page) for page in PAGES}})
        for action in self.actions_by_id.values():
            self.addAction(action)
        self.recent_menu = RecentMenu(self)
        self._make_menus()
        self.banner = Banner(theme, self)
        self._stack = QStackedWidget(self)
        self._rail = Rail(theme, [self.actions_by_id[page] for page in PAGES], self)
        self._header = Header(
            theme,
            document,
            self.actions_by_id["undo"],
            self.actions_by_id["redo"],
            self.actions_by_id["keys"],
            self,
        )
        ground = self._arranged()
        self.setCentralWidget(ground)
        self.toast = Toast(theme, ground)
        self.setAcceptDrops(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self._follow_history(document.undo_stack)
        document.changed.connect(self._retitle)
        theme.changed.connect(self._restyle)
        self._restyle()
        self._retitle(None)

    def _arranged(self) -> QWidget:
        column = QVBoxLayout()
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._header)
        column.addWidget(self.banner)
        column.addWidget(self._stack, 1)
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._rail)
        row.addLayout(column, 1)
        ground = QWidget(self)
        ground.setLayout(row)
        return ground

    def add_page(self, page: str, make: Callable[[], QWidget]) -> None:
        """Let `make` make the page called `page` when it is first shown."""
        self._makers[page] = make

    def give_history(self, page: str, history: "StepHistory", changed: SignalInstance) -> None:
        """Let undo and redo on the page called `page` go through `history`; `changed` tells when it has changed."""
        self._histories[page] = history
        changed.connect(lambda *_told: self._show_history())
        self._show_history()

    @property
    def page(self) -> str:
        """The page in view."""
        current = self._stack.currentWidget()
        return next((page for page, widget in self._pages.items() if widget is current), "")

    def page_widget(self) -> QWidget:
        """Return the page in view; the window itself before the first."""
        return self._stack.currentWidget() or self

    def show_page(self, page: str) -> None:
        """Bring a page into view; a page nobody added is passed over."""
        if page not in self._makers:
            return
        if page not in self._pages:
            self._pages[page] = self._makers[page]()
            self._stack.addWidget(self._pages[page])
        widget = self._pages[page]
        self._stack.setCurrentWidget(widget)
        for each in PAGES:
            self.actions_by_id[each].setChecked(each == page)
        if page in CHARACTER_PAGES:
            self._header.keep_up()
        self._header.setVisible(page in CHARACTER_PAGES)
        self.page_shown.emit(page)

    @guarded(None)
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Welcome local files only; those dragged from this window are here already."""
        if event.source() is None and dropped_files(event.mimeData()):
            event.acceptProposedAction()

    @guarded(None)
    def dropEvent(self, event: QDropEvent) -> None:
        """Hand dropped files on."""
        paths = dropped_files(event.mimeData())
        if paths:
            event.acceptProposedAction()
            self.files_dropped.emit(paths)
            if left_out(event.mimeData()):
                self.files_left_out.emit(left_out(event.mimeData()))

    def _page_call(self, page: str) -> Callable[[], None]:
        return lambda: self.show_page(page)

    def _make_menus(self) -> None:
        bar = self.menuBar()
        for menu_id, name in MENUS:
            menu = bar.addMenu(translated(name))
            menu.setToolTipsVisible(True)
            menu.aboutToShow.connect(lambda menu=menu: give_icons(menu.actions(), self._theme.icon))
            for spec in ACTIONS:
                if spec.menu != menu_id:
                    continue
                if spec.starts_group:
                    menu.addSeparator()
                menu.addAction(self.actions_by_id[spec.id])
                if spec.id == "open":
                    menu.addMenu(self.recent_menu)

    def _follow_history(self, stack: QUndoStack) -> None:
        self._here = (0, 0)
        for changed in (stack.canUndoChanged, stack.canRedoChanged, stack.undoTextChanged, stack.redoTextChanged):
            changed.connect(self._show_history)
        stack.indexChanged.connect(self._show_history)
        self.banner.changed.connect(self._show_history)
        self.page_shown.connect(self._begin_here)
        self._document.changed.connect(self._go_on_here)
        self._show_history()

    def undo(self) -> None:
        """Take back what the banner offers to take back, else the last step, if it may be taken back in this page."""
        if self._takes_back:
            self.banner.take_back()
        elif (own := self._histories.get(self.page)) is not None:
            own.undo()
        elif self._may_undo:
            self._say_on_table(self.tr("Undone: {step}"), self._document.undo_stack.undoText())
            self._document.undo_stack.undo()

    def redo(self) -> None:
        """Do again what was taken back, if it may be in this page."""
        if (own := self._histories.get(self.page)) is not None:
            own.redo()
        elif self._may_redo:
            self._say_on_table(self.tr("Done again: {step}"), self._document.undo_stack.redoText())
            self._document.undo_stack.redo()

    def _say_on_table(self, words: str, step: str) -> None:
        """Name a step about to be taken, for the Table shows little of what it may change."""
        # Said first, so that what follows from the step takes its place and not the other way round.
        if self.page == "table" and step:
            self.toast.show_message(words.format(step=step))

    @property
    def _takes_back(self) -> bool:
        return self.page not in CHARACTER_PAGES and self.banner.undo is not None

    @property
    def _may_undo(self) -> bool:
        """Whether the last step is in sight: where no character is shown, only what was done there is taken back."""
        stack = self._document.undo_stack
        seen = self.page in CHARACTER_PAGES or stack.index() > self._here[0]
        return stack.canUndo() and seen and not self._document.read_only

    @property
    def _may_redo(self) -> bool:
        stack = self._document.undo_stack
        seen = self.page in CHARACTER_PAGES or stack.index() < self._here[1]
        return stack.canRedo() and seen and not self._document.read_only

    def _begin_here(self) -> None:
        """Remember how far the history was when this page came into view, or this character."""
        index = self._document.undo_stack.index()
        self._here = (index, index)
        self._show_history()

    def _go_on_here(self, change: "Change") -> None:
        if not change.name:
            self._begin_here()
        self.toast.withdraw_refusal()
        self._here = (self._here[0], max(self._here[1], self._document.undo_stack.index()))

    def _show_history(self) -> None:
        stack, own = self._document.undo_stack, self._histories.get(self.page)
        offer = self.banner.undo if self._takes_back else None
        if own is None:
            texts, allowed = (stack.undoText(), stack.redoText()), (self._may_undo, self._may_redo)
        else:
            texts = (own.undo_text or "", own.redo_text or "")
            allowed = (own.undo_text is not None, own.redo_text is not None)
        if offer is not None:
            texts, allowed = (offer.text, texts[1]), (True, allowed[1])
        for place, may, text in zip(("undo", "redo"), allowed, texts, strict=True):
            action = self.actions_by_id[place]
            base = translated(next(spec.text for spec in ACTIONS if spec.id == place))
            action.setEnabled(may)
            action.setText(f"{base}: {text}" if may and text else base)
            keys = QKeySequence.listToString(action.shortcuts(), QKeySequence.SequenceFormat.NativeText)
            action.setToolTip(f"{action.text().replace('&', '')} ({keys})")

    def _retitle(self, _change: "Change | None") -> None:
        name = " ".join(self._document.character.name.split()) or self.tr("No name yet")
        self.setWindowTitle(f"{name} — Bones Desktop")
        self._show_history()

    def _restyle(self) -> None:
        self.keep_room(self._theme.px)
        give_icons((self.actions_by_id[each] for each in ALWAYS_SHOWN), self._theme.icon)
