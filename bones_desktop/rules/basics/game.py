"""The Basics as one `Game`: exact odds, steps of making by house rules, and problems of a character (BA-L1 to L4).

Sixes are re-rolled without a limit (3(c)), so a die has the generating function (4+s)/(6−s). For large k, the chance of
k successes of a pool is a polynomial in k times 6^-k. So infinite sums of products can be calculated exactly, from
finitely many differences.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache, partial
from itertools import pairwise
from math import comb
from typing import Final

from bones_desktop.rules.acts import Parameter
from bones_desktop.rules.basics import throws
from bones_desktop.rules.basics.acts import acts, lines
from bones_desktop.rules.basics.character import (
    ATTRIBUTES,
    DEGREES,
    FOUL,
    HELD,
    RESERVE,
    SKILLS,
    BasicsBook,
    BasicsCharacter,
    BasicsSkill,
    Weapon,
    facts,
    lists,
    reference,
    sheet,
    tracks,
)
from bones_desktop.rules.basics.scene import SCENE
from bones_desktop.rules.basics.throws import HOUSE, BasicsPool, BasicsThrow
from bones_desktop.rules.chances import Chance, total
from bones_desktop.rules.fields import DICE_COLOUR, as_held, rows, to_last, written
from bones_desktop.rules.games import Game, MakingStep, Odds, Plan, SheetForm, skill_key
from bones_desktop.rules.reasons import Problem, Reason, Weight, counted, is_placed, reason
from bones_desktop.rules.typedtext import is_seen

_ONCE: Final = (*[0] * 12, *[1] * 5, 2)
"""Successes of a die in 18 equally likely cases, where a six is rolled again only once (BA-A1)."""
_LAST = 20
"""This number of successes and all higher numbers count as the same outcome."""


def odds(plan: Plan) -> Odds:
    """Return the chances of every finding of `plan`. They sum to 1."""
    asked = plan.asked
    if not isinstance(asked, BasicsThrow):
        return Odds({})
    ours, theirs = (_Net(side, once=asked.sixes_once) for side in (asked.ours, asked.theirs))
    match plan.roll:
        case "damage":
            return Odds({"pips": _damage(asked)})
        case "conscious":
            asleep = Fraction(2, 3) ** asked.ours.dice
            return Odds({"awake": _chances({"yes": 1 - asleep, "no": asleep})})
        case "contest" | "attack" | "reply":
            won, lost = _wins(ours, theirs, 1), _wins(theirs, ours, 1)
            return Odds({"winner": _chances({"ours": won, "theirs": lost, "nobody": 1 - won - lost})})
        case "surprise":
            won, high = _wins(ours, theirs, 1), _wins(ours, theirs, throws.SURPRISED)
            return Odds({"surprise": _chances({"none": 1 - won, "initiative": won - high, "undefended": high})})
    net = {str(number): ours.equals(number) for number in range(ours.least, _LAST)}
    net["20+"] = ours.at_least(_LAST)
    if plan.roll == "initiative":
        return Odds({"net": _chances(net)})
    least = [*(each for each, _name in DEGREES)]
    tails = [Fraction(0), *(ours.at_least(each) for each in least)]
    degrees = {name: after - before for (before, after), (_, name) in zip(pairwise(tails), DEGREES, strict=True)}
    degrees[FOUL] = 1 - tails[-1]
    return Odds({"degree": _chances(degrees), "net": _chances(net)})


def _chances(found: dict[str, Fraction]) -> dict[str, Chance]:
    return {outcome: Chance(chance.numerator, chance.denominator) for outcome, chance in found.items()}


@lru_cache(4_096)
def successes(dice: int, count: int, once: bool) -> Fraction:
    """Return the chance of exactly `count` successes with `dice` dice (3(c))."""
    if count < 0:
        return Fraction(0)
    if once:
        return Fraction(*total([_ONCE] * dice).chance(count))
    if not dice:
        return Fraction(not count)
    ways = 0
    for few in range(min(dice, count) + 1):
        # Each term is over the common denominator 6 ** (dice + count).
        ways += comb(dice, few) * 4 ** (dice - few) * comb(dice + count - few - 1, count - few) * 6**few
    return Fraction(ways, 6 ** (dice + count))


def _black(dice: int, count: int) -> Fraction:
    return Fraction(comb(dice, count) * 2 ** (dice - count), 3**dice)


class _Net:
    """Net successes of one side: its automatic and rolled successes, less the successes of black dice."""

    def __init__(self, side: BasicsPool, *, once: bool) -> None:
        self.side = side
        self._once = once
        self._known: dict[int, Fraction] = {}
        self._tails: dict[int, Fraction] = {}

    @property
    def least(self) -> int:
        """The lowest possible net result."""
        return self.side.automatic - self.side.black

    @property
    def smooth(self) -> int:
        """The number from which on the chance is a polynomial times a power of one sixth."""
        return self.side.automatic + (2 * self.side.dice if self._once else 0) + 1

    @property
    def degree(self) -> int:
        """Degree of the polynomial; below 0 if the polynomial is zero."""
        return -1 if self._once or not self.side.dice else self.side.dice - 1

    def equals(self, number: int) -> Fraction:
        """Return the chance of exactly this net result."""
        if number not in self._known:
            side = self.side
            self._known[number] = sum(
                (
                    _black(side.black, black) * successes(side.dice, number - side.automatic + black, self._once)
                    for black in range(side.black + 1)
                ),
                Fraction(0),
            )
        return self._known[number]

    def at_least(self, number: int) -> Fraction:
        """Return the chance of this net result or a higher one."""
        if number <= self.least:
            return Fraction(1)
        if number not in self._tails:
            self._tails[number] = self.at_least(number - 1) - self.equals(number - 1)
        return self._tails[number]


def _wins(ours: _Net, theirs: _Net, by: int) -> Fraction:
    """Return the chance that our net result is at least one and exceeds theirs by `by` or more."""
    # A result t of ours does not win by `by` if theirs is at least t - by + 1.
    held = _endless(lambda t: ours.equals(t) * theirs.at_least(t - by + 1), 1, ours, theirs, by)
    return ours.at_least(1) - held


def _endless(term: Callable[[int], Fraction], first: int, ours: _Net, theirs: _Net, by: int) -> Fraction:
    """Return the sum of a term over all numbers from `first` on."""
    start = max(first, ours.smooth, theirs.smooth + by)
    total = sum((term(t) for t in range(first, start)), Fraction(0))
    degree = ours.degree + theirs.degree
    if ours.degree < 0 or theirs.degree < 0:
        return total
    # The rest is a polynomial times 36^-t. Its differences have sums in closed form.
    values = [term(start + step) * 36**step for step in range(degree + 1)]
    ratio = Fraction(1, 36)
    for order in range(degree + 1):
        total += values[0] * ratio**order / (1 - ratio) ** (order + 1)
        values = [after - before for before, after in pairwise(values)]
    return total


def _damage(asked: BasicsThrow) -> dict[str, Chance]:
    """Return the chances of each number of pips (BA-R19, BA-R21)."""
    black = asked.armour if asked.ranged else 0
    found: dict[str, Fraction] = {}
    for count in range(_LAST + asked.armour + black + 1):
        chance = successes(asked.ours.dice, count, asked.sixes_once)
        for cancelled in range(black + 1):
            hurt = throws.pips(asked, count, cancelled)
            if hurt < _LAST:
                found[str(hurt)] = found.get(str(hurt), Fraction(0)) + chance * _black(black, cancelled)
    found = {each: found[each] for each in sorted(found, key=int)}
    found["20+"] = 1 - sum(found.values(), Fraction(0))
    return _chances(found)


_PATHS: Final = {
    **{each: f"attributes.{each}" for each in ATTRIBUTES},
    "skill-#": "skills.#.name",
    "dice-#": "skills.#.dice",
    "weapon-#": "weapons.#.name",
    "damage-#": "weapons.#.damage",
    "weapon-skill-#": "weapons.#.skill",
    "reload-#": "weapons.#.reload",
    "ranged-#": "weapons.#.ranged",
    "bruise-#": "weapons.#.bruise",
    "armour": "armour.name",
    "armour-value": "armour.value",
    "works-as-melee": "armour.works_as_melee",
    **{each.id: f"house.{each.id}" for each in HOUSE},
}


def steps(book: BasicsBook, who: BasicsCharacter) -> tuple[MakingStep, ...]:
    """Return the steps of making. A character is unfinished only if it has no name, or no dice to roll."""
    held = partial(as_held, who, _PATHS)
    skills = rows(len(who.skills) + 1, Parameter.text("skill-#"), Parameter.number("dice-#", 0, 0, 60))
    weapons = (
        field for n, each in enumerate((*who.weapons, Weapon())[:HELD], 1) for field in _weapon_fields(who, n, each)
    )
    gear = (
        Parameter.text("armour"),
        Parameter.number("armour-value", 0, 0, 60),
        Parameter.yes_no("works-as-melee"),
        Parameter.number("movement", 0, 0, 1000),
    )
    attributes = held(*(Parameter.number(each, 0, -20, 40) for each in ATTRIBUTES))
    placed, dice = _counts(book, who)
    return (
        MakingStep("about", True, held(Parameter.text("concept"), Parameter.text("player"))),
        MakingStep("attributes", any(each.first for each in attributes), attributes, counts=(placed,)),
        MakingStep("skills", any(each.dice for each in who.skills), held(*skills), counts=(dice,)),
        MakingStep("weapons", True, held(*weapons)),
        MakingStep("gear", True, held(*gear)),
        MakingStep("name", is_seen(who.name), held(Parameter.text("name"), DICE_COLOUR)),
        MakingStep("house", True, held(*HOUSE)),
    )


def _counts(book: BasicsBook, who: BasicsCharacter) -> tuple[Reason, Reason]:
    """Return how many of the suggested dice are placed in attributes and in skills (BA-L1, BA-L2)."""
    attributes = sum(getattr(who.attributes, each) for each in ATTRIBUTES)
    return (
        counted("ba-attributes", "BA-L1", attributes, book.budget("attributes").total),
        counted("ba-skills", "BA-L2", sum(each.dice for each in who.skills), book.budget("skills").total),
    )


def _weapon_fields(who: BasicsCharacter, n: int, weapon: Weapon) -> Iterator[Parameter]:
    """Yield the questions about a weapon.

    A new weapon is only asked for its name and its dice.
    """
    yield Parameter.text(f"weapon-{n}")
    yield Parameter.number(f"damage-{n}", 0, 0, 60)
    if weapon != Weapon():
        skills = tuple(dict.fromkeys(("", *(each.name for each in who.skills), weapon.skill)))
        yield Parameter.choice(f"weapon-skill-{n}", skills, names=skills)
        yield Parameter.number(f"reload-{n}", 0, 0, 20)
        yield from map(Parameter.yes_no, (f"ranged-{n}", f"bruise-{n}"))


def with_field(book: BasicsBook, who: BasicsCharacter, field: str, value: int | str) -> BasicsCharacter:
    """Return the character with a field of a step set. Empty weapons and skills at the end of a list are removed."""
    after = written(steps(book, who), who, _PATHS, field, value)
    return after.with_(
        skills=to_last(after.skills, lambda each: each.name.strip() or each.dice),
        weapons=to_last(after.weapons, lambda each: each.name.strip() or each.with_(name="") != Weapon()),
    )


def check(book: BasicsBook, who: BasicsCharacter) -> tuple[Problem[str], ...]:
    """Return missing and forbidden parts, and points of the house budget that are left (BA-L1 to L4)."""
    return tuple(_problems(book, who))


def _problems(book: BasicsBook, who: BasicsCharacter) -> Iterator[Problem[str]]:
    if not is_seen(who.name):
        yield Problem(reason("no-name"), "name", Weight.UNFINISHED)
    for what, count in zip(("attributes", "skills"), _counts(book, who), strict=True):
        if not is_placed(count):
            yield Problem(count, what, Weight.ADVICE)
    budget = book.budget("attributes")
    for each in ATTRIBUTES:
        if not budget.least <= getattr(who.attributes, each) <= budget.most:
            why = reason("ba-range", "BA-L1", attribute=each, least=budget.least, most=budget.most)
            yield Problem(why, each, Weight.ADVICE)
    yield from _named_problems(who, book.budget("skills").most)
    if len(who.marks) > who.most_pips + RESERVE:
        most = who.most_pips + RESERVE
        yield Problem(reason("ba-too-many-marks", "BA-L4", marks=len(who.marks), most=most), "", Weight.ILLEGAL)


def _named_problems(who: BasicsCharacter, most: int) -> Iterator[Problem[str]]:
    """Yield the problems of individual skills and weapons (BA-L2, BA-L3)."""
    for place, skill in enumerate(who.skills, 1):
        if not skill.name.strip():
            yield Problem(reason("ba-no-skill", "BA-L3"), f"skill-{place}", Weight.ILLEGAL)
        elif skill.dice > most:  # the problem names the skill
            why = reason("ba-skill-range", "BA-L2", skill=skill.name.strip(), most=most)
            yield Problem(why, f"dice-{place}", Weight.ADVICE)
    known = {skill_key(each.name) for each in who.skills} | {""}
    for place, weapon in enumerate(who.weapons, 1):
        if not weapon.name.strip():
            yield Problem(reason("ba-no-weapon", "BA-L3", n=place), f"weapon-{place}", Weight.ILLEGAL)
        elif skill_key(weapon.skill) not in known:
            why = reason("ba-weapon-skill", "BA-R19", weapon=weapon.name, skill=weapon.skill)
            yield Problem(why, f"weapon-skill-{place}", Weight.ADVICE)


def new(id: str) -> BasicsCharacter:
    """Return a blank character with the skills that the text of the game names."""
    named = (each.replace("-", " ").capitalize().replace("Hide and sneak", "Hide & Sneak") for each in SKILLS)
    return BasicsCharacter(id=id, skills=tuple(BasicsSkill(name=name) for name in named))


BASICS: Final[Game[BasicsCharacter, BasicsBook]] = Game(
    id="basics",
    title="The Basics",
    credit="The Basics: after a text of house rules headed The BASICS.",
    new=new,
    steps=steps,
    with_field=with_field,
    check=check,
    facts=facts,
    rolls=throws.rolls,
    plan=throws.plan,
    read=throws.read,
    odds=odds,
    tracks=tracks,
    acts=acts,
    lines=lines,
    lists=lists,
    sheet=sheet,
    form=SheetForm(
        (ATTRIBUTES, ("initiative", "actions", "movement", "armour", "awake", "penalty")),
        (("skill-#", "degrees"), ("weapons", "armour", "notes")),
    ),
    reference=reference,
    house=throws.HOUSE,
    scene=SCENE,
    # A partial success counts only if the Gamesmaster allows it (BA-R04).
    succeeds={
        "degree": ("success", "good", "impressive", "virtuoso", "awe", "godlike"),
        "winner": ("ours",),
        "surprise": ("initiative", "undefended"),
        "awake": ("yes",),
    },
)
