"""Harm of throws stays offered until it is taken or dismissed, however many throws did any, and after a kill."""

import shutil
from itertools import count
from pathlib import Path

import pytest

from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.reading.requests import Request, ThrowKind
from bones_desktop.rules.values import MOST_PROPOSED
from bones_desktop.storage.files import saving
from bones_desktop.storage.files.characterfile import write_character
from bones_desktop.storage.log.throwlog import ThrowLog
from tests.support.givendice import Faces, GivenDice
from tests.support.people import die, ragnar
from tests.support.running import Running
from tests.support.tableseat import Kills, Seat, full

RAGNAR = "Ragnar.bones"
WASTED = 2
"""The face of every die that counts nothing against a fall."""


@pytest.fixture
def folder(qapp, tmp_path):
    folder = tmp_path / "seat"
    folder.mkdir()
    write_character(folder / RAGNAR, faller())
    return folder


@pytest.fixture
def sit(folder):
    seats = []

    def sit(where: Path = folder) -> Seat:
        seats.append(Seat(where, RAGNAR, rng=Faces(*(WASTED,) * 1_000)))
        return seats[-1]

    yield sit
    for seat in seats:
        seat.leave()


def faller():
    """Return Ragnar with twelve dice, whose third face fits nothing but riding."""
    return ragnar().with_(dice=(die("universal,physical,riding,riding,riding,riding"),) * 12)


def fall(seat: Seat, metres: int) -> None:
    seat.play.throw(Request(kind=ThrowKind.FALL, metres=metres))
    seat.play.settle()


def offered(seat: Seat) -> list[str]:
    return [act.text for act in seat.play.harm.offers()]


def press(seat: Seat, text: str) -> None:
    next(act for act in seat.play.harm.offers() if act.text == text).call()


def dismiss(seat: Seat, text: str) -> None:
    """Press what stands behind an offer."""
    acts = seat.play.harm.offers()
    acts[[act.text for act in acts].index(text) + 1].call()


def killed(seat: Seat, into: Path) -> Path:
    """Return what is left when the program is killed now."""
    return Path(shutil.copytree(seat.folder, into))


def damage(seat: Seat) -> int:
    return 12 - len(seat.document.character.available())


def damages(seat: Seat) -> list[str]:
    """Return what is offered, without what lets it go."""
    return [text for text in offered(seat) if "damage" in text]


THREE = ["Take 3 damage (earlier roll)", "Take 2 damage (earlier roll)", "Take 1 damage (earlier roll)"]


def three_falls(seat: Seat) -> None:
    for metres in (10, 15, 20):
        fall(seat, metres)
    assert [text for text in offered(seat) if "damage" in text] == THREE


def test_of_three_falls_unanswered_one_is_taken_one_dismissed_and_the_third_is_offered_after_a_kill(sit, tmp_path):
    seat = sit()
    three_falls(seat)
    press(seat, THREE[1])
    dismiss(seat, THREE[0])
    assert damage(seat) == 2
    assert offered(seat) == [THREE[2], "Dismiss"]
    again = sit(killed(seat, tmp_path / "killed"))
    assert again.play.played is None
    assert offered(again) == [THREE[2], "Dismiss"]
    press(again, THREE[2])
    assert damage(again) == 3
    assert offered(again) == []
    assert offered(sit(killed(again, tmp_path / "later"))) == []


def test_all_three_are_offered_after_a_kill(sit, tmp_path):
    seat = sit()
    three_falls(seat)
    assert [text for text in offered(sit(killed(seat, tmp_path / "killed"))) if "damage" in text] == THREE


def test_what_was_taken_is_offered_again_once_it_is_undone_and_counts_for_no_other(sit):
    seat = sit()
    three_falls(seat)
    press(seat, THREE[2])
    assert [text for text in offered(seat) if "damage" in text] == THREE[:2]
    seat.undo()
    assert [text for text in offered(seat) if "damage" in text] == THREE
    seat.redo()
    assert [text for text in offered(seat) if "damage" in text] == THREE[:2]


def restarted(seat: Seat, sit) -> Seat:
    seat.session.flush()
    seat.leave()
    return sit()


