"""The odds on the Build page: the tab with all skills, and the strip below the dice."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLabel

from bones_desktop.pages.builder.builderpanel import Tab
from bones_desktop.pages.builder.explain import skill_of
from bones_desktop.rules.bones.book.attempts import Task, eligibility
from bones_desktop.rules.bones.book.character import CharacterKind
from bones_desktop.rules.bones.book.characterdice import task_pool
from bones_desktop.rules.bones.book.icons import face
from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.reading.odds import OddsCalculator
from bones_desktop.rules.bones.reading.requests import usual_items
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.rows import ROW_ROLE
from bones_desktop.wording.chances import chance_text, percent, percent_change
from tests.support.people import bob, die, ragnar, someone
from tests.support.rulebooks import rulebook


def expected(character, skill, difficulty, items=()):
    """Return the chance of a task from the rules alone."""
    odds = OddsCalculator(rulebook(), character.house_rules)
    return odds.task(Task(skill, difficulty), task_pool(rulebook(), character, items)).success


def armed():
    return injuries.add_printed_item(rulebook(), ragnar(), "sword")


@pytest.fixture
def page(bench):
    """Return a bench with the Odds tab of an armed Ragnar in view."""

    def opened(character=None):
        here = bench(character or armed())
        here.panel.tabs.setCurrentIndex(Tab.ODDS)
        return here

    return opened


def in_strip(here, skill):
    return next(cell for cell in here.panel.dice.strip.model.rows if cell.skill == skill)


@pytest.mark.parametrize(("percent", "beside"), [(100, True), (150, True), (200, False)])
def test_the_one_task_is_whole_beside_the_table_or_below_it(page, percent, beside):
    here = page()
    here.panel.resize(1172, 560)
    here.theme.set_text_size(percent)
    full = here.panel.odds.full
    here.qtbot.waitUntil(lambda: (full.chart.mapTo(full, QPoint()).x() > full.table.geometry().right()) is beside)
    assert full.chart.width() == full.heading.width() >= full.chart.minimumSizeHint().width()
    assert full.chart.mapTo(full, full.chart.rect().topRight()).x() < full.width() <= 1172
    assert beside or full.chart.mapTo(full, QPoint()).y() > full.table.geometry().bottom()


def test_the_skill_of_the_face_selected_is_marked_below_the_dice(bench):
    here = bench(ragnar())
    here.click_face(0, 4)
    assert [cell.skill for cell in here.panel.dice.strip.model.rows if cell.marked] == ["melee"]


def test_an_edit_shows_what_it_changed_and_undo_takes_it_back(bench):
    here = bench(ragnar())
    before = expected(ragnar(), "melee", "average")
    here.click_face(3, 5)
    here.click_icon("melee")
    after = expected(here.document.character, "melee", "average")
    gained, lost = percent_change(before, after), percent_change(after, before)
    assert gained.startswith("+")
    assert lost.startswith("−")
    assert in_strip(here, "melee").chance == percent(after)
    here.document.undo_stack.undo()
    assert (in_strip(here, "melee").chance, in_strip(here, "melee").change) == (percent(before), lost)


def test_a_skill_below_the_dice_opens_its_cell_in_the_table(bench, qtbot):
    here = bench(ragnar())
    strip = here.panel.dice.strip
    row = [cell.skill for cell in strip.model.rows].index("melee")
    at = strip.view.visualRect(strip.model.index(row)).center()
    qtbot.mouseClick(strip.view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert here.panel.tabs.currentIndex() == Tab.ODDS
    assert (here.panel.odds.full.skill, here.panel.odds.full.difficulty) == ("melee", "average")


def test_pointing_at_an_icon_says_what_it_would_change(bench, qtbot):
    here = bench(ragnar())
    here.click_face(3, 5)
    panel = here.panel.dice.palette_panel
    index = panel.model.index(panel.model.row_of("melee"))
    panel.view.scrollTo(index)
    qtbot.mouseMove(panel.view.viewport(), panel.view.visualRect(index).center())
    qtbot.waitUntil(lambda: in_strip(here, "melee").then is not None)
    then = here.document.skill_odds_if(3, 5, face("melee"), None)
    average = [level.id for level in rulebook().difficulties].index("average")
    place = [skill.id for skill in rulebook().skills].index("melee")
    gained = percent_change(expected(ragnar(), "melee", "average"), then[place].chances[average])
    assert in_strip(here, "melee").change == gained
    assert f"Melee {gained}" in panel.why.said


def test_the_cell_chosen_stays_chosen(page):
    here = page()
    here.panel.odds.choose("riding", "easy")
    here.panel.tabs.setCurrentIndex(Tab.STORY)
    here.document.apply("Lose", lambda now: injuries.lose(now, 3))
    here.document.open(bob().with_(id="f" * 32))
    here.panel.tabs.setCurrentIndex(Tab.ODDS)
    assert (here.panel.odds.full.skill, here.panel.odds.full.difficulty) == ("riding", "easy")
    assert here.panel.odds.full.heading.text() == "Riding against Easy"
    assert here.panel.dice.strip.difficulty == "easy"


def test_nothing_is_worked_out_while_the_page_is_hidden(bench, monkeypatch):
    here = bench(ragnar())
    worked: list[object] = []
    skill = OddsCalculator.skill
    monkeypatch.setattr(OddsCalculator, "skill", lambda *args, **kwargs: worked.append(args) or skill(*args, **kwargs))
    here.panel.hide()
    here.document.apply("Lose", lambda now: injuries.lose(now, 3))
    here.document.undo_stack.undo()
    here.document.undo_stack.redo()
    assert not worked
    here.panel.show()
    assert len(worked) == len(rulebook().skills)
    assert in_strip(here, "maneuver").chance == percent(expected(here.document.character, "maneuver", "average"))
    here.panel.tabs.setCurrentIndex(Tab.ODDS)
    assert len(worked) == len(rulebook().skills), "strip and tab share what was worked out"


def test_equipment_is_thrown_along_when_ticked(page, qtbot):
    here = page()
    odds = here.panel.odds
    odds.choose("melee", "average")
    assert [chip.text() for chip in odds.full.chips] == ["Sword"]
    assert odds.full.chips[0].isChecked(), "a sword goes along with Melee, as on the Table page"
    along = odds.full.chart.read_out
    qtbot.mouseClick(odds.full.chips[0], Qt.MouseButton.LeftButton)
    assert odds.full.items == ()
    assert expected(armed(), "melee", "average") != expected(armed(), "melee", "average", (0,))
    assert odds.full.chart.read_out != along
    qtbot.mouseClick(odds.full.chips[0], Qt.MouseButton.LeftButton)
    assert odds.full.items == (0,)
    assert odds.full.chart.read_out == along
    here.panel.tabs.setCurrentIndex(Tab.DICE)
    assert in_strip(here, "melee").chance == percent(expected(armed(), "melee", "average", (0,)))


def test_each_skill_has_its_usual_equipment_along_until_the_player_chooses(page, qtbot):
    clad = armed()
    for item in ("full-shield", "medium-armour"):
        clad = injuries.add_printed_item(rulebook(), clad, item)
    here = page(clad)
    odds = here.panel.odds
    for skill in rulebook().skills:
        odds.choose(skill.id, "easy")
        usual = usual_items(rulebook(), clad, skill.id)
        assert tuple(place for place, chip in enumerate(odds.full.chips) if chip.isChecked()) == usual
        wanted = expected(clad, skill.id, "easy", usual)
        if eligibility(rulebook(), clad.house_rules, Task(skill.id, "easy"), task_pool(rulebook(), clad)).allowed:
            assert cell(here, skill.id, "easy") == percent(wanted)
    assert cell(here, "maneuver", "easy") != percent(expected(clad, "maneuver", "easy"))
    odds.choose("maneuver", "easy")
    for chip in odds.full.chips[1:]:
        qtbot.mouseClick(chip, Qt.MouseButton.LeftButton)
    assert cell(here, "maneuver", "easy") == percent(expected(clad, "maneuver", "easy"))
    here.document.open(clad.with_(id="e" * 32))
    here.panel.tabs.setCurrentIndex(Tab.ODDS)
    assert odds.full.items is None


def test_the_equipment_heading_is_not_there_without_equipment(bench):
    here = bench(ragnar())
    here.panel.tabs.setCurrentIndex(Tab.ODDS)
    shown = [label.text() for label in here.panel.odds.full.findChildren(QLabel) if label.isVisible()]
    assert "Maneuver against Average" in shown
    assert not [text for text in shown if "rolled too" in text]


def test_a_tick_stays_with_its_die(page, qtbot):
    here = page()
    here.panel.odds.choose("social", "average")
    qtbot.mouseClick(here.panel.odds.full.chips[0], Qt.MouseButton.LeftButton)
    here.document.apply("Add", lambda now: injuries.add_printed_item(rulebook(), now, "full-shield"))
    assert here.panel.odds.full.items == (0,)
    here.document.apply("Remove", lambda now: injuries.remove_item(now, 0))
    assert here.panel.odds.full.items == ()
    assert [chip.text() for chip in here.panel.odds.full.chips] == ["Full shield"]
    here.document.undo_stack.undo()
    assert here.panel.odds.full.items == (), "a die that comes back is not rolled too unasked"


def test_it_says_what_is_taken_for_granted(page):
    here = page(ragnar())
    assert not here.panel.odds.full.notes.isVisible()
    poison = injuries.hindering_from(rulebook().die("poison"))
    here.document.apply("Poison", lambda now: injuries.add_hindering(now, poison))
    here.document.apply("Lose", lambda now: injuries.lose(now, 3))
    here.document.apply("Empty", lambda now: now.with_(dice=(*now.dice[:3], now.dice[3].with_(faces=(face(""),) * 6))))
    assert here.panel.odds.full.notes.text().splitlines() == [
        "Hindering dice are always rolled too: Poison.",
        "One die is lost and left out.",
        "Empty faces count as blank.",
    ]


@pytest.mark.parametrize("kind", [CharacterKind.CAST, CharacterKind.BEAST, CharacterKind.HORDE])
def test_everyone_has_odds(page, kind):
    here = page(someone(kind, "universal,physical,melee,melee,bite x2,blank"))
    here.panel.odds.choose("melee", "easy")
    assert here.panel.odds.full.heading.text() == "Melee against Easy"
    here.document.open(someone(kind).with_(id="e" * 32))
    here.panel.tabs.setCurrentIndex(Tab.ODDS)
    assert "There is no die left to roll" in here.panel.odds.full.cap.text()


def test_the_odds_are_reached_by_keys_alone(bench):
    here = bench(ragnar())
    here.panel.tabs.setFocus()
    for _tab in range(Tab.ODDS - Tab.DICE):
        here.key(Qt.Key.Key_Right)
    assert here.panel.tabs.currentIndex() == Tab.ODDS
    here.panel.setFocus()
    here.key(Qt.Key.Key_Down)
    here.key(Qt.Key.Key_Right)
    assert here.panel.odds.full.heading.text() == "Melee against Challenging"


def test_a_mastery_belongs_to_its_skill():
    assert skill_of(rulebook(), face("riposte")) == "melee"
    assert skill_of(rulebook(), face("physical")) == ""
    assert skill_of(rulebook(), face("no-such-icon")) == ""
    assert skill_of(rulebook(), face("")) == ""


def test_the_heading_is_written_as_one_from_the_first_showing_on(page, qapp):
    Theme("iron").apply(qapp)
    try:
        here = page()
        assert here.panel.odds.full.heading.font().pixelSize() == here.theme.px(20)
    finally:
        qapp.setStyleSheet("")


def cell(here, skill, difficulty, role=Qt.ItemDataRole.DisplayRole):
    return here.panel.odds.full.table.chance_model.place(skill, difficulty).data(role)


def test_the_table_says_what_the_rules_say_of_every_skill(page):
    here = page(bob())
    for skill in rulebook().skills:
        for level in rulebook().difficulties:
            chance = expected(bob(), skill.id, level.id)
            allowed = OddsCalculator(rulebook(), bob().house_rules).task(
                Task(skill.id, level.id), task_pool(rulebook(), bob())
            )
            assert cell(here, skill.id, level.id) == (percent(chance) if allowed.allowed else "–")


def test_the_table_follows_edits_undo_and_ticks_and_marks_what_changed(page, qtbot):
    here = page()
    first = expected(armed(), "melee", "average", (0,))
    here.document.apply("Lose", lambda now: injuries.lose(now, 3))
    hurt = expected(here.document.character, "melee", "average", (0,))
    assert cell(here, "melee", "average") == percent(hurt)
    assert cell(here, "melee", "average", ROW_ROLE).change == percent_change(first, hurt)
    here.document.undo_stack.undo()
    assert cell(here, "melee", "average", ROW_ROLE).change == percent_change(hurt, first)
    here.panel.odds.choose("melee", "average")
    qtbot.mouseClick(here.panel.odds.full.chips[0], Qt.MouseButton.LeftButton)
    assert cell(here, "melee", "average") == percent(expected(armed(), "melee", "average"))
    here.document.open(bob().with_(id="f" * 32))
    here.panel.tabs.setCurrentIndex(Tab.ODDS)
    assert cell(here, "missile", "average") == percent(expected(bob(), "missile", "average"))
    assert cell(here, "missile", "average", ROW_ROLE).change == "", "another character is no change"


def test_the_chart_tells_the_cell_chosen_in_words_too(page):
    here = page(ragnar())
    here.panel.odds.choose("riding", "easy")
    chance = chance_text(expected(ragnar(), "riding", "easy"))
    assert here.panel.odds.full.chart.read_out.startswith(f"Success: {chance}")
    assert here.panel.odds.full.chart.accessibleDescription().startswith("Net successes:")
    here.panel.odds.choose("magic", "easy")
    assert "Magic needs at least one fitting icon" in here.panel.odds.full.chart.accessibleDescription()


def test_enter_goes_on_to_the_chart(page):
    here = page(ragnar())
    here.panel.odds.full.table.setFocus()
    here.key(Qt.Key.Key_Return)
    assert here.panel.odds.full.chart.hasFocus()


@pytest.mark.parametrize("text", [100, 150])
def test_it_fits_a_small_screen(page, text):
    here = page()
    here.theme.set_text_size(text)
    hint = here.panel.minimumSizeHint()
    assert hint.width() <= 1240
    assert hint.height() <= 560
    here.panel.resize(1240, 560)
    assert not here.panel.grab().isNull()


def test_the_columns_of_the_chart_can_be_told_apart_beside_much_equipment_in_large_text(page):
    character = ragnar()
    for item in ("sword", "short-bow", "full-shield", "medium-armour"):
        character = injuries.add_printed_item(rulebook(), character, item)
    here = page(character)
    here.theme.set_text_size(150)
    here.panel.resize(1240, 560)
    full = here.panel.odds.full
    here.qtbot.waitUntil(lambda: full.chart.height() >= full.chart.minimumSizeHint().height())
    assert full.chart.geometry().bottom() < full._along.geometry().top(), "nothing lies over it"


def test_automatic_successes_are_counted(page):
    full = die("universal,physical,melee,melee,defend,maneuver")
    hero = ragnar().with_(dice=(full,) * 10, sessions=20)
    here = page(hero)
    task = Task("melee", "difficult", automatic=2)
    chance = OddsCalculator(rulebook(), hero.house_rules).task(task, task_pool(rulebook(), hero)).success
    assert cell(here, "melee", "difficult") == percent(chance)
    assert here.panel.odds.full.notes.text() == "Automatic successes are counted: 2."
    here.panel.odds.choose("melee", "difficult")
    assert here.panel.odds.full.chart.read_out.startswith(f"Success: {chance_text(chance)}")


def test_ticked_equipment_that_does_not_count_is_named_below_the_odds(page, qtbot):
    clad = injuries.add_printed_item(rulebook(), armed(), "buckler")
    here = page(injuries.add_printed_item(rulebook(), clad, "buckler"))
    odds = here.panel.odds
    odds.choose("defend", "easy")
    assert "does not count" not in odds.full.notes.text()
    qtbot.mouseClick(odds.full.chips[-1], Qt.MouseButton.LeftButton)
    assert "Buckler does not count: only one shield does." in odds.full.notes.text()
