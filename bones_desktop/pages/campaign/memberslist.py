"""The list of party members, with buttons to add characters from the shelf and to remove, hide or open members."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QWidget

from bones_desktop.desk.desk import Notices
from bones_desktop.document.bones.campaigndocument import CampaignChange, CampaignDocument, PartyMember
from bones_desktop.pages.campaign.campaignpanel import (
    CampaignCard,
    CampaignPanel,
    member_entry,
    member_name,
    trouble_sentence,
)
from bones_desktop.rules.bones.book.character import CharacterKind
from bones_desktop.rules.bones.life import campaigns
from bones_desktop.rules.bones.life.campaigns import Campaign
from bones_desktop.rules.typedtext import holds, strip_bidi
from bones_desktop.storage.files.datafile import DataFileError
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.shelfcatalogue import Shelf
from bones_desktop.storage.shelfentry import ShelfEntry
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import fill, hbox, stack, vbox
from bones_desktop.widgets.layouts import flow_row
from bones_desktop.widgets.lists.line import TWO_LINES, Line
from bones_desktop.widgets.lists.linelist import LineList
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_sheet_property
from bones_desktop.widgets.text.labels import heading_label, plain_label
from bones_desktop.widgets.text.messages import Nothing
from bones_desktop.widgets.text.textfields import LineField
from bones_desktop.wording.games.words import not_of_bones
from bones_desktop.wording.language import _, language, ngettext
from bones_desktop.wording.names import character_kind_name

LIST: Final = 0
PICKER: Final = 1


class MemberPicker(QWidget):
    """A search, a list with ticks, and a button that adds the ticked characters. Escape cancels."""

    picked = Signal(tuple)
    """Emitted with a tuple of ShelfEntry."""
    cancelled = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._offered: tuple[ShelfEntry, ...] = ()
        self._others: dict[str, str] = {}
        """Reason why characters of other games cannot join, by path."""
        self._namesakes: Counter[str] = Counter()
        self._ticked: set[str] = set()
        """Paths of the ticked characters. Paths are used because copied files may have the same id."""
        self.search = LineField(_("Search the shelf"), self)
        self.search.setPlaceholderText(_("Search the shelf…"))
        self.search.setClearButtonEnabled(True)
        self.view = LineList(theme, _("Characters of the shelf"), self, TWO_LINES, least=2)
        self.none = plain_label(self, role="muted", wrap=True)
        self.secret = QCheckBox(_("Hide from the players"), self)
        self.secret.setToolTip(_("New members are hidden from the start: the players' view leaves them out."))
        self.add = push_button(self, "", self._pick, kind="primary")
        self.cancel = push_button(self, _("Cancel"), self.cancelled)
        column = vbox(self, self.search, (self.view, 1), margins=0, theme=theme, gap=8)
        column.addWidget(self.none, 1, Qt.AlignmentFlag.AlignTop)
        fill(column, self.secret, hbox(None, (self.add, 1), self.cancel, theme=theme, gap=8))
        self.search.textChanged.connect(self._fill)
        self.search.returnPressed.connect(self._to_list)
        self.view.tick_requested.connect(self._tick)
        self.view.line_activated.connect(self._enter)

    def offer(self, entries: Sequence[ShelfEntry]) -> None:
        """List these characters without any ticks."""
        self._offered = tuple(entries)
        self._others = {str(each.path): said for each in entries if (said := not_of_bones(each.game))}
        self._namesakes = Counter(each.name for each in entries)
        self._ticked.clear()
        self.secret.setChecked(False)
        self.search.clear()
        self._fill()
        (self.search if entries else self.cancel).setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Cancel with Escape, and go to the list with the down arrow."""
        if event.key() == Qt.Key.Key_Escape:
            self.cancelled.emit()
        elif event.key() == Qt.Key.Key_Down and self.search.hasFocus():
            self._to_list()
        else:
            super().keyPressEvent(event)

    def _fill(self) -> None:
        search = self.search.text()
        shown = [each for each in self._offered if holds(each.name, search, language())]
        self.view.show_lines(map(self._line, shown), begin=True)
        self.view.setVisible(bool(shown))
        self.none.setVisible(not shown)
        self.none.setText(
            _("No match on the shelf.")
            if self._offered
            else _("Everyone on the shelf is in the party. Make characters on the Shelf page first.")
        )
        n = len(self._ticked)
        self.add.setText(ngettext("Add {n} character", "Add {n} characters", n).format(n=n) if n else _("Add"))
        self.secret.setVisible(bool(self._offered))
        self.add.setEnabled(bool(n))
        self.add.setToolTip("" if n else _("Tick the characters to add to the party."))

    def _line(self, each: ShelfEntry) -> Line:
        key = str(each.path)
        if key in self._others:
            return Line(each.name, self._others[key], key=key)
        return Line(each.name, self._note(each), key=key, ticked=key in self._ticked)

    def _note(self, each: ShelfEntry) -> str:
        """Return a text with the kind of a character, and with more details if another character has the same name."""
        kind = character_kind_name(each.kind or CharacterKind.PLAYER)
        if self._namesakes[each.name] == 1:
            return kind
        dice = ngettext("{n} die", "{n} dice", each.dice).format(n=each.dice)
        return " · ".join((kind, dice, strip_bidi(each.path.name)))

    def _tick(self, key: str) -> None:
        self._ticked ^= {key}
        self._fill()

    def _enter(self, key: str) -> None:
        """Add the ticked characters, or the current one if none is ticked."""
        if key not in self._others:
            self._ticked = self._ticked or {key}
            self._pick()

    def _pick(self) -> None:
        chosen = tuple(each for each in self._offered if str(each.path) in self._ticked)
        if chosen:
            self.picked.emit(chosen)

    def _to_list(self) -> None:
        if self.view.isVisible():
            self.view.setFocus()


