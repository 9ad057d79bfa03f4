"""Characters of the smaller games are played and killed, or the power is cut: nothing that was shown is lost.

python -m tests.trials.game_kills [--kills 500] [--cuts 0] [--seed 1]

A cut of the power needs root and Linux: the files lie on a disk in a file, which is copied while the player is stopped.
The copy holds what had reached the disk, and is looked at.
"""

import argparse
import contextlib
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

from PySide6.QtCore import QCoreApplication

from bones_desktop.document.document import Document
from bones_desktop.document.session import Session
from bones_desktop.play.eveningdice import EveningDice
from bones_desktop.play.gameplay import GamePlay
from bones_desktop.play.journal import Journal
from bones_desktop.rules.acts import Answers, Parameter, ParameterKind, Value
from bones_desktop.rules.fairness import Sealed, verify
from bones_desktop.rules.values import done_act
from bones_desktop.storage.files.datafile import DataFileError
from bones_desktop.storage.files.locations import Locations
from bones_desktop.storage.files.saving import FileStore
from bones_desktop.storage.files.settings import Settings, SettingsFiles
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.files.undohistory import UndoHistories
from bones_desktop.storage.files.versions import Versions
from bones_desktop.storage.games import SMALL_GAMES, StoredGame
from bones_desktop.storage.log.logentry import ActState, draws_of
from bones_desktop.storage.log.throwlog import ThrowLog
from bones_desktop.storage.shelfcatalogue import Shelf

LONGEST = 0.35
"""Seconds until a kill."""
KILLS_OF_ONE = 20
"""Kills of one character, before the next is begun."""
DISK_SIZE = 24 << 20
BEGUN = 8
"""The most lines that the step after the one last told of can have written."""


def now() -> datetime:
    return datetime(2026, 11, 23, 20, tzinfo=UTC)


def digest(value: object) -> str:
    return hashlib.sha256(repr(value).encode()).hexdigest()


def played_in(folder: Path) -> Path | None:
    return next(Locations.under(folder).characters.glob("*.bones"), None)


class Table:
    """A sample character of a game with its log and settings in a folder, as the program opens them."""

    def __init__(self, folder: Path, small: StoredGame[Any, Any]) -> None:
        where = Locations.under(folder)
        self.path = played_in(folder) or Shelf(where.characters).create(
            small.form.read(small.samples[0]).value, game=small.game.id
        )
        self.small = small
        self.log = ThrowLog(where.roll_log, now)
        self.document: Document[Any] = Document(small.game.new("0" * 32))
        histories = UndoHistories(where.undo, type(self.document.value))
        self.session: Session[Any] = Session(
            self.document, FileStore(small.form, Versions(where.versions), now), histories
        )
        self.session.open(self.path)
        journal = Journal(self.log)
        self.session.file_saved.connect(journal.settle)
        self.settings = SettingsFiles(where.settings_file, where.window_state_file, now)
        self.play = GamePlay(self.document, small, journal, EveningDice(self.log, now))

    def told(self) -> dict[str, object]:
        """Return what is on the screen."""
        steps, undone = self.document.history()
        return {
            "value": digest(self.document.value),
            "lines": len(self.log.ids()),
            "pending": sorted(each.id for each in self.play.proposals),
            "undo": len(steps) - undone,
            "settings": self.settings.load().settings.last_fight,
        }


def play_on(table: Table, chance: Random, tell: Callable[[bytes], object]) -> None:
    """Do one step after another, and tell of each when it is done."""
    play, stack = table.play, table.document.undo_stack
    for number in range(100_000):
        match chance.choices(("throw", "act", "take", "undo", "redo", "settings"), (8, 8, 3, 3, 2, 1))[0]:
            case "throw":
                if play.due:
                    play.throw_on()
                else:
                    roll = chance.choice(table.small.game.rolls(table.small.book, table.document.value))
                    play.throw(roll.id, any_answers(roll.parameters, chance))
            case "act":
                act = chance.choice(play.acts)
                play.do(act.id, act.fitted(any_answers(act.parameters(Answers()), chance)))
            case "take":
                if play.proposals:
                    play.take_proposal(play.proposals[0].id)
            case "undo":
                stack.undo()
            case "redo":
                stack.redo()
            case "settings":
                table.settings.save(Settings(last_fight=f"{number}"))
        tell(json.dumps(table.told()).encode() + b"\n")


def any_answers(asked: tuple[Parameter, ...], chance: Random) -> Answers:
    return Answers({each.id: any_answer(each, chance) for each in asked if not each.optional or chance.random() < 0.3})


def any_answer(asked: Parameter, chance: Random) -> Value:
    match asked.kind:
        case ParameterKind.NUMBER:
            return chance.randint(asked.least, min(asked.most, asked.least + 12))
        case ParameterKind.CHOICE if asked.choices:
            return chance.choice(asked.choices)
        case ParameterKind.TEXT:
            return chance.choice(("rope", "a lamp", "Öl"))
    return asked.first


