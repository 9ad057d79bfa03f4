"""With high contrast each kind of die, and each mark on a die, stands out against the felt."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QPainterPath, QPolygonF

from bones_desktop.rules.reading import Role
from bones_desktop.theme.measures import TINTS
from bones_desktop.theme.theme import Theme
from bones_desktop.tray.contents import TrayDie
from bones_desktop.tray.traywidget import TrayWidget
from tests.tray.test_marks import luminance

FACES = ("melee", "defend", "melee x2", "maneuver", "", "universal")
GROUPS = ("character", "item", "challenge", "hindering", "burning", "opponent", "coral-item", *TINTS)
RING = (1.02, 1.25)
EDGE = (0.8, 1.0)
"""Where a mark around a die, or the edge of a die, is looked for: distances from its middle, its outline being 1."""


class NoFlights:
    """Knows no flights: the dice are shown at rest."""

    def flight(self, _count: int, _seed: int) -> None:
        """Return no flight."""


@pytest.fixture
def tray(qtbot) -> TrayWidget:
    made = TrayWidget(Theme("contrast"), NoFlights())
    qtbot.addWidget(made)
    made.resize(1000, 640)
    made.show()
    made.show_still([TrayDie(FACES, "", "", (), group) for group in GROUPS], [k % 4 for k in range(len(GROUPS))])
    # The first picture is a draft.
    made.grab()
    made.stage.sharpen()
    return made


def contrast(tray: TrayWidget, die: int, shares: tuple[float, float], gaps: int = 2) -> float:
    """Return the least contrast of a die or of its mark to the felt, but for some `gaps` of forty directions.

    The sign at a corner of the die has a dark edge.
    """
    return sorted(contrasts(tray, die, shares))[gaps]


def contrasts(tray: TrayWidget, die: int, shares: tuple[float, float]) -> Iterator[float]:
    """Yield the best contrast to the lightest felt, in forty directions from the middle of a die."""
    picture, empty = tray.grab().toImage(), tray.stage.scene.backdrop.toImage()
    outline = QPolygonF([QPointF(x, y) for x, y in tray.stage.scene.dice.corners(tray.poses[die])])
    path, middle = QPainterPath(), outline.boundingRect().center()
    path.addPolygon(outline)
    path.closeSubpath()
    felt = luminance(brightest(empty))
    for k in range(40):
        way = path.pointAtPercent(k / 40) - middle
        steps = (shares[0] + (shares[1] - shares[0]) * step / 20 for step in range(21))
        points = [(middle + way * step).toPoint() for step in steps]
        yield max((luminance(picture.pixelColor(at)) + 0.05) / (felt + 0.05) for at in points)


def brightest(empty: QImage) -> QColor:
    """Return the lightest colour of the felt, which is around its middle."""
    wide, high = empty.width(), empty.height()
    found = (empty.pixelColor(x, y) for x in range(wide // 4, wide * 3 // 4, 20) for y in range(200, high - 200, 20))
    return max(found, key=luminance)


@pytest.mark.parametrize("role", [None, Role.IDLE, Role.CANCELLED, Role.LOST, Role.RETHROWN])
def test_the_whole_edge_of_a_die_of_any_kind_stands_out(tray, role):
    tray.mark([role] * len(GROUPS) if role else [])
    for die, group in enumerate(GROUPS):
        assert contrast(tray, die, EDGE) >= 3, group


@pytest.mark.parametrize("role", [Role.COUNTS, Role.HURTS])
def test_the_ring_of_a_die_stands_out(tray, role):
    tray.mark([role] * len(GROUPS))
    for die, group in enumerate(GROUPS):
        assert contrast(tray, die, RING) >= 3, group


def test_a_die_that_may_be_picked_has_a_frame_that_stands_out(tray):
    tray.offer(range(len(GROUPS)))
    for die, group in enumerate(GROUPS):
        # The frame is dashed, so a third of it may be a gap.
        assert contrast(tray, die, RING, gaps=13) >= 3, group


def test_a_change_of_theme_reaches_the_dice(tray):
    tray.flash.stop()
    before = tray.grab().toImage()
    tray._theme.set_theme("iron")
    assert tray.grab().toImage() != before
    tray._theme.set_theme("contrast")
    assert tray.grab().toImage() == before
