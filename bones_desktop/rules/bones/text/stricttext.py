"""Dice as text of which nothing may be left out, as where dice are typed: a text that `read_block` reads whole.

Codes of StatBlockError (each with text, line, column, suggestion): empty-text, text-too-long, too-many-dice,
die-not-understood, face-not-understood, face-missing, lone-face, die-in-list, too-many-faces, bad-multiple,
bad-repeat, mastery-of-another-skill, label-without-die, label-given-twice, label-backwards, tail-not-understood.
"""

from collections.abc import Collection
from typing import Final

from bones_desktop.rules.bones.book.rulebook import DieUse, Rulebook
from bones_desktop.rules.bones.text.blockparts import Gap
from bones_desktop.rules.bones.text.blocktext import BlockText, read_block
from bones_desktop.rules.bones.text.statblock import MOST_TEXT, ParsedDie
from bones_desktop.rules.reasons import RulesError, reason

_CODES: Final = {
    "left-out-face": "face-not-understood",
    "left-out-no-face": "face-missing",
    "left-out-lone-face": "lone-face",
    "left-out-die-in-list": "die-in-list",
    "left-out-seventh-face": "too-many-faces",
    "left-out-multiple": "bad-multiple",
    "left-out-repeat": "bad-repeat",
    "left-out-mastery": "mastery-of-another-skill",
    "left-out-many-dice": "too-many-dice",
    "left-out-label": "label-without-die",
    "left-out-twice": "label-given-twice",
    "left-out-backwards": "label-backwards",
    "left-out-movement": "tail-not-understood",
    "left-out-data": "empty-text",
}
"""What a gap is called where none may be; any other is no die."""


class StatBlockError(RulesError):
    """Text that is no dice; the Reason says what was not understood, where, and what was perhaps meant."""


def parse_dice(rulebook: Rulebook, text: str, use: DieUse | Collection[DieUse] | None = None) -> tuple[ParsedDie, ...]:
    """Return the dice `text` names; `use` narrows which printed dice are meant. StatBlockError when it names none."""
    return parse_block(rulebook, text, use).dice


def parse_block(rulebook: Rulebook, text: str, use: DieUse | Collection[DieUse] | None = None) -> BlockText:
    """Return the stat block that `text` is: an optional "Name - 6D:", dice, an optional "• Move 2 (flying 8)".

    The number of dice that its heading states may differ from those listed.
    """
    if len(text) > MOST_TEXT:
        raise StatBlockError(reason("text-too-long", text="", line=1, column=1, suggestion="", most=MOST_TEXT))
    block = read_block(rulebook, text, use, whole=True)
    gap = next((gap for gap in block.gaps if gap.reason.code != "left-out-stated"), None)
    if gap is not None:
        raise _error(text, gap)
    if not block.dice:
        raise StatBlockError(reason("empty-text", text="", line=1, column=1, suggestion=""))
    return block


def _error(text: str, gap: Gap) -> StatBlockError:
    """Return the error that a gap is, with its place counted from one as an editor does."""
    code = _CODES.get(gap.reason.code, "tail-not-understood" if "•" in text[: gap.start] else "die-not-understood")
    line, column = text.count("\n", 0, gap.start) + 1, gap.start - text.rfind("\n", 0, gap.start)
    said = gap.reason.value("text")
    return StatBlockError(reason(code, text=said, line=line, column=column, suggestion=gap.suggestion))
