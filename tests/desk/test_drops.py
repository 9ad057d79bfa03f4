"""Only local files may be dropped (D9)."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QUrl

from bones_desktop.desk.documents import dropped_files
from tests.support.foreach import for_each


def mime_of(*addresses: str) -> QMimeData:
    mime = QMimeData()
    mime.setUrls([QUrl(address) for address in addresses])
    return mime


def test_local_files_are_taken() -> None:
    assert dropped_files(mime_of("file:///a/Ragnar%20the%20Red.bones")) == (Path("/a/Ragnar the Red.bones"),)


@pytest.mark.parametrize(
    "address",
    ["http://example.org/a.bones", "file://server/share/a.bones", "ftp://x/a", "data:text/plain,a", "", "file:"],
)
def test_other_addresses_are_refused(address: str) -> None:
    assert dropped_files(mime_of(address)) == ()


def test_local_files_among_others_are_taken() -> None:
    assert dropped_files(mime_of("https://example.org", "file:///a")) == (Path("/a"),)


@for_each(
    "kind",
    [
        "text/plain", "text/html", "text/markdown", "application/json", "application/x-qabstractitemmodeldatalist",
        "application/x-qt-windows-mime", "application/octet-stream", "application/x-color", "image/png",
        "image/svg+xml", "text/x-moz-url", "application/pdf", "application/zip", "audio/ogg", "video/mp4",
        "application/x-python", "text/css", "text/rtf", "application/xml", "x-special/gnome-copied-files",
    ],
)  # fmt: skip
def test_other_kinds_are_refused(kind: str) -> None:
    mime = QMimeData()
    mime.setData(kind, b"file:///etc/passwd")
    assert dropped_files(mime) == ()
