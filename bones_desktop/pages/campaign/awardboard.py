"""The awards of a session while the GM decides on them, and their table for keyboard and mouse.

Every decision is saved. The note of one award is shown below the table.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import ceil
from typing import Final

from PySide6.QtCore import QObject, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from bones_desktop.pages.campaign import campaignpanel
from bones_desktop.rules.bones.book.definitions import SpiffPrice
from bones_desktop.rules.bones.book.fields import LINE, cut_line
from bones_desktop.rules.bones.injury.spiffs import CAMPAIGN_LOG
from bones_desktop.rules.bones.life.campaigns import Award, GameSession
from bones_desktop.rules.records import Record
from bones_desktop.rules.typedtext import clean_text
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.lists.line import TICK, Line, paint_tick
from bones_desktop.widgets.lists.linelist import TableModel, TableRow
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.rows import MIDDLE, ROW_ROLE, Index, write
from bones_desktop.widgets.scaled import set_font, set_lengths
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.widgets.text.textfields import LineField, limit_letters
from bones_desktop.wording.language import _

OTHER: Final = ""
"""Reason for an award that is not in the rulebook.

The award's note explains the reason.
"""
EACH_GOAL: Final = "adventure-award"
"""Reason for the award for reaching a goal.

Each goal reached is a separate award (SPF-8).
"""
MOST_EACH: Final = 9
PAUSE_MS: Final = 300
"""Milliseconds before a decision is saved. Saving is slow, so quick key presses are saved together as one step."""
KeepAwards = Callable[[str, int, tuple[Award, ...]], bool]
"""Function that saves awards, and returns whether the awards were saved.

It takes the campaign's id, the session's number and the awards.
"""
Cell = tuple[str, str]
"""Cell of the table of awards: a member's id, and the reason for an award."""
Draft = Mapping[Cell, Award]
"""One award for each member and reason."""


class Reward(Record):
    """One reason for spiffs. All texts are ready for display."""

    id: str
    short: str
    """Short name of the reason, shown as a column heading."""
    full: str
    most: int
    """Largest number of spiffs for this reason. If it is above 1, each key press adds one spiff."""
    noted: bool = False
    """True if awards for this reason may have a note."""


class Player(Record):
    """A member of the party on the board."""

    id: str
    name: str
    earns: bool = True
    """True for a player character. Cast and beasts earn neither spiffs nor sessions."""
    present: bool = True


def rewards_of(ways: Iterable[SpiffPrice]) -> tuple[Reward, ...]:
    """Return a column for each reason to award spiffs: the rulebook's reasons first, then any other reason."""
    short = {
        "good-role-playing": _("Role"),
        "funny-moment": _("Laugh"),
        CAMPAIGN_LOG: _("Log"),
        "campaign-help": _("Help"),
        "portraits": _("Portrait"),
        EACH_GOAL: _("Goal"),
    }
    listed = []
    for way in ways:
        is_goal = way.id == EACH_GOAL
        most = MOST_EACH if is_goal else way.most or MOST_EACH
        listed.append(Reward(way.id, short.get(way.id, way.name), way.name, most, noted=is_goal))
    return (*listed, Reward(OTHER, _("Other"), _("Another reason, given in the note"), MOST_EACH, noted=True))


def draft_of(session: GameSession) -> dict[Cell, Award]:
    """Return a session's awards as a draft.

    The award for the log is left out, because it depends only on the writer of the log. Several awards to a member for
    the same reason become one award. Different notes are joined, up to the length of one line.
    """
    draft: dict[Cell, Award] = {}
    for award in session.awards:
        if award.reason == CAMPAIGN_LOG:
            continue
        cell = award.member, award.reason
        before = draft.get(cell)
        if before is not None:
            notes = dict.fromkeys(filter(None, f"{before.note}; {award.note}".split("; ")))
            award = award.with_(spiffs=before.spiffs + award.spiffs, note=cut_line("; ".join(notes)))
        draft[cell] = award
    return draft


