"""A table over Debian's Mosquitto: host and seats in processes of their own, which roll while much goes wrong.

python -m tests.trials.table_broker [load|kills|tables|junk|sleep …] [--rolls 1000] [--kills 20] [--junk 20000]

load: how long a roll takes to the last of six seats. kills: the broker is killed while all seats roll. tables: two
tables on one broker do not meet. junk: a stranger on the broker sends what it can; a seat that rolls comes through.
sleep: the computer of the host sleeps, and wakes up (Linux, macOS).
"""

import argparse
import shutil
import signal
import tempfile
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random
from statistics import quantiles
from threading import Condition, Thread
from typing import Any

from paho.mqtt import client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from bones_desktop.storage.log.logentry import LogEntry
from tests.seats.mosquitto import Mosquitto
from tests.support.tableclients import ROLL
from tests.support.tableprograms import TableProgram, programs
from tests.trials.table_kills import PEOPLE, SAMPLES, compare, lines
from tests.trials.table_load import busy_of, memory_of

PATIENCE = 120.0
_TOLD = Condition()
"""Notified when a seat has got a message."""


def wait(true: Callable[[], Any]) -> None:
    """Wait until `true`, which is asked again after each message of a seat."""
    with _TOLD:
        assert _TOLD.wait_for(true, PATIENCE), "nothing came"


class Seat(TableProgram):
    """A seat at a broker. It repeats by itself what was not answered."""

    def __init__(self, folder: Path, invitation: str, name: str, character: str) -> None:
        self.name = name
        self.answers: dict[str, dict[str, Any]] = {}
        self.draws: list[int] = []
        """Numbers of the rolls that it was shown."""
        self.seen: dict[str, list[int]] = {}
        self.refused: list[str] = []
        self._numbers = count(1)
        super().__init__(folder / name, "join", invitation, "--name", name, "--character", character)
        self.wait_for("sealed")

    def _take(self, message: dict[str, Any]) -> None:
        with _TOLD:
            super()._take(message)
            if message["kind"] == "thrown" and message["draw"] not in self.draws:
                self.draws.append(message["draw"])
            if message["kind"] in {"thrown", "refused"}:
                self.answers.setdefault(message.get("id", ""), message)
            _TOLD.notify_all()

    def throw(self) -> str:
        """Send a roll and return its id."""
        id = f"{self.name}-{next(self._numbers)}"
        self.say({"kind": "throw", "id": id, **ROLL})
        return id

    def roll(self) -> float:
        """Roll, and return the seconds until the answer."""
        begun = time.perf_counter()
        id = self.throw()
        wait(lambda: id in self.answers)
        answer = self.answers[id]
        if answer["kind"] == "thrown":
            self.seen[id] = [die["face"] for die in answer["dice"]]
        else:
            self.refused.append(answer["reason"])
        return time.perf_counter() - begun


class Table:
    """A host at a broker, with seats."""

    def __init__(self, make: Any, folder: Path, broker: Mosquitto, seats: int) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.broker = broker
        self._make, self._folder = make, folder
        files = [Path(shutil.copy(SAMPLES / f"{name.lower()}.bones", folder)) for name in PEOPLE]
        self.host: TableProgram = make(TableProgram, folder, "host", *files, "--admit", "all", "--broker", broker.url)
        self.host.until(lambda: bool(self.host.lines))
        self.people: list[Seat] = []
        for _each in range(seats):
            self.seat()

    def seat(self) -> Seat:
        """Add a seat."""
        number = len(self.people)
        invitation, who = self.host.lines[0]["invitation"], PEOPLE[number % len(PEOPLE)]
        self.people.append(self._make(Seat, self._folder, invitation, f"Seat-{number}", who))
        return self.people[-1]

    @property
    def memory(self) -> list[float]:
        """Megabytes of the host and of the last seat."""
        return [memory_of(each.process.pid) for each in (self.host, self.people[-1])]

    def end(self) -> list[LogEntry]:
        """End the host, and return the rolls in its log. All seats were shown all of them."""
        wait(lambda: len({frozenset(each.draws) for each in self.people}) == 1)
        self.host.process.stdin.close()
        assert self.host.end() == (0, "")
        found = lines(self._folder)
        assert sorted(self.people[0].draws) == sorted(entry.number for entry in found), "a roll was not shown to all"
        return found


