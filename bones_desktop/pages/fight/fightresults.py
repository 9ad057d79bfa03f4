"""The odds of a fight and of one round: their calculation, their charts, and their text."""

from collections.abc import Callable, Iterator
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QWidget

from bones_desktop.rules.bones.book.attempts import CHARACTER
from bones_desktop.rules.bones.book.rulebook import HouseRules, Rulebook
from bones_desktop.rules.bones.fight.combat import Combatant
from bones_desktop.rules.bones.fight.fights import FightOdds, FightSide, StoppedError, careful, solve
from bones_desktop.rules.bones.fight.rounds import RoundOdds, round_odds
from bones_desktop.rules.chances import Chance
from bones_desktop.rules.reasons import Reason, RulesError, reason
from bones_desktop.rules.records import Record, replace
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.charts.chart import Chart, Fill, Share, paint_fill, paint_shares
from bones_desktop.widgets.charts.jointdamagechart import JointDamageChart
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_lengths
from bones_desktop.widgets.text.labels import ElidedLabel, plain_label
from bones_desktop.wording.chances import chance_text, mean_count, percent
from bones_desktop.wording.language import _
from bones_desktop.wording.reasons import sentence


class FightQuestion(Record):
    """Two fighters, the rules of their fight, and the side that declares first."""

    rulebook: Rulebook
    house_rules: HouseRules
    a: Combatant
    b: Combatant
    first: FightSide


class FightAnswers(Record):
    """The answers known so far; None for an answer that is not known yet."""

    round: RoundOdds | None = None
    odds: FightOdds | None = None
    """The quick answer, later the exact one."""
    careful: FightOdds | None = None
    """The outcome when both sides follow a rule of thumb."""
    refused: Reason | None = None
    """The reason why the outcome cannot be calculated, or not exactly."""

    @property
    def by_rule_of_thumb(self) -> bool:
        """True if only the rule-of-thumb answer exists, because the fight is too large for the full calculation."""
        return self.odds is None and self.careful is not None and self.refused is not None


def reckon(fight: FightQuestion, keep_on: Callable[[], bool]) -> Iterator[FightAnswers]:
    """Yield the answers known so far, each time that another answer is calculated.

    Stop early when `keep_on` returns False.
    """
    # Equipment dice alone cannot lose a fight, because only dice of the character are lost.
    if not all(any(die.group == CHARACTER for die in side.dice) for side in (fight.a, fight.b)):
        yield FightAnswers(refused=reason("fight-without-dice", "CMB-14"))
        return
    known = FightAnswers()
    try:
        for known in _known(fight, keep_on):
            yield known
            if not keep_on():
                return
    except StoppedError:
        return


def _known(fight: FightQuestion, keep_on: Callable[[], bool]) -> Iterator[FightAnswers]:
    given = fight.rulebook, fight.house_rules, fight.a, fight.b
    # Quick answers come first, so that the user can read them while slow ones are calculated.
    known = FightAnswers(round=round_odds(*given))
    yield known
    try:
        known = replace(known, odds=solve(*given, first=fight.first, keep_on=keep_on, best_losses=False).odds)
    # The fight is too large even for the quick calculation, but the rule of thumb below still works.
    except RulesError as error:
        known = replace(known, refused=error.reason)
    yield known
    known = replace(known, careful=careful(*given, keep_on=keep_on))
    yield known
    if known.odds is not None:
        try:
            known = replace(known, odds=solve(*given, first=fight.first, keep_on=keep_on).odds)
        except RulesError as error:
            known = replace(known, refused=error.reason)
        yield known


_MARGIN: Final = 6
_NUMBER: Final = 34
_CAPTION: Final = 18
_BAR: Final = 28
_SAMPLE: Final = 12


