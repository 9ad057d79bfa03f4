"""Seasons between adventures: strategic actions, income, assets, coins and the diary (OFF-1..13, AMB-93..95).

Assets last for one season or permanently, or come from masteries (OFF-6, OFF-7, OFF-10, OFF-12). `today` is a date such
as 2026-11-21, "" if unknown. Seasons are counted from 0; None is the present season.

Codes refused: season-full (most), season-not-come (), action-needs-title (), successes-from-to (least, most),
assets-from-to (least, most), asset-needs-success (), asset-needs-name (), most-assets (most), no-such-asset (asset),
no-such-action (action), not-last-action (), diary-full (most), coins-from-to (least, most), coins-too-few (n, have),
coins-spent-already (coins, have), coin-ledger-full (most), text-too-long (most), and the reasons of `attempts` against
a skill.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any, Final

from bones_desktop.rules.bones.book.attempts import Task, eligibility
from bones_desktop.rules.bones.book.character import ActionKind, Asset, Character, CoinEntry, SeasonAction
from bones_desktop.rules.bones.book.characterdice import task_pool
from bones_desktop.rules.bones.book.fields import MOST_DAYS, Season, fit_line, fit_note, season_name, season_of, year_of
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.making.followers import grants
from bones_desktop.rules.bones.reading.plays import income, income_rate
from bones_desktop.rules.reasons import Reason, refuse, refuse_if
from bones_desktop.rules.records import Record
from bones_desktop.rules.values import added, replaced, without

MOST_COINS: Final = 1_000_000_000
ACTIONS_A_SEASON: Final = 3
MOST_ACTIONS: Final = 5_000
MOST_SUCCESSES: Final = 1_000
MOST_COUNTED_ASSETS: Final = 1_000


class AssetSource(StrEnum):
    """The origin of an asset."""

    TEMPORARY = "temporary"
    """Asset from an action of the season; it lasts for this season only (OFF-10)."""
    LASTING = "lasting"
    """Permanent asset: a gift, or gained by an action with the GM's permission."""
    MASTERY = "mastery"
    """Asset from icons of a mastery (OFF-12)."""


class OwnedAsset(Record):
    """One asset that earns coins with an income action."""

    name: str
    """Name of the asset; for an unnamed asset of a mastery, the kind of asset that the mastery grants."""
    source: AssetSource
    mastery: str = ""
    """Name of the mastery that the asset comes from; "" for other assets."""
    place: int | None = None
    """Index among the character's assets, from 0; None for an asset of a mastery."""


def season_now(character: Character) -> int:
    """Return the character's season, counted from 0."""
    return season_of(character.day)


def season_or_now(character: Character, season: int | None) -> int:
    """Return `season`, or the character's present season if it is None."""
    return season_now(character) if season is None else season


