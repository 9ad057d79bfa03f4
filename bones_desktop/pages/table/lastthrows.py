"""The last throws beside the tray, newest at the end; in one line where there is no room for the list."""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QTimer
from PySide6.QtGui import QHideEvent, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.log.logentry import EntryKind, LogEntry
from bones_desktop.storage.log.throwlog import ThrowLog, opened
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import vbox
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.text.labels import ElidedLabel, heading_label, plain_label
from bones_desktop.widgets.throwlist.throwmodel import ThrowModel
from bones_desktop.wording.language import _
from bones_desktop.wording.log import entry_line

if TYPE_CHECKING:
    from bones_desktop.widgets.throwlist.throwview import ThrowView

SHOWN: Final = 100
"""How many lines of earlier days are shown."""
_AFTER_MS: Final = 50
"""So long after the page the list is made: what is typed by then comes first."""


class LastLine(ElidedLabel):
    """Shows the throw before the one on the table; empty until there is one."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._entries: tuple[LogEntry, ...] = ()
        self.setProperty("role", "muted")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def add(self, entry: LogEntry) -> None:
        """Remember a throw."""
        self._entries = (*self._entries, entry)[-2:]

    def amend(self, entry: LogEntry) -> None:
        """Take the present state of a throw."""
        self._entries = tuple(entry if each.id == entry.id else each for each in self._entries)

    def begin(self, earlier: Sequence[LogEntry]) -> None:
        """Set the throws of earlier days, the newest last, before those added since."""
        known = [_key(entry) for entry in self._entries]
        self._entries = (*(entry for entry in earlier if _key(entry) not in known), *self._entries)[-2:]

    def show_before(self, on_table: LogEntry | None) -> bool:
        """Show the last throw that is not the one `on_table`; return whether there is one."""
        before = [entry for entry in self._entries if on_table is None or _key(entry) != _key(on_table)]
        words = _("Before: {throw}").format(throw=entry_line(before[-1])) if before else ""
        self.setFont(self._theme.font("sans", 14))
        self.set_full_text(words)
        return bool(words)


def _key(entry: LogEntry) -> tuple[int, datetime]:
    """Return what a throw is known by; one that could not be kept has no id."""
    return entry.id, entry.at


class LastThrows(Guarded, QWidget):
    """Shows the end of the log; without a log, what is thrown is shown all the same."""

    def __init__(
        self,
        theme: Theme,
        log: ThrowLog | None,
        rulebook: Rulebook,
        connect: "Callable[[ThrowView], object]",
        parent: QWidget | None = None,
    ) -> None:
        """`connect` is called with the list once it is made."""
        super().__init__(parent)
        self._connect = connect
        self._theme = theme
        self.newest: tuple[LogEntry, ...] = ()
        """The last two throws that were read from the log, the newest last."""
        self._given = log
        self._rulebook = rulebook
        self.model = ThrowModel(self._read, self)
        self._seen = False
        self._list_due = QTimer(self, singleShot=True, interval=_AFTER_MS)
        self._list_due.timeout.connect(self._show_list)
        self._heading = heading_label(theme, self, _("Last throws"), 16)
        self.note = plain_label(self, role="muted", wrap=True)
        self._column = vbox(self, self._heading, self.note, margins=0, theme=theme, gap=4)
        self._column.addStretch(0)
        self.reload()

    @property
    def _log(self) -> ThrowLog | None:
        return opened(self._given)

    @cached_property
    def view(self) -> "ThrowView":
        """The list, made a moment after there is room for it: the first throw has no time for that."""
        from bones_desktop.widgets.throwlist.throwview import ThrowView

        view = ThrowView(self._theme, self.model, self._rulebook, self)
        view.setAccessibleName(_("Last throws"))
        view.setAccessibleDescription(_("Enter repeats a throw, Ctrl+C copies it as text, Ctrl+Shift+C as a picture."))
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
        note = _("Throws are shown, but not kept: the log could not be opened.")
        if self._log is not None:
            try:
                found, note = self._log.latest(SHOWN), ""
            except FileProblem:
                note = _("The earlier throws cannot be read.")
        self.newest = tuple(entry for entry in found if entry.kind is EntryKind.THROW)[-2:]
        self.model.show(entry.id for entry in found)
        self._tell(note)
        if self._is_made:
            self.view.show_newest()

    def add(self, entry: LogEntry) -> None:
        """Show one entry more, and what the log wrote down since the last."""
        self.model.append(entry)
        if self._log is not None:
            self._tell("")

    def amend(self, entry: LogEntry) -> None:
        """Show an entry as it is now."""
        self.model.amend(entry)

    def remove(self, entry: LogEntry) -> None:
        """Hide an entry: a heading was removed."""
        self.model.remove(entry)
        self._tell("")

    def paintEvent(self, event: QPaintEvent) -> None:
        """Make the list a moment later: the tray and the task are waited for, not this."""
        super().paintEvent(event)
        if not self._seen:
            self._seen = True
            self._list_due.start()

    def hideEvent(self, event: QHideEvent) -> None:
        """Make nothing unseen."""
        super().hideEvent(event)
        if self._list_due.isActive():
            self._list_due.stop()
            self._seen = False

    def event(self, event: QEvent) -> bool:
        """Begin with a whole line at any height, and whatever is said above the list."""
        done = super().event(event)
        if event.type() in {QEvent.Type.Resize, QEvent.Type.LayoutRequest} and self._is_made:
            self._fit_lines()
        return done

    @property
    def _is_made(self) -> bool:
        return "view" in self.__dict__

    def _show_list(self) -> None:
        """Show the list when there is something in it; it is not filled while it cannot be seen."""
        if self._is_made or (self._seen and self.isVisible()):
            self.view.setVisible(self.model.rowCount() > 0)

    def _fit_lines(self) -> None:
        """Make the list as high as whole lines are: it stays at its end, so that its first line would be cut."""
        self._column.activate()
        view = self.view
        # Not by the viewport's height, which is still the old one while it is hidden.
        line, edges = view.delegate.height, view.height() - view.maximumViewportSize().height()
        lines = max(1, (self.height() - view.y() - edges) // line)
        view.setMaximumHeight(lines * line + edges)

    def _read(self, ids: Sequence[int]) -> tuple[LogEntry, ...]:
        return self._log.read(ids) if self._log is not None else ()

    def _tell(self, note: str) -> None:
        empty = not self.model.rowCount()
        if empty and not note:
            note = _("Nothing thrown yet.")
        self.note.setText(note)
        self.note.setVisible(bool(note))
        self._show_list()
        self._column.setStretch(self._column.count() - 1, 1 if empty else 0)
