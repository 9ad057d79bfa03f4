"""Dialog to make or change equipment by hand, with its die as a net. The result is one undo step."""

from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QPushButton, QWidget

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.pages.builder.builderedits import MOST_AT_ONCE, BuilderEdits, again
from bones_desktop.pages.builder.dicepage import copied_die, copied_face, known_face, pasted
from bones_desktop.pages.builder.offers import item_choices
from bones_desktop.pages.builder.palettepanel import words_of
from bones_desktop.rules.acts import Act, Answers, Parameter, Value
from bones_desktop.rules.bones.book.attempts import rulebook_for
from bones_desktop.rules.bones.book.character import CharacterDie, ItemDie, ItemKind, unknown_icon
from bones_desktop.rules.bones.book.characterdice import item_name
from bones_desktop.rules.bones.book.fields import FACES, LINE, NOTE
from bones_desktop.rules.bones.book.icons import BLANK, UNFILLED, Face, face
from bones_desktop.rules.bones.book.notation import face_name, short_name
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.injury.injuries import add_item, item_from, kept_item, set_item
from bones_desktop.rules.reasons import RulesError, reason
from bones_desktop.rules.typedtext import clean_text
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.acts.actfields import Field, Unit
from bones_desktop.widgets.acts.actform import ActForm, AskedAct, unchanged
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.dice.diceboard import DiceBoard
from bones_desktop.widgets.dice.dienet import NetLook
from bones_desktop.widgets.dice.facelook import ChoiceRim, FaceLook
from bones_desktop.widgets.dice.iconpalette import IconSearch, PaletteIcon
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.plaintext import GUIDE_PAGE, plain_tip
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.text.labels import ElidedLabel, SteadyLabel, plain_label
from bones_desktop.wording.language import _
from bones_desktop.wording.names import icon_effect, item_kind_name
from bones_desktop.wording.reasons import sentence

MOST_BESIDE: Final = 2
"""Number of different icons that one face has room for."""
EMPTY: Final = (UNFILLED,) * FACES


def with_icon(shown: Face, new: Face, *, beside: bool) -> Face:
    """Return the face after the icon `new` was picked for it. With `beside`, the present icon stays next to it."""
    # A blank is not an icon, so it is never kept next to an icon.
    if not beside or shown.is_blank or new.is_blank:
        return again(shown, new)
    if new.icons[0] in shown.icons:
        return Face(shown.icons, shown.count % MOST_AT_ONCE + 1)
    return Face((*shown.icons[: MOST_BESIDE - 1], *new.icons), shown.count)


def counting(shown: Face, times: int) -> Face:
    """Return the face with each icon counting `times` times. An empty face is returned unchanged."""
    return shown if shown.is_blank else Face(shown.icons, times)


