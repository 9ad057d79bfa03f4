"""Boxes of the Story tab for the gear carried, and for the themes of characters with magic."""

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame, QListView, QStackedWidget, QToolButton, QWidget

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.pages.builder.builderedits import BuilderEdits
from bones_desktop.pages.builder.followersbox import FollowersBox
from bones_desktop.pages.builder.offers import die_row, hindering_choices, item_choices, item_row
from bones_desktop.rules.bones.book.attempts import rulebook_for
from bones_desktop.rules.bones.book.character import MagicTheme, SheetSection
from bones_desktop.rules.bones.making.edits import theme_refusal
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.choice.buttons import ChoiceButton
from bones_desktop.widgets.choice.choicepopup import Choice, ChoiceDelegate, ChoiceModel
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import put_before, scroll_room, tab_bar
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_icon
from bones_desktop.widgets.text.labels import heading_label, plain_label
from bones_desktop.widgets.text.textfields import LineField, TextField
from bones_desktop.wording.language import _
from bones_desktop.wording.reasons import sentence


class ThemeForm(QFrame):
    """Form for one theme of magic."""

    def __init__(self, theme: Theme, edits: BuilderEdits, place: int, parent: QWidget | None = None) -> None:
        """`place` is the index of the theme, counted from 0."""
        super().__init__(parent)
        self.setProperty("kind", "well")
        said = _("theme {n}").format(n=place + 1)
        self.name = LineField(_("Name of {theme}").format(theme=said), self)
        self.name.setPlaceholderText(_("Name of the theme"))
        self.effect = TextField(_("Effect of {theme}").format(theme=said), theme, 2, self)
        self.effect.setPlaceholderText(_("What this magic can do"))
        self.limitations = TextField(_("Limitations of {theme}").format(theme=said), theme, 2, self)
        self.limitations.setPlaceholderText(_("What it cannot do, or needs"))
        self.remove = QToolButton(self)
        set_icon(theme, self.remove, "remove")
        self.remove.setToolTip(_("Remove this theme"))
        self.remove.setAccessibleName(_("Remove {theme}").format(theme=said))
        self.remove.clicked.connect(partial(edits.remove_theme, place))
        self.trouble = plain_label(self, role="warn", wrap=True, theme=theme, size=12)
        labels = [plain_label(self, text, "muted", theme=theme, size=12) for text in (_("Effect"), _("Limitations"))]
        self._head = hbox(None, (self.name, 1), self.remove, theme=theme, gap=4)
        self._column = vbox(self, self._head, self.trouble, theme=theme, gap=4, edges=(8, 8, 8, 8))
        for label, field in zip(labels, (self.effect, self.limitations), strict=True):
            label.setBuddy(field)
            self._column.addWidget(label)
            self._column.addWidget(field)
        self.name.edited.connect(partial(edits.set_theme_text, place, "name"))
        self.effect.edited.connect(partial(edits.set_theme_text, place, "effect"))
        self.limitations.edited.connect(partial(edits.set_theme_text, place, "limitations"))

    def show_theme(self, written: MagicTheme, trouble: str) -> None:
        """Show a theme. `trouble` says why it is not allowed; "" if it is allowed."""
        self.name.set_value(written.name)
        self.effect.set_value(written.effect)
        self.limitations.set_value(written.limitations)
        self.trouble.setText(trouble)
        self.trouble.setVisible(bool(trouble))


