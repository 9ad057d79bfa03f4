"""What lies in the tray and all that is said of it; nothing here moves or paints."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from bones_desktop.rules.reading import Role
from bones_desktop.tray.dicepainter import Body
from bones_desktop.tray.looks import LOST, look_of
from bones_desktop.tray.marks import CallOut, DiceMarks
from bones_desktop.tray.solids import Solid, solid_of
from bones_desktop.wording.language import _


@dataclass(frozen=True, slots=True)
class TrayDie:
    """A die as the tray needs it: its face codes, the group it lies with, and how it is called.

    Codes are pictures for a cube; numbers, from 1 on, for a die of any shape.
    """

    faces: tuple[str, ...]
    group: str = ""
    label: str = ""
    names: tuple[str, ...] = ()
    """The faces as a player says them, for a screen reader; the codes stand in when there are none."""

    @property
    def solid(self) -> Solid:
        """Its shape."""
        return solid_of(self.faces)

    def said(self, index: int) -> str:
        """Return what the face of `index` is called."""
        return (self.names or self.faces)[index]


def bodies(dice: Sequence[TrayDie], roles: Sequence[Role]) -> list[Body]:
    """Return what the dice look like; `roles` are one a die or none; what is lost or thrown again since looks so."""
    lost = [role in {Role.LOST, Role.RETHROWN} for role in roles] or [False] * len(dice)
    return [
        Body(LOST if gone else look_of(die.group, die.faces), die.faces) for die, gone in zip(dice, lost, strict=True)
    ]


class TrayContents:
    """The dice in the tray. What is marked, noted or replaced goes when other dice or faces come."""

    def __init__(self) -> None:
        self.dice: tuple[TrayDie, ...] = ()
        self.indices: tuple[int, ...] = ()
        self.roles: tuple[Role, ...] = ()
        self.notes: tuple[str, ...] = ()
        self.before: Mapping[int, int] = {}
        self.sides: Mapping[str, str] = {}
        self.names: Mapping[str, str] = {}
        """Of groups, to be read below their dice."""
        self.plate = ""
        """Words beside the number of the throw."""
        self.thrown = False
        """Whether these dice were thrown; else they wait for it."""
        self.number = 0

    def lay(self, dice: Sequence[TrayDie], indices: Sequence[int]) -> None:
        """Take dice and the face each shows. ValueError when they are not as many."""
        if len(dice) != len(indices):
            raise ValueError(f"{len(dice)} dice need as many faces, not {len(indices)}")
        self.dice, self.indices = tuple(dice), tuple(indices)
        self.roles, self.notes, self.before = (), (), {}

    def count_throw(self) -> None:
        """Count one throw more: the dice that lie here."""
        self.number += 1
        self.thrown = True

    def mark(self, roles: Sequence[Role]) -> None:
        """Take what each die did. ValueError when they are not one a die."""
        self._check(roles, "roles")
        self.roles = tuple(roles)

    def take(self, other: "TrayContents", places: Sequence[int]) -> bool:
        """Take over the dice of `other` at these places, without its notes and sides; return whether that changed."""
        before = self.dice, self.indices, self.roles, self.before, self.plate_words()
        self.dice, self.indices = tuple(other.dice[k] for k in places), tuple(other.indices[k] for k in places)
        self.roles = tuple(other.roles[k] for k in places) if other.roles else ()
        self.before = {at: other.before[k] for at, k in enumerate(places) if k in other.before}
        self.names = other.names
        self.plate, self.thrown, self.number = other.plate, other.thrown and bool(places), other.number
        return before != (self.dice, self.indices, self.roles, self.before, self.plate_words())

    def explain(self, notes: Sequence[str]) -> None:
        """Take a sentence for each die. ValueError when they are not one a die."""
        self._check(notes, "notes")
        self.notes = tuple(notes)

    def replace(self, faces: Mapping[int, int]) -> None:
        """Take the faces that were there before. ValueError when one is of no die here."""
        wrong = [
            die
            for die, face in faces.items()
            if not (0 <= die < len(self.dice) and 0 <= face < max(6, len(self.dice[die].faces)))
        ]
        if wrong:
            raise ValueError(f"no such face of die {wrong[0]}")
        self.before = dict(faces)

    def marks(self, offered: frozenset[int]) -> DiceMarks:
        """Return all that is marked on the dice."""
        return DiceMarks(self.roles, self.before, offered)

    def read_out(self, dice: Sequence[int], most: int) -> str:
        """Return what dice show: "2 · 6 · 2", of more than `most` how often each: "2 ×5 · 6 ×3", "" for too many."""
        shown = {die: self.dice[die].said(self.indices[die]) for die in dice}
        if len(dice) <= most:
            return " · ".join(shown.values())
        counts = Counter(shown[die] for die in sorted(dice, key=lambda die: self.indices[die]))
        said = (_("{face} ×{n}").format(face=face, n=n) if n > 1 else face for face, n in counts.items())
        return " · ".join(said) if len(counts) <= most else ""

    def bodies(self) -> list[Body]:
        """Return what the dice look like."""
        return bodies(self.dice, self.roles)

    def plate_words(self) -> str:
        """Return the words on the brass plate, "" for no plate."""
        number = _("Throw {number}").format(number=self.number) if self.thrown and self.number else ""
        return " · ".join(words for words in (number, self.plate) if words)

    def description(self, offered: Collection[int]) -> str:
        """Return all that lies here, in order, for those who cannot see it."""
        count = len(self.dice)
        if not count:
            return _("The tray is empty.")
        plate = self.plate_words()
        if plate:
            head = _("{plate}, {count} dice.").format(plate=plate, count=count)
        else:
            head = _("Before a throw, {count} dice.").format(count=count)
        if offered:
            numbers = ", ".join(str(die + 1) for die in sorted(offered))
            head += " " + _("Choose one to throw again: {numbers}.").format(numbers=numbers)
        return f"{head} {'; '.join(self._said(die) for die in range(count))}"

    def announcement(self, die: int) -> str:
        """Return what screen readers say when a die gets the focus."""
        note = self.notes[die] if self.notes else ""
        return f"{self._said(die)}. {note}".strip()

    def callout(self, die: int) -> CallOut:
        """Return the call-out of a die; only with notes."""
        each = self.dice[die]
        return CallOut(each.label, each.said(self.indices[die]), self.notes[die])

    def _said(self, die: int) -> str:
        each = self.dice[die]
        face = each.said(self.indices[die])
        return _("{die}: {face}").format(die=each.label, face=face) if each.label else face

    def _check(self, given: Sequence[object], what: str) -> None:
        if given and len(given) != len(self.dice):
            raise ValueError(f"{len(self.dice)} dice need as many {what}, not {len(given)}")
