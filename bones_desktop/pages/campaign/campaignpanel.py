"""The base of all panels of the Campaign page: it shows the open campaign, and its cards keep their height."""

from collections.abc import Callable
from functools import partial

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QStackedWidget, QWidget

from bones_desktop.desk.desk import Notices
from bones_desktop.document.bones.campaigndocument import CampaignChange, CampaignDocument, Trouble
from bones_desktop.rules.bones.life.campaigns import Campaign, Member
from bones_desktop.rules.reasons import RulesError
from bones_desktop.storage.files.datafile import DataFileError
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.language import _
from bones_desktop.wording.reasons import sentence


class CampaignCard(QFrame):
    """A card of the page."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("kind", "card")

    def hasHeightForWidth(self) -> bool:
        """Return False: lists and fields of a card take any height, whatever the width."""
        return False


class CardStack(QStackedWidget):
    """Cards in one place."""

    def hasHeightForWidth(self) -> bool:
        """Return False: lists and fields of a card take any height, whatever the width."""
        return False


class CampaignPanel(Guarded, QWidget):
    """A part of the page. `refresh` fills it when it comes into view, and at each change while it is in view."""

    def __init__(
        self, campaigns: CampaignDocument, theme: Theme, notices: Notices, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._notices = notices
        self._campaigns = campaigns
        self._theme = theme
        self._left_behind: tuple[tuple[Member, Trouble], ...] = ()
        """Members that the last change could not be applied to, and why."""
        campaigns.changed.connect(self._changed)
        theme.changed.connect(self._restyle)

    @property
    def campaign(self) -> Campaign | None:
        """The open campaign; None while none is open."""
        return self._campaigns.campaign

    def refresh(self) -> None:
        """Show the campaign as it is now."""

    def showEvent(self, event: QShowEvent) -> None:
        """Show changes from while it was hidden, and set fonts again, which the style sheet resets at first."""
        super().showEvent(event)
        self._restyle()
        self.refresh()

    def _apply(self, name: str, edit: Callable[[Campaign], Campaign]) -> bool:
        """Make a step of the campaign and return whether it was made. Report the reason if not."""
        if not self._notices.attempt(partial(self._campaigns.apply, name, edit)):
            return False
        # The campaign has the step, and these members get it later.
        for member, why in self._left_behind:
            words = _("{name} could not follow and is caught up later: {why}")
            self._notices.say(words.format(name=member.name, why=trouble_sentence(why)))
        return True

    def _changed(self, change: CampaignChange) -> None:
        self._left_behind = change.party.refused if change.party is not None else ()
        self._note(change)
        if self.isVisible():
            self.refresh()

    def _note(self, change: CampaignChange) -> None:
        """Note the part of a change that is needed even while the panel is hidden."""

    def _restyle(self) -> None:
        """Fit fonts and distances to the theme."""


def trouble_sentence(why: Trouble | DataFileError) -> str:
    """Return the reason why an action on a member failed, in words."""
    return sentence(why.reason) if isinstance(why, RulesError) else file_sentence(why)
