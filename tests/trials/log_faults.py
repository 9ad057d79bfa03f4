"""The log of rolls is used with one call to the disk after the other refused, below SQLite: nothing shown is lost.

python -m tests.trials.log_faults [--way NAME]

Each way is walked once to count its calls. Then it is walked again for each call and each error, where that call alone
is refused, and where it and all that follow are. Wrong is: another error than the program's own, a line that is not
there any more, a success that was told and is not on the disk, a throw that cannot be kept once the disk is well again,
a number that is given twice, a sound log that is put aside, and what is left beside it. Needs gcc, on Linux.
"""

import argparse
import contextlib
import ctypes
import errno
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import NoReturn

from bones_desktop.rules.fairness import verify
from bones_desktop.storage.files.textfiles import FileProblem, sweep_temporaries
from bones_desktop.storage.log.throwlog import ThrowLog
from bones_desktop.wording.files import file_sentence
from tests.trials.log_damage import NAME, PAGE, Ticking, fill, throw, titles_in

SHIM = "BONES_DESKTOP_REFUSING"
"""In the environment of the process in which calls can be refused."""
SHORT = -1
"""In place of an error: only half is written."""
ERRORS = {
    errno.EACCES: "ocuim", errno.ENOSPC: "cwstm", errno.EIO: "ocwrstuim", errno.EROFS: "cum", errno.EMFILE: "oc",
    errno.ENOENT: "oum", errno.EINTR: "ocwrs", SHORT: "w",
}  # fmt: skip
"""On which kinds of call: to open to read or to write, write, read, sync, truncate, unlink, ask about, make or move."""
ONCE = frozenset({errno.EINTR, errno.ENOENT, SHORT})
"""What does not go on and on."""


Promise = Callable[[ThrowLog], bool]
"""Returns whether the log holds what was told as done."""


@dataclass
class Walk:
    """One walk: where the log lies, and the log once it is open."""

    folder: Path
    log: ThrowLog | None = None
    clock: Ticking = field(default_factory=Ticking)
    numbers: list[int] = field(default_factory=list)
    """Of draws that were given out."""

    def opened(self, *, later: bool = False) -> ThrowLog:
        if self.log is None:
            self.log = ThrowLog(self.folder / NAME, self.clock, later=later)
        return self.log


@dataclass(frozen=True)
class Way:
    """A way on which the log is written: from which log, what is done before the disk refuses, and what then."""

    begin: str
    act: Callable[[Walk], Promise]
    before: Callable[[Walk], object] = Walk.opened
    writes: int = 0
    """Lines, at its end."""
    aside: bool = False
    """Whether a log may be put aside."""
    source: str = ""
    """What it is made anew of."""
    double: bool = False
    """Whether it is gone before, so that nothing helps where it cannot be read either."""


def make_logs(folder: Path) -> None:
    """Write the logs that the ways begin with."""
    for name, throws, backup in (("sound", 12, False), ("backed up", 60, True), ("many", 60, False)):
        log = ThrowLog(folder / name / NAME, Ticking())
        fill(log, throws, Random(1))
        if backup:
            log.file.back_up(lambda: True)
            fill(log, 3, Random(2))
        if name == "sound":
            shutil.copytree(folder / name, folder / "killed")
        log.close()
    (folder / "none").mkdir()
    for name, of in (("damaged", "many"), ("damaged, backed up", "backed up")):
        shutil.copytree(folder / of, folder / name)
        with (folder / name / NAME).open("r+b") as file:
            for page in (12, 18):  # one of an index, which is noticed at once, and one of lines
                file.seek(page * PAGE)
                file.write(b"\xff" * PAGE)
        (folder / name / f"{NAME}-wal").touch()  # as after a kill: all of it is checked when it is opened


def nothing(_walk: Walk) -> None:
    pass


def opened(walk: Walk) -> Promise:
    walk.opened()
    return lambda log: True


def opened_later(walk: Walk) -> Promise:
    walk.opened(later=True)
    return thrown(walk)


def thrown(walk: Walk) -> Promise:
    log = walk.opened()
    evening = log.evening()
    if evening is not None:
        walk.numbers.append(log.next_number(evening.id))
    line = throw(log, Random(7))
    walk.numbers.append(line.number)
    return lambda log: log.read([line.id]) == (line,)


def amended(walk: Walk) -> Promise:
    changed = replace(walk.opened().latest(1)[0], tags=("bought",))
    walk.opened().amend(changed)
    return lambda log: log.read([changed.id])[0].tags == ("bought",)


def settled(walk: Walk) -> Promise:
    who, _name = walk.opened().people()[0]
    act = walk.opened().pending(who)[0].id
    walk.opened().settle(act)
    return lambda log: act not in {each.id for each in log.pending(who)}


