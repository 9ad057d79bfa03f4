"""Growth of a player character: prices of icons, the dice that masteries need, and the ledger of its sessions.

Masteries follow MAST-1..4, prices IMP-2 and IMP-9, successes from sessions IMP-5. The ledger of a finished character
has an entry for every session earned or spent and for every face changed with permission.

Reasons why a mastery may not stand somewhere: mastery-fifth-die (mastery), mastery-needs-dice (mastery, skill, have,
missing), mastery-twice (skill, other). Codes refused: finished-needs-permission (), ledger-full (most).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from typing import Any, Final

from bones_desktop.rules.bones.book.character import (
    MOST_PLAYER_DICE,
    STARTING_DICE,
    Character,
    CharacterDie,
    CharacterKind,
    LedgerEntry,
    LedgerKind,
)
from bones_desktop.rules.bones.book.fields import FACES
from bones_desktop.rules.bones.book.rulebook import HouseRules, Rulebook
from bones_desktop.rules.reasons import Reason, reason, refuse

# Far more than years of play need; it bounds the size of the file.
MOST_ENTRIES = 5_000
_NOT_FOR_ICONS = frozenset({LedgerKind.AWARD, LedgerKind.SUCCESS})
MASTERY_DICE: Final = 4
"""Separate dice that must carry the basic icon (MAST-1)."""
FACES_BOUGHT: Final = FACES - 2
"""Icons to fill a new die with, beside its Universal and its Physical or Mental (IMP-3)."""
SESSIONS_FOR_A_SUCCESS: Final = 10
"""Sessions after the tenth die that give one automatic success (IMP-5)."""


def is_finished(character: Character) -> bool:
    """Return whether this is a finished player character, whose faces change by improvement only."""
    return character.kind is CharacterKind.PLAYER and character.created is not None


def require_permission(character: Character, permitted: bool) -> None:
    """Refuse to change a finished character's dice in any way but improvement, unless the GM permits it."""
    if is_finished(character) and not permitted:
        raise refuse("finished-needs-permission", "IMP-1")


def with_entries(character: Character, entries: Iterable[LedgerEntry]) -> Character:
    """Return the character with entries at the end of its ledger; refused when the ledger is full."""
    ledger = (*character.ledger, *entries)
    if len(ledger) > MOST_ENTRIES:
        raise refuse("ledger-full", "", most=MOST_ENTRIES)
    return character if ledger == character.ledger else character.with_(ledger=ledger)


def with_changes(before: Character, after: Character, today: str) -> Character:
    """Return `after` with a ledger entry for each face that differs from `before`, if the character is finished.

    A die that only one of them has counts as empty in the other. Dice have the same places in both.
    """
    if not is_finished(before) or before.dice == after.dice:
        return after
    return with_entries(after, _changes(before, after, today))


def with_removal(character: Character, die: int, removed: CharacterDie, today: str) -> Character:
    """Return the character, already without the die, with a ledger entry for each icon lost with it."""
    if not is_finished(character):
        return character
    return with_entries(
        character,
        (
            LedgerEntry(kind=LedgerKind.PERMISSION, on=today, die=die, face=face, before=shown)
            for face, shown in enumerate(removed.faces)
            if not shown.is_unfilled
        ),
    )


def sessions_spent(character: Character) -> int:
    """Return the sessions spent on the icons the character has, less refunds."""
    return -sum(entry.sessions for entry in character.ledger if entry.kind not in _NOT_FOR_ICONS)


def sessions_used(character: Character) -> int:
    """Return the sessions spent on successes used in play (AMB-81)."""
    return -sum(entry.sessions for entry in character.ledger if entry.kind is LedgerKind.SUCCESS)


def sessions_awarded(character: Character) -> int:
    """Return the sum of the awards in the ledger."""
    return sum(entry.sessions for entry in character.ledger if entry.kind is LedgerKind.AWARD)


def brought_forward(character: Character) -> int:
    """Return the saved sessions that no entry explains, such as those from before the ledger began."""
    return character.sessions - sum(entry.sessions for entry in character.ledger)


def taken_on_trust(who: Character) -> dict[str, Any]:
    """Return the exceptions behind a character, for the game master to see.

    Keys: "kind", "played_before", "permitted" (changes), "sessions_without_line" and "house_rules" (names of switches).
    """
    player = who.kind is CharacterKind.PLAYER
    # Changing one face twice on a day is one exception for the game master to see.
    permitted = {(entry.on, entry.die, entry.face) for entry in who.ledger if entry.kind is LedgerKind.PERMISSION}
    return {
        "kind": who.kind.value,
        "played_before": who.played_before,
        "permitted": len(permitted) if player else 0,
        "sessions_without_line": max(0, brought_forward(who)) if player else 0,
        "house_rules": switched(who.house_rules),
    }


def switched(house: Any) -> list[str]:  # noqa: ANN401 (of any game)
    """Return the switches of the house rules that differ from the usual rulings."""
    usual = type(house)()
    return [each.name for each in fields(house) if getattr(house, each.name) != getattr(usual, each.name)]


def balances(character: Character) -> tuple[int, ...]:
    """Return the sessions saved after each entry, oldest first."""
    saved = brought_forward(character)
    found = []
    for entry in character.ledger:
        saved += entry.sessions
        found.append(saved)
    return tuple(found)


