"""The tables that a game master wants at hand, in the words of the reference."""

from collections.abc import Iterator
from typing import Final

from bones_desktop.panels.reference.entries import reference_entries
from bones_desktop.panels.reference.entry import Section
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.wording import Translate

_SHOWN: Final = (
    Section.DIFFICULTIES, Section.CAST, Section.HORDES, Section.MINDS, Section.SPIFFS, Section.IMPROVEMENT,
    Section.INCOME,
)  # fmt: skip


def screen_tables(rulebook: Rulebook, tr: Translate) -> Iterator[tuple[str, tuple[tuple[str, str, str], ...]]]:
    """Yield each table's title and lines: a name, what it is, and what is to know of it. What has dice is left out."""
    entries = reference_entries(rulebook, tr)
    for section in _SHOWN:
        here = [each for each in entries if each.section is section and not each.dice]
        lines = tuple((each.name, each.kind, "\n".join(each.details)) for each in here)
        if lines:
            yield here[0].heading, lines
