"""Dice of one side, given as text, and the house rules of a command.

Character files and the game are imported late: odds of dice given as text do not need them.
"""

import argparse

from bones_desktop.rules.bones.book.attempts import CHARACTER
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.notation import ParsedDie, find_block
from bones_desktop.rules.bones.book.rulebook import HouseRules, Rulebook
from bones_desktop.rules.bones.reading.tasks import parsed_pool
from bones_desktop.rules.bones.text.blocktext import parse_dice
from bones_desktop.rules.dice import Die
from bones_desktop.rules.records import Record


class Pool(Record):
    """Dice of one side, and its automatic successes (IMP-5)."""

    dice: tuple[Die[Face], ...]
    automatic: int = 0
    left_behind: tuple[str, ...] = ()
    """Equipment in the character's file that is not rolled, because it was not named."""
    horde: bool = False
    """True if the side is a horde, which only attacks (AMB-51)."""
    unarmed: str = ""
    """Name of a fighter with nothing to shoot or throw (AMB-35); "" for any other, and for dice given as text."""

    def of(self, group: str) -> tuple[Die[Face], ...]:
        """Return the dice of one group."""
        return tuple(die for die in self.dice if die.group == group)


def house_rules_for(given: argparse.Namespace, *names: str | None) -> HouseRules:
    """Return the house rules of the first file among `names`, or the default ones, with the changes of --house."""
    first = next((name for name in names if name and is_named_file(name)), None)
    if first is None and not given.house:
        return HouseRules()
    from bones_desktop.play.answers import house_answers
    from bones_desktop.rules.bones.game import HOUSE, with_switches

    said = house_answers(HOUSE, given.house)
    if first is None:
        return with_switches(HouseRules(), said)
    from bones_desktop.cli.characters import character_in

    return with_switches(character_in(first).house_rules, said)


def pool_of_text(rulebook: Rulebook, text: str) -> Pool:
    """Return dice given as text, all as character dice. Raise RulesError if there are none."""
    return Pool(parsed_pool(rulebook, dice_written(rulebook, text), CHARACTER))


def dice_written(rulebook: Rulebook, text: str) -> tuple[ParsedDie, ...]:
    """Return the dice of a stat block by its name, or of a text that contains only dice."""
    known = find_block(rulebook, text, or_die=True)
    if known is not None:
        return tuple(ParsedDie(die.name, die.die, die.faces) for die in known.dice)
    return parse_dice(rulebook, text)


def is_named_file(name: str) -> bool:
    """Return whether the name means a file: the file exists, or the name looks like one."""
    # Imported late: most commands are given dice as text, or neither dice nor a file.
    from pathlib import Path

    from bones_desktop.storage.files.textfiles import is_file

    return bool(name) and (name.casefold().endswith(".bones") or is_file(Path(name)))
