"""Many seats at once in one asyncio loop: they knock, throw, and note what they get."""

import asyncio
import itertools
import json
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.support.devices import enter

ROLL = {"roll": "task", "set": {"skill": "melee", "difficulty": "average"}}


class Client:
    """One seat, over all its connections. `on_message` is called with each message."""

    def __init__(self, port: int, secret: str, name: str, character: str = "Ragnar", role: str = "player") -> None:
        self.port, self.name, self.character, self.role = port, name, character, role
        self.cookie = enter(port, secret)
        self.on_message: Callable[[dict[str, Any]], object] = dict
        self.answers: dict[str, dict[str, Any]] = {}
        self.seen, self.epoch = 0, ""
        self.heard: deque[tuple[str, str]] = deque(maxlen=20)
        """Kinds and reasons of the last messages, and why connections ended."""
        self.is_in = asyncio.Event()
        self._ids = itertools.count(1)
        self._connection: ClientConnection | None = None

    async def stay(self) -> None:
        """Connect and receive until the connection ends."""
        self.is_in.clear()
        try:
            async with connect(
                f"ws://127.0.0.1:{self.port}/table", additional_headers={"Cookie": self.cookie}, proxy=None,
                compression=None, max_size=1 << 20, open_timeout=60,
            ) as self._connection:  # fmt: skip
                async for text in self._connection:
                    await self._take(json.loads(text))
        except (ConnectionClosed, InvalidHandshake, OSError) as error:  # a host may be killed at any moment
            self.heard.append((type(error).__name__, str(error)))

    async def _take(self, message: dict[str, Any]) -> None:
        self.heard.append((message["kind"], message.get("reason", "")))
        seen, self.seen = self.seen, max(self.seen, message.get("n", 0))
        match message["kind"]:
            case "hello":
                who = {"name": self.name, "role": self.role, "character": self.character}
                await self.say({"kind": "knock", "id": "knock", **who})
            case "welcome":
                await self.say({"kind": "again", "seen": seen, "epoch": self.epoch})
                if self.epoch != message["epoch"]:
                    self.seen, self.epoch = 0, message["epoch"]
                else:
                    self.is_in.set()
            case "sealed":
                self.is_in.set()
            case "thrown" | "refused" | "done":
                self.answers.setdefault(message.get("id", ""), message)
        self.on_message(message)

    async def say(self, message: dict[str, Any]) -> None:
        """Send a message, unless the connection has ended."""
        await self.write(json.dumps(message))

    async def write(self, text: str) -> None:
        """Send a text, unless the connection has ended."""
        with suppress(ConnectionClosed):
            await self._connection.send(text)

    def abort(self) -> None:
        """End the connection without a word."""
        if self._connection is not None:
            self._connection.transport.abort()

    async def throw(self, id: str = "") -> str:
        """Send a roll and return its id."""
        id = id or f"{self.name}-{next(self._ids)}"
        await self.say({"kind": "throw", "id": id, **ROLL})
        return id
