"""The card of a party member with name, dice, state and spiffs."""

from collections import Counter
from collections.abc import Iterable
from math import ceil
from operator import attrgetter
from typing import Final

from PySide6.QtCore import QLineF, QObject, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QImage, QPainter, QPen

from bones_desktop.rules.bones.book.character import HinderingDie
from bones_desktop.rules.bones.injury.injuries import State
from bones_desktop.rules.bones.injury.magic import MagicPrice
from bones_desktop.rules.bones.making.standing import Glance
from bones_desktop.rules.records import Record
from bones_desktop.theme.measures import FontRole, make_font, upright
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.facelook import FaceLook, paint_face, paint_mini, tinted
from bones_desktop.widgets.portraitview import paint_portrait
from bones_desktop.widgets.rows import MIDDLE, RIGHT, RowModel, draw_text, write
from bones_desktop.wording.glances import (
    effect_words,
    glance_text,
    magic_words,
    numbers_words,
    recovery_words,
    sessions_words,
    spiffs_word,
    state_words,
)
from bones_desktop.wording.language import _

LARGEST: Final = 76
"""Largest side of a die at scale 1, in pixels."""
SMALLEST: Final = 17
"""Smallest side of a painted die at scale 1, in pixels.

If dice would be smaller, the card shows their number as text instead.
"""
MOST_SHOWN: Final = 14
"""Greatest number of painted dice.

More dice are hard to count across a table, so the card shows their number as text instead.
"""
_DICE_GAP: Final = 0.12
"""Gap between dice, as a share of a die's side."""
_TILT: Final = -6.0
_LOST_SHARE: Final = 0.90


class DieGroup(Record):
    """A die, or several equal dice painted as one die with their number."""

    face: str
    lost: bool = False
    held: bool = False
    hindering: bool = False
    count: int = 1

    @property
    def width(self) -> float:
        """Width of the group as a multiple of a die's side."""
        return 1.0 if self.count == 1 else 1.0 + 0.42 * (len(str(self.count)) + 0.4)


def paint_dice(painter: QPainter, room: QRectF, glance: Glance, theme: Theme, scale: float) -> None:
    """Paint the dice in `room`, or their number if they would be too small."""
    groups = [DieGroup(die.face, lost=die.lost, held=die.held) for die in glance.dice]
    groups += [DieGroup(_sign_of(die), hindering=True) for die in glance.character.hindering]
    if not groups:
        return
    side, columns = packed(len(groups), room.width(), room.height(), LARGEST * scale)
    if side < SMALLEST * scale or len(groups) > MOST_SHOWN:
        groups = counted(glance)
        side = min(room.height(), LARGEST * scale, room.width() / (sum(group.width for group in groups) or 1))
        columns = len(groups)
    step = side * (1 + _DICE_GAP)
    rows = ceil(len(groups) / columns)
    square = QRectF(room.left(), room.center().y() - (rows * step - side * _DICE_GAP) / 2, side, side)
    for place, group in enumerate(groups):
        if place and place % columns == 0:
            square.moveTo(room.left(), square.top() + step)
        _paint(painter, square, group, theme)
        if group.count > 1:
            words = QRectF(square.right(), square.top(), side * (group.width - 1), side)
            font = make_font("serif", int(side * 0.62), bold=True)
            write(painter, words, str(group.count), font, theme.color("text"), MIDDLE)
        square.translate(side * (group.width + _DICE_GAP), 0)


def counted(glance: Glance) -> list[DieGroup]:
    """Return the dice in groups: in play, lost, lost and unable to heal now, and hindering."""
    groups = []
    for lost, held in ((False, False), (True, False), (True, True)):
        dice = [die for die in glance.dice if (die.lost, die.held) == (lost, held)]
        if dice:
            groups.append(DieGroup(dice[0].face, lost=lost, held=held, count=len(dice)))
    # Different hindering dice do different harm, so each kind is counted separately.
    faces = Counter(map(_sign_of, glance.character.hindering))
    return groups + [DieGroup(face, hindering=True, count=count) for face, count in faces.items()]


def _sign_of(die: HinderingDie) -> str:
    """Return the code of a hindering die's first face that is not blank; "" for none."""
    return next((shown.code for shown in die.faces if not shown.is_blank), "")


