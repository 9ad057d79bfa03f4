"""List of the diary of all seasons, with buttons to add, change and remove actions."""

from collections.abc import Iterator
from typing import Final

from PySide6.QtWidgets import QListView, QWidget

from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.life.seasons import Diary, DiaryAction, DiarySeason
from bones_desktop.rules.reasons import reason
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.acts.actboard import ThingCard
from bones_desktop.widgets.lists.line import Line, LineLook
from bones_desktop.widgets.localized import counted
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.wording.language import _
from bones_desktop.wording.reasons import sentence
from bones_desktop.wording.seasons import (
    Counted,
    action_note,
    action_result,
    action_title,
    coin_entry_words,
    coin_sums,
    coins_by_words,
    season_title,
)

DIARY: Final = LineLook(height=30, right=("sans", 14, True), pad=(10, 5), wraps=True)
"""Look of actions: a title with its result, the roll, and the outcome on as many lines as needed."""
_BATCH: Final = 300
"""Number of lines measured at once; a diary of many years must not block the page."""


def action_line(rulebook: Rulebook, shown: DiaryAction, key: str, counted: Counted) -> Line:
    """Return the line of an action: its title and result, its roll with what it brought, and its outcome."""
    action = shown.action
    title, note = action_title(rulebook, action), action_note(rulebook, action)
    below, result = "\n".join(part for part in (note, action.outcome.strip()) if part), action_result(action, counted)
    spoken = ", ".join(part for part in (title, result, note, action.outcome.strip()) if part)
    tone = "bad" if shown.success is False else "good"
    return Line(title, below, result, key, right_tone=tone, bold=True, spoken=spoken)


def diary_lines(rulebook: Rulebook, diary: Diary, counted: Counted) -> list[Line]:
    """Return all lines, newest season first; within a season, actions in their order.

    The key of a season is its number. The key of an action is the number of its season, a slash and its index.
    """
    return [line for season in reversed(diary.seasons) for line in _season_lines(rulebook, season, counted)]


def _season_lines(rulebook: Rulebook, season: DiarySeason, counted: Counted) -> Iterator[Line]:
    key = str(season.season)
    yield Line(season_title(season.name, season.year), right=coin_sums(season, counted), key=key, heading=True)
    if not (season.actions or season.entries or season.assets):
        yield Line(_("Nothing was done yet."), key=f"{key}-nothing", tone="muted")
    for each in season.actions:
        yield action_line(rulebook, each, f"{key}/{each.place}", counted)
    for number, entry in enumerate(season.entries):
        result = coins_by_words(entry.by, counted)
        yield Line(coin_entry_words(entry), right=result, key=f"{key}-coins-{number}", right_tone="text")
    if season.assets:
        said = _("Assets of the season: {names}").format(names=", ".join(season.assets))
        yield Line(said, key=f"{key}-assets", tone="muted")


def season_of(key: str) -> int:
    """Return the season of a line."""
    return int(key.replace("/", "-").partition("-")[0])


def place_of(key: str) -> int:
    """Return the index of the action of a line; -1 if it is no action."""
    return int(key.partition("/")[2] or -1)


class DiaryCard(ThingCard):
    """Shows the diary. Enter or a double click changes the selected action, Delete removes it."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent, DIARY, least=6, begin=False)
        self.print = push_button(self, _("Print…"), tip=_("The diary, on paper"))
        self.pdf = push_button(self, _("PDF…"), tip=_("Save the diary as a PDF"))
        for button in (self.print, self.pdf):
            self.head.addWidget(button)
        # Lines are measured in batches between events, because a long diary would block the page.
        self.view.setLayoutMode(QListView.LayoutMode.Batched)
        self.view.setBatchSize(_BATCH)
        self.removing = "remove"
        self._editable = True
        self._room: frozenset[int] = frozenset()

    def show_diary(self, rulebook: Rulebook, diary: Diary, room: frozenset[int], *, editable: bool) -> None:
        """Show a diary. `room` contains earlier seasons that may have more actions."""
        before = self.view.current
        self._editable, self._room = editable, room
        acts = {"change": _("Change…"), "remove": _("Remove"), **({"add": _("Add…")} if room else {})}
        lines = diary_lines(rulebook, diary, counted)
        if before and not any(line.key == before for line in lines):
            # Another action must not take the place of one that was removed, or a second press would remove it too.
            self.view.go_to(str(season_of(before)))
        self.show_list(_("Diary"), lines, acts, {}, "change", self._why_not)

    def _why_not(self, act: str, key: str) -> str:
        if not self._editable:
            return sentence(reason("read-only-character"))
        if act == "add":
            full = not key or season_of(key) not in self._room
            return _("Choose an earlier season that has room for an action.") if full else ""
        return "" if key and place_of(key) >= 0 else _("Choose an action of the diary first.")
