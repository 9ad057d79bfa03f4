"""Whether dice fell as fair dice do, and whether the draws of an evening are those its seed holds."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FaceCounts:
    """How often each face of one die came up."""

    name: str
    faces: tuple[str, ...]
    """Codes, in the order of the die; the same icon may stand on several."""
    counts: tuple[int, ...]

    @property
    def throws(self) -> int:
        """How often the die was thrown."""
        return sum(self.counts)


@dataclass(frozen=True, slots=True)
class Draw:
    """One draw as it was written down."""

    number: int
    dice: tuple[tuple[str, int], ...]
    """Key and number of faces of each die."""
    indices: tuple[int, ...]
    """The face of each, counted from 0."""