@pytest.fixture(params=["in one go", "restarted", "killed"])
def later(request, sit, tmp_path):
    """Return the seat as it is some time later: the program was closed in between, or killed, or not."""
    times = count()

    def later(seat: Seat) -> Seat:
        if request.param == "restarted":
            return restarted(seat, sit)
        return seat if request.param == "in one go" else sit(killed(seat, tmp_path / f"killed {next(times)}"))

    return later


def test_undone_after_another_throw_and_another_day_what_was_taken_is_offered_again_until_it_is_redone(sit, later):
    seat = sit()
    three_falls(seat)
    press(seat, THREE[1])
    fall(seat, 10)
    again = ["Take 1 damage (earlier roll)", THREE[0], THREE[2]]
    seat = later(seat)
    assert damages(seat) == again
    seat.undo()
    assert damages(seat) == ["Take 1 damage (earlier roll)", *THREE]
    seat = later(seat)
    assert damages(seat) == ["Take 1 damage (earlier roll)", *THREE]
    seat.redo()
    assert damages(seat) == again
    seat = later(seat)
    fall(seat, 10)
    assert damages(seat) == ["Take 1 damage (earlier roll)", *again]
    seat.undo()
    press(seat, THREE[1])
    assert damages(seat) == ["Take 1 damage (earlier roll)", *again]
    assert damage(later(seat)) == 2


def test_all_that_was_taken_is_offered_again_step_by_step(sit, later):
    seat = sit()
    three_falls(seat)
    for text in THREE:
        press(seat, text)
    seat = later(seat)
    assert damages(seat) == []
    fall(seat, 10)
    assert damages(seat) == ["Take 1 damage (earlier roll)"]
    for left in (THREE[2:], THREE[1:], THREE):
        seat = later(seat)
        seat.undo()
        assert damages(seat) == ["Take 1 damage (earlier roll)", *left]
    for left in (THREE[1:], THREE[2:], []):
        seat.redo()
        seat = later(seat)
        assert damages(seat) == ["Take 1 damage (earlier roll)", *left]


def test_what_was_dismissed_is_not_offered_again_by_undoing_something_else(sit, later):
    seat = sit()
    three_falls(seat)
    press(seat, THREE[1])
    dismiss(seat, THREE[0])
    fall(seat, 10)
    seat = later(seat)
    seat.undo()
    assert damages(seat) == ["Take 1 damage (earlier roll)", *THREE[1:]]
    seat = later(seat)
    seat.redo()
    seat.undo()
    assert damages(seat) == ["Take 1 damage (earlier roll)", *THREE[1:]]


@pytest.mark.parametrize("answer", ["taken", "left alone", "dismissed"])
def test_a_soaked_damage_is_offered_again_once_that_is_undone_on_another_day(sit, folder, later, answer):
    write_character(folder / RAGNAR, faller().with_(spiffs=9))
    seat = sit()
    fall(seat, 10)
    seat.spiffs.soak()
    assert damages(seat) == []
    fall(seat, 20)
    assert damages(seat) == [THREE[0]]
    if answer == "dismissed":
        dismiss(seat, THREE[0])
    elif answer == "taken":
        press(seat, THREE[0])
        seat.undo()
    seat = later(seat)
    seat.undo()
    first = [] if answer == "dismissed" else [THREE[0]]
    assert damages(seat) == [*first, "Take 1 damage (earlier roll)"]
    seat = later(seat)
    assert damages(seat) == [*first, "Take 1 damage (earlier roll)"]
    seat.redo()
    assert damages(seat) == first
    seat = later(seat)
    assert damages(seat) == first


def test_what_was_dismissed_stays_so_when_the_soaked_damage_of_it_is_undone(sit, folder, later):
    write_character(folder / RAGNAR, faller().with_(spiffs=9))
    seat = sit()
    fall(seat, 20)
    seat.spiffs.soak()
    dismiss(seat, THREE[1])
    seat = later(seat)
    seat.undo()
    assert seat.left == 9
    assert damages(seat) == []
    assert damages(later(seat)) == []


