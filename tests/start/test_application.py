"""The running program: first start, files, settings and what the window remembers."""

import shutil
from operator import attrgetter
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QLocale, QSize, QStandardPaths, Qt, QTranslator
from PySide6.QtGui import QIcon
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QInputDialog, QLabel, QLineEdit, QListView, QMenu, QPushButton

from bones_desktop.desk.actions import ACTIONS
from bones_desktop.desk.documents import documents_folder
from bones_desktop.desk.mainwindow import PAGES
from bones_desktop.pages.shelf.shelfpage import ShelfPage
from bones_desktop.rules.bones.book.character import CharacterKind, MakingMode
from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.reasons import is_complete
from bones_desktop.start import application
from bones_desktop.start.start import now, speak
from bones_desktop.storage.files.characterfile import new_id, read_character, write_character
from bones_desktop.storage.files.locations import Locations
from bones_desktop.storage.files.settings import Settings, SettingsFiles
from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.wording.language import _
from tests.support.people import ragnar
from tests.support.running import Running


@pytest.fixture
def run(qapp: object, tmp_path: Path):
    def start(*files: Path, safe: bool = False) -> Running:
        return Running(tmp_path, *files, safe=safe, page="")

    return start


def click(running: Running, parent: object, text: str) -> None:
    QTest.mouseClick(running.button(parent, text), Qt.MouseButton.LeftButton)
    running.app.processEvents()


def test_a_first_start_invites_to_finish_ragnar(run) -> None:
    with run() as running:
        assert running.window.page == "build"
        assert running.program.document.character.name == "Ragnar"
        assert not is_complete(running.program.document.problems)
        assert running.window.banner.text.startswith("Welcome.")
        assert running.button(running.window.banner, "Surprise me").isVisible()
        click(running, running.window.banner, "Start empty")
        assert running.program.document.character.name == ""
        assert running.window.banner.text == ""


def test_the_next_start_is_where_the_last_one_was(run) -> None:
    with run() as running:
        running.window.show_page("table")
        running.program.document.apply("Lose die 1", lambda now: injuries.lose(now, 0))
        path = running.program.session.path
    with run() as running:
        assert running.program.session.path == path
        assert running.window.page == "table"
        assert running.program.document.undo_stack.undoText() == "Lose die 1"
        running.trigger("undo")
        assert running.program.document.character.lost == ()


def test_a_window_too_large_for_the_screen_fills_it(run) -> None:
    with run() as running:
        running.window.showNormal()
        running.window.resize(3000, 2000)
        running.app.processEvents()
        assert not running.window.isMaximized()
    with run() as running:
        assert running.window.isMaximized()


@pytest.mark.parametrize("page", ["build", "table", "sheet", "reference"])
def test_no_other_page_lies_over_the_one_shown_first(run, page: str) -> None:
    with run() as running:
        running.window.show_page(page)
    with run() as running:
        assert running.window.page == page
        loose = [each for each in running.window.findChildren(ShelfPage) if each.isVisible()]
        assert loose == []


def test_a_safe_start_says_so_and_opens_the_usual_page(run) -> None:
    with run() as running:
        running.window.show_page("table")
    with run(safe=True) as running:
        assert running.window.page == "shelf"
        assert "safe start" in running.window.banner.text


