"""Follow-ups of a roll, and requests to show another page."""

from collections.abc import Callable
from enum import IntEnum

from bones_desktop.rules.reasons import Record


class FollowUp(Record):
    """Action that can be done now, shown as a button."""

    text: str
    call: Callable[[], None]
    tip: str = ""
    icon: str = "injure"
    kind: str = "danger"
    """Style of the button; "" for a plain one."""
    ask: "DiceAsk | None" = None
    """Question to ask before the action. `call` runs the action with the default dice."""
    beside: bool = False
    """Whether the button stays on one line with the button before it."""
    brief: str = ""
    """Text for a narrow row; "" for the same text."""
    why_not: str = ""
    """Reason why the action is not possible now; "" if it is."""


class AskedDie(Record):
    """A die to choose, as it is displayed. Its texts are complete."""

    die: int
    codes: tuple[str, ...]
    name: str
    said: str


class DiceAsk(Record):
    """Question which of some dice to lose."""

    words: str
    dice: tuple[AskedDie, ...]
    usual: tuple[int, ...]
    """The dice that the player cannot deselect."""
    fixed: tuple[int, ...]
    """The dice that must be among those selected."""
    call: Callable[[tuple[int, ...]], None]


class TrackerTab(IntEnum):
    """The tabs of the Tracker page in order."""

    WOUNDS = 0
    MAGIC = 1
    SPIFFS = 2
    SEASONS = 3


class TrackerAsk(Record):
    """Request to show a tab of the Tracker page."""

    tab: TrackerTab
    strength: int = 0
    """Strength of the magic to keep active, on the Magic tab (MAG-32); 0 for none."""
