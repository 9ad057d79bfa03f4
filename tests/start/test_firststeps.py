"""What leads a new character on: from origin to dice, from face to face, to the name and to a template."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from bones_desktop.pages.builder.builderpanel import Tab
from bones_desktop.pages.builder.offers import item_choices
from bones_desktop.pages.builder.origincards import MAKE_TEMPLATE
from bones_desktop.rules.bones.book.icons import UNFILLED, face
from bones_desktop.rules.bones.making.edits import new_character, set_face, set_template
from bones_desktop.storage.files.characterfile import write_character
from tests.support.people import bob, ragnar
from tests.support.rulebooks import rulebook
from tests.support.running import Running

LEFT = Qt.MouseButton.LeftButton


class Newcomer(Running):
    """The program with a new character open on the Build page."""

    @property
    def panel(self):
        return self.program.pages.build

    @property
    def at(self):
        return self.panel.dice.board.die, self.panel.dice.board.face

    @property
    def who(self):
        return self.program.document.character


@pytest.fixture
def here(tmp_path, qapp):
    path = tmp_path / "new.bones"
    who = set_template(rulebook(), new_character("a" * 32), 0, "gaul")
    write_character(path, set_face(rulebook(), who, 0, 4, face("melee")))
    with Newcomer(tmp_path, path) as made:
        made.window.resize(1366, 768)
        made.trigger("build")
        made.panel.tabs.setCurrentIndex(Tab.ORIGIN)
        made.app.processEvents()
        yield made


def test_next_leads_from_origin_to_the_first_empty_face(here):
    QTest.mouseClick(here.panel.origin.next, LEFT)
    assert here.panel.tabs.currentIndex() == Tab.DICE
    assert here.at == (0, 3)


def test_one_button_leads_on_next_while_faces_are_empty_and_finish_once_all_is_done(here):
    origin, head = here.panel.origin, here.panel.head
    for who in (ragnar(), set_face(rulebook(), ragnar(), 3, 5, UNFILLED)):
        here.program.document.apply("Another", lambda _before, who=who: who)
        here.panel.tabs.setCurrentIndex(Tab.ORIGIN)
        here.app.processEvents()
        assert (origin.next.property("kind") == "primary") is not head.finish.isVisible()
        assert all(column.is_chosen for column in origin.dice)


def test_an_empty_face_of_a_chosen_origin_leads_to_it(here):
    strip = here.panel.origin.dice[0].strip
    QTest.mouseClick(strip.tiles[5], LEFT)
    assert (here.panel.tabs.currentIndex(), here.at) == (Tab.DICE, (0, 5))
    here.panel.tabs.setCurrentIndex(Tab.ORIGIN)
    QTest.mouseClick(strip.tiles[0], LEFT)
    assert here.panel.tabs.currentIndex() == Tab.ORIGIN


def test_the_count_of_what_is_empty_leads_there(here):
    QTest.mouseClick(here.panel.head.summary, LEFT)
    assert (here.panel.tabs.currentIndex(), here.at) == (Tab.DICE, (0, 3))


def test_what_is_still_to_do_leads_there_once_no_face_is_empty(here):
    here.program.document.apply("Dice", lambda who: bob().with_(id=who.id, name=""))
    here.app.processEvents()
    assert here.panel.head.summary.text() == "One thing still to do"
    QTest.mouseClick(here.panel.head.summary, LEFT)
    assert here.panel.tabs.currentIndex() == Tab.STORY
    assert here.app.focusWidget() is here.panel.story.lines["name"]


def test_f8_comes_from_another_tab_to_the_face_selected_there(here):
    assert here.at == (0, 3)
    QTest.keyClick(here.window, Qt.Key.Key_F8)
    assert (here.panel.tabs.currentIndex(), here.at) == (Tab.DICE, (0, 3))  # which was passed over
    QTest.keyClick(here.window, Qt.Key.Key_F8)
    assert here.at == (0, 5)


def test_f8_steps_from_one_empty_face_to_the_next_and_round_about(here):
    seen = []
    for _ in range(19):
        QTest.keyClick(here.window, Qt.Key.Key_F8)
        here.app.processEvents()
        seen.append(here.at)
    empty = [(d, f) for d, die in enumerate(here.who.dice) for f, each in enumerate(die.faces) if each.is_unfilled]
    assert set(seen) == set(empty)
    assert seen[0] == seen[len(empty)]


def test_the_next_empty_face_is_selected_after_an_icon_unless_one_turns_that_off(here):
    here.panel.tabs.setCurrentIndex(Tab.DICE)
    page = here.panel.dice
    assert here.program.settings.value.go_on
    page.board.select(0, 5)
    page.palette_panel.picked.emit(face("magic"))
    assert here.who.dice[0].faces[5] == face("magic")
    assert here.at == (1, 1)
    page.board.select(0, 5)
    page.palette_panel.picked.emit(face("scholar"))
    assert here.at == (0, 5), "an icon in the place of another leads nowhere"
    here.trigger("going-on")
    assert not here.program.settings.value.go_on
    page.board.select(0, 3)
    page.palette_panel.picked.emit(face("riding"))
    assert here.at == (0, 3)


def test_a_double_click_on_the_name_renames(here):
    QTest.mouseDClick(here.window._parts.header.name, LEFT)
    here.app.processEvents()
    assert here.dialogs()


def test_names_without_a_template_are_one_card_that_leads_to_the_templates(here):
    cards = here.panel.origin.dice[0].list.cards.rows
    bare = [each for each in cards if not each.slots]
    assert [each.key for each in bare] == [MAKE_TEMPLATE]
    assert "Norse" in bare[0].note
    assert "9" in bare[0].name
    here.panel.origin.dice[0].picked.emit(bare[0])
    here.app.processEvents()
    assert [each for each in here.app.topLevelWidgets() if type(each).__name__ == "PackWindow" and each.isVisible()]


@pytest.mark.parametrize(("words", "found"), [("climb", "maneuver"), ("leap", "maneuver"), ("wounds", "healer")])
def test_icons_are_found_by_what_they_are_for(here, words, found):
    here.panel.tabs.setCurrentIndex(Tab.DICE)
    here.panel.dice.board.select(0, 5)
    here.panel.dice.palette_panel.search.setText(words)
    assert here.panel.dice.palette_panel.model.rows[0].code == found


def test_icons_keep_their_places_for_every_face_and_all_are_seen(here):
    """Those that may be picked came first, so that none was where it had been for the face before."""
    here.panel.tabs.setCurrentIndex(Tab.DICE)
    here.app.processEvents()
    view = here.panel.dice.palette_panel.view
    places = set()
    for die in range(4):
        for place in range(6):
            here.panel.dice.board.select(die, place)
            here.app.processEvents()
            rows = here.panel.dice.palette_panel.model.rows
            model = view.model()
            rects = (view.visualRect(model.index(row, 0)).getRect() for row in range(len(rows)))
            places.add(tuple(zip((each.code for each in rows), rects, strict=True)))
    assert len(places) == 1
    here.panel.dice.board.select(0, 3)
    here.app.processEvents()
    rows = here.panel.dice.palette_panel.model.rows
    assert {each.code for each in rows if each.allowed} == {"craft", "riding", "outdoorsman"}
    last = view.visualRect(view.model().index(len(rows) - 1, 0))
    assert view.viewport().rect().contains(last)


def test_equipment_is_found_by_its_other_names(here):
    by_name = {each.key: each.words for each in item_choices(rulebook(), False)}
    assert "Leather" in by_name["light-armour"]
    assert "Mace" in by_name["sword"]
