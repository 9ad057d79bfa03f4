"""The Dice tab: the dice as unfolded nets, with templates on the left and icons on the right.

Faces and dice can be copied and pasted through the clipboard.
"""

from collections.abc import Sequence
from functools import partial
from typing import Final, Literal

from PySide6.QtCore import QEvent, QMimeData, QPoint, Qt, Signal
from PySide6.QtGui import QFocusEvent, QGuiApplication
from PySide6.QtWidgets import QInputDialog, QSizePolicy, QSpinBox, QWidget

from bones_desktop.desk.keymap import KeyShortcut
from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.pages.builder.offers import OWN
from bones_desktop.pages.builder.originchanger import OriginChanger, OriginColumn, wants_template
from bones_desktop.pages.builder.palettepanel import PalettePanel
from bones_desktop.pages.builder.skillstrip import SkillStrip
from bones_desktop.rules.bones.book.character import CharacterDie, CharacterKind, SheetPlace, SheetSection
from bones_desktop.rules.bones.book.fields import MOST_COUNTED
from bones_desktop.rules.bones.book.icons import UNFILLED, UNIVERSAL, Face
from bones_desktop.rules.bones.book.icons import face as face_of
from bones_desktop.rules.bones.book.notation import face_name, write_faces
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.making.edits import own_die
from bones_desktop.rules.bones.making.improvement import may_place
from bones_desktop.rules.bones.making.originchange import PastedDie, read_pasted
from bones_desktop.rules.reasons import RulesError, refuse
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import hbox, vbox
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.dice.cube import DiceCube
from bones_desktop.widgets.dice.diceboard import CarriedDie, DiceBoard, carried_die, carried_face, die_mime, face_mime
from bones_desktop.widgets.dice.dienet import MANY, net_looks
from bones_desktop.widgets.dice.facelook import FaceLook
from bones_desktop.widgets.layouts import Fitting
from bones_desktop.widgets.localized import reads_numbers
from bones_desktop.widgets.popups import Popup, rest_when_closed
from bones_desktop.wording.keys import keys_of
from bones_desktop.wording.language import _


class DiceClipboard:
    """Copies, cuts and pastes faces and dice of the open character. Each paste is one step."""

    def __init__(self, document: CharacterDocument, changer: OriginChanger) -> None:
        """`changer` pastes whole dice, because a pasted die can change the icons allowed on other dice."""
        self._document = document
        self._changer = changer
        self._edits = changer.edits

    def copy_face(self, die: int, face: int) -> bool:
        """Put a face on the clipboard and return True. An empty face is refused."""
        try:
            shown = own_die(self._document.character, die).faces[face]
            QGuiApplication.clipboard().setMimeData(copied_face(self._document.rulebook, shown))
        except RulesError as error:
            self._edits.refused.emit(error.reason)
            return False
        return True

    def copy_die(self, die: int) -> None:
        """Put a whole die on the clipboard."""
        try:
            copied = own_die(self._document.character, die)
        except RulesError as error:
            self._edits.refused.emit(error.reason)
        else:
            QGuiApplication.clipboard().setMimeData(copied_die(self._document.rulebook, copied))

    def cut_face(self, die: int, face: int) -> None:
        """Put a face on the clipboard and empty it."""
        if self.copy_face(die, face):
            self._edits.clear(die, face, _("Cut a face"))

    def paste(self, die: int, face: int) -> None:
        """Replace this face with the face on the clipboard, or this whole die with the die on the clipboard."""
        dice = self._document.character.dice
        onto = dice[die] if die < len(dice) else CharacterDie()
        try:
            found = pasted(self._document.rulebook, QGuiApplication.clipboard().mimeData(), onto)
        except RulesError as error:
            self._edits.refused.emit(error.reason)
            return
        if isinstance(found, Face):
            self._edits.put(die, face, found, _("Paste a face"))
        else:
            self._changer.paste_die(die, found)


