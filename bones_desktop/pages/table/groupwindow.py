"""Window in which a party rolls for the same task: members, task, a button, and the results."""

import secrets
from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QCheckBox, QDialog, QGridLayout, QLabel, QWidget

from bones_desktop.desk.desk import Desk
from bones_desktop.pages.table.playview import hand_dice, tray_dice
from bones_desktop.pages.table.taskfields import level_field, level_parameter, skill_field, skill_parameter
from bones_desktop.play.bones.fightlog import PlayersMessage
from bones_desktop.play.bones.hands import GroupHand, GroupPlay, Somebody, came_out
from bones_desktop.play.bones.played import Played
from bones_desktop.rules.bones.book.attempts import CHARACTER
from bones_desktop.rules.bones.book.character import CharacterKind
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.injury.magic import MAGIC
from bones_desktop.rules.bones.reading.requests import Request
from bones_desktop.rules.reading import Tone
from bones_desktop.rules.records import replace
from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.theme.measures import light_menu
from bones_desktop.tray.motion import BakedThrows
from bones_desktop.tray.traywidget import TrayWidget
from bones_desktop.widgets.acts.actfields import Field, FieldPlace
from bones_desktop.widgets.acts.actform import ActForm
from bones_desktop.widgets.boxes import STRETCH, hbox, stack, vbox
from bones_desktop.widgets.byhand.byhand import ByHandEntry
from bones_desktop.widgets.byhand.byhandflow import ByHandFlow, ByHandRequest
from bones_desktop.widgets.choice.buttons import give_menu
from bones_desktop.widgets.layouts import scroll_room
from bones_desktop.widgets.plaintext import without_mnemonic
from bones_desktop.widgets.popups import rest_when_closed
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_gaps, set_sheet_property
from bones_desktop.widgets.spoken import set_tip
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.wording.language import _
from bones_desktop.wording.names import short_name
from bones_desktop.wording.readings import large_words
from bones_desktop.wording.reasons import sentence
from bones_desktop.wording.table import request_name

SIZE = (1100, 640)
"""Size at 100 % text size."""
_TONES = {Tone.GREAT: "good", Tone.GOOD: "good", Tone.BAD: "bad"}


