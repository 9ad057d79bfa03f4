"""What is seen while dice are entered by hand: felt, and on it the question, its keys, the dice and the buttons."""

from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from bones_desktop.panels.table.byhandkeys import KeyPad
from bones_desktop.panels.table.byhandtiles import HandTiles
from bones_desktop.panels.table.byhandwords import HandWords
from bones_desktop.rules.bones.limits import FACES
from bones_desktop.theme.measures import CARD_RADIUS
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.elidedlabel import ElidedLabel
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.plainlabel import plain_label

_RIM: Final = 4
_MARGIN: Final = 8
_ROOMY: Final = 400
"""Height, before the text size, above which nothing need be saved."""
_SMALLEST: Final = 64
_LARGEST: Final = 160
_HIT: Final = 44
"""The least side of a face in pixels, whatever the text size, that is still hit with ease."""


class HandBoard(QWidget):
    """Lays everything out as large as the room allows; what it does is up to its owner."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.title = ElidedLabel(self)
        self.asked = ElidedLabel(self)
        self.which = plain_label(self, role="felt")
        self.progress = plain_label(self, role="felt")
        self.pad = KeyPad(theme, self)
        self.tiles = HandTiles(theme, self)
        self.hint = plain_label(self, role="felt", wrap=True)
        self.hint.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.again_button = self._button(self.tr("All again"))
        self.back_button = self._button(self.tr("Back"))
        self.back_button.setToolTip(self.tr("Back to the tray, where the program throws; the entry is kept (Esc)"))
        self.use_button = self._button(self.tr("Use these"))
        self.use_button.setProperty("kind", "primary")
        for label in (self.title, self.asked):
            label.setProperty("role", "felt")
        self._lay_out()
        theme.changed.connect(self._restyle)
        self._restyle()

    def tell(self, text: str, *, strong: bool = False) -> None:
        """Say what may be done, or with emphasis why something may not."""
        self.hint.setText(text)
        self._set_hint_font(strong)

    def show_words(self, words: HandWords, *, complete: bool, begun: bool) -> None:
        """Show what is asked and how far the throw is known."""
        self.asked.set_full_text(words.asked())
        self.which.setText(words.which())
        self.progress.setText(words.progress())
        self.use_button.setEnabled(complete)
        self.use_button.setToolTip(self.tr("Read this throw (Return)") if complete else words.missing())
        self.again_button.setEnabled(begun)
        nothing = self.tr("Nothing is entered yet.")
        self.again_button.setToolTip(self.tr("Begin with the first die again") if begun else nothing)

    def sizeHint(self) -> QSize:  # noqa: N802 (Qt's name)
        """Return the size at which a usual throw needs no scrolling."""
        return QSize(self._theme.px(640), self._theme.px(400))

    def minimumSizeHint(self) -> QSize:  # noqa: N802 (Qt's name)
        """Return as little as the tray asks for, in whose place this stands."""
        return QSize(320, 220)

    def fit(self) -> None:
        """Draw faces as large as there is room, and keep a row of tiles in view as long as keys can still be hit.

        Where there is little room, the task is told by the strip beside alone.
        """
        px, height, roomy = self._theme.px, self.height(), self._roomy
        self.title.setVisible(roomy)
        self.asked.setFont(self._theme.font("serif", 20 if roomy else 16, bold=True))
        self.asked.updateGeometry()
        self._set_hint_font(self.hint.font().bold())
        edge, gap, lines = px(_RIM) + px(_MARGIN if roomy else _RIM), px(6 if roomy else _RIM), 2 if roomy else 1
        told = sum(line.sizeHint().height() + gap for line in self._lines) + gap
        told += self.title.sizeHint().height() + gap if roomy else 0
        least = self.tiles.minimumSizeHint().height() + self.pad.words_height(lines)
        wanted = max(px(_SMALLEST), min(px(_LARGEST), height // 5))
        side = max(_HIT, min(wanted, height - 2 * edge - told - least))
        beside = max(edge, (self.width() - self.pad.width_of(side, FACES)) // 2)
        self._column.setContentsMargins(beside, edge, beside, edge)
        self._column.setSpacing(gap)
        self.pad.set_picture(side, lines)
        room = height - 2 * edge - told - self.pad.height()
        self.tiles.set_room(self.width() - 2 * beside, room, most=side * 3 // 4)

    @guarded(None)
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 (Qt's name)
        """Draw faces as large as there is room."""
        super().resizeEvent(event)
        self.fit()

    @guarded(None)
    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 (Qt's name)
        """Paint a tray from above: felt in a wooden rim."""
        theme, painter = self._theme, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rim, radius = theme.px(_RIM), theme.px(CARD_RADIUS)
        outer = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QPen(theme.color("wood-edge"), 1))
        painter.setBrush(theme.color("wood"))
        painter.drawRoundedRect(outer, radius, radius)
        painter.setBrush(theme.color("felt"))
        painter.drawRoundedRect(outer.adjusted(rim, rim, -rim, -rim), radius - rim, radius - rim)
        painter.end()

    @property
    def _roomy(self) -> bool:
        return self.height() >= self._theme.px(_ROOMY)

    def _set_hint_font(self, bold: bool) -> None:
        self.hint.setFont(self._theme.font("sans", 14 if self._roomy else 12, bold=bold))

    def _button(self, text: str) -> QPushButton:
        button = QPushButton(text, self)
        button.setAutoDefault(False)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def _lay_out(self) -> None:
        self._column = QVBoxLayout(self)
        self._lines = [QHBoxLayout() for _ in range(2)]
        asked, foot = self._lines
        asked.addWidget(self.asked, 1)
        asked.addWidget(self.which)
        asked.addWidget(self.progress)
        foot.addWidget(self.hint, 1)
        for button in (self.again_button, self.back_button, self.use_button):
            foot.addWidget(button)
        self._column.addStretch()
        self._column.addWidget(self.title)
        self._column.addLayout(asked)
        self._column.addWidget(self.pad)
        self._column.addWidget(self.tiles)
        self._column.addLayout(foot)
        self._column.addStretch()

    def _restyle(self) -> None:
        theme = self._theme
        for line in self._lines:
            line.setSpacing(theme.px(12))
        self.title.setFont(theme.font("sans", 14))
        self.progress.setFont(theme.font("sans", 14, bold=True))
        self.which.setFont(theme.font("sans", 14))
        self.fit()
        self.update()
