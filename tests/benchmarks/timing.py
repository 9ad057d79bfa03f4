"""Contestants timed in turn, so that whatever slows the machine slows them all."""

import gc
import statistics
from collections.abc import Callable
from dataclasses import dataclass, field
from time import process_time
from typing import Any

SAMPLE = 0.004
"""Seconds of processor time that one sample takes at least."""
MOST_CALLS = 2_000


@dataclass
class Contestant:
    """One way to answer: `answer` is timed, `prepare` makes its argument anew for every call and is not."""

    name: str
    answer: Callable[..., Any]
    prepare: Callable[[], Any] | None = None
    calls: int = 1
    seconds: list[float] = field(default_factory=list)

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)

    def ask(self):
        return self.answer() if self.prepare is None else self.answer(self.prepare())

    def sample(self) -> float:
        """Return the seconds of processor time of one answer."""
        if self.prepare is None:
            began = process_time()
            for _ in range(self.calls):
                self.answer()
            return (process_time() - began) / self.calls
        spent = 0.0
        for _ in range(self.calls):
            given = self.prepare()
            began = process_time()
            self.answer(given)
            spent += process_time() - began
        return spent / self.calls

    def settle(self) -> None:
        """Find how many calls fill a sample."""
        self.calls = 1
        while (took := self.sample() * self.calls) < SAMPLE and self.calls < MOST_CALLS:
            self.calls = min(MOST_CALLS, max(self.calls * 2, int(self.calls * SAMPLE / max(took, 1e-9)) + 1))


def race(contestants: list[Contestant], rounds: int) -> None:
    """Time every contestant in every round."""
    for each in contestants:
        each.settle()
    gc.collect()
    for _ in range(rounds):
        for each in contestants:
            each.seconds.append(each.sample())


def ratio(ours: Contestant, other: Contestant) -> float:
    """Return the median of how many times as long the other takes in the same round."""
    return statistics.median(theirs / mine for mine, theirs in zip(ours.seconds, other.seconds, strict=True))
