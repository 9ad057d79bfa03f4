"""Shared parts of the Campaign page: base classes, cards, words for lists, and fields that save text automatically."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Concatenate, Final, ParamSpec

from PySide6.QtCore import QDate, QSize, Qt, QTimer
from PySide6.QtGui import QFocusEvent, QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QWidget

from bones_desktop.desk.desk import Notices
from bones_desktop.document.bones.campaigndocument import CampaignChange, CampaignDocument, PartyMember, Trouble
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.life import campaigns
from bones_desktop.rules.bones.life.campaigns import Campaign, GameSession, Member
from bones_desktop.rules.reasons import RulesError
from bones_desktop.storage.campaignfile import CampaignEntry
from bones_desktop.storage.files.datafile import DataFileError
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import vbox
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.lists.line import Line
from bones_desktop.widgets.lists.linelist import TableRow
from bones_desktop.widgets.localized import short_day
from bones_desktop.widgets.text.labels import heading_label, plain_label
from bones_desktop.widgets.text.textfields import ProseField
from bones_desktop.wording.files import file_sentence, is_foreign
from bones_desktop.wording.language import _
from bones_desktop.wording.names import character_kind_name
from bones_desktop.wording.reasons import sentence
from bones_desktop.wording.seasons import game_day_words

NAMED: Final = 3
"""Largest number of members listed by name. All other members are only counted."""


def member_name(each: PartyMember) -> str:
    """Return a member's name from its file, or the last known name if the file is missing."""
    return (each.character.name if each.character else each.member.name) or _("Unnamed")


def member_entry(each: PartyMember, trouble: str, *, damage: FileProblem | DataFileError | None) -> Line:
    """Return a member's line in the list.

    `damage` is the reason why the member's file is unreadable; `trouble` is any problem, in words.
    """
    key, name = each.member.id, member_name(each)
    if each.character is None:
        if damage is None:
            why = _("Not on the shelf")
        else:
            why = _("Another game") if is_foreign(damage) else _("Damaged file")
        return _two_lines(key, name, why, "bad", trouble)
    words = [character_kind_name(each.character.kind)]
    if each.member.hidden:
        words.append(_("GM's secret"))
    if trouble:
        words.append(_("update pending"))
    return _two_lines(key, name, " · ".join(words), "warn" if trouble or each.member.hidden else "muted", trouble)


def _two_lines(key: str, name: str, note: str, tone: str = "muted", trouble: str = "") -> Line:
    """Return a line with a name and a note.

    The tooltip and the text for screen readers include the problem.
    """
    spoken = ", ".join(part for part in (name, note, trouble) if part)
    return Line(name, note, key=key, second_tone=tone, tip=trouble, spoken=spoken)


def campaign_entry(entry: CampaignEntry, *, removed: bool = False) -> Line:
    """Return the line of a campaign, which may be removed or damaged."""
    key = str(entry.path)
    if entry.damaged is not None:
        return _two_lines(key, entry.name, _("cannot be opened"), "bad", file_sentence(entry.damaged))
    about = about_words(entry.value) if entry.value is not None else ""
    if removed:
        return _two_lines(key, entry.name, _("Removed; Enter brings it back. {about}").format(about=about), "warn")
    return _two_lines(key, entry.name, about)


def about_words(campaign: Campaign) -> str:
    """Return the members of a campaign, and when it was last played: "Ragnar, Bob and 2 more · not played yet"."""
    names = [member.name or _("Unnamed") for member in campaign.members]
    who = ", ".join(names[:NAMED]) or _("No members yet")
    if len(names) > NAMED:
        who = _("{names} and {n} more").format(names=who, n=len(names) - NAMED)
    if not campaign.sessions:
        return f"{who} · {_('not played yet')}"
    last = campaign.sessions[-1]
    said = _("last played {on}") if last.ended else _("a session has been under way since {on}")
    return f"{who} · {said.format(on=played_on(last.on))}"


def session_title(session: GameSession) -> str:
    """Return the title of a session, for example "3 · At the ford"."""
    if session.title:
        return _("{n} · {title}").format(n=session.number, title=session.title)
    return _("Session {n}").format(n=session.number)


def played_on(on: str) -> str:
    """Return the date of play in the local format."""
    date = QDate.fromString(on, Qt.DateFormat.ISODate)
    return short_day(date) if date.isValid() else _("unknown day")


def when_words(campaign: Campaign, session: GameSession) -> str:
    """Return the date on which a session was played, and the game day on which it began."""
    return _("Played {on}. {day}.").format(
        on=played_on(session.on), day=game_day_words(session.day, campaign.first_year)
    )