def play_and_stop(
    folder: Path, small: StoredGame[Any, Any], chance: Random, stop: Callable[[int], None]
) -> dict[str, Any]:
    """Let a process play for a moment, `stop` it, and return what it told of last."""
    seed = chance.randrange(1 << 30)
    reading, writing = os.pipe()
    player = os.fork()
    if player == 0:
        try:
            os.close(reading)
            table = Table(folder, small)
            os.write(writing, json.dumps(table.told()).encode() + b"\n")
            play_on(table, Random(seed), lambda line: os.write(writing, line))
        except BaseException:
            traceback.print_exc()
        os._exit(1)
    os.close(writing)
    with os.fdopen(reading, "rb") as told:
        first = told.readline()
        time.sleep(chance.random() * LONGEST)
        stop(player)
        os.waitpid(player, 0)
        rest = told.read().split(b"\n")[:-1]
    return json.loads(rest[-1] if rest else first)


def faults(folder: Path, small: StoredGame[Any, Any], told: dict[str, Any]) -> Iterator[str]:
    """Yield what is lost or there by halves; nothing is written before all is read."""
    where = Locations.under(folder)
    path = played_in(folder)
    try:
        found = small.form.read(path or where.characters).value
    except (FileProblem, DataFileError) as error:
        yield f"the character cannot be read: {error}"
        return
    log = ThrowLog(where.roll_log, now)
    entries = log.read(log.ids())
    more = len(entries) - told["lines"]
    if not 0 <= more <= BEGUN:
        yield f"{told['lines']} lines were told of, {len(entries)} are there"
    loaded = SettingsFiles(where.settings_file, where.window_state_file, now).load()
    if loaded.damaged or (not loaded.settings.last_fight and told["settings"]):
        yield f"settings told of: {told['settings']}, found: {loaded}"
    evening = log.evening()
    if evening is not None:
        checked = verify(Sealed(evening.commitment, evening.seed, last=evening.draws), draws_of(entries, evening.id))
        if not checked.commitment_matches or checked.repeated or checked.changed:
            yield f"draws: {checked}"
    pending = sorted(
        each.id for each in log.pending(found.id) if each.state is ActState.PENDING and done_act(found, each.id) is None
    )
    log.close()
    if not more and digest(found) == told["value"] and pending != told["pending"]:
        yield f"pending: {told['pending']}, found {pending}"
    histories = UndoHistories(where.undo, type(found))
    document: Document[Any] = Document(small.game.new("0" * 32))
    Session(document, FileStore(small.form, Versions(where.versions), now), histories).open(path)
    histories.close()
    steps, undone = document.history()
    done = len(steps) - undone
    if digest(found) == told["value"]:
        if abs(done - told["undo"]) > 1:
            yield f"undo could take back {told['undo']} steps, now {done}"
        return
    near = {digest(each.before) for each in steps[max(0, done - 1) : done]}
    near |= {digest(each.after) for each in steps[done : done + 1]}
    if told["value"] not in near:
        yield f"the character is neither as told nor one step on; {len(steps)} steps, {undone} undone"


@contextlib.contextmanager
def mounted(image: Path, folder: Path) -> Iterator[Path]:
    folder.mkdir(exist_ok=True)
    subprocess.run(("mount", "-o", "loop", image, folder), check=True)
    try:
        yield folder
    finally:
        subprocess.run(("umount", folder), check=True)


def kill(player: int) -> None:
    os.kill(player, signal.SIGKILL)


def run_kills(folder: Path, kills: int, chance: Random) -> list[str]:
    wrong = []
    for number in range(kills):
        small = SMALL_GAMES[number // KILLS_OF_ONE % len(SMALL_GAMES)]
        place = folder / f"kill {number // KILLS_OF_ONE}"
        told = play_and_stop(place, small, chance, kill)
        found = [f"kill {number + 1}, {small.game.id}, {place}: {each}" for each in faults(place, small, told)]
        print(*found, sep="\n", end="\n" if found else "")
        wrong += found
    return wrong


def run_cuts(folder: Path, cuts: int, chance: Random) -> list[str]:
    wrong = []
    image, copy = folder / "disk", folder / "after"
    for number in range(cuts):
        small = SMALL_GAMES[number % len(SMALL_GAMES)]
        with image.open("wb") as disk:
            disk.truncate(DISK_SIZE)
        subprocess.run(("mkfs.ext4", "-q", "-F", image), check=True)

        def cut(player: int) -> None:
            os.kill(player, signal.SIGSTOP)
            os.waitpid(player, os.WUNTRACED)
            shutil.copyfile(image, copy)
            os.kill(player, signal.SIGKILL)

        with mounted(image, folder / "mounted") as place:
            told = play_and_stop(place, small, chance, cut)
        with mounted(copy, folder / "left") as place:
            found = [f"cut {number + 1}, {small.game.id}: {each}" for each in faults(place, small, told)]
        print(*found, sep="\n", end="\n" if found else "")
        wrong += found
    return wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name, first in (("--kills", 500), ("--cuts", 0), ("--seed", 1)):
        parser.add_argument(name, type=int, default=first)
    given = parser.parse_args()
    application = QCoreApplication([])
    for small in SMALL_GAMES:
        assert small.book is not None  # read once, before the processes part
    chance, begun, wrong = Random(given.seed), time.monotonic(), []
    with tempfile.TemporaryDirectory(prefix="kills") as folder:
        wrong += run_kills(Path(folder), given.kills, chance)
        wrong += run_cuts(Path(folder), given.cuts, chance)
    print(f"{given.kills} kills and {given.cuts} cuts in {time.monotonic() - begun:.0f} s, wrong: {len(wrong)}")
    del application
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
