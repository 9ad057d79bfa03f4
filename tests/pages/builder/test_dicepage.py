"""The Dice tab as a whole: the die in the hand follows the nets, and everything has its room."""

import itertools
from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QInputDialog

from bones_desktop.pages.builder.builderpanel import Tab
from bones_desktop.rules.bones.book.character import Character, CharacterDie, CharacterKind
from bones_desktop.rules.bones.making.edits import add_die, clear_face, new_character
from bones_desktop.rules.reasons import is_legal
from bones_desktop.widgets.choice.choicepopup import Choice
from tests.pages.builder.conftest import Bench, sample
from tests.support.people import ID, bob, ragnar, someone
from tests.support.rulebooks import rulebook

Benches = Callable[..., Bench]


def ten_dice() -> Character:
    character = bob()
    for _ in range(6):
        character = add_die(rulebook(), character, CharacterDie(faces=bob().dice[0].faces))
    return character


@pytest.mark.parametrize("percent", [150, 200])
def test_in_large_text_on_a_small_screen_nothing_covers_the_icons_and_all_is_within_the_width(
    bench: Benches, percent: int, qapp: QApplication
) -> None:
    table = bench(ragnar())
    table.theme.apply(qapp)
    table.panel.resize(1172, 560)
    table.theme.set_text_size(percent)
    page, palette = table.panel.dice, table.panel.dice.palette_panel
    parts = (palette.view, palette.line, palette.why)

    def apart() -> bool:
        return all(one.geometry().bottom() < other.geometry().top() for one, other in itertools.pairwise(parts))

    table.qtbot.waitUntil(apart)
    table.qtbot.wait(50)
    assert apart()
    assert page.minimumSizeHint().width() <= 1172 - table.theme.px(10)


def test_the_die_in_the_hand_is_the_selected_one(bench: Benches) -> None:
    table = bench(ragnar())
    page = table.panel.dice
    page.set_animated(False)
    table.click_face(1, 3)
    assert page.cube.face == 3
    assert page.cube.accessibleName().startswith("Die in hand, in front: die 2, face 4 of 6, Perception")
    page.cube.setFocus()
    QTest.keyClick(page.cube, Qt.Key.Key_Left)
    QTest.keyClick(page.cube, Qt.Key.Key_Return)
    assert (page.board.die, page.board.face) == (1, 4)
    table.click_icon("riding")
    assert "Riding" in page.cube.accessibleName()
    table.document.undo_stack.undo()
    assert "Melee" in page.cube.accessibleName()


@pytest.mark.parametrize("percent", [100, 150])
def test_ten_dice_fit_beside_the_die_in_the_hand(bench: Benches, percent: int) -> None:
    table = bench(ten_dice())
    page = table.panel.dice
    table.theme.set_text_size(percent)
    table.qtbot.waitUntil(lambda: page.rect().contains(page.cube.geometry()))
    assert page.board.verticalScrollBar().maximum() == 0
    assert all(tile.width() - 8 >= 38 for net in page.board.nets for tile in net.tiles)
    area = page.board.viewport().rect()
    assert all(area.contains(net.geometry()) for net in page.board.nets)
    assert page.cube.isVisible()
    assert not page.cube.geometry().intersects(page.origin.geometry())
    around = page.parentWidget()
    assert around is not None
    assert page.height() <= around.height()


def test_the_die_in_the_hand_goes_where_it_would_take_room_from_what_is_missing(bench: Benches) -> None:
    table = bench(ragnar())
    page = table.panel.dice
    assert page.cube.isVisible()
    table.panel.resize(1280, 430)
    table.qtbot.waitUntil(lambda: not page.cube.isVisible())
    table.panel.resize(1280, 690)
    table.qtbot.waitUntil(page.cube.isVisible)


LEAST_ROOM = (1190, 610)
"""What a screen of 1366 by 768 leaves the Build page with text of 150 per cent."""


