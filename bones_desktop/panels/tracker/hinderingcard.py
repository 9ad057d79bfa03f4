"""The hindering dice a character carries, with the remedy for each."""

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from bones_desktop.panels.tracker.woundwords import when_words
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.fields import FACES, LINE
from bones_desktop.rules.bones.book.playstate import HinderingDie
from bones_desktop.rules.typedtext import clean_text
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, fill, hbox, vbox
from bones_desktop.widgets.card import Card
from bones_desktop.widgets.dice.minidie import mini_icon
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.pushbuttons import tool_button
from bones_desktop.widgets.scaled import follow, set_gaps, set_icon
from bones_desktop.widgets.text.labels import ElidedLabel, plain_label
from bones_desktop.widgets.text.textfields import LineField, limit_letters


class HinderingLine(QWidget):
    """One hindering die."""

    remedy_edited = Signal(str)
    removed = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._code = ""
        self._picture = plain_label(self)
        self.name = ElidedLabel(self, theme=theme, bold=True)
        self.note = plain_label(self, role="muted", theme=theme, size=12)
        self.remedy = LineField(self.tr("What gets rid of it"), self)
        self.remedy.setPlaceholderText(self.tr("What gets rid of it"))
        limit_letters(self.remedy, LINE)
        self.remedy.edited.connect(self.remedy_edited)
        self.remove = tool_button(self, self.removed, theme=theme, icon="remove")
        self._words = vbox(None, self.name, self.note, theme=theme, gap=0)
        self._row = hbox(self, self._picture, (self._words, 2), (self.remedy, 3), self.remove, margins=0)
        set_gaps(theme, self._row, gap=8)
        follow(theme, self, HinderingLine._paint)

    def show_die(self, die: HinderingDie, today: int) -> None:
        """Show a die on a day of the calendar."""
        bearing = [face.code for face in die.faces if not face.is_blank]
        self._code = bearing[0] if bearing else ""
        self.name.set_full_text(die.name)
        when = when_words(die.day, today, self.tr)
        faces = self.tr("{n} of {all} faces").format(n=len(bearing), all=FACES)
        self.note.setText(self.tr("{faces}, {when}").format(faces=faces, when=when) if when else faces)
        # What is being typed may differ by a space at its end, which is not kept.
        if " ".join(clean_text(self.remedy.text()).split()) != die.remedy:
            self.remedy.set_value(die.remedy)
        self.remedy.setAccessibleName(self.tr("What gets rid of {die}").format(die=die.name))
        words = self.tr("Remove {die}").format(die=die.name)
        self.remove.setToolTip(plain_tip(words))
        self.remove.setAccessibleName(words)
        self._paint()

    def _paint(self) -> None:
        side = self._theme.px(34)
        icon = mini_icon(self._theme, self._code, side, self.devicePixelRatioF(), "hindering")
        self._picture.setPixmap(icon.pixmap(QSize(side, side), self.devicePixelRatioF()))
        self._picture.setFixedSize(side, side)


class HinderingCard(Card):
    """Lists the dice; what is asked for goes out as signals with the place of the die."""

    give_requested = Signal()
    remedy_edited = Signal(int, str)
    removed = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent, edges=(20, 10, 16, 12), gap=4)
        self.lines: list[HinderingLine] = []
        heading = self.heading(self.tr("Hindering dice"))
        self.give = QPushButton(self.tr("Give a die…"), self)
        set_icon(theme, self.give, "add")
        self.give.setToolTip(self.tr("Poison, Flaming and the like"))
        self.give.clicked.connect(self.give_requested)
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
            self.tr("They are thrown along with every throw until they are removed.")
            if self.lines
            else self.tr("None: nothing is thrown along.")
        )

    def _add_line(self) -> None:
        place = len(self.lines)
        line = HinderingLine(self._theme, self)
        line.remedy_edited.connect(lambda text: self.remedy_edited.emit(place, text))
        line.removed.connect(lambda: self.removed.emit(place))
        before = self.lines[-1].remove if self.lines else self.give
        self._rows.addWidget(line)
        line.show()
        QWidget.setTabOrder(before, line.remedy)
        QWidget.setTabOrder(line.remedy, line.remove)
        self.lines.append(line)
