"""What is done with the characters chosen on the shelf, in the whole program."""

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QInputDialog, QLabel, QLineEdit, QListView, QMessageBox, QProgressDialog

from bones_desktop.pages.shelf.actiondialogs import TagsDialog
from bones_desktop.rules.bones.book.fields import LINE
from bones_desktop.rules.bones.making.edits import set_text
from bones_desktop.rules.values import with_done_act
from bones_desktop.storage.files.characterfile import dump_character, new_id, read_character, write_character
from bones_desktop.storage.files.versions import Versions
from bones_desktop.widgets import worker
from tests.support.people import ragnar
from tests.support.running import Running

FRESH = ("Anna", "Bea", "Cem")


@pytest.fixture
def running(tmp_path: Path, qapp: object):
    with Running(tmp_path / "home", page="shelf") as running:
        folder = running.locations.characters
        for name in FRESH:
            write_character(folder / f"{name}.bones", ragnar().with_(id=new_id(), name=name))
        running.window.show_page("shelf")
        running.program.settings.edit(shelf_sort="name")
        running.wait_for_shelf()
        yield running


def path_of(running: Running, name: str) -> Path:
    return running.locations.characters / f"{name}.bones"


def choose(running: Running, *names: str) -> None:
    paths = tuple(path_of(running, name) for name in names)
    running.program.pages.shelf.view.choose(paths, paths[-1])
    assert [entry.name for entry in running.program.pages.shelf.chosen().entries] == list(names)


def shown(running: Running) -> list[str]:
    running.wait_for_shelf()
    return [entry.name for entry in running.program.pages.shelf.model.rows]


def chosen(running: Running) -> list[str]:
    return [entry.name for entry in running.program.pages.shelf.chosen().entries]


def click(running: Running, parent, text: str) -> None:
    QTest.mouseClick(running.button(parent, text), Qt.MouseButton.LeftButton)


def drop(running: Running, *paths: Path) -> None:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    running.window.dropEvent(
        QDropEvent(
            QPointF(10, 10), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        )
    )


def test_a_character_that_is_not_open_is_renamed_and_its_file_follows(running: Running) -> None:
    choose(running, "Bea")
    before = path_of(running, "Bea").read_bytes()
    opened = running.program.session.path
    running.trigger("rename")
    dialog = running.dialog()
    assert isinstance(dialog, QInputDialog)
    assert dialog.textValue() == "Bea"
    dialog.setTextValue(" Berta ")
    dialog.accept()
    assert shown(running) == ["Anna", "Berta", "Cem", "Ragnar"]
    assert chosen(running) == ["Berta"]
    assert not path_of(running, "Bea").exists()
    assert running.program.session.path == opened
    character = read_character(path_of(running, "Berta")).value
    kept = running.program.files._desk.versions.list(character.id)
    assert [version.path.read_bytes() for version in kept] == [before]
    running.program.files.work_on(path_of(running, "Berta"))
    assert running.program.document.undo_stack.undoText() == "Rename"


def test_the_open_character_is_renamed_as_a_step_to_undo(running: Running) -> None:
    choose(running, "Ragnar")
    running.trigger("rename")
    running.dialog().setTextValue("Rolf")
    running.dialog().accept()
    assert running.program.session.path == path_of(running, "Rolf")
    assert running.program.document.undo_stack.undoText() == "Rename"
    assert chosen(running) == ["Rolf"]


@pytest.mark.parametrize("act", ["rename", "versions"])
def test_what_is_done_to_one_says_so_when_several_are_chosen(running: Running, act: str) -> None:
    choose(running, "Anna", "Bea")
    running.trigger(act)
    assert not running.dialogs()
    assert "Choose one character" in running.window.toast.text()


@pytest.mark.parametrize("act", ["rename", "duplicate", "tags", "export", "remove", "versions"])
def test_with_nobody_chosen_every_action_says_so(running: Running, act: str) -> None:
    running.program.pages.shelf.view.clearSelection()
    running.trigger(act)
    assert not running.dialogs()
    assert running.window.toast.text() == "Choose a character first."
    assert shown(running) == [*FRESH, "Ragnar"]


