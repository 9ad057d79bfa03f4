"""The faults of a pack, as a list that leads to the places where they are mended."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from bones_desktop.rules.bones.life.packs import PackFault, find
from bones_desktop.storage.files.plainjson import UNKNOWN
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.rows import Index, RowModel
from bones_desktop.widgets.scaled import set_lengths, set_type
from bones_desktop.window.packs.packlibrary import PackLibrary
from bones_desktop.wording.language import _
from bones_desktop.wording.packfiles import at_spot
from bones_desktop.wording.reasons import sentence

MOST_ROWS: Final = 200
"""How many faults of a pack are listed."""
PADDING: Final = 24
"""Left and right of a row's text together, at most."""


@dataclass(frozen=True, slots=True)
class FaultRow:
    """One fault. Texts are finished."""

    text: str
    tip: str
    pack: str
    fault: PackFault


class FaultModel(RowModel[FaultRow]):
    """The faults in the order given."""

    def set_faults(self, rows: Sequence[FaultRow]) -> None:
        """Show other faults; without effect when they are the same."""
        self._show(rows)

    def _text(self, row: FaultRow) -> str:
        return row.text

    def _tip(self, row: FaultRow) -> str:
        return f"{row.text}\n{row.tip}"

    def _spoken(self, row: FaultRow) -> str:
        return f"{row.text} {row.tip}"


class _Rows(Guarded, QStyledItemDelegate):
    """Gives each row as many lines as it needs."""

    def __init__(self, theme: Theme, parent: QListView) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the size of a row: its text has less room than Qt assumes, because the style pads it."""
        narrow: Any = QStyleOptionViewItem(option)  # the stubs leave out the fields
        narrow.rect = narrow.rect.adjusted(0, 0, -self._theme.px(PADDING), 0)
        return super().sizeHint(narrow, index)


class FaultList(QListView):
    """Shows the faults; a click or Enter goes to the place of one."""

    fault_activated = Signal(object)
    """The FaultRow."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.faults = FaultModel(self)
        self.setModel(self.faults)
        self.setItemDelegate(_Rows(theme, self))
        self.setAccessibleName(_("To mend"))
        self.setWordWrap(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.clicked.connect(self._ask)
        set_type(theme, self, size=12)
        set_lengths(theme, self, least_height=60, most_height=160)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Emit `fault_activated` for Enter or Space."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}:
            self._ask(self.currentIndex())
            return
        super().keyPressEvent(event)

    def _ask(self, index: QModelIndex) -> None:
        row = self.faults.at(index)
        if row is not None:
            self.fault_activated.emit(row)


def fault_rows(library: PackLibrary, pack: str) -> tuple[FaultRow, ...]:
    """Return what is to mend in a pack that is here, with line and column while its file is as it was read.

    At most MOST_ROWS: a file from elsewhere may have any number of faults.
    """
    file = next(file for file in library.files if file.pack.id == pack)
    rows = []
    for fault in library.faults(pack)[:MOST_ROWS]:
        entry = find(file.pack, fault.entry)
        said = sentence(fault.reason)
        name = (entry.name.strip() or _("No name yet")) if entry is not None else file.pack.name.strip()
        text = _("{name}: {what}").format(name=name, what=said) if name else said
        spot = file.places.spot(fault.where) if file.places is not None else UNKNOWN
        used = _("It is not used before this is mended.") if fault.keeps_out else _("It is used all the same.")
        rows.append(FaultRow(at_spot(spot, text), used, pack, fault))
    return tuple(rows)
