"""Logs of rolls are damaged at random, then opened, read, searched and rolled to: none raises or stays closed.

python -m tests.trials.log_damage [--logs 10000] [--seed 1] [--first 0]

A fault names the number of its log; --first and --logs 1 with the same seed damage that one again.
"""

import argparse
import contextlib
import shutil
import sys
import tempfile
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from bones_desktop.play.eveningdice import Drawn, EveningDice
from bones_desktop.rules.dice import Die
from bones_desktop.rules.fairness import verify
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.log.logentry import (
    Cause,
    EntryKind,
    LineState,
    LogEntry,
    LogFilter,
    LoggedAct,
    LoggedDie,
    LoggedWave,
    PendingAct,
    task_findings,
)
from bones_desktop.storage.log.logexport import to_json
from bones_desktop.storage.log.logfile import Repair
from bones_desktop.storage.log.throwlog import ThrowLog
from bones_desktop.wording.log import repair_sentence

SLOWEST = 5.0
"""Seconds that opening, reading and throwing may take."""
PAGE = 4096
FACES = ("universal", "physical", "melee", "melee", "defend", "")
PEOPLE = ("Ragnar ⚔ Ødegård", "Bob", "Éowyn")
NAME = "throws.sqlite3"
Clock = Callable[[], datetime]


@dataclass(frozen=True)
class Sound:
    """A log as it was before the damage."""

    name: str
    folder: Path
    titles: dict[int, str]
    """Of its lines, by their ids."""


class Ticking:
    def __init__(self) -> None:
        self.now = datetime(2026, 11, 23, 20, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now


def draw(log: ThrowLog, keys: list[str], chance: Random) -> Drawn[str]:
    """Draw from the evening that lasts; FileProblem when it cannot be kept."""
    return EveningDice(log, Ticking(), lambda: chance.randbytes(32)).draw([Die(FACES, key=key) for key in keys])


def throw(log: ThrowLog, chance: Random) -> LogEntry:
    """Throw as the table does, and return the line; FileProblem when it cannot be kept."""
    clock = Ticking()
    keys = [f"die {place}" for place in range(1, chance.randint(2, 7))]
    drawn = draw(log, keys, chance)
    fallen = zip(drawn.throw.indices, keys, strict=True)
    dice = tuple(LoggedDie("Roman", FACES, index, "character", key) for index, key in fallen)
    who, number = chance.randrange(len(PEOPLE)), drawn.number
    entry = LogEntry(
        clock(), who=PEOPLE[who], character_id=str(who) * 32, title=f"Melee {number}", dice=dice,
        findings=task_findings("Success by 2.", number), evening=drawn.evening, number=number if drawn.evening else 0,
        request='{"skill":"melee"}',
    )  # fmt: skip
    return log.append(entry, PendingAct(chance.randbytes(16).hex(), str(who) * 32, "hurt", '{"by": 1}'))


def fill(log: ThrowLog, throws: int, chance: Random) -> None:
    for number in range(throws):
        if number % 97 == 5:
            log.append(LogEntry(datetime(2026, 11, 23, tzinfo=UTC), EntryKind.SCENE, title=f"Scene {number}"))
        if number % 150 == 149:
            log.end_evening()
        line = throw(log, chance)
        if number % 7 == 3:
            again = draw(log, ["die 1"], chance)
            wave = LoggedWave(Cause.REROLL, ((0, again.throw.indices[0]),), number=again.number)
            changed = replace(line, waves=(wave,), tags=("re-rolled",))
            log.amend(
                changed, (), [LoggedAct(chance.randbytes(16).hex(), LineState.of(changed), LineState.of(changed))]
            )
        if number % 5 == 1:
            log.settle(log.pending(line.character_id)[-1].id)


def titles_in(log: ThrowLog) -> dict[int, str]:
    return {line.id: line.title for line in log.read(log.ids())}


LOGS = {
    "an evening": (60, 40, False),
    "an evening, killed": (60, 40, True),
    "a year": (500, 20, False),
    "a year, killed": (400, 60, True),
    "the first minutes": (0, 12, False),
}
"""As a program leaves them that backs up every hour: rolls before and after the backup, and whether it was killed."""


def make_logs(folder: Path, names: Iterable[str] = LOGS) -> list[Sound]:
    """Make the logs that are damaged."""
    chance, made = Random(0), []
    for name in names:
        throws, since, killed = LOGS[name]
        at = folder / "made" / name
        log = ThrowLog(at / NAME, Ticking())
        if throws:
            fill(log, throws, chance)
            log.file.back_up(lambda: True)
        fill(log, since, chance)
        titles = titles_in(log)
        for evening in log.evenings():
            found = verify(log.sealed(evening), log.draws(evening.id))
            if found.changed or found.repeated or found.broken:
                raise AssertionError(f"{name}: what nobody damaged does not verify: {found}")
        if not killed:
            log.close()
        shutil.copytree(at, folder / name)
        log.close()
        made.append(Sound(name, folder / name, titles))
    return made


def some_file(folder: Path, chance: Random) -> Path:
    """Return the log, or at times its journal."""
    files = [each for each in (folder / NAME, folder / f"{NAME}-wal") if each.exists() and each.stat().st_size]
    return files[0] if chance.random() < 0.6 else chance.choice(files)


def change(path: Path, chance: Random, how: Callable[[bytearray, Random], object]) -> None:
    data = bytearray(path.read_bytes())
    how(data, chance)
    path.write_bytes(data)


def flip(data: bytearray, chance: Random) -> None:
    for _ in range(chance.choice((1, 1, 2, 5, 20, 200))):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)


