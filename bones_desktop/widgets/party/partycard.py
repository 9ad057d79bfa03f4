"""The card of a party member with name, dice, state and spiffs."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, cos, pi, sin
from operator import attrgetter
from typing import Final

from PySide6.QtCore import QLineF, QObject, QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QImage, QPainter, QPen, QPolygonF

from bones_desktop.rules.bones.book.character import HinderingDie
from bones_desktop.rules.bones.injury.injuries import State
from bones_desktop.rules.bones.injury.magic import MagicPrice
from bones_desktop.rules.bones.making.standing import Glance
from bones_desktop.theme.measures import FontRole, make_font
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.facelook import FaceLook, paint_face, tinted
from bones_desktop.widgets.portraitview import paint_portrait
from bones_desktop.widgets.rows import RowModel
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
"""Side of a die at scale 1."""
SMALLEST: Final = 17
"""Side at scale 1 below which the number of dice is written instead of drawing each die."""
MOST_SHOWN: Final = 14
"""Greatest number of dice that are drawn. Above it their number is written: dice are hard to count across a table."""
_DICE_GAP: Final = 0.12
"""Gap between dice, as a share of a die's side."""
_TILT: Final = -6.0
_LOST_SHARE: Final = 0.90
_TEETH: Final = 14


@dataclass(frozen=True, slots=True)
class DieGroup:
    """A die, or several equal dice shown once with their number."""

    face: str
    lost: bool = False
    held: bool = False
    hindering: bool = False
    count: int = 1

    @property
    def width(self) -> float:
        """Width in die sides."""
        return 1.0 if self.count == 1 else 1.0 + 0.42 * (len(str(self.count)) + 0.4)


