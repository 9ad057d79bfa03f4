"""Choices of the task strip: the roller, the skill, and the line shown instead of folded conditions."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import Final

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QIcon, QKeyEvent, QMouseEvent, QPainter, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QCompleter,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from bones_desktop.pages.table.chips import set_touch
from bones_desktop.rules.bones.book.icons import MENTAL, PHYSICAL
from bones_desktop.rules.bones.book.notation import find_task_skill
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.reasons import RulesError
from bones_desktop.rules.typedtext import holds, one_line
from bones_desktop.storage.shelf.shelfcatalogue import Shelf
from bones_desktop.storage.shelf.shelfentry import ShelfEntry
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import hbox
from bones_desktop.widgets.choice.buttons import ChoiceButton
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.choice.fighters import RecentFiles, ShelfLook, folder_words
from bones_desktop.widgets.dice.facelook import mini_icon
from bones_desktop.widgets.focus import send_focus_home, wheel_passes
from bones_desktop.widgets.guarded import Guarded, guarded
from bones_desktop.widgets.layouts import put_before
from bones_desktop.widgets.plaintext import plain_tip, without_mnemonic
from bones_desktop.widgets.popups import rest_when_closed
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
        """Fold the conditions if the reading needs the room."""
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


WHY_NOT: Final = Qt.ItemDataRole.UserRole + 1
FOUND_BY: Final = WHY_NOT + 1
"""Data role: the name of the skill and everyday words for its uses."""
ICON: Final = 24


class SkillDelegate(Guarded, QStyledItemDelegate):
    """Shows the icon of a skill. Skills that may not be tried are dimmed.

    Their text says so too, for players who do not see the colour.
    """

    def __init__(self, theme: Theme, icon: Callable[[str], QIcon], parent: QWidget) -> None:
        """`icon` returns the icon of a skill. It is called only for painting, not for measuring."""
        super().__init__(parent)
        self._theme = theme
        self._icon = icon
        self._paints = False

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint the row with its icon."""
        # Icons are drawn only while painting, because rows are measured far more often than painted.
        self._paints = True
        super().paint(painter, option, index)
        self._paints = False

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        """Add the icon or its room, the note and the colour."""
        super().initStyleOption(option, index)
        side = self._theme.px(ICON)
        if self._paints:
            option.icon = self._icon(index.data(Qt.ItemDataRole.UserRole))
        option.decorationSize = QSize(side, side)
        option.features |= QStyleOptionViewItem.ViewItemFeature.HasDecoration
        if index.data(WHY_NOT):
            option.text = _("{skill} · not possible").format(skill=option.text)
            option.palette.setColor(QPalette.ColorRole.Text, self._theme.color("muted"))
            option.palette.setColor(QPalette.ColorRole.WindowText, self._theme.color("muted"))


class SkillCompleter(QCompleter):
    """Completes to names of skills, even if they were found by other words."""

    @guarded("")
    def pathFromIndex(self, index: QModelIndex | QPersistentModelIndex) -> str:
        """Return the name of the skill."""
        return str(index.data(Qt.ItemDataRole.DisplayRole))


class SkillEdit(QLineEdit):
    """A field in which the first click selects all text, so that typing replaces it."""

    first_clicked = Signal()
    """Emitted after the first click."""
    cancelled = Signal()
    """Emitted when Esc is pressed."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._entered = False

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Note that the next click is the first."""
        super().focusInEvent(event)
        self._entered = event.reason() == Qt.FocusReason.MouseFocusReason

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Select all text after the first click."""
        super().mouseReleaseEvent(event)
        if self._entered and not self.hasSelectedText():
            self.selectAll()
            self.first_clicked.emit()
        self._entered = False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave the field on Esc; pass on all other keys."""
        if event.key() == Qt.Key.Key_Escape:
            self.cancelled.emit()
        else:
            super().keyPressEvent(event)


