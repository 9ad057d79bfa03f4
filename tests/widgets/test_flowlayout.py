"""Lines of widgets break where the width ends."""

from functools import partial

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QRect, Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget
from shiboken6 import delete

from bones_desktop.widgets.layouts import FitBoard, FitScroll, FlowLayout, flow_row, take_all
from bones_desktop.widgets.text.labels import ElidedLabel
from tests.support.heap import bytes_in_use


@pytest.fixture
def board(qtbot):
    home = QWidget()
    qtbot.addWidget(home)
    board = FitBoard(home)
    board.home = home
    board.flow = FlowLayout(10, board)
    board.pieces = []
    for _ in range(4):
        piece = QFrame(board)
        piece.setFixedSize(100, 30)
        board.flow.addWidget(piece)
        board.pieces.append(piece)
    return board


def test_the_gap_of_a_row_follows_the_text_size(qtbot, theme):
    room = QWidget()
    qtbot.addWidget(room)
    row = flow_row(room, QLabel("a", room), QLabel("b", room), theme=theme, gap=8)
    assert (row.count(), row.spacing()) == (2, 8)
    theme.set_text_size(200)
    assert row.spacing() == theme.px(8) == 16


def test_a_widget_with_an_alignment_is_in_the_middle_of_its_line(board):
    board.flow.setAlignment(board.pieces[0], Qt.AlignmentFlag.AlignVCenter)
    board.pieces[1].setFixedSize(100, 50)
    board.flow.setGeometry(QRect(0, 0, 450, 300))
    assert [piece.y() for piece in board.pieces] == [10, 0, 0, 0]


@pytest.mark.parametrize(("make", "where"), [(QHBoxLayout, ()), (QGridLayout, (0, 0)), (partial(FlowLayout, 8), ())])
def test_what_is_taken_out_of_a_layout_leaves_nothing_in_memory(qtbot, make, where):
    """Each time 96 bytes stayed for each widget, for a page that is laid out at each change of the character."""
    room = QWidget()
    qtbot.addWidget(room)
    layout, label = make(room), QLabel(room)
    layout.addWidget(label, *where)

    def take_and_put(times: int) -> int:
        for _time in range(times):
            assert take_all(layout) == [label]
            layout.addWidget(label, *where)
        return bytes_in_use()

    before = take_and_put(1_000)
    assert take_and_put(5_000) - before < 5_000 * 20
    assert layout.count() == 1


def test_a_row_that_goes_with_its_widget_leaves_nothing_in_memory(qtbot):
    """Each time 96 bytes stayed for each widget in it: Qt leaves its items to the class of the layout."""

    def make_and_delete(times: int) -> int:
        for _time in range(times):
            room = QWidget()
            row = FlowLayout(8, room)
            for _label in range(10):
                row.addWidget(QLabel(room))
            delete(room)
        return bytes_in_use()

    before = make_and_delete(200)
    assert make_and_delete(500) - before < 5_000 * 20


def test_a_narrow_row_goes_on_below(board):
    assert board.flow.heightForWidth(430) == 30
    assert board.flow.heightForWidth(429) == 70
    assert board.flow.heightForWidth(100) == 150
    board.resize(220, 200)
    board.home.show()
    assert [piece.geometry() for piece in board.pieces] == [
        QRect(0, 0, 100, 30),
        QRect(110, 0, 100, 30),
        QRect(0, 40, 100, 30),
        QRect(110, 40, 100, 30),
    ]


def test_hidden_widgets_take_no_room(board):
    board.home.show()
    board.pieces[0].hide()
    board.pieces[1].hide()
    assert board.flow.heightForWidth(210) == 30


def test_a_cleared_layout_is_empty(board):
    board.flow.clear()
    assert board.flow.count() == 0
    assert board.flow.itemAt(0) is None
    assert board.flow.takeAt(0) is None


def test_a_scroll_area_asks_for_all_lines_and_scrolls_only_without_room(board, qtbot):
    page = QWidget()
    qtbot.addWidget(page)
    column = QVBoxLayout(page)
    column.setContentsMargins(0, 0, 0, 0)
    scroll = FitScroll(board, page)
    column.addWidget(scroll)
    column.addStretch(1)
    page.resize(220, 400)
    page.show()
    qtbot.waitUntil(lambda: scroll.height() == 70)
    assert not scroll.verticalScrollBar().isVisible()
    scroll.set_most(50)
    qtbot.waitUntil(lambda: scroll.height() == 50)
    assert scroll.verticalScrollBar().isVisible()


def test_a_long_text_is_shortened_and_told_in_full(qtbot):
    label = ElidedLabel()
    qtbot.addWidget(label)
    label.set_full_text("Ragnar\nLodbrok " * 20)
    label.resize(120, 20)
    label.show()
    assert label.text().endswith("…")
    assert label.fontMetrics().horizontalAdvance(label.text()) <= 120
    assert label.toolTip() == label.full_text == label.accessibleName()
    assert "\n" not in label.full_text
    label.set_full_text("Bo")
    assert label.text() == "Bo"
    assert not label.toolTip()


class Restless(QLabel):
    """Tells that it changed whenever it is asked how large it is."""

    def sizeHint(self):
        self.updateGeometry()
        return super().sizeHint()


def test_what_is_put_in_counts_at_once(board):
    assert board.flow.heightForWidth(100) == 150
    taken = board.flow.takeAt(0)
    assert board.flow.heightForWidth(100) == 110
    board.flow.addItem(taken)
    assert board.flow.heightForWidth(100) == 150


def test_a_widget_may_tell_that_it_changed_while_it_is_asked(board):
    board.home.show()
    for word in ("one", "two"):
        piece = Restless(word, board)
        board.flow.addWidget(piece)
        piece.show()
    assert board.flow.heightForWidth(100) > board.flow.heightForWidth(1000) > 0


@pytest.mark.parametrize("deleted", ["cleared", "with its widget"])
def test_items_at_the_address_of_items_of_another_layout_are_deleted_safely(qapp, deleted):
    """PySide took them for children of the other layout; the program crashed when that was deleted."""
    page, board = QWidget(), QWidget()
    inner, outer = QHBoxLayout(), QVBoxLayout(page)
    gone = [QLabel(page) for _ in range(20)]
    for label in gone:
        inner.addWidget(label)
    outer.addLayout(inner)
    flow = FlowLayout(4, board)
    added = [QLabel(board) for _ in range(20)]
    for label in gone:
        delete(label)
    for label in added:
        flow.addWidget(label)
    if deleted == "cleared":
        flow.clear()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    else:
        delete(board)
    delete(page)
