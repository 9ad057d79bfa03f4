"""What spiffs may still do to a throw, and what they may not."""

from dataclasses import replace

import pytest

from bones_desktop.rules.bones.book.attempts import Task
from bones_desktop.rules.bones.book.character import Created, LedgerKind
from bones_desktop.rules.bones.book.characterdice import (
    automatic_successes,
    earned_successes,
    sessions_spent,
    sessions_used,
    single_successes,
)
from bones_desktop.rules.bones.book.icons import Face, face
from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.making.improvement import award, finish, restore
from bones_desktop.rules.bones.making.standing import standing
from bones_desktop.rules.bones.reading import plays
from bones_desktop.rules.bones.reading.plays import (
    Play,
    Reroll,
    best_rerolls,
    earned_offer,
    read_play,
    rerollable,
    return_success,
    spiff_offers,
    use_success,
    with_earned_success,
)
from bones_desktop.rules.bones.reading.requests import Occasion, Request, ThrowKind, occasion_of
from bones_desktop.rules.chances import Chance
from bones_desktop.rules.dice import Die, Throw
from bones_desktop.rules.reasons import RulesError, reason
from tests.support.people import bob, die, ragnar
from tests.support.plays import play_of, random_play
from tests.support.rulebooks import rulebook

PLAIN = HouseRules()
ONCE = HouseRules(automatic_success_used_once=True)
TODAY = "2024-05-01"
EASY = Request("melee", difficulty="easy")
BLOWS = ",".join(("melee",) * 10)


def showing(*codes: str, group: str = "character", spare: str = "blank") -> tuple[Die[Face], ...]:
    """Return dice whose first face is the one given, with `spare` on the second."""
    rest = (face(spare), *[face("blank")] * 4)
    return tuple(Die((face(code), *rest), f"Die {n}", group, f"die {n}") for n, code in enumerate(codes, 1))


def test_what_spiffs_may_do_and_why_not():
    play = play_of(bob(), Request(), "universal,universal,universal,universal")

    def why(spiffs: int, of_play: Play = play) -> list[str]:
        return ["" if o.why_not is None else o.why_not.code for o in spiff_offers(rulebook(), PLAIN, spiffs, of_play)]

    again, more = spiff_offers(rulebook(), PLAIN, 9, play)
    assert again.cost < more.cost
    assert why(9) == ["", ""]
    assert why(0) == ["spiffs-too-few", "spiffs-too-few"]
    assert why(1) == ["", "spiffs-too-few"]
    assert why(9, replace(play, reroll=Reroll(0, 1))) == ["rerolled-already", ""]
    assert why(9, replace(play, bought=1)) == ["", "bought-already"]
    assert why(9, play_of(bob(), Request("thief"), "universal,universal,universal,universal")) == ["no-icon", "no-icon"]


def test_only_own_and_equipment_dice_may_be_thrown_again_and_only_once():
    own, sword = showing("melee"), showing("melee", group="item")
    play = Play(
        Occasion(Task("melee", difficulty="easy")),
        Throw((*own, *sword, *showing("blank", group="hindering")), (0,) * 3),
    )
    assert rerollable(rulebook(), PLAIN, play) == (0, 1)
    assert rerollable(rulebook(), PLAIN, replace(play, reroll=Reroll(0, 1))) == ()


def test_nothing_is_sold_for_a_task_whose_last_die_poison_took():
    poison = showing("poison", group="hindering")
    sword = showing("melee", group="item")
    play = Play(Occasion(Task("melee", difficulty="easy")), Throw((*showing("melee"), *sword, *poison), (0, 0, 0)))
    assert read_play(rulebook(), PLAIN, play).task.reading.lost == (0,)
    offers = spiff_offers(rulebook(), PLAIN, 9, play)
    assert {offer.why_not.code for offer in offers} == {"all-dice-lost-task"}
    spared = replace(play, throw=Throw((*showing("melee", "melee"), *sword, *poison), (0, 0, 0, 0)))
    assert all(offer.why_not is None for offer in spiff_offers(rulebook(), PLAIN, 9, spared))


def test_the_worth_of_many_dice_is_read_once_for_dice_that_show_the_same(monkeypatch):
    many = ragnar().with_(dice=ragnar().dice * 10)
    play = random_play(many, Request(), 3)
    singly = {
        place: sum(
            read_play(rulebook(), PLAIN, replace(play, reroll=Reroll(place, side))).task.success for side in range(6)
        )
        for place in rerollable(rulebook(), PLAIN, play)
    }
    reads = []

    def counting(*values):
        reads.append(values)
        return read_play(*values)

    monkeypatch.setattr(plays, "read_play", counting)
    found = best_rerolls(rulebook(), PLAIN, play)
    assert {one.die: one.success for one in found} == {place: Chance(good, 6) for place, good in singly.items()}
    assert len(reads) < 100, "not once for each of the 240 faces"


def test_where_successes_only_count_a_reroll_is_worth_its_better_faces_less_its_worse_ones():
    """Income with Scholar: Universal, Mental and Scholar are one success each, all else on these dice is none."""
    play = play_of(bob(), Request("scholar", ThrowKind.INCOME), "universal,missile,magic,riding")
    found = {one.die: (one.success, one.gain) for one in best_rerolls(rulebook(), PLAIN, play)}
    assert found == {
        0: (Chance(0, 6), -3 / 6),
        1: (Chance(1, 6), 1 / 6),
        2: (Chance(3, 6), 3 / 6),
        3: (Chance(2, 6), 2 / 6),
    }


def grown(sessions: int = 25, house_rules: HouseRules = ONCE):
    later = die("universal,physical,melee,defend,missile,maneuver")
    return ragnar().with_(
        dice=(*ragnar().dice, *(later,) * 6), sessions=sessions, played_before=57, house_rules=house_rules
    )


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


def test_a_success_given_back_takes_its_own_line_out_of_the_ledger_and_no_other():
    """SPF-17: whatever was written down since stays."""
    made = grown().with_(created=Created(on=TODAY, dice=ragnar().dice))
    since = award(use_success(made, TODAY), 2, "The ford", TODAY)
    back = return_success(since)
    assert (back.sessions, single_successes(back)) == (27, 2)
    assert [line.kind for line in back.ledger] == [LedgerKind.AWARD]
    assert return_success(grown(15)).sessions == 25, "one from before the ledger was begun"


def test_none_is_used_for_a_task_whose_dice_are_all_lost():
    beaten = grown()
    poison = rulebook().die("poison")
    for _ in beaten.dice:
        beaten = injuries.add_hindering(beaten, injuries.hindering_from(poison))
    play = play_of(beaten, EASY, ",".join((BLOWS, *("poison",) * 10)))
    offer = earned_offer(rulebook(), beaten, play)
    assert offer is not None
    assert offer.why_not == reason("all-dice-lost-task", "AMB-104")
