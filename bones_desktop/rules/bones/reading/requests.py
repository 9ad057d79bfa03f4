"""A request for a roll: all choices made before the roll, its penalties, and its task.

Codes refused: unknown-skill, unknown-difficulty (text, suggestion), by-magic-only-magic (), by-magic-opposed ().
"""

from enum import StrEnum
from typing import Any, Final

from bones_desktop.rules.acts import Answers
from bones_desktop.rules.bones.book.attempts import Task
from bones_desktop.rules.bones.book.character import Character, ItemDie, ItemKind
from bones_desktop.rules.bones.book.characterdice import automatic_successes, is_winged, item_dice, item_key, task_pool
from bones_desktop.rules.bones.book.icons import MENTAL, PHYSICAL
from bones_desktop.rules.bones.book.notation import aim, worth
from bones_desktop.rules.bones.book.rulebook import HouseRules, Rulebook
from bones_desktop.rules.bones.injury.magic import MAGIC, magic_price
from bones_desktop.rules.bones.reading.tasks import ENCUMBERED_SKILLS, MISSILE, borne, borne_for
from bones_desktop.rules.reasons import Reason, refuse
from bones_desktop.rules.records import Record, replace

OPEN_STEP: Final = 50
BROKEN_STEP: Final = 20
"""Metres of distance that cost a search one success: on open ground, and on broken or wooded ground (TASK-14)."""
FALL_STEP: Final = 5
"""Metres of a fall for each point of damage; the first metres up to this number do no damage (CMB-34)."""
COMBAT_SKILLS: Final = frozenset({"melee", "missile", "unarmed", "defend"})
"""Skills used in combat; worn armour is rolled together with these skills."""
_WORN: Final = frozenset({ItemKind.ARMOUR, ItemKind.SHIELD})


class RaisedDifficulty(Record):
    """A difficulty moved up or down by levels."""

    id: str
    beyond: int
    """Number of levels beyond the hardest difficulty, negative beyond the easiest; they have no effect (AMB-29)."""


def raised(rulebook: Rulebook, difficulty: str, levels: int) -> RaisedDifficulty:
    """Return the difficulty this many `levels` above another, within the range from the easiest to the hardest.

    See MAG-8 and AMB-29.
    """
    ids = [level.id for level in rulebook.difficulties]
    wanted = ids.index(difficulty) + levels
    reached = max(0, min(len(ids) - 1, wanted))
    return RaisedDifficulty(ids[reached], wanted - reached)


def distance_penalty(metres: int, *, broken: bool) -> int:
    """Return the successes that a search loses to distance (TASK-14, AMB-46)."""
    # A negative distance, which files and the command line may contain, costs nothing.
    return max(0, metres) // (BROKEN_STEP if broken else OPEN_STEP)


