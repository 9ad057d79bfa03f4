from dataclasses import replace

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.facelook import ChoiceRim, FaceLook, paint_face

FILLED = FaceLook(code="riding")
LOOKS = {
    "locked": replace(FILLED, locked=True),
    "limited": replace(FILLED, rim=ChoiceRim.DASHED),
    "free": replace(FILLED, rim=ChoiceRim.SOLID),
    "illegal": replace(FILLED, rim=ChoiceRim.DASHED, illegal=True),
    "lost": replace(FILLED, lost=True),
    "empty": FaceLook(),
    "empty limited": FaceLook(ghosts=("craft", "riding")),
    "closed": FaceLook(closed=True),
    "steel": replace(FILLED, body="steel"),
}


def painted(theme: Theme, look: FaceLook, side: int = 44) -> QImage:
    image = QImage(side + 8, side + 8, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(theme.color("surface"))
    painter = QPainter(image)
    paint_face(painter, QRectF(4, 4, side, side), look, theme)
    painter.end()
    return image


@pytest.mark.parametrize("name", ["iron", "parchment", "contrast"])
def test_every_state_looks_different(qtbot: QtBot, name: str) -> None:
    theme = Theme(name)
    images = {state: painted(theme, look) for state, look in LOOKS.items()}
    states = list(images)
    for number, state in enumerate(states):
        for other in states[number + 1 :]:
            assert images[state] != images[other], f"{state} looks like {other}"


def test_states_differ_without_colour(qtbot: QtBot) -> None:
    theme = Theme("iron")
    grey = {
        state: painted(theme, look).convertToFormat(QImage.Format.Format_Grayscale8) for state, look in LOOKS.items()
    }
    filled = ("locked", "limited", "free", "illegal", "lost")
    for number, state in enumerate(filled):
        for other in filled[number + 1 :]:
            assert grey[state] != grey[other]


@pytest.mark.parametrize("name", ["iron", "parchment", "contrast"])
@pytest.mark.parametrize(("code", "role"), [("poison", "sign-green"), ("melee+flaming", "sign-red")])
def test_poison_and_flaming_keep_their_colour_on_equipment(qtbot: QtBot, name: str, code: str, role: str) -> None:
    theme = Theme(name)
    image = painted(theme, FaceLook(code=code, body="steel"), 120)
    colours = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}
    assert theme.color(role).name() in colours
    lost = painted(theme, FaceLook(code=code, body="steel", lost=True), 120)
    greys = {lost.pixelColor(x, y).name() for x in range(lost.width()) for y in range(lost.height())}
    assert theme.color(role).name() not in greys


@pytest.mark.parametrize("name", ["iron", "contrast"])
def test_with_high_contrast_a_body_is_flat_and_still_tells_its_owner(qtbot: QtBot, name: str) -> None:
    theme, flat = Theme(name), name == "contrast"
    for body in ("bone", "coral", "sky"):
        image = painted(theme, FaceLook("riding", body=body))
        # Left of the picture, in the middle and near the bottom.
        column = {image.pixelColor(8, y).name() for y in (20, 30, 42)}
        assert (column == {theme.color(body).name()}) is flat
