"""Marks of the acts that a character has done, kept in its file.

In the log a roll proposes an act, such as taking harm. The act is pending as long as the character has no mark for it.
Nothing else needs updating when the player undoes something, or uses an older version or a copy of the file.
"""

from typing import Annotated, Final

from bones_desktop.rules.values import AnyCharacter, Id, Limits, Value, Who

MOST_PROPOSED: Final = 30
"""Number of a character's newest acts that can still be pending; older acts are not offered."""
MOST_DONE: Final = 100
"""Maximum number of marks that are kept: more than three times as many as acts can be pending, because acts are done in
any order."""


class DoneAct(Value):
    """The mark of an act that a roll proposed."""

    act: Id
    """The id of the act in the log. The first mark may have none: it sums up marks that are no longer kept."""
    points: Annotated[int, Limits(ge=-1_000_000, le=1_000_000)] = 0
    """The points of damage taken for the act; negative for points that it healed."""
    absorbed: Annotated[int, Limits(ge=0, le=1_000_000)] = 0
    """The points that armour absorbed."""


DoneActs = Annotated[tuple[DoneAct, ...], Limits(max_length=MOST_DONE)]


def done_act(value: AnyCharacter, act: str) -> DoneAct | None:
    """Return the mark of the act with this id; None if the character has not done it."""
    return next((each for each in value.done_acts if each.act == act), None)


def with_done_act(value: Who, act: str, points: int = 0, absorbed: int = 0) -> Who:
    """Return the character with a mark for an act; points are added to an existing mark."""
    before = done_act(value, act) or DoneAct(act=act)
    others = [each for each in value.done_acts if each.act != act]
    if len(others) == MOST_DONE:
        first, second, *rest = others
        # If a mark were dropped, its damage would look like dice that the player lost by hand for a newer act.
        others = [DoneAct(act="", points=first.points + second.points), *rest]
    mark = before.with_(points=before.points + points, absorbed=before.absorbed + absorbed)
    return value.with_(done_acts=(*others, mark))
