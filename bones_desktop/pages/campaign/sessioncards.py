"""Cards of the Sessions tab: for a new, the open and a past session, and for the log of a session."""

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QHideEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from bones_desktop.pages.campaign.awardboard import AwardBoard, AwardKeeper, KeepAwards, Player, Reward, awards_of
from bones_desktop.pages.campaign.campaignpanel import CampaignCard, WritingField
from bones_desktop.rules.acts import Act, Answers, Parameter
from bones_desktop.rules.bones.book.fields import LINE
from bones_desktop.rules.bones.injury.spiffs import CAMPAIGN_LOG
from bones_desktop.rules.bones.life.campaigns import GameSession
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.acts.actfields import Field, FieldPlace
from bones_desktop.widgets.acts.actform import ActForm, AskedAct, unchanged
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.choice.buttons import ChoiceButton
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.lists.linelist import LineTable, TableRow
from bones_desktop.widgets.localized import counted
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_gaps, set_lengths
from bones_desktop.widgets.text.labels import ElidedLabel, heading_label, plain_label
from bones_desktop.widgets.text.messages import Deed, Nothing
from bones_desktop.widgets.text.textfields import LineField, limit_letters
from bones_desktop.wording.language import _, ngettext

KeepLog = Callable[[str, int, str], bool]
"""Function that saves a log, and returns whether the log was saved.

It takes the campaign's id, the session's number and the log.
"""
NOBODY: Final = "-"
LARGE: Final = (640, 420)
"""Smallest width and height, at 100 % text size, at which the log has a larger font."""


class StartCard(CampaignCard):
    """Card of a new session. `requested` is emitted with the title and the ids of the members present."""

    requested = Signal(str, tuple)

    def __init__(self, theme: Theme, parent: QWidget, *deeds: Deed) -> None:
        """Create the card; `deeds` are actions offered while no one is in the party."""
        super().__init__(parent)
        self._members: tuple[tuple[str, str], ...] = ()
        self.heading = heading_label(theme, self, size=28)
        self.day = plain_label(self, role="muted", wrap=True, theme=theme, size=16)
        self.form = ActForm(theme, self, framed=False, compact=True)
        self.form.cancel.hide()
        self.nobody = Nothing(theme, self)
        self.nobody.say(_("No one is in the party yet. Awards are for members who are there."), *deeds)
        column = vbox(self, self.heading, self.day, self.form, self.nobody, STRETCH)
        set_gaps(theme, column, gap=12, edges=(20, 16, 20, 16))
        self.form.requested.connect(self._ask)

    def show_start(self, number: int, day: str, members: Sequence[tuple[str, str]]) -> None:
        """Offer to begin session `number` on `day` (in words); `members` are ids and names."""
        self.heading.setText(_("Session {n}").format(n=number))
        self.day.setText(day)
        self._members = tuple(members)
        self.nobody.setVisible(not members)
        there = [Parameter.yes_no(f"{THERE}{id}", 1, name=name) for id, name in members]
        act: Act[object] = Act.asking("start", "", unchanged, *there, Parameter.text("title", most=LINE))
        self.form.show_act(AskedAct(act, None, "", _("Start session"), _start_field))

    def clear(self) -> None:
        """Reset the card: no title, everyone present."""
        self.form.fill({})

    def _ask(self, answers: Answers) -> None:
        there = tuple(id for id, _name in self._members if answers.yes(f"{THERE}{id}"))
        self.requested.emit(answers.text("title"), there)


THERE: Final = "there."
"""Prefix of the ids of presence fields. The member's id follows the prefix."""


def _start_field(each: Parameter, _answers: Answers) -> Field:
    if each.id == "title":
        hint = _("Title (optional)")
        return Field(each, "", _("Title of the session"), hint=hint, place=FieldPlace.FOOT)
    return Field(each, _("Who is there"), each.names[0])


