"""Followers and assets that masteries grant (MAST-21, 25, 36, 41), and their edits; some have dice.

A follower is identified by the mastery that grants it and by its number among the followers of that mastery, from 0. If
the player removes the icons of the mastery, the texts stay, and the slot says that the follower is no longer granted.

Codes refused: follower-dice-full (mastery, most, icons), follower-not-granted (mastery), follower-without-dice (what),
most-followers (most), no-such-die (die), no-such-follower (number), text-too-long (most).
"""

from collections.abc import Iterator
from typing import Final, Literal

from bones_desktop.rules.bones.book.character import Character, CharacterDie, Follower
from bones_desktop.rules.bones.book.fields import LINE, NOTE, fit_typed
from bones_desktop.rules.bones.book.icons import UNFILLED
from bones_desktop.rules.bones.book.rulebook import BlockKind, DieUse, Rulebook, StatBlock
from bones_desktop.rules.bones.making.edits import character_from_block
from bones_desktop.rules.reasons import Reason, reason, refuse
from bones_desktop.rules.records import Record
from bones_desktop.rules.values import replaced, without

FollowerField = Literal["name", "note"]

# A file may hold no more followers than this for one character.
MOST_FOLLOWERS: Final = 20
_DICE: Final = {"companion": DieUse.BEAST, "lackey": DieUse.CAST}
"""Uses of the printed dice that a follower with dice may have (MAST 25, MAST 41)."""


class Grant(Record):
    """The followers or assets that the icons of one mastery grant."""

    mastery: str
    name: str
    """Name of the mastery."""
    what: str
    """The follower or asset, as named in the rulebook's data: "small asset", "lackey die"."""
    rule: str
    icons: int
    """Number of icons of the mastery that the character owns."""
    count: int
    """Number of `what` granted: the dice of one follower, or the assets."""
    use: DieUse | None
    """The use of the follower's printed dice; None for assets, which have no dice."""

    @property
    def is_vessel(self) -> bool:
        """True if two small vessels may be exchanged for a large one (AMB-28)."""
        return "vessel" in self.what

    @property
    def noun(self) -> str:
        """Name of one follower or asset: "small asset", "lackey"."""
        return self.what.removesuffix(" die")

    @property
    def followers(self) -> int:
        """Maximum number of followers or assets that the mastery grants."""
        # More icons give the one companion or lackey more dice; they do not give more followers.
        return min(self.count, 1) if self.use else self.count


class FollowerSlot(Record):
    """A follower, or an empty place for a follower that is granted but not entered."""

    grant: Grant
    number: int
    """Number of the follower among those of the grant, from 0."""
    follower: Follower
    written: bool
    trouble: Reason | None = None
    """The reason why the present follower is not allowed; None if it is allowed."""


def grants(rulebook: Rulebook, character: Character) -> tuple[Grant, ...]:
    """Return the grants of all masteries in the rulebook's order, without masteries that grant nothing."""
    return tuple(grant for grant in _all_grants(rulebook, character) if grant.count > 0)


def follower_slots(rulebook: Rulebook, character: Character) -> tuple[FollowerSlot, ...]:
    """Return every follower, and a slot for every follower that is granted but not entered, in the rulebook's order."""
    found: list[FollowerSlot] = []
    known = {grant.mastery: grant for grant in _all_grants(rulebook, character)}
    # Followers of unknown masteries are listed too; otherwise they would vanish if their pack is missing.
    for mastery in dict.fromkeys((*known, *(follower.mastery for follower in character.followers))):
        grant = known.get(mastery) or Grant(mastery, mastery, "", "", 0, 0, None)
        written = _written(character, mastery)
        for number in range(max(len(written), grant.followers)):
            if number < len(written):
                trouble = _trouble(grant, number, written[number])
                found.append(FollowerSlot(grant, number, written[number], True, trouble))
            else:
                found.append(FollowerSlot(grant, number, Follower(mastery=mastery), False))
    return tuple(found)


def set_follower_text(
    rulebook: Rulebook, character: Character, mastery: str, number: int, field: FollowerField, value: str
) -> Character:
    """Return the character with a follower's name or note replaced. A granted follower may get its first text."""
    value = fit_typed(value, LINE if field == "name" else NOTE)
    follower = _follower(rulebook, character, mastery, number)
    return _with_follower(character, mastery, number, follower.with_(**{field: value}))


def add_follower_dice(
    rulebook: Rulebook, character: Character, mastery: str, number: int, dice: tuple[CharacterDie, ...]
) -> Character:
    """Return the character with more dice for a follower. Refused for more dice than the icons give (AMB-27)."""
    follower = _follower(rulebook, character, mastery, number)
    grant = _grant(rulebook, character, mastery)
    if grant.use is None:
        raise refuse("follower-without-dice", grant.rule, what=grant.what)
    held = (*follower.dice, *dice)
    if len(held) > grant.count:
        raise refuse("follower-dice-full", grant.rule, mastery=grant.name, most=grant.count, icons=grant.icons)
    return _with_follower(character, mastery, number, follower.with_(dice=held))


def remove_follower_die(rulebook: Rulebook, character: Character, mastery: str, number: int, die: int) -> Character:
    """Return the character with one die fewer for a follower."""
    follower = _follower(rulebook, character, mastery, number)
    if not 0 <= die < len(follower.dice):
        raise refuse("no-such-die", "", die=die + 1)
    return _with_follower(character, mastery, number, follower.with_(dice=without(follower.dice, die)))


