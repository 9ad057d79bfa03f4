"""Buttons for actions that follow from a roll, shown on the Table and the Tracker."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from bones_desktop.play.followups import DiceAsk, FollowUp
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.diecard import DiceChoicePopup, DieCardLook
from bones_desktop.widgets.focus import send_focus_home
from bones_desktop.widgets.layouts import FlowLayout
from bones_desktop.widgets.plaintext import plain_tip, without_mnemonic
from bones_desktop.widgets.popups import has_popup, while_open
from bones_desktop.wording.language import _


class FollowUpRow(QWidget):
    """Row of follow-up buttons. It is hidden while no action is possible."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._row = FlowLayout(theme.px(8), self)
        self.buttons: list[QPushButton] = []
        self._asked: DiceAsk | None = None

    def offer(self, follow_ups: Sequence[FollowUp]) -> None:
        """Offer these actions instead of the earlier ones."""
        # The popup closes, because dice that it shows may have been lost since it was opened.
        if self._asked is not None:
            self._asked = None
            if has_popup(self):
                self.popup.close()
        self._row.clear()
        self.buttons = []
        line: QHBoxLayout | None = None
        for each in follow_ups:
            if line is None or not each.beside:
                group = QWidget(self)
                line = QHBoxLayout(group)
                line.setContentsMargins(0, 0, 0, 0)
                line.setSpacing(self._row.spacing())
                self._row.addWidget(group)
            button = self._button(each)
            self.buttons.append(button)
            line.addWidget(button)
        self.setVisible(bool(follow_ups))

    def restyle(self) -> None:
        """Use the colours and sizes of the theme."""
        for button in self.buttons:
            button.setIcon(self._theme.icon(str(button.property("icon-name"))))
            button.setMinimumHeight(self._theme.px(36))

    @while_open
    def popup(self) -> DiceChoicePopup:
        """The popup that asks which dice to lose."""
        popup = DiceChoicePopup(self._theme, self)
        popup.chosen.connect(self._give)
        popup.closed.connect(partial(send_focus_home, self))
        return popup

    def _button(self, follow_up: FollowUp) -> QPushButton:
        words = without_mnemonic(follow_up.text)
        if follow_up.ask is not None:
            words = _("{what}…").format(what=words)  # An ellipsis shows, as in menus, that a question comes first.
        button = QPushButton(self._theme.icon(follow_up.icon), words, self)
        button.setProperty("icon-name", follow_up.icon)
        button.setProperty("kind", follow_up.kind)
        button.setToolTip(plain_tip(follow_up.tip))
        button.setMinimumHeight(self._theme.px(36))
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
