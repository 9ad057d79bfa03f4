"""Whole fights against a solver without wit, and against what every fight must obey."""

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.rules.bones.fight import fights
from bones_desktop.rules.bones.fight.combat import AttackMode, Combatant, Stance, Successes, damage, facing
from bones_desktop.rules.bones.fight.combat import careful as careful_allotments
from bones_desktop.rules.bones.fight.fights import FightOdds, FightSide, StoppedError, careful, solve
from bones_desktop.rules.bones.fight.rounds import weakest_first
from bones_desktop.rules.chances import ALWAYS, NEVER, Chance
from bones_desktop.rules.dice import Die, Throw
from bones_desktop.rules.reasons import RulesError
from tests.support.bestplay import BestPlay
from tests.support.bruteforce import BruteForce
from tests.support.fighting import FIGHTING, HINDERING, die, own, random_dice, random_fighter, read_side
from tests.support.foreach import for_each
from tests.support.rulebooks import rulebook

PLAIN = HouseRules()
HELPFUL = [code for code in HINDERING if "null" not in code and code != "encumbrance"]
"""Faces that never leave their owner worse off."""
BURDENS = ("null x2", "null", "missile", "missile x2", "defend", "blank", "melee+null", "melee")


def worth(odds: FightOdds) -> Fraction:
    return Fraction(*odds.win) + Fraction(*odds.draw) / 2


def two(seed: int, kinds=None, most: int = 3, items=(0, 0, 1), sides=(2, 2, 3, 6)) -> tuple[Combatant, Combatant]:
    rng = Random(seed)
    kinds = kinds or (FIGHTING, HINDERING, HELPFUL)[seed % 3]
    a, b = (
        random_fighter(rng, rng.randint(1, most), kinds, items=rng.choice(items), sides=rng.choice(sides)) for _ in "AB"
    )
    return a, b


def solved(a: Combatant, b: Combatant, first: FightSide = FightSide.B) -> FightOdds:
    return solve(rulebook(), PLAIN, a, b, first=first).odds


def estimated(a: Combatant, b: Combatant) -> FightOdds:
    return solve(rulebook(), PLAIN, a, b, best_losses=False).odds


# --- against brute force ----------------------------------------------------------------------------------------------


@for_each("seed", range(120))
def test_a_fight_is_worth_what_brute_force_says(seed: int) -> None:
    a, b = two(seed)
    assert worth(solved(a, b)) == BruteForce(rulebook(), a, b).value


@for_each("seed", range(30))
def test_whoever_declares_first(seed: int) -> None:
    a, b = two(2000 + seed)
    a_first = solved(a, b, FightSide.A)
    assert worth(a_first) == 1 - BruteForce(rulebook(), b, a).value
    # Whoever knows what the other does is no worse off, and a fight is the same seen from the other side.
    assert worth(a_first) <= worth(solved(a, b))
    turned = solved(b, a)
    assert (a_first.win, a_first.draw, a_first.loss) == (turned.loss, turned.draw, turned.win)
    assert (a_first.left_a, a_first.left_b) == (turned.left_b, turned.left_a)


@for_each("seed", range(8))
def test_four_dice_a_side(seed: int) -> None:
    rng = Random(3000 + seed)
    mode = rng.choice(list(AttackMode))
    a, b = (random_fighter(rng, 4, HINDERING, sides=3, mode=mode) for _ in "AB")
    assert worth(solved(a, b)) == BruteForce(rulebook(), a, b).value


def test_dice_that_are_a_burden_are_given_up_as_well_as_others() -> None:
    # A die with Nulls can be one to be rid of: no die here stands for another, not even one that does all it does.
    a = Combatant(
        own("missile, melee, melee+null", "blank, null x2, blank", "defend, missile x2, melee+null"), AttackMode.MISSILE
    )
    b = Combatant(own("melee+null, blank, melee+null", "missile, melee, melee+null"), AttackMode.MISSILE)
    assert worth(solved(a, b)) == BruteForce(rulebook(), a, b).value


@for_each("seed", range(40))
def test_fights_of_burdened_dice(seed: int) -> None:
    a, b = two(1060 + seed, BURDENS, items=(0,), sides=(1, 2, 2, 3))
    assert worth(solved(a, b)) == BruteForce(rulebook(), a, b).value


@for_each("seed", range(25))
def test_the_quick_answer_is_the_game_with_the_weakest_dice_lost_first(seed: int) -> None:
    a, b = two(4000 + seed)
    orders = tuple(
        weakest_first(Stance(rulebook(), PLAIN, one, other.mode), [die for die in one.dice if die.group == "character"])
        for one, other in ((a, b), (b, a))
    )
    quick = estimated(a, b)
    assert worth(quick) == BruteForce(rulebook(), a, b, orders).value  # type: ignore[arg-type]
    assert (quick.exact, solved(a, b).exact) == (False, True)