@pytest.mark.parametrize(
    "who",
    [new_character(ID), bob(), ten_dice(), someone(CharacterKind.CAST, "universal,melee,melee,melee,blank,blank")],
)
def test_with_large_text_on_a_small_screen_the_page_does_not_scroll_and_two_rows_of_icons_show(
    bench: Benches, who: Character, qapp: QApplication
) -> None:
    table = bench(who)
    table.theme.apply(qapp)
    table.theme.set_text_size(150)
    table.panel.resize(*LEAST_ROOM)
    page, panel = table.panel.dice, table.panel.dice.palette_panel
    around = page.parentWidget()
    assert around is not None
    table.qtbot.waitUntil(lambda: page.height() <= around.height())
    view = panel.view
    columns = view.viewport().width() // view.gridSize().width()
    assert columns >= 3
    assert view.viewport().rect().contains(view.visualRect(panel.model.index(columns)).adjusted(1, 1, -1, -1))
    table.qtbot.waitUntil(lambda: page.rect().contains(page.strip.geometry()))
    assert panel.why.isVisible()
    assert panel.rect().contains(panel.why.geometry())


def test_another_character_has_its_own_face_explained(bench: Benches) -> None:
    table = bench(ragnar())
    table.panel.dice.board.select(0, 0)
    why = table.panel.dice.palette_panel.why
    assert why.explanation is not None
    assert why.explanation.code == "universal"
    wolf = someone(CharacterKind.BEAST, "melee,melee,defend,universal,blank,blank")
    table.document.open(wolf.with_(id="f" * 32))
    table.panel.dice.board.select(0, 0)
    assert why.explanation.code == "melee"


def test_the_icon_that_the_keys_are_at_is_explained_for_the_next_face_too(bench: Benches) -> None:
    table = bench(ragnar())
    page = table.panel.dice
    for face in (4, 5):
        table.document.apply("Empty", lambda now, face=face: clear_face(rulebook(), now, 0, face))
    for face in (4, 5):
        page.board.select(0, face)
        page.palette_panel.start_search()
        assert explained(table) == page.palette_panel.view.currentIndex().data().lower()


def explained(table: Bench) -> str:
    found = table.panel.dice.palette_panel.why.explanation
    assert found is not None
    return found.code


def marked(table: Bench) -> list[str]:
    return [cell.skill for cell in table.panel.dice.strip.model.rows if cell.marked]


