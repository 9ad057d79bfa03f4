"""The Table page: the tray, the character's dice below it, and beside them task, reading and log."""

import secrets
from collections.abc import Callable, Mapping
from datetime import datetime
from random import Random

from PySide6.QtCore import QByteArray, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QWidget

from bones_desktop.document.document import Change, CharacterDocument
from bones_desktop.panels.injuries.injuriespanel import InjuriesPanel
from bones_desktop.panels.table.logview import LogView
from bones_desktop.panels.table.readingview import Act, ReadingView
from bones_desktop.panels.table.taskstrip import TaskStrip
from bones_desktop.panels.tray.playback import Speed
from bones_desktop.panels.tray.throwfile import BakedThrows
from bones_desktop.panels.tray.traydie import TrayDie
from bones_desktop.panels.tray.traywidget import TrayWidget
from bones_desktop.rules.bones.icons import Face
from bones_desktop.rules.bones.notation import face_name
from bones_desktop.rules.bones.rulebook import Rulebook
from bones_desktop.rules.bones.spiffs import REROLL, price
from bones_desktop.rules.dice import Die
from bones_desktop.storage.locations import shipped
from bones_desktop.storage.rolllog import RollLog
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import guarded
from bones_desktop.window.frames import column, padded
from bones_desktop.window.tableplay import Played, Proposal, TablePlay
from bones_desktop.wording.chances import percent
from bones_desktop.wording.table import spiff_count

_SPEEDS: Mapping[str, Speed] = {"normal": "normal", "quick": "quick", "off": "off"}


ROOM_FOR_LOG = 560
"""Least height of the page, before the text size, at which the last throws are shown."""


