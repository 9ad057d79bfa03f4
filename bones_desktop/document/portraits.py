"""Portraits: pictures of any size are made into the small JPEG of a character, and JPEGs into pictures to show.

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
"""Suffixes of files that a portrait can be made from."""
LARGEST_FILE: Final = 20_000_000
MOST_PIXELS: Final = 50_000_000
LONG_SIDE: Final = 384
"""Length in pixels of the stored picture's long side."""
LARGEST_KEPT: Final = 60_000
"""Most bytes of the stored JPEG. Smaller steps of quality and size are tried until it fits."""

_JPEG: Final = b"\xff\xd8"
_PNG: Final = b"\x89PNG\r\n\x1a\n"
_MARK: Final = re.compile(rb"\xff([^\x00\x01\xd0-\xd8\xff])")
"""Marker of a part of a JPEG, apart from markers within the picture data."""
_SCAN: Final = 0xDA
_END: Final = 0xD9
_MOST_SCANS: Final = 64
"""Most scans of a JPEG. The decoder goes through the whole picture for each; cameras and programs write at most 15."""
_MOST_PARTS: Final = 100_000
"""Most parts of a PNG or JPEG."""
_READ_AS: Final = frozenset({b"png", b"jpeg", b"webp"})
_QUALITIES: Final = (88, 80, 70, 60, 48, 36)
_SMALLER: Final = (LONG_SIDE, 288, 192)
_LONGEST_READ: Final = 2_048
"""Largest side in pixels of a portrait that is shown if somebody put it into the file by hand."""
_LONGEST_KEPT: Final = 2 * LONG_SIDE
_LONGEST_CUT: Final = 4_096
"""Largest side in pixels of a picture while a part of it is being chosen."""


class PortraitError(RulesError):
    """A picture that cannot be a portrait. The Reason says why and what to do."""


