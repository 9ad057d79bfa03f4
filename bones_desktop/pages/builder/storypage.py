"""The Story tab: name and looks of the character, the back-story, and its gear, magic and followers."""

from functools import partial
from typing import Final

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QCheckBox, QFrame, QGridLayout, QSizePolicy, QVBoxLayout, QWidget

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.pages.builder.alongbox import AlongBox
from bones_desktop.pages.builder.builderedits import BuilderEdits
from bones_desktop.pages.builder.offers import race_choices
from bones_desktop.pages.builder.portraitfield import PortraitField
from bones_desktop.rules.bones.book.character import CharacterKind, MakingMode, SheetSection
from bones_desktop.rules.bones.book.fields import FASTEST
from bones_desktop.rules.bones.making.creation import suggested_names
from bones_desktop.rules.bones.making.edits import TextField as SheetText
from bones_desktop.rules.fields import DICE_COLOUR
from bones_desktop.rules.values import DICE_COLOURS
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, fill, hbox, vbox
from bones_desktop.widgets.choice.buttons import ChoiceButton, SuggestButton
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.focus import wheel_passes
from bones_desktop.widgets.layouts import Fitting, least_height
from bones_desktop.widgets.localized import counted
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_gaps, set_lengths
from bones_desktop.widgets.text.labels import Card, heading_label, plain_label
from bones_desktop.widgets.text.textfields import LineField, ProseField, ScoreField, TextField
from bones_desktop.wording.games.words import choice_name
from bones_desktop.wording.language import _, ngettext
from bones_desktop.wording.names import race_name

_THREE_COLUMNS: Final = 900
"""Width in pixels, at 100 % text size, from which three cards are side by side.

On a narrower page, two cards are side by side if they fit.
"""
_STORY_BELOW: Final = 380
"""Height of the story when it is below other cards. The page scrolls then, so the height may be generous."""
METRES: Final = 15
"""Metres that a score of 1 covers in a round (MOVE-1)."""
_SCORE_STEP: Final = 0.5
_SCORE_DECIMALS: Final = 2


