"""A number field for scores of movement."""

from PySide6.QtWidgets import QDoubleSpinBox


class ScoreField(QDoubleSpinBox):
    """A movement score, without zeros that say nothing."""

    def textFromValue(self, value: float) -> str:
        """Return "1", "0.5"."""
        return self.locale().toString(value, "g", 6)
