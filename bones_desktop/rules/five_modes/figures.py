"""Numbers derived from an adventurer: strikes, Guard, Agility, hits, burdens, defence, armour, saves, state.

The numbers are calculated from the dice of creation and of levels; none of them is stored. Strikes follow FM-R25 and
FM-R26.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, Literal

from bones_desktop.rules.acts import Answers
from bones_desktop.rules.five_modes.character import (
    DEFENDS,
    ENCUMBERED,
    FLASK,
    HELD,
    LIGHTS,
    LOADS,
    SAVES,
    SIZES,
    Adventurer,
    Belonging,
    FiveModesBook,
    KitPart,
    Thing,
    ThingKind,
)
from bones_desktop.rules.games import Fact, ListedThing, Listing, SheetLine, SheetPart, Track
from bones_desktop.rules.reading import Proposal
from bones_desktop.rules.reasons import Reason, reason
from bones_desktop.rules.records import Record

HOW: Final = ("one", "higher", "lower")
"""Ways to choose the hit die that counts: a single die, or the higher or the lower of two."""


class Strike(Record):
    """One way to strike with a thing: its stroke, its hit dice, and its length in feet if this replaces Guard."""

    thing: Thing
    stroke: str
    how: str = "one"
    grip: str = ""
    """"one-handed" for a two-handed weapon in one hand, "grip" for daggers against a held foe, else ""."""
    length: int = 0

    @property
    def key(self) -> str:
        """The answer that chooses this strike: "halberd-chop", "daggers-thrust-grip"."""
        return "-".join(filter(None, (self.thing.id, self.stroke, self.grip)))

    @property
    def name(self) -> str:
        """Display name of the strike: "Halberd, chop one-handed"."""
        return f"{self.thing.name}, {self.stroke} {_GRIPS[self.grip]}".rstrip()


_GRIPS: Final = {"": "", "one-handed": "one-handed", "grip": "with a grip"}


def strikes_with(thing: Thing) -> Iterator[Strike]:
    """Yield every way to strike with a thing, the default one first (FM-R25, FM-R26)."""
    for stroke in thing.strokes:
        if stroke == "shot":
            yield Strike(thing, stroke, "lower")
        elif thing.kind is ThingKind.DAGGER:
            yield Strike(thing, stroke, "lower")
            yield Strike(thing, stroke, "higher", "grip")
        elif thing.hands > 1:
            length = thing.length if stroke == "thrust" else 0
            yield Strike(thing, stroke, "higher" if stroke == "chop" else "one", length=length)
            yield Strike(thing, stroke, "lower", "one-handed")
        else:
            yield Strike(thing, stroke)


def strikes(held: Sequence[Thing]) -> tuple[Strike, ...]:
    """Return the ways to strike with the things held; with a shield, one-handed ways come first."""
    found = [each for thing in dict.fromkeys(held) for each in strikes_with(thing)]
    if any(thing.kind is ThingKind.SHIELD for thing in held):
        found.sort(key=lambda each: each.thing.hands > 1 and each.stroke != "shot" and not each.grip)
    return tuple(found)


def hit_dice(thing: Thing, die: int) -> str:
    """Return the hit dice of each stroke with the default grip: "chop higher of 2d8, thrust d8"."""
    if not die:
        return ", ".join(thing.strokes)
    told: dict[str, list[str]] = {}
    for each in strikes_with(thing):
        if each.grip != "one-handed":
            dice = f"d{die}" if each.how == "one" else f"{each.how} of 2d{die}"
            told.setdefault(f"{_GRIPS[each.grip]} {dice}".strip(), []).append("" if each.grip else each.stroke)
    return ", ".join(f"{' or '.join(filter(None, strokes))} {dice}".strip() for dice, strokes in told.items())


def aimed_at(answers: Answers) -> int:
    """Return the target's defence: the number typed, or the target's Agility if it is given and lower (FM-R11).

    If a weapon is thrust with both hands, the weapon's length replaces a lower Guard (FM-R25, FM-A11).
    """
    found = max(answers.number("defence"), answers.number("length"))
    return min(found, answers.number("agility")) if answers.given("agility") else found


def length_notes(answers: Answers) -> tuple[Reason, ...]:
    """Return notes on the effect of the weapon's length, to show before the roll."""
    if not answers.given("length"):
        return ()
    guard, length = answers.number("defence"), answers.number("length")
    known = "fm-length" if answers.given("agility") else "fm-length-alone"
    code = known if length > guard else "fm-length-short"
    return (reason(code, "FM-R25", length=length, guard=guard, defence=aimed_at(answers)),)


