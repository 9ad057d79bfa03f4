"""Sentences for tasks, their dice, and dice written as text."""

from collections.abc import Callable
from typing import Final

from bones_desktop.rules.reasons import Reason

READING_SENTENCES: Final[dict[str, str]] = {
    # what a face does
    "counts-universal": "Universal: counts for every task. Successes: {n}.",
    "counts-aptitude": "{face} counts for {skill}. Successes: {n}.",
    "counts-skill": "{face} counts for {skill}. Successes: {n}.",
    "counts-mastery": "{face} counts for {skill} by its mastery. Successes: {n}.",
    "counts-racial": "{face} counts for {skill}. Successes: {n}.",
    "counts-racial-mastery": "{face} works as {mastery} and counts for {skill}. Successes: {n}.",
    "counts-ability": "{face} counts for {skill}. Successes: {n}.",
    "counts-both": "Both icons of {face} count for {skill}. Successes: {n}.",
    "wrong-skill": "{face} does not count for {skill}.",
    "wrong-aptitude": "{face} does not count: {skill} needs the other kind of success.",
    "condition-not-met": "{face} would count for {skill} only under its own condition.",
    "blank": "A blank face does nothing.",
    "damage-for-target": "Damage hurts a target and adds no success.",
    "lost-to-damage": "This die is lost to damage, so {face} counts for nothing.",
    "not-allowed": "{face} does not count: {skill} may not be attempted.",
    "all-dice-lost": "{face} does not count: all dice are lost.",
    "damages": "{face} does damage at once. Damage: {n}.",
    "cancels": "{face} cancels successes. Cancelled: {n}.",
    "encumbers": "{face} gets in the way. Successes cancelled: {n}.",
    "encumbers-nothing": "{face} does not hinder {skill}.",
    "lifts-encumbrance": "{face} makes up for Encumbrance of armour or shield. Points: {n}.",
    "lifts-darkness": "{face} sees through darkness. Points: {n}.",
    "lifts-stealth": "{face} sees through Stealth. Points: {n}.",
    "idle-hindering": "{face} adds nothing on a hindering die.",
    "opponent-die": "{face} belongs to the other side.",
    # whether the task may be attempted
    "anyone-may-try": "Anyone may try {skill}, and every success counts.",
    "capped": "{skill} is capped at {cap}: icons on your dice {icons}, {each} for each.",
    "no-icon": "{skill} needs at least one fitting icon on your dice.",
    "no-dice": "There is no die left to roll.",
    # the sum
    "step-damage": "Hindering dice do damage: {n}. Dice lost: {taken}.",
    "step-counted": "Counted for {skill}: {n}.",
    "step-automatic": "Automatic successes: +{n}.",
    "step-bought": "Bought with spiffs: +{n}.",
    "step-cap": "The cap is {cap}: −{n}.",
    "step-uncapped": "No cap: {n}.",
    "step-encumbrance": "Encumbrance: −{n}.",
    "step-encumbrance-lifted": "Encumbrance made up for by Endurance: +{n}.",
    "step-penalty": "Penalty: −{n}.",
    "step-darkness": "Darkness: −{n}.",
    "step-darkness-lifted": "Darkness seen through by Night Vision: +{n}.",
    "step-own-nulls": "Nulls on your own dice: −{n}.",
    "step-nulls": "Nulls: −{n}.",
    "step-automatic-nulls": "Automatic Nulls: −{n}.",
    "step-against": "The other side: −{n}.",
    "step-stealth-lifted": "Stealth seen through by Sixth Sense: +{n}.",
    "step-net": "Net result: {n}.",
    # findings
    "success": "Success by {n}.",
    "failure": "Failure by {n}.",
    "tie": "A tie: the task fails.",
    "tie-opposed": "A tie: whoever acts fails, and nothing changes.",
    "all-dice-lost-task": "The last die is lost: the task fails.",
    "dice-lost": "Dice lost to damage: {n}.",
    # refusals
    "no-such-opposition": "A task needs either a difficulty or the other side's successes.",
    "negative-number": "A number may not be below zero.",
    "no-such-item": "There is no equipment die {item}.",
    "not-your-die": "Die {die} is not one of the character's dice.",
    "taken-twice": "Die {die} is already lost.",
    "must-take-a-counting-die": "Die {die} did not count; damage takes a die that did.",
    "too-many-taken": "Only {damage} damage was done.",
    # names
    "unknown-skill": "There is no skill called “{text}”.",
    "unknown-difficulty": "There is no difficulty called “{text}”.",
    "unknown-die": "There is no printed die called “{text}”.",
    "unknown-template": "There is no template called “{text}”.",
    # dice as text
    "empty-text": "There are no dice in this text.",
    "text-too-long": "The text is too long: {most} characters at most.",
    "too-many-dice": "Line {line}, column {column}: more than {most} dice.",
    "die-not-understood": "Line {line}, column {column}: “{text}” is no printed die.",
    "lone-face": "Line {line}, column {column}: “{text}” is a face; list a die's faces with commas.",
    "face-not-understood": "Line {line}, column {column}: “{text}” is no face.",
    "face-missing": "Line {line}, column {column}: a face is missing between two commas.",
    "die-in-list": "Line {line}, column {column}: “{text}” is a die; separate dice with “;”.",
    "too-many-faces": "Line {line}, column {column}: a die has six faces, and “{text}” is beyond them.",
    "bad-multiple": "Line {line}, column {column}: “{text}” should be a doubled (x2) or tripled (x3) face.",
    "bad-repeat": "Line {line}, column {column}: “{text}” repeats too seldom or too often.",
    "mastery-of-another-skill": "Line {line}, column {column}: the mastery of “{text}” belongs to another skill.",
    "label-without-die": "Line {line}, column {column}: no die follows “{text}”.",
    "label-given-twice": "Line {line}, column {column}: “{text}” was already given.",
    "label-backwards": "Line {line}, column {column}: “{text}” counts backwards.",
    "tail-not-understood": "Line {line}, column {column}: “{text}” is no movement such as “Move 2 (flying 8)”.",
}
"""Sentence of each code; the values a Reason carries stand in braces."""

SUGGESTION: Final = "Did you mean “{suggestion}”?"


def _signed(value: str | int) -> str | int:
    """Return a number below zero with the minus sign that the sentences have everywhere."""
    return f"−{-value}" if isinstance(value, int) and value < 0 else value


def reading_sentence(reason: Reason, tr: Callable[[str], str]) -> str:
    """Return the sentence for `reason`, with a suggestion when it has one; KeyError for a code of another part."""
    values = {name: _signed(value) for name, value in reason.values}
    sentence = tr(READING_SENTENCES[reason.code]).format(**values)
    if values.get("suggestion"):
        return f"{sentence} {tr(SUGGESTION).format(**values)}"
    return sentence
