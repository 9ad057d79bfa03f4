"""Printed dice by the names people give them: "Fighter", "fighters", "2x Fighter", "two Fighters", "Fighter x2"."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from bones_desktop.rules.bones.book.limits import MOST_DICE
from bones_desktop.rules.bones.book.rulebook import PrintedDie
from bones_desktop.rules.bones.book.spelling import LONGEST, closest, key
from bones_desktop.rules.bones.text.facetext import repeats

MOST_WORDS: Final = 4
"""Words the longest name of a face or die has."""
_COUNT: Final = re.compile(r"(?:([0-9]{1,2}) ?[x×]?|(an?|one|two|three|four|five|six)) (?=\S)", re.IGNORECASE)
_NUMBERS: Final = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_WORD: Final = re.compile(r"\S+")
ENDS: Final = " .!?:,-–—"


@dataclass(frozen=True, slots=True)
class Named:
    """Printed dice that a piece names, and how much of its text does so."""

    die: PrintedDie
    number: int
    length: int


class DieNames:
    """Finds dice by name; a name goes before the same alias, as in `find_printed_die`."""

    def __init__(self, dice: Iterable[PrintedDie]) -> None:
        self._dice = tuple(dice)
        self._named: dict[str, PrintedDie] = {}
        for die in self._dice:
            for name in (die.id, die.name):
                self._named.setdefault(key(name), die)
        for die in self._dice:
            for alias in die.aliases:
                self._named.setdefault(key(alias), die)

    def find(self, text: str) -> Named | None:
        """Return the dice that `text` names, be it with a remark in brackets behind; None when it names none."""
        text = text.rstrip(ENDS)
        bracket = text.find("(")
        for words in (text, text[:bracket].rstrip() if bracket > 0 else ""):
            bare, number = repeats(words)
            found = counted(bare)
            times_of = [] if found is None or number is not None else [(bare[found[1] :], found[0])]
            for name, times in ((bare, 1 if number is None else number), *times_of):
                if len(name) <= LONGEST and 1 <= times <= MOST_DICE:
                    die = self._named.get(key(name)) or self._named.get(key(name).removesuffix("s"))
                    if die is not None:
                        return Named(die, times, len(words))
        return None

    def begin(self, text: str) -> Named | None:
        """Return the dice that the first words of `text` name."""
        for length in beginnings(text):
            named = self.find(text[:length])
            if named is not None:
                return Named(named.die, named.number, length)
        return None

    def end(self, text: str) -> tuple[Named | None, int]:
        """Return the dice that the last words of `text` name, as many as its first word says, and where they start."""
        found = counted(text)
        for word in [*_WORD.finditer(text)][1:][-MOST_WORDS:]:
            named = self.find(text[word.start() :])
            if named is not None:
                number = min(MOST_DICE, named.number * (found[0] if found else 1))
                return Named(named.die, number, named.length), word.start()
        return None, 0

    def nearest(self, text: str) -> str:
        """Return the name nearest to `text`, "" when none is near."""
        return closest(text, (die.name for die in self._dice))


def counted(text: str) -> tuple[int, int] | None:
    """Return the number that `text` begins with ("2x ", "two ") and its length; None without one."""
    found = _COUNT.match(text)
    if found is None:
        return None
    return (int(found[1]) if found[1] else _NUMBERS[found[2].casefold()]), found.end()


def beginnings(text: str) -> Iterator[int]:
    """Yield the lengths of the first words of a text, most words first, all of them left out."""
    ends = [word.end() for word, _ in zip(_WORD.finditer(text), range(MOST_WORDS + 1), strict=False)]
    yield from reversed([end for end in ends[:MOST_WORDS] if end < len(text)])
