"""The command that takes a seat at a table: prints the host's messages, and sends those of its standard input.

Each message is one line of JSON. The command comes back after a break, and sends what was not answered again.
"""

import argparse
import asyncio
import contextlib
import json
import signal
import sys
from functools import partial
from hashlib import sha256
from http.client import HTTPConnection, HTTPException
from math import inf
from secrets import token_hex
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from bones_desktop.cli.names import EXIT_ERROR, EXIT_OK, EXIT_PROBLEMS
from bones_desktop.cli.terminal import CommandError, follow_input, locations_of, reported_files
from bones_desktop.rules.records import replace
from bones_desktop.rules.typedtext import clean_text
from bones_desktop.seats.invitation import Invitation, link_of, read_invitation
from bones_desktop.seats.table import proof
from bones_desktop.seats.webpage import Allowance
from bones_desktop.seats.witness import Witness, WitnessFinding, witness_sentence
from bones_desktop.storage.files.locations import delete, make_folder
from bones_desktop.storage.files.textfiles import FileProblem, is_file, read_bytes, save_private
from bones_desktop.wording.language import _

if TYPE_CHECKING:
    from PySide6.QtCore import QCoreApplication

_WAITS: Final = (1, 2, 4, 5)
"""Seconds to wait before the host is called again. The last one is repeated."""
_PATIENCE: Final = 10.0
"""Seconds that a host has for an answer."""
_SILENT, _HELD = 60.0, 10.0
"""Seconds in which the same trouble is told once, and for which the way must work before it is told anew."""
_LARGEST: Final = 1 << 20
_MOST_KEPT: Final = 8 << 20
_WORDS_WAIT: Final = 1.0
"""Seconds in which the input may add words to the dice of an evening, before the seat adds some itself."""
_NOT_LET_IN, _PUT_OUT, _NO_MESSAGE = 4401, 4403, 4400
"""Codes with which a host closes a connection for good."""
_NO_ANSWER: Final = (OSError, HTTPException, ValueError, KeyError, TypeError)
"""Errors when nobody answers, or something that is not a table."""


class _EndedError(Exception):
    """Raised when the seat is over. The message is a sentence that says why."""

    def __init__(self, why: str, code: int) -> None:
        super().__init__(why)
        self.code = code


class _JoinedTable:
    """The server of a table in this house, or of a bridge on this computer."""

    def __init__(self, invitation: Invitation) -> None:
        self.secret, self._host, self._port = invitation.secret, invitation.host, invitation.port
        self.place = f"[{self._host}]:{self._port}" if ":" in self._host else f"{self._host}:{self._port}"

    def get(self, path: str, **headers: str) -> tuple[bytes, str]:
        """Return body and cookie of an answer of the host. Raise OSError or HTTPException."""
        asked = HTTPConnection(self._host, self._port, timeout=_PATIENCE)
        try:
            asked.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
            answer = asked.getresponse()
            body, cookie = answer.read(_LARGEST), answer.headers.get("Set-Cookie", "")
            return body, cookie.partition(";")[0]
        finally:
            asked.close()


