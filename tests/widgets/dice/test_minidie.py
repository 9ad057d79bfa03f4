"""Small faces of thrown dice."""

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.facelook import paint_mini, painted_group

FLAMING = ("flaming", "blank")
POISON = ("poison", "blank")


def body(theme: Theme, code: str, group: str) -> QColor:
    """Return the colour of a face beside its picture."""
    image = QImage(40, 40, QImage.Format.Format_ARGB32_Premultiplied)
    painter = QPainter(image)
    paint_mini(painter, QRectF(image.rect()), theme, code, group)
    painter.end()
    return image.pixelColor(5, 20)


@pytest.mark.parametrize("looks", ["iron", "parchment"])
def test_every_face_of_a_die_has_its_colour(qapp, looks):
    theme = Theme(looks)
    flaming = {body(theme, code, painted_group("hindering", FLAMING)).name() for code in FLAMING}
    poison = {body(theme, code, painted_group("hindering", POISON)).name() for code in POISON}
    assert flaming == {theme.color("flame").name()}
    assert poison == {theme.color("hindering").name()}


def test_only_a_hindering_die_burns():
    assert painted_group("opponent", FLAMING) == "opponent"
    assert painted_group("item", FLAMING) == "item"


def test_only_own_dice_and_equipment_have_the_colour_of_their_owner():
    kinds = ("character", "opponent", "pool", "d20", "item", "challenge", "hindering", "hits", "black")
    assert [painted_group(kind, (), "sky") for kind in kinds] == [
        *("sky", "sky", "sky", "sky", "sky-item", "challenge", "hindering", "hits", "black")
    ]
    assert painted_group("hindering", FLAMING, "sky") == "burning"
