"""Spiffs: prices, and a ledger of spiffs earned, spent and refused by the GM (SPF-1..18).

Only player characters earn and spend spiffs (AMB-107). `today` is a date such as 2026-11-21, "" if unknown.

Codes refused: spiffs-for-players (), spiffs-name-price (), spiffs-from-to (least, most), spiffs-say-what-for (),
spiffs-too-many (most), back-story-rewarded (award), spiffs-too-few (n, have), survival-needs-explanation (),
no-such-line (line), not-a-use (), vetoed-already (), spiff-ledger-full (most), and those of `injuries.revive`.
"""

from typing import Final

from bones_desktop.rules.bones.book.character import Character, CharacterKind, SpiffEntry, add_count
from bones_desktop.rules.bones.book.definitions import SpiffPrice
from bones_desktop.rules.bones.book.fields import MOST_COUNTED, MOST_GIFT, fit_line
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.reasons import Reason, RulesError, reason, refuse, refuse_if
from bones_desktop.rules.records import Record
from bones_desktop.rules.values import added, replaced

REROLL: Final = "reroll"
ADDED_SUCCESS: Final = "added-success"
"""Ids of the rulebook's prices."""
GOOD_BACK_STORY: Final = "good-back-story"
GREAT_BACK_STORY: Final = "great-back-story"
CAMPAIGN_LOG: Final = "campaign-log"
SURVIVE: Final = "survive"
"""Ids of the rulebook's entries that have a special rule."""
BACK_STORIES: Final = (GOOD_BACK_STORY, GREAT_BACK_STORY)
"""Ids of the rewards for a back-story. A character gets only one of them (AMB-86)."""


def price(rulebook: Rulebook, purchase: str) -> int:
    """Return the lowest price of `purchase` in spiffs. Raise KeyError if the rulebook has none."""
    prices = {each.id: each.least for each in rulebook.spiffs if each.kind == "spend"}
    return prices[purchase] or 0


def affords(rulebook: Rulebook, character: Character, purchase: str) -> bool:
    """Return whether the character has enough spiffs for `purchase`; debts are not allowed (SPF-18)."""
    return character.spiffs >= price(rulebook, purchase)


def require(character: Character, n: int) -> None:
    """Refuse to spend more spiffs than the character has (SPF-18)."""
    if character.spiffs < n:
        raise refuse("spiffs-too-few", "SPF-18", n=n, have=character.spiffs)


class SpiffLine(Record):
    """A line of the ledger for display."""

    place: int
    """Index of the entry in the ledger, from 0."""
    entry: SpiffEntry
    balance: int
    """Number of spiffs after the entry."""
    vetoable: bool


def ways_to_earn(rulebook: Rulebook) -> tuple[SpiffPrice, ...]:
    """Return the ways to earn spiffs, in the rulebook's order (SPF-1..8)."""
    return tuple(each for each in rulebook.spiffs if each.kind == "earn")


def ways_to_spend(rulebook: Rulebook) -> tuple[SpiffPrice, ...]:
    """Return the ways to spend spiffs, in the rulebook's order (SPF-9..15)."""
    return tuple(each for each in rulebook.spiffs if each.kind == "spend")


def earn(
    rulebook: Rulebook, character: Character, reason_id: str, today: str, *, n: int | None = None, note: str = ""
) -> Character:
    """Return the character with more spiffs: `n`, or the minimum that the rulebook gives for the reason (SPF-1..8).

    An empty `reason_id` means another reason, which `note` must state. Refused for all but players, for amounts outside
    the rulebook's range, and for a second back-story (AMB-86). Raise KeyError for an id that the rulebook does not
    have.
    """
    _require_player(character)
    note = fit_line(note)
    if not reason_id:
        if not note:
            raise refuse("spiffs-say-what-for", "SPF-8")
        n = 1 if n is None else n
        if not 1 <= n <= MOST_GIFT:
            raise refuse("spiffs-from-to", "SPF-8", least=1, most=MOST_GIFT)
    else:
        n = _amount(_way(ways_to_earn(rulebook), reason_id), n)
        refuse_if(_rewarded(rulebook, character, reason_id))
    return with_entry(character, SpiffEntry(by=n, reason=reason_id, note=note, on=today))


def spend_on(
    rulebook: Rulebook, character: Character, purchase: str, today: str, *, n: int | None = None, note: str = ""
) -> Character:
    """Return the character with fewer spiffs: `n`, or the rulebook's price of the purchase (SPF-9..15).

    A major change of the story has no price, so the GM sets `n` (SPF-15, AMB-86). A character that pays to survive its
    death is alive again (SPF-14); `note` must explain how. Refused for all but players, for more spiffs than the
    character has (SPF-18), and for a price outside the rulebook's range. Raise KeyError for an id that the rulebook
    does not have.
    """
    _require_player(character)
    n = _amount(_way(ways_to_spend(rulebook), purchase), n)
    note = fit_line(note)
    require(character, n)
    # This check comes before the entry: a living character must not pay for surviving (SPF-14).
    if purchase == SURVIVE:
        character = injuries.revive(character)
        if not note:
            raise refuse("survival-needs-explanation", "SPF-14")
    return with_entry(character, SpiffEntry(by=-n, reason=purchase, note=note, on=today))