class ThemesBox(QWidget):
    """Lists the themes. Each form edits its own theme."""

    def __init__(
        self, document: CharacterDocument, theme: Theme, edits: BuilderEdits, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._edits = edits
        self._document = document
        self._theme = theme
        self.forms: list[ThemeForm] = []
        self.count = heading_label(theme, self, size=16)
        self.allowed_why = plain_label(self, role="muted", theme=theme, size=12)
        self.safe = plain_label(self, role="muted", theme=theme, size=12)
        for label in (self.count, self.allowed_why, self.safe):
            label.setWordWrap(True)
        self.add = push_button(self, _("Add a theme"), self._add)
        inner = QWidget(self)
        self._list = vbox(inner, self.add, STRETCH, theme=theme, gap=8, edges=(0, 0, 6, 0))
        self._room = scroll_room(inner, self)
        self._column = vbox(self, self.count, self.allowed_why, self.safe, margins=0, theme=theme, gap=4)
        self._column.addSpacing(theme.px(4))
        self._column.addWidget(self._room, 1)

    @property
    def applies(self) -> bool:
        """Whether the character has Magic, or still has themes from when it had Magic."""
        return bool(self._document.character.themes) or bool(self._document.sheet.themes.value)

    def refresh(self) -> None:
        """Show the current character."""
        character, sheet = self._document.character, self._document.sheet
        themes, allowed = character.themes, sheet.themes.value
        # Forms are reused, so that typing in one does not lose focus and cursor at each edit.
        while len(self.forms) < len(themes):
            self._add_form()
        while len(self.forms) > len(themes):
            self._drop_form()
        why_not = theme_refusal(character)
        for number, (form, written) in enumerate(zip(self.forms, themes, strict=True)):
            over = number >= allowed and why_not is not None
            form.show_theme(written, sentence(why_not) if over and why_not is not None else "")
        self.count.setText(_("{written} of {allowed} themes").format(written=len(themes), allowed=allowed))
        self.allowed_why.setText(" ".join(sentence(why) for why in sheet.themes.reasons))
        why_safe = " ".join(sentence(why) for why in sheet.safe_level.reasons)
        safe = _("Safe level {n}: that many uses of magic in four hours are free. {why}")
        self.safe.setText(safe.format(n=sheet.safe_level.value, why=why_safe))
        self.add.setToolTip(plain_tip("" if why_not is None else sentence(why_not)))
        self.add.setAccessibleDescription(self.add.toolTip())

    def go_to(self, number: int | None) -> None:
        """Focus a theme, or the button that adds one."""
        reason = Qt.FocusReason.OtherFocusReason
        if self.forms and number is not None and number < len(self.forms):
            self.forms[number].name.setFocus(reason)
        elif self.forms and len(self.forms) >= self._document.sheet.themes.value:
            self.forms[-1].name.setFocus(reason)
        else:
            self.add.setFocus(reason)

    def _add(self) -> None:
        if self._edits.add_theme():
            self.go_to(len(self._document.character.themes) - 1)

    def _add_form(self) -> None:
        place = len(self.forms)
        form = ThemeForm(self._theme, self._edits, place, self)
        self.forms.append(form)
        self._list.insertWidget(place, form)
        # A layout shows new widgets only after the next events, but focus may move there immediately.
        form.show()
        put_before(self.add, (form.name, form.effect, form.limitations, form.remove))

    def _drop_form(self) -> None:
        form = self.forms.pop()
        keys = QApplication.focusWidget()
        had_focus = keys is not None and form.isAncestorOf(keys)
        # When a widget with the focus is deleted, Qt moves the focus to an arbitrary widget.
        form.hide()
        form.deleteLater()
        if had_focus:
            (self.forms[-1].remove if self.forms else self.add).setFocus()


GEAR: Final = 0
MAGIC: Final = 1
FOLLOWERS: Final = 2
_EDGE: Final = 16
_MOST_SELDOM: Final = 2
"""Most hindering dice that are visible without scrolling. Few characters have more."""


class DiceShelf(Guarded, QWidget):
    """Rows of dice.

    The Delete key or the button asks to remove the current die; Enter or a double click asks to change it.
    """

    remove_requested = Signal(int)
    change_requested = Signal(int)

    def __init__(
        self, theme: Theme, heading: str, add: str, parent: QWidget | None = None, *, make: str = "", empty: str = ""
    ) -> None:
        """`make` is the text of the button that asks for a hand-made die.

        Without it, dice can be neither made nor changed. `empty` explains the dice while there are none.
        """
        super().__init__(parent)
        self._theme = theme
        self._heading = heading_label(theme, self, heading, 16)
        self.model = ChoiceModel(self)
        self.view = QListView(self)
        self.view.setModel(self.model)
        self.view.setItemDelegate(ChoiceDelegate(theme, self.view))
        self.view.setFrameShape(QFrame.Shape.NoFrame)
        self.view.setMouseTracking(True)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.view.setAccessibleName(heading)
        self.empty = plain_label(self.view.viewport(), empty, "muted", theme=theme, wrap=True)
        # Aligned to the top, because a list may be higher than the visible part of the page.
        self.empty.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        vbox(self.view.viewport(), self.empty, theme=theme, edges=(12, 8, 12, 8))
        self.view.installEventFilter(self)
        self.view.selectionModel().currentChanged.connect(self._enable)
        self.add = ChoiceButton(theme, add, add, self)
        self.remove = push_button(self, _("Remove"), self._remove)
        self.make = push_button(self, make)
        self.change = push_button(self, _("Change…"), self._change)
        self._changes = bool(make)
        for button in (self.make, self.change):
            button.setVisible(self._changes)
        if self._changes:
            self.view.doubleClicked.connect(self._change)
        # The buttons for a die are beside the heading, because a row of their own would hide one die.
        head = hbox(None, self._heading, STRETCH, self.change, self.remove, theme=theme, gap=8)
        adding = hbox(None, (self.add, 1), self.make, theme=theme, gap=8)
        vbox(self, head, (self.view, 1), adding, margins=0, theme=theme, gap=8)
        for before, after in pairwise((self.view, self.change, self.remove, self.add, self.make)):
            QWidget.setTabOrder(before, after)
        theme.changed.connect(self.view.scheduleDelayedItemsLayout)
        for signal in (theme.changed, theme.caught_up):
            signal.connect(self._fit)
        self.view.scheduleDelayedItemsLayout()
        self._enable()

    def set_dice(self, dice: Sequence[Choice]) -> None:
        """Show these dice. The current row stays."""
        row = self.view.currentIndex().row()
        self.model.set_choices(dice)
        self.empty.setVisible(not dice)
        self._fit()
        if dice and row >= 0:
            self.view.setCurrentIndex(self.model.index(min(row, len(dice) - 1)))
        self._enable()

    def go_to(self, place: int | None) -> None:
        """Focus a die; for None, focus the chooser."""
        if place is not None and place < self.model.rowCount():
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)
            self.view.setCurrentIndex(self.model.index(place))
        else:
            self.add.setFocus(Qt.FocusReason.OtherFocusReason)

    def _fit(self) -> None:
        """Make the list of hindering dice only as high as needed, so that the list of equipment gets the rest."""
        if self._changes:
            return
        row = self.view.sizeHintForRow(0) if self.model.rowCount() else self.empty.sizeHint().height()
        rows = max(1, min(self.model.rowCount(), _MOST_SELDOM))
        self.view.setFixedHeight(rows * row + 2 * self.view.frameWidth() + self._theme.px(_EDGE))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Remove with Delete, change with Enter. Fit the list when its text or style changed size."""
        if watched is self.view and event.type() in {QEvent.Type.LayoutRequest, QEvent.Type.StyleChange}:
            self._fit()
        if watched is self.view and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() in {Qt.Key.Key_Delete, Qt.Key.Key_Backspace}:
                self._remove()
                return True
            if self._changes and event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
                self._change()
                return True
        return super().eventFilter(watched, event)

    def _remove(self) -> None:
        index = self.view.currentIndex()
        if index.isValid():
            self.remove_requested.emit(index.row())

    def _change(self) -> None:
        index = self.view.currentIndex()
        if index.isValid():
            self.change_requested.emit(index.row())

    def _enable(self) -> None:
        chosen = self.view.currentIndex().isValid()
        for button in (self.remove, self.change):
            button.setEnabled(chosen)
            button.setToolTip("" if chosen else _("Choose a die in the list first."))


class AlongBox(QWidget):
    """Tabs for gear, magic and followers. Those that do not apply are hidden. A heading replaces a single tab."""

    def __init__(
        self, document: CharacterDocument, theme: Theme, edits: BuilderEdits, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._edits = edits
        self._theme = theme
        parts = (_("Gear"), _("Magic"), _("Followers"))
        self.tabs = tab_bar(self, _("Equipment and companions"), *parts, theme=theme)
        self.items = DiceShelf(
            theme,
            _("Equipment dice"),
            _("Add equipment"),
            self,
            make=_("Make one…"),
            empty=_("Weapons, shields, armour and magic items: their dice are rolled too."),
        )
        self.hindering = DiceShelf(
            theme,
            _("Hindering dice"),
            _("Add a hindering die"),
            self,
            empty=_("Poison and fire, while they last."),
        )
        self.other_equipment = TextField(_("Other equipment"), theme, 2, self)
        self.themes = ThemesBox(document, theme, edits, self)
        self.followers = FollowersBox(document, theme, edits, self)
        gear = self._gear()
        # Fonts are set before the pages exist: a style sheet resets fonts set on widgets that were shown already.
        self._restyle()
        self._pages = QStackedWidget(self)
        for page in (gear, self.themes, self.followers):
            self._pages.addWidget(page)
        vbox(self, self.tabs, (self._pages, 1), margins=0, theme=theme, gap=8)
        self.tabs.currentChanged.connect(self._pages.setCurrentIndex)
        for signal in (theme.changed, theme.caught_up):
            signal.connect(self._restyle)

    def refresh(self) -> None:
        """Show the current character."""
        self.other_equipment.set_value(self._document.character.other_equipment)
        self._refresh_dice()
        self.themes.refresh()
        self.followers.refresh()
        for tab, applies in ((MAGIC, self.themes.applies), (FOLLOWERS, self.followers.applies)):
            # Changes made while the tab bar is hidden are not laid out when it is shown, so make only necessary ones.
            if self.tabs.isTabVisible(tab) != applies:
                self.tabs.setTabVisible(tab, applies)
        self.tabs.setVisible(self.themes.applies or self.followers.applies)

    def go_to(self, part: SheetSection, place: int | None) -> None:
        """Focus a part: gear, magic or followers."""
        match part:
            case SheetSection.MAGIC if self.themes.applies:
                self.tabs.setCurrentIndex(MAGIC)
                self.themes.go_to(place)
            case SheetSection.FOLLOWERS if self.followers.applies:
                self.tabs.setCurrentIndex(FOLLOWERS)
                self.followers.go_to()
            case SheetSection.HINDERING:
                self.tabs.setCurrentIndex(GEAR)
                self.hindering.go_to(place)
            case _:
                self.tabs.setCurrentIndex(GEAR)
                self.items.go_to(place)

    def _refresh_dice(self) -> None:
        character = self._document.character
        # House rules may change the printed leather die (AMB-36), and with it the faces that are offered.
        rulebook = rulebook_for(self._document.rulebook, character.house_rules)
        self.items.add.set_choices(item_choices(rulebook, self._edits.printed_only))
        self.items.set_dice(
            [
                item_row(rulebook, place, item, house=self._document.sheet.equipment[place].house)
                for place, item in enumerate(character.equipment)
            ]
        )
        self.hindering.add.set_choices(hindering_choices(rulebook))
        self.hindering.set_dice(
            [
                die_row(rulebook, str(place), die.name, die.faces, "hindering")
                for place, die in enumerate(character.hindering)
            ]
        )

    def _gear(self) -> QWidget:
        page = QWidget(self)
        self._gear_column = vbox(page, (self.items, 6), self.hindering, margins=0, theme=self._theme, gap=8)
        self.label = label = plain_label(self, _("Other equipment"), "muted", theme=self._theme, size=12)
        label.setBuddy(self.other_equipment)
        self._gear_column.addLayout(vbox(None, label, (self.other_equipment, 1), theme=self._theme, gap=2), 1)
        return page

    def _restyle(self) -> None:
        # The bar does not report that its tabs have grown, and the line below them would be cut off.
        self.tabs.setMinimumHeight(self.tabs.sizeHint().height())
