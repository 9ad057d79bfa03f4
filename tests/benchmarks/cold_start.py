"""Processor time of new processes: what a program costs above an interpreter that does nothing."""

import resource
import statistics
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
_OURS = f"import sys; sys.path.insert(0, {str(ROOT)!r}); "


def ours(dice, others):
    """Return a program that answers one task through our whole-number odds; `others` are the challenge dice."""
    return (
        f"{_OURS}from bones_desktop.rules.chances import Hurdle, total; "
        f"print(*Hurdle(total({others!r})).beaten(total({dice!r})))"
    )


def icepool(dice, others):
    return (
        "from icepool import Die, Pool; "
        f"found = (Pool([Die(v) for v in {dice!r}]).sum() > {len(others)} @ Die({others[0]!r})).probability(True); "
        "print(found.numerator, found.denominator)"
    )


def dyce(dice, others):
    return (
        "from fractions import Fraction; from dyce import H; "
        f"found = sum(H(v) for v in {dice!r}).gt({len(others)} @ H({others[0]!r})); "
        "found = Fraction(found[True], found.total); print(found.numerator, found.denominator)"
    )


def command(*arguments):
    """Return the program's own command with these arguments."""
    return f"{_OURS}sys.argv[1:] = {list(arguments)!r}; from bones_desktop.main import main; main()"


def run(program):
    """Return the processor time of one run, and what it printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    ended = subprocess.run([sys.executable, "-I", "-c", program], check=True, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, ended.stdout


def above_bare(programs, runs):
    """Return for each program the median of its processor time less that of a bare interpreter in the same run."""
    spent = {name: [] for name in programs}
    for _ in range(runs):
        bare, _ = run("pass")
        for name, program in programs.items():
            spent[name].append(run(program)[0] - bare)
    return {name: statistics.median(seconds) for name, seconds in spent.items()}
