"""Rounds in the log: the lines of one are a block, with the dice of each fighter in a row of its side."""

import json
from dataclasses import replace

import pytest
from PySide6.QtGui import QGuiApplication

from bones_desktop.storage.log.logentry import NOT_MEANT, LoggedFinding, LoggedRound, LoggedThrow, round_in
from bones_desktop.theme.measures import to_keep
from bones_desktop.widgets.rows import write
from bones_desktop.widgets.throwlist import roundpaint
from bones_desktop.widgets.throwlist.roundpaint import FACES, seen_throws
from bones_desktop.widgets.throwlist.throwmodel import PAGE, ThrowModel, shown_faces
from bones_desktop.widgets.throwlist.throwview import ThrowView
from tests.support.rulebooks import rulebook
from tests.support.throws import Book, die, entry

SIDES = (("A", "Ragnar"), ("B", "Goblin ×2"))
DICE = (die(index=4), die("Sword", 1, "item"), die("Goblin", 3), die("Goblin", 5))
THROWS = (LoggedThrow("Goblin 2 at Ragnar", "B", 1), LoggedThrow("Ragnar", "A", 2), LoggedThrow("Goblin 1", "B", 1))


def thrown(number, name="Bridge, round 1", throws=THROWS, **changes):
    request = LoggedRound(name, SIDES, throws).request
    values = {"findings": (LoggedFinding(FACES, "Ragnar: Melee."),), "dice": DICE, "who": "Everybody", **changes}
    return entry(number, title=name, character_id="", request=request, **values)


def closed(number, name="Bridge, round 1", turns=3):
    story = [LoggedFinding("story", f"Goblin {n}: Attacks Ragnar: 1.") for n in range(turns)]
    findings = (LoggedFinding("damage", "Ragnar loses 1 die: wounded."), *story)
    return thrown(number, name, (), findings=findings)


@pytest.fixture
def make(qtbot, theme):
    def new(*entries, whole=True) -> ThrowView:
        model = ThrowModel(Book(entries).read)
        view = ThrowView(theme, model, rulebook(), None, whole_log=whole)
        model.setParent(view)
        qtbot.addWidget(view)
        view.resize(700, 500)
        view.show()
        model.show([each.id for each in entries])
        view.grab()
        qtbot.wait(20)
        return view

    return new


def test_a_line_keeps_its_round_and_a_damaged_one_is_no_round():
    line = thrown(1)
    assert line.round == LoggedRound("Bridge, round 1", SIDES, THROWS)
    assert not line.is_repeatable
    assert entry(2).is_repeatable
    for request in ("{}", '{"round":', '{"round":{"name":"x"}}', '{"round":[1]}', json.dumps({"skill": "round"})):
        assert round_in(request, "en") is None


def test_the_dice_of_each_fighter_are_kept_together_and_those_of_a_side_stand_below_one_another():
    line = thrown(1)
    found = seen_throws(line, line.round)
    assert [(each.who, each.side) for each in found] == [
        ("Ragnar", "A"), ("Goblin 2 at Ragnar", "B"), ("Goblin 1", "B")
    ]  # fmt: skip
    assert [[face.group for face in each.faces] for each in found] == [
        ["item", "character"],
        ["character"],
        ["character"],
    ]
    assert not any(face.crossed for each in found for face in each.faces)
    struck = line.marked(NOT_MEANT, on=True)
    assert all(face.crossed for each in seen_throws(struck, struck.round) for face in each.faces)


def test_a_line_with_fewer_dice_than_its_throws_say_is_shown_all_the_same():
    line = replace(thrown(1), dice=DICE[:2])
    assert [len(each.faces) for each in seen_throws(line, line.round)] == [1, 1, 0]


def test_lines_of_a_round_are_a_block_and_as_high_as_their_content(make):
    view = make(entry(1), thrown(2), closed(3), thrown(4, "Bridge, round 2"), entry(5))
    model, header = view.model(), view.verticalHeader()
    assert [model.begins_round(row) for row in range(5)] == [True, True, False, True, True]
    usual, theme = view.delegate.height, view._theme
    heights = [header.sectionSize(row) for row in range(5)]
    assert heights[0] == heights[4] == usual
    assert heights[1] == heights[3] == theme.px(32) + 3 * theme.px(28) + theme.px(10)
    longer, shorter = make(closed(1, turns=9)), make(closed(1, turns=1))
    assert longer.verticalHeader().sectionSize(0) > shorter.verticalHeader().sectionSize(0)


