from pathlib import Path

import pytest

from bones_desktop.rules.bones.book.character import Character, CharacterKind, MakingMode
from bones_desktop.rules.bones.book.icons import face
from bones_desktop.rules.bones.making.edits import set_face, set_template
from bones_desktop.rules.bones.making.problems import problems
from bones_desktop.rules.reasons import is_complete, is_legal
from bones_desktop.storage.files.characterfile import dump_character, read_character
from tests.support.pasteddice import paste_die
from tests.support.people import bob as bob_of_the_book
from tests.support.people import ragnar as ragnar_of_the_book
from tests.support.rulebooks import rulebook

SAMPLES = Path(__file__).parents[1] / "resources" / "games" / "bones" / "samples"
FINISHED = ("ragnar", "bob", "grumpy", "griffon", "swordmaster")
HALF_DONE = "ragnar-half-done"


def sample(name: str) -> Character:
    return read_character(SAMPLES / f"{name}.bones").value


def test_these_are_all_samples():
    assert {path.stem for path in SAMPLES.glob("*.bones")} == {*FINISHED, HALF_DONE}
    assert len({sample(name).id for name in (*FINISHED, HALF_DONE)}) == 6


@pytest.mark.parametrize("name", FINISHED)
def test_finished_samples_have_no_problem_at_all(name):
    assert problems(rulebook(), sample(name)) == ()


@pytest.mark.parametrize("name", [*FINISHED, HALF_DONE])
def test_samples_are_stored_as_the_program_writes_them(name):
    found = read_character(SAMPLES / f"{name}.bones")
    assert dump_character(found.value) == (SAMPLES / f"{name}.bones").read_bytes()
    assert not found.newer


def test_the_half_done_ragnar_is_legal_and_waits_to_be_finished():
    half = sample(HALF_DONE)
    found = problems(rulebook(), half)
    assert half.name == "Ragnar"
    assert is_legal(found)
    assert not is_complete(found)


def test_ex_37_the_half_done_ragnar_becomes_ragnar():
    book = rulebook()
    made = sample(HALF_DONE)
    for place, number, icon in ((0, 5, "defend"), (1, 3, "perception"), (1, 4, "melee"), (1, 5, "defend")):
        made = set_face(book, made, place, number, face(icon))
    made = set_template(book, made, 2, "armsman")
    made = set_face(book, set_face(book, made, 2, 4, face("missile")), 2, 5, face("maneuver"))
    made = paste_die(book, made, 3, made.dice[2].template, made.dice[2].faces)
    assert made.dice == ragnar_of_the_book().dice == sample("ragnar").dice


def test_ex_2_bob_is_bob():
    assert sample("bob").dice == bob_of_the_book().dice
    assert sample("bob").mode is MakingMode.CORE


def test_ex_36_grumpy_bears_the_dwarfs_icon_on_every_die():
    grumpy = sample("grumpy")
    assert [d.faces[1].code for d in grumpy.dice] == ["dwarf"] * 4
    assert grumpy.race == "Dwarf"


def test_the_griffon_flies_and_the_swordmaster_is_cast():
    assert (sample("griffon").kind, sample("griffon").flying) == (CharacterKind.BEAST, 8.0)
    assert (sample("swordmaster").kind, len(sample("swordmaster").dice)) == (CharacterKind.CAST, 6)
