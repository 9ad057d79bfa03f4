"""One character in several files: copies of a cloud folder, and what is imported once more."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox, QPushButton

from bones_desktop.storage.files.characterfile import read_character, write_character
from bones_desktop.storage.games import SMALL_GAMES, read_any
from bones_desktop.storage.shelfentry import read_entry, with_copies
from tests.support.people import bob, ragnar
from tests.support.running import Running

COPIES = (
    "hero (conflicted copy).bones",
    "hero.sync-conflict-20261128-150000-ABCDEFG.bones",
    "hero-DESKTOP-1.bones",
    "hero (1).bones",
)


@pytest.fixture
def running(qapp: object, tmp_path: Path):
    with Running(tmp_path / "home", page="shelf") as running:
        yield running


@pytest.fixture
def shelf(running: Running) -> Path:
    return running.program.desk.shelf.folder


def shown(running: Running) -> dict[str, tuple[str, ...]]:
    """Return the files that have a card, with the copies told of on it."""
    running.window.show_page("shelf")
    running.program.pages.shelf.look_again()
    running.wait_for_shelf()
    return {each.path.name: tuple(one.name for one in each.copies) for each in running.program.pages.shelf.model.rows}


def press(parent: object, words: str) -> None:
    [button] = [each for each in parent.findChildren(QPushButton) if each.text().replace("&", "") == words]
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


@pytest.mark.parametrize("copy", COPIES)
def test_a_copy_is_a_sign_on_the_card_of_the_first(running: Running, shelf: Path, copy: str) -> None:
    write_character(shelf / copy, ragnar().with_(name="Theirs"))
    write_character(shelf / "hero.bones", ragnar())
    write_character(shelf / "bob.bones", bob().with_(id="b" * 32))
    cards = shown(running)
    assert cards["hero.bones"] == (copy,)
    assert cards["bob.bones"] == ()
    assert copy not in cards
    page = running.program.pages.shelf
    [row] = page.model.rows_of([shelf / copy])
    assert page.model.rows[row].path.name == "hero.bones"
    assert "2 files hold this character; open it to choose" in page.model.index(row, 0).data(
        Qt.ItemDataRole.AccessibleTextRole
    )


def test_a_copy_that_comes_or_goes_while_the_shelf_is_shown(running: Running, shelf: Path) -> None:
    write_character(shelf / "hero.bones", ragnar())
    assert shown(running)["hero.bones"] == ()
    write_character(shelf / COPIES[0], ragnar().with_(name="Theirs"))
    assert shown(running)["hero.bones"] == (COPIES[0],)
    (shelf / "hero.bones").unlink()
    cards = shown(running)
    assert cards[COPIES[0]] == ()
    assert "hero.bones" not in cards


@pytest.mark.parametrize(("keep", "name"), [("hero.bones", "Ragnar"), (COPIES[0], "Theirs")])
def test_one_of_the_files_is_kept_and_the_other_can_be_brought_back(running, shelf, keep, name) -> None:
    write_character(shelf / "hero.bones", ragnar())
    write_character(shelf / COPIES[0], ragnar().with_(name="Theirs"))
    shown(running)
    assert running.program.files.work_on(shelf / "hero.bones")
    banner = running.window.banner
    assert banner.text == "2 files hold Ragnar. Keep one of them, or make each a separate character."
    press(banner, f"Keep {keep}")
    assert running.program.session.path == shelf / keep
    assert running.program.document.character.name == name
    assert [each for each in shown(running) if "hero" in each] == [keep]
    [removed] = (shelf / "removed").glob("*.bones")
    assert removed.name in {"hero.bones", COPIES[0]} - {keep}


def test_all_are_kept_as_characters_of_their_own(running: Running, shelf: Path) -> None:
    write_character(shelf / "hero.bones", ragnar())
    write_character(shelf / COPIES[0], ragnar().with_(name="Theirs"))
    shown(running)
    running.program.files.work_on(shelf / "hero.bones")
    press(running.window.banner, "Keep all")
    cards = shown(running)
    assert {"hero.bones", "Theirs.bones"} <= set(cards)
    assert not any(cards.values())
    assert read_character(shelf / "Theirs.bones").value.id != ragnar().id
    assert (shelf / "removed" / COPIES[0]).exists()


def test_a_card_is_removed_and_brought_back_with_all_its_files(running: Running, shelf: Path) -> None:
    write_character(shelf / "hero.bones", ragnar())
    write_character(shelf / COPIES[0], ragnar().with_(name="Theirs"))
    shown(running)
    running.program.pages.shelf.view.choose((shelf / "hero.bones",), shelf / "hero.bones")
    running.trigger("remove")
    assert running.window.banner.text == "Ragnar was removed."
    assert not [each for each in shown(running) if "hero" in each]
    press(running.window.banner, "Bring back")
    assert shown(running)["hero.bones"] == (COPIES[0],)


def test_nothing_is_said_of_characters_in_one_file(running: Running, shelf: Path) -> None:
    write_character(shelf / "hero.bones", ragnar())
    shown(running)
    running.program.files.work_on(shelf / "hero.bones")
    assert running.window.banner.text == ""


def test_characters_of_two_games_are_never_copies(tmp_path: Path) -> None:
    entries = []
    for game in SMALL_GAMES:
        path = tmp_path / f"{game.game.id}.bones"
        game.form.write(path, game.form.read(game.samples[0]).value.with_(id="7" * 32))
        entries.append(read_entry(path, datetime.now(UTC)))
    assert all(not each.copies for each in with_copies(entries))
    assert len(with_copies(entries)) == len(SMALL_GAMES)


def imported(running: Running, *paths: Path) -> QMessageBox | None:
    running.program.pages.giving.import_all(paths)
    return next((each for each in running.dialogs() if isinstance(each, QMessageBox)), None)


@pytest.mark.parametrize("is_open", [True, False])
def test_imported_once_more_it_is_updated_in_a_step(running: Running, shelf: Path, tmp_path: Path, is_open) -> None:
    before, path = ragnar(), tmp_path / "hero.bones"
    write_character(shelf / "hero.bones", before)
    write_character(path, before.with_(name="Later", spiffs=9))
    if is_open:
        running.program.files.open(shelf / "hero.bones")
    box = imported(running, path)
    said = "The character in hero.bones is already on the shelf, but differs. Update it, or keep both?"
    assert box.text() == said
    assert read_character(shelf / "hero.bones").value == before
    press(box, "Update")
    assert running.program.session.path == shelf / "hero.bones"
    assert read_character(shelf / "hero.bones").value.spiffs == 9
    running.trigger("undo")
    assert read_character(shelf / "hero.bones").value == before


@pytest.mark.parametrize(("answer", "count"), [("Keep both", 2), ("Cancel", 1)])
def test_imported_once_more_both_are_kept_or_nothing_is_done(running, shelf, tmp_path, answer, count) -> None:
    before, path = ragnar(), tmp_path / "hero.bones"
    write_character(shelf / "hero.bones", before)
    write_character(path, before.with_(name="Later"))
    press(imported(running, path), answer)
    assert read_character(shelf / "hero.bones").value == before
    found = [read_character(each).value for each in shelf.glob("*.bones")]
    assert sum(each.name in {"Ragnar", "Later"} and each.spiffs == before.spiffs for each in found) >= count
    assert len({each.id for each in found}) == len(found)


def test_imported_once_more_unchanged_it_is_only_opened(running: Running, shelf: Path, tmp_path: Path) -> None:
    path = tmp_path / "elsewhere.bones"
    for each in (shelf / "hero.bones", path):
        write_character(each, ragnar())
    files = set(shelf.iterdir())
    assert imported(running, path) is None
    assert running.program.session.path == shelf / "hero.bones"
    assert set(shelf.iterdir()) == files


def test_several_are_asked_about_once(running: Running, shelf: Path, tmp_path: Path) -> None:
    paths = []
    for number, name in enumerate(("Anna", "Bea", "Cem")):
        who = ragnar().with_(id=f"{number + 1}" * 32, name=name)
        paths.append(tmp_path / f"{name}.bones")
        write_character(paths[-1], who.with_(spiffs=8))
        if name != "Cem":
            write_character(shelf / f"{name}.bones", who)
    box = imported(running, *paths)
    assert box.text().startswith("2 of these characters are already on the shelf, but differ.")
    assert read_character(shelf / "Cem.bones").value.spiffs == 8
    press(box, "Update")
    assert [read_character(shelf / f"{each}.bones").value.spiffs for each in ("Anna", "Bea")] == [8, 8]


@pytest.mark.parametrize("game", SMALL_GAMES, ids=lambda each: each.game.id)
def test_a_character_of_any_game_is_updated(running: Running, tmp_path: Path, game) -> None:
    who = game.form.read(game.samples[0]).value
    path, holder = tmp_path / "hero.bones", running.program.desk.shelf.create(who, game=game.game.id)
    game.form.write(path, who.with_(name="Later"))
    press(imported(running, path), "Update")
    assert read_any(holder)[1].value.name == "Later"
