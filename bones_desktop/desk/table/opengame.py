"""The open character of a small game for its pages: the value, its texts, and the acts on it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from bones_desktop.document.document import Document
from bones_desktop.play.gameplay import GamePlay, Proposed
from bones_desktop.rules.acts import Act, Answers, Parameter, ParameterKind
from bones_desktop.rules.dice import Die
from bones_desktop.rules.fields import DICE_COLOUR
from bones_desktop.rules.games import UNMARKED, Game, Roll, SheetLine, Track
from bones_desktop.rules.reasons import Problem, Reason, by_weight
from bones_desktop.rules.records import Record
from bones_desktop.rules.typedtext import spread_fractions
from bones_desktop.storage.games import StoredGame
from bones_desktop.theme.motion import Speed
from bones_desktop.widgets.acts.actfields import Field, FieldPlace
from bones_desktop.widgets.acts.actform import AskedAct
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.dice.facelook import THEIRS, painted_group
from bones_desktop.wording import language
from bones_desktop.wording.games.words import answer_text, choice_name, game_about, game_name, row_name, sheet_words
from bones_desktop.wording.language import _
from bones_desktop.wording.log import clock_time
from bones_desktop.wording.reasons import sentence

CREATION: Final = "creation"
"""Group of the acts that belong to making a character."""
WITH: Final = "with-"
"""Start of the id of the question whether an optional parameter is used."""
_BUTTONS: Final = 6
"""Up to this many choices have a button each; more choices are shown as a list."""
_LONG: Final = 1_000
"""A text that may be longer than this gets a field with several lines."""
_LINES: Final = 5
_BESIDE: Final = {ParameterKind.CHOICE: 2, ParameterKind.NUMBER: 3}
"""Number of fields of each kind that share a row. A field of another kind has its own row."""
_KINDS: Final = (ParameterKind.CHOICE, ParameterKind.NUMBER, ParameterKind.TEXT, ParameterKind.YES_NO)
"""Order of the fields by kind."""


def roll_questions(roll: Roll, answers: Answers) -> list[Parameter]:
    """Return the questions of a form for a roll, by kind.

    It asks two questions for an optional parameter: whether to use it, then its value.
    """
    every = roll.asked(answers)
    optional = [each for each in every if each.optional]
    asked = [each for each in every if not each.optional]
    asked += [Parameter.yes_no(WITH + each.id) for each in optional]
    return [*sorted(asked, key=_order), *(each for each in optional if answers.yes(WITH + each.id))]


def field_places(asked: Iterable[Parameter]) -> dict[str, FieldPlace]:
    """Return the place of each field in a compact form. Neighbouring fields of the same kind share a row."""
    found, row, kind = {}, 0, None
    for each in asked:
        row = row + 1 if each.kind is kind and row < _BESIDE.get(each.kind, 1) else 1
        kind = None if each.rungs else each.kind
        found[each.id] = FieldPlace.ROW if row == 1 else FieldPlace.BESIDE
    return found


def asked_answers(roll: Roll, answers: Answers) -> Answers:
    """Return the answers that a roll asks for. Optional answers are included only if the user chose them."""
    asked = (each for each in roll.asked(answers) if not each.optional or answers.yes(WITH + each.id))
    return Answers({each.id: answers.values.get(each.id, each.first) for each in asked})


def _order(asked: Parameter) -> int:
    """Return the sort key of a field: the difficulty, then choices, then numbers, then other fields."""
    return -1 if asked.rungs else _KINDS.index(asked.kind) if asked.kind in _KINDS else len(_KINDS)


class DieOwner(Record):
    """The name of the person who rolls a die, and the colour of this player's dice."""

    name: str = ""
    colour: str = ""

    def painted(self, die: Die[Any]) -> str:
        """Return the name of the colours in which to paint a die of this owner: its group, or the owner's colour."""
        return painted_group(die.group, (), self.colour)


