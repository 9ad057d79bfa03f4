"""Files of games that this version of the program does not know."""

import json
from typing import Any, Final

from bones_desktop.storage.campaignfile import dump_campaign
from bones_desktop.storage.files.characterfile import dump_character
from tests.storage.campaigns import whole_campaign
from tests.support.people import ragnar

HOSTILE: Final[tuple[Any, ...]] = (
    7, 1.5, True, None, [], {}, ["bones"], {"bones": 1}, "", " ", "bones ", "x" * 41, "x" * 100_000, "<b>big</b>",
    "<img src='http://example.org/x.png'>", "five\nmodes", "five modes", "{name}", "%s", "\u202esenob", "\u0441old",
)  # fmt: skip
"""What may stand in the place of a game's id."""


def of_game(data: bytes, system: object) -> bytes:
    """Return a file of another game: `system` in the place of its id, and a value that only that game understands."""
    document = json.loads(data)
    value = document["character" if "character" in document else "campaign"]
    return json.dumps({**document, "system": system, "schema": 3, "modes": {"canny": [4, 6], **value}}).encode()


def foreign_character(system: object = "far_stars", **changes: Any) -> bytes:
    """Return a character file of another game."""
    return of_game(dump_character(ragnar().with_(**changes)), system)


def foreign_campaign(system: object = "far_stars") -> bytes:
    """Return a campaign file of another game."""
    return of_game(dump_campaign(whole_campaign()), system)


def without_game(data: bytes) -> bytes:
    """Return a file that does not say of which game it is."""
    document = json.loads(data)
    del document["system"]
    return json.dumps(document).encode()
