"""The roster and the acts of a scene: their questions and dice, the changes that they make at once, and their offers.

Codes refused: no-scene-act (act), scene-no-target (), scene-no-offer (), scene-out (who, state), scene-unfinished
(who), no-fighter (who), too-many (most).
"""

from collections.abc import Callable, Iterable
from typing import Any, Final

from bones_desktop.rules.acts import Act, Answers, Parameter, ParameterKind
from bones_desktop.rules.games import HURTS
from bones_desktop.rules.reading import Proposal, Reading
from bones_desktop.rules.reasons import Reason, reason, refuse
from bones_desktop.rules.records import fields, replace
from bones_desktop.rules.scenes import (
    MOST_FIGHTERS,
    MOST_OFFERS,
    MOST_STEPS,
    ActRoll,
    AnyGame,
    Done,
    Given,
    Planned,
    Scene,
    SceneAct,
    SceneFighter,
    SceneOffer,
    SceneStep,
    can_act,
    in_phase,
    next_turn,
    offer,
    rules_of,
    state,
    tracks,
)
from bones_desktop.rules.values import ValueT

# The roster.


def joined(game: AnyGame, book: object, scene: Scene, fighter: SceneFighter) -> Scene:
    """Return the scene with a fighter added.

    The fighter gets an id, and a number if somebody else has the same name. Raise RulesError too-many if the scene is
    full, scene-unfinished for a character whose health is not rolled yet.
    """
    if len(scene.fighters) >= MOST_FIGHTERS:
        raise refuse("too-many", most=MOST_FIGHTERS)
    if not tracks(game, book, fighter)[0].boxes:
        raise refuse("scene-unfinished", who=fighter.name)
    id = fighter.id or f"f{scene.made + 1}"
    named = _told_apart(fighter.name, [each.name for each in scene.fighters])
    # If the sides roll initiative, a fighter who joins gets the initiative of the side.
    mates = (each.initiative for each in scene.fighters if each.side == fighter.side)
    initiative = next(mates, ()) if not rules_of(game).each_round else fighter.initiative
    new = fighter.with_(id=id, name=named, initiative=initiative or fighter.initiative)
    return scene.with_(fighters=(*scene.fighters, new), made=scene.made + 1)


def _told_apart(name: str, there: list[str]) -> str:
    taken = {each.casefold() for each in there}
    if name.casefold() not in taken:
        return name
    return next(told for n in range(2, MOST_FIGHTERS + 3) if (told := f"{name[:190]} {n}").casefold() not in taken)


def left(game: AnyGame, book: object, scene: Scene, id: str) -> Scene:
    """Return the scene without a fighter. If it was the fighter's turn, the next fighter has the turn."""
    scene.fighter(id)
    if scene.turn == id:
        scene = next_turn(game, book, scene)
    kept = tuple(each for each in scene.fighters if each.id != id)
    offers = (each.with_(whom=tuple(one for one in each.whom if one != id)) for each in scene.offers if each.by != id)
    turn = "" if scene.turn == id else scene.turn
    return scene.with_(fighters=kept, turn=turn, offers=tuple(each for each in offers if each.whom))


# Acts.


def act_of(game: AnyGame, book: object, scene: Scene, by: str, id: str) -> SceneAct:
    """Return an act of a fighter. Raise RulesError no-scene-act if the fighter has no such act."""
    acts = rules_of(game).acts(book, scene, scene.fighter(by))
    found = next((each for each in acts if each.id == id), None)
    if found is None:
        raise refuse("no-scene-act", act=id[:40])
    return found


def targets(scene: Scene, act: SceneAct, by: SceneFighter) -> tuple[SceneFighter, ...]:
    """Return the possible targets: other sides first for an act against others, the fighter's own side otherwise.

    An act for "mates" cannot target the fighter who does it.
    """
    if not act.at:
        return ()
    others = tuple(each for each in scene.fighters if each.side != by.side)
    mates = tuple(each for each in scene.fighters if each.side == by.side and each.id != by.id)
    if act.at == "others":
        return (*others, *mates)
    return (*mates, *others) if act.at == "mates" else (by, *mates, *others)