def test_killed_at_any_point_of_an_undo_after_another_throw_it_is_offered_if_the_file_lacks_it(
    sit, folder, tmp_path, monkeypatch
):
    seat = sit()
    three_falls(seat)
    press(seat, THREE[1])
    fall(seat, 10)
    with monkeypatch.context() as patch:
        kills = Kills(folder, tmp_path / "kills", patch)
        for owner, name in ((saving, "save_bytes"), (ThrowLog, "add_pending")):
            kills.around(owner, name)
        seat.undo()
    assert len(kills.left) == 2, "only the file is written"
    found = set()
    for where in kills.left.values():
        again = sit(where)
        found.add(damage(again))
        left = THREE if damage(again) == 0 else [THREE[0], THREE[2]]
        assert damages(again) == ["Take 1 damage (earlier roll)", *left]
    assert found == {0, 2}


def test_harm_that_no_log_keeps_is_offered_again_too(sit, folder, monkeypatch):
    seat = sit()
    with monkeypatch.context() as patch:
        patch.setattr(ThrowLog, "append", lambda *_line: full(folder))
        fall(seat, 20)
        fall(seat, 15)
        press(seat, THREE[0])
        fall(seat, 10)
    assert damages(seat) == ["Take 1 damage (earlier roll)", THREE[1]]
    seat.undo()
    assert damages(seat) == ["Take 1 damage (earlier roll)", THREE[1], THREE[0]]


def test_dice_given_by_hand_for_a_throw_are_not_given_for_an_older_one_after_another_throw(sit, later):
    seat = sit()
    three_falls(seat)
    for place in range(3):
        seat.document.apply("Lose a die", lambda now, place=place: injuries.lose(now, place))
    assert damages(seat) == THREE[1:]
    fall(seat, 10)
    seat = later(seat)
    assert damages(seat) == ["Take 1 damage (earlier roll)", *THREE[1:]]


def test_only_the_newest_harm_is_offered_however_much_nobody_answers(sit):
    seat = sit()
    for _each in range(MOST_PROPOSED + 5):
        fall(seat, 10)
    assert len(damages(seat)) == MOST_PROPOSED
    assert len(seat.log.pending(ragnar().id)) == MOST_PROPOSED


def test_dice_given_by_hand_count_for_the_newest_first(sit):
    seat = sit()
    three_falls(seat)
    for place in range(4):
        seat.document.apply("Lose a die", lambda now, place=place: injuries.lose(now, place))
    assert [text for text in offered(seat) if "damage" in text] == ["Take 1 damage (earlier roll)"] * 2


def test_what_was_healed_since_is_not_offered_again(sit):
    seat = sit()
    three_falls(seat)
    press(seat, THREE[1])
    seat.document.apply("Heal", injuries.heal)
    assert [text for text in offered(seat) if "damage" in text] == [THREE[0], THREE[2]]


def test_it_is_offered_after_another_character_threw(sit, folder):
    write_character(folder / "Other.bones", faller().with_(id="f" * 32, name="Other"))
    seat = sit()
    fall(seat, 20)
    seat.open("Other.bones")
    assert offered(seat) == []
    fall(seat, 10)
    seat.open(RAGNAR)
    assert offered(seat) == [THREE[0], "Dismiss"]


@pytest.mark.parametrize("undone", [False, True])
def test_killed_at_any_point_nothing_is_taken_twice_or_lost(sit, folder, tmp_path, monkeypatch, undone):
    seat = sit()
    three_falls(seat)
    if undone:
        press(seat, THREE[1])
    with monkeypatch.context() as patch:
        kills = Kills(folder, tmp_path / "kills", patch)
        for owner, name in ((saving, "save_bytes"), (ThrowLog, "add_pending"), (ThrowLog, "settle")):
            kills.around(owner, name)
        if undone:
            seat.undo()
        else:
            press(seat, THREE[1])
    assert len(kills.left) == 2, "only the file is written"
    for where in kills.left.values():
        again = sit(where)
        assert damage(again) in {0, 2}
        left = THREE if damage(again) == 0 else [THREE[0], THREE[2]]
        assert [text for text in offered(again) if "damage" in text] == left


def test_a_disk_that_refuses_leaves_it_open(sit, tmp_path, monkeypatch):
    seat = sit()
    three_falls(seat)
    with monkeypatch.context() as patch:
        patch.setattr(saving, "save_bytes", full)
        press(seat, THREE[1])
        assert len(offered(seat)) == 4
        again = sit(killed(seat, tmp_path / "killed"))
    assert [text for text in offered(again) if "damage" in text] == THREE
    assert seat.session.save()
    seat.keeper.settle()
    assert len(offered(sit(killed(seat, tmp_path / "saved")))) == 4


