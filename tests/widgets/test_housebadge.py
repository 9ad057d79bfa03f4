"""The badge of a house rule is as calm as other small words on nets, rows and buttons: it warns of nothing."""

from collections import Counter
from collections.abc import Callable

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem, QWidget
from pytestqt.qtbot import QtBot

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.choice.buttons import ChoiceButton
from bones_desktop.widgets.choice.choicepopup import Choice, ChoiceDelegate, ChoiceModel
from bones_desktop.widgets.dice.diceboard import DiceBoard
from bones_desktop.widgets.dice.dienet import NetLook
from bones_desktop.widgets.dice.facelook import FaceLook

BADGE = "house rule"


def near(image: QImage, colour: QColor) -> int:
    """Return how many pixels have nearly this colour; letters are smoothed."""
    wanted = colour.getRgb()[:3]
    pixels = Counter(memoryview(image.convertToFormat(QImage.Format.Format_RGB32).constBits()).cast("I"))
    return sum(
        number
        for pixel, number in pixels.items()
        if all(abs(a - b) <= 24 for a, b in zip(QColor(pixel).getRgb()[:3], wanted, strict=True))
    )


def net(theme: Theme, house: bool, qtbot: QtBot) -> QImage:
    board = DiceBoard(theme, "", None)
    qtbot.addWidget(board)
    board.resize(300, 260)
    board.set_looks([NetLook(1, "Serf", (FaceLook(code="melee"),) * 6, badge=BADGE if house else "")])
    board.show()
    return board.nets[0].grab().toImage()


def button(theme: Theme, house: bool, qtbot: QtBot) -> QImage:
    widget = ChoiceButton(theme, "Made from", "Choose")
    qtbot.addWidget(widget)
    widget.resize(240, 36)
    widget.set_choices([Choice("serf", "Serf", badge=BADGE if house else "")], "serf")
    return widget.grab().toImage()


def row(theme: Theme, house: bool, qtbot: QtBot) -> QImage:

    ground = QWidget()
    qtbot.addWidget(ground)
    model = ChoiceModel()
    model.set_choices([Choice("serf", "Serf", badge=BADGE if house else "")])
    image = QImage(240, 40, QImage.Format.Format_RGB32)
    image.fill(theme.color("surface"))
    option = QStyleOptionViewItem()
    option.rect = QRect(0, 0, 240, 40)
    option.state = QStyle.StateFlag.State_Enabled
    painter = QPainter(image)
    ChoiceDelegate(theme, ground).paint(painter, option, model.index(0))
    painter.end()
    return image


@pytest.mark.parametrize("name", ["iron", "parchment", "contrast"])
@pytest.mark.parametrize("drawn", [net, button, row])
def test_it_is_as_calm_as_other_small_words(
    qtbot: QtBot, name: str, drawn: Callable[[Theme, bool, QtBot], QImage]
) -> None:
    theme = Theme(name)
    with_it, without = drawn(theme, True, qtbot), drawn(theme, False, qtbot)
    calm, gold = theme.color("muted"), theme.color("warn")
    assert near(with_it, calm) >= near(without, calm) + 10
    assert near(with_it, gold) <= near(without, gold)
