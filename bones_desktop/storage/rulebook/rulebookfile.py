"""Reads the rulebook's files into the values that the rules use; an error names the file, entry and field."""

import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from bones_desktop.rules.bones.book.rulebook import PrintedDie, Rulebook, StatBlock
from bones_desktop.rules.values import UnfitError, checker
from bones_desktop.storage.files.locations import shipped
from bones_desktop.storage.rulebook.rulebookparts import FILES, MOST_REPEATS, RulebookFault, RulebookFileError, faults

__all__ = ["FILES", "RulebookFileError", "load_rulebook", "shipped_rulebook"]

_SENTENCES: Final = {
    "missing": "is missing",
    "unexpected_keyword_argument": "is not known here",
    "string_type": "should be text",
    "int_type": "should be a whole number",
    "float_type": "should be a number",
    "bool_type": "should be true or false",
    "tuple_type": "should be a list",
    "dataclass_type": "should be a group of named values",
    "enum": "is none of the words allowed here",
    "literal_error": "is none of the words allowed here",
    "value_error": "is not a face",
}
"""What is wrong in one field, by the hint of the fault; other hints stand for themselves, as in "too_long"."""


class _WrongFieldError(ValueError):
    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


def _with_whole_dice(block: dict[str, Any], printed: Iterable[PrintedDie]) -> dict[str, Any]:
    """Return a block with those of its dice that are printed dice, or stand for several, written out."""
    known = {die.id: die for die in printed}
    whole: list[object] = []
    dice = block.get("dice")
    if not isinstance(dice, list):
        return block
    for place, entry in enumerate(dice, 1):
        if not isinstance(entry, dict):
            raise _WrongFieldError(f"dice.{place}", "a die names a printed die, or has a name and faces of its own")
        die = {"die": "", **entry}
        times = die.pop("times", 1)
        if type(times) is not int or not 1 <= times <= MOST_REPEATS:
            raise _WrongFieldError(f"dice.{place}.times", f"must be a number from 1 to {MOST_REPEATS}")
        named = entry.get("die")
        if named is not None:
            if not isinstance(named, str) or named not in known:
                raise _WrongFieldError(f"dice.{place}.die", f"no printed die is called {named!r}")
            if die.keys() != {"die"}:
                raise _WrongFieldError(f"dice.{place}", "a printed die has its own name and faces already")
            faces = [shown.code for shown in known[named].faces]
            die = {"die": named, "name": known[named].name, "faces": faces}
        whole.extend([die] * times)
    return {**block, "dice": whole}


def load_rulebook(folder: Path) -> Rulebook:
    """Return the rulebook kept in `folder`; RulebookFileError names the file, entry and field that is wrong."""
    parts: dict[str, list[Any]] = {part: [] for _, part, _ in FILES}
    origins: dict[str, list[str]] = {part: [] for _, part, _ in FILES}
    for file, part, kind in FILES:
        entries = _entries(folder / file)
        if kind is StatBlock:
            for place, entry in enumerate(entries):
                try:
                    entries[place] = _with_whole_dice(entry, parts["dice"])
                except _WrongFieldError as error:
                    raise RulebookFileError(file, _name(entry, place), error.field, str(error)) from error
        found = _validated(file, entries, kind)
        parts[part].extend(found)
        origins[part].extend([file] * len(found))
    rulebook = Rulebook(**{part: tuple(values) for part, values in parts.items()})
    fault = next(faults(rulebook), None)
    if fault is not None:
        raise _located(fault, parts[fault.part], origins[fault.part])
    return rulebook


def _entries(path: Path) -> list[dict[str, Any]]:
    try:
        entries = json.loads(path.read_bytes())
    except OSError as error:
        raise RulebookFileError(path.name, "", "", f"cannot be read ({error.strerror})") from error
    except (ValueError, RecursionError) as error:
        raise RulebookFileError(path.name, "", "", f"is not valid JSON ({error})") from error
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise RulebookFileError(path.name, "", "", "must be a list of entries")
    return entries


def _name(entry: Mapping[str, Any], place: int) -> str:
    named = entry.get("id")
    return named if isinstance(named, str) and named else str(place + 1)


def _validated(file: str, entries: list[dict[str, Any]], kind: type) -> list[Any]:
    check, found = checker(kind, stored=True), []
    for place, entry in enumerate(entries):
        try:
            found.append(check(entry))
        except UnfitError as error:
            first = error.faults[0]
            field = ".".join(str(step + 1) if isinstance(step, int) else step for step in first.where)
            message = _SENTENCES.get(first.hint, first.hint)
            raise RulebookFileError(file, _name(entry, place), field, message) from error
    return found


def _located(fault: RulebookFault, values: list[Any], files: list[str]) -> RulebookFileError:
    before = files[: fault.place].count(files[fault.place])
    entry = getattr(values[fault.place], "id", "") or str(before + 1)
    return RulebookFileError(files[fault.place], entry, fault.field, fault.message)


@cache
def shipped_rulebook() -> Rulebook:
    """Return the rulebook that comes with the program, read once; RulebookFileError as above."""
    return load_rulebook(shipped("resources") / "games" / "bones")
