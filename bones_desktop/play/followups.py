"""Actions that can follow a roll, and requests to show another page."""

from collections.abc import Callable
from enum import IntEnum

from bones_desktop.rules.records import Record


class FollowUp(Record):
    """An action that is possible now, shown as a button."""

    text: str
    call: Callable[[], None]
    tip: str = ""
    icon: str = "injure"
    kind: str = "danger"
    """Style of the button; "" for the usual style."""
    ask: "DiceAsk | None" = None
    """Question to ask before the action. `call` runs the action with the default dice."""
    beside: bool = False
    """True if the button is placed on one line with the button before it."""
    brief: str = ""
    """Text of the button in a narrow row; "" if it is the same text."""
    why_not: str = ""
    """Reason why the action is not possible now; "" if it is."""


class AskedDie(Record):
    """A die among which the player chooses, with the texts to display."""

    die: int
    codes: tuple[str, ...]
    name: str
    said: str


class DiceAsk(Record):
    """The question which of several dice to lose."""

    words: str
    dice: tuple[AskedDie, ...]
    usual: tuple[int, ...]
    """The dice that are selected at first."""
    fixed: tuple[int, ...]
    """The dice that the player cannot deselect."""
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
    """Strength of the magic to keep active, for the Magic tab (MAG-32); 0 for none."""
