"""The log of the table with a hundred thousand lines: opening, finding, reading, counting, writing.

    python -m tests.benchmarks.log [lines]

Times are of the wall clock in milliseconds, for the disk counts too: the median of the rounds, and the worst.
"""

import statistics
import sys
import tempfile
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from bones_desktop.storage.log.logentry import (
    Cause,
    EntryKind,
    LogEntry,
    LogFilter,
    LoggedDie,
    LoggedWave,
    task_findings,
)
from bones_desktop.storage.log.throwlog import ThrowLog

LINES = 100_000
ROUNDS = 9
DICE = 20
GOALS = {"open": 20, "ids by text": 100, "read 50": 2, "face counts": 100}
"""Milliseconds, on the median."""
ICONS = ("universal", "physical", "melee", "melee", "defend", "maneuver", "", "magic x2", "perception", "athletics")
NAMES = ("Ragnar Lodbrok", "Éowyn of Rohan", "Bob", "Grumpy", "The wolf of the ford")
TASKS = ("Maneuver against Average", "Melee against 3 successes", "Perception against Difficult", "Income")
RESULTS = ("Success by 2", "Failure by 1", "1 success", "300 coins")


def now():
    return datetime(2026, 11, 21, 20, tzinfo=UTC)


def fill(path, count):
    """Write a log of `count` lines in one transaction: the benchmark is of what a player waits for."""
    log, rng = ThrowLog(path, now), Random(1)
    own = [
        tuple(
            LoggedDie(f"Die {die}", tuple(rng.choices(ICONS, k=6)), 0, "character", f"{who} die {die}")
            for die in range(8)
        )
        for who in NAMES
    ]
    challenge = [LoggedDie("Challenge", ("null", "null", "", "", "", ""), 0, "challenge", f"c{n}") for n in range(12)]
    evening = log.begin_evening(bytes(32)).id
    with log.file.writing():
        for number in range(1, count):
            who = rng.randrange(len(NAMES))
            kind = EntryKind.SCENE if number % 60 == 0 else EntryKind.THROW
            dice = tuple(replace(die, index=rng.randrange(6)) for die in (*own[who], *challenge)[:DICE])
            again = (
                (LoggedWave(Cause.REROLL, ((1, rng.randrange(6)),), number=count + number),) if number % 20 == 0 else ()
            )
            log._insert(
                LogEntry(
                    now() + timedelta(minutes=number),
                    kind,
                    NAMES[who],
                    f"{who:032}",
                    rng.choice(TASKS),
                    dice if kind is EntryKind.THROW else (),
                    again if kind is EntryKind.THROW else (),
                    task_findings(rng.choice(RESULTS), rng.randrange(-3, 6)),
                    ("re-rolled",) if again else (),
                    evening,
                    number if kind is EntryKind.THROW else 0,
                    '{"skill":"melee","difficulty":"","against":3,"items":[0]}',
                )
            )
    log.close()


def timed(answer, rounds=ROUNDS):
    """Return the milliseconds of each round."""
    spent = []
    for _ in range(rounds):
        began = time.perf_counter()
        answer()
        spent.append((time.perf_counter() - began) * 1000)
    return spent


def main(count):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "throws.sqlite3"
        fill(path, count)
        print(f"{count} lines of {DICE} dice: {path.stat().st_size / 1e6:.0f} MB")
        opened = timed(lambda: ThrowLog(path, now).close())
        journal = path.with_name(path.name + "-wal")
        looked = timed(lambda: (journal.touch(), ThrowLog(path, now).close()), 3)
        log, rng = ThrowLog(path, now), Random(2)
        ids = log.ids()

        def pages():
            start = rng.randrange(max(1, len(ids) - 50))
            assert len(log.read(ids[start : start + 50])) == min(50, len(ids))

        entry = replace(log.latest(1)[0], number=0, evening=0, waves=())
        heading = log.scenes()[-1].id
        found = {
            "open": opened,
            "open after a crash": looked,
            "ids": timed(log.ids),
            "ids by text": timed(lambda: log.ids(LogFilter("eowyn success"))),
            "ids by text, none": timed(lambda: log.ids(LogFilter("nobody"))),
            "ids of a character": timed(lambda: log.ids(LogFilter(character_id=f"{1:032}"))),
            "ids of a scene": timed(lambda: log.ids(LogFilter(scene=heading))),
            "read 50": timed(pages, 200),
            "latest 100": timed(lambda: log.latest(100)),
            "scenes": timed(log.scenes),
            "people": timed(log.people),
            "evenings": timed(log.evenings),
            "face counts": timed(lambda: log.face_counts(str), 5),
            "face counts, one character": timed(lambda: log.face_counts(str, LogFilter(character_id=f"{1:032}")), 5),
            "append": timed(lambda: log.append(entry), 50),
            "next number": timed(lambda: log.next_number(1), 50),
        }
        log.close()
    for name, spent in found.items():
        goal = GOALS.get(name)
        told = "" if goal is None else f"  goal {goal}: {'met' if statistics.median(spent) <= goal else 'MISSED'}"
        print(f"{name:28}{statistics.median(spent):9.2f}{max(spent):9.2f}{told}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else LINES)
