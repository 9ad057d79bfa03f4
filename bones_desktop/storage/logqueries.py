"""Questions to the log that many lines answer together."""

import sqlite3
from collections import Counter
from typing import TYPE_CHECKING, Final

from bones_desktop.storage.logentry import LogFilter
from bones_desktop.storage.logrows import DieTable, joined, plain, rerolls, split, texts, unpacked
from bones_desktop.storage.searchtext import folded

if TYPE_CHECKING:
    from bones_desktop.rules.fairness import FaceCounts

MOST_WORDS: Final = 100
"""Different words that are looked for; the rest of a longer text is passed over."""
_COUNTED_AT_ONCE: Final = 4000
_PEOPLE: Final = """
    WITH RECURSIVE person(character) AS (
        SELECT min(character_id) FROM line WHERE character_id > ''
        UNION ALL
        SELECT (SELECT min(character_id) FROM line WHERE character_id > character)
        FROM person WHERE character IS NOT NULL
    )
    SELECT character, (SELECT who FROM line WHERE character_id = character ORDER BY id DESC LIMIT 1)
    FROM person WHERE character IS NOT NULL
"""


def condition(which: LogFilter) -> tuple[str, list[str | int]]:
    """Return the SQL condition of a filter over the table `line`, and its values."""
    parts: list[str] = ["1"]
    values: list[str | int] = []
    for column, value in (("character_id", which.character_id), ("evening", which.evening)):
        if value not in {None, ""}:
            parts.append(f"{column} = ?")
            values.append(value or 0)
    if which.scene is not None:
        following = "SELECT min(id) FROM line WHERE kind = 'scene' AND id > ?"
        parts.append(f"id >= ? AND id < ifnull(({following}), 9223372036854775807)")
        values += [which.scene, which.scene]
    if which.kinds:
        parts.append(f"kind IN ({','.join('?' * len(which.kinds))})")
        values += sorted(which.kinds)
    for word in tuple(dict.fromkeys(folded(plain(which.text)).split()))[:MOST_WORDS]:
        parts.append("instr(search, ?)")
        values.append(word)
    return " AND ".join(parts), values


def people(connection: sqlite3.Connection) -> tuple[tuple[str, str], ...]:
    """Return everyone who threw, by name: character id, and the name borne last."""
    rows: list[tuple[str, str]] = connection.execute(_PEOPLE).fetchall()
    return tuple(sorted(rows, key=lambda row: (folded(row[1]), row[0])))


def face_counts(connection: sqlite3.Connection, dice: DieTable, which: LogFilter) -> "tuple[FaceCounts, ...]":
    """Return how often each face of each die was drawn in the lines meant, the most thrown die first."""
    from bones_desktop.rules.fairness import FaceCounts  # not needed to open the log

    wanted, values = condition(which)
    drawn = connection.execute(f"SELECT dice FROM line WHERE number > 0 AND {wanted}", values)  # noqa: S608
    shown: Counter[int] = Counter()
    while part := drawn.fetchmany(_COUNTED_AT_ONCE):
        shown.update(unpacked(b"".join([row[0] for row in part])))
    again = connection.execute(f"SELECT dice, rerolls FROM line WHERE rerolls != '' AND {wanted}", values)  # noqa: S608
    for fell, text in again:
        numbers = unpacked(fell)
        for reroll in rerolls(text, dice.dice(fell)):
            if reroll.number:
                number, _before = split(numbers[reroll.die])
                shown[joined(number, reroll.after)] += 1
    known = {row[0]: (row[1], texts(row[2])) for row in connection.execute("SELECT id, name, faces FROM die")}
    counts: dict[tuple[str, tuple[str, ...]], list[int]] = {}
    for packed, count in shown.items():
        number, index = split(packed)
        name, faces = known.get(number, ("", ()))
        if index < len(faces):
            counts.setdefault((name, faces), [0] * len(faces))[index] += count
    found = [FaceCounts(name, faces, tuple(each)) for (name, faces), each in counts.items()]
    return tuple(sorted(found, key=lambda each: (-each.throws, folded(each.name), each.faces)))
