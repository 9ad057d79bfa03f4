"""The board of a round: how one fighter uses successes, what results, and the steps of the round so far."""

from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QApplication, QBoxLayout, QFrame, QWidget

from bones_desktop.desk.desk import Notices
from bones_desktop.desk.keymap import KEYS, pressed_key, show_key
from bones_desktop.document.bones.fightdocument import FightChange, FightDocument
from bones_desktop.pages.fight import boardmodel
from bones_desktop.pages.fight.allottab import AllotTab
from bones_desktop.pages.fight.damagetab import DamageTab
from bones_desktop.pages.fight.roundbar import round_state
from bones_desktop.rules.bones.fight import roster, roundedits
from bones_desktop.rules.bones.fight.chips import ATTACK, DEFEND, LEND, NONE
from bones_desktop.rules.bones.fight.fighters import ChoiceError
from bones_desktop.rules.bones.fight.roster import Fight
from bones_desktop.rules.bones.fight.roundreading import Phase, RoundReading
from bones_desktop.rules.bones.fight.suggestions import complete_for
from bones_desktop.rules.reasons import RulesError
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import hbox, stack, vbox
from bones_desktop.widgets.focus import QUIET_RING
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import flow_row, scroll_room, tab_bar
from bones_desktop.widgets.pushbuttons import arrow, push_button
from bones_desktop.widgets.spoken import Role, speak_as
from bones_desktop.widgets.text.labels import ElidedLabel, plain_label
from bones_desktop.wording.language import _
from bones_desktop.wording.reasons import sentence

ALLOT, DAMAGE, STORY = range(3)
WIDE: Final = 860
"""Smallest width, in pixels at 100 % text size, at which the head is one line."""
_LARGEST: Final = 1.6
NAMED: Final = 3
_TAB_OF: Final = {
    Phase.HINDER: DAMAGE,
    Phase.ALLOT: ALLOT,
    Phase.ABSORB: DAMAGE,
    Phase.SOAK: DAMAGE,
    Phase.LOSE: DAMAGE,
    Phase.CLOSE: STORY,
}


