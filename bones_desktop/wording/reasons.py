"""`sentence` makes the sentence of any Reason of the program."""

from bones_desktop.rules.reasons import Reason
from bones_desktop.wording import Translate
from bones_desktop.wording.makingsentences import OF_ONE, PACK_SENTENCES, PERHAPS, SENTENCES
from bones_desktop.wording.playsentences import FIGHT_SENTENCES
from bones_desktop.wording.readings import reading_sentence


def sentence(reason: Reason, tr: Translate) -> str:
    """Return the sentence of any reason of the program, as plain text; KeyError for a code that has none."""
    text = SENTENCES.get(reason.code) or FIGHT_SENTENCES.get(reason.code) or PACK_SENTENCES.get(reason.code)
    if text is None:
        return reading_sentence(reason, tr)
    values = dict(reason.values)
    number, of_one = OF_ONE.get(reason.code, ("", ""))
    if number and values[number] == 1:
        text = of_one
    said = tr(text).format(**values)
    if values.get("suggestion"):
        said = f"{said} {tr(PERHAPS).format(**values)}"
    return said
