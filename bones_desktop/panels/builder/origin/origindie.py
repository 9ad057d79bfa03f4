"""One die of the Origin page: the list of what it may be made from, and below it the die itself with words."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from bones_desktop.panels.builder.origin.origincards import CardRole, OriginCard
from bones_desktop.panels.builder.origin.originlist import OriginList
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.facelook import FaceLook
from bones_desktop.widgets.dice.facestrip import FaceStrip
from bones_desktop.widgets.text.elidedlabel import ElidedLabel
from bones_desktop.widgets.text.steadylabel import SteadyLabel


class OriginDie(QWidget):
    """Shows the card the pointer or the keyboard is at, else the chosen one with the faces as they stand."""

    picked = Signal(object)
    """The OriginCard clicked or chosen with Enter, those not allowed too."""

    def __init__(self, theme: Theme, number: int, name: str, parent: QWidget) -> None:
        """Begin with no cards; `number` is the die's, from 1, `name` what it is usually made from."""
        super().__init__(parent)
        self._theme = theme
        self._faces: tuple[FaceLook, ...] = ()
        self.heading = ElidedLabel(self)
        self.heading.set_full_text(f"{number} {name}")
        self.list = OriginList(theme, self.tr("Die {n}, {name}").format(n=number, name=name), self)
        self.heading.setBuddy(self.list)
        self._box = QFrame(self)
        self._box.setProperty("kind", "card")
        self.title = ElidedLabel(self._box)
        self.strip = FaceStrip(theme, self._box)
        self.words = SteadyLabel(3, self._box)
        self.words.setProperty("role", "muted")
        self._inside = QVBoxLayout(self._box)
        for widget in (self.title, self.strip, self.words):
            self._inside.addWidget(widget)
        self._column = QVBoxLayout(self)
        self._column.addWidget(self.heading)
        self._column.addWidget(self.list, 1)
        self._column.addWidget(self._box)
        self.list.picked.connect(self._pick)
        self.list.looked_at_changed.connect(self._show_die)
        theme.changed.connect(self._restyle)
        self._restyle()

    def refresh(self, cards: Sequence[OriginCard], faces: Sequence[FaceLook]) -> None:
        """Offer these cards; `faces` is the die as it stands now."""
        self._faces = tuple(faces)
        self.list.show_cards(cards)
        self._show_die()

    @property
    def is_chosen(self) -> bool:
        """Whether a card is chosen."""
        return self.list.chosen is not None

    def _pick(self, index: QModelIndex) -> None:
        card = index.data(CardRole.CARD)
        if isinstance(card, OriginCard):
            self.picked.emit(card)

    def _show_die(self) -> None:
        card = self.list.looked_at_card or self.list.chosen
        if card is None:
            cards = self.list.cards.rows
            self.title.set_full_text(self.tr("Nothing chosen yet"))
            self.strip.set_faces(self._faces)
            self._say("" if any(each.allowed for each in cards) else cards[0].note if cards else "", "")
        elif card.chosen:
            self.title.set_full_text(self.tr("Now: {name}").format(name=card.name))
            self.strip.set_faces(self._faces)
            self._say(card.note, card.words)
        else:
            title = self.tr("If chosen: {name}") if card.allowed else self.tr("Not allowed: {name}")
            self.title.set_full_text(title.format(name=card.name))
            self.strip.set_faces(card.slots)
            self._say(card.note, card.words if card.allowed else "")

    def _say(self, note: str, words: str) -> None:
        self.words.show_text(note or words)
        now = ", ".join(look.name for look in self._faces)
        self.strip.setAccessibleName(self.title.full_text)
        self.strip.setAccessibleDescription(now if self.strip.faces == self._faces else words)

    def _restyle(self) -> None:
        theme = self._theme
        self.heading.setFont(theme.font("serif", 16, bold=True))
        self.title.setFont(theme.font("sans", 14, bold=True))
        self.words.setFont(theme.font("sans", 12))
        self.list.setMinimumHeight(
            theme.px(40)
        )  # one card's name and faces: large text on a small screen needs no more
        pad = theme.px(10)
        self._inside.setContentsMargins(pad, theme.px(8), pad, theme.px(8))
        self._inside.setSpacing(theme.px(4))
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.px(6))
