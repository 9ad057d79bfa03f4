"""The result of a throw in large words, and its sum as short parts: "counted 3", "cap 2 → −1", "= 0"."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bones_desktop.rules.reasons import Reason

Translate = Callable[[str], str]


class PartKind(StrEnum):
    """What a part does to the sum; each has a shape of its own."""

    COUNTS = "counts"
    ADDS = "adds"
    CAPS = "caps"
    TAKES = "takes"
    HURTS = "hurts"
    RULED = "ruled"
    """By the GM's word."""
    NET = "net"


@dataclass(frozen=True, slots=True)
class SumPart:
    """One part of the sum in a few words."""

    kind: PartKind
    text: str
    step: Reason
    """The step it tells of; `wording.reasons.sentence` says it at length."""


PARTS: Final[dict[str, tuple[PartKind, str]]] = {
    "step-allowed-by-gm": (PartKind.RULED, "allowed by the GM"),
    "step-damage": (PartKind.HURTS, "damage {n}"),
    "step-counted": (PartKind.COUNTS, "counted {n}"),
    "step-automatic": (PartKind.ADDS, "automatic +{n}"),
    "step-bought": (PartKind.ADDS, "bought +{n}"),
    "step-cap": (PartKind.CAPS, "cap {cap} → −{n}"),
    "step-fatigue": (PartKind.TAKES, "fatigue −{n}"),
    "step-encumbrance": (PartKind.TAKES, "Encumbrance −{n}"),
    "step-encumbrance-lifted": (PartKind.ADDS, "Endurance +{n}"),
    "step-penalty": (PartKind.TAKES, "penalty −{n}"),
    "step-darkness": (PartKind.TAKES, "darkness −{n}"),
    "step-darkness-lifted": (PartKind.ADDS, "Night Vision +{n}"),
    "step-own-nulls": (PartKind.TAKES, "own Nulls −{n}"),
    "step-nulls": (PartKind.TAKES, "Nulls −{n}"),
    "step-automatic-nulls": (PartKind.TAKES, "automatic Nulls −{n}"),
    "step-against": (PartKind.TAKES, "other side −{n}"),
    "step-stealth-lifted": (PartKind.ADDS, "Sixth Sense +{n}"),
    "step-sensed": (PartKind.TAKES, "their Sixth Sense −{n}"),
    "step-net": (PartKind.NET, "= {n}"),
    "step-overruled": (PartKind.RULED, "the GM says {n}"),
}
"""The parts by the codes of the steps; a step that changes nothing has none."""

LARGE: Final = {
    "success": "Success by {n}",
    "failure": "Failure by {n}",
    "tie": "A tie",
    "tie-opposed": "A tie",
    "all-dice-lost-task": "All dice lost",
    "moved": "{metres} m",
    "fall-damage": "{n} damage",
    "fall-unharmed": "Unharmed",
    "income": "{coins} coins",
}
"""The words written large, by the code of the first finding."""

_BETWEEN: Final = {PartKind.NET: " ", PartKind.HURTS: "; "}
"""What stands before a part of the sum in one line, where it is no comma."""

_SAY_ALL: Final = frozenset({"success", "failure", "fall-damage", "fall-unharmed"})


def large_words(finding: Reason, tr: Translate) -> str:
    """Return what is written large for the first finding; where a task is refused, that it is not possible."""
    text = LARGE.get(finding.code)
    if finding.code == "income" and not finding.value("coins"):
        return tr("No coins")
    return tr("Not possible") if text is None else tr(text).format(**dict(finding.values))


def needs_sentence(finding: Reason) -> bool:
    """Return whether the large words leave something of the finding unsaid that the title does not tell."""
    return finding.code not in _SAY_ALL


def sum_parts(steps: Iterable[Reason], tr: Translate) -> tuple[SumPart, ...]:
    """Return the parts of the sum in its order; what hurts stands last, as it adds nothing."""
    parts = []
    for step in steps:
        kind, text = PARTS.get(step.code, (None, ""))
        if kind is not None:
            values = {key: _minus(value) for key, value in step.values}
            parts.append(SumPart(kind, tr(text).format(**values), step))
    return tuple(sorted(parts, key=lambda part: part.kind is PartKind.HURTS))


def sum_words(parts: Iterable[SumPart]) -> str:
    """Return the sum as one line: "Counted 3, cap 2 → −1, Nulls −2 = 0; damage 1."; "" without parts."""
    said = ""
    for part in parts:
        between = _BETWEEN.get(part.kind, ", ")
        said = f"{said}{between}{part.text}" if said else part.text
    return f"{said[:1].upper()}{said[1:]}." if said else ""


def _minus(value: str | int) -> str | int:
    return f"−{-value}" if isinstance(value, int) and value < 0 else value
