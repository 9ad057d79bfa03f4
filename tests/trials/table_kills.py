"""The host of a table is killed while phones roll. It is started again: same table, same port, same seats.

python -m tests.trials.table_kills [--kills 50] [--seats 4] [--seed 1] [--window]

No roll that a phone has seen is lost or changed, and none is rolled twice. A seat repeats each request until it has an
answer, as the page does. A killed seat loses nothing either.

With --window the host is the window, and its phones and a game master's device also play a fight, which goes on where
it was: what was done in it is not offered again.
"""

import argparse
import asyncio
import shutil
import tempfile
import time
from collections import Counter
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from bones_desktop.rules.bones.book.notation import find_block
from bones_desktop.rules.bones.fight.roster import add, new_fight
from bones_desktop.rules.bones.making.edits import character_from_block
from bones_desktop.storage.campaignfile import FIGHTS
from bones_desktop.storage.files.characterfile import read_character
from bones_desktop.storage.files.locations import Locations
from bones_desktop.storage.log.logentry import TAKEN_BACK, LogEntry
from bones_desktop.storage.log.throwlog import ThrowLog
from bones_desktop.storage.rulebookfile import shipped_rulebook
from tests.seats.tableseats import now
from tests.support.program import ROOT
from tests.support.tableclients import ROLL, Client
from tests.support.tableprograms import Host, WindowHost, programs

SAMPLES = ROOT / "resources" / "games" / "bones" / "samples"
PEOPLE = ("Ragnar", "Bob", "Grumpy")
FOES, FIGHTS_EACH = 6, 5
"""Goblins in a fight of the window, and starts until the next fight."""
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
            asked = self.next_request()
            while id not in self.client.answers:
                try:
                    await asyncio.wait_for(self.client.is_in.wait(), 300)
                except TimeoutError:
                    raise AssertionError(self.client.name, *self.client.heard) from None
                await self.client.say({"id": id, **asked})
                for _each in range(100):
                    if id in self.client.answers or not self.client.is_in.is_set():
                        break
                    await asyncio.sleep(0.01)
            answer = self.client.answers[id]
            if answer["kind"] == "thrown" and asked["kind"] == "throw":
                self.seen[id] = [die["face"] for die in answer["dice"]]
            elif answer["kind"] == "refused":
                self.refused.append(answer["reason"])
            self.take(asked, answer)
            await asyncio.sleep(self._rng.uniform(0.1, 0.3))

    def next_request(self) -> dict[str, Any]:
        """Return what the seat asks for next."""
        return {"kind": "throw", **ROLL}

    def take(self, asked: dict[str, Any], answer: dict[str, Any]) -> None:
        """Take note of an answer."""

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


ONCE = ("Attack…", "Roll for the round", "Roll for everyone", "Close round")
"""Beginnings of the choices that are done once a round at most."""


class Fighter(Player):
    """A seat that also plays a fight: a player, or a game master who moves everybody on."""

    def __init__(self, client: Client, rng: Random) -> None:
        super().__init__(client, rng)
        self.done: dict[str, str] = {}
        """Ids and texts of the choices that were done and may not be offered again."""
        self.wrong: list[str] = []
        self.rounds = 0
        self._wanted = ""
        """Text of the choice that is asked for."""
        self._choices: list[dict[str, Any]] = []
        client.on_message = self._look

    def _look(self, message: dict[str, Any]) -> None:
        if message["kind"] == "owed":
            self._choices = [each for each in message["choices"] if each["group"] == "fight" and not each["why_not"]]
            self.wrong += [self.done[each["id"]] for each in self._choices if each["id"] in self.done]

    def next_request(self) -> dict[str, Any]:
        """Return the choice that moves the fight on, or a roll besides."""
        wanted = (*ONCE[:2], "Place them as suggested", "Choose dice to lose", "Give up nothing")
        if self.client.role == "gm":
            wanted = ("Roll for everyone", "Suggest the rest", "Close round")
        found = [each for text in wanted for each in self._choices if each["text"].startswith(text)]
        if not found or self._rng.random() < 0.3:
            self._wanted = ""
            return super().next_request() | {"character": self.client.character}
        choice, needs = found[0], found[0]["needs"] or {}
        self._wanted = choice["text"]
        asked = {"kind": "choose", "choice": choice["id"], "character": self.client.character}
        if needs.get("kind") == "fields":
            asked["set"] = {each["id"]: self._rng.choice(each["choices"])["key"] for each in needs["fields"]}
        if needs.get("kind") == "dice":
            asked["dice"] = needs["usual"]
        return asked

    def take(self, asked: dict[str, Any], answer: dict[str, Any]) -> None:
        """Keep what was done and may not be offered again."""
        if answer["kind"] != "refused" and self._wanted.startswith(ONCE):
            self.done[asked["choice"]] = self._wanted
            self.rounds += self._wanted == "Close round"


