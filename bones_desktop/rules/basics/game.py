"""The Basics as one `Game`: steps of making by house rules, problems (BA-L1 to L4), acts, and exact odds.

Codes refused by acts: dead-do-nothing (), nothing-to-heal (), ba-not-out (), ba-out-already (), ba-not-dying (),
ba-no-bruise (), say-what-it-is (), no-such-weapon (), ba-empty (weapon, n), ba-no-reload (weapon), ba-loaded (weapon),
ba-no-tries (), ba-no-growth (), ba-points (have, cost).

Sixes are re-rolled without a limit (3(c)), so a die has the generating function (4+s)/(6−s). For large k, the chance of
k successes of a pool is a polynomial in k times 6^-k. So infinite sums of products can be calculated exactly, from
finitely many differences.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, partial
from itertools import pairwise
from math import comb
from typing import Final

from bones_desktop.rules.acts import Act, Answers, Parameter
from bones_desktop.rules.basics import throws
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
    Mark,
    Tries,
    Weapon,
    facts,
    lists,
    reference,
    sheet,
    tracks,
)
from bones_desktop.rules.basics.throws import HOUSE, BasicsPool, BasicsThrow
from bones_desktop.rules.chances import Chance, total
from bones_desktop.rules.fields import added, as_held, at, rows, to_last, with_at, written
from bones_desktop.rules.games import Game, MakingStep, Odds, Plan
from bones_desktop.rules.reasons import Problem, Reason, RulesError, Weight, counted, is_placed, reason, refuse
from bones_desktop.rules.typedtext import is_seen

KINDS: Final = ("normal", "bruise")
_MOST: Final = 200


def acts(book: BasicsBook, who: BasicsCharacter) -> tuple[Act[BasicsCharacter], ...]:
    """Return every act, in the order of the groups; each can give the reason why it is impossible."""
    kind = Parameter.choice("kind", KINDS)
    weapons, tries = lists(book, who)
    return (
        Act.asking("hurt", "harm", _hurt, Parameter.number("value", 1, 1, _MOST), kind).needing(_alive),
        Act.asking("faint", "harm", _faint).needing(_alive),
        Act.asking("die", "harm", _die).needing(_alive),
        Act.asking("treat", "heal", _treat, Parameter.number("value", 1, 1, _MOST)).needing(_alive),
        Act.asking("rest", "heal", _rest, Parameter.number("half_hours", 4, 1, 48)).needing(_alive),
        Act.asking("sleep", "heal", _sleep).needing(_alive),
        Act.asking("wake", "heal", _wake).needing(_alive),
        Act.asking("arm", "resource", _arm, *_arms()),
        Act.asking("shoot", "resource", _shoot, _fireable(who)).needing(_alive),
        Act.asking("reload", "resource", _reload, _reloadable(who), Parameter.number("value", 1, 1, 20)).needing(
            _alive
        ),
        weapons.dropping("drop", "resource", "no-such-weapon"),
        Act.asking("try", "session", _try, Parameter.text("task")),
        tries.dropping("reset", "session", "ba-no-tries"),
        Act.asking("points", "advance", _points, Parameter.number("value", 1, 0, 100)),
        Act.asking("raise", "advance", _raise, _raised(who)),
    )


def _alive(who: BasicsCharacter) -> None:
    if who.is_dead:
        raise refuse("dead-do-nothing", "BA-R30")


def _hurt(who: BasicsCharacter, given: Answers) -> BasicsCharacter:
    """Mark pips, Health before the reserve; excess damage is dropped (BA-R19, BA-R25)."""
    kind: Mark = "bruise" if given.key("kind") == "bruise" else "normal"
    room = max(0, who.most_pips + RESERVE - len(who.marks))
    return who.with_(marks=(*who.marks, *[kind] * min(room, given.number("value"))))


def _faint(who: BasicsCharacter, _given: Answers) -> BasicsCharacter:
    """Fall unconscious (BA-R26)."""
    if who.is_out:
        raise refuse("ba-out-already", "BA-R26")
    return who.with_(is_out=True)


def _die(who: BasicsCharacter, _given: Answers) -> BasicsCharacter:
    """Die, on the Gamesmaster's word, once every pip of the reserve is marked (BA-R30)."""
    if who.reserve_marked < RESERVE:
        raise refuse("ba-not-dying", "BA-R30")
    return who.with_(is_dead=True)


