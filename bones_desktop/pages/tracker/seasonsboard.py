"""The board of the Seasons tab: season, actions, form, coins, assets and diary, in columns if they fit."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from PySide6.QtWidgets import QBoxLayout, QListView, QPushButton, QSizePolicy, QSpinBox, QStackedWidget, QWidget

from bones_desktop.rules.acts import Answers, Parameter
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.fields import LINE
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.life.acts import FOR_GOOD, SEASON, gain_asset
from bones_desktop.rules.bones.life.seasons import (
    ACTIONS_A_SEASON,
    MOST_COINS,
    Diary,
    DiaryAction,
    DiarySeason,
    OwnedAsset,
    assets_now,
    diary,
    season_now,
)
from bones_desktop.rules.reasons import Reason, reason
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.acts.actboard import ThingCard
from bones_desktop.widgets.acts.actfields import Field, FieldPlace
from bones_desktop.widgets.acts.actform import ActForm, AskedAct
from bones_desktop.widgets.boxes import STRETCH, Stretch, fill, fold, hbox, vbox
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.focus import wheel_passes
from bones_desktop.widgets.layouts import Fitting
from bones_desktop.widgets.lists.line import Ground, Line, LineLook
from bones_desktop.widgets.localized import counted
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_gaps, set_lengths, set_sheet_property
from bones_desktop.widgets.text.labels import Card, ElidedLabel, FittedLabel, SteadyLabel, ThemedCard, heading_label
from bones_desktop.widgets.text.textfields import LineField, limit_letters
from bones_desktop.wording.language import _
from bones_desktop.wording.reasons import sentence
from bones_desktop.wording.seasons import (
    Counted,
    action_note,
    action_result,
    action_title,
    actions_left_words,
    asset_source_words,
    coin_entry_words,
    coin_sums,
    coins_by_words,
    coins_words,
    season_title,
    season_word,
)

DIARY: Final = LineLook(height=30, right=("sans", 14, True), pad=(10, 5), wraps=True)
"""Look of an action: a title with its result, the roll, and the outcome on as many lines as needed."""
_BATCH: Final = 300
"""Number of lines that are measured at once, because measuring a diary of many years would block the page."""


def action_line(rulebook: Rulebook, shown: DiaryAction, key: str, counted: Counted) -> Line:
    """Return the line of an action: title and result, roll and gains, and outcome."""
    action = shown.action
    title, note = action_title(rulebook, action), action_note(rulebook, action)
    below, result = "\n".join(part for part in (note, action.outcome.strip()) if part), action_result(action, counted)
    spoken = ", ".join(part for part in (title, result, note, action.outcome.strip()) if part)
    tone = "bad" if shown.success is False else "good"
    return Line(title, below, result, key, right_tone=tone, bold=True, spoken=spoken)


def diary_lines(rulebook: Rulebook, diary: Diary, counted: Counted) -> list[Line]:
    """Return all lines, the newest season first. Within a season, the actions keep their order.

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
    """Return the index of the action in a line; -1 if the line is not an action."""
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
        """Show a diary. `room` contains the earlier seasons to which actions can still be added."""
        before = self.view.current
        self._editable, self._room = editable, room
        acts = {"change": _("Change…"), "remove": _("Remove"), **({"add": _("Add…")} if room else {})}
        lines = diary_lines(rulebook, diary, counted)
        if before and not any(line.key == before for line in lines):
            # After an action is removed, its season is selected. Otherwise, pressing Delete again would remove the next
            # action too.
            self.view.go_to(str(season_of(before)))
        self.show_list(_("Diary"), lines, acts, {}, "change", self._why_not)

    def _why_not(self, act: str, key: str) -> str:
        if not self._editable:
            return sentence(reason("read-only-character"))
        if act == "add":
            full = not key or season_of(key) not in self._room
            return _("Choose an earlier season that has room for an action.") if full else ""
        return "" if key and place_of(key) >= 0 else _("Choose an action of the diary first.")


_FIRST: Final = 10
"""Number of coins that the field suggests."""


