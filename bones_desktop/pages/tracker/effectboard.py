"""Cards for the maintained effects, in as many columns as fit."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QFrame, QGridLayout, QPushButton, QSpinBox, QWidget

from bones_desktop.pages.tracker.pricecard import against_words, counter_words, effect_name, given_words
from bones_desktop.rules.bones.book.character import Character, MaintainedEffect, Sacrifice
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.injury.magic import MOST_STRENGTH
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.focus import wheel_passes
from bones_desktop.widgets.layouts import FitBoard, Fitting, flow_row, follow_one_another, scroll_room
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_font, set_gaps, set_lengths, set_sheet_property
from bones_desktop.widgets.text.labels import ElidedLabel, plain_label
from bones_desktop.wording.language import _

COLUMN: Final = 560
"""Smallest width of a column of cards at 100 % text size, in pixels."""
LEAST: Final = 180
"""Smallest height of the area for cards, which takes all remaining height."""


class EffectCard(QFrame):
    """A card for one effect. The board connects its buttons."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("kind", "well")
        self._theme = theme
        self.effect: MaintainedEffect | None = None
        """The effect shown; None at first."""
        self._roomy = False
        self.strength = plain_label(self)
        self.rounds = plain_label(self)
        self.units = [plain_label(self, text, "muted", theme=theme, size=12) for text in (_("strength"), "")]
        for label in (self.strength, self.rounds, *self.units):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.name = ElidedLabel(self)
        self.given = plain_label(self, wrap=True)
        self.against = plain_label(self, role="muted", wrap=True)
        self.release = QPushButton(_("Release"), self)
        self.successes = wheel_passes(QSpinBox(self))
        set_lengths(theme, self.successes, width=84)
        self.successes.setRange(1, MOST_STRENGTH + 1)
        self.successes.valueChanged.connect(self._say)
        self.countered = QPushButton(_("Countered"), self)
        self._by = plain_label(self, _("by successes:"), "muted")
        self.enough = plain_label(self)
        # Make the labels as high as the buttons next to them.
        set_lengths(theme, self._by, self.enough, least_height=34)
        self._lay_out()
        self.restyle()

    def show_effect(self, rulebook: Rulebook, character: Character, effect: MaintainedEffect) -> None:
        """Show an effect. For a new effect, the suggested number of successes is reset."""
        before, self.effect = self.effect, effect
        name = effect_name(effect)
        self.setAccessibleName(name)
        self.name.set_full_text(name)
        self.strength.setText(str(effect.strength))
        self.strength.setAccessibleName(_("Strength {n}").format(n=effect.strength))
        counted = effect.rounds is not None
        self.rounds.setVisible(counted)
        self.units[1].setVisible(counted)
        self.rounds.setText(str(effect.rounds))
        self.units[1].setText(_("round left") if effect.rounds == 1 else _("rounds left"))
        self.given.setText(given_words(rulebook, character, effect))
        self.given.setToolTip(plain_tip(effect.given))
        self.against.setText(against_words(effect.strength))
        lasts = effect.sacrifice is Sacrifice.BLOOD
        # Only countering ends an effect paid for with a life.
        self.release.setEnabled(not lasts)
        why = _("A life was given for this; it lasts until it is countered.") if lasts else ""
        self.release.setToolTip(plain_tip(why))
        self.release.setAccessibleName(_("Release {name}").format(name=name))
        self.release.setAccessibleDescription(why)
        self.countered.setAccessibleName(_("{name} is countered").format(name=name))
        self.successes.setAccessibleName(_("Successes that counter {name}").format(name=name))
        # After a round has passed, it is still the same effect.
        if before is None or before.with_(rounds=None) != effect.with_(rounds=None):
            self.successes.setValue(effect.strength + 1)
        self._say()

    def begin_anew(self) -> None:
        """Reset typed numbers: even an equal effect may now belong to another character."""
        self.effect = None

    def set_roomy(self, roomy: bool) -> None:
        """Set whether text is larger because there is much room. Call `restyle` afterwards."""
        self._roomy = roomy

    def restyle(self) -> None:
        """Set fonts and gaps from the theme."""
        theme = self._theme
        for number in (self.strength, self.rounds):
            set_font(number, theme.font("serif", 40 if self._roomy else 28, bold=True))
        set_font(self.name, theme.font("serif", 28 if self._roomy else 20, bold=True))
        for label in (self.given, self.against, self._by, self.enough):
            set_font(label, theme.font("sans", 16 if self._roomy else 14))

    def _say(self) -> None:
        if self.effect is None:
            return
        words = counter_words(self.effect.strength, self.successes.value())
        tone = "good" if self.successes.value() > self.effect.strength else "warn"
        self.countered.setAccessibleDescription(words)
        if words != self.enough.text() or tone != self.enough.property("tone"):
            self.enough.setText(words)
            set_sheet_property(self.enough, "tone", tone)
            self.enough.setFont(self._by.font())

    def _lay_out(self) -> None:
        numbers = []
        for number, unit in zip((self.strength, self.rounds), self.units, strict=True):
            column = vbox(None, number, unit, STRETCH, spacing=0)
            numbers.append(column)
        words = vbox(None, self.name, self.given, self.against, spacing=2)
        self._top = hbox(None, numbers[0], (words, 1), numbers[1], theme=self._theme, gap=16)
        acts = QWidget(self)
        self._row = flow_row(
            acts, self.release, self.countered, self._by, self.successes, self.enough, theme=self._theme, gap=8
        )
        vbox(self, self._top, acts, theme=self._theme, gap=8, edges=(16, 12, 16, 12))


