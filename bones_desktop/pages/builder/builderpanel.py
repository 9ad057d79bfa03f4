"""The Build page: its tabs, each made and imported when first needed, and the line above them."""

from collections.abc import Callable, Sequence
from enum import IntEnum
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QPushButton, QWidget

from bones_desktop.document.bones.characterdocument import Change, CharacterDocument
from bones_desktop.pages.builder.builderedits import BuilderEdits, local_day
from bones_desktop.pages.builder.originchanger import OriginChanger, wants_template
from bones_desktop.rules.bones.book.character import (
    STARTING_DICE,
    Character,
    CharacterKind,
    MakingMode,
    SheetPlace,
    SheetSection,
)
from bones_desktop.rules.bones.book.characterdice import is_finished, taken_on_trust
from bones_desktop.rules.bones.book.fields import FACES
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.making.edits import conflicts
from bones_desktop.rules.bones.making.standing import GrowthStanding, standing
from bones_desktop.rules.reasons import Problem, Weight, is_complete, is_legal, reason
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.layouts import Fitting, TabStack, tab_bar, turn_by_keys
from bones_desktop.widgets.plaintext import GUIDE_PAGE, plain_tip
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_gaps, set_sheet_property, set_type
from bones_desktop.widgets.text.labels import PressLabel, plain_label
from bones_desktop.wording.houserules import trust_words
from bones_desktop.wording.language import _, ngettext
from bones_desktop.wording.reasons import sentence

if TYPE_CHECKING:
    from bones_desktop.pages.builder.dicepage import DicePage
    from bones_desktop.pages.builder.growthpage import GrowthPage
    from bones_desktop.pages.builder.oddspage import OddsPage
    from bones_desktop.pages.builder.originpage import OriginPage
    from bones_desktop.pages.builder.storypage import StoryPage


def empty_faces(character: Character) -> int:
    """Return the number of empty faces on a player's starting dice; 0 for others, whose faces may stay empty."""
    dice = character.dice[:STARTING_DICE] if character.kind is CharacterKind.PLAYER else ()
    return sum(shown.is_unfilled for die in dice for shown in die.faces)


def summary(
    character: Character, problems: Sequence[Problem[SheetPlace]], growth: GrowthStanding | None = None
) -> tuple[str, str]:
    """Return the summary and its tone: the number of empty faces or conflicts, or that the character is ready (DICE-6).

    `growth` is the progress of a finished character; the summary mentions an earned icon.
    """
    dice = character.dice[:STARTING_DICE] if character.kind is CharacterKind.PLAYER else character.dice
    empty = empty_faces(character)
    conflicts = sum(problem.weight is Weight.ILLEGAL for problem in problems)
    open_ = sum(problem.weight is Weight.UNFINISHED for problem in problems)
    parts = []
    if empty:
        parts.append(_("{n} of {all} faces still empty").format(n=empty, all=len(dice) * FACES))
    elif open_:
        parts.append(ngettext("One thing still to do", "{n} things still to do", open_).format(n=open_))
    if conflicts:
        parts.append(ngettext("1 conflict", "{n} conflicts", conflicts).format(n=conflicts))
    if not parts:
        if growth is None or not growth.earned or not is_finished(character):
            return _("Ready to play"), "good"
        return ngettext("An icon is earned", "{n} icons are earned", growth.icons).format(n=growth.icons), "good"
    return " · ".join(parts), "bad" if conflicts else "warn"


class Tab(IntEnum):
    """The tabs, in order."""

    ORIGIN = 0
    DICE = 1
    STORY = 2
    GROWTH = 3
    ODDS = 4


