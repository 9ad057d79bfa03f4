"""A guard for Qt overrides: an exception is reported like any other and is not raised in unrelated code."""

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
    """Return a decorator for Qt overrides. It reports an exception like any other and returns `default`.

    PySide raises the exception of an override in the Python code that happened to call Qt, where it would stop
    unrelated work halfway.
    """

    def decorate(override: Callable[P, R]) -> Callable[P, R | D]:
        @wraps(override)
        def safe(*args: P.args, **kwargs: P.kwargs) -> R | D:
            try:
                return override(*args, **kwargs)
            except Exception:
                # The same way as any other fault: logged, and shown once in a message.
                sys.excepthook(*sys.exc_info())
                return default

        return safe

    return decorate


# Overrides of these names return nothing that Qt needs, so None is right after a failure.
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
"""Names of guarded overrides, and the value that each returns after an exception."""


class Guarded:
    """The first base of a Qt class. It guards the class's overrides, and those of its subclasses, by their names.

    An override with another name, or with another value to return after an exception, needs the decorator.
    """

    def __init_subclass__(cls, **kwargs: object) -> None:
        super().__init_subclass__(**kwargs)
        # A list, since setattr changes the class during the loop.
        for name, override in list(vars(cls).items()):
            if isfunction(override) and (name in _DEFAULTS or name == "flags"):
                setattr(cls, name, guarded(_default(name))(override))


def _default(name: str) -> object:
    if name != "flags":
        return _DEFAULTS[name]
    # Not before the first frame, since the import makes its many enumerations.
    from PySide6.QtCore import Qt

    return Qt.ItemFlag.NoItemFlags