def picture_from_file(path: Path) -> QImage:
    """Return the picture in a PNG, JPEG or WebP file, large enough to cut a sharp portrait from any part.

    Raises PortraitError when it is no picture or too large. The picture is upright, as the camera was held.
    """
    try:
        data = read_bytes(path, LARGEST_FILE)
    except FileProblem as error:
        if error.code == "too-large":
            raise PortraitError(reason("picture-too-heavy", most=LARGEST_FILE // 1_000_000)) from error
        raise PortraitError(reason("picture-unreadable")) from error
    return picture_from_bytes(data)


def picture_from_bytes(data: bytes) -> QImage:
    """Return the picture in the contents of such a file, as `picture_from_file`."""
    if len(data) > LARGEST_FILE:
        raise PortraitError(reason("picture-too-heavy", most=LARGEST_FILE // 1_000_000))
    cheap = _cheap(data)
    if cheap is None:
        raise PortraitError(reason("picture-not-one"))
    buffer = _opened(cheap)
    reader = QImageReader(buffer)
    reader.setAutoTransform(True)
    # The contents decide the format, not the file name. Other formats are not tried.
    if bytes(reader.format().data()) not in _READ_AS:
        raise PortraitError(reason("picture-not-one"))
    size = reader.size()
    if size.isEmpty():
        raise PortraitError(reason("picture-not-one"))
    # Asked before decoding, which would need the memory for all pixels.
    if size.width() * size.height() > MOST_PIXELS:
        raise _too_large(size)
    smaller = _to_cut(size)
    if smaller != size:
        # JPEG can be decoded directly to a smaller size. Twice the size leaves details for the smooth scaling.
        reader.setScaledSize(smaller)
    image = reader.read()
    if image.isNull():
        # The only causes left are damage, and the memory that Qt allows for a picture.
        raise _too_large(size) if _is_large(size) else PortraitError(reason("picture-not-one"))
    return image


def picture_from_image(image: QImage) -> QImage:
    """Return a picture from the clipboard, or a dropped one, in the size of one from a file.

    Raises PortraitError when it is too large.
    """
    size = image.size()
    if size.width() * size.height() > MOST_PIXELS:
        raise _too_large(size)
    smaller = _to_cut(size)
    return image if smaller == size else image.scaled(smaller, mode=Qt.TransformationMode.SmoothTransformation)


def _to_cut(size: QSize) -> QSize:
    """Return the size of a picture while a part is chosen: not enlarged, and at least one pixel."""
    smaller = size.scaled(2 * LONG_SIDE, 2 * LONG_SIDE, Qt.AspectRatioMode.KeepAspectRatioByExpanding)
    if smaller.width() > size.width():
        smaller = size
    if max(smaller.width(), smaller.height()) > _LONGEST_CUT:
        smaller = smaller.scaled(_LONGEST_CUT, _LONGEST_CUT, Qt.AspectRatioMode.KeepAspectRatio)
    return smaller.expandedTo(QSize(1, 1))


def part_shown(size: QSize) -> QRect:
    """Return the part of a picture that its portrait shows at first: all of it, unless it is a strip.

    If it is more than twice as high as wide, that is the upper end, where faces are; if it is more than twice as wide
    as high, the middle.
    """
    width, height = min(size.width(), 2 * size.height()), min(size.height(), 2 * size.width())
    return QRect((size.width() - width) // 2, 0, width, height)


def portrait_from_image(image: QImage, ground: QColor) -> str:
    """Return `part_shown` of a picture as JPEG in Base64. Raises PortraitError if there is no picture.

    Transparent parts show `ground`.
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
    """Return the picture of a portrait, null for "" and for data that is no sound picture. Do not paint into it.

    A picture put into the file by hand may be larger than those made here. It is made smaller.
    """

    def fit(reader: QImageReader, size: QSize) -> None:
        if max(size.width(), size.height()) > _LONGEST_KEPT:
            small = size.scaled(_LONGEST_KEPT, _LONGEST_KEPT, Qt.AspectRatioMode.KeepAspectRatio)
            reader.setScaledSize(small.expandedTo(QSize(1, 1)))

    return _read(portrait, fit)


def square_of_portrait(portrait: str, side: int) -> QImage:
    """Return the middle square of a portrait, `side` pixels wide; null for "" and for data that is no sound picture."""

    def fit(reader: QImageReader, size: QSize) -> None:
        # Cut before scaling: a picture thousands of times as long as high would need as much more memory.
        short = min(size.width(), size.height())
        reader.setClipRect(QRect((size.width() - short) // 2, (size.height() - short) // 2, short, short))
        reader.setScaledSize(QSize(side, side))

    return _read(portrait, fit)


def _read(portrait: str, fit: Callable[[QImageReader, QSize], None]) -> QImage:
    """Return a portrait. `fit` sets up the reader, given the size. Return a null image if there is no picture."""
    try:
        data = base64.b64decode(portrait, validate=True)
    except (binascii.Error, ValueError):
        return QImage()
    if not data.startswith(_JPEG) or _cheap(data) is None:
        return QImage()
    buffer = _opened(data)  # the reader does not keep it alive
    reader = QImageReader(buffer, QByteArray(b"jpeg"))
    reader.setAutoTransform(True)
    size = reader.size()
    if size.isEmpty() or max(size.width(), size.height()) > _LONGEST_READ:
        return QImage()
    fit(reader, size)
    return reader.read()


def _cheap(data: bytes) -> bytes | None:
    """Return a picture without parts that take a decoder long or much memory, None if nothing else is left.

    Only the painted parts of a PNG are kept: its texts can unpack to a thousand times their size, all of them in one
    go.
    """
    if data.startswith(_PNG):
        # Chunks with a capital first letter are needed for painting; tRNS has the transparency.
        painted = [part for kind, part in _chunks(data) if kind[:1].isupper() or kind == b"tRNS"]
        return b"".join((_PNG, *painted)) if len(painted) < _MOST_PARTS else None
    if data.startswith(_JPEG):
        kinds = bytes(islice(_marks(data), _MOST_PARTS))
        return data if len(kinds) < _MOST_PARTS and kinds.count(_SCAN) <= _MOST_SCANS else None
    return data


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the first chunks of a PNG, each with its kind. A chunk that is cut off is the last."""
    at = len(_PNG)
    for _ in range(_MOST_PARTS):
        if at + 8 > len(data):
            return
        end = at + 12 + int.from_bytes(data[at : at + 4], "big")
        yield data[at + 4 : at + 8], data[at:end]
        at = end


def _marks(data: bytes) -> Iterator[int]:
    """Yield the kind of each part of a JPEG, up to the end of the picture.

    Data that cameras add after it is ignored.
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
    # Qt counts four bytes for each pixel.
    megabytes = size.width() * size.height() * 4 / 1_048_576
    return 0 < QImageReader.allocationLimit() < megabytes


def _too_large(size: QSize) -> PortraitError:
    return PortraitError(reason("picture-too-large", width=size.width(), height=size.height()))


def _on_ground(image: QImage, side: int, ground: QColor) -> QImage:
    """Return the picture with a long side of at most `side` pixels, without transparent parts."""
    if max(image.width(), image.height()) > side:
        image = image.scaled(side, side, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation)
    plain = QImage(image.size(), QImage.Format.Format_RGB32)
    # A picture of a dense screen would be drawn at half its size.
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