def test_a_file_named_at_the_start_is_opened_where_it_lies(run, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere" / "Red.bones"
    elsewhere.parent.mkdir()
    write_character(elsewhere, ragnar())
    with run(elsewhere) as running:
        assert running.program.session.path == elsewhere
        assert running.program.document.character == ragnar()


def test_new_makes_what_was_chosen(run) -> None:
    with run() as running:
        running.trigger("new")
        dialog = running.dialog()
        name, search = dialog.findChildren(QLineEdit)[:2]
        QTest.keyClicks(name, "Grey")
        QTest.keyClicks(search, "wolf")
        click(running, dialog, "Create")
        character = running.program.document.character
        assert (character.name, len(character.dice)) == ("Grey", 3)
        assert running.program.session.path is not None
        assert running.program.session.path.name == "Grey.bones"


def test_a_new_character_is_seen_at_once_and_leaves_the_table_where_it_is_still_to_be_made(run) -> None:
    with run() as running:
        for before, sought, after in (
            ("shelf", "", "build"), ("reference", "", "build"), ("table", "", "build"), ("table", "bob", "table"),
        ):  # fmt: skip
            running.window.show_page(before)
            running.trigger("new")
            dialog = running.dialog()
            _name, search = dialog.findChildren(QLineEdit)[:2]
            QTest.keyClicks(search, sought)
            click(running, dialog, "Create")
            assert running.window.page == after, (before, sought)


def test_a_recent_file_and_one_handed_over_are_seen_at_once(run, tmp_path: Path) -> None:
    with run() as running:
        path = running.program.session.path
        running.window.show_page("shelf")
        running.window.recent_menu.aboutToShow.emit()
        running.window.recent_menu.actions()[0].trigger()
        assert running.window.page == "build"
        running.window.show_page("shelf")
    with run(path) as running:
        assert running.window.page == "build"
        running.window.show_page("reference")
        running.window.files_dropped.emit([path])
        assert running.window.page == "build"


@pytest.mark.parametrize(
    ("searched", "kind"), [("cast member of your own", CharacterKind.CAST), ("beast of your own", CharacterKind.BEAST)]
)
def test_cast_and_beasts_may_be_put_together_from_nothing(run, searched: str, kind: CharacterKind) -> None:
    with run() as running:
        running.trigger("new")
        dialog = running.dialog()
        QTest.keyClicks(dialog.findChildren(QLineEdit)[1], searched)
        click(running, dialog, "Create")
        character = running.program.document.character
        assert (character.kind, character.dice) == (kind, ())
        running.window.show_page("table")
        running.trigger("throw")
        running.window.show_page("sheet")


def test_every_start_has_a_face_of_its_own(run) -> None:
    with run() as running:
        running.trigger("new")
        model = running.dialog().findChildren(QListView)[1].model()
        assert len(model.rows) > 30
        assert [start.title for start in model.rows if not start.face] == []


def test_files_are_offered_where_there_is_a_folder(monkeypatch, tmp_path: Path) -> None:
    monkeypatch.setattr(QStandardPaths, "writableLocation", lambda _which: str(tmp_path / "Documents"))
    assert documents_folder() == Path.home()
    (tmp_path / "Documents").mkdir()
    assert documents_folder() == tmp_path / "Documents"


def test_arrow_keys_walk_the_starts_while_typing(run) -> None:
    with run() as running:
        running.trigger("new")
        dialog = running.dialog()
        for line in dialog.findChildren(QLineEdit)[:2]:
            QTest.keyClick(line, Qt.Key.Key_Down)
        start = dialog.findChildren(QListView)[1].currentIndex()
        assert start.row() == 2
        QTest.keyClick(line, Qt.Key.Key_Up)
        QTest.keyClick(line, Qt.Key.Key_Return)
        assert running.program.document.character.mode is MakingMode.CORE


def test_rename_takes_the_file_along(run) -> None:
    with run() as running:
        before = running.program.session.path
        running.trigger("rename")
        dialog = running.dialog()
        assert isinstance(dialog, QInputDialog)
        dialog.setTextValue("Rolf / the Red")
        dialog.accept()
        after = running.program.session.path
        assert after != before
        assert not before.exists()
        assert read_character(after).value.name == "Rolf / the Red"
        assert str(before) not in running.program.settings.value.recent


def test_remove_can_be_taken_back(run) -> None:
    with run() as running:
        path = running.program.session.path
        character = running.program.document.character
        running.trigger("remove")
        assert not path.exists()
        assert running.program.session.path != path
        assert running.window.banner.text == "Ragnar was removed."
        click(running, running.window.banner, "Bring back")
        assert running.program.document.character == character
        assert path.exists()


def test_what_was_removed_long_ago_can_be_brought_back_from_the_shelf(run) -> None:
    with run() as running:
        path = running.program.session.path
        running.trigger("remove")
    with run() as running:
        running.window.show_page("shelf")
        shelf = running.program.pages.shelf
        click(running, shelf, "Removed")
        click(running, shelf, "Bring back")
        assert path.exists()
        assert running.program.session.path == path


def test_a_shelf_that_was_emptied_stays_empty_at_the_next_start(run) -> None:
    with run() as running:
        running.trigger("remove")
    with run() as running:
        assert running.window.page == "shelf"
        assert not list(running.locations.characters.glob("*.bones"))


def test_duplicate_is_a_character_of_its_own(run) -> None:
    with run() as running:
        first = running.program.document.character
        running.trigger("duplicate")
        second = running.program.document.character
        assert second.name == "Ragnar (copy)"
        assert second.id != first.id
        assert second.dice == first.dice


def test_import_and_export(run, tmp_path: Path) -> None:
    source = tmp_path / "gift.bones"
    write_character(source, ragnar().with_(id=new_id(), name="Gift"))
    with run() as running:
        running.trigger("import")
        dialog = running.dialog()
        assert isinstance(dialog, QFileDialog)
        dialog.filesSelected.emit([str(source)])
        dialog.close()
        assert running.program.session.path == running.locations.characters / "Gift.bones"
        running.trigger("export")
        dialog = running.dialog()
        dialog.fileSelected.emit(str(tmp_path / "out.bones"))
        dialog.close()
        assert read_character(tmp_path / "out.bones").value == running.program.document.character


def test_a_damaged_file_is_shown_with_what_is_wrong_and_its_versions(run) -> None:
    with run() as running:
        path = running.program.session.path
        running.program.document.apply("Lose die 1", lambda now: injuries.lose(now, 0))
        running.program.document.apply("Lose die 2", lambda now: injuries.lose(now, 1))
        running.trigger("duplicate")
    damaged = path.read_bytes()[:-40]
    path.write_bytes(damaged)
    with run() as running:
        running.window.show_page("shelf")
        running.program.pages.shelf.refresh(path)
        shelf = running.program.pages.shelf
        assert "damaged" in shelf.chosen_bar.text.full_text
        click(running, shelf, "Earlier versions…")
        dialog = running.dialog()
        click(running, dialog, "Bring this one back")
        assert running.program.document.character.name == "Ragnar"
        assert running.program.session.path != path
        assert path.read_bytes() == damaged


def test_a_damaged_file_without_earlier_versions_says_so_and_offers_none(run, tmp_path: Path) -> None:
    with run() as running:
        path = running.program.session.path.with_name("Broken.bones")
        path.write_text("{", "utf-8")
        running.window.show_page("shelf")
        running.program.pages.shelf.refresh(path)
        click(running, running.program.pages.shelf, "Earlier versions…")
        dialog = running.dialog()
        said = " ".join(label.text() for label in dialog.findChildren(QLabel) if label.isVisible())
        assert "No earlier version of this file" in said
        assert [each.text().replace("&", "") for each in dialog.findChildren(QPushButton) if each.isVisible()] == [
            "Close"
        ]
        click(running, dialog, "Close")
        assert not running.dialogs()


def test_the_shelf_has_the_open_character_chosen(run) -> None:
    with run() as running:
        first = running.program.session.path
        running.window.show_page("shelf")
        assert running.program.pages.shelf.chosen().entries[0].path == first
        running.window.show_page("table")
        running.trigger("new")
        click(running, running.dialog(), "Create")
        running.window.show_page("shelf")
        assert running.program.pages.shelf.chosen().entries[0].path == running.program.session.path != first


@pytest.mark.parametrize("answer", ["Bring this one back", "Cancel"])
def test_files_handed_over_wait_for_an_open_dialog(run, tmp_path: Path, answer: str) -> None:
    """An earlier version came into the character that was opened meanwhile, of another game even."""
    sable = shipped("resources") / "games" / "margin" / "samples" / "sable.bones"
    other = Path(shutil.copy(sable, tmp_path / "sable.bones"))
    with run() as running:
        program = running.program
        path, before = program.session.path, program.document.character
        program.document.apply("Lose die 1", lambda now: injuries.lose(now, 0))
        hurt = program.document.character
        running.trigger("versions")
        program.hand_over((other,))
        program.hand_over(())
        assert program.games.current is None
        click(running, running.dialog(), answer)
        QTest.qWait(50)
        assert program.games.current.document.value.name == "Sable"
        assert read_character(path).value == (hurt if answer == "Cancel" else before)


def test_earlier_versions_can_be_brought_back_and_that_undone(run) -> None:
    with run() as running:
        before = running.program.document.character
        running.program.document.apply("Lose die 1", lambda now: injuries.lose(now, 0))
        hurt = running.program.document.character
        running.trigger("versions")
        click(running, running.dialog(), "Bring this one back")
        assert running.program.document.character == before
        running.trigger("undo")
        assert running.program.document.character == hurt


def test_settings_take_effect_and_are_kept(run) -> None:
    with run() as running:
        running.trigger("settings")
        dialog = running.dialog()
        dialog.edited.emit(Settings().with_(theme="parchment", text_size=150, paper="letter"))
        assert running.program.theme.name == "parchment"
        assert running.program.theme.px(10) == 15
        assert running.program.printing.paper == "Letter"
    with run() as running:
        assert running.program.theme.name == "parchment"
        assert running.program.printing.paper == "Letter"


def test_why_settings_cannot_be_kept_is_told(run) -> None:
    with run() as running:
        running.locations.settings_file.unlink(missing_ok=True)
        running.locations.settings_file.mkdir()
        running.program.settings.edit(theme="iron")
        told = running.window.banner.text
        assert told.startswith("Your settings last until you close the program, but cannot be saved. settings.json in ")
        assert told.endswith("is not a file. Choose a file or another name, or move it away.")


def test_without_animation_the_die_in_the_hand_does_not_turn_by_itself(run) -> None:
    with run() as running:
        pages = running.program.pages
        running.trigger("settings")
        for speed, animated in (("quick", True), ("off", False)):
            running.dialog().edited.emit(Settings().with_(animation=speed))
            assert pages.build.dice.cube.animated is animated


def test_undo_and_redo_say_what_they_do(run) -> None:
    with run() as running:
        running.program.document.apply("Lose die 1", lambda now: injuries.lose(now, 0))
        undo = running.window.actions_by_id["undo"]
        assert undo.text().replace("&", "") == "Undo: Lose die 1"
        QTest.keyClick(running.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        running.app.processEvents()
        assert running.program.document.character.lost == ()
        assert not undo.isEnabled()
        QTest.keyClick(running.window, Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
        running.app.processEvents()
        assert len(running.program.document.character.lost) == 1


def test_every_page_and_help_dialog_opens(run) -> None:
    with run() as running:
        for page in ("shelf", "build", "table", "sheet", "reference"):
            running.trigger(page)
            assert running.window.page == page
            assert running.window.actions_by_id[page].isChecked()
        for action in ("keys", "about", "settings", "versions", "new"):
            running.trigger(action)
            running.dialog().close()
            running.app.processEvents()


def test_a_file_changed_outside_is_asked_about(run) -> None:
    with run() as running:
        path = running.program.session.path
        running.program.document.apply("Join", lambda now: now.with_(campaign="c" * 32))
        write_character(path, running.program.document.character.with_(name="Theirs"))
        running.program.document.apply("Lose die 1", lambda now: injuries.lose(now, 0))
        assert "changed" in running.window.banner.text
        click(running, running.window.banner, "Keep both")
        assert running.program.document.character.campaign == "", "the campaign knows the other"
        assert running.program.session.path != path
        assert read_character(path).value.name == "Theirs"
        assert running.program.document.character.name == "Ragnar"


def test_every_action_stands_in_a_menu_with_words_and_keys_of_its_own(run) -> None:
    with run() as running:
        menus = running.window.findChildren(QMenu)
        in_menus = {action for menu in menus for action in menu.actions()}
        keys: list[str] = []
        for spec in ACTIONS:
            action = running.window.actions_by_id[spec.id]
            assert action in in_menus
            assert action.text()
            assert action.statusTip()
            keys += [key.toString() for key in action.shortcuts()]
        assert len(keys) == len(set(keys))


def test_the_window_gets_its_icon_once_the_page_is_there(run, qtbot, monkeypatch) -> None:
    monkeypatch.setattr(application, "_ICON_AFTER_MS", 2_000)  # a busy machine takes long to show a window
    QApplication.setWindowIcon(QIcon())
    with run() as running:
        assert running.window.windowIcon().isNull()
        qtbot.waitUntil(lambda: QSize(512, 512) in running.window.windowIcon().availableSizes())


def test_actions_have_their_icons_where_they_are_seen_in_every_theme(run) -> None:
    with run() as running:
        window, theme = running.window, running.program.theme
        named = {spec.id: spec.icon for spec in ACTIONS if spec.icon}
        always = {*PAGES, "undo", "redo", "keys"}
        for name in ("iron", "parchment"):
            theme.set_theme(name)
            for each in always:
                assert window.actions_by_id[each].icon().cacheKey() == theme.icon(named[each]).cacheKey()
            for menu in window.findChildren(QMenu):
                menu.aboutToShow.emit()
            for each, icon in named.items():
                assert window.actions_by_id[each].icon().cacheKey() == theme.icon(icon).cacheKey()


def test_what_a_pasted_die_is_made_from_now_is_told_in_a_toast(run) -> None:
    with run() as running:
        running.program.document.open(ragnar().with_(id=new_id()))
        running.window.show_page("build")
        dice = running.program.pages.build.dice
        dice.clipboard.copy_die(0)
        dice.clipboard.paste(3, 0)
        assert running.program.document.character.dice[3].template == "gaul"
        assert running.window.toast.isVisible()
        assert running.window.toast.text() == "Die 4 is now made from Gaul."


def test_every_action_has_a_function(qapp: object, tmp_path: Path) -> None:
    with Running(tmp_path) as running:
        assert {spec.id for spec in ACTIONS if not spec.call} == set(PAGES)
        for name in (spec.call for spec in ACTIONS if spec.call):
            assert callable(attrgetter(name)(running.program)), name


def test_help_opens_the_page_of_releases_and_nothing_else_is_sent(run, monkeypatch) -> None:
    opened = []
    monkeypatch.setattr("PySide6.QtGui.QDesktopServices.openUrl", lambda url: opened.append(url.toString()) or True)
    with run() as running:
        running.trigger("newer")
    assert opened == ["https://github.com/bones-desktop/bones-desktop/releases"]


def test_another_language_closes_the_window_and_opens_one_again(tmp_path, qapp, qtbot):
    with Running(tmp_path) as here:
        here.program.settings.edit(language="de")
        qtbot.waitUntil(lambda: here.program.opens_again)
        assert not here.window.isVisible()
        assert here.program.restoring is None


def test_a_start_speaks_the_language_of_the_settings(tmp_path, qapp):
    locations = Locations.under(tmp_path)
    SettingsFiles(locations.settings_file, locations.window_state_file, now).save(Settings(language="de"))
    words = QTranslator(qapp)
    try:
        speak(qapp, words, locations, None)
        assert (_("Cancel"), QLocale().language()) == ("Abbrechen", QLocale.Language.German)
        assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Abbrechen"
        speak(qapp, words, locations, "en")
        assert (_("Cancel"), QLocale().language()) == ("Cancel", QLocale.Language.English)
    finally:
        speak(qapp, words, Locations.under(tmp_path / "other"), None)
        words.deleteLater()
