"""What stands in a palette that holds no icon of the name searched for."""

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QAbstractScrollArea, QLabel, QPushButton, QVBoxLayout, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.text.announce import announce


class NoIcons(QWidget):
    """Covers a view and says that nothing was found, with a way back."""

    clear_requested = Signal()
    """Search for nothing any more."""

    def __init__(self, theme: Theme, view: QAbstractScrollArea) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view
        self._said = QLabel(self)
        self._said.setTextFormat(Qt.TextFormat.PlainText)
        self._said.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._said.setWordWrap(True)
        self._said.setProperty("role", "muted")
        self.clear = QPushButton(self.tr("Clear the search"), self)
        self.clear.setAutoDefault(False)
        self.clear.clicked.connect(self.clear_requested)
        column = QVBoxLayout(self)
        column.addStretch(1)
        column.addWidget(self._said)
        column.addWidget(self.clear, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(2)
        view.installEventFilter(self)
        self.hide()

    @property
    def text(self) -> str:
        """What is said, "" while it is hidden."""
        return "" if self.isHidden() else self._said.text()

    def show_search(self, text: str, elsewhere: str = "") -> None:
        """Say that no icon is called `text`, or `elsewhere`: why what is called so is not here; "" hides it."""
        searched = " ".join(text.split())
        if not searched:
            self.hide()
            return
        self._said.setText(elsewhere or self.tr("No icon is called “{name}”.").format(name=searched))
        self._said.setFont(self._theme.font("sans", 14))
        self.setGeometry(self._view.rect())
        self.show()
        self.raise_()
        announce(self, self._said.text())

    @guarded(False)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay as large as the view."""
        if event.type() == QEvent.Type.Resize and watched is self._view:
            self.setGeometry(self._view.rect())
        return super().eventFilter(watched, event)
