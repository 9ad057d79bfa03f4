"""What holds of every game: creation ends legal, files round trip, readings are pure, odds sum to 1."""

import json
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bones_desktop.rules.acts import Answers, Parameter, ParameterKind
from bones_desktop.rules.games import DieResult, Plan, fallen_again, shown
from bones_desktop.rules.reasons import RulesError, Weight, is_legal
from bones_desktop.rules.values import GameCharacter
from bones_desktop.storage.files.characterfile import CharacterFileError
from bones_desktop.storage.games import GAMES, SMALL_GAMES, StoredGame, is_whole
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.games.words import game_name
from bones_desktop.wording.reasons import sentence

Stored = StoredGame[Any, Any]
PATH = Path("some.bones")


@pytest.fixture(params=GAMES, ids=lambda stored: stored.game.id)
def stored(request: pytest.FixtureRequest) -> Stored:
    return request.param


def asked(parameters: tuple[Parameter, ...], rng: Random) -> Answers:
    """Return answers drawn from all that are possible."""
    values: dict[str, Any] = {}
    for each in parameters:
        match each.kind:
            case ParameterKind.NUMBER:
                values[each.id] = rng.randint(each.least, min(each.most, each.least + 12))
            case ParameterKind.YES_NO:
                values[each.id] = rng.randint(0, 1)
            case ParameterKind.CHOICE:
                values[each.id] = rng.choice(each.choices) if each.choices else ""
            case ParameterKind.TEXT:
                values[each.id] = f"text {rng.randint(1, 99)}"
            case ParameterKind.THROW:
                values[each.id] = tuple(rng.randrange(len(die.faces)) for die in each.thrown)
        if each.optional and rng.random() < 0.5:
            del values[each.id]
    return Answers(values)


SCRIPTED: dict[str, dict[str, int | str]] = {
    "margin": {
        **dict.fromkeys(("body", "mind", "charisma", "spirit"), 0),
        "attack": 3,
        "defense": 3,
        "power-1": "healing-touch",
        "power-2": "cleave",
        **{f"skill-{place}": f"Skill {place}" for place in range(1, 12)},
        **{f"dots-{place}": 4 * (place == 1) for place in range(1, 12)},
        **{f"weapon-{place}": f"weapon {place}" for place in range(1, 5)},
    }
}
"""Where a game has points to spend, what they are spent on; all else is drawn."""


def made(stored: Stored, seed: int) -> GameCharacter:
    """Return a character with every step done, by chance."""
    return _made(stored.game.id, seed)


@cache
def _made(id: str, seed: int) -> GameCharacter:
    stored = next(each for each in GAMES if each.game.id == id)
    game, book, rng = stored.game, stored.book, Random(seed)
    who = game.new(f"{rng.getrandbits(128):032x}")
    for _round in range(60):
        todo = [step for step in game.steps(book, who) if not step.is_done]
        if not todo:
            return who
        step = todo[0]
        for field in step.fields:
            drawn = asked((field,), rng).values.get(field.id, field.first)
            value = SCRIPTED.get(game.id, {}).get(field.id, drawn)
            who = game.with_field(book, who, field.id, value)
        if step.act:
            act = next(each for each in game.acts(book, who) if each.id == step.act)
            who = act.do(who, asked(act.parameters(Answers()), rng))
    raise AssertionError(f"{[step.id for step in todo]} are never done")


@pytest.mark.parametrize("seed", range(10))
def test_creation_leads_to_a_legal_character(stored, seed):
    who = made(stored, seed)
    found = [each for each in stored.game.check(stored.book, who) if each.weight is Weight.ILLEGAL]
    assert not found, [sentence(each.reason) for each in found]


def test_files_round_trip_and_are_never_taken_for_another_games(stored):
    who = made(stored, 1)
    data = stored.form.dump(who)
    assert stored.form.parse(data, PATH).value == who
    assert stored.form.dump(stored.form.parse(data, PATH).value) == data
    for other in (each.form.parse for each in GAMES if each is not stored):
        with pytest.raises(CharacterFileError) as caught:
            other(data, PATH)
        assert (caught.value.code, caught.value.hint) == ("other-system", stored.game.id)
    newer = json.dumps({**json.loads(data), "schema": 99}).encode()
    assert stored.form.parse(newer, PATH).newer


MOST_THROWS = 1_300
"""As many as four cubes have."""
LARGE = 300
"""More throws than three cubes have."""


def plans(stored: Stored, who: GameCharacter | None, rng: Random) -> list[Plan]:
    """Return plans of every kind of throw that are small enough to count; of the large ones, one of each kind."""
    found = []
    for roll in stored.game.rolls(stored.book, who):
        large = 0
        for _try in range(8):
            try:
                plan = stored.game.plan(stored.book, who, roll.id, asked(roll.parameters, rng))
            except RulesError:
                continue
            size = prod(len(die.faces) for die in plan.dice)
            large += size > LARGE
            if size <= (MOST_THROWS if large == 1 else LARGE) and plan not in found:
                found.append(plan)
    return found


@pytest.mark.parametrize("seed", range(2))
def test_readings_are_pure_and_total_and_odds_are_every_throw_read(stored, seed):
    rng = Random(seed)
    for plan in (*plans(stored, None, rng), *plans(stored, made(stored, seed), rng)):
        counted: dict[str, dict[str, Fraction]] = {}
        odds = stored.game.odds(plan).findings
        _every_throw(stored, plan, set(odds), counted)
        assert stored.game.read(plan, (), Answers()).findings == () or not plan.dice
        for finding, outcomes in odds.items():
            exact = {outcome: Fraction(*chance) for outcome, chance in outcomes.items()}
            assert sum(exact.values()) == 1
            ways = counted.get(finding, {})
            # Dice that fall again and again are followed for a while; what is open then may still be any outcome.
            open_ = 1 - sum(ways.values())
            assert set(ways) <= set(exact)
            for outcome, chance in exact.items():
                assert ways.get(outcome, 0) <= chance <= ways.get(outcome, 0) + open_