def test_dice_all_alike_need_no_choice() -> None:
    a, b = (
        Combatant(own(*["universal, melee, defend, blank"] * 4)),
        Combatant(own(*["physical, melee, melee, blank"] * 4)),
    )
    assert worth(estimated(a, b)) == worth(solved(a, b))


# --- what is said and what is played are the same ---------------------------------------------------------------------


def played_out(reckoned: BestPlay, a: Combatant, b: Combatant) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """Return the chance that A wins, of a draw, and both sides' dice left, when every exchange is played as planned."""
    book = rulebook()
    stances = Stance(book, PLAIN, a, b.mode), Stance(book, PLAIN, b, a.mode)
    items = [[one for one in side.dice if one.group == "item"] for side in (a, b)]
    known: dict[tuple[int, int], tuple[Fraction, ...]] = {}

    def thrown(side: int, dice: tuple[Die, ...]) -> dict[Successes, int]:
        found: dict[Successes, int] = {}
        pool = (*dice, *items[side])
        for indices in product(*(range(len(one.faces)) for one in pool)):
            result = read_side(stances[side], Throw(pool, indices)).successes
            found[result] = found.get(result, 0) + 1
        return found

    def from_here(state: tuple[int, int]) -> tuple[Fraction, ...]:
        if state in known:
            return known[state]
        mine, theirs = reckoned.dice(state)
        if not mine or not theirs:
            draw = not mine and not theirs
            known[state] = tuple(map(Fraction, (bool(mine), draw, len(mine), len(theirs))))
            return known[state]
        ends: dict[tuple[int, int], int] = {}
        for (ours, m), (others, n) in product(thrown(0, mine).items(), thrown(1, theirs).items()):
            hurt = damage(*reckoned.allotments(state, ours, others))
            end = reckoned.after(state, *hurt)
            assert (end == state) == (hurt == (0, 0))
            ends[end] = ends.get(end, 0) + m * n
        ends.pop(state, None)
        if not ends:
            known[state] = tuple(map(Fraction, (0, 1, len(mine), len(theirs))))
            return known[state]
        whole = sum(ends.values())
        parts = [[Fraction(weight, whole) * number for number in from_here(end)] for end, weight in ends.items()]
        known[state] = tuple(sum(column, Fraction(0)) for column in zip(*parts, strict=True))
        return known[state]

    win, draw, left_a, left_b = from_here(reckoned.start)
    return win, draw, left_a, left_b


@for_each("seed", range(60))
def test_playing_the_plan_gives_the_odds(seed: int) -> None:
    a, b = two(5000 + seed)
    first = (FightSide.A, FightSide.B)[seed % 2]
    reckoned = BestPlay(solve(rulebook(), PLAIN, a, b, first=first, best_losses=seed % 5 != 0), a, b, first)
    win, draw, left_a, left_b = played_out(reckoned, a, b)
    assert (win, draw) == (Fraction(*reckoned.odds.win), Fraction(*reckoned.odds.draw))
    assert float(left_a) == pytest.approx(reckoned.odds.left_a, rel=1e-12)
    assert float(left_b) == pytest.approx(reckoned.odds.left_b, rel=1e-12)


@pytest.mark.parametrize("first", FightSide)
def test_who_can_end_a_fight_at_no_risk_ends_it(first: FightSide) -> None:
    # Waiting one more exchange would be worth as much for ever.
    brute, loaf = Combatant(own("melee")), Combatant(own("blank"))
    for a, b, expected in ((brute, loaf, (1, 0, 1, 0)), (loaf, brute, (0, 0, 0, 1))):
        reckoned = BestPlay(solve(rulebook(), PLAIN, a, b, first=first), a, b, first)
        assert played_out(reckoned, a, b) == expected


def test_the_plan_shows_the_dice_as_they_are() -> None:
    poisoned = own("melee+poison, melee", "melee, defend")
    a, b = Combatant(poisoned), Combatant(own("melee"))
    reckoned = BestPlay(solve(rulebook(), PLAIN, a, b), a, b)
    assert reckoned.dice(reckoned.start) == (poisoned, own("melee"))


# --- what every fight must obey ---------------------------------------------------------------------------------------


@for_each("seed", range(30))
def test_chances_are_one_in_all_and_dice_left_fit_them(seed: int) -> None:
    a, b = two(6000 + seed, most=4, sides=(6,))
    for odds in (
        solved(a, b),
        estimated(a, b),
        careful(rulebook(), PLAIN, a, b),
    ):
        assert sum(Fraction(*chance) for chance in (odds.win, odds.draw, odds.loss)) == 1
        dice_a, dice_b = (sum(one.group == "character" for one in side.dice) for side in (a, b))
        assert odds.win.value - 1e-12 <= odds.left_a <= (1 - odds.loss.value) * dice_a + 1e-12
        assert odds.loss.value - 1e-12 <= odds.left_b <= (1 - odds.win.value) * dice_b + 1e-12


