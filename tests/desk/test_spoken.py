"""What a screen reader finds on each page and in each dialog: names, roles, headings and groups."""

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtGui import QAccessible, QAccessibleActionInterface
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget

from bones_desktop.rules.bones.book.character import CharacterDie, ItemDie, ItemKind
from bones_desktop.widgets.acts.actfields import YesNoField
from bones_desktop.widgets.dice.diecard import look_in_play
from bones_desktop.widgets.pushbuttons import tool_button
from bones_desktop.widgets.spoken import Role, describe, set_tip, speak_as
from tests.support.fightseat import FightSeat
from tests.support.people import bob
from tests.support.rulebooks import rulebook
from tests.support.spoken import ROLE, faults, parts
from tests.support.tour import Tour


@pytest.fixture(autouse=True)
def _reader() -> Iterator[None]:
    """Let Qt act as if a screen reader were running."""
    QAccessible.setActive(True)
    yield
    QAccessible.setActive(False)


@pytest.mark.slow
def test_every_page_of_every_game_is_named_and_has_headings(tmp_path: Path, qapp: QObject) -> None:
    wrong: list[tuple[str, str]] = []
    with Tour(tmp_path / "home") as tour:
        for page in tour.pages():
            found = parts(tour.window)
            wrong += [(page, each) for each in faults(found)]
            headings = [part.name for part in found if part.role is ROLE.Heading]
            tabs = [part for part in found if part.role is ROLE.PageTab and part.above and part.above.name == "Pages"]
            assert headings[:1] == [tab.name for tab in tabs if tab.state.selected], page
            assert headings[:1] == [tour.window.actions_by_id[tour.window.page].iconText()], page
    assert not wrong


@pytest.mark.parametrize(
    "action",
    ["new", "from-text", "tags", "rename", "versions", "makers", "compare", "packs", "settings", "everyone", "fight"],
)
def test_every_dialog_is_named(shelf_tour: Tour, action: str) -> None:
    if action == "compare":
        shelf_tour.choose(2)
    shelf_tour.trigger(action)
    assert shelf_tour.dialogs()
    for dialog in shelf_tour.dialogs():
        assert not faults(parts(dialog))


def test_equipment_on_the_table_is_in_a_group(shelf_tour: Tour) -> None:
    shelf_tour.window.show_page("table")
    document = shelf_tour.program.document
    sword = ItemDie(name="Sword", kind=ItemKind.WEAPON, faces=document.character.dice[0].faces)
    document.apply("Add", lambda who: who.with_(equipment=(sword,)))
    shelf_tour.settle()
    chips = [each for each in parts(shelf_tour.window) if isinstance(each.thing, YesNoField)]
    named = {each.name: each.above.name for each in chips if each.above is not None}
    assert named["Sword"] == "Equipment and conditions"


def test_a_die_without_a_name_is_read_once() -> None:
    bare = CharacterDie(faces=bob().dice[0].faces)
    plain = bob().with_(dice=(bare,))
    assert look_in_play(rulebook(), plain, 0).said.startswith("Die 1: ")
    named = plain.with_(dice=(bare.with_(name="Luck"),))
    assert look_in_play(rulebook(), named, 0).said.startswith("Die 1 · Luck: ")


def test_the_tray_shows_its_dice_to_a_screen_reader(shelf_tour: Tour) -> None:
    shelf_tour.window.show_page("table")
    tray = shelf_tour.program.pages.table.tray
    tray._describe()
    whole, *dice = parts(tray)
    assert whole.role is ROLE.Graphic
    assert len(dice) == len(tray.contents.dice) > 3
    assert dice[0].name == tray.contents.announcement(0)


def test_a_press_of_a_screen_reader_opens_a_page(shelf_tour: Tour) -> None:
    (log,) = [each for each in parts(shelf_tour.window) if each.role is ROLE.PageTab and each.name == "Log"]
    log.part.actionInterface().doAction(QAccessibleActionInterface.pressAction())
    assert shelf_tour.window.page == "log"


def test_the_last_word_is_of_the_widget_that_has_the_focus(shelf_tour: Tour, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[QWidget | None] = []
    monkeypatch.setattr("bones_desktop.widgets.spoken._tell_focus", lambda: told.append(QApplication.focusWidget()))
    shelf_tour.window.activateWindow()
    QTest.qWaitForWindowActive(shelf_tour.window)
    shelf_tour.window.show_page("tracker")
    shelf_tour.settle()
    assert told[-1] is QApplication.focusWidget()
    assert told[-1] is not shelf_tour.window.page_widget()


def test_a_role_replaces_the_role_that_qt_gave_before(qtbot) -> None:
    label = QLabel("Dice")
    qtbot.addWidget(label)
    assert parts(label)[0].role is ROLE.StaticText
    speak_as(label, Role.Heading)
    assert [(part.role, part.name) for part in parts(label)] == [(ROLE.Heading, "Dice")]


def test_an_empty_heading_and_a_group_without_a_name_are_none(qtbot) -> None:
    room = speak_as(QWidget(), Role.Grouping)
    qtbot.addWidget(room)
    label = speak_as(QLabel(room), Role.Heading)
    room.show()
    assert [part.role for part in parts(room)] == [ROLE.Client, ROLE.StaticText]
    label.setText("Dice")
    room.setAccessibleName("Room")
    assert [part.role for part in parts(room)] == [ROLE.Grouping, ROLE.Heading]


def test_a_name_is_not_said_again(qtbot) -> None:
    room = QWidget()
    qtbot.addWidget(room)
    button = tool_button(room, name="Smaller", tip="Smaller (Ctrl+−)")
    assert button.accessibleDescription() == "(Ctrl+−)"
    set_tip(button, "Smaller")
    assert button.toolTip() == "Smaller"
    assert not button.accessibleDescription().strip()
    describe(button, "Smaller: the page")
    assert button.accessibleDescription() == "the page"
    describe(button, "Smallers")
    assert button.accessibleDescription() == "Smallers"
    describe(button, "Zooms out")
    assert button.accessibleDescription() == "Zooms out"


def test_widgets_with_a_role_come_and_go(qtbot) -> None:
    room = QWidget()
    qtbot.addWidget(room)
    room.show()
    for turn in range(200):
        inner = speak_as(QWidget(room), Role.Grouping, "Group")
        tab = speak_as(QPushButton("Tab", inner), Role.PageTab)
        heading = speak_as(QLabel("Heading", inner), Role.Heading)
        inner.show()
        assert [part.name for part in parts(room)] == ["", "Group", "Tab", "Heading"]
        if turn % 2:
            inner.deleteLater()
        else:
            inner.setParent(None)
        del inner, tab, heading
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        if turn % 50 == 0:
            gc.collect()
    assert [part.name for part in parts(room)] == [""]


def test_a_fight_is_named_in_each_part_of_the_round(tmp_path: Path, qapp: QObject) -> None:
    with FightSeat(tmp_path, ("goblin", 2)) as seat:
        wrong = faults(parts(seat.window))
        seat.roll()
        seat.page.tray.skip()
        seat.app.processEvents()
        wrong += faults(parts(seat.window))
        assert not wrong