class BuilderHead(Fitting):
    """The line above a tab: the tab bar, and the summary and buttons that apply. The tab bar is never cut off."""

    def __init__(self, document: CharacterDocument, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._may_permit = self._may_finish = False
        parts = (_("Origin"), _("Dice"), _("Story and gear"), _("Growth"), _("Odds"))
        self.tabs = tab_bar(self, _("Parts of the Build page"), *parts, theme=theme)
        self.summary = PressLabel(self)
        set_type(theme, self.summary, size=20, serif=True, bold=True)
        self.clear_conflicts = QPushButton(self)
        self.finish = push_button(self, _("Finish"), kind="primary")
        self.finish.setToolTip(
            _("Keep the dice as created. From then on they change by improvement, or with the GM's permission.")
        )
        self.permission = QPushButton(_("With the GM's permission"), self)
        self.permission.setCheckable(True)
        self.permission.setToolTip(_("Change faces of the finished character; the ledger records it."))
        self._row = hbox(
            self, self.tabs, STRETCH, self.clear_conflicts, self.permission, self.summary, self.finish, margins=0
        )
        set_gaps(theme, self._row, gap=12)
        for before, after in pairwise((self.tabs, self.clear_conflicts, self.permission, self.finish)):
            self.setTabOrder(before, after)
        self.tabs.currentChanged.connect(self._fit)
        for signal in (theme.changed, theme.caught_up):
            signal.connect(self._fit)
        self._fit()

    def refresh(self) -> None:
        """Show the progress of the character."""
        document = self._document
        character, problems = document.character, document.problems
        text, tone = summary(character, problems, standing(document.rulebook, character))
        self.summary.setText(text)
        set_sheet_property(self.summary, "tone", tone)
        trusted = trust_words(taken_on_trust(character)) if character.kind is CharacterKind.PLAYER else []
        tip = _("Exceptions for this character: {what}.").format(what="; ".join(trusted)) if trusted else ""
        self.summary.setToolTip(plain_tip(tip))
        self.summary.setAccessibleDescription(tip)
        player = character.kind is CharacterKind.PLAYER and not document.read_only
        done = is_legal(problems) and is_complete(problems)
        self._may_finish = player and done and not is_finished(character)
        self._may_permit = player and is_finished(character)
        # Not every conflict is on a face: it may be a background that the culture does not lead to.
        faces = has_conflicts(document.rulebook, character)
        self.clear_conflicts.setText(_("Empty wrong faces") if faces else _("Show the conflict"))
        self.clear_conflicts.setVisible(faces or not is_legal(problems))
        self.clear_conflicts.setEnabled(not document.read_only)
        self._fit()

    def _fit(self) -> None:
        """Hide buttons that the visible Growth tab offers too, and parts that leave the tabs too little room.

        The parts can be spared: the Growth tab offers the permission too, and the list of problems says more than the
        summary.
        """
        self.finish.setVisible(self._may_finish and self.tabs.currentIndex() != Tab.GROWTH)
        shown = [self.tabs, *(part for part in (self.clear_conflicts, self.finish) if not part.isHidden())]
        for part, applies in ((self.summary, True), (self.permission, self._may_permit)):
            fits = applies and self._width([*shown, part]) <= self.width()
            part.setVisible(fits)
            shown += [part] if fits else []

    def _width(self, parts: Sequence[QWidget]) -> int:
        return sum(part.sizeHint().width() for part in parts) + len(parts) * self._row.spacing()


def has_conflicts(rulebook: Rulebook, character: Character) -> bool:
    """Return whether a face is in a place where it is not allowed."""
    return any(conflicts(rulebook, character, die) for die in range(len(character.dice)))


_GUIDES: Final = {
    Tab.ORIGIN: "making",
    Tab.DICE: "icons",
    Tab.STORY: "making",
    Tab.GROWTH: "growing",
    Tab.ODDS: "trying",
}
"""Page of the guide for each tab."""


class BuilderPanel(QWidget):
    """Shows and edits one character. It listens only to `document.changed` and edits only through `document.apply`."""

    def __init__(
        self,
        document: CharacterDocument,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        today: Callable[[], str] = local_day,
    ) -> None:
        """`today` returns the date, in the form 2026-11-21, for entries in the ledger."""
        super().__init__(parent)
        self._document = document
        self._theme = theme
        self.edits = BuilderEdits(document, self, today=today)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.head = BuilderHead(document, theme, self)
        self.tabs = self.head.tabs
        self._locked = plain_label(self, sentence(reason("read-only-character")), "warn", wrap=True)
        self.changer = OriginChanger(document, self.edits, theme, self)
        self._stack = TabStack(self._theme, len(Tab), self)
        self._stale: set[int] = set()
        self._animated = True
        self._arrange()
        self._connect()
        self.tabs.setCurrentIndex(self._first_tab())
        self._refresh()
        self._begin()

    @cached_property
    def origin(self) -> "OriginPage":
        """The Origin tab."""
        # Imported late, like every tab, because the program starts with only one of them.
        from bones_desktop.pages.builder.originpage import OriginPage

        page = OriginPage(self._document, self._theme, self.changer, self)
        page.setEnabled(not self._document.read_only)
        page.dice_wanted.connect(self.show_face)
        self._stack.put_scrolled(Tab.ORIGIN, page)
        return page

    @cached_property
    def dice(self) -> "DicePage":
        """The Dice tab."""
        # Imported late, like every tab, because the program starts with only one of them.
        from bones_desktop.pages.builder.dicepage import DicePage

        page = DicePage(self._document, self._theme, self.changer, self)
        page.set_animated(self._animated)
        # Filled before it is first shown, because the board is searched for the first empty face.
        page.refresh()
        self._stale.discard(Tab.DICE)
        page.go_to_first_empty()
        page.origin.problems.jump_requested.connect(self.show_place)
        page.strip.view.skill_activated.connect(self._show_odds)
        self._stack.put_scrolled(Tab.DICE, page)
        return page

    @cached_property
    def story(self) -> "StoryPage":
        """The Story tab."""
        # Imported late, like every tab, because the program starts with only one of them.
        from bones_desktop.pages.builder.storypage import StoryPage

        page = StoryPage(self._document, self._theme, self.edits, self)
        page.setEnabled(not self._document.read_only)
        page.races.activated.connect(self.changer.choose_race)
        self._stack.put_scrolled(Tab.STORY, page)
        return page

    @cached_property
    def growth(self) -> "GrowthPage":
        """The Growth tab."""
        # Imported late, like every tab, because the program starts with only one of them.
        from bones_desktop.pages.builder.growthpage import GrowthPage

        page = GrowthPage(self._document, self._theme, self)
        page.created.permission.setChecked(self.edits.permitted)
        page.created.permission.toggled.connect(self.head.permission.setChecked)
        page.finish_card.finish.clicked.connect(self._finish)
        page.award.award_requested.connect(self.edits.award)
        page.created.restore.clicked.connect(self.edits.restore)
        page.created.reopen.clicked.connect(self.edits.reopen)
        for card in (page.finish_card, page.created):
            card.played.sessions.valueChanged.connect(self.edits.set_played_before)
        for jumps in (page.finish_card.problems, page.next_icon):
            jumps.jump_requested.connect(self.show_place)
        self._stack.put_scrolled(Tab.GROWTH, page)
        return page

    @cached_property
    def odds(self) -> "OddsPage":
        """The Odds tab."""
        # Imported late, like every tab, because the program starts with only one of them.
        from bones_desktop.pages.builder.oddspage import OddsPage

        page = OddsPage(self._document, self._theme, self)
        page.refresh()
        self._stale.discard(Tab.ODDS)
        strip = self.dice.strip
        page.set_difficulty(strip.difficulty)
        strip.difficulty_changed.connect(page.set_difficulty)
        page.full.difficulty_changed.connect(strip.set_difficulty)
        page.full.items_changed.connect(strip.set_items)
        self._stack.put_scrolled(Tab.ODDS, page)
        return page

    @property
    def empty_faces(self) -> int:
        """Number of empty faces on the starting dice."""
        return empty_faces(self._document.character)

    @property
    def takes_icons(self) -> bool:
        """True if icons can be chosen. In Cold Iron, a template must have been chosen for a die (CHR-1)."""
        character = self._document.character
        return character.mode is not MakingMode.COLD_IRON or any(die.template for die in character.dice)

    def show_face(self, die: int, face: int) -> None:
        """Go to a face of a die, or with -1 to the first empty face."""
        self.tabs.setCurrentIndex(Tab.DICE)
        if die < 0:
            self.dice.go_to_first_empty()
            self.dice.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.dice.board.select(die, face, focus=True)

    def next_empty(self) -> bool:
        """Go to the next empty face and return whether there is one.

        If another tab is visible, the search includes the selected face.
        """
        after = int(self.tabs.currentIndex() == Tab.DICE)
        self.tabs.setCurrentIndex(Tab.DICE)
        return self.dice.go_to_next_empty(after=after)

    def set_going_on(self, going_on: bool) -> None:
        """Set whether choosing an icon for an empty face selects the next empty face."""
        self.edits.going_on = going_on

    def show_place(self, place: SheetPlace) -> None:
        """Go to a place of the sheet and give it focus."""
        on_dice = place.part in {SheetSection.DIE, SheetSection.CHARACTER, SheetSection.INJURIES}
        if on_dice or (place.part is SheetSection.RACE and self.dice.shows_race):
            self.tabs.setCurrentIndex(Tab.DICE)
            self.dice.show_place(place)
            return
        if place.part is SheetSection.RACE and self._document.character.kind is CharacterKind.PLAYER:
            self.tabs.setCurrentIndex(Tab.ORIGIN)
            self.origin.go_to_race()
            return
        self.tabs.setCurrentIndex(Tab.STORY)
        self.story.go_to(place.part, place.die)

    def set_printed_only(self, printed_only: bool) -> None:
        """Set whether templates and equipment of packs are hidden."""
        self.edits.printed_only = printed_only
        self._refresh()

    def set_animated(self, animated: bool) -> None:
        """Set whether the large die turns visibly, or shows its face immediately."""
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
        self.head.summary.pressed.connect(self._go_on)
        self.head.clear_conflicts.clicked.connect(self._fix_conflicts)
        self.head.permission.toggled.connect(self._permit)

    def _show_tab(self, tab: int) -> None:
        if tab in self._stale:
            self._refresh_tab(tab)
        self._stack.setCurrentIndex(tab)
        self._name_guide()

    def _name_guide(self) -> None:
        """Set the page of the guide for the visible tab."""
        tab = Tab(self.tabs.currentIndex())
        # The guide describes beasts and cast members on one page, whatever tab is visible.
        others = self._document.character.kind is not CharacterKind.PLAYER and tab in {Tab.ORIGIN, Tab.DICE, Tab.STORY}
        self.setProperty(GUIDE_PAGE, "beasts" if others else _GUIDES[tab])

    def _show_odds(self, skill: str) -> None:
        self.odds.choose(skill, self.dice.strip.difficulty)
        self.tabs.setCurrentIndex(Tab.ODDS)
        self.odds.focus_table(Qt.FocusReason.OtherFocusReason)

    def _finish(self) -> None:
        if self.edits.finish():
            self.tabs.setCurrentIndex(Tab.GROWTH)
            self.growth.focus_first()

    def _fix_conflicts(self) -> None:
        """Empty the faces in conflict. If no face is in conflict, go to the choice that must be made again."""
        document = self._document
        if has_conflicts(document.rulebook, document.character):
            self.edits.clear_conflicts()
            # The pressed button is hidden now, and Qt would give its focus to the next widget.
            if self.head.clear_conflicts.isHidden():
                self.tabs.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self._show_first(Weight.ILLEGAL)

    def _go_on(self) -> None:
        """Go to the subject of the summary: an empty face, a missing or wrong part, or an earned icon."""
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
        """Go to the first problem of this weight, and return whether there is one."""
        place = next((each.place for each in self._document.problems if each.weight is weight), None)
        if place is None:
            return False
        if (
            place.part is SheetSection.DIE
            and place.face is None
            and wants_template(self._document.character, place.die or 0)
        ):
            self.tabs.setCurrentIndex(Tab.ORIGIN)
            self.origin.go_to(place.die or 0)
        else:
            self.show_place(place)
        return True

    def _permit(self, permitted: bool) -> None:
        self.edits.permitted = permitted
        self.head.permission.setChecked(permitted)
        if self._stack.has(Tab.GROWTH):
            self.growth.created.permission.setChecked(permitted)
        # The permission decides which faces the Dice tab offers.
        self._stale.add(Tab.DICE)
        self._refresh_tab(self.tabs.currentIndex())

    def _changed(self, change: Change) -> None:
        self._refresh()
        another = change.before.id != change.after.id
        # A permission is for one finished character and must not pass to another.
        if another or (self.edits.permitted and not is_finished(change.after)):
            self._permit(False)
        if another:
            self._begin()

    def _begin(self) -> None:
        """Show the first tab to work on: Origin while a starting die has no template, else Dice."""
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
        # Hidden tabs are refreshed when they are shown, so that an edit updates only one page.
        self._stale = set(Tab)
        if self._stack.has(Tab.ODDS):  # the strip of the Dice tab uses the equipment ticked on the Odds tab
            self._refresh_tab(Tab.ODDS)
            self.dice.strip.set_items(self.odds.full.items)
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
        pages = ("origin", "dice", "story", "growth", "odds")
        # The pages are listed by name, because reading one of these properties would create its tab.
        getattr(self, pages[tab]).refresh()


def wants_origin(character: Character) -> bool:
    """Return whether a starting die has no template yet (CHR-1)."""
    return any(not die.template and wants_template(character, place) for place, die in enumerate(character.dice))
