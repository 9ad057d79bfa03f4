"""Scenes of Five Modes: the order of acting, moving and shooting, moving and fighting, casting, and hits.

See FM-R10 to R30.
"""

from collections.abc import Iterator
from typing import Annotated, Final

from bones_desktop.rules.acts import Answers, Parameter
from bones_desktop.rules.five_modes import checks, figures
from bones_desktop.rules.five_modes.character import Adventurer, FiveModesBook
from bones_desktop.rules.five_modes.figures import Strike, strikes
from bones_desktop.rules.games import DieResult, Track, of_group
from bones_desktop.rules.reasons import Reason, reason
from bones_desktop.rules.scenes import (
    EVERYONE,
    MOST_FIGHTERS,
    ActRoll,
    Done,
    OpeningRoll,
    Scene,
    SceneAct,
    SceneFighter,
    SceneOffer,
    SceneRules,
    offer,
    takers,
)
from bones_desktop.rules.values import Limits

_OUT: Final = frozenset({"down", "dead"})
_SURE: Final = 100
"""Defence of a target that can neither move nor defend. Every attack hits it (FM-A8)."""
_DARK: Final = 4


class FiveModesFighter(SceneFighter):
    """A figure in a scene of Five Modes."""

    character: Adventurer | None = None


class FiveModesScene(Scene):
    """A scene of Five Modes."""

    fighters: Annotated[tuple[FiveModesFighter, ...], Limits(max_length=MOST_FIGHTERS)] = ()


_NUMBERS: Final = (
    Parameter.number("level", 1, 0, 100),
    Parameter.number("guard", 6, 0, 100),
    Parameter.number("agility", 8, 0, 100),
    Parameter.number("hits", 4, 1, 1_000),
    Parameter.choice("die", ("4", "6", "8"), "6"),
    Parameter.choice("kind", checks.DAMAGE),
    Parameter.number("initiative", 2, 0, 12),
    Parameter.number("morale", 4, 0, 6),
    Parameter.number("less-cutting", 0, 0, 20),
    Parameter.number("less-blunt", 0, 0, 20),
)
_CONDITIONS: Final = ("first", "holds-back", "casting", "helpless", "bound", "gripped")
_OTHER: Final = (
    SceneAct("save", "free", "FM-R12", rolls=True),
    SceneAct("check", "free", "FM-R13", rolls=True),
    SceneAct("hits", "free", "FM-R26", rolls=True, at="others"),
    SceneAct("revive", "free", "FM-R28", act="revive", at="anyone"),
)
_FIRST: Final = (
    SceneAct("move", "move", "FM-R24"),
    SceneAct("shoot", rule="FM-R24", rolls=True, at="others"),
    SceneAct("cast", "round", "FM-R22", rolls=True, gains=(("casting", 1),)),
)
_SECOND: Final = (SceneAct("fight", rule="FM-R24", rolls=True, at="others"), SceneAct("move", "move", "FM-R24"))


def _shoots(book: FiveModesBook, fighter: SceneFighter) -> bool:
    """Return whether a figure holds a weapon to shoot with."""
    held = figures.in_use(book, fighter.character) if fighter.character is not None else ()
    return any(each.stroke == "shot" for each in strikes(held))


def _acts(book: FiveModesBook, scene: Scene, fighter: SceneFighter) -> tuple[SceneAct, ...]:
    """Return the acts that are possible for a figure in this part of the round (FM-R22 to R24)."""
    if fighter.has("casting", "holds-back"):
        return _OTHER
    magic = fighter.character is not None and fighter.character.die == 4
    now = _SECOND if scene.phase else tuple(each for each in _FIRST if magic or each.id != "cast")
    if not scene.phase and _shoots(book, fighter):
        now = (now[1], now[0], *now[2:])
    return (*now, *_OTHER)


def _openings(book: FiveModesBook, scene: Scene) -> tuple[OpeningRoll, ...]:
    """Return the check of the round, which decides which enemies act first and which allies fight.

    See FM-R13 and FM-R23.
    """
    if all(each.initiative for each in scene.fighters):
        return ()
    lit = max((each.character.light.size for each in scene.fighters if each.character is not None), default=0)
    plan = checks.plan(book, None, "check", Answers({"die": str(lit or _DARK)}))
    return (OpeningRoll(EVERYONE, "check", plan),)


def _opened(
    _book: FiveModesBook, scene: Scene, opening: OpeningRoll, fallen: tuple[DieResult, ...]
) -> tuple[Scene, tuple[Reason, ...]]:
    (canny,), (uncanny,) = of_group(fallen, "canny"), of_group(fallen, "uncanny")
    said = [reason("fm-scene-check", "FM-R23", canny=canny, uncanny=uncanny)]
    changed = []
    for each in scene.fighters:
        place = 0
        if each.side != scene.ours:
            rating = each.number("initiative") if each.character is None else 0
            place = 1 if uncanny <= rating else -1
            if place > 0:
                each = each.gaining("first", 1)
                said.append(reason("fm-scene-first", "FM-R23", who=each.name))
        elif each.character is None and canny > each.number("morale"):
            each = each.gaining("holds-back", 1)
            said.append(reason("fm-scene-holds-back", "FM-R23", who=each.name))
        changed.append(each.with_(initiative=(place,)))
    if all(each.initiative[0] <= 0 for each in changed):
        said.append(reason("fm-scene-nobody-first", "FM-R23"))
    found = checks.read(opening.plan, fallen, Answers()).findings
    said += [each.reason for each in found if each.outcome == "yes"]
    return scene.putting(*changed), tuple(said)


