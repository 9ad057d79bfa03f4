"""How the commands tell what a throw means."""

from typing import Any

from bones_desktop.cli.printing import plain
from bones_desktop.rules.bones.book.attempts import CHALLENGE
from bones_desktop.rules.bones.reading.tasks import TaskReading
from bones_desktop.wording.reasons import sentence


def reading_json(reading: TaskReading) -> dict[str, Any]:
    """Return a reading as values for JSON, without the challenge dice."""
    return {
        "allowed": reading.allowed,
        "allowed_by_gm": reading.allowed_by_gm,
        "reason": sentence(reading.reason, plain) if reading.reason else None,
        "cap": reading.cap,
        "successes": reading.successes,
        "net": reading.net,
        "success": reading.success,
        "damage": reading.damage,
        "dice": [
            {"die": die.label, "face": die.face, "counts": die.counts, "why": sentence(die.reason, plain)}
            for die in reading.reading.dice
            if die.group != CHALLENGE
        ],
    }


def print_reading(reading: TaskReading, extra: dict[str, Any]) -> None:
    """Print what a throw means, step by step and die by die; `extra` is what was rolled, empty for faces given."""
    for finding in reading.reading.findings:
        print(sentence(finding.reason, plain))
    for step in reading.reading.steps:
        print(f"  {sentence(step, plain)}")
    for die in reading.reading.dice:
        if die.group == CHALLENGE:
            continue
        print(f"  {die.label}: {die.face} counts {die.counts}. {sentence(die.reason, plain)}")
    if extra:
        print(f"  Faces {','.join(map(str, extra['faces']))}; Nulls {extra['nulls']}; seed {extra['seed']}")