def assets_now(rulebook: Rulebook, character: Character, season: int | None = None) -> tuple[OwnedAsset, ...]:
    """Return the assets that earn in a season: temporary, lasting, and from masteries (OFF-12).

    A temporary asset earns only in its own season, and only after it is made (OFF-10, AMB-94). Companions and lackeys
    do not count.
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
    """Return the character with an asset for one season; None means permanently."""
    name = fit_line(name)
    if not name:
        raise refuse("asset-needs-name", "OFF-10")
    return added(character, "assets", Asset(name=name, season=season), "most-assets")


def remove_asset(character: Character, place: int) -> Character:
    """Return the character without the asset at index `place`."""
    if not 0 <= place < len(character.assets):
        raise refuse("no-such-asset", "OFF-10", asset=place + 1)
    return character.with_(assets=without(character.assets, place))


def spend_coins(character: Character, coins: int, note: str, today: str) -> Character:
    """Return the character with coins spent and an entry that records this; refused for more coins than it has."""
    _require_coins(coins)
    if coins > character.coins:
        raise refuse("coins-too-few", "OFF-9", n=coins, have=character.coins)
    return with_coins(_with_coin_entry(character, -coins, note, today), -coins)


def come_by_coins(character: Character, coins: int, note: str, today: str) -> Character:
    """Return the character with coins gained without an income action, and an entry that records this."""
    _require_coins(coins)
    return with_coins(_with_coin_entry(character, coins, note, today), coins)


def with_coins(character: Character, by: int) -> Character:
    """Return the character with `by` more coins, or fewer if `by` is negative, without an entry."""
    coins = character.coins + by
    if coins > MOST_COINS:
        raise refuse("coins-from-to", "OFF-9", least=0, most=MOST_COINS)
    return character.with_(coins=coins)


def _require_coins(coins: int) -> None:
    if not 1 <= coins <= MOST_COINS:
        raise refuse("coins-from-to", "OFF-9", least=1, most=MOST_COINS)


def _with_coin_entry(character: Character, by: int, note: str, today: str) -> Character:
    entry = CoinEntry(season=season_now(character), by=by, note=fit_line(note), on=today)
    return added(character, "coin_ledger", entry, "coin-ledger-full")


def actions_of(character: Character, season: int | None = None) -> tuple[SeasonAction, ...]:
    """Return the actions of a season, in their order in the diary."""
    season = season_or_now(character, season)
    return tuple(action for action in character.actions if action.season == season)


def actions_left(character: Character, season: int | None = None) -> int:
    """Return how many strategic actions are left in a season (OFF-3)."""
    return max(0, ACTIONS_A_SEASON - len(actions_of(character, season)))


def record_income(
    rulebook: Rulebook,
    character: Character,
    today: str,
    *,
    season: int | None = None,
    assets: int | None = None,
    thrown: bool = False,
    **said: Any,  # noqa: ANN401 (fields of SeasonAction; each is checked)
) -> Character:
    """Return the character with an income action in its diary and the coins it earned (OFF-5..8, AMB-93).

    `said` has `skill` and `successes`, and may have `title` and `outcome`. Every asset of the season earns if the skill
    allows it; `assets` replaces their number if the GM sets another. With `thrown` the dice were rolled while the skill
    was allowed, so the present dice are not checked. Refused for a season that is full or in the future, and for a
    skill that the character may not attempt (OFF-13).
    """
    season = season_or_now(character, season)
    _check(rulebook, character, season, said, thrown=thrown, least=0)
    if assets is None:
        assets = min(len(assets_now(rulebook, character, season)), MOST_COUNTED_ASSETS)
    if not 0 <= assets <= MOST_COUNTED_ASSETS:
        raise refuse("assets-from-to", "OFF-6", least=0, most=MOST_COUNTED_ASSETS)
    coins = income(rulebook, said["skill"], said["successes"], assets)
    # For skills with which assets earn nothing, 0 is recorded, so that the diary shows how many assets counted.
    counted = assets if income_rate(rulebook, said["skill"]).assets_count else 0
    action = _said(ActionKind.INCOME, season, today, said, assets=counted, coins=coins)
    return with_coins(_with_action(character, action), coins)


def record_strategic(
    rulebook: Rulebook,
    character: Character,
    today: str,
    *,
    season: int | None = None,
    asset: str = "",
    lasting: bool = False,
    thrown: bool = False,
    **said: Any,  # noqa: ANN401 (fields of SeasonAction; each is checked)
) -> Character:
    """Return the character with another strategic action in its diary (OFF-4, OFF-11).

    `said` has a `title`, and may have `skill`, `difficulty`, `successes` and `outcome`. Successes are net: with one or
    more the action succeeded. If `difficulty` is missing, the GM set a number. An action without skill, difficulty and
    successes had no roll. A successful action can create an `asset`. With the GM's permission, an action without a roll
    can create one too. The asset lasts for the season or, with the GM's permission, permanently (`lasting`). `thrown`
    means the same as in `record_income`. Refused for a season that is full or in the future, without a title, for a
    skill that the character may not attempt (OFF-13), and for an asset of a roll without success.
    """
    season = season_or_now(character, season)
    _check(rulebook, character, season, said, thrown=thrown, least=-MOST_SUCCESSES)
    action = _said(ActionKind.STRATEGIC, season, today, said, made=fit_line(asset))
    if action.difficulty:
        rulebook.difficulty(action.difficulty)
    if not action.title:
        raise refuse("action-needs-title", "OFF-4")
    if action.made and not (without_throw(action) or succeeded(action)):
        raise refuse("asset-needs-success", "OFF-10")
    # Add the action first: if the season is full, this fails before the asset is added.
    acted = _with_action(character, action)
    return add_asset(acted, action.made, season=None if lasting else season) if action.made else acted


def _check(
    rulebook: Rulebook, character: Character, season: int, said: Mapping[str, Any], *, thrown: bool, least: int
) -> None:
    if said.get("skill") and not thrown:
        skill = said["skill"]
        refuse_if(skills_refused(rulebook, character, season, (skill,)).get(skill))
    if not least <= said.get("successes", 0) <= MOST_SUCCESSES:
        raise refuse("successes-from-to", "OFF-5", least=least, most=MOST_SUCCESSES)


def _said(kind: ActionKind, season: int, today: str, said: Mapping[str, Any], **more: Any) -> SeasonAction:  # noqa: ANN401
    texts = {"title": fit_line(said.get("title", "")), "outcome": fit_note(said.get("outcome", ""))}
    return SeasonAction(kind=kind, season=season, on=today, **{**said, **texts, **more})


def succeeded(action: SeasonAction) -> bool:
    """Return whether an action had at least one net success. Income actions count successes and cannot fail."""
    return action.kind is ActionKind.INCOME or action.successes >= 1


def without_throw(action: SeasonAction) -> bool:
    """Return whether an action had no roll, so that it neither succeeded nor failed.

    An action without a skill had a roll if it has a difficulty or successes.
    """
    return action.kind is ActionKind.STRATEGIC and not (action.skill or action.difficulty or action.successes)


def set_action_texts(character: Character, place: int, *, title: str, outcome: str) -> Character:
    """Return the character with another title and outcome for the action at `place` of the diary."""
    action = _action(character, place)
    title = fit_line(title)
    if not title and action.kind is ActionKind.STRATEGIC:
        raise refuse("action-needs-title", "OFF-4")
    told = action.with_(title=title, outcome=fit_note(outcome))
    return character.with_(actions=replaced(character.actions, place, told))


def remove_action(character: Character, place: int) -> Character:
    """Return the character without the action at `place` of the diary, its coins and its asset.

    Only the last action of a season can be removed, because later actions may depend on it. Refused if the character
    has already spent the coins of the action.
    """
    action = _action(character, place)
    # Later actions of the season may have used the coins or the asset of this action (AMB-94).
    if any(later.season == action.season for later in character.actions[place + 1 :]):
        raise refuse("not-last-action", "AMB-94")
    if action.coins > character.coins:
        raise refuse("coins-spent-already", "OFF-9", coins=action.coins, have=character.coins)
    made = [
        number
        for number, asset in enumerate(character.assets)
        if action.made and asset.name == action.made and asset.season in {None, action.season}
    ]
    # If several assets have the same name, the last one comes from this action.
    assets = without(character.assets, made[-1]) if made else character.assets
    actions = without(character.actions, place)
    return character.with_(actions=actions, assets=assets, coins=character.coins - action.coins)


def shifted(character: Character, seasons: int) -> Character:
    """Return the character with its whole diary moved by this many seasons, to fit another calendar."""
    if not seasons:
        return character

    def moved(season: int) -> int:
        return max(-MOST_DAYS, min(season + seasons, MOST_DAYS))

    return character.with_(
        actions=tuple(action.with_(season=moved(action.season)) for action in character.actions),
        assets=tuple(
            asset if asset.season is None else asset.with_(season=moved(asset.season)) for asset in character.assets
        ),
        coin_ledger=tuple(entry.with_(season=moved(entry.season)) for entry in character.coin_ledger),
    )


def skills_refused(rulebook: Rulebook, character: Character, season: int, skills: Iterable[str]) -> dict[str, Reason]:
    """Return why skills may not be attempted in a season, by skill.

    In the present season only available dice count. In a past season all dice count, because the dice lost at that time
    are not recorded (AMB-95).
    """
    whole = character if season == season_now(character) else character.with_(lost=())
    dice = task_pool(rulebook, whole)
    found = ((skill, eligibility(rulebook, character.house_rules, Task(skill, against=0), dice)) for skill in skills)
    return {skill: each.reason for skill, each in found if not each.allowed}


def _with_action(character: Character, action: SeasonAction) -> Character:
    """Return the character with an action added to its season."""
    if action.season > season_now(character):
        raise refuse("season-not-come", "OFF-2")
    if not actions_left(character, action.season):
        raise refuse("season-full", "OFF-3", most=ACTIONS_A_SEASON)
    if len(character.actions) >= MOST_ACTIONS:
        raise refuse("diary-full", "", most=MOST_ACTIONS)
    # The diary is in order of time, so an action of a past season is inserted after the actions of that season.
    place = sum(each.season <= action.season for each in character.actions)
    return character.with_(actions=(*character.actions[:place], action, *character.actions[place:]))


def _action(character: Character, place: int) -> SeasonAction:
    if not 0 <= place < len(character.actions):
        raise refuse("no-such-action", "OFF-3", action=place + 1)
    return character.actions[place]


class DiaryAction(Record):
    """An action in the diary."""

    place: int
    """Index among the character's actions, from 0."""
    action: SeasonAction
    success: bool | None
    """True if the action succeeded; None if there was no roll."""


