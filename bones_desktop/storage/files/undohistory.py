"""Undo across restarts: the named steps of a value, valid only while its file is the one that they belong to."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Any, Final, Generic

from bones_desktop.storage.files.checkedfile import (
    DamagedFileError,
    Line,
    Lines,
    Place,
    append,
    next_line,
    read_lines,
    to_json,
    write_first,
)
from bones_desktop.storage.files.datafile import ValueT
from bones_desktop.storage.files.placing import make_folder
from bones_desktop.storage.files.plainvalues import plain, read
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.files.valuechanges import changed, changes

MOST_STEPS: Final = 250
LARGEST: Final = 4_000_000
"""Bytes of a history that is written as a whole; it may grow to twice as many."""
GROWN: Final = 250_000
"""Bytes of lines that are gathered up into a whole at the next pause."""
_UNREADABLE: Final = (
    FileProblem, DamagedFileError, KeyError, TypeError, ValueError, IndexError, AttributeError, RecursionError,
)  # fmt: skip


@dataclass(frozen=True)
class Step(Generic[ValueT]):
    """One step of a history: it made `after` of `before`."""

    name: str
    before: ValueT
    after: ValueT
    mark: str = ""
    """What others, such as the log, know the step by; kept with it."""


@dataclass(frozen=True)
class FileStep(Generic[ValueT]):
    """A step that was made in the file at `path`."""

    path: Path
    step: Step[ValueT]

    @property
    def before(self) -> ValueT:
        """The value before the step."""
        return self.step.before

    @property
    def after(self) -> ValueT:
        """The value as the step left it."""
        return self.step.after

    @property
    def is_change(self) -> bool:
        """Whether it changed anything; otherwise nothing was written, and there is nothing to take back."""
        return self.before != self.after


@dataclass(frozen=True)
class History(Generic[ValueT]):
    """Steps in the order they were made, of which the last `undone` are undone."""

    steps: tuple[Step[ValueT], ...]
    undone: int

    @property
    def done(self) -> tuple[Step[ValueT], ...]:
        """The steps that are not undone."""
        return self.steps[: len(self.steps) - self.undone]


class UndoHistories(Generic[ValueT]):
    """Histories of values of `kind` under `folder`, one file for each id of a value."""

    def __init__(
        self, folder: Path, kind: type[ValueT], troubled: Callable[[FileProblem], None] = lambda _error: None
    ) -> None:
        """`troubled` is to hear why a history was not kept though the value's file is saved."""
        self._folder = folder
        self._kind = kind
        self.troubled = troubled

    def of(self, value_id: str) -> "OpenHistory[ValueT]":
        """Return the history of one value, to be loaded and kept step by step."""
        return OpenHistory(self._folder / f"{value_id}.json", self._kind)


