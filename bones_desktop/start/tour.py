"""Short notes above the pages, which lead from a first origin to a first roll, or through a first fight.

A ring shows the part that a note explains. No note covers anything or blocks the user.
"""

from collections.abc import Callable, Sequence
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Final, Protocol

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, QTimer, SignalInstance
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame, QWidget

from bones_desktop.pages.builder.builderpanel import Tab
from bones_desktop.pages.builder.originpage import COLD_IRON
from bones_desktop.rules.bones.game import BONES
from bones_desktop.rules.records import Record
from bones_desktop.widgets.boxes import hbox
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_sheet_property
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.widgets.text.messages import announce
from bones_desktop.wording.keys import keyed, with_keys
from bones_desktop.wording.language import _

if TYPE_CHECKING:
    from bones_desktop.desk.mainwindow import MainWindow
    from bones_desktop.pages.builder.builderpanel import BuilderPanel
    from bones_desktop.pages.fight.encounterpage import EncounterPage
    from bones_desktop.pages.reference.guideways import GuideWays
    from bones_desktop.pages.table.tablepage import TablePage
    from bones_desktop.theme.theme import Theme

_FOLLOWS_MS: Final = 200
"""Milliseconds between two checks whether the ring must move with the part that it shows."""

_ROLLING: Final = frozenset({"task", "roll"})
"""Ids of the notes that ask the user to roll dice."""
_Place = tuple[str, Tab | None]
"""A page, and on Build also a tab."""


class Toured(Protocol):
    """The pages that the notes explain."""

    guide: "GuideWays"

    @property
    def build(self) -> "BuilderPanel": ...  # noqa: D102

    @property
    def table(self) -> "TablePage": ...  # noqa: D102

    @property
    def encounter(self) -> "EncounterPage": ...  # noqa: D102


def _no_others(_pages: Toured) -> Sequence[QWidget]:
    return ()


def _needs_nothing(_pages: Toured) -> bool:
    return True


class TourStep(Record):
    """One note: its page and tab, and the widget that it explains."""

    id: str
    page: str
    tab: Tab | None
    at: Callable[[Toured], QWidget]
    also: Callable[[Toured], Sequence[QWidget]] = _no_others
    """Other widgets that the note explains."""
    done: Callable[[Toured], bool] = _needs_nothing
    """True if the task of the note is done or not needed. Until then the button Next is called Skip."""

    @property
    def place(self) -> _Place:
        """The page and tab of this step."""
        return self.page, self.tab


def _by_culture(pages: Toured) -> bool:
    return pages.build.origin.shown == COLD_IRON


def _origin(pages: Toured, die: int) -> QWidget:
    return pages.build.origin.dice[die] if _by_culture(pages) else pages.build.origin.races


def _next_origin(pages: Toured, die: int) -> Sequence[QWidget]:
    return pages.build.origin.dice[die : die + 1]


def _has_origin(pages: Toured, dice: tuple[int, int]) -> bool:
    columns = pages.build.origin.dice
    return not _by_culture(pages) or all(columns[die].is_chosen for die in dice)


def _name(pages: Toured) -> QWidget:
    return pages.build.story.lines["name"]


def _has_name(pages: Toured) -> bool:
    return bool(pages.build.story.lines["name"].text())


def _growing(pages: Toured) -> QWidget:
    growth = pages.build.growth
    return next((card for card in (growth.finish_card, growth.next_icon) if card.isVisible()), growth)


def _has_faces(pages: Toured) -> bool:
    return pages.build.empty_faces == 0


def _has_thrown(pages: Toured) -> bool:
    return pages.table.play.played is not None


def _has_sides(pages: Toured) -> bool:
    fighters = pages.encounter.fight.encounter.fighters
    return len({each.side for each in fighters}) > 1


def _has_declared(pages: Toured) -> bool:
    fight = pages.encounter.fight
    return bool(fight.round.declarations) or fight.has_begun


def _has_begun(pages: Toured) -> bool:
    return pages.encounter.fight.has_begun


