"""Successes that sessions brought, where the group lets each be used once (IMP-5, AMB-81).

Codes of the offer: offer-earned (n), no-earned-success (), and those of `playoffers.why_settled`.
Codes refused: no-earned-success ().
"""

from dataclasses import replace
from typing import Final

from bones_desktop.rules.bones.book.advancement import SESSIONS_FOR_A_SUCCESS, single_successes
from bones_desktop.rules.bones.book.character import Character, LedgerEntry, LedgerKind, add_count
from bones_desktop.rules.bones.book.ledger import is_finished, with_entries
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.reading.playoffers import why_settled
from bones_desktop.rules.bones.reading.plays import Play
from bones_desktop.rules.reading import Offer
from bones_desktop.rules.reasons import reason, refuse

EARNED_SUCCESS: Final = "earned-success"
"""Id of the offer, which costs no spiffs."""


def earned_offer(rulebook: Rulebook, character: Character, play: Play) -> Offer | None:
    """Return the offer to use one earned success on a play; None where they come to every throw, or none was left."""
    left = single_successes(character)
    if not left:
        return None
    return Offer(
        EARNED_SUCCESS,
        reason("offer-earned", "AMB-81", n=left),
        why_not=why_settled(rulebook, character.house_rules, play),
    )


def with_earned_success(play: Play) -> Play:
    """Return the play with one automatic success more."""
    task = play.occasion.task
    return replace(play, occasion=replace(play.occasion, task=replace(task, automatic=task.automatic + 1)))


def use_success(character: Character, today: str) -> Character:
    """Return the character with one earned success used up: the sessions it took, noted in its ledger.

    RulesError where none is left, or where they come to every throw and are not used up.
    """
    if not single_successes(character):
        raise refuse("no-earned-success", "AMB-81")
    used = add_count(character, "sessions", -SESSIONS_FOR_A_SUCCESS)
    if not is_finished(character):
        return used
    return with_entries(used, (LedgerEntry(kind=LedgerKind.SUCCESS, on=today, sessions=-SESSIONS_FOR_A_SUCCESS),))


def return_success(character: Character) -> Character:
    """Return the character with the success used last given back, its line in the ledger taken out (SPF-17)."""
    back = add_count(character, "sessions", SESSIONS_FOR_A_SUCCESS)
    lines = [place for place, line in enumerate(back.ledger) if line.kind is LedgerKind.SUCCESS]
    if not lines:
        return back
    return back.with_(ledger=(*back.ledger[: lines[-1]], *back.ledger[lines[-1] + 1 :]))
