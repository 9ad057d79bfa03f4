"""Entry of real dice as questions.

Each question asks for the face of one die, or for the number of equal dice that show a face.
"""

from collections.abc import Mapping, Sequence
from itertools import groupby

from bones_desktop.rules.bones.book.icons import face
from bones_desktop.rules.dice import Die, die_name, shown_code
from bones_desktop.rules.records import Record
from bones_desktop.wording.language import _


class HandDie(Record):
    """A real die to be entered."""

    faces: tuple[str, ...]
    """Codes of the faces, in their order on the die."""
    names: tuple[str, ...]
    """Names of the faces as players say them."""
    group: str = ""
    label: str = ""
    owner: str = ""
    """Name of the owner, such as "Ragnar"."""
    colour: str = ""
    """Colour of the owner's dice; "" for none."""
    throw: int = 0
    """Number of the roll that the die belongs to, if several rolls are entered together in separate rows."""


class Option(Record):
    """One of the different faces of a die."""

    index: int
    """Index of the first face with this code."""
    code: str
    name: str


class Question(Record):
    """A question about one die, or about several equal dice.

    Dice asked for together have two different faces, and the answer is how many show one of these faces.
    """

    places: tuple[int, ...]
    """Indices of the dice in the roll."""
    options: tuple[Option, ...]
    """The different faces in the order of the die. For dice to be counted, the counted face comes first."""
    row: int
    """Index of the row that contains the dice."""

    @property
    def counted(self) -> bool:
        """True if the answer is the number of dice that show the first option."""
        return len(self.places) > 1

    @property
    def numbered(self) -> bool:
        """True if the faces of the die are numbers. The player then types these numbers."""
        return all(option.code.isdecimal() for option in self.options)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The number to type for each answer.

        It is a number of dice, the number on a face, or the position of a face counted from 1.
        """
        if self.counted:
            return tuple(range(len(self.places) + 1))
        if self.numbered:
            return tuple(int(option.code) for option in self.options)
        return tuple(range(1, len(self.options) + 1))

    def longer(self, digit: int) -> tuple[int, ...]:
        """Return the numbers of two digits that begin with `digit`."""
        return tuple(number for number in self.numbers if number // 10 == digit > 0)

    @property
    def answers(self) -> int:
        """The number of possible answers: one for each face, or one for each number of dice from 0 to all."""
        return len(self.numbers)


def numbered_die(die: Die[int], name: str, colour: str = "") -> HandDie:
    """Return a HandDie for a die whose faces are numbers.

    `name` is the displayed name of the die's group. `colour` is the colour of the die's owner.
    """
    codes = tuple(shown_code(die, place) for place in range(len(die.faces)))
    return HandDie(codes, tuple(map(str, die.faces)), die.group, die_name(die, name), name, colour)


class HandThrow:
    """The answers so far and the current question. Answers are numbered from 0."""

    def __init__(self, dice: Sequence[HandDie]) -> None:
        self.dice = tuple(dice)
        self.rows = _rows(self.dice)
        """Indices of the dice in rows. A row contains the dice of one roll, group and owner."""
        self.questions = tuple(
            question for number, row in enumerate(self.rows) for question in _questions(self.dice, row, number)
        )
        self.at = 0
        self._answers: list[int | None] = [None] * len(self.questions)

    @property
    def question(self) -> Question | None:
        """The current question; None without dice."""
        return self.questions[self.at] if self.questions else None

    @property
    def answer(self) -> int | None:
        """The answer to the current question; None if there is none yet."""
        return self._answers[self.at] if self.questions else None

    @property
    def answers(self) -> tuple[int | None, ...]:
        """The answers to all questions, None where there is none yet."""
        return tuple(self._answers)

    @property
    def known(self) -> int:
        """The number of dice whose face is known."""
        return sum(index is not None for index in self.shown)

    @property
    def complete(self) -> bool:
        """True if the face of every die is known."""
        return None not in self._answers

    @property
    def shown(self) -> tuple[int | None, ...]:
        """The index of each die's face; None while unknown."""
        found: list[int | None] = [None] * len(self.dice)
        for question, answer in zip(self.questions, self._answers, strict=True):
            if answer is None:
                continue
            for number, place in enumerate(question.places):
                # It does not matter which of several equal dice shows the face, so the first ones are used.
                option = (0 if number < answer else 1) if question.counted else answer
                found[place] = question.options[option].index
        return tuple(found)

    @property
    def indices(self) -> tuple[int, ...]:
        """The index of each die's face. Raise ValueError if a face is still unknown."""
        known = tuple(index for index in self.shown if index is not None)
        if len(known) < len(self.dice):
            raise ValueError(f"{len(self.dice) - len(known)} dice are not known")
        return known

    def question_of(self, place: int) -> int:
        """Return the index of the question that contains a die."""
        return next(number for number, question in enumerate(self.questions) if place in question.places)

    def give(self, answer: int) -> None:
        """Answer the current question. Raise ValueError if the question has no such answer."""
        question = self.question
        if question is None or not 0 <= answer < question.answers:
            raise ValueError(f"there is no answer {answer}")
        self._answers[self.at] = answer

    def go_on(self) -> None:
        """Go to the next question without an answer.

        After the last question, continue at the first. Stay if all questions are answered.
        """
        count = len(self.questions)
        # The search starts at the current question, so that a skipped die is asked for at the end.
        for step in range(count):
            number = (self.at + step) % count
            if self._answers[number] is None:
                self.at = number
                return

    def go_to(self, number: int) -> None:
        """Ask question `number`, or the nearest existing question."""
        self.at = max(0, min(number, len(self.questions) - 1))

    def take_back(self) -> bool:
        """Remove the answer to the current question; if it has no answer, remove the previous answer.

        Return whether an answer was removed.
        """
        if self.questions and self._answers[self.at] is None:
            if self.at == 0:
                return False
            # If the current question has no answer, Backspace removes the last answer, as in a text field.
            self.at -= 1
        forgotten = bool(self.questions) and self._answers[self.at] is not None
        if forgotten:
            self._answers[self.at] = None
        return forgotten

    def answer_all(self, answers: Sequence[int | None]) -> None:
        """Set the answers for the same dice, and go to the first question without an answer."""
        self._answers = list(answers)
        self.at = 0
        self.go_on()

    def forget(self) -> None:
        """Delete all answers and go to the first question."""
        self._answers = [None] * len(self.questions)
        self.at = 0


