"""The commands `host` and `join` in processes of their own, spoken to by their input and output."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import Any, Final

from tests.support.program import PATIENCE, ROOT, wait_until


class TableProgram:
    """One start of `host` or `join`. `lines` is what it printed, as JSON."""

    def __init__(self, folder: Path, command: str, *arguments: str | Path) -> None:
        self.lines: list[dict[str, Any]] = []
        self.process = subprocess.Popen(
            [sys.executable, *self._begun_by(command), *map(str, arguments), "--data-dir", str(folder)],
            cwd=ROOT,
            env={"QT_QPA_PLATFORM": "offscreen", "DBUS_SESSION_BUS_ADDRESS": "disabled:", **os.environ},
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1,
        )  # fmt: skip
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    @staticmethod
    def _begun_by(command: str) -> tuple[str, ...]:
        """Return the arguments with which Python begins the program."""
        return "-m", "bones_desktop", command

    def _read(self) -> None:
        for line in self.process.stdout:
            self._take(json.loads(line))

    def _take(self, message: dict[str, Any]) -> None:
        self.lines.append(message)

    def say(self, line: str | dict[str, Any]) -> None:
        """Write a line to its input."""
        self.process.stdin.write((line if isinstance(line, str) else json.dumps(line)) + "\n")

    def until(self, true: Callable[[], bool]) -> None:
        """Wait until `true`, or fail with what the program said."""
        wait_until(lambda: true() or self.process.poll() is not None)
        assert true(), (self.lines[-3:], self.process.poll() is not None and self.process.stderr.read())

    def of(self, kind: str, **given: Any) -> list[dict[str, Any]]:
        """Return the lines of a kind with these values, oldest first."""
        return [
            each for each in list(self.lines)
            if each.get("kind") == kind and all(each.get(name) == value for name, value in given.items())
        ]  # fmt: skip

    def wait_for(self, kind: str, count: int = 1, **given: Any) -> dict[str, Any]:
        """Return the newest line of a kind once there are `count`."""
        self.until(lambda: len(self.of(kind, **given)) >= count)
        return self.of(kind, **given)[-1]

    def end(self) -> tuple[int, str]:
        """Wait for the end, and return the exit code and what went to stderr."""
        self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        return self.process.returncode, self.process.stderr.read()

    def kill(self) -> None:
        """End it as a power cut does."""
        self.process.kill()
        self.process.wait()

    def clear(self) -> None:
        """End it if it still runs, and close its pipes."""
        self.kill()
        self._reader.join(PATIENCE)
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            # What was not written yet has nobody to go to.
            with suppress(BrokenPipeError):
                pipe.close()


class Host(TableProgram):
    """A host, whose first line has come."""

    def __init__(self, folder: Path, *arguments: str | Path) -> None:
        super().__init__(folder, "host", *arguments, "--listen", "127.0.0.1:0")
        self._take_invitation()

    def _take_invitation(self) -> None:
        self.until(lambda: bool(self.lines))
        self.url, self.invitation, self.table = (self.lines[0][name] for name in ("url", "invitation", "table"))

    @property
    def port(self) -> int:
        """The port on which it listens."""
        return int(self.url.rstrip("/").rpartition(":")[2])

    @property
    def secret(self) -> str:
        """The secret of its table."""
        return self.invitation.partition("#")[2]


_OPENS_TABLE: Final = """
import json, os, sys, traceback
from PySide6.QtCore import QTimer
from bones_desktop.main import main
from bones_desktop.start.start import Loading
show = Loading._open
def open_table(program):
    program.window.show_page({page!r})
    hosting = program.hosting
    hosting.show()
    hosting._dialog.places.here.setChecked(True)
    hosting._dialog.begin.click()
    link = hosting._link
    hosting._dialog.close()
    say({{"url": link.partition("#")[0], "invitation": link, "table": hosting.host.table.id}})
    hosting.host.seating.knocked.connect(lambda seat: hosting._admit(seat.row.id, True))
    hosting.host.happened.connect(say)
    {more}
def say(what):
    print(json.dumps(what), flush=True)
def shown(self):
    show(self)
    QTimer.singleShot(0, self.program, lambda: attempt(self.program))
def attempt(program):
    try:
        open_table(program)
    except Exception:
        traceback.print_exc()
        os._exit(1)
Loading._open = shown
sys.exit(main(sys.argv[1:]))
"""
"""Opens the table of a window on this computer, lets everybody in, and prints what `host` prints."""


class WindowHost(Host):
    """The window as a host. The arguments are files to open."""

    page, more = "encounter", ""
    """The page to show, and Python to run in `open_table` when the table is open."""

    def __init__(self, folder: Path, *files: str | Path) -> None:
        TableProgram.__init__(self, folder, "", *files)
        self._take_invitation()

    @classmethod
    def _begun_by(cls, _command: str) -> tuple[str, ...]:
        return "-c", _OPENS_TABLE.format(page=cls.page, more=cls.more)


@contextmanager
def programs() -> Iterator[Callable[..., Any]]:
    """Yield a function that makes a Host or TableProgram. All of them are ended at the end."""
    made: list[TableProgram] = []

    def make(kind: type[TableProgram], *arguments: Any) -> TableProgram:
        made.append(kind(*arguments))
        return made[-1]

    try:
        yield make
    finally:
        for each in made:
            each.clear()
