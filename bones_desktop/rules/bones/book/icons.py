"""Icons and faces. A face is stored as text ("melee", "defend x2", "encumbrance+defend", "blank", "" for unfilled)."""

import re
from collections.abc import Callable
from enum import StrEnum
from functools import cache
from typing import Any, Final

from bones_desktop.rules.records import Record

UNIVERSAL: Final = "universal"
PHYSICAL: Final = "physical"
MENTAL: Final = "mental"
NULL: Final = "null"
DAMAGE: Final = "damage"
POISON: Final = "poison"
ENCUMBRANCE: Final = "encumbrance"
FLAMING: Final = "flaming"
BLANK_ICON: Final = "blank"

_ICON = r"[a-z][a-z0-9-]*(?:/[a-z][a-z0-9-]*)?"
"""Pattern of an icon's id; the id of a race from a pack begins with the pack's id."""
_CODE = re.compile(rf"(?P<icons>{_ICON}(?:\+{_ICON})*)(?: x(?P<count>[23]))?\Z")


class Aptitude(StrEnum):
    """The aptitude of a skill. It decides which half-universal success counts for the skill (ACT-8)."""

    PHYSICAL = PHYSICAL
    MENTAL = MENTAL


class IconKind(StrEnum):
    """The kind of an icon. It decides how the icon looks and which faces may have it."""

    SYMBOL = "symbol"
    SKILL = "skill"
    MASTERY = "mastery"
    RACE = "race"
    ABILITY = "ability"


class Face(Record):
    """One face of a die: its icons, which act together, and its multiple (DICE-12)."""

    icons: tuple[str, ...] = ()
    count: int = 1

    @property
    def code(self) -> str:
        """The face as stored; "" if it is not chosen yet."""
        return "+".join(self.icons) + (f" x{self.count}" if self.count > 1 else "")

    @property
    def is_unfilled(self) -> bool:
        """True if the face is not chosen yet. A printed blank face is chosen."""
        return not self.icons

    @property
    def is_blank(self) -> bool:
        """True if the face does nothing when rolled (DICE-13)."""
        return not self.icons or self.icons == (BLANK_ICON,)

    def has(self, icon: str) -> bool:
        """Return whether `icon` is on this face."""
        return icon in self.icons

    @classmethod
    def from_code(cls, code: str) -> "Face":
        """Return the face stored as `code`.

        Raise ValueError if `code` does not name a face.
        """
        return face(code)

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: type, _handler: Callable[[Any], Any]) -> dict[str, Any]:
        """Return the pydantic schema: in files a face is stored as its code."""
        return {
            "type": "function-plain",
            "function": {"type": "no-info", "function": _read},
            "json_schema_input_schema": {"type": "str", "max_length": 80},
        }


UNFILLED: Final = Face()
"""A face not chosen yet, which does nothing when rolled."""

BLANK: Final = Face((BLANK_ICON,))
"""A blank face, as on many equipment dice."""


@cache
def face(code: str) -> Face:
    """Return the face stored as `code`.

    Raise ValueError if it is no face. The rulebook knows which icons exist.
    """
    if not code:
        return UNFILLED
    match = _CODE.match(code)
    if match is None or len(code) > 80:
        raise ValueError(f"{code[:40]!r} is not a face")
    icons = tuple(match["icons"].split("+"))
    if BLANK_ICON in icons and (len(icons) > 1 or match["count"]):
        raise ValueError(f"{code!r}: a blank face bears nothing else")
    return Face(icons, int(match["count"] or 1))


def _read(value: object) -> Face:
    if isinstance(value, str):
        return face(value)
    raise ValueError("a face is text such as 'melee' or 'defend x2'")


class Symbol(Record):
    """One of the universal symbols (ICON-1..8)."""

    id: str
    name: str
    sign: str
    """The printed sign and its colour, described in words for the legend and for screen readers."""
    effect: str
    source: str
    aliases: tuple[str, ...] = ()
