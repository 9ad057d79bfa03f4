"""An open table and its file: secret, seats, and the requests that were already done.

The file remembers a table until it is closed for good, so that a host that was killed opens the same table again. The
tokens of seats and the proof that a device knows the secret are made here.
"""

import contextlib
import hmac
import json
import secrets
import sqlite3
from base64 import urlsafe_b64encode
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from bones_desktop.rules.records import Record, replace
from bones_desktop.storage.files.checkedfile import set_aside
from bones_desktop.storage.files.locations import make_folder
from bones_desktop.storage.log.logbackups import JOURNALS, beside
from bones_desktop.storage.log.logrows import FAULTS, is_refused, log_problem
from bones_desktop.wording.language import _

_KEPT_REQUESTS: Final = 20_000
"""Requests that a table remembers when it is opened again. A seat repeats only its latest requests."""
_SCHEMA: Final = """
    CREATE TABLE IF NOT EXISTS open_table (id TEXT PRIMARY KEY, key TEXT UNIQUE, secret TEXT, port INTEGER);
    CREATE TABLE IF NOT EXISTS seat (
        id TEXT PRIMARY KEY, open_table TEXT, name TEXT, role TEXT, characters TEXT, token TEXT UNIQUE,
        for_good INTEGER, void INTEGER
    );
    CREATE TABLE IF NOT EXISTS broker_key (open_table TEXT PRIMARY KEY, key BLOB);
    CREATE TABLE IF NOT EXISTS request (seat TEXT, id TEXT, answer TEXT, PRIMARY KEY (seat, id));
    CREATE TABLE IF NOT EXISTS ask (id TEXT PRIMARY KEY, open_table TEXT, content TEXT);
    CREATE TABLE IF NOT EXISTS shown_seal (open_table TEXT, seal TEXT, PRIMARY KEY (open_table, seal));
"""


class OpenTable(Record):
    """A table that can be joined."""

    id: str
    """16 hexadecimal digits, known to everybody who sees the page."""
    secret: str
    """Text that only invited people know."""
    port: int = 0
    """Port on which the table listens; 0 for none yet. Cookies belong to an address, so the port stays the same."""


class SeatRow(Record):
    """A seat that was let in."""

    id: str
    name: str
    role: str
    characters: tuple[str, ...]
    """Ids of the characters for which the seat may roll."""
    token: str
    """`token_hash` of the seat's token."""
    for_good: bool
    """Whether the seat is let in again when the table is opened again."""


def new_table() -> OpenTable:
    """Return a table with a new id and secret."""
    return OpenTable(secrets.token_hex(8), secrets.token_urlsafe(32))


def proof(secret: str, nonce: str) -> str:
    """Return the text by which a device shows that it knows the secret."""
    return hmac.new(secret.encode(), nonce.encode(), sha256).hexdigest()


def is_proof(secret: str, nonce: str, given: str) -> bool:
    """Return whether `given` is the proof for this nonce."""
    return hmac.compare_digest(proof(secret, nonce).encode(), given.encode("utf-8", "replace"))


def new_token(secret: str) -> str:
    """Return a token for a device that knows the secret. The table can check the token without storing it."""
    return _signed(secret, secrets.token_urlsafe(24))


def is_token(secret: str, token: str) -> bool:
    """Return whether `new_token` made this token with the same secret."""
    expected = _signed(secret, token.partition(".")[0])
    return hmac.compare_digest(expected.encode("utf-8", "replace"), token.encode("utf-8", "replace"))


def token_hash(token: str) -> str:
    """Return the text by which the table remembers a token. The token cannot be calculated from the text."""
    return sha256(token.encode("utf-8", "replace")).hexdigest()


def _signed(secret: str, random: str) -> str:
    signed = hmac.digest(secret.encode(), random.encode("utf-8", "replace"), "sha256")
    return f"{random}.{urlsafe_b64encode(signed).decode().rstrip('=')}"


