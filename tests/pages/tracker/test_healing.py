"""Healing: foreseen in words and rows, by rest, care, regeneration, miracles and the GM."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from bones_desktop.rules.bones.book.character import CharacterKind
from bones_desktop.rules.bones.injury import injuries, magic
from tests.support.people import ragnar, someone

LEFT = Qt.MouseButton.LeftButton


def hurt(*dice: int, **changes: object):
    character = ragnar().with_(**changes)
    for die in dice:
        character = injuries.lose(character, die, "arrow")
    return character


def rows(made) -> list[tuple[str, str, str]]:
    return [(line.right, line.text, line.second) for line in made.tab.healing.list.lines.rows]


def press(made, act: str) -> None:
    button = made.tab.healing.acts.buttons[act]
    assert button.isVisible()
    QTest.mouseClick(button, LEFT)


def offered(made) -> set[str]:
    return {id for id, button in made.tab.healing.acts.buttons.items() if button.isVisible()}


def test_it_says_when_all_is_whole_and_what_heals_until_then(desk):
    made = desk(hurt(1, 3))
    assert made.tab.healing.headline.text() == "Whole in 14 days"
    assert made.tab.healing.line.text() == "With rest, on day 15 of winter; today is day 1 of winter."
    assert rows(made) == [
        ("in 7 days", "Die 4 · Armsman", "day 8 of winter"),
        ("in 14 days", "Die 2 · Hunter/Gatherer", "day 15 of winter"),
    ]


def test_points_below_zero_are_one_row(desk):
    made = desk(injuries.suffer_all(ragnar(), 6, "troll"))
    assert rows(made)[0] == ("in 14 days", "2 below zero", "day 15 of winter")
    assert made.tab.healing.headline.text() == "Whole in 42 days"


def test_what_magic_holds_is_listed_without_a_day(desk):
    made = desk(magic.maintain_by_health(hurt(1), "Light", 4, 3))
    assert rows(made)[-1] == ("", "Die 4 · Armsman", "held by Light")
    assert made.tab.healing.headline.text() == "The next heals in 7 days"
    made.tab.heal()
    assert made.tab.healing.headline.text() == "Held by magic"


def test_the_unhurt_have_nothing_to_heal(desk):
    made = desk()
    assert made.tab.healing.headline.text() == "Nothing to heal"
    assert not made.tab.healing.list.isVisible()
    press(made, "heal")
    assert made.refused == ["nothing-to-heal"]


def test_rest_of_the_unhurt_promises_no_healing(desk):
    made = desk(ragnar())
    press(made, "week")
    assert made.told == ["7 days of rest: there was nothing to heal."]


@pytest.mark.parametrize(
    ("button", "days", "step", "told"),
    [
        ("day", 1, "Rest 1 day", "1 day of rest: nothing healed yet."),
        ("week", 7, "Rest 7 days", "7 days of rest: die 4 healed."),
    ],
)
def test_days_of_rest_pass_and_it_is_told_what_healed(desk, button, days, step, told):
    made = desk(hurt(1, 3))
    press(made, button)
    assert made.character.day == 1 + days
    assert made.steps == [step]
    assert made.told == [told]


def test_any_number_of_days(desk):
    made = desk(hurt(1, 3))
    press(made, "rest")
    made.form.fill("days", 21)
    assert made.form.says[0] == "Heals at once: dice 4, 2"
    made.form.press()
    assert made.steps == ["Rest 21 days"]
    assert not made.character.lost
    assert made.told == ["21 days of rest: dice 4, 2 healed."]


def test_in_a_campaign_the_days_are_the_campaigns(desk, qtbot):
    made = desk(hurt(1, campaign="abc"))
    assert not offered(made) & {"day", "week", "rest"}
    with qtbot.waitSignal(made.tab.calendar_requested):
        press(made, "calendar")
    assert made.tab.healing.acts.says.text() == "Days pass in the calendar of the campaign."
    assert not made.steps


def test_heal_one_heals_the_chosen_die(desk):
    made = desk(hurt(1, 3))
    made.tab.choose(1)
    press(made, "heal")
    assert made.steps == ["Heal die 2"]


def test_the_chosen_die_may_heal_next(desk):
    made = desk(hurt(0, 1, 3))
    button = made.tab.healing.acts.buttons["next"]
    assert button.accessibleDescription().startswith("Choose a lost die")
    QTest.mouseClick(button, LEFT)
    assert not made.steps
    QTest.mouseClick(made.tab.rows.cards[3], LEFT)
    assert button.accessibleDescription() == "It is the next one already."
    QTest.mouseClick(made.tab.rows.cards[0], LEFT)
    assert button.text() == "Let die 1 heal next"
    QTest.mouseClick(button, LEFT)
    assert [row[1] for row in rows(made)] == ["Die 1 · Gaul", "Die 4 · Armsman", "Die 2 · Hunter/Gatherer"]
    assert made.steps == ["Die 1 heals next"]


def test_the_keys_choose_in_the_list_too(desk):
    made = desk(hurt(0, 1, 3))
    shown = made.tab.healing.list
    shown.setFocus()
    QTest.keyClick(shown, Qt.Key.Key_Down)
    assert made.tab.chosen == 1
    QTest.keyClick(shown, Qt.Key.Key_Return)
    assert made.steps == ["Die 2 heals next"]
    QTest.keyClick(shown, Qt.Key.Key_H)
    assert made.steps[-1] == "Heal die 2"


def test_one_lost_die_leaves_no_choice(desk):
    assert "next" not in offered(desk(hurt(0)))


def test_medical_attention_is_seen_beforehand(desk):
    made = desk(hurt(0, 1, 3))
    press(made, "treat")
    form = made.form
    assert form.says == ["Nothing heals at once.", "After that, one damage heals in 7 days of rest. Whole in 21 days."]
    form.type("successes", "3")
    assert form.says == ["Heals at once: die 4", "After that, one damage heals in 4 days of rest. Whole in 8 days."]
    form.fill("medic", 2)
    assert form.says == ["Heals at once: dice 4, 2, 1", "Nothing is left to heal."]
    form.fill("medic", 0)
    form.enter("successes")
    assert made.steps == ["Medical attention"]
    assert made.told == ["Treated: die 4 healed."]
    assert not made.tab.place.id
    assert rows(made)[0] == ("in 4 days", "Die 2 · Hunter/Gatherer", "day 5 of winter, under care")
    assert "2 under care: one heals in 4 days." in made.tab.healing.line.text()


def test_damage_is_treated_once(desk):
    made = desk(hurt(0, 1))
    made.document.apply("Medical attention", lambda now: injuries.treat(now, 1))
    press(made, "treat")
    assert "each damage is treated once" in made.form.says[0]
    assert not made.form.can_be_done
    made.form.enter("successes")
    assert made.refused == ["treated-already"]


def test_only_who_bears_the_icon_regenerates(desk):
    assert "regenerate" not in offered(desk(hurt(0)))
    made = desk(
        injuries.suffer_all(someone(CharacterKind.BEAST, *["universal,regenerate,melee,melee,blank,blank"] * 4), 3)
    )
    press(made, "regenerate")
    made.form.fill("icons", 2)
    made.form.press()
    assert len(made.character.lost) == 1
    assert made.steps == ["Regenerate 2 dice"]
    assert made.told == ["Regenerated: dice 2, 3 healed."]


def test_heal_everything_and_killed_outright(desk):
    made = desk(hurt(0, 1))
    press(made, "heal-all")
    press(made, "slay")
    assert made.form.says == ["Then: Dead"]
    QTest.keyClick(made.tab.focusWidget(), Qt.Key.Key_Return)
    assert made.steps == ["Heal everything"], "a key pressed twice kills no one"
    press(made, "slay")
    made.form.press()
    assert made.steps == ["Heal everything", "Killed outright"]
    assert made.tab.head.title.text() == "Dead"
    assert made.tab.healing.headline.text() == "Rest does not heal the dead"
    assert not offered(made) & {"day", "week", "rest", "heal", "treat"}


def test_back_from_death_as_the_gm_says(desk):
    made = desk(injuries.slay(hurt(0)))
    press(made, "revive")
    assert made.steps == ["Back from death"]
    assert "revive" not in offered(made)


def test_a_miracle_costs_spiffs_and_wants_an_explanation(desk):
    made = desk(injuries.slay(hurt(0, spiffs=6)))
    press(made, "survive")
    assert made.form.act.text() == "Live on · 5 spiffs"
    assert not made.form.can_be_done
    made.form.enter("how")
    assert made.refused == ["survival-needs-explanation"]
    made.form.type("how", "The blade broke")
    made.form.enter("how")
    assert made.steps == ["Survive by a miracle"]
    assert made.character.spiffs == 1
    assert made.character.spiff_ledger[-1].note == "The blade broke"
    assert made.tab.head.title.text() == "Wounded"


def test_a_miracle_without_spiffs_says_why_not(desk):
    made = desk(injuries.slay(hurt(0, spiffs=4)))
    press(made, "survive")
    assert not made.tab.place.id
    assert "spiff" in made.tab.healing.acts.says.text()


def test_a_form_gives_way_to_another(desk):
    made = desk(hurt(0), width=2440, height=1240)
    press(made, "treat")
    QTest.mouseClick(made.tab.hindering.buttons["hinder"], LEFT)
    assert made.form.form.heading.text() == "A hindering die"


def test_care_that_leaves_only_what_magic_holds_says_so(desk):
    made = desk(magic.maintain_by_health(hurt(1), "Light", 4, 3))
    press(made, "treat")
    made.form.fill("successes", 2)
    assert made.form.says[1] == "After that, only damage held by magic is left."


@pytest.mark.parametrize("height", [580, 1280])
def test_what_is_done_stays_where_it_is_once_something_heals(desk, height):
    """On a large screen the buttons stood below half a page of nothing."""
    made = desk(width=1250 if height < 1000 else 2440, height=height)
    healing, tab = made.tab.healing, made.tab
    heal = healing.acts.buttons["heal"]
    places = [each.mapTo(tab, each.rect().topLeft()) for each in (heal, tab.blow_button, tab.rows.cards[0])]
    assert places[0].y() - healing.line.geometry().bottom() < made.theme.px(140)
    tab.injure()
    QTest.qWait(20)
    assert healing.list.isVisible()
    assert places == [each.mapTo(tab, each.rect().topLeft()) for each in (heal, tab.blow_button, tab.rows.cards[0])]