def test_what_is_explained_follows_pasting_and_undo(bench: Benches) -> None:
    table = bench(bob())
    board = table.panel.dice.board
    table.click_face(0, 5)
    table.click_icon("riding")
    assert (explained(table), marked(table)) == ("riding", ["riding"])
    table.click_icon("riding")
    QGuiApplication.clipboard().setText("Melee")
    board.focus_face()
    table.qtbot.keyClick(board.nets[0].tiles[5], Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert (explained(table), marked(table)) == ("melee", ["melee"])
    table.document.undo_stack.undo()
    assert (explained(table), marked(table)) == ("riding", ["riding"])
    table.document.undo_stack.undo()
    standing = bob().dice[0].faces[5].code
    assert explained(table) == standing


def test_what_is_explained_is_the_face_again_after_escape_from_the_search(bench: Benches) -> None:
    table = bench(ragnar())
    table.click_face(0, 4)
    table.panel.dice.board.focus_face()
    table.type("craf")
    assert explained(table) == "craft"
    table.key(Qt.Key.Key_Escape)
    assert explained(table) == "melee"
    table.panel.dice.board.focus_face()
    table.key(Qt.Key.Key_Return)
    table.key(Qt.Key.Key_Right)
    assert explained(table) != "melee"
    table.panel.dice.origin.setFocus()
    table.panel.dice.cube.setFocus()
    assert explained(table) == "melee", "the keys went elsewhere"


def test_the_strip_follows_another_character(bench: Benches) -> None:
    table = bench(bob())
    table.panel.dice.board.select(0, 0)
    table.click_face(0, 5)
    board = table.panel.dice.board
    table.panel.dice.board.select(0, 0)
    wolf = someone(CharacterKind.BEAST, "melee,melee,defend,universal,blank,blank")
    table.document.open(wolf.with_(id="f" * 32))
    shown = table.document.character.dice[board.die].faces[board.face].code
    assert explained(table) == shown == "melee"
    assert marked(table) == ["melee"]


def test_a_search_without_matches_says_so_and_goes_with_the_tab(bench: Benches) -> None:
    table = bench(ragnar())
    palette = table.panel.dice.palette_panel
    table.click_face(0, 4)
    palette.search.setFocus()
    table.type("zzz")
    assert palette.model.rowCount() == 0
    assert palette.icons.nothing.isVisible()
    assert palette.icons.nothing.text() == "No icon is called “zzz”."
    assert explained(table) == "melee"
    palette.search.clear()
    assert palette.search.text() == ""
    assert not palette.icons.nothing.isVisible()
    assert palette.model.rowCount() > 20
    palette.search.setText("craf")
    table.panel.tabs.setCurrentIndex(Tab.STORY)
    table.panel.tabs.setCurrentIndex(Tab.DICE)
    assert palette.search.text() == ""
    assert palette.model.rowCount() > 20


def test_a_mastery_searched_for_on_a_starting_die_says_where_it_may_stand(bench: Benches) -> None:
    table = bench(ragnar())
    table.click_face(0, 4)
    panel = table.panel.dice.palette_panel
    panel.search.setText("riposte")
    assert "Riposte" in panel.icons.nothing.text()
    assert "No icon is called" not in panel.icons.nothing.text()
    panel.search.setText("zzz")
    assert panel.icons.nothing.text() == "No icon is called “zzz”."


def test_the_die_is_taken_in_the_hand_where_the_page_has_no_room_for_it(bench: Benches) -> None:
    table = bench(ragnar())
    page = table.panel.dice
    table.panel.resize(1280, 430)
    table.click_face(1, 3)
    table.qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    assert page.in_hand.isVisible()
    assert QApplication.focusWidget() is page.in_hand.cube
    assert "Perception" in page.in_hand.cube.accessibleName()
    table.qtbot.keyClick(page.in_hand.cube, Qt.Key.Key_Right)
    table.qtbot.waitUntil(lambda: page.in_hand.cube.face != 3)
    front = page.in_hand.cube.face
    table.qtbot.keyClick(page.in_hand.cube, Qt.Key.Key_Return)
    assert not page.in_hand.isVisible()
    assert (page.board.die, page.board.face) == (1, front)
    page.take_in_hand()
    table.qtbot.keyClick(page.in_hand.cube, Qt.Key.Key_Escape)
    assert not page.in_hand.isVisible()


def test_the_menu_of_a_face_offers_the_die_in_the_hand(bench: Benches) -> None:
    table = bench(ragnar())
    said = [words for words, _call in table.panel.dice.board.more]
    assert said == ["Turn the die in hand…\tCtrl+R"]


def test_a_fifth_die_asks_how_long_the_character_has_played_in_one_step(bench: Benches) -> None:
    table = bench(ragnar())
    page, document = table.panel.dice, table.document
    steps = document.undo_stack.count()
    page.origin.add.click()
    dialog = page.findChild(QInputDialog)
    assert len(document.character.dice) == 4
    assert "four dice" in dialog.labelText()
    assert (dialog.intMinimum(), dialog.intValue()) == (1, 4), "begun with an icon, and with all its faces filled"
    dialog.reject()
    assert (len(document.character.dice), document.character.played_before) == (4, 0)
    page.origin.add.click()
    dialog = page.findChildren(QInputDialog)[-1]
    dialog.setIntValue(6)
    dialog.accept()
    assert (len(document.character.dice), document.character.played_before) == (5, 6)
    assert document.undo_stack.count() == steps + 1
    document.undo_stack.undo()
    assert (len(document.character.dice), document.character.played_before) == (4, 0)


def test_a_printed_fifth_die_asks_for_no_fewer_sessions_than_it_takes(bench: Benches) -> None:
    table = bench(ragnar())
    page, document = table.panel.dice, table.document
    page.origin.printed.activated.emit(Choice("fighter", "Fighter"))
    dialog = page.findChild(QInputDialog)
    assert dialog.intMinimum() == 4
    dialog.accept()
    assert len(document.character.dice) == 5
    assert is_legal(document.problems)


def test_the_list_is_headed_by_what_stands_in_it(bench: Benches) -> None:
    """Above a mere tip stood "What is missing"."""
    table = bench(ragnar())
    column = table.panel.dice.origin
    assert column.problems.isVisible()
    assert column.heading.text() == "Worth a look"
    table.document.apply("Empty", lambda now: clear_face(rulebook(), now, 0, 5))
    assert column.heading.text() == "What is missing"


def test_every_icon_of_a_player_is_in_sight_on_a_small_screen(bench: Benches) -> None:
    table = bench(ragnar())
    table.panel.resize(1260, 630)
    table.panel.tabs.setCurrentIndex(Tab.DICE)
    view = table.panel.dice.palette_panel.view
    table.qtbot.waitUntil(lambda: view.verticalScrollBar().maximum() == 0)
    assert table.panel.dice.palette_panel.why.height() >= table.theme.px(150)


@pytest.mark.parametrize("name", ["swordmaster", "griffon"])
@pytest.mark.parametrize(
    ("percent", "room"),
    [(100, (1266, 630)), (125, (1261, 654)), (150, (1240, 629)), (175, (1219, 606)), (200, (1198, 584))],
)
def test_icons_of_the_cast_grow_with_the_text_and_are_named_when_pointed_at(
    bench: Benches, name: str, percent: int, room: tuple[int, int], qapp: QApplication
) -> None:
    table = bench(sample(name))
    table.theme.apply(qapp)
    table.theme.set_text_size(percent)
    table.panel.resize(*room)
    palette = table.panel.dice.palette_panel
    view, model = palette.view, palette.model
    table.qtbot.wait(50)
    assert model.rowCount() > 90
    assert palette.hint.isVisible() == (percent == 100), "in large text it makes room"
    kind = palette.why._kind
    assert kind.heightForWidth(kind.width()) <= kind.height(), kind.text()
    seen = view.viewport().rect().contains(view.visualRect(model.index(model.rowCount() - 1)))
    assert seen == (percent == 100), "all are in sight at once, or are scrolled to"
    assert min(view.gridSize().width(), view.gridSize().height()) >= table.theme.px(25), "an icon has 22 of these"
    view.scrollTo(model.index(next(row for row, icon in enumerate(model.rows) if icon.code == "swim")))
    table.click_icon("swim")
    assert table.codes[0][0] == "swim"
    view.setFocus()
    here = view.currentIndex().row()
    table.key(Qt.Key.Key_Left)
    assert view.currentIndex().row() == here - 1
    assert palette.why.explanation.name == model.rows[here - 1].name
    palette.search.setText("archer")
    assert view.gridSize().width() >= table.theme.px(54), "few have room for their names"


def test_every_icon_of_a_player_is_in_sight_in_large_text(bench: Benches) -> None:
    table = bench(ragnar())
    table.theme.set_text_size(150)
    table.panel.resize(1240, 610)
    view = table.panel.dice.palette_panel.view
    QApplication.processEvents()
    table.qtbot.waitUntil(lambda: view.verticalScrollBar().maximum() == 0)


def test_no_row_of_chances_is_cut_in_large_text(bench: Benches) -> None:
    table = bench(ragnar())
    table.panel.tabs.setCurrentIndex(Tab.DICE)
    table.theme.set_text_size(150)
    table.panel.resize(1240, 610)
    view = table.panel.dice.strip.view
    table.qtbot.wait(50)
    assert view.height() >= 2 * view.gridSize().height()
    assert view.height() % view.gridSize().height() == 0


def test_a_new_character_has_no_culture_and_a_beast_is_asked_to_add_a_die(bench: Benches) -> None:
    """The first name without a template stood there as if it were chosen, and "A die of your own" on what adds dice."""
    beast = new_character(ID).with_(kind=CharacterKind.BEAST, dice=())
    origin = bench().panel.dice.origin
    assert origin.origins[0].text() == ""
    assert origin.origins[0].accessibleName().endswith("Choose a culture")
    assert bench(beast).panel.dice.origin.printed.accessibleName() == "Add a die: Add a die"
