"""A build beside another one: its dice as small faces, its magic, and what its odds take for granted."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from bones_desktop.panels.builder.oddsnotes import odds_notes
from bones_desktop.rules.bones.character import Character, CharacterDie
from bones_desktop.rules.bones.notation import face_name
from bones_desktop.rules.bones.rulebook import Rulebook
from bones_desktop.rules.bones.sheet import die_title
from bones_desktop.rules.bones.totals import magic_themes, safe_level
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dierows import DieRow, DieRowModel, DieRowView
from bones_desktop.wording.table import Translate


class BuildCard(QFrame):
    """Shows one of two builds; faces that differ from the other one's are marked."""

    def __init__(self, rulebook: Rulebook, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "card")
        self._rulebook = rulebook
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

    def show_build(self, title: str, character: Character, other: Character) -> None:
        """Show a build, called `title`, beside `other`."""
        self.heading.setText(title)
        self.view.setAccessibleName(self.tr("Dice of {build}").format(build=title))
        self.magic.setText(self._magic(character))
        self.magic.setVisible(bool(self.magic.text()) or bool(self._magic(other)))
        notes = odds_notes(character, self.tr, ticks=False)
        self.notes.setText("\n".join(notes))
        self.notes.setVisible(bool(notes))
        self.model.set_rows(die_rows(self._rulebook, character, other, self.tr))

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
    """Return a row for each die, with the faces marked that are not the same on the other build's die."""
    held = set(character.available())
    return tuple(
        _row(rulebook, die, place, other.dice[place] if place < len(other.dice) else None, place not in held, tr)
        for place, die in enumerate(character.dice)
    )


def _row(
    rulebook: Rulebook, die: CharacterDie, place: int, other: CharacterDie | None, lost: bool, tr: Translate
) -> DieRow:
    there: Sequence[object] = other.faces if other is not None else (None,) * len(die.faces)
    marked = frozenset(n for n, (mine, theirs) in enumerate(zip(die.faces, there, strict=True)) if mine != theirs)
    name = die_title(rulebook, die)
    title = f"{place + 1}  {name}" if name else tr("Die {n}").format(n=place + 1)
    if lost:
        title = tr("{die}, lost").format(die=title)
    faces = ", ".join(face_name(rulebook, shown) for shown in die.faces)
    told = tr("{die}: {faces}.").format(die=title, faces=faces)
    if marked and other is None:
        told = tr("{die} The other build lacks this die.").format(die=told)
    elif marked:
        numbers = ", ".join(str(number + 1) for number in sorted(marked))
        told = tr("{die} Different faces: {numbers}.").format(die=told, numbers=numbers)
    return DieRow(title, tuple(shown.code for shown in die.faces), told, marked, lost)
