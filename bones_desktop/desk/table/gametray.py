"""The dice of a smaller game in a tray, with the effect of each, and the exact chances before they are rolled."""

import secrets
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm
from operator import attrgetter
from typing import Final

from PySide6.QtWidgets import QWidget

from bones_desktop.desk.table.opengame import GameTexts, OpenGame, dice_words
from bones_desktop.rules.chances import Chance, Distribution
from bones_desktop.rules.dice import Die, shown_code
from bones_desktop.rules.games import DieResult, JointOutcome, Odds
from bones_desktop.rules.reading import Reading, Role
from bones_desktop.storage.files.locations import shipped
from bones_desktop.theme.theme import Theme
from bones_desktop.tray.contents import TrayDie
from bones_desktop.tray.motion import BakedThrows
from bones_desktop.tray.traywidget import TrayWidget
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.charts.chart import folded
from bones_desktop.widgets.choice.buttons import Chip
from bones_desktop.widgets.layouts import flow_row
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.scaled import set_lengths
from bones_desktop.widgets.text.labels import Card, NamedRows, plain_label
from bones_desktop.wording.chances import chance_text, percent, signed
from bones_desktop.wording.language import _

_BEST: Final = 3
"""Number of the likeliest outcomes named in one line."""
_MOST_OUTCOMES: Final = 7
"""Greatest number of outcomes shown: the likeliest ones, or the middle ones if outcomes are numbers."""
_RARE: Final = 200
"""Outcomes rarer than once in this many rolls are shown together."""


def _is_number(id: str) -> bool:
    return id.removeprefix("-").removesuffix("+").isdecimal()


def _numbers(outcomes: Mapping[str, Chance]) -> list[tuple[str, Chance]]:
    """Return numbers with their chances, lowest first, with rare ones at both ends combined."""
    chances = {int(id.removesuffix("+")): chance for id, chance in outcomes.items() if chance.num}
    # A common denominator keeps the chances exact.
    total, lowest = lcm(*(chance.den for chance in chances.values())), min(chances)
    weights = [0] * (max(chances) - lowest + 1)
    for number, chance in chances.items():
        weights[number - lowest] = chance.num * total // chance.den
    open_ = {each.removesuffix("+") for each in outcomes if each.endswith("+")}
    told = sum(weight * _RARE > total for weight in weights)
    columns = folded(Distribution(lowest, tuple(weights), total), min(_MOST_OUTCOMES, told + (told < len(weights))))
    return [(f"{each.label}+" if each.label in open_ else each.label, each.chance) for each in columns]