def copied_face(rulebook: Rulebook, shown: Face) -> QMimeData:
    """Return a face for the clipboard. Raise RulesError if the face is empty."""
    if shown.is_unfilled:
        raise refuse("nothing-to-copy")
    return face_mime(shown.code, face_name(rulebook, shown))


def copied_die(rulebook: Rulebook, die: CharacterDie) -> QMimeData:
    """Return a whole die for the clipboard, with its text in the notation of the rulebook's stat blocks."""
    carried = CarriedDie(die.template, die.printed, tuple(shown.code for shown in die.faces))
    return die_mime(carried, write_faces(rulebook, die.faces))


def pasted(rulebook: Rulebook, mime: QMimeData | None, onto: CharacterDie) -> Face | PastedDie:
    """Return the face or die in `mime`, to be put on the die `onto`. Raise RulesError for text that is not understood.

    Data copied by this program are taken unchanged. Anything else is read as text.
    """
    if mime is None:
        raise refuse("nothing-to-paste")
    code, die = carried_face(mime), carried_die(mime)
    try:
        if code:
            return face_of(code)
        if die is not None:
            return PastedDie(tuple(face_of(each) for each in die.faces), die.template, die.printed)
    except ValueError:
        pass  # the text copied together with the unusable data may still be readable
    return read_pasted(rulebook, mime.text(), beastly=any(shown.has(UNIVERSAL) for shown in onto.faces))


SIDE = 240
"""Side of the cube's widget in pixels at 100 % text size."""
SMALLEST_CUBE: Final = 80
"""Smallest side in pixels at which the pictures on the large die can be recognised."""
FIRST_BOUGHT: Final = 2
"""Index of the face for which icons are offered when a new die is begun."""
CUBE_SHARE: Final = 22
"""Largest share of the height for the cube, in per cent."""