def awards_of(draft: Draft, members: Iterable[str], rewards: Iterable[Reward]) -> tuple[Award, ...]:
    """Return the awards of a draft, in the order of members and rewards. Each goal reached is a separate award."""
    shown = tuple(rewards)
    found = (draft[member, reward.id] for member in members for reward in shown if (member, reward.id) in draft)
    given: list[Award] = []
    for award in (each for each in found if each.spiffs):
        given += [award.with_(spiffs=1)] * award.spiffs if award.reason == EACH_GOAL else [award]
    return tuple(given)


class AwardKeeper(QObject):
    """Saves awards with `keep`: spiffs after a short delay, notes after a pause in typing, all of them on `flush`."""

    def __init__(self, keep: KeepAwards, parent: QObject) -> None:
        """Save awards with `keep`.

        Awards that `keep` could not save are stored here by session, and saving is tried again later.
        """
        super().__init__(parent)
        self._keep = keep
        self._for = ("", 0)
        self._editable = False
        self.draft: Draft = {}
        """The awards of the session so far."""
        self._pending: dict[tuple[str, int], dict[Cell, Award]] = {}
        self._pause = QTimer(self, singleShot=True)
        self._pause.timeout.connect(self.flush)

    @property
    def unkept(self) -> frozenset[str]:
        """Ids of the campaigns with awards that are not saved, of any session."""
        return frozenset(campaign for campaign, _session in self._pending)

    def show_session(self, campaign_id: str, session: GameSession, *, editable: bool) -> None:
        """Make the awards of a session the current draft.

        Decisions made here that are not saved yet replace the awards in the session.
        """
        self._for, self._editable = (campaign_id, session.number), editable
        pending = self._pending.get(self._for, {})
        self.draft = {**draft_of(session), **pending}
        if not pending:
            self._pause.stop()
        elif not self._pause.isActive():
            self._pause.start(PAUSE_MS)

    def award_of(self, member: str, reason: str) -> Award:
        """Return the member's award for a reason, or an award without spiffs if none was given."""
        return self.draft.get((member, reason)) or Award(member=member, reason=reason, spiffs=0)

    def give(self, member: str, reason: str, spiffs: int) -> None:
        """Set the number of spiffs of an award, 0 for none."""
        if self._decide(self.award_of(member, reason).with_(spiffs=spiffs)):
            self._pause.start(PAUSE_MS)

    def note(self, member: str, reason: str, text: str) -> None:
        """Set the note of an award."""
        # A spiff is saved sooner than text, and typing a note must not delay it.
        spiffs_wait = self._pause.isActive() and self._pause.interval() == PAUSE_MS
        if self._decide(self.award_of(member, reason).with_(note=clean_text(text))) and not spiffs_wait:
            self._pause.start(campaignpanel.WRITING_MS)

    def flush(self) -> None:
        """Save the decisions that are not saved yet."""
        self._pause.stop()
        pending = self._pending.pop(self._for, None)  # removed first: `keep` shows the session before it returns
        if pending and not self._keep(*self._for, tuple(pending.values())):
            # Decisions made meanwhile replace the ones that could not be saved.
            self._pending[self._for] = {**pending, **self._pending.get(self._for, {})}

    def _decide(self, award: Award) -> bool:
        """Put this award into the draft, and return whether it will be saved."""
        if not self._editable:
            self._keep(*self._for, (award,))  # `keep` reports why the session cannot be saved
            return False
        cell = award.member, award.reason
        self.draft = {**self.draft, cell: award}
        self._pending.setdefault(self._for, {})[cell] = award
        return True


PRESENCE: Final = 0
"""The first column: whether the member was there. A column for each reward follows, then the two sums."""
ROW: Final = 38
COLUMN: Final = 50
MOST_NAMES: Final = 240
"""Largest width of the names. Longer names are cut off, and their tooltips show them in full."""
MOST_SPARE: Final = 40
"""Largest width that a column gets in addition to the width it needs."""
_BOX: Final = 26


