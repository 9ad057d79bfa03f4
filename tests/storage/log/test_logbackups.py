"""Where a log lies, as SQLite is told."""

import contextlib
import sqlite3
from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest

from bones_desktop.storage.log.logbackups import address


@pytest.mark.parametrize(
    ("path", "told"),
    [
        (PurePosixPath("/home/a b/x#1?.sqlite3"), "file:///home/a%20b/x%231%3F.sqlite3?mode=ro"),
        (PureWindowsPath(r"C:\Users\é\x.sqlite3"), "file:///C:/Users/%C3%A9/x.sqlite3?mode=ro"),
        (PureWindowsPath(r"\\server\my share\x.sqlite3"), "file:////server/my%20share/x.sqlite3?mode=ro"),
    ],
)
def test_a_network_share_is_no_host(path: PureWindowsPath | PurePosixPath, told: str) -> None:
    assert address(path, "mode=ro") == told


def test_a_file_of_any_name_is_found(tmp_path: Path) -> None:
    path = tmp_path / "é %41 #&=+;.sqlite3"
    for how in ("mode=rwc", "mode=ro"):
        with contextlib.closing(sqlite3.connect(address(path, how), uri=True)) as connection:
            connection.execute("CREATE TABLE a (b)" if how == "mode=rwc" else "SELECT b FROM a")
    assert path.exists()
