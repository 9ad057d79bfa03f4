"""Scenes of Story Bones in the six steps of its book. Fighters of one side add their pools (SB-R07, SB-R22 to R26)."""

from collections.abc import Iterator
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
from bones_desktop.rules.story_bones.throws import EXTRA, MOST
from bones_desktop.rules.values import Limits

_OUT: Final = frozenset({"out", "dead"})
_SIDE: Final = "side"


class StoryFighter(SceneFighter):
    """A fighter in a scene of Story Bones."""

    character: StoryCharacter | None = None


class StoryScene(Scene):
    """A scene of Story Bones."""

    fighters: Annotated[tuple[StoryFighter, ...], Limits(max_length=MOST_FIGHTERS)] = ()


_NUMBERS: Final = (Parameter.number("dice", 4, 1, 40), Parameter.number("autos", 0, 0, 40))
_STEPS: Final = {
    "declare": (SceneAct("declare", "free", "SB-R22", asked=(Parameter.text("deed"),)),),
    "target": (SceneAct("target", "free", "SB-R17", asked=(Parameter.number("target", 2, 1, MOST),)),),
    "extra": (SceneAct("extra", "free", "SB-R08", asked=(Parameter.choice("advantage", EXTRA),)),),
    "pools": (SceneAct("help", "free", "SB-R07", gains=(("helping", 1),)),),
    "roll": (),
    "read": (SceneAct("injure", "free", "SB-R24", act="injure", at="anyone"),),
}
"""The steps of a round, with the acts of each step (SB-R22)."""
_SAID: Final = frozenset({"target", "advantage"})
"""Ids of numbers that a fighter gets in the steps before a roll."""
_ROLLED: Final = (
    SceneAct("contest", rule="SB-R19", rolls=True, at="others"),
    SceneAct("task", rule="SB-R17", rolls=True),
    SceneAct("open", rule="SB-R23"),
)
_CONDITIONS: Final = ("helping",)


def _acts(_book: StoryBook, scene: Scene, _fighter: SceneFighter) -> tuple[SceneAct, ...]:
    """Return the acts of the present step, and all rolls, because players need not keep the order (SB-R22)."""
    return (*_STEPS[tuple(_STEPS)[scene.phase]], *_ROLLED)


def pool(fighter: SceneFighter) -> int:
    """Return the number of dice of a character or foe; 0 for one who cannot act (SB-R03, SB-R06)."""
    if fighter.character is not None:
        return fighter.character.pool or 0
    return 0 if fighter.hurt >= OUT else max(0, fighter.number("dice") - min(1, fighter.hurt))


def _foe(fighter: SceneFighter) -> Track:
    return Track("health", DEAD, min(DEAD, fighter.hurt), LADDER[min(DEAD, fighter.hurt)])


def _aim(
    _book: StoryBook, scene: Scene, act: SceneAct, by: SceneFighter, whom: SceneFighter | None, answers: Answers
) -> ActRoll:
    """Return the roll of an act.

    Fighters who do the same thing add their whole pools, on both sides (SB-R07).
    """
    together = tuple(each.id for each in _able(scene, by.side) if each.id != by.id)
    filled: dict[str, int | str] = {"pool": pool(by)}
    if by.character is None:
        filled["autos"] = by.number("autos")
    filled |= {id: by.numbers[id] for id in _SAID if id in by.numbers}
    if act.id == "task" or whom is None:
        return ActRoll("task", by.id, filled, together=together)
    against = Parameter.choice("opposed", ("one", _SIDE))
    other = _able(scene, whom.side) if answers.key("opposed") == _SIDE else (whom,)
    filled |= {"their_pool": sum(map(pool, other)), "their_autos": sum(each.number("autos") for each in other)}
    filled |= {"disadvantage": whom.numbers["advantage"]} if "advantage" in whom.numbers else {}
    # In a fight everybody knows that somebody can be hurt, so the risk counts as announced (SB-R25).
    return ActRoll("contest", by.id, {**filled, "risk": 1}, (against,), together=together)


def _able(scene: Scene, side: str) -> tuple[SceneFighter, ...]:
    return tuple(each for each in scene.fighters if each.side == side and pool(each))


def _passed(_book: StoryBook, fighter: SceneFighter) -> SceneFighter:
    """Return the fighter without the numbers of the round that is over."""
    return fighter.with_(numbers={id: each for id, each in fighter.numbers.items() if id not in _SAID})


def _follows(_book: StoryBook, scene: Scene, done: Done) -> Iterator[SceneOffer]:
    """Yield an offer of the Health levels that the losing side loses if a risk was announced (SB-R26).

    Anybody who took part on the losing side can take the offer.
    """
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
    phases=tuple(_STEPS),
    once=frozenset({"target", "extra", "pools", "read"}),
    in_order=False,
    passed=_passed,
)
