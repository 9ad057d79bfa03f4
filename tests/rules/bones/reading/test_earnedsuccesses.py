"""Successes that sessions brought, each used once where the group plays so (AMB-81)."""

import pytest

from bones_desktop.rules.bones.book.advancement import (
    automatic_successes,
    earned_successes,
    sessions_spent,
    sessions_used,
    single_successes,
)
from bones_desktop.rules.bones.book.character import LedgerKind
from bones_desktop.rules.bones.book.houserules import HouseRules
from bones_desktop.rules.bones.injury import belongings
from bones_desktop.rules.bones.making.improvement import award, finish, restore
from bones_desktop.rules.bones.making.standing import standing
from bones_desktop.rules.bones.reading.playoffers import earned_offer, use_success, with_earned_success
from bones_desktop.rules.bones.reading.plays import read_play
from bones_desktop.rules.bones.reading.requests import Request, occasion_of
from bones_desktop.rules.reasons import RulesError, reason
from tests.support.people import die, ragnar
from tests.support.plays import play_of
from tests.support.rulebooks import rulebook

ONCE = HouseRules(automatic_success_used_once=True)
TODAY = "2024-05-01"
EASY = Request("melee", difficulty="easy")
BLOWS = ",".join(("melee",) * 10)


def grown(sessions: int = 25, house_rules: HouseRules = ONCE):
    later = die("universal,physical,melee,defend,missile,maneuver")
    return ragnar().with_(dice=(*ragnar().dice, *(later,) * 6), sessions=sessions, house_rules=house_rules)


def test_they_come_to_every_throw_or_are_used_once_each():
    usual = grown(house_rules=HouseRules())
    assert (earned_successes(usual), automatic_successes(usual), single_successes(usual)) == (2, 2, 0)
    assert (earned_successes(grown()), automatic_successes(grown()), single_successes(grown())) == (2, 0, 2)
    assert occasion_of(rulebook(), usual, EASY).task.automatic == 2
    assert occasion_of(rulebook(), grown(), EASY).task.automatic == 0


def test_one_more_success_is_used_and_ten_sessions_with_it():
    play = play_of(grown(), EASY, BLOWS, nulls=2)
    offer = earned_offer(rulebook(), grown(), play)
    assert offer is not None
    assert (offer.cost, offer.why_not, offer.reason) == (0, None, reason("offer-earned", "AMB-81", n=2))
    before = read_play(rulebook(), ONCE, play).task.net
    assert read_play(rulebook(), ONCE, with_earned_success(play)).task.net == before + 1
    used = use_success(grown(), TODAY)
    assert (used.sessions, single_successes(used)) == (15, 1)


def test_the_last_one_used_there_is_no_more():
    used = use_success(grown(10), TODAY)
    assert used.sessions == 0
    assert earned_offer(rulebook(), used, play_of(used, EASY, BLOWS)) is None
    with pytest.raises(RulesError) as refused:
        use_success(used, TODAY)
    assert refused.value.reason.code == "no-earned-success"


def test_what_comes_to_every_throw_is_neither_offered_nor_used_up():
    usual = grown(house_rules=HouseRules())
    assert earned_offer(rulebook(), usual, play_of(usual, EASY, BLOWS)) is None
    with pytest.raises(RulesError):
        use_success(usual, TODAY)


def test_a_task_that_may_not_be_tried_takes_none():
    offer = earned_offer(rulebook(), grown(), play_of(grown(), Request("magic", difficulty="easy"), BLOWS))
    assert offer is not None
    assert offer.why_not is not None
    assert offer.why_not.code == "no-icon"


def test_the_ledger_tells_of_it_and_icons_are_not_charged():
    finished = award(finish(rulebook(), grown(0), TODAY), 25, "Winter", TODAY)
    used = use_success(finished, TODAY)
    entry = used.ledger[-1]
    assert (entry.kind, entry.sessions, entry.on) == (LedgerKind.SUCCESS, -10, TODAY)
    assert (sessions_spent(used), sessions_used(used)) == (0, 10)
    now = standing(rulebook(), used)
    assert now is not None
    assert (now.saved, now.awarded, now.spent, now.brought) == (15, 25, 10, 0)
    assert now.used_once
    changed = used.with_(dice=used.dice[:9])
    assert restore(changed, TODAY, permitted=True).sessions == 15, "what play used up is not given back"


def test_none_is_used_for_a_task_whose_dice_are_all_lost():
    beaten = grown()
    poison = rulebook().die("poison")
    for _ in beaten.dice:
        beaten = belongings.add_hindering(beaten, belongings.hindering_from(poison))
    play = play_of(beaten, EASY, ",".join((BLOWS, *("poison",) * 10)))
    offer = earned_offer(rulebook(), beaten, play)
    assert offer is not None
    assert offer.why_not == reason("all-dice-lost-task", "AMB-104")
