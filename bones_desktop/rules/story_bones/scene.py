"""Scenes of Story Bones: everybody declares, then rolls; parties add their pools (SB-R07, SB-R22 to R26)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Final

from bones_desktop.rules.acts import Answers, Parameter
from bones_desktop.rules.games import Track
from bones_desktop.rules.scenes import (
    MOST_FIGHTERS,
    ActRoll,
    Done,
    Scene,
    SceneAct,
    SceneFighter,
    SceneOffer,
    SceneRules,
    offer,
)
from bones_desktop.rules.story_bones.character import DEAD, LADDER, OUT, StoryBook, StoryCharacter
from bones_desktop.rules.values import Limits

_OUT: Final = frozenset({"out", "dead"})
_SIDE: Final = "side"


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryFighter(SceneFighter):
    """Somebody in a scene of Story Bones."""

    character: StoryCharacter | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryScene(Scene):
    """A scene of Story Bones."""

    fighters: Annotated[tuple[StoryFighter, ...], Limits(max_length=MOST_FIGHTERS)] = ()


_NUMBERS: Final = (Parameter.number("dice", 4, 1, 40), Parameter.number("autos", 0, 0, 40))
_DECLARE: Final = SceneAct("declare", "free", "SB-R22", asked=(Parameter.text("deed"),))
_ROLLED: Final = (
    SceneAct("contest", rule="SB-R19", rolls=True, at="others"),
    SceneAct("task", rule="SB-R17", rolls=True),
    SceneAct("open", rule="SB-R23"),
)
_CONDITIONS: Final = ("helping",)


def _acts(_book: StoryBook, scene: Scene, _fighter: SceneFighter) -> tuple[SceneAct, ...]:
    """Return declaring in the first part of a round, and the rolls after it (SB-R22); no order is kept."""
    return (_DECLARE, *_ROLLED) if scene.phase == 0 else _ROLLED


def pool(fighter: SceneFighter) -> int:
    """Return the dice of a character or foe; 0 for one who cannot act (SB-R03, SB-R06)."""
    if fighter.character is not None:
        return fighter.character.pool or 0
    return 0 if fighter.hurt >= OUT else max(0, fighter.number("dice") - min(1, fighter.hurt))


def _foe(fighter: SceneFighter) -> Track:
    return Track("health", DEAD, min(DEAD, fighter.hurt), LADDER[min(DEAD, fighter.hurt)])


def _aim(
    _book: StoryBook, scene: Scene, act: SceneAct, by: SceneFighter, whom: SceneFighter | None, answers: Answers
) -> ActRoll:
    """Return the roll. Those who do the same thing add their whole pools, on both sides (SB-R07)."""
    together = tuple(each.id for each in _able(scene, by.side) if each.id != by.id)
    filled: dict[str, int | str] = {"pool": pool(by)}
    if by.character is None:
        filled["autos"] = by.number("autos")
    if act.id == "task" or whom is None:
        return ActRoll("task", by.id, filled, together=together)
    against = Parameter.choice("opposed", ("one", _SIDE))
    other = _able(scene, whom.side) if answers.key("opposed") == _SIDE else (whom,)
    filled |= {"their_pool": sum(map(pool, other)), "their_autos": sum(each.number("autos") for each in other)}
    # In a fight everybody knows that somebody can be hurt, so the risk counts as announced (SB-R25).
    return ActRoll("contest", by.id, {**filled, "risk": 1}, (against,), together=together)


def _able(scene: Scene, side: str) -> tuple[SceneFighter, ...]:
    return tuple(each for each in scene.fighters if each.side == side and pool(each))


def _follows(_book: StoryBook, scene: Scene, done: Done) -> tuple[SceneOffer, ...]:
    return tuple(_injuries(scene, done))


def _injuries(scene: Scene, done: Done) -> Iterator[SceneOffer]:
    """Yield the levels that the losing side takes, if a risk was announced; any of its party can take them (SB-R26)."""
    made = done.planned
    if not made.answers.yes("risk"):
        return
    levels = done.value("levels")
    if levels > 0:
        party = [id for id in (each.id for each in scene.fighters) if made.answers.yes(f"ally-{id}")]
        yield offer("act", "injure", (made.by, *party), {"value": min(levels, DEAD)})
    won = done.value("winner")
    if won > 0:
        side = scene.fighter(made.whom).side
        others = [each.id for each in _able(scene, side) if each.id != made.whom]
        mates = others if made.answers.key("opposed") == _SIDE else []
        yield offer("act", "injure", (made.whom, *mates), {"value": min(won, DEAD)})


SCENE: Final[SceneRules[StoryCharacter, StoryBook]] = SceneRules(
    scene=StoryScene,
    fighter=StoryFighter,
    numbers=_NUMBERS,
    conditions=_CONDITIONS,
    acts=_acts,
    aim=_aim,
    follows=_follows,
    foe=_foe,
    out=_OUT,
    phases=("declare", "roll"),
    in_order=False,
)