class TableFile:
    """The file of open tables. Its methods raise FileProblem when the file cannot be read or written."""

    def __init__(self, path: Path, now: datetime) -> None:
        """Open or create the file. A damaged file is renamed, and a new one is created."""
        self._path = path
        self.trouble = ""
        """Sentence for the user if the file was damaged; "" if it was not."""
        try:
            self._connection = self._connected()
        except FAULTS as error:
            aside = None if is_refused(error) else set_aside(path, now)
            if aside is None:
                raise log_problem(error, path) from error
            for ending in JOURNALS:
                with contextlib.suppress(OSError):
                    beside(path, ending).unlink()
            self._connection = self._connected()
            words = _("The file of open tables was damaged and is now called {name}. Everybody has to join again.")
            self.trouble = words.format(name=aside.name)

    def _connected(self) -> sqlite3.Connection:
        make_folder(self._path.parent, self._path)
        found = sqlite3.connect(self._path, timeout=1, isolation_level=None)
        try:
            found.execute("PRAGMA journal_mode = WAL")
            # A kill loses nothing so. After a power cut, the host finds the requests that were done in the log.
            found.execute("PRAGMA synchronous = NORMAL")
            if found.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
                raise sqlite3.DatabaseError("quick_check")
            found.executescript(_SCHEMA)
            # The file contains secrets.
            self._path.chmod(0o600)
        except BaseException:
            found.close()
            raise
        return found

    def _run(self, statement: str, *values: object) -> list[Any]:
        """Run one statement and return its rows."""
        try:
            return self._connection.execute(statement, values).fetchall()
        except (OSError, *FAULTS) as error:
            raise log_problem(error, self._path) from error

    def close(self) -> None:
        """Close the file."""
        with contextlib.suppress(*FAULTS):
            self._connection.close()

    def open(self, key: str) -> OpenTable:
        """Return the table of a campaign or of characters, which `key` identifies. A new one is stored."""
        self._run("DELETE FROM request WHERE rowid <= (SELECT max(rowid) FROM request) - ?", _KEPT_REQUESTS)
        new = new_table()
        self._run("INSERT OR IGNORE INTO open_table VALUES (?, ?, ?, 0)", new.id, key, new.secret)
        (row,) = self._run("SELECT id, secret, port FROM open_table WHERE key = ?", key)
        return OpenTable(*row)

    def with_port(self, table: OpenTable, port: int) -> OpenTable:
        """Store the port on which the table listens, and return the table."""
        self._run("UPDATE open_table SET port = ? WHERE id = ?", port, table.id)
        return replace(table, port=port)

    def broker_key(self, table: OpenTable) -> bytes:
        """Return the key of the table at a broker, 32 bytes. A new one is stored."""
        self._run("INSERT OR IGNORE INTO broker_key VALUES (?, ?)", table.id, secrets.token_bytes(32))
        ((key,),) = self._run("SELECT key FROM broker_key WHERE open_table = ?", table.id)
        return bytes(key)

    def forget(self, table: OpenTable) -> None:
        """Delete a table with its seats and requests. Its invitation is then void."""
        # The table goes last. If the program is killed before, the table can be closed again.
        self._run("DELETE FROM request WHERE seat IN (SELECT id FROM seat WHERE open_table = ?)", table.id)
        self._run("DELETE FROM seat WHERE open_table = ?", table.id)
        self._run("DELETE FROM broker_key WHERE open_table = ?", table.id)
        self._run("DELETE FROM shown_seal WHERE open_table = ?", table.id)
        self._run("DELETE FROM ask WHERE open_table = ?", table.id)
        self._run("DELETE FROM open_table WHERE id = ?", table.id)

    def seats(self, table: OpenTable) -> tuple[SeatRow, ...]:
        """Return the seats that were let in and not put out."""
        columns = "id, name, role, characters, token, for_good"
        rows = self._run(f"SELECT {columns} FROM seat WHERE open_table = ? AND NOT void", table.id)  # noqa: S608
        return tuple(
            SeatRow(id, name, role, tuple(json.loads(characters)), token, bool(for_good))
            for id, name, role, characters, token, for_good in rows
        )

    def put_seat(self, table: OpenTable, seat: SeatRow) -> None:
        """Store a seat."""
        row = (seat.id, table.id, seat.name, seat.role, json.dumps(seat.characters), seat.token, seat.for_good)
        self._run("INSERT OR REPLACE INTO seat VALUES (?, ?, ?, ?, ?, ?, ?, 0)", *row)

    def void(self, seat: SeatRow) -> None:
        """Store that a seat was put out. Its token stays void."""
        self._run("UPDATE seat SET void = 1 WHERE id = ?", seat.id)

    def leave(self, table: OpenTable) -> None:
        """Delete seats that were let in only until the table closes, and the rolls that are asked for."""
        self._run("DELETE FROM ask WHERE open_table = ?", table.id)
        self._run("DELETE FROM seat WHERE open_table = ? AND NOT for_good AND NOT void", table.id)

    def asks(self, table: OpenTable) -> dict[str, Any]:
        """Return the rolls that are asked for, as they were stored, by their ids."""
        rows = self._run("SELECT id, content FROM ask WHERE open_table = ? ORDER BY rowid", table.id)
        return {id: json.loads(content) for id, content in rows}

    def put_ask(self, table: OpenTable, id: str, content: object) -> None:
        """Store a roll that is asked for."""
        self._run("INSERT INTO ask VALUES (?, ?, ?)", id, table.id, json.dumps(content))

    def drop_ask(self, id: str) -> None:
        """Delete a roll that is no longer asked for."""
        self._run("DELETE FROM ask WHERE id = ?", id)

    def show_seal(self, table: OpenTable, seal: str) -> None:
        """Remember that seats of a table were shown the seal of an evening."""
        self._run("INSERT OR IGNORE INTO shown_seal VALUES (?, ?)", table.id, seal)

    def shown_seals(self, table: OpenTable) -> set[str]:
        """Return the seals that seats of a table were shown."""
        return {seal for (seal,) in self._run("SELECT seal FROM shown_seal WHERE open_table = ?", table.id)}

    def is_void(self, token: str) -> bool:
        """Return whether the token with this hash belongs to a seat that was put out."""
        return bool(self._run("SELECT 1 FROM seat WHERE token = ? AND void", token))

    def begin(self, seat: str, request: str) -> str | None:
        """Store that a request of a seat, given by its id, is about to be done, and return None.

        If the request was stored before, return its answer, or "" if it has none.
        """
        if self._run("INSERT OR IGNORE INTO request VALUES (?, ?, NULL) RETURNING 1", seat, request):
            return None
        rows = self._run("SELECT answer FROM request WHERE seat = ? AND id = ?", seat, request)
        return rows[0][0] or ""

    def finish(self, seat: str, request: str, answer: str) -> None:
        """Store the answer to a request."""
        self._run("UPDATE request SET answer = ? WHERE seat = ? AND id = ?", answer, seat, request)
