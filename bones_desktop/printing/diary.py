"""The printed diary of the seasons: what stands in it, the oldest season first."""

from collections.abc import Iterator

from bones_desktop.printing.columns import Columns, Part, PartKind, Section, lay_out_columns
from bones_desktop.printing.items import Page, PageSize
from bones_desktop.printing.text import Measure
from bones_desktop.rules.bones.book.playstate import ActionKind
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.life.diary import Diary, DiaryAction, DiarySeason
from bones_desktop.widgets.localized import counted
from bones_desktop.wording import Translate
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


def diary_content(rulebook: Rulebook, name: str, diary: Diary, tr: Translate = str) -> Columns:
    """Return the diary of the character called `name`, the oldest season first."""
    title, name = tr("Diary of the Seasons"), " ".join(name.split())
    standing = ", ".join(f"{asset.name} ({asset.mastery})" if asset.mastery else asset.name for asset in diary.standing)
    return Columns(
        title,
        name,
        tr("{name}, diary").format(name=name) if name else title,
        (_sums(diary, tr), tr("Assets that stay: {assets}").format(assets=standing) if standing else ""),
        tuple(
            Section(season_title(season.name, season.year, tr), tuple(_parts(rulebook, season, tr)))
            for season in diary.seasons
        ),
    )


def _sums(diary: Diary, tr: Translate) -> str:
    parts = (
        (diary.earned, tr("earned {n}")),
        (diary.received, tr("received {n}")),
        (diary.spent, tr("spent {n}")),
        (diary.brought, tr("from before {n}")),
    )
    said = ", ".join(words.format(n=counted(coins)) for coins, words in parts if coins)
    coins = coins_words(diary.coins, tr, counted)
    return tr("{coins}: {sums}").format(coins=coins, sums=said) if said else coins


def _parts(rulebook: Rulebook, season: DiarySeason, tr: Translate) -> Iterator[Part]:
    for each in season.actions:
        yield _action(rulebook, each, tr)
    for entry in season.entries:
        yield Part(PartKind.PLAIN, coin_entry_words(entry, tr), coins_by_words(entry.by, tr, counted))
    if season.assets:
        names = ", ".join(season.assets)
        yield Part(PartKind.SLANTED, tr("Assets of the season: {names}").format(names=names))
    sums = season_sums(season, tr, counted)
    if sums:
        yield Part(PartKind.SLANTED, tr("Coins: {sums}").format(sums=sums))
    if not (season.actions or season.entries or season.assets):
        yield Part(PartKind.SLANTED, tr("Nothing was done yet."))


def _action(rulebook: Rulebook, each: DiaryAction, tr: Translate) -> Part:
    action = each.action
    title, check = action_title(rulebook, action, tr), action_check(rulebook, action, tr)
    notes = [check if check != title else ""]
    if action.kind is ActionKind.INCOME:
        notes.append(income_parts(action, tr))
    if action.made:
        notes.append(tr("brought: {asset}").format(asset=action.made))
    result = action_result(action, tr, counted)
    note = " · ".join(part for part in notes if part)
    return Part(PartKind.STRONG, title or tr("An action"), result, note, action.outcome.strip())


def lay_out_diary(
    rulebook: Rulebook, name: str, diary: Diary, size: PageSize, measure: Measure, tr: Translate = str
) -> tuple[Page, ...]:
    """Return the pages of the diary of the character called `name`; no word is cut."""
    return lay_out_columns(diary_content(rulebook, name, diary, tr), size, measure, tr)
