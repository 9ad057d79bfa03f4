"""The result of a throw in large words with both sides' totals, and the sum it comes from, part by part."""

import re
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QWidget

from bones_desktop.pages.table.shapes import paint_part
from bones_desktop.rules.reading import Tone
from bones_desktop.rules.reasons import Reason
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import hbox
from bones_desktop.widgets.dice.minidie import tinted
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import Fitting, flow_row
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.sheetproperty import set_font, set_sheet_property
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.wording.readings import SumPart, SumPartKind, sum_parts, sum_words
from bones_desktop.wording.reasons import sentence

_SIGNS: Final = {Tone.GREAT: "star", Tone.GOOD: "check", Tone.MIXED: "info", Tone.BAD: "close", Tone.NEUTRAL: "info"}
_TONES: Final = {Tone.GREAT: "good", Tone.GOOD: "good", Tone.MIXED: "warn", Tone.BAD: "bad", Tone.NEUTRAL: "muted"}

_NUMBER: Final = re.compile(r" (−?\d+)")
_SIDES: Final = " – "
_SPARE: Final = 2
"""Pixels by which a label is wider than the line in it."""


class ResultHead(Fitting):
    """Writes the result as large as its width allows; `set_roomy` allows the largest size."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._tone = Tone.NEUTRAL
        self._roomy = False
        self._struck = False
        self._both = ""
        self.sign = plain_label(self)
        self.words = plain_label(self, wrap=True)
        self.words.setProperty("tone", _TONES[self._tone])
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.totals = plain_label(self, wrap=True)
        self._both_row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._both_row.setSpacing(0)
        self._both_row.addWidget(self.words, 1)
        self._both_row.addWidget(self.totals)
        row = hbox(self, self.sign, (self._both_row, 1), margins=0)
        self._row = row

    def show_result(self, words: str, tone: Tone, totals: str, *, struck: bool = False) -> None:
        """Show a result, `struck` out when it does not count; `totals` "" for none."""
        self._tone = tone
        self._struck = struck
        self.words.setText(words)
        self._both = totals
        self.totals.setVisible(bool(totals))
        self.restyle()

    def texts(self) -> tuple[str, ...]:
        """Return the result and both totals as they are written in a text."""
        texts = (self.words.text(), self._both)
        return tuple(text for text in texts if text)

    def set_roomy(self, roomy: bool) -> None:
        """Allow the largest size, or no longer."""
        if roomy != self._roomy:
            self._roomy = roomy
            self._fit()

    def restyle(self) -> None:
        """Take colours and sizes of the theme."""
        theme, tone = self._theme, _TONES[self._tone]
        set_sheet_property(self.words, "tone", tone)
        set_font(self.totals, theme.font("serif", 16, bold=True))
        side = theme.px(28)
        self.sign.setPixmap(tinted(theme, _SIGNS[self._tone], tone, side, self.devicePixelRatioF()))
        self._fit()

    def _fit(self) -> None:
        """Write the result as large as it goes; both totals stand beside it where there is room, below it otherwise."""
        theme, text = self._theme, self.words.text()
        fonts = [theme.font("serif", size, bold=True) for size in ((40, 28, 20) if self._roomy else (28, 20))]
        room = max(0, self.width() - theme.px(28) - self._row.spacing())
        font = next((font for font in fonts if _advance(font, text) <= room), fonts[-1])
        font.setStrikeOut(self._struck)
        set_font(self.words, font)
        self._place_totals(room, room - _advance(font, text) - self._row.spacing())

    def _place_totals(self, room: int, beside: int) -> None:
        """Write both totals so that a line ends between the sides, if anywhere: in `beside` pixels, else in `room`."""
        forms = self._forms()
        found = next((form for form in forms if form[1] <= beside), None)
        below = found is None
        # Long names below the result may end a line anywhere but before a number.
        text, wide = found or next((form for form in forms if form[1] <= room), (forms[0][0], 0))
        self._both_row.setDirection(QBoxLayout.Direction.TopToBottom if below else QBoxLayout.Direction.LeftToRight)
        side = Qt.AlignmentFlag.AlignLeft if below else Qt.AlignmentFlag.AlignRight
        self.totals.setAlignment(side | Qt.AlignmentFlag.AlignVCenter)
        self.totals.setText(text)
        self.totals.setMinimumWidth(wide)

    def _forms(self) -> tuple[tuple[str, int], ...]:
        """Return both totals in one line and in two, with the width each needs."""
        font = self._theme.font("serif", 16, bold=True)
        # A number is never parted from its name.
        whole = _NUMBER.sub("\u00a0\\1", self._both)
        own, _mark, other = whole.partition(_SIDES)
        if not other:
            return (("", 0),)
        sides = (f"{own} –", other)
        wide = [_advance(font, line) + _SPARE for line in (whole, *sides)]
        return (whole, wide[0]), ("\n".join(sides), max(wide[1:]))


def _advance(font: QFont, text: str) -> int:
    return QFontMetrics(font).horizontalAdvance(text)


class SumLine(QWidget):
    """Shows the steps of a reading; goes on in a second line where the first ends."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._steps: tuple[Reason, ...] = ()
        self._flow = flow_row(self, theme=theme, gap=12)

    @property
    def text(self) -> str:
        """The sum in words, "" for none."""
        return sum_words(sum_parts(self._steps))

    def show_steps(self, steps: Sequence[Reason]) -> None:
        """Show the steps of a sum, () for none."""
        if tuple(steps) == self._steps:
            return
        self._steps = tuple(steps)
        self._flow.clear()
        parts = [_Part(self._theme, part, sentence(part.step), self) for part in sum_parts(steps)]
        nets = [place for place, part in enumerate(parts) if part.is_net]
        start = max(0, nets[0] - 1 if nets else len(parts) - 1)
        for part in parts[:start]:
            self._flow.addWidget(part)
        if parts:
            self._flow.addWidget(self._end(parts[start:]))
        self.setAccessibleName(self.text)
        self.setVisible(bool(self._steps))

    def _end(self, parts: Sequence["_Part"]) -> QWidget:
        """Return the result, what stands before it and what comes after it as one: neither is read alone."""
        frame = QWidget(self)
        row = hbox(frame, margins=0)
        row.setSpacing(self._flow.spacing())
        for part in parts:
            row.addWidget(part)
        return frame

    def restyle(self) -> None:
        """Take the gaps of the text size."""
        for row in self.findChildren(QHBoxLayout):
            row.setSpacing(self._flow.spacing())
        for part in self.findChildren(_Part):
            part.updateGeometry()
            part.update()


