"""Buttons for acts that can be done to a roll or follow from it, on the Table page and the Tracker page."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton, QWidget

from bones_desktop.desk.table.rollview import impossible
from bones_desktop.play.followups import DiceAsk, FollowUp
from bones_desktop.theme.measures import light_menu
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import fold, vbox
from bones_desktop.widgets.dice.diecard import DiceChoicePopup, DieCardLook
from bones_desktop.widgets.focus import send_focus_home
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import flow_row
from bones_desktop.widgets.plaintext import without_mnemonic
from bones_desktop.widgets.popups import has_popup, while_open
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_icon, set_lengths
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.wording.language import _

_NARROW: Final = 420
"""Width, at 100 % text size, below which the buttons use brief texts."""
_HEIGHT: Final = 36


class FollowUpRow(Guarded, QWidget):
    """Buttons after a question, with the reason below if no act is possible. Hidden while empty."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shown: tuple[FollowUp, ...] = ()
        self._narrow = False
        self._asked: DiceAsk | None = None
        self._board = QWidget(self)
        self._row = flow_row(self._board, theme=theme, gap=8)
        self.buttons: list[QPushButton] = []
        self.question = plain_label(self)
        self.question.hide()
        self.why_not = plain_label(self, role="muted", wrap=True, theme=theme, size=12)
        # The menu is kept and refilled, so that other acts can close it.
        self._menu = light_menu(self)
        vbox(self, self._board, self.why_not, margins=0, theme=theme, gap=4)
        self.hide()

    def offer(self, follow_ups: Sequence[FollowUp], question: str = "") -> None:
        """Offer these actions instead of the earlier ones."""
        self._menu.close()
        # The popup closes, because dice that it shows may have been lost since it was opened.
        if self._asked is not None:
            self._asked = None
            if has_popup(self):
                self.popup.close()
        # Creating equal buttons again would lose the focus and make the row move for a moment.
        if (tuple(follow_ups), question) == (self._shown, self.question.text()):
            return
        self._shown = tuple(follow_ups)
        self._row.clear()
        self.buttons = []
        self.question = plain_label(self._board, question, theme=self._theme, size=14, bold=True)
        self._row.addWidget(self.question)
        self.question.setVisible(bool(question))
        line = fold(None)
        for each in follow_ups:
            if not each.beside:
                group = QWidget(self._board)
                line = fold(group, margins=0, theme=self._theme, gap=8)
                self._row.addWidget(group)
                group.show()
            button = self._button(each)
            self.buttons.append(button)
            line.addWidget(button)
        why = impossible(follow_ups)
        self.why_not.setText(why)
        self.why_not.setVisible(bool(why))
        self._name()
        self.setVisible(bool(follow_ups))

    @while_open
    def popup(self) -> DiceChoicePopup:
        """The popup that asks which dice to lose."""
        popup = DiceChoicePopup(self._theme, self)
        popup.chosen.connect(self._give)
        popup.closed.connect(partial(send_focus_home, self))
        return popup

    def show_menu(self, head: str, entries: Sequence[tuple[str, Callable[[], object]]], *, first: bool) -> None:
        """Show entries to choose from below the line `head`. Return chooses the first if `first`."""
        self._menu.clear()
        self._menu.addAction(head).setEnabled(False)
        self._menu.addSeparator()
        for text, call in entries:
            self._menu.addAction(without_mnemonic(text)).triggered.connect(call)
        if entries and first:
            # The headline and a separator come before the entries.
            self._menu.setActiveAction(self._menu.actions()[2])
        anchor = self.buttons[-1] if self.buttons else self
        self._menu.popup(anchor.mapToGlobal(QPoint(0, anchor.height())))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Use brief texts if the row is narrow."""
        super().resizeEvent(event)
        narrow = self.width() < self._theme.px(_NARROW)
        if narrow != self._narrow:
            self._narrow = narrow
            self._name()

    def _name(self) -> None:
        for button, follow_up in zip(self.buttons, self._shown, strict=True):
            words = without_mnemonic(follow_up.brief if self._narrow and follow_up.brief else follow_up.text)
            if follow_up.ask is not None:
                words = _("{what}…").format(what=words)  # An ellipsis shows, as in menus, that a question comes first.
            button.setText(words)

    def _button(self, follow_up: FollowUp) -> QPushButton:
        said = follow_up.why_not or follow_up.tip
        button = push_button(self._board, kind=follow_up.kind, tip=said)
        button.setAccessibleDescription(said)
        button.setEnabled(not follow_up.why_not)
        if follow_up.icon:
            set_icon(self._theme, button, follow_up.icon)
        set_lengths(self._theme, button, least_height=_HEIGHT)
        # A click does not move the focus, so that the keys of the page still work after it.
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        if follow_up.ask is not None:
            button.clicked.connect(partial(self._ask, button, follow_up.ask))
        else:
            button.clicked.connect(partial(self._do, follow_up))
        return button

    def _do(self, follow_up: FollowUp) -> None:
        follow_up.call()
        send_focus_home(self)

    def _ask(self, button: QPushButton, ask: DiceAsk) -> None:
        self._asked = ask
        looks = {each.die: DieCardLook(each.codes, each.name, each.said) for each in ask.dice}
        self.popup.ask(button, ask.words, looks, ask.usual, ask.fixed)

    def _give(self, dice: tuple[int, ...]) -> None:
        ask, self._asked = self._asked, None
        if ask is not None:
            ask.call(dice)
        send_focus_home(self)
