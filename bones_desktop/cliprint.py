"""How the commands answer: in lines for people, or as JSON for programs."""

import json
from typing import Any, Final

from bones_desktop.rules.chances import Chance

LONGEST_FRACTION: Final = 40
"""Characters of a fraction people still read; JSON gives it whatever its length."""


def plain(text: str) -> str:
    """Return `text` as it is: the commands speak English."""
    return text


def print_json(value: object) -> None:
    """Print `value` as JSON that people can read too."""
    print(json.dumps(value, ensure_ascii=False, indent=1))


def chance_json(chance: Chance) -> dict[str, Any]:
    """Return a chance as a fraction in lowest terms and as a decimal."""
    return {"num": chance.num, "den": chance.den, "value": chance.value}


def chance_text(chance: Chance) -> str:
    """Return a chance in percent, rounded to neither never nor always when it is not, and its fraction if short."""
    value = chance.value
    percent = f"{value:.1%}"
    if chance.num and value < 0.0005:
        percent = "under 0.1%"
    elif chance.num < chance.den and value >= 0.9995:
        percent = "over 99.9%"
    if chance.den.bit_length() > LONGEST_FRACTION * 2:
        return percent
    fraction = f"{chance.num}/{chance.den}"
    return f"{percent} ({fraction})" if len(fraction) <= LONGEST_FRACTION else percent
