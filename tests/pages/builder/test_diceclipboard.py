"""Faces and dice copied, cut, pasted and dragged on the Dice tab, with keys and with the mouse."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QMenu

from bones_desktop.pages.builder.originchanger import ConflictQuestion
from bones_desktop.rules.bones.book.character import CharacterKind, Created
from bones_desktop.widgets.dice.diceboard import DIE_FORMAT, FACE_FORMAT, CarriedDie, die_mime, face_mime
from bones_desktop.widgets.dice.facetile import Drop
from tests.pages.builder.conftest import Bench, sample
from tests.support.people import bob, ragnar, someone

Benches = Callable[..., Bench]
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier

pytestmark = pytest.mark.qt_log_ignore(r"does not support (raise|grabbing)", extend=True)
"""The offscreen platform cannot raise a popup or give it the keyboard; it works all the same."""


@pytest.fixture(autouse=True)
def _empty_clipboard(qapp: QApplication) -> Iterator[None]:
    QGuiApplication.clipboard().clear()
    yield
    QGuiApplication.clipboard().clear()


def press(table: Bench, key: Qt.Key, modifiers: Qt.KeyboardModifier = CTRL) -> None:
    board = table.panel.dice.board
    table.qtbot.keyClick(board.nets[board.die].tiles[board.face], key, modifiers)


def select(table: Bench, die: int, face: int) -> None:
    table.panel.dice.board.select(die, face, focus=True)


def text() -> str:
    return QGuiApplication.clipboard().text()


class Painted(QObject):
    """Takes down which faces of which dice are painted."""

    def __init__(self, table: Bench) -> None:
        super().__init__(table.panel)
        self.places: set[tuple[int, int]] = set()
        self._tiles = {
            tile: (die, face)
            for die, net in enumerate(table.panel.dice.board.nets)
            for face, tile in enumerate(net.tiles)
        }
        for tile in self._tiles:
            tile.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Paint:
            self.places.add(self._tiles[watched])
        return False


def put(words: str) -> None:
    QGuiApplication.clipboard().setText(words)


def steps(table: Bench) -> list[str]:
    stack = table.document.undo_stack
    return [stack.text(place) for place in range(stack.count())]


def test_a_face_is_copied_and_pasted_with_keys(bench: Benches) -> None:
    table = bench(bob())
    select(table, 1, 3)
    press(table, Qt.Key.Key_C)
    assert text() == "Missile"
    select(table, 0, 5)
    press(table, Qt.Key.Key_V)
    assert table.codes[0][5] == "missile"
    assert steps(table) == ["Paste a face"]
    table.document.undo_stack.undo()
    assert table.document.character == bob()


def test_cutting_copies_and_empties(bench: Benches) -> None:
    table = bench(bob())
    select(table, 0, 3)
    press(table, Qt.Key.Key_X)
    assert text() == "Craft"
    assert table.codes[0][3] == ""
    assert steps(table) == ["Cut a face"]
    press(table, Qt.Key.Key_X)
    assert [why.code for why in table.refused] == ["nothing-to-copy"]
    assert text() == "Craft"


def test_a_whole_die_is_copied_as_text_and_pasted_with_its_template(bench: Benches) -> None:
    table = bench(ragnar())
    table.document.apply("a note", lambda now: now.with_(dice=(*now.dice[:3], now.dice[3].with_(note="mine"))))
    select(table, 0, 2)
    press(table, Qt.Key.Key_C, CTRL | SHIFT)
    assert text() == "Universal, Physical, Outdoorsman, Riding, Melee, Defend"
    select(table, 3, 1)
    press(table, Qt.Key.Key_V)
    pasted = table.document.character.dice[3]
    assert (pasted.template, pasted.note) == ("gaul", "mine")
    assert table.codes[3] == table.codes[0]
    assert steps(table)[1:] == ["Paste die 4"]


def roman_die() -> None:
    faces = ("universal", "mental", "craft", "merchant", "melee", "defend")
    QGuiApplication.clipboard().setMimeData(die_mime(CarriedDie("roman", "", faces), "x"))


def question() -> ConflictQuestion:
    [found] = [
        each for each in QApplication.topLevelWidgets() if isinstance(each, ConflictQuestion) and each.isVisible()
    ]
    return found


def test_what_a_pasted_die_is_made_from_is_told(bench: Benches) -> None:
    table = bench(ragnar())
    told: list[str] = []
    table.panel.changer.message.connect(told.append)
    select(table, 0, 2)
    press(table, Qt.Key.Key_C, CTRL | SHIFT)
    press(table, Qt.Key.Key_V)
    assert told == [], "it is what it was made from"
    select(table, 3, 1)
    press(table, Qt.Key.Key_V)
    assert told == ["Die 4 is now made from Gaul."]


@pytest.mark.parametrize("clear", [False, True])
def test_pasting_a_die_that_makes_others_illegal_asks_first(bench: Benches, clear: bool) -> None:
    table = bench(ragnar())
    told: list[str] = []
    table.panel.changer.message.connect(told.append)
    roman_die()
    select(table, 0, 2)
    press(table, Qt.Key.Key_V)
    asked = question()
    assert table.document.character == ragnar()
    (asked.clear if clear else asked.keep).click()
    asked.close()
    templates = [die.template for die in table.document.character.dice]
    assert templates[:2] == ["roman", "" if clear else "hunter-gatherer"]
    assert told == ["Die 1 is now made from Roman."]
    assert steps(table) == ["Paste die 1"]
    table.document.undo_stack.undo()
    assert table.document.character == ragnar()


def test_a_question_about_a_pasted_die_that_is_closed_leaves_all_as_it_was(bench: Benches) -> None:
    table = bench(ragnar())
    roman_die()
    select(table, 0, 2)
    press(table, Qt.Key.Key_V)
    question().reject()
    assert table.document.character == ragnar()
    assert steps(table) == []


def test_text_of_another_program_is_pasted(bench: Benches) -> None:
    table = bench(bob())
    put("Universal, Physical, Riding, Riding, Healer, Scholar")
    select(table, 2, 4)
    press(table, Qt.Key.Key_V)
    assert table.codes[2] == ["universal", "physical", "riding", "riding", "healer", "scholar"]
    put(" melee ")
    press(table, Qt.Key.Key_V)
    assert table.codes[2][4] == "melee"
    assert table.refused == []


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("", "nothing-to-paste"),
        ("Dear diary", "left-out-words"),
        ("Riposte", "mastery-fifth-die"),
        ("Universal, Physical, Riding, Universal", "universal-once"),
        ("Bandit - 2D: Fighter; Killer", "several-dice-pasted"),
    ],
)
def test_what_cannot_be_pasted_says_why_and_changes_nothing(bench: Benches, words: str, code: str) -> None:
    table = bench(bob())
    put(words)
    select(table, 1, 2)
    press(table, Qt.Key.Key_V)
    assert [why.code for why in table.refused] == [code]
    assert table.document.character == bob()
    assert steps(table) == []


def test_the_face_a_pasted_die_fails_at_is_selected(bench: Benches) -> None:
    table = bench(ragnar())
    put("Universal, Physical, Outdoorsman, Magic, Melee, Defend")
    select(table, 0, 0)
    press(table, Qt.Key.Key_V)
    assert [why.code for why in table.refused] == ["slot-one-of-3"]
    assert (table.panel.dice.board.die, table.panel.dice.board.face) == (0, 3)


def test_spoilt_data_of_this_program_is_read_as_text(bench: Benches) -> None:
    table = bench(bob())
    for name, data in ((FACE_FORMAT, b"No Face!"), (FACE_FORMAT, b"\xff"), (DIE_FORMAT, b"{"), (DIE_FORMAT, b"[1]")):
        mime = QMimeData()
        mime.setData(name, data)
        mime.setText("Healer")
        QGuiApplication.clipboard().setMimeData(mime)
        table.document.apply("other", lambda now: bob())
        select(table, 0, 4)
        press(table, Qt.Key.Key_V)
        assert table.codes[0][4] == "healer"
    assert table.refused == []


def test_an_icon_unknown_here_is_not_pasted(bench: Benches) -> None:
    table = bench(bob())
    QGuiApplication.clipboard().setMimeData(face_mime("swimming", "Swimming"))
    select(table, 0, 4)
    press(table, Qt.Key.Key_V)
    assert [why.code for why in table.refused] == ["icon-unknown"]


def test_a_doubled_face_is_pasted_as_it_is(bench: Benches) -> None:
    table = bench(someone(CharacterKind.BEAST, "universal,melee x2,melee,poison-melee,defend,defend"))
    select(table, 0, 1)
    press(table, Qt.Key.Key_C)
    select(table, 0, 2)
    press(table, Qt.Key.Key_V)
    assert table.codes[0][2] == "melee x2"
    put("Poison")
    press(table, Qt.Key.Key_V)
    assert table.codes[0][2] == "poison-melee"


def test_a_finished_character_is_pasted_on_with_permission_only(bench: Benches) -> None:
    done = ragnar().with_(created=Created(dice=ragnar().dice))
    table = bench(done)
    put("Craft")
    select(table, 0, 3)
    press(table, Qt.Key.Key_V)
    assert [why.code for why in table.refused] == ["finished-needs-permission"]
    table.panel.edits.permitted = True
    press(table, Qt.Key.Key_V)
    assert table.codes[0][3] == "craft"
    assert len(table.document.character.ledger[0].on) == len("2026-11-21")


def test_a_character_of_a_newer_program_is_copied_from_only(bench: Benches) -> None:
    table = bench(bob())
    table.document.open(bob(), read_only=True)
    select(table, 0, 3)
    press(table, Qt.Key.Key_C)
    assert text() == "Craft"
    select(table, 0, 4)
    press(table, Qt.Key.Key_V)
    said = drag(table, "craft", 1, 3)
    assert said[1][3] is Drop.REFUSING
    assert [why.code for why in table.refused] == ["read-only-character"] * 2
    assert table.document.character == bob()


def open_menu(table: Bench, die: int, face: int) -> QMenu:
    board = table.panel.dice.board
    tile = board.nets[die].tiles[face]
    middle = tile.rect().center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, middle, tile.mapToGlobal(middle))
    QApplication.sendEvent(tile, event)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def choose(menu: QMenu, name: str) -> None:
    action = next(action for action in menu.actions() if action.objectName() == name)
    action.trigger()
    menu.close()


def test_the_menu_does_all_of_it_by_mouse_alone(bench: Benches) -> None:
    table = bench(bob())
    choose(open_menu(table, 0, 4), "copy")
    assert text() == "Missile"
    assert (table.panel.dice.board.die, table.panel.dice.board.face) == (0, 4)
    choose(open_menu(table, 2, 5), "paste")
    assert table.codes[2][5] == "missile"
    choose(open_menu(table, 2, 5), "clear")
    assert table.codes[2][5] == ""
    choose(open_menu(table, 0, 3), "cut")
    assert (text(), table.codes[0][3]) == ("Craft", "")
    choose(open_menu(table, 1, 3), "copy-die")
    assert text() == "Universal, Physical, Magic, Missile, Defend, Defend"
    choose(open_menu(table, 1, 3), "pick")
    assert table.panel.dice.palette_panel.view.hasFocus()


def test_the_menu_key_opens_it_at_the_selected_face(bench: Benches) -> None:
    table = bench(bob())
    select(table, 2, 3)
    tile = table.panel.dice.board.nets[2].tiles[3]
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(0, 0), tile.mapToGlobal(QPoint(0, 0)))
    QApplication.sendEvent(tile, event)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    choose(menu, "copy")
    assert text() == "Magic"


def test_nothing_opens_beside_the_faces(bench: Benches) -> None:
    table = bench(bob())
    net = table.panel.dice.board.nets[0]
    corner = QPoint(3, 3)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, corner, net.mapToGlobal(corner))
    QApplication.sendEvent(net, event)
    assert QApplication.activePopupWidget() is None


def test_every_entry_of_the_menu_tells_its_key(bench: Benches) -> None:
    table = bench(bob())
    menu = open_menu(table, 0, 4)
    assert all(
        "\t" in action.text().replace("&", "") and action.text().replace("&", "")[-1] != "\t"
        for action in menu.actions()
        if action.text().replace("&", "")
    )
    menu.close()


def drag(table: Bench, code: str, die: int, face: int) -> list[list[Drop]]:
    """Let an icon fall on a face; return what the faces said meanwhile."""
    board = table.panel.dice.board
    tile = board.nets[die].tiles[face]
    at = tile.mapTo(board.viewport(), tile.rect().center())
    mime = face_mime(code, code)
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(board.viewport(), QDragEnterEvent(QPoint(at), copy, mime, left, none))
    said = [[tile.drop for tile in net.tiles] for net in board.nets]
    QApplication.sendEvent(board.viewport(), QDropEvent(QPointF(at), copy, mime, left, none))
    return said


def test_an_icon_is_dragged_onto_a_face_and_only_legal_ones_light_up(bench: Benches) -> None:
    table = bench(ragnar())
    said = drag(table, "craft", 0, 3)
    lit = [(die, face) for die, drops in enumerate(said) for face, drop in enumerate(drops) if drop is not Drop.SHUT]
    assert (0, 3) in lit
    assert (0, 2) not in lit
    assert (0, 0) not in lit
    assert said[0][3] is Drop.TARGET
    assert table.codes[0][3] == "craft"
    assert steps(table) == ["Change a face"]


def test_an_icon_dragged_where_it_may_not_stand_says_why(bench: Benches) -> None:
    table = bench(ragnar())
    said = drag(table, "magic", 0, 3)
    assert said[0][3] is Drop.REFUSING
    assert [why.code for why in table.refused] == ["slot-one-of-3"]
    assert table.document.character == ragnar()


def test_an_earned_icon_is_dragged_onto_the_next_die(bench: Benches) -> None:
    done = ragnar().with_(created=Created(dice=ragnar().dice), sessions=1)
    table = bench(done)
    assert len(table.panel.dice.board.nets) == 5
    said = drag(table, "craft", 4, 3)
    assert said[4][3] is Drop.TARGET
    assert all(drop is Drop.SHUT for drops in said[:4] for drop in drops)
    assert [die.faces[3].code for die in table.document.character.dice[4:]] == ["craft"]
    assert table.document.character.sessions == 0
    put("Healer")
    select(table, 4, 4)
    press(table, Qt.Key.Key_V)
    assert [why.code for why in table.refused] == ["sessions-missing"]


def test_one_edit_repaints_one_face(bench: Benches) -> None:
    table = bench(sample("ragnar-half-done"))
    die, face = next(
        (die, face) for die, codes in enumerate(table.codes) for face, code in enumerate(codes) if not code and die == 0
    )
    select(table, die, face)
    put("Melee")
    QApplication.processEvents()
    painted = Painted(table)
    press(table, Qt.Key.Key_V)
    QApplication.processEvents()
    assert table.codes[die][face] == "melee"
    assert (die, face) in painted.places
    assert {place[0] for place in painted.places} == {die}


@pytest.mark.parametrize("spoilt", [b"[" * 3_900, b'{"faces": ' + b"[" * 3_000, b"\xff", b"{}", b"7"])
def test_a_spoilt_die_leaves_its_text_to_be_read(bench: Benches, spoilt: bytes) -> None:
    table = bench(bob())
    mime = QMimeData()
    mime.setData(DIE_FORMAT, spoilt)
    mime.setText("Riding")
    QGuiApplication.clipboard().setMimeData(mime)
    select(table, 0, 2)
    press(table, Qt.Key.Key_V)
    assert table.codes[0][2] == "riding"


def test_a_die_that_claims_to_be_printed_is_pasted_as_its_faces(bench: Benches) -> None:
    table = bench(someone(CharacterKind.CAST, "universal, physical, melee, defend, blank, blank"))
    QGuiApplication.clipboard().setMimeData(die_mime(CarriedDie("", "Not An Id!", ("riding",) * 6), "x"))
    select(table, 0, 0)
    press(table, Qt.Key.Key_V)
    assert table.codes[0] == ["riding"] * 6
    assert table.document.character.dice[0].printed == ""
