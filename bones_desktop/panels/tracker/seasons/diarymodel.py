"""The diary as rows of an item model: a heading for each season, then its actions, coins and assets."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum, StrEnum

from PySide6.QtCore import Qt

from bones_desktop.rules.bones.book.playstate import ActionKind
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.life.diary import Diary, DiarySeason
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.lists.rowmodel import Index, RowModel
from bones_desktop.wording import Translate
from bones_desktop.wording.seasons import (
    Counted,
    action_check,
    action_result,
    action_title,
    coin_entry_words,
    coins_by_words,
    income_parts,
    season_sums,
    season_title,
)


class RowKind(StrEnum):
    """What a row tells of."""

    SEASON = "season"
    ACTION = "action"
    COINS = "coins"
    ASSETS = "assets"


@dataclass(frozen=True, slots=True)
class DiaryRow:
    """One row; texts are finished."""

    kind: RowKind
    season: int
    """Counted from 0."""
    title: str
    result: str = ""
    """At the right of the title."""
    tone: str = "muted"
    note: str = ""
    """Below the title."""
    text: str = ""
    """What became of it, in as many lines as it needs."""
    place: int = -1
    """Which of the character's actions it is."""


class DiaryRole(IntEnum):
    """Roles beside Qt's own."""

    ROW = Qt.ItemDataRole.UserRole + 1


class DiaryModel(RowModel[DiaryRow]):
    """The rows in the order given."""

    def set_rows(self, rows: Iterable[DiaryRow]) -> None:
        """Show other rows; nothing happens when they are the same, so that the view keeps its place."""
        self._show(rows)

    @guarded(None)
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the title, everything for screen readers, or the row itself."""
        row = self.at(index)
        if row is None:
            return None
        if role == DiaryRole.ROW:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(part for part in (row.title, row.result, row.note, row.text) if part)
        return None


def diary_rows(rulebook: Rulebook, diary: Diary, tr: Translate, counted: Counted) -> tuple[DiaryRow, ...]:
    """Return the whole diary, the newest season first, each season in the order things were done."""
    return tuple(row for season in reversed(diary.seasons) for row in _season_rows(rulebook, season, tr, counted))


def _season_rows(rulebook: Rulebook, season: DiarySeason, tr: Translate, counted: Counted) -> Iterator[DiaryRow]:
    title = season_title(season.name, season.year, tr)
    yield DiaryRow(RowKind.SEASON, season.season, title, season_sums(season, tr, counted))
    if not (season.actions or season.entries or season.assets):
        yield DiaryRow(RowKind.ASSETS, season.season, tr("Nothing was done yet."))
    for each in season.actions:
        action = each.action
        check = action_check(rulebook, action, tr)
        title = action_title(rulebook, action, tr)
        notes = [check if check != title else ""]
        if action.kind is ActionKind.INCOME:
            notes.append(income_parts(action, tr))
        if action.made:
            notes.append(tr("brought: {asset}").format(asset=action.made))
        yield DiaryRow(
            RowKind.ACTION,
            season.season,
            title,
            action_result(action, tr, counted),
            "bad" if each.success is False else "good",
            " · ".join(part for part in notes if part),
            action.outcome.strip(),
            each.place,
        )
    for entry in season.entries:
        result = coins_by_words(entry.by, tr, counted)
        yield DiaryRow(RowKind.COINS, season.season, coin_entry_words(entry, tr), result, "text")
    if season.assets:
        said = tr("Assets of the season: {names}").format(names=", ".join(season.assets))
        yield DiaryRow(RowKind.ASSETS, season.season, said)
