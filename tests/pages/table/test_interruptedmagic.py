"""MAG-16 when the program ends in the midst of a throw for magic: each throw in the log is one use, never two."""

import shutil
from pathlib import Path

import pytest

from bones_desktop.play.bones.pendingacts import OwedUse, uses_owed
from bones_desktop.rules.bones.injury.injuries import pass_days
from bones_desktop.rules.bones.injury.magic import four_hours_rest
from bones_desktop.rules.bones.reading.requests import Request
from bones_desktop.storage.files import saving
from bones_desktop.storage.files.characterfile import read_character, write_character
from bones_desktop.storage.log.logentry import LogEntry
from bones_desktop.storage.log.throwlog import ThrowLog
from tests.support.people import bob
from tests.support.running import Running
from tests.support.tabledesk import Desk
from tests.support.tableseat import BOB, WANDA, Kills, full, now

MAGIC = Request(skill="magic")
INTERRUPTED = "Use magic in an interrupted roll"


@pytest.fixture
def left(folder, sit, tmp_path, monkeypatch) -> dict[str, Path]:
    """What a kill leaves at each point of one throw for magic, by its name."""
    seat = sit()
    seat.play.throw(MAGIC)
    seat.play.settle()
    with monkeypatch.context() as patch:
        kills = Kills(folder, tmp_path, patch)
        for owner, name in ((ThrowLog, "next_number"), (ThrowLog, "append"), (saving, "save_bytes")):
            kills.around(owner, name)
        kills.around(ThrowLog, "settle")
        seat.play.throw(MAGIC)
    assert (seat.uses, seat.thrown) == (2, 2)
    return kills.left


AT_EVERY_POINT = (
    "before next_number 1",
    "after next_number 1",
    "before append 1",
    "after append 1",
    "before save_bytes 1",
    "after save_bytes 1",
    "before settle 1",
    "after settle 1",
)
COUNTED_LATER = {"after append 1", "before save_bytes 1"}


@pytest.mark.parametrize("moment", AT_EVERY_POINT)
def test_killed_at_any_point_each_throw_in_the_log_is_one_use(left, sit, moment):
    assert tuple(left) == AT_EVERY_POINT
    for _start in range(3):
        seat = sit(left[moment])
        assert seat.uses == seat.thrown == (1 if moment in AT_EVERY_POINT[:3] else 2)
        assert read_character(seat.session.path).value == seat.document.character
        assert not seat.log.is_pending(BOB)
        assert (seat.document.undo_stack.undoText() == INTERRUPTED) is (moment in COUNTED_LATER)
        seat.session.flush()
        seat.leave()


@pytest.mark.parametrize("moment", AT_EVERY_POINT)
def test_another_character_open_at_the_next_start_owes_nothing(left, sit, moment):
    seat = sit(left[moment], "Wanda.bones")
    assert seat.uses == 0
    assert seat.log.is_pending(BOB) is (moment in COUNTED_LATER or moment in AT_EVERY_POINT[5:7])
    seat.leave()
    seat = sit(left[moment], "Wanda.bones")
    (seat.folder / "Bob.bones").rename(seat.folder / "elsewhere.bones")
    seat.open("elsewhere.bones")
    assert seat.uses == seat.thrown
    assert seat.document.character.id == BOB
    assert not seat.log.is_pending(BOB)


@pytest.mark.parametrize("moment", AT_EVERY_POINT)
def test_what_was_rested_away_before_the_log_was_looked_at_stays_so(left, sit, moment):
    path = left[moment] / "Bob.bones"
    write_character(path, pass_days(read_character(path).value, 1, resting=True))
    assert sit(left[moment]).uses == 0


@pytest.mark.parametrize("moment", AT_EVERY_POINT)
def test_the_count_of_an_interrupted_throw_is_undone_for_good(left, sit, moment):
    seat = sit(left[moment])
    uses = seat.uses
    seat.document.undo_stack.undo()
    assert seat.uses == uses - 1
    seat.session.flush()
    seat.leave()
    assert sit(left[moment]).uses == uses - 1


def test_a_count_the_disk_refuses_is_owed_until_the_file_has_it(folder, sit, tmp_path, monkeypatch):
    seat = sit()
    with monkeypatch.context() as patch:
        patch.setattr(saving, "save_bytes", full)
        seat.play.throw(MAGIC)
        seat.play.settle()
        seat.play.throw(MAGIC)
        seat.play.settle()
        seat.play.throw(MAGIC)
        seat.document.undo_stack.undo()
        assert (seat.uses, seat.thrown) == (2, 3)
        killed = Path(shutil.copytree(folder, tmp_path / "killed"))
    assert sit(killed).uses == 2, "and not what was undone"
    assert len(uses_owed(seat.log.pending(BOB))) == 2
    assert seat.session.save()
    seat.document.apply("Rest", four_hours_rest)
    assert not seat.log.is_pending(BOB)
    seat.leave()
    assert sit().uses == 0


def test_taking_the_file_of_the_disk_instead_counts_what_it_lacks(folder, sit, monkeypatch):
    seat = sit()
    with monkeypatch.context() as patch:
        patch.setattr(saving, "save_bytes", full)
        seat.play.throw(MAGIC)
    seat.session.take_from_disk()
    assert (seat.uses, seat.thrown) == (1, 1)
    assert read_character(folder / "Bob.bones").value.recent_magic == 1
    assert not seat.log.is_pending(BOB)


