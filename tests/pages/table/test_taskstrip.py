"""Choosing a task: what the strip offers, and what it hands on."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from bones_desktop.pages.table.taskfields import CONDITION
from bones_desktop.pages.table.taskstrip import TaskStrip
from bones_desktop.play.bones.played import ChosenOpponent
from bones_desktop.rules.bones.book.attempts import Task, eligibility
from bones_desktop.rules.bones.book.character import ItemDie, ItemKind
from bones_desktop.rules.bones.book.characterdice import task_pool
from bones_desktop.rules.bones.injury.injuries import add_printed_item, lose
from bones_desktop.rules.bones.reading.odds import OddsCalculator
from bones_desktop.rules.bones.reading.requests import Request, ThrowKind
from bones_desktop.storage.shelfcatalogue import Shelf
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.focus import FocusGuide
from bones_desktop.wording.reasons import sentence
from bones_desktop.wording.table import skill_name
from tests.support.focushome import is_home, make_home
from tests.support.looks import theme_of
from tests.support.people import bob, die, ragnar
from tests.support.rulebooks import rulebook
from tests.support.strips import asked, items, modify

typing = pytest.mark.qt_log_ignore("This plugin does not support")
"""The offscreen platform has no keyboard to grab for the list that opens while one types."""

OTHER = "f" * 32


@pytest.fixture
def shelf(tmp_path):
    shelf = Shelf(tmp_path)
    shelf.create(ragnar())
    shelf.create(bob().with_(id=OTHER))
    return shelf


@pytest.fixture
def strip(qtbot, shelf):
    strip = TaskStrip(Theme("iron"), rulebook(), ChosenOpponent(rulebook()))
    qtbot.addWidget(strip)
    strip.told_requests = []
    strip.changed.connect(lambda: strip.told_requests.append(strip.request))
    strip.set_shelf(lambda: shelf)
    strip.show_character(ragnar())
    strip.resize(480, 400)
    strip.show()
    yield strip
    strip.shutdown()


def armed():
    character = ragnar()
    for item in ("sword", "full-shield", "medium-armour"):
        character = add_printed_item(rulebook(), character, item)
    return character


def choose(strip: TaskStrip, text: str) -> None:
    strip.form.fields["skill"].open()
    popup = strip.form.fields["skill"].popup
    popup.search.setFocus()
    QTest.keyClicks(popup.search, text)
    QTest.keyClick(popup.search, Qt.Key.Key_Return)
    popup.close()


def pick(button, key: str) -> None:
    """Choose from a list as a click in it does."""
    button.open()
    choice = next(choice for choice in button.model.rows if choice.key == key)
    button.popup.close()
    button.activated.emit(choice)


def allow(strip: TaskStrip, character=None) -> None:
    """Tell the strip what the page would: whether the task may be tried, and its odds."""
    character = character or ragnar()
    pool = task_pool(rulebook(), character, strip.request.items)
    strip.show_eligibility(eligibility(rulebook(), character.house_rules, strip.task, pool))
    strip.show_chance(OddsCalculator(rulebook(), character.house_rules).task(strip.task, pool), None)


def test_it_begins_with_maneuver_against_average(strip):
    assert strip.task == Task("maneuver", "average")
    assert strip.request == Request()
    assert not strip.told_requests


def test_every_difficulty_shows_its_dice(strip):
    assert [segment.accessibleName() for level, segment in strip.levels.segments.items() if level] == [
        "Easy, 2",
        "Simple, 3",
        "Average, 4",
        "Challenging, 6",
        "Difficult, 8",
        "Almost Impossible, 12",
        "Impossible, 12+2",
    ]
    for level, segment in strip.levels.segments.items():
        if level:
            QTest.mouseClick(segment, Qt.MouseButton.LeftButton)
            assert strip.task == Task("maneuver", level)
    assert "Nulls come without rolling" in strip.levels.segments["impossible"].toolTip()


def test_tips_give_examples_of_the_skill(strip):
    strip.form.answer("skill", "artisan")
    assert "Cheer up a taproom" in strip.levels.segments["easy"].toolTip()
    strip.form.answer("skill", "melee")
    assert "Cheer up a taproom" not in strip.levels.segments["easy"].toolTip()


def test_against_the_other_side(strip):
    assert "opponent" not in strip.form.shown
    QTest.mouseClick(strip.levels.segments[""], Qt.MouseButton.LeftButton)
    assert strip.form.fields["opponent"].isVisible()
    strip.form.answer("against", 3)
    assert strip.task == Task("maneuver", against=3)
    QTest.mouseClick(strip.levels.segments["easy"], Qt.MouseButton.LeftButton)
    assert "opponent" not in strip.form.shown
    assert strip.task == Task("maneuver", "easy")


@typing
@pytest.mark.parametrize(
    ("typed", "skill"),
    [
        ("stealth", "stealth"),
        ("Riding", "riding"),
        ("unarmed combat", "unarmed"),
        ("physical", "physical"),
        ("mel", "melee"),
        ("mag", "magic"),
        ("orsm", "outdoorsman"),
        ("hunting", "outdoorsman"),
        ("sneak", "stealth"),
    ],
)
def test_a_skill_is_found_by_typing(strip, typed, skill):
    choose(strip, typed)
    assert strip.task.skill == skill
    assert strip.told_requests[-1].skill == skill
    named = "Physical task, no skill" if skill == "physical" else skill_name(rulebook(), skill)
    assert strip.form.fields["skill"].text() == named


@typing
def test_the_list_shows_every_skill_and_typing_leaves_those_that_fit(strip):
    skill = strip.form.fields["skill"]
    QTest.mouseClick(skill, Qt.MouseButton.LeftButton)
    assert skill.popup.isVisible()
    assert len(skill.model.rows) == len(rulebook().skills) + 2
    for typed, expected in (("ste", "Stealth"), ("climb", "Maneuver"), ("sneak", "Stealth")):
        skill.popup.search.clear()
        QTest.keyClicks(skill.popup.search, typed)
        assert skill.model.rows[0].text == expected
    QTest.keyClick(skill.popup.search, Qt.Key.Key_Return)
    assert skill.text() == "Stealth"
    assert strip.task.skill == "stealth"


def test_tab_comes_to_the_difficulty_chosen_and_the_arrows_choose_others(strip):
    segments = strip.levels.segments
    strip.activateWindow()
    QApplication.processEvents()
    reached = [level for level, each in segments.items() if each.focusPolicy() is not Qt.FocusPolicy.NoFocus]
    assert reached == ["average"]
    segments["average"].setFocus()
    QTest.keyClick(segments["average"], Qt.Key.Key_Right)
    assert strip.request.difficulty == "challenging"
    assert segments["challenging"].hasFocus()
    assert segments["average"].focusPolicy() is Qt.FocusPolicy.NoFocus


@pytest.mark.parametrize("theme", ["iron", "parchment"])
def test_a_difficulty_that_has_the_keys_looks_other_than_one_that_is_chosen(strip, theme, qapp):
    theme_of(strip).set_theme(theme)
    guide = FocusGuide(theme_of(strip), qapp, strip)
    strip.activateWindow()
    QApplication.processEvents()
    segment = strip.levels.segments["average"]
    around = QRect(segment.mapTo(strip.window(), QPoint(0, 0)), segment.size()).adjusted(-5, -5, 5, 5)
    chosen = strip.window().grab(around).toImage()
    segment.setFocus()
    assert segment.hasFocus()
    assert strip.window().grab(around).toImage() != chosen
    guide.deleteLater()


def test_whoever_is_chosen_the_keys_belong_to_the_page_again(strip, qtbot):
    strip.show_request(Request(difficulty=""))
    for id, key in (("opponent", "block:goblin"), ("opponent_skill", "melee")):
        make_home(strip)
        pick(strip.form.fields[id], key)
        assert is_home(strip)
    strip.who.open()
    other = strip.who.model.rows[1]
    strip.who.popup.close()
    make_home(strip)
    with qtbot.waitSignal(strip.who.requested):
        strip.who.activated.emit(other)
    assert is_home(strip)


def test_esc_leaves_the_skill_as_it_was(strip):
    skill = strip.form.fields["skill"]
    skill.open()
    QTest.keyClicks(skill.popup.search, "Mel")
    QTest.keyClick(skill.popup.search, Qt.Key.Key_Escape)  # ends the search
    QTest.keyClick(skill.popup.search, Qt.Key.Key_Escape)
    assert not skill.is_open
    assert skill.text() == "Maneuver"
    assert strip.task.skill == "maneuver"


@typing
def test_nonsense_leaves_the_skill(strip):
    choose(strip, "qqq")
    assert strip.task.skill == "maneuver"
    assert strip.form.fields["skill"].text() == "Maneuver"


def test_all_skills_and_two_without_skill(strip):
    offered = {choice.key for choice in strip.form.fields["skill"].model.rows}
    assert offered == {skill.id for skill in rulebook().skills} | {"physical", "mental"}


@typing
def test_equipment_that_matters_goes_along_and_may_stay(strip):
    strip.show_character(armed())
    assert strip.request.items == (1, 2)
    choose(strip, "melee")
    assert strip.request.items == (0, 1, 2)
    QTest.mouseClick(items(strip)[1], Qt.MouseButton.LeftButton)
    assert strip.request.items == (0, 2)
    strip.show_character(lose(armed(), 0))
    assert strip.request.items == (0, 2), "a choice stays while the equipment does"


def test_penalties(strip):
    modify(strip, penalty=2)
    modify(strip, darkness=1)
    assert strip.task == Task("maneuver", "average", penalty=2, darkness=1)
    strip.show_character(bob().with_(id="f" * 32))
    assert strip.task == Task("maneuver", "average")


def test_a_kind_of_magic_is_asked_only_of_those_it_helps(strip):
    assert not asked(strip, CONDITION)
    healer = bob().with_(dice=(*bob().dice, die("universal,mental,magic,inspired,cure,cure")), id="e" * 32)
    strip.show_character(healer)
    assert not asked(strip, CONDITION)
    strip.form.answer("skill", "magic")
    assert [chip.text() for chip in asked(strip, CONDITION)] == ["Art magic", "Healing magic"]
    QTest.mouseClick(asked(strip, CONDITION)[0], Qt.MouseButton.LeftButton)
    assert strip.task.conditions == {"art"}
    strip.show_character(ragnar())
    assert not asked(strip, CONDITION)


def test_who_and_how_many_dice(strip):
    strip.show_character(lose(ragnar(), 1))
    assert strip.who.text() == "Ragnar"
    assert strip.who.model.rows[0].badge == "3 of 4 dice"


@pytest.mark.parametrize(("skill", "allowed"), [("maneuver", True), ("magic", False)])
def test_the_buttons_follow_the_rules_and_say_why_not_before_the_throw(strip, skill, allowed):
    strip.form.answer("skill", skill)
    allow(strip)
    pool = task_pool(rulebook(), ragnar())
    why = sentence(eligibility(rulebook(), ragnar().house_rules, Task(skill), pool).reason)
    assert strip.button.isEnabled() is strip.by_hand.isEnabled() is allowed
    assert why in (strip.who.toolTip() if allowed else strip.button.toolTip())
    if not allowed:
        assert strip.chance.bar.said == why
        assert strip.by_hand.accessibleDescription() == why


def test_the_cap_is_told_beside_the_dice(strip):
    strip.show_character(bob())
    assert strip.who.model.rows[0].badge == "4 dice"
    pool = task_pool(rulebook(), bob())
    strip.show_eligibility(eligibility(rulebook(), bob().house_rules, Task("magic", "average"), pool))
    assert strip.who.model.rows[0].badge == "4 dice · cap 5"
    assert "Magic is capped at 5: 1 for each fitting icon on your dice (5)." in strip.who.toolTip()


def test_the_list_of_skills_tells_which_may_be_tried(strip):
    def refused() -> set[str]:
        return {choice.key for choice in strip.form.fields["skill"].model.rows if choice.note}

    assert {"magic", "scholar"} <= refused()
    assert not {"maneuver", "melee", "physical"} & refused()
    magic = next(choice for choice in strip.form.fields["skill"].model.rows if choice.key == "magic")
    assert (magic.note, magic.allowed) == ("Magic needs at least one fitting icon on your dice.", False)
    strip.show_character(bob())
    assert "magic" not in refused()
    strip.form.answer("skill", "thief")
    assert strip.request.skill == "thief", "it can be chosen all the same"


@typing
def test_keys_go_back_to_the_page_when_a_skill_is_chosen(strip, qtbot):
    make_home(strip)
    choose(strip, "melee")
    assert is_home(strip)


def test_it_can_be_painted_in_every_theme(strip):
    strip.show_character(armed())
    for name in ("parchment", "contrast", "iron"):
        theme_of(strip).set_theme(name)
        assert not strip.grab().isNull()


def test_automatic_successes_are_part_of_the_task(strip):
    full = die("universal,physical,melee,melee,defend,maneuver")
    strip.show_character(ragnar().with_(dice=(full,) * 10, sessions=29))
    assert strip.task == Task("maneuver", "average", automatic=2)


# --- requests ---------------------------------------------------------------------------------------------------------

REQUESTS = [
    Request(),
    Request("perception", levels=2, penalty=1, darkness=2, distance=120, broken=True, free=1),
    Request("melee", difficulty="", against=3, items=(0, 2)),
    Request("perception", difficulty="", against=2, opponent_skill="defend"),
    Request("stealth", difficulty="", opponent="block:goblin", opponent_skill="melee"),
    Request(kind=ThrowKind.MOVEMENT, items=(1,)),
    Request(kind=ThrowKind.MOVEMENT, on_foot=True),
    Request(kind=ThrowKind.FALL, metres=25, yielding=True),
    Request("scholar", ThrowKind.STRATEGIC, "difficult", levels=-1),
    Request("craft", ThrowKind.INCOME, assets=4),
    Request("physical", difficulty="easy"),
]


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda each: f"{each.kind}-{each.skill}")
def test_a_request_that_is_shown_is_the_request(strip, request_):
    strip.show_character(armed())
    strip.show_request(request_)
    assert strip.request == request_
    assert strip.told_requests == [request_], "one change, not one for each part"
    strip.show_character(lose(armed(), 0))
    assert strip.request == request_


def test_what_a_request_asks_for_and_nobody_has_is_passed_over(strip):
    strip.show_request(Request("magic", items=(0, 7), conditions=frozenset({"art"})))
    assert strip.request == Request("magic")
    strip.show_request(Request("knitting", difficulty="hopeless"))
    assert strip.request == Request("magic")


def test_a_kind_of_throw_shows_only_what_it_needs(strip):
    def seen() -> set[str]:
        opposed = strip.levels.segments[""].isVisible()
        ids = {"difficulty", "opponent", "metres", "yielding", "assets"} & set(strip.form.shown)
        return ids | ({"opposed"} if opposed else set())

    wanted = {
        ThrowKind.TASK: {"difficulty", "opposed"},
        ThrowKind.MOVEMENT: set(),
        ThrowKind.FALL: {"metres", "yielding"},
        ThrowKind.STRATEGIC: {"difficulty"},
        ThrowKind.INCOME: set(),
    }
    for kind, parts in wanted.items():
        pick(strip.form.fields["kind"], kind)
        assert strip.request.kind is kind
        assert seen() == parts
    strip.form.answer("skill", "scholar")
    assert seen() == {"assets"}, "assets earn with a scholar's income"


def test_moving_and_falling_are_maneuver_and_the_skill_chosen_comes_back(strip):
    strip.form.answer("skill", "melee")
    for kind in (ThrowKind.MOVEMENT, ThrowKind.FALL):
        pick(strip.form.fields["kind"], kind)
        assert strip.task.skill == "maneuver"
        assert not strip.form.fields["fixed"].isEnabled()
        assert strip.form.fields["fixed"].text() == "Maneuver"
    pick(strip.form.fields["kind"], ThrowKind.TASK)
    assert strip.form.fields["skill"].text() == "Melee"
    assert strip.task.skill == "melee"


def test_an_opposed_task_becomes_an_average_one_off_stage(strip):
    QTest.mouseClick(strip.levels.segments[""], Qt.MouseButton.LeftButton)
    pick(strip.form.fields["kind"], ThrowKind.STRATEGIC)
    assert strip.request.difficulty == "average"
    assert strip.opponent is None


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        (Request(kind=ThrowKind.MOVEMENT), "30 m, 45 m with 2 successes, 60 m with 4"),
        (Request(kind=ThrowKind.FALL, metres=15), "2 damage"),
        (Request(kind=ThrowKind.FALL, metres=15, yielding=True), "1 damage"),
        (Request("scholar", ThrowKind.STRATEGIC), "3 of 3 are left this season"),
        (Request("merchant", ThrowKind.INCOME), "250 coins"),
        (Request("melee", ThrowKind.INCOME), "assets earn nothing"),
    ],
)
def test_what_a_kind_of_throw_comes_to_is_said_before_it(strip, request_, words):
    strip.show_request(request_)
    assert words in strip.facts.text()


def test_a_flier_may_walk_and_only_fliers_are_asked(strip):
    """MOVE-5: two scores; BST-3: without a wing there is one."""
    strip.show_request(Request(kind=ThrowKind.MOVEMENT))
    assert "on_foot" not in strip.form.shown
    wing = die("flight,flight,flight,flight,flight,flight")
    flier = ragnar().with_(flying=8.0, dice=(wing, *ragnar().dice))
    strip.show_character(flier)
    assert "135 m" in strip.facts.text()
    QTest.mouseClick(strip.form.fields["on_foot"], Qt.MouseButton.LeftButton)
    assert strip.request == Request(kind=ThrowKind.MOVEMENT, on_foot=True)
    assert "30 m" in strip.facts.text()
    strip.show_character(lose(flier, 0))
    assert "on_foot" not in strip.form.shown


@pytest.mark.parametrize("kind", [ThrowKind.MOVEMENT, ThrowKind.FALL, ThrowKind.INCOME])
def test_the_odds_of_what_only_counts_are_told_as_outcomes(strip, kind):
    strip.show_request(Request("perception", kind))
    allow(strip)
    assert strip.chance.view.currentWidget() is strip.chance.outcomes
    unit = {ThrowKind.MOVEMENT: " m:", ThrowKind.FALL: " damage:", ThrowKind.INCOME: " coins:"}[kind]
    assert all(unit in line for line in strip.chance.outcomes.said.splitlines())
    assert not strip.chance.outcomes.grab().isNull()
    strip.chance.open()
    assert strip.chance.popup.isVisible()
    labels = [column.label for column in strip.chance.popup.chart.columns]
    assert (
        labels
        == {
            ThrowKind.MOVEMENT: ["30", "45", "60"],
            ThrowKind.FALL: ["0", "1", "2"],
            ThrowKind.INCOME: ["0", "50", "100", "150", "200"],
        }[kind]
    )
    strip.chance.popup.close()
    strip.show_request(Request())
    allow(strip)
    assert strip.chance.view.currentWidget() is strip.chance.bar


def test_income_that_may_not_be_tried_says_why(strip):
    strip.show_request(Request("magic", ThrowKind.INCOME))
    allow(strip)
    assert strip.chance.view.currentWidget() is strip.chance.bar
    assert "needs at least one fitting icon" in strip.chance.bar.said


# --- who --------------------------------------------------------------------------------------------------------------


def test_another_character_is_asked_for_by_its_file(strip, shelf, qtbot):
    strip.who.open()
    strip.who.popup.close()
    assert [choice.text for choice in strip.who.model.rows] == ["Ragnar", "Bob"]
    with qtbot.waitSignal(strip.who.requested) as asked:
        pick(strip.who, str(shelf.folder / "Bob.bones"))
    assert asked.args == [shelf.folder / "Bob.bones"]


def test_the_open_character_is_not_asked_for_again(strip):
    asked = []
    strip.who.requested.connect(asked.append)
    pick(strip.who, "open")
    assert not asked


def test_a_file_that_cannot_be_read_says_why(strip, shelf, qtbot):
    (shelf.folder / "Broken.bones").write_text("nothing", encoding="utf-8")
    with qtbot.waitSignal(strip.who.refused) as said:
        pick(strip.who, str(shelf.folder / "Broken.bones"))
    assert "Broken.bones" in said.args[0]


# --- keys -------------------------------------------------------------------------------------------------------------


def key(code: Qt.Key, modifiers=Qt.KeyboardModifier.NoModifier) -> QKeyEvent:
    return QKeyEvent(QKeyEvent.Type.KeyPress, code, modifiers)


def test_keys_of_the_page_open_the_lists(strip, qtbot):
    for command, popup in (
        ("who", strip.who.popup),
        ("kind", strip.form.fields["kind"].popup),
    ):
        assert strip.handle_command(command)
        assert popup.isVisible()
        popup.close()
    assert strip.handle_command("modifiers")
    assert strip.form.fields["levels"].isVisible()
    with qtbot.waitSignal(strip.by_hand_requested):
        assert strip.handle_command("by-hand")


@typing
def test_t_chooses_the_skill_and_d_the_difficulty(strip, qtbot):
    strip.activateWindow()
    QApplication.processEvents()
    assert strip.handle_command("skill")
    popup = strip.form.fields["skill"].popup
    assert popup.isVisible()
    QTest.keyClicks(popup.search, "ste")
    make_home(strip)
    QTest.keyClick(popup.search, Qt.Key.Key_Return)
    assert is_home(strip)
    assert strip.request.skill == "stealth"
    assert strip.handle_command("level")
    assert strip.levels.segments["average"].hasFocus()
    space = key(Qt.Key.Key_Space)
    QApplication.sendEvent(strip.levels.segments["average"], space)
    assert space.isAccepted(), "Space on the chosen level is not left to the page, which would roll"


def test_where_there_is_no_skill_or_difficulty_to_choose_it_says_so(strip):
    told = []
    strip.message.connect(told.append)
    strip.show_request(Request(kind=ThrowKind.FALL))
    assert strip.handle_command("skill")
    assert strip.handle_command("level")
    assert told == ["This kind of roll is always for Maneuver.", "This kind of roll has no difficulty."]


def test_before_the_first_throw_the_key_of_the_last_tasks_says_why_there_are_none(strip):
    told = []
    strip.message.connect(told.append)
    assert strip.handle_command("last")
    assert told == ["There are no last tasks yet: roll first (Space)."]


def test_other_commands_are_left_to_the_page(strip):
    assert not strip.handle_command("throw")
    assert not strip.handle_command("7")
    assert not strip.who.popup.isVisible()


def test_while_dice_move_the_button_shows_the_result(strip):
    allow(strip)
    strip.buttons.show_moving(True)
    assert strip.button.text() == "Show result"
    assert strip.button.isEnabled()
    assert not strip.by_hand.isEnabled()
    strip.buttons.show_moving(False)
    assert strip.button.text() == "Roll"
    assert strip.by_hand.isEnabled()


def test_while_dice_are_entered_the_button_uses_them_or_tells_what_is_missing(strip):
    allow(strip)
    before = strip.button.toolTip()
    strip.buttons.show_entry("2 dice are not entered yet.")
    assert (strip.button.text(), strip.button.isEnabled()) == ("Use these", True)
    assert "2 dice are not entered yet." in strip.button.toolTip()
    assert strip.button.accessibleDescription() == "2 dice are not entered yet."
    assert strip.button.property("kind") != "primary", "it does not look as if all were there"
    strip.buttons.show_entry("")
    assert (strip.button.text(), strip.button.property("kind")) == ("Use these", "primary")
    assert strip.button.accessibleDescription() == "Read the dice you entered (Return, Space, Ctrl+T)"
    strip.buttons.show_moving(True)
    assert strip.button.text() == "Show result"
    strip.buttons.show_moving(False)
    strip.buttons.show_entry(None)
    assert (strip.button.text(), strip.button.toolTip()) == ("Roll", before)


# --- room -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [100, 150])
def test_the_buttons_stay_in_view_however_little_room_there_is(strip, text):
    theme_of(strip).set_text_size(text)
    strip.show_character(armed())
    strip.show_request(replace(REQUESTS[1], items=(0, 1, 2)))
    strip.resize(strip.minimumSizeHint().width(), strip.minimumSizeHint().height())
    QApplication.processEvents()
    assert strip.rect().contains(strip.button.geometry())
    assert strip.rect().contains(strip.by_hand.geometry())
    assert strip.minimumSizeHint().width() <= 620


def test_what_is_pressed_is_large_enough(strip):
    strip.show_character(armed())
    strip.show_request(replace(REQUESTS[1], items=(0, 1, 2)))
    strip.window().resize(520, 1000)
    QApplication.processEvents()
    pressed = [strip.who, strip.last, strip.button, strip.by_hand, *strip.levels.segments.values()]
    assert all(each.height() >= 36 for each in pressed)


def test_where_there_is_no_room_for_names_the_one_chosen_is_said(strip):
    levels, said = strip.levels, strip.facts
    assert not levels.brief
    assert not said.isVisible()
    wide = levels.segments["easy"].height()
    theme_of(strip).set_text_size(150)
    strip.resize(600, 500)
    QApplication.processEvents()
    assert levels.brief
    assert levels.height() < 2 * wide, "one line"
    assert said.text() == "Average: 4 challenge dice."
    QTest.mouseClick(levels.segments["impossible"], Qt.MouseButton.LeftButton)
    assert said.text() == "Impossible: 12 challenge dice and 2 Nulls."
    QTest.mouseClick(levels.segments[""], Qt.MouseButton.LeftButton)
    assert not said.isVisible()
    theme_of(strip).set_text_size(100)
    strip.resize(520, 400)
    QApplication.processEvents()
    assert not levels.brief


def test_levels_are_marked_and_said(strip):
    strip.show_request(Request("magic", levels=3))
    assert [level for level, each in strip.levels.segments.items() if each.reached] == ["almost-impossible"]
    reached, _magic = strip.facts.text().splitlines()
    assert reached == "Average, 3 levels harder: Almost Impossible, 12 challenge dice."
    strip.show_request(Request("magic", difficulty="impossible", levels=1))
    assert "Nothing is harder than Impossible." in strip.facts.text()
    strip.show_request(Request("magic", difficulty="", levels=3))
    assert not any(each.reached for each in strip.levels.segments.values())
    assert "levels harder" not in strip.facts.text()


def test_tab_goes_through_the_strip_in_its_order(strip):
    strip.show_character(armed())
    strip.show_request(Request("melee", penalty=1))
    allow(strip, armed())
    strip.used()
    order, widget = [], strip.who
    for _ in range(400):
        order.append(widget)
        widget = widget.nextInFocusChain()
        if widget is strip.who:
            break
    fields = strip.form.fields
    wanted = [
        strip.who, strip.last, strip.chance.details, strip.by_hand, strip.button, fields["kind"], fields["skill"],
        fields["modifiers"], strip.levels.segments["average"], items(strip)[0], fields["penalty"],
    ]  # fmt: skip
    places = [order.index(each) for each in wanted]
    assert places == sorted(places)


def test_nobody_to_throw_against_is_told_before_the_throw(strip, shelf):
    key = f"file:{shelf.folder / 'Bob.bones'}"
    strip.show_request(Request("melee", difficulty="", opponent=key))
    allow(strip)
    assert strip.opponent.name == "Bob"
    assert not strip.missing
    (shelf.folder / "Bob.bones").unlink()
    strip.show_request(Request("melee", difficulty="", opponent=key))
    allow(strip)
    assert strip.opponent is None
    assert "Bob.bones" in strip.missing
    assert not strip.button.isEnabled()
    assert not strip.by_hand.isEnabled()
    assert strip.button.accessibleDescription() == strip.missing
    assert strip.chance.bar.said == "Nobody to roll against; choose another opponent."
    assert not strip.chance.details.isEnabled()
    strip.show_request(Request("melee"))
    allow(strip)
    assert not strip.missing
    assert strip.button.isEnabled()


def test_an_opponent_of_a_task_before_is_none_of_another_kind(strip):
    strip.show_request(Request("melee", difficulty="", opponent="block:goblin"))
    pick(strip.form.fields["kind"], ThrowKind.FALL)
    assert strip.opponent is None
    assert strip.request.opponent == ""
    pick(strip.form.fields["kind"], ThrowKind.TASK)
    assert strip.opponent.key == "block:goblin"


def test_the_skill_shows_its_icon(strip):
    skill = strip.form.fields["skill"]
    assert [choice.icon for choice in skill.model.rows] == [choice.key for choice in skill.model.rows]
    before = skill.grab().toImage()
    skill.set_choices([replace(choice, icon="") for choice in skill.model.rows], "maneuver")
    assert skill.grab().toImage() != before


def test_the_bow_is_proposed_for_a_shot_and_what_lies_idle_says_why(strip):
    character = ragnar()
    for item in ("sword", "longbow", "sword"):
        character = add_printed_item(rulebook(), character, item)
    strip.show_character(character)
    choose(strip, "missile")
    chips = items(strip)
    assert strip.request.items == (1,)
    choose(strip, "melee")
    assert strip.request.items == (0,)
    chips = items(strip)
    QTest.mouseClick(chips[2], Qt.MouseButton.LeftButton)
    assert strip.request.items == (0, 2)
    assert chips[2].text() == "Sword (not used)"
    assert "another weapon is used" in chips[2].toolTip()
    assert chips[0].text() == "Sword"
    QTest.mouseClick(chips[0], Qt.MouseButton.LeftButton)
    assert chips[2].text() == "Sword"


def test_of_two_bows_the_one_that_does_more_at_the_distance_is_proposed(strip):
    far = ItemDie(
        name="Far bow",
        kind=ItemKind.WEAPON,
        faces=die("missile,missile,missile,missile,missile,missile").faces,
        range_increment=200,
    )
    near = ItemDie(
        name="Near bow",
        kind=ItemKind.WEAPON,
        faces=die("missile x3,missile,missile,missile,missile,missile").faces,
        range_increment=20,
    )
    strip.show_character(ragnar().with_(equipment=(far, near)))
    choose(strip, "missile")
    assert strip.request.items == (1,)
    modify(strip, distance=150)
    assert strip.request.items == (0,)
    QTest.mouseClick(items(strip)[1], Qt.MouseButton.LeftButton)
    modify(strip, distance=10)
    assert strip.request.items == (1,), "what the player chose stays, what was proposed is proposed anew"


def test_magic_for_a_mundane_difficulty_is_one_level_harder(strip):
    strip.show_character(bob())
    choose(strip, "scholar")
    assert "by_magic" not in strip.form.shown
    choose(strip, "magic")
    chip = strip.form.fields["by_magic"]
    assert chip.isVisible()
    assert strip.task.difficulty == "average"
    QTest.mouseClick(chip, Qt.MouseButton.LeftButton)
    assert strip.task.difficulty == "challenging"
    assert strip.facts.text().startswith("Average, 1 level harder: Challenging")
    QTest.mouseClick(strip.levels.segments[""], Qt.MouseButton.LeftButton)
    assert chip.isHidden()
    assert strip.request.difficulty == ""
    assert strip.task.against is not None
    strip.show_character(bob().with_(id=OTHER))
    QTest.mouseClick(strip.levels.segments["easy"], Qt.MouseButton.LeftButton)
    assert not chip.isChecked()


def test_the_chosen_difficulty_is_in_view_in_a_low_strip(strip):
    """Half of it was below the edge."""
    for height in (330, 300, 270):
        strip.resize(262, height)
        for level in ("", "simple", "impossible"):
            strip.levels.set_level(level)
            QTest.qWait(1)
            chosen = strip.levels.segments[level]
            assert chosen.visibleRegion().boundingRect() == chosen.rect(), (height, level)
