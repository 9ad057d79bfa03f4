"""Things to choose from, as an item model and its painter: those not allowed stay visible, with the reason."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QObject, QRectF, QSize
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QStyleOptionViewItem

from bones_desktop.widgets.dice.facelook import FaceLook, paint_face
from bones_desktop.widgets.lines import RIGHT, write
from bones_desktop.widgets.rows import ROW_ROLE, Index, RowDelegate, RowModel, paint_ground
from bones_desktop.wording.search import holds

FEW: Final = 10
"""So many choices are seen at a glance; more are searched."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing to choose. Texts are finished; `key` is what the chooser's owner knows it by."""

    key: str
    text: str
    note: str = ""
    """A second line: why not, or what it brings."""
    allowed: bool = True
    badge: str = ""
    faces: tuple[str, ...] = ()
    """Codes of the faces it shows, if it is a die; they take the place of the note, which becomes a tip."""
    body: str = "bone"
    """What its faces are made of, as in FaceLook."""
    words: str = ""
    """What it is found by besides; not shown."""
    told: str = ""
    """What its faces are, in a few words beside them."""
    rule: str = ""
    """The rule, or the name, by which the Reference has it; F1 opens it."""


class ChoiceModel(RowModel[Choice]):
    """The choices in the order given, or those of them that are searched for."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._offered: tuple[Choice, ...] = ()
        self._searched = ""

    @property
    def offered(self) -> tuple[Choice, ...]:
        """All choices, found or not."""
        return self._offered

    @property
    def searched(self) -> str:
        """What is searched for, "" for nothing."""
        return self._searched

    def set_choices(self, choices: Sequence[Choice]) -> None:
        """Offer other choices; nothing happens when they are the same."""
        self._offered = tuple(choices)
        self._find()

    def search(self, text: str) -> None:
        """Show those that hold every word of `text` in name, badge or words, the likeliest first; "" shows all."""
        self._searched = text.strip()
        self._find()

    def _find(self) -> None:
        if not self._searched:
            self._show(self._offered)
            return
        sought = " ".join(self._searched.casefold().split())
        found = (each for each in self._offered if holds(f"{each.text} {each.badge} {each.words}", sought))
        self._show(sorted(found, key=lambda each: _distance(each, sought)))

    def _text(self, choice: Choice) -> str:
        return choice.text

    def _tip(self, choice: Choice) -> str:
        return choice.note

    def _rule(self, choice: Choice) -> str:
        return choice.rule

    def _spoken(self, choice: Choice) -> str:
        return ", ".join(part for part in (choice.text, choice.badge, choice.note) if part)


class ChoiceDelegate(RowDelegate[Choice]):
    """Paints a choice as one or two lines; those not allowed are dim and keep their note readable."""

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the room of one row; the view gives it its width."""
        choice = index.data(ROW_ROLE)
        return QSize(self._theme.px(200), self.height_of(choice)) if isinstance(choice, Choice) else QSize()

    def height_of(self, choice: Choice) -> int:
        """Return the pixels of its row."""
        return self._theme.px(60 if choice.faces else 48 if choice.note else 32)

    def _paint(self, painter: QPainter, option: QStyleOptionViewItem, choice: Choice) -> None:
        from PySide6.QtWidgets import QStyle  # not sooner: a start that shows no choices does not need it

        theme = self._theme
        state: QStyle.StateFlag = option.state
        row = QRectF(option.rect)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        paint_ground(painter, theme, row.adjusted(2, 2, -2, -2), current=chosen, hovered=hovered)
        inner = row.adjusted(theme.px(12), theme.px(6), -theme.px(12), -theme.px(6))
        font, small = theme.font("sans", 14), theme.font("sans", 12)
        badge = QFontMetricsF(small).horizontalAdvance(choice.badge) + theme.px(8)
        width = inner.width() - (badge if choice.badge else 0)
        line = QFontMetricsF(font).height()
        top = QRectF(inner.left(), inner.top(), width, line)
        if not choice.note and not choice.faces:
            top = QRectF(inner.left(), inner.top(), width, inner.height())
        write(painter, top, choice.text, font, theme.color("text" if choice.allowed else "muted"))
        whole = QRectF(inner.left(), top.top(), inner.width(), top.height())
        write(painter, whole, choice.badge, small, theme.color("muted"), RIGHT)
        room = theme.px(26 if choice.faces else 18)
        below = QRectF(inner.left(), inner.bottom() - room, inner.width(), room)
        if choice.note and not choice.faces:
            write(painter, below, choice.note, small, theme.color("muted"))
        for place, code in enumerate(choice.faces):
            side = below.height()
            square = QRectF(below.left() + place * (side + theme.px(4)), below.top(), side, side)
            paint_face(painter, square, FaceLook(code=code or "blank", body=choice.body), theme)
        beside = len(choice.faces) * (below.height() + theme.px(4)) + theme.px(8)
        write(painter, below.adjusted(beside, 0, 0, 0), choice.told, small, theme.color("muted"))


def _distance(choice: Choice, sought: str) -> tuple[int, bool]:
    """Return how far a choice is from what is `sought`; of those as near, the allowed ones are nearer."""
    name = choice.text.casefold()
    far = 0 if name.startswith(sought) else 1 if f" {sought}" in f" {name}" else 2 if sought in name else 3
    return far, not choice.allowed
