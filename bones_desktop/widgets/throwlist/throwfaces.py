"""Which small faces a throw shows: every face its dice have shown, and which of them do not stand."""

from collections.abc import Mapping
from dataclasses import dataclass

from bones_desktop.rules.bones.book.attempts import CHALLENGE, CHARACTER, HINDERING, ITEM, OPPONENT
from bones_desktop.rules.bones.book.notation import ITEM_USES
from bones_desktop.rules.bones.book.rulebook import DieUse, Rulebook
from bones_desktop.storage.log.logentry import LogEntry
from bones_desktop.widgets.dice.minidie import painted_group


@dataclass(frozen=True, slots=True)
class ShownFace:
    """One small face."""

    code: str
    group: str
    """The one it is painted as."""
    crossed: bool = False
    """Whether the die was thrown again, or the throw was taken back: the face does not stand."""
    parted: bool = False
    """Whether the other side's dice begin with it."""


def shown_faces(entry: LogEntry, groups: Mapping[str, str]) -> tuple[ShownFace, ...]:
    """Return the faces of an entry; `groups` tells the kind of a die by its name where the log does not."""
    faces: list[ShownFace] = []
    parted = False
    for place, die in enumerate(entry.dice):
        group = die.group or groups.get(die.name, CHARACTER)
        seen = entry.faces_of(place)
        begins = group == OPPONENT and not parted
        parted = parted or begins
        painted = painted_group(group, die.faces)
        faces += [
            ShownFace(die.faces[index], painted, crossed=not stands, parted=begins and first == 0)
            for first, (index, stands) in enumerate(seen)
        ]
    return tuple(faces)


def die_groups(rulebook: Rulebook) -> dict[str, str]:
    """Return the group of each printed die that is not a character's own, by its name: old lines keep names only."""
    kinds = {DieUse.CHALLENGE: CHALLENGE, DieUse.HINDERING: HINDERING}
    kinds |= dict.fromkeys(ITEM_USES, ITEM)
    return {die.name: kinds[die.use] for die in rulebook.dice if die.use in kinds}
