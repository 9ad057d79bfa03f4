"""Disks that refuse what others do."""

from collections.abc import Callable
from pathlib import Path


def refusing(error: int) -> Callable[[Path, Path], Path]:
    """Return what answers like `Path.replace` on a disk where no file may take the place of another."""

    def refuse(_self: Path, _target: Path) -> Path:
        raise OSError(error, "injected")

    return refuse
