"""One line of words, painted."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QPixmap

from bones_desktop.theme.measures import make_font
from bones_desktop.widgets.rows import write


def test_a_mixed_number_has_a_gap_that_can_be_seen(qapp):
    room = QPixmap(400, 40)
    painter = QPainter(room)
    font, color = make_font("serif", 16, bold=True), QColor("black")
    mixed, run_together = (write(painter, QRectF(0, 0, 400, 40), text, font, color) for text in ("1 1/3", "11/3"))
    painter.end()
    assert mixed - run_together >= 0.35 * 16
