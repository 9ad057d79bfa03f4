"""Copies given away: what is said of them, whole or stopped on the way."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QProgressDialog

from bones_desktop.desk.documents import documents_folder
from bones_desktop.storage.files.characterfile import new_id, read_character, write_character
from bones_desktop.storage.files.versions import Versions
from bones_desktop.storage.packfile import write_pack
from bones_desktop.widgets import worker
from tests.support.packs import norse
from tests.support.people import ragnar
from tests.support.running import Running


@pytest.fixture
def running(tmp_path: Path, qapp: object):
    with Running(tmp_path / "home", page="shelf") as running:
        yield running


@pytest.fixture
def stop(monkeypatch: pytest.MonkeyPatch):
    """Return what stops long work before the file at a place."""

    def stop_at(stop: int) -> None:
        def show(dialog: QProgressDialog, place: int) -> None:
            setting(dialog, place)
            if place == stop:
                dialog.cancel()

        setting = QProgressDialog.setValue
        monkeypatch.setattr(worker, "_UNSHOWN", -1.0)
        monkeypatch.setattr(QProgressDialog, "setValue", show)

    return stop_at


@pytest.mark.parametrize(
    ("place", "said"),
    [
        (0, "Nothing was written."),
        (1, "Stopped: 1 of 3 characters written to {}."),
        (9, "3 characters were written to {}."),
    ],
)
def test_an_export_says_how_far_it_came(running: Running, tmp_path: Path, stop, place: int, said: str) -> None:
    (tmp_path / "out").mkdir()
    paths = [running.locations.characters / f"{name}.bones" for name in ("Anna", "Bea", "Cem")]
    for path in paths:
        write_character(path, ragnar().with_(id=new_id(), name=path.stem))
    stop(place)
    running.program.pages.giving.export(paths)
    dialog = running.dialog()
    assert isinstance(dialog, QFileDialog)
    assert dialog.testAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.fileSelected.emit(str(tmp_path / "out"))
    dialog.close()
    assert running.window.toast.text() == said.format(tmp_path / "out")


@pytest.mark.parametrize("theirs", [True, False])
def test_a_character_replaced_by_an_export_has_an_earlier_version(running: Running, tmp_path: Path, theirs) -> None:
    path, target = running.locations.characters / "Anna.bones", tmp_path / "Bea.bones"
    write_character(path, ragnar().with_(id=new_id(), name="Anna"))
    replaced = ragnar().with_(id=new_id(), name="Bea")
    if theirs:
        write_character(target, replaced)
    else:
        target.write_bytes(b"no character")
    running.program.pages.giving.export([path])
    running.dialog().fileSelected.emit(str(target))
    running.dialog().close()
    assert target.read_bytes() == path.read_bytes()
    kept = Versions(running.locations.versions).list(replaced.id)
    assert [read_character(each.path).value.name for each in kept] == ["Bea"] * theirs


@pytest.mark.parametrize("action", ["import", "open"])
def test_a_pack_chosen_as_a_file_is_taken_in_and_the_dialog_shows_the_documents(
    running: Running, tmp_path: Path, action: str
) -> None:
    pack = tmp_path / "norse.bonespack.json"
    write_pack(pack, norse())
    running.trigger(action)
    dialog = running.dialog()
    assert isinstance(dialog, QFileDialog)
    assert Path(dialog.directory().absolutePath()) == documents_folder()
    assert "*.json" in dialog.nameFilters()[0]
    dialog.fileSelected.emit(str(pack))
    dialog.filesSelected.emit([str(pack)])
    dialog.close()
    assert [file.pack.id for file in running.program.packs.library.files] == ["norse"]
    assert "norse.bonespack.json" not in running.window.banner.text


GIF = b"GIF89a\x01\x00\x01\x00\x80\xff\x00\xc0\xc0\xc0\x00\x00\x00!\xf9\x04\x01"


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        (
            "ragnar.gif",
            GIF,
            "ragnar.gif is a picture, not a character. For a portrait, drop a PNG, JPEG or WebP picture on the",
        ),
        (
            "block.txt",
            b"Fighter x2",
            "block.txt is not a character file. To make a character from its text, copy that and use From text….",
        ),
        ("sheet.pdf", b"%PDF-1.7\n\xff", "sheet.pdf is not a character file. To make a character from its text, copy"),
        ("none.bones", b"", "none.bones is empty."),
        ("other.bones", b"[1]", "other.bones is not a character file of this program."),
    ],
)
def test_wrong_files_are_named_for_what_they_are(
    running: Running, tmp_path: Path, name: str, data: bytes, said: str
) -> None:
    (tmp_path / name).write_bytes(data)
    running.window.files_dropped.emit((tmp_path / name,))
    assert running.window.banner.text.startswith(said)
    assert "damaged" not in running.window.banner.text
