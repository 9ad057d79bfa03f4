"""The list of all fighters by side. Equal fighters fold into one row."""

from collections.abc import Collection, Iterable, Iterator
from functools import partial
from operator import attrgetter
from typing import Final

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QListView, QStyle, QStyleOptionViewItem, QWidget

from bones_desktop.desk.desk import Notices
from bones_desktop.document.bones.fightdocument import FightDocument
from bones_desktop.pages.fight.boardmodel import DEADLY
from bones_desktop.pages.fight.roundbar import Next, RoundStage, round_state
from bones_desktop.pages.fight.standing import fill_details
from bones_desktop.play.bones.fightanswers import how_word
from bones_desktop.play.bones.fightlog import group_name
from bones_desktop.rules.bones.book.attempts import CHARACTER
from bones_desktop.rules.bones.book.icons import MENTAL, PHYSICAL, UNIVERSAL, Face
from bones_desktop.rules.bones.fight import roster
from bones_desktop.rules.bones.fight.fighters import Declaration, Encounter, Fighter, Health, Posture, health
from bones_desktop.rules.bones.fight.roster import Fight, alike, sides
from bones_desktop.rules.bones.fight.roundreading import RoundReading
from bones_desktop.rules.records import Record, replace
from bones_desktop.theme.measures import light_menu
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.facelook import paint_mini, painted_group
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import place_in
from bones_desktop.widgets.rows import (
    RIGHT,
    ROW_ROLE,
    Index,
    RowDelegate,
    RowModel,
    paint_line_ground,
    set_bare_list,
    write,
)
from bones_desktop.wording.glances import health_word, pronoun_of
from bones_desktop.wording.language import _, decimal


class SmallDie(Record):
    """A die as painted in a row of the roster."""

    code: str
    group: str
    lost: bool = False
    going: bool = False
    """True if the choices made so far cost this die in this round."""


class RosterRow(Record):
    """A line of the roster: the heading of a side, a group of equal fighters, or one fighter."""

    key: str
    """Identity of the row: the side, or the id of the first fighter."""
    name: str
    who: tuple[str, ...] = ()
    """Ids of the fighters; empty for a heading."""
    dice: tuple[SmallDie, ...] = ()
    counted: str = ""
    """The dice in words if there are too many dice to paint."""
    state: str = ""
    tone: str = "muted"
    doing: str = ""
    blows: str = ""
    """Successes used to attack these fighters, and the damage, in words."""
    coming: str = ""
    """The fighters' state after the damage, in words; "" without damage."""
    deadly: bool = False
    waiting: bool = False
    """True if a decision about these fighters is awaited."""
    done: bool = False
    """True if these fighters have nothing left to do in this round."""
    folds: bool = False
    """True if the row is a group that can be shown one by one."""
    folded: bool = False
    inside: bool = False
    """True if the row is a member of a group that is shown one by one."""


_TONES = {
    Health.HALE: "good",
    Health.HURT: "warn",
    Health.INCAPACITATED: "bad",
    Health.DYING: "bad",
    Health.BROKEN: "bad",
    Health.DEAD: "muted",
}


def distance_word(encounter: Encounter, who: str, whom: Collection[str]) -> str:
    """Return the stated distance between a fighter and its targets, in words."""
    stated = {encounter.stated(who, each) for each in whom}
    metres = stated.pop() if len(stated) == 1 else None
    if metres is None:
        return _("no distance stated") if whom and not stated else _("stated distance")
    return _("{n} m apart").format(n=decimal(f"{metres:g}"))


def cover_word(encounter: Encounter, whom: Collection[str]) -> str:
    """Return the cover of these fighters, in words."""
    covers = {each.cover for each in encounter.fighters if each.id in whom}
    if len(covers) > 1:
        return _("stated cover")
    percent = max(covers, default=0)
    return _("{n} % cover").format(n=percent) if percent else _("no cover")