class SkillBox(QWidget):
    """A field for the skill of the next task. `changed` is emitted when the skill changes."""

    changed = Signal(str)

    def __init__(self, theme: Theme, rulebook: Rulebook, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rulebook = rulebook
        self.skill = ""
        """The chosen skill."""
        self._fixed = ""
        self.icons: dict[str, QIcon] = {}
        self.box = wheel_passes(QComboBox(self))
        self.box.setEditable(True)
        self._edit = edit = SkillEdit(self.box)
        self.box.setLineEdit(edit)
        # Typed text is a search and must not be added to the list.
        self.box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.box.setMaxVisibleItems(20)
        self.box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        # Otherwise the longest name would make the box wider than the column.
        self.box.setMinimumContentsLength(8)
        self.box.setAccessibleName(_("Skill"))
        self.box.setToolTip(_("Type to find one (T)"))
        names = sorted((skill_name(rulebook, skill.id), skill.id) for skill in rulebook.skills)
        self._skills = (*(skill for _name, skill in names), PHYSICAL, MENTAL)
        for skill in self._skills:
            self.box.addItem(self.title(skill), skill)
            self.box.setItemData(self.box.count() - 1, self._words(skill), FOUND_BY)
        self._completer = completer = SkillCompleter(self.box.model(), self)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setMaxVisibleItems(len(self._skills))
        self.box.setItemDelegate(SkillDelegate(theme, self._icon, self))
        rest_when_closed(self.box.view().window(), self)
        offered = completer.popup()
        if offered is not None:
            rest_when_closed(offered, self)
            offered.setItemDelegate(SkillDelegate(theme, self._icon, self))
        self.box.setCompleter(completer)
        self.box.activated.connect(self._chosen)
        self.box.currentIndexChanged.connect(self._show_icon)
        edit.editingFinished.connect(self._typed)
        edit.returnPressed.connect(partial(send_focus_home, self))
        edit.textEdited.connect(self._find_by_words)
        edit.first_clicked.connect(self._offer_all)
        edit.cancelled.connect(self._leave)
        hbox(self, (self.box, 1), margins=0)
        self.set_skill("maneuver")

    def set_skill(self, skill: str) -> None:
        """Choose a skill. Ignore it if the rulebook does not have it."""
        if skill not in self._skills:
            return
        if not self._fixed:
            self.box.setCurrentIndex(self._skills.index(skill))
            self._show_beginning()
        if skill != self.skill:
            self.skill = skill
            self.changed.emit(skill)

    def _show_beginning(self) -> None:
        """Scroll to the beginning of a name that is longer than the box."""
        line = self.box.lineEdit()
        if line is not None and not line.hasFocus():
            line.setCursorPosition(0)

    def open(self) -> None:
        """Open the list of all skills, unless the skill is fixed."""
        if not self._fixed:
            self.box.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self._offer_all()

    @property
    def is_fixed(self) -> bool:
        """Whether the skill cannot be chosen."""
        return bool(self._fixed)

    def fix(self, skill: str) -> None:
        """Show a skill that cannot be changed; "" restores the user's choice."""
        if skill != self._fixed:
            self._fixed = skill
            self.box.setEnabled(not skill)
            self.box.setCurrentIndex(self._skills.index(skill or self.skill))

    def show_refusals(self, why_not: Mapping[str, str]) -> None:
        """Set the reason why a skill may not be tried, keyed by skill. It can still be chosen."""
        for place, skill in enumerate(self._skills):
            why = why_not.get(skill, "")
            if (self.box.itemData(place, WHY_NOT) or "") != why:
                self.box.setItemData(place, why, WHY_NOT)
                self.box.setItemData(place, plain_tip(why) or None, Qt.ItemDataRole.ToolTipRole)
                said = f"{self.title(skill)}. {why}" if why else None
                self.box.setItemData(place, said, Qt.ItemDataRole.AccessibleTextRole)
        self._show_beginning()  # Qt writes the text again when the data of an item change

    def restyle(self, touch: int = 36) -> None:
        """Use the theme's sizes and colours. `touch` is the smallest height."""
        side = self._theme.px(ICON)
        set_touch(self.box, self._theme.px(touch))
        self.box.setIconSize(QSize(side, side))
        self.icons.clear()
        self._show_icon(self.box.currentIndex())

    def _show_icon(self, place: int) -> None:
        """Show the icon of the skill in the closed box. The list draws its icons when its rows become visible."""
        if place >= 0:
            self.box.setItemIcon(place, self._icon(self._skills[place]))
            self._show_beginning()

    def _icon(self, skill: str) -> QIcon:
        icon = self.icons.get(skill)
        if icon is None:
            icon = mini_icon(self._theme, skill, self._theme.px(ICON), self.devicePixelRatioF())
            self.icons[skill] = icon
        return icon

    def title(self, skill: str) -> str:
        """Return the name of a skill as the list shows it."""
        name = skill_name(self._rulebook, skill)
        if skill in {PHYSICAL, MENTAL}:
            return _("{aptitude} task, no skill").format(aptitude=name)
        return name

    def _offer_all(self) -> None:
        """List all skills below the field. Typing filters the list."""
        self._edit.selectAll()
        self._completer.setCompletionPrefix("")
        self._completer.complete()

    def _find_by_words(self, text: str) -> None:
        """Search by everyday words if no name matches."""
        self._completer.setCompletionRole(Qt.ItemDataRole.DisplayRole)
        self._completer.setCompletionPrefix(text)
        # Names take precedence: an everyday word must not hide a skill of that name.
        if not self._completer.completionCount():
            self._completer.setCompletionRole(FOUND_BY)

    def _leave(self) -> None:
        self.box.setEditText(self.title(self.skill))
        send_focus_home(self)

    def _chosen(self, place: int) -> None:
        self.set_skill(self._skills[place])
        send_focus_home(self)

    def _typed(self) -> None:
        """Choose the typed skill or the first match; otherwise restore the current one."""
        if self._fixed:
            return
        text = self.box.currentText().strip()
        found = next((skill for skill in self._skills if self.title(skill).casefold() == text.casefold()), "")
        if not found:
            try:
                found = find_task_skill(self._rulebook, text)
            except RulesError:
                found = self._begun(text.casefold()) or self.skill
        self.set_skill(found)
        self.box.setEditText(self.title(self.skill))
        self._edit.setCursorPosition(0)

    def _begun(self, text: str) -> str:
        """Return the first skill whose name begins with `text`, else contains it, else is found by everyday words."""
        titles = [(self.title(skill).casefold(), skill) for skill in self._skills if text]
        begins = [skill for title, skill in titles if title.startswith(text)]
        holding = [skill for title, skill in titles if text in title]
        meant = [skill for _title, skill in titles if holds(self._words(skill), text)]
        return next(iter((*begins, *holding, *meant)), "")

    def _words(self, skill: str) -> str:
        more = () if skill in {PHYSICAL, MENTAL} else self._rulebook.skill(skill).words
        return ", ".join((self.title(skill), *more))
