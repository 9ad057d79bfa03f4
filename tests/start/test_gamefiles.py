"""Files of a smaller game reach the program by every way there is, and nothing of them is lost on any."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bones_desktop.rules.acts import Answers
from bones_desktop.storage.games import game_of, read_any
from tests.start.test_gamepages import Seat
from tests.support.running import Running

ROOT = Path(__file__).parents[2]
FIVE_MODES = game_of("five_modes")


@pytest.fixture
def elsewhere(tmp_path) -> Path:
    """Return the file of Brida in another folder than that of the shelf."""
    path = tmp_path / "elsewhere" / "Brida.bones"
    path.parent.mkdir()
    path.write_bytes(next(each for each in FIVE_MODES.samples if each.stem == "brida").read_bytes())
    return path


def test_a_file_named_at_the_start_is_opened_where_it_lies(tmp_path, qapp, elsewhere):
    with Seat(tmp_path / "data", elsewhere) as seat:
        assert seat.window.game == "five_modes"
        assert seat.game.session.path == elsewhere
        assert seat.game.document.value.name == "Brida"
        assert seat.game.play.do("xp", Answers({"value": 3}))
        assert read_any(elsewhere)[1].value == seat.game.document.value


def test_a_file_handed_over_by_another_start_is_opened_and_seen(tmp_path, qapp, elsewhere):
    with Seat(tmp_path / "data", page="reference") as seat:
        seat.window.show_page("reference")
        seat.program.hand_over((elsewhere,))
        assert (seat.window.game, seat.window.page) == ("five_modes", "build")
        assert seat.game.session.path == elsewhere


@pytest.mark.parametrize("way", ["dropped", "imported"])
def test_a_file_dropped_or_imported_is_copied_to_the_shelf_and_opened(tmp_path, qapp, elsewhere, way):
    with Seat(tmp_path / "data") as seat:
        if way == "dropped":
            seat.window.files_dropped.emit((elsewhere,))
        else:
            seat.program.pages.giving.import_all([elsewhere])
        seat.app.processEvents()
        assert "Brida" in seat.files(tmp_path / "data")
        assert (seat.window.game, seat.game.document.value.name) == ("five_modes", "Brida")
        assert seat.game.session.path != elsewhere
    assert elsewhere.is_file()


def test_the_history_of_bones_is_as_it_was_after_another_game(tmp_path, qapp):
    with Seat(tmp_path) as seat:
        document = seat.program.document
        document.apply("Age", lambda who: who.with_(age="31"))
        document.apply("Gender", lambda who: who.with_(gender="f"))
        seat.trigger("undo")
        ragnar = seat.program.session.path
        seat.make("Ash")
        seat.thrown()
        assert seat.program.files.work_on(ragnar)
        assert seat.window.game == "bones"
        actions = seat.window.actions_by_id
        assert actions["undo"].text().endswith("Age")
        assert actions["redo"].text().endswith("Gender")
        seat.trigger("redo")
        assert (document.character.age, document.character.gender) == ("31", "f")
        seat.trigger("undo")
        seat.trigger("undo")
        assert document.character.age != "31"


def test_a_game_that_is_left_is_saved_first(tmp_path, qapp, monkeypatch):
    with Seat(tmp_path) as seat:
        seat.make("Ash")
        seat.thrown()
        path, session = seat.game.session.path, seat.game.session
        saved = []
        flush = type(session).flush

        def noted(self):
            if self is session:
                saved.append(seat.window.game)
            return flush(self)

        monkeypatch.setattr(type(session), "flush", noted)
        value = seat.game.document.value
        assert seat.program.files.work_on(seat.files(tmp_path)["Ragnar"])
        assert saved[:1] == ["five_modes"], "saved while it was still in view"
        assert read_any(path)[1].value == value


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="kill as POSIX has it")
def test_nothing_is_lost_when_the_program_is_killed(tmp_path, qapp):
    command = [sys.executable, "-m", "tests.start.gamewriter", str(tmp_path)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as writer:
        said = writer.stdout.readline().strip()
        writer.kill()
    assert said
    with Seat(tmp_path) as seat:
        assert seat.window.game == "five_modes"
        assert repr(seat.game.document.value) == said
        assert seat.window.actions_by_id["undo"].text().endswith("Take hits")
        lines = [each.title for each in seat.program.pages.room.log.latest(20) if each.game == "five_modes"]
        assert {"Roll for the kit", "Hits", "Take hits"} <= set(lines)
        seat.trigger("undo")
        assert seat.game.document.value.hits == 0


def test_a_start_without_a_file_of_the_game_offers_the_others(tmp_path, qapp):
    with Seat(tmp_path) as seat:
        seat.make("Ash")
        path = seat.game.session.path
    path.unlink()
    with Running(tmp_path) as again:
        assert again.window.page
        assert again.window.game == "bones"
