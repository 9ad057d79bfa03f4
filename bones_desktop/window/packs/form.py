"""What the forms of the pack window have in common: a heading, named lines, and edits told as one signal."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.text.textfields import LineField

LONGEST_NAME = 60


class PackForm(QWidget):
    """A column of named lines. It changes nothing itself."""

    edited = Signal(str, object, str)
    """What the step is called, the fields that change as a dict, and what typing merges with, "" for none."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.heading = QLabel(self)
        self.heading.setTextFormat(Qt.TextFormat.PlainText)
        self.heading.setWordWrap(True)
        self.under = QLabel(self)
        self.under.setTextFormat(Qt.TextFormat.PlainText)
        self.under.setWordWrap(True)
        self.under.setProperty("role", "muted")
        self.lines = QGridLayout()
        self.lines.setColumnStretch(1, 1)
        self._head = QVBoxLayout()
        for part in (self.heading, self.under):
            self._head.addWidget(part)
        self._head.addLayout(self.lines)
        self._head.addStretch(1)
        self.top = QHBoxLayout()
        self.top.addLayout(self._head, 1)
        self.column = QVBoxLayout(self)
        self.column.addLayout(self.top)
        self._labels: list[QLabel] = []
        theme.changed.connect(self.restyle)

    def add_line(self, text: str, field: QWidget) -> None:
        """Put a field into the next line, with `text` before it."""
        label = QLabel(text, self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setBuddy(field)
        row = self.lines.rowCount()
        self.lines.addWidget(label, row, 0, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.lines.addWidget(field, row, 1)
        self._labels.append(label)

    def add_text_line(self, text: str, field: str, *, most: int = LONGEST_NAME) -> LineField:
        """Add a line of text that edits `field` as it is typed."""
        line = LineField(text, self)
        line.setMaxLength(most)
        step = self.tr("Change {what}").format(what=text.lower())
        line.edited.connect(lambda typed: self.edited.emit(step, {field: typed}, field))
        self.add_line(text, line)
        return line

    def restyle(self) -> None:
        """Take up sizes and fonts."""
        px = self.theme.px
        self.heading.setFont(self.theme.font("serif", 20, bold=True))
        self.under.setFont(self.theme.font("sans", 12))
        self.column.setContentsMargins(px(4), px(4), px(12), px(12))
        for layout in (self.column, self._head):
            layout.setSpacing(px(8))
        self.top.setSpacing(px(16))
        self.lines.setHorizontalSpacing(px(12))
        self.lines.setVerticalSpacing(px(8))