class CoinsCard(ThemedCard):
    """The character's coins. If spending is refused, number and note stay in the fields until `clear`.

    Enter in the note spends the coins.
    """

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.coins = ElidedLabel(self, theme=theme, size=28, serif=True, bold=True)
        self.sums = SteadyLabel(2, self, role="muted", theme=theme, size=12)
        self.number = wheel_passes(QSpinBox(self))
        set_lengths(theme, self.number, width=104)
        self.number.setRange(1, MOST_COINS)
        self.number.setValue(_FIRST)
        # Large sums are easier to read with separators.
        self.number.setGroupSeparatorShown(True)
        self.number.setAccessibleName(_("Number of coins"))
        self.note = LineField(_("What the coins are for"), self)
        self.note.setPlaceholderText(_("What for"))
        # The field limits the length of the note, because a line in a file has the same limit.
        limit_letters(self.note, LINE)
        self.spend = push_button(self, _("Spend"), tip=_("Takes the coins away, with a line in the diary"))
        self.receive = QPushButton(_("Receive"), self)
        self.receive.setToolTip(_("Adds coins that no action earned, with a line in the diary"))
        self._fields = hbox(None, self.number, (self.note, 1), theme=theme, gap=8)
        self._press = hbox(None, (self.spend, 1), (self.receive, 1), theme=theme, gap=8)
        self._column = vbox(self, self.coins, self.sums, self._fields, self._press)
        set_gaps(theme, self._column, gap=6, edges=(16, 8, 16, 12))
        for field in (self.note, self.number.lineEdit()):
            field.returnPressed.connect(self.spend.click)

    def show_coins(self, diary: Diary, *, editable: bool) -> None:
        """Show the coins of a diary; buttons are enabled if `editable`."""
        self.coins.set_full_text(coins_words(diary.coins, counted))
        self.sums.show_text(coin_sums(diary, counted) or _("Coins earned by actions and coins spent add up here."))
        for part in (self.number, self.note, self.spend, self.receive):
            part.setEnabled(editable)

    def clear(self) -> None:
        """Reset the fields."""
        self.number.setValue(_FIRST)
        self.note.clear()


def asset_asked(character: Character) -> AskedAct[Character]:
    """Return the form for an asset that was not gained by an action."""
    name = _("Another asset")

    def field(each: Parameter, _given: Answers) -> Field:
        return stay_field(each, FieldPlace.FOOT) if each.id == "stay" else Field(each, "", name, hint=name)

    return AskedAct(gain_asset(), character, "", _("Add"), field, result=_no_result)


def _no_result(_given: Answers) -> tuple[str, str]:
    return "", ""


def stay_field(each: Parameter, place: FieldPlace) -> Field:
    """Return the field for the duration of an asset."""
    tip = _("An asset of this season is lost when the season ends; one for good stays, if the GM agrees.")
    stays = (Choice(SEASON, _("This season")), Choice(FOR_GOOD, _("For good")))
    return Field(each, "", _("How long it stays"), tip, choices=stays, buttons=True, place=place)


_ASSETS: Final = LineLook(height=32, pad=(10, 0), ground=Ground.STRIPED)


class AssetsCard(ThingCard):
    """The character's assets, and a form to add one. An asset that comes from a mastery cannot be removed."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        nothing = _("No assets yet. An action or a mastery may bring one.")
        super().__init__(theme, parent, _ASSETS, empty=nothing, begin=False)
        self.count = ElidedLabel(self, role="muted", theme=theme, size=12)
        self.head.addWidget(self.count)
        self.removing = "lose-asset"
        self._assets: tuple[OwnedAsset, ...] = ()
        self._editable = True
        self.form = ActForm(theme, self, framed=False, compact=True)
        self.form.act.setProperty("kind", "")
        # The form is always open, so it needs no Cancel button.
        self.form.cancel.hide()
        self.column.addWidget(self.form)

    def show_assets(self, character: Character, assets: Sequence[OwnedAsset], *, editable: bool) -> None:
        """Show the assets of the current season. The selection is kept if the asset still exists."""
        self._assets, self._editable = tuple(assets), editable
        sources = map(asset_source_words, assets)
        lines = [
            Line(each.name, right=source, key=str(place), tip=source)
            for place, (each, source) in enumerate(zip(assets, sources, strict=True))
        ]
        self.show_list(_("Assets"), lines, {"lose-asset": _("Remove")}, {}, why_not=self._why_not)
        self.count.set_full_text(_("{n} also earn").format(n=len(assets)) if len(assets) > 1 else "")
        self.form.show_act(asset_asked(character))
        self.form.setEnabled(editable)

    def asset(self, key: str) -> OwnedAsset:
        """Return the asset of a line."""
        return self._assets[int(key)]

    def _why_not(self, _act: str, key: str) -> str:
        if not self._editable:
            return sentence(reason("read-only-character"))
        if not key:
            return _("Choose an asset first.")
        asset = self.asset(key)
        # The asset comes from a mastery, so it is not stored with the character.
        if asset.place is None:
            source = asset_source_words(asset)
            return _("{name} comes with a mastery: {mastery}.").format(name=asset.name, mastery=source)
        return ""


WIDE: Final = 1_100
"""Width at 100 % text size, in pixels, above which season, coins and diary are side by side."""
SHARES: Final = (22, 12, 15)
FORM, DONE = 0, 1


class SeasonHead(QWidget):
    """Heading with text large enough to read across the table."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.season = heading_label(theme, self, size=40)
        self.left = FittedLabel(theme, self)
        self.left.set_most_type(28)
        self.next = QPushButton(self)
        words = hbox(None, self.season, (self.left, 1), theme=theme, gap=20)
        fold(self, (words, 1), self.next, margins=0, theme=theme, gap=20)

    def show_season(self, title: str, left: str, *, done: bool) -> None:
        """Show the season; the button is emphasized if everything in the season is `done`."""
        self.season.setText(title)
        self.left.show_text(left, "muted" if done else "good")
        set_sheet_property(self.next, "kind", "primary" if done else "")

    def show_next(self, words: str, tip: str, *, enabled: bool) -> None:
        """Set the button's text and tooltip."""
        self.next.setText(words)
        self.next.setToolTip(plain_tip(tip))
        self.next.setEnabled(enabled)