def asked(
    game: AnyGame, book: object, scene: Scene, by: str, id: str, *, own_numbers: bool = False
) -> Callable[[Answers], tuple[Parameter, ...]]:
    """Return the questions of an act, which depend on the answers so far.

    Answers that the scene fills in are optional; with `own_numbers` they are proposed like any other answer.
    """
    fighter = scene.fighter(by)
    act = act_of(game, book, scene, by, id)
    near = targets(scene, act, fighter)

    def parameters(answers: Answers) -> tuple[Parameter, ...]:
        found: list[Parameter] = []
        if act.at:
            living = (each.id for each in near if can_act(game, book, each))
            first = next(living, near[0].id if near else "")
            found.append(
                Parameter.choice("whom", (each.id for each in near), first, names=(each.name for each in near))
            )
            if not near:
                return tuple(found)
        whom = scene.fighter(answers.key("whom") or str(found[0].first)) if found else None
        if act.rolls:
            aim = rules_of(game).aim(book, scene, act, fighter, whom, answers)
            found += aim.more
            found += (_ally(scene.fighter(each)) for each in aim.together)
            for each in _questions(game, book, scene, aim, answers):
                if each.id not in aim.filled:
                    found.append(each)
                else:
                    found.append(replace(each, first=aim.filled[each.id], optional=not own_numbers))
        elif act.act:
            found += _game_act(game, book, whom or fighter, act).parameters(answers)
        return (*found, *act.asked)

    return parameters


def _ally(mate: SceneFighter) -> Parameter:
    return Parameter.yes_no(f"ally-{mate.id}", int(mate.has("helping")), name=mate.name)


def _questions(game: AnyGame, book: object, scene: Scene, aim: ActRoll, answers: Answers) -> tuple[Parameter, ...]:
    """Return the questions of the roll for the answers so far, without those that the act asks in another way."""
    figure = rules_of(game).figure(scene.fighter(aim.by))
    roll = next(each for each in game.rolls(book, figure) if each.id == aim.roll)
    own = {*(each.id for each in aim.more), *aim.without}
    return tuple(each for each in roll.asked(Answers({**answers.values, **aim.filled})) if each.id not in own)


def _game_act(game: AnyGame, book: object, fighter: SceneFighter, act: SceneAct) -> Act[Any]:
    """Return the act of the game. A foe gets an act that asks for a number of boxes to mark or to clear."""
    if fighter.character is not None:
        return next(each for each in game.acts(book, fighter.character) if each.id == act.act)
    return Act.asking(act.act, "", _same, Parameter.number("value", 1, 1, 1000))


def _same(who: SceneFighter, _given: Answers) -> SceneFighter:
    return who


def form(game: AnyGame, book: object, scene: Scene, by: str, id: str) -> Act[Scene]:
    """Return an act of a scene in the form of a game's act, for forms and commands.

    Doing it changes nothing; it only checks that the act is possible.
    """

    def do(scene: Scene, given: Answers) -> Scene:
        planned(game, book, scene, by, id, given)
        return scene

    return Act(id, "scene", asked(game, book, scene, by, id), do)


def proposed(game: AnyGame, book: object, scene: Scene, by: str, id: str, given: Given) -> Answers:
    """Return the answers that the scene proposes for an act, replaced by those in `given`."""
    act = form(game, book, scene, by, id)
    fitted = act.fitted(Answers(given))
    asked_for = {each.id: each for each in act.parameters(fitted) if each.kind is not ParameterKind.THROW}
    kept = {id: fitted.values[id] for id, each in asked_for.items() if not each.optional or id in given}
    return Answers({**kept, **{id: value for id, value in given.items() if id not in asked_for}})


def planned(game: AnyGame, book: object, scene: Scene, by: str, id: str, given: Answers) -> Planned:
    """Return the act with the dice of its roll.

    Raise RulesError if the act or its roll is impossible, and scene-no-target if no possible target is chosen.
    """
    rules, fighter = rules_of(game), scene.fighter(by)
    act = act_of(game, book, scene, by, id)
    now = state(game, book, fighter)
    # The dead may not even do a free act. Others who are out may, for example to roll to stay conscious.
    if now == "dead" or (act.cost != "free" and now in rules.out):
        raise refuse("scene-out", who=fighter.name, state=now)
    near = {each.id: each for each in targets(scene, act, fighter)}
    whom = near.get(given.key("whom")) if act.at else None
    if act.at and whom is None:
        raise refuse("scene-no-target")
    if act.rolls:
        aim = rules.aim(book, scene, act, fighter, whom, given)
        questions = _questions(game, book, scene, aim, given)
        values = {each.id: each.first for each in (*aim.more, *questions) if not each.optional}
        answers = Answers({**_house(game, scene), **values, **aim.filled, **given.values})
        answers = _with_helpers(game, scene, aim, answers)
        plan = game.plan(book, rules.figure(scene.fighter(aim.by)), aim.roll, answers)
        return Planned(act, by, whom.id if whom is not None else "", answers, aim.by, plan)
    thrown = None
    if act.act:
        doing = _game_act(game, book, whom or fighter, act)
        given = doing.fitted(given) if (whom or fighter).character is not None else given
        thrown = next((each for each in doing.parameters(given) if each.kind is ParameterKind.THROW), None)
        # A roll is tried with any faces, so that no dice are drawn for an act that is not possible.
        _acted(game, book, whom or fighter, act.act, given)
    return Planned(act, by, whom.id if whom is not None else "", given, by, None, thrown)


