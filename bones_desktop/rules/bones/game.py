"""BONES as a `Game`: making and checking characters, rolls, tracks and acts, as in every game.

The pages of BONES offer more than this module. Codes refused: no-field (field), no-roll (roll), and those of the edits
and of eligibility.
"""

from collections.abc import Mapping
from typing import Final

from bones_desktop.rules.acts import Act, Answers, Parameter, Value
from bones_desktop.rules.bones.book.attempts import CHALLENGE, CHARACTER, Task, eligibility
from bones_desktop.rules.bones.book.character import (
    STARTING_DICE,
    Character,
    CharacterDie,
    CharacterKind,
    MakingMode,
    SheetPlace,
    SheetSection,
)
from bones_desktop.rules.bones.book.characterdice import next_icon_price, safe_level, task_pool
from bones_desktop.rules.bones.book.fields import TEXT
from bones_desktop.rules.bones.book.icons import Face, face
from bones_desktop.rules.bones.book.notation import icon_name, skill_label
from bones_desktop.rules.bones.book.rulebook import USUAL, HouseRules, Rulebook
from bones_desktop.rules.bones.injury.blows import DamageKind
from bones_desktop.rules.bones.injury.injuries import condition
from bones_desktop.rules.bones.life import acts as actions
from bones_desktop.rules.bones.life.seasons import season_now
from bones_desktop.rules.bones.making.creation import Lock, origin_choices, palette, slot_state
from bones_desktop.rules.bones.making.edits import new_character, set_face, set_racial_icon, set_template, set_text
from bones_desktop.rules.bones.making.originchange import set_mode
from bones_desktop.rules.bones.making.problems import problems
from bones_desktop.rules.bones.reading.odds import OddsCalculator
from bones_desktop.rules.bones.reading.plays import Play, metres_of, outcome, outcome_odds, read_play
from bones_desktop.rules.bones.reading.requests import (
    OWN_COUNT,
    Occasion,
    Request,
    ThrowKind,
    done_by_magic,
    occasion_of,
    request_of,
    skill_of,
    usual_items,
)
from bones_desktop.rules.bones.reading.tasks import challenge_dice
from bones_desktop.rules.dice import Throw
from bones_desktop.rules.fields import DICE_COLOUR, as_held, switches, written
from bones_desktop.rules.games import DieResult, Fact, Game, MakingStep, Odds, Plan, Roll, Track
from bones_desktop.rules.reading import Finding, Proposal, Reading
from bones_desktop.rules.reasons import Problem, Reason, RulesError, reason, refuse
from bones_desktop.rules.records import Record, replace
from bones_desktop.rules.typedtext import is_seen

OPPOSED: Final = "opposed"
"""Difficulty of a task against the successes of an opponent."""
_NOBODY: Final = "0" * 32
_MOST: Final = 99
_FARTHEST: Final = 1000
_FALLS: Final = {ThrowKind.FALL: DamageKind.FALL}


class BonesThrow(Record):
    """The inputs that a roll of BONES is evaluated with."""

    rulebook: Rulebook
    house_rules: HouseRules
    occasion: Occasion


HOUSE: Final = switches(HouseRules)


def house_rules_of(who: Character | None, answers: Mapping[str, Value]) -> HouseRules:
    """Return the house rules of a character, changed by the switches in `answers`."""
    return with_switches(who.house_rules if who is not None else USUAL, answers)


def with_switches(held: HouseRules, answers: Mapping[str, Value]) -> HouseRules:
    """Return the house rules, changed by the switches in `answers`."""
    said = {each.id: answers[each.id] for each in HOUSE if each.id in answers}
    return held.with_(**{id: type(getattr(USUAL, id))(value) for id, value in said.items()})


# Making a character.


def steps(book: Rulebook, who: Character) -> tuple[MakingStep, ...]:
    """Return the steps for making a player: mode, race, house rules, four dice with their faces, name (CHR-1..4).

    Cast, beasts and hordes have only a name. Their dice come from the face editor or a stat block.
    """
    named = MakingStep(
        "name",
        is_seen(who.name),
        (
            Parameter.text("name", who.name),
            *as_held(who, {}, DICE_COLOUR),
            Parameter.text("back_story", who.back_story, TEXT),
        ),
    )
    if who.kind is not CharacterKind.PLAYER:
        return (named,)
    modes = tuple(each.value for each in MakingMode)
    races = ("", *(race.id for race in book.races))
    called = ("", *(race.name for race in book.races))
    found = [
        MakingStep("mode", True, (Parameter.choice("mode", modes, who.mode.value),)),
        MakingStep("race", True, (Parameter.choice("race", races, who.racial_icon, names=called),)),
    ]
    found.append(MakingStep("house", True, as_held(who.house_rules, {}, *HOUSE)))
    if who.mode is MakingMode.COLD_IRON:
        found += [_origin(book, who, die) for die in range(min(STARTING_DICE, len(who.dice)))]
    found += [_faces(book, who, die) for die in range(len(who.dice))]
    return (*found, named)


