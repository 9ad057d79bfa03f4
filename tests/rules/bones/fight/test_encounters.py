"""Encounters: chances found by playing fights, chances known exactly, and the words for them."""

from itertools import islice
from random import Random

import pytest

from bones_desktop.rules.bones.fight.encounters import (
    ENOUGH,
    MOST_ROUNDS,
    FightCount,
    duel,
    outlooks,
    play_fights,
    rating_of,
)
from bones_desktop.rules.bones.fight.fighters import Darkness, Encounter
from bones_desktop.rules.bones.fight.fights import StoppedError
from bones_desktop.rules.bones.fight.roster import OURS, THEIRS, add, new_fight, surroundings
from bones_desktop.rules.bones.injury.injuries import lose
from bones_desktop.rules.bones.making.edits import horde
from bones_desktop.rules.reasons import RulesError
from bones_desktop.storage.shelfentry import fighter_of_text
from tests.support.foreach import for_each
from tests.support.rulebooks import rulebook
from tests.trials.encounters import by_rounds

BRUTE, LOAF, COIN = "Melee x6,", "Blank x6,", "Melee, Melee, Melee, Blank, Blank, Blank"


def encounter(ours: list[str], theirs: list[str], darkness: Darkness = Darkness.NONE) -> Encounter:
    """Return a fight of fighters with these dice."""
    fight = new_fight("0" * 32)
    for side, dice in ((THEIRS, theirs), (OURS, ours)):
        for each in dice:
            one = fighter_of_text(rulebook(), each, fight.encounter.house_rules).character
            fight = add(fight, one.with_(name="Fighter"), side=side)
    return surroundings(fight, darkness=darkness).encounter


def played(found: Encounter, number: int, seed: int = 1) -> FightCount:
    return play_fights(rulebook(), found, number, Random(seed))


def test_whoever_meets_only_loaves_stands_unhurt() -> None:
    count = played(encounter([BRUTE, BRUTE], [LOAF, LOAF]), 5)
    assert (count.fights, count.stood) == (5, 5)
    assert set(count.lost.values()) == {0}


def test_a_fight_that_never_ends_is_not_one_that_the_party_stands() -> None:
    count = played(encounter([LOAF, LOAF], [LOAF]), 2)
    assert (count.stood, count.turns) == (0, 2 * MOST_ROUNDS * 3)


def test_both_sides_falling_together_is_not_standing() -> None:
    # Every die of a horde strikes and none defends, so both often fall in the same round.
    hordes = new_fight("0" * 32)
    for side in (OURS, THEIRS):
        hordes = add(hordes, horde(rulebook(), 2, "0" * 32, "Rats"), side=side)
    count, exact = played(hordes.encounter, 100), duel(rulebook(), hordes.encounter)
    assert exact is not None
    assert abs(count.stood / 100 - exact.stands.value) <= count.error
    assert exact.stands.value < 0.45


def test_counts_of_one_source_add_up_to_the_count_of_all() -> None:
    found, rng = encounter([COIN, COIN], [f"{COIN}; {COIN}"]), Random(3)
    parts = [play_fights(rulebook(), found, n, rng) for n in (2, 3)]
    assert sum(parts, FightCount()) == played(found, 5, seed=3)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [("Fighter x2", "Fighter x3"), (f"{COIN}; {COIN}", f"{COIN}; {COIN}"), ("Fighter x3", "Predator x3")],
)
def test_fights_played_agree_with_the_exact_duel(ours: str, theirs: str) -> None:
    found = encounter([ours], [theirs])
    exact, count = duel(rulebook(), found), played(found, 60)
    assert exact is not None
    assert exact.error == 0
    assert abs(count.stood / count.fights - exact.stands.value) <= count.error
    assert next(iter(count.lost.values())) / 60 == pytest.approx(next(iter(exact.lost.values())), abs=0.35)


def test_fights_played_agree_with_the_command_round() -> None:
    sides = ["Fighter x2; Sword", "Fighter x2"], ["Predator x2", "Predator x2"]
    count = played(encounter(*sides), 20)  # tests.trials.encounters plays hundreds
    stood = by_rounds(*sides, 20, 5)
    assert abs(count.stood - stood) / 20 <= 2 * count.error


def test_an_outlook_gets_better_and_is_the_same_for_the_same_seed() -> None:
    found = encounter([COIN, COIN], [COIN, COIN])
    first = list(islice(outlooks(rulebook(), found), 3))
    assert first == list(islice(outlooks(rulebook(), found, 1), 3))
    assert first[0].error > first[1].error > first[2].error > ENOUGH
    assert first != list(islice(outlooks(rulebook(), found, 2), 3))


def test_a_duel_has_one_exact_outlook() -> None:
    (only,) = outlooks(rulebook(), encounter([COIN], [COIN]))
    assert (only.error, only.fights) == (0, 0)


def test_surroundings_are_played_not_calculated() -> None:
    dark = encounter([COIN], [COIN], Darkness.TOTAL)
    assert duel(rulebook(), dark) is None
    assert played(dark, 3).stood == 0  # nobody sees enough to hit


def test_an_encounter_needs_somebody_on_each_side() -> None:
    for sides in (([COIN], []), ([], [COIN])):
        with pytest.raises(RulesError):
            next(outlooks(rulebook(), encounter(*sides)))
    hurt = encounter([COIN], [COIN])
    foe = hurt.fighters[0]
    with pytest.raises(RulesError):
        next(outlooks(rulebook(), hurt.with_fighter(foe.with_(character=lose(foe.character, 0)))))


def test_playing_stops_when_it_is_told_to() -> None:
    with pytest.raises(StoppedError):
        list(outlooks(rulebook(), encounter([COIN, COIN], [COIN]), keep_on=lambda: False))


@for_each(
    ("chance", "word"),
    [(1, "easy"), (0.95, "easy"), (0.949, "fair"), (0.8, "fair"), (0.79, "hard"), (0.6, "hard"), (0.59, "deadly"),
     (0, "deadly")],
)  # fmt: skip
def test_the_word_follows_the_thresholds(chance: float, word: str) -> None:
    assert rating_of(rulebook(), chance).name == word


def test_the_error_of_few_fights_is_large_even_if_all_ended_alike() -> None:
    assert FightCount(10, 10).error > 0.2
    assert FightCount(2_000, 1_480).error == pytest.approx(0.0197, abs=0.0005)
