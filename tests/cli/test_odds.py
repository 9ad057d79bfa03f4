"""The command `odds`: against counting every throw by hand, and its mistakes."""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from bones_desktop.rules.bones.book.character import HinderingDie, LostDie
from bones_desktop.rules.bones.book.icons import face
from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.storage.files.characterfile import write_character
from tests.support.commands import Command
from tests.support.foreach import for_each
from tests.support.people import ragnar

K1 = "Universal, Physical, Melee, Melee, Defend, Blank"
K2 = "Universal, Melee, Riposte, Defend, Missile, Blank"
K3 = "Physical, Physical, Melee, Defend, Defend, Blank"
K4 = "Universal, Mental, Magic, Magic, Scholar, Blank"
FOUR = "; ".join((K1, K2, K3, K4))
FOUR_AT_MELEE = ((1, 1, 1, 1, 0, 0), (1, 1, 2, 0, 0, 0), (1, 1, 1, 0, 0, 0), (1, 0, 0, 0, 0, 0))
CHALLENGE = (1, 1, 0, 0, 0, 0)
RAGNAR_AT_MELEE = ((1, 1, 0, 0, 1, 0), (1, 1, 0, 0, 1, 0), (1, 1, 1, 0, 0, 0), (1, 1, 1, 0, 0, 0))


def sums(dice: Iterable[Sequence[int]]) -> Counter[int]:
    return Counter(map(sum, product(*dice)))


def sum_of(a: Counter[int], b: Counter[int]) -> Counter[int]:
    found: Counter[int] = Counter()
    for (one, v), (other, w) in product(a.items(), b.items()):
        found[one + other] += v * w
    return found


def nets(own: Counter[int], other: Counter[int]) -> dict[int, Fraction]:
    """Return how likely each margin is."""
    found: Counter[int] = Counter()
    for (mine, a), (theirs, b) in product(own.items(), other.items()):
        found[mine - theirs] += a * b
    return {net: Fraction(weight, found.total()) for net, weight in found.items()}


def changed(own: Counter[int], how) -> Counter[int]:
    found: Counter[int] = Counter()
    for number, weight in own.items():
        found[how(number)] += weight
    return found


def of(entry) -> Fraction:
    return Fraction(entry["num"], entry["den"])


def is_told(answer, expected: dict[int, Fraction]) -> bool:
    """Return whether the answer gives these chances, each as a fraction in lowest terms."""
    told = {entry["net"]: (entry["num"], entry["den"]) for entry in answer["distribution"]}
    success = sum((chance for net, chance in expected.items() if net >= 1), Fraction())
    return (
        told == {net: (chance.numerator, chance.denominator) for net, chance in expected.items()}
        and [entry["net"] for entry in answer["distribution"]] == sorted(expected)
        and (answer["success"]["num"], answer["success"]["den"]) == (success.numerator, success.denominator)
        and answer["success"]["value"] == pytest.approx(float(success), abs=1e-15)
    )


def test_the_answer_has_these_keys_and_no_other(run: Command) -> None:
    answer = run("odds", "--dice", FOUR, "--skill", "melee", "--difficulty", "easy", "--json").json
    assert list(answer) == ["allowed", "cap", "success", "tie", "distribution"]
    assert answer["allowed"] is True
    assert answer["cap"] is None
    assert answer["tie"] is None
    assert list(answer["success"]) == ["num", "den", "value"]
    assert (answer["success"]["num"], answer["success"]["den"]) == (481, 648)
    assert all(list(entry) == ["net", "num", "den"] for entry in answer["distribution"])


@pytest.mark.parametrize(
    ("difficulty", "dice", "automatic"), [("easy", 2, 0), ("Average", 4, 0), ("difficult", 8, 0), ("impossible", 12, 2)]
)
def test_every_throw_is_counted(run: Command, difficulty: str, dice: int, automatic: int) -> None:
    answer = run("odds", "--dice", FOUR, "--skill", "melee", "--difficulty", difficulty, "--json").json
    nulls = changed(sums([CHALLENGE] * min(dice, 4)), lambda n: n + automatic)
    for _ in range(4, dice):
        nulls = sum_of(nulls, sums([CHALLENGE]))
    assert is_told(answer, nets(sums(FOUR_AT_MELEE), nulls))


