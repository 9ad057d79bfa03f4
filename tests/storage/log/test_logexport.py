"""The log as JSON: nothing is lost, and draws can be checked from it without the program."""

import hashlib
import hmac
import json
from dataclasses import replace
from datetime import timedelta

import pytest

from bones_desktop.rules.fairdice import RECIPE, sealed_indices
from bones_desktop.storage.log.logentry import Cause, EntryKind, LogEntry, LoggedDie, LoggedWave, task_findings
from bones_desktop.storage.log.logexport import to_json
from bones_desktop.storage.log.throwlog import ThrowLog

SEED, NEXT = bytes(range(32)), bytes(range(1, 33))
FACES = ("universal", "physical", "melee", "melee", "defend", "")


@pytest.fixture
def log(tmp_path, clock):
    opened = ThrowLog(tmp_path / "log.db", clock)
    yield opened
    opened.close()


def throw(seed, evening, number, clock, count=4, **more):
    sides = tuple((f"die {place}|⚔", 6) for place in range(count))
    fell = zip(sides, sealed_indices(seed, number, sides), strict=True)
    dice = tuple(LoggedDie("Roman", FACES, index, "character", key) for (key, _), index in fell)
    return LogEntry(clock(), who="Ragnar ⚔", dice=dice, evening=evening, number=number, **more)


@pytest.fixture
def story(log, clock):
    """Two evenings, the second of which goes on; one die thrown again; a scene; a line of long ago."""
    log.append(LogEntry(clock() - timedelta(900), title="Long “ago”", dice=(LoggedDie("Old", ("melee",), 0),)))
    log.begin_evening(SEED)
    log.append(LogEntry(clock(), EntryKind.SCENE, title="The ford\n\\ */"))
    first = log.append(
        throw(
            SEED,
            1,
            1,
            clock,
            request='{"skill":"melee","items":[0]}',
            findings=task_findings("", -2),
            tags=("re-rolled",),
        )
    )
    die = first.dice[2]
    after = sealed_indices(SEED, 2, [(die.key, 6)])[0]
    log.amend(replace(first, waves=(LoggedWave(Cause.REROLL, ((2, after),), number=2),)))
    log.append(throw(SEED, 1, 3, clock, request="NaN"))
    log.end_evening()
    log.begin_evening(NEXT)
    log.append(throw(NEXT, 2, 1, clock))
    return log


def test_it_says_that_a_die_taken_back_is_vetoed_too_and_which_tag_tells_it():
    about = json.loads(to_json((), ()))["about"]
    assert "A wave that does not count was undone by the GM or by the player" in about
    assert "the tags of its line say by which of the two: re-roll-vetoed, re-roll-taken-back." in about


def test_everything_is_told(story, clock):
    told = json.loads(to_json(story.read(story.ids()), story.evenings()))
    assert (told["format"], told["version"]) == ("bones-desktop log", 1)
    assert [line["kind"] for line in told["lines"]] == [entry.kind for entry in story.latest()]
    for line, entry in zip(told["lines"], story.latest(), strict=True):
        for key in ("id", "game", "who", "title", "result", "net", "evening", "number"):
            assert line[key] == getattr(entry, key)
        assert line["at"] == entry.at.isoformat()
        assert tuple(line["tags"]) == entry.tags
        back = []
        for place, index in line["dice"]:
            die = told["dice"][place]
            back.append(LoggedDie(die["name"], tuple(die["faces"]), index, die["group"], die["key"]))
        assert tuple(back) == entry.dice
    assert told["lines"][3]["request"] == {"skill": "melee", "items": [0]}
    assert told["lines"][4]["request"] == "NaN"
    assert told["lines"][0]["request"] is None


def test_the_seed_of_an_evening_that_goes_on_is_never_told(story):
    evenings = (*story.evenings(), story.evening())
    text = to_json(story.read(story.ids()), evenings)
    assert NEXT.hex() not in text
    assert SEED.hex() in text
    assert [each["seed"] for each in json.loads(text)["evenings"]] == [SEED.hex(), None, None]


def test_draws_can_be_checked_from_the_file_alone(story):
    """As a stranger would do it: by the recipe in the file, with nothing of this program."""
    told = json.loads(to_json(story.read(story.ids()), story.evenings()))
    evening = told["evenings"][0]
    seed = bytes.fromhex(evening["seed"])
    assert hashlib.sha256(b"bones-desktop evening\n" + seed).hexdigest() == evening["commitment"]
    seen = []
    for line in told["lines"]:
        if line["evening"] == 1 and line["number"]:
            dice = [told["dice"][place] for place, _ in line["dice"]]
            assert drawn(seed, line["number"], dice) == [index for _, index in line["dice"]]
            seen.append(line["number"])
        for wave in line["waves"]:
            dice = [told["dice"][line["dice"][place][0]] for place, _ in wave["faces"]]
            assert drawn(seed, wave["number"], dice) == [index for _, index in wave["faces"]]
            seen.append(wave["number"])
    assert sorted(seen) == list(range(1, evening["draws"] + 1)) == [1, 2, 3]


def drawn(seed, number, dice):
    label = f"throw|{number}"
    for die in dice:
        key = die["key"].replace("%", "%25").replace("|", "%7C").replace(":", "%3A")
        label += f"|{key}:{len(die['faces'])}"
    stream = b"".join(hmac.new(seed, f"{label}|{n}".encode(), hashlib.sha256).digest() for n in range(3))
    return [byte % 6 for byte in stream if byte < 252][: len(dice)]


def test_every_line_stands_on_a_line_of_its_own(story):
    lines = to_json(story.read(story.ids()), story.evenings()).splitlines()
    assert sum('"kind":"throw"' in line for line in lines) == 4


def test_only_evenings_of_the_lines_are_told(story):
    *before, last = story.read(story.ids())
    told = [json.loads(to_json(lines, story.evenings()))["evenings"] for lines in (before[:1], [last], [*before, last])]
    assert [[each["id"] for each in evenings] for evenings in told] == [[], [2], [1, 2]]
    again = replace(before[3], waves=(LoggedWave(Cause.REROLL, ((2, 0),), number=4, evening=2),))
    assert [each["id"] for each in json.loads(to_json([again], story.evenings()))["evenings"]] == [1, 2]


def test_an_empty_log_is_told_too():
    told = json.loads(to_json((), ()))
    assert (told["lines"], told["evenings"], told["dice"]) == ([], [], [])
    assert tuple(told["recipe"]) == RECIPE
