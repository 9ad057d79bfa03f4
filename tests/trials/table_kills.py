"""The host of a table is killed while phones roll. It is started again: same table, same port, same seats.

python -m tests.trials.table_kills [--kills 50] [--seats 4] [--seed 1]

No roll that a phone has seen is lost or changed, and none is rolled twice. A seat repeats each request until it has an
answer, as the page does. A killed seat loses nothing either.
"""

import argparse
import asyncio
import shutil
import tempfile
from pathlib import Path
from random import Random
from typing import Any

from bones_desktop.storage.files.locations import Locations
from bones_desktop.storage.log.logentry import LogEntry
from bones_desktop.storage.log.throwlog import ThrowLog
from tests.seats.tableseats import now
from tests.support.program import ROOT
from tests.support.tableclients import Client
from tests.support.tableprograms import Host, programs

SAMPLES = ROOT / "resources" / "games" / "bones" / "samples"
PEOPLE = ("Ragnar", "Bob", "Grumpy")
LONGEST = 3.0
"""Seconds of rolling before a kill, at most."""


class Player:
    """A seat that rolls without a pause, and repeats what was not answered."""

    def __init__(self, client: Client, rng: Random) -> None:
        self.client, self._rng = client, rng
        self.seen: dict[str, list[int]] = {}
        """The faces of each roll that was answered, by the id of the request."""
        self.refused: list[str] = []

    async def play(self) -> None:
        """Roll until cancelled, over breaks of the connection."""
        number = 0
        while True:
            number += 1
            id = f"{self.client.name}-{number}"
            while id not in self.client.answers:
                await asyncio.wait_for(self.client.is_in.wait(), 60)
                await self.client.throw(id)
                for _each in range(100):
                    if id in self.client.answers or not self.client.is_in.is_set():
                        break
                    await asyncio.sleep(0.01)
            answer = self.client.answers[id]
            if answer["kind"] == "thrown":
                self.seen[id] = [die["face"] for die in answer["dice"]]
            else:
                self.refused.append(answer["reason"])
            await asyncio.sleep(self._rng.uniform(0.1, 0.3))

    async def stay(self) -> None:
        """Keep the connection, and drop it now and then without a word."""
        while True:
            staying = asyncio.create_task(self.client.stay())
            await asyncio.wait([staying], timeout=self._rng.uniform(0.5, 5))
            self.client.is_in.clear()
            if not staying.done():
                self.client.abort()
                await staying
            await asyncio.sleep(0.05)


def lines(folder: Path) -> list[LogEntry]:
    """Return the rolls in the log."""
    log = ThrowLog(Locations.under(folder).roll_log, now)
    try:
        return [entry for entry in log.latest(100_000) if entry.dice]
    finally:
        log.close()


async def kill(make: Any, folder: Path, kills: int, seats: int, seed: int, longest: float = LONGEST) -> str:
    """Play, kill, start again and compare. Return what was seen."""
    rng = Random(seed)
    files = [shutil.copy(SAMPLES / f"{name.lower()}.bones", folder) for name in PEOPLE]
    host: Host = make(Host, folder, *files, "--admit", "all")
    first = host.lines[0]
    players = [
        Player(Client(host.port, host.secret, f"Seat-{n}", PEOPLE[n % 3]), Random(rng.random())) for n in range(seats)
    ]
    tasks = [asyncio.create_task(each.stay()) for each in players]
    for each in players:
        await asyncio.wait_for(each.client.is_in.wait(), 60)
    tasks += [asyncio.create_task(each.play()) for each in players]
    for _each in range(kills):
        await asyncio.sleep(rng.uniform(0.2, longest))
        host.kill()
        host = await asyncio.to_thread(make, Host, folder, *files, "--admit", "ask")
        assert host.lines[0] == first, (host.lines[0], first)
        knocked = host.of("knocked")
        assert not knocked, knocked
    for each in players:
        count = len(each.seen)
        while len(each.seen) == count:
            for task in tasks:
                assert not task.done(), task
            await asyncio.sleep(0.05)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    host.process.stdin.close()
    await asyncio.to_thread(host.end)
    return compare(lines(folder), players, kills)


def compare(found: list[LogEntry], players: list[Player], kills: int) -> str:
    """Compare the log with what the seats saw."""
    numbers = [entry.number for entry in found]
    assert len(set(numbers)) == len(numbers), numbers
    logged: dict[str, list[list[int]]] = {}
    for entry in found:
        # The tag of a line has the ids of the seat and of the request, and the name of the seat.
        (request,) = (tag.split(":")[-2] for tag in entry.tags if tag.count(":") >= 2)
        logged.setdefault(request, []).append(sorted(die.index + 1 for die in entry.dice))
    assert all(len(each) == 1 for each in logged.values()), "a request was done twice"
    for player in players:
        for id, faces in player.seen.items():
            assert logged.get(id) == [sorted(faces)], (id, logged.get(id), faces)
    seen = sum(len(each.seen) for each in players)
    refused = sum(len(each.refused) for each in players)
    return (
        f"{kills} kills, {len(found)} rolls in the log, {seen} seen by their seats, {refused} refused because the host "
        "was killed between roll and line"
    )


def main() -> None:
    """Kill, and say what was seen."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, programs() as make:
        print(asyncio.run(kill(make, Path(folder), given.kills, given.seats, given.seed)))


if __name__ == "__main__":
    main()
