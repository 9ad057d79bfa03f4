"""A guard for Qt overrides: an exception is reported as any other and never thrown back into unrelated code."""

import sys
from collections.abc import Callable
from functools import wraps
from inspect import isfunction
from typing import Final, ParamSpec, TypeVar

from PySide6.QtCore import QSize

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


_NOTHING: Final = (
    *("paintEvent", "resizeEvent", "showEvent", "hideEvent", "changeEvent", "closeEvent", "focusInEvent"),
    *("focusOutEvent", "keyPressEvent", "mousePressEvent", "mouseMoveEvent", "mouseReleaseEvent"),
    *("mouseDoubleClickEvent", "leaveEvent", "contextMenuEvent", "dragEnterEvent", "dragLeaveEvent", "dropEvent"),
    *("paint", "paintSection", "initStyleOption", "data", "headerData", "mimeData"),
)
_DEFAULTS: Final[dict[str, object]] = {
    **dict.fromkeys(_NOTHING),
    **dict.fromkeys(("event", "eventFilter", "viewportEvent", "helpEvent", "setData"), False),
    **dict.fromkeys(("sizeHint", "minimumSizeHint"), QSize()),
    "heightForWidth": 0,
}
"""The overrides that Guarded guards, and what each returns when it has raised."""


class Guarded:
    """The first base of a Qt class: what it and the classes below it override is guarded, by the name of the override.

    An override of another name, or that returns something else when it raises, takes the decorator.
    """

    def __init_subclass__(cls, **kwargs: object) -> None:
        super().__init_subclass__(**kwargs)
        for name, override in list(vars(cls).items()):
            if isfunction(override) and (name in _DEFAULTS or name == "flags"):
                setattr(cls, name, guarded(_default(name))(override))


def _default(name: str) -> object:
    if name != "flags":
        return _DEFAULTS[name]
    from PySide6.QtCore import Qt  # not before the first frame: its many enumerations are made then

    return Qt.ItemFlag.NoItemFlags
