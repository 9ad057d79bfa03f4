"""Scenes of the Basics: initiative each round, acts of a turn, replies to an attack, and damage (BA-R10 to R28)."""

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Final

from bones_desktop.rules.acts import Answers, Parameter
from bones_desktop.rules.basics import throws
from bones_desktop.rules.basics.character import PENALTIES, RESERVE, BasicsBook, BasicsCharacter, Weapon, initiative
from bones_desktop.rules.basics.throws import REPLIES, STRIKES, reply_pool
from bones_desktop.rules.games import DieResult, Track, skill_key
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

FASTER: Final = 2
"""Number of dice added to actions against fighters with a lower initiative (BA-R11, BA-A12)."""
_AHEAD: Final = 1_000
"""Initiative of a fighter who surprised the others (BA-R10)."""
_MOST_TIES: Final = 20
_OUT: Final = frozenset({"unconscious", "dead"})
REPLY: Final = "their_reply"
NONE: Final = "none"
"""The reply of a target that cannot defend or does not want to."""


class BasicsFighter(SceneFighter):
    """A fighter in a scene of the Basics."""

    character: BasicsCharacter | None = None


class BasicsScene(Scene):
    """A scene of the Basics."""

    fighters: Annotated[tuple[BasicsFighter, ...], Limits(max_length=MOST_FIGHTERS)] = ()


_NUMBERS: Final = (
    Parameter.number("pool", 4, 0, 60),
    Parameter.number("defence", 4, 0, 60),
    Parameter.number("initiative", 4, 0, 60),
    Parameter.number("damage", 2, 1, 60),
    Parameter.number("armour", 0, 0, 60),
    Parameter.number("health", 4, 1, 200),
    Parameter.yes_no("ranged"),
)
_CONDITIONS: Final = ("ahead", "undefended", "engaged", "held", "prone", "unready", "holding")
_ACTS: Final = (
    SceneAct("attack", rule="BA-R18", rolls=True, at="others"),
    SceneAct("grapple", rule="BA-R13", rolls=True, at="others"),
    SceneAct("defend", rule="BA-R13"),
    SceneAct("move", rule="BA-R13", loses=("unready",)),
    SceneAct("draw", rule="BA-R15", loses=("unready",)),
    SceneAct("magic", rule="BA-R13", rolls=True, at="anyone"),
    SceneAct("use", rule="BA-R13", rolls=True),
    SceneAct("stand", rule="BA-R13", loses=("prone",)),
    SceneAct("lie", rule="BA-R13", gains=(("prone", 0),)),
    SceneAct("hold", "free", "BA-R11", gains=(("holding", 1),)),
    SceneAct("surprise", "free", "BA-R10", rolls=True, at="others"),
    SceneAct("conscious", "free", "BA-R26", rolls=True),
    SceneAct("treat", rule="BA-R28", rolls=True, at="anyone"),
    SceneAct("damage", "free", "BA-R19", rolls=True, at="others"),
)
_RELOAD: Final = SceneAct("reload", rule="BA-R15", act="reload", at_times=True)
_ESCAPE: Final = SceneAct("escape", rule="BA-R13", rolls=True, at="others", at_times=True)
_DISENGAGE: Final = SceneAct("disengage", rule="BA-R12", loses=("engaged",), at_times=True)


def _acts(_book: BasicsBook, scene: Scene, fighter: SceneFighter) -> tuple[SceneAct, ...]:
    """Return the common actions (BA-R13), and the actions that only some fighters can do."""
    more = [_ESCAPE] if fighter.has("held") else []
    if fighter.has("engaged") and fighter.initiative:
        # Only the side that won the initiative may break off (BA-R12).
        foes = [each for each in scene.fighters if each.side != fighter.side and each.has("engaged")]
        more += [_DISENGAGE] if all(_faster(fighter, each) for each in foes) else []
    empty = fighter.character is not None and any(each.empty for each in fighter.character.weapons)
    more += [_RELOAD] if empty else []
    awake = fighter.character is not None and fighter.character.reserve_marked
    return (*(each for each in _ACTS if each.id != "conscious" or awake), *more)


