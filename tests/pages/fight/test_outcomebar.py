"""The bar with the possible outcomes of a fight."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from bones_desktop.pages.fight.fightresults import OutcomeBar
from bones_desktop.rules.chances import ALWAYS, NEVER, Chance
from bones_desktop.theme.theme import Theme


@pytest.fixture
def bar(on_screen, theme: Theme) -> OutcomeBar:
    made = OutcomeBar(theme)
    return on_screen(made, 420, made.sizeHint().height())


def test_it_says_how_the_fight_may_end(bar: OutcomeBar) -> None:
    bar.show_outcome((Chance(1, 2), Chance(1, 8), Chance(3, 8)))
    assert bar.as_text() == "Win: 50.0 %, 1 in 2\nDraw: 12.5 %, 1 in 8\nLoss: 37.5 %, 3 in 8"
    assert bar.accessibleDescription() == bar.toolTip() == bar.as_text()
    bar.show_outcome((Chance(1, 2), Chance(1, 8), Chance(3, 8)), rough=True)
    assert bar.as_text().splitlines()[0] == "Approximately:"
    bar.show_outcome(None)
    assert bar.as_text() == bar.accessibleDescription() == ""


def test_it_is_copied(bar: OutcomeBar, qtbot: QtBot) -> None:
    bar.show_outcome((ALWAYS, NEVER, NEVER))
    qtbot.keyClick(bar, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "Win: always\nDraw: never\nLoss: never"
    bar.show_outcome(None)
    qtbot.keyClick(bar, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "Win: always\nDraw: never\nLoss: never"


def test_its_parts_are_as_long_as_their_chances(bar: OutcomeBar, theme: Theme) -> None:
    bar.show_outcome((Chance(1, 2), NEVER, Chance(1, 2)))
    image = bar.grab().toImage()
    y = image.height() - 20
    assert image.pixelColor(round(image.width() * 0.45), y) == theme.color("success")
    assert image.pixelColor(round(image.width() * 0.55), y) == theme.color("failure")


@pytest.mark.parametrize("width", [1, 100, 2000])
@pytest.mark.parametrize(
    "chances",
    [
        (ALWAYS, NEVER, NEVER),
        (NEVER, ALWAYS, NEVER),
        (Chance(1, 6**900), Chance(1, 6**900), Chance(6**900 - 2, 6**900)),
    ],
)
def test_odd_values_are_painted(bar: OutcomeBar, chances: tuple[Chance, Chance, Chance], width: int) -> None:
    bar.resize(width, bar.height())
    bar.show_outcome(chances, rough=True)
    bar.setFocus()
    assert not bar.grab().isNull()
