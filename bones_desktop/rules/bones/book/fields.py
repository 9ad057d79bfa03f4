"""Types of the fields that files hold: texts of a length, ids, days, faces.

Lengths and patterns are `Limits`, checked where a value is read or made.
"""

from collections.abc import Callable
from typing import Annotated, Any

from bones_desktop.rules.bones.book.calendar import MOST_DAYS
from bones_desktop.rules.bones.book.icons import Face, face
from bones_desktop.rules.bones.book.limits import FACES
from bones_desktop.rules.fitting import Limits


class _AsCode:
    """Tells pydantic, by the method it asks for, that a face stands in files as its code."""

    def __get_pydantic_core_schema__(self, _source: type, _handler: Callable[[Any], Any]) -> dict[str, Any]:
        return {
            "type": "function-plain",
            "function": {"type": "no-info", "function": _read_face},
            "json_schema_input_schema": {"type": "str", "max_length": 80},
            "serialization": {
                "type": "function-plain",
                "function": lambda shown: shown.code,
                "return_schema": {"type": "str"},
            },
        }


def _read_face(value: object) -> Face:
    if isinstance(value, str):
        return face(value)
    raise ValueError("a face is text such as 'melee' or 'defend x2'")


StoredFace = Annotated[Face, _AsCode()]
"""A face, written in files as its code."""

Line = Annotated[str, Limits(max_length=200)]
Note = Annotated[str, Limits(max_length=2_000)]
Text = Annotated[str, Limits(max_length=200_000)]
Id = Annotated[str, Limits(max_length=80, pattern=r"^[a-z0-9/_-]*$")]
Tag = Annotated[str, Limits(min_length=1, max_length=40)]
Day = Annotated[str, Limits(pattern=r"^([0-9]{4}-[0-9]{2}-[0-9]{2})?$")]
"""A date as 2026-11-21, "" for an unknown one."""
GameDay = Annotated[int, Limits(ge=0, le=MOST_DAYS)]
"""A day of the calendar; 0 for an unknown one."""
GameSeason = Annotated[int, Limits(ge=-MOST_DAYS, le=MOST_DAYS)]
"""A season of the calendar, counted from 0; negative before the calendar of a campaign that was joined began."""
Base64 = Annotated[str, Limits(max_length=400_000, pattern=r"^[A-Za-z0-9+/]*={0,2}$")]
Faces = Annotated[tuple[StoredFace, ...], Limits(min_length=FACES, max_length=FACES)]
