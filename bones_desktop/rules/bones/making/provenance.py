"""Whether a player's dice are accounted for: by its making, by what it has played, and line by line by its ledger.

The ledger is followed from the dice as created. Going back to the making (`improvement.reopen`) leaves no line, so the
dice as created may have come in between any two lines at which no session was spent on icons.
"""

from collections.abc import Iterator
from typing import Final

from bones_desktop.rules.bones.book.advancement import (
    FACES_BOUGHT,
    SESSIONS_FOR_A_SUCCESS,
    balances,
    brought_forward,
    first_icon_price,
    icon_price,
    sessions_behind,
    sessions_spent,
)
from bones_desktop.rules.bones.book.character import (
    MOST_PLAYER_DICE,
    STARTING_DICE,
    Character,
    CharacterDie,
    LedgerKind,
    Part,
    Place,
)
from bones_desktop.rules.bones.book.fields import FACES
from bones_desktop.rules.bones.book.houserules import HouseRules
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.injury import spiffs
from bones_desktop.rules.bones.making.creation import UNIVERSAL_FACE
from bones_desktop.rules.problems import Problem, Weight
from bones_desktop.rules.reasons import Reason, reason

_ANY: Final = "?"
"""The second face of a die begun with an icon: Physical, Mental or racial, of the player's choice (IMP-3)."""
_EMPTY: Final = ("",) * FACES
_WHOLE: Final = Place(Part.CHARACTER)
_Dice = tuple[tuple[str, ...], ...]
"""The codes of the faces of dice."""


def unaccounted(rulebook: Rulebook, character: Character) -> Iterator[Problem[Place]]:
    """Yield what nothing accounts for: dice, faces, sessions and spiffs that a player's character cannot have."""
    created = character.created
    begun = character.dice if created is None else created.dice
    if STARTING_DICE < len(begun) <= MOST_PLAYER_DICE:
        needed = sessions_behind(rulebook, begun, character.house_rules)
        if needed > character.played_before:
            why = reason(
                "dice-too-many", "DICE-6", dice=len(begun), start=STARTING_DICE, needed=needed,
                played=character.played_before,
            )  # fmt: skip
            # One finished by an earlier version of the program was not asked how long it had played.
            told = created is not None and not character.played_before
            yield Problem(why, _WHOLE, Weight.UNFINISHED if told else Weight.ILLEGAL)
    yield from (Problem(why, _WHOLE, Weight.ILLEGAL) for why in _counts(character))
    if created is None:
        spent = sessions_spent(character)
        if spent:
            yield Problem(reason("made-after-buying", "IMP-1", spent=spent), _WHOLE, Weight.ILLEGAL)
    elif not STARTING_DICE <= len(begun) <= MOST_PLAYER_DICE:
        why = reason("created-otherwise", "DICE-6", dice=len(begun), start=STARTING_DICE)
        yield Problem(why, _WHOLE, Weight.ILLEGAL)
    else:
        yield from _differences(rulebook, character, _codes(begun))


def _counts(character: Character) -> Iterator[Reason]:
    """Yield that more sessions or spiffs were spent than it ever had (IMP-2, SPF-18)."""
    missing = -min(0, brought_forward(character), *balances(character))
    if missing:
        yield reason("sessions-overspent", "IMP-2", missing=missing)
    missing = -min(0, spiffs.brought_forward(character), *(line.balance for line in spiffs.lines(character)))
    if missing:
        yield reason("spiffs-overspent", "SPF-18", missing=missing)


def _differences(rulebook: Rulebook, character: Character, begun: _Dice) -> Iterator[Problem[Place]]:
    """Yield where a finished character's dice are others than its ledger leads to."""
    ends, line = _followed(rulebook, character, begun)
    if not ends:
        entry = character.ledger[line]
        place = _WHOLE if entry.die is None or entry.die >= len(character.dice) else Place(Part.DIE, entry.die)
        yield Problem(reason("ledger-line-wrong", "IMP-2", line=line + 1), place, Weight.ILLEGAL)
        return
    held = _codes(character.dice[:MOST_PLAYER_DICE])
    found = min((list(_apart(held, end)) for end in ends), key=len)
    yield from (Problem(why, place, Weight.ILLEGAL) for why, place in found)


def _apart(held: _Dice, due: _Dice) -> Iterator[tuple[Reason, Place]]:
    for die, faces in enumerate(held):
        if die >= len(due):
            yield reason("die-not-earned", "IMP-2", die=die + 1), Place(Part.DIE, die)
            continue
        for face, shown in enumerate(faces):
            if due[die][face] not in {shown, _ANY}:
                why = reason("face-not-earned", "IMP-1", die=die + 1, face=face + 1)
                yield why, Place(Part.DIE, die, face)
    for die in range(len(held), len(due)):
        yield reason("die-gone", "IMP-1", die=die + 1), _WHOLE