def lines(folder: Path) -> list[LogEntry]:
    """Return the rolls in the log."""
    log = ThrowLog(Locations.under(folder).roll_log, now)
    try:
        return [entry for entry in log.latest(100_000) if entry.dice]
    finally:
        log.close()


def prepare(folder: Path, name: str) -> list[Path]:
    """Put fresh characters on the shelf, and write a fight against goblins. Return the files to open."""
    book, places = shipped_rulebook(), Locations.under(folder)
    places.characters.mkdir(parents=True, exist_ok=True)
    places.fights.mkdir(parents=True, exist_ok=True)
    files = [Path(shutil.copy(SAMPLES / f"{each.lower()}.bones", places.characters)) for each in PEOPLE]
    fight = new_fight(sha256(name.encode()).hexdigest()[:32], name)
    for each in files:
        fight = add(fight, read_character(each).value, side="A", filed=True)
    block = find_block(book, "Goblin")
    for _each in range(FOES):
        fight = add(fight, character_from_block(book, block, "0" * 32), side="B")
    path = places.fights / f"{name}.bones-fight"
    FIGHTS.write(path, fight, None, None)
    return [files[0], path]


async def kill(
    make: Any, folder: Path, kills: int, seats: int, seed: int, longest: float = LONGEST, *, window: bool = False
) -> str:
    """Play, kill, start again and compare. Return what was seen."""
    rng = Random(seed)

    def start(number: int) -> Host:
        if window:
            # Without arguments the window opens the fight of last time.
            return make(WindowHost, folder, *(prepare(folder, f"Ford {number}") if number % FIGHTS_EACH == 0 else ()))
        files = [shutil.copy(SAMPLES / f"{name.lower()}.bones", folder) for name in PEOPLE]
        return make(Host, folder, *files, "--admit", "ask" if number else "all")

    host = start(0)
    first = host.lines[0]
    kind = Fighter if window else Player
    clients = [Client(host.port, host.secret, f"Seat-{n}", PEOPLE[n % 3]) for n in range(seats)]
    if window:
        clients.append(Client(host.port, host.secret, "Master", "Ragnar", "gm"))
    players = [kind(each, Random(rng.random())) for each in clients]
    tasks = [asyncio.create_task(each.stay()) for each in players]
    for each in players:
        await asyncio.wait_for(each.client.is_in.wait(), 60)
    tasks += [asyncio.create_task(each.play()) for each in players]
    for number in range(1, kills + 1):
        await asyncio.sleep(rng.uniform(0.2, longest))
        host.kill()
        killed = time.monotonic()
        host = await asyncio.to_thread(start, number)
        # A run that is cut off has said how far it came.
        print(f"kill {number}: the host is back after {time.monotonic() - killed:.1f} s", flush=True)
        assert host.lines[0] == first, (host.lines[0], first)
        knocked = host.of("knocked")
        assert not knocked, knocked
        for task in tasks:
            assert not task.done(), task
    for each in players:
        count = len(each.seen)
        while len(each.seen) == count:
            for task in tasks:
                assert not task.done(), task
            await asyncio.sleep(0.05)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    host.process.terminate() if window else host.process.stdin.close()
    await asyncio.to_thread(host.end)
    return compare(lines(folder), players, kills)


def compare(found: list[LogEntry], players: list[Player], kills: int) -> str:
    """Compare the log with what the seats saw."""
    numbers = [entry.number for entry in found if entry.number]
    assert len(set(numbers)) == len(numbers), numbers
    logged: dict[str, list[list[int]]] = {}
    fought: Counter[tuple[str, str]] = Counter()
    for entry in found:
        # The tag of a line has the ids of the seat and of the request, and the name of the seat.
        (request,) = (tag.split(":")[-2] for tag in entry.tags if tag.count(":") >= 2)
        if entry.round is None:
            logged.setdefault(request, []).append(sorted(die.index + 1 for die in entry.dice))
        elif TAKEN_BACK not in entry.tags:
            fought.update((entry.round.name, each.who) for each in entry.round.throws)
    assert all(len(each) == 1 for each in logged.values()), "a request was done twice"
    twice = [each for each, count in fought.items() if count > 1]
    assert not twice, f"rolled twice in a round: {twice}"
    for player in players:
        for id, faces in player.seen.items():
            assert logged.get(id) == [sorted(faces)], (id, logged.get(id), faces)
        assert not getattr(player, "wrong", ()), player.wrong
    seen = sum(len(each.seen) for each in players)
    refused = Counter(reason for each in players for reason in each.refused)
    rounds = sum(getattr(each, "rounds", 0) for each in players)
    return (
        f"{kills} kills, {len(found)} rolls in the log, {seen} seen by their seats, {rounds} rounds closed; refused: "
        f"{dict(refused)}"
    )


def main() -> None:
    """Kill, and say what was seen."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--window", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, programs() as make:
        print(asyncio.run(kill(make, Path(folder), given.kills, given.seats, given.seed, window=given.window)))


if __name__ == "__main__":
    main()
