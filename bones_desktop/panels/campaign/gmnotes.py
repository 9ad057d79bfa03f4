"""The GM's notes, which the players' view never shows."""

from PySide6.QtWidgets import QVBoxLayout, QWidget

from bones_desktop.document.bones.campaigndocument import CampaignDocument
from bones_desktop.panels.campaign.campaignpanel import CampaignPanel
from bones_desktop.panels.campaign.cards import Card
from bones_desktop.panels.campaign.writing import WritingField
from bones_desktop.rules.bones.life import campaigns
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.text.plainlabel import plain_label


class GmNotes(CampaignPanel):
    """One long text; it is kept by itself."""

    def __init__(self, campaigns: CampaignDocument, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(campaigns, theme, parent)
        self._card = Card(self)
        self._heading = plain_label(self._card, self.tr("GM's notes"))
        self._secret = plain_label(self._card, self.tr("For the GM alone: the players never see them."), "muted")
        self._secret.setWordWrap(True)
        self.field = WritingField(self.tr("GM's notes"), theme, 4, self._write, self._card)
        self.field.set_hint(self.tr("Plans, names, what the party does not know yet…"))
        self._column = QVBoxLayout(self._card)
        self._column.addWidget(self._heading)
        self._column.addWidget(self._secret)
        self._column.addWidget(self.field, 1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._card)
        self.setFocusProxy(self.field)
        self._restyle()

    def refresh(self) -> None:
        """Show the notes as they are kept."""
        campaign = self.campaign
        self.field.show_kept(campaign.gm_notes if campaign else "", campaign.id if campaign else "")
        self.field.setReadOnly(campaign is None or self._campaigns.read_only)

    def flush(self) -> None:
        """Keep what is still being typed."""
        self.field.flush()

    def _write(self, text: str) -> bool:
        # What could not be written into one campaign is not written into the next.
        campaign = self.campaign
        return (
            campaign is not None
            and campaign.id == self.field.of
            and self._apply(self.tr("GM's notes"), lambda now: campaigns.set_gm_notes(now, text))
        )

    def _restyle(self) -> None:
        theme = self._theme
        self._heading.setFont(theme.font("serif", 20, bold=True))
        self._column.setContentsMargins(theme.px(16), theme.px(12), theme.px(16), theme.px(16))
        self._column.setSpacing(theme.px(8))
