"""What happens to the harm of throws when files and log change behind the program's back."""

import shutil

import pytest

from bones_desktop.rules.bones.injury import injuries
from bones_desktop.storage.files.characterfile import read_character, write_character
from tests.play.bones.test_harm import RAGNAR, THREE, WASTED, damage, damages, dismiss, fall, faller, press, three_falls
from tests.support.givendice import Faces
from tests.support.tableseat import Seat

OTHER = "Ragnar at home.bones"


@pytest.fixture
def seat(qapp, tmp_path):
    """Return a seat where three falls did 1, 2 and 3 damage, and nothing was answered."""
    write_character(tmp_path / RAGNAR, faller())
    seat = sit(tmp_path)
    three_falls(seat)
    yield seat
    seat.leave()


def sit(folder, name=RAGNAR) -> Seat:
    return Seat(folder, name, rng=Faces(*(WASTED,) * 1_000))


def left(seat: Seat) -> Seat:
    seat.session.flush()
    seat.leave()
    return seat


def test_a_version_brought_back_keeps_what_was_answered_and_can_be_undone(seat):
    before = seat.document.character
    press(seat, THREE[1])
    dismiss(seat, THREE[0])
    seat.session.bring_back("Bring back", before)
    assert damage(seat) == 0
    seat.undo()
    assert (damage(seat), damages(seat)) == (2, [THREE[2]])
    seat.undo()
    assert (damage(seat), damages(seat)) == (0, THREE[1:])


def test_an_older_file_put_in_its_place_takes_no_harm_twice(seat):
    older = (seat.folder / RAGNAR).read_bytes()
    press(seat, THREE[1])
    newer = (seat.folder / RAGNAR).read_bytes()
    (seat.folder / RAGNAR).write_bytes(older)
    seat.session.look()
    assert damage(seat) == 0
    assert {THREE[0], THREE[2]} <= set(damages(seat))
    (seat.folder / RAGNAR).write_bytes(newer)
    seat.session.look()
    assert (damage(seat), damages(seat)) == (2, [THREE[0], THREE[2]])


def test_a_copy_under_another_name_has_what_the_first_took_once(seat):
    press(seat, THREE[1])
    shutil.copy(seat.folder / RAGNAR, seat.folder / OTHER)
    seat.open(OTHER)
    assert (damage(seat), damages(seat)) == (2, [THREE[0], THREE[2]])
    press(seat, THREE[0])
    assert (damage(seat), damages(seat)) == (5, [THREE[2]])


def test_what_happens_in_the_meantime_on_another_machine_is_answered_here(seat, tmp_path):
    """The folder of characters is in a cloud; each machine has its own log."""
    press(seat, THREE[1])
    here = left(seat).folder
    there = tmp_path / "there"
    there.mkdir()
    shutil.copy(here / RAGNAR, there / RAGNAR)
    other = sit(there)
    assert (damage(other), damages(other)) == (2, [])
    fall(other, 20)
    fall(other, 20)
    press(other, THREE[0])
    assert damages(other) == [THREE[0]]
    left(other)
    shutil.copy(there / RAGNAR, here / RAGNAR)
    again = sit(here)
    assert damage(again) == 5
    left(again)


def test_a_file_from_a_machine_whose_log_is_not_here_owes_nothing_and_is_hurt_as_ever(seat, tmp_path):
    press(seat, THREE[0])
    here = left(seat).folder
    (here / "log.db").unlink()
    for journal in here.glob("log.db-*"):
        journal.unlink()
    shutil.rmtree(here / "undo")
    other = sit(here)
    assert (damage(other), damages(other)) == (3, [])
    fall(other, 15)
    assert damages(other) == [THREE[1]]
    press(other, THREE[1])
    assert (damage(other), damages(other)) == (5, [])
    left(other)


def test_a_log_from_before_what_was_taken_offers_only_the_rest(seat, tmp_path):
    shutil.copytree(seat.folder, tmp_path / "backup")
    press(seat, THREE[1])
    here = left(seat).folder
    for each in here.glob("log.db*"):
        each.unlink()
    for each in (tmp_path / "backup").glob("log.db*"):
        shutil.copy(each, here)
    again = sit(here)
    assert (damage(again), damages(again)) == (2, [THREE[0], THREE[2]])
    again.undo()
    assert (damage(again), damages(again)) == (0, THREE)
    left(again)


def test_a_damaged_log_that_lost_what_was_thrown_leaves_the_character_as_it_was(seat):
    press(seat, THREE[1])
    here = left(seat).folder
    (here / "log.db").write_bytes(b"nothing of a log" * 100)
    again = sit(here)
    assert damage(again) == 2
    fall(again, 20)
    assert THREE[0] in damages(again)
    press(again, THREE[0])
    assert damage(again) == 5
    left(again)


def test_without_its_undo_history_what_was_taken_stays_taken(seat):
    press(seat, THREE[1])
    here = left(seat).folder
    shutil.rmtree(here / "undo")
    again = sit(here)
    assert (damage(again), damages(again)) == (2, [THREE[0], THREE[2]])
    left(again)


def test_changed_by_another_program_what_was_taken_stays_taken(seat):
    press(seat, THREE[1])
    here = left(seat).folder
    found = read_character(here / RAGNAR)
    write_character(here / RAGNAR, found.value.with_(notes="By hand"), found.unknown)
    again = sit(here)
    assert (damage(again), damages(again)) == (2, [THREE[0], THREE[2]])
    left(again)


def test_dice_lost_by_hand_for_harm_that_heal_later_do_not_bring_it_back(seat):
    for place in range(3):
        seat.document.apply("Lose a die", lambda now, place=place: injuries.lose(now, place))
    assert damages(seat) == THREE[1:]
    fall(seat, 10)
    for _each in range(3):
        seat.document.apply("Heal", injuries.heal)
    assert damages(seat) == ["Take 1 damage (earlier roll)", *THREE[1:]]


def test_what_another_throw_took_is_told_apart_after_a_restart_and_undo(seat):
    press(seat, THREE[2])
    press(seat, THREE[0])
    here = left(seat).folder
    again = sit(here)
    assert (damage(again), damages(again)) == (4, [THREE[1]])
    again.undo()
    assert (damage(again), damages(again)) == (1, THREE[:2])
    again.undo()
    assert (damage(again), damages(again)) == (0, THREE)
    again.redo()
    assert (damage(again), damages(again)) == (1, THREE[:2])
    left(again)
