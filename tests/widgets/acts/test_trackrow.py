"""Boxes of a track by mouse and keys, and how they fit their room; acts and lists of a tracker."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from bones_desktop.widgets.acts.actboard import ActBoard, ActRow, ThingCard
from bones_desktop.widgets.acts.trackrow import BoxRow, TrackBox, TrackRow, plain_boxes
from bones_desktop.widgets.boxes import vbox
from bones_desktop.widgets.lists.line import Line

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def row(on_screen, theme):
    def make(boxes=(), width=600, *, still=False):
        made = BoxRow(theme, None, still=still)
        made.heard = []
        made.asked.connect(made.heard.append)
        made.show_boxes("Hits", boxes or plain_boxes(8, 2))
        return on_screen(made, width, 60)

    return make


def test_boxes_shrink_to_stay_in_one_row_and_wrap_before_they_are_hard_to_hit(row):
    boxes = row(plain_boxes(18, 0), 900)
    sides = set()
    for width in (900, 700, 600, 300):
        boxes.resize(width, boxes.heightForWidth(width))
        places = [boxes.box_at(place) for place in range(18)]
        assert all(boxes.rect().toRectF().contains(each) for each in places)
        sides.add((len({each.top() for each in places}), places[0].width() >= 26))
    assert sides == {(1, True), (3, True)}


def test_a_click_marks_up_to_a_box_or_takes_marks_away_from_it(row):
    boxes = row()
    for place in (4, 0, 1):
        QTest.mouseClick(boxes, LEFT, pos=boxes.box_at(place).center().toPoint())
    assert boxes.heard == [5, 0, 1]


def test_a_key_held_down_marks_one_box(row):
    boxes = row()
    boxes.setFocus()
    for repeated in (False, True, True):
        key = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier, "", autorep=repeated)
        QApplication.sendEvent(boxes, key)
    assert len(boxes.heard) == 1


def test_still_boxes_cannot_be_marked_and_have_a_tip(row):
    boxes = row((TrackBox(True), TrackBox(under="dead", grave=True)), still=True)
    QTest.mouseClick(boxes, LEFT, pos=boxes.box_at(1).center().toPoint())
    assert boxes.heard == []
    assert boxes.focusPolicy() is Qt.FocusPolicy.NoFocus
    assert "Hits" in boxes.toolTip()
    assert not boxes.grab().isNull()


def test_acts_keep_their_place_when_one_becomes_impossible(on_screen, theme):
    board = ActBoard(theme, None)
    first, second = ActRow("a", "Harm", "Hurt"), ActRow("b", "Harm", "Kill")
    board.show_acts([first, second])
    on_screen(board, 400, 200)
    places = [button.pos() for button in board.buttons.values()]
    heard = []
    board.chosen.connect(heard.append)
    board.show_acts([first, ActRow("b", "Harm", "Kill", why_not="Dead already.")])
    QTest.mouseClick(board.buttons["b"], LEFT)
    assert heard == []
    assert board.says.text() == "Dead already."
    assert [button.pos() for button in board.buttons.values()] == places


def test_delete_and_enter_do_only_what_the_list_allows(on_screen, theme):
    holder = QWidget()
    card = ThingCard(theme, holder)
    card.removing = "drop"
    on_screen(holder, 400, 300)
    heard = []
    card.requested.connect(lambda act, key: heard.append((act, key)))
    lines, acts = [Line("Axe", key="1"), Line("Ring", key="2")], {"drop": "Drop"}

    def worn(_act: str, key: str) -> str:
        return "It is worn." if key == "2" else ""

    card.show_list("Things", lines, acts, {}, why_not=worn)
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Delete):
        QTest.keyClick(card.view, key)
    assert heard == [("drop", "1")], "pressing a thing does nothing here"
    card.view.go_to("2")
    QTest.keyClick(card.view, Qt.Key.Key_Delete)
    assert heard == [("drop", "1")]
    assert "It is worn." in card.buttons["drop"].toolTip()


def test_the_buttons_of_a_large_and_a_small_track_are_below_one_another(on_screen, theme):
    page = QWidget()
    tracks = [TrackRow(theme, page, large=large) for large in (True, False)]
    vbox(page, *tracks)
    for track in tracks:
        track.show_track("Luck", "Luck", "1 of 1 left", plain_boxes(1, 0))
    on_screen(page, 500, 300)
    page.grab()
    for button in ("less", "more"):
        first, second = (getattr(each, button) for each in tracks)
        assert first.geometry().center().x() == second.geometry().center().x(), button
