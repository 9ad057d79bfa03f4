"""Right column of the Dice tab: search, the icons for the selected face, and the card that explains one icon."""

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QFocusEvent, QHideEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QSizePolicy, QWidget

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.pages.builder.builderedits import BuilderEdits
from bones_desktop.pages.builder.explain import Explanation, Note, explain
from bones_desktop.rules.bones.book.character import STARTING_DICE, Character, CharacterKind
from bones_desktop.rules.bones.book.characterdice import is_finished
from bones_desktop.rules.bones.book.icons import UNFILLED, Face
from bones_desktop.rules.bones.book.notation import short_name
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.making.creation import Lock, PaletteEntry, palette, slot_state
from bones_desktop.rules.bones.making.improvement import may_place, with_next_die
from bones_desktop.rules.reasons import reason
from bones_desktop.rules.records import replace
from bones_desktop.rules.typedtext import holds
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import hbox, vbox
from bones_desktop.widgets.dice.facelook import FaceLook
from bones_desktop.widgets.dice.facetile import FaceTile
from bones_desktop.widgets.dice.iconpalette import IconSearch, PaletteIcon
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.lists.line import Ground, Line, LineLook
from bones_desktop.widgets.lists.linelist import NO_KEYS, LineList
from bones_desktop.widgets.plaintext import RULE_SCHEME, plain_tip
from bones_desktop.widgets.scaled import set_lengths
from bones_desktop.widgets.spoken import Role, speak_as
from bones_desktop.widgets.text.labels import SteadyLabel, heading_label, plain_label
from bones_desktop.wording.language import _, language
from bones_desktop.wording.reasons import sentence

LOW: Final = 320
LOWEST: Final = 272
"""Heights in pixels, at 100 % text size, below which texts get shorter to leave room for rows of icons.

Below LOW, the explanation and the hint are shortened. Below LOWEST, the hint has one line.
"""
FULL: Final = 360
"""Below this height, at 100 % text size, the hint that any icon is allowed is hidden to leave room for icons."""
ELSEWHERE: Final = frozenset({Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason})
"""Reasons of focus changes that are only temporary."""


def with_die(rulebook: Rulebook, character: Character, die: int) -> Character:
    """Return the character, with the next die added if `die` is the next die that it can get (IMP-3)."""
    return character if die < len(character.dice) else with_next_die(rulebook, character)


def icon_offers(
    rulebook: Rulebook, character: Character, die: int, face: int, *, permitted: bool
) -> tuple[PaletteEntry, ...]:
    """Return the icons to show for a face. Icons that are not allowed there come with the reason.

    Their order is the same for all faces. A player's four starting dice never have masteries (MAST-3). `die` may be the
    next one to begin; `permitted` is whether the GM permits changing a finished character.
    """
    held = with_die(rulebook, character, die)
    shown = held.dice[die].faces[face]
    entries = palette(rulebook, held, die, face)
    if held.kind is CharacterKind.PLAYER and die < STARTING_DICE:
        masteries = {mastery.id for mastery in rulebook.masteries}
        entries = tuple(entry for entry in entries if entry.face.icons[0] not in masteries)
    if not is_finished(character):
        return entries

    def now(entry: PaletteEntry) -> PaletteEntry:
        # The icon that is already on the face is shown as allowed, even if it could not be placed there now.
        if entry.reason is not None or entry.face == shown:
            return entry
        why = may_place(rulebook, character, die, face, entry.face, permitted=permitted)
        return entry if why is None else replace(entry, allowed=False, reason=why)

    return tuple(map(now, entries))


def is_closed(character: Character, die: int, shown: Face, *, permitted: bool) -> bool:
    """Return whether a face of a finished character changes only with the GM's permission."""
    if permitted or not is_finished(character):
        return False
    return die < STARTING_DICE or not shown.is_unfilled


def palette_icons(rulebook: Rulebook, entries: Iterable[PaletteEntry], shown: Face) -> list[PaletteIcon]:
    """Return the palette's entries, each at its fixed place, with the icon of this face marked."""
    return [
        PaletteIcon(
            entry.face.code,
            short_name(rulebook, entry.face),
            entry.allowed,
            "" if entry.reason is None else sentence(entry.reason),
            words_of(rulebook, entry.face),
            not shown.is_unfilled and entry.face.icons == shown.icons,
        )
        for entry in entries
    ]


