"""Scenes of Margin: initiative of sides, actions, surprise, opportunity attacks and grappling (MG-R09 to R23)."""

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Final

from bones_desktop.rules.acts import Answers, Parameter
from bones_desktop.rules.games import DieResult, Plan, Track, numbered, of_group, skill_key
from bones_desktop.rules.margin import character
from bones_desktop.rules.margin.character import CONDITIONS, MarginBook, MarginCharacter
from bones_desktop.rules.margin.readings import DICE
from bones_desktop.rules.reasons import Reason, reason
from bones_desktop.rules.scenes import (
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

_OUT: Final = frozenset({"dead", "unconscious", "bleeding"})
_AVERAGE: Final = 10
"""The average of three dice, rounded down.

A foe who attacks a foe rolls three dice; the bonus is its score less this number.
"""
_MOST_TIES: Final = 20


class MarginFighter(SceneFighter):
    """A fighter in a scene of Margin."""

    character: MarginCharacter | None = None


class MarginScene(Scene):
    """A scene of Margin."""

    fighters: Annotated[tuple[MarginFighter, ...], Limits(max_length=MOST_FIGHTERS)] = ()


_NUMBERS: Final = (
    Parameter.number("score", 12, -20, 60),
    Parameter.number("life", 8, 1, 1_000),
    Parameter.number("bonus", 0, -20, 20),
)
_CONDITIONS: Final = (*CONDITIONS, "surprised", "grappling", "ready", "disengaged")
_ACTS: Final = (
    SceneAct("attack", rule="MG-R14", rolls=True, at="others"),
    SceneAct("power", rule="MG-R18", act="power"),
    SceneAct("move", "move", "MG-R09"),
    SceneAct("double-move", rule="MG-R13"),
    SceneAct("hide", rule="MG-R13", rolls=True),
    SceneAct("ready", rule="MG-R13", gains=(("ready", 2),)),
    SceneAct("search", rule="MG-R13", rolls=True),
    SceneAct("use", rule="MG-R13", rolls=True),
    SceneAct("disengage", rule="MG-R13", gains=(("disengaged", 1),)),
    SceneAct("opportunity", "reaction", "MG-R09", rolls=True, at="others"),
    SceneAct("drop", "free", "MG-R09", gains=(("prone", 0),)),
    SceneAct("surprise", "free", "MG-R11", rolls=True, at="others"),
    SceneAct("grapple", rule="MG-R23", rolls=True, at="others"),
    SceneAct("grip", "free", "MG-R23", rolls=True, at="others"),
    SceneAct("first-aid", rule="MG-R28", act="first-aid", at="anyone"),
)
_TOUCH: Final = SceneAct("healing", rule="MG-R20", rolls=True, at="mates")
_STAND: Final = SceneAct("stand", "move", "MG-R09", loses=("prone",), at_times=True)
_BREAK: Final = SceneAct("break-free", rule="MG-R23", rolls=True, at="others", at_times=True)
_ESCAPE: Final = SceneAct("escape", rule="MG-R19", rolls=True, at_times=True)
_HOLD: Final = (
    SceneAct("keep-hold", rule="MG-R23", at_times=True),
    SceneAct("crush", rule="MG-R23", rolls=True, at="others", at_times=True),
    SceneAct("toss", rule="MG-R23", rolls=True, at="others", at_times=True),
    SceneAct("let-go", "free", "MG-R23", loses=("grappling",), at_times=True),
)
_END: Final = SceneAct("turn-off", rule="MG-R20", act="end", at_times=True)
_BLEED: Final = SceneAct("bleed", "free", "MG-R27", act="bleed", at_times=True)


def _acts(book: MarginBook, _scene: Scene, fighter: SceneFighter) -> tuple[SceneAct, ...]:
    """Return the actions of the list (MG-R13), and the actions that only some fighters can do."""
    who = fighter.character
    if who is not None and not character.lp_left(book, who):
        return (_BLEED,)
    more = [_STAND] if _has(fighter, "prone") else []
    more += [_BREAK] if fighter.has("held") else []
    more += [_ESCAPE] if who is not None and who.holds else []
    more += [_END] if who is not None and who.running else []
    more += _HOLD if fighter.has("grappling") else ()
    known = who is not None and who.powers
    first, *usual = (each for each in _ACTS if each.id != "power" or known)
    return (first, *([_TOUCH] if _touch(who) else []), *usual, *more)


def _touch(who: MarginCharacter | None) -> int:
    """Return the number of the power that heals by touch; 0 if the character has no such power."""
    powers = who.powers if who is not None else ()
    return next((n for n, each in enumerate(powers, 1) if each.power == "healing-touch"), 0)


def _has(fighter: SceneFighter, condition: str) -> bool:
    """Return whether the fighter has a condition, in the scene or in the character."""
    return fighter.has(condition) or (fighter.character is not None and condition in fighter.character.conditions)


def _figure(fighter: SceneFighter) -> MarginCharacter | None:
    """Return the character with the conditions that the scene adds, because the conditions affect its rolls."""
    who: MarginCharacter | None = fighter.character
    if who is None:
        return None
    held = [each for each in CONDITIONS if _has(fighter, each)]
    return who.with_(conditions=tuple(held))


def _openings(_book: MarginBook, scene: Scene) -> tuple[OpeningRoll, ...]:
    """Return one roll for each side. Sides with the same result roll again (MG-A14)."""
    found = {side: [each for each in scene.fighters if each.side == side] for side in scene.sides}
    missing = [side for side, all_ in found.items() if all(not each.initiative for each in all_)]
    if not missing:
        result = {side: all_[0].initiative for side, all_ in found.items()}
        tied = Counter(result.values())
        missing = [side for side, each in result.items() if tied[each] > 1 and len(each) < _MOST_TIES]
    return tuple(OpeningRoll(side, "initiative", Plan("initiative", numbered(6, "dice", DICE))) for side in missing)


def _opened(
    _book: MarginBook, scene: Scene, opening: OpeningRoll, fallen: tuple[DieResult, ...]
) -> tuple[Scene, tuple[Reason, ...]]:
    total = sum(of_group(fallen, "dice"))
    mates = [each for each in scene.fighters if each.side == opening.by]
    before = next((each.initiative for each in mates if each.initiative), ())
    changed = (each.with_(initiative=(*before, total)) for each in mates)
    code = "scene-tie" if before else "scene-initiative"
    return scene.putting(*changed), (reason(code, "MG-A14", who=opening.by, n=total),)


def _foe(fighter: SceneFighter) -> Track:
    most = max(1, fighter.number("life"))
    lost = min(most, fighter.hurt)
    return Track("life", most, lost, "unconscious" if lost == most else "hurt" if lost else "fine")


def _aim(
    book: MarginBook, _scene: Scene, act: SceneAct, by: SceneFighter, whom: SceneFighter | None, _answers: Answers
) -> ActRoll:
    match act.id:
        case "attack" | "opportunity" | "grapple" | "crush" | "toss" if whom is not None:
            return _attack(book, act, by, whom)
        case "grip" | "break-free" if whom is not None:
            purpose = "seize" if act.id == "grip" else "break"
            known = {**_ours(by, "", "body"), "purpose": purpose, "their_bonus": _bonus(book, whom, "", "body")}
            return ActRoll("contest", by.id, known)
        case "surprise" if whom is not None:
            # The target, who may be surprised, rolls Perception against the Stealth of the other fighter (MG-R11).
            theirs = _bonus(book, by, "Stealth", "body")
            return ActRoll("surprise", whom.id, {**_ours(whom, "Perception", "mind"), "their_bonus": theirs})
        case "hide":
            return ActRoll("check", by.id, _ours(by, "Stealth", "body"))
        case "search":
            return ActRoll("check", by.id, _ours(by, "Perception", "mind"))
        case "escape":
            return ActRoll("escape", by.id)
        case "healing":
            return ActRoll("healing", by.id, {"power": str(_touch(by.character))})
    return ActRoll("check", by.id, {} if by.character is not None else {"bonus": by.number("bonus")})


def _ours(by: SceneFighter, skill: str, attribute: str) -> dict[str, int | str]:
    if by.character is None:
        return {"bonus": by.number("bonus"), "dice": "3"}
    names, wanted = [skill_key(each.name) for each in by.character.skills], skill_key(skill)
    return {"attribute": attribute, "skill": str(names.index(wanted) + 1) if wanted in names else ""}


def _bonus(book: MarginBook, fighter: SceneFighter, skill: str, attribute: str) -> int:
    """Return the bonus that the other side has in a contest."""
    who = fighter.character
    if who is None:
        return fighter.number("bonus")
    trained = next((each for each in who.skills if skill_key(each.name) == skill_key(skill)), None)
    dots = (trained.dots if trained is not None else 0) + (character.specialty(book, who, skill) if skill else 0)
    return character.attribute(book, who, attribute) + dots


def _attack(book: MarginBook, act: SceneAct, by: SceneFighter, whom: SceneFighter) -> ActRoll:
    """Return the roll of an attack.

    A foe with a score does not roll; the attacked character rolls a defence (MG-R14, MG-R15).
    """
    helpless = _has(whom, "held") or _has(whom, "unconscious") or whom.has("grappling") or _is_down(book, whom)
    found: dict[str, int | str] = {} if act.id in {"attack", "opportunity"} else {"by": act.id}
    # Attacks on somebody in a grapple are at a disadvantage, except attacks by the fighter who grapples (MG-R23).
    tangled = whom.has("grappling") or (whom.has("held") and not by.has("grappling"))
    if by.character is None and whom.character is not None:
        known: dict[str, int | str] = {
            "against": "score",
            "score": by.number("score"),
            "their_bonus": 0,
            "grappled": int(tangled),
        }
        return ActRoll("defence", whom.id, {**found, **known})
    if whom.character is None:
        found |= {"against": "score", "score": whom.number("score"), "their_bonus": 0}
    else:
        rolls = "no-roll" if helpless else "roll-disadvantage" if _has(whom, "blinded") else "roll"
        found |= {"against": rolls, "their_bonus": character.attribute(book, whom.character, "defense")}
    found |= {"target-prone": int(_has(whom, "prone")), "target-invisible": int(_has(whom, "invisible"))}
    found["target-grappled"] = int(tangled)
    if by.character is None:
        return ActRoll("attack", by.id, {**found, "bonus": by.number("score") - _AVERAGE, "dice": "3"})
    if any(each.power == "backstab" for each in by.character.powers):
        found["surprised"] = int(whom.has("surprised"))
    return ActRoll("attack", by.id, found)


def _is_down(book: MarginBook, fighter: SceneFighter) -> bool:
    who = fighter.character
    return who is not None and not character.lp_left(book, who)


def _follows(book: MarginBook, scene: Scene, done: Done) -> Iterator[SceneOffer]:
    made = done.planned
    by = scene.fighter(made.by)
    won = done.outcome("first-throw") == "win"
    match made.act.id:
        case "attack" | "opportunity" | "crush":
            yield from _harm(book, scene, done)
        case "grapple" if done.outcome("hit") in {"hit", "hurt"}:
            yield offer("roll", "grip", (made.whom,), {}, by.id)
        case "grip" if won:
            yield offer("gain", "held", (made.whom,))
            yield offer("gain", "grappling", (by.id,))
        case "break-free" if won:
            yield from _let_go(by.id, made.whom)
        case "toss" if done.outcome("hit") in {"hit", "hurt"}:
            yield from _let_go(made.whom, by.id)
            yield offer("gain", "prone", (made.whom,))
        case "healing":
            yield offer("act", "heal", (made.whom,), {"value": done.value("points")})
        case "hide" if done.outcome("success") == "success":
            yield offer("gain", "invisible", (by.id,))
        case "surprise" if done.outcome("surprise") == "surprised":
            yield offer("gain", "surprised", (made.whom,), {"rounds": 1})
    # If an attack misses a held target, the target is free (MG-R23).
    if any(each.id == "free" for each in done.reading.findings):
        yield from _let_go(made.whom, by.id)


def _let_go(held: str, holder: str) -> Iterator[SceneOffer]:
    yield offer("lose", "held", (held,))
    yield offer("lose", "grappling", (holder,))


def _harm(book: MarginBook, scene: Scene, done: Done) -> Iterator[SceneOffer]:
    """Yield the offers after a hit: damage, or a hold for some rounds (MG-R14, MG-R15, MG-R19)."""
    made = done.planned
    whom = scene.fighter(made.whom)
    rounds, damage = done.value("rounds"), done.value("damage")
    if rounds > 0:
        name = scene.fighter(made.by).name
        yield offer("act", "hold", (whom.id,), {"name": name, "total": _total(done), "rounds": rounds})
    if damage > 0:
        down = _is_down(book, whom)
        yield offer("act", "hurt", takers(scene, whom.id), {"value": damage, **({"deliberate": 1} if down else {})})


def _total(done: Done) -> int:
    """Return the total of an attack. A roll must exceed it to break the hold of the attack."""
    said = next((each.reason for each in done.reading.findings if each.id == "hit"), None)
    total = dict(said.values).get("total", 0) if said is not None else 0
    return total if isinstance(total, int) else 0


def _passed(_book: MarginBook, fighter: SceneFighter) -> SceneFighter:
    """Return the fighter a round later: holds may end, and a bleeding fighter has one round less (MG-R19, MG-R27)."""
    who = fighter.character
    if who is None or who.is_dead or not (who.holds or who.bleeding):
        return fighter
    return fighter.with_(character=character.a_round_later(who))


SCENE: Final[SceneRules[MarginCharacter, MarginBook]] = SceneRules(
    scene=MarginScene,
    fighter=MarginFighter,
    numbers=_NUMBERS,
    conditions=_CONDITIONS,
    acts=_acts,
    aim=_aim,
    follows=_follows,
    openings=_openings,
    opened=_opened,
    figure=_figure,
    foe=_foe,
    out=_OUT,
    known_harm=frozenset({"grip", "break"}),
    idle=frozenset({"surprised"}),
    each_round=False,
    passed=_passed,
)