_ROUND: Final = ("check", "shoot", "fight", "cast")
"""Parts of the round of a fight, in order (FM-R22 to R24)."""
Damage = Literal["cutting", "blunt", "other"]
GREATEST: Final = 10
"""Greatest Guard and Agility; the dice rolled for Guard and Agility are subtracted from this number (FM-R03)."""
_MOST_BOXES: Final = 60
"""Maximum number of boxes for oil on the printed page, enough for four flasks."""


def guard(who: Adventurer) -> int | None:
    """Return Guard; None before its dice are rolled (FM-R03, FM-R33)."""
    return _rating(max, who, [gain.guard for gain in who.gains])


def agility(who: Adventurer) -> int | None:
    """Return Agility without the effect of the load; None before its dice are rolled (FM-R03, FM-R33)."""
    return _rating(min, who, [gain.agility for gain in who.gains])


def _rating(pick: Callable[[tuple[int, ...]], int], who: Adventurer, gained: list[tuple[int, ...]]) -> int | None:
    if len(who.rolls.defence) != 2:
        return None
    rating = GREATEST - pick(who.rolls.defence)
    for dice in gained:
        rating -= sum(dice) < rating
    return rating


def most_hits(who: Adventurer) -> int:
    """Return the Maximum Hits; 0 before its dice are rolled (FM-R05, FM-R34)."""
    return max([max(who.rolls.body, default=0), *(sum(gain.hits) for gain in who.gains)])


def hits_left(who: Adventurer) -> int:
    """Return the hits left, at least 0."""
    return max(0, most_hits(who) - who.hits)


def state(who: Adventurer) -> str:
    """Return "unhurt", "hurt", "down" or "dead" (FM-R30)."""
    if who.is_dead:
        return "dead"
    if not who.hits:
        return "unhurt"
    return "hurt" if hits_left(who) else "down"


def thing_of(book: FiveModesBook, carried: Belonging) -> Thing | None:
    """Return the tables' entry for a belonging; None for the player's own things."""
    return book.by_id.get(carried.thing)


def name_of(book: FiveModesBook, carried: Belonging) -> str:
    """Return the name of a belonging."""
    thing = thing_of(book, carried)
    return thing.name if thing else carried.name


def in_use(book: FiveModesBook, who: Adventurer) -> tuple[Thing, ...]:
    """Return the things from the tables that are worn or held."""
    used = (thing_of(book, each) for each in who.belongings if each.in_use and each.count)
    return tuple(thing for thing in used if thing)


def thirds(book: FiveModesBook, who: Adventurer) -> int:
    """Return the load in thirds of a burden, never rounded (FM-R09)."""
    return sum(weight_of(book, each) for each in who.belongings)


def weight_of(book: FiveModesBook, carried: Belonging) -> int:
    """Return the weight of all things of one kind, in thirds of a burden."""
    thing = thing_of(book, carried)
    return carried.count * (thing.thirds if thing else carried.thirds)


def load(book: FiveModesBook, who: Adventurer) -> tuple[int, int]:
    """Return the bonus to Agility that the load allows, and the move in table-inches (FM-R08)."""
    carried = thirds(book, who)
    return next(((more, move) for below, more, move in LOADS if carried < below), ENCUMBERED)


def may_guard(book: FiveModesBook, who: Adventurer) -> bool:
    """Return whether the adventurer holds a thing to defend with that the adventurer's own die allows.

    See FM-R02 and FM-R11.
    """
    return any(thing.kind in DEFENDS.get(who.die, HELD) for thing in in_use(book, who))