class JoinedSeat:
    """One seat at a table, over all its connections."""

    def __init__(self, invitation: Invitation, given: argparse.Namespace) -> None:
        """Ask the host in this house which table it has. Raise CommandError if nobody answers."""
        self._table = _JoinedTable(invitation)
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
            place = self._table.place
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
        self.is_leaving = False
        """Set when the end of the connection is no break."""
        self.is_over = False
        """Set when the host has closed the table."""
        # A little less than the host allows, because the seat sends a few messages besides.
        self._allowance = Allowance(monotonic(), rate=8, burst=12)
        self._seal_shown = asyncio.Event()
        self._words: tuple[int, float] | None = None
        """The evening to whose dice the seat will add words, and when. The input may do so before."""
        self._role = ""
        self._fair = self._file.with_suffix(".fair.json")
        kept = self._read_fair()
        self._stored = b""
        self._witness, self._worded = Witness(kept.get("evenings")), kept.get("worded")

    def _read_fair(self) -> dict[str, Any]:
        """Return what was stored of the dice. Without it, the seat verifies what it is shown from now on."""
        with contextlib.suppress(FileProblem, ValueError, RecursionError):
            kept = json.loads(read_bytes(self._fair, _MOST_KEPT)) if is_file(self._fair) else {}
            return kept if isinstance(kept, dict) else {}
        return {}

    def _store_fair(self) -> None:
        text = json.dumps({"evenings": self._witness.evenings, "worded": self._worded}).encode()
        if text != self._stored:
            self._stored = text
            with contextlib.suppress(FileProblem):
                make_folder(self._fair.parent)
                save_private(self._fair, text)

    def move(self, invitation: Invitation) -> None:
        """Look for the table at another address, from the next connection on."""
        self._table = _JoinedTable(invitation)

    def _nonce(self) -> dict[str, str]:
        answer = json.loads(self._table.get("/nonce")[0])
        return {name: str(answer[name]) for name in ("table", "nonce")}

    def _cookie(self) -> str:
        """Return the stored cookie, or one that the host gives for the secret."""
        with reported_files():
            if is_file(self._file):
                return read_bytes(self._file, _LARGEST).decode("ascii", "replace")
        nonce = self._nonce()["nonce"]
        cookie = self._table.get("/enter", X_Nonce=nonce, X_Proof=proof(self._table.secret, nonce))[1]
        if not cookie:
            raise _EndedError(_("The invitation is not valid. Ask the game master for a new one."), EXIT_PROBLEMS)
        with reported_files():
            make_folder(self._file.parent)
            save_private(self._file, cookie.encode())
        return cookie

    async def run(self) -> None:
        """Keep the seat until it is over. Raise _EndedError then."""
        loop = asyncio.get_running_loop()

        def put(text: str | None = None) -> None:
            # The input may go on after the seat has ended.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(self._typed.put_nowait, text)

        follow_input(put, put)
        try:
            while True:
                with contextlib.suppress(ConnectionClosed, InvalidHandshake, *_NO_ANSWER):
                    await self._visit()
                self._witness.away()
                if not (self._tries or self.is_leaving):
                    _warn(_("The host does not answer. Trying again …"))
                await asyncio.sleep(_WAITS[min(self._tries, len(_WAITS) - 1)])
                self._tries += 1
        finally:
            self._store_fair()

    async def _visit(self) -> None:
        """Connect, and stay until the connection ends. Raise _EndedError if it is the last one."""
        async with connect(
            f"ws://{self._table.place}/table",
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
            watching = asyncio.create_task(self._watch(connection))
            try:
                async for text in connection:
                    message = json.loads(text)
                    await self._take(connection, message)
                    if message["kind"] == "way":
                        # From a bridge, which cannot reach the host. It brings another welcome when it can.
                        self._witness.away()
                    elif message["kind"] == "welcome":
                        if sending is not None:
                            sending.cancel()
                        sending = asyncio.create_task(self._send(connection))
            except ConnectionClosed:
                self._judge(connection.close_code, connection.close_reason)
            finally:
                watching.cancel()
                if sending is not None:
                    sending.cancel()

    async def _take(self, connection: ClientConnection, message: dict[str, Any]) -> None:
        """Print a message, and do what follows from it."""
        if message["kind"] == "pong" and self._has_ended and not self._asked:
            raise _EndedError("", EXIT_OK)
        _print(message)
        for found in self._witness.hear(message, monotonic()):
            _print(_fair_message(found))
        # What was missed has lower numbers than the first message of a connection, and comes after it.
        if message["kind"] != "welcome":
            self._seen = max(self._seen, message.get("n", 0))
        id = message.get("id", "")
        match message["kind"]:
            case "hello":
                await connection.send(json.dumps(self._knock))
            case "welcome":
                again = {"kind": "again", "seen": self._seen, "epoch": self._epoch}
                # The numbers of a host that was started again begin again.
                if self._epoch != message["epoch"]:
                    self._seen, self._epoch = 0, message["epoch"]
                self._tries, self._role = 0, message["seat"]["role"]
                await connection.send(json.dumps(again))
            case "sealed" if message["commitment"] and "seed" not in message:
                if message["evening"] != self._worded and self._role != "watcher":
                    self._words = message["evening"], monotonic() + _WORDS_WAIT
                self._seal_shown.set()
            case "closing":
                self.is_over = True
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
        with contextlib.suppress(TimeoutError):
            # Words for the dice come before the first roll.
            await asyncio.wait_for(self._seal_shown.wait(), _WORDS_WAIT)
        with contextlib.suppress(ConnectionClosed):
            for text in list(self._asked.values()):
                await self._post(connection, text)
            while not self._has_ended:
                typed = await self._typed.get()
                if typed is None:
                    self._has_ended = True
                elif typed and (message := _message_of(typed)) is not None:
                    kind, id = message.get("kind"), str(message.get("id", ""))
                    if self._words is not None and kind == "word":
                        self._worded, self._words = self._words[0], None
                    elif kind in {"throw", "faces", "choose"}:
                        await self._add_words(connection)
                    if id:
                        self._asked[id] = typed
                    await self._post(connection, typed)
            await self._leave(connection)

    async def _post(self, connection: ClientConnection, text: str) -> None:
        """Send a text, but not so quickly that the host would close the connection."""
        while not self._allowance.take(monotonic()):
            await asyncio.sleep(0.05)
        await connection.send(text)

    async def _add_words(self, connection: ClientConnection) -> None:
        """Add words to the dice of the evening, unless the input has done so."""
        if self._words is not None:
            self._worded, self._words = self._words[0], None
            id = f"words-{token_hex(8)}"
            self._asked[id] = json.dumps({"kind": "word", "id": id, "text": token_hex(10)})
            await self._post(connection, self._asked[id])

    async def _watch(self, connection: ClientConnection) -> None:
        """Look each second at what the host should have done."""
        with contextlib.suppress(ConnectionClosed, _EndedError):
            while True:
                await asyncio.sleep(1)
                for found in self._witness.tick(monotonic()):
                    _print(_fair_message(found))
                if self._words is not None and monotonic() >= self._words[1] and not self._has_ended:
                    await self._add_words(connection)
                self._store_fair()

    def _judge(self, code: int | None, reason: str | None) -> None:
        """Raise _EndedError if the host closed the connection for good."""
        if code == _PUT_OUT:
            # The cookie is void. The next start of the command knocks again.
            with contextlib.suppress(FileProblem):
                delete(self._file)
        if code in {_NOT_LET_IN, _PUT_OUT, _NO_MESSAGE}:
            raise _EndedError(reason or _("The host has closed the connection."), EXIT_PROBLEMS)


def _message_of(text: str) -> dict[str, Any] | None:
    """Return the message in a line. If there is none, say so and return None."""
    with contextlib.suppress(ValueError, RecursionError):
        message = json.loads(text)
        if isinstance(message, dict):
            return message
    _warn(_("not sent, because it is not one JSON object: {text}").format(text=text[:60]))
    return None


def _print(message: dict[str, Any]) -> None:
    """Print a message. Raise _EndedError if that is impossible."""
    try:
        # Escaped, because a name may contain characters that control a terminal.
        print(json.dumps(message), flush=True)
    except OSError as error:
        raise _EndedError(_("the answer could not be written: {value}").format(value=error), EXIT_ERROR) from error


def _fair_message(found: WitnessFinding) -> dict[str, Any]:
    return {"kind": "fair", "tone": found.tone, "evening": found.evening, "text": witness_sentence(found)}


def _warn(sentence: str) -> None:
    print(f"bones-desktop: {clean_text(sentence)}", file=sys.stderr, flush=True)


def run_join(given: argparse.Namespace) -> int:
    """Take the seat, and return when it is over."""
    try:
        invitation = read_invitation(" ".join(given.invitation))
    except ValueError as error:
        raise CommandError(str(error)) from error
    if invitation.broker is not None:
        # Imported late: a seat in the house of the host needs neither Qt nor the libraries for a broker.
        from PySide6.QtCore import QCoreApplication

        from bones_desktop.cli.host import with_password

        app = QCoreApplication.instance() or QCoreApplication([])
        invitation = replace(invitation, broker=with_password(invitation.broker))
        return _SeatOverBroker(invitation, given).run(app)
    if given.serve is not None:
        raise CommandError(_("--serve is for an invitation over a broker: devices in this house open the link itself"))
    try:
        return _play(JoinedSeat(invitation, given))
    except KeyboardInterrupt:
        return EXIT_OK


def _play(seat: JoinedSeat) -> int:
    try:
        asyncio.run(seat.run())
    except _EndedError as end:
        if str(end):
            _warn(str(end))
        return end.code
    return EXIT_OK


class _SeatOverBroker:
    """A seat at the page of a table elsewhere, which a bridge serves on this computer."""

    def __init__(self, invitation: Invitation, given: argparse.Namespace) -> None:
        from bones_desktop.cli.host import print_code
        from bones_desktop.seats.bridge import Bridge

        self._print_code = print_code
        self._given = given
        self._seat: JoinedSeat | None = None
        self._house: Invitation | None = None
        self._ended: list[int | CommandError] = []
        self._told: dict[str, float] = {}
        """When each trouble on the way to the host was told."""
        self._works_since = inf
        """Since when the way works; never while it does not."""
        self._bridge = bridge = Bridge(invitation, locations_of(given).data / "seats")
        bridge.ready.connect(self._begin)
        bridge.way_changed.connect(self._tell)
        bridge.failed.connect(self._fail)

    def run(self, app: "QCoreApplication") -> int:
        """Keep the seat until it is over, and return the exit code. Raise CommandError."""
        from PySide6.QtCore import QTimer

        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._stop)
        # Python handles a signal of the system only when it next runs code, so not while Qt waits.
        looking = QTimer(interval=100)
        looking.timeout.connect(lambda: self._ended and app.quit())
        looking.start()
        self._bridge.start(*self._given.serve or ("127.0.0.1", 0))
        app.exec()
        looking.stop()
        if self._seat is not None:
            self._seat.is_leaving = True
        self._bridge.stop()
        if isinstance(self._ended[0], CommandError):
            raise self._ended[0]
        return self._ended[0]

    def _begin(self, house: Invitation, table: str) -> None:
        if self._given.serve is not None:
            link = link_of(house)
            # Where nobody reads this, the seat says so with its first message.
            with contextlib.suppress(OSError):
                print(json.dumps({"url": link.partition("#")[0], "invitation": link, "table": table}), flush=True)
                if sys.stdout.isatty():
                    self._print_code(link)
        is_first, self._house = self._house is None, house
        if is_first:
            Thread(target=self._play, args=(house,), name="seat", daemon=True).start()
            return
        _warn(_("The address of this computer has changed. Devices have to open the new invitation."))
        if self._seat is not None:
            self._seat.move(house)

    def _play(self, house: Invitation) -> None:
        try:
            self._seat = JoinedSeat(house, self._given)
            self._ended.append(_play(self._seat))
        except CommandError as error:
            self._ended.append(error)

    def _tell(self, way: str) -> None:
        # A host that closes the table says so itself, and is away a moment later.
        is_over = self._ended or (self._seat is not None and self._seat.is_over)
        now = monotonic()
        if not way:
            self._works_since = now
        elif not is_over:
            if now - self._works_since >= _HELD:
                self._told.clear()
            self._works_since = inf
            if now - self._told.get(way, -_SILENT) >= _SILENT:
                self._told[way] = now
                _warn(way)

    def _fail(self, sentence: str) -> None:
        end = partial(self._ended.append, CommandError(sentence))
        if self._seat is None:
            end()
            return
        # The seat may have heard from the host that the table is closed. Then it ends by itself, and that is no error.
        from PySide6.QtCore import QTimer

        QTimer.singleShot(1000, end)

    def _stop(self, *_of_signal: object) -> None:
        self._ended.append(EXIT_OK)
