"""`sentence` makes the sentence of any Reason of the program."""

from typing import Final

from bones_desktop.rules.reasons import Reason
from bones_desktop.wording.games.basics import NAMES as BASICS_NAMES
from bones_desktop.wording.games.basics import SENTENCES as BASICS
from bones_desktop.wording.games.bones import SENTENCES as BONES
from bones_desktop.wording.games.common import SENTENCES as COMMON
from bones_desktop.wording.games.fivemodes import NAMES as FIVE_MODES_NAMES
from bones_desktop.wording.games.fivemodes import OF_ONE as FIVE_MODES_OF_ONE
from bones_desktop.wording.games.fivemodes import SENTENCES as FIVE_MODES
from bones_desktop.wording.games.margin import SENTENCES as MARGIN
from bones_desktop.wording.games.storybones import SENTENCES as STORY_BONES
from bones_desktop.wording.language import _
from bones_desktop.wording.makingsentences import MAKING, MAKING_OF_ONE
from bones_desktop.wording.playsentences import PLAY, PLAY_OF_ONE
from bones_desktop.wording.readings import reading_sentence
from bones_desktop.wording.roundsentences import ROUND, ROUND_OF_ONE

SENTENCES: Final = {**MAKING, **PLAY, **ROUND, **COMMON, **BONES, **FIVE_MODES, **STORY_BONES, **BASICS, **MARGIN}
"""By its code; those about tasks and their dice are in `readings`."""
OF_ONE: Final = {**MAKING_OF_ONE, **PLAY_OF_ONE, **ROUND_OF_ONE, **FIVE_MODES_OF_ONE}
"""Those that read differently when a number is one: which number, and the other sentence."""
PERHAPS: Final = "Perhaps you meant {suggestion}."


def sentence(reason: Reason) -> str:
    """Return the sentence of any reason of the program, as plain text; KeyError for a code that has none."""
    # Lines of the log that games share stand without the sign of the game: "ba-line-dead" as "line-dead".
    text = SENTENCES.get(reason.code) or SENTENCES.get(reason.code[reason.code.find("-line-") + 1 :])
    if text is None:
        return reading_sentence(reason)
    values = dict(reason.values)
    if "act" in values:  # a throw of creation goes by the step it is made in
        step = str(values["act"]).removeprefix("throw-")
        values["act"] = _(FIVE_MODES_NAMES.get(f"step:{step}", step))
    if "attribute" in values:
        values["attribute"] = _(BASICS_NAMES.get(str(values["attribute"]), ""))
    number, of_one = OF_ONE.get(reason.code, ("", ""))
    if number and values[number] == 1:
        text = of_one
    said = _(text).format(**values)
    if values.get("suggestion"):
        said = f"{said} {_(PERHAPS).format(**values)}"
    return said