def _origin(book: Rulebook, who: Character, die: int) -> MakingStep:
    offered = [each for each in origin_choices(book, who, die) if each.allowed]
    keys, names = tuple(each.template_id for each in offered), tuple(each.name for each in offered)
    chosen = who.dice[die].template
    id = f"die-{die + 1}"
    return MakingStep(id, bool(chosen), (Parameter.choice(id, keys, chosen, names=names),))


def _faces(book: Rulebook, who: Character, die: int) -> MakingStep:
    asked = []
    for place, shown in enumerate(who.dice[die].faces):
        if slot_state(book, who, die, place).lock not in {Lock.FIXED, Lock.CLOSED}:
            offered = [each for each in palette(book, who, die, place) if each.allowed]
            codes, names = tuple(each.face.code for each in offered), tuple(each.name for each in offered)
            id = f"face-{die + 1}-{place + 1}"
            asked.append(Parameter.choice(id, codes, shown.code, names=names))
    filled = all(not shown.is_unfilled for shown in who.dice[die].faces)
    return MakingStep(f"faces-{die + 1}", filled or die >= STARTING_DICE, tuple(asked))


def with_field(book: Rulebook, who: Character, field: str, value: int | str) -> Character:
    """Return the character with one field of a creation step changed.

    Raise RulesError if the field or the value is unknown.
    """
    asked = next((each for step in steps(book, who) for each in step.fields if each.id == field), None)
    if asked is None:
        raise refuse("no-field", field=field[:40])
    if field in {each.id for each in HOUSE}:
        return who.with_(house_rules=house_rules_of(who, {field: asked.fitted(value)}))
    kind, _, place = field.partition("-")
    match kind:
        case "mode":
            return set_mode(who, MakingMode(str(asked.fitted(value))))
        case "race":
            return set_racial_icon(book, who, str(value))
        case "die":
            return set_template(book, who, int(place) - 1, str(value))
        case "face":
            die, _, number = place.partition("-")
            return set_face(book, who, int(die) - 1, int(number) - 1, _face(str(value)))
        case "name":
            return set_text(who, "name", str(value))
        case DICE_COLOUR.id:
            return written(steps(book, who), who, {}, field, value)
    return set_text(who, "back_story", str(value))


def _face(code: str) -> Face:
    try:
        return face(code)
    except ValueError as error:
        raise refuse("no-field", field=code[:40]) from error


def check(book: Rulebook, who: Character) -> tuple[Problem[str], ...]:
    """Return every problem of a character. The place of a problem is the field of a step, if there is one."""
    return tuple(Problem(each.reason, _field(each.place), each.weight) for each in problems(book, who))


def _field(place: SheetPlace) -> str:
    if place.part is SheetSection.DIE and place.die is not None:
        return f"die-{place.die + 1}" if place.face is None else f"face-{place.die + 1}-{place.face + 1}"
    return {SheetSection.BACK_STORY: "back_story"}.get(place.part, place.part.value)


# Derived numbers, tracks and acts.


def facts(book: Rulebook, who: Character) -> tuple[Fact, ...]:
    """Return the numbers of a sheet: dice left, movement, and for players magic, spiffs and sessions."""
    now = condition(who)
    found = [
        Fact("dice-left", f"{now.available}/{now.owned}", (now.reason,)),
        Fact("metres", f"{metres_of(who.move):g}", (reason("bones-metres", "MOVE-1", score=f"{who.move:g}"),)),
    ]
    safe = safe_level(who)
    if safe.value:
        found.append(Fact("safe-magic", safe.value, safe.reasons))
    if who.kind is CharacterKind.PLAYER:
        price = next_icon_price(book, who)
        found += [Fact("spiffs", who.spiffs), Fact("sessions", who.sessions, price.reasons if price else ())]
    return tuple(found)