def session_line(session: GameSession) -> TableRow:
    """Return the line of a session in the list of sessions."""
    when = (
        Line(played_on(session.on), tone="muted") if session.ended else Line(_("under way"), tone="second", bold=True)
    )
    return Line(session_title(session), key=str(session.number), bold=not session.ended), when


def given_lines(
    rulebook: Rulebook, session: GameSession, names: Mapping[str, str], earners: Mapping[str, bool]
) -> tuple[TableRow, ...]:
    """Return a line for each member who was present or received an award. Former members come last."""
    concerned = {*session.present, *(award.member for award in session.awards)}
    # Former members are sorted by id, because the campaign stores no order for them.
    ordered = [each for each in names if each in concerned] + sorted(concerned - set(names))
    return tuple(_given(rulebook, session, each, names, earns=earners.get(each, True)) for each in ordered)


def _given(rulebook: Rulebook, session: GameSession, member: str, names: Mapping[str, str], *, earns: bool) -> TableRow:
    awards = [award for award in session.awards if award.member == member]
    spiffs = sum(award.spiffs for award in awards)
    there = member in session.present
    got = Line("+1", bold=True) if there and earns else Line(_("there") if there else "–", tone="muted")
    given = Line(f"+{spiffs}", bold=True) if spiffs else Line("–", tone="muted")
    # Each goal is a separate award, but "Goal (3)" is easier to read than "Goal" three times.
    sums: dict[tuple[str, str], int] = {}
    for award in awards:
        sums[award.reason, award.note] = sums.get((award.reason, award.note), 0) + award.spiffs
    why = "; ".join(_reason(rulebook, reason, note, spiffs) for (reason, note), spiffs in sums.items())
    return Line(names.get(member) or _("Former member"), key=member, bold=True), got, given, Line(why)


def _reason(rulebook: Rulebook, reason: str, note: str, spiffs: int) -> str:
    way = next((each.name for each in rulebook.spiffs if each.id == reason), reason)
    said = ": ".join(part for part in (way, note) if part)
    return f"{said} ({spiffs})" if spiffs > 1 else said


Given = ParamSpec("Given")


class CampaignCard(Guarded, QFrame):
    """Card on the Campaign page."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("kind", "card")

    def hasHeightForWidth(self) -> bool:
        """Return False: lists and fields of a card take any height, whatever the width."""
        return False

    def minimumSizeHint(self) -> QSize:
        """Return the minimum size at the present width, in which buttons may need several lines."""
        least, layout = super().minimumSizeHint(), self.layout()
        high = layout.totalMinimumHeightForWidth(self.width()) if layout is not None else 0
        return QSize(least.width(), max(least.height(), high))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Recalculate the height when the width changes."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()


class CampaignPanel(Guarded, QWidget):
    """A part of the page. `refresh` fills it when it comes into view, and at each change while it is in view."""

    def __init__(self, campaigns: CampaignDocument, theme: Theme, notices: Notices, parent: QWidget) -> None:
        super().__init__(parent)
        self._notices = notices
        self._campaigns = campaigns
        self._theme = theme
        self._left_behind: tuple[tuple[Member, Trouble], ...] = ()
        """Members that the last change could not update, each with the reason."""
        campaigns.changed.connect(self._changed)
        theme.changed.connect(self._restyle)

    @property
    def campaign(self) -> Campaign | None:
        """The open campaign; None while none is open."""
        return self._campaigns.campaign

    def refresh(self) -> None:
        """Show the campaign as it is now, if one is open."""
        if self.campaign is not None:
            self._show_campaign(self.campaign)

    def _show_campaign(self, campaign: Campaign) -> None:
        """Show a campaign."""

    def showEvent(self, event: QShowEvent) -> None:
        """Show changes made while the panel was hidden, and set the fonts again.

        The style sheet resets the fonts when the panel is first shown.
        """
        super().showEvent(event)
        self._restyle()
        self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the parts to the new size."""
        super().resizeEvent(event)
        self._restyle()

    def _apply(
        self,
        name: str,
        edit: Callable[Concatenate[Campaign, Given], Campaign],
        *given: Given.args,
        **named: Given.kwargs,
    ) -> bool:
        """Edit the campaign in one undo step, and return whether the edit succeeded.

        If it failed, the reason is reported. `edit` is called with the campaign and the other arguments.
        """

        def step(now: Campaign) -> Campaign:
            return edit(now, *given, **named)

        if not self._notices.attempt(partial(self._campaigns.apply, name, step)):
            return False
        # The campaign has changed, but these members are updated only later. The user is told so.
        for member, why in self._left_behind:
            words = _("{name} could not be updated now, but will be later: {why}")
            self._notices.say(words.format(name=member.name, why=trouble_sentence(why)))
        return True

    def _changed(self, change: CampaignChange) -> None:
        self._left_behind = change.party.refused if change.party is not None else ()
        self._note(change)
        if self.isVisible():
            self.refresh()

    def _note(self, change: CampaignChange) -> None:
        """Record the parts of a change that the panel needs even while it is hidden."""

    def _restyle(self) -> None:
        """Adapt parts, fonts and spacing to the size and the theme."""


