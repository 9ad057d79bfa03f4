"""What may be done to the dice: lose, heal, earn and spend spiffs, add a hindering die; in one line if need be."""

from collections.abc import Callable, Iterable
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QIcon, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QMenu, QPushButton, QToolButton, QWidget

from bones_desktop.document.bones.injurysteps import Step, hindering_steps, rare_steps
from bones_desktop.panels.injuries.spiffbutton import SpiffButton
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.choice.menubutton import give_menu
from bones_desktop.widgets.flowlayout import FlowLayout
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.taborder import put_before

LONGEST_CAUSE = 200
_WORDS_ALONE: Final = 240
"""Width, before the text size, below which buttons show words alone."""


class InjuryActs(QWidget):
    """Holds the buttons. Written briefly, the cause and the hindering dice are asked for in the menu."""

    lose_asked = Signal()
    heal_asked = Signal()
    written = Signal()
    """Return was pressed in the cause."""
    asked = Signal(object)
    """A Step of a menu."""
    done = Signal()
    """A text is entered; the keys belong to the page again."""

    def __init__(self, theme: Theme, rulebook: Rulebook, today: Callable[[], str], parent: QWidget) -> None:
        """`today` says the day as 2026-11-21."""
        super().__init__(parent)
        self._theme = theme
        self._brief = self._writing = False
        self._pictured = True
        self._brief_entries: tuple[QAction, ...] = ()
        self.cause = QLineEdit(self)
        self.cause.setMaxLength(LONGEST_CAUSE)
        self.cause.setPlaceholderText(self.tr("Cause, if you like"))
        self.cause.setToolTip(self.tr("What does the next damage; Return loses the die with it"))
        self.cause.setAccessibleName(self.tr("Cause of the damage"))
        self.cause.returnPressed.connect(self._written)
        self.lose = QPushButton(self.tr("Lose this die"), self)
        self.lose.setProperty("kind", "danger")
        self.lose.clicked.connect(self.lose_asked)
        self.heal = QPushButton(self.tr("Heal one die"), self)
        self.heal.setAccessibleName(self.tr("Heal one die"))
        self.heal.setToolTip(self.tr("One damage heals: below zero first, then a die (H)"))
        self.heal.clicked.connect(self.heal_asked)
        self.more = QToolButton(self)
        self.more.setAccessibleName(self.tr("More"))
        give_menu(self.more, self._menu(rare_steps(self.tr), lambda step: step.name))
        self.spiffs = SpiffButton(theme, rulebook, today, self)
        self.spiffs.asked.connect(self.asked)
        self.add = QToolButton(self)
        self.add.setText(self.tr("Hindering die"))
        self.add.setToolTip(self.tr("Add a hindering die: it is thrown along until it is remedied"))
        self.add.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        give_menu(self.add, self._menu(hindering_steps(rulebook, self.tr), lambda step: step.of))
        for button in (self.lose, self.heal, self.more, self.spiffs, self.add):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._flow = FlowLayout(theme.px(8), self)
        for widget in (_together(self.cause, self.lose), self.heal, self.more, self.spiffs, self.add):
            self._flow.addWidget(widget)
        put_before(self.spiffs, (self.cause, self.lose, self.heal, self.more))
        self._name_more()

    def set_brief(self, brief: bool) -> None:
        """Take one line where there is little height, or all that may be wanted."""
        if brief == self._brief:
            return
        self._brief = brief
        self.heal.setText(self.tr("Heal") if brief else self.tr("Heal one die"))
        if brief and not self._brief_entries:
            self._brief_entries = self._add_brief_entries()
        for entry in self._brief_entries:
            entry.setVisible(brief)
        self.add.setVisible(not brief)
        self._name_more()
        self._show_icons()
        self._show_cause()

    def forget_cause(self) -> None:
        """Begin with no cause."""
        self.cause.clear()
        self._show_cause()

    def restyle(self) -> None:
        """Take the sizes and icons of the theme."""
        theme = self._theme
        self._flow.setSpacing(theme.px(8))
        self.spiffs.restyle()
        self.cause.setFixedWidth(theme.px(132))
        self.more.setIcon(theme.icon("more"))
        self.add.setIcon(theme.icon("add"))
        self._set_icons()

    @guarded(None)
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave pictures out where words alone just fit."""
        super().resizeEvent(event)
        self._show_icons()

    def _show_icons(self) -> None:
        pictured = not self._brief or self.width() >= self._theme.px(_WORDS_ALONE)
        if pictured != self._pictured:
            self._pictured = pictured
            self._set_icons()

    def _set_icons(self) -> None:
        for button, icon in ((self.lose, "injure"), (self.heal, "heal")):
            button.setIcon(self._theme.icon(icon) if self._pictured else QIcon())

    def _add_brief_entries(self) -> tuple[QAction, ...]:
        menu, hindering = self.more.menu(), self.add.menu()
        separator = menu.addSeparator()
        cause = menu.addAction(self.tr("Cause of the damage…"))
        cause.triggered.connect(lambda _checked=False: self._write_cause())
        hindering.setTitle(self.tr("Hindering die"))
        return separator, cause, menu.addMenu(hindering)

    def _name_more(self) -> None:
        whole = self.tr("More: heal everything, killed outright, back from death")
        brief = self.tr("More: the cause, hindering dice, heal everything, killed outright, back from death")
        self.more.setToolTip(brief if self._brief else whole)

    def _write_cause(self) -> None:
        self._writing = True
        self._show_cause()
        self.cause.setFocus()

    def _written(self) -> None:
        self._writing = False
        self.written.emit()
        self._show_cause()
        self.done.emit()

    def _show_cause(self) -> None:
        """Show the cause where there is room for it, and while there is one: it is not to be lost out of sight."""
        self.cause.setVisible(not self._brief or self._writing or bool(self.cause.text()))

    def _menu(self, steps: Iterable[Step], words: Callable[[Step], str]) -> QMenu:
        menu = QMenu(self)
        for step in steps:
            menu.addAction(words(step)).triggered.connect(lambda _checked=False, step=step: self.asked.emit(step))
        return menu


def _together(*widgets: QWidget) -> QWidget:
    """Return the widgets as one that is never parted at the end of a line."""
    frame = QWidget()
    row = QHBoxLayout(frame)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(4)
    for widget in widgets:
        row.addWidget(widget)
    return frame
