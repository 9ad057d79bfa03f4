"""A short glow that tells a new throw from the one before, even when both show the same faces."""

from typing import Final

from PySide6.QtCore import QObject, QVariantAnimation, Signal

_MS: Final = 150


class Flash(QObject):
    """Glows once when asked to; `changed` is emitted for every step."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._animation = QVariantAnimation(self)
        self._animation.setStartValue(1.0)
        self._animation.setEndValue(0.0)
        self._animation.setDuration(_MS)
        self._animation.valueChanged.connect(self.changed)

    @property
    def strength(self) -> float:
        """How much it glows now, from 0 to 1."""
        if self._animation.state() is not QVariantAnimation.State.Running:
            return 0.0
        value = self._animation.currentValue()
        return value if isinstance(value, float) else 0.0

    def glow(self) -> None:
        """Glow from the beginning."""
        self._animation.stop()
        self._animation.start()

    def stop(self) -> None:
        """Glow no more."""
        self._animation.stop()
