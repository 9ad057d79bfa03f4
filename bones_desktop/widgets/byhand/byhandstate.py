"""What is known of dice thrown on the table itself: a question for each, or one for dice that are only counted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from bones_desktop.rules.bones.book.icons import face
from bones_desktop.wording.language import _


@dataclass(frozen=True, slots=True)
class HandDie:
    """A die thrown by hand."""

    faces: tuple[str, ...]
    """Codes of the faces, in the order of the die."""
    names: tuple[str, ...]
    """The faces as a player says them."""
    group: str = ""
    label: str = ""
    owner: str = ""
    """Whose die it is, as shown: "Ragnar"."""
    throw: int = 0
    """Which throw it belongs to, of several asked for together: dice of two throws stand in two rows."""


@dataclass(frozen=True, slots=True)
class Option:
    """One of the different faces of a die."""

    index: int
    """The first face of the die that looks like this."""
    code: str
    name: str


@dataclass(frozen=True, slots=True)
class Question:
    """Dice asked for together: one, or dice that are all alike with two different faces, of which one is counted."""

    places: tuple[int, ...]
    """Which dice of the throw."""
    options: tuple[Option, ...]
    """Different faces in the order of the die; for dice that are counted, the face asked for comes first."""
    row: int
    """Which of the rows of dice it belongs to."""

    @property
    def counted(self) -> bool:
        """Whether the answer is how many dice show the first option."""
        return len(self.places) > 1

    @property
    def answers(self) -> int:
        """How many answers there are: faces, or numbers from none to all."""
        return len(self.places) + 1 if self.counted else len(self.options)


class HandThrow:
    """Answers given so far, and which question is being asked. Answers are numbered from 0."""

    def __init__(self, dice: Sequence[HandDie]) -> None:
        self.dice = tuple(dice)
        self.rows = _rows(self.dice)
        """Places of the dice, those of one throw, group and owner together."""
        self.questions = tuple(
            question for number, row in enumerate(self.rows) for question in _questions(self.dice, row, number)
        )
        self.at = 0
        self._answers: list[int | None] = [None] * len(self.questions)

    @property
    def question(self) -> Question | None:
        """What is being asked; None when there is nothing to ask."""
        return self.questions[self.at] if self.questions else None

    @property
    def answer(self) -> int | None:
        """The answer to the present question, None while it is open."""
        return self._answers[self.at] if self.questions else None

    @property
    def answers(self) -> tuple[int | None, ...]:
        """The answers to all questions, None for those that are open."""
        return tuple(self._answers)

    @property
    def known(self) -> int:
        """How many dice are known."""
        return sum(index is not None for index in self.shown)

    @property
    def complete(self) -> bool:
        """Whether every die is known."""
        return None not in self._answers

    @property
    def shown(self) -> tuple[int | None, ...]:
        """The index of the face each die shows, None where it is not known yet."""
        found: list[int | None] = [None] * len(self.dice)
        for question, answer in zip(self.questions, self._answers, strict=True):
            if answer is None:
                continue
            for number, place in enumerate(question.places):
                option = (0 if number < answer else 1) if question.counted else answer
                found[place] = question.options[option].index
        return tuple(found)

    @property
    def indices(self) -> tuple[int, ...]:
        """The index of the face each die shows; ValueError while one is not known."""
        known = tuple(index for index in self.shown if index is not None)
        if len(known) < len(self.dice):
            raise ValueError(f"{len(self.dice) - len(known)} dice are not known")
        return known

    def question_of(self, place: int) -> int:
        """Return which question a die belongs to."""
        return next(number for number, question in enumerate(self.questions) if place in question.places)

    def give(self, answer: int) -> None:
        """Answer the present question; ValueError for an answer it does not have."""
        question = self.question
        if question is None or not 0 <= answer < question.answers:
            raise ValueError(f"there is no answer {answer}")
        self._answers[self.at] = answer

    def go_on(self) -> None:
        """Ask the next question that is open, from here round to the beginning; stay when none is."""
        count = len(self.questions)
        for step in range(count):
            number = (self.at + step) % count
            if self._answers[number] is None:
                self.at = number
                return

    def go_to(self, number: int) -> None:
        """Ask question `number`, or the nearest there is."""
        self.at = max(0, min(number, len(self.questions) - 1))

    def take_back(self) -> bool:
        """Forget the answer to the present question or, while it is open, go back one and forget that.

        Return whether there was one to forget.
        """
        if self.questions and self._answers[self.at] is None:
            if self.at == 0:
                return False
            self.at -= 1
        forgotten = bool(self.questions) and self._answers[self.at] is not None
        if forgotten:
            self._answers[self.at] = None
        return forgotten

    def answer_all(self, answers: Sequence[int | None]) -> None:
        """Take the answers of a throw of the same dice, and ask the first question that is open."""
        self._answers = list(answers)
        self.at = 0
        self.go_on()

    def forget(self) -> None:
        """Begin again."""
        self._answers = [None] * len(self.questions)
        self.at = 0


def _rows(dice: tuple[HandDie, ...]) -> tuple[tuple[int, ...], ...]:
    rows: dict[tuple[int, str, str], list[int]] = {}
    for place, die in enumerate(dice):
        rows.setdefault((die.throw, die.group, die.owner), []).append(place)
    return tuple(tuple(places) for places in rows.values())


def _questions(dice: tuple[HandDie, ...], row: tuple[int, ...], number: int) -> list[Question]:
    """Return the questions of a row; dice of it that are alike and stand side by side may be counted."""
    found = []
    for _unused, alike in groupby(row, key=lambda place: (dice[place].faces, dice[place].label)):
        places = tuple(alike)
        options = _options(dice[places[0]])
        if len(places) > 1 and len(options) == 2:
            found.append(Question(places, tuple(sorted(options, key=_asked_for)), number))
        else:
            found.extend(Question((place,), _options(dice[place]), number) for place in places)
    return found


def _options(die: HandDie) -> tuple[Option, ...]:
    return tuple(
        Option(index, code, die.names[index]) for index, code in enumerate(die.faces) if code not in die.faces[:index]
    )


def _asked_for(option: Option) -> bool:
    """Count the face that does something; the blank one is what the others show."""
    return face(option.code).is_blank


class HandWords:
    """Puts the state of a throw by hand into words."""

    def __init__(self, throw: HandThrow, sides: Mapping[str, str]) -> None:
        """`sides` are names of groups of dice; those not in it are called by the kind of dice or their owner."""
        self._throw = throw
        self._sides = sides

    def side(self, row: Sequence[int]) -> str:
        """Return what the dice of a row are called together."""
        die = self._throw.dice[row[0]]
        groups = {
            "item": _("Equipment"),
            "hindering": _("Hindering dice"),
            "challenge": _("Challenge dice"),
        }
        kind = groups.get(die.group, "")
        if kind and die.owner and self._throw.dice[-1].throw:
            kind = _("{who}: {dice}").format(who=die.owner, dice=kind)
        return self._sides.get(die.group) or kind or die.owner or _("Dice")

    def die(self, place: int) -> str:
        """Return which die it is and what it shows."""
        row = next(row for row in self._throw.rows if place in row)
        side, die, index = self.side(row), self._throw.dice[place], self._throw.shown[place]
        name = _("{side}, die {n}").format(side=side, n=row.index(place) + 1) if len(row) > 1 else side
        if die.label and die.label != side:
            name = f"{name}, {die.label}"
        return _("{die}: {face}").format(die=name, face=_("not entered") if index is None else die.names[index])

    def question(self) -> str:
        """Return the question, short enough for large letters."""
        question = self._throw.question
        if question is None:
            return _("There are no dice to enter.")
        if question.counted:
            return _("How many show {face}?").format(face=question.options[0].name)
        return self._throw.dice[question.places[0]].label or self.side(question.places)

    def which(self) -> str:
        """Return which dice are asked for; "" when there are none."""
        question = self._throw.question
        if question is None:
            return ""
        side, row = self.side(question.places), self._throw.rows[question.row]
        if question.counted:
            label = self._throw.dice[question.places[0]].label or side
            return _("{dice}: {n} dice").format(dice=label, n=len(question.places))
        if len(row) == 1:
            return side
        number = row.index(question.places[0]) + 1
        return _("{side}: die {n} of {all}").format(side=side, n=number, all=len(row))

    def progress(self) -> str:
        """Return how many dice are known."""
        return _("{n} of {all} entered").format(n=self._throw.known, all=len(self._throw.dice))

    def progress_briefly(self) -> str:
        """Return how many dice are known, in as little room as can be."""
        return _("{n} of {all}").format(n=self._throw.known, all=len(self._throw.dice))

    def missing(self) -> str:
        """Return how many dice are not known yet."""
        left = len(self._throw.dice) - self._throw.known
        one, more = _("One die is not entered yet."), _("{n} dice are not entered yet.")
        return one if left == 1 else more.format(n=left)

    def first(self) -> str:
        """Return what must be done before anything else on the page."""
        return _("First use these dice, or go back (Esc).")

    def hint(self, digit: int | None = None) -> str:
        """Return what may be pressed; `digit` is the first of a number that may go on."""
        question = self._throw.question
        if question is not None and digit is not None:
            least, most = digit * 10, min(digit * 10 + 9, len(question.places))
            numbers = str(least) if least == most else _("{least} to {most}").format(least=least, most=most)
            return _("Return for {n}, or one digit more for {numbers}.").format(n=digit, numbers=numbers)
        if question is None or self._throw.complete:
            return _("All dice are in. Return uses them.")
        if question.counted:
            return _("Type or click a number.")
        if question.answers == 1:
            return _("Press 1, or click the face.")
        return _("Press 1 to {n}, or click the face.").format(n=question.answers)

    def no_such_answer(self, question: Question) -> str:
        """Return why a key is none of the present question."""
        if question.counted:
            return _("There are only {n} of these dice.").format(n=len(question.places))
        if question.answers == 1:
            return _("All faces of this die are alike: press 1.")
        return _("This die has {n} different faces: press 1 to {n}.").format(n=question.answers)

    def spoken(self) -> str:
        """Return the whole question, for screen readers."""
        question = self._throw.question
        parts = [self.which(), self.question()]
        if question is not None and not question.counted:
            parts.append(", ".join(f"{number} {option.name}" for number, option in enumerate(question.options, 1)))
        return " ".join(part if part[-1] in ".?" else f"{part}." for part in (*parts, self.hint()) if part)
