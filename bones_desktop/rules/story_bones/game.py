"""Story Bones as one `Game`: making a character step by step, its problems (SB-L1 to SB-L8), and its acts.

The acts are injuries, healing, burning, Story Points, items and companions.

Codes refused: sb-dead (), nothing-to-heal (), sb-nothing-to-burn (), sb-burnt-already (), sb-nothing-burnt (),
sb-too-many-restored (most), sb-points (have, cost), say-what-it-is (), sb-same-words (words), sb-quirk-cap (most),
sb-strong-already (trait), sb-powers (), sb-no-item (), sb-no-companion (), too-many (most).
"""

from collections.abc import Iterator
from functools import partial
from typing import Final

from bones_desktop.rules.acts import Act, Answers, Parameter, ParameterKind
from bones_desktop.rules.fields import DICE_COLOUR, as_held, rows, with_at, written
from bones_desktop.rules.games import Game, MakingStep, SheetForm, numbered
from bones_desktop.rules.reasons import Problem, Reason, Weight, counted, is_placed, reason, refuse
from bones_desktop.rules.story_bones import character, throws
from bones_desktop.rules.story_bones.character import (
    DEAD,
    DESCRIPTORS,
    HIGHEST,
    LADDER,
    QUIRKS,
    SPECIAL_POWER,
    TRAIT_LEVEL,
    TRAITS,
    Companion,
    Phrase,
    PointEntry,
    PointKind,
    StoryBook,
    StoryCharacter,
    StoryItem,
    StoryPower,
    Trait,
)
from bones_desktop.rules.story_bones.throws import HOUSE, SCENE
from bones_desktop.rules.typedtext import is_seen, one_line
from bones_desktop.rules.values import added, replaced

SELF = "self"
DEALT = "dealt"
"""Answer that deals injuries at random among the living (SB-R26)."""
BUYABLE = ("descriptor", "quirk", "trait", "power")
_CARE = (Parameter.number("days", 4, 1, 365), Parameter.number("pace", 4, 1, 30))
_SIDES = (4, 6, 8, 10, 12, 20)
_MOST = 40


def acts(book: StoryBook, who: StoryCharacter) -> tuple[Act[StoryCharacter], ...]:
    """Return every act in the order of the groups. An act that is impossible gives the reason."""
    value = Parameter.number("value", 1, 1, DEAD)
    _, items, companions = character.lists(book, who)
    return (
        Act("injure", "harm", partial(_injured, who, value), _injure),
        Act.asking("care", "heal", _care, *_CARE, _members(who, dealt=False)),
        Act.asking("heal", "heal", _heal, value, _members(who, dealt=False)),
        Act.asking("burn", "resource", _burn, _phrases(who, burnt=False)),
        Act("replenish", "resource", partial(_burnt, who), _replenish),
        Act.asking("take", "resource", _take, Parameter.text("name"), Parameter.text("phrase")),
        Act.asking("use", "resource", _use, items.which),
        items.dropping("lose", "resource", "sb-no-item"),
        Act.asking("join", "resource", _join, Parameter.text("name"), Parameter.number("dice", 4, 1, _MOST)),
        companions.dropping("leave", "resource", "sb-no-companion"),
        Act.asking("session", "session", _session),
        Act("award", "session", partial(_worth, book), partial(_award, book)),
        Act("buy", "advance", partial(_wanted, who), _buy),
    )


def _phrases(who: StoryCharacter, *, burnt: bool) -> Parameter:
    found = [(key, each.text) for key, each in who.phrases() if each.burnt is burnt]
    return Parameter.choice("phrase", (key for key, _ in found), names=(text for _, text in found))


# Health.


def _members(who: StoryCharacter, *, dealt: bool) -> Parameter:
    """Return the question for the victim. If `dealt` is True, harm can also be dealt at random among several."""
    along = {f"companion-{place}": each.name for place, each in enumerate(who.companions, 1)}
    called = {SELF: "", **along, **({DEALT: ""} if dealt and along else {})}
    return Parameter.choice("member", called, names=called.values())


