"""The Odds tab: all chances of the character, or a pinned build side by side with it."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QPushButton, QWidget

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.pages.builder.allodds import AllOdds, odds_notes
from bones_desktop.pages.builder.skillstrip import DifficultyButton
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.characterdice import item_name, magic_themes, safe_level
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.notation import face_name
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.making.sheet import as_created, die_title
from bones_desktop.rules.bones.reading.odds import SkillOdds
from bones_desktop.rules.records import Record
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import Stretch, fill, hbox, stack, vbox
from bones_desktop.widgets.charts.chancetable import CompareTable
from bones_desktop.widgets.choice.buttons import Chip
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.dice.facelook import FaceLook
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import Fitting, flow_row
from bones_desktop.widgets.lists.line import Ground, Line, LineLook
from bones_desktop.widgets.lists.linelist import LineList
from bones_desktop.widgets.scaled import set_lengths
from bones_desktop.widgets.text.labels import Card
from bones_desktop.wording.language import _
from bones_desktop.wording.names import item_kind_name
from bones_desktop.wording.table import skill_name

_DIE: Final = LineLook(height=64, font=("sans", 12, False), side=34, pad=(4, 5), ground=Ground.FOCUSED)


class BuildCard(Card):
    """Shows one of two builds. Faces that differ from the other build's are marked."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent, edges=(12, 8, 4, 8), gap=4)
        self.title = self.heading(wrap=True)
        self.magic = self.label(wrap=True)
        self.notes = self.label(size=12, role="muted", wrap=True)
        self.view = LineList(theme, "", self, _DIE, least=1)
        fill(self.column, self.title, self.magic, (self.view, 1), self.notes)

    def show_build(self, rulebook: Rulebook, title: str, character: Character, other: Character) -> None:
        """Show a build with its `title`, compared with `other`."""
        self.title.setText(title)
        self.view.setAccessibleName(_("Dice of {build}").format(build=title))
        self.magic.setText(self._magic(character))
        # If one card has this line, the other shows an empty one, so that their dice are at the same height.
        self.magic.setVisible(bool(self.magic.text()) or bool(self._magic(other)))
        notes = odds_notes(character, ticks=False)
        self.notes.setText("\n".join(notes))
        self.notes.setVisible(bool(notes))
        self.view.show_lines(die_lines(rulebook, character, other))

    def _magic(self, character: Character) -> str:
        level = safe_level(character).value
        if not level:
            return ""
        text = _("Safe uses of magic: {level}. Themes: {themes}.")
        return text.format(level=level, themes=magic_themes(character).value)


def die_lines(rulebook: Rulebook, character: Character, other: Character) -> list[Line]:
    """Return a line for each die, equipment last. Faces that differ from the other build's die are marked."""
    held = set(character.available())
    lines = []
    for place, die in enumerate(character.dice):
        name = die_title(rulebook, die)
        title = f"{place + 1}  {name}" if name else _("Die {n}").format(n=place + 1)
        there = other.dice[place].faces if place < len(other.dice) else None
        lines.append(_line(rulebook, title, die.faces, there, lost=place not in held))
    for place, item in enumerate(character.equipment):
        title = item_name(rulebook, item) or item_kind_name(item.kind)
        there = other.equipment[place].faces if place < len(other.equipment) else None
        lines.append(_line(rulebook, title, item.faces, there, body="steel"))
    return lines


def _line(
    rulebook: Rulebook,
    title: str,
    faces: tuple[Face, ...],
    there: tuple[Face, ...] | None,
    *,
    lost: bool = False,
    body: str = "bone",
) -> Line:
    marked = [number for number, shown in enumerate(faces) if there is None or there[number] != shown]
    if lost:
        title = _("{die}, lost").format(die=title)
    names = ", ".join(face_name(rulebook, shown) for shown in faces)
    spoken = _("{die}: {faces}.").format(die=title, faces=names)
    if there is None:
        spoken = _("{die} The other build lacks this die.").format(die=spoken)
    elif marked:
        numbers = ", ".join(str(number + 1) for number in marked)
        spoken = _("{die} Different faces: {numbers}.").format(die=spoken, numbers=numbers)
    looks = tuple(
        FaceLook(shown.code, lost=lost, body=body, marked=number in marked) for number, shown in enumerate(faces)
    )
    return Line(title, faces=looks, tone="bad" if lost else "text" if marked else "muted", tip=spoken, spoken=spoken)


