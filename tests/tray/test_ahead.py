"""What is drawn ahead of time is drawn once, and what is no longer of use goes."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QImage, QPainter

from bones_desktop.theme.theme import Theme
from bones_desktop.tray.art import STROKES, ShadowSprites, TrayArt, colours
from bones_desktop.tray.dicepainter import DARK, SPAN, Body, DicePainter, FacePictures, upright
from bones_desktop.tray.looks import BONE, STEEL
from bones_desktop.tray.stage import Backdrops
from bones_desktop.tray.traysurface import Warmup
from bones_desktop.widgets.dice.geometry import Camera


class Drawn:
    """Faces that tell how often they were asked for."""

    def __init__(self) -> None:
        self.times = 0

    def image(self, code: str, size: int, ink: QColor | None = None) -> QImage:
        self.times += 1
        image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(0)
        return image


def test_a_face_is_drawn_once_for_all_lights_and_sizes(qapp):
    drawn = Drawn()
    pictures = FacePictures(drawn)
    assert pictures.warm(BONE, "melee", 96)
    once = drawn.times
    assert not pictures.warm(BONE, "melee", 96)
    for half in range(3):
        for light in (DARK, DARK + SPAN / 2, DARK + SPAN):
            assert pictures.lit(BONE, "melee", 96, half, light).width() == 96 >> half
    assert drawn.times == once
    assert pictures.warm(STEEL, "melee", 96)


@pytest.mark.parametrize(("y", "seen"), [(-6.0, False), (-1.0, True)])
def test_no_face_is_drawn_of_a_die_that_is_still_outside(qapp, y, seen):
    drawn = Drawn()
    image = QImage(200, 200, QImage.Format.Format_RGB32)
    image.fill(0)
    brush = QPainter(image)
    painter = DicePainter(Camera(200, 200, 3.0, 3.0), FacePictures(drawn), 1.0)
    painter.dice(brush, [Body(BONE, ("melee",))], [upright((0.0, y, 0.5), 0)])
    brush.end()
    assert bool(drawn.times) is seen
    assert any(image.pixel(x, 199 - k) & 0xFFFFFF for x in range(200) for k in range(200)) is seen


def test_more_light_is_lighter(qapp):
    pictures = FacePictures(Drawn())
    lights = [
        pictures.lit(STEEL, "melee", 56, 0, DARK + SPAN * share).toImage().pixelColor(28, 28).lightness()
        for share in (0.0, 0.3, 0.6, 1.0)
    ]
    assert lights == sorted(set(lights))


def test_faces_of_sizes_no_longer_used_go_and_others_stay(qapp):
    drawn = Drawn()
    pictures = FacePictures(drawn)
    for side in (56, 96, 240):
        pictures.warm(BONE, "melee", side)
        pictures.lit(BONE, "melee", side, 1, 1.0)
    once = drawn.times
    pictures.keep_sides({96, 240})
    assert not pictures.warm(BONE, "melee", 96)
    assert not pictures.warm(BONE, "melee", 240)
    assert drawn.times == once
    assert pictures.warm(BONE, "melee", 56)


def test_only_the_last_trays_are_kept_and_one_in_use_is_among_them(qapp):
    backdrops, size = Backdrops(QColor("#101010")), QSize(120, 80)
    trays = [(6.0 + k, 4.0 + k) for k in range(5)]

    def paint(tray):
        return backdrops.sharp(Camera(120, 80, *tray), size, 1.0, tray)

    first = paint(trays[0])
    for tray in trays[1:3]:
        paint(tray)
    assert paint(trays[0]) is first
    paint(trays[3])
    assert backdrops.has(size, 1.0, trays[0])
    assert not backdrops.has(size, 1.0, trays[1])
    assert not backdrops.has(QSize(121, 80), 1.0, trays[0])
    assert not backdrops.has(size, 2.0, trays[0])


def test_a_tray_painted_little_by_little_is_the_same(qapp):
    backdrops, size, tray = Backdrops(QColor("#101010")), QSize(120, 80), (6.0, 4.0)
    camera = Camera(120, 80, *tray)
    steps = 1
    while not backdrops.paint_ahead(camera, size, 1.0, tray):
        assert not backdrops.has(size, 1.0, tray)
        steps += 1
    assert steps == STROKES
    whole = TrayArt(camera, tray, colours(QColor("#101010"))).pixmap(120, 80, 1.0)
    assert backdrops.sharp(camera, size, 1.0, tray).toImage() == whole.toImage()


def test_a_draft_looks_like_the_tray(qapp):
    backdrops, size, tray = Backdrops(Theme("iron").color("ground")), QSize(300, 200), (9.0, 6.0)
    camera = Camera(300, 200, *tray)
    draft = backdrops.draft(camera, size, tray).toImage()
    sharp = backdrops.sharp(camera, size, 1.0, tray).toImage()
    assert draft.size() == sharp.size()
    places = [(x, y) for x in range(10, 300, 10) for y in range(10, 200, 10)]
    apart = [abs(draft.pixelColor(*at).lightness() - sharp.pixelColor(*at).lightness()) for at in places]
    assert sum(apart) / len(apart) < 8


@pytest.mark.parametrize("height", [197, 199, 201, 203])
def test_every_row_of_a_draft_is_painted(qapp, height):
    ground = QColor("#d8c9a8")
    size, tray = QSize(300, height), (9.0, 6.0)
    draft = Backdrops(ground).draft(Camera(300, height, *tray), size, tray).toImage()
    for x in range(0, 300, 10):
        assert abs(draft.pixelColor(x, height - 1).hue() - ground.hue()) < 12


@pytest.fixture
def warmup(qapp):
    made = Warmup(qapp)
    yield made
    made.pause()


def test_work_is_done_in_order_and_ends(warmup, qtbot):
    done = []
    warmup.set_plan(lambda: [lambda k=k: done.append(k) is None for k in range(4)])
    assert not warmup.active
    warmup.resume()
    assert warmup.active
    assert done == []
    qtbot.waitUntil(lambda: not warmup.active)
    assert done == [0, 1, 2, 3]
    warmup.resume()
    assert not warmup.active


def test_paused_work_goes_on_where_it_was_and_begins_again_when_asked(warmup, qtbot):
    done, plans = [], []

    def plan():
        plans.append(len(done))
        return [lambda k=k: done.append(k) is None for k in range(50)]

    warmup.set_plan(plan)
    warmup.resume()
    qtbot.waitUntil(lambda: len(done) >= 2)
    warmup.pause()
    held = len(done)
    qtbot.wait(40)
    assert len(done) == held
    warmup.resume()
    qtbot.waitUntil(lambda: len(done) > held)
    assert done == list(range(len(done)))
    assert len(plans) == 1
    warmup.pause(again=True)
    warmup.resume()
    assert len(plans) == 2


def test_work_that_was_done_already_takes_no_time(warmup, qtbot):
    done = []
    warmup.set_plan(lambda: [lambda: False] * 5000 + [lambda: done.append(1) is None])
    warmup.resume()
    qtbot.waitUntil(lambda: done == [1])  # a minute if each took its turn


def test_shadows_are_painted_once_for_trays_of_every_size(qapp):
    sprites = ShadowSprites()
    assert sprites.warm()
    assert not sprites.warm()
    assert sprites.cast(3).cacheKey() == sprites.cast(3).cacheKey()
    assert len({*(sprites.cast(height).cacheKey() for height in range(4)), sprites.contact.cacheKey()}) == 5


@pytest.mark.parametrize("painted", range(STROKES))
def test_a_picture_given_up_half_way_leaves_its_painter_in_order(qapp, qtlog, painted):
    tray = (6.0, 4.0)
    strokes = TrayArt(Camera(120, 80, *tray), tray, colours(QColor("#101010"))).strokes(120, 80, 1.0)
    for _ in range(painted):
        next(strokes)
    strokes.close()
    assert not qtlog.records


def test_while_dice_enter_unprepared_only_a_few_faces_are_drawn_for_a_frame(qapp):
    drawn = Drawn()
    image = QImage(400, 400, QImage.Format.Format_RGB32)
    painter = DicePainter(Camera(400, 400, 3.0, 3.0), FacePictures(drawn), 1.0)
    bodies = [Body(BONE, tuple(f"{die} {face}" for face in range(6))) for die in range(12)]
    poses = [upright((die % 4 - 1.5, die // 4 - 1.0, 0.5), 0) for die in range(12)]
    frames = []
    for _ in range(6):
        brush = QPainter(image)
        painter.dice(brush, bodies, poses, entering=True)
        brush.end()
        frames.append(drawn.times)
    few = frames[0]
    assert 0 < few < frames[-1]
    assert all(after - before <= few for before, after in pairwise(frames))
    brush = QPainter(image)
    painter.dice(brush, bodies, poses)
    brush.end()
    assert drawn.times == frames[-1], "all faces have come by now"
