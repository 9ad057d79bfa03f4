"""The request of the next roll: the roller, the game's own choices, the chance, and the buttons that roll."""

from collections.abc import Callable, Mapping
from typing import Final, Generic

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QIcon, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from bones_desktop.pages.table.chips import set_touch
from bones_desktop.pages.table.lasttasks import AskedT, Favourites, LastTasks
from bones_desktop.pages.table.skillbox import Fold, WhoButton
from bones_desktop.pages.table.taskchance import TaskChance, ThrowButtons
from bones_desktop.storage.shelf.shelfcatalogue import Shelf
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import hbox, vbox
from bones_desktop.widgets.choice.buttons import ChoiceButton
from bones_desktop.widgets.choice.fighters import RecentFiles
from bones_desktop.widgets.focus import send_focus_home
from bones_desktop.widgets.layouts import FitBoard, FitScroll, Fitting, height_at
from bones_desktop.widgets.text.messages import announce
from bones_desktop.wording.language import _

ROOMY: Final = 900
"""Smallest window height, before the text size, at which buttons are high enough for fingers."""


class Strip(Fitting, Generic[AskedT]):
    """Lets the user choose a request on the game's `board`. `changed` is emitted when it changes.

    A game overrides the methods that name, store and show its requests. The page connects `button`.
    """

    changed = Signal()
    throw_requested = Signal()
    """Emitted when a favourite is chosen for which the dice should be rolled at once."""
    by_hand_requested = Signal()
    """Emitted when the user wants to enter the faces of real dice."""
    message = Signal(str)
    """Emitted with the reason why a choice is not possible."""

    def __init__(self, theme: Theme, game: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._touch = 36
        self.who = WhoButton(theme, _("Who rolls"), self, game)
        self.favourites: Favourites[AskedT] = Favourites(theme, self)
        self.last: LastTasks[AskedT] = LastTasks(theme, self, self.favourites)
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
        self.who.activated.connect(self._leave)
        self.last.task_activated.connect(self._ask_again)
        self.favourites.activated.connect(self._ask_again)
        self.favourites.throw_requested.connect(self._throw_for)
        self.by_hand.clicked.connect(self.ask_by_hand)
        theme.changed.connect(self._restyle)

    # --- what a game says about its requests --------------------------------------------------------------------------

    @property
    def request(self) -> AskedT:
        """The request made from all choices."""
        raise NotImplementedError

    def show_request(self, request: AskedT) -> None:
        """Show the choices of a request. Those that no longer exist are skipped."""
        raise NotImplementedError

    def whole_name(self, request: AskedT) -> str:
        """Return the name of a request with all that was set."""
        raise NotImplementedError

    def why_unknown(self, request: AskedT) -> str:
        """Return why a stored request cannot be chosen; "" if it can."""
        raise NotImplementedError

    def read_request(self, text: str) -> AskedT | None:
        """Return the request that `written` made a text of; None if it cannot be read."""
        raise NotImplementedError

    def written(self, request: AskedT) -> str:
        """Return a request as text."""
        raise NotImplementedError

    def icon_of(self, request: AskedT, side: int) -> QIcon:
        """Return the picture of a request in a menu, `side` pixels high."""
        raise NotImplementedError

    def of_another(self, request: AskedT) -> AskedT:
        """Return a request of another character as the open one may ask it."""
        return request

    @property
    def missing(self) -> str:
        """Why somebody needed for the roll cannot take part; "" if nobody is missing."""
        return ""

    @property
    def why_not(self) -> str:
        """Why the request cannot be rolled; "" if it can."""
        raise NotImplementedError

    # --- the same for every game --------------------------------------------------------------------------------------

    def used(self) -> None:
        """Remember the request as the last one rolled. The next roll is not secret."""
        self.last.remember(self.request)
        # Only one roll is secret: if the GM forgot the switch, the next would be hidden from the players.
        self.secret.setChecked(False)

    def set_shelf(self, shelf: Callable[[], Shelf], recent: RecentFiles = tuple) -> None:
        """Set the shelf and the recent files whose characters are offered as rollers."""
        self.who.set_shelf(shelf, recent)

    def shutdown(self) -> None:
        """Stop reading the shelf in the background."""
        self.who.shutdown()

    def open_height(self) -> int:
        """Return the height needed to show all choices."""
        wide = max(1, self.width())
        parts = [
            height_at(layout, wide) for layout in (self._head, self._foot, self.board.layout()) if layout is not None
        ]
        parts += [part.heightForWidth(wide) for part in self._below if not part.isHidden()]
        return sum(parts) + (len(parts) - 1) * self._outer.spacing()

    def handle_key(self, event: QKeyEvent) -> bool:
        """Handle a key pressed anywhere on the page; return whether it belongs to the strip."""
        acts: dict[int, Callable[[], object]] = {
            Qt.Key.Key_W: self.who.open,
            Qt.Key.Key_L: self.last.open,
            Qt.Key.Key_B: self.ask_by_hand,
            Qt.Key.Key_X: self.secret.click,
            Qt.Key.Key_F: self.favourites.keep,
        }
        on_board = self._board_keys().get(event.key())
        act = acts.get(event.key(), on_board)
        if act is None or event.modifiers() or event.isAutoRepeat():
            return False
        if self.fold.is_folded and on_board is not None:
            self.fold.open()
            # Wait for the layout, because a list opens next to its button.
            QTimer.singleShot(0, self, act)
        else:
            act()
        return True

    def ask_by_hand(self) -> None:
        """Ask for the faces of real dice, or for the reason why nothing may be rolled."""
        if self.by_hand.isEnabled() or self.why_not:
            self.by_hand_requested.emit()

    def showEvent(self, event: QShowEvent) -> None:
        """Choose the sizes for the height of the window."""
        super().showEvent(event)
        # The style sheet resets the heights when the page is put into the window.
        self._touch = 0
        self._fit()

    def _board_keys(self) -> Mapping[int, Callable[[], object]]:
        """Return the keys of the choices that may be folded."""
        return {}

    def _lay_out(self, board: FitBoard, first: QWidget, *below: QWidget) -> None:
        """Place all parts: `first` is the board's first widget, `below` stands between the buttons and the board."""
        self.board, self._below = board, below
        self._head = hbox(None, (self.who, 1), self.last, self.secret, self.chance.details)
        self._foot = hbox(None, (self.chance.view, 1), self.buttons)
        # Placed above the part that changes its height, so that the roll button does not move.
        self._outer = vbox(self, self._head, self._foot, *below, margins=0)
        self._scroll = FitScroll(board, self)
        self._outer.addWidget(self._scroll, 1)
        self.fold = Fold(self._theme, self._scroll, first, self._outer, self._head)
        self.fold.toggled.connect(self._leave)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        for choice in self.findChildren(ChoiceButton):
            # A click does not move the focus, so that Space rolls after the list is closed.
            choice.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._restyle()

    def _ask_again(self, request: AskedT, same: bool = True) -> None:
        """Show a request, which the open character made if it is the `same`."""
        self.show_request(request if same else self.of_another(request))
        self._leave()

    def _throw_for(self, request: AskedT) -> None:
        self._ask_again(request)
        self.throw_requested.emit()

    def _leave(self) -> None:
        send_focus_home(self)

    def _show_secret(self, on: bool) -> None:
        """Show whether the next roll is secret."""
        style = Qt.ToolButtonStyle
        self.secret.setToolButtonStyle(style.ToolButtonTextBesideIcon if on else style.ToolButtonIconOnly)
        announce(self, _("The next roll is secret.") if on else _("The next roll is not secret."))

    def _fit(self) -> None:
        """Choose the sizes for the height of the window."""
        touch = 44 if self.window().height() >= self._theme.px(ROOMY) else 36
        if touch != self._touch:
            self._touch = touch
            self._restyle()

    def _restyle(self) -> None:
        px, touch = self._theme.px, self._touch
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
