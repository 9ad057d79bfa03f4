"""What lines of the log were thrown for, to be asked again."""

import contextlib
from typing import Final

from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.reading.requests import Request, require_known
from bones_desktop.rules.reasons import RulesError
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.log.logentry import LogEntry
from bones_desktop.storage.log.requestjson import request_from
from bones_desktop.storage.log.throwlog import ThrowLog

LOOKED_BACK: Final = 60
"""Lines of the log that the last tasks are taken from."""


def kept_request(entry: LogEntry, rulebook: Rulebook) -> Request | None:
    """Return what a line was thrown for; None when that was not kept.

    RulesError for a skill or difficulty that the rulebook lacks.
    """
    request = request_from(entry.request)
    if request is not None:
        require_known(rulebook, request)
    return request


def recent_requests(log: ThrowLog | None, rulebook: Rulebook) -> tuple[Request, ...]:
    """Return what was thrown for last by the log, the newest first, each once; only what the rulebook knows."""
    if log is None:
        return ()
    try:
        latest = log.latest(LOOKED_BACK)
    except FileProblem:
        return ()
    found: dict[Request, None] = {}
    for entry in reversed(latest):
        with contextlib.suppress(RulesError):
            request = kept_request(entry, rulebook)
            if request is not None:
                found[request] = None
    return tuple(found)
