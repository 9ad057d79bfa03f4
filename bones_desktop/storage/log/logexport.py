"""The log as JSON for other programs: every die with all its faces, and what is needed to check the draws."""

import json
from collections.abc import Iterable, Sequence
from typing import Any, Final, NoReturn

from bones_desktop.rules.fairdice import RECIPE
from bones_desktop.storage.log.logentry import (
    REROLL_TAKEN_BACK,
    REROLL_VETOED,
    Evening,
    LogEntry,
    LoggedDie,
)

FORMAT: Final = "bones-desktop log"
VERSION: Final = 1
_LEGEND: Final = (
    "A die of a line is a pair: its place in dice, and the face it fell on, both counted from 0. A re-roll names the "
    "place of its die in the line. Line and re-roll name the number of their draw and its evening; 0 is none. A "
    "re-roll that does not stand is vetoed: by the GM, or because the player took it back. The tags of its line tell "
    f"which: {REROLL_VETOED}, {REROLL_TAKEN_BACK}."
)


def to_json(entries: Iterable[LogEntry], evenings: Sequence[Evening]) -> str:
    """Return lines as JSON with those of the evenings they are of, a line of text for each.

    The seed of an evening that goes on is left out.
    """
    places: dict[tuple[str, tuple[str, ...], str, str], int] = {}
    lines: list[str] = []
    theirs: set[int] = set()
    for entry in entries:
        lines.append(_json(_line(entry, places)))
        theirs |= entry.evenings
    dice = [_json({"name": name, "faces": faces, "group": group, "key": key}) for name, faces, group, key in places]
    parts = [
        f'"format": {_json(FORMAT)}',
        f'"version": {VERSION}',
        f'"about": {_json(_LEGEND)}',
        f'"recipe": {_list(map(_json, RECIPE))}',
        f'"evenings": {_list(_json(_evening(each)) for each in evenings if each.id in theirs)}',
        f'"dice": {_list(dice)}',
        f'"lines": {_list(lines)}',
    ]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _line(entry: LogEntry, places: dict[tuple[str, tuple[str, ...], str, str], int]) -> dict[str, Any]:
    def pair(die: LoggedDie) -> tuple[int, int]:
        return places.setdefault((die.name, die.faces, die.group, die.key), len(places)), die.index

    return {
        "id": entry.id,
        "at": entry.at.isoformat(),
        "kind": entry.kind.value,
        "who": entry.who,
        "character": entry.character_id,
        "title": entry.title,
        "dice": [pair(die) for die in entry.dice],
        "rerolls": [
            {
                "die": again.die,
                "before": again.before,
                "after": again.after,
                "evening": entry.evening if again.evening is None else again.evening,
                "number": again.number,
                "vetoed": again.vetoed,
            }
            for again in entry.rerolls
        ],
        "result": entry.result,
        "net": entry.net,
        "tags": entry.tags,
        "evening": entry.evening,
        "number": entry.number,
        "request": _request(entry.request),
    }


def _evening(evening: Evening) -> dict[str, Any]:
    over = evening.ended is not None
    return {
        "id": evening.id,
        "begun": evening.begun.isoformat(),
        "ended": evening.ended.isoformat() if evening.ended is not None else None,
        "commitment": evening.commitment,
        "seed": evening.seed.hex() if over else None,
        "draws": evening.draws,
    }


def _request(text: str) -> object:
    try:
        return json.loads(text, parse_constant=_refuse) if text else None
    except (ValueError, RecursionError):
        return text


def _refuse(name: str) -> NoReturn:
    raise ValueError(name)  # NaN and the infinities: Python reads them, other programs do not


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _list(items: Iterable[str]) -> str:
    return "[\n" + ",\n".join(items) + "\n]"
