"""Giving a hindering die: which one, how many of its faces bear the icon, and what will rid of it."""

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QWidget

from bones_desktop.panels.tracker.wounds.woundform import WoundForm
from bones_desktop.rules.bones.book.fields import FACES, LINE
from bones_desktop.rules.bones.book.icons import FLAMING, POISON
from bones_desktop.rules.bones.book.notation import face_name
from bones_desktop.rules.bones.book.playstate import HinderingDie
from bones_desktop.rules.bones.book.rulebook import DieUse, PrintedDie, Rulebook
from bones_desktop.rules.bones.injury import belongings
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.choice.choicebutton import ChoiceButton
from bones_desktop.widgets.choice.choices import Choice
from bones_desktop.widgets.dice.dienet import DieNet, NetLook, net_size
from bones_desktop.widgets.dice.facelook import FaceLook
from bones_desktop.widgets.text.plainlabel import plain_label
from bones_desktop.widgets.text.textfields import LineField

_SIDE: Final = 40


class HinderingForm(WoundForm):
    """Shows the die as a net while it is chosen. `requested` carries the HinderingDie."""

    requested = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, "", "", parent)
        self._heading.setText(self.tr("A hindering die"))
        self.act.setText(self.tr("Give the die"))
        self._rulebook: Rulebook | None = None
        self._dice: dict[str, PrintedDie] = {}
        self.which = ChoiceButton(theme, self.tr("Hindering die"), self.tr("Choose a die"), self)
        self._row(self.tr("Die"), self.which)
        self._strength = QWidget(self)
        row = QHBoxLayout(self._strength)
        row.setContentsMargins(0, 0, 0, 0)
        self._strength_row = row
        self.faces = tuple(QPushButton(str(number), self._strength) for number in range(1, FACES + 1))
        self._group = QButtonGroup(self)
        for number, button in enumerate(self.faces, 1):
            button.setCheckable(True)
            button.setAccessibleName(self.tr("{n} faces with the icon").format(n=number))
            self._group.addButton(button, number)
            row.addWidget(button)
        row.addStretch(1)
        self._faces_label = self._wide_row(self.tr("Faces with the icon"), self._strength)
        self.remedy = LineField(self.tr("What gets rid of it"), self)
        self.remedy.setPlaceholderText(self.tr("What gets rid of it, if you know"))
        self.remedy.setMaxLength(LINE)
        self._row(self.tr("Remedy"), self.remedy)
        self.net = DieNet(theme, self)
        for tile in self.net.tiles:
            tile.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            tile.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.column.addWidget(self.net, 0, Qt.AlignmentFlag.AlignHCenter)
        self._hint = plain_label(self, self.tr("It is thrown along with every throw until it is removed."), "muted")
        self._hint.setWordWrap(True)
        self.column.addWidget(self._hint)
        self.which.activated.connect(self._choose)
        self._group.idClicked.connect(lambda _number: self._refresh())
        self.finish_layout()

    @property
    def die(self) -> HinderingDie | None:
        """The die as it is filled in."""
        printed = self._dice.get(self.which.current)
        if printed is None:
            return None
        if is_graded(printed):
            return belongings.hindering_of(printed, self._group.checkedId(), remedy=self.remedy.text())
        return belongings.hindering_from(printed).with_(remedy=" ".join(self.remedy.text().split()))

    def begin(self) -> None:
        """Start with the first die as it is printed, with focus at the choice."""
        self.remedy.clear()
        self._offer(next(iter(self._dice), ""))
        self.which.setFocus()

    def show_rulebook(self, rulebook: Rulebook) -> None:
        """Offer the hindering dice of a rulebook."""
        if rulebook is self._rulebook:
            return
        self._rulebook = rulebook
        self._dice = {die.id: die for die in rulebook.dice if die.use is DieUse.HINDERING}
        current = self.which.current
        self._offer(current if current in self._dice else next(iter(self._dice), ""))

    def submit(self) -> None:
        """Ask to give the die."""
        if self.die is not None:
            self.requested.emit(self.die)

    def restyle(self) -> None:
        """Fit fonts and gaps to the theme."""
        super().restyle()
        theme = self._theme
        self._strength_row.setSpacing(theme.px(4))
        for button in self.faces:
            button.setFixedWidth(theme.px(40))
        side = theme.px(_SIDE)
        self.net.setFixedSize(*net_size(side, theme))
        self.net.set_side(side)
        self._hint.setFont(theme.font("sans", 14))

    def _offer(self, current: str) -> None:
        choices = [
            Choice(die.id, die.name, faces=tuple(face.code for face in die.faces), body="hindering")
            for die in self._dice.values()
        ]
        self.which.set_choices(choices, current)
        printed = self._dice.get(current)
        if printed is not None and is_graded(printed):
            self.faces[sum(not face.is_blank for face in printed.faces) - 1].setChecked(True)
        self._refresh()

    def _choose(self, choice: Choice) -> None:
        self._offer(choice.key)

    def _refresh(self) -> None:
        rulebook, die = self._rulebook, self.die
        printed = self._dice.get(self.which.current)
        self.act.setEnabled(die is not None)
        graded = printed is not None and is_graded(printed)
        self._strength.setVisible(graded)
        self._faces_label.setVisible(graded)
        self.net.setVisible(die is not None)
        if rulebook is None or die is None:
            return
        body = "flame" if any(FLAMING in face.icons for face in die.faces) else "hindering"
        names = [face_name(rulebook, face) for face in die.faces]
        looks = tuple(FaceLook(face.code, body=body, label=name) for face, name in zip(die.faces, names, strict=True))
        self.net.set_look(NetLook(0, die.name, looks, name=f"{die.name}: {', '.join(names)}"))


def is_graded(printed: PrintedDie) -> bool:
    """Return whether a die comes in strengths: Poison and Flaming, with their icon on one to six faces (AMB-12)."""
    bearing = {face.icons for face in printed.faces if not face.is_blank}
    return bearing in ({(POISON,)}, {(FLAMING,)})