def _house(game: AnyGame, scene: Scene) -> dict[str, int | str]:
    """Return the house rules of the first character. They also apply to foes."""
    held = next((each.character for each in scene.fighters if each.character is not None), None)
    return {each.id: getattr(held.house, each.id) for each in game.house} if held is not None else {}


def _with_helpers(game: AnyGame, scene: Scene, aim: ActRoll, answers: Answers) -> Answers:
    """Return the answers with the dice of the fighters who help added (SB-R07)."""
    more = 0
    for id in aim.together:
        if answers.yes(f"ally-{id}"):
            mate = scene.fighter(id)
            figure = rules_of(game).figure(mate)
            dice = figure.pool if figure is not None else rules_of(game).foe(mate).boxes and mate.number("dice")
            more += dice or 0
    return Answers({**answers.values, "pool": answers.number("pool") + more}) if more else answers


def settled(
    game: AnyGame, book: object, scene: Scene, made: Planned, reading: Reading | None, indices: tuple[int, ...] = ()
) -> Scene:
    """Return the scene after an act: the action is used up, changes are made, and offers are added.

    `reading` is the meaning of the act's last dice. `indices` are the faces of the dice that an act of the game needed.
    """
    act = made.act
    scene = scene.putting(_used(scene.fighter(made.by), made))
    if made.plan is not None:
        for each in made.plan.first:
            scene = done_to(game, book, scene, made.roller, each)
    elif act.act:
        answers = made.answers
        if made.thrown is not None:
            answers = Answers({**answers.values, made.thrown.id: indices})
        scene = done_to(game, book, scene, made.whom or made.by, Proposal(act.act, answers))
    return scene if reading is None else _followed(game, book, scene, Done(made, reading))


def _used(fighter: SceneFighter, made: Planned) -> SceneFighter:
    """Return the fighter who did the act, with the action used up and the conditions changed."""
    act, answers = made.act, made.answers
    fighter = fighter.with_(
        acted=fighter.acted + (act.cost in {"action", "round"}),
        reacted=fighter.reacted or act.cost == "reaction",
        actions=max(1, answers.number("actions")) if answers.given("actions") else fighter.actions,
    )
    for each in act.asked:
        if each.kind is ParameterKind.TEXT:
            fighter = fighter.with_(declared=answers.text(each.id)[:200])
        else:
            fighter = fighter.with_(numbers={**fighter.numbers, each.id: answers.values.get(each.id, each.first)})
    for condition, rounds in act.gains:
        fighter = fighter.gaining(condition, rounds)
    return fighter.losing(*act.loses)


def _followed(game: AnyGame, book: object, scene: Scene, done: Done) -> Scene:
    """Return the scene with the results of a reading: conditions are changed at once, everything else is an offer."""
    offers = []
    for each in rules_of(game).follows(book, scene, done):
        # The rule says who gets a condition, so no decision is needed. It can be removed by hand.
        if each.kind in {"gain", "lose"}:
            scene = scene.putting(_with(scene.fighter(each.whom[0]), each))
        elif each.kind == "do":
            scene = done_to(game, book, scene, each.whom[0], Proposal(each.what, Answers(each.answers)))
        else:
            offers.append(each)
    harm = done.reading.harm
    offered_too = {each.what for each in offers if each.kind == "act"} | rules_of(game).known_harm
    if harm is not None and harm.act not in offered_too:
        offers.append(offer("act", harm.act, (done.planned.roller,), _plain(harm.answers)))
    return offering(scene, offers)


def _plain(answers: Answers) -> Given:
    return {id: value for id, value in answers.values.items() if isinstance(value, int | str)}


def offering(scene: Scene, offers: Iterable[SceneOffer]) -> Scene:
    """Return the scene with more offers. If there are too many, the oldest are dropped."""
    made = scene.made
    new = []
    for each in offers:
        made += 1
        new.append(each.with_(id=f"o{made}"))
    return scene.with_(offers=(*scene.offers, *new)[-MOST_OFFERS:], made=made)


def offered(scene: Scene, id: str) -> SceneOffer:
    """Return an open offer. Raise RulesError scene-no-offer if it is not open."""
    found = next((each for each in scene.offers if each.id == id), None)
    if found is None:
        raise refuse("scene-no-offer")
    return found


def dismissed(scene: Scene, id: str) -> Scene:
    """Return the scene without an offer."""
    return scene.with_(offers=tuple(each for each in scene.offers if each.id != id))


