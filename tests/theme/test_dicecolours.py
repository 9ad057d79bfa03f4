"""Colours of players' dice: easy to read on, and apart from the felt and from one another without colour too."""

from itertools import combinations

import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from bones_desktop.rules.fields import DICE_COLOUR
from bones_desktop.rules.values import DICE_COLOURS
from bones_desktop.theme.measures import INK, TINTS
from bones_desktop.theme.theme import Theme
from bones_desktop.tray.art import colours
from bones_desktop.tray.looks import BLOOD, BONE, EMBER, NIGHT, STEEL, VERDIGRIS, face_image, look_of
from bones_desktop.wording.games.words import choice_name
from tests.support.foreach import for_each
from tests.tray.test_marks import luminance

FACES = ("melee", "blank", "defend", "universal", "missile", "magic")


def ratio(one: QColor, other: QColor) -> float:
    """Return the contrast of WCAG 2."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_every_colour_that_a_character_can_have_has_a_body_and_a_name():
    assert ("", *TINTS) == DICE_COLOURS
    names = [choice_name("bones", DICE_COLOUR, each) for each in DICE_COLOURS]
    assert names[:3] == ["None", "Coral", "Rose"]
    assert len({*names}) == len(DICE_COLOURS) == 11


@for_each("name", TINTS)
def test_pictures_are_easy_to_read_and_bodies_stand_out_against_the_felt(name):
    body = QColor(TINTS[name].body)
    assert ratio(body, QColor(INK)) >= 4.5
    for table in ("#000000", "#ffffff"):
        assert ratio(body, colours(QColor(table)).felt) >= 3
    assert ratio(body, QColor(TINTS[name].edge)) >= 2


@pytest.mark.parametrize("looks", ["iron", "parchment", "contrast"])
def test_every_theme_has_the_same_colours(qapp, looks):
    theme = Theme(looks)
    for name, tint in TINTS.items():
        assert theme.color(name).name() == tint.body
        assert theme.color(f"{name}-ink").name() == INK


def grey(group: str, faces: tuple[str, ...] = FACES) -> bytes:
    """Return the outlines of a blank face as somebody sees it who sees no colours at all, whatever its lightness."""
    image = face_image(Theme("iron").faces, look_of(group, faces), "blank", 72).convertToFormat(
        QImage.Format.Format_Grayscale8
    )
    middle = image.pixelColor(36, 36).lightness()
    return bytes(image.pixelColor(x, y).lightness() < middle - 40 for x in range(72) for y in range(72))


def test_every_colour_is_told_apart_without_colour(qapp):
    for one, other in combinations((*TINTS, "character"), 2):
        assert sum(a != b for a, b in zip(grey(one), grey(other), strict=True)) > 40, (one, other)


def test_other_kinds_of_dice_keep_their_looks():
    kinds = {"challenge": NIGHT, "hindering": VERDIGRIS, "item": STEEL, "opponent": BLOOD, "character": BONE}
    assert {group: look_of(group, ("blank",)) for group in kinds} == kinds
    assert look_of("hindering", ("flaming", "blank")) is EMBER
    assert look_of("coral", FACES).tint == "coral"
    assert look_of("coral-item", FACES).body == STEEL.body
    assert look_of("coral-item", FACES).tint == "coral"


def test_a_small_face_bears_the_sign_of_its_colour(qapp):
    from PySide6.QtCore import QRectF

    from bones_desktop.widgets.dice.facelook import paint_mini

    theme, corners = Theme("iron"), {}
    for group in ("coral", "coral-item", "item", "character"):
        image = QImage(48, 48, QImage.Format.Format_ARGB32_Premultiplied)
        painter = QPainter(image)
        paint_mini(painter, QRectF(image.rect()), theme, "blank", group)
        painter.end()
        corners[group] = image.pixelColor(9, 10).name()
    assert corners["coral"] == TINTS["coral"].edge
    assert corners["coral-item"] == TINTS["coral"].body
    # Small faces are shaded, so the ground is near the colour of the theme, not equal to it.
    for group, plain in (("item", "steel"), ("character", "bone")):
        ground, own = QColor(corners[group]).getRgb(), theme.color(plain).getRgb()
        assert max(abs(a - b) for a, b in zip(ground, own, strict=True)) <= 8, group