def test_copies_of_those_chosen_are_chosen_and_not_opened(running: Running) -> None:
    opened = running.program.session.path
    choose(running, "Anna", "Bea")
    running.trigger("duplicate")
    assert shown(running) == ["Anna", "Anna (copy)", "Bea", "Bea (copy)", "Cem", "Ragnar"]
    assert chosen(running) == ["Anna (copy)", "Bea (copy)"]
    assert running.program.session.path == opened
    assert running.window.page == "shelf"


def test_a_copy_of_the_longest_name_is_still_called_a_copy(running: Running) -> None:
    running.program.document.apply("Name", lambda now: set_text(now, "name", "Ragnar " + "g" * (LINE - 7)))
    running.window.show_page("build")
    running.trigger("duplicate")
    name = running.program.document.character.name
    assert (len(name), name[:8], name[-8:]) == (LINE, "Ragnar g", "g (copy)")


def test_tags_are_set_on_several_whether_open_or_not(running: Running) -> None:
    choose(running, "Anna", "Cem", "Ragnar")
    running.trigger("tags")
    dialog = running.dialog()
    assert isinstance(dialog, TagsDialog)
    dialog.tags_edited.emit(("friday",), ())
    dialog.close()
    running.wait_for_shelf()
    assert running.program.document.character.tags == ("friday",)
    assert running.program.document.undo_stack.undoText() == "Change tags"
    for name in ("Anna", "Cem", "Ragnar"):
        assert read_character(path_of(running, name)).value.tags == ("friday",)
    assert read_character(path_of(running, "Bea")).value.tags == ()
    assert chosen(running) == ["Anna", "Cem", "Ragnar"]
    running.trigger("undo")
    running.wait_for_shelf()
    assert read_character(path_of(running, "Ragnar")).value.tags == ()


def test_too_many_tags_are_refused_with_the_reason(running: Running) -> None:
    choose(running, "Anna")
    running.program.pages.shelf_actions._retag([path_of(running, "Anna")], [str(n) for n in range(21)], [])
    assert "at most 20 tags" in running.window.toast.text()


def test_several_are_removed_and_all_brought_back(running: Running) -> None:
    before = {name: path_of(running, name).read_bytes() for name in ("Anna", "Cem")}
    choose(running, "Anna", "Cem")
    QTest.keyClick(running.program.pages.shelf.view, Qt.Key.Key_Delete)
    assert not running.dialogs()
    assert running.window.banner.text == "2 characters were removed."
    assert shown(running) == ["Bea", "Ragnar"]
    click(running, running.window.banner, "Bring back")
    assert shown(running) == [*FRESH, "Ragnar"]
    assert chosen(running) == ["Anna", "Cem"]
    assert {name: path_of(running, name).read_bytes() for name in before} == before


def test_one_deleted_for_good_does_not_keep_the_others_from_coming_back(running: Running) -> None:
    choose(running, "Anna", "Bea", "Cem")
    running.trigger("remove")
    (running.locations.characters / "removed" / "Anna.bones").unlink()
    click(running, running.window.banner, "Bring back")
    assert shown(running) == ["Bea", "Cem", "Ragnar"]
    assert chosen(running) == ["Bea", "Cem"]
    assert running.window.banner.text.startswith("Anna.bones is not in ")


def test_when_the_open_one_is_among_those_removed_another_is_opened(running: Running) -> None:
    running.program.document.apply("Race", lambda now: set_text(now, "race", "Elf"))
    choose(running, "Anna", "Ragnar")
    running.trigger("remove")
    assert shown(running) == ["Bea", "Cem"]
    assert running.program.session.path in {path_of(running, "Bea"), path_of(running, "Cem")}
    click(running, running.window.banner, "Bring back")
    running.wait_for_shelf()
    assert read_character(path_of(running, "Ragnar")).value.race == "Elf"


def test_the_last_character_may_be_removed(running: Running) -> None:
    choose(running, *FRESH, "Ragnar")
    running.trigger("remove")
    running.wait_for_shelf()
    assert running.window.page == "shelf"
    assert shown(running) == []
    assert running.program.session.path is None
    assert not list(running.locations.characters.glob("*.bones"))
    running.program.document.apply("Name", lambda now: set_text(now, "name", "Olaf"))
    assert [path.name for path in running.locations.characters.glob("*.bones")] == ["Olaf.bones"]


