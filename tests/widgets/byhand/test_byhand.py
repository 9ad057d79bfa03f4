"""Real dice entered by hand: keys alone, mouse alone, what is said, and how it fits."""

import itertools

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QAction, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from bones_desktop.rules.dice import Die
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.byhand.byhand import ByHandEntry, HandBoard
from bones_desktop.widgets.byhand.byhandstate import numbered_die
from tests.support.hands import CHALLENGE, SIDES, character, hand_die, item, poison

Key = Qt.Key


@pytest.fixture
def theme(qapp):
    theme = Theme("iron")
    theme.apply(qapp)
    return theme


@pytest.fixture
def entry(qtbot, theme):
    entry = ByHandEntry(theme)
    qtbot.addWidget(entry)
    entry.told, entry.gone = [], []
    entry.faces_entered.connect(entry.told.append)
    for leaves in (entry.cancelled, entry.board.back_button.clicked):
        leaves.connect(lambda: entry.gone.append(True))
    entry.resize(780, 480)
    entry.show()
    assert QTest.qWaitForWindowExposed(entry.window())
    entry.activateWindow()
    qtbot.waitUntil(entry.hasFocus)
    return entry


def begin(entry, *dice):
    entry.begin("Maneuver against Average", dice, SIDES)


def press(entry, keys):
    for key in keys:
        QTest.keyClick(entry.focusWidget() or entry, key)


def click(widget):
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)


def shown(entry):
    return [tile.code or None for tile in entry.board.tiles.tiles]


def current(entry):
    return [place for place, tile in enumerate(entry.board.tiles.tiles) if tile.isChecked()]


def test_a_whole_throw_by_digits_and_return(entry):
    begin(entry, character(), character(), *[CHALLENGE] * 4)
    press(entry, "132")
    assert entry.board.progress.text() == "6 of 6 entered"
    assert not entry.told
    press(entry, [Key.Key_Return])
    assert entry.told == [(0, 2, 0, 0, 2, 2)]


def test_a_whole_throw_by_mouse(entry):
    begin(entry, character(), *[CHALLENGE] * 4)
    click(entry.board.pad.keys[4])
    click(entry.board.pad.keys[3])
    click(entry.board.use_button)
    assert entry.told == [(4, 0, 0, 0, 2)]


def test_a_die_that_burns_is_told_by_its_blank_faces_too(entry):
    flaming = hand_die(("flaming", "flaming", "blank", "blank", "blank", "blank"), "hindering", "Flaming")
    begin(entry, poison(), flaming)
    press(entry, [Key.Key_2, Key.Key_2])
    assert [(tile.code, tile.material) for tile in entry.board.tiles.tiles] == [
        ("blank", "hindering"),
        ("blank", "burning"),
    ]


def test_one_die_again(entry):
    begin(entry, character())
    press(entry, ["6", Key.Key_Enter])
    assert entry.told == [(5,)]


def test_the_next_die_is_asked_for_by_itself(entry):
    begin(entry, character(), character(), character())
    assert current(entry) == [0]
    press(entry, "2")
    assert current(entry) == [1]
    press(entry, "2")
    assert current(entry) == [2]
    assert shown(entry) == ["physical", "physical", None]
    assert entry.board.progress.text() == "2 of 3 entered"


def test_twelve_dice_are_one_answer_of_two_digits(entry):
    begin(entry, *[CHALLENGE] * 12, character())
    press(entry, "1")
    assert current(entry) == list(range(12))
    assert "10 to 12" in entry.board.hint.text()
    press(entry, "1")
    assert shown(entry).count("null") == 11
    assert current(entry) == [12]


@pytest.mark.parametrize("way_on", [Key.Key_Return, Key.Key_Right])
def test_one_digit_of_two_is_enough(entry, way_on):
    begin(entry, *[CHALLENGE] * 12, character())
    press(entry, ["1", way_on])
    assert shown(entry).count("null") == 1
    assert current(entry) == [12]
    press(entry, ["4", Key.Key_Return])
    assert entry.told == [(0, *[2] * 11, 3)]


def test_a_digit_that_cannot_go_on_is_the_whole_number(entry):
    begin(entry, *[CHALLENGE] * 12, character())
    press(entry, "7")
    assert shown(entry).count("null") == 7
    assert current(entry) == [12]


