"""A pinned build beside the build now, on the Odds tab."""

import pytest
from PySide6.QtCore import Qt

from bones_desktop.pages.builder.builderpanel import Tab
from bones_desktop.pages.builder.oddspage import die_lines
from bones_desktop.rules.bones.book.attempts import Task
from bones_desktop.rules.bones.book.character import CharacterDie, Created
from bones_desktop.rules.bones.book.characterdice import task_pool
from bones_desktop.rules.bones.book.definitions import ActionClass
from bones_desktop.rules.bones.book.icons import face
from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.life.packs import with_packs
from bones_desktop.rules.bones.making.edits import set_house_rules, with_face
from bones_desktop.rules.bones.reading.odds import OddsCalculator
from bones_desktop.rules.bones.reading.requests import usual_items
from bones_desktop.widgets.charts.chancetable import CAP, NOW, PINNED
from bones_desktop.widgets.lists.line import Line
from bones_desktop.widgets.rows import ROW_ROLE
from bones_desktop.wording.chances import percent, percent_change
from tests.support.packs import norse
from tests.support.people import bob, ragnar
from tests.support.rulebooks import rulebook


def chance(character, skill, difficulty="average"):
    items = usual_items(rulebook(), character, skill)
    odds = OddsCalculator(rulebook(), character.house_rules)
    return odds.task(Task(skill, difficulty), task_pool(rulebook(), character, items)).success


def click(qtbot, widget):
    qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)


@pytest.fixture
def pinned(bench, qtbot):
    """Return a bench whose character was pinned on the Odds tab."""

    def opened(character=None):
        here = bench(character or ragnar())
        here.panel.tabs.setCurrentIndex(Tab.ODDS)
        click(qtbot, here.panel.odds.pin_bar.pin)
        return here

    return opened


def cell(here, skill, column, role=Qt.ItemDataRole.DisplayRole):
    model = here.panel.odds.comparison.table.compare_model
    return model.index([row[0].key for row in model.rows].index(skill), column).data(role)


def put(here, code, die=3, number=5):
    here.document.apply("Put", lambda now: with_face(now, die, number, face(code)))


def test_a_pinned_build_stands_beside_the_one_now_and_every_edit_is_followed(pinned):
    here = pinned()
    assert here.panel.odds.is_comparing
    assert here.panel.odds.comparison.isVisible()
    put(here, "riding")
    now = here.document.character
    for skill in ("melee", "riding", "maneuver"):
        assert cell(here, skill, PINNED) == percent(chance(ragnar(), skill))
        assert cell(here, skill, NOW) == percent(chance(now, skill))
        difference = percent_change(chance(ragnar(), skill), chance(now, skill))
        assert cell(here, skill, NOW, ROW_ROLE).change == difference
    assert (cell(here, "riding", CAP), cell(here, "riding", CAP, ROW_ROLE).change) == ("2 → 4", "+2")
    put(here, "craft", 0, 3)
    assert (cell(here, "riding", CAP), cell(here, "riding", CAP, ROW_ROLE).change) == ("2", "")
    assert (cell(here, "craft", PINNED), cell(here, "craft", CAP)) == ("–", "– → 2")
    here.document.undo_stack.undo()
    here.document.undo_stack.undo()
    assert cell(here, "riding", NOW, ROW_ROLE).change == ""


def marked(line: Line) -> set[int]:
    return {place for place, face in enumerate(line.faces) if face.marked}


def test_both_builds_show_their_dice_and_what_differs(pinned):
    here = pinned(bob())
    put(here, "craft", 0, 2)
    comparison = here.panel.odds.comparison
    before, now = comparison.pinned.view.lines.rows, comparison.now.view.lines.rows
    assert [face.code for face in before[0].faces] == [shown.code for shown in bob().dice[0].faces]
    assert marked(before[0]) == marked(now[0]) == {2}
    assert now[0].faces[2].code == "craft"
    assert not marked(now[1])
    assert comparison.pinned.magic.text() == "Safe uses of magic: 5. Themes: 1."
    assert comparison.now.magic.text() == "Safe uses of magic: 4. Themes: 1."
    assert "Different faces: 3." in now[0].spoken


def test_another_difficulty_is_compared_at_and_kept_by_the_whole_tab(pinned):
    here = pinned()
    odds = here.panel.odds
    odds.pin_bar.against.popup.picked.emit(odds.pin_bar.against.model.rows[0])
    easy = rulebook().difficulties[0].id
    assert odds.full.difficulty == easy
    assert cell(here, "melee", NOW) == percent(chance(ragnar(), "melee", easy))
    odds.set_difficulty("difficult")
    assert cell(here, "melee", NOW) == percent(chance(ragnar(), "melee", "difficult"))
    assert odds.pin_bar.against.text() == "Difficult"
    assert odds.is_comparing


def test_the_two_views_take_turns_and_the_pin_stays(pinned, qtbot):
    here = pinned()
    odds = here.panel.odds
    click(qtbot, odds.pin_bar.compare)
    assert odds.full.isVisible()
    put(here, "riding")
    click(qtbot, odds.pin_bar.compare)
    assert cell(here, "riding", CAP) == "2 → 4"
    click(qtbot, odds.pin_bar.unpin)
    assert odds.full.isVisible()
    assert not odds.pin_bar.compare.isVisible()
    assert not odds.pin_bar.unpin.isVisible()


def test_a_second_pin_takes_the_place_of_the_first(pinned, qtbot):
    here = pinned()
    put(here, "riding")
    click(qtbot, here.panel.odds.pin_bar.pin)
    assert cell(here, "riding", CAP) == "4"
    assert cell(here, "riding", NOW, ROW_ROLE).change == ""


