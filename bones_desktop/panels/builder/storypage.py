"""The second tab: who the character is, the back-story, and what is carried."""

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from bones_desktop.document.document import CharacterDocument
from bones_desktop.panels.builder.diceshelf import DiceShelf
from bones_desktop.panels.builder.offers import die_row, hindering_choices, item_choices
from bones_desktop.rules.bones.attempts import rulebook_for
from bones_desktop.rules.bones.places import Part
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.textfields import LineField, TextField
from bones_desktop.wording.names import item_kind_name


class StoryPage(QWidget):
    """Fields for all texts of the sheet, and the dice carried; what is asked for goes out as signals."""

    text_asked = Signal(str, str)
    """Field of the character and what is typed."""

    def __init__(self, document: CharacterDocument, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._theme = theme
        self._headings: list[QLabel] = []
        self._labels: list[QLabel] = []
        self._cards: list[QVBoxLayout] = []
        self.lines: Final = {
            "name": LineField(self.tr("Name"), self),
            "race": LineField(self.tr("Race"), self),
            "age": LineField(self.tr("Age"), self),
            "gender": LineField(self.tr("Gender"), self),
        }
        self.texts: Final = {
            "description": TextField(self.tr("Description"), theme, 2, self),
            "back_story": TextField(self.tr("Back-story"), theme, 6, self),
            "finances": TextField(self.tr("Finances"), theme, 1, self),
            "other_equipment": TextField(self.tr("Other equipment"), theme, 2, self),
            "notes": TextField(self.tr("Notes"), theme, 2, self),
        }
        for field, line in self.lines.items():
            line.edited.connect(lambda text, field=field: self.text_asked.emit(field, text))
        for field, several in self.texts.items():
            several.edited.connect(lambda text, field=field: self.text_asked.emit(field, text))
        self.items = DiceShelf(theme, self.tr("Equipment dice"), self.tr("Add equipment"), self)
        self.hindering = DiceShelf(theme, self.tr("Hindering dice"), self.tr("Add a hindering die"), self)
        self._row = QHBoxLayout(self)
        self._row.addWidget(self._identity(), 4)
        self._row.addWidget(self._story(), 4)
        self._row.addWidget(self._gear(), 4)
        theme.changed.connect(self._restyle)
        self._restyle()

    def refresh(self) -> None:
        """Show the character as it is."""
        character = self._document.character
        for field, line in self.lines.items():
            line.set_value(getattr(character, field))
        for field, text in self.texts.items():
            text.set_value(getattr(character, field))
        rulebook = rulebook_for(self._document.rulebook, character.house_rules)
        self.items.set_choices(item_choices(rulebook, self.tr))
        self.items.set_dice(
            [
                die_row(
                    rulebook,
                    str(place),
                    item.name,
                    item.faces,
                    "steel",
                    item_kind_name(item.kind, self.tr)
                    + (self.tr(" · {n} m").format(n=item.range_increment) if item.range_increment else ""),
                    item.note,
                )
                for place, item in enumerate(character.equipment)
            ]
        )
        self.hindering.set_choices(hindering_choices(rulebook, self.tr))
        self.hindering.set_dice(
            [
                die_row(rulebook, str(place), die.name, die.faces, "hindering")
                for place, die in enumerate(character.hindering)
            ]
        )

    def go_to(self, part: Part, place: int | None) -> None:
        """Send the keys to the field of a part of the sheet."""
        reason = Qt.FocusReason.OtherFocusReason
        match part:
            case Part.EQUIPMENT | Part.ITEM:
                self.items.go_to(place)
            case Part.HINDERING:
                self.hindering.go_to(place)
            case Part.BACK_STORY:
                self.texts["back_story"].setFocus(reason)
            case Part.RACE:
                self.lines["race"].setFocus(reason)
            case _:
                self.lines["name"].setFocus(reason)
                self.lines["name"].selectAll()

    def _card(self, heading: str) -> tuple[QFrame, QVBoxLayout]:
        card = QFrame(self)
        card.setProperty("kind", "card")
        column = QVBoxLayout(card)
        column.addWidget(self._label(heading, self._headings))
        self._cards.append(column)
        return card, column

    def _label(self, text: str, kept: list[QLabel]) -> QLabel:
        label = QLabel(text, self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        kept.append(label)
        return label

    def _field(self, column: QVBoxLayout, text: str, widget: QWidget, stretch: int = 0) -> None:
        label = self._label(text, self._labels)
        label.setProperty("role", "muted")
        label.setBuddy(widget)
        box = QVBoxLayout()
        box.setSpacing(self._theme.px(2))
        box.addWidget(label)
        box.addWidget(widget, 1)
        column.addLayout(box, stretch)

    def _identity(self) -> QFrame:
        card, column = self._card(self.tr("Who it is"))
        self._field(column, self.tr("Name"), self.lines["name"])
        pair = QGridLayout()
        for place, field in enumerate(("race", "age", "gender")):
            label = self._label(self.lines[field].accessibleName(), self._labels)
            label.setProperty("role", "muted")
            label.setBuddy(self.lines[field])
            pair.addWidget(label, 0, place)
            pair.addWidget(self.lines[field], 1, place)
            pair.setColumnStretch(place, 3 if field != "age" else 2)
        pair.setVerticalSpacing(self._theme.px(2))
        column.addLayout(pair)
        self._field(column, self.tr("Description"), self.texts["description"], 2)
        self._field(column, self.tr("Finances"), self.texts["finances"], 1)
        self._field(column, self.tr("Other equipment"), self.texts["other_equipment"], 2)
        return card

    def _story(self) -> QFrame:
        card, column = self._card(self.tr("Back-story"))
        column.addWidget(self.texts["back_story"], 3)
        self._field(column, self.tr("Notes"), self.texts["notes"], 1)
        return card

    def _gear(self) -> QFrame:
        card, column = self._card(self.tr("Dice carried"))
        column.addWidget(self.items, 3)
        column.addWidget(self.hindering, 2)
        return card

    def _restyle(self) -> None:
        theme = self._theme
        for label in self._headings:
            label.setFont(theme.font("serif", 20, bold=True))
        for label in self._labels:
            label.setFont(theme.font("sans", 12))
        for column in self._cards:
            column.setContentsMargins(theme.px(16), theme.px(12), theme.px(16), theme.px(16))
            column.setSpacing(theme.px(8))
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(theme.px(12))
