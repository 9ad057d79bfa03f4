"""What a new character may start from, as an item model: empty ones, samples, and every block of the rulebook."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QObject, Qt

from bones_desktop.rules.bones.book.icons import MENTAL, PHYSICAL, UNIVERSAL
from bones_desktop.rules.bones.book.rulebook import BlockKind, Rulebook, StatBlock
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.lists.rowmodel import Index, RowModel, holds
from bones_desktop.window.shell.linesdelegate import LineRole


@dataclass(frozen=True, slots=True)
class Start:
    """One way to begin: `source` is "cold-iron", "core", "own", "text", "horde", "sample" or "block"."""

    source: str
    id: str
    """Which one of its source."""
    title: str
    text: str
    face: str = ""
    """Code of a face that stands for it."""


def block_starts(rulebook: Rulebook, words: dict[BlockKind, str]) -> tuple[Start, ...]:
    """Return one start for each stat block, in the order of the rulebook; `words` name the kinds."""
    house = QCoreApplication.translate("Start", "house rule")
    return tuple(
        Start(
            "block",
            block.id,
            block.name,
            " · ".join([words[block.kind], f"{len(block.dice)}D", *([house] if block.house else [])]),
            _emblem(block),
        )
        for block in rulebook.blocks
    )


def _emblem(block: StatBlock) -> str:
    """Return the face its dice bear most often, beside those every die has."""
    every = {UNIVERSAL, PHYSICAL, MENTAL}
    faces = Counter(
        shown.code for die in block.dice for shown in die.faces if not shown.is_blank and shown.icons[0] not in every
    )
    return faces.most_common(1)[0][0] if faces else ""


class StartModel(RowModel[Start]):
    """The starts whose title or text holds the words searched for."""

    def __init__(self, starts: Sequence[Start], parent: QObject | None = None) -> None:
        super().__init__(parent, starts)
        self._all = self.rows

    def search(self, text: str) -> None:
        """Show only what holds every word of `text`, case-blind."""
        self._show(start for start in self._all if holds(f"{start.title} {start.text}", text))

    @guarded(None)
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the two lines of a start."""
        start = self.at(index)
        if start is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return start.title
        if role == LineRole.SECOND:
            return start.text
        if role == LineRole.FACE:
            return start.face
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{start.title}, {start.text}"
        return None
