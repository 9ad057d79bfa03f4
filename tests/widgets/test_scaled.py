"""What is given once at 100 % text size follows the theme, and goes with what it was given to."""

import gc
import weakref

import shiboken6
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QWidget

from bones_desktop.widgets.boxes import hbox, vbox
from bones_desktop.widgets.scaled import follow, set_gaps, set_icon, set_lengths, set_type
from bones_desktop.widgets.text.labels import heading_label, plain_label


def test_boxes_keep_their_gaps_at_the_text_size(qtbot, theme):
    card = QWidget()
    qtbot.addWidget(card)
    row = hbox(None, QLabel(card), theme=theme, gap=6)
    column = vbox(card, row, theme=theme, gap=8, edges=(16, 12, 20, 10))
    assert (row.spacing(), column.spacing()) == (6, 8)
    theme.set_text_size(150)
    margins = column.contentsMargins()
    assert (row.spacing(), column.spacing()) == (9, 12)
    assert (margins.left(), margins.top(), margins.right(), margins.bottom()) == (24, 18, 30, 15)


def test_a_grid_has_gaps_across_and_down_and_a_widget_edges(qtbot, theme):
    card = QWidget()
    qtbot.addWidget(card)
    grid = QGridLayout(card)
    set_gaps(theme, grid, grid=(8, 4))
    set_gaps(theme, card, edges=(2, 4, 6, 8))
    theme.set_text_size(200)
    margins = card.contentsMargins()
    assert (grid.horizontalSpacing(), grid.verticalSpacing()) == (16, 8)
    assert (margins.left(), margins.top(), margins.right(), margins.bottom()) == (4, 8, 12, 16)


def test_labels_keep_their_type_at_the_text_size(qtbot, theme):
    card = QWidget()
    qtbot.addWidget(card)
    small, head = plain_label(card, "by", theme=theme, size=12, bold=True), heading_label(theme, card, "Party", 28)
    fonts = lambda: [(each.font().pixelSize(), each.font().bold()) for each in (small, head)]  # noqa: E731
    assert fonts() == [(12, True), (28, True)]
    theme.set_text_size(150)
    assert fonts() == [(18, True), (42, True)]
    assert head.font().family() != small.font().family()
    assert plain_label(card).font().pixelSize() != 18


def test_lengths_and_icons_follow(qtbot, theme):
    button, other = QPushButton(), QPushButton()
    for each in (button, other):
        qtbot.addWidget(each)
    set_lengths(theme, button, other, width=100, least_height=20, most_height=40)
    set_lengths(theme, other, icon=22)
    set_icon(theme, button, "close", 16)
    shown = button.icon().cacheKey()
    theme.set_text_size(150)
    assert {(each.minimumWidth(), each.maximumWidth()) for each in (button, other)} == {(150, 150)}
    assert {(each.minimumHeight(), each.maximumHeight()) for each in (button, other)} == {(30, 60)}
    assert (button.iconSize().width(), other.iconSize().height()) == (24, 33)
    theme.set_theme("parchment")
    assert button.icon().cacheKey() != shown


def test_what_follows_is_not_kept_alive_by_it(qtbot, theme):
    class Card(QWidget):
        calls = 0

    card = Card()
    follow(theme, card, lambda each: setattr(Card, "calls", Card.calls + 1))
    set_type(theme, card, size=16, serif=True)
    assert Card.calls == 1
    theme.set_text_size(125)
    assert Card.calls == 2
    known = weakref.ref(card)
    del card
    gc.collect()
    assert known() is None
    theme.set_text_size(150)
    assert Card.calls == 2


def test_what_was_deleted_is_left_alone(qtbot, theme):
    parent = QWidget()
    qtbot.addWidget(parent)
    label = plain_label(parent, theme=theme, size=12)
    shiboken6.delete(label)
    theme.set_text_size(150)
