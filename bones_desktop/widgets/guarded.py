"""A guard for Qt overrides: an exception is reported as any other and never thrown back into unrelated code."""

import sys
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
D = TypeVar("D")


def guarded(default: D) -> Callable[[Callable[P, R]], Callable[P, R | D]]:
    """Return a decorator for Qt overrides: an exception is reported as any other and `default` is returned.

    An override that raises is thrown back into whatever Python code called Qt, and would cut unrelated work in half.
    """

    def decorate(override: Callable[P, R]) -> Callable[P, R | D]:
        @wraps(override)
        def safe(*args: P.args, **kwargs: P.kwargs) -> R | D:
            try:
                return override(*args, **kwargs)
            except Exception:
                sys.excepthook(*sys.exc_info())
                return default

        return safe

    return decorate
