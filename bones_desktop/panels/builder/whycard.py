"""The card below the palette: a large picture of an icon, what it does for this character, and by which rules."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from bones_desktop.panels.builder.explain import Explanation, Note
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import hbox, vbox
from bones_desktop.widgets.dice.facelook import FaceLook, paint_face
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import scroll_room
from bones_desktop.widgets.scaled import set_gaps, set_lengths
from bones_desktop.widgets.sheetproperty import set_sheet_property
from bones_desktop.widgets.text.labels import heading_label, plain_label


class _Picture(Guarded, QWidget):
    """One bone face, large."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._look = FaceLook()

    def set_look(self, look: FaceLook) -> None:
        """Show another face."""
        if look != self._look:
            self._look = look
            self.update()

    def sizeHint(self) -> QSize:
        """Return the size of the face."""
        return QSize(self._theme.px(44), self._theme.px(44))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the face."""
        painter = QPainter(self)
        paint_face(painter, QRectF(self.rect()).adjusted(1, 1, -1, -1), self._look, self._theme)
        painter.end()


class _Line(QWidget):
    """A note, and the rule it rests on at the end of its first line."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._text = plain_label(self, theme=theme, size=14, rules=True)
        self._text.setWordWrap(True)
        self._rule = plain_label(self, theme=theme, size=12, rules=True)
        self._rule.setProperty("role", "muted")
        self._row = hbox(self, (self._text, 1), margins=0, theme=theme, gap=8)
        self._row.addWidget(self._rule, 0, Qt.AlignmentFlag.AlignTop)

    @property
    def text(self) -> str:
        """What the note says, "" for none."""
        return self._text.text()

    def show_note(self, note: Note) -> None:
        """Show another note; an empty one hides the line."""
        self.setVisible(bool(note.text))
        self._text.setText(note.text)
        self._rule.setText(note.rule)
        self._rule.setVisible(bool(note.rule))
        set_sheet_property(self._text, "tone", note.tone)


class WhyCard(QWidget):
    """Shows one Explanation, what it would do to the odds, and scrolls where the room is short."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.explanation: Explanation | None = None
        self._picture = _Picture(theme, self)
        self._picture.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._name = heading_label(theme, self, size=16)
        self._name.setWordWrap(True)
        self._kind = plain_label(self, theme=theme, size=12, rules=True)
        self._kind.setWordWrap(True)
        self._kind.setProperty("role", "muted")
        words = QWidget()
        self._notes = vbox(words, margins=0, theme=theme, gap=3)
        self.what = _Line(theme, words)
        self.why_not = _Line(theme, words)
        self.odds = _Line(theme, words)
        self.lines: list[_Line] = []
        for line in (self.what, self.why_not, self.odds):
            line.hide()
            self._notes.addWidget(line)
        self._notes.addStretch(1)
        self._area = scroll_room(words, self)
        set_lengths(theme, self._area, least_height=20)  # its scroll bar would need more in large text
        self._grid = QGridLayout(self)
        set_gaps(theme, self._grid, grid=(8, 2))
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.addWidget(self._picture, 0, 0, 2, 1)
        self._grid.addWidget(self._area, 2, 0, 1, 2)
        self._grid.setColumnStretch(1, 1)
        self._grid.setRowStretch(2, 1)
        self._low = False
        self._head()
        theme.changed.connect(self._restyle)
        self._restyle()

    @property
    def text(self) -> str:
        """All that is said below the name, a line for each note."""
        return "\n".join(line.text for line in (self.what, self.why_not, self.odds, *self.lines) if line.text)

    def hasHeightForWidth(self) -> bool:
        """Return False: its words scroll, so it takes the height it is given and pushes nothing aside."""
        return False

    def set_low(self, low: bool) -> None:
        """Leave the picture out and head the card in one line, or not."""
        if low == self._low:
            return
        self._low = low
        self._head()
        self._show_picture()

    def show_explanation(self, explanation: Explanation) -> None:
        """Show another icon; what was said of the odds of the last one goes."""
        if explanation == self.explanation:
            return
        if self.explanation is None or explanation.code != self.explanation.code:
            self.odds.show_note(Note(""))
            self._area.verticalScrollBar().setValue(0)
        self.explanation = explanation
        self._picture.set_look(FaceLook(code=explanation.code))
        self._show_picture()
        self._name.setText(explanation.name)
        self._name.setVisible(bool(explanation.name))
        self._kind.setText("  ·  ".join(part for part in (explanation.kind, explanation.rule) if part))
        self._kind.setVisible(bool(explanation.kind))
        what, *notes = explanation.notes or (Note(""),)
        self.what.show_note(what)
        self.why_not.show_note(explanation.why_not)
        for line, note in zip(self._grown(len(notes)), notes, strict=False):
            line.show_note(note)
        for line in self.lines[len(notes) :]:
            line.show_note(Note(""))
        self._tell()

    def show_odds(self, text: str) -> None:
        """Say what the icon does to the odds, "" for nothing."""
        if text != self.odds.text:
            self.odds.show_note(Note(text))
            self._tell()

    def _head(self) -> None:
        align = Qt.AlignmentFlag
        if self._low:
            self._grid.addWidget(self._name, 0, 0, align.AlignVCenter)
            self._grid.addWidget(self._kind, 0, 1, align.AlignVCenter)  # as wide as it may: in lines, it would be cut
        else:
            self._grid.addWidget(self._name, 0, 1, align.AlignBottom)
            self._grid.addWidget(self._kind, 1, 1, align.AlignTop)
        self._name.setWordWrap(not self._low)
        self._kind.setAlignment((align.AlignRight if self._low else align.AlignLeft) | align.AlignVCenter)

    def _show_picture(self) -> None:
        self._picture.setVisible(self.explanation is not None and bool(self.explanation.code) and not self._low)

    def _tell(self) -> None:
        said = self.explanation.said if self.explanation is not None else ""
        self.setAccessibleName(f"{said} {self.odds.text}".strip())

    def _grown(self, count: int) -> list[_Line]:
        while len(self.lines) < count:
            line = _Line(self._theme, self)
            self._notes.insertWidget(self._notes.count() - 1, line)
            self.lines.append(line)
        return self.lines

    def _restyle(self) -> None:
        theme = self._theme
        self._grid.setRowMinimumHeight(2, theme.px(20))
        self._picture.updateGeometry()
        self._picture.update()