class EffectBoard(Fitting):
    """Shows the effects of a character. Signals pass the index of an effect."""

    release_requested = Signal(int)
    counter_requested = Signal(int, int)
    """Emitted with the index of an effect and the number of successes that counter it."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._roomy = False
        self.cards: list[EffectCard] = []
        self.heading = plain_label(self, _("Magic kept going"))
        self.round = QPushButton(_("A round passes"), self)
        self.round.setToolTip(_("Every effect that lasts for rounds loses one; it ends after its last round."))
        self.round.setAccessibleDescription(self.round.toolTip())
        self.maintain = push_button(self, _("Keep magic going…"))
        self.nothing = plain_label(
            self,
            _(
                "No magic is kept going. Magic ends at once unless its caster continues it every turn or "
                "sacrifices something: a die, a thing of value, a life."
            ),
            "muted",
            wrap=True,
            theme=theme,
            size=16,
        )
        self._inner = FitBoard(self)
        rows = vbox(self._inner, margins=0)
        self._grid = QGridLayout()
        rows.addLayout(self._grid)
        rows.addStretch(1)
        self._scroll = scroll_room(self._inner, self)
        set_lengths(theme, self._scroll, least_height=LEAST)
        buttons = QWidget(self)
        self._head = flow_row(buttons, self.maintain, self.round, theme=theme, gap=8)
        self._column = vbox(self, self.heading, buttons, self.nothing, (self._scroll, 1), margins=0)
        set_gaps(theme, self._column, self._grid, gap=12)
        self._rest = QWidget(self)
        self._column.addWidget(self._rest, 1)
        theme.changed.connect(self.restyle)
        self.restyle()

    def show_effects(self, rulebook: Rulebook, character: Character) -> None:
        """Show the effects of a character."""
        effects = character.effects
        while len(self.cards) > len(effects):
            card = self.cards.pop()
            at = QApplication.focusWidget()
            if at is not None and card.isAncestorOf(at):
                self.focus_first()  # Qt would focus another button
            self._grid.removeWidget(card)
            card.hide()
            card.deleteLater()
        more = [self._card(place) for place in range(len(self.cards), len(effects))]
        self.cards.extend(more)
        for card, effect in zip(self.cards, effects, strict=True):
            card.show_effect(rulebook, character, effect)
        self._fit()
        for card in more:
            card.show()
        running = any(effect.rounds is not None for effect in effects)
        self.round.setVisible(running)
        self.nothing.setVisible(not effects)
        self._scroll.setVisible(bool(effects))
        # Without cards, an empty widget fills the height, so that the text stays at the top.
        self._rest.setVisible(not effects)

    def begin_anew(self) -> None:
        """Reset the typed numbers before the effects of another character are shown."""
        for card in self.cards:
            card.begin_anew()

    def focus_first(self) -> None:
        """Focus the button that starts an effect."""
        self.maintain.setFocus(Qt.FocusReason.OtherFocusReason)

    def set_roomy(self, roomy: bool) -> None:
        """Set whether text is larger because there is much room. Call `restyle` afterwards."""
        self._roomy = roomy
        for card in self.cards:
            card.set_roomy(roomy)

    def restyle(self) -> None:
        """Set fonts and gaps from the theme."""
        theme = self._theme
        set_font(self.heading, theme.font("serif", 28 if self._roomy else 20, bold=True))
        for card in self.cards:
            card.restyle()

    def _card(self, place: int) -> EffectCard:
        card = EffectCard(self._theme, self._inner)
        card.set_roomy(self._roomy)
        card.restyle()
        card.release.clicked.connect(partial(self.release_requested.emit, place))
        card.countered.clicked.connect(partial(self._counter, place))
        return card

    def _counter(self, place: int) -> None:
        self.counter_requested.emit(place, self.cards[place].successes.value())

    def _fit(self) -> None:
        """Use as many columns as fit."""
        columns = max(1, min(self.width() // self._theme.px(COLUMN), 3))
        wanted = [divmod(place, columns) for place in range(len(self.cards))]
        if wanted == [self._where(card) for card in self.cards]:
            return
        for card in self.cards:
            self._grid.removeWidget(card)
        for card, (row, column) in zip(self.cards, wanted, strict=True):
            self._grid.addWidget(card, row, column, Qt.AlignmentFlag.AlignTop)
        for column in range(max(columns, self._grid.columnCount())):
            self._grid.setColumnStretch(column, int(column < columns))
        # Cards that moved to another column need a new place in the Tab order.
        follow_one_another(self._in_order())

    def _where(self, card: QWidget) -> tuple[int, int]:
        index = self._grid.indexOf(card)
        if index < 0:
            return (-1, -1)
        row, column, _rows, _columns = self._position(index)
        return row, column

    def _position(self, index: int) -> Sequence[int]:
        found = self._grid.getItemPosition(index)
        return tuple(int(each) for each in found) if isinstance(found, tuple) else (-1, -1, 0, 0)

    def _in_order(self) -> list[QWidget]:
        parts: list[QWidget] = [self.maintain, self.round]
        for card in self.cards:
            parts.extend((card.release, card.countered, card.successes))
        return parts
