"""Scene page of a smaller game, with the fighters, the actions of a turn, the dice, and the offers after a roll."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QButtonGroup, QMenu, QPushButton, QWidget

from bones_desktop.desk.keymap import KEYS, pressed_key, show_key
from bones_desktop.desk.table.gameview import GameTray
from bones_desktop.pages.games.scenecards import (
    OWN,
    THROW,
    ChosenAct,
    NewcomerForm,
    Newcomers,
    RosterCard,
    SceneReading,
    SceneSeat,
    StepsCard,
)
from bones_desktop.play.sceneplay import SceneThrow
from bones_desktop.rules import sceneacts, scenes
from bones_desktop.rules.acts import Answers
from bones_desktop.rules.reasons import RulesError
from bones_desktop.rules.scenes import SceneFighter
from bones_desktop.theme.measures import light_menu
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.acts.actform import ActForm, AskedAct
from bones_desktop.widgets.boxes import STRETCH, fold, hbox, vbox
from bones_desktop.widgets.choice.buttons import Chip, give_menu
from bones_desktop.widgets.layouts import Fitting, LeastBoard, bring_into_view, flow_row, scroll_room
from bones_desktop.widgets.plaintext import plain_tip, without_mnemonic
from bones_desktop.widgets.pushbuttons import push_button, tool_button
from bones_desktop.widgets.scaled import set_lengths, set_type
from bones_desktop.widgets.spoken import Role, speak_as
from bones_desktop.widgets.text.labels import ElidedLabel, plain_label
from bones_desktop.widgets.text.textfields import AskLine
from bones_desktop.wording.keys import keys_of
from bones_desktop.wording.language import _
from bones_desktop.wording.scenes import act_name, condition_name

_MOST_ACTS: Final = 6
"""Largest number of actions with a button; all other actions are in a menu."""
_ROSTER: Final = (200, 520)
"""Smallest and largest width of the roster and of the form, at 100 % text size."""
_ASKED: Final = (320, 620)
_LEAST_FORM: Final = 120
"""Smallest height of the form, at 100 % text size."""
_ANY: Final = (1 << 24) - 1
"""Qt's value for a height without a limit."""
_LEAST_TRAY: Final = 220
_PEEK: Final = 24
"""Height at 100 % text size of the part of the reading that stays visible below the tray of a narrow page."""


