"""Finishing a player character, and its growth afterwards: awarded sessions buy icons (IMP-1..9).

`today` is always a date such as 2026-11-21, "" if unknown.

Codes refused: as-created-already (), award-nothing (), award-too-much (most), face-taken (die, face), fill-dice-first
(die), finish-first (), finish-missing (missing), finish-wrong (wrong), finished-already (), first-icon-first (die),
most-dice (most), never-bought (), no-price (dice), no-such-face (face), not-finished (), only-players-grow (),
reopen-after-buying (spent), sessions-missing (price, missing), starting-dice-stay ().
"""

from bones_desktop.rules.bones.book.character import (
    STARTING_DICE,
    Character,
    CharacterKind,
    Created,
    LedgerEntry,
    LedgerKind,
    add_count,
)
from bones_desktop.rules.bones.book.characterdice import (
    first_icon_price,
    icon_price,
    is_finished,
    require_permission,
    sessions_spent,
    with_entries,
)
from bones_desktop.rules.bones.book.fields import FACES, fit_line
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.injury.injuries import with_dice_renumbered
from bones_desktop.rules.bones.making import edits
from bones_desktop.rules.bones.making.creation import APTITUDE_FACE, APTITUDES, UNIVERSAL_FACE, refusal
from bones_desktop.rules.bones.making.problems import problems
from bones_desktop.rules.reasons import Reason, RulesError, Weight, refuse, refuse_if

MOST_AWARDED = 1_000
"""Maximum number of sessions in one award; a larger number must be a typing error."""


def finish(rulebook: Rulebook, character: Character, today: str) -> Character:
    """Return the character finished, with a copy of its dice and equipment as created.

    Dice beyond the fourth cost nothing, so that a character that grew on paper keeps all its dice. The ledger keeps the
    permissions for occupations in use. Refused for all but players, for a finished character, and while anything is
    illegal or left to choose.
    """
    _require_player(character)
    if character.created is not None:
        raise refuse("finished-already", "CHR-1")
    found = problems(rulebook, character)
    wrong = sum(problem.weight is Weight.ILLEGAL for problem in found)
    missing = sum(problem.weight is Weight.UNFINISHED for problem in found)
    if wrong:
        raise refuse("finish-wrong", "CHR-1", wrong=wrong)
    if missing:
        raise refuse("finish-missing", "CHR-1", missing=missing)
    made_from = {(place, die.template) for place, die in enumerate(character.dice)}
    # A permission for an occupation that is no longer used would only confuse.
    ledger = tuple(line for line in character.ledger if not line.template or (line.die, line.template) in made_from)
    created = Created(on=today, dice=character.dice, equipment=character.equipment)
    return character.with_(created=created, ledger=ledger)


def reopen(character: Character, *, permitted: bool = False) -> Character:
    """Return a finished character as unfinished again; the copy of its dice as created is discarded.

    Awards stay in the ledger, and saved sessions stay saved. Refused without permission, and while sessions are spent
    on icons, even on icons of a die that no longer exists. Otherwise the player could change bought faces freely, and
    the sessions would be lost. `restore` returns those sessions first.
    """
    if not is_finished(character):
        raise refuse("not-finished", "IMP-1")
    require_permission(character, permitted)
    spent = sessions_spent(character)
    # Without this check the player could change bought faces freely, and the sessions would be lost.
    if spent:
        raise refuse("reopen-after-buying", "AMB-83", spent=spent)
    return character.with_(created=None)


def restore(character: Character, today: str, *, permitted: bool = False) -> Character:
    """Return a finished character with its dice as created and all sessions returned that were spent on icons.

    Equipment, texts and injuries stay, except injuries of dice that no longer exist. The ledger keeps all entries and
    gets one more. Refused without permission, if the dice are already as created, and if the returned sessions would
    exceed the limit of saved sessions.
    """
    if character.created is None or not is_finished(character):
        raise refuse("not-finished", "IMP-1")
    require_permission(character, permitted)
    dice, spent = character.created.dice, sessions_spent(character)
    if dice == character.dice and not spent:
        raise refuse("as-created-already", "")
    # Injuries of removed dice must be removed, or the file would refer to dice that do not exist.
    healed = with_dice_renumbered(character, {place: place for place in range(len(dice))})
    restored = add_count(healed.with_(dice=dice), "sessions", spent)
    return with_entries(restored, (LedgerEntry(kind=LedgerKind.PERMISSION, on=today, sessions=spent),))


def award(character: Character, sessions: int, note: str, today: str) -> Character:
    """Return a finished character with more sessions to spend, or with fewer to correct an award (IMP-2).

    `note` states the reason. Refused for 0 sessions, for more than MOST_AWARDED, and if the saved sessions would fall
    below zero.
    """
    _require_finished(character)
    if not sessions:
        raise refuse("award-nothing", "IMP-2")
    if abs(sessions) > MOST_AWARDED:
        raise refuse("award-too-much", "IMP-2", most=MOST_AWARDED)
    entry = LedgerEntry(kind=LedgerKind.AWARD, on=today, sessions=sessions, note=fit_line(note))
    return with_entries(add_count(character, "sessions", sessions), (entry,))


