"""Fonts that widgets keep under a style sheet, and properties it tells them apart by."""

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QTableView, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.scaled import set_font, set_sheet_property
from bones_desktop.widgets.text.labels import plain_label


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    theme = Theme("iron")
    theme.apply(qapp)
    return theme


@pytest.fixture
def shown(qtbot: QtBot, on_screen, theme: Theme) -> QWidget:
    """A window that has been polished already."""
    window = QWidget()
    QVBoxLayout(window)
    return on_screen(window, wait="exposed")


def moved(_label: QLabel, window: QWidget) -> None:
    """Give the label, which is in a frame without a parent, another place."""
    frame = _label.parentWidget()
    assert frame is not None
    frame.setParent(window)


@pytest.mark.parametrize(
    "polished",
    [
        moved,
        lambda label, _window: set_sheet_property(label, "tone", "warn"),
        lambda _label, _window: QApplication.instance().setStyleSheet("QLabel { color: red; }"),
    ],
    ids=["another parent", "another property", "another theme"],
)
def test_a_font_stays_whatever_polishes_the_widget_anew(
    theme: Theme, shown: QWidget, qtbot: QtBot, polished: Callable[[QLabel, QWidget], object]
) -> None:
    frame = QFrame()
    qtbot.addWidget(frame)
    label = plain_label(frame, "Told")
    label.ensurePolished()
    set_font(label, theme.font("serif", 28, bold=True))
    polished(label, shown)
    assert label.font() == theme.font("serif", 28, bold=True)


def test_a_font_given_before_the_first_polishing_stays_too(theme: Theme, shown: QWidget) -> None:
    table = QTableView()
    set_font(table.horizontalHeader(), theme.font("sans", 14, bold=True))
    shown.layout().addWidget(table)
    QApplication.processEvents()
    assert table.horizontalHeader().font().bold()
