"""Cards for templates and races: their texts, model and painter, and a list for keys and mouse."""

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from typing import Final

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetricsF, QHideEvent, QKeyEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem, QWidget

from bones_desktop.pages.builder.offers import HUMAN, ordered_choices, origin_name
from bones_desktop.rules.bones.book.character import Character, MakingMode
from bones_desktop.rules.bones.book.fields import FACES
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.rulebook import FaceSlot, Rulebook
from bones_desktop.rules.bones.making.creation import APTITUDE_FACE, APTITUDES, OriginChoice
from bones_desktop.rules.reasons import Reason
from bones_desktop.rules.records import Record
from bones_desktop.theme.measures import CARD_RADIUS
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.choice.choicepopup import PickList
from bones_desktop.widgets.dice.dienet import either
from bones_desktop.widgets.dice.facelook import FaceLook, open_look, paint_face
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.rows import ROW_ROLE, Index, RowDelegate, RowModel, draw_text, narrowed, paint_badge, write
from bones_desktop.wording.language import _, ngettext
from bones_desktop.wording.names import icon_effect
from bones_desktop.wording.reasons import sentence

_MARGIN: Final = 3
_PAD: Final = 10
_GAP: Final = 6
_SIDE: Final = 32
_LARGEST: Final = 44
_TICK: Final = 16
_DIM: Final = 0.45
_WRAP: Final = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)


class OriginCard(Record):
    """One choice. All texts are ready for display; `key` is "" for a name without a template."""

    key: str
    name: str
    note: str = ""
    """The reason why the choice is not allowed; if it is allowed, the point to agree on with the GM."""
    brief: str = ""
    """The note in the few words that fit on a card; "" if `note` is short enough."""
    allowed: bool = True
    badge: str = ""
    slots: tuple[FaceLook, ...] = ()
    """The six faces of a template, or the one face that a race brings."""
    words: str = ""
    """The choices left open by the faces of a template, in words; for a race, its effect."""
    fixed: str = ""
    """The fixed faces with the meaning of their icons, one line for each."""
    chosen: bool = False
    said: str = ""
    """Text for screen readers."""


class OriginCardModel(RowModel[OriginCard]):
    """The cards in the given order."""

    def set_cards(self, cards: Sequence[OriginCard]) -> None:
        """Show these cards. If the list already has the same cards in the same order, only their state changes."""
        self._update(cards, _identity)

    def row_of(self, card: OriginCard) -> int:
        """Return the current row of the same card; -1 when it is not shown."""
        wanted = _identity(card)
        return next((row for row, each in enumerate(self.rows) if _identity(each) == wanted), -1)

    def _text(self, card: OriginCard) -> str:
        return card.name

    def _tip(self, card: OriginCard) -> str:
        return "\n".join(part for part in (card.note, card.fixed, card.words, card.badge) if part)

    def _spoken(self, card: OriginCard) -> str:
        return card.said


def _identity(card: OriginCard) -> tuple[str, str]:
    return card.key, card.name


