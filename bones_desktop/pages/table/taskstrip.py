"""The current task: the roller, the request, its chance, and the buttons that roll."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from bones_desktop.pages.table.chips import set_touch
from bones_desktop.pages.table.lasttasks import Favourites, LastTasks
from bones_desktop.pages.table.requestboard import NOBODY, RequestBoard
from bones_desktop.pages.table.skillbox import Fold, WhoButton
from bones_desktop.pages.table.taskchance import TaskChance, ThrowButtons
from bones_desktop.play.bones.played import ChosenOpponent, Opponent
from bones_desktop.rules.bones.book.attempts import Eligibility, Task
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.injury.spiffs import ADDED_SUCCESS, price
from bones_desktop.rules.bones.reading.odds import TaskOdds
from bones_desktop.rules.bones.reading.requests import (
    OWN_COUNT,
    Request,
    occasion_of,
    require_known,
    skill_of,
    usual_items,
)
from bones_desktop.rules.chances import Chance
from bones_desktop.rules.reasons import RulesError
from bones_desktop.storage.shelf.shelfcatalogue import Shelf
from bones_desktop.storage.shelf.shelfentry import opponent_name
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import hbox, vbox
from bones_desktop.widgets.choice.buttons import ChoiceButton
from bones_desktop.widgets.choice.fighters import RecentFiles
from bones_desktop.widgets.focus import send_focus_home
from bones_desktop.widgets.layouts import FitScroll, Fitting
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.text.messages import announce
from bones_desktop.wording.language import _
from bones_desktop.wording.reasons import sentence
from bones_desktop.wording.table import dice_left, modifiers_text, request_name, skill_name

ROOMY: Final = 900
"""Smallest window height, before the text size, at which buttons are high enough for touch."""

_FOLDED: Final = frozenset({Qt.Key.Key_K, Qt.Key.Key_T, Qt.Key.Key_D, Qt.Key.Key_M})
"""Keys of the choices that may be folded."""


class TaskStrip(Fitting):
    """Lets the user choose a request. `changed` is emitted when it changes. The page connects `button`."""

    changed = Signal()
    throw_requested = Signal()
    """Emitted when a favourite is chosen for which the dice should be rolled at once."""
    by_hand_requested = Signal()
    """Emitted when the user wants to enter the faces of real dice."""
    message = Signal(str)
    """Emitted with the reason why a choice is not possible."""

    def __init__(
        self, theme: Theme, rulebook: Rulebook, opponent: ChosenOpponent, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rulebook = rulebook
        self._character = NOBODY
        self._allowed: Eligibility | None = None
        self._touch = 36
        self.who = WhoButton(theme, _("Who rolls"), self)
        self.favourites = Favourites(theme, self._whole_name, self._why_unknown, self._at_hand, self)
        self.last = LastTasks(theme, self._whole_name, self, self.favourites)
        self.favourites.anchor = self.last
        self.secret = QToolButton(self)
        self.secret.setCheckable(True)
        self.secret.setText(_("Secret"))
        self.secret.setAccessibleName(_("Secret roll"))
        self.secret.setToolTip(_("Secret roll: the players' view says so and shows no dice of the next one (X)"))
        self.secret.toggled.connect(self._show_secret)
        self.secret.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.secret.clicked.connect(self._leave)
        self.chance = TaskChance(theme, self)
        self.buttons = ThrowButtons(theme, self)
        self.button, self.by_hand = self.buttons.throw, self.buttons.by_hand
        self.board = RequestBoard(theme, rulebook, opponent, self)
        self._lay_out()
        for choice in self.findChildren(ChoiceButton):
            # A click does not move the focus, so that Space rolls after the list is closed.
            choice.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.who.activated.connect(self._leave)
        self.last.task_activated.connect(self._ask_again)
        self.favourites.activated.connect(self._ask_again)
        self.favourites.throw_requested.connect(self._throw_for)
        self.fold.toggled.connect(self._leave)
        self.board.changed.connect(self._tell)
        self.by_hand.clicked.connect(self._ask_by_hand)
        self.buttons.leave.clicked.connect(self._toggle_leave)
        theme.changed.connect(self._restyle)
        self._restyle()
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

    def used(self) -> None:
        """Remember the request as the last one rolled. The next roll is not secret."""
        self.last.remember(self.request)
        # Only one roll is secret. If the GM forgot to switch it off, the next roll would be hidden from the players
        # too.
        self.secret.setChecked(False)

    def name_of(self, request: Request) -> str:
        """Return the name of a request."""
        who = self.board.opponent.opponent
        name = who.name if who and who.key == request.opponent else opponent_name(self._rulebook, request.opponent)
        return request_name(self._rulebook, request, name)

    def _whole_name(self, request: Request) -> str:
        set_ = modifiers_text(request)
        name = self.name_of(request)
        return _("{task} · {modifiers}").format(task=name, modifiers=set_) if set_ else name

    # --- the roller ---------------------------------------------------------------------------------------------------

    def set_rulebook(self, rulebook: Rulebook) -> None:
        """Use another rulebook for icons and opponents, after packs were added or removed."""
        self._rulebook = rulebook
        self.board.set_rulebook(rulebook)

    def set_shelf(self, shelf: Callable[[], Shelf], recent: RecentFiles = tuple) -> None:
        """Set the shelf and the recent files whose characters are offered as rollers and opponents."""
        self.who.set_shelf(shelf, recent)
        self.board.opponent.set_shelf(shelf, recent)

    def shutdown(self) -> None:
        """Stop reading the shelf in the background."""
        self.who.shutdown()
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
        name = self.name_of(request)
        if missing:
            self.chance.refuse(_("Nobody to roll against; choose another opponent."))
        elif request.kind in OWN_COUNT:
            occasion = occasion_of(self._rulebook, self._character, request)
            self.chance.show_outcomes(name, odds, self._rulebook, occasion)
        else:
            spiffs = 0 if with_bought is None else price(self._rulebook, ADDED_SUCCESS)
            self.chance.show(name, odds, with_bought, spiffs)

    def open_height(self) -> int:
        """Return the height needed to show all choices."""
        layout = self.board.layout()
        board = layout.totalHeightForWidth(max(1, self.width())) if layout is not None else 0
        return self._head.sizeHint().height() + board + self._foot.sizeHint().height() + 2 * self._outer.spacing()

    # --- keys and sizes -----------------------------------------------------------------------------------------------

    def handle_key(self, event: QKeyEvent) -> bool:
        """Handle a key pressed anywhere on the page; return whether it belongs to the strip."""
        acts: dict[int, Callable[[], None]] = {
            Qt.Key.Key_W: self.who.open,
            Qt.Key.Key_K: self.board.kind.open,
            Qt.Key.Key_T: self._choose_skill,
            Qt.Key.Key_D: self._choose_level,
            Qt.Key.Key_L: self.last.open,
            Qt.Key.Key_M: self.board.modifiers.open,
            Qt.Key.Key_B: self._ask_by_hand,
            Qt.Key.Key_A: self._toggle_leave,
            Qt.Key.Key_X: self.secret.click,
            Qt.Key.Key_F: self.favourites.keep,
        }
        act = acts.get(event.key())
        if act is None or event.modifiers() or event.isAutoRepeat():
            return False
        if self.fold.is_folded and event.key() in _FOLDED:
            self.fold.open()
            # Wait for the layout, because a list opens next to its button.
            QTimer.singleShot(0, self, act)
        else:
            act()
        return True

    def showEvent(self, event: QShowEvent) -> None:
        """Choose the sizes for the height of the window."""
        super().showEvent(event)
        # The style sheet resets the heights when the page is added to the window.
        self._touch = 0
        self._fit()

    def _ask_by_hand(self) -> None:
        # If the roll is not allowed, this button offers the GM's permission and the page shows the reason.
        if self.by_hand.isEnabled() or self.why_not:
            self.by_hand_requested.emit()

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
        parts = (self._whole_name(self.request), ", ".join(chosen).replace("&&", "&"))
        self.fold.line.show_words(_(" · ").join(part for part in parts if part))

    def _ask_again(self, request: Request, same: bool = True) -> None:
        """Show a request. Equipment of another character is replaced by this character's default."""
        if not same:
            request = replace(
                request, items=usual_items(self._rulebook, self._character, skill_of(request), request.distance)
            )
        self.show_request(request)
        self._leave()

    def _throw_for(self, request: Request) -> None:
        self._ask_again(request)
        self.throw_requested.emit()

    def _at_hand(self) -> Request:
        return self.request

    def _leave(self) -> None:
        send_focus_home(self)

    def _why_unknown(self, request: Request) -> str:
        try:
            require_known(self._rulebook, request)
        except RulesError as error:
            return sentence(error.reason)
        return ""

    def _show_who(self) -> None:
        """Show the roller with the number of dice and the cap."""
        character, allowed = self._character, self._allowed
        text = dice_left(len(character.available()), len(character.dice))
        tip = _("Who rolls; choose another (W)")
        if allowed is not None:
            tip = f"{tip}\n{sentence(allowed.reason)}"
            if allowed.allowed and allowed.cap is not None:
                text = _("{dice} · cap {cap}").format(dice=text, cap=allowed.cap)
        self.who.show_character(character, text)
        self.who.setToolTip(plain_tip(tip))
        self.who.setAccessibleDescription(f"{text}. {tip}")

    def _show_buttons(self) -> None:
        allowed, what = self._allowed, ""
        if allowed is not None and allowed.is_for_gm and not self.missing:
            what = _("Roll without a fitting icon; as many successes count as with one icon (A)")
        self.buttons.allow(self.why_not, unless_gm=what)

    def _show_secret(self, on: bool) -> None:
        """Show whether the next roll is secret."""
        style = Qt.ToolButtonStyle
        self.secret.setToolButtonStyle(style.ToolButtonTextBesideIcon if on else style.ToolButtonIconOnly)
        announce(self, _("The next roll is secret.") if on else _("The next roll is not secret."))

    def _lay_out(self) -> None:
        self._head = hbox(None, (self.who, 1), self.last, self.secret, self.chance.details)
        self._foot = hbox(None, (self.chance.view, 1), self.buttons)
        # Placed above the part that changes its height, so that the roll button does not move.
        self._outer = vbox(self, self._head, self._foot, margins=0)
        self._scroll = FitScroll(self.board, self)
        self._outer.addWidget(self._scroll, 1)
        self.fold = Fold(self._theme, self._scroll, self.board.kind, self._outer, self._head)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)

    def _fit(self) -> None:
        """Choose the sizes for the height of the window."""
        touch = 44 if self.window().height() >= self._theme.px(ROOMY) else 36
        if touch != self._touch:
            self._touch = touch
            self._restyle()

    def _restyle(self) -> None:
        px, touch = self._theme.px, self._touch
        self.board.restyle(touch)
        self.last.restyle(touch)
        self.favourites.restyle()
        set_touch(self.who, px(touch))
        self.secret.setIcon(self._theme.icon("secret"))
        self.secret.setFixedHeight(px(touch))
        self.secret.setMinimumWidth(px(touch))
        self.chance.details.setFixedSize(px(touch), px(touch))
        self.fold.restyle(touch)
        for layout in (self._head, self._outer, self._foot):
            layout.setSpacing(px(8))
        self._head.setSpacing(px(4))
        self.buttons.restyle()
