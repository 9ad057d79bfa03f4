"""Making an adventurer in the order of the game, problems of adventurers, and the dice of creation.

Codes refused: fm-dice-thrown (), fm-no-die-yet (), fm-throw-before (act), fm-nothing-to-throw (), and those of
`written`.
"""

from collections.abc import Iterator
from functools import partial
from typing import Final

from bones_desktop.rules.acts import Parameter
from bones_desktop.rules.dice import Die
from bones_desktop.rules.fields import DICE_COLOUR, as_held, rows, to_last, written
from bones_desktop.rules.five_modes import figures
from bones_desktop.rules.five_modes.character import (
    DEFENDS,
    EVERYBODY,
    FLASK,
    HELD,
    HIGHEST_LEVEL,
    LIGHTS,
    Adventurer,
    Alignment,
    Belonging,
    FiveModesBook,
    KitPart,
    ThingKind,
)
from bones_desktop.rules.five_modes.checks import HOUSE
from bones_desktop.rules.games import DieResult, MakingStep, numbered
from bones_desktop.rules.reasons import Problem, Reason, Weight, counted, is_placed, reason, refuse
from bones_desktop.rules.typedtext import is_seen

DEFENCE: Final = "throw-defence"
BODY: Final = "throw-body"
KIT: Final = "throw-kit"
KIT_DICE: Final = "throw-kit-dice"
THROWS: Final = (DEFENCE, BODY, KIT, KIT_DICE)
_COIN: Final = (1, 6)
_PATHS: Final = {
    "weapon": "weapon_above",
    "talent-#": "talents.#",
    "spell-#": "spells.#.name",
    "complexity-#": "spells.#.complexity",
    **{each.id: f"house.{each.id}" for each in HOUSE},
}


def steps(book: FiveModesBook, who: Adventurer) -> tuple[MakingStep, ...]:
    """Return the steps of making an adventurer, in the order in which their dice are used (2(b))."""
    held = partial(as_held, who, _PATHS)
    alignments = tuple(each.value for each in Alignment if each)
    weapons = weapon_choices(book, who)
    chosen = "above" if who.weapon_above and len(weapons) > 1 else "rolled"
    kit_is_done = len(who.rolls.kit) == 3
    found = [
        MakingStep("alignment", bool(who.alignment), held(Parameter.choice("alignment", alignments))),
        MakingStep("die", bool(who.die), (Parameter.choice("die", ("4", "6", "8"), str(who.die or "")),)),
        _thrown_step(book, who, "defence", who.rolls.defence, DEFENCE),
    ]
    if weapons:
        offered = {key: book.by_id[each] for key, each in zip(("rolled", "above"), weapons, strict=False)}
        called = (each.name for each in offered.values())
        notes = {key: figures.weapon_note(each, who.die) for key, each in offered.items()}
        asked = Parameter.choice("weapon", offered, chosen, names=called, notes=notes)
        found.append(MakingStep("weapon", True, (asked,)))
    found.append(_thrown_step(book, who, "body", who.rolls.body, BODY))
    found.append(_thrown_step(book, who, "kit", who.rolls.kit, KIT))
    if kit_is_done and kit_dice(book, who):
        found.append(_thrown_step(book, who, "kit-dice", who.rolls.kit_dice, KIT_DICE))
    if who.die == 4:
        spells = rows(len(who.spells) + 1, Parameter.text("spell-#"), Parameter.number("complexity-#", 0, 0, 1000))
        found.append(MakingStep("spells", any(spell.name.strip() for spell in who.spells), held(*spells)))
    elif who.die:
        due = figures.talents_due(who)
        count = _talents(who)
        found.append(
            MakingStep("talents", is_placed(count), held(*rows(due, Parameter.text("talent-#"))), counts=(count,))
        )
    found.append(
        MakingStep("name", is_seen(who.name), held(Parameter.text("name"), Parameter.text("player"), DICE_COLOUR))
    )
    found.append(MakingStep("house", is_done=True, fields=held(*HOUSE)))
    return tuple(found)


def _talents(who: Adventurer) -> Reason:
    """Return how many talents are named, and how many the adventurer should have (FM-L5)."""
    named = sum(1 for talent in who.talents if talent.strip())
    return counted("fm-talents", "FM-L5", named, figures.talents_due(who))


