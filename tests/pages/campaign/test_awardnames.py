"""The names in the table of awards: read in full in large text, and in view while the columns beside them scroll."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtTest import QTest

from bones_desktop.pages.campaign.awardboard import AwardBoard, name_lines, widest_line
from bones_desktop.pages.campaign.awards import NAME, AwardDraft, Player, rewards_of
from bones_desktop.rules.bones.life import campaigns
from tests.support.rulebooks import rulebook

NAMES = ("Anselm of the Grey Tower", "Bob", "Emma", "Ragnar Ironhand the Elder", "Sigrun Halvarsdottir", "Wolf")


@pytest.fixture
def board(qtbot, theme):
    boards: list[AwardBoard] = []

    def make(width: int, names=NAMES, text: int = 150) -> AwardBoard:
        made = AwardBoard(theme, None)
        qtbot.addWidget(made)
        boards.append(made)
        theme.set_text_size(text)
        players = [Player(name, name) for name in names]
        rewards = rewards_of(campaigns.usual_awards(rulebook()))
        made.table.awards.set_board(players, rewards, AwardDraft(), "")
        made.resize(width, 420)
        with qtbot.waitExposed(made):
            made.show()
        made.activateWindow()
        qtbot.waitUntil(made.isActiveWindow)
        return made

    return make


def room_of_names(board, theme) -> float:
    """Return the width the names have beside their ticks."""
    return board.table.columnWidth(NAME) - theme.px(8 + 18 + 8 + 4)


def test_names_are_read_in_full_in_large_text(board, theme):
    made = board(790)
    metrics = QFontMetricsF(theme.font("sans", 14, bold=True))
    for name in NAMES:
        assert widest_line(name, metrics, room_of_names(made, theme)) <= room_of_names(made, theme), name
    assert 2 * metrics.lineSpacing() <= made.table.rowHeight(0) + 2, "two lines have room"


def test_a_name_of_any_length_leaves_room_for_the_awards(board, theme):
    made = board(790, ("W" * 200, "Bob"))
    assert made.table.columnWidth(NAME) <= theme.px(240)


@pytest.mark.parametrize("text", [100, 150])
def test_with_room_for_all_columns_names_are_not_laid_over_them(board, text):
    made = board(1_700, text=text)
    assert not made.table.names.isVisible()
    assert not made.table.horizontalScrollBar().maximum()


def test_names_stay_while_the_columns_beside_them_are_walked_through(board):
    table = board(790).table
    table.setFocus()
    table.setCurrentIndex(table.awards.index(0, NAME))
    last = table.awards.columnCount() - 1
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Left):
        for _step in range(last):
            QTest.keyClick(table, key)
            cell = table.visualRect(table.currentIndex())
            if table.currentIndex().column() != NAME:
                assert cell.left() >= table.names.width() - 1
                assert cell.right() <= table.viewport().width()
            if table.currentIndex().column() == last:
                assert table.horizontalScrollBar().value() > 0
            assert table.names.isVisible()
            assert table.names.geometry().left() == table.viewport().x()
    assert table.currentIndex().column() == NAME
    names, row = table.names, table.awards.index(3, NAME)
    assert names.visualRect(row).top() == table.visualRect(row).top()


def test_a_click_on_a_name_ticks_it_and_scrolls_nothing(board):
    made = board(790)
    table = made.table
    told = []
    table.awards.present_requested.connect(lambda who, there: told.append((who, there)))
    table.setFocus()
    table.setCurrentIndex(table.awards.index(1, table.awards.columnCount() - 1))
    scrolled = table.horizontalScrollBar().value()
    assert scrolled > 0
    names = table.names
    place = names.viewport().mapTo(made, names.visualRect(table.awards.index(2, NAME)).center())
    aimed = made.childAt(place)
    QTest.mouseClick(aimed, Qt.MouseButton.LeftButton, pos=aimed.mapFrom(made, place))
    assert told == [("Emma", False)]
    assert table.hasFocus()
    assert table.currentIndex() == table.awards.index(2, NAME)
    assert table.horizontalScrollBar().value() == scrolled
    QTest.keyClick(table, Qt.Key.Key_Space)
    assert told[1:] == [("Emma", False)]


def test_names_scroll_down_with_their_lines(board):
    table = board(790, [f"Member {n}" for n in range(30)]).table
    table.verticalScrollBar().setValue(133)
    for view in (table, table.names):
        assert view.indexAt(QPoint(20, 5)).row() == table.rowAt(5)
    assert table.names.rowAt(5) == table.rowAt(5) > 0
    table.names.verticalScrollBar().setValue(0)
    assert table.rowAt(5) == 0


def test_a_name_is_parted_where_both_lines_are_short(qapp, theme):
    metrics = QFontMetricsF(theme.font("sans", 14, bold=True))
    assert name_lines("Anselm of the Grey Tower", metrics, 90) == ("Anselm of the", "Grey Tower")
    assert name_lines("Anselm of the Grey Tower", metrics, 900) == ("Anselm of the Grey Tower",)
    assert name_lines("Halvarsdottirsson", metrics, 20) == ("Halvarsdottirsson",)


@pytest.mark.parametrize("text", [100, 150, 200])
def test_a_usual_party_never_scrolls_within_the_page(board, text):
    """In large text three of five were seen, in a table that scrolled in a page that did."""
    made = board(790, text=text)
    made.resize(790, made.minimumSizeHint().height())
    QTest.qWait(20)
    assert len(NAMES) == made.table.awards.rowCount() == 6
    assert made.table.verticalScrollBar().maximum() == 0
    many = board(790, NAMES + tuple(f"{name} II" for name in NAMES), text)
    assert many.table.minimumSizeHint().height() < many.table.sizeHint().height()
