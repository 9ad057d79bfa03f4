"""Making a character of Story Bones step by step, and what is wrong with one (SB-L1 to SB-L8)."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from bones_desktop.rules.acts import Parameter
from bones_desktop.rules.fields import as_held, rows, written
from bones_desktop.rules.games import Step
from bones_desktop.rules.problems import Problem, Weight
from bones_desktop.rules.reasons import reason
from bones_desktop.rules.story_bones import figures
from bones_desktop.rules.story_bones.book import SPECIAL_POWER, TRAIT_LEVEL, Book
from bones_desktop.rules.story_bones.character import DESCRIPTORS, QUIRKS, TRAITS, Kind, StoryCharacter
from bones_desktop.rules.story_bones.throws import HOUSE
from bones_desktop.rules.typedtext import is_seen, one_line

_WHO: Final = ("race", "gender", "age", "player")
_LONG: Final = 20_000
_PRICES: Final = {Kind.TRAIT: TRAIT_LEVEL, Kind.POWER: SPECIAL_POWER, Kind.REPLENISH: 1}
"""Story Points of what always costs the same (SB-R32, SB-A1)."""
_POWERS: Final = 3
"""So many fields for Special Powers of creation; more are bought."""
_PATHS: Final = {
    "descriptor-#": "descriptors.#.text",
    "quirk-#": "quirks.#.text",
    "trait-#": "traits.#.name",
    "power-#": "powers.#.name",
    **{each.id: f"house.{each.id}" for each in HOUSE},
}


def steps(_book: Book, who: StoryCharacter) -> tuple[Step, ...]:
    """Return the steps in the order of the game (1(b))."""
    held = partial(as_held, who, _PATHS)
    phrases = held(*rows(DESCRIPTORS, Parameter.text("descriptor-#")), *rows(QUIRKS, Parameter.text("quirk-#")))
    traits = held(*rows(TRAITS, Parameter.text("trait-#")))
    powers = rows(_POWERS if who.powers_allowed else 0, Parameter.text("power-#"))
    return (
        Step("concept", bool(who.concept.strip()), held(Parameter.text("concept"))),
        Step("about", True, held(*map(Parameter.text, _WHO), Parameter.text("sketch", most=_LONG))),
        Step("phrases", all(str(each.first).strip() for each in phrases), phrases),
        Step("traits", all(str(each.first).strip() for each in traits), traits),
        Step("powers", True, held(Parameter.yes_no("powers_allowed"), *powers)),
        Step("name", is_seen(who.name), held(Parameter.text("name"))),
        Step("house", True, held(*HOUSE)),
    )


def with_field(book: Book, who: StoryCharacter, field: str, value: int | str) -> StoryCharacter:
    """Return the character with a field of a step set; RulesError for one that is not there or cannot hold it."""
    after = written(steps(book, who), who, _PATHS, field, value)
    return after.with_(powers=tuple(each for each in after.powers if each.name.strip() or each.note.strip()))


def check(book: Book, who: StoryCharacter) -> tuple[Problem[str], ...]:
    """Return everything that is missing or not allowed (SB-L1 to L8)."""
    return tuple(_problems(book, who))


def _problems(book: Book, who: StoryCharacter) -> Iterator[Problem[str]]:
    illegal = Weight.ILLEGAL
    if not who.concept.strip():
        yield Problem(reason("sb-no-concept"), "concept", Weight.UNFINISHED)
    if not is_seen(who.name):
        yield Problem(reason("no-name"), "name", Weight.UNFINISHED)
    descriptors = sum(not each.bought for each in who.descriptors)
    quirks = sum(not each.bought for each in who.quirks)
    if (descriptors, quirks) != (DESCRIPTORS, QUIRKS):
        yield Problem(reason("sb-phrases", "SB-L1", descriptors=descriptors, quirks=quirks), "phrases", illegal)
    bought_levels = sum(entry.kind is Kind.TRAIT for entry in who.ledger)
    levels = sum(trait.level for trait in who.traits) - bought_levels
    if levels != TRAITS or len(who.traits) < TRAITS:
        yield Problem(reason("sb-traits", "SB-L2", traits=len(who.traits), levels=levels), "traits", illegal)
    bought_powers = sum(entry.kind is Kind.POWER for entry in who.ledger)
    if len(who.powers) > bought_powers and not who.powers_allowed:
        yield Problem(reason("sb-powers", "SB-L3"), "powers", illegal)
    yield from _named(who)
    vague = {each.name.casefold() for each in book.vague}
    for place, trait in enumerate(who.traits, 1):
        if one_line(trait.name).casefold() in vague:
            yield Problem(reason("sb-vague", "SB-L5", trait=trait.name), f"trait-{place}", Weight.ADVICE)
    most = figures.most_quirks(who)
    if figures.quirks_counted(who) > most:
        yield Problem(reason("sb-quirks", "SB-L6", most=most), "", illegal)
    yield from _ledger(who)


def _named(who: StoryCharacter) -> Iterator[Problem[str]]:
    """Yield phrases and Traits without words, or with the same ones (SB-L4)."""
    written = [
        *((f"descriptor-{place}", each.text) for place, each in enumerate(who.descriptors, 1)),
        *((f"quirk-{place}", each.text) for place, each in enumerate(who.quirks, 1)),
    ]
    for texts in (written, [(f"trait-{place}", each.name) for place, each in enumerate(who.traits, 1)]):
        seen: set[str] = set()
        for place, text in texts:
            word = " ".join(text.split()).casefold()
            if not is_seen(word):
                yield Problem(reason("sb-no-words", "SB-L4"), place, Weight.ILLEGAL)
            elif word in seen:
                yield Problem(reason("sb-same-words", "SB-L4", words=text), place, Weight.ILLEGAL)
            seen.add(word)


def _ledger(who: StoryCharacter) -> Iterator[Problem[str]]:
    """Yield what the ledger says and the character does not bear out (SB-L7, SB-L8)."""
    balance, descriptors, quirks = 0, DESCRIPTORS, QUIRKS
    for place, entry in enumerate(who.ledger, 1):
        balance += entry.points
        if balance < 0:
            yield Problem(reason("sb-overspent", "SB-L7", line=place, missing=-balance), "", Weight.ILLEGAL)
            return
        due = {Kind.DESCRIPTOR: descriptors, Kind.QUIRK: quirks, **_PRICES}.get(entry.kind)
        if due is not None and entry.points != -due:
            yield Problem(reason("sb-wrong-price", "SB-L8", line=place, due=due), "", Weight.ILLEGAL)
        descriptors += entry.kind is Kind.DESCRIPTOR
        quirks += entry.kind is Kind.QUIRK
    bought = (
        (Kind.DESCRIPTOR, sum(each.bought for each in who.descriptors)),
        (Kind.QUIRK, sum(each.bought for each in who.quirks)),
    )
    for kind, held in bought:
        paid = sum(entry.kind is kind for entry in who.ledger)
        if held != paid:
            yield Problem(reason("sb-ledger", "SB-L8", kind=kind.value, held=held, paid=paid), "", Weight.ILLEGAL)
