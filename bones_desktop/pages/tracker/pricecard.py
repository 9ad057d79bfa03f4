"""The card for the price of magic: marks for uses, the price of the next use, buttons for uses and hours."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QPushButton, QSizePolicy, QWidget

from bones_desktop.rules.bones.book.character import Character, MaintainedEffect, Sacrifice
from bones_desktop.rules.bones.book.characterdice import die_label
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.injury.magic import MagicPrice
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, vbox
from bones_desktop.widgets.choice.buttons import ChoiceButton
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import flow_row
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_font, set_gaps, set_lengths, set_sheet_property
from bones_desktop.widgets.text.labels import ThemedCard, heading_label, plain_label
from bones_desktop.wording.language import _, ngettext
from bones_desktop.wording.names import short_name


def next_use_words(price: MagicPrice) -> str:
    """Return the price of the next use, shown in large letters: "The next use: 2 fewer successes"."""
    if not price.penalty:
        return _("The next use is free")
    words = ngettext("The next use: {n} fewer success", "The next use: {n} fewer successes", price.penalty)
    return words.format(n=price.penalty)


def standing_words(price: MagicPrice) -> str:
    """Return the reason for the price: "3 of 5 free uses are left in these four hours."."""
    if price.beyond:
        words = ngettext(
            "{n} use was past the safe level of {safe}. Only rest makes magic free again.",
            "{n} uses were past the safe level of {safe}. Only rest makes magic free again.",
            price.beyond,
        )
        return words.format(n=price.beyond, safe=price.safe)
    if not price.safe:
        return _("No die in play has Magic, so no use is free.")
    if not price.free:
        return _("The safe level of {safe} is used up.").format(safe=price.safe)
    if price.safe == 1:
        return _("One use is free in four hours.")
    return _("{free} of {safe} free uses are left in these four hours.").format(free=price.free, safe=price.safe)


def beyond_words() -> str:
    """Return the rule for uses past the safe level, shown before it matters."""
    return _(
        "Past the safe level each use takes more successes away: 1, then 2, then 3. If no success is left, magic "
        "costs one damage."
    )


def overreach_words(penalty: int, others: int) -> str:
    """Return a text about the check that follows a use that was not free.

    `others` is the number of uses to check afterwards.
    """
    less = ngettext(
        "That use was past the safe level: {n} fewer success.",
        "That use was past the safe level: {n} fewer successes.",
        penalty,
    )
    words = [less.format(n=penalty), _("Count the successes left then, before Nulls and defence.")]
    if others:
        more = ngettext("{n} later use is asked about next.", "{n} later uses are asked about next.", others)
        words.append(more.format(n=others))
    return " ".join(words)


def effect_name(effect: MaintainedEffect) -> str:
    """Return the name of an effect."""
    return effect.name or _("Magic kept going")


def short_effect_name(effect: MaintainedEffect) -> str:
    """Return the name of an effect for the middle of a sentence."""
    return short_name(effect_name(effect))


def die_words(rulebook: Rulebook, character: Character, die: int) -> str:
    """Return the number and name of a die: "Die 3, Armsman"."""
    number = _("Die {n}").format(n=die + 1)
    name = short_name(die_label(rulebook, character.dice[die], die))
    return number if name == number else _("{number}, {name}").format(number=number, name=name)


def given_words(rulebook: Rulebook, character: Character, effect: MaintainedEffect) -> str:
    """Return the sacrifice for an effect, and for how long it maintains the effect."""
    if effect.sacrifice is Sacrifice.HEALTH and effect.die is not None and effect.die < len(character.dice):
        die = die_words(rulebook, character, effect.die)
        return _("{die} is given for it and does not heal meanwhile.").format(die=die)
    if effect.sacrifice is Sacrifice.VALUE:
        given = short_name(effect.given) or _("Something of value")
        return _("Given: {what}. It ends with its last round.").format(what=given)
    if effect.sacrifice is Sacrifice.BLOOD:
        given = short_name(effect.given) or _("a life")
        return _("Given: {what}. It lasts until it is countered.").format(what=given)
    return _("A die was given for it.")


def against_words(strength: int) -> str:
    """Return how many successes the strength of an effect takes from attempts against it (MAG-32)."""
    words = ngettext("Attempts against it lose {n} success.", "Attempts against it lose {n} successes.", strength)
    return words.format(n=strength)


def counter_words(strength: int, successes: int) -> str:
    """Return a text that says whether `successes` counter an effect (MAG-33)."""
    if successes > strength:
        return _("Enough: it takes more than {n}.").format(n=strength)
    return _("Not enough: it takes more than {n}.").format(n=strength)


def rounds_words(rounds: int, wasted: int) -> str:
    """Return how long a valuable maintains an effect: "It lasts 12 rounds. 3 coins are wasted."."""
    words = ngettext("It lasts {n} round.", "It lasts {n} rounds.", rounds).format(n=rounds)
    if not wasted:
        return words
    return f"{words} {ngettext('{n} coin is wasted.', '{n} coins are wasted.', wasted).format(n=wasted)}"


ROOMY: Final = 2.0
"""Scale of the marks when there is much room."""


class OverreachBox(QFrame):
    """Suggests the damage of MAG-12. Nothing happens before the player accepts it."""

    damage_requested = Signal(int, bool)
    """Emitted with the die to lose, -1 if none is left, and whether spiffs soak the damage."""
    dismissed = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("kind", "well")
        self.heading = heading_label(theme, self, _("No success left?"), wrap=True)
        self.words = plain_label(self, role="muted", wrap=True, theme=theme, size=14)
        self.die = ChoiceButton(theme, _("Die that is lost"), _("Which die"), self)
        set_lengths(theme, self.die, most_width=420)
        self.take = push_button(self, _("Take one damage"), partial(self._ask, soaked=False), kind="danger")
        self.soak = push_button(self, "", partial(self._ask, soaked=True))
        self.spared = push_button(self, _("A success was left"), self.dismissed)
        self._buttons = QWidget(self)
        self._row = flow_row(self._buttons, self.take, self.soak, self.spared, theme=theme, gap=8)
        self._column = vbox(self, self.heading, self.words, self.die, self._buttons)
        set_gaps(theme, self._column, gap=8, edges=(16, 8, 16, 12))
        self.die.activated.connect(self._choose)

    def show_damage(self, words: str, dice: Sequence[tuple[int, str]], soak: str, why_not_soak: str) -> None:
        """Show the suggested damage.

        `dice` are the remaining dice with their names; the last is lost unless the player chooses another. `soak` is
        the text of the button that soaks the damage, "" for none. `why_not_soak` is the reason if that is impossible.
        """
        self.words.setText(words)
        kept = self.die.current if any(str(die) == self.die.current for die, _name in dice) else ""
        # By default the last die is lost.
        current = kept or (str(dice[-1][0]) if dice else "")
        self.die.set_choices([Choice(str(die), name) for die, name in dice], current)
        self.die.setVisible(len(dice) > 1)
        self.soak.setVisible(bool(soak))
        self.soak.setText(soak)
        self.soak.setEnabled(not why_not_soak)
        self.soak.setToolTip(plain_tip(why_not_soak))
        self.soak.setAccessibleDescription(why_not_soak)

    def begin_anew(self) -> None:
        """Reset the chosen die, which was another character's."""
        self.die.set_choices((), "")

    def _choose(self, choice: object) -> None:
        if isinstance(choice, Choice):
            self.die.set_choices(self.die.model.rows, choice.key)

    def _ask(self, *, soaked: bool) -> None:
        self.damage_requested.emit(int(self.die.current or -1), soaked)


