"""The party at a glance, worked by mouse and keys."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from bones_desktop.document.portraits import square_of_portrait
from bones_desktop.pages.campaign.partyboard import PartyBoard
from bones_desktop.pages.campaign.partycard import GlanceRow
from bones_desktop.rules.bones.book.character import Character, CharacterKind, HinderingDie, LostDie, MaintainedEffect
from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.making.standing import glance
from tests.support.people import bob, die, ragnar, someone
from tests.support.rulebooks import rulebook
from tests.support.shelves import jpeg


def row(place: int, character: Character) -> GlanceRow:
    return GlanceRow(f"{place:032x}", character.name, glance(rulebook(), character))


def party(count: int) -> tuple[GlanceRow, ...]:
    people = (ragnar(), bob(), someone(CharacterKind.HORDE, *["universal,physical,melee,melee,melee,melee"] * 30))
    return tuple(row(place, people[place % 3].with_(name=f"Member {place}")) for place in range(count))


@pytest.fixture
def board(qtbot, theme):
    board = PartyBoard(theme, square_of_portrait)
    qtbot.addWidget(board)
    board.resize(1282, 600)
    board.show_members(party(8))
    board.show()
    assert QTest.qWaitForWindowExposed(board.window())
    return board


def rects(board):
    return [board.visualRect(board.members.index(place)) for place in range(len(board.members.rows))]


@pytest.mark.parametrize("size", [(980, 560), (1282, 600), (1920, 960), (2560, 1300), (700, 900)])
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 7, 8])
def test_up_to_eight_are_wholly_in_view(board, size, count):
    board.resize(*size)
    board.show_members(party(count))
    QTest.qWait(0)
    room = board.viewport().rect()
    assert all(room.contains(rect) for rect in rects(board))
    assert len({(rect.x(), rect.y()) for rect in rects(board)}) == count
    assert len({rect.x() for rect in rects(board)}) == min(count, board.cards.fit.columns)


@pytest.mark.parametrize("count", [1, 2, 8, 12])
def test_everyone_stays_in_view_while_the_window_is_resized(board, count):
    board.show_members(party(count))
    for width in (*range(1300, 2600, 130), *range(2560, 1200, -170)):
        board.resize(width, width * 9 // 16)
        QTest.qWait(0)
        room = board.viewport().rect()
        assert all(room.contains(rect) for rect in rects(board)), width
        assert len({rect.y() for rect in rects(board)}) == board.cards.fit.rows


def test_many_can_be_reached_by_scrolling(board):
    board.resize(700, 500)
    board.show_members(party(20))
    QTest.qWait(0)
    assert board.cards.fit.scrolls
    assert board.verticalScrollBar().maximum() > 0
    board.setFocus()
    QTest.keyClick(board, Qt.Key.Key_End)
    assert board.currentIndex().row() == 19
    assert board.viewport().rect().contains(board.visualRect(board.currentIndex()))
    assert len({rect.x() for rect in rects(board)}) == board.cards.fit.columns


def test_keys_go_through_the_party_and_enter_opens(board, qtbot):
    board.setFocus()
    QTest.keyClick(board, Qt.Key.Key_Home)
    QTest.keyClick(board, Qt.Key.Key_Right)
    with qtbot.waitSignal(board.opened) as opened:
        QTest.keyClick(board, Qt.Key.Key_Return)
    assert opened.args == [f"{1:032x}"]
    QTest.keyClick(board, Qt.Key.Key_Down)
    assert board.currentIndex().row() == 1 + board.cards.fit.columns


def test_a_double_click_opens(board, qtbot):
    centre = board.visualRect(board.members.index(3)).center()
    QTest.mouseClick(board.viewport(), Qt.MouseButton.LeftButton, pos=centre)
    with qtbot.waitSignal(board.opened) as opened:
        QTest.mouseDClick(board.viewport(), Qt.MouseButton.LeftButton, pos=centre)
    assert opened.args == [f"{3:032x}"]


def test_only_the_card_that_changed_is_told_to_views(board):
    told = []
    board.members.dataChanged.connect(lambda first, _last: told.append(first.row()))
    rows = list(party(8))
    rows[2] = row(2, injuries.suffer(bob().with_(name="Member 2")))
    board.show_members(tuple(rows))
    assert told == [2]


def test_the_choice_stays_with_the_member(board):
    board.setCurrentIndex(board.members.index(3))
    board.show_members(party(8)[2:])
    assert board.currentIndex().row() == 1
    board.show_members(party(2))
    assert board.currentIndex().row() <= 0


def test_a_member_chosen_beside_the_board_is_marked(board):
    board.clearFocus()
    before = shown(board)
    board.choose(f"{3:032x}")
    assert board.currentIndex().row() == 3
    assert shown(board) != before
    board.choose("nobody")
    assert board.currentIndex().row() == 3


def test_where_nobody_chooses_a_click_marks_nothing(qtbot, theme):
    board = PartyBoard(theme, square_of_portrait, unattended=True)
    qtbot.addWidget(board)
    board.show_members(party(4))
    board.show()
    QTest.mouseClick(board.viewport(), Qt.MouseButton.LeftButton, pos=board.visualRect(board.members.index(1)).center())
    assert not board.selectionModel().hasSelection()


def shown(board) -> QImage:
    return board.grab().toImage()


@pytest.mark.parametrize(
    "other",
    [
        ragnar().with_(name="Rognar"),
        ragnar().with_(spiffs=1),
        ragnar().with_(sessions=1),
        ragnar().with_(slain=True),
        ragnar().with_(lost=(LostDie(die=3),)),
        ragnar().with_(lost=(LostDie(die=3, held=True),)),
        ragnar().with_(
            hindering=(HinderingDie(name="Poison", faces=die("poison,blank,blank,blank,blank,blank").faces),)
        ),
        ragnar().with_(effects=(MaintainedEffect(name="Light", strength=2),)),
        ragnar().with_(portrait=jpeg()),
    ],
)
def test_everything_at_a_glance_is_seen(board, other):
    board.show_members((row(0, ragnar()),))
    before = shown(board)
    board.show_members((row(0, other),))
    assert shown(board) != before


def test_damage_below_zero_is_hidden_on_the_card_too(board):
    def card(damage: int) -> QImage:
        board.show_members((row(0, injuries.suffer_all(ragnar(), damage)),))
        return shown(board)

    assert card(5) != card(6)
    board.members.set_below_zero(False)
    assert card(5) == card(6)


def test_a_lost_die_does_not_differ_by_colour_alone(board):
    """Its cross and crack change the picture as seen without any colour."""

    def grey(character: Character) -> QImage:
        board.show_members((row(0, character.with_(name="")),))
        return shown(board).convertToFormat(QImage.Format.Format_Grayscale8)

    plain, lost = grey(ragnar()), grey(ragnar().with_(lost=(LostDie(die=0),)))
    assert plain != lost


def test_an_empty_party_says_so(board):
    board.show_members(())
    before = shown(board)
    board.set_empty_text("Nobody is to be seen.")
    assert shown(board) != before


def test_looks_and_text_size_are_followed(board, theme):
    before, scale = shown(board), board.cards.fit.scale
    theme.set_theme("parchment")
    assert shown(board) != before
    board.resize(700, 500)
    theme.set_text_size(150)
    assert board.cards.fit.scale > scale * 0.9
    assert board.cards.fit.scrolls


def test_what_is_wrong_with_a_file_stays_on_its_card(board):
    """Words for which there is no room change nothing any more."""

    def card(words: int) -> QImage:
        board.show_members((*party(13), GlanceRow("f" * 32, "Tam", None, "cannot be read " * words)))
        return shown(board)

    assert card(2) != card(4)
    assert card(60) == card(90)