def packed(count: int, width: float, height: float, largest: float) -> tuple[float, int]:
    """Return the largest possible side of `count` dice, at most `largest`, and the number of dice per row.

    The dice fit in `width` by `height`. All rows contain about the same number of dice.
    """

    def side(columns: int) -> float:
        rows = ceil(count / columns)
        return min(width / (columns + (columns - 1) * _DICE_GAP), height / (rows + (rows - 1) * _DICE_GAP), largest)

    # If several layouts allow the same side, the layout with the most columns is used, because a single row is easier
    # to count.
    columns = max(range(1, count + 1), key=lambda each: (side(each), each))
    return max(1.0, side(columns)), ceil(count / ceil(count / columns))


def _paint(painter: QPainter, square: QRectF, group: DieGroup, theme: Theme) -> None:
    if group.hindering:
        paint_mini(painter, square, theme, group.face, "hindering")
    elif group.lost:
        _paint_lost(painter, square, group, theme)
    else:
        paint_face(painter, square, FaceLook(group.face or "blank"), theme)


def _paint_lost(painter: QPainter, square: QRectF, group: DieGroup, theme: Theme) -> None:
    """Paint a lost die: grey, cracked, tilted and crossed. A held die has a lock."""
    painter.save()
    painter.translate(square.center())
    painter.rotate(_TILT)
    painter.scale(_LOST_SHARE, _LOST_SHARE)
    painter.translate(-square.center())
    paint_face(painter, square, FaceLook(group.face or "universal", lost=True, locked=group.held), theme)
    painter.restore()
    inset = square.width() * 0.14
    inner = square.adjusted(inset, inset, -inset, -inset)
    width = max(2.0, square.width() * 0.075)
    # A wide grey line below each red line keeps the cross visible on every face.
    for role, thick in (("lost", width * 2), ("sign-red", width)):
        painter.setPen(QPen(theme.color(role), thick, c=Qt.PenCapStyle.RoundCap))
        painter.drawLine(QLineF(inner.topLeft(), inner.bottomRight()))
        painter.drawLine(QLineF(inner.topRight(), inner.bottomLeft()))


_LEAST: Final = 0.7
"""Smallest factor by which the letters of a line may shrink. If the line is still too long, it is elided."""


PORTRAIT: Final = 48
"""Side of the portrait at scale 1."""
_PAD: Final = 12
_GAP: Final = 8
_STRIPE: Final = 5
_LINE: Final = 19
_MOST_PIPS: Final = 8
_TONES: Final = {State.UNHURT: "good", State.HURT: "warn"}
_SIGNS: Final = {State.UNHURT: "check", State.HURT: "injure", State.DEAD: "close", State.BROKEN: "close"}


class GlanceRow(Record):
    """A member of the party."""

    id: str
    name: str
    glance: Glance | None
    """The member's values; None if the file cannot be shown, with the reason in `trouble`."""
    trouble: str = ""
    secret: bool = False
    """True if the member is hidden from the players."""