class StoryBox(QWidget):
    """The back-story: heading, field and number of words.

    The owner gives the box the whole page, or its normal place, when `large_requested` is emitted.
    """

    large_requested = Signal(bool)
    """Emitted with True to ask for the whole page, with False to ask for the normal place."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.is_large = False
        """True if the story has the whole page now."""
        self.heading = heading_label(theme, self, _("Back-story"))
        self.words = plain_label(self, role="muted", theme=theme, size=12)
        self.field = ProseField(_("Back-story"), theme, 6, self)
        self.field.set_hint(_("Where does the character come from, and what drives it?"))
        self.field.document().contentsChanged.connect(self._count)  # also emitted when the program sets the text
        self.larger = push_button(self, "", self._turn)
        self._back = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        self._back.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self._back.activated.connect(self._turn)  # Escape works only while the story is large
        # This margin aligns the top of the field with the fields in the other cards.
        self._head = hbox(None, self.heading, STRETCH, self.larger, theme=theme, gap=12, edges=(0, 0, 0, 6))
        vbox(self, self._head, (self.field, 1), self.words, margins=0, theme=theme, gap=6)
        self.set_large(False)
        self._count()

    def set_large(self, large: bool) -> None:
        """Give the story the whole page, or its normal place. The cursor keeps its position."""
        self.is_large = large
        self._back.setEnabled(large)
        self.larger.setText(_("Back to the page") if large else _("Write large"))
        tip = _("Escape") if large else _("Give the story the whole page")
        self.larger.setToolTip(plain_tip(tip))
        self.larger.setAccessibleDescription(tip)
        self.field.set_large(large)
        self.field.ensureCursorVisible()

    def _turn(self) -> None:
        self.large_requested.emit(not self.is_large)

    def _count(self) -> None:
        number = len(self.field.value().split())
        words = ngettext("{n} word", "{n} words", number).format(n=counted(number))
        self.words.setText(words if number else "")


class StoryPage(Fitting):
    """Fields for all texts of the sheet, portrait, movement, gear, magic and followers.

    A picture dropped anywhere on the page becomes the portrait. The owner adds and removes equipment dice.
    """

    def __init__(
        self, document: CharacterDocument, theme: Theme, edits: BuilderEdits, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._theme = theme
        self._edits = edits
        self._shown = ""
        self._abreast = 0
        self.portrait = PortraitField(theme, edits, self)
        self.lines: Final[dict[SheetText, LineField]] = {
            "name": LineField(_("Name"), self),
            "race": LineField(_("Race"), self),
            "age": LineField(_("Age"), self),
            "gender": LineField(_("Gender"), self),
        }
        self.names = SuggestButton(theme, _("Suggest a name"), self)
        self.races = SuggestButton(theme, _("Choose a race, as on Origin"), self)
        self.colour = ChoiceButton(theme, _("Dice colour"), "", self)
        self.colour.setToolTip(
            plain_tip(_("Sets the dice of this player apart where the dice of several are together."))
        )
        self.movement = MovementFields(theme, edits, self)
        description = TextField(_("Description"), theme, 2, self)
        finances = TextField(_("Finances"), theme, 1, self)
        self.story = StoryBox(theme, self)
        notes = TextField(_("Notes"), theme, 2, self)
        self.along = AlongBox(document, theme, edits, self)
        self.items = self.along.items
        self.hindering = self.along.hindering
        self.texts: Final[dict[SheetText, TextField | ProseField]] = {
            "description": description,
            "back_story": self.story.field,
            "notes": notes,
            "finances": finances,
            "other_equipment": self.along.other_equipment,
        }
        self._arrange()
        self._connect()
        self.setAcceptDrops(True)
        for signal in (theme.changed, theme.caught_up):
            signal.connect(self._restyle)
        self._restyle()

    def refresh(self) -> None:
        """Show the current character."""
        character = self._document.character
        if character.id != self._shown:
            self._shown = character.id
            # The page of another character begins in its normal form.
            self.write_large(False)
        for field, line in self.lines.items():
            value = getattr(character, field)
            line.set_value(race_name(value) if field == "race" else value)
        for field, text in self.texts.items():
            text.set_value(getattr(character, field))
        self.names.set_words(suggested_names(self._document.rulebook, character))
        self.races.setVisible(character.kind is CharacterKind.PLAYER)
        self.races.set_choices(
            race_choices(
                self._document.rulebook, character.racial_icon, self._edits.printed_only,
                ask_gm=character.mode is MakingMode.COLD_IRON,
            )
        )  # fmt: skip
        self.colour.set_choices(
            [
                Choice(key, choice_name("bones", DICE_COLOUR, key), icon="blank", body=key or "bone")
                for key in DICE_COLOURS
            ],
            character.dice_colour,
        )
        self.portrait.show_portrait(character.portrait)
        self.movement.show_movement(character.move, character.flying)
        self.along.refresh()

    def go_to(self, part: SheetSection, place: int | None) -> None:
        """Focus the field of a part of the sheet."""
        reason = Qt.FocusReason.OtherFocusReason
        self.write_large(part is SheetSection.BACK_STORY and self.story.is_large)
        match part:
            case SheetSection.BACK_STORY:
                self.story.field.setFocus(reason)
            case SheetSection.RACE:
                self.lines["race"].setFocus(reason)
            case SheetSection.NAME:
                self.lines["name"].setFocus(reason)
                self.lines["name"].selectAll()
            case _:
                self.along.go_to(part, place)

    def write_large(self, large: bool) -> None:
        """Give the back-story the whole page, or its normal place."""
        if large == self.story.is_large:
            return
        # The field loses the focus when it moves to another layout.
        had_focus = self.story.isAncestorOf(self.focusWidget()) if self.focusWidget() else False
        if large:
            self._writing.insertWidget(0, self.story)
        else:
            self._middle.insertWidget(0, self.story, 3)
        self._columns.setVisible(not large)
        self._desk.setVisible(large)
        self.story.set_large(large)
        if had_focus or large:
            self.story.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def minimumSizeHint(self) -> QSize:
        """Return the width of one column. Cards that do not fit side by side are placed below one another."""
        least = super().minimumSizeHint()
        return QSize(min(least.width(), max(card.minimumSizeHint().width() for card in self._places)), least.height())

    def heightForWidth(self, width: int) -> int:
        """Return the smallest height. Qt would use the preferred height, and scroll although the lists can shrink."""
        layout = self.layout()
        return 0 if layout is None else least_height(layout, width)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept pictures. The window handles all other data."""
        if self.isEnabled() and PortraitField.accepts(event.mimeData()):
            event.acceptProposedAction()
            self.portrait.view.light(True)
        else:
            event.ignore()

    def dragLeaveEvent(self, _event: QDragLeaveEvent) -> None:
        """Remove the rim around the portrait."""
        self.portrait.view.light(False)

    def dropEvent(self, event: QDropEvent) -> None:
        """Make a portrait from the dropped data."""
        event.acceptProposedAction()
        self.portrait.view.light(False)
        self.portrait.take(event.mimeData())

    def _connect(self) -> None:
        for field, line in self.lines.items():
            line.edited.connect(partial(self._edits.set_text, field))
        for field, several in self.texts.items():
            several.edited.connect(partial(self._edits.set_text, field))
        self.names.suggested.connect(partial(self._edits.set_text, "name"))
        self.colour.activated.connect(self._edits.set_dice_colour)
        self._edits.refused.connect(self.refresh)  # a field shows the stored text again after a refusal
        self.story.large_requested.connect(self.write_large)

    def _card(self) -> Card:
        return Card(self._theme, self, edges=(16, 12, 16, 16), gap=12)

    def _field(self, card: QFrame, text: str, widget: QWidget, *beside: QWidget) -> QVBoxLayout:
        """Return a label above a widget, with buttons beside the widget that get its height."""
        label = plain_label(card, text, "muted", theme=self._theme, size=12)
        label.setBuddy(widget)
        for button in beside:
            button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Ignored)
        row = hbox(None, (widget, 1), *beside, theme=self._theme, gap=8)
        return vbox(None, label, (row, 1), theme=self._theme, gap=2)

    def _arrange(self) -> None:
        self._columns = QWidget(self)
        self._grid = QGridLayout(self._columns)
        set_gaps(self._theme, self._grid, gap=12)
        self._grid.setContentsMargins(0, 0, 0, 0)
        middle = self._card()
        self._middle = middle.column
        self._middle.addWidget(self.story, 3)
        self._middle.addLayout(self._field(middle, _("Notes"), self.texts["notes"]), 1)
        right = self._card()
        right.column.addWidget(self.along)
        self._places = (self._identity(), middle, right)
        self._fit()
        self._desk = self._card()
        self._writing = self._desk.column
        self._desk.hide()
        vbox(self, self._columns, self._desk, margins=0)

    def _fit(self) -> None:
        """Place the cards side by side, or the story below the identity, or all below one another."""
        px, width = self._theme.px, self.width()
        who, story, along = self._places
        both = max(who.minimumSizeHint().width(), story.minimumSizeHint().width()) + along.minimumSizeHint().width()
        two = width >= both + self._grid.horizontalSpacing()
        abreast = 3 if width >= px(_THREE_COLUMNS) else 2 if two else 1
        story.setMinimumHeight(0 if abreast == 3 else px(_STORY_BELOW))
        if abreast == self._abreast:
            return
        self._abreast = abreast
        # Qt's grid keeps a widget's old cell until the widget is removed from it.
        for card in self._places:
            self._grid.removeWidget(card)
        self._grid.addWidget(who, 0, 0)
        self._grid.addWidget(story, *((0, 1) if abreast == 3 else (1, 0)))
        self._grid.addWidget(along, *{3: (0, 2, 1, 1), 2: (0, 1, 2, 1), 1: (2, 0, 1, 1)}[abreast])
        for column, share in enumerate({3: (5, 5, 6), 2: (1, 1, 0), 1: (1, 0, 0)}[abreast]):
            self._grid.setColumnStretch(column, share)

    def _identity(self) -> QFrame:
        card = self._card()
        column = card.column
        self.heading = card.heading(_("Identity"))
        column.addWidget(self.heading)
        self._who = QGridLayout()
        set_gaps(self._theme, self._who, grid=(8, 8))
        self._who.addLayout(self._field(card, _("Name"), self.lines["name"], self.names), 0, 0, 1, 2)
        self._who.addLayout(self._field(card, _("Race"), self.lines["race"], self.races), 1, 0, 1, 2)
        self._who.addLayout(self._field(card, _("Age"), self.lines["age"]), 2, 0)
        self._who.addLayout(self._field(card, _("Gender"), self.lines["gender"]), 2, 1)
        self._who.addLayout(self._field(card, _("Dice colour"), self.colour), 3, 0, 1, 2)
        self._who.setRowStretch(4, 1)
        self._who.setColumnStretch(0, 2)
        self._who.setColumnStretch(1, 3)
        description = self._field(card, _("Description"), self.texts["description"])
        finances = self._field(card, _("Finances"), self.texts["finances"])
        face = hbox(None, self.portrait, (self._who, 1), theme=self._theme, gap=12)
        fill(column, face, self.movement, (description, 2), (finances, 1))
        return card

    def _restyle(self) -> None:
        self.heading.setMinimumHeight(self.story.larger.sizeHint().height())  # as high as the story's heading row
        self._fit()


