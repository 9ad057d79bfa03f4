"""What every test gets: a home of its own, and no session bus."""

import os
import subprocess
import sys
from pathlib import Path

REACHED = """
import sys
from ctypes import CDLL, c_void_p
bus = CDLL("libdbus-1.so.3")
bus.dbus_bus_get.restype = c_void_p
sys.exit(0 if bus.dbus_bus_get(0, None) is None else 1)
"""


def test_the_home_is_there_and_empty() -> None:
    assert list(Path.home().iterdir()) == []


def test_the_session_bus_is_out_of_reach() -> None:
    """Also of programs that a test starts, and where D-Bus could start a bus of its own on a screen."""
    environment = {**os.environ, "DISPLAY": ":99"}
    assert subprocess.run([sys.executable, "-c", REACHED], check=False, env=environment).returncode == 0
