"""The throw before the one on the table, in one line, where there is no room for the list of the last throws."""

from PySide6.QtWidgets import QSizePolicy, QWidget

from bones_desktop.storage.logentry import LogEntry
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.elidedlabel import ElidedLabel
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

    def show_before(self, *, on_table: bool) -> bool:
        """Tell of the last throw that does not lie `on_table`; return whether there is one."""
        before = self._told[:-1] if on_table else self._told
        words = self.tr("Before: {throw}").format(throw=entry_line(before[-1], self.tr)) if before else ""
        self.setFont(self._theme.font("sans", 14))
        self.set_full_text(words)
        return bool(words)
