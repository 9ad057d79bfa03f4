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
    flaming = [body(theme, code, painted_group("hindering", FLAMING)) for code in FLAMING]
    poison = [body(theme, code, painted_group("hindering", POISON)) for code in POISON]
    assert len(set(map(QColor.name, flaming))) == len(set(map(QColor.name, poison))) == 1
    for found, role in ((flaming[0], "flame"), (poison[0], "hindering")):
        # The body is shaded a little.
        assert abs(found.hslHue() - theme.color(role).hslHue()) < 5
        assert abs(found.lightness() - theme.color(role).lightness()) < 12


def test_only_a_hindering_die_burns():
    assert painted_group("opponent", FLAMING) == "opponent"
    assert painted_group("item", FLAMING) == "item"


def test_only_own_dice_and_equipment_have_the_colour_of_their_owner():
    kinds = ("character", "opponent", "pool", "d20", "item", "challenge", "hindering", "hits", "black")
    assert [painted_group(kind, (), "sky") for kind in kinds] == [
        *("sky", "sky", "sky", "sky", "sky-item", "challenge", "hindering", "hits", "black")
    ]
    assert painted_group("hindering", FLAMING, "sky") == "burning"
