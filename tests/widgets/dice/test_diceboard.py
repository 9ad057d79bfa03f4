import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.diceboard import DiceBoard
from bones_desktop.widgets.dice.dienet import CROWDED, MANY, PLACES, SMALLEST, DieNet, NetLook
from bones_desktop.widgets.dice.facelook import FaceLook


def nets(count: int) -> list[NetLook]:
    faces = tuple(FaceLook(code="melee", name=f"face {face}") for face in range(6))
    return [NetLook(number, f"Die {number}", faces) for number in range(1, count + 1)]


@pytest.fixture
def board(qtbot: QtBot, on_screen) -> DiceBoard:
    made = on_screen(DiceBoard(Theme("iron")), 680, 600, wait="exposed")
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    return made


def side(board: DiceBoard) -> int:
    return board.nets[0].tiles[0].width() - 8


def test_the_net_folds_into_a_cube() -> None:
    row = [PLACES[face] for face in (1, 2, 3, 4)]
    assert [place[1] for place in row] == [1, 1, 1, 1]
    assert [place[0] for place in row] == [0, 1, 2, 3]
    assert PLACES[0] == (1, 0)
    assert PLACES[5] == (1, 2)


@pytest.mark.parametrize("count", range(1, 11))
def test_up_to_ten_dice_are_seen_at_once(board: DiceBoard, count: int) -> None:
    board.set_looks(nets(count))
    assert len(board.nets) == count
    assert board.verticalScrollBar().maximum() == 0
    assert side(board) >= (SMALLEST if count <= 4 else CROWDED)
    area = board.viewport().rect()
    assert all(area.contains(net.geometry()) for net in board.nets)
    for number, net in enumerate(board.nets):
        assert all(not net.geometry().intersects(other.geometry()) for other in board.nets[number + 1 :])
        assert all(net.rect().contains(tile.geometry()) for tile in net.tiles)


def test_many_dice_scroll(board: DiceBoard) -> None:
    board.set_looks(nets(15))
    assert board.verticalScrollBar().maximum() > 0
    board.select(14, 0)
    last = board.nets[14]
    assert not last.visibleRegion().isEmpty()


def test_nets_are_kept_when_dice_come_and_go(board: DiceBoard) -> None:
    board.set_looks(nets(4))
    before = board.nets
    board.set_looks(nets(6))
    assert board.nets[:4] == before
    board.select(5, 2)
    board.set_looks(nets(4))
    assert board.nets == before
    assert (board.die, board.face) == (3, 2)


def test_nets_of_a_large_character_go_when_a_small_one_follows(board: DiceBoard, qtbot: QtBot) -> None:
    """Nets of the largest character ever shown stayed for good, seven widgets each."""
    board.set_looks(nets(15))
    board.select(14, 0, focus=True)
    board.set_looks(nets(2))
    qtbot.waitUntil(lambda: len(board.findChildren(DieNet)) == MANY)
    assert (board.die, board.face) == (1, 0)
    board.set_looks(nets(15))
    assert [net.isVisibleTo(board) for net in board.nets] == [True] * 15


def test_arrows_follow_the_cube_and_go_on_to_the_next_die(board: DiceBoard, qtbot: QtBot) -> None:
    board.set_looks(nets(4))
    seen: list[tuple[int, int]] = []
    board.selected.connect(lambda die, face: seen.append((die, face)))
    board.select(0, 0, focus=True)
    for key in "DRRRLDUUDDDRU":
        names = {"D": Qt.Key.Key_Down, "R": Qt.Key.Key_Right, "L": Qt.Key.Key_Left, "U": Qt.Key.Key_Up}
        qtbot.keyClick(board.nets[board.die].tiles[board.face], names[key])
    assert board.columns == 2
    assert seen == [
        (0, 2),
        (0, 3),
        (0, 4),
        (1, 1),
        (0, 4),
        (0, 5),
        (0, 2),
        (0, 0),
        (0, 2),
        (0, 5),
        (2, 0),
        (3, 0),
        (1, 5),
    ]


def test_keys_ask_for_what_they_mean(board: DiceBoard, qtbot: QtBot) -> None:
    board.set_looks(nets(2))
    asked: list[str] = []
    board.edit_requested.connect(lambda what, _die, _face: asked.append(what))
    board.typed.connect(asked.append)
    board.select(0, 4, focus=True)
    tile = board.nets[0].tiles[4]
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Space, Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
        qtbot.keyClick(tile, key)
    qtbot.keyClicks(tile, "m")
    qtbot.keyClick(tile, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert asked == ["pick", "pick", "clear", "clear", "m"]


def test_page_and_home_keys(board: DiceBoard, qtbot: QtBot) -> None:
    board.set_looks(nets(3))
    board.select(0, 3, focus=True)
    for key, place in (
        (Qt.Key.Key_PageDown, (1, 3)),
        (Qt.Key.Key_PageDown, (2, 3)),
        (Qt.Key.Key_PageDown, (2, 3)),
        (Qt.Key.Key_Home, (2, 0)),
        (Qt.Key.Key_End, (2, 5)),
        (Qt.Key.Key_PageUp, (1, 5)),
    ):
        qtbot.keyClick(board.nets[board.die].tiles[board.face], key)
        assert (board.die, board.face) == place


def test_tab_stops_once_at_the_selected_face(board: DiceBoard) -> None:
    board.set_looks(nets(4))
    board.select(2, 3)
    stops = [
        (die, face)
        for die, net in enumerate(board.nets)
        for face, tile in enumerate(net.tiles)
        if tile.focusPolicy() == Qt.FocusPolicy.StrongFocus
    ]
    assert stops == [(2, 3)]
