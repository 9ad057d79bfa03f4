"""Languages that the program does not speak yet: longer words, other letters, and a layout from right to left."""

import re
from collections.abc import Iterator
from gettext import NullTranslations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QAbstractItemView, QAbstractSpinBox, QApplication, QWidget

from bones_desktop.storage.games import forget_tables
from bones_desktop.widgets.dice.dienet import DieNet
from bones_desktop.wording.language import _Choice
from tests.support.cutoff import cut_off
from tests.support.running import for_the_module
from tests.support.tour import DIALOGS, LAPTOP, Tour

FIXED = re.compile(r"(\{[^{}]*\}|<[^<>]*>|\[\[|\]\]|&\w|%\w|%\([a-z_]+\)\w|\bd\d+\b)")
"""Parts of a text that a translation keeps."""
ACCENTS = str.maketrans("aeiouAEIOU", "äéïöüÄÉÏÖÜ")
UNEVEN = 16
"""Pixels by which the two sides of a window may differ: margins are not mirrored while the program runs."""
COLUMNS = 16


def stretched(text: str) -> str:
    """Return a text with accents whose words are 30 % longer."""
    parts = FIXED.split(text)
    parts[::2] = [re.sub(r"[A-Za-z]{3,}", _longer, part) for part in parts[::2]]
    return "".join(parts)


def _longer(word: re.Match[str]) -> str:
    more, letters = -(-3 * len(word[0]) // 10), ""
    for letter in word[0]:
        accented = letter.translate(ACCENTS)
        twice = more > 0 and accented != letter
        letters += accented + (accented.lower() if twice else "")
        more -= twice
    return letters[:-1] + "ö" * more + letters[-1]


class Stretched(NullTranslations):
    """A catalogue of a language whose words are long."""

    def gettext(self, message: str) -> str:
        return stretched(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return stretched(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return stretched(message)


@pytest.fixture(scope="module")
def long_words(tmp_path_factory: pytest.TempPathFactory, qapp: QApplication) -> Iterator[Tour]:
    """The program in a language with long words, on a laptop."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_Choice, "catalogue", Stretched())
        patch.setattr(_Choice, "language", "xx")
        forget_tables()
        with for_the_module(on_a_laptop(Tour(tmp_path_factory.mktemp("long") / "home"))) as tour:
            yield tour
    forget_tables()


def on_a_laptop(tour: Tour) -> Tour:
    tour.trigger("everyone")  # this dialog is kept
    tour.dialog().close()
    tour.window.setMinimumSize(0, 0)
    tour.window.showNormal()
    tour.program.files.work_on(tour.files["bones"])
    tour.window.show_page("table")
    tour.program.pages.table.throw()
    return tour


def test_the_stretched_words_keep_what_a_translation_keeps() -> None:
    assert stretched("Roll &{n} d6 for [[Ragnar]]") == "Röölöl &{n} d6 föör [[Räägnäär]]"


def test_no_dialog_cuts_long_words(long_words: Tour) -> None:
    wrong = {}
    for action in DIALOGS:
        for dialog in long_words.open(action):
            wrong |= dict.fromkeys(cut_off(dialog), action)
            dialog.close()
    assert not wrong, wrong


@pytest.fixture
def turned(long_words: Tour, qapp: QApplication) -> Iterator[Tour]:
    """The same program, which a test may lay out from right to left."""
    yield long_words
    turn(long_words, Qt.LayoutDirection.LeftToRight)


def turn(tour: Tour, direction: Qt.LayoutDirection) -> None:
    QApplication.setLayoutDirection(direction)
    # Cards are kept as pictures; a board places its nets again when its size changes.
    tour.program.pages.shelf.view.itemDelegate()._painted.cache_clear()
    tour.window.resize(LAPTOP.width(), LAPTOP.height() - (direction is Qt.LayoutDirection.RightToLeft))
    tour.settle()


def places(window: QWidget) -> dict[QWidget, tuple[int, int]]:
    """Return the left and right ends of the visible parts of a window."""
    found = {}
    for each in window.findChildren(QWidget):
        # Qt places the parts of a number field. A net is a picture, which nobody mirrors.
        fixed = isinstance(each.parentWidget(), QAbstractSpinBox | DieNet) or each.objectName() == "focusRing"
        if each.isVisible() and each.window() is window and each.width() > 1 and not fixed:
            left = each.mapTo(window, QPoint()).x()
            found[each] = (left, left + each.width())
    return found


def pictures(window: QWidget) -> dict[QWidget, list[int]]:
    """Return the shades of the lists, bars and fields that the program paints, in columns from left to right."""
    found = {}
    for each in window.findChildren(QWidget):
        ours = "paintEvent" in vars(type(each)) and type(each).__module__.startswith("bones_desktop")
        painted = isinstance(each, QAbstractItemView) or (ours and each.width() > 3 * each.height())
        if painted and each.isVisible() and each.window() is window:
            image = (each.viewport() if isinstance(each, QAbstractItemView) else each).grab().toImage()
            small = image.scaled(COLUMNS, 1, mode=Qt.TransformationMode.SmoothTransformation)
            small = small.convertToFormat(QImage.Format.Format_Grayscale8)
            found[each] = [small.pixelColor(column, 0).lightness() for column in range(COLUMNS)]
    return found


def far(one: list[int], other: list[int]) -> int:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


def named(widget: QWidget) -> str:
    return f"{type(widget).__name__} {widget.accessibleName() or getattr(widget, 'text', str)()}"


def test_every_page_has_room_for_long_words_and_is_mirrored_from_right_to_left(turned: Tour) -> None:
    wrong: dict[str, str] = {}
    for page in turned.pages():
        window = turned.window
        turn(turned, Qt.LayoutDirection.LeftToRight)
        assert window.size() == LAPTOP, page
        wrong |= dict.fromkeys(cut_off(window), page)
        before, seen = places(window), pictures(window)
        turn(turned, Qt.LayoutDirection.RightToLeft)
        wrong |= dict.fromkeys(cut_off(window), page)
        for part, (left, right) in places(window).items():
            if part in before:
                mirrored = window.width() - before[part][1], window.width() - before[part][0]
                if max(abs(left - mirrored[0]), abs(right - mirrored[1])) > UNEVEN:
                    wrong[f"not mirrored: {named(part)} {before[part]} {left, right}"] = page
        for part, shades in pictures(window).items():
            # A text that fills its whole width differs from its mirror image only by its letters.
            uneven = part in seen and far(seen[part], seen[part][::-1]) > 8 * COLUMNS
            if uneven and far(shades, seen[part][::-1]) > far(shades, seen[part]) + 2 * COLUMNS:
                wrong[f"not painted mirrored: {named(part)}"] = page
    assert not wrong, "\n".join(f"{page}: {what}" for what, page in wrong.items())
