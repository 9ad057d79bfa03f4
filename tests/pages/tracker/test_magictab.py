"""Magic's price and what is kept going, by mouse and keys: every act is one step of the history."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.pages.tracker.magictab import MagicTab
from bones_desktop.pages.tracker.pricecard import SIDE, Pip, PriceMark, UsePips, pips
from bones_desktop.rules.bones.book.character import Sacrifice
from bones_desktop.rules.bones.injury import injuries, magic
from bones_desktop.rules.bones.injury.magic import MagicPrice
from bones_desktop.rules.bones.life.acts import sacrifice_of
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.layouts import TabStack
from tests.support.forms import FormPage
from tests.support.layouts import restless
from tests.support.people import bob, ragnar
from tests.support.rulebooks import rulebook

TODAY = "2026-11-21"


@pytest.fixture
def make(qtbot):
    def new(character=None, width=1250, height=608, **opened) -> MagicTab:
        document = CharacterDocument(rulebook(), bob())
        document.open(character or bob(), **opened)
        theme = Theme("iron")
        stack = TabStack(theme, 1)
        qtbot.addWidget(stack)
        tab = MagicTab(document, theme, lambda: TODAY, stack)
        stack.put_scrolled(0, tab)
        tab.document, tab.theme, tab.heard, tab.said = document, theme, [], []
        tab.refused.connect(lambda why: tab.heard.append(why.code))
        tab.message.connect(tab.said.append)
        stack.resize(width, height)
        stack.show()
        QTest.qWaitForWindowActive(stack)
        tab.stack = stack
        return tab

    return new


def press(button) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def form_of(tab: MagicTab) -> FormPage:
    return FormPage(tab.form)


def is_open(tab: MagicTab) -> bool:
    """Return whether the form is shown in place of the effects."""
    assert tab.form.isHidden() is not tab.board.isHidden()
    return not tab.form.isHidden()


def steps(tab: MagicTab) -> list[str]:
    stack = tab.document.undo_stack
    return [stack.text(place) for place in range(stack.count())]


def used(times: int, character=None):
    character = character or bob()
    for _use in range(times):
        character = magic.use_magic(character)
    return character


# the price


def test_the_next_use_is_told_large_as_uses_are_counted(make):
    tab = make()
    heads = []
    for _use in range(8):
        heads.append(tab.price.headline.text())
        press(tab.price.use)
    assert heads == [
        *["The next use is free"] * 5,
        "The next use: 1 fewer success",
        "The next use: 2 fewer successes",
        "The next use: 3 fewer successes",
    ]
    assert tab.price.headline.text() == "The next use: 4 fewer successes"
    assert steps(tab) == ["Use magic"] * 8
    assert tab.document.character == used(8)


def test_what_lies_beyond_the_safe_level_is_said_before_it_happens(make):
    tab = make()
    assert "Past the safe level" in tab.price.rule.text()
    assert "one damage" in tab.price.rule.text()
    assert tab.price.standing.text() == "5 of 5 free uses are left in these four hours."


def test_taking_back_hours_and_rest(make):
    tab = make(used(7))
    press(tab.price.back)
    assert tab.document.character == used(6)
    press(tab.price.hours)
    assert (tab.document.character.recent_magic, tab.document.character.magic_beyond) == (0, 1)
    assert tab.price.headline.text() == "The next use: 2 fewer successes"
    press(tab.price.rest)
    assert (tab.document.character.recent_magic, tab.document.character.magic_beyond) == (0, 0)
    assert tab.price.headline.text() == "The next use is free"
    assert steps(tab) == ["Take back a use of magic", "Four hours pass", "Four hours of rest"]


def test_what_cannot_be_done_says_why(make):
    tab = make()
    for button in (tab.price.back, tab.price.hours, tab.price.rest):
        press(button)
    assert tab.heard == ["no-magic-used", "no-magic-used", "magic-rested"]
    assert steps(tab) == []


def test_a_free_use_proposes_no_damage(make):
    tab = make()
    press(tab.price.use)
    assert not tab.price.overreach.isVisible()


def test_a_use_past_the_safe_level_proposes_damage_that_is_one_step(make):
    tab = make(used(5))
    press(tab.price.use)
    box = tab.price.overreach
    assert box.isVisible()
    assert "1 fewer success" in box.words.text()
    press(box.take)
    (lost,) = tab.document.character.lost
    assert (lost.die, lost.cause) == (3, "magic past the safe level")
    assert steps(tab) == ["Use magic", "Damage by magic"]
    assert not box.isVisible()
    tab.document.undo_stack.undo()
    assert box.isVisible()


def test_another_die_may_be_lost_to_magic(make, qtbot):
    tab = make(used(5))
    press(tab.price.use)
    die = tab.price.overreach.die
    die.setFocus()
    QTest.keyClick(die, Qt.Key.Key_Down)
    QTest.keyClick(die.popup.view, Qt.Key.Key_Home)
    QTest.keyClick(die.popup.view, Qt.Key.Key_Return)
    assert die.text() == "Die 1"
    press(tab.price.overreach.take)
    assert [entry.die for entry in tab.document.character.lost] == [0]


def test_a_die_chosen_for_one_character_is_not_proposed_for_another(make):
    tab = make(used(5))
    press(tab.price.use)
    die = tab.price.overreach.die
    die.activated.emit(die.model.rows[0])
    assert die.text() == "Die 1"
    tab.document.open(used(5).with_(id="e" * 32, name="Emma"))
    press(tab.price.use)
    assert die.text() == "Die 4"


def test_spiffs_may_soak_what_magic_does(make):
    tab = make(used(5).with_(spiffs=2))
    press(tab.price.use)
    assert tab.price.overreach.soak.text() == "Soak it: 2 spiffs"
    press(tab.price.overreach.soak)
    character = tab.document.character
    assert (character.lost, character.spiffs) == ((), 0)
    assert [(entry.reason, entry.by, entry.on) for entry in character.spiff_ledger] == [("soak", -2, TODAY)]
    assert steps(tab) == ["Use magic", "Soak the damage of magic"]
    assert not tab.price.overreach.isVisible()


def test_too_few_spiffs_soak_nothing_and_the_button_says_so(make):
    tab = make(used(5).with_(spiffs=1))
    press(tab.price.use)
    soak = tab.price.overreach.soak
    assert not soak.isEnabled()
    assert soak.toolTip() == "This costs 2 spiffs; you have 1."


def test_a_success_that_was_left_ends_the_proposal(make):
    tab = make(used(5))
    press(tab.price.use)
    press(tab.price.overreach.spared)
    assert not tab.price.overreach.isVisible()
    assert steps(tab) == ["Use magic"]


def test_undoing_the_use_or_opening_another_takes_the_proposal_away(make):
    tab = make(used(5))
    press(tab.price.use)
    tab.document.undo_stack.undo()
    assert not tab.price.overreach.isVisible()
    press(tab.price.use)
    tab.document.open(used(6).with_(id="f" * 32))
    assert not tab.price.overreach.isVisible()


def test_the_question_stays_while_magic_is_kept_going_and_used_again(make):
    tab = make(used(5).with_(spiffs=2))
    box = tab.price.overreach
    press(tab.price.use)
    tab.keep_going(2)
    fill_form(tab, "Ward")
    form_of(tab).press()
    assert len(tab.document.character.effects) == 1
    assert box.isVisible()
    press(tab.price.use)
    assert "1 fewer success." in box.words.text()
    assert box.words.text().endswith("1 later use is asked about next.")
    press(box.spared)
    assert box.isVisible()
    assert "2 fewer successes." in box.words.text()
    assert "later" not in box.words.text()
    press(box.soak)
    assert not box.isVisible()
    tab.document.undo_stack.undo()
    assert "2 fewer successes." in box.words.text()
    assert box.isVisible()
    tab.document.undo_stack.redo()
    assert not box.isVisible()


def test_the_question_goes_with_the_use_that_is_taken_back_alone(make):
    tab = make(used(5))
    box = tab.price.overreach
    press(tab.price.use)
    press(tab.price.use)
    press(tab.price.back)
    assert box.isVisible()
    assert "1 fewer success." in box.words.text()
    assert "later" not in box.words.text()
    press(tab.price.back)
    assert not box.isVisible()
    tab.document.undo_stack.undo()
    assert box.isVisible()
    tab.document.undo_stack.undo()
    assert "1 later use" in box.words.text()


def test_a_use_before_the_rest_is_still_asked_about_and_not_taken_back_with_a_later_one(make):
    tab = make(used(5))
    box = tab.price.overreach
    press(tab.price.use)
    press(tab.price.rest)
    for _use in range(6):
        press(tab.price.use)
    assert "1 later use" in box.words.text()
    press(tab.price.back)
    assert box.isVisible()
    assert "later" not in box.words.text()


def test_what_was_answered_is_not_asked_again_by_undo_and_redo(make):
    tab = make(used(5))
    press(tab.price.use)
    press(tab.price.hours)
    press(tab.price.overreach.spared)
    tab.document.undo_stack.undo()
    assert not tab.price.overreach.isVisible()
    tab.document.undo_stack.undo()
    tab.document.undo_stack.redo()
    assert not tab.price.overreach.isVisible()


def test_a_use_that_is_made_again_is_asked_about_again(make):
    tab = make(used(5))
    press(tab.price.use)
    tab.document.undo_stack.undo()
    assert not tab.price.overreach.isVisible()
    tab.document.undo_stack.redo()
    assert tab.price.overreach.isVisible()


def test_the_buttons_stay_where_they_are_when_damage_is_proposed(make):
    tab = make(used(5))
    before = tab.price.use.mapTo(tab, tab.price.use.rect().topLeft())
    press(tab.price.use)
    assert tab.price.use.mapTo(tab, tab.price.use.rect().topLeft()) == before


def test_enter_and_space_count_uses_by_keys(make):
    tab = make()
    tab.setFocus()
    assert tab.price.use.hasFocus()
    QTest.keyClick(tab.price.use, Qt.Key.Key_Space)
    assert tab.document.character.recent_magic == 1


# what is kept going


def fill_form(tab: MagicTab, name: str) -> None:
    form_of(tab).type("name", name)


def test_a_die_is_given_by_default_and_held(make):
    tab = make()
    press(tab.board.maintain)
    assert form_of(tab).field("name").hasFocus()
    fill_form(tab, "Wall of thorns")
    form_of(tab).fill("strength", 4)
    press(form_of(tab).field("die").cards[1])
    form_of(tab).press()
    (effect,) = tab.document.character.effects
    assert (effect.name, effect.strength, effect.sacrifice, effect.die) == ("Wall of thorns", 4, Sacrifice.HEALTH, 1)
    assert [(entry.die, entry.held) for entry in tab.document.character.lost] == [(1, True)]
    assert steps(tab) == ["Keep Wall of thorns going"]
    (card,) = tab.board.cards
    assert card.name.full_text == "Wall of thorns"
    assert card.given.text() == "Die 2 is given for it and does not heal meanwhile."
    assert card.against.text() == "Attempts against it lose 4 successes."
    tab.document.undo_stack.undo()
    assert tab.document.character == bob()
    assert tab.board.cards == []


def test_coins_are_said_in_rounds_and_entered_with_enter(make):
    tab = make()
    press(tab.board.maintain)
    fill_form(tab, "Fire")
    form_of(tab).choose("kind", "Something of value")
    assert form_of(tab).field("kind").buttons["value"].hasFocus()
    form_of(tab).fill("coins", 123)
    assert form_of(tab).says[1] == "It lasts 12 rounds. 3 coins are wasted."
    form_of(tab).field("thing").setFocus()
    form_of(tab).type("thing", "a gold cup")
    form_of(tab).enter("thing")
    (effect,) = tab.document.character.effects
    assert (effect.sacrifice, effect.rounds, effect.given) == (Sacrifice.VALUE, 12, "a gold cup")
    assert not is_open(tab)


def test_enter_in_a_number_field_makes_the_effect_once(make):
    tab = make()
    press(tab.board.maintain)
    form_of(tab).enter("strength")
    assert len(tab.document.character.effects) == 1


def test_a_life_lasts_until_countered(make):
    tab = make()
    press(tab.board.maintain)
    fill_form(tab, "Curse")
    form_of(tab).choose("kind", "A life")
    form_of(tab).type("victim", "a villager")
    form_of(tab).press()
    (card,) = tab.board.cards
    assert card.given.text() == "Given: a villager. It lasts until it is countered."
    assert not card.release.isEnabled()
    assert "until it is countered" in card.release.toolTip()
    assert tab.document.character.lost == ()


def test_less_than_a_round_is_refused_and_the_form_stays(make):
    tab = make()
    press(tab.board.maintain)
    form_of(tab).choose("kind", "Something of value")
    form_of(tab).fill("coins", 9)
    form_of(tab).enter("coins")
    assert tab.heard == ["value-too-small"]
    assert is_open(tab)
    assert steps(tab) == []


def test_without_dice_left_none_can_be_given(make):
    tab = make(injuries.suffer_all(bob(), 4))
    press(tab.board.maintain)
    assert form_of(tab).words("die") == "There is no die left to give."
    form_of(tab).enter("name")
    assert tab.heard == ["no-dice-to-give"]


def test_escape_and_cancel_leave_the_form(make):
    tab = make()
    press(tab.board.maintain)
    form_of(tab).escape("name")
    assert not is_open(tab)
    assert tab.board.maintain.hasFocus()
    press(tab.board.maintain)
    tab.form.cancel.setFocus()
    QTest.keyClick(tab.form.cancel, Qt.Key.Key_Return)
    assert not is_open(tab)
    assert steps(tab) == []


def kept():
    character = magic.maintain_by_health(bob(), "Thorns", 4, 2)
    character = magic.maintain_by_value(character, "Fire", 3, 20)
    return magic.maintain_by_blood(character, "Curse", 5)


def test_release_lets_the_die_heal_again(make):
    tab = make(kept())
    press(tab.board.cards[0].release)
    assert [effect.name for effect in tab.document.character.effects] == ["Fire", "Curse"]
    assert [entry.held for entry in tab.document.character.lost] == [False]
    assert steps(tab) == ["Release Thorns"]
    assert [card.name.full_text for card in tab.board.cards] == ["Fire", "Curse"]


def test_the_keys_stay_with_magic_when_the_last_effect_is_released(make):
    tab = make(magic.maintain_by_health(bob(), "Thorns", 4, 1))
    tab.board.cards[0].release.setFocus()
    QTest.keyClick(tab.board.cards[0].release, Qt.Key.Key_Space)
    assert not tab.board.cards
    assert tab.board.maintain.hasFocus()


def test_strictly_more_successes_counter_and_the_words_say_so(make):
    tab = make(kept())
    card = tab.board.cards[2]
    assert card.successes.value() == 6
    assert card.enough.text() == "Enough: it takes more than 5."
    card.successes.setValue(5)
    assert card.enough.text() == "Not enough: it takes more than 5."
    press(card.countered)
    assert tab.heard == ["counter-too-weak"]
    card.successes.setValue(6)
    press(card.countered)
    assert [effect.name for effect in tab.document.character.effects] == ["Thorns", "Fire"]
    assert steps(tab) == ["Curse is countered"]


def test_the_successes_typed_for_one_effect_are_not_kept_for_the_next(make):
    tab = make(kept())
    tab.board.cards[0].successes.setValue(2)
    press(tab.board.cards[0].release)
    assert tab.board.cards[0].successes.value() == 4


def test_the_successes_typed_for_one_character_are_not_kept_for_another(make):
    tab = make(kept())
    tab.board.cards[0].successes.setValue(9)
    tab.document.open(kept().with_(id="e" * 32, name="Emma"))
    assert tab.board.cards[0].successes.value() == kept().effects[0].strength + 1


def test_rounds_count_down_and_the_last_ends_the_effect(make):
    tab = make(kept())
    card = tab.board.cards[1]
    assert (card.rounds.text(), card.units[1].text()) == ("2", "rounds left")
    card.successes.setValue(9)
    press(tab.board.round)
    assert (card.rounds.text(), card.units[1].text()) == ("1", "round left")
    assert card.successes.value() == 9
    press(tab.board.round)
    assert [effect.name for effect in tab.document.character.effects] == ["Thorns", "Curse"]
    assert tab.said == ["Fire is over."]
    assert not tab.board.round.isVisible()
    assert steps(tab) == ["A round passes", "A round passes"]


def test_tab_goes_from_card_to_card(make):
    tab = make(kept())
    tab.board.cards[0].successes.setFocus()
    QTest.keyClick(tab.board.cards[0].successes, Qt.Key.Key_Tab)
    assert tab.board.cards[1].release.hasFocus()


def test_a_step_elsewhere_shows_at_once(make):
    tab = make()
    tab.document.apply("x", lambda each: magic.maintain_by_blood(each, "Curse", 5))
    assert [card.name.full_text for card in tab.board.cards] == ["Curse"]


def test_what_changed_out_of_sight_is_shown_when_it_comes_back(make):
    tab = make()
    tab.hide()
    tab.document.apply("x", magic.use_magic)
    tab.show()
    assert tab.price.standing.text() == "4 of 5 free uses are left in these four hours."


# the form asked for from elsewhere


def test_keep_going_opens_the_form_with_the_strength(make):
    tab = make()
    tab.keep_going(4)
    assert is_open(tab)
    assert form_of(tab).answers.number("strength") == 4
    assert form_of(tab).field("name").hasFocus()
    assert form_of(tab).answers.dice("die") == (3,)


def test_keep_going_begins_anew_each_time(make):
    tab = make()
    tab.keep_going(4)
    fill_form(tab, "Wall")
    form_of(tab).choose("kind", "A life")
    tab.keep_going(2)
    answers = form_of(tab).answers
    assert (answers.text("name"), answers.number("strength"), sacrifice_of(answers)) == ("", 2, Sacrifice.HEALTH)


def test_keep_going_without_success_is_refused(make):
    tab = make()
    tab.keep_going(0)
    assert tab.heard == ["effect-needs-success"]
    assert not is_open(tab)


def test_keep_going_while_the_tab_is_out_of_sight(make):
    tab = make(ragnar())
    tab.stack.hide()
    tab.keep_going(3)
    tab.stack.show()
    assert tab.price.isVisible()
    assert is_open(tab)


def test_another_character_closes_the_form(make):
    tab = make()
    tab.keep_going(3)
    tab.document.open(ragnar().with_(id="e" * 32))
    assert not is_open(tab)


# without magic


def test_a_character_without_magic_is_told_so_and_may_track_it_anyway(make):
    tab = make(ragnar())
    assert tab.no_magic.isVisible()
    assert tab.no_magic.full_text == "Ragnar has no magic."
    tab.setFocus()
    QTest.keyClick(tab.track, Qt.Key.Key_Space)
    assert tab.price.isVisible()
    assert tab.price.use.hasFocus()
    assert tab.price.standing.text() == "One use is free in four hours."
    press(tab.price.use)
    assert tab.price.headline.text() == "The next use: 1 fewer success"
    assert tab.document.character == magic.use_magic(ragnar(), by_gm=True)
    tab.document.open(ragnar().with_(id="e" * 32, name=""))
    assert tab.no_magic.full_text == "This character has no magic."
    assert tab.no_magic.isVisible()


def test_a_wizard_without_dice_left_still_has_magic(make):
    tab = make(injuries.suffer_all(bob(), 4))
    assert tab.price.isVisible()
    assert tab.price.standing.text() == "No die in play has Magic, so no use is free."


def test_a_locked_character_says_why_nothing_changes(make):
    tab = make(kept(), read_only=True)
    press(tab.price.use)
    press(tab.board.cards[0].release)
    assert tab.heard == ["read-only-character"] * 2
    assert not tab.price.overreach.isVisible()


# room


@pytest.mark.parametrize(("text", "width", "height"), [(100, 1250, 560), (150, 1200, 560), (100, 2440, 1290)])
def test_nothing_is_cut_off(make, text, width, height):
    tab = make(kept(), width, height)
    tab.theme.set_text_size(text)
    QTest.qWait(20)
    assert tab.width() <= width
    for card in tab.board.cards:
        assert card.height() >= card.layout().totalMinimumHeightForWidth(card.width())
        assert card.mapTo(tab, card.rect().topRight()).x() <= width
    tab.keep_going(4)
    QTest.qWait(20)
    keep = tab.form.act
    assert keep.mapTo(tab, keep.rect().bottomLeft()).y() <= tab.height()


def test_opening_the_form_brings_it_into_view_where_one_scrolls(make):
    tab = make(kept(), 640, 300)
    tab.keep_going(4)
    QTest.qWait(20)
    top = tab.form.fields["name"].mapTo(tab.stack, tab.form.fields["name"].rect().topLeft()).y()
    assert 0 <= top < 300


def test_tab_goes_through_the_form_from_above_to_below(make):
    tab = make()
    tab.keep_going(2)
    order = []
    for _press in range(9):
        order.append(tab.window().focusWidget())
        QTest.keyClick(order[-1], Qt.Key.Key_Tab)
    name, strength, kind, die = (tab.form.fields[id] for id in ("name", "strength", "kind", "die"))
    assert order == [name, strength, kind.stops[0], *die.cards, tab.form.act, tab.form.cancel]


def test_tab_leaves_the_panel_both_ways(make):
    tab = make()
    tab.setFocus()
    seen = set()
    for _press in range(12):
        QTest.keyClick(tab.window().focusWidget(), Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
        seen.add(tab.window().focusWidget())
    assert {tab.price.use, tab.price.rest, tab.board.maintain} <= seen


@pytest.mark.parametrize("width", [560, 800, 1250, 2440])
def test_the_layout_comes_to_rest(make, width):
    assert restless(make(kept(), width, 420)) == 0


def test_long_names_widen_nothing(make):
    long = "x" * 200
    character = magic.maintain_by_value(bob().with_(name=long), long, 3, 123, long)
    character = character.with_(effects=(character.effects[0], character.effects[0].with_(name="")))
    tab = make(character)
    assert tab.width() == 1250
    assert all(card.width() <= tab.board.width() for card in tab.board.cards)
    assert long in tab.board.cards[0].given.toolTip()
    press(tab.board.cards[0].release)
    assert len(steps(tab)[0]) < 60
    tab.document.open(ragnar().with_(name=long))
    QTest.qWait(20)
    assert tab.width() == 1250


def test_there_is_one_main_action(make):
    tab = make()
    assert tab.price.use.property("kind") == "primary"
    press(tab.board.maintain)
    assert tab.price.use.property("kind") == ""
    assert tab.form.act.property("kind") == "primary"
    press(tab.form.cancel)
    assert tab.price.use.property("kind") == "primary"


AHEAD = [Pip(PriceMark.AHEAD, 1), Pip(PriceMark.AHEAD, 2), Pip(PriceMark.AHEAD, 3)]


def test_free_uses_come_first_and_what_lies_beyond_is_shown_before_it_happens():
    assert list(pips(MagicPrice(safe=3, recent=1, beyond=0, penalty=0))) == [
        Pip(PriceMark.USED),
        Pip(PriceMark.FREE, next=True),
        Pip(PriceMark.FREE),
        *AHEAD,
    ]


def test_once_the_safe_level_is_used_up_the_next_mark_takes_a_success():
    shown = pips(MagicPrice(safe=2, recent=2, beyond=0, penalty=1))
    assert shown == (Pip(PriceMark.USED), Pip(PriceMark.USED), Pip(PriceMark.AHEAD, 1, next=True), *AHEAD[1:])


def test_uses_beyond_stay_marked_and_close_those_that_would_be_free():
    shown = pips(MagicPrice(safe=2, recent=0, beyond=2, penalty=3))
    assert [(pip.mark, pip.takes) for pip in shown] == [
        (PriceMark.CLOSED, 0),
        (PriceMark.CLOSED, 0),
        (PriceMark.PAST, 1),
        (PriceMark.PAST, 2),
        (PriceMark.AHEAD, 3),
        (PriceMark.AHEAD, 4),
        (PriceMark.AHEAD, 5),
    ]
    assert [pip.takes for pip in shown if pip.next] == [3]


@pytest.mark.parametrize("beyond", [0, 5, 40, 10_000])
def test_exactly_one_mark_is_next_however_many_there_are(beyond):
    penalty = beyond + 1 if beyond else 0
    shown = pips(MagicPrice(safe=60, recent=beyond, beyond=beyond, penalty=penalty))
    assert len(shown) <= 80
    assert sum(pip.next for pip in shown) == 1


def test_marks_take_more_lines_where_there_is_less_width(qtbot):
    marks = UsePips(Theme("iron"), None)
    qtbot.addWidget(marks)
    marks.show_price(MagicPrice(safe=9, recent=0, beyond=0, penalty=0), "said")
    assert marks.accessibleName() == "said"
    assert marks.heightForWidth(160) > 2 * marks.heightForWidth(600)


@pytest.mark.parametrize("text", [100, 150])
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_no_mark_is_cut_off_at_its_rim(qtbot, text, scale):
    marks = UsePips(Theme("iron", text), None)
    qtbot.addWidget(marks)
    marks.set_scale(scale)
    marks.show_price(MagicPrice(safe=1, recent=0, beyond=0, penalty=0), "said")
    marks.resize(marks.sizeHint())
    drawn = marks.grab().toImage()
    ground = drawn.pixelColor(0, 0)
    side = marks._px(SIDE)
    flat = [n for n in range(side) if drawn.pixelColor(0, n) != ground or drawn.pixelColor(n, 0) != ground]
    assert len(flat) < side / 3
