"""Actions that can follow a roll, and requests to show another page."""

from collections.abc import Callable
from enum import IntEnum

from bones_desktop.rules.records import Record


class FollowUp(Record):
    """An action shown as a button. If the action is not possible now, the button says why."""

    text: str
    call: Callable[[], None]
    tip: str = ""
    icon: str = "injure"
    kind: str = "danger"
    """Style of the button; "" for the usual style."""
    ask: "DiceAsk | None" = None
    """Question to ask before the action. Without an answer, `call` uses the default dice."""
    beside: bool = False
    """True if the button is placed on one line with the button before it."""
    brief: str = ""
    """Text of the button in a narrow row; "" if the text is the same in every row."""
    why_not: str = ""
    """Reason why the action is not possible now; "" if it is."""


class AskedDie(Record):
    """One of the dice from which the player chooses, with the texts to display."""

    die: int
    codes: tuple[str, ...]
    name: str
    said: str


class DiceAsk(Record):
    """A question that asks which of several dice to lose."""

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
    """Strength of the magic to maintain, for the Magic tab (MAG-32); 0 for none."""