def _injured(who: StoryCharacter, value: Parameter, given: Answers) -> tuple[Parameter, ...]:
    members = _members(who, dealt=True)
    if given.key("member") != DEALT or DEALT not in members.choices:
        return value, members
    living = len(_living(who))
    sides = next((each for each in _SIDES if living and not each % living), 20)
    dice = numbered(sides, "injuries", max(1, min(DEAD, given.number("value"))))
    return value, members, Parameter("throw", ParameterKind.THROW, (0,) * len(dice), thrown=dice)


def _living(who: StoryCharacter) -> list[str]:
    along = [f"companion-{place}" for place, each in enumerate(who.companions, 1) if each.health < DEAD]
    return [*([SELF] if who.health < DEAD else []), *along]


def _injure(who: StoryCharacter, given: Answers) -> StoryCharacter:
    """Move down the health ladder. Levels beyond its end are dropped (SB-R24, SB-R29)."""
    levels, member = given.number("value"), given.key("member") or SELF
    if member != DEALT:
        if _member(who, member).health == DEAD:
            raise refuse("sb-dead", "SB-R28")
        return _moved(who, member, levels)
    fallen = given.dice("throw")
    for place in range(levels):
        living = _living(who)  # the dead cannot be hurt again (SB-R29)
        if not living and not place:
            raise refuse("sb-dead", "SB-R28")
        index = fallen[place] if place < len(fallen) else 0
        who = _moved(who, living[index % len(living)], 1) if living else who
    return who


def _member(who: StoryCharacter, member: str) -> StoryCharacter | Companion:
    return who if member == SELF else _companion(who, member.removeprefix("companion-"))


def _moved(who: StoryCharacter, member: str, by: int, cared: int = 0) -> StoryCharacter:
    """Move the character or a companion on the health ladder. `cared` are the days of care left over."""
    health = max(0, min(DEAD, _member(who, member).health + by))
    cared = cared if health else 0
    if member == SELF:
        return who.with_(health=health, cared=cared)
    path = f"companions.{member.removeprefix('companion-')}"
    return with_at(with_at(who, f"{path}.health", health), f"{path}.cared", cared)


def _companion(who: StoryCharacter, key: str) -> Companion:
    if not key.isdecimal() or not 1 <= int(key) <= len(who.companions):
        raise refuse("sb-no-companion")
    return who.companions[int(key) - 1]


def _care(who: StoryCharacter, given: Answers) -> StoryCharacter:
    """Move up the health ladder, one level for a number of days of care. Days left over are kept (SB-R28)."""
    member = _hurt(who, given)
    levels, left = divmod(_member(who, member).cared + given.number("days"), max(1, given.number("pace")))
    return _moved(who, member, -levels, left)


def _heal(who: StoryCharacter, given: Answers) -> StoryCharacter:
    """Move up the health ladder at once, by medicine, magic or the narrator's decision. The dead stay dead (SB-R28)."""
    return _moved(who, _hurt(who, given), -given.number("value"))


def _hurt(who: StoryCharacter, given: Answers) -> str:
    """Return the character or companion to heal. Raise RulesError if that one is dead or healthy."""
    member = given.key("member") or SELF
    health = _member(who, member).health
    if health == DEAD:
        raise refuse("sb-dead", "SB-R28")
    if not health:
        raise refuse("nothing-to-heal", "SB-R28")
    return member


# Phrases and Story Points.


def _burn(who: StoryCharacter, given: Answers) -> StoryCharacter:
    """Mark a phrase as used in this session (SB-R10)."""
    phrases = dict(who.phrases())
    phrase = phrases.get(given.key("phrase"))
    if phrase is None:
        raise refuse("sb-nothing-to-burn", "SB-R10")
    if phrase.burnt:
        raise refuse("sb-burnt-already", "SB-R10")
    return who.with_burnt(frozenset({given.key("phrase")}), burnt=True)