def _faster(one: SceneFighter, other: SceneFighter) -> bool:
    """Return whether `one` has a higher initiative than `other`; False if both are equal (BA-R11)."""
    return bool(one.initiative and other.initiative) and one.initiative[0] > other.initiative[0]


def _openings(book: BasicsBook, scene: Scene) -> tuple[OpeningRoll, ...]:
    """Return the rolls of initiative that are still needed.

    Fighters with equal results and equal ratings roll again (BA-R11).
    """
    able = [each for each in scene.fighters if _foe_or_state(each) not in _OUT]
    missing = [each for each in able if not each.initiative]
    if not missing:
        tied = Counter(each.initiative for each in able)
        missing = [each for each in able if tied[each.initiative] > 1 and len(each.initiative) < _MOST_TIES]
    return tuple(_opening(book, each) for each in missing)


def _opening(book: BasicsBook, fighter: SceneFighter) -> OpeningRoll:
    black = 0 if fighter.character is not None else _foe_penalty(fighter)
    answers = Answers({"pool": _rating(fighter), "black": black})
    if fighter.character is not None:
        # The initiative pool is typed in. The black dice for the character's wounds are added.
        return OpeningRoll(fighter.id, "initiative", throws.plan(book, fighter.character, "initiative", answers))
    return OpeningRoll(fighter.id, "initiative", throws.plan(book, None, "initiative", answers))


def _rating(fighter: SceneFighter) -> int:
    return initiative(fighter.character) if fighter.character is not None else fighter.number("initiative")


def _opened(
    _book: BasicsBook, scene: Scene, opening: OpeningRoll, fallen: tuple[DieResult, ...]
) -> tuple[Scene, tuple[Reason, ...]]:
    fighter = scene.fighter(opening.by)
    (found, *_more) = throws.read(opening.plan, fallen, Answers()).findings
    net = found.value or 0
    before = fighter.initiative or ((_AHEAD,) if fighter.has("ahead") else ())
    after = (
        (*before, net) if fighter.initiative else ((*before, _rating(fighter)) if before else (net, _rating(fighter)))
    )
    said = reason("scene-tie" if fighter.initiative else "scene-initiative", "BA-R11", who=fighter.name, n=net)
    return scene.putting(fighter.with_(initiative=after)), (said,)


def _foe_or_state(fighter: SceneFighter) -> str:
    return fighter.character.state if fighter.character is not None else _foe(fighter).state


def _foe(fighter: SceneFighter) -> Track:
    """Return the pips of a foe: its Health, then the reserve that everybody has (BA-R24, BA-R25)."""
    health = max(1, fighter.number("health"))
    most = health + RESERVE
    said = "fine" if not fighter.hurt else "hurt" if fighter.hurt <= health else "reserve"
    return Track("health", most, min(most, fighter.hurt), "dead" if fighter.hurt >= most else said)


