"""A throw on a page of the guide: its dice, which of them count, what they come to, and a button to throw again."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import SystemRandom
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from bones_desktop.rules.guide import WorkedThrow, as_worked, planned, read_throw, thrown_again
from bones_desktop.rules.reading import DieReading, Role, Tone
from bones_desktop.storage.games.guides import thrower_of
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import hbox
from bones_desktop.widgets.card import Card
from bones_desktop.widgets.dice.minidie import paint_mini
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.sheetproperty import set_sheet_property
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.widgets.text.messages import announce
from bones_desktop.wording.reasons import sentence

if TYPE_CHECKING:
    from bones_desktop.rules.games import Fallen
    from bones_desktop.storage.games.games import StoredGame

_SIDE: Final = 48
_GAP: Final = 8
_BELOW: Final = 20
"""Height of what stands below a die, in pixels at 100 % text size as the others."""
_FADED: Final = 0.4
_TONES: Final = {Tone.GREAT: "good", Tone.GOOD: "good", Tone.MIXED: "warn", Tone.BAD: "bad", Tone.NEUTRAL: ""}


@dataclass(frozen=True, slots=True)
class DieLook:
    """A die that has fallen: its face code or number, its kind, what stands below it, and why. Texts are finished."""

    code: str
    group: str
    below: str = ""
    tip: str = ""
    counts: bool = True


class FallenDice(QWidget):
    """Dice side by side, on as many lines as they need; those that count for nothing are faint."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.dice: tuple[DieLook, ...] = ()
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        theme.changed.connect(self.updateGeometry)

    def show_dice(self, dice: Sequence[DieLook]) -> None:
        """Show other dice."""
        self.dice = tuple(dice)
        self.setAccessibleName(", ".join(each.tip for each in self.dice))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the room of a single line."""
        return QSize(len(self.dice) * self._step(), self.heightForWidth(len(self.dice) * self._step()))

    def minimumSizeHint(self) -> QSize:
        """Return the room of one die."""
        return QSize(self._step(), self._line())

    def heightForWidth(self, width: int) -> int:
        """Return the height of as many lines as the dice take."""
        across = max(1, (width + self._theme.px(_GAP)) // self._step())
        return max(1, -(-len(self.dice) // across)) * self._line()

    def die_rect(self, die: int) -> QRectF:
        """Return where a die is painted."""
        across = max(1, (self.width() + self._theme.px(_GAP)) // self._step())
        side = self._theme.px(_SIDE)
        return QRectF(die % across * self._step(), die // across * self._line(), side, side)

    def _step(self) -> int:
        return self._theme.px(_SIDE) + self._theme.px(_GAP)

    def _line(self) -> int:
        below = self._theme.px(_BELOW) if any(each.below for each in self.dice) else 0
        return self._theme.px(_SIDE) + below + self._theme.px(_GAP)

    @guarded(False)
    def event(self, event: QEvent) -> bool:
        """Show why the die under the pointer counts as it does."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            tip = next((each.tip for n, each in enumerate(self.dice) if self.die_rect(n).contains(event.pos())), "")
            QToolTip.showText(event.globalPos(), plain_tip(tip), self)
            return True
        return super().event(event)

    @guarded(None)
    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the dice."""
        theme, painter = self._theme, QPainter(self)
        for number, die in enumerate(self.dice):
            room = self.die_rect(number)
            painter.setOpacity(1.0 if die.counts else _FADED)
            paint_mini(painter, room, theme, die.code, die.group)
            painter.setOpacity(1.0)
            painter.setPen(theme.color("text" if die.counts else "muted"))
            painter.setFont(theme.font("sans", 14, bold=die.counts))
            below = QRectF(room.left(), room.bottom(), room.width(), theme.px(_BELOW))
            painter.drawText(below, Qt.AlignmentFlag.AlignCenter, die.below)
        painter.end()


class ThrowCard(Card):
    """A worked throw, which can be thrown again as often as the reader likes. Nothing of it goes into the log."""

    def __init__(self, game: "StoredGame[Any, Any]", worked: WorkedThrow, theme: Theme, parent: QWidget) -> None:
        """RulesError or ValueError for a throw that the game does not know."""
        super().__init__(theme, parent, edges=(16, 12, 16, 12), gap=6)
        self._game, self._worked = game, worked
        self._rng = SystemRandom()
        self._plan = planned(game.game, game.book, thrower_of(game, worked), worked)
        self.dice = FallenDice(theme, self)
        self.result = plain_label(self, wrap=True, rules=True, theme=theme, size=16, bold=True)
        self.steps = plain_label(self, "", "muted", wrap=True, theme=theme, size=12)
        self.again = push_button(self, self.tr("Throw again"), self.throw_again)
        self.back = push_button(self, self.tr("The example"), self.show_example)
        self.back.hide()
        self.column.addWidget(self.dice)
        self.column.addLayout(hbox(None, (self.result, 1), self.back, self.again, theme=theme, gap=8))
        self.column.addWidget(self.steps)
        self.show_example()

    def show_example(self) -> None:
        """Show the dice as the page tells them."""
        if self.back.hasFocus():
            self.again.setFocus(Qt.FocusReason.OtherFocusReason)
        self.back.hide()
        self._show(as_worked(self._game.game, self._plan, self._worked))

    def throw_again(self) -> None:
        """Throw the same dice anew."""
        self.back.show()
        self._show(thrown_again(self._game.game, self._plan, self._rng))
        announce(self, self.result.text())

    def _show(self, fallen: "tuple[Fallen, ...]") -> None:
        reading = read_throw(self._game.game, self._plan, fallen)
        by_place = {die.die: die for die in reading.dice}
        summed = any(each.counts > 1 and each.face == str(each.counts) for each in reading.dice)
        self.dice.show_dice([self._look(each, by_place.get(place), summed=summed) for place, each in enumerate(fallen)])
        said = " ".join(sentence(each.reason, self.tr) for each in reading.findings)
        tone = _TONES[reading.findings[0].tone] if reading.findings else ""
        self.result.setText(said)
        set_sheet_property(self.result, "role", tone)
        self.steps.setText(" ".join(sentence(each, self.tr) for each in reading.steps))
        self.steps.setVisible(bool(reading.steps))

    def _look(self, fallen: "Fallen", read: DieReading | None, *, summed: bool) -> DieLook:
        shown = fallen.die.faces[0]
        code = str(fallen.number) if isinstance(shown, int) else fallen.die.faces[fallen.number - 1].code
        if read is None:
            return DieLook(code, fallen.die.group, tip=code)
        why = sentence(read.reason, self.tr)
        tip = self.tr("{face}: {why}").format(face=read.face, why=why)
        counts = read.role not in {Role.IDLE, Role.RETHROWN}
        return DieLook(code, fallen.die.group, _worth(read, summed=summed), tip, counts)


def _worth(read: DieReading, *, summed: bool) -> str:
    """Return what stands below a die: what it is worth, or takes; nothing where dice are summed and it shows that."""
    if read.role is Role.HURTS and not read.counts:
        return "−1"
    if read.role is Role.COUNTS and read.counts and not (summed and read.face == str(read.counts)):
        return f"+{read.counts}"
    return ""