@pytest.mark.parametrize(
    ("options", "change"),
    [
        (("--penalty", "2"), lambda n: n - 2),
        (("--automatic", "3"), lambda n: n + 3),
        (("--bought", "1"), lambda n: n + 1),
        (("--bought", "0", "--penalty", "1", "--automatic", "1"), lambda n: n),
    ],
)
def test_what_comes_without_rolling_is_counted(run: Command, options: tuple[str, ...], change) -> None:
    answer = run("odds", "--dice", FOUR, "--skill", "melee", "--difficulty", "simple", *options, "--json").json
    assert is_told(answer, nets(changed(sums(FOUR_AT_MELEE), change), sums([CHALLENGE] * 3)))


def test_a_cap_holds_what_is_rolled_and_automatic_but_not_what_is_bought(run: Command) -> None:
    answer = run("odds", "--dice", "Universal, Mental, Scholar; Universal x6,; Mental x6,", "--skill", "scholar",
                 "--difficulty", "easy", "--automatic", "1", "--bought", "1", "--json").json  # fmt: skip
    own = changed(sums([(1, 1, 1, 0, 0, 0)]), lambda n: min(n + 3, 2) + 1)
    assert answer["cap"] == 2
    assert is_told(answer, nets(own, sums([CHALLENGE] * 2)))


def test_items_and_hindering_dice_are_thrown_along(run: Command) -> None:
    answer = run("odds", "--dice", K1, "--skill", "maneuver", "--items", "Light armour", "--hindering", "Challenge",
                 "--difficulty", "easy", "--json").json  # fmt: skip
    # Encumbrance cancels a success and takes nothing where there is none; the Nulls on the hindering die come after it.
    encumbered = changed(sum_of(sums([(1, 1, 0, 0, 0, 0)]), sums([(-1, 0, 0, 0, 0, 0)])), lambda n: max(0, n))
    own = sum_of(encumbered, sums([(-1, -1, 0, 0, 0, 0)]))
    assert is_told(answer, nets(own, sums([CHALLENGE] * 2)))


def test_poison_takes_the_die_that_counts(run: Command) -> None:
    answer = run("odds", "--dice", f"{K1}; {K3}", "--skill", "melee", "--hindering", "Poison", "--difficulty", "easy",
                 "--json").json  # fmt: skip
    own: Counter[int] = Counter()
    for one, other, poison in product((1, 1, 1, 1, 0, 0), (1, 1, 1, 0, 0, 0), (1, 1, 0, 0, 0, 0)):
        own[max(0, one + other - poison)] += 1  # every counting face is worth one, so that a die is a success
    assert is_told(answer, nets(own, sums([CHALLENGE] * 2)))


def test_what_the_gm_allows_counts_up_to_the_cap_of_one_icon(run: Command) -> None:
    answer = run(
        "odds", "--dice", f"{K1}; {K4}", "--skill", "thief", "--difficulty", "easy", "--allowed", "--json"
    ).json
    assert (answer["allowed"], answer["cap"]) == (True, 2)
    own = sums([(1, 0, 0, 0, 0, 0), (1, 1, 0, 0, 0, 0)])  # Universal and Mental; the cap cuts nothing off two dice
    assert is_told(answer, nets(own, sums([CHALLENGE] * 2)))
    capped = run(
        "odds", "--dice", f"{K1}; {K2}", "--skill", "magic", "--difficulty", "easy", "--allowed", "--json"
    ).json
    assert capped["cap"] == 1
    held = Counter({1: 11, 0: 25})
    assert is_told(capped, nets(held, sums([CHALLENGE] * 2)))


@pytest.mark.parametrize("options", [(), ("--reroll",), ("--penalty", "1")])
def test_what_may_not_be_tried_never_succeeds(run: Command, options: tuple[str, ...]) -> None:
    result = run("odds", "--dice", K1, "--skill", "magic", "--difficulty", "easy", *options, "--json")
    assert result.code == 0
    answer = result.json
    assert (answer["allowed"], answer["cap"], answer["distribution"]) == (False, 0, [])
    assert answer["success"] == {"num": 0, "den": 1, "value": 0.0}
    if "--reroll" in options:
        assert answer["reroll"] == {"success": answer["success"], "gain": 0.0}
    told = run("odds", "--dice", K1, "--skill", "magic", "--difficulty", "easy", *options)
    assert (told.code, told.out.count("\n")) == (0, 1)
    assert "Magic" in told.out


