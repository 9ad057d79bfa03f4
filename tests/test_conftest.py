"""What every test gets: a home of its own, and no session bus."""

import os
from pathlib import Path


def test_the_home_is_there_and_empty() -> None:
    assert not list(Path.home().iterdir())


def test_the_session_bus_is_out_of_reach() -> None:
    assert os.environ["DBUS_SESSION_BUS_ADDRESS"] == "disabled:"