class FightBoard(Guarded, QFrame):
    """Shows the chosen fighter of the round. Each choice made here is an undo step of the fight."""

    selected = Signal(str)
    """Emitted with the id of a fighter chosen here."""
    suggest_requested = Signal(str)
    """Emitted with the id of a fighter whose choices the program should suggest."""

    def __init__(self, document: FightDocument, theme: Theme, notices: Notices, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._notices = notices
        self._document = document
        self._theme = theme
        self.who = ""
        """The id of the fighter shown, "" for none."""
        self._phase: Phase | None = None
        self._seen = boardmodel.Seen()
        self._refused: tuple[str, Callable[[Fight], Fight], str] | None = None
        """The choice that the rules refused last: the name of the step, the edit, and the key of the
        choice in `Round.override` if the GM allows it."""
        self.setProperty("kind", "card")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty(QUIET_RING, True)
        speak_as(self, Role.Grouping, _("Board of the round"))
        self._make_head()
        self.allot = AllotTab(document, theme, self._apply, notices, self)
        self.damage = DamageTab(document, theme, self._apply, self)
        self.story = boardmodel.story_field(self, _("The story of the round"))
        self.pages = stack(self, scroll_room(self.allot, self), scroll_room(self.damage, self), self.story)
        self.tabs.currentChanged.connect(self.pages.setCurrentIndex)
        self._heads = vbox(None, self._head, (self._second, 1), theme=theme, gap=4)
        vbox(self, self._heads, (self.pages, 1), theme=theme, gap=4, edges=(12, 6, 8, 8))
        document.changed.connect(self._change)
        self.refresh()

    def select(self, who: str) -> None:
        """Show this fighter; "" for none."""
        if who != self.who:
            self.who = who
            self.refresh()

    def show_part(self, *, damage: bool) -> None:
        """Show the Damage tab or the Allot tab."""
        self.tabs.setCurrentIndex(DAMAGE if damage else ALLOT)

    def text(self) -> str:
        """Return everything shown about the fighter and the story of the round, as text."""
        parts = [self.name.full_text, self.counts.full_text, self.allot.text(), self.damage.text(),
                 self.story.toPlainText()]  # fmt: skip
        return "\n".join(part for part in parts if part)

    def refresh(self) -> None:
        """Show the current round. The board gets the focus if the focused widget is gone."""
        held = QApplication.focusWidget()
        held = held if held is not None and self.isAncestorOf(held) else None
        self._show()
        gone = held is not None and not held.isVisibleTo(self) and self.isVisible()
        # The damage tab moves the focus between its answers itself.
        if gone and QApplication.focusWidget() not in self.damage.answers:
            self.setFocus()

    def _change(self, change: FightChange) -> None:
        """Show the round, and report changed choices that another side had already seen."""
        names = self._seen.follow(change)
        self.refresh()
        if names:
            said = ", ".join(names[:NAMED])
            self._notices.say(_("{names}: changed after another side had seen it.").format(names=said))

    def _show(self) -> None:
        reading = self._document.reading
        fighters = {each.id: each for each in self._document.fight.encounter.fighters}
        if self.who not in fighters:
            self.who = ""
        known = reading is not None and self.who in reading.hands
        self.name.set_full_text(fighters[self.who].name if self.who else _("No fighter chosen"))
        counts = boardmodel.counts_text(reading, self.who) if reading is not None else ""
        if counts and self.who in self._seen.words:
            counts = _("{counts} · seen by the other side").format(counts=counts)
        self.counts.set_full_text(counts or (_("Has not rolled, or has no dice to roll.") if self.who else ""))
        self._refused = None
        self.permit.hide()
        self.allot.show_fighter(self.who, reading if known else None)
        self.damage.show_fighter(self.who, reading if known else None)
        begun = reading is not None and self._document.fight.has_begun
        told = boardmodel.story(self._document.fight, reading) if begun and reading is not None else ""
        # Setting the same text would scroll away from the line that is being read.
        if told != self.story.toPlainText():
            self.story.setPlainText(told)
            # Scroll to the end, where the newest step is.
            bar = self.story.verticalScrollBar()
            bar.setValue(bar.maximum())
        self._follow(reading)

    # --- parts --------------------------------------------------------------------------------------------------------

    def _make_head(self) -> None:
        theme = self._theme
        self.name = ElidedLabel(self, theme=theme, size=16, serif=True, bold=True)
        self.tabs = tab_bar(self, _("Parts of the board"), _("Allot"), _("Damage"), _("Story"))
        self.before = push_button(self, arrow(-1), partial(self._step, -1), name=_("Previous fighter"))
        show_key(self.before, _("Previous fighter to allot"), "allot.previous")
        self.after = push_button(self, arrow(1), partial(self._step, 1), name=_("Next fighter"))
        show_key(self.after, _("Next fighter to allot"), "allot.next")
        self._head = hbox(None, (self.name, 1), self.tabs, theme=theme, gap=4)
        self.counts = ElidedLabel(self, role="muted")
        self.suggests = plain_label(self, _("Suggest"), "muted")
        self.suggest = push_button(self, _("This one"), self._suggest, name=_("Suggest: this one"))
        show_key(self.suggest, _("Let the program decide for this fighter only"), "fight.suggest")
        self.group = push_button(self, "", self._suggest_group)
        self.same = push_button(self, "", self._copy)
        self.gm = push_button(self, _("GM's side"), self._suggest_gm, name=_("Suggest: GM's side"))
        tip = _("Let the program decide for cast, beasts and hordes, but not for player characters")
        show_key(self.gm, tip, "allot.suggest-gm")
        self.permit = push_button(self, _("GM allows it"), self._permit)
        self._second = flow_row(
            None, self.before, self.after, self.counts, self.permit, self.same, self.suggests, self.suggest, self.group,
            self.gm, theme=theme, gap=4,
        )  # fmt: skip
        for words in (self.counts, self.suggests):
            self._second.setAlignment(words, Qt.AlignmentFlag.AlignVCenter)

    # --- display -----------------------------------------------------------------------------------------------------

    def _follow(self, reading: RoundReading | None) -> None:
        """Show the possible actions for the fighter. When a phase begins, show its tab."""
        open_ = bool(self._document.open_throws)
        asked = {each.who for each in reading.questions} if reading is not None and not open_ else set[str]()
        locked = self._document.read_only
        self.suggest.setVisible(self.who in asked and not locked)
        group = self._group()
        self.group.setVisible(len(group) > 1 and bool(asked & set(group)) and not locked)
        self.group.setText(_("All {n}").format(n=len(group)))
        self.group.setAccessibleName(_("Suggest: all {n}").format(n=len(group)))
        self.group.setToolTip(_("Let the program decide for all equal fighters"))
        said = self._document.fight.round.allot
        self.same.setVisible(bool(self._others()) and self.who in said and not open_ and not locked)
        self.same.setText(_("Same for all {n}").format(n=len(group)))
        show_key(self.same, _("All equal fighters use their successes as this one does"), "allot.same")
        self.gm.setVisible(bool(asked & set(boardmodel.gm_side(self._document.fight))) and not locked)
        self.suggests.setVisible(any(not each.isHidden() for each in (self.suggest, self.group, self.gm)))
        order = self._order()
        self.before.setVisible(len(order) > 1)
        self.after.setVisible(len(order) > 1)
        if not self._document.fight.encounter.fighters:
            self.tabs.setCurrentIndex(STORY)
        phase = reading.phase if reading is not None and self._document.fight.has_begun else None
        # Change the tab only when the phase changes, so that the user can look at other tabs.
        if phase is not self._phase:
            self._phase = phase
            if phase in _TAB_OF:
                self.tabs.setCurrentIndex(_TAB_OF[phase])
            self._go_to_awaited()

    def _order(self) -> tuple[str, ...]:
        reading = self._document.reading
        if reading is None:
            return ()
        out = tuple(each for each in reading.hands if each not in reading.order)
        return (*reading.order, *out)

    def _group(self) -> tuple[str, ...]:
        fight = self._document.fight
        fighter = next((each for each in fight.encounter.fighters if each.id == self.who), None)
        if fighter is None:
            return ()
        side = [each for each in fight.encounter.fighters if each.side == fighter.side]
        found = next(group for group in roster.alike(side, fight.files) if fighter in group)
        return tuple(each.id for each in found)

    def _others(self) -> tuple[str, ...]:
        """Return the ids of other fighters in the same group who have successes to allot."""
        reading = self._document.reading
        chips = reading.chips if reading is not None else {}
        return tuple(each for each in self._group() if each != self.who and each in chips)

    # --- actions -----------------------------------------------------------------------------------------------------

    def _step(self, by: int) -> None:
        order = self._order()
        if order:
            # If the shown fighter is not in the order, the first fighter is next.
            at = order.index(self.who) + by if self.who in order else 0
            self._turn_to(order[at % len(order)])

    def _turn_to(self, who: str) -> None:
        self.select(who)
        self.selected.emit(who)

    def _go_to_awaited(self) -> None:
        """Show the first fighter who has to decide in this part of the round, unless the shown fighter has to."""
        reading = self._document.reading
        if reading is None or self._document.open_throws or not self._document.fight.has_begun:
            return
        awaited = round_state(self._document).awaited
        if awaited and self.who not in awaited:
            self._turn_to(next(who for who in self._order() if who in awaited))

    def _suggest(self) -> None:
        if self.who and not self._still_thrown():
            self.suggest_requested.emit(self.who)

    def _suggest_group(self) -> None:
        self._complete(self._group())

    def _copy(self) -> None:
        reading, others = self._document.reading, self._others()
        if reading is not None and others and self.who in self._document.fight.round.allot:
            self._apply(_("Allot alike"), partial(roundedits.copied, reading=reading, who=self.who, others=others))

    def _suggest_gm(self) -> None:
        self._complete(boardmodel.gm_side(self._document.fight))

    def _complete(self, who: tuple[str, ...]) -> None:
        if who and not self._still_thrown():
            # The whole group is one step, so that one undo removes all its choices.
            book = self._document.rulebook
            self._apply(_("Suggested choices"), lambda fight: fight.with_(round=complete_for(book, fight.round, who)))
            self._go_to_awaited()

    def _still_thrown(self) -> bool:
        if self._document.open_throws:
            self._notices.say(_("Roll the other dice first."))
            return True
        return False

    def _apply(self, name: str, edit: Callable[[Fight], Fight]) -> bool:
        try:
            self._document.apply(name, edit)
        except RulesError as error:
            self._notices.refuse(error.reason)
            self.refresh()
            # Offer the GM's permission only for a choice: a number set by the GM breaks no rule.
            if isinstance(error, ChoiceError) and not error.place.startswith("override."):
                self._refused = name, edit, error.place
                why = _("{reason} The GM can allow it anyway.").format(reason=sentence(error.reason))
                show_key(self.permit, why, "allot.allow")
                self.permit.show()
            return False
        return True

    def _permit(self) -> None:
        """Allow the choice that the rules refused last (amendment 9)."""
        if self._refused is not None:
            name, edit, place = self._refused
            self._apply(name, lambda fight: roster.choose(edit(fight), "override", place, 1))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the head into one line if the width allows, and enlarge the dice if there is room."""
        super().resizeEvent(event)
        px = self._theme.px
        one_line = self.width() >= px(WIDE)
        way = QBoxLayout.Direction.LeftToRight if one_line else QBoxLayout.Direction.TopToBottom
        if self._heads.direction() != way:
            self._heads.setDirection(way)
        self.allot.set_scale(max(1.0, min(_LARGEST, self.height() / px(330), self.width() / px(WIDE))))

    # --- keys ---------------------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Allot by keys: arrows choose a success; digits, A, D and N choose a target."""
        call = self._call(event)
        if event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText(self.text())
        elif call is None:
            super().keyPressEvent(event)
        # A key held down must not place one success after another, but it may move the choice.
        elif not event.isAutoRepeat() or event.key() in {Qt.Key.Key_Left, Qt.Key.Key_Right}:
            call()

    def _call(self, event: QKeyEvent) -> Callable[[], None] | None:
        # With Shift, all open successes of the face are placed.
        shown, whole = self.allot.uses(), bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        command = KEYS.pressed("allot", event, shifted=True)
        if command.isdecimal():
            at = int(command) - 1
            return partial(self.allot.put, shown[at], whole) if 0 <= at < len(shown) else None
        words = {
            "attack": next((word for word in shown if word.startswith(ATTACK)), ""),
            # Without targets, the page handles these letters.
            "defend": DEFEND if shown else "",
            "nothing": NONE if shown else "",
            "lend": next((word for word in shown if word.startswith(LEND)), ""),
        }
        if words.get(command):
            return partial(self.allot.put, words[command], whole)
        acts: dict[str, Callable[[], None]] = {
            "Left": partial(self.allot.walk, -1),
            "Up": partial(self.allot.walk, -1),
            "Right": partial(self.allot.walk, 1),
            "Down": partial(self.allot.walk, 1),
            "Backspace": self.allot.take_back,
            "suggest": self._suggest,
            "suggest-gm": self._suggest_gm,
            "same": self._copy,
            "allow": self._permit,
            "previous": partial(self._step, -1),
            "next": partial(self._step, 1),
        }
        return acts.get(command or pressed_key(event, shifted=True))
