"""How the commands answer: in lines for people, or as JSON for programs."""

import json


def plain(text: str) -> str:
    """Return `text` as it is: the commands speak English."""
    return text


def print_json(value: object) -> None:
    """Print `value` as JSON that people can read too."""
    print(json.dumps(value, ensure_ascii=False, indent=1))
