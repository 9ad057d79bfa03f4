"""The command that takes a seat at a table: prints the host's messages, and sends those of its standard input.

Each message is one line of JSON. The command comes back after a break, and sends what was not answered again.
"""

import argparse
import asyncio
import contextlib
import json
import sys
from hashlib import sha256
from http.client import HTTPConnection, HTTPException
from secrets import token_hex
from typing import Any, Final
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from bones_desktop.cli.names import EXIT_ERROR, EXIT_OK, EXIT_PROBLEMS
from bones_desktop.cli.terminal import CommandError, follow_input, locations_of, reported_files
from bones_desktop.rules.typedtext import clean_text
from bones_desktop.seats.table import proof
from bones_desktop.storage.files.locations import delete, make_folder
from bones_desktop.storage.files.textfiles import FileProblem, is_file, read_bytes, save_bytes
from bones_desktop.wording.language import _

_WAITS: Final = (1, 2, 4, 5)
"""Seconds to wait before the host is called again. The last one is repeated."""
_PATIENCE: Final = 10.0
"""Seconds that a host has for an answer."""
_LARGEST: Final = 1 << 20
_NOT_LET_IN, _PUT_OUT, _NO_MESSAGE = 4401, 4403, 4400
"""Codes with which a host closes a connection for good."""
_NO_ANSWER: Final = (OSError, HTTPException, ValueError, KeyError, TypeError)
"""Errors when nobody answers, or something that is not a table."""


class _EndedError(Exception):
    """Raised when the seat is over. The message is a sentence that says why."""

    def __init__(self, why: str, code: int) -> None:
        super().__init__(why)
        self.code = code


class Invitation:
    """Address and secret of a table."""

    def __init__(self, text: str) -> None:
        """Read a link. Raise CommandError if it is not one."""
        try:
            link = urlsplit(text.strip())
            self.host, self.port, self.secret = link.hostname or "", link.port or 80, link.fragment
        except ValueError:
            self.host = ""
            link = urlsplit("")
        if link.scheme != "http" or not self.host or link.path not in {"", "/"} or not self.secret.isascii():
            raise CommandError(
                _("an invitation is a link such as http://192.168.0.5:4711/#…, not {text!r}").format(text=text[:60])
            )
        self.place = f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    def get(self, path: str, **headers: str) -> tuple[bytes, str]:
        """Return body and cookie of an answer of the host. Raise OSError or HTTPException."""
        asked = HTTPConnection(self.host, self.port, timeout=_PATIENCE)
        try:
            asked.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
            answer = asked.getresponse()
            body, cookie = answer.read(_LARGEST), answer.headers.get("Set-Cookie", "")
            return body, cookie.partition(";")[0]
        finally:
            asked.close()