class RosterRows:
    """Makes the rows of all fighters, by side and with equal fighters together."""

    def __init__(self, document: FightDocument, unfolded: Collection[str], falling: Collection[str] = ()) -> None:
        """Create the rows; `unfolded` contains the keys of groups whose fighters are shown one by one.

        `falling` contains the ids of fighters whose dice are falling. Until those dice are at rest, the rows show
        nothing that depends on them.
        """
        self._rulebook = document.rulebook
        self._fight = document.fight
        self._unfolded = unfolded
        self._falling = falling
        # Without this value, no row can reveal the result of dice that are still rolling.
        self._read: RoundReading | None = None if falling else document.reading
        self._names = {fighter.id: fighter.name for fighter in document.fight.encounter.fighters}
        self._asked, self._done = set[str](), frozenset[str]()
        if self._read is not None:
            state = round_state(document)
            declaring = state.stage is RoundStage.DECLARE
            self._asked = set(state.awaited) if declaring else {question.who for question in self._read.questions}
            self._done = frozenset(self._read.order if state.next not in {Next.END, Next.NEW} else ()) - self._asked

    def all(self) -> Iterator[RosterRow]:
        """Yield the heading of each side, followed by its fighters."""
        fighters = self._fight.encounter.fighters
        for side in sides(self._fight):
            here = [fighter for fighter in fighters if fighter.side == side]
            if not here:
                continue
            yield RosterRow(f"side:{side}", _("Side {side}").format(side=side))
            for group in alike(here, self._fight.files):
                if len(group) == 1:
                    yield self._one(group[0])
                    continue
                key = f"all:{group[0].id}"
                folded = key not in self._unfolded
                yield self._several(key, group, folded=folded)
                if not folded:
                    yield from (self._one(fighter, inside=True) for fighter in group)

    def _row(self, key: str, group: tuple[Fighter, ...]) -> RosterRow:
        """Return the part of a row that is the same for one fighter and for a group."""
        ids = tuple(fighter.id for fighter in group)
        coming, deadly = self._coming(group)
        doings = list(dict.fromkeys(filter(None, map(self._doing, ids))))
        return RosterRow(
            key,
            group_name(group),
            ids,
            doing=_("→ several") if len(doings) > 1 else "".join(doings),
            blows=self._blows(group),
            coming=coming,
            deadly=deadly,
            waiting=not self._asked.isdisjoint(ids),
            done=not self._done.isdisjoint(ids) and self._asked.isdisjoint(ids),
        )

    def _one(self, fighter: Fighter, *, inside: bool = False) -> RosterRow:
        now = health(fighter.now)
        return replace(
            self._row(fighter.id, (fighter,)),
            name=fighter.name,
            dice=tuple(self._dice(fighter)),
            state=", ".join([health_word(now), *self._stance(fighter)]),
            tone=_TONES[now],
            inside=inside,
        )

    def _several(self, key: str, group: tuple[Fighter, ...], *, folded: bool) -> RosterRow:
        left = sum(len(fighter.character.available()) for fighter in group)
        owned = sum(len(fighter.character.dice) for fighter in group)
        healths = [health(fighter.character) for fighter in group]
        counts = ((found, healths.count(found)) for found in Health)
        words = [f"{n} {health_word(found)}" for found, n in counts if n and found is not Health.HALE]
        return replace(
            self._row(key, group),
            counted=_("{n} of {m} dice").format(n=left, m=owned),
            state=", ".join((*(words or [health_word(Health.HALE)]), *self._shared_stance(group))),
            # The worst state of the group: `Health` is ordered from hale to dead.
            tone=_TONES[max(healths, key=list(Health).index)],
            folds=True,
            folded=folded,
        )

    def _dice(self, fighter: Fighter) -> Iterator[SmallDie]:
        """Yield a fighter's dice, with the faces that they show if they were rolled."""
        # Falling dice show no face yet.
        shown = self._fight.round.shown(fighter.id) if fighter.id not in self._falling else ()
        held = fighter.now.available()
        going = self._read.wounds[fighter.id].dice if self._read is not None else ()
        # Only the character's own dice can be lost; equipment dice and hindering dice cannot.
        colour = fighter.character.dice_colour
        for place, die in enumerate(fighter.dice(self._rulebook)):
            number = shown[place] if place < len(shown) else None
            face = die.faces[number - 1] if number else _telling(die.faces)
            own = die.group == CHARACTER
            group = painted_group(die.group, (face.code for face in die.faces), colour)
            yield SmallDie(face.code, group, lost=own and place not in held, going=own and place in going)

    def _shared_stance(self, group: tuple[Fighter, ...]) -> list[str]:
        """Return the words of `_stance` that apply to all fighters of a group."""
        others = [self._stance(fighter) for fighter in group[1:]]
        return [words for words in self._stance(group[0]) if all(words in other for other in others)]

    def _stance(self, fighter: Fighter) -> list[str]:
        """Return the details of a fighter's position in words: prone, mounted, in cover."""
        words = list[str]()
        if fighter.posture is Posture.PRONE:
            words.append(_("prone"))
        elif fighter.is_mounted:
            words.append(_("mounted"))
        if fighter.flying_m:
            words.append(_("flies at {n} m").format(n=decimal(f"{fighter.flying_m:g}")))
        held = [each for each in self._fight.encounter.ruled if each.whom == fighter.id]
        words += [_("ruled by {name} ({n})").format(name=self._names[each.by], n=each.net) for each in held]
        if fighter.cover:
            words.append(_("{n} % cover").format(n=fighter.cover))
        if fighter.vest:
            words.append(_("wears the vest"))
        if fighter.hidden:
            words.append(_("hidden"))
        return words

    def _doing(self, who: str) -> str:
        declared = [each for each in self._fight.round.declarations if each.who == who]
        return "; ".join(dict.fromkeys(self._said(each) for each in declared))

    def _said(self, each: Declaration) -> str:
        how = how_word(each.how)
        if not each.whom:
            return how
        return _("→ {whom}, {how}").format(whom=self._names.get(each.whom, each.whom), how=how)

    def _blows(self, group: tuple[Fighter, ...]) -> str:
        """Return the successes used to attack a group, and the damage: "4 against her, 2 get through"."""
        read = self._read
        if read is None:
            return ""
        n = sum(sum(pair.struck.values()) for each in group for pair in read.pairs.against(each.id))
        taken = sum(read.taken[each.id] for each in group)
        # The net damage is not the difference if the GM has set it.
        through = min(taken, sum(sum(read.hurt_by.get(each.id, {}).values()) for each in group))
        pronoun = pronoun_of(group[0].character) if len(group) == 1 else _("them")
        parts = (
            _("{n} against {whom}").format(n=n, whom=pronoun) if n else "",
            _("1 gets through") if through == 1 else _("{n} get through").format(n=through) if through else "",
            _("{n} other damage").format(n=taken - through) if taken > through else "",
        )
        return ", ".join(part for part in parts if part)

    def _coming(self, group: tuple[Fighter, ...]) -> tuple[str, bool]:
        """Return the state after the round and whether a fighter falls.

        The state is in words if it gets worse, else "".
        """
        if self._read is None:
            return "", False
        taken, states = self._read.taken, self._read.states
        worse = [
            states[fighter.id]
            for fighter in group
            if taken[fighter.id] or (states[fighter.id] in DEADLY and states[fighter.id] is not health(fighter.now))
        ]
        if not worse:
            return "", False
        out = sum(each in DEADLY for each in worse)
        if len(group) == 1:
            words = health_word(worse[0])
        else:
            words = _("{n} fall").format(n=out) if out else _("{n} wounded").format(n=len(worse))
        return _("then {state}").format(state=words), bool(out)


