"""Rows out of the pages of a damaged database, without SQLite: by the file format that it promises never to change.

What no table leads to any more is found as well. See https://www.sqlite.org/fileformat2.html.
"""

import contextlib
import os
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

Page = Callable[[int], bytes]
Value = str | bytes | int | float | None

_LEAF: Final = 13
_INDEX_LEAF: Final = 10
"""The first byte of a page with rows, of a table with and of one without row ids."""
_SIZE: Final = 4096
"""Of every page of a log, whatever a damaged header says."""
_FIRST: Final = 100
"""Bytes of the first page that are the header of the file."""
_MAGIC: Final = b"SQLite format 3\0"
_WAL_MAGIC: Final = (0x377F0682, 0x377F0683)
_WAL_HEADER: Final = 32
_FRAME_HEADER: Final = 24
_SAID: Final = (
    (0, _MAGIC + _SIZE.to_bytes(2) + bytes((2, 2, 0, 64, 32, 32))),
    (44, (4).to_bytes(4)),
    (56, (1).to_bytes(4)),
)
"""By their places: the kind of file, the size of a page, the way it is written; the form of the schema; UTF-8."""
_MOST: Final = 1 << 17
"""Pages; a number that is damaged may claim any."""
_LONGEST: Final = 16_000_000
"""Bytes of a row; a number that is damaged may claim any."""
_INTEGERS: Final = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
"""Bytes of whole numbers by their type in a row."""


@dataclass(frozen=True, slots=True)
class Journal:
    """What lies in the journal beside a database."""

    pages: dict[int, int]
    """Where the newest of each number begins, those behind damage too."""
    is_broken: bool
    """Whether something that was stored stands behind damage, where SQLite does not look."""


