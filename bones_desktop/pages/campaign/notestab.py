"""The Notes tab: handouts, and notes with links to characters, fights, rules, pictures and other notes."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QStringListModel, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QKeyEvent, QTextCursor
from PySide6.QtWidgets import QCheckBox, QCompleter, QFileDialog, QListView, QWidget

from bones_desktop.desk.desk import Desk, Notices
from bones_desktop.desk.documents import documents_folder, open_local
from bones_desktop.document.bones.campaigndocument import CampaignDocument
from bones_desktop.pages.campaign.campaignpanel import CampaignCard, CampaignPanel, WritingField
from bones_desktop.rules.bones.book.fields import LINE
from bones_desktop.rules.bones.life import campaigns
from bones_desktop.rules.bones.life.campaigns import Campaign, CampaignNote
from bones_desktop.rules.records import Record
from bones_desktop.rules.typedtext import clean_text, linked_parts
from bones_desktop.storage.backup import LARGEST, PICTURES
from bones_desktop.storage.campaignfile import FIGHT_SUFFIX
from bones_desktop.storage.files.characterfile import SUFFIX
from bones_desktop.storage.files.locations import free_path, make_folder
from bones_desktop.storage.files.textfiles import FileProblem, read_bytes, save_bytes
from bones_desktop.storage.games import guide_of
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import hbox, stack, vbox
from bones_desktop.widgets.layouts import flow_row
from bones_desktop.widgets.lists.line import Line, LineLook
from bones_desktop.widgets.lists.linelist import LineList
from bones_desktop.widgets.plaintext import RULE_SCHEME
from bones_desktop.widgets.popups import rest_when_closed
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_lengths
from bones_desktop.widgets.text.labels import heading_label, plain_label
from bones_desktop.widgets.text.notetext import NoteText, picture_named
from bones_desktop.widgets.text.textfields import LineField, limit_letters
from bones_desktop.wording.language import _

_LIST: Final = (200, 300)
"""Smallest and largest width of the list, at 100 % text size."""
_POPUP: Final = 320
_BEGUN: Final = re.compile(r"\[\[([^\[\]|\n]*)\Z")
"""Pattern for the text before the cursor that ends in an unfinished link."""


class LinkTarget(Record):
    """Target of a link in a note."""

    name: str
    open: Callable[[], object]


def files_in(folder: Path, *endings: str) -> list[Path]:
    """Return the files of a folder with these endings, sorted by name; none if the folder cannot be read."""
    try:
        return sorted(path for path in folder.iterdir() if path.name.casefold().endswith(endings))
    except OSError:
        return []


class LinkField(WritingField):
    """A field for a note. After "[[" it offers names, and completes the link with the chosen one."""

    def __init__(
        self, name: str, theme: Theme, keep: Callable[[str], bool], names: Callable[[], list[str]], parent: QWidget
    ) -> None:
        """Create the field; `names` returns everything that a link can name."""
        super().__init__(name, theme, 6, keep, parent)
        self._names = names
        self._model = QStringListModel(self)
        self._completer = QCompleter(self._model, self)
        self._completer.setWidget(self)
        self._completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self._completer.activated.connect(self._complete)
        self._list = QListView(self)
        self._completer.setPopup(self._list)
        # The completer takes the parent from its list, which would then outlive the page and miss its style.
        self._list.setParent(self, Qt.WindowType.Popup)
        rest_when_closed(self._list, self)

    def begin_link(self) -> None:
        """Begin a link at the cursor, and offer names."""
        self.setFocus()
        self.insertPlainText("[[")
        self._offer()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """While the list of names is open, let it handle the keys that choose a name or close the list."""
        keys = Qt.Key
        closing = {keys.Key_Return, keys.Key_Enter, keys.Key_Tab, keys.Key_Backtab, keys.Key_Escape}
        if self._list.isVisible() and event.key() in closing:
            event.ignore()
            return
        super().keyPressEvent(event)
        if event.text() and not self.isReadOnly():
            self._offer()

    def _begun(self) -> str | None:
        """Return the typed part of the link before the cursor; None if the cursor is not in a link."""
        cursor = self.textCursor()
        found = _BEGUN.search(cursor.block().text()[: cursor.positionInBlock()])
        return None if found is None else found[1]

    def _offer(self) -> None:
        begun = self._begun()
        if begun is None:
            self._list.hide()
            return
        if not self._list.isVisible():
            self._model.setStringList(self._names())
        self._completer.setCompletionPrefix(begun)
        place = self.cursorRect()
        place.setWidth(self._theme.px(_POPUP))
        self._completer.complete(place)
        # Select the first name, so that Enter chooses it.
        self._list.setCurrentIndex(self._completer.completionModel().index(0, 0))

    def _complete(self, name: str) -> None:
        begun, cursor = self._begun(), self.textCursor()
        if begun is None:
            return
        cursor.movePosition(QTextCursor.MoveOperation.Left, QTextCursor.MoveMode.KeepAnchor, len(begun))
        after = cursor.block().text()[self.textCursor().positionInBlock() :]
        cursor.insertText(name if after.startswith("]]") else f"{name}]]")
        self.setTextCursor(cursor)


class NotesTab(CampaignPanel):
    """Tab with the list of notes, and the chosen note for reading or writing.

    The first entry shows the GM's notes from the Party tab.
    """

    def __init__(self, desk: Desk, campaigns_: CampaignDocument, notices: Notices, parent: QWidget) -> None:
        super().__init__(campaigns_, desk.theme, notices, parent)
        self._desk = desk
        theme = desk.theme
        side, card = CampaignCard(self), CampaignCard(self)
        heading = heading_label(theme, side, _("Notes"))
        self.list = LineList(theme, _("Notes"), side, LineLook(height=48, pad=(10, 6)))
        self.add = push_button(side, _("New note"), self.add_note)
        self.remove = push_button(side, _("Remove"), self.remove_note)
        below = flow_row(None, self.add, self.remove, theme=theme, gap=8)
        vbox(side, heading, (self.list, 1), below, theme=theme, gap=8, edges=(12, 12, 12, 12))
        set_lengths(theme, side, least_width=_LIST[0], most_width=_LIST[1])
        self.title = LineField(_("Title of the note"), card)
        self.title.setPlaceholderText(_("Title"))
        limit_letters(self.title, LINE)
        self.turn = push_button(card, _("Write"), self._turn)
        self.link = push_button(card, _("Link…"), self._begin_link, tip=_("Name something here; or type [["))
        self.picture = push_button(card, _("Picture…"), self._ask_picture, tip=_("Copy a picture, and link to it"))
        self.shared = QCheckBox(_("Handout: the players may see it"), card)
        self.show_players = push_button(card, _("Show the players"), self._show_players)
        self.field = LinkField(_("Note"), theme, self._write, self._names, card)
        self.field.set_hint(_("Type [[ to name a character, a fight, a rule, a picture or another note."))
        self.text = NoteText(_("Note"), theme, card)
        self._stack = stack(card, self.text, self.field)
        self.missing = plain_label(card, role="warn", wrap=True)
        first = hbox(None, (self.title, 1), self.turn, theme=theme, gap=8)
        # With large text the buttons need two rows.
        second = flow_row(None, self.shared, self.show_players, self.link, self.picture, theme=theme, gap=8)
        vbox(card, first, second, (self._stack, 1), self.missing, theme=theme, gap=8, edges=(16, 12, 16, 12))
        hbox(self, side, (card, 1), margins=0, theme=theme, gap=12)
        self.list.current_changed.connect(self._choose)
        self.list.removal_requested.connect(self.remove_note)
        self.title.editingFinished.connect(self._keep_title)
        self.shared.clicked.connect(self._share)
        self.text.link_opened.connect(self.open_link)
        self.setFocusProxy(self.list)
        self._number = 0
        self._filled = ""

    @property
    def unkept(self) -> frozenset[str]:
        """Ids of the campaigns with a text that is not saved."""
        return frozenset(of.partition("/")[0] for of in self.field.unkept)

    def flush(self) -> None:
        """Save text being typed."""
        self._keep_title()
        self.field.flush()

    def add_note(self) -> None:
        """Add a note and begin with its title."""
        self.flush()
        if self._apply(_("Add note"), campaigns.add_note) and self.campaign is not None:
            self._go_to(self.campaign.notes[-1].number)
            self._write_now(True)
            self.title.setFocus()

    def remove_note(self) -> None:
        """Remove the chosen note. Undo brings it back."""
        self.flush()
        number = self._number
        if number and self._apply(_("Remove note"), campaigns.remove_note, number):
            self._go_to(0)

    def open_link(self, name: str) -> None:
        """Open the character, fight, rule, picture or note of this name, or show that it was not found."""
        target = self._targets().get(name.strip().casefold())
        if target is None:
            self._notices.say(_("There is nothing called “{name}” to open.").format(name=clean_text(name)), tone="warn")
        else:
            self.flush()
            target.open()

    def refresh(self) -> None:
        """Show the notes as they are now."""
        campaign = self.campaign
        if campaign is None:
            return
        lines = [Line(_("GM's notes"), _("for you alone"), key="0", second_tone="muted")]
        for note in campaign.notes:
            about = _("handout") if note.shared else _("for you alone")
            tone = "good" if note.shared else "muted"
            lines.append(Line(note.title or _("No title yet"), about, key=str(note.number), second_tone=tone))
        if self._number not in {0, *(note.number for note in campaign.notes)}:
            self._number = 0
        self.list.show_lines(lines, current=str(self._number))
        self._show_note(campaign)

    def _show_note(self, campaign: Campaign) -> None:
        note = self._chosen_note(campaign)
        text = campaign.gm_notes if note is None else note.text
        editable = not self._campaigns.read_only
        of = f"{campaign.id}/{self._number}"
        if of != self.field.of:
            self.field.flush()
        self.field.show_kept(text, of)
        self.field.setReadOnly(not editable)
        if not self.title.hasFocus() or of != self._filled:
            self.title.set_value(_("GM's notes") if note is None else note.title)
        self.title.setReadOnly(note is None or not editable)
        self.shared.setChecked(note is not None and note.shared)
        for part in (self.shared, self.remove):
            part.setEnabled(note is not None and editable)
        self.add.setEnabled(editable)
        self.show_players.setEnabled(note is not None and note.shared)
        if of != self._filled:
            self._filled = of
            self._write_now(editable and not text)
        targets = self._targets()
        self.text.show_note(text or _("Nothing is written here yet."), is_there=partial(_is_in, targets))
        gone = sorted({name for _words, name in linked_parts(text) if name and not _is_in(targets, name)})
        self.missing.setText(_("Not found: {names}.").format(names=", ".join(map(clean_text, gone))))
        self.missing.setVisible(bool(gone))

    def _chosen_note(self, campaign: Campaign) -> CampaignNote | None:
        return next((note for note in campaign.notes if note.number == self._number), None)

    def _go_to(self, number: int) -> None:
        self._number = number
        self.refresh()

    def _choose(self, key: str) -> None:
        if key and int(key) != self._number:
            self.flush()
            self._go_to(int(key))

    def _turn(self) -> None:
        self.field.flush()
        self._write_now(self._stack.currentWidget() is self.text)
        if self._stack.currentWidget() is self.field:
            self.field.setFocus()

    def _write_now(self, writing: bool) -> None:
        self._stack.setCurrentWidget(self.field if writing else self.text)
        self.turn.setText(_("Read") if writing else _("Write"))
        for part in (self.link, self.picture):
            part.setVisible(writing)

    def _write(self, text: str) -> bool:
        campaign_id, _slash, number = self.field.of.partition("/")
        if self.campaign is None or self.campaign.id != campaign_id:
            return False
        if number == "0":
            return self._apply(_("GM's notes"), campaigns.set_gm_notes, text)
        return self._apply(_("Edit note"), campaigns.set_note, int(number), text=text)

    def _keep_title(self) -> None:
        note = self._chosen_note(self.campaign) if self.campaign is not None else None
        title = " ".join(self.title.text().split())
        if note is not None and title != note.title and not self.title.isReadOnly():
            self._apply(_("Edit note"), campaigns.set_note, self._number, title=title)

    def _share(self, shared: bool) -> None:
        self.flush()
        self._apply(_("Handout"), campaigns.set_note, self._number, shared=shared)

    def _show_players(self) -> None:
        self.flush()
        self._desk.navigation.show_handout(self._number)

    def _begin_link(self) -> None:
        self.field.begin_link()

    def _ask_picture(self) -> None:
        kinds = _("Pictures ({endings})").format(endings=" ".join(f"*{each}" for each in PICTURES))
        dialog = QFileDialog(self, _("Choose a picture"), str(documents_folder()), kinds)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self.take_picture)
        dialog.open()

    def take_picture(self, file: str) -> None:
        """Copy a picture to the folder of pictures, and link to it at the cursor."""
        source, folder = Path(file), self._desk.locations.pictures
        if source.suffix.casefold() not in PICTURES:
            self._notices.say(_("Choose a PNG, JPEG or WebP picture."), tone="warn")
            return
        try:
            data = read_bytes(source, LARGEST)
            make_folder(folder)
            path = free_path(folder, source.stem, source.suffix.casefold())
            save_bytes(path, data, None)
        except FileProblem as error:
            self._notices.report(error)
            return
        self.field.insertPlainText(f"[[{path.name}]]")
        self.field.setFocus()

    def _names(self) -> list[str]:
        # List the user's own names first, because more than 400 names of rules follow.
        return [target.name for target in self._targets().values()]

    def _targets(self) -> dict[str, LinkTarget]:
        """Return everything that a link can name, by its name in small letters."""
        found: dict[str, LinkTarget] = {}
        for target in self._all_targets():
            found.setdefault(target.name.casefold(), target)
        return found

    def _all_targets(self) -> Iterator[LinkTarget]:
        navigation, locations = self._desk.navigation, self._desk.locations
        for member in self._campaigns.members():
            if member.path is not None and member.member.name:
                yield LinkTarget(member.member.name, partial(navigation.open_character, member.path))
        for path in files_in(self._desk.shelf.folder, SUFFIX):
            yield LinkTarget(path.stem, partial(navigation.open_character, path))
        for path in files_in(locations.fights, FIGHT_SUFFIX):
            yield LinkTarget(path.stem, partial(self._open_fight, (path,)))
        for note in self.campaign.notes if self.campaign is not None else ():
            if note.title:
                yield LinkTarget(note.title, partial(self._go_to, note.number))
        for path in files_in(locations.pictures, *PICTURES):
            if picture_named(locations.pictures, path.name) is not None:
                yield LinkTarget(path.name, partial(open_local, path))
        guide = guide_of("bones")
        rules = [(name, rule.id) for rule in guide.rules for name in (rule.name, rule.id)]
        rules += [(page.name, page.rules[0]) for page in guide.pages if page.rules]
        for name, rule in rules:
            yield LinkTarget(name, partial(QDesktopServices.openUrl, QUrl(f"{RULE_SCHEME}:{rule}")))

    def _open_fight(self, paths: Sequence[Path]) -> None:
        self._desk.take_others(paths)


def _is_in(targets: dict[str, LinkTarget], name: str) -> bool:
    return name.strip().casefold() in targets