def _chance_of(outcome: tuple[str, Chance]) -> float:
    return outcome[1].value


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
    """The exact chances of a roll: each finding with its outcomes, and outcomes that depend on one another."""

    def __init__(self, seat: OpenGame, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent, edges=(20, 12, 20, 14), gap=6)
        self._seat = seat
        self.title = self.heading(_("Chances"), size=16)
        self._rows = NamedRows(theme, 10)
        self._odds: Odds | None = None
        self._compared: Mapping[str, Odds] = {}
        self.together = Chip(theme, _("All together"), self)
        self.together.setToolTip(_("Chances of combined outcomes, where they depend on one another"))
        self.together.toggled.connect(self._show_again)
        self.column.addLayout(hbox(None, self.title, STRETCH, self.together, theme=theme, gap=8))
        self.column.addLayout(self._rows)

    def show_odds(self, odds: Odds | None, compared: Mapping[str, Odds] | None = None) -> None:
        """Show the chances, or nothing if the roll is not possible.

        `compared` holds the chances with other answers, by the text of the answer.
        """
        self._odds = odds
        self._compared = compared or {}
        self._rows.clear()
        self.setVisible(odds is not None)
        if odds is None:
            return
        for finding, outcomes in odds.findings.items():
            exact = "\n".join(f"{self._outcome(id)}: {chance_text(chance)}" for id, chance in outcomes.items())
            self._cells(self._seat.named(finding, "finding"), outcomes, exact)
        self.together.setVisible(bool(odds.joint))
        if odds.joint and self.together.isChecked():
            likely = sorted(odds.joint, key=attrgetter("chance.value"), reverse=True)
            said = "\n".join(map(self._together, likely))
            self._rows.say(self, _("Together"), said)
        for name, other in self._compared.items():
            self._cells(name, self._likeliest(other), self._best(other))

    def _show_again(self) -> None:
        self.show_odds(self._odds, self._compared)

    @property
    def brief(self) -> str:
        """The likeliest outcomes of the first finding in one line; "" if no roll is possible."""
        if self._odds is None:
            return ""
        finding, outcomes = next(iter(self._odds.findings.items()), ("", {}))
        if "yes" in outcomes:  # the name of the finding describes the outcome
            said = _("{finding}: {outcome}")
            name = self._seat.named(finding, "finding")
            return said.format(finding=name, outcome=percent(outcomes["yes"]))
        return self._best(self._odds)

    def _best(self, odds: Odds) -> str:
        return self._said(self._likeliest(odds))

    @staticmethod
    def _likeliest(odds: Odds) -> dict[str, Chance]:
        """Return the likeliest outcomes of the first finding."""
        first = next(iter(odds.findings.values()), {})
        best = sorted(first.values(), key=attrgetter("value"), reverse=True)[:_BEST]
        return {id: chance for id, chance in first.items() if len(first) <= _BEST + 1 or chance in best}

    def _said(self, outcomes: Mapping[str, Chance]) -> str:
        said = (
            _("{outcome}: {chance}").format(outcome=self._outcome(id), chance=percent(chance))
            for id, chance in outcomes.items()
            if chance.num
        )
        return " · ".join(each.replace(" ", "\N{NO-BREAK SPACE}") for each in said)

    def _cells(self, name: str, outcomes: Mapping[str, Chance], tip: str) -> None:
        """Add a row of outcomes with their chances."""
        shown = _numbers(outcomes) if all(map(_is_number, outcomes)) else self._likely(outcomes)
        said = [(percent(chance), outcome) for outcome, chance in shown]
        cells = OutcomeColumns(self._theme, said, self)
        cells.setAccessibleName(
            " · ".join(_("{outcome}: {chance}").format(outcome=each, chance=chance) for chance, each in said)
        )
        cells.setToolTip(plain_tip(tip))
        self._rows.put(self, name, cells)

    def _likely(self, outcomes: Mapping[str, Chance]) -> list[tuple[str, Chance]]:
        """Return the names of outcomes with their chances. The rarest are combined."""
        found = [(id, chance) for id, chance in outcomes.items() if chance.num]
        best = sorted(found, key=_chance_of, reverse=True)[:_MOST_OUTCOMES]
        likely = [each for each in best if len(found) <= _BEST or each[1].num * _RARE > each[1].den]
        shown = [(self._outcome(id), chance) for id, chance in found if (id, chance) in likely]
        rest = sum((Fraction(*each[1]) for each in found if each not in likely), Fraction())
        return [*shown, (_("others"), Chance(rest.numerator, rest.denominator))] if rest else shown

    def _together(self, each: JointOutcome) -> str:
        named = ", ".join(
            _("{finding}: {outcome}").format(
                finding=self._seat.named(finding, "finding"), outcome=self._outcome(outcome)
            )
            for finding, outcome in each.outcomes.items()
        )
        return _("{outcomes} – {chance}").format(outcomes=named, chance=percent(each.chance))

    def _outcome(self, id: str) -> str:
        return signed(int(id)) if _is_number(id) and not id.endswith("+") else self._seat.named(id, "outcome")


