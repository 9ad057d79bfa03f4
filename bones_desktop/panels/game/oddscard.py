"""The exact chances of a throw before it is thrown: every finding, what is likely together, other answers beside it."""

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from bones_desktop.panels.game.opengame import OpenGame
from bones_desktop.rules.chances import Chance
from bones_desktop.rules.games import JointOutcome, Odds
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, hbox
from bones_desktop.widgets.card import Card
from bones_desktop.widgets.choice.buttons import Chip
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.scaled import set_gaps, set_lengths
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.wording.chances import chance_text, percent

_BEST: Final = 3
"""So many of the likeliest outcomes stand in a line."""
_MOST_OUTCOMES: Final = 8
"""Of more outcomes of one finding, such as numbers of hits, the likeliest are said."""


def clear_rows(grid: QGridLayout) -> None:
    """Take everything out of a grid and delete it."""
    while (item := grid.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            widget.hide()
            widget.deleteLater()


class OddsCard(Card):
    """The exact chances of a throw: each finding with its outcomes, and what is likely together."""

    def __init__(self, seat: OpenGame, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent, edges=(20, 12, 20, 14), gap=6)
        self._seat = seat
        self.title = self.heading(self.tr("Chances"), size=16)
        self._grid = QGridLayout()
        self._grid.setColumnStretch(1, 1)
        set_gaps(theme, self._grid, grid=(16, 4))
        self._odds: Odds | None = None
        self._compared: Mapping[str, Odds] = {}
        self.together = Chip(theme, self.tr("All together"), self)
        self.together.setToolTip(self.tr("How likely outcomes are together that depend on one another"))
        self.together.toggled.connect(lambda _on: self.show_odds(self._odds, self._compared))
        self.column.addLayout(hbox(None, self.title, STRETCH, self.together, theme=theme, gap=8))
        self.column.addLayout(self._grid)

    def show_odds(self, odds: Odds | None, compared: Mapping[str, Odds] | None = None) -> None:
        """Show the chances; nothing where it cannot be thrown. `compared`: of other answers, by their words."""
        self._odds = odds
        self._compared = compared or {}
        clear_rows(self._grid)
        self.setVisible(odds is not None)
        if odds is None:
            return
        for row, (finding, outcomes) in enumerate(odds.findings.items()):
            said = self._said(outcomes)
            exact = "\n".join(f"{self._outcome(id)}: {chance_text(chance, self.tr)}" for id, chance in outcomes.items())
            self._row(row, self._seat.named(finding, "finding"), said, exact)
        rows = len(odds.findings)
        for row, (name, other) in enumerate(self._compared.items(), rows + 1):
            self._row(row, name, self._best(other), self._best(other))
        self.together.setVisible(bool(odds.joint))
        if odds.joint and self.together.isChecked():
            likely = sorted(odds.joint, key=lambda each: each.chance.num / each.chance.den, reverse=True)
            said = "\n".join(map(self._together, likely))
            self._row(len(odds.findings), self.tr("Together"), said, said)

    @property
    def brief(self) -> str:
        """The likeliest outcomes of the first finding in a line; "" where nothing can be thrown."""
        return self._best(self._odds) if self._odds is not None else ""

    def _best(self, odds: Odds) -> str:
        first = next(iter(odds.findings.values()), {})
        best = sorted(first.values(), key=lambda each: each.num / each.den, reverse=True)[:_BEST]
        return self._said({id: chance for id, chance in first.items() if len(first) <= _BEST + 1 or chance in best})

    def _said(self, outcomes: Mapping[str, Chance]) -> str:
        return " · ".join(
            self.tr("{outcome}: {chance}").format(outcome=self._outcome(id), chance=percent(chance, self.tr))
            for id, chance in self._shown(outcomes)
        )

    def _shown(self, outcomes: Mapping[str, Chance]) -> list[tuple[str, Chance]]:
        found = [(id, chance) for id, chance in outcomes.items() if chance.num]
        if len(found) <= _MOST_OUTCOMES:
            return found
        best = sorted(found, key=lambda each: each[1].num / each[1].den, reverse=True)[:_MOST_OUTCOMES]
        return [each for each in found if each in best]

    def _together(self, each: JointOutcome) -> str:
        named = ", ".join(
            self.tr("{finding}: {outcome}").format(
                finding=self._seat.named(finding, "finding"), outcome=self._outcome(outcome)
            )
            for finding, outcome in each.outcomes.items()
        )
        return self.tr("{outcomes} – {chance}").format(outcomes=named, chance=percent(each.chance, self.tr))

    def _outcome(self, id: str) -> str:
        return id if id.lstrip("-").isdecimal() else self._seat.named(id, "outcome")

    def _row(self, row: int, name: str, said: str, tip: str) -> None:
        title = plain_label(self, name, "muted")
        title.setAlignment(Qt.AlignmentFlag.AlignTop)
        words = plain_label(self, said, wrap=True)
        words.setToolTip(plain_tip(tip))
        set_lengths(self._theme, words, least_width=60)
        self._grid.addWidget(title, row, 0)
        self._grid.addWidget(words, row, 1)