def test_a_throw_the_log_refuses_is_counted_and_owes_nothing(folder, sit, tmp_path, monkeypatch):
    seat = sit()
    with monkeypatch.context() as patch:
        patch.setattr(ThrowLog, "append", lambda _log, _entry, *_owed: full(folder))
        patch.setattr(ThrowLog, "settle", lambda _log, _act: full(folder))
        seat.play.throw(MAGIC)
    assert (seat.uses, seat.thrown, len(seat.troubles)) == (1, 0, 1)
    seat.leave()
    assert sit().uses == 1


def test_a_debt_that_cannot_be_crossed_out_is_crossed_out_later(folder, sit, monkeypatch):
    seat = sit()
    with monkeypatch.context() as patch:
        patch.setattr(ThrowLog, "settle", lambda _log, _act: full(folder))
        seat.play.throw(MAGIC)
        assert seat.log.is_pending(BOB)
    seat.document.undo_stack.undo()
    assert not seat.log.is_pending(BOB)
    seat.leave()
    assert sit().uses == 0


def test_a_use_that_is_refused_is_told_and_not_owed(folder, sit):
    write_character(folder / "Bob.bones", bob().with_(id=BOB, recent_magic=10_000))
    seat = sit()
    seat.play.throw(MAGIC)
    assert seat.refused == ["too-many"]
    assert seat.thrown == 1
    assert not uses_owed(seat.log.pending(BOB)), "only the damage of the magic is still to be answered"


def test_two_characters_in_turn_are_each_owed_their_own(folder, sit, tmp_path, monkeypatch):
    seat = sit()
    with monkeypatch.context() as patch:
        patch.setattr(ThrowLog, "settle", lambda _log, _act: full(folder))
        seat.play.throw(MAGIC)
        seat.open("Wanda.bones")
        seat.play.throw(MAGIC)
        seat.play.settle()
        seat.play.throw(MAGIC)
    killed = sit(Path(shutil.copytree(folder, tmp_path / "killed")))
    assert killed.uses == 1
    assert killed.log.is_pending(WANDA)
    killed.open("Wanda.bones")
    assert killed.uses == 2
    assert not killed.log.is_pending(WANDA)
    killed.open("Bob.bones")
    assert killed.uses == 1


def test_a_read_only_file_is_owed_until_it_can_be_written(folder, sit):
    owed = OwedUse("f" * 32, BOB, False, (0, 0, 1))
    log = ThrowLog(folder / "log.db", now)
    log.append(LogEntry(now(), who="Bob", character_id=BOB), owed.pending())
    log.close()
    path = folder / "Bob.bones"
    text = path.read_text()
    path.write_text(text.replace('"schema": 1', '"schema": 99'))
    seat = sit()
    assert seat.document.read_only
    assert (seat.uses, uses_owed(seat.log.pending(BOB))) == (0, (owed,))
    seat.leave()
    path.write_text(text)
    assert sit().uses == 1


def test_the_table_shows_the_price_with_the_use_that_was_counted_later(qtbot, theme, tmp_path):
    desk = Desk(qtbot, tmp_path, theme, character=bob().with_(id=WANDA))
    wizard = bob().with_(id=BOB, recent_magic=4)
    desk.log.append(LogEntry(now(), who="Bob", character_id=BOB), OwedUse("f" * 32, BOB, False, (4, 0, 1)).pending())
    desk.page.ask(MAGIC)
    desk.document.open(wizard)
    assert desk.document.character.recent_magic == 5
    assert desk.page.strip.facts.text().startswith("Use 6 of magic")
    desk.page.shutdown()
    desk.log.close()


@pytest.mark.parametrize("clean", [False, True])
def test_the_program_pays_before_anything_else_can_be_done_with_the_character(qapp, tmp_path, clean):
    with Running(tmp_path) as running:
        path = running.program.desk.shelf.create(bob().with_(id=BOB))
        running.program.files.open(path)
        roll_log = running.locations.roll_log
        running.window.show_page("tracker")
    killed = ThrowLog(roll_log, now)
    killed.append(LogEntry(now(), who="Bob", character_id=BOB), OwedUse("f" * 32, BOB, False, (0, 0, 1)).pending())
    if clean:
        killed.close()
    else:
        left = {each: each.read_bytes() for each in roll_log.parent.glob(f"{roll_log.name}*")}
        killed.file.close()
        for each, data in left.items():
            each.write_bytes(data)
    with Running(tmp_path, page="") as running:
        assert running.window.page == "tracker"
        assert running.program.document.character.recent_magic == 1
        assert running.program.document.undo_stack.undoText() == INTERRUPTED
        assert not running.program.pages.table.isVisible()
        running.window.show_page("table")
        assert running.program.pages.table.isVisible()
        running.window.show_page("tracker")
    with Running(tmp_path) as running:
        assert running.program.document.character.recent_magic == 1
        assert "table" not in running.program.pages.room.__dict__, "a log that owes nothing is not opened"


def test_a_count_that_was_saved_later_is_owed_no_more(qapp, tmp_path, monkeypatch):
    with Running(tmp_path) as running:
        running.program.files.open(running.program.desk.shelf.create(bob().with_(id=BOB)))
        running.window.show_page("table")
        table = running.program.pages.table
        with monkeypatch.context() as patch:
            patch.setattr(saving, "save_bytes", full)
            table.play.throw(MAGIC)
        log = running.program.pages.room.log
        assert log.is_pending(BOB)
        assert running.program.session.save()
        assert not log.is_pending(BOB)
        table.play.settle()
