"""Hindering dice are given with a strength and a remedy, and removed."""

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from bones_desktop.rules.bones.book.icons import face
from bones_desktop.rules.bones.injury import injuries
from bones_desktop.widgets.dice.facetile import FaceStrip
from tests.support.people import ragnar
from tests.support.rulebooks import rulebook

LEFT = Qt.MouseButton.LeftButton


def printed(name: str):
    return next(die for die in rulebook().dice if die.name == name)


def poisoned():
    die = injuries.hindering_of(printed("Poison"), 3, remedy="rest")
    return injuries.add_hindering(ragnar().with_(day=5), die).with_(day=7)


def form_of(made):
    QTest.mouseClick(made.tab.hindering.buttons["hinder"], LEFT)
    return made.form


def faces_of(form):
    return form.form.findChild(FaceStrip).faces


def test_poison_of_a_strength_is_given_with_its_remedy(desk):
    made = desk(ragnar().with_(day=5))
    form = form_of(made)
    assert form.chosen("die") == "Poison"
    assert form.chosen("faces-poison") == "2"
    form.choose("faces-poison", "4")
    assert [look.code for look in faces_of(form)] == ["poison"] * 4 + ["blank"] * 2
    form.type("remedy", "a healer")
    form.enter("remedy")
    (die,) = made.character.hindering
    assert (die.name, die.remedy, die.day) == ("Poison", "a healer", 5)
    assert sum(shown == face("poison") for shown in die.faces) == 4
    assert made.steps == ["Add Poison"]
    assert not made.tab.place.id


def test_another_die_is_chosen_and_shown_with_its_faces(desk):
    made = desk()
    form = form_of(made)
    form.choose("die", "Flaming")
    assert {look.body for look in faces_of(form)} == {"flame"}
    form.press()
    assert made.character.hindering[0].printed == printed("Flaming").id


def test_they_are_listed_with_strength_remedy_and_day(desk):
    made = desk(poisoned())
    (line,) = made.tab.hindering.view.lines.rows
    assert (line.text, line.second, line.right) == ("Poison", "3 of 6 faces · 2 days ago", "remedy: rest")


def test_pressing_a_die_asks_for_its_remedy(desk):
    made = desk(poisoned())
    view = made.tab.hindering.view
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert made.form.field("remedy").text() == "rest"
    made.form.fill("remedy", "rest and a week")
    made.form.enter("remedy")
    assert made.character.hindering[0].remedy == "rest and a week"
    assert made.steps == ["Remedy of Poison"]
    made.document.undo_stack.undo()
    assert view.lines.rows[0].right == "remedy: rest"


def test_one_of_several_is_removed(desk):
    made = desk(injuries.add_hindering(poisoned(), injuries.hindering_from(printed("Flaming"))))
    QTest.mouseClick(made.tab.hindering.buttons["cure"], LEFT)
    assert [die.name for die in made.character.hindering] == ["Flaming"]
    assert [line.text for line in made.tab.hindering.view.lines.rows] == ["Flaming"]
    assert made.steps == ["Remove Poison"]
    QTest.keyClick(made.tab.hindering.view, Qt.Key.Key_Delete)
    assert not made.character.hindering
    assert not made.tab.hindering.buttons["cure"].isEnabled()


def test_no_more_than_a_character_can_carry(desk):
    made = desk(ragnar().with_(hindering=(injuries.hindering_from(printed("Poison")),) * 20))
    form = form_of(made)
    form.enter("remedy")
    assert made.refused == ["most-hindering"]
    assert form.is_open


def test_a_die_that_comes_in_no_strengths_is_given_as_it_is_printed(desk):
    made = desk()
    faces = tuple(face(code) for code in ("null", "damage", "blank", "blank", "blank", "blank"))
    curse = replace(printed("Poison"), id="curse", name="Curse", faces=faces)
    made.document.set_rulebook(replace(rulebook(), dice=(*rulebook().dice, curse)))
    form = form_of(made)
    form.choose("die", "Curse")
    assert not form.shows("faces-poison")
    form.type("remedy", "a priest")
    form.press()
    (die,) = made.character.hindering
    assert (die.name, die.faces, die.remedy) == ("Curse", faces, "a priest")
