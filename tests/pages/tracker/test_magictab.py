"""Magic's price and what is kept going, by mouse and keys: every act is one step of the history."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.pages.tracker.magictab import MagicTab
from bones_desktop.pages.tracker.magicwords import price_boxes
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
    return FormPage(tab.place.form)


def is_open(tab: MagicTab) -> bool:
    """Return whether the form is shown in place of the effects."""
    assert tab.place.form.isHidden() is not tab.effects.isHidden()
    return not tab.place.form.isHidden()


def do(tab: MagicTab, act: str) -> None:
    press(tab.acts.buttons[act])


def names(tab: MagicTab) -> list[str]:
    return [line.text for line in tab.effects.view.lines.rows]


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
        heads.append(tab.headline.text())
        do(tab, "use-magic")
    assert heads == [
        *["The next use is free"] * 5,
        "The next use: 1 fewer success",
        "The next use: 2 fewer successes",
        "The next use: 3 fewer successes",
    ]
    assert tab.headline.text() == "The next use: 4 fewer successes"
    assert steps(tab) == ["Use magic"] * 8
    assert tab.document.character == used(8).with_(magic_unanswered=3)


def test_what_lies_beyond_the_safe_level_is_said_before_it_happens(make):
    tab = make()
    assert "Past the safe level" in tab.rule.text()
    assert "one damage" in tab.rule.text()
    assert tab.standing.text() == "5 of 5 free uses are left in these four hours."


def test_taking_back_hours_and_rest(make):
    tab = make(used(7))
    do(tab, "take-back-magic")
    assert tab.document.character == used(6)
    do(tab, "four-hours")
    assert (tab.document.character.recent_magic, tab.document.character.magic_beyond) == (0, 1)
    assert tab.headline.text() == "The next use: 2 fewer successes"
    do(tab, "rest-magic")
    assert (tab.document.character.recent_magic, tab.document.character.magic_beyond) == (0, 0)
    assert tab.headline.text() == "The next use is free"
    assert steps(tab) == ["Take back a use of magic", "Four hours pass", "Four hours of rest"]


def test_what_cannot_be_done_says_why(make):
    tab = make()
    for act in ("take-back-magic", "four-hours", "rest-magic"):
        do(tab, act)
        assert tab.acts.says.text() == tab.acts.buttons[act].accessibleDescription()
    assert tab.acts.buttons["rest-magic"].accessibleDescription().startswith("Magic does not tire")
    assert steps(tab) == []


def test_a_free_use_proposes_no_damage(make):
    tab = make()
    do(tab, "use-magic")
    assert not tab.asking.isVisible()


def test_a_use_past_the_safe_level_proposes_damage_that_is_one_step(make):
    tab = make(used(5))
    do(tab, "use-magic")
    box = tab.asking
    assert box.isVisible()
    assert "1 fewer success" in box.note.text()
    press(box.act)
    (lost,) = tab.document.character.lost
    assert (lost.die, lost.cause) == (3, "magic past the safe level")
    assert steps(tab) == ["Use magic", "Damage by magic"]
    assert not box.isVisible()
    tab.document.undo_stack.undo()
    assert box.isVisible()


def test_another_die_may_be_lost_to_magic(make, qtbot):
    tab = make(used(5))
    do(tab, "use-magic")
    first = tab.asking.fields["die"].cards[0]
    first.setFocus()
    QTest.keyClick(first, Qt.Key.Key_Space)
    press(tab.asking.act)
    assert [entry.die for entry in tab.document.character.lost] == [0]


def test_a_die_chosen_for_one_character_is_not_proposed_for_another(make):
    tab = make(used(5))
    do(tab, "use-magic")
    press(tab.asking.fields["die"].cards[0])
    assert tab.asking.answers.dice("die") == (0,)
    tab.document.open(used(5).with_(id="e" * 32, name="Emma"))
    do(tab, "use-magic")
    assert tab.asking.answers.dice("die") == (3,)


def test_spiffs_may_soak_what_magic_does(make):
    tab = make(used(5).with_(spiffs=2))
    do(tab, "use-magic")
    soak = tab.asking.fields["soaked"]
    assert soak.text() == "Soak it: 2 spiffs"
    press(soak)
    assert "die" not in tab.asking._order
    press(tab.asking.act)
    character = tab.document.character
    assert (character.lost, character.spiffs) == ((), 0)
    assert [(entry.reason, entry.by, entry.on) for entry in character.spiff_ledger] == [("soak", -2, TODAY)]
    assert steps(tab) == ["Use magic", "Soak the damage of magic"]
    assert not tab.asking.isVisible()


def test_too_few_spiffs_soak_nothing_and_the_button_says_so(make):
    tab = make(used(5).with_(spiffs=1))
    do(tab, "use-magic")
    soak = tab.asking.fields["soaked"]
    assert not soak.isEnabled()
    assert soak.toolTip() == "This costs 2 spiffs; you have 1."


def test_a_success_that_was_left_ends_the_proposal(make):
    tab = make(used(5))
    do(tab, "use-magic")
    press(tab.spared)
    assert not tab.asking.isVisible()
    assert steps(tab) == ["Use magic", "A success was left"]


def test_undoing_the_use_or_opening_another_takes_the_proposal_away(make):
    tab = make(used(5))
    do(tab, "use-magic")
    tab.document.undo_stack.undo()
    assert not tab.asking.isVisible()
    do(tab, "use-magic")
    tab.document.open(used(6).with_(id="f" * 32))
    assert not tab.asking.isVisible()


def test_the_question_stays_while_magic_is_kept_going_and_used_again(make):
    tab = make(used(5).with_(spiffs=2))
    box = tab.asking
    do(tab, "use-magic")
    tab.keep_going(2)
    fill_form(tab, "Ward")
    form_of(tab).press()
    assert len(tab.document.character.effects) == 1
    assert box.isVisible()
    do(tab, "use-magic")
    assert "1 fewer success." in box.note.text()
    assert box.note.text().endswith("1 later use is asked about next.")
    press(tab.spared)
    assert box.isVisible()
    assert "2 fewer successes." in box.note.text()
    assert "later" not in box.note.text()
    press(box.fields["soaked"])
    press(box.act)
    assert not box.isVisible()
    tab.document.undo_stack.undo()
    assert "2 fewer successes." in box.note.text()
    assert box.isVisible()
    tab.document.undo_stack.redo()
    assert not box.isVisible()


def test_the_question_goes_with_the_use_that_is_taken_back_alone(make):
    tab = make(used(5))
    box = tab.asking
    do(tab, "use-magic")
    do(tab, "use-magic")
    do(tab, "take-back-magic")
    assert box.isVisible()
    assert "1 fewer success." in box.note.text()
    assert "later" not in box.note.text()
    do(tab, "take-back-magic")
    assert not box.isVisible()
    tab.document.undo_stack.undo()
    assert box.isVisible()
    tab.document.undo_stack.undo()
    assert "1 later use" in box.note.text()


def test_a_use_before_the_rest_is_still_asked_about_and_not_taken_back_with_a_later_one(make):
    tab = make(used(5))
    box = tab.asking
    do(tab, "use-magic")
    do(tab, "rest-magic")
    for _use in range(6):
        do(tab, "use-magic")
    assert "1 later use" in box.note.text()
    do(tab, "take-back-magic")
    assert box.isVisible()
    assert "later" not in box.note.text()


def test_undoing_an_answer_asks_again(make):
    tab = make(used(5))
    do(tab, "use-magic")
    press(tab.spared)
    do(tab, "four-hours")
    tab.document.undo_stack.undo()
    assert not tab.asking.isVisible()
    tab.document.undo_stack.undo()
    assert tab.asking.isVisible()
    tab.document.undo_stack.redo()
    assert not tab.asking.isVisible()


def test_the_question_is_kept_with_the_character(make):
    asked = make(used(5))
    do(asked, "use-magic")
    again = make(asked.document.character)
    assert again.asking.isVisible()
    assert again.asking.note.text() == asked.asking.note.text()


def test_a_use_that_is_made_again_is_asked_about_again(make):
    tab = make(used(5))
    do(tab, "use-magic")
    tab.document.undo_stack.undo()
    assert not tab.asking.isVisible()
    tab.document.undo_stack.redo()
    assert tab.asking.isVisible()


def test_the_buttons_stay_where_they_are_when_damage_is_proposed(make):
    tab = make(used(5))
    use = tab.acts.buttons["use-magic"]
    before = use.mapTo(tab, use.rect().topLeft())
    do(tab, "use-magic")
    assert use.mapTo(tab, use.rect().topLeft()) == before


def test_enter_and_space_count_uses_by_keys(make):
    tab = make()
    tab.setFocus()
    assert tab.acts.buttons["use-magic"].hasFocus()
    QTest.keyClick(tab.acts.buttons["use-magic"], Qt.Key.Key_Space)
    assert tab.document.character.recent_magic == 1


# what is kept going


def fill_form(tab: MagicTab, name: str) -> None:
    form_of(tab).type("name", name)


def test_a_die_is_given_by_default_and_held(make):
    tab = make()
    press(tab.effects.buttons["keep-going"])
    assert form_of(tab).field("name").hasFocus()
    fill_form(tab, "Wall of thorns")
    form_of(tab).fill("strength", 4)
    press(form_of(tab).field("die").cards[1])
    form_of(tab).press()
    (effect,) = tab.document.character.effects
    assert (effect.name, effect.strength, effect.sacrifice, effect.die) == ("Wall of thorns", 4, Sacrifice.HEALTH, 1)
    assert [(entry.die, entry.held) for entry in tab.document.character.lost] == [(1, True)]
    assert steps(tab) == ["Keep Wall of thorns going"]
    (line,) = tab.effects.view.lines.rows
    assert line.text == "Wall of thorns · strength 4"
    given = "Die 2 is given for it and does not heal meanwhile."
    assert line.second == f"{given} Attempts against it lose 4 successes."
    tab.document.undo_stack.undo()
    assert tab.document.character == bob()
    assert names(tab) == []


def test_coins_are_said_in_rounds_and_entered_with_enter(make):
    tab = make()
    press(tab.effects.buttons["keep-going"])
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
    press(tab.effects.buttons["keep-going"])
    form_of(tab).enter("strength")
    assert len(tab.document.character.effects) == 1


def test_a_life_lasts_until_countered(make):
    tab = make()
    press(tab.effects.buttons["keep-going"])
    fill_form(tab, "Curse")
    form_of(tab).choose("kind", "A life")
    form_of(tab).type("victim", "a villager")
    form_of(tab).press()
    (line,) = tab.effects.view.lines.rows
    assert line.second.startswith("Given: a villager. It lasts until it is countered.")
    assert not tab.effects.buttons["release"].isEnabled()
    assert "until it is countered" in tab.effects.buttons["release"].toolTip()
    assert tab.document.character.lost == ()


def test_less_than_a_round_is_refused_and_the_form_stays(make):
    tab = make()
    press(tab.effects.buttons["keep-going"])
    form_of(tab).choose("kind", "Something of value")
    form_of(tab).fill("coins", 9)
    form_of(tab).enter("coins")
    assert tab.heard == ["value-too-small"]
    assert is_open(tab)
    assert steps(tab) == []


def test_without_dice_left_none_can_be_given(make):
    tab = make(injuries.suffer_all(bob(), 4))
    press(tab.effects.buttons["keep-going"])
    assert form_of(tab).words("die") == "There is no die left to give."
    form_of(tab).enter("name")
    assert tab.heard == ["no-dice-to-give"]


def test_escape_and_cancel_leave_the_form(make):
    tab = make()
    press(tab.effects.buttons["keep-going"])
    form_of(tab).escape("name")
    assert not is_open(tab)
    assert tab.effects.buttons["keep-going"].hasFocus()
    press(tab.effects.buttons["keep-going"])
    tab.place.form.cancel.setFocus()
    QTest.keyClick(tab.place.form.cancel, Qt.Key.Key_Return)
    assert not is_open(tab)
    assert steps(tab) == []


def kept():
    character = magic.maintain_by_health(bob(), "Thorns", 4, 2)
    character = magic.maintain_by_value(character, "Fire", 3, 20)
    return magic.maintain_by_blood(character, "Curse", 5)


def test_release_lets_the_die_heal_again(make):
    tab = make(kept())
    press(tab.effects.buttons["release"])
    assert [effect.name for effect in tab.document.character.effects] == ["Fire", "Curse"]
    assert [entry.held for entry in tab.document.character.lost] == [False]
    assert steps(tab) == ["Release Thorns"]
    assert names(tab) == ["Fire · strength 3", "Curse · strength 5"]


def test_the_keys_stay_with_magic_when_the_last_effect_is_released(make):
    tab = make(magic.maintain_by_health(bob(), "Thorns", 4, 1))
    release = tab.effects.buttons["release"]
    release.setFocus()
    QTest.keyClick(release, Qt.Key.Key_Space)
    assert names(tab) == []
    assert tab.effects.view.hasFocus()


def test_strictly_more_successes_counter_and_the_words_say_so(make):
    tab = make(kept())
    tab.effects.view.go_to("3")
    QTest.keyClick(tab.effects.view, Qt.Key.Key_Return)
    form = form_of(tab)
    assert form.answers.number("successes") == 6
    assert form.says == ["Enough: it takes more than 5."]
    form.fill("successes", 5)
    assert not form.can_be_done
    form.enter("successes")
    assert tab.heard == ["counter-too-weak"]
    form.fill("successes", 6)
    form.press()
    assert [effect.name for effect in tab.document.character.effects] == ["Thorns", "Fire"]
    assert steps(tab) == ["Curse is countered"]


def test_the_successes_typed_for_one_effect_are_not_kept_for_the_next(make):
    tab = make(kept())
    press(tab.effects.buttons["counter"])
    form_of(tab).fill("successes", 2)
    form_of(tab).escape("successes")
    tab.effects.view.go_to("2")
    press(tab.effects.buttons["counter"])
    assert form_of(tab).answers.number("successes") == 4


def test_rounds_count_down_and_the_last_ends_the_effect(make):
    tab = make(kept())
    rounds = tab.effects.buttons["rounds"]
    assert tab.effects.view.lines.rows[1].right == "2 rounds left"
    press(rounds)
    assert tab.effects.view.lines.rows[1].right == "1 round left"
    press(rounds)
    assert [effect.name for effect in tab.document.character.effects] == ["Thorns", "Curse"]
    assert tab.said == ["Fire is over."]
    assert not rounds.isVisible()
    assert steps(tab) == ["A round passes", "A round passes"]


def test_a_step_elsewhere_shows_at_once(make):
    tab = make()
    tab.document.apply("x", lambda each: magic.maintain_by_blood(each, "Curse", 5))
    assert names(tab) == ["Curse · strength 5"]


def test_what_changed_out_of_sight_is_shown_when_it_comes_back(make):
    tab = make()
    tab.hide()
    tab.document.apply("x", magic.use_magic)
    tab.show()
    assert tab.standing.text() == "4 of 5 free uses are left in these four hours."


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
    assert tab.headline.isVisible()
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
    assert tab.headline.isVisible()
    assert tab.acts.buttons["use-magic"].hasFocus()
    assert tab.standing.text() == "One use is free in four hours."
    do(tab, "use-magic")
    assert tab.headline.text() == "The next use: 1 fewer success"
    assert tab.document.character == magic.use_magic(ragnar(), by_gm=True)
    tab.document.open(ragnar().with_(id="e" * 32, name=""))
    assert tab.no_magic.full_text == "This character has no magic."
    assert tab.no_magic.isVisible()


def test_a_wizard_without_dice_left_still_has_magic(make):
    tab = make(injuries.suffer_all(bob(), 4))
    assert tab.headline.isVisible()
    assert tab.standing.text() == "No die in play has Magic, so no use is free."


def test_a_locked_character_says_why_nothing_changes(make):
    tab = make(kept(), read_only=True)
    do(tab, "use-magic")
    press(tab.effects.buttons["release"])
    assert tab.heard == ["read-only-character"] * 2
    assert not tab.asking.isVisible()


# room


@pytest.mark.parametrize(("text", "width", "height"), [(100, 1250, 560), (150, 1200, 560), (100, 2440, 1290)])
def test_nothing_is_cut_off(make, text, width, height):
    tab = make(kept(), width, height)
    tab.theme.set_text_size(text)
    QTest.qWait(20)
    assert tab.width() <= width
    for part in (tab.effects, tab.acts, tab.pips):
        assert part.mapTo(tab, part.rect().topRight()).x() <= width
    tab.keep_going(4)
    QTest.qWait(20)
    keep = tab.place.form.act
    assert keep.mapTo(tab, keep.rect().bottomLeft()).y() <= tab.height()


def test_opening_the_form_brings_it_into_view_where_one_scrolls(make):
    tab = make(kept(), 640, 300)
    tab.keep_going(4)
    QTest.qWait(20)
    top = tab.place.form.fields["name"].mapTo(tab.stack, tab.place.form.fields["name"].rect().topLeft()).y()
    assert 0 <= top < 300


def test_tab_goes_through_the_form_from_above_to_below(make):
    tab = make()
    tab.keep_going(2)
    order = []
    for _press in range(9):
        order.append(tab.window().focusWidget())
        QTest.keyClick(order[-1], Qt.Key.Key_Tab)
    name, strength, kind, die = (tab.place.form.fields[id] for id in ("name", "strength", "kind", "die"))
    assert order == [name, strength, kind.stops[0], *die.cards, tab.place.form.act, tab.place.form.cancel]


def test_tab_leaves_the_panel_both_ways(make):
    tab = make()
    tab.setFocus()
    seen = set()
    for _press in range(12):
        QTest.keyClick(tab.window().focusWidget(), Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
        seen.add(tab.window().focusWidget())
    assert {tab.acts.buttons["use-magic"], tab.acts.buttons["rest-magic"], tab.effects.view} & seen
    assert tab.effects.buttons["keep-going"] in seen


@pytest.mark.parametrize("width", [560, 800, 1250, 2440])
def test_the_layout_comes_to_rest(make, width):
    assert restless(make(kept(), width, 420)) == 0


def test_long_names_widen_nothing(make):
    long = "x" * 200
    character = magic.maintain_by_value(bob().with_(name=long), long, 3, 123, long)
    character = character.with_(effects=(character.effects[0], character.effects[0].with_(name="")))
    tab = make(character)
    assert tab.width() == 1250
    assert long in tab.effects.view.lines.rows[0].tip
    press(tab.effects.buttons["release"])
    assert len(steps(tab)[0]) < 60
    tab.document.open(ragnar().with_(name=long))
    QTest.qWait(20)
    assert tab.width() == 1250


def test_there_is_one_main_action(make):
    tab = make()
    assert tab.acts.buttons["use-magic"].property("kind") == "primary"
    press(tab.effects.buttons["keep-going"])
    assert tab.acts.buttons["use-magic"].property("kind") == ""
    assert tab.place.form.act.property("kind") == "primary"
    press(tab.place.form.cancel)
    assert tab.acts.buttons["use-magic"].property("kind") == "primary"


def marks(price: MagicPrice) -> list[str]:
    """Return the boxes of a price: x for a use, and the successes that a use past the safe level takes."""
    shown = price_boxes(price)
    return [("x" if box.marked else "") + box.text + ("!" if box.next else "") for box in shown]


def test_free_uses_come_first_and_the_price_of_later_ones_is_shown_before_it_happens():
    assert marks(MagicPrice(safe=3, recent=1, beyond=0, penalty=0)) == ["x", "!", "", "−1", "−2", "−3"]


def test_once_the_safe_level_is_used_up_the_next_box_takes_a_success():
    assert marks(MagicPrice(safe=2, recent=2, beyond=0, penalty=1)) == ["x", "x", "−1!", "−2", "−3"]


def test_uses_beyond_stay_marked_and_close_those_that_would_be_free():
    shown = marks(MagicPrice(safe=2, recent=0, beyond=2, penalty=3))
    assert shown == ["–", "–", "x−1", "x−2", "−3!", "−4", "−5"]


@pytest.mark.parametrize("beyond", [0, 5, 40, 10_000])
def test_exactly_one_box_is_next_however_many_there_are(beyond):
    penalty = beyond + 1 if beyond else 0
    shown = price_boxes(MagicPrice(safe=60, recent=beyond, beyond=beyond, penalty=penalty))
    assert len(shown) <= 80
    assert sum(box.next for box in shown) == 1
