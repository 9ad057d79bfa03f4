"""The banner gives back what it takes."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QPushButton, QToolButton, QVBoxLayout, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.text.messages import Banner, BannerAction


def test_the_focus_goes_back_to_where_it_was_when_a_message_is_answered(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    first, banner, field = QPushButton("First", window), Banner(Theme("iron"), window), QLineEdit(window)
    for each in (first, banner, field):
        column.addWidget(each)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(lambda: window.isActiveWindow())
    field.setFocus()
    answered = []
    banner.show_message("Removed.", actions=[BannerAction("Bring back", lambda: answered.append(window.focusWidget()))])
    button = next(each for each in banner.findChildren(QPushButton) if each.text() == "Bring back")
    button.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert answered == [field]
    banner.show_message("Said.")
    first.setFocus()
    banner.dismiss()
    assert window.focusWidget() is first  # where it was not in the message it stays


def test_tab_goes_through_the_buttons_as_they_stand(qtbot):
    """The way to close a message lay behind all of a page that was made later."""
    window = QWidget()
    qtbot.addWidget(window)
    banner = Banner(Theme("iron"), window)
    banner.show_message("Welcome.", actions=(BannerAction("Show", int), BannerAction("Start", int)))
    show, start = (button for button in banner.findChildren(QPushButton) if not button.isHidden())
    assert show.nextInFocusChain() is start
    assert isinstance(start.nextInFocusChain(), QToolButton)