def _treat(who: BasicsCharacter, given: Answers) -> BasicsCharacter:
    """Remove marks, the latest first.

    A character who had lost pips of the reserve wakes once the reserve is whole (BA-R28, R29, R31).
    """
    if not who.marks:
        raise refuse("nothing-to-heal", "BA-R28")
    after = who.with_(marks=who.marks[: max(0, len(who.marks) - given.number("value"))])
    return after.with_(is_out=False) if who.reserve_marked and not after.reserve_marked else after


def _rest(who: BasicsCharacter, given: Answers) -> BasicsCharacter:
    """Rest: two thirds of the bruises heal, one pip each half hour; the others become wounds (BA-R27, BA-A17)."""
    marks = list(who.marks)
    fresh = [place for place, mark in enumerate(marks) if mark == "bruise"]
    if not fresh and "fading" not in marks:
        raise refuse("ba-no-bruise", "BA-R27")
    # When rest begins, two thirds of the fresh bruises start to fade, and the others become wounds.
    for order, place in enumerate(fresh):
        marks[place] = "fading" if order < 2 * len(fresh) // 3 else "normal"
    for _pip in range(min(given.number("half_hours"), marks.count("fading"))):
        del marks[len(marks) - 1 - marks[::-1].index("fading")]
    return who.with_(marks=tuple(marks))


def _sleep(who: BasicsCharacter, _given: Answers) -> BasicsCharacter:
    """Sleep a night: the reserve and one pip of Health heal, and the character wakes (BA-R29, BA-A18)."""
    if not who.marks and not who.is_out:
        raise refuse("nothing-to-heal", "BA-R29")
    left = min(len(who.marks), who.most_pips) if who.reserve_marked or who.is_out else len(who.marks)
    return who.with_(marks=who.marks[: max(0, left - 1)], is_out=False)


def _wake(who: BasicsCharacter, _given: Answers) -> BasicsCharacter:
    """Wake up, after a roll to wake or after treatment (BA-R26)."""
    if not who.is_out:
        raise refuse("ba-not-out", "BA-R26")
    return who.with_(is_out=False)


def _arms() -> tuple[Parameter, ...]:
    return (
        Parameter.text("name"),
        Parameter.number("dice", 2, 0, 60),
        Parameter.text("skill"),
        Parameter.yes_no("ranged"),
        Parameter.yes_no("bruise"),
        Parameter.number("reload", 0, 0, 20),
    )


def _arm(who: BasicsCharacter, given: Answers) -> BasicsCharacter:
    """Add a weapon with the numbers the table agreed on."""
    weapon = Weapon(
        name=given.named("name"),
        damage=given.number("dice"),
        skill=given.text("skill"),
        ranged=given.yes("ranged"),
        bruise=given.yes("bruise"),
        reload=given.number("reload"),
    )
    return added(who, "weapons", weapon)


def _fireable(who: BasicsCharacter) -> Parameter:
    """Return the question for a weapon that is empty after a shot and is loaded now."""
    refused = {n: _unfireable(each) for n, each in _numbered(who)}
    return _which(who, {n: why for n, why in refused.items() if why is not None})


def _reloadable(who: BasicsCharacter) -> Parameter:
    """Return the question for an empty weapon."""
    return _which(who, {n: _loaded(each) for n, each in _numbered(who) if not each.empty})


def _numbered(who: BasicsCharacter) -> Iterator[tuple[str, Weapon]]:
    return ((str(n), each) for n, each in enumerate(who.weapons, 1))


def _which(who: BasicsCharacter, refused: dict[str, Reason]) -> Parameter:
    first = next((n for n, _each in _numbered(who) if n not in refused), None)
    return replace(Parameter.place("weapon", (each.name for each in who.weapons), first=first), refused=refused)