class PriceCard(ThemedCard):
    """Shows a MagicPrice. The owner connects the buttons."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._roomy = False
        self.headline = plain_label(self, wrap=True)
        self.standing = plain_label(self, wrap=True)
        self.pips = UsePips(theme, self)
        self.rule = plain_label(self, beyond_words(), "muted", wrap=True)
        self.use = QPushButton(_("Used magic"), self)
        self.use.setProperty("kind", "primary")
        self.use.setToolTip(_("One roll for Magic is one use; in a fight each round is."))
        self.back = push_button(self, _("Take back"), tip=_("The last use does not count."))
        self.hours = QPushButton(_("Four hours pass"), self)
        self.hours.setToolTip(_("Clears the recent uses; without rest, fatigue stays."))
        self.rest = QPushButton(_("Four hours of rest"), self)
        self.rest.setToolTip(_("Four hours of doing nothing remove the fatigue of magic."))
        for button in (self.use, self.back, self.hours, self.rest):
            button.setAccessibleDescription(button.toolTip())
        self.overreach = OverreachBox(theme, self)
        # The tab shows it only after a use past the safe level.
        self.overreach.hide()
        self._column = vbox(
            self,
            self.headline,
            self.standing,
            self.pips,
            self.rule,
            self._row(self.use, self.back),
            self._row(self.hours, self.rest),
            self.overreach,
            STRETCH,
        )
        set_gaps(theme, self._column, gap=12, edges=(20, 16, 20, 16))
        self.restyle()

    def show_price(self, price: MagicPrice) -> None:
        """Show the price of the next use."""
        headline, standing = next_use_words(price), standing_words(price)
        self.headline.setText(headline)
        self.standing.setText(standing)
        self.pips.show_price(price, f"{headline}. {standing}")
        tone = "warn" if price.penalty else ""
        set_sheet_property(self.headline, "tone", tone)

    def set_main(self, main: bool) -> None:
        """Set whether the button that counts a use looks like the page's main action.

        It does not while a form with a main action is open.
        """
        kind = "primary" if main else ""
        set_sheet_property(self.use, "kind", kind)

    def set_roomy(self, roomy: bool) -> None:
        """Set whether text and marks are larger because there is much room. Call `restyle` afterwards."""
        self._roomy = roomy
        self.pips.set_scale(ROOMY if roomy else 1.0)

    def restyle(self) -> None:
        """Set fonts and gaps from the theme."""
        theme = self._theme
        set_font(self.headline, theme.font("serif", 40 if self._roomy else 28, bold=True))
        set_font(self.standing, theme.font("sans", 20 if self._roomy else 16))
        set_font(self.rule, theme.font("sans", 16 if self._roomy else 14))

    def _row(self, *buttons: QPushButton) -> QWidget:
        row = QWidget(self)
        flow_row(row, *buttons, theme=self._theme, gap=8)
        return row


SIDE: Final = 30
GAP: Final = 8
RIM: Final = 2
"""Width of the outline of a mark."""
NEXT_ROOM: Final = 10
"""Pixels below a mark for the arrow that points to the next use."""
AHEAD: Final = 3
"""Number of marks for future uses past the safe level."""
MOST_SHOWN: Final = 40
"""Greatest number of marks of each kind. More than a few are rare."""


class PriceMark(Enum):
    """Kind of mark."""

    USED = auto()
    FREE = auto()
    CLOSED = auto()
    """A use within the safe level that is not free until the character rests."""
    PAST = auto()
    AHEAD = auto()


@dataclass(frozen=True, slots=True)
class Pip:
    """A mark. `takes` is the number of successes lost by a use past the safe level, 0 for one within it."""

    mark: PriceMark
    takes: int = 0
    next: bool = False


def pips(price: MagicPrice) -> tuple[Pip, ...]:
    """Return the marks for a price, including the mark of the next use."""
    used = price.safe if price.penalty and not price.beyond else min(price.recent, price.safe)
    # After a use past the safe level, no use is free until the character has rested.
    rest = PriceMark.CLOSED if price.beyond else PriceMark.FREE
    within = [Pip(PriceMark.USED if place < used else rest) for place in range(min(price.safe, MOST_SHOWN))]
    if price.free and used < len(within):
        within[used] = Pip(PriceMark.FREE, next=True)
    # If there are too many marks, the first ones are left out, because the next use matters most.
    first = max(1, price.beyond + AHEAD + 1 - MOST_SHOWN)
    past = (
        Pip(PriceMark.PAST if takes <= price.beyond else PriceMark.AHEAD, takes, takes == price.penalty)
        for takes in range(first, price.beyond + AHEAD + 1)
    )
    return (*within, *past)


class UsePips(Guarded, QWidget):
    """Shows the marks on as many lines as needed."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.shown: tuple[Pip, ...] = ()
        """The marks shown."""
        self._scale = 1.0
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        # Marks wrap, so the height depends on the width.
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        theme.changed.connect(self.updateGeometry)

    def show_price(self, price: MagicPrice, said: str) -> None:
        """Show a price. `said` is the text for the tooltip and screen readers."""
        self.setAccessibleName(said)
        self.setToolTip(plain_tip(said))
        found = pips(price)
        if found != self.shown:
            self.shown = found
            self.updateGeometry()
            self.update()

    def set_scale(self, scale: float) -> None:
        """Set the scale of the marks."""
        if scale != self._scale:
            self._scale = scale
            self.updateGeometry()
            self.update()

    def heightForWidth(self, width: int) -> int:
        """Return the height of all lines at `width`."""
        lines = -(-len(self.shown) // self._a_line(width))
        return max(1, lines) * self._px(SIDE + NEXT_ROOM + GAP) - self._px(GAP)

    def sizeHint(self) -> QSize:
        """Return the size of a single line."""
        width = max(1, len(self.shown)) * self._px(SIDE + GAP)
        return QSize(min(width, self._px(400)), self._px(SIDE + NEXT_ROOM))

    def minimumSizeHint(self) -> QSize:
        """Return room for a few marks."""
        return QSize(self._px(4 * (SIDE + GAP)), self._px(SIDE + NEXT_ROOM))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the marks."""
        side, gap = self._px(SIDE), self._px(GAP)
        rim = self._px(RIM) / 2 + 0.5
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        a_line = self._a_line(self.width())
        for place, pip in enumerate(self.shown):
            line, column = divmod(place, a_line)
            top = line * (side + self._px(NEXT_ROOM) + gap)
            square = QRectF(column * (side + gap), top, side, side).adjusted(rim, rim, -rim, -rim)
            self._paint_pip(painter, square, pip)
        painter.end()

    def _px(self, size: float) -> int:
        return self._theme.px(size * self._scale)

    def _a_line(self, width: int) -> int:
        gap = self._px(GAP)
        return max(1, (width + gap) // (self._px(SIDE) + gap))

    def _paint_pip(self, painter: QPainter, square: QRectF, pip: Pip) -> None:
        theme = self._theme
        rim, fill = {
            PriceMark.USED: ("muted", "muted"),
            PriceMark.FREE: ("second", "second"),
            PriceMark.CLOSED: ("edge", ""),
            PriceMark.PAST: ("bad", "bad"),
            PriceMark.AHEAD: ("edge", ""),
        }[pip.mark]
        if pip.next and pip.takes:
            rim = "bad"
        pen = QPen(theme.color(rim), self._px(RIM))
        if pip.mark in {PriceMark.CLOSED, PriceMark.AHEAD} and not pip.next:
            pen.setStyle(Qt.PenStyle.DotLine)
        painter.setPen(pen)
        painter.setBrush(theme.color(fill) if fill and pip.mark is not PriceMark.USED else Qt.BrushStyle.NoBrush)
        if pip.takes:
            painter.drawRoundedRect(square, self._px(6), self._px(6))
            painter.setPen(theme.color("ground" if pip.mark is PriceMark.PAST else "bad" if pip.next else "muted"))
            painter.setFont(theme.font("sans", 20 if self._scale > 1 else 14, bold=True))
            painter.drawText(square, Qt.AlignmentFlag.AlignCenter, f"−{pip.takes}")
        else:
            painter.drawEllipse(square)
            if pip.mark is PriceMark.USED:
                self._paint_cross(painter, square)
        if pip.next:
            self._paint_next(painter, square, rim)

    def _paint_cross(self, painter: QPainter, square: QRectF) -> None:
        inset = square.width() * 0.3
        inner = square.adjusted(inset, inset, -inset, -inset)
        painter.drawLine(inner.topLeft(), inner.bottomRight())
        painter.drawLine(inner.topRight(), inner.bottomLeft())

    def _paint_next(self, painter: QPainter, square: QRectF, role: str) -> None:
        half, high = self._px(6), self._px(6)
        top = QPointF(square.center().x(), square.bottom() + self._px(4))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color(role))
        painter.drawPolygon([top, top + QPointF(-half, high), top + QPointF(half, high)])
