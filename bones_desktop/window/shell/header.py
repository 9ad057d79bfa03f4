"""The line above every page: who the character is, how they are, and undo, redo and keys."""

from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSpacerItem, QToolButton, QVBoxLayout, QWidget

from bones_desktop.document.bones.characterdocument import Change, CharacterDocument
from bones_desktop.document.portraits import picture_of
from bones_desktop.rules.bones.book.character import Kind
from bones_desktop.rules.bones.injury.injuries import State
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.portraitview import PortraitView
from bones_desktop.widgets.sheetproperty import set_sheet_property
from bones_desktop.widgets.text.elidedlabel import ElidedLabel
from bones_desktop.wording.names import packs_said
from bones_desktop.wording.reasons import sentence

_PORTRAIT: Final = 44
"""As high as the buttons, so that the line is no higher with a portrait."""


class Header(QFrame):
    """Shows the open character's name, its chain of choices and its condition."""

    def __init__(
        self, theme: Theme, document: CharacterDocument, undo: QAction, redo: QAction, keys: QAction,
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self.setObjectName("header")
        self._theme = theme
        self._document = document
        self._due = True
        self._name = ElidedLabel(self)
        self._line = ElidedLabel(self)
        self._line.setProperty("role", "muted")
        self._state = QLabel(self)
        self._state.setTextFormat(Qt.TextFormat.PlainText)
        self._state.setObjectName("condition")
        self._portrait = PortraitView(theme, _PORTRAIT, self)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self._name)
        words.addWidget(self._line)
        self._row = layout = QHBoxLayout(self)
        layout.addWidget(self._portrait)
        layout.addLayout(words, 1)
        layout.addWidget(self._state)
        self._gap = QSpacerItem(0, 0)
        layout.addItem(self._gap)
        self._buttons = []
        for action in (undo, redo, keys):
            button = QToolButton(self)
            button.setDefaultAction(action)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
            button.setAutoRaise(True)
            self._buttons.append(button)
            layout.addWidget(button)
        document.changed.connect(self._update)
        theme.changed.connect(self._restyle)
        self._restyle()

    def keep_up(self) -> None:
        """Show the open character, if nobody was shown yet: a start opens one only after the window is made."""
        if self._due:
            self._update(None)

    def _restyle(self) -> None:
        px = self._theme.px
        self._row.setContentsMargins(px(24), px(8), px(16), px(8))
        self._row.setSpacing(px(8))
        self._gap.changeSize(px(16), 0)
        self._row.invalidate()
        self._name.setFont(self._theme.font("serif", 20, bold=True))
        self._line.setFont(self._theme.font("sans", 12))
        for button in self._buttons:
            button.setIconSize(QSize(self._theme.px(22), self._theme.px(22)))
            button.setFixedSize(self._theme.px(44), self._theme.px(44))
        if not self._due:
            self._update(None)

    def _update(self, _change: Change | None) -> None:
        self._due = False
        sheet = self._document.sheet
        picture = picture_of(sheet.portrait)
        self._portrait.set_picture(picture)
        self._portrait.setVisible(not picture.isNull())
        self._portrait.setAccessibleName(self.tr("Portrait"))
        self._name.set_full_text(sheet.name or self.tr("No name yet"))
        kinds = {
            Kind.PLAYER: "",
            Kind.CAST: self.tr("Cast member"),
            Kind.BEAST: self.tr("Beast"),
            Kind.HORDE: self.tr("Horde"),
        }
        parts = [kinds[sheet.kind], sheet.race if sheet.kind is Kind.PLAYER else "", sheet.culture, sheet.background]
        parts += list(dict.fromkeys(sheet.occupations))
        if sheet.house:
            parts.append(self.tr("house rule"))
        parts += packs_said(self._document.rulebook, self._document.character, self.tr)
        if self._document.read_only:
            parts.append(self.tr("read-only: made by a newer program"))
        self._line.set_full_text("  ·  ".join(part for part in parts if part))
        state = sheet.condition
        self._state.setText("" if state.state is State.UNHURT else sentence(state.reason, self.tr))
        set_sheet_property(self._state, "tone", "warn" if state.state is State.HURT else "bad")
