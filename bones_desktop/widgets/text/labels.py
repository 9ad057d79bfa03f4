"""Labels and tooltips that never interpret markup.

A label can elide its text, keep a fixed number of lines, or make its letters as large as possible. Cards are framed
columns of labels, with fonts and gaps from the theme.
"""

import re
from collections.abc import Sequence
from typing import Final, TypedDict, TypeVar, Unpack

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QGuiApplication, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QSizePolicy, QWidget

from bones_desktop.rules.typedtext import clean_text
from bones_desktop.theme.measures import make_font
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import vbox
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import delete_all
from bones_desktop.widgets.plaintext import with_rule_links
from bones_desktop.widgets.scaled import follow, set_gaps, set_lengths, set_type
from bones_desktop.widgets.spoken import Role, set_tip, speak_as

# Matches twelve letters of a word, if at least six more letters follow. A line may break after the twelve letters.
_LONG_WORD: Final = re.compile(r"\S{12}(?=\S{6})")
_WRAP: Final = int(Qt.TextFlag.TextWordWrap)


class Type(TypedDict, total=False):
    """The font of a text.

    With a `theme`, `size` is in pixels at 100 % text size (default 14), and the font changes with the theme. Screen
    readers present a bold serif text as a heading.
    """

    theme: Theme
    size: int
    serif: bool
    bold: bool


_LOOKS: Final = frozenset({QEvent.Type.PaletteChange, QEvent.Type.StyleChange})
LabelT = TypeVar("LabelT", bound=QLabel)


def _dressed(label: LabelT, role: str, look: Type) -> LabelT:
    """Return the label with its font and a colour role of the style sheet ("muted", "warn", "felt"; "" for default)."""
    if role:
        label.setProperty("role", role)
    if theme := look.get("theme"):
        serif, bold = look.get("serif", False), look.get("bold", False)
        set_type(theme, label, size=look.get("size", 14), serif=serif, bold=bold)
        if serif and bold:
            speak_as(label, Role.Heading)
    if QGuiApplication.isRightToLeft():
        # Qt would align numbers and Latin names to the left.
        vertical = label.alignment() & Qt.AlignmentFlag.AlignVertical_Mask
        label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignAbsolute | vertical)
        if label.wordWrap():
            # A space after a Latin word at which a line breaks moves the line to the left. Two spaces are enough.
            label.setContentsMargins(label.fontMetrics().horizontalAdvance("  "), 0, 0, 0)
    return label


