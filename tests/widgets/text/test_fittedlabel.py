"""Words as large as their room allows."""

import pytest
from PySide6.QtCore import QSize

from bones_desktop.widgets.text.labels import FittedLabel


@pytest.fixture
def label(qtbot, theme):
    label = FittedLabel(theme)
    qtbot.addWidget(label)
    label.set_most(60)
    label.resize(800, 90)
    label.show_text("Success by 2")
    return label


def test_short_words_have_the_largest_size(label):
    assert label.fitting() == 60


def test_long_words_become_smaller_and_go_into_lines(label):
    label.show_text("Ragnar: Riding against a Very Hard challenge, two successes too few")
    one_line = label.fitting()
    assert 12 < one_line < 60
    label.resize(800, 190)
    assert label.fitting() > one_line


def test_far_too_many_words_are_shortened_at_the_least_size(label):
    label.show_text("word " * 500)
    assert label.fitting() == 12
    before = label.grab().toImage()
    label.show_text("word " * 600)
    assert label.grab().toImage() == before


def test_it_asks_for_one_line_and_can_be_narrow(label, theme):
    assert label.sizeHint().height() > 60
    assert label.minimumSizeHint().expandedTo(QSize(60, 30)) == QSize(60, 30)
    label.set_most(20)
    assert label.sizeHint().height() < 40


def test_words_are_plain_and_told_to_screen_readers(label):
    label.show_text("<b>one</b>\n two\x00")
    assert label.text == label.accessibleName()
    assert label.text.startswith("<b>one</b> two")


def test_looks_are_followed(label, theme):
    before = label.grab().toImage()
    theme.set_theme("parchment")
    assert label.grab().toImage() != before
    words = label.grab().toImage()
    label.show_text(label.text, "muted")
    assert label.grab().toImage() != words
