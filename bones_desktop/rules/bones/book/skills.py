"""The 18 skills: class of action, P or M letter."""

from dataclasses import dataclass
from enum import StrEnum

from bones_desktop.rules.bones.book.icons import Aptitude


class ActionClass(StrEnum):
    """How a skill may be attempted and capped (ACT-1..7)."""

    UNIVERSAL = "universal"
    RESTRICTED = "restricted"
    SPECIAL = "special"


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill and its basic icon, which share one id."""

    id: str
    name: str
    aptitude: Aptitude
    action_class: ActionClass
    covers: str
    sign: str
    source: str
    aliases: tuple[str, ...] = ()
    often_opposed_by: str = ""
    """Skill the other side usually rolls (TASK-13); "" when tasks are usually unopposed."""
