"""MAG-16 for an opponent when the program ends in the midst of a throw: each throw in the log is one use, never two."""

import contextlib
import shutil
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QCoreApplication, QEvent

from bones_desktop.play.bones.pendingacts import uses_owed
from bones_desktop.rules.bones.injury.injuries import pass_days
from bones_desktop.rules.bones.injury.magic import MOST_USES
from bones_desktop.rules.bones.making.edits import set_text
from bones_desktop.rules.bones.reading.requests import Request
from bones_desktop.storage.files import saving
from bones_desktop.storage.files.characterfile import read_character, write_character
from bones_desktop.storage.log.throwlog import ThrowLog
from bones_desktop.storage.shelfcatalogue import Shelf
from bones_desktop.theme.theme import Theme
from tests.support.givendice import Faces, GivenDice
from tests.support.people import bob, ragnar
from tests.support.running import Running
from tests.support.tabledesk import Desk
from tests.support.tableseat import BOB, WANDA, Kills, full

INTERRUPTED = "Use magic in an interrupted roll"


class Duel(Desk):
    """Ragnar, or Bob, at the table over a folder, against Wanda, a magic user of five free uses."""

    def __init__(self, qtbot, path: Path, theme) -> None:
        super().__init__(qtbot, path, theme, rng=Faces())
        self.troubles: list[object] = []
        self.page.table.journal.trouble.connect(self.troubles.append)
        self.folder = path
        self.file = path / "characters" / "Wanda.bones"
        if not (path / "characters").exists():
            self.shelf.create(ragnar())
            self.shelf.create(bob().with_(id=BOB))
            self.shelf.create(bob().with_(id=WANDA, name="Wanda"))
        self.open("Ragnar")

    def open(self, name: str) -> None:
        self.session.open(self.folder / "characters" / f"{name}.bones")

    def meet(self, skill: str = "perception") -> None:
        self.page.strip.show_request(
            Request(skill, difficulty="", opponent=f"file:{self.file}", opponent_skill="magic")
        )

    def throw(self, skill: str = "perception") -> None:
        self.meet(skill)
        self.page.throw()

    @property
    def uses(self) -> int:
        """How many are counted in Wanda's file."""
        return read_character(self.file).value.recent_magic

    @property
    def thrown(self) -> int:
        return len(self.log.ids()) - len(self.log.evenings())

    def leave(self) -> None:
        self.page.shutdown()
        self.session.flush()
        self.session.forget()
        self.log.close()


@pytest.fixture
def sit(qtbot, theme, tmp_path):
    seats = []

    def sit(where: Path = tmp_path) -> Duel:
        seats.append(Duel(qtbot, where, theme))
        return seats[-1]

    yield sit
    for seat in seats:
        seat.leave()


AT_EVERY_POINT = (
    "before append 1",
    "after append 1",
    "before save_bytes 1",
    "after save_bytes 1",
    "before settle 1",
    "after settle 1",
)
COUNTED_LATER = {"after append 1", "before save_bytes 1"}


@pytest.fixture(scope="module")
def kills(qapp, tmp_path_factory) -> dict[str, Path]:
    """What a kill leaves at each point of one throw against Wanda's magic, by its name."""
    folder = tmp_path_factory.mktemp("seat")
    duel = Duel(SimpleNamespace(addWidget=lambda _page: None), folder, Theme("iron"))
    duel.throw()
    with pytest.MonkeyPatch.context() as patch:
        found = Kills(folder, tmp_path_factory.mktemp("kills"), patch)
        for owner, name in ((ThrowLog, "append"), (saving, "save_bytes"), (ThrowLog, "settle")):
            found.around(owner, name)
        duel.page.throw()
    assert (duel.uses, duel.thrown) == (2, 2)
    assert tuple(found.left) == AT_EVERY_POINT
    duel.leave()
    duel.page.close()
    duel.page.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    return found.left


@pytest.fixture
def left(kills, tmp_path_factory) -> Callable[[str], Path]:
    """Return what copies for a test what a kill at one point leaves."""
    return lambda moment: Path(shutil.copytree(kills[moment], tmp_path_factory.mktemp("left") / "folder"))


