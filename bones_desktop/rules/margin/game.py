"""Margin as one `Game`: making a character with points, its problems (MG-L1 to L8), and its acts.

The acts are damage, bleeding, aid, powers, Luck, conditions, holds, grapples and levels.

Codes refused: dead-do-nothing (), nothing-to-heal (), mg-not-bleeding (), mg-no-luck (), mg-no-power (), mg-too-weak
(have, cost), mg-no-hold (), mg-held-already (), mg-no-minutes (power), mg-not-running (), mg-aided (),
say-what-it-is (), no-such-weapon (), mg-down (), too-many (most).
"""

from collections.abc import Iterator
from functools import partial
from typing import Final

from bones_desktop.rules.acts import Act, Answers, Parameter
from bones_desktop.rules.fields import DICE_COLOUR, as_held, rows, to_last, written
from bones_desktop.rules.games import Game, MakingStep, SheetForm, numbered
from bones_desktop.rules.margin import character, readings, throws
from bones_desktop.rules.margin.character import (
    ATTRIBUTES,
    BONUSES,
    CONDITIONS,
    HIGHEST,
    MOST_BONUS,
    BookPower,
    Hold,
    MarginBook,
    MarginCharacter,
    MarginPower,
    MarginSkill,
    RunningPower,
)
from bones_desktop.rules.margin.scene import SCENE
from bones_desktop.rules.margin.throws import HOUSE
from bones_desktop.rules.reasons import Problem, Reason, Weight, counted, is_placed, reason, refuse
from bones_desktop.rules.records import replace
from bones_desktop.rules.typedtext import is_seen
from bones_desktop.rules.values import added, replaced

_BLEED: Final = 3
_HELD: Final = "held"
_MOST: Final = 1000


def acts(book: MarginBook, who: MarginCharacter) -> tuple[Act[MarginCharacter], ...]:
    """Return every act in the order of the groups. An act that is impossible gives the reason."""
    powers, weapons, holds, *_more = character.lists(book, who)
    level = Parameter.number("value", 1, 1, _MOST)
    wound = level if character.lp_left(book, who) else Parameter.yes_no("deliberate")
    return (
        Act.asking("hurt", "harm", partial(_hurt, book), wound).needing(_alive),
        Act.asking("bleed", "harm", partial(_bleed, book), dice=numbered(6, "dice", _BLEED)).needing(_alive),
        Act.asking("condition", "harm", _condition, Parameter.choice("kind", CONDITIONS)),
        Act.asking(
            "hold",
            "harm",
            _hold,
            Parameter.text("name"),
            Parameter.number("total", 12, -20, 60),
            Parameter.number("rounds", 1, 1, 60),
        ).needing(_alive),
        holds.dropping("free", "harm", "mg-no-hold"),
        Act.asking("grip", "harm", _grip).needing(_alive),
        Act.asking("break", "harm", _break),
        Act.asking("round", "harm", _round).needing(_alive),
        Act.calling("heal", "heal", _mended, level),
        Act.asking("first-aid", "heal", partial(_first_aid, book)),
        Act.asking("rest", "heal", _rest),
        Act.asking("power", "resource", partial(_power, book), powers.which).needing(_alive),
        Act.asking("sustain", "resource", partial(_sustain, book), *_sustained(book, who)).needing(_alive),
        Act.asking("minutes", "resource", _minutes, Parameter.number("value", 1, 1, _MOST)),
        character.running(who).dropping("end", "resource", "mg-not-running"),
        Act.asking("luck", "resource", partial(_luck, book)),
        Act.asking("arm", "resource", _arm, Parameter.text("name")),
        weapons.dropping("drop", "resource", "no-such-weapon"),
        Act.asking("session", "session", _session),
        Act.asking("award", "session", _award),
        Act.asking("level", "advance", _level).needing(_alive),
        Act("learn", "advance", partial(_wanted, book, who), _learn),
        powers.dropping("forget", "advance", "mg-no-power"),
    )