class Pin(Record):
    """A build to compare with. `created` is true for the build with which the character was finished."""

    character: Character
    created: bool = False


class BuildComparison(Fitting):
    """Shows the pinned build on the left, the open character on the right, both with default equipment."""

    def __init__(self, document: CharacterDocument, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._theme = theme
        self._known: tuple[Rulebook, Character, tuple[SkillOdds, ...]] | None = None
        rulebook = document.rulebook
        skills = {skill.id: skill_name(rulebook, skill.id) for skill in rulebook.skills}
        self.pinned = BuildCard(theme, self)
        self.table = CompareTable(theme, rulebook.difficulties, skills, self)
        set_lengths(theme, self.table, most_width=860)
        self.now = BuildCard(theme, self)
        parts = (Stretch(0), self.pinned, (self.table, 1), self.now, Stretch(0))
        hbox(self, *parts, margins=0, theme=theme, gap=12)
        theme.changed.connect(self._fit)
        self._fit()

    def compare(self, pin: Pin, difficulty: str) -> None:
        """Compare the current character with `pin`, at a difficulty."""
        rulebook, character = self._document.rulebook, self._document.character
        # Both builds are compared under the group's current house rules.
        build = pin.character.with_(house_rules=character.house_rules)
        pinned, now = self._odds_of(build), self._document.skill_odds(None)
        title = _("As created") if pin.created else _("Pinned")
        self.table.compare_model.compare(pinned, now, difficulty, (title, _("Now")))
        self.pinned.show_build(rulebook, title, build, character)
        self.now.show_build(rulebook, _("Now"), character, build)

    def _odds_of(self, build: Character) -> tuple[SkillOdds, ...]:
        known, rulebook = self._known, self._document.rulebook
        # Odds of the pinned build are calculated once, because edits of the open character do not change it.
        if known is None or known[0] is not rulebook or known[1] != build:
            known = self._known = (rulebook, build, self._document.skill_odds_of(build))
        return known[2]

    def _fit(self) -> None:
        """Give the two builds equal width, and the table the rest."""
        px = self._theme.px
        wide = min(px(290), max(px(150), self.width() * 21 // 100))
        for card in (self.pinned, self.now):
            card.setFixedWidth(wide)


class PinBar(QWidget):
    """Buttons for pinning and comparing. Its owner connects them. A difficulty is offered only while comparing."""

    def __init__(self, rulebook: Rulebook, theme: Theme, difficulty: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pin = QPushButton(self)
        self.created = QPushButton(_("Compare with as created"), self)
        self.compare = Chip(theme, _("Side by side"), self)
        self.unpin = QPushButton(_("Unpin"), self)
        self.against = DifficultyButton(rulebook, theme, _("Difficulty for the comparison"), difficulty, self)
        set_lengths(theme, self.against, width=170)
        self.pin.setToolTip(_("Keep the dice as they are now, to compare later changes with them"))
        self.created.setToolTip(_("Compare with the dice the character had when it was finished"))
        self.compare.setToolTip(_("Show the pinned build beside the build now"))
        self.unpin.setToolTip(_("Forget the pinned build"))
        # With very large text the row wraps, so that the window need not grow.
        flow_row(self, self.pin, self.created, self.compare, self.unpin, self.against, theme=theme, gap=8)

    def show_state(self, *, pinned: bool, created: bool, comparing: bool) -> None:
        """Show the buttons that apply. `created` means that there is a finished build that is not pinned."""
        self.pin.setText(_("Pin this build instead") if pinned else _("Pin this build"))
        self.created.setVisible(created)
        for button in (self.compare, self.unpin):
            button.setVisible(pinned)
        self.against.setVisible(comparing)
        self.compare.setChecked(comparing)


class OddsPage(Guarded, QWidget):
    """Shows the odds of the dice to roll. Pins are kept for each character while the program runs."""

    def __init__(self, document: CharacterDocument, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._pins: dict[str, Pin] = {}
        """The pinned build of each character, by its id."""
        self._comparing: set[str] = set()
        """Ids of the characters whose two builds are shown side by side."""
        self.full = AllOdds(document, theme, self)
        self.pin_bar = PinBar(document.rulebook, theme, self.full.difficulty, self)
        self.comparison = BuildComparison(document, theme, self)
        self._stack = stack(self, self.full, self.comparison)
        self._column = vbox(self, self.pin_bar, (self._stack, 1), margins=0, theme=theme, gap=8)
        self._connect()

    @property
    def is_comparing(self) -> bool:
        """True if two builds are shown side by side."""
        return self._document.character.id in self._comparing

    def choose(self, skill: str, difficulty: str) -> None:
        """Select a skill and a difficulty and show their cell."""
        self._compare(False)
        self.full.choose(skill, difficulty)

    def set_difficulty(self, difficulty: str) -> None:
        """Select a difficulty, whether or not two builds are being compared."""
        self.full.choose(self.full.skill, difficulty)

    def focus_table(self, reason: Qt.FocusReason) -> None:
        """Focus the visible table."""
        (self.comparison.table if self.is_comparing else self.full.table).setFocus(reason)

    def refresh(self) -> None:
        """Show the current character, at once if the page is visible, else when it is shown."""
        self.full.refresh()
        self._moved()

    def heightForWidth(self, width: int) -> int:
        """Return the smallest height, so that the table scrolls and its scroll bar stays visible."""
        return self._column.totalMinimumHeightForWidth(width)

    def showEvent(self, event: QShowEvent) -> None:
        """Show changes made while the page was hidden."""
        super().showEvent(event)
        self._show_pin()

    def _show_pin(self) -> None:
        """Update the buttons for pinning, and show the comparison if the player switched it on."""
        character, comparing = self._document.character, self.is_comparing
        pin = self._pins.get(character.id)
        finished = character.created is not None and not (pin is not None and pin.created)
        self.pin_bar.show_state(pinned=pin is not None, created=finished, comparing=comparing)
        self.pin_bar.against.set_difficulty(self.full.difficulty)
        # Odds of two builds take time to calculate, so they are calculated only while they are visible.
        if comparing and pin is not None:
            self.comparison.compare(pin, self.full.difficulty)
        self._stack.setCurrentWidget(self.comparison if comparing else self.full)

    def _moved(self) -> None:
        if self.isVisible():
            self._show_pin()

    def _pin_now(self) -> None:
        self._pin(Pin(self._document.character))

    def _pin_created(self) -> None:
        made = as_created(self._document.character)
        if made is not None:
            self._pin(Pin(made, created=True))

    def _pin(self, pin: Pin) -> None:
        """Pin a build in place of the last one, and show the comparison."""
        self._pins[self._document.character.id] = pin
        self._compare(True)

    def _unpin(self) -> None:
        self._pins.pop(self._document.character.id, None)
        self._compare(False)
        # The pressed button is hidden now, and Qt would give its focus to any other button.
        self.pin_bar.pin.setFocus(Qt.FocusReason.OtherFocusReason)

    def _compare(self, comparing: bool) -> None:
        owner = self._document.character.id
        self._comparing = self._comparing | {owner} if comparing else self._comparing - {owner}
        self._show_pin()

    def _connect(self) -> None:
        self.full.selection_changed.connect(self._moved)
        self.comparison.table.skill_activated.connect(self._choose_skill)
        self.pin_bar.pin.clicked.connect(self._pin_now)
        self.pin_bar.created.clicked.connect(self._pin_created)
        self.pin_bar.unpin.clicked.connect(self._unpin)
        self.pin_bar.compare.clicked.connect(self._compare)
        self.pin_bar.against.activated.connect(self._choose_difficulty)

    def _choose_difficulty(self, choice: Choice) -> None:
        self.set_difficulty(choice.key)

    def _choose_skill(self, skill: str) -> None:
        self.choose(skill, self.full.difficulty)
        self.focus_table(Qt.FocusReason.OtherFocusReason)
