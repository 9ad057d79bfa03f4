"""The page of all keys."""

import pytest
from PySide6.QtWidgets import QScrollArea

from bones_desktop.desk.helpdialogs import KeysDialog
from bones_desktop.theme.theme import Theme


@pytest.mark.parametrize("text", [100, 150])
def test_no_line_is_wider_than_the_page(qtbot, on_screen, text):
    theme = Theme("iron")
    theme.set_text_size(text)
    dialog = on_screen(KeysDialog(theme))
    qtbot.wait(20)
    area = dialog.findChild(QScrollArea)
    assert area.horizontalScrollBar().maximum() == 0
    assert area.verticalScrollBar().maximum() > 0
    room = dialog.screen().availableSize()
    assert dialog.width() <= room.width()
    assert dialog.height() <= room.height()
