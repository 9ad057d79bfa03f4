"""Tables that ship with the program: sheets of labels, and licences."""

import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Final, Literal

from bones_desktop.rules.values import Limits, Value
from bones_desktop.storage.files.datafile import DamagedFileError, read_checked, write_checked
from bones_desktop.storage.files.locations import make_folder, shipped
from bones_desktop.storage.files.plainjson import read
from bones_desktop.storage.files.textfiles import FileProblem

LIBRARIES: Final = (
    "PySide6-Essentials", "pydantic", "pydantic-core", "platformdirs", "annotated-types", "typing-extensions",
    "typing-inspection",
)  # fmt: skip
"""The packages the program needs, whose licences lie with each of them where it is not frozen."""
_OWN: Final = "Bones-Desktop"
_NAMES: Final = re.compile(r"licen[cs]e|copying|notice", re.IGNORECASE)


def licences() -> dict[str, str]:
    """Return the texts by what they are of, that of the program first.

    The frozen program has a folder with all of them. Elsewhere the packages have their own, and Python and Qt bring
    theirs themselves; what is found is returned.
    """
    resources = shipped("resources")
    frozen = resources.parents[1] / "licences"
    found = dict(_of_folder(frozen) if getattr(sys, "frozen", False) else _installed(resources))
    return {_OWN: found.pop(_OWN, "MIT"), **found}


def _of_folder(folder: Path) -> Iterator[tuple[str, str]]:
    for file in sorted(folder.glob("*.txt")):
        yield file.stem.removesuffix("-LICENSE"), _text(file)


def _installed(resources: Path) -> Iterator[tuple[str, str]]:
    """Return the licences of a checkout, or of an installed package and those beside it."""
    checkout = resources.parent / "LICENSE"
    if checkout.is_file():
        yield _OWN, _text(checkout)
    else:
        yield _OWN, _of_package("bones-desktop")
    yield from _of_folder(resources.parent / "packaging" / "licences")
    yield from _of_folder(resources / "fonts")
    yield from ((name, text) for name in LIBRARIES if (text := _of_package(name)))


def _of_package(name: str) -> str:
    """Return the licences of an installed package, "" where there are none."""
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        files = distribution(name).files or ()
    except PackageNotFoundError:
        return ""
    return "\n\n".join(
        _text(Path(str(file.locate())))
        for file in files
        if ".dist-info" in file.parts[0] and "sboms" not in file.parts and _NAMES.search(file.name)
    )


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        return str(error)


MOST_LABELS: Final = 60
"""In a row or in a column of a sheet."""
_Count = Annotated[int, Limits(ge=1, le=MOST_LABELS)]
_Length = Annotated[float, Limits(ge=0, le=300)]


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelSheet(Value):
    """Equal labels in rows and columns; lengths in millimetres."""

    id: Annotated[str, Limits(max_length=80)]
    """Of the user's own the name they gave it."""
    paper: Literal["A4", "Letter"] = "A4"
    columns: _Count
    rows: _Count
    width: _Length
    height: _Length
    left: _Length
    """From the edge of the paper to the first column."""
    top: _Length
    across: _Length
    """From the left edge of a label to that of the next."""
    down: _Length
    """From the upper edge of a label to that of the next."""
    codes: tuple[Annotated[str, Limits(max_length=20)], ...] = ()
    """Numbers that makers sell such sheets under."""

    @property
    def count(self) -> int:
        """How many labels are on a sheet."""
        return self.columns * self.rows

    def overlaps(self) -> bool:
        """Return whether a label would lie on the next one."""
        too_near = self.columns > 1 and self.across < self.width
        return too_near or (self.rows > 1 and self.down < self.height)

    def reach(self) -> tuple[float, float]:
        """Return how far the last label reaches to the right and down."""
        return (
            self.left + (self.columns - 1) * self.across + self.width,
            self.top + (self.rows - 1) * self.down + self.height,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintChoices(Value):
    """What was chosen when something was last printed; lengths in millimetres."""

    what: Annotated[str, Limits(max_length=40)] = ""
    ink: Literal["colour", "light", "grey"] = "colour"
    size: Annotated[float, Limits(ge=5, le=60)] = 16.0
    """Of stickers, the side of a face."""
    net: Annotated[float, Limits(ge=12, le=60)] = 20.0
    """Of paper dice."""
    labels: Annotated[str, Limits(max_length=80)] = ""
    """"" for plain sticker paper."""
    own_labels: Annotated[tuple[LabelSheet, ...], Limits(max_length=40)] = ()
    cut_marks: bool = True
    right: Annotated[float, Limits(ge=-20, le=20)] = 0.0
    """How far everything made to measure is moved, because the printer is not exact."""
    down: Annotated[float, Limits(ge=-20, le=20)] = 0.0
    blank: bool = False
    """Whether sheets have empty boxes in place of how the character is now."""

    @property
    def offset(self) -> tuple[float, float]:
        """To the right and down."""
        return self.right, self.down


USUAL_CHOICES: Final = PrintChoices()


@cache
def common_labels() -> tuple[LabelSheet, ...]:
    """Return the sheets that come with the program."""
    stored = json.loads((shipped("resources") / "print" / "labels.json").read_bytes())
    return tuple(read(LabelSheet, each) for each in stored)


def find_labels(wanted: str, own: tuple[LabelSheet, ...] = ()) -> LabelSheet | None:
    """Return the sheet of that name or maker's number, in any case; the user's own come first."""
    key = wanted.strip().casefold()
    for each in (*own, *common_labels()):
        if key in {each.id.casefold(), *(code.casefold() for code in each.codes)}:
            return each
    return None


MOST_REMEMBERED: Final = 300
"""Characters; those printed longest ago are forgotten first."""
_LIMIT: Final = 4 * 1024 * 1024

Faces = Mapping[str, Sequence[str]]
"""The codes of the faces of dice, by the names of the dice."""


class PrintedFaces:
    """A file that is only a help: one that is damaged or cannot be read counts as empty."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def of(self, character_id: str) -> Faces:
        """Return what was printed of a character; empty when nothing was."""
        found = self._load().get(character_id, {})
        return found if isinstance(found, dict) else {}

    def remember(self, character_id: str, faces: Faces) -> None:
        """Note what was printed now, beside what was printed of the other dice before; FileProblem if it cannot be."""
        everybody = self._load()
        known = everybody.pop(character_id, {})
        everybody[character_id] = {**known, **{name: [*codes] for name, codes in faces.items()}}
        kept = dict([*everybody.items()][-MOST_REMEMBERED:])
        make_folder(self._path.parent, self._path)
        write_checked(self._path, [[each, kept[each]] for each in kept])

    def _load(self) -> dict[str, dict[str, list[str]]]:
        try:
            stored = read_checked(self._path, _LIMIT)
            return {str(each): _faces(dice) for each, dice in stored}
        except (DamagedFileError, FileProblem, AttributeError, TypeError, ValueError):
            return {}


def _faces(dice: dict[str, list[str]]) -> dict[str, list[str]]:
    return {str(name): [str(code) for code in codes][:6] for name, codes in dice.items()}
