"""The odds of a fight: shown at once for the present choices, without blocking the window."""

import threading
import time
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.pages.fight import fightwindow
from bones_desktop.pages.fight.fightresults import FightAnswers, FightQuestion, reckon
from bones_desktop.pages.fight.fightsetup import SidePanel
from bones_desktop.pages.fight.fightwindow import FightWindow
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.characterdice import task_pool
from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.rules.bones.fight.combat import AttackMode, Combatant
from bones_desktop.rules.bones.fight.fights import FightSide, StoppedError, solve
from bones_desktop.rules.bones.fight.rounds import round_odds
from bones_desktop.rules.bones.injury.injuries import add_printed_item, lose
from bones_desktop.rules.bones.making.edits import character_from_block, set_text
from bones_desktop.rules.reasons import refuse
from bones_desktop.storage import shelfcatalogue
from bones_desktop.storage.files.characterfile import new_id, write_character
from bones_desktop.storage.shelfcatalogue import Shelf
from bones_desktop.storage.shelfentry import ShelfEntry
from bones_desktop.theme.theme import LARGEST, Theme
from bones_desktop.widgets.acts.actfields import AnyField
from bones_desktop.widgets.choice import fighters
from bones_desktop.widgets.choice.fighters import TEXT
from tests.support.looks import theme_of
from tests.support.people import bob, ragnar
from tests.support.rulebooks import rulebook

A, B = FightSide.A, FightSide.B
OTHER = "f" * 32

typing = pytest.mark.qt_log_ignore("This plugin does not support")


def armed() -> Character:
    character = ragnar()
    for item in ("sword", "full-shield"):
        character = add_printed_item(rulebook(), character, item)
    return character


@pytest.fixture
def document(qapp: object) -> CharacterDocument:
    return CharacterDocument(rulebook(), armed())


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    shelf = Shelf(tmp_path / "shelf")
    shelf.create(bob().with_(id=OTHER))
    return shelf


