"""Rolls on random tables with the sealed dice of the evening. Every roll is in the log before its dice are shown."""

from collections.abc import Sequence
from typing import Final

from bones_desktop.play.eveningdice import Drawn, EveningDice
from bones_desktop.play.journal import Journal
from bones_desktop.rules.dice import Die
from bones_desktop.rules.tables import TableRoll, TableSet, TableStep, roll_table
from bones_desktop.storage.log.logentry import HIDDEN, LogEntry, LoggedDie, LoggedFinding
from bones_desktop.wording.language import _, dice_words

GAME: Final = "tables"
"""Id in the log in place of a game's id. No game has it, so the line is not offered as a character's roll."""


class TableRoller:
    """Rolls on random tables for the game master."""

    def __init__(self, journal: Journal, dice: EveningDice) -> None:
        self._journal = journal
        self._dice = dice

    def roll(self, known: TableSet, name: str) -> TableRoll:
        """Roll on a table and write the roll to the log. Raise RulesError like `TableSet.find`.

        The first line has the whole result. Each later draw, for another table or for dice in the text, has its own
        line, because each draw of the seal belongs to one line.
        """
        drawn: list[Drawn[int]] = []

        def draw(dice: Sequence[Die[int]]) -> Sequence[int]:
            drawn.append(self._dice.draw(dice))
            return drawn[-1].throw.indices

        made = roll_table(known, name, draw)
        for wave, fell in zip(made.waves, drawn, strict=True):
            self._journal.keep(self._line(made, wave, fell, is_first=fell is drawn[0]))
        return made

    def _line(self, made: TableRoll, wave: Sequence[TableStep], fell: Drawn[int], *, is_first: bool) -> LogEntry:
        dice = tuple(
            LoggedDie(dice_words(f"d{len(die.faces)}"), tuple(map(str, die.faces)), index, die.group, die.key)
            for die, index in zip(fell.throw.dice, fell.throw.indices, strict=True)
        )
        title, text = made.table.title, made.text
        if not is_first:
            title = _("{table}: {dice}").format(table=title, dice=", ".join(step.title for step in wave))
            text = "; ".join(step.text for step in wave)
        return LogEntry(
            self._dice.clock(),
            who=_("Random table"),
            title=title,
            dice=dice,
            findings=(LoggedFinding("table", text),),
            # The result is for the game master only, because the players do not know it yet.
            tags=(HIDDEN,),
            evening=fell.evening,
            number=fell.number,
            game=GAME,
        )
