"""Reading the rulebook's files into the values the rules use; a broken file says where it is broken.

What is well is read in a plain and quick way. Only what that refuses is read again with care, to say what is wrong.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bones_desktop.rules.bones.book.rulebook import PrintedDie, Rulebook, StatBlock
from bones_desktop.storage.files.plainvalues import reader
from bones_desktop.storage.rulebook.rulebookchecks import faults
from bones_desktop.storage.rulebook.rulebookparts import FILES, MOST_REPEATS, RulebookFileError

__all__ = ["FILES", "RulebookFileError", "load_rulebook"]


def load_rulebook(folder: Path) -> Rulebook:
    """Return the rulebook kept in `folder`; RulebookFileError names the file, entry and field that is wrong."""
    try:
        rulebook = _read(folder)
        if next(faults(rulebook), None) is None:
            return rulebook
    except (OSError, ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
        pass
    from bones_desktop.storage.rulebook.rulebookvalidation import validated_rulebook

    return validated_rulebook(folder)


def _read(folder: Path) -> Rulebook:
    """Return the rulebook; any of many errors when a file is not as it should be."""
    parts: dict[str, list[Any]] = {part: [] for _, part, _ in FILES}
    for file, part, kind in FILES:
        entries = json.loads((folder / file).read_bytes())
        if not isinstance(entries, list):
            raise TypeError
        if kind is StatBlock:
            known = {die.id: die for die in parts["dice"]}
            entries = [{**entry, "dice": _whole_dice(entry["dice"], known)} for entry in entries]
        parts[part].extend(map(reader(kind), entries))
    return Rulebook(**{part: tuple(values) for part, values in parts.items()})


def _whole_dice(dice: list[dict[str, Any]], known: Mapping[str, PrintedDie]) -> list[dict[str, Any]]:
    """Return the dice of a block with those that are printed dice, or stand for several, written out."""
    whole: list[dict[str, Any]] = []
    for entry in dice:
        die = {"die": "", **entry}
        times = die.pop("times", 1)
        if type(times) is not int or not 1 <= times <= MOST_REPEATS:
            raise ValueError
        if "die" in entry:
            if die.keys() != {"die"}:
                raise KeyError
            printed = known[entry["die"]]
            die = {"die": printed.id, "name": printed.name, "faces": [shown.code for shown in printed.faces]}
        whole.extend([die] * times)
    return whole
