"""What another program writes to an open file is taken in and said; nothing unsaved is lost for it."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from bones_desktop.cli.commands import run as command
from bones_desktop.rules.bones.life.campaigns import rename
from bones_desktop.storage.campaignfile import CAMPAIGNS, FIGHTS
from bones_desktop.storage.files.characterfile import read_character, write_character
from bones_desktop.storage.games import SMALL_GAMES
from tests.support.people import bob
from tests.support.running import Running

SAID = "{} was changed by another program. You now see the changed file."


@pytest.fixture
def running(qapp: object, tmp_path: Path):
    path = tmp_path / "Bob.bones"
    write_character(path, bob())
    with Running(tmp_path / "home", path) as running:
        yield running


def blow(path: Path, points: int = 2) -> None:
    """Wound a character from a terminal, whatever its game."""
    assert command(["do", str(path), "blow", "--set", f"points={points}", "--out", str(path)]) == 0


def test_the_table_throws_the_dice_that_are_left(running: Running) -> None:
    path = running.program.session.path
    running.window.show_page("table")
    table = running.program.pages.table
    assert len(running.program.document.character.available()) == 4
    assert command(["do", str(path), "blow", "--set", "points=2", "--set", "dice=1,2", "--out", str(path)]) == 0
    QTest.keyClick(table.tray, Qt.Key.Key_Space)  # at once, before the file is looked at by itself
    assert len(table.play.played.throw.dice) == 2 + 4  # and the challenge dice of an average task
    assert running.window.toast.text() == SAID.format("Bob.bones")
    assert running.window.toast.isVisible()


def test_it_is_taken_in_by_itself_as_a_step_that_can_be_undone(running: Running, qtbot) -> None:
    program = running.program
    path, before = program.session.path, program.document.character
    blow(path)
    qtbot.waitUntil(lambda: bool(program.document.character.lost), timeout=5_000)
    assert program.document.character == read_character(path).value
    assert running.window.toast.text() == SAID.format("Bob.bones")
    running.trigger("undo")
    assert program.document.character == before == read_character(path).value
    running.trigger("redo")
    assert read_character(path).value.lost
    with Running(program.desk.locations.data.parent, path, locations=program.desk.locations) as again:
        assert again.program.document.undo_stack.canUndo()


def test_what_is_unsaved_is_not_lost_for_it(running: Running) -> None:
    program = running.program
    program.document.apply("Name", lambda now: now.with_(name="Typed"), merge="name")
    blow(program.session.path)
    program.look()
    assert program.document.character.name == "Typed"
    assert not program.session.save()
    assert "Something else has changed Bob.bones" in running.window.banner.text


def test_nothing_is_said_of_what_the_program_writes_itself(running: Running) -> None:
    for name in ("A", "B"):
        running.program.document.apply("Name", lambda now, name=name: now.with_(name=name))
        running.program.look()
    assert running.window.toast.text() == ""
    assert running.program.document.undo_stack.count() == 2


@pytest.mark.parametrize("data", [b"", b"{", b"x" * 9_000_000, None])
def test_a_file_that_cannot_be_read_changes_nothing(running: Running, data) -> None:
    path, before = running.program.session.path, running.program.document.character
    path.unlink()
    if data is not None:
        path.write_bytes(data)
    running.program.look()
    assert running.program.document.character == before
    write_character(path, bob().with_(id=before.id, name="Back"))
    running.program.look()
    assert running.program.document.character.name == "Back"


def test_another_character_in_its_place_is_opened(running: Running) -> None:
    program = running.program
    write_character(program.session.path, bob().with_(id="9" * 32, name="Other"))
    program.look()
    assert program.document.character.id == "9" * 32
    assert not program.document.undo_stack.canUndo()
    program.document.apply("Name", lambda now: now.with_(name="Changed"))
    assert read_character(program.session.path).value.name == "Changed"


def test_a_dialog_is_not_disturbed(running: Running, qtbot) -> None:
    running.trigger("tags")
    blow(running.program.session.path)
    running.program._looks.look()
    qtbot.wait(2_500)
    assert not running.program.document.character.lost
    running.dialog().close()
    qtbot.waitUntil(lambda: bool(running.program.document.character.lost))


@pytest.mark.parametrize("game", SMALL_GAMES, ids=lambda each: each.game.id)
def test_a_character_of_any_game_is_taken_in(running: Running, game) -> None:
    who = game.form.read(game.samples[0]).value
    path = running.program.desk.shelf.create(who, game=game.game.id)
    assert running.program.files.open(path)
    game.form.write(path, who.with_(name="Other"))
    running.program.look()
    assert running.program.games.current.document.value.name == "Other"
    assert running.window.toast.text() == SAID.format(path.name)
    running.trigger("undo")
    assert game.form.read(path).value == who


def test_a_fight_is_taken_in(running: Running) -> None:
    fights = running.program.pages.fights
    running.window.show_page("encounter")
    fights.document.apply("Name", lambda now: now.with_(name="Raid"))
    path = fights.session.path
    FIGHTS.write(path, fights.document.fight.with_(name="Ambush"))
    running.program.look()
    assert fights.document.fight.name == "Ambush"
    assert running.window.toast.text() == SAID.format(fights.session.path.name)


def test_a_campaign_is_taken_in_unless_something_is_typed(running: Running) -> None:
    running.trigger("campaign")
    page, campaigns = running.program.campaigns.page, running.program.campaigns.campaigns
    page.files.create("The ford")
    CAMPAIGNS.write(campaigns.path, rename(campaigns.campaign, "The bridge"))
    page.party.notes.field.setFocus()
    QTest.keyClicks(page.party.notes.field, "The miller lies")
    running.program.look()
    assert campaigns.campaign.name == "The ford"
    page.party.notes.field.set_value("")
    running.program.look()
    assert campaigns.campaign.name == "The bridge"
    assert running.window.toast.text() == SAID.format(campaigns.path.name)
    running.trigger("undo")
    assert campaigns.campaign.name == CAMPAIGNS.read(campaigns.path).value.name == "The ford"


def test_dice_that_tumble_are_not_disturbed(running: Running, qtbot) -> None:
    looks, program = running.program._looks, running.program
    looks.look()
    qtbot.waitUntil(lambda: not looks._worker.busy)
    files, looks._files = looks._files, tuple  # as while dice tumble
    blow(program.session.path)
    looks.look()
    qtbot.wait(200)
    assert not program.document.character.lost
    looks._files = files
    looks.look()
    qtbot.waitUntil(lambda: bool(program.document.character.lost))
