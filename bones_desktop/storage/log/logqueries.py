"""Queries over many lines of the log: filters, people, how often each face was drawn, and a check of every line."""

import sqlite3
from collections import Counter, defaultdict
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Final

from bones_desktop.rules.records import Record
from bones_desktop.rules.typedtext import BEGINNING, folded, search_words, stem
from bones_desktop.storage.log.logentry import LogFilter
from bones_desktop.storage.log.logrows import (
    LINE_COLUMNS,
    DieTable,
    as_count,
    as_text,
    entry_of,
    joined,
    plain,
    split,
    texts,
    unpacked,
    waves,
)
from bones_desktop.wording.language import language, restored

if TYPE_CHECKING:
    from bones_desktop.rules.fairness import FaceCounts

MOST_WORDS: Final = 100
"""Maximum number of different words in a search. The rest of a longer text is ignored."""
# Number of lines counted together: enough to find lines with the same dice, but few enough to need little memory.
_COUNTED_AT_ONCE: Final = 20_000
_FEW_ALIKE: Final = 8
"""If fewer lines than this have the same dice, their faces are counted one by one."""
_NOBODYS: Final = frozenset({"challenge", "hindering"})
"""Groups of dice without an owner: the rules add these dice to a roll."""
_Thrower = tuple[str, str, str]
"""Id and name of the character who rolled, and the title of the roll."""
# The query jumps from one id to the next in the index, while DISTINCT would read the whole index.
_PEOPLE: Final = """
    WITH RECURSIVE person(character) AS (
        SELECT min(character_id) FROM line WHERE character_id > ''
        UNION
        SELECT (SELECT min(character_id) FROM line WHERE character_id > character)
        FROM person WHERE character IS NOT NULL
    )
    SELECT character, (SELECT who FROM line WHERE character_id = character ORDER BY id DESC LIMIT 1)
    FROM person WHERE character IS NOT NULL
"""


class LogCheck(Record):
    """Result of checking the log."""

    faults: tuple[str, ...] = ()
    """Faults that SQLite reports; none if the file is undamaged."""
    lines: int = 0
    unread: int = 0
    """Number of lines that cannot be read completely."""
    evenings: int = 0
    missing: int = 0
    """Number of draws that are in no line."""


def condition(which: LogFilter) -> tuple[str, list[str | int]]:
    """Return the SQL condition of a filter over the table `line`, and its values."""
    parts: list[str] = ["1"]
    values: list[str | int] = []
    if which.character_id:
        shared = " OR character_id = '' AND kind = 'throw' AND instr(search, ?)" if which.named else ""
        parts.append(f"(character_id = ?{shared})")
        values += [which.character_id, *([folded(plain(which.named))] if which.named else ())]
    if which.evening is not None:
        parts.append("evening = ?")
        values.append(which.evening)
    if which.scene is not None:
        following = "SELECT min(id) FROM line WHERE kind = 'scene' AND id > ?"
        parts.append(f"id >= ? AND id < ifnull(({following}), 9223372036854775807)")
        values += [which.scene, which.scene]
    if which.kinds:
        parts.append(f"kind IN ({','.join('?' * len(which.kinds))})")
        values += sorted(which.kinds)
    if which.tag:
        # Tags are stored as a JSON list. The quotation marks keep "bought" from matching "bought-success-vetoed".
        parts.append("instr(tags, ?)")
        values.append(f'"{which.tag}"')
    for word in tuple(dict.fromkeys(search_words(plain(which.text))))[:MOST_WORDS]:
        # `instr` needs no escaping of % and _, unlike LIKE. Both texts are already `folded`, so upper and lower case do
        # not matter.
        short = stem(word, language()) or word
        # Few lines contain the first letters of a stem, so the slower function looks at few of them.
        parts.append("(instr(search, ?) OR instr(search, ?) AND has_form(CAST(search AS BLOB), ?, ?))")
        values += [word, short[:BEGINNING], short, language()]
    return " AND ".join(parts), values


def people(connection: sqlite3.Connection) -> tuple[tuple[str, str], ...]:
    """Return the id and latest name of every character who rolled, sorted by name."""
    rows = [(as_text(row[0]), restored(as_text(row[1]))) for row in connection.execute(_PEOPLE)]
    return tuple(sorted(rows, key=lambda row: (folded(row[1]), row[0])))