def test_the_tracker_page_offers_it_too_after_the_program_was_killed(qapp, tmp_path):
    before, after = tmp_path / "before", tmp_path / "after"

    def texts(running: Running) -> list[str]:
        return [button.text() for button in running.program.pages.tracker.follow_ups.buttons]

    with Running(before) as running:
        running.program.files.open(running.program.desk.shelf.create(faller()))
        running.window.show_page("tracker")
        running.window.show_page("table")
        table = running.program.pages.table
        running.program.desk.pace.choose("off")
        table.play.dice = GivenDice(Faces(*(WASTED,) * 1_000))
        for metres in (10, 15, 20):
            table.ask(Request(kind=ThrowKind.FALL, metres=metres))
            table.throw()
        assert [text for text in texts(running) if "damage" in text] == THREE
        shutil.copytree(before, after)
    with Running(after, page="tracker") as running:
        running.window.show_page("tracker")
        assert [text for text in texts(running) if "damage" in text] == THREE
        row = running.program.pages.tracker.follow_ups
        assert row.isVisible()
        row.buttons[2].click()
        row.buttons[1].click()
        assert len(running.program.document.character.available()) == 10
        assert texts(running) == [THREE[2], "Dismiss"]
        running.window.show_page("table")
        reading = running.program.pages.table.reading
        assert [button.text() for button in reading.follow_ups.buttons] == [THREE[2], "Dismiss"]
        assert reading.follow_ups.isVisible()
        reading.follow_ups.buttons[0].click()
        assert texts(running) == []
        assert not row.isVisible()


@pytest.mark.parametrize("page", ["tracker", "table", "build"])
def test_in_the_program_what_is_undone_at_the_next_start_is_offered_again(qapp, tmp_path, page):
    def texts(running: Running) -> list[str]:
        return [button.text() for button in running.program.pages.tracker.follow_ups.buttons]

    with Running(tmp_path) as running:
        running.program.files.open(running.program.desk.shelf.create(faller()))
        running.window.show_page("table")
        table = running.program.pages.table
        running.program.desk.pace.choose("off")
        table.play.dice = GivenDice(Faces(*(WASTED,) * 1_000))
        for metres in (10, 15, 20):
            table.ask(Request(kind=ThrowKind.FALL, metres=metres))
            table.throw()
        for _each in range(3):
            table.reading.follow_ups.buttons[0].click()
        assert texts(running) == []
        running.window.show_page("build")
    with Running(tmp_path, page="tracker") as running:
        running.window.show_page(page)
        running.trigger("undo")
        running.window.show_page("tracker")
        assert [text for text in texts(running) if "damage" in text] == THREE[2:]
        running.trigger("undo")
        assert [text for text in texts(running) if "damage" in text] == THREE[1:]
        running.trigger("redo")
        assert [text for text in texts(running) if "damage" in text] == THREE[2:]
        running.trigger("redo")
        assert texts(running) == []


def test_what_was_dismissed_stays_so_whatever_is_done_to_its_throw(sit, folder, tmp_path):
    write_character(folder / RAGNAR, faller().with_(spiffs=9))
    seat = sit()
    fall(seat, 20)
    assert len(seat.play.proposals()) == 1
    seat.spiffs.soak()
    assert offered(seat) == ["Take 2 damage (earlier roll)", "Dismiss"]
    assert offered(sit(killed(seat, tmp_path / "killed"))) == offered(seat)
    dismiss(seat, "Take 2 damage (earlier roll)")
    assert seat.play.proposals() == ()
    seat.undo()
    assert seat.left == 9
    assert offered(seat) == []
    assert offered(sit(killed(seat, tmp_path / "later"))) == []


def test_a_log_that_refuses_a_soaked_damage_offers_what_is_left_of_it(sit, folder, monkeypatch):
    write_character(folder / RAGNAR, faller().with_(spiffs=9))
    seat = sit()
    fall(seat, 20)
    with monkeypatch.context() as patch:
        patch.setattr(ThrowLog, "amend", lambda *_line: full(folder))
        seat.spiffs.soak()
    assert [harm.points for harm in seat.play.proposals()] == [2]
