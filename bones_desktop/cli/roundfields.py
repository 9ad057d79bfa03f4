"""Fields of the files for the commands `round` and `scene`, read strictly.

Every mistake is a CommandError that begins with the place in the file, "combatants.2.cast: …". Lists count from 1.
"""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, NoReturn, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from bones_desktop.cli.terminal import CommandError, file_problem
from bones_desktop.storage.files.textfiles import FileProblem, read_bytes
from bones_desktop.wording.language import _

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

# Far more than any fight needs, and small enough to read at once.
MOST_BYTES: Final = 4_000_000
_MOST_SEED: Final = 10**40

Id = Annotated[str, Field(min_length=1, max_length=60, pattern=r"^\S+$")]
Line = Annotated[str, Field(max_length=200)]
Count = Annotated[int, Field(ge=0, le=1_000)]
Place = Annotated[int, Field(ge=1, le=1_000)]
FaceNumber = Annotated[int, Field(ge=1, le=6)]
Thrown = Annotated[list[FaceNumber | None], Field(max_length=1_000)]
Metres = Annotated[float, Field(ge=0, le=1_000_000, allow_inf_nan=False)]


Answer = bool | Annotated[int, Field(ge=-1_000_000, le=1_000_000)] | Annotated[str, Field(max_length=20_000)]
Pairs = (
    Annotated[dict[str, Answer], Field(max_length=200)]
    | Annotated[list[Annotated[str, Field(max_length=20_000)]], Field(max_length=200)]
)
"""Answers or faces by their names, or a list of NAME=VALUE as in the arguments of other commands."""


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class GivenMount(_Model):
    """Mount of a combatant."""

    war_trained: bool = False


class GivenFighter(_Model):
    """One of the combatants."""

    id: Id
    cast: Line | None = None
    beast: Line | None = None
    dice: Annotated[str, Field(max_length=20_000)] | None = None
    file: Annotated[str, Field(max_length=4_000)] | None = None
    kind: Literal["player", "cast", "beast", "horde"] | None = None
    side: Line = "A"
    at_hand: Annotated[list[Line], Field(max_length=40)] = []
    lost: Annotated[list[Place], Field(max_length=40)] | None = None
    below: Count | None = None
    hindering: Annotated[list[Line], Field(max_length=20)] | None = None
    magic_uses: Annotated[int, Field(ge=0, le=10_000)] | None = None
    spiffs: Annotated[int, Field(ge=0, le=10_000)] | None = None
    posture: Literal["standing", "prone", "mounted"] = "standing"
    on: Annotated[str, Field(max_length=60)] = ""
    mount: GivenMount | None = None
    size: Annotated[float, Field(gt=0, le=1_000, allow_inf_nan=False)] = 1
    flying_m: Metres = 0
    vest: bool = False


class GivenDeclaration(_Model):
    """Declaration of a combatant."""

    who: Id
    how: Literal["melee", "missile", "unarmed", "magic", "mind", "move", "task", "coup", "none"]
    whom: Annotated[str, Field(max_length=60)] = ""
    weapon: Line = ""
    distance_m: Metres | None = None
    cover: Annotated[float, Field(ge=0, le=100, allow_inf_nan=False)] | None = None
    friends: Count | None = None
    skill: Line = ""
    difficulty: Line = ""
    nulls: Count | None = None
    evades: bool = False
    magnitude: Annotated[int, Field(ge=1, le=5)] | None = None


class GivenReroll(_Model):
    """A re-rolled die. Without a face it is rolled from the seed."""

    die: Place
    face: FaceNumber | None = None


class GivenReading(_Model):
    """One of several meanings of a face, as chosen by the player."""

    reading: Annotated[str, Field(alias="as", min_length=1, max_length=60)]


class GivenAbsorbing(_Model):
    """An item given up to absorb a blow."""

    item: Line
    by: Annotated[str, Field(alias="from", max_length=60)]


Word = Annotated[str, Field(min_length=1, max_length=80)] | GivenReading


class GivenRound(_Model):
    """The file of a round."""

    combatants: Annotated[list[GivenFighter], Field(min_length=1, max_length=200)]
    darkness: Literal["none", "partial", "total"] = "none"
    apart: Annotated[dict[str, Metres], Field(max_length=20_000)] = {}
    declare: Annotated[list[GivenDeclaration], Field(max_length=1_000)] = []
    faces: dict[str, Thrown | dict[str, Thrown]] = {}
    reroll: dict[str, GivenReroll] = {}
    resist: dict[str, Thrown | list[Thrown] | dict[str, Thrown | list[Thrown]]] = {}
    """One roll to resist, or a list of two: the second resists a demanding order given in the action of the spell. If
    several opponents control one mind, the rolls are keyed by the id of the opponent whose magic is resisted.
    """
    allot: dict[str, dict[str, Word | Annotated[list[Word], Field(max_length=40)]]] = {}
    absorb: dict[str, Annotated[list[GivenAbsorbing], Field(max_length=40)]] = {}
    soak: dict[str, Annotated[str, Field(max_length=60)]] = {}
    lose: dict[str, Annotated[list[Place], Field(max_length=1_000)]] = {}
    riders: dict[str, Annotated[list[Line], Field(max_length=20)]] = {}
    override: dict[str, Annotated[int, Field(ge=-1_000, le=100_000)] | bool] = {}
    seed: Annotated[int, Field(gt=-_MOST_SEED, lt=_MOST_SEED)] | None = None


class GivenSceneFighter(_Model):
    """A fighter in a scene: a character from a file or a sample, or a foe described by numbers."""

    name: Line = ""
    side: Line = "A"
    file: Annotated[str, Field(max_length=4_000)] | None = None
    sample: Line | None = None
    numbers: dict[str, Answer] = {}
    count: Annotated[int, Field(ge=1, le=40)] = 1
    hurt: Count = 0
    initiative: Annotated[int, Field(ge=-1_000, le=1_000)] | None = None
    conditions: Annotated[dict[str, Count], Field(max_length=40)] = {}