def tracks(_book: Rulebook, who: Character) -> tuple[Track, ...]:
    """Return a track with one box for each die; lost dice are marked (CMB-13). The acts ask which die is lost."""
    now = condition(who)
    state = "dying" if now.is_dying else now.state.value
    why = reason("bones-dice-by-acts", "CMB-13")
    return (Track("dice", now.owned, now.owned - now.available, state, by_hand=why),)


def acts(book: Rulebook, who: Character) -> tuple[Act[Character], ...]:
    """Return the acts that are possible between rolls. The ledger entries of acts have no date."""
    return (
        actions.blow(book, who, ""),
        actions.hinder(book),
        *actions.hindering_acts(who),
        actions.treat(),
        actions.rest(),
        *actions.wound_acts(who),
        actions.survive(book, ""),
        actions.earn(book, ""),
        actions.spend(book, ""),
        actions.keep_going(who),
        *actions.magic_acts(who),
        actions.magic_damage(book, who, ""),
        actions.gain_asset(),
        actions.lose_asset(who),
        actions.coins(""),
        actions.act_in_season(book, who, season_now(who), ""),
        *actions.growth_acts(book, who, ""),
    )


def lines(book: Rulebook, before: Character, after: Character, _act: str) -> tuple[Reason, ...]:
    """Return log lines for the condition and for every number that changed."""
    was = {each.id: each.value for each in facts(book, before)}
    changed = [
        reason(f"bones-now-{each.id}", n=each.value)
        for each in facts(book, after)
        if each.id in {"spiffs", "sessions"} and each.value != was.get(each.id)
    ]
    counted: tuple[tuple[str, int, int], ...] = (
        ("coins", before.coins, after.coins),
        ("hindering", len(before.hindering), len(after.hindering)),
        ("magic", before.recent_magic, after.recent_magic),
        ("tired", before.magic_beyond, after.magic_beyond),
        ("dice", len(before.dice), len(after.dice)),
        ("effects", len(before.effects), len(after.effects)),
        ("assets", len(before.assets), len(after.assets)),
        ("actions", len(before.actions), len(after.actions)),
    )
    if before.created is None and after.created is not None:
        changed.append(reason("bones-now-finished", "CHR-1"))
    changed += [reason(f"bones-now-{id}", n=now) for id, then, now in counted if then != now]
    if condition(before) != condition(after) or not changed:
        return (condition(after).reason, *changed)
    return tuple(changed)


# Rolls.


def rolls(book: Rulebook, who: Character | None) -> tuple[Roll, ...]:
    """Return the kinds of roll. Without a character, the user writes the dice as in stat blocks."""
    dice = () if who is not None else (Parameter.text("dice", "", TEXT),)
    skills = actions.skills_thrown(book)
    known = {each.id: skill_label(each) for each in book.skills}
    names = (known.get(each) or icon_name(book, each) for each in skills)
    skill = Parameter.choice("skill", skills, "maneuver", names=names)
    levels, named = (each.id for each in book.difficulties), (each.name for each in book.difficulties)
    difficulty = Parameter.choice("difficulty", levels, "average", names=named)
    opposed = replace(difficulty, choices=(*difficulty.choices, OPPOSED), names=(*difficulty.names, ""))
    equipment = () if who is None else (Parameter.yes_no("equipment", 1),)
    burden = (*equipment, _number("penalty", _MOST), _number("free", _MOST))
    own = (*burden, Parameter.yes_no("allowed"))
    magic = Parameter.yes_no("by_magic")
    task = (*dice, skill, opposed, _number("against", _MOST), _number("bought", 1), _number("darkness", _MOST))
    return (
        Roll("task", (*task, magic, *own)),
        Roll("movement", (*dice, Parameter.yes_no("on_foot"), *burden)),
        Roll("fall", (*dice, _number("metres", _FARTHEST, 15), Parameter.yes_no("yielding"), *burden)),
        Roll("strategic", (*dice, skill, difficulty, magic, *own)),
        Roll("income", (*dice, skill, _number("assets", _MOST), *own)),
    )


def _number(id: str, most: int, first: int = 0) -> Parameter:
    return Parameter.number(id, first, most=most)


