"""The card below the palette: a large picture of an icon, what it does, and why it may not stand here."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from bones_desktop.panels.builder.explain import Explanation
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.facelook import FaceLook, paint_face
from bones_desktop.widgets.guarded import guarded


class _Picture(QWidget):
    """One bone face, large."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._look = FaceLook()

    def set_look(self, look: FaceLook) -> None:
        """Show another face."""
        if look != self._look:
            self._look = look
            self.update()

    def sizeHint(self) -> QSize:  # noqa: N802 (Qt's name)
        """Return the size of the face."""
        return QSize(self._theme.px(56), self._theme.px(56))

    @guarded(None)
    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 (Qt's name)
        """Paint the face."""
        painter = QPainter(self)
        paint_face(painter, QRectF(self.rect()).adjusted(1, 1, -1, -1), self._look, self._theme)
        painter.end()


class WhyCard(QWidget):
    """Shows one Explanation, or an invitation while nothing is pointed at."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.explanation: Explanation | None = None
        self._picture = _Picture(theme, self)
        self._picture.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._name = self._label()
        self._kind = self._label("muted")
        self.why_not = self._label("warn")
        self._effect = self._label()
        self._here = self._label("muted")
        words = QWidget()
        lines = QVBoxLayout(words)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(theme.px(4))
        for label in (self.why_not, self._effect, self._here):
            lines.addWidget(label)
        lines.addStretch(1)
        self._area = QScrollArea(self)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setWidgetResizable(True)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setWidget(words)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.addWidget(self._picture, 0, 0, 2, 1)
        self._grid.addWidget(self._name, 0, 1, Qt.AlignmentFlag.AlignBottom)
        self._grid.addWidget(self._kind, 1, 1, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(self._area, 2, 0, 1, 2)
        self._grid.setColumnStretch(1, 1)
        self._grid.setRowStretch(2, 1)
        theme.changed.connect(self._restyle)
        self._restyle()

    def show_explanation(self, explanation: Explanation) -> None:
        """Show another icon."""
        if explanation == self.explanation:
            return
        self.explanation = explanation
        self._picture.set_look(FaceLook(code=explanation.code))
        self._picture.setVisible(bool(explanation.code))
        self._name.setText(explanation.name)
        self._name.setVisible(bool(explanation.name))
        self._kind.setVisible(bool(explanation.name))
        rule = f"  ·  {explanation.rule}" if explanation.rule and explanation.kind else explanation.rule
        self._kind.setText(f"{explanation.kind}{rule}")
        for label, text in (
            (self.why_not, explanation.why_not),
            (self._effect, explanation.effect),
            (self._here, explanation.here),
        ):
            label.setText(text)
            label.setVisible(bool(text))
        parts = (explanation.name, explanation.why_not, explanation.effect, explanation.here)
        self.setAccessibleName(" ".join(part for part in parts if part))

    def _label(self, role: str = "") -> QLabel:
        label = QLabel(self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        if role:
            label.setProperty("role", role)
        return label

    def _restyle(self) -> None:
        theme = self._theme
        self._name.setFont(theme.font("serif", 20, bold=True))
        self._kind.setFont(theme.font("sans", 12))
        for label in (self.why_not, self._effect, self._here):
            label.setFont(theme.font("sans", 14))
        self._grid.setHorizontalSpacing(theme.px(12))
        self._grid.setVerticalSpacing(theme.px(4))
        self._picture.updateGeometry()
        self._picture.update()
