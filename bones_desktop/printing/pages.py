"""Laying a sheet out on paper: the printed form first (SHT-1 to SHT-6), whatever has no room there on further pages."""

from collections.abc import Callable
from typing import Final

from bones_desktop.printing.canvas import Canvas, Overflow
from bones_desktop.printing.content import DICE_IN_A_ROW, DICE_ON_PAPER, ITEMS_ON_PAPER, Content, content_of
from bones_desktop.printing.continuation import Continuation
from bones_desktop.printing.footer import draw_footer
from bones_desktop.printing.form import draw_form, row_height
from bones_desktop.printing.items import Page, PageSize
from bones_desktop.printing.tables import Table
from bones_desktop.printing.text import Measure
from bones_desktop.rules.bones.making.sheet import Sheet

_ATTEMPTS: Final = 4
"""The page a text goes on at is known after the first attempt; a further one fills in its number."""


def lay_out(sheet: Sheet, size: PageSize, measure: Measure, tr: Callable[[str], str] = str) -> tuple[Page, ...]:
    """Return the pages of a sheet. Nothing is cut: what is too long for its box goes on on a later page."""
    content = content_of(sheet, tr)
    places: dict[str, int] = {}
    canvases: list[Canvas] = []
    for _ in range(_ATTEMPTS):
        canvases, found = _attempt(content, size, measure, tr, places)
        if found == places:
            break
        places = found
    for number, canvas in enumerate(canvases, start=1):
        draw_footer(canvas, content.name, number, len(canvases))
    return tuple(Page(size.width, size.height, tuple(canvas.items)) for canvas in canvases)


def _attempt(
    content: Content, size: PageSize, measure: Measure, tr: Callable[[str], str], places: dict[str, int]
) -> tuple[list[Canvas], dict[str, int]]:
    first = Canvas(size, measure, tr, places)
    draw_form(first, content)
    further = Continuation(lambda: Canvas(size, measure, tr, places), first_number=2)
    for table in _further_tables(content, tr):
        further.add_table(table, row_height(first))
    texts = [text for canvas in (first, *further.canvases) for text in canvas.overflow]
    own = ((tr("Themes of Magic"), content.themes), (tr("Followers and Assets"), content.followers))
    texts += [Overflow(title, text) for title, text in (*own, (tr("Notes"), content.notes)) if text.strip()]
    long_ones = (tr("Backstory"), tr("Notes"))
    for text in sorted(texts, key=lambda text: text.title in long_ones):
        further.add_text(text)
    return [first, *further.canvases], further.places


def _further_tables(content: Content, tr: Callable[[str], str]) -> list[Table]:
    groups = [
        (tr("Character Dice (continued)"), content.dice[DICE_ON_PAPER:], ""),
        (tr("Equipment Dice (continued)"), content.equipment[ITEMS_ON_PAPER:], tr("Item")),
        (tr("Hindering Dice"), content.hindering, tr("Die")),
        *((follower.title, follower.dice, "") for follower in content.follower_dice),
    ]
    return [
        Table(title, columns[start : start + DICE_IN_A_ROW], heads)
        for title, columns, heads in groups
        for start in range(0, len(columns), DICE_IN_A_ROW)
    ]
