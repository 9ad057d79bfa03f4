"""Light that tells a new throw from the one before, even when both show the same faces."""

from typing import Final

from PySide6.QtCore import QObject, QTimer, QVariantAnimation, Signal

_MS: Final = 150
_HELD_MS: Final = 1500
_DARK_MS: Final = 120
"""How long steady light is off before it shines for the next throw."""


class Flash(QObject):
    """Glows for a moment, or shines steadily for a while where nothing may move; `changed` tells every step."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._animation = QVariantAnimation(self)
        self._animation.setStartValue(1.0)
        self._animation.setEndValue(0.0)
        self._animation.setDuration(_MS)
        self._animation.valueChanged.connect(self.changed)
        self._held = QTimer(self)
        self._held.setSingleShot(True)
        self._held.setInterval(_HELD_MS)
        self._held.timeout.connect(self.changed)
        self._dark = QTimer(self)
        self._dark.setSingleShot(True)
        self._dark.setInterval(_DARK_MS)
        self._dark.timeout.connect(self._light)

    @property
    def strength(self) -> float:
        """How much it glows now, from 0 to 1."""
        if self.steady:
            return 1.0
        if self._animation.state() is not QVariantAnimation.State.Running:
            return 0.0
        value = self._animation.currentValue()
        return value if isinstance(value, float) else 0.0

    @property
    def steady(self) -> bool:
        """Whether it shines steadily now."""
        return self._held.isActive()

    def glow(self) -> None:
        """Glow from the beginning, fading."""
        self.stop()
        self._animation.start()

    def hold(self) -> None:
        """Shine steadily from now on for a while: it is there and then it is gone, and nothing moves."""
        shining = self.steady
        self.stop()
        if shining:
            self._dark.start()
            self.changed.emit()
        else:
            self._light()

    def stop(self) -> None:
        """Glow no more."""
        self._animation.stop()
        self._held.stop()
        self._dark.stop()

    def _light(self) -> None:
        self._held.start()
        self.changed.emit()
