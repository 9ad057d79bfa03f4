"""The game master's screen: every table of the rulebook, in landscape, nothing split and nothing outside the page."""

import pytest

from bones_desktop.printing.canvas import HEADING, PAPERS, Box, FacePicture, Stroke, TextLine
from bones_desktop.printing.form import FOOTER
from bones_desktop.printing.screen import lay_out_screen, screen_tables
from bones_desktop.rules.bones.book.icons import BLANK
from tests.support.rulebooks import rulebook

BOOK = rulebook()
OF_THE_BOOK = (
    "Skills", "Improvement", "Getting spiffs", "Spending spiffs", "Weapons and armour", "Masteries", "Symbols",
    "Healing", "Task difficulty", "What changes an attack", "Distance and Perception", "Horde dice",
    "Ruling a mind by net successes", "The rules of magic", "Abilities of beasts", "Examples of tasks",
    "Dice of beasts", "Dice of cast", "Power of cast by number of dice",
)  # fmt: skip
"""Our titles of the nineteen tables at the end of the rulebook."""


def words(pages) -> str:
    return " ".join(each.text for page in pages for each in page.items if isinstance(each, TextLine))


def titles(page) -> list[TextLine]:
    return [each for each in page.items if isinstance(each, TextLine) and each.style == HEADING]


def test_all_tables_of_the_rulebook_are_there():
    assert len(OF_THE_BOOK) == 19
    assert set(OF_THE_BOOK) <= {table.title for table in screen_tables(BOOK)}


@pytest.mark.parametrize("paper", PAPERS)
def test_pages_lie_and_lose_nothing(kit, paper):
    size = PAPERS[paper].turned
    tables = screen_tables(BOOK)
    pages = lay_out_screen(tables, size, kit.fonts)
    assert len(pages) <= 5
    rows = [row for table in tables for group in table.groups for row in group.rows]
    shown = words(pages)
    for row in rows:
        for word in f"{row.name} {row.text} {row.note}".split():
            assert word in shown
    pictures = [each.code for page in pages for each in page.items if isinstance(each, FacePicture)]
    signs = [each.icon for table in tables for group in table.groups for each in (group, *group.rows) if each.icon]
    faces = [cell.code for row in rows for cell in row.faces if cell.code not in {"", BLANK.code}]
    assert sorted(pictures) == sorted(signs + faces)
    for page in pages:
        assert page.width > page.height
        for each in page.items:
            match each:
                case TextLine():
                    assert each.x + kit.fonts.width(each.text, each.style) <= page.width - 8
                case Box() | FacePicture():
                    assert each.rect.bottom <= page.height - 8 - FOOTER + 0.01
                    assert each.rect.right <= page.width - 8 + 0.01
                case Stroke():
                    assert max(each.x1, each.x2) <= page.width - 8 + 0.01


@pytest.mark.parametrize("paper", PAPERS)
def test_a_title_stands_above_each_table_and_once(kit, paper):
    pages = lay_out_screen(screen_tables(BOOK), PAPERS[paper].turned, kit.fonts)
    found = [title.text for page in pages for title in titles(page)]
    assert len(found) == len(set(found))
    for title in OF_THE_BOOK:
        assert title in found or any(f"{title} ({number} of " in each for number in (1, 2) for each in found)
    # What is too long for a column has parts, which begin with the title of a group.
    assert "Masteries (1 of 3)" in found


def test_upright_paper_has_fewer_columns(kit):
    (first, *_rest) = lay_out_screen(screen_tables(BOOK), PAPERS["A4"], kit.fonts)
    assert len({round(title.x) for title in titles(first)}) == 2
