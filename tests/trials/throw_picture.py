"""The moving picture of a throw that README begins with, in dark and light: the whole window of the real program.

python -m tests.trials.throw_picture [folder]

Without a folder the pictures go where README shows them from. They are PNG files that move (APNG): the throw is played
three times and then stays as it lies, and who knows no such files shows the dice before the throw. The dice are the
same each time. Each frame holds only the part that is another than before.
"""

import os
import struct
import sys
import tempfile
import zlib
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from unittest.mock import patch

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QRect, Qt, QVariantAnimation
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from bones_desktop.play.eveningdice import EveningDice
from bones_desktop.rules.bones.reading.requests import Request
from tests.support.people import ragnar
from tests.support.running import Running
from tests.trials.fewcolours import few_colours
from tests.trials.tray_pictures import drawing, equipped

HERE = Path(__file__).parents[2] / ".github" / "screenshots"
SIZE = 1120, 640
SEED = 3
FRAME_MS = 50
BEFORE_MS = 1200
AFTER_MS = 3500
PLAYED = 3
MOST_BYTES = 2_000_000
UNCHANGED = 255
"""What stands for a pixel that stays as it was; the colours are those below it."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture and how long it stays."""

    image: QImage
    ms: int


def filmed(theme: str) -> list[Frame]:
    """Throw with sword and shield against a difficulty, and return the window moment by moment."""
    character = equipped(ragnar(), "sword", "full-shield")
    with (
        tempfile.TemporaryDirectory() as home,
        Running(Path(home), clock=lambda: datetime(2026, 11, 21, 20, 41, tzinfo=UTC), page="") as running,
    ):
        running.program.theme.set_theme(theme)
        running.window.resize(*SIZE)
        running.program.document.open(character)
        running.window.show_page("table")
        running.window.banner.dismiss()
        page = running.program.pages.table
        page.strip.show_request(Request("melee", difficulty="average", items=(0, 1)))
        tray = page.tray
        QTest.qWait(1500)
        running.program.desk.pace.choose("normal")
        frames = [Frame(_picture(running), BEFORE_MS)]
        with patch.object(EveningDice, "draw", drawing(SEED)):
            page.throw()
        clock = tray.findChild(QVariantAnimation)
        for _flight_then_glide in range(2):
            clock.pause()
            for at in range(0, clock.duration(), FRAME_MS):
                clock.setCurrentTime(at)
                frames.append(Frame(_picture(running), FRAME_MS))
            clock.setCurrentTime(clock.duration())
        while tray.moving:
            QApplication.processEvents()
        QTest.qWait(2500)
        frames.append(Frame(_picture(running), AFTER_MS))
    return frames


def _picture(running: Running) -> QImage:
    QApplication.processEvents()
    return running.window.grab().toImage()


def fewer(frames: list[Frame]) -> list[Frame]:
    """Return the frames in colours that some of them, side by side, need most; what does not move stays the same."""
    some = [frames[0].image, *(frame.image for frame in frames[len(frames) // 5 :: len(frames) // 5]), frames[-1].image]
    size = some[0].size()
    side_by_side = QImage(size.width() * len(some), size.height(), QImage.Format.Format_RGB32)
    painter = QPainter(side_by_side)
    for place, image in enumerate(some):
        painter.drawImage(place * size.width(), 0, image)
    painter.end()
    colours = few_colours(side_by_side, UNCHANGED).colorTable()
    nearest = Qt.ImageConversionFlag.ThresholdDither
    return [Frame(f.image.convertToFormat(QImage.Format.Format_Indexed8, colours, nearest), f.ms) for f in frames]


def changed(before: QImage, now: QImage) -> tuple[QRect, list[bytes]]:
    """Return the part in which two pictures of one size differ, a pixel when in none, and its rows as they are now."""
    rows = {y: _row(now, y) for y in range(now.height()) if _row(before, y) != _row(now, y)} or {0: _row(now, 0)}
    top, bottom = min(rows), max(rows)
    marked = []
    for y in range(top, bottom + 1):
        pairs = zip(_row(before, y), _row(now, y), strict=True)
        marked.append(bytes(UNCHANGED if old == new else new for old, new in pairs))
    same = bytes([UNCHANGED])
    left = min(min(len(row) - len(row.lstrip(same)) for row in marked), now.width() - 1)
    right = max(left + 1, *(len(row.rstrip(same)) for row in marked))
    return QRect(left, top, right - left, bottom - top + 1), [row[left:right] for row in marked]


def _row(image: QImage, y: int) -> bytes:
    at = y * image.bytesPerLine()
    return bytes(image.constBits()[at : at + image.width()])


def moving_png(frames: list[Frame]) -> bytes:
    """Return frames of one size and one table of colours as an APNG file."""
    first = frames[0].image
    table = [struct.pack(">I", colour)[1:] for colour in first.colorTable()]
    table += [b"\0\0\0"] * (UNCHANGED + 1 - len(table))
    parts = [
        b"\x89PNG\r\n\x1a\n",
        _chunk(b"IHDR", struct.pack(">IIBBBBB", first.width(), first.height(), 8, 3, 0, 0, 0)),
        _chunk(b"acTL", struct.pack(">II", len(frames), PLAYED)),
        _chunk(b"PLTE", b"".join(table)),
        _chunk(b"tRNS", b"\xff" * UNCHANGED + b"\0"),
    ]
    number, before = 0, QImage()
    for frame in frames:
        part, rows = first.rect(), [_row(first, y) for y in range(first.height())]
        if number:
            part, rows = changed(before, frame.image)
        place = struct.pack(">IIII", part.width(), part.height(), part.left(), part.top())
        parts.append(_chunk(b"fcTL", struct.pack(">I", number) + place + struct.pack(">HHBB", frame.ms, 1000, 0, 1)))
        packed = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
        if number:
            number += 1
            parts.append(_chunk(b"fdAT", struct.pack(">I", number) + packed))
        else:
            parts.append(_chunk(b"IDAT", packed))
        number += 1
        before = frame.image
    return b"".join([*parts, _chunk(b"IEND", b"")])


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def main() -> int:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    application = QApplication([])
    good = True
    for theme in ("iron", "parchment"):
        frames = fewer(filmed(theme))
        path = folder / f"throw-{theme}.png"
        path.write_bytes(moving_png(frames))
        size, lasts = path.stat().st_size, sum(frame.ms for frame in frames)
        good = good and size < MOST_BYTES
        print(f"{path.name}: {len(frames)} frames, {lasts / 1000:.1f} s, {size / 1024:.0f} KB")
    del application
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
