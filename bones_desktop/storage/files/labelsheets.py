"""Label sheets, licence texts, the choices of the last printing, and the faces printed last."""

import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, Final, Literal

from bones_desktop.rules.values import Limits, Value
from bones_desktop.storage.files.checkedfile import DamagedFileError, read_checked, write_checked
from bones_desktop.storage.files.locations import make_folder
from bones_desktop.storage.files.plainjson import read
from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.storage.files.textfiles import FileProblem

LIBRARIES: Final = (
    "PySide6-Essentials", "pydantic", "pydantic-core", "platformdirs", "annotated-types", "typing-extensions",
    "typing-inspection",
)  # fmt: skip
"""Packages the program needs. Unless the program is frozen, each contains its own licence."""
_OWN: Final = "Bones-Desktop"
_NAMES: Final = re.compile(r"licen[cs]e|copying|notice", re.IGNORECASE)


def licences() -> dict[str, str]:
    """Return the licence texts by the name of the software, the program's own first.

    The frozen program has a folder with all of them. Otherwise the installed packages are searched; texts that are not
    found are left out.
    """
    resources = shipped("resources")
    frozen = resources.parents[1] / "licences"
    found = dict(_of_folder(frozen) if getattr(sys, "frozen", False) else _installed(resources))
    return {_OWN: found.pop(_OWN, "MIT"), **found}


def _of_folder(folder: Path) -> Iterator[tuple[str, str]]:
    for file in sorted(folder.glob("*.txt")):
        yield file.stem.removesuffix("-LICENSE"), _text(file)


def _installed(resources: Path) -> Iterator[tuple[str, str]]:
    """Yield the licences of the program, from a checkout or the installed package, and of the packages it needs."""
    checkout = resources.parent / "LICENSE"
    if checkout.is_file():
        yield _OWN, _text(checkout)
    else:
        yield _OWN, _of_package("bones-desktop")
    yield from _of_folder(resources.parent / "packaging" / "licences")
    yield from _of_folder(resources / "fonts")
    yield from ((name, text) for name in LIBRARIES if (text := _of_package(name)))


def _of_package(name: str) -> str:
    """Return the licences of an installed package; "" if there are none."""
    # Imported late: it is slow to import, and only the page with licences needs it.
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        files = distribution(name).files or ()
    except PackageNotFoundError:
        return ""
    return "\n\n".join(
        _text(Path(str(file.locate())))
        for file in files
        # The folder "sboms" is skipped, because it often contains the same texts again.
        if ".dist-info" in file.parts[0] and "sboms" not in file.parts and _NAMES.search(file.name)
    )


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        # One unreadable licence must not keep the others from being shown.
        return str(error)


MOST_LABELS: Final = 60
"""Maximum number of labels in a row or in a column."""
_Count = Annotated[int, Limits(ge=1, le=MOST_LABELS)]
_Length = Annotated[float, Limits(ge=0, le=300)]


class LabelSheet(Value):
    """A sheet of equal labels in rows and columns. Lengths are in millimetres."""

    id: Annotated[str, Limits(max_length=80)]
    """Id of the sheet; for a sheet of the user's own, the name they gave it."""
    paper: Literal["A4", "Letter"] = "A4"
    columns: _Count
    rows: _Count
    width: _Length
    height: _Length
    left: _Length
    """Distance from the edge of the paper to the first column."""
    top: _Length
    across: _Length
    """Distance from the left edge of a label to the left edge of the next."""
    down: _Length
    """Distance from the top edge of a label to the top edge of the next."""
    codes: tuple[Annotated[str, Limits(max_length=20)], ...] = ()
    """Product numbers under which makers sell these sheets."""

    @property
    def count(self) -> int:
        """Number of labels on a sheet."""
        return self.columns * self.rows

    def overlaps(self) -> bool:
        """Return whether a label would overlap the next one."""
        # With a single column or row, the distance to the next one does not matter.
        too_near = self.columns > 1 and self.across < self.width
        return too_near or (self.rows > 1 and self.down < self.height)

    def reach(self) -> tuple[float, float]:
        """Return the right edge and the bottom edge of the last label, in millimetres."""
        return (
            self.left + (self.columns - 1) * self.across + self.width,
            self.top + (self.rows - 1) * self.down + self.height,
        )