def defence(book: FiveModesBook, who: Adventurer) -> int | None:
    """Return the defence; None if neither Guard nor Agility counts, so that every attack hits (FM-R11, FM-A8)."""
    ratings = []
    own, agile = guard(who), agility(who)
    if own is not None and may_guard(book, who):
        ratings.append(own)
    if agile is not None:
        ratings.append(agile + load(book, who)[0])
    return min(ratings, default=None)


def reduction(book: FiveModesBook, who: Adventurer, damage: Damage) -> int:
    """Return the hits of one kind that armour cancels (FM-R27)."""
    worn = {thing.id for thing in in_use(book, who)}
    plated = "helm" in worn and bool(worn & {"cuirass", "scale"})
    match damage:
        case "cutting":
            return ("leather" in worn) + ("chainmail" in worn) + plated
        case "blunt":
            return int(plated)
    return 0


def wears_metal(book: FiveModesBook, who: Adventurer) -> bool:
    """Return whether metal armour is worn; a shield is carried, so it does not count (FM-R21, FM-A14)."""
    return any(thing.kind is ThingKind.ARMOUR and thing.metal for thing in in_use(book, who))


def most_magic_dice(who: Adventurer) -> int:
    """Return the number of Magic Dice, spent or not (FM-A3, FM-R35)."""
    return who.house.starting_magic_dice + min(who.level, 4) - 1 if who.die == 4 else 0


def magic_dice_left(who: Adventurer) -> int:
    """Return the number of Magic Dice that are not spent yet."""
    return max(0, most_magic_dice(who) - who.magic_spent)


def talents_due(who: Adventurer) -> int:
    """Return the number of talents the adventurer should have (FM-R02, FM-L5)."""
    return {8: 1, 6: 2 + min(who.level, 4) - 1}.get(who.die, 0)


def xp_needed(who: Adventurer) -> int:
    """Return the experience for the next level (FM-R32)."""
    return 1000 * who.level


def tracks(book: FiveModesBook, who: Adventurer) -> tuple[Track, ...]:
    """Return the track of hits, and for adventurers with a d4 the track of Magic Dice."""
    del book
    hurt, heal = (
        Proposal(act, Answers({"value": 1, **more})) for act, more in (("hurt", {"kind": "other"}), ("heal", {}))
    )
    rows = [Track("hits", most_hits(who), min(who.hits, most_hits(who)), state(who), hurt, heal)]
    if who.die == 4:
        most = most_magic_dice(who)
        pay, dawn = Proposal("pay", Answers({"value": 1})), reason("fm-only-dawn", "FM-A4")
        rows.append(Track("magic-dice", most, min(who.magic_spent, most), mark=pay, by_hand=dawn))
    return tuple(rows)


def lists(book: FiveModesBook, who: Adventurer) -> tuple[Listing, ...]:
    """Return the things carried, with their weight."""
    items = []
    for place, each in enumerate(who.belongings, start=1):
        weight = weight_of(book, each)
        notes = (reason("fm-weighs", "FM-R09", burdens=burdens_text(weight)),) if weight else ()
        items.append(ListedThing(str(place), name_of(book, each), each.count, notes, each.in_use))
    return (Listing("belongings", tuple(items), "thing", ("use", "lose"), "take", "use"),)


