"""Fights that would take too long are refused at once, and any work on one ends when nobody waits for it."""

import random
from functools import partial

import pytest

from bones_desktop.rules.bones.book.attempts import CHARACTER
from bones_desktop.rules.bones.book.icons import face
from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.rules.bones.fight.combat import AttackMode, Combatant, Stance
from bones_desktop.rules.bones.fight.fights import StoppedError, careful, solve
from bones_desktop.rules.bones.fight.rounds import TooManyHandsError, best_hands
from bones_desktop.rules.dice import Die
from bones_desktop.rules.reasons import RulesError
from tests.support.foreach import for_each
from tests.support.rulebooks import rulebook

CODES = ("melee", "missile", "defend", "universal", "melee x2", "defend x2", "blank", "healer")


def different(count: int, seed: int) -> Combatant:
    """Return a side of dice no two of which are likely to stand for each other."""
    rng = random.Random(seed)
    dice = [Die(tuple(face(rng.choice(CODES)) for _ in range(6)), "", CHARACTER, str(at)) for at in range(count)]
    return Combatant(tuple(dice))


def test_forty_different_dice_are_refused_at_once() -> None:
    a, b = different(40, 1), different(40, 2)
    rolled: list[int] = []
    with pytest.raises(RulesError) as refused:
        solve(rulebook(), HouseRules(), a, b, keep_on=lambda: rolled.append(1) is None)
    assert len(rolled) < 500  # hands, of the thousands there are
    assert refused.value.reason.code == "fight-too-large"
    assert dict(refused.value.reason.values) == {"a": 40, "b": 40}


def test_more_hands_are_too_many(monkeypatch) -> None:
    side = different(6, 3)
    stance = Stance(rulebook(), HouseRules(), side, AttackMode.MELEE)
    hands = len(best_hands(stance, side.dice).hands)
    monkeypatch.setattr("bones_desktop.rules.bones.fight.rounds.MOST_HANDS", hands)
    assert len(best_hands(stance, side.dice).hands) == hands
    monkeypatch.setattr("bones_desktop.rules.bones.fight.rounds.MOST_HANDS", hands - 1)
    with pytest.raises(TooManyHandsError):
        best_hands(stance, side.dice)


@for_each("work", [solve, partial(solve, best_losses=False), careful])
@for_each("after", [0, 1, 5, 20])
def test_all_work_on_a_fight_can_be_called_off(work, after: int) -> None:
    asked: list[int] = []

    def keep_on() -> bool:
        asked.append(1)
        return len(asked) <= after

    with pytest.raises(StoppedError):
        work(rulebook(), HouseRules(), different(4, 1), different(4, 2), keep_on=keep_on)
    assert len(asked) == after + 1
