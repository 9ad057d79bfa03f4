"""A spiff and the throw it was used on belong together, also after a restart, and after a kill."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.reading.plays import Harm
from bones_desktop.rules.bones.reading.requests import Request
from bones_desktop.storage.files import saving
from bones_desktop.storage.files.characterfile import write_character
from bones_desktop.storage.log.logentry import BOUGHT, BOUGHT_TAKEN_BACK, OVERRULED_BY_GM, LogEntry
from bones_desktop.storage.log.logfile import LogFile
from bones_desktop.storage.log.throwlog import ThrowLog
from tests.support.givendice import Faces, GivenDice
from tests.support.people import die, ragnar
from tests.support.rulebooks import rulebook
from tests.support.running import Running
from tests.support.tableseat import Kills, Seat, full

BLANKS = (4, 4, 2, 2)
"""Faces of Ragnar's dice that count nothing for Maneuver."""
ANYTHING = Request(difficulty="", against=0)
RAGNAR = "Ragnar.bones"


@pytest.fixture
def begin(folder, sit):
    """Sit down with Ragnar, who has spiffs, poison and successes of sessions, for a first throw."""

    def begin(where: Path = folder) -> Seat:
        someone = ragnar().with_(spiffs=9, sessions=25)
        full_die = die("universal,physical,melee,defend,missile,riding")
        rules = replace(someone.house_rules, automatic_success_used_once=True)
        someone = someone.with_(dice=(*someone.dice, *[full_die] * 6), house_rules=rules)
        someone = injuries.add_hindering(someone, injuries.hindering_from(rulebook().die("poison")))
        write_character(where / RAGNAR, someone)
        seat = sit(where, RAGNAR, rng=Faces(*BLANKS))
        throw(seat)
        return seat

    return begin


def throw(seat: Seat) -> None:
    seat.play.throw(ANYTHING)
    seat.play.settle()


def reroll(place: int):
    def act(seat: Seat) -> None:
        seat.spiffs.reroll(place)
        seat.play.settle()

    act.__name__ = f"reroll {place}"
    return act


def buy(seat: Seat) -> None:
    seat.spiffs.buy()


def earned(seat: Seat) -> None:
    seat.spiffs.use_earned()


def soak(seat: Seat) -> None:
    seat.spiffs.soak()


def take(seat: Seat) -> None:
    seat.play.take(seat.play.proposals()[0])


def veto(seat: Seat) -> None:
    seat.spiffs.veto()


def undo(seat: Seat) -> None:
    seat.undo()


def lose_one(seat: Seat) -> None:
    seat.document.apply("One spiff less", lambda now: now.with_(spiffs=now.spiffs - 1))


def restarted(seat: Seat, sit) -> Seat:
    seat.session.flush()
    seat.leave()
    return sit(seat.folder, RAGNAR, rng=Faces())


def lines(seat: Seat) -> list[LogEntry]:
    return [replace(each, at=seat.line.at) for each in seat.log.latest()]


EVENINGS = [
    [buy],
    [reroll(1)],
    [earned],
    [soak],
    [buy, veto],
    [reroll(1), buy, soak, earned],
    [reroll(1), veto, reroll(0), buy],
    [earned, veto, earned, earned],
    [buy, undo, reroll(1), buy],
    [buy, veto, buy, undo, lose_one, reroll(2)],
    [reroll(1), undo, reroll(1), veto, undo],
    [buy, throw, reroll(0), throw, buy, reroll(2)],
    [buy, lose_one, throw, buy, undo],
    [soak, throw, take, soak],
    [soak, throw, soak, throw, take, undo],
]


def pending(seat: Seat) -> list[tuple[Harm, ...]]:
    """Return the harm that is neither taken nor dismissed, that of the newest throw first."""
    return [harm for harm in seat.play.harm.left().values() if harm]


def steps_back_and_forth(seat: Seat):
    """Yield before anything, and after each undo and redo there is."""
    stack = seat.document.undo_stack
    yield "as it was"
    while stack.canUndo():
        stack.undo()
        yield f"undone to {stack.index()}"
    while stack.canRedo():
        stack.redo()
        yield f"redone to {stack.index()}"


@pytest.mark.parametrize("evening", EVENINGS, ids=lambda acts: " ".join(act.__name__ for act in acts))
def test_undone_and_redone_on_another_day_the_log_tells_what_it_would_have_on_the_same(begin, sit, tmp_path, evening):
    told = []
    for where in ("today", "another day"):
        (tmp_path / where).mkdir()
        seat = begin(tmp_path / where)
        for act in evening:
            act(seat)
        assert not seat.refused
        if where == "another day":
            seat = restarted(seat, sit)
            assert seat.play.played is None
        told.append([(step, seat.left, lines(seat), pending(seat)) for step in steps_back_and_forth(seat)])
        assert seat.is_quiet
    assert told[0] == told[1]
    assert len({str(line) for _, _, line, _ in told[0]}) > 1, "the log changed"


