"""Acts of the Basics: harm, healing, weapons and reloading, tries, and growth by house rules.

Codes refused: dead-do-nothing (), nothing-to-heal (), ba-not-out (), ba-out-already (), ba-not-dying (),
ba-no-bruise (), say-what-it-is (), no-such-weapon (), ba-empty (weapon, n), ba-no-reload (weapon), ba-loaded (weapon),
ba-no-tries (), ba-no-growth (), ba-points (have, cost).
"""

from collections.abc import Iterator
from typing import Final

from bones_desktop.rules.acts import Act, Answers, Parameter
from bones_desktop.rules.basics.character import (
    ATTRIBUTES,
    RESERVE,
    BasicsBook,
    BasicsCharacter,
    Mark,
    Tries,
    Weapon,
    lists,
)
from bones_desktop.rules.fields import at, with_at
from bones_desktop.rules.reasons import Reason, reason, refuse, refuse_if
from bones_desktop.rules.records import replace
from bones_desktop.rules.values import added

KINDS: Final = ("normal", "bruise")
_MOST: Final = 200


def acts(book: BasicsBook, who: BasicsCharacter) -> tuple[Act[BasicsCharacter], ...]:
    """Return every act in the order of the groups. An act that is impossible gives the reason."""
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
    """Mark pips of Health, then pips of the reserve.

    Damage beyond the reserve is dropped (BA-R19, BA-R25).
    """
    kind: Mark = "bruise" if given.key("kind") == "bruise" else "normal"
    room = max(0, who.most_pips + RESERVE - len(who.marks))
    return who.with_(marks=(*who.marks, *[kind] * min(room, given.number("value"))))


def _faint(who: BasicsCharacter, _given: Answers) -> BasicsCharacter:
    """Fall unconscious (BA-R26)."""
    if who.is_out:
        raise refuse("ba-out-already", "BA-R26")
    return who.with_(is_out=True)


def _die(who: BasicsCharacter, _given: Answers) -> BasicsCharacter:
    """Die, if the Gamesmaster says so, after every pip of the reserve is marked (BA-R30)."""
    if who.reserve_marked < RESERVE:
        raise refuse("ba-not-dying", "BA-R30")
    return who.with_(is_dead=True)


def _treat(who: BasicsCharacter, given: Answers) -> BasicsCharacter:
    """Remove marks, the latest first.

    If pips of the reserve were marked, the character wakes once the whole reserve is free (BA-R28, R29, R31).
    """
    if not who.marks:
        raise refuse("nothing-to-heal", "BA-R28")
    after = who.with_(marks=who.marks[: max(0, len(who.marks) - given.number("value"))])
    return after.with_(is_out=False) if who.reserve_marked and not after.reserve_marked else after


def _rest(who: BasicsCharacter, given: Answers) -> BasicsCharacter:
    """Rest: two thirds of the bruises heal, one pip in each half hour; the rest become wounds (BA-R27, BA-A17)."""
    marks = list(who.marks)
    fresh = [place for place, mark in enumerate(marks) if mark == "bruise"]
    if not fresh and "fading" not in marks:
        raise refuse("ba-no-bruise", "BA-R27")
    # When the rest begins, two thirds of the fresh bruises begin to fade, and the others become wounds.
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
    """Add a weapon with the numbers that the table agreed on."""
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
    """Return the question for a loaded weapon that a shot would empty."""
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
    """Return why no shot can empty the weapon; None if a shot can empty it."""
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
    refuse_if(_unfireable(weapon))
    return with_at(who, f"weapons.{place + 1}.empty", weapon.reload)


def _reload(who: BasicsCharacter, given: Answers) -> BasicsCharacter:
    """Spend rounds on reloading a weapon (BA-R15)."""
    place = given.place("weapon", len(who.weapons), "no-such-weapon")
    weapon = who.weapons[place]
    refuse_if(None if weapon.empty else _loaded(weapon))
    return with_at(who, f"weapons.{place + 1}.empty", max(0, weapon.empty - given.number("value")))


def _try(who: BasicsCharacter, given: Answers) -> BasicsCharacter:
    """Record a failed attempt. The next attempt gets one more black die (BA-R09)."""
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
    """Raise an attribute or a skill (rule 3(e) of the text).

    An attribute costs three times its new number in points, a skill its new number in points.
    """
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
