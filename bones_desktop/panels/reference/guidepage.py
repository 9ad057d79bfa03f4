"""A page of the guide: words, dice and throws of one subject, and the rules that belong to it."""

from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from bones_desktop.panels.reference.workedthrow import DieLook, FallenDice, ThrowCard
from bones_desktop.rules.bones.book.icons import face
from bones_desktop.rules.bones.book.notation import face_name
from bones_desktop.rules.guide import Guide, GuidePage, GuidePart
from bones_desktop.storage.games.guides import guide_of
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.layouts import FitBoard, follow_one_another, scroll_room
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_type
from bones_desktop.widgets.text.labels import heading_label, plain_label

if TYPE_CHECKING:
    from bones_desktop.storage.games.games import StoredGame

_WIDEST: Final = 760
"""Longer lines are hard to read; at 100 % text size."""
_BETWEEN: Final = 32
_GROUPS: Final = {"bone": "character", "steel": "item", "challenge": "challenge", "hindering": "hindering"}


class GuideView(QWidget):
    """Shows one page; the button above it goes back to the list."""

    closed = Signal()
    page_wanted = Signal(str, str)
    """Ids of a game and of a page of its guide."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.page: GuidePage | None = None
        self.throws: list[ThrowCard] = []
        self.all_pages = push_button(self, self.tr("All pages"), self.closed)
        self.before = push_button(self, "", lambda: self._turn(-1))
        self.after = push_button(self, "", lambda: self._turn(1))
        self.game = ""
        """The game of the page that is shown, or was last."""
        self._area: QScrollArea | None = None
        self._sheets: QHBoxLayout | None = None
        self._inner: QWidget | None = None
        self._column = vbox(
            self, hbox(None, self.all_pages, STRETCH, self.before, self.after, theme=theme, gap=8), theme=theme, gap=8,
            margins=0,
        )  # fmt: skip
        self.setFocusProxy(self.all_pages)
        theme.changed.connect(self._share_width)

    def show_page(self, game: "StoredGame[Any, Any]", page: GuidePage) -> None:
        """Show a page of a game's guide from its top."""
        self.game, self.page = game.game.id, page
        guide = guide_of(self.game)
        place = guide.pages.index(page)
        for button, step in ((self.before, -1), (self.after, 1)):
            there = 0 <= place + step < len(guide.pages)
            button.setVisible(there)
            if there:
                arrow = "‹ {}" if step < 0 else "{} ›"
                button.setText(arrow.format(guide.pages[place + step].name).replace("&", "&&"))
        self._clear()
        self._area = scroll_room(self._written(game, guide, page), self)
        self._area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._area.setAccessibleName(page.name)
        self._column.addWidget(self._area, 1)
        stops = [self.all_pages, self.before, self.after, self._area]
        follow_one_another([*stops, *(each for card in self.throws for each in (card.back, card.again))])
        self._area.setFocus(Qt.FocusReason.OtherFocusReason)

    def close_page(self) -> None:
        """Let go of the page that is shown, if any, with all that stands on it."""
        self.page = None
        self._clear()

    def _clear(self) -> None:
        if self._area is not None:
            self._column.removeWidget(self._area)
            self._area.hide()
            self._area.deleteLater()
        self._area = self._inner = self._sheets = None
        self.throws = []

    def point_at(self, rule: str) -> None:
        """Scroll to a rule of the page, and make it stand out."""
        if self._area is None:
            return
        label = self._area.findChild(QLabel, rule)
        if label is not None:
            set_type(self._theme, label, bold=True)
            QTimer.singleShot(0, label, lambda area=self._area: area.ensureWidgetVisible(label))

    def _turn(self, step: int) -> None:
        if self.page is not None:
            pages = guide_of(self.game).pages
            self.page_wanted.emit(self.game, pages[pages.index(self.page) + step].id)

    def _written(self, game: "StoredGame[Any, Any]", guide: Guide, page: GuidePage) -> QWidget:
        theme = self._theme
        board = FitBoard()
        inner = self._inner = QWidget(board)
        sheet, rules = QWidget(inner), QWidget(inner)
        column = vbox(sheet, theme=theme, gap=12, edges=(12, 4, 16, 16))
        column.addWidget(heading_label(theme, sheet, page.name, 28, wrap=True))
        column.addWidget(plain_label(sheet, page.about, "muted", wrap=True, theme=theme, size=16))
        for part in page.parts:
            self._add_part(column, sheet, game, part)
        column.addStretch(1)
        rules.setVisible(bool(page.rules))
        listed = vbox(rules, theme=theme, gap=10, edges=(12, 4, 16, 24))
        listed.addWidget(heading_label(theme, rules, self.tr("The rules, one by one")))
        known = {rule.id: rule for rule in guide.rules}
        for id in page.rules:
            rule = known[id]
            words = f"{rule.name}. {rule.text} {rule.example}".strip()
            label = plain_label(rules, f"{words} ({rule.id})", wrap=True, theme=theme, rules=True)
            label.setObjectName(rule.id)
            listed.addWidget(label)
        listed.addStretch(1)
        self._sheets = hbox(inner, (sheet, 1), (rules, 1), theme=theme, gap=_BETWEEN, edges=(0, 0, 0, 0))
        hbox(board, (inner, 1000), STRETCH, margins=0)
        self._share_width()
        return board

    @guarded(None)
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the rules beside the page where there is room."""
        super().resizeEvent(event)
        self._share_width()

    def _share_width(self) -> None:
        if self._sheets is not None and self._inner is not None:
            ruled = self.page is not None and bool(self.page.rules)
            wide = ruled and self.width() > self._theme.px(2 * _WIDEST)
            way = QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom
            self._sheets.setDirection(way)
            self._inner.setMaximumWidth(self._theme.px(2 * _WIDEST + _BETWEEN if wide else _WIDEST))

    def _add_part(self, column: QVBoxLayout, sheet: QWidget, game: "StoredGame[Any, Any]", part: GuidePart) -> None:
        theme = self._theme
        if part.heading:
            column.addWidget(heading_label(theme, sheet, part.heading, 20))
        if part.text:
            column.addWidget(plain_label(sheet, part.text, wrap=True, theme=theme, size=16, rules=True))
        for die in part.dice:
            row = FallenDice(theme, sheet)
            names = [face_name(game.book, face(code)) for code in die.faces]
            row.show_dice(
                [DieLook(code, _GROUPS[die.look], tip=name) for code, name in zip(die.faces, names, strict=True)]
            )
            column.addWidget(plain_label(sheet, die.label, "muted", wrap=True, theme=theme, size=14))
            column.addWidget(row)
        if part.throw is not None:
            card = ThrowCard(game, part.throw, theme, sheet)
            self.throws.append(card)
            column.addWidget(card)