def test_page_and_log_are_told_of_the_line_that_changed(begin, sit):
    seat = begin()
    buy(seat)
    seat = restarted(seat, sit)
    told = []
    seat.spiffs.line_amended.connect(told.append)
    seat.undo()
    assert told == [seat.line]
    assert seat.line.tags == (BOUGHT_TAKEN_BACK,)
    seat.document.apply("Spiffs", lambda now: now.with_(spiffs=1))
    assert len(told) == 1


def test_several_starts_later_it_is_still_found(begin, sit):
    seat = begin()
    buy(seat)
    bought = seat.line
    for _start in range(3):
        seat = restarted(seat, sit)
        seat.undo()
        assert (seat.left, seat.line.tags) == (9, (BOUGHT_TAKEN_BACK,))
        seat = restarted(seat, sit)
        seat.redo()
        assert (seat.left, seat.line) == (7, bought)


def test_what_the_gm_said_stands_when_a_spiff_is_undone_on_another_day(begin, sit):
    seat = begin()
    buy(seat)
    seat.spiffs.overrule(-3, "A storm")
    said = seat.line
    assert said.net == -3
    seat = restarted(seat, sit)
    seat.undo()
    assert seat.left == 9
    assert set(seat.line.tags) == {OVERRULED_BY_GM, BOUGHT_TAKEN_BACK}
    assert seat.line.net == -3
    seat.redo()
    assert seat.line == said


def test_another_character_s_throws_are_left_alone(begin, sit):
    seat = begin()
    buy(seat)
    seat = restarted(seat, sit)
    bought = seat.line
    seat.open("Bob.bones")
    seat.document.apply("Spiffs", lambda now: now.with_(spiffs=3))
    throw(seat)
    buy(seat)
    seat.undo()
    assert seat.line.tags == (BOUGHT_TAKEN_BACK,)
    assert seat.log.entry(bought.id) == bought
    seat.open(RAGNAR)
    seat.undo()
    assert seat.log.entry(bought.id).tags == (BOUGHT_TAKEN_BACK,)


def test_with_another_log_undo_works_on_the_character_alone(begin, sit):
    seat = begin()
    buy(seat)
    seat.session.flush()
    seat.leave()
    other = sit(seat.folder, RAGNAR, rng=Faces(), log="other.db")
    throw(other)
    thrown = lines(other)
    other.undo()
    other.redo()
    other.undo()
    assert (other.left, lines(other)) == (9, thrown)
    assert other.is_quiet


def test_a_line_of_an_earlier_version_is_left_as_it_is(begin, sit):
    seat = begin()
    buy(seat)
    with seat.log.file.writing():
        seat.log.file.connection.execute("DELETE FROM act")
    later = restarted(seat, sit)
    later.undo()
    assert (later.left, later.line.tags) == (9, (BOUGHT,))
    assert later.is_quiet


def test_a_log_that_refuses_is_put_right_at_the_next_start(begin, sit, monkeypatch):
    seat = begin()
    buy(seat)
    seat = restarted(seat, sit)
    with monkeypatch.context() as patch:
        patch.setattr(ThrowLog, "amend", lambda _log, *_line: full(seat.folder))
        seat.undo()
    assert len(seat.troubles) == 1
    assert (seat.left, seat.line.tags) == (9, (BOUGHT,))
    seat = restarted(seat, sit)
    assert (seat.left, seat.line.tags) == (9, (BOUGHT_TAKEN_BACK,))


@pytest.fixture
def left(begin, sit, tmp_path, monkeypatch):
    """Return what a kill leaves at each point of an act on a throw, by its name."""

    def left(*evening, restart: bool) -> dict[str, Path]:
        seat = begin()
        *before, act = evening
        for each in before:
            each(seat)
        if restart:
            seat = restarted(seat, sit)
        with monkeypatch.context() as patch:
            kills = Kills(seat.folder, tmp_path / "kills", patch)
            for owner, name in ((ThrowLog, "amend"), (saving, "save_bytes"), (ThrowLog, "settle")):
                kills.around(owner, name)
            act(seat)
        return kills.left

    return left


