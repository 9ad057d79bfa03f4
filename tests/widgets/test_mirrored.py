"""In a layout from right to left, lines and cards begin at the right, and texts and pictures are as they are read."""

import re

import pytest
from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication, QListView, QPushButton, QWidget

from bones_desktop.document.portraits import square_of_portrait
from bones_desktop.pages.campaign.partyboard import PartyBoard
from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.theme.measures import fill_sheet, load_sheet, mirror
from bones_desktop.widgets.acts.trackrow import BoxRow, TrackBox
from bones_desktop.widgets.layouts import flow_row
from bones_desktop.widgets.lists.line import Line, LineLook, paint_sign
from bones_desktop.widgets.lists.linelist import LineList
from bones_desktop.widgets.text.labels import plain_label
from tests.pages.campaign.test_partyboard import party
from tests.support.foreach import for_each
from tests.support.tour import Tour

SIDE = 26


def first_row(view: QListView) -> QImage:
    view.viewport().repaint()
    view.scrollToTop()
    return view.viewport().grab(view.visualRect(view.model().index(0, 0))).toImage()


def ink(image: QImage) -> list[int]:
    """Return the columns in which anything is painted, but for the edges of the row."""
    rows, ground = range(4, image.height() - 4), image.pixel(image.width() // 2, 4)
    return [x for x in range(4, image.width() - 4) if any(image.pixel(x, y) != ground for y in rows)]


def test_a_line_begins_at_the_right(qtbot, theme):
    host = QWidget()
    qtbot.addWidget(host)
    view = LineList(theme, "Skills", host, LineLook(height=40, side=SIDE))
    view.resize(300, 200)
    view.show_lines((Line("Melee", right="97", sign="game-margin", key="a"), Line("Magic", key="b")))
    view.setCurrentIndex(view.model().index(1, 0))
    host.show()
    view.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    usual = first_row(view)
    view.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    turned = first_row(view)

    wide = usual.width()
    assert min(ink(usual)) == pytest.approx(wide - max(ink(turned)), abs=6)
    assert max(ink(usual)) == pytest.approx(wide - min(ink(turned)), abs=6)
    sign = QRect(8, (usual.height() - SIDE) // 2, SIDE, SIDE)
    there = QRect(wide - sign.right() - 1, sign.top(), SIDE, SIDE)
    assert usual.copy(sign) == turned.copy(there) != turned.copy(sign)


def test_a_card_of_the_party_begins_at_the_right(qtbot, theme):
    board = PartyBoard(theme, square_of_portrait)
    qtbot.addWidget(board)
    board.resize(700, 500)
    board.show_members(party(1))
    board.show()
    board.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    tone, turned = theme.color("good").rgb(), first_row(board)
    stripe = [x for x in range(turned.width()) if turned.pixel(x, turned.height() // 2) == tone]
    assert min(stripe) > turned.width() * 0.9


def test_a_card_of_the_shelf_begins_at_the_right(tmp_path, qapp):
    with Tour(tmp_path) as tour:
        tour.window.show_page("shelf")
        tour.settle()
        view = tour.program.pages.shelf.view
        usual = first_row(view)
        try:
            qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
            view.itemDelegate().forget()
            tour.settle()
            turned = first_row(view)
        finally:
            qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        side = usual.height() // 2
        portrait = QRect(24, (usual.height() - side) // 2, side, side)
        near = [usual.copy(portrait), turned.copy(portrait)]
        assert near[0] != near[1]
        places = (QRect(x, portrait.top(), side, side) for x in range(usual.width() // 2, usual.width() - side))
        assert any(turned.copy(place) == near[0] for place in places), "the emblem is painted as it is read"


def paint_face(painter, theme, square):
    theme.faces.paint(painter, square, "melee x2")


def paint_done(painter, theme, square):
    paint_sign(painter, theme, square, Line("Skills", sign="done", key="a"))


@pytest.fixture
def from_the_right(qapp):
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    yield
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def test_a_number_in_a_label_is_at_the_right(qtbot, theme, from_the_right):
    label = plain_label(None, "7", theme=theme)
    qtbot.addWidget(label)
    label.resize(60, 30)
    assert min(ink(label.grab().toImage())) > 40


def test_a_wrapped_text_with_latin_words_is_not_cut(qtbot, theme, from_the_right):
    label = plain_label(None, "\u200fOnly player characters gain icons from sessions.", wrap=True, theme=theme, size=16)
    qtbot.addWidget(label)
    for width in range(150, 300):
        label.resize(width, 200)
        image = label.grab().toImage()
        ground = image.pixel(width - 1, 199)
        assert all(image.pixel(0, y) == ground for y in range(200)), width


def test_the_bar_of_the_shown_page_is_at_the_edge_of_the_window(theme):
    sheet = load_sheet(shipped("resources") / "themes" / "sheet.qss")
    sides = {}
    for direction in (Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft):
        QApplication.setLayoutDirection(direction)
        filled = fill_sheet(sheet, theme._palette, theme.px, shipped("icons"))
        sides[direction] = re.findall(r"#railButton.* border-(\w+)", filled)
    QApplication.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    assert [*sides.values()] == [["left", "left"], ["right", "right"]]


@for_each("paint", [paint_face, paint_done])
def test_a_picture_is_painted_as_it_is_read(theme, paint):
    images = []
    for mirrored in (False, True):
        image = QImage(QSize(64, 64), QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        if mirrored:
            mirror(painter, QRectF(0, 0, 64, 64))
        paint(painter, theme, QRectF(0, 0, 64, 64))
        painter.end()
        images.append(image)
    assert images[0] == images[1]


def test_a_flowing_row_and_boxes_begin_at_the_right(qtbot, theme):
    row = QWidget()
    qtbot.addWidget(row)
    first, second = QPushButton("Heal", row), QPushButton("Lose", row)
    flow_row(row, first, second, theme=theme, gap=8)
    boxes = BoxRow(theme, row)
    boxes.show_boxes("Health", [TrackBox(), TrackBox()])
    boxes.resize(300, 40)
    row.resize(400, 80)
    row.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    row.show()
    assert first.geometry().right() == row.rect().right()
    assert second.geometry().right() < first.geometry().left()
    assert boxes.box_at(1).right() < boxes.box_at(0).left()
    assert boxes.box_at(0).right() == boxes.width() - 2


def test_a_card_of_the_reference_begins_at_the_right(tmp_path, qapp):
    with Tour(tmp_path) as tour:
        tour.window.show_page("reference")
        tour.program.pages.reference.search("Melee")
        tour.settle()
        view = tour.program.pages.reference.view
        usual, places = first_row(view), links(view)
        view.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        tour.settle()
        turned, there = first_row(view), links(view)
    icon = usual.copy(QRect(24, 24, 20, 20))
    assert icon != turned.copy(QRect(24, 24, 20, 20))
    right = (QRect(x, 24, 20, 20) for x in range(usual.width() // 2, usual.width() - 20))
    assert any(turned.copy(place) == icon for place in right), "the icon is painted as it is read"
    assert min(places) > usual.width() // 2 > max(there) > 0


def links(view):
    """Return where the first card has the link to its rule, in pixels from its left edge."""
    card = view.visualRect(view.model().index(0, 0))
    spots = range(card.left(), card.right())
    return [
        x - card.left() for x in spots if any(view.rule_at(QPoint(x, y)) for y in range(card.top(), card.top() + 60, 8))
    ]
