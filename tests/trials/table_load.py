"""How long a roll takes from one phone to the last of all phones, and whether the host's memory stays the same.

python -m tests.trials.table_load [--seats 40] [--rolls 2000]

The host is the program itself in a process of its own; all seats are in this one, so half of the time is theirs.
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

from tests.support.program import ROOT
from tests.support.tableclients import Client
from tests.support.tableprograms import Host, programs

SAMPLES = ROOT / "resources" / "games" / "bones" / "samples"
PEOPLE = ("Ragnar", "Bob", "Grumpy")
MEASURED = 10
"""How often the memory is looked at."""


class Load(NamedTuple):
    """What was measured: seconds of each roll, and megabytes of the host from time to time."""

    seconds: list[float]
    memory: list[float]
    busy: list[float]
    """Seconds of the processor that the host had used before and after all rolls."""

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
        await each.is_in.wait()
        each.on_message = take
    found = Load([], [], [busy_of(host.process.pid)])
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
    parser.add_argument("--pause", type=float, default=0.1, help="seconds between two rolls")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, programs() as make:
        files = [Path(shutil.copy(SAMPLES / f"{name.lower()}.bones", folder)) for name in PEOPLE]
        host = make(Host, Path(folder), *files, "--admit", "all")
        print("\n".join(asyncio.run(load(host, given.seats, given.rolls, given.pause)).lines()))


if __name__ == "__main__":
    main()
