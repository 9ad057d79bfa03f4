"""The tasks asked last: one key, or one click, asks one of them again."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

from PySide6.QtCore import QKeyCombination, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QToolButton, QWidget

from bones_desktop.panels.table.strip.favourites import Favourites
from bones_desktop.rules.bones.reading.requests import Request, skill_of
from bones_desktop.theme.keeping import light_menu
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.minidie import mini_icon
from bones_desktop.widgets.plaintext import plain_tip, without_mnemonic

MOST: Final = 6


class LastTasks(QToolButton):
    """A button with a menu. `task_activated` carries a Request, and whether it is of the character who throws now."""

    task_activated = Signal(object, bool)
    refused = Signal(str)
    """Why there is nothing to choose from."""

    def __init__(
        self,
        theme: Theme,
        name: Callable[[Request], str],
        parent: QWidget,
        favourites: Favourites | None = None,
    ) -> None:
        """`name` says what a request is called; `favourites` stand at the end of the menu."""
        super().__init__(parent)
        self._favourites = favourites
        self._theme = theme
        self.name = name
        self._who = ""
        self._asked: list[tuple[Request, str]] = []
        self.menu_of_tasks = light_menu(self)
        self.setAccessibleName(self.tr("Last tasks"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setIcon(theme.icon("versions"))
        self.clicked.connect(self.open)
        if favourites is not None:
            favourites.offered.connect(self._tell)
        for place in range(MOST):
            shortcut = QShortcut(QKeySequence(_key(place)), parent)
            shortcut.activated.connect(partial(self._choose, place))
        self._tell()

    @property
    def recent(self) -> tuple[Request, ...]:
        """What was asked last, the newest first."""
        return tuple(request for request, _ in self._asked)

    def set_recent(self, requests: Iterable[Request]) -> None:
        """Begin with these, the newest first."""
        self._asked = [(request, "") for request in requests][:MOST]
        self._tell()

    def show_character(self, who: str) -> None:
        """Take the id of who throws: equipment is remembered for him alone."""
        self._who = who
        self._tell()

    def remember(self, request: Request) -> None:
        """Put a request first."""
        others = [each for each in self._asked if each[0] != request]
        self._asked = [(request, self._who), *others][:MOST]
        self._tell()

    def open(self) -> None:
        """Show the menu; its digits choose."""
        if not (self._asked or self._has_favourites):
            self.refused.emit(self.tr("There are no last tasks yet: throw first (Space)."))
            return
        self._fill()
        below = self.mapToGlobal(self.rect().bottomRight())
        below.setX(below.x() - self.menu_of_tasks.sizeHint().width())
        self.menu_of_tasks.popup(below)
        first = self.menu_of_tasks.actions()[0]
        self.menu_of_tasks.setActiveAction(first)

    def restyle(self, touch: int = 36) -> None:
        """Take the sizes and colours of the theme."""
        self.setIcon(self._theme.icon("versions"))
        side = self._theme.px(touch)
        self.setFixedSize(side, side)

    def _fill(self) -> None:
        self.menu_of_tasks.clear()
        ratio, side = self.devicePixelRatioF(), self._theme.px(20)
        native = QKeySequence.SequenceFormat.NativeText
        for place, (request, _) in enumerate(self._asked):
            name = without_mnemonic(self.name(request))
            keys = QKeySequence(_key(place)).toString(native)
            action = self.menu_of_tasks.addAction(f"&{place + 1}  {name}\t{keys}")
            action.setIcon(mini_icon(self._theme, skill_of(request), side, ratio))
            action.triggered.connect(partial(self._choose, place))
        if self._favourites is not None:
            self._favourites.fill(self.menu_of_tasks)

    def _choose(self, place: int, _checked: bool = False) -> None:
        if place < len(self._asked):
            request, who = self._asked[place]
            self.task_activated.emit(request, who == self._who)

    @property
    def _has_favourites(self) -> bool:
        return self._favourites is not None and bool(self._favourites.mine)

    def _tell(self) -> None:
        self.setEnabled(bool(self._asked) or self._has_favourites)
        tip = self.tr("Your last tasks (L)") if self._asked else self.tr("Tasks you throw for will stand here")
        if self._favourites is not None and self.isEnabled():
            tip = self.tr("Your last tasks and your favourites (L)")
        self.setToolTip(plain_tip(tip))
        self.setAccessibleDescription(tip)


def _key(place: int) -> QKeyCombination:
    return QKeyCombination(Qt.KeyboardModifier.AltModifier, Qt.Key(Qt.Key.Key_1 + place))
