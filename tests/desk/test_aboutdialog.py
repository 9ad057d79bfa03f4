"""About, and the licences it leads to."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from bones_desktop.desk.helpdialogs import AboutDialog, LicencesDialog


def test_about_shows_every_licence_by_mouse_and_keys(qtbot, on_screen, theme):
    about = on_screen(AboutDialog(theme))
    QTest.mouseClick(about.licences, Qt.MouseButton.LeftButton)
    (dialog,) = about.findChildren(LicencesDialog)
    assert dialog.choice.currentText() == "Bones Desktop"
    assert "MIT License" in dialog.text.toPlainText()
    names = [dialog.choice.itemText(index) for index in range(dialog.choice.count())]
    assert {"Qt third party", "ICU", "LGPL 3", "Vollkorn", "pydantic"} <= set(names)
    dialog.choice.setFocus()
    for _name in names:
        assert dialog.text.toPlainText()
        QTest.keyClick(dialog.choice, Qt.Key.Key_Down)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not about.findChildren(LicencesDialog))
