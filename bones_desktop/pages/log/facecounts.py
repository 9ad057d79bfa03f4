"""The counts of each face of each die: model and delegate."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QObject, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QListView, QStyle, QStyleOptionViewItem

from bones_desktop.rules.bones.book.attempts import CHARACTER
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.fairness import FaceCounts, Fairness, assess
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.facelook import painted_group
from bones_desktop.widgets.localized import counted, number_locale
from bones_desktop.widgets.rows import Index, RowDelegate, RowModel, paint_line_ground
from bones_desktop.widgets.throwlist.throwmodel import MiniFaces, die_groups
from bones_desktop.wording.language import _, ngettext
from bones_desktop.wording.log import FaceName
from bones_desktop.wording.reasons import sentence

_GRAVE: Final = frozenset({"fairness-rare", "fairness-extraordinary"})

_HEIGHT: Final = 118

_NARROWEST: Final = 600
"""Smallest width of a die when several are next to each other."""

_WORDS: Final = 250
"""Width of the words next to the columns, in pixels."""

_SIDE: Final = 24

_HEADROOM: Final = 1.35
"""Least height of the chart, as a multiple of the expected count."""


@dataclass(frozen=True, slots=True)
class AssessedDie:
    """One die and its difference from a fair one. Texts are finished."""

    counts: FaceCounts
    fairness: Fairness
    name: str
    """The die's owner, if any, and its name."""
    throws: str
    """The number of rolls, and the count expected for each face."""
    verdict: str
    said: str
    """All texts, with the count of each face."""

    @property
    def grave(self) -> bool:
        """Whether fair dice hardly ever fall like this."""
        return self.fairness.verdict.code in _GRAVE


def assessed(counts: FaceCounts, face_name: FaceName) -> AssessedDie:
    """Return a die with its texts."""
    fairness = assess(counts)
    name = _("{who} · {die}").format(who=counts.owner, die=counts.name) if counts.owner else counts.name
    throws = ngettext(
        "{n} roll, {expected} expected for each face", "{n} rolls, {expected} expected for each face", counts.throws
    ).format(n=counted(counts.throws), expected=number_locale().toString(counts.expected, "f", 1))
    verdict = sentence(fairness.verdict)
    pairs = zip(counts.faces, counts.counts, strict=True)
    faces = ", ".join(f"{face_name(code)} {counted(count)}" for code, count in pairs)
    return AssessedDie(counts, fairness, name, throws, verdict, f"{name}: {throws}. {faces}. {verdict}")