class OutcomeBar(Guarded, Chart):
    """Chances of win, draw and loss above a bar in three fills. Rough chances are marked with "~"."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "", parent)
        self.chances: tuple[Chance, Chance, Chance] | None = None
        self._rough = False
        self.setAccessibleName(_("Possible outcomes of the fight"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_outcome(self, chances: tuple[Chance, Chance, Chance] | None, *, rough: bool = False) -> None:
        """Show the three chances, or an empty bar; `rough` marks them as an estimate."""
        # The description is set only if it changed, because a screen reader reads it each time.
        if (chances, rough) == (self.chances, self._rough):
            return
        self.chances, self._rough = chances, rough
        self.setAccessibleDescription(self.as_text())
        self.setToolTip(plain_tip(self.as_text()))
        self.update()

    def as_text(self) -> str:
        """Return a line for each outcome."""
        lines = [
            _("{end}: {chance}").format(end=end, chance=chance_text(chance))
            for end, chance in zip(self._ends(), self.chances or (), strict=False)
        ]
        return "\n".join([_("Approximately:"), *lines] if lines and self._rough else lines)

    def sizeHint(self) -> QSize:
        """Return the preferred width and the fixed height."""
        return QSize(self._theme.px(420), self._height())

    def minimumSizeHint(self) -> QSize:
        """Return the smallest width for the three numbers, and the fixed height."""
        return QSize(self._theme.px(300), self._height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the numbers, their captions, and the bar."""
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        gap = theme.px(_MARGIN)
        room = QRectF(self.rect()).adjusted(gap, gap, -gap, -gap)
        bar = QRectF(room.left() + 0.5, room.bottom() - theme.px(_BAR) - 0.5, room.width() - 1, theme.px(_BAR))
        # One part is hatched between two filled ones, so that the parts differ without colours.
        fills = (Fill.SUCCESS, Fill.TIE, Fill.FAILURE)
        if self.chances is not None:
            shares = [Share(chance.value, fill) for chance, fill in zip(self.chances, fills, strict=True)]
            paint_shares(painter, bar, theme, shares)
            sides = (Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignHCenter, Qt.AlignmentFlag.AlignRight)
            for end, chance, fill, side in zip(self._ends(), self.chances, fills, sides, strict=True):
                self._paint_end(painter, room, (end, chance, fill), side)
        else:
            paint_shares(painter, bar, theme, ())
        painter.end()

    def _paint_end(
        self, painter: QPainter, room: QRectF, end: tuple[str, Chance, Fill], side: Qt.AlignmentFlag
    ) -> None:
        theme = self._theme
        name, chance, fill = end
        number = percent(chance)
        # Chances of 0 and 100 percent are certain even in an estimate.
        if self._rough and 0 < chance.num < chance.den:
            number = _("~ {chance}").format(chance=number)
        painter.setFont(theme.font("serif", 28, bold=True))
        painter.setPen(theme.color("text"))
        top = QRectF(room.left(), room.top(), room.width(), theme.px(_NUMBER))
        painter.drawText(top, side | Qt.AlignmentFlag.AlignVCenter, number)
        painter.setFont(theme.font("sans", 14))
        sample, gap = theme.px(_SAMPLE), theme.px(6)
        width = sample + gap + painter.fontMetrics().horizontalAdvance(name)
        free = room.width() - width
        part = {Qt.AlignmentFlag.AlignLeft: 0.0, Qt.AlignmentFlag.AlignHCenter: free / 2}.get(side, free)
        below = QRectF(room.left() + part, top.bottom(), width, theme.px(_CAPTION))
        square = QRectF(below.left() + 0.5, below.center().y() - sample / 2, sample - 1, sample - 1)
        paint_fill(painter, square, theme, fill)
        painter.setPen(QPen(theme.color("edge"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(square)
        painter.setPen(theme.color("muted"))
        painter.drawText(below.adjusted(sample + gap, 0, gap, 0), Qt.AlignmentFlag.AlignVCenter, name)

    def _ends(self) -> tuple[str, str, str]:
        return _("Win"), _("Draw"), _("Loss")

    def _height(self) -> int:
        return self._theme.px(_NUMBER + _CAPTION + _BAR + 2 * _MARGIN + 8)


_LEAST_CHART: Final = 180
_FOOT: Final = 38
"""Smallest heights at 100 % text size.

The foot keeps the height of its buttons even while the buttons are hidden.
"""


class FightResults(QWidget):
    """Shows all odds of the fight that are known so far."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._names = ("", "")
        self.answers = FightAnswers()
        self._whole = ElidedLabel(self, theme=theme, size=16, serif=True, bold=True)
        self._one = ElidedLabel(self, theme=theme, size=16, serif=True, bold=True)
        self._one.set_full_text(_("One round"))
        self.status = _words(self, "muted")
        self.cancel = push_button(self, _("C&ancel"), tip=_("Stop calculating; the results so far stay"))
        self.again = push_button(self)
        self.bar = OutcomeBar(theme, self)
        self.basis = _words(self, "muted")
        self.left = _words(self)
        self.careful = _words(self, "muted")
        self.refused = _words(self)
        self.notes = _words(self, "muted")
        self.chart = JointDamageChart(theme, self)
        self._lay_out()
        theme.changed.connect(self._fit_chart)
        self._fit_chart()
        self.show_nothing("")

    def set_names(self, a: str, b: str) -> None:
        """Set the names of the sides."""
        if (a, b) != self._names:
            self._names = (a, b)
            self._show()

    def show_nothing(self, why: str) -> None:
        """Show no odds. `why` is the reason in words."""
        self.answers = FightAnswers()
        self._show()
        self._say("")
        self._set(self.left, why)
        self.bar.setVisible(not why)

    def show_work(self) -> None:
        """Show that the visible answers are being replaced."""
        self._say(_("Calculating…"), cancel=True)

    def forget(self) -> None:
        """Clear the answers to the previous fight."""
        self.answers = FightAnswers()
        self._show()

    def show_answers(self, answers: FightAnswers) -> None:
        """Show the answers known so far. More will follow."""
        self.answers = answers
        self._show()
        if answers.by_rule_of_thumb:
            self._say("")  # the text above the bar says that the odds are by rule of thumb
        elif answers.odds is None and answers.refused is not None:
            self._say(_("Trying a rule of thumb instead…"), cancel=True)
        elif answers.odds is None:
            self.show_work()
        elif answers.odds.exact:
            self._say(_("Exact"))
        elif answers.refused is None:
            self._say(_("Approximate. Calculating the exact odds…"), cancel=True)

    def show_end(self, *, called_off: bool = False, failed: bool = False) -> None:
        """Say how exact the answers shown are. No more answers will come."""
        odds = self.answers.odds
        if odds is not None and odds.exact:
            self._say(_("Exact"))
        elif failed:
            self._say(_("The odds could not be calculated."))
        elif called_off and not self.answers.by_rule_of_thumb:
            self._say(_("Approximate") if odds else _("Not calculated"), again=True)
        else:
            self._say(_("Approximate") if odds else "")

    def as_text(self) -> str:
        """Return everything shown as lines of text."""
        parts = (
            self._whole.full_text,
            self.basis.text(),
            self._outcome_text(),
            self.left.text(),
            self.careful.text(),
            self.refused.text(),
            self.notes.text(),
            "" if self.answers.round is None else f"\n{self._one.full_text}",
            "" if self.answers.round is None else self.chart.as_text(),
        )
        return "\n".join(part for part in parts if part)

    def _show(self) -> None:
        known = self.answers
        a, b = self._names
        self._whole.set_full_text(_("The whole fight, for {name}").format(name=a))
        best = known.odds or known.careful
        chances = (best.win, best.draw, best.loss) if best is not None else None
        self.bar.show_outcome(chances, rough=known.odds is not None and not known.odds.exact)
        self.bar.setVisible(best is not None or known.refused is None)
        self._set(self.basis, _("By rule of thumb, not by best play") if known.by_rule_of_thumb else "")
        self._set(self.left, "" if best is None else self._left_text(best))
        # If the rule of thumb is the only answer, it is shown large and not repeated here.
        careful = ""
        if known.careful is not None and not known.by_rule_of_thumb:
            careful = _("When both fight by rule of thumb, {name} wins: {chance}").format(
                name=a, chance=percent(known.careful.win)
            )
        self._set(self.careful, careful)
        self._set(self.refused, "" if known.refused is None else sentence(known.refused))
        notes = () if best is None else best.left_out
        self._set(self.notes, "\n".join(sentence(note) for note in notes))
        if known.round is None:
            self.chart.clear()
        else:
            does = _("{name} does")
            self.chart.show_damage(known.round.damage, dealt=does.format(name=a), taken=does.format(name=b))
        self._fit_chart()

    def _outcome_text(self) -> str:
        odds = self.answers.odds or self.answers.careful
        if odds is None:
            return ""
        a, b = self._names
        about = _("{chance}") if odds.exact or self.answers.by_rule_of_thumb else _("about {chance}")
        rows = (
            (_("{name} wins").format(name=a), odds.win),
            (_("Nobody wins"), odds.draw),
            (_("{name} wins").format(name=b), odds.loss),
        )
        return "\n".join(f"{what}: {about.format(chance=percent(chance, 1))}" for what, chance in rows)

    def _left_text(self, odds: FightOdds) -> str:
        a, b = self._names
        return _("Dice left on average: {a} {left_a}, {b} {left_b}.").format(
            a=a, b=b, left_a=mean_count(odds.left_a), left_b=mean_count(odds.left_b)
        )

    def _say(self, text: str, *, cancel: bool = False, again: bool = False) -> None:
        self.status.setText(text)
        self.cancel.setVisible(cancel)
        self.again.setVisible(again)
        thumb = self.answers.odds is None and self.answers.refused is not None
        self.again.setText(_("&Try the rule of thumb") if thumb else _("&Calculate"))
        self.again.setToolTip(
            _("Calculate how the fight ends if both sides follow it")
            if thumb
            else _("Continue until the odds are exact")
        )

    @staticmethod
    def _set(label: QLabel, text: str) -> None:
        label.setText(text)
        label.setVisible(bool(text))

    def _lay_out(self) -> None:
        for label in (self.basis, self.careful):
            label.setToolTip(
                _(
                    "Both sides try to win each exchange by the widest margin, never trade attacks without a gain, and "
                    "lose their weakest dice first, whatever the state of the fight."
                )
            )
        fight, one = QFrame(self), QFrame(self)
        foot = QWidget(fight)
        set_lengths(self._theme, foot, least_height=_FOOT)
        hbox(foot, (self.status, 1), self.cancel, self.again, margins=0)
        words = (self._whole, self.basis, self.bar, self.left, self.careful, self.refused, self.notes)
        self.chart.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        for card, parts in ((fight, (*words, STRETCH, foot)), (one, (self._one, (self.chart, 1)))):
            card.setProperty("kind", "card")
            vbox(card, *parts, theme=self._theme, gap=8, edges=(16, 12, 16, 12))
        hbox(self, (fight, 1), (one, 1), margins=0, theme=self._theme, gap=12)

    def _fit_chart(self) -> None:
        """Give the chart all remaining room, but do not let the chart require more height than it needs."""
        self.chart.setMinimumHeight(max(self._theme.px(_LEAST_CHART), self.chart.minimumSizeHint().height()))


def _words(parent: QWidget, role: str = "") -> QLabel:
    label = plain_label(parent, role=role, wrap=True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label
