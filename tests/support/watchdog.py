"""A process beside the test that ends it when it hangs: a thread or signal cannot while C++ keeps the interpreter."""

import os
import subprocess
import sys
from types import TracebackType
from typing import Self

WATCH = """
import os, signal, sys, threading
watched, patience = int(sys.argv[1]), float(sys.argv[2])
notes, heard = [], threading.Event()

def listen():
    for line in sys.stdin:
        notes[:] = [*notes[-11:], line]
        heard.set()
    os._exit(0)

threading.Thread(target=listen, daemon=True).start()
while heard.wait(patience):
    heard.clear()
sys.stderr.write(f"\\nIt hangs: nothing came for {patience:g} s after\\n{''.join(notes)}")
sys.stderr.flush()
os.kill(watched, signal.SIGABRT)
"""


class Watchdog:
    """Aborts this process when no note comes for `patience` seconds; the last notes go to the stderr of its start.

    pytest's fault handler then tells where the process was. The watch ends with the context.
    """

    def __init__(self, patience: float) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", WATCH, str(os.getpid()), str(patience)], stdin=subprocess.PIPE
        )

    def note(self, doing: str) -> None:
        """Tell what is done next."""
        assert self._process.stdin is not None
        self._process.stdin.write(ascii(doing).encode() + b"\n")
        self._process.stdin.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _where: TracebackType | None
    ) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(10)
