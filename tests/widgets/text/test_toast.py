"""The toast: over the page, plain, and gone by itself."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.focus import FocusGuide, Ring
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.text.messages import BannerAction, Toast


@pytest.fixture
def page(on_screen) -> QWidget:
    return on_screen(QWidget(), 600, 400)


def test_it_lies_over_the_page_and_follows_its_size(page: QWidget) -> None:
    toast = Toast(Theme(), page)
    toast.show_message("This die is lost.")
    assert toast.isVisible()
    assert page.rect().contains(toast.geometry())
    page.resize(300, 200)
    assert page.rect().contains(toast.geometry())
    toast.dismiss()


def test_no_ring_of_what_has_the_focus_is_painted_over_it(page: QWidget, qapp: QApplication) -> None:
    """In the window that prints, a line of the ring around the upper list went through its words."""
    guide = FocusGuide(Theme(), qapp, page)
    toast = Toast(Theme(), page)
    toast.show_message("The pages were written.")
    button = QPushButton("Paper", page)
    button.setGeometry(toast.geometry())
    button.show()
    toast.raise_()
    page.activateWindow()
    assert QTest.qWaitForWindowActive(page)
    button.setFocus()
    ring = page.findChild(Ring)
    assert ring.isVisible()
    assert page.children().index(toast) > page.children().index(ring)
    toast.dismiss()
    guide.deleteLater()


def test_it_does_not_cover_the_primary_button(page: QWidget) -> None:
    button = push_button(page, "Close round", kind="primary")
    button.setGeometry(280, 4, 200, 60)
    button.show()
    toast = Toast(Theme(), page)
    toast.show_message("Successes placed for Bob. Now decide how they take the damage.")
    assert not toast.geometry().intersects(button.geometry())
    assert page.rect().contains(toast.geometry())
    toast.dismiss()


def test_a_long_message_wraps_within_the_page(page: QWidget) -> None:
    toast = Toast(Theme(), page)
    toast.show_message("Choose a culture first, then a background that it opens. " * 4)
    assert page.rect().contains(toast.geometry())
    assert toast.height() > 2 * toast.fontMetrics().height()
    toast.dismiss()


def test_it_goes_by_itself_and_at_a_click(page: QWidget, qtbot) -> None:
    toast = Toast(Theme(), page)
    toast.show_message("Saved.", seconds=0.05)
    qtbot.waitUntil(lambda: not toast.isVisible())
    toast.show_message("Saved.")
    QTest.mouseClick(toast, Qt.MouseButton.LeftButton)
    assert not toast.isVisible()


def test_words_of_the_user_are_never_markup(page: QWidget) -> None:
    toast = Toast(Theme(), page)
    assert toast.textFormat() == Qt.TextFormat.PlainText


def test_what_it_says_is_announced(page: QWidget, heard: list[str]) -> None:
    toast = Toast(Theme(), page)
    toast.show_message("This die is lost.")
    toast.dismiss()
    toast.show_message("Undone: Lose die 1", speak=False)
    assert heard == ["This die is lost."]
    toast.speak()
    assert heard == ["This die is lost.", "Undone: Lose die 1"]


def test_a_refusal_goes_once_something_is_done_and_other_words_stay(page: QWidget) -> None:
    toast = Toast(Theme(), page)
    toast.show_message("This character is finished.", tone="warn")
    toast.withdraw_refusal()
    assert not toast.isVisible()
    toast.show_message("Die 4 is now made from Gaul.")
    toast.withdraw_refusal()
    assert toast.isVisible()
    toast.dismiss()


def test_what_may_follow_is_a_button_that_stays_until_the_page_is_left(page: QWidget) -> None:
    toast, done = Toast(Theme(), page), []
    toast.show_message("The sheet was written to x.pdf.", action=BannerAction("Show it", lambda: done.append(1)))
    assert toast.button is not None
    assert toast.rect().contains(toast.button.geometry())
    words = toast.fontMetrics().horizontalAdvance(toast.text())
    assert toast.button.x() - toast.contentsRect().left() >= words
    QTest.mouseClick(toast.button, Qt.MouseButton.LeftButton)
    assert (done, toast.isVisible(), toast.button) == ([1], False, None)
    toast.show_message("The sheet was written to x.pdf.", action=BannerAction("Show it", lambda: None))
    toast.leave()
    assert not toast.isVisible()
    toast.show_message("Copied.")
    toast.leave()
    assert toast.isVisible()
    toast.dismiss()


def test_a_line_has_room_above_and_below_it(page: QWidget, theme: Theme) -> None:
    toast = Toast(theme, page)
    for text in ("No face is empty.", "Words " * 60):
        toast.show_message(text)
        bare = toast.fontMetrics().boundingRect(toast.contentsRect(), Qt.TextFlag.TextWordWrap, text).height()
        assert toast.height() >= bare + 2 * theme.px(6)
    toast.dismiss()