@pytest.mark.parametrize("moment", AT_EVERY_POINT)
def test_killed_at_any_point_each_throw_in_the_log_is_one_use_once_the_opponent_is_opened(left, sit, moment):
    folder = left(moment)
    for _start in range(3):
        duel = sit(folder)
        duel.open("Wanda")
        assert duel.uses == duel.thrown == (1 if moment == "before append 1" else 2)
        assert duel.document.character.recent_magic == duel.uses
        assert (duel.document.undo_stack.undoText() == INTERRUPTED) is (moment in COUNTED_LATER)
        assert not duel.log.is_pending(WANDA)
        duel.leave()


@pytest.mark.parametrize("moment", AT_EVERY_POINT)
def test_killed_at_any_point_each_throw_is_one_use_before_the_same_opponent_is_thrown_for_again(left, sit, moment):
    duel = sit(left(moment))
    thrown = duel.thrown
    duel.meet()
    assert duel.uses == thrown
    assert duel.page.strip.opponent.character.recent_magic == thrown
    assert not duel.log.is_pending(WANDA)
    duel.page.throw()
    assert duel.uses == duel.thrown == thrown + 1
    assert not duel.refused
    assert not duel.troubles
    duel.open("Wanda")
    texts = [duel.document.undo_stack.text(place) for place in range(duel.document.undo_stack.count())]
    assert texts.count(INTERRUPTED) == (1 if moment in COUNTED_LATER else 0)
    assert len(texts) == thrown + 1


@pytest.mark.parametrize("moment", AT_EVERY_POINT)
def test_a_throw_without_magic_pays_too_what_was_left_behind(left, sit, moment):
    duel = sit(left(moment))
    duel.page.strip.show_request(Request("melee", difficulty="", opponent=f"file:{duel.file}"))
    duel.page.throw()
    assert duel.uses == duel.thrown - 1


@pytest.mark.parametrize("moment", AT_EVERY_POINT)
def test_an_opponent_whom_nobody_meets_is_owed_for_as_long(left, sit, moment):
    folder = left(moment)
    duel = sit(folder)
    assert duel.log.is_pending(WANDA) is (moment not in {"before append 1", "after settle 1"})
    duel.leave()
    duel = sit(folder)
    duel.open("Wanda")
    assert duel.uses == duel.thrown
    assert not duel.log.is_pending(WANDA)


@pytest.mark.parametrize("moment", AT_EVERY_POINT)
def test_what_was_rested_away_since_stays_so(left, sit, moment):
    folder = left(moment)
    path = folder / "characters" / "Wanda.bones"
    write_character(path, pass_days(read_character(path).value, 1, resting=True))
    duel = sit(folder)
    duel.meet()
    assert duel.uses == 0
    assert not duel.log.is_pending(WANDA)


def test_both_sides_are_owed_by_one_throw(sit, tmp_path, tmp_path_factory, monkeypatch):
    duel = sit()
    duel.open("Bob")
    with monkeypatch.context() as patch:
        kills = Kills(tmp_path, tmp_path_factory.mktemp("kills"), patch)
        kills.around(ThrowLog, "append")
        duel.throw("magic")
    assert (duel.uses, duel.document.character.recent_magic, duel.thrown) == (1, 1, 1)
    killed = sit(kills.left["after append 1"])
    assert (killed.thrown, killed.uses) == (1, 0)
    killed.open("Bob")
    assert (killed.uses, killed.document.character.recent_magic) == (0, 1)
    killed.meet("magic")
    assert (killed.uses, killed.document.character.recent_magic) == (1, 1)


@contextlib.contextmanager
def refused(monkeypatch):
    """Have the disk take nothing of Wanda."""
    save = saving.save_bytes

    def save_others(path, data, present):
        (full if path.name == "Wanda.bones" else save)(path, data, present)

    with monkeypatch.context() as patch:
        patch.setattr(saving, "save_bytes", save_others)
        yield


def test_uses_that_the_disk_refuses_are_owed_until_the_file_has_them(sit, monkeypatch):
    duel = sit()
    with refused(monkeypatch):
        duel.throw()
        duel.throw()
        assert (duel.uses, duel.thrown) == (0, 2)
        assert [owed.before for owed in uses_owed(duel.log.pending(WANDA))] == [(0, 0, 1), (1, 0, 1)]
    duel.throw()
    assert duel.uses == duel.thrown == 3
    assert not duel.log.is_pending(WANDA)


