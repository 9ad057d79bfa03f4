"""What makes imports quick while the window is waited for."""

import builtins
import gc
import os

from bones_desktop.quickclasses import quicken_dataclasses
from bones_desktop.quicksignatures import late_signatures


def quicken() -> None:
    """Load Qt's bindings, without the signatures of its functions, and take four things from the way of later imports.

    The collector rests until `window.loading` wakes it: hardly anything made while modules load is garbage. The hook
    PySide puts around imports goes: it reads the source of every module to see whether names might be in snake case.
    Frozen dataclasses are made in a quicker way, for there are many. And pydantic, where it is needed, looks for no
    plugins of its own: it would read what every installed package says of itself.
    """
    gc.disable()
    quicken_dataclasses()
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    with late_signatures():
        import PySide6.QtCore  # noqa: F401 (puts the hook there)

    builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
