"""The model all lists build on keeps Qt's contract and tells views no more than what changed."""

import pytest
from PySide6.QtCore import QEvent, QModelIndex, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QListView, QStyleOptionViewItem, QToolTip
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.plaintext import beyond, plain_tip
from bones_desktop.widgets.rows import ROW_ROLE, RowDelegate, RowModel, TellingDelegate


class Words(RowModel[str]):
    def show_words(self, *words: str) -> None:
        self._show(words)

    def _text(self, word: str) -> str:
        return word

    def _tip(self, word: str) -> str:
        return f"<{word}>" if word == "bow" else ""


@pytest.fixture
def words(qapp: object) -> Words:
    return Words(rows=["sword", "bow"])


def test_it_keeps_the_contract_through_every_change(words: Words, qtmodeltester: ModelTester) -> None:
    qtmodeltester.check(words)
    words.show_words("axe")
    qtmodeltester.check(words)
    words.show_words("axe", "spear")
    qtmodeltester.check(words)
    words.show_words()
    qtmodeltester.check(words)


def test_a_row_says_its_text_a_tip_without_markup_and_itself(words: Words) -> None:
    sword, bow = words.index(0), words.index(1)
    assert (sword.data(), sword.data(ROW_ROLE)) == ("sword", "sword")
    assert sword.data(Qt.ItemDataRole.AccessibleTextRole) == "sword"
    assert sword.data(Qt.ItemDataRole.ToolTipRole) is None
    assert bow.data(Qt.ItemDataRole.ToolTipRole) == "<qt>&lt;bow&gt;</qt>"
    assert bow.data(Qt.ItemDataRole.DecorationRole) is None


class Inked(RowDelegate[str]):
    painted: tuple[str, ...] = ()

    def _paint(self, painter: QPainter, option: QStyleOptionViewItem, row: str) -> None:
        self.painted += (row,)
        painter.setPen("red")


def test_a_row_is_painted_and_the_painter_is_left_as_it_was(words: Words, theme: Theme, qtbot: QtBot) -> None:
    view = QListView()
    qtbot.addWidget(view)
    delegate = Inked(theme, view)
    picture = QPixmap(4, 4)
    painter = QPainter(picture)
    painter.setPen("green")
    delegate.paint(painter, QStyleOptionViewItem(), words.index(1))
    delegate.paint(painter, QStyleOptionViewItem(), QModelIndex())
    pen = painter.pen().color()
    painter.end()
    assert (delegate.painted, pen) == (("bow",), QColor("green"))


def test_a_row_is_found_by_its_index_and_nothing_outside(words: Words) -> None:
    assert words.rows == ("sword", "bow")
    assert words.at(words.index(1)) == "bow"
    assert words.at(words.index(2)) is None
    assert words.at(QModelIndex()) is None
    assert words.rowCount(words.index(0)) == 0


def test_an_index_left_over_from_a_longer_list_finds_nothing(words: Words) -> None:
    last = words.index(1)
    words.show_words("axe")
    assert words.at(last) is None


def test_the_same_rows_reset_nothing(words: Words, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(words.modelReset):
        words.show_words("sword", "bow")
    with qtbot.waitSignal(words.modelReset):
        words.show_words("bow", "sword")


@pytest.mark.parametrize(
    ("shown", "tip", "left"),
    [
        ("Bow", "Bow", ""),
        ("Bow", "bow, damage 5 dice.", "Damage 5 dice."),
        ("Bob", "Bob\nPlayer", "Player"),
        ("Print", "Printing takes paper", "Printing takes paper"),
        ("", "Why", "Why"),
    ],
)
def test_a_tip_says_what_is_not_in_view(shown: str, tip: str, left: str) -> None:
    assert beyond(shown, tip) == left


def test_ids_of_rules_stay_out_of_tips() -> None:
    assert plain_tip("There is nothing to heal. (FM-R29)") == "There is nothing to heal."
    assert plain_tip("One (BA-R02, CMB-5) and two (MG-R05a).") == "One and two."


def test_a_shortened_text_is_in_the_tip(qtbot) -> None:
    class Names(RowModel[str]):
        def _text(self, row: str) -> str:
            return row

        def _tip(self, row: str) -> str:
            return f"{row}\nPlayer"

    view = QListView()
    model = Names(view, ("A very long name <b> that has no room", "Bob"))
    qtbot.addWidget(view)
    view.setModel(model)
    view.setItemDelegate(TellingDelegate(view))
    view.resize(120, 100)
    view.show()
    for row, said in enumerate(("<qt>A very long name &lt;b&gt; that has no room<br>Player</qt>", "Player")):
        at = view.visualRect(model.index(row, 0)).center()
        QApplication.sendEvent(view.viewport(), QHelpEvent(QEvent.Type.ToolTip, at, view.viewport().mapToGlobal(at)))
        assert QToolTip.text() == said
    QToolTip.hideText()
