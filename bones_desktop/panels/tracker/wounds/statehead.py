"""How the character is, in words to be read from across the table, and the way to death below."""

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from bones_desktop.panels.tracker.wounds.deathtrackbar import DeathTrackBar
from bones_desktop.panels.tracker.wounds.woundwords import state_tone, state_word, toll_words
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.injury.injuries import State, condition, death_track
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.sheetproperty import set_sheet_property
from bones_desktop.widgets.text.fittedlabel import FittedLabel
from bones_desktop.widgets.text.plainlabel import plain_label


class StateHead(QWidget):
    """Shows one character."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.state = plain_label(self)
        self.toll = FittedLabel(theme, self)
        self.track = DeathTrackBar(theme, self)
        self._words = QHBoxLayout()
        self._words.addWidget(self.state)
        self._words.addWidget(self.toll, 1)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addLayout(self._words)
        self._column.addWidget(self.track)
        self.restyle()

    def show_character(self, character: Character) -> None:
        """Show how a character is."""
        found = condition(character)
        self.state.setText(state_word(found, self.tr))
        set_sheet_property(self.state, "tone", state_tone(found))
        grave = found.state in {State.INCAPACITATED, State.DEAD, State.BROKEN}
        role = "bad" if grave else "muted" if found.state is State.UNHURT else "text"
        self.toll.show_text(toll_words(character, self.tr), role)
        self.track.show_track(death_track(character))
        self._set_fonts()

    def restyle(self) -> None:
        """Fit fonts and gaps to the theme."""
        theme = self._theme
        self._set_fonts()
        self._words.setSpacing(theme.px(16))
        self._column.setSpacing(theme.px(4))

    @guarded(None)
    def showEvent(self, event: QShowEvent) -> None:
        """Set the type anew: a style sheet takes it from labels when they are first shown."""
        super().showEvent(event)
        self._set_fonts()

    def _set_fonts(self) -> None:
        self.state.setFont(self._theme.font("serif", 40, bold=True))
        self.toll.set_most(self._theme.px(28))