def test_more_than_there_are_is_refused_with_the_reason(entry):
    begin(entry, *[CHALLENGE] * 4)
    press(entry, "5")
    assert shown(entry) == [None] * 4
    assert entry.board.question.text == "There are only 4 of these dice."
    begin(entry, *[CHALLENGE] * 12)
    press(entry, "13")
    assert entry.board.question.text == "There are only 12 of these dice."
    assert shown(entry).count("null") == 1


def test_a_face_the_die_has_not_is_refused_with_the_reason(entry):
    begin(entry, item("defend x2", "defend", "encumbrance", "blank", "defend", "defend"))
    press(entry, "5")
    assert entry.board.question.text == "This die has 4 different faces: press 1 to 4."
    press(entry, "0")
    assert shown(entry) == [None]
    begin(entry, hand_die(("melee",) * 6, "character", "Odd"))
    press(entry, "2")
    assert entry.board.question.text == "All faces of this die are alike: press 1."


def test_return_before_the_end_says_what_is_missing_and_goes_there(entry):
    begin(entry, character(), character(), character())
    press(entry, [Key.Key_Right, "1", Key.Key_Left, Key.Key_Left, "1"])
    press(entry, [Key.Key_Left, Key.Key_Return])
    assert not entry.told
    assert entry.board.question.text == "One die is not entered yet."
    assert current(entry) == [2]
    assert not entry.board.use_button.isEnabled()
    assert entry.board.use_button.toolTip() == "One die is not entered yet."


def test_backspace_goes_one_back(entry):
    begin(entry, character(), character())
    press(entry, ["1", "2", Key.Key_Backspace])
    assert shown(entry) == ["universal", None]
    press(entry, [Key.Key_Backspace])
    assert shown(entry) == [None, None]
    assert current(entry) == [0]
    press(entry, [Key.Key_Backspace])
    assert entry.board.question.text == "There is nothing to take back."


def test_a_digit_too_many_changes_nothing_but_the_last_die_can_be_chosen_again(entry):
    begin(entry, character(), character())
    press(entry, "123")
    assert shown(entry) == ["universal", "physical"]
    press(entry, [Key.Key_Right, "3"])
    assert shown(entry) == ["universal", "melee"]


def test_arrows_walk_over_the_dice_and_clicking_goes_to_one(entry):
    entry.resize(400, 480)
    begin(entry, *[character() for _ in range(5)], poison(), *[CHALLENGE] * 3)
    steps = {
        Key.Key_Right: [1], Key.Key_Left: [0], Key.Key_End: [6, 7, 8], Key.Key_Home: [0],
    }  # fmt: skip
    for key, expected in steps.items():
        press(entry, [key])
        assert current(entry) == expected
    press(entry, [Key.Key_Down])
    below = entry.board.tiles.tiles[current(entry)[0]]
    assert below.y() > entry.board.tiles.tiles[0].y()
    press(entry, [Key.Key_Up])
    above = current(entry)
    assert entry.board.tiles.tiles[above[0]].y() == entry.board.tiles.tiles[0].y()
    press(entry, [Key.Key_Up])
    assert current(entry) == above
    click(entry.board.tiles.tiles[3])
    assert current(entry) == [3]
    click(entry.board.tiles.tiles[7])
    assert current(entry) == [6, 7, 8]
    press(entry, "2")
    assert [each for each in shown(entry) if each] == ["null", "null", "blank"]


def test_all_again_forgets_everything(entry):
    begin(entry, character(), character())
    assert not entry.board.again_button.isEnabled()
    press(entry, "11")
    click(entry.board.again_button)
    assert shown(entry) == [None, None]
    assert current(entry) == [0]
    assert entry.board.progress.text() == "0 of 2 entered"


def test_a_new_throw_keeps_nothing(entry):
    begin(entry, *[CHALLENGE] * 12)
    press(entry, "1")
    begin(entry, character(), character())
    assert shown(entry) == [None, None]
    press(entry, ["2", "3", Key.Key_Return])
    assert entry.told == [(1, 2)]


def test_escape_and_cancel_leave(entry):
    begin(entry, character())
    press(entry, [Key.Key_Escape])
    click(entry.board.back_button)
    assert entry.gone == [True, True]
    assert not entry.told


def test_return_on_cancel_cancels_even_when_all_dice_are_known(entry):
    begin(entry, character())
    press(entry, "1")
    entry.board.back_button.setFocus()
    press(entry, [Key.Key_Return])
    assert entry.gone
    assert not entry.told