def test_the_build_it_was_finished_with_can_be_compared_with(bench, qtbot):
    here = bench(ragnar())
    odds = here.panel.odds
    here.panel.tabs.setCurrentIndex(Tab.ODDS)
    assert not odds.pin_bar.created.isVisible()
    here.document.apply("Finish", lambda now: now.with_(created=Created(dice=ragnar().dice)))
    put(here, "riding")
    click(qtbot, odds.pin_bar.created)
    assert odds.comparison.pinned.title.text() == "As created"
    assert cell(here, "riding", CAP) == "2 → 4"
    assert not odds.pin_bar.created.isVisible(), "it is pinned already"


def test_each_character_keeps_its_own_pin(pinned):
    here = pinned()
    put(here, "riding")
    changed = here.document.character
    here.document.open(bob().with_(id="f" * 32))
    here.panel.tabs.setCurrentIndex(Tab.ODDS)
    assert not here.panel.odds.is_comparing
    here.document.open(changed)
    here.panel.tabs.setCurrentIndex(Tab.ODDS)
    assert here.panel.odds.is_comparing
    assert cell(here, "riding", CAP) == "2 → 4"


def test_choosing_a_skill_shows_all_its_chances(pinned):
    here = pinned()
    odds = here.panel.odds
    table = odds.comparison.table
    table.setFocus()
    table.setCurrentIndex(table.compare_model.index(table.compare_model.row_of("riding"), NOW))
    here.key(Qt.Key.Key_Return)
    assert odds.full.isVisible()
    assert odds.full.table.hasFocus()
    assert odds.full.heading.text() == "Riding against Average"


def test_the_keys_go_to_the_view_that_is_shown(pinned):
    here = pinned()
    here.panel.setFocus()
    assert here.panel.odds.comparison.table.hasFocus()


def test_both_builds_are_played_by_the_rules_of_now(pinned):
    here = pinned(ragnar().with_(dice=(*ragnar().dice[:3], with_face(ragnar(), 3, 5, face("unarmed")).dice[3])))
    assert cell(here, "unarmed", CAP) == "2"
    rules = HouseRules(unarmed_class=ActionClass.SPECIAL)
    here.document.apply("Rules", lambda now: set_house_rules(now, rules))
    assert cell(here, "unarmed", CAP) == "1"
    assert cell(here, "unarmed", NOW, ROW_ROLE).change == ""


def test_both_builds_are_read_by_the_packs_there_are_now(pinned):
    book = with_packs(rulebook(), [norse()])
    faces = tuple(face(code) for code in ("universal", "physical", "sailor", "melee", "magic", "magic"))
    norseman = ragnar().with_(dice=(CharacterDie(template="norse/sea-farer", faces=faces), *ragnar().dice[1:]))
    here = pinned(norseman)
    cards = here.panel.odds.comparison.pinned, here.panel.odds.comparison.now
    assert [card.view.lines.rows[0].text for card in cards] == ["1  Sea farer"] * 2
    here.document.set_rulebook(book)
    assert [card.view.lines.rows[0].text for card in cards] == ["1  Sea-farer"] * 2


def test_the_odds_of_the_pinned_build_follow_the_rulebook(pinned, monkeypatch):
    here = pinned()
    weighed = []
    of = here.document.skill_odds_of
    monkeypatch.setattr(here.document, "skill_odds_of", lambda build: weighed.append(build) or of(build))
    here.document.set_rulebook(with_packs(rulebook(), [norse()]))
    assert len(weighed) == 1
    put(here, "riding")
    assert len(weighed) == 1


def test_equipment_and_injuries_are_told_with_each_build(pinned):
    here = pinned(injuries.add_printed_item(rulebook(), ragnar(), "sword"))
    here.document.apply("Lose", lambda now: injuries.lose(now, 3))
    comparison = here.panel.odds.comparison
    assert comparison.pinned.notes.text() == "Each skill uses its default equipment."
    assert comparison.now.notes.text().endswith("One die is lost and left out.")
    gone = comparison.now.view.lines.rows[3]
    assert gone.faces[0].lost
    assert "lost" in gone.spoken
    assert cell(here, "melee", NOW) == percent(chance(here.document.character, "melee"))


def test_nothing_is_compared_while_the_tab_is_hidden(pinned, monkeypatch):
    here = pinned()
    here.panel.tabs.setCurrentIndex(Tab.DICE)
    model = here.panel.odds.comparison.table.compare_model
    told: list[object] = []
    monkeypatch.setattr(model, "compare", lambda *args: told.append(args))
    put(here, "riding")
    assert not told
    here.panel.tabs.setCurrentIndex(Tab.ODDS)
    assert told


def test_a_die_the_other_build_lacks_is_marked_whole():
    grown = ragnar().with_(dice=(*ragnar().dice, ragnar().dice[0]))
    row = die_lines(rulebook(), grown, ragnar())[4]
    assert marked(row) == {0, 1, 2, 3, 4, 5}
    assert row.spoken.endswith("The other build lacks this die.")


def test_equipment_is_among_the_dice_compared():
    armed = injuries.add_printed_item(rulebook(), ragnar(), "sword")
    *own, sword = die_lines(rulebook(), armed, ragnar())
    assert not any(marked(row) for row in own)
    assert (sword.text, sword.faces[0].body) == ("Sword", "steel")
    assert marked(sword) == {0, 1, 2, 3, 4, 5}
    assert not marked(die_lines(rulebook(), armed, armed)[-1])


@pytest.mark.parametrize("text", [100, 150])
def test_it_fits_a_small_screen(pinned, text):
    here = pinned(ragnar().with_(created=Created(dice=ragnar().dice)))
    here.theme.set_text_size(text)
    hint = here.panel.odds.minimumSizeHint()
    assert hint.width() <= 1200
    assert hint.height() <= 520
