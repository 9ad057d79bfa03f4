"""The Build page: its tabs, each made and imported when first needed, and how far the character is."""

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QWidget

from bones_desktop.document.bones.characterdocument import Change, CharacterDocument
from bones_desktop.panels.builder.builderedits import BuilderEdits, local_day
from bones_desktop.panels.builder.builderhead import BuilderHead, Tab, empty_faces, has_conflicts
from bones_desktop.panels.builder.originchanger import OriginChanger
from bones_desktop.rules.bones.book.advancement import is_finished
from bones_desktop.rules.bones.book.character import STARTING_DICE, Character, Kind, Mode, Part, Place
from bones_desktop.rules.bones.making.edits import TextField
from bones_desktop.rules.problems import Weight
from bones_desktop.rules.reasons import reason
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import vbox
from bones_desktop.widgets.layouts import TabStack, turn_by_keys
from bones_desktop.widgets.plaintext import GUIDE_PAGE
from bones_desktop.widgets.scaled import set_gaps
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.wording.reasons import sentence

if TYPE_CHECKING:
    from bones_desktop.panels.builder.dicepage import DicePage
    from bones_desktop.panels.builder.growthpage import GrowthPage
    from bones_desktop.panels.builder.itemdialog import ItemMaker
    from bones_desktop.panels.builder.oddspage import OddsPage
    from bones_desktop.panels.builder.originpage import OriginPage
    from bones_desktop.panels.builder.storypage import StoryPage

_GUIDES: Final = {
    Tab.ORIGIN: "making",
    Tab.DICE: "icons",
    Tab.STORY: "making",
    Tab.GROWTH: "growing",
    Tab.ODDS: "trying",
}
"""The page of the guide for each tab."""


