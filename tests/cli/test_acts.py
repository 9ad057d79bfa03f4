"""The commands `acts` and `do`: every act of every game, with every answer there is, and with those there are not."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from bones_desktop.play.answers import act_answers
from bones_desktop.rules.acts import Act, Answers, Conditional, Parameter, ParameterKind
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.typedtext import AnswerError
from bones_desktop.rules.values import GameCharacter
from bones_desktop.storage.games import GAMES, StoredGame, game_of
from bones_desktop.wording.reasons import sentence
from tests.support.foreach import for_each

Stored = StoredGame[Any, Any]
RESOURCES = Path(__file__).parents[2] / "resources" / "games"
PATH = Path("some.bones")
MESS: dict[str, list[tuple[str, dict[str, str]]]] = {
    "bones": [
        ("earn", {"way": "", "n": "90", "note": "gift"}),
        ("award", {"sessions": "30"}),
        ("use-magic", {}),
        ("hinder", {"die": "flaming", "faces-flaming": "4"}),
        ("keep-going", {"name": "Wall", "strength": "3", "die": "2"}),
        ("keep-going", {"name": "Fog", "kind": "value", "coins": "50"}),
        ("gain-asset", {"asset": "Mill"}),
        ("blow", {"points": "1"}),
    ],
    "five_modes": [
        ("hurt", {"kind": "other"}),
        ("take", {"thing": "lantern"}),
        ("take", {"thing": "oil"}),
        ("xp", {"value": "5000"}),
    ],
    "story_bones": [
        ("award", {"value": "20"}),
        ("join", {"name": "Dog"}),
        ("take", {"name": "Ring", "phrase": "shiny"}),
        ("injure", {}),
        ("burn", {}),
    ],
    "basics": [("hurt", {"kind": "bruise"}), ("arm", {"name": "Club"}), ("try", {"task": "Door"})],
    "margin": [("hurt", {"value": "3"}), ("hold", {"name": "Troll"}), ("arm", {"name": "Axe"}), ("luck", {})],
}
"""What has happened to a character by the time everything is tried on it."""
ODD = {
    ParameterKind.NUMBER: ("x", "", "1_0", "1.5", "9" * 30),
    ParameterKind.YES_NO: ("1", "maybe", ""),
    ParameterKind.CHOICE: ("nonesuch", "\u202e", "-99"),
    ParameterKind.TEXT: ("x" * 30_000,),
    ParameterKind.DICE: ("99", "0", "-1", "x", "1,,", "1,1"),
}


def act_of(stored: Stored, who: GameCharacter, id: str) -> Act[Any]:
    return next(each for each in stored.game.acts(stored.book, who) if each.id == id)


def samples(game: str) -> Iterator[Path]:
    return iter(sorted((RESOURCES / game / "samples").glob("*.bones")))


def people(stored: Stored) -> Iterator[GameCharacter]:
    """Yield a character just begun, the samples, and one to whom much has happened."""
    yield stored.game.new("a" * 32)
    for path in samples(stored.game.id):
        who = stored.form.parse(path.read_bytes(), PATH).value
        yield who
        for id, given in MESS[stored.game.id]:
            act = act_of(stored, who, id)
            answers = act_answers(act, given)
            if act.why_not(who, answers) is None:
                who = act.do(who, answers)
        yield who


def good(asked: Parameter) -> list[str]:
    """Return answers that are possible: the first and the last of each kind."""
    match asked.kind:
        case ParameterKind.NUMBER if asked.why_not is not None:
            return [str(asked.first)]
        case ParameterKind.NUMBER:
            return sorted({str(asked.first), str(asked.least), str(asked.most)})
        case ParameterKind.YES_NO:
            return ["yes", "no"] if asked.why_not is None else ["no"]
        case ParameterKind.CHOICE if asked.why_not is not None:
            return [str(asked.first)]
        case ParameterKind.CHOICE:
            return [each for each in asked.choices if each not in asked.refused]
        case ParameterKind.TEXT:
            return ["Thing", "\u202ea\x00b\udcff"]
    return ["1", "2"] if {0, 1} <= set(asked.dice) else []


def answered(each: Conditional, asked: Sequence[Conditional]) -> Iterator[dict[str, str]]:
    """Yield answers after which something is asked, where they can be given now."""
    refused = {one.parameter.id: one.parameter.refused for one in asked}
    for way in each.when:
        possible = {id: [said(key) for key in keys if key not in refused[id]] for id, keys in way.items()}
        if all(possible.values()):
            yield {id: keys[0] for id, keys in possible.items()}


def said(value: object) -> str:
    return {0: "no", 1: "yes"}.get(value, str(value)) if isinstance(value, int) else str(value)


def done(stored: Stored, who: GameCharacter, act: Act[Any], given: dict[str, str]) -> None:
    """Do an act: it works and a file can hold what comes of it, or it is refused with a sentence."""
    answers = act_answers(act, given)
    thrown = {each.id: each.first for each in act.parameters(answers) if each.kind is ParameterKind.THROW}
    answers = Answers({**answers.values, **thrown})
    refused = act.why_not(who, answers)
    if refused is not None:
        assert "{" not in sentence(refused)
        return
    after = act.do(who, answers)
    assert all(sentence(line) for line in stored.game.lines(stored.book, who, after, act.id))
    assert stored.form.parse(stored.form.dump(after), PATH).value == after


@pytest.mark.parametrize("stored", GAMES, ids=lambda stored: stored.game.id)
def test_every_act_of_every_game_takes_every_answer_it_tells_of_and_no_other(stored):
    tried: dict[str, set[object]] = {}
    for who in people(stored):
        for act in stored.game.acts(stored.book, who):
            asked = act.every_parameter()
            shapes = {(each.parameter.shape, str(each.when), each.parameter.why_not is None) for each in asked}
            if shapes <= tried.get(act.id, set()):
                continue  # another character of whom the same is asked
            tried.setdefault(act.id, set()).update(shapes)
            for each in (each for each in asked if each.parameter.kind is not ParameterKind.THROW):
                id = each.parameter.id
                for given in answered(each, asked):
                    for value in good(each.parameter):
                        whole = {**given, id: value}
                        answers = act_answers(act, whole)
                        unwritten = (one.id for one in act.parameters(answers) if one.kind is ParameterKind.TEXT)
                        done(stored, who, act, {**dict.fromkeys(unwritten, "Thing"), **whole})
                    for value in ODD[each.parameter.kind]:
                        with pytest.raises(AnswerError):
                            act_answers(act, {**given, id: value})
            with pytest.raises(AnswerError, match="no --set bogus here"):
                act_answers(act, {"bogus": "1"})


def test_of_each_act_the_command_tells_all_and_refuses_in_one_line(run, tmp_path):
    for stored in GAMES:
        path = next(samples(stored.game.id))
        before = path.read_bytes()
        listed = run("acts", str(path), "--json").json
        lines = run("acts", str(path)).out
        assert [each["id"] for each in listed] == [line.split(" ")[0] for line in lines.splitlines() if line[0] != " "]
        for each in listed:
            assert run("do", str(path), each["id"], "--set", "bogus=1").is_one_line_error
            if "throws" not in each:
                assert run("do", str(path), each["id"], "--faces", "d20=1").is_one_line_error
        assert path.read_bytes() == before


@pytest.fixture
def bob(tmp_path) -> str:
    path = tmp_path / "bob.bones"
    path.write_bytes((RESOURCES / "bones" / "samples" / "bob.bones").read_bytes())
    return str(path)


def kept(path: str) -> Character:
    return game_of("bones").form.parse(Path(path).read_bytes(), PATH).value


def test_what_is_asked_after_an_answer_can_be_answered(run, bob):
    assert run("do", bob, "hinder", "--set", "faces-poison=2", "--set", "die=poison", "--out", bob).code == 0
    assert sum(not face.is_blank for face in kept(bob).hindering[-1].faces) == 2
    assert run("do", bob, "keep-going", "--set", "name=Wall", "--set", "strength=4", "--set", "die=2",
               "--out", bob).code == 0  # fmt: skip
    assert (kept(bob).effects[-1].die, kept(bob).effects[-1].strength) == (1, 4)
    assert run("do", bob, "blow", "--set", "points=2", "--set", "harm=attack", "--set", "dice=1,3",
               "--out", bob).code == 0  # fmt: skip
    assert [entry.die for entry in kept(bob).lost] == [1, 0, 2]
    sable = str(RESOURCES / "margin" / "samples" / "sable.bones")
    learned = run("do", sable, "learn", "--set", "choice=Stealth", "--set", "power=attribute-specialty", "--json")
    assert learned.code == 0
    assert "Powers" in learned.out or learned.json["lines"]


@for_each(
    ("game", "act", "given", "told"),
    [
        ("bones", "blow", {"dice": "9"}, "there are: 1, 2, 3, 4"),
        ("bones", "blow", {"points": "1", "dice": "1,2"}, "takes 0 to 1 of the dice, not 2"),
        ("bones", "blow", {"dice": "1,1"}, "names a die twice"),
        ("bones", "cure", {"die": "1"}, "--set die: there is nothing to choose"),
        ("bones", "blow", {"soaked": "yes"}, "spiff"),
        ("bones", "keep-going", {"kind": "blood", "die": "1"}, "there is no --set die here"),
        ("bones", "hinder", {"die": "poison", "faces-flaming": "2"}, "there is no --set faces-flaming here"),
        ("bones", "hinder", {"die": "poison", "faces-poison": "7"}, "from 1 to 6"),
        ("bones", "treat", {"medic": "1"}, "nothing without a success"),
        ("bones", "earn", {"way": "great-back-story", "n": "1"}, "--set n is 2"),
        ("bones", "season-action", {"kind": "strategic", "skill": "-", "successes": "2"}, "choose a skill first"),
        ("bones", "season-action", {"kind": "income"}, "Choose the skill"),
        ("five_modes", "take", {"thing": "torch", "name": "Bell"}, "there is no --set name here"),
        ("five_modes", "light", {"kind": "torch"}, "no torch to light"),
        ("five_modes", "light", {"size": "4"}, "there is no --set size here"),
        ("five_modes", "lose", {"thing": "1", "value": "10000"}, "--set value is 1"),
        ("margin", "hurt", {"deliberate": "yes"}, "there is no --set deliberate here; there are: value"),
        ("margin", "learn", {"power": "cleave", "choice": "body"}, "there is no --set choice here"),
        ("margin", "arm", {"name": "x" * 201}, "at most 200 letters"),
    ],
)
def test_an_answer_that_would_not_be_used_is_refused(run, game, act, given, told):
    path = next(each for each in samples(game) if each.stem in {"bob", "brida", "sable"})
    result = run("do", str(path), act, *(part for id, value in given.items() for part in ("--set", f"{id}={value}")))
    assert result.is_one_line_error
    assert told in result.err


def test_acts_tell_after_which_answers_something_is_asked(run, bob):
    acts = {each["id"]: each["parameters"] for each in run("acts", bob, "--json").json}
    asked = {each["name"]: each.get("when") for each in acts["keep-going"]}
    assert asked["name"] is asked["kind"] is None
    assert (asked["die"], asked["thing"]) == ([{"kind": ["health"]}], [{"kind": ["value"]}])
    assert next(each for each in acts["keep-going"] if each["name"] == "die")["dice"] == [1, 2, 3, 4]
    most = {tuple(each["when"][0]["way"]): each["most"] for each in acts["earn"] if each["name"] == "n"}
    assert most["great-back-story",] == 2
    assert "n: 2, with way=great-back-story" in run("acts", bob).out
    assert "faces-flaming: 1 to 6, with die=flaming" in run("acts", bob).out


def test_what_the_window_does_to_a_character_the_command_does_too(run, bob):
    def do(act: str, *given: str) -> Character:
        parts = (part for each in given for part in ("--set", each))
        result = run("do", bob, act, *parts, "--out", bob)
        assert result.code == 0, result.err
        return kept(bob)

    if kept(bob).created is None:
        assert do("finish").created is not None
    assert do("award", "sessions=20", "note=a long year").ledger[-1].note == "a long year"
    die = len(kept(bob).dice) + 1
    grown = do("buy-icon", f"face={die}-3", "icon=melee")
    assert (len(grown.dice), grown.ledger[-1].after.code) == (die, "melee")
    do("hinder", "die=poison")
    assert do("remedy", "remedy=an herb").hindering[0].remedy == "an herb"
    assert do("cure").hindering == ()
    assert do("use-magic").recent_magic == 1
    assert do("four-hours").recent_magic == 0
    do("use-magic")
    assert (do("rest-magic").recent_magic, kept(bob).magic_beyond) == (0, 0)
    do("keep-going", "name=Wall", "strength=3")
    do("keep-going", "name=Fog", "strength=2", "kind=blood")
    assert [each.name for each in do("release", "effect=1").effects] == ["Fog"]
    assert "A life was given" in run("do", bob, "release").err
    assert run("do", bob, "counter", "--set", "successes=2").code == 2
    assert do("counter", "successes=3").effects == ()
    assert do("heal").lost == ()
    assert do("coins", "value=7").coins == do("coins", "value=-7").coins + 7
    assert do("slay").slain
    assert not do("revive").slain


def test_nothing_to_do_it_with_is_said_in_one_sentence(run, bob):
    found = {each["id"]: each["why_not"] for each in run("acts", bob, "--json").json}
    assert found["cure"] == "There is no hindering die."
    assert found["release"] == "No magic is kept going."
    assert found["season-action"] is None


def test_acts_of_a_throw_tell_their_dice(run):
    path = str(RESOURCES / "five_modes" / "samples" / "brida.bones")
    acts = {each["id"]: each for each in json.loads(run("acts", path, "--json").out)}
    assert acts["revive"]["throws"] == [{"groups": {"d20": 1}}]
    assert "rolls 1 of --faces d20" in run("acts", path).out