def _alive(who: MarginCharacter) -> None:
    if who.is_dead:
        raise refuse("dead-do-nothing", "MG-R27")


def _hurt(book: MarginBook, who: MarginCharacter, given: Answers) -> MarginCharacter:
    """Lose Life Points. A character who has none left dies if attacked on purpose (MG-R26, MG-R27)."""
    most = character.most_lp(book, who)
    if not character.lp_left(book, who):
        return who.with_(is_dead=True) if given.yes("deliberate") else who
    return who.with_(lp_lost=min(most, who.lp_lost + given.number("value")), is_aided=False)


def _bleed(book: MarginBook, who: MarginCharacter, given: Answers) -> MarginCharacter:
    """Set the rolled number of rounds that the character can live without help (MG-R27)."""
    if character.lp_left(book, who) or who.bleeding:
        raise refuse("mg-not-bleeding", "MG-R27")
    return who.with_(bleeding=sum(index + 1 for index in given.dice("throw")) or 1)


def _condition(who: MarginCharacter, given: Answers) -> MarginCharacter:
    """Add or remove a condition."""
    kind = given.key("kind")
    kept = tuple(each for each in who.conditions if each != kind)
    return who.with_(conditions=kept if kind in who.conditions else (*who.conditions, kind))


def _hold(who: MarginCharacter, given: Answers) -> MarginCharacter:
    """Hold the character for a number of rounds (MG-R19)."""
    hold = Hold(name=given.text("name"), total=given.number("total"), rounds=given.number("rounds"))
    return added(who, "holds", hold)


def _grip(who: MarginCharacter, _given: Answers) -> MarginCharacter:
    """Hold the character in a grapple until a contest of Body is won (MG-R23)."""
    if _HELD in who.conditions:
        raise refuse("mg-held-already", "MG-R23")
    return who.with_(conditions=(*who.conditions, _HELD))


def _break(who: MarginCharacter, _given: Answers) -> MarginCharacter:
    """Free the character from a grapple (MG-R23)."""
    if _HELD not in who.conditions:
        raise refuse("mg-no-hold", "MG-R23")
    return who.with_(conditions=tuple(each for each in who.conditions if each != _HELD))


def _round(who: MarginCharacter, _given: Answers) -> MarginCharacter:
    """Pass a round: holds may end, and a bleeding character has one round less (MG-R19, MG-R27)."""
    return character.a_round_later(who)


def _mended(who: MarginCharacter, points: int) -> MarginCharacter:
    """Restore Life Points, which ends bleeding (MG-R29)."""
    _alive(who)
    if not who.lp_lost:
        raise refuse("nothing-to-heal", "MG-R28")
    return who.with_(lp_lost=max(0, who.lp_lost - points), bleeding=0)


def _first_aid(book: MarginBook, who: MarginCharacter, _given: Answers) -> MarginCharacter:
    """Regain Life Points by first aid: as many as Body, at least one; once after each fight (MG-R28, MG-R29)."""
    if who.is_aided:
        raise refuse("mg-aided", "MG-R29")
    return _mended(who, max(1, character.attribute(book, who, "body"))).with_(is_aided=True)


def _rest(who: MarginCharacter, _given: Answers) -> MarginCharacter:
    """Rest eight hours (MG-R28)."""
    return _mended(who, who.lp_lost)


def _power(book: MarginBook, who: MarginCharacter, given: Answers) -> MarginCharacter:
    """Use a power for its cost in Life Points, even the last ones (MG-R18, MG-R29)."""
    power = who.powers[given.place("power", len(who.powers), "mg-no-power")]
    cost, left = character.cost_of(book, power), character.lp_left(book, who)
    if not left:
        raise refuse("mg-down", "MG-R26")
    if cost > left:
        raise refuse("mg-too-weak", "MG-R18", have=left, cost=cost)
    return who.with_(lp_lost=who.lp_lost + cost)


