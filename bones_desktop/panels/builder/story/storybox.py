"""The back-story: written beside everything else, or large with the page for itself."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.text.prosefield import ProseField


class StoryBox(QWidget):
    """Heading, field and number of words. The owner gives it the room on `large_requested`."""

    large_requested = Signal(bool)
    """Whether the story is to have the whole page."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._large = False
        self.heading = QLabel(self.tr("Back-story"), self)
        self.words = QLabel(self)
        self.words.setProperty("role", "muted")
        for label in (self.heading, self.words):
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.field = ProseField(self.tr("Back-story"), theme, 6, self)
        self.field.set_hint(self.tr("Where does the character come from, and what drives it?"))
        self.field.textChanged.connect(self._count)
        self.larger = QPushButton(self)
        self.larger.clicked.connect(lambda: self.large_requested.emit(not self._large))
        self._back = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        self._back.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self._back.activated.connect(lambda: self.large_requested.emit(False))
        self._head = QHBoxLayout()
        self._head.addWidget(self.heading)
        self._head.addStretch(1)
        self._head.addWidget(self.larger)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addLayout(self._head)
        self._column.addWidget(self.field, 1)
        self._column.addWidget(self.words)
        theme.changed.connect(self._restyle)
        self._restyle()
        self.set_large(False)
        self._count()

    @property
    def is_large(self) -> bool:
        """Whether it is written large now."""
        return self._large

    def set_large(self, large: bool) -> None:
        """Write large, or as beside everything else; the cursor stays where it is."""
        self._large = large
        self._back.setEnabled(large)
        self.larger.setText(self.tr("Back to the page") if large else self.tr("Write large"))
        tip = self.tr("Escape") if large else self.tr("Give the story the whole page")
        self.larger.setToolTip(tip)
        self.larger.setAccessibleDescription(tip)
        self.field.set_large(large)
        self._restyle()  # the style sheet took fonts back when another card took the box in
        self.field.ensureCursorVisible()

    def _count(self) -> None:
        number = len(self.field.value().split())
        words = (
            ""
            if not number
            else self.tr("1 word")
            if number == 1
            else self.tr("{n} words").format(n=self.locale().toString(number))
        )
        self.words.setText(words)

    def _restyle(self) -> None:
        theme = self._theme
        self.heading.setFont(theme.font("serif", 20, bold=True))
        self.words.setFont(theme.font("sans", 12))
        self._head.setSpacing(theme.px(12))
        self._head.setContentsMargins(0, 0, 0, theme.px(6))  # the field begins where those of other cards do
        self._column.setSpacing(theme.px(6))