class SeasonsBoard(Fitting):
    """Shows the seasons of a character. Its parts emit requests."""

    def __init__(self, theme: Theme, refuse: Callable[[Reason], object], parent: QWidget) -> None:
        """`refuse` receives the reason why a request is refused."""
        super().__init__(parent)
        self._theme = theme
        self.head = SeasonHead(theme, self)
        self.form = ActForm(theme, self, refuse=refuse, compact=True)
        self.form.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        tip = _("The dice fall on the Table page; the successes come back here.")
        self.throw = push_button(self.form, _("Roll…"), tip=tip)
        self.form.add_beside("skill", self.throw)
        self._done = Card(theme, self, edges=(24, 12, 24, 12))
        self.done_title = self._done.heading(size=28, wrap=True)
        self.done_words = self._done.label(size=16, wrap=True)
        self.coins = CoinsCard(theme, self)
        self.assets = AssetsCard(theme, self)
        self.diary = DiaryCard(theme, self)
        self._lay_out()
        theme.changed.connect(self._fit)

    def show_character(
        self, rulebook: Rulebook, character: Character, first_year: int, *, asks_other: bool, editable: bool
    ) -> None:
        """Show a character. The calendar begins in `first_year`.

        `asks_other` is True if the form asks for something other than a new action of the current season.
        """
        season, told = season_now(character), diary(rulebook, character, first_year)
        present = next(each for each in told.seasons if each.season == season)
        self.head.show_season(
            season_title(present.name, present.year),
            actions_left_words(present.left),
            done=not present.left,
        )
        self._show_next(character, editable=editable)
        self.form.setEnabled(editable)
        word = season_word(present.name)
        self.done_title.setText(_("All three actions of this {season} are done.").format(season=word))
        # An action of an earlier season can be added even if the current one is full.
        self._stack.setCurrentIndex(FORM if present.left or asks_other else DONE)
        self.coins.show_coins(told, editable=editable)
        self.assets.show_assets(character, assets_now(rulebook, character), editable=editable)
        earlier = (each for each in told.seasons if each.season != season)
        room = frozenset(each.season for each in earlier if len(each.actions) < ACTIONS_A_SEASON)
        self.diary.show_diary(rulebook, told, room, editable=editable)

    def show_form(self) -> None:
        """Show the form and focus its first field."""
        self._stack.setCurrentIndex(FORM)
        self.form.focus_first()

    @property
    def first(self) -> QWidget:
        """The widget to focus when the board gets the focus."""
        asks = self._stack.currentIndex() == FORM and self.form.isEnabled()
        return self.form.first if asks else self.head.next

    def _show_next(self, character: Character, *, editable: bool) -> None:
        if character.campaign:
            tip = _("Days and seasons pass on the calendar of the campaign, for the whole party.")
            self.head.show_next(_("To the campaign's calendar"), tip, enabled=True)
            words = _("The next season brings three more. It begins on the calendar of the campaign.")
        else:
            tip = _("The season ends: wounds heal with the weeks, and actions not done are lost.")
            self.head.show_next(_("Next season"), tip, enabled=editable)
            words = _("The next season brings three more. Assets of this season are gone then.")
        self.done_words.setText(words)

    def _lay_out(self) -> None:
        fill(self._done.column, STRETCH, self.done_title, self.done_words, Stretch(2))
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self.form)
        self._stack.addWidget(self._done)
        middle = fold(None, self.coins, (self.assets, 1), theme=self._theme, gap=10)
        parts = (self._stack, SHARES[0]), (middle, SHARES[1]), (self.diary, SHARES[2])
        self._parts = hbox(None, *parts, theme=self._theme, gap=10)
        vbox(self, self.head, (self._parts, 1), margins=0, theme=self._theme, gap=8)

    def _fit(self) -> None:
        """Arrange the parts in columns if they fit, otherwise below one another."""
        px = self._theme.px
        wide = self.width() >= px(WIDE)
        across, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._parts.setDirection(across if wide else down)
        self.diary.setMinimumHeight(0 if wide else px(360))