def test_a_disk_that_refuses_is_told_at_throws_not_at_every_choice(sit, monkeypatch):
    duel = sit()
    with refused(monkeypatch):
        duel.throw()
        duel.meet()
        told = len(duel.troubles)
        for against in (1, 2, 3):
            duel.page.strip.show_request(Request("melee", difficulty="", against=against))
            duel.meet()
        assert len(duel.troubles) == told
        duel.throw()
        assert len(duel.troubles) == told + 2, "of the roll before, and of this one"
    assert {trouble.code for trouble in duel.troubles} == {"disk-full"}


def test_a_throw_the_log_refuses_is_counted_and_owes_nothing(sit, monkeypatch):
    duel = sit()
    with monkeypatch.context() as patch:
        patch.setattr(ThrowLog, "append", lambda _log, _entry, *_owed: full(duel.path))
        duel.throw()
    assert (duel.uses, duel.thrown) == (1, 0)
    assert not duel.log.is_pending(WANDA)


def test_a_debt_that_cannot_be_crossed_out_is_crossed_out_later(sit, monkeypatch):
    duel = sit()
    with monkeypatch.context() as patch:
        patch.setattr(ThrowLog, "settle", lambda _log, _act: full(duel.path))
        duel.throw()
        assert duel.log.is_pending(WANDA)
    duel.throw()
    assert duel.uses == duel.thrown == 2
    assert not duel.log.is_pending(WANDA)


def test_a_use_that_is_refused_is_told_and_not_owed(sit):
    duel = sit()
    tired = read_character(duel.file).value.with_(recent_magic=MOST_USES)
    write_character(duel.file, tired)
    duel.throw()
    assert [why.code for why in duel.refused] == ["too-many"]
    assert duel.thrown == 1
    assert not duel.log.is_pending(WANDA)


def test_a_change_of_hers_in_between_does_not_matter(left, sit):
    folder = left("after append 1")
    path = folder / "characters" / "Wanda.bones"
    write_character(path, set_text(read_character(path).value, "race", "Elf"))
    duel = sit(folder)
    duel.meet()
    assert duel.uses == 2


def test_a_file_that_is_gone_is_owed_and_nothing_is_told_of_it(left, sit):
    where = left("after append 1")
    moved = Path(shutil.move(where / "characters" / "Wanda.bones", where / "elsewhere.bones"))
    duel = sit(where)
    duel.meet()
    assert not duel.troubles
    assert duel.log.is_pending(WANDA)
    duel.session.open(moved)
    assert duel.document.character.recent_magic == 2


@pytest.mark.parametrize("opened", [False, True])
def test_the_program_counts_at_the_next_start_what_it_did_not_in_the_last(qapp, tmp_path, monkeypatch, opened):
    before, after = tmp_path / "before", tmp_path / "after"
    with Running(before) as running:
        shelf = Shelf(running.locations.characters)
        running.program.files.open(shelf.create(ragnar()))
        file = shelf.create(bob().with_(id=WANDA, name="Wanda"))
        running.window.show_page("table")
        page = running.program.pages.table
        page.play.dice = GivenDice(Faces())
        request = Request("perception", difficulty="", opponent=f"file:{file}", opponent_skill="magic")
        page.strip.show_request(request)
        with monkeypatch.context() as patch:
            patch.setattr(
                page.table.harm._anyone, "apply", lambda *_step: shutil.copytree(before, after) and full(file)
            )
            page.throw()
    left = after / file.relative_to(before)
    assert read_character(left).value.recent_magic == 0
    with Running(after) as running:
        if opened:
            running.program.files.open(left)
            assert running.program.document.character.recent_magic == 1
            assert running.program.document.undo_stack.undoText() == INTERRUPTED
            assert read_character(left).value.recent_magic == 1
        else:
            running.window.show_page("table")
            page = running.program.pages.table
            page.play.dice = GivenDice(Faces())
            [entry] = [each for each in running.program.pages.room.log.latest() if each.dice]
            page.strip.show_request(
                Request("perception", difficulty="", opponent=f"file:{left}", opponent_skill="magic")
            )
            assert read_character(left).value.recent_magic == 1
            page.throw()
            assert read_character(left).value.recent_magic == 2
            assert page.play.played.entry.id > entry.id
        assert not running.program.pages.room.log.is_pending(WANDA)