def taken(game: AnyGame, book: object, scene: Scene, id: str, whom: str = "") -> Scene:
    """Return the scene after an offer was taken by `whom`, else by the suggested fighter.

    If the offer is a further roll, it is not made here: the caller plans it as the act `offer.what` with the answers of
    the offer. Raise RulesError if the game refuses the act, or if this fighter cannot take it.
    """
    found = offered(scene, id)
    whom = whom or found.whom[0]
    if whom not in found.whom:
        raise refuse("no-fighter", who=whom[:40])
    if found.kind == "act":
        scene = scene.putting(_acted(game, book, scene.fighter(whom), found.what, Answers(found.answers)))
    return dismissed(scene, id)


def _with(fighter: SceneFighter, found: SceneOffer) -> SceneFighter:
    if found.kind == "lose":
        return fighter.losing(found.what)
    return fighter.gaining(found.what, Answers(found.answers).number("rounds"))


def done_to(game: AnyGame, book: object, scene: Scene, whom: str, proposal: Proposal) -> Scene:
    """Return the scene after an act of the game on one fighter, such as paying the price of an offer."""
    return scene.putting(_acted(game, book, scene.fighter(whom), proposal.act, proposal.answers))


OF_TURN: Final = frozenset({"action", "move", "round"})
"""Costs of acts that belong to the fighter's turn."""
_HEALS: Final = frozenset({"heal", "treat", "rest", "first-aid", "revive"})


def _acted(game: AnyGame, book: object, fighter: SceneFighter, act: str, answers: Answers) -> SceneFighter:
    """Return the fighter after an act of the game. A foe marks or clears as many boxes as the act says."""
    if fighter.character is None:
        if act == "hold":
            return fighter.gaining("held", answers.number("rounds"))
        boxes = rules_of(game).foe(fighter).boxes
        by = (answers.number("value") or 1) * ((act in HURTS) - (act in _HEALS))
        return fighter.with_(hurt=max(0, min(boxes, fighter.hurt + by)))
    found = next((each for each in game.acts(book, fighter.character) if each.id == act), None)
    if found is None:
        raise refuse("no-scene-act", act=act[:40])
    return fighter.with_(character=found.do(fighter.character, found.fitted(answers)))


def notes(game: AnyGame, scene: Scene, made: Planned) -> tuple[Reason, ...]:
    """Return notes on an act that is possible although it is not the fighter's turn or the action is used up."""
    fighter = scene.fighter(made.by)
    found = []
    if rules_of(game).in_order and made.act.cost in OF_TURN and scene.turn not in {"", made.by}:
        found.append(reason("scene-not-turn", who=fighter.name, turn=scene.fighter(scene.turn).name))
    if made.act.cost in {"action", "round"} and fighter.acted >= fighter.actions:
        found.append(reason("scene-acted", who=fighter.name, n=fighter.acted))
    if made.act.cost == "reaction" and fighter.reacted:
        found.append(reason("scene-reacted", who=fighter.name))
    return (*found, *(made.plan.notes if made.plan is not None else ()))


def in_turn(game: AnyGame, book: object, scene: Scene, by: str, id: str) -> Scene:
    """Return the scene at the turn in which the fighter does an act. Fighters before it lose their turns.

    If the fighter's turn is over, or if no turn of the round has begun, the scene does not change.
    """
    rules = rules_of(game)
    order = scene.order
    for phase in range(scene.phase, len(rules.phases)) if scene.turn in order and by in order else ():
        now = in_phase(scene, phase).with_(turn=by)
        late = phase == scene.phase and order.index(by) < order.index(scene.turn)
        act = next((each for each in rules.acts(book, now, now.fighter(by)) if each.id == id), None)
        if act is not None and not late:
            return now if act.cost in OF_TURN else in_phase(scene, phase)
    return scene


def noted(scene: Scene, *steps: SceneStep) -> Scene:
    """Return the scene with lines added to its log. Only the newest lines are kept."""
    return scene.with_(steps=(*scene.steps, *(each.with_(round=scene.round) for each in steps))[-MOST_STEPS:])


def with_condition(scene: Scene, id: str, condition: str, rounds: int = 0, *, on: bool = True) -> Scene:
    """Return the scene with a condition given to a fighter, or removed if `on` is False."""
    fighter = scene.fighter(id)
    return scene.putting(fighter.gaining(condition, rounds) if on else fighter.losing(condition))


def merged(now: ValueT, before: ValueT, after: ValueT) -> ValueT:
    """Return `now` with the values of `after` in every field that differs between `before` and `after`.

    A character's file may have changed elsewhere after the scene last read it; such changes are kept.
    """
    changed = {
        part.name: getattr(after, part.name)
        for part in fields(before)
        if getattr(before, part.name) != getattr(after, part.name)
    }
    return now.with_(**changed) if changed else now
