"""The Rolls tab: its filter, and all lines of the log, with scenes as headings."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, Literal

from PySide6.QtCore import QEvent, QModelIndex, QObject, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QLineEdit, QPushButton, QStackedWidget, QWidget

from bones_desktop.desk.desk import Desk
from bones_desktop.desk.playroom import PlayRoom
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.records import replace
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.log.logentry import HIDDEN, NOT_MEANT, EntryKind, Evening, LogEntry, LogFilter
from bones_desktop.theme.measures import light_menu
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.choice.buttons import FilterButton, give_menu
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import Fitting, follow_one_another
from bones_desktop.widgets.localized import counted, day_and_time_of, day_of
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_gaps, set_lengths
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.widgets.text.messages import Nothing
from bones_desktop.widgets.text.textfields import AskLine
from bones_desktop.widgets.throwlist.throwmodel import ThrowModel
from bones_desktop.widgets.throwlist.throwview import ThrowView
from bones_desktop.wording.language import _, ngettext
from bones_desktop.wording.names import short_name

SCENE: Final = "scene:"
EVENING: Final = "evening:"
TAG: Final = "tag:"
_SHORTEST: Final = 96
"""Smallest width of the search field, at 100 % text size."""
_NARROW: Final = 760
"""Below this width, at 100 % text size, the buttons are below the choices."""


class LogFilterBar(Fitting):
    """Bar with a search field, choices, and buttons at its end.

    If the bar is narrow, the buttons are on a second line.
    """

    changed = Signal()
    down_pressed = Signal()
    """Emitted when the down arrow moves the focus from the search words to the list."""

    def __init__(self, theme: Theme, buttons: Sequence[QPushButton], parent: QWidget) -> None:
        super().__init__(parent)
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(_("Search names, tasks and results"))
        self.search.setAccessibleName(_("Search the log"))
        self.search.setToolTip(_("Search names, tasks, results and scenes (Ctrl+F)"))
        self.search.setClearButtonEnabled(True)
        self.search.installEventFilter(self)
        self.who = FilterButton(theme, _("Whose rolls"), self)
        self.when = FilterButton(theme, _("Which evening"), self)
        self.where = FilterButton(theme, _("Which scene, or which mark"), self)
        boxes = (self.who, self.when, self.where)
        set_lengths(theme, self.search, least_width=_SHORTEST)
        # The names of the usual choices fit.
        set_lengths(theme, *boxes, least_width=120)
        self._theme = theme
        fields = hbox(None, (self.search, 4), (self.who, 2), (self.when, 2), (self.where, 3), theme=theme, gap=8)
        self._lines = hbox(
            self, (fields, 1), hbox(None, *buttons, STRETCH, theme=theme, gap=8), margins=0, theme=theme, gap=8
        )
        # The buttons were made first, but come last for the Tab key.
        follow_one_another((self.search, *boxes, *buttons))
        self.set_people((), "")
        self.set_places(tuple, ())
        self.search.textChanged.connect(self._tell)
        for box in boxes:
            box.changed.connect(self._tell)

    def _fit(self) -> None:
        way, narrow = QBoxLayout.Direction, self.width() < self._theme.px(_NARROW)
        self._lines.setDirection(way.TopToBottom if narrow else way.LeftToRight)

    def _tell(self) -> None:
        self.changed.emit()

    @property
    def filter(self) -> LogFilter:
        """The filter to apply."""
        where, when, who = self.where.current, self.when.current, self.who.current
        return LogFilter(
            text=self.search.text().strip(),
            character_id=who,
            # Rolls of a round belong to several fighters and have no character.
            named=short_name(self.who.text()) if who else "",
            scene=int(where.removeprefix(SCENE)) if where.startswith(SCENE) else None,
            evening=int(when.removeprefix(EVENING)) if when else None,
            tag=where.removeprefix(TAG) if where.startswith(TAG) else "",
        )

    def clear(self) -> None:
        """Clear the whole filter."""
        # Emit one signal at the end instead of one for each field.
        with QSignalBlocker(self):
            self.search.clear()
            for box in (self.who, self.when, self.where):
                box.choose("")
        self.changed.emit()

    def set_people(self, people: Sequence[tuple[str, str]], open_now: str) -> None:
        """Offer all `people` (id and name). The character with the id `open_now` comes first."""
        self.who.offer([(_("Everyone"), ""), *people_rows(people, open_now)])

    def set_places(self, scenes: Callable[[], Sequence[LogEntry]], evenings: Sequence[Evening]) -> None:
        """Offer scenes and evenings (oldest first), with the newest on top.

        `scenes` is called when the list of scenes opens, because a long log has more than a thousand of them.
        """
        self.when.offer([(_("All evenings"), ""), *evening_rows(evenings)])
        self.where.offer_when_opened(partial(_place_rows, scenes))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move to the list with the down arrow. Clear the words with Escape."""
        if watched is self.search and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() in {Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter}:
                self.down_pressed.emit()
                return True
            if event.key() == Qt.Key.Key_Escape and self.search.text():
                self.search.clear()
                return True
        return super().eventFilter(watched, event)