class GroupWindow(QDialog):
    """Window for the rolls of a group. It does not block the main window.

    Each roll is added to the log; the latest rolls are shown.
    """

    dice_fell = Signal(object, object)
    """Emitted with the TrayWidget and a function that returns the owner of each die.

    The owner is an id; "" for a character without a file, None for a secret roll.
    """
    told = Signal(object)
    """Emitted with a PlayersMessage when the dice have stopped. It has the results of rolls that are not secret."""

    def __init__(
        self, desk: Desk, play: GroupPlay, people: Callable[[], Sequence[tuple[Somebody, bool]]], parent: QWidget
    ) -> None:
        """`people` returns the characters who may roll, each with True if the character usually rolls."""
        super().__init__(parent, Qt.WindowType.Window)
        # The closed window is not deleted, so that the next group roll begins with the same choices.
        rest_when_closed(self)
        self.setObjectName("everyone")
        self.setWindowTitle(_("Everyone rolls"))
        self.play = play
        self._desk = desk
        self._rulebook = rulebook = desk.document.rulebook
        self._theme = theme = desk.theme
        self._people = people
        self._thrown: tuple[Played, ...] = ()
        self.form = ActForm(theme, self, framed=False, compact=True)
        self.form.show_fields(_fields(rulebook))
        self.secret = QCheckBox(_("In secret"), self)
        self.secret.setToolTip(_("The players' view says so and shows no dice; each line of the log says so too"))
        self._board = QWidget(self)
        self._grid = QGridLayout(self._board)
        self._grid.setColumnStretch(1, 1)
        set_gaps(theme, self._grid, grid=(12, 4))
        self.boxes: dict[str, QCheckBox] = {}
        """Check boxes of the members, by their keys."""
        self.results: dict[str, QLabel] = {}
        self._somebody: dict[str, Somebody] = {}
        self.tray = TrayWidget(theme, BakedThrows(shipped("resources") / "throws"), self)
        self.by_hand = ByHandEntry(theme, self)
        self._stack = stack(self, self.tray, self.by_hand)
        self.flow = ByHandFlow(self.by_hand, self._stack, self.tray, self)
        self.summary = plain_label(self, wrap=True, theme=theme, size=16, bold=True)
        self.button = push_button(self, _("Roll"), self.go_on, kind="primary")
        self.real = push_button(self, _("Real dice"))
        self.copy = push_button(self, _("&Copy"), self._copy, tip=_("Copy the results as text (Ctrl+C)"))
        self.finish = push_button(self, _("Close"), self.close)
        menu = light_menu(self.real)
        menu.addAction(_("Enter everyone's dice…")).triggered.connect(partial(self._enter, False))
        menu.addAction(_("Enter the players' dice, roll the rest…")).triggered.connect(partial(self._enter, True))
        give_menu(self.real, menu)
        for button in (self.button, self.real, self.copy, self.finish):
            button.setAutoDefault(False)
        self._lay_out()
        self._connect()
        desk.pace.follow(self.tray.set_speed)
        desk.settings.follow("gather", self.tray.set_gather)
        self.tray.tumbled.connect(desk.sounds.play_dice)

    @property
    def chosen(self) -> tuple[Somebody, ...]:
        """The members who roll."""
        return tuple(self._somebody[key] for key, box in self.boxes.items() if box.isChecked())

    @property
    def request(self) -> Request:
        """The request for the roll."""
        answers = self.form.answers
        return Request(answers.key("skill"), difficulty=answers.key("difficulty"))

    @property
    def whose(self) -> tuple[str | None, ...]:
        """The id of each die's owner; "" for a character without a file, None for a secret roll."""
        return tuple(None if each.is_secret else each.owner.id for each in self._thrown for _die in each.throw.dice)

    def come_up(self) -> None:
        """Show the window with the current members."""
        self._offer()
        # An open window keeps its size.
        if not self.isVisible():
            room = self.screen().availableSize()
            px = self._theme.px
            self.resize(min(px(SIZE[0]), int(room.width() * 0.92)), min(px(SIZE[1]), int(room.height() * 0.9)))
        self.show()
        self.raise_()
        self.activateWindow()
        self.button.setFocus()

    def set_rulebook(self, rulebook: Rulebook) -> None:
        """Use another rulebook, after packs were added or removed. Answers that are still possible are kept."""
        self._rulebook, answers = rulebook, self.form.answers.values
        self.form.show_fields(_fields(rulebook))
        self.form.fill(answers)

    def go_on(self) -> None:
        """Roll for the chosen members.

        If dice are moving, show their results instead. If real dice are being entered, use the entered faces.
        """
        if self.tray.moving:
            self.tray.skip()
        elif self.flow.asking:
            self.flow.take()
        elif self._why_not():
            self._tell(self._why_not())
        else:
            self._throw(self._hands(), {})

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Roll with Space and copy with Ctrl+C. Enter presses no default button, Esc closes the window."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self._copy()
        elif event.key() == Qt.Key.Key_Space and not event.modifiers():
            self.go_on()
        elif event.key() not in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            super().keyPressEvent(event)

    def _offer(self) -> None:
        """List the current members. Members that were ticked stay ticked."""
        before = {key: box.isChecked() for key, box in self.boxes.items()}
        said = {key: label.text() for key, label in self.results.items()}
        for widget in (*self.boxes.values(), *self.results.values()):
            widget.deleteLater()
        self.boxes, self.results, self._somebody = {}, {}, {}
        for row, (who, usual) in enumerate(self._people()):
            box = QCheckBox(without_mnemonic(short_name(who.name)) or _("No name yet"), self._board)
            set_tip(box, who.name)
            box.setChecked(before.get(who.key, usual))
            box.toggled.connect(self.flow.leave)
            result = plain_label(self._board, said.get(who.key, ""), wrap=True)
            self._grid.addWidget(box, row, 0)
            self._grid.addWidget(result, row, 1)
            self.boxes[who.key], self.results[who.key], self._somebody[who.key] = box, result, who
        self._grid.setRowStretch(len(self.boxes), 1)

    def _hands(self) -> tuple[GroupHand, ...]:
        self._offer()
        return self.play.hands(self.chosen, self.request)

    def _why_not(self) -> str:
        if not self.chosen:
            return _("Choose who rolls first.")
        if self.request.skill == MAGIC:
            # The cost of magic depends on the character, so a single roll for all cannot pay it.
            return _("Magic is rolled for one character at a time: each use of it counts.")
        return ""

    def _throw(self, hands: Sequence[GroupHand], by_hand: dict[str, tuple[int, ...]]) -> None:
        self._thrown = self.play.throw(hands, by_hand, secret=self.secret.isChecked())
        self.summary.setText("")
        for label in self.results.values():
            label.setText("")
        for each in hands:
            if each.why_not is not None:
                self._say(each.who.key, sentence(each.why_not), "muted")
        people = [each.who for each in hands if each.hand is not None]
        dice = [
            replace(die, label=_("{who}: {die}").format(who=short_name(each.owner.name), die=die.label))
            for who, each in zip(people, self._thrown, strict=True)
            for die in tray_dice(self._rulebook, each.throw.dice, {CHARACTER: who.character.dice_colour})
        ]
        self._keys = tuple(who.key for who in people)
        indices = tuple(index for each in self._thrown for index in each.throw.indices)
        if not dice:
            return
        self.dice_fell.emit(self.tray, lambda: self.whose)
        if len(by_hand) == len(self._thrown):
            self.tray.show_thrown(dice, indices)
            # Real dice are not animated, so the tray emits no signal.
            self._settled()
        else:
            self.tray.throw(dice, indices, secrets.randbits(32))

    def _settled(self) -> None:
        """Show each member's success or failure with the margin, and the best result of the group."""
        if not self._thrown:
            return
        happened, results = [], []
        for key, each in zip(self._keys, self._thrown, strict=True):
            finding = each.reading.task.reading.findings[0]
            words = large_words(finding.reason)
            self._say(key, words, _TONES.get(finding.tone, ""))
            said = _("{who}: {what}").format(who=short_name(each.owner.name), what=words)
            results.append(said)
            # Players are not told the results of secret rolls, nor of rolls by characters without a file.
            if each.owner.id and not each.is_secret:
                happened.append((each.owner.id, said))
        self.tray.mark([die.role for each in self._thrown for die in each.reading.task.reading.dice])
        self.summary.setText(came_out(self._thrown))
        self._desk.notices.tell(f"{self.summary.text()} {'; '.join(results)}.")
        if self._thrown[0].is_secret:
            self.told.emit(PlayersMessage(_("Secret roll")))
        elif happened:
            self.told.emit(PlayersMessage(self._thrown[0].title, tuple(happened)))

    def _say(self, key: str, words: str, tone: str) -> None:
        if key in self.results:
            self.results[key].setText(words)
            set_sheet_property(self.results[key], "tone", tone)

    def _enter(self, rest: bool, _checked: bool = False) -> None:
        """Ask for the faces of real dice. With `rest`, ask only for player characters and roll for the others."""
        hands = self._hands()
        typed = [
            each
            for each in hands
            if each.hand is not None and (not rest or each.who.character.kind is CharacterKind.PLAYER)
        ]
        why_not = self._why_not() or ("" if typed else _("None of them can attempt this."))
        if why_not:
            self._tell(why_not)
            return
        dice = [
            replace(die, owner=each.who.name)
            for each in typed
            if each.hand is not None
            for die in hand_dice(
                self._rulebook,
                each.hand.own,
                {CHARACTER: each.who.name},
                {CHARACTER: each.who.character.dice_colour},
            )
        ]

        def entered(faces: tuple[int, ...]) -> None:
            left = list(faces)
            given = {}
            for each in typed:
                count = len(each.hand.own) if each.hand is not None else 0
                given[each.who.key], left = tuple(left[:count]), left[count:]
            self._throw(hands, given)

        title = request_name(self._rulebook, self.request)
        asked = ByHandRequest(
            title=lambda: title,
            what=lambda: (typed, rest),
            still=lambda: True,
            then=entered,
            kept=_("What you entered is kept."),
            gone=_("Other dice are rolled now."),
        )
        self.flow.ask(asked, dice, {})

    def _copy(self) -> None:
        """Copy the results to the clipboard."""
        if not self._thrown or not self.summary.text():
            return
        lines = [self._thrown[0].title]
        lines += [
            _("{who}: {what}").format(who=self._somebody[key].name, what=label.text())
            for key, label in self.results.items()
            if label.text()
        ]
        QGuiApplication.clipboard().setText("\n".join((*lines, self.summary.text())))
        self._desk.notices.say(_("The text is on the clipboard."))

    def _tell(self, words: str) -> None:
        self.summary.setText(words)
        self._desk.notices.tell(words)

    def _lay_out(self) -> None:
        theme = self._theme
        left = vbox(None, self.form, self.secret, (scroll_room(self._board, self), 1), theme=theme, gap=8)
        both = hbox(None, (left, 4), (self._stack, 5), theme=theme, gap=16)
        foot = hbox(None, self.finish, self.copy, STRETCH, self.real, self.button, theme=theme, gap=8)
        vbox(self, (both, 1), self.summary, foot, theme=theme, gap=8, edges=(16, 12, 16, 12))

    def _connect(self) -> None:
        self.tray.settled.connect(self._settled)
        self.flow.message.connect(self._tell)
        self.form.answered.connect(self.flow.leave)


def _fields(rulebook: Rulebook) -> tuple[Field, ...]:
    """Return the fields for the task of a group. A group has no opponent."""
    skill, level = replace(skill_parameter(rulebook), first="perception"), level_parameter(rulebook)
    level = replace(level, choices=level.choices[:-1], rungs=level.rungs[:-1])
    return skill_field(rulebook, skill, {}, FieldPlace.ROW), level_field(rulebook, level, "perception")
