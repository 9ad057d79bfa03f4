"""Characters for other programs in the window: written and copied, and taken back by Open, Import and drop."""

import json

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog

from bones_desktop.storage.files.characterfile import read_character, write_character
from bones_desktop.storage.files.locations import Locations
from bones_desktop.storage.games import SMALL_GAMES, read_any
from tests.support.people import bob, ragnar
from tests.support.running import Running

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")


@pytest.fixture
def locations(tmp_path):
    found = Locations.under(tmp_path)
    found.characters.mkdir(parents=True)
    for number, who in enumerate((bob(), ragnar())):
        write_character(found.characters / f"{who.name}.bones", who.with_(id=str(number) * 32))
    return found


def answer(running: Running, *names: str) -> None:
    (dialog,) = [each for each in running.dialogs() if isinstance(each, QFileDialog)]
    for name in names:
        dialog.fileSelected.emit(name)
    dialog.reject()


@pytest.mark.parametrize("way", ["open", "import", "drop"])
def test_an_actor_is_written_and_taken_back_byte_by_byte(qapp, locations, tmp_path, way):
    target, file = tmp_path / "fvtt-Actor-ragnar.json", locations.characters / "Ragnar.bones"
    with Running(tmp_path, file, locations=locations) as running:
        before = file.read_bytes()
        running.trigger("export-foundry")
        answer(running, str(target))
        assert json.loads(target.read_bytes())["name"] == "Ragnar"
        assert str(target) in running.window.toast.text()
        file.unlink()
        running.program.files.open(locations.characters / "Bob.bones")
        if way == "open":
            running.program.files.ask_open()
            answer(running, str(target))
        elif way == "import":
            running.program.pages.giving.import_all([target])
        else:
            running.window.files_dropped.emit([target])
        assert running.program.session.path == file
        assert file.read_bytes() == before
        assert running.window.banner.text == ""
        # Taken back once more, it is the same character.
        running.program.files.open_all([target])
        assert len(list(locations.characters.glob("*.bones"))) == 2


def test_a_character_of_another_game_comes_back(qapp, locations, tmp_path):
    small, target = SMALL_GAMES[0], tmp_path / "a.json"
    file = locations.characters / "Small.bones"
    file.write_bytes(small.samples[0].read_bytes())
    with Running(tmp_path, file, locations=locations) as running:
        running.trigger("export-foundry")
        answer(running, str(target))
        data = file.read_bytes()
        file.unlink()
        running.program.files.open_all([target])
        back = running.program.desk.opened.path
        assert back.read_bytes() == data
        assert read_any(back)[0] is small


def test_a_bad_actor_is_refused_in_a_sentence_and_nothing_changes(qapp, locations, tmp_path):
    target = tmp_path / "a.json"
    target.write_text('{"name": "Foe", "type": "npc", "system": {}, "flags": {}}', encoding="utf-8")
    with Running(tmp_path, locations.characters / "Ragnar.bones", locations=locations) as running:
        for way in (running.program.files.open_all, running.program.pages.giving.import_all):
            way([target])
            assert "is an actor of Foundry that this program did not export" in running.window.banner.text
            assert running.program.session.path == locations.characters / "Ragnar.bones"
        assert len(list(locations.characters.glob("*.bones"))) == 2


def test_a_note_and_texts_are_written_and_copied(qapp, locations, tmp_path):
    with Running(tmp_path, locations.characters / "Ragnar.bones", locations=locations) as running:
        running.trigger("export-obsidian")
        answer(running, str(tmp_path / "missing" / "r.md"), str(tmp_path / "r"))
        assert (tmp_path / "r.md").read_text(encoding="utf-8").startswith("---\naliases:\n")
        running.trigger("copy-roll20")
        assert QGuiApplication.clipboard().text().startswith("&{template:default} {{name=Ragnar}}")
        running.trigger("copy-discord")
        assert QGuiApplication.clipboard().text().startswith("🎲 **Ragnar**")
        assert read_character(locations.characters / "Ragnar.bones").value == running.program.document.character


def test_several_chosen_on_the_shelf_are_written_to_a_folder(qapp, locations, tmp_path):
    out = tmp_path / "out"
    out.mkdir()
    with Running(tmp_path, locations.characters / "Ragnar.bones", locations=locations) as running:
        running.window.show_page("shelf")
        running.program.pages.shelf.view.selectAll()
        running.app.processEvents()
        running.trigger("export-foundry")
        answer(running, str(out))
        assert sorted(each.name for each in out.iterdir()) == ["Bob.json", "Ragnar.json"]
        running.trigger("copy-discord")
        assert QGuiApplication.clipboard().text().count("🎲") == 2
