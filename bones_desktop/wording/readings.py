"""Sentences about tasks and their dice, and the result of a roll as a headline and as a sum of short parts.

Examples of parts are "counted 3", "cap 2 → −1" and "= 0".
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from bones_desktop.rules.bones.book.icons import Aptitude
from bones_desktop.rules.reasons import Reason
from bones_desktop.rules.records import Record, replace
from bones_desktop.wording.language import _, ngettext

READING_SENTENCES: Final[dict[str, str]] = {
    # Faces.
    "counts-universal": "Universal counts for every task: {successes}.",
    "counts-aptitude": "{face} counts for {skill}: {successes}.",
    "counts-skill": "{face} counts for {skill}: {successes}.",
    "counts-mastery": "{face} counts for {skill} by its mastery: {successes}.",
    "counts-racial": "{face} counts for {skill}: {successes}.",
    "counts-racial-mastery": "{face} works as {mastery} and counts for {skill}: {successes}.",
    "counts-ability": "{face} counts for {skill}: {successes}.",
    "counts-both": "Both icons of {face} count for {skill}: {successes}.",
    "wrong-skill": "{face} does not count for {skill}.",
    "counts-in-a-fight": "{face} does not count here. In a fight it defends, alongside {skill}.",
    "wrong-aptitude": "{face} does not count: {skill} needs another kind.",
    "condition-not-met": "{face} would count for {skill} only under its own condition.",
    "blank": "A blank face does nothing.",
    "damage-for-target": "Damage hurts a target if your GM says so; it adds no success.",
    "lost-to-damage": "Lost to damage: {face} counts for nothing.",
    "not-allowed": "{face} does not count: {skill} may not be attempted.",
    "all-dice-lost": "{face} does not count: all dice are lost.",
    "damages": "{face} does {n} damage at once.",
    "cancels": "{face} cancels {successes}.",
    "encumbers": "{face} cancels {successes}.",
    "encumbers-nothing": "{face} does not hinder {skill}.",
    "lifts-encumbrance": "{face} makes up for {n} Encumbrance of armour or shield.",
    "lifts-darkness": "{face} takes {n} off the penalty for darkness.",
    "lifts-stealth": "{face} takes {n} off the other side's Stealth.",
    "idle-hindering": "{face} adds nothing on a hindering die.",
    "idle-weapon": "{item} does not count: another weapon is used.",
    "idle-second": "{item} does not count: no Two Weapon was rolled.",
    "idle-beside-shield": "{item} does not count: with a shield there is no second weapon.",
    "idle-unfit": "{item} does not count: it is not a weapon for this attack.",
    "idle-unarmed": "{item} does not count: Unarmed Combat uses no weapon.",
    "idle-casting": "{item} does not count: magic uses no weapon.",
    "idle-shield": "{item} does not count: only one shield does.",
    "idle-armour": "{item} does not count: only one suit of armour does.",
    "opponent-die": "{face} belongs to the other side.",
    # Whether the task may be attempted.
    "anyone-may-try": "Anyone may try {skill}, and every success counts.",
    "capped": "{skill} is capped at {cap}: {each} for each fitting icon on your dice ({icons}).",
    "no-icon": "{skill} needs at least one fitting icon on your dice.",
    "no-icon-theirs": "{skill} needs at least one fitting icon on their dice.",
    "allowed-by-gm": "No icon on your dice fits {skill}, but the GM allows it: the cap is {cap}, as with one icon.",
    "no-dice": "There is no die left to roll.",
    # Steps of the sum.
    "step-allowed-by-gm": "The GM allows it without a fitting icon: the cap is that of one icon.",
    "step-damage": "Hindering dice do {n} damage. Dice lost: {taken}.",
    "step-counted": "Counted for {skill}: {n}.",
    "step-outside-cap": "Masteries outside the cap: +{n}.",
    "step-automatic": "Automatic successes: +{n}.",
    "step-bought": "Bought with spiffs: +{n}.",
    "step-cap": "Above the cap of {cap}: −{n}.",
    "step-uncapped": "No cap.",
    "step-fatigue": "Magic past the safe level: −{n}.",
    "step-encumbrance": "Encumbrance: −{n}.",
    "step-encumbrance-lifted": "Encumbrance made up for by Endurance: +{n}.",
    "step-lent": "Lent by others: +{n}.",
    "step-lent-away": "Lent to others: −{n}.",
    "step-penalty": "Penalty: −{n}.",
    "step-distance": "Distance: −{n}.",
    "step-darkness": "Darkness: −{n}.",
    "step-darkness-lifted": "Darkness seen through by Night Vision: +{n}.",
    "step-own-nulls": "Nulls on your own dice: −{n}.",
    "step-nulls": "Nulls: −{n}.",
    "step-automatic-nulls": "Automatic Nulls: −{n}.",
    "step-against": "The other side: −{n}.",
    "step-stealth-lifted": "Stealth seen through by Sixth Sense: +{n}.",
    "step-sensed": "Your Stealth seen through by the other side: −{n}.",
    "step-net": "Net result: {n}.",
    "step-overruled": "The GM says: {n}.",
    # Results of tasks.
    "success": "Success by {n}.",
    "failure": "Failure by {n}.",
    "tie": "A tie: the task fails.",
    "tie-opposed": "A tie: the acting side fails, and nothing changes.",
    "no-success": "No success: the task fails.",
    "no-success-opposed": "No success on either side: the acting side fails, and nothing changes.",
    "all-dice-lost-task": "The last die is lost: the task fails.",
    "dice-lost": "Dice lost to damage: {n}.",
    "overruled": "The GM says {n}; the dice say {dice}.",
    "overruled-because": "The GM says {n}; the dice say {dice}: {why}.",
    # Consequences.
    "player-tells": "You describe what happens.",
    "gm-tells": "Your GM describes what happens.",
    "magic-lasts": "Magic lasts only while you keep doing this task. It reaches body and mind, not the soul.",
    "craft-tools": "Without the right tools the GM makes Craft harder.",
    # Results of rolls that only count successes.
    "moved": "{metres} m this round: a movement score of {score}.",
    "fall-damage": "The fall of {metres} m does {n} damage.",
    "fall-unharmed": "The fall of {metres} m does no harm.",
    "income": "{coins} coins over the cost of living, from {successes}.",
    "overreach": "Magic past the safe level left no success: {n} damage.",
    "opponent-result": "{name}: {successes}.",
    # Uses of spiffs.
    "offer-reroll": "Re-roll one of your dice for {spiffs}; the new face counts.",
    "offer-success": "Buy one more success for {spiffs}.",
    "offer-earned": "Use one success earned in sessions, without spiffs. Left: {n}.",
    "no-earned-success": "There is no earned success left; every ten sessions saved bring one.",
    "spiffs-too-few": "This costs {spiffs}; you have {have}.",
    "rerolled-already": "Only one re-roll per roll.",
    "bought-already": "Only one bought success per roll.",
    "no-die-to-throw-again": "No die of yours can be re-rolled: those that are lost stay lost.",
    "only-die-again": "{die} was taken back: only it may be re-rolled, with the same face. "
    "A veto then frees the others.",
    "only-die-again-lost": "{die} was taken back and is lost since: no other die may be re-rolled.",
    # Refusals.
    "no-such-opposition": "A task needs either a difficulty or the other side's successes.",
    "negative-number": "A number may not be below zero.",
    "ruling-too-far": "A result can be at most {most} above or below zero.",
    "ruling-text-too-long": "The reason is too long: {most} characters at most.",
    "by-magic-only-magic": "A task done by magic is a roll of Magic: choose Magic as the skill.",
    "by-magic-opposed": "Magic is harder only against a difficulty, not against the other side.",
    "no-such-item": "There is no equipment die {item}.",
}
"""The sentence for each code, with placeholders for the values of its Reason."""


_BARE_TASKS: Final = frozenset(each.capitalize() for each in Aptitude)
"""Names of tasks without a skill. An icon next to such a name would look like a part of the name."""
LARGE: Final = {
    "success": "Success by {n}",
    "failure": "Failure by {n}",
    "tie": "A tie",
    "tie-opposed": "A tie",
    "no-success": "No success",
    "no-success-opposed": "No success",
    "all-dice-lost-task": "All dice lost",
    "moved": "{metres} m",
    "fall-damage": "{n} damage",
    "fall-unharmed": "Unharmed",
    "income": "{coins} coins",
}
"""The headlines, by the code of the first finding."""
_SAY_ALL: Final = frozenset({"success", "failure", "fall-damage", "fall-unharmed"})


def _signed(value: str | int) -> str | int:
    """Return a negative number as text with a typographic minus sign, and any other value unchanged."""
    return f"−{-value}" if isinstance(value, int) and value < 0 else value


def about_others(reason: Reason) -> Reason:
    """Return `reason` with a code whose sentence is about another character and does not address the reader."""
    return replace(reason, code="no-icon-theirs") if reason.code == "no-icon" else reason


def reading_sentence(reason: Reason) -> str:
    """Return the sentence for `reason`. Raise KeyError for a code without a sentence in this module."""
    values = {name: _signed(value) for name, value in reason.values}
    # "Physical" alone would look like the name of a skill.
    if values.get("skill") in _BARE_TASKS:
        values["skill"] = _("a {aptitude} task").format(aptitude=values["skill"])
    number = dict(reason.values).get("n")
    if isinstance(number, int):
        values["successes"] = ngettext("{n} success", "{n} successes", number).format(n=values["n"])
        values["spiffs"] = ngettext("{n} spiff", "{n} spiffs", number).format(n=values["n"])
    return _(READING_SENTENCES[reason.code]).format(**values)


class SumPartKind(StrEnum):
    """Effect of a part on the sum. Each kind is displayed in its own way."""

    COUNTS = "counts"
    ADDS = "adds"
    CAPS = "caps"
    TAKES = "takes"
    HURTS = "hurts"
    RULED = "ruled"
    """A decision of the GM."""
    NET = "net"


class SumPart(Record):
    """One part of the sum, in a few words."""

    kind: SumPartKind
    text: str
    step: Reason
    """The step that the part describes; `wording.reasons.sentence` has the full sentence."""


PARTS: Final[dict[str, tuple[SumPartKind, str]]] = {
    "step-allowed-by-gm": (SumPartKind.RULED, "allowed by the GM"),
    "step-damage": (SumPartKind.HURTS, "damage {n}"),
    "step-counted": (SumPartKind.COUNTS, "counted {n}"),
    "step-automatic": (SumPartKind.ADDS, "automatic +{n}"),
    "step-bought": (SumPartKind.ADDS, "bought +{n}"),
    "step-cap": (SumPartKind.CAPS, "cap {cap} → −{n}"),
    "step-outside-cap": (SumPartKind.ADDS, "masteries +{n}"),
    "step-fatigue": (SumPartKind.TAKES, "fatigue −{n}"),
    "step-encumbrance": (SumPartKind.TAKES, "Encumbrance −{n}"),
    "step-encumbrance-lifted": (SumPartKind.ADDS, "Endurance +{n}"),
    "step-lent": (SumPartKind.ADDS, "lent +{n}"),
    "step-lent-away": (SumPartKind.TAKES, "lent away −{n}"),
    "step-penalty": (SumPartKind.TAKES, "penalty −{n}"),
    "step-distance": (SumPartKind.TAKES, "distance −{n}"),
    "step-darkness": (SumPartKind.TAKES, "darkness −{n}"),
    "step-darkness-lifted": (SumPartKind.ADDS, "Night Vision +{n}"),
    "step-own-nulls": (SumPartKind.TAKES, "own Nulls −{n}"),
    "step-nulls": (SumPartKind.TAKES, "Nulls −{n}"),
    "step-automatic-nulls": (SumPartKind.TAKES, "automatic Nulls −{n}"),
    "step-against": (SumPartKind.TAKES, "other side −{n}"),
    "step-stealth-lifted": (SumPartKind.ADDS, "Sixth Sense +{n}"),
    "step-sensed": (SumPartKind.TAKES, "their Sixth Sense −{n}"),
    "step-net": (SumPartKind.NET, "= {n}"),
    "step-overruled": (SumPartKind.RULED, "the GM says {n}"),
    "sum-counted": (SumPartKind.COUNTS, "counted {n}"),
    "sum-dice": (SumPartKind.COUNTS, "dice {n}"),
    "sum-automatic": (SumPartKind.ADDS, "automatic +{n}"),
    "sum-bonus": (SumPartKind.ADDS, "bonus +{n}"),
    "sum-malus": (SumPartKind.TAKES, "bonus −{n}"),
    "sum-margin": (SumPartKind.ADDS, "margin +{n}"),
    "sum-armour": (SumPartKind.TAKES, "armour −{n}"),
    "sum-black": (SumPartKind.TAKES, "black dice −{n}"),
    "sum-theirs": (SumPartKind.TAKES, "other side −{n}"),
    "sum-target": (SumPartKind.TAKES, "target −{n}"),
    "sum-net": (SumPartKind.NET, "= {n}"),
}
"""Kind and text of each part, by the code of its step. A step without an effect has no part."""


_BETWEEN: Final = {SumPartKind.NET: " ", SumPartKind.HURTS: "; "}
"""Separator before a part of each kind in the one-line sum. Other kinds have a comma before them."""


def large_words(finding: Reason) -> str:
    """Return the headline for the first finding; "not possible" for a refused task."""
    text = LARGE.get(finding.code)
    # "0 coins" would look like a missing number.
    if finding.code == "income" and not finding.value("coins"):
        return _("No coins")
    return _("Not possible") if text is None else _(text).format(**dict(finding.values))


def needs_sentence(finding: Reason) -> bool:
    """Return whether the headline and the title together leave out a part of the finding."""
    return finding.code not in _SAY_ALL


def sum_parts(steps: Iterable[Reason]) -> tuple[SumPart, ...]:
    """Return the parts of the sum in order."""
    parts = []
    for step in steps:
        kind, text = PARTS.get(step.code, (None, ""))
        if kind is not None:
            values = {key: _signed(value) for key, value in step.values}
            parts.append(SumPart(kind, _(text).format(**values), step))
    # Damage comes last, because it adds nothing to the sum.
    return tuple(sorted(parts, key=lambda part: part.kind is SumPartKind.HURTS))


def sum_words(parts: Iterable[SumPart]) -> str:
    """Return the sum as one line: "Counted 3, cap 2 → −1, Nulls −2 = 0; damage 1."; "" without parts."""
    said = ""
    for part in parts:
        between = _BETWEEN.get(part.kind, ", ")
        said = f"{said}{between}{part.text}" if said else part.text
    return f"{said[:1].upper()}{said[1:]}." if said else ""
