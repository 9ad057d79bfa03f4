"""What another page asks the Tracker page for."""

from dataclasses import dataclass
from enum import IntEnum


class TrackerTab(IntEnum):
    """The tabs of the Tracker page in their order."""

    WOUNDS = 0
    MAGIC = 1
    SPIFFS = 2
    SEASONS = 3


@dataclass(frozen=True, slots=True)
class TrackerAsk:
    """A tab to be shown."""

    tab: TrackerTab
    strength: int = 0
    """Of magic to be kept going, on the Magic tab (MAG-32); 0 for none."""
