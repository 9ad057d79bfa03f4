"""Why something is as it is, as a code with values; `wording` makes the sentence, once, for every place."""

import re
from dataclasses import dataclass
from typing import Final

RULE_ID: Final = re.compile(
    r"\b(?:(?:ACT|AMB|BST|CAST|CHR|CMB|DICE|EQP|HEAL|HIND|ICON|IMP|MAG|MAST|MOVE|OFF|RACE|SHT|SPF|TASK)-\d{1,3}"
    r"|(?:BA|FM|MG|SB)-[ALRT]\d{1,2}[a-z]?)\b"
)
"""What the id of a rule looks like wherever one is shown."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason: a stable `code` such as "cap", the values its sentence names, and the rule id (ACT-3) it rests on."""

    code: str
    rule: str = ""
    values: tuple[tuple[str, str | int], ...] = ()

    def value(self, key: str) -> str | int:
        """Return the value under `key`; KeyError when the reason names none."""
        return dict(self.values)[key]


def reason(code: str, rule: str = "", **values: str | int) -> Reason:
    """Return a Reason with `values` in the order given."""
    return Reason(code, rule, tuple(values.items()))


class RulesError(Exception):
    """An edit the rules refuse; carries the Reason for the sentence."""

    def __init__(self, why: Reason) -> None:
        super().__init__(why.code)
        self.reason = why


def refuse(code: str, rule: str = "", **values: str | int) -> RulesError:
    """Return the error to raise for a refused edit."""
    return RulesError(reason(code, rule, **values))
