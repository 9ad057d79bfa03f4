"""One character of the shelf as a compact row: what stands on its card, side by side in columns that line up."""

from typing import Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPixmap

from bones_desktop.storage.shelf.shelfentry import Entry
from bones_desktop.window.shelf.shelfcard import ShelfCard
from bones_desktop.window.shelf.shelfstandings import NOTHING_LEFT, Standing
from bones_desktop.window.shell.mainwindow import BONES
from bones_desktop.wording.files import file_sentence

ROW_PAD: Final = 4
ROW_HEIGHT: Final = 42
_DIE: Final = 20
_GAP: Final = 16
_SHARES: Final = (0.26, 0.28, 0.26, 0.20)
"""Of the width beside the portrait: name, what it is, its dice, tags and the day."""


class ShelfRow(ShelfCard):
    """Paints the content of rows, as `ShelfCard` that of cards."""

    def paint(
        self,
        painter: QPainter,
        card: QRectF,
        entry: Entry,
        portrait: QPixmap | None,
        standing: Standing = NOTHING_LEFT,
        *,
        mirrored: bool = False,
    ) -> None:
        """Paint what `entry` says within the row `card`."""
        px = self._theme.px
        pad, gap = px(ROW_PAD), px(_GAP)
        side = card.height() - 2 * pad
        left = card.right() - pad - side if mirrored else card.left() + pad
        self._portrait(painter, QRectF(left, card.top() + pad, side, side), entry, portrait)
        start = card.left() + pad if mirrored else card.left() + pad + side + px(8)
        room = card.width() - side - 3 * pad - px(8)
        cells = []
        for share in reversed(_SHARES) if mirrored else _SHARES:
            cells.append(QRectF(start, card.top(), room * share - gap, card.height()))
            start += room * share
        if mirrored:
            cells.reverse()
        cells[-1].setRight(cells[-1].right() + gap - pad)
        self._cells(painter, cells, entry, standing)

    def _cells(self, painter: QPainter, cells: list[QRectF], entry: Entry, standing: Standing) -> None:
        name, what, dice, rest = cells
        name.setWidth(self._signs(painter, name, entry, standing))
        self._line(painter, name, entry.name, "serif", 16, "text", bold=True)
        if entry.damaged is not None:
            sentence = QRectF(what)
            sentence.setRight(rest.right())
            self._line(painter, sentence, file_sentence(entry.damaged, self.tr), "sans", 12, "bad")
            return
        height = self._theme.px(18)
        badged = QRectF(what.left(), what.center().y() - height / 2, what.width(), height)
        if entry.game != BONES:  # no dice of its own to be drawn
            badged.setRight(dice.right())
        what.setWidth(self._badge(painter, badged, self._words.badge(entry)))
        self._line(painter, what, self.told(entry), "sans", 12, "muted")
        if entry.game == BONES:
            side = self._theme.px(_DIE)
            self._dice(painter, QRectF(dice.left(), dice.center().y() - side / 2, dice.width(), side), entry)
        foot = QRectF(rest.left(), rest.center().y() - height / 2, rest.width(), height)
        left = self._when(painter, foot, entry)
        self._tags(painter, QRectF(foot.left(), foot.top(), left, foot.height()), entry)
