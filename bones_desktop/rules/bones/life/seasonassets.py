"""Assets: temporary ones of a season, lasting ones, and those that masteries bring (OFF-6, OFF-7, OFF-10, OFF-12).

A season is counted from 0; None is the present one.

Codes refused: asset-needs-name (), most-assets (most), no-such-asset (asset).
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bones_desktop.rules.bones.book.calendar import season_of
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.playstate import Asset
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.book.texts import fit_line
from bones_desktop.rules.bones.making.followers import grants
from bones_desktop.rules.reasons import refuse

MOST_ASSETS: Final = 100
"""That are kept; those of masteries come on top."""


class AssetSource(StrEnum):
    """Where an asset comes from."""

    TEMPORARY = "temporary"
    """An action of the season, for this season only (OFF-10)."""
    LASTING = "lasting"
    """Given or made for good, by the GM's word."""
    MASTERY = "mastery"
    """The icons of a mastery (OFF-12)."""


@dataclass(frozen=True, slots=True)
class OwnedAsset:
    """One asset that earns along."""

    name: str
    """As it was named; what a mastery's data calls one that has no name."""
    source: AssetSource
    mastery: str = ""
    """Name of the mastery that brings it; "" for others."""
    place: int | None = None
    """Which of the character's assets it is, counted from 0; None for one of a mastery."""


def season_now(character: Character) -> int:
    """Return the season the character is in, counted from 0."""
    return season_of(character.day)


def season_or_now(character: Character, season: int | None) -> int:
    """Return `season`, or with None the one the character is in."""
    return season_now(character) if season is None else season


def assets_now(rulebook: Rulebook, character: Character, season: int | None = None) -> tuple[OwnedAsset, ...]:
    """Return the assets that earn along in a season: its temporary ones, lasting ones, those of masteries (OFF-12).

    Temporary ones serve in their season only, once they exist (OFF-10, AMB-94). Companions and lackeys are none.
    """
    season = season_or_now(character, season)
    kept = [
        OwnedAsset(each.name, AssetSource.LASTING if each.season is None else AssetSource.TEMPORARY, place=place)
        for place, each in enumerate(character.assets)
        if each.season in {None, season}
    ]
    for grant in grants(rulebook, character):
        if grant.use is None:
            names = [each.name for each in character.followers if each.mastery == grant.mastery]
            for number in range(grant.count):
                name = names[number] if number < len(names) else ""
                kept.append(OwnedAsset(name or grant.noun, AssetSource.MASTERY, grant.name))
    return tuple(kept)


def add_asset(character: Character, name: str, *, season: int | None) -> Character:
    """Return the character with an asset that lasts for one season, or with None for good."""
    name = fit_line(name)
    if not name:
        raise refuse("asset-needs-name", "OFF-10")
    if len(character.assets) >= MOST_ASSETS:
        raise refuse("most-assets", "", most=MOST_ASSETS)
    return character.with_(assets=(*character.assets, Asset(name=name, season=season)))


def remove_asset(character: Character, place: int) -> Character:
    """Return the character without the asset at `place`."""
    if not 0 <= place < len(character.assets):
        raise refuse("no-such-asset", "OFF-10", asset=place + 1)
    return character.with_(assets=(*character.assets[:place], *character.assets[place + 1 :]))
