"""How fast the character moves and, for those who do, flies (MOVE-1)."""

from typing import Final

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QCheckBox, QGridLayout, QWidget

from bones_desktop.rules.bones.book.fields import FASTEST
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.focus import wheel_passes
from bones_desktop.widgets.scaled import set_gaps, set_lengths, set_type
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.widgets.text.textfields import ScoreField, is_history

METRES: Final = 15
"""What a score of 1 covers in a round (MOVE-1)."""
_STEP: Final = 0.5
_DECIMALS: Final = 2


class _ScoreBox(ScoreField):
    """A score; undo and redo belong to the window."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setRange(0, FASTEST)
        self.setSingleStep(_STEP)
        self.setDecimals(_DECIMALS)
        self.setKeyboardTracking(False)
        wheel_passes(self)

    def event(self, event: QEvent) -> bool:
        """Let undo and redo through to the window."""
        if is_history(event):
            event.ignore()
            return False
        return super().event(event)


class MovementFields(QWidget):
    """Two scores; the second counts only while its box is ticked."""

    movement_requested = Signal(float, object)
    """The score on the ground, and in the air or None."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._label = plain_label(self, self.tr("Movement"), theme=theme, size=12)
        self.move_score = _ScoreBox(self)
        self.flies = QCheckBox(self.tr("Flies"), self)
        self.fly_score = _ScoreBox(self)
        set_lengths(theme, self.move_score, self.fly_score, width=76)
        self._label.setBuddy(self.move_score)
        self._reach = plain_label(self)
        self._fly_reach = plain_label(self)
        set_type(theme, self._reach, self._fly_reach, size=12)
        for label in (self._label, self._reach, self._fly_reach):
            label.setProperty("role", "muted")
        self.move_score.setAccessibleName(self.tr("Movement score"))
        self.fly_score.setAccessibleName(self.tr("Flying score"))
        self._grid = QGridLayout(self)
        set_gaps(theme, self._grid, grid=(8, 4))
        self._grid.setContentsMargins(0, 0, 0, 0)
        rows = ((self._label, self.move_score, self._reach), (self.flies, self.fly_score, self._fly_reach))
        for row, widgets in enumerate(rows):
            for column, widget in enumerate(widgets):
                self._grid.addWidget(widget, row, column)
        self._grid.setColumnStretch(2, 1)
        self._move = 1.0
        self._flying: float | None = None
        self.move_score.valueChanged.connect(lambda score: self.movement_requested.emit(score, self._flying))
        self.fly_score.valueChanged.connect(lambda score: self.movement_requested.emit(self._move, score))
        self.flies.toggled.connect(self._ask_flight)

    def show_movement(self, move: float, flying: float | None) -> None:
        """Show the scores; None for one who does not fly. A score finer than a box shows stays until it is changed."""
        self._move, self._flying = move, flying
        for widget in (self.move_score, self.fly_score, self.flies):
            widget.blockSignals(True)
        self.move_score.setValue(move)
        self.fly_score.setValue(move if flying is None else flying)
        self.flies.setChecked(flying is not None)
        for widget in (self.move_score, self.fly_score, self.flies):
            widget.blockSignals(False)
        self.fly_score.setEnabled(flying is not None)
        self._reach.setText(self._metres(move))
        self._fly_reach.setText("" if flying is None else self._metres(flying))
        self.move_score.setAccessibleDescription(self._reach.text())
        self.fly_score.setAccessibleDescription(self._fly_reach.text())

    def _metres(self, score: float) -> str:
        return self.tr("{metres} m a round").format(metres=self.locale().toString(score * METRES, "g", 6))

    def _ask_flight(self, flies: bool) -> None:
        self.movement_requested.emit(self._move, self.fly_score.value() if flies else None)