def number_die(sides):
    return numbered_die(Die(tuple(range(1, sides + 1)), f"d{sides}", "dice"), "Dice")


@pytest.mark.parametrize(
    ("sides", "keys", "face"),
    [(4, "4", 3), (6, "6", 5), (8, "7", 6), (10, "1", 0), (10, "0", 9), (12, "12", 11), (20, "3", 2), (20, "20", 19)],
)
def test_a_numbered_die_is_typed_by_its_number(entry, sides, keys, face):
    begin(entry, number_die(sides), character())
    press(entry, keys)
    assert current(entry) == [1]
    press(entry, ["1", Key.Key_Return])
    assert entry.told == [(face, 0)]


def test_a_number_of_one_digit_is_ended_by_return_where_two_are_possible(entry):
    begin(entry, number_die(20))
    press(entry, "1")
    assert entry.board.hint.text() == "Return for 1, or one digit more for 10 to 19."
    press(entry, [Key.Key_Return])
    assert entry.told == [(0,)]


def test_a_number_that_the_die_has_not_is_refused_with_its_range(entry):
    begin(entry, number_die(8))
    press(entry, "9")
    assert entry.board.question.text == "This die shows 1 to 8."
    assert shown(entry) == [None]


def test_every_number_of_a_large_die_has_a_key(entry):
    begin(entry, number_die(20), number_die(20))
    assert [key.text() for key in entry.board.pad.keys] == [str(n) for n in range(1, 21)]
    assert all(key.height() >= 40 for key in entry.board.pad.keys)
    click(entry.board.pad.keys[18])
    assert shown(entry) == ["19", None]


def test_no_dice_are_told_as_none(entry):
    begin(entry)
    assert entry.board.progress.text() == "0 of 0 entered"
    press(entry, ["1", Key.Key_Left, Key.Key_Down, Key.Key_Return])
    assert entry.told == [()]


def test_a_key_held_down_enters_one_die(entry):
    begin(entry, character(), character())
    for held in (False, True, True):
        event = QKeyEvent(QEvent.Type.KeyPress, Key.Key_1, Qt.KeyboardModifier.NoModifier, "1", held)
        QCoreApplication.sendEvent(entry, event)
    assert shown(entry) == ["universal", None]


def test_plain_keys_do_not_reach_the_page_but_chords_do(on_screen, theme):
    page = on_screen(Page(theme))
    begin(page.entry, character(), character())
    for key in (Key.Key_Space, Key.Key_I, Key.Key_H, Key.Key_7, Key.Key_1, Key.Key_Backspace, Key.Key_Delete):
        QTest.keyClick(page.entry, key)
    assert page.keys == []
    QTest.keyClick(page.entry, Key.Key_I, Qt.KeyboardModifier.ControlModifier)
    assert page.keys[-1] == Key.Key_I


def test_digits_belong_to_the_dice_even_where_an_action_has_them(qtbot, theme):
    page = Page(theme)
    qtbot.addWidget(page)
    acted = []
    for keys in ("2", "Backspace"):
        action = QAction("other", page)
        action.setShortcut(keys)
        action.triggered.connect(lambda: acted.append(True))
        page.addAction(action)
    page.show()
    assert QTest.qWaitForWindowExposed(page.window())
    page.activateWindow()
    begin(page.entry, character(), character())
    qtbot.waitUntil(page.entry.hasFocus)
    QTest.keyClick(page.entry.window().windowHandle(), Key.Key_2)
    assert shown(page.entry) == ["physical", None]
    QTest.keyClick(page.entry.window().windowHandle(), Key.Key_Backspace)
    assert shown(page.entry) == [None, None]
    assert not acted


class Page(QWidget):
    """Stands for the page the entry lies on."""

    def __init__(self, theme):
        super().__init__()
        self.keys = []
        self.entry = ByHandEntry(theme, self)
        QVBoxLayout(self).addWidget(self.entry)

    def keyPressEvent(self, event):
        self.keys.append(event.key())


def test_tab_reaches_every_key_and_space_presses_it(entry):
    begin(entry, character(), character())
    press(entry, [Key.Key_Tab])
    assert entry.board.pad.keys[0].hasFocus()
    press(entry, [Key.Key_Tab, Key.Key_Tab, Key.Key_Space])
    assert shown(entry) == ["melee", None]
    assert entry.board.pad.keys[2].hasFocus()
    press(entry, "1")
    assert shown(entry) == ["melee", "universal"]
    press(entry, [Key.Key_Return])
    assert entry.told == [(2, 0)]


