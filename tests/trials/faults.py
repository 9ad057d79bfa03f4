"""Every save path is walked with one call to the disk after the other refused: nothing is lost, everything is told.

python -m tests.trials.faults [--path NAME]

Each path is done once to count its calls. Then it is done again for each call and each error, where that call alone is
refused, and where it and all that follow are. Wrong is: another error than the program's own, a file that is neither
as before nor as after, a value that is nowhere any more, a success that was told and is not on the disk, and a
temporary that is left though it could be deleted.
"""

import argparse
import errno
import os
import re
import shutil
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication

from bones_desktop.document.document import Document
from bones_desktop.document.session import Session
from bones_desktop.rules.bones.fight.roster import new_fight
from bones_desktop.storage.campaignfile import CAMPAIGNS, FIGHTS
from bones_desktop.storage.files.characterfile import CHARACTERS, write_character
from bones_desktop.storage.files.checkedfile import StartCounter
from bones_desktop.storage.files.datafile import DataFileError, ValueFolder
from bones_desktop.storage.files.labelsheets import PrintedFaces
from bones_desktop.storage.files.saving import FileStore
from bones_desktop.storage.files.settings import Settings, SettingsFiles, WindowState
from bones_desktop.storage.files.textfiles import TEMPORARY_SUFFIX, FileProblem, save_bytes
from bones_desktop.storage.files.undohistory import UndoHistories
from bones_desktop.storage.files.versions import Versions
from bones_desktop.storage.games import SMALL_GAMES
from bones_desktop.storage.packfile import PackFolder, write_pack
from bones_desktop.storage.shelfcatalogue import Shelf
from bones_desktop.wording.files import file_sentence
from tests.storage.campaigns import whole_campaign
from tests.storage.everything import CHARACTER
from tests.support.packs import norse

CALLS = (
    "open", "write", "fsync", "close", "replace", "rename", "link", "unlink", "mkdir", "stat", "lstat", "fstat",
    "listdir", "scandir", "read", "ftruncate", "fchmod", "rmdir",
)  # fmt: skip
ERRORS = (errno.EACCES, errno.ENOSPC, errno.EIO, errno.EROFS, errno.EMFILE, errno.ENOENT, errno.EINTR)
SHORT = -1
"""In place of an error: only part is written."""
READS = frozenset({"stat", "lstat", "fstat", "listdir", "scandir", "read"})
SPACE = frozenset({errno.ENOSPC, errno.EROFS})
"""What is never said of reading."""
VALUES = (".bones", ".bones-campaign", ".bones-fight", ".bonespack.json")
"""Endings of what the user made: none of it may be lost."""
ID = re.compile(rb'"id": "[0-9a-f]{32}"')
Act = Callable[[], object]
Prepare = Callable[[Path], Act]


def now() -> datetime:
    return datetime(2026, 11, 23, 20, tzinfo=UTC)