def test_one_die_rolled_again_is_the_best_one(run: Command) -> None:
    answer = run("odds", "--dice", FOUR, "--skill", "melee", "--difficulty", "average", "--reroll", "--json").json
    assert of(answer["reroll"]["success"]) == Fraction(36785, 52488)
    plain = run("odds", "--dice", FOUR, "--skill", "melee", "--difficulty", "average", "--json").json
    assert answer["success"] == plain["success"]
    gain = of(answer["reroll"]["success"]) - of(answer["success"])
    assert answer["reroll"]["gain"] == pytest.approx(float(gain), abs=1e-15)


def test_two_sides_are_compared(run: Command) -> None:
    answer = run("odds", "--dice", FOUR, "--skill", "melee", "--versus", f"{K1}; {K3}", "--versus-skill", "defend",
                 "--json").json  # fmt: skip
    other = sums([(1, 1, 0, 0, 1, 0), (1, 1, 0, 1, 1, 0)])
    expected = nets(sums(FOUR_AT_MELEE), other)
    assert is_told(answer, expected)
    assert of(answer["tie"]) == expected[0]


def best_again(dice: Sequence[Sequence[int]], against: int, throw: Sequence[int]) -> Fraction:
    """Return the chance to beat `against` when the best die of a throw is thrown again, or none."""
    if sum(throw) > against:
        return Fraction(1)
    return max(
        Fraction(sum(sum(throw) - shown + face > against for face in faces), len(faces))
        for faces, shown in zip(dice, throw, strict=True)
    )


def test_a_die_is_rolled_again_when_both_throws_lie_open(run: Command) -> None:
    dice = [FOUR_AT_MELEE[1], FOUR_AT_MELEE[2]]
    other = sums([(1, 1, 0, 0, 1, 0), (1, 1, 0, 1, 1, 0)])
    answer = run("odds", "--dice", f"{K2}; {K3}", "--skill", "melee", "--versus", f"{K1}; {K3}",
                 "--versus-skill", "defend", "--reroll", "--json").json  # fmt: skip
    chances = [
        best_again(dice, against, throw) * weight for throw in product(*dice) for against, weight in other.items()
    ]
    assert of(answer["reroll"]["success"]) == sum(chances) / (36 * other.total())
    assert answer["reroll"]["gain"] > 0


def test_the_usual_skill_opposes_when_none_is_named(run: Command) -> None:
    given = ("odds", "--dice", FOUR, "--skill", "stealth", "--versus", K4)
    usual = run(*given, "--json")
    assert usual.code == 0
    assert usual.json == run(*given, "--versus-skill", "perception", "--json").json
    none = run("odds", "--dice", FOUR, "--skill", "craft", "--versus", K4)
    assert none.is_one_line_error
    assert "--versus-skill" in none.err
    assert "Craft" in none.err


def test_a_file_is_its_dice_at_hand_and_what_it_bears(run: Command, tmp_path: Path) -> None:
    path = tmp_path / "hurt.bones"
    poison = HinderingDie(name="Null", faces=(face("null"),) * 6)
    write_character(path, ragnar().with_(lost=(LostDie(die=1),), hindering=(poison,)))
    answer = run("odds", str(path), "--skill", "melee", "--difficulty", "easy", "--json").json
    own = changed(sums(RAGNAR_AT_MELEE[:1] + RAGNAR_AT_MELEE[2:]), lambda n: n - 1)
    assert is_told(answer, nets(own, sums([CHALLENGE] * 2)))


def test_automatic_successes_of_a_file_count_besides_those_given(run: Command, tmp_path: Path) -> None:
    path = tmp_path / "old.bones"
    dice = (*ragnar().dice, *[ragnar().dice[0].with_(faces=(face("social"),) * 6)] * 6)
    write_character(path, ragnar().with_(dice=dice, sessions=25))
    mine = run("odds", str(path), "--skill", "melee", "--difficulty", "easy", "--automatic", "1", "--json").json
    rolled = changed(sums(RAGNAR_AT_MELEE), lambda n: n + 3)
    assert is_told(mine, nets(rolled, sums([CHALLENGE] * 2)))
    versus = ("--versus", str(path), "--versus-skill", "melee")
    theirs = run("odds", "--dice", "Blank x6,", "--skill", "melee", *versus, "--json").json
    assert is_told(theirs, nets(Counter([0]), changed(sums(RAGNAR_AT_MELEE), lambda n: n + 2)))