class PrintChoices(Value):
    """The choices made at the last printing. Lengths are in millimetres."""

    what: Annotated[str, Limits(max_length=40)] = ""
    ink: Literal["colour", "light", "grey"] = "colour"
    size: Annotated[float, Limits(ge=5, le=60)] = 16.0
    """Edge length of a face on stickers."""
    net: Annotated[float, Limits(ge=12, le=60)] = 20.0
    """Edge length of a face on paper dice."""
    labels: Annotated[str, Limits(max_length=80)] = ""
    """Id of the label sheet; "" for plain sticker paper."""
    own_labels: Annotated[tuple[LabelSheet, ...], Limits(max_length=40)] = ()
    cut_marks: bool = True
    right: Annotated[float, Limits(ge=-20, le=20)] = 0.0
    """Shift to the right that corrects an inaccurate printer. It applies to everything printed to scale."""
    down: Annotated[float, Limits(ge=-20, le=20)] = 0.0
    blank: bool = False
    """True if sheets have empty boxes instead of the character's current state."""

    @property
    def offset(self) -> tuple[float, float]:
        """The shifts to the right and down, in millimetres."""
        return self.right, self.down


USUAL_CHOICES: Final = PrintChoices()


@cache
def common_labels() -> tuple[LabelSheet, ...]:
    """Return the sheets that come with the program."""
    stored = json.loads((shipped("resources") / "print" / "labels.json").read_bytes())
    return tuple(read(LabelSheet, each) for each in stored)


def find_labels(wanted: str, own: tuple[LabelSheet, ...] = ()) -> LabelSheet | None:
    """Return the sheet with that name or product number, ignoring case. The user's own sheets come first."""
    key = wanted.strip().casefold()
    for each in (*own, *common_labels()):
        if key in {each.id.casefold(), *(code.casefold() for code in each.codes)}:
            return each
    return None


MOST_REMEMBERED: Final = 300
"""Maximum number of remembered characters. Those whose last printing is oldest are forgotten first."""
_LIMIT: Final = 4 * 1024 * 1024

Faces = Mapping[str, Sequence[str]]
"""The codes of the faces of each die, by the name of the die."""


class PrintedFaces:
    """The faces printed last for each character, kept in a file. An unreadable file counts as empty."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def of(self, character_id: str) -> Faces:
        """Return the printed faces of a character; empty if there are none."""
        found = self._load().get(character_id, {})
        return found if isinstance(found, dict) else {}

    def remember(self, character_id: str, faces: Faces) -> None:
        """Remember these printed faces, and keep the printed faces of the character's other dice. Raise FileProblem."""
        everybody = self._load()
        # The character is removed and added again at the end, so that the dictionary stays in the order of printing.
        known = everybody.pop(character_id, {})
        everybody[character_id] = {**known, **{name: [*codes] for name, codes in faces.items()}}
        kept = dict([*everybody.items()][-MOST_REMEMBERED:])
        make_folder(self._path.parent, self._path)
        # Stored as a list, because JSON with sorted keys would lose the order.
        write_checked(self._path, [[each, kept[each]] for each in kept])

    def _load(self) -> dict[str, dict[str, list[str]]]:
        try:
            stored = read_checked(self._path, _LIMIT)
            return {str(each): _faces(dice) for each, dice in stored}
        except (DamagedFileError, FileProblem, AttributeError, TypeError, ValueError):
            return {}


def _faces(dice: dict[str, list[str]]) -> dict[str, list[str]]:
    return {str(name): [str(code) for code in codes][:6] for name, codes in dice.items()}
