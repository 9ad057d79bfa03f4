"""Long texts of a campaign, saved after a pause and when the field loses focus or is hidden; the GM's notes."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QTimer
from PySide6.QtGui import QFocusEvent, QHideEvent
from PySide6.QtWidgets import QWidget

from bones_desktop.desk.desk import Notices
from bones_desktop.document.bones.campaigndocument import CampaignDocument
from bones_desktop.pages.campaign.campaignpanel import CampaignCard, CampaignPanel
from bones_desktop.rules.bones.life import campaigns
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.layouts import vbox
from bones_desktop.widgets.scaled import set_gaps
from bones_desktop.widgets.text.labels import heading_label, plain_label
from bones_desktop.widgets.text.textfields import ProseField
from bones_desktop.wording.language import _

PAUSE_MS: Final = 3_000


class WritingField(ProseField):
    """A text field that gives its text to `keep` after a pause, not with each letter."""

    def __init__(
        self, name: str, theme: Theme, lines: int, keep: Callable[[str], bool], parent: QWidget | None = None
    ) -> None:
        """`keep` returns whether the text was saved. If not, it stays here and is given to `keep` again."""
        super().__init__(name, theme, lines, parent, centred=False)
        self._keep = keep
        self._kept = ""
        self._of = ""
        self._waiting: dict[str, str] = {}
        """Unsaved texts by owner."""
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self.flush)
        self.edited.connect(lambda _text: self._pause.start())

    @property
    def is_kept(self) -> bool:
        """Whether the text shown was given to `keep`."""
        return self.value() == self._kept

    @property
    def unkept(self) -> frozenset[str]:
        """Owners of texts that are not saved."""
        return frozenset(self._waiting) | (frozenset() if self.is_kept else {self._of})

    @property
    def of(self) -> str:
        """Owner of the text shown."""
        return self._of

    def show_kept(self, text: str, of: str = "") -> None:
        """Show the saved text. Text being typed stays, unless the saved text has changed.

        `of` names the owner of the text. Unsaved text of another owner returns when that owner is shown.
        """
        if of != self._of:
            self._turn_to(text, of)
        elif text != self._kept or self.is_kept:
            self._kept = text
            self._pause.stop()
            self.set_value(text)

    def flush(self) -> None:
        """Save text typed since the last time."""
        self._pause.stop()
        before, text = self._kept, self.value()
        if text != before:
            self._kept = text  # saving shows the saved text before this returns
            if not self._keep(text):
                self._kept = before

    def _turn_to(self, text: str, of: str) -> None:
        if not self.is_kept:
            self._waiting[self._of] = self.value()
        self._of, self._kept = of, text
        self._pause.stop()
        self.set_value(self._waiting.pop(of, text))
        # The text that waited is saved now, if it can be.
        if not self.is_kept:
            self._pause.start()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Save the text before the user does anything else."""
        super().focusOutEvent(event)
        self.flush()

    def hideEvent(self, event: QHideEvent) -> None:
        """Save the text before the page disappears."""
        super().hideEvent(event)
        self.flush()


class GmNotes(CampaignPanel):
    """The GM's notes: one long text, saved automatically."""

    def __init__(
        self, campaigns: CampaignDocument, theme: Theme, notices: Notices, parent: QWidget | None = None
    ) -> None:
        super().__init__(campaigns, theme, notices, parent)
        self._card = CampaignCard(self)
        self._heading = heading_label(theme, self._card, _("GM's notes"))
        self._secret = plain_label(self._card, _("For the GM alone: the players never see them."), "muted")
        self._secret.setWordWrap(True)
        self.field = WritingField(_("GM's notes"), theme, 4, self._write, self._card)
        self.field.set_hint(_("Plans, names, what the party does not know yet…"))
        self._column = vbox(self._card, self._heading, self._secret, (self.field, 1))
        set_gaps(theme, self._column, gap=8, edges=(16, 12, 16, 16))
        vbox(self, self._card, margins=0)
        self.setFocusProxy(self.field)

    def refresh(self) -> None:
        """Show the saved notes."""
        campaign = self.campaign
        self.field.show_kept(campaign.gm_notes if campaign else "", campaign.id if campaign else "")
        self.field.setReadOnly(campaign is None or self._campaigns.read_only)

    def flush(self) -> None:
        """Save text being typed."""
        self.field.flush()

    def _write(self, text: str) -> bool:
        # Text that could not be written into one campaign must not be written into the next.
        campaign = self.campaign
        return (
            campaign is not None
            and campaign.id == self.field.of
            and self._apply(_("GM's notes"), lambda now: campaigns.set_gm_notes(now, text))
        )