def buy_icon(rulebook: Rulebook, character: Character, die: int, face: int, new: Face, today: str) -> Character:
    """Return a finished character with an icon bought for an empty face of its later dice (IMP-2, AMB-80).

    `die == len(character.dice)` begins the next die once all other dice are full. The new die has Universal on face 1,
    and on face 2 the racial icon or nothing yet (IMP-3). Physical or Mental on an empty face 2 is free. Sessions left
    over are kept (AMB-83). Refused for faces that are taken or cannot be bought, icons not allowed there (MAST-1..4,
    IMP-7), an eleventh die (AMB-82), and too few sessions.
    """
    _require_finished(character)
    held = len(character.dice)
    grown = _with_next_die(rulebook, character) if die == held else character
    current = edits.own_die(grown, die)
    if not 0 <= face < FACES:
        raise refuse("no-such-face", "", face=face + 1)
    if die < STARTING_DICE:
        raise refuse("starting-dice-stay", "IMP-1")
    if not current.faces[face].is_unfilled:
        raise refuse("face-taken", "AMB-83", die=die + 1, face=face + 1)
    # Face 2 belongs to the beginning of a die and never costs sessions (IMP-3).
    free = face == APTITUDE_FACE
    # Buying the first icon makes the die, so the die has no face 2 before that.
    if free and die == held:
        raise refuse("first-icon-first", "IMP-3", die=die + 1)
    if not free and (new.is_blank or new == UNIVERSAL_FACE or new in APTITUDES):
        raise refuse("never-bought", "IMP-7")
    refuse_if(refusal(rulebook, grown, die, face, new))
    price = 0 if free else _price(rulebook, character, begins=die == held)
    if price > character.sessions:
        raise refuse("sessions-missing", "IMP-2", price=price, missing=price - character.sessions)
    bought = edits.with_face(grown, die, face, new).with_(sessions=character.sessions - price)
    entry = LedgerEntry(kind=LedgerKind.ICON, on=today, sessions=-price, die=die, face=face, after=new)
    return with_entries(bought, (entry,))


def place_icon(
    rulebook: Rulebook, character: Character, die: int, face: int, new: Face, *, permitted: bool, today: str
) -> Character:
    """Return the character with an icon on a face: set, bought or permitted, depending on the character's state.

    The face is simply set while the character is being made, and for all but players. A finished player buys the icon.
    If the purchase is refused, the GM's permission sets any face that may have the icon, begins a die if needed, and
    costs nothing. In all other cases the icon is refused with the reason.
    """
    if not is_finished(character):
        return edits.set_face(rulebook, character, die, face, new)
    buys = die >= STARTING_DICE and (die == len(character.dice) or _is_empty(character, die, face))
    if not permitted:
        if not buys:
            require_permission(character, permitted)
        return buy_icon(rulebook, character, die, face, new, today)
    if buys:
        try:
            return buy_icon(rulebook, character, die, face, new, today)
        except RulesError as error:
            # The permission replaces only the payment. All other rules still hold.
            if error.reason.code != "sessions-missing":
                raise
    # With permission but too few sessions, the die is begun at no cost.
    if die == len(character.dice):
        character = edits.add_die(rulebook, character, permitted=True, today=today)
    return edits.set_face(rulebook, character, die, face, new, permitted=True, today=today)


def with_next_die(rulebook: Rulebook, character: Character) -> Character:
    """Return a finished character with the die that its next icon would begin, without that icon.

    The character is unchanged if it is not finished, or if no die can be begun (IMP-3, AMB-82).
    """
    if not is_finished(character):
        return character
    try:
        return _with_next_die(rulebook, character)
    # No die can be begun.
    except RulesError:
        return character


def may_place(
    rulebook: Rulebook, character: Character, die: int, face: int, new: Face, *, permitted: bool
) -> Reason | None:
    """Return why `place_icon` would refuse an icon; None if it would not."""
    try:
        place_icon(rulebook, character, die, face, new, permitted=permitted, today="")
    except RulesError as error:
        return error.reason
    return None


def _require_player(character: Character) -> None:
    if character.kind is not CharacterKind.PLAYER:
        raise refuse("only-players-grow", "IMP-1")


def _require_finished(character: Character) -> None:
    _require_player(character)
    if character.created is None:
        raise refuse("finish-first", "IMP-1")


def _price(rulebook: Rulebook, character: Character, *, begins: bool) -> int:
    held = len(character.dice)
    price = first_icon_price(rulebook, character.house_rules, held) if begins else icon_price(rulebook, held)
    if price is None:
        raise refuse("no-price", "IMP-2", dice=held)
    return price


def _is_empty(character: Character, die: int, face: int) -> bool:
    return 0 <= die < len(character.dice) and 0 <= face < FACES and character.dice[die].faces[face].is_unfilled


def _with_next_die(rulebook: Rulebook, character: Character) -> Character:
    # While a character is unfinished, adding a die writes no line in the ledger. So the character counts as unfinished
    # here; buying the first icon adds the line.
    return edits.add_die(rulebook, character.with_(created=None)).with_(created=character.created)
