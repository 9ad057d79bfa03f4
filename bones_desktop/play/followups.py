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
    ask: "DiceAsk | None" = None
    """What is to be asked before it is done; `call` does what is usual."""


@dataclass(frozen=True, slots=True)
class AskedDie:
    """A die to choose, as it is shown. Texts are finished."""

    die: int
    codes: tuple[str, ...]
    name: str
    said: str


@dataclass(frozen=True, slots=True)
class DiceAsk:
    """Which of some dice are given."""

    words: str
    dice: tuple[AskedDie, ...]
    usual: tuple[int, ...]
    """Those that are chosen at first: exactly as many are to be chosen."""
    fixed: tuple[int, ...]
    """Those of them that have to be given."""
    call: Callable[[tuple[int, ...]], None]


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
