"""Portraits: pictures of every allowed kind become a small upright JPEG; all others are refused with the reason."""

import base64
import random
import time
import zlib
from pathlib import Path

import pytest
from PySide6.QtCore import QBuffer, QIODevice, QSize
from PySide6.QtGui import QColor, QImage, QImageReader, QImageWriter, QPainter, QTransform

from bones_desktop.document import portraits
from bones_desktop.document.portraits import (
    LARGEST_KEPT,
    LONG_SIDE,
    PortraitError,
    part_shown,
    picture_from_bytes,
    picture_from_file,
    picture_from_image,
    picture_of,
    portrait_from_image,
    portrait_url,
    square_of_portrait,
)
from bones_desktop.rules.bones.book.character import Character
from tests.support.people import ID

pytestmark = pytest.mark.usefixtures("qapp")
GROUND = QColor("#efe7d3")


def halves(width: int = 900, height: int = 600) -> QImage:
    """Return a picture with a red left half and a blue right half."""
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor("blue"))
    with QPainter(image) as painter:
        painter.fillRect(0, 0, width // 2, height, QColor("red"))
    return image


def encoded(image: QImage, kind: str) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert image.save(buffer, kind)
    return bytes(buffer.data().data())


def code(call) -> str:
    with pytest.raises(PortraitError) as refused:
        call()
    return refused.value.reason.code


def near(colour: QColor, wanted: str) -> bool:
    goal = QColor(wanted)
    return all(
        abs(a - b) < 24
        for a, b in zip(colour.getRgb()[:3], goal.getRgb()[:3], strict=True)  # type: ignore[index,arg-type]
    )


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_each_kind_of_file_becomes_a_small_jpeg_a_character_can_keep(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "a.picture"
    path.write_bytes(encoded(halves(), kind))
    portrait = portrait_from_image(picture_from_file(path), GROUND)
    assert base64.b64decode(portrait).startswith(b"\xff\xd8")
    assert Character(id=ID, portrait=portrait).portrait == portrait
    shown = picture_of(portrait)
    assert (shown.width(), shown.height()) == (LONG_SIDE, LONG_SIDE * 2 // 3)
    assert near(shown.pixelColor(20, 100), "red")
    assert near(shown.pixelColor(360, 100), "blue")


def test_a_small_picture_is_not_blown_up() -> None:
    assert picture_of(portrait_from_image(halves(40, 30), GROUND)).width() == 40


def test_a_portrait_on_a_web_page_is_a_small_square() -> None:
    url = portrait_url(portrait_from_image(halves(), GROUND))
    kind, _comma, data = url.partition(",")
    assert kind == "data:image/jpeg;base64"
    shown = QImage.fromData(base64.b64decode(data))
    assert (shown.width(), shown.height()) == (64, 64)
    assert len(url) < 4_000
    assert portrait_url("") == portrait_url("bm90aGluZw==") == ""


def test_a_picture_taken_upright_stands_upright() -> None:
    data = encoded(halves(), "JPEG")
    exif = bytes.fromhex("ffe1 0022 457869660000 4d4d002a00000008 0001 0112 0003 00000001 0006 0000 00000000")
    portrait = portrait_from_image(picture_from_bytes(data[:2] + exif + data[2:]), GROUND)
    turned = picture_of(portrait)
    assert b"Exif" not in base64.b64decode(portrait), "what a camera tells of its owner is not kept"
    assert (turned.width(), turned.height()) == (LONG_SIDE * 2 // 3, LONG_SIDE)
    assert near(turned.pixelColor(100, 20), "red")
    assert near(turned.pixelColor(100, 360), "blue")


def test_transparent_parts_show_the_ground() -> None:
    image = QImage(200, 200, QImage.Format.Format_ARGB32)
    image.fill(QColor(0, 0, 0, 0))
    shown = picture_of(portrait_from_image(picture_from_bytes(encoded(image, "PNG")), GROUND))
    assert near(shown.pixelColor(100, 100), "#efe7d3")


def test_even_noise_is_kept_small() -> None:
    noise = random.Random(4).randbytes(900 * 900 * 4)
    image = QImage(noise, 900, 900, QImage.Format.Format_RGB32).copy()
    portrait = portrait_from_image(image, GROUND)
    assert len(base64.b64decode(portrait)) <= LARGEST_KEPT
    assert not picture_of(portrait).isNull()


def test_what_is_no_picture_of_these_kinds_is_refused(tmp_path: Path) -> None:
    assert code(lambda: picture_from_bytes(b"no picture")) == "picture-not-one"
    assert code(lambda: picture_from_bytes(b"")) == "picture-not-one"
    assert code(lambda: picture_from_bytes(b"<svg xmlns='http://www.w3.org/2000/svg'/>")) == "picture-not-one"
    assert code(lambda: picture_from_bytes(encoded(halves(), "BMP"))) == "picture-not-one"
    assert code(lambda: picture_from_bytes(encoded(halves(), "PNG")[:90])) == "picture-not-one"
    assert code(lambda: portrait_from_image(QImage(), GROUND)) == "picture-not-one"
    assert code(lambda: picture_from_file(tmp_path / "gone.png")) == "picture-unreadable"
    assert code(lambda: picture_from_file(tmp_path)) == "picture-unreadable"


def test_files_and_pictures_too_large_are_refused_before_they_are_decoded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    large = tmp_path / "large.jpg"
    with large.open("wb") as file:
        file.truncate(portraits.LARGEST_FILE + 1)
    assert code(lambda: picture_from_file(large)) == "picture-too-heavy"
    monkeypatch.setattr(portraits, "MOST_PIXELS", 500_000)
    monkeypatch.setattr(QImageReader, "read", lambda _self: pytest.fail("decoded"))
    assert code(lambda: picture_from_bytes(encoded(halves(), "PNG"))) == "picture-too-large"


@pytest.mark.qt_log_ignore("Rejecting image", extend=True)
def test_a_picture_beyond_the_memory_allowed_is_too_large_not_damaged() -> None:
    before = QImageReader.allocationLimit()
    QImageReader.setAllocationLimit(1)
    try:
        assert code(lambda: picture_from_bytes(encoded(halves(), "PNG"))) == "picture-too-large"
    finally:
        QImageReader.setAllocationLimit(before)


@pytest.mark.qt_log_ignore("JPEG datastream contains no image", extend=True)
@pytest.mark.parametrize("portrait", ["", "AAAA", "not base64!", "/9j/4AAQSkZJRg==", "A"])
def test_a_damaged_portrait_is_no_picture_and_no_crash(portrait: str) -> None:
    assert picture_of(portrait).isNull()
    assert square_of_portrait(portrait, 20).isNull()


def test_a_portrait_of_another_kind_or_enormous_size_is_not_decoded() -> None:
    assert picture_of(base64.b64encode(encoded(halves(), "PNG")).decode()).isNull()
    wide = QImage(4000, 2, QImage.Format.Format_RGB32)
    wide.fill(GROUND)
    assert picture_of(base64.b64encode(encoded(wide, "JPEG")).decode()).isNull()
    assert square_of_portrait(base64.b64encode(encoded(wide, "JPEG")).decode(), 20).isNull()


def test_the_middle_square_of_a_portrait_is_cut_and_scaled() -> None:
    thirds = QImage(900, 300, QImage.Format.Format_RGB32)
    for place, colour in enumerate(("red", "lime", "blue")):
        painter = QPainter(thirds)
        painter.fillRect(300 * place, 0, 300, 300, QColor(colour))
        painter.end()
    for picture in (thirds, thirds.transformed(QTransform().rotate(90))):
        square = square_of_portrait(base64.b64encode(encoded(picture, "JPEG")).decode(), 60)
        assert (square.width(), square.height()) == (60, 60)
        assert all(near(square.pixelColor(x, y), "lime") for x in (3, 30, 56) for y in (3, 30, 56))


@pytest.mark.parametrize("size", [(2048, 1), (1, 2048), (2048, 2048)])
def test_a_portrait_of_absurd_shape_takes_no_more_memory_than_what_is_shown(size: tuple[int, int]) -> None:
    strange = QImage(*size, QImage.Format.Format_RGB32)
    strange.fill(QColor("red"))
    portrait = base64.b64encode(encoded(strange, "JPEG")).decode()
    allowed = QImageReader.allocationLimit()
    QImageReader.setAllocationLimit(20)  # megabytes; 192 * 2048 pixels a side would be far more
    try:
        square, whole = square_of_portrait(portrait, 192), picture_of(portrait)
    finally:
        QImageReader.setAllocationLimit(allowed)
    assert (square.width(), square.height()) == (192, 192)
    assert near(square.pixelColor(96, 96), "red")
    assert 0 < max(whole.width(), whole.height()) <= 2 * LONG_SIDE


def chunk(kind: bytes, data: bytes) -> bytes:
    return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")


def test_texts_in_a_picture_are_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = encoded(halves(), "PNG")
    packed = zlib.compress(b"a" * 7_900_000, 9)
    texts = b"".join(chunk(b"zTXt", b"Key %d\0\0" % number + packed) for number in range(20))
    with_texts = plain[:33] + texts + plain[33:]
    read: list[list[str]] = []
    decode = QImageReader.read
    monkeypatch.setattr(QImageReader, "read", lambda self: (read.append(self.textKeys()), decode(self))[1])
    assert picture_from_bytes(with_texts) == picture_from_bytes(plain)
    assert read == [[], []]  # all 990 that a file of 8 MB can have would be 30 GB


@pytest.mark.qt_log_ignore("Inconsistent progression sequence", extend=True)
def test_a_jpeg_of_very_many_scans_is_not_decoded() -> None:
    square = QImage(2048, 2048, QImage.Format.Format_RGB32)
    square.fill(QColor("red"))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, b"jpeg")
    writer.setProgressiveScanWrite(True)
    assert writer.write(square)
    data = bytes(buffer.data().data())
    assert not picture_from_bytes(data).isNull()
    assert not picture_of(base64.b64encode(data).decode()).isNull()
    last = data.rindex(b"\xff\xda")
    bomb = data[:last] + data[last:-2] * 15_000 + data[-2:]
    began = time.process_time()
    assert code(lambda: picture_from_bytes(bomb)) == "picture-not-one"
    portrait = base64.b64encode(bomb).decode()
    assert picture_of(portrait).isNull()
    assert square_of_portrait(portrait, 20).isNull()
    assert time.process_time() - began < 5  # 0.1 s; decoded, it takes minutes
    assert not picture_from_bytes(data + bomb).isNull()  # what cameras put behind a picture is none of it


@pytest.mark.parametrize(
    ("size", "shown"),
    [((300, 500), (0, 0, 300, 500)), ((100, 9000), (0, 0, 100, 200)), ((9000, 100), (4400, 0, 200, 100))],
)
def test_a_strip_becomes_a_portrait_of_a_part_that_can_be_recognised(size, shown) -> None:
    """A picture a hundred times as high as broad became one of four pixels across."""
    assert part_shown(QSize(*size)).getRect() == shown
    strange = QImage(*size, QImage.Format.Format_RGB32)
    strange.fill(QColor("red"))
    picture = picture_of(portrait_from_image(strange, GROUND))
    assert min(picture.width(), picture.height()) >= 100


def test_a_large_picture_is_read_large_enough_to_cut_any_part_of_it_sharply() -> None:
    read = picture_from_bytes(encoded(halves(1200, 6000), "JPEG"))
    assert (read.width(), read.height()) == (768, 3840)
    assert picture_from_bytes(encoded(halves(60, 900), "PNG")).size() == QSize(60, 900)
    assert picture_from_image(halves(1200, 6000)).size() == QSize(768, 3840)
    assert picture_from_image(halves(10, 9000)).size() == QSize(4, 4096)
