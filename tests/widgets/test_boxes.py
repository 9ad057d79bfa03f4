import pytest
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, Stretch, hbox, vbox


@pytest.fixture
def room(qtbot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    return made


def test_parts_stand_in_their_order_in_the_layout_of_the_parent(room):
    first, second, within = QLabel(room), QLabel(room), QLabel(room)
    inner = hbox(None, within, STRETCH)
    outer = vbox(room, first, (second, 3), inner, Stretch(2), margins=0, spacing=5)
    assert room.layout() is outer
    assert isinstance(outer, QVBoxLayout)
    assert [outer.itemAt(place).widget() for place in range(2)] == [first, second]
    assert outer.itemAt(2).layout() is inner
    assert outer.itemAt(3).spacerItem() is not None
    assert [outer.stretch(place) for place in range(4)] == [0, 3, 0, 2]
    assert (inner.itemAt(0).widget(), inner.stretch(1)) == (within, 1)
    assert (outer.contentsMargins().left(), outer.contentsMargins().bottom(), outer.spacing()) == (0, 0, 5)


def test_gaps_grow_with_the_text(room, qapp):
    theme = Theme("iron")
    box = vbox(room, theme=theme, gap=4, edges=(10, 0, 20, 5))
    margins = box.contentsMargins()
    assert (margins.left(), margins.top(), margins.right(), margins.bottom()) == (
        theme.px(10), 0, theme.px(20), theme.px(5),
    )  # fmt: skip
    assert box.spacing() == theme.px(4)
