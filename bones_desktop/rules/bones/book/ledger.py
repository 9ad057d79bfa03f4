"""The ledger of a finished character: every session earned or spent, and every face changed with permission."""

from collections.abc import Iterable, Iterator

from bones_desktop.rules.bones.book.character import Character, CharacterDie, Kind, LedgerEntry, LedgerKind
from bones_desktop.rules.bones.book.limits import FACES
from bones_desktop.rules.reasons import refuse

MOST_ENTRIES = 5_000
_NOT_FOR_ICONS = frozenset({LedgerKind.AWARD, LedgerKind.SUCCESS})


def is_finished(character: Character) -> bool:
    """Return whether this is a player whose making was finished, so that its faces change by improvement only."""
    return character.kind is Kind.PLAYER and character.created is not None


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
    """Return `after` with an entry for each face in which it differs from `before`; only finished ones keep a ledger.

    A die that is only in one of them has empty faces in the other; dice have the same places in both.
    """
    if not is_finished(before) or before.dice == after.dice:
        return after
    return with_entries(after, _changes(before, after, today))


def with_removal(character: Character, die: int, removed: CharacterDie, today: str) -> Character:
    """Return the character, which is without a die by now, with an entry for each icon lost with it."""
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
    """Return the sessions that went into the icons the character has, what was given back taken off."""
    return -sum(entry.sessions for entry in character.ledger if entry.kind not in _NOT_FOR_ICONS)


def sessions_used(character: Character) -> int:
    """Return the sessions that went into successes used up in play (AMB-81)."""
    return -sum(entry.sessions for entry in character.ledger if entry.kind is LedgerKind.SUCCESS)


def sessions_awarded(character: Character) -> int:
    """Return the sessions the ledger's awards come to."""
    return sum(entry.sessions for entry in character.ledger if entry.kind is LedgerKind.AWARD)


def brought_forward(character: Character) -> int:
    """Return the sessions saved that no entry tells of, such as those from before the ledger was begun."""
    return character.sessions - sum(entry.sessions for entry in character.ledger)


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