class CubePopup(Popup):
    """Shows one die until Escape or a click elsewhere. Picking a face closes it."""

    face_picked = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, _("The die in hand"), parent)
        rest_when_closed(self)
        self.cube = DiceCube(theme, self)
        self.cube.face_picked.connect(self._picked)
        vbox(self, self.cube)
        self.setFocusProxy(self.cube)

    def open_over(self, widget: QWidget, faces: Sequence[FaceLook], face: int) -> None:
        """Show the die with one face in front, in the middle of `widget` and within its screen."""
        side = self._theme.px(SIDE)
        room = widget.screen().availableGeometry()
        # A die may be larger than a small screen at a large text size.
        side = min(side, room.width(), room.height())
        self.cube.setFixedSize(side - self._theme.px(24), side - self._theme.px(24))
        self.cube.set_faces(faces)
        self.cube.set_face(face)
        self.resize(side, side)
        middle = widget.mapToGlobal(widget.rect().center()) - QPoint(side // 2, side // 2)
        # Kept within the screen: a window system may cut a popup off at its edge.
        self.move(
            max(room.left(), min(middle.x(), room.right() - side)),
            max(room.top(), min(middle.y(), room.bottom() - side)),
        )
        self.show()
        self.cube.setFocus(Qt.FocusReason.PopupFocusReason)

    def _picked(self, face: int) -> None:
        self.close()
        self.face_picked.emit(face)


class DicePage(Fitting):
    """Shows and edits the dice of one character. One face is selected."""

    def __init__(
        self, document: CharacterDocument, theme: Theme, changer: OriginChanger, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._theme = theme
        self._changer = changer
        self._edits = edits = changer.edits
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.origin = OriginColumn(document, theme, changer, self)
        self.board = DiceBoard(theme, _("There are no dice yet. Add the first one on the left."), self)
        self.board.allowed = self._may_stand
        self.clipboard = DiceClipboard(document, changer)
        self.palette_panel = PalettePanel(document, theme, edits, self)
        self.cube = DiceCube(theme, self)
        self.in_hand = CubePopup(theme, self)
        KeyShortcut("build.turn", self, self.take_in_hand, Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self.board.add_to_menu(f"{_('Turn the die in hand…')}\t{keys_of('build.turn')}", self.take_in_hand)
        self._left = vbox(None, (self.origin, 1), self.cube, theme=theme, gap=8)
        # The list of problems scrolls, so it takes only the room that is left.
        self.origin.problems.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.strip = SkillStrip(document, theme, self)
        self._row = hbox(None, self._left, (self.board, 1), self.palette_panel, theme=theme, gap=12)
        self._column = vbox(self, (self._row, 1), self.strip, theme=theme, gap=8, margins=0)
        self._connect()
        theme.changed.connect(self._restyle)
        self._restyle()

    def refresh(self) -> None:
        """Show the current character."""
        document = self._document
        self.board.set_looks(net_looks(document.rulebook, document.character, document.sheet, document.problems))
        self.palette_panel.show_face(self.board.die, self.board.face)
        self.origin.refresh(self.board.die)
        self.strip.refresh()
        self._mark_skill()
        self._show_in_hand()
        self._fit()
        for part in (self.origin, self.palette_panel):
            part.setEnabled(not document.read_only)

    def go_to_first_empty(self) -> None:
        """Select the first empty face, or the first of all if none is empty."""
        self.board.select(*next(iter(self._empty_faces()), (0, 0)))

    def go_to_next_empty(self, *, after: int = 1) -> bool:
        """Select the next empty face, and return whether there is one.

        The search begins `after` steps from the selected face (0 includes it) and continues at the first face after the
        last.
        """
        empty, here = self._empty_faces(), (self.board.die, self.board.face + after)
        if empty:
            self.board.select(*next((place for place in empty if place >= here), empty[0]), focus=True)
        return bool(empty)

    def _empty_faces(self) -> list[tuple[int, int]]:
        """Return die and face of every empty face, in their order."""
        dice = enumerate(self._document.character.dice)
        return [(die, face) for die, held in dice for face, shown in enumerate(held.faces) if shown.is_unfilled]

    def show_place(self, place: SheetPlace) -> None:
        """Go to a die, to one of its faces, or to the button that adds dice when no die is given. Focus follows."""
        if place.part is SheetSection.RACE:
            self.origin.race.setFocus(Qt.FocusReason.OtherFocusReason)
        elif place.part is SheetSection.CHARACTER or place.die is None:
            player = self._document.character.kind is CharacterKind.PLAYER
            (self.origin.add if player else self.origin.printed).setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self._show_die(place)

    @property
    def shows_race(self) -> bool:
        """True if the race is chosen on this tab."""
        return self.origin.race.isVisibleTo(self.origin)

    def set_animated(self, animated: bool) -> None:
        """Set whether the large die turns visibly, or shows its face immediately."""
        self.cube.set_animated(animated)
        self.in_hand.cube.set_animated(animated)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Pass focus on to the selected face, or to the choice of the die's missing template."""
        super().focusInEvent(event)
        character, die = self._document.character, self.board.die
        if die < len(character.dice) and not character.dice[die].template and wants_template(character, die):
            self.origin.origins[die].setFocus(event.reason())
        else:
            self.board.focus_face()

    def heightForWidth(self, width: int) -> int:
        """Return the smallest height.

        If the preferred height were returned, the page would scroll instead of its parts.
        """
        return self._column.totalMinimumHeightForWidth(width)

    def event(self, event: QEvent) -> bool:
        """Divide the room again when a part of a column needs more or less height."""
        if event.type() is QEvent.Type.LayoutRequest:
            self._fit()
        return super().event(event)

    def _fit(self) -> None:
        """Give the large die the height that the left column can spare, or hide it if that is too little."""
        px = self._theme.px
        many = len(self.board.nets) > MANY  # many dice need every pixel that the left and right columns can spare
        # On a large screen the dice cannot use all the width, so the columns take more.
        self.origin.setFixedWidth(
            min(max(px(236), self.width() * 11 // 100), max(px(130), self.width() * (15 if many else 19) // 100))
        )
        more = self.palette_panel.offers_all
        share = self.width() * ((24 if many else 26) + (5 if more else 0)) // 100
        around = self.parentWidget()
        # The page cannot become narrower than the palette lets it, so the room around it counts.
        wide = self.width() if around is None else min(self.width(), around.width())
        spare = wide - self.origin.width() - self.board.minimumSizeHint().width() - px(24)
        if more:  # widen the palette further if the dice leave room
            share = max(share, min(self.width() * 35 // 100, spare - px(20)))
        width = min(max(px(392 if more else 332), self.width() * 18 // 100), max(px(200 if many else 172), share))
        self.palette_panel.setFixedWidth(max(px(138), min(width, spare)))
        room = self.height() if around is None else around.height()
        strip = self.strip.heightForWidth(self.width())
        strip = strip if strip > 0 else self.strip.sizeHint().height()
        needed = max(self.origin.minimumSizeHint().height(), self.origin.heightForWidth(self.origin.width()))
        needed += self._left.spacing()
        # The height of the large die is left out, because it is calculated from the room that is left.
        others = (each.minimumSizeHint().height() for each in (self.board, self.palette_panel))
        least = max(needed + SMALLEST_CUBE, *others) + self._column.spacing()
        strip = max(self.strip.minimumSizeHint().height(), self.strip.whole_rows(min(strip, room - least)))
        self.strip.setFixedHeight(strip)
        room -= strip + self._column.spacing()
        spare = room - needed
        self.cube.setVisible(spare >= SMALLEST_CUBE)
        self.cube.setFixedHeight(max(SMALLEST_CUBE, min(spare, room * CUBE_SHARE // 100, self.origin.width())))

    def _connect(self) -> None:
        self.board.selected.connect(self._selected)
        self.board.face_hovered.connect(self.palette_panel.point_at_face)
        self.board.edit_requested.connect(self._edit_face)
        self.board.typed.connect(self.palette_panel.start_search)
        self.board.dropped.connect(self._drop)
        self._edits.face_refused.connect(self._select_face)
        for cube in (self.cube, self.in_hand):
            cube.face_picked.connect(self._focus_face)
        self.palette_panel.view.dragged.connect(self.board.show_where)
        self.palette_panel.leave_requested.connect(self.board.focus_face)
        self.palette_panel.picked.connect(self._pick)
        self.palette_panel.face_explained.connect(self.strip.set_preview)
        self.strip.previewed.connect(self.palette_panel.show_odds)
        self._changer.template_changed.connect(self._go_to_empty)
        self.origin.printed.activated.connect(self._ask_for_die)
        self.origin.add.clicked.connect(partial(self._ask_for_die, Choice(OWN, "")))
        self.origin.remove.clicked.connect(self._remove_die)
        self.origin.name.edited.connect(partial(self._set_die_text, "name"))
        self.origin.note.edited.connect(partial(self._set_die_text, "note"))

    def _edit_face(self, asked: str, die: int, face: int) -> None:
        match asked:
            case "pick":
                self.palette_panel.start_search()
            case "clear":
                self._edits.clear(die, face)
            case "copy":
                self.clipboard.copy_face(die, face)
            case "copy-die":
                self.clipboard.copy_die(die)
            case "cut":
                self.clipboard.cut_face(die, face)
            case "paste":
                self.clipboard.paste(die, face)

    def _select_face(self, face: int) -> None:
        self.board.select(self.board.die, face)

    def _focus_face(self, face: int) -> None:
        self.board.select(self.board.die, face, focus=True)

    def _remove_die(self) -> None:
        self._edits.remove_die(self.board.die)

    def _show_in_hand(self) -> None:
        looks = self.board.looks
        self.cube.set_faces(looks[self.board.die].faces if self.board.die < len(looks) else ())
        self.cube.set_face(self.board.face)

    def take_in_hand(self) -> None:
        """Show the selected die large, to be turned with the arrow keys."""
        looks = self.board.looks
        if self.board.die < len(looks):
            self.in_hand.open_over(self.board, looks[self.board.die].faces, self.board.face)

    def _selected(self, die: int, face: int) -> None:
        self._show_in_hand()
        self.palette_panel.show_face(die, face)
        self.origin.refresh(die)
        self._mark_skill()

    def _mark_skill(self) -> None:
        dice = self._document.character.dice
        self.strip.follow(dice[self.board.die].faces[self.board.face] if self.board.die < len(dice) else UNFILLED)

    def _show_die(self, place: SheetPlace) -> None:
        die, character = place.die or 0, self._document.character
        if place.face is None and wants_template(self._document.character, die):
            self.board.select(die, self.board.face)
            self.origin.origins[die].setFocus(Qt.FocusReason.OtherFocusReason)
            return
        face = place.face
        if face is None and die < len(character.dice):
            faces = character.dice[die].faces
            face = next((number for number, shown in enumerate(faces) if shown.is_unfilled), 0)
        elif face is None:
            # A die that is not bought yet has no empty face to look for.
            face = FIRST_BOUGHT
        self.board.select(die, face or 0, focus=True)

    def _pick(self, new: Face) -> None:
        dice, die, place = self._document.character.dice, self.board.die, self.board.face
        was_empty = die >= len(dice) or dice[die].faces[place].is_unfilled
        # After replacing an icon, the player wants to see that face, so do not go on to the next.
        if self._edits.pick(die, place, new) and was_empty and self._edits.going_on:
            self.go_to_next_empty()

    def _may_stand(self, code: str, die: int, face: int) -> bool:
        document, new = self._document, known_face(code)
        if new is None or document.read_only:
            return False
        permitted = self._edits.permitted
        return may_place(document.rulebook, document.character, die, face, new, permitted=permitted) is None

    def _drop(self, code: str, die: int, face: int) -> None:
        new = known_face(code)
        if new is not None:
            self._edits.put(die, face, new)

    def _go_to_empty(self, die: int) -> None:
        faces = self._document.character.dice[die].faces
        self.board.select(die, next((face for face, shown in enumerate(faces) if shown.is_unfilled), self.board.face))

    def _ask_for_die(self, choice: Choice) -> None:
        """Add a die. If an unfinished character has four dice already, ask first how many sessions it has played."""
        least, whole = self._edits.sessions_for_a_die(choice)
        if least <= self._document.character.played_before:
            self._add_die(choice)
            return
        dialog = QInputDialog(self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(_("Add a die"))
        dialog.setLabelText(_("A new character has four dice. How many sessions has this one played before?"))
        dialog.setIntRange(least, MOST_COUNTED)
        dialog.setIntValue(whole)
        for box in dialog.findChildren(QSpinBox):
            # Spin boxes of Qt's own dialog must read numbers as all others do.
            reads_numbers(box)
        dialog.intValueSelected.connect(partial(self._add_die, choice))
        dialog.open()

    def _add_die(self, choice: Choice, played_before: int = 0) -> None:
        if self._edits.add_die(choice, played_before):
            self._show_die(SheetPlace(SheetSection.DIE, len(self._document.character.dice) - 1))

    def _set_die_text(self, field: Literal["name", "note"], text: str) -> None:
        if not self._edits.set_die_text(self.board.die, field, text):
            # The refused text is still in the field, so the stored one is shown again.
            self.origin.refresh(self.board.die)

    def _restyle(self) -> None:
        self.origin.problems.setMinimumHeight(self._theme.px(48))
        self._fit()


def known_face(code: str) -> Face | None:
    """Return the face for a code from outside the program; None if the code is invalid."""
    try:
        return face_of(code)
    except ValueError:
        return None
