"""How the commands answer: in lines for people, or as JSON for programs."""

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bones_desktop.rules.chances import Chance


def plain(text: str) -> str:
    """Return `text` as it is: the commands speak English."""
    return text


def print_json(value: object) -> None:
    """Print `value` as JSON that people can read too."""
    print(json.dumps(value, ensure_ascii=False, indent=1))


def chance_json(chance: "Chance") -> dict[str, Any]:
    """Return a chance as a fraction in lowest terms and as a decimal."""
    return {"num": chance.num, "den": chance.den, "value": chance.value}
