"""Watching a started program from inside: for the Python that `tests.support.program` runs in it first.

A start goes through `Loading`; only here do tests know where its steps begin and end.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from bones_desktop.start.start import Loading

if TYPE_CHECKING:
    from bones_desktop.start.application import Application


def before_loading(call: Callable[[Loading], None]) -> None:
    """Call `call` when the first frame is on the screen, before anything is put into the window."""
    load = Loading.load

    def watched(self: Loading) -> None:
        call(self)
        load(self)

    Loading.load = watched  # type: ignore[method-assign]


def when_opened(call: "Callable[[Application], None]") -> None:
    """Call `call` when the window has its page and its files are open, before any event is handled."""
    opened = Loading._open

    def watched(self: Loading) -> None:
        opened(self)
        call(self.program)

    Loading._open = watched  # type: ignore[method-assign]


def after_loading(call: "Callable[[Application | None], None]") -> None:
    """Call `call` when loading has ended, with the program, None where there is none."""
    load = Loading.load

    def watched(self: Loading) -> None:
        load(self)
        call(self.program)

    Loading.load = watched  # type: ignore[method-assign]
