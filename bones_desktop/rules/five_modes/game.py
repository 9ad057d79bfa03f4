"""Five Modes as one `Game`, and its acts.

The acts are harm, rest, light, magic, experience, belongings, and the rolls of creation.

Codes refused: dead-do-nothing, fm-down, fm-not-down, nothing-to-heal, fm-not-made, fm-no-ration, fm-no-magic-spent,
fm-no-metal, fm-light-is-out, fm-no-lamp, fm-two-mails, fm-nothing-to-throw, fm-highest-level, fm-nothing-carried,
too-many (most), say-what-it-is, fm-magic-left (left), fm-no-light (kind), fm-no-oil (oil, cost), fm-lamp-full (size),
fm-no-coins (coins), fm-not-worn (thing), fm-xp-missing (missing).
"""

from functools import partial
from typing import Final

from bones_desktop.rules.acts import Act, Answers, Parameter
from bones_desktop.rules.dice import Die
from bones_desktop.rules.five_modes import checks, figures, making
from bones_desktop.rules.five_modes.character import (
    FLASK,
    HELD,
    HIGHEST_LEVEL,
    LIGHTS,
    MOST_NUMBER,
    SAVES,
    Adventurer,
    Belonging,
    FiveModesBook,
    Gain,
    Light,
    Rolls,
    ThingKind,
)
from bones_desktop.rules.five_modes.checks import DAMAGE, smaller
from bones_desktop.rules.five_modes.scene import SCENE
from bones_desktop.rules.games import Game, SheetForm, numbered
from bones_desktop.rules.reasons import Reason, reason, refuse
from bones_desktop.rules.values import added, replaced

_REST = 2
"""Hits healed by a rest with rations (FM-R29)."""
_BOOKED = "thing"
_SIZES = ("4", "6", "8", "10", "12")


def acts(book: FiveModesBook, who: Adventurer) -> tuple[Act[Adventurer], ...]:
    """Return every act in the order of the groups; an act that is impossible gives the reason."""
    (carried,) = figures.lists(book, who)
    found = [
        Act.asking(
            "hurt",
            "harm",
            partial(_hurt, book),
            Parameter.choice("kind", DAMAGE),
            Parameter.number("value", 1, 0, 1000),
        ).needing(_alive),
        Act.asking("burn", "harm", partial(_burn, book), dice=numbered(8, "hits")).needing(_alive),
        Act.asking("rest", "heal", partial(_rest, book)).needing(_up),
        Act.asking("heal", "heal", _heal, Parameter.number("value", 1, 1, max(1, who.hits))).needing(_up),
        Act.asking("revive", "heal", _revive, dice=numbered(20, "d20")).needing(_alive),
        Act.asking("dawn", "resource", _dawn).needing(_alive),
        Act.asking(
            "pay", "resource", _pay, Parameter.number("value", 1, 1, max(1, figures.magic_dice_left(who)))
        ).needing(_up),
        Act("light", "resource", partial(_lights, book, who), partial(_light, book)).needing(_up),
        Act.asking("drop", "resource", _drop),
        Act.asking("refill", "resource", _refill, Parameter.choice("size", _SIZES, "12")).needing(_up),
        Act.asking("put-out", "resource", _put_out),
        Act.asking("coins", "resource", _coins, Parameter.number("value", 1, -MOST_NUMBER, MOST_NUMBER)),
        Act("take", "resource", partial(_taken, book), partial(_take, book)),
        Act("lose", "resource", partial(_lost, book, who), partial(_lose, book)),
        Act.asking("use", "resource", partial(_use, book), carried.which),
        Act.asking("xp", "session", _xp, Parameter.number("value", 100, 0, MOST_NUMBER)).needing(_alive),
        Act.asking("level", "advance", _level, dice=level_dice(who)).needing(_alive),
    ]
    found += [
        Act.asking(each, "creation", partial(_creation, each, book), dice=making.dice_of(book, who, each))
        for each in making.THROWS
    ]
    if who.house.throw_again:
        found.append(Act.asking("throw-again", "creation", _throw_again))
    return tuple(found)


def _numbers(answers: Answers, dice: tuple[Die[int], ...]) -> tuple[int, ...]:
    """Return the numbers rolled on the dice of an act."""
    return tuple(die.faces[index] for die, index in zip(dice, answers.dice("throw"), strict=True))


def _alive(who: Adventurer) -> None:
    if who.is_dead:
        raise refuse("dead-do-nothing", "FM-R30")


def _hurt(book: FiveModesBook, who: Adventurer, answers: Answers) -> Adventurer:
    """Take hits, minus the hits that armour cancels.

    Hits beyond the Maximum Hits are not recorded (FM-R27, FM-R28, FM-R30).
    """
    if not figures.most_hits(who):
        raise refuse("fm-not-made", "FM-R05")
    kind = answers.key("kind")
    less = figures.reduction(book, who, kind) if kind in {"cutting", "blunt"} else 0  # type: ignore[arg-type]
    return _struck(who, answers.number("value") - less)