class OriginCardDelegate(RowDelegate[OriginCard]):
    """Paints cards. A card that is not allowed is dimmed, except the line that gives the reason."""

    def __init__(self, theme: Theme, view: "OriginList") -> None:
        super().__init__(theme, view)
        self._view = view

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the size of one card, as wide as the list."""
        card = index.data(ROW_ROLE)
        if not isinstance(card, OriginCard):
            return QSize()
        px, width = self._theme.px, self._view.card_width
        inner = width - 2 * px(_MARGIN + _PAD)
        height = 2 * px(_MARGIN + 8) + self._name_height(card, inner)
        if card.slots:
            height += px(_GAP) + max(self._side(inner, len(card.slots)), self._beside(card, inner))
        return QSize(width, height + (px(4) + self._height(12) if card.note else 0))

    def _paint(self, painter: QPainter, option: QStyleOptionViewItem, card: OriginCard) -> None:
        """Paint the card."""
        px = self._theme.px
        row = QRectF(option.rect)
        row.setWidth(self._view.card_width)
        outside = row.adjusted(px(_MARGIN), px(_MARGIN), -px(_MARGIN), -px(_MARGIN))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._ground(painter, outside, card, option.state)
        inner = outside.adjusted(px(_PAD), px(8), -px(_PAD), -px(8))
        name = self._name_height(card, inner.width())
        self._name(painter, QRectF(inner.left(), inner.top(), inner.width(), name), card)
        self._slots(painter, inner.adjusted(0, name + px(_GAP), 0, 0), card)
        if card.note:
            inner.setTop(inner.bottom() - self._height(12))
            refused = "bad" if card.chosen else "muted"
            # "second" is the colour for the effect of a click.
            tone = refused if not card.allowed else "warn" if card.slots else "second"
            write(painter, inner, card.brief or card.note, self._theme.font("sans", 12), self._theme.color(tone))

    def _ground(self, painter: QPainter, outside: QRectF, card: OriginCard, state: QStyle.StateFlag) -> None:
        theme = self._theme
        hovered = bool(state & QStyle.StateFlag.State_MouseOver) and card.allowed
        current = bool(state & QStyle.StateFlag.State_Selected) and bool(state & QStyle.StateFlag.State_HasFocus)
        width = 2 if current or card.chosen else 1
        painter.setPen(QPen(theme.color("focus" if current else "second" if card.chosen else "line"), width))
        raised = hovered or card.chosen
        painter.setBrush(theme.color("raised" if raised else "surface" if card.allowed else "ground"))
        half, radius = width / 2, theme.px(CARD_RADIUS)
        painter.drawRoundedRect(outside.adjusted(half, half, -half, -half), radius, radius)

    def _name(self, painter: QPainter, row: QRectF, card: OriginCard) -> None:
        """Write the name, and after it the badge, if the name leaves room for it. The tip has the badge too."""
        theme, font = self._theme, self._theme.font("sans", 14, bold=True)
        if card.chosen:
            side = theme.px(_TICK)
            at = QRectF(row.right() - side, row.center().y() - side / 2, side, side)
            theme.icon("check").paint(painter, at.toAlignedRect())
            row.adjust(0, 0, -side - theme.px(4), 0)
        badge = QFontMetricsF(theme.font("sans", 12)).horizontalAdvance(card.badge) + theme.px(10)
        if card.badge and QFontMetricsF(font).horizontalAdvance(card.name) + theme.px(8) + badge <= row.width():
            frame = QRectF(row.right() - badge, row.center().y() - self._height(12) / 2, badge - 1, self._height(12))
            paint_badge(painter, theme, frame, card.badge)
            row.adjust(0, 0, -badge - theme.px(8), 0)
        colour = theme.color("text" if card.allowed else "muted")
        if row.height() > self._height(14):
            painter.setFont(font)
            painter.setPen(colour)
            painter.drawText(row, _WRAP, card.name)
        else:
            write(painter, row, card.name, narrowed(font, card.name, row.width()), colour)

    def _slots(self, painter: QPainter, room: QRectF, card: OriginCard) -> None:
        theme, side = self._theme, self._side(room.width(), len(card.slots))
        painter.setOpacity(1.0 if card.allowed else _DIM)
        for place, slot in enumerate(card.slots):
            paint_face(painter, QRectF(room.left() + place * (side + theme.px(4)), room.top(), side, side), slot, theme)
        painter.setOpacity(1.0)
        if len(card.slots) == 1:
            beside = room.adjusted(side + theme.px(10), 0, 0, 0)
            beside.setHeight(max(side, self._beside(card, room.width())))
            painter.setFont(theme.font("sans", 14))
            painter.setPen(theme.color("text"))
            draw_text(painter, beside, Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignVCenter, card.words)

    def _side(self, width: float, faces: int) -> int:
        px = self._theme.px
        if faces < FACES:
            return px(_LARGEST)
        # Each of the six faces gets a ninth of the width, so that a wide list does not show huge faces.
        comfortable = min(px(_LARGEST), max(px(_SIDE), int(width / 9)))
        return min(comfortable, int((width - (FACES - 1) * px(4)) / FACES))

    def _beside(self, card: OriginCard, width: float) -> int:
        """Return the height of the text next to a single face; 0 for six faces."""
        if len(card.slots) != 1:
            return 0
        # Qt measures wrapped text only within a rectangle, so use one that is high enough for any text.
        room = QRectF(0, 0, max(1.0, width - self._theme.px(_LARGEST + 10)), 10_000)
        metrics = QFontMetricsF(self._theme.font("sans", 14))
        return int(metrics.boundingRect(room, Qt.TextFlag.TextWordWrap, card.words).height()) + 1

    def _name_height(self, card: OriginCard, width: float) -> int:
        """Return the height of the name, of two lines if it is broken where it does not fit beside the tick."""
        line = self._height(14)
        room = QRectF(0, 0, max(1.0, width - self._theme.px(_TICK + 4)), 2 * line)
        needed = QFontMetricsF(self._theme.font("sans", 14, bold=True)).boundingRect(room, _WRAP, card.name)
        return 2 * line if needed.height() > line and room.contains(needed) else line

    def _height(self, size: int) -> int:
        """Return the height of a line in a font size."""
        return int(QFontMetricsF(self._theme.font("sans", size, bold=size == 14)).height()) + 1


class OriginList(Guarded, PickList):
    """The cards below one another. `side_arrow_pressed` is emitted with -1 for left, 1 for right."""

    side_arrow_pressed = Signal(int)
    looked_at_changed = Signal()
    """Emitted when the pointer or the keyboard focus has moved to another card, or to none."""

    def __init__(self, theme: Theme, name: str, parent: QWidget) -> None:
        """`name` is the accessible name."""
        super().__init__(parent)
        self.cards = OriginCardModel(self)
        self.setModel(self.cards)
        self.setItemDelegate(OriginCardDelegate(theme, self))
        self.setProperty("kind", "bare")
        self.setAccessibleName(name)
        self._pointed = QPersistentModelIndex()
        self.entered.connect(self._point)
        # After a reset, the index under the pointer is invalid.
        self.cards.modelReset.connect(self._point_nowhere)
        theme.changed.connect(self.scheduleDelayedItemsLayout)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the cards out for the new width, and keep the current one visible."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.doItemsLayout()
        self.scrollTo(self.currentIndex())

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Emit `looked_at_changed`."""
        super().focusInEvent(event)
        self.looked_at_changed.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Emit `looked_at_changed`."""
        super().focusOutEvent(event)
        self.looked_at_changed.emit()

    @property
    def card(self) -> OriginCard | None:
        """The current card."""
        return self.cards.at(self.currentIndex())

    @property
    def looked_at_card(self) -> OriginCard | None:
        """The card under the pointer, else the current one while the list has focus."""
        pointed = self.cards.at(self._pointed)
        return pointed if pointed is not None else self.card if self.hasFocus() else None

    @property
    def chosen(self) -> OriginCard | None:
        """The chosen card."""
        return next((card for card in self.cards.rows if card.chosen), None)

    @property
    def card_width(self) -> int:
        """The width of the cards. It does not depend on the scroll bar, so that the bar changes no card's height."""
        return max(1, self.width() - self.verticalScrollBar().sizeHint().width())

    def show_cards(self, cards: Sequence[OriginCard]) -> None:
        """Show these cards. The current card is kept while the list has focus.

        Otherwise the chosen card, or the first allowed one, becomes current and visible.
        """
        before = self.card if self.hasFocus() else None
        shown = self.cards.rows
        self.cards.set_cards(cards)
        row = self.cards.row_of(before) if before is not None else -1
        if row >= 0:
            self.setCurrentIndex(self.cards.index(row))
        elif cards and (self.cards.rows != shown or not self.currentIndex().isValid()):
            self._begin()

    def hideEvent(self, event: QHideEvent) -> None:
        """Make the chosen card current again, so that the next showing begins with it."""
        super().hideEvent(event)
        if self.cards.rows:
            self._begin()

    def _begin(self) -> None:
        """Go to the chosen card, or to the first allowed one."""
        cards = self.cards.rows
        allowed = next((row for row, card in enumerate(cards) if card.allowed), 0)
        chosen = next((row for row, card in enumerate(cards) if card.chosen), allowed)
        self.setCurrentIndex(self.cards.index(chosen))
        # Scroll from the top, so that the cards above the current one are visible if all fit.
        self.scrollToTop()
        self.scrollTo(self.currentIndex())

    def leaveEvent(self, event: QEvent) -> None:
        """Emit `looked_at_changed`, because the pointer has left."""
        super().leaveEvent(event)
        self._point_nowhere()

    def _point_nowhere(self) -> None:
        self._point(QModelIndex())

    def _point(self, index: QModelIndex) -> None:
        self._pointed = QPersistentModelIndex(index)
        self.looked_at_changed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move to the list on the left or right with the left and right arrow keys. Other keys work as in any list."""
        # After a key press, the keyboard decides the card that is looked at, not the resting pointer.
        if self._pointed.isValid():
            self._point_nowhere()
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if step is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
        else:
            self.side_arrow_pressed.emit(step)


MAKE_TEMPLATE: Final = "+template"
"""Key of the card that leads to the house templates."""


def origin_cards(rulebook: Rulebook, character: Character, die: int, printed_only: bool) -> tuple[OriginCard, ...]:
    """Return the templates for a starting die, each with its faces, and with the reason if it is not allowed.

    Names without a template share one card, MAKE_TEMPLATE, at the end (AMB-87).
    """
    chosen = character.dice[die].template if die < len(character.dice) else ""
    choices = ordered_choices(rulebook, character, die, printed_only)
    bare = [each.name for each in choices if _is_bare(each)]
    cards = [
        _card(rulebook, character, die, choice, choice.template_id == chosen != "")
        for choice in choices
        if not _is_bare(choice)
    ]
    return (*cards, _bare_card(bare)) if bare else tuple(cards)


def _is_bare(choice: OriginChoice) -> bool:
    return choice.reason is not None and choice.reason.code == "no-template"


def _bare_card(names: Sequence[str]) -> OriginCard:
    listed = ", ".join(names)
    name = ngettext("{names}: no dice", "{n} more: no dice", len(names)).format(names=listed, n=len(names))
    note = _("{names}. Choose this to make a house template.").format(names=listed)
    return OriginCard(MAKE_TEMPLATE, name, note, _("Make a template…"), words=listed, said=f"{name}. {note}")


def _card(rulebook: Rulebook, character: Character, die: int, choice: OriginChoice, chosen: bool) -> OriginCard:
    name = origin_name(choice, die)
    note = "" if choice.reason is None else sentence(choice.reason)
    badge = _("house rule") if choice.house else ""
    slots: tuple[FaceSlot, ...] = ()
    if rulebook.has_template(choice.template_id):
        slots = _worn(rulebook.template(choice.template_id).slots, character)
    words = slot_words(rulebook, slots)
    open_words = slot_words(rulebook, slots, only_open=True)
    state = _("chosen") if chosen else "" if choice.allowed else _("not allowed")
    said = ", ".join(part for part in (name, badge, state) if part)
    said = ". ".join(part.rstrip(".") for part in (said, note, words) if part)
    looks = tuple(_look(rulebook, slot) for slot in slots)
    brief = "" if choice.reason is None else brief_reason(choice.reason)
    return OriginCard(
        choice.template_id, name, note, brief, choice.allowed, badge, looks, open_words,
        fixed_words(rulebook, slots), chosen, said,
    )  # fmt: skip


def brief_reason(reason: Reason) -> str:
    """Return a short form of the reason for a card, or "" if the full sentence already fits."""
    brief = {
        "culture-not-here": _("Its culture is missing"),
        "background-not-here": _("Its background is missing"),
        "background-not-open": _("Not open to {culture}"),
        "occupation-not-open": _("Not open to {background}"),
        "occupation-not-after": _("Not open to {first}"),
        "occupation-forbidden": _("Forbidden by {culture}"),
        "occupation-not-here": _("Its first occupation is missing"),
        "template-of-missing-pack": _("The pack {pack} is missing"),
        "template-not-in-pack": _("Not in the pack {pack}"),
        "template-unknown": _("Unknown template"),
        "no-template": _("The rulebook has no template"),
    }
    return brief.get(reason.code, "").format(**dict(reason.values))


def _worn(slots: tuple[FaceSlot, ...], character: Character) -> tuple[FaceSlot, ...]:
    """Return the slots with the icon of the character's race on face 2, if the race has one (RACE-1)."""
    if not character.racial_icon:
        return slots
    racial = FaceSlot((Face((character.racial_icon,)),))
    return (*slots[:APTITUDE_FACE], racial, *slots[APTITUDE_FACE + 1 :])


