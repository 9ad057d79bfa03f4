"""Damage and healing by dice: every act one step, what is shown follows the character."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.pages.table.injuriespanel import InjuriesPanel
from bones_desktop.rules.bones.book.character import CharacterKind
from bones_desktop.rules.bones.injury import injuries
from bones_desktop.theme.theme import Theme
from tests.support.focushome import is_home, make_home
from tests.support.people import bob, ragnar, someone
from tests.support.rulebooks import rulebook
from tests.support.taborder import out_of_order, tab_stops


@pytest.fixture
def make(qtbot):
    def new(character=None) -> InjuriesPanel:
        document = CharacterDocument(rulebook(), character or ragnar())
        theme = Theme("iron")
        panel = InjuriesPanel(document, theme, lambda: "2026-11-21")
        panel.document, panel.theme = document, theme
        panel.told = []
        panel.refused.connect(panel.told.append)
        qtbot.addWidget(panel)
        panel.resize(740, 200)
        panel.show()
        return panel

    return new


def steps(panel: InjuriesPanel) -> list[str]:
    stack = panel.document.undo_stack
    return [stack.text(place) for place in range(stack.count())]


def trigger(menu, text: str) -> None:
    next(action for action in menu.actions() if action.text().replace("&", "") == text).trigger()


def test_each_die_is_a_card_with_its_faces_told(make):
    panel = make()
    assert [card.die for card in panel.cards] == [0, 1, 2, 3]
    assert panel.cards[0].accessibleName().startswith("Die 1 · Gaul: Universal, Physical,")
    assert not any(card.look.lost for card in panel.cards)


def test_a_click_chooses_a_die(make):
    panel = make()
    heard = []
    panel.die_selected.connect(heard.append)
    QTest.mouseClick(panel.cards[1], Qt.MouseButton.LeftButton)
    QTest.mouseClick(panel.cards[1], Qt.MouseButton.LeftButton)
    assert heard == [1]
    assert [card.isChecked() for card in panel.cards] == [False, True, False, False]


def test_the_chosen_die_is_lost_with_its_cause_in_words(make):
    panel = make()
    panel.choose(1)
    panel.cause.setText("  a\u202egoblin's spear ")
    QTest.mouseClick(panel.lose_button, Qt.MouseButton.LeftButton)
    assert steps(panel) == ["Lose die 2"]
    (lost,) = panel.document.character.lost
    assert (lost.die, lost.cause) == (1, "agoblin's spear")
    assert panel.cards[1].look.lost
    assert "(lost: agoblin's spear)" in panel.cards[1].accessibleName()
    panel.document.undo_stack.undo()
    assert not panel.cards[1].look.lost


def test_a_cause_is_that_of_one_loss(make):
    panel = make()
    panel.cause.setText("Bear claw")
    panel.injure()
    assert panel.cause.text() == ""
    panel.document.undo_stack.undo()
    panel.injure()
    assert [lost.cause for lost in panel.document.character.lost] == [""]


def test_a_cause_stays_when_the_loss_is_refused(make):
    panel = make()
    panel.document.open(ragnar(), read_only=True)
    panel.cause.setText("Bear claw")
    panel.injure()
    assert panel.told
    assert panel.cause.text() == "Bear claw"


def test_return_in_the_cause_loses_the_chosen_die_with_it(make):
    panel = make()
    panel.choose(1)
    panel.cause.setText("Bear claw")
    make_home(panel)
    QTest.keyClick(panel.cause, Qt.Key.Key_Return)
    assert is_home(panel)
    assert [(lost.die, lost.cause) for lost in panel.document.character.lost] == [(1, "Bear claw")]
    panel.cause.setFocus()
    QTest.keyClick(panel.cause, Qt.Key.Key_Return)
    assert len(panel.document.character.lost) == 1, "nothing was written"
    assert is_home(panel), "the keys belong to the page again each time"


def test_return_in_the_cause_takes_no_damage_below_zero(make):
    panel = make()
    for _ in range(4):
        panel.injure()
    panel.cause.setText("Bear claw")
    QTest.keyClick(panel.cause, Qt.Key.Key_Return)
    assert panel.document.character.excess_damage == 0
    panel.injure()
    assert panel.document.character.excess_damage == 1
    assert panel.cause.text() == ""


def test_without_a_choice_the_last_die_goes(make):
    panel = make()
    panel.injure()
    panel.injure()
    assert steps(panel) == ["Lose die 4", "Lose die 3"]


def test_healing_takes_the_chosen_die_or_the_one_lost_last(make):
    panel = make()
    for die in (0, 1, 2):
        panel.choose(die)
        panel.injure()
    panel.choose(0)
    panel.heal()
    panel.choose(-1)
    panel.heal()
    assert steps(panel)[-2:] == ["Heal die 1", "Heal die 3"]


def test_below_zero_until_dead(make):
    panel = make()
    for _ in range(4):
        panel.injure()
    assert panel.state.text() == "Incapacitated: no dice left; 4 more damage would kill."
    assert panel.lose_button.text() == "+1 damage"
    panel.injure()
    assert steps(panel)[-1] == "Take damage below zero"
    assert panel.state.text() == "Dying: damage below zero; 3 more would kill. Below zero: 1."
    panel.heal()
    assert steps(panel)[-1] == "Heal damage below zero"
    for _ in range(4):
        panel.injure()
    assert panel.state.text() == "Dead: 8 damage is twice the 4 dice."
    assert panel.state.property("tone") == "bad"


def test_nothing_to_heal_is_told(make):
    panel = make()
    panel.heal()
    assert [why.code for why in panel.told] == ["nothing-to-heal"]
    assert steps(panel) == []


def test_hindering_dice_come_and_go(make):
    panel = make()
    assert [action.text().replace("&", "") for action in panel.acts.add.actions()] == ["Poison", "Flaming"]
    trigger(panel.acts.add, "Poison")
    trigger(panel.acts.add, "Flaming")
    assert [button.text() for button in panel.hindering] == ["Poison", "Flaming"]
    QTest.mouseClick(panel.hindering[0], Qt.MouseButton.LeftButton)
    assert [button.text() for button in panel.hindering] == ["Flaming"]
    assert steps(panel) == ["Add Poison", "Add Flaming", "Remove Poison"]


def test_spiffs_are_earned_and_spent_with_a_reason_and_never_below_zero(make):
    panel = make()
    menu = panel.spiffs.menu()
    trigger(menu, "A small change to the story (−1)")
    assert [why.code for why in panel.told] == ["spiffs-too-few"]
    trigger(menu, "Helping the campaign along, with maps or GM work (+3)")
    assert panel.spiffs.text() == "3 spiffs"
    trigger(menu, "A change to the story that matters (−2)")
    assert panel.spiffs.text() == "1 spiff"
    assert [(each.by, each.reason, each.on) for each in panel.document.character.spiff_ledger] == [
        (3, "campaign-help", "2026-11-21"),
        (-2, "meaningful-change", "2026-11-21"),
    ]
    assert steps(panel) == [
        "Earn 3 spiffs: Helping the campaign along, with maps or GM work",
        "Spend 2 spiffs: A change to the story that matters",
    ]


def test_what_is_spent_on_a_throw_or_needs_words_is_left_to_the_ledger(make):
    panel = make()
    offered = [action.text().replace("&", "") for action in panel.spiffs.menu().actions()]
    for way in rulebook().spiffs:
        elsewhere = way.id in {"reroll", "added-success", "soak", "survive", "major-change"}
        assert any(text.startswith(way.name) for text in offered) is not elsewhere, way.id
    heard = []
    panel.spiffs.ledger.triggered.connect(lambda: heard.append("ledger"))
    trigger(panel.spiffs.menu(), "Everything else, and the ledger…")
    assert heard == ["ledger"]


def test_only_players_have_spiffs(make):
    panel = make(someone(CharacterKind.CAST, "universal,melee,melee,blank,blank,blank"))
    trigger(panel.spiffs.menu(), "Making the GM laugh while in character (+1)")
    assert [why.code for why in panel.told] == ["spiffs-for-players"]


def test_death_and_back_and_healing_everything(make):
    panel = make()
    panel.injure()
    panel.injure()
    menu = panel.acts.more.menu()
    trigger(menu, "Killed outright")
    assert panel.state.text() == "Dead: killed outright."
    trigger(menu, "Back from death")
    trigger(menu, "Heal everything")
    assert panel.document.character.available() == (0, 1, 2, 3)
    assert steps(panel)[2:] == ["Killed outright", "Back from death", "Heal everything"]


def test_one_change_fills_it_once(make, monkeypatch):
    panel, filled = make(), []
    monkeypatch.setattr(panel.spiffs, "show_spiffs", filled.append)
    panel.document.apply("Lose die 1", lambda now: injuries.lose(now, 0))
    assert len(filled) == 1


def test_another_character_with_more_dice(make):
    panel = make()
    panel.choose(3)
    panel.cause.setText("spear")
    crowd = someone(CharacterKind.HORDE, *["universal,melee,melee,defend,defend,blank"] * 40)
    panel.document.open(crowd)
    assert len(panel.cards) == 40
    assert panel.selected == -1
    assert panel.cause.text() == ""
    panel.document.open(bob())
    assert len(panel.cards) == 4


def test_a_chosen_die_comes_into_view(make, qtbot):
    panel = make(someone(CharacterKind.HORDE, *["universal,melee,melee,defend,defend,blank"] * 40))
    bar = panel.scroll_area.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    panel.choose(39)
    assert bar.value() > 0


def test_a_die_that_is_gone_is_no_longer_chosen(make):
    panel = make(ragnar().with_(dice=(*ragnar().dice, ragnar().dice[0])))
    panel.choose(4)
    panel.document.apply("Fewer", lambda now: now.with_(dice=now.dice[:4]))
    assert panel.selected == -1


def test_a_read_only_character_is_not_changed(make):
    panel = make()
    panel.document.open(ragnar(), read_only=True)
    panel.injure()
    trigger(panel.spiffs.menu(), "Making the GM laugh while in character (+1)")
    assert [why.code for why in panel.told] == ["read-only-character"] * 2
    assert panel.document.character.spiffs == 0


def test_it_can_be_painted_in_every_theme(make):
    panel = make()
    panel.injure()
    panel.choose(3)
    for name in ("parchment", "contrast", "iron"):
        panel.theme.set_theme(name)
        assert not panel.grab().isNull()


def test_every_lost_die_goes_to_the_end_of_the_row_and_the_others_close_up(make, qtbot):
    panel = make()
    panel.injure()
    qtbot.wait(50)
    panel.choose(1)
    panel.injure()
    qtbot.wait(50)
    places = [card.x() for card in panel.cards]
    assert sorted(range(4), key=places.__getitem__) == [0, 2, 3, 1]
    assert places[2] < places[3]


def test_tab_goes_as_the_dice_and_buttons_are_seen(make, qtbot):
    panel = make()
    poison = injuries.hindering_from(rulebook().die("poison"))
    for name in ("Poison", "Poison again"):
        panel.document.apply(name, lambda each: injuries.add_hindering(each, poison))
    panel.choose(1)
    panel.injure()
    qtbot.wait(20)
    stops = tab_stops(panel)
    assert [stop.die for stop in stops[:4]] == [0, 2, 3, 1], "those that are out stand last"
    assert stops[4:6] == panel.hindering
    assert stops[6:] == [panel.cause, panel.lose_button, panel.acts.heal, panel.acts.more, panel.spiffs]
    assert not out_of_order(panel)
    panel.document.apply("Another", lambda each: ragnar().with_(dice=ragnar().dice[:3]))
    qtbot.wait(20)
    assert not out_of_order(panel)
    panel.theme.set_text_size(110)
    qtbot.wait(20)
    assert not out_of_order(panel)


def test_in_a_narrow_panel_the_buttons_take_one_line_and_the_cause_is_asked_for(make, qtbot):
    panel = make()
    panel.resize(480, 200)
    qtbot.wait(20)
    assert panel.acts.heightForWidth(480) < 2 * panel.acts.lose.sizeHint().height()
    assert not panel.cause.isVisible()
    make_home(panel)
    trigger(panel.acts.more.menu(), "Cause of the damage…")
    assert panel.cause.isVisible()
    panel.cause.setText("a spear")
    QTest.keyClick(panel.cause, Qt.Key.Key_Return)
    assert panel.document.character.lost[0].cause == "a spear"
    qtbot.waitUntil(lambda: not panel.cause.isVisible())


def test_the_buttons_beside_losing_dice_do_not_move(make, qtbot):
    panel = make()
    qtbot.wait(20)
    at = panel.acts.heal.x()
    for _die in panel.cards:
        panel.injure()
        QApplication.processEvents()
    assert panel.lose_button.text() == "+1 damage"
    assert panel.acts.heal.x() == at


def test_dice_stand_in_one_row_where_there_is_no_height_for_two(make, qtbot):
    six = ragnar().with_(dice=(*ragnar().dice, *ragnar().dice)[:6])
    panel = make(six)
    panel.set_low(True)
    panel.resize(panel.cards[0].sizeHint().width() * 5, 200)
    qtbot.wait(20)
    assert len({card.y() for card in panel.cards}) == 1
    assert panel.cards[-1].geometry().right() < panel.width()
    panel.set_low(False)
    qtbot.wait(20)
    assert len({card.y() for card in panel.cards}) == 2
