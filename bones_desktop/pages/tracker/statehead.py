"""Texts about wounds, edits of wounds as undo steps, and widgets: state, track to death, hindering dice."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QLineF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QPushButton, QSizePolicy, QStyle, QVBoxLayout, QWidget

from bones_desktop.document.bones.characterdocument import CharacterDocument, InjuryStep, healing, loss
from bones_desktop.rules.acts import Act, Answers
from bones_desktop.rules.bones.book.character import Character, CharacterKind, HinderingDie, LostDie
from bones_desktop.rules.bones.book.characterdice import is_grounded
from bones_desktop.rules.bones.book.fields import FACES, LINE, game_date
from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.injury.blows import BlowPlan
from bones_desktop.rules.bones.injury.injuries import Condition, State, TrackStep, condition, death_track
from bones_desktop.rules.bones.life import acts
from bones_desktop.rules.reasons import Reason
from bones_desktop.rules.typedtext import clean_text
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, fill, hbox, vbox
from bones_desktop.widgets.dice.facelook import mini_icon
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.pushbuttons import tool_button
from bones_desktop.widgets.scaled import follow, set_gaps, set_icon, set_sheet_property
from bones_desktop.widgets.text.labels import Card, ElidedLabel, FittedLabel, heading_label, plain_label
from bones_desktop.widgets.text.textfields import LineField, limit_letters
from bones_desktop.wording.glances import state_words
from bones_desktop.wording.language import _
from bones_desktop.wording.seasons import days_words, season_word


def state_tone(found: Condition) -> str:
    """Return the text colour role of a condition."""
    return {State.UNHURT: "good", State.HURT: "warn"}.get(found.state, "bad")


def toll_words(character: Character) -> str:
    """Return how close death is: "3 more and Ragnar dies", or the cause of death."""
    found = condition(character)
    if not found.owned:
        return _("There are no dice yet")
    if character.slain:
        return _("Killed outright")
    if found.state is State.DEAD:
        damage = found.owned - found.available + found.excess
        return _("{damage} damage is twice the {owned} dice").format(damage=damage, owned=found.owned)
    if found.state is State.BROKEN:
        return _("A horde without dice cannot fight")
    more = sum(not step.taken for step in death_track(character))
    if character.kind is CharacterKind.HORDE:
        words = _("{n} more and the horde breaks").format(n=more)
    elif not character.name:
        words = _("{n} more damage would kill").format(n=more)
    else:
        words = _("{n} more and {name} dies").format(n=more, name=character.name)
    return _("{words}; without a wing it cannot fly").format(words=words) if is_grounded(character) else words


def when_words(day: int, today: int) -> str:
    """Return how long ago a day of the calendar was: "3 days ago". Return "" if the day is unknown."""
    if not day:
        return ""
    ago = today - day
    if ago <= 0:
        return _("today")
    return _("yesterday") if ago == 1 else _("{n} days ago").format(n=ago)


def lost_words(character: Character, entry: LostDie) -> tuple[str, str]:
    """Return cause and time of a lost die, for two lines: "arrow", "3 days ago"."""
    when = when_words(entry.day, character.day)
    if not entry.held:
        return entry.cause or _("lost"), when
    held = _("held, {when}").format(when=when) if when else _("held")
    return held_by(character, entry) or _("magic kept going"), held


def held_by(character: Character, entry: LostDie) -> str:
    """Return the name of the effect that holds a die; "" if it has no name."""
    return next((effect.name for effect in character.effects if effect.die == entry.die), "") or entry.cause


def lost_sentence(character: Character, entry: LostDie) -> str:
    """Return cause and time of a lost die for tooltips and screen readers: "lost 3 days ago: arrow"."""
    when = when_words(entry.day, character.day)
    said = _("lost {when}").format(when=when) if when else _("lost")
    if entry.held:
        what = held_by(character, entry)
        by = _("held by {effect}").format(effect=what) if what else _("held by magic that is kept going")
        return _("{lost}, {held}: it does not heal before that ends").format(lost=said, held=by)
    return f"{said}: {entry.cause}" if entry.cause else said


def dice_words(dice: Iterable[int]) -> str:
    """Return the numbers of dice as "die 3" or "dice 4, 2"; "" for none."""
    numbers = [str(die + 1) for die in dice]
    if not numbers:
        return ""
    return (_("die {n}") if len(numbers) == 1 else _("dice {n}")).format(n=", ".join(numbers))


def healed_words(before: Character, after: Character) -> str:
    """Return the damage healed between two states as "1 below zero, dice 4, 2"; "" for none."""
    still = {entry.die for entry in after.lost}
    # The die lost last is the first to heal.
    back = dice_words(entry.die for entry in reversed(before.lost) if entry.die not in still)
    below = before.excess_damage - after.excess_damage
    parts = [_("{n} below zero").format(n=below)] if below > 0 else []
    return ", ".join([*parts, back] if back else parts)


def due_words(days: int) -> str:
    """Return how far away a day is: "in 1 day"."""
    return _("in {days}").format(days=days_words(days))


def date_words(day: int) -> str:
    """Return a date without the year: "day 12 of spring"."""
    date = game_date(day)
    return _("day {day} of {season}").format(day=date.day, season=season_word(date.season))


def plan_lines(plan: BlowPlan) -> tuple[str, ...]:
    """Return the effects of a blow, one on each line."""
    lines = []
    if plan.absorbed:
        lines.append(_("{items} takes {n} damage and is gone.").format(items=", ".join(plan.ruined), n=plan.absorbed))
    if plan.soaked:
        lines.append(_("One damage is soaked for {n} spiffs.").format(n=plan.spiffs))
    if plan.dice:
        lines.append(_("Lost: {dice}.").format(dice=dice_words(plan.dice)))
    if plan.below_zero:
        lines.append(_("Below zero: {n}.").format(n=plan.below_zero))
    if plan.grounded:
        lines.append(_("No wing is left: it cannot fly, and falls out of the air."))
    if plan.wasted:
        lines.append(_("The rest changes nothing."))
    if not plan.dice and not plan.below_zero:
        lines.append(_("No die is lost."))
    return tuple(lines)


def after_words(character: Character, plan: BlowPlan) -> str:
    """Return the state after a blow: "Then: Wounded, 2 more and Ragnar dies"."""
    after = plan.after
    state = state_words(after)
    if after.state in {State.DEAD, State.BROKEN}:
        return _("Then: {state}").format(state=state)
    if character.kind is CharacterKind.HORDE:
        return _("Then: {state}, {n} more and the horde breaks").format(state=state, n=after.available)
    if not character.name:
        return _("Then: {state}, {n} more damage would kill").format(state=state, n=after.until_death)
    words = _("Then: {state}, {n} more and {name} dies")
    return words.format(state=state, n=after.until_death, name=character.name)


class WoundEdits:
    """Makes edits to the document. Each method returns whether this worked; if not, `refuse` gets the reason."""

    def __init__(
        self, document: CharacterDocument, refuse: Callable[[Reason], object], say: Callable[[str], object]
    ) -> None:
        """`say` receives the result of an edit that the user could not otherwise see."""
        self._document = document
        self.refuse = refuse
        self.say = say

    def injure(self, die: int, cause: str) -> bool:
        """Take one damage: lose the die if it is in play, else the last one in play; if none is left, go below zero."""
        return self.take(loss(self._document.character, die, cause))

    def heal(self, die: int) -> bool:
        """Heal one damage: below zero first, then the die if it is lost, else the die lost last."""
        return self.take(healing(self._document.character, die))

    def do(self, name: str, act: Act[Character], answers: Answers, said: str = "") -> bool:
        """Do an act as an undo step. `say` then receives `said`, with `{what}` replaced by the damage healed."""
        return self._apply(name, act.edit(answers), said)

    def rest(self, days: int) -> bool:
        """Let days of rest pass, outside a campaign."""
        span = days_words(days)
        # `{what}` is replaced after the step, so `format` cannot be used here.
        said = _("{days} of rest: {what}.").replace("{days}", span)
        return self.do(_("Rest {days}").format(days=span), acts.rest(), Answers({"days": days}), said)

    def regenerate(self, icons: int) -> bool:
        """Heal a die for each icon."""
        name = _("Regenerate one die") if icons == 1 else _("Regenerate {n} dice").format(n=icons)
        return self._apply(name, partial(injuries.regenerate, icons=icons), _("Regenerated: {what}."))

    def heal_next(self, die: int) -> bool:
        """Make a lost die the next to heal."""
        name = _("Die {n} heals next").format(n=die + 1)
        return self._apply(name, partial(injuries.heal_next, die=die))

    def set_remedy(self, place: int, remedy: str) -> bool:
        """Set the remedy for a hindering die. Consecutive typing is one undo step."""
        die = self._document.character.hindering[place]
        name = _("Remedy of {die}").format(die=die.name)
        return self._apply(name, partial(injuries.set_remedy, place=place, remedy=remedy), merge=f"text:remedy-{place}")

    def remove_hindering(self, place: int) -> bool:
        """Remove a hindering die."""
        name = _("Remove {die}").format(die=self._document.character.hindering[place].name)
        return self._apply(name, partial(injuries.remove_hindering, place=place))

    def take(self, step: InjuryStep) -> bool:
        """Make a step of the injury rules."""
        return self._apply(step.name, step.edit)

    def _apply(self, name: str, edit: Callable[[Character], Character], said: str = "", *, merge: str = "") -> bool:
        before = self._document.character
        # `refuse` has already reported the reason.
        if not self._document.attempt(name, edit, self.refuse, merge):
            return False
        if said:
            healed = healed_words(before, self._document.character)
            nothing = _("nothing healed yet") if before.lost else _("there was nothing to heal")
            what = _("{what} healed").format(what=healed) if healed else nothing
            self.say(said.format(what=what))
        return True


_LARGEST: Final = 42
_LARGEST_TALL: Final = 60
_GAP: Final = 4
_PART: Final = 14
"""Gap between the boxes of dice and those below zero."""
_NUMBERED: Final = 16
"""Smallest box in which the number of the die is written."""


class DeathTrackBar(Guarded, QWidget):
    """Boxes for all damage up to death. The height is always the same.

    The text below marks where the dice end and where death comes.
    """

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._steps: tuple[TrackStep, ...] = ()
        self.coming = 0
        """Number of boxes marked as damage about to be taken."""
        self._largest = _LARGEST
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    def show_track(self, steps: Sequence[TrackStep]) -> None:
        """Show a box for each point of damage up to death."""
        self._steps = tuple(steps)
        self._say()

    def show_coming(self, points: int) -> None:
        """Mark the next `points` boxes as damage about to be taken."""
        if points != self.coming:
            self.coming = points
            self._say()

    def set_tall(self, tall: bool) -> None:
        """Set whether larger boxes are used because there is much height."""
        largest = _LARGEST_TALL if tall else _LARGEST
        if largest != self._largest:
            self._largest = largest
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        """Return the size of the boxes and a line of text."""
        theme = self._theme
        words = QFontMetricsF(theme.font("sans", 12)).height()
        return QSize(theme.px(240), theme.px(self._largest + 4) + round(words))

    def minimumSizeHint(self) -> QSize:
        """Return the same height for a smaller width."""
        return QSize(self._theme.px(120), self.sizeHint().height())

    def boxes(self) -> tuple[QRectF, ...]:
        """Return the rectangle of each box."""
        count = len(self._steps)
        if not count:
            return ()
        theme = self._theme
        dice = self._dice()
        # A gap separates dice from damage below zero if both exist.
        part = theme.px(_PART) if 0 < dice < count else 0
        # The gaps shrink if there are many boxes.
        gap = min(theme.px(_GAP), max(1.0, (self.width() - part) / count * 0.12))
        side = min(theme.px(self._largest), (self.width() - part - (count - 1) * gap) / count)
        top = (theme.px(self._largest) - side) / 2 + 1
        found = []
        for place in range(count):
            left = place * (side + gap) + (part if place >= dice else 0)
            box = QRectF(left, top, side, side)
            found.append(
                QRectF(QStyle.visualRect(self.layoutDirection(), self.rect(), box.toRect()))
                if self.layoutDirection() is Qt.LayoutDirection.RightToLeft
                else box
            )
        return tuple(found)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the boxes and the text."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        boxes = self.boxes()
        taken = sum(step.taken for step in self._steps)
        for place, (step, box) in enumerate(zip(self._steps, boxes, strict=True)):
            self._paint_box(painter, box, step, coming=taken <= place < taken + self.coming)
        if boxes:
            self._paint_words(painter, boxes)
        painter.end()

    def _dice(self) -> int:
        """Return the number of boxes that stand for dice. They come first."""
        return sum(step.die is not None for step in self._steps)

    def _paint_box(self, painter: QPainter, box: QRectF, step: TrackStep, *, coming: bool) -> None:
        theme = self._theme
        last = step is self._steps[-1]
        body = box.adjusted(1, 1, -1, -1)
        radius = min(theme.px(6), body.width() / 3)
        if step.taken:
            painter.setPen(QPen(theme.color("bad"), 1))
            painter.setBrush(theme.color("bad"))
        else:
            rim = "bad" if coming or last else "edge"
            painter.setPen(QPen(theme.color(rim), 2 if coming or last else 1))
            painter.setBrush(theme.color("ground"))
        painter.drawRoundedRect(body, radius, radius)
        if coming and not step.taken:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QBrush(theme.color("bad"), Qt.BrushStyle.BDiagPattern))
            painter.drawRoundedRect(body, radius, radius)
        # Taken damage also has a cross, for players who cannot tell the colours apart.
        inset = body.width() * 0.28
        if step.taken:
            self._cross(painter, body.adjusted(inset, inset, -inset, -inset), "ground")
        elif last and not coming:
            self._cross(painter, body.adjusted(inset, inset, -inset, -inset), "bad")
        elif step.die is not None and not coming and body.width() >= theme.px(_NUMBERED):
            painter.setFont(theme.font("sans", 14 if body.width() >= theme.px(24) else 12))
            painter.setPen(theme.color("muted"))
            painter.drawText(body, Qt.AlignmentFlag.AlignCenter, str(step.die + 1))

    def _cross(self, painter: QPainter, square: QRectF, role: str) -> None:
        width = max(1.5, square.width() * 0.22)
        painter.setPen(QPen(self._theme.color(role), width, c=Qt.PenCapStyle.RoundCap))
        painter.drawLine(QLineF(square.topLeft(), square.bottomRight()))
        painter.drawLine(QLineF(square.topRight(), square.bottomLeft()))

    def _paint_words(self, painter: QPainter, boxes: Sequence[QRectF]) -> None:
        theme, dice = self._theme, self._dice()
        painter.setFont(theme.font("sans", 12))
        top = theme.px(self._largest) + theme.px(2)
        height = self.height() - top
        last = boxes[-1]
        mirrored = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        end = _("breaks") if self._steps[-1].state is State.BROKEN else _("dead")
        wide = QFontMetricsF(painter.font()).horizontalAdvance(end)
        middle = last.center().x()
        final = QRectF(min(max(0.0, middle - wide / 2), self.width() - wide), top, wide + 1, height)
        painter.setPen(theme.color("bad"))
        painter.drawText(final, Qt.AlignmentFlag.AlignCenter | Qt.AlignmentFlag.AlignTop, end)
        painter.setPen(theme.color("muted"))
        long, short, least = _("incapacitated, then dying"), _("incapacitated"), _("down")
        parts = [(0, dice, (_("dice"),)), (dice, len(boxes), (long, short, least))]
        # Use the longest text that fits: a cut word could be misread.
        for begin, stop, words in parts:
            if stop <= begin:
                continue
            room = boxes[begin].united(boxes[stop - 1])
            room = QRectF(room.left(), top, room.width(), height)
            if stop == len(boxes) and not mirrored:
                room.setRight(min(room.right(), final.left() - theme.px(8)))
            elif stop == len(boxes):
                room.setLeft(max(room.left(), final.right() + theme.px(8)))
            fitting = (each for each in words if painter.fontMetrics().horizontalAdvance(each) <= room.width())
            shown = next(fitting, "")
            side = Qt.AlignmentFlag.AlignRight if mirrored else Qt.AlignmentFlag.AlignLeft
            painter.drawText(room, side | Qt.AlignmentFlag.AlignTop, shown)

    def _say(self) -> None:
        taken = sum(step.taken for step in self._steps)
        words = _("{taken} of {all} damage taken").format(taken=taken, all=len(self._steps))
        if self.coming:
            words = _("{words}, {n} more with this blow").format(words=words, n=self.coming)
        self.setAccessibleName(words)
        self.setToolTip(plain_tip(words))
        self.update()


class StateHead(QWidget):
    """Shows a character's state."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.state = heading_label(theme, self, size=40)
        self.toll = FittedLabel(theme, self)
        self.toll.set_most_type(28)
        self.track = DeathTrackBar(theme, self)
        self._words = hbox(None, self.state, (self.toll, 1), theme=theme, gap=16)
        vbox(self, self._words, self.track, margins=0, theme=theme, gap=4)

    def show_character(self, character: Character) -> None:
        """Show the state of a character."""
        found = condition(character)
        self.state.setText(state_words(found))
        set_sheet_property(self.state, "tone", state_tone(found))
        grave = found.state in {State.INCAPACITATED, State.DEAD, State.BROKEN}
        role = "bad" if grave else "muted" if found.state is State.UNHURT else "text"
        self.toll.show_text(toll_words(character), role)
        self.track.show_track(death_track(character))


