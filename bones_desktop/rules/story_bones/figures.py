"""What follows from a character of Story Bones: its pool, prices, health, phrases, and its printed lines."""

from bones_desktop.rules.acts import Answers
from bones_desktop.rules.games import UNMARKED, Fact, ListedThing, Listing, SheetLine, SheetPart, Track, things
from bones_desktop.rules.reading import Proposal
from bones_desktop.rules.reasons import Reason, reason
from bones_desktop.rules.story_bones.character import (
    COMPLETE_FAILURE,
    DEAD,
    DEGREES,
    LADDER,
    LEVELS,
    SPECIAL_POWER,
    TRAIT_LEVEL,
    Phrase,
    PointEntry,
    StoryBook,
    StoryCharacter,
)

STORY_ENGINE = ("traits", "flux-traits", "targets", "powers", "descriptors", "pool", "story-points")
"""Names and meanings that differ in the full game, Story Engine (SB-R36)."""


def most_quirks(who: StoryCharacter) -> int:
    """Return the Quirks allowed: half the Descriptors (SB-R33, SB-L6)."""
    return len(who.descriptors) // 2


def quirks_counted(who: StoryCharacter) -> int:
    """Return the Quirks that count toward the cap: those bought, or all by house rule (SB-A2)."""
    return len(who.quirks) - (0 if who.house.quirks_all_count else 1)


def facts(_book: StoryBook, who: StoryCharacter) -> tuple[Fact, ...]:
    """Return the pool, Story Points, Traits and the prices of the next phrases, each with its reasons."""
    items = sum(len(item.phrases) for item in who.items if item.in_use)
    base = int(who.health == 0)
    how = reason("sb-pool-how", "SB-R03", base=base, descriptors=len(who.descriptors), items=items)
    found = [
        Fact("pool", who.pool if who.pool is not None else "–", (how,)),
        Fact("story-points", who.story_points, (reason("sb-points-how", "SB-R30", lines=len(who.ledger)),)),
        Fact("descriptor-price", len(who.descriptors), (reason("sb-price-how", "SB-R32"),)),
        Fact("quirk-price", len(who.quirks), (reason("sb-quirk-price-how", "SB-R33", most=most_quirks(who)),)),
    ]
    if who.cared:
        found.append(Fact("care", who.cared, (reason("sb-care-how", "SB-R28"),)))
    traits = (
        Fact(
            f"trait-{n}",
            LEVELS[each.level - 1].capitalize(),
            (reason("sb-trait-how", "SB-R14", n=each.level),),
            each.name,
        )
        for n, each in enumerate(who.traits, 1)
        if each.name.strip()
    )
    return (*found, *traits)


def tracks(_book: StoryBook, who: StoryCharacter) -> tuple[Track, ...]:
    """Return the health ladder, and that of each companion."""
    rows = [_ladder("health", who.health, "self", "")]
    along = enumerate(who.companions, 1)
    return (*rows, *(_ladder(f"companion-{n}", each.health, f"companion-{n}", each.name) for n, each in along))


def _ladder(id: str, health: int, member: str, name: str) -> Track:
    final = reason("sb-dead-final", "SB-R28") if health == DEAD else None
    hurt, heal = (Proposal(act, Answers({"value": 1, "member": member})) for act in ("injure", "heal"))
    return Track(id, DEAD, health, LADDER[health], None if final else hurt, None if final else heal, final, name)


def lists(_book: StoryBook, who: StoryCharacter) -> tuple[Listing, ...]:
    """Return the phrases that can be burnt, the items, and the companions."""
    phrases = tuple(ListedThing(key, phrase.text or "–", notes=_notes(phrase)) for key, phrase in who.phrases())
    items = tuple(
        ListedThing(str(place), item.name, notes=tuple(reason("sb-phrase", text=each.text) for each in item.phrases),
             in_use=item.in_use)
        for place, item in enumerate(who.items, 1)
    )  # fmt: skip
    along = things((each.name, (reason("sb-companion", "SB-R07", n=each.dice),)) for each in who.companions)
    return (
        Listing("phrases", phrases, "phrase", ("burn",)),
        Listing("items", items, "item", ("use", "lose"), "take"),
        Listing("companions", along, "companion", ("leave",), "join"),
    )


