"""What was not understood of a text: which piece of it, and why."""

from collections.abc import Iterable
from dataclasses import dataclass

from bones_desktop.rules.bones.book.spelling import LONGEST, key
from bones_desktop.rules.reasons import Reason, reason


@dataclass(frozen=True, slots=True)
class Gap:
    """A piece of the text that was not understood: where it stands, from `start` up to `end`, and why it was not."""

    start: int
    end: int
    reason: Reason

    @property
    def suggestion(self) -> str:
        """What may stand in its place, "" when nothing is near."""
        return str(dict(self.reason.values).get("suggestion", ""))


def gap_at(code: str, start: int, text: str, suggestion: str = "") -> Gap:
    """Return the gap that `text` at `start` is, with as much of it as a sentence takes."""
    words = " ".join(text[: LONGEST * 2].split())
    shown = words if len(words) <= LONGEST else words[:LONGEST] + "…"
    return Gap(start, start + len(text), reason(code, text=shown, suggestion=suggestion))


def in_order(text: str, gaps: Iterable[Gap]) -> tuple[Gap, ...]:
    """Return the gaps as they follow each other, those joined between which nothing was understood."""
    joined: list[Gap] = []
    for gap in sorted(gaps, key=lambda each: (each.start, -each.end)):
        last = joined[-1] if joined else None
        if last is None or gap.start >= last.end:
            plain = last is not None and {last.reason.code, gap.reason.code} == {"left-out-words"}
            if last is not None and plain and not key(text[last.end : gap.start]):
                joined[-1] = gap_at("left-out-words", last.start, text[last.start : gap.end])
            else:
                joined.append(gap)
    return tuple(joined)
