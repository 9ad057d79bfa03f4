"""Rounds of a fight for tests: fighters of written dice, and what they declare, throw and choose."""

from collections.abc import Mapping
from typing import Any

from bones_desktop.rules.bones.book.character import (
    Character,
    CharacterDie,
    CharacterKind,
    HinderingDie,
    ItemDie,
    ItemKind,
    LostDie,
)
from bones_desktop.rules.bones.book.icons import face
from bones_desktop.rules.bones.fight.fighters import Declaration, Encounter, Fighter, How, Round
from bones_desktop.rules.bones.fight.roundreading import RoundReading, read_round
from tests.support.people import ID
from tests.support.rulebooks import rulebook


def six(text: str) -> tuple[Any, ...]:
    """Return six faces of codes with commas between them, repeated from the first as often as it takes."""
    codes = [code.strip() for code in text.split(",")]
    return tuple(face(codes[number % len(codes)]) for number in range(6))


def fighter(who: str, *dice: str, items: Mapping[str, str] | None = None, **given: Any) -> Fighter:
    """Return a player of side A with these dice; `items` are faces by kind ("weapon: sword" names it), all at hand.

    `kind`, `lost` (from 1), `hindering` and whatever a Character has go to it, all else to the Fighter.
    """
    equipment = tuple(
        ItemDie(name=name.partition(": ")[2] or name, kind=ItemKind(name.partition(":")[0]), faces=six(text))
        for name, text in (items or {}).items()
    )
    hindering = tuple(HinderingDie(name=text, faces=six(text)) for text in given.pop("hindering", ()))
    lost = tuple(LostDie(die=die - 1) for die in given.pop("lost", ()))
    own = {name: given.pop(name) for name in ("spiffs", "recent_magic", "magic_beyond", "excess_damage", "house_rules",
                                              "move", "flying", "ledger", "sessions") if name in given}  # fmt: skip
    character = Character(
        id=ID,
        kind=given.pop("kind", CharacterKind.PLAYER),
        dice=tuple(CharacterDie(faces=six(text)) for text in dice),
        equipment=equipment,
        hindering=hindering,
        lost=lost,
        **own,
    )
    return Fighter(id=who, character=character, at_hand=tuple(range(len(equipment))), **given)


def foe(who: str, *dice: str, **given: Any) -> Fighter:
    """Return a cast member of side B."""
    return fighter(who, *dice, **{"kind": CharacterKind.CAST, "side": "B", **given})


def does(who: str, how: str, whom: str = "", **given: Any) -> Declaration:
    """Return a declaration."""
    return Declaration(who=who, how=How(how), whom=whom, **given)


def fought(*fighters: Fighter, declare: tuple[Declaration, ...] = (), faces: Any = None, **choices: Any) -> Round:
    """Return a round; whoever has no faces named shows the first of each die, of hordes for all they attack.

    `darkness`, `apart`, `ruled` and `house_rules` are the encounter's.
    """
    parts = {name: choices.pop(name) for name in ("darkness", "apart", "ruled", "house_rules") if name in choices}
    encounter = Encounter(fighters=fighters, **parts)
    shown = dict(faces or {})
    hordes = {each.id: shown.pop(each.id) for each in fighters if each.is_horde and each.id in shown}
    lost = {each.id: {entry.die for entry in each.character.lost} for each in fighters}
    for each in fighters:
        if not each.is_horde and each.id not in shown:
            count = len(each.dice(rulebook()))
            shown[each.id] = tuple(None if place in lost[each.id] else 1 for place in range(count))
    allot = {
        who: {place: (said,) if isinstance(said, str) else tuple(said) for place, said in places.items()}
        for who, places in choices.pop("allot", {}).items()
    }
    return Round(
        encounter=encounter,
        declarations=declare,
        faces={who: tuple(each) for who, each in shown.items()},
        horde_faces=hordes,
        allot=allot,
        **choices,
    )


def read(*fighters: Fighter, **given: Any) -> RoundReading:
    """Return what such a round comes to."""
    return read_round(rulebook(), fought(*fighters, **given))