def facts(book: FiveModesBook, who: Adventurer) -> tuple[Fact, ...]:
    """Return the numbers on the sheet, each with its reasons."""
    own, agile = guard(who), agility(who)
    more, move = load(book, who)
    carried = thirds(book, who)
    found = [Fact("level", who.level, (reason("fm-xp", "FM-R32", xp=who.xp, needed=xp_needed(who)),))]
    if own is not None and agile is not None:
        dice = {"a": who.rolls.defence[0], "b": who.rolls.defence[1]}
        levels = who.level - 1
        found.append(Fact("guard", own, (reason("fm-guard-how", "FM-R03", **dice, levels=levels),)))
        found.append(Fact("agility", agile, (reason("fm-agility-how", "FM-R03", **dice, levels=levels),)))
        found.append(Fact("agility-now", agile + more, (_load_reason(carried, more),)))
        stands = defence(book, who)
        code = "fm-defence-how" if may_guard(book, who) else "fm-defence-agility"
        found.append(Fact("defence", stands if stands is not None else "", (reason(code, "FM-R11"),)))
    found.append(Fact("move", move, (_load_reason(carried, more),)))
    if most_hits(who):
        found.append(Fact("most-hits", most_hits(who), (reason("fm-hits-how", "FM-R34"),)))
        found.append(Fact("hits-left", hits_left(who), (reason("fm-hits-taken", "FM-R28", taken=who.hits),)))
    found.append(Fact("burdens", burdens_text(carried), (_load_reason(carried, more),)))
    found.extend(
        Fact(f"less-{kind}", reduction(book, who, kind), (reason("fm-armour-how", "FM-R27"),))
        for kind in ("cutting", "blunt")
    )
    found.extend(
        Fact(f"save-{kind}", base + who.level, (reason("fm-save-how", "FM-R12", base=base, level=who.level),))
        for kind, base in SAVES.items()
    )
    if who.die == 4:
        how = reason("fm-magic-how", "FM-A3", first=who.house.starting_magic_dice, spent=who.magic_spent)
        found.append(Fact("magic-dice", magic_dice_left(who), (how,)))
    return tuple(found)


def sheet(book: FiveModesBook, who: Adventurer) -> tuple[SheetPart, ...]:
    """Return weapons, armour, talents or spells, belongings, load and light for the printed page."""
    held = [thing for thing in in_use(book, who) if thing.strokes]
    worn = [thing for thing in in_use(book, who) if thing.kind in {ThingKind.ARMOUR, ThingKind.SHIELD}]
    used = {thing.id for thing in (*held, *worn)}
    carried = [each for each in who.belongings if each.thing not in used]
    used_ones = [each for each in who.belongings if each.thing in used]
    about = (
        ("alignment", who.alignment.value),
        ("die", f"d{who.die}" if who.die else ""),
        ("player", who.player),
    )
    parts = [
        SheetPart("who", tuple(SheetLine(id, value) for id, value in about if value.strip())),
        SheetPart("weapons", tuple(SheetLine(thing.name, _kind(thing), hit_dice(thing, who.die)) for thing in held)),
        SheetPart("armour", tuple(SheetLine(thing.name) for thing in worn)),
        SheetPart("talents", tuple(SheetLine(each) for each in who.talents if each.strip())),
        SheetPart("spells", tuple(SheetLine(each.name, str(each.complexity), each.note) for each in who.spells)),
        SheetPart("belongings", (SheetLine("", text=_weighed(book, carried)),) if carried else ()),
        SheetPart("load", _load_lines(book, who, used_ones), paper_only=True),
        SheetPart("light-oil", (*_light_lines(who), *_oil_lines(book, who))),
        SheetPart(
            "purse",
            tuple(
                SheetLine(title, str(number))
                for title, number in (("coins", who.coins), ("experience", who.xp))
                if number
            ),
        ),
        SheetPart("notes", (SheetLine("", "", who.note),) if who.note.strip() else ()),
    ]
    return tuple(part for part in parts if part.lines)


def _weighed(book: FiveModesBook, belongings: Sequence[Belonging]) -> str:
    """Return a text of belongings with their number and total weight (FM-R09)."""
    said = []
    for each in belongings:
        weight = weight_of(book, each)
        number = f" × {each.count}" if each.count != 1 else ""
        said.append(name_of(book, each) + number + (f" ({burdens_text(weight)})" if weight else ""))
    return ", ".join(said)


def _load_lines(book: FiveModesBook, who: Adventurer, used: Sequence[Belonging]) -> tuple[SheetLine, ...]:
    """Return the things worn and held, and the effect of each step of load, with the present one marked (FM-R08)."""
    now = load(book, who)
    loads = zip(("unladen", "laden", "encumbered"), (*(each[1:] for each in LOADS), ENCUMBERED), strict=True)
    return (
        *((SheetLine("", text=_weighed(book, used)),) if used else ()),
        *(
            SheetLine(id, f"{f'Agility +{more}, ' if more else ''}move {move} {'☒' if (more, move) == now else '☐'}")
            for id, (more, move) in loads
        ),
    )


