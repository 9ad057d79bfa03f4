"""A row of named levels, such as difficulties. Each level is a button with its number and its name."""

from collections.abc import Iterable, Mapping
from typing import Final

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import Fitting, flow_row
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.wording.language import _

_SCROLL_BAR: Final = 16
"""Greatest width of a scroll bar that may appear next to the row, in pixels at 100 % text size."""


class Segment(Guarded, QAbstractButton):
    """Button for a level: its number, and its name below."""

    def __init__(self, theme: Theme, number: str, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._number = number
        self._lines = name.split(" ")
        self._reached = self._brief = False
        self.setText(name)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        # Without this attribute Qt does not repaint a self-painted button under the pointer.
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(f"{name}, {number}" if number else name)

    @property
    def reached(self) -> bool:
        """True if another level was chosen, and modifiers turn it into this level."""
        return self._reached

    def set_reached(self, reached: bool) -> None:
        """Mark this level as the level of the roll after its modifiers.

        Another level was chosen by the player.
        """
        if reached != self._reached:
            self._reached = reached
            self.update()

    def set_brief(self, brief: bool) -> None:
        """Show only the number, where there is no room for names."""
        if brief != self._brief:
            self._brief = brief
            self.updateGeometry()
            self.update()

    def full_width(self) -> int:
        """Return the width with the name."""
        metrics = QFontMetrics(self._theme.font("sans", 12))
        wide = max(metrics.horizontalAdvance(line) for line in self._lines)
        return max(self._theme.px(44), wide + self._theme.px(10))

    def sizeHint(self) -> QSize:
        """Return the size of the number and two short lines, or of the number alone."""
        if self._brief:
            metrics = QFontMetrics(self._theme.font("serif", 20, bold=True))
            wide = metrics.horizontalAdvance(self._number) + self._theme.px(10)
            return QSize(max(self._theme.finger(36), wide), self._theme.finger(40))
        return QSize(self.full_width(), self._theme.px(58))

    def minimumSizeHint(self) -> QSize:
        """Return the preferred size, because the button must not get smaller."""
        return self.sizeHint()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose this level with Space.

        On the chosen level Space does nothing; in particular it does not roll.
        """
        if event.key() != Qt.Key.Key_Space or not self.isChecked():
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the button.

        The chosen button has a solid border. The level reached by modifiers has a dashed border.
        """
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen, reached = self.isChecked(), self._reached
        rim = theme.color("second" if chosen else "warn" if reached else "line")
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        line = Qt.PenStyle.DashLine if reached and not chosen else Qt.PenStyle.SolidLine
        painter.setPen(QPen(rim, 2 if chosen or reached else 1, line))
        painter.setBrush(theme.color("raised" if chosen else "hover" if self.underMouse() else "surface"))
        painter.drawRoundedRect(box, theme.px(6), theme.px(6))
        painter.setPen(theme.color("second" if chosen else "warn" if reached else "text"))
        painter.setFont(theme.font("serif", 20, bold=True))
        top = self.rect() if self._brief else QRect(0, theme.px(3), self.width(), theme.px(24))
        painter.drawText(top, Qt.AlignmentFlag.AlignCenter, self._number)
        if not self._brief:
            painter.setPen(theme.color("text" if chosen or reached else "muted"))
            painter.setFont(theme.font("sans", 12))
            lower = QRect(0, theme.px(26), self.width(), theme.px(29))
            painter.drawText(lower, Qt.AlignmentFlag.AlignCenter, "\n".join(self._lines))
        painter.end()


class LevelRow(Fitting):
    """A row of levels, one of which is chosen. `group` is the button group, which emits clicks."""

    brief_changed = Signal()
    """Emitted when the names below the numbers are shown or hidden."""

    def __init__(
        self, theme: Theme, levels: Iterable[tuple[str, str, str]], parent: QWidget, *, wraps: bool = False
    ) -> None:
        """`levels` holds the key, the number and the name of each level.

        If there is little room, the row hides the names. With `wraps` it uses a second line instead.
        """
        super().__init__(parent)
        self._theme = theme
        self._wraps = wraps
        self.group = QButtonGroup(self)
        self.segments: dict[str, Segment] = {}
        """The buttons, by the key of their level."""
        self._row = flow_row(self, theme=theme, gap=2)
        self.brief = False
        """True if only numbers are shown, so that the chosen name must be shown elsewhere."""
        self._tips: dict[str, str] = {}
        for key, number, name in levels:
            segment = self.segments[key] = Segment(theme, number, name, self)
            self.group.addButton(segment)
            # Screen readers present it as a radio button.
            segment.setAutoExclusive(True)
            segment.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            self._row.addWidget(segment)
        self.group.buttonToggled.connect(_let_tab_reach)

    @property
    def level(self) -> str:
        """The chosen level; "" for none."""
        return next((level for level, button in self.segments.items() if button.isChecked()), "")

    def set_level(self, level: str) -> None:
        """Choose a level.

        A level that does not exist is ignored.
        """
        if level in self.segments:
            self.segments[level].setChecked(True)

    def choose_none(self) -> None:
        """Choose no level.

        This is used when the current answer is a number that belongs to no level.
        """
        self.group.setExclusive(False)
        for segment in self.segments.values():
            segment.setChecked(False)
        self.group.setExclusive(True)
        # Without this, Tab would not reach the row, because no level is chosen.
        next(iter(self.segments.values())).setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def take_focus(self) -> None:
        """Focus the chosen level.

        Arrow keys then choose another level.
        """
        self.segments[self.level].setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_reached(self, level: str) -> None:
        """Mark the level reached by modifiers; "" for none."""
        for each, segment in self.segments.items():
            segment.set_reached(bool(level) and each == level)

    def show_tips(self, tips: Mapping[str, str]) -> None:
        """Show an explanation of each level in its tooltip.

        `tips` are keyed by level. The tooltips include the names if the row hides the names.
        """
        self._tips = dict(tips)
        for key, tip in tips.items():
            segment = self.segments[key]
            words = _("{name}: {tip}").format(name=segment.text(), tip=tip) if self.brief else tip
            segment.setToolTip("" if words == segment.text() else plain_tip(words))

    def restyle(self) -> None:
        """Use the sizes for the current text size."""
        for segment in self.segments.values():
            segment.updateGeometry()
        self._fit()

    def _fit(self) -> None:
        """Hide the names if they would need a second line."""
        shown = [segment for segment in self.segments.values() if not segment.isHidden()]
        whole = sum(segment.full_width() for segment in shown) + self._row.spacing() * (len(shown) - 1)
        # Names are shown again only if they fit next to a scroll bar, because showing the names may cause a scroll bar
        # to appear.
        spare = self._theme.px(_SCROLL_BAR) if self.brief else 0
        brief = not self._wraps and whole + spare > self.width()
        if brief != self.brief:
            self.brief = brief
            for segment in self.segments.values():
                segment.set_brief(brief)
            self.show_tips(self._tips)
            self.brief_changed.emit()


def _let_tab_reach(segment: QAbstractButton, chosen: bool) -> None:
    """Let Tab stop at the chosen button only.

    Arrow keys reach the other buttons.
    """
    segment.setFocusPolicy(Qt.FocusPolicy.TabFocus if chosen else Qt.FocusPolicy.NoFocus)
