"""The single successes of a throw: where each lies, what it may do, and what it is used for."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from bones_desktop.rules.bones.fight.successes import FaceReading, Success, To

ATTACK: Final = "attack"
DEFEND: Final = "defend"
LEND: Final = "lend"
NONE: Final = "none"
OPEN: Final = "open"
"""Of a success on a face with others that are placed: nobody has decided about it."""
STRIKE: Final = "strike"
"""What nobody chooses: Prickly strikes whoever comes near, each Incorporeal stops one of each attacker."""
WITHOUT_LIMIT: Final = 1 << 16


@dataclass(frozen=True, slots=True)
class Chip:
    """One success: where it lies, what it may do, and what it is used for."""

    who: str
    place: str
    """Number of the die, counted from 1, or `BOUGHT`, `AUTOMATIC`, `LENT`."""
    number: int
    """Which success of its face, counted from 0."""
    opponent: str
    """Whom a horde threw for; "" for anybody else."""
    face: str
    """Name of the face."""
    success: Success
    use: str = ""
    """One of the words, `STRIKE`; "" while it is not placed."""
    whom: str = ""
    """Whom it is used on; "" for a defence against all comers."""
    via: To = To.NOTHING
    """How it attacks, or what of it defends."""
    might: To = To.NOTHING
    """Everything it may do, whichever way its face is read."""

    @property
    def is_unasked(self) -> bool:
        """Whether it acts by itself."""
        return bool(self.success.all & (To.PRICK | To.SHROUD))

    @property
    def limit(self) -> str:
        """The limit it stands under in its use, "" for none."""
        return self.success.limit(self.via or self.success.all) or ""


@dataclass(frozen=True, slots=True)
class FaceShown:
    """What one face came to: how it is read, and the ways it might be."""

    place: str
    name: str
    reading: FaceReading
    others: tuple[FaceReading, ...]
    """Other ways to read it (RACE-2, AMB-56)."""


@dataclass(frozen=True, slots=True)
class Chips:
    """The successes of one throw of a fighter."""

    who: str
    opponent: str
    chips: tuple[Chip, ...]
    shown: tuple[FaceShown, ...]
    limits: Mapping[str, int]
    """How many may be used under each cap."""
    usable: int
    """How many may be used in all, after caps and Nulls."""
    nulls: int
    fatigue: int
    encumbrance: int
    """What is left of it after Endurance."""
    magic_left: int
    """Successes of Magic after the cap and fatigue alone, which decide about its damage (MAG-14)."""

    @property
    def placed(self) -> tuple[Chip, ...]:
        """Those put to a use by choice."""
        return tuple(chip for chip in self.chips if chip.use in {ATTACK, DEFEND, LEND})

    @property
    def unplaced(self) -> tuple[Chip, ...]:
        """Those nobody has decided about, as many as may still be used; they go before what acts unasked."""
        waiting = [chip for chip in self.chips if not chip.use and not chip.is_unasked]
        left = self.usable - len(self.placed)
        within = dict(self.limits)
        for chip in self.placed:
            within[chip.limit] = within.get(chip.limit, WITHOUT_LIMIT) - 1
        found: list[Chip] = []
        for chip in waiting:
            if len(found) < left and within.get(chip.limit, WITHOUT_LIMIT) > 0:
                within[chip.limit] = within.get(chip.limit, WITHOUT_LIMIT) - 1
                found.append(chip)
        return tuple(found)

    @property
    def wasted(self) -> int:
        """How many successes are above a cap or cancelled."""
        return max(0, len(self.chips) - self.usable)

    def acting(self) -> Iterator[Chip]:
        """Yield the chips that do something: those placed, then of those that act unasked as many as are left."""
        placed = self.placed
        yield from placed
        left = self.usable - len(placed)
        for chip in self.chips:
            if chip.is_unasked and left > 0:
                left -= 1
                yield replace(chip, use=STRIKE, via=chip.success.all)

    def negated(self, what: str) -> int:
        """Return what faces take off `what` whatever their successes are used for (AMB-21)."""
        return sum(each.reading.negated(what) for each in self.shown)