class LogCard(CampaignCard):
    """Card of a session's log.

    It saves typed text itself, and emits `writer_changed` when a writer is chosen.
    """

    writer_changed = Signal(str)
    """Emitted with a member's id, "" for nobody."""

    def __init__(self, theme: Theme, keep: KeepLog, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._keep = keep
        heading = heading_label(theme, self, _("Campaign log"))
        self.words = plain_label(self, role="muted", theme=theme, size=12)
        self.writer = ChoiceButton(theme, _("Written by"), _("Written by…"), self)
        set_lengths(theme, self.writer, least_width=110, most_width=200)
        self.writer.setToolTip(_("The player who writes the session log earns a spiff."))
        self.field = WritingField(_("Campaign log"), theme, 3, self._kept, self)
        self.field.set_hint(_("What happened? The log is kept as you write and can be changed later."))
        head = hbox(None, heading, (self.words, 1), (self.writer, 1), theme=theme, gap=12)
        vbox(self, head, (self.field, 1), theme=theme, gap=6, edges=(16, 8, 16, 12))
        self.field.document().contentsChanged.connect(self._count)  # also emitted when the program sets the text
        self.writer.activated.connect(self._choose)
        self._count()

    @property
    def unkept(self) -> frozenset[str]:
        """Ids of the campaigns with logs that are not saved."""
        return frozenset(of.partition("/")[0] for of in self.field.unkept)

    def show_session(
        self, campaign_id: str, session: GameSession, writers: Sequence[tuple[str, str]], *, editable: bool
    ) -> None:
        """Show the log of a session. `writers` are ids and names of members that can earn the spiff for it."""
        of = f"{campaign_id}/{session.number}"
        if of != self.field.of:
            self.field.flush()
        self.field.show_kept(session.log, of)
        self.field.setReadOnly(not editable)
        nobody = Choice(NOBODY, _("Nobody yet"))
        listed = [nobody, *(Choice(key, name) for key, name in writers)]
        # The writer stays in the list after leaving the party. Otherwise the log would seem to have no writer.
        if session.log_by and session.log_by not in dict(writers):
            listed.append(Choice(session.log_by, _("Former member")))
        self.writer.set_choices(listed, session.log_by)
        self.writer.setEnabled(editable)

    def flush(self) -> None:
        """Save text being typed."""
        self.field.flush()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Use a larger font if there is room for it."""
        super().resizeEvent(event)
        self.field.set_large(self.width() >= self._theme.px(LARGE[0]) and self.height() >= self._theme.px(LARGE[1]))

    def _kept(self, text: str) -> bool:
        campaign_id, _slash, number = self.field.of.partition("/")
        return bool(number) and self._keep(campaign_id, int(number), text)

    def _choose(self, choice: Choice) -> None:
        self.writer_changed.emit("" if choice.key == NOBODY else choice.key)

    def _count(self) -> None:
        words = len(self.field.value().split())
        self.words.setText(ngettext("{n} word", "{n} words", words).format(n=counted(words)))


class NowCard(CampaignCard):
    """Card of the open session. Decisions are saved in the campaign, but take effect when the session ends."""

    present_requested = Signal(tuple)
    """Emitted with the ids of the members present now."""
    writer_awarded = Signal(str)
    """Emitted with the id of the member who gets the spiff for the log, "" for nobody."""
    end_requested = Signal(object)
    """Emitted with the draft of the awards when the session should end."""

    def __init__(self, theme: Theme, keep: KeepAwards, parent: QWidget) -> None:
        super().__init__(parent)
        self._session: GameSession | None = None
        self._players: tuple[Player, ...] = ()
        self._rewards: tuple[Reward, ...] = ()
        self.awards = AwardKeeper(keep, self)
        self.title = ElidedLabel(self, theme=theme, size=28, serif=True, bold=True)
        self.when = plain_label(self, role="muted", theme=theme, size=14)
        self.board = AwardBoard(theme, self)
        self.says = plain_label(self, role="muted", wrap=True)
        self.end = push_button(self, _("End session and award"), kind="primary")
        press = hbox(None, (self.says, 1), self.end, theme=theme, gap=12)
        parts = (self.title, self.when, self.board, press, STRETCH)
        vbox(self, *parts, theme=theme, gap=4, edges=(20, 8, 20, 12))
        self.board.table.awarded.connect(self._give)
        self.board.table.present_requested.connect(self._present)
        self.board.note_edited.connect(self._note)
        self.board.note.editingFinished.connect(self.awards.flush)
        self.end.clicked.connect(self._end)

    def show_session(
        self,
        campaign_id: str,
        session: GameSession,
        head: tuple[str, str],
        players: Sequence[Player],
        rewards: Sequence[Reward],
        *,
        editable: bool,
    ) -> None:
        """Show the open session.

        `head` contains the session's title and day, in words.
        """
        self.awards.show_session(campaign_id, session, editable=editable)
        self._session, self._players, self._rewards = session, tuple(players), tuple(rewards)
        self.title.set_full_text(head[0])
        self.when.setText(head[1])
        self.end.setEnabled(editable)
        self._fill()

    def hideEvent(self, event: QHideEvent) -> None:
        """Save decisions before the page disappears."""
        super().hideEvent(event)
        self.awards.flush()

    def _end(self) -> None:
        self.end_requested.emit(self.awards.draft)

    def _fill(self) -> None:
        writer, draft = self._session.log_by if self._session is not None else "", self.awards.draft
        self.board.show_awards(self._players, self._rewards, draft, writer)
        there = sum(each.present and each.earns for each in self._players)
        given = awards_of(draft, (each.id for each in self._players), self._rewards)
        spiffs = sum(award.spiffs for award in given) + bool(writer)
        said = ngettext("{n} player gets a session", "{n} players get a session", there).format(n=there)
        in_all = ngettext("{n} spiff in all.", "{n} spiffs in all.", spiffs).format(n=spiffs)
        self.says.setText(f"{said}, {in_all}")

    def _give(self, member: str, reason: str, spiffs: int) -> None:
        # The spiff for the log belongs to its writer, so a spiff here sets the writer instead.
        if reason == CAMPAIGN_LOG:
            self.awards.flush()
            self.writer_awarded.emit(member if spiffs else "")
            return
        self.awards.give(member, reason, spiffs)
        self._fill()

    def _note(self, member: str, reason: str, text: str) -> None:
        self.awards.note(member, reason, text)
        self._fill()

    def _present(self, member: str, there: bool) -> None:
        # Save the awards first, so that they are a separate undo step.
        self.awards.flush()
        self.present_requested.emit(
            tuple(each.id for each in self._players if (there if each.id == member else each.present))
        )


class PastCard(CampaignCard):
    """Card of a past session. A title is emitted when typing is finished."""

    title_edited = Signal(int, str)
    """Emitted with the session's number and its title."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._number = 0
        self._title = ""
        self.heading = heading_label(theme, self, size=28)
        self.when = plain_label(self, role="muted", theme=theme, size=14)
        self.title = LineField(_("Title of the session"), self)
        self.title.setPlaceholderText(_("Title"))
        limit_letters(self.title, LINE)
        tip = _("Reopens the session. Its awards are kept until you end it again.")
        self.reopen = push_button(self, _("Reopen"), tip=tip)
        heads = (_("Who"), _("Session"), _("Spiffs"), _("For"))
        self.table = LineTable(theme, heads, _("Who was there, and who got what"), self, wide=3)
        self.nobody = plain_label(self, _("No one attended and nothing was awarded."), "muted")
        head = hbox(None, self.heading, (self.title, 1), self.reopen, theme=theme, gap=16)
        vbox(self, head, self.when, self.table, self.nobody, STRETCH, theme=theme, gap=6, edges=(20, 8, 20, 12))
        self.title.editingFinished.connect(self.finish)

    def show_session(
        self, session: GameSession, when: str, lines: Sequence[TableRow], *, reopens: bool, editable: bool
    ) -> None:
        """Show a session. `lines` are its awards; `reopens` is True if it is the last one."""
        self._number, self._title = session.number, session.title
        self.heading.setText(_("Session {n}").format(n=session.number))
        self.title.set_value(session.title)
        self.title.setReadOnly(not editable)
        self.when.setText(when)
        self.table.lines.set_rows(lines)
        self.table.setVisible(bool(lines))
        self.table.updateGeometry()
        self.nobody.setVisible(not lines)
        self.reopen.setVisible(reopens)
        self.reopen.setEnabled(editable)

    def finish(self) -> None:
        """Emit a title that was typed and not emitted yet."""
        title = " ".join(self.title.text().split())
        if self._number and title != self._title:
            self._title = title
            self.title_edited.emit(self._number, title)