def _burnt(who: StoryCharacter, _given: Answers) -> tuple[Parameter, ...]:
    found = [(key, each.text) for key, each in who.phrases() if each.burnt]
    return tuple(
        Parameter.yes_no(f"phrase-{key}", int(place < who.house.replenish_per_point), name=text)
        for place, (key, text) in enumerate(found)
    )


def _replenish(who: StoryCharacter, given: Answers) -> StoryCharacter:
    """Restore burnt phrases for a Story Point (SB-R31, SB-A1)."""
    keys = frozenset(key for key, each in who.phrases() if each.burnt and given.yes(f"phrase-{key}"))
    if not keys:
        raise refuse("sb-nothing-burnt", "SB-R31")
    if len(keys) > who.house.replenish_per_point:
        raise refuse("sb-too-many-restored", "SB-A1", most=who.house.replenish_per_point)
    return _spent(who, PointKind.REPLENISH, "", 1).with_burnt(keys, burnt=False)


def _spent(who: StoryCharacter, kind: PointKind, what: str, cost: int) -> StoryCharacter:
    if who.story_points < cost:
        raise refuse("sb-points", "SB-R32", have=who.story_points, cost=cost)
    return added(who, "ledger", PointEntry(kind=kind, what=what, points=-cost))


def _session(who: StoryCharacter, _given: Answers) -> StoryCharacter:
    """Begin a session: all burnt phrases are restored; health and points are kept (SB-R35)."""
    keys = frozenset(
        [key for key, _ in who.with_(items=tuple(item.with_(in_use=True) for item in who.items)).phrases()]
    )
    return who.with_burnt(keys, burnt=False)


def _worth(book: StoryBook, _given: Answers) -> tuple[Parameter, ...]:
    events = tuple(Parameter.yes_no(each.id, name=each.name) for each in book.events)
    return (*events, Parameter.number("value", most=20))


def _award(book: StoryBook, who: StoryCharacter, given: Answers) -> StoryCharacter:
    """Gain Story Points at the end of a game: one for each event, and extra points from the narrator (SB-R30)."""
    happened = [each.name for each in book.events if given.yes(each.id)]
    points = len(happened) + given.number("value")
    if not points:
        return who
    return added(who, "ledger", PointEntry(kind=PointKind.AWARD, what=", ".join(happened)[:200], points=points))


def _wanted(who: StoryCharacter, given: Answers) -> tuple[Parameter, ...]:
    what = Parameter.choice("what", BUYABLE)
    if given.key("what") != "trait":
        return what, Parameter.text("text")
    trait = Parameter.place("trait", (f"{each.name} (+{each.level})" for each in who.traits), "")
    return (what, trait) if given.key("trait") in trait.choices[1:] else (what, trait, Parameter.text("text"))


def _buy(who: StoryCharacter, given: Answers) -> StoryCharacter:
    """Buy a phrase, a level of a Trait or a Special Power (SB-R32)."""
    text = given.text("text")
    match given.key("what"):
        case "descriptor" | "quirk" as what:
            most = character.most_quirks(who)
            if what == "quirk" and character.quirks_counted(who) >= most:
                raise refuse("sb-quirk-cap", "SB-R33", most=most)
            _new(text, [each.text for each in (*who.descriptors, *who.quirks)])
            after = added(who, f"{what}s", Phrase(text=text, bought=True))
            return _spent(after, PointKind(what), text, len(getattr(who, f"{what}s")))
        case "trait":
            return _trained(who, given.key("trait"), text)
    if not who.powers_allowed:
        raise refuse("sb-powers", "SB-R32")
    _new(text, [each.name for each in who.powers])
    return _spent(added(who, "powers", StoryPower(name=text)), PointKind.POWER, text, SPECIAL_POWER)