class ScenePage(Fitting):
    """Page for scenes.

    Space does the chosen action, T takes the first offer, N ends the turn. Digits choose an action, Insert adds a
    fighter, B asks for real dice, and Return in the roster also ends the turn.
    """

    refused = Signal(object)
    """Emitted with the Reason why something was refused."""

    def __init__(
        self,
        seat: SceneSeat,
        theme: Theme,
        newcomers: Newcomers,
        make: Callable[[str, str], SceneFighter | None],
        add_all: Callable[[], object],
        parent: QWidget | None = None,
    ) -> None:
        """Create the page; `add_all` adds all characters of the shelf.

        `make` returns a fighter for a key of `newcomers` and a side.
        """
        super().__init__(parent)
        self._seat, self._theme = seat, theme
        self._newcomers = NewcomerForm(seat, newcomers, make)
        self._act = ""
        self._adding = False
        self._turn = ("", 0, 0)
        self.roster = RosterCard(seat, theme, self)
        self.roster.view.current_changed.connect(self._show_fighter)
        self.roster.view.removal_requested.connect(self._remove)
        self.menu = light_menu(QMenu(self))
        """Menu of scenes: new, open, rename. Its owner fills it."""
        self.more = tool_button(
            self.roster, theme=theme, icon="more", name=_("Scenes"), tip=_("New, open, rename, remove")
        )
        give_menu(self.more, self.menu)
        self.roster.head.addWidget(self.more)
        self.add = push_button(self, _("Add…"), self.ask_newcomer, tip=_("A character, a sample or a foe"))
        self.everyone = push_button(
            self, _("Add all characters"), add_all, tip=_("Every character of this game on the shelf")
        )
        self.conditions = push_button(self, _("Conditions"), tip=_("Give or take a condition by hand"))
        self._conditions = light_menu(QMenu(self))
        give_menu(self.conditions, self._conditions)
        self._conditions.aboutToShow.connect(self._fill_conditions)
        self.remove = push_button(self, _("Remove"), self.remove_current)
        self.hidden = push_button(self, _("Hide"), self.hide_current, tip=_("The players’ view leaves out the fighter"))
        tools = QWidget(self)
        flow = flow_row(tools, theme=theme, gap=6)
        for each in (self.add, self.everyone, self.conditions, self.hidden, self.remove):
            flow.addWidget(each)
        self.roster.column.addWidget(tools)
        self.ask = AskLine(theme, self, narrow=True)
        self.heading = plain_label(self, theme=theme, size=20, serif=True, bold=True, wrap=True)
        purpose = _(
            "A scene keeps rounds and turns of characters and foes. Each act rolls its dice and offers what follows: a "
            "hit its damage, the damage who takes it. Add characters of the shelf, samples, or foes with a few numbers."
        )
        self.purpose = plain_label(self, purpose, "muted", wrap=True)
        self.press = push_button(self, _("Roll"), self.throw, kind="primary", tip=keys_of("scene.throw"))
        self.next = push_button(self, _("Next turn"), self.next_turn)
        show_key(self.next, _("Also Return in the list"), "scene.next")
        self.begin = push_button(self, _("Next round"), self.next_round)
        self.cancel = push_button(self, _("Cancel"), self._stop_adding)
        self.chance = ElidedLabel(self)
        set_type(theme, self.chance, size=16, serif=True, bold=True)
        """The chance of success of the chosen action."""
        self.chance.hide()
        self.secret = Chip(theme, _("Secret"), self)
        show_key(self.secret, _("The players’ view does not show the next rolls"), "scene.secret")
        self.acts: dict[str, QPushButton] = {}
        self._shown: tuple[str, ...] = ()
        self._group = QButtonGroup(self)
        self._strip = speak_as(QWidget(self), Role.Grouping, _("Acts"))
        self.others = push_button(self._strip, _("More"), checkable=True)
        show_key(self.others, _("The other acts"), "scene.more")
        """Opens the menu of the actions without a button, and shows the chosen action."""
        self._others = light_menu(QMenu(self))
        give_menu(self.others, self._others)
        self._group.addButton(self.others)
        self.others.hide()
        self._flow = flow_row(self._strip, theme=theme, gap=6)
        self.form = ActForm(theme, self, refuse=self.refused.emit)
        self.form.requested.connect(self._do)
        self.form.closed.connect(self._stop_adding)
        self.form.changed.connect(self._answered)
        self.tray = GameTray(seat, theme, self)
        self.tray.settled.connect(self._show_dice)
        self.reading = SceneReading(seat, theme, self.take_offer, self)
        self.steps = StepsCard(seat, theme, self)
        self._lay_out()
        for watched in (self.roster.view, self.steps.view, self._room):
            watched.installEventFilter(self)
        seat.play.changed.connect(self._follow)
        seat.play.thrown.connect(self._fall)
        self._follow()

    def _lay_out(self) -> None:
        theme = self._theme
        self._roster_board = LeastBoard(self)
        vbox(self._roster_board, self.ask, (self.roster, 1), margins=0, theme=theme, gap=8)
        left = self._roster_room = scroll_room(self._roster_board, self)
        asked = QWidget(self)
        self._asked_room = scroll_room(asked, self)
        vbox(asked, self.form, STRETCH, margins=0, theme=theme, gap=8)
        set_lengths(theme, left, most_width=_ROSTER[1])
        middle = QWidget(self)
        set_lengths(theme, middle, least_width=_ASKED[0], most_width=_ASKED[1])
        head = hbox(None, (self.heading, 1), self.secret, theme=theme, gap=8)
        turns = flow_row(None, self.press, self.cancel, self.next, self.begin, self.chance, theme=theme, gap=8)
        turns.setAlignment(self.chance, Qt.AlignmentFlag.AlignVCenter)
        self._top = QWidget(self)
        vbox(self._top, head, turns, margins=0, theme=theme, gap=10)
        asking = self._top, self.purpose, self._strip, (self._asked_room, 1000), STRETCH
        self._middle = vbox(middle, *asking, margins=0, theme=theme, gap=10)
        right = vbox(None, (self.tray, 5), (self.reading, 5), (self.steps, 3), theme=theme, gap=10)
        board = LeastBoard(self)
        self._sides = fold(board, (middle, 4), (right, 4), margins=0, theme=theme, gap=14)
        self._room = scroll_room(board, self)
        self._column = vbox(None, (self._room, 1), theme=theme, gap=10)
        hbox(self, (left, 2), (self._column, 8), theme=theme, gap=14, edges=(16, 12, 16, 16))

    def _fit(self) -> None:
        """Give a narrow page a large tray below the form, and keep the buttons of the turn in view above both."""
        px = self._theme.px
        # The buttons below the roster can be wider than the usual column.
        roster = self._roster_board.minimumSizeHint().width() + self._roster_room.verticalScrollBar().sizeHint().width()
        self._roster_room.setMinimumWidth(max(px(_ROSTER[0]), roster))
        narrow = self._sides.row_width() > self._room.width()
        place = self._column if narrow else self._middle
        if place.indexOf(self._top) < 0:
            place.insertWidget(0, self._top)
        room = self._room.height()
        form = max(px(_LEAST_FORM), room // 2 if narrow else 0)
        # In a column Qt gives the form its preferred height even where that is more than the room, and takes the height
        # from the tray. So on a narrow page the form has only one height.
        self._asked_room.setMinimumHeight(form)
        self._asked_room.setMaximumHeight(form if narrow else _ANY)
        self.tray.setMinimumHeight(max(_LEAST_TRAY, room - px(_PEEK) if narrow else 0))

    # Methods for the window and the buttons.

    def throw(self) -> None:
        """Do the chosen action, or roll the dice that must be rolled next.

        While dice are moving, show their result at once.
        """
        if self.tray.flying:
            self.tray.skip()
        else:
            self.form.submit()

    def enter_by_hand(self) -> None:
        """Ask for the faces of real dice."""
        self._turn_by_hand(on=True)

    def _turn_by_hand(self, *, on: bool) -> None:
        chip = getattr(self.form.fields.get(THROW), "by_hand", None)
        if isinstance(chip, Chip):
            chip.setChecked(on)

    def next_turn(self) -> None:
        """End the turn."""
        self.tray.skip()
        self._seat.play.next_turn(secret=self.secret.isChecked())

    def next_round(self) -> None:
        """Begin the next round, or make the rolls that newly added fighters have not made yet."""
        self.tray.skip()
        scene, play = self._seat.scene, self._seat.play
        secret = self.secret.isChecked()
        if scene.round and not scene.turn and self._seat.rules.openings(self._seat.small.book, scene):
            play.open_round(secret=secret)
        else:
            play.next_round(secret=secret)

    def remove_current(self) -> None:
        """Remove the current fighter."""
        self._remove(self.roster.fighter)

    def hide_current(self) -> None:
        """Hide the current fighter from the players, or show it again."""
        if self.roster.fighter:
            self._seat.play.hide(self.roster.fighter)

    def _remove(self, id: str) -> None:
        if any(each.id == id for each in self._seat.scene.fighters):
            self._seat.play.remove(id)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle the keys of commands, digits, and Return in the list. Fields have their own keys."""
        if not self._handle(event):
            super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle the keys of the page before the lists get them, because lists would search for letters.

        Fit the parts when the heading above them needs another height.
        """
        if watched is self._room and event.type() == QEvent.Type.Resize:
            self._fit()
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and self._handle(event):
            return True
        return super().eventFilter(watched, event)

    def _handle(self, event: QKeyEvent) -> bool:
        """Handle a key. Return whether the page uses it."""
        command = KEYS.pressed("scene", event)
        calls: dict[str, Callable[[], None]] = {
            "throw": self.throw,
            "next": self.next_turn,
            "take": self.take_first,
            "by-hand": self.enter_by_hand,
            "secret": self.secret.toggle,
            "add": self.ask_newcomer,
            "more": self.show_more,
        }
        # The form that adds a fighter covers the controls for these keys, and a letter typed in its list must not begin
        # a round.
        # Keys with Ctrl also work there.
        key = pressed_key(event)
        free = not self._adding or key.startswith("Ctrl+")
        call = calls.get(command) if free else None
        if free and key == "Return" and self.roster.view.hasFocus():
            call = self.next_turn
        elif free and command.isdecimal() and 0 < int(command) <= len(self.acts):
            call = partial(self.choose, [*self.acts][int(command) - 1])
        # Holding a key down must not roll or end one turn after another.
        if call is not None and not event.isAutoRepeat():
            if self.add.hasFocus() or self.everyone.hasFocus():
                self.roster.view.setFocus()  # so that the next Space rolls and does not add another fighter
            call()
        return call is not None

    def show_more(self) -> None:
        """Open the list of the actions without a button."""
        if self.others.isVisible():
            self.others.showMenu()

    def take_first(self) -> None:
        """Take the first offer, for the fighter chosen in it."""
        if self.reading.offers:
            self.reading.offers[0].take.click()

    # Adding fighters.

    def ask_newcomer(self) -> None:
        """Show the form that adds fighters."""
        self._adding = True
        self._ask()
        self.form.begin()
        bring_into_view(self._asked_room)

    def _stop_adding(self) -> None:
        was_adding, self._adding = self._adding, False
        self._ask()
        if was_adding:
            self.add.setFocus()

    # Choosing an action for the current fighter.

    @property
    def fighter(self) -> SceneFighter | None:
        """The current fighter of the roster; if there is none, the fighter whose turn it is."""
        scene = self._seat.scene
        id = self.roster.fighter or scene.turn
        return next((each for each in scene.fighters if each.id == id), None)

    @property
    def _chosen(self) -> ChosenAct | None:
        """The chosen action; None while the form that adds fighters is open, or if the scene has no fighter."""
        fighter = self.fighter
        return ChosenAct(self._seat, fighter, self._act) if fighter and self._act and not self._adding else None

    def choose(self, act: str) -> None:
        """Choose an action."""
        other, self._act, self._adding = act != self._act, act, False
        if other:
            self.form.forget("")
        self._ask()

    def take_offer(self, id: str, whom: str) -> None:
        """Take an offer.

        If the offer leads to another roll, the program rolls at once unless real dice are used.
        """
        seat, play = self._seat, self._seat.play
        offer = next(each for each in seat.scene.offers if each.id == id)
        by_hand = play.current is not None and play.current.by_hand
        given = play.take_offer(id, whom)
        if given is None:
            return
        values = {key: value for key, value in given.values.items() if isinstance(value, int | str)}
        if by_hand:
            self.roster.view.go_to(offer.by)
            self.choose(offer.what)
            self.form.fill({**values, OWN: 1})
            self.enter_by_hand()
            return
        with suppress(RulesError):
            answers = sceneacts.proposed(seat.game, seat.small.book, seat.scene, offer.by, offer.what, values)
            play.act(offer.by, offer.what, answers, secret=self.secret.isChecked())

    def _do(self, given: Answers) -> None:
        play = self._seat.play
        if self._adding:
            self._adding = False
            if new := self._newcomers.fighters(given):
                play.add(new)
            self._ask()
            self.add.setFocus()
        elif play.due:
            play.throw_on(self.form.faces)
        elif (chosen := self._chosen) is not None:
            answers, secret = chosen.asked(given), self.secret.isChecked()
            play.act(chosen.fighter.id, chosen.act, answers, self.form.faces, secret=secret)

    def _ask(self) -> None:
        """Show the fighter's actions and the form of the chosen action."""
        seat, fighter = self._seat, self.fighter
        self._strip.setVisible(not self._adding and fighter is not None)
        self._asked_room.setVisible(self._adding or fighter is not None)
        self.press.setVisible(self._adding or fighter is not None)
        self.cancel.setVisible(self._adding)
        self.purpose.setVisible(not self._adding and not seat.scene.fighters)
        if self._adding:
            self._show_form(self._newcomers.asked())
            return
        if fighter is None:
            return
        known = scenes.rules_of(seat.game).acts(seat.small.book, seat.scene, fighter)
        if not seat.play.due:
            # Buttons for actions that are possible only now come last, so that the usual actions keep their place.
            usual = [each.id for each in known if not each.at_times]
            self._show_acts(usual, [each.id for each in known if each.at_times])
        self._show_form(ChosenAct(seat, fighter, self._act).shown())

    def _show_form(self, asked: AskedAct[Any]) -> None:
        """Show a form. Its button is above the form, where it stays in view."""
        self.form.show_act(asked)
        self.form.act.hide()
        self.form.cancel.hide()
        self.press.setText(asked.press)
        self._show_press()

    def _show_press(self) -> None:
        why = self.form.why_not
        self.press.setEnabled(why is None and not self._seat.document.read_only)
        self.press.setToolTip(plain_tip(keys_of("scene.throw") if why is None else self._seat.said(why)))

    def _show_acts(self, usual: Sequence[str], now: Sequence[str]) -> None:
        if self._shown != (ids := (*usual, "", *now)):
            self._shown = ids
            self._make_acts(usual, now)
        if self._act not in {*usual, *now}:
            self._act = next(iter((*usual, *now)))
            self.form.forget("")
        near = self._act in self.acts
        (self.acts[self._act] if near else self.others).setChecked(True)
        self.others.setText(_("More") if near else without_mnemonic(act_name(self._seat.game.id, self._act)))

    def _make_acts(self, usual: Sequence[str], now: Sequence[str]) -> None:
        """Make buttons for the first actions and for actions possible only now, and a menu of the other actions."""
        for button in self.acts.values():
            self._group.removeButton(button)
        self._flow.removeWidget(self.others)
        self._flow.clear()
        self._others.clear()
        self.acts = {}
        most = _MOST_ACTS if len(usual) > _MOST_ACTS + 1 else len(usual)
        for id in usual[:most]:
            self._add_act(id)
        for id in usual[most:]:
            name = without_mnemonic(act_name(self._seat.game.id, id))
            self._others.addAction(name, partial(self.choose, id))
        self.others.setVisible(most < len(usual))
        self._flow.addWidget(self.others)
        for id in now:
            self._add_act(id)

    def _add_act(self, id: str) -> None:
        button = push_button(self._strip, without_mnemonic(act_name(self._seat.game.id, id)), checkable=True)
        button.clicked.connect(partial(self.choose, id))
        button.setToolTip(plain_tip(str(len(self.acts) + 1)))
        self._group.addButton(button)
        button.setAutoExclusive(True)
        self._flow.addWidget(button)
        button.show()
        self.acts[id] = button

    def _fill_conditions(self) -> None:
        self._conditions.clear()
        fighter = self.fighter
        for id in self._seat.rules.conditions if fighter is not None else ():
            action = self._conditions.addAction(without_mnemonic(condition_name(self._seat.game.id, id)))
            action.setCheckable(True)
            action.setChecked(fighter is not None and fighter.has(id))
            action.triggered.connect(partial(self._turn_condition, id))

    def _turn_condition(self, id: str) -> None:
        """Give a condition to the current fighter, or remove it if the fighter has it."""
        if self.fighter is not None:
            self._seat.play.set_condition(self.fighter.id, id, 0, on=not self.fighter.has(id))

    # Showing the current state.

    def _follow(self) -> None:
        scene = self._seat.scene
        turn = (scene.turn, scene.round, scene.phase)
        to = scene.turn if turn != self._turn else ""
        if turn != self._turn:
            # A new turn begins with the usual action and the usual answers.
            self._act, self._turn = "", turn
            self.form.forget("")
            bring_into_view(self._asked_room)
        self.roster.show_scene(to=to)
        self.steps.show_scene()
        there = bool(scene.fighters)
        locked = self._seat.document.read_only
        self.add.setEnabled(not locked)
        self.everyone.setEnabled(not locked)
        self.next.setText(_("Next turn") if scene.turn else _("Begin") if not scene.round else _("Roll initiative"))
        self.next.setEnabled(there and not locked)
        self.begin.setVisible(bool(scene.round))
        self.begin.setEnabled(there and not locked)
        if not self._adding:
            self._show_fighter()
        if not self.tray.flying:
            self._show_dice()

    def _show_fighter(self, _key: str = "") -> None:
        """Show the heading and the actions of the current fighter."""
        scene, fighter = self._seat.scene, self.fighter
        for each in (self.remove, self.conditions, self.hidden):
            each.setEnabled(fighter is not None and not self._seat.document.read_only)
        if fighter is None:
            self.heading.setText(_("Choose a fighter.") if scene.round else _("Add who is there, then begin."))
        else:
            words = _("{name}’s turn") if fighter.id == scene.turn else _("{name}, out of turn")
            self.heading.setText((words if scene.turn else "{name}").format(name=fighter.name))
            self.hidden.setText(_("Show") if fighter.hidden else _("Hide"))
        self._ask()

    def _answered(self) -> None:
        self._show_press()
        words = self._chosen.chance(self.form.answers) if self._chosen is not None else ""
        self.chance.set_full_text(words)
        self.chance.setVisible(bool(words))
        self._lay_waiting()

    def _lay_waiting(self) -> None:
        """Show the dice that would be rolled next, unless the tray holds rolled dice."""
        if self._seat.play.current is not None or self.tray.flying:
            return
        chosen = self._chosen
        made = chosen.planned(chosen.asked(self.form.answers)) if chosen is not None else None
        dice = made.plan.dice if made is not None and made.plan is not None else ()
        self.tray.wait_for(dice, self._seat.rollers(made, dice))

    def _fall(self, throw: SceneThrow) -> None:
        held = self._holds_focus() or throw.by_hand
        self.reading.wait(throw.title)
        if throw.by_hand:
            self._turn_by_hand(on=False)  # the same faces of real dice must not be used twice
        if held:
            self.press.setFocus()
        bring_into_view(self.tray)
        self.tray.fall(throw.fallen, by_hand=throw.by_hand, owners=self._seat.owners_of(throw))

    def _show_dice(self) -> None:
        now = self._seat.play.current
        if now is None:
            self._lay_waiting()
        else:
            self.tray.lay(now.fallen, self._seat.owners_of(now))
            self.tray.read(now.fallen, now.reading)
        self.tray.set_plate(_("Secret") if now is not None and now.secret else "")
        held = self._holds_focus()
        self.reading.show_now()
        # The button that had the focus is gone. The next offer gets the focus; without one, the Roll button does.
        if held:
            (self.reading.offers[0].take if self.reading.offers else self.press).setFocus()

    def _holds_focus(self) -> bool:
        focused = self.focusWidget()
        return focused is not None and self.reading.isAncestorOf(focused)
