"""The answers that are calculated for a fight, and their order."""

from collections.abc import Iterator

from bones_desktop.pages.fight.fightresults import FightAnswers, FightQuestion, reckon
from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.rules.bones.fight.combat import AttackMode, Combatant
from bones_desktop.rules.bones.fight.fights import FightSide, careful, solve
from bones_desktop.rules.bones.fight.rounds import round_odds
from bones_desktop.rules.reasons import refuse
from bones_desktop.storage.shelfentry import combatant, fighter_of_text
from tests.support.rulebooks import rulebook

RULES = HouseRules()


def side(text: str, mode: AttackMode = AttackMode.MELEE) -> Combatant:
    fighter = fighter_of_text(rulebook(), text, RULES)
    return combatant(rulebook(), fighter, mode, tuple(range(len(fighter.character.equipment))))


def fight(a: str, b: str, first: FightSide = FightSide.B) -> FightQuestion:
    return FightQuestion(rulebook(), RULES, side(a), side(b), first)


def always() -> bool:
    return True


def test_the_round_comes_first_and_the_exact_odds_last() -> None:
    chosen = fight("Fighter x2; Sword", "Killer; Thug", FightSide.A)
    given = chosen.rulebook, chosen.house_rules, chosen.a, chosen.b
    rounds = round_odds(*given)
    quick = solve(*given, first=FightSide.A, best_losses=False).odds
    by_thumb = careful(*given)
    assert list(reckon(chosen, always)) == [
        FightAnswers(rounds),
        FightAnswers(rounds, quick),
        FightAnswers(rounds, quick, by_thumb),
        FightAnswers(rounds, solve(*given, first=FightSide.A).odds, by_thumb),
    ]
    assert not quick.exact


def test_who_declares_first_is_passed_on() -> None:
    ends = [list(reckon(fight("Fighter x2", "Killer; Thug", first), always))[-1].odds for first in FightSide]
    assert ends[0] != ends[1]


def test_a_side_without_dice_of_its_own_is_refused_at_once() -> None:
    [only] = reckon(fight("Sword", "Fighter"), always)
    assert only.refused is not None
    assert only.refused.code == "fight-without-dice"
    assert only.round is None


def test_what_is_too_large_still_gets_its_round_and_the_rule_of_thumb(monkeypatch) -> None:
    monkeypatch.setattr("bones_desktop.rules.bones.fight.fights.MOST_WORK", 1)
    *_, last = reckon(fight("Fighter x2", "Killer"), always)
    assert last.round is not None
    assert last.careful is not None
    assert last.odds is None
    assert last.refused is not None
    assert last.refused.code == "fight-too-large"


def test_what_is_too_large_to_be_exact_keeps_its_estimate(monkeypatch) -> None:
    def too_large(*given, best_losses=True, **named):
        if not best_losses:
            return solve(*given, best_losses=False, **named)
        raise refuse("fight-too-large", "CMB-14", a=2, b=1)

    monkeypatch.setattr("bones_desktop.pages.fight.fightresults.solve", too_large)
    _round, quick, *_, last = reckon(fight("Fighter x2", "Killer"), always)
    assert quick.odds is not None
    assert last.odds == quick.odds
    assert last.refused is not None
    assert last.refused.code == "fight-too-large"


def test_it_ends_early_when_nobody_waits_any_more() -> None:
    answers = iter([True, True, False])
    known = list(reckon(fight("Fighter x2", "Killer; Thug"), lambda: next(answers, False)))
    assert known
    assert known[-1].careful is None


def test_stopping_in_the_middle_of_a_solution_is_no_fault() -> None:
    asked: list[int] = []

    def keep_on() -> bool:
        asked.append(1)
        return len(asked) < 40

    generator: Iterator[FightAnswers] = reckon(fight("Fighter x3; Killer", "Killer x2; Thug x2"), keep_on)
    *_, last = generator
    assert last.odds is None or not last.odds.exact