def test_screen_readers_hear_keys_dice_and_what_is_asked(entry, heard):
    begin(entry, character(), item("defend", "blank", "blank", "blank", "blank", "blank"), *[CHALLENGE] * 2)
    assert entry.accessibleName() == "Dice by hand: Maneuver against Average"
    assert entry.board.pad.keys[2].accessibleName() == "Melee, key 3"
    question = (
        "Ragnar. Armsman. 1 Universal, 2 Physical, 3 Melee, 4 Defend, 5 Missile, 6 Maneuver. "
        "Press 1 to 6, or click the face."
    )
    assert heard == [f"0 of 4 entered. {question}"]
    assert entry.hasFocus()
    assert not entry.accessibleDescription(), "a change of it would be said as well"
    entry.clearFocus()
    assert entry.accessibleDescription() == question
    entry.setFocus()
    for tile in entry.board.tiles.tiles:
        found = QAccessible.queryAccessibleInterface(tile)
        assert found.role() is QAccessible.Role.RadioButton
        assert found.state().checked == tile.isChecked()
    assert [tile.accessibleName() for tile in entry.board.tiles.tiles][:3] == [
        "Ragnar, Armsman: not entered", "Equipment, Full shield: not entered",
        "Challenge dice, die 1, Challenge: not entered",
    ]  # fmt: skip
    press(entry, "32")
    assert entry.board.tiles.tiles[0].accessibleName() == "Ragnar, Armsman: Melee"
    assert heard[-1].startswith("2 of 4 entered. Challenge: 2 dice. How many show Null?")
    assert entry.board.pad.keys[1].accessibleName() == "1 of 2 show Null"


def test_the_announcement_comes_with_every_answer(entry, monkeypatch):
    said = []
    monkeypatch.setattr("bones_desktop.widgets.byhand.byhand.announce", lambda _widget, text: said.append(text))
    begin(entry, character(), character())
    press(entry, "1")
    assert said[-1].startswith("1 of 2 entered. Ragnar: die 2 of 2. Armsman. 1 Universal")


DICE = {
    "four": [character() for _ in range(4)],
    "usual": [*(character() for _ in range(4)), *[CHALLENGE] * 4],
    "fourteen": [*(character() for _ in range(8)), item("defend", "blank", "melee"), poison(), *[CHALLENGE] * 4],
    "opposed": [*(character() for _ in range(7)), *(hand_die(("melee", "defend", "blank"), "opponent", "Goblin"),) * 7],
}


@pytest.mark.parametrize(("size", "dice"), list(itertools.product((100, 150), DICE)))
def test_up_to_fourteen_dice_fit_without_scrolling(qtbot, qapp, size, dice):
    theme = Theme("iron", size)
    theme.apply(qapp)
    entry = ByHandEntry(theme)
    qtbot.addWidget(entry)
    entry.resize(780, 480)
    begin(entry, *DICE[dice])
    entry.show()
    qapp.processEvents()
    assert entry.board.area.verticalScrollBar().maximum() == 0
    for widget in (*entry.board.pad.keys, *entry.board.tiles.tiles, entry.board.use_button):
        corner = widget.mapTo(entry, QPoint(0, 0))
        assert corner.x() >= 0
        assert corner.y() >= 0
        assert corner.x() + widget.width() <= entry.width()
        assert corner.y() + widget.height() <= entry.height()
    assert all(key.iconSize().width() >= 64 for key in entry.board.pad.keys)
    assert all(tile.width() >= 44 for tile in entry.board.tiles.tiles)
    assert all(tile.width() < entry.board.pad.keys[0].iconSize().width() for tile in entry.board.tiles.tiles)


@pytest.fixture
def tight(qtbot, qapp):
    """As little room as large text leaves on a small screen."""
    theme = Theme("iron", 150)
    theme.apply(qapp)
    entry = ByHandEntry(theme)
    qtbot.addWidget(entry)
    entry.resize(406, 360)
    begin(entry, *DICE["opposed"])
    entry.show()
    qapp.processEvents()
    return entry


def test_large_type_in_little_room_hides_neither_faces_nor_dice_nor_buttons(tight, qapp):
    board = tight.board
    buttons = (board.again_button, board.back_button, board.use_button)
    for widget in (*board.pad.keys, board.progress, *buttons):
        assert tight.rect().contains(QRect(widget.mapTo(tight, QPoint(0, 0)), widget.size())), widget
    assert all(key.iconSize().width() >= 44 for key in board.pad.keys)
    for place, tile in enumerate(board.tiles.tiles):
        board.tiles.die_clicked.emit(place)
        qapp.processEvents()
        qapp.processEvents()
        assert tile.isChecked()
        assert tile.visibleRegion().boundingRect() == tile.rect(), place


