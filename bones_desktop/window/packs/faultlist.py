"""The faults of a pack, as a list that leads to the places where they are mended."""

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from bones_desktop.rules.bones.life.packs import PackFault, find
from bones_desktop.storage.files.plainjson import UNKNOWN
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.lists.line import Ground, Line, LineLook
from bones_desktop.widgets.lists.linelist import PICKING, LineList
from bones_desktop.widgets.scaled import set_lengths
from bones_desktop.window.packs.packlibrary import PackLibrary
from bones_desktop.wording.language import _
from bones_desktop.wording.packfiles import at_spot
from bones_desktop.wording.reasons import sentence

MOST_ROWS: Final = 200
"""How many faults of a pack are listed."""
_LOOK: Final = LineLook(height=24, font=("sans", 12, False), pad=(8, 4), ground=Ground.STRIPED, wraps=True)


@dataclass(frozen=True, slots=True)
class FaultRow:
    """One fault. Texts are finished."""

    text: str
    tip: str
    pack: str
    fault: PackFault


class FaultList(LineList):
    """Shows the faults; a click, Enter or Space goes to the place of one."""

    fault_activated = Signal(object)
    """The FaultRow."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, _("To mend"), parent, _LOOK, keys=PICKING, by_click=True, framed=True)
        self._faults: tuple[FaultRow, ...] = ()
        self.line_activated.connect(lambda key: self.fault_activated.emit(self._faults[int(key)]))
        set_lengths(theme, self, least_height=60, most_height=160)

    def show_faults(self, faults: tuple[FaultRow, ...]) -> None:
        """Show other faults."""
        self._faults = faults
        self.show_lines(
            Line(each.text, key=str(place), tip=each.tip, spoken=f"{each.text} {each.tip}")
            for place, each in enumerate(faults)
        )


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