def request_from(book: Rulebook, thrower: Character, roll: str, answers: Answers) -> Request:
    """Return the request of a roll for answers to its questions. Raise RulesError if there is no such roll.

    Magic is refused for tasks that cannot be done by magic (MAG-8).
    """
    if roll not in {each.value for each in ThrowKind}:
        raise refuse("no-roll", roll=roll[:40])
    kind, difficulty = ThrowKind(roll), answers.key("difficulty")
    measured = kind not in OWN_COUNT and difficulty != OPPOSED
    request = request_of(kind, difficulty if measured else "", answers)
    request = replace(request, allowed_by_gm=answers.yes("allowed"))
    if request.by_magic:
        done_by_magic(book, thrower.house_rules, Task(skill_of(request), request.difficulty))
    if answers.yes("equipment"):
        request = replace(request, items=usual_items(book, thrower, skill_of(request)))
    return request


def plan(book: Rulebook, who: Character | None, roll: str, answers: Answers) -> Plan:
    """Return the dice of a roll. Raise RulesError if there are none, or if they may not attempt the task (ACT-3)."""
    house_rules = house_rules_of(who, answers.values)
    thrower = (who or _of_dice(book, answers.key("dice"))).with_(house_rules=house_rules)
    request = request_from(book, thrower, roll, answers)
    occasion = occasion_of(book, thrower, request)
    task = replace(occasion.task, bought=answers.number("bought"))
    dice = task_pool(book, thrower, request.items)
    own = [die for die in dice if die.group == CHARACTER]
    allowed = eligibility(book, house_rules, task, own)
    if not allowed.allowed:
        raise RulesError(allowed.reason)
    asked = BonesThrow(book, house_rules, replace(occasion, task=task))
    return Plan(roll, (*dice, *challenge_dice(book, task)), answers, asked)


def _of_dice(book: Rulebook, text: str) -> Character:
    # Imported here because only dice given as text need it.
    from bones_desktop.rules.bones.text.blocktext import parse_dice

    dice = tuple(CharacterDie(printed=die.printed, faces=die.faces) for die in parse_dice(book, text))
    return Character(id=_NOBODY, dice=dice)


def read(plan: Plan, fallen: tuple[DieResult, ...], _choices: Answers) -> Reading:
    """Return the meaning of the dice, given as face numbers from 1; nothing until all are rolled."""
    asked = plan.asked
    if not isinstance(asked, BonesThrow) or len(fallen) < len(plan.dice):
        return Reading((), ())
    throw = Throw(plan.dice, tuple(each.number - 1 for each in fallen))
    play = read_play(asked.rulebook, asked.house_rules, Play(asked.occasion, throw))
    found = play.task.reading
    first, *more = found.findings
    shown = _counted(asked, play.task.net)
    findings = (_named(first, plan.roll, shown), *more)
    harm = play.damage + play.task.damage + play.overreach
    if not harm:
        return replace(found, findings=findings)
    kind = _FALLS.get(asked.occasion.kind, DamageKind.FATIGUE if play.overreach else DamageKind.ATTACK)
    places = tuple(int(plan.dice[place].key.rpartition(" ")[2]) - 1 for place in found.lost)
    given = Answers({"points": harm, "value": harm, "harm": kind.value, "dice": places})
    return replace(found, findings=findings, harm=Proposal("blow", given))


def _counted(asked: BonesThrow, net: int) -> int:
    """Return the metres, damage or coins that the roll gives, else its net result."""
    return outcome(asked.rulebook, asked.occasion, net) if asked.occasion.kind in OWN_COUNT else net


def _named(finding: Finding, roll: str, shown: int) -> Finding:
    return replace(finding, id=roll, value=shown, outcome=str(shown))


def odds(plan: Plan) -> Odds:
    """Return the chance of each net result, or of each number of metres, damage or coins."""
    asked = plan.asked
    if not isinstance(asked, BonesThrow):
        return Odds({})
    task = asked.occasion.task
    own = [die for die in plan.dice if die.group != CHALLENGE]
    net = OddsCalculator(asked.rulebook, asked.house_rules).task(task, own).net
    if net is None:  # a plan without a result is refused
        return Odds({})
    if asked.occasion.kind in OWN_COUNT:
        net = outcome_odds(asked.rulebook, asked.occasion, net)
    return Odds({plan.roll: {str(reached): net.chance(reached) for reached, _ in net}})


BONES: Final[Game[Character, Rulebook]] = Game(
    id="bones",
    title="BONES",
    credit="BONES and Cold Iron, by Vincent K. Raven, published by Precis Intermedia.",
    new=new_character,
    steps=steps,
    with_field=with_field,
    check=check,
    facts=facts,
    rolls=rolls,
    plan=plan,
    read=read,
    odds=odds,
    tracks=tracks,
    acts=acts,
    lines=lines,
    house=HOUSE,
)