@dataclass(frozen=True)
class GameTexts:
    """The texts of a small game, and the speed of its dice."""

    small: StoredGame[Any, Any]
    pace: Callable[[], tuple[Speed, bool]]
    """Function that returns the speed of dice, and whether they glide into rows."""

    @property
    def game(self) -> Game[Any, Any]:
        """The game."""
        return self.small.game

    def owners(self, dice: Sequence[Die[int]]) -> Sequence[DieOwner]:
        """Return the owner of each die."""
        return [DieOwner()] * len(dice)

    def named(self, id: str, kind: str = "") -> str:
        """Return the name of an id, with `kind` as in `game_name`."""
        return game_name(self.game.id, kind, id)

    def about(self, id: str, kind: str) -> str:
        """Return a sentence about an id, "" if there is none."""
        return game_about(self.game.id, kind, id)

    def said(self, reason: Reason) -> str:
        """Return the sentence for a reason."""
        return spread_fractions(sentence(reason))

    def with_rule(self, reason: Reason) -> str:
        """Return the sentence for a reason, with its rule."""
        return f"{self.said(reason)} ({reason.rule})" if reason.rule else self.said(reason)

    def field(self, parameter: Parameter, answers: Answers) -> Field:
        """Return the field of a parameter."""
        label = parameter.names[0] if parameter.kind is ParameterKind.YES_NO and parameter.names else ""
        label = label or self.named(parameter.id, "field")
        words = _("To roll: {dice}").format(dice=dice_words(parameter.thrown)) if parameter.thrown else ""
        word, _unused, number = parameter.id.rpartition("-")
        tip = self.about(parameter.id, "field") or (self.about(word, "field") if number.isdecimal() else "")
        colours = tuple(each.colour for each in self.owners(parameter.thrown))
        field = Field(parameter, label, tip=tip, words=words, colours=colours)
        if parameter.kind is ParameterKind.CHOICE:
            choices = tuple(self._choice(parameter, place) for place in range(len(parameter.choices)))
            # In a list, a choice that is not allowed has room for the reason.
            few = len(choices) <= _BUTTONS and not parameter.refused
            told = few and any(each.note for each in choices)
            note = "" if told else next((each.note for each in choices if each.key == answers.key(parameter.id)), "")
            return replace(
                field,
                choices=choices,
                buttons=few,
                wide=told,
                told=told,
                label="" if told else label,
                name=label,
                note=note or (field.tip if parameter.notes else ""),
            )
        lines = _LINES if parameter.kind is ParameterKind.TEXT and parameter.most > _LONG else 0
        return replace(field, name=label, label="" if parameter.kind is ParameterKind.THROW else label, lines=lines)

    def short_field(self, parameter: Parameter, answers: Answers, few: int) -> Field:
        """Return the field of a question before a roll, without explanations. More than `few` choices form a list.

        A parameter whose id begins with `WITH` asks whether an optional parameter is used.
        """
        if parameter.id.startswith(WITH):
            id = parameter.id.removeprefix(WITH)
            return Field(parameter, row_name(self.game.id, parameter.id), self.named(id, "field"))
        field = self.field(parameter, answers)
        if parameter.kind is ParameterKind.YES_NO:
            return replace(field, label=row_name(self.game.id, parameter.id))
        plain = tuple(replace(choice, note="") if choice.allowed else choice for choice in field.choices)
        buttons = field.buttons and len(plain) <= few
        return replace(field, choices=plain, tip="", label=field.name, wide=False, told=False, buttons=buttons)

    def roll_field(self, parameter: Parameter, answers: Answers, few: int, place: FieldPlace) -> Field:
        """Return the field of a question of a roll in a compact form. The label names the chosen rung."""
        field = self.short_field(parameter, answers, few)
        if parameter.rungs:
            given = answers.values.get(parameter.id, parameter.first)
            chosen = next((rung.name for rung in parameter.rungs if rung.answer == given), "")
            label = _("{name}: {n}").format(name=field.name, n=chosen) if chosen else field.name
            field = replace(field, label=label, buttons=True)
        return replace(field, place=place)

    def answer_text(self, parameter: Parameter) -> str:
        """Return the value of a parameter in words."""
        return answer_text(self.game.id, parameter)

    def _choice(self, parameter: Parameter, place: int) -> Choice:
        key = parameter.choices[place]
        text = choice_name(self.game.id, parameter, key) or _("Your own entry")
        why = parameter.refused.get(key)
        told = why or parameter.notes.get(key)
        word, _unused, number = parameter.id.rpartition("-")
        note = (
            self.said(told) if told else self.about(f"{word if number.isdecimal() else parameter.id}.{key}", "choice")
        )
        if parameter.id == DICE_COLOUR.id:
            return Choice(key, text, icon="blank", body=key or "bone")
        return Choice(key, text, note, allowed=why is None)


