"""Tables for a game master's screen, in the texts of the reference."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from bones_desktop.pages.reference.entries import reference_entries
from bones_desktop.pages.reference.entry import ReferenceSection
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.storage.games import fight_tables

_SHOWN: Final = (
    ReferenceSection.DIFFICULTIES, ReferenceSection.CAST, ReferenceSection.HORDES,
    ReferenceSection.MINDS, ReferenceSection.SPIFFS, ReferenceSection.IMPROVEMENT,
    ReferenceSection.INCOME,
)  # fmt: skip


def screen_tables(rulebook: Rulebook) -> Iterator[tuple[str, tuple[tuple[str, str, str], ...]]]:
    """Yield each table's title and lines: a name, its kind, and its text. Entries with dice are left out.

    Tables of a fight come first.
    """
    for table in fight_tables():
        yield table.name, tuple((line.name, "", line.value) for line in table.lines)
    entries = reference_entries(rulebook)
    for section in _SHOWN:
        # Pictures of dice have no room on a screen of tables.
        here = [each for each in entries if each.section is section and not each.dice]
        kinds = Counter(each.kind for each in here if each.details)  # a kind that many share says nothing
        lines = tuple((each.name, "" if kinds[each.kind] > 1 else each.kind, "\n".join(each.details)) for each in here)
        if lines:
            yield here[0].heading, lines
