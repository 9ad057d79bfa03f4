"""Undo and redo as a pair of buttons that say what they would take back."""

from PySide6.QtGui import QUndoStack
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.text.plaintip import plain_tip


class HistoryButtons(QWidget):
    """Shows the next steps of `stack` in tips."""

    def __init__(self, stack: QUndoStack, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._stack = stack
        self._theme = theme
        self.undo = QPushButton(self.tr("Undo"), self)
        self.redo = QPushButton(self.tr("Redo"), self)
        self.undo.clicked.connect(stack.undo)
        self.redo.clicked.connect(stack.redo)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(self.undo)
        self._row.addWidget(self.redo)
        for signal in (stack.canUndoChanged, stack.canRedoChanged, stack.undoTextChanged, stack.redoTextChanged):
            signal.connect(lambda _value: self._refresh())
        theme.changed.connect(self._restyle)
        self._restyle()
        self._refresh()

    def _refresh(self) -> None:
        stack = self._stack
        for button, can, text, words in (
            (self.undo, stack.canUndo(), stack.undoText(), self.tr("Undo: {step} (Ctrl+Z)")),
            (self.redo, stack.canRedo(), stack.redoText(), self.tr("Redo: {step} (Ctrl+Shift+Z)")),
        ):
            button.setEnabled(can)
            button.setToolTip(plain_tip(words.format(step=text)) if can else "")

    def _restyle(self) -> None:
        self._row.setSpacing(self._theme.px(8))
