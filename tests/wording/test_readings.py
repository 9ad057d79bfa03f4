import re
from pathlib import Path
from string import Formatter

import pytest

from bones_desktop.rules.reasons import Reason, reason
from bones_desktop.wording.games.common import COMMON
from bones_desktop.wording.makingsentences import MAKING
from bones_desktop.wording.readings import (
    LARGE,
    PARTS,
    READING_SENTENCES,
    SumPartKind,
    large_words,
    needs_sentence,
    reading_sentence,
    sum_parts,
    sum_words,
)
from bones_desktop.wording.reasons import PLAY
from tests.support.foreach import for_each

RULES = Path(__file__).parents[2] / "bones_desktop" / "rules" / "bones"
MINE = (
    "notation",
    "attempts",
    "characterdice",
    "tasks",
    "plays",
    "requests",
    "spiffs",
)
USE = re.compile(r'(?:reason|refuse)\(\s*"([a-z-]+)"')


def codes() -> set[str]:
    text = "".join(file.read_text(encoding="utf-8") for name in MINE for file in RULES.rglob(f"{name}.py"))
    return set(USE.findall(text))


def test_every_code_has_a_sentence_and_every_sentence_a_code():
    # Injuries, the ledger of spiffs and the sheet have sentences of their own.
    known = set(READING_SENTENCES) | set(PLAY) | set(MAKING)
    assert codes() - {"unknown-skill", "unknown-difficulty"} <= known
    assert set(READING_SENTENCES) - codes() <= {"tie-opposed", "opponent-result", "no-icon-theirs"}


@for_each("code", sorted(READING_SENTENCES))
def test_sentences_are_whole_and_short(code):
    sentence = READING_SENTENCES[code]
    assert len(sentence) < 110
    assert sentence[-1] in ".}"
    fields = {field for _, field, _, _ in Formatter().parse(sentence) if field}
    filled = reading_sentence(Reason(code, "", tuple((field, 3) for field in fields - {"successes", "spiffs"} | {"n"})))
    assert "{" not in filled


@pytest.mark.parametrize("aptitude", ["Mental", "Physical"])
def test_a_task_without_a_skill_is_called_a_task(aptitude):
    def said(code, **values):
        return reading_sentence(Reason(code, "", (("skill", aptitude), *values.items())))

    assert said("wrong-skill", face="Melee") == f"Melee does not count for a {aptitude} task."
    assert said("wrong-aptitude", face="Melee") == f"Melee does not count: a {aptitude} task needs another kind."
    assert said("counts-aptitude", face=aptitude, n=1) == f"{aptitude} counts for a {aptitude} task: 1 success."
    assert said("anyone-may-try") == f"Anyone may try a {aptitude} task, and every success counts."
    assert said("step-counted", n=2) == f"Counted for a {aptitude} task: 2."


def test_one_success_is_not_called_successes():
    why = Reason("counts-skill", "", (("face", "Double Melee"), ("skill", "Melee"), ("n", 2)))
    assert reading_sentence(why) == "Double Melee counts for Melee: 2 successes."
    once = Reason("counts-skill", "", (("face", "Melee"), ("skill", "Melee"), ("n", 1)))
    assert reading_sentence(once) == "Melee counts for Melee: 1 success."


def test_one_spiff_is_not_called_spiffs():
    assert reading_sentence(Reason("offer-success", "", (("n", 2),))) == "Buy one more success for 2 spiffs."
    assert reading_sentence(Reason("spiffs-too-few", "", (("n", 1), ("have", 0)))) == (
        "This costs 1 spiff; you have 0."
    )


def test_a_number_below_zero_has_the_minus_sign_of_the_other_lines():
    assert reading_sentence(Reason("step-net", "", (("n", -2),))) == "Net result: −2."


def test_a_code_of_another_part_is_not_answered():
    with pytest.raises(KeyError):
        reading_sentence(Reason("of-another-part"))


def said_in(module: str) -> set[str]:
    [file] = RULES.rglob(f"{module}.py")
    return set(re.findall(r'reason\(\s*"([a-z-]+)"', file.read_text(encoding="utf-8")))


def test_every_step_of_a_sum_has_a_part_but_the_one_that_changes_nothing():
    steps = {code for code in said_in("tasks") | said_in("plays") if code.startswith("step-")}
    assert len(steps) > 10
    shared = {code for code in PARTS if code.startswith("sum-")}
    assert shared == {code for code in COMMON if code.startswith("sum-")}
    assert set(PARTS) - shared == steps - {"step-uncapped"}


def test_large_words_are_those_of_findings():
    assert set(LARGE) <= said_in("tasks") | said_in("plays")


def test_a_sum_is_one_line():
    steps = (
        reason("step-damage", n=1, taken=1),
        reason("step-counted", skill="Melee", n=3),
        reason("step-uncapped", n=3),
        reason("step-cap", cap=2, n=1),
        reason("step-nulls", n=4),
        reason("step-net", n=-2),
    )
    parts = sum_parts(steps)
    assert [part.kind for part in parts] == [
        SumPartKind.COUNTS,
        SumPartKind.CAPS,
        SumPartKind.TAKES,
        SumPartKind.NET,
        SumPartKind.HURTS,
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
    parts = sum_parts(steps)
    assert [part.kind for part in parts] == [SumPartKind.RULED, SumPartKind.COUNTS, SumPartKind.NET, SumPartKind.RULED]
    assert sum_words(parts) == "Allowed by the GM, counted 1 = 1, the GM says −1."


@for_each(
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
    assert large_words(finding) == large
    assert needs_sentence(finding) is more
