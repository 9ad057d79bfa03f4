"""The board of a round: one fighter's successes given to targets, what comes of it, and the story so far."""

from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QMenu, QPlainTextEdit, QStackedWidget, QTabBar, QWidget

from bones_desktop.document.bones.fightdocument import FightDocument
from bones_desktop.panels.encounter import boardmodel
from bones_desktop.panels.encounter.boardmodel import ChipLook, Legal
from bones_desktop.panels.encounter.damagetab import DamageTab
from bones_desktop.panels.encounter.rosterrows import alike
from bones_desktop.panels.encounter.successchips import SuccessChip, TargetButton
from bones_desktop.rules.bones.book.character import Kind as Whose
from bones_desktop.rules.bones.book.notation import face_name, icon_name
from bones_desktop.rules.bones.fight import roster
from bones_desktop.rules.bones.fight.chips import ATTACK, DEFEND, LEND, NONE
from bones_desktop.rules.bones.fight.roster import Fight
from bones_desktop.rules.bones.fight.roundchoices import BOUGHT, Reroll
from bones_desktop.rules.bones.fight.roundreading import Phase, RoundReading
from bones_desktop.rules.bones.fight.successes import FaceReading
from bones_desktop.rules.bones.fight.suggestions import complete_for
from bones_desktop.rules.reasons import RulesError
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.choice.buttons import give_menu
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.layouts import FlowLayout, scroll_room
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_gaps, set_type
from bones_desktop.widgets.text.labels import ElidedLabel, plain_label

ALLOT, DAMAGE, STORY = range(3)
WIDE: Final = 860
"""Width at 100 % text size from which on the head is one line."""
_LARGEST: Final = 1.6
_TAB_OF: Final = {
    Phase.HINDER: DAMAGE,
    Phase.ALLOT: ALLOT,
    Phase.ABSORB: DAMAGE,
    Phase.SOAK: DAMAGE,
    Phase.LOSE: DAMAGE,
    Phase.CLOSE: STORY,
}


