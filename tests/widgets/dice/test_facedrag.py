"""Icons dragged onto faces, by the events a real drag sends."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDrag, QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.diceboard import DiceBoard, carried_face, face_mime
from bones_desktop.widgets.dice.dienet import NetLook
from bones_desktop.widgets.dice.facelook import FaceLook
from bones_desktop.widgets.dice.facetile import Drop
from bones_desktop.widgets.dice.iconpalette import PaletteIcon, PaletteModel, PaletteView

COPY = Qt.DropAction.CopyAction
LEFT = Qt.MouseButton.LeftButton
NONE = Qt.KeyboardModifier.NoModifier


class Carrier:
    """What a drag does to the board."""

    def __init__(self, board: DiceBoard) -> None:
        self.board = board
        self.mime = face_mime("riding", "Riding")
        self.dropped: list[tuple[str, int, int]] = []
        board.dropped.connect(lambda code, die, face: self.dropped.append((code, die, face)))

    def at(self, die: int, face: int) -> QPoint:
        tile = self.board.nets[die].tiles[face]
        return tile.mapTo(self.board.viewport(), tile.rect().center())

    def enter(self, at: QPoint) -> bool:
        event = QDragEnterEvent(at, COPY, self.mime, LEFT, NONE)
        QApplication.sendEvent(self.board.viewport(), event)
        return event.isAccepted()

    def move(self, at: QPoint) -> bool:
        event = QDragMoveEvent(at, COPY, self.mime, LEFT, NONE)
        QApplication.sendEvent(self.board.viewport(), event)
        return event.isAccepted()

    def leave(self) -> None:
        QApplication.sendEvent(self.board.viewport(), QDragLeaveEvent())

    def drop(self, at: QPoint) -> bool:
        event = QDropEvent(QPointF(at), COPY, self.mime, LEFT, NONE)
        QApplication.sendEvent(self.board.viewport(), event)
        return event.isAccepted()

    def drops(self, die: int = 0) -> list[Drop]:
        return [tile.drop for tile in self.board.nets[die].tiles]


def nets(count: int) -> list[NetLook]:
    codes = ("universal", "physical", "melee", "defend", "riding", "")
    faces = tuple(FaceLook(code=code, label=code.title()) for code in codes)
    return [NetLook(number, f"Die {number}", faces) for number in range(1, count + 1)]


@pytest.fixture
def carry(qtbot: QtBot) -> Callable[[int], Carrier]:
    def make(count: int) -> Carrier:
        board = DiceBoard(Theme("iron"))
        qtbot.addWidget(board)
        board.resize(680, 600)
        board.set_looks(nets(count))
        board.allowed = lambda _code, _die, face: face >= 4
        with qtbot.waitExposed(board):
            board.show()
        return Carrier(board)

    return make


def test_faces_say_where_an_icon_may_stand(carry: Callable[[int], Carrier]) -> None:
    hand = carry(2)
    assert hand.enter(hand.at(0, 5))
    assert hand.drops(0) == [*[Drop.SHUT] * 4, Drop.OPEN, Drop.TARGET]
    assert hand.drops(1) == [*[Drop.SHUT] * 4, Drop.OPEN, Drop.OPEN]
    assert hand.move(hand.at(1, 0))
    assert hand.drops(0) == [*[Drop.SHUT] * 4, Drop.OPEN, Drop.OPEN]
    assert hand.drops(1) == [Drop.REFUSING, *[Drop.SHUT] * 3, Drop.OPEN, Drop.OPEN]
    assert not hand.move(QPoint(1, 1))
    hand.leave()
    assert hand.drops(0) == [Drop.NONE] * 6


def test_every_state_of_a_drag_looks_different(carry: Callable[[int], Carrier]) -> None:
    hand = carry(1)
    tile = hand.board.nets[0].tiles[4]
    seen = []
    for drop in Drop:
        tile.set_drop(drop)
        seen.append(tile.grab().toImage())
    assert all(first != second for place, first in enumerate(seen) for second in seen[place + 1 :])


@pytest.mark.parametrize("face", [5, 0])
def test_a_drop_is_told_also_where_it_is_not_allowed(carry: Callable[[int], Carrier], face: int) -> None:
    hand = carry(2)
    hand.enter(hand.at(1, face))
    assert hand.drop(hand.at(1, face))
    assert hand.dropped == [("riding", 1, face)]
    assert (hand.board.die, hand.board.face) == (1, face)
    assert hand.drops(0) == hand.drops(1) == [Drop.NONE] * 6


def test_what_is_no_face_is_not_taken(carry: Callable[[int], Carrier]) -> None:
    hand = carry(1)
    hand.mime = QMimeData()
    hand.mime.setText("Riding")
    assert not hand.enter(hand.at(0, 5))
    assert not hand.drop(hand.at(0, 5))
    assert hand.dropped == []
    assert hand.drops() == [Drop.NONE] * 6


def test_a_drop_beside_the_faces_is_nothing(carry: Callable[[int], Carrier]) -> None:
    hand = carry(1)
    hand.enter(hand.at(0, 5))
    assert not hand.drop(QPoint(1, 1))
    assert hand.dropped == []
    assert hand.drops() == [Drop.NONE] * 6


def test_the_board_scrolls_while_an_icon_is_moved_at_its_edge(carry: Callable[[int], Carrier]) -> None:
    hand = carry(15)
    bar = hand.board.verticalScrollBar()
    low, middle = hand.board.viewport().height() - 4, QPoint(200, hand.board.viewport().height() // 2)
    hand.enter(middle)
    hand.move(middle)
    assert bar.value() == 0
    for step in range(100):
        hand.move(QPoint(200 + step % 2, low))
    assert bar.value() == bar.maximum() > 0
    for step in range(100):
        hand.move(QPoint(200 + step % 2, 4))
    assert bar.value() == 0
    hand.leave()


def dragged_by(monkeypatch: pytest.MonkeyPatch, board: DiceBoard, hand: Carrier, at: QPoint | None) -> list[QDrag]:
    """Stand in for the pointer's drag loop, which the platform of the tests lacks: fall at `at`, or be given up."""
    drags: list[QDrag] = []

    def fall(drag: QDrag, _actions: Qt.DropAction) -> Qt.DropAction:
        drags.append(drag)
        hand.mime = drag.mimeData()
        hand.enter(hand.at(0, 0))
        assert Drop.OPEN in hand.drops()
        if at is None:
            hand.leave()
            return Qt.DropAction.IgnoreAction
        hand.move(at)
        hand.drop(at)
        return COPY

    monkeypatch.setattr(QDrag, "exec", fall)
    return drags


