import re
from pathlib import Path
from string import Formatter

import pytest

from bones_desktop.rules.reasons import Reason
from bones_desktop.wording.playsentences import SPIFFS
from bones_desktop.wording.readings import READING_SENTENCES, reading_sentence

RULES = Path(__file__).parents[2] / "bones_desktop" / "rules" / "bones"
MINE = ("facevalues", "attempts", "characterdice", "taskdice", "tasks", "plays", "playoffers", "spiffs")
USE = re.compile(r'(?:reason|refuse)\(\s*"([a-z-]+)"')


def codes() -> set[str]:
    text = "".join(file.read_text(encoding="utf-8") for name in MINE for file in RULES.rglob(f"{name}.py"))
    return set(USE.findall(text))


def test_every_code_has_a_sentence_and_every_sentence_a_code():
    assert codes() - {"unknown-skill"} <= set(READING_SENTENCES) | set(SPIFFS)  # the ledger of spiffs has its own
    assert set(READING_SENTENCES) - codes() <= {"tie-opposed", "opponent-result", "no-icon-theirs"}


@pytest.mark.parametrize("code", sorted(READING_SENTENCES))
def test_sentences_are_whole_and_short(code):
    sentence = READING_SENTENCES[code]
    assert len(sentence) < 110
    assert sentence[-1] in ".}"
    fields = {field for _, field, _, _ in Formatter().parse(sentence) if field}
    filled = reading_sentence(
        Reason(code, "", tuple((field, 3) for field in fields - {"successes", "spiffs"} | {"n"})), str
    )
    assert "{" not in filled


@pytest.mark.parametrize("aptitude", ["Mental", "Physical"])
def test_a_task_without_a_skill_is_called_a_task(aptitude):
    def said(code, **values):
        return reading_sentence(Reason(code, "", (("skill", aptitude), *values.items())), str)

    assert said("wrong-skill", face="Melee") == f"Melee does not count for a {aptitude} task."
    assert said("wrong-aptitude", face="Melee") == f"Melee does not count: not the kind a {aptitude} task needs."
    assert said("counts-aptitude", face=aptitude, n=1) == f"{aptitude} counts for a {aptitude} task: 1 success."
    assert said("anyone-may-try") == f"Anyone may try a {aptitude} task, and every success counts."
    assert said("step-counted", n=2) == f"Counted for a {aptitude} task: 2."


def test_one_success_is_not_called_successes():
    why = Reason("counts-skill", "", (("face", "Double Melee"), ("skill", "Melee"), ("n", 2)))
    assert reading_sentence(why, str) == "Double Melee counts for Melee: 2 successes."
    once = Reason("counts-skill", "", (("face", "Melee"), ("skill", "Melee"), ("n", 1)))
    assert reading_sentence(once, str) == "Melee counts for Melee: 1 success."


def test_one_spiff_is_not_called_spiffs():
    assert reading_sentence(Reason("offer-success", "", (("n", 2),)), str) == "Buy one more success for 2 spiffs."
    assert reading_sentence(Reason("spiffs-too-few", "", (("n", 1), ("have", 0))), str) == (
        "This costs 1 spiff; you have 0."
    )


def test_a_number_below_zero_has_the_minus_sign_of_the_other_lines():
    assert reading_sentence(Reason("step-net", "", (("n", -2),)), str) == "Net result: −2."


def test_a_code_of_another_part_is_not_answered():
    with pytest.raises(KeyError):
        reading_sentence(Reason("of-another-part"), str)
