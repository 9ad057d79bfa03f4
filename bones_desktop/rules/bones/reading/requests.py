"""What a player asks the dice: everything chosen before a throw, and the task that follows from it.

Codes refused: unknown-skill, unknown-difficulty (text, suggestion).
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from bones_desktop.rules.bones.book.advancement import automatic_successes
from bones_desktop.rules.bones.book.attempts import Task
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.icons import MENTAL, PHYSICAL
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.injury.magicuse import MAGIC, magic_price
from bones_desktop.rules.bones.reading.modifiers import distance_penalty, raised, range_penalty
from bones_desktop.rules.reasons import refuse


class ThrowKind(StrEnum):
    """What a throw is for."""

    TASK = "task"
    MOVEMENT = "movement"
    """A round spent on moving (MOVE-2)."""
    FALL = "fall"
    """Maneuver against the harm of a fall (CMB-36)."""
    STRATEGIC = "strategic"
    """An off-stage action with a difficulty (OFF-4)."""
    INCOME = "income"
    """An off-stage action that earns coins (OFF-5)."""


OWN_COUNT = frozenset({ThrowKind.MOVEMENT, ThrowKind.FALL, ThrowKind.INCOME})
"""Kinds that are measured against nothing: their successes are counted."""
OFF_STAGE = frozenset({ThrowKind.STRATEGIC, ThrowKind.INCOME})


@dataclass(frozen=True, slots=True)
class Request:
    """What is chosen before a throw; it can be kept and asked again. Numbers are never below zero but for `levels`."""

    skill: str = "maneuver"
    """Skill id, or "physical" / "mental" for a task without a skill (AMB-96)."""
    kind: ThrowKind = ThrowKind.TASK
    difficulty: str = "average"
    """Difficulty as it is quoted, "" when opposed."""
    levels: int = 0
    """Levels harder than quoted, easier when below zero: tools that lack, magic for a mundane task (TASK-15, MAG-8)."""
    opponent: str = ""
    """Key of the opponent whose dice are thrown, "" when `against` says his successes."""
    opponent_skill: str = ""
    """Skill the opponent uses; "" for the usual one (TASK-13)."""
    opponent_items: tuple[int, ...] = ()
    """Places of the opponent's equipment dice."""
    against: int = 0
    items: tuple[int, ...] = ()
    """Places of the equipment dice thrown along."""
    penalty: int = 0
    darkness: int = 0
    distance: int = 0
    """Metres to what is looked for or shot at."""
    broken: bool = False
    """Whether the ground between is broken or wooded."""
    free: int = 0
    """Successes the GM gives."""
    conditions: frozenset[str] = frozenset()
    metres: int = 15
    """Height of a fall."""
    yielding: bool = False
    """Whether a fall ends on something that yields (CMB-35)."""
    assets: int = 0
    """Assets that earn with an income action."""
    allowed_by_gm: bool = False
    """Whether the GM allows it without a fitting icon."""
    opponent_allowed_by_gm: bool = False
    """Whether the opponent's successes count without one."""


@dataclass(frozen=True, slots=True)
class Occasion:
    """What a throw is made for: the task, and what else follows from its successes."""

    task: Task
    kind: ThrowKind = ThrowKind.TASK
    move: float = 1.0
    """Movement score before the throw (MOVE-1)."""
    metres: int = 0
    yielding: bool = False
    assets: int = 0


def usual_opposition(skill: str) -> str:
    """Return the skill that usually opposes another: Perception and Stealth each other, else the same (TASK-13)."""
    return {"perception": "stealth", "stealth": "perception"}.get(skill, skill)


def skill_of(request: Request) -> str:
    """Return the skill of the throw: moving and falling are Maneuver (MOVE-3, CMB-36)."""
    return "maneuver" if request.kind in {ThrowKind.MOVEMENT, ThrowKind.FALL} else request.skill


def is_magic_use(request: Request) -> bool:
    """Return whether a throw for the request is a use of magic (MAG-16); off stage none is counted (AMB-95)."""
    return request.kind not in OFF_STAGE and skill_of(request) == MAGIC


def reach_of(character: Character, request: Request) -> int | None:
    """Return the metres of one range increment of what is shot with (CMB-31); None where range takes nothing off.

    Of several dice thrown along the one that reaches farthest is shot with.
    """
    if request.kind is not ThrowKind.TASK or skill_of(request) != "missile":
        return None
    weapons = (character.equipment[place] for place in request.items if 0 <= place < len(character.equipment))
    return max((weapon.range_increment for weapon in weapons if weapon.range_increment), default=None)


def distance_counts(request: Request, reach: int | None) -> bool:
    """Return whether what lies between takes anything off: of a search, or of a shot with this `reach_of`."""
    return skill_of(request) == "perception" or reach is not None


def lost_to_distance(request: Request, reach: int | None) -> int:
    """Return the successes that the distance takes off a search (TASK-14), or off a shot (CMB-31)."""
    if reach is not None:
        return range_penalty(request.distance, reach)
    return distance_penalty(request.distance, broken=request.broken) if skill_of(request) == "perception" else 0


def require_known(rulebook: Rulebook, request: Request) -> None:
    """Refuse a request that was kept, by an older or another program, with a skill or difficulty the rulebook lacks.

    RulesError; the skill of the other side and a difficulty that does not matter for the kind of throw count too.
    """
    _require_skill(rulebook, request.skill)
    if request.opponent_skill:
        _require_skill(rulebook, request.opponent_skill)
    if request.difficulty:
        _require_difficulty(rulebook, request.difficulty)


def occasion_of(rulebook: Rulebook, character: Character, request: Request) -> Occasion:
    """Return what the throw is made for. Against an opponent's dice it is measured against none yet: see `plays`.

    RulesError for a skill or difficulty that the rulebook lacks.
    """
    skill = skill_of(request)
    _require_skill(rulebook, skill)
    task = Task(
        skill=skill,
        against=0,
        automatic=automatic_successes(character) + request.free,
        fatigue=magic_price(character, by_gm=request.allowed_by_gm).penalty if is_magic_use(request) else 0,
        penalty=request.penalty + lost_to_distance(request, reach_of(character, request)),
        darkness=request.darkness,
        conditions=request.conditions,
        allowed_by_gm=request.allowed_by_gm,
    )
    return Occasion(
        task=_measured(rulebook, task, request),
        kind=request.kind,
        move=character.move,
        metres=request.metres,
        yielding=request.yielding,
        assets=request.assets,
    )


def _measured(rulebook: Rulebook, task: Task, request: Request) -> Task:
    if request.kind in OWN_COUNT:
        return task
    if not request.difficulty:
        number = 0 if request.opponent else request.against
        return replace(task, against=number, against_skill=request.opponent_skill)
    _require_difficulty(rulebook, request.difficulty)
    return replace(task, difficulty=raised(rulebook, request.difficulty, request.levels).id, against=None)


def _require_skill(rulebook: Rulebook, skill: str) -> None:
    if skill not in {PHYSICAL, MENTAL} and all(known.id != skill for known in rulebook.skills):
        raise refuse("unknown-skill", "TASK-1", text=skill[:60], suggestion="")


def _require_difficulty(rulebook: Rulebook, difficulty: str) -> None:
    if all(level.id != difficulty for level in rulebook.difficulties):
        raise refuse("unknown-difficulty", "TASK-8", text=difficulty[:60], suggestion="")