def _struck(who: Adventurer, hits: int) -> Adventurer:
    return who.with_(hits=min(figures.most_hits(who), who.hits + max(0, hits)))


def _burn(book: FiveModesBook, who: Adventurer, answers: Answers) -> Adventurer:
    """Take the hits for casting in metal armour, which armour does not cancel (FM-R21, FM-A14)."""
    if not figures.wears_metal(book, who):
        raise refuse("fm-no-metal", "FM-R21")
    return _struck(who, sum(_numbers(answers, numbered(8, "hits"))))


def _rest(book: FiveModesBook, who: Adventurer, _answers: Answers) -> Adventurer:
    """Eat a ration and heal up to two hits (FM-R29, FM-R31)."""
    rations = [place for place, each in enumerate(who.belongings) if _is(book, each, ThingKind.RATION) and each.count]
    if not rations:
        raise refuse("fm-no-ration", "FM-R31")
    if not who.hits:
        raise refuse("nothing-to-heal", "FM-R29")
    return _fewer(who, rations[0], 1).with_(hits=max(0, who.hits - _REST))


def _up(who: Adventurer) -> None:
    _alive(who)
    if figures.state(who) == "down":
        raise refuse("fm-down", "FM-R28")


def _is(book: FiveModesBook, carried: Belonging, kind: ThingKind) -> bool:
    thing = figures.thing_of(book, carried)
    return thing is not None and thing.kind is kind


def _fewer(who: Adventurer, place: int, count: int) -> Adventurer:
    """Return the adventurer with `count` fewer of the things at `place`.

    The entry is removed when no thing is left.
    """
    held = who.belongings[place]
    left = max(0, held.count - count)
    kept = replaced(who.belongings, place, held.with_(count=left))
    return who.with_(belongings=tuple(each for each in kept if each.count))


def _heal(who: Adventurer, answers: Answers) -> Adventurer:
    """Heal hits in any way that the referee allows."""
    if not who.hits:
        raise refuse("nothing-to-heal", "FM-R29")
    return who.with_(hits=max(0, who.hits - answers.number("value")))


def _revive(who: Adventurer, answers: Answers) -> Adventurer:
    """Apply the save against death after the fight: the adventurer has one hit left or dies (FM-R28, FM-R30)."""
    if figures.state(who) != "down":
        raise refuse("fm-not-down", "FM-R28")
    (number,) = _numbers(answers, numbered(20, "d20"))
    if number <= 4 + who.level:
        return who.with_(hits=figures.most_hits(who) - 1)
    return who.with_(is_dead=True)


def _dawn(who: Adventurer, _answers: Answers) -> Adventurer:
    """Regain all Magic Dice after a night's rest (FM-A4)."""
    if not who.magic_spent:
        raise refuse("fm-no-magic-spent", "FM-A4")
    return who.with_(magic_spent=0)


def _pay(who: Adventurer, answers: Answers) -> Adventurer:
    """Spend Magic Dice against strain (FM-R20)."""
    left = figures.magic_dice_left(who)
    if answers.number("value") > left:
        raise refuse("fm-magic-left", "FM-R20", left=left)
    return who.with_(magic_spent=who.magic_spent + answers.number("value"))


def _lights(book: FiveModesBook, who: Adventurer, given: Answers) -> tuple[Parameter, ...]:
    held = [kind for kind in LIGHTS if any(_is(book, each, ThingKind(kind)) and each.count for each in who.belongings)]
    refused = {kind: reason("fm-no-light", "FM-R16", kind=kind) for kind in LIGHTS if kind not in held}
    kinds = Parameter.choice("kind", LIGHTS, held[0] if held else "torch", refused=refused)
    return (kinds, Parameter.choice("size", _SIZES, "12")) if given.key("kind") == "lamp" else (kinds,)


def _light(book: FiveModesBook, who: Adventurer, answers: Answers) -> Adventurer:
    """Light a torch or candle, which is used up, or fill and light the lamp with oil (FM-R16, FM-R18, FM-A17)."""
    kind = answers.key("kind")
    places = [place for place, each in enumerate(who.belongings) if _is(book, each, ThingKind(kind)) and each.count]
    if not places:
        raise refuse("fm-no-light", "FM-R16", kind=kind)
    if kind == "lamp":
        size = int(answers.key("size"))
        lit = who.light if who.light.kind == "lamp" else Light(kind="lamp")  # a lamp keeps the size of its die (FM-A15)
        return _burning(who.with_(light=lit), size)
    return _fewer(who, places[0], 1).with_(light=Light().with_(kind=kind, size=LIGHTS[kind]))