def put_header_right(path: Path) -> None:
    """Write what the header of every log says, where the header of this one is damaged; OSError from the disk."""
    size = path.stat().st_size
    if size < _SIZE:
        return
    with path.open("r+b") as file:
        for place, said in (*_SAID, (28, (size // _SIZE).to_bytes(4))):
            file.seek(place)
            file.write(said)


def journal(file: BinaryIO) -> Journal:
    """Return what the journal of a database holds, read from its start; OSError from the disk."""
    first = file.read(_WAL_HEADER)
    if len(first) < _WAL_HEADER:
        return Journal({}, False)
    magic, _version, size = struct.unpack(">III", first[:12])
    sound = magic in _WAL_MAGIC and size == _SIZE
    order = ">" if magic & 1 else "<"
    sums = _sums(order, first[:24], (0, 0)) if sound else (0, 0)
    sound = sound and sums == struct.unpack(">II", first[24:32])
    pages: dict[int, int] = {}
    broken = behind = False
    salts = first[16:24] if sound else b""
    while len(frame := file.read(_FRAME_HEADER + _SIZE)) == _FRAME_HEADER + _SIZE:
        head, page = frame[:_FRAME_HEADER], frame[_FRAME_HEADER:]
        number, stored = struct.unpack(">II", head[:8])
        salts = salts or head[8:16]
        if head[8:16] != salts:
            behind = True  # of an earlier round, or damaged
            continue
        if sound and not behind:
            sums = _sums(order, page, _sums(order, head[:8], sums))
            behind = sums != struct.unpack(">II", head[16:24])
        else:
            behind = True
        broken = broken or (behind and stored > 0)
        if 0 < number < _MOST:
            pages[number] = file.tell() - _SIZE
    return Journal(pages, broken)


def _sums(order: str, data: bytes, before: tuple[int, int]) -> tuple[int, int]:
    first, second = before
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for one, two in zip(words[::2], words[1::2], strict=True):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + two + first) & 0xFFFFFFFF
    return first, second


def rows(log: BinaryIO, wal: BinaryIO, newer: Journal) -> Iterator[tuple[int | None, tuple[Value, ...]]]:
    """Yield every row of every table with its id, None for those without one; damaged ones are left out.

    What was deleted may be among them where the list of free pages is damaged. `newer` is what lies in `wal`; OSError
    from the disk.
    """
    last = max(-(-log.seek(0, os.SEEK_END) // _SIZE), max(newer.pages, default=0))

    def page(number: int) -> bytes:
        place = newer.pages.get(number)
        file = log if place is None else wal
        file.seek((number - 1) * _SIZE if place is None else place)
        return file.read(_SIZE)

    free = _free(page, last)
    for number in range(1, last + 1):
        if number not in free:
            yield from _rows_of(page, number, last)


def _free(page: Page, last: int) -> set[int]:
    """Return the numbers of the pages that hold nothing any more."""
    first = page(1)
    if first[:16] != _MAGIC:
        return set()
    found: set[int] = set()
    trunk = int.from_bytes(first[32:36])
    while 0 < trunk <= last and trunk not in found and len(content := page(trunk)) >= 8:
        found.add(trunk)
        trunk, count = struct.unpack(">II", content[:8])
        if count > len(content) // 4 - 2:
            return set()  # damaged: better too many rows than too few
        found.update(struct.unpack(f">{count}I", content[8 : 8 + 4 * count]))
    return found


def _rows_of(page: Page, number: int, last: int) -> Iterator[tuple[int | None, tuple[Value, ...]]]:
    content = page(number)
    start = _FIRST if number == 1 else 0
    if len(content) < start + 8 or content[start] not in {_LEAF, _INDEX_LEAF}:
        return
    for place in range(min(int.from_bytes(content[start + 3 : start + 5]), len(content) // 4)):
        with contextlib.suppress(IndexError, ValueError, struct.error):
            at = start + 8 + 2 * place
            cell = int.from_bytes(content[at : at + 2])
            if start + 8 <= cell < len(content):
                yield _row(page, content, cell, last, with_id=content[start] == _LEAF)


def _row(page: Page, content: bytes, at: int, last: int, *, with_id: bool) -> tuple[int | None, tuple[Value, ...]]:
    """Return the row that begins at a place of a page; IndexError or ValueError where it is damaged."""
    length, at = _number(content, at)
    row = None
    if with_id:
        row, at = _number(content, at)
        row -= (row >> 63) << 64
    if not 0 < length <= _LONGEST:
        raise ValueError("length")
    most = _SIZE - 35 if with_id else (_SIZE - 12) * 64 // 255 - 23
    if length <= most:
        return row, _values(content[at : at + length], length)
    least = (_SIZE - 12) * 32 // 255 - 23
    here = least + (length - least) % (_SIZE - 4)
    here = here if here <= most else least
    parts, got = [content[at : at + here]], here
    following = int.from_bytes(content[at + here : at + here + 4])
    while got < length:
        if not 0 < following <= last:
            raise ValueError("page")
        more = page(following)
        following = int.from_bytes(more[:4])
        parts.append(more[4 : min(_SIZE, 4 + length - got)])
        got += _SIZE - 4
    return row, _values(b"".join(parts), length)


def _values(record: bytes, length: int) -> tuple[Value, ...]:
    if len(record) < length:
        raise ValueError("length")
    header, at = _number(record, 0)
    if not at <= header <= length:
        raise ValueError("header")
    kinds = []
    while at < header:
        kind, at = _number(record, at)
        kinds.append(kind)
    found: list[Value] = []
    for kind in kinds:
        size = _INTEGERS.get(kind, 8 if kind == 7 else max(0, (kind - 12) // 2))
        part = record[at : at + size]
        if len(part) < size or kind in {10, 11}:
            raise ValueError("value")
        at += size
        found.append(_value(kind, part))
    return tuple(found)


def _value(kind: int, part: bytes) -> Value:
    if kind == 0:
        return None
    if kind in _INTEGERS:
        return int.from_bytes(part, signed=True)
    if kind == 7:
        return float(struct.unpack(">d", part)[0])
    if kind in {8, 9}:
        return kind - 8
    return part.decode("utf-8", "replace") if kind % 2 else part


def _number(data: bytes, at: int) -> tuple[int, int]:
    """Return a number of one to nine bytes and where it ends; IndexError where the data ends before it does."""
    found = 0
    for place in range(8):
        byte = data[at + place]
        found = found << 7 | byte & 0x7F
        if byte < 0x80:
            return found, at + place + 1
    return found << 8 | data[at + 8], at + 9
