"""The GM's word in place of what the dice came to: another number of successes, told beside theirs (amendment 9).

Codes of steps: step-overruled (n). Codes of findings: overruled (n, dice), overruled-because (n, dice, why).
Codes refused: ruling-too-far (most), ruling-text-too-long (most).
"""

from dataclasses import dataclass, replace
from typing import Final

from bones_desktop.rules.bones.book.attempts import Task
from bones_desktop.rules.bones.reading.tasks import TaskReading, result_finding
from bones_desktop.rules.cleantext import clean_text
from bones_desktop.rules.reading import Finding, Tone
from bones_desktop.rules.reasons import reason, refuse

FARTHEST: Final = 99
"""The most successes, or the most that are missing, a GM can set."""
LONGEST_WHY: Final = 120


@dataclass(frozen=True, slots=True)
class Ruling:
    """A net result that the GM sets."""

    net: int
    """Below zero for a failure by so many."""
    why: str = ""
    """His reason in a few words, "" for none."""


def ruling(net: int, why: str = "") -> Ruling:
    """Return a ruling with its reason on one line; RulesError for a number or a reason beyond measure."""
    if abs(net) > FARTHEST:
        raise refuse("ruling-too-far", most=FARTHEST)
    said = " ".join(clean_text(why).split()).rstrip(". ")
    if len(said) > LONGEST_WHY:
        raise refuse("ruling-text-too-long", most=LONGEST_WHY)
    return Ruling(net, said)


def overruled(task: Task, reading: TaskReading, said: Ruling) -> TaskReading:
    """Return the reading with the GM's result in place of that of the dice, which stays told as a finding.

    What dice were lost to damage stays lost; it works also where nothing counted.
    """
    told = reason("overruled", n=said.net, dice=reading.net)
    if said.why:
        told = reason("overruled-because", n=said.net, dice=reading.net, why=said.why)
    was = reading.reading
    findings = (result_finding(task, said.net), Finding("overruled", told, Tone.NEUTRAL, said.net), *was.findings[1:])
    steps = (*was.steps, reason("step-overruled", n=said.net))
    return replace(reading, net=said.net, success=said.net >= 1, reading=replace(was, findings=findings, steps=steps))