@for_each("seed", range(25))
def test_one_die_more_is_never_worse(seed: int) -> None:
    rng = Random(7000 + seed)
    a, b = (random_fighter(rng, rng.randint(1, 4), HELPFUL, sides=3) for _ in "AB")
    more = random_dice(rng, 1, HELPFUL, 3)
    grown = Combatant((*a.dice, *more), a.mode, a.automatic, a.conditions)
    for first in FightSide:
        assert worth(solved(grown, b, first)) >= worth(solved(a, b, first))
        assert worth(solved(b, grown, first)) <= worth(solved(b, a, first))


@for_each("seed", range(20))
def test_a_better_face_is_never_worse(seed: int) -> None:
    rng = Random(8000 + seed)
    kinds = ("melee", "defend", "blank", "missile", "universal")
    a, b = (random_fighter(rng, 3, kinds, sides=4, mode=AttackMode.MELEE) for _ in "AB")
    blank = die("blank, blank, melee, defend")
    better = die("universal, melee x2, melee, defend x2")
    poor, rich = (Combatant((*a.dice, extra)) for extra in (blank, better))
    assert worth(solved(rich, b)) >= worth(solved(poor, b))


@pytest.mark.parametrize("text", ["blank, blank", "defend, defend x2", "missile, scholar"])
def test_who_cannot_hurt_each_other_draw(text: str) -> None:
    a, b = Combatant(own(text, text)), Combatant(own(text))
    for odds in (
        solved(a, b),
        estimated(a, b),
        careful(rulebook(), PLAIN, a, b),
    ):
        assert (odds.win, odds.draw, odds.loss) == (NEVER, ALWAYS, NEVER)
        assert (odds.left_a, odds.left_b) == (2.0, 1.0)


def test_who_is_always_parried_draws_too() -> None:
    odds = solved(Combatant(own("riposte, riposte")), Combatant(own("defend x2, defend x2")))
    assert odds.draw == ALWAYS


def test_who_would_lose_by_striking_stands_still() -> None:
    # Each parries all the other can do; whoever strikes is struck. Nobody starts.
    a = Combatant(own("universal"))
    assert solved(a, a).draw == ALWAYS


def test_a_double_fall_is_a_draw() -> None:
    odds = solved(Combatant(own("riposte")), Combatant(own("tiger-style")))
    assert (odds.draw, odds.left_a, odds.left_b) == (ALWAYS, 0.0, 0.0)


def test_equal_fighters_are_even_when_nobody_has_a_choice() -> None:
    fighter = Combatant(
        own("riposte, blank, blank, defend, defend, blank", "riposte, riposte, blank, defend, blank, blank")
    )
    odds = solved(fighter, fighter)
    assert odds.win == odds.loss


# --- the rule of thumb ------------------------------------------------------------------------------------------------


@for_each("seed", range(25))
def test_careful_fighters_step_by_step(seed: int) -> None:
    a, b = two(9000 + seed)
    book = rulebook()
    stances = Stance(book, PLAIN, a, b.mode), Stance(book, PLAIN, b, a.mode)
    dice = [[one for one in side.dice if one.group == "character"] for side in (a, b)]
    items = [[one for one in side.dice if one.group == "item"] for side in (a, b)]
    orders = [weakest_first(stance, some) for stance, some in zip(stances, dice, strict=True)]

    def thrown(side: int, left: int) -> Counter[Successes]:
        kept = sorted(orders[side][len(dice[side]) - left :])
        pool = (*(dice[side][place] for place in kept), *items[side])
        return Counter(
            read_side(stances[side], Throw(pool, indices)).successes
            for indices in product(*(range(len(one.faces)) for one in pool))
        )

    chances: dict[tuple[int, int], tuple[Fraction, ...]] = {}
    for i, j in product(range(len(dice[0]) + 1), range(len(dice[1]) + 1)):
        if not i or not j:
            chances[i, j] = tuple(map(Fraction, (i > 0, i == j, i, j)))
            continue
        sums, leaving = [Fraction(0)] * 4, 0
        for (ours, m), (others, n) in product(thrown(0, i).items(), thrown(1, j).items()):
            hurt_a, hurt_b = damage(*careful_allotments(*facing(ours, others)))
            if hurt_a or hurt_b:
                leaving += m * n
                end = chances[max(0, i - hurt_a), max(0, j - hurt_b)]
                sums = [total + m * n * number for total, number in zip(sums, end, strict=True)]
        chances[i, j] = tuple(total / leaving for total in sums) if leaving else tuple(map(Fraction, (0, 1, i, j)))
    win, draw, left_a, left_b = chances[len(dice[0]), len(dice[1])]
    odds = careful(book, PLAIN, a, b)
    assert (Fraction(*odds.win), Fraction(*odds.draw), Fraction(*odds.loss)) == (win, draw, 1 - win - draw)
    assert (odds.left_a, odds.left_b) == (pytest.approx(float(left_a)), pytest.approx(float(left_b)))
    assert not odds.exact