FIGHT_STEPS: Final = (
    TourStep("join", "encounter", None, attrgetter("encounter.bar.primary"), done=_has_sides),
    TourStep("declare", "encounter", None, attrgetter("encounter.roster"), done=_has_declared),
    TourStep("roll", "encounter", None, attrgetter("encounter.bar.primary"), done=_has_begun),
    TourStep("allot", "encounter", None, attrgetter("encounter.below")),
    TourStep("close", "encounter", None, attrgetter("encounter.bar.primary")),
)
"""The notes about a fight."""
STEPS: Final = (
    TourStep(
        "culture", "build", Tab.ORIGIN, partial(_origin, die=0),
        partial(_next_origin, die=1), done=partial(_has_origin, dice=(0, 1)),
    ),
    TourStep(
        "trade", "build", Tab.ORIGIN, partial(_origin, die=2),
        partial(_next_origin, die=3), done=partial(_has_origin, dice=(2, 3)),
    ),
    TourStep("faces", "build", Tab.DICE, attrgetter("build.dice.board")),
    TourStep("icons", "build", Tab.DICE, attrgetter("build.dice.palette_panel"), done=_has_faces),
    TourStep("name", "build", Tab.STORY, _name, done=_has_name),
    TourStep("gear", "build", Tab.STORY, attrgetter("build.story.along")),
    TourStep("growth", "build", Tab.GROWTH, _growing),
    TourStep("task", "table", None, attrgetter("table.strip"), done=_has_thrown),
    TourStep("reading", "table", None, attrgetter("table.reading")),
)  # fmt: skip


