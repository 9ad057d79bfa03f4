import json
import re
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

import bones_desktop
from bones_desktop.rules.bones.book.icons import BLANK_ICON
from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.theme.faces import load_drawing
from bones_desktop.theme.measures import ROLES
from tests.support.foreach import for_each
from tests.support.rulebooks import rulebook

pytestmark = pytest.mark.usefixtures("qapp")

MARKS = {
    "check": "on-second",
    "dash": "on-second",
    "chevron-down": "text",
    "chevron-down-off": "edge",
    "chevron-up": "text",
    "chevron-right": "text",
}
"""The drawings of the style sheet, with their colour roles."""

SYMBOLS = ["universal", "physical", "mental", "null", "damage", "poison", "encumbrance", "flaming"]
SKILLS = [
    "artisan",
    "craft",
    "defend",
    "healer",
    "magic",
    "maneuver",
    "melee",
    "merchant",
    "missile",
    "outdoorsman",
    "perception",
    "riding",
    "sailor",
    "scholar",
    "social",
    "stealth",
    "thief",
    "unarmed",
]
MASTERIES = {
    "artisan": "artiste renown inspired",
    "craft": "driven master weaponsmith",
    "defend": "endurance turtle slam",
    "healer": "medic cure empathy",
    "maneuver": "acrobat pyramid swashbuckler",
    "melee": "deflection two-weapon riposte",
    "merchant": "trader money-talks merchant-prince",
    "missile": "accuracy bow-fu gut-shot",
    "outdoorsman": "animal-friend stalker one-with-the-forest",
    "perception": "sharp-eye night-vision sixth-sense",
    "riding": "born-to-the-saddle horseman knight",
    "sailor": "son-of-a-sailor sea-legs captain",
    "scholar": "sage doktor arcane-knowledge",
    "social": "outgoing boss connections",
    "stealth": "sneaky guilder assassin",
    "thief": "footpad burglar master-thief",
    "unarmed": "crane-style monkey-style tiger-style",
}
RACES = ["elf", "dwarf", "halfling", "orc"]
ABILITIES = [
    "fear-caster",
    "fire-breathing",
    "flight",
    "hoar-frost",
    "incorporeal",
    "poison-melee",
    "poison-missile",
    "prickly",
    "regenerate",
    "swim",
]
RANKS = [(name, rank) for names in MASTERIES.values() for rank, name in enumerate(names.split(), start=1)]
ICONS = [*SYMBOLS, *SKILLS, *(name for name, _ in RANKS), *RACES, *ABILITIES]
FILES = sorted(shipped("icons").glob("*/*.svg"))


def rendered(path, pixels, margin=0):
    """Alpha of every pixel, row by row, of the drawing in a square of `pixels` inside a margin."""
    side = pixels + 2 * margin
    image = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    QSvgRenderer(str(path)).render(painter, QRectF(margin, margin, pixels, pixels))
    painter.end()
    alpha = image.convertToFormat(QImage.Format.Format_Alpha8)
    data, stride = bytes(alpha.constBits()), alpha.bytesPerLine()
    return [data[row * stride : row * stride + side] for row in range(side)]


def test_every_icon_of_the_game_is_drawn_and_nothing_else_lies_there():
    assert len(ICONS) == len(set(ICONS)) == 8 + 18 + 51 + 4 + 10
    assert {path.stem for path in (shipped("icons") / "faces").iterdir()} == set(ICONS)


def test_the_drawings_are_those_of_the_rulebook():
    """The drawing of a mastery has the rank that the rulebook says, and so its colour."""
    icons = {icon.id for icon in rulebook().icons} - {BLANK_ICON}
    assert icons == set(ICONS)
    assert {mastery.id: mastery.rank for mastery in rulebook().masteries} == dict(RANKS)


@pytest.mark.parametrize("folder", sorted({path.parent.name for path in FILES}))
def test_a_drawing_is_plain_and_loads(folder):
    for path in (path for path in FILES if path.parent.name == folder):
        text = path.read_text(encoding="utf-8")
        assert QSvgRenderer(QByteArray(text.encode())).isValid(), path
        for word in ("<use", "href", "<image", "<script", "<style", "<text", "<!", "http://", "https://"):
            assert word not in text.replace('xmlns="http://www.w3.org/2000/svg"', ""), (path, word)
        if folder != "app":
            assert set(re.findall(r"#[0-9a-fA-F]+", text)) == {"#000"}, f"{path} is drawn in one colour"