class GameTray(TrayWidget):
    """The dice of a game. They move at the speed chosen in the settings.

    When a group has stopped, its name is shown below it.
    """

    def __init__(self, seat: GameTexts, theme: Theme, parent: QWidget | None = None, *, on_card: bool = False) -> None:
        """`on_card` is True for a tray on a card, and False for one directly on the page."""
        super().__init__(theme, BakedThrows(shipped("resources") / "throws"), parent)
        if on_card:
            self.stage.set_ground("surface")
        self._seat = seat
        self._replaced: dict[int, int] = {}
        # The earlier face is shown beside a die only at rest, because it would disturb the animation.
        self.settled.connect(self._show_replaced)

    def _show_replaced(self) -> None:
        self.show_before(self._replaced)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The number that each die shows or will show at rest, 0 for one that waits to be rolled."""
        dice = zip(self.contents.dice, self.shown, strict=True)
        return tuple(int(die.names[index]) if self.contents.thrown else 0 for die, index in dice)

    def wait_for(self, dice: Sequence[Die[int]]) -> None:
        """Show dice that wait to be rolled."""
        waiting = tuple(map(self._tray_die, dice))
        if self.contents.thrown or waiting != self.contents.dice:
            self._replaced = {}
            self.show_still(waiting)
            self.mark([Role.IDLE] * len(waiting))  # dimmed: their faces were not rolled
            words = {group: dice_words(tuple(die for die in dice if die.group == group)) for group in _groups(waiting)}
            self.set_names({group: f"{self._seat.named(group, 'group')} {each}" for group, each in words.items()})

    def lay(self, fallen: Sequence[DieResult]) -> None:
        """Place the dice as they fell unless they already lie that way."""
        dice, indices, replaced = self._as_they_lie(fallen)
        if not self.contents.thrown or (dice, indices) != (self.contents.dice, self.contents.indices):
            self._replaced = replaced
            self.show_still(dice, indices)
            self.show_before(replaced)
            self._name_groups()

    def fall(self, fallen: Sequence[DieResult], *, by_hand: bool) -> None:
        """Let the dice of the last wave fall beside those of earlier waves. `settled` is emitted afterwards.

        Re-rolled dice hop where they lie, with their earlier face beside them. Real dice are shown at rest immediately.
        """
        speed, gather = self._seat.pace()
        self.set_speed(speed)
        self.set_gather(gather)
        dice, indices, self._replaced = self._as_they_lie(fallen)
        # Only the dice of the last wave move. The others were seen already.
        last = max((each.wave for each in fallen), default=0)
        new = [at for at, place in enumerate(lying(fallen)[0]) if fallen[place].wave == last]
        if by_hand:
            self.show_thrown(dice, indices)
            self.settled.emit()
        elif not last or not self.contents.thrown:
            self.throw(dice, indices, secrets.randbits(32))
        else:
            if dice != self.contents.dice:
                self.show_still(dice, indices)
            self.rethrow(new, indices, secrets.randbits(32), toss=self._replaced.keys() >= set(new))
        self._name_groups()

    def read(self, fallen: Sequence[DieResult], reading: Reading | None) -> None:
        """Mark the effect of each die, with the reason in its call-out; nothing without a reading."""
        parts = {part.die: part for part in reading.dice} if reading is not None else {}
        did = [parts[place] for place in lying(fallen)[0] if place in parts]
        if len(did) == len(self.contents.dice):
            self.mark([part.role for part in did])
            self.explain([self._seat.said(part.reason) for part in did])

    def _as_they_lie(self, fallen: Sequence[DieResult]) -> tuple[tuple[TrayDie, ...], tuple[int, ...], dict[int, int]]:
        places, before = lying(fallen)
        lie = [fallen[place] for place in places]
        return tuple(self._tray_die(each.die) for each in lie), tuple(map(_index, lie)), before

    def _name_groups(self) -> None:
        self.set_names({group: self._seat.named(group, "group") for group in _groups(self.contents.dice)})

    def _tray_die(self, die: Die[int]) -> TrayDie:
        codes = tuple(shown_code(die, index) for index in range(len(die.faces)))
        label = f"{self._seat.named(die.group, 'group')} {die.label}".strip()
        return TrayDie(codes, die.group, label, tuple(map(str, die.faces)))


def lying(fallen: Sequence[DieResult]) -> tuple[list[int], dict[int, int]]:
    """Return the indexes in a roll of the dice at rest, and the earlier faces of re-rolled ones.

    Each earlier face is the index of a face, by the place of its die among the dice at rest.
    """
    found: list[int] = []
    before: dict[int, int] = {}
    for place, each in enumerate(fallen):
        again = (
            at
            for at, other in enumerate(fallen[k] for k in found)
            if not other.counts and other.wave < each.wave and other.die == each.die
        )
        at = next(again, None)
        if at is None:
            found.append(place)
        else:
            before[at] = _index(fallen[found[at]])
            found[at] = place
    return found, before


def _groups(dice: Sequence[TrayDie]) -> list[str]:
    return list(dict.fromkeys(die.group for die in dice if die.group))


def _index(fallen: DieResult) -> int:
    return fallen.die.faces.index(fallen.number)
