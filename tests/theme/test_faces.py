import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.theme.faces import FaceArt, letters_of
from bones_desktop.theme.measures import load_palette

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def palette():
    return load_palette(shipped("resources") / "themes" / "iron.json")


@pytest.fixture
def faces(palette):
    return FaceArt(shipped("icons"), palette.color)


def colours(image):
    """Names of the fully opaque colours."""
    size = range(image.width())
    found = (image.pixelColor(x, y) for x in size for y in size)
    return {colour.name() for colour in found if colour.alpha() == 255}


def ink(image, left=0.0, top=0.0, right=1.0, bottom=1.0):
    """Share of a part of the image that is inked."""
    side = image.width()
    cells = [
        (x, y) for x in range(int(left * side), int(right * side)) for y in range(int(top * side), int(bottom * side))
    ]
    return sum(image.pixelColor(x, y).alpha() > 128 for x, y in cells) / len(cells)


@pytest.mark.parametrize("code", ["", "blank"])
def test_nothing_is_painted_for_a_blank_or_unfilled_face(faces, code):
    assert ink(faces.image(code, 48)) == 0


@pytest.mark.parametrize(
    ("code", "role"),
    [
        ("melee", "ink"),
        ("sage", "mastery1"),
        ("turtle", "mastery2"),
        ("riposte", "mastery3"),
        ("poison", "sign-green"),
        ("encumbrance", "sign-brown"),
        ("flaming", "sign-red"),
        ("null", "sign-red"),
        ("elf", "sign-green"),
        ("dwarf", "sign-brown"),
        ("halfling", "sign-green"),
        ("orc", "sign-red"),
        ("fear-caster", "ink"),
    ],
)
def test_a_sign_has_its_printed_colour(faces, palette, code, role):
    assert colours(faces.image(code, 64)) == {palette.css(role)}


@pytest.mark.parametrize("code", ["melee", "riposte", "dwarf x2", "encumbrance+defend"])
def test_an_ink_covers_every_colour(faces, code):
    assert colours(faces.image(code, 64, QColor("#e0b64f"))) == {"#e0b64f"}


@pytest.mark.parametrize("code", ["melee", "riposte", "encumbrance+defend"])
def test_lost_dice_are_grey_whatever_the_ink(faces, palette, code):
    assert colours(faces.image(code, 64, QColor("#e0b64f"), grey=True)) == {palette.css("lost-ink")}


def test_doubled_faces_are_told_apart(faces):
    images = [faces.image(code, 24) for code in ("defend", "defend x2", "defend x3", "turtle")]
    assert len({bytes(image.constBits()) for image in images}) == 4


def test_a_doubled_face_has_its_mark_in_the_lower_right_corner(faces):
    single, double = faces.image("melee", 96), faces.image("melee x2", 96)
    assert ink(single, 0.75, 0.75) < 0.05
    assert ink(double, 0.62, 0.62) > 0.4
    assert ink(double, 0, 0, 0.6, 0.6) > 0.1


def test_a_combined_face_shows_both_signs(faces, palette):
    image = faces.image("encumbrance+defend", 96)
    assert colours(image) == {palette.css("sign-brown"), palette.css("ink")}
    assert ink(image, 0, 0, 0.4, 0.4) > 0.1
    assert ink(image, 0.6, 0.6) > 0.1


@pytest.mark.parametrize("code", ["no-such-icon", "Not a face!", "melee x9", "../../secret", "x" * 200])
def test_an_unknown_face_is_a_question_mark(faces, code):
    unknown = faces.image("no-such-icon", 48)
    assert ink(unknown) > 0.1
    assert faces.image(code, 48) == unknown


def test_an_image_is_made_once(faces):
    first = faces.image("melee", 40)
    assert faces.image("melee", 40) is first
    assert faces.image("melee", 41) is not first
    faces.clear()
    assert faces.image("melee", 40) is not first


def test_painting_keeps_to_the_largest_square_and_leaves_the_painter_as_it_was(faces):
    image = QImage(120, 40, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    pen, hints = painter.pen(), painter.renderHints()
    faces.paint(painter, QRectF(0, 0, 120, 40), "defend x2")
    assert (painter.pen(), painter.renderHints(), painter.hasClipping()) == (pen, hints, False)
    painter.end()
    inked = [x for x in range(120) for y in range(40) if image.pixelColor(x, y).alpha() > 60]
    assert min(inked) >= 39
    assert max(inked) <= 80


def test_an_empty_rectangle_is_left_alone(faces):
    image = QImage(10, 10, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    faces.paint(painter, QRectF(0, 0, 0, 10), "melee")
    painter.end()
    assert ink(image) == 0


def test_a_race_without_a_picture_is_drawn_as_its_letters(faces, palette):
    faces.set_letters({"norse/troll": "X"})
    image = faces.image("norse/troll", 64)
    assert colours(image) == {palette.css("ink")}
    assert image != faces.image("nothing-known", 64)
    faces.set_letters({"norse/troll": "O"})
    assert faces.image("norse/troll", 64) != image
    assert ink(faces.image("norse/troll", 64), 0.4, 0.4, 0.6, 0.6) == 0


def test_letters_are_in_the_middle_and_within_the_square(faces):
    faces.set_letters({"norse/troll": "Tr"})
    image = faces.image("norse/troll", 100)
    assert ink(image, 0, 0, 0.06, 1) == ink(image, 0.94, 0, 1, 1) == 0
    assert ink(image, 0.08, 0.2, 0.5, 0.8) > 0.1
    assert ink(image, 0.5, 0.2, 0.92, 0.8) > 0.1


@pytest.mark.parametrize(
    ("icon", "letters"),
    [("norse/half-giant", "HG"), ("norse/troll", "Tr"), ("melee", ""), ("norse/x", "X"), ("norse/", "")],
)
def test_a_missing_race_has_letters_of_its_id(icon, letters):
    assert letters_of(icon) == letters


def test_a_missing_race_is_drawn_on_doubled_and_shared_faces_too(faces):
    assert ink(faces.image("norse/troll x2", 64)) > 0
    assert ink(faces.image("melee+norse/troll", 64), 0.5, 0.5, 1, 1) > ink(faces.image("melee", 64), 0.99, 0.99, 1, 1)
