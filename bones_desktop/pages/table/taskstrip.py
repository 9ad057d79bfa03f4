"""The current task of BONES: the roller, the request, its chance, and the buttons that roll."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QWidget

from bones_desktop.pages.table.requestboard import NOBODY, RequestBoard
from bones_desktop.pages.table.strip import Strip
from bones_desktop.pages.table.taskchance import ChanceView
from bones_desktop.play.bones.played import ChosenOpponent, Opponent, request_from, request_json
from bones_desktop.play.bones.throws import GAME
from bones_desktop.rules.bones.book.attempts import Eligibility, Task
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.injury.spiffs import ADDED_SUCCESS, price
from bones_desktop.rules.bones.reading.odds import TaskOdds
from bones_desktop.rules.bones.reading.plays import likeliest, outcome_odds, outcome_places, outcome_scale
from bones_desktop.rules.bones.reading.requests import (
    OWN_COUNT,
    Occasion,
    Request,
    occasion_of,
    require_known,
    skill_of,
    usual_items,
)
from bones_desktop.rules.chances import Chance, Distribution
from bones_desktop.rules.reasons import RulesError
from bones_desktop.storage.shelf.shelfcatalogue import Shelf
from bones_desktop.storage.shelf.shelfentry import opponent_name
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.charts.chart import Scale
from bones_desktop.widgets.charts.distributionchart import DistributionChart, Marker
from bones_desktop.widgets.choice.fighters import RecentFiles
from bones_desktop.widgets.dice.facelook import mini_icon
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.wording.language import _
from bones_desktop.wording.reasons import sentence
from bones_desktop.wording.table import (
    dice_left,
    modifiers_text,
    outcome_shares,
    outcome_text,
    outcome_unit,
    outcomes_text,
    request_name,
    skill_name,
    spiff_count,
)


class TaskStrip(Strip[Request]):
    """Lets the user choose a request of BONES."""

    def __init__(
        self, theme: Theme, rulebook: Rulebook, opponent: ChosenOpponent, parent: QWidget | None = None
    ) -> None:
        super().__init__(theme, GAME, parent)
        self._rulebook = rulebook
        self._character = NOBODY
        self._allowed: Eligibility | None = None
        self.odds: TaskOdds | None = None
        self.with_bought: Chance | None = None
        """The chance with a bought success; None if it cannot be bought."""
        self.board: RequestBoard = RequestBoard(theme, rulebook, opponent, self)
        self._lay_out(self.board, self.board.kind)
        self.board.changed.connect(self._tell)
        self.buttons.leave.clicked.connect(self._toggle_leave)
        self._show_buttons()

    # --- the request --------------------------------------------------------------------------------------------------

    @property
    def request(self) -> Request:
        """The request made from all choices."""
        return self.board.request

    @property
    def task(self) -> Task:
        """The task that results from the request."""
        return occasion_of(self._rulebook, self._character, self.request).task

    @property
    def opponent(self) -> Opponent | None:
        """The opponent who also rolls; None without one, or if the file cannot be read."""
        return self.board.opponent.opponent if self.request.opponent else None

    @property
    def missing(self) -> str:
        """Why the chosen opponent cannot take part; "" if possible."""
        return self.board.opponent.trouble.text() if self.request.opponent and self.opponent is None else ""

    @property
    def why_not(self) -> str:
        """Why the request cannot be rolled; "" if it can."""
        if self.missing:
            return self.missing
        allowed = self._allowed
        return "" if allowed is None or allowed.allowed else sentence(allowed.reason)

    def show_request(self, request: Request) -> None:
        """Show the choices of a request. Equipment and conditions that do not exist are skipped."""
        self.board.show_request(request)

    def name_of(self, request: Request) -> str:
        """Return the name of a request."""
        who = self.board.opponent.opponent
        name = who.name if who and who.key == request.opponent else opponent_name(self._rulebook, request.opponent)
        return request_name(self._rulebook, request, name)

    def whole_name(self, request: Request) -> str:
        """Return the name of a request with its modifiers."""
        set_ = modifiers_text(request)
        name = self.name_of(request)
        return _("{task} · {modifiers}").format(task=name, modifiers=set_) if set_ else name

    def why_unknown(self, request: Request) -> str:
        """Return which skill, difficulty or equipment of a request does not exist; "" if all do."""
        try:
            require_known(self._rulebook, request)
        except RulesError as error:
            return sentence(error.reason)
        return ""

    def read_request(self, text: str) -> Request | None:
        """Return the request in a text; None if it cannot be read."""
        return request_from(text)

    def written(self, request: Request) -> str:
        """Return a request as text."""
        return request_json(request)

    def icon_of(self, request: Request, side: int) -> QIcon:
        """Return the icon of the skill."""
        return mini_icon(self._theme, skill_of(request), side, self.devicePixelRatioF())

    def of_another(self, request: Request) -> Request:
        """Return a request with the usual equipment of this character instead of another's."""
        items = usual_items(self._rulebook, self._character, skill_of(request), request.distance)
        return replace(request, items=items)

    # --- the roller ---------------------------------------------------------------------------------------------------

    def set_rulebook(self, rulebook: Rulebook) -> None:
        """Use another rulebook for icons and opponents, after packs were added or removed."""
        self._rulebook = rulebook
        self.board.set_rulebook(rulebook)

    def set_shelf(self, shelf: Callable[[], Shelf], recent: RecentFiles = tuple) -> None:
        """Set the shelf and the recent files whose characters are offered as rollers and opponents."""
        super().set_shelf(shelf, recent)
        self.board.opponent.set_shelf(shelf, recent)

    def shutdown(self) -> None:
        """Stop reading the shelf in the background."""
        super().shutdown()
        self.board.opponent.shutdown()

    def show_character(self, character: Character) -> None:
        """Show the rolling character. Choices are kept while they mean the same; another character resets them."""
        self._character = character
        self.favourites.show_character(character.id)
        self.last.show_character(character.id)
        self.board.show_character(character)
        self._show_who()
        self._tell_fold()

    # --- the chance ---------------------------------------------------------------------------------------------------

    def show_eligibility(self, allowed: Eligibility) -> None:
        """Show whether the task may be attempted, and the cap, before the roll (ACT-2)."""
        self._allowed = allowed
        self._show_who()
        self._show_buttons()

    def show_chance(self, odds: TaskOdds, with_bought: Chance | None) -> None:
        """Show the chance of the task, and the chance with a bought success if affordable (SPF-10)."""
        request, missing = self.request, self.missing
        self.odds, self.with_bought = (odds, with_bought) if not missing else (None, None)
        name = self.name_of(request)
        if missing:
            self.chance.show(ChanceView(name, refusal=_("Nobody to roll against; choose another opponent.")))
        elif odds.reason is not None or odds.net is None:
            self.chance.show(ChanceView(name, refusal=sentence(odds.reason) if odds.reason else ""))
        elif request.kind in OWN_COUNT:
            self.chance.show(
                _outcomes(name, self._rulebook, occasion_of(self._rulebook, self._character, request), odds.net)
            )
        else:
            marker = None
            if with_bought is not None:
                spiffs = spiff_count(price(self._rulebook, ADDED_SUCCESS))
                told = _("With one more success bought for {spiffs}").format(spiffs=spiffs)
                marker = Marker(with_bought, _("+1 bought"), told)
            draw = partial(DistributionChart.show_distribution, distribution=odds.net, title=_("Net successes"))
            self.chance.show(ChanceView(name, odds.success, tie=odds.drawn, marker=marker, draw=draw))

    # --- keys and sizes -----------------------------------------------------------------------------------------------

    def _board_keys(self) -> Mapping[int, Callable[[], object]]:
        return {
            Qt.Key.Key_K: self.board.kind.open,
            Qt.Key.Key_T: self._choose_skill,
            Qt.Key.Key_D: self._choose_level,
            Qt.Key.Key_M: self.board.modifiers.open,
            Qt.Key.Key_A: self._toggle_leave,
        }

    def _toggle_leave(self) -> None:
        """Set or remove the GM's permission for a task without a fitting icon.

        If the permission makes no difference, show a message.
        """
        allowed = self._allowed
        if self.request.allowed_by_gm:
            self.board.modifiers.allow(False)
        elif self.missing:
            self.message.emit(self.missing)
        elif allowed is not None and allowed.is_for_gm:
            self.board.modifiers.allow(True)
        elif allowed is not None:
            self.message.emit(sentence(allowed.reason))
        self._leave()

    def _choose_skill(self) -> None:
        if self.board.skill.is_fixed:
            skill = skill_name(self._rulebook, skill_of(self.request))
            self.message.emit(_("This kind of roll is always for {skill}.").format(skill=skill))
        self.board.skill.open()

    def _choose_level(self) -> None:
        if self.board.levels.isVisible():
            self.board.levels.take_focus()
        else:
            self.message.emit(_("This kind of roll has no difficulty."))

    def _tell(self) -> None:
        self._show_buttons()
        self._tell_fold()
        self.changed.emit()

    def _tell_fold(self) -> None:
        """Update the text of the line that replaces folded choices."""
        board = self.board
        chosen = [chip.text() for chip in (*board.equipment.chips, *board.conditions.chips) if chip.isChecked()]
        parts = (self.whole_name(self.request), ", ".join(chosen).replace("&&", "&"))
        self.fold.line.show_words(_(" · ").join(part for part in parts if part))

    def _show_who(self) -> None:
        """Show the roller with the number of dice and the cap."""
        character, allowed = self._character, self._allowed
        text = dice_left(len(character.available()), len(character.dice))
        tip = _("Who rolls; choose another (W)")
        if allowed is not None:
            tip = f"{tip}\n{sentence(allowed.reason)}"
            if allowed.allowed and allowed.cap is not None:
                text = _("{dice} · cap {cap}").format(dice=text, cap=allowed.cap)
        self.who.show_character(character.id, character.name, text)
        self.who.setToolTip(plain_tip(tip))
        self.who.setAccessibleDescription(f"{text}. {tip}")

    def _show_buttons(self) -> None:
        allowed, what = self._allowed, ""
        if allowed is not None and allowed.is_for_gm and not self.missing:
            what = _("Roll without a fitting icon; as many successes count as with one icon (A)")
        self.buttons.allow(self.why_not, unless_gm=what)

    def _restyle(self) -> None:
        self.board.restyle(self._touch)
        super()._restyle()


def _outcomes(name: str, rulebook: Rulebook, occasion: Occasion, net: Distribution) -> ChanceView:
    """Return the outcomes of a roll that has no number to beat, such as a fall."""
    kind, outcomes = occasion.kind, outcome_odds(rulebook, occasion, net)
    first, step = scale = outcome_scale(rulebook, occasion)
    draw = partial(
        DistributionChart.show_distribution,
        distribution=outcome_places(outcomes, scale),
        title=outcome_unit(kind),
        divide=None,
        scale=Scale(first, step),
    )
    shares, words = outcome_shares(kind, outcomes), outcomes_text(kind, outcomes)
    return ChanceView(name, likely=outcome_text(kind, likeliest(outcomes)), shares=shares, words=words, draw=draw)
