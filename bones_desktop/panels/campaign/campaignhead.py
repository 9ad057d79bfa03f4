"""The head of the Campaign page: the campaign's name, the date of the game, and other campaigns."""

from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QPushButton, QToolButton, QWidget

from bones_desktop.document.bones.campaigndocument import CampaignDocument
from bones_desktop.panels.campaign.campaignfiles import CampaignFiles
from bones_desktop.panels.campaign.campaignpanel import CampaignPanel
from bones_desktop.panels.campaign.campaignwords import about_words
from bones_desktop.rules.bones.life import campaigns
from bones_desktop.rules.reasons import reason
from bones_desktop.theme.measures import light_menu
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.choice.buttons import ChoiceButton, give_menu, kept_action
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.scaled import set_icon, set_lengths
from bones_desktop.widgets.text.labels import ElidedLabel
from bones_desktop.widgets.text.textfields import AskLine
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.language import _
from bones_desktop.wording.seasons import game_date_words


class CampaignHead(CampaignPanel):
    """One line; what it asks stands in a line below it."""

    players_requested = Signal()
    """The players' view is to be shown."""
    versions_requested = Signal()
    """Earlier versions of the campaign are to be shown."""

    def __init__(
        self, campaigns: CampaignDocument, theme: Theme, files: CampaignFiles, parent: QWidget | None = None
    ) -> None:
        super().__init__(campaigns, theme, parent)
        self._files = files
        self.name = ElidedLabel(self, theme=theme, size=28, serif=True, bold=True)
        self.date = ElidedLabel(self, role="muted", theme=theme, size=16)
        self.date.setAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignTop)
        self.players = QPushButton(_("Players' view"), self)
        set_icon(theme, self.players, "players")
        self.players.setToolTip(_("A window for a second screen, without the GM's secrets"))
        self.switch = ChoiceButton(theme, _("Open another campaign"), _("Other campaigns"), self)
        set_lengths(theme, self.switch, width=190)
        self.more = QToolButton(self)
        set_icon(theme, self.more, "more")
        self.more.setToolTip(_("More: rename, first year, earlier versions, new campaign, remove"))
        self.more.setAccessibleName(_("More"))
        self.menu = light_menu(self)
        self.rename = kept_action(self.menu, _("Rename…"), self.ask_name)
        self.first_year = kept_action(self.menu, _("First year…"), self.ask_year)
        self.versions = kept_action(self.menu, _("Earlier versions…"), self.versions_requested.emit)
        self.menu.addSeparator()
        self.new = kept_action(self.menu, _("New campaign…"), self.ask_new)
        self.remove = kept_action(self.menu, _("Remove this campaign"), self._remove)
        give_menu(self.more, self.menu)
        self.ask = AskLine(theme, self)
        self._titles = hbox(None, self.name, self.date, STRETCH, theme=theme, gap=12)
        self._titles.setAlignment(self.date, Qt.AlignmentFlag.AlignBottom)
        self._buttons = hbox(None, self.players, self.switch, self.more, STRETCH, theme=theme, gap=12)
        self._row = hbox(None, (self._titles, 1), self._buttons, theme=theme, gap=12)
        vbox(self, self._row, self.ask, margins=0, theme=theme, gap=8)
        self.players.clicked.connect(self.players_requested)
        self.switch.activated.connect(self._open)
        for signal in (theme.changed, theme.caught_up):  # again after the parts, whose letters are new only then
            signal.connect(self._restyle)
        files.campaigns_changed.connect(lambda: self.refresh() if self.isVisible() else None)
        self._restyle()

    def minimumSizeHint(self) -> QSize:
        """Return the width of the widest line: the buttons may stand below the name."""
        widths = [part.minimumSize().width() for part in (self._titles, self._buttons)]
        if not self.ask.isHidden():
            widths.append(self.ask.minimumSizeHint().width())
        return QSize(max(widths), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the buttons below the name where they have no room beside it."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        beside = self._titles.minimumSize().width() + self._row.spacing() + self._buttons.minimumSize().width()
        way = QBoxLayout.Direction.LeftToRight if beside <= self.width() else QBoxLayout.Direction.TopToBottom
        self._row.setDirection(way)

    def ask_name(self) -> None:
        """Ask what the campaign is called."""
        campaign = self.campaign
        if campaign is not None:
            self.ask.ask_name(_("Name of the campaign"), _("Rename"), self._rename, campaign.name)

    def ask_year(self) -> None:
        """Ask which year the calendar begins in."""
        campaign = self.campaign
        if campaign is not None:
            question = _("The year the calendar's first winter lies in")
            self.ask.ask_name(question, _("Set"), self._set_year, str(campaign.first_year))

    def ask_new(self) -> None:
        """Ask for the name of a new campaign."""
        self.ask.ask_name(_("Name of the new campaign"), _("Begin"), self._files.create)

    def refresh(self) -> None:
        """Show the campaign's name and date, and which others there are."""
        campaign = self.campaign
        if campaign is None:
            return
        self.name.set_full_text(campaign.name or _("Unnamed campaign"))
        self.date.set_full_text(game_date_words(campaign.day, campaign.first_year))
        here = self._campaigns.path
        others = [each for each in self._files.entries() if each.path != here]
        choices = [
            Choice(
                str(each.path),
                each.name,
                about_words(each.value)
                if each.value is not None
                else file_sentence(each.damaged)
                if each.damaged is not None
                else "",
                allowed=each.value is not None,
            )
            for each in others
        ]
        trouble = self._files.unseen()
        if trouble is not None:
            choices.append(Choice("", _("Others"), file_sentence(trouble), allowed=False))
        self.switch.set_choices(choices)
        self.switch.setVisible(bool(choices))
        self._fit()
        for action in (self.rename, self.first_year):
            action.setEnabled(not self._campaigns.read_only)

    def _open(self, choice: object) -> None:
        if isinstance(choice, Choice):
            self._files.open(Path(choice.key))

    def _remove(self) -> None:
        if self._campaigns.path is not None:
            self._files.remove(self._campaigns.path)

    def _rename(self, name: str) -> None:
        if self._apply(_("Rename the campaign"), lambda now: campaigns.rename(now, name)):
            self._files.follow_name()

    def _set_year(self, text: str) -> None:
        most = campaigns.LAST_YEAR
        try:
            year = int(text)
        except ValueError:
            self.refused.emit(reason("year-from-to", "OFF-2", least=-most, most=most))
            return
        self._apply(_("First year"), lambda now: campaigns.set_first_year(now, year))

    def _restyle(self) -> None:
        theme = self._theme
        self.date.setFixedHeight(self.date.sizeHint().height() + theme.px(4))
        self._fit()
