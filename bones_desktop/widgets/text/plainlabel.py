"""Labels for words that are never read as markup."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget


def plain_label(parent: QWidget, text: str = "", role: str = "", *, wrap: bool = False) -> QLabel:
    """Return a label of plain text; `role` gives it a colour of the style sheet, `wrap` as many lines as it needs."""
    label = QLabel(text, parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(wrap)
    if wrap:
        label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
    if role:
        label.setProperty("role", role)
    return label
