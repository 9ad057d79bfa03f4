import os
from pathlib import Path

import pytest

from bones_desktop.storage.files import shippedfiles
from bones_desktop.storage.files.locations import Locations, private_folder
from bones_desktop.storage.files.shippedfiles import shipped


def test_what_is_shipped_is_found_in_a_checkout_and_in_an_installed_package(tmp_path, monkeypatch):
    assert (shipped("resources") / "schema").is_dir()
    assert (shipped("icons") / "faces").is_dir()
    package = tmp_path / "site" / "bones_desktop"
    package.mkdir(parents=True)
    monkeypatch.setattr(shippedfiles, "_PACKAGE", str(package))
    assert shipped("icons") == tmp_path / "site" / "icons"
    (package / "icons").mkdir()
    assert shipped("icons") == package / "icons"


def _paths(found):
    return (
        found.characters, found.versions, found.roll_log, found.settings_file, found.window_state_file, found.undo,
        found.start_counter, found.crash_log, found.error_log,
    )  # fmt: skip


def test_a_data_folder_holds_everything(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = _paths(Locations.under(Path("stick")))
    assert len(set(found)) == len(found)
    assert all(each.is_relative_to(tmp_path / "stick") for each in found)
    assert list(tmp_path.iterdir()) == []


def test_the_usual_folders_are_the_systems():
    home = Path.home()
    found = _paths(Locations.usual())
    assert all(each.is_relative_to(home) for each in found)
    assert not list(home.iterdir())


@pytest.mark.skipif(os.name != "posix", reason="modes as POSIX has them")
def test_folders_are_made_for_the_user_alone_and_others_left_as_they_are(tmp_path):
    tmp_path.chmod(0o755)
    made = private_folder(tmp_path / "a" / "b")
    assert [each.stat().st_mode & 0o777 for each in (made, made.parent, tmp_path)] == [0o700, 0o700, 0o755]
    assert private_folder(tmp_path).stat().st_mode & 0o777 == 0o755
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(NotADirectoryError):
        private_folder(tmp_path / "file")