def _unfireable(weapon: Weapon) -> Reason | None:
    """Return why no shot can empty the weapon."""
    if weapon.empty:
        return reason("ba-empty", "BA-R15", weapon=weapon.name, n=weapon.empty)
    return None if weapon.ranged and weapon.reload else reason("ba-no-reload", "BA-R15", weapon=weapon.name)


def _loaded(weapon: Weapon) -> Reason:
    """Return why a weapon that is not empty needs no reloading."""
    return reason("ba-loaded" if weapon.reload else "ba-no-reload", "BA-R15", weapon=weapon.name)


def _shoot(who: BasicsCharacter, given: Answers) -> BasicsCharacter:
    """Fire a weapon that must be reloaded before the next shot (BA-R15)."""
    place = given.place("weapon", len(who.weapons), "no-such-weapon")
    weapon = who.weapons[place]
    if why := _unfireable(weapon):
        raise RulesError(why)
    return with_at(who, f"weapons.{place + 1}.empty", weapon.reload)


def _reload(who: BasicsCharacter, given: Answers) -> BasicsCharacter:
    """Spend rounds on reloading a weapon (BA-R15)."""
    place = given.place("weapon", len(who.weapons), "no-such-weapon")
    weapon = who.weapons[place]
    if not weapon.empty:
        raise RulesError(_loaded(weapon))
    return with_at(who, f"weapons.{place + 1}.empty", max(0, weapon.empty - given.number("value")))


def _try(who: BasicsCharacter, given: Answers) -> BasicsCharacter:
    """Record a failed attempt: the next one gets another black die (BA-R09)."""
    task = given.named("task", "BA-R09")
    for n, each in enumerate(who.tries, 1):
        if each.task.casefold() == task.casefold():
            return with_at(who, f"tries.{n}.failed", min(60, each.failed + 1))
    return added(who, "tries", Tries(task=task))


def _points(who: BasicsCharacter, given: Answers) -> BasicsCharacter:
    if not who.house.growth:
        raise refuse("ba-no-growth")
    return who.with_(points=min(10_000, who.points + given.number("value")))


def _raised(who: BasicsCharacter) -> Parameter:
    keys = (*ATTRIBUTES, *(f"skill-{place}" for place in range(1, len(who.skills) + 1)))
    names = (*[""] * len(ATTRIBUTES), *(each.name for each in who.skills))
    return Parameter.choice("what", keys, names=names)


def _raise(who: BasicsCharacter, given: Answers) -> BasicsCharacter:
    """Raise an attribute for three times its new number in points, or a skill for its new number in points (3(e))."""
    if not who.house.growth:
        raise refuse("ba-no-growth")
    what = given.key("what")
    if what in ATTRIBUTES:
        after = getattr(who.attributes, what) + 1
        return with_at(_paid(who, 3 * max(1, after)), f"attributes.{what}", min(40, after))
    path = f"skills.{what.removeprefix('skill-')}.dice"
    after = at(who, path) + 1
    return with_at(_paid(who, after), path, min(60, after))


def _paid(who: BasicsCharacter, cost: int) -> BasicsCharacter:
    if who.points < cost:
        raise refuse("ba-points", have=who.points, cost=cost)
    return who.with_(points=who.points - cost)


def lines(_book: BasicsBook, before: BasicsCharacter, after: BasicsCharacter, _act: str) -> tuple[Reason, ...]:
    """Return log lines for the changes that an act made."""
    found = []
    if len(before.marks) != len(after.marks):
        found.append(reason("ba-line-marks", "BA-R24", before=len(before.marks), after=len(after.marks)))
    if before.penalty != after.penalty:
        found.append(reason("ba-line-penalty", "BA-R25", before=before.penalty, after=after.penalty))
    if before.state != after.state:
        found.append(reason(f"ba-line-{after.state}"))
    counted = (
        ("bruises", before.marks.count("bruise"), after.marks.count("bruise")),
        ("weapons", len(before.weapons), len(after.weapons)),
        ("empty", sum(each.empty for each in before.weapons), sum(each.empty for each in after.weapons)),
        ("points", before.points, after.points),
        ("tries", sum(each.failed for each in before.tries), sum(each.failed for each in after.tries)),
        ("skills", sum(each.dice for each in before.skills), sum(each.dice for each in after.skills)),
    )
    found += [reason(f"ba-line-{id}", before=was, after=now) for id, was, now in counted if was != now]
    return tuple(found) or (reason("ba-line-done"),)


