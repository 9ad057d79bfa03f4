"""Everything that a hostile device in the house may send to a table. A seat that plays meanwhile must notice nothing.

python -m tests.trials.table_attacks [--junk 20000] [--seed 1]

Linux only where it opens many connections: the limit of files of the shell must allow 1,000.
"""

import argparse
import asyncio
import json
import shutil
import socket
import tempfile
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from websockets.exceptions import InvalidStatus

from bones_desktop.seats.server import MOST
from bones_desktop.seats.table import new_token
from tests.support.devices import Device, enter, get
from tests.support.program import ROOT, wait_until
from tests.support.tableclients import Client
from tests.support.tableprograms import Host, TableProgram, programs

RAGNAR = ROOT / "resources" / "games" / "bones" / "samples" / "ragnar.bones"
GOOD = [
    {"kind": "throw", "id": "1", "roll": "task", "set": {"skill": "melee", "difficulty": "average"}},
    {"kind": "choose", "id": "2", "choice": "act-blow", "dice": [1], "set": {"points": 2}},
    {"kind": "faces", "id": "3", "asked": "1", "faces": [1, 2, 3]},
    {"kind": "knock", "id": "4", "name": "Eve", "role": "gm", "character": "Ragnar"},
    {"kind": "again", "seen": 0, "epoch": ""},
    {"kind": "odds", "id": "5", "roll": "task", "set": {"skill": "melee"}},
    {"kind": "word", "id": "6", "text": "abracadabra"},
]
MALFORMED = [
    "", " ", "null", "[]", "{}", "1e999", '"kind"', "{", "[" * 60_000, '{"a":' * 10_000, "NaN", "9" * 60_000, "\x00",
    '{"kind": "throw"}', '{"kind": "eval", "id": "1"}', '{"kind": ["throw"], "id": "1", "roll": "task"}',
    '{"kind": "throw", "id": 1, "roll": "task"}', '{"kind": "throw", "id": "", "roll": "task"}',
    '{"kind": "throw", "id": "../x", "roll": "task"}', '{"kind": "throw", "id": "1", "roll": "task", "path": "/etc"}',
    '{"kind": "throw", "id": "1", "roll": "task", "set": {"a": {"b": 1}}}', '{"kind": "knock", "id": "1", "name": ""}',
    '{"kind": "knock", "id": "1", "name": "\\ud800"}', '{"kind": "faces", "id": "1", "asked": "1", "faces": [10001]}',
    '{"kind": "again", "seen": -1}', '{"kind": "again", "seen": 1e30}', '{"kind": "ping", "kind": "throw"}',
    '{"kind": "throw", "id": "1", "roll": "task", "set": {"value": ' + "9" * 30_000 + "}}",
]  # fmt: skip


