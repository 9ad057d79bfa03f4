"""Offers after a throw: re-roll a die, buy a success, use an earned success (SPF-9, SPF-10, IMP-5).

Codes of what an offer costs or why there is none: offer-reroll (n), offer-success (n), offer-earned (n),
spiffs-too-few (n, have), rerolled-already (), bought-already (), no-die-to-throw-again (), only-die-again (die),
only-die-again-lost (die), all-dice-lost-task (), and the reason of a task that is not allowed.
Codes refused: no-earned-success ().
"""

from dataclasses import replace
from typing import Final

from bones_desktop.rules.bones.book.advancement import (
    SESSIONS_FOR_A_SUCCESS,
    is_finished,
    single_successes,
    with_entries,
)
from bones_desktop.rules.bones.book.attempts import CHARACTER, ITEM, eligibility
from bones_desktop.rules.bones.book.character import Character, LedgerEntry, LedgerKind, add_count
from bones_desktop.rules.bones.book.rulebook import HouseRules, Rulebook
from bones_desktop.rules.bones.injury.spiffs import ADDED_SUCCESS, REROLL, price
from bones_desktop.rules.bones.reading.plays import Play, PlayReading, Reroll, read_play
from bones_desktop.rules.bones.reading.requests import OWN_COUNT, ThrowKind
from bones_desktop.rules.bones.reading.tasksums import RerollChance
from bones_desktop.rules.chances import Chance
from bones_desktop.rules.reading import Offer
from bones_desktop.rules.reasons import Reason, reason, refuse
from bones_desktop.rules.values import without

EARNED_SUCCESS: Final = "earned-success"
"""Id of the offer that costs no spiffs."""


def spiff_offers(rulebook: Rulebook, house_rules: HouseRules, spiffs: int, play: Play) -> tuple[Offer, Offer]:
    """Return the uses of spiffs on the play: re-roll one die, buy one success (SPF-9, SPF-10, SPF-16..18)."""
    # The order of reasons matters: a player should hear that spiffs cannot help before hearing that they are too few.
    refused = why_settled(rulebook, house_rules, play)
    again, more = price(rulebook, REROLL), price(rulebook, ADDED_SUCCESS)
    return (
        Offer(
            REROLL,
            reason("offer-reroll", "SPF-9", n=again),
            again,
            why_not=refused or _why_no_reroll(rulebook, house_rules, play) or _too_few(spiffs, again),
        ),
        Offer(
            ADDED_SUCCESS,
            reason("offer-success", "SPF-10", n=more),
            more,
            why_not=refused or (reason("bought-already", "SPF-16") if play.bought else None) or _too_few(spiffs, more),
        ),
    )


def why_settled(rulebook: Rulebook, house_rules: HouseRules, play: Play) -> Reason | None:
    """Return why no spiff can help: the task is not allowed (ACT-2), or its last die is lost (AMB-104)."""
    own = [die for die in play.throw.dice if die.group == CHARACTER]
    allowed = eligibility(rulebook, house_rules, play.occasion.task, own)
    if not allowed.allowed:
        return allowed.reason
    harm = read_play(rulebook, house_rules, play).task.reading.lost
    return reason("all-dice-lost-task", "AMB-104") if len(harm) == len(own) else None


def rerollable(rulebook: Rulebook, house_rules: HouseRules, play: Play) -> tuple[int, ...]:
    """Return the places of the dice that may be re-rolled: own and equipment dice that were not lost (AMB-85)."""
    if play.reroll is not None:
        return ()
    harm = read_play(rulebook, house_rules, play).task.reading.lost
    return tuple(
        place for place, die in enumerate(play.throw.dice) if die.group in {CHARACTER, ITEM} and place not in harm
    )


def why_only(die: str, *, lost: bool) -> Reason:
    """Return why only the die called `die` may be re-rolled: the player took its re-roll back; `lost` since."""
    if lost:
        return reason("only-die-again-lost", "SPF-16", die=die)
    return reason("only-die-again", "SPF-16", die=die)


