"""The window for the players, without the GM's secrets, and the feed that keeps boards up to date."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication, QHideEvent, QKeySequence, QResizeEvent, QScreen, QShortcut, QShowEvent
from PySide6.QtWidgets import QCheckBox, QFrame, QWidget

from bones_desktop.document.bones.campaigndocument import PartyMember
from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.document.portraits import square_of_portrait
from bones_desktop.pages.campaign.partyboard import PartyBoard
from bones_desktop.pages.campaign.partycard import GlanceRow
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.life.campaigns import hidden_members
from bones_desktop.rules.bones.making.standing import glance, without_private_texts
from bones_desktop.rules.typedtext import clean_text
from bones_desktop.theme.theme import Theme
from bones_desktop.tray.looks import FAR, OWN
from bones_desktop.tray.traywidget import TrayMirror
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.popups import rest_when_closed
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.text.labels import FittedLabel
from bones_desktop.widgets.text.notetext import NoteText, picture_named
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.language import _
from bones_desktop.wording.names import without_names
from bones_desktop.wording.seasons import game_day_words

if TYPE_CHECKING:
    from bones_desktop.document.bones.campaigndocument import CampaignDocument
    from bones_desktop.play.bones.fightlog import PlayersMessage
    from bones_desktop.rules.bones.life.campaigns import Campaign
    from bones_desktop.tray.contents import TrayDie
    from bones_desktop.tray.traywidget import TrayWidget


class PartyFeed(QObject):
    """Keeps `rows` up to date with the campaign and the open character, but only while it is watched."""

    changed = Signal()
    """Emitted when `rows` has changed."""

    def __init__(
        self, campaigns: "CampaignDocument", document: CharacterDocument, parent: QObject, *, players: bool = False
    ) -> None:
        """Create the feed; with `players`, hidden members are left out of `rows`.

        Unreadable files are not mentioned then.
        """
        super().__init__(parent)
        self._campaigns = campaigns
        self._document = document
        self._players = players
        self._watched = False
        self._rulebook = document.rulebook
        self.rows: tuple[GlanceRow, ...] = ()
        """The members in the campaign's order.

        While nobody watches, the members stay as they were when last watched.
        """
        self._left_out: frozenset[str] = frozenset()
        """Ids of the hidden members that `rows` leaves out."""
        self.unseen: frozenset[str] = frozenset()
        """Names of the hidden members that `rows` leaves out."""
        campaigns.changed.connect(self.refresh)
        document.changed.connect(self._follow)

    def watch(self, watched: bool) -> None:
        """If `watched` is True, read the members now and keep `rows` up to date; otherwise stop."""
        self._watched = watched
        self.refresh()

    def refresh(self) -> None:
        """Read the members again, for example when files are back on the shelf. Does nothing while not watched."""
        if not self._watched:
            return
        self._rulebook = self._document.rulebook
        members = self._campaigns.members()
        left_out = [each for each in members if self._players and each.member.hidden]
        # Both the old and the present name of a hidden member could give it away.
        names = (name for each in left_out for name in (each.member.name, each.character and each.character.name))
        self._left_out = frozenset(each.member.id for each in left_out)
        self.unseen = frozenset(name for name in names if name and not name.isspace())
        self._show(tuple(self._row(each) for each in members if each not in left_out))

    def _row(self, found: PartyMember) -> GlanceRow:
        if found.character is not None:
            return self._seen(found.character, secret=found.member.hidden)
        return GlanceRow(found.member.id, found.member.name, None, self._trouble(found), found.member.hidden)

    def _seen(self, character: Character, *, secret: bool) -> GlanceRow:
        name = character.name or _("No name yet")
        if self._players:
            character = without_private_texts(character)
        return GlanceRow(character.id, name, glance(self._document.rulebook, character), secret=secret)

    def _trouble(self, found: PartyMember) -> str:
        # Players need not know about problems with files.
        if self._players:
            return _("Not available just now.")
        if found.trouble is None:
            return _("No file of this character is on the shelf. Bring it back, or remove the member.")
        return file_sentence(found.trouble)

    def _follow(self) -> None:
        """Update the row of the open character if it belongs to the party.

        The rows of other members stay as they were.
        """
        if not self._watched:
            return
        # New packs may change every member's dice.
        if self._document.rulebook is not self._rulebook:
            self.refresh()
            return
        character = self._document.character
        # The GM may rename a hidden member while the view is open.
        if character.id in self._left_out and character.name.strip():
            self.unseen |= {character.name}
        self._show(
            tuple(self._seen(character, secret=row.secret) if row.id == character.id else row for row in self.rows)
        )

    def _show(self, rows: tuple[GlanceRow, ...]) -> None:
        if rows != self.rows:
            self.rows = rows
            self.changed.emit()


EVERYBODY: Final = "everybody"
"""The roller's id while a fight is shown."""
Whose = Callable[[], Sequence[str | None]]
"""Function that returns the character's id for each die in a tray: "" if the character has no file, None for dice that
nobody may see."""
_USUAL: Final = (1366, 768)
"""Size of the window at which its fonts are as large as in the main window."""
_LARGEST: Final = 3.0
_GRASP: Final = 80
"""Smallest visible width and height of the window in pixels, so that it can be moved."""
_NAME: Final = 32
_DATE: Final = 20
_RESULT: Final = 40
_SIDES: Final = 24
_NAMES: Final = 32
"""Height of the names above and below the dice."""
_BAND: Final = 64
_TRAY_SHAPE: Final = 1.5
_TRAY_SHARE: Final = 0.66
"""Largest share of the width for the tray. The remaining width is for the party."""


