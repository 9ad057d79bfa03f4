"""What the tree and the list of faults say: names, kinds, how much is to mend and what."""

from collections import Counter
from typing import Final

from bones_desktop.rules.bones.life.packs import Entry, PackItem, PackRace, PackTemplate, entries_of, find
from bones_desktop.storage.files.plainjson import UNKNOWN
from bones_desktop.window.packs.faultlist import FaultRow
from bones_desktop.window.packs.packlibrary import PackLibrary
from bones_desktop.window.packs.packtree import PackNode
from bones_desktop.wording import Translate
from bones_desktop.wording.names import item_kind_name, template_kind_name
from bones_desktop.wording.packfiles import at_spot
from bones_desktop.wording.reasons import sentence

MOST_ROWS: Final = 200


def pack_nodes(library: PackLibrary, tr: Translate) -> tuple[PackNode, ...]:
    """Return the packs with their entries, by name, and the files that cannot be used."""
    nodes = []
    for file in library.files:
        pack = file.pack
        wrong = Counter(fault.entry for fault in library.faults(pack.id))
        children = tuple(
            PackNode(
                entry.name.strip() or tr("No name yet"),
                kind_of(entry, tr),
                pack.id,
                entry.id,
                faults=wrong[entry.id],
                fault_text=faults_text(wrong[entry.id], tr),
            )
            for entries in entries_of(pack).values()
            for entry in entries
        )
        total = wrong.total()
        name = pack.name.strip() or tr("No name yet")
        nodes.append(
            PackNode(name, tr("Pack"), pack.id, faults=total, fault_text=faults_text(total, tr), children=children)
        )
    damaged = (
        PackNode(error.path.name, tr("Cannot be used"), path=error.path, faults=1, fault_text=tr("see why"))
        for error in library.damaged
    )
    return (*nodes, *damaged)


def kind_of(entry: Entry, tr: Translate) -> str:
    """Return what an entry is, in a word or two."""
    match entry:
        case PackTemplate():
            return template_kind_name(entry.kind, tr)
        case PackItem():
            return item_kind_name(entry.kind, tr)
        case PackRace():
            return tr("Race")


def faults_text(count: int, tr: Translate) -> str:
    """Return how much is to mend, "" for nothing."""
    if not count:
        return ""
    return tr("one thing to mend") if count == 1 else tr("{count} things to mend").format(count=count)


def fault_rows(library: PackLibrary, pack: str, tr: Translate) -> tuple[FaultRow, ...]:
    """Return what is to mend in a pack that is here, with line and column while its file is as it was read.

    At most MOST_ROWS: a file from elsewhere may have any number of faults.
    """
    file = next(file for file in library.files if file.pack.id == pack)
    rows = []
    for fault in library.faults(pack)[:MOST_ROWS]:
        entry = find(file.pack, fault.entry)
        said = sentence(fault.reason, tr)
        name = (entry.name.strip() or tr("No name yet")) if entry is not None else file.pack.name.strip()
        text = tr("{name}: {what}").format(name=name, what=said) if name else said
        spot = file.places.spot(fault.where) if file.places is not None else UNKNOWN
        used = tr("It is not used before this is mended.") if fault.keeps_out else tr("It is used all the same.")
        rows.append(FaultRow(at_spot(spot, text, tr), used, pack, fault))
    return tuple(rows)
