"""Racial icons and the special abilities of beasts."""

from dataclasses import dataclass

from bones_desktop.rules.bones.book.masteries import Count


@dataclass(frozen=True, slots=True)
class RacialReading:
    """One skill a racial icon may stand for; as that mastery's icon when `mastery` is named (RACE-3, AMB-69)."""

    skill: str
    mastery: str = ""


@dataclass(frozen=True, slots=True)
class Race:
    """A non-human race and its racial icon, which share one id (RACE-1..5)."""

    id: str
    name: str
    sign: str
    readings: tuple[RacialReading, ...]
    source: str
    aliases: tuple[str, ...] = ()
    letters: str = ""
    """Drawn on faces where the race has no picture."""
    house: bool = False


@dataclass(frozen=True, slots=True)
class Ability:
    """A beast's special ability (BST-5..13)."""

    id: str
    name: str
    sign: str
    effect: str
    counts: tuple[Count, ...]
    """What it counts as in a task of that skill; empty when it is no success."""
    combat: tuple[Count, ...]
    together: bool
    """Whether its combat counts apply all at once (Prickly) or one of them (Hoar Frost)."""
    independent: bool
    source: str
    rider: str = ""
    """Hindering die a damaged target gains: "poison", "flaming" or ""."""
    hinders_others: bool = False
    aliases: tuple[str, ...] = ()
