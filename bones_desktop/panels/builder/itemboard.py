"""The die of a piece of equipment as a net: any icon on any face, alone or with another, once or more often."""

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from bones_desktop.panels.builder.builderedits import MOST_AT_ONCE, again
from bones_desktop.panels.builder.diceclipboard import copied_die, copied_face, pasted
from bones_desktop.panels.builder.palettepanel import words_of
from bones_desktop.rules.bones.book.character import CharacterDie
from bones_desktop.rules.bones.book.fields import FACES
from bones_desktop.rules.bones.book.icons import BLANK, UNFILLED, Face, face
from bones_desktop.rules.bones.book.notation import face_name, short_name
from bones_desktop.rules.bones.book.packuse import unknown_icon
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.reasons import RulesError
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import hbox
from bones_desktop.widgets.dice.diceboard import DiceBoard
from bones_desktop.widgets.dice.dienet import NetLook
from bones_desktop.widgets.dice.facelook import FaceLook, Rim
from bones_desktop.widgets.dice.iconpalette import PaletteIcon
from bones_desktop.widgets.dice.iconsearch import IconSearch
from bones_desktop.widgets.text.labels import ElidedLabel, SteadyLabel
from bones_desktop.wording.reasons import sentence

MOST_BESIDE: Final = 2
"""Icons one face has room for."""
EMPTY: Final = (UNFILLED,) * FACES


def with_icon(shown: Face, new: Face, *, beside: bool) -> Face:
    """Return the face after `new`, one icon, was picked for it; `beside` keeps the icon that is there."""
    if not beside or shown.is_blank or new.is_blank:
        return again(shown, new)
    if new.icons[0] in shown.icons:
        return Face(shown.icons, shown.count % MOST_AT_ONCE + 1)
    return Face((*shown.icons[: MOST_BESIDE - 1], *new.icons), shown.count)


def counting(shown: Face, times: int) -> Face:
    """Return the face worth its icons `times` times; an empty one stays as it is."""
    return shown if shown.is_blank else Face(shown.icons, times)


