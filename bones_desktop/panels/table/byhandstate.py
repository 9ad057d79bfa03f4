"""What is known of dice thrown on the table itself: one question a die, one for dice that need only be counted."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from bones_desktop.rules.bones.book.icons import face


@dataclass(frozen=True, slots=True)
class HandDie:
    """A die somebody throws by hand."""

    faces: tuple[str, ...]
    """Codes of the faces, in the order of the die."""
    names: tuple[str, ...]
    """The faces as a player says them."""
    group: str = ""
    label: str = ""
    owner: str = ""
    """Whose die it is, as shown: "Ragnar"."""


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
        """Places of the dice, those of one group and owner together."""
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
    rows: dict[tuple[str, str], list[int]] = {}
    for place, die in enumerate(dice):
        rows.setdefault((die.group, die.owner), []).append(place)
    return tuple(tuple(places) for places in rows.values())


def _questions(dice: tuple[HandDie, ...], row: tuple[int, ...], number: int) -> list[Question]:
    """Return the questions of a row; dice of it that are alike and stand side by side may be counted."""
    found = []
    for _, alike in groupby(row, key=lambda place: (dice[place].faces, dice[place].label)):
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
