"""Lists of lines: keys and mouse, the current line through changes, what is heard, and room for texts that wrap."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from bones_desktop.widgets.dice.facelook import FaceLook
from bones_desktop.widgets.lists import line as lines
from bones_desktop.widgets.lists.line import DICE, SIGNS, Ground, Line, LineLook
from bones_desktop.widgets.lists.linelist import NO_KEYS, PICKING, LineList
from bones_desktop.widgets.rows import RULE_ROLE, write

WORDS = "A sentence that is far too long for one line of a list that is as narrow as this one. "


@pytest.fixture
def make(on_screen, theme):
    hosts = []

    def new(*args, width: int = 300, lines: str = "abc", **options) -> LineList:
        host = QWidget()
        hosts.append(host)
        view = LineList(theme, "Things", host, *args, **options)
        view.setFixedSize(width, 240)
        view.show_lines(line(key) for key in lines)
        on_screen(host, wait="active")
        view.heard = []
        view.line_activated.connect(lambda key: view.heard.append(("activated", key)))
        view.tick_requested.connect(lambda key: view.heard.append(("tick", key)))
        view.removal_requested.connect(lambda key: view.heard.append(("removal", key)))
        return view

    return new


def line(key: str, **fields) -> Line:
    return Line(key.upper(), key=key, **fields)


def click(view: LineList, row: int, press=QTest.mouseClick) -> None:
    press(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(view.lines.index(row)).center())


def test_keys_activate_tick_and_remove(make):
    view = make(keys=PICKING)
    view.show_lines([line("a"), line("b", ticked=False)])
    view.setFocus()
    view.go_to("a")
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Space, Qt.Key.Key_Delete):
        QTest.keyClick(view, key)
    view.go_to("b")
    QTest.keyClick(view, Qt.Key.Key_Space)
    assert view.heard == [("activated", "a"), ("activated", "a"), ("removal", "a"), ("tick", "b")]


def test_enter_is_left_to_a_dialog(make):
    view = make(keys=NO_KEYS)
    view.setFocus()
    view.go_to("a")
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert view.heard == []


def test_one_click_or_two_activate_a_line(make):
    once, twice = make(by_click=True), make()
    for view in (once, twice):
        click(view, 1)
    assert (once.heard, twice.heard) == ([("activated", "b")], [])
    click(twice, 1, QTest.mouseDClick)
    assert twice.heard == [("activated", "b")]


def test_a_click_asks_for_the_tick_of_a_line_with_a_box(make):
    view = make()
    view.show_lines([line("a", ticked=True), line("b")])
    click(view, 0)
    click(view, 1)
    assert view.heard == [("tick", "a")]
    assert view.lines.index(0).data(Qt.ItemDataRole.CheckStateRole) is Qt.CheckState.Checked
    assert view.lines.index(1).data(Qt.ItemDataRole.CheckStateRole) is None


def test_the_current_line_stays_or_the_one_in_its_place_becomes_current(make):
    view = make()
    view.go_to("b")
    view.show_lines(map(line, "xab"))
    assert view.current == "b"
    view.show_lines(map(line, "xa"))
    assert view.current == "a"
    view.show_lines(map(line, "xa"), current="x")
    assert view.current == "x"
    view.show_lines(())
    assert view.current == ""


def test_nothing_is_current_unless_the_list_is_to_begin(qtbot, theme):
    view = LineList(theme, "Things", None)
    qtbot.addWidget(view)
    view.show_lines(map(line, "abc"))
    assert view.current == ""
    view.show_lines(map(line, "xyz"), begin=True)
    assert view.current == "x"


def test_a_list_reached_by_tab_begins_at_its_first_line(make):
    view = make()
    view.setFocus(Qt.FocusReason.TabFocusReason)
    assert view.current == "a"


def test_lines_that_change_reset_nothing(make, qtbot):
    view = make()
    with qtbot.assertNotEmitted(view.lines.modelReset), qtbot.waitSignal(view.lines.dataChanged):
        view.show_lines([line("a"), line("b", second="more"), line("c")])


def test_what_a_screen_reader_hears(make, qtmodeltester):
    view = make()
    view.show_lines([line("a", right="3", second="below"), line("b", spoken="all of it", rule="CMB-5", tip="Why")])
    first, second = view.lines.index(0), view.lines.index(1)
    assert first.data(Qt.ItemDataRole.AccessibleTextRole) == "A, 3, below"
    assert second.data(Qt.ItemDataRole.AccessibleTextRole) == "all of it"
    assert (second.data(RULE_ROLE), second.data(Qt.ItemDataRole.ToolTipRole)) == ("CMB-5", "Why")
    qtmodeltester.check(view.lines)


def test_texts_that_wrap_have_room_in_every_width(make):
    heights = []
    for width in (160, 300, 600):
        view = make(LineLook(height=30, pad=(8, 4), wraps=True), width=width)
        view.show_lines([Line(WORDS, WORDS)])
        view.doItemsLayout()
        heights.append(view.visualRect(view.lines.index(0)).height())
    assert heights == sorted(heights, reverse=True)
    assert heights[0] > heights[-1]
    view.show_lines([Line("short")])
    view.doItemsLayout()
    assert view.visualRect(view.lines.index(0)).height() == 30


def test_a_list_has_room_for_its_least_lines_or_for_all_of_them(make):
    assert make(least=2).minimumSizeHint().height() == 2 * 32
    assert make(whole=True, lines="abcdef").sizeHint().height() == 6 * 32 + 2
    assert make(least=2, lines="").minimumSizeHint().height() == 32


@pytest.mark.parametrize("ground", Ground)
def test_the_chosen_line_is_seen(make, ground):
    view = make(LineLook(ground=ground))
    before = view.grab().toImage()
    view.setFocus()
    view.go_to("b")
    assert view.grab().toImage() != before


@pytest.mark.parametrize(
    "fields",
    [
        *({"sign": sign} for sign in SIGNS), {"sign": "check"}, {"sign": "check", "sign_tone": "good"},
        {"face": "melee"}, {"face": FaceLook("melee", illegal=True)}, {"ticked": True}, {"ticked": False},
        {"right": "3"}, {"second": "below"}, {"tone": "warn"}, {"bold": True}, {"struck": True},
    ],
)  # fmt: skip
def test_everything_said_of_a_line_is_painted(make, fields):
    view = make(LineLook(side=20))
    before = view.grab().toImage()
    view.show_lines([line("a", **fields), line("b"), line("c")])
    assert view.grab().toImage() != before


def test_the_faces_of_a_die_fit_every_width_and_show_what_is_lost_or_marked(make, theme):
    faces = tuple(FaceLook(code) for code in ("universal", "physical", "melee", "", "defend x2", "riposte"))
    seen = make(look=DICE)
    for width in (150, 250, 700):
        seen.setFixedWidth(width)
        pictures = []
        for change in ({}, {"lost": True}, {"marked": True}):
            shown = tuple(replace(face, **change) for face in faces)
            seen.show_lines([Line("Gaul", "Melee on one face", key="0", faces=shown)])
            pictures.append(seen.grab().toImage())
        assert pictures[0] != pictures[1] != pictures[2] != pictures[0]


def test_the_current_line_stays_in_view_in_a_lower_list_and_with_larger_text(make, theme):
    """The last step of the making was cut off after the text had grown, or in a window made lower."""
    view = make(lines="abcdefg")
    view.go_to("g")
    for change in (lambda: view.setFixedHeight(100), lambda: theme.set_text_size(200)):
        change()
        QTest.qWait(0)
        assert view.viewport().rect().bottom() >= view.visualRect(view.currentIndex()).bottom()


def test_a_title_is_whole_where_the_text_at_its_right_fits_only_below_it(make, monkeypatch):
    written = []

    def noted(painter, room, text, font, *rest):
        written.append((text, QFontMetricsF(font).horizontalAdvance(text) <= room.width() + 1))
        return write(painter, room, text, font, *rest)

    monkeypatch.setattr(lines, "write", noted)
    view = make(LineLook(height=52), width=160)
    for second in ("", "what was chosen for them"):
        view.show_lines([Line("Descriptors and Quirk", second, "3 of 3, 1 of 1", key="a")])
        written.clear()
        view.grab()
        assert [whole for text, whole in written if text and text != second] == [True, True], second