def plain_label(
    parent: QWidget, text: str = "", role: str = "", *, wrap: bool = False, rules: bool = False, **look: Unpack[Type]
) -> QLabel:
    """Return a label of plain text. With `wrap` it wraps; with `rules`, rule ids are links."""
    label = RuleLabel(parent) if rules else QLabel(parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setText(text)
    if wrap:
        label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        # The size policy is set before `setWordWrap`, which changes it so that the height depends on the width.
        label.setWordWrap(True)
    return _dressed(label, role, look)


def heading_label(theme: Theme, parent: QWidget, text: str = "", size: int = 20, *, wrap: bool = False) -> QLabel:
    """Return a bold serif label, for the name of a card or its main message."""
    return plain_label(parent, text, wrap=wrap, theme=theme, size=size, serif=True, bold=True)


class RuleLabel(Guarded, QLabel):
    """Plain text in which each rule id is a link to the Reference (`RULE_SCHEME`)."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = ""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setOpenExternalLinks(True)

    def text(self) -> str:
        """Return the text without links."""
        return self._words

    def setText(self, text: str) -> None:
        """Show another text."""
        if text == self._words:
            return
        self._words = text
        linked = with_rule_links(text)
        self.setTextFormat(Qt.TextFormat.PlainText if linked is None else Qt.TextFormat.RichText)
        super().setText(text if linked is None else linked)

    def changeEvent(self, event: QEvent) -> None:
        """Update the colour of links for a new theme. Qt sets this colour only when it parses the text."""
        super().changeEvent(event)
        if event.type() in _LOOKS and self.textFormat() == Qt.TextFormat.RichText:
            # Setting another format makes Qt parse the text again.
            self.setTextFormat(Qt.TextFormat.PlainText)
            self.setTextFormat(Qt.TextFormat.RichText)


class PressLabel(QLabel):
    """Plain text that emits `pressed` when clicked."""

    pressed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Emit `pressed`."""
        if event.button() is Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.pressed.emit()


class ElidedLabel(Guarded, QLabel):
    """Shows as much of its text as fits on one line. Tooltip and screen readers get the full text."""

    def __init__(self, parent: QWidget | None = None, role: str = "", **look: Unpack[Type]) -> None:
        super().__init__(parent)
        self.full_text = ""
        """The full text."""
        self.setTextFormat(Qt.TextFormat.PlainText)
        _dressed(self, role, look)

    def set_full_text(self, text: str) -> None:
        """Show another text."""
        self.full_text = " ".join(text.split())
        self.setAccessibleName(self.full_text)
        self._fit()
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Return the size of the full text."""
        metrics, edges = self.fontMetrics(), self.contentsMargins()
        high = metrics.height() + edges.top() + edges.bottom()
        return QSize(metrics.horizontalAdvance(self.full_text) + 2, high)

    def minimumSizeHint(self) -> QSize:
        """Return the size of a few letters."""
        metrics = self.fontMetrics()
        hint = self.sizeHint()
        return QSize(min(metrics.horizontalAdvance("Mmmm…"), hint.width()), hint.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Elide the text for the new width."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        shown = self.fontMetrics().elidedText(self.full_text, Qt.TextElideMode.ElideRight, max(0, self.width()))
        if shown != self.text():
            self.setText(shown)
        set_tip(self, self.full_text if shown != self.full_text else "")


class SteadyLabel(RuleLabel):
    """Plain text on at most `lines` lines, with links for rules. If the text does not fit, the tooltip repeats it."""

    def __init__(self, lines: int, parent: QWidget | None = None, role: str = "", **look: Unpack[Type]) -> None:
        super().__init__(parent)
        self._lines = lines
        self.setWordWrap(True)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        # A long text must not widen the page.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        _dressed(self, role, look)

    def set_lines(self, lines: int) -> None:
        """Set the number of lines."""
        if lines != self._lines:
            self._lines = lines
            self.updateGeometry()

    def show_text(self, text: str) -> None:
        """Show `text`."""
        self.setText(text)
        self._tell_rest()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the full text in the tooltip if it does not fit."""
        super().resizeEvent(event)
        self._tell_rest()

    def _tell_rest(self) -> None:
        # Before the first layout, the label has no height, so the height of the size hint is taken into account.
        room = self.contentsRect()
        needed = self.fontMetrics().boundingRect(0, 0, max(1, room.width()), 10_000, _WRAP, self.text())
        set_tip(self, self.text() if needed.height() > max(room.height(), self.sizeHint().height()) else "")

    def hasHeightForWidth(self) -> bool:
        """Return False, because the height is always the same."""
        return False

    def sizeHint(self) -> QSize:
        """Return the size of all lines."""
        return QSize(0, self._lines * self.fontMetrics().lineSpacing())

    def minimumSizeHint(self) -> QSize:
        """Return the size of all lines."""
        return self.sizeHint()


_LEAST: Final = 12
"""Smallest size of letters in pixels at 100 % text size. If a text is too long even in this size, it is elided."""


class NamedRows(QGridLayout):
    """A grid of rows. Each row has a name in the first column, and a text or a widget next to the name."""

    def __init__(self, theme: Theme, gap: int) -> None:
        super().__init__()
        self._theme = theme
        self._used = 0
        self.setColumnStretch(1, 1)
        set_gaps(theme, self, grid=(16, gap))

    def clear(self) -> None:
        """Delete all rows."""
        self._used = 0
        delete_all(self)

    def put(self, parent: QWidget, name: str, said: QWidget) -> None:
        """Add a row with the widget `said` at the end."""
        title = plain_label(parent, name, "muted")
        self.addWidget(title, self._used, 0, Qt.AlignmentFlag.AlignTop)
        self.addWidget(said, self._used, 1)
        self._used += 1

    def say(self, parent: QWidget, name: str, said: str, role: str = "", **look: Unpack[Type]) -> QLabel:
        """Add a row with a text in which rule ids are links. Return the label of the text."""
        words = plain_label(parent, said, role, wrap=True, rules=True, **look)
        set_lengths(self._theme, words, least_width=60)
        self.put(parent, name, words)
        return words


class FittedLabel(Guarded, QWidget):
    """Bold serif text, as large as possible, on one or more lines."""

    def __init__(
        self, theme: Theme, parent: QWidget | None = None, across: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft
    ) -> None:
        """`across` aligns lines that are narrower than the label."""
        super().__init__(parent)
        self._theme = theme
        self._across = across
        self.text = ""
        """The text."""
        self._role = "text"
        self._most = 20
        speak_as(self, Role.StaticText)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        theme.changed.connect(self.update)

    def show_text(self, text: str, role: str = "text") -> None:
        """Show another text in the colour of `role`."""
        # Line breaks in a name would disturb the choice of the letter size.
        text = " ".join(clean_text(text).split())
        if (text, role) != (self.text, self._role):
            self.text, self._role = text, role
            self.setAccessibleName(text)
            self.update()

    def set_most(self, pixels: int) -> None:
        """Limit the size of letters to `pixels`. The label is at least as high as one line of such letters."""
        if pixels != self._most:
            self._most = pixels
            self.updateGeometry()
            self.update()

    def set_most_type(self, size: int) -> None:
        """Limit the letters to a font size, which grows with the user's text size."""
        follow(self._theme, self, lambda label: label.set_most(self._theme.px(size)))

    def fitting(self) -> int:
        """Return the largest size of letters, in pixels, at which the text fits."""
        least = min(self._most, self._theme.px(_LEAST))
        room = self.contentsRect()
        sizes = range(least, self._most + 1)
        # The size is found by bisection, because measuring a text at every size would be several times slower.
        low, high = 0, len(sizes) - 1
        while low < high:
            middle = (low + high + 1) // 2
            if self._fits(sizes[middle], room):
                low = middle
            else:
                high = middle - 1
        return sizes[low]

    def sizeHint(self) -> QSize:
        """Return the size of one line in the largest letters."""
        return QSize(self._most * 8, QFontMetrics(make_font("serif", self._most, bold=True)).height())

    def minimumSizeHint(self) -> QSize:
        """Return the size of a few letters."""
        return QSize(self._theme.px(_LEAST) * 4, self._theme.px(_LEAST) * 2)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the text."""
        room, size = self.contentsRect(), self.fitting()
        font = make_font("serif", size, bold=True)
        painter = QPainter(self)
        painter.setFont(font)
        painter.setPen(self._theme.color(self._role))
        text = self.text if self._fits(size, room) else self._shortened(QFontMetrics(font), room)
        painter.drawText(room, int(self._across | Qt.AlignmentFlag.AlignVCenter) | _WRAP, text)
        painter.end()

    def _fits(self, size: int, room: QRect) -> bool:
        found = QFontMetrics(make_font("serif", size, bold=True)).boundingRect(room, _WRAP, self.text)
        return found.height() <= room.height() and found.width() <= room.width()

    def _shortened(self, metrics: QFontMetrics, room: QRect) -> str:
        """Return the text elided to one line."""
        return metrics.elidedText(self.text, Qt.TextElideMode.ElideRight, room.width())


def breakable(text: str) -> str:
    """Return `text` with places in long words where a label may break the line.

    Without such places, a long word would widen the page of the label.
    """
    return _LONG_WORD.sub("\\g<0>\u200b", text)


class ThemedCard(Guarded, QFrame):
    """A card without content."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "card")
        self._theme = theme


class Card(ThemedCard):
    """A card with widgets in `column`. Labels made by `label` and `heading` follow the theme."""

    def __init__(
        self, theme: Theme, parent: QWidget | None = None, *, edges: Sequence[float] = (20, 12, 20, 16), gap: float = 8
    ) -> None:
        """`edges` (left, top, right, bottom) and the `gap` between widgets are in pixels at 100 % text size."""
        super().__init__(theme, parent)
        self.column = vbox(self, theme=theme, gap=gap, edges=edges)

    def heading(self, text: str = "", size: int = 20, *, wrap: bool = False) -> QLabel:
        """Return a large label, for the name of the card or its main message."""
        return heading_label(self._theme, self, text, size, wrap=wrap)

    def label(
        self, text: str = "", size: int = 14, role: str = "", *, wrap: bool = False, rules: bool = False
    ) -> QLabel:
        """Return a label; `size` is in pixels at 100 % text size. `role` and `rules` are as in `plain_label`."""
        return plain_label(self, text, role, wrap=wrap, theme=self._theme, size=size, rules=rules)
