"""What the first frame of a start takes from the files of the last one; anything wrong gives the usual look (F6)."""

from pathlib import Path
from typing import Any

import pytest

from bones_desktop.storage.files.checkedfile import (
    LastLook,
    StartCounter,
    last_look,
    packed,
    take_last_crash,
    unpacked,
    write_checked,
)
from bones_desktop.storage.files.plainjson import plain
from bones_desktop.storage.files.settings import Settings


def look(folder: Path, settings: Any = None, window: Any = None) -> LastLook:
    paths = folder / "settings.json", folder / "window.json"
    for path, body in zip(paths, (settings, window), strict=True):
        if body is not None:
            write_checked(path, body)
    return last_look(*paths)


def test_the_look_is_that_of_the_settings_and_the_layout(tmp_path: Path) -> None:
    settings = plain(Settings(theme="contrast", text_size=150))
    found = look(
        tmp_path, settings, {"geometry": packed(b"\0place"), "page": "table", "parts": {}, "theme": "contrast"}
    )
    assert found == LastLook("contrast", "contrast", 150, b"\0place")


def test_without_files_it_is_that_of_the_settings_nobody_changed(tmp_path: Path) -> None:
    usual = Settings()
    assert look(tmp_path) == LastLook(usual.theme, "", usual.text_size, b"")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("size", [99, 201, 150.0, "150", True, None])
def test_a_text_size_nobody_can_choose_is_not_taken(tmp_path: Path, size: object) -> None:
    assert look(tmp_path, {"theme": "iron", "text_size": size}) == LastLook("iron")


@pytest.mark.parametrize("body", [[], "iron", 7, {"theme": ["iron"], "geometry": {}}])
def test_other_json_is_passed_over(tmp_path: Path, body: object) -> None:
    assert look(tmp_path, body, body) == LastLook()


def test_a_file_changed_by_anything_else_is_passed_over_and_left(tmp_path: Path) -> None:
    look(tmp_path, {"theme": "contrast"})
    path = tmp_path / "settings.json"
    path.write_bytes(path.read_bytes().replace(b"contrast", b"iron"))
    assert look(tmp_path) == LastLook()
    assert path.exists()


def test_bytes_come_back_from_text_and_damaged_text_gives_none() -> None:
    assert unpacked(packed(bytes(range(256)))) == bytes(range(256))
    assert unpacked("no base64!") == b""
    assert unpacked("ä") == b""


def test_the_third_start_is_safe_after_two_that_failed(tmp_path):
    counter = StartCounter(tmp_path / "state" / "starts")
    assert [counter.begin() for _ in range(4)] == [False, False, True, True]
    counter.succeeded()
    assert [counter.begin() for _ in range(3)] == [False, False, True]


def test_a_start_that_lived_counts_as_none(tmp_path):
    counter = StartCounter(tmp_path / "starts")
    for _ in range(5):
        assert not counter.begin()
        counter.succeeded()
    counter.succeeded()


def test_a_damaged_count_or_a_folder_in_the_way_is_no_reason_to_fail(tmp_path):
    path = tmp_path / "starts"
    for damage in (b"", b"many", b"\xff", b"-5", b"9" * 5000):
        path.write_bytes(damage)
        StartCounter(path).begin()
    assert not StartCounter(path / "below").begin()
    StartCounter(path / "below").succeeded()


def test_the_trace_of_a_crash_is_told_once_and_kept(tmp_path):
    log = tmp_path / "state" / "crash.log"
    assert take_last_crash(log) == ""
    log.write_bytes(b"")
    assert take_last_crash(log) == ""
    log.write_bytes(b"Fatal Python error\xff\n")
    assert take_last_crash(log) == "Fatal Python error\ufffd"
    assert take_last_crash(log) == ""
    assert (tmp_path / "state" / "crash.log.previous").read_bytes() == b"Fatal Python error\xff\n"
