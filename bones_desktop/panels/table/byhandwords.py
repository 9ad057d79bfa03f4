"""What is said while dice are entered by hand: whose die is asked for, what may be pressed, and what is missing."""

from collections.abc import Mapping, Sequence

from bones_desktop.panels.table.byhandstate import HandThrow, Question
from bones_desktop.wording import Translate


class HandWords:
    """Puts the state of a throw by hand into words."""

    def __init__(self, throw: HandThrow, sides: Mapping[str, str], tr: Translate) -> None:
        """`sides` are names of groups of dice; those not in it are called by the kind of dice or their owner."""
        self._throw = throw
        self._sides = sides
        self._tr = tr

    def side(self, row: Sequence[int]) -> str:
        """Return what the dice of a row are called together."""
        die, tr = self._throw.dice[row[0]], self._tr
        groups = {
            "item": tr("Equipment"),
            "hindering": tr("Hindering dice"),
            "challenge": tr("Challenge dice"),
        }
        return self._sides.get(die.group) or groups.get(die.group) or die.owner or tr("Dice")

    def die(self, place: int) -> str:
        """Return which die it is and what it shows."""
        tr = self._tr
        row = next(row for row in self._throw.rows if place in row)
        side, die, index = self.side(row), self._throw.dice[place], self._throw.shown[place]
        name = tr("{side}, die {n}").format(side=side, n=row.index(place) + 1) if len(row) > 1 else side
        if die.label and die.label != side:
            name = f"{name}, {die.label}"
        return tr("{die}: {face}").format(die=name, face=tr("not entered") if index is None else die.names[index])

    def asked(self) -> str:
        """Return what is asked, short enough for large letters."""
        question = self._throw.question
        if question is None:
            return self._tr("There are no dice to enter.")
        if question.counted:
            return self._tr("How many show {face}?").format(face=question.options[0].name)
        return self._throw.dice[question.places[0]].label or self.side(question.places)

    def which(self) -> str:
        """Return which dice are asked for; "" when there are none."""
        question, tr = self._throw.question, self._tr
        if question is None:
            return ""
        side, row = self.side(question.places), self._throw.rows[question.row]
        if question.counted:
            label = self._throw.dice[question.places[0]].label or side
            return tr("{dice}: {n} dice").format(dice=label, n=len(question.places))
        if len(row) == 1:
            return side
        number = row.index(question.places[0]) + 1
        return tr("{side}: die {n} of {all}").format(side=side, n=number, all=len(row))

    def progress(self) -> str:
        """Return how many dice are known."""
        return self._tr("{n} of {all} entered").format(n=self._throw.known, all=len(self._throw.dice))

    def progress_briefly(self) -> str:
        """Return how many dice are known, in as little room as can be."""
        return self._tr("{n} of {all}").format(n=self._throw.known, all=len(self._throw.dice))

    def missing(self) -> str:
        """Return how many dice are not known yet."""
        left = len(self._throw.dice) - self._throw.known
        one, more = self._tr("One die is not entered yet."), self._tr("{n} dice are not entered yet.")
        return one if left == 1 else more.format(n=left)

    def first(self) -> str:
        """Return what must be done before anything else on the page."""
        return self._tr("First use these dice, or go back (Esc).")

    def hint(self, digit: int | None = None) -> str:
        """Return what may be pressed; `digit` is the first of a number that may go on."""
        question, tr = self._throw.question, self._tr
        if question is not None and digit is not None:
            least, most = digit * 10, min(digit * 10 + 9, len(question.places))
            numbers = str(least) if least == most else tr("{least} to {most}").format(least=least, most=most)
            return tr("Return for {n}, or one digit more for {numbers}.").format(n=digit, numbers=numbers)
        if question is None or self._throw.complete:
            return tr("All dice are in. Return uses them.")
        if question.counted:
            return tr("Type or click a number.")
        if question.answers == 1:
            return tr("Press 1, or click the face.")
        return tr("Press 1 to {n}, or click the face.").format(n=question.answers)

    def no_such_answer(self, question: Question) -> str:
        """Return why a key is none of the present question."""
        tr = self._tr
        if question.counted:
            return tr("There are only {n} of these dice.").format(n=len(question.places))
        if question.answers == 1:
            return tr("All faces of this die are alike: press 1.")
        return tr("This die has {n} different faces: press 1 to {n}.").format(n=question.answers)

    def spoken(self) -> str:
        """Return the whole question, for screen readers."""
        question = self._throw.question
        parts = [self.which(), self.asked()]
        if question is not None and not question.counted:
            parts.append(", ".join(f"{number} {option.name}" for number, option in enumerate(question.options, 1)))
        return " ".join(part if part[-1] in ".?" else f"{part}." for part in (*parts, self.hint()) if part)
