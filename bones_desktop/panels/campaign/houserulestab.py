"""The House rules tab: how the group plays where the rulebook can be read in two ways, and why."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from bones_desktop.document.bones.campaigndocument import CampaignDocument
from bones_desktop.panels.campaign.campaignpanel import CampaignPanel
from bones_desktop.panels.campaign.cards import Card
from bones_desktop.panels.campaign.houseruleline import HouseRuleLine
from bones_desktop.rules.bones.life import campaigns
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.text.plainlabel import plain_label
from bones_desktop.widgets.text.steadylabel import SteadyLabel
from bones_desktop.wording.houserules import switches

NARROW: Final = 900
"""Below this width, at 100 % text size, a reason stands under its switch."""
WIDEST: Final = 1_180
"""Pixels at 100 % text size; lines that are longer are hard to follow."""


class HouseRulesTab(CampaignPanel):
    """Every switch with its reason; each change is one step."""

    def __init__(self, campaigns: CampaignDocument, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(campaigns, theme, parent)
        self._card = Card(self)
        self._heading = plain_label(self._card, self.tr("House rules"))
        self._meaning = SteadyLabel(2, self._card)
        self._meaning.setProperty("role", "muted")
        self._meaning.show_text(
            self.tr(
                "Where the rulebook can be read in two ways, your group decides. In the campaign, the campaign's rules "
                "apply to its characters; who leaves it keeps them until they are set otherwise."
            )
        )
        self.lines = tuple(HouseRuleLine(theme, switch, self._card) for switch in switches(self.tr))
        self._column = QVBoxLayout(self._card)
        self._column.addWidget(self._heading)
        self._column.addWidget(self._meaning)
        for line in self.lines:
            self._column.addWidget(line)
            line.chosen.connect(self._choose)
            line.reasoned.connect(self._reason)
        self._column.addStretch(1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._card, 1, Qt.AlignmentFlag(0))
        self.setFocusProxy(self.lines[0].box)
        self._restyle()

    def refresh(self) -> None:
        """Show the campaign's rules."""
        campaign = self.campaign
        if campaign is None:
            return
        for line in self.lines:
            reason = campaigns.reason_for(campaign, line.switch.field)
            line.show_rule(campaign.house_rules, reason, editable=not self._campaigns.read_only)

    def flush(self) -> None:
        """Keep reasons that are still being typed."""
        for line in self.lines:
            line.finish()

    @guarded(None)
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put reasons below their switches where there is no room beside."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        for line in self.lines:
            line.set_narrow(self.width() < self._theme.px(NARROW))

    def _choose(self, field: str, value: object) -> None:
        campaign = self.campaign
        if campaign is None:
            return
        reason = campaigns.reason_for(campaign, field)
        self._apply(self.tr("House rule"), lambda now: campaigns.set_house_rule(now, field, value, reason))
        self.refresh()

    def _reason(self, field: str, reason: str) -> None:
        self._apply(
            self.tr("Reason of a house rule"),
            lambda now: campaigns.set_house_rule(now, field, getattr(now.house_rules, field), reason),
        )
        self.refresh()

    def _restyle(self) -> None:
        theme = self._theme
        self._heading.setFont(theme.font("serif", 20, bold=True))
        self._card.setMaximumWidth(theme.px(WIDEST))
        for line in self.lines:
            line.restyle()
        self._arrange()
        self._column.setContentsMargins(theme.px(20), theme.px(16), theme.px(20), theme.px(16))
        self._column.setSpacing(theme.px(4))