def _sustained(book: MarginBook, who: MarginCharacter) -> tuple[Parameter, ...]:
    """Return the questions for the power to sustain and for the number of minutes."""
    which = Parameter.place("power", (character.power_name(book, each) for each in who.powers))
    refused = {
        str(n): reason("mg-no-minutes", "MG-R20", power=character.power_name(book, each))
        for n, each in enumerate(who.powers, 1)
        if not character.can_last(book, each)
    }
    first = next((key for key in which.choices if key not in refused), which.first)
    return replace(which, first=first, refused=refused), Parameter.number("value", 10, 1, _MOST)


def _sustain(book: MarginBook, who: MarginCharacter, given: Answers) -> MarginCharacter:
    """Let a power have its effect for some minutes, or extend the effect before it ends (MG-R20)."""
    power = who.powers[given.place("power", len(who.powers), "mg-no-power")]
    name = character.power_name(book, power)
    if not character.can_last(book, power):
        raise refuse("mg-no-minutes", "MG-R20", power=name)
    for place, each in enumerate(who.running):
        if (each.power, each.name) == (power.power, name):
            longer = each.with_(minutes=min(_MOST, each.minutes + given.number("value")))
            return who.with_(running=replaced(who.running, place, longer))
    return added(who, "running", RunningPower(power=power.power, name=name, minutes=given.number("value")))


def _minutes(who: MarginCharacter, given: Answers) -> MarginCharacter:
    """Pass minutes, after which powers may end (MG-R20)."""
    if not who.running:
        raise refuse("mg-not-running", "MG-R20")
    passed = given.number("value")
    left = (each.with_(minutes=each.minutes - passed) for each in who.running if each.minutes > passed)
    return who.with_(running=tuple(left))


def _luck(book: MarginBook, who: MarginCharacter, _given: Answers) -> MarginCharacter:
    """Spend one use of Luck (MG-R08)."""
    if not character.luck_left(book, who):
        raise refuse("mg-no-luck", "MG-R08")
    return who.with_(luck_used=who.luck_used + 1)


def _arm(who: MarginCharacter, given: Answers) -> MarginCharacter:
    return added(who, "weapons", given.named("name"))


def _session(who: MarginCharacter, _given: Answers) -> MarginCharacter:
    """Begin a session: all uses of Luck return, and extra Luck is lost."""
    return who.with_(luck_used=0, luck_awarded=0)


def _award(who: MarginCharacter, _given: Answers) -> MarginCharacter:
    """Gain extra Luck that the referee grants (MG-R08)."""
    return who.with_(luck_awarded=min(_MOST, who.luck_awarded + 1))


def _level(who: MarginCharacter, _given: Answers) -> MarginCharacter:
    """Reach the next level that the referee grants, with one more power and more Life Points (MG-R30, MG-R31)."""
    if who.level >= 40:
        raise refuse("too-many", most=40)
    return who.with_(level=who.level + 1)


def _wanted(book: MarginBook, who: MarginCharacter, given: Answers) -> tuple[Parameter, ...]:
    keys, names = tuple(each.id for each in book.powers), tuple(each.name for each in book.powers)
    which = Parameter.choice("power", (*keys, "own"), names=(*names, ""))
    found = book.by_id.get(given.key("power"))
    if given.key("power") == "own":
        return which, Parameter.text("name"), Parameter.text("text", most=2_000), Parameter.number("cost", 0, 0, 20)
    return (which, *asked_for(who, found, "choice", None))


def asked_for(who: MarginCharacter, power: BookPower | None, id: str, first: str | None) -> tuple[Parameter, ...]:
    """Return the question for the attribute, skill or learned weapon that a power needs; () if it needs none."""
    skills = tuple(dict.fromkeys(each.name for each in who.skills if each.name.strip()))
    weapons = tuple(dict.fromkeys(each for each in who.weapons if each.strip()))
    match power.effect if power is not None else None:
        case "attribute":
            return (Parameter.choice(id, ATTRIBUTES, first),)
        case "skill":
            keys = tuple(dict.fromkeys((*skills, *weapons)))
        case "weapon":
            keys = ("", *weapons)
        case _:
            return ()
    return (Parameter.choice(id, keys, first, names=keys),)