def _place_rows(scenes: Callable[[], Sequence[LogEntry]]) -> list[tuple[str, str]]:
    rows = [
        (_("{name} ({day})").format(name=scene.title, day=day_of(scene.at)), f"{SCENE}{scene.id}")
        for scene in reversed(scenes())
    ]
    return [(_("All rolls"), ""), *rows, (_("Struck out"), f"{TAG}{NOT_MEANT}"), (_("Secret"), f"{TAG}{HIDDEN}")]


def people_rows(people: Sequence[tuple[str, str]], open_now: str) -> list[tuple[str, str]]:
    """Return names and ids for a list box. The character with the id `open_now` comes first."""
    rows = [(name, each) for each, name in people]
    return [each for each in rows if each[1] == open_now] + [each for each in rows if each[1] != open_now]


def evening_rows(evenings: Sequence[Evening]) -> list[tuple[str, str]]:
    """Return the names and keys of `evenings` (oldest first) for a list box, with the newest on top."""
    days = Counter(day_of(each.begun) for each in evenings)
    rows = []
    for each in reversed(evenings):
        day = day_of(each.begun)
        name = day if days[day] == 1 else day_and_time_of(each.begun)
        rows.append((_("This evening") if each.ended is None else name, f"{EVENING}{each.id}"))
    return rows


EVERYTHING = LogFilter()
Kind = Literal["markdown", "json"]
"""Kind of file to which lines of the log are written."""


