"""What could not be saved stays in sight, whatever else is said, until it is saved."""

from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from bones_desktop.storage import packfile
from bones_desktop.storage.files import saving
from bones_desktop.storage.files.characterfile import read_character
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.games import SMALL_GAMES
from tests.support.packs import norse
from tests.support.running import Running


@pytest.fixture
def running(qapp: object, tmp_path: Path):
    with Running(tmp_path / "home") as running:
        yield running
        running.program.end()


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch):
    """Return a context in which nothing of ours can be saved."""

    def full(path: Path, data: bytes, *_present: object) -> bool:
        raise FileProblem("disk-full", path, needed=len(data), free=0)

    @contextmanager
    def fills():
        with monkeypatch.context() as patch:
            for module in (saving, packfile):
                patch.setattr(module, "save_bytes", full)
            patch.setattr("bones_desktop.storage.files.datafile.save_bytes", full)
            yield

    return fills


def signs(running: Running) -> tuple[str, bool]:
    """Return the line, and whether the title bears the mark."""
    running.app.processEvents()
    window = running.window
    assert "[*]" in window.windowTitle()
    return window.unsaved.line.text, window.isWindowModified()


def press(running: Running, words: str) -> None:
    QTest.mouseClick(running.button(running.window.unsaved.line, words), Qt.MouseButton.LeftButton)


def rename(running: Running, name: str = "Typed") -> None:
    running.program.document.apply("Name", lambda now: now.with_(name=name))


def test_a_later_message_does_not_hide_what_is_not_saved(running: Running, full_disk) -> None:
    window, session = running.window, running.program.session
    assert signs(running) == ("", False)
    with full_disk():
        rename(running)
        assert window.banner.text.startswith("There is no room left")
        assert signs(running) == ("", True)  # the banner tells it
        window.banner.show_message("The log is full too.", tone="bad")
        assert signs(running) == ("Typed is not saved.", True)
        rename(running, "Again")
        assert signs(running) == ("Again is not saved.", True)
        press(running, "What to do")
        assert window.banner.text.startswith("There is no room left")
        assert signs(running) == ("", True)
        QTest.mouseClick(window.banner._close, Qt.MouseButton.LeftButton)
        assert window.banner.text == ""
        assert signs(running) == ("Again is not saved.", True)
        assert not session.save()
        assert signs(running) == ("Again is not saved.", True)
    assert session.save()
    assert signs(running) == ("", False)
    assert read_character(session.path).value.name == "Again"


def test_undone_it_is_saved(running: Running, full_disk) -> None:
    with full_disk():
        rename(running)
        running.window.banner.dismiss()
        running.trigger("undo")
        assert signs(running) == ("", False)


def test_a_character_that_never_got_a_file_is_not_hidden_and_gets_one(qapp, tmp_path, full_disk) -> None:
    with Running(tmp_path, safe=True) as running:
        session = running.program.session
        assert session.path is None
        with full_disk():
            rename(running)
            running.window.banner.show_message("Something else.")
            assert signs(running) == ("Typed is not saved.", True)
            assert not session.is_saved
            assert not running.window.close()
            assert running.dialog().text().startswith("Typed is not saved.\n\nThere is no room left")
            running.dialog().close()
        assert session.save()  # as it tries again by itself
        assert signs(running) == ("", False)
        assert read_character(session.path).value.name == "Typed"
        assert running.program.settings.value.last_open == str(session.path)


@pytest.mark.parametrize("game", SMALL_GAMES, ids=lambda each: each.game.id)
def test_a_character_of_any_game_is_not_hidden(running: Running, full_disk, game) -> None:
    who = game.form.read(game.samples[0]).value
    path = running.program.desk.shelf.create(who, game=game.game.id)
    assert running.program.files.open(path)
    pages = running.program.games.current
    with full_disk():
        pages.document.apply("Name", lambda now: now.with_(name="Typed"))
        running.window.banner.show_message("Something else.")
        assert signs(running) == ("Typed is not saved.", True)
        assert not running.window.close()
        assert running.dialog().text().startswith("Typed is not saved.\n\nThere is no room left")
        running.dialog().close()
    assert pages.session.save()
    assert signs(running) == ("", False)


