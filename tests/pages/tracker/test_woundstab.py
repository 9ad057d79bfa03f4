"""Dice in and out by mouse and keys: every act is one step, and what is shown follows the character."""

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QScrollArea

from bones_desktop.rules.bones.book.character import CharacterKind
from bones_desktop.rules.bones.injury import injuries, magic
from tests.support.people import bob, ragnar, someone
from tests.support.rulebooks import rulebook

LEFT = Qt.MouseButton.LeftButton


def hurt(*dice: int, cause: str = "arrow"):
    character = ragnar().with_(day=17)
    for die in dice:
        character = injuries.lose(character, die, cause)
    return character.with_(day=20)


def test_the_tab_says_in_large_words_how_far_death_is(desk):
    made = desk(hurt(1))
    assert made.tab.head.title.text() == "Wounded"
    assert made.tab.head.said.text == "7 more and Ragnar dies"
    assert made.tab.head.boxes.accessibleName() == "1 of 8 damage taken"


def test_a_lost_die_stands_in_the_second_row_with_its_cause_and_how_long_ago(desk):
    made = desk(hurt(1))
    look = made.tab.rows.cards[1].look
    assert (look.lost, look.name, look.note) == (True, "arrow", "3 days ago")
    assert look.said.endswith("(lost 3 days ago: arrow)")
    tops = [die.y() for die in made.tab.rows.dice]
    assert tops[1] > tops[0] == tops[2] == tops[3]


def test_a_held_die_has_a_lock_and_the_name_of_its_effect(desk):
    made = desk(magic.maintain_by_health(ragnar(), "Light", 4, 3))
    look = made.tab.rows.cards[3].look
    assert (look.held, look.name, look.note) == (True, "Light", "held, today")
    assert "held by Light: it does not heal before that ends" in look.said
    QTest.mouseClick(made.tab.rows.buttons[3], LEFT)
    assert made.refused == ["die-held"]
    assert not made.steps


def test_the_button_below_a_die_loses_it_and_then_heals_it(desk):
    made = desk()
    made.tab.cause.setText("  spear ")
    QTest.mouseClick(made.tab.rows.buttons[1], LEFT)
    assert [(entry.die, entry.cause) for entry in made.character.lost] == [(1, "spear")]
    QTest.mouseClick(made.tab.rows.buttons[1], LEFT)
    assert not made.character.lost
    assert made.steps == ["Lose die 2", "Heal die 2"]


def test_two_clicks_on_a_die_lose_it(desk):
    made = desk()
    card = made.tab.rows.cards[2]
    QTest.mouseClick(card, LEFT)
    QTest.mouseDClick(card, LEFT)
    assert [entry.die for entry in made.character.lost] == [2]
    assert made.steps == ["Lose die 3"]


def test_a_click_chooses_a_die_and_i_and_h_move_it(desk):
    made = desk()
    QTest.mouseClick(made.tab.rows.cards[1], LEFT)
    assert made.tab.chosen == 1
    QTest.keyClick(made.tab.rows.cards[1], Qt.Key.Key_I)
    QTest.keyClick(made.tab.rows.cards[1], Qt.Key.Key_H)
    assert made.steps == ["Lose die 2", "Heal die 2"]


def test_enter_moves_a_die_that_was_clicked(desk):
    made = desk()
    QTest.mouseClick(made.tab.rows.cards[1], Qt.MouseButton.LeftButton)
    focused = made.tab.window().focusWidget()
    assert focused is made.tab.rows.cards[1]
    QTest.keyClick(focused, Qt.Key.Key_Return)
    assert [entry.die for entry in made.character.lost] == [1]


def test_digits_choose_and_enter_moves_the_die_the_keys_are_at(desk):
    made = desk()
    QTest.keyClick(made.tab.rows.cards[0], Qt.Key.Key_3)
    assert made.tab.chosen == 2
    assert made.tab.rows.cards[2].isChecked()
    made.tab.rows.cards[0].setFocus()
    QTest.keyClick(made.tab.rows.cards[0], Qt.Key.Key_Return)
    assert made.steps == ["Lose die 1"]