def _thrown_step(book: FiveModesBook, who: Adventurer, id: str, numbers: tuple[int, ...], act: str) -> MakingStep:
    """Return a step whose dice are rolled by an act, with the dice rolled so far and their results."""
    dice = dice_of(book, who, act)
    if len(numbers) != len(dice) or not dice or any(n not in die.faces for n, die in zip(numbers, dice, strict=True)):
        return MakingStep(id, False, act=act)
    fallen = tuple(DieResult(die, number) for die, number in zip(dice, numbers, strict=True))
    return MakingStep(id, True, act=act, fallen=fallen, came=tuple(_came(book, who, act)))


def _came(book: FiveModesBook, who: Adventurer, act: str) -> Iterator[Reason]:
    """Yield the results of the creation dice that an act rolled. Dice for later levels are left out."""
    rolls = who.rolls
    match act:
        case "throw-defence":
            for code, pick in (("fm-came-guard", max), ("fm-came-agility", min)):
                yield reason(code, "FM-R03", die=pick(rolls.defence), rating=figures.GREATEST - pick(rolls.defence))
            weapons = [book.by_id[each].name for each in weapon_choices(book, who)]
            code = "fm-came-weapons" if len(weapons) > 1 else "fm-came-weapon"
            yield reason(code, "FM-R04", sum=sum(rolls.defence), first=weapons[0], other=weapons[-1])
        case "throw-body":
            yield reason("fm-came-hits", "FM-R05", hits=max(rolls.body))
            armour = next((row.things for row in book.armour if row.lower == min(rolls.body)), ())
            worn = ", ".join(book.by_id[each].name for each in armour)
            yield reason("fm-came-armour" if worn else "fm-came-no-armour", "FM-R05", die=min(rolls.body), things=worn)
        case "throw-kit":
            for number, parts in _kit(book, who):
                given = ", ".join(figures.part_text(book, part) for part in parts)
                yield reason("fm-came-kit" if parts else "fm-came-twice", "FM-R07", number=number, things=given)
        case _:
            left = list(rolls.kit_dice)
            for _number, parts in _kit(book, who):
                for part in parts or (None,):
                    count = part.dice if part else 1
                    if count:
                        amount, left = sum(left[:count]), left[count:]
                        code = "fm-came-amount" if part else "fm-came-coins"
                        yield reason(code, "FM-R07", count=amount, thing=book.by_id[part.thing].name if part else "")


def with_field(book: FiveModesBook, who: Adventurer, field: str, value: int | str) -> Adventurer:
    """Return the adventurer with a field of a step set. Raise RulesError if the field or the value is unknown."""
    after = written(steps(book, who), who, _PATHS, field, value)
    if field == "die" and who.rolls.defence and after.die != who.die:
        raise refuse("fm-dice-thrown", "FM-L2")
    if field == "weapon":
        return armed(book, who.with_(weapon_above=value == "above"))
    return after.with_(spells=to_last(after.spells, lambda each: each.name or each.complexity or each.note))


def weapon_choices(book: FiveModesBook, who: Adventurer) -> tuple[str, ...]:
    """Return the weapons that the defence pair allows: the one rolled, and the one above it (FM-R04, FM-A2)."""
    if len(who.rolls.defence) != 2:
        return ()
    key = sum(who.rolls.defence)
    return tuple(dict.fromkeys(book.weapons[each] for each in (key, key - 1) if each in book.weapons))


def armed(book: FiveModesBook, who: Adventurer) -> Adventurer:
    """Return the adventurer with the chosen weapon, without the other weapon that was possible."""
    choices = weapon_choices(book, who)
    if not choices:
        return who
    chosen = choices[-1] if who.weapon_above else choices[0]
    kept = tuple(each for each in who.belongings if each.thing not in set(choices))
    return who.with_(belongings=(Belonging(thing=chosen, in_use=True), *kept))


