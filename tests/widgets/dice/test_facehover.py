"""The board tells which face the pointer is over."""

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QHoverEvent
from PySide6.QtWidgets import QApplication

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.diceboard import DiceBoard
from bones_desktop.widgets.dice.dienet import NetLook
from bones_desktop.widgets.dice.facelook import FaceLook


def hover(tile, kind):
    QApplication.sendEvent(tile, QHoverEvent(kind, QPointF(5, 5), QPointF(5, 5), QPointF(-1, -1)))


def test_the_face_under_the_pointer_is_told_and_that_it_has_gone(qtbot):
    board = DiceBoard(Theme("iron", 100))
    qtbot.addWidget(board)
    board.set_looks([NetLook(number, f"Die {number}", (FaceLook(code="melee"),) * 6) for number in (1, 2)])
    board.resize(900, 500)
    with qtbot.waitExposed(board):
        board.show()
    points: list[tuple[int, int]] = []
    board.face_hovered.connect(lambda die, face: points.append((die, face)))
    tile = board.nets[1].tiles[4]
    hover(tile, QHoverEvent.Type.HoverEnter)
    hover(tile, QHoverEvent.Type.HoverLeave)
    assert points == [(1, 4), (-1, -1)]
    assert (board.die, board.face) == (0, 0), "nothing is chosen by it"
    qtbot.mouseClick(tile, Qt.MouseButton.LeftButton)
    assert (board.die, board.face) == (1, 4)
