"""Copies given away: what is said of them, whole or stopped on the way."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QProgressDialog

from bones_desktop.storage.characterfile import new_id, write_character
from bones_desktop.window import onebyone
from tests.support.people import ragnar
from tests.support.running import Running


@pytest.fixture
def running(tmp_path: Path, qapp: object):
    with Running(tmp_path / "home") as running:
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
        monkeypatch.setattr(onebyone, "_UNSHOWN", -1.0)
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
    running.program.giving.export(paths)
    dialog = running.dialog()
    assert isinstance(dialog, QFileDialog)
    assert dialog.testAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.fileSelected.emit(str(tmp_path / "out"))
    dialog.close()
    assert running.window.toast.text() == said.format(tmp_path / "out")


@pytest.mark.parametrize(("count", "said"), [(1, "One more file was left out"), (3, "3 more files were left out")])
def test_files_left_out_are_counted_in_words(running: Running, count: int, said: str) -> None:
    running.program.giving.tell_left_out(count)
    assert running.window.toast.text().startswith(said)
