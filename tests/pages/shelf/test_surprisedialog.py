"""Surprise me, as a user meets it: drawn again until one is kept, or the rest of the open character in one step."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from bones_desktop.pages.shelf.newdialog import SurpriseDialog
from bones_desktop.rules.bones.book.character import CharacterKind
from bones_desktop.rules.bones.life.packs import with_packs
from bones_desktop.rules.bones.making.edits import new_character, set_template
from bones_desktop.rules.bones.making.problems import problems
from bones_desktop.rules.reasons import Weight
from bones_desktop.storage.files.characterfile import read_character, write_character
from tests.support.packs import norse
from tests.support.people import bob
from tests.support.rulebooks import rulebook
from tests.support.running import Running

LEFT = Qt.MouseButton.LeftButton


def opened(running: Running) -> SurpriseDialog:
    running.trigger("surprise")
    dialog = running.dialog()
    assert isinstance(dialog, SurpriseDialog)
    return dialog


def choose(box, value: str) -> None:
    box.setCurrentIndex(box.findData(value))


def test_a_character_is_drawn_until_it_is_kept(tmp_path: Path, qapp: object) -> None:
    write_character(tmp_path / "bob.bones", bob())
    with Running(tmp_path, tmp_path / "bob.bones") as running:
        dialog = opened(running)
        choose(dialog.who, "cold-iron")
        choose(dialog.concept, "wizard")
        choose(dialog.culture, "gaul")
        first, seed = dialog.character, dialog.seed.value()
        QTest.mouseClick(dialog.again, LEFT)
        assert dialog.seed.value() != seed
        assert dialog.character != first
        dialog.seed.setValue(seed)
        assert dialog.character == first
        assert dialog.name.text() == first.name
        QTest.mouseClick(dialog.keep, LEFT)
        now = running.program.document.character
        assert (now.name, now.dice, now.dice[0].template) == (first.name, first.dice, "gaul")
        assert running.program.session.path.parent == running.locations.characters
        assert not [each for each in problems(rulebook(), now) if each.weight is not Weight.ADVICE]


def test_the_culture_wished_for_comes_back_after_a_look_at_what_has_none(tmp_path: Path, qapp: object) -> None:
    with Running(tmp_path) as running:
        dialog = opened(running)
        choose(dialog.who, "cold-iron")
        choose(dialog.culture, "gaul")
        choose(dialog.who, "cast")
        assert dialog.culture.currentData() == ""
        choose(dialog.who, "cold-iron")
        assert dialog.culture.currentData() == "gaul"
        assert dialog.character.dice[0].template == "gaul"
        dialog.reject()


def test_a_new_character_is_made_unless_one_asks_for_the_rest_of_the_open_one(tmp_path: Path, qapp: object) -> None:
    """Kept at once, it replaced what was open of the character one was working on."""
    begun = set_template(rulebook(), new_character("a" * 32), 0, "roman").with_(name="Marcus")
    write_character(tmp_path / "marcus.bones", begun)
    with Running(tmp_path, tmp_path / "marcus.bones") as running:
        dialog = opened(running)
        assert dialog.who.currentData() == "cold-iron"
        QTest.mouseClick(dialog.keep, LEFT)
        now = running.program.document.character
        assert now.id != begun.id
        assert all(die.template for die in now.dice)
        assert read_character(tmp_path / "marcus.bones").value == begun


def test_the_rest_of_the_open_one_is_one_step(tmp_path: Path, qapp: object) -> None:
    begun = set_template(rulebook(), new_character("a" * 32), 0, "roman").with_(name="Marcus")
    write_character(tmp_path / "marcus.bones", begun)
    with Running(tmp_path, tmp_path / "marcus.bones") as running:
        dialog = opened(running)
        choose(dialog.who, "rest")
        assert dialog.who.currentText() == "Missing choices of Marcus"
        assert not dialog.culture.isEnabled()
        assert dialog.culture.currentText() == "Roman"  # it said that whatever comes would be drawn
        choose(dialog.who, "cold-iron")
        assert dialog.culture.currentData() == ""
        choose(dialog.who, "rest")
        QTest.mouseClick(dialog.keep, LEFT)
        now = running.program.document.character
        assert (now.name, now.dice[0].template) == ("Marcus", "roman")
        assert all(die.template for die in now.dice)
        assert running.program.document.undo_stack.undoText() == "Surprise me"
        running.trigger("undo")
        assert running.program.document.character == begun


def test_a_finished_character_has_no_rest_and_cast_no_culture(tmp_path: Path, qapp: object) -> None:
    write_character(tmp_path / "bob.bones", bob())
    with Running(tmp_path, tmp_path / "bob.bones") as running:
        dialog = opened(running)
        choose(dialog.who, CharacterKind.CAST.value)
        assert not dialog.culture.isEnabled()
        assert dialog.character.kind is CharacterKind.CAST
        dialog.reject()


@pytest.mark.parametrize("here", [False, True])
def test_a_culture_that_is_not_offered_is_named_for_who_has_it(qtbot, theme, here: bool) -> None:
    """The field was empty: of a pack that is not here, or is hidden."""
    book = with_packs(rulebook(), [norse()])
    begun = set_template(book, new_character("a" * 32), 0, "norse/norse")
    begun = set_template(book, begun, 1, "norse/sea-farer")
    dialog = SurpriseDialog(theme, book if here else rulebook(), begun, begun.house_rules, printed_only=True)
    qtbot.addWidget(dialog)
    choose(dialog.who, "rest")
    assert (dialog.culture.currentText(), dialog.culture.isEnabled()) == ("Norse", False)
    assert dialog.told.text().startswith("Norse, Sea")
    choose(dialog.who, "cold-iron")
    assert (dialog.culture.currentData(), dialog.culture.findText("Norse")) == ("", -1)
    choose(dialog.who, "rest")
    assert dialog.culture.currentText() == "Norse"
