"""The lines below the roster that rate an encounter while it is put together."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from PySide6.QtCore import QTimer
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QWidget

from bones_desktop.document.bones.fightdocument import FightDocument
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.fight.encounters import Outlook, is_two_sided, outlooks, party_of
from bones_desktop.rules.bones.fight.fighters import Encounter
from bones_desktop.rules.bones.fight.fights import StoppedError
from bones_desktop.rules.bones.fight.roster import Fight
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import vbox
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.widgets.worker import Worker
from bones_desktop.wording.encounters import basis_text, lost_text, stands_text
from bones_desktop.wording.language import _

WAIT: Final = 60
"""Milliseconds after the last change of the roster before the rating begins."""


class OutlookLine(Guarded, QFrame):
    """Shows how hard the encounter is, and rates it on another thread while the line is visible.

    Nothing is shown for a fight without a party or without foes, or after the first roll. A change of the roster stops
    the rating and begins a new one.
    """

    def __init__(self, document: FightDocument, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._document = document
        self._encounter: Encounter | None = None
        self.outlook: Outlook | None = None
        """The best outlook so far for the current roster; None before the first."""
        self.stands = plain_label(self, theme=theme, size=14, bold=True, wrap=True)
        self.lost = plain_label(self, role="muted", wrap=True)
        vbox(self, self.stands, self.lost, margins=0, theme=theme, gap=2)
        self.worker = Worker(self)
        self.worker.answered.connect(self._answered)
        self.worker.failed.connect(self.hide)
        self._wait = QTimer(self, singleShot=True, interval=WAIT)
        self._wait.timeout.connect(self._begin)
        document.changed.connect(self._follow)
        self.hide()
        self._follow()

    def shutdown(self) -> None:
        """Stop the rating for good."""
        self._wait.stop()
        self.worker.close()

    def showEvent(self, event: QShowEvent) -> None:
        """Continue a rating that was stopped while the page was hidden."""
        super().showEvent(event)
        if self._encounter is not None and not self._wait.isActive() and not self.worker.busy:
            self._wait.start()

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop the rating while the page is hidden."""
        super().hideEvent(event)
        self._stop()

    def _follow(self) -> None:
        fight = self._document.fight
        encounter = fight.encounter if _is_prepared(fight) and is_two_sided(fight.encounter) else None
        if encounter == self._encounter:
            return
        self._stop()
        self._encounter, self.outlook = encounter, None
        if encounter is not None:
            self.stands.setText(_("Rating the encounter…"))
            self.lost.setText("")
            self._wait.start()
        self.setVisible(encounter is not None)

    def _stop(self) -> None:
        self._wait.stop()
        self.worker.cancel()

    def _begin(self) -> None:
        if self._encounter is not None and self.isVisible():
            self.worker.start(self._encounter, partial(_rated, self._document.rulebook, self._encounter))

    def _answered(self, encounter: Encounter, outlook: Outlook) -> None:
        # After a pause the rating begins again from its first fights.
        if self.outlook is not None and 0 < outlook.fights < self.outlook.fights:
            return
        self.outlook = outlook
        names = {fighter.id: fighter.name for fighter in party_of(encounter)}
        self.stands.setText(stands_text(outlook))
        self.lost.setText(lost_text(outlook, names))
        self.setToolTip(plain_tip(basis_text(outlook)))


def _is_prepared(fight: Fight) -> bool:
    """Return whether nobody has rolled in this fight yet."""
    return not (fight.has_begun or fight.tallies or fight.ended)


def _rated(rulebook: Rulebook, encounter: Encounter, keep_on: Callable[[], bool]) -> Iterator[Outlook]:
    """Yield outlooks of growing accuracy until `keep_on` returns False."""
    try:
        yield from outlooks(rulebook, encounter, keep_on=keep_on)
    except StoppedError:
        return
