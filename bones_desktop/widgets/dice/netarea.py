"""Room for dice as nets in equal rows and columns, as large as there is room for."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.dienet import DieNet, net_size
from bones_desktop.widgets.dice.netgrid import SMALLEST, net_grid
from bones_desktop.widgets.guarded import guarded


class NetArea(QScrollArea):
    """Lays out the first `_count` of its nets, which are kept when fewer are shown; without any it invites."""

    def __init__(self, theme: Theme, invitation: str, parent: QWidget | None = None) -> None:
        """`invitation` stands in the middle while there are no dice."""
        super().__init__(parent)
        self._theme = theme
        self._made: list[DieNet] = []
        self._count = 0
        self._columns = 1
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._page = QWidget()
        self.setWidget(self._page)
        self._invitation = QLabel(invitation, self._page)
        self._invitation.setTextFormat(Qt.TextFormat.PlainText)
        self._invitation.setWordWrap(True)
        self._invitation.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._invitation.setProperty("role", "muted")
        self._invitation.setFont(theme.font("serif", 20))
        theme.changed.connect(self._restyle)

    @property
    def nets(self) -> tuple[DieNet, ...]:
        """The nets shown, first die first."""
        return tuple(self._made[: self._count])

    @property
    def columns(self) -> int:
        """How many nets stand side by side."""
        return self._columns

    def sizeHint(self) -> QSize:
        """Return room for two dice side by side at the least size."""
        width, height = net_size(self._theme.px(SMALLEST), self._theme)
        return QSize(2 * width, 2 * height)

    def minimumSizeHint(self) -> QSize:
        """Return room for one die."""
        width, height = net_size(self._theme.px(SMALLEST), self._theme)
        return QSize(width + self._theme.px(16), height)

    @guarded(None)
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Make the dice as large as the new room allows."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        self._invitation.setVisible(not self._count)
        if not self._count:
            self._page.resize(self.viewport().size())
            self._invitation.setGeometry(self._page.rect())
            return
        room = self.maximumViewportSize()
        bar = self.verticalScrollBar().sizeHint().width()
        grid = net_grid(self._count, room, bar, self._theme)
        self._columns = grid.columns
        self._page.resize(room.width() - (bar if grid.height > room.height() else 0), grid.height)
        for net, card in zip(self.nets, grid.cards, strict=True):
            net.setGeometry(card)
            net.set_side(grid.side, tight=grid.tight)

    def _restyle(self) -> None:
        self._invitation.setFont(self._theme.font("serif", 20))
        self._arrange()
        for net in self._made:
            net.update()
