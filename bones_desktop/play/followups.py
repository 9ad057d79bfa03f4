"""What may be done about a throw now, and what another page is asked to show."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum


@dataclass(frozen=True, slots=True)
class FollowUp:
    """Something that may be done now, to be shown as a button."""

    text: str
    call: Callable[[], None]
    tip: str = ""
    icon: str = "injure"
    kind: str = "danger"
    """The role of the button's style, "" for a plain one."""


class TrackerTab(IntEnum):
    """The tabs of the Tracker page in their order."""

    WOUNDS = 0
    MAGIC = 1
    SPIFFS = 2
    SEASONS = 3


@dataclass(frozen=True, slots=True)
class TrackerAsk:
    """A tab of the Tracker page to be shown."""

    tab: TrackerTab
    strength: int = 0
    """The strength of magic to keep going, on the Magic tab (MAG-32); 0 for none."""