class HinderingLine(QWidget):
    """A line for a hindering die."""

    def __init__(self, theme: Theme, edits: WoundEdits, place: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._code = ""
        self._picture = plain_label(self)
        self.name = ElidedLabel(self, theme=theme, bold=True)
        self.note = plain_label(self, role="muted", theme=theme, size=12)
        self.remedy = LineField(_("Remedy"), self)
        self.remedy.setPlaceholderText(_("Remedy"))
        limit_letters(self.remedy, LINE)
        self.remedy.edited.connect(partial(edits.set_remedy, place))
        self.remove = tool_button(self, partial(edits.remove_hindering, place), theme=theme, icon="remove")
        self._words = vbox(None, self.name, self.note, theme=theme, gap=0)
        self._row = hbox(self, self._picture, (self._words, 2), (self.remedy, 3), self.remove, margins=0)
        set_gaps(theme, self._row, gap=8)
        follow(theme, self, HinderingLine._paint)

    def show_die(self, die: HinderingDie, today: int) -> None:
        """Show a die. `today` is a day of the calendar."""
        bearing = [face.code for face in die.faces if not face.is_blank]
        self._code = bearing[0] if bearing else ""
        self.name.set_full_text(die.name)
        when = when_words(die.day, today)
        faces = _("{n} of {all} faces").format(n=len(bearing), all=FACES)
        self.note.setText(_("{faces}, {when}").format(faces=faces, when=when) if when else faces)
        # The typed text may end with a space, which is not stored but must stay while typing.
        if " ".join(clean_text(self.remedy.text()).split()) != die.remedy:
            self.remedy.set_value(die.remedy)
        self.remedy.setAccessibleName(_("Remedy of {die}").format(die=die.name))
        words = _("Remove {die}").format(die=die.name)
        self.remove.setToolTip(plain_tip(words))
        self.remove.setAccessibleName(words)
        self._paint()

    def _paint(self) -> None:
        side = self._theme.px(34)
        icon = mini_icon(self._theme, self._code, side, self.devicePixelRatioF(), "hindering")
        self._picture.setPixmap(icon.pixmap(QSize(side, side), self.devicePixelRatioF()))
        self._picture.setFixedSize(side, side)


class HinderingCard(Card):
    """Lists the hindering dice with their edits. The tab opens the form for a new one."""

    def __init__(self, theme: Theme, edits: WoundEdits, parent: QWidget) -> None:
        super().__init__(theme, parent, edges=(20, 10, 16, 12), gap=4)
        self._edits = edits
        self.lines: list[HinderingLine] = []
        heading = self.heading(_("Hindering dice"))
        self.give = QPushButton(_("Give a die…"), self)
        set_icon(theme, self.give, "add")
        self.give.setToolTip(_("Poison, Flaming and the like"))
        self.says = self.label(role="muted", wrap=True)
        self._rows = QVBoxLayout()
        set_gaps(theme, self._rows, gap=6)
        fill(self.column, hbox(None, (heading, 1), self.give), self.says, self._rows, STRETCH)

    def show_character(self, character: Character) -> None:
        """Show the dice of a character."""
        while len(self.lines) > len(character.hindering):
            line = self.lines.pop()
            self._rows.removeWidget(line)
            line.hide()
            line.deleteLater()
        while len(self.lines) < len(character.hindering):
            self._add_line()
        for line, die in zip(self.lines, character.hindering, strict=True):
            line.show_die(die, character.day)
        self.says.setText(
            _("They are added to every roll until they are removed.")
            if self.lines
            else _("None: no dice are added to rolls.")
        )

    def _add_line(self) -> None:
        line = HinderingLine(self._theme, self._edits, len(self.lines), self)
        before = self.lines[-1].remove if self.lines else self.give
        self._rows.addWidget(line)
        line.show()
        QWidget.setTabOrder(before, line.remedy)
        QWidget.setTabOrder(line.remedy, line.remove)
        self.lines.append(line)
