"""One die on its card."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QRectF
from pytestqt.qtbot import QtBot

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.dienet import DieNet, NetLook, net_size
from bones_desktop.widgets.dice.facelook import FaceLook

FACES = tuple(FaceLook(code=code, label=code.title(), tip=f"{code} <b>") for code in ("universal", *["melee"] * 5))
LOOK = NetLook(5, "Next die", FACES, note="costs 2 sessions", name="Die 5, next die")


def net(qtbot: QtBot) -> DieNet:
    made = DieNet(Theme("iron"))
    qtbot.addWidget(made)
    made.resize(220, 180)
    return made


def test_a_die_that_is_not_there_yet_is_dim(qtbot: QtBot) -> None:
    shown = net(qtbot)
    shown.set_look(LOOK)
    there = shown.grab().toImage()
    shown.set_look(replace(LOOK, ghost=True))
    ghost = shown.grab().toImage()
    tile = shown.tiles[3].geometry().center()
    assert ghost.pixelColor(tile) != there.pixelColor(tile)
    assert ghost.pixelColor(tile.x(), tile.y() + 14).lightness() < there.pixelColor(tile.x(), tile.y() + 14).lightness()
    shown.set_look(LOOK)
    assert shown.grab().toImage() == there


@pytest.mark.parametrize("text", [100, 150, 200])
@pytest.mark.parametrize(("side", "tight"), [(38, True), (44, False), (120, False)])
def test_the_badge_and_the_note_stand_one_below_the_other(qtbot: QtBot, text: int, side: int, tight: bool) -> None:
    theme = Theme("iron", text)
    shown = DieNet(theme)
    qtbot.addWidget(shown)
    shown.resize(*net_size(side, theme, tight=tight))
    shown.set_side(side, tight=tight)
    tab, note = shown._corner_words("house rule")
    assert tab.height() > 0 < note.height()
    assert not tab.intersects(note)
    assert QRectF(shown.rect()).contains(tab)
    assert QRectF(shown.rect()).contains(note)


def test_one_face_changes_alone(qtbot: QtBot) -> None:
    shown = net(qtbot)
    shown.set_look(LOOK)
    shown.set_look(replace(LOOK, faces=(*FACES[:4], replace(FACES[4], code="riding", name="riding here"), FACES[5])))
    assert [tile.look.code for tile in shown.tiles] == ["universal", "melee", "melee", "melee", "riding", "melee"]
    assert shown.tiles[4].accessibleName() == "riding here"
    shown.set_look(LOOK)
    assert shown.tiles[4].look.code == "melee"


def test_what_users_typed_is_no_markup_in_tips(qtbot: QtBot) -> None:
    shown = net(qtbot)
    shown.set_look(LOOK)
    assert shown.tiles[1].toolTip() == "<qt>melee &lt;b&gt;</qt>"


def test_faces_follow_the_theme_and_every_size(qtbot: QtBot) -> None:
    theme = Theme("iron")
    shown, fresh = DieNet(theme), DieNet(theme)
    for each in (shown, fresh):
        qtbot.addWidget(each)
    shown.set_look(LOOK)
    seen = []
    for name, side in (
        ("iron", 44),
        ("parchment", 44),
        ("contrast", 44),
        *(("contrast", side) for side in range(40, 60)),
    ):
        theme.set_theme(name)
        for each in (shown, fresh):
            each.resize(6 * side, 5 * side)
            each.set_side(side)
        fresh.set_look(replace(LOOK, faces=tuple(replace(face, code="craft") for face in FACES)))
        fresh.set_look(LOOK)
        assert shown.grab().toImage() == fresh.grab().toImage()
        seen.append(shown.grab().toImage())
    assert seen[0] != seen[1] != seen[2]
