"""Lines of the log and the history of a character, which tell of the same uses of spiffs and may not tell apart."""

import contextlib
from collections.abc import Sequence

from bones_desktop.document.bones.characterdocument import UndoStep
from bones_desktop.storage.log.logentry import LogEntry, Telling
from bones_desktop.storage.log.throwlog import ThrowLog


def lines_apart(log: ThrowLog, steps: Sequence[UndoStep], undone: int) -> tuple[LogEntry, ...]:
    """Return the lines that do not tell what a history with its last `undone` steps undone says, as they should be.

    Uses that the log does not know are passed over: it may be another log. FileProblem when it cannot be read.
    """
    marks = [step.mark for step in steps if step.mark]
    known = log.acts(marks) if marks else {}
    done = {step.mark for step in steps[: len(steps) - undone]}
    tellings: dict[int, Telling] = {}
    for mark in marks:
        if mark not in known:
            continue
        line, act = known[mark]
        if mark in done:
            tellings[line] = act.done
        else:
            tellings.setdefault(line, act.undone)
    found: list[LogEntry] = []
    for entry in log.read(tellings):
        telling = tellings[entry.id]
        if Telling.of(entry) != telling:
            with contextlib.suppress(ValueError):  # damaged: its dice thrown again are not those
                found.append(telling.told(entry))
    return tuple(found)
