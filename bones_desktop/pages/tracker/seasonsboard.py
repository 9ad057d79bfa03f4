"""The board of the Seasons tab: season, actions, form, coins, assets and diary, in columns if they fit."""

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QSpinBox,
    QStackedWidget,
    QToolButton,
    QWidget,
)

from bones_desktop.pages.tracker.diarycard import DiaryCard
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
    OwnedAsset,
    assets_now,
    diary,
    season_now,
)
from bones_desktop.rules.reasons import Reason
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.acts.actfields import Field, FieldPlace
from bones_desktop.widgets.acts.actform import ActForm, AskedAct
from bones_desktop.widgets.boxes import STRETCH, Stretch, hbox, vbox
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.focus import wheel_passes
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import Fitting
from bones_desktop.widgets.lists.line import Ground, Line, LineLook
from bones_desktop.widgets.lists.linelist import LineList
from bones_desktop.widgets.localized import counted
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.pushbuttons import push_button, tool_button
from bones_desktop.widgets.scaled import set_gaps, set_icon, set_lengths, set_sheet_property, set_type
from bones_desktop.widgets.text.labels import (
    ElidedLabel,
    FittedLabel,
    SteadyLabel,
    ThemedCard,
    WrappedLabel,
    heading_label,
    plain_label,
)
from bones_desktop.widgets.text.textfields import LineField, limit_letters
from bones_desktop.wording.language import _
from bones_desktop.wording.seasons import (
    action_check,
    action_result,
    action_title,
    actions_left_words,
    asset_source_words,
    coins_words,
    season_title,
    season_word,
)

_FIRST: Final = 10
"""Number of coins suggested."""


class CoinsCard(ThemedCard):
    """The character's coins. If spending is refused, number and note stay until `clear`.

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
        # Files limit the length of a line, so the field does too.
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
        parts = (
            (diary.earned, _("earned {n}")),
            (diary.received, _("received {n}")),
            (diary.spent, _("spent {n}")),
            (diary.brought, _("from before {n}")),
        )
        said = " · ".join(words.format(n=counted(coins)) for coins, words in parts if coins)
        self.sums.show_text(said or _("Coins earned by actions and coins spent add up here."))
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
    return Field(each, "", tip=tip, choices=stays, buttons=True, place=place)


_ASSETS: Final = LineLook(height=32, pad=(10, 0), ground=Ground.STRIPED)


class AssetsCard(ThemedCard):
    """The character's assets. The Delete key or the button removes the selected asset.

    An asset that comes from a mastery cannot be removed.
    """

    removed = Signal(int)
    """Emitted with the index of the asset in the character."""

    def __init__(self, theme: Theme, say: Callable[[str], object], parent: QWidget) -> None:
        """`say` receives the reason why an asset cannot be removed."""
        super().__init__(theme, parent)
        self._say = say
        self._editable = True
        self._heading = heading_label(theme, self, _("Assets"))
        self.count = ElidedLabel(self, role="muted", theme=theme, size=12)
        self._assets: tuple[OwnedAsset, ...] = ()
        self.view = LineList(theme, _("Assets that also earn"), self, _ASSETS)
        self.remove = push_button(self, _("Remove"), self._remove)
        self.none = SteadyLabel(3, self, role="muted", theme=theme)
        self.none.show_text(_("No assets yet. An action may bring one; masteries may too."))
        self.form = ActForm(theme, self, framed=False, compact=True)
        self.form.act.setProperty("kind", "")
        # The form is always open, so it needs no Cancel button.
        self.form.cancel.hide()
        self._lay_out()
        self.view.removal_requested.connect(self._remove)
        self.view.current_changed.connect(self._enable)

    def show_assets(self, character: Character, assets: Sequence[OwnedAsset], *, editable: bool) -> None:
        """Show the assets of the current season. The selection is kept if the asset still exists."""
        self._assets, self._editable = tuple(assets), editable
        sources = map(asset_source_words, assets)
        self.view.show_lines(
            Line(each.name, right=source, key=str(place), tip=source)
            for place, (each, source) in enumerate(zip(assets, sources, strict=True))
        )
        self.count.set_full_text(_("{n} also earn").format(n=len(assets)) if len(assets) > 1 else "")
        self._stack.setCurrentIndex(0 if assets else 1)
        self.form.show_act(asset_asked(character))
        self.form.setEnabled(editable)
        self._enable()

    def begin_anew(self) -> None:
        """Clear the form and the selection, because another character will be shown."""
        self.form.fill({})
        self.view.setCurrentIndex(QModelIndex())

    def _lay_out(self) -> None:
        self._top = hbox(None, self._heading, (self.count, 1), self.remove, theme=self._theme, gap=8)
        self._stack = QStackedWidget(self)
        set_lengths(self._theme, self._stack, least_height=2 * _ASSETS.height)
        self._stack.addWidget(self.view)
        self._stack.addWidget(self.none)
        self._column = vbox(self, self._top, (self._stack, 1), self.form)
        set_gaps(self._theme, self._column, gap=6, edges=(16, 8, 16, 12))

    def _enable(self) -> None:
        chosen = bool(self.view.current)
        # Without this, Qt would move the focus from the disabled button to an arbitrary widget.
        if not chosen and self.remove.hasFocus():
            (self.view if self._assets else self.form.first).setFocus()
        self.remove.setEnabled(self._editable and chosen)
        self.remove.setToolTip("" if chosen else _("Choose an asset first."))

    def _remove(self) -> None:
        if not self.view.current or not self._editable:
            return
        asset = self._assets[int(self.view.current)]
        # The asset comes from a mastery, so it is not stored with the character.
        if asset.place is None:
            source = asset_source_words(asset)
            self._say(_("{name} comes with a mastery: {mastery}.").format(name=asset.name, mastery=source))
        else:
            self.removed.emit(asset.place)


WIDE: Final = 1_100
"""Width at 100 % text size, in pixels, above which season, coins and diary are side by side."""
TALL: Final = 900
"""Height at 100 % text size, in pixels, above which the cards show more of the outcomes."""
SHARES: Final = (22, 12, 15)
FORM, DONE = 0, 1
LINES: Final = 2
MORE_LINES: Final = 8
"""Number of lines for the outcome of an action, in small and large cards."""


class SeasonHead(QWidget):
    """Heading with text large enough to read across the table."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.season = heading_label(theme, self, size=40)
        self.left = FittedLabel(theme, self)
        self.left.set_most_type(28)
        self.next = QPushButton(self)
        hbox(self, self.season, (self.left, 1), self.next, margins=0, theme=theme, gap=20)

    def show_season(self, title: str, left: str, *, done: bool) -> None:
        """Show the season. If everything is `done`, the button is emphasized."""
        self.season.setText(title)
        self.left.show_text(left, "muted" if done else "good")
        set_sheet_property(self.next, "kind", "primary" if done else "")

    def show_next(self, words: str, tip: str, *, enabled: bool) -> None:
        """Set the button's text and tooltip."""
        self.next.setText(words)
        self.next.setToolTip(plain_tip(tip))
        self.next.setEnabled(enabled)


