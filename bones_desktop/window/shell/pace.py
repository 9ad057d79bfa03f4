"""How fast dice move: as the user chose, or as the system wishes."""

from PySide6.QtCore import QObject, QTimer, Signal

from bones_desktop.theme.motion import effective_speed, wants_reduced_motion

ASKED_AFTER_MS = 300
"""The system is asked once the window has been painted: its answer may take a moment."""


class Pace(QObject):
    """Turns the setting into a speed, and again when the system's wish is known."""

    changed = Signal(str)
    """The speed from now on: "normal", "quick" or "off"."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._setting = "system"
        self._reduced = False
        self._asking = QTimer(self)
        self._asking.setSingleShot(True)
        self._asking.setInterval(ASKED_AFTER_MS)
        self._asking.timeout.connect(self._ask)

    def choose(self, setting: str) -> None:
        """Take the user's choice: "system", "normal", "quick" or "off"."""
        self._setting = setting
        self._asking.stop()
        if setting == "system":
            self._asking.start()
        self.changed.emit(effective_speed(setting, self._reduced))

    def close(self) -> None:
        """Ask no more."""
        self._asking.stop()

    def _ask(self) -> None:
        reduced = wants_reduced_motion()
        if reduced is not self._reduced:
            self._reduced = reduced
            self.changed.emit(effective_speed(self._setting, reduced))