class MembersList(CampaignPanel):
    """The list and its buttons. To add members, it shows the shelf instead of the list."""

    open_requested = Signal(object)
    """Emitted with the path of a member's file."""
    current_changed = Signal(str)
    """Emitted with the id of the current member, "" for none."""

    def __init__(
        self,
        campaigns: CampaignDocument,
        theme: Theme,
        notices: Notices,
        shelf: Callable[[], Shelf],
        show_shelf: Callable[[], object],
        parent: QWidget,
    ) -> None:
        """Create the list; `show_shelf` shows the page of the shelf."""
        super().__init__(campaigns, theme, notices, parent)
        self._shelf = shelf
        self._members: tuple[PartyMember, ...] = ()
        self._damaged: dict[str, FileProblem | DataFileError] = {}
        """Errors of unreadable files on the shelf, by file name."""
        card = CampaignCard(self)
        heading = heading_label(theme, card, _("Party"))
        self.add = push_button(card, _("Add…"), self.show_picker)
        self.view = LineList(theme, _("Members of the party"), card, TWO_LINES, least=2)
        self.view.setAccessibleDescription(_("Enter opens a member, Delete removes it from the party."))
        self.none = Nothing(theme, card)
        self.none.say(
            _("No one yet. Add characters from the shelf; they keep their own files."),
            (_("Add…"), self.show_picker),
            (_("Go to the shelf"), show_shelf),
        )
        self.trouble_words = plain_label(card, role="warn", wrap=True, theme=theme, size=12)
        self.open = push_button(card, _("Open"), self.open_current)
        self.hide_button = push_button(card, "", self.hide_current)
        self.remove = push_button(card, _("Remove"), self.remove_current)
        acts = QWidget(card)
        flow_row(acts, self.open, self.hide_button, self.remove, theme=theme, gap=8)
        listed = QWidget(card)
        column = vbox(listed, (self.view, 1), margins=0, theme=theme, gap=8)
        column.addWidget(self.none, 1)
        fill(column, self.trouble_words, acts)
        self.picker = MemberPicker(theme, card)
        self._stack = stack(card, listed, self.picker)
        vbox(card, hbox(None, (heading, 1), self.add), (self._stack, 1), theme=theme, gap=8, edges=(12, 12, 12, 12))
        vbox(self, card, margins=0)
        self.picker.cancelled.connect(self._close_picker)
        self.picker.picked.connect(self.add_members)
        self.view.line_activated.connect(self.open_current)
        self.view.removal_requested.connect(self.remove_current)
        self.view.current_changed.connect(self._show_current)

    @property
    def current(self) -> PartyMember | None:
        """The current member."""
        return next((each for each in self._members if each.member.id == self.view.current), None)

    def choose(self, member_id: str) -> None:
        """Focus a member if it is in the list."""
        self.view.go_to(member_id)

    def show_picker(self) -> None:
        """Offer the characters on the shelf who are not in the party."""
        campaign = self.campaign
        if campaign is None:
            return
        inside = {member.id for member in campaign.members}
        self._stack.setCurrentIndex(PICKER)
        self.add.setEnabled(False)
        self.picker.offer(
            [each for each in self._shelf().entries() if each.id and each.damaged is None and each.id not in inside]
        )

    def add_members(self, entries: tuple[ShelfEntry, ...]) -> None:
        """Add these characters to the party in one step.

        They are hidden from the players if the picker's box is ticked.
        """
        secret = self.picker.secret.isChecked()

        def edit(now: Campaign) -> Campaign:
            for each in entries:
                now = campaigns.add_member(now, each.id, each.name, each.path.name, hidden=secret)
            return now

        one = _("Add {name}")
        name = one.format(name=entries[0].name) if len(entries) == 1 else _("Add members")
        self._close_picker()
        if self._apply(name, edit):
            self.choose(entries[-1].id)

    def open_current(self) -> None:
        """Emit `open_requested` for the chosen member."""
        chosen = self.current
        if chosen is not None and chosen.path is not None and chosen.trouble is None:
            self.open_requested.emit(chosen.path)

    def hide_current(self) -> None:
        """Hide the chosen member from the players, or show it to them."""
        chosen = self.current
        if chosen is None:
            return
        hidden = not chosen.member.hidden
        step = _("Hide {name} from the players") if hidden else _("Show {name} to the players")
        self._apply(step.format(name=member_name(chosen)), campaigns.set_hidden, chosen.member.id, hidden)

    def remove_current(self) -> None:
        """Remove the chosen member from the party. Its file stays as it is, and the removal can be undone."""
        chosen = self.current
        if chosen is None:
            return
        name = member_name(chosen)
        step = _("Remove {name} from the party").format(name=name)
        if self._apply(step, campaigns.remove_member, chosen.member.id):
            self._notices.say(_("{name} has left the party. Undo brings it back.").format(name=name))
            # The pressed button may be disabled now, so move the focus.
            (self.view if self._members else self.add).setFocus()

    @property
    def is_picking(self) -> bool:
        """True if the shelf is shown in place of the members."""
        return self._stack.currentIndex() == PICKER

    def _show_campaign(self, _campaign: Campaign) -> None:
        """Show the members with the current content of their files."""
        self._members = self._campaigns.members()
        self._damaged = {}
        # Reading the whole shelf is slow, so read it only if a member's file is missing.
        if any(each.character is None for each in self._members):
            self._damaged = {each.path.name: each.damaged for each in self._shelf().entries() if each.damaged}
        lines = [
            member_entry(each, self._trouble(each), damage=each.trouble or self._damaged.get(each.member.file))
            for each in self._members
        ]
        self.view.show_lines(lines, begin=True)
        some = bool(self._members)
        self.view.setVisible(some)
        self.none.setVisible(not some)
        # "Add" is the primary button while the party is empty.
        set_sheet_property(self.add, "kind", None if some else "primary")
        if self.is_picking and self._campaigns.read_only:
            self._close_picker()
        self._show_current()

    def _note(self, change: CampaignChange) -> None:
        if change.before is None or change.after is None or change.before.id != change.after.id:
            self._stack.setCurrentIndex(LIST)
            self.add.setEnabled(True)

    def _trouble(self, each: PartyMember) -> str:
        """Return the problem of a member, "" for none."""
        damage = each.trouble or (self._damaged.get(each.member.file) if each.character is None else None)
        behind = next((why for member, why in self._left_behind if member.id == each.member.id), None)
        why = damage or behind
        if why is not None:
            return trouble_sentence(why)
        if each.character is not None:
            return ""
        words = _("No file of {name} is on the shelf. Bring it back there, or remove {name}.")
        return words.format(name=member_name(each))

    def _show_current(self) -> None:
        chosen, locked = self.current, self._campaigns.read_only
        trouble = self._trouble(chosen) if chosen is not None else ""
        self.trouble_words.setText(trouble)
        self.trouble_words.setVisible(bool(trouble))
        self.open.setEnabled(chosen is not None and chosen.character is not None)
        hidden = chosen is not None and chosen.member.hidden
        self.hide_button.setText(_("Show") if hidden else _("Hide"))
        self.hide_button.setAccessibleName(_("Show to the players") if hidden else _("Hide from the players"))
        self.hide_button.setToolTip(_("Hidden members are the GM's secret: the players' view leaves them out"))
        for button in (self.hide_button, self.remove):
            button.setEnabled(chosen is not None and not locked)
        self.current_changed.emit(chosen.member.id if chosen is not None else "")

    def _close_picker(self) -> None:
        self._stack.setCurrentIndex(LIST)
        self.add.setEnabled(True)
        self.add.setFocus()