def words_of(rulebook: Rulebook, face: Face) -> str:
    """Return further search words for an icon: aliases, use, picture, and the skill of a mastery."""
    if not rulebook.has_icon(face.icons[0]):
        return ""  # icon of a race whose pack is missing
    icon = rulebook.icon(face.icons[0])
    skill = getattr(icon, "skill", "")
    effect = getattr(icon, "covers", getattr(icon, "effect", ""))
    words = (*icon.aliases, *getattr(icon, "words", ()), effect, getattr(icon, "sign", ""))
    return " ".join((*words, rulebook.skill(skill).name if skill else ""))


_NOTE: Final = LineLook(height=20, right=("sans", 12, False), pad=(4, 2), ground=Ground.FOCUSED, wraps=True)


class WhyCard(QWidget):
    """Shows one Explanation and the effect on the odds. A click on a note opens its rule."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.explanation: Explanation | None = None
        self._odds = ""
        self._low = False
        self.said = ""
        """The whole text, which a screen reader says when it reads the icon."""
        self._picture = speak_as(FaceTile(theme, self), Role.Graphic)
        self._picture.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._picture.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._picture.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._name = heading_label(theme, self, size=16, wrap=True)
        self._kind = plain_label(self, role="muted", wrap=True, theme=theme, size=12, rules=True)
        self.notes = LineList(theme, _("Notes on the icon"), self, _NOTE, keys=NO_KEYS, by_click=True)
        self.notes.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        set_lengths(theme, self.notes, least_height=20)  # otherwise Qt would use the scroll bar's larger minimum
        self._words = vbox(None, self._name, self._kind, theme=theme, gap=0)
        head = hbox(None, self._picture, (self._words, 1), theme=theme, gap=8)
        vbox(self, head, (self.notes, 1), margins=0, theme=theme, gap=2)
        self.notes.line_activated.connect(self._open_rule)

    @property
    def text(self) -> str:
        """The whole text below the name, a line for each note."""
        return "\n".join(line.text for line in self.notes.lines.rows)

    def hasHeightForWidth(self) -> bool:
        """Return False: the text scrolls, so the card needs no more height for more text."""
        return False

    def set_low(self, low: bool) -> None:
        """Hide the picture if `low`, and put the head in one line, so that the text has more room."""
        self._low = low
        self._words.setDirection(QBoxLayout.Direction.LeftToRight if low else QBoxLayout.Direction.TopToBottom)
        self._words.setSpacing(8 if low else 0)
        self._show_picture()

    def show_explanation(self, explanation: Explanation) -> None:
        """Explain this icon. The odds shown for the last icon are removed."""
        # The same icon explained for another face keeps the scroll position and the odds.
        if explanation == self.explanation:
            return
        if self.explanation is None or explanation.code != self.explanation.code:
            self._odds = ""
            self.notes.scrollToTop()
        self.explanation = explanation
        self._picture.set_look(FaceLook(code=explanation.code))
        self._show_picture()
        self._name.setText(explanation.name)
        self._name.setVisible(bool(explanation.name))
        self._kind.setText("  ·  ".join(part for part in (explanation.kind, explanation.rule) if part))
        self._kind.setVisible(bool(explanation.kind))
        self._show_notes()

    def show_odds(self, text: str) -> None:
        """Show the effect of the icon on the odds, "" for none."""
        if text != self._odds:
            self._odds = text
            self._show_notes()

    def _show_notes(self) -> None:
        found = self.explanation
        if found is not None:
            shown = (*found.notes[:1], found.why_not, Note(self._odds), *found.notes[1:])
            self.notes.show_lines(
                Line(note.text, right=note.rule, key=note.rule, tone=note.tone or "text", right_tone="second")
                for note in shown
                if note.text
            )
        self.said = f"{found.said if found is not None else ''} {self._odds}".strip()

    def _show_picture(self) -> None:
        self._picture.setVisible(self.explanation is not None and bool(self.explanation.code) and not self._low)

    def _open_rule(self, rule: str) -> None:
        if rule:
            QDesktopServices.openUrl(QUrl(f"{RULE_SCHEME}:{rule}"))


class PalettePanel(Guarded, QFrame):
    """Offers icons for one face.

    `picked` is emitted with the choice; `edits.refused` says why an icon is not allowed.
    """

    picked = Signal(object)
    """Emitted with the Face that was picked."""
    face_explained = Signal(int, int, object)
    """Emitted with the indices of die and face, and with the Face that is explained now: the one under the pointer, or
    the one on the die; None for none."""
    leave_requested = Signal()
    """Emitted to return to the dice."""

    def __init__(
        self, document: CharacterDocument, theme: Theme, edits: BuilderEdits, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setProperty("kind", "card")
        self._document = document
        self._edits = edits
        self._theme = theme
        self._entries: dict[str, PaletteEntry] = {}
        self._owner = ""
        self._place = (0, 0)
        self._shown = UNFILLED
        self._subject: tuple[int, int, Face] | None = None
        self._hint = self._short_hint = ""
        self._any = False
        self._heading = heading_label(theme, self, size=16)
        self.hint = SteadyLabel(2, self, "muted", theme=theme, size=12)
        self.icons = IconSearch(theme, self, self._heading, self.hint, may_be_bare=True)
        self.icons.elsewhere = self._elsewhere
        self.model, self.view, self.search = self.icons.model, self.icons.view, self.icons.search
        self.view.setProperty("kind", "bare")
        self.line = QFrame(self)
        self.line.setProperty("kind", "well")
        self.line.setFixedHeight(1)
        self.why = WhyCard(theme, self)
        set_lengths(theme, self.why, least_height=64, most_height=320)
        parts = ((self.icons, 1), self.line, (self.why, 1))
        self._column = vbox(self, *parts, theme=theme, gap=6, edges=(12, 12, 8, 12))
        self._share()
        for part in (self.icons, self.why):
            part.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.search.textChanged.connect(self._point_back)
        self.search.installEventFilter(self)
        self.view.viewport().installEventFilter(self)
        self.view.installEventFilter(self)
        self.view.picked.connect(self._picked)
        self.view.icon_hovered.connect(self._pointed)
        self.icons.leave_requested.connect(self._leave)
        theme.changed.connect(self._fit)
        self._fit()

    def show_face(self, die: int, face: int) -> None:
        """Offer the icons for a face. Also called after the character changed.

        The icon under the pointer is explained until the face gets another icon.
        """
        document = self._document
        character = with_die(document.rulebook, document.character, die)
        if die >= len(character.dice):
            self._entries = {}
            self.model.set_icons(())
            self._heading.clear()
            self._hint = self._short_hint = ""
            self._fit()
            self._explain(None)
            return
        shown = character.dice[die].faces[face]
        moved = (character.id, (die, face), shown) != (self._owner, self._place, self._shown)
        self._owner, self._place, self._shown = character.id, (die, face), shown
        entries = icon_offers(document.rulebook, document.character, die, face, permitted=self._edits.permitted)
        self._entries = {entry.face.code: entry for entry in entries}
        self.model.set_icons(palette_icons(document.rulebook, entries, shown))
        self._heading.setText(_("Die {die}, face {face}").format(die=die + 1, face=face + 1))
        slot = slot_state(document.rulebook, character, die, face)
        hint = self._short_hint = sentence(slot.reason)
        self._any = self.offers_all and slot.lock is Lock.OPEN
        if slot.lock is not Lock.FIXED and is_closed(document.character, die, shown, permitted=self._edits.permitted):
            hint = self._short_hint = _("Finished: changes with the GM's permission.")
            self._any = False
        if self.offers_all:
            hint = _("{hint} Pick the same icon again to double or triple it.").format(hint=hint)
        self._hint = hint
        self._share()
        self._fit()
        subject = self._subject
        # Explain the selected face if the selection has moved, or the explained icon is no longer offered.
        if moved or subject is None or subject[:2] != (die, face) or subject[2].code not in self._entries:
            self._explain((die, face, shown))
        else:
            self._explain(subject)

    def point_at_face(self, die: int, face: int) -> None:
        """Explain the icon on the face under the pointer; for a die below 0, the selected face again."""
        dice = self._document.character.dice
        if 0 <= die < len(dice):
            self._explain((die, face, dice[die].faces[face]))
        else:
            self._point_back()

    def show_odds(self, text: str) -> None:
        """Show on the card the effect of the explained icon on the odds, "" for none."""
        self.why.show_odds(text)
        self.view.setAccessibleDescription(self.why.said)

    def start_search(self, text: str = "") -> None:
        """Focus the search with `text` as its first letters; without text, focus the grid."""
        self.icons.start(text)
        self._point_back()  # the view emits nothing if the same row was current for the previous face

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Use the short form of the explanation if there is little height."""
        super().resizeEvent(event)
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Explain the current icon again when the pointer or the focus leaves the icons."""
        gone = QEvent.Type.Leave if watched is self.view.viewport() else QEvent.Type.FocusOut
        if event.type() == gone and not (isinstance(event, QFocusEvent) and event.reason() in ELSEWHERE):
            self._point_back()
        return super().eventFilter(watched, event)

    def hideEvent(self, event: QHideEvent) -> None:
        """Clear the search when the tab is left."""
        super().hideEvent(event)
        # Minimising the window hides the tab, too, and must not lose the search.
        if not event.spontaneous():
            self.search.clear()

    def _standing(self) -> Face:
        die, face = self._place
        return self._held(die).dice[die].faces[face]

    def _held(self, die: int) -> Character:
        return with_die(self._document.rulebook, self._document.character, die)

    def _elsewhere(self, text: str) -> str:
        """Return why a mastery with the searched name is not offered here; "" if no mastery has that name (MAST-3)."""
        document = self._document
        if document.character.kind is not CharacterKind.PLAYER or self._place[0] >= STARTING_DICE:
            return ""
        found = next(
            (mastery for mastery in document.rulebook.masteries if holds(mastery.name, text, language())), None
        )
        why = None if found is None else reason("mastery-fifth-die", "MAST-3", mastery=found.name)
        return "" if why is None else sentence(why)

    def _picked(self, icon: object) -> None:
        if not isinstance(icon, PaletteIcon):
            return
        entry = self._entries[icon.code]
        self._explain((*self._place, entry.face))
        if entry.reason is not None:
            # An icon that is not allowed can be clicked to learn why.
            self._edits.refused.emit(entry.reason)
        else:
            self.picked.emit(entry.face)

    def _pointed(self, icon: object) -> None:
        if isinstance(icon, PaletteIcon) and icon.code in self._entries:
            self._explain((*self._place, self._entries[icon.code].face))

    def _point_back(self) -> None:
        """Explain the current icon, or else the icon on the selected face."""
        row = self.view.currentIndex()
        if self.search.hasFocus() and self.search.text():
            row = self.model.index(self.model.first_allowed())
        icon = self.model.at(row) if self.view.hasFocus() or self.search.hasFocus() else None
        if icon is not None:
            self._pointed(icon)
        elif self._place[0] < len(self._held(self._place[0]).dice):
            self._explain((*self._place, self._standing()))

    def _leave(self) -> None:
        self.leave_requested.emit()
        self._point_back()

    def _explain(self, subject: tuple[int, int, Face] | None) -> None:
        self._subject = subject
        if subject is None or subject[2].is_unfilled:
            text = _("Point at an icon to read what it does.")
            self.why.show_explanation(Explanation("", "", notes=(Note(text, tone="muted"),)))
        else:
            self.why.show_explanation(self._explanation(*subject))
        self.view.setAccessibleDescription(self.why.said)
        if subject is None or subject[0] >= len(self._document.character.dice):
            self.face_explained.emit(*self._place, None)
        else:
            self.face_explained.emit(*subject)

    def _explanation(self, die: int, face: int, shown: Face) -> Explanation:
        document = self._document
        entry = self._entries.get(shown.code) if (die, face) == self._place else None
        refused = entry.reason if entry is not None else None
        found = explain(document.rulebook, self._held(die), document.sheet, die, face, shown, refused=refused)
        if (die, face) == self._place:
            return found
        where = _("Die {die}, face {face}").format(die=die + 1, face=face + 1)
        return replace(found, kind=f"{where}  ·  {found.kind}" if found.kind else where)

    @property
    def offers_all(self) -> bool:
        """True if any icon is allowed here, so that the palette needs more room."""
        return self._document.character.kind is not CharacterKind.PLAYER

    def _share(self) -> None:
        """Share the height between the icons and the explanation. Both may scroll."""
        icons = 74 if self.offers_all else 64
        self._column.setStretchFactor(self.icons, icons)
        self._column.setStretchFactor(self.why, 100 - icons)

    def _fit(self) -> None:
        low = self.height() < self._theme.px(LOW)
        self.why.set_low(low)
        self.hint.set_lines(1 if self.height() < self._theme.px(LOWEST) else 2)
        self.hint.setHidden(self._any and self.height() < self._theme.px(FULL))
        self.hint.show_text(self._short_hint if low else self._hint)
        self.hint.setToolTip(plain_tip(self._hint))
        # The size policy ignores the preferred height, and then Qt ignores `minimumSizeHint` too.
        self.icons.setMinimumHeight(self.icons.minimumSizeHint().height())