def _score_box(parent: QWidget) -> ScoreField:
    """Return a field for a score. Its value is used only once the number is typed completely."""
    box = wheel_passes(ScoreField(parent))
    box.setRange(0, FASTEST)
    box.setSingleStep(_SCORE_STEP)
    box.setDecimals(_SCORE_DECIMALS)
    box.setKeyboardTracking(False)
    return box


class MovementFields(QWidget):
    """The character's movement and flying score (MOVE-1). The second counts only while its box is ticked."""

    def __init__(self, theme: Theme, edits: BuilderEdits, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._edits = edits
        self._label, self._reach, self._fly_reach = (
            plain_label(self, text, "muted", theme=theme, size=12) for text in (_("Movement"), "", "")
        )
        self.move_score = _score_box(self)
        self.flies = QCheckBox(_("Flies"), self)
        self.fly_score = _score_box(self)
        set_lengths(theme, self.move_score, self.fly_score, width=76)
        self._label.setBuddy(self.move_score)
        self.move_score.setAccessibleName(_("Movement score"))
        self.fly_score.setAccessibleName(_("Flying score"))
        self._grid = QGridLayout(self)
        set_gaps(theme, self._grid, grid=(8, 4))
        self._grid.setContentsMargins(0, 0, 0, 0)
        rows = ((self._label, self.move_score, self._reach), (self.flies, self.fly_score, self._fly_reach))
        for row, widgets in enumerate(rows):
            for column, widget in enumerate(widgets):
                self._grid.addWidget(widget, row, column)
        self._grid.setColumnStretch(2, 1)
        self._move = 1.0
        self._flying: float | None = None
        self.move_score.valueChanged.connect(self._set_move)
        self.fly_score.valueChanged.connect(self._set_flying)
        self.flies.toggled.connect(self._set_flies)

    def show_movement(self, move: float, flying: float | None) -> None:
        """Show the scores; None for a character that does not fly.

        A score with more digits than the box shows is kept until the user changes it.
        """
        self._move, self._flying = move, flying
        # Signals are blocked, because an edit signal would make an undo step.
        with QSignalBlocker(self.move_score), QSignalBlocker(self.fly_score), QSignalBlocker(self.flies):
            self.move_score.setValue(move)
            self.fly_score.setValue(move if flying is None else flying)
            self.flies.setChecked(flying is not None)
        self.fly_score.setEnabled(flying is not None)
        self._reach.setText(self._metres(move))
        self._fly_reach.setText("" if flying is None else self._metres(flying))
        self.move_score.setAccessibleDescription(self._reach.text())
        self.fly_score.setAccessibleDescription(self._fly_reach.text())

    def _metres(self, score: float) -> str:
        return _("{metres} m a round").format(metres=f"{score * METRES:.6g}")

    def _set_move(self, score: float) -> None:
        self._edits.set_movement(score, self._flying)

    def _set_flying(self, score: float) -> None:
        self._edits.set_movement(self._move, score)

    def _set_flies(self, flies: bool) -> None:
        self._edits.set_movement(self._move, self.fly_score.value() if flies else None)