def _look(rulebook: Rulebook, slot: FaceSlot) -> FaceLook:
    codes = tuple(option.code for option in slot.options)
    return open_look(codes, free=slot.free, tip=_slot_text(rulebook, slot))


def _slot_text(rulebook: Rulebook, slot: FaceSlot) -> str:
    return _("any skill") if slot.free else either(rulebook, slot.options)


def slot_words(rulebook: Rulebook, slots: Sequence[FaceSlot], *, only_open: bool = False) -> str:
    """Return the icons possible on each face but the first: "Face 2: Physical · Faces 5 and 6: any skill".

    `only_open` leaves out fixed faces.
    """
    parts = []
    # Face 1 is left out, because it is Universal on every die.
    shown = [(number, slot) for number, slot in enumerate(slots, 1) if number > 1 and not (only_open and slot.is_fixed)]
    texts = [(number, _slot_text(rulebook, slot)) for number, slot in shown]
    for text, group in groupby(texts, key=itemgetter(1)):
        numbers = [number for number, _text in group]
        if len(numbers) == 1:
            parts.append(_("Face {n}: {what}").format(n=numbers[0], what=text))
        else:
            these, last = ", ".join(map(str, numbers[:-1])), numbers[-1]
            parts.append(_("Faces {these} and {last}: {what}").format(these=these, last=last, what=text))
    return " · ".join(parts)


