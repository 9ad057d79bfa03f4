"""The pieces of a text that were not understood, as a list that leads to them and mends them."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QListView, QPushButton, QVBoxLayout, QWidget

from bones_desktop.rules.bones.text.blockparts import Gap
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.choice.choices import Choice, ChoiceDelegate, ChoiceModel
from bones_desktop.widgets.guarded import guarded
from bones_desktop.wording.reasons import sentence


class GapList(QWidget):
    """Shows each gap with its reason. A click or Enter leads to it, the button writes what was perhaps meant."""

    go_asked = Signal(int)
    """Place of the gap in the order given."""
    replace_asked = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._gaps: tuple[Gap, ...] = ()
        self._heading = QLabel(self)
        self._heading.setTextFormat(Qt.TextFormat.PlainText)
        self.model = ChoiceModel(self)
        self.view = QListView(self)
        self.view.setModel(self.model)
        self.view.setItemDelegate(ChoiceDelegate(theme, self.view))
        self.view.setMouseTracking(True)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.view.setAccessibleName(self.tr("Not understood"))
        self.view.setAccessibleDescription(self.tr("Enter goes to the place in the text."))
        self.view.installEventFilter(self)
        self.view.clicked.connect(self._go)
        self.view.selectionModel().currentChanged.connect(lambda _new, _old: self._offer())
        self.replace = QPushButton(self)
        self.replace.clicked.connect(lambda: self.replace_asked.emit(self.view.currentIndex().row()))
        head = QHBoxLayout()
        head.addWidget(self._heading, 1)
        head.addWidget(self.replace)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(8))
        column.addLayout(head)
        column.addWidget(self.view, 1)

    def set_gaps(self, text: str, gaps: Sequence[Gap], heading: str) -> None:
        """Show the gaps of `text` under a heading; the one chosen stays chosen while it is there."""
        before = self.model.at(self.view.currentIndex())
        self._gaps = tuple(gaps)
        self._heading.setText(heading)
        self.model.set_choices(
            [
                Choice(str(place), _shown(text[gap.start : gap.end]), sentence(gap.reason, self.tr))
                for place, gap in enumerate(gaps)
            ]
        )
        same = (row for row, gap in enumerate(self.model.rows) if before is not None and gap.note == before.note)
        mendable = (row for row, gap in enumerate(gaps) if gap.suggestion)
        self.view.setCurrentIndex(self.model.index(next(same, next(mendable, 0))))
        self._offer()

    @guarded(False)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter leads to the place in the text."""
        if (
            watched is self.view
            and event.type() == QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
            and event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}
        ):
            self._go(self.view.currentIndex())
            return True
        return super().eventFilter(watched, event)

    def _go(self, index: QModelIndex) -> None:
        if index.isValid():
            self.go_asked.emit(index.row())

    def _offer(self) -> None:
        place = self.view.currentIndex().row()
        meant = self._gaps[place].suggestion if 0 <= place < len(self._gaps) else ""
        self.replace.setVisible(bool(self._gaps))
        self.replace.setEnabled(bool(meant))
        self.replace.setText(self.tr("Write “{name}”").format(name=meant) if meant else self.tr("No suggestion"))


def _shown(text: str) -> str:
    """Return as much of a piece as a line takes."""
    return " ".join(text[:200].split()) or text[:1]
