"""Choices of the task strip: the roller, the skill, and the line shown instead of folded conditions."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import attrgetter
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from bones_desktop.pages.table.chips import set_touch
from bones_desktop.rules.bones.book.icons import MENTAL, PHYSICAL
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.typedtext import one_line
from bones_desktop.storage.shelf.shelfcatalogue import Shelf
from bones_desktop.storage.shelf.shelfentry import ShelfEntry
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.choice.buttons import ChoiceButton
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.choice.fighters import RecentFiles, ShelfLook, folder_words
from bones_desktop.widgets.focus import send_focus_home
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import put_before
from bones_desktop.widgets.plaintext import plain_tip, without_mnemonic
from bones_desktop.widgets.pushbuttons import tool_button
from bones_desktop.widgets.scaled import set_icon
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.language import _
from bones_desktop.wording.table import dice_left, skill_name

_EDGES: Final = 56
"""Width, before the text size, of the border and the arrow of a line."""


class Fold(QObject):
    """Shows `conditions`, or instead a single line, in `column`. `first` is the first widget in the Tab order.

    When there is little room, the conditions are folded. `open` opens them until `close`; `hold` keeps them open.
    """

    toggled = Signal()
    """Emitted after folding or opening. The page then takes the focus."""

    def __init__(
        self, theme: Theme, conditions: QWidget, first: QWidget, column: QVBoxLayout, head: QHBoxLayout
    ) -> None:
        """Add a button at the end of `head` that folds the conditions again."""
        super().__init__(conditions.parent())
        self._theme = theme
        self._conditions = conditions
        self._due = self._opened = self._held = False
        self.line = _FoldLine(theme, conditions)
        words = _("Hide the conditions")
        self.button = tool_button(conditions, name=words, tip=_("{fold}: more room for the reading").format(fold=words))
        set_icon(theme, self.button, "chevron-up", 16)
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        # The layouts set the parents of both widgets.
        column.insertWidget(column.indexOf(conditions), self.line)
        head.addWidget(self.button)
        for part in (self.line, self.button):
            part.hide()
            part.clicked.connect(self._toggle)
        put_before(first, (self.button, self.line))

    @property
    def is_folded(self) -> bool:
        """Whether the line is shown instead of the conditions."""
        return self._due and not self._opened

    def set_due(self, due: bool) -> None:
        """Set whether the conditions should be folded because the reading needs the room."""
        if due != self._due:
            self._due, self._opened = due, due and self._held
            self._show()

    def open(self) -> None:
        """Open the conditions until `close` is called."""
        if self.is_folded:
            self._opened = True
            self._show()

    def hold(self) -> None:
        """If the conditions are open, keep them open even when the reading needs the room."""
        self._held = not self.is_folded

    def close(self) -> None:
        """Fold conditions that the user opened, so that the reading has room."""
        self._held = False
        if self._opened:
            self._opened = False
            self._show()

    def restyle(self, touch: int) -> None:
        """Use the theme's sizes. `touch` is the smallest height of the buttons."""
        self.line.restyle(touch)
        self.button.setFixedSize(self._theme.px(touch), self._theme.px(touch))

    def _show(self) -> None:
        folded, line, button = self.is_folded, self.line, self.button
        # Qt would move the focus from the hidden widget to the next one.
        had_focus = line.hasFocus() or button.hasFocus()
        line.setVisible(folded)
        self._conditions.setVisible(not folded)
        button.setVisible(self._due and self._opened)
        if had_focus:
            self.toggled.emit()

    def _toggle(self) -> None:
        self._opened, self._held = not self._opened, False
        self._show()
        self.toggled.emit()