@for_each("icon", ICONS)
def test_a_face_icon_fills_its_square_and_stays_within(icon):
    rows = rendered(shipped("icons") / "faces" / f"{icon}.svg", 96, margin=12)
    ink = [(x, y) for y, row in enumerate(rows) for x, value in enumerate(row) if value > 32]
    assert 0.12 < len(ink) / 96**2 < 0.85
    left, right = min(x for x, _ in ink), max(x for x, _ in ink)
    top, bottom = min(y for _, y in ink), max(y for _, y in ink)
    assert min(left, top) >= 11
    assert max(right, bottom) <= 12 + 96
    assert max(right - left, bottom - top) > 0.7 * 96


@pytest.mark.parametrize("size", [16, 32])
def test_no_two_face_icons_look_alike(size):
    folder = shipped("icons") / "faces"
    flat = {icon: b"".join(rendered(folder / f"{icon}.svg", size)) for icon in ICONS}
    names = sorted(flat)
    for index, one in enumerate(names):
        for other in names[index + 1 :]:
            distance = sum(abs(a - b) for a, b in zip(flat[one], flat[other], strict=True)) / 255
            assert distance > 0.012 * size**2, f"{one} and {other}"


@for_each(("name", "rank"), RANKS)
def test_a_mastery_has_a_notch_for_each_rank(name, rank):
    """Ranks are never told by colour alone."""
    rows = rendered(shipped("icons") / "faces" / f"{name}.svg", 96)
    crossed = bytes(1 if value > 128 else 0 for value in rows[88])
    assert len([run for run in crossed.split(b"\0") if run]) == rank
    drawing = load_drawing(shipped("icons") / "faces" / f"{name}.svg")
    assert drawing is not None
    assert drawing.role == f"mastery{rank}"


def test_a_mastery_bears_the_sign_of_its_skill():
    folder = shipped("icons") / "faces"
    for skill, names in MASTERIES.items():
        paths = re.findall(r' d="([^"]*)"', (folder / f"{skill}.svg").read_text(encoding="utf-8"))
        for name in names.split():
            drawn = re.findall(r' d="([^"]*)"', (folder / f"{name}.svg").read_text(encoding="utf-8"))
            assert drawn[:-1] == paths, f"{name}: run packaging/mastery_icons.py"


def test_a_drawing_names_a_role_that_themes_have():
    drawings = {path: load_drawing(path) for path in FILES}
    assert [path for path, drawing in drawings.items() if drawing is None or drawing.role not in ROLES] == []


def test_a_drawing_takes_the_colour_it_is_given():
    drawing = load_drawing(shipped("icons") / "faces" / "physical.svg")
    assert drawing is not None
    image = QImage(48, 48, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    drawing.renderer(QColor("#12ab34")).render(painter, QRectF(0, 0, 48, 48))
    painter.end()
    assert image.pixelColor(8, 24).name() == "#12ab34"
    assert image.pixelColor(24, 24).alpha() == 0


def test_a_missing_drawing_is_none(tmp_path):
    assert load_drawing(tmp_path / "nothing.svg") is None


@pytest.mark.parametrize("theme", ["iron", "parchment", "contrast"])
def test_the_marks_of_a_theme_are_the_action_icons_in_its_colours(theme):
    themes = shipped("resources") / "themes"
    colours = json.loads((themes / f"{theme}.json").read_text(encoding="utf-8"))["colours"]
    assert {path.stem for path in (themes / theme).iterdir()} == set(MARKS)
    for mark, role in MARKS.items():
        drawn = (shipped("icons") / "actions" / f"{mark.removesuffix('-off')}.svg").read_text(encoding="utf-8")
        assert (themes / theme / f"{mark}.svg").read_text(encoding="utf-8") == drawn.replace("#000", colours[role])


def test_the_program_icon_has_the_usual_sizes():
    for size in (16, 24, 32, 48, 64, 128, 256, 512):
        image = QImage(str(shipped("icons") / "app" / f"bones-desktop-{size}.png"))
        assert (image.width(), image.height()) == (size, size)


def test_the_program_asks_for_no_icon_that_is_not_drawn():
    package = Path(bones_desktop.__file__).parent
    asked = {
        name
        for path in package.rglob("*.py")
        for name in re.findall(r"""\.icon\(\s*"([^"]+)"\s*\)""", path.read_text(encoding="utf-8"))
    }
    drawn = {path.stem for path in (shipped("icons") / "actions").iterdir()}
    assert asked
    assert asked <= drawn