def _rows(dice: tuple[HandDie, ...]) -> tuple[tuple[int, ...], ...]:
    rows: dict[tuple[int, str, str], list[int]] = {}
    for place, die in enumerate(dice):
        # Dice of one owner lie together on the table, so the player reads them one after another.
        rows.setdefault((die.throw, die.group, die.owner), []).append(place)
    return tuple(tuple(places) for places in rows.values())


def _questions(dice: tuple[HandDie, ...], row: tuple[int, ...], number: int) -> list[Question]:
    """Return the questions of a row. Adjacent equal dice may be counted."""
    found = []
    for _unused, alike in groupby(row, key=lambda place: (dice[place].faces, dice[place].label)):
        places = tuple(alike)
        options = _options(dice[places[0]])
        # If a die has only two different faces, like challenge dice, counting is quicker than entering each die.
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
    """Return the sort key of an option.

    The blank face comes second, because the other face is counted.
    """
    return face(option.code).is_blank


class HandWords:
    """Texts about the state of the entry."""

    def __init__(self, throw: HandThrow, sides: Mapping[str, str]) -> None:
        """`sides` are names for groups of dice. Other groups are named by the kind of dice or the owner."""
        self._throw = throw
        self._sides = sides

    def side(self, row: Sequence[int]) -> str:
        """Return the name of the dice of a row."""
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
        """Return the name of a die with its face, if known."""
        row = next(row for row in self._throw.rows if place in row)
        side, die, index = self.side(row), self._throw.dice[place], self._throw.shown[place]
        name = _("{side}, die {n}").format(side=side, n=row.index(place) + 1) if len(row) > 1 else side
        if die.label and die.label != side:
            name = f"{name}, {die.label}"
        return _("{die}: {face}").format(die=name, face=_("not entered") if index is None else die.names[index])

    def question(self) -> str:
        """Return the question in a short form for large letters."""
        question = self._throw.question
        if question is None:
            return _("There are no dice to enter.")
        if question.counted:
            return _("How many show {face}?").format(face=question.options[0].name)
        return self._throw.dice[question.places[0]].label or self.side(question.places)

    def which(self) -> str:
        """Return a text that names the dice of the question; "" without dice."""
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
        """Return a text with the number of dice entered and the number of all dice."""
        return _("{n} of {all} entered").format(n=self._throw.known, all=len(self._throw.dice))

    def missing(self) -> str:
        """Return a text with the number of dice not entered yet."""
        left = len(self._throw.dice) - self._throw.known
        one, more = _("One die is not entered yet."), _("{n} dice are not entered yet.")
        return one if left == 1 else more.format(n=left)

    def first(self) -> str:
        """Return the message that tells the player to finish or leave the entry first."""
        return _("First use these dice, or go back (Esc).")

    def hint(self, digit: int | None = None) -> str:
        """Return a text that names the keys to press. `digit` is the first digit of a number that may have two."""
        question = self._throw.question
        if question is not None and digit is not None:
            least, *_between, most = (*question.longer(digit), question.longer(digit)[-1])
            numbers = str(least) if least == most else _("{least} to {most}").format(least=least, most=most)
            return _("Return for {n}, or one digit more for {numbers}.").format(n=digit, numbers=numbers)
        if question is None or self._throw.complete:
            return _("All dice are in. Return uses them.")
        if question.counted or question.numbered:
            return _("Type or click a number.")
        if question.answers == 1:
            return _("Press 1, or click the face.")
        return _("Press 1 to {n}, or click the face.").format(n=question.answers)

    def no_such_answer(self, question: Question) -> str:
        """Return the reason why a key is not an answer to the current question."""
        if question.counted:
            return _("There are only {n} of these dice.").format(n=len(question.places))
        if question.numbered:
            names = [int(option.name) for option in question.options]
            return _("This die shows {least} to {most}.").format(least=min(names), most=max(names))
        if question.answers == 1:
            return _("All faces of this die are alike: press 1.")
        return _("This die has {n} different faces: press 1 to {n}.").format(n=question.answers)

    def spoken(self) -> str:
        """Return the whole question for screen readers."""
        question = self._throw.question
        parts = [self.which(), self.question()]
        if question is not None and not question.counted and not question.numbered:
            parts.append(", ".join(f"{number} {option.name}" for number, option in enumerate(question.options, 1)))
        return " ".join(part if part[-1] in ".?" else f"{part}." for part in (*parts, self.hint()) if part)
