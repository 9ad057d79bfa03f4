"""A blow: what comes of it is seen beforehand, and Enter makes it one step."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QScrollArea

from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.rules.bones.injury import injuries
from tests.pages.tracker.conftest import TODAY
from tests.support.people import ragnar
from tests.support.rulebooks import rulebook

LEFT = Qt.MouseButton.LeftButton


def armed(spiffs: int = 3):
    character = ragnar().with_(spiffs=spiffs)
    for name in ("sword", "full-shield", "medium-armour"):
        printed = next(die for die in rulebook().dice if die.id == name)
        character = injuries.add_item(character, injuries.item_from(printed))
    return character


@pytest.fixture
def blow(desk):
    def make(character=None, points: int = 3, **size: int):
        made = desk(character or armed(), **size)
        QTest.mouseClick(made.tab.blow_button, LEFT)
        made.form.fill("points", points)
        return made

    return make


def test_the_keys_begin_at_the_damage_and_enter_takes_the_blow(blow):
    made = blow()
    made.form.field("points").setFocus()
    made.form.enter("points")
    assert [entry.die for entry in made.character.lost] == [3, 2, 1]
    assert made.steps == ["Take a blow"]
    assert not made.tab.place.id


def test_b_opens_it_and_the_damage_can_be_typed_at_once(desk):
    made = desk(armed())
    QTest.keyClick(made.tab.rows.cards[0], Qt.Key.Key_B)
    field = made.tab.focusWidget()
    QTest.keyClicks(field, "2")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert len(made.character.lost) == 2


def test_the_cause_goes_along_and_names_the_step(desk):
    made = desk()
    made.tab.cause.setFocus()
    QTest.keyClicks(made.tab.cause, "troll")
    QTest.keyClick(made.tab.cause, Qt.Key.Key_Return)
    QTest.keyClick(made.tab.focusWidget(), Qt.Key.Key_Return)
    assert made.character.lost[0].cause == "troll"
    assert made.steps == ["Blow: troll"]


def test_what_would_come_of_it_is_said_and_marked(blow):
    made = blow(points=5)
    assert made.form.says[0] == "Lost: dice 4, 3, 2, 1. Below zero: 1."
    assert made.form.says[1] == "Then: Dying, 3 more and Ragnar dies"
    assert sum(box.coming for box in made.tab.head.boxes.boxes) == 5
    assert [card.mark for card in made.tab.rows.cards] == ["4", "3", "2", "1"]
    assert made.character.available() == (0, 1, 2, 3)


def test_death_beforehand(blow):
    made = blow(points=9)
    assert made.form.says[1] == "Then: Dead"
    assert "The rest changes nothing." in made.form.says[0]


def test_a_click_gives_a_die_up_and_another_keeps_it(blow):
    made = blow(points=2)
    QTest.mouseClick(made.tab.rows.cards[0], LEFT)
    assert made.form.answers.dice("dice") == (0,)
    assert made.form.words("dice") == "die 1 by choice, then die 4"
    assert made.tab.rows.buttons[0].text() == "Keep"
    QTest.mouseClick(made.tab.rows.buttons[0], LEFT)
    assert made.form.answers.dice("dice") == ()
    assert made.tab.rows.buttons[0].text() == "Give up"
    assert not made.steps


def test_the_owners_choice_is_what_is_lost(blow):
    made = blow(points=2)
    QTest.mouseClick(made.tab.rows.buttons[1], LEFT)
    QTest.mouseClick(made.tab.rows.buttons[0], LEFT)
    made.form.press()
    assert [entry.die for entry in made.character.lost] == [1, 0]


def test_more_dice_than_damage_keep_the_first_one(blow):
    made = blow(points=1)
    made.tab.pick(0)
    made.tab.pick(1)
    assert made.form.answers.dice("dice") == (1,)
    made.form.fill("points", 3)
    made.tab.pick(0)
    made.form.fill("points", 1)
    assert made.form.answers.dice("dice") == (1,)


def test_a_lost_die_cannot_be_given_up(blow):
    made = blow(injuries.lose(armed(), 2, "arrow"))
    QTest.mouseClick(made.tab.rows.cards[2], LEFT)
    assert made.refused == ["die-already-lost"]


def test_two_clicks_on_a_die_while_a_blow_is_prepared_lose_nothing(blow):
    made = blow()
    QTest.mouseClick(made.tab.rows.cards[0], LEFT)
    QTest.mouseDClick(made.tab.rows.cards[0], LEFT)
    assert not made.steps
    assert made.form.answers.dice("dice") == ()


def test_a_shield_absorbs_the_whole_blow_and_is_gone(blow):
    made = blow()
    assert [id for id in sorted(made.form.form.fields) if id.startswith("absorb")] == ["absorb-1", "absorb-2"]
    made.form.click("absorb-1")
    assert made.form.says[0] == "Full shield takes 3 damage and is gone. No die is lost."
    assert not made.form.field("absorb-2").isEnabled()
    assert "nothing more needs to be given up" in made.form.field("absorb-2").toolTip()
    assert not made.form.field("soaked").isEnabled()
    made.form.enter("points")
    assert [item.name for item in made.character.equipment] == ["Sword", "Medium armour"]
    assert not made.character.lost


def test_what_armour_did_is_told_and_the_next_blow_begins_without_a_cause(blow, qtbot):
    made = blow()
    made.tab.cause.setText("club")
    made.form.click("absorb-1")
    with qtbot.waitSignal(made.tab.message) as told:
        made.form.enter("points")
    assert told.args == ["Full shield: absorbed 3 damage, now ruined"]
    assert made.tab.cause.text() == ""


def test_by_house_rule_each_absorbs_one(blow):
    made = blow(armed().with_(house_rules=HouseRules(armour_absorbs_one_damage=True)))
    made.form.click("absorb-1")
    made.form.click("absorb-2")
    assert made.tab.forms.plan.absorbed == 2
    assert len(made.tab.forms.plan.dice) == 1


def test_poison_is_absorbed_by_nothing_and_frost_by_shields_only(blow):
    made = blow()
    made.form.click("absorb-2")
    made.form.choose("harm", "Frost or a beast's fire")
    assert [made.form.field(f"absorb-{place}").isEnabled() for place in (1, 2)] == [True, False]
    assert made.tab.forms.plan.absorbed == 0
    made.form.choose("harm", "Poison")
    assert [made.form.field(f"absorb-{place}").isEnabled() for place in (1, 2)] == [False, False]
    assert "do not absorb poison" in made.form.field("absorb-1").toolTip()


def test_spiffs_soak_one_damage_and_the_ledger_tells(blow):
    made = blow(points=1)
    assert made.form.field("soaked").text() == "Soak one damage · 2 spiffs"
    made.form.click("soaked")
    assert made.form.says[0] == "One damage is soaked for 2 spiffs. No die is lost."
    made.form.press()
    assert made.character.spiffs == 1
    assert (made.character.spiff_ledger[-1].reason, made.character.spiff_ledger[-1].on) == ("soak", TODAY)
    made.document.undo_stack.undo()
    assert made.character.spiffs == 3


def test_too_few_spiffs_are_told(blow):
    made = blow(armed(spiffs=1))
    assert not made.form.field("soaked").isEnabled()
    assert "spiff" in made.form.field("soaked").toolTip()


def test_without_armour_there_is_none_to_give(blow):
    made = blow(ragnar())
    assert not any(id.startswith("absorb") for id in made.form.form.fields)
    assert "no armour or shield" in [label.text() for label in made.form.form.findChildren(QLabel) if label.isVisible()]


def test_escape_closes_it_and_nothing_is_marked(blow):
    made = blow()
    made.form.escape("points")
    assert not made.tab.place.id
    assert not any(card.mark for card in made.tab.rows.cards)
    assert sum(box.coming for box in made.tab.head.boxes.boxes) == 0
    assert made.tab.rows.buttons[0].text() == "Lose"
    assert made.tab.blow_button.hasFocus()
    assert not made.steps


def test_enter_on_cancel_closes_it(blow):
    made = blow()
    made.form.cancel.setFocus()
    QTest.keyClick(made.form.cancel, Qt.Key.Key_Return)
    assert not made.tab.place.id
    assert not made.steps


def test_enter_at_the_dice_takes_the_blow(blow):
    made = blow(points=1)
    made.tab.rows.cards[0].setFocus()
    QTest.keyClick(made.tab.rows.cards[0], Qt.Key.Key_Return)
    assert made.steps == ["Take a blow"]


def test_it_follows_what_happens_meanwhile(blow):
    made = blow(points=2)
    made.tab.pick(0)
    made.document.apply("Lose die 1", lambda now: injuries.lose(now, 0))
    assert made.form.answers.dice("dice") == ()
    assert made.tab.forms.plan.dice == (3, 2)


def test_the_dead_take_no_more(desk):
    made = desk(injuries.slay(armed()))
    assert not made.tab.blow_button.isEnabled()
    assert made.tab.blow_button.toolTip() == "Killed outright"
    QTest.keyClick(made.tab.rows.cards[0], Qt.Key.Key_B)
    assert made.tab.forms.plan is None
    assert not made.form.can_be_done
    made.form.enter("points")
    assert made.refused == ["dead-already"]


def test_with_much_height_healing_stays_in_view(blow):
    assert not blow().tab.healing.isVisible()
    assert blow(width=2440, height=1240).tab.healing.isVisible()


def test_it_is_as_high_as_its_words_need_at_its_width(blow, qtbot):
    made = blow(width=1180, height=536)
    room = QScrollArea()
    qtbot.addWidget(room)
    made.theme.set_text_size(150)
    room.setWidgetResizable(True)
    room.setWidget(made.tab)
    room.resize(1180, 536)
    with qtbot.waitExposed(room):
        room.show()
    qtbot.waitUntil(lambda: made.tab.height() == made.tab.heightForWidth(made.tab.width()))
    form = made.form
    for label in (form.field("dice").words, *form.form.says):
        assert label.height() >= label.heightForWidth(label.width())
    assert form.form.rect().contains(form.act.geometry())
    room.takeWidget()
