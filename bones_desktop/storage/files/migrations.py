"""Steps that bring an older character file up to date, one for each schema number, from plain data to plain data."""

from collections.abc import Callable, Sequence
from typing import Any, Final

Document = dict[str, Any]
Migration = Callable[[Document], Document]

MIGRATIONS: Final[tuple[Migration, ...]] = ()
"""The first leads from schema 1 to 2, and so on. A step is never changed once it has been released."""

SCHEMA: Final = len(MIGRATIONS) + 1
"""The schema this program writes."""


def migrate(document: Document, schema: int, chain: Sequence[Migration] = MIGRATIONS) -> Document:
    """Return `document`, which is of `schema`, as the newest schema has it; a newer one comes back as it is."""
    for number, step in enumerate(chain, start=1):
        if number >= schema:
            document = {**step(document), "schema": number + 1}
    return document