def face_counts(
    connection: sqlite3.Connection, dice: DieTable, which: LogFilter, other_side: Callable[[str], str]
) -> "tuple[FaceCounts, ...]":
    """Return how often each face of each die was drawn (see `ThrowLog.face_counts`)."""
    from bones_desktop.rules.fairness import FaceCounts  # Imported late: not needed to open the log.

    rows = connection.execute("SELECT id, name, faces, kind FROM die")
    known = {row[0]: (as_text(row[1]), texts(row[2]), as_text(row[3])) for row in rows}
    names = dict(people(connection))
    counts: dict[tuple[str, str, tuple[str, ...]], list[int]] = {}
    groups: dict[tuple[str, str, tuple[str, ...]], Counter[str]] = {}
    for (character_id, who, title), shown in _drawn(connection, dice, which).items():
        own, other = names.get(character_id, who), other_side(title)
        for packed, count in shown.items():
            number, index = split(packed)
            name, faces, group = known.get(number, ("", (), ""))
            if index < len(faces):
                die = (_owner(group, own, other), name, faces)
                counts.setdefault(die, [0] * len(faces))[index] += count
                groups.setdefault(die, Counter())[group] += count
    found = [
        FaceCounts(name, faces, tuple(each), owner, groups[owner, name, faces].most_common(1)[0][0])
        for (owner, name, faces), each in counts.items()
    ]
    thrown: Counter[str] = Counter()
    for each in found:
        thrown[each.owner] += each.throws
    against = thrown.keys() - {each.owner for each in found if each.group != "opponent"}

    def order(each: FaceCounts) -> tuple[object, ...]:
        owner = (each.owner in against, -thrown[each.owner], folded(each.owner), each.owner)
        return (*owner, -each.throws, folded(each.name), each.faces)

    return tuple(sorted(found, key=order))


def _drawn(connection: sqlite3.Connection, dice: DieTable, which: LogFilter) -> dict[_Thrower, Counter[int]]:
    """Return how often each die showed each face, for each `_Thrower`. Die and face are one number (see `joined`)."""
    wanted, values = condition(which)
    # Texts are read as bytes, which is faster. The few different texts are decoded at the end.
    drawn = connection.execute(
        "SELECT CAST(character_id AS BLOB), CAST(who AS BLOB), CAST(title AS BLOB), dice, number > 0,"  # noqa: S608
        f" nullif(waves, '') FROM line WHERE (number > 0 OR waves != '') AND {wanted}",
        values,
    )
    found: defaultdict[tuple[bytes, bytes, bytes], Counter[int]] = defaultdict(Counter)
    while part := drawn.fetchmany(_COUNTED_AT_ONCE):
        alike: defaultdict[tuple[bytes, bytes, bytes, int, int], list[bytes]] = defaultdict(list)
        for character_id, who, title, fell, counts, again in part:
            size = len(fell) if isinstance(fell, bytes) else 0
            if counts and size % 8 == 0:
                alike[character_id, who, title, size, int.from_bytes(fell, "little") & _dice_mask(size)].append(fell)
            if again:
                numbers = unpacked(fell)
                for wave in (each for each in waves(again, dice.dice(fell)) if each.number):
                    found[character_id, who, title].update(
                        joined(split(numbers[place])[0], index) for place, index in wave.faces
                    )
        for (character_id, who, title, size, same), lines in alike.items():
            _count(found[character_id, who, title], lines, size, same)
    shown: defaultdict[_Thrower, Counter[int]] = defaultdict(Counter)
    for thrower, each in found.items():
        character_id, who, title = (str(text or b"", "utf-8", "replace") for text in thrower)
        shown[character_id, restored(who), restored(title)].update(each)
    return shown


def _count(found: Counter[int], lines: list[bytes], size: int, same: int) -> None:
    """Add the faces in `lines`, which all have the same dice, to `found`.

    `same` is the number for the bytes of the dice without their faces.
    """
    joint = b"".join(lines)
    if len(lines) < _FEW_ALIKE:
        found.update(unpacked(joint))
        return
    for place, die in enumerate(unpacked(same.to_bytes(size, "little"))):
        # One byte of each line has the face of this die. Counting bytes is ten times as quick as counting numbers.
        faces = joint[8 * place :: size]
        left = len(faces)
        for index in range(256):
            if not left:
                break
            count = faces.count(index)
            if count:
                found[die | index] += count
                left -= count


@cache
def _dice_mask(size: int) -> int:
    """Return a bit mask for the bytes of dice that removes the lowest byte of each face."""
    return int.from_bytes((b"\0" + b"\xff" * 7) * (size // 8), "little")


def _owner(group: str, own: str, other: str) -> str:
    return other if group == "opponent" else "" if group in _NOBODYS else own


def look_through(connection: sqlite3.Connection, dice: DieTable) -> LogCheck:
    """Read every line of an undamaged log and return what is unreadable or missing. Raise sqlite3.Error on damage."""
    lines = unread = 0
    drawn: dict[int, set[int]] = {}
    for row in connection.execute(f"SELECT {LINE_COLUMNS} FROM line"):  # noqa: S608
        lines += 1
        line = entry_of(row, dice)
        stored_and_read = zip((row[8], *row[11:14]), (line.findings, line.dice, line.waves, line.tags), strict=True)
        unread += line.at.year < 1971 or any(stored and not read for stored, read in stored_and_read)
        for evening, number in line.draws:
            if number:
                drawn.setdefault(evening, set()).add(number)
    evenings = connection.execute("SELECT id, draws FROM evening").fetchall()
    missing = sum(max(0, as_count(draws) - len(drawn.get(evening, ()))) for evening, draws in evenings)
    return LogCheck((), lines, unread, len(evenings), missing)
