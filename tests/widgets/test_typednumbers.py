"""Numbers are read as people of any country type them, and shown in the one way of the program's language."""

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDoubleSpinBox, QSpinBox, QToolTip

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.pages.builder.builderedits import BuilderEdits
from bones_desktop.pages.builder.storypage import MovementFields
from bones_desktop.printing.dialogs import millimetres
from bones_desktop.rules.typedtext import typed_number
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.focus import wheel_passes
from bones_desktop.widgets.localized import counted
from tests.support.foreach import for_each
from tests.support.people import ragnar
from tests.support.rulebooks import rulebook

COUNTRIES = ("en_US", "de_DE", "fr_FR", "sv_SE", "tr_TR", "ar_EG", "de_CH", "C")


@pytest.fixture(params=COUNTRIES)
def country(request):
    before = QLocale()
    QLocale.setDefault(QLocale(request.param))
    yield request.param
    QLocale.setDefault(before)


@for_each(
    ("text", "decimals", "number"),
    [
        ("1.5", 2, "1.5"),
        ("1,5", 2, "1.5"),
        ("١٫٥", 2, "1.5"),
        ("١.٥", 2, "1.5"),
        ("۱٫۵", 2, "1.5"),
        ("１．５", 2, "1.5"),
        (",5", 1, ".5"),
        ("−2,5", 1, "-2.5"),
        ("1 234,5", 1, "1234.5"),
        ("1\u202f234,5", 1, "1234.5"),
        ("1’234.5", 1, "1234.5"),
        ("١٬٢٣٤٫٥", 1, "1234.5"),
        ("1.234,5", 1, "1234.5"),
        ("1,234.5", 1, "1234.5"),
        ("1.234.567", 2, "1234567"),
        ("1.000", 0, "1000"),
        ("1,000,000", 0, "1000000"),
        ("12", 0, "12"),
        ("1.5", 0, None),
        ("1,5", 0, None),
        ("1,000", 1, None),
        ("1.234", 2, None),
        ("0.500", 0, None),
        ("1.", 1, None),
        ("1,2,3", 1, None),
        ("1 23", 0, None),
        ("abc", 1, None),
        ("", 1, None),
    ],
)
def test_a_number_is_read_where_it_is_certain(text, decimals, number):
    assert typed_number(text, decimals) == number


def typed(field, text):
    """Return the number of a field after text was typed into it, key by key, and the field left."""
    field.selectAll()
    for letter in text:
        QTest.keyClicks(field.lineEdit(), letter) if letter.isascii() else field.lineEdit().insert(letter)
    field.interpretText()
    return field.value()


def pasted(field, text):
    """Return the number of a field after text was pasted over it."""
    QApplication.clipboard().setText(text)
    field.selectAll()
    field.lineEdit().paste()
    field.interpretText()
    return field.value()


@for_each("enter", [typed, pasted])
@for_each("text", ["63.5", "63,5", "٦٣٫٥"])
def test_a_length_is_what_was_entered(qapp, qtbot, country, enter, text):
    """It gave 63 or 635, by the country."""
    field = millimetres(None, 0, 300, 10, step=0.5)
    qtbot.addWidget(field)
    assert enter(field, text) == 63.5
    assert field.text() == "63.5 mm"
    assert enter(field, text.replace("63", "12").replace("٦٣", "١٢")) == 12.5


@for_each("text", [".5", ",5", "٫٥", "0,5"])
def test_a_decimal_sign_may_come_first(qapp, qtbot, country, text):
    """The comma was dropped and 5 was read."""
    field = wheel_passes(QDoubleSpinBox())
    qtbot.addWidget(field)
    field.setSuffix(" m")
    assert typed(field, text) == 0.5


@for_each("text", ["1.5", "1,5", "1٫5"])
def test_a_movement_is_what_was_typed(qapp, qtbot, country, text):
    """1.5 typed in German gave 15."""
    document = CharacterDocument(rulebook(), ragnar())
    fields = MovementFields(Theme("iron", 100), BuilderEdits(document))
    qtbot.addWidget(fields)
    assert typed(fields.move_score, text) == 1.5
    assert document.character.move == 1.5
    fields.show_movement(1.5, None)
    assert fields.move_score.text() == "1.5"
    assert fields._reach.text() == "22.5 m a round"


@for_each("box", [QSpinBox, QDoubleSpinBox])
@for_each(
    ("text", "value"),
    [
        ("25", 25),
        ("٢٥", 25),
        (",5", 0),
        ("٫٥", 0),
        ("1,5", 1),
        ("1.5", 1),
        ("1,000", 1000),
        ("1.000", 1000),
        ("1 000", 1000),
    ],
)
def test_a_whole_number_never_swallows_a_sign(qapp, qtbot, country, box, text, value):
    """1,5 gave 15: the number before the sign stays, and a tip says that only whole numbers fit."""
    field = box()
    qtbot.addWidget(field)
    if isinstance(field, QDoubleSpinBox):
        field.setDecimals(0)
    field.setRange(0, 100_000)
    wheel_passes(field)
    field.show()
    assert typed(field, text) == value
    assert field.text() == str(value)
    if value == 1:
        assert QToolTip.text() == "Only whole numbers fit here."
        assert pasted(field, "9") == 9
        assert pasted(field, text) == 9, "as it was"
    QToolTip.hideText()


@for_each("text", ["1,000", "1.000", "1,234"])
def test_thousands_are_not_read_as_decimals(qapp, qtbot, country, text):
    """1,000 would become 1.0: it may be either, so the field stays as it is and says so."""
    field = wheel_passes(QDoubleSpinBox())
    qtbot.addWidget(field)
    field.setDecimals(1)
    field.setRange(0, 10_000)
    field.setValue(7)
    field.setKeyboardTracking(False)
    field.show()
    assert typed(field, text) == 7
    assert QToolTip.text() == "One decimal fits here. Write thousands without a separator."
    QToolTip.hideText()


def test_numbers_of_a_page_are_all_written_alike(qapp, country):
    """A German system wrote 100.000 beside 12.5."""
    assert counted(100_000) == "100,000"


@pytest.mark.parametrize(
    ("kind", "most", "typed", "shown"),
    [
        (QSpinBox, 60, "60", "60 %"),
        (QSpinBox, 60, "61", "60 %"),
        (QSpinBox, 60, "100", "60 %"),
        (QSpinBox, 60, "1000", "60 %"),
        (QDoubleSpinBox, 50.5, "63.5", "50.5 %"),
        (QDoubleSpinBox, 50.5, "50,5", "50.5 %"),
        (QDoubleSpinBox, 50.5, "506", "50.5 %"),
    ],
)
def test_a_number_beyond_the_most_becomes_the_most_and_is_told(qtbot, monkeypatch, kind, most, typed, shown):
    tips = []
    monkeypatch.setattr(QToolTip, "showText", lambda _at, tip, _field: tips.append(tip))
    field = wheel_passes(kind())
    qtbot.addWidget(field)
    field.setSuffix(" %")
    field.setMaximum(most)
    if kind is QDoubleSpinBox:
        field.setDecimals(1)
    field.selectAll()
    QTest.keyClicks(field, typed)
    assert field.value() == most
    field.interpretText()  # as it does when it loses the focus
    assert (field.text(), field.value()) == (shown, most)
    told = any(f"At most {most}." in each for each in tips)
    assert told is (typed not in {"60", "50,5"})