def _learn(who: MarginCharacter, given: Answers) -> MarginCharacter:
    if given.key("power") != "own":
        return added(who, "powers", MarginPower(power=given.key("power"), choice=given.key("choice")))
    own = MarginPower(name=given.named("name"), text=given.key("text"), cost=given.number("cost"))
    return added(who, "powers", own)


def _minutes_left(who: MarginCharacter) -> int:
    """Return the sum of the minutes that all lasting powers have left."""
    return sum(each.minutes for each in who.running)


def lines(book: MarginBook, before: MarginCharacter, after: MarginCharacter, _act: str) -> tuple[Reason, ...]:
    """Return log lines for the changes of an act."""
    counted = (
        ("life", character.lp_left(book, before), character.lp_left(book, after)),
        ("luck", character.luck_left(book, before), character.luck_left(book, after)),
        ("bleeding", before.bleeding, after.bleeding),
        ("level", before.level, after.level),
        ("powers", len(before.powers), len(after.powers)),
        ("weapons", len(before.weapons), len(after.weapons)),
        ("holds", len(before.holds), len(after.holds)),
        ("minutes", _minutes_left(before), _minutes_left(after)),
    )
    found = [reason(f"mg-line-{id}", before=was, after=now) for id, was, now in counted if was != now]
    if character.state(book, before) != character.state(book, after):
        now = character.state(book, after)
        found.append(reason("mg-line-bleeding-now" if now == "bleeding" else f"mg-line-{now}", "MG-R26"))
    turned = (each for each in CONDITIONS if (each in before.conditions) != (each in after.conditions))
    found.extend(reason(f"mg-line-{'is' if each in after.conditions else 'no'}-{each}") for each in turned)
    return tuple(found) or (reason("mg-line-done"),)


_INTIMACIES: Final = 2
NEEDS_CHOICE: Final = frozenset({"attribute", "skill"})
"""Effects for which the player must choose an attribute or a skill."""
_CONCEPT: Final = ("archetype", "archetype_skills", "player")
_PATHS: Final = {
    **{each: f"attributes.{each}" for each in ATTRIBUTES},
    "intimacy-#": "intimacies.#",
    "skill-#": "skills.#.name",
    "dots-#": "skills.#.dots",
    "everyman-#": "skills.#.everyman",
    "weapon-#": "weapons.#",
    "power-#": "powers.#.power",
    "own-#": "powers.#.name",
    "text-#": "powers.#.text",
    "cost-#": "powers.#.cost",
    "choice-#": "powers.#.choice",
    **{each.id: f"house.{each.id}" for each in HOUSE},
}


def steps(book: MarginBook, who: MarginCharacter) -> tuple[MakingStep, ...]:
    """Return the steps in the order of the game (4(b)); equipment and Life Points are derived."""
    held = partial(as_held, who, _PATHS)
    attributes = held(*(Parameter.number(each, 0, -3, 6) for each in ATTRIBUTES))
    asked = Parameter.text("skill-#"), Parameter.number("dots-#", 0, 0, 20), Parameter.yes_no("everyman-#")
    weapons = held(*rows(character.weapons_due(book, who), Parameter.text("weapon-#")))
    due = max(character.powers_due(who), len(who.powers))
    powers = tuple(field for n in range(due) for field in _power_fields(book, who, n))
    wrong = {each.place for each in check(book, who) if each.weight is Weight.ILLEGAL}
    counts = _counts(book, who)
    found = (
        MakingStep("concept", bool(who.archetype.strip()), held(*map(Parameter.text, _CONCEPT))),
        MakingStep("intimacies", True, held(*rows(_INTIMACIES, Parameter.text("intimacy-#")))),
        MakingStep("attributes", "attributes" not in wrong and any(each.first for each in attributes), attributes),
        MakingStep(
            "skills",
            character.dots_due(book, who) == sum(each.dots for each in who.skills),
            held(*rows(len(who.skills) + 1, *asked)),
        ),
        MakingStep("weapons", all(str(each.first).strip() for each in weapons), weapons),
        MakingStep("powers", len(who.powers) == character.powers_due(who) and "powers" not in wrong, powers),
        MakingStep("description", True, held(Parameter.text("description", most=20_000))),
        MakingStep("name", is_seen(who.name), held(Parameter.text("name"), DICE_COLOUR)),
        MakingStep("house", True, held(*HOUSE)),
    )
    return tuple(replace(each, counts=(counts[each.id],)) if each.id in counts else each for each in found)


