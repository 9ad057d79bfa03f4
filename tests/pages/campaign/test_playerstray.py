"""The dice in the players' view: a live copy of the tray, without the dice of hidden characters."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QVariantAnimation
from PySide6.QtTest import QTest

from bones_desktop.pages.campaign.playersview import PlayersView
from bones_desktop.rules.reading import Role
from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.tray.contents import TrayDie
from bones_desktop.tray.looks import FAR, OWN
from bones_desktop.tray.motion import BakedThrows
from bones_desktop.tray.traywidget import TrayWidget
from tests.pages.campaign.test_playersview import BOB, CAMPAIGN, RAGNAR, Table
from tests.support.running import Running

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

FACES = ("universal", "melee", "defend x2", "physical", "endurance", "blank")
DICE = [TrayDie(FACES, "character", f"own {k}") for k in range(3)] + [
    TrayDie(FACES, FAR, f"secret {k}") for k in (1, 2)
]


class Watched(Table):
    """The view over the tray of a table."""

    def __init__(self) -> None:
        super().__init__()
        self.thrown: tuple[str, str] | None = None
        self.original = TrayWidget(self.theme, BakedThrows(shipped("resources") / "throws"))
        self.original.resize(640, 420)
        self.original.show()
        self.view.watch(self.original, lambda: self.thrown)

    def throw(self, who: str, other: str = "") -> None:
        self.thrown = (who, other)
        self.original.throw(DICE, (0, 1, 2, 3, 4), 7)

    @property
    def seen(self) -> tuple[str, ...]:
        assert self.view.tray is not None
        return tuple(die.label for die in self.view.tray.contents.dice)


@pytest.fixture
def table(qtbot) -> Iterator[Watched]:
    table = Watched()
    qtbot.addWidget(table.view)
    qtbot.addWidget(table.original)
    table.view.resize(1366, 768)
    table.view.show()
    assert QTest.qWaitForWindowExposed(table.view.window())
    yield table
    table.view.shutdown()


def test_dice_fly_there_as_on_the_table(table):
    assert not table.view.tray.isVisible()
    table.throw(RAGNAR.id)
    clock = table.original.findChild(QVariantAnimation)
    clock.pause()
    for share in (0.2, 0.5, 0.9):
        clock.setCurrentTime(round(clock.duration() * share))
        assert table.view.tray.moving
        assert table.view.tray._moves.poses == list(table.original.poses)
    table.original.skip()
    assert not table.view.tray.moving
    assert table.view.tray.contents.indices == (0, 1, 2, 3, 4)
    assert table.view.tray._moves.poses == list(table.original.poses)


def test_what_counted_is_marked_there_and_nothing_can_be_picked(table):
    table.original.set_speed("off")
    table.throw(RAGNAR.id)
    table.original.mark([Role.COUNTS] * 5)
    table.original.explain(["a secret"] * 5)
    assert table.view.tray.contents.roles == (Role.COUNTS,) * 5
    assert table.view.tray.contents.notes == ()


def test_what_counted_is_marked_there_after_dice_came_to_rest_by_themselves(table, qtbot):
    table.original.settled.connect(lambda: table.original.mark([Role.COUNTS] * 5))
    table.throw(RAGNAR.id)
    mirror = table.view.tray
    qtbot.waitUntil(lambda: not table.original.moving and not mirror.moving)
    in_motion = mirror.grab().toImage()
    qtbot.waitUntil(lambda: mirror.grab().toImage() != in_motion)
    rest = mirror.grab().toImage()
    table.original.mark([])
    table.original.mark([Role.COUNTS] * 5)
    assert mirror.grab().toImage() == rest


def test_dice_of_a_hidden_member_are_never_there(table):
    frames = []
    table.view.tray.frame_changed.connect(lambda: frames.append(table.seen))
    table.campaigns.show(CAMPAIGN, RAGNAR, BOB, hidden=frozenset({BOB.id}))
    table.throw(BOB.id)
    table.original.skip()
    table.throw("f" * 32)
    table.original.skip()
    assert not any(frames)
    assert not table.view.tray.isVisible()


def test_a_hidden_opponents_dice_are_left_out(table):
    frames = []
    table.view.tray.frame_changed.connect(lambda: frames.append(table.seen))
    table.campaigns.show(CAMPAIGN, RAGNAR, BOB, hidden=frozenset({BOB.id}))
    table.original.set_sides({OWN: RAGNAR.name, FAR: BOB.name})
    table.throw(RAGNAR.id, BOB.name)
    table.original.skip()
    assert table.seen == ("own 0", "own 1", "own 2")
    assert not any("secret" in label for frame in frames for label in frame)
    assert "secret" not in table.view.tray.accessibleDescription()
    assert (table.view.near.text, table.view.far.text) == (RAGNAR.name, "")
    table.original.set_sides({OWN: RAGNAR.name, FAR: "Wolf"})
    table.throw(RAGNAR.id, "Wolf")
    table.original.skip()
    assert len(table.seen) == 5
    assert (table.view.near.text, table.view.far.text) == (RAGNAR.name, "Wolf")
    assert table.view.far.isVisible()


def test_who_is_hidden_after_the_throw_is_gone_at_once(table):
    table.throw(RAGNAR.id)
    table.original.skip()
    assert table.view.tray.isVisible()
    table.campaigns.show(CAMPAIGN, RAGNAR, BOB, hidden=frozenset({RAGNAR.id}))
    assert table.seen == ()
    assert not table.view.tray.isVisible()


def test_dice_laid_out_before_a_throw_are_not_shown(table):
    table.thrown = (RAGNAR.id, "")
    table.original.show_still(DICE)
    assert table.seen == ()
    table.throw(RAGNAR.id)
    table.thrown = None
    table.original.show_still(DICE)
    assert table.seen == ()


def test_a_closed_view_shows_the_throw_when_it_comes_up(table):
    table.view.hide()
    table.throw(RAGNAR.id)
    table.original.skip()
    table.view.show()
    assert len(table.seen) == 5
    assert table.view.tray.isVisible()


@pytest.mark.parametrize("size", [(1366, 768), (2560, 1440)])
def test_the_tray_is_as_large_as_the_screen_allows(table, size):
    table.view.resize(*size)
    table.original.set_speed("off")
    table.throw(RAGNAR.id)
    table.view.layout().activate()
    tray = table.view.tray
    assert tray.width() > 0.55 * size[0]
    assert tray.height() > 0.6 * size[1]
    assert table.view.board.width() > 0.25 * size[0]


def test_the_tables_own_throw_is_there_in_the_program(qapp, tmp_path):
    with Running(tmp_path, page="table") as running:
        pages = running.program.pages
        running.program.document.open(RAGNAR)
        running.window.show_page("table")
        running.trigger("players")
        pages.table.throw()
        tray = next(each for each in qapp.topLevelWidgets() if isinstance(each, PlayersView) and each.isVisible()).tray
        assert tray is not None
        assert tray.isVisible()
        assert tray.contents.indices == pages.table.play.played.indices
        running.program.document.open(BOB)
        assert tray.contents.dice == ()
