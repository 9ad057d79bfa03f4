"""What a stranger's file may hold and still be a character: odd names, ids nobody knows. The rules must bear it."""

import json
import random

import pytest

from bones_desktop.rules.bones.book.attempts import Task
from bones_desktop.rules.bones.book.characterdice import task_pool
from bones_desktop.rules.bones.making.problems import problems
from bones_desktop.rules.bones.making.sheet import derive
from bones_desktop.rules.bones.reading.tasks import read_task
from bones_desktop.rules.dice import throw
from bones_desktop.storage.files.characterfile import CharacterFileError, dump_character, parse_character
from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.storage.rulebookfile import load_rulebook
from bones_desktop.wording.names import place_text, problem_text

VALUES = ("", "no-such-thing", "x" * 80, "roman", "house/citizen", 0, 1, 39, True, None, [], "melee+melee x3", "elf")


@pytest.fixture(scope="module")
def rulebook():
    return load_rulebook(shipped("resources") / "games" / "bones")


def _places(value, place=()):
    yield place
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield from _places(each, (*place, key))


def _mutants(data, count):
    chance = random.Random(11)
    places = [place for place in _places(json.loads(data)) if len(place) > 1]
    for _ in range(count):
        document = json.loads(data)
        for _change in range(chance.randint(1, 4)):
            place = chance.choice(places)
            inner = document
            try:
                for step in place[:-1]:
                    inner = inner[step]
                inner[place[-1]] = chance.choice(VALUES)
            except (TypeError, KeyError, IndexError):
                continue
        yield json.dumps(document).encode()


def test_whatever_is_accepted_can_be_judged_thrown_and_told(rulebook, character):
    accepted, chance = 0, random.Random(5)
    for mutant in _mutants(dump_character(character), 1_500):
        try:
            found = parse_character(mutant, "a.bones").value
        except CharacterFileError:
            continue
        accepted += 1
        derive(rulebook, found)
        for problem in problems(rulebook, found):
            assert place_text(problem.place) + problem_text(problem)
        shown = throw(task_pool(rulebook, found, range(len(found.equipment))), chance)
        task = Task(skill=chance.choice(rulebook.skills).id, difficulty="average")
        assert read_task(rulebook, found.house_rules, task, shown, rolled_nulls=1).nulls == 1
    assert accepted > 150