def trouble_sentence(why: Trouble | DataFileError) -> str:
    """Return the reason why an action on a member failed, in words."""
    return sentence(why.reason) if isinstance(why, RulesError) else file_sentence(why)


WRITING_MS: Final = 3_000


class WritingField(ProseField):
    """A text field that saves its text after a pause in typing, by calling `keep`."""

    def __init__(self, name: str, theme: Theme, lines: int, keep: Callable[[str], bool], parent: QWidget) -> None:
        """Save the text with `keep`, which returns whether it was saved.

        If saving fails, the field keeps the text and tries again later.
        """
        super().__init__(name, theme, lines, parent, centred=False)
        self._keep = keep
        self._kept = ""
        self.of = ""
        """Id of the owner of the text shown."""
        self._waiting: dict[str, str] = {}
        """Unsaved texts by owner."""
        self._pause = QTimer(self, singleShot=True, interval=WRITING_MS)
        self._pause.timeout.connect(self.flush)
        self.edited.connect(self._pause.start)

    @property
    def is_kept(self) -> bool:
        """True if the text shown is saved."""
        return self.value() == self._kept

    @property
    def unkept(self) -> frozenset[str]:
        """Owners of texts that are not saved."""
        return frozenset(self._waiting) | (frozenset() if self.is_kept else {self.of})

    def show_kept(self, text: str, of: str) -> None:
        """Show the saved text. Text being typed stays, unless the saved text has changed.

        `of` names the owner of the text. Unsaved text of another owner returns when that owner is shown.
        """
        if of != self.of:
            self._turn_to(text, of)
        elif text != self._kept or self.is_kept:
            self._kept = text
            self._pause.stop()
            self.set_value(text)

    def flush(self) -> None:
        """Save typed text that is not saved yet."""
        self._pause.stop()
        before, text = self._kept, self.value()
        if text != before:
            self._kept = text  # set first, because saving shows the saved text before `_keep` returns
            if not self._keep(text):
                self._kept = before

    def _turn_to(self, text: str, of: str) -> None:
        if not self.is_kept:
            self._waiting[self.of] = self.value()
        self.of, self._kept = of, text
        self._pause.stop()
        self.set_value(self._waiting.pop(of, text))
        # Also try again to save earlier text that could not be saved.
        if not self.is_kept:
            self._pause.start()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Save the text before the user does anything else."""
        super().focusOutEvent(event)
        self.flush()

    def hideEvent(self, event: QHideEvent) -> None:
        """Save the text before the page disappears."""
        super().hideEvent(event)
        self.flush()


class GmNotes(CampaignPanel):
    """The GM's notes: one long text, saved automatically."""

    def __init__(self, campaigns: CampaignDocument, theme: Theme, notices: Notices, parent: QWidget) -> None:
        super().__init__(campaigns, theme, notices, parent)
        card = CampaignCard(self)
        heading = heading_label(theme, card, _("GM's notes"))
        secret = plain_label(card, _("For the GM alone: the players never see them."), "muted")
        secret.setWordWrap(True)
        self.field = WritingField(_("GM's notes"), theme, 4, self._write, card)
        self.field.set_hint(_("Plans, names, what the party does not know yet…"))
        vbox(card, heading, secret, (self.field, 1), theme=theme, gap=8, edges=(16, 12, 16, 16))
        vbox(self, card, margins=0)
        self.setFocusProxy(self.field)

    def refresh(self) -> None:
        """Show the saved notes."""
        campaign = self.campaign
        self.field.show_kept(campaign.gm_notes if campaign else "", campaign.id if campaign else "")
        self.field.setReadOnly(campaign is None or self._campaigns.read_only)

    def _write(self, text: str) -> bool:
        # Text that could not be saved in one campaign must not be saved in the next.
        campaign = self.campaign
        return (
            campaign is not None
            and campaign.id == self.field.of
            and self._apply(_("GM's notes"), campaigns.set_gm_notes, text)
        )
