"""Where keys lead on unfolded dice."""

from PySide6.QtCore import Qt

from bones_desktop.widgets.dice.diceboard import walk
from tests.support.foreach import for_each

UP, DOWN, LEFT, RIGHT = Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right


@for_each(
    ("key", "at", "to"),
    [
        (DOWN, (0, 0), (0, 2)),
        (DOWN, (0, 2), (0, 5)),
        (DOWN, (0, 1), (0, 5)),
        (UP, (0, 4), (0, 0)),
        (RIGHT, (0, 4), (1, 1)),
        (LEFT, (1, 1), (0, 4)),
        (RIGHT, (0, 0), (1, 0)),
        (DOWN, (0, 5), (2, 0)),
        (UP, (2, 0), (0, 5)),
        (UP, (1, 0), (1, 0)),
        (LEFT, (0, 1), (0, 1)),
        (LEFT, (0, 0), (0, 1)),
        (RIGHT, (2, 0), (2, 3)),
        (RIGHT, (2, 5), (2, 3)),
        (RIGHT, (2, 4), (2, 4)),
        (DOWN, (2, 5), (2, 5)),
        (Qt.Key.Key_PageDown, (2, 3), (2, 3)),
        (Qt.Key.Key_PageDown, (0, 3), (1, 3)),
        (Qt.Key.Key_PageUp, (1, 3), (0, 3)),
        (Qt.Key.Key_Home, (1, 3), (1, 0)),
        (Qt.Key.Key_End, (1, 3), (1, 5)),
    ],
)
def test_keys_follow_the_cube(key: Qt.Key, at: tuple[int, int], to: tuple[int, int]) -> None:
    assert walk(key, *at, count=3, columns=2) == to


def test_other_keys_lead_nowhere() -> None:
    assert walk(Qt.Key.Key_A, 0, 0, count=3, columns=2) is None


def test_every_face_is_reached_by_arrows_alone() -> None:
    for count, columns in ((1, 1), (4, 2), (10, 3), (10, 4)):
        reached, edge = {(0, 0)}, [(0, 0)]
        while edge:
            at = edge.pop()
            for key in (UP, DOWN, LEFT, RIGHT):
                there = walk(key, *at, count=count, columns=columns)
                assert there is not None
                if there not in reached:
                    reached.add(there)
                    edge.append(there)
        assert len(reached) == 6 * count
