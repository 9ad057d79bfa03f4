"""What may be done with a throw on the table: picking a die, reading why, seeing what was replaced."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QAbstractAnimation, QPoint, QRect, QSize, Qt, QTimer, QVariantAnimation
from PySide6.QtGui import QFocusEvent, QImage, QPainter, QPixmap, QPolygon
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from bones_desktop.rules.reading import Role
from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.theme.theme import Theme
from bones_desktop.tray.art import ShadowSprites
from bones_desktop.tray.choreography import rows, tray_size
from bones_desktop.tray.contents import TrayDie, TrayScene
from bones_desktop.tray.dicepainter import Body, FacePictures, upright
from bones_desktop.tray.looks import BONE as LOOK
from bones_desktop.tray.motion import BakedThrows
from bones_desktop.tray.traywidget import TrayWidget
from bones_desktop.widgets.dice.geometry import Camera
from tests.support.looks import theme_of

BONE = ("universal", "melee", "defend x2", "physical", "endurance", "")
NAMES = ("Universal", "Melee", "Double Defend", "Physical", "Endurance", "Blank")
LEFT = Qt.MouseButton.LeftButton


def pool(count: int, group: str = "character") -> list[TrayDie]:
    return [TrayDie(BONE, group, f"die {die + 1}", NAMES) for die in range(count)]


@pytest.fixture
def make(qtbot) -> Callable[..., TrayWidget]:
    def new(size=(640, 420)) -> TrayWidget:
        tray = TrayWidget(Theme("iron"), BakedThrows(shipped("resources") / "throws"))
        qtbot.addWidget(tray)
        tray.resize(*size)
        tray.show()
        tray.grab()
        tray.stage.sharpen()  # the first picture of all is a draft
        tray.heard = []
        tray.clicked.connect(lambda die: tray.heard.append(die))
        tray.declined.connect(lambda: tray.heard.append("declined"))
        tray.settled.connect(lambda: tray.heard.append("settled"))
        return tray

    return new


@pytest.fixture
def thrown(make) -> TrayWidget:
    """Six dice at rest after a throw."""
    tray = make()
    tray.set_speed("off")
    tray.throw(pool(6), (0, 1, 2, 3, 4, 5), 1)
    tray.flash.stop()
    tray.heard.clear()
    return tray


def picture(tray: TrayWidget) -> QImage:
    image = QImage(tray.size(), QImage.Format.Format_RGB32)
    tray.render(image)
    return image


def click(tray: TrayWidget, die: int) -> None:
    QTest.mouseClick(tray, LEFT, pos=tray.die_rect(die).center())


def running(tray: TrayWidget) -> list[object]:
    """Timers and animations that are at work anywhere in the tray."""
    found: list[object] = [timer for timer in tray.findChildren(QTimer) if timer.isActive()]
    stopped = QAbstractAnimation.State.Stopped
    return found + [each for each in tray.findChildren(QVariantAnimation) if each.state() != stopped]


def test_only_offered_dice_are_clicked(thrown):
    thrown.offer({1, 4})
    for die in range(6):
        click(thrown, die)
    assert thrown.heard == [1, 4]
    assert thrown.offered == {1, 4}
    thrown.offer(())
    click(thrown, 0)
    assert thrown.heard == [1, 4, 0]


def test_offered_dice_look_raised_and_all_others_dimmed(thrown):
    plain, where = picture(thrown), [thrown.die_rect(die) for die in range(6)]
    thrown.offer({1, 4})
    offered = picture(thrown)
    assert offered != plain
    assert thrown.die_rect(1).top() < where[1].top()
    assert thrown.die_rect(0) == where[0]
    middle = where[0].center() - QPoint(where[0].width() // 3, 0)
    assert offered.pixelColor(middle).lightness() < plain.pixelColor(middle).lightness() - 30
    thrown.offer(())
    assert picture(thrown) == plain


@pytest.mark.parametrize("role", list(Role))
def test_what_is_offered_is_seen_whatever_a_die_did(thrown, role):
    thrown.mark([role] * 6)
    before = picture(thrown)
    thrown.offer({2})
    assert picture(thrown) != before


def test_escape_and_a_click_beside_decline(thrown):
    thrown.offer({1})
    QTest.keyClick(thrown, Qt.Key.Key_Escape)
    assert thrown.heard == ["declined"]
    assert thrown.offered == frozenset()
    thrown.offer({1})
    QTest.mouseClick(thrown, LEFT, pos=QPoint(3, 3))
    assert thrown.heard == ["declined"] * 2
    QTest.keyClick(thrown, Qt.Key.Key_Escape)
    assert thrown.heard == ["declined"] * 2


def test_keys_walk_over_offered_dice_and_return_picks(thrown):
    thrown.offer({1, 4})
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Return, Qt.Key.Key_Down, Qt.Key.Key_Enter):
        QTest.keyClick(thrown, key)
    assert thrown.heard == [4, 1]


def test_a_screen_reader_hears_what_is_offered(thrown):
    plain = thrown.accessibleDescription()
    thrown.offer({1, 4})
    assert "2, 5" in thrown.accessibleDescription()
    thrown.offer(())
    assert thrown.accessibleDescription() == plain


def test_offering_while_dice_move_ends_the_motion_first(make):
    tray = make()
    tray.throw(pool(4), (1, 2, 3, 4), 2)
    tray.offer({1})
    assert not tray.moving
    assert tray.heard == ["settled"]
    assert tray.offered == {1}


def test_the_next_throw_takes_offers_notes_and_tags_away(thrown):
    felt = QRect(0, 0, 640, 380)
    clean = picture(thrown).copy(felt)
    thrown.offer({1})
    thrown.explain(["why"] * 6)
    thrown.show_before({1: 4})
    thrown.throw(pool(6), (0, 1, 2, 3, 4, 5), 1)
    thrown.flash.stop()
    assert thrown.offered == frozenset()
    assert picture(thrown).copy(felt) == clean
    thrown.heard.clear()
    QTest.keyClick(thrown, Qt.Key.Key_Right)
    without = picture(thrown)
    thrown.explain([""] * 6)
    assert picture(thrown) == without


def test_walking_shows_the_call_out_and_leaving_takes_it_away(thrown):
    plain = picture(thrown)
    thrown.explain([f"sentence of die {die}" for die in range(6)])
    assert picture(thrown) == plain
    QTest.keyClick(thrown, Qt.Key.Key_Right)
    told = picture(thrown)
    assert told != plain
    QTest.keyClick(thrown, Qt.Key.Key_Escape)
    ringed = picture(thrown)
    assert ringed != told
    QApplication.sendEvent(thrown, QFocusEvent(QFocusEvent.Type.FocusOut, Qt.FocusReason.OtherFocusReason))
    assert picture(thrown) == plain


def test_lingering_with_the_pointer_shows_the_call_out(thrown, qtbot):
    thrown.explain(["why it counts"] * 6)
    QTest.mouseMove(thrown, thrown.die_rect(3).center())
    before = picture(thrown)
    qtbot.waitUntil(lambda: picture(thrown) != before)
    QTest.mouseMove(thrown, QPoint(2, 2))
    assert running(thrown) == []


def test_the_sentence_of_a_die_is_said_with_its_face(thrown):
    thrown.explain([f"sentence {die}" for die in range(6)])
    assert thrown.contents.announcement(2) == "die 3: Double Defend. sentence 2"
    callout = thrown.contents.callout(2)
    assert (callout.die, callout.face, callout.sentence) == ("die 3", "Double Defend", "sentence 2")


def test_one_sentence_a_die(thrown):
    with pytest.raises(ValueError, match="as many notes"):
        thrown.explain(["only one"])
    thrown.explain([])


def test_the_replaced_face_is_shown_and_goes(thrown):
    plain = picture(thrown)
    thrown.show_before({0: 3, 5: 1})
    tagged = picture(thrown)
    assert tagged != plain
    thrown.show_before({0: 4, 5: 1})
    assert picture(thrown) != tagged, "another face looks different"
    thrown.show_before({})
    assert picture(thrown) == plain


@pytest.mark.parametrize("faces", [{6: 0}, {-1: 0}, {0: 6}, {0: -1}])
def test_there_is_no_such_face_to_have_been_replaced(thrown, faces):
    with pytest.raises(ValueError, match="no such face"):
        thrown.show_before(faces)


def test_the_plate_says_what_it_is_told_and_goes_back(thrown):
    plain, told = picture(thrown), thrown.accessibleDescription()
    assert told.startswith("Roll 1, 6 dice.")
    thrown.set_plate("By hand")
    assert picture(thrown) != plain
    assert thrown.accessibleDescription().startswith("Roll 1 · By hand, 6 dice.")
    thrown.set_plate("")
    assert picture(thrown) == plain
    assert thrown.accessibleDescription() == told


def test_sides_are_named_on_the_rim(thrown):
    plain = picture(thrown)
    thrown.set_sides({"character": "Ragnar", "opponent": "Goblin"})
    named = picture(thrown)
    assert named != plain
    top, bottom = thrown.die_rect(0).top(), thrown.die_rect(0).bottom()
    changed = {
        y for y in range(named.height()) if any(named.pixel(x, y) != plain.pixel(x, y) for x in range(0, 640, 2))
    }
    assert min(changed) < top
    assert max(changed) > bottom
    assert not any(
        thrown.die_rect(die).top() <= y <= thrown.die_rect(die).bottom() for die in range(6) for y in changed
    )
    thrown.set_sides({})
    assert picture(thrown) == plain


def changed(one: QImage, other: QImage) -> QRect:
    """Return where the upper ends of two pictures differ."""
    points = [QPoint(x, y) for x in range(640) for y in range(60) if one.pixel(x, y) != other.pixel(x, y)]
    return QPolygon(points).boundingRect()


@pytest.mark.parametrize("seed", range(4))
def test_dice_at_rest_hide_no_plate(make, seed):
    tray, empty = make(), make()
    tray.set_gather(False)
    empty.show_still([], room=12)
    bare = picture(empty)
    empty.set_sides({"opponent": "Goblin"})
    named = picture(empty)
    plate = changed(named, bare).adjusted(3, 3, -3, -3)
    tray.throw(pool(12), (0,) * 12, seed)
    tray.skip()
    tray.mark([Role.HURTS] * 12)
    before = picture(tray)
    tray.set_sides({"opponent": "Goblin"})
    lying = picture(tray)
    beside = changed(lying, before).adjusted(3, 3, -3, -3)
    assert plate.width() > 40
    assert lying.copy(beside) == named.copy(plate), "it is whole, there or beside"
    assert not any(beside.intersects(tray.die_rect(die)) for die in range(12)), "and hides none of them"


def test_names_too_long_for_the_rim_are_shortened(make):
    tray = make((320, 220))
    tray.set_speed("off")
    tray.throw(pool(2), (0, 1), 1)
    tray.set_sides({"character": "Ragnar the most northern of all " * 3, "opponent": "Goblin " * 20})
    tray.set_plate("By hand " * 12)
    assert not picture(tray).isNull()


def test_a_throw_in_motion_flashes_the_plate(make, qtbot):
    tray = make()
    tray.throw(pool(3), (1, 2, 3), 5)
    tray.skip()
    assert not tray.flash.steady
    lit = picture(tray)
    qtbot.waitUntil(lambda: not running(tray))
    assert picture(tray) != lit


def animated(tray: TrayWidget) -> list[object]:
    return [each for each in running(tray) if isinstance(each, QVariantAnimation)]


def lit_rim(tray: TrayWidget) -> bool:
    """Return whether the rim is seen to be bright, left and right of the felt."""
    image, row = picture(tray), tray.height() // 2
    bright = [x for x in range(tray.width()) if image.pixelColor(x, row).lightness() > 120]
    dice = [tray.die_rect(die) for die in range(len(tray.shown))]
    beside = [x for x in bright if not any(rect.left() - 9 <= x <= rect.right() + 9 for rect in dice)]
    return len(beside) > 10


def test_where_nothing_moves_the_rim_shines_steadily_for_a_while(make, qtbot):
    tray = make()
    tray.set_speed("off")
    tray.show_still(pool(3))
    assert not lit_rim(tray)
    tray.throw(pool(3), (1, 2, 3), 5)
    assert lit_rim(tray)
    first = picture(tray)
    QTest.qWait(400)
    assert animated(tray) == []
    assert picture(tray) == first, "nothing moves or fades"
    qtbot.waitUntil(lambda: not tray.flash.steady)
    assert not lit_rim(tray)
    dark = picture(tray)
    tray.rethrow({1}, (1, 2, 3), 6)
    assert lit_rim(tray), "the same face again"
    tray.flash.stop()
    tray.throw(pool(3), (1, 2, 3), 5)
    tray.flash.stop()
    assert picture(tray) != dark, "the number changes"


def test_a_throw_while_the_rim_still_shines_is_seen_too(make, qtbot):
    tray = make()
    tray.set_speed("off")
    tray.throw(pool(3), (1, 2, 3), 5)
    assert lit_rim(tray)
    tray.throw(pool(3), (1, 2, 3), 5)
    assert not lit_rim(tray)
    qtbot.waitUntil(lambda: lit_rim(tray))
    tray.hide()
    assert running(tray) == []


@pytest.mark.parametrize("speed", ["normal", "off"])
def test_real_dice_shine_and_have_a_number(make, speed, qtbot):
    tray = make()
    tray.set_speed(speed)
    tray.set_plate("By hand")
    for number in (1, 2):
        tray.show_thrown(pool(3), (1, 2, 3))
        qtbot.waitUntil(lambda: lit_rim(tray))
        assert tray.accessibleDescription().startswith(f"Roll {number} · By hand, 3 dice.")
    tray.show_still(pool(3), (1, 2, 4))
    assert tray.accessibleDescription().startswith("Roll 2 · By hand, 3 dice."), "a die of it re-rolled"
    assert tray.heard == []


def test_dice_that_wait_do_not_shine(make, qtbot):
    tray = make()
    tray.show_still(pool(3), (1, 2, 3))
    assert lit_rim(tray)
    tray.show_still(pool(3))
    assert not lit_rim(tray)
    tray.set_plate("By hand")
    tray.set_plate("")
    qtbot.waitUntil(lambda: not tray.warming)
    assert running(tray) == []


def test_more_dice_than_fly_lie_settled_while_forty_fly(make):
    tray = make()
    outcome = tuple(die % 6 for die in range(55))
    tray.throw(pool(55), outcome, 1)
    clock = tray.findChild(QVariantAnimation)
    clock.pause()
    assert clock.duration() <= 1300
    clock.setCurrentTime(0)
    start = tray.poses
    clock.setCurrentTime(clock.duration() // 3)
    moved = [one.place != other.place for one, other in zip(start, tray.poses, strict=True)]
    assert all(moved[:40])
    assert not any(moved[40:])
    clock.setCurrentTime(clock.duration())
    places = [pose.place for pose in tray.poses]
    for i, (x, y, _) in enumerate(places):
        assert all(abs(x - u) > 0.9 or abs(y - v) > 0.9 for u, v, _ in places[:i] if i >= 40)
    tray.skip()
    assert tray.heard == ["settled"]


def test_dice_come_in_over_the_near_rim(make):
    tray = make()
    tray.throw(pool(4), (1, 2, 3, 4), 2)
    clock = tray.findChild(QVariantAnimation)
    clock.pause()
    clock.setCurrentTime(0)
    depth = tray_size(4)[1]
    assert all(pose.place[1] < -depth / 2 - 2 for pose in tray.poses)


def test_a_die_thrown_again_belongs_to_the_same_throw(thrown):
    thrown.rethrow({1}, (0, 5, 2, 3, 4, 5), 2)
    assert thrown.heard == ["settled"]
    assert thrown.accessibleDescription().startswith("Roll 1, 6 dice.")
    assert thrown.shown == (0, 5, 2, 3, 4, 5)


def test_dice_fly_over_the_plate_and_throw_no_shadow_from_outside(make):
    tray = make()
    tray.show_still([])
    felt = picture(tray)
    tray.show_still(pool(4))
    tray.throw(pool(4), (1, 2, 3, 4), 2)
    clock = tray.findChild(QVariantAnimation)
    clock.pause()
    clock.setCurrentTime(0)
    tray.flash.stop()
    outside = picture(tray)
    for x in range(80, 560, 4):
        assert outside.pixel(x, 330) == felt.pixel(x, 330)
    covered = set()
    for seed in range(12):
        tray.throw(pool(4), (1, 2, 3, 4), seed)
        clock.pause()
        tray.set_plate("a plate")
        for at in range(30, 160, 20):
            clock.setCurrentTime(at)
            tray.flash.stop()
            tray.set_plate("a plate")
            with_plate = picture(tray)
            covered.add(with_plate.pixel(320, 405))
    assert len(covered) > 2


@pytest.mark.parametrize("share", [0.2, 0.6])
def test_the_flight_is_as_long_at_any_size(make, share):
    durations = set()
    for size in ((720, 480), (960, 640), (1600, 1000)):
        tray = make(size)
        tray.throw(pool(5), (0, 1, 2, 3, 4), 3)
        clock = tray.findChild(QVariantAnimation)
        clock.pause()
        clock.setCurrentTime(round(clock.duration() * share))
        durations.add((clock.duration(), tray.poses))
    assert len(durations) == 1


def test_dice_grow_with_the_window(make):
    widths = []
    for size in ((540, 360), (1080, 720), (2160, 1440)):
        tray = make(size)
        tray.show_still(pool(4))
        widths.append(tray.die_rect(0).width())
    assert widths[1] == pytest.approx(2 * widths[0], rel=0.1)
    assert widths[2] == pytest.approx(2 * widths[1], rel=0.1)
    assert widths[0] > 50


def test_the_tray_keeps_its_size_when_dice_join_that_it_had_room_for(make):
    tray = make()
    tray.show_still(pool(4), room=9)
    before = tray.die_rect(0).width()
    tray.set_speed("off")
    tray.throw([*pool(4), *pool(5, "challenge")], (0,) * 9, 1)
    assert tray.die_rect(0).width() == pytest.approx(before, abs=6)
    tray.show_still(pool(4))
    assert tray.die_rect(0).width() > before + 6


def test_getting_ready_ends_and_shows_nothing(make, qtbot):
    tray = make()
    tray.show_still(pool(3))
    plain = picture(tray)
    tray.warm([*pool(3), *pool(6, "opponent")])
    assert tray.warming
    qtbot.waitUntil(lambda: not tray.warming)
    assert picture(tray) == plain
    assert running(tray) == []


def test_what_was_got_ready_is_not_painted_again(make, qtbot, monkeypatch):
    tray, dice = make(), [*pool(3), *pool(6, "opponent")]
    tray.warm(dice)
    qtbot.waitUntil(lambda: not tray.warming)

    def never(*args, **kwargs):
        raise AssertionError("painted too late")

    monkeypatch.setattr("bones_desktop.tray.dicepainter.face_image", never)
    monkeypatch.setattr("bones_desktop.tray.art.TrayArt.pixmap", never)
    tray.throw(dice, (0,) * 9, 4)
    assert not picture(tray).isNull()
    tray.skip()
    assert not picture(tray).isNull()


def test_a_hidden_tray_gets_ready_when_it_is_seen_at_the_size_it_has_then(make, qtbot, monkeypatch):
    tray, dice = make(), pool(9)
    tray.hide()
    tray.show_still(dice)
    tray.resize(900, 600)
    assert not tray.warming
    tray.show()
    picture(tray)
    assert tray.warming
    qtbot.waitUntil(lambda: not running(tray))
    tray.resize(800, 560)
    picture(tray)
    qtbot.waitUntil(lambda: not running(tray))
    theme_of(tray).set_theme("parchment")
    picture(tray)
    qtbot.waitUntil(lambda: not running(tray))

    def never(*args, **kwargs):
        raise AssertionError("painted too late")

    monkeypatch.setattr("bones_desktop.tray.dicepainter.face_image", never)
    monkeypatch.setattr("bones_desktop.tray.art.TrayArt.pixmap", never)
    tray.throw(dice, (0,) * 9, 4)
    tray.skip()
    assert not picture(tray).isNull()


def test_a_tray_that_was_not_ready_is_sharp_once_the_dice_lie_still(make):
    tray, other = make(), make()
    tray.set_gather(True)
    picture(tray)
    tray.throw(pool(20), (0,) * 20, 4)
    picture(tray)
    tray.skip()
    tray.flash.stop()
    other.set_speed("off")
    other.throw(pool(20), (0,) * 20, 4)
    other.flash.stop()
    assert picture(tray) == picture(other)


def test_many_dice_on_a_dense_screen_are_painted_in_points(qapp):
    size, tray = QSize(600, 400), tray_size(40)
    pictures = FacePictures(Theme("iron").faces)
    poses = [upright(place, die % 6) for die, place in enumerate(rows(["a"] * 40, *tray))]
    images = []
    for ratio in (1.0, 2.0):
        backdrop = QPixmap(size * ratio)
        backdrop.setDevicePixelRatio(ratio)
        backdrop.fill(Qt.GlobalColor.darkGreen)
        scene = TrayScene(pictures, ShadowSprites(), Camera(600, 400, *tray), size, ratio, tray, backdrop, sharp=True)
        image = QImage(size * ratio, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(ratio)
        painter = QPainter(image)
        scene.paint_moving(painter, [Body(LOOK, BONE)] * 40, poses, lambda _: None)
        painter.end()
        images.append(image)
    for x in range(0, 600, 7):
        for y in range(0, 400, 7):
            assert images[1].pixel(2 * x, 2 * y) == images[0].pixel(x, y)


@pytest.mark.parametrize("leave", [TrayWidget.hide, TrayWidget.close])
def test_nothing_runs_after_leaving(make, leave, qtbot):
    tray = make()
    picture(tray)
    tray.warm(pool(12))
    tray.throw(pool(6), (0,) * 6, 1)
    tray.resize(700, 460)
    leave(tray)
    assert running(tray) == []
    tray.show()
    tray.explain(["why"] * 6)
    QTest.mouseMove(tray, tray.die_rect(2).center())
    tray.set_plate("By hand")
    tray.warm(pool(9))
    assert running(tray)
    leave(tray)
    assert running(tray) == []
    tray.throw(pool(6), (0,) * 6, 1)
    tray.warm(pool(5))
    tray.rethrow({1}, (0, 3, 0, 0, 0, 0), 2)
    assert running(tray) == []


def test_the_keyboards_way_here_is_seen(thrown):
    plain = picture(thrown)
    QApplication.sendEvent(thrown, QFocusEvent(QFocusEvent.Type.FocusIn, Qt.FocusReason.TabFocusReason))
    assert picture(thrown) != plain
    QApplication.sendEvent(thrown, QFocusEvent(QFocusEvent.Type.FocusOut, Qt.FocusReason.TabFocusReason))
    assert picture(thrown) == plain
    QApplication.sendEvent(thrown, QFocusEvent(QFocusEvent.Type.FocusIn, Qt.FocusReason.MouseFocusReason))
    assert picture(thrown) == plain