class PartyModel(RowModel[GlanceRow]):
    """The members in order. If their ids stay the same, only changed rows are signalled."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.below_zero = True
        """True if damage below zero is shown as a number."""

    def set_rows(self, rows: Iterable[GlanceRow]) -> None:
        """Show these members."""
        self._update(rows, attrgetter("id"))

    def set_below_zero(self, shown: bool) -> None:
        """Set how damage below zero is shown: as a number if `shown`, otherwise only in words."""
        if shown != self.below_zero:
            self.below_zero = shown
            if self.rows:
                self.dataChanged.emit(self.index(0), self.index(len(self.rows) - 1))

    def _text(self, row: GlanceRow) -> str:
        return row.name

    def _spoken(self, row: GlanceRow) -> str:
        if row.glance is None:
            return f"{row.name}. {row.trouble}"
        told = glance_text(row.name, row.glance, below_zero=self.below_zero)
        return f"{told} {_('The players do not see it.')}" if row.secret else told


class PartyCard:
    """Paints a card. The delegate paints its background."""

    def __init__(self, theme: Theme, painter: QPainter, card: QRectF, scale: float) -> None:
        self._theme = theme
        self._painter = painter
        self._card = card
        self._scale = scale

    def paint(self, row: GlanceRow, picture: QImage, *, below_zero: bool) -> None:
        """Paint the content of `row`. `picture` is a square of the portrait; a null image without a portrait."""
        pad, side = self._px(_PAD), self._px(PORTRAIT)
        room = self._card.adjusted(pad + self._px(_STRIPE), pad * 0.8, -pad, -pad * 0.7)
        head = QRectF(room.left(), room.top(), room.width(), side)
        words, glance = _after(head, side + self._px(10)), row.glance
        if glance is None:
            self._paint_stripe("bad")
            self._paint_trouble(head, words, room, row)
            return
        self._paint_stripe(_tone(glance))
        paint_portrait(
            self._painter, QRectF(head.topLeft(), QSizeF(side, side)), _of_the_dead(picture, glance), self._theme
        )
        self._paint_heading(words, row, glance, below_zero=below_zero)
        foot, gap = self._px(2 * _LINE), self._px(_GAP)
        dice = QRectF(room.left(), head.bottom() + gap, room.width(), room.bottom() - head.bottom() - 2 * gap - foot)
        paint_dice(self._painter, dice, glance, self._theme, self._scale)
        footing = QRectF(room.left(), room.bottom() - foot, room.width(), foot)
        self._paint_footing(footing, glance, below_zero=below_zero)

    def _px(self, size: float) -> float:
        """Return a length of `size` pixels at scale 1, converted to the scale of the card."""
        return size * self._scale

    def _font(self, family: FontRole, size: float, *, bold: bool = False) -> QFont:
        return make_font(family, int(size * self._scale), bold=bold)

    def _write(
        self, room: QRectF, text: str, size: int, role: str, *, family: FontRole = "sans", bold: bool = False
    ) -> float:
        """Write one line at the left, elided if needed; return its width."""
        return write(self._painter, room, text, self._font(family, size, bold=bold), self._theme.color(role))

    def _write_last(
        self, room: QRectF, text: str, size: int, role: str, *, family: FontRole = "sans", bold: bool = False
    ) -> QRectF:
        """Write one line at the right end of a room; return the part of the room to the left of it."""
        if not text:
            return room
        font = self._font(family, size, bold=bold)
        used = write(self._painter, room, text, font, self._theme.color(role), RIGHT)
        return room.adjusted(0, 0, -used - self._px(_GAP), 0)

    def _write_name(self, room: QRectF, name: str, role: str) -> None:
        """Write a name in large letters, or in smaller letters if it is too long for the room."""
        name = " ".join(name.split())
        share = room.width() / max(1.0, QFontMetricsF(self._font("serif", 24, bold=True)).horizontalAdvance(name))
        # The font is slightly smaller than calculated, because widths are rounded.
        font = self._font("serif", 24 if share >= 1 else 24 * max(_LEAST, share * 0.97), bold=True)
        write(self._painter, room, name, font, self._theme.color(role))

    def _paint_sign(self, middle: QPointF, side: float, name: str, role: str) -> None:
        """Paint the icon `name`, centred at `middle`, in the colour of `role`."""
        ratio = self._painter.device().devicePixelRatioF()
        drawing = tinted(self._theme, name, role, max(1, round(side)), ratio)
        square = QRectF(middle.x() - side / 2, middle.y() - side / 2, side, side)
        with upright(self._painter, square):
            self._painter.drawPixmap(square, drawing, QRectF(drawing.rect()))

    def _paint_heading(self, room: QRectF, row: GlanceRow, glance: Glance, *, below_zero: bool) -> None:
        """Write name and spiffs, and below them the state and whether the member is hidden."""
        upper = QRectF(room.left(), room.top() - self._px(3), room.width(), room.height() * 0.6)
        lower = QRectF(room.left(), upper.bottom(), room.width(), room.bottom() - upper.bottom())
        if glance.spiffs is not None:
            upper = self._write_last(upper, spiffs_word(glance.spiffs), 13, "muted")
            tone = "accent" if glance.spiffs else "muted"
            upper = self._write_last(upper, str(glance.spiffs), 24, tone, family="serif", bold=True)
        dead = glance.condition.state is State.DEAD
        self._write_name(upper, row.name, "muted" if dead else "text")
        lower = self._write_last(lower, _("GM's secret") if row.secret else "", 13, "warn")
        tone, side = _tone(glance), self._px(16)
        middle = QPointF(lower.left() + side / 2, lower.center().y())
        self._paint_sign(middle, side, _SIGNS.get(glance.condition.state, "warning"), tone)
        lower = _after(lower, side + self._px(5))
        used = self._write(lower, state_words(glance.condition), 15, tone, bold=True)
        numbers = numbers_words(glance, below_zero=below_zero)
        self._write(_after(lower, used + self._px(7)), numbers, 15, "text" if tone == "bad" else "muted")

    def _paint_footing(self, room: QRectF, glance: Glance, *, below_zero: bool) -> None:
        """Write magic and recovery, and below them hindering dice, effects and sessions."""
        half = room.height() / 2
        upper, lower = room.adjusted(0, 0, 0, -half), room.adjusted(0, half, 0, 0)
        upper = self._write_last(upper, recovery_words(glance, below_zero=below_zero), 14, "text")
        if glance.magic is not None:
            self._paint_magic(upper, glance.magic)
        lower = self._write_last(lower, sessions_words(glance), 13, "muted")
        who = glance.character
        carried = [die.name for die in who.hindering] + [effect_words(effect) for effect in who.effects]
        self._write(lower, ", ".join(carried), 14, "warn" if who.hindering else "text")

    def _paint_magic(self, room: QRectF, magic: MagicPrice) -> None:
        """Show the free uses left as dots, or in words if the dots do not fit. A penalty is always shown in words."""
        words = magic_words(magic)
        # A player must not overlook a penalty, so the penalty in words replaces the dots.
        if magic.penalty:
            self._write(room, words, 14, "warn", bold=True)
            return
        side, gap = self._px(11), self._px(4)
        name = _("Magic")
        used = QFontMetricsF(self._font("sans", 14)).horizontalAdvance(name) + self._px(6)
        if magic.safe > _MOST_PIPS or used + magic.safe * (side + gap) > room.width():
            self._write(room, words, 14, "text")
            return
        self._write(room, name, 14, "text")
        for place in range(magic.safe):
            pip = QRectF(room.left() + used + place * (side + gap), room.center().y() - side / 2, side, side)
            left = place < magic.free
            self._painter.setPen(QPen(self._theme.color("second" if left else "edge"), max(1.2, self._px(1.5))))
            self._painter.setBrush(self._theme.color("second") if left else Qt.BrushStyle.NoBrush)
            self._painter.drawEllipse(pip.adjusted(1, 1, -1, -1))

    def _paint_trouble(self, head: QRectF, words: QRectF, room: QRectF, row: GlanceRow) -> None:
        """Write why a member cannot be shown."""
        middle = QPointF(head.left() + head.height() / 2, head.center().y())
        self._paint_sign(middle, head.height() * 0.62, "warning", "bad")
        self._write_name(words, row.name, "text")
        rest = QRectF(room.left(), head.bottom() + self._px(_GAP), room.width(), 0)
        self._painter.setFont(self._font("sans", 14))
        # Only whole lines are shown. The tooltip has the full text.
        line = QFontMetricsF(self._painter.font()).lineSpacing()
        rest.setHeight((room.bottom() - head.bottom() - self._px(_GAP)) // line * line)
        self._painter.setPen(self._theme.color("muted"))
        draw_text(self._painter, rest, Qt.TextFlag.TextWordWrap, row.trouble)

    def _paint_stripe(self, tone: str) -> None:
        """Paint a stripe in the colour of the state at the left, visible from a distance."""
        inset, wide = self._px(6), self._px(_STRIPE)
        height = self._card.height() - inset * 2.8
        stripe = QRectF(self._card.left() + inset * 0.8, self._card.top() + inset * 1.4, wide, height)
        self._painter.setPen(Qt.PenStyle.NoPen)
        self._painter.setBrush(self._theme.color(tone))
        self._painter.drawRoundedRect(stripe, wide / 2, wide / 2)


def _after(room: QRectF, width: float) -> QRectF:
    """Return the room to the right of its first `width` pixels."""
    return room.adjusted(min(width, room.width()), 0, 0, 0)


def _tone(glance: Glance) -> str:
    return _TONES.get(glance.condition.state, "bad")


def _of_the_dead(picture: QImage, glance: Glance) -> QImage:
    """Return the picture; if the member is dead, in shades of grey."""
    if glance.condition.state is not State.DEAD or picture.isNull():
        return picture
    return picture.convertToFormat(QImage.Format.Format_Grayscale8)
