"""The head of the Campaign page with name, date and other campaigns, and the page without an open campaign."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

from bones_desktop.desk.desk import Notices
from bones_desktop.document.bones.campaigndocument import CampaignDocument
from bones_desktop.pages.campaign.campaignfiles import CampaignFiles
from bones_desktop.pages.campaign.campaignpanel import CampaignCard, CampaignPanel, campaign_entry
from bones_desktop.rules.bones.life import campaigns
from bones_desktop.rules.bones.life.campaigns import Campaign
from bones_desktop.rules.reasons import reason
from bones_desktop.storage.files.datafile import DataFileError
from bones_desktop.theme.measures import light_menu
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, fill, hbox, vbox
from bones_desktop.widgets.choice.buttons import Chip, ChoiceButton, give_menu, kept_action
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import ScrollRoom
from bones_desktop.widgets.lists.line import TWO_LINES
from bones_desktop.widgets.lists.linelist import LineList
from bones_desktop.widgets.pushbuttons import push_button, tool_button
from bones_desktop.widgets.scaled import set_gaps, set_lengths
from bones_desktop.widgets.text.labels import ElidedLabel, heading_label, plain_label
from bones_desktop.widgets.text.textfields import AskLine
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.language import _
from bones_desktop.wording.seasons import game_date_words

WIDEST: Final = 720
_NAME: Final = 360
"""Width at 100 % text size up to which the name of a campaign is shown whole."""


class NoCampaign(Guarded, QWidget):
    """The page without an open campaign. Enter or a double click opens a campaign, or restores a removed one."""

    versions_requested = Signal(object)
    """Emitted with the path of a damaged file to show its earlier versions."""

    def __init__(self, files: CampaignFiles, theme: Theme, read_guide: Callable[[], object], parent: QWidget) -> None:
        """Create the page; `read_guide` opens the page of the guide about campaigns."""
        super().__init__(parent)
        self._files = files
        self._theme = theme
        self._removed: frozenset[str] = frozenset()
        self._damaged: frozenset[str] = frozenset()
        page = QWidget(self)
        self._middle = QWidget(page)
        set_lengths(theme, self._middle, most_width=WIDEST)
        self.heading = heading_label(theme, self._middle, _("No campaign is open"), 28)
        self.meaning = plain_label(
            self._middle,
            _(
                "A campaign keeps the party together: who plays, the days that pass, the sessions with their log, "
                "and the house rules."
            ),
            wrap=True,
            theme=theme,
            size=16,
        )
        self.new = push_button(self._middle, _("New campaign…"), self.ask_name, kind="primary")
        self.guide = push_button(self._middle, _("Read how a campaign works"), read_guide)
        self.ask = AskLine(theme, self._middle)
        self._gone = CampaignCard(self._middle)
        self.gone_words = plain_label(self._gone, wrap=True)
        self.bring_back = push_button(self._gone, _("Bring back"), self._bring_back)
        hbox(self._gone, (self.gone_words, 1), self.bring_back)
        self._card = CampaignCard(self._middle)
        self.with_removed = Chip(theme, _("Removed ones"), self._card)
        self.view = LineList(theme, _("Campaigns"), self._card, TWO_LINES, least=2)
        self.none = plain_label(self._card, role="muted", wrap=True)
        self.open = push_button(self._card, _("Open"), self._enter)
        self.versions = push_button(self._card, _("Earlier versions…"), self._show_versions)
        self.remove = push_button(self._card, _("Remove"), self._remove)
        self._lay_out(page)
        self.with_removed.toggled.connect(self.refresh)
        self.view.line_activated.connect(self._enter)
        self.view.current_changed.connect(self._show_current)
        self.view.removal_requested.connect(self._remove)
        files.campaigns_changed.connect(self._follow)
        self.setFocusProxy(self.new)

    def ask_name(self) -> None:
        """Ask for the name of a new campaign."""
        self.ask.ask_name(_("Name of the campaign"), _("Begin"), self._files.create)

    def refresh(self) -> None:
        """Show the campaigns that are in the folder now."""
        removed = self._files.folder.removed()
        self._removed = frozenset(str(each.path) for each in removed)
        here = self._files.folder.entries()
        # Offer earlier versions only if the content is damaged; a busy or unreadable file is not damaged.
        self._damaged = frozenset(str(each.path) for each in here if isinstance(each.damaged, DataFileError))
        entries = [campaign_entry(each) for each in here]
        if self.with_removed.isChecked():
            entries += [campaign_entry(each, removed=True) for each in removed]
        self.with_removed.setVisible(bool(removed))
        self.view.show_lines(entries, begin=True)
        for widget in (self.view, self.remove):
            widget.setVisible(bool(entries))
        # An empty list because of an unreadable folder must not look like lost campaigns.
        trouble = self._files.folder.trouble()
        self.none.setText("" if trouble is None else file_sentence(trouble))
        self.none.setVisible(trouble is not None)
        self._card.setVisible(bool(entries or removed) or trouble is not None)
        last = next((each for each in removed if each.path == self._files.last_removed), None)
        self._gone.setVisible(last is not None)
        if last is not None:
            self.gone_words.setText(_("“{name}” was removed.").format(name=last.name))
        self._show_current()

    def showEvent(self, event: QShowEvent) -> None:
        """Read the folder again and set the fonts again.

        The style sheet resets the fonts when the page is first shown.
        """
        super().showEvent(event)
        self.refresh()

    def _follow(self) -> None:
        # Do not read the folder while hidden, because `showEvent` reads it again.
        if self.isVisible():
            self.refresh()

    def _show_versions(self) -> None:
        self.versions_requested.emit(Path(self.view.current))

    def _enter(self) -> None:
        key = self.view.current
        if key in self._removed:
            self._files.bring_back(Path(key))
        elif key:
            self._files.open(Path(key))

    def _remove(self) -> None:
        key = self.view.current
        if key and key not in self._removed:
            self._files.remove(Path(key))

    def _bring_back(self) -> None:
        if self._files.last_removed is not None:
            self._files.bring_back(self._files.last_removed)

    def _show_current(self) -> None:
        key = self.view.current
        self.open.setText(_("Bring back") if key in self._removed else _("Open"))
        self.open.setEnabled(bool(key))
        self.open.setVisible(bool(key) and key not in self._damaged)
        self.versions.setVisible(key in self._damaged)
        self.remove.setEnabled(bool(key) and key not in self._removed)

    def _lay_out(self, page: QWidget) -> None:
        theme = self._theme
        listed = heading_label(theme, self._card, _("Campaigns"))
        card = vbox(self._card, hbox(None, (listed, 1), self.with_removed), (self.view, 1))
        set_gaps(theme, card, gap=8, edges=(16, 12, 16, 16))
        card.addWidget(self.none, 1, Qt.AlignmentFlag.AlignTop)
        card.addLayout(hbox(None, self.open, self.versions, self.remove, STRETCH, theme=theme, gap=8))
        column = vbox(self._middle, self.heading, self.meaning, theme=theme, gap=16, edges=(16, 24, 16, 16))
        column.addLayout(hbox(None, self.new, self.guide, STRETCH, theme=theme, gap=8))
        fill(column, self.ask, self._gone, (self._card, 100), STRETCH)
        hbox(page, STRETCH, (self._middle, 100), STRETCH, margins=0)
        room = ScrollRoom(self)
        room.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        room.setWidget(page)
        vbox(self, room, margins=0)


class CampaignHead(CampaignPanel):
    """The head of the page in one line. Questions appear in a line below it."""

    versions_requested = Signal()
    """Emitted to show earlier versions of the campaign."""

    def __init__(
        self, campaigns: CampaignDocument, theme: Theme, notices: Notices, files: CampaignFiles, parent: QWidget
    ) -> None:
        super().__init__(campaigns, theme, notices, parent)
        self._files = files
        self.name = ElidedLabel(self, theme=theme, size=28, serif=True, bold=True)
        self.date = ElidedLabel(self, role="muted", theme=theme, size=16)
        self.date.setAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignTop)
        tip = _("A window for a second screen, without the GM's secrets")
        self.players = push_button(self, _("Players' view"), theme=theme, icon="players", tip=tip)
        tip = _("Phones, tablets and televisions in the house show the party and roll the dice")
        self.open_table = push_button(self, _("Open the table…"), tip=tip)
        self.switch = ChoiceButton(theme, _("Open another campaign"), _("Other campaigns"), self)
        set_lengths(theme, self.switch, width=190)
        tip = _("More: rename, first year, earlier versions, new campaign, remove")
        self.more = tool_button(self, theme=theme, icon="more", name=_("More"), tip=tip)
        set_lengths(theme, self.more, height=40)
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
        self._buttons = hbox(None, self.players, self.open_table, self.switch, self.more, STRETCH, theme=theme, gap=12)
        self._row = hbox(None, (self._titles, 1), self._buttons, theme=theme, gap=12)
        # Level with the undo button, also while the date is below the name.
        self._row.setAlignment(self._buttons, Qt.AlignmentFlag.AlignTop)
        vbox(self, self._row, self.ask, margins=0, theme=theme, gap=8)
        self.switch.activated.connect(self._open)
        for signal in (theme.changed, theme.caught_up):  # `caught_up` comes after the parts have their new fonts
            signal.connect(self._restyle)
        files.campaigns_changed.connect(self._follow)
        self._restyle()

    def minimumSizeHint(self) -> QSize:
        """Return the width of the widest line, because the buttons may be below the name."""
        widths = [part.minimumSize().width() for part in (self._titles, self._buttons)]
        if not self.ask.isHidden():
            widths.append(self.ask.minimumSizeHint().width())
        return QSize(max(widths), super().minimumSizeHint().height())

    def _follow(self) -> None:
        if self.isVisible():
            self.refresh()

    def _restyle(self) -> None:
        """Put the date, and then also the buttons, below the name if there is no room next to it."""
        self.date.setFixedHeight(self.date.sizeHint().height() + self._theme.px(4))
        way, gap = QBoxLayout.Direction, self._row.spacing()
        name, date = min(self.name.sizeHint().width(), self._theme.px(_NAME)), self.date.sizeHint().width()
        buttons, room = self._buttons.minimumSize().width() + gap, self.width()
        beside = max(name, date) + buttons <= room
        one_line = name + gap + date + (buttons if beside else 0) <= room
        self._row.setDirection(way.LeftToRight if beside else way.TopToBottom)
        self._titles.setDirection(way.LeftToRight if one_line else way.TopToBottom)

    def ask_name(self) -> None:
        """Ask for another name for the campaign."""
        campaign = self.campaign
        if campaign is not None:
            self.ask.ask_name(_("Name of the campaign"), _("Rename"), self._rename, campaign.name)

    def ask_year(self) -> None:
        """Ask for the year in which the calendar begins."""
        campaign = self.campaign
        if campaign is not None:
            question = _("Year of the calendar's first winter")
            self.ask.ask_name(question, _("Set"), self._set_year, str(campaign.first_year))

    def ask_new(self) -> None:
        """Ask for the name of a new campaign."""
        self.ask.ask_name(_("Name of the new campaign"), _("Begin"), self._files.create)

    def _show_campaign(self, campaign: Campaign) -> None:
        """Show the campaign's name and date, and the other campaigns."""
        self.name.set_full_text(campaign.name or _("Unnamed campaign"))
        self.date.set_full_text(game_date_words(campaign.day, campaign.first_year))
        choices = []
        for each in self._files.folder.entries():
            if each.path != self._campaigns.path:
                line = campaign_entry(each)
                choices.append(Choice(line.key, line.text, line.tip or line.second, allowed=each.value is not None))
        # All campaigns that cannot be read share one entry.
        trouble = self._files.folder.trouble()
        if trouble is not None:
            choices.append(Choice("", _("Others"), file_sentence(trouble), allowed=False))
        self.switch.set_choices(choices)
        self.switch.setVisible(bool(choices))
        self._restyle()
        for action in (self.rename, self.first_year):
            action.setEnabled(not self._campaigns.read_only)

    def _open(self, choice: Choice) -> None:
        self._files.open(Path(choice.key))

    def _remove(self) -> None:
        if self._campaigns.path is not None:
            self._files.remove(self._campaigns.path)

    def _rename(self, name: str) -> None:
        if self._apply(_("Rename the campaign"), campaigns.rename, name):
            # If the campaign could not be renamed, its file keeps its name too.
            self._files.follow_name()

    def _set_year(self, text: str) -> None:
        most = campaigns.LAST_YEAR
        try:
            year = int(text)
        except ValueError:
            self._notices.refuse(reason("year-from-to", "OFF-2", least=-most, most=most))
            return
        self._apply(_("First year"), campaigns.set_first_year, year)
