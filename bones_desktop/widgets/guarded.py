"""A guard for overridden Qt methods: it reports an exception instead of raising it in unrelated code."""

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
    """Return a decorator for overridden Qt methods, which reports an exception and returns `default`.

    PySide would raise the exception in the Python code that happened to call Qt, and stop unrelated work.
    """

    def decorate(override: Callable[P, R]) -> Callable[P, R | D]:
        @wraps(override)
        def safe(*args: P.args, **kwargs: P.kwargs) -> R | D:
            try:
                return override(*args, **kwargs)
            except Exception:
                # The exception is handled like any other error: it is logged, and shown once in a message.
                sys.excepthook(*sys.exc_info())
                return default

        return safe

    return decorate


# Overrides with these names return nothing that Qt needs, so they may return None.
_NOTHING: Final = (
    *("paintEvent", "resizeEvent", "showEvent", "hideEvent", "changeEvent", "closeEvent", "focusInEvent"),
    *("focusOutEvent", "keyPressEvent", "mousePressEvent", "mouseMoveEvent", "mouseReleaseEvent"),
    *("mouseDoubleClickEvent", "leaveEvent", "contextMenuEvent", "dragEnterEvent", "dragMoveEvent", "dragLeaveEvent"),
    *("dropEvent", "paint", "paintSection", "initStyleOption", "data", "headerData", "mimeData"),
)
_DEFAULTS: Final[dict[str, object]] = {
    **dict.fromkeys(_NOTHING),
    **dict.fromkeys(("event", "eventFilter", "viewportEvent", "helpEvent", "setData"), False),
    **dict.fromkeys(("sizeHint", "minimumSizeHint"), QSize()),
    "heightForWidth": 0,
}
"""Names of other guarded overrides, with the value returned after an exception."""


class Guarded:
    """Base class to put first in a Qt class. It guards overridden methods by their names, also in subclasses.

    An override needs the decorator if its name is not listed here, or if it must return another value after an
    exception.
    """

    def __init_subclass__(cls, **kwargs: object) -> None:
        super().__init_subclass__(**kwargs)
        # The names are copied to a list, because setattr changes the class during the loop.
        for name, override in list(vars(cls).items()):
            if isfunction(override) and (name in _DEFAULTS or name == "flags"):
                setattr(cls, name, guarded(_default(name))(override))


def _default(name: str) -> object:
    if name != "flags":
        return _DEFAULTS[name]
    # Imported late, because the import is slow and the first frame does not need it.
    from PySide6.QtCore import Qt

    return Qt.ItemFlag.NoItemFlags