class Disk:
    """Counts the calls to the disk, and refuses the nth of them, and with `onward` all that follow."""

    def __init__(self, nth: int = 0, error: int = 0, *, onward: bool = False) -> None:
        self.nth, self.error, self.onward = nth, error, onward
        self.calls: list[str] = []
        self.refused: list[str] = []
        self._real = {name: getattr(os, name) for name in CALLS}

    def __enter__(self) -> "Disk":
        for name in CALLS:
            setattr(os, name, self._call(name))
        return self

    def __exit__(self, *_error: object) -> None:
        for name, real in self._real.items():
            setattr(os, name, real)

    def _call(self, name: str) -> Callable[..., Any]:
        real = self._real[name]

        def call(*args: Any, **more: Any) -> Any:
            self.calls.append(name)
            due = len(self.calls) == self.nth or (self.onward and 0 < self.nth < len(self.calls))
            if not due or (name in READS and self.error in SPACE):
                return real(*args, **more)
            if self.error == SHORT:
                part = (args[0], bytes(args[1])[: -(-len(args[1]) // 2)]) if name == "write" else args
                return real(*part, **more)
            self.refused.append(name)
            if name == "close":
                real(*args, **more)  # the handle is gone all the same
            raise OSError(self.error, "refused by the trial")

        return call


def tree(folder: Path) -> dict[str, bytes]:
    """Return the files by their paths, with the ids of characters that are made anew each time as one."""
    every = {str(each.relative_to(folder)): each.read_bytes() for each in folder.rglob("*") if each.is_file()}
    return {name: ID.sub(b'"id": ""', data) for name, data in every.items()}


def on_shelf(act: Callable[[Shelf, Path], object]) -> Prepare:
    def prepare(folder: Path) -> Act:
        shelf = Shelf(folder / "characters")
        path = shelf.create(CHARACTER)
        shelf.create(CHARACTER.with_(id="9" * 32, name="Other"))
        (folder / "elsewhere").mkdir()
        write_character(folder / "elsewhere" / "New.bones", CHARACTER.with_(id="8" * 32, name="New"))
        shelf.entries()
        return lambda: act(shelf, path)

    return prepare


def edited(form: Any, value: Any, *, elsewhere: bool = False) -> Prepare:
    """Prepare an edit of an open file, which is saved with an earlier version and its undo history."""

    def prepare(folder: Path) -> Act:
        path = folder / ("stick" if elsewhere else "data") / f"File{form.error.suffix}"
        path.parent.mkdir()
        form.write(path, value)
        document: Document[Any] = Document(value)
        versions, histories = Versions(folder / "versions"), UndoHistories(folder / "undo", type(value))
        session = Session(document, FileStore(form, versions, now), histories)
        session.open(path)

        def act() -> None:
            document.apply("Name", lambda each: each.with_(name="Edited"))
            if not session.flush():
                raise session.last_trouble or AssertionError("not saved, and nobody knows why")

        return act

    return prepare


def in_folder(form: Any, value: Any, act: Callable[[ValueFolder[Any], Path], object]) -> Prepare:
    def prepare(folder: Path) -> Act:
        values = ValueFolder(form, folder / "data")
        path = values.create(value)
        return lambda: act(values, path)

    return prepare


def packs(act: Callable[[PackFolder, Any], object]) -> Prepare:
    def prepare(folder: Path) -> Act:
        where = PackFolder(folder / "packs")
        file = where.save(write_pack(folder / "first.bonespack.json", norse()))
        return lambda: act(where, file)

    return prepare


def paths() -> dict[str, Prepare]:
    """Return every way on which something is written, by what it does."""
    campaign, fight = whole_campaign(), new_fight("f" * 32, "The ford")

    def settings(folder: Path) -> Act:
        files = SettingsFiles(folder / "config" / "settings.json", folder / "state" / "window.json", now)
        files.save(Settings())
        return lambda: (files.save(Settings(text_size=150)), files.save_window(WindowState(page="log")))

    def printed(folder: Path) -> Act:
        faces = PrintedFaces(folder / "state" / "printed.json")
        faces.remember("a" * 32, {"Roman": ["melee"] * 6})
        return lambda: faces.remember("b" * 32, {"Roman": ["melee"] * 6})

    def starts(folder: Path) -> Act:
        return lambda: (StartCounter(folder / "state" / "starts").begin(), None)

    def exported(folder: Path) -> Act:
        (folder / "Sheet.pdf").write_bytes(b"an older one")
        return lambda: save_bytes(folder / "Sheet.pdf", b"%PDF" * 9_000)

    return {
        "a new character": on_shelf(lambda shelf, _path: shelf.create(CHARACTER.with_(id="7" * 32))),
        "a character renamed": on_shelf(lambda shelf, path: shelf.rename(path, "Another")),
        "its letters in another case": on_shelf(lambda shelf, path: shelf.rename(path, path.stem.upper())),
        "a character removed": on_shelf(lambda shelf, path: shelf.remove(path)),
        "removed and brought back": on_shelf(lambda shelf, path: shelf.restore(shelf.remove(path))),
        "a character doubled": on_shelf(lambda shelf, path: shelf.duplicate(path, "Twin")),
        "imported": on_shelf(lambda shelf, path: shelf.import_file(path.parents[1] / "elsewhere" / "New.bones")),
        "exported": on_shelf(lambda shelf, path: shelf.export_file(path, path.parents[1] / "Out.bones")),
        "an edit of BONES": edited(CHARACTERS, CHARACTER),
        "an edit on a stick": edited(CHARACTERS, CHARACTER, elsewhere=True),
        **{
            f"an edit of {small.game.id}": edited(small.form, small.form.read(small.samples[0]).value)
            for small in SMALL_GAMES
        },
        "a campaign": edited(CAMPAIGNS, campaign),
        "a new campaign": in_folder(CAMPAIGNS, campaign, lambda values, _path: values.create(campaign)),
        "a campaign renamed": in_folder(CAMPAIGNS, campaign, lambda values, path: values.rename(path, "Other")),
        "a campaign removed": in_folder(CAMPAIGNS, campaign, lambda values, path: values.remove(path)),
        "a fight": edited(FIGHTS, fight),
        "a new fight": in_folder(FIGHTS, fight, lambda values, _path: values.create(fight)),
        "a pack": packs(lambda where, file: where.save(file)),
        "a pack exported": packs(lambda where, file: where.export(file, where.folder.parent / "Out.bonespack.json")),
        "a pack removed": packs(lambda where, file: where.remove(file.path)),
        "settings and layout": settings,
        "what was printed": printed,
        "the count of starts": starts,
        "a PDF or a log written": exported,
    }


def wrong_with(prepare: Prepare, disk: Disk, before: dict[str, bytes], after: dict[str, bytes], top: Path) -> str:
    """Return what is wrong after one walk, "" if nothing is."""
    folder = top / "trial"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    act = prepare(folder)
    failed = False
    try:
        with disk:
            act()
    except (FileProblem, DataFileError) as error:
        failed = True
        if not file_sentence(error).strip():
            return "nothing is said"
    except Exception:  # any other exception is what is looked for
        return traceback.format_exc()
    left = tree(folder)
    kept = {name: data for name, data in left.items() if name.endswith(VALUES)}
    allowed = {*before.values(), *after.values()}
    half = [name for name, data in kept.items() if data not in allowed and not name.startswith("versions")]
    if half:
        return f"neither as before nor as after: {half}"
    for name, data in before.items():
        if name.endswith(VALUES) and data not in kept.values() and after.get(name) not in kept.values():
            return f"{name} is nowhere any more"
    if not failed:
        missing = [
            name for name, data in after.items()
            if name.endswith(VALUES) and not name.startswith("versions") and data not in kept.values()
        ]  # fmt: skip
        if missing:
            return f"told as done, and not on the disk: {missing}"
    stray = [name for name in left if name.endswith(TEMPORARY_SUFFIX)]
    if stray and "unlink" not in disk.refused:
        return f"left behind: {stray}"
    return ""


def ways(calls: list[str]) -> Iterator[Disk]:
    for nth, name in enumerate(calls, 1):
        for error in (*ERRORS, *((SHORT,) if name == "write" else ())):
            if name in READS and error in SPACE:
                continue
            yield Disk(nth, error)
            yield Disk(nth, error, onward=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--path", default="", help="only those with this in their name")
    given = parser.parse_args()
    application = QCoreApplication([])
    walks, calls, wrong, began = 0, Counter[str](), 0, time.monotonic()
    with tempfile.TemporaryDirectory(prefix="faults") as name:
        top = Path(name)
        for what, prepare in paths().items():
            if given.path not in what:
                continue
            folder = top / "trial"
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            act = prepare(folder)
            before = tree(folder)
            with Disk() as counted:
                act()
            after = tree(folder)
            calls.update(counted.calls)
            here = 0
            for disk in ways(counted.calls):
                walks += 1
                fault = wrong_with(prepare, disk, before, after, top)
                if fault:
                    here += 1
                    said = "a part" if disk.error == SHORT else errno.errorcode[disk.error]
                    onward = " and what follows" if disk.onward else ""
                    print(
                        f"{what}: call {disk.nth}, {counted.calls[disk.nth - 1]}{onward}: {said}: {fault}", flush=True
                    )
            wrong += here
            print(f"{what}: {len(counted.calls)} calls, wrong: {here}", flush=True)
    print(f"{walks} walks with {sum(calls.values())} calls refused, {time.monotonic() - began:.0f} s, wrong: {wrong}")
    del application
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
