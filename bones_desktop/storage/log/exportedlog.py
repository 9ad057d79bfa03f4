"""An exported log read back, by whoever wants to check its evenings; what does not fit is refused."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bones_desktop.rules.fairdice import SEED_SIZE
from bones_desktop.rules.fairness import ChainedDraw, Draw, Sealed
from bones_desktop.storage.files.plainjson import JsonError, parse
from bones_desktop.storage.files.textfiles import read_bytes
from bones_desktop.storage.log.logexport import FORMAT, VERSION

LARGEST: Final = 24 * 1024 * 1024
"""Bytes: some ten thousand throws."""


class NoExportedLogError(Exception):
    """The file is no log that this program exported, or it is damaged; a message says how where that is known."""


@dataclass(frozen=True, slots=True)
class ExportedEvening:
    """An evening of an exported log: its id there, when it began as ISO text, and what it is checked by.

    Of one that only lines name neither is known, and its seal is "".
    """

    id: int
    begun: str
    sealed: Sealed
    draws: tuple[Draw, ...]


def read_exported(path: Path) -> tuple[ExportedEvening, ...]:
    """Return the evenings of an exported log.

    FileProblem when it cannot be read, NoExportedLogError when it is none.
    """
    data = read_bytes(path, LARGEST)
    try:
        told = parse(data)
        if not isinstance(told, dict) or told.get("format") != FORMAT or told.get("version") != VERSION:
            raise NoExportedLogError
        return tuple(_evenings(told))
    except (JsonError, ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise NoExportedLogError from error


def _evenings(told: dict[str, Any]) -> Iterator[ExportedEvening]:
    dice = [(_text(die["key"]), len(die["faces"])) for die in told["dice"]]
    draws: dict[int, list[Draw]] = {}
    for line in told["lines"]:
        fell = [(dice[_count(place)], _count(index)) for place, index in line["dice"]]
        _note(draws, line["evening"], line["number"], fell)
        for wave in line["waves"]:
            _note(
                draws, wave["evening"], wave["number"],
                [(fell[_count(place)][0], _count(index)) for place, index in wave["faces"]],
            )  # fmt: skip
    if len({each["id"] for each in told["evenings"]}) < len(told["evenings"]):
        raise NoExportedLogError("an evening stands in it twice")
    seals = Counter(each["commitment"] for each in told["evenings"])
    for each in told["evenings"]:
        number, seed = _count(each["id"]), each["seed"]
        chain = None
        if "chain" in each:
            chain = tuple(
                ChainedDraw(_count(draw), _text(label).encode(), tuple(map(_count, faces)), _text(head))
                for draw, label, faces, head in each["chain"]
            )
        elif each.get("head") or each.get("words"):
            chain = ()  # an evening that has these had a chain
        sealed = Sealed(
            _text(each["commitment"]),
            b"" if seed is None else bytes.fromhex(_text(seed))[: SEED_SIZE + 1],
            tuple(map(_text, each.get("words", ()))),
            chain,
            _count(each["draws"]),
            open=each["ended"] is None and seed is None,
            head=_text(each.get("head", "")),
            twice=seals[each["commitment"]] > 1,
        )
        yield ExportedEvening(number, _text(each["begun"]), sealed, tuple(draws.pop(number, ())))
    for number, made in draws.items():
        yield ExportedEvening(number, "", Sealed(""), tuple(made))


def _note(draws: dict[int, list[Draw]], evening: int, number: int, fell: list[tuple[tuple[str, int], int]]) -> None:
    if _count(number) and _count(evening):
        draw = Draw(number, tuple(die for die, _index in fell), tuple(index for _die, index in fell))
        draws.setdefault(evening, []).append(draw)


def _count(value: object) -> int:
    if type(value) is not int or value < 0:
        raise ValueError("no count")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("no text")
    return value
