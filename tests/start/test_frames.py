"""Frames that the parts of a page stand in."""

from PySide6.QtWidgets import QWidget

from bones_desktop.pages.table.tableframe import padded
from bones_desktop.theme.theme import Theme


def test_the_room_around_a_part_grows_and_shrinks_with_the_text_size(qtbot):
    theme = Theme("iron")
    frame = padded(QWidget(), theme)
    qtbot.addWidget(frame)
    layout = frame.layout()
    usual = layout.contentsMargins()
    assert (usual.left(), usual.top()) == (theme.px(12), theme.px(8))
    theme.set_text_size(150)
    assert (layout.contentsMargins().left(), layout.contentsMargins().top()) == (theme.px(12), theme.px(8))
    theme.set_text_size(100)
    assert layout.contentsMargins() == usual
