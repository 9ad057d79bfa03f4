"""A virtual screen for the journeys, and a way to send one off."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def display() -> Iterator[str]:
    """Start a virtual screen and return its name."""
    server = shutil.which("Xvfb")
    assert server, "Xvfb is needed; `sh packaging/run test` installs it"
    read, write = os.pipe()
    process = subprocess.Popen(
        [server, "-displayfd", str(write), "-screen", "0", "1366x768x24", "-nolisten", "tcp"],
        pass_fds=(write,),
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as answer:
        number = answer.readline().strip()
    assert number, "Xvfb did not start"
    yield f":{number}"
    process.terminate()
    process.wait(10)


@pytest.fixture
def send_off(display: str) -> Callable[..., list[dict[str, object]]]:
    """Return what runs a journey's module on the screen, asserts that it ends well, and returns what it told."""

    def run(module: str, *arguments: str, seconds: int = 150) -> list[dict[str, object]]:
        done = subprocess.run(
            [sys.executable, "-m", f"tests.journeys.{module}", *arguments],
            cwd=ROOT,
            env={**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb", "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            timeout=seconds,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]

    return run
