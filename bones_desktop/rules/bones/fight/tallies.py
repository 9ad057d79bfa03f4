"""What a fight costs everybody, added up round by round."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Annotated

from bones_desktop.rules.bones.book.fields import Line
from bones_desktop.rules.bones.fight.fighters import Fighter
from bones_desktop.rules.bones.fight.roundreading import RoundReading
from bones_desktop.rules.bones.fight.successes import Mode
from bones_desktop.rules.values import Limits, Value

Count = Annotated[int, Limits(ge=0, le=1_000_000)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally(Value):
    """What one fighter had lost before a fight, and what it spent in it."""

    lost: Count = 0
    """Dice lost before its first round here."""
    below: Count = 0
    """Damage below zero it had then."""
    spiffs: Count = 0
    given_up: Annotated[tuple[Line, ...], Limits(max_length=1_000)] = ()
    """Equipment given up for blows, or thrown and not picked up again."""
    shots: dict[Line, Count] = field(default_factory=dict)
    """Ammunition used, by the weapon that shoots it: one for each attack."""


def tallied(tally: Tally | None, fighter: Fighter, read: RoundReading | None = None) -> Tally:
    """Return the tally of a fighter after a round that is read; `tally` is None before its first."""
    who, now = fighter.id, fighter.now
    before = tally or Tally(lost=len(now.lost), below=now.excess_damage)
    if read is None:
        return before
    spent, doing, hand = read.spent.get(who), read.doings[who], read.hands[who]
    thrown = doing.throws_away if hand.is_thrown else None
    gone = {*read.wounds[who].ruined, *(() if thrown is None else (thrown,))}
    names = [fighter.character.equipment[place].name for place in sorted(gone)]
    shots, weapon = Counter(before.shots), doing.weapon(Mode.MISSILE)
    if hand.is_thrown and weapon is not None and thrown is None:
        shots[weapon.name] += sum(each.mode is Mode.MISSILE for each in doing.attacks)
    return before.with_(
        spiffs=before.spiffs + (spent.spiffs if spent else 0),
        given_up=(*before.given_up, *names),
        shots=dict(shots),
    )
