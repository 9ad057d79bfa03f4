"""The folders shipped with the program.

This module does not import `pathlib`, which takes longer than a command needs to read the rulebook.
"""

import os
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from pathlib import Path

_PACKAGE: Final = os.path.abspath(f"{__file__}/../../..")  # noqa: PTH100 (the module docstring says why)


class ShippedFileError(Exception):
    """Raised when a file of the program itself is missing or damaged. The message names the file and the error."""


def shipped_folder(folder: Literal["resources", "icons"]) -> str:
    """Return the name of a shipped folder: inside the installed package, or next to it in a checkout."""
    inside = f"{_PACKAGE}/{folder}"
    return inside if os.path.isdir(inside) else f"{_PACKAGE}/../{folder}"  # noqa: PTH112


def shipped(folder: Literal["resources", "icons"]) -> "Path":
    """Return the path of a folder shipped with the program."""
    from pathlib import Path

    return Path(shipped_folder(folder)).resolve()