def range_penalty(metres: int, increment: int) -> int:
    """Return the successes that a shot loses to range: one for each increment begun after the first (CMB-31, AMB-42).

    `increment` is in metres, above zero.
    """
    # The last metre of an increment belongs to it: 30 metres with an increment of 15 cost one success.
    return max(0, (max(0, metres) - 1) // increment)


def fall_damage(metres: int, successes: int, *, yielding: bool) -> int:
    """Return the damage of a fall from `metres` after this many Maneuver successes (CMB-34..37, AMB-50)."""
    return max(0, (metres - FALL_STEP) // FALL_STEP - yielding - max(0, successes) // 2)


class ThrowKind(StrEnum):
    """The purpose of a roll."""

    TASK = "task"
    MOVEMENT = "movement"
    """A round spent on moving (MOVE-2)."""
    FALL = "fall"
    """Maneuver against the damage of a fall (CMB-36)."""
    STRATEGIC = "strategic"
    """An off-stage action with a difficulty (OFF-4)."""
    INCOME = "income"
    """An off-stage action that earns coins (OFF-5)."""


_SEEKING: Final = frozenset({"perception", "missile"})
"""Skills of searching and shooting."""
OWN_COUNT = frozenset({ThrowKind.MOVEMENT, ThrowKind.FALL, ThrowKind.INCOME})
"""Kinds of roll without opposition, in which the program only counts successes."""
OFF_STAGE = frozenset({ThrowKind.STRATEGIC, ThrowKind.INCOME})


class Request(Record):
    """All choices made before a roll. They can be saved and used again. Only `levels` may be negative."""

    skill: str = "maneuver"
    """Skill id, or "physical" / "mental" for a task without a skill (AMB-96)."""
    kind: ThrowKind = ThrowKind.TASK
    difficulty: str = "average"
    """The quoted difficulty; "" if the task is opposed."""
    levels: int = 0
    """Number of levels above the quoted difficulty, for missing tools (TASK-15); negative if the task is easier."""
    by_magic: bool = False
    """True if the quoted difficulty is that of the task done without magic (MAG-8); only for unopposed Magic."""
    opponent: str = ""
    """Key of the opponent whose dice are rolled; "" if `against` gives the successes of the other side."""
    opponent_skill: str = ""
    """Skill that the opponent uses; "" for the default skill (TASK-13)."""
    opponent_items: tuple[int, ...] = ()
    """Indexes of the opponent's equipment dice."""
    against: int = 0
    items: tuple[int, ...] = ()
    """Indexes of the equipment dice rolled together with the character's own."""
    penalty: int = 0
    darkness: int = 0
    distance: int = 0
    """Metres to the object searched for, or to the target of a shot."""
    broken: bool = False
    """True if the ground in between is broken or wooded."""
    free: int = 0
    """Number of additional successes that the GM gives."""
    conditions: frozenset[str] = frozenset()
    metres: int = 15
    """Height of a fall in metres."""
    yielding: bool = False
    """True if a fall ends on soft ground (CMB-35)."""
    on_foot: bool = False
    """True if a flier walks (MOVE-5)."""
    assets: int = 0
    """Number of assets that earn with an income action."""
    allowed_by_gm: bool = False
    """True if the GM allows the task without a fitting icon."""
    opponent_allowed_by_gm: bool = False
    """True if the GM allows the opponent's task without a fitting icon."""


_ASKED: Final = (
    "skill", "levels", "by_magic", "against", "penalty", "darkness", "distance", "broken", "free", "metres", "yielding",
    "on_foot", "assets", "allowed_by_gm",
)  # fmt: skip


def request_of(kind: ThrowKind, difficulty: str, answers: Answers) -> Request:
    """Return the request for these answers, whose ids are the names of its fields. Other fields keep their defaults."""
    usual = Request(kind=kind, difficulty=difficulty)
    said: dict[str, Any] = {id: answers.values[id] for id in _ASKED if answers.values.get(id, "") != ""}
    return replace(usual, **{id: type(getattr(usual, id))(value) for id, value in said.items()})


class Occasion(Record):
    """A roll: its kind, its task, and the other effects of its successes."""

    task: Task
    kind: ThrowKind = ThrowKind.TASK
    move: float = 1.0
    """Movement score before the roll (MOVE-1)."""
    metres: int = 0
    yielding: bool = False
    assets: int = 0


def levels_harder(request: Request) -> int:
    """Return how many levels harder than the quoted difficulty the task is: one more for unopposed magic.

    See MAG-8 and MAG-9.
    """
    return request.levels + (request.by_magic and asks_by_magic(request))


def asks_by_magic(request: Request) -> bool:
    """Return whether the user must say if the requested task is done by magic."""
    return request.kind not in OWN_COUNT and skill_of(request) == MAGIC and bool(request.difficulty)


def done_by_magic(rulebook: Rulebook, house_rules: HouseRules, task: Task) -> Task:
    """Return a task of Magic against a mundane difficulty: one level harder (MAG-8). Refused for any other task."""
    if task.skill != MAGIC:
        raise refuse("by-magic-only-magic", "MAG-8")
    if not task.difficulty:
        raise refuse("by-magic-opposed", "MAG-8")
    asked = Request(MAGIC, difficulty=task.difficulty, by_magic=True)
    penalty = task.penalty + beyond_nulls(rulebook, house_rules, asked)
    return replace(task, difficulty=raised(rulebook, task.difficulty, 1).id, penalty=penalty)


def beyond_nulls(rulebook: Rulebook, house_rules: HouseRules, request: Request) -> int:
    """Return how many successes the levels beyond the hardest cost: two for each level by house rule (AMB-29)."""
    if not house_rules.nulls_beyond_impossible or not request.difficulty or request.kind in OWN_COUNT:
        return 0
    _require_difficulty(rulebook, request.difficulty)
    return 2 * max(0, raised(rulebook, request.difficulty, levels_harder(request)).beyond)


def usual_opposition(rulebook: Rulebook, skill: str) -> str:
    """Return the skill that opposes another by default; if the rulebook gives none, the same skill (TASK-13, CMB-5)."""
    return next((each.often_opposed_by for each in rulebook.skills if each.id == skill), "") or skill


def move_score(character: Character, *, flies: bool) -> float:
    """Return the movement score. The score for flying needs an available die with a wing (BST-3, MOVE-5)."""
    return character.flying if flies and character.flying is not None and is_winged(character) else character.move


def may_fly(character: Character) -> bool:
    """Return whether the character has a score for flying, and an available die with a wing (BST-3)."""
    return character.flying is not None and is_winged(character)


def skill_of(request: Request) -> str:
    """Return the skill of the roll; for moving and falling it is Maneuver (MOVE-3, CMB-36)."""
    return "maneuver" if request.kind in {ThrowKind.MOVEMENT, ThrowKind.FALL} else request.skill


def is_magic_use(request: Request) -> bool:
    """Return whether the roll is a use of magic (MAG-16). Off-stage uses are not counted (AMB-95)."""
    return request.kind not in OFF_STAGE and skill_of(request) == MAGIC


def shot_with(character: Character, request: Request) -> tuple[str, int | None]:
    """Return the key of the weapon that a request shoots or throws, and its range increment in metres.

    The weapon is the best of the chosen equipment at that distance (amendment 28); "" and None if there is none. The
    increment is also None if range has no effect (CMB-31).
    """
    if request.kind is not ThrowKind.TASK or skill_of(request) != MISSILE:
        return "", None
    # A stored request may list equipment that the character no longer has.
    places = [place for place in request.items if 0 <= place < len(character.equipment)]
    used = borne(item_dice(character, places), {MISSILE}, lost_to_range=range_losses(character, request.distance))
    key = used.used(MISSILE)
    steps = [item.range_increment for place, item in enumerate(character.equipment) if item_key(item, place) == key]
    return key, next(iter(steps), None)


def reach_of(character: Character, request: Request) -> int | None:
    """Return the metres of the weapon's range increment; None if range has no effect (CMB-31)."""
    return shot_with(character, request)[1]


def range_losses(character: Character, metres: int) -> dict[str, int]:
    """Return the successes that each piece of equipment loses over this distance, by its key."""
    return {
        item_key(item, place): range_penalty(metres, item.range_increment)
        for place, item in enumerate(character.equipment)
        if item.range_increment
    }


def distance_counts(request: Request, reach: int | None) -> bool:
    """Return whether distance cancels successes: in a search, or in a shot with a range increment of `reach` metres."""
    return skill_of(request) == "perception" or reach is not None


def lost_to_distance(request: Request, reach: int | None) -> int:
    """Return the successes that a search (TASK-14) or a shot (CMB-31) loses to distance."""
    if reach is not None:
        return range_penalty(request.distance, reach)
    return distance_penalty(request.distance, broken=request.broken) if skill_of(request) == "perception" else 0


def opposing_skill(rulebook: Rulebook, request: Request) -> str:
    """Return the skill of an opponent who rolls; "" if no opponent rolls."""
    if not request.opponent or request.difficulty or request.kind in OWN_COUNT:
        return ""
    return request.opponent_skill or usual_opposition(rulebook, skill_of(request))


def asked_of_opponent(rulebook: Rulebook, request: Request) -> Request | None:
    """Return the opponent's request, with the penalties for distance and darkness, if the opponent searches or shoots.

    Return None if the penalties apply to the character who rolls (TASK-14, CMB-30, CMB-31).
    """
    theirs = opposing_skill(rulebook, request)
    # If both sides search or shoot, the distance counts only against the character who rolls.
    if theirs not in _SEEKING or skill_of(request) in _SEEKING:
        return None
    return replace(request, kind=ThrowKind.TASK, skill=theirs, items=request.opponent_items)


def require_known(rulebook: Rulebook, request: Request) -> None:
    """Refuse a stored request with an unknown skill or difficulty, which another version may have saved.

    Raise RulesError also for an unknown skill of the other side, and for an unknown difficulty that has no effect on
    this kind of roll.
    """
    _require_skill(rulebook, request.skill)
    if request.opponent_skill:
        _require_skill(rulebook, request.opponent_skill)
    if request.difficulty:
        _require_difficulty(rulebook, request.difficulty)


def occasion_of(rulebook: Rulebook, character: Character, request: Request) -> Occasion:
    """Return the occasion of the roll.

    If the opponent rolls, the opposition is still open; `plays` adds it. Raise RulesError for an unknown skill or
    difficulty.
    """
    skill = skill_of(request)
    _require_skill(rulebook, skill)
    sought = asked_of_opponent(rulebook, request) is not None
    task = Task(
        skill=skill,
        against=0,
        automatic=automatic_successes(character) + request.free,
        fatigue=magic_price(character, by_gm=request.allowed_by_gm).penalty if is_magic_use(request) else 0,
        penalty=request.penalty + beyond_nulls(rulebook, character.house_rules, request),
        distance=0 if sought else lost_to_distance(request, reach_of(character, request)),
        darkness=0 if sought else request.darkness,
        weapon=shot_with(character, request)[0],
        conditions=request.conditions,
        allowed_by_gm=request.allowed_by_gm,
    )
    return Occasion(
        task=_measured(rulebook, task, request),
        kind=request.kind,
        move=move_score(character, flies=not request.on_foot),
        metres=request.metres,
        yielding=request.yielding,
        assets=request.assets,
    )


def _measured(rulebook: Rulebook, task: Task, request: Request) -> Task:
    if request.kind in OWN_COUNT:
        return task
    if not request.difficulty:
        # If the opponent rolls, the opponent's dice give the successes. A number typed earlier does not count.
        number = 0 if request.opponent else request.against
        return replace(task, against=number, against_skill=request.opponent_skill)
    _require_difficulty(rulebook, request.difficulty)
    return replace(task, difficulty=raised(rulebook, request.difficulty, levels_harder(request)).id, against=None)


def _require_skill(rulebook: Rulebook, skill: str) -> None:
    if skill not in {PHYSICAL, MENTAL} and all(known.id != skill for known in rulebook.skills):
        # The text comes from a file and may be long; its beginning is enough for the message.
        raise refuse("unknown-skill", "TASK-1", text=skill[:60], suggestion="")


def _require_difficulty(rulebook: Rulebook, difficulty: str) -> None:
    if all(level.id != difficulty for level in rulebook.difficulties):
        raise refuse("unknown-difficulty", "TASK-8", text=difficulty[:60], suggestion="")


def usual_items(rulebook: Rulebook, character: Character, skill: str, metres: int = 0) -> tuple[int, ...]:
    """Return the indexes of the equipment dice with faces that can matter for a task of `skill` at this distance.

    These are the weapon for the skill, and a second weapon if Two Weapon may be rolled (AMB-18). In combat, and for
    skills whose successes Encumbrance cancels, one shield and one suit of armour are added. Magic items with a face
    that counts are added too.
    """
    places = [place for place, item in enumerate(character.equipment) if _matters(rulebook, character, item, skill)]
    # The character's own dice are needed too, to see whether Two Weapon may be rolled.
    own = (*task_pool(rulebook, character), *item_dice(character, places)) if places else ()
    used = borne(own, {skill}, lost_to_range=range_losses(character, metres))
    return tuple(place for place in places if item_key(character.equipment[place], place) not in used.idle)


def idle_items(rulebook: Rulebook, character: Character, request: Request) -> dict[int, Reason]:
    """Return why some equipment dice of the request count for nothing, by the index of the equipment (AMB-53)."""
    dice = task_pool(rulebook, character, [place for place in request.items if place < len(character.equipment)])
    idle = borne_for(Task(skill_of(request), weapon=shot_with(character, request)[0]), dice).idle
    keys = {item_key(item, place): place for place, item in enumerate(character.equipment)}
    return {keys[key]: why for key, why in idle.items()}


def _matters(rulebook: Rulebook, character: Character, item: ItemDie, skill: str) -> bool:
    if item.kind in _WORN:
        return skill in COMBAT_SKILLS or skill in ENCUMBERED_SKILLS
    goal = aim(rulebook, character.house_rules, skill)
    return any(worth(rulebook, goal, face).counts for face in item.faces)
