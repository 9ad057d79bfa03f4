"""The commands that need no window, called as the program calls them."""

import json
from typing import Any

import pytest

from bones_desktop.main import main


class Result:
    """What a command printed and returned."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def json(self) -> Any:
        """What was printed, as JSON."""
        return json.loads(self.out)

    @property
    def is_one_line_error(self) -> bool:
        """Whether it ended as every mistake does."""
        return self.code == 2 and not self.out and self.err.count("\n") == 1 and "Traceback" not in self.err


class Command:
    """Runs a command within the test."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: str) -> Result:
        """Return what a command of these arguments printed and returned."""
        code = main(arguments)
        printed = self._capsys.readouterr()
        return Result(code, printed.out, printed.err)
