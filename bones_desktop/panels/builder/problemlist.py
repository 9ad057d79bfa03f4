"""The list of what is missing or not allowed: a model, its painter, and a view that jumps to the spot."""

from collections.abc import Sequence

from PySide6.QtCore import QLineF, QModelIndex, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QListView, QStyle, QStyleOptionViewItem, QWidget

from bones_desktop.rules.bones.book.character import Place
from bones_desktop.rules.reasons import Problem, Weight
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.rows import Index, RowDelegate, RowModel, paint_ground, set_bare_list
from bones_desktop.wording.language import _
from bones_desktop.wording.names import problem_text, weight_name

_TONES = {Weight.ILLEGAL: "bad", Weight.UNFINISHED: "warn", Weight.ADVICE: "muted"}


class ProblemsModel(RowModel[Problem[Place]]):
    """The problems, what is against the rules first, otherwise in the order given."""

    def set_problems(self, problems: Sequence[Problem[Place]]) -> None:
        """Show other problems; nothing happens when they are the same."""
        order = list(Weight)
        self._show(sorted(problems, key=lambda problem: order.index(problem.weight)))

    def _text(self, problem: Problem[Place]) -> str:
        return problem_text(problem)

    def _tip(self, problem: Problem[Place]) -> str:
        return weight_name(problem.weight)

    def _rule(self, problem: Problem[Place]) -> str:
        return problem.reason.rule

    def _spoken(self, problem: Problem[Place]) -> str:
        return f"{weight_name(problem.weight)}: {problem_text(problem)}"


class ProblemDelegate(RowDelegate[Problem[Place]]):
    """Paints a problem with the sign of its weight: a disc, a ring, or a dot."""

    def __init__(self, theme: Theme, view: QListView) -> None:
        super().__init__(theme, view)
        self._view = view

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the room the wrapped sentence needs in the view's width."""
        width = self._view.viewport().width()
        text = str(index.data() or "")
        return QSize(width, int(self._bounds(text, width).height()) + self._theme.px(10))

    def _paint(self, painter: QPainter, option: QStyleOptionViewItem, problem: Problem[Place]) -> None:
        theme, state, row = self._theme, option.state, QRectF(option.rect)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        current = bool(state & QStyle.StateFlag.State_Selected and state & QStyle.StateFlag.State_HasFocus)
        hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        paint_ground(painter, theme, row.adjusted(1, 1, -1, -1), current=current, hovered=hovered)
        self._sign(painter, row, problem.weight)
        painter.setFont(theme.font("sans", 12))
        painter.setPen(theme.color("muted" if problem.weight is Weight.ADVICE else "text"))
        left = theme.px(24)
        area = QRectF(row.left() + left, row.top() + theme.px(5), row.width() - left - theme.px(4), row.height())
        painter.drawText(area, int(Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap), problem_text(problem))

    def _bounds(self, text: str, width: int) -> QRectF:
        room = max(10, width - self._theme.px(28))
        flags = int(Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap)
        return QFontMetricsF(self._theme.font("sans", 12)).boundingRect(QRectF(0, 0, room, 1000), flags, text)

    def _sign(self, painter: QPainter, row: QRectF, weight: Weight) -> None:
        theme = self._theme
        colour = theme.color(_TONES[weight])
        side = theme.px(10)
        square = QRectF(row.left() + theme.px(7), row.top() + theme.px(8), side, side)
        if weight is Weight.ADVICE:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour)
            painter.drawEllipse(square.center(), side * 0.22, side * 0.22)
            return
        painter.setPen(QPen(colour, max(1.5, side * 0.16)))
        painter.setBrush(colour if weight is Weight.ILLEGAL else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(square)
        if weight is Weight.ILLEGAL:
            painter.setPen(QPen(theme.color("ground"), max(1.5, side * 0.16)))
            x, y = square.center().x(), square.center().y()
            painter.drawLine(QLineF(x, y - side * 0.28, x, y + side * 0.04))
            painter.drawPoint(QPointF(x, y + side * 0.28))


class ProblemView(Guarded, QListView):
    """The list; a click or Enter asks to go to the place."""

    jump_requested = Signal(object)
    """The Place to go to."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.problems = ProblemsModel(self)
        self.setModel(self.problems)
        self.setItemDelegate(ProblemDelegate(theme, self))
        set_bare_list(self)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setAccessibleName(_("What is missing"))
        self.clicked.connect(self._jump)
        theme.changed.connect(self.scheduleDelayedItemsLayout)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap the sentences again."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Jump with Enter or Space; arrows move."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}:
            self._jump(self.currentIndex())
            return
        super().keyPressEvent(event)

    def _jump(self, index: QModelIndex) -> None:
        problem = self.problems.at(index)
        if problem is not None:
            self.jump_requested.emit(problem.place)
