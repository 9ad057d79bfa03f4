"""The real program in a process of its own: started, waited for, asked to go or killed."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0


def wait_until(true: Callable[[], bool], seconds: float = PATIENCE) -> bool:
    """Return whether `true` came to hold in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if true():
            return True
        time.sleep(0.02)
    return true()


class Program:
    """One start of the program over `folder`; `inside` is Python to run in it first (to break something)."""

    def __init__(
        self,
        folder: Path,
        *arguments: str | Path,
        inside: str = "",
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.folder = folder
        self.log = folder / "state" / "errors.log"
        self.given: Sequence[str] = ("--data-dir", str(folder), *map(str, arguments))
        self._shown_before = self._shown()
        code = f"import sys\nfrom bones_desktop.main import main\n{inside}\nsys.exit(main(sys.argv[1:]))"
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, *self.given],
            cwd=ROOT,
            env={
                **os.environ,
                "QT_QPA_PLATFORM": "offscreen",
                "DBUS_SESSION_BUS_ADDRESS": "disabled:",  # trials start it without tests/conftest.py
                **(environment or {}),
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def shows_a_window(self) -> bool:
        """Return whether the window of this start has come up."""
        return self._shown() > self._shown_before

    def _shown(self) -> int:
        return self.log.read_text("utf-8", "replace").count("window shown") if self.log.exists() else 0

    def end(self, seconds: float = PATIENCE) -> tuple[int, str]:
        """Wait for the end and return the exit code and what went to stderr."""
        _out, errors = self.process.communicate(timeout=seconds)
        return self.process.returncode, errors


@contextmanager
def program(
    folder: Path, *arguments: str | Path, inside: str = "", environment: Mapping[str, str] | None = None
) -> Iterator[Program]:
    """Start the program; it is killed at the end if it still runs."""
    started = Program(folder, *arguments, inside=inside, environment=environment)
    try:
        yield started
    finally:
        if started.process.poll() is None:
            started.process.kill()
        started.process.communicate()