def _counts(book: MarginBook, who: MarginCharacter) -> dict[str, Reason]:
    """Return the counts of points, powers and other choices to place, by step (MG-L2 to L6)."""
    values = [getattr(who.attributes, each) for each in ATTRIBUTES]
    paid = -sum(min(0, each) for each in values) if who.house.negatives_buy_bonuses else 0
    dots, weapons = sum(each.dots for each in who.skills), sum(bool(each.strip()) for each in who.weapons)
    return {
        "attributes": counted("mg-bonuses", "MG-L2", sum(max(0, each) for each in values), BONUSES + paid),
        "skills": counted("mg-skills", "MG-L4", dots, character.dots_due(book, who)),
        "weapons": counted("mg-weapons", "MG-L5", weapons, character.weapons_due(book, who)),
        "powers": counted("mg-powers", "MG-L6", len(who.powers), character.powers_due(who)),
    }


def _power_fields(book: MarginBook, who: MarginCharacter, place: int) -> Iterator[Parameter]:
    held = who.powers[place] if place < len(who.powers) else MarginPower()
    keys, names = tuple(each.id for each in book.powers), tuple(each.name for each in book.powers)
    notes = {each.id: power_note(each) for each in book.powers}
    own = held.power == "" and bool(held.name.strip())
    chosen = "own" if own else held.power
    yield Parameter.choice(f"power-{place + 1}", (*keys, "own"), chosen, names=(*names, ""), notes=notes)
    found = character.power_of(book, held)
    if own:
        yield Parameter.text(f"own-{place + 1}", held.name)
        yield Parameter.text(f"text-{place + 1}", held.text, 20_000)
        yield Parameter.number(f"cost-{place + 1}", held.cost, 0, 20)
    yield from asked_for(who, found, f"choice-{place + 1}", held.choice)


def power_note(power: BookPower) -> Reason:
    """Return the effect of a power, and the cost of each use (MG-R18)."""
    if power.cost:
        return reason("mg-power-costs", "MG-R18", text=power.text[:-1], cost=power.cost)
    return reason("mg-power-free", "MG-R18", text=power.text[:-1])


def with_field(book: MarginBook, who: MarginCharacter, field: str, value: int | str) -> MarginCharacter:
    """Return the character with a field of a step set. Raise RulesError if the field or the value is unknown."""
    after = written(steps(book, who), who, _PATHS, field, value)
    word, _, number = field.partition("-")
    if word == "power":  # a different power must not keep the choice of the old one
        power = MarginPower(name="?") if value == "own" else MarginPower(power=str(value))
        after = after.with_(powers=replaced(after.powers, int(number) - 1, power))
    return after.with_(
        intimacies=to_last(after.intimacies, str.strip),
        weapons=to_last(after.weapons, str.strip),
        skills=to_last(after.skills, lambda each: each.name.strip() or each.dots),
    )


def check(book: MarginBook, who: MarginCharacter) -> tuple[Problem[str], ...]:
    """Return all problems: parts of the character that are missing or forbidden (MG-L1 to L7)."""
    return tuple(_problems(book, who))