def _trained(who: StoryCharacter, key: str, text: str) -> StoryCharacter:
    if not key.isdecimal() or not 1 <= int(key) <= len(who.traits):
        _new(text, [each.name for each in who.traits])
        return _spent(added(who, "traits", Trait(name=text)), PointKind.TRAIT, text, TRAIT_LEVEL)
    trait = who.traits[int(key) - 1]
    if trait.level >= HIGHEST:
        raise refuse("sb-strong-already", "SB-R32", trait=trait.name)
    paid = _spent(who, PointKind.TRAIT, trait.name, TRAIT_LEVEL)
    return paid.with_(traits=replaced(who.traits, int(key) - 1, trait.with_(level=trait.level + 1)))


def _new(text: str, known: list[str]) -> None:
    """Refuse an empty text, and a text that the character has already (SB-L4)."""
    if not text:
        raise refuse("say-what-it-is", "SB-L4")
    if text.casefold() in {" ".join(each.split()).casefold() for each in known}:
        raise refuse("sb-same-words", "SB-L4", words=text)


# Items and companions.


def _take(who: StoryCharacter, given: Answers) -> StoryCharacter:
    """Take a special item, or add a phrase to an item (SB-R21)."""
    name, text = given.named("name", "SB-R21"), given.text("phrase")
    for place, item in enumerate(who.items):
        if item.name.casefold() == name.casefold():
            more = added(item, "phrases", Phrase(text=text)) if text else item
            return who.with_(items=replaced(who.items, place, more))
    return added(who, "items", StoryItem(name=name, phrases=(Phrase(text=text),) if text else ()))


def _use(who: StoryCharacter, given: Answers) -> StoryCharacter:
    place = given.place("item", len(who.items), "sb-no-item")
    item = who.items[place]
    return who.with_(items=replaced(who.items, place, item.with_(in_use=not item.in_use)))


def _join(who: StoryCharacter, given: Answers) -> StoryCharacter:
    return added(who, "companions", Companion(name=given.named("name"), dice=given.number("dice")))


def lines(_book: StoryBook, before: StoryCharacter, after: StoryCharacter, _act: str) -> tuple[Reason, ...]:
    """Return log lines for the changes of an act."""
    found = []
    if before.health != after.health:
        found.append(reason(f"sb-line-{LADDER[after.health]}", "SB-R24"))
    if after.cared not in {0, before.cared}:
        found.append(reason("sb-line-care", "SB-R28", days=after.cared))
    for one, other in zip(before.companions, after.companions, strict=False):
        if one.name == other.name and one.health != other.health:
            found.append(reason(f"sb-line-companion-{LADDER[other.health]}", "SB-R24", name=other.name))
        if one.name == other.name and other.cared not in {0, one.cared}:
            found.append(reason("sb-line-companion-care", "SB-R28", name=other.name, days=other.cared))
    old, new = dict(before.phrases()), dict(after.phrases())
    found += [
        reason("sb-line-burnt" if each.burnt else "sb-line-restored", "SB-R10", text=each.text)
        for key, each in new.items()
        if key in old and old[key].burnt != each.burnt
    ]
    if before.story_points != after.story_points:
        found.append(reason("sb-line-points", "SB-R32", before=before.story_points, after=after.story_points))
    counted = (
        ("descriptors", len(before.descriptors), len(after.descriptors)),
        ("quirks", len(before.quirks), len(after.quirks)),
        ("levels", sum(each.level for each in before.traits), sum(each.level for each in after.traits)),
        ("powers", len(before.powers), len(after.powers)),
        ("items", len(before.items), len(after.items)),
        ("in-use", sum(each.in_use for each in before.items), sum(each.in_use for each in after.items)),
        ("companions", len(before.companions), len(after.companions)),
    )
    found += [reason(f"sb-line-{id}", before=was, after=now) for id, was, now in counted if was != now]
    return tuple(found) or (reason("sb-line-done"),)


