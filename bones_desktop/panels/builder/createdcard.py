"""The dice as the character was created, and the switch with which a GM permits changes."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QCheckBox, QListView, QSizePolicy, QStyle, QStyleOptionViewItem, QWidget

from bones_desktop.panels.builder.growthcards import PlayedBefore
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.card import Card
from bones_desktop.widgets.choice.choices import Choice, ChoiceModel
from bones_desktop.widgets.dice.minidie import paint_mini
from bones_desktop.widgets.layouts import flow_row
from bones_desktop.widgets.lines import paint_badge, write
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.rows import Index, RowDelegate, paint_ground, set_bare_list
from bones_desktop.widgets.scaled import set_lengths

SIDE = 22
NAME = 170
"""Sides of a face, and the most room for a name, in pixels at 100 % text size."""


class DieRowDelegate(RowDelegate[Choice]):
    """Paints a die in one line: its name, then its six faces."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the room of a row."""
        return QSize(self._theme.px(6 * (SIDE + 4) + 60), self._theme.px(SIDE + 8))

    def _paint(self, painter: QPainter, option: QStyleOptionViewItem, choice: Choice) -> None:
        theme, row = self._theme, QRectF(option.rect)
        state: QStyle.StateFlag = option.state
        side, gap = theme.px(SIDE), theme.px(4)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        current = bool(state & QStyle.StateFlag.State_HasFocus)
        paint_ground(painter, theme, row.adjusted(1, 1, -1, -1), current=current, hovered=False)
        row.adjust(theme.px(4), 0, -theme.px(4), 0)
        left = min(row.right() - len(choice.faces) * (side + gap), row.left() + theme.px(NAME))
        room = QRectF(row.left(), row.top(), left - row.left() - gap, row.height())
        font = theme.font("sans", 14)
        needed = QFontMetricsF(font).horizontalAdvance(choice.text) + self._badge_width(choice.badge) + gap
        behind = row.right() - left - len(choice.faces) * (side + gap) >= self._badge_width(choice.badge) + gap
        if choice.badge and (behind or needed <= room.width()):  # the name comes first
            room.setRight(self._badge(painter, row, room, left + len(choice.faces) * (side + gap), choice.badge))
        write(painter, room, choice.text, font, theme.color("text"))
        for place, code in enumerate(choice.faces):
            square = QRectF(left + place * (side + gap), row.center().y() - side / 2, side, side)
            paint_mini(painter, square, theme, code or "blank")

    def _badge_width(self, text: str) -> float:
        return QFontMetricsF(self._theme.font("sans", 12)).horizontalAdvance(text) + self._theme.px(10)

    def _badge(self, painter: QPainter, row: QRectF, name: QRectF, faces_end: float, text: str) -> float:
        """Paint the badge after the faces, or at the end of the name's room, and return where the name must end."""
        theme = self._theme
        small = theme.font("sans", 12)
        width = self._badge_width(text)
        behind = row.right() - faces_end >= width + theme.px(4)
        height = QFontMetricsF(small).height() + 1
        left = faces_end + theme.px(4) if behind else name.right() - width
        frame = QRectF(left + 0.5, row.center().y() - height / 2, width - 1, height)
        paint_badge(painter, theme, frame, text)
        return name.right() if behind else left - theme.px(4)


class CreatedCard(Card):
    """Shows the dice as created; signals ask its owner to act."""

    permission_toggled = Signal(bool)
    restore_requested = Signal()
    reopen_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent, gap=6)
        heading = self.heading(self.tr("As created"))
        self.day = self.label(size=12, role="muted")
        self.played = PlayedBefore(theme, self)
        self.model = ChoiceModel(self)
        self.view = QListView(self)
        set_lengths(theme, self.view, least_height=2 * (SIDE + 8))
        self.view.setModel(self.model)
        self.view.setItemDelegate(DieRowDelegate(theme, self.view))
        set_bare_list(self.view)
        self.view.setResizeMode(QListView.ResizeMode.Adjust)
        self.view.setSizeAdjustPolicy(QListView.SizeAdjustPolicy.AdjustToContents)
        self.view.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.view.setAccessibleName(self.tr("The dice as created"))
        self.permission = QCheckBox(self.tr("Edit with the GM's permission"), self)
        self.meaning = self.label(
            self.tr("Any face may then be changed within the rules, for nothing; the ledger tells of each change."),
            12,
            "muted",
            wrap=True,
        )
        self.permission.setAccessibleDescription(self.meaning.text())
        self.restore = push_button(self, self.tr("Back to these dice"), self.restore_requested)
        self.reopen = push_button(self, self.tr("Take finishing back"), self.reopen_requested)
        buttons = QWidget(self)
        flow_row(buttons, self.restore, self.reopen, theme=theme, gap=8)
        self.column.addWidget(heading)
        self.column.addWidget(self.day)
        self.column.addWidget(self.played)
        self.column.addWidget(self.view, 1)
        self.column.addWidget(self.permission)
        self.column.addWidget(self.meaning)
        self.column.addWidget(buttons)
        self.permission.toggled.connect(self._toggled)
        self.restyle()
        self._enable()

    def show_created(self, day: str, dice: Sequence[Choice]) -> None:
        """Show the dice of a day."""
        self.day.setText(day)
        self.day.setVisible(bool(day))
        self.model.set_choices(dice)

    def set_permitted(self, permitted: bool) -> None:
        """Set the switch without emitting `permission_toggled`."""
        blocked = self.permission.blockSignals(True)
        self.permission.setChecked(permitted)
        self.permission.blockSignals(blocked)
        self._enable()

    def _toggled(self, permitted: bool) -> None:
        self._enable()
        self.permission_toggled.emit(permitted)

    def _enable(self) -> None:
        permitted = self.permission.isChecked()
        first = "" if permitted else self.tr("Switch on the GM's permission first.")
        tips = {
            self.restore: self.tr("Takes off all icons that came later and gives the sessions spent on them back."),
            self.reopen: self.tr("The character is then still being made; sessions and ledger stay."),
        }
        for button, tip in tips.items():
            button.setEnabled(permitted)
            button.setToolTip(plain_tip(f"{tip} {first}".strip()))

    def restyle(self) -> None:
        """Take the fonts and distances of the theme."""
        self.view.scheduleDelayedItemsLayout()