class ThrowsTab(Guarded, QWidget):
    """Shows the log and edits headings of scenes. Its owner passes new lines to it."""

    def __init__(
        self, desk: Desk, room: PlayRoom, export: Callable[[Kind, Sequence[int]], object], parent: QWidget | None = None
    ) -> None:
        """Create the tab; `export` is called with a kind of file and the ids of the lines to write."""
        super().__init__(parent)
        self._export = export
        self._desk = desk
        self._room = room
        self._theme = theme = desk.theme
        self._lines = 0
        """Number of lines in the log."""
        self._stale = True
        self._chosen = 0
        """Id of the chosen line, to be chosen again when no filter hides it any more."""
        self._finding = False
        self.scene = QPushButton(_("New scene…"), self)
        self.export = QPushButton(_("Export"), self)
        self.bar = LogFilterBar(theme, (self.scene, self.export), self)
        self.ask = AskLine(theme, self)
        self.model = ThrowModel(self._read, self)
        self.view = ThrowView(theme, self.model, desk.document.rulebook, self, whole_log=True)
        self.view.set_colours(desk.dice_colour)
        self.nothing = Nothing(theme, self)
        self._stack = QStackedWidget(self)
        self.acts = EntryActs(theme, self.view, self)
        self._describe()
        self._lay_out()
        self._connect()

    def set_rulebook(self, rulebook: Rulebook) -> None:
        """Use icons and dice of another rulebook."""
        self.view.set_rulebook(rulebook)

    def add(self, entry: LogEntry) -> None:
        """Show a new line if it passes the filter."""
        # A line without an id could not be stored. The model puts it after the last stored line.
        if not entry.id:
            self.model.keep(entry, self._last())
        # A line of a new character needs a new entry in the filter, so everything is read again.
        plain = entry.id and entry.kind is EntryKind.THROW and self._knows(entry.character_id)
        if plain and self.isVisible() and not self._stale and self.bar.filter == EVERYTHING:
            self.model.append(entry)
            self._lines = self.model.rowCount()
            self._show_count()
        else:
            self.refresh()

    def amend(self, entry: LogEntry) -> None:
        """Show the current state of a line."""
        self.model.amend(entry)
        self.acts.refresh()

    def refresh(self) -> None:
        """Read the log again, immediately if the tab is visible. The scroll position stays."""
        self._stale = not self.isVisible()
        if not self._stale:
            self._offer()
            self._find(follow=False)

    def go_to_search(self) -> None:
        """Focus the search field and select its text."""
        self.bar.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.bar.search.selectAll()

    def showEvent(self, event: QShowEvent) -> None:
        """Show changes made while the tab was hidden."""
        super().showEvent(event)
        if self._stale:
            self.refresh()

    def _read(self, ids: Sequence[int]) -> tuple[LogEntry, ...]:
        log = self._room.open_log
        return log.read(ids) if log is not None else ()

    def _last(self) -> int:
        """Return the id of the last line of the log."""
        log = self._room.open_log
        try:
            latest = log.latest(1) if log is not None else ()
        except FileProblem:  # the error is reported when the log is read for the list
            latest = ()
        return latest[0].id if latest else 0

    def _knows(self, character_id: str) -> bool:
        return not character_id or any(choice.key == character_id for choice in self.bar.who.model.offered)

    def _offer(self) -> None:
        """Offer the people, scenes and evenings in the log."""
        log = self._room.open_log
        if log is None:
            self.bar.set_people((), "")
            self.bar.set_places(tuple, ())
            return
        try:
            people, evenings = log.people(), log.evenings()
        except FileProblem as error:
            self._desk.notices.report(error)
            return
        # The filter itself does not change, so the lines need not be read again.
        with QSignalBlocker(self.bar):
            self.bar.set_people(people, self._desk.document.character.id)
            self.bar.set_places(self._scenes, evenings)

    def _scenes(self) -> tuple[LogEntry, ...]:
        log = self._room.open_log
        try:
            return log.scenes() if log is not None else ()
        except FileProblem as error:
            self._desk.notices.report(error)
            return ()

    def _find(self, *, follow: bool = True) -> None:
        """Apply the filter.

        With `follow`, go to the line that the user chose. If that line is not shown, go to the line that was current,
        and if that line is not shown either, to the newest line.
        """
        row = self.view.currentIndex().row()
        places = (self._chosen, self.model.ids[row] if row >= 0 else 0)
        which, log = self.bar.filter, self._room.open_log
        everything = which == EVERYTHING
        try:
            ids = log.ids(which) if log is not None else ()
            if not everything and log is not None:
                self._lines = len(log.ids())
        except FileProblem as error:
            self._desk.notices.report(error)
            return
        self._finding = True
        self.model.show(ids, loose=everything)
        if everything:
            self._lines = self.model.rowCount()
        if follow:
            self._go_to(places, newest=not everything)
        self._finding = False
        self._show_count()
        self.acts.refresh()

    def _go_to(self, places: Sequence[int], *, newest: bool) -> None:
        """Go to the first of these lines that is shown, or to the end. With `newest`, make the last line current."""
        for line in places:
            if line and line in self.model.ids:
                self.view.show_row(self.model.row_of(line))
                return
        self.view.show_newest()
        if newest and self.model.rowCount():
            # Make the newest result current, so that it can be copied or repeated immediately.
            self.view.setCurrentIndex(self.model.index(self.model.rowCount() - 1, 0))

    def _choose(self, index: QModelIndex) -> None:
        # A line that became current by filtering was not chosen by the user.
        if index.isValid() and not self._finding:
            self._chosen = self.model.ids[index.row()]

    def _show_count(self) -> None:
        shown = self.model.rowCount()
        everything = self.bar.filter == EVERYTHING
        if everything:
            text = ngettext("{n} line", "{n} lines", shown).format(n=counted(shown))
        else:
            text = _("{n} of {all} lines").format(n=counted(shown), all=counted(self._lines))
        self.acts.count.setText(text if shown or not everything else "")
        kept = self._room.open_log is not None
        self.export.setEnabled(bool(shown) and kept)
        self.scene.setEnabled(kept)
        self.scene.setToolTip(
            _("Add a heading to the log. Later rolls belong to that scene.")
            if kept
            else _("The log could not be opened, so it keeps no headings.")
        )
        if shown:
            self._stack.setCurrentWidget(self.view)
            return
        self._stack.setCurrentWidget(self.nothing)
        if not everything:
            self.nothing.say(_("No line of the log matches the filter."), (_("Show everything"), self.bar.clear))
        elif not kept:
            self.nothing.say(_("The log could not be opened. Rolls are shown here, but not kept."))
        else:
            self.nothing.say(
                _("Nothing has been rolled yet. Every roll of the Table page is kept here, with all its dice."),
                (_("Go to the Table"), partial(self._desk.navigation.show_page, "table")),
                (_("Begin a scene…"), self._ask_scene),
            )

    def remove(self, heading: LogEntry) -> None:
        """Hide a heading that was removed from the log."""
        self.model.remove(heading)
        self.refresh()

    def _describe(self) -> None:
        self.export.setToolTip(_("Write the lines shown to a file"))
        menu = light_menu(self.export)
        menu.addAction(_("As Markdown, to read…")).triggered.connect(partial(self._write, "markdown"))
        menu.addAction(_("As JSON, with everything…")).triggered.connect(partial(self._write, "json"))
        give_menu(self.export, menu)
        self.view.setAccessibleName(_("Log of rolls"))
        self.view.setAccessibleDescription(
            _(
                "Newest last. Enter repeats a roll, Ctrl+C copies it as text, Ctrl+Shift+C as a picture; "
                "F2 renames a scene, Del removes its heading."
            )
        )

    def _write(self, kind: Kind) -> None:
        # Lines that could not be stored have negative ids, and cannot be exported.
        self._export(kind, tuple(each for each in self.model.ids if each > 0))

    def _lay_out(self) -> None:
        self._stack.addWidget(self.view)
        self._stack.addWidget(self.nothing)
        vbox(self, self.bar, self.ask, (self._stack, 1), self.acts, margins=0, theme=self._theme, gap=8)

    def _connect(self) -> None:
        self.bar.changed.connect(self._find)
        self.bar.down_pressed.connect(self.view.setFocus)
        self.scene.clicked.connect(self._ask_scene)
        self.view.repeat_requested.connect(self._desk.navigation.repeat_throw)
        self.view.mark_requested.connect(self._room.mark)
        self.view.rename_requested.connect(self._ask_name)
        self.view.remove_requested.connect(self._ask_removal)
        self.view.message.connect(self._desk.notices.say)
        self.view.selectionModel().currentChanged.connect(self._choose)
        self.view.pressed.connect(self._choose)  # `pressed` is also emitted for the current line
        # Queued, because the list finds the problem while it is being painted.
        self.model.unreadable.connect(self._desk.notices.report, Qt.ConnectionType.QueuedConnection)

    def _ask_scene(self) -> None:
        self.ask.ask_name(_("Name of the scene"), _("Begin the scene"), self._room.begin_scene)

    def _ask_name(self, heading: LogEntry) -> None:
        """Ask for another name of a scene."""
        self.ask.ask_name(_("Name of the scene"), _("Rename"), partial(self._rename, heading), heading.title)

    def _rename(self, heading: LogEntry, name: str) -> None:
        renamed = replace(heading, title=name)
        if self._desk.notices.attempt(partial(self._room.log.amend, renamed)):
            self._room.amend_line(renamed)
            self._offer()

    def _ask_removal(self, heading: LogEntry) -> None:
        words = _("Remove the heading “{name}”? The rolls below it stay.").format(name=heading.title)
        self.ask.ask_whether(words, _("Remove"), partial(self._remove, heading))

    def _remove(self, heading: LogEntry) -> None:
        if self._desk.notices.attempt(partial(self._room.log.remove_heading, heading.id)):
            self._room.remove_line(heading)