def _notes(phrase: Phrase) -> tuple[Reason, ...]:
    return (reason("sb-burnt", "SB-R10"),) if phrase.burnt else ()


def sheet(_book: StoryBook, who: StoryCharacter) -> tuple[SheetPart, ...]:
    """Return the lines of the printed page, phrases with boxes to tick."""
    about = (("concept", who.concept), ("race", who.race), ("gender", who.gender), ("age", who.age))
    parts = [
        SheetPart("who", tuple(SheetLine(id, value) for id, value in about if value.strip())),
        SheetPart("descriptors", tuple(_line(each) for each in who.descriptors)),
        SheetPart("quirks", tuple(_line(each) for each in who.quirks)),
        SheetPart("traits", tuple(SheetLine(each.name, LEVELS[each.level - 1]) for each in who.traits)),
        SheetPart("powers", tuple(SheetLine(each.name, "", each.note) for each in who.powers)),
        SheetPart(
            "items",
            tuple(SheetLine(item.name, "", ", ".join(each.text for each in item.phrases)) for item in who.items),
        ),
        SheetPart("ledger", tuple(_entry(each) for each in who.ledger[-8:]), paper_only=True),
        SheetPart("sketch", (SheetLine("", "", who.sketch),) if who.sketch.strip() else ()),
        SheetPart("degrees", _degrees(), paper_only=True),
    ]
    return tuple(part for part in parts if part.lines)


def _line(phrase: Phrase) -> SheetLine:
    return SheetLine(phrase.text, "☒" if phrase.burnt else UNMARKED)


def _entry(entry: PointEntry) -> SheetLine:
    return SheetLine(entry.kind.value, f"{entry.points:+d}".replace("-", "−"), entry.what)


def _degrees() -> tuple[SheetLine, ...]:
    best, *others = DEGREES
    rows = [SheetLine(best[1], f"≥ {best[0]}")]
    above = best[0]
    for least, name in others:
        rows.append(SheetLine(name, ", ".join(map(str, range(least, above))).replace("-", "−")))
        above = least
    return (*rows, SheetLine(COMPLETE_FAILURE, f"≤ −{1 - above}"))


def reference(book: StoryBook) -> tuple[SheetPart, ...]:
    """Return the tables: Target Numbers, degrees, Traits, prices, extra dice, and how Story Engine differs."""
    prices = (
        SheetLine("descriptor", "", "descriptor-cost"),
        SheetLine("quirk", "", "quirk-cost"),
        SheetLine("trait", str(TRAIT_LEVEL)),
        SheetLine("power", str(SPECIAL_POWER)),
    )
    full = tuple(SheetLine(each, "", f"{each}-there") for each in STORY_ENGINE)
    return (
        SheetPart("targets", tuple(SheetLine(each.name, str(each.odds)) for each in book.targets), "SB-R17"),
        SheetPart("degrees", _degrees(), "SB-R19"),
        SheetPart("trait-levels", tuple(SheetLine(name, str(n)) for n, name in enumerate(LEVELS, 1)), "SB-R14"),
        SheetPart("ladder", tuple(SheetLine(name, str(n)) for n, name in enumerate(LADDER)), "SB-R24"),
        SheetPart("prices", prices, "SB-R32"),
        SheetPart("events", tuple(SheetLine(each.name, "1") for each in book.events), "SB-R30"),
        SheetPart("advantages", tuple(SheetLine(f"advantage-{n}", str(n)) for n in (1, 2, 3)), "SB-R08"),
        SheetPart("story-engine", full, "SB-R36"),
    )
