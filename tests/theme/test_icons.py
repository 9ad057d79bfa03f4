"""Icons are drawn when they are painted, exactly as large and as dense as they are asked for."""

import gc
from itertools import product
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QAction, QColor, QIcon, QImage, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from bones_desktop.theme.faces import StateColours, tinted_icon

DISK = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="#000"/></svg>'
COLOURS = StateColours(QColor("#102030"), QColor("#405060"), QColor("#708090"))
MODE, STATE = QIcon.Mode, QIcon.State

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def icon(tmp_path: Path) -> QIcon:
    (tmp_path / "disk.svg").write_text(DISK, "utf-8")
    return tinted_icon(tmp_path / "disk.svg", COLOURS)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[QRect]:
    """Every drawing made from its source."""
    found: list[QRect] = []
    render = QSvgRenderer.render

    def noted(self: QSvgRenderer, painter: QPainter, bounds: object) -> None:
        found.append(painter.viewport())
        render(self, painter, bounds)

    monkeypatch.setattr(QSvgRenderer, "render", noted)
    return found


def middle(pixmap: QPixmap) -> str:
    return pixmap.toImage().pixelColor(pixmap.width() // 2, pixmap.height() // 2).name()


def test_nothing_is_drawn_before_it_is_painted_and_nothing_twice(icon: QIcon, drawn: list[QRect]) -> None:
    assert not icon.isNull()
    assert icon.actualSize(QSize(16, 16)) == QSize(16, 16)
    assert drawn == []
    for _ in range(3):
        icon.pixmap(QSize(16, 16), 1.0)
    assert len(drawn) == 1
    icon.pixmap(QSize(16, 16), 2.0)
    icon.pixmap(QSize(16, 16), 1.0, MODE.Disabled)
    assert [each.width() for each in drawn] == [16, 32, 16]


@pytest.mark.parametrize(("mode", "state"), list(product(MODE, STATE)))
def test_each_state_has_its_colour(icon: QIcon, mode: QIcon.Mode, state: QIcon.State) -> None:
    expected = COLOURS.checked if state == STATE.On else COLOURS.normal
    if mode == MODE.Disabled:
        expected = COLOURS.disabled
    assert middle(icon.pixmap(QSize(20, 20), 1.0, mode, state)) == expected.name()


@pytest.mark.parametrize("side", [7, 16, 23, 80])
@pytest.mark.parametrize("density", [1.0, 1.25, 1.5, 2.0])
def test_it_is_exact_in_every_size_and_density(icon: QIcon, side: int, density: float) -> None:
    pixmap = icon.pixmap(QSize(side, side), density)
    assert pixmap.size() == QSize(side, side) * density
    assert pixmap.devicePixelRatio() == density
    image = pixmap.toImage()
    last = image.width() - 1
    assert image.pixelColor(0, last // 2).alpha() > 100
    assert image.pixelColor(last, last // 2).alpha() > 100
    assert image.pixelColor(0, 0).alpha() == 0


def test_it_stays_square_where_there_is_more_room_one_way(icon: QIcon) -> None:
    assert icon.actualSize(QSize(40, 16)) == QSize(16, 16)
    assert icon.pixmap(QSize(40, 16), 2.0).size() == QSize(32, 32)
    assert icon.pixmap(QSize(40, 16), 2.0).devicePixelRatio() == 2.0


@pytest.mark.parametrize("density", [1.0, 1.5, 2.0])
def test_it_is_painted_in_the_density_of_its_ground(icon: QIcon, drawn: list[QRect], density: float) -> None:
    ground = QImage(QSize(60, 40) * density, QImage.Format.Format_ARGB32_Premultiplied)
    ground.setDevicePixelRatio(density)
    ground.fill(Qt.GlobalColor.transparent)
    painter = QPainter(ground)
    icon.paint(painter, QRect(0, 0, 60, 40), Qt.AlignmentFlag.AlignCenter)
    painter.end()
    assert [each.size() for each in drawn] == [QSize(40, 40) * density]
    inked = [x for x in range(ground.width()) if ground.pixelColor(x, ground.height() // 2).alpha() > 100]
    assert (inked[0], inked[-1]) == (10 * density, 50 * density - 1)


def test_no_room_draws_nothing(icon: QIcon) -> None:
    assert icon.pixmap(QSize(0, 16), 1.0).isNull()
    assert icon.pixmap(QSize(-3, 16), 1.0).isNull()
    ground = QPixmap(4, 4)
    painter = QPainter(ground)
    icon.paint(painter, QRect(QPoint(0, 0), QSize(0, 0)))
    painter.end()


def test_an_icon_that_is_changed_takes_a_copy_along(icon: QIcon) -> None:
    changed = []
    for _ in range(50):
        copy = QIcon(icon)
        copy.setIsMask(True)  # Qt asks for a copy of its own now
        gc.collect()
        changed.append(copy)
    del changed[::2], copy
    gc.collect()
    assert {middle(each.pixmap(QSize(16, 16), 1.0)) for each in [*changed, icon]} == {COLOURS.normal.name()}


def test_there_is_none_without_a_drawing(tmp_path: Path) -> None:
    assert tinted_icon(tmp_path / "none.svg", COLOURS).isNull()


def test_icons_that_are_garbage_go_once_each(tmp_path: Path) -> None:
    (tmp_path / "disk.svg").write_text(DISK, "utf-8")
    for _time in range(20):  # Qt and Python both deleted the drawing: a crash, though not the first time
        garbage = tinted_icon(tmp_path / "disk.svg", COLOURS)
        garbage.itself = garbage  # type: ignore[attr-defined]
        del garbage
        gc.collect()


def test_an_icon_is_drawn_also_when_only_qt_has_it_still(tmp_path: Path) -> None:
    (tmp_path / "disk.svg").write_text(DISK, "utf-8")
    action = QAction(tinted_icon(tmp_path / "disk.svg", COLOURS), "Save")
    gc.collect()
    assert middle(action.icon().pixmap(8, 8)) == COLOURS.normal.name()