@pytest.mark.parametrize("has_file", [True, False])
def test_a_fight_is_not_hidden(running: Running, full_disk, has_file) -> None:
    fights = running.program.pages.fights
    running.window.show_page("encounter")
    if has_file:
        fights.document.apply("Name", lambda now: now.with_(name="Raid"))
    with full_disk():
        fights.document.apply("Name", lambda now: now.with_(name="Ambush"))
        running.window.banner.show_message("Something else.")
        assert signs(running) == ("Ambush is not saved.", True)
        assert not running.window.close()
        assert running.dialog().text().startswith("Ambush is not saved.\n\nThere is no room left")
        running.dialog().close()
    assert fights.session.flush()
    assert signs(running) == ("", False)
    assert fights.session.path is not None


def test_a_fight_is_saved_by_the_button_that_tries_again(running: Running, full_disk) -> None:
    fights, banner = running.program.pages.fights, running.window.banner
    running.window.show_page("encounter")
    with full_disk():
        fights.document.apply("Name", lambda now: now.with_(name="Ambush"))
        assert "no room left" in banner.text
        assert [each.text() for each in banner.findChildren(QPushButton) if each.text().startswith("Save on")] == []
    QTest.mouseClick(running.button(banner, "Try again"), Qt.MouseButton.LeftButton)
    assert banner.text == "Saved."
    assert fights.session.is_saved
    assert fights.session.path is not None


def test_what_was_written_about_a_campaign_is_not_hidden(running: Running, full_disk) -> None:
    running.trigger("campaign")
    page = running.program.campaigns.page
    page.files.create("The ford")
    with full_disk():
        page.party.notes.field.setFocus()
        QTest.keyClicks(page.party.notes.field, "The miller lies")
        page.flush()
        running.window.show_page("build")
        assert signs(running) == ("What you wrote about the campaign is not saved.", True)
    press(running, "What to do")
    assert running.window.page == "campaign"
    assert signs(running) == ("", False)
    assert running.program.campaigns.campaigns.campaign.gm_notes == "The miller lies"


def test_house_templates_are_not_hidden(running: Running, full_disk) -> None:
    packs = running.program.packs
    packs.library.add("New pack", norse())
    with full_disk():
        packs.library.edit("Note", "norse", lambda pack: pack.with_(note="mine"))
        assert signs(running) == ("Your house templates are not saved.", True)
        assert not running.window.close()
        assert running.dialog().text() == "Your house templates are not saved."
        running.dialog().close()
    packs.library.retry()
    assert signs(running) == ("", False)


def test_all_that_is_not_saved_is_named_and_then_forgotten_with_its_file(running: Running, full_disk) -> None:
    with full_disk():
        running.window.show_page("encounter")
        running.program.pages.fights.document.apply("Name", lambda now: now.with_(name="Ambush"))
        rename(running)
        running.window.banner.show_message("Something else.")
        assert signs(running) == ("Typed is not saved. Ambush is not saved.", True)
    running.program.pages.fights.session.flush()
    assert signs(running) == ("Typed is not saved.", True)
    running.program.session.forget()
    assert signs(running) == ("", False)


def test_rolls_that_the_log_does_not_keep_are_said_to_be_lost(running: Running) -> None:
    running.window.show_page("table")
    table = running.program.pages.table
    QTest.keyClick(table.tray, Qt.Key.Key_Space)
    running.program.pages.room.keeper.opened.file.connection.execute("PRAGMA query_only=1")
    QTest.keyClick(table.tray, Qt.Key.Key_Space)
    assert running.window.banner.text.endswith("Until then, rolls count but are not kept in the log.")
