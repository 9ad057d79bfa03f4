"""What makes imports quick while the window is waited for."""

import builtins
import gc
import os
import sys
from typing import Final

from bones_desktop.latemodules import late
from bones_desktop.quickclasses import quicken_dataclasses
from bones_desktop.quickenums import quicken_enums

REFUSALS: Final = tuple(f"shibokensupport.signature.{name}" for name in ("parser", "layout", "errorhandler"))
"""What tells how a function of Qt was called wrongly. Not `mapping`: PySide reads its names without asking for them."""
_SIGNATURES: Final = frozenset(
    (*REFUSALS, *(f"shibokensupport.signature.lib.{name}" for name in ("enum_sig", "pyi_generator", "tool")))
)
_COMPARED: Final = (6, 11)
"""What PySide reads in that way changes with PySide: one that nobody compared yet is imported as ever."""


def quicken() -> None:
    """Load Qt's bindings and take six things from the way of this and every later import.

    The collector rests until `window.loading` wakes it: hardly anything made while modules load is garbage. PySide
    unpacks and compiles three thousand lines of Python that know how the functions of Qt are called, for the message of
    a TypeError and for help(): they wait until one is asked for. The hook PySide puts around imports goes: it reads the
    source of every module to see whether names might be in snake case. Frozen dataclasses and Qt's enumerations are
    made in quicker ways, for there are many. And pydantic, where it is needed, looks for no plugins of its own: it
    would read what every installed package says of itself.
    """
    gc.disable()
    quicken_dataclasses()
    quicken_enums()
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    with late(_SIGNATURES, _is_compared):
        import PySide6.QtCore  # noqa: F401 (puts the hook there)

    builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)


def _is_compared() -> bool:
    return sys.modules["shiboken6"].__version_info__[:2] == _COMPARED  # type: ignore[no-any-return]
