"""The tray shows decided outcomes, says so exactly once, and leaves nothing running."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QAbstractAnimation, QPoint, QPointF, QRect, Qt, QTimer, QVariantAnimation
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from bones_desktop.rules.reading import Role
from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.theme.theme import TARGET
from bones_desktop.tray import traysurface
from bones_desktop.tray.contents import TrayDie
from bones_desktop.tray.motion import BakedThrows
from bones_desktop.tray.traywidget import TrayWidget
from bones_desktop.widgets.dice.geometry import top_face

BONE = ("universal", "melee", "defend x2", "physical", "endurance", "")
STEEL = ("blank", "melee", "melee x2", "encumbrance+defend", "defend", "blank")
GROUPS = ("character", "item", "challenge", "hindering", "opponent")


def pool(count: int) -> list[TrayDie]:
    return [TrayDie(STEEL if die % 5 == 1 else BONE, GROUPS[die % 5], f"die {die + 1}") for die in range(count)]


class NoThrows:
    """A source that knows no flight, as with a missing file."""

    def flight(self, count: int, seed: int) -> None:
        return None


@pytest.fixture
def make(qtbot, theme) -> Callable[..., TrayWidget]:
    def new(source=None, size=(640, 420), shown=True) -> TrayWidget:
        tray = TrayWidget(theme, source or BakedThrows(shipped("resources") / "throws"))
        qtbot.addWidget(tray)
        tray.resize(*size)
        if shown:
            tray.show()
            tray.grab()
            tray.stage.sharpen()  # the first picture of all is a draft
        tray.told = []
        tray.settled.connect(lambda: tray.told.append("settled"))
        return tray

    return new


def clock(tray: TrayWidget) -> QVariantAnimation:
    return tray.findChild(QVariantAnimation)


def faces_up(tray: TrayWidget) -> tuple[int, ...]:
    return tuple(top_face(pose.turn) for pose in tray.poses)


def to(tray: TrayWidget, share: float) -> None:
    """Go to a moment of the motion, without waiting for it."""
    animation = clock(tray)
    animation.pause()
    animation.setCurrentTime(round(animation.duration() * share))


def picture(tray: TrayWidget) -> QImage:
    tray.flash.stop()
    image = QImage(tray.size(), QImage.Format.Format_RGB32)
    tray.render(image)
    return image


@pytest.mark.parametrize("count", [1, 4, 9, 22, 40])
def test_the_faces_up_are_the_outcomes(make, count):
    tray = make()
    for seed in range(8):
        outcome = tuple((die * 7 + seed) % 6 for die in range(count))
        tray.throw(pool(count), outcome, seed)
        assert tray.moving
        to(tray, 1.0)
        assert faces_up(tray) == outcome == tray.shown
        tray.skip()
        assert faces_up(tray) == outcome
        assert tray.told == ["settled"] * (seed + 1)


def test_a_throw_left_alone_settles_once_and_gathers(make, qtbot):
    tray = make()
    with qtbot.waitSignal(tray.settled):
        tray.throw(pool(5), (0, 1, 2, 3, 4), 1)
    assert tray.moving, "dice glide into rows after settling"
    qtbot.waitUntil(lambda: not tray.moving)
    assert tray.told == ["settled"]
    assert faces_up(tray) == (0, 1, 2, 3, 4)
    assert all(abs(pose.turn[0]) + abs(pose.turn[1]) + abs(pose.turn[2]) == 1 for pose in tray.poses), "square"


@pytest.mark.parametrize("gather", [True, False])
def test_the_picture_at_rest_is_painted_little_by_little(make, qtbot, monkeypatch, gather):
    monkeypatch.setattr(traysurface, "_SLICE", 0.0)
    tray = make()
    tray.settled.connect(lambda: tray.mark([Role.COUNTS] * 8))
    tray.set_gather(gather)
    tray.throw(pool(8), (0, 1, 2, 3, 4, 5, 0, 1), 1)
    turns = []

    def look() -> None:
        if clock(tray).state() == QAbstractAnimation.State.Stopped:
            turns.append(picture(tray))
        if tray.moving:
            QTimer.singleShot(0, tray, look)

    look()
    qtbot.waitUntil(lambda: not tray.moving)
    assert len(turns) >= 8, "a die at a time"
    rest = picture(tray)
    assert turns[0] != rest
    tray.mark([Role.COUNTS] * 8)
    assert picture(tray) == rest, "as when it is painted at once"


def test_skipping_twice_settles_once(make):
    tray = make()
    tray.throw(pool(4), (1, 2, 3, 4), 2)
    tray.skip()
    tray.skip()
    assert tray.told == ["settled"]
    assert not tray.moving


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Escape])
def test_keys_end_the_motion(make, key):
    tray = make()
    tray.throw(pool(4), (1, 2, 3, 4), 2)
    QTest.keyClick(tray, key)
    assert tray.told == ["settled"]
    assert not tray.moving


def test_a_click_ends_the_motion_and_clicks_no_die(make):
    tray = make()
    clicked = []
    tray.clicked.connect(clicked.append)
    tray.throw(pool(4), (1, 2, 3, 4), 2)
    QTest.mouseClick(tray, Qt.MouseButton.LeftButton, pos=QPoint(320, 210))
    assert tray.told == ["settled"]
    assert clicked == []


@pytest.mark.parametrize("leave", [TrayWidget.hide, TrayWidget.close])
def test_leaving_settles_once_and_leaves_nothing_running(make, leave):
    tray = make()
    tray.throw(pool(6), (0,) * 6, 2)
    to(tray, 0.4)
    leave(tray)
    assert tray.told == ["settled"]
    assert clock(tray).state() == QAbstractAnimation.State.Stopped
    tray.skip()
    assert tray.told == ["settled"]


def test_nothing_runs_after_a_resize_is_left(make):
    tray = make()
    picture(tray)
    tray.resize(700, 460)
    tray.hide()
    assert not tray.stage.rebuilding


def test_speed_off_shows_the_result_at_once(make):
    tray = make()
    tray.set_speed("off")
    tray.throw(pool(7), (5, 4, 3, 2, 1, 0, 5), 3)
    assert tray.told == ["settled"]
    assert not tray.moving
    assert faces_up(tray) == (5, 4, 3, 2, 1, 0, 5)


def test_a_hidden_tray_shows_the_result_at_once(make):
    tray = make(shown=False)
    tray.throw(pool(3), (5, 4, 3), 3)
    assert tray.told == ["settled"]
    assert faces_up(tray) == (5, 4, 3)


def test_quick_is_quicker(make):
    tray = make()
    tray.throw(pool(3), (1, 1, 1), 3)
    normal = clock(tray).duration()
    tray.set_speed("quick")
    tray.throw(pool(3), (1, 1, 1), 3)
    assert 0 < clock(tray).duration() < normal * 0.6
    tray.skip()


def test_no_flight_takes_longer_than_a_second_and_a_third(make):
    tray = make()
    for count in (1, 12, 40):
        for seed in range(8):
            tray.throw(pool(count), (0,) * count, seed)
            assert clock(tray).duration() <= 1300
    tray.skip()


def test_a_newer_throw_replaces_the_older(make):
    tray = make()
    tray.throw(pool(3), (1, 1, 1), 3)
    to(tray, 0.5)
    tray.throw(pool(2), (2, 3), 4)
    tray.skip()
    assert tray.told == ["settled"]
    assert faces_up(tray) == (2, 3)


def test_throwing_some_again_ends_the_throw_before_it(make):
    tray = make()
    tray.throw(pool(3), (1, 1, 1), 3)
    tray.rethrow([0], (4, 1, 1), 4)
    assert tray.told == ["settled"]
    tray.skip()
    assert tray.told == ["settled"] * 2
    assert faces_up(tray) == (4, 1, 1)


def test_dice_thrown_from_within_settled(make):
    tray = make()
    tray.settled.connect(lambda: tray.throw(pool(2), (5, 4), 2) if len(tray.told) == 1 else None)
    tray.throw(pool(3), (1, 1, 1), 3)
    tray.skip()
    assert tray.moving
    tray.skip()
    assert tray.told == ["settled"] * 2
    assert faces_up(tray) == (5, 4)


def test_marking_from_within_settled_shows_when_the_dice_lie_in_rows(make):
    tray = make()
    tray.settled.connect(lambda: tray.mark([Role.COUNTS] * 3))
    tray.throw(pool(3), (1, 1, 1), 3)
    tray.skip()
    marked = picture(tray)
    tray.mark([])
    assert picture(tray) != marked


def test_an_empty_throw_settles(make):
    tray = make()
    tray.throw([], [], 1)
    assert tray.told == ["settled"]
    assert tray.poses == ()
    assert not picture(tray).isNull()


def test_without_a_baked_flight_dice_hop_and_the_result_is_not_lost(make):
    tray = make(NoThrows())
    tray.throw(pool(3), (5, 0, 2), 1)
    assert tray.moving
    to(tray, 1.0)
    tray.skip()
    assert tray.told == ["settled"]
    assert faces_up(tray) == (5, 0, 2)


def test_more_dice_than_were_baked(make):
    tray = make()
    outcome = tuple(die % 6 for die in range(61))
    tray.throw(pool(61), outcome, 1)
    tray.skip()
    assert faces_up(tray) == outcome
    assert tray.told == ["settled"]


def test_dice_may_stay_where_they_fell(make):
    tray = make()
    tray.set_gather(False)
    tray.throw(pool(5), (0, 1, 2, 3, 4), 1)
    to(tray, 1.0)
    fell = tray.poses
    tray.skip()
    assert tray.poses == fell
    assert faces_up(tray) == (0, 1, 2, 3, 4)


def test_throwing_some_dice_again_leaves_the_others(make):
    tray = make()
    tray.throw(pool(4), (0, 1, 2, 3), 1)
    tray.skip()
    before = tray.poses
    tray.rethrow({1, 3}, (0, 5, 2, 3), 9)
    assert tray.moving
    to(tray, 0.5)
    assert (tray.poses[0], tray.poses[2]) == (before[0], before[2])
    assert tray.poses[1].place != before[1].place
    assert tray.poses[3].place != before[3].place
    tray.skip()
    assert faces_up(tray) == (0, 5, 2, 3)
    assert tray.told == ["settled"] * 2


def test_a_pool_lies_still_before_it_is_thrown(make):
    tray = make()
    tray.show_still(pool(4))
    assert faces_up(tray) == (0, 0, 0, 0)
    assert tray.told == []
    assert not tray.moving
    tray.show_still(pool(4), (3, 2, 1, 0))
    assert faces_up(tray) == (3, 2, 1, 0)


def test_a_die_that_is_pointed_at_before_it_lies_there_has_no_ring_yet(make):
    tray = make()
    tray.show_still(pool(4))
    tray.point_at(2)
    tray.grab()

    def point(die: int) -> None:
        if die < 0:
            tray.point_at(0)
            tray.grab()

    tray.hovered.connect(point)
    tray.show_still(pool(3))
    assert tray.pointed == 0


def test_laying_dice_out_drops_a_throw_in_flight(make):
    tray = make()
    tray.throw(pool(4), (1, 2, 3, 4), 2)
    tray.show_still(pool(2))
    assert not tray.moving
    assert clock(tray).state() == QAbstractAnimation.State.Stopped
    tray.skip()
    assert tray.told == []
    assert faces_up(tray) == (0, 0)


def test_faces_and_dice_must_match(make):
    tray = make()
    with pytest.raises(ValueError, match="as many faces"):
        tray.throw(pool(2), (1,), 0)
    tray.show_still(pool(2))
    with pytest.raises(ValueError, match="as many roles"):
        tray.mark([Role.COUNTS])


@pytest.mark.parametrize("count", [0, 1, 40])
def test_the_same_moment_is_the_same_picture(make, count):
    tray = make()
    tray.throw(pool(count), (2,) * count, 5)
    if count:
        to(tray, 0.4)
        first = picture(tray)
        to(tray, 0.7)
        assert picture(tray) != first
        to(tray, 0.4)
        assert picture(tray) == first
        tray.skip()
    assert picture(tray) == picture(tray)


def test_an_equal_throw_still_looks_new(make):
    tray = make()
    tray.set_speed("off")
    tray.throw(pool(3), (1, 2, 3), 5)
    first, told = picture(tray), tray.accessibleDescription()
    tray.throw(pool(3), (1, 2, 3), 5)
    assert picture(tray) != first
    assert tray.accessibleDescription() != told


def test_every_role_looks_different_even_without_colour(make):
    tray = make()
    tray.set_speed("off")
    tray.throw([TrayDie(BONE, "character", "die 1")], (1,), 5)
    seen = [grey(picture(tray))]
    for role in Role:
        tray.mark([role])
        now = grey(picture(tray))
        assert all(different(now, other) > 150 for other in seen), role
        seen.append(now)
    tray.mark([])
    assert grey(picture(tray)) == seen[0]


def test_every_kind_of_die_looks_different_even_without_colour(make):
    tray = make()
    looks = []
    for group, faces in [(group, ("",) * 6) for group in GROUPS] + [("hindering", ("", "flaming", "", "", "", ""))]:
        tray.show_still([TrayDie(faces, group)])
        looks.append(grey(picture(tray)))
    for k, one in enumerate(looks):
        assert all(different(one, other) > 300 for other in looks[:k])


def grey(image: QImage) -> QImage:
    return image.convertToFormat(QImage.Format.Format_Grayscale8)


def different(one: QImage, other: QImage) -> int:
    """How many pixels differ so that one sees it."""
    return sum(abs(a - b) > 24 for a, b in zip(bytes(one.constBits()), bytes(other.constBits()), strict=True))


def test_marks_are_gone_with_the_next_throw(make):
    tray = make()
    tray.set_speed("off")
    tray.throw(pool(2), (1, 2), 5)
    tray.mark([Role.COUNTS, Role.HURTS])
    tray.throw(pool(2), (1, 2), 5)
    clean = picture(tray)
    tray.mark([])
    assert picture(tray) == clean


def test_the_pointer_finds_dice(make):
    tray = make()
    tray.show_still(pool(5))
    hovered, clicked = [], []
    tray.hovered.connect(hovered.append)
    tray.clicked.connect(clicked.append)
    for die in range(5):
        centre = tray.die_rect(die).center()
        assert QRect(QPoint(0, 0), tray.size()).contains(tray.die_rect(die))
        assert tray.die_at(centre.x(), centre.y()) == die
        QTest.mouseMove(tray, centre)
        QTest.mouseClick(tray, Qt.MouseButton.LeftButton, pos=centre)
    QTest.mouseMove(tray, QPoint(2, 2))
    assert hovered == [0, 1, 2, 3, 4, -1]
    assert clicked == [0, 1, 2, 3, 4]
    assert tray.die_at(2, 2) == -1


def test_a_finger_finds_small_dice_from_beside_them(make, theme):
    tray = make()
    tray.resize(400, 300)
    tray.show_still(pool(40))
    die = tray.die_rect(0)
    assert die.width() < TARGET
    beside = die.center() - QPoint(TARGET // 2 - 1, 0)
    assert tray.die_at(beside.x(), beside.y()) == -1
    theme.set_touch(True)
    assert tray.die_at(beside.x(), beside.y()) == 0
    assert tray.die_at(beside.x() - 3, beside.y()) == -1
    for place in range(20):
        centre = tray.die_rect(place).center()
        assert tray.die_at(centre.x(), centre.y()) == place


def test_a_tray_without_room_still_knows_its_dice(make):
    tray = make(shown=False)
    tray.setMinimumSize(0, 0)
    tray.resize(0, 0)
    tray.show_still(pool(2))
    assert tray.die_at(400, 400) == -1
    assert tray.die_rect(1).isValid()


def test_the_keyboard_walks_over_dice(make):
    tray = make()
    tray.show_still(pool(3))
    hovered, clicked = [], []
    tray.hovered.connect(hovered.append)
    tray.clicked.connect(clicked.append)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Return, Qt.Key.Key_Left, Qt.Key.Key_Left):
        QTest.keyClick(tray, key)
    assert hovered == [0, 1, 0, 2]
    assert clicked == [1]


def test_a_screen_reader_hears_the_throw(make):
    tray = make()
    assert tray.accessibleName()
    tray.set_speed("off")
    names = ("Universal", "Melee", "Double Defend", "Physical", "Endurance", "Blank")
    tray.throw([TrayDie(BONE, "character", "Ragnar 1", names), TrayDie(STEEL, "item", "Sword")], (2, 1), 5)
    assert tray.accessibleDescription() == "Roll 1, 2 dice.", "said before the outcome, so it has no faces"
    assert [tray.contents.announcement(die) for die in (0, 1)] == ["Ragnar 1: Double Defend.", "Sword: melee."]
    assert tray.contents.listing == "Ragnar 1: Double Defend; Sword: melee"


def test_a_new_theme_paints_anew(make, theme):
    tray = make()
    tray.show_still(pool(3))
    dark = picture(tray)
    theme.set_theme("parchment")
    assert picture(tray).pixelColor(2, 2).lightness() > dark.pixelColor(2, 2).lightness()


@pytest.mark.parametrize("size", [(640, 420), (600, 400)], ids=["same", "other"])
def test_the_tray_stands_in_for_itself_while_the_text_size_changes(make, theme, qtbot, size):
    tray = make()
    tray.show_still(pool(3))
    picture(tray)
    backdrop = tray.stage.scene.backdrop.cacheKey()
    theme.set_text_size(150)
    tray.resize(*size)
    picture(tray)
    assert tray.stage.scene.backdrop.cacheKey() == backdrop, "no frame waits for a tray to be painted"
    qtbot.waitUntil(lambda: not tray.stage.rebuilding)
    other = make(size=size)
    other.show_still(pool(3))
    assert picture(other) == picture(tray)


def test_a_resized_tray_is_sharp_again_soon(make, qtbot):
    tray = make()
    tray.show_still(pool(3))
    picture(tray)
    tray.resize(720, 470)
    qtbot.waitUntil(lambda: not tray.stage.rebuilding)
    sharp = picture(tray)
    other = make(size=(720, 470))
    other.show_still(pool(3))
    assert picture(other) == sharp


def test_the_first_picture_is_a_quick_one_and_sharp_soon(make, qtbot):
    tray, other = make(shown=False), make()
    for each in (tray, other):
        each.show_still(pool(3))
    tray.show()
    quick = picture(tray)
    assert tray.stage.rebuilding
    assert not tray.warming
    qtbot.waitUntil(lambda: not tray.stage.rebuilding)
    assert quick != picture(tray) == picture(other)


def test_a_draft_that_was_left_is_sharp_when_it_is_seen_again(make, qtbot):
    tray, other = make(shown=False), make()
    for each in (tray, other):
        each.show_still(pool(3))
    tray.show()
    picture(tray)
    tray.hide()
    tray.show()
    qtbot.waitUntil(lambda: tray.stage.scene.sharp)
    assert picture(tray) == picture(other)


def test_points_of_the_screen_follow_the_dice(make):
    tray = make(size=(900, 600))
    tray.show_still(pool(8))
    for die in range(8):
        rect = tray.die_rect(die)
        assert 40 < rect.width() < 140
        assert rect.contains(QPointF(rect.center()).toPoint())


def test_dice_laid_out_for_another_character_are_no_throw(make):
    tray = make()
    tray.set_speed("off")
    tray.throw(pool(2), (0, 1), 7)
    assert tray.accessibleDescription().startswith("Roll 1, 2 dice.")
    thrown = picture(tray)
    tray.show_still(pool(2), (0, 1))
    assert picture(tray) == thrown
    tray.show_still(pool(2))
    assert tray.accessibleDescription().startswith("Before a roll, 2 dice.")
    laid, plain = picture(tray), make()
    plain.set_speed("off")
    plain.show_still(pool(2))
    assert laid == picture(plain)