def best_rerolls(rulebook: Rulebook, house_rules: HouseRules, play: Play) -> tuple[RerollChance, ...]:
    """Return the effect of re-rolling each possible die, the best first (SPF-9, AMB-85).

    `success` is the chance of success; for a kind that only counts successes, the chance of a better outcome. `gain` is
    the change against the play now, above zero if it helps. Of dice with equal gain the better margin comes first.
    """
    reading = read_play(rulebook, house_rules, play)
    now, net = _worth(reading, play.occasion.kind), reading.task.net
    known: dict[tuple[str, str, str], tuple[float, int]] = {}

    def worth(place: int, side: int) -> tuple[float, int]:
        """Return the worth of the play with that face, and its net result; dice with the same face share it."""
        die = play.throw.dice[place]
        # Equipment is told apart by its key, because two equal faces may be of a used and an unused weapon.
        key = (die.key if die.group == ITEM else "", play.throw.faces[place].code, die.faces[side].code)
        if key not in known:
            again = replace(play, reroll=Reroll(place, side))
            found = read_play(rulebook, house_rules, again)
            known[key] = _worth(found, play.occasion.kind), found.task.net
        return known[key]

    found = []
    for place in rerollable(rulebook, house_rules, play):
        sides = [worth(place, side) for side in range(len(play.throw.dice[place].faces))]
        after = [value for value, _ in sides]
        # These kinds neither succeed nor fail, so the chance of a better outcome takes the place of success.
        if play.occasion.kind in OWN_COUNT:
            better, worse = sum(each > now for each in after), sum(each < now for each in after)
            found.append(RerollChance(place, Chance(better, len(after)), (better - worse) / len(after)))
        else:
            chance = Chance(sum(each > 0 for each in after), len(after))
            margin = sum(after_net - net for _, after_net in sides) / len(sides)
            found.append(RerollChance(place, chance, chance.value - (now > 0), margin))
    return tuple(sorted(found, key=lambda one: (-one.gain, -one.margin)))


def _worth(reading: PlayReading, kind: ThrowKind) -> float:
    if kind is ThrowKind.MOVEMENT:
        return reading.score or 0.0
    if kind is ThrowKind.FALL:
        # Of a fall less damage is better, and greater worth must mean better.
        return -float(reading.damage)
    if kind is ThrowKind.INCOME:
        return float(reading.coins or 0)
    return float(reading.task.success)


def _why_no_reroll(rulebook: Rulebook, house_rules: HouseRules, play: Play) -> Reason | None:
    if play.reroll is not None:
        return reason("rerolled-already", "SPF-16")
    return None if rerollable(rulebook, house_rules, play) else reason("no-die-to-throw-again", "AMB-85")


def _too_few(spiffs: int, needed: int) -> Reason | None:
    return None if spiffs >= needed else reason("spiffs-too-few", "SPF-18", n=needed, have=spiffs)


def earned_offer(rulebook: Rulebook, character: Character, play: Play) -> Offer | None:
    """Return the offer to use one earned success; None if they are added to every throw, or none is left."""
    left = single_successes(character)
    if not left:
        return None
    return Offer(
        EARNED_SUCCESS,
        reason("offer-earned", "AMB-81", n=left),
        why_not=why_settled(rulebook, character.house_rules, play),
    )


def with_earned_success(play: Play) -> Play:
    """Return the play with one more automatic success."""
    task = play.occasion.task
    return replace(play, occasion=replace(play.occasion, task=replace(task, automatic=task.automatic + 1)))


def use_success(character: Character, today: str) -> Character:
    """Return the character with one earned success used: its sessions are taken, with a line in its ledger.

    RulesError if none is left, or if they are added to every throw.
    """
    if not single_successes(character):
        raise refuse("no-earned-success", "AMB-81")
    used = add_count(character, "sessions", -SESSIONS_FOR_A_SUCCESS)
    # A character in the making without a ledger keeps none; a first line would be about this success only.
    if not is_finished(character) and not character.ledger:
        return used
    return with_entries(used, (LedgerEntry(kind=LedgerKind.SUCCESS, on=today, sessions=-SESSIONS_FOR_A_SUCCESS),))


def return_success(character: Character) -> Character:
    """Return the character with the last used success returned, its line removed from the ledger (SPF-17)."""
    back = add_count(character, "sessions", SESSIONS_FOR_A_SUCCESS)
    lines = [place for place, line in enumerate(back.ledger) if line.kind is LedgerKind.SUCCESS]
    if not lines:
        return back
    return back.with_(ledger=without(back.ledger, lines[-1]))