class _FoldLine(Guarded, QPushButton):
    """Shows the chosen conditions on one line. A click opens them."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._words = ""
        self.setAutoDefault(False)
        # Put the arrow after the text, as on every button that opens something.
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        # A long text is cut off instead of widening the column.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_words(self, words: str) -> None:
        """Show `words`, elided to the width."""
        self._words = words
        self.setToolTip(plain_tip(_("{what}\nChange it").format(what=words)))
        self.setAccessibleName(_("Conditions: {what}; open").format(what=words))
        self._cut()

    def restyle(self, touch: int) -> None:
        """Use the theme's icon and height."""
        self.setIcon(self._theme.icon("chevron-down"))
        set_touch(self, self._theme.px(touch))
        self._cut()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Elide the text for the new width."""
        super().resizeEvent(event)
        self._cut()

    def _cut(self) -> None:
        room = max(0, self.width() - self._theme.px(_EDGES))
        shown = self.fontMetrics().elidedText(self._words, Qt.TextElideMode.ElideRight, room)
        self.setText(without_mnemonic(shown))


OPEN: Final = "open"
RECENT: Final = 5
"""Number of recently changed characters listed first."""


class ShelfChoice(ChoiceButton):
    """Emits `opening` before the list is shown, so that the shelf can be read first."""

    opening = Signal()

    def open(self) -> None:
        """Fill and show the list."""
        self.opening.emit()
        super().open()


class WhoButton(ShelfChoice):
    """Shows the rolling character.

    `requested` is emitted with the file of another character, `refused` with the reason why that character cannot roll.
    """

    requested = Signal(Path)
    refused = Signal(str)

    def __init__(self, theme: Theme, label: str, parent: QWidget | None, game: str) -> None:
        """`label` is the accessible name. Characters of `game` are offered."""
        super().__init__(theme, label, "", parent)
        self._game = game
        self._open = ("", "", "")
        """Id, name and badge of the open character."""
        self._look: ShelfLook | None = None
        self.setToolTip(_("Who rolls; choose another (W)"))
        self.opening.connect(self._refresh)
        self.activated.connect(self._choose)

    def set_shelf(self, shelf: Callable[[], Shelf], recent: RecentFiles = tuple) -> None:
        """Set the shelf whose characters are offered when the list opens, and the recent files."""
        if self._look is not None:
            self._look.shutdown()
        self._look = ShelfLook(shelf, self, recent)
        self._look.entries_changed.connect(self._more)

    def show_character(self, id: str, name: str, badge: str) -> None:
        """Show the name of the open character with a short text about it."""
        self._open = id, one_line(name) or _("No name yet"), badge
        # The list is filled only when it opens, because a shelf may hold thousands of characters.
        self._offer(())

    def shutdown(self) -> None:
        """Stop reading the shelf in the background."""
        if self._look is not None:
            self._look.shutdown()

    def _refresh(self) -> None:
        if self._look is not None:
            self._look.refresh()
            self._offer(self._look.entries)

    def _more(self) -> None:
        if self._look is not None and self.is_open:
            self._offer(self._look.entries)

    def _offer(self, entries: Sequence[ShelfEntry]) -> None:
        id, name, badge = self._open
        others = [each for each in entries if each.game == self._game and (each.damaged or each.id != id)]
        self.set_choices((Choice(OPEN, name, badge=badge), *self._others(others)), OPEN)

    def _others(self, entries: list[ShelfEntry]) -> Iterator[Choice]:
        """Yield the most recently changed characters, then the others by name."""
        last = sorted((each for each in entries if not each.damaged), key=attrgetter("modified"), reverse=True)
        first = {each.path: each for each in last[:RECENT]}
        elsewhere = self._look.elsewhere if self._look is not None else frozenset()
        for entry in (*first.values(), *(each for each in entries if each.path not in first)):
            note = folder_words(entry) if entry.path in elsewhere else ""
            if entry.damaged is not None:
                note = file_sentence(entry.damaged)
            badge = "" if entry.damaged is not None or not entry.dice else dice_left(entry.dice, entry.dice)
            yield Choice(str(entry.path), entry.name, note, allowed=entry.damaged is None, badge=badge)

    def _choose(self, choice: Choice) -> None:
        if choice.key == OPEN:
            return
        if choice.allowed:
            self.requested.emit(Path(choice.key))
        else:
            self.refused.emit(choice.note)


class SkillBox(ChoiceButton):
    """The skill of the next task, chosen from a list that is searched by typing.

    Skills that may not be tried say why; they can be chosen all the same, because the GM may allow them.
    """

    changed = Signal(str)
    """Emitted with the new skill."""

    def __init__(self, theme: Theme, rulebook: Rulebook, parent: QWidget | None = None) -> None:
        super().__init__(theme, _("Skill"), "", parent)
        self._rulebook = rulebook
        self.skill = ""
        """The chosen skill."""
        self._fixed = ""
        self._why_not: dict[str, str] = {}
        names = sorted((skill_name(rulebook, skill.id), skill.id) for skill in rulebook.skills)
        self._skills = (*(skill for _name, skill in names), PHYSICAL, MENTAL)
        self.setToolTip(_("Type to find one (T)"))
        self.activated.connect(self._chosen)
        self.set_skill("maneuver")

    def set_skill(self, skill: str) -> None:
        """Choose a skill. Ignore it if the rulebook does not have it."""
        if skill not in self._skills:
            return
        other, self.skill = skill != self.skill, skill
        self._offer()
        if other:
            self.changed.emit(skill)

    def open(self) -> None:
        """Open the list of all skills, unless the skill is fixed."""
        if not self._fixed:
            super().open()

    @property
    def is_fixed(self) -> bool:
        """Whether the skill cannot be chosen."""
        return bool(self._fixed)

    def fix(self, skill: str) -> None:
        """Show a skill that cannot be changed; "" restores the user's choice."""
        if skill != self._fixed:
            self._fixed = skill
            self.setEnabled(not skill)
            self._offer()

    def show_refusals(self, why_not: Mapping[str, str]) -> None:
        """Set the reasons why skills may not be tried, by skill."""
        if why_not != self._why_not:
            self._why_not = dict(why_not)
            self._offer()

    def restyle(self, touch: int = 36) -> None:
        """Use the theme's sizes. `touch` is the smallest height."""
        set_touch(self, self._theme.px(touch))

    def title(self, skill: str) -> str:
        """Return the name of a skill as the list shows it."""
        name = skill_name(self._rulebook, skill)
        if skill in {PHYSICAL, MENTAL}:
            return _("{aptitude} task, no skill").format(aptitude=name)
        return name

    def _offer(self) -> None:
        self.set_choices(tuple(map(self._choice, self._skills)), self._fixed or self.skill)

    def _choice(self, skill: str) -> Choice:
        why = self._why_not.get(skill, "")
        words = ""
        if skill not in {PHYSICAL, MENTAL}:
            known = self._rulebook.skill(skill)
            # Other names, and everyday words for its uses, find a skill too.
            words = " ".join((known.name, *known.aliases, *known.words))
        return Choice(skill, self.title(skill), why, allowed=not why, words=words, icon=skill)

    def _chosen(self, choice: Choice) -> None:
        self.set_skill(choice.key)
        send_focus_home(self)
