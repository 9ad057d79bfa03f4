"""The Fight page: the roster at the left, the round's bar above, the tray, and below it the result of the round."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QPlainTextEdit, QSplitter, QWidget

from bones_desktop.desk.desk import Desk
from bones_desktop.desk.keymap import KEYS, show_key
from bones_desktop.document.bones.fightdocument import FightDocument
from bones_desktop.pages.fight.board import FightBoard
from bones_desktop.pages.fight.declarebar import DeclareBar
from bones_desktop.pages.fight.rosterview import RosterView
from bones_desktop.pages.fight.roundbar import LastRound, Next, RoundBar, RoundStage
from bones_desktop.pages.fight.roundtray import RoundTray, face_names
from bones_desktop.pages.fight.standing import OutlookLine, StandingDialog
from bones_desktop.play.bones.fightlog import PlayersMessage, distinct_names, purpose_of, summary_of
from bones_desktop.play.bones.fightplay import FightPlay
from bones_desktop.rules.bones.book.attempts import CHARACTER
from bones_desktop.rules.bones.book.character import CharacterKind
from bones_desktop.rules.bones.fight import roster, roundedits
from bones_desktop.rules.bones.fight.fighters import Darkness
from bones_desktop.rules.bones.fight.roster import Fight
from bones_desktop.rules.bones.fight.roundedits import OpenThrow, throws_of
from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.tray.motion import BakedThrows
from bones_desktop.widgets.boxes import hbox, stack, vbox
from bones_desktop.widgets.byhand.byhand import ByHandEntry, HandDie
from bones_desktop.widgets.byhand.byhandflow import ByHandFlow, ByHandRequest
from bones_desktop.widgets.choice.buttons import kept_action, kept_menu
from bones_desktop.widgets.layouts import Fitting, bring_into_view, flow_row, scroll_room
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.widgets.text.messages import Nothing
from bones_desktop.wording.language import _
from bones_desktop.wording.names import listed, short_name

ROSTER: Final = 330
BOARD: Final = 330
TRAY: Final = 470
"""Height in pixels of the tray on a low page. In it, 26 dice are about 64 pixels large."""
PEEK: Final = 40
"""Height at 100 % text size of the part of the board that stays visible below the tray of a low page."""
LOW: Final = 600
"""Height of tray and board at 100 % text size, below which the user scrolls from the tray to the board."""
NAMED: Final = 5
"""Number of fighters named in the report of a closed round."""


def _first(words: Sequence[str]) -> str:
    """Return the first entries as text, and the number of further entries."""
    more = _(" and {n} more").format(n=len(words) - NAMED) if len(words) > NAMED else ""
    return "; ".join(words[:NAMED]) + more


class EncounterPage(Fitting):
    """The Fight page. `keyPressEvent` lists its keys."""

    add_requested = Signal()
    new_requested = Signal()
    """Emitted when the user asks for another fight."""
    party_requested = Signal()
    """Emitted when the user asks to add the party of the open campaign."""

    def __init__(self, desk: Desk, document: FightDocument, play: FightPlay, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._notices = notices = desk.notices
        self._document = document
        self._theme = theme = desk.theme
        steps = [desk.window.actions_by_id[step] for step in ("undo", "redo")]
        self.play = play
        self.bar = RoundBar(document, theme, steps, self)
        self.roster = RosterView(document, theme, notices, self)
        self.outlook = OutlookLine(document, theme, self)
        self.add = push_button(self, _("Add…"), self.add_requested, theme=theme, icon="add")
        show_key(self.add, _("Fighters from the shelf, the rulebook or text"), "fight.add")
        self.party = push_button(self, _("Add the party"), self.party_requested, theme=theme, icon="players")
        self.party.setToolTip(_("Members of the open campaign who are not in the fight join side A"))
        self.party.hide()
        self.nearest = push_button(self, _("All attack"), self.all_attack)
        tip = _("Everybody who has not declared makes the most damaging attack on the nearest foe")
        show_key(self.nearest, tip, "declare.attack")
        self.again = push_button(self, _("As last round"), self.as_before)
        show_key(self.again, _("Everybody who has not declared does the same as in the last round"), "declare.again")
        self.declare = DeclareBar(document, theme, notices, self)
        self.tray = RoundTray(document, theme, BakedThrows(shipped("resources") / "throws"), self)
        self.by_hand = ByHandEntry(theme, self)
        self._stack = stack(self, self.tray, self.by_hand)
        self.flow = ByHandFlow(self.by_hand, self._stack, self.tray, self)
        self.board = FightBoard(document, theme, notices, self)
        self._falling = plain_label(self, _("The dice are falling."), "muted")
        self._falling.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.last_round = LastRound(document, theme, self)
        self._declaring = QWidget(self)
        declaring = scroll_room(self.declare, self._declaring)
        vbox(self._declaring, (declaring, 1), (self.last_round, 1), margins=0, theme=theme, gap=4)
        self.summary = QPlainTextEdit(self)
        self.summary.setReadOnly(True)
        self.summary.setAccessibleName(_("Summary of the fight"))
        self.nothing = Nothing(theme, self)
        self.nothing.say(
            _(
                "A fight brings everybody together: characters of the shelf, people and beasts of the rulebook, and "
                "hordes. Add fighters, declare what each does, and roll all dice together."
            ),
            (_("Add fighters…"), self.add_requested.emit),
            (_("Show me how"), desk.window.actions_by_id["show-how"].trigger),
        )
        self.below = stack(self, self.summary, self._declaring, self.board, self._falling, self.nothing)
        self._held = False
        """True if the board had the focus before dice fell."""
        self._told = False
        """True if the last message about a round named somebody who was hurt."""
        self._lay_out()
        self._fill_menus()
        self._connect()
        self.roster.choose(self.board.who)
        self._choose()
        self._follow()
        desk.pace.follow(self.tray.set_speed)
        desk.settings.follow("gather", self.tray.set_gather)
        self.tray.tumbled.connect(desk.sounds.play_dice)
        document.changed.connect(desk.sounds.follow_fight)

    @property
    def fight(self) -> Fight:
        """The current fight."""
        return self._document.fight

    def shutdown(self) -> None:
        """Stop the animation and the rating. A roll in progress is in the log already."""
        self.tray.skip()
        self.outlook.shutdown()

    def go_on(self) -> None:
        """Do the next step: add fighters, roll, suggest, or close the round.

        If dice are still rolling, show their result.
        """
        # The same key ends the animation, so that nobody has to wait for it.
        if self.below.currentWidget() is self._falling:
            self.tray.skip()
            return
        if self.flow.asking:
            self.flow.take()
            return
        match self.bar.state.next:
            case Next.ADD:
                self.add_requested.emit()
            case Next.THROW:
                self.bar.ask_first(self.throw)
            case Next.SUGGEST:
                self._suggest_rest()
            case Next.CLOSE:
                if self.play.may_close():
                    self.bar.ask_close(self._close)
            case Next.AGAIN:
                self.begin_again()
            case Next.END:
                self._end_fight()
            case Next.NEW:
                self.new_requested.emit()

    def _close(self) -> None:
        number = self.fight.encounter.round
        if self.play.close():
            self._show_dice()
            if not self._told:
                self._notices.tell(_("Round {n}: nobody is hurt.").format(n=number))

    def _end_fight(self) -> None:
        self.play.end()
        if self.fight.ended:
            self._notices.tell(_("The fight has ended."))

    def _suggest_rest(self) -> None:
        """Decide everything that is open.

        Player characters need two steps. The first step places successes. The second step chooses the dice to lose,
        after the player has seen where the successes were placed.
        """
        open_ = self._document.reading.questions if self._document.reading is not None else ()
        asked = {each.who for each in open_}
        players = [each for each in self._document.fight.encounter.fighters if each.kind is CharacterKind.PLAYER]
        allotting = self.bar.state.stage is RoundStage.ALLOT
        # Dice are lost in a second step, so that players see first where the successes went.
        self.play.suggest(spared=[each.id for each in players] if allotting else ())
        self._show_board()
        reading = self._document.reading
        if reading is None:
            return
        left = bool(reading.questions)
        # If nothing is left to decide, the message also names the players who lose dice.
        mine = [each for each in players if each.id in asked or (reading.wounds[each.id].dice and not left)]
        if mine:
            names = listed([short_name(each.name) for each in mine])
            said = _("Decided for {names}. Undo takes it back.")
            if left:
                said = _("Successes placed for {names}. Now decide how they take the damage.")
            self._notices.say(said.format(names=names))
        else:
            self._notices.tell(_("Everything left is decided. Undo takes it back."))
        struck = next((each.id for each in mine if reading.wounds[each.id].dice), None)
        if struck is not None and not left:
            self.roster.choose(struck)
            self.board.show_part(damage=True)

    def throw(self, *who: str) -> None:
        """Roll everything that is open, or only the rolls of these fighters."""
        if mine := self._open_throws(who):
            self.play.throw(mine)

    def _open_throws(self, who: tuple[str, ...]) -> Sequence[OpenThrow]:
        """Return the open rolls of these fighters, or all."""
        # A character's file, and with it the dice, may have changed since the page was shown.
        self.play.look_again()
        throws = self._document.open_throws
        return throws_of(throws, who) if who else throws

    def enter_by_hand(self, *who: str, rest: bool = False) -> None:
        """Ask for the faces of real dice, for all fighters or some. With `rest`, the program rolls all other dice."""
        mine = self._open_throws(who)
        if not mine:
            return
        dice = [die for number, each in enumerate(mine) for die in self._hand_dice(each, number)]
        asked = ByHandRequest(
            title=lambda: _("Real dice of the round"),
            what=lambda: mine,
            # An edit of the round may remove rolls while the user enters their dice.
            still=lambda: set(mine) <= set(self._document.open_throws),
            then=partial(self._entered, mine, rest=rest),
            kept=_("What you entered is kept."),
            gone=_("Other dice are rolled now."),
        )
        self.flow.ask(asked, dice, {})

    def all_attack(self) -> None:
        """Let each fighter who has not declared attack the nearest foe in the way that does most damage on average."""
        self._declare(_("Everybody attacks"), partial(roundedits.all_attack, self._document.rulebook))

    def as_before(self) -> None:
        """Let all fighters who have not declared repeat their actions of the last round."""
        self._declare(_("As last round"), roundedits.declare_as_before)

    def _declare(self, name: str, edit: Callable[[Fight], Fight]) -> None:
        before = self.fight
        if self._document.attempt(name, edit, self._notices.refuse):
            none_left = self.fight == before
            told = _("No fighter is left who can declare this.") if none_left else _("Declared: {what}.")
            self._notices.tell(told.format(what=name))

    def begin_again(self) -> None:
        """Undo all rolls and choices of this round."""
        self._apply(_("Begin the round again"), roster.begin_again)
        self.play.look_again()

    def edit_standing(self, who: str) -> None:
        """Open the details of a fighter."""
        dialog = StandingDialog(self._document, self.play.alter, self._theme, self._notices, who, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Pass the focus on to the roster. A focus proxy would catch Tab before the buttons above it."""
        super().focusInEvent(event)
        self.roster.setFocus(event.reason())

    def _keep_division(self) -> None:
        self._divided = True

    def _fit(self) -> None:
        """Give the roster its width, at most 36 % of the page."""
        self._left.setFixedWidth(min(self._theme.px(ROSTER), int(self.width() * 0.36)))
        px, room = self._theme.px, self._room.height()
        low = room < px(LOW)
        self._stack.setMinimumHeight(min(TRAY, room - px(PEEK)) if low else 0)
        self.below.setMinimumHeight(min(px(BOARD), room) if low else 0)
        if not self._divided:
            # The board gets the height that shows dice and targets together, and more if the page is high.
            below = max(min(px(BOARD), int(room * 0.62)), int(room * 0.36))
            self.parts.setSizes([room - below, below])
        # A low page shows dice that have fallen. Dice that wait to be rolled can be out of view.
        bring_into_view(self._stack if self.below.currentWidget() in {self.board, self._falling} else self.below)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle the keys of commands. Fields have their own keys."""
        declaring = self.below.currentWidget() is self._declaring
        call = self._acts.get(KEYS.pressed("declare" if declaring else "fight", event))
        if call is not None:
            # Holding a key down must not roll or close one round after another.
            if not event.isAutoRepeat():
                call()
        elif self.below.currentWidget() is self.board:
            # The board gets keys wherever the focus is, to allot successes. It ignores keys that it does not use.
            self._show_board()
            self.board.keyPressEvent(event)
        else:
            super().keyPressEvent(event)

    @property
    def _acts(self) -> dict[str, Callable[[], None]]:
        return {
            "go-on": self.go_on,
            "add": self.add_requested.emit,
            "throw": self._throw_chosen,
            "by-hand": self._enter,
            "suggest": self._suggest_chosen,
            "only": self.only_chosen.trigger,
            "attack": self.all_attack,
            "again": self.as_before,
            "declare": self._open_declaring,
        }

    def _open_declaring(self) -> None:
        self.declare.open_actions()

    def _throw_chosen(self) -> None:
        if self.roster.chosen:
            self.bar.ask_first(partial(self.throw, *self.roster.chosen), self.roster.chosen)

    def _enter(self) -> None:
        """Ask about fighters who have not declared, then ask for the faces of real dice for everyone."""
        self.bar.ask_first(self.enter_by_hand)

    def _enter_chosen(self) -> None:
        self.bar.ask_first(partial(self.enter_by_hand, *self.roster.chosen), self.roster.chosen or None)

    def _enter_players(self) -> None:
        self.bar.ask_first(partial(self.enter_by_hand, *self._players(), rest=True))

    def _go_back(self, stage: RoundStage) -> None:
        """Go back to a part of the round. Going back to declaring or rolling undoes the dice, as one step."""
        if stage in {RoundStage.DECLARE, RoundStage.THROW}:
            if self._document.fight.has_begun:
                self.begin_again()
                self._notices.say(_("The dice and choices of this round were removed. Undo restores them."))
        else:
            reading = self._document.reading
            # Hordes and fighters out of action have nothing on the board.
            if reading is not None and reading.chips and self.board.who not in reading.chips:
                self.roster.choose(next(who for who in reading.order if who in reading.chips))
            self.board.show_part(damage=stage is RoundStage.DAMAGE)
            self._show_board()
        self.bar.stages.show_stage(stage, self.bar.state.stage)

    def _show_board(self) -> None:
        """Scroll a low page from the tray to the board."""
        bring_into_view(self.board)

    def _suggest_chosen(self) -> None:
        if self.roster.chosen and not self._document.open_throws:
            self.play.suggest(*self.roster.chosen)

    def _lay_out(self) -> None:
        theme = self._theme
        acts = flow_row(None, self.add, self.nearest, self.again, self.party, theme=theme, gap=4)
        left = QWidget(self)
        vbox(left, (self.roster, 1), self.outlook, acts, margins=0, theme=theme, gap=4)
        self._left = left
        self.parts = QSplitter(Qt.Orientation.Vertical, self)
        self.parts.setChildrenCollapsible(False)
        self.parts.addWidget(self._stack)
        self.parts.addWidget(self.below)
        self._divided = False
        """True if the user has moved the line between tray and board."""
        self.parts.splitterMoved.connect(self._keep_division)
        self._room = scroll_room(self.parts, self)
        row = hbox(None, left, (self._room, 1), theme=theme, gap=12)
        vbox(self, self.bar, (row, 1), theme=theme, gap=8, edges=(16, 10, 16, 12))

    def _fill_menus(self) -> None:
        throws, menu = self.bar.throws, self.bar.menu
        self._throw_all = kept_action(throws, _("Roll for everyone"), partial(self.bar.ask_first, self.throw))
        self._throw_one = kept_action(throws, "", self._throw_chosen)
        show_key(self._throw_one, _("Roll for the chosen fighters only"), "fight.throw")
        throws.addSeparator()
        show_key(kept_action(throws, "", self._enter), _("Enter real dice for everyone…"), "fight.by-hand")
        self._enter_one = kept_action(throws, _("Enter real dice for the chosen fighters…"), self._enter_chosen)
        self._enter_theirs = kept_action(throws, _("Enter the players' dice, roll the rest…"), self._enter_players)
        throws.addSeparator()
        self.secret = kept_action(throws, _("Keep this round from the players' view"), self._keep_secret)
        self.secret.setCheckable(True)
        throws.aboutToShow.connect(self._show_throws)
        self._light = kept_menu(menu, _("Light"))
        lights = zip(Darkness, (_("Light"), _("Partial darkness"), _("Total darkness")), strict=True)
        self._lights = {dark: kept_action(self._light, text, partial(self._set_light, dark)) for dark, text in lights}
        for action in self._lights.values():
            action.setCheckable(True)
        self._begin_again = kept_action(menu, _("Begin the round again"), self.begin_again)
        self._end = kept_action(menu, _("End the fight"), self._end_fight)
        self.only_chosen = kept_action(menu, "")
        show_key(self.only_chosen, _("Only the dice of the chosen fighters"), "fight.only")
        self.only_chosen.setCheckable(True)
        self.only_chosen.toggled.connect(self._show_dice)
        menu.addSeparator()
        menu.aboutToShow.connect(self._show_menu)

    def _connect(self) -> None:
        self.bar.primary.clicked.connect(self.go_on)
        self.bar.stages.chosen.connect(self._go_back)
        self.roster.chosen_changed.connect(self._choose)
        self.roster.edit_requested.connect(self.edit_standing)
        self.declare.edit_requested.connect(self.edit_standing)
        self.board.selected.connect(self.roster.choose)
        for turned in (self.board.tabs.currentChanged, self.board.tabs.tabBarClicked):
            turned.connect(self._show_board)
        self.board.suggest_requested.connect(self.play.suggest)
        self.board.allot.reroll_requested.connect(self.play.throw_again)
        self.flow.message.connect(self._notices.say)
        self.flow.missing.connect(self.bar.set_missing)
        self.flow.done.connect(self.roster.setFocus)
        self.play.thrown.connect(self.tray.throw_round)
        self.play.told.connect(self._say_what_happened)
        self.tray.fell.connect(self._hide_board)
        self.tray.settled.connect(self._settled)
        self._document.changed.connect(self._follow)
        self._theme.changed.connect(self._fit)

    def _say_what_happened(self, told: PlayersMessage) -> None:
        """Show the results of a closed round in the toast."""
        self._told = bool(told.happened)
        if self._told:
            self._notices.say(f"{told.title}: {_first([each for _who, each in told.happened])}")

    def _tell_successes(self) -> None:
        """Let a screen reader say how many successes the fighters rolled."""
        reading = self._document.reading
        rolled = [each for each in self.fight.encounter.fighters if each.id in self.tray.in_air]
        if reading is not None and rolled:
            counts = {each: sum(len(chips.chips) for chips in reading.chips.get(each.id, ())) for each in rolled}
            words = [_("{n} for {name}").format(n=n, name=short_name(each.name)) for each, n in counts.items()]
            self._notices.tell(_("Successes: {numbers}.").format(numbers=_first(words)))

    def _choose(self) -> None:
        chosen = self.roster.chosen
        self.declare.choose(chosen)
        # If the row shows several fighters, the board may show any of them.
        if self.board.who not in chosen:
            self.board.select(chosen[0] if chosen else "")
        # Do not reveal the result below the tray while dice fall.
        if not self._is_falling:
            self._show_below()
            bring_into_view(self.below)
        if self.only_chosen.isChecked() and not self._is_falling:
            self._show_dice()

    def _follow(self) -> None:
        """Show the possible actions in the current state of the fight."""
        fight, locked = self._document.fight, self._document.read_only
        self.add.setEnabled(not locked)
        self.secret.setChecked(fight.secret)
        empty = not fight.encounter.fighters
        self.add.setVisible(not empty)  # in an empty fight the primary button adds the first fighter
        self.nearest.setVisible(not locked and not empty and not fight.ended)
        self.nearest.setEnabled(roundedits.may_attack(fight))
        self.again.setVisible(not locked and not fight.ended and bool(roundedits.as_before(fight)))
        self.flow.follow()
        if self._is_falling and not self.tray.is_current:
            self.tray.skip()  # the roll was undone, or one of its fighters was removed, while the dice were rolling
        if not self._is_falling:
            self._show_below()
            self._show_dice()

    @property
    def whose(self) -> tuple[str | None, ...]:
        """The character ids of the dice in the tray: "" for a fighter without a file, None for a hidden fighter."""
        fight = self._document.fight
        hidden = {fighter.id for fighter in fight.encounter.fighters if fighter.hidden or fight.secret}
        return tuple(None if one.who in hidden else fight.files.get(one.who, "") for one in self.tray.round_dice)

    @property
    def _is_falling(self) -> bool:
        return self.below.currentWidget() is self._falling

    def _show_dice(self) -> None:
        self.tray.lay_round(self._is_shown)

    def _is_shown(self, who: str) -> bool:
        return not self.only_chosen.isChecked() or who in self.roster.chosen

    def _hide_board(self) -> None:
        """Hide the result until the dice are at rest. Then the board gets its focus back."""
        focus = self.focusWidget()
        self._held = focus is not None and self.board.isAncestorOf(focus)
        self.below.setCurrentWidget(self._falling)
        bring_into_view(self._stack)
        self.roster.set_falling(self.tray.in_air)
        self.bar.set_falling(True)

    def _settled(self) -> None:
        if self._is_falling:
            self._tell_successes()
        self._show_below()
        self.roster.set_falling(())
        self.bar.set_falling(False)
        if self._held and self.board.isVisible():
            self.board.setFocus()
        self._held = False

    def _show_below(self) -> None:
        """Show declarations until the chosen fighters have rolled, then the board. The tray keeps its size.

        Show the summary of a fight that has ended.
        """
        before = self.below.currentWidget()
        if self.bar.state.next is Next.NEW:
            self.summary.setPlainText("\n".join(summary_of(self._document.fight)))
            self.below.setCurrentWidget(self.summary)
        elif not self.fight.encounter.fighters:
            self.below.setCurrentWidget(self.nothing)
        else:
            self.below.setCurrentWidget(self._declaring if self._is_declaring else self.board)
        if before not in {self._falling, self.below.currentWidget()}:
            bring_into_view(self.below)

    @property
    def _is_declaring(self) -> bool:
        fight, chosen = self._document.fight, self.roster.chosen
        if self._document.read_only or not fight.has_begun:
            return not self._document.read_only
        return any(each.who in chosen and each.who not in fight.thrown for each in self._document.open_throws)

    def _hand_dice(self, throw: OpenThrow, number: int) -> Iterator[HandDie]:
        """Yield the dice of roll `number` for the dialog that asks for faces, with their owner and purpose."""
        whose = purpose_of(throw, distinct_names(self._document.fight))
        colour = self._document.fight.encounter.fighter(throw.who).character.dice_colour
        for die in throw.dice:
            label = die.label if die.group == CHARACTER else _("{who}: {die}").format(who=whose, die=die.label)
            codes = tuple(face.code for face in die.faces)
            yield HandDie(codes, face_names(self._document, die), die.group, label, whose, colour, number)

    def _entered(self, throws: Sequence[OpenThrow], indices: tuple[int, ...], *, rest: bool) -> None:
        self.play.throw(throws, indices)
        if rest and self._document.open_throws:
            self.play.throw()

    def _players(self) -> tuple[str, ...]:
        here = self._document.fight.encounter.fighters
        return tuple(fighter.id for fighter in here if fighter.kind is CharacterKind.PLAYER)

    def _show_throws(self) -> None:
        """Offer rolls only for fighters who have dice to roll."""
        throws = self._document.open_throws
        mine = bool(throws_of(throws, self.roster.chosen))
        self._throw_all.setVisible(self.bar.state.next is Next.END)  # otherwise the button next to it says so
        self._throw_one.setVisible(mine)
        self._enter_one.setVisible(mine)
        self._enter_theirs.setVisible(bool(throws_of(throws, self._players())))

    def _show_menu(self) -> None:
        fight, locked = self._document.fight, self._document.read_only
        self._light.menuAction().setVisible(not locked)
        for dark, action in self._lights.items():
            action.setChecked(dark is fight.encounter.darkness)
        self._begin_again.setVisible(fight.has_begun and not locked)
        # A fight can be ended only between rounds, or the round in progress would be lost.
        self._end.setVisible(bool(fight.tallies) and not (fight.has_begun or fight.ended or locked))

    def _set_light(self, darkness: Darkness) -> None:
        self._apply(_("Light"), partial(roster.surroundings, darkness=darkness))

    def _keep_secret(self) -> None:
        self._apply(self.secret.text(), partial(Fight.with_, secret=not self._document.fight.secret))
        # If the change was refused, remove the tick.
        self.secret.setChecked(self._document.fight.secret)

    def _apply(self, name: str, edit: Callable[[Fight], Fight]) -> None:
        self._document.attempt(name, edit, self._notices.refuse)