def kit_dice(book: FiveModesBook, who: Adventurer) -> tuple[Die[int], ...]:
    """Return the dice that the rolled kit needs: for amounts, and for coins in place of repeated entries (FM-R07)."""
    dice: list[Die[int]] = []
    for number, parts in _kit(book, who):
        asked = [(part.dice, part.sides) for part in parts if part.dice] if parts else [_COIN]
        for count, sides in asked:
            group = f"kit-{number}" if parts else "coins"
            dice += numbered(sides, group, count)
    return tuple(
        Die(die.faces, die.label, die.group, f"{die.group} {place}") for place, die in enumerate(dice, start=1)
    )


def _kit(book: FiveModesBook, who: Adventurer) -> Iterator[tuple[int, tuple[KitPart, ...]]]:
    """Yield each number rolled for the kit with the parts of its entry; a repeated number has no parts."""
    seen: set[int] = set()
    entries = {entry.number: entry.things for entry in book.kit}
    for number in who.rolls.kit:
        yield number, () if number in seen else entries.get(number, ())
        seen.add(number)


def dice_of(book: FiveModesBook, who: Adventurer, act: str) -> tuple[Die[int], ...]:
    """Return the dice of an act of creation."""
    match act:
        case "throw-defence":
            return numbered(who.die or 6, "defence", 2)
        case "throw-body":
            return numbered(who.die or 6, "body", 2)
        case "throw-kit":
            return numbered(20, "kit", 3)
    return kit_dice(book, who)


def thrown(book: FiveModesBook, who: Adventurer, act: str, numbers: tuple[int, ...]) -> Adventurer:
    """Return the adventurer with dice of creation rolled, and with their results.

    Raise RulesError for dice that are rolled out of order.
    """
    rolls = who.rolls
    done = {DEFENCE: rolls.defence, BODY: rolls.body, KIT: rolls.kit, KIT_DICE: rolls.kit_dice}
    if not who.die:
        raise refuse("fm-no-die-yet", "FM-R02")
    for each in THROWS[: THROWS.index(act)]:
        if not done[each]:
            raise refuse("fm-throw-before", "FM-R03", act=each)
    if done[act]:
        raise refuse("fm-dice-thrown", "FM-L2")
    match act:
        case "throw-defence":
            return armed(book, who.with_(rolls=rolls.with_(defence=numbers)))
        case "throw-body":
            things = next(row.things for row in book.armour if row.lower == min(numbers))
            worn = tuple(Belonging(thing=thing, in_use=True) for thing in things)
            common = tuple(Belonging(thing=thing) for thing in EVERYBODY)
            return who.with_(rolls=rolls.with_(body=numbers), belongings=(*who.belongings, *worn, *common))
        case "throw-kit":
            after = who.with_(rolls=rolls.with_(kit=numbers))
            return after if kit_dice(book, after) else _equipped(book, after)
    if not kit_dice(book, who):
        raise refuse("fm-nothing-to-throw", "FM-R07")
    return _equipped(book, who.with_(rolls=rolls.with_(kit_dice=numbers)))


def _equipped(book: FiveModesBook, who: Adventurer) -> Adventurer:
    """Return the adventurer with the rolled kit."""
    dice = list(who.rolls.kit_dice)
    carried, coins, oil = list(who.belongings), who.coins, who.oil
    for _number, parts in _kit(book, who):
        if not parts:
            coins += dice.pop(0)
        for part in parts:
            amount = part.count
            if part.dice:
                amount, dice = sum(dice[: part.dice]), dice[part.dice :]
            carried.append(Belonging(thing=part.thing, count=amount))
            oil += FLASK * amount * (book.by_id[part.thing].kind is ThingKind.OIL)
    return who.with_(belongings=tuple(carried), coins=coins, oil=oil)


def check(book: FiveModesBook, who: Adventurer) -> tuple[Problem[str], ...]:
    """Return all missing and forbidden parts (FM-L1 to FM-L10)."""
    return tuple(_problems(book, who))


def _problems(book: FiveModesBook, who: Adventurer) -> Iterator[Problem[str]]:
    if not who.alignment:
        yield Problem(reason("fm-no-alignment", "FM-L1"), "alignment", Weight.ILLEGAL)
    if who.die:
        yield from _dice_problems(book, who)
        yield from _gift_problems(who)
        yield from _state_problems(book, who)
    else:
        yield Problem(reason("fm-no-die", "FM-L1"), "die", Weight.ILLEGAL)
    if not is_seen(who.name):
        yield Problem(reason("no-name"), "name", Weight.UNFINISHED)


