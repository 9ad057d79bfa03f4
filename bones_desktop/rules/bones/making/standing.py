"""Growth of a player character (the next icon, its price and place), and its summary for the party page."""

from collections.abc import Iterator
from itertools import repeat

from bones_desktop.rules.bones.book import characterdice
from bones_desktop.rules.bones.book.character import (
    MOST_PLAYER_DICE,
    STARTING_DICE,
    Character,
    CharacterKind,
    SheetPlace,
    SheetSection,
)
from bones_desktop.rules.bones.book.fields import FACES
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.injury.injuries import Condition, Recovery, condition, forecast
from bones_desktop.rules.bones.injury.magic import MagicPrice, bears_magic, magic_price
from bones_desktop.rules.bones.making.creation import APTITUDE_FACE
from bones_desktop.rules.records import Record

FIRST_BOUGHT_FACE = FACES - characterdice.FACES_BOUGHT
"""Face 3, the first face of a later die to buy."""


class GrowthStanding(Record):
    """The growth of a player character, in sessions or successes."""

    saved: int
    awarded: int
    """Sessions earned by awards in the ledger."""
    brought: int
    """Sessions without an award in the ledger: saved before the ledger began, or changed by hand."""
    spent: int
    """Sessions spent on icons and on automatic successes (AMB-81)."""
    price: int | None
    """Price of the next icon (IMP-2, AMB-80); None if none is left to buy."""
    place: SheetPlace | None
    """The face of the next icon, or a face to fill before that icon; None if no icon is left to buy."""
    opens: bool
    """True if the next icon begins a new die (IMP-3)."""
    waits: bool
    """True if `place` must be filled before a new die can begin; filling it costs nothing."""
    aptitude: int | None
    """Index of a later die whose Physical or Mental is still to be chosen; the choice costs nothing."""
    racial: bool
    """True if a new die gets the racial icon instead of Physical or Mental (DICE-4)."""
    automatic: int
    """Automatic successes from the saved sessions (IMP-5)."""
    used_once: bool
    """True if each automatic success can be used only once, instead of being added to every roll (AMB-81)."""
    to_success: int | None
    """Sessions until the next automatic success; None while sessions do not count toward one (AMB-82)."""
    icons: int
    """Number of icons that the saved sessions buy, in order (IMP-2, IMP-9)."""

    @property
    def missing(self) -> int:
        """Sessions still needed for the next icon."""
        return max(0, (self.price or 0) - self.saved)

    @property
    def earned(self) -> bool:
        """True if the next icon can be placed now."""
        return self.price is not None and not self.missing and not self.waits


class DieAhead(Record):
    """One of the later dice of a character, from the fifth to the tenth."""

    number: int
    """Number of the die, from 1."""
    icons: int
    """Icons bought for the die, out of FACES_BOUGHT."""
    begun: bool
    until_begun: int
    """Sessions needed to begin the die, in addition to the saved sessions."""
    until_full: int


def standing(rulebook: Rulebook, character: Character) -> GrowthStanding | None:
    """Return the growth of a character (IMP-1..5); None unless it is a player with the starting dice."""
    held = len(character.dice)
    if character.kind is not CharacterKind.PLAYER or held < STARTING_DICE:
        return None
    empty = [
        (place, face)
        for place, die in enumerate(character.dice)
        for face, shown in enumerate(die.faces)
        if shown.is_unfilled
    ]
    bought = next(((die, face) for die, face in empty if die >= STARTING_DICE and face >= FIRST_BOUGHT_FACE), None)
    aptitude = next((die for die, face in empty if die >= STARTING_DICE and face == APTITUDE_FACE), None)
    more = bought is not None or held < MOST_PLAYER_DICE
    # An empty face that can be bought comes first, because a new die may begin only when all others are full (IMP-3).
    if bought is not None:
        place = bought
    elif empty:
        place = empty[0]
    else:
        place = (held, FIRST_BOUGHT_FACE)
    return GrowthStanding(
        saved=character.sessions,
        awarded=characterdice.sessions_awarded(character),
        brought=characterdice.brought_forward(character),
        spent=characterdice.sessions_spent(character) + characterdice.sessions_used(character),
        price=characterdice.next_price(rulebook, character) if more else None,
        place=SheetPlace(SheetSection.DIE, *place) if more else None,
        opens=more and not empty,
        waits=more and bought is None and bool(empty),
        aptitude=aptitude,
        racial=bool(character.racial_icon),
        automatic=characterdice.earned_successes(character),
        used_once=character.house_rules.automatic_success_used_once,
        to_success=(
            characterdice.SESSIONS_FOR_A_SUCCESS - character.sessions % characterdice.SESSIONS_FOR_A_SUCCESS
            if characterdice.successes_begun(character)
            else None
        ),
        icons=_icons(rulebook, character),
    )