class DiarySeason(Record):
    """One season of the diary; all numbers except `season` and `left` are amounts of coins."""

    season: int
    """Number of the season, from 0."""
    name: Season
    year: int
    actions: tuple[DiaryAction, ...]
    left: int
    """Number of strategic actions left; in a past season they can no longer be used."""
    assets: tuple[str, ...]
    """Names of the season's temporary assets."""
    entries: tuple[CoinEntry, ...]
    """Entries for coins spent, and for coins gained in other ways than by income actions."""
    earned: int
    """Coins earned by income actions."""
    received: int
    spent: int


class Diary(Record):
    """The present season and all seasons with entries, oldest first; numbers are amounts of coins."""

    seasons: tuple[DiarySeason, ...]
    standing: tuple[OwnedAsset, ...]
    """Present lasting assets, and assets from masteries."""
    earned: int
    received: int
    spent: int
    brought: int
    """Coins that no action or entry explains, such as coins from before the diary began."""
    coins: int
    """The coins left: `brought`, earned and gained coins, less the coins spent."""


def diary(rulebook: Rulebook, character: Character, first_year: int = 1) -> Diary:
    """Return the diary; `first_year` is the year of the calendar's first winter."""
    now = season_now(character)
    # The present season is shown even without entries, because it still allows actions.
    numbers = {now}
    numbers.update(action.season for action in character.actions)
    numbers.update(entry.season for entry in character.coin_ledger)
    numbers.update(asset.season for asset in character.assets if asset.season is not None)
    seasons = tuple(_season(character, number, now, first_year) for number in sorted(numbers))
    earned, received = sum(each.earned for each in seasons), sum(each.received for each in seasons)
    spent = sum(each.spent for each in seasons)
    return Diary(
        seasons,
        tuple(each for each in assets_now(rulebook, character) if each.source is not AssetSource.TEMPORARY),
        earned,
        received,
        spent,
        character.coins - earned - received + spent,
        character.coins,
    )


def _season(character: Character, number: int, now: int, first_year: int) -> DiarySeason:
    own = [(place, action) for place, action in enumerate(character.actions) if action.season == number]
    entries = tuple(entry for entry in character.coin_ledger if entry.season == number)
    return DiarySeason(
        number,
        season_name(number),
        year_of(number, first_year),
        tuple(
            DiaryAction(place, action, None if without_throw(action) else succeeded(action)) for place, action in own
        ),
        actions_left(character, number) if number == now else 0,
        tuple(asset.name for asset in character.assets if asset.season == number),
        entries,
        sum(action.coins for _, action in own),
        sum(entry.by for entry in entries if entry.by > 0),
        -sum(entry.by for entry in entries if entry.by < 0),
    )