def _problems(book: MarginBook, who: MarginCharacter) -> Iterator[Problem[str]]:
    illegal, missing = Weight.ILLEGAL, Weight.UNFINISHED
    if not is_seen(who.name):
        yield Problem(reason("no-name"), "name", missing)
    values = [getattr(who.attributes, each) for each in ATTRIBUTES]
    if max(values) > HIGHEST:
        yield Problem(reason("mg-too-high", "MG-L1", most=HIGHEST), "attributes", illegal)
    lacking = -sum(each for each in values if each < 0)
    counts = _counts(book, who)
    if lacking > HIGHEST:
        yield Problem(reason("mg-too-low", "MG-L2", most=HIGHEST, held=lacking), "attributes", illegal)
    if not is_placed(counts["attributes"]):
        yield Problem(counts["attributes"], "attributes", illegal)
    if sum(bool(each.strip()) for each in who.intimacies) > _INTIMACIES:
        yield Problem(reason("mg-intimacies", "MG-L3"), "intimacies", illegal)
    for what in ("skills", "weapons"):
        if not is_placed(counts[what]):
            weight = illegal if int(counts[what].value("to_place")) < 0 else missing
            yield Problem(counts[what], what, weight)
    if not is_placed(counts["powers"]):
        yield Problem(counts["powers"], "powers", illegal)
    yield from _powers(book, who)


def _powers(book: MarginBook, who: MarginCharacter) -> Iterator[Problem[str]]:
    illegal = Weight.ILLEGAL
    seen: list[str] = []
    for place, power in enumerate(who.powers, 1):
        found = character.power_of(book, power)
        if found is None:
            if not power.name.strip() or power.name == "?":
                yield Problem(reason("mg-power-undefined", "MG-L6"), f"power-{place}", illegal)
            elif not power.text.strip():
                yield Problem(reason("mg-power-vague", "MG-L6", power=power.name), f"text-{place}", illegal)
            continue
        if found.effect in NEEDS_CHOICE and (
            not is_seen(power.choice) or (found.effect == "attribute" and power.choice not in ATTRIBUTES)
        ):
            yield Problem(reason("mg-power-choice", "MG-L6", power=found.name), f"choice-{place}", illegal)
        if found.once and found.id in seen:
            yield Problem(reason("mg-power-once", "MG-L7", power=found.name), f"power-{place}", illegal)
        if found.needs and all(each.power != found.needs for each in who.powers):
            needed = book.by_id[found.needs].name
            yield Problem(reason("mg-power-needs", "MG-L7", power=found.name, needed=needed), f"power-{place}", illegal)
        seen.append(found.id)
    if character.most_weapon_bonus(book, who) > MOST_BONUS:
        yield Problem(reason("mg-weapon-bonus", "MG-L7", most=MOST_BONUS), "powers", illegal)


_SKILLS: Final = (
    *((name, True) for name in ("Perception", "Stealth", "Persuade", "Athletics")),
    *((name, False) for name in ("Medicine", "Lore", "Nature", "Animals", "Thievery", "Crafting")),
)


def new(id: str) -> MarginCharacter:
    """Return a blank character that has the skills of the default list (MG-A2)."""
    return MarginCharacter(id=id, skills=tuple(MarginSkill(name=name, everyman=everyman) for name, everyman in _SKILLS))


MARGIN: Final[Game[MarginCharacter, MarginBook]] = Game(
    id="margin",
    title="Margin",
    credit="Margin: after an anonymous text of a game with three dice.",
    new=new,
    steps=steps,
    with_field=with_field,
    check=check,
    facts=character.facts,
    rolls=throws.rolls,
    plan=throws.plan,
    read=readings.read,
    odds=readings.odds,
    tracks=character.tracks,
    acts=acts,
    lines=lines,
    lists=character.lists,
    sheet=character.sheet,
    form=SheetForm(
        ((*ATTRIBUTES, "level"),),
        (("skill-#", "weapons", "intimacies", "difficulties"), ("powers", "conditions", "description")),
    ),
    reference=character.reference,
    house=throws.HOUSE,
    scene=SCENE,
    succeeds={
        "success": ("success",),
        "hit": ("hit", "unhurt"),
        "first-throw": ("win",),
        "surprise": ("noticed",),
    },
)