_WHO: Final = ("race", "gender", "age", "player")
_LONG: Final = 20_000
_PRICES: Final = {PointKind.TRAIT: TRAIT_LEVEL, PointKind.POWER: SPECIAL_POWER, PointKind.REPLENISH: 1}
"""Fixed prices in Story Points (SB-R32, SB-A1)."""
_POWERS: Final = 3
"""Number of fields for Special Powers in the steps; further powers are bought later."""
_PATHS: Final = {
    "descriptor-#": "descriptors.#.text",
    "quirk-#": "quirks.#.text",
    "trait-#": "traits.#.name",
    "power-#": "powers.#.name",
    **{each.id: f"house.{each.id}" for each in HOUSE},
}


def steps(_book: StoryBook, who: StoryCharacter) -> tuple[MakingStep, ...]:
    """Return the steps in the order of the game (1(b))."""
    held = partial(as_held, who, _PATHS)
    phrases = held(*rows(DESCRIPTORS, Parameter.text("descriptor-#")), *rows(QUIRKS, Parameter.text("quirk-#")))
    traits = held(*rows(TRAITS, Parameter.text("trait-#")))
    *phrase_counts, trait_count = _counts(who)
    powers = rows(_POWERS if who.powers_allowed else 0, Parameter.text("power-#"))
    return (
        MakingStep("concept", bool(who.concept.strip()), held(Parameter.text("concept"))),
        MakingStep("about", True, held(*map(Parameter.text, _WHO), Parameter.text("sketch", most=_LONG))),
        MakingStep("phrases", all(str(each.first).strip() for each in phrases), phrases, counts=tuple(phrase_counts)),
        MakingStep("traits", all(str(each.first).strip() for each in traits), traits, counts=(trait_count,)),
        MakingStep("powers", True, held(Parameter.yes_no("powers_allowed"), *powers)),
        MakingStep("name", is_seen(who.name), held(Parameter.text("name"), DICE_COLOUR)),
        MakingStep("house", True, held(*HOUSE)),
    )


def with_field(book: StoryBook, who: StoryCharacter, field: str, value: int | str) -> StoryCharacter:
    """Return the character with a field of a step set. Raise RulesError if the field or the value is unknown."""
    after = written(steps(book, who), who, _PATHS, field, value)
    return after.with_(powers=tuple(each for each in after.powers if each.name.strip() or each.note.strip()))


def check(book: StoryBook, who: StoryCharacter) -> tuple[Problem[str], ...]:
    """Return all problems: parts of the character that are missing or forbidden (SB-L1 to L8)."""
    return tuple(_problems(book, who))


def _problems(book: StoryBook, who: StoryCharacter) -> Iterator[Problem[str]]:
    illegal = Weight.ILLEGAL
    if not who.concept.strip():
        yield Problem(reason("sb-no-concept"), "concept", Weight.UNFINISHED)
    if not is_seen(who.name):
        yield Problem(reason("no-name"), "name", Weight.UNFINISHED)
    for step, count in zip(("phrases", "phrases", "traits"), _counts(who), strict=True):
        if not is_placed(count):
            yield Problem(count, step, illegal)
    bought_powers = sum(entry.kind is PointKind.POWER for entry in who.ledger)
    if len(who.powers) > bought_powers and not who.powers_allowed:
        yield Problem(reason("sb-powers", "SB-L3"), "powers", illegal)
    yield from _named(who)
    vague = {each.name.casefold() for each in book.vague}
    for place, trait in enumerate(who.traits, 1):
        if one_line(trait.name).casefold() in vague:
            yield Problem(reason("sb-vague", "SB-L5", trait=trait.name), f"trait-{place}", Weight.ADVICE)
    most = character.most_quirks(who)
    if character.quirks_counted(who) > most:
        yield Problem(reason("sb-quirks", "SB-L6", most=most), "", illegal)
    yield from _ledger(who)