class _Part(Guarded, QWidget):
    """One part: its shape and a few words."""

    def __init__(self, theme: Theme, part: SumPart, told: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.part = part
        self.setToolTip(plain_tip(told))
        self.setAccessibleName(part.text)

    @property
    def is_net(self) -> bool:
        """Whether it is the result of the sum."""
        return self.part.kind is SumPartKind.NET

    def sizeHint(self) -> QSize:
        """Return room for the shape and the words."""
        metrics = QFontMetrics(self._font())
        wide = metrics.horizontalAdvance(self.part.text) + self._shape()
        return QSize(wide + 2, max(metrics.height(), self._theme.px(20)))

    def minimumSizeHint(self) -> QSize:
        """Return the same: it is never squeezed."""
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the part."""
        theme, shape = self._theme, self._shape()
        painter = QPainter(self)
        if shape:
            side = theme.px(14)
            square = QRectF(1, (self.height() - side) / 2, side, side)
            paint_part(painter, square, self.part.kind, theme)
        painter.setFont(self._font())
        painter.setPen(theme.color("text"))
        painter.drawText(self.rect().adjusted(shape, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, self.part.text)
        painter.end()

    def _font(self) -> QFont:
        net = self.part.kind is SumPartKind.NET
        return self._theme.font("serif", 16, bold=True) if net else self._theme.font("sans", 14)

    def _shape(self) -> int:
        """Return the width of the shape with the gap after it."""
        return 0 if self.part.kind is SumPartKind.NET else self._theme.px(19)