class BuilderPanel(QWidget):
    """Shows and edits one character. It listens to `document.changed` only and edits only by `document.apply`."""

    refused = Signal(object)
    """The Reason why something asked for was not done."""
    message = Signal(str)
    """A sentence about what has been done beside what was asked for."""
    template_wanted = Signal()
    """A house template is to be made."""

    def __init__(
        self,
        document: CharacterDocument,
        theme: Theme,
        printed_only: Callable[[], bool],
        parent: QWidget | None = None,
        *,
        today: Callable[[], str] = local_day,
    ) -> None:
        """`printed_only` returns whether house templates are hidden; `refresh_choices` calls it again.

        `today` gives the day that the ledger is written under, as 2026-11-21.
        """
        super().__init__(parent)
        self._document = document
        self._theme = theme
        self._printed_only = printed_only
        self.edits = BuilderEdits(document, self, today=today)
        self.edits.refused.connect(self.refused)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.head = BuilderHead(document, theme, self)
        self.tabs = self.head.tabs
        self._locked = plain_label(self, sentence(reason("read-only-character"), self.tr), "warn", wrap=True)
        self.changer = OriginChanger(document, self.edits, theme, printed_only, self)
        self._stack = TabStack(self._theme, len(Tab), self)
        self._stale: set[int] = set()
        self._animated = True
        self._going_on = False
        self._arrange()
        self._connect()
        self.tabs.setCurrentIndex(self._first_tab())
        self._refresh()
        self._begin()

    @cached_property
    def origin(self) -> "OriginPage":
        """The Origin tab."""
        from bones_desktop.panels.builder.originpage import OriginPage

        page = OriginPage(self._document, self._theme, self._printed_only, self.changer, self)
        page.setEnabled(not self._document.read_only)
        page.dice_wanted.connect(self.show_face)
        page.template_wanted.connect(self.template_wanted)
        self._stack.put_scrolled(Tab.ORIGIN, page)
        return page

    @cached_property
    def dice(self) -> "DicePage":
        """The Dice tab."""
        from bones_desktop.panels.builder.dicepage import DicePage

        page = DicePage(self._document, self._theme, self.edits, self.changer, self._printed_only, self)
        page.set_animated(self._animated)
        page.set_going_on(self._going_on)
        page.refresh()
        self._stale.discard(Tab.DICE)
        page.go_to_first_empty()
        page.refused.connect(self.refused)
        page.jump_requested.connect(self.show_place)
        page.strip.skill_activated.connect(self._show_odds)
        page.strip.difficulty_changed.connect(self._follow_difficulty)
        self._stack.put_scrolled(Tab.DICE, page)
        return page

    @cached_property
    def story(self) -> "StoryPage":
        """The Story tab."""
        from bones_desktop.panels.builder.storypage import StoryPage

        page = StoryPage(self._document, self._theme, self._printed_only, self)
        page.setEnabled(not self._document.read_only)
        page.edits.refused.connect(self.refused)
        page.races.chosen.connect(self.changer.choose_race)
        page.items.make_requested.connect(lambda: self.items.make())
        page.items.change_requested.connect(lambda place: self.items.change(place))
        page.items.add_requested.connect(self.edits.add_item)
        page.items.remove_requested.connect(self.edits.remove_item)
        page.hindering.add_requested.connect(self.edits.add_hindering)
        page.hindering.remove_requested.connect(self.edits.remove_hindering)
        page.text_requested.connect(self._set_text)
        self._stack.put_scrolled(Tab.STORY, page)
        return page

    @cached_property
    def items(self) -> "ItemMaker":
        """What makes equipment by hand."""
        from bones_desktop.panels.builder.itemdialog import ItemMaker

        maker = ItemMaker(self._document, self._theme, self._printed_only, self)
        maker.refused.connect(self.refused)
        return maker

    @cached_property
    def growth(self) -> "GrowthPage":
        """The Growth tab."""
        from bones_desktop.panels.builder.growthpage import GrowthPage

        page = GrowthPage(self._document, self._theme, self)
        page.set_permitted(self.edits.permitted)
        page.finish_requested.connect(self._finish)
        page.award_requested.connect(self.edits.award)
        page.played_edited.connect(self.edits.set_played_before)
        page.restore_requested.connect(self.edits.restore)
        page.reopen_requested.connect(self.edits.reopen)
        page.permission_toggled.connect(self.head.permission.setChecked)
        page.jump_requested.connect(self.show_place)
        self._stack.put_scrolled(Tab.GROWTH, page)
        return page

    @cached_property
    def odds(self) -> "OddsPage":
        """The Odds tab."""
        from bones_desktop.panels.builder.oddspage import OddsPage

        page = OddsPage(self._document, self._theme, self)
        page.refresh()
        self._stale.discard(Tab.ODDS)
        page.set_difficulty(self.dice.strip.difficulty)
        page.selection_changed.connect(lambda: self.dice.strip.set_difficulty(page.difficulty))
        page.items_changed.connect(lambda: self.dice.strip.set_items(page.items))
        self._stack.put_scrolled(Tab.ODDS, page)
        return page

    @property
    def empty_faces(self) -> int:
        """How many faces of the starting dice wait for an icon."""
        return empty_faces(self._document.character)

    @property
    def takes_icons(self) -> bool:
        """Whether faces can be chosen: in Cold Iron only once it is said what a die is made from (CHR-1)."""
        character = self._document.character
        return character.mode is not Mode.COLD_IRON or any(die.template for die in character.dice)

    def show_face(self, die: int, face: int) -> None:
        """Go to a face of a die, or with -1 to the first that is empty."""
        self.tabs.setCurrentIndex(Tab.DICE)
        if die < 0:
            self.dice.go_to_first_empty()
            self.dice.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.dice.board.select(die, face, focus=True)

    def next_empty(self) -> bool:
        """Go to the next empty face, from another tab to the one selected if it is; return whether there is one."""
        after = int(self.tabs.currentIndex() == Tab.DICE)
        self.tabs.setCurrentIndex(Tab.DICE)
        return self.dice.go_to_next_empty(after=after)

    def set_going_on(self, going_on: bool) -> None:
        """Set whether the next empty face is selected once an icon was chosen for one."""
        self._going_on = going_on
        if self._stack.has(Tab.DICE):
            self.dice.set_going_on(going_on)

    def show_place(self, place: Place) -> None:
        """Go to a spot of the sheet and give it focus."""
        on_dice = place.part in {Part.DIE, Part.CHARACTER, Part.INJURIES}
        if on_dice or (place.part is Part.RACE and self.dice.shows_race):
            self.tabs.setCurrentIndex(Tab.DICE)
            self.dice.show_place(place)
            return
        if place.part is Part.RACE and self._document.character.kind is Kind.PLAYER:
            self.tabs.setCurrentIndex(Tab.ORIGIN)
            self.origin.go_to_race()
            return
        self.tabs.setCurrentIndex(Tab.STORY)
        self.story.go_to(place.part, place.die)

    def refresh_choices(self) -> None:
        """Offer templates by the present settings."""
        self._refresh()

    def set_animated(self, animated: bool) -> None:
        """Set whether the die in hand turns visibly, or shows its face at once."""
        self._animated = animated
        if self._stack.has(Tab.DICE):
            self.dice.set_animated(animated)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Pass focus on to the selected face, or to the first field."""
        super().focusInEvent(event)
        if self.tabs.currentIndex() == Tab.ORIGIN:
            self.origin.setFocus(event.reason())
        elif self.tabs.currentIndex() == Tab.STORY:
            self.story.lines["name"].setFocus(event.reason())
        elif self.tabs.currentIndex() == Tab.GROWTH:
            self.growth.focus_first(event.reason())
        elif self.tabs.currentIndex() == Tab.ODDS:
            self.odds.focus_table(event.reason())
        else:
            self.dice.setFocus(event.reason())

    def _arrange(self) -> None:
        self._column = vbox(self, self.head, self._locked, (self._stack, 1))
        set_gaps(self._theme, self._column, gap=8, edges=(16, 8, 16, 12))

    def _connect(self) -> None:
        self.tabs.currentChanged.connect(self._show_tab)
        turn_by_keys(self, self.tabs)
        self._document.changed.connect(self._changed)
        self.head.finish.clicked.connect(self._finish)
        self.head.summary.pressed.connect(self._lead_on)
        self.head.clear_conflicts.clicked.connect(self._mend_conflicts)
        self.head.permission.toggled.connect(self._permit)
        self.changer.message.connect(self.message)

    def _show_tab(self, tab: int) -> None:
        if tab in self._stale:
            self._refresh_tab(tab)
        self._stack.setCurrentIndex(tab)
        self._name_guide()

    def _name_guide(self) -> None:
        """Say which page of the guide is about what is at hand."""
        tab = Tab(self.tabs.currentIndex())
        others = self._document.character.kind is not Kind.PLAYER and tab in {Tab.ORIGIN, Tab.DICE, Tab.STORY}
        self.setProperty(GUIDE_PAGE, "beasts" if others else _GUIDES[tab])

    def _follow_difficulty(self, difficulty: str) -> None:
        if self._stack.has(Tab.ODDS):
            self.odds.set_difficulty(difficulty)

    def _show_odds(self, skill: str) -> None:
        self.odds.choose(skill, self.dice.strip.difficulty)
        self.tabs.setCurrentIndex(Tab.ODDS)
        self.odds.focus_table(Qt.FocusReason.OtherFocusReason)

    def _finish(self) -> None:
        if self.edits.finish():
            self.tabs.setCurrentIndex(Tab.GROWTH)
            self.growth.focus_first()

    def _mend_conflicts(self) -> None:
        """Empty the faces in conflict; where it is about no face, go to what is to be chosen anew."""
        document = self._document
        if has_conflicts(document.rulebook, document.character):
            self.edits.clear_conflicts()
            if self.head.clear_conflicts.isHidden():  # it had the focus, which Qt gives to whatever comes next
                self.tabs.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self._show_first(Weight.ILLEGAL)

    def _lead_on(self) -> None:
        """Go to what the summary tells of: an empty face, what is missing or wrong, or an earned icon."""
        document = self._document
        if self.empty_faces == 0:
            if any(self._show_first(weight) for weight in (Weight.UNFINISHED, Weight.ILLEGAL)):
                return
            if is_finished(document.character):
                self.tabs.setCurrentIndex(Tab.GROWTH)
                self.growth.focus_first()
                return
        self.show_face(-1, -1)

    def _show_first(self, weight: Weight) -> bool:
        """Go to the first problem of that weight, and return whether there is one."""
        place = next((each.place for each in self._document.problems if each.weight is weight), None)
        if place is None:
            return False
        if place.part is Part.DIE and place.face is None and wants_origins(self._document.character, place.die or 0):
            self.tabs.setCurrentIndex(Tab.ORIGIN)
            self.origin.go_to(place.die or 0)
        else:
            self.show_place(place)
        return True

    def _permit(self, permitted: bool) -> None:
        self.edits.permitted = permitted
        self.head.permission.setChecked(permitted)
        if self._stack.has(Tab.GROWTH):
            self.growth.set_permitted(permitted)
        self._stale.add(Tab.DICE)
        self._refresh_tab(self.tabs.currentIndex())

    def _changed(self, change: Change) -> None:
        self._refresh()
        another = change.before.id != change.after.id
        if another or (self.edits.permitted and not is_finished(change.after)):
            self._permit(False)
        if another:
            self._begin()

    def _begin(self) -> None:
        """Show where work on a character begins: its origin while a starting die waits for one, else its dice."""
        self.tabs.setCurrentIndex(self._first_tab())
        if self._stack.has(Tab.DICE):
            if Tab.DICE in self._stale:
                self._refresh_tab(Tab.DICE)
            self.dice.go_to_first_empty()
        if self.isVisible():
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _first_tab(self) -> Tab:
        return Tab.ORIGIN if wants_origin(self._document.character) else Tab.DICE

    def _refresh(self) -> None:
        document = self._document
        # A tab that is not in view catches up when it is shown, so that an edit costs one page.
        self._stale = set(Tab)
        if self._stack.has(Tab.ODDS):  # the strip below the dice takes the equipment chosen there
            self._refresh_tab(Tab.ODDS)
            self.dice.strip.set_items(self.odds.items)
        if self.tabs.currentIndex() in self._stale:
            self._refresh_tab(self.tabs.currentIndex())
        self.head.refresh()
        self._name_guide()
        self._locked.setVisible(document.read_only)
        if self._stack.has(Tab.ORIGIN):
            self.origin.setEnabled(not document.read_only)
        if self._stack.has(Tab.STORY):
            self.story.setEnabled(not document.read_only)

    def _refresh_tab(self, tab: int) -> None:
        self._stale.discard(tab)
        match tab:
            case Tab.ORIGIN:
                self.origin.refresh()
            case Tab.DICE:
                self.dice.refresh()
            case Tab.STORY:
                self.story.refresh()
            case Tab.GROWTH:
                self.growth.refresh()
            case Tab.ODDS:
                self.odds.refresh()

    def _set_text(self, field: TextField, text: str) -> None:
        if not self.edits.set_text(field, text):
            self.story.refresh()


def wants_origin(character: Character) -> bool:
    """Return whether a starting die waits for its template (CHR-1)."""
    return any(not die.template and wants_origins(character, place) for place, die in enumerate(character.dice))


def wants_origins(character: Character, die: int) -> bool:
    """Return whether a die is made from a template."""
    return character.kind is Kind.PLAYER and character.mode is Mode.COLD_IRON and die < STARTING_DICE