def award_row(player: Player, rewards: Sequence[Reward], draft: Draft, writer: str) -> TableRow:
    """Return the cells of a member: a tick, a number for each reward, and the sums of spiffs and sessions.

    The key of a number is the id of its reward with "=" before it. The cells of members that earn nothing have no key.
    """
    said = _("{name} was there") if player.present else _("{name} was not there")
    there = Line("", key=player.id, ticked=player.present, spoken=said.format(name=player.name))
    if not player.earns:
        tip = _("Only player characters earn spiffs and sessions.")
        spoken = _("{name} earns nothing: only player characters do").format(name=player.name)
        return there, *[Line("", tip=tip, spoken=spoken)] * (len(rewards) + 2)
    cells, total = [], 0
    for reward in rewards:
        award = draft.get((player.id, reward.id))
        # The spiff for the log goes to its only writer, so the draft has no number for it.
        n = int(player.id == writer) if reward.id == CAMPAIGN_LOG else award.spiffs if award is not None else 0
        total += n
        tip = f"{reward.full}: {award.note}" if award is not None and award.note else reward.full
        spoken = f"{player.name}, {reward.full}: {n}"
        cells.append(Line(str(n or ""), key=f"={reward.id}", tip=tip, spoken=spoken))
    sums = (_("Spiffs"), f"+{total}" if total else "–"), (_("Session"), "+1" if player.present else "–")
    return there, *cells, *(Line(text, spoken=f"{player.name}, {head}: {text}") for head, text in sums)


