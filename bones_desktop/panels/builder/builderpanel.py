"""The Build page: dice as unfolded nets between what they are made from and what may stand on them."""

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QStackedWidget,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from bones_desktop.document.document import Change, CharacterDocument
from bones_desktop.panels.builder.builderedits import BuilderEdits
from bones_desktop.panels.builder.looks import net_looks
from bones_desktop.panels.builder.oddsline import OddsLine
from bones_desktop.panels.builder.oddspage import OddsPage
from bones_desktop.panels.builder.origincolumn import OriginColumn
from bones_desktop.panels.builder.palettepanel import PalettePanel
from bones_desktop.panels.builder.storypage import StoryPage
from bones_desktop.panels.builder.summary import summary
from bones_desktop.rules.bones.character import STARTING_DICE, Kind, Mode
from bones_desktop.rules.bones.edits import TextField
from bones_desktop.rules.bones.icons import Face
from bones_desktop.rules.bones.places import Part, Place
from bones_desktop.rules.reasons import reason
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.choices import Choice
from bones_desktop.widgets.diceboard import DiceBoard
from bones_desktop.widgets.guarded import guarded
from bones_desktop.wording.reasons import sentence

DICE, STORY, ODDS = 0, 1, 2


class BuilderPanel(QWidget):
    """Shows and edits one character. It listens to `document.changed` only and edits only by `document.apply`."""

    refused = Signal(object)
    """The Reason why something asked for was not done."""

    def __init__(
        self,
        document: CharacterDocument,
        theme: Theme,
        printed_only: Callable[[], bool],
        parent: QWidget | None = None,
    ) -> None:
        """`printed_only` tells whether house templates are hidden; `refresh_choices` asks it anew."""
        super().__init__(parent)
        self._document = document
        self._theme = theme
        self._printed_only = printed_only
        self.edits = BuilderEdits(document, self)
        self.edits.refused.connect(self.refused)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.tabs = QTabBar(self)
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.addTab(self.tr("Dice"))
        self.tabs.addTab(self.tr("Story and gear"))
        self.tabs.addTab(self.tr("Odds"))
        self.tabs.setAccessibleName(self.tr("Parts of the Build page"))
        self.summary = QLabel(self)
        self.summary.setTextFormat(Qt.TextFormat.PlainText)
        self.clear_conflicts = QPushButton(self.tr("Empty the conflicts"), self)
        self.clear_conflicts.clicked.connect(self.edits.clear_conflicts)
        self._locked = QLabel(sentence(reason("read-only-character"), self.tr), self)
        self._locked.setTextFormat(Qt.TextFormat.PlainText)
        self._locked.setWordWrap(True)
        self._locked.setProperty("role", "warn")
        self.origin = OriginColumn(document, theme, printed_only, self)
        self.board = DiceBoard(theme, self.tr("There are no dice yet. Add the first one on the left."), self)
        self.palette_panel = PalettePanel(document, theme, self)
        self.story = StoryPage(document, theme, self)
        self.odds = OddsPage(document, theme, self)
        self.odds_line = OddsLine(document, self.odds, theme, self)
        self._stack = QStackedWidget(self)
        self._arrange()
        self._connect()
        theme.changed.connect(self._restyle)
        self._restyle()
        self._refresh()
        self._go_to_first_empty()

    def show_place(self, place: Place) -> None:
        """Go to a spot of the sheet and send the keys there."""
        if place.part in {Part.DIE, Part.CHARACTER, Part.INJURIES}:
            self.tabs.setCurrentIndex(DICE)
            if place.part is Part.CHARACTER or place.die is None:
                self._add_button().setFocus(Qt.FocusReason.OtherFocusReason)
            else:
                self._show_die(place)
            return
        if place.part is Part.RACE and self.origin.race.isVisibleTo(self.origin):
            self.tabs.setCurrentIndex(DICE)
            self.origin.race.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        self.tabs.setCurrentIndex(STORY)
        self.story.go_to(place.part, place.die)

    def refresh_choices(self) -> None:
        """Offer templates by the present settings."""
        self._refresh()

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802 (Qt's name)
        """Pass the keys on to the selected face, or to the first field."""
        super().focusInEvent(event)
        if self.tabs.currentIndex() == STORY:
            self.story.lines["name"].setFocus(event.reason())
        elif self.tabs.currentIndex() == ODDS:
            self.odds.table.setFocus(event.reason())
        elif self._lacks_template(self.board.die):
            self.origin.origins[self.board.die].setFocus(event.reason())
        else:
            self.board.focus_face()

    @guarded(None)
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 (Qt's name)
        """Leave the dice the larger part of the width, however large the text is."""
        super().resizeEvent(event)
        self._share_width()

    def _share_width(self) -> None:
        px = self._theme.px
        self.origin.setFixedWidth(min(px(236), max(px(150), self.width() * 19 // 100)))
        self.palette_panel.setFixedWidth(min(px(332), max(px(200), self.width() * 26 // 100)))

    def _arrange(self) -> None:
        dice = QWidget(self)
        self._dice_row = QHBoxLayout(dice)
        self._dice_row.addWidget(self.origin)
        self._dice_row.addWidget(self.board, 1)
        self._dice_row.addWidget(self.palette_panel)
        for page in (dice, self.story):
            # With very large text in a small window, a page scrolls rather than forcing the window to grow.
            room = QScrollArea(self)
            room.setFrameShape(QFrame.Shape.NoFrame)
            room.setWidgetResizable(True)
            room.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            room.setWidget(page)
            self._stack.addWidget(room)
        self._stack.addWidget(self.odds)
        self._head = QHBoxLayout()
        self._head.addWidget(self.tabs)
        self._head.addStretch(1)
        self._head.addWidget(self.odds_line)
        self._head.addWidget(self.clear_conflicts)
        self._head.addWidget(self.summary)
        self.setTabOrder(self.tabs, self.odds_line)
        self._column = QVBoxLayout(self)
        self._column.addLayout(self._head)
        self._column.addWidget(self._locked)
        self._column.addWidget(self._stack, 1)

    def _connect(self) -> None:
        self.tabs.currentChanged.connect(self._show_tab)
        self.odds_line.clicked.connect(self._show_odds)
        self._document.changed.connect(self._changed)
        self.board.selected.connect(self._selected)
        self.board.pick_asked.connect(self.palette_panel.start_search)
        self.board.typed.connect(self.palette_panel.start_search)
        self.board.clear_asked.connect(lambda: self.edits.clear(self.board.die, self.board.face))
        self.palette_panel.left.connect(self.board.focus_face)
        self.palette_panel.picked.connect(self._pick)
        self.palette_panel.refused.connect(self.refused)
        self.origin.template_asked.connect(self._set_template)
        self.origin.race_asked.connect(self.edits.set_race)
        self.origin.die_asked.connect(self._add_die)
        self.origin.remove_asked.connect(lambda: self.edits.remove_die(self.board.die))
        self.origin.text_asked.connect(self._set_die_text)
        self.origin.problems.jump_asked.connect(self.show_place)
        self.story.text_asked.connect(self._set_text)
        self.story.items.add_asked.connect(self.edits.add_item)
        self.story.items.remove_asked.connect(self.edits.remove_item)
        self.story.hindering.add_asked.connect(self.edits.add_hindering)
        self.story.hindering.remove_asked.connect(self.edits.remove_hindering)

    def _show_tab(self, tab: int) -> None:
        self._stack.setCurrentIndex(tab)
        self.odds_line.setVisible(tab != ODDS)

    def _show_odds(self) -> None:
        self.odds.choose(self.odds_line.skill, self.odds.difficulty)
        self.tabs.setCurrentIndex(ODDS)
        self.odds.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def _changed(self, change: Change) -> None:
        self._refresh()
        if change.before.id != change.after.id:
            self.tabs.setCurrentIndex(DICE)
            self._go_to_first_empty()

    def _refresh(self) -> None:
        document = self._document
        character = document.character
        looks = net_looks(document.rulebook, character, document.sheet, document.problems, self.tr)
        self.board.set_looks(looks)
        self.palette_panel.show_face(self.board.die, self.board.face)
        self.origin.refresh(self.board.die)
        self.story.refresh()
        self.odds.refresh()
        self.odds_line.refresh()
        text, tone = summary(character, document.problems, self.tr)
        self.summary.setText(text)
        if self.summary.property("tone") != tone:
            self.summary.setProperty("tone", tone)
            self.summary.style().polish(self.summary)
        self.clear_conflicts.setVisible(any(face.illegal for look in looks for face in look.faces))
        self._locked.setVisible(document.read_only)
        for part in (self.origin, self.palette_panel, self.story, self.clear_conflicts):
            part.setEnabled(not document.read_only)

    def _selected(self, die: int, face: int) -> None:
        self.palette_panel.show_face(die, face)
        self.origin.refresh(die)
        dice = self._document.character.dice
        if die < len(dice):
            self.odds_line.follow(dice[die].faces[face])

    def _go_to_first_empty(self) -> None:
        for place, die in enumerate(self._document.character.dice):
            for face, shown in enumerate(die.faces):
                if shown.is_unfilled:
                    self.board.select(place, face)
                    return
        self.board.select(0, 0)

    def _show_die(self, place: Place) -> None:
        die, character = place.die or 0, self._document.character
        if place.face is None and self._wants_template(die):
            self.origin.origins[die].setFocus(Qt.FocusReason.OtherFocusReason)
            self.board.select(die, self.board.face)
            return
        face = place.face
        if face is None and die < len(character.dice):
            faces = character.dice[die].faces
            face = next((number for number, shown in enumerate(faces) if shown.is_unfilled), 0)
        self.board.select(die, face or 0, focus=True)

    def _wants_template(self, die: int) -> bool:
        character = self._document.character
        return character.kind is Kind.PLAYER and character.mode is Mode.COLD_IRON and die < STARTING_DICE

    def _lacks_template(self, die: int) -> bool:
        dice = self._document.character.dice
        return self._wants_template(die) and die < len(dice) and not dice[die].template

    def _add_button(self) -> QWidget:
        return self.origin.add if self._document.character.kind is Kind.PLAYER else self.origin.printed

    def _pick(self, new: object) -> None:
        if isinstance(new, Face) and self.edits.pick(self.board.die, self.board.face, new):
            self.odds_line.follow(new)

    def _set_template(self, die: int, choice: Choice) -> None:
        if self.edits.set_template(die, choice, printed_only=self._printed_only()):
            faces = self._document.character.dice[die].faces
            empty = next((face for face, shown in enumerate(faces) if shown.is_unfilled), self.board.face)
            self.board.select(die, empty)

    def _add_die(self, choice: Choice) -> None:
        if self.edits.add_die(choice):
            self._show_die(Place(Part.DIE, len(self._document.character.dice) - 1))

    def _set_die_text(self, field: str, text: str) -> None:
        if not self.edits.set_die_text(self.board.die, field, text):
            self.origin.refresh(self.board.die)

    def _set_text(self, field: TextField, text: str) -> None:
        if not self.edits.set_text(field, text):
            self.story.refresh()

    def _restyle(self) -> None:
        theme = self._theme
        self.summary.setFont(theme.font("serif", 20, bold=True))
        self.tabs.setFont(theme.font("sans", 16))
        self._dice_row.setContentsMargins(0, 0, 0, 0)
        self._dice_row.setSpacing(theme.px(12))
        self._head.setSpacing(theme.px(12))
        self._column.setContentsMargins(theme.px(16), theme.px(8), theme.px(16), theme.px(12))
        self._column.setSpacing(theme.px(8))
        self._share_width()