class OpenHistory(Generic[ValueT]):
    """The history of one value, written ahead of each save of the value's file.

    A history written as a whole is followed by lines, one for what each save did. Whichever of these states the value's
    file is in, the history of that state is found: a program killed between the two writes loses nothing.
    """

    def __init__(self, path: Path, kind: type[ValueT]) -> None:
        self._path = path
        self._kind = kind
        self._steps: tuple[Step[ValueT], ...] = ()
        self._undone = 0
        self._digest = ""
        """Steps, how many are undone, and the digest of the file, as the last line has them."""
        self._end: Place | None = None
        """Where the last line that is good ends; None when the file has to be written as a whole first."""
        self._size = 0
        self._whole_size = 0
        self._known: dict[str, tuple[tuple[Step[ValueT], ...], int]] = {}
        """The histories of the states that the value's file may be in."""

    def load(self, digest: str) -> History[ValueT] | None:
        """Return the history of the file with `digest`, and go on from it.

        None when there is none, it is damaged, or it belongs to another state of the file.
        """
        try:
            found = read_lines(self._path, 2 * LARGEST)
            history, line = _found(self._kind, found, digest)
        except _UNREADABLE:
            return None
        if line is None:
            return None
        self._end, self._size, self._whole_size = line.place, found.size, found.every[0].place.end
        self._note(digest, history.steps, history.undone)
        self._known = {digest: (history.steps, history.undone)}
        return history

    def write_ahead(self, now: str, digest: str, steps: Sequence[Step[ValueT]], undone: int) -> None:
        """Keep the history for the file that has the digest `now` and is about to have `digest`.

        The last MOST_STEPS steps are kept, fewer when large. Neither a kill nor a power cut
        loses any of it. FileProblem when it cannot be written.
        """
        kept = tuple(steps[-MOST_STEPS:])
        undone = min(undone, len(kept))
        before = self._known.get(now, ((), 0))
        # Known before it is written: what the disk refuses here is written as a whole next time.
        self._known = {now: before, digest: (kept, undone)}
        if not self._append(digest, kept, undone):
            self._write(now, *before)
            self._append(digest, kept, undone)

    def keep(self, digest: str, steps: Sequence[Step[ValueT]], undone: int) -> None:
        """See that the history of the file with `digest` is kept, in few bytes; FileProblem as `write_ahead`."""
        if not steps and self._end is None:
            return
        kept = tuple(steps[-MOST_STEPS:])
        if not self._has(digest, kept, undone):
            self.write_ahead(digest, digest, kept, undone)
        if not self._has(digest, kept, undone) or self._size - self._whole_size > GROWN:
            self._write(digest, kept, undone)

    def _has(self, digest: str, steps: tuple[Step[ValueT], ...], undone: int) -> bool:
        """Return whether the last line holds this; the first steps may have been left out to save room."""
        if self._end is None or (self._digest, self._undone) != (digest, undone) or bool(steps) != bool(self._steps):
            return False
        last = steps[-len(self._steps) :]
        return len(last) == len(self._steps) and all(map(_is_same, last, self._steps))

    def _append(self, digest: str, steps: tuple[Step[ValueT], ...], undone: int) -> bool:
        """Write what is new as a line; False where there is nothing it could follow, or no room."""
        if self._end is None:
            return False
        place, data = next_line(self._end, _news(self._steps, digest, steps, undone))
        if place.end > 2 * LARGEST:
            return False
        after, self._end = self._end, None
        if not append(self._path, after, self._size, data):
            return False
        self._end, self._size = place, place.end
        self._note(digest, steps, undone)
        return True

    def _write(self, digest: str, steps: tuple[Step[ValueT], ...], undone: int) -> None:
        self._end = None
        kept, place = _write(self._path, digest, steps, undone)
        self._end, self._size, self._whole_size = place, place.end, place.end
        self._note(digest, kept, min(undone, len(kept)))

    def _note(self, digest: str, steps: tuple[Step[ValueT], ...], undone: int) -> None:
        self._digest, self._steps, self._undone = digest, steps, undone