class FaceCountModel(RowModel[AssessedDie]):
    """One row for each die, in the given order."""

    def __init__(self, name: FaceName, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._name = name

    def set_names(self, name: FaceName) -> None:
        """Use the face names of another rulebook."""
        self._name = name
        self.set_counts(die.counts for die in self.rows)

    def set_counts(self, dice: Iterable[FaceCounts]) -> None:
        """Show these dice. A die that was shown before keeps its place."""
        self._update((assessed(each, self._name) for each in dice), _identity)

    def _text(self, die: AssessedDie) -> str:
        return die.said


def _identity(die: AssessedDie) -> object:
    return die.counts.owner, die.counts.name, die.counts.faces


class FaceCountDelegate(RowDelegate[AssessedDie]):
    """Paints a die as columns on one scale. The line across them is the count of a fair die.

    Dice are next to each other as far as there is room.
    """

    def __init__(self, theme: Theme, rulebook: Rulebook, view: QListView) -> None:
        super().__init__(theme, view)
        self._view = view
        self.faces = MiniFaces(theme)
        self._groups = die_groups(rulebook)

    def set_rulebook(self, rulebook: Rulebook) -> None:
        """Use the kinds of dice of another rulebook."""
        self._groups = die_groups(rulebook)

    def refresh(self) -> None:
        """Draw the faces again after a change of theme."""
        self.faces.clear()

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the size of one die."""
        # When lines wrap, Qt keeps room for a scroll bar even while it is hidden.
        bar = self._view.verticalScrollBar().sizeHint().width()
        room = max(1, self._view.maximumViewportSize().width() - bar - 1)
        return QSize(room // max(1, room // self._theme.px(_NARROWEST)), self._theme.px(_HEIGHT))

    def _paint(self, painter: QPainter, option: QStyleOptionViewItem, die: AssessedDie) -> None:
        theme = self._theme
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_line_ground(painter, theme, rect, state)
        inner = rect.adjusted(theme.px(12), theme.px(8), -theme.px(12), -theme.px(8))
        wide = min(theme.px(_WORDS), inner.width() * 2 // 5)
        self._paint_words(painter, QRect(inner.left(), inner.top(), wide, inner.height()), die)
        chart = inner.adjusted(wide + theme.px(16), 0, 0, 0)
        self._paint_columns(painter, chart, die)
        painter.setPen(theme.color("line"))
        painter.drawLine(rect.left(), rect.bottom(), rect.right(), rect.bottom())
        if rect.left() > 0:
            painter.drawLine(rect.topLeft(), rect.bottomLeft())

    def _paint_words(self, painter: QPainter, room: QRect, die: AssessedDie) -> None:
        theme = self._theme
        painter.setFont(theme.font("sans", 16, bold=True))
        painter.setPen(theme.color("text"))
        metrics = painter.fontMetrics()
        name, owner = die.name, die.counts.owner
        over = metrics.horizontalAdvance(name) - room.width()
        if owner and over > 0:
            # The die's own name stays, because it distinguishes the dice of one owner.
            short = metrics.elidedText(owner, Qt.TextElideMode.ElideRight, metrics.horizontalAdvance(owner) - over)
            name = name.replace(owner, short, 1)
        name = metrics.elidedText(name, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignTop, name)
        top = room.top() + metrics.height()
        painter.setFont(theme.font("sans", 12))
        painter.setPen(theme.color("muted"))
        wrap = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop
        left = QRect(room.left(), top, room.width(), room.bottom() - top)
        used = painter.boundingRect(left, wrap, die.throws)
        painter.drawText(left, wrap, die.throws)
        painter.setPen(theme.color("warn" if die.grave else "text"))
        below = QRect(room.left(), used.bottom() + theme.px(2), room.width(), room.bottom() - used.bottom())
        painter.drawText(below, wrap, die.verdict)

    def _paint_columns(self, painter: QPainter, room: QRect, die: AssessedDie) -> None:
        theme, counts = self._theme, die.counts
        if not counts.counts or room.width() <= 0:
            return
        side = theme.px(_SIDE)
        painter.setFont(theme.font("sans", 12))
        words = painter.fontMetrics().height()
        foot = room.bottom() - side - words - theme.px(2)
        most = max(1, foot - room.top())
        # Headroom, so that a few even rolls do not fill the whole chart.
        scale = most / max(*counts.counts, counts.expected * _HEADROOM, 1)
        cell = min(room.width() / len(counts.counts), theme.px(150))
        # Not every line of the log has the group of its dice.
        group = painted_group(counts.group or self._groups.get(counts.name, CHARACTER), counts.faces)
        for place, (code, count) in enumerate(zip(counts.faces, counts.counts, strict=True)):
            left = room.left() + place * cell
            wide = min(cell * 0.62, theme.px(56))
            column = QRectF(left + (cell - wide) / 2, foot - count * scale, wide, count * scale)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("second"))
            painter.drawRect(column)
            painter.setPen(theme.color("text"))
            below = QRectF(left, foot + 1, cell, words)
            painter.drawText(below, Qt.AlignmentFlag.AlignCenter, counted(count))
            at = QPointF(left + (cell - side) / 2, room.bottom() - side + 1)
            self.faces.paint(painter, at, side, code, group)
        end = room.left() + cell * len(counts.counts)
        self._paint_expected(painter, QRectF(room.left(), foot - counts.expected * scale, end - room.left(), 0), foot)

    def _paint_expected(self, painter: QPainter, room: QRectF, foot: float) -> None:
        """Draw the base line of the columns, and across them, at the top of `room`, the expected count."""
        theme = self._theme
        painter.setPen(QPen(theme.color("edge"), 1))
        painter.drawLine(QPointF(room.left(), foot + 0.5), QPointF(room.right(), foot + 0.5))
        painter.setPen(QPen(theme.color("accent"), max(1.5, theme.px(2)), Qt.PenStyle.DashLine))
        painter.drawLine(room.topLeft(), room.topRight())
