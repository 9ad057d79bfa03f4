"""Plays one motion at a time, by the clock: a slow machine shows fewer frames and not a slower throw."""

from typing import Final, Literal

from PySide6.QtCore import QAbstractAnimation, QObject, QVariantAnimation, Signal

from bones_desktop.panels.tray.motion import Motion, Pose

Speed = Literal["normal", "quick", "off"]

_FASTER: Final = {"normal": 1.0, "quick": 2.2, "off": 1.0}


class Playback(QObject):
    """Runs a motion to its end and then emits `ended`; a motion that is stopped never does."""

    moved = Signal()
    ended = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.speed: Speed = "normal"
        self._motion: Motion | None = None
        self._animation = QVariantAnimation(self)
        self._animation.setStartValue(0.0)
        self._animation.setEndValue(1.0)
        self._animation.valueChanged.connect(self.moved)
        self._animation.finished.connect(self.ended)

    @property
    def motion(self) -> Motion | None:
        """The motion being played."""
        return self._motion

    def play(self, motion: Motion) -> None:
        """Play `motion` from its beginning, instead of any other."""
        self.stop()
        self._motion = motion
        self._animation.setDuration(max(1, round(motion.seconds * 1000 / _FASTER[self.speed])))
        self._animation.start()

    def stop(self) -> Motion | None:
        """Stop and return the motion that was being played."""
        motion, self._motion = self._motion, None
        if self._animation.state() != QAbstractAnimation.State.Stopped:
            self._animation.stop()
        return motion

    def poses(self) -> list[Pose]:
        """Return the poses of this moment; none when nothing moves."""
        if self._motion is None:
            return []
        share = self._animation.currentValue()
        return self._motion.poses(share * self._motion.seconds if isinstance(share, float) else 0.0)