class AwardModel(TableModel):
    """The cells, with the names of the members as headings of the rows."""

    def __init__(self, parent: QTableView) -> None:
        super().__init__((), (), parent)
        self._names: tuple[str, ...] = ()
        self._tips: tuple[str, ...] = ()

    def set_heads(self, players: Sequence[Player], rewards: Sequence[Reward]) -> None:
        """Remove all cells, and use these members and rewards as headings."""
        self.beginResetModel()
        self.rows = ()
        self._heads = (_("Was there"), *(each.short for each in rewards), _("Spiffs"), _("Session"))
        self._names = tuple(each.name for each in players)
        self._tips = ("", *(each.full for each in rewards), "", "")
        self.endResetModel()

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the short heading of a column, the name of a row, or the full text as a tip."""
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip((self._names if orientation is Qt.Orientation.Vertical else self._tips)[section])
        if orientation is Qt.Orientation.Vertical:
            return self._names[section] if role == Qt.ItemDataRole.DisplayRole else None
        # Without a value for the alignment, the style centres the heading.
        return None if role == Qt.ItemDataRole.TextAlignmentRole else super().headerData(section, orientation, role)


class AwardDelegate(Guarded, QStyledItemDelegate):
    """Paints the tick of a member, the spiffs in boxes, and the sums."""

    def __init__(self, theme: Theme, table: QTableView) -> None:
        super().__init__(table)
        self._theme = theme
        self._table = table

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the size of a cell of spiffs."""
        return QSize(self._theme.px(COLUMN), self._theme.px(ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint a cell."""
        theme, room, cell = self._theme, QRectF(option.rect), index.data(ROW_ROLE)
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if state & (QStyle.StateFlag.State_MouseOver | QStyle.StateFlag.State_Selected):
            painter.fillRect(room, theme.color("raised"))
        painter.setPen(theme.color("line"))
        painter.drawLine(room.bottomLeft(), room.bottomRight())
        if cell.ticked is not None:
            middle = QPointF(room.center().x() - theme.px(TICK) / 2, room.center().y())
            paint_tick(painter, theme, middle, ticked=cell.ticked)
        elif cell.key:
            side = theme.px(_BOX)
            box = QRectF(room.center().x() - side / 2, room.center().y() - side / 2, side, side)
            painter.setPen(QPen(theme.color("second" if cell.text else "edge"), 1))
            painter.setBrush(theme.color("second" if cell.text else "surface"))
            painter.drawRoundedRect(box, theme.px(6), theme.px(6))
            write(painter, box, cell.text, theme.font("sans", 14, bold=True), theme.color("on-second"), MIDDLE)
        else:
            more = cell.text.startswith("+")
            colour = theme.color("text" if more else "muted")
            write(painter, room, cell.text, theme.font("serif", 16, bold=more), colour, MIDDLE)
        if index == self._table.currentIndex() and self._table.hasFocus():
            painter.setPen(QPen(theme.color("focus"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(room.adjusted(2, 2, -2, -2), theme.px(6), theme.px(6))
        painter.restore()


class AwardTable(Guarded, QTableView):
    """The table of a session's awards. A change is only requested; the owner makes it and shows the result.

    Arrows move between cells; Space, Enter or a click adds a spiff, digits set a number, Delete sets none.
    """

    present_requested = Signal(str, bool)
    """Emitted with a member's id, and whether the member should be present."""
    awarded = Signal(str, str, int)
    """Emitted with a member's id, a reason, and the number of spiffs."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.players: tuple[Player, ...] = ()
        """The members of the party, one for each row."""
        self.rewards: tuple[Reward, ...] = ()
        """The reasons for awards."""
        self.awards = AwardModel(self)
        self.setModel(self.awards)
        self.setItemDelegate(AwardDelegate(theme, self))
        self.setProperty("kind", "bare")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setCornerWidget(QWidget(self))  # without a widget, the style would paint a rim in the corner
        self.setShowGrid(False)
        self.setMouseTracking(True)
        # Tab leaves the table; the arrows are enough inside it.
        self.setTabKeyNavigation(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setAccessibleName(_("Who was there, and who gets what"))
        self.setAccessibleDescription(_("Space adds one spiff, a digit sets the number, Delete sets it to none."))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.setHighlightSections(False)
            header.setMinimumSectionSize(1)
        self.horizontalHeader().setSectionsClickable(False)
        # The names are headings of the rows, so that they stay in view while columns scroll.
        names = self.verticalHeader()
        names.setSectionsClickable(True)
        names.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        names.sectionPressed.connect(self._tick)
        self.clicked.connect(self._step)
        theme.changed.connect(self.restyle)
        self.restyle()

    def show_awards(self, players: Iterable[Player], rewards: Sequence[Reward], draft: Draft, writer: str) -> None:
        """Show these awards. `writer` is the id of the member who earns the spiff for the log; "" for nobody."""
        players, rewards = tuple(players), tuple(rewards)
        # New headings clear the selection, so they are set only when rows or columns differ.
        names = [(each.id, each.name) for each in players]
        other = names != [(each.id, each.name) for each in self.players] or rewards != self.rewards
        self.players, self.rewards = players, rewards
        if other:
            self.awards.set_heads(players, rewards)
        self.awards.set_rows(award_row(each, rewards, draft, writer) for each in players)
        if other:
            self.restyle()

    @property
    def current(self) -> tuple[Player, Reward] | None:
        """The member and the reward of the current cell; None for other cells, and for members that earn nothing."""
        index = self.currentIndex()
        if not index.isValid() or not index.data(ROW_ROLE).key.startswith("="):
            return None
        return self.players[index.row()], self.rewards[index.column() - 1]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Award by keys. All other keys move between cells."""
        if event.key() in {Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._step(self.currentIndex())
        elif event.key() in {Qt.Key.Key_Delete, Qt.Key.Key_Backspace}:
            self._give(0)
        elif len(event.text()) == 1 and event.text() in "0123456789":
            self._give(int(event.text()))
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        """Return the size needed for all members."""
        height = self._height_of(max(1, len(self.players)))
        return QSize(self._theme.px(160 + COLUMN * (len(self.rewards) + 2)), height)

    def minimumSizeHint(self) -> QSize:
        """Return the size of six rows. A longer table scrolls."""
        return QSize(self._theme.px(300), self._height_of(min(6, max(1, len(self.players)))))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the new width among names and columns."""
        super().resizeEvent(event)
        self._fit()

    def _give(self, count: int) -> None:
        """Request a number of spiffs for the current cell, at most the limit for its reward."""
        if self.current is not None:
            player, reward = self.current
            self.awarded.emit(player.id, reward.id, min(count, reward.most))

    def _step(self, index: Index) -> None:
        """Request one more spiff for a cell, or no spiffs if the cell is at its limit.

        In the first column, toggle presence.
        """
        if index.isValid() and index.column() == PRESENCE:
            player = self.players[index.row()]
            self.present_requested.emit(player.id, not player.present)
        elif self.current is not None:
            self._give((int(index.data() or 0) + 1) % (self.current[1].most + 1))

    def _tick(self, row: int) -> None:
        """Tick or untick the member in this row, because the name was pressed."""
        index = self.awards.index(row, PRESENCE)
        self.setCurrentIndex(index)
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self._step(index)

    def _fit(self) -> None:
        """Give the names the width that they need, and share the rest among the columns."""
        theme = self._theme
        metrics = QFontMetricsF(theme.font("sans", 14, bold=True))
        longest = max((metrics.horizontalAdvance(each.name) for each in self.players), default=0.0)
        width = min(ceil(longest) + theme.px(20), theme.px(MOST_NAMES))
        self.verticalHeader().setFixedWidth(width)
        header = self.horizontalHeader()
        needed = [header.sectionSizeFromContents(column).width() for column in range(header.count())]
        spare = max(0, self.width() - width - sum(max(theme.px(COLUMN), each) for each in needed))
        for column, each in enumerate(needed):
            header.resizeSection(column, max(theme.px(COLUMN), each) + min(spare // len(needed), theme.px(MOST_SPARE)))

    def _height_of(self, rows: int) -> int:
        bar = self.horizontalScrollBar().sizeHint().height() if self.horizontalScrollBar().maximum() else 0
        return self.horizontalHeader().sizeHint().height() + rows * self._theme.px(ROW) + bar + 2

    def restyle(self) -> None:
        """Fit rows and columns to the text size."""
        theme = self._theme
        self.verticalHeader().setDefaultSectionSize(theme.px(ROW))
        for header in (self.horizontalHeader(), self.verticalHeader()):
            set_font(header, theme.font("sans", 14, bold=True))
            header.ensurePolished()  # the size of a heading includes padding from the style sheet
            header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self._fit()
        self.viewport().update()
        self.updateGeometry()


class AwardBoard(QWidget):
    """The table, and below it the note of the current cell if the cell can have one."""

    note_edited = Signal(str, str, str)
    """Emitted with a member's id, a reason, and the note."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._at: Cell | None = None
        self._draft: Draft = {}
        self.table = AwardTable(theme, self)
        self.label = plain_label(self, role="muted")
        set_lengths(theme, self.label, least_width=120)
        self.note = LineField(_("What the award is for"), self)
        limit_letters(self.note, LINE)
        self.label.setBuddy(self.note)
        row = hbox(None, self.label, (self.note, 1), theme=theme, gap=8)
        vbox(self, self.table, row, STRETCH, margins=0, theme=theme, gap=8)
        self.table.selectionModel().currentChanged.connect(self.show_note)
        self.note.edited.connect(self._type)
        self.show_note()

    def show_awards(self, players: Iterable[Player], rewards: Sequence[Reward], draft: Draft, writer: str) -> None:
        """Show these awards. `writer` is the id of the member who earns the spiff for the log; "" for nobody."""
        self._draft = draft
        self.table.show_awards(players, rewards, draft, writer)
        self.table.updateGeometry()
        self.show_note()

    def show_note(self) -> None:
        """Show the note of the current cell."""
        current = self.table.current
        noted = current is not None and current[1].noted
        self.note.setEnabled(noted)
        if current is None or not noted:
            self._at = None
            self.label.setText(_("Note"))
            self.note.set_value("")
            self.note.setPlaceholderText(_("Choose a goal or another reason above, to say what it was for"))
            return
        player, reward = current
        before, self._at = self._at, (player.id, reward.id)
        self.label.setText(_("{reason}, {name}").format(reason=reward.short, name=player.name))
        self.note.setPlaceholderText(_("What for"))
        award = self._draft.get(self._at)
        note = award.note if award is not None else ""
        if before != self._at or " ".join(self.note.text().split()) != note:  # keep a space that was just typed
            self.note.set_value(note)

    def _type(self, text: str) -> None:
        if self._at is not None:
            self.note_edited.emit(*self._at, text)