def _counts(who: StoryCharacter) -> tuple[Reason, ...]:
    """Return the counts of Descriptors, Quirks and Traits that a new character has and must have (SB-L1, SB-L2)."""
    traits = [each for each in who.traits if is_seen(each.name)]
    levels = sum(trait.level for trait in traits)
    levels -= sum(entry.kind is PointKind.TRAIT for entry in who.ledger)
    # Three levels of one Trait do not count as three Traits.
    held = levels if levels > TRAITS else min(levels, len(traits))
    descriptors, quirks = (
        sum(is_seen(each.text) and not each.bought for each in things) for things in (who.descriptors, who.quirks)
    )
    return (
        counted("sb-first-descriptors", "SB-L1", descriptors, DESCRIPTORS),
        counted("sb-first-quirks", "SB-L1", quirks, QUIRKS),
        counted("sb-traits", "SB-L2", held, TRAITS),
    )


def _named(who: StoryCharacter) -> Iterator[Problem[str]]:
    """Yield problems of bought phrases and Traits without a text, and of equal texts (SB-L4)."""
    written = [
        *((f"descriptor-{place}", each.text) for place, each in enumerate(who.descriptors, 1)),
        *((f"quirk-{place}", each.text) for place, each in enumerate(who.quirks, 1)),
    ]
    # The counts already report these first fields if they are empty.
    counted_places = {
        f"{word}-{n + 1}"
        for word, due in (("descriptor", DESCRIPTORS), ("quirk", QUIRKS), ("trait", TRAITS))
        for n in range(due)
    }
    for texts in (written, [(f"trait-{place}", each.name) for place, each in enumerate(who.traits, 1)]):
        seen: set[str] = set()
        for place, text in texts:
            word = " ".join(text.split()).casefold()
            if not is_seen(word):
                if place not in counted_places:
                    yield Problem(reason("sb-no-words", "SB-L4"), place, Weight.ILLEGAL)
            elif word in seen:
                yield Problem(reason("sb-same-words", "SB-L4", words=text), place, Weight.ILLEGAL)
            seen.add(word)


def _ledger(who: StoryCharacter) -> Iterator[Problem[str]]:
    """Yield differences between the ledger and the character (SB-L7, SB-L8)."""
    balance, descriptors, quirks = 0, DESCRIPTORS, QUIRKS
    for place, entry in enumerate(who.ledger, 1):
        balance += entry.points
        if balance < 0:
            yield Problem(reason("sb-overspent", "SB-L7", line=place, missing=-balance), "", Weight.ILLEGAL)
            return
        due = {PointKind.DESCRIPTOR: descriptors, PointKind.QUIRK: quirks, **_PRICES}.get(entry.kind)
        if due is not None and entry.points != -due:
            yield Problem(reason("sb-wrong-price", "SB-L8", line=place, due=due), "", Weight.ILLEGAL)
        descriptors += entry.kind is PointKind.DESCRIPTOR
        quirks += entry.kind is PointKind.QUIRK
    bought = (
        (PointKind.DESCRIPTOR, sum(each.bought for each in who.descriptors)),
        (PointKind.QUIRK, sum(each.bought for each in who.quirks)),
    )
    for kind, held in bought:
        paid = sum(entry.kind is kind for entry in who.ledger)
        if held != paid:
            yield Problem(reason("sb-ledger", "SB-L8", kind=kind.value, held=held, paid=paid), "", Weight.ILLEGAL)


STORY_BONES: Final[Game[StoryCharacter, StoryBook]] = Game(
    id="story_bones",
    title="Story Bones",
    credit="Story Bones by Precis Intermedia.",
    new=lambda id: StoryCharacter(id=id),
    steps=steps,
    with_field=with_field,
    check=check,
    facts=character.facts,
    rolls=throws.rolls,
    plan=throws.plan,
    read=throws.read,
    odds=throws.odds,
    tracks=character.tracks,
    acts=acts,
    lines=lines,
    lists=character.lists,
    sheet=character.sheet,
    form=SheetForm(
        (("pool", "story-points", "descriptor-price", "quirk-price", "care"),),
        (("descriptors", "quirks", "items", "ledger"), ("traits", "powers", "degrees", "sketch")),
    ),
    reference=character.reference,
    house=throws.HOUSE,
    scene=SCENE,
    succeeds={"winner": ("win",), "degree": ("partial-success", "basic-success", "complete-success")},
)