def load(table: Table, rolls: int, pause: float = 0.1) -> str:
    """Roll one after the other, each when all seats have seen the roll before."""
    pid, people = table.host.process.pid, table.people
    seconds, memory, busy = [], [memory_of(pid)], busy_of(pid)
    for number in range(1, rolls + 1):
        begun = time.perf_counter()
        people[number % len(people)].throw()
        wait(lambda: all(len(each.draws) == number for each in people))  # noqa: B023 (asked only here)
        seconds.append(time.perf_counter() - begun)
        if number % max(rolls // 10, 1) == 0:
            memory.append(memory_of(pid))
        time.sleep(pause)
    cuts = quantiles(seconds, n=100, method="inclusive")
    times = ", ".join(f"p{part} {cuts[part - 1] * 1000:.1f} ms" for part in (50, 95, 99))
    told = " ".join(f"{each:.1f}" for each in memory)
    return (
        f"{rolls} rolls seen by {len(people)} seats: {times}, longest {max(seconds) * 1000:.1f} ms; the host used "
        f"{(busy_of(pid) - busy) / rolls * 1000:.1f} ms of a processor for a roll; its memory: {told} MB"
    )


def kills(table: Table, times: int, rng: Random, longest: float = 4.0) -> str:
    """Kill the broker while all seats roll, and compare what they saw with the log. The table ends."""
    people, is_on = table.people, True

    def play(seat: Seat) -> None:
        while is_on:
            seat.roll()
            time.sleep(0.2)

    playing = [Thread(target=play, args=(each,)) for each in people]
    for each in playing:
        each.start()
    away = []
    for _each in range(times):
        time.sleep(rng.uniform(0.5, longest))
        table.broker.kill()
        time.sleep(rng.uniform(0, 1))
        begun, before = time.perf_counter(), [len(each.answers) for each in people]
        table.broker.start()
        wait(lambda: all(len(each.answers) > old for each, old in zip(people, before, strict=True)))  # noqa: B023
        away.append(time.perf_counter() - begun)
    is_on = False
    for each in playing:
        each.join(PATIENCE)
        assert not each.is_alive()
    told = compare(table.end(), people, times)
    return f"{told}; each time the last seat was answered at most {max(away):.1f} s after the broker was back"


def tables(one: Table, other: Table, rolls: int) -> str:
    """Roll at two tables on one broker. Each seat sees the rolls of its own table, and no other. Both end."""
    both = (one, other)
    for number in range(rolls):
        for each in both:
            each.people[number % len(each.people)].throw()
        wait(lambda: all(len(seat.draws) == number + 1 for each in both for seat in each.people))  # noqa: B023
    for each in both:
        assert len(each.end()) == rolls
        shown = [[line["dice"] for line in seat.of("thrown", again=False)] for seat in each.people]
        assert all(len(faces) == rolls and faces == shown[0] for faces in shown)
    return f"2 tables with {len(one.people)} seats, {rolls} rolls at each: nobody saw a roll of the other table"


class Stranger:
    """Somebody with access to the broker who does not know the words. It hears everything and sends what it likes."""

    def __init__(self, broker: Mosquitto, rng: Random) -> None:
        self.heard: list[tuple[str, bytes]] = []
        self._rng = rng
        self._client = mqtt.Client(CallbackAPIVersion.VERSION2)
        self._client.max_inflight_messages = 1_000
        self._client.on_connect = lambda client, *_more: client.subscribe("#", 1)
        self._client.on_message = lambda _client, _data, message: self._hear(message)
        self._client.connect("127.0.0.1", broker.port)
        self._client.loop_start()

    def _hear(self, message: mqtt.MQTTMessage) -> None:
        if len(self.heard) < 500:
            self.heard.append((message.topic, message.payload))

    def send(self, times: int) -> None:
        """Send random bytes, old messages, changed ones and old ones to other topics, some of them to be kept."""
        rng = self._rng
        for number in range(times):
            topic, payload = rng.choice(self.heard)
            match number % 5:
                case 0:
                    payload = rng.randbytes(rng.randrange(2_000))
                case 1:
                    topic = rng.choice(self.heard)[0]
                case 2 if payload:
                    place = rng.randrange(len(payload))
                    payload = payload[:place] + bytes([payload[place] ^ 1]) + payload[place + 1 :]
                case 3 if number % 100 == 3:
                    payload = rng.randbytes(300_000)
            sent = self._client.publish(topic, payload, 1, retain=number % 7 == 0)
        sent.wait_for_publish(PATIENCE)

    def send_huge(self) -> None:
        """Send a message of 6 MB to each topic."""
        for topic in {topic for topic, _payload in self.heard}:
            self._client.publish(topic, bytes(6_000_000), 1).wait_for_publish(PATIENCE)

    def stop(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


def junk(table: Table, times: int, rng: Random) -> str:
    """Let a seat roll while a stranger sends junk."""
    stranger = Stranger(table.broker, rng)
    try:
        seat = table.seat()
        for _each in range(10):
            seat.roll()
        memory = [table.memory]
        begun, seconds = time.perf_counter(), []
        for _half in range(2):
            sending = Thread(target=stranger.send, args=(times // 2,))
            sending.start()
            while sending.is_alive():
                seconds.append(seat.roll())
                time.sleep(0.1)
            memory.append(table.memory)
        took, links = time.perf_counter() - begun, len(seat.of("welcome")) - 1
        stranger.send_huge()
        recovered = seat.roll()
        memory.append(table.memory)
    finally:
        stranger.stop()
    grown = " and ".join(" ".join(f"{each:.1f}" for each in column) for column in zip(*memory, strict=True))
    return (
        f"{times} junk messages in {took:.1f} s: {len(seconds)} rolls meanwhile, the longest {max(seconds):.2f} s, "
        f"{links} new links of the seat; huge messages, then a roll in {recovered:.2f} s; memory of host and seat "
        f"{grown} MB"
    )


def sleep(table: Table, seconds: float) -> str:
    """Stop the host for a while, without a word to anybody."""
    table.host.process.send_signal(signal.SIGSTOP)
    time.sleep(seconds)
    table.host.process.send_signal(signal.SIGCONT)
    return f"the host slept for {seconds:.0f} s; the next roll took {table.people[0].roll():.2f} s"


def main() -> None:
    """Run the trials, and say what was seen."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("trials", nargs="*", default=["load", "kills", "tables", "junk", "sleep"])
    parser.add_argument("--rolls", type=int, default=1_000)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--junk", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng = Random(given.seed)
    for name in given.trials:
        with tempfile.TemporaryDirectory() as root, programs() as make:
            folder = Path(root)
            broker = Mosquitto(folder / "mosquitto")
            try:
                table = Table(make, folder / "table", broker, 3 if name == "tables" else 6)
                match name:
                    case "load":
                        told = load(table, given.rolls)
                    case "kills":
                        told = kills(table, given.kills, rng)
                    case "tables":
                        told = tables(table, Table(make, folder / "other", broker, 3), given.rolls // 20)
                    case "junk":
                        told = junk(table, given.junk, rng)
                        table.end()
                    case _:
                        told = sleep(table, 40)
                print(f"{name}: {told}", flush=True)
            finally:
                broker.kill()


if __name__ == "__main__":
    main()