def _telling(faces: tuple[Face, ...]) -> Face:
    """Return a die's most characteristic face: the first that shows more than a plus, a triangle or a square."""
    plain = {UNIVERSAL, PHYSICAL, MENTAL}
    return next((face for face in faces if not face.is_blank and not plain.issuperset(face.icons)), faces[0])


HEADING: Final = 26
HIGH: Final = 58
DIE: Final = 18
EDGE: Final = 18
"""Space to the left of the names, for the tick of fighters who are done."""


class RosterModel(RowModel[RosterRow]):
    """The rows of a fight."""

    def show_rows(self, rows: Iterable[RosterRow]) -> None:
        """Show these rows. While the fighters are the same, a view keeps its position."""
        self._update(rows, attrgetter("key"))

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return the flags of a row. Headings cannot be chosen."""
        row = self.at(index)
        return super().flags(index) if row is not None and row.who else Qt.ItemFlag.NoItemFlags

    def _text(self, row: RosterRow) -> str:
        return row.name

    def _spoken(self, row: RosterRow) -> str:
        dice = row.counted
        if row.dice:
            left = sum(not die.lost for die in row.dice)
            dice = _("{n} of {m} dice").format(n=left, m=len(row.dice))
            going = sum(die.going for die in row.dice)
            dice = _("{dice}, {n} about to be lost").format(dice=dice, n=going) if going else dice
        waits = _("to decide") if row.waiting else _("done") if row.done else ""
        return ", ".join(part for part in (row.name, row.state, dice, row.doing, row.blows, row.coming, waits) if part)


class RosterDelegate(RowDelegate[RosterRow]):
    """Paints a fighter's name and state, and below them the dice and the fighter's action, or attacks on it."""

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the size of a row. The view sets its width."""
        row = index.data(ROW_ROLE)
        heading = isinstance(row, RosterRow) and not row.who
        return QSize(self._theme.px(160), self._theme.px(HEADING if heading else HIGH))

    def _paint(self, painter: QPainter, option: QStyleOptionViewItem, row: RosterRow) -> None:
        theme, px = self._theme, self._theme.px
        area = QRectF(option.rect)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not row.who:
            inner, low = area.adjusted(px(EDGE), 0, -px(12), -px(4)), Qt.AlignmentFlag.AlignBottom
            write(painter, inner, row.name, theme.font("sans", 12, bold=True), theme.color("muted"), low)
            return
        state: QStyle.StateFlag = option.state
        paint_line_ground(painter, theme, option.rect, state)
        inner = area.adjusted(px(EDGE + (16 if row.inside else 0)), px(6), -px(10), -px(6))
        if row.folds:
            self._chevron(painter, inner, folded=row.folded)
            inner.setLeft(inner.left() + px(16))
        if row.waiting:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("accent"))
            painter.drawEllipse(QPointF(area.left() + px(9), inner.top() + px(9)), px(3), px(3))
        elif row.done:
            side = px(11)
            tick = QRectF(area.left() + px(4), inner.top() + px(9) - side / 2, side, side)
            theme.icon("check").paint(painter, tick.toRect())
        top = QRectF(inner.left(), inner.top(), inner.width(), px(20))
        below = QRectF(inner.left(), inner.bottom() - px(22), inner.width(), px(22))
        small, tone = theme.font("sans", 12, bold=row.deadly), "bad" if row.coming else row.tone
        taken = write(painter, top, row.coming or row.state, small, theme.color(tone), RIGHT)
        name = top.adjusted(0, 0, -taken - px(8), 0)
        write(painter, name, row.name, theme.font("sans", 14, bold=True), theme.color("text"))
        most = below.adjusted(below.width() * 0.4, 0, 0, 0)  # the dice are more important than the targets
        tone = "text" if row.blows else "muted"
        taken = write(painter, most, row.blows or row.doing, theme.font("sans", 12), theme.color(tone), RIGHT)
        self._dice(painter, below.adjusted(0, 0, -taken - px(8), 0), row)

    def _dice(self, painter: QPainter, room: QRectF, row: RosterRow) -> None:
        if row.counted:
            write(painter, room, row.counted, self._theme.font("sans", 12), self._theme.color("muted"))
            return
        side, gap = self._theme.px(DIE), self._theme.px(2)
        fit = max(1, int((room.width() + gap) // (side + gap)))
        # Leave room for "+n", which is about as wide as two dice.
        shown = row.dice if len(row.dice) <= fit else row.dice[: max(0, fit - 2)]
        y = room.top() + (room.height() - side) / 2
        for place, die in enumerate(shown):
            square = QRectF(room.left() + place * (side + gap), y, side, side)
            paint_mini(painter, square, self._theme, die.code, die.group, lost=die.lost)
            if die.going:
                painter.setPen(QPen(self._theme.color("bad"), self._theme.px(2)))
                painter.drawLine(square.bottomLeft(), square.topRight())
        if len(shown) < len(row.dice):
            rest = room.adjusted(len(shown) * (side + gap), 0, 0, 0)
            more = f"+{len(row.dice) - len(shown)}"
            write(painter, rest, more, self._theme.font("sans", 12), self._theme.color("muted"))

    def _chevron(self, painter: QPainter, inner: QRectF, *, folded: bool) -> None:
        side = self._theme.px(14)
        place = QRectF(inner.left() - self._theme.px(2), inner.top() + self._theme.px(3), side, side)
        self._theme.icon("chevron-right" if folded else "chevron-down").paint(painter, place.toRect())


class RosterView(Guarded, QListView):
    """List of all fighters.

    The Left and Right keys fold and unfold a group, Enter opens the details, and Delete removes fighters.
    """

    chosen_changed = Signal()
    """Emitted when other fighters are chosen."""
    edit_requested = Signal(str)
    """Emitted with the id of a fighter to edit."""

    def __init__(self, document: FightDocument, theme: Theme, notices: Notices, parent: QWidget) -> None:
        super().__init__(parent)
        self._notices = notices
        self._document = document
        self._theme = theme
        self._unfolded: set[str] = set()
        self._falling: Collection[str] = ()
        self.chosen: tuple[str, ...] = ()
        """Ids of the fighters in the chosen row; empty if there are no fighters."""
        self.rows = RosterModel(self)
        self.setModel(self.rows)
        self.setItemDelegate(RosterDelegate(theme, self))
        set_bare_list(self)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setAccessibleName(_("Fighters"))
        self.selectionModel().currentChanged.connect(self._take)
        self.doubleClicked.connect(self._edit)
        document.changed.connect(self.refresh)
        theme.changed.connect(self.scheduleDelayedItemsLayout)
        self.refresh()

    def refresh(self) -> None:
        """Show the current state of the fight. The chosen fighter stays chosen."""
        before = self.rows.at(self.currentIndex())
        key, at = (before.key, self.currentIndex().row()) if before is not None else ("", 0)
        self.rows.show_rows(RosterRows(self._document, self._unfolded, self._falling).all())
        now = self.rows.at(self.currentIndex())
        if now is not None and now.key == key and now.who:
            self._take(self.currentIndex())
            return
        # Headings cannot be chosen, so the nearest row with fighters is taken.
        places = [place for place, row in enumerate(self.rows.rows) if row.who]
        same = [place for place in places if self.rows.rows[place].key == key]
        # If two rows are equally near, take the upper one.
        near = same or [place for _far, place in sorted((abs(place - at), place) for place in places)]
        if near:
            self.setCurrentIndex(self.rows.index(near[0]))
        else:
            self._take(self.rows.index(-1))

    def set_falling(self, who: Collection[str]) -> None:
        """Hide the result of a roll while the dice of these fighters fall; an empty collection shows it."""
        self._falling = who
        self.refresh()

    def choose(self, who: str) -> None:
        """Choose the row of a fighter. Unfold its group unless the group is the chosen row."""
        row = self.rows.at(self.currentIndex())
        if self.chosen == (who,) or (row is not None and row.folded and who in row.who):
            return
        if all(row.who != (who,) for row in self.rows.rows):
            group = next((row.key for row in self.rows.rows if who in row.who and row.folded), "")
            if not group:
                return
            self._unfolded.add(group)
            self.refresh()
        place = next(place for place, row in enumerate(self.rows.rows) if row.who == (who,) and not row.folds)
        self.setCurrentIndex(self.rows.index(place))

    def choose_row(self, who: str) -> None:
        """Choose the first row that includes a fighter, which may be a folded group."""
        place = next((place for place, row in enumerate(self.rows.rows) if who in row.who), None)
        if place is not None:
            self.setCurrentIndex(self.rows.index(place))

    def fold(self, key: str, *, folded: bool) -> None:
        """Show equal fighters as one row, or one by one."""
        (self._unfolded.discard if folded else self._unfolded.add)(key)
        self.refresh()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Fold or unfold groups, edit a fighter, or remove fighters. Letters are left to the page."""
        row, key = self.rows.at(self.currentIndex()), event.key()
        if row is not None and row.folds and key in {Qt.Key.Key_Left, Qt.Key.Key_Right}:
            self.fold(row.key, folded=key == Qt.Key.Key_Left)
        elif row is not None and key in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and not event.modifiers():
            self._edit(self.currentIndex())
        elif row is not None and key == Qt.Key.Key_Delete:
            self._remove(row.who)
        # Letters and Space must not search the rows as they do in other lists, because here they roll and allot.
        elif event.text().strip() or key == Qt.Key.Key_Space:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Fold or unfold on a press of the chevron."""
        index = self.indexAt(event.position().toPoint())
        row = self.rows.at(index)
        super().mousePressEvent(event)
        chevron = place_in(self, self.viewport().rect(), QRect(0, 0, self._theme.px(EDGE + 18), self.height()))
        if row is not None and row.folds and chevron.contains(event.position().toPoint()):
            self.fold(row.key, folded=not row.folded)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu of the row under the pointer, or of the current row."""
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if by_key else self.indexAt(event.pos())
        row = self.rows.at(index)
        if row is None or not row.who:
            return
        menu = light_menu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if row.folds:
            fold = _("Show one by one") if row.folded else _("Show together")
            menu.addAction(fold, partial(self.fold, row.key, folded=not row.folded))
            details = menu.addMenu(_("Details of"))
            fill_details(details, self._document, self._notices, row.who, self.edit_requested.emit)
        else:
            menu.addAction(_("Details…"), partial(self.edit_requested.emit, row.who[0]))
        if not self._document.read_only:
            menu.addAction(_("Remove from the fight"), partial(self._remove, row.who))
        menu.popup(self.viewport().mapToGlobal(self.visualRect(index).center()) if by_key else event.globalPos())

    def _take(self, index: Index) -> None:
        row = self.rows.at(index)
        chosen = row.who if row is not None else ()
        # Scroll up to the first heading too, because keys cannot select it.
        if 0 <= index.row() <= 1:
            self.scrollToTop()
        if chosen != self.chosen:
            self.chosen = chosen
            self.chosen_changed.emit()

    def _remove(self, who: tuple[str, ...]) -> None:
        def edit(fight: Fight) -> Fight:
            for each in who:
                fight = roster.remove(fight, each)
            return fight

        self._document.attempt(_("Remove from the fight"), edit, self._notices.refuse)

    def _edit(self, index: Index) -> None:
        row = self.rows.at(index)
        if row is None or not row.who:
            return
        if row.folds:
            self.fold(row.key, folded=not row.folded)
        else:
            self.edit_requested.emit(row.who[0])
