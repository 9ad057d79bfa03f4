"""From text to a character on the shelf, in the running program."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from bones_desktop.rules.bones.character import Kind
from bones_desktop.window.pastedialog import PasteDialog
from tests.support.running import Running


def test_a_character_from_the_clipboard_is_put_on_the_shelf_and_opened(qtbot, tmp_path):
    QApplication.clipboard().setText("Wolf - 3D: d1-Stalker, d2-Predator, d3-Pouncer • Move 2")
    with Running(tmp_path) as running:
        running.trigger("from-text")
        dialog = running.dialog()
        assert isinstance(dialog, PasteDialog)
        qtbot.mouseClick(dialog.make, Qt.MouseButton.LeftButton)
        character = running.program.document.character
        assert (character.name, character.kind, len(character.dice), character.move) == ("Wolf", Kind.BEAST, 3, 2)
        assert running.program.session.path is not None
        assert running.program.session.path.exists()


def test_other_text_on_the_clipboard_is_left_alone(qtbot, tmp_path):
    QApplication.clipboard().setText("See you on Friday")
    with Running(tmp_path) as running:
        running.program.files.new()
        [new] = running.dialogs()
        row = next(row for row, start in enumerate(new._model.rows) if start.source == "text")
        new._name.setText("Fang")
        new._view.setCurrentIndex(new._model.index(row, 0))
        new._make()
        QApplication.processEvents()
        dialog = running.dialog()
        assert isinstance(dialog, PasteDialog)
        assert dialog.field.toPlainText() == ""
        assert dialog.name.text() == "Fang"
