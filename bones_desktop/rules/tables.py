"""Random tables of the game master: text with one entry a line, checked and rolled with any source of dice.

    # Weather in the north       the first line that begins with # is the title; further ones are notes
    Clear and cold               an entry
    3x Rain for {2d6} hours      an entry that comes up three times as often, with dice rolled in its text
    Fog. [[omens]]               an entry that rolls on the table "omens" too

Empty lines are ignored. Every refusal names the file, and the line if there is one: "table-unknown", "table-empty",
"table-line-too-long", "table-too-long", "table-weight", "table-entry-empty", "table-brackets", "table-dice",
"table-calls-unknown", "table-calls-itself", "table-too-deep", "table-too-many-dice".
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from bones_desktop.rules.chances import Chance
from bones_desktop.rules.dice import Die
from bones_desktop.rules.reasons import refuse
from bones_desktop.rules.records import Record, field
from bones_desktop.rules.typedtext import closest, key, one_line, whole_number

MOST_WEIGHT: Final = 100
MOST_SIDES: Final = 1_000
"""Maximum sum of a table's weights, which is the number of faces of the die that is rolled for the table."""
LONGEST_LINE: Final = 1_000
MOST_DEPTH: Final = 8
"""Maximum number of tables in a chain in which each table calls the next."""
MOST_DICE: Final = 200
"""Maximum number of dice for one roll on a table, including all tables that it calls."""
MOST_DIE: Final = 1_000
"""Maximum number of faces of a die in the text of an entry."""
TABLE: Final = "table"
"""Group of the dice that choose the entries."""
_WEIGHT: Final = re.compile(r"([-+−]?[0-9][0-9.,]*)[x×](?:\s+(.*))?")
_CALLS: Final = re.compile(r"\[\[([^\[\]]*)\]\]|\{([^{}]*)\}")
_BRACKETS: Final = ("[[", "]]", "{", "}")
_DICE: Final = re.compile(r"([0-9]{0,2})d([0-9]{1,4})(?:[x×*]([0-9]{1,4}))?(?:([+−-])([0-9]{1,4}))?")


class TableDice(Record):
    """Dice in the text of an entry: their sum, multiplied by `times`, with `plus` added."""

    count: int
    sides: int
    times: int = 1
    plus: int = 0


class TableCall(Record):
    """A call of another table by an entry, with the key of that table."""

    table: str
    said: str
    """The name of the table as written in the entry."""


class TableEntry(Record):
    """One entry of a table: its weight, the text as written, and the parts of the text."""

    weight: int
    text: str
    parts: tuple[str | TableDice | TableCall, ...]
    line: int
    """Number of its line in the file, from 1."""

    @property
    def plain(self) -> str:
        """The text without the special signs of table files.

        Dice are shown as "2d6", and names of other tables in brackets.
        """
        return "".join(_plain(part) for part in self.parts)


def _plain(part: str | TableDice | TableCall) -> str:
    if isinstance(part, TableCall):
        return f"({part.said})"
    return dice_text(part) if isinstance(part, TableDice) else part


class RandomTable(Record):
    """A table to roll on. Its die has as many faces as the sum of the weights."""

    name: str
    title: str
    entries: tuple[TableEntry, ...]
    file: str = ""
    """Name of the table's file, for messages."""
    own: bool = False
    """True if the file is the user's own."""

    @property
    def sides(self) -> int:
        """Number of faces of the die that is rolled for an entry."""
        return sum(each.weight for each in self.entries)

    @property
    def die(self) -> Die[int]:
        """The die that is rolled for an entry."""
        return _die(self.sides, self.title, self.name, TABLE)

    def chance(self, entry: TableEntry) -> Chance:
        """Return the exact chance of one of its entries."""
        return Chance(entry.weight, self.sides)

    def faces(self, entry: TableEntry) -> tuple[int, int]:
        """Return the first and the last number on the die that give this entry."""
        first = sum(each.weight for each in self.entries[: self.entries.index(entry)])
        return first + 1, first + entry.weight

    def entry_at(self, number: int) -> TableEntry:
        """Return the entry for a number of the die."""
        return next(each for each in self.entries if number <= self.faces(each)[1])