def _gift_problems(who: Adventurer) -> Iterator[Problem[str]]:
    """Yield the problems of talents, spells and Magic Dice (FM-L5, FM-L6)."""
    error = Weight.ILLEGAL
    if not is_placed(_talents(who)):
        yield Problem(_talents(who), "talents", error)
    if who.die == 4:
        if not any(spell.name.strip() for spell in who.spells):
            yield Problem(reason("fm-no-spell", "FM-L6"), "spells", error)
        if who.magic_spent > figures.most_magic_dice(who):
            most = figures.most_magic_dice(who)
            yield Problem(reason("fm-magic-overspent", "FM-L6", spent=who.magic_spent, most=most), "", error)
    elif who.magic_spent or any(spell.name.strip() for spell in who.spells):
        yield Problem(reason("fm-no-magic", "FM-L6"), "spells", error)


def _state_problems(book: FiveModesBook, who: Adventurer) -> Iterator[Problem[str]]:
    """Yield the problems of experience, of hits, and of things worn or held (FM-L7 to FM-L9)."""
    error, advice = Weight.ILLEGAL, Weight.ADVICE
    if who.level < HIGHEST_LEVEL and who.xp >= figures.xp_needed(who):
        yield Problem(reason("fm-level-due", "FM-L7", xp=who.xp, needed=figures.xp_needed(who)), "", error)
    if who.hits > figures.most_hits(who):
        yield Problem(reason("fm-too-many-hits", "FM-R30", hits=who.hits, most=figures.most_hits(who)), "", error)
    if who.light.size > LIGHTS.get(who.light.kind, 0):
        yield Problem(reason("fm-light-too-large", "FM-R16", most=LIGHTS.get(who.light.kind, 0)), "", error)
    worn = {thing.id for thing in figures.in_use(book, who)}
    if worn >= {"scale", "chainmail"}:
        yield Problem(reason("fm-two-mails", "FM-L8"), "", error)
    if who.die == 4 and figures.wears_metal(book, who):
        yield Problem(reason("fm-metal-burns", "FM-L9"), "", advice)
    held = (thing for thing in figures.in_use(book, who) if thing.kind in HELD - DEFENDS.get(who.die, HELD))
    for thing in held:
        yield Problem(reason("fm-cannot-defend", "FM-L9", thing=thing.name, die=who.die), "", advice)


def _dice_problems(book: FiveModesBook, who: Adventurer) -> Iterator[Problem[str]]:
    """Yield the problems of the dice of creation and of levels (FM-L2, FM-L3, FM-L10)."""
    rolls = who.rolls
    for act, faces, count, sides, rule in (
        (DEFENCE, rolls.defence, 2, who.die, "FM-L2"),
        (BODY, rolls.body, 2, who.die, "FM-L2"),
        (KIT, rolls.kit, 3, 20, "FM-L10"),
    ):
        if not faces:
            yield Problem(reason("fm-not-thrown", rule, act=act), act, Weight.ILLEGAL)
        elif len(faces) != count or max(faces) > sides:
            yield Problem(reason("fm-wrong-dice", rule, act=act, count=count, sides=sides), act, Weight.ILLEGAL)
    if len(rolls.kit) == 3:
        dice = kit_dice(book, who)
        if len(rolls.kit_dice) != len(dice):
            yield Problem(reason("fm-not-thrown", "FM-L10", act=KIT_DICE), KIT_DICE, Weight.ILLEGAL)
        elif any(face not in die.faces for face, die in zip(rolls.kit_dice, dice, strict=True)):
            yield Problem(reason("fm-wrong-kit-dice", "FM-L10"), KIT_DICE, Weight.ILLEGAL)
    for place, gain in enumerate(who.gains, start=2):
        sizes = (len(gain.guard), len(gain.agility), len(gain.hits)) == (2, 2, min(3, place))
        if not sizes or max((*gain.guard, *gain.agility)) > 6 or max(gain.hits) > who.die:
            yield Problem(reason("fm-wrong-gain", "FM-R34", level=place), "", Weight.ILLEGAL)
