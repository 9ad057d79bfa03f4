"""What the tree of packs says: names, kinds and how much is to mend."""

from collections import Counter

from bones_desktop.rules.bones.packs import Entry, PackItem, PackRace, PackTemplate, entries_of
from bones_desktop.window.packs.packlibrary import PackLibrary
from bones_desktop.window.packs.packtree import PackNode
from bones_desktop.wording.names import Translate, item_kind_name, template_kind_name


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