def _burning(who: Adventurer, size: int) -> Adventurer:
    """Return the adventurer with the lamp filled up to a die; the difference in size costs oil (FM-A15)."""
    cost = size - who.light.size
    if cost <= 0:
        raise refuse("fm-lamp-full", "FM-A15", size=who.light.size)
    if cost > who.oil:
        raise refuse("fm-no-oil", "FM-R18", oil=who.oil, cost=cost)
    return who.with_(oil=who.oil - cost, light=who.light.with_(size=size))


def _drop(who: Adventurer, _answers: Answers) -> Adventurer:
    """Reduce the light by one size (FM-R17)."""
    if not who.light.size:
        raise refuse("fm-light-is-out", "FM-R17")
    size = smaller(who.light.size)
    keeps = size or who.light.kind == "lamp"
    return who.with_(light=who.light.with_(size=size) if keeps else Light())


def _refill(who: Adventurer, answers: Answers) -> Adventurer:
    """Pour oil into the lit lamp (FM-R18, FM-A15)."""
    if who.light.kind != "lamp":
        raise refuse("fm-no-lamp", "FM-R18")
    return _burning(who, int(answers.key("size")))


def _put_out(who: Adventurer, _answers: Answers) -> Adventurer:
    """Put the light out; the oil in the lamp is lost, and so is a torch."""
    if not who.light.size:
        raise refuse("fm-light-is-out", "FM-R17")
    return who.with_(light=Light())


def _coins(who: Adventurer, answers: Answers) -> Adventurer:
    """Gain or pay coins."""
    coins = who.coins + answers.number("value")
    if not 0 <= coins <= MOST_NUMBER:
        raise refuse("fm-no-coins", coins=who.coins)
    return who.with_(coins=coins)


def _taken(book: FiveModesBook, given: Answers) -> tuple[Parameter, ...]:
    """Return the questions for taking things: a number of things from the tables, or the player's own thing."""
    things = tuple(thing.id for thing in book.things)
    names = tuple(thing.name for thing in book.things)
    own = (Parameter.text("name"), Parameter.number("thirds", 0, 0, 1000))
    is_own = given.given(_BOOKED) and not given.key(_BOOKED)
    which = Parameter.choice(_BOOKED, (*things, ""), names=(*names, ""))
    return which, *(own if is_own else ()), Parameter.number("value", 1, 1, 10_000)


def _take(book: FiveModesBook, who: Adventurer, answers: Answers) -> Adventurer:
    """Take a thing from the tables, or the player's own thing by its name and its weight in thirds."""
    thing, count = answers.key(_BOOKED), answers.number("value")
    name = "" if thing else answers.named("name")
    for place, each in enumerate(who.belongings):
        if each.thing == thing and each.name == name and not each.in_use:
            more = each.with_(count=min(10_000, each.count + count))
            who = who.with_(belongings=replaced(who.belongings, place, more))
            break
    else:
        held = Belonging(thing=thing, name=name, count=count, thirds=0 if thing else answers.number("thirds"))
        who = added(who, "belongings", held)
    if thing and book.by_id[thing].kind is ThingKind.OIL:
        who = who.with_(oil=min(FLASK * 100, who.oil + FLASK * count))
    return who


def _lost(book: FiveModesBook, who: Adventurer, given: Answers) -> tuple[Parameter, ...]:
    (carried,) = figures.lists(book, who)
    held = given.chosen(_BOOKED, who.belongings) or next(iter(who.belongings), Belonging())
    return carried.which, Parameter.number("value", 1, 1, held.count)


def _lose(book: FiveModesBook, who: Adventurer, answers: Answers) -> Adventurer:
    """Lose things: leave them behind, eat them or give them away."""
    place = answers.place(_BOOKED, len(who.belongings), "fm-nothing-carried")
    after = _fewer(who, place, answers.number("value"))
    if _is(book, who.belongings[place], ThingKind.OIL):
        flasks = sum(each.count for each in after.belongings if _is(book, each, ThingKind.OIL))
        after = after.with_(oil=min(after.oil, flasks * FLASK))
    return after


def _use(book: FiveModesBook, who: Adventurer, answers: Answers) -> Adventurer:
    """Put a thing on or take it off, hold it or put it away."""
    place = answers.place(_BOOKED, len(who.belongings), "fm-nothing-carried")
    held = who.belongings[place]
    thing = figures.thing_of(book, held)
    if thing is None or thing.kind not in HELD | {ThingKind.ARMOUR}:
        raise refuse("fm-not-worn", thing=figures.name_of(book, held))
    worn = {each.id for each in figures.in_use(book, who)}
    if not held.in_use and {thing.id, *worn} >= {"scale", "chainmail"}:
        raise refuse("fm-two-mails", "FM-L8")
    return who.with_(belongings=replaced(who.belongings, place, held.with_(in_use=not held.in_use)))


