"""From text to a character on the shelf, in the running program."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from bones_desktop.pages.shelf.pastedialog import PasteDialog
from bones_desktop.rules.bones.book.character import CharacterKind
from bones_desktop.rules.reasons import Weight
from bones_desktop.storage.files.characterfile import read_character
from tests.support.rulebooks import rulebook
from tests.support.running import Running

SWORDMASTER = (
    "- Swordmaster - 6D:** d1 through d2- Fighter, d3 through d4- Killer, d5- Universal Success, Physical Success, "
    "Melee (Riposte), Defend (Turtle), Maneuver, Social, d6- Universal success, Physical success, Melee (Two Weapon), "
    "Defend (Turtle), Social, Maneuver"
)


def test_a_character_from_the_clipboard_is_put_on_the_shelf_and_opened(qtbot, tmp_path):
    QApplication.clipboard().setText("Wolf - 3D: d1-Stalker, d2-Predator, d3-Pouncer • Move 2")
    with Running(tmp_path) as running:
        running.trigger("from-text")
        dialog = running.dialog()
        assert isinstance(dialog, PasteDialog)
        qtbot.mouseClick(dialog.make, Qt.MouseButton.LeftButton)
        character = running.program.document.character
        assert (character.name, character.kind, len(character.dice), character.move) == (
            "Wolf",
            CharacterKind.BEAST,
            3,
            2,
        )
        assert running.program.session.path is not None
        assert running.program.session.path.exists()


def test_the_swordmaster_of_the_book_is_made_by_keys_alone(qtbot, tmp_path):
    QApplication.clipboard().setText("nothing of the kind")
    with Running(tmp_path) as running:
        running.window.activateWindow()
        qtbot.waitUntil(running.window.isActiveWindow)
        qtbot.keyClick(
            running.window, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
        )
        dialog = running.dialog()
        assert isinstance(dialog, PasteDialog)
        QApplication.clipboard().setText(SWORDMASTER)
        qtbot.waitUntil(dialog.field.hasFocus)
        qtbot.keyClick(dialog.field, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
        assert not dialog.gaps.view.lines.rows
        while QApplication.focusWidget() is not dialog.make:
            qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        qtbot.keyClick(dialog.make, Qt.Key.Key_Space)
        made = running.program.document.character
        block = rulebook().block("swordmaster")
        assert (made.name, made.kind) == ("Swordmaster", CharacterKind.CAST)
        assert [(die.printed, die.faces) for die in made.dice] == [(die.die, die.faces) for die in block.dice]
        assert [why for why in running.program.document.problems if why.weight is Weight.ILLEGAL] == []
        assert read_character(running.program.session.path).value == made


def test_other_text_on_the_clipboard_is_left_alone(qtbot, tmp_path):
    QApplication.clipboard().setText("See you on Friday")
    with Running(tmp_path) as running:
        running.program.files.new()
        [new] = running.dialogs()
        new._name.setText("Fang")
        new._view.go_to(next(line.key for line in new._view.lines.rows if line.text == "From text…"))
        new._make()
        QApplication.processEvents()
        dialog = running.dialog()
        assert isinstance(dialog, PasteDialog)
        assert dialog.field.toPlainText() == ""
        assert dialog.name.text() == "Fang"


def test_text_with_one_die_in_it_is_there_when_asked_for_and_not_when_pasted_on_the_shelf(qtbot, tmp_path):
    text = "We meet at eight on Friday, do not be late this time.\nd1- Fighter\nGreet the dog from all of us, too."
    QApplication.clipboard().setText(text)
    with Running(tmp_path) as running:
        running.trigger("from-text")
        dialog = running.dialog()
        assert isinstance(dialog, PasteDialog)
        assert dialog.field.toPlainText() == text
        dialog.close()
        running.program.pages.giving.paste()
        assert not [each for each in running.dialogs() if isinstance(each, PasteDialog) and each.isVisible()]


def test_several_blocks_in_one_text_make_several_characters(qtbot, tmp_path):
    QApplication.clipboard().setText(
        "Wolf - 3D: Stalker, Predator, Pouncer • Move 2\nKnight - 5D: Aristocrat, Fighter, Cavalry x3\nHorde - 3D"
    )
    with Running(tmp_path) as running:
        running.trigger("from-text")
        dialog = running.dialog()
        assert isinstance(dialog, PasteDialog)
        assert (dialog.name.text(), len(dialog.character.dice), dialog.character.move) == ("Wolf", 3, 2)
        assert dialog.make.text() == "&Make 3 characters"
        assert not dialog.name.isEnabled()
        for _line in range(2):
            qtbot.keyClick(dialog.field, Qt.Key.Key_Down)
        assert (dialog.name.text(), dialog.character.kind, dialog.character.move) == (
            "Horde",
            CharacterKind.HORDE,
            1,
        )
        qtbot.mouseClick(dialog.make, Qt.MouseButton.LeftButton)
        made = {read_character(path).value.name for path in running.program.session.path.parent.glob("*.bones")}
        assert {"Wolf", "Knight", "Horde"} <= made
        assert running.program.document.character.name == "Horde"