def evening_ended(walk: Walk) -> Promise:
    ended = walk.opened().end_evening()
    return lambda log: ended in log.evenings()


def backed_up(walk: Walk) -> Promise:
    if not walk.opened().file.back_up(lambda: True):
        raise FileProblem("other", walk.folder, text="a page of the copy could not be read")
    return lambda log: [each.size > PAGE for each in log.file.backups.list()] == [True]


def brought_back(walk: Walk) -> Promise:
    [newest] = walk.folder.glob("*-backups/*")
    walk.opened().file.restore(newest)
    return lambda log: True


def closed(walk: Walk) -> Promise:
    walk.opened().close()
    walk.log = None
    return lambda log: True


def checked(walk: Walk) -> Promise:
    walk.opened().check()
    return lambda log: True


def gone(walk: Walk) -> None:
    throw(walk.opened(), Random(5))
    for path in walk.folder.glob(f"{NAME}*"):
        path.unlink()


def exchanged(walk: Walk) -> None:
    """Put another log in the place of the one that is open."""
    throw(walk.opened(), Random(5))
    shutil.copy(walk.folder.parent / "many" / NAME, walk.folder / "other")
    (walk.folder / "other").replace(walk.folder / NAME)


WAYS = {
    "made": Way("none", opened, nothing),
    "opened": Way("sound", opened, nothing),
    "opened later, and rolled": Way("sound", opened_later, nothing, writes=1),
    "opened after a kill": Way("killed", opened, nothing),
    "thrown": Way("sound", thrown, writes=1),
    "amended": Way("sound", amended),
    "settled": Way("sound", settled),
    "evening ended": Way("sound", evening_ended, writes=1),
    "backed up": Way("sound", backed_up),
    "closed": Way("sound", closed),
    "checked": Way("sound", checked),
    "damaged": Way("damaged", opened, nothing, aside=True, source=NAME),
    "damaged, with a backup": Way("damaged, backed up", opened, nothing, aside=True, source=NAME),
    "gone while open": Way("sound", thrown, gone, writes=1, double=True),
    "another in its place": Way("sound", thrown, exchanged, writes=1, aside=True, double=True),
    "a backup brought back": Way("backed up", brought_back, aside=True, source="*-backups/*.sqlite3"),
}


class Disk:
    """Counts the calls of this process to the disk below a folder, and refuses some: see refusing.c."""

    def __init__(self) -> None:
        self._library = ctypes.CDLL(os.environ[SHIM])
        self._library.trial_disarm.restype = ctypes.c_char_p
        number, text = ctypes.c_int, ctypes.c_char_p
        self._library.trial_arm.argtypes = (text, ctypes.c_long, number, number, text)
        self.calls = ""
        """Their kinds."""

    @contextlib.contextmanager
    def refusing(self, folder: Path, nth: int = 0, error: int = 0, *, onward: bool = False) -> Iterator[None]:
        """Refuse the nth call, with `onward` those that follow too; nothing without `nth`."""
        self._library.trial_arm(os.fsencode(folder) + b"/", nth, error, onward, ERRORS.get(error, "").encode())
        try:
            yield
        finally:
            self.calls = self._library.trial_disarm().decode()


def begun(way: Way, top: Path) -> Walk:
    folder = top / "walk"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(top / way.begin, folder)
    walk = Walk(folder)
    way.before(walk)
    return walk


def walked(way: Way, disk: Disk, top: Path) -> dict[int, str]:
    """Walk a way on which nothing is refused and return the lines that the log has then."""
    walk = begun(way, top)
    with disk.refusing(walk.folder):
        way.act(walk)
    with contextlib.closing(walk.opened()) as log:
        return titles_in(log)


def faults(
    way: Way, walk: Walk, whole: dict[int, str], promise: Promise | None, *, unreadable: bool, undeletable: bool
) -> Iterator[str]:
    """Yield what is wrong once the disk is well again; `promise` is None for what was told as refused.

    What cannot be read may be put aside, and what cannot be deleted is left.
    """
    if not way.aside and not unreadable and (aside := [each.name for each in walk.folder.glob("*.bad-*")]):
        yield f"put aside: {aside}"
    if trouble := thrown_again(walk) and thrown_again(walk):  # it may be told once
        yield f"it stays refused: {trouble}"
    if len(set(walk.numbers)) != len(walk.numbers):
        yield f"a number was given twice: {walk.numbers}"
    with contextlib.closing(ThrowLog(walk.folder / NAME, walk.clock)) as log:
        if log.file.repaired is not None:
            yield f"it had to be repaired at the next start: {log.file.repaired}"
        if promise is not None and not promise(log):
            yield "told as done, and not there"
        if damage := log.check().faults:
            yield f"damage: {damage}"
        if not way.double or not unreadable:
            yield from losses(way, walk, log, [*whole.items()][: len(whole) - way.writes])
    sweep_temporaries(walk.folder, datetime.now(UTC) + timedelta(days=1))
    ours = {NAME, f"{Path(NAME).stem}-backups"}
    lies = {each.name for each in walk.folder.iterdir()} - ours
    left = {each for each in lies if not re.search(r"\.bad-", each)}
    left |= {each.name for each in walk.folder.glob("*-backups/*") if each.suffix != ".sqlite3"}
    if left and not undeletable:
        yield f"left behind: {sorted(left)}"


