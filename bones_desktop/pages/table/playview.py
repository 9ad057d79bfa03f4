"""What the reading of a throw shows, as one value."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bones_desktop.rules.bones.book.attempts import CHARACTER, ITEM, Task, eligibility
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.notation import skill_label
from bones_desktop.rules.bones.book.rulebook import HouseRules, Rulebook
from bones_desktop.rules.bones.reading.plays import Play, PlayReading
from bones_desktop.rules.dice import Die, Throw
from bones_desktop.rules.reading import Offer, Role
from bones_desktop.widgets.dice.minidie import painted_group

if TYPE_CHECKING:
    from bones_desktop.rules.bones.fight.combat import TaskUse


@dataclass(frozen=True, slots=True)
class OtherUse:
    """Another task that a face may count for, by the names players use."""

    skill: str
    mastery: str = ""
    """The mastery a racial icon works as for it, "" for none."""
    counts: int = 1


@dataclass(frozen=True, slots=True)
class PlayView:
    """A throw as it lies, what it means, and what may be done to it. Tuples of dice are in the order of the throw."""

    reading: PlayReading
    title: str
    """What was thrown for, without a full stop."""
    codes: tuple[str, ...]
    """The faces that the own and the challenge dice show now."""
    roles: tuple[Role, ...]
    """What each of these dice did by now."""
    groups: tuple[str, ...]
    """What each of these dice is painted as."""
    before: Mapping[int, str] = field(default_factory=dict)
    """The face a die thrown again showed first, by its place."""
    numbers: tuple[int, ...] = ()
    """Which of the character's dice each is, counted from 1; 0 for any other. May be left out."""
    name: str = ""
    """Who throws; shown beside an opponent."""
    other_name: str = ""
    other_codes: tuple[str, ...] = ()
    """The faces of the opponent's dice, () without one."""
    uses: tuple[tuple[OtherUse, ...], ...] = ()
    """What else each face may be used for: own and challenge dice, then the opponent's. May be left out."""
    offers: tuple[Offer, ...] = ()
    """What may be done: throw a die again, buy a success, use an earned one; () for nothing."""
    spiffs: int = 0
    done: str = ""
    """What was done to the throw or vetoed, in words."""
    overruled_last: bool = False
    """Whether what was done last is the GM's own result, to be taken back like a use that is vetoed."""
    veto: bool = False
    """Whether there is something for the GM to veto."""
    tags: tuple[str, ...] = ()
    """Marks of the throw in words: "by hand"."""
    proposed: int = 0
    """How many of the dice that the throw takes are not given yet."""
    meant: bool = True
    """Whether what follows from the throw counts."""
    since: str = ""
    """What followed from the throw, such as the dice that the opponent lost, as sentences; "" for nothing."""


def play_view(
    rulebook: Rulebook,
    house_rules: HouseRules,
    play: Play,
    reading: PlayReading,
    *,
    title: str,
    name: str = "",
    roles: Sequence[Role] | None = None,
    offers: tuple[Offer, ...] = (),
    spiffs: int = 0,
    done: str = "",
    overruled_last: bool = False,
    veto: bool = False,
    tags: tuple[str, ...] = (),
    proposed: int = 0,
    meant: bool = True,
    since: str = "",
) -> PlayView:
    """Return the view of a play; `roles` are those of the reading unless dice were lost since."""
    own, before = play.shown, {}
    if play.reroll is not None:
        place = play.reroll.die
        before[place] = play.throw.faces[place].code
    other = play.other
    uses = _uses(rulebook, house_rules, play.occasion.task, own)
    if other is not None:
        uses += _uses(rulebook, house_rules, other.task, other.throw)
    return PlayView(
        reading=reading,
        title=title,
        codes=tuple(face.code for face in own.faces),
        roles=tuple(die.role for die in reading.task.reading.dice) if roles is None else tuple(roles),
        groups=tuple(painted_group(die.group, (face.code for face in die.faces)) for die in own.dice),
        before=before,
        numbers=tuple(_number(die) for die in own.dice),
        name=name,
        other_name="" if other is None else other.name,
        other_codes=() if other is None else tuple(face.code for face in other.throw.faces),
        uses=uses,
        offers=offers,
        spiffs=spiffs,
        done=done,
        overruled_last=overruled_last,
        veto=veto,
        tags=tags,
        proposed=proposed,
        meant=meant,
        since=since,
    )


def _number(die: Die[Face]) -> int:
    """Return the number in the key of a character die."""
    number = die.key.rpartition(" ")[2]
    return int(number) if die.group == CHARACTER and number.isdecimal() else 0


def _uses(
    rulebook: Rulebook, house_rules: HouseRules, task: Task, throw: Throw[Face]
) -> tuple[tuple[OtherUse, ...], ...]:
    """Return the other tasks that each die's face may count for and that its owner may attempt (RACE-2, ACT-7)."""
    from bones_desktop.rules.bones.fight.combat import other_uses

    may: dict[str, bool] = {}

    def allowed(use: "TaskUse") -> bool:
        if use.skill not in may:
            may[use.skill] = eligibility(rulebook, house_rules, Task(use.skill, against=0), throw.dice).allowed
        return may[use.skill]

    return tuple(
        tuple(
            OtherUse(skill_label(rulebook.skill(use.skill)), use.mastery, use.counts)
            for use in other_uses(rulebook, house_rules, task.skill, face)
            if allowed(use)
        )
        if die.group in {CHARACTER, ITEM}
        else ()
        for die, face in zip(throw.dice, throw.faces, strict=True)
    )
