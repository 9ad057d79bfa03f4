"""Acts: changes to a character, described as data.

Forms ask for them, and the command line lists them. An act has an id, a group, parameters and the edit that it makes.
It contains no text; `wording` and the pages name it. Its parameters may depend on the answers so far, so they are read
again after every answer. Codes refused: say-what-it-is ().
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Final, Generic, Self, TypeVar

from bones_desktop.rules.dice import Die
from bones_desktop.rules.reasons import Reason, RulesError, refuse
from bones_desktop.rules.records import Record, field, replace
from bones_desktop.rules.typedtext import whole_number

_LINE: Final = 200
"""Maximum length of a one-line text, in characters."""

ThingT = TypeVar("ThingT")
Who = TypeVar("Who")
"""A character of any game."""
Value = int | str | tuple[int, ...]
"""An answer: a number, 1 or 0 for yes or no, the key of a choice, a text, or a tuple.

A tuple holds the picked dice in order, or the index of the face that each rolled die shows.
"""


class ParameterKind(StrEnum):
    """The kind of answer that a parameter takes."""

    NUMBER = "number"
    CHOICE = "choice"
    YES_NO = "yes-no"
    TEXT = "text"
    DICE = "dice"
    THROW = "throw"
    """Dice that are rolled, in the tray or by hand, and sealed in the log."""


class Rung(Record):
    """A named answer, for example a difficulty, and the number that the player sees for it."""

    answer: int | str
    name: str
    number: str


class Parameter(Record):
    """One question that an act asks."""

    id: str
    kind: ParameterKind
    first: Value
    """The proposed answer."""
    least: int = 0
    most: int = 0
    """Maximum of a number, of the length of a text, or of the number of dice to pick.

    `least` is the minimum.
    """
    choices: tuple[str, ...] = ()
    """Keys of the possible answers to a choice."""
    names: tuple[str, ...] = ()
    """Names of the choices, if data or the player names them; `wording` names all others.

    For yes or no, this is the name of the question.
    """
    dice: tuple[int, ...] = ()
    """The dice that may be picked, counted from 0."""
    thrown: tuple[Die[int], ...] = ()
    """The dice to roll.

    Before the roll, `first` holds arbitrary faces, with which the program tests whether the act is possible.
    """
    refused: Mapping[str, Reason] = field(default_factory=dict)
    """Reasons why choices are not possible now, by their keys. An answer given earlier is kept."""
    notes: Mapping[str, Reason] = field(default_factory=dict)
    """Explanations of choices, by their keys, if they come from data; `wording` explains all others."""
    why_not: Reason | None = None
    """The reason why only the proposed answer is possible now. For yes or no it is the reason against yes."""
    optional: bool = False
    """True if the question need not be answered. The answers then have no entry for it."""
    fills: Mapping[Value, Mapping[str, Value]] = field(default_factory=dict)
    """Proposed answers to other questions, by the answer to this question: a chosen weapon fills in its dice."""
    rungs: tuple[Rung, ...] = ()
    """Answers with a name and a number, from easy to hard. Other numbers are possible too."""
    none: str = ""
    """Code of the error that an act raises if it needs a choice and none was made."""

    @classmethod
    def number(cls, id: str, first: int = 0, least: int = 0, most: int = 0, *, optional: bool = False) -> Self:
        """Return a parameter that asks for a number."""
        return cls(id, ParameterKind.NUMBER, first, least, most, optional=optional)

    @classmethod
    def text(cls, id: str, first: str = "", most: int = _LINE) -> Self:
        """Return a parameter that asks for a text."""
        return cls(id, ParameterKind.TEXT, first, most=most)

    @classmethod
    def yes_no(cls, id: str, first: int = 0, *, name: str = "", why_not: Reason | None = None) -> Self:
        """Return a parameter that asks yes or no. `name` names the question if `wording` does not."""
        return cls(id, ParameterKind.YES_NO, first, names=(name,) if name else (), why_not=why_not)

    @classmethod
    def choice(
        cls,
        id: str,
        choices: Iterable[str],
        first: str | None = None,
        *,
        names: Iterable[str] = (),
        refused: Mapping[str, Reason] | None = None,
        notes: Mapping[str, Reason] | None = None,
    ) -> Self:
        """Return a parameter that asks for one of `choices`. The first is proposed, unless `first` names another."""
        keys = tuple(choices)
        start = next(iter(keys), "") if first is None else first
        return cls(
            id,
            ParameterKind.CHOICE,
            start,
            choices=keys,
            names=tuple(names),
            refused=refused or {},
            notes=notes or {},
        )

    @classmethod
    def place(cls, id: str, names: Iterable[str], *before: str, first: str | None = None, none: str = "") -> Self:
        """Return a parameter that asks for one of several things by its number, from 1.

        Read its answer with `Answers.place` or `Answers.chosen`. The choices in `before` come first; they do not stand
        for things.
        """
        called = tuple(names)
        keys = (*before, *map(str, range(1, len(called) + 1)))
        return replace(cls.choice(id, keys, first, names=(*[""] * len(before), *called)), none=none)

    @property
    def keys(self) -> tuple[Value, ...]:
        """The possible answers to a choice or to yes or no."""
        return (0, 1) if self.kind is ParameterKind.YES_NO and self.why_not is None else self.choices or (0,)

    @property
    def shape(self) -> object:
        """The question without its proposed answer: its id, its kind and the possible answers.

        The number of dice to pick is left out, because it depends on other answers.
        """
        limits = () if self.kind is ParameterKind.DICE else (self.least, self.most)
        return self.id, self.kind, self.choices, self.dice, len(self.thrown), *limits

    def fitted(self, value: Value) -> Value:
        """Return the possible answer that is nearest to `value`."""
        match self.kind:
            case ParameterKind.NUMBER if type(value) is int:
                return max(self.least, min(value, self.most))
            case ParameterKind.YES_NO if isinstance(value, int):
                return value if self.why_not is None else 0
            case ParameterKind.CHOICE if value in self.choices:
                return value
            case ParameterKind.TEXT if isinstance(value, str):
                return value[: self.most]
            case ParameterKind.DICE if isinstance(value, tuple):
                dice = tuple(die for die in value if die in self.dice)[: self.most]
                return dice if len(dice) >= self.least else self.first
            case ParameterKind.THROW if isinstance(value, tuple) and len(value) == len(self.thrown):
                return value
        return self.first

    def picked(self, dice: tuple[int, ...], die: int) -> tuple[int, ...]:
        """Return `dice` with `die` removed if it was picked, else with `die` added.

        If there are too many dice, those picked first are dropped.
        """
        if die in dice:
            return tuple(each for each in dice if each != die) if len(dice) > self.least else dice
        return (*dice, die)[-self.most :] if self.most and die in self.dice else dice


def filled_in(asked: Sequence[Parameter], answers: "Answers") -> tuple[Parameter, ...]:
    """Return the questions with the answers that other answers fill in.

    See `Parameter.fills`. The filled-in questions are then not optional.
    """
    known: dict[str, Value] = {}
    for each in asked:
        chosen = answers.values.get(each.id, known.get(each.id, each.first))
        known |= each.fills.get(chosen, {})
    return tuple(replace(each, first=known[each.id], optional=False) if each.id in known else each for each in asked)


class Answers(Record):
    """Answers by the ids of parameters. A missing answer is 0, "" or no dice."""

    values: Mapping[str, Value] = field(default_factory=dict)

    def given(self, id: str) -> bool:
        """Return whether the parameter with this id has an answer."""
        return id in self.values

    def number(self, id: str) -> int:
        """Return an answer that is a number."""
        value = self.values.get(id, 0)
        return value if isinstance(value, int) else 0

    def yes(self, id: str) -> bool:
        """Return whether the answer is yes."""
        return self.number(id) != 0

    def key(self, id: str) -> str:
        """Return an answer that is the key of a choice."""
        value = self.values.get(id, "")
        return value if isinstance(value, str) else ""

    def text(self, id: str) -> str:
        """Return an answer that is a text, with single spaces."""
        return " ".join(self.key(id).split())

    def named(self, id: str, rule: str = "") -> str:
        """Return the text of the answer with this id. Raise RulesError with "say-what-it-is" if the text is empty."""
        text = self.text(id)
        if not text:
            raise refuse("say-what-it-is", rule)
        return text

    def chosen(self, id: str, things: Sequence[ThingT]) -> ThingT | None:
        """Return the chosen thing; None if none was chosen."""
        number = whole_number(self.key(id)) or 0
        return things[number - 1] if 1 <= number <= len(things) else None

    def place(self, id: str, count: int, code: str) -> int:
        """Return the index of the chosen thing among `count` things.

        Raise RulesError with `code` if none was chosen.
        """
        number = whole_number(self.key(id)) or 0
        if not 1 <= number <= count:
            raise refuse(code)
        return number - 1

    def dice(self, id: str) -> tuple[int, ...]:
        """Return the picked dice, or the rolled faces."""
        value = self.values.get(id, ())
        return value if isinstance(value, tuple) else ()


class Act(Record, Generic[Who]):
    """An act on a character, chosen by the player."""

    id: str
    group: str
    """The group in which lists show the act: harm, heal, resource, session or advance."""
    parameters: Callable[[Answers], tuple[Parameter, ...]]
    """Returns the questions of the act for the answers so far."""
    do: Callable[[Who, Answers], Who]
    """Returns the changed character, or raises RulesError."""

    @classmethod
    def asking(
        cls, id: str, group: str, do: Callable[[Who, Answers], Who], *asked: Parameter, dice: tuple[Die[int], ...] = ()
    ) -> Self:
        """Return an act whose questions never change. With `dice`, it also asks for a roll of them, as "throw"."""
        if dice:
            asked = (*asked, Parameter("throw", ParameterKind.THROW, (0,) * len(dice), thrown=dice))
        return cls(id, group, lambda _given: asked, do)

    @classmethod
    def calling(cls, id: str, group: str, edit: Callable[..., Who], *asked: Parameter) -> Self:
        """Return an act that calls an edit with the character and the answers, in the order of the questions.

        The answer to a choice is the index of a thing. The act raises RulesError with `Parameter.none` if none is
        chosen.
        """

        def read(given: Answers, each: Parameter) -> int | str:
            if each.kind is ParameterKind.CHOICE:
                return given.place(each.id, len(each.choices), each.none)
            return given.text(each.id) if each.kind is ParameterKind.TEXT else given.number(each.id)

        def do(who: Who, given: Answers) -> Who:
            return edit(who, *(read(given, each) for each in asked))

        return cls.asking(id, group, do, *asked)

    def settled(self, answer: Callable[[Parameter], Value], answers: Answers | None = None) -> Answers:
        """Return `answers` with the result of `answer` for each parameter.

        This is repeated until nothing changes.
        """
        found = answers or Answers()
        for _round in range(_MOST_ROUNDS):
            values = {**found.values, **{each.id: answer(each) for each in self.parameters(found)}}
            if values == found.values:
                break
            found = Answers(values)
        return found

    def edit(self, answers: Answers) -> Callable[[Who], Who]:
        """Return the edit that does the act with these answers."""
        return lambda who: self.do(who, answers)

    def needing(self, check: Callable[[Who], None]) -> Self:
        """Return the act with a check before it. `check` raises RulesError if the character may not do the act."""

        def do(who: Who, given: Answers) -> Who:
            check(who)
            return self.do(who, given)

        return replace(self, do=do)

    def fitted(self, answers: Answers) -> Answers:
        """Return an answer to every parameter: the given answer if it is possible, else the proposed one."""
        return self.settled(lambda each: each.fitted(answers.values.get(each.id, each.first)), answers)

    def every_parameter(self) -> tuple["Conditional", ...]:
        """Return every parameter that the act can ask for, in order, each with the choices that lead to it."""
        return tuple(self._branches({}).values())

    def _branches(self, given: dict[str, Value]) -> dict[object, "Conditional"]:
        """Return the parameters by shape.

        The choices in `given` are fixed; all other choices vary.
        """
        asked = self._asked(given)
        for each in asked.values():
            if each.kind in {ParameterKind.CHOICE, ParameterKind.YES_NO} and each.id not in given:
                alike: dict[frozenset[object], list[Value]] = {}
                for key in each.keys:
                    alike.setdefault(frozenset(self._asked({**given, each.id: key})), []).append(key)
                if len(alike) > 1:
                    return self._after(each.id, tuple(map(tuple, alike.values())), given)
        return {shape: Conditional(each) for shape, each in asked.items()}

    def _after(
        self, chosen: str, alike: tuple[tuple[Value, ...], ...], given: dict[str, Value]
    ) -> dict[object, "Conditional"]:
        """Return the parameters that follow a choice. All keys in one group of `alike` lead to the same questions."""
        branches = [self._branches({**given, chosen: keys[0]}) for keys in alike]
        found: dict[object, Conditional] = {}
        for keys, branch in zip(alike, branches, strict=True):
            for shape, each in branch.items():
                if not all(shape in other and other[shape].when == ({},) for other in branches):
                    ways = tuple({chosen: keys, **way} for way in each.when)
                    each = replace(each, when=(*found[shape].when, *ways) if shape in found else ways)
                found[shape] = each
        return found

    def _asked(self, given: dict[str, Value]) -> dict[object, Parameter]:
        return {each.shape: each for each in self.parameters(self.fitted(Answers(given)))}

    def why_not(self, who: Who, answers: Answers) -> Reason | None:
        """Return why the act is impossible with these answers; None if it is possible."""
        try:
            self.do(who, answers)
        except RulesError as error:
            return error.reason
        return None

    def why_not_now(self, who: Who) -> Reason | None:
        """Return why the act is impossible with the proposed answers; None if it is possible.

        Texts and choices that are still empty do not make it impossible.
        """
        answers = self.fitted(Answers())
        open_: dict[str, Value] = {}
        for each in self.parameters(answers):
            if each.kind is ParameterKind.TEXT and not answers.text(each.id):
                open_[each.id] = _SOME_WORDS
            elif each.kind is ParameterKind.CHOICE and not answers.key(each.id):
                open_[each.id] = next((key for key in each.choices if key and key not in each.refused), "")
        return self.why_not(who, Answers({**answers.values, **open_}))


class Conditional(Record):
    """A parameter of an act and the choices that lead to it."""

    parameter: Parameter
    when: tuple[Mapping[str, tuple[Value, ...]], ...] = ({},)
    """Alternative conditions for asking the parameter.

    Each condition maps ids of earlier choices to accepted values, and every choice must match. An empty condition
    always holds.
    """


_SOME_WORDS = "…"
_MOST_ROUNDS = 8
"""Maximum number of passes over the answers of an act.

An answer can change the questions and so other answers. No act needs more than three passes.
"""
