"""Actions on a roll: a button for each follow-up, and the uses of spiffs and earned successes."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QPushButton, QWidget

from bones_desktop.pages.table.readingmodel import PlayView
from bones_desktop.rules.bones.injury.spiffs import ADDED_SUCCESS, REROLL
from bones_desktop.rules.bones.reading.plays import EARNED_SUCCESS
from bones_desktop.rules.reading import Offer
from bones_desktop.theme.measures import light_menu
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import hbox, vbox
from bones_desktop.widgets.focus import send_focus_home
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import flow_row
from bones_desktop.widgets.plaintext import plain_tip, without_mnemonic
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.wording.language import _
from bones_desktop.wording.reasons import sentence
from bones_desktop.wording.table import spiff_count

_NARROW = 420
"""Width, before the text size, below which the offers have short names."""


VETO: Final = "veto"
BEST: Final = "best"
DECLINE: Final = "decline"
"""Commands of the row without a price: undo the last use, show the best die, re-roll no die."""


class SpiffActRow(Guarded, QWidget):
    """Shows offers and the reasons against them. It decides nothing.

    Keys: R, S, E, Q, V, and Esc while a die is chosen.
    """

    asked = Signal(str)
    """The pressed command: REROLL, ADDED_SUCCESS, EARNED_SUCCESS, VETO, BEST or DECLINE."""
    reroll_picked = Signal(int)
    """The place in the roll of a die to re-roll."""
    refused = Signal(object)
    """A Reason: a key asked for an offer that is not available now."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._offers: dict[str, Offer] = {}
        self._picking = False
        self._narrow = False
        self._buttons = QWidget(self)
        self._flow = flow_row(self._buttons, theme=theme, gap=8)
        self.ask = plain_label(self._buttons, theme=theme, size=14, bold=True)
        self.reroll = self._button(REROLL)
        self.buy = self._button(ADDED_SUCCESS)
        self.earned = self._button(EARNED_SUCCESS)
        self.best = self._button(BEST)
        self.best.setText(_("Which die?"))
        self.best.setToolTip(_("Show what re-rolling each die may do (Q)"))
        self.none = self._button(DECLINE)
        self.none.setText(_("None"))
        self.none.setToolTip(_("Re-roll no die (Esc)"))
        self.why_not = plain_label(self, role="muted", wrap=True, theme=theme, size=12)
        self._done_row = QWidget(self)
        self._done_line = hbox(self._done_row, margins=0, theme=theme, gap=8)
        self.done = plain_label(self._done_row, wrap=True, theme=theme, size=14, bold=True)
        self.veto = self._button(VETO, self._done_row)
        for widget in (self.ask, self.reroll, self.buy, self.earned, self.best, self.none):
            self._flow.addWidget(widget)
        self._done_line.addWidget(self.veto, 0, Qt.AlignmentFlag.AlignTop)
        self._done_line.addWidget(self.done, 1)
        # One menu is kept and filled again, so that `clear` can close it while it is open.
        self._menu = light_menu(self)
        vbox(self, self._buttons, self.why_not, self._done_row, margins=0)
        self.restyle()
        self.clear()

    def clear(self) -> None:
        """Show no offers."""
        self._offers = {}
        self._picking = False
        self._menu.close()
        self.done.setText("")
        self.veto.hide()
        self._arrange()

    def show_play(self, play: PlayView) -> None:
        """Show the offers for the play, and what was done to it."""
        self._offers = {offer.command: offer for offer in play.offers}
        again = self._offers.get(REROLL)
        # A choice of a die that was begun goes on only while a re-roll may still be bought.
        self._picking = self._picking and again is not None and again.why_not is None
        self._offer(self.reroll, again, _("R"))
        self._offer(self.buy, self._offers.get(ADDED_SUCCESS), _("S"))
        self._offer(self.earned, self._offers.get(EARNED_SUCCESS), _("E"))
        self._name_offers()
        self.done.setText(play.done)
        self.done.setToolTip(plain_tip(play.done))
        self.veto.setText(_("Take back") if play.overruled_last else _("GM veto"))
        told = _("Let the dice count again (V)") if play.overruled_last else ""
        self.veto.setToolTip(plain_tip(told or _("Take it back, and give the spiffs back (V)")))
        self.veto.setVisible(play.veto)
        self._arrange()

    def show_picking(self, picking: bool) -> None:
        """Ask for a die to re-roll, or stop asking."""
        self._picking = picking
        self._arrange()

    @property
    def buttons(self) -> tuple[QPushButton, ...]:
        """All buttons in their order."""
        return self.reroll, self.buy, self.earned, self.best, self.none, self.veto

    @property
    def is_picking(self) -> bool:
        """Whether a die to re-roll is being chosen."""
        return self._picking

    def show_best(self, head: str, entries: Sequence[tuple[int, str]], *, helps: bool) -> None:
        """Show dice to re-roll in words, best first, below `head`. The clicked one is picked.

        If none `helps`, Return alone picks none.
        """
        self._menu.clear()
        self._menu.addAction(head).setEnabled(False)
        self._menu.addSeparator()
        for place, text in entries:
            action: QAction = self._menu.addAction(without_mnemonic(text))
            action.triggered.connect(partial(self.reroll_picked.emit, place))
        if entries and helps:
            # After the head and the separator; Return then picks the best die.
            self._menu.setActiveAction(self._menu.actions()[2])
        anchor = self.best if self.best.isVisible() else self
        self._menu.popup(anchor.mapToGlobal(QPoint(0, anchor.height())))

    def handle_key(self, key: int) -> bool:
        """Handle a plain key and return whether it has a meaning here. A refusal is emitted."""
        if self._picking and key == Qt.Key.Key_Escape:
            self.asked.emit(DECLINE)
        elif key == Qt.Key.Key_R and REROLL in self._offers:
            self._ask(REROLL)
        elif key == Qt.Key.Key_S and ADDED_SUCCESS in self._offers:
            self._ask(ADDED_SUCCESS)
        elif key == Qt.Key.Key_E and EARNED_SUCCESS in self._offers:
            self._ask(EARNED_SUCCESS)
        elif key == Qt.Key.Key_Q and REROLL in self._offers:
            why_not = self._offers[REROLL].why_not
            if why_not is None:
                self.asked.emit(BEST)
            else:
                self.refused.emit(why_not)
        elif key == Qt.Key.Key_V and self.veto.isVisibleTo(self):
            self.asked.emit(VETO)
        else:
            return False
        return True

    def words(self) -> str:
        """Return the visible text of the row."""
        done = self.done.text().rstrip(".")
        return " ".join(text for text in (done and f"{done}.", self._whys()) if text)

    def restyle(self) -> None:
        """Use the theme's sizes and gaps."""
        theme = self._theme
        layout = self.layout()
        if layout is not None:
            layout.setSpacing(theme.px(4))
        for button in self.buttons:
            button.setMinimumHeight(theme.px(36))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Use short names in a narrow row."""
        super().resizeEvent(event)
        narrow = self.width() < self._theme.px(_NARROW)
        if narrow != self._narrow:
            self._narrow = narrow
            self._name_offers()
            self._arrange()

    def _name_offers(self) -> None:
        """Set the name and price of each use."""
        # The price is part of the name, because players decide by it.
        again, more = _("Re-roll a die · {spiffs}"), _("One more success · {spiffs}")
        if self._narrow:
            again, more = _("Again · {spiffs}"), _("Success · {spiffs}")
        for command, button, text in ((REROLL, self.reroll, again), (ADDED_SUCCESS, self.buy, more)):
            offer = self._offers.get(command)
            if offer is not None:
                button.setText(text.format(spiffs=spiff_count(offer.cost)))
        earned = self._offers.get(EARNED_SUCCESS)
        if earned is not None:
            text = _("Earned success ({n})") if self._narrow else _("Use one earned success ({n} left)")
            self.earned.setText(text.format(n=earned.reason.value("n")))

    def _ask(self, command: str) -> None:
        why_not = self._offers[command].why_not
        if why_not is not None:
            self.refused.emit(why_not)
        else:
            self.asked.emit(command)

    def _offer(self, button: QPushButton, offer: Offer | None, key: str) -> None:
        if offer is None:
            return
        why = sentence(offer.why_not or offer.reason)
        tip = why if offer.why_not else _("{what} ({key})").format(what=why, key=key)
        button.setToolTip(plain_tip(tip))
        button.setAccessibleDescription(why)
        button.setEnabled(offer.why_not is None)

    def _arrange(self) -> None:
        """Show the available buttons. The row keeps its height when offers give way to the question."""
        # An unpolished button does not know the size that the style sheet gives it.
        self.none.ensurePolished()
        self.ask.setMinimumHeight(max(self.none.sizeHint().height(), self.none.minimumHeight()))
        again = self._offers.get(REROLL)
        possible = again is not None and again.why_not is None
        self.ask.setVisible(self._picking)
        short, whole = _("Choose a die (Esc: none)"), _("Choose a die to re-roll (Esc: none)")
        self.ask.setText(short if self._narrow else whole)
        self.none.setVisible(self._picking)
        self.reroll.setVisible(again is not None and not self._picking)
        self.buy.setVisible(ADDED_SUCCESS in self._offers and not self._picking)
        self.earned.setVisible(EARNED_SUCCESS in self._offers and not self._picking)
        self.best.setVisible(possible and (self._picking or not self._narrow))
        self._buttons.setVisible(bool(self._offers))
        whys = self._whys()
        self.why_not.setText(whys)
        self.why_not.setVisible(bool(whys))
        self._done_row.setVisible(bool(self.done.text()))
        self.setVisible(bool(self._offers) or bool(self.done.text()))

    def _whys(self) -> str:
        """Return the reasons against all offers, "" if one is available. The same reason is given once."""
        whys = {offer.why_not.code: offer.why_not for offer in reversed(self._offers.values()) if offer.why_not}
        if not whys or any(offer.why_not is None for offer in self._offers.values()):
            return ""
        return " ".join(sentence(why) for why in reversed(whys.values()))

    def _button(self, command: str, parent: QWidget | None = None) -> QPushButton:
        # A mouse click must leave the focus on the page, for its keys.
        button = push_button(parent or self._buttons, "", partial(self._press, command))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def _press(self, command: str) -> None:
        self.asked.emit(command)
        send_focus_home(self)
