"""The House rules tab: a switch and the group's reason for each rule that has two interpretations."""

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QCheckBox, QComboBox, QSizePolicy, QWidget

from bones_desktop.desk.desk import Notices
from bones_desktop.document.bones.campaigndocument import CampaignDocument
from bones_desktop.pages.campaign.campaignpanel import CampaignCard, CampaignPanel
from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.rules.bones.life import campaigns
from bones_desktop.rules.bones.life.campaigns import Campaign
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, fold, hbox, vbox
from bones_desktop.widgets.choice.buttons import combo_box
from bones_desktop.widgets.scaled import follow, set_lengths
from bones_desktop.widgets.text.labels import SteadyLabel, heading_label, plain_label
from bones_desktop.widgets.text.textfields import LineField, limit_letters
from bones_desktop.wording.houserules import Switch, switches
from bones_desktop.wording.language import _

LONGEST_REASON: Final = 500
NARROW: Final = 900
"""Below this width, at 100 % text size, a reason is shown under its switch."""
WIDEST: Final = 1_600
"""Largest width in pixels at 100 % text size. Longer lines are hard to read."""


class HouseRuleLine(QWidget):
    """Row with the switch of a house rule and the group's reason.

    A chosen value is emitted immediately. A reason is emitted on Enter, or when the field loses focus.
    """

    value_edited = Signal(str, object)
    """Emitted with the name of a field of HouseRules, and its new value."""
    reason_edited = Signal(str, str)
    """Emitted with the name of a field of HouseRules, and the group's reason for its value."""

    def __init__(self, theme: Theme, switch: Switch, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.switch = switch
        self._reason = ""
        self._switch = QWidget(self)
        self._switch.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._heading = plain_label(self._switch, switch.text, wrap=True) if switch.choices else None
        self.note = SteadyLabel(2, self._switch, role="muted", theme=theme, size=12)
        self.note.show_text(switch.tip)
        self.box: QCheckBox | QComboBox = self._choices() if switch.choices else self._check()
        self.box.setAccessibleDescription(switch.tip)
        self.mark = plain_label(self._switch, role="warn")
        set_lengths(theme, self.mark, width=64)
        self.reason = LineField(_("Why: {rule}").format(rule=switch.text), self)
        self.reason.setPlaceholderText(_("Why you play it this way"))
        limit_letters(self.reason, LONGEST_REASON)
        self.reason.editingFinished.connect(self.finish)
        heading = (self._heading,) if self._heading is not None else ()
        set_lengths(theme, *heading, width=260)
        set_lengths(theme, self.box, least_width=240)
        first = fold(None, *heading, (hbox(None, (self.box, 1), self.mark), 1))
        vbox(self._switch, first, self.note, margins=0, theme=theme, gap=2)
        # Widths do not depend on the content, so that the columns of all lines have the same width.
        self._row = hbox(self, (self._switch, 7), (self.reason, 5))
        self._row.setAlignment(self.reason, Qt.AlignmentFlag.AlignTop)
        self.reason.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        follow(theme, self, HouseRuleLine.restyle)

    def show_rule(self, rules: HouseRules, reason: str, *, editable: bool) -> None:
        """Show the value and the reason, without emitting a signal."""
        value = getattr(rules, self.switch.field)
        changed = value != getattr(HouseRules(), self.switch.field)
        self.box.blockSignals(True)
        if isinstance(self.box, QComboBox):
            self.box.setCurrentIndex(next(n for n, (each, _text) in enumerate(self.switch.choices) if each == value))
        else:
            self.box.setChecked(bool(value))
        self.box.blockSignals(False)
        self.mark.setText(_("changed") if changed else "")
        # The saved text must not replace text being typed.
        if not self.reason.hasFocus() or reason != self._reason:
            self.reason.set_value(reason)
        self._reason = reason
        self.box.setEnabled(editable)
        self.reason.setReadOnly(not editable)

    def set_narrow(self, narrow: bool) -> None:
        """Put the reason below the switch, or next to it."""
        self._row.setDirection(QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight)
        self.restyle()

    def finish(self) -> None:
        """Emit a reason that was typed and not emitted yet."""
        reason = " ".join(self.reason.text().split())
        if reason != self._reason:
            self._reason = reason
            self.reason_edited.emit(self.switch.field, reason)

    def restyle(self) -> None:
        """Adapt margins and spacing to the text size."""
        theme = self._theme
        narrow = self._row.direction() is QBoxLayout.Direction.TopToBottom
        self._row.setContentsMargins(0, 0, 0, theme.px(8))
        self._row.setSpacing(theme.px(2 if narrow else 12))

    def _check(self) -> QCheckBox:
        box = QCheckBox(self.switch.text, self)
        box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        box.toggled.connect(self._tick)
        return box

    def _tick(self, on: bool) -> None:
        self.value_edited.emit(self.switch.field, on)

    def _choose(self, place: int) -> None:
        self.value_edited.emit(self.switch.field, self.switch.choices[place][0])

    def _choices(self) -> QComboBox:
        box = combo_box(self, shrinks=True)
        box.setAccessibleName(self.switch.text)
        for _value, text in self.switch.choices:
            box.addItem(text)
        box.currentIndexChanged.connect(self._choose)
        if self._heading is not None:
            self._heading.setBuddy(box)
        return box


class HouseRulesTab(CampaignPanel):
    """Tab with all switches and their reasons.

    Each change is one undo step.
    """

    def __init__(self, campaigns: CampaignDocument, theme: Theme, notices: Notices, parent: QWidget) -> None:
        super().__init__(campaigns, theme, notices, parent)
        self._theme = theme
        card = CampaignCard(self)
        set_lengths(theme, card, most_width=WIDEST)
        heading = heading_label(theme, card, _("House rules"))
        words = _(
            "Where the rulebook can be read in two ways, your group decides. In the campaign, the campaign's rules "
            "apply to its characters. A character that leaves keeps these rules until you change them."
        )
        meaning = plain_label(card, words, "muted", wrap=True)
        self.lines = tuple(HouseRuleLine(theme, switch, card) for switch in switches())
        vbox(card, heading, meaning, *self.lines, STRETCH, theme=theme, gap=4, edges=(20, 16, 20, 16))
        for line in self.lines:
            line.value_edited.connect(self._choose)
            line.reason_edited.connect(self._reason)
        vbox(self, (card, 1), margins=0)
        self.setFocusProxy(self.lines[0].box)

    def _show_campaign(self, campaign: Campaign) -> None:
        """Show the campaign's rules."""
        for line in self.lines:
            reason = campaigns.reason_for(campaign, line.switch.field)
            line.show_rule(campaign.house_rules, reason, editable=not self._campaigns.read_only)

    def flush(self) -> None:
        """Save reasons that are being typed."""
        for line in self.lines:
            line.finish()

    def _restyle(self) -> None:
        """Put reasons below their switches if there is no room next to them."""
        for line in self.lines:
            line.set_narrow(self.width() < self._theme.px(NARROW))

    def _choose(self, field: str, value: object) -> None:
        campaign = self.campaign
        if campaign is None:
            return
        reason = campaigns.reason_for(campaign, field)
        self._apply(_("House rule"), campaigns.set_house_rule, field, value, reason)
        # Refresh after a refusal too, so that the switch shows the value in force.
        self.refresh()

    def _reason(self, field: str, reason: str) -> None:
        campaign = self.campaign
        if campaign is not None:
            value = getattr(campaign.house_rules, field)
            self._apply(_("Reason for a house rule"), campaigns.set_house_rule, field, value, reason)
            self.refresh()
