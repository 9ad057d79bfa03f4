"""What is seen while dice are entered by hand: felt, and on it the question, its keys, the dice and the buttons."""

from typing import Final

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QVBoxLayout, QWidget

from bones_desktop.panels.table.byhandkeys import KeyPad
from bones_desktop.panels.table.byhandstate import HandWords
from bones_desktop.panels.table.byhandtiles import HandTiles
from bones_desktop.rules.bones.book.fields import FACES
from bones_desktop.theme.measures import CARD_RADIUS
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import hbox
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.text.labels import ElidedLabel, plain_label

_RIM: Final = 4
_MARGIN: Final = 8
_ROOMY: Final = 400
"""Height, before the text size, above which nothing need be saved."""
_LEAST_WIDTH: Final = 320
_NARROW: Final = 300
"""Width, before the text size, below which six faces stand side by side only without their names."""
_TIGHT_EDGE: Final = 4
_TIGHT_FACE: Final = 50
"""Side of a face in pixels that is asked for where it has no name, so that its number can be read."""
_TIGHT_BUTTON: Final = "padding: 0px 10px; min-height: 0px;"
_READABLE: Final = 14
"""Height in pixels of the smallest type."""
_SMALLEST: Final = 64
_LARGEST: Final = 160
_HIT: Final = 44
"""The least side of a face in pixels, whatever the text size, that is still hit with ease."""


