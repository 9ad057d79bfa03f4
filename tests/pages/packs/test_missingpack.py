"""A character with a missing pack opens on every page: nothing breaks, and its faces stay."""

import pytest

from bones_desktop.rules.bones.injury.injuries import add_printed_item
from bones_desktop.rules.bones.life.packs import with_packs
from bones_desktop.rules.bones.making.edits import set_racial_icon, set_template
from bones_desktop.rules.bones.making.improvement import award, finish
from bones_desktop.storage.files.characterfile import write_character
from tests.support.packs import norse
from tests.support.people import bob, ragnar
from tests.support.rulebooks import rulebook
from tests.support.running import Running

BOOK = with_packs(rulebook(), [norse()])


def troll():
    return add_printed_item(BOOK, set_racial_icon(BOOK, bob(), "norse/troll"), "norse/long-axe")


def raider():
    return set_template(BOOK, ragnar(), 3, "norse/raider").with_(racial_icon="norse/troll")


def grown():
    return award(finish(BOOK, troll().with_(name="Bob"), "2026-11-21"), 3, "", "2026-11-21")


@pytest.mark.parametrize("person", [troll, raider, grown])
def test_every_page_shows_a_character_without_its_pack(qapp, tmp_path, person):
    path = tmp_path / "person.bones"
    character = person()
    write_character(path, character)
    with Running(tmp_path / "home", path) as running:
        faces = [die.faces for die in running.program.document.character.dice]
        for page in ("build", "table", "sheet", "reference", "shelf"):
            running.window.show_page(page)
            running.app.processEvents()
        running.trigger("throw")
        running.window.show_page("build")
        build = running.program.pages.build
        for tab in range(build.tabs.count()):
            build.tabs.setCurrentIndex(tab)
            running.app.processEvents()
        build.tabs.setCurrentIndex(1)
        for die in range(len(character.dice)):
            for face in range(6):
                build.dice.board.select(die, face)
                running.app.processEvents()
        assert [die.faces for die in running.program.document.character.dice] == faces


def test_the_palette_names_the_icon_of_a_missing_race_and_why_it_cannot_be_picked(qapp, tmp_path):
    path = tmp_path / "person.bones"
    write_character(path, troll())
    with Running(tmp_path / "home", path) as running:
        running.window.show_page("build")
        build = running.program.pages.build
        build.tabs.setCurrentIndex(1)
        build.dice.board.select(0, 1)
        (icon,) = [icon for icon in build.dice.palette_panel.model.rows if icon.code == "norse/troll"]
        assert (icon.name, icon.allowed) == ("Troll", False)
        assert icon.why == "The icon “Troll” belongs to the pack “norse”, which is missing."