def _followed(rulebook: Rulebook, character: Character, begun: _Dice) -> tuple[tuple[_Dice, ...], int]:
    """Return the dice that the ledger may lead to, and how many of its lines can be followed at most."""
    ledger = character.ledger
    # What may stand before each line: few, for a line that does not fit ends what it does not fit.
    before: list[dict[_Dice, None]] = [{} for _ in range(len(ledger) + 1)]
    spent, far = 0, 0
    for line, entry in enumerate(ledger):
        if not spent:
            before[line][begun] = None
        for dice in before[line]:
            far = line
            after, taken = _after(rulebook, character, dice, line, begun, spent)
            if after is not None:
                before[line + taken][after] = None
        before[line].clear()
        if entry.kind in {LedgerKind.ICON, LedgerKind.PERMISSION}:
            spent -= entry.sessions
    if not spent:
        before[-1][begun] = None
    return tuple(before[-1]), far


def _after(
    rulebook: Rulebook, character: Character, dice: _Dice, line: int, begun: _Dice, spent: int
) -> tuple[_Dice | None, int]:
    """Return the dice after a line, None when it cannot follow, and how many lines that took."""
    entry = character.ledger[line]
    die, face = entry.die, entry.face
    match entry.kind:
        case LedgerKind.AWARD:
            return dice, 1
        case LedgerKind.SUCCESS:
            return (dice if entry.sessions == -SESSIONS_FOR_A_SUCCESS else None), 1
        case LedgerKind.PERMISSION if entry.template:  # an occupation, whose faces have lines of their own
            return (None if entry.sessions else dice), 1
        case LedgerKind.PERMISSION if die is None:  # back to the dice as created
            return (begun if entry.sessions == spent else None), 1
    if die is None or face is None or not die <= len(dice) < MOST_PLAYER_DICE + (die < len(dice)):
        return None, 1
    bought = entry.kind is LedgerKind.ICON
    if bought and (die < STARTING_DICE or face < 1 + (die == len(dice)) or not entry.before.is_unfilled):
        return None, 1
    if not _paid(rulebook, character.house_rules, len(dice), die, face, entry.sessions if bought else None):
        return None, 1
    if not bought and entry.sessions:
        return None, 1
    if die < len(dice) and not bought and not face and entry.after.is_unfilled:
        return _without(character, dice, line, die)
    new = (UNIVERSAL_FACE.code, _ANY, *_EMPTY[2:]) if bought else _EMPTY
    current = dice[die] if die < len(dice) else new
    if current[face] not in {entry.before.code, _ANY}:
        return None, 1
    changed = (*current[:face], entry.after.code, *current[face + 1 :])
    return (*dice[:die], changed, *dice[die + 1 :]), 1


def _without(character: Character, dice: _Dice, line: int, die: int) -> tuple[_Dice | None, int]:
    """Return the dice without one: a line for each of its icons, from its Universal on, says that it is gone."""
    taken = 0
    for face, shown in enumerate(dice[die]):
        entry = character.ledger[line + taken] if line + taken < len(character.ledger) else None
        named = entry is not None and (entry.kind, entry.die, entry.face) == (LedgerKind.PERMISSION, die, face)
        if shown == _ANY and not named:
            continue
        if shown:
            if entry is None or not named or shown not in {entry.before.code, _ANY}:
                return None, 1
            if not entry.after.is_unfilled or entry.sessions:
                return None, 1
            taken += 1
    return (*dice[:die], *dice[die + 1 :]), max(1, taken)


def _paid(rulebook: Rulebook, house_rules: HouseRules, held: int, die: int, face: int, sessions: int | None) -> bool:
    """Return whether an icon cost its price at least, by the group's switch or the usual one (IMP-2, AMB-80)."""
    if sessions is None or face < FACES - FACES_BOUGHT:
        return sessions in {None, 0}
    if die < held:
        least = icon_price(rulebook, held)
    else:
        prices = (
            first_icon_price(rulebook, house_rules.with_(first_icon_at_new_rate=new), held) for new in (False, True)
        )
        least = min(price or 0 for price in prices)
    return -sessions >= (least or 0)


def _codes(dice: tuple[CharacterDie, ...]) -> _Dice:
    return tuple(tuple(shown.code for shown in die.faces) for die in dice)