def _foe(fighter: SceneFighter) -> Track:
    most = max(1, fighter.number("hits"))
    taken = min(most, fighter.hurt)
    return Track("hits", most, taken, "down" if taken == most else "hurt" if taken else "unhurt")


def _aim(
    book: FiveModesBook, _scene: Scene, act: SceneAct, by: SceneFighter, whom: SceneFighter | None, answers: Answers
) -> ActRoll:
    who = by.character
    level = who.level if who is not None else by.number("level")
    match act.id:
        case "shoot" | "fight" if whom is not None:
            strike, asked = _strike(book, act, by, answers)
            filled: dict[str, int | str] = {"level": level, "defence": _guarded(book, whom)}
            agile = _agility(book, whom)
            if agile is not None:
                filled["agility"] = agile
            if strike is not None and strike.length and _guards(book, whom):
                filled["length"] = strike.length
            # The scene knows whether length and Agility matter, so the player is not asked about them. The player is
            # not asked about a strike either if no weapon in hand fits the act, such as a bow in a fight.
            other = tuple(each for each in ("length", "agility", "strike") if each not in filled)
            return ActRoll("attack", by.id, filled, asked, other)
        case "hits" if whom is not None:
            kind = _kind(book, by, answers)
            die = str(who.die or 6) if who is not None else str(by.numbers.get("die", "6"))
            return ActRoll("hits", by.id, {"die": die, "reduction": _reduction(book, whom, kind)})
        case "save":
            return ActRoll("save", by.id, {"level": level})
    return ActRoll("check", by.id)


def _strike(
    book: FiveModesBook, act: SceneAct, by: SceneFighter, answers: Answers
) -> tuple[Strike | None, tuple[Parameter, ...]]:
    """Return the chosen way to strike and the question for it. A foe has only one way to strike."""
    if by.character is None:
        return None, ()
    shoots = act.id == "shoot"
    ways = [each for each in strikes(figures.in_use(book, by.character)) if (each.stroke == "shot") is shoots]
    if not ways:
        return None, ()
    which = Parameter.choice("strike", (each.key for each in ways), names=(each.name for each in ways))
    return next((each for each in ways if each.key == answers.key("strike")), ways[0]), (which,)


def _guards(book: FiveModesBook, whom: SceneFighter) -> bool:
    """Return whether a target holds a thing to defend with (FM-R02, FM-R11)."""
    if whom.has("helpless", "bound"):
        return False
    return bool(whom.number("guard")) if whom.character is None else figures.may_guard(book, whom.character)


def _guarded(book: FiveModesBook, whom: SceneFighter) -> int:
    """Return the target's Guard, else its Agility. Without either, every attack hits (FM-R11, FM-A8)."""
    if _guards(book, whom):
        guard = whom.number("guard") if whom.character is None else figures.guard(whom.character)
        if guard is not None:
            return guard
    agile = _agility(book, whom)
    return _SURE if agile is None else agile


def _agility(book: FiveModesBook, whom: SceneFighter) -> int | None:
    """Return the Agility of a target that can move, including the effect of its load (FM-R08, FM-R11)."""
    if whom.has("helpless", "bound"):
        return None
    if whom.character is None:
        return whom.number("agility") or None
    agile = figures.agility(whom.character)
    return None if agile is None else agile + figures.load(book, whom.character)[0]


def _kind(book: FiveModesBook, by: SceneFighter, answers: Answers) -> str:
    """Return the kind of hits that a figure's strike causes."""
    if by.character is None:
        return str(by.numbers.get("kind", "cutting"))
    held = strikes(figures.in_use(book, by.character))
    return next((each.thing.damage for each in held if each.key == answers.key("how")), "other")


def _reduction(book: FiveModesBook, whom: SceneFighter, kind: str) -> int:
    if kind not in {"cutting", "blunt"}:
        return 0
    if whom.character is None:
        return whom.number(f"less-{kind}")
    return figures.reduction(book, whom.character, "cutting" if kind == "cutting" else "blunt")


def _follows(book: FiveModesBook, scene: Scene, done: Done) -> Iterator[SceneOffer]:
    made = done.planned
    by = scene.fighter(made.by)
    if made.act.id in {"shoot", "fight"} and done.outcome("hit") == "hit":
        strike, _asked = _strike(book, made.act, by, made.answers)
        how = strike.key if strike is not None else "lower" if made.act.id == "shoot" else "one"
        if strike is not None and scene.fighter(made.whom).has("gripped"):
            grip = f"{strike.key}-grip"
            known = {each.key for each in strikes(figures.in_use(book, by.character))}
            how = grip if grip in known else how
        yield offer("roll", "hits", (made.whom,), {"how": how}, by.id)
    if made.act.id == "hits" and done.value("hits") > 0:
        # The reading of the dice has already subtracted armour, so the act must not subtract it again (FM-R27).
        yield offer("act", "hurt", takers(scene, made.whom), {"value": done.value("hits"), "kind": "other"})


SCENE: Final[SceneRules[Adventurer, FiveModesBook]] = SceneRules(
    scene=FiveModesScene,
    fighter=FiveModesFighter,
    numbers=_NUMBERS,
    conditions=_CONDITIONS,
    acts=_acts,
    aim=_aim,
    follows=_follows,
    openings=_openings,
    opened=_opened,
    foe=_foe,
    out=_OUT,
    idle=frozenset({"holds-back"}),
    phases=("first", "second"),
    numbered=False,
)
