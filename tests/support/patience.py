"""Waits that end when what they are about has come, and give up so late that no busy machine decides a test."""

from collections.abc import Callable

from pytestqt.qtbot import QtBot
from pytestqt.wait_signal import SignalBlocker

PATIENCE_MS = 45_000


class PatientBot(QtBot):
    """pytest-qt's bot, which by itself gives up after five seconds."""

    def waitUntil(self, callback: Callable[[], bool | None], *, timeout: int = PATIENCE_MS) -> None:
        """Wait until `callback` says so."""
        super().waitUntil(callback, timeout=timeout)

    def waitSignal(self, signal: object, *, timeout: int = PATIENCE_MS, **more: object) -> SignalBlocker:
        """Wait at the end of the context until the signal has been emitted."""
        return super().waitSignal(signal, timeout=timeout, **more)
