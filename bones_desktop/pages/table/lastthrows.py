"""The widget for the last rolls of the log, shown below the result of the current roll."""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QTimer
from PySide6.QtGui import QHideEvent, QPaintEvent
from PySide6.QtWidgets import QWidget

from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.log.logentry import EntryKind, LogEntry
from bones_desktop.storage.log.throwlog import ThrowLog, opened
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import vbox
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.text.labels import heading_label, plain_label
from bones_desktop.widgets.throwlist.throwmodel import ThrowModel
from bones_desktop.wording.language import _

if TYPE_CHECKING:
    from bones_desktop.widgets.throwlist.throwview import ThrowView


SHOWN: Final = 100
"""Greatest number of earlier log entries that are read and shown."""
_AFTER_MS: Final = 50
"""Delay in milliseconds between the first paint and creating the list. Keys typed meanwhile are handled first."""


class LastThrows(Guarded, QWidget):
    """Shows the end of the log. If there is no log, it shows new rolls anyway."""

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
        """The list. It is created when it is first needed, so that it does not delay the first roll."""
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
                found, note = _without_empty_scenes(filter(self._is_ours, self._log.latest(SHOWN))), ""
            except FileProblem:
                note = _("The earlier rolls cannot be read.")
        self.model.show(entry.id for entry in found)
        self._tell(note)
        if self._is_made:
            self.view.show_newest()

    def before(self, on_table: LogEntry | None) -> LogEntry | None:
        """Return the last roll that is not on the table; None if there is none."""
        # A roll that could not be stored has no id, so the time is compared too.
        known = (0, None) if on_table is None else (on_table.id, on_table.at)
        for row in reversed(range(self.model.rowCount())):
            entry = self.model.entry(row)
            if entry is not None and entry.kind is EntryKind.THROW and (entry.id, entry.at) != known:
                return entry
        return None

    def add(self, entry: LogEntry) -> None:
        """Show a new entry, unless it is a roll of another game."""
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
        """Start the delay after which the list is created: the tray and the task are painted first."""
        super().paintEvent(event)
        if not self._seen:
            self._seen = True
            self._list_due.start()

    def hideEvent(self, event: QHideEvent) -> None:
        """Cancel the creation of the list when the widget is hidden."""
        super().hideEvent(event)
        if self._list_due.isActive():
            self._list_due.stop()
            self._seen = False

    def event(self, event: QEvent) -> bool:
        """After a change of height, limit the list to whole lines again."""
        done = super().event(event)
        if event.type() in {QEvent.Type.Resize, QEvent.Type.LayoutRequest} and self._is_made:
            self._fit_lines()
        return done

    def _is_ours(self, entry: LogEntry) -> bool:
        return entry.game == self._game or entry.kind is not EntryKind.THROW or not self._game

    @property
    def _is_made(self) -> bool:
        return "view" in self.__dict__

    def _show_list(self) -> None:
        """Show the list if it has entries. It is not filled while it is hidden."""
        if self._is_made or (self._seen and self.isVisible()):
            self.view.setVisible(self.model.rowCount() > 0)

    def _fit_lines(self) -> None:
        """Limit the list's height to whole lines. The heading is hidden if it would leave no room for a line.

        The list is scrolled to its end, so its first line would otherwise be cut off.
        """
        view = self.view
        # While hidden, the viewport still has its old height.
        line, edges = view.delegate.height, view.height() - view.maximumViewportSize().height()
        heading = self._heading.sizeHint().height() + self._column.spacing()
        self._heading.setVisible(not self.model.rowCount() or self.height() >= heading + line + edges)
        self._column.activate()
        lines = max(1, (self.height() - view.y() - edges) // line)
        view.setMaximumHeight(lines * line + edges)

    def _read(self, ids: Sequence[int]) -> tuple[LogEntry, ...]:
        return tuple(filter(self._is_ours, self._log.read(ids))) if self._log is not None else ()

    def _tell(self, note: str) -> None:
        empty = not self.model.rowCount()
        if empty and not note:
            note = _("Nothing rolled yet.")
        self.note.setText(note)
        self.note.setVisible(bool(note))
        self._show_list()
        self._column.setStretch(self._column.count() - 1, 1 if empty else 0)


def _without_empty_scenes(entries: Iterable[LogEntry]) -> tuple[LogEntry, ...]:
    """Return the entries without headings of scenes in which nothing was rolled."""
    found: list[LogEntry] = []
    heading: LogEntry | None = None
    for entry in entries:
        if entry.kind is EntryKind.SCENE:
            heading = entry
            continue
        if heading is not None and entry.kind is EntryKind.THROW:
            found.append(heading)
            heading = None
        found.append(entry)
    return tuple(found)