@dataclass(frozen=True)
class OpenGame(GameTexts):
    """Data that the pages of a small game share."""

    document: Document[Any]
    play: GamePlay

    @property
    def who(self) -> Any:  # noqa: ANN401 (a character of any game)
        """The current character."""
        return self.document.value

    def owners(self, dice: Sequence[Die[int]]) -> Sequence[DieOwner]:
        """Return the owner of each die: the character, or nobody for the opponent's dice."""
        own = DieOwner(colour=self.who.dice_colour)
        return [DieOwner() if die.group in THEIRS else own for die in dice]

    def acts(self) -> tuple[Act[Any], ...]:
        """Return all acts, including acts that are not possible now."""
        return self.play.acts

    def tracks(self) -> tuple[Track, ...]:
        """Return the rows of boxes."""
        return self.game.tracks(self.small.book, self.who)

    def act(self, id: str) -> Act[Any] | None:
        """Return an act; None if there is none with this id now."""
        return next((each for each in self.acts() if each.id == id), None)

    def sheet_parts(self) -> list[tuple[str, list[str]]]:
        """Return the parts of the sheet except facts and tracks, as pairs of a name and lines."""
        parts = [part for part in self.game.sheet(self.small.book, self.who) if not part.paper_only]
        return [(self.named(part.id), [self._sheet_line(each) for each in part.lines]) for part in parts]

    def _sheet_line(self, line: SheetLine) -> str:
        value, text = (sheet_words(self.game.id, each) for each in (line.value.removeprefix(UNMARKED), line.text))
        words = " · ".join(text for text in (self.named(line.title), value, "" if line.boxes else text) if text)
        return spread_fractions(words)

    def proposed(self, each: Proposed) -> str:
        """Return the text of a proposal. The text names the roll, unless that roll is on the table."""
        words = self.play.proposal_words(each.proposal)
        line = self.play.proposed_by(each)
        if line is None:
            return words
        text = _("{words} (from {throw} at {time})")
        if line.number:
            text = _("{words} (from {throw} at {time}, draw {number})")
        return text.format(words=words, throw=line.title.rstrip("."), time=clock_time(line), number=line.number)

    def problems(self) -> tuple[Problem[str], ...]:
        """Return problems of the character: parts that are missing or not allowed, errors first."""
        return by_weight(self.game.check(self.small.book, self.who))

    def why_not(self, act: Act[Any]) -> Reason | None:
        """Return why an act cannot be done now, with any proposed answers."""
        return act.why_not_now(self.who)

    def asked(self, act: Act[Any], throw: str = "") -> AskedAct[Any]:
        """Return the content of an act's form. `throw` is its preview if the result depends on dice."""
        who, book = self.who, self.small.book

        def preview(after: object, answers: Answers) -> tuple[str, ...]:
            # If dice decide the result, the rules cannot give a preview before the roll.
            if throw and any(each.kind is ParameterKind.THROW for each in act.parameters(answers)):
                return (throw, "")
            first, *more = (self.said(each) for each in self.game.lines(book, who, after, act.id))
            return (first, " ".join(more))

        name, about = self.named(act.id, "act"), self.about(act.id, "act")
        return AskedAct(act, who, name, name, self.field, about, preview, (True, False))


def dice_words(dice: tuple[Die[int], ...]) -> str:
    """Return dice as players write them: "2d6, 1d8"."""
    counts: dict[str, int] = {}
    for die in dice:
        counts[die.label] = counts.get(die.label, 0) + 1
    return language.dice_words(", ".join(f"{count}{label}" for label, count in counts.items()))