class PlayersView(Guarded, QWidget):
    """Shows only what everyone at the table may see, and saves nothing.

    On a second screen the view fills the screen. `shutdown` closes the view for good.
    """

    def __init__(
        self,
        campaigns: "CampaignDocument",
        document: CharacterDocument,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        pictures: Path,
    ) -> None:
        """Create the view; `pictures` is the folder of pictures in handouts."""
        super().__init__(parent, Qt.WindowType.Window)
        self._pictures = pictures
        self._handout = 0
        rest_when_closed(self)
        self._campaigns = campaigns
        self._theme = theme
        self._thrower = ""
        self.tray: TrayMirror | None = None
        """The dice of the roll; None before there is a tray to copy. Hidden while the players may see no die."""
        self.setObjectName("players")
        self.setWindowTitle(_("Players' view"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._feed = PartyFeed(campaigns, document, self, players=True)
        self.name = FittedLabel(theme, self)
        self.date = FittedLabel(theme, self, Qt.AlignmentFlag.AlignRight)
        self.board = PartyBoard(theme, square_of_portrait, self, unattended=True)
        self.board.members.set_below_zero(False)
        self.result = FittedLabel(theme, self, Qt.AlignmentFlag.AlignHCenter)
        self.near = FittedLabel(theme, self, Qt.AlignmentFlag.AlignHCenter)
        self.far = FittedLabel(theme, self, Qt.AlignmentFlag.AlignHCenter)
        self.near.hide()
        self.far.hide()
        self.result.setAccessibleDescription(_("Result of the last roll"))
        self.below_zero = QCheckBox(_("Damage below zero in numbers"), self)
        self.below_zero.setToolTip(_("Show the players how much more damage would kill"))
        self.below_zero.toggled.connect(self.board.members.set_below_zero)
        tip = _("Fill the screen (F11); Esc leaves it again")
        self.full_screen = push_button(self, _("Full screen"), self.fill_screen, tip=tip)
        self.handout = NoteText(_("Handout"), theme, self)
        self.handout.setProperty("kind", "card")
        self.handout.hide()
        self.put_away = push_button(self, _("Put the handout away"), partial(self.show_handout, 0))
        self.put_away.hide()
        self._lay_out()
        toggle = QShortcut(QKeySequence(Qt.Key.Key_F11), self)
        toggle.activated.connect(self._toggle_screen)
        self._escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        # Enabled only while the view fills the screen, because Escape must not shrink a maximised window.
        self._escape.setEnabled(False)
        self._escape.activated.connect(self.showNormal)
        self._feed.changed.connect(self._show_party)
        campaigns.changed.connect(self._follow)
        QGuiApplication.instance().screenRemoved.connect(self._screen_gone)  # type: ignore[union-attr]
        self._show_campaign()

    def come_up(self) -> None:
        """Show the view, on a second screen if there is one. Bring it to the front if it is open."""
        # A view that is open stays where the user put it.
        if not self.isVisible() or self.isMinimized() or not self._is_on(QGuiApplication.screens()):
            self.setWindowState(Qt.WindowState.WindowNoState)
            other = second_screen(self._own_screen(), QGuiApplication.screens())
            self._place_on(other or self._own_screen())
            if other is not None:
                self.fill_screen()
        self.show()
        self.raise_()
        self.activateWindow()

    def show_result(self, thrower: str, words: str) -> None:
        """Show the result of a roll by the character with this id, unless that character is hidden.

        The name of a hidden opponent is replaced. A closed view shows the result when it opens.
        """
        if self._may_be_seen(thrower):
            self._tell(thrower, words)
            if self.tray is not None:
                self.tray.follow()

    def watch(self, tray: "TrayWidget", throw: Callable[[], tuple[str, str] | None]) -> None:
        """Show the dice of this tray live. `throw` returns the roller's id and the opponent's name, None for no roll.

        Dice of hidden members are left out; all dice are left out if the roller is hidden.
        """

        def seen(dice: "Sequence[TrayDie]") -> list[int]:
            thrown = throw()
            if thrown is None or not tray.contents.thrown or not self._may_be_seen(thrown[0]):
                return []
            # A name that would be replaced belongs to a hidden opponent, so its dice must be left out as well.
            secret = self._without_unseen(thrown[1]) != _plain(thrown[1])
            sides = tray.contents.sides
            self._name_sides(sides.get(OWN, ""), "" if secret else sides.get(FAR, ""))
            return [place for place, die in enumerate(dice) if not (secret and die.group == FAR)]

        self._mirror(tray, seen)

    def watch_fight(self, tray: "TrayWidget", whose: "Whose") -> None:
        """Show the dice of a fight live, except the dice of hidden members."""

        def seen(dice: "Sequence[TrayDie]") -> list[int]:
            owners, hidden = whose(), self._hidden_ids()
            # While the tray is being filled, the owners and the dice do not match yet.
            if not tray.contents.thrown or len(owners) != len(dice):
                return []
            return [place for place, owner in enumerate(owners) if owner is not None and owner not in hidden]

        self._mirror(tray, seen)

    def show_fight(self, told: "PlayersMessage") -> None:
        """Show the state of a fight, and the effects of its last round on visible fighters."""
        told = told.without(self._hidden_ids())
        # In a fight the effects are phrases. In a scene the effects are sentences with a full stop.
        said = [told.title, *(words.removesuffix(".") for _unused, words in told.happened)]
        self._tell(EVERYBODY, ". ".join(said))
        if told.secret:
            self._name_sides("", "")
        else:
            self._name_sides(told.names_of(ours=True), told.names_of(ours=False))

    def _name_sides(self, near: str, far: str) -> None:
        """Write the names of the owners below (`near`) and above (`far`) the dice; "" for nothing."""
        for label, words in ((self.near, near), (self.far, far)):
            words = self._without_unseen(words)
            if words != label.text:
                label.show_text(words)
        self._show_names()

    def _show_names(self) -> None:
        """Show the names of the sides only while dice are shown."""
        dice = self.tray is not None and not self.tray.isHidden()
        for label in (self.near, self.far):
            label.setVisible(dice and bool(label.text))

    def _mirror(self, tray: "TrayWidget", seen: "Callable[[Sequence[TrayDie]], list[int]]") -> None:
        if self.tray is not None:
            self.tray.deleteLater()
        self.tray = mirror = TrayMirror(self._theme, tray, seen, self)
        # Shown only when it has visible dice, see `_make_room`.
        mirror.setVisible(False)
        mirror.filled.connect(self._make_room)
        self._dice.insertWidget(1, mirror, 1, Qt.AlignmentFlag.AlignHCenter)
        mirror.follow()

    def show_handout(self, number: int) -> None:
        """Show a note of the open campaign in place of the party, as long as it is a handout; 0 shows the party."""
        self._handout = number
        self._show_campaign()

    def _show_handout(self, campaign: "Campaign | None") -> None:
        notes = campaign.notes if campaign is not None else ()
        note = next((each for each in notes if each.number == self._handout and each.shared), None)
        self.handout.setVisible(note is not None)
        self.put_away.setVisible(note is not None)
        if note is not None:
            self.handout.show_note(note.text, title=note.title, picture=partial(picture_named, self._pictures))
        self._share_room()

    def refresh(self) -> None:
        """Read the members' files again, for example when some are back on the shelf."""
        self._feed.refresh()

    def fill_screen(self) -> None:
        """Fill the screen, and hide all buttons."""
        self.showFullScreen()
        self.setFocus()

    def _toggle_screen(self) -> None:
        if self.isFullScreen():
            self.showNormal()
        else:
            self.fill_screen()

    def shutdown(self) -> None:
        """Close the view and stop watching the party."""
        self._feed.watch(False)
        self.close()

    def showEvent(self, event: QShowEvent) -> None:
        """Read the party. No card is current until Tab reaches it."""
        super().showEvent(event)
        self.setFocus()
        self._feed.watch(True)
        self._show_campaign()
        if self.tray is not None:
            self.tray.follow()

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop reading the party while the view is hidden."""
        super().hideEvent(event)
        self._feed.watch(False)

    def changeEvent(self, event: QEvent) -> None:
        """Hide the buttons while the view fills the screen."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.WindowStateChange:
            self._controls.setVisible(not self.isFullScreen())
            self._escape.setEnabled(self.isFullScreen())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the fonts to the size of the window."""
        super().resizeEvent(event)
        self._restyle()

    def _lay_out(self) -> None:
        self._head = hbox(None, (self.name, 3), (self.date, 2))
        self._dice = vbox(None, self.far, self.near, margins=0)
        self._middle = hbox(None, (self.board, 1), self._dice, margins=0)
        self._band = QFrame(self)
        self._band.setProperty("kind", "card")
        self._within = vbox(self._band, self.result)
        self._controls = QWidget(self)
        hbox(self._controls, self.below_zero, STRETCH, self.put_away, self.full_screen, margins=0)
        self._column = vbox(self, self._head, (self._middle, 1), (self.handout, 100), self._band, self._controls)

    def _show_campaign(self) -> None:
        campaign = self._campaigns.campaign
        self._show_handout(campaign)
        if campaign is None:
            self.name.show_text("")
            self.date.show_text("")
            self.board.set_empty_text(_("No campaign is open."))
        else:
            self.name.show_text(campaign.name or _("Campaign"))
            self.date.show_text(game_day_words(campaign.day, campaign.first_year), "muted")
            self.board.set_empty_text(_("Nobody is in the party yet."))
        # A change of the campaign may have hidden the character who rolled last.
        if not self._thrower or not self._may_be_seen(self._thrower):
            self._tell("", _("The last roll is shown here."))
        else:
            self._tell(self._thrower, self.result.text)

    def _follow(self) -> None:
        self._show_campaign()
        if self.tray is not None:
            self.tray.follow()

    def _make_room(self, filled: bool) -> None:
        """Show the tray while it has visible dice. It gets the room that the party does not need."""
        if self.tray is not None and self.tray.isHidden() is filled:
            self.tray.setVisible(filled)
            self._show_names()
            self._share_room()

    def _show_party(self) -> None:
        self.board.show_members(self._feed.rows)
        self._share_room()

    def _share_room(self) -> None:
        """Let the dice use the room of the party while the party is empty."""
        is_alone = self.tray is None or self.tray.isHidden()
        self.board.setVisible(self.handout.isHidden() and (bool(self._feed.rows) or is_alone))
        self.below_zero.setVisible(bool(self._feed.rows))
        self._restyle()

    def _tell(self, thrower: str, words: str) -> None:
        self._thrower = thrower
        self.result.show_text(self._without_unseen(words), "text" if thrower else "muted")
        self._restyle()

    def _without_unseen(self, words: str) -> str:
        """Return words without names of hidden members, in full or shortened."""
        # Use the campaign, because the feed is out of date while the view is closed.
        members = self._campaigns.campaign.members if self._campaigns.campaign is not None else ()
        unseen = self._feed.unseen.union(member.name for member in members if member.hidden)
        return without_names(_plain(words), unseen)

    def _hidden_ids(self) -> set[str]:
        campaign = self._campaigns.campaign
        return set() if campaign is None else hidden_members(campaign)

    def _may_be_seen(self, character_id: str) -> bool:
        """Return whether the players may know of a character.

        If no campaign is open, the players may know of every character, otherwise only of visible members.
        """
        campaign = self._campaigns.campaign
        if campaign is None or character_id == EVERYBODY:
            return True
        return any(member.id == character_id and not member.hidden for member in campaign.members)

    def _own_screen(self) -> QScreen:
        parent = self.parentWidget()
        return self.screen() if parent is None else parent.screen()

    def _screen_gone(self, gone: QScreen) -> None:
        """Leave the full screen. If the view was on the removed screen, move it to a remaining one."""
        if self.isFullScreen():
            self.setWindowState(Qt.WindowState.WindowNoState)  # showNormal would also open a closed view
        # The list may still contain the screen that is gone.
        left = [each for each in QGuiApplication.screens() if each is not gone and each != gone]
        if left and not self._is_on(left):
            own = self._own_screen()
            self._place_on(own if own in left else left[0])

    def _is_on(self, screens: Sequence[QScreen]) -> bool:
        """Return whether a part of the view large enough to grab is on one of these screens."""
        place = self.geometry()
        seen = (each.availableGeometry().intersected(place) for each in screens)
        return any(min(each.width(), place.width()) >= _GRASP and each.height() >= _GRASP for each in seen)

    def _place_on(self, screen: QScreen) -> None:
        """Move to the middle of a screen, in the default size if the screen has room."""
        room = screen.availableGeometry()
        self.resize(min(self._theme.px(_USUAL[0]), room.width() * 9 // 10), room.height() * 9 // 10)
        place = self.frameGeometry()
        place.moveCenter(room.center())
        self.setScreen(screen)
        self.move(place.topLeft())

    def _restyle(self) -> None:
        unit = max(1.0, min(self.width() / _USUAL[0], self.height() / _USUAL[1], _LARGEST))
        self.name.set_most(round(_NAME * unit))
        self.date.set_most(round(_DATE * unit))
        self.result.set_most(round((_RESULT if self._thrower else _DATE) * unit))
        self._band.setFixedHeight(round(_BAND * unit))
        self.handout.set_letters(round(_DATE * unit))
        if self.tray is not None:
            room = self.height() - round((_BAND + _NAME * 2) * unit) - self._controls.sizeHint().height()
            share = 1 if self.board.isHidden() else _TRAY_SHARE
            self.tray.setFixedWidth(max(320, round(min(room * _TRAY_SHAPE, self.width() * share))))
        for label in (self.near, self.far):
            label.set_most(round(_SIDES * unit))
            label.setFixedHeight(round(_NAMES * unit))
        edge, gap = round(12 * unit), round(6 * unit)
        self._within.setContentsMargins(edge, 2, edge, 2)
        self._column.setContentsMargins(edge, gap, edge, edge)
        self._column.setSpacing(gap)


def _plain(words: str) -> str:
    return " ".join(clean_text(words).split())


def second_screen(own: QScreen, screens: Sequence[QScreen]) -> QScreen | None:
    """Return a screen other than the main window's; None if there is none."""
    return next((screen for screen in screens if screen is not own and screen != own), None)
