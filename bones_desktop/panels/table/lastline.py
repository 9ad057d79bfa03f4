"""The throw before the one on the table, in one line, where there is no room for the list of the last throws."""

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtWidgets import QSizePolicy, QWidget

from bones_desktop.storage.log.logentry import LogEntry
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.text.elidedlabel import ElidedLabel
from bones_desktop.wording.log import entry_line


class LastLine(ElidedLabel):
    """Remembers the last two throws that were told; empty until there is one that is not on the table any more."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._told: tuple[LogEntry, ...] = ()
        self.setProperty("role", "muted")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def add(self, entry: LogEntry) -> None:
        """Remember a throw."""
        self._told = (*self._told, entry)[-2:]

    def amend(self, entry: LogEntry) -> None:
        """Know a throw as it is now."""
        self._told = tuple(entry if each.id == entry.id else each for each in self._told)

    def begin(self, earlier: Sequence[LogEntry]) -> None:
        """Know throws of earlier days, the newest last; those told since came after them."""
        told = [_key(entry) for entry in self._told]
        self._told = (*(entry for entry in earlier if _key(entry) not in told), *self._told)[-2:]

    def show_before(self, on_table: LogEntry | None) -> bool:
        """Tell of the last throw that is not the one `on_table`; return whether there is one."""
        before = [entry for entry in self._told if on_table is None or _key(entry) != _key(on_table)]
        words = self.tr("Before: {throw}").format(throw=entry_line(before[-1], self.tr)) if before else ""
        self.setFont(self._theme.font("sans", 14))
        self.set_full_text(words)
        return bool(words)


def _key(entry: LogEntry) -> tuple[int, datetime]:
    """Return what a throw is known by; one that could not be kept has no id."""
    return entry.id, entry.at
