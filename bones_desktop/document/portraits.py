"""Convert a picture to the small JPEG that is stored with a character, and load that JPEG to show it.

Codes of PortraitError: picture-unreadable, picture-too-heavy, picture-too-large, picture-not-one.
"""

import base64
import binascii
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRect, QSize, Qt
from PySide6.QtGui import QColor, QImage, QImageReader, QPainter

from bones_desktop.rules.reasons import RulesError, reason
from bones_desktop.storage.files.textfiles import FileProblem, read_bytes

FORMATS: Final = ("png", "jpg", "jpeg", "webp")
"""Suffixes of files from which a portrait can be made."""
LARGEST_FILE: Final = 20_000_000
MOST_PIXELS: Final = 50_000_000
LONG_SIDE: Final = 384
"""Length of the stored picture's long side, in pixels."""
LARGEST_KEPT: Final = 60_000
"""Maximum size of the stored JPEG, in bytes. Quality and size are reduced step by step until it fits."""

_JPEG: Final = b"\xff\xd8"
_PNG: Final = b"\x89PNG\r\n\x1a\n"
_MARK: Final = re.compile(rb"\xff([^\x00\x01\xd0-\xd8\xff])")
"""Pattern of the marker that begins a part of a JPEG.

Markers within the picture data do not match.
"""
_SCAN: Final = 0xDA
_END: Final = 0xD9
_MOST_SCANS: Final = 64
"""Maximum number of scans in a JPEG. Each scan takes the decoder through the whole picture. Cameras and programs
write at most 15.
"""
_MOST_PARTS: Final = 100_000
"""Maximum number of parts of a PNG or JPEG."""
_READ_AS: Final = frozenset({b"png", b"jpeg", b"webp"})
_QUALITIES: Final = (88, 80, 70, 60, 48, 36)
_SMALLER: Final = (LONG_SIDE, 288, 192)
_LONGEST_READ: Final = 2_048
"""Longest side, in pixels, of a displayed portrait that somebody put into the file by hand."""
_LONGEST_KEPT: Final = 2 * LONG_SIDE
_LONGEST_CUT: Final = 4_096
"""Longest side, in pixels, of a picture from which a part is chosen."""


class PortraitError(RulesError):
    """Raised for a picture that cannot be a portrait. The Reason says why and what to do."""