def _light_lines(who: Adventurer) -> tuple[SheetLine, ...]:
    """Return the burning light with a box for each size of its die; boxes above the present size are marked."""
    light = who.light
    if not light.size:
        return ()
    sizes = [size for size in SIZES if 0 < size <= max(light.size, LIGHTS[light.kind])]
    text = ", ".join(f"d{size}" for size in sizes)
    return (SheetLine(light.kind, f"d{light.size}", text, len(sizes), sizes.index(light.size)),)


def _oil_lines(book: FiveModesBook, who: Adventurer) -> tuple[SheetLine, ...]:
    """Return the oil with a box for every two measures of its flasks; used boxes are marked (FM-R18)."""
    flasks = sum(
        each.count for each in who.belongings if (thing := thing_of(book, each)) and thing.kind is ThingKind.OIL
    )
    if not flasks and not who.oil:
        return ()
    full = -(-who.oil // 2)
    boxes = max(full, flasks * FLASK // 2)
    if boxes > _MOST_BOXES:
        return (SheetLine("oil", str(who.oil)),)
    return (SheetLine("oil", str(who.oil), boxes=boxes, marked=boxes - full),)


def _kind(thing: Thing) -> str:
    """Return the kind of hits of a weapon, and its length if it can replace Guard (FM-R25)."""
    return f"{thing.damage}, {thing.length} ft" if thing.length else thing.damage


def burdens_text(carried: int) -> str:
    """Return thirds of a burden as players write them: "5", "4 1/3"."""
    whole, rest = divmod(carried, 3)
    if not rest:
        return str(whole)
    return f"{whole} {rest}/3" if whole else f"{rest}/3"


def _load_reason(carried: int, more: int) -> Reason:
    code = {0: "fm-unladen", 2: "fm-laden"}.get(more, "fm-encumbered")
    return reason(code, "FM-R08", burdens=burdens_text(carried))


def part_text(book: FiveModesBook, part: KitPart) -> str:
    """Return a part of the kit with its number or dice: "Torch × 2", "Candle (× 2d4)"."""
    name = book.by_id[part.thing].name
    if part.dice:
        return f"{name} (× {part.dice}d{part.sides})"
    return f"{name} × {part.count}" if part.count != 1 else name


def weapon_note(thing: Thing, die: int) -> Reason:
    """Return the hits of a weapon with an adventurer's die, and the use of the weapon (FM-R04, FM-R24, FM-R25)."""
    use = ", ".join((_kind(thing), *(["two hands"] if thing.hands > 1 else [])))
    return reason("fm-weapon", "FM-R04", hits=hit_dice(thing, die), use=use, burdens=burdens_text(thing.thirds))


def reference(book: FiveModesBook) -> tuple[SheetPart, ...]:
    """Return the tables: weapons with their sums, armour, kit, lights, weights, and the order of a round."""
    weapons = tuple(
        SheetLine(
            thing.name,
            ", ".join(map(str, thing.keys)),
            ", ".join((_kind(thing), *thing.strokes, *(["two hands"] if thing.hands > 1 else []))),
        )
        for thing in book.things
        if thing.keys
    )
    armour = tuple(
        SheetLine(", ".join(book.by_id[each].name for each in row.things) or "–", str(row.lower)) for row in book.armour
    )
    kit = tuple(SheetLine(", ".join(part_text(book, part) for part in row.things), str(row.number)) for row in book.kit)
    lights = tuple(SheetLine(kind, f"d{size}") for kind, size in LIGHTS.items())
    weights = tuple(SheetLine(thing.name, burdens_text(thing.thirds)) for thing in book.things if thing.thirds)
    return (
        SheetPart("weapon-table", weapons, "FM-R04"),
        SheetPart("armour-table", armour, "FM-R05"),
        SheetPart("kit-table", kit, "FM-R07"),
        SheetPart("light-table", lights, "FM-R16"),
        SheetPart("weight-table", weights, "FM-R09"),
        SheetPart("round-table", tuple(SheetLine(f"round-{each}") for each in _ROUND), "FM-R24"),
    )
