"""A build beside another one: its dice as small faces, its magic, and what its odds take for granted."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from bones_desktop.panels.builder.odds.oddsnotes import odds_notes
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.notation import face_name
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.book.totals import magic_themes, safe_level
from bones_desktop.rules.bones.making.sheet import die_title
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.dierows import DieRow, DieRowModel, DieRowView
from bones_desktop.wording import Translate
from bones_desktop.wording.names import item_kind_name


class BuildCard(QFrame):
    """Shows one of two builds; faces that differ from the other one's are marked."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "card")
        self._theme = theme
        self.heading = self._label()
        self.magic = self._label()
        self.notes = self._label("muted")
        self.model = DieRowModel(self)
        self.view = DieRowView(theme, self.model, self)
        self._column = QVBoxLayout(self)
        self._column.addWidget(self.heading)
        self._column.addWidget(self.magic)
        self._column.addWidget(self.view, 1)
        self._column.addWidget(self.notes)
        theme.changed.connect(self._restyle)
        self._restyle()

    def show_build(self, rulebook: Rulebook, title: str, character: Character, other: Character) -> None:
        """Show a build, called `title`, beside `other`."""
        self.heading.setText(title)
        self.view.setAccessibleName(self.tr("Dice of {build}").format(build=title))
        self.magic.setText(self._magic(character))
        self.magic.setVisible(bool(self.magic.text()) or bool(self._magic(other)))
        notes = odds_notes(character, self.tr, ticks=False)
        self.notes.setText("\n".join(notes))
        self.notes.setVisible(bool(notes))
        self.model.set_rows(die_rows(rulebook, character, other, self.tr))

    def _magic(self, character: Character) -> str:
        level = safe_level(character).value
        if not level:
            return ""
        text = self.tr("Safe uses of magic: {level}. Themes: {themes}.")
        return text.format(level=level, themes=magic_themes(character).value)

    def _label(self, role: str = "") -> QLabel:
        label = QLabel(self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        if role:
            label.setProperty("role", role)
        return label

    def _restyle(self) -> None:
        theme = self._theme
        self.heading.setFont(theme.font("serif", 20, bold=True))
        self.magic.setFont(theme.font("sans", 14))
        self.notes.setFont(theme.font("sans", 12))
        self._column.setContentsMargins(theme.px(12), theme.px(8), theme.px(4), theme.px(8))
        self._column.setSpacing(theme.px(4))


def die_rows(rulebook: Rulebook, character: Character, other: Character, tr: Translate) -> tuple[DieRow, ...]:
    """Return a row for each die, equipment last; faces that are not those of the other build's die are marked."""
    held = set(character.available())
    rows = []
    for place, die in enumerate(character.dice):
        name = die_title(rulebook, die)
        title = f"{place + 1}  {name}" if name else tr("Die {n}").format(n=place + 1)
        there = other.dice[place].faces if place < len(other.dice) else None
        rows.append(_row(rulebook, title, die.faces, there, tr, lost=place not in held))
    for place, item in enumerate(character.equipment):
        title = item.name or item_kind_name(item.kind, tr)
        there = other.equipment[place].faces if place < len(other.equipment) else None
        rows.append(_row(rulebook, title, item.faces, there, tr, body="steel"))
    return tuple(rows)


def _row(
    rulebook: Rulebook,
    title: str,
    faces: tuple[Face, ...],
    there: tuple[Face, ...] | None,
    tr: Translate,
    *,
    lost: bool = False,
    body: str = "bone",
) -> DieRow:
    marked = frozenset(number for number, shown in enumerate(faces) if there is None or there[number] != shown)
    if lost:
        title = tr("{die}, lost").format(die=title)
    names = ", ".join(face_name(rulebook, shown) for shown in faces)
    told = tr("{die}: {faces}.").format(die=title, faces=names)
    if there is None:
        told = tr("{die} The other build lacks this die.").format(die=told)
    elif marked:
        numbers = ", ".join(str(number + 1) for number in sorted(marked))
        told = tr("{die} Different faces: {numbers}.").format(die=told, numbers=numbers)
    return DieRow(title, tuple(shown.code for shown in faces), told, marked, lost, body)
