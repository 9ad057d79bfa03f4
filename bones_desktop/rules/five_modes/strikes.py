"""The ways to strike with what an adventurer holds, and the defence that an attack is aimed at (FM-R25, FM-R26)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bones_desktop.rules.acts import Answers
from bones_desktop.rules.five_modes.book import Kind, Thing
from bones_desktop.rules.reasons import Reason, reason

HOW: Final = ("one", "higher", "lower")
"""Which hit dice count: one die, or the higher or lower of two."""


@dataclass(frozen=True, slots=True)
class Strike:
    """One way to strike with a thing: its stroke, the hit dice, and its length in feet where that replaces Guard."""

    thing: Thing
    stroke: str
    how: str = "one"
    grip: str = ""
    """"one-handed" for a weapon made for two hands, "grip" for daggers at a foe who is held, else ""."""
    length: int = 0

    @property
    def key(self) -> str:
        """The answer that chooses it: "halberd-chop", "daggers-thrust-grip"."""
        return "-".join(filter(None, (self.thing.id, self.stroke, self.grip)))

    @property
    def name(self) -> str:
        """Its name on the screen: "Halberd, chop one-handed"."""
        return f"{self.thing.name}, {self.stroke} {_GRIPS[self.grip]}".rstrip()


_GRIPS: Final = {"": "", "one-handed": "one-handed", "grip": "with a grip"}


def strikes_with(thing: Thing) -> Iterator[Strike]:
    """Yield every way to strike with a thing, the way it is made for first (FM-R25, FM-R26)."""
    for stroke in thing.strokes:
        if stroke == "shot":
            yield Strike(thing, stroke, "lower")
        elif thing.kind is Kind.DAGGER:
            yield Strike(thing, stroke, "lower")
            yield Strike(thing, stroke, "higher", "grip")
        elif thing.hands > 1:
            length = thing.length if stroke == "thrust" else 0
            yield Strike(thing, stroke, "higher" if stroke == "chop" else "one", length=length)
            yield Strike(thing, stroke, "lower", "one-handed")
        else:
            yield Strike(thing, stroke)


def strikes(held: Sequence[Thing]) -> tuple[Strike, ...]:
    """Return the ways to strike with what is held; with a shield in hand, those for one hand come first."""
    found = [each for thing in dict.fromkeys(held) for each in strikes_with(thing)]
    if any(thing.kind is Kind.SHIELD for thing in held):
        found.sort(key=lambda each: each.thing.hands > 1 and each.stroke != "shot" and not each.grip)
    return tuple(found)


def hit_dice(thing: Thing, die: int) -> str:
    """Return the hit dice of each stroke of a weapon in the hands it is made for: "chop higher of 2d8, thrust d8"."""
    if not die:
        return ", ".join(thing.strokes)
    told: dict[str, list[str]] = {}
    for each in strikes_with(thing):
        if each.grip != "one-handed":
            dice = f"d{die}" if each.how == "one" else f"{each.how} of 2d{die}"
            told.setdefault(f"{_GRIPS[each.grip]} {dice}".strip(), []).append("" if each.grip else each.stroke)
    return ", ".join(f"{' or '.join(filter(None, strokes))} {dice}".strip() for dice, strokes in told.items())


def aimed_at(answers: Answers) -> int:
    """Return the defence of the target: as typed in, or its Agility where that is given and lower (FM-R11).

    The length of a weapon that is thrust with both hands counts instead of a lower Guard (FM-R25, FM-A11).
    """
    found = max(answers.number("defence"), answers.number("length"))
    return min(found, answers.number("agility")) if answers.given("agility") else found


def length_notes(answers: Answers) -> tuple[Reason, ...]:
    """Return what the length of the weapon does, for before the throw."""
    if not answers.given("length"):
        return ()
    guard, length = answers.number("defence"), answers.number("length")
    known = "fm-length" if answers.given("agility") else "fm-length-alone"
    code = known if length > guard else "fm-length-short"
    return (reason(code, "FM-R25", length=length, guard=guard, defence=aimed_at(answers)),)