def picture_from_file(path: Path) -> QImage:
    """Return the picture in a PNG, JPEG or WebP file, large enough to cut a sharp portrait from any part.

    Raise PortraitError when it is not a picture or too large. The picture is rotated upright.
    """
    try:
        data = read_bytes(path, LARGEST_FILE)
    except FileProblem as error:
        if error.code == "too-large":
            raise PortraitError(reason("picture-too-heavy", most=LARGEST_FILE // 1_000_000)) from error
        raise PortraitError(reason("picture-unreadable")) from error
    return picture_from_bytes(data)


def picture_from_bytes(data: bytes) -> QImage:
    """Return the picture in the content of a PNG, JPEG or WebP file, like `picture_from_file`."""
    if len(data) > LARGEST_FILE:
        raise PortraitError(reason("picture-too-heavy", most=LARGEST_FILE // 1_000_000))
    cheap = _cheap(data)
    if cheap is None:
        raise PortraitError(reason("picture-not-one"))
    buffer = _opened(cheap)
    reader = QImageReader(buffer)
    reader.setAutoTransform(True)
    # The content decides the format, not the file name. Other formats are not tried.
    if bytes(reader.format().data()) not in _READ_AS:
        raise PortraitError(reason("picture-not-one"))
    size = reader.size()
    if size.isEmpty():
        raise PortraitError(reason("picture-not-one"))
    # Checked before decoding, which would need memory for all pixels.
    if size.width() * size.height() > MOST_PIXELS:
        raise _too_large(size)
    smaller = _to_cut(size)
    if smaller != size:
        # JPEG can be decoded directly to a smaller size. Twice the needed size keeps details for smooth scaling.
        reader.setScaledSize(smaller)
    image = reader.read()
    if image.isNull():
        # The only causes left are a damaged file and Qt's memory limit for pictures.
        raise _too_large(size) if _is_large(size) else PortraitError(reason("picture-not-one"))
    return image


def picture_from_image(image: QImage) -> QImage:
    """Return a pasted or dropped picture, reduced to the size that a picture from a file would have.

    Raise PortraitError when it is too large.
    """
    size = image.size()
    if size.width() * size.height() > MOST_PIXELS:
        raise _too_large(size)
    smaller = _to_cut(size)
    return image if smaller == size else image.scaled(smaller, mode=Qt.TransformationMode.SmoothTransformation)


def _to_cut(size: QSize) -> QSize:
    """Return the size to which a picture is reduced before the user chooses a part.

    The picture is never enlarged. Each side of the result is at least one pixel long.
    """
    smaller = size.scaled(2 * LONG_SIDE, 2 * LONG_SIDE, Qt.AspectRatioMode.KeepAspectRatioByExpanding)
    if smaller.width() > size.width():
        smaller = size
    if max(smaller.width(), smaller.height()) > _LONGEST_CUT:
        smaller = smaller.scaled(_LONGEST_CUT, _LONGEST_CUT, Qt.AspectRatioMode.KeepAspectRatio)
    return smaller.expandedTo(QSize(1, 1))


def part_shown(size: QSize) -> QRect:
    """Return the part of a picture that its portrait shows at first: all of it, unless the picture is very long.

    For a picture more than twice as high as wide, this is the upper end, where faces are. For one more than twice as
    wide as high, it is the middle.
    """
    width, height = min(size.width(), 2 * size.height()), min(size.height(), 2 * size.width())
    return QRect((size.width() - width) // 2, 0, width, height)


def portrait_from_image(image: QImage, ground: QColor) -> str:
    """Return `part_shown` of a picture as JPEG in Base64. Raise PortraitError if there is no picture.

    Transparent parts are filled with the colour `ground`.
    """
    if image.isNull():
        raise PortraitError(reason("picture-not-one"))
    image = image.copy(part_shown(image.size()))
    data = b""
    for side in _SMALLER:
        small = _on_ground(image, side, ground)
        for quality in _QUALITIES:
            data = _jpeg(small, quality)
            if len(data) <= LARGEST_KEPT:
                return base64.b64encode(data).decode("ascii")
    return base64.b64encode(data).decode("ascii")


@lru_cache(maxsize=32)
def picture_of(portrait: str) -> QImage:
    """Return the picture of a portrait; a null image for "" and for damaged data. Do not paint on it: it is cached.

    A picture that somebody put into the file by hand may be too large. It is scaled down.
    """

    def fit(reader: QImageReader, size: QSize) -> None:
        if max(size.width(), size.height()) > _LONGEST_KEPT:
            small = size.scaled(_LONGEST_KEPT, _LONGEST_KEPT, Qt.AspectRatioMode.KeepAspectRatio)
            reader.setScaledSize(small.expandedTo(QSize(1, 1)))

    return _read(portrait, fit)


def square_of_portrait(portrait: str, side: int) -> QImage:
    """Return the middle square of a portrait, `side` pixels wide; a null image for "" and for damaged data."""

    def fit(reader: QImageReader, size: QSize) -> None:
        # Cut before scaling, because a very long picture would need a multiple of the memory.
        short = min(size.width(), size.height())
        reader.setClipRect(QRect((size.width() - short) // 2, (size.height() - short) // 2, short, short))
        reader.setScaledSize(QSize(side, side))

    return _read(portrait, fit)


def portrait_url(portrait: str, side: int = 64) -> str:
    """Return the middle square of a portrait as a `data:` URL for a web page; "" for "" and for damaged data."""
    picture = square_of_portrait(portrait, side)
    return "" if picture.isNull() else f"data:image/jpeg;base64,{base64.b64encode(_jpeg(picture, 80)).decode()}"


def _read(portrait: str, fit: Callable[[QImageReader, QSize], None]) -> QImage:
    """Return a portrait; a null image if there is none. `fit` sets up the reader for the size of the picture."""
    try:
        data = base64.b64decode(portrait, validate=True)
    except (binascii.Error, ValueError):
        return QImage()
    if not data.startswith(_JPEG) or _cheap(data) is None:
        return QImage()
    buffer = _opened(data)  # The variable keeps the buffer alive, because the reader holds no reference to it.
    reader = QImageReader(buffer, QByteArray(b"jpeg"))
    reader.setAutoTransform(True)
    size = reader.size()
    if size.isEmpty() or max(size.width(), size.height()) > _LONGEST_READ:
        return QImage()
    fit(reader, size)
    return reader.read()


def _cheap(data: bytes) -> bytes | None:
    """Return the data of a picture without parts that are slow to decode; None if it has too many parts.

    Only the chunks needed to paint a PNG are kept, because its text chunks can unpack to a thousand times their size.
    """
    if data.startswith(_PNG):
        # Chunks with a capital first letter are needed for painting; tRNS contains the transparency.
        painted = [part for kind, part in _chunks(data) if kind[:1].isupper() or kind == b"tRNS"]
        return b"".join((_PNG, *painted)) if len(painted) < _MOST_PARTS else None
    if data.startswith(_JPEG):
        kinds = bytes(islice(_marks(data), _MOST_PARTS))
        return data if len(kinds) < _MOST_PARTS and kinds.count(_SCAN) <= _MOST_SCANS else None
    return data


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the kind and the data of each chunk of a PNG, up to a maximum number.

    A chunk that is cut off ends the sequence.
    """
    at = len(_PNG)
    for _ in range(_MOST_PARTS):
        if at + 8 > len(data):
            return
        end = at + 12 + int.from_bytes(data[at : at + 4], "big")
        yield data[at + 4 : at + 8], data[at:end]
        at = end


def _marks(data: bytes) -> Iterator[int]:
    """Yield the kind of each part of a JPEG, up to the end of the picture.

    Data that cameras add after the picture is ignored.
    """
    at = len(_JPEG)
    while (found := _MARK.search(data, at)) is not None and found[1][0] != _END:
        yield found[1][0]
        at = found.end()
        at += int.from_bytes(data[at : at + 2], "big")


def _opened(data: bytes) -> QBuffer:
    buffer = QBuffer()
    buffer.setData(data)
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    return buffer


def _is_large(size: QSize) -> bool:
    # Qt counts four bytes per pixel.
    megabytes = size.width() * size.height() * 4 / 1_048_576
    return 0 < QImageReader.allocationLimit() < megabytes


def _too_large(size: QSize) -> PortraitError:
    return PortraitError(reason("picture-too-large", width=size.width(), height=size.height()))


def _on_ground(image: QImage, side: int, ground: QColor) -> QImage:
    """Return the picture with a long side of at most `side` pixels, without transparent parts."""
    if max(image.width(), image.height()) > side:
        image = image.scaled(side, side, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation)
    plain = QImage(image.size(), QImage.Format.Format_RGB32)
    # A picture from a high-density screen would be drawn at half its size.
    plain.setDevicePixelRatio(1.0)
    image.setDevicePixelRatio(1.0)
    plain.fill(ground)
    painter = QPainter(plain)
    painter.drawImage(0, 0, image)
    painter.end()
    return plain


def _jpeg(image: QImage, quality: int) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not image.save(buffer, "JPEG", quality):  # type: ignore[call-overload]
        raise PortraitError(reason("picture-unreadable"))
    return bytes(buffer.data().data())