class ItemBoard(QWidget):
    """Edits the six faces of a die. Every change is shown immediately and emits `changed`."""

    changed = Signal()

    def __init__(self, theme: Theme, rulebook: Rulebook, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rulebook = rulebook
        self.faces: tuple[Face, ...] = EMPTY
        """The six current faces."""
        self._title = ""
        own = (Face((icon.id,)) for icon in rulebook.icons if icon.id not in BLANK.icons)
        self._offered = (*own, BLANK)
        self._heading = ElidedLabel(self)
        self._heading.setFont(theme.font("serif", 16, bold=True))
        self.board = DiceBoard(theme, "", self)
        self.times = tuple(QPushButton(text, self) for text in (_("once"), _("double"), _("triple")))
        for number, button in enumerate(self.times, 1):
            button.setCheckable(True)
            button.setAccessibleDescription(_("How many times this face counts"))
            button.clicked.connect(partial(self._count, number))
        self.beside = QCheckBox(_("Keep the icon already there: two on one face"), self)
        self.icons = IconSearch(theme, self)
        self.hint = SteadyLabel(3, self, role="muted")
        self.hint.setFont(theme.font("sans", 12))
        self.hint.show_text(_("Point at an icon to read what it does."))
        self._arrange()
        self._connect()
        self._refresh()

    def set_faces(self, faces: tuple[Face, ...]) -> None:
        """Start again from these faces, with the first empty one selected."""
        self.faces = faces
        self._refresh()
        self.board.select(0, next((place for place, shown in enumerate(faces) if shown.is_unfilled), 0))
        self.changed.emit()

    def set_title(self, title: str) -> None:
        """Show a name next to the die."""
        self._title = title
        self.board.set_looks([self._look()])

    @property
    def _shown(self) -> Face:
        return self.faces[self.board.face]

    def _arrange(self) -> None:
        px = self._theme.px
        counts = hbox(None, *self.times, STRETCH, spacing=px(4))
        middle = vbox(None, (self.board, 1), self._heading, counts, self.beside, spacing=px(8))
        right = vbox(None, (self.icons, 1), self.hint, spacing=px(8))
        hbox(self, (middle, 1), (right, 1), margins=0, spacing=px(16))

    def _connect(self) -> None:
        board = self.board
        board.selected.connect(self._refresh)
        board.edit_requested.connect(self._edit_face)
        board.typed.connect(self.icons.start)
        board.dropped.connect(self._drop)
        self.icons.view.picked.connect(self._pick)
        self.icons.view.icon_hovered.connect(self._explain)
        self.icons.leave_requested.connect(board.focus_face)
        self.icons.view.dragged.connect(board.show_where)

    def _edit_face(self, asked: str) -> None:
        match asked:
            case "pick":
                self.icons.start()
            case "clear":
                self._put(UNFILLED)
            case "copy":
                self._copy()
            case "copy-die":
                die = CharacterDie(faces=self.faces)
                QGuiApplication.clipboard().setMimeData(copied_die(self._rulebook, die))
            case "cut":
                self._cut()
            case "paste":
                self._paste()

    def _pick(self, icon: object) -> None:
        if isinstance(icon, PaletteIcon):
            self._put(with_icon(self._shown, face(icon.code), beside=self.beside.isChecked()))

    def _drop(self, code: str, _die: int, place: int) -> None:
        new = known_face(code)
        if new is None:
            return
        self.board.select(0, place)
        # A copied face may have several icons and a count, so it replaces the whole face.
        self._put(with_icon(self._shown, new, beside=self.beside.isChecked()) if len(new.icons) == 1 else new)

    def _copy(self) -> bool:
        try:
            QGuiApplication.clipboard().setMimeData(copied_face(self._rulebook, self._shown))
        except RulesError as error:
            self.hint.show_text(sentence(error.reason))
            return False
        return True

    def _cut(self) -> None:
        if self._copy():
            self._put(UNFILLED)

    def _paste(self) -> None:
        try:
            mime = QGuiApplication.clipboard().mimeData()
            found = pasted(self._rulebook, mime, CharacterDie(faces=self.faces))
        except RulesError as error:
            self.hint.show_text(sentence(error.reason))
            return
        if isinstance(found, Face):
            self._put(found)
        else:
            # The clipboard may hold a die with fewer or more faces.
            self._take((*found.faces, *EMPTY)[:FACES])

    def _count(self, number: int) -> None:
        self._put(counting(self._shown, number))

    def _put(self, new: Face) -> None:
        place = self.board.face
        self._take((*self.faces[:place], new, *self.faces[place + 1 :]))

    def _take(self, faces: tuple[Face, ...]) -> None:
        """Use these faces.

        If a new icon is not in the rulebook, keep the old faces and show a message about the icon.
        """
        new = (icon for shown in faces if shown not in self.faces for icon in shown.icons)
        unknown = next((icon for icon in new if not self._rulebook.has_icon(icon)), None)
        if unknown is not None:
            self.hint.show_text(sentence(unknown_icon(self._rulebook, unknown)))
            return
        self.faces = faces
        self._refresh()
        self.changed.emit()

    def _explain(self, icon: object) -> None:
        if isinstance(icon, PaletteIcon):
            effect = icon_effect(self._rulebook, self._rulebook.icon(face(icon.code).icons[0]))
            self.hint.show_text(f"{face_name(self._rulebook, face(icon.code))}. {effect}".strip())

    def _refresh(self) -> None:
        self.board.set_looks([self._look()])
        shown, place = self._shown, self.board.face
        name = face_name(self._rulebook, shown) if shown.icons else _("empty")
        self._heading.set_full_text(_("Face {n}: {name}").format(n=place + 1, name=name))
        for number, button in enumerate(self.times, 1):
            button.setEnabled(not shown.is_blank)
            button.setChecked(not shown.is_blank and shown.count == number)
            button.setToolTip("" if button.isEnabled() else _("Put an icon on the face first."))
        self.icons.model.set_icons(
            [
                PaletteIcon(
                    each.code,
                    short_name(self._rulebook, each),
                    words=words_of(self._rulebook, each),
                    chosen=each.icons[0] in shown.icons,
                )
                for each in self._offered
            ]
        )

    def _look(self) -> NetLook:
        looks = []
        for place, shown in enumerate(self.faces, 1):
            name = face_name(self._rulebook, shown) if shown.icons else _("empty")
            said = _("face {n} of 6, {name}").format(n=place, name=name)
            looks.append(FaceLook(code=shown.code, rim=ChoiceRim.NONE, body="steel", name=said, tip=name))
        return NetLook(0, self._title, tuple(looks), name=_("The die"))


FARTHEST: Final = 10_000
"""Longest range increment in metres."""
_NOTHING: Final = "-"
"""Answer to "Start from" while no die is chosen."""
_LONGEST: Final = 10 * NOTE
"""Largest length of a note in the field.

Notes longer than NOTE can be typed, but are refused.
"""
_REACHING: Final = frozenset({ItemKind.WEAPON, ItemKind.MAGIC_ITEM})
"""Kinds of equipment that may be thrown or shot."""


def ask_item(
    document: CharacterDocument, theme: Theme, edits: BuilderEdits, window: QWidget, place: int | None = None
) -> None:
    """Ask over `window` for a new piece of equipment, or for changes of the one at `place`.

    The result is put into the document, unless another character was opened meanwhile.
    """
    character = document.character
    owner, item = character.id, None if place is None else character.equipment[place]
    name = _("Make equipment") if item is None else _("Change equipment")

    def keep(made: ItemDie) -> None:
        if document.character.id == owner:
            edit = partial(add_item, item=made) if place is None else partial(set_item, place=place, item=made)
            document.attempt(name, edit, edits.refused.emit)

    rulebook = rulebook_for(document.rulebook, character.house_rules)
    dialog = ItemDialog(theme, rulebook, item, window.window(), printed_only=edits.printed_only)
    dialog.made.connect(keep)
    dialog.open()


class ItemDialog(Guarded, QDialog):
    """Shows the die while it is made. `made` is emitted with the ItemDie when the user keeps it."""

    made = Signal(object)

    def __init__(
        self,
        theme: Theme,
        rulebook: Rulebook,
        item: ItemDie | None = None,
        parent: QWidget | None = None,
        *,
        printed_only: bool = False,
    ) -> None:
        """`item` is the item to change, None to make one. `printed_only` hides equipment from packs."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setProperty(GUIDE_PAGE, "dice")
        self.setWindowTitle(_("Make equipment") if item is None else _("Change equipment"))
        self._theme = theme
        self._rulebook = rulebook
        self._before = item
        self._printed = "" if item is None else item.printed
        self.form = ActForm(theme, self, framed=False, compact=True)
        self._starts = (Choice("", _("Six empty faces")), *item_choices(rulebook, printed_only))
        self.faces = ItemBoard(theme, rulebook, self)
        self.said = plain_label(self, wrap=True)
        self.keep = push_button(self, _("Make") if item is None else _("Change"), kind="primary")
        self.keep.setDefault(True)
        self._arrange()
        kinds, starts = [kind.value for kind in ItemKind], [choice.key for choice in self._starts]
        act: Act[None] = Act.asking(
            "",
            "",
            unchanged,
            Parameter.choice("start", starts, _NOTHING),
            Parameter.text("name", most=LINE),
            Parameter.choice("kind", kinds, ItemKind.MAGIC_ITEM),
            Parameter.number("reach", most=FARTHEST),
            Parameter.text("note", most=_LONGEST),
        )
        self.form.show_act(AskedAct(act, None, "", "", self._field))
        if item is not None:
            self._fill(item, item.note)
        self.form.answered.connect(self._answer)
        self.form.requested.connect(self._keep)
        self.form.closed.connect(self.reject)
        self.faces.changed.connect(self._refresh)
        self._refresh()
        self.form.fields["name"].setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Start a search for icons with letters that no other widget uses."""
        plain = event.modifiers() in {Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier}
        if plain and event.text().isalpha():
            self.faces.icons.start(event.text())
            return
        super().keyPressEvent(event)

    @property
    def item(self) -> ItemDie | None:
        """The current equipment; None while something is missing."""
        if self._lacking():
            return None
        given = self.form.answers
        kind = ItemKind(given.key("kind"))
        drawn = ItemDie(
            name=self._typed_name(),
            kind=kind,
            faces=self.faces.faces,
            printed=self._printed,
            range_increment=given.number("reach") or None if kind in _REACHING else None,
            note=clean_text(given.key("note")),
        )
        return kept_item(self._rulebook, drawn, self._before)

    def _arrange(self) -> None:
        px = self._theme.px
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        buttons.addButton(self.keep, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self._keep)
        buttons.rejected.connect(self.reject)
        row = hbox(None, (self.form, 1), (self.faces, 3), spacing=px(16))
        foot = hbox(None, (self.said, 1), buttons, spacing=px(16))
        column = vbox(self, (row, 1), foot, spacing=px(12))
        column.setContentsMargins(px(16), px(12), px(16), px(12))
        room = self.screen().availableSize()
        self.resize(min(px(1040), int(room.width() * 0.94)), min(px(900), int(room.height() * 0.85)))

    def _field(self, each: Parameter, given: Answers) -> Field:
        match each.id:
            case "start":
                return Field(each, _("Start from"), hint=_("Choose a die"), choices=self._starts)
            case "name":
                return Field(each, _("Name"))
            case "kind":
                kinds = tuple(Choice(kind, item_kind_name(kind)) for kind in ItemKind)
                return Field(each, _("Kind"), choices=kinds)
            case "reach":
                reaches = ItemKind(given.key("kind")) in _REACHING
                tip = _("Only weapons and magic items can be thrown or shot.")
                if reaches:
                    tip = _("Range increment in metres; none if it is not thrown or shot.")
                unit = Unit(_(" m"), _("none"), step=5)
                return Field(each, _("Range increment"), tip=tip, unit=unit, enabled=reaches)
        return Field(each, _("Note"), lines=2)

    def _fill(self, item: ItemDie, note: str) -> None:
        reach = item.range_increment or 0
        self.form.fill({"name": item_name(self._rulebook, item), "kind": item.kind.value, "reach": reach, "note": note})
        self.faces.set_faces(item.faces)

    def _answer(self, id: str, value: Value) -> None:
        if id == "start":
            self._start_from(str(value))
        self._refresh()

    def _start_from(self, key: str) -> None:
        """Copy a printed die. A typed name and the note are kept."""
        # A name copied from a printed die was not typed, so the name of the next printed die replaces it.
        names, given = {die.name for die in self._rulebook.dice}, self.form.answers
        own = self._typed_name() if self._typed_name() not in names else ""
        if key:
            item = item_from(self._rulebook.die(key))
            self._printed = item.printed
            self._fill(item.with_(name=own or item.name), given.key("note"))
        else:
            self._printed = ""
            self.form.fill({**given.values, "start": _NOTHING, "name": own})
            self.faces.set_faces(EMPTY)

    def _typed_name(self) -> str:
        return " ".join(clean_text(self.form.answers.key("name")).split())

    def _lacking(self) -> str:
        """Return why the item cannot be made yet, "" if it can."""
        if not self._typed_name():
            return _("Give it a name first.")
        if all(shown.is_unfilled for shown in self.faces.faces):
            return _("Put an icon on one of its faces first.")
        if len(self.form.answers.key("note")) > NOTE:
            return sentence(reason("text-too-long", most=NOTE))
        return ""

    def _refresh(self) -> None:
        self.faces.set_title(self._typed_name())
        lacking = self._lacking()
        self.keep.setEnabled(not lacking)
        self.keep.setToolTip(plain_tip(lacking))
        empty = sum(shown.is_unfilled for shown in self.faces.faces)
        blank = _("Faces you leave empty will be blanks.") if empty else ""
        self.said.setText(lacking or blank)

    def _keep(self) -> None:
        item = self.item
        if item is not None:
            self.accept()
            # Closed first, because the edit may open a message over the window.
            self.made.emit(item)
