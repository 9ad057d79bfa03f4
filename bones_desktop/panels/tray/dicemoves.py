"""Where the dice are now: moves them through a throw, lets them glide into rows, and tells when they have landed."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from bones_desktop.panels.tray.motion import Gliding, Motion, Pose
from bones_desktop.panels.tray.playback import Playback, Speed


class DiceMoves(QObject):
    """Plays one motion at a time. `landed` comes once for each `play`, unless something newer replaces it first."""

    moved = Signal()
    landed = Signal()
    """The dice show their faces; they may still glide into rows."""
    rested = Signal()
    """Nothing moves any more."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.gather = True
        """Whether dice that have landed glide into rows."""
        self._poses: list[Pose] = []
        self._rows: list[Pose] | None = None
        self._playback = Playback(self)
        self._playback.moved.connect(self._advance)
        self._playback.ended.connect(self._arrive)

    @property
    def moving(self) -> bool:
        """Whether dice are in motion."""
        return self._playback.motion is not None

    @property
    def poses(self) -> list[Pose]:
        """Where the dice are now and how they lie."""
        return self._poses

    @property
    def speed(self) -> Speed:
        """How fast dice move."""
        return self._playback.speed

    def set_speed(self, speed: Speed) -> None:
        """Set how fast dice move from the next motion on."""
        self._playback.speed = speed

    def lay(self, poses: Sequence[Pose]) -> None:
        """Lay dice still, dropping any motion."""
        self._playback.stop()
        self._poses = list(poses)

    def play(self, motion: Motion, rows: Sequence[Pose] | None) -> None:
        """Play `motion` from its beginning; then dice glide to `rows` if they gather, None where they stay."""
        self._rows = list(rows) if rows is not None else None
        self._poses = motion.poses(0.0)
        self._playback.play(motion)
        self.moved.emit()

    def skip(self) -> None:
        """End any motion at once: the dice lie where they would have come to lie."""
        motion = self._playback.stop()
        if motion is not None:
            self._land(motion, glide=False)

    def _advance(self) -> None:
        self._poses = self._playback.poses() or self._poses
        self.moved.emit()

    def _arrive(self) -> None:
        motion = self._playback.stop()
        if motion is not None:
            self._land(motion, glide=True)

    def _land(self, motion: Motion, *, glide: bool) -> None:
        self._poses = motion.poses(motion.seconds)
        rows, self._rows = self._rows if self.gather else None, None
        if rows is not None and glide:
            self._playback.play(Gliding(self._poses, rows))
        elif rows is not None:
            self._poses = rows
        if not isinstance(motion, Gliding):
            self.landed.emit()
        if not self.moving:
            self.rested.emit()
