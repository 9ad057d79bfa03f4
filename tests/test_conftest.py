"""What every test gets: a home of its own, no session bus, and cases in a loop."""

import inspect
import os
from pathlib import Path

import pytest

from tests.support.foreach import for_each


def test_the_home_is_there_and_empty() -> None:
    assert not list(Path.home().iterdir())


def test_the_session_bus_is_out_of_reach() -> None:
    assert os.environ["DBUS_SESSION_BUS_ADDRESS"] == "disabled:"


def test_every_case_is_tried_and_the_one_that_fails_is_named(tmp_path: Path) -> None:
    tried = []

    @for_each("number", (1, 2, 3))
    @for_each(("letter", "sign"), [("a", "+"), ("b", "-")])
    def check(tmp_path: Path, number: int, letter: str, sign: str) -> None:
        tried.append(f"{number}{letter}{sign}")
        assert number < 3

    assert list(inspect.signature(check).parameters) == ["tmp_path"]
    with pytest.raises(AssertionError) as caught:
        check(tmp_path=tmp_path)
    assert tried == ["1a+", "1b-", "2a+", "2b-", "3a+"]
    assert caught.value.__notes__ == ["The case: {'letter': 'a', 'sign': '+'}", "The case: {'number': 3}"]
