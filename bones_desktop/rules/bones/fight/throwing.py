"""Dice of a round that are still to be rolled, and the round with their faces."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from bones_desktop.rules.bones.book.attempts import CHARACTER, Task
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.fight.doings import Doing, Doings, is_order, read_doings
from bones_desktop.rules.bones.fight.efforts import RESISTED_AGAIN
from bones_desktop.rules.bones.fight.fighters import Fighter
from bones_desktop.rules.bones.fight.roundchoices import Declaration, Faces, How, Round, resisting, thrown_against
from bones_desktop.rules.bones.reading.taskdice import challenge_dice, hindrance
from bones_desktop.rules.dice import Die


class ThrowFor(StrEnum):
    """The purpose of a throw."""

    ROUND = "round"
    """The declared action."""
    RESISTANCE = "resistance"
    """To resist magic that rules minds (MAG-22)."""
    ORDER = "order"
    """To resist an order that goes far and is given together with the magic (MAG-21)."""
    CHALLENGE = "challenge"
    """Against a task."""


@dataclass(frozen=True, slots=True)
class OpenThrow:
    """Dice that are rolled together: those of one fighter, or of a horde for one opponent (CMB-40)."""

    who: str
    purpose: ThrowFor
    opponent: str
    """The horde's opponent, or the ruler that is resisted if there are several; "" otherwise."""
    places: tuple[int, ...]
    """Place of each die among the fighter's dice or the challenge dice, from 0."""
    dice: tuple[Die[Face], ...]
    declaration: int = 0
    """Place of the declaration that challenge dice belong to."""


def open_throws(rulebook: Rulebook, choices: Round) -> tuple[OpenThrow, ...]:
    """Return everything still to be rolled, in roster order; ChoiceError for declarations that the rules refuse.

    First come the throws of the round, then challenge dice in the order of declarations, then resistance to magic, then
    resistance to orders.
    """
    doings = read_doings(rulebook, choices)
    found: list[OpenThrow] = []
    for who, doing in doings.by_id.items():
        if not doing.throws:
            continue
        if not doing.fighter.is_horde:
            found += _of_fighter(rulebook, doing, "", choices.faces.get(who))
            continue
        given = choices.horde_faces.get(who, {})
        # Two attacks on one opponent are still one throw (CMB-40).
        for opponent in dict.fromkeys(aimed.whom for aimed in doing.attacks):
            found += _of_fighter(rulebook, doing, opponent, given.get(opponent))
    for number, declaration in enumerate(choices.declarations):
        found += _challenge(rulebook, number, declaration)
    resisted: dict[str, dict[str, None]] = {}
    for doing in doings.by_id.values():
        cast = [each.whom for each in doing.aimed if each.on_mind]
        far = [
            each.whom
            for each in choices.declarations
            if each.who == doing.fighter.id and is_order(choices.encounter, each)
            if (each.magnitude or 0) > RESISTED_AGAIN
        ]
        for whom in (*cast, *far) if doing.able else ():
            resisted.setdefault(whom, {})[doing.fighter.id] = None
    for whom, by in resisted.items():
        found += _resisting(rulebook, choices.encounter.fighter(whom), choices.resist, tuple(by))
    found += _to_orders(rulebook, choices, doings)
    return tuple(found)


def with_faces(choices: Round, throws: Sequence[OpenThrow], indices: Sequence[int]) -> Round:
    """Return the round with the faces of `throws`: one index, from 0, for each die in order."""
    faces, resist, again = dict(choices.faces), dict(choices.resist), dict(choices.resist_again)
    hordes = {who: dict(thrown) for who, thrown in choices.horde_faces.items()}
    declarations = list(choices.declarations)
    left = iter(indices)
    for each in throws:
        shown = [next(left) for _ in each.dice]
        # Challenge dice belong to a declaration, which stores both the faces and the Nulls.
        if each.purpose is ThrowFor.CHALLENGE:
            pairs = zip(each.dice, shown, strict=True)
            nulls = sum(hindrance(die.faces[index], die.group).nulls for die, index in pairs)
            faces_shown = tuple(index + 1 for index in shown)
            declarations[each.declaration] = declarations[each.declaration].with_(nulls=nulls, challenge=faces_shown)
            continue
        fighter = choices.encounter.fighter(each.who)
        own = len(fighter.character.dice)
        # The mind resists, so equipment and hindering dice are not rolled (MAG-22).
        count = own if each.purpose in {ThrowFor.RESISTANCE, ThrowFor.ORDER} else own + len(fighter.at_hand)
        if each.purpose is ThrowFor.ROUND:
            count += len(fighter.character.hindering)
        kept = {ThrowFor.RESISTANCE: resist, ThrowFor.ORDER: again}.get(each.purpose, faces)
        key = each.who
        if each.opponent and each.purpose is ThrowFor.ROUND:
            kept, key = hordes.setdefault(each.who, {}), each.opponent
        elif each.opponent:
            key = resisting(each.who, each.opponent)
        # Faces rolled earlier stay; only the missing dice are filled in.
        now = list(kept.get(key) or (None,) * count)
        for place, index in zip(each.places, shown, strict=True):
            now[place] = index + 1
        kept[key] = tuple(now)
    return choices.with_(
        faces=faces, horde_faces=hordes, declarations=tuple(declarations), resist=resist, resist_again=again
    )


