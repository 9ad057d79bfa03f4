"""The licences of the program and of what it is made of."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bones_desktop.storage.files.locations import shipped

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