def remove_follower(character: Character, mastery: str, number: int) -> Character:
    """Return the character without a follower; the numbers of the mastery's later followers decrease by one."""
    places = _places(character, mastery)
    if not 0 <= number < len(places):
        raise refuse("no-such-follower", "", number=number + 1)
    return character.with_(followers=without(character.followers, places[number]))


def add_follower_text(rulebook: Rulebook, character: Character, mastery: str, number: int, text: str) -> Character:
    """Return the character with dice added to a follower from a text: printed dice, faces or a stat block.

    A follower without a name gets the stat block's name. Raise RulesError for a text without dice.
    """
    # Imported here because it is needed only for pasted text.
    from bones_desktop.rules.bones.text.blocktext import parse_block

    block = parse_block(rulebook, text, _grant(rulebook, character, mastery).use)
    dice = tuple(CharacterDie(printed=die.printed, faces=die.faces) for die in block.dice)
    return _named(add_follower_dice(rulebook, character, mastery, number, dice), mastery, number, block.name)


def add_follower_block(rulebook: Rulebook, character: Character, mastery: str, number: int, block: str) -> Character:
    """Return the character with the dice of a stat block added to a follower.

    The follower gets the name of the beast or cast member if it has none.
    """
    printed = rulebook.block(block)
    dice = character_from_block(rulebook, printed, character.id).dice
    return _named(add_follower_dice(rulebook, character, mastery, number, dice), mastery, number, printed.name)


def follower_blocks(rulebook: Rulebook, grant: Grant) -> tuple[StatBlock, ...]:
    """Return the printed beasts or cast members with no more dice than the grant gives."""
    kind = {DieUse.BEAST: BlockKind.BEAST, DieUse.CAST: BlockKind.CAST}.get(grant.use) if grant.use else None
    return tuple(block for block in rulebook.offered_blocks if block.kind is kind and len(block.dice) <= grant.count)


def _named(character: Character, mastery: str, number: int, name: str) -> Character:
    """Return the character with a follower named `name`, unless it already has a name."""
    follower = _written(character, mastery)[number]
    # A name written by the player is never replaced.
    if follower.name or not name:
        return character
    return _with_follower(character, mastery, number, follower.with_(name=name[:LINE]))


def _all_grants(rulebook: Rulebook, character: Character) -> Iterator[Grant]:
    for mastery in rulebook.masteries:
        # A mastery grants only one kind of follower, so the first entry is enough.
        for asset in mastery.assets[:1]:
            owned = sum(shown.has(mastery.id) for die in character.dice for shown in die.faces)
            count = asset.base + owned // asset.per if owned else 0
            use = _DICE.get(mastery.commands)
            yield Grant(mastery.id, mastery.name, asset.what, mastery.source, owned, count, use)


def _grant(rulebook: Rulebook, character: Character, mastery: str) -> Grant:
    found = next((grant for grant in _all_grants(rulebook, character) if grant.mastery == mastery), None)
    if found is None:
        raise refuse("follower-not-granted", "", mastery=mastery)
    return found


def _trouble(grant: Grant, number: int, follower: Follower) -> Reason | None:
    if number >= grant.followers:
        return reason("follower-not-granted", grant.rule, mastery=grant.name)
    if len(follower.dice) > (grant.count if grant.use else 0):
        return reason(
            "follower-dice-too-many", grant.rule, mastery=grant.name, dice=len(follower.dice), most=grant.count
        )
    if any(shown == UNFILLED for die in follower.dice for shown in die.faces):
        return reason("follower-face-empty", "AMB-58")
    return None


def _places(character: Character, mastery: str) -> tuple[int, ...]:
    return tuple(place for place, follower in enumerate(character.followers) if follower.mastery == mastery)


def _written(character: Character, mastery: str) -> tuple[Follower, ...]:
    return tuple(follower for follower in character.followers if follower.mastery == mastery)


def _follower(rulebook: Rulebook, character: Character, mastery: str, number: int) -> Follower:
    """Return a follower, or the next one if the grant allows one more."""
    written = _written(character, mastery)
    if 0 <= number < len(written):
        return written[number]
    grant = _grant(rulebook, character, mastery)
    if not len(written) <= number < grant.followers:
        raise refuse("follower-not-granted", grant.rule, mastery=grant.name)
    return Follower(mastery=mastery)


def _with_follower(character: Character, mastery: str, number: int, follower: Follower) -> Character:
    """Return the character with a follower at its number; missing followers before it are added without texts."""
    places = _places(character, mastery)
    if number < len(places):
        followers = replaced(character.followers, places[number], follower)
    else:
        # Followers are found by number, so earlier followers must exist.
        missing = (Follower(mastery=mastery),) * (number - len(places))
        followers = (*character.followers, *missing, follower)
    if len(followers) > MOST_FOLLOWERS:
        raise refuse("most-followers", "", most=MOST_FOLLOWERS)
    return character.with_(followers=_without_empty_ends(followers))


def _without_empty_ends(followers: tuple[Follower, ...]) -> tuple[Follower, ...]:
    """Return the followers without the empty ones that come last among the followers of each mastery."""
    later: set[str] = set()
    kept = []
    for follower in reversed(followers):
        if follower != Follower(mastery=follower.mastery) or follower.mastery in later:
            later.add(follower.mastery)
            kept.append(follower)
    return tuple(reversed(kept))
