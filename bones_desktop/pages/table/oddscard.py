"""The exact chances of a roll of a smaller game, before it is made."""

from collections.abc import Mapping, Sequence
from math import lcm
from operator import attrgetter
from typing import Final

from PySide6.QtWidgets import QWidget

from bones_desktop.desk.table.opengame import OpenGame
from bones_desktop.rules.chances import Chance, Distribution
from bones_desktop.rules.games import JointOutcome, Odds
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.charts.chart import folded
from bones_desktop.widgets.choice.buttons import Chip
from bones_desktop.widgets.layouts import flow_row
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.scaled import set_lengths
from bones_desktop.widgets.text.labels import Card, NamedRows, plain_label
from bones_desktop.wording.chances import chance_text, percent, signed
from bones_desktop.wording.language import _

_MOST_OUTCOMES: Final = 7
"""Greatest number of columns: rare numbers at both ends share one."""
_RARE: Final = 200
"""Outcomes rarer than once in this many rolls are shown together."""


def is_number(id: str) -> bool:
    """Return whether an outcome is a number, or a number and above ("20+")."""
    return id.removeprefix("-").removesuffix("+").isdecimal()


def distribution_of(outcomes: Mapping[str, Chance]) -> Distribution:
    """Return the distribution of outcomes that are numbers."""
    chances = {int(id.removesuffix("+")): chance for id, chance in outcomes.items() if chance.num}
    # A common denominator keeps the chances exact.
    total, lowest = lcm(*(chance.den for chance in chances.values())), min(chances)
    weights = [0] * (max(chances) - lowest + 1)
    for number, chance in chances.items():
        weights[number - lowest] = chance.num * total // chance.den
    return Distribution(lowest, tuple(weights), total)


def numbers_of(outcomes: Mapping[str, Chance]) -> list[tuple[str, Chance]]:
    """Return numbers with their chances, lowest first, with rare ones at both ends combined."""
    found = distribution_of(outcomes)
    open_ = {each.removesuffix("+") for each in outcomes if each.endswith("+")}
    told = sum(weight * _RARE > found.total for weight in found.weights)
    columns = folded(found, min(_MOST_OUTCOMES, told + (told < len(found.weights))))
    return [(f"{each.label}+" if each.label in open_ else each.label, each.chance) for each in columns]


class OutcomeColumns(QWidget):
    """Columns for outcomes, side by side: each shows a chance, and below it the outcome."""

    def __init__(self, theme: Theme, outcomes: Sequence[tuple[str, str]], parent: QWidget) -> None:
        super().__init__(parent)
        flow = flow_row(self, theme=theme, gap=16)
        for chance, outcome in outcomes:
            cell = QWidget(self)
            number = plain_label(cell, chance, theme=theme, size=16, serif=True, bold=True)
            vbox(cell, number, plain_label(cell, outcome, "muted", theme=theme, size=12), margins=0, theme=theme, gap=0)
            set_lengths(theme, cell, least_width=52)
            flow.addWidget(cell)


class OddsCard(Card):
    """The exact chances that are not next to the Roll button: numbers, and outcomes that depend on one another."""

    def __init__(self, seat: OpenGame, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent, edges=(20, 12, 20, 14), gap=6)
        self._seat = seat
        self.title = self.heading(_("Chances"), size=16)
        self._rows = NamedRows(theme, 10)
        self._odds: Odds | None = None
        self._compared: Mapping[str, Mapping[str, Chance]] = {}
        self.together = Chip(theme, _("All together"), self)
        self.together.setToolTip(_("Chances of combined outcomes, where they depend on one another"))
        self.together.toggled.connect(self._show_again)
        self.column.addLayout(hbox(None, self.title, STRETCH, self.together, theme=theme, gap=8))
        self.column.addLayout(self._rows)

    def show_odds(self, odds: Odds | None, compared: Mapping[str, Mapping[str, Chance]]) -> None:
        """Show the chances, or nothing if there are none.

        `compared` holds the chance of success for other answers to a question, by the name of the question.
        """
        self._odds = odds
        self._compared = compared
        self._rows.clear()
        findings = odds.findings if odds is not None else {}
        for finding, outcomes in findings.items():
            if all(map(is_number, outcomes)):
                self._cells(self._seat.named(finding, "finding"), outcomes, numbers_of(outcomes))
        for name, chances in compared.items():
            self._cells(name, chances, list(chances.items()))
        # The strip already shows the combined outcomes of a single finding.
        joint = odds.joint if odds is not None and len(findings) > 1 else ()
        # Without other chances, the card would be empty until these are asked for.
        alone = not self._rows.count()
        self.together.setVisible(bool(joint) and not alone)
        self.setVisible(bool(joint) or not alone)
        if joint and (alone or self.together.isChecked()):
            likely = sorted(joint, key=attrgetter("chance.value"), reverse=True)
            self._rows.say(self, _("Together"), "\n".join(map(self._together, likely)))

    def _show_again(self) -> None:
        self.show_odds(self._odds, self._compared)

    def _cells(self, name: str, outcomes: Mapping[str, Chance], shown: Sequence[tuple[str, Chance]]) -> None:
        """Add a row of outcomes with their chances. The tooltip has them all exactly."""
        said = [(percent(chance), outcome) for outcome, chance in shown]
        cells = OutcomeColumns(self._theme, said, self)
        cells.setAccessibleName(
            " · ".join(_("{outcome}: {chance}").format(outcome=each, chance=chance) for chance, each in said)
        )
        exact = (f"{self._outcome(id)}: {chance_text(chance)}" for id, chance in outcomes.items())
        cells.setToolTip(plain_tip("\n".join(exact)))
        self._rows.put(self, name, cells)

    def _together(self, each: JointOutcome) -> str:
        named = ", ".join(
            _("{finding}: {outcome}").format(
                finding=self._seat.named(finding, "finding"), outcome=self._outcome(outcome)
            )
            for finding, outcome in each.outcomes.items()
        )
        return _("{outcomes} – {chance}").format(outcomes=named, chance=percent(each.chance))

    def _outcome(self, id: str) -> str:
        return signed(int(id)) if is_number(id) and not id.endswith("+") else self._seat.named(id, "outcome")