class EntryActs(QWidget):
    """Buttons to repeat and copy a line with the mouse, and the number of lines."""

    def __init__(self, theme: Theme, view: ThrowView, parent: QWidget) -> None:
        super().__init__(parent)
        self._view = view
        self.count = plain_label(self, role="muted")
        self.repeat = push_button(self, _("Repeat"), view.repeat)
        self.copy_text = push_button(self, _("Copy as text"), view.copy_text)
        self.copy_picture = push_button(self, _("Copy as picture"), view.copy_picture)
        self.strike = push_button(self, _("Strike out"), partial(view.mark, NOT_MEANT))
        self._row = hbox(self, (self.count, 1), self.strike, self.repeat, self.copy_text, self.copy_picture, margins=0)
        set_gaps(theme, self._row, gap=8)
        view.selectionModel().selectionChanged.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Offer the actions for the selected line."""
        entry = self._view.current() if self._view.selectionModel().hasSelection() else None
        for button, keys in ((self.copy_text, "Ctrl+C"), (self.copy_picture, "Ctrl+Shift+C")):
            button.setEnabled(entry is not None)
            button.setToolTip(plain_tip(keys if entry is not None else _("Choose a line first.")))
        thrown = entry is not None and entry.kind is EntryKind.THROW
        self.strike.setEnabled(thrown)
        self.strike.setText(_("Strike out") if entry is None or entry.is_meant else _("Restore"))
        strikes = _("Strike out: cancels its effects; the dice stay in the sealed record")
        self.strike.setToolTip(plain_tip(strikes if thrown else _("Choose a roll first.")))
        self.repeat.setEnabled(_repeatable(entry))
        if _repeatable(entry):
            self.repeat.setToolTip(_("Ask for the same roll on the Table page (Enter)"))
        elif entry is None or entry.kind is not EntryKind.THROW:
            self.repeat.setToolTip(_("Choose a roll first."))
        else:
            self.repeat.setToolTip(_("This line does not contain the choices for the roll."))


def _repeatable(entry: LogEntry | None) -> bool:
    return entry is not None and entry.is_repeatable
