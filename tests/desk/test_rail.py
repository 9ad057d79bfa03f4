"""The rail: the words of its buttons are whole at any height it may have."""

import pytest
from PySide6.QtGui import QAction, QImage
from PySide6.QtWidgets import QToolButton

from bones_desktop.desk.windowparts import Rail
from bones_desktop.theme.theme import Theme

PAGES = ("Shelf", "Build", "Table", "Tracker", "Campaign", "Log", "Sheet", "Reference")


def word(image: QImage) -> int:
    """Return how high the lowest thing painted is."""
    ground = image.pixel(image.width() - 12, 6)
    rows = [
        y
        for y in range(4, image.height() - 4)
        if any(image.pixel(x, y) != ground for x in range(12, image.width() - 12))
    ]
    high = 1
    while rows[-1] - high in rows:
        high += 1
    return high


@pytest.mark.parametrize("text", [100, 150, 200])
def test_words_are_whole_on_a_low_screen(qtbot, on_screen, qapp, text):
    theme = Theme("iron", text)
    theme.apply(qapp)
    actions = [QAction(theme.icon("log"), page, theme) for page in PAGES]
    rail = Rail(theme, actions)
    on_screen(rail, rail.width(), 2000)
    qtbot.wait(20)
    buttons = rail.findChildren(QToolButton)
    whole = [word(button.grab().toImage()) for button in buttons]
    rail.resize(rail.width(), rail.minimumSizeHint().height())
    qtbot.wait(20)
    assert buttons[0].height() < theme.px(50), "it is low"
    assert [word(button.grab().toImage()) for button in buttons] == whole