def agrees(seat: Seat) -> bool:
    """Whether the throw has the success if, and only if, the character has paid for it."""
    assert seat.left in {7, 9}
    return (BOUGHT in seat.line.tags) is (seat.left == 7)


@pytest.mark.parametrize("restart", [False, True])
@pytest.mark.parametrize("evening", [(buy, undo), (buy, undo, lambda seat: seat.redo())])
def test_killed_at_any_point_of_an_undo_log_and_character_agree(left, sit, evening, restart):
    for where in left(*evening, restart=restart).values():
        seat = sit(where, RAGNAR, rng=Faces())
        assert agrees(seat)
        assert seat.is_quiet


@pytest.mark.parametrize("evening", [(buy,), (buy, veto)])
def test_killed_at_any_point_what_was_paid_at_the_next_start_is_undone_with_its_throw(left, sit, evening):
    killed = left(*evening, restart=False)
    assert len(killed) == 6
    for where in killed.values():
        seat = sit(where, RAGNAR, rng=Faces())
        assert agrees(seat)
        for _step in steps_back_and_forth(seat):
            assert agrees(seat)
        assert agrees(restarted(seat, sit))


def test_a_disk_that_refused_the_undo_leaves_the_line_as_the_file_has_it(begin, sit, tmp_path, monkeypatch):
    seat = begin()
    buy(seat)
    with monkeypatch.context() as patch:
        patch.setattr(saving, "save_bytes", full)
        seat.undo()
        assert seat.line.tags == (BOUGHT_TAKEN_BACK,)
        killed = Path(shutil.copytree(seat.folder, tmp_path / "killed"))
    again = sit(killed, RAGNAR, rng=Faces())
    assert (again.left, again.line.tags) == (7, (BOUGHT,))


def bought_on_tracker(running: Running) -> None:
    """Buy a success on a first throw, and go to the Tracker page."""
    running.program.files.open(running.program.desk.shelf.create(ragnar().with_(spiffs=9)))
    running.window.show_page("table")
    table = running.program.pages.table
    table.play.dice = GivenDice(Faces(*BLANKS))
    table.play.throw(ANYTHING)
    table.play.settle()
    table.spiffs.buy()
    running.window.show_page("tracker")


@pytest.mark.parametrize("pages", [("tracker",), ("log", "tracker"), ("table",)], ids="-".join)
def test_in_the_program_a_spiff_is_undone_with_its_throw_after_a_restart(qapp, tmp_path, pages):
    with Running(tmp_path) as running:
        bought_on_tracker(running)
    with Running(tmp_path) as running:
        made = running.program.pages
        for page in pages:
            running.window.show_page(page)
        shown = {"table": lambda: made.table.log.model, "log": lambda: made.log.throws.model}
        models = [shown[page]() for page in pages if page in shown]
        for action, left, tags in (("undo", 9, BOUGHT_TAKEN_BACK), ("redo", 7, BOUGHT), ("undo", 9, BOUGHT_TAKEN_BACK)):
            running.trigger(action)
            [line] = [each for each in made.room.log.latest() if each.dice]
            assert (running.program.document.character.spiffs, line.tags) == (left, (tags,))
            assert all(model.entry(model.row_of(line.id)) == line for model in models)
        assert ("table" in made.__dict__) is ("table" in pages), "it is not made for this"
        assert not running.window.banner.isVisible()


def test_the_program_killed_in_the_midst_of_an_undo_has_both_at_the_next_start(qapp, tmp_path, monkeypatch):
    before, after = tmp_path / "before", tmp_path / "after"
    with Running(before) as running:
        bought_on_tracker(running)
        with monkeypatch.context() as patch:
            patch.setattr(ThrowLog, "amend", lambda *_line: shutil.copytree(before, after))
            running.trigger("undo")
    with Running(after) as running:
        made = running.program.pages
        assert running.program.document.character.spiffs == 9
        assert "table" not in made.__dict__
        [line] = [each for each in made.room.log.latest() if each.dice]
        assert line.tags == (BOUGHT_TAKEN_BACK,)


def test_a_log_that_cannot_be_opened_is_no_news_when_a_spiff_is_undone(qapp, tmp_path, monkeypatch):
    with Running(tmp_path) as running:
        bought_on_tracker(running)
    with Running(tmp_path) as running:
        with monkeypatch.context() as patch:
            patch.setattr(LogFile, "_connect", lambda file: full(file._path))
            running.trigger("undo")
        assert running.program.document.character.spiffs == 9
        assert not running.window.banner.isVisible()
        running.window.show_page("table")
        assert running.program.pages.table.log.model.entry(1).tags == (BOUGHT_TAKEN_BACK,)
