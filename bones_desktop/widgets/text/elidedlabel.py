"""A line of text that is shortened with an ellipsis instead of pushing everything else away."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QWidget

from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.text.plaintip import plain_tip


class ElidedLabel(QLabel):
    """Shows as much of its text as fits in one line; the whole text is in the tip and for screen readers."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._full = ""
        self.setTextFormat(Qt.TextFormat.PlainText)

    @property
    def full_text(self) -> str:
        """The whole text."""
        return self._full

    def set_full_text(self, text: str) -> None:
        """Show another text."""
        self._full = " ".join(text.split())
        self.setAccessibleName(self._full)
        self._fit()
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Return the size of the whole text."""
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self._full) + 2, metrics.height())

    def minimumSizeHint(self) -> QSize:
        """Return room for a few letters."""
        metrics = self.fontMetrics()
        return QSize(min(metrics.horizontalAdvance("Mmmm…"), self.sizeHint().width()), metrics.height())

    @guarded(None)
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the text to the new width."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        shown = self.fontMetrics().elidedText(self._full, Qt.TextElideMode.ElideRight, max(0, self.width()))
        if shown != self.text():
            self.setText(shown)
        self.setToolTip(plain_tip(self._full) if shown != self._full else "")