def flip_early(data: bytearray, chance: Random) -> None:
    for _ in range(chance.choice((1, 2, 5))):
        data[chance.randrange(min(len(data), PAGE))] = chance.randrange(256)


def blank(data: bytearray, chance: Random) -> None:
    size = chance.choice((1, 16, 512, PAGE, 4 * PAGE))
    start = chance.randrange(len(data)) // size * size
    data[start : start + size] = bytes([chance.choice((0, 0xFF))]) * len(data[start : start + size])


def scramble(data: bytearray, chance: Random) -> None:
    start = chance.randrange(len(data))
    size = min(chance.choice((4, 100, PAGE)), len(data) - start)
    data[start : start + size] = chance.randbytes(size)


def truncate(data: bytearray, chance: Random) -> None:
    at = chance.randrange(len(data))
    del data[at // PAGE * PAGE if chance.random() < 0.5 else at :]


def grow(data: bytearray, chance: Random) -> None:
    data += chance.randbytes(chance.choice((1, 100, PAGE, 3 * PAGE)))


def swap(data: bytearray, chance: Random) -> None:
    for _ in range(chance.choice((1, 1, 3))):
        one, two = (chance.randrange(max(1, len(data) // PAGE)) * PAGE for _ in range(2))
        first, second = data[one : one + PAGE], data[two : two + PAGE]
        if len(first) == len(second):
            data[one : one + PAGE], data[two : two + PAGE] = second, first


def double(data: bytearray, chance: Random) -> None:
    one, two = (chance.randrange(max(1, len(data) // PAGE)) * PAGE for _ in range(2))
    page = data[one : one + PAGE]
    data[two : two + len(page)] = page


def torn_tail(data: bytearray, chance: Random) -> None:
    """Leave what a power cut makes of pages that were being written: their place is there, their content is not."""
    length = min(len(data), chance.choice((512, PAGE, 4 * PAGE)))
    data[-length:] = bytes(length)


BYTES = (flip, flip_early, blank, scramble, truncate, torn_tail, grow, swap, double)


def journal_gone(folder: Path, chance: Random) -> None:
    (folder / f"{NAME}-wal").unlink(missing_ok=True)


def emptied(folder: Path, chance: Random) -> None:
    (folder / NAME).write_bytes(b"" if chance.random() < 0.5 else b"no log at all\n" * chance.randrange(1, 999))


def log_gone(folder: Path, chance: Random) -> None:
    (folder / NAME).unlink()


OTHERS = (journal_gone, journal_gone, emptied, log_gone)


def damage(folder: Path, chance: Random) -> str:
    """Do one thing or several to a log and return their names."""
    done = []
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        if not (folder / NAME).is_file() or not (folder / NAME).stat().st_size:
            break
        if chance.random() < 0.85:
            how = chance.choice(BYTES)
            path = some_file(folder, chance)
            change(path, chance, how)
            done.append(f"{how.__name__}{' of the journal' if path.name.endswith('-wal') else ''}")
        else:
            other = chance.choice(OTHERS)
            other(folder, chance)
            done.append(other.__name__)
    return " and ".join(dict.fromkeys(done))


@dataclass
class Figures:
    logs: int = 0
    repaired: int = 0
    refused: int = 0
    """Reads and rolls that met damage and were refused; the next ones were not."""
    unseen: int = 0
    """Those whose damage nothing met, until they were checked."""
    lines: int = 0
    """That were there before."""
    kept: int = 0
    other: int = 0
    """Lines that say something else than before: a changed letter in a text cannot be noticed."""
    slowest: float = 0.0


def retried(act: Callable[[], Any], figures: Figures) -> Any:
    """Do something once more where it was refused: it met damage, and the log was repaired."""
    try:
        return act()
    except FileProblem:
        figures.refused += 1
        return act()


def read_all(log: ThrowLog) -> None:
    """Read, search and export everything."""
    lines = log.read(log.ids())
    log.latest()
    log.scenes()
    people, evenings = log.people(), log.evenings()
    for which in (LogFilter("melee ragnar"), LogFilter(evening=1), LogFilter(scene=0), LogFilter(tag="re-rolled")):
        log.ids(which)
    log.face_counts(str)
    to_json(lines, evenings)
    for evening in evenings:
        with contextlib.suppress(ValueError):  # a seed that is none
            verify(log.sealed(evening), log.draws(evening.id))
    for who, _name in people:
        log.pending(who)
        log.is_pending(who)
    log.acts([f"{number:032x}" for number in range(3)])


def roll(log: ThrowLog, chance: Random) -> LogEntry:
    """Roll, change the line, and return it."""
    line = replace(throw(log, chance), tags=("bought",))
    log.amend(line)
    log.proposed_by(line.id)
    return line


def unverified(log: ThrowLog, thrown: list[LogEntry]) -> list[str]:
    """Return what is wrong with the seals of lines that were thrown after the damage."""
    changed = {
        (evening.id, number)
        for evening in log.evenings()
        for number in verify(log.sealed(evening), log.draws(evening.id)).changed
    }
    return [f"draw {line.number} does not verify" for line in thrown if (line.evening, line.number) in changed]


def one(sound: Sound, folder: Path, chance: Random, figures: dict[str, Figures]) -> tuple[str, list[str]]:
    """Damage a log and use it; return what was done to it and the faults."""
    shutil.copytree(sound.folder, folder)
    done = damage(folder, chance)
    wrong: list[str] = []
    told: list[Repair] = []
    clock = Ticking()
    begun = time.monotonic()
    with contextlib.closing(ThrowLog(folder / NAME, clock)) as log:
        told += [log.file.repaired] if log.file.repaired else []
        log.file.on_repaired = told.append
        retried(partial(read_all, log), figures["all"])
        thrown = [retried(partial(roll, log, chance), figures["all"]) for _ in range(3)]
    took = time.monotonic() - begun
    with contextlib.closing(ThrowLog(folder / NAME, clock)) as log:
        if log.file.repaired is not None and told:
            wrong.append(f"it had to be repaired at the next start again: {log.file.repaired}")
        if list(log.read([line.id for line in thrown])) != thrown:
            wrong.append("what was rolled is not there")
        for line in (each for each in thrown if each.number):
            if [draw.number for draw in log.draws(line.evening)].count(line.number) != 1:
                wrong += [f"draw {line.number} is there twice"]
        wrong += unverified(log, thrown)
        lines = retried(partial(titles_in, log), figures["all"])
        log.evenings()
        unseen = log.file.repair()
        if log.file.repair():
            wrong.append("damage is left in it")
        if list(log.read([line.id for line in thrown])) != thrown:
            wrong.append("what was rolled is not there after a check")
    for repair in told:
        if "{" in repair_sentence(repair):
            wrong.append("no sentence")
        if repair.aside is not None and not repair.aside.exists():
            wrong.append("the damaged file is not kept")
    if took > SLOWEST:
        wrong.append(f"it took {took:.1f} s")
    for key in (done.split(" and ")[0] if " and " not in done else "several", "all"):
        sums = figures[key]
        sums.logs += 1
        sums.repaired += bool(told)
        sums.unseen += unseen
        sums.lines += len(sound.titles)
        sums.kept += len(sound.titles.keys() & lines.keys())
        new = {line.id for line in thrown}
        sums.other += sum(lines.get(line, title) != title for line, title in sound.titles.items() if line not in new)
        sums.slowest = max(sums.slowest, took)
    return done, wrong


def tell(figures: dict[str, Figures]) -> None:
    heads = ("logs", "repaired", "refused", "unseen", "lines", "kept", "other", "slowest")
    print(f"{'done to it':28}", *(f"{head:>8}" for head in heads))
    for kind, sums in sorted(figures.items(), key=lambda each: each[1].logs):
        counts = (sums.logs, sums.repaired, sums.refused, sums.unseen, sums.lines)
        share = sums.kept / sums.lines if sums.lines else 1
        print(f"{kind:28}", *(f"{count:8}" for count in counts), f"{share:8.2%} {sums.other:8} {sums.slowest:7.2f}s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name, usual in (("--logs", 10_000), ("--seed", 1), ("--first", 0)):
        parser.add_argument(name, type=int, default=usual)
    given = parser.parse_args()
    figures: dict[str, Figures] = defaultdict(Figures)
    wrong, kinds, begun = 0, Counter[str](), time.monotonic()
    memory = "/dev/shm" if Path("/dev/shm").is_dir() else None
    with tempfile.TemporaryDirectory(prefix="damaged", dir=memory) as place:
        logs = make_logs(Path(place) / "sound")
        for number in range(given.first, given.first + given.logs):
            chance = Random(f"{given.seed} {number}")
            sound, folder = chance.choice(logs), Path(place) / "damaged"
            done, found = "?", []
            try:
                done, found = one(sound, folder, chance, figures)
            except Exception as error:  # each is a fault that is told
                told: Any = traceback.extract_tb(error.__traceback__)[-1]
                found = [f"{type(error).__name__}: {error} ({Path(told.filename).name}:{told.lineno})"]
                kinds[f"{type(error).__name__} {Path(told.filename).name}:{told.lineno}"] += 1
            for each in found:
                wrong += 1
                print(f"log {number} ({sound.name}; {done}): {each}", flush=True)
            shutil.rmtree(folder, ignore_errors=True)
    tell(figures)
    for kind, count in kinds.most_common():
        print(f"{count:6} {kind}")
    print(f"{given.logs} damaged logs in {time.monotonic() - begun:.0f} s, wrong: {wrong}")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
