import re
from pathlib import Path
from string import Formatter

import pytest

from bones_desktop.rules.reasons import Reason
from bones_desktop.wording.readings import READING_SENTENCES, reading_sentence

RULES = Path(__file__).parents[2] / "bones_desktop" / "rules" / "bones"
MINE = ("notation", "statblock", "facetext", "facevalues", "attempts", "pools", "hindering", "diereasons", "tasks")
USE = re.compile(r'(?:reason|refuse|_error|PieceError)\(\s*"([a-z-]+)"')


def codes() -> set[str]:
    text = "".join((RULES / f"{name}.py").read_text(encoding="utf-8") for name in MINE)
    return set(USE.findall(text)) | {"lone-face", "die-not-understood", "too-many-faces", "bad-repeat"}


def test_every_code_has_a_sentence_and_every_sentence_a_code():
    assert codes() - {"lone-face"} <= set(READING_SENTENCES)
    assert set(READING_SENTENCES) - codes() <= {"die-in-list", "tie-opposed"}


@pytest.mark.parametrize("code", sorted(READING_SENTENCES))
def test_sentences_are_whole_and_short(code):
    sentence = READING_SENTENCES[code]
    assert len(sentence) < 110
    assert sentence[-1] in ".}"
    fields = {field for _, field, _, _ in Formatter().parse(sentence) if field}
    filled = reading_sentence(Reason(code, "", tuple((field, 3) for field in fields)), str)
    assert "{" not in filled


def test_a_suggestion_is_added():
    why = Reason("unknown-skill", "", (("text", "Manuever"), ("suggestion", "Maneuver")))
    assert reading_sentence(why, str) == "There is no skill called “Manuever”. Did you mean “Maneuver”?"
    without = Reason("unknown-skill", "", (("text", "Zzz"), ("suggestion", "")))
    assert reading_sentence(without, str) == "There is no skill called “Zzz”."


def test_a_code_of_another_part_is_not_answered():
    with pytest.raises(KeyError):
        reading_sentence(Reason("of-another-part"), str)