class TablePage(QWidget):
    """Joins what is seen to the throw that was decided. Keys: Space, digits, I and H."""

    refused = Signal(object)
    """A Reason."""
    trouble = Signal(object)
    """A FileProblem: the throw is shown but not kept."""

    def __init__(
        self,
        document: CharacterDocument,
        theme: Theme,
        log: RollLog | None,
        clock: Callable[[], datetime],
        parent: QWidget | None = None,
        rng: Random | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._theme = theme
        self.play = TablePlay(document, log, clock, rng, self)
        self.tray = TrayWidget(theme, BakedThrows(shipped("resources") / "throws"), self)
        self.injuries = InjuriesPanel(document, theme, self)
        self.strip = TaskStrip(theme, document.rulebook, self)
        self.reading = ReadingView(theme, self)
        self.log = LogView(theme, log, document.rulebook, self)
        self._odds_due = True
        self._lay_out()
        self._connect()
        self.setFocusProxy(self.tray)
        self.strip.show_character(document.character)
        self._new_task()

    def set_rulebook(self, rulebook: Rulebook) -> None:
        """Read icons and dice by another rulebook: packs came or went."""
        self.strip.set_rulebook(rulebook)
        self.log.set_rulebook(rulebook)

    def throw(self) -> None:
        """Throw for the task chosen; while dice are in motion, show the result at once instead."""
        if self.play.pending:
            self.tray.skip()
            return
        self.play.throw(self.strip.task, self.strip.items)

    def injure(self) -> None:
        """Lose the chosen die."""
        self.injuries.injure()

    def heal(self) -> None:
        """Heal one die."""
        self.injuries.heal()

    def set_speed(self, speed: str) -> None:
        """Set how fast dice move: "normal", "quick" or "off"; anything else means "normal"."""
        self.tray.set_speed(_SPEEDS.get(speed, "normal"))
        self.strip.set_animated(speed != "off")

    def layout_state(self) -> dict[str, bytes]:
        """Return how the page is divided."""
        return {name: bytes(splitter.saveState().data()) for name, splitter in self._splitters.items()}

    def restore_layout(self, parts: Mapping[str, bytes]) -> None:
        """Divide the page as it was; what does not fit is passed over."""
        for name, splitter in self._splitters.items():
            if name in parts:
                splitter.restoreState(QByteArray(parts[name]))

    def shutdown(self) -> None:
        """Stop what moves; a throw in flight is in the log already."""
        self.tray.skip()
        self.strip.shutdown()

    @guarded(None)
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 (Qt's name)
        """Leave the room to the reading where there is too little for the last throws as well."""
        super().resizeEvent(event)
        self._log_frame.setVisible(self.height() >= self._theme.px(ROOM_FOR_LOG))

    @guarded(None)
    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 (Qt's name)
        """Catch up with the chances that changed while the page was hidden."""
        super().showEvent(event)
        if self._odds_due:
            self._show_odds()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 (Qt's name)
        """Throw, choose a die, lose or heal one."""
        key, plain = event.key(), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if plain:
            super().keyPressEvent(event)
        elif key == Qt.Key.Key_Space:
            if not event.isAutoRepeat():
                self.throw()
        elif Qt.Key.Key_0 <= key <= Qt.Key.Key_9:
            number = key - Qt.Key.Key_0
            self.injuries.choose((number or 10) - 1)
        elif key == Qt.Key.Key_I:
            self.injure()
        elif key == Qt.Key.Key_H:
            self.heal()
        else:
            super().keyPressEvent(event)

    def _connect(self) -> None:
        self.strip.throw_asked.connect(self.throw)
        self.strip.changed.connect(self._new_task)
        for panel in (self.strip, self.injuries):
            panel.done.connect(self.tray.setFocus)
        self.play.thrown.connect(self._thrown)
        self.play.settled.connect(self._settled)
        self.play.refused.connect(self.refused)
        self.play.trouble.connect(self.trouble)
        self.injuries.refused.connect(self.refused)
        self.injuries.chosen.connect(self._die_chosen)
        self.tray.settled.connect(self.play.settle)
        self.tray.hovered.connect(self.reading.point_at)
        self.tray.clicked.connect(self._tray_clicked)
        self.reading.pointed.connect(self.tray.point_at)
        self._document.changed.connect(self._changed)

    def _thrown(self, played: Played) -> None:
        self.strip.used()
        self.strip.show_moving(True)
        self.reading.wait(played.title)
        dice = self._tray_dice(played.throw.dice)
        self.tray.throw(dice, played.throw.indices, secrets.randbits(32))

    def _settled(self, played: Played) -> None:
        self.strip.show_moving(False)
        self.log.add(played.entry)
        self._show_reading(played)

    def _show_reading(self, played: Played) -> None:
        roles = self.play.roles()
        self.tray.mark(roles)
        codes = [face.code for face in played.throw.faces]
        self.reading.show_reading(played.reading, played.title, codes, roles)
        proposal = self.play.proposal()
        self.reading.set_acts([] if proposal is None else [self._act(proposal)])
        self.reading.set_advice(self._advice(played))

    def _act(self, proposal: Proposal) -> Act:
        one = self.tr("{cause} takes die {n}: lose it")
        words = one if len(proposal.dice) == 1 else self.tr("{cause} takes dice {n}: lose them")
        numbers = ", ".join(str(die + 1) for die in proposal.dice)
        text = words.format(cause=proposal.cause or self.tr("Damage"), n=numbers)
        tip = self.tr("Another die that counted may be given instead: choose it below and lose it (I)")
        return Act(text, lambda: self.play.take(proposal), tip)

    def _advice(self, played: Played) -> str:
        best = self.play.best_reroll()
        if best is None:
            return ""
        die = played.throw.dice[best.die]
        name = die.label
        if best.die < len(played.owners):
            name = self.tr("Die {n}").format(n=played.owners[best.die] + 1)
        cost = spiff_count(price(self._document.rulebook, REROLL), self.tr)
        return self.tr("{die} again: {chance} ({cost})").format(
            die=name, chance=percent(best.success, self.tr), cost=cost
        )

    def _changed(self, change: Change) -> None:
        self.strip.show_character(change.after)
        self._show_odds()
        played = self.play.played
        if change.name and played is not None and self.play.stands():
            if not self.play.pending:
                self._show_reading(played)
            return
        if played is not None and self.play.pending:
            self.log.add(played.entry)
        self.play.clear()
        self.strip.show_moving(False)
        self.reading.clear()
        self._show_hand()

    def _show_odds(self) -> None:
        """Tell whether the task may be attempted and how likely it is; the odds wait until the page is seen."""
        task = self.strip.task
        self.strip.show_eligibility(self.play.eligibility(task))
        self._odds_due = not self.isVisible()
        if not self._odds_due:
            prospect = self.play.prospect(task, self.strip.items)
            self.strip.show_chance(prospect.odds, prospect.with_bought)

    def _new_task(self) -> None:
        self._show_odds()
        if self.play.played is None:
            self._show_hand()

    def _show_hand(self) -> None:
        """Lay the dice that would be thrown still in the tray."""
        hand = self.play.pool(self.strip.items) if self._document.character.available() else ()
        self.tray.show_still(self._tray_dice(hand))

    def _tray_dice(self, dice: tuple[Die[Face], ...]) -> list[TrayDie]:
        rulebook = self._document.rulebook
        return [
            TrayDie(
                tuple(face.code for face in die.faces),
                die.group,
                die.label,
                tuple(face_name(rulebook, face) for face in die.faces),
            )
            for die in dice
        ]

    def _owners(self) -> tuple[int, ...]:
        played = self.play.played
        return played.owners if played is not None else self._document.character.available()

    def _tray_clicked(self, place: int) -> None:
        self.reading.point_at(place)
        owners = self._owners()
        if place < len(owners):
            self.injuries.choose(owners[place])

    def _die_chosen(self, die: int) -> None:
        owners = self._owners()
        self.tray.point_at(owners.index(die) if die in owners else -1)

    def _lay_out(self) -> None:
        theme = self._theme
        left = column(self.tray, padded(self.injuries, theme), growing=self.tray)
        told = QSplitter(Qt.Orientation.Vertical, self)
        told.addWidget(padded(self.reading, theme))
        self._log_frame = padded(self.log, theme)
        told.addWidget(self._log_frame)
        told.setStretchFactor(0, 3)
        told.setStretchFactor(1, 2)
        told.setSizes([300, 200])
        columns = QSplitter(Qt.Orientation.Horizontal, self)
        columns.addWidget(left)
        columns.addWidget(column(padded(self.strip, theme), told, growing=told))
        columns.setStretchFactor(0, 3)
        columns.setStretchFactor(1, 2)
        columns.setSizes([600, 400])
        self._splitters = {"table-columns": columns, "table-told": told}
        for splitter in self._splitters.values():
            splitter.setChildrenCollapsible(False)
            splitter.setHandleWidth(1)
        told.setCollapsible(1, True)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(columns)