class JoinedSeat:
    """One seat at a table, over all its connections."""

    def __init__(self, given: argparse.Namespace) -> None:
        """Ask the host which table it has. Raise CommandError if nobody answers."""
        self._invitation = Invitation(given.invitation)
        self._knock = {
            "kind": "knock",
            "id": token_hex(8),
            "name": given.name,
            "role": "player" if given.character else "watcher",
            "character": given.character,
        }
        try:
            table = self._nonce()["table"]
        except _NO_ANSWER as error:
            place = self._invitation.place
            if isinstance(error, OSError):
                told = _("no table answers at {place}: {why}").format(place=place, why=error.strerror or error)
            else:
                told = _("what answers at {place} is not a table").format(place=place)
            raise CommandError(told) from error
        # Two names on one computer are two seats.
        called = sha256(f"{table} {given.name}".encode("utf-8", "replace")).hexdigest()[:32]
        self._file = locations_of(given).data / "seats" / f"{called}.cookie"
        self._seen, self._epoch = 0, ""
        self._tries = 0
        self._typed: asyncio.Queue[str | None] = asyncio.Queue()
        """Lines that were not sent yet. None means that the input has ended."""
        self._asked: dict[str, str] = {}
        """Requests without an answer, by their ids. The host does each only once, so they can be sent again."""
        self._has_ended = False
        """Whether the input has ended, so that the seat ends with the last answer."""

    def _nonce(self) -> dict[str, str]:
        answer = json.loads(self._invitation.get("/nonce")[0])
        return {name: str(answer[name]) for name in ("table", "nonce")}

    def _cookie(self) -> str:
        """Return the stored cookie, or one that the host gives for the secret."""
        with reported_files():
            if is_file(self._file):
                return read_bytes(self._file, _LARGEST).decode("ascii", "replace")
        nonce = self._nonce()["nonce"]
        cookie = self._invitation.get("/enter", X_Nonce=nonce, X_Proof=proof(self._invitation.secret, nonce))[1]
        if not cookie:
            raise _EndedError(_("The invitation is not valid. Ask the game master for a new one."), EXIT_PROBLEMS)
        with reported_files():
            make_folder(self._file.parent)
            save_bytes(self._file, cookie.encode())
        return cookie

    async def run(self) -> None:
        """Keep the seat until it is over. Raise _EndedError then."""
        loop = asyncio.get_running_loop()

        def put(text: str | None = None) -> None:
            # The input may go on after the seat has ended.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(self._typed.put_nowait, text)

        follow_input(put, put)
        while True:
            with contextlib.suppress(ConnectionClosed, InvalidHandshake, *_NO_ANSWER):
                await self._visit()
            if not self._tries:
                _warn(_("The host does not answer. Trying again …"))
            await asyncio.sleep(_WAITS[min(self._tries, len(_WAITS) - 1)])
            self._tries += 1

    async def _visit(self) -> None:
        """Connect, and stay until the connection ends. Raise _EndedError if it is the last one."""
        async with connect(
            f"ws://{self._invitation.place}/table",
            additional_headers={"Cookie": self._cookie()},
            # A table in the house is never behind the proxy that the system may have for the internet.
            proxy=None,
            compression=None,
            max_size=_LARGEST,
            open_timeout=_PATIENCE,
            ping_interval=_PATIENCE,
            ping_timeout=_PATIENCE,
            close_timeout=1,
        ) as connection:
            sending: asyncio.Task[None] | None = None
            try:
                async for text in connection:
                    message = json.loads(text)
                    await self._take(connection, message)
                    if message["kind"] == "welcome":
                        sending = asyncio.create_task(self._send(connection))
            except ConnectionClosed:
                self._judge(connection.close_code, connection.close_reason)
            finally:
                if sending is not None:
                    sending.cancel()

    async def _take(self, connection: ClientConnection, message: dict[str, Any]) -> None:
        """Print a message, and do what follows from it."""
        if message["kind"] == "pong" and self._has_ended and not self._asked:
            raise _EndedError("", EXIT_OK)
        try:
            # Escaped, because a name may contain characters that control a terminal.
            print(json.dumps(message), flush=True)
        except OSError as error:
            raise _EndedError(_("the answer could not be written: {value}").format(value=error), EXIT_ERROR) from error
        self._seen = max(self._seen, message.get("n", 0))
        id = message.get("id", "")
        match message["kind"]:
            case "hello":
                await connection.send(json.dumps(self._knock))
            case "welcome":
                again = {"kind": "again", "seen": self._seen, "epoch": self._epoch}
                # The numbers of a host that was started again begin again.
                if self._epoch != message["epoch"]:
                    self._seen, self._epoch = message.get("n", 0), message["epoch"]
                self._tries = 0
                await connection.send(json.dumps(again))
            case "closing":
                raise _EndedError(str(message.get("reason", "")), EXIT_OK)
            case "refused" if id == self._knock["id"]:
                raise _EndedError(str(message.get("reason", "")), EXIT_PROBLEMS)
            case "thrown" | "refused" | "done" | "odds" | "asked" if self._asked.pop(id, ""):
                await self._leave(connection)

    async def _leave(self, connection: ClientConnection) -> None:
        """End after the last message that is on its way, if the input has ended and everything is answered."""
        if self._has_ended and not self._asked:
            await connection.send('{"kind": "ping"}')

    async def _send(self, connection: ClientConnection) -> None:
        """Send what was not answered again, and then each line of the input."""
        with contextlib.suppress(ConnectionClosed):
            for text in list(self._asked.values()):
                await connection.send(text)
            while not self._has_ended:
                typed = await self._typed.get()
                if typed is None:
                    self._has_ended = True
                elif typed and (id := _id_of(typed)) is not None:
                    if id:
                        self._asked[id] = typed
                    await connection.send(typed)
            await self._leave(connection)

    def _judge(self, code: int | None, reason: str | None) -> None:
        """Raise _EndedError if the host closed the connection for good."""
        if code == _PUT_OUT:
            # The cookie is void. The next start of the command knocks again.
            with contextlib.suppress(FileProblem):
                delete(self._file)
        if code in {_NOT_LET_IN, _PUT_OUT, _NO_MESSAGE}:
            raise _EndedError(reason or _("The host has closed the connection."), EXIT_PROBLEMS)


def _id_of(text: str) -> str | None:
    """Return the id of a request, or "" for another message. If the text is none, say so and return None."""
    try:
        return str(json.loads(text).get("id", ""))
    except (ValueError, RecursionError, AttributeError):
        _warn(_("not sent, because it is not one JSON object: {text}").format(text=text[:60]))
        return None


def _warn(sentence: str) -> None:
    print(f"bones-desktop: {clean_text(sentence)}", file=sys.stderr, flush=True)


def run_join(given: argparse.Namespace) -> int:
    """Take the seat, and return when it is over."""
    seat = JoinedSeat(given)
    try:
        asyncio.run(seat.run())
    except _EndedError as end:
        if str(end):
            _warn(str(end))
        return end.code
    except KeyboardInterrupt:
        pass
    return EXIT_OK