class Attack:
    """A table with one seat that plays, and everything that is done to the table meanwhile."""

    def __init__(self, make: Any, folder: Path, junk: int, rng: Random) -> None:
        self.host: Host = make(Host, folder, shutil.copy(RAGNAR, folder), "--admit", "ask")
        self.port, self.secret = self.host.port, self.host.secret
        self.junk, self._rng = junk, rng
        self.good = make(
            TableProgram, folder / "good", "join", self.host.invitation, "--name", "Anna", "--character", "Ragnar"
        )
        self.host.wait_for("knocked")
        self.host.say("admit Anna")
        self.good.wait_for("rolls")
        self.rolled = 0

    def roll(self) -> None:
        """Let the good seat roll."""
        self.rolled += 1
        self.good.say({**GOOD[0], "id": f"good-{self.rolled}"})
        self.good.wait_for("thrown", id=f"good-{self.rolled}")

    def steps(self) -> list[str]:
        """Do everything, and return what was done."""
        done = []
        for name in ("secrets", "cookies", "other_addresses", "large", "malformed", "mute", "crowd", "throw_junk"):
            done.append(f"{name}: {getattr(self, name)()}")
            self.roll()
        self.finish()
        return done

    def finish(self) -> None:
        """Compare what the host noted with what was rolled, and see that the host ends in order."""
        assert self.host.process.poll() is None
        assert len(self.host.of("thrown")) == self.rolled, self.host.of("thrown")
        assert [each["name"] for each in self.host.of("admitted")] == ["Anna"]
        self.host.process.stdin.close()
        assert self.host.end() == (0, "")

    # --- the door -----------------------------------------------------------------------------------------------------

    def secrets(self) -> str:
        """Guess the secret, also with a nonce that was used."""
        assert not any(enter(self.port, guess) for guess in ("", self.secret[:-1], self.secret.upper()))
        assert enter(self.port, self.secret)
        return "3 refused"

    def cookies(self) -> str:
        """Show cookies that the host did not give."""
        name = f"bones-{self.host.table}"
        forged = ["", "x", "x.y", new_token("another secret"), "é", "x" * 4_000, f"{name}={name}"]
        for each in forged:
            assert self.closed(Device(self.port, f"{name}={each}".encode("ascii", "replace").decode())) == 4401, each
        return f"{len(forged)} closed with 4401"

    def other_addresses(self) -> str:
        """Come from the page of another site, also one whose name leads to this computer."""
        hosts = ["evil.example", f"evil.example:{self.port}", f"127.0.0.1.evil.example:{self.port}", "", "127.0.0.1"]
        for path in ("/", "/nonce", "/enter", "/table"):
            assert {get(self.port, path, Host=host).status for host in hosts} <= {400, 403}
        cookie = enter(self.port, self.secret)
        for origin in (
            "http://evil.example",
            "null",
            f"http://localhost:{self.port + 1}",
            f"https://127.0.0.1:{self.port}",
        ):
            with suppress(InvalidStatus):
                Device(self.port, cookie, origin=origin)
                raise AssertionError(origin)
        return f"{len(hosts)} names and 4 origins refused with 403"

    # --- messages -----------------------------------------------------------------------------------------------------

    def stranger(self) -> Device:
        """Return a device that has the secret and no seat."""
        return Device(self.port, enter(self.port, self.secret))

    def closed(self, device: Device) -> int | None:
        """Return the code with which a device was closed; None if it was not."""
        wait_until(lambda: device.code is not None, 10)
        device.leave()
        return device.code

    def large(self) -> str:
        """Send messages that are too large, at once and in pieces."""
        codes = []
        for text in ("x" * 64_001, "x" * 1_000_000, "x" * 50_000_000, ["x" * 1_000] * 500, [""] * 100_000):
            device = self.stranger()
            device.say(text)
            codes.append(self.closed(device))
        assert set(codes) <= {4400, 1009, 1006, 1002}, codes
        return f"closed with {codes}"

    def malformed(self) -> str:
        """Send texts that are no messages: the third closes."""
        for each in MALFORMED:
            device = self.stranger()
            for _time in range(3):
                device.say(each)
            assert self.closed(device) == 4400, each[:60]
        return f"{len(MALFORMED)} times closed with 4400"

    def mute(self) -> str:
        """Open connections and send nothing, half a request, or an endless one; and never read what comes."""
        silent = [socket.create_connection(("127.0.0.1", self.port)) for _each in range(100)]
        for number, each in enumerate(silent):
            each.settimeout(15)
            with suppress(OSError):
                each.sendall((b"", b"GET / HT", b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 20_000)[number % 3])
        self.roll()
        slow = Device(self.port, enter(self.port, self.secret), read=False)
        for each in silent:
            with suppress(OSError):
                while each.recv(65536):
                    pass
            each.close()
        slow.vanish()
        return "100 connections without a request were ended"

    def crowd(self) -> str:
        """Open one connection more than there may be."""
        cookie = enter(self.port, self.secret)
        many = [Device(self.port, cookie) for _each in range(MOST)]
        assert wait_until(lambda: 4429 in {each.code for each in many}, 30)
        kept = sum(each.code is None for each in many)
        assert kept == MOST - 1  # with the seat that plays
        for each in many:
            each.leave()
        return f"{kept} of {MOST} stayed beside the seat that plays; the other was closed with 4429"

    def throw_junk(self) -> str:
        """Send junk as quickly as it goes, from one device after the other."""
        return asyncio.run(self._throw_junk())

    async def _throw_junk(self) -> str:
        codes: dict[int | None, int] = {}
        sent = 0
        while sent < self.junk:
            client = Client(self.port, self.secret, f"Eve{sent}", "")
            client.on_message = dict
            staying = asyncio.create_task(client.stay())
            await asyncio.sleep(0)
            while client._connection is None and not staying.done():
                await asyncio.sleep(0.001)
            # More than 20 at once would be closed unread.
            for _each in range(17):
                await client.write(self._junk())
            sent += 17
            await asyncio.wait([staying], timeout=0.2)
            staying.cancel()
            await asyncio.gather(staying, return_exceptions=True)
            code = client._connection.close_code
            codes[code] = codes.get(code, 0) + 1
        return f"{sent} messages; connections by their closing codes: {codes}"

    def _junk(self) -> str:
        rng = self._rng
        match rng.randrange(4):
            case 0:
                return "".join(chr(rng.randrange(1, 0x3000)) for _each in range(rng.randrange(200)))
            case 1:
                return rng.choice(MALFORMED)[:2_000]
        text = json.dumps(rng.choice(GOOD))
        place = rng.randrange(len(text))
        return (
            text[:place]
            + rng.choice(["", '"', "{", "\\", "9" * 40, "é", ",", "null"])
            + text[place + rng.randrange(3) :]
        )


def main() -> None:
    """Attack, and say what was done."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--junk", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, programs() as make:
        print("\n".join(Attack(make, Path(folder), given.junk, Random(given.seed)).steps()))


if __name__ == "__main__":
    main()
