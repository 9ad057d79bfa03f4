import re
from pathlib import Path

import pytest

from bones_desktop.rules.reasons import reason
from bones_desktop.wording.readings import (
    LARGE,
    PARTS,
    PartKind,
    large_words,
    needs_sentence,
    sum_parts,
    sum_words,
)

RULES = Path(__file__).parents[2] / "bones_desktop" / "rules" / "bones"


def codes(module: str, call: str) -> set[str]:
    [file] = RULES.rglob(f"{module}.py")
    return set(re.findall(rf'{call}\(\s*"([a-z-]+)"', file.read_text(encoding="utf-8")))


def test_every_step_of_a_sum_has_a_part_but_the_one_that_changes_nothing():
    steps = {code for code in codes("tasks", "reason") | codes("plays", "reason") if code.startswith("step-")}
    assert len(steps) > 10
    assert set(PARTS) == steps - {"step-uncapped"}


def test_large_words_are_those_of_findings():
    assert set(LARGE) <= codes("tasks", "reason") | codes("plays", "reason")


def test_a_sum_is_one_line():
    steps = (
        reason("step-damage", n=1, taken=1),
        reason("step-counted", skill="Melee", n=3),
        reason("step-uncapped", n=3),
        reason("step-cap", cap=2, n=1),
        reason("step-nulls", n=4),
        reason("step-net", n=-2),
    )
    parts = sum_parts(steps, str)
    assert [part.kind for part in parts] == [
        PartKind.COUNTS,
        PartKind.CAPS,
        PartKind.TAKES,
        PartKind.NET,
        PartKind.HURTS,
    ]
    assert sum_words(parts) == "Counted 3, cap 2 → −1, Nulls −4 = −2; damage 1."
    assert sum_words(()) == ""


def test_the_gms_word_begins_and_ends_a_sum():
    steps = (
        reason("step-allowed-by-gm", "ACT-2"),
        reason("step-counted", skill="Thief", n=1),
        reason("step-net", n=1),
        reason("step-overruled", n=-1),
    )
    parts = sum_parts(steps, str)
    assert [part.kind for part in parts] == [PartKind.RULED, PartKind.COUNTS, PartKind.NET, PartKind.RULED]
    assert sum_words(parts) == "Allowed by the GM, counted 1 = 1, the GM says −1."


@pytest.mark.parametrize(
    ("finding", "large", "more"),
    [
        (reason("success", n=2), "Success by 2", False),
        (reason("failure", n=1), "Failure by 1", False),
        (reason("tie-opposed"), "A tie", True),
        (reason("moved", metres=30, score="2"), "30 m", True),
        (reason("fall-damage", n=2, metres=20), "2 damage", False),
        (reason("income", coins=300, n=3), "300 coins", True),
        (reason("income", coins=0, n=0), "No coins", True),
        (reason("no-icon", skill="Magic"), "Not possible", True),
    ],
)
def test_the_result_in_large_words(finding, large, more):
    assert large_words(finding, str) == large
    assert needs_sentence(finding) is more