def test_tab_goes_along_the_rows(desk, qtbot):
    made = desk(hurt(0))
    cards = made.tab.rows.cards
    cards[1].setFocus()
    order = []
    for _ in cards:
        order.append(next(card.die for card in cards if card.hasFocus()))
        QTest.keyClick(made.tab.focusWidget(), Qt.Key.Key_Tab)
    assert order == [1, 2, 3, 0]


@pytest.mark.parametrize("form", ["blow", "treat", "hinder"])
def test_tab_goes_through_a_form_to_its_act_and_then_to_the_way_back(desk, form):
    made = desk(hurt(0))
    made.tab.forms.ask(form)
    opened, order = made.tab.place.form, []
    while made.tab.focusWidget() not in order:
        order.append(made.tab.focusWidget())
        QTest.keyClick(order[-1], Qt.Key.Key_Tab)
    inside = [each for each in order if opened.isAncestorOf(each)]
    assert len(inside) >= 4
    assert order[: len(inside)] == inside
    assert inside[-2:] == [opened.act, opened.cancel]


def test_letters_typed_as_a_cause_injure_no_one(desk):
    made = desk()
    made.tab.cause.setFocus()
    QTest.keyClicks(made.tab.cause, "hit by a spear 12")
    assert made.tab.cause.text() == "hit by a spear 12"
    assert not made.steps


def test_below_zero_until_dead(desk):
    made = desk(hurt(0, 1, 2, 3))
    assert made.tab.head.title.text() == "Incapacitated"
    assert made.tab.head.said.text == "4 more and Ragnar dies"
    assert made.tab.rows.more_damage.isVisible()
    QTest.mouseClick(made.tab.rows.more_damage, LEFT)
    assert made.tab.head.title.text() == "Dying"
    assert made.tab.head.said.text == "3 more and Ragnar dies"
    for _ in range(3):
        QTest.keyClick(made.tab, Qt.Key.Key_I)
    assert made.tab.head.title.text() == "Dead"
    assert made.tab.head.said.text == "8 damage is twice the 4 dice"
    assert not made.tab.rows.more_damage.isVisible()
    QTest.keyClick(made.tab, Qt.Key.Key_I)
    assert made.refused == ["dead-already"]


def test_a_horde_breaks(desk):
    made = desk(someone(CharacterKind.HORDE, *["universal,melee,melee,defend,defend,blank"] * 3))
    assert made.tab.head.said.text == "3 more and the horde breaks"
    assert len(made.tab.head.boxes.boxes) == 3
    for _ in range(3):
        made.tab.injure()
    assert made.tab.head.title.text() == "Broken"


def test_what_was_done_can_be_undone_and_is_seen(desk):
    made = desk()
    made.tab.injure()
    made.document.undo_stack.undo()
    assert made.tab.head.title.text() == "Unhurt"
    assert made.tab.rows.none_out.isVisible()


def test_another_character_begins_anew(desk):
    made = desk()
    made.tab.choose(3)
    made.tab.cause.setText("spear")
    made.tab.prepare_blow()
    made.document.open(bob())
    assert made.tab.chosen == -1
    assert made.tab.cause.text() == ""
    assert not made.tab.place.id
    assert made.tab.head.said.text == "8 more and Bob dies"


def test_a_hidden_tab_catches_up(desk):
    made = desk()
    made.tab.hide()
    made.document.apply("Lose die 1", lambda now: injuries.lose(now, 0))
    assert not made.tab.rows.cards[0].look.lost
    made.tab.show()
    assert made.tab.rows.cards[0].look.lost


def test_a_read_only_character_is_not_changed(desk):
    made = desk()
    made.document.open(ragnar(), read_only=True)
    made.tab.injure()
    assert made.refused == ["read-only-character"]


