"""What is shown while no campaign is open: what one is for, a new one, and those there are."""

from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QPushButton, QWidget

from bones_desktop.panels.campaign.campaignfiles import CampaignFiles
from bones_desktop.panels.campaign.campaignpanel import CampaignCard
from bones_desktop.panels.campaign.campaignwords import campaign_entry
from bones_desktop.storage.files.datafile import DataFileError
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.choice.buttons import Chip
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import ScrollRoom
from bones_desktop.widgets.lists.line import TWO_LINES
from bones_desktop.widgets.lists.linelist import LineList
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_gaps, set_lengths
from bones_desktop.widgets.text.labels import heading_label, plain_label
from bones_desktop.widgets.text.textfields import AskLine
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.language import _

WIDEST: Final = 720


class NoCampaign(Guarded, QWidget):
    """Enter or a double click opens a campaign, or brings a removed one back."""

    versions_requested = Signal(object)
    """The path of a damaged file whose earlier versions are to be shown."""

    def __init__(self, files: CampaignFiles, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._files = files
        self._theme = theme
        self._removed: frozenset[str] = frozenset()
        self._damaged: frozenset[str] = frozenset()
        self._page = QWidget(self)
        self._middle = QWidget(self._page)
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
        self.ask = AskLine(theme, self._middle)
        self._gone = CampaignCard(self._middle)
        self.gone_words = plain_label(self._gone, wrap=True)
        self.bring_back = push_button(self._gone, _("Bring back"), self._bring_back)
        hbox(self._gone, (self.gone_words, 1), self.bring_back)
        self._card = CampaignCard(self._middle)
        self._listed = heading_label(theme, self._card, _("Campaigns"))
        self.with_removed = Chip(theme, _("Removed ones"), self._card)
        self.view = LineList(theme, _("Campaigns"), self._card, TWO_LINES, least=2)
        self.none = plain_label(self._card, role="muted", wrap=True)
        self.open = push_button(self._card, _("Open"), lambda: self._enter(self.view.current))
        self.versions = QPushButton(_("Earlier versions…"), self._card)
        self.remove = push_button(self._card, _("Remove"), self._remove)
        self._lay_out()
        self.with_removed.toggled.connect(lambda _on: self.refresh())
        self.view.line_activated.connect(self._enter)
        self.view.current_changed.connect(lambda _key: self._show_current())
        self.view.removal_requested.connect(lambda _key: self._remove())
        self.versions.clicked.connect(lambda: self.versions_requested.emit(Path(self.view.current)))
        files.campaigns_changed.connect(lambda: self.refresh() if self.isVisible() else None)
        self.setFocusProxy(self.new)

    def ask_name(self) -> None:
        """Ask for the name of a new campaign."""
        self.ask.ask_name(_("Name of the campaign"), _("Begin"), self._files.create)

    def refresh(self) -> None:
        """Show the campaigns of the folder as they are now."""
        removed = self._files.removed()
        self._removed = frozenset(str(each.path) for each in removed)
        here = self._files.entries()
        self._damaged = frozenset(str(each.path) for each in here if isinstance(each.damaged, DataFileError))
        entries = [campaign_entry(each) for each in here]
        if self.with_removed.isChecked():
            entries += [campaign_entry(each, removed=True) for each in removed]
        self.with_removed.setVisible(bool(removed))
        self.view.show_lines(entries, begin=True)
        for widget in (self.view, self.remove):
            widget.setVisible(bool(entries))
        trouble = self._files.unseen()
        self.none.setText(_("There is none yet.") if trouble is None else file_sentence(trouble))
        self.none.setVisible(trouble is not None or not entries)
        last = next((each for each in removed if each.path == self._files.last_removed), None)
        self._gone.setVisible(last is not None)
        if last is not None:
            self.gone_words.setText(_("“{name}” was removed.").format(name=last.name))
        self._show_current()

    def showEvent(self, event: QShowEvent) -> None:
        """Read the folder again; the style sheet takes fonts back when it is first shown."""
        super().showEvent(event)
        self.refresh()

    def _enter(self, key: str) -> None:
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

    def _lay_out(self) -> None:
        self._acts = hbox(None, self.open, self.versions, self.remove, STRETCH, theme=self._theme, gap=8)
        self._card_column = vbox(self._card, hbox(None, (self._listed, 1), self.with_removed), (self.view, 1))
        set_gaps(self._theme, self._card_column, gap=8, edges=(16, 12, 16, 16))
        self._card_column.addWidget(self.none, 1, Qt.AlignmentFlag.AlignTop)
        self._card_column.addLayout(self._acts)
        self._column = vbox(self._middle, self.heading, self.meaning, theme=self._theme, gap=16, edges=(16, 24, 16, 16))
        self._column.addWidget(self.new, 0, Qt.AlignmentFlag.AlignLeft)
        self._column.addWidget(self.ask)
        self._column.addWidget(self._gone)
        self._column.addWidget(self._card, 1)
        hbox(self._page, STRETCH, (self._middle, 100), STRETCH, margins=0)
        room = ScrollRoom(self)
        room.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        room.setWidget(self._page)
        vbox(self, room, margins=0)