def paint_dice(painter: QPainter, room: QRectF, glance: Glance, theme: Theme, scale: float) -> None:
    """Paint the dice in `room` in reading direction, or their number if they would be too small."""
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
    top = room.top() + (room.height() - (rows * step - side * _DICE_GAP)) / 2
    mirrored = painter.layoutDirection() is Qt.LayoutDirection.RightToLeft
    along = 0.0
    for place, group in enumerate(groups):
        if place % columns == 0:
            along = 0.0
        width = side * group.width
        left = room.right() - along - width if mirrored else room.left() + along
        square = QRectF(left + (width - side if mirrored else 0), top + place // columns * step, side, side)
        _paint(painter, square, group, theme)
        if group.count > 1:
            words = QRectF(left if mirrored else square.right(), square.top(), width - side, side)
            _number(painter, words, group.count, theme)
        along += width + side * _DICE_GAP


def counted(glance: Glance) -> list[DieGroup]:
    """Return the dice in groups: in play, lost, held, and hindering."""
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
    """Return the largest side, at most `largest`, of `count` dice in a room, and the dice per row.

    All rows have about the same length.
    """

    def side(columns: int) -> float:
        rows = ceil(count / columns)
        return min(width / (columns + (columns - 1) * _DICE_GAP), height / (rows + (rows - 1) * _DICE_GAP), largest)

    # Of equal sizes, the one with more columns is used, because a single row is easier to count.
    columns = max(range(1, count + 1), key=lambda each: (side(each), each))
    return max(1.0, side(columns)), ceil(count / ceil(count / columns))


def _paint(painter: QPainter, square: QRectF, group: DieGroup, theme: Theme) -> None:
    if group.hindering:
        _hindering(painter, square, group.face, theme)
    elif group.lost:
        _lost(painter, square, group.face, theme, held=group.held)
    elif group.face:
        paint_face(painter, square, FaceLook(group.face), theme)
    else:
        _bare(painter, square, theme)


def _number(painter: QPainter, room: QRectF, number: int, theme: Theme) -> None:
    painter.setFont(make_font("serif", int(room.height() * 0.62), bold=True))
    painter.setPen(theme.color("text"))
    painter.drawText(room, Qt.AlignmentFlag.AlignCenter, str(number))


def _bare(painter: QPainter, square: QRectF, theme: Theme) -> None:
    """Paint a die without a chosen face."""
    painter.setPen(QPen(theme.color("bone-edge"), 1))
    painter.setBrush(theme.color("bone"))
    painter.drawRoundedRect(square, square.width() * 0.16, square.width() * 0.16)


def _lost(painter: QPainter, square: QRectF, code: str, theme: Theme, *, held: bool) -> None:
    """Paint a lost die: grey, cracked, tilted and crossed. A held die has a lock."""
    painter.save()
    painter.translate(square.center())
    painter.rotate(_TILT)
    painter.scale(_LOST_SHARE, _LOST_SHARE)
    painter.translate(-square.center())
    paint_face(painter, square, FaceLook(code or "universal", lost=True, locked=held), theme)
    painter.restore()
    painter.save()
    inset = square.width() * 0.14
    inner = square.adjusted(inset, inset, -inset, -inset)
    width = max(2.0, square.width() * 0.075)
    # A wide grey line below each red one keeps the cross visible on every face.
    for role, thick in (("lost", width * 2), ("sign-red", width)):
        painter.setPen(QPen(theme.color(role), thick, c=Qt.PenCapStyle.RoundCap))
        painter.drawLine(QLineF(inner.topLeft(), inner.bottomRight()))
        painter.drawLine(QLineF(inner.topRight(), inner.bottomLeft()))
    painter.restore()


def _hindering(painter: QPainter, square: QRectF, code: str, theme: Theme) -> None:
    """Paint a hindering die, with a jagged rim."""
    body = "flame" if "flaming" in code else "hindering"
    painter.setPen(QPen(theme.color(f"{body}-edge"), max(1.0, square.width() * 0.05), j=Qt.PenJoinStyle.MiterJoin))
    painter.setBrush(theme.color(body))
    painter.drawPolygon(_jagged(square))
    inset = square.width() * 0.24
    if code:
        theme.faces.paint(painter, square.adjusted(inset, inset, -inset, -inset), code, theme.color(f"{body}-ink"))


def _jagged(square: QRectF) -> QPolygonF:
    centre, outer = square.center(), square.width() / 2
    points = []
    for place in range(2 * _TEETH):
        reach = outer * (1.0 if place % 2 == 0 else 0.84)
        angle = pi * place / _TEETH
        points.append(QPointF(centre.x() + reach * sin(angle), centre.y() - reach * cos(angle)))
    return QPolygonF(points)


_LEAST: Final = 0.7
"""Smallest factor by which a line may shrink before it is elided."""


class CardBrush:
    """A painter with theme, scale and reading direction."""

    def __init__(self, theme: Theme, painter: QPainter, scale: float) -> None:
        self.theme = theme
        self.painter = painter
        self.scale = scale
        self.mirrored = painter.layoutDirection() is Qt.LayoutDirection.RightToLeft

    def sign(self, square: QRectF, name: str, role: str) -> None:
        """Paint the drawing of an action in the colour of `role`."""
        ratio = self.painter.device().devicePixelRatioF()
        picture = tinted(self.theme, name, role, max(1, round(square.width())), ratio)
        self.painter.drawPixmap(square, picture, QRectF(picture.rect()))

    def text(
        self,
        room: QRectF,
        text: str,
        family: FontRole,
        size: int,
        role: str,
        *,
        bold: bool = False,
        trailing: bool = False,
        shrinks: bool = False,
    ) -> float:
        """Write one line, elided if needed; return its width."""
        text = " ".join(text.split())
        font = self.font(family, size, bold=bold)
        if shrinks:
            share = room.width() / max(1.0, QFontMetricsF(font).horizontalAdvance(text))
            if share < 1:
                # The font is slightly smaller than calculated, because widths are rounded.
                font = self.font(family, size * max(_LEAST, share * 0.97), bold=bold)
        metrics = QFontMetricsF(font)
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room.width() + 0.5)
        self.painter.setFont(font)
        self.painter.setPen(self.theme.color(role))
        self.painter.drawText(
            room,
            (Qt.AlignmentFlag.AlignRight if trailing else Qt.AlignmentFlag.AlignLeft)
            | Qt.AlignmentFlag.AlignVCenter
            | Qt.TextFlag.TextSingleLine
            | Qt.TextFlag.TextDontClip,
            shown,
        )
        return metrics.horizontalAdvance(shown)

    def font(self, family: FontRole, size: float, *, bold: bool = False) -> QFont:
        """Return a font of `size` pixels at scale 1."""
        return make_font(family, int(size * self.scale), bold=bold)

    def px(self, size: float) -> float:
        """Return `size` pixels at scale 1 in the current scale."""
        return size * self.scale

    def leading(self, room: QRectF, width: float) -> QRectF:
        """Return the part of the room where lines begin."""
        left = room.right() - width if self.mirrored else room.left()
        return QRectF(left, room.top(), width, room.height())

    def square(self, room: QRectF, side: float, *, centred: bool = False) -> QRectF:
        """Return a square, vertically centred, where lines begin; horizontally centred if `centred`."""
        square = QRectF(0, 0, side, side)
        square.moveCenter(room.center() if centred else self.leading(room, side).center())
        return square

    def trailing(self, room: QRectF, width: float) -> QRectF:
        """Return the part of the room where lines end."""
        left = room.left() if self.mirrored else room.right() - width
        return QRectF(left, room.top(), width, room.height())

    def without(self, room: QRectF, width: float, *, leading: bool = False) -> QRectF:
        """Return the room without `width` at the end of lines; with `leading`, at the beginning."""
        rest = max(0.0, room.width() - width)
        return self.trailing(room, rest) if leading else self.leading(room, rest)

    def shortened(self, text: str, room: QRectF) -> str:
        """Return as many words as fit into the room, with an ellipsis if some are left out."""
        words = text.split()

        def overflows(count: int) -> bool:
            shown = " ".join(words[:count]) + "…"
            needed = self.painter.boundingRect(room, Qt.TextFlag.TextWordWrap, shown)
            return needed.height() > room.height() or needed.width() > room.width()

        # The number of words is found by bisection: a reason may have many words, and each test measures a text.
        fitting = bisect_left(range(1, len(words) + 1), True, key=overflows)
        return " ".join(words) if fitting == len(words) else " ".join(words[:fitting]) + "…"