def fixed_words(rulebook: Rulebook, slots: Sequence[FaceSlot]) -> str:
    """Return a line for each fixed face.

    The line of a sign that is not a skill includes the effect of the sign.
    """
    lines = []
    for number, slot in enumerate(slots, 1):
        if slot.is_fixed:
            text = _("Face {n}: {what}").format(n=number, what=_slot_text(rulebook, slot))
            icon = slot.options[0].icons[0]
            does = getattr(rulebook.icon(icon), "effect", "") if rulebook.has_icon(icon) else ""
            lines.append(f"{text}. {does}".strip() if does else text)
    return "\n".join(lines)


def race_cards(rulebook: Rulebook, character: Character, printed_only: bool) -> tuple[OriginCard, ...]:
    """Return the races, human first, each with its effect (RACE-1..5)."""
    words = _("Physical or Mental on face 2, as you choose for each die.")
    both = open_look(tuple(option.code for option in APTITUDES))
    human = not character.racial_icon
    said = _race_said(_("Human"), "", words, human)
    cards = [OriginCard(HUMAN, _("Human"), slots=(both,), words=words, chosen=human, said=said)]
    for race in rulebook.races_offered(character.racial_icon, printed_only=printed_only):
        chosen = character.racial_icon == race.id
        words, badge = icon_effect(rulebook, race), _("house rule") if race.house else ""
        said = _race_said(race.name, badge, words, chosen)
        slots = (FaceLook(race.id),)
        cards.append(OriginCard(race.id, race.name, badge=badge, slots=slots, words=words, chosen=chosen, said=said))
    return tuple(cards)


def _race_said(name: str, badge: str, words: str, chosen: bool) -> str:
    head = ", ".join(part for part in (name, badge, _("chosen") if chosen else "") if part)
    return f"{head}. {words}"


def mode_text(mode: MakingMode) -> str:
    """Return one sentence that explains a way of making characters (AMB-89)."""
    return {
        MakingMode.COLD_IRON: _(
            "Each choice makes a die; you choose its free faces. House rule: written for this program, not in the book."
        ),
        MakingMode.CORE: _(
            "No templates: face 2 is Physical, Mental or the icon of a race, faces 3 to 6 are any skill."
        ),
    }[mode]