def _foe_penalty(fighter: SceneFighter) -> int:
    reserve = min(RESERVE, max(0, fighter.hurt - max(1, fighter.number("health"))))
    return PENALTIES[(reserve + 1) // 2]


def _aim(
    _book: BasicsBook, _scene: Scene, act: SceneAct, by: SceneFighter, whom: SceneFighter | None, answers: Answers
) -> ActRoll:
    match act.id:
        case "attack" if whom is not None:
            return _attack(by, whom, answers)
        case "grapple" | "escape" if whom is not None:
            theirs = {"their_pool": _pool(whom, act.id) + _bonus(whom, by), "their_black": _penalty(whom)}
            mine = {**_ours(by), **_skill(by, "Brawl", "strength"), "first": int(_faster(by, whom))}
            return ActRoll("contest", by.id, {**mine, **theirs, "their_automatic": 0})
        case "surprise" if whom is not None:
            theirs = {"their_pool": _pool(whom, act.id), "their_black": _penalty(whom), "their_automatic": 0}
            return ActRoll("surprise", by.id, {**_ours(by), **_skill(by, "Hide & Sneak", "dexterity"), **theirs})
        case "damage" if whom is not None:
            dice = {} if by.character is not None else {"dice": by.number("damage")}
            return ActRoll("damage", by.id, {**dice, "armour": _armour(whom)})
        case "conscious":
            return ActRoll("conscious", by.id)
        case "treat":
            return ActRoll("task", by.id, {**_ours(by), **_skill(by, "Medicine", "wits")})
    # The roll of a task does not ask about initiative, so the dice for it are added as modifiers (BA-R11).
    return ActRoll("task", by.id, {**_ours(by), "mods": 0 if whom is None else _bonus(by, whom)})


def _bonus(one: SceneFighter, other: SceneFighter) -> int:
    return FASTER if one.side != other.side and _faster(one, other) else 0


def _penalty(fighter: SceneFighter) -> int:
    return fighter.character.penalty if fighter.character is not None else _foe_penalty(fighter)


def _ours(by: SceneFighter) -> dict[str, int | str]:
    """Return the numbers that the scene knows for the fighter who acts.

    A foe's pool is divided among its actions too (BA-R13).
    """
    if by.character is None:
        return {"pool": by.number("pool"), "black": _foe_penalty(by), "actions": by.actions}
    return {"actions": min(by.actions, by.character.most_actions)}


def _skill(by: SceneFighter, name: str, attribute: str) -> dict[str, int | str]:
    if by.character is None:
        return {}
    skills = [skill_key(each.name) for each in by.character.skills]
    place = skills.index(skill_key(name)) + 1 if skill_key(name) in skills else ""
    return {"attribute": attribute, "skill": str(place)}


def _pool(fighter: SceneFighter, act: str) -> int:
    """Return the dice of the other side in a contest: Brawl to hold or get free, Perception against an ambush."""
    who = fighter.character
    if who is None:
        return fighter.number("defence")
    wits = act == "surprise"
    skill = who.skill("Perception" if wits else "Brawl")
    return int(max(0, skill + (who.attributes.wits if wits else who.attributes.strength)))


def _ranged(by: SceneFighter, answers: Answers) -> bool:
    if by.character is None:
        return bool(by.number("ranged"))
    weapon = _weapon(by, answers)
    return weapon is not None and weapon.ranged


def _weapon(by: SceneFighter, answers: Answers) -> Weapon | None:
    who = by.character
    if not answers.given("weapon"):
        answers = Answers({"weapon": "1" if who.weapons else "fist"})
    return throws.held(who, answers)


def _attack(by: SceneFighter, whom: SceneFighter, answers: Answers) -> ActRoll:
    """Return an attack and the pool of its reply (BA-R16 to R18).

    A target that cannot defend has no dice (BA-R10).
    """
    ranged = _ranged(by, answers)
    helpless = whom.has("undefended", "held") or _foe_or_state(whom) in _OUT
    usual = NONE if helpless else "dodge" if ranged else "evade"
    reply = Parameter.choice(REPLY, (NONE, *REPLIES), usual)
    chosen = answers.key(REPLY) or usual
    pool, black = 0, 0
    if chosen != NONE:
        bonus = _bonus(whom, by)
        pool = _reply(whom, chosen, bonus)
        reloads = (weapon := _weapon(by, answers)) is not None and weapon.reload if by.character is not None else 0
        black = _penalty(whom) + (3 if chosen == "strike-shooter" and not reloads else 0)
    theirs: dict[str, int | str] = {"their_pool": pool, "their_black": black, "their_automatic": 0}
    return ActRoll("attack", by.id, {**_ours(by), "first": int(_faster(by, whom)), **theirs}, (reply,))


def _reply(whom: SceneFighter, reply: str, bonus: int) -> int:
    """Return the dice of a reply, with the weapon at hand (BA-R16, BA-R17)."""
    who = whom.character
    if who is None:
        return (whom.number("pool" if reply in STRIKES else "defence") + bonus) // max(1, whom.actions)
    place = _answering(whom, reply)
    wanted = who.weapons[place - 1].skill if place else "Brawl"
    answers = {"reply": reply, "mods": bonus, "actions": whom.actions, **_skill(whom, wanted, "dexterity")}
    return reply_pool(who, Answers(answers))


def _answering(whom: SceneFighter, reply: str) -> int:
    """Return the number of the weapon in a reply, from 1; 0 for bare hands and for a foe.

    In a duel it is the first loaded weapon that shoots, in all other replies the first weapon that does not shoot.
    """
    weapons = whom.character.weapons if whom.character is not None else ()
    fits = [n for n, each in enumerate(weapons, 1) if each.ranged == (reply == "duel")]
    return next((n for n in fits if not weapons[n - 1].empty), fits[0] if fits else 0)


def _armour(whom: SceneFighter) -> int:
    return whom.character.armour.value if whom.character is not None else whom.number("armour")


def _follows(_book: BasicsBook, scene: Scene, done: Done) -> Iterator[SceneOffer]:
    made = done.planned
    by, whom = scene.fighter(made.by), made.whom
    match made.act.id:
        case "attack":
            yield from _hits(scene, done)
        case "grapple" if done.outcome("winner") == "ours":
            yield offer("gain", "held", (whom,))
        case "escape" if done.outcome("winner") == "ours":
            yield offer("lose", "held", (by.id,))
        case "surprise":
            if done.outcome("surprise") in {"initiative", "undefended"}:
                yield offer("gain", "ahead", (by.id,), {"rounds": 1})
            if done.outcome("surprise") == "undefended":
                yield offer("gain", "undefended", (whom,), {"rounds": 1})
        case "treat" if done.value("net") > 0 and _is_hurt(scene.fighter(whom)):
            yield offer("act", "treat", (whom,), {"value": done.value("net")})
        case "damage" if done.value("pips") > 0:
            kind = "bruise" if _bruises(by, made.answers) else "normal"
            yield offer("act", "hurt", takers(scene, whom), {"value": done.value("pips"), "kind": kind})


def _is_hurt(fighter: SceneFighter) -> bool:
    return bool(fighter.character.marks if fighter.character is not None else fighter.hurt)


def _hits(scene: Scene, done: Done) -> Iterator[SceneOffer]:
    """Yield the damage of a hit, and the reloading of weapons that were shot."""
    made = done.planned
    by, whom = scene.fighter(made.by), scene.fighter(made.whom)
    won, margin = done.outcome("winner"), done.value("winner")
    ranged, reply = _ranged(by, made.answers), made.answers.key(REPLY)
    place = _answering(whom, reply)
    # In a duel both fighters shoot, so both weapons must be reloaded (BA-R15, BA-R17).
    weapon = whom.character.weapons[place - 1] if whom.character is not None and place else None
    if reply == "duel" and weapon is not None and weapon.reload and not weapon.empty:
        yield offer("do", "shoot", (whom.id,), {"weapon": str(place)})
    if won == "ours":
        yield _damage(by, whom, margin, ranged=ranged, key=made.answers.key("weapon"))
    elif won == "theirs" and reply in STRIKES:
        yield _damage(whom, by, -margin, ranged=reply == "duel", key=str(place) if place else "fist")
    if not ranged:
        for each in (by, whom):
            if not each.has("engaged"):
                yield offer("gain", "engaged", (each.id,))


def _damage(by: SceneFighter, whom: SceneFighter, margin: int, *, ranged: bool, key: str) -> SceneOffer:
    """Return the offer to roll damage with the margin of the attack (BA-R19 to R21)."""
    answers: dict[str, int | str] = {"margin": margin, "ranged": int(ranged), "armour": _armour(whom)}
    if by.character is not None:
        answers["weapon"] = key
    if ranged and whom.character is not None and whom.character.armour.works_as_melee:
        # This armour protects against shots as in melee, so the shot is read like a blow (BA-R21).
        answers["ranged"] = 0
    return offer("roll", "damage", (whom.id,), answers, by.id)


def _bruises(by: SceneFighter, answers: Answers) -> bool:
    weapon = throws.held(by.character, answers) if by.character is not None else None
    return weapon is not None and weapon.bruise


SCENE: Final[SceneRules[BasicsCharacter, BasicsBook]] = SceneRules(
    scene=BasicsScene,
    fighter=BasicsFighter,
    numbers=_NUMBERS,
    conditions=_CONDITIONS,
    acts=_acts,
    aim=_aim,
    follows=_follows,
    openings=_openings,
    opened=_opened,
    foe=_foe,
    reserve=Track("reserve-pips", RESERVE, 0),
    out=_OUT,
)
