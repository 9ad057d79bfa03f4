"""The reference as item models: the entries that answer, and the sections with how many answers each has."""

from collections import Counter
from collections.abc import Sequence
from enum import IntEnum
from typing import Final

from PySide6.QtCore import QObject, Qt

from bones_desktop.panels.reference.entry import Entry, ReferenceSection, found, section_name
from bones_desktop.widgets.lists.line import Ground, Line, LineLook
from bones_desktop.widgets.rows import Index, RowModel
from bones_desktop.wording.language import _, ngettext


class ReferenceRole(IntEnum):
    """Roles beside Qt's own."""

    TEXT = Qt.ItemDataRole.UserRole + 2


class ReferenceModel(RowModel[Entry]):
    """The entries that hold every word searched for and stand in the section chosen."""

    def __init__(self, entries: Sequence[Entry], parent: QObject | None = None) -> None:
        super().__init__(parent, entries)
        self._all = self._answers = self.rows

    def set_entries(self, entries: Sequence[Entry]) -> None:
        """Search these from now on; `show_only` shows them."""
        self._all = tuple(entries)

    def show_only(self, search: str, section: ReferenceSection | None) -> None:
        """Show the answers to `search` in `section`; None means every section."""
        answers = found(self._all, search)
        shown = answers if section is None else tuple(entry for entry in answers if entry.section is section)
        self._answers = answers
        self._show(shown)

    @property
    def counts(self) -> Counter[ReferenceSection]:
        """How many answers each section has, whichever is shown."""
        return Counter(entry.section for entry in self._answers)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the whole entry as text, or what any list of rows returns."""
        entry = self.at(index)
        return self._whole(entry) if role == ReferenceRole.TEXT and entry is not None else super().data(index, role)

    def _whole(self, entry: Entry) -> str:
        return "\n".join((entry.text, _("house rule"))) if entry.house else entry.text

    def _text(self, entry: Entry) -> str:
        return entry.name

    def _tip(self, _entry: Entry) -> str:
        return ""

    def _spoken(self, entry: Entry) -> str:
        return self._whole(entry).replace("\n", ". ").replace("..", ".")


SECTIONS: Final = LineLook(height=30, pad=(14, 0), ground=Ground.MARKED, chosen_bold=True)
EVERYTHING: Final = "everything"
"""The key of the line for all sections together."""


def section_lines(counts: Counter[ReferenceSection]) -> list[Line]:
    """Return a line for all sections together and one for each, with how many answers each has."""
    lines = []
    for section in (None, *ReferenceSection):
        name = _("Everything") if section is None else section_name(section)
        count = counts.total() if section is None else counts[section]
        spoken = ngettext("{name}, {n} entry", "{name}, {n} entries", count).format(name=name, n=count)
        tone = "text" if count else "muted"
        lines.append(Line(name, right=str(count), key=section or EVERYTHING, tone=tone, spoken=spoken))
    return lines
