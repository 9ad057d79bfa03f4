"""The program in German: no English is left on any page, in any menu, and in the dialogs."""

import json
import re
from collections.abc import Iterator
from gettext import GNUTranslations

import pytest
from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractListModel,
    QCoreApplication,
    QLibraryInfo,
    QModelIndex,
    Qt,
    QTranslator,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QGroupBox,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QTabBar,
    QTextEdit,
    QWidget,
)

from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.storage.games import forget_tables
from bones_desktop.wording.language import DOMAIN, ENGLISH, use
from tests.support.cutoff import cut_off
from tests.support.running import for_the_module
from tests.support.tour import DIALOGS, GAMES, LAPTOP, Tour

LANGUAGES = shipped("resources") / "languages"
ENOUGH = 60
"""Rows of a long list that are looked at."""
PATH = re.compile(r"\S*/\S*\.bones|\S*/data/\S*")
SEAL = re.compile(r"(?:[0-9a-f]{4} ?){4,}")
FUNCTION_WORDS = re.compile(
    r"\b(?:the|and|of|with|is|you|your|are|for|from|this|that|to|or|no|not|by)\b|(?<!\w)\d?d(?:4|6|8|10|12|20)\b",
    re.IGNORECASE,
)


@pytest.fixture(scope="module")
def german(tmp_path_factory: pytest.TempPathFactory, qapp: QCoreApplication) -> Iterator[Tour]:
    """The program in German, for all tests of the module."""
    use("de", LANGUAGES)
    forget_tables()
    words_of_qt = QTranslator(qapp)
    assert words_of_qt.load("qtbase_de", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
    qapp.installTranslator(words_of_qt)
    with for_the_module(Tour(tmp_path_factory.mktemp("german") / "home")) as tour:
        tour.trigger("everyone")  # this dialog is kept
        tour.dialog().close()
        yield tour
    qapp.removeTranslator(words_of_qt)
    use(ENGLISH, LANGUAGES)
    forget_tables()


@pytest.fixture(scope="module")
def english() -> frozenset[str]:
    """Every English text whose German is another."""
    with (LANGUAGES / "de" / "LC_MESSAGES" / f"{DOMAIN}.mo").open("rb") as file:
        catalogue = GNUTranslations(file)
    pairs = [
        (key[0] if isinstance(key, tuple) else key, text)
        for key, text in catalogue._catalog.items()  # type: ignore[attr-defined] (gettext has no list of its texts)
    ]
    same = {text for _key, text in pairs}
    keys = {key.partition("\x04")[2] or key for key, _text in pairs}
    return frozenset(plain for key in keys - same if len(plain := _plain(key)) > 2)


def _typed() -> Iterator[str]:
    """Yield what players typed in the samples, which no catalogue translates, and the names of games."""
    yield from ("The Basics", "Five Modes", "Story Bones", "Margin")
    for game in GAMES:
        for file in (shipped("resources") / "games" / game / "samples").glob("*.bones"):
            yield from _strings(json.loads(file.read_bytes())["character"])


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str) and (" " in value or not value.islower()):
        yield from value.splitlines()
    elif isinstance(value, dict):
        # The names of printed dice are translated.
        yield from _strings([each for name, each in value.items() if name != "name" or not value.get("printed")])
    elif isinstance(value, list):
        for each in value:
            yield from _strings(each)


TYPED = re.compile("|".join(re.escape(each) for each in sorted(_typed(), key=len, reverse=True) if len(each) > 2))


def _plain(text: str) -> str:
    text = TYPED.sub("·", PATH.sub("", re.sub(r"&(?=\w)", "", text)))
    return re.sub(r"<[^>]*>", " ", text).strip(" .:…")


def _rows(model: QAbstractItemModel | None, parent: QModelIndex = QModelIndex()) -> Iterator[str]:
    if model is None:
        return
    # Qt hides `columnCount` of lists.
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)
    for row in range(min(model.rowCount(parent), ENOUGH)):
        for column in range(columns):
            index = model.index(row, column, parent)
            for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
                if isinstance(text := index.data(role), str):
                    yield text
        if columns > 1:
            yield from _rows(model, model.index(row, 0, parent))
    for column in range(columns):
        if isinstance(text := model.headerData(column, Qt.Orientation.Horizontal), str):
            yield text


def shown(widget: QWidget) -> Iterator[str]:
    """Yield the texts of one widget that nobody typed."""
    yield from (widget.toolTip(), widget.accessibleName(), widget.accessibleDescription())
    match widget:
        case QLabel() | QAbstractButton():
            yield widget.text()
        case QGroupBox() | QMenu():
            yield widget.title()
        case QTabBar():
            yield from (widget.tabText(tab) for tab in range(widget.count()))
        case QComboBox():
            yield from (widget.itemText(place) for place in range(min(widget.count(), ENOUGH)))
        case QLineEdit():
            yield widget.placeholderText()
            if widget.isReadOnly():
                yield widget.text()
        case QTextEdit() | QPlainTextEdit():
            yield widget.placeholderText()
            if widget.isReadOnly():
                yield from widget.toPlainText().splitlines()
        case QAbstractItemView():
            yield from _rows(widget.model())


def left(window: QWidget, english: frozenset[str], where: str) -> dict[str, str]:
    """Return the English texts of a window, each with its place."""
    found = {}
    for each in (window, *window.findChildren(QWidget)):
        if each.isVisible() and each.window() is window:
            for text in shown(each):
                for line in text.splitlines():
                    plain = _plain(line)
                    if plain in english or FUNCTION_WORDS.search(SEAL.sub("", plain)):
                        found.setdefault(line, f"{where}: {type(each).__name__} {each.objectName()}")
    return found


def _said(found: dict[str, str]) -> str:
    return "\n".join(f"{where}: {text}" for text, where in found.items())


def test_no_page_has_english_texts_or_cuts_german_ones(german: Tour, english: frozenset[str]) -> None:
    german.window.setMinimumSize(0, 0)
    german.window.showNormal()
    found: dict[str, str] = {}
    for page in german.pages():
        german.window.resize(LAPTOP)
        german.settle()
        found = left(german.window, english, page) | dict.fromkeys(cut_off(german.window), page) | found
    assert not found, _said(found)


def test_no_menu_has_english_texts(german: Tour, english: frozenset[str]) -> None:
    german.program.files.work_on(german.files["bones"])
    german.settle()
    found = {}
    for menu in german.window.menuBar().findChildren(QMenu):
        for action in menu.actions():
            for text in (action.text(), action.toolTip(), action.statusTip()):
                if _plain(text) in english or FUNCTION_WORDS.search(_plain(text)):
                    found[text] = menu.title()
    assert not found, _said(found)


@pytest.mark.parametrize("action", DIALOGS)
def test_no_dialog_has_english_texts_or_cuts_german_ones(german: Tour, english: frozenset[str], action: str) -> None:
    found: dict[str, str] = {}
    for dialog in german.open(action):
        found = left(dialog, english, action) | dict.fromkeys(cut_off(dialog), action) | found
        dialog.close()
    german.settle()
    assert not found, _said(found)
