"""Where on a character something is: what a problem points at and a list of things to do jumps to."""

from dataclasses import dataclass
from enum import StrEnum


class Part(StrEnum):
    """A part of the sheet one can go to."""

    CHARACTER = "character"
    NAME = "name"
    RACE = "race"
    DIE = "die"
    ITEM = "item"
    HINDERING = "hindering"
    EQUIPMENT = "equipment"
    BACK_STORY = "back-story"
    MAGIC = "magic"
    FOLLOWERS = "followers"
    INJURIES = "injuries"


@dataclass(frozen=True, slots=True)
class Place:
    """A part, which die of it and which face, both counted from 0; None for the whole."""

    part: Part
    die: int | None = None
    face: int | None = None