def losses(way: Way, walk: Walk, log: ThrowLog, kept: list[tuple[int, str]]) -> Iterator[str]:
    """Yield what is not as it was; what a refused rescue lacks must be in the file that it came from."""
    if way.source:
        source = next((walk.folder.parent / way.begin).glob(way.source)).read_bytes()
        if not any(each.read_bytes() == source for each in walk.folder.rglob(f"*{Path(way.source).suffix}*")):
            yield "what it was rescued from is lost"
        return
    lines = titles_in(log)
    if lost := [number for number, title in kept if lines.get(number) != title]:
        yield f"lines that are not as they were: {lost}"
    if log.evening() is not None:
        log.end_evening()
    for evening in log.evenings():
        found = verify(log.sealed(evening), log.draws(evening.id))
        if not found.commitment_matches or found.repeated or found.broken:
            yield f"draws: {found}"


def thrown_again(walk: Walk) -> str:
    """Throw with the log as the walk left it, and close it; return why that was refused, "" if it was not."""
    try:
        walk.numbers.append(throw(walk.opened(), Random(9)).number)
    except FileProblem as error:
        return f"{file_sentence(error)} {error.values}"
    walk.opened().close()
    return ""


def wrong_with(
    way: Way, disk: Disk, top: Path, whole: dict[int, str], nth: int, error: int, *, onward: bool
) -> list[str]:
    """Return what is wrong with a walk whose nth call is refused, with an error."""
    walk, promise = begun(way, top), None
    try:
        with disk.refusing(walk.folder, nth, error, onward=onward):
            promise = way.act(walk)
    except FileProblem as refused:
        if not file_sentence(refused).strip():
            return ["nothing is said"]
    except Exception:  # any other exception is what is looked for
        return [traceback.format_exc()]
    later = disk.calls[nth - 1 :] if onward else disk.calls[nth - 1 : nth]
    unreadable = error == errno.EIO and "r" in later
    undeletable = "u" in ERRORS[error] and "u" in later
    try:
        return list(faults(way, walk, whole, promise, unreadable=unreadable, undeletable=undeletable))
    except Exception:
        return [f"afterwards: {traceback.format_exc()}"]


def with_refusing(folder: Path) -> NoReturn:
    """Begin again as a process in which calls can be refused."""
    library = folder / "refusing.so"
    source = Path(__file__).with_name("refusing.c")
    subprocess.run(("gcc", "-O1", "-Wall", "-shared", "-fPIC", "-o", library, source, "-ldl"), check=True)
    environment = {**os.environ, "LD_PRELOAD": str(library), SHIM: str(library)}
    command = (sys.executable, "-m", "tests.trials.log_faults", *sys.argv[1:])
    sys.exit(subprocess.run(command, env=environment, check=False).returncode)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--way", default="", help="only those with this in their name")
    given = parser.parse_args()
    memory = "/dev/shm" if Path("/dev/shm").is_dir() else None
    with tempfile.TemporaryDirectory(prefix="faults", dir=memory) as name:
        top = Path(name)
        if SHIM not in os.environ:
            with_refusing(top)
        make_logs(top)
        disk, walks, wrong, began = Disk(), 0, 0, time.monotonic()
        for what, way in WAYS.items():
            if given.way not in what:
                continue
            whole, here = walked(way, disk, top), 0
            calls = disk.calls
            assert calls, "nothing was counted"
            for nth, kind in enumerate(calls, 1):
                for error in (error for error, kinds in ERRORS.items() if kind in kinds):
                    for onward in (False,) if error in ONCE else (False, True):
                        walks += 1
                        for fault in wrong_with(way, disk, top, whole, nth, error, onward=onward):
                            here += 1
                            said = "a part" if error == SHORT else errno.errorcode[error]
                            more = " and what follows" if onward else ""
                            print(f"{what}: call {nth}, {kind}{more}: {said}: {fault}", flush=True)
            wrong += here
            print(f"{what}: {len(calls)} calls, wrong: {here}", flush=True)
    print(f"{walks} walks in {time.monotonic() - began:.0f} s, wrong: {wrong}")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