def test_the_house_rules_of_a_file_hold(run: Command, tmp_path: Path) -> None:
    path = tmp_path / "strict.bones"
    dice = tuple(die.with_(faces=(face("elf"), *die.faces[1:])) for die in ragnar().dice)
    for rule, allowed in ((True, True), (False, False)):
        write_character(path, ragnar().with_(dice=dice, house_rules=HouseRules(elf_icon_allows_magic=rule)))
        answer = run("odds", str(path), "--skill", "magic", "--difficulty", "easy", "--json").json
        assert answer["allowed"] is allowed


def test_people_read_the_odds_in_words(run: Command) -> None:
    told = run("odds", "--dice", FOUR, "--skill", "melee", "--difficulty", "easy", "--reroll").out
    assert told.startswith("Success: 74.2 %, 481 in 648\n")
    assert "rolled again: " in told
    assert "\n  −2: " in told
    assert "Tie" not in told
    opposed = run("odds", "--dice", FOUR, "--skill", "melee", "--versus", K1, "--versus-skill", "defend").out
    assert "\nTie, which is no success: " in opposed
    capped = run("odds", "--dice", K4, "--skill", "scholar", "--difficulty", "easy").out
    assert "\nAt most 2 " in capped


@for_each(
    "arguments",
    [
        ("--dice", K1, "--skill", "melee"),
        ("--dice", K1, "--difficulty", "easy"),
        ("--skill", "melee", "--difficulty", "easy"),
        ("--dice", K1, "--skill", "melee", "--difficulty", "hard"),
        ("--dice", K1, "--skill", "melle", "--difficulty", "easy"),
        ("--dice", "Snek", "--skill", "melee", "--difficulty", "easy"),
        ("--dice", K1, "--skill", "melee", "--difficulty", "easy", "--bought", "2"),
        ("--dice", K1, "--skill", "melee", "--difficulty", "easy", "--penalty", "-1"),
        ("--dice", K1, "--skill", "melee", "--difficulty", "easy", "--versus", K1),
        ("--dice", K1, "--skill", "melee", "--difficulty", "easy", "--versus-skill", "melee"),
        ("--dice", K1, "--skill", "melee", "--versus", K1),
        ("--dice", K1, "--skill", "melee", "--versus", "nobody.bones", "--versus-skill", "melee"),
        ("--dice", K1, "--skill", "melee", "--versus", "Snek", "--versus-skill", "melee"),
        ("--dice", K1, "--skill", "melee", "--versus", K1, "--versus-skill", "melle"),
        ("--dice", K1, "--skill", "physical", "--versus", K1),
        ("nobody.bones", "--skill", "melee", "--difficulty", "easy"),
        ("nobody.bones", "--dice", K1, "--skill", "melee", "--difficulty", "easy"),
    ],
)
def test_every_mistake_is_one_line(run: Command, arguments: tuple[str, ...]) -> None:
    for json in ((), ("--json",)):
        result = run("odds", *arguments, *json)
        assert result.is_one_line_error, (result.code, result.out, result.err)


def test_what_lies_idle_is_told_and_changes_nothing(run: Command) -> None:
    asked = ("odds", "--dice", FOUR, "--skill", "melee", "--difficulty", "easy")
    one = run(*asked, "--items", "Sword", "--json").json
    two = run(*asked, "--items", "Sword; Sword", "--json").json
    why = "Sword does not count: another weapon is used."
    assert two.pop("idle") == [why]
    assert two == one
    assert run(*asked, "--items", "Sword; Sword").out.endswith(f"{why}\n")
    versus = run("odds", "--dice", FOUR, "--skill", "melee", "--versus", "Fighter; Buckler; Buckler", "--versus-skill",
                 "defend", "--json").json  # fmt: skip
    assert versus["idle"] == ["Buckler does not count: only one shield does."]


def test_the_odds_by_magic_are_those_of_the_next_level(run: Command) -> None:
    asked = ("odds", "--dice", "Wizard x2", "--skill", "magic", "--json", "--difficulty")
    found = run(*asked, "average", "--by-magic").json
    assert found.pop("difficulty") == "challenging"
    assert found == run(*asked, "challenging").json
    assert run("odds", "--dice", "Wizard", "--skill", "magic", "--versus", "Fighter", "--versus-skill", "defend",
               "--by-magic").is_one_line_error  # fmt: skip
