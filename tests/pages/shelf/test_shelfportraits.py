"""Portraits of the shelf come beside the window and never disturb it."""

import base64

import pytest
from PySide6.QtGui import QColor

from bones_desktop.pages.shelf import shelfmodel
from bones_desktop.pages.shelf.shelfdelegate import Portraits, portrait_of
from bones_desktop.storage.shelfcatalogue import Shelf
from tests.support.people import ragnar
from tests.support.shelves import jpeg


@pytest.fixture
def portraits(qapp):
    portraits = Portraits()
    yield portraits
    portraits.backlog.close()


def entry_with(folder, portrait):
    shelf = Shelf(folder)
    shelf.create(ragnar().with_(portrait=portrait))
    (found,) = shelf.entries()
    return found


def test_a_portrait_arrives_later_and_is_kept(qtbot, tmp_path, portraits) -> None:
    entry = entry_with(tmp_path, jpeg("red"))
    with qtbot.waitSignal(portraits.backlog.arrived):
        assert portraits.picture(entry, 20) is None
    found = portraits.picture(entry, 20)
    assert (found.width(), found.height()) == (20, 20)
    assert QColor(found.pixel(10, 10)).red() > 200
    assert portraits.picture(entry, 20) is found


@pytest.mark.qt_log_ignore("JPEG")
@pytest.mark.parametrize(
    "portrait",
    [
        "QUJD",
        "QUJDR",
        base64.b64encode(b"\x89PNG\r\n\x1a\n" + bytes(60)).decode(),
        base64.b64encode(base64.b64decode(jpeg())[:-300]).decode()[:80],
    ],
)
def test_what_is_no_picture_is_shown_as_none(qtbot, tmp_path, portraits, portrait) -> None:
    entry = entry_with(tmp_path, portrait)
    with qtbot.waitSignal(portraits.backlog.arrived):
        assert portraits.picture(entry, 20) is None
    assert portraits.picture(entry, 20) is None
    assert not portraits.backlog._soon.isActive()


def test_a_file_that_went_has_no_portrait(tmp_path, qapp) -> None:
    assert portrait_of(tmp_path / "none.bones", 20).isNull()


def test_a_picture_of_monstrous_size_is_not_decoded(tmp_path, qapp) -> None:
    assert not portrait_of(entry_with(tmp_path / "fine", jpeg(width=2_000, height=1)).path, 20).isNull()
    assert portrait_of(entry_with(tmp_path / "not", jpeg(width=8_000, height=1)).path, 20).isNull()


def test_only_the_last_few_are_kept_and_waited_for(qtbot, tmp_path, portraits, monkeypatch) -> None:
    monkeypatch.setattr(shelfmodel, "_KEPT", 2)
    monkeypatch.setattr(shelfmodel, "_WAITING", 3)
    entry = entry_with(tmp_path, jpeg())
    for side in range(10, 20):
        portraits.picture(entry, side)
    qtbot.waitUntil(lambda: not portraits.backlog._wanted and not portraits.backlog._worker.busy)
    assert [key[2] for key in portraits.backlog._kept] == [18, 17]


def test_one_without_portrait_asks_for_nothing(tmp_path, portraits) -> None:
    assert portraits.picture(entry_with(tmp_path, ""), 20) is None
    assert not portraits.backlog._soon.isActive()