def _write(
    path: Path, digest: str, steps: Sequence[Step[ValueT]], undone: int
) -> tuple[tuple[Step[ValueT], ...], Place]:
    """Write a history as a whole, and return the steps that had room and what is in the file now."""
    kept = tuple(steps[-MOST_STEPS:])
    while True:
        body = _whole(digest, kept, undone)
        if not kept or len(to_json(body)) <= LARGEST:
            break
        kept = kept[max(1, len(kept) // 4) :]
    make_folder(path.parent, path)
    return kept, write_first(path, body)


def _whole(digest: str, steps: Sequence[Step[ValueT]], undone: int) -> dict[str, Any]:
    """Return what is stored: the first state as a whole, later ones as differences, and the steps between them."""
    differences, numbered = _differences(steps[0].before if steps else None, steps)
    return {
        "digest": digest,
        "first": plain(steps[0].before) if steps else None,
        "changes": differences,
        "steps": numbered,
        **_marks(steps),
        "undone": min(undone, len(steps)),
    }


def _news(old: Sequence[Step[ValueT]], digest: str, steps: Sequence[Step[ValueT]], undone: int) -> dict[str, Any]:
    """Return what is appended: which of the earlier steps are kept, and the new ones as their differences."""
    begin, place, keep = _overlap(old, steps)
    new = steps[place + keep :]
    start = _start(old, old[begin : begin + keep])
    differences, numbered = _differences(start or (new[0].before if new else None), new)
    return {
        "digest": digest,
        "from": begin,
        "keep": keep,
        "first": plain(new[0].before) if start is None and new else None,
        "changes": differences,
        "steps": numbered,
        **_marks(new),
        "undone": min(undone, len(steps)),
    }


def _marks(steps: Sequence[Step[ValueT]]) -> dict[str, Any]:
    """Return the marks of steps by their places; apart from them, for earlier versions know steps without marks."""
    marks = {str(place): step.mark for place, step in enumerate(steps) if step.mark}
    return {"marks": marks} if marks else {}


def _start(old: Sequence[Step[ValueT]], kept: Sequence[Step[ValueT]]) -> ValueT | None:
    """Return the state that the differences of a line start from; None where the line has to store it."""
    if kept:
        return kept[-1].after
    return old[0].before if old else None


def _overlap(old: Sequence[Step[ValueT]], steps: Sequence[Step[ValueT]]) -> tuple[int, int, int]:
    """Return where in `old` and where in `steps` the same steps begin, and how many they are."""
    if not old or not steps:
        return 0, 0, 0
    begin = next((place for place, each in enumerate(old) if _is_same(each, steps[0])), None)
    place = 0
    if begin is None:
        begin = 0
        place = next((place for place, each in enumerate(steps) if _is_same(old[0], each)), len(steps))
    pairs = zip(old[begin:], steps[place:], strict=False)
    keep = sum(1 for _ in takewhile(lambda pair: _is_same(*pair), pairs))
    return (begin, place, keep) if keep else (0, 0, 0)


def _is_same(one: Step[ValueT], other: Step[ValueT]) -> bool:
    """Whether both are the same step of one document: comparing characters takes far longer."""
    return one.before is other.before and one.after is other.after and one.name == other.name


def _differences(last: ValueT | None, steps: Sequence[Step[ValueT]]) -> tuple[list[dict[str, Any]], list[list[Any]]]:
    """Return what each state changed, from `last` on, and the names of the steps with the states between which they go.

    State 0 is `last`.
    """
    numbered: list[list[Any]] = []
    differences: list[dict[str, Any]] = []
    for step in steps:
        places = []
        for state in (step.before, step.after):
            if last is not None and state is not last and state != last:
                differences.append(changes(last, state))
                last = state
            places.append(len(differences))
        numbered.append([step.name, *places])
    return differences, numbered


def _found(kind: type[ValueT], found: Lines, digest: str) -> tuple[History[ValueT], Line | None]:
    """Return the history as of the last line with this digest, and the line; None when there is no such line."""
    last = max((place for place, line in enumerate(found.every) if line.body["digest"] == digest), default=None)
    if last is None:
        return History((), 0), None
    whole, *lines = found.every[: last + 1]
    history = _history(_steps(_states(kind, whole.body), whole.body), whole.body)
    for line in lines:
        history = _after(kind, history.steps, line.body)
    return history, found.every[last]


def _after(kind: type[ValueT], old: tuple[Step[ValueT], ...], body: dict[str, Any]) -> History[ValueT]:
    """Return the history after a line."""
    begin, keep = body["from"], body["keep"]
    if type(begin) is not int or type(keep) is not int or not 0 <= begin <= begin + keep <= len(old):
        raise ValueError("there are not so many steps to keep")
    kept = old[begin : begin + keep]
    start = _start(old, kept)
    states = _chain(read(kind, body["first"]) if start is None and body["steps"] else start, body["changes"])
    return _history((*kept, *_steps(states, body)), body)


def _history(steps: tuple[Step[ValueT], ...], body: dict[str, Any]) -> History[ValueT]:
    return History(steps, min(int(body["undone"]), len(steps)))


def _steps(states: list[ValueT], body: dict[str, Any]) -> tuple[Step[ValueT], ...]:
    marks = body.get("marks", {})
    return tuple(
        Step(str(name), states[before], states[after], str(marks.get(str(place), "")))
        for place, (name, before, after) in enumerate(body["steps"])
    )


def _states(kind: type[ValueT], body: dict[str, Any]) -> list[ValueT]:
    if "states" in body:  # the form of earlier versions, which stored every state whole
        return [read(kind, each) for each in body["states"]]
    return _chain(None if body["first"] is None else read(kind, body["first"]), body["changes"])


def _chain(first: ValueT | None, every: list[dict[str, Any]]) -> list[ValueT]:
    """Return a state and those that differ from one to the next."""
    if first is None:
        return []
    states = [first]
    for differences in every:
        states.append(changed(states[-1], differences))
    return states