class ActionCard(Guarded, QFrame):
    """A card for one action of a season, done or not. Its height does not depend on its contents."""

    change_requested = Signal(int)
    remove_requested = Signal(int)
    """Emitted with the index of the action."""

    def __init__(self, theme: Theme, number: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._number = number
        self._place = -1
        self.head = ElidedLabel(self, role="muted")
        set_lengths(theme, self.head, least_height=30)
        self.title = WrappedLabel(theme, 2, self)
        set_type(theme, self.title, size=16, serif=True, bold=True)
        self.result = ElidedLabel(self, theme=theme, bold=True)
        self.made = ElidedLabel(self, role="muted")
        self.outcome = WrappedLabel(theme, LINES, self)
        set_type(theme, self.head, self.made, self.outcome, size=12)
        self._free = plain_label(self, _("Still to do"), "muted", theme=theme, size=20, serif=True)
        self.change = tool_button(self, self._change, tip=_("Change the action"))
        self.remove = QToolButton(self)
        set_icon(theme, self.change, "rename", 16)
        set_icon(theme, self.remove, "remove", 16)
        set_lengths(theme, self.change, self.remove, width=30, height=30)
        self.remove.setToolTip(_("Remove the action, with its coins and the asset it brought"))
        self.remove.clicked.connect(self._remove)
        self._top = hbox(None, (self.head, 1), self.change, self.remove, theme=theme, gap=2)
        self._column = vbox(self, self._top, (self._free, 1), self.title, self.result, self.made, self.outcome)
        set_gaps(theme, self._column, gap=2, edges=(12, 6, 8, 10))
        # The three cards have the same width, whatever their texts.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._column.addStretch(0)
        theme.changed.connect(self.restyle)
        self.restyle()

    def show_action(self, rulebook: Rulebook, shown: DiaryAction | None, *, editable: bool) -> None:
        """Show an action; None for one still to do."""
        self._place = -1 if shown is None else shown.place
        number = _("Action {n}").format(n=self._number)
        done = shown is not None
        for part in (self.title, self.result, self.made, self.outcome, self.change):
            part.setVisible(done)
        self._free.setVisible(not done)
        self.remove.setVisible(shown is not None and shown.is_last)
        set_sheet_property(self, "kind", "card" if done else "well")
        if shown is None:
            self.head.set_full_text(number)
            self.setAccessibleName(_("{action}: still to do").format(action=number))
        else:
            action = shown.action
            title, check = action_title(rulebook, action), action_check(rulebook, action)
            result = action_result(action, counted)
            self.head.set_full_text(f"{number} · {check}" if check and check != title else number)
            self.title.show_text(title)
            self.result.set_full_text(result)
            self.made.set_full_text(_("brought: {asset}").format(asset=action.made) if action.made else "")
            self.outcome.show_text(action.outcome, "muted")
            set_sheet_property(self.result, "role", "bad" if shown.success is False else "good")
            self.setAccessibleName(", ".join(part for part in (f"{number}: {title}", result) if part))
            for button in (self.change, self.remove):
                button.setEnabled(editable)
            self.change.setAccessibleName(_("Change {title}").format(title=title))
            self.remove.setAccessibleName(_("Remove {title}").format(title=title))
        self.restyle()

    def set_tall(self, tall: bool) -> None:
        """Set whether the card shows more lines of the outcome."""
        self.outcome.set_lines(MORE_LINES if tall else LINES)
        self.restyle()

    def restyle(self) -> None:
        """Set the height from the text size."""
        theme = self._theme
        parts = (self.title, self.result, self.made, self.outcome)
        self.setFixedHeight(theme.px(30 + 16 + 4 * 2) + sum(part.sizeHint().height() for part in parts) + 2)

    def showEvent(self, event: QShowEvent) -> None:
        """Set fonts again, because a style sheet resets those of labels when they are first shown."""
        super().showEvent(event)
        self.restyle()

    def _change(self) -> None:
        if self._place >= 0:
            self.change_requested.emit(self._place)

    def _remove(self) -> None:
        if self._place >= 0:
            self.remove_requested.emit(self._place)


class SeasonsBoard(Fitting):
    """Shows the seasons of a character. Its parts emit requests."""

    def __init__(
        self, theme: Theme, refuse: Callable[[Reason], object], say: Callable[[str], object], parent: QWidget
    ) -> None:
        """`refuse` and `say` receive the reason why something is not done."""
        super().__init__(parent)
        self._theme = theme
        self.head = SeasonHead(theme, self)
        self.cards = tuple(ActionCard(theme, number + 1, self) for number in range(ACTIONS_A_SEASON))
        self.form = ActForm(theme, self, refuse=refuse, compact=True)
        self.form.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        tip = _("The dice fall on the Table page; the successes come back here.")
        self.throw = push_button(self.form, _("Roll…"), tip=tip)
        self.form.add_beside("skill", self.throw)
        self._done = QFrame(self)
        self._done.setProperty("kind", "card")
        self.done_title = heading_label(theme, self._done, size=28)
        self.done_title.setWordWrap(True)
        self.done_words = SteadyLabel(4, self._done, theme=theme, size=16)
        self.coins = CoinsCard(theme, self)
        self.assets = AssetsCard(theme, say, self)
        self.diary = DiaryCard(theme, self)
        self._lay_out()
        theme.changed.connect(self._fit)

    def show_character(
        self, rulebook: Rulebook, character: Character, first_year: int, *, asks_other: bool, editable: bool
    ) -> None:
        """Show a character. The calendar begins in `first_year`.

        `asks_other` is True if the form is not for a new action of the current season.
        """
        season, told = season_now(character), diary(rulebook, character, first_year)
        present = next(each for each in told.seasons if each.season == season)
        self.head.show_season(
            season_title(present.name, present.year),
            actions_left_words(present.left),
            done=not present.left,
        )
        self._show_next(character, editable=editable)
        for number, card in enumerate(self.cards):
            shown = present.actions[number] if number < len(present.actions) else None
            card.show_action(rulebook, shown, editable=editable)
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
        self.done_words.show_text(words)

    def _lay_out(self) -> None:
        self._slots = QHBoxLayout()
        for card in self.cards:
            self._slots.addWidget(card, 1)
        words = (STRETCH, self.done_title, self.done_words, Stretch(2))
        vbox(self._done, *words, theme=self._theme, gap=8, edges=(24, 12, 24, 12))
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self.form)
        self._stack.addWidget(self._done)
        self._left = vbox(None, self._slots, (self._stack, 1), theme=self._theme, gap=10)
        self._middle = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._middle.addWidget(self.coins)
        self._middle.addWidget(self.assets, 1)
        self._parts = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        set_gaps(self._theme, self._slots, self._middle, self._parts, gap=10)
        self._parts.addLayout(self._left, SHARES[0])
        self._parts.addLayout(self._middle, SHARES[1])
        self._parts.addWidget(self.diary, SHARES[2])
        vbox(self, self.head, (self._parts, 1), margins=0, theme=self._theme, gap=8)

    def _fit(self) -> None:
        """Arrange the parts in columns if they fit, otherwise below one another."""
        px = self._theme.px
        wide = self.width() >= px(WIDE)
        across, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        if (self._parts.direction() is across) != wide:
            self._parts.setDirection(across if wide else down)
            self._middle.setDirection(down if wide else across)
        self.diary.setMinimumHeight(0 if wide else px(360))
        for card in self.cards:
            card.set_tall(wide and self.height() >= px(TALL))