def dice_against(rulebook: Rulebook, declaration: Declaration) -> tuple[Die[Face], ...]:
    """Return the challenge dice of a declared task."""
    return challenge_dice(rulebook, Task(declaration.skill, difficulty=declaration.difficulty))


def throw_rest(rulebook: Rulebook, choices: Round, rng: Random) -> Round:
    """Return the round with everything rolled; ChoiceError as `open_throws`."""
    throws = open_throws(rulebook, choices)
    indices = [rng.randrange(len(die.faces)) for each in throws for die in each.dice]
    return with_faces(choices, throws, indices)


def throws_of(throws: Sequence[OpenThrow], who: Collection[str]) -> tuple[OpenThrow, ...]:
    """Return the throws of some fighters."""
    return tuple(each for each in throws if each.who in who)


def _of_fighter(rulebook: Rulebook, doing: Doing, opponent: str, given: Faces | None) -> Iterator[OpenThrow]:
    """Yield the dice without a face. A wrong number of faces is left to the reading, which refuses it."""
    dice = doing.fighter.dice(rulebook)
    if given is not None and len(given) != len(dice):
        return
    available = set(doing.fighter.character.available())
    places = tuple(
        place
        for place, die in enumerate(dice)
        if (given is None or given[place] is None) and (die.group != CHARACTER or place in available)
    )
    if places:
        who = doing.fighter.id
        yield OpenThrow(who, ThrowFor.ROUND, opponent, places, tuple(dice[place] for place in places))


def _challenge(rulebook: Rulebook, number: int, declaration: Declaration) -> Iterator[OpenThrow]:
    if declaration.how is How.TASK and declaration.difficulty and declaration.nulls is None:
        dice = dice_against(rulebook, declaration)
        yield OpenThrow(declaration.who, ThrowFor.CHALLENGE, "", tuple(range(len(dice))), dice, number)


def _to_orders(rulebook: Rulebook, choices: Round, doings: Doings) -> Iterator[OpenThrow]:
    """Yield the throws against orders that go far and are given together with the magic (MAG-21)."""
    ordered: dict[str, dict[str, None]] = {}
    for doing in doings.by_id.values():
        for each in doing.aimed if doing.able else ():
            if each.on_mind and (each.declaration.magnitude or 0) > RESISTED_AGAIN:
                ordered.setdefault(each.whom, {})[doing.fighter.id] = None
    for whom, by in ordered.items():
        victim = choices.encounter.fighter(whom)
        yield from _resisting(rulebook, victim, choices.resist_again, tuple(by), ThrowFor.ORDER)


def _resisting(
    rulebook: Rulebook,
    victim: Fighter,
    thrown: Mapping[str, Faces],
    by: Sequence[str],
    purpose: ThrowFor = ThrowFor.RESISTANCE,
) -> Iterator[OpenThrow]:
    """Yield the throws that a victim still owes against each ruler; each is resisted separately (MAG-22)."""
    dice = victim.dice(rulebook)
    for who in by:
        given = thrown_against(thrown, victim.id, who)
        if given is not None and len(given) != len(victim.character.dice):
            continue
        places = tuple(place for place in victim.character.available() if given is None or given[place] is None)
        if places:
            # With a single ruler the key needs no name.
            alone = len(by) == 1 or victim.id in thrown
            yield OpenThrow(victim.id, purpose, "" if alone else who, places, tuple(dice[place] for place in places))
            if alone:
                return
