import os
import random
from pathlib import Path

import pytest

from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.storage.files import checkedfile
from bones_desktop.storage.files.plainjson import plain
from bones_desktop.storage.files.settings import RECENT, LoadedSettings, Settings, SettingsFiles, WindowState
from bones_desktop.storage.files.textfiles import FileProblem

SOME = Settings(
    theme="iron", text_size=150, paper="letter", house_rules=HouseRules(leather_as_in_prose=True), recent=("/a", "/b")
)
WINDOW = WindowState(geometry="AdnQywAD", page="table", parts={"splitter": "AAAA/w=="})


@pytest.fixture
def files(tmp_path, clock):
    return SettingsFiles(tmp_path / "config" / "settings.json", tmp_path / "state" / "window.json", clock)


def test_the_first_start_has_defaults_and_writes_nothing(tmp_path, files):
    assert files.load() == LoadedSettings(Settings())
    assert files.load_window() == WindowState()
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_remembered_sign_by_sign(files):
    files.save(Settings(characters_folder="/home/a\u202eb"))
    assert files.load().settings.characters_folder == "/home/a\u202eb"


def test_settings_and_layout_come_back(files):
    files.save(SOME)
    files.save_window(WINDOW)
    assert files.load() == LoadedSettings(SOME)
    assert files.load_window() == WINDOW


@pytest.mark.skipif(os.name != "posix", reason="modes as POSIX has them")
def test_the_folder_is_the_users_alone(tmp_path, files):
    files.save(SOME)
    assert (tmp_path / "config").stat().st_mode & 0o777 == 0o700


def test_three_hundred_flipped_bits_give_no_wrong_value(tmp_path, files):
    files.save(SOME)
    files.save_window(WINDOW)
    chance = random.Random(3)
    for path, load, written in (
        (tmp_path / "config" / "settings.json", lambda: files.load().settings, SOME),
        (tmp_path / "state" / "window.json", files.load_window, WINDOW),
    ):
        data = path.read_bytes()
        refused = 0
        for _ in range(150):
            at = chance.randrange(len(data))
            path.write_bytes(data[:at] + bytes([data[at] ^ (1 << chance.randrange(8))]) + data[at + 1 :])
            found = load()
            assert found in (written, type(written)())
            refused += found != written
            for aside in path.parent.glob("*.bad-*"):
                aside.unlink()
        assert refused > 100


def test_a_damaged_file_is_put_aside_and_told_once(tmp_path, files):
    files.save(SOME)
    path = tmp_path / "config" / "settings.json"
    for number, damage in enumerate((b"", b"{", b"[" * 100_000, b'{"body": {}, "sha256": "no"}', b"\xff" * 2_000_000)):
        path.write_bytes(damage)
        found = files.load()
        assert found.settings == Settings()
        ending = "" if number == 0 else f"-{number + 1}"
        assert found.damaged == path.with_name(f"settings.json.bad-20261121-120000{ending}")
        assert found.damaged.read_bytes() == damage
        assert files.load() == LoadedSettings(Settings())


def test_settings_of_another_version_are_taken_where_they_fit(tmp_path, files):
    files.save(SOME)
    path = tmp_path / "config" / "settings.json"
    body = plain(SOME) | {"theme": "neon", "new": 1, "text_size": 900}
    checkedfile.write_checked(path, body)
    assert files.load() == LoadedSettings(SOME.with_(theme="system", text_size=100))
    checkedfile.write_checked(path, ["no", "settings"])
    assert files.load() == LoadedSettings(Settings())


def test_nonsense_among_the_keys_loses_no_other_entry(tmp_path, files):
    path = tmp_path / "config" / "settings.json"
    files.save(SOME)
    wrong = {"throw": 5, "undo": None, "x" * 300: "y" * 300, "half": "\ud800"}
    checkedfile.write_checked(path, plain(SOME) | {"keys": {"print": "Ctrl+J", **wrong}})
    found = files.load().settings
    assert found.with_(keys={}) == SOME
    assert found.keys == {"print": "Ctrl+J", "throw": "5", "undo": "None", "x" * 200: "y" * 200, "half": "?"}
    checkedfile.write_checked(path, plain(SOME) | {"keys": [1]})
    assert files.load().settings == SOME.with_(keys={"keys": "[1]"})
    files.save(found)
    assert files.load().settings == found


def test_a_speed_of_before_the_systems_could_be_followed_stays(tmp_path, files):
    path = tmp_path / "config" / "settings.json"
    path.parent.mkdir()
    checkedfile.write_checked(path, {"animation": "normal"})
    assert files.load() == LoadedSettings(Settings(animation="normal"))
    checkedfile.write_checked(path, {"theme": "iron"})
    assert files.load() == LoadedSettings(Settings(theme="iron", animation="system", gather=True))


def test_a_folder_that_cannot_be_written_is_told_and_reading_goes_on(tmp_path, files):
    (tmp_path / "config").write_bytes(b"in the way")
    with pytest.raises(FileProblem):
        files.save(SOME)
    assert files.load() == LoadedSettings(Settings())


def test_recent_files_stand_once_the_newest_first():
    settings = Settings()
    for number in range(15):
        settings = settings.opened(Path(f"/{number}"))
    settings = settings.opened(Path("/9"))
    assert settings.recent[:3] == ("/9", "/14", "/13")
    assert len(settings.recent) == RECENT
    assert settings.last_open == "/9"
    settings = settings.without(Path("/9"))
    assert "/9" not in settings.recent
    assert settings.last_open == ""


def test_a_path_that_is_no_text_is_not_remembered():
    assert Settings().opened(Path("/a\udcff")) == Settings()
