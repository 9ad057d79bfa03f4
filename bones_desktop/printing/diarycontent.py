"""What stands in a printed diary, in words."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from bones_desktop.rules.bones.book.playstate import ActionKind
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.life.diary import Diary, DiaryAction, DiarySeason
from bones_desktop.widgets.days import counted
from bones_desktop.wording.seasons import (
    action_check,
    action_result,
    action_title,
    coin_entry_words,
    coins_by_words,
    coins_words,
    income_parts,
    season_sums,
    season_title,
)

Tr = Callable[[str], str]


class PartKind(StrEnum):
    """What a part of a season tells of."""

    ACTION = "action"
    COINS = "coins"
    WORDS = "words"


@dataclass(frozen=True, slots=True)
class DiaryPart:
    """An action, coins that came or went, or words about the season."""

    kind: PartKind
    title: str
    result: str = ""
    note: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class SeasonContent:
    """One season."""

    title: str
    parts: tuple[DiaryPart, ...]


@dataclass(frozen=True, slots=True)
class DiaryContent:
    """All words of a diary, the oldest season first."""

    title: str
    name: str
    running: str
    """At the foot of each page."""
    sums: str
    standing: str
    """Assets that stay; "" for none."""
    seasons: tuple[SeasonContent, ...]


def diary_content(rulebook: Rulebook, name: str, diary: Diary, tr: Tr = str) -> DiaryContent:
    """Return the words of the diary of the character called `name`."""
    title, name = tr("Diary of the Seasons"), " ".join(name.split())
    standing = ", ".join(f"{asset.name} ({asset.mastery})" if asset.mastery else asset.name for asset in diary.standing)
    return DiaryContent(
        title,
        name,
        tr("{name}, diary").format(name=name) if name else title,
        _sums(diary, tr),
        tr("Assets that stay: {assets}").format(assets=standing) if standing else "",
        tuple(
            SeasonContent(season_title(season.name, season.year, tr), tuple(_parts(rulebook, season, tr)))
            for season in diary.seasons
        ),
    )


def _sums(diary: Diary, tr: Tr) -> str:
    parts = (
        (diary.earned, tr("earned {n}")),
        (diary.received, tr("received {n}")),
        (diary.spent, tr("spent {n}")),
        (diary.brought, tr("from before {n}")),
    )
    said = ", ".join(words.format(n=counted(coins)) for coins, words in parts if coins)
    coins = coins_words(diary.coins, tr, counted)
    return tr("{coins}: {sums}").format(coins=coins, sums=said) if said else coins


def _parts(rulebook: Rulebook, season: DiarySeason, tr: Tr) -> Iterator[DiaryPart]:
    for each in season.actions:
        yield _action(rulebook, each, tr)
    for entry in season.entries:
        yield DiaryPart(PartKind.COINS, coin_entry_words(entry, tr), coins_by_words(entry.by, tr, counted))
    if season.assets:
        names = ", ".join(season.assets)
        yield DiaryPart(PartKind.WORDS, tr("Assets of the season: {names}").format(names=names))
    sums = season_sums(season, tr, counted)
    if sums:
        yield DiaryPart(PartKind.WORDS, tr("Coins: {sums}").format(sums=sums))
    if not (season.actions or season.entries or season.assets):
        yield DiaryPart(PartKind.WORDS, tr("Nothing was done yet."))


def _action(rulebook: Rulebook, each: DiaryAction, tr: Tr) -> DiaryPart:
    action = each.action
    title, check = action_title(rulebook, action, tr), action_check(rulebook, action, tr)
    notes = [check if check != title else ""]
    if action.kind is ActionKind.INCOME:
        notes.append(income_parts(action, tr))
    if action.made:
        notes.append(tr("brought: {asset}").format(asset=action.made))
    result = action_result(action, tr, counted)
    note = " · ".join(part for part in notes if part)
    return DiaryPart(PartKind.ACTION, title or tr("An action"), result, note, action.outcome.strip())
