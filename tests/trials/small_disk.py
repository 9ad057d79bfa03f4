"""Everything is saved on a disk that is full but for some pages, or that may only be read: nothing is lost.

python -m tests.trials.small_disk [--pages 40]

The ways are those of `tests.trials.faults` and `tests.trials.log_faults`, and so is what is wrong. The disk is one in
memory, which needs root, on Linux. There are as many walks of each way as pages, from none free to all of them.
"""

import argparse
import contextlib
import errno
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.trials import faults, log_faults

SIZE = "32m"
PAGE = 4096


class FullDisk:
    """A disk on which only some pages are free within the context."""

    def __init__(self, top: Path, pages: int) -> None:
        self._filler, self._pages = top / "filler", pages
        self.refused: list[str] = []
        self.calls = ""

    def __enter__(self) -> None:
        found = os.statvfs(self._filler.parent)
        room = found.f_bavail * found.f_frsize - self._pages * PAGE
        with self._filler.open("wb") as file:
            if room > 0:
                os.posix_fallocate(file.fileno(), 0, room)

    def __exit__(self, *_error: object) -> None:
        self._filler.unlink()

    @contextlib.contextmanager
    def refusing(self, _folder: Path, *_given: int, onward: bool) -> Iterator[None]:
        """Do as a context does, as `log_faults` calls it."""
        assert onward
        with self:
            yield


class ReadOnlyDisk:
    """A disk that may only be read within the context."""

    def __init__(self, top: Path) -> None:
        self._top = top
        self.refused = ["unlink"]

    def __enter__(self) -> None:
        self._mount("ro")

    def __exit__(self, *_error: object) -> None:
        self._mount("rw")

    def _mount(self, how: str) -> None:
        subprocess.run(("mount", "-o", f"remount,{how}", self._top), check=True)


def whole(prepare: faults.Prepare, top: Path) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """Return the files before and after a walk on which nothing is refused."""
    folder = top / "trial"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    act = prepare(folder)
    before = faults.tree(folder)
    act()
    return before, faults.tree(folder)


def saved(top: Path, pages: int) -> Iterator[str | None]:
    """Walk every way on which a file is saved; yield what is wrong with each walk, None if nothing is."""
    for what, prepare in faults.paths().items():
        before, after = whole(prepare, top)
        disks: list[tuple[str, Any]] = [(f"{free} pages free", FullDisk(top, free)) for free in range(pages)]
        for said, disk in (*disks, ("read-only", ReadOnlyDisk(top))):
            fault = faults.wrong_with(prepare, disk, before, after, top)
            yield f"{what}, {said}: {fault}" if fault else None


def logged(top: Path, pages: int) -> Iterator[str | None]:
    """Walk every way on which the log is written."""
    log_faults.make_logs(top)
    for what, way in log_faults.WAYS.items():
        walk = log_faults.begun(way, top)
        way.act(walk)
        with contextlib.closing(walk.opened()) as log:
            lines = log_faults.titles_in(log)
        for free in range(pages):
            disk: Any = FullDisk(top, free)
            wrong = log_faults.wrong_with(way, disk, top, lines, 1, errno.ENOSPC, onward=True)
            yield f"{what}, {free} pages free: {wrong}" if wrong else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pages", type=int, default=40)
    given = parser.parse_args()
    walks, wrong, began = 0, 0, time.monotonic()
    with tempfile.TemporaryDirectory(prefix="small") as name:
        subprocess.run(("mount", "-t", "tmpfs", "-o", f"size={SIZE}", "none", name), check=True)
        try:
            for ways in (saved, logged):
                for fault in ways(Path(name), given.pages):
                    walks += 1
                    wrong += fault is not None
                    if fault is not None:
                        print(fault, flush=True)
        finally:
            subprocess.run(("umount", "-l", name), check=True)
    print(f"{walks} walks in {time.monotonic() - began:.0f} s, wrong: {wrong}")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
