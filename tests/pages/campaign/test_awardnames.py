"""The names in the table of awards: readable in large text, and visible while the columns scroll."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtTest import QTest

from bones_desktop.pages.campaign.awardboard import PRESENCE, AwardBoard, Player, rewards_of
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
        made.show_awards(players, rewards, {}, "")
        made.resize(width, 420)
        with qtbot.waitExposed(made):
            made.show()
        made.activateWindow()
        qtbot.waitUntil(made.isActiveWindow)
        return made

    return make


def test_names_are_read_in_full_in_large_text(board, theme):
    made = board(790)
    metrics = QFontMetricsF(theme.font("sans", 14, bold=True))
    width = made.table.verticalHeader().width()
    assert all(metrics.horizontalAdvance(name) < width for name in NAMES)


def test_a_name_of_any_length_leaves_room_for_the_awards(board, theme):
    made = board(790, ("W" * 200, "Bob"))
    assert made.table.verticalHeader().width() <= theme.px(240)
    assert made.table.awards.headerData(0, Qt.Orientation.Vertical, Qt.ItemDataRole.ToolTipRole) == "W" * 200


@pytest.mark.parametrize("text", [100, 150])
def test_with_room_for_all_columns_none_scrolls(board, text):
    assert not board(1_700, text=text).table.horizontalScrollBar().maximum()


def test_each_cell_is_seen_beside_the_names_as_the_keys_come_to_it(board):
    table = board(600).table
    table.setFocus()
    table.setCurrentIndex(table.awards.index(0, PRESENCE))
    last = table.awards.columnCount() - 1
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Left):
        for _step in range(last):
            QTest.keyClick(table, key)
            cell = table.visualRect(table.currentIndex())
            assert cell.left() >= 0
            assert cell.right() <= table.viewport().width()
        assert table.verticalHeader().isVisible()
    assert table.currentIndex().column() == PRESENCE


def test_a_click_on_a_name_ticks_it_and_gives_it_the_keys(board):
    table = board(790).table
    told = []
    table.present_requested.connect(lambda who, there: told.append((who, there)))
    names = table.verticalHeader()
    place = QPoint(names.width() // 2, names.sectionViewportPosition(2) + 8)
    QTest.mouseClick(names.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert told == [("Emma", False)]
    assert table.hasFocus()
    assert table.currentIndex() == table.awards.index(2, PRESENCE)
    QTest.keyClick(table, Qt.Key.Key_Space)
    assert told[1:] == [("Emma", False)]


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