# --- what is left out, refused and called off -------------------------------------------------------------------------


def test_what_the_fight_does_not_follow_is_named() -> None:
    hydra = Combatant(
        (*own("regenerate, poison-melee, fire-breathing"), die("poison, blank", "hindering", "hindering 1"))
    )
    odds = solved(hydra, Combatant(own("melee, defend")))
    assert sorted((why.code, dict(why.values).get("face", "")) for why in odds.left_out) == [
        ("fight-leaves-healing", "Regenerate"),
        ("fight-leaves-hindering", ""),
        ("fight-leaves-riders", "Fire Breathing"),
        ("fight-leaves-riders", "Poison (melee)"),
    ]
    assert not solved(Combatant(own("melee")), Combatant(own("defend"))).left_out


def test_poison_on_a_face_leaves_the_rest_of_it() -> None:
    poisoned = Combatant(own("melee+poison, blank", "poison, melee"))
    clean = Combatant(own("melee, blank", "blank, melee"))
    foe = Combatant(own("melee, defend", "universal, blank"))
    assert solved(poisoned, foe).win == solved(clean, foe).win
    assert careful(rulebook(), PLAIN, poisoned, foe).win == careful(rulebook(), PLAIN, clean, foe).win


def test_hindering_dice_on_the_table_change_nothing_but_what_is_said() -> None:
    foe = Combatant(own("melee, defend"))
    clean, sick = own("melee, blank"), (*own("melee, blank"), die("poison, null", "hindering", "hindering 1"))
    assert solved(Combatant(clean), foe).win == solved(Combatant(sick), foe).win


@pytest.mark.parametrize("work", [solve, careful])
def test_a_side_without_dice_has_no_fight(work) -> None:
    armour = Combatant((die("defend", "item", "armour 1"),))
    someone = Combatant(own("melee"))
    for a, b in ((armour, someone), (someone, armour)):
        with pytest.raises(RulesError) as caught:
            work(rulebook(), PLAIN, a, b)
        assert caught.value.reason.code == "fight-without-dice"


def test_a_fight_that_would_take_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    a, b = (
        Combatant(own("melee, defend, blank", "universal, blank, blank")),
        Combatant(own("melee, blank", "missile, defend")),
    )
    monkeypatch.setattr(fights, "MOST_WORK", 10)
    with pytest.raises(RulesError) as caught:
        solved(a, b)
    assert caught.value.reason.code == "fight-too-large"
    assert dict(caught.value.reason.values) == {"a": 2, "b": 2}
    monkeypatch.undo()
    assert solved(a, b).exact


def test_work_can_be_called_off_at_any_state() -> None:
    a, b = two(11, most=3)
    asked = []

    def keep_on() -> bool:
        asked.append(None)
        return True

    solve(rulebook(), PLAIN, a, b, keep_on=keep_on)
    whole = len(asked)
    assert whole >= 4
    for stop_at in (1, whole // 2, whole):
        left = iter([True] * (stop_at - 1))
        with pytest.raises(StoppedError):
            solve(rulebook(), PLAIN, a, b, keep_on=lambda left=left: next(left, False))


def test_house_rules_reach_the_fight() -> None:
    caster = Combatant(own("elf, universal, universal"), AttackMode.MAGIC)
    loaf = Combatant(own("blank"))
    assert solve(rulebook(), PLAIN, caster, loaf).odds.win == ALWAYS
    assert solve(rulebook(), HouseRules(elf_icon_allows_magic=False), caster, loaf).odds.draw == ALWAYS


def test_automatic_successes_fight_along() -> None:
    loaf = own("blank")
    assert solved(Combatant(loaf, automatic=1), Combatant(loaf)).win == ALWAYS
    assert solved(Combatant(loaf, automatic=1), Combatant(loaf, automatic=1)).draw == ALWAYS


def test_two_who_can_only_hit() -> None:
    a, b = (
        Combatant(own("missile, blank, blank"), AttackMode.MISSILE),
        Combatant(own("missile, missile, blank"), AttackMode.MISSILE),
    )
    # p = 1/3 and q = 2/3: both 2/9, A alone 1/9, B alone 4/9, nobody 2/9.
    odds = solved(a, b)
    assert (odds.win, odds.draw, odds.loss) == (Chance(1, 7), Chance(2, 7), Chance(4, 7))