_ONCE: Final = (*[0] * 12, *[1] * 5, 2)
"""Successes of a die in 18 equally likely cases, where a six is rolled again only once (BA-A1)."""
_LAST = 20
"""Every number of successes from this one on counts as the same outcome."""


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
    """Net successes of one side: automatic and rolled ones, less those of black dice."""

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
        """The number from which the chance is a polynomial times a power of one sixth."""
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
    # At most t - by successes are left to the winner after the other side's are cancelled.
    held = _endless(lambda t: ours.equals(t) * theirs.at_least(t - by + 1), 1, ours, theirs, by)
    return ours.at_least(1) - held


def _endless(term: Callable[[int], Fraction], first: int, ours: _Net, theirs: _Net, by: int) -> Fraction:
    """Return the sum of a term over all numbers from `first` up."""
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
    """Return the steps of making. Only a missing name, or nothing to roll, leaves a character unfinished."""
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
        MakingStep("name", is_seen(who.name), held(Parameter.text("name"))),
        MakingStep("house", True, held(*HOUSE)),
    )


def _counts(book: BasicsBook, who: BasicsCharacter) -> tuple[Reason, Reason]:
    """Return the dice placed of those that the house suggests, for attributes and for skills (BA-L1, BA-L2)."""
    attributes = sum(getattr(who.attributes, each) for each in ATTRIBUTES)
    return (
        counted("ba-attributes", "BA-L1", attributes, book.budget("attributes").total),
        counted("ba-skills", "BA-L2", sum(each.dice for each in who.skills), book.budget("skills").total),
    )


def _weapon_fields(who: BasicsCharacter, n: int, weapon: Weapon) -> Iterator[Parameter]:
    """Yield the questions about a weapon; for a new one only its name and dice."""
    yield Parameter.text(f"weapon-{n}")
    yield Parameter.number(f"damage-{n}", 0, 0, 60)
    if weapon != Weapon():
        skills = tuple(dict.fromkeys(("", *(each.name for each in who.skills), weapon.skill)))
        yield Parameter.choice(f"weapon-skill-{n}", skills, names=skills)
        yield Parameter.number(f"reload-{n}", 0, 0, 20)
        yield from map(Parameter.yes_no, (f"ranged-{n}", f"bruise-{n}"))


def with_field(book: BasicsBook, who: BasicsCharacter, field: str, value: int | str) -> BasicsCharacter:
    """Return the character with a field of a step set; empty weapons and skills at the end of a list are left out."""
    after = written(steps(book, who), who, _PATHS, field, value)
    return after.with_(
        skills=to_last(after.skills, lambda each: each.name.strip() or each.dice),
        weapons=to_last(after.weapons, lambda each: each.name.strip() or each.with_(name="") != Weapon()),
    )


def check(book: BasicsBook, who: BasicsCharacter) -> tuple[Problem[str], ...]:
    """Return missing and forbidden parts, and the points left of the house's budget (BA-L1 to L4)."""
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
        elif skill.dice > most:  # reported by its name instead
            why = reason("ba-skill-range", "BA-L2", skill=skill.name.strip(), most=most)
            yield Problem(why, f"dice-{place}", Weight.ADVICE)
    known = {each.name.casefold() for each in who.skills} | {""}
    for place, weapon in enumerate(who.weapons, 1):
        if not weapon.name.strip():
            yield Problem(reason("ba-no-weapon", "BA-L3", n=place), f"weapon-{place}", Weight.ILLEGAL)
        elif weapon.skill.casefold() not in known:
            why = reason("ba-weapon-skill", "BA-R19", weapon=weapon.name, skill=weapon.skill)
            yield Problem(why, f"weapon-skill-{place}", Weight.ADVICE)


def new(id: str) -> BasicsCharacter:
    """Return a blank character with the skills that the text names."""
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
    reference=reference,
    house=throws.HOUSE,
)