def test_removed_characters_are_deleted_for_good_only_when_asked_twice(running: Running) -> None:
    choose(running, "Anna", "Bea")
    running.trigger("remove")
    page = running.program.pages.shelf
    click(running, page, "Removed")
    assert shown(running) == ["Anna", "Bea"]
    QTest.keyClick(page.view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    for answer, left in (("Keep", 2), ("Delete", 0)):
        click(running, page, "Delete for good…")
        box = running.dialog()
        assert isinstance(box, QMessageBox)
        assert box.text() == "Delete 2 characters for good?\n\nThey cannot be brought back."
        click(running, box, answer)
        running.wait_for_shelf()
        assert len(list((running.locations.characters / "removed").glob("*.bones"))) == left
    assert shown(running) == ["Cem", "Ragnar"]


def test_a_removed_character_is_brought_back_before_anything_else(running: Running) -> None:
    choose(running, "Anna")
    running.trigger("remove")
    click(running, running.program.pages.shelf, "Removed")
    running.wait_for_shelf()
    running.trigger("rename")
    assert running.window.toast.text() == "Bring it back first."
    click(running, running.program.pages.shelf, "Bring back")
    assert running.program.session.path == path_of(running, "Anna")


def test_several_are_exported_into_a_folder_and_replace_nothing(running: Running, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "Anna.bones").write_bytes(b"mine")
    choose(running, "Anna", "Bea")
    running.trigger("export")
    dialog = running.dialog()
    assert isinstance(dialog, QFileDialog)
    assert dialog.fileMode() is QFileDialog.FileMode.Directory
    dialog.fileSelected.emit(str(tmp_path / "out"))
    dialog.close()
    written = sorted(each.name for each in (tmp_path / "out").iterdir())
    assert written == ["Anna (2).bones", "Anna.bones", "Bea.bones"]
    assert (tmp_path / "out" / "Anna.bones").read_bytes() == b"mine"
    assert "2 characters were written" in running.window.toast.text()


def test_earlier_versions_of_another_character_are_seen(running: Running) -> None:
    choose(running, "Bea")
    running.trigger("versions")
    assert running.program.session.path == path_of(running, "Bea")
    assert running.dialog().windowTitle() == "Earlier versions"


def test_each_version_says_what_changed_until_the_next(running: Running) -> None:
    choose(running, "Bea")
    running.trigger("versions")
    running.dialog().close()
    now, kept = running.program.document.character, running.program.desk.versions
    path = running.program.session.path
    for minutes, changes in enumerate(({"coins": 7}, {"coins": 3, "spiffs": now.spiffs + 2})):
        write_character(running.locations.characters.parent / "v.bones", now.with_(**changes))
        data = (running.locations.characters.parent / "v.bones").read_bytes()
        kept.keep(now.id, data, datetime(2026, 11, 21, 9, minutes, tzinfo=UTC), path, ".bones")
    running.trigger("versions")
    dialog = running.dialog()
    [view] = dialog.findChildren(QListView)
    model = view.model()
    said = [model.index(row, 0).data(Qt.ItemDataRole.ToolTipRole) for row in range(model.rowCount())]
    assert said[:2] == [
        f"Later: coins 3 → {now.coins}, spiffs {now.spiffs + 2} → {now.spiffs}",
        f"Later: coins 7 → 3, spiffs {now.spiffs} → {now.spiffs + 2}",
    ]
    shown = [label.text() for label in dialog.findChildren(QLabel) if label.isVisible()]
    assert said[0] in shown, "the whole text of the chosen version can be read"


def test_what_throws_led_to_stays_answered_when_an_earlier_version_is_brought_back(running: Running) -> None:
    choose(running, "Bea")
    running.trigger("versions")
    running.dialog().close()
    document = running.program.document
    earlier = document.character
    document.apply("Take 1 damage", lambda now: with_done_act(now.with_(notes="Hurt"), "a" * 32, 1))
    running.program.files._bring_back(("bones", earlier))
    assert document.character == earlier.with_(done_acts=document.character.done_acts)
    assert [each.act for each in document.character.done_acts] == ["a" * 32]


def test_earlier_versions_that_may_not_be_listed_are_not_said_to_be_none(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose(running, "Bea")
    folder, may = running.locations.versions, os.access
    folder.mkdir(parents=True, exist_ok=True)
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != folder and may(path, mode))
    monkeypatch.setattr(Versions, "list", lambda _versions, _owner: ())
    running.trigger("versions")
    said = [each.text() for each in running.dialog().findChildren(QLabel)]
    assert any("You may not read or write" in each for each in said), said
    assert not any("no earlier versions" in each for each in said), said


def test_a_damaged_file_is_told_of_and_left_alone(running: Running) -> None:
    path = path_of(running, "Bea")
    path.write_bytes(b"{")
    running.wait_for_shelf()
    running.program.pages.shelf.refresh()
    running.wait_for_shelf()
    choose(running, "Bea")
    for act in ("duplicate", "rename", "tags"):
        running.trigger(act)
        for dialog in running.dialogs():
            if isinstance(dialog, QInputDialog):
                dialog.setTextValue("New")
                dialog.accept()
            elif isinstance(dialog, TagsDialog):
                dialog.tags_edited.emit(("x",), ())
                dialog.close()
        assert "damaged" in running.window.banner.text, act
        running.window.banner.dismiss()
    assert path.read_bytes() == b"{"
    running.trigger("remove")
    assert shown(running) == ["Anna", "Cem", "Ragnar"]


def test_a_dropped_file_is_imported_and_opened(running: Running, tmp_path: Path) -> None:
    write_character(tmp_path / "x.bones", ragnar().with_(id=new_id(), name="Gift"))
    drop(running, tmp_path / "x.bones")
    assert running.program.session.path == path_of(running, "Gift")
    assert running.window.page == "build"
    assert (tmp_path / "x.bones").exists()


def test_of_several_dropped_files_the_good_are_shown_and_the_bad_told(running: Running, tmp_path: Path) -> None:
    opened = running.program.session.path
    running.window.show_page("table")
    for name in ("One", "Two"):
        write_character(tmp_path / f"{name}.bones", ragnar().with_(id=new_id(), name=name))
    (tmp_path / "Broken.bones").write_bytes(dump_character(ragnar())[:-30])
    (tmp_path / "song.mp3").write_bytes(bytes(range(256)))
    (tmp_path / "folder").mkdir()
    names = ("One.bones", "Broken.bones", "song.mp3", "Two.bones", "folder", "none.bones")
    drop(running, *(tmp_path / name for name in names))
    assert running.window.page == "shelf"
    assert shown(running) == [*FRESH, "One", "Ragnar", "Two"]
    assert chosen(running) == ["One", "Two"]
    assert running.program.session.path == opened
    assert running.window.banner.text == "2 characters are on the shelf now. 4 files could not be imported."
    said = " ".join(label.text() for label in running.window.banner.findChildren(QLabel))
    for name in ("Broken.bones", "song.mp3", "folder", "none.bones"):
        assert name in said
    for name in ("Three", "Four"):
        write_character(tmp_path / f"{name}.bones", ragnar().with_(id=new_id(), name=name))
    drop(running, tmp_path / "Three.bones", tmp_path / "Four.bones")
    assert running.window.banner.text == "", "what was refused before is no longer to be read"


def test_a_single_bad_file_says_what_is_wrong(running: Running, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("Ragnar, 4 dice")
    drop(running, tmp_path / "notes.txt")
    assert "notes.txt is not a character file" in running.window.banner.text
    assert shown(running) == [*FRESH, "Ragnar"]


def test_the_sort_is_kept_for_the_next_start(running: Running) -> None:
    bar = running.program.pages.shelf.bar
    bar.sort_box.setCurrentText("Most dice first")
    bar.sort_box.activated.emit(bar.sort_box.currentIndex())
    assert running.program.settings.value.shelf_sort == "dice"


def test_search_and_choice_are_as_they_were_when_the_shelf_is_seen_again(running: Running) -> None:
    page = running.program.pages.shelf
    QTest.keyClicks(page.bar.search, "a")
    choose(running, "Bea")
    running.window.show_page("table")
    running.window.show_page("shelf")
    running.wait_for_shelf()
    assert page.bar.search.text() == "a"
    assert chosen(running) == ["Bea"]


def test_elsewhere_the_actions_work_on_the_open_character(running: Running) -> None:
    choose(running, "Bea")
    running.window.show_page("table")
    running.trigger("remove")
    assert running.window.banner.text == "Ragnar was removed."
    assert path_of(running, "Bea").exists()


def test_copied_files_are_pasted_and_chosen_ones_copied(running: Running, tmp_path: Path) -> None:
    choose(running, "Anna", "Bea")
    view = running.program.pages.shelf.view
    QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    copied = [Path(url.toLocalFile()) for url in QGuiApplication.clipboard().mimeData().urls()]
    assert copied == [path_of(running, "Anna"), path_of(running, "Bea")]
    write_character(tmp_path / "x.bones", ragnar().with_(id=new_id(), name="Gift"))
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(tmp_path / "x.bones"))])
    QGuiApplication.clipboard().setMimeData(mime)
    QTest.keyClick(view, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert running.program.session.path == path_of(running, "Gift")


def test_a_copied_stat_block_is_pasted_as_a_character(running: Running) -> None:
    view = running.program.pages.shelf.view
    for text, shown_title in (("Swordmaster - 6D: Fighter x2, Killer x2", ["Character from text"]), ("hello", [])):
        QGuiApplication.clipboard().setText(text)
        QTest.keyClick(view, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
        assert [dialog.windowTitle() for dialog in running.dialogs()] == shown_title
        for dialog in running.dialogs():
            dialog.close()
    assert "no character and no character file" in running.window.toast.text()


def test_an_undone_step_shows_on_the_shelf(running: Running) -> None:
    running.program.document.apply("Name", lambda now: set_text(now, "name", "Rolf"))
    assert "Rolf" in shown(running)
    running.trigger("undo")
    assert "Rolf" not in shown(running)


def test_long_work_shows_how_far_it_is_and_can_be_stopped(running: Running, monkeypatch) -> None:
    monkeypatch.setattr(worker, "_UNSHOWN", -1.0)
    stopped = []

    def stop(dialog: QProgressDialog, place: int) -> None:
        setting(dialog, place)
        if place == 1:
            stopped.append(dialog.labelText())
            dialog.cancel()

    setting = QProgressDialog.setValue
    monkeypatch.setattr(QProgressDialog, "setValue", stop)
    choose(running, *FRESH)
    running.trigger("remove")
    assert stopped == ["Removing…"]
    assert shown(running) == ["Bea", "Cem", "Ragnar"]
    assert not running.dialogs()


def test_undo_on_the_shelf_brings_back_and_touches_no_character(running: Running) -> None:
    running.program.document.apply("Race", lambda now: set_text(now, "race", "Elf"))
    undo = running.window.actions_by_id["undo"]
    running.window.show_page("shelf")
    running.wait_for_shelf()
    assert not undo.isEnabled()
    choose(running, "Anna")
    running.trigger("remove")
    assert undo.isEnabled()
    assert undo.text() == "&Undo: Bring back"
    running.trigger("undo")
    running.wait_for_shelf()
    assert "Anna" in shown(running)
    assert read_character(path_of(running, "Ragnar")).value.race == "Elf"
    assert not undo.isEnabled()


def test_what_is_done_on_the_shelf_is_undone_there_and_no_more(running: Running) -> None:
    document, undo, redo = running.program.document, *(running.window.actions_by_id[each] for each in ("undo", "redo"))
    running.window.show_page("build")
    document.apply("Race", lambda now: set_text(now, "race", "Elf"))
    running.window.show_page("shelf")
    running.wait_for_shelf()
    document.apply("Name", lambda now: set_text(now, "name", "Rolf"))
    assert undo.text() == "&Undo: Name"
    running.trigger("undo")
    assert document.character.name != "Rolf"
    assert not undo.isEnabled()
    assert redo.text() == "&Redo: Name"
    running.trigger("redo")
    assert document.character.name == "Rolf"
    assert document.character.race == "Elf"


def test_ctrl_f_goes_to_the_shelfs_search_but_stays_on_a_page_with_one_of_its_own(running: Running) -> None:
    running.window.activateWindow()
    QTest.qWaitForWindowActive(running.window)
    search = running.program.pages.shelf.bar.search
    for page in ("build", "shelf"):
        running.window.show_page(page)
        QTest.keyClick(running.window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
        assert running.window.page == "shelf"
        assert search.hasFocus()
    for page in ("log", "reference"):
        running.window.show_page(page)
        QTest.keyClick(QGuiApplication.focusObject(), Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
        assert running.window.page == page
        assert not running.window.actions_by_id["find"].isEnabled()
        searched = QGuiApplication.focusObject()
        assert isinstance(searched, QLineEdit)
        assert running.window.page_widget().isAncestorOf(searched)