class TableSet(Record):
    """All tables by key, and the errors of the files that cannot be used, by the keys of their tables."""

    tables: Mapping[str, RandomTable]
    refused: Mapping[str, Exception] = field(default_factory=dict)

    def find(self, name: str) -> RandomTable:
        """Return the table with this name, checked with all the tables that it calls.

        Raise RulesError for an unknown name and for a table that cannot be rolled, or the error of its file.
        """
        found = self._at(key(name))
        if found is None:
            near = closest(name, (each.name for each in self.tables.values()))
            raise refuse("table-unknown", name=one_line(name)[:60], suggestion=near)
        self._measure(found, (), {})
        return found

    def _at(self, name: str) -> RandomTable | None:
        if name in self.refused:
            raise self.refused[name]
        return self.tables.get(name)

    def _measure(self, table: RandomTable, above: tuple[str, ...], done: dict[str, tuple[int, int]]) -> tuple[int, int]:
        """Return the most dice and the longest chain of tables that a roll on `table` may need.

        Raise RulesError beyond the limits. `above` has the keys of the tables that led to this table, and `done` the
        results so far.
        """
        own = key(table.name)
        if own in done:
            return done[own]
        most, depth = 0, 1
        for entry in table.entries:
            file, line = table.file, entry.line
            dice = 1 + sum(part.count for part in entry.parts if isinstance(part, TableDice))
            for call in (part for part in entry.parts if isinstance(part, TableCall)):
                called = self._at(call.table)
                if called is None:
                    raise refuse("table-calls-unknown", file=file, line=line, name=call.said[:60])
                if call.table in {own, *above}:
                    raise refuse("table-calls-itself", file=file, line=line, name=called.title)
                # Without this limit, a long chain would exhaust the stack.
                if len(above) + 2 > MOST_DEPTH:
                    raise refuse("table-too-deep", file=file, line=line, most=MOST_DEPTH)
                below = self._measure(called, (*above, own), done)
                dice, depth = dice + below[0], max(depth, below[1] + 1)
                if len(above) + depth > MOST_DEPTH:
                    raise refuse("table-too-deep", file=file, line=line, most=MOST_DEPTH)
            if dice > MOST_DICE:
                raise refuse("table-too-many-dice", file=file, line=line, most=MOST_DICE)
            most = max(most, dice)
        done[own] = most, depth
        return done[own]


NO_TABLES: Final = TableSet({})


def parse_table(name: str, text: str, file: str = "", *, own: bool = False) -> RandomTable:
    """Return the table in a text. Raise RulesError with the file and the line if an entry cannot be read."""
    file = file or name
    title, entries, sides = "", list[TableEntry](), 0
    for line, written in enumerate(text.splitlines(), 1):
        words = one_line(written)
        if words.startswith("#"):
            title = title or words.lstrip("# ")
        elif words:
            if len(words) > LONGEST_LINE:
                raise refuse("table-line-too-long", file=file, line=line, most=LONGEST_LINE)
            entries.append(_entry(words, line, file))
            sides += entries[-1].weight
            if sides > MOST_SIDES:
                raise refuse("table-too-long", file=file, line=line, most=MOST_SIDES)
    if not entries:
        raise refuse("table-empty", file=file)
    title = title or name.replace("-", " ").replace("_", " ").strip().capitalize()
    return RandomTable(name, title, tuple(entries), file, own)


def _entry(words: str, line: int, file: str) -> TableEntry:
    weight, text = 1, words
    if found := _WEIGHT.fullmatch(words):
        number, text = whole_number(found[1], digits=4), found[2] or ""
        if number is None or not 1 <= number <= MOST_WEIGHT:
            raise refuse("table-weight", file=file, line=line, weight=found[1][:20], most=MOST_WEIGHT)
        weight = number
    if not text:
        raise refuse("table-entry-empty", file=file, line=line)
    parts: list[str | TableDice | TableCall] = []
    at = 0
    for call in _CALLS.finditer(text):
        parts.append(text[at : call.start()])
        parts.append(_dice(call[2], line, file) if call[1] is None else _call(call[1], line, file))
        at = call.end()
    parts.append(text[at:])
    rest = [each for each in parts if isinstance(each, str)]
    if any(bracket in each for each in rest for bracket in _BRACKETS):
        raise refuse("table-brackets", file=file, line=line)
    return TableEntry(weight, text, tuple(each for each in parts if each != ""), line)


def _call(said: str, line: int, file: str) -> TableCall:
    if not key(said):
        raise refuse("table-brackets", file=file, line=line)
    return TableCall(key(said), said.strip())


def _dice(said: str, line: int, file: str) -> TableDice:
    found = _DICE.fullmatch("".join(said.split()).lower())
    count, sides = (int(found[1] or 1), int(found[2])) if found else (0, 0)
    if found is None or not (1 <= count <= MOST_DICE and 2 <= sides <= MOST_DIE):
        raise refuse("table-dice", file=file, line=line, dice=said.strip()[:20], most=MOST_DIE)
    sign = 1 if found[4] == "+" else -1
    return TableDice(count, sides, int(found[3] or 1), sign * int(found[5] or 0))