class HandBoard(Guarded, QWidget):
    """Lays everything out as large as the room allows; what it does is up to its owner."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._tight = self._strong = False
        self._least_tight = 0
        self._progress = ("", "")
        self.title = ElidedLabel(self, theme=theme)
        self.question = ElidedLabel(self)
        self.which = plain_label(self, role="felt", theme=theme, size=14)
        self.progress = plain_label(self, role="felt", theme=theme, size=14, bold=True)
        self.pad = KeyPad(theme, self)
        self.tiles = HandTiles(theme, self)
        self.hint = plain_label(self, role="felt", wrap=True)
        self.hint.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.again_button = self._button(self.tr("All again"))
        self.back_button = self._button(self.tr("Back"))
        self.back_button.setToolTip(self.tr("Back to the tray, where the program throws; the entry is kept (Esc)"))
        self.use_button = self._button(self.tr("Use these"))
        self._button_words = (
            (self.again_button, self.again_button.text(), self.tr("Again")),
            (self.back_button, self.back_button.text(), self.tr("Back")),
            (self.use_button, self.use_button.text(), self.tr("Use")),
        )
        self.use_button.setProperty("kind", "primary")
        for label in (self.title, self.question):
            label.setProperty("role", "felt")
        self._lay_out()
        theme.changed.connect(self._restyle)
        self._restyle()

    def show_hint(self, text: str, *, strong: bool = False) -> None:
        """Say what may be done, or with emphasis why something may not."""
        self._strong = strong
        self.hint.setText(text)
        self._show_line()

    def show_words(self, words: HandWords, *, complete: bool, begun: bool) -> None:
        """Show what is asked and how far the throw is known."""
        self.question.set_full_text(words.question())
        self.which.setText(words.which())
        self._progress = words.progress(), words.progress_briefly()
        self._show_line()
        self.use_button.setEnabled(complete)
        self.use_button.setToolTip(plain_tip(self.tr("Read this throw (Return)") if complete else words.missing()))
        self.again_button.setEnabled(begun)
        nothing = self.tr("Nothing is entered yet.")
        self.again_button.setToolTip(plain_tip(self.tr("Begin with the first die again") if begun else nothing))

    def sizeHint(self) -> QSize:
        """Return the size at which a usual throw needs no scrolling."""
        return QSize(self._theme.px(640), self._theme.px(400))

    def minimumSizeHint(self) -> QSize:
        """Return the minimum size of the tray, which this replaces, or more where large type needs it."""
        return QSize(_LEAST_WIDTH, self._least_tight if self._tight else 220)

    def hasHeightForWidth(self) -> bool:
        """Return whether the height depends on the width: a reason shown in little room must not require more."""
        return not self._tight and super().hasHeightForWidth()

    def fit(self) -> None:
        """Draw faces as large as there is room, and keep a row of tiles in view as long as the keys stay large enough.

        Where there is little room, only the strip beside names the task. Where large type leaves too little
        width, faces go without their names and the hint on keys is hidden, so that the dice stay in view.
        """
        px, height, roomy = self._theme.px, self.height(), self._roomy
        # Less than the least width is that of a board not laid out yet.
        self._set_tight(_LEAST_WIDTH <= self.width() < px(_NARROW))
        if self._tight:
            self._fit_tightly()
            return
        self.title.setVisible(roomy)
        self.question.setFont(self._theme.font("serif", 20 if roomy else 16, bold=True))
        self.question.updateGeometry()
        self._show_line()
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

    def _fit_tightly(self) -> None:
        edge, gap = self._theme.px(_RIM) + _TIGHT_EDGE, _TIGHT_EDGE
        width, height = self.width() - 2 * edge, self.height() - 2 * edge
        self.title.hide()
        self.question.setFont(self._theme.font("serif", 14, bold=True))
        self.question.updateGeometry()
        # The line keeps its height while a reason stands in it: nothing may jump below it, nor beside the board.
        self.progress.setMinimumHeight(self.question.sizeHint().height())
        self._show_line()
        told = sum(line.sizeHint().height() + gap for line in self._lines) + gap
        least = self.tiles.minimumSizeHint().height() + self.pad.words_height(0)
        best = self.pad.bare_side(width, FACES)
        self._least_tight = 2 * edge + told + least + max(_HIT, min(best, _TIGHT_FACE))
        self.updateGeometry()
        side = max(_HIT, min(best, height - told - least))
        self._column.setContentsMargins(edge, edge, edge, edge)
        self._column.setSpacing(gap)
        self.pad.set_picture(side, 0)
        self.tiles.set_room(width, height - told - self.pad.height(), most=side)

    def _set_tight(self, tight: bool) -> None:
        """Save width and height, or go back to words in full; a reason then takes the place of the question."""
        if tight == self._tight:
            return
        self._tight = tight
        question, foot = self._lines
        to, other = (question, foot) if tight else (foot, question)
        other.removeWidget(self.hint)
        to.insertWidget(0, self.hint, 1)
        self.which.setVisible(not tight)
        self.progress.setMinimumHeight(0)
        self.tiles.set_small(tight)
        for button, whole, brief in self._button_words:
            button.setText(brief if tight else whole)
            button.setAccessibleName(whole)
            button.setStyleSheet(_TIGHT_BUTTON if tight else "")

    def _show_line(self) -> None:
        """Show the question or, where there is no other room for it, why something may not be done."""
        self.hint.setVisible(self._strong or not self._tight)
        self.question.setVisible(not (self._strong and self._tight))
        self.progress.setText(self._progress[self._tight])
        self._set_hint_font(self._strong)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Draw faces as large as there is room."""
        super().resizeEvent(event)
        self.fit()

    def paintEvent(self, _event: QPaintEvent) -> None:
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
        font = self._theme.font("sans", 14 if self._roomy and not self._tight else 12, bold=bold)
        if self._tight:
            room = QRect(0, 0, self.width() * 3 // 5, self.progress.sizeHint().height())
            while font.pixelSize() > _READABLE and not _fits(font, room, self.hint.text()):
                font.setPixelSize(font.pixelSize() - 1)
        self.hint.setFont(font)

    def _button(self, text: str) -> QPushButton:
        button = QPushButton(text, self)
        button.setAutoDefault(False)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def _lay_out(self) -> None:
        self._column = QVBoxLayout(self)
        self._lines = [hbox(None, theme=self._theme, gap=12) for _ in range(2)]
        question, foot = self._lines
        question.addWidget(self.question, 1)
        question.addWidget(self.which)
        question.addWidget(self.progress)
        foot.addWidget(self.hint, 1)
        for button in (self.again_button, self.back_button, self.use_button):
            foot.addWidget(button)
        self._column.addStretch()
        self._column.addWidget(self.title)
        self._column.addLayout(question)
        self._column.addWidget(self.pad)
        self._column.addWidget(self.tiles)
        self._column.addLayout(foot)
        self._column.addStretch()

    def _restyle(self) -> None:
        self.fit()
        self.update()


def _fits(font: QFont, room: QRect, text: str) -> bool:
    return QFontMetrics(font).boundingRect(room, Qt.TextFlag.TextWordWrap, text).height() <= room.height()