class FightBoard(QFrame):
    """Shows the chosen fighter of the round and sends what is chosen as steps of the document."""

    selected = Signal(str)
    """The id of a fighter chosen here."""
    refused = Signal(object)
    """A Reason."""
    suggest_requested = Signal(str)
    """The id of a fighter to be decided for as the program would, "" for everybody."""
    reroll_requested = Signal(str, int)
    """A fighter throws a die, counted from 1, again for a spiff."""
    message = Signal(str)

    def __init__(self, document: FightDocument, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._theme = theme
        self._who = ""
        self._scale = 1.0
        self._chosen: tuple[str, str, int] | None = None
        self._last: tuple[str, str, int] | None = None
        """The success placed last."""
        self._legal: Legal = {}
        self._phase: Phase | None = None
        self.chips: list[SuccessChip] = []
        self.targets: list[TargetButton] = []
        self.setProperty("kind", "card")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Board of the round"))
        self._make_head()
        self._make_allotting()
        self.damage = DamageTab(document, theme, self._apply, self)
        self.story = QPlainTextEdit(self)
        self.story.setReadOnly(True)
        self.story.setPlaceholderText(
            self.tr(
                "A fight brings everybody together: characters of the shelf, cast, beasts and hordes. Add who fights, "
                "say what each does, and all dice are thrown together."
            )
        )
        self.story.setFrameShape(QFrame.Shape.NoFrame)
        self.story.setAccessibleName(self.tr("The story of the round"))
        self.story.setTabChangesFocus(True)
        self.pages = QStackedWidget(self)
        self.pages.addWidget(scroll_room(self._allotting, self))
        self.pages.addWidget(scroll_room(self.damage, self))
        self.pages.addWidget(self.story)
        self.tabs.currentChanged.connect(self.pages.setCurrentIndex)
        self._heads = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._heads.addLayout(self._head)
        self._heads.addLayout(self._second, 1)
        set_gaps(theme, self._heads, gap=4)
        set_gaps(theme, vbox(self, self._heads, (self.pages, 1)), gap=4, edges=(12, 6, 8, 8))
        document.changed.connect(lambda _change: self.refresh())
        self.refresh()

    @property
    def who(self) -> str:
        """The id of the fighter shown, "" for none."""
        return self._who

    @property
    def chosen(self) -> ChipLook | None:
        """The success that is chosen."""
        return next(
            (chip.look for chip in self.chips if chip.isVisibleTo(self) and chip.look.key == self._chosen), None
        )

    def select(self, who: str) -> None:
        """Show another fighter; "" for nobody."""
        if who != self._who:
            self._who, self._chosen, self._last = who, None, None
            self.refresh()

    def text(self) -> str:
        """Return all that is shown of the fighter and the story of the round, as text."""
        uses = [f"{chip.look.face}: {chip.look.caption}" for chip in self.chips if chip.isVisibleTo(self)]
        parts = [self.name.full_text, self.counts.full_text, *uses, self.damage.text(), self.story.toPlainText()]
        return "\n".join(part for part in parts if part)

    def refresh(self) -> None:
        """Show the round as it is now."""
        reading = self._document.reading
        fighters = {each.id: each for each in self._document.fight.encounter.fighters}
        if self._who not in fighters:
            self._who = ""
        known = reading is not None and self._who in reading.hands
        self.name.set_full_text(fighters[self._who].name if self._who else self.tr("Nobody is chosen"))
        self._legal = {}
        self._show_allotting(reading if known else None)
        self.damage.show_fighter(self._who, reading if known else None)
        begun = reading is not None and self._document.fight.has_begun
        told = boardmodel.story(self._document, reading, self.tr) if begun and reading is not None else ""
        if told != self.story.toPlainText():
            self.story.setPlainText(told)
            bar = self.story.verticalScrollBar()
            bar.setValue(bar.maximum())
        self._follow(reading)

    # --- parts --------------------------------------------------------------------------------------------------------

    def _make_head(self) -> None:
        theme = self._theme
        self.name = ElidedLabel(self)
        set_type(theme, self.name, size=16, serif=True, bold=True)
        self.tabs = QTabBar(self)
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        for text in (self.tr("Allot"), self.tr("Damage"), self.tr("Story")):
            self.tabs.addTab(text)
        self.tabs.setAccessibleName(self.tr("Parts of the board"))
        self.before = push_button(
            self,
            "‹",
            lambda: self._step(-1),
            name=self.tr("Fighter before"),
            tip=self.tr("The fighter who allots before ([)"),
        )
        self.after = push_button(
            self,
            "›",
            lambda: self._step(1),
            name=self.tr("Next fighter"),
            tip=self.tr("The fighter who allots next (])"),
        )
        self._head = hbox(None, (self.name, 1), self.tabs, theme=theme, gap=4)
        self.counts = ElidedLabel(self)
        self.counts.setProperty("role", "muted")
        self.suggest = push_button(
            self, self.tr("Suggest"), self._suggest, tip=self.tr("Decide for this fighter as the program would (S)")
        )
        self.group = push_button(self, "", self._suggest_group)
        self.gm = push_button(
            self, self.tr("GM's side"), self._suggest_gm, tip=self.tr("Decide for cast, beasts and hordes (G)")
        )
        self._second = hbox(
            None, (self.counts, 1), self.suggest, self.group, self.gm, self.before, self.after, theme=theme, gap=4
        )

    def _make_allotting(self) -> None:
        theme = self._theme
        self._allotting = QWidget(self)
        self._row = QWidget(self._allotting)
        self._chip_flow = FlowLayout(theme.px(4), self._row)
        self._aims = QWidget(self._allotting)
        self._target_flow = FlowLayout(theme.px(4), self._aims)
        self.readings = QMenu(self)
        self.read_as = push_button(self._allotting, self.tr("Read as"))
        give_menu(self.read_as, self.readings)
        self.faces = QMenu(self)
        self.again = push_button(self._allotting, self.tr("Throw again"))
        self.again.setToolTip(self.tr("The chosen die is thrown again for a spiff: here, or by hand"))
        give_menu(self.again, self.faces)
        self.buy = push_button(self._allotting, self.tr("Buy a success"), self._buy)
        self.back = push_button(
            self._allotting,
            self.tr("Take back"),
            self._take_back,
            tip=self.tr("Take back what the chosen die is used for (Backspace)"),
        )
        self.sums = plain_label(self._allotting, "", "muted", wrap=True)
        self.sums.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        acts = hbox(None, self.back, self.read_as, self.again, self.buy, STRETCH, theme=theme, gap=4)
        vbox(self._allotting, self._row, self._aims, acts, self.sums, STRETCH, margins=0, theme=theme, gap=6)

    # --- what is shown ------------------------------------------------------------------------------------------------

    def _show_allotting(self, reading: RoundReading | None) -> None:
        who, tr = self._who, self.tr
        looks = boardmodel.chip_looks(self._document, reading, who, tr) if reading is not None else ()
        self._legal = boardmodel.uses_of(self._document, reading, who) if reading is not None else {}
        keys = [look.key for look in looks]
        if self._chosen not in keys:
            self._chosen = next((look.key for look in looks if look.waiting), keys[0] if keys else None)
        while len(self.chips) < len(looks):
            chip = SuccessChip(self._theme, self._row)
            chip.set_scale(self._scale)
            chip.picked.connect(self._choose)
            self.chips.append(chip)
            self._chip_flow.addWidget(chip)
        for place, chip in enumerate(self.chips):
            chip.setVisible(place < len(looks))
            if place < len(looks):
                look = looks[place]
                said = tr("Die {n}, {face}").format(n=look.place, face=look.face)
                chip.show_look(look, ", ".join(part for part in (said, look.caption) if part))
        self._chip_flow.invalidate()
        throws = reading.chips.get(who, ()) if reading is not None else ()
        counts = boardmodel.counts_text(throws, tr) if throws else ""
        self.counts.set_full_text(counts or (tr("Has not thrown, or throws nothing.") if who else ""))
        lines = []
        if reading is not None:
            names = boardmodel.names_of(self._document.fight)
            ours = [pair for pair in reading.pairs.pairs.values() if pair.attacker == who]
            lines = [
                boardmodel.pair_text(reading, pair, names, tr)
                for pair in (*reading.pairs.against(who), *ours)
                if pair.damage or sum(pair.struck.values())
            ]
        self.sums.setText("\n".join(lines))
        self._light(reading)

    def _light(self, reading: RoundReading | None) -> None:
        """Mark the chosen success and light what it may be put to."""
        look = self.chosen
        for chip in self.chips:
            chip.setChecked(chip.look.key == self._chosen)
            chip.update()
        shown = (
            boardmodel.targets(self._document, reading, self._who, self._legal, self.tr) if reading is not None else ()
        )
        while len(self.targets) < len(shown):
            button = TargetButton(self._theme, self._aims)
            button.dropped.connect(self.put)
            self.targets.append(button)
            self._target_flow.addWidget(button)
        legal = self._legal.get(look.chip, ()) if look is not None and look.chip is not None else ()
        for place, button in enumerate(self.targets):
            button.setVisible(place < len(shown))
            if place < len(shown):
                word = shown[place].word
                use = word.partition(" ")[0]
                lit = word in legal or (use == DEFEND and DEFEND in legal) or (word == NONE and bool(legal))
                key = str(place + 1) if place < 9 else ""
                key = {DEFEND: "D", NONE: "N"}.get(word, key)
                button.show_target(shown[place], key, lit=lit)
        self._target_flow.invalidate()
        self._offer(reading, look)

    def _offer(self, reading: RoundReading | None, look: ChipLook | None) -> None:
        """Offer what else may be done about the chosen die."""
        locked = self._document.read_only
        hand = reading.hands.get(self._who) if reading is not None else None
        fighter = hand.fighter if hand is not None else None
        self.readings.clear()
        self.faces.clear()
        if reading is not None and hand is not None and look is not None and fighter is not None:
            for each in self._ways(reading, look.place):
                self.readings.addAction(self._reading_text(each), partial(self._read_as, each.names[0]))
            number = int(look.place) if look.place.isdigit() else 0
            own = 1 <= number <= len(fighter.character.dice)
            if (
                own
                and hand.throws
                and self._who not in self._document.fight.round.rerolls
                and fighter.kind is Whose.PLAYER
            ):
                self.faces.addAction(
                    self.tr("Throw die {n}").format(n=number), partial(self.reroll_requested.emit, self._who, number)
                )
                self.faces.addSeparator()
                for at, face in enumerate(hand.dice[number - 1].faces):
                    name = face_name(self._document.rulebook, face)
                    self.faces.addAction(self.tr("It shows {face}").format(face=name), partial(self._reroll, at + 1))
        player = fighter is not None and fighter.kind is Whose.PLAYER and hand is not None and hand.is_thrown
        self.read_as.setVisible(not self.readings.isEmpty() and not locked)
        self.again.setVisible(not self.faces.isEmpty() and not locked)
        bought = BOUGHT in self._document.fight.round.allot.get(self._who, {})
        self.buy.setVisible(player and not bought and not locked)
        said = self._document.fight.round.allot.get(self._who, {})
        self.back.setVisible(bool(said) and not locked)
        last = self._last[1] if self._last is not None else ""
        self.back.setEnabled((look is not None and look.place in said) or last in said)

    def _ways(self, reading: RoundReading, place: str) -> tuple[FaceReading, ...]:
        for chips in reading.chips.get(self._who, ()):
            for shown in chips.shown:
                if shown.place == place and shown.others:
                    ways = (shown.reading, *shown.others)
                    return tuple(sorted(ways, key=lambda one: -len(one.successes)))
        return ()

    def _reading_text(self, each: FaceReading) -> str:
        book, key = self._document.rulebook, each.names[0]
        name = icon_name(book, key) if book.has_icon(key) else key.replace("-", " ").capitalize()
        if each.successes:
            return self.tr("{name}: {n} successes").format(name=name, n=len(each.successes))
        return self.tr("{name}: no success").format(name=name)

    def _follow(self, reading: RoundReading | None) -> None:
        """Fit the acts to who is shown; turn to the part of the phase that has begun."""
        open_ = bool(self._document.open_throws)
        asked = {each.who for each in reading.questions} if reading is not None and not open_ else set[str]()
        locked = self._document.read_only
        self.suggest.setVisible(self._who in asked and not locked)
        group = self._group()
        self.group.setVisible(len(group) > 1 and bool(asked & set(group)) and not locked)
        self.group.setText(self.tr("All {n} alike").format(n=len(group)))
        self.group.setToolTip(self.tr("Decide for all of them as the program would"))
        self.gm.setVisible(bool(asked & set(boardmodel.gm_side(self._document.fight))) and not locked)
        order = self._order()
        self.before.setVisible(len(order) > 1)
        self.after.setVisible(len(order) > 1)
        if not self._document.fight.encounter.fighters:
            self.tabs.setCurrentIndex(STORY)
        phase = reading.phase if reading is not None and self._document.fight.has_begun else None
        if phase is not self._phase:
            self._phase = phase
            if phase in _TAB_OF:
                self.tabs.setCurrentIndex(_TAB_OF[phase])

    def _order(self) -> tuple[str, ...]:
        reading = self._document.reading
        if reading is None:
            return ()
        out = tuple(each for each in reading.hands if each not in reading.order)
        return (*reading.order, *out)

    def _group(self) -> tuple[str, ...]:
        fight = self._document.fight
        fighter = next((each for each in fight.encounter.fighters if each.id == self._who), None)
        if fighter is None:
            return ()
        side = [each for each in fight.encounter.fighters if each.side == fighter.side]
        found = next(group for group in alike(side, fight.files) if fighter in group)
        return tuple(each.id for each in found)

    # --- what is done -------------------------------------------------------------------------------------------------

    def put(self, word: str) -> None:
        """Put the chosen success to a use, and choose the next that waits."""
        look, reading = self.chosen, self._document.reading
        if look is None or look.chip is None or reading is None:
            self.message.emit(self.tr("Choose a success first."))
            return
        chip, legal, who = look.chip, self._legal, self._who
        name = self.tr("Allot a success")

        def with_forced(fight: Fight) -> Fight:
            return boardmodel.place(boardmodel.forced(fight, reading, legal, who), reading, legal, chip, word)

        def alone(fight: Fight) -> Fight:
            return boardmodel.place(fight, reading, legal, chip, word)

        if not self._apply(name, with_forced, quiet=True) and not self._apply(name, alone):
            return
        self._last = look.key
        self._choose_next()

    def _choose_next(self) -> None:
        looks = [chip.look for chip in self.chips if chip.isVisibleTo(self)]
        here = next((place for place, look in enumerate(looks) if look.key == self._chosen), 0)
        waiting = next((look for look in (*looks[here:], *looks[:here]) if look.waiting), None)
        if waiting is not None:
            self._choose(waiting)

    def _choose(self, look: ChipLook) -> None:
        self._chosen = look.key
        self._light(self._document.reading)

    def _step(self, by: int) -> None:
        order = self._order()
        if order:
            at = order.index(self._who) + by if self._who in order else 0
            self.select(order[at % len(order)])
            self.selected.emit(self._who)

    def _move(self, by: int) -> None:
        shown = [chip for chip in self.chips if chip.isVisibleTo(self)]
        if shown:
            here = next((place for place, chip in enumerate(shown) if chip.look.key == self._chosen), 0)
            chip = shown[(here + by) % len(shown)]
            self._choose(chip.look)
            chip.setFocus()

    def _take_back(self) -> None:
        """Take back what the chosen die is used for, or what was placed last where it is used for nothing yet."""
        said = self._document.fight.round.allot.get(self._who, {})
        look = self.chosen
        key = look.key if look is not None and look.place in said else self._last
        if key is not None and key[1] in said:
            self._chosen = key
            self._apply(self.tr("Take back a use"), partial(boardmodel.take_back, who=self._who, place=key[1]))

    def _read_as(self, name: str) -> None:
        if self.chosen is not None:
            place = self.chosen.place
            edit = partial(boardmodel.read_as, who=self._who, place=place, name=name)
            self._apply(self.tr("Read a face another way"), edit)

    def _reroll(self, face: int) -> None:
        if self.chosen is not None:
            again = Reroll(die=int(self.chosen.place), face=face)
            edit = partial(roster.choose, part="rerolls", key=self._who, value=again)
            self._apply(self.tr("Throw a die again"), edit)

    def _buy(self) -> None:
        said = {**self._document.fight.round.allot.get(self._who, {}), BOUGHT: ()}
        self._apply(self.tr("Buy a success"), partial(roster.choose, part="allot", key=self._who, value=said))

    def _suggest(self) -> None:
        if self._who and not self._still_thrown():
            self.suggest_requested.emit(self._who)

    def _suggest_group(self) -> None:
        self._complete(self._group())

    def _suggest_gm(self) -> None:
        self._complete(boardmodel.gm_side(self._document.fight))

    def _complete(self, who: tuple[str, ...]) -> None:
        if who and not self._still_thrown():
            book = self._document.rulebook
            self._apply(
                self.tr("Suggested choices"), lambda fight: fight.with_(round=complete_for(book, fight.round, who))
            )

    def _still_thrown(self) -> bool:
        if self._document.open_throws:
            self.message.emit(self.tr("Some dice are still to be thrown."))
            return True
        return False

    def _apply(self, name: str, edit: Callable[[Fight], Fight], *, quiet: bool = False) -> bool:
        try:
            self._document.apply(name, edit)
        except RulesError as error:
            if not quiet:
                self.refused.emit(error.reason)
                self.refresh()
            return False
        return True

    @guarded(None)
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the head into one line where there is the width, and grow the dice where there is room."""
        super().resizeEvent(event)
        px = self._theme.px
        one_line = self.width() >= px(WIDE)
        way = QBoxLayout.Direction.LeftToRight if one_line else QBoxLayout.Direction.TopToBottom
        if self._heads.direction() != way:
            self._heads.setDirection(way)
        self._scale = max(1.0, min(_LARGEST, self.height() / px(330), self.width() / px(WIDE)))
        for chip in self.chips:
            chip.set_scale(self._scale)

    # --- keys ---------------------------------------------------------------------------------------------------------

    @guarded(None)
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Allot by keys: arrows choose a success, digits, A, D and N a target."""
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText(self.text())
            return
        call = None if held else self._call(event)
        if call is None:
            super().keyPressEvent(event)
        elif not event.isAutoRepeat() or event.key() in {Qt.Key.Key_Left, Qt.Key.Key_Right}:
            call()

    def _call(self, event: QKeyEvent) -> Callable[[], None] | None:
        key = event.key()
        shown = [button.target.word for button in self.targets if button.isVisibleTo(self)]
        if Qt.Key.Key_1 <= key <= Qt.Key.Key_9:
            at = key - Qt.Key.Key_1
            return partial(self.put, shown[at]) if at < len(shown) else None
        words = {
            Qt.Key.Key_A: next((word for word in shown if word.startswith(ATTACK)), ""),
            Qt.Key.Key_D: DEFEND if shown else "",
            Qt.Key.Key_N: NONE if shown else "",
            Qt.Key.Key_L: next((word for word in shown if word.startswith(LEND)), ""),
        }
        if words.get(Qt.Key(key)):
            return partial(self.put, words[Qt.Key(key)])
        acts: dict[int, Callable[[], None]] = {
            Qt.Key.Key_Left: partial(self._move, -1),
            Qt.Key.Key_Up: partial(self._move, -1),
            Qt.Key.Key_Right: partial(self._move, 1),
            Qt.Key.Key_Down: partial(self._move, 1),
            Qt.Key.Key_Backspace: self._take_back,
            Qt.Key.Key_S: self._suggest,
            Qt.Key.Key_G: self._suggest_gm,
            Qt.Key.Key_BracketLeft: partial(self._step, -1),
            Qt.Key.Key_BracketRight: partial(self._step, 1),
        }
        return acts.get(key)