class TableStep(Record):
    """One step of a roll on a table: a roll for an entry, or the roll of dice in the text of an entry."""

    title: str
    dice: tuple[Die[int], ...]
    rolled: tuple[int, ...]
    """The numbers that the dice show."""
    text: str
    """The text of the entry as written, or the sum of the dice."""
    table: str = ""
    """Name of the table; "" for dice in a text."""

    @property
    def line(self) -> str:
        """The step in words: "Rumours (d21): 7", "2d6+1: 3 + 4 = 8"."""
        if self.table:
            return f"{self.title} (d{len(self.dice[0].faces)}): {self.rolled[0]}"
        shown = " + ".join(map(str, self.rolled))
        return f"{self.title}: {shown}" if shown == self.text else f"{self.title}: {shown} = {self.text}"


class TableRoll(Record):
    """A roll on a table: the text that results, and the steps, grouped by the dice that were rolled together."""

    table: RandomTable
    text: str
    waves: tuple[tuple[TableStep, ...], ...]

    @property
    def steps(self) -> tuple[TableStep, ...]:
        """All steps in the order rolled."""
        return tuple(step for wave in self.waves for step in wave)

    def lines(self) -> tuple[str, ...]:
        """Return all steps in words."""
        return tuple(step.line for step in self.steps)


class _Spot:
    """A place in the text that the result of dice will fill."""

    def __init__(self, asks: RandomTable | TableDice) -> None:
        self.asks = asks
        self.parts: list[str | _Spot] = []

    def text(self) -> str:
        return "".join(each if isinstance(each, str) else each.text() for each in self.parts)


Draw = Callable[[Sequence[Die[int]]], Sequence[int]]
"""Function that rolls dice and returns the index of the face that each die shows."""


def roll_table(known: TableSet, name: str, draw: Draw) -> TableRoll:
    """Return a roll on the table with this name. Dice that are needed at the same time are one call of `draw`.

    Raise RulesError like `TableSet.find`, before any dice are rolled.
    """
    table = known.find(name)
    first = _Spot(table)
    due, waves = [first], list[tuple[TableStep, ...]]()
    while due:
        hands = [_hand(each.asks) for each in due]
        indices = iter(draw([die for hand in hands for die in hand]))
        steps, later = list[TableStep](), list[_Spot]()
        for spot, hand in zip(due, hands, strict=True):
            rolled = tuple(die.faces[next(indices)] for die in hand)
            steps.append(_settle(known, spot, hand, rolled))
            later += [each for each in spot.parts if isinstance(each, _Spot)]
        waves.append(tuple(steps))
        due = later
    return TableRoll(table, one_line(first.text()), tuple(waves))


def _hand(asks: RandomTable | TableDice) -> tuple[Die[int], ...]:
    if isinstance(asks, RandomTable):
        return (asks.die,)
    label = f"d{asks.sides}"
    return tuple(_die(asks.sides, label, f"{label} {place}") for place in range(1, asks.count + 1))


def _die(sides: int, label: str, name: str, group: str = "") -> Die[int]:
    return Die(tuple(range(1, sides + 1)), label, group, name)


def _settle(known: TableSet, spot: _Spot, hand: tuple[Die[int], ...], rolled: tuple[int, ...]) -> TableStep:
    """Fill a place in the text with the result of its dice, and return the step."""
    asks = spot.asks
    if isinstance(asks, TableDice):
        text = str(sum(rolled) * asks.times + asks.plus)
        spot.parts.append(text)
        return TableStep(dice_text(asks), hand, rolled, text)
    entry = asks.entry_at(rolled[0])
    for part in entry.parts:
        if isinstance(part, str):
            spot.parts.append(part)
        else:
            spot.parts.append(_Spot(part if isinstance(part, TableDice) else known.tables[part.table]))
    return TableStep(asks.title, hand, rolled, entry.text, asks.name)


def dice_text(dice: TableDice) -> str:
    """Return dice as a text: "2d6", "d8", "3d6×10", "d4−1"."""
    times = f"×{dice.times}" if dice.times != 1 else ""
    plus = f"{'+' if dice.plus > 0 else '−'}{abs(dice.plus)}" if dice.plus else ""
    return f"{dice.count if dice.count > 1 else ''}d{dice.sides}{times}{plus}"
