"""A button that may ask which dice are given, pressed by one who gives the usual ones."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from bones_desktop.pages.table.tablepage import TablePage
from bones_desktop.widgets.dice.diecard import DiceChoicePopup


def take_usual(button: QPushButton, key: Qt.Key | None = None) -> None:
    """Click the button, or press a key on it, and take the dice that are chosen at first, if any are asked for."""
    if key is None:
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    else:
        QTest.keyClick(button, key)
    popup = QApplication.activePopupWidget()
    if isinstance(popup, DiceChoicePopup):
        QTest.keyClick(popup, Qt.Key.Key_Return)


def offered(page: TablePage) -> list[str]:
    """Return what may be done about the throw; its button ends with "…" where it asks which dice first."""
    follow_ups = (*page.table.follow_ups.all(), *page.table.harm.follow_ups())
    shown = [button.text().replace("&&", "&") for button in page.reading.follow_ups.buttons]
    assert shown == [f"{each.text}…" if each.ask is not None else each.text for each in follow_ups]
    return [each.text for each in follow_ups]
