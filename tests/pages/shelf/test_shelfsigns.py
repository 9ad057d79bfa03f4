"""Signs on the cards, what the menu of chosen characters does, and empty characters taken away in one step."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QMessageBox

from bones_desktop.pages.shelf.shelfmodel import ShelfStanding, ShelfWords, Standings
from bones_desktop.rules.bones.book.character import CharacterKind, ItemDie, ItemKind
from bones_desktop.rules.bones.book.icons import face
from bones_desktop.rules.bones.making.edits import new_character, set_text, without_dice
from bones_desktop.rules.games import is_hurt
from bones_desktop.rules.values import replaced
from bones_desktop.storage.files.characterfile import new_id, write_character
from bones_desktop.storage.files.sharedtext import all_shared
from bones_desktop.storage.games import SMALL_GAMES
from bones_desktop.storage.shelfentry import read_entry, time_of
from tests.support.commands import Command
from tests.support.people import bob, ragnar
from tests.support.rulebooks import rulebook
from tests.support.running import Running


def put(running: Running, name: str, character) -> Path:
    path = running.locations.characters / f"{name}.bones"
    write_character(path, character.with_(id=new_id()))
    return path


def wrong():
    first = ragnar().dice[0]
    faces = replaced(first.faces, 2, face("science x2"))
    return ragnar().with_(name="Wrong", dice=replaced(ragnar().dice, 0, first.with_(faces=faces)))


@pytest.fixture
def running(tmp_path: Path, qapp: object):
    with Running(tmp_path / "home", page="shelf") as running:
        put(running, "Hurt", ragnar().with_(name="Hurt", excess_damage=2))
        put(running, "Wrong", wrong())
        put(running, "Begun", new_character(new_id()).with_(name="Begun"))
        put(running, "No name yet", new_character(new_id()))
        put(running, "No name yet (2)", without_dice(CharacterKind.BEAST, new_id()))
        put(running, "No name yet (3)", set_text(new_character(new_id()), "notes", "A thought"))
        small = SMALL_GAMES[0]
        small.form.write(running.locations.characters / "Other.bones", small.game.new(new_id()).with_(name="Other"))
        running.program.settings.edit(shelf_sort="name")
        running.window.show_page("shelf")
        running.wait_for_shelf()
        yield running


def names(running: Running) -> list[str]:
    return [entry.path.stem for entry in running.program.pages.shelf.model.rows]


def choose(running: Running, *wanted: str) -> None:
    paths = tuple(running.locations.characters / f"{name}.bones" for name in wanted)
    running.program.pages.shelf.view.choose(paths, paths[-1])
    assert {entry.path for entry in running.program.pages.shelf.chosen().entries} == set(paths)


def tip(running: Running, name: str) -> str:
    model = running.program.pages.shelf.model
    return str(model.index(names(running).index(name), 0).data(Qt.ItemDataRole.ToolTipRole))


def menu(running: Running) -> QMenu:
    view = running.program.pages.shelf.view
    view.customContextMenuRequested.emit(view.visualRect(view.currentIndex()).center())
    found = QApplication.activePopupWidget()
    assert isinstance(found, QMenu)
    return found


def act(running: Running, words: str) -> None:
    opened = menu(running)
    [action] = [each for each in opened.actions() if each.text().replace("&", "") == words]
    QTest.mouseClick(opened, Qt.MouseButton.LeftButton, pos=opened.actionGeometry(action).center())
    running.app.processEvents()


def test_the_tip_of_a_card_says_in_words_what_its_signs_mean(qtbot, running: Running) -> None:
    qtbot.waitUntil(lambda: "Conflict" in tip(running, "Wrong"))
    assert "Wounded: dice are lost" in tip(running, "Hurt")
    qtbot.waitUntil(lambda: "Unfinished" in tip(running, "Begun"))
    assert "Conflict" not in tip(running, "Begun")
    assert f"Game: {SMALL_GAMES[0].game.title}" in tip(running, "Other")
    assert "Game" not in tip(running, "Begun")


def test_the_shelf_and_the_command_agree_on_every_character(qtbot, running: Running, capsys) -> None:
    """Of a smaller game the command asked for every step of the making, the shelf for problems only."""
    folder = running.locations.characters
    for stored in SMALL_GAMES:
        who = stored.form.read(stored.samples[0]).value
        stored.form.write(folder / f"{stored.game.id}.bones", who.with_(id=new_id()))
    basics = next(each for each in SMALL_GAMES if each.game.id == "basics")
    unskilled = basics.form.read(basics.samples[0]).value.with_(id=new_id(), skills=())
    basics.form.write(folder / "unskilled.bones", unskilled)
    standings = Standings(rulebook)
    files = sorted(folder.glob("*.bones"))
    entries = [read_entry(path, time_of(0)) for path in files]
    told = Command(capsys)("check", *map(str, files), "--json").json
    assert {Path(each["file"]).stem: each["complete"] for each in told}["unskilled"] is False
    for entry in entries:
        standings.of(entry)
    qtbot.waitUntil(lambda: len(standings.backlog._kept) == len(files))
    shown = [standings.of(entry) for entry in entries]
    assert [(not each.unfinished, not each.conflict) for each in shown] == [(e["complete"], e["legal"]) for e in told]
    standings.backlog.close()


@pytest.mark.parametrize(
    ("game", "file", "said"),
    [("basics", "oskar", "Wounded"), ("story_bones", "mara", "Wounded: Injured"), ("margin", "sable", "Wounded")],
)
def test_a_character_of_a_smaller_game_is_hurt_by_what_its_game_says(game: str, file: str, said: str) -> None:
    [small] = [each for each in SMALL_GAMES if each.game.id == game]
    words = ShelfWords(rulebook)
    for sample in small.samples:
        entry = read_entry(sample, time_of(0))
        told = [sign.words for sign in words.signs(entry, ShelfStanding()) if sign.icon == "injure"]
        assert told == ([said] if sample.stem == file else [])


def test_the_dead_are_hurt_though_nothing_is_marked() -> None:
    for small in SMALL_GAMES:
        assert not is_hurt(small.game, small.book, small.game.new(new_id()))
    [five_modes] = [each for each in SMALL_GAMES if each.game.id == "five_modes"]
    dead = five_modes.game.new(new_id()).with_(is_dead=True)
    assert is_hurt(five_modes.game, five_modes.book, dead)


def test_who_comes_along_does_not_make_a_line_say_healthy_twice() -> None:
    [small] = [each for each in SMALL_GAMES if each.game.id == "story_bones"]
    [tobias] = [each for each in small.samples if each.stem == "tobias"]
    entry = read_entry(tobias, time_of(0))
    assert [id for id, value in entry.brief if not value] == ["healthy"]


def test_what_is_carried_is_found_as_skills_are(tmp_path: Path) -> None:
    words, path = ShelfWords(rulebook), tmp_path / "Bob.bones"
    item = ItemDie(name="Rope of silk", kind=ItemKind.WEAPON, faces=bob().dice[0].faces)
    write_character(path, bob().with_(equipment=(item,), other_equipment="A lantern,\nand a rusty *Sword*"))
    haystack = words.haystack(read_entry(path, time_of(0)))
    assert all(word in haystack for word in ("silk", "lantern", "sword"))
    found = {each.stem: words.haystack(read_entry(each, time_of(0))) for small in SMALL_GAMES for each in small.samples}
    assert [stem for stem, said in found.items() if "revolver" in said] == ["harriet"]
    assert [stem for stem, said in found.items() if "battle axe" in said] == ["corvin"]


def test_a_sign_is_painted_and_goes_when_the_cause_goes(qtbot, running: Running) -> None:
    page = running.program.pages.shelf
    path = running.locations.characters / "Hurt.bones"

    def card() -> object:
        index = page.model.index(names(running).index("Hurt"), 0)
        return page.view.grab(page.view.visualRect(index)).toImage()

    before = card()
    healed = ragnar().with_(id=new_id(), name="Hurt")
    write_character(path, healed)
    qtbot.waitUntil(lambda: "Wounded:" not in tip(running, "Hurt"))
    assert card() != before


@pytest.mark.parametrize("make", [lambda: new_character(new_id()), lambda: without_dice(CharacterKind.CAST, new_id())])
def test_only_what_was_never_begun_counts_as_untouched(tmp_path: Path, make) -> None:
    path = tmp_path / "No name yet.bones"

    def untouched(character) -> bool:
        write_character(path, character)
        return read_entry(path, time_of(0)).untouched

    assert untouched(make())
    assert not untouched(make().with_(notes="A thought"))
    assert not untouched(make().with_(name="Anna"))
    assert not untouched(make().with_(tags=("friday",)))
    assert not untouched(make().with_(dice=ragnar().dice))


def test_empty_characters_are_taken_away_in_one_step_and_come_back_with_undo(running: Running) -> None:
    page = running.program.pages.shelf
    assert page.bar.tidy.isVisible()
    assert page.bar.tidy.text() == "Remove 2 empty characters"
    QTest.mouseClick(page.bar.tidy, Qt.MouseButton.LeftButton)
    running.wait_for_shelf()
    assert "No name yet" not in names(running)
    assert "No name yet (2)" not in names(running)
    assert "No name yet (3)" in names(running)
    assert not page.bar.tidy.isVisible()
    running.trigger("undo")
    running.wait_for_shelf()
    assert {"No name yet", "No name yet (2)"} <= set(names(running))
    assert page.bar.tidy.isVisible()


def test_an_empty_character_that_is_open_is_not_offered_to_be_taken_away(running: Running) -> None:
    running.program.files.open(running.locations.characters / "No name yet.bones")
    running.wait_for_shelf()
    assert running.program.pages.shelf.bar.tidy.text() == "Remove 1 empty character"


def test_the_menu_takes_a_character_to_the_table(running: Running) -> None:
    choose(running, "Hurt")
    act(running, "To the table")
    assert running.window.page == "table"
    assert running.program.document.character.name == "Hurt"


def test_the_menu_comes_by_a_key_beside_the_card_even_when_that_is_scrolled_away(running: Running) -> None:
    for n in range(60):
        put(running, f"Z {n:02}", ragnar().with_(name=f"Z {n:02}"))
    page = running.program.pages.shelf
    page.look_again()
    running.wait_for_shelf()
    choose(running, "Z 50", "Z 52")
    page.view.setFocus()
    page.view.verticalScrollBar().setValue(0)
    QTest.keyClick(running.window, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    found = QApplication.activePopupWidget()
    assert isinstance(found, QMenu)
    assert {"Print…", "Copy as text"} <= {each.text().replace("&", "") for each in found.actions()}
    found.close()
    card = page.view.visualRect(page.view.currentIndex())
    assert page.view.viewport().rect().contains(card)
    assert len(page.chosen().entries) == 2


def test_the_menu_copies_all_chosen_as_text_and_shows_their_folder(running: Running, monkeypatch) -> None:
    choose(running, "Begun", "Hurt")
    act(running, "Copy as text")
    text = QGuiApplication.clipboard().text()
    assert [each.character.name for each in all_shared(rulebook(), text)] == ["Begun", "Hurt"]
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: not opened.append(url.toLocalFile()))
    act(running, "Show in its folder")
    assert opened == [str(running.locations.characters)]
    assert not running.dialogs()


@pytest.mark.parametrize("gone", [False, True])
def test_a_folder_that_nothing_shows_is_told(running: Running, monkeypatch, gone: bool) -> None:
    """Nothing at all happened where there is no file manager."""
    choose(running, "Begun")
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda _url: False)
    if gone:
        running.locations.characters.rename(running.locations.characters.with_name("away"))
    act(running, "Show in its folder")
    box = running.dialog()
    assert isinstance(box, QMessageBox)
    assert str(running.locations.characters) in box.text()
    assert ("no longer exists" in box.text()) == gone
    box.accept()


def test_the_menu_takes_characters_into_the_open_campaign_once(running: Running) -> None:
    campaigns = running.program.campaigns
    choose(running, "Begun", "Hurt")
    act(running, "To the campaign")
    assert running.window.page == "campaign"
    campaigns.page.files.create("Ashes")
    running.window.show_page("shelf")
    running.wait_for_shelf()
    choose(running, "Begun", "Hurt")
    act(running, "To the campaign")
    assert campaigns.campaigns.campaign is not None
    assert {each.name for each in campaigns.campaigns.campaign.members} == {"Begun", "Hurt"}
    running.wait_for_shelf()
    choose(running, "Begun", "Hurt")
    act(running, "To the campaign")
    assert len(campaigns.campaigns.campaign.members) == 2


def test_a_character_of_another_game_is_not_offered_to_a_campaign(running: Running) -> None:
    choose(running, "Other")
    words = [each.text().replace("&", "") for each in menu(running).actions()]
    assert "To the campaign" not in words
    assert "To the table" in words


def test_rows_are_shown_instead_of_cards_and_the_choice_is_remembered(running: Running) -> None:
    page = running.program.pages.shelf
    choose(running, "Hurt")
    high, columns = page.view.gridSize().height(), page.view.width() // page.view.gridSize().width()
    assert columns > 1
    page.bar.look_box.setFocus()
    QTest.keyClick(page.bar.look_box, Qt.Key.Key_Down)
    assert page.view.gridSize().height() < high / 2
    assert page.view.width() // page.view.gridSize().width() == 1
    assert [entry.name for entry in page.chosen().entries] == ["Hurt"]
    assert running.program.settings.value.shelf_rows
    QTest.keyClick(page.bar.look_box, Qt.Key.Key_Up)
    assert page.view.gridSize().height() == high
    assert not running.program.settings.value.shelf_rows


def test_rows_of_last_time_are_there_at_the_next_start(tmp_path: Path, qapp: object) -> None:
    with Running(tmp_path / "home") as running:
        running.program.settings.edit(shelf_rows=True)
    with Running(tmp_path / "home", page="shelf") as running:
        running.window.show_page("shelf")
        page = running.program.pages.shelf
        assert page.bar.look_box.currentText() == "Rows"
        assert page.view.width() // page.view.gridSize().width() == 1
