"""The single successes of a throw: their places, possible uses and uses, and why a use is not legal.

Codes of refusals: word-unknown (word), nobody-by-that-id (who), not-declared-against (whom), cannot-attack-so (face,
whom), nothing-to-shoot (who), cannot-defend (face), cannot-lend (face, whom), not-in-the-fight ().
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from bones_desktop.rules.bones.fight.doings import Doings
from bones_desktop.rules.bones.fight.fighters import Words
from bones_desktop.rules.bones.fight.hands import FighterHand
from bones_desktop.rules.bones.fight.successes import (
    DEFENDS,
    FROST_REACH,
    OF_MODE,
    AttackMode,
    FaceReading,
    Success,
    To,
)
from bones_desktop.rules.reasons import Reason, reason

ATTACK: Final = "attack"
DEFEND: Final = "defend"
LEND: Final = "lend"
NONE: Final = "none"
OPEN: Final = "open"
"""An undecided success on a face where others are placed."""
STRIKE: Final = "strike"
"""Uses without a choice. Prickly strikes everybody who comes near, each Incorporeal stops one of each attacker."""
# Above any number of successes, so that comparisons need no special case.
WITHOUT_LIMIT: Final = 1 << 16


@dataclass(frozen=True, slots=True)
class RolledSuccess:
    """One success: its place, its possible uses, and its use."""

    who: str
    place: str
    """Number of the die, counted from 1, or `BOUGHT`, `AUTOMATIC`, `LENT`."""
    number: int
    """Number of the success on its face, from 0."""
    opponent: str
    """The opponent a horde rolled for; "" for other fighters."""
    face: str
    """Name of the face."""
    success: Success
    use: str = ""
    """A word of the above or `STRIKE`; "" if it is not placed."""
    whom: str = ""
    """The target or borrower; "" for a defence against all comers."""
    via: To = To.NOTHING
    """The kind of attack, or the part of the success that defends."""
    might: To = To.NOTHING
    """All possible uses, in any reading of its face."""

    @property
    def is_unasked(self) -> bool:
        """Whether it acts without a choice."""
        return bool(self.success.all & (To.PRICK | To.SHROUD))

    @property
    def limit(self) -> str:
        """The cap that counts for its use, "" for none."""
        return self.success.limit(self.via or self.success.all) or ""


@dataclass(frozen=True, slots=True)
class FaceShown:
    """One face of a throw: its reading, and other possible readings."""

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
    chips: tuple[RolledSuccess, ...]
    shown: tuple[FaceShown, ...]
    limits: Mapping[str, int]
    """Most successes under each cap."""
    usable: int
    """Most successes in all, after caps and Nulls."""
    nulls: int
    fatigue: int
    encumbrance: int
    """The rest after Endurance."""
    magic_left: int
    """Successes of Magic after the cap and fatigue only; its damage depends on them (MAG-14)."""

    @property
    def placed(self) -> tuple[RolledSuccess, ...]:
        """The successes placed by choice."""
        return tuple(chip for chip in self.chips if chip.use in {ATTACK, DEFEND, LEND})

    @property
    def unplaced(self) -> tuple[RolledSuccess, ...]:
        """The undecided successes, as many as can still be used. They come before those that act without a choice."""
        waiting = [chip for chip in self.chips if not chip.use and not chip.is_unasked]
        left = self.usable - len(self.placed)
        within = dict(self.limits)
        for chip in self.placed:
            within[chip.limit] = within.get(chip.limit, WITHOUT_LIMIT) - 1
        found: list[RolledSuccess] = []
        for chip in waiting:
            if len(found) < left and within.get(chip.limit, WITHOUT_LIMIT) > 0:
                within[chip.limit] = within.get(chip.limit, WITHOUT_LIMIT) - 1
                found.append(chip)
        return tuple(found)

    @property
    def wasted(self) -> int:
        """Number of successes above a cap or cancelled."""
        return max(0, len(self.chips) - self.usable)

    def acting(self) -> Iterator[RolledSuccess]:
        """Yield the successes that act: those placed, then as many of those without a choice as are left."""
        placed = self.placed
        yield from placed
        left = self.usable - len(placed)
        for chip in self.chips:
            if chip.is_unasked and left > 0:
                left -= 1
                yield replace(chip, use=STRIKE, via=chip.success.all)

    def negated(self, what: str) -> int:
        """Return the points that faces take off `what`, for any use of their successes (AMB-21)."""
        return sum(each.reading.negated(what) for each in self.shown)


class Uses:
    """Legal uses of one fighter's successes."""

    def __init__(self, doings: Doings, hand: FighterHand) -> None:
        self._doings = doings
        self._fighter = hand.fighter
        self._doing = hand.doing

    def why_not(self, success: Success, word: str, name: str) -> Reason | None:
        """Return why a success may not be used like this; None if it may."""
        use, _, whom = word.partition(" ")
        if word in {"", NONE, OPEN}:
            return None
        if use not in {ATTACK, DEFEND, LEND} or (use != DEFEND and not whom):
            return reason("word-unknown", "CMB-4", word=word[:40])
        if whom and whom not in self._doings.by_id:
            return reason("nobody-by-that-id", "", who=whom[:60])
        if use == LEND:
            may = bool(success.all & To.LEND) and whom in self.borrowers(success.lends)
            return None if may else reason("cannot-lend", "AMB-26", face=name, whom=whom)
        if not self._doing.fights and not (use == ATTACK and self._doing.aimed):
            return reason("not-in-the-fight", "AMB-34")
        if use == DEFEND:
            return None if success.all & DEFENDS else reason("cannot-defend", "CMB-5", face=name)
        if self.way_to_attack(success, whom):
            return None
        if all(each.whom != whom for each in self._doing.aimed):
            return reason("not-declared-against", "CMB-2", whom=whom)
        return self.nothing_to_shoot or reason("cannot-attack-so", "CMB-5", face=name, whom=whom)

    @property
    def nothing_to_shoot(self) -> Reason | None:
        """Why a fighter who declared missiles cannot shoot: there is nothing to shoot with (AMB-35)."""
        shots = self._doing.aimed and all(each.mode is AttackMode.MISSILE for each in self._doing.aimed)
        bare = shots and not self._doing.means.shoots
        return reason("nothing-to-shoot", "AMB-35", who=self._fighter.name) if bare else None

    def borrowers(self, skill: str) -> frozenset[str]:
        """Return the fighters whom a success may be lent to: a mount always, others in a task of the skill (AMB-26)."""
        tasks = {
            who
            for who, doing in self._doings.by_id.items()
            if who != self._fighter.id and doing.able and doing.task is not None and doing.skill == skill
        }
        # A rider may always lend to the mount; others need a task that the success fits (AMB-26).
        mount = {self._fighter.on} if skill == "riding" and self._fighter.on in self._doings.by_id else set[str]()
        return frozenset(tasks | mount)

    def way_to_attack(self, success: Success, whom: str) -> To:
        """Return how a success reaches a target: by a declared attack, or Hoar Frost by being near."""
        # Cold reaches everybody near, so it needs no declaration.
        if success.all & To.FROST and self._doings.within(self._fighter.id, whom, FROST_REACH):
            return To.FROST
        aimed = (each for each in self._doing.aimed if each.whom == whom and success.all & OF_MODE[each.mode])
        return next((OF_MODE[each.mode] for each in aimed), To.NOTHING)

    def are_legal(self, reading: FaceReading, words: Words) -> bool:
        """Return whether a reading of a face allows these words; a single word need fit only one success."""
        if len(words) > len(reading.successes):
            return False
        each = words if len(words) > 1 else words * len(reading.successes)
        legal = [self.why_not(one, word, "") is None for one, word in zip(reading.successes, each, strict=False)]
        return any(legal) if len(words) == 1 else all(legal)

    def words(self, success: Success) -> tuple[str, ...]:
        """Return every legal word for a success."""
        words = [f"{ATTACK} {each.whom}" for each in self._doing.aimed] + [DEFEND]
        words += [f"{ATTACK} {who}" for who in self._doings.by_id if success.all & To.FROST and who != self._fighter.id]
        words += [f"{LEND} {who}" for who in (self.borrowers(success.lends) if success.lends else ())]
        return tuple(word for word in dict.fromkeys(words) if self.why_not(success, word, "") is None)


def legal_uses(doings: Doings, hands: Mapping[str, FighterHand], chips: Chips) -> dict[RolledSuccess, tuple[str, ...]]:
    """Return for each success its legal words in any reading of its face."""
    hand = hands[chips.who]
    if hand.fighter.is_horde or all(each.opponent != chips.opponent for each in hand.throws):
        return {}
    uses = Uses(doings, hand)
    others = {shown.place: (shown.reading, *shown.others) for shown in chips.shown}
    known: dict[Success, tuple[str, ...]] = {}
    found = {}
    for chip in chips.chips:
        # Readings with another number of successes cannot be compared one by one.
        alike = [one.successes for one in others.get(chip.place, ()) if len(one.successes) > chip.number]
        same = {each[chip.number]: None for each in alike if len(each) == len(alike[0])} or {chip.success: None}
        words: dict[str, None] = {}
        for success in same:
            if success not in known:
                known[success] = uses.words(success)
            words.update(dict.fromkeys(known[success]))
        found[chip] = () if chip.is_unasked else tuple(words)
    return found