PORTRAIT: Final = 48
"""Side of the portrait at scale 1."""
_PAD: Final = 12
_GAP: Final = 8
_STRIPE: Final = 5
_LINE: Final = 19
_MOST_PIPS: Final = 8
_TONES: Final = {State.UNHURT: "good", State.HURT: "warn"}
_SIGNS: Final = {State.UNHURT: "check", State.HURT: "injure", State.DEAD: "close", State.BROKEN: "close"}


@dataclass(frozen=True, slots=True)
class GlanceRow:
    """A member of the party."""

    id: str
    name: str
    glance: Glance | None
    """The member's values; None if the file cannot be shown, with the reason in `trouble`."""
    trouble: str = ""
    secret: bool = False
    """Whether the member is hidden from the players."""


class PartyModel(RowModel[GlanceRow]):
    """The members in order. If their ids stay the same, only changed rows are signalled."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.below_zero = True
        """Whether damage below zero is shown as a number."""

    def set_rows(self, rows: Iterable[GlanceRow]) -> None:
        """Show these members."""
        self._update(rows, attrgetter("id"))

    def set_below_zero(self, shown: bool) -> None:
        """Set whether damage below zero is shown as a number, or only in words."""
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


class PartyCard(CardBrush):
    """Paints a card. The delegate paints its background."""

    def __init__(self, theme: Theme, painter: QPainter, card: QRectF, scale: float) -> None:
        super().__init__(theme, painter, scale)
        self._card = card

    def paint(self, row: GlanceRow, picture: QImage, *, below_zero: bool) -> None:
        """Paint the content of `row`. `picture` is a square of the portrait; null for none."""
        pad, side = self.px(_PAD), self.px(PORTRAIT)
        room = self._card.adjusted(pad, pad * 0.8, -pad, -pad * 0.7)
        # The stripe is where lines begin, which is on the right in right-to-left languages.
        room.setLeft(room.left() + self.px(_STRIPE if not self.mirrored else 0))
        room.setRight(room.right() - self.px(_STRIPE if self.mirrored else 0))
        head = QRectF(room.left(), room.top(), room.width(), side)
        words = self.without(head, side + self.px(10), leading=True)
        glance = row.glance
        if glance is None:
            self._stripe("bad")
            self._trouble(head, words, room, row)
            return
        self._stripe(_tone(glance))
        paint_portrait(self.painter, self.leading(head, side), _of_the_dead(picture, glance), self.theme)
        self._heading(words, row, glance, below_zero=below_zero)
        foot = self.px(2 * _LINE)
        gap = self.px(_GAP)
        dice = QRectF(room.left(), head.bottom() + gap, room.width(), room.bottom() - head.bottom() - 2 * gap - foot)
        paint_dice(self.painter, dice, glance, self.theme, self.scale)
        self._footing(QRectF(room.left(), room.bottom() - foot, room.width(), foot), glance, below_zero=below_zero)

    def _heading(self, room: QRectF, row: GlanceRow, glance: Glance, *, below_zero: bool) -> None:
        """Write name and spiffs, and below them the state and whether the member is hidden."""
        upper = QRectF(room.left(), room.top() - self.px(3), room.width(), room.height() * 0.6)
        lower = QRectF(room.left(), upper.bottom(), room.width(), room.bottom() - upper.bottom())
        if glance.spiffs is not None:
            upper = self.without(upper, self._spiffs(upper, glance.spiffs) + self.px(_GAP))
        dead = glance.condition.state is State.DEAD
        self.text(upper, row.name, "serif", 24, "muted" if dead else "text", bold=True, shrinks=True)
        lower = self._ending(lower, _("GM's secret") if row.secret else "", 13, "warn")
        self._condition(lower, glance, below_zero=below_zero)

    def _condition(self, room: QRectF, glance: Glance, *, below_zero: bool) -> None:
        tone = _tone(glance)
        side = self.px(16)
        self.sign(self.square(room, side), _SIGNS.get(glance.condition.state, "warning"), tone)
        room = self.without(room, side + self.px(5), leading=True)
        used = self.text(room, state_words(glance.condition), "sans", 15, tone, bold=True)
        numbers = numbers_words(glance, below_zero=below_zero)
        if numbers:
            rest = self.without(room, used + self.px(7), leading=True)
            self.text(rest, numbers, "sans", 15, "text" if tone == "bad" else "muted")

    def _spiffs(self, room: QRectF, spiffs: int) -> float:
        """Write the spiffs at the end of the line; return their width."""
        word = self.text(room, spiffs_word(spiffs), "sans", 13, "muted", trailing=True) + self.px(4)
        tone = "accent" if spiffs else "muted"
        return word + self.text(self.without(room, word), str(spiffs), "serif", 24, tone, bold=True, trailing=True)

    def _footing(self, room: QRectF, glance: Glance, *, below_zero: bool) -> None:
        """Write magic and recovery, and below them hindering dice, effects and sessions."""
        half = room.height() / 2
        upper = QRectF(room.left(), room.top(), room.width(), half)
        lower = QRectF(room.left(), room.top() + half, room.width(), half)
        upper = self._ending(upper, recovery_words(glance, below_zero=below_zero), 14, "text")
        if glance.magic is not None:
            self._magic(upper, glance.magic)
        lower = self._ending(lower, sessions_words(glance), 13, "muted")
        who = glance.character
        carried = [die.name for die in who.hindering] + [effect_words(effect) for effect in who.effects]
        self.text(lower, ", ".join(carried), "sans", 14, "warn" if who.hindering else "text")

    def _ending(self, room: QRectF, words: str, size: int, role: str) -> QRectF:
        """Write text at the end of the line; return the room before it."""
        if not words:
            return room
        used = self.text(room, words, "sans", size, role, trailing=True)
        return self.without(room, used + self.px(_GAP))

    def _magic(self, room: QRectF, magic: MagicPrice) -> None:
        """Show the free uses left as dots, or in words if dots do not fit. The next price is always in words."""
        words = magic_words(magic)
        # A penalty must not be overlooked, so it replaces the dots.
        if magic.penalty:
            self.text(room, words, "sans", 14, "warn", bold=True)
            return
        side, gap = self.px(11), self.px(4)
        width = magic.safe * (side + gap)
        name = _("Magic")
        used = QFontMetricsF(self.font("sans", 14)).horizontalAdvance(name) + self.px(6)
        if magic.safe > _MOST_PIPS or used + width > room.width():
            self.text(room, words, "sans", 14, "text")
            return
        self.text(room, name, "sans", 14, "text")
        for place in range(magic.safe):
            pip = self.square(self.without(room, used + place * (side + gap), leading=True), side)
            left = place < magic.free
            self.painter.setPen(QPen(self.theme.color("second" if left else "edge"), max(1.2, self.px(1.5))))
            self.painter.setBrush(self.theme.color("second") if left else Qt.BrushStyle.NoBrush)
            self.painter.drawEllipse(pip.adjusted(1, 1, -1, -1))

    def _trouble(self, head: QRectF, words: QRectF, room: QRectF, row: GlanceRow) -> None:
        """Write why a member cannot be shown."""
        side = head.height() * 0.62
        self.sign(self.square(self.leading(head, head.height()), side, centred=True), "warning", "bad")
        name = QRectF(words.left(), head.top(), words.width(), head.height())
        self.text(name, row.name, "serif", 24, "text", bold=True, shrinks=True)
        rest = QRectF(room.left(), head.bottom() + self.px(_GAP), room.width(), room.bottom() - head.bottom())
        self.painter.setFont(self.font("sans", 14))
        self.painter.setPen(self.theme.color("muted"))
        self.painter.drawText(rest, Qt.TextFlag.TextWordWrap, self.shortened(row.trouble, rest))

    def _stripe(self, tone: str) -> None:
        """Paint a stripe in the colour of the state where lines begin, visible from a distance."""
        inset = self.px(6)
        wide = self.px(_STRIPE)
        stripe = self.leading(self._card.adjusted(inset * 0.8, 0, -inset * 0.8, 0), wide)
        stripe.adjust(0, inset * 1.4, 0, -inset * 1.4)
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(self.theme.color(tone))
        self.painter.drawRoundedRect(stripe, wide / 2, wide / 2)


def _tone(glance: Glance) -> str:
    return _TONES.get(glance.condition.state, "bad")


def _of_the_dead(picture: QImage, glance: Glance) -> QImage:
    """Return the picture, in grey if the member is dead."""
    if glance.condition.state is not State.DEAD or picture.isNull():
        return picture
    return picture.convertToFormat(QImage.Format.Format_Grayscale8)