class ItemBoard(QWidget):
    """Keeps six faces while they are made; every change is shown at once and emits `changed`."""

    changed = Signal()

    def __init__(self, theme: Theme, rulebook: Rulebook, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rulebook = rulebook
        self._faces: tuple[Face, ...] = EMPTY
        self._title = ""
        own = (Face((icon.id,)) for icon in rulebook.icons if icon.id not in BLANK.icons)
        self._offered = (*own, BLANK)
        self._heading = ElidedLabel(self)
        self._heading.setFont(theme.font("serif", 16, bold=True))
        self.board = DiceBoard(theme, "", self)
        self.times = tuple(QPushButton(text, self) for text in (self.tr("once"), self.tr("double"), self.tr("triple")))
        for number, button in enumerate(self.times, 1):
            button.setCheckable(True)
            button.setAccessibleDescription(self.tr("How many times this face counts"))
            button.clicked.connect(lambda _on, number=number: self._put(counting(self._shown, number)))
        self.beside = QCheckBox(self.tr("Keep the icon that is there: two on one face"), self)
        self.icons = IconSearch(theme, self)
        self.hint = SteadyLabel(3, self, role="muted")
        self.hint.setFont(theme.font("sans", 12))
        self.hint.show_text(self.tr("Point at an icon to read what it does."))
        self._arrange()
        self._connect()
        self._refresh()

    @property
    def faces(self) -> tuple[Face, ...]:
        """The six faces as they are now."""
        return self._faces

    def set_faces(self, faces: tuple[Face, ...]) -> None:
        """Start again from these faces, the first empty one selected."""
        self._faces = faces
        self._refresh()
        self.board.select(0, next((place for place, shown in enumerate(faces) if shown.is_unfilled), 0))
        self.changed.emit()

    def set_title(self, title: str) -> None:
        """Write a name beside the die."""
        self._title = title
        self.board.set_looks([self._look()])

    @property
    def _shown(self) -> Face:
        return self._faces[self.board.face]

    def _arrange(self) -> None:
        px = self._theme.px
        counts = QHBoxLayout()
        counts.setSpacing(px(4))
        for button in self.times:
            counts.addWidget(button)
        counts.addStretch(1)
        middle = QVBoxLayout()
        middle.setSpacing(px(8))
        middle.addWidget(self.board, 1)
        middle.addWidget(self._heading)
        middle.addLayout(counts)
        middle.addWidget(self.beside)
        right = QVBoxLayout()
        right.setSpacing(px(8))
        right.addWidget(self.icons, 1)
        right.addWidget(self.hint)
        row = hbox(self, margins=0)
        row.setSpacing(px(16))
        row.addLayout(middle, 1)
        row.addLayout(right, 1)

    def _connect(self) -> None:
        board = self.board
        board.selected.connect(lambda _die, _face: self._refresh())
        board.pick_requested.connect(self.icons.start)
        board.typed.connect(self.icons.start)
        board.clear_requested.connect(lambda: self._put(UNFILLED))
        board.copy_requested.connect(self._copy)
        board.copy_die_requested.connect(
            lambda: QGuiApplication.clipboard().setMimeData(copied_die(self._rulebook, CharacterDie(faces=self._faces)))
        )
        board.cut_requested.connect(self._cut)
        board.paste_requested.connect(self._paste)
        board.dropped.connect(self._drop)
        self.icons.picked.connect(self._pick)
        self.icons.icon_hovered.connect(self._explain)
        self.icons.leave_requested.connect(board.focus_face)
        self.icons.dragged.connect(board.show_where)

    def _pick(self, icon: object) -> None:
        if isinstance(icon, PaletteIcon):
            self._put(with_icon(self._shown, face(icon.code), beside=self.beside.isChecked()))

    def _drop(self, code: str, _die: int, place: int) -> None:
        try:
            new = face(code)
        except ValueError:
            return
        self.board.select(0, place)
        self._put(with_icon(self._shown, new, beside=self.beside.isChecked()) if len(new.icons) == 1 else new)

    def _copy(self) -> bool:
        try:
            QGuiApplication.clipboard().setMimeData(copied_face(self._rulebook, self._shown))
        except RulesError as error:
            self.hint.show_text(sentence(error.reason, self.tr))
            return False
        return True

    def _cut(self) -> None:
        if self._copy():
            self._put(UNFILLED)

    def _paste(self) -> None:
        try:
            mime = QGuiApplication.clipboard().mimeData()
            found = pasted(self._rulebook, mime, CharacterDie(faces=self._faces))
        except RulesError as error:
            self.hint.show_text(sentence(error.reason, self.tr))
            return
        if isinstance(found, Face):
            self._put(found)
        else:
            self._take((*found.faces, *EMPTY)[:FACES])

    def _put(self, new: Face) -> None:
        place = self.board.face
        self._take((*self._faces[:place], new, *self._faces[place + 1 :]))

    def _take(self, faces: tuple[Face, ...]) -> None:
        """Take other faces, or say which new icon the rulebook lacks."""
        new = (icon for shown in faces if shown not in self._faces for icon in shown.icons)
        unknown = next((icon for icon in new if not self._rulebook.has_icon(icon)), None)
        if unknown is not None:
            self.hint.show_text(sentence(unknown_icon(self._rulebook, unknown), self.tr))
            return
        self._faces = faces
        self._refresh()
        self.changed.emit()

    def _explain(self, icon: object) -> None:
        if isinstance(icon, PaletteIcon):
            known = self._rulebook.icon(face(icon.code).icons[0])
            effect = getattr(known, "effect", "") or getattr(known, "covers", "")
            self.hint.show_text(f"{face_name(self._rulebook, face(icon.code))}. {effect}".strip())

    def _refresh(self) -> None:
        self.board.set_looks([self._look()])
        shown, place = self._shown, self.board.face
        name = face_name(self._rulebook, shown) if shown.icons else self.tr("empty")
        self._heading.set_full_text(self.tr("Face {n}: {name}").format(n=place + 1, name=name))
        for number, button in enumerate(self.times, 1):
            button.setEnabled(not shown.is_blank)
            button.setChecked(not shown.is_blank and shown.count == number)
            button.setToolTip("" if button.isEnabled() else self.tr("Put an icon on the face first."))
        self.icons.set_icons(
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
        for place, shown in enumerate(self._faces, 1):
            name = face_name(self._rulebook, shown) if shown.icons else self.tr("empty")
            said = self.tr("face {n} of 6, {name}").format(n=place, name=name)
            looks.append(FaceLook(code=shown.code, rim=Rim.NONE, body="steel", name=said, tip=name))
        return NetLook(0, self._title, tuple(looks), name=self.tr("The die"))