MOST_READ = 2_000
"""So many throws of one plan are read, those of dice that fall again among them."""

MOST_WAVES = 12
"""One die that falls again is followed so far: a reading of it takes longer with every wave."""

READ_TWICE = 10
"""Every tenth throw is read a second time: a reading that keeps something would differ on most throws."""


def _every_throw(stored: Stored, plan: Plan, wanted: set[str], counted: dict[str, dict[str, Fraction]]) -> None:
    """Read every throw of a plan, and of dice that fall again as many as there is room for."""
    read_so_far = 0
    waiting = [((), plan.dice, Fraction(1))]
    while waiting:
        fallen, dice, share = waiting.pop(0)
        throws = list(product(*(range(len(die.faces)) for die in dice)))
        wave = max((each.wave for each in fallen), default=-1) + 1
        if wave > MOST_WAVES or (read_so_far + len(throws) > MOST_READ and fallen):
            continue
        read_so_far += len(throws)
        said = _said_before(stored, plan, fallen)
        for number, indices in enumerate(throws):
            now = fallen_again(fallen, (shown(die, index, wave) for die, index in zip(dice, indices, strict=True)))
            reading = stored.game.read(plan, now, Answers())
            if number % READ_TWICE == 0:
                assert reading == stored.game.read(plan, now, Answers())
            due = tuple(die for must in reading.must for die in must.dice)
            known = {finding.id for finding in reading.findings}
            for finding in reading.findings:
                assert sentence(finding.reason)
                before = counted.setdefault(finding.id, {})
                if finding.id not in said:
                    before[finding.outcome] = before.get(finding.outcome, Fraction(0)) + share / len(throws)
            if due and not wanted <= known:
                waiting.append((now, due, share / len(throws)))


def _said_before(stored: Stored, plan: Plan, fallen: tuple[DieResult, ...]) -> set[str]:
    """Return the findings that a wave before had said already."""
    return {each.id for each in stored.game.read(plan, fallen, Answers()).findings} if fallen else set()


@pytest.mark.parametrize("seed", range(6))
def test_acts_change_nothing_they_are_given_and_what_is_enabled_is_done(stored, seed):
    rng = Random(seed)
    game, book, who = stored.game, stored.book, made(stored, seed)
    for _step in range(60):
        before = stored.form.dump(who)
        act = rng.choice(game.acts(book, who))
        answers = act.fitted(asked(act.parameters(Answers()), rng))
        refused = act.why_not(who, answers)
        if refused is not None:
            assert sentence(refused)
            continue
        after = act.do(who, answers)
        assert stored.form.dump(who) == before
        assert [sentence(line) for line in game.lines(book, who, after, act.id)]
        assert stored.form.parse(stored.form.dump(after), PATH).value == after
        for track in game.tracks(book, after):
            assert 0 <= track.marked <= track.boxes
        for fact in game.facts(book, after):
            assert all(sentence(how) for how in fact.how)
        who = after


def test_samples_are_legal_and_stored_as_the_program_writes_them(stored):
    assert len(stored.samples) >= 3
    for path in stored.samples:
        found = stored.form.read(path)
        assert stored.form.dump(found.value) == path.read_bytes()
        assert is_legal(stored.game.check(stored.book, found.value))


@pytest.mark.parametrize("stored", SMALL_GAMES, ids=lambda stored: stored.game.id)
def test_the_tables_of_games_on_shared_pages_can_be_looked_up(stored):
    parts = stored.game.reference(stored.book)
    assert parts
    for part in parts:
        assert part.rule
        assert game_name(stored.game.id, "", part.id) != part.id
        assert all(line.title for line in part.lines)


@pytest.mark.parametrize("name", ["", "\u3164", "\u200b"])
def test_nobody_is_whole_without_a_name_that_can_be_seen(stored, name):
    sample = next(path for path in stored.samples if "half" not in path.name)
    who = stored.form.read(sample).value
    assert is_whole(stored, who, stored.game.check(stored.book, who))
    unnamed = who.with_(name=name)
    assert not is_whole(stored, unnamed, stored.game.check(stored.book, unnamed))


def test_the_colour_of_the_dice_is_chosen_with_the_name_and_an_unknown_one_is_refused(stored):
    who = made(stored, 1)
    coloured = stored.game.with_field(stored.book, who, "dice_colour", "lilac")
    assert coloured == who.with_(dice_colour="lilac")
    step = next(each for each in stored.game.steps(stored.book, who) if each.id == "name")
    assert "dice_colour" in {each.id for each in step.fields}
    with pytest.raises(RulesError):
        stored.game.with_field(stored.book, who, "dice_colour", "beige")
    data = json.loads(stored.form.dump(coloured))
    (held,) = (each for each in data.values() if isinstance(each, dict) and "dice_colour" in each)
    assert held.pop("dice_colour") == "lilac"
    assert not stored.form.parse(json.dumps(data).encode(), PATH).value.dice_colour, "files written before open"
    held["dice_colour"] = "beige"
    with pytest.raises(CharacterFileError) as caught:
        stored.form.parse(json.dumps(data).encode(), PATH)
    assert "this is not one of the allowed words" in file_sentence(caught.value)