def test_in_the_short_list_of_the_table_a_round_is_as_high_as_a_roll(make):
    view = make(entry(1), thrown(2), closed(3), whole=False)
    assert {view.verticalHeader().sectionSize(row) for row in range(3)} == {view.delegate.height}


def test_a_narrow_list_wraps_the_story_and_grows(make, qtbot):
    view = make(thrown(1), closed(2))
    before = view.verticalHeader().sectionSize(1)
    view.resize(230, 500)
    qtbot.waitUntil(lambda: view.verticalHeader().sectionSize(1) > before)


def test_what_is_in_view_stays_when_rounds_above_it_are_measured(make, qtbot):
    lines = [thrown(n, f"Bridge, round {n}") if n < PAGE else entry(n) for n in range(1, 3 * PAGE)]
    view = make(*lines)
    view.show_row(2 * PAGE)
    view.grab()
    qtbot.wait(20)
    top = view.rowAt(0)
    view.model().entry(3)  # A page above is read.
    qtbot.wait(20)
    assert view.verticalHeader().sectionSize(3) > view.delegate.height
    assert view.rowAt(0) == top


def test_the_other_kinds_of_dice_of_another_game_are_kept_apart():
    faces = ("1", "2", "3", "4", "5", "6")
    dice = [replace(die(group=group), faces=faces, index=0) for group in ("canny", "canny", "uncanny")]
    assert [each.parted for each in shown_faces(entry(dice=tuple(dice), game="five_modes"), {})] == [False, False, True]


def test_a_block_paints_the_sides_in_different_colours(make, theme):
    view = make(thrown(1))
    image = to_keep(view.grab().toImage())
    seen = {image.pixelColor(x, y).name() for x in range(12, 60) for y in range(40, 120)}
    assert {theme.color("opponent").name(), theme.color("bone").name()} <= seen


def test_the_picture_of_a_block_has_its_height(make):
    view = make(thrown(1), closed(2))
    view.selectAll()
    view.copy_picture()
    picture = QGuiApplication.clipboard().image()
    heights = sum(view.verticalHeader().sectionSize(row) for row in range(2))
    assert picture.height() / picture.devicePixelRatio() >= heights * 0.9


def test_dice_have_the_colours_of_the_characters_that_rolled_them():
    throws = (LoggedThrow("Ragnar", "A", 2, "r"), LoggedThrow("Goblin 1", "B", 2))
    line = thrown(1, throws=throws)
    assert line.round.throws == throws
    colours = {"r": "coral", "": ""}
    found = seen_throws(line, line.round, colours.__getitem__)
    groups = [tuple(face.group for face in each.faces) for each in found]
    assert groups == [("coral", "coral-item"), ("character", "character")]
    against = entry(dice=(die(), die(group="opponent"), die("Sword", 1, "item")))
    assert [face.group for face in shown_faces(against, {}, "sky")] == ["sky", "opponent", "sky-item"]


def test_a_round_written_before_names_no_characters():
    request = '{"round":{"name":"Bridge","sides":[],"throws":[["Bob","A",1]]}}'
    assert round_in(request, "en").throws == (LoggedThrow("Bob", "A", 1),)


def test_the_names_of_the_last_side_have_all_the_room_up_to_the_time(make, monkeypatch):
    written = []

    def note(painter, room, text, *looks):
        written.append((text, room.right()))
        return write(painter, room, text, *looks)

    monkeypatch.setattr(roundpaint, "write", note)
    view = make(thrown(1))
    view.grab()
    stamp = view.delegate.painter._stamp_width(view.delegate.painter.words.stamp(thrown(1)))
    ends = [end for text, end in written if text == "Goblin ×2"]
    row = view.visualRect(view.model().index(0, 0))
    assert ends
    assert all(0 <= row.right() - stamp - end < 20 for end in ends)