def test_a_refusal_takes_the_place_of_the_question_and_nothing_jumps(tight, qapp):
    board = tight.board

    def places():
        parts = (board.pad, board.tiles, board.back_button, *board.tiles.tiles)
        return tight.minimumSizeHint(), tight.hasHeightForWidth(), [part.geometry() for part in parts]

    before, asked = places(), board.question.text
    press(tight, "9")
    qapp.processEvents()
    assert board.question.text.startswith("This die has 6 different faces")
    assert places() == before, "nothing jumps, beside the board either"
    press(tight, "1")
    qapp.processEvents()
    assert board.question.text == asked


def test_more_room_brings_the_hint_back(tight, qapp):
    board = tight.board
    assert not board.hint.isVisible()
    tight.resize(780, 640)
    qapp.processEvents()
    assert board.hint.isVisible()


def test_forty_dice_scroll_and_the_one_asked_for_is_in_view(entry, qapp):
    entry.resize(500, 320)
    begin(entry, *[character() for _ in range(40)])
    qapp.processEvents()
    assert entry.board.area.verticalScrollBar().maximum() > 0
    press(entry, [Key.Key_End])
    qapp.processEvents()
    last = entry.board.tiles.tiles[-1]
    top = last.mapTo(entry.board.area.viewport(), QPoint(0, 0)).y()
    assert 0 <= top <= entry.board.area.viewport().height() - last.height()
    press(entry, [Key.Key_Home])
    qapp.processEvents()
    first = entry.board.tiles.tiles[0]
    assert 0 <= first.mapTo(entry.board.area.viewport(), QPoint(0, 0)).y() <= entry.board.area.viewport().height()


def test_nothing_jumps_from_die_to_die(entry, qapp):
    begin(entry, character(), item("defend", "blank", "melee"), *[CHALLENGE] * 12)

    def places():
        qapp.processEvents()
        parts = (
            entry.board.pad,
            entry.board.tiles,
            entry.board.use_button,
            entry.board.back_button,
            *entry.board.tiles.tiles,
        )
        return [part.geometry() for part in parts]

    before = places()
    press(entry, "1")
    assert places() == before
    press(entry, "1")
    assert places() == before
    press(entry, "9")
    assert places() == before


def test_it_asks_for_no_more_room_than_the_tray(entry):
    begin(entry, *[character() for _ in range(14)])
    assert entry.minimumSizeHint().width() <= 320
    assert entry.minimumSizeHint().height() <= 220


def test_a_change_of_looks_is_followed(entry, theme, qapp):
    begin(entry, character(), *[CHALLENGE] * 4)
    press(entry, "1")
    side = entry.board.pad.keys[1].height()
    before = entry.grab().toImage()
    theme.set_theme("parchment")
    qapp.processEvents()
    assert entry.grab().toImage() != before
    theme.set_text_size(150)
    qapp.processEvents()
    assert entry.board.pad.keys[1].height() > side
    assert shown(entry)[0] == "universal"


@pytest.mark.parametrize("name", ["iron", "parchment", "contrast"])
def test_words_on_the_felt_can_be_read(qtbot, qapp, name):
    theme = Theme(name)
    theme.apply(qapp)
    entry = ByHandEntry(theme)
    qtbot.addWidget(entry)
    begin(entry, character())
    entry.show()
    entry.ensurePolished()
    qapp.processEvents()
    assert entry.board.progress.palette().windowText().color() == theme.color("on-felt")
    assert entry.board.hint.palette().windowText().color() == theme.color("on-felt")


def test_the_board_is_made_with_the_first_dice_and_laid_out_at_once(qtbot, theme):
    frame = QStackedWidget()
    qtbot.addWidget(frame)
    entry = ByHandEntry(theme, frame)
    frame.addWidget(entry)
    frame.resize(640, 420)
    frame.show()
    assert not entry.findChildren(HandBoard)
    begin(entry, character(), CHALLENGE)
    assert entry.findChildren(HandBoard) == [entry.board]
    assert entry.board.size() == entry.size() == frame.size()
    assert entry.board.isVisible()
