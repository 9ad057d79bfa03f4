"""Messages between a seat and the host: strict models of a seat's messages, and the text of the host's.

A message is one JSON object. It does not know how it is carried.
"""

import json
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from bones_desktop.wording.language import _

LARGEST: Final = 64_000
"""Largest message in bytes."""
PROTOCOL: Final = 1
NO_MESSAGE, NOT_LET_IN, PUT_OUT, TOO_SLOW, TOO_MANY = 4400, 4401, 4403, 4408, 4429
"""Codes with which connections of seats are closed."""

RequestId = Annotated[str, Field(pattern=r"^[A-Za-z0-9._-]{1,64}$")]
Key = Annotated[str, Field(max_length=200)]
Name = Annotated[str, Field(min_length=1, max_length=60)]
Number = Annotated[int, Field(ge=-(10**12), le=10**12)]
Answer = bool | Number | Annotated[str, Field(max_length=2_000)]
Settings = Annotated[dict[Key, Answer], Field(max_length=100)]
"""Answers to the questions of a roll or an act, by the names of `odds --set`."""
Places = Annotated[tuple[Annotated[int, Field(ge=1, le=10_000)], ...], Field(max_length=1_000)]
"""Numbers of dice or faces, counted from 1."""


class MessageError(ValueError):
    """A text that is not a message, with the reason. `id` is the id of the request; "" if the text has none."""

    def __init__(self, why: str, id: str = "") -> None:
        super().__init__(why)
        self.id = id


class SeatMessage(BaseModel):
    """A message of a seat."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class SeatRequest(SeatMessage):
    """A message that the host answers. The host does a request only once, even if it arrives twice."""

    id: RequestId


class Knock(SeatRequest):
    """Someone asks to be let in."""

    kind: Literal["knock"]
    name: Name
    role: Literal["player", "gm", "watcher"] = "player"
    character: Key = ""
    """Id or name of the character that the seat wants to play."""


class Again(SeatMessage):
    """The first message after a break. The host sends everything after the number `seen` again."""

    kind: Literal["again"]
    seen: Annotated[int, Field(ge=0)]
    epoch: Key = ""


class Ping(SeatMessage):
    """A sign that the connection still works."""

    kind: Literal["ping"]


class OddsAsked(SeatRequest):
    """Question for the chances of a roll, or for the questions of a choice of `owed`. It changes nothing."""

    kind: Literal["odds"]
    character: Key = ""
    roll: Key = ""
    choice: Key = ""
    set: Settings = {}


class SeatThrow(SeatRequest):
    """A roll."""

    kind: Literal["throw"]
    character: Key = ""
    roll: Key
    set: Settings = {}
    secret: bool = False
    by_hand: bool = False
    asked: RequestId | None = None
    """Id of the roll that the GM has asked for. `roll`, `set` and `secret` are then those of the GM."""


class SeatFaces(SeatRequest):
    """Faces that real dice show, for a roll that the host has asked for."""

    kind: Literal["faces"]
    asked: RequestId
    faces: Places


class Choose(SeatRequest):
    """One of the choices of `owed`. With `by_hand`, the host first asks for the faces of its dice."""

    kind: Literal["choose"]
    character: Key = ""
    choice: Key
    dice: Places | None = None
    value: Number | None = None
    faces: Places | None = None
    set: Settings = {}
    by_hand: bool = False


class AskFor(SeatRequest):
    """A GM asks the player of a character for a roll."""

    kind: Literal["ask"]
    character: Key = ""
    roll: Key
    set: Settings = {}
    secret: bool = False


class TakeBack(SeatRequest):
    """A GM no longer asks for a roll."""

    kind: Literal["take-back"]
    asked: RequestId


class Word(SeatRequest):
    """Words of a player that are mixed into the dice of the evening."""

    kind: Literal["word"]
    text: Annotated[str, Field(min_length=1, max_length=200)]


Message = Knock | Again | Ping | OddsAsked | SeatThrow | SeatFaces | Choose | AskFor | TakeBack | Word
_READER: Final = TypeAdapter[Message](Annotated[Message, Field(discriminator="kind")])


def read_message(text: str) -> Message:
    """Return the message in a text. Raise MessageError if the text is not a message of a seat."""
    if len(text.encode("utf-8", "surrogatepass")) > LARGEST:
        raise MessageError(_("The message is too large."))
    # Python's reader is limited only by its recursion, and accepts numbers with thousands of digits.
    try:
        given = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise MessageError(_("The message is not JSON.")) from None
    id = given.get("id") if isinstance(given, dict) else None
    known = id if isinstance(id, str) and 0 < len(id) <= 64 else ""
    try:
        return _READER.validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(each) for each in first["loc"][1:4])[:100]
        raise MessageError(
            _("The message is not valid: {where} {why}").format(where=where, why=first["msg"]), known
        ) from None


def _no_constant(_text: str) -> None:
    raise ValueError("NaN and Infinity are not JSON")


def text_of(message: Mapping[str, Any]) -> str:
    """Return a message of the host as text."""
    # A name may have half a character from a damaged file. Such a text could not be sent.
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace").decode()