def _changes(before: Character, after: Character, today: str) -> Iterator[LedgerEntry]:
    blank = CharacterDie()
    for die in range(max(len(before.dice), len(after.dice))):
        old = before.dice[die] if die < len(before.dice) else blank
        new = after.dice[die] if die < len(after.dice) else blank
        for face in range(FACES):
            if old.faces[face] != new.faces[face]:
                yield LedgerEntry(
                    kind=LedgerKind.PERMISSION,
                    on=today,
                    die=die,
                    face=face,
                    before=old.faces[face],
                    after=new.faces[face],
                )


def dice_with(dice: Sequence[CharacterDie], icon: str) -> int:
    """Return the number of separate dice with `icon`; twice on one die counts once (MAST-6)."""
    return sum(any(shown.has(icon) for shown in die.faces) for die in dice)


def mastery_allowed(
    rulebook: Rulebook, dice: Sequence[CharacterDie], die: int, mastery: str, face: int | None = None
) -> Reason | None:
    """Return why `mastery` is not allowed on the die at `die`; None if it is (MAST-1..4, AMB-15, AMB-16).

    `face` is its face, so that a mastery may be replaced by another of the same skill.
    """
    entry = rulebook.mastery(mastery)
    skill = rulebook.skill(entry.skill)
    if die < MASTERY_DICE:
        return reason("mastery-fifth-die", "MAST-3", mastery=entry.name)
    # Only dice before this one count: the mastery opens from the skill on earlier dice (MAST-3).
    have = dice_with(dice[:die], skill.id)
    if have < MASTERY_DICE:
        return reason(
            "mastery-needs-dice", "MAST-3", mastery=entry.name, skill=skill.name, have=have, missing=MASTERY_DICE - have
        )
    if die < len(dice):
        siblings = {other.id: other.name for other in rulebook.masteries if other.skill == skill.id}
        for place, shown in enumerate(dice[die].faces):
            there = next((icon for icon in shown.icons if icon in siblings), None)
            # The mastery that is being replaced must not count against the new one.
            if there and place != face:
                return reason("mastery-twice", "MAST-4", skill=skill.name, other=siblings[there])
    return None


def icon_price(rulebook: Rulebook, held: int) -> int | None:
    """Return the price in sessions of an icon on a die already begun, with `held` dice (IMP-2).

    None if the table has no such row.
    """
    return next((step.sessions for step in rulebook.improvement if held in step.dice), None)


def first_icon_price(rulebook: Rulebook, house_rules: HouseRules, held: int) -> int | None:
    """Return the price in sessions of the icon that begins a new die beside `held` others (IMP-9, AMB-80)."""
    return icon_price(rulebook, held + house_rules.first_icon_at_new_rate)


def next_price(rulebook: Rulebook, character: Character) -> int | None:
    """Return the price of the next icon in sessions (IMP-2, IMP-3).

    It goes on a later die with an empty face, else on a new die.
    """
    held = len(character.dice)
    later = (die.faces[FACES - FACES_BOUGHT :] for die in character.dice[STARTING_DICE:])
    if any(shown.is_unfilled for faces in later for shown in faces):
        return icon_price(rulebook, held)
    return first_icon_price(rulebook, character.house_rules, held)


def sessions_behind(rulebook: Rulebook, dice: Sequence[CharacterDie], house_rules: HouseRules) -> int:
    """Return the sessions that pay for the dice beyond the first four, each begun with one icon (IMP-2).

    Dice beyond the table's last row cost nothing here, because dice beyond the tenth are refused elsewhere.
    """
    total = 0
    for place in range(STARTING_DICE, len(dice)):
        icons = sum(not shown.is_unfilled for shown in dice[place].faces[FACES - FACES_BOUGHT :])
        total += first_icon_price(rulebook, house_rules, place) or 0
        total += max(0, icons - 1) * (icon_price(rulebook, place + 1) or 0)
    return total


def successes_begun(character: Character) -> bool:
    """Return whether a player's saved sessions count toward automatic successes (IMP-5, AMB-82).

    They count once the tenth die is full, that is, when no face waits for an icon. Under the house rule they count once
    the tenth die is begun.
    """
    if character.kind is not CharacterKind.PLAYER or len(character.dice) < MOST_PLAYER_DICE:
        return False
    # An unfilled face counts as blank, so this asks whether any face still waits for an icon.
    full = not any(shown.is_blank for die in character.dice for shown in die.faces)
    return full or character.house_rules.successes_from_tenth_gained


def earned_successes(character: Character) -> int:
    """Return the successes from a player character's saved sessions: one for every ten (IMP-5)."""
    return character.sessions // SESSIONS_FOR_A_SUCCESS if successes_begun(character) else 0


def automatic_successes(character: Character) -> int:
    """Return the earned successes added to every throw; none where each can be used only once (AMB-81)."""
    return 0 if character.house_rules.automatic_success_used_once else earned_successes(character)


def single_successes(character: Character) -> int:
    """Return the earned successes left to use once each; none where they are added to every throw (AMB-81)."""
    return earned_successes(character) if character.house_rules.automatic_success_used_once else 0
