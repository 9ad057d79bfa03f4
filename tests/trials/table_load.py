"""How long a roll takes from one phone to the last of all phones, and whether the host's memory stays the same.

python -m tests.trials.table_load [--seats 40] [--rolls 2000] [--window]

The host is the program itself in a process of its own; all seats are in this one, so half of the time is theirs. With
--window the host is the window on its page Table, and the longest turns of its event loop are told: how long nothing
else was done in the window, and how much of that the processor worked for it.
"""

import argparse
import asyncio
import os
import shutil
import tempfile
import time
from pathlib import Path
from statistics import quantiles
from typing import Any, NamedTuple

from bones_desktop.storage.files.locations import Locations
from tests.support.program import ROOT
from tests.support.tableclients import Client
from tests.support.tableprograms import Host, WindowHost, programs

SAMPLES = ROOT / "resources" / "games" / "bones" / "samples"
PEOPLE = ("Ragnar", "Bob", "Grumpy")
LONG = 0.033
"""Seconds of a turn that the eye sees."""
IMPORTS = 8.0
"""Seconds after a start in which the window imports the modules of its other pages."""
MEASURED = 10
"""How often the memory is looked at."""


class MeasuredWindow(WindowHost):
    """A window with all characters of the shelf at its table. When it ends, it tells the turns of its event loop."""

    page = "table"
    more = """
    for each in program.desk.shelf.entries():
        hosting._add(each.path)
    hosting.host.happened.disconnect(say)  # The pipe would be measured too.
    from time import perf_counter, thread_time
    turns, last = [], [perf_counter(), thread_time()]
    def turn():
        now = [perf_counter(), thread_time()]
        turns.append([now[0], now[0] - last[0] - 0.005, now[1] - last[1]])
        last[:] = now
    timer = QTimer(program, interval=5)
    timer.setTimerType(timer.timerType().PreciseTimer)
    timer.timeout.connect(turn)
    timer.start()
    from PySide6.QtCore import QCoreApplication
    QCoreApplication.instance().aboutToQuit.connect(lambda: say({"turns": turns}))
    """

    def turns(self, since: float) -> str:
        """End the window and return what its turns were after a moment of `perf_counter`."""
        self.process.terminate()
        self.end()
        found = [each[1:] for each in self.lines[-1]["turns"] if each[0] > since]
        names = ("turns of the window", "work of the processor in them")
        return "\n".join(
            f"{name}: {len(each)}, p99 {quantiles(each, n=100)[98] * 1000:.1f} ms, longest {max(each) * 1000:.1f} ms, "
            f"{sum(one > LONG for one in each)} over {LONG * 1000:.0f} ms"
            for name, each in zip(names, zip(*found, strict=True), strict=True)
        )


class Load(NamedTuple):
    """What was measured: seconds of each roll, and megabytes of the host from time to time."""

    seconds: list[float]
    memory: list[float]
    busy: list[float]
    """Seconds of the processor that the host had used before and after all rolls."""
    begun: float
    """Moment of `perf_counter` before the first roll."""

    def lines(self) -> list[str]:
        """Return the figures as text."""
        cuts = quantiles(self.seconds, n=100)
        named = {"p50": cuts[49], "p95": cuts[94], "p99": cuts[98], "longest": max(self.seconds)}
        times = ", ".join(f"{name} {seconds * 1000:.1f} ms" for name, seconds in named.items())
        memory = " ".join(f"{each:.1f}" for each in self.memory)
        busy = (self.busy[1] - self.busy[0]) / len(self.seconds)
        return [
            f"{len(self.seconds)} rolls: {times}",
            f"the host used {busy * 1000:.1f} ms of a processor for a roll",
            f"memory of the host: {memory} MB",
        ]


def memory_of(pid: int) -> float:
    """Return the megabytes that a process uses (Linux; elsewhere 0)."""
    status = Path(f"/proc/{pid}/status")
    if not status.exists():
        return 0.0
    (found,) = (line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
    return int(found.split()[1]) / 1000


def busy_of(pid: int) -> float:
    """Return the seconds of the processor that a process has used (Linux; elsewhere 0)."""
    used = Path(f"/proc/{pid}/stat")
    if not used.exists():
        return 0.0
    user, system = used.read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


async def load(host: Host, seats: int, rolls: int, pause: float = 0.0) -> Load:
    """Let seats roll one after the other, each as soon as all have seen the roll before."""
    clients = [Client(host.port, host.secret, f"Seat-{n}", PEOPLE[n % 3]) for n in range(seats)]
    everybody, got = asyncio.Event(), 0

    def take(message: dict[str, Any]) -> None:
        nonlocal got
        if message["kind"] == "thrown" and not message["again"]:
            got += 1
            if got % seats == 0:
                everybody.set()

    staying = [asyncio.create_task(each.stay()) for each in clients]
    for each in clients:
        await asyncio.wait_for(each.is_in.wait(), 60)
        each.on_message = take
    found = Load([], [], [busy_of(host.process.pid)], time.perf_counter())
    for number in range(rolls):
        if number % max(rolls // MEASURED, 1) == 0:
            found.memory.append(memory_of(host.process.pid))
        everybody.clear()
        begun = time.perf_counter()
        await clients[number % seats].throw()
        async with asyncio.timeout(60):
            await everybody.wait()
        found.seconds.append(time.perf_counter() - begun)
        await asyncio.sleep(pause)
    found.memory.append(memory_of(host.process.pid))
    found.busy.append(busy_of(host.process.pid))
    assert got == seats * rolls, (got, seats * rolls)
    for each in staying:
        each.cancel()
    await asyncio.gather(*staying, return_exceptions=True)
    return found


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", type=int, default=40)
    parser.add_argument("--rolls", type=int, default=2000)
    parser.add_argument("--window", action="store_true")
    parser.add_argument("--pause", type=float, default=0.1, help="seconds between two rolls")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, programs() as make:
        shelf = Locations.under(Path(folder)).characters
        shelf.mkdir(parents=True)
        files = [Path(shutil.copy(SAMPLES / f"{name.lower()}.bones", shelf)) for name in PEOPLE]
        window = make(MeasuredWindow, Path(folder), files[0]) if given.window else None
        if window is not None:
            time.sleep(IMPORTS)
        host = window or make(Host, Path(folder), *files, "--admit", "all")
        found = asyncio.run(load(host, given.seats, given.rolls, given.pause))
        print("\n".join(found.lines()))
        if window is not None:
            print(window.turns(found.begun))


if __name__ == "__main__":
    main()