class GivenTaken(_Model):
    """The fighter who takes an offer, and the answers and faces of a further roll."""

    whom: Line = ""
    set: Pairs = {}
    faces: Pairs = {}


class GivenAct(_Model):
    """An act of a scene. `take` says which of its offers are taken: all, none, or those with the listed ids."""

    by: Line = ""
    whom: Line = ""
    act: Line = ""
    roll: Line = ""
    set: Pairs = {}
    faces: Pairs = {}
    choose: Pairs = {}
    take: bool | Annotated[dict[str, bool | Line | GivenTaken], Field(max_length=40)] = True


class GivenScene(_Model):
    """The file of a scene."""

    game: Line
    who: Annotated[list[GivenSceneFighter], Field(min_length=1, max_length=100)]
    acts: Annotated[list[GivenAct], Field(max_length=1_000)] = []
    seed: Annotated[int, Field(gt=-_MOST_SEED, lt=_MOST_SEED)] | None = None


GivenT = TypeVar("GivenT", bound=_Model)


def read_file(path: Path, kind: type[GivenT]) -> GivenT:
    """Return the description in a file. Raise CommandError if it cannot be read or is invalid."""
    try:
        content = read_bytes(path, MOST_BYTES)
    except FileProblem as error:
        if error.code == "too-large":
            raise CommandError(
                _("{name} is larger than {value} MB.").format(name=path.name, value=MOST_BYTES // 1000000)
            ) from None
        raise CommandError(file_problem(error)) from None
    try:
        # Windows editors begin UTF-8 files with a byte order mark.
        stored = json.loads(content.decode("utf-8-sig"), parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        why = str(error) if isinstance(error, _NoNumberError) else _("nested too deeply or not UTF-8")
        if isinstance(error, json.JSONDecodeError):
            why = _("line {line}, column {column}: a comma, a quote or a bracket is missing or too many")
            why = why.format(line=error.lineno, column=error.colno)
        raise CommandError(_("{name} is not JSON: {why}.").format(name=path.name, why=why)) from None
    try:
        return kind.model_validate(stored)
    except (ValidationError, RecursionError) as error:
        if not isinstance(error, ValidationError):
            raise CommandError(_("{name} is nested too deeply.").format(name=path.name)) from None
        # A value may have several types. The most deeply nested error belongs to the intended type, and among those of
        # one place the error about the value rather than about another type.
        found = error.errors(include_url=False)
        first = max(found, key=lambda each: (len(_place(stored, each).split(".")), not each["type"].endswith("_type")))
        place = _place(stored, first)
        types = {each["type"] for each in found if _place(stored, each) == place}
        mistake = _NO_ANSWER if first["type"] in _ANSWER <= types else _mistake(first)
        raise CommandError(f"{place or path.name}: {mistake}.") from None


_ANSWER: Final = frozenset({"bool_type", "int_type", "string_type"})
"""Errors of a value that is none of the types of an answer."""
_NO_ANSWER: Final = _("needs a number, a text, true or false")
_MISTAKES: Final = {
    "missing": _("is missing"),
    "extra_forbidden": _("is not known here"),
    "bool_type": _("is true or false"),
    "list_type": _("needs a list, in [ ]"),
    "string_type": _("needs a text"),
    "string_unicode": _("needs a text"),
    "string_too_short": _("needs a text that is not empty"),
    "string_too_long": _("is too long"),
    "string_pattern_mismatch": _("needs a text without spaces"),
    "too_long": _("has too many entries"),
    "too_short": _("needs an entry"),
    **dict.fromkeys(("dict_type", "model_type", "model_attributes_type"), _("needs names and values, in { }")),
    **dict.fromkeys(("int_type", "int_from_float", "int_parsing_size"), _("needs a whole number")),
    **dict.fromkeys(("float_type", "finite_number"), _("needs a number")),
}
"""Text for each kind of error that pydantic reports."""
_BOUNDS: Final = {
    "greater_than_equal": ("ge", _("of at least")),
    "less_than_equal": ("le", _("of at most")),
    "greater_than": ("gt", _("above")),
    "less_than": ("lt", _("below")),
}


def _mistake(found: "ErrorDetails") -> str:
    """Return the mistake in plain words."""
    kind, context = found["type"], found.get("ctx", {})
    if kind in _BOUNDS:
        name, words = _BOUNDS[kind]
        return _("needs a number {words} {bound:.12g}").format(words=words, bound=context[name])
    if kind == "literal_error":
        return _("is one of {context}").format(context=context["expected"].replace(" or ", _(" or ")))
    return _MISTAKES.get(kind) or str(found["msg"])


class _NoNumberError(ValueError):
    """Raised for NaN and the infinities, which JSON does not have."""


def _no_number(text: str) -> NoReturn:
    raise _NoNumberError(_("{text} is not a number").format(text=text))


def _place(stored: Any, mistake: "ErrorDetails") -> str:  # noqa: ANN401 (JSON)
    """Return the path of a mistake in the input, without the steps that Pydantic adds for types.

    Entries of lists are counted from 1.
    """
    found: list[str] = []
    at = stored
    for step in mistake["loc"]:
        if isinstance(at, list) and isinstance(step, int) and step < len(at):
            found.append(str(step + 1))
            at = at[step]
        elif isinstance(at, dict) and (step in at or (mistake["type"] == "missing" and step == mistake["loc"][-1])):
            found.append(str(step)[:60])
            at = at.get(step)
    return ".".join(found)
