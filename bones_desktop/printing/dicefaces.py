"""Which dice a sheet has that can be made in the hand, and which of their faces are new since the last print."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bones_desktop.rules.bones.book.icons import BLANK
from bones_desktop.rules.bones.making.sheet import FaceCell, Sheet
from bones_desktop.rules.typedtext import one_line
from bones_desktop.wording.language import _
from bones_desktop.wording.names import follower_noun


@dataclass(frozen=True, slots=True)
class DieFaces:
    """One die to be made; of faces that are not wanted the code is ""."""

    owner: str
    name: str
    """Tells it from the other dice of its owner."""
    faces: tuple[str, ...]
    """Codes, always six."""

    @property
    def stickers(self) -> tuple[str, ...]:
        """The faces that something is stuck on: a printed blank stays as the die is."""
        return tuple(code for code in self.faces if code not in {"", BLANK.code})


def dice_of(sheet: Sheet) -> tuple[DieFaces, ...]:
    """Return the dice of a sheet that have a face: own ones, equipment, those of followers, hindering ones."""
    owner = one_line(sheet.name)

    def made(name: str, faces: Sequence[FaceCell]) -> DieFaces:
        return DieFaces(owner, one_line(name), tuple(face.code for face in faces))

    die, item, hindering = _("Die {number}"), _("Item {number}"), _("Hindering die {number}")
    own = [each for each in sheet.dice if each.exists]
    found = [made(_titled(die.format(number=each.number), each.title), each.faces) for each in own]
    found += [made(_titled(item.format(number=each.number), each.name), each.faces) for each in sheet.equipment]
    for line in sheet.followers:
        who = line.name.strip() or follower_noun(line.noun) or line.mastery
        found += [made(f"{who}, {die.format(number=each.number)}", each.faces) for each in line.dice]
    found += [made(_titled(hindering.format(number=each.number), each.name), each.faces) for each in sheet.hindering]
    return tuple(each for each in found if any(each.faces))


def changed_faces(dice: Sequence[DieFaces], before: Mapping[str, Sequence[str]]) -> tuple[DieFaces, ...]:
    """Return the dice with those faces only that differ from `before`, which has faces by the names of dice."""
    left = []
    for die in dice:
        old = before.get(die.name, ())
        faces = tuple(code if place >= len(old) or code != old[place] else "" for place, code in enumerate(die.faces))
        left.append(replace(die, faces=faces))
    return tuple(each for each in left if each.stickers)


def _titled(number: str, title: str) -> str:
    return f"{number} · {title}" if title.strip() else number