def draw_away(board: DiceBoard, die: int, face: int) -> None:
    tile = board.nets[die].tiles[face]
    start = tile.rect().center()
    QTest.mousePress(tile, LEFT, NONE, start)
    for step in (4, 12, 24):
        QTest.mouseMove(tile, start + QPoint(step, 0))
    QTest.mouseRelease(tile, LEFT, NONE, start + QPoint(24, 0))


@pytest.mark.parametrize(("target", "told"), [((1, 5), [("riding", 1, 5)]), ((0, 4), [])])
def test_a_face_is_dragged_onto_another_but_not_onto_itself(
    carry: Callable[[int], Carrier],
    monkeypatch: pytest.MonkeyPatch,
    target: tuple[int, int],
    told: list[tuple[str, int, int]],
) -> None:
    hand = carry(2)
    drags = dragged_by(monkeypatch, hand.board, hand, hand.at(*target))
    draw_away(hand.board, 0, 4)
    assert len(drags) == 1
    assert carried_face(hand.mime) == "riding"
    assert not drags[0].pixmap().isNull()
    assert hand.dropped == told
    assert hand.drops(0) == hand.drops(1) == [Drop.NONE] * 6
    assert not hand.board.nets[0].tiles[4].isDown()


def test_a_drag_given_up_changes_nothing(carry: Callable[[int], Carrier], monkeypatch: pytest.MonkeyPatch) -> None:
    hand = carry(1)
    dragged_by(monkeypatch, hand.board, hand, None)
    draw_away(hand.board, 0, 2)
    assert hand.dropped == []
    assert hand.drops() == [Drop.NONE] * 6


def test_an_empty_face_is_not_dragged(carry: Callable[[int], Carrier], monkeypatch: pytest.MonkeyPatch) -> None:
    hand = carry(1)
    drags = dragged_by(monkeypatch, hand.board, hand, None)
    draw_away(hand.board, 0, 5)
    assert drags == []


def test_icons_are_dragged_from_the_palette(
    carry: Callable[[int], Carrier], qtbot: QtBot, on_screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand = carry(1)
    model = PaletteModel()
    model.set_icons([PaletteIcon("craft", "Craft"), PaletteIcon("magic", "Magic", False, "Not here.")])
    view = on_screen(PaletteView(Theme("iron"), model), 300, 200, wait="exposed")
    said: list[str] = []
    picked: list[object] = []
    view.dragged.connect(said.append)
    view.dragged.connect(hand.board.show_where)
    view.picked.connect(picked.append)
    drags = dragged_by(monkeypatch, hand.board, hand, hand.at(0, 5))
    start = view.visualRect(model.index(1)).center()
    QTest.mousePress(view.viewport(), LEFT, NONE, start)
    for step in (5, 15, 30):
        QTest.mouseMove(view.viewport(), start + QPoint(step, 0))
        QApplication.processEvents()
    assert len(drags) == 1
    assert said == ["magic", ""]
    assert hand.dropped == [("magic", 0, 5)]
    assert hand.drops() == [Drop.NONE] * 6
    QTest.mouseRelease(view.viewport(), LEFT, NONE, start + QPoint(30, 0))
    assert picked == []


def test_what_lights_up_for_a_drag_of_the_palette_stays_lit_beside_the_board(carry: Callable[[int], Carrier]) -> None:
    hand = carry(1)
    hand.board.show_where("riding")
    lit = [*[Drop.SHUT] * 4, Drop.OPEN, Drop.OPEN]
    assert hand.drops() == lit
    hand.enter(hand.at(0, 5))
    hand.leave()
    assert hand.drops() == lit
    hand.board.show_where("")
    assert hand.drops() == [Drop.NONE] * 6
