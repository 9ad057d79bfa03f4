"""Earlier rolls and tasks: the end of the log, recent tasks, and favourites."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from PySide6.QtCore import QEvent, QKeyCombination, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeySequence, QPaintEvent, QShortcut
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from bones_desktop.pages.table.popups import NamePopup
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.storage.files.settings import MOST_FAVOURITES, Favourite
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.log.logentry import EntryKind, LogEntry
from bones_desktop.storage.log.throwlog import ThrowLog, opened
from bones_desktop.theme.measures import light_menu
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import vbox
from bones_desktop.widgets.focus import send_focus_home
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.plaintext import plain_tip, without_mnemonic
from bones_desktop.widgets.popups import has_popup, while_open
from bones_desktop.widgets.text.labels import heading_label, plain_label
from bones_desktop.widgets.throwlist.throwmodel import ThrowModel
from bones_desktop.wording.language import _

if TYPE_CHECKING:
    from bones_desktop.pages.table.strip import Strip
    from bones_desktop.widgets.throwlist.throwview import ThrowView


MOST: Final = 6
AskedT = TypeVar("AskedT")
"""A request of one game."""


KEYS: Final = (
    Qt.Key.Key_F3, Qt.Key.Key_F4, Qt.Key.Key_F5, Qt.Key.Key_F6, Qt.Key.Key_F7, Qt.Key.Key_F8, Qt.Key.Key_F9,
)  # fmt: skip
"""Keys that roll for a favourite."""


class Favourites(QObject, Generic[AskedT]):
    """The favourites of the rolling character, in a menu. An impossible favourite shows the reason."""

    activated = Signal(object)
    """Emitted with the request to choose."""
    throw_requested = Signal(object)
    """Emitted with the request to roll for at once."""
    changed = Signal(object)
    """Emitted with the favourites of all characters, as a tuple, when they have changed."""
    offered = Signal()
    """Emitted when `mine` may have changed."""
    refused = Signal(str)

    def __init__(self, theme: Theme, strip: "Strip[AskedT]") -> None:
        super().__init__(strip)
        self._theme = theme
        self._strip = strip
        self.anchor: QWidget = strip
        """The widget next to which a name is asked for."""
        self._who = ""
        self._all: tuple[Favourite, ...] = ()
        self._naming: Favourite | None = None
        self.changes = light_menu(strip, _("Rename or remove"))
        for place, key in enumerate(KEYS):
            # Shortcuts of the owner work on the whole page, not only while the menu is open.
            QShortcut(QKeySequence(key), strip).activated.connect(partial(self._throw, place))

    @property
    def mine(self) -> tuple[Favourite, ...]:
        """Favourites of the rolling character."""
        return tuple(each for each in self._all if each.who == self._who)

    def set_all(self, favourites: Sequence[Favourite]) -> None:
        """Set the favourites of all characters."""
        self._all = tuple(favourites)
        self.offered.emit()

    def show_character(self, who: str) -> None:
        """Set the id of the rolling character."""
        self._who = who

    def keep(self) -> None:
        """Ask for a name and add the current request as a favourite."""
        if len(self._all) >= MOST_FAVOURITES:
            self.refused.emit(_("You can keep at most {n} favourites; remove one first.").format(n=MOST_FAVOURITES))
            return
        strip, request = self._strip, self._strip.request
        kept = Favourite(who=self._who, name="", request=strip.written(request))
        self._ask(kept, strip.whole_name(request))

    def fill(self, menu: QMenu) -> None:
        """Add the favourites and their commands to a menu."""
        menu.addSeparator()
        for place, each in enumerate(self.mine):
            request, why_not = self._read(each)
            words = each.name if not why_not else _("{name} – {why}").format(name=each.name, why=why_not)
            words = without_mnemonic(words)
            if place < len(KEYS):
                words += "\t" + QKeySequence(KEYS[place]).toString(QKeySequence.SequenceFormat.NativeText)
            action = menu.addAction(words)
            action.setEnabled(request is not None)
            if request is not None:
                action.setIcon(self._strip.icon_of(request, self._theme.px(20)))
                action.triggered.connect(partial(self.activated.emit, request))
        self.changes.clear()
        for each in self.mine:
            name = without_mnemonic(each.name)
            rename = self.changes.addAction(self._theme.icon("rename"), _("Rename “{}”…").format(name))
            rename.triggered.connect(partial(self._rename, each))
            remove = self.changes.addAction(self._theme.icon("remove"), _("Remove “{}”").format(name))
            remove.triggered.connect(partial(self._remove, each))
        if self.mine:
            menu.addMenu(self.changes)
        keep = menu.addAction(self._theme.icon("star"), _("Keep this task as a favourite…\tF"))
        keep.triggered.connect(self.keep)

    @while_open
    def popup(self) -> NamePopup:
        """The popup that asks for a name."""
        popup = NamePopup(self._theme, _("Keep the task as a favourite"), _("Keep it"), self._strip)
        popup.decided.connect(self._named)
        popup.closed.connect(partial(send_focus_home, self._strip))
        return popup

    def restyle(self) -> None:
        """Use the theme's sizes."""
        if has_popup(self):
            self.popup.restyle()

    def _read(self, favourite: Favourite) -> tuple[AskedT | None, str]:
        """Return the request of a favourite; None and the reason if it is impossible."""
        request = self._strip.read_request(favourite.request)
        why_not = _("its task cannot be read") if request is None else self._strip.why_unknown(request)
        return (None if why_not else request), why_not

    def _throw(self, place: int) -> None:
        if place >= len(self.mine):
            self.refused.emit(_("This key has no favourite yet: F keeps the task at hand as one."))
            return
        request, why_not = self._read(self.mine[place])
        if request is None:
            words = _("{name} – {why}").format(name=self.mine[place].name, why=why_not)
            self.refused.emit(words)
        else:
            self.throw_requested.emit(request)

    def _rename(self, favourite: Favourite, _checked: bool = False) -> None:
        self._ask(favourite, favourite.name)

    def _remove(self, favourite: Favourite, _checked: bool = False) -> None:
        self._change(tuple(each for each in self._all if each != favourite))

    def _ask(self, favourite: Favourite, name: str) -> None:
        self._naming = favourite
        self.popup.open_at(self.anchor, name)

    def _named(self, name: str) -> None:
        before, self._naming = self._naming, None
        if before is None:
            return
        now = replace(before, name=name)
        # A new name replaces a favourite of the same character and name.
        others = tuple(each for each in self._all if (each.who, each.name) != (now.who, name))
        if before in others:
            self._change(tuple(now if each == before else each for each in others))
        else:
            self._change((*others, now))

    def _change(self, favourites: tuple[Favourite, ...]) -> None:
        if favourites != self._all:
            self.set_all(favourites)
            self.changed.emit(favourites)


