"""What the next use of magic costs, the buttons that count uses and hours, and the question after a use too many."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from bones_desktop.panels.tracker.magic.magicwords import beyond_words, next_use_words, standing_words
from bones_desktop.panels.tracker.magic.usepips import UsePips
from bones_desktop.rules.bones.injury.magic import MagicPrice
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, vbox
from bones_desktop.widgets.card import ThemedCard
from bones_desktop.widgets.choice.buttons import ChoiceButton
from bones_desktop.widgets.choice.choices import Choice
from bones_desktop.widgets.layouts import FlowLayout, flow_row
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_gaps, set_lengths
from bones_desktop.widgets.sheetproperty import set_font, set_sheet_property
from bones_desktop.widgets.text.labels import heading_label, plain_label

ROOMY: Final = 2.0
"""Scale of the marks where there is much room."""


class OverreachBox(QFrame):
    """Proposes the damage of MAG-12; nothing is done before it is taken."""

    damage_requested = Signal(int, bool)
    """The die to lose, -1 where none is left, and whether spiffs soak it."""
    dismissed = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("kind", "well")
        self.heading = heading_label(theme, self, self.tr("No success left?"), wrap=True)
        self.words = plain_label(self, role="muted", wrap=True, theme=theme, size=14)
        self.die = ChoiceButton(theme, self.tr("Die that is lost"), self.tr("Which die"), self)
        set_lengths(theme, self.die, most_width=420)
        self.take = push_button(self, self.tr("Take one damage"), lambda: self._ask(soaked=False), kind="danger")
        self.soak = push_button(self, "", lambda: self._ask(soaked=True))
        self.spared = push_button(self, self.tr("A success was left"), self.dismissed)
        self._buttons = QWidget(self)
        self._row = flow_row(self._buttons, self.take, self.soak, self.spared, theme=theme, gap=8)
        self._column = vbox(self, self.heading, self.words, self.die, self._buttons)
        set_gaps(theme, self._column, gap=8, edges=(16, 8, 16, 12))
        self.die.activated.connect(self._choose)

    def show_damage(self, words: str, dice: Sequence[tuple[int, str]], soak: str, why_not_soak: str) -> None:
        """Propose the damage; `dice` are those left with their names, of which the last goes unless another is chosen.

        `soak` is what the button to soak it says, "" for none; `why_not_soak` is shown where that is not possible.
        """
        self.words.setText(words)
        kept = self.die.current if any(str(die) == self.die.current for die, _name in dice) else ""
        current = kept or (str(dice[-1][0]) if dice else "")
        self.die.set_choices([Choice(str(die), name) for die, name in dice], current)
        self.die.setVisible(len(dice) > 1)
        self.soak.setVisible(bool(soak))
        self.soak.setText(soak)
        self.soak.setEnabled(not why_not_soak)
        self.soak.setToolTip(plain_tip(why_not_soak))
        self.soak.setAccessibleDescription(why_not_soak)

    def begin_anew(self) -> None:
        """Forget which die was chosen: it was another character's."""
        self.die.set_choices((), "")

    def _choose(self, choice: object) -> None:
        if isinstance(choice, Choice):
            self.die.set_choices(self.die.model.rows, choice.key)

    def _ask(self, *, soaked: bool) -> None:
        self.damage_requested.emit(int(self.die.current or -1), soaked)


class PriceCard(ThemedCard):
    """Shows a MagicPrice; what is pressed goes out as signals."""

    use_requested = Signal()
    take_back_requested = Signal()
    hours_requested = Signal()
    rest_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._roomy = False
        self.headline = plain_label(self, wrap=True)
        self.standing = plain_label(self, wrap=True)
        self.pips = UsePips(theme, self)
        self.rule = plain_label(self, beyond_words(self.tr), "muted", wrap=True)
        self.use = QPushButton(self.tr("Used magic"), self)
        self.use.setProperty("kind", "primary")
        self.use.setToolTip(self.tr("One throw for Magic is one use; in a fight each round is."))
        self.back = push_button(self, self.tr("Take back"), tip=self.tr("The last use does not count."))
        self.hours = QPushButton(self.tr("Four hours pass"), self)
        self.hours.setToolTip(self.tr("No use is recent any more; without rest, fatigue stays."))
        self.rest = QPushButton(self.tr("Four hours of rest"), self)
        self.rest.setToolTip(self.tr("After four hours of doing nothing, magic does not tire any more."))
        for button in (self.use, self.back, self.hours, self.rest):
            button.setAccessibleDescription(button.toolTip())
        self.overreach = OverreachBox(theme, self)
        self.overreach.hide()
        self._rows = [self._row(self.use, self.back), self._row(self.hours, self.rest)]
        self._column = vbox(
            self,
            self.headline,
            self.standing,
            self.pips,
            self.rule,
            *(row for row, _flow in self._rows),
            self.overreach,
            STRETCH,
        )
        set_gaps(theme, self._column, gap=12, edges=(20, 16, 20, 16))
        self.use.clicked.connect(self.use_requested)
        self.back.clicked.connect(self.take_back_requested)
        self.hours.clicked.connect(self.hours_requested)
        self.rest.clicked.connect(self.rest_requested)
        self.restyle()

    def show_price(self, price: MagicPrice) -> None:
        """Show what the next use costs."""
        headline, standing = next_use_words(price, self.tr), standing_words(price, self.tr)
        self.headline.setText(headline)
        self.standing.setText(standing)
        self.pips.show_price(price, f"{headline}. {standing}")
        tone = "warn" if price.penalty else ""
        set_sheet_property(self.headline, "tone", tone)

    def set_main(self, main: bool) -> None:
        """Show counting a use as the main action of the page, or as one of several while a form has its own."""
        kind = "primary" if main else ""
        set_sheet_property(self.use, "kind", kind)

    def set_roomy(self, roomy: bool) -> None:
        """Set words and marks larger where there is much room; `restyle` follows."""
        self._roomy = roomy
        self.pips.set_scale(ROOMY if roomy else 1.0)

    def restyle(self) -> None:
        """Fit fonts and gaps to the theme."""
        theme = self._theme
        set_font(self.headline, theme.font("serif", 40 if self._roomy else 28, bold=True))
        set_font(self.standing, theme.font("sans", 20 if self._roomy else 16))
        set_font(self.rule, theme.font("sans", 16 if self._roomy else 14))

    def _row(self, *buttons: QPushButton) -> tuple[QWidget, FlowLayout]:
        row = QWidget(self)
        flow = flow_row(row, *buttons, theme=self._theme, gap=8)
        return row, flow