def _icons(rulebook: Rulebook, character: Character) -> int:
    left, count = character.sessions, 0
    for price in _prices(rulebook, character):
        # Icons are bought in order, so a cheaper later icon cannot be bought first.
        if price > left:
            break
        left, count = left - price, count + 1
    return count


def _prices(rulebook: Rulebook, character: Character) -> Iterator[int]:
    """Yield the price of each icon from the next one to the last of the tenth die."""
    held = len(character.dice)
    for die in character.dice[STARTING_DICE:]:
        for shown in die.faces[FIRST_BOUGHT_FACE:]:
            if shown.is_unfilled:
                # The price depends on the number of dice, not on the die that gets the icon.
                yield characterdice.icon_price(rulebook, held) or 0
    for number in range(held + 1, MOST_PLAYER_DICE + 1):
        yield characterdice.first_icon_price(rulebook, character.house_rules, number - 1) or 0
        yield from repeat(characterdice.icon_price(rulebook, number) or 0, characterdice.FACES_BOUGHT - 1)


def dice_ahead(rulebook: Rulebook, character: Character) -> tuple[DieAhead, ...]:
    """Return the fifth to tenth dice, each with the sessions that it still needs (IMP-9).

    Unfilled faces are ignored.
    """
    held, steps = len(character.dice), []
    needed = -character.sessions
    for number in range(STARTING_DICE + 1, MOST_PLAYER_DICE + 1):
        if number <= held:
            empty = sum(shown.is_unfilled for shown in character.dice[number - 1].faces[FIRST_BOUGHT_FACE:])
            begun_at = 0
            needed += empty * (characterdice.icon_price(rulebook, held) or 0)
            icons = characterdice.FACES_BOUGHT - empty
        else:
            needed += characterdice.first_icon_price(rulebook, character.house_rules, number - 1) or 0
            begun_at = needed
            needed += (characterdice.FACES_BOUGHT - 1) * (characterdice.icon_price(rulebook, number) or 0)
            icons = 0
        # A full die needs no more sessions, whatever the icons of later dice cost.
        full_at = needed if icons < characterdice.FACES_BOUGHT else 0
        steps.append(DieAhead(number, icons, number <= held, max(0, begun_at), max(0, full_at)))
    return tuple(steps)


class DieGlance(Record):
    """Summary of one of the character's own dice."""

    face: str
    """Code of the face that represents the die; "" for a die without chosen faces."""
    lost: bool = False
    held: bool = False
    """True if an effect of magic keeps the die from healing (HEAL-5)."""


class Glance(Record):
    """Summary of a character for the party page."""

    character: Character
    dice: tuple[DieGlance, ...]
    condition: Condition
    magic: MagicPrice | None
    """The cost of magic; None for characters without magic."""
    recovery: Recovery
    spiffs: int | None
    """Number of spiffs; None for all but players (AMB-107)."""
    sessions: int | None
    """Sessions saved toward the next icon; None for all but players."""
    next_icon: int | None
    """Price of the next icon in sessions (IMP-2); None if there is none to buy."""
    icons: int
    """Number of icons that the saved sessions buy."""

    @property
    def held(self) -> int:
        """Number of lost dice that an effect of magic keeps from healing."""
        return sum(die.held for die in self.dice)


def without_private_texts(character: Character) -> Character:
    """Return the character without texts that only its player and the GM may read: notes, ledgers, causes of wounds."""
    lost = tuple(each.with_(cause="") for each in character.lost)
    return character.with_(
        lost=lost, description="", back_story="", notes="", finances="", other_equipment="",
        spiff_ledger=(), coin_ledger=(), ledger=(), actions=(),
    )  # fmt: skip


def glance(rulebook: Rulebook, character: Character) -> Glance:
    """Return the summary of a character, also for unfinished and illegal characters."""
    price, stands = characterdice.next_icon_price(rulebook, character), standing(rulebook, character)
    player = character.kind is CharacterKind.PLAYER
    return Glance(
        character=character,
        dice=_dice(character),
        condition=condition(character),
        magic=magic_price(character) if bears_magic(character) else None,
        recovery=forecast(character),
        spiffs=character.spiffs if player else None,
        sessions=character.sessions if player else None,
        next_icon=price.value if price else None,
        icons=stands.icons if stands else 0,
    )


def _dice(character: Character) -> tuple[DieGlance, ...]:
    lost = {entry.die: entry for entry in character.lost}
    return tuple(
        DieGlance(face, place in lost, place in lost and lost[place].held)
        for place, face in enumerate(characterdice.telling_faces(character.dice))
    )
