"""What another page asks the Tracker page for."""

from dataclasses import dataclass

from bones_desktop.window.trackerpage import TrackerTab


@dataclass(frozen=True, slots=True)
class TrackerAsk:
    """A tab to be shown."""

    tab: TrackerTab
    strength: int = 0
    """Of magic to be kept going, on the Magic tab (MAG-32); 0 for none."""
