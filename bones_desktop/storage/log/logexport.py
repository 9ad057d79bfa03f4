"""Exports the log as JSON for other programs, and reads it back.

The export contains all dice and the data needed to verify the draws.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from json.encoder import encode_basestring as _text_json
from pathlib import Path
from typing import Any, Final, NoReturn

from bones_desktop.rules.fairdice import CHAIN_RECIPE, RECIPE, SEED_SIZE, words_json, words_of
from bones_desktop.rules.fairness import ChainedDraw, Draw, Sealed
from bones_desktop.rules.records import Record
from bones_desktop.storage.files.plainjson import JsonError, parse
from bones_desktop.storage.files.textfiles import read_bytes
from bones_desktop.storage.log.logentry import (
    HIDDEN,
    NOT_MEANT,
    REROLL_TAKEN_BACK,
    REROLL_VETOED,
    Evening,
    LogEntry,
    LoggedDie,
    LoggedFinding,
)

FORMAT: Final = "bones-desktop log"
VERSION: Final = 1
_LEGEND: Final = (
    "A die of a line is a pair: its place in dice, and the face that it showed first, both counted from 0. Waves are "
    "dice that were rolled again: pairs of the place of a die in the line and its new face. In a wave that adds, the "
    "earlier faces count too; otherwise the new faces replace them. A wave that does not count was undone by the GM or "
    f"by the player; the tags of its line say by which of the two: {REROLL_VETOED}, {REROLL_TAKEN_BACK}. A line tagged "
    f"{NOT_MEANT} has no effect, and the players' view does not show a line tagged {HIDDEN}. Line and wave name the "
    "number of their draw and its evening; 0 means none. Result and net sum up the findings. A tag "
    "that begins with seat: has the id of the device that asked for the line, its request and its name."
)


Chains = Mapping[int, Sequence[ChainedDraw]]
"""The chains of evenings, by evening id."""


def to_json(entries: Iterable[LogEntry], evenings: Sequence[Evening], chains: Chains | None = None) -> str:
    """Return lines of the log as JSON, one text line for each, together with their evenings and chains.

    The seed of an evening that has not ended is left out.
    """
    chains = chains or {}
    places: dict[tuple[str, tuple[str, ...], str, str], int] = {}
    # JSON of each die, by the id of its object: the log uses one object for equal dice. `kept` keeps these objects
    # alive, so that no id is used again.
    pairs: dict[int, str] = {}
    kept: list[LoggedDie] = []
    lines: list[str] = []
    theirs: set[int] = set()
    for entry in entries:
        try:
            fell = ",".join([pairs[each] for each in map(id, entry.dice)])
        except KeyError:
            for die in entry.dice:
                place = places.setdefault((die.name, die.faces, die.group, die.key), len(places))
                pairs[id(die)] = f"[{place},{die.index}]"
            kept += entry.dice
            fell = ",".join([pairs[each] for each in map(id, entry.dice)])
        lines.append(_line(entry, fell))
        theirs |= entry.evenings
    chosen = (_json(_evening(each, chains.get(each.id, ()))) for each in evenings if each.id in theirs)
    dice = [_json({"name": name, "faces": faces, "group": group, "key": key}) for name, faces, group, key in places]
    parts = [
        f'"format": {_json(FORMAT)}',
        f'"version": {VERSION}',
        f'"about": {_json(_LEGEND)}',
        f'"recipe": {_list(map(_json, RECIPE))}',
        f'"chain_recipe": {_list(map(_json, CHAIN_RECIPE))}',
        f'"evenings": {_list(chosen)}',
        f'"dice": {_list(dice)}',
        f'"lines": {_list(lines)}',
    ]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _line(entry: LogEntry, pairs: str) -> str:
    # Each part is encoded separately, because encoding one dictionary takes three times as long.
    tags = _json(entry.tags) if entry.tags else "[]"
    return (
        f'{{"id":{entry.id},"at":"{entry.at.isoformat()}","kind":"{entry.kind}","game":{_text_json(entry.game)},'
        f'"who":{_text_json(entry.who)},"character":{_text_json(entry.character_id)},"title":{_text_json(entry.title)},'
        f'"dice":[{pairs}],"waves":{_waves(entry) if entry.waves else "[]"},"findings":{_findings(entry.findings)},'
        f'"result":{_text_json(entry.result)},"net":{_json(entry.net)},"tags":{tags},'
        f'"evening":{entry.evening},"number":{entry.number},"request":{_request(entry.request)}}}'
    )


@lru_cache(maxsize=1024)  # Cached, because many lines have the same findings.
def _findings(found: tuple[LoggedFinding, ...]) -> str:
    return _json([{"id": each.id, "outcome": each.outcome, "value": each.value, "text": each.text} for each in found])


def _waves(entry: LogEntry) -> str:
    return _json(
        [
            {
                "cause": wave.cause,
                "faces": wave.faces,
                "counts": wave.counts,
                "adds": wave.adds,
                "evening": entry.evening if wave.evening is None else wave.evening,
                "number": wave.number,
            }
            for wave in entry.waves
        ]
    )


def _evening(evening: Evening, chain: Sequence[ChainedDraw]) -> dict[str, Any]:
    over = evening.ended is not None
    chained = {
        "words": words_json(evening.words),
        "head": evening.head,
        "chain": [[each.number, each.label.decode("utf-8", "replace"), each.indices, each.head] for each in chain],
    }
    return {
        "id": evening.id,
        "begun": evening.begun.isoformat(),
        "ended": evening.ended.isoformat() if evening.ended is not None else None,
        "commitment": evening.commitment,
        "seed": evening.seed.hex() if over else None,
        "draws": evening.draws,
        **(chained if evening.head else {}),
    }


def _refuse(name: str) -> NoReturn:
    raise ValueError(name)  # NaN or an infinity. Python reads them, but other programs do not.


# Created once, because with these arguments `dumps` and `loads` would create them again at every call.
_DECODER: Final = json.JSONDecoder(parse_constant=_refuse)
_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def _json(value: object) -> str:
    # A call of the encoder is slow, and most values are a single number.
    return str(value) if type(value) is int else _ENCODER.encode(value)


@lru_cache(maxsize=1024)  # Cached, because many lines have the same request.
def _request(text: str) -> str:
    try:
        return _json(_DECODER.decode(text) if text else None)
    except (ValueError, RecursionError):
        return _json(text)


def _list(items: Iterable[str]) -> str:
    return "[\n" + ",\n".join(items) + "\n]"


LARGEST: Final = 24 * 1024 * 1024
"""Maximum size of an exported log, in bytes: enough for about ten thousand rolls."""


class NoExportedLogError(Exception):
    """Raised when a file is not a log exported by this program, or is damaged.

    The message gives the cause if the cause is known.
    """


class ExportedEvening(Record):
    """An evening in an exported log: its id in that log, its start as ISO text, and the data to verify it.

    If the evening itself is missing and only lines refer to it, its start and seal are "".
    """

    id: int
    begun: str
    sealed: Sealed
    draws: tuple[Draw, ...]


def read_exported(path: Path) -> tuple[ExportedEvening, ...]:
    """Return the evenings of an exported log.

    Raise FileProblem when it cannot be read, NoExportedLogError when it is not an exported log.
    """
    data = read_bytes(path, LARGEST)
    try:
        exported = parse(data)
        if not isinstance(exported, dict) or exported.get("format") != FORMAT or exported.get("version") != VERSION:
            raise NoExportedLogError
        return tuple(_evenings(exported))
    except (JsonError, ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise NoExportedLogError from error


def _evenings(exported: dict[str, Any]) -> Iterator[ExportedEvening]:
    dice = [(_text(die["key"]), len(die["faces"])) for die in exported["dice"]]
    draws: dict[int, list[Draw]] = {}
    for line in exported["lines"]:
        fell = [(dice[_count(place)], _count(index)) for place, index in line["dice"]]
        secret = HIDDEN in line["tags"]
        _note(draws, line["evening"], line["number"], fell, secret)
        for wave in line["waves"]:
            _note(
                draws, wave["evening"], wave["number"],
                [(fell[_count(place)][0], _count(index)) for place, index in wave["faces"]], secret,
            )  # fmt: skip
    # With equal ids the draws could not be assigned to evenings.
    if len({each["id"] for each in exported["evenings"]}) < len(exported["evenings"]):
        raise NoExportedLogError("it contains an evening twice")
    seals = Counter(each["commitment"] for each in exported["evenings"])
    for each in exported["evenings"]:
        number, seed = _count(each["id"]), each["seed"]
        chain = tuple(
            ChainedDraw(_count(draw), _text(label).encode(), tuple(map(_count, faces)), _text(head))
            for draw, label, faces, head in each.get("chain", ())
        )
        sealed = Sealed(
            _text(each["commitment"]),
            b"" if seed is None else bytes.fromhex(_text(seed))[: SEED_SIZE + 1],
            words_of(each.get("words", ())),
            chain,
            _count(each["draws"]),
            open=each["ended"] is None and seed is None,
            head=_text(each.get("head", "")),
            twice=seals[each["commitment"]] > 1,
        )
        yield ExportedEvening(number, _text(each["begun"]), sealed, tuple(draws.pop(number, ())))
    for number, made in draws.items():
        yield ExportedEvening(number, "", Sealed(""), tuple(made))


def _note(
    draws: dict[int, list[Draw]], evening: int, number: int, fell: list[tuple[tuple[str, int], int]], secret: bool
) -> None:
    if _count(number) and _count(evening):
        draw = Draw(number, tuple(die for die, _index in fell), tuple(index for _die, index in fell), secret)
        draws.setdefault(evening, []).append(draw)


def _count(value: object) -> int:
    # `isinstance` would also accept True.
    if type(value) is not int or value < 0:
        raise ValueError("no count")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("no text")
    return value
