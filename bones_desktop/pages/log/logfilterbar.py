"""The filter of the log: words, the character, and a scene or evening."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QPushButton, QWidget

from bones_desktop.storage.log.logentry import HIDDEN, NOT_MEANT, Evening, LogEntry, LogFilter
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import vbox
from bones_desktop.widgets.choice.choicepopup import SearchBox
from bones_desktop.widgets.layouts import Fitting, follow_one_another, take_all
from bones_desktop.widgets.localized import day_of
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.scaled import set_gaps, set_lengths
from bones_desktop.wording.language import _

SCENE: Final = "scene:"
EVENING: Final = "evening:"
TAG: Final = "tag:"
_SHORTEST: Final = 16
"""Letters of a choice that are always visible."""


class LogFilterBar(Fitting):
    """One line of choices with buttons at its end, or two lines if it is narrow. Choices stay when it changes."""

    changed = Signal()
    down_pressed = Signal()
    """The down arrow moves the focus from the words to the list."""

    def __init__(self, theme: Theme, buttons: Sequence[QPushButton], parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.search = QLineEdit(self)
        set_lengths(theme, self.search, least_width=160)
        self.search.setPlaceholderText(_("Search names, tasks and results"))
        self.search.setAccessibleName(_("Search the log"))
        self.search.setToolTip(_("Search names, tasks, results and scenes (Ctrl+F)"))
        self.search.setClearButtonEnabled(True)
        self.search.installEventFilter(self)
        self.who = self._box(_("Whose rolls"))
        self.where = self._box(_("Which scene or evening"))
        self._buttons = tuple(buttons)
        for button in self._buttons:
            button.setParent(self)
        self._first, self._second = QHBoxLayout(), QHBoxLayout()
        set_gaps(theme, self._first, self._second, gap=8)
        vbox(self, self._first, self._second, margins=0, theme=theme, gap=8)
        self._narrow: bool | None = None
        self._fit()
        self.set_people((), "")
        self.set_places((), ())
        self.search.textChanged.connect(self._tell)
        for box in (self.who, self.where):
            box.currentIndexChanged.connect(self._tell)
        theme.changed.connect(self._fit)
        self._fit()

    def _tell(self) -> None:
        self.changed.emit()

    @property
    def filter(self) -> LogFilter:
        """The filter to apply."""
        where = str(self.where.currentData() or "")
        return LogFilter(
            text=self.search.text().strip(),
            character_id=str(self.who.currentData() or ""),
            scene=int(where.removeprefix(SCENE)) if where.startswith(SCENE) else None,
            evening=int(where.removeprefix(EVENING)) if where.startswith(EVENING) else None,
            tag=where.removeprefix(TAG) if where.startswith(TAG) else "",
        )

    def clear(self) -> None:
        """Clear the whole filter."""
        # One signal at the end instead of one for each field.
        blocked = self.blockSignals(True)
        self.search.clear()
        self.who.setCurrentIndex(0)
        self.where.setCurrentIndex(0)
        self.blockSignals(blocked)
        self.changed.emit()

    def set_people(self, people: Sequence[tuple[str, str]], open_now: str) -> None:
        """Offer all `people` (id and name). The character with the id `open_now` comes first."""
        rows = [(_("Everyone"), "")]
        this = _("This character: {name}")
        rows += [(this.format(name=name), each) for each, name in people if each == open_now]
        rows += [(name, each) for each, name in people if each != open_now]
        offer(self.who, rows)

    def set_places(self, scenes: Sequence[LogEntry], evenings: Sequence[Evening]) -> None:
        """Offer scenes and evenings, given oldest first. The newest are on top."""
        rows = [(_("The whole log"), "")]
        last = evenings[-1] if evenings else None
        if last is not None and last.ended is None:
            rows.append((_("This evening"), f"{EVENING}{last.id}"))
        rows += [
            (_("{name} ({day})").format(name=scene.title, day=day_of(scene.at)), f"{SCENE}{scene.id}")
            for scene in reversed(scenes)
        ]
        rows += [
            (_("Evening of {day}").format(day=day_of(evening.begun)), f"{EVENING}{evening.id}")
            for evening in reversed(evenings)
            if evening.ended is not None
        ]
        rows += [
            (_("Rolls struck out"), f"{TAG}{NOT_MEANT}"),
            (_("Secret rolls"), f"{TAG}{HIDDEN}"),
        ]
        offer(self.where, rows)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move to the list with the down arrow. Clear the words with Escape."""
        if watched is self.search and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() in {Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter}:
                self.down_pressed.emit()
                return True
            if event.key() == Qt.Key.Key_Escape and self.search.text():
                self.search.clear()
                return True
        return super().eventFilter(watched, event)

    def minimumSizeHint(self) -> QSize:
        """Return room for two lines of its parts, and the present height."""
        first = self._width((self.search, *self._buttons))
        return QSize(max(first, self._width((self.who, self.where))), super().minimumSizeHint().height())

    def _fit(self) -> None:
        """Use one line or two."""
        narrow = self.width() < self._width((self.search, self.who, self.where, *self._buttons))
        if narrow == self._narrow:
            return
        self._narrow = narrow
        for row in (self._first, self._second):
            take_all(row)
        self._first.addWidget(self.search, 4)
        below = self._second if narrow else self._first
        below.addWidget(self.who, 2)
        below.addWidget(self.where, 3)
        for button in self._buttons:
            self._first.addWidget(button)
        boxes, buttons = (self.who, self.where), self._buttons
        # Tab should follow what the user sees, and the order changes with the lines.
        follow_one_another((self.search, *(buttons + boxes if narrow else boxes + buttons)))
        self.updateGeometry()

    def _width(self, parts: Sequence[QWidget]) -> int:
        gaps = (len(parts) - 1) * self._theme.px(8)
        return gaps + sum(max(part.minimumSizeHint().width(), part.minimumWidth()) for part in parts)

    def _box(self, name: str) -> QComboBox:
        box = SearchBox(self._theme, self)
        box.setAccessibleName(name)
        box.setToolTip(plain_tip(name))
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(_SHORTEST)
        box.setMaxVisibleItems(16)
        return box


def offer(box: QComboBox, rows: Sequence[tuple[str, str]]) -> None:
    """Fill a box with other rows. The choice stays; `changed` is emitted only if it is gone."""
    before = box.currentData()
    if [(box.itemText(place), box.itemData(place)) for place in range(box.count())] == list(rows):
        return
    blocked = box.blockSignals(True)
    box.clear()
    for text, data in rows:
        # A name may contain line ends, which a box would show as signs.
        box.addItem(" ".join(text.split()), data)
    found = box.findData(before)
    box.setCurrentIndex(max(0, found))
    box.blockSignals(blocked)
    if before and found < 0:
        box.currentIndexChanged.emit(0)