def veto(character: Character, place: int, today: str) -> Character:
    """Return the character with the spiffs of the entry at `place` returned by a new entry (SPF-17).

    Both entries are marked as vetoed. A character that survived by this purchase is dead again. The players must undo
    any other effect of the spiffs themselves. Refused for entries that spent nothing, and for entries vetoed already.
    """
    if not 0 <= place < len(character.spiff_ledger):
        raise refuse("no-such-line", "SPF-17", line=place + 1)
    used = character.spiff_ledger[place]
    if used.by >= 0 or not used.reason:
        raise refuse("not-a-use", "SPF-17")
    if used.veto:
        raise refuse("vetoed-already", "SPF-17")
    # The veto cancels the survival, so the character is dead again (SPF-17).
    if used.reason == SURVIVE and not character.slain:
        character = injuries.slay(character)
    ledger = character.spiff_ledger
    marked = character.with_(spiff_ledger=replaced(ledger, place, used.with_(veto=True)))
    return with_entry(marked, SpiffEntry(by=-used.by, reason=used.reason, note=used.note, on=today, veto=True))


def veto_last(character: Character, purchase: str, n: int, today: str) -> Character:
    """Return the character with its last purchase of `purchase` for `n` spiffs vetoed (SPF-17).

    A purchase that is older than the ledger has no entry, but its spiffs are returned all the same.
    """
    uses = (
        place
        for place, entry in reversed(tuple(enumerate(character.spiff_ledger)))
        if (entry.reason, entry.by, entry.veto) == (purchase, -n, False)
    )
    place = next(uses, None)
    if place is not None:
        return veto(character, place, today)
    return with_entry(character, SpiffEntry(by=n, reason=purchase, on=today, veto=True))


def set_right(character: Character, by: int, note: str, today: str) -> Character:
    """Return the character with `by` spiffs added as a correction, or removed if `by` is negative.

    Refused if the character would have fewer than zero spiffs (SPF-18).
    """
    if by < 0:
        require(character, -by)
    if not by:
        return character
    if abs(by) > MOST_COUNTED:
        raise refuse("spiffs-too-many", "", most=MOST_COUNTED)
    return with_entry(character, SpiffEntry(by=by, note=fit_line(note), on=today))


def why_not_earned(rulebook: Rulebook, character: Character, reason_id: str) -> Reason | None:
    """Return why `earn` would refuse this reason for any amount and note; None if it would not."""
    if character.kind is not CharacterKind.PLAYER:
        return reason("spiffs-for-players", "AMB-107")
    return _rewarded(rulebook, character, reason_id)


def why_not_spent(rulebook: Rulebook, character: Character, purchase: str) -> Reason | None:
    """Return why `spend_on` would refuse the purchase at its lowest price; None if it would not."""
    least = _way(ways_to_spend(rulebook), purchase).least
    try:
        # Making the purchase on a copy applies exactly the checks of a real purchase, so the two cannot differ.
        spend_on(rulebook, character, purchase, "", n=None if least else 1, note=purchase)
    except RulesError as error:
        return error.reason
    return None


def brought_forward(character: Character) -> int:
    """Return the number of spiffs without a ledger entry, for example spiffs that are older than the ledger."""
    return character.spiffs - sum(entry.by for entry in character.spiff_ledger)


def lines(character: Character) -> tuple[SpiffLine, ...]:
    """Return the ledger for display, oldest first, with the balance after each entry."""
    balance = brought_forward(character)
    found = []
    for place, entry in enumerate(character.spiff_ledger):
        balance += entry.by
        found.append(SpiffLine(place, entry, balance, entry.by < 0 and bool(entry.reason) and not entry.veto))
    return tuple(found)


def with_entry(character: Character, entry: SpiffEntry) -> Character:
    """Return the character with an entry added to its ledger and its spiffs changed by it."""
    if character.spiffs + entry.by > MOST_COUNTED:
        raise refuse("spiffs-too-many", "", most=MOST_COUNTED)
    return added(add_count(character, "spiffs", entry.by), "spiff_ledger", entry, "spiff-ledger-full")


def _require_player(character: Character) -> None:
    if character.kind is not CharacterKind.PLAYER:
        raise refuse("spiffs-for-players", "AMB-107")


def _way(ways: tuple[SpiffPrice, ...], wanted: str) -> SpiffPrice:
    for way in ways:
        if way.id == wanted:
            return way
    raise KeyError(wanted)


def _amount(way: SpiffPrice, n: int | None) -> int:
    """Return the number of spiffs to earn or spend in this way.

    Refused for a number outside the rulebook's range, and without a number if the GM must set it.
    """
    if way.least is None or way.most is None:
        if n is None or n < 1:
            raise refuse("spiffs-name-price", way.source)
        return n
    n = way.least if n is None else n
    if not way.least <= n <= way.most:
        raise refuse("spiffs-from-to", way.source, least=way.least, most=way.most)
    return n


def _rewarded(rulebook: Rulebook, character: Character, reason_id: str) -> Reason | None:
    """Return why the character cannot get this reward again; None if it can."""
    if reason_id in BACK_STORIES:
        for story in BACK_STORIES:
            if sum(entry.by for entry in character.spiff_ledger if entry.reason == story) > 0:
                name = _way(ways_to_earn(rulebook), story).name
                return reason("back-story-rewarded", "AMB-86", award=name)
    return None
