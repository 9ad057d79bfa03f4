"""A large home is backed up and restored into an empty one, byte by byte.

python -m tests.trials.whole_backup [--characters 500] [--lines 100000]

The characters have portraits. The log is compared row by row; every other file by its bytes.
"""

import argparse
import contextlib
import hashlib
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from PySide6.QtGui import QColor, QImage

from bones_desktop.document.portraits import portrait_from_image
from bones_desktop.main import main as program
from bones_desktop.storage.files.characterfile import write_character
from bones_desktop.storage.files.locations import Locations, make_folder
from bones_desktop.storage.log.logbackups import have_same_rows
from tests.benchmarks.log import fill
from tests.support.people import ragnar


def portrait(chance: Random) -> str:
    """Return a picture of noise as characters hold it: no packing makes it smaller."""
    image = QImage(chance.randbytes(160 * 160 * 4), 160, 160, QImage.Format.Format_RGB32)
    return portrait_from_image(image, QColor("white"))


def tree(top: Path) -> dict[str, str]:
    """Return the hash of every file below `top`, except the log and the copies made by restoring."""
    return {
        str(path.relative_to(top)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(top.rglob("*"))
        if path.is_file() and "throws" not in str(path) and "backups" not in path.parts
    }


def trial(folder: Path, characters: int, lines: int) -> int:
    """Run the trial in `folder` and return the number of faults."""
    full, empty = Locations.under(folder / "full"), Locations.under(folder / "empty")
    make_folder(full.characters)
    chance = Random(1)
    for number in range(characters):
        hero = ragnar().with_(id=f"{number:032x}", name=f"Hero {number}", portrait=portrait(chance))
        write_character(full.characters / f"Hero {number}.bones", hero)
    fill(full.roll_log, lines)
    out = str(folder / "all.zip")
    for name, home, *more in (("backup", full), ("restore", empty, "--yes")):
        began = time.monotonic()
        with contextlib.redirect_stdout(sys.stderr):
            code = program((name, out, *more, "--data-dir", str(home.data.parent)))
        print(f"{name}: {time.monotonic() - began:.1f} s, {Path(out).stat().st_size / 1e6:.1f} MB")
        if code:
            return 1
    same = tree(full.data) == tree(empty.data), have_same_rows(full.roll_log, empty.roll_log)
    print(f"{characters} characters the same: {same[0]}; {lines} lines of the log the same: {same[1]}")
    return same.count(False)


def main() -> int:
    """Run the trial as the arguments say."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--characters", type=int, default=500)
    parser.add_argument("--lines", type=int, default=100_000)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        return trial(Path(folder), given.characters, given.lines)


if __name__ == "__main__":
    sys.exit(min(1, main()))