class TourNote(QFrame):
    """A bar above the pages, and the ring around the part that it explains. Clicks pass through the ring."""

    def __init__(self, theme: "Theme", parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("tour")
        self.ring = QFrame(parent)
        self.ring.setObjectName("ring")
        self.ring.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.ring.hide()
        self.words = plain_label(self, wrap=True, theme=theme, size=16)
        self.count = plain_label(self, "", "muted", theme=theme, size=12)
        self.end = push_button(self, _("End"))
        self.before = push_button(self, _("Back"))
        self.next = push_button(self, _("Next"), kind="primary")
        parts = ((self.words, 1), self.count, self.end, self.before, self.next)
        hbox(self, *parts, theme=theme, gap=8, edges=(16, 8, 16, 8))


class Tour(Guarded, QObject):
    """Shows the notes one after another. The user may do anything else meanwhile."""

    def __init__(self, window: "MainWindow", pages: Toured, theme: "Theme") -> None:
        super().__init__(window)
        self._window, self._pages, self._theme = window, pages, theme
        self._steps: tuple[TourStep, ...] = STEPS
        self._step = 0
        self._left_at: dict[_Place, int] = {}
        """The step that was shown last on each page and tab."""
        self.note: TourNote | None = None
        self._follows = QTimer(self)
        self._follows.setInterval(_FOLLOWS_MS)
        self._follows.timeout.connect(self._follow)

    @property
    def step(self) -> TourStep:
        """The step whose note is shown, or was shown last."""
        return self._steps[self._step]

    @property
    def _settled(self) -> SignalInstance:
        """The signal that dice have stopped, on the page where these notes ask the user to roll: Table or Fight."""
        # Use only the page of these notes, so that the other page is not created.
        return self._pages.table.play.settled if self._steps is STEPS else self._pages.encounter.tray.settled

    def start(self, steps: tuple[TourStep, ...] = STEPS) -> None:
        """Begin with the first note. For a smaller game, open its guide page instead, which is as short as the tour."""
        if steps is not self._steps:
            self.end()
            self._steps = steps
        if self._window.game != BONES.id:
            self._pages.guide.open_page()
            return
        if self.note is None:
            note = self.note = TourNote(self._theme, self._window)
            note.end.clicked.connect(self.end)
            note.before.clicked.connect(self._go_back)
            note.next.clicked.connect(self._go_on)
            self._window.show_above_pages(note)
            note.next.installEventFilter(self)
            self._window.installEventFilter(self)
            self._settled.connect(self._thrown)
        self._step = 0
        self._left_at.clear()
        self._go(0)

    def start_fight(self) -> None:
        """Begin with the first note about a fight."""
        self.start(FIGHT_STEPS)

    def end(self) -> None:
        """Remove the notes."""
        self._follows.stop()
        note, self.note = self.note, None
        if note is not None:
            self._window.removeEventFilter(self)
            self._settled.disconnect(self._thrown)
            # Otherwise Qt would move the focus to the next widget of the window, far from the explained part.
            focus = QApplication.focusWidget()
            if focus is not None and note.isAncestorOf(focus):
                self._go_in()
            note.ring.hide()
            note.hide()
            note.ring.deleteLater()
            note.deleteLater()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """End the tour on an Escape key that nothing else uses.

        Tab on the last button moves the focus to the explained part.
        """
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and self.note is not None:
            if event.key() == Qt.Key.Key_Escape and watched is self._window:
                self.end()
                return True
            if event.key() == Qt.Key.Key_Tab and watched is self.note.next:
                return self._go_in()
        return super().eventFilter(watched, event)

    def _go_in(self) -> bool:
        """Give the focus to the explained part, and return whether it accepts the focus."""
        about = self.step.at(self._pages)
        for each in (about, *about.findChildren(QWidget)):
            takes = each.focusPolicy() & Qt.FocusPolicy.TabFocus and each.focusProxy() is None
            if takes and each.isEnabled() and each.isVisible():
                each.setFocus(Qt.FocusReason.TabFocusReason)
                return True
        return False

    def _go(self, step: int) -> None:
        if not 0 <= step < len(self._steps) or self.note is None:
            self.end()
            return
        shown = self._steps[step]
        # Skip a step that is not needed, in the direction in which the user is going.
        if self._is_told(shown):
            self._go(step + (1 if step > self._step else -1))
            return
        self._window.show_page(shown.page)
        if shown.tab is not None:
            self._pages.build.tabs.setCurrentIndex(shown.tab)
        self._show(step, self.note)
        # These notes ask the user to press Space, which must roll the dice on the page and not show the next note.
        first = getattr(self._pages, shown.page) if shown.id in _ROLLING else self.note.next
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    def _is_told(self, step: TourStep) -> bool:
        """Return whether an earlier note already explains this part, such as the list of races under the core rules."""
        return step.id == "trade" and not _by_culture(self._pages)

    def _show(self, step: int, note: TourNote) -> None:
        """Show the note of a step. Its page and tab must be in view. The focus does not move."""
        self._step, shown = step, self._steps[step]
        self._left_at[shown.place] = step
        note.before.setVisible(step > 0)
        self._refresh(note, shown)
        note.ring.raise_()
        announce(note, note.words.text())
        self._follows.start()

    def _follow(self) -> None:
        """Show the note for the place where the user is now. Keep the present note if no step belongs to that place."""
        if self.note is None:
            return
        step, here = self.step, self._here()
        if here != step.place and (other := self._step_at(here)) is not None:
            self._show(other, self.note)
        elif (onward := self._onward()) is not None:
            self._show(onward, self.note)
        else:
            self._refresh(self.note, step)

    def _onward(self) -> int | None:
        """Return a later step of the tab in view if the focus is now on the part that it explains; else None."""
        focus = QApplication.focusWidget()
        for number, step in enumerate(self._steps):
            here = step.tab is not None and step.place == self.step.place
            if number > self._step and here and not self._is_told(step):
                parts = (step.at(self._pages), *step.also(self._pages))
                if focus is not None and any(part is focus or part.isAncestorOf(focus) for part in parts):
                    return number
        return None

    def _here(self) -> _Place | None:
        """Return the place in view; None for a page of a smaller game."""
        if self._window.game != BONES.id:
            return None
        page = self._window.page
        return page, Tab(self._pages.build.tabs.currentIndex()) if page == "build" else None

    def _step_at(self, place: _Place | None) -> int | None:
        """Return the step that was shown last at a place, or the first step that belongs there."""
        if place is None:
            return None
        first = next((number for number, step in enumerate(self._steps) if step.place == place), None)
        return self._left_at.get(place, first)

    def _refresh(self, note: TourNote, step: TourStep) -> None:
        """Show the text of a note and the ring, or hide them while the explained part is not in view."""
        self._name_next(note, step)
        # Skipped steps are not counted, so that the numbers shown to the user have no gaps.
        now, every = ([*map(self._is_told, part)].count(False) for part in (self._steps[: self._step + 1], self._steps))
        note.count.setText(_("{n} of {all}").format(n=now, all=every))
        words = self._said_of(step)
        note.words.setText(words)
        note.setAccessibleName(words)
        target, around = step.at(self._pages), QRect()
        note.setVisible(target.isVisible())
        note.ring.setVisible(target.isVisible())
        page = self._window.page_widget().visibleRegion().boundingRect()
        seen = page.translated(self._window.page_widget().mapTo(self._window, QPoint()))
        for each in (target, *step.also(self._pages)):
            around |= QRect(each.mapTo(self._window, QPoint()), each.size())
        note.ring.setGeometry(around.adjusted(-6, -6, 6, 6).intersected(seen))

    def _name_next(self, note: TourNote, step: TourStep) -> None:
        done = step.done(self._pages)
        last = step is self._steps[-1]
        note.next.setText(_("Done") if last else _("Next") if done else _("Skip"))
        set_sheet_property(note.next, "kind", "primary" if done else "")

    def _go_back(self) -> None:
        self._go(self._step - 1)

    def _go_on(self) -> None:
        self._go(self._step + 1)

    def _thrown(self) -> None:
        """Show the note about the meaning of the dice, after dice have stopped."""
        if self.step.id in _ROLLING:
            self._go_on()

    def _said_of(self, step: TourStep) -> str:
        """Return the text of a note for the current state of the pages."""
        if step.tab is Tab.ORIGIN and not _by_culture(self._pages):
            return _("Who is your character? Choose a race. Every race but humans has its own icon.")
        if step.id == "reading" and not _has_thrown(self._pages):
            return _("Once dice are rolled, this explains what each die counted for.")
        if step.id == "allot" and not _has_begun(self._pages):
            return _("Once the dice are rolled, each success attacks or defends here: choose a die, then its use.")
        if step.id == "faces" and not self._pages.build.takes_icons:
            return _("These are the dice. What each is made from, under Origin, gives it faces to choose.")
        return self._words()[step.id]

    def _words(self) -> dict[str, str]:
        return {
            "culture": _(
                "Where is your character from? Choose a culture: its card shows the faces of the first die. "
                "Then a background for the second."
            ),
            "trade": _(
                "The last two dice are what the character learned: an occupation, or another die of the same culture "
                "or background."
            ),
            "faces": _(
                "These are the dice. Click a face with a plus and choose an icon for it; F8 goes to the next one. "
                "What you want to do often belongs on several dice."
            ),
            "icons": _(
                "Icons for the chosen face; those allowed there come first. The text below says what each does for "
                "this character."
            ),
            "name": _("Type a name, and write the story if you like. The arrow next to the name suggests names."),
            "gear": _(
                "Weapons and armour have dice of their own. Choose what is carried. When nothing "
                "is missing, Finish keeps the dice as created."
            ),
            "growth": _(
                "A finished character grows here with the icons its sessions earn. Next leads to the table, "
                "where you roll its dice."
            ),
            "join": _(
                "Who fights? Add fighters: characters of the shelf, and people and beasts of the rulebook. You can "
                "list them: Bob, Ragnar, 6 goblins."
            ),
            "declare": _(
                "Choose a fighter here and say below what it does, or let All attack send everyone who has not "
                "declared at the nearest foe."
            ),
            "roll": keyed(_("Roll the dice of all fighters at once with this button."), "fight.go-on"),
            "allot": _(
                "Each success attacks or defends: choose a die, then what it is used for. Foes are decided for you "
                "with Suggest."
            ),
            "close": _(
                "Suggest the rest decides everything that is open, and Close round applies the damage. Undo takes a "
                "round back."
            ),
            "task": keyed(_("At the table: choose a skill and how hard it is, and roll."), "table.throw"),
            "reading": with_keys(
                _("This explains what each die counted for. F1 explains any page; Sheet prints it all.")
            ),
        }