class LastTasks(QToolButton, Generic[AskedT]):
    """A button with a menu of recent tasks.

    `task_activated` is emitted with a request, and whether the rolling character made it.
    """

    task_activated = Signal(object, bool)
    refused = Signal(str)
    """Emitted with the reason why the menu is empty."""

    def __init__(self, theme: Theme, strip: "Strip[AskedT]", favourites: Favourites[AskedT]) -> None:
        """`favourites` are at the end of the menu."""
        super().__init__(strip)
        self._favourites = favourites
        self._theme = theme
        self._strip = strip
        self._who = ""
        self._asked: list[tuple[AskedT, str]] = []
        self.menu_of_tasks = light_menu(self)
        self.setAccessibleName(_("Last tasks"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setIcon(theme.icon("versions"))
        self.clicked.connect(self.open)
        favourites.offered.connect(self._tell)
        for place in range(MOST):
            shortcut = QShortcut(QKeySequence(_key(place)), strip)
            shortcut.activated.connect(partial(self._choose, place))
        self._tell()

    @property
    def recent(self) -> tuple[AskedT, ...]:
        """The recent requests, newest first."""
        return tuple(request for request, _who in self._asked)

    def set_recent(self, requests: Iterable[AskedT]) -> None:
        """Set the recent requests, newest first."""
        # These requests may belong to another character, so their equipment is not used.
        self._asked = [(request, "") for request in requests][:MOST]
        self._tell()

    def show_character(self, who: str) -> None:
        """Set the id of the rolling character, because equipment is remembered for each."""
        self._who = who
        self._tell()

    def remember(self, request: AskedT) -> None:
        """Put a request at the top."""
        others = [each for each in self._asked if each[0] != request]
        self._asked = [(request, self._who), *others][:MOST]
        self._tell()

    def open(self) -> None:
        """Show the menu. Digits choose."""
        if not (self._asked or self._favourites.mine):
            self.refused.emit(_("There are no last tasks yet: roll first (Space)."))
            return
        self._fill()
        below = self.mapToGlobal(self.rect().bottomRight())
        below.setX(below.x() - self.menu_of_tasks.sizeHint().width())
        self.menu_of_tasks.popup(below)
        first = self.menu_of_tasks.actions()[0]
        self.menu_of_tasks.setActiveAction(first)

    def restyle(self, touch: int = 36) -> None:
        """Use the theme's sizes and colours."""
        self.setIcon(self._theme.icon("versions"))
        side = self._theme.px(touch)
        self.setFixedSize(side, side)

    def _fill(self) -> None:
        self.menu_of_tasks.clear()
        native = QKeySequence.SequenceFormat.NativeText
        for place, (request, _who) in enumerate(self._asked):
            name = without_mnemonic(self._strip.whole_name(request))
            keys = QKeySequence(_key(place)).toString(native)
            action = self.menu_of_tasks.addAction(f"&{place + 1}  {name}\t{keys}")
            action.setIcon(self._strip.icon_of(request, self._theme.px(20)))
            action.triggered.connect(partial(self._choose, place))
        self._favourites.fill(self.menu_of_tasks)

    def _choose(self, place: int, _checked: bool = False) -> None:
        if place < len(self._asked):
            request, who = self._asked[place]
            self.task_activated.emit(request, who == self._who)

    def _tell(self) -> None:
        some = bool(self._asked or self._favourites.mine)
        self.setEnabled(some)
        tip = _("Your last tasks and your favourites (L)") if some else _("Tasks you roll for are listed here")
        self.setToolTip(plain_tip(tip))
        self.setAccessibleDescription(tip)


def _key(place: int) -> QKeyCombination:
    return QKeyCombination(Qt.KeyboardModifier.AltModifier, Qt.Key(Qt.Key.Key_1 + place))


SHOWN: Final = 100
"""Number of entries of earlier days that are shown."""
_AFTER_MS: Final = 50
"""Milliseconds between showing the page and creating the list; keys typed meanwhile are handled first."""


class LastThrows(Guarded, QWidget):
    """Shows the end of the log. Without a log, new rolls are shown anyway."""

    def __init__(
        self,
        theme: Theme,
        log: ThrowLog | None,
        rulebook: Rulebook,
        connect: "Callable[[ThrowView], object]",
        parent: QWidget | None = None,
        game: str = "",
    ) -> None:
        """`connect` is called with the list when it has been created. Only rolls of `game` are shown, if given."""
        super().__init__(parent)
        self._connect = connect
        self._theme = theme
        self._given = log
        self._game = game
        self._rulebook = rulebook
        self.model = ThrowModel(self._read, self)
        self._seen = False
        self._list_due = QTimer(self, singleShot=True, interval=_AFTER_MS)
        self._list_due.timeout.connect(self._show_list)
        self._heading = heading_label(theme, self, _("Last rolls"), 16)
        self.note = plain_label(self, role="muted", wrap=True)
        self._column = vbox(self, self._heading, self.note, margins=0, theme=theme, gap=4)
        self._column.addStretch(0)
        self.reload()

    @property
    def _log(self) -> ThrowLog | None:
        return opened(self._given)

    @cached_property
    def view(self) -> "ThrowView":
        """The list, created shortly after there is room for it, so that the first roll need not wait."""
        # Imported late: the list is created after the start.
        from bones_desktop.widgets.throwlist.throwview import ThrowView

        view = ThrowView(self._theme, self.model, self._rulebook, self)
        view.setAccessibleName(_("Last rolls"))
        view.setAccessibleDescription(_("Enter repeats a roll, Ctrl+C copies it as text, Ctrl+Shift+C as a picture."))
        self._connect(view)
        self._column.insertWidget(self._column.count() - 1, view, 1)
        view.setVisible(self.model.rowCount() > 0)
        view.show_newest()
        return view

    def set_rulebook(self, rulebook: Rulebook) -> None:
        """Use another rulebook for icons and dice, after packs were added or removed."""
        self._rulebook = rulebook
        if self._is_made:
            self.view.set_rulebook(rulebook)

    def reload(self) -> None:
        """Read the log again and show its end."""
        found: tuple[LogEntry, ...] = ()
        note = _("Rolls are shown, but not kept: the log could not be opened.")
        if self._log is not None:
            try:
                found, note = tuple(filter(self._is_ours, self._log.latest(SHOWN))), ""
            except FileProblem:
                note = _("The earlier rolls cannot be read.")
        self.model.show(entry.id for entry in found)
        self._tell(note)
        if self._is_made:
            self.view.show_newest()

    def before(self, on_table: LogEntry | None) -> LogEntry | None:
        """Return the last roll that is not on the table; None if there is none."""
        # A roll that could not be stored has no id, so compare the time too.
        known = (0, None) if on_table is None else (on_table.id, on_table.at)
        for row in reversed(range(self.model.rowCount())):
            entry = self.model.entry(row)
            if entry is not None and entry.kind is EntryKind.THROW and (entry.id, entry.at) != known:
                return entry
        return None

    def add(self, entry: LogEntry) -> None:
        """Show another entry."""
        if not self._is_ours(entry):
            return
        self.model.append(entry)
        if self._log is not None:
            self._tell("")

    def amend(self, entry: LogEntry) -> None:
        """Replace an entry with its new state."""
        self.model.amend(entry)

    def remove(self, entry: LogEntry) -> None:
        """Remove an entry, such as a heading that was deleted."""
        self.model.remove(entry)
        self._tell("")

    def paintEvent(self, event: QPaintEvent) -> None:
        """Create the list a moment later: the tray and the task are needed first."""
        super().paintEvent(event)
        if not self._seen:
            self._seen = True
            self._list_due.start()

    def hideEvent(self, event: QHideEvent) -> None:
        """Do not create a list that is not visible."""
        super().hideEvent(event)
        if self._list_due.isActive():
            self._list_due.stop()
            self._seen = False

    def event(self, event: QEvent) -> bool:
        """Begin with a whole line at any height, below a note if there is one."""
        done = super().event(event)
        if event.type() in {QEvent.Type.Resize, QEvent.Type.LayoutRequest} and self._is_made:
            self._fit_lines()
        return done

    def _is_ours(self, entry: LogEntry) -> bool:
        return entry.game == self._game or entry.kind is EntryKind.SCENE or not self._game

    @property
    def _is_made(self) -> bool:
        return "view" in self.__dict__

    def _show_list(self) -> None:
        """Show the list if it has entries. It is not filled while it is hidden."""
        if self._is_made or (self._seen and self.isVisible()):
            self.view.setVisible(self.model.rowCount() > 0)

    def _fit_lines(self) -> None:
        """Make the list as high as whole lines; it is scrolled to its end, so the first line would be cut."""
        self._column.activate()
        view = self.view
        # A hidden viewport has its old height.
        line, edges = view.delegate.height, view.height() - view.maximumViewportSize().height()
        lines = max(1, (self.height() - view.y() - edges) // line)
        view.setMaximumHeight(lines * line + edges)

    def _read(self, ids: Sequence[int]) -> tuple[LogEntry, ...]:
        return self._log.read(ids) if self._log is not None else ()

    def _tell(self, note: str) -> None:
        empty = not self.model.rowCount()
        if empty and not note:
            note = _("Nothing rolled yet.")
        self.note.setText(note)
        self.note.setVisible(bool(note))
        self._show_list()
        self._column.setStretch(self._column.count() - 1, 1 if empty else 0)