@pytest.fixture
def panel(qtbot, document: CharacterDocument, shelf: Shelf, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(fightwindow, "WAIT", 0)
    panel = FightWindow(document, Theme("iron"), lambda: shelf)
    qtbot.addWidget(panel, before_close_func=lambda each: each.shutdown())
    panel.resize(1060, 600)
    choose(panel.setup.sides[B], "block:wolf")
    panel.show()
    return panel


def items_of(side: SidePanel) -> list[AnyField]:
    """Return the fields of the equipment dice that are shown."""
    fields = side.form.fields
    return [field for id, field in fields.items() if id.startswith("item.") and not field.isHidden()]


def choose(side: SidePanel, key: str) -> None:
    """Pick from the list, as a click does."""
    choice = next((each for each in side.who.model.rows if each.key == key), None)
    if choice is None:  # before the list is filled
        side.state = replace(side.state, who=key)
    else:
        side.who.activated.emit(choice)


def answers(panel: FightWindow) -> FightAnswers:
    return panel.results.answers


def settled(panel: FightWindow) -> bool:
    return not panel.working and panel.results.status.text() == "Exact"


def block(name: str) -> Combatant:
    return Combatant(task_pool(rulebook(), character_from_block(rulebook(), rulebook().block(name), OTHER)))


def own(character: Character, items: tuple[int, ...] = (), mode: AttackMode = AttackMode.MELEE) -> Combatant:
    return Combatant(task_pool(rulebook(), character, items), mode)


def exactly(a: Combatant, b: Combatant, first: FightSide = B):
    return solve(rulebook(), HouseRules(), a, b, first=first).odds


def test_what_is_shown_at_first_is_the_open_character_against_the_other(qtbot, panel: FightWindow) -> None:
    qtbot.waitUntil(lambda: settled(panel))
    a, b = own(armed(), (0, 1)), block("wolf")
    assert answers(panel).odds == exactly(a, b)
    assert answers(panel).round == round_odds(rulebook(), HouseRules(), a, b)
    assert [panel.setup.name(side) for side in FightSide] == ["Ragnar", "Wolf"]
    assert "Ragnar wins" in panel.as_text()


def test_the_quick_answer_is_marked_and_shown_before_the_exact_one(qtbot, panel: FightWindow) -> None:
    shown: list[str] = []
    panel.worker.answered.connect(lambda _fight, _answers: shown.append(panel.results.as_text()))
    qtbot.waitUntil(lambda: settled(panel))
    assert any("Ragnar wins: about" in text for text in shown)
    assert "about" not in panel.results.as_text()


def test_ticking_equipment_and_another_mode_work_the_fight_out_anew(qtbot, panel: FightWindow) -> None:
    side = panel.setup.sides[A]
    qtbot.waitUntil(lambda: settled(panel))
    QTest.mouseClick(side.form.fields["item.0"], Qt.MouseButton.LeftButton)
    assert side.state.items == (1,)
    qtbot.waitUntil(lambda: settled(panel))
    assert answers(panel).odds == exactly(own(armed(), (1,)), block("wolf"))
    side.form.fields["mode"].buttons["missile"].click()
    assert side.state.items == (0, 1)  # the sword may be thrown
    qtbot.waitUntil(lambda: settled(panel))
    assert answers(panel).odds == exactly(own(armed(), (0, 1), AttackMode.MISSILE), block("wolf"))


def test_it_follows_the_open_character(qtbot, panel: FightWindow, document: CharacterDocument) -> None:
    qtbot.waitUntil(lambda: settled(panel))
    panel.setup.sides[A].form.fields["item.0"].click()
    document.apply("Lose die 2", lambda now: lose(now, 1, ""))
    qtbot.waitUntil(lambda: settled(panel))
    assert answers(panel).odds == exactly(own(lose(armed(), 1, ""), (1,)), block("wolf"))
    assert panel.setup.sides[A].summary.full_text.startswith("3 of 4 dice")
    document.open(bob())
    assert panel.setup.name(A) == "Bob"
    qtbot.waitUntil(lambda: settled(panel))
    assert answers(panel).odds == exactly(own(bob()), block("wolf"))


def test_a_new_name_is_shown_without_working_anything_out(qtbot, panel: FightWindow, document) -> None:
    qtbot.waitUntil(lambda: settled(panel))
    document.apply("Name", lambda now: set_text(now, "name", "<b>Grey & Co</b>"))
    assert not panel.working
    assert "<b>Grey & Co</b> wins" in panel.as_text()


def test_a_character_of_the_shelf_may_fight(qtbot, panel: FightWindow) -> None:
    key = next(each.key for each in panel.setup.sides[B].who.model.rows if each.text == "Bob")
    choose(panel.setup.sides[B], key)
    qtbot.waitUntil(lambda: settled(panel))
    assert answers(panel).odds == exactly(own(armed(), (0, 1)), own(bob()))


def test_a_file_that_is_gone_says_so_and_the_rest_goes_on(qtbot, panel: FightWindow, shelf: Shelf) -> None:
    key = next(each.key for each in panel.setup.sides[B].who.model.rows if each.text == "Bob")
    Path(key.removeprefix("file:")).unlink()
    choose(panel.setup.sides[B], key)
    assert panel.setup.sides[B].trouble.isVisible()
    assert "Bob.bones" in panel.setup.sides[B].trouble.text()
    assert answers(panel) == FightAnswers()
    choose(panel.setup.sides[B], "block:wolf")
    assert not panel.setup.sides[B].trouble.isVisible()
    qtbot.waitUntil(lambda: settled(panel))


def test_a_large_shelf_is_read_beside_the_window_and_offered_bit_by_bit(
    qtbot, panel: FightWindow, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    def files() -> list[str]:
        return [each.text for each in side.who.model.rows if each.key.startswith("file:")]

    go_on = threading.Event()
    real = shelfcatalogue.read_entry

    def slow(path: Path, modified: datetime) -> ShelfEntry:
        if threading.current_thread() is not threading.main_thread():
            assert go_on.wait(60)
        return real(path, modified)

    monkeypatch.setattr(shelfcatalogue, "read_entry", slow)
    monkeypatch.setattr(fighters, "AT_ONCE", 0.0)
    side = panel.setup.sides[B]
    for name in ("Anna", "Zoe"):
        write_character(shelf.folder / f"{name}.bones", bob().with_(id=new_id(), name=name))
    panel.refresh()
    assert files() == ["Bob"]
    assert panel.look.busy
    side.who.open()
    wolf = next(row for row, each in enumerate(side.who.model.rows) if each.key == "block:wolf")
    side.who.popup.view.setCurrentIndex(side.who.model.index(wolf, 0))
    go_on.set()
    qtbot.waitUntil(lambda: not panel.look.busy)
    assert files() == ["Anna", "Bob", "Zoe"]
    assert side.who.model.at(side.who.popup.view.currentIndex()).key == "block:wolf"
    side.who.popup.close()


def test_a_look_at_the_shelf_ends_with_the_window(qtbot, panel: FightWindow, shelf: Shelf, monkeypatch) -> None:
    monkeypatch.setattr(fighters, "AT_ONCE", 0.0)
    for end in (panel.hide, panel.shutdown):
        panel.show()  # before the file is there: it looks too, and might have read it by the time of the next look
        write_character(shelf.folder / f"{end.__name__}.bones", bob().with_(id=new_id()))
        panel.refresh()
        assert panel.look.busy
        end()
        assert not panel.look.busy


def test_a_damaged_file_is_not_taken_and_says_why(qtbot, panel: FightWindow, shelf: Shelf) -> None:
    (shelf.folder / "Broken.bones").write_text("nothing", encoding="utf-8")
    panel.refresh()
    key = next(each.key for each in panel.setup.sides[B].who.model.rows if each.text == "Broken")
    choose(panel.setup.sides[B], key)
    assert panel.setup.sides[B].state.who == "block:wolf"
    assert "Broken.bones" in panel.setup.sides[B].trouble.text()


@typing
def test_dice_are_read_while_they_are_typed(qtbot, panel: FightWindow) -> None:
    side = panel.setup.sides[B]
    choose(side, TEXT)
    assert side.text.hasFocus()
    assert not side.trouble.isVisible()
    assert "Write the dice" in panel.results.left.text()
    QTest.keyClicks(side.text, "Kiler")
    assert "Perhaps you meant Killer" in side.trouble.text()
    assert answers(panel) == FightAnswers()
    side.text.selectAll()
    QTest.keyClicks(side.text, "Killer; Sword")
    assert not side.trouble.isVisible()
    assert [field.text() for field in items_of(side)] == [rulebook().die("sword").name]
    qtbot.waitUntil(lambda: settled(panel))
    assert panel.setup.name(B) == "Side B"


def test_only_equipment_is_no_fight_and_says_so(qtbot, panel: FightWindow) -> None:
    side = panel.setup.sides[B]
    choose(side, TEXT)
    side.text.setText("Sword")
    side.text.textEdited.emit("Sword")
    qtbot.waitUntil(lambda: "at least one die" in panel.results.refused.text())
    qtbot.waitUntil(lambda: not panel.worker.busy)
    assert not panel.results.bar.isVisible()
    assert not panel.results.cancel.isVisible()


def test_magic_without_an_icon_says_that_nothing_counts(qtbot, panel: FightWindow) -> None:
    side = panel.setup.sides[A]
    qtbot.waitUntil(lambda: settled(panel))
    side.form.fields["mode"].buttons["magic"].click()
    why = side.trouble.text()
    assert "Magic" in why
    assert panel.results.as_text().splitlines()[1:] == [f"Ragnar: {why}"]
    assert answers(panel) == FightAnswers()
    assert not panel.working
    assert not panel.results.bar.isVisible()
    side.form.fields["mode"].buttons["melee"].click()
    assert not side.trouble.text()
    qtbot.waitUntil(lambda: settled(panel))


def test_cast_declare_first_and_the_choice_of_people_stays(qtbot, panel: FightWindow) -> None:
    first = panel.setup.first
    assert first[B].isChecked()
    first[A].click()
    qtbot.waitUntil(lambda: settled(panel))
    assert answers(panel).odds == exactly(own(armed(), (0, 1)), block("wolf"), A)
    choose(panel.setup.sides[B], "block:cow")
    assert first[A].isChecked(), "a beast took the place of a beast"
    bobs = next(each.key for each in panel.setup.sides[B].who.model.rows if each.text == "Bob")
    choose(panel.setup.sides[B], bobs)
    assert first[B].isChecked(), "both are player characters"
    choose(panel.setup.sides[A], "block:wolf")
    assert first[A].isChecked(), "only side A is cast"


def test_sides_change_places_with_all_that_was_chosen(qtbot, panel: FightWindow) -> None:
    panel.setup.sides[A].form.fields["item.1"].click()
    panel.setup.sides[A].form.fields["mode"].buttons["melee"].click()
    panel.setup.sides[A].form.fields["item.1"].click()
    panel.setup.sides[B].form.fields["mode"].buttons["missile"].click()
    before = [panel.setup.sides[side].state for side in FightSide]
    qtbot.waitUntil(lambda: settled(panel))
    odds = answers(panel).odds
    assert odds is not None
    panel.setup.swap.click()
    assert [panel.setup.sides[side].state for side in FightSide] == before[::-1]
    assert panel.setup.first[A].isChecked()
    qtbot.waitUntil(lambda: settled(panel))
    mirrored = answers(panel).odds
    assert mirrored is not None
    assert (mirrored.win, mirrored.draw, mirrored.loss) == (odds.loss, odds.draw, odds.win)
    assert (mirrored.left_a, mirrored.left_b) == (odds.left_b, odds.left_a)


def test_two_of_one_name_are_told_apart(panel: FightWindow) -> None:
    choose(panel.setup.sides[A], "block:wolf")
    assert [panel.setup.name(side) for side in FightSide] == ["Wolf (A)", "Wolf (B)"]


class Slow:
    """Work that gives a quick answer and then goes on until it is called off."""

    def __init__(self) -> None:
        self.begun = 0
        self.ended = 0
        self.quick = threading.Event()

    def __call__(self, fight: FightQuestion, keep_on):
        self.begun += 1
        for known in reckon(fight, lambda: True):
            if known.odds is not None:
                yield known
                break
        self.quick.set()
        while keep_on():
            time.sleep(0.001)
        self.ended += 1


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    slow = Slow()
    monkeypatch.setattr(fightwindow, "reckon", slow)
    return slow


def test_cancelling_keeps_the_quick_answer_and_one_may_go_on(qtbot, slow: Slow, panel: FightWindow) -> None:
    results = panel.results
    qtbot.waitUntil(lambda: results.status.text().startswith("Approximate. "))
    assert results.cancel.isVisible()
    results.cancel.click()
    qtbot.waitUntil(lambda: slow.ended == 1)
    assert answers(panel).odds is not None
    assert (results.status.text(), results.cancel.isVisible(), results.again.isVisible()) == (
        "Approximate",
        False,
        True,
    )
    assert "about" in panel.as_text()
    results.again.click()
    qtbot.waitUntil(lambda: slow.begun == 2)
    assert results.cancel.isVisible()


def test_every_change_calls_the_work_off(qtbot, slow: Slow, panel: FightWindow, document: CharacterDocument) -> None:
    changes = (
        lambda: panel.setup.sides[A].form.fields["item.0"].click(),
        lambda: panel.setup.sides[B].form.fields["mode"].buttons["missile"].click(),
        lambda: panel.setup.first[A].click(),
        lambda: panel.setup.swap.click(),
        lambda: choose(panel.setup.sides[A], "block:cow"),
        lambda: document.apply("Lose", lambda now: lose(now, 0, "")),
    )
    for number, change in enumerate(changes):
        qtbot.waitUntil(lambda number=number: slow.begun == number + 1 and slow.quick.is_set())
        slow.quick.clear()
        change()
        qtbot.waitUntil(lambda number=number: slow.ended == number + 1)


def test_hidden_it_does_not_work_and_shown_again_it_catches_up(
    qtbot, slow: Slow, panel: FightWindow, document: CharacterDocument
) -> None:
    qtbot.waitUntil(slow.quick.is_set)
    panel.hide()
    qtbot.waitUntil(lambda: slow.ended == 1)
    document.apply("Lose", lambda now: lose(now, 0, ""))
    qtbot.wait(30)
    assert slow.begun == 1
    panel.show()
    qtbot.waitUntil(lambda: slow.begun == 2)
    assert panel.setup.sides[A].summary.full_text.startswith("3 of 4")


def test_closing_in_the_middle_leaves_nothing_running(qtbot, slow: Slow, panel: FightWindow) -> None:
    qtbot.waitUntil(slow.quick.is_set)
    panel.shutdown()
    assert slow.ended == 1
    assert not panel.worker.busy


def test_old_answers_go_when_new_ones_take_long(qtbot, panel: FightWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    qtbot.waitUntil(lambda: settled(panel))
    release = threading.Event()

    def late(_fight: FightQuestion, keep_on):
        while keep_on() and not release.is_set():
            time.sleep(0.001)
        yield FightAnswers()

    monkeypatch.setattr(fightwindow, "reckon", late)
    panel.setup.first[A].click()
    assert answers(panel).odds is not None
    qtbot.waitUntil(lambda: answers(panel) == FightAnswers())
    assert panel.results.status.text() == "Calculating…"
    release.set()
    qtbot.waitUntil(lambda: not panel.worker.busy)


@pytest.mark.qt_no_exception_capture
def test_a_fault_in_the_work_is_reported_and_told_in_place(qtbot, panel: FightWindow, monkeypatch) -> None:
    reported: list[BaseException] = []
    monkeypatch.setattr("sys.excepthook", lambda _kind, error, _where: reported.append(error))

    def broken(_fight: FightQuestion, _keep_on):
        raise ValueError("broken")
        yield

    monkeypatch.setattr(fightwindow, "reckon", broken)
    panel.setup.first[A].click()
    qtbot.waitUntil(lambda: panel.results.status.text() == "The odds could not be calculated.")
    assert [str(error) for error in reported] == ["broken"]
    monkeypatch.undo()
    panel.setup.first[B].click()
    qtbot.waitUntil(lambda: settled(panel))


def too_large(*_given, **_named):
    raise refuse("fight-too-large", "CMB-14", a=2, b=1)


def test_of_a_fight_too_large_the_rule_of_thumb_is_shown_as_such(qtbot, panel: FightWindow, monkeypatch) -> None:
    qtbot.waitUntil(lambda: settled(panel))
    monkeypatch.setattr("bones_desktop.pages.fight.fightresults.solve", too_large)
    panel.setup.first[A].click()
    results = panel.results
    qtbot.waitUntil(lambda: answers(panel).by_rule_of_thumb and not panel.worker.busy)
    thumb = answers(panel).careful
    assert thumb is not None
    assert results.bar.isVisible()
    assert results.bar.chances == (thumb.win, thumb.draw, thumb.loss)
    assert results.basis.isVisible()
    assert results.basis.text().startswith("By rule of thumb")
    assert results.refused.isVisible()
    assert not results.careful.isVisible(), "it is told once"
    assert not results.again.isVisible()
    lines = results.as_text().splitlines()
    assert lines[1].startswith("By rule of thumb")
    assert lines[2].startswith("Ragnar wins: ")
    monkeypatch.undo()
    panel.setup.first[B].click()
    qtbot.waitUntil(lambda: settled(panel))
    assert not results.basis.isVisible()
    assert results.careful.isVisible()


def test_the_button_says_that_it_tries_the_rule_of_thumb(qtbot, panel: FightWindow, monkeypatch) -> None:
    qtbot.waitUntil(lambda: settled(panel))
    release = threading.Event()

    def slowly(*_given, keep_on, **_named):
        while keep_on() and not release.is_set():
            time.sleep(0.001)
        raise StoppedError

    monkeypatch.setattr("bones_desktop.pages.fight.fightresults.solve", too_large)
    monkeypatch.setattr("bones_desktop.pages.fight.fightresults.careful", slowly)
    panel.setup.first[A].click()
    results = panel.results
    qtbot.waitUntil(lambda: results.status.text() == "Trying a rule of thumb instead…")
    results.cancel.click()
    assert results.again.isVisible()
    assert results.again.text() == "&Try the rule of thumb"
    release.set()
    monkeypatch.undo()
    results.again.click()
    qtbot.waitUntil(lambda: settled(panel))
    panel.results.again.click()
    results.cancel.click()
    assert results.again.text() == "&Calculate"


def test_all_of_it_can_be_copied(qtbot, panel: FightWindow) -> None:
    qtbot.waitUntil(lambda: settled(panel))
    panel.copy()
    lines = QGuiApplication.clipboard().text().splitlines()
    items = ", ".join(item.name for item in armed().equipment)
    assert lines[0] == f"A. Ragnar · 4 dice: Gaul, Hunter/Gatherer, Armsman ×2 · Melee · {items}"
    assert lines[1].startswith("B. Wolf · 3 dice")
    assert lines[2] == "Wolf declares first."
    assert any(line.startswith("Dice left on average: Ragnar") for line in lines)
    assert any("rule of thumb" in line for line in lines)
    assert any("\t" in line for line in lines)


def test_keys_reach_everything_in_order(qtbot, panel: FightWindow) -> None:
    qtbot.waitUntil(lambda: settled(panel))
    panel.come_up()
    reached = []
    for _ in range(24):
        widget = panel.window().focusWidget()
        if widget in reached:
            break
        reached.append(widget)
        QTest.keyClick(widget, Qt.Key.Key_Tab)
    a, b = panel.setup.sides[A], panel.setup.sides[B]
    order = [
        a.who, a.form.fields["mode"].buttons["melee"], *items_of(a), b.who, b.form.fields["mode"].buttons["melee"],
        panel.setup.first[A], panel.setup.swap,
        panel.results.bar, panel.results.chart.table,
    ]  # fmt: skip
    assert [widget for widget in reached if widget in order] == order


def test_everything_says_what_it_is(qtbot, panel: FightWindow) -> None:
    qtbot.waitUntil(lambda: settled(panel))
    for button in panel.findChildren(QAbstractButton):
        # The corner of a table cannot be pressed.
        if button.isVisible() and button.isEnabled():
            assert button.accessibleName() or button.text()
    assert panel.setup.sides[B].who.accessibleName() == "Side B: fighter: Wolf"
    assert panel.setup.sides[A].form.fields["mode"].buttons["magic"].accessibleName() == "Side A attacks: Magic"
    assert panel.results.bar.accessibleDescription()


def test_long_names_and_large_text_find_room(qtbot, panel: FightWindow, document: CharacterDocument) -> None:
    document.apply("Name", lambda now: set_text(now, "name", "Ragnar of the Long Name " * 8))
    theme_of(panel).set_text_size(LARGEST)
    panel.resize(900, 500)
    qtbot.waitUntil(lambda: settled(panel))
    assert len(panel.setup.name(A)) <= 28
    assert panel.width() == 900


def test_a_weapon_for_both_hands_beside_a_shield_is_warned_of_and_fights(qtbot, panel: FightWindow) -> None:
    side = panel.setup.sides[B]
    choose(side, TEXT)
    for text, warned in (("Fighter; Great sword", False), ("Fighter; Great sword; Buckler", True)):
        side.text.setText(text)
        side.text.textEdited.emit(text)
        side.state = replace(side.state, items=tuple(range(len(items_of(side)))))
        panel.setup.look()
        assert ("but there is a shield" in side.trouble.text()) is warned
        assert panel.setup.fight() is not None


def test_a_second_weapon_without_two_weapon_says_that_it_does_not_count(panel: FightWindow) -> None:
    side = panel.setup.sides[B]
    choose(side, TEXT)
    for text, idle in (
        ("Fighter; Sword", ""),
        ("Fighter; Sword; Sword", "Sword does not count: another weapon is used."),
    ):
        side.text.setText(text)
        side.text.textEdited.emit(text)
        side.state = replace(side.state, items=tuple(range(len(items_of(side)))))
        panel.setup.look()
        assert side.trouble.text() == idle
        assert panel.setup.fight() is not None
