"""The Rolls tab of the Log page: searched, divided by scenes, changed and kept up to date."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QFontMetrics, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from bones_desktop.pages.log.fairnesstab import FairnessTab
from bones_desktop.pages.log.throwstab import ThrowsTab
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.log.logentry import NOT_KEPT, EntryKind, LoggedRound, LoggedThrow
from bones_desktop.widgets.localized import day_of
from tests.support.desks import LogRoom
from tests.support.throws import entry

BOB = "1" * 32
RAGNAR = "0" * 32


@pytest.fixture
def make(show, theme, sitting, qtbot, desk, room):
    def new(log="the one") -> ThrowsTab:
        asked = []
        tab = ThrowsTab(desk, room if log == "the one" else LogRoom(log), lambda *what: asked.append(what))
        tab.asked = asked
        room.show_lines(tab)
        show(tab)
        return tab

    return new


@pytest.fixture
def played(sitting):
    """An evening with a scene and two who throw."""
    evening = sitting.log.begin_evening(bytes(32))
    sitting.draw(evening, title="Riding against Easy")
    sitting.scene("At the ford")
    sitting.draw(evening, who="Bob", character_id=BOB, title="Magic against Hard")
    sitting.draw(evening)
    return sitting


def titles(tab: ThrowsTab) -> list[str]:
    return [tab.model.entry(row).title for row in range(tab.model.rowCount())]


def pick(box, text: str) -> None:
    box.open()
    [key] = [choice.key for choice in box.model.offered if text in choice.text]
    box.popup.hide()
    box.choose(key)


def names_in(box) -> list[str]:
    box.open()
    box.popup.hide()
    return [choice.text for choice in box.model.offered]


def test_it_shows_the_whole_log_newest_last(make, played):
    tab = make()
    assert titles(tab) == [
        "",
        "Riding against Easy",
        "At the ford",
        "Magic against Hard",
        "Melee against Average",
    ]
    assert tab.acts.count.text() == "5 lines"


@pytest.mark.parametrize(("text", "width"), [(100, 900), (150, 860), (150, 1190)])
def test_choices_are_as_wide_as_their_texts(make, played, theme, text, width):
    """They were shortened next to a long field for words."""
    theme.set_text_size(text)
    tab = make()
    tab.resize(width, 500)
    tab.grab()
    for box in (tab.bar.who, tab.bar.when, tab.bar.where):
        words = QFontMetrics(theme.font("sans", 14, bold=True)).horizontalAdvance(box.text())
        assert box.width() >= words + theme.px(42), box.text()


def test_words_choose_lines_at_once(make, played):
    tab = make()
    QTest.keyClicks(tab.bar.search, "magic bob")
    assert titles(tab) == ["Magic against Hard"]
    assert tab.acts.count.text() == "1 of 5 lines"
    QTest.keyClick(tab.bar.search, Qt.Key.Key_Escape)
    assert tab.model.rowCount() == 5


def test_throws_of_one_and_of_a_scene_and_of_this_evening(make, played):
    tab = make()
    assert names_in(tab.bar.who)[1] == "Ragnar", "the open character comes first"
    pick(tab.bar.who, "Bob")
    assert titles(tab) == ["Magic against Hard"]
    pick(tab.bar.who, "Everyone")
    pick(tab.bar.where, "At the ford")
    assert titles(tab) == ["At the ford", "Magic against Hard", "Melee against Average"]
    pick(tab.bar.where, "All rolls")
    pick(tab.bar.when, "This evening")
    assert "Riding against Easy" in titles(tab)
    played.log.end_evening()
    tab.refresh()
    assert tab.bar.filter.evening == 1, "the choice stays when the evening ends"
    assert tab.bar.when.text() == day_of(played.log.evenings()[0].begun)


def test_rounds_in_which_somebody_rolled_are_found_by_that_person_and_evenings_by_their_day(make, played):
    request = LoggedRound("Bridge, round 1", (("A", "Bob"),), (LoggedThrow("Bob", "A", 1),)).request
    line = entry(
        id=0, who="Everybody", character_id="", title="Bridge, round 1", request=request, result="Bob: Melee.", net=None
    )
    played.log.append(line)
    tab = make()
    pick(tab.bar.who, "Bob")
    assert titles(tab) == ["Magic against Hard", "Bridge, round 1"]
    pick(tab.bar.who, "Ragnar")
    assert "Bridge, round 1" not in titles(tab)
    played.log.end_evening()
    second = played.log.begin_evening(bytes(32))
    played.draw(second, title="Later")
    tab.refresh()
    names = names_in(tab.bar.when)
    assert names[:2] == ["All evenings", "This evening"]
    assert len(set(names)) == 3
    pick(tab.bar.when, names[2])
    assert "Later" not in titles(tab)
    assert "Melee against Average" in titles(tab), "person and evening hold at once"


def test_when_nothing_fits_everything_is_a_click_away(make, played, qtbot):
    tab = make()
    tab.bar.search.setText("dragon")
    assert tab.nothing.isVisible()
    assert tab.nothing.text == "No line of the log matches the filter."
    assert not tab.export.isEnabled()
    qtbot.mouseClick(tab.nothing.act, Qt.MouseButton.LeftButton)
    assert tab.model.rowCount() == 5
    assert tab.view.isVisible()


def test_an_empty_log_and_none_say_so(make):
    empty = make()
    assert empty.nothing.text.startswith("Nothing has been rolled yet.")
    assert [each.text() for each in empty.nothing.acts] == ["Go to the Table", "Begin a scene…"]
    none = make(log=None)
    assert none.nothing.text.startswith("The log could not be opened.")
    assert not none.scene.isEnabled()
    assert "could not be opened" in none.scene.toolTip()
    none.add(entry(id=0, tags=(NOT_KEPT,)))
    assert none.model.rowCount() == 1
    assert none.view.isVisible()


def test_a_new_throw_comes_in_where_it_belongs(make, played):
    tab = make()
    evening = played.log.evening()
    tab.add(played.draw(evening, title="Scholar against Easy"))
    assert titles(tab)[-1] == "Scholar against Easy"
    assert tab.acts.count.text() == "6 lines"
    pick(tab.bar.who, "Bob")
    tab.add(played.draw(evening))
    assert titles(tab) == ["Magic against Hard"]
    tab.add(played.draw(evening, who="Bob", character_id=BOB, title="Healer against Easy"))
    assert titles(tab)[-1] == "Healer against Easy"
    tab.add(played.draw(evening, who="Sten", character_id="2" * 32))
    assert "Sten" in names_in(tab.bar.who), "somebody new can be chosen"


def test_what_happened_while_nobody_looked_is_caught_up_with(make, played):
    tab = make()
    tab.hide()
    tab.add(played.draw(played.log.evening(), title="Unseen"))
    tab.add(entry(id=0, title="Lost", tags=(NOT_KEPT,)))
    tab.show()
    assert titles(tab)[-2:] == ["Unseen", "Lost"]


def test_throws_that_were_not_kept_are_seen_where_everything_is(make, played):
    tab = make()
    tab.add(entry(id=0, title="Lost", tags=(NOT_KEPT,)))
    assert titles(tab)[-1] == "Lost"
    tab.bar.search.setText("melee")
    assert titles(tab) == ["Melee against Average"]
    tab.bar.clear()
    assert titles(tab)[-1] == "Lost"


def test_a_throw_is_amended_in_place(make, played):
    tab = make()
    stored = tab.model.entry(4)
    tab.amend(entry(id=stored.id, result="Failure by 4.", net=-4))
    assert tab.model.entry(4).result == "Failure by 4."


def test_a_scene_is_named_by_keys_alone(make, played, qtbot, room):
    tab = make()
    tab.scene.setFocus()
    QTest.keyClick(tab.scene, Qt.Key.Key_Space)
    assert not tab.ask.yes.isEnabled()
    QTest.keyClick(tab.ask.field, Qt.Key.Key_Return)
    QTest.keyClicks(tab.ask.field, "  Night   watch ")
    with qtbot.waitSignal(room.scene_begun) as asked:
        QTest.keyClick(tab.ask.field, Qt.Key.Key_Return)
    assert asked.args == ["Night watch"]
    assert tab.ask.isHidden()
    tab.add(played.scene("Night watch"))
    assert titles(tab)[-1] == "Night watch"
    pick(tab.bar.where, "Night watch")
    assert titles(tab) == ["Night watch"]


def test_escape_takes_the_question_back(make, played, qtbot, room):
    tab = make()
    tab.scene.click()
    with qtbot.assertNotEmitted(room.scene_begun):
        QTest.keyClicks(tab.ask.field, "Night")
        QTest.keyClick(tab.ask.field, Qt.Key.Key_Escape)
    assert tab.ask.isHidden()


def test_a_scene_is_renamed_and_stays_so(make, played, qtbot, room):
    tab = make()
    tab.view.setCurrentIndex(tab.model.index(2))
    QTest.keyClick(tab.view, Qt.Key.Key_F2)
    assert tab.ask.field.text() == "At the ford"
    QTest.keyClicks(tab.ask.field, "By the river")
    with qtbot.waitSignal(room.amended) as told:
        QTest.keyClick(tab.ask.field, Qt.Key.Key_Return)
    assert told.args[0].title == "By the river"
    assert titles(tab)[2] == "By the river"
    assert [scene.title for scene in played.log.scenes()] == ["By the river"]
    assert any("By the river" in name for name in names_in(tab.bar.where))


def test_a_heading_is_removed_after_asking_and_its_throws_stay(make, played, qtbot, room):
    tab = make()
    tab.view.setCurrentIndex(tab.model.index(2))
    QTest.keyClick(tab.view, Qt.Key.Key_Delete)
    assert "At the ford" in tab.ask.question
    QTest.keyClick(tab.ask.no, Qt.Key.Key_Return)
    assert tab.model.rowCount() == 5
    QTest.keyClick(tab.view, Qt.Key.Key_Delete)
    with qtbot.waitSignal(room.removed):
        qtbot.mouseClick(tab.ask.yes, Qt.MouseButton.LeftButton)
    assert titles(tab) == ["", "Riding against Easy", "Magic against Hard", "Melee against Average"]
    assert played.log.scenes() == ()


def test_the_buttons_say_why_they_cannot_be_used(make, played):
    tab = make()
    for button in (tab.acts.repeat, tab.acts.copy_text, tab.acts.copy_picture):
        assert not button.isEnabled()
        assert button.toolTip().startswith("Choose a")
    tab.view.setCurrentIndex(tab.model.index(2))
    assert tab.acts.copy_text.isEnabled()
    assert tab.acts.repeat.toolTip() == "Choose a roll first."
    tab.view.setCurrentIndex(tab.model.index(1))
    assert tab.acts.repeat.isEnabled()


def test_repeating_asks_for_the_throw(make, played, desk):
    tab = make()
    tab.view.setCurrentIndex(tab.model.index(1))
    tab.acts.repeat.click()
    [asked] = desk.navigation.of("repeat_throw")
    assert asked.title == "Riding against Easy"
    assert asked.kind is EntryKind.THROW


def test_what_is_exported_is_what_is_shown(make, played, qtbot):
    tab = make()
    tab.bar.search.setText("magic")
    markdown, json = tab.export.menu().actions()
    for action, kind in ((markdown, "markdown"), (json, "json")):
        action.trigger()
        assert tab.asked.pop() == (kind, (4,))


def test_trouble_is_told_and_nothing_is_lost(make, played, qtbot, monkeypatch, desk):
    tab = make()

    def refuse(*_args):
        raise FileProblem("disk-full", Path("log"))

    monkeypatch.setattr(played.log, "amend", refuse)
    monkeypatch.setattr(played.log, "remove_heading", refuse)
    for key, answer in ((Qt.Key.Key_F2, "Other"), (Qt.Key.Key_Delete, "")):
        tab.view.setCurrentIndex(tab.model.index(2))
        QTest.keyClick(tab.view, key)
        tab.ask.field.setText(answer)
        with qtbot.waitSignal(desk.notices.trouble):
            tab.ask.yes.setEnabled(True)
            tab.ask.yes.click()
    assert titles(tab)[2] == "At the ford"
    monkeypatch.setattr(played.log, "ids", refuse)
    with qtbot.waitSignal(desk.notices.trouble):
        tab.bar.search.setText("magic")
    assert tab.model.rowCount() == 5


def test_what_is_found_can_be_copied_and_repeated_at_once(make, played):
    tab = make()
    tab.bar.search.setFocus()
    QTest.keyClicks(tab.bar.search, "riding")
    assert titles(tab) == ["Riding against Easy"]
    assert tab.view.currentIndex().row() == 0
    assert tab.acts.repeat.isEnabled()
    assert tab.bar.search.hasFocus(), "more can be typed"


def many(played, count: int = 60) -> None:
    evening = played.log.evening()
    for number in range(count):
        played.draw(evening, title=f"Riding {number} against Easy")


def test_a_line_that_was_found_stays_in_view_when_everything_is_shown_again(make, played, qtbot):
    many(played)
    tab = make()
    qtbot.keyClicks(tab.bar.search, "riding 2")
    tab.view.setCurrentIndex(tab.model.index(titles(tab).index("Riding 21 against Easy"), 0))
    found = tab.view.current()
    QTest.keyClick(tab.bar.search, Qt.Key.Key_Escape)
    assert tab.view.current() == found
    at = tab.view.visualRect(tab.view.currentIndex())
    qtbot.wait(20)
    assert tab.view.viewport().rect().contains(at), "what stands around it can be read"
    assert tab.view.visualRect(tab.view.currentIndex()) == at


def in_view(tab: ThrowsTab) -> bool:
    return tab.view.viewport().rect().contains(tab.view.visualRect(tab.view.currentIndex()))


def test_a_line_that_was_found_stays_chosen_without_a_click(make, played, qtbot):
    many(played)
    tab = make()
    qtbot.keyClicks(tab.bar.search, "riding 21")
    found = tab.view.current()
    assert found.title == "Riding 21 against Easy"
    QTest.keyClick(tab.bar.search, Qt.Key.Key_Backspace)
    assert tab.view.current() == found
    QTest.keyClick(tab.bar.search, Qt.Key.Key_Escape)
    qtbot.wait(20)
    assert tab.view.current() == found
    assert in_view(tab)


@pytest.mark.parametrize("words", ["magic", "nobody"])
def test_the_line_chosen_before_comes_back_when_everything_is_shown_again(make, played, qtbot, words):
    many(played)
    tab = make()
    tab.view.setCurrentIndex(tab.model.index(titles(tab).index("Riding 21 against Easy"), 0))
    qtbot.keyClicks(tab.bar.search, words)
    tab.bar.clear()
    qtbot.wait(20)
    assert tab.view.current().title == "Riding 21 against Easy"
    assert tab.view.selectionModel().hasSelection()
    assert in_view(tab)


def test_a_click_on_the_line_that_was_found_chooses_it(make, played, qtbot):
    many(played)
    tab = make()
    tab.view.setCurrentIndex(tab.model.index(titles(tab).index("Riding 21 against Easy"), 0))
    qtbot.keyClicks(tab.bar.search, "magic")
    at = tab.view.visualRect(tab.model.index(0, 0)).center()
    qtbot.mouseClick(tab.view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    tab.bar.clear()
    qtbot.wait(20)
    assert tab.view.current().title == "Magic against Hard"
    assert in_view(tab)


def test_where_nothing_was_found_everything_is_shown_at_its_end(make, played, qtbot):
    many(played)
    tab = make()
    qtbot.keyClicks(tab.bar.search, "nobody")
    QTest.keyClick(tab.bar.search, Qt.Key.Key_Escape)
    qtbot.wait(20)
    bar = tab.view.verticalScrollBar()
    assert bar.value() == bar.maximum() > 0


def test_a_wheel_over_a_choice_changes_nothing(make, show, theme, played, desk):
    tab = make()
    fairness = show(FairnessTab(desk, LogRoom(played.log)))
    for box in (tab.bar.who, tab.bar.when, tab.bar.where, fairness.which):
        assert len(names_in(box)) > 1
        turn = QWheelEvent(
            QPointF(5, 5),
            QPointF(box.mapToGlobal(QPoint(5, 5))),
            QPoint(),
            QPoint(0, -120),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(box, turn)
        assert box.text() == names_in(box)[0]


def test_in_a_narrow_tab_the_buttons_are_below_the_filter(make, played, qtbot):
    tab = make()
    tab.resize(640, 640)
    qtbot.waitUntil(lambda: tab.export.mapTo(tab, QPoint()).y() >= tab.bar.search.geometry().bottom())
    tab.resize(1100, 640)
    qtbot.waitUntil(lambda: tab.export.mapTo(tab, QPoint()).y() < tab.bar.search.geometry().bottom())