def test_a_character_without_dice_is_told_so(desk):
    made = desk(ragnar().with_(dice=()))
    assert made.tab.head.said.text == "There are no dice yet"
    assert not made.tab.blow_button.isEnabled()
    made.tab.setFocus()
    QTest.keyClick(made.tab, Qt.Key.Key_I)
    assert made.refused == ["no-dice-to-lose"]


def test_dice_take_the_room_there_is_and_never_flicker(desk, qtbot):
    made = desk()
    assert made.tab.rows.scale > 1.3
    large = made.tab.rows.scale
    made.tab.resize(2440, 1240)
    qtbot.waitUntil(lambda: made.tab.rows.scale > large)
    made.tab.resize(830, 400)
    qtbot.waitUntil(lambda: made.tab.rows.scale == 1.0)
    rows = made.tab.rows
    qtbot.waitUntil(lambda: all(rows.rect().contains(die.geometry()) for die in rows.dice))


def test_a_narrow_page_puts_healing_below(desk, qtbot):
    made = desk(width=620, height=900)
    qtbot.waitUntil(lambda: made.tab.healing.x() == 0)
    assert made.tab.healing.y() > made.tab.rows.height()


@pytest.mark.parametrize("count", [1, 4, 10, 40])
def test_it_can_be_painted_in_every_theme_and_size(desk, count):
    crowd = someone(CharacterKind.BEAST, *["universal,melee,melee,defend,defend,blank"] * count)
    made = desk(injuries.suffer_all(crowd, count + 1))
    for name in ("parchment", "contrast", "iron"):
        made.theme.set_theme(name)
        assert not made.tab.grab().isNull()
    made.theme.set_text_size(150)
    assert not made.tab.grab().isNull()
    assert len(made.tab.head.boxes.boxes) == 2 * count
    boxes = made.tab.head.boxes
    assert all(boxes.box_at(place).right() <= boxes.width() for place in range(2 * count))


def test_within_room_to_scroll_what_is_seen_decides_not_what_the_tab_holds(desk, qtbot):
    made = desk(someone(CharacterKind.BEAST, *["universal,melee,melee,defend,defend,blank"] * 40))
    room = QScrollArea()
    qtbot.addWidget(room)
    room.setWidgetResizable(True)
    room.setWidget(made.tab)
    room.resize(1250, 580)
    room.show()
    qtbot.waitUntil(lambda: made.tab.height() > 1_000)
    made.tab.prepare_blow()
    assert not made.tab.healing.isVisible()
    room.resize(1250, 1_300)
    qtbot.waitUntil(made.tab.healing.isVisible)
    room.takeWidget()


def test_the_room_it_was_in_may_be_gone(desk, qtbot):
    """What was around it was kept, and asked for its height after it was deleted."""
    made = desk(hurt(1))
    room = QScrollArea()
    room.setWidget(made.tab)
    made.tab.resize(800, 600)
    room.show()
    qtbot.waitUntil(made.tab.isVisible)
    room.takeWidget()
    shiboken6.delete(room)
    made.tab.resize(1250, 580)
    made.tab.show()
    QTest.qWait(20)
    assert made.tab.rows.scale > 1.0


def test_long_names_take_no_more_room(desk, qtbot):
    made = desk(ragnar())
    qtbot.waitUntil(lambda: made.tab.healing.x() > 0)
    width = made.tab.healing.width()
    name = "W" * 200
    shield = next(die for die in rulebook().dice if die.id == "full-shield")
    item = injuries.item_from(shield).with_(name=name)
    poison = injuries.hindering_from(next(die for die in rulebook().dice if die.name == "Poison"))
    long = injuries.add_item(injuries.lose(ragnar().with_(name=name), 0, name), item)
    made.document.apply("Name", lambda _now: injuries.add_hindering(long, poison.with_(name=name)))
    made.tab.prepare_blow()
    made.form.click("absorb-0")
    QTest.qWait(20)
    assert made.form.form.width() == width
    made.tab.place.close()
    QTest.qWait(20)
    assert (made.tab.healing.width(), made.tab.hindering.width()) == (width, width)