def _xp(who: Adventurer, answers: Answers) -> Adventurer:
    """Gain experience (FM-R32, FM-A12)."""
    return who.with_(xp=min(MOST_NUMBER, who.xp + answers.number("value")))


def level_dice(who: Adventurer) -> tuple[Die[int], ...]:
    """Return the dice that the next level rolls: for Guard, for Agility, for hits (FM-R33, FM-R34)."""
    hits = numbered(who.die or 6, "hits", min(3, who.level + 1))
    return (*numbered(6, "guard", 2), *numbered(6, "agility", 2), *hits)


def _level(who: Adventurer, answers: Answers) -> Adventurer:
    """Reach the next level (FM-R32 to 35, FM-A22)."""
    if not figures.most_hits(who):
        raise refuse("fm-not-made", "FM-R05")
    if who.level >= HIGHEST_LEVEL:
        raise refuse("fm-highest-level", "FM-R32")
    missing = figures.xp_needed(who) - who.xp
    if missing > 0:
        raise refuse("fm-xp-missing", "FM-R32", missing=missing)
    numbers = _numbers(answers, level_dice(who))
    gain = Gain(guard=numbers[:2], agility=numbers[2:4], hits=numbers[4:])
    return who.with_(gains=(*who.gains, gain), xp=-missing)


def _creation(act: str, book: FiveModesBook, who: Adventurer, answers: Answers) -> Adventurer:
    """Roll the next dice of creation in the game's order."""
    return making.thrown(book, who, act, _numbers(answers, making.dice_of(book, who, act)))


def _throw_again(who: Adventurer, _answers: Answers) -> Adventurer:
    """Remove the dice of creation, so that the player can roll them again by house rule (2(b))."""
    if not who.rolls.defence:
        raise refuse("fm-nothing-to-throw", "FM-R03")
    return who.with_(rolls=Rolls(), belongings=(), coins=0, oil=0, light=Light(), weapon_above=False, hits=0, gains=())


def lines(book: FiveModesBook, before: Adventurer, after: Adventurer, act: str) -> tuple[Reason, ...]:
    """Return the changes that an act made, in the order of the sheet."""
    found: list[Reason] = []
    for code, was, now in (
        ("fm-line-hits", before.hits, after.hits),
        ("fm-line-guard", figures.guard(before) or 0, figures.guard(after) or 0),
        ("fm-line-agility", figures.agility(before) or 0, figures.agility(after) or 0),
        ("fm-line-most-hits", figures.most_hits(before), figures.most_hits(after)),
        ("fm-line-magic", before.magic_spent, after.magic_spent),
        ("fm-line-light", before.light.size, after.light.size),
        ("fm-line-oil", before.oil, after.oil),
        ("fm-line-coins", before.coins, after.coins),
        ("fm-line-level", before.level, after.level),
        ("fm-line-xp", before.xp, after.xp),
    ):
        if was != now:
            found.append(reason(code, before=was, after=now))
    held = {figures.name_of(book, each): each.count for each in before.belongings}
    holds = {figures.name_of(book, each): each.count for each in after.belongings}
    names = [each for each in dict.fromkeys((*held, *holds)) if held.get(each, 0) != holds.get(each, 0)]
    found += [reason("fm-line-thing", thing=each, before=held.get(each, 0), after=holds.get(each, 0)) for each in names]
    if figures.state(before) != figures.state(after):
        found.append(reason(f"fm-line-{figures.state(after)}"))
    return tuple(found) or (reason("fm-line-done", act=act),)


FIVE_MODES: Final[Game[Adventurer, FiveModesBook]] = Game(
    id="five_modes",
    title="Five Modes",
    credit="Five Modes: after an anonymous text headed Player Rules.",
    new=lambda id: Adventurer(id=id),
    steps=making.steps,
    with_field=making.with_field,
    check=making.check,
    facts=figures.facts,
    rolls=checks.rolls,
    plan=checks.plan,
    read=checks.read,
    odds=checks.odds,
    tracks=figures.tracks,
    acts=acts,
    lists=figures.lists,
    lines=lines,
    sheet=figures.sheet,
    form=SheetForm(
        (
            ("level", "guard", "agility", "agility-now", "defence", "most-hits", "move", "burdens"),
            ("less-cutting", "less-blunt", *(f"save-{kind}" for kind in SAVES)),
        ),
        (("weapons", "armour", "talents", "spells", "load"), ("belongings", "light-oil", "purse", "notes")),
    ),
    reference=figures.reference,
    house=checks.HOUSE,
    scene=SCENE,
    succeeds={
        "task": ("success",),
        "spell": ("takes",),
        "hit": ("hit",),
        "save": ("saved",),
        "first": ("adventurers",),
        "allies": ("fight",),
        "doubles": ("yes",),
    },
)
