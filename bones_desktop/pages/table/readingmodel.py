"""A roll on the table: its view, a line for each die with the reason, and the row of actions for spiffs."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QPushButton, QWidget

from bones_desktop.rules.bones.book.attempts import CHARACTER, ITEM, OPPONENT, Task, eligibility
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.notation import skill_label
from bones_desktop.rules.bones.book.rulebook import HouseRules, Rulebook
from bones_desktop.rules.bones.injury.spiffs import ADDED_SUCCESS, REROLL
from bones_desktop.rules.bones.reading.plays import EARNED_SUCCESS, Play, PlayReading
from bones_desktop.rules.bones.reading.tasksums import RerollChance
from bones_desktop.rules.dice import Die, Throw
from bones_desktop.rules.reading import DieReading, Offer, Role
from bones_desktop.rules.reasons import Reason
from bones_desktop.theme.measures import light_menu
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import hbox, vbox
from bones_desktop.widgets.dice.facelook import painted_group
from bones_desktop.widgets.focus import send_focus_home
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import flow_row
from bones_desktop.widgets.plaintext import plain_tip, without_mnemonic
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.rows import RowModel
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.wording.chances import percent
from bones_desktop.wording.language import _, ngettext
from bones_desktop.wording.names import listed, short_name
from bones_desktop.wording.readings import about_others, needs_sentence
from bones_desktop.wording.reasons import sentence
from bones_desktop.wording.table import spiff_count

if TYPE_CHECKING:
    from bones_desktop.rules.bones.fight.combat import TaskUse


@dataclass(frozen=True, slots=True)
class OtherUse:
    """Another task for which a face may count, by the names players use."""

    skill: str
    mastery: str = ""
    """The mastery for which a racial icon counts; "" for none."""
    counts: int = 1


@dataclass(frozen=True, slots=True)
class PlayView:
    """A roll on the table with its reading and the possible actions. Dice are in the order of the roll."""

    reading: PlayReading
    title: str
    """The task, without a full stop."""
    codes: tuple[str, ...]
    """Face codes of the roller's and the challenge dice after re-rolls."""
    roles: tuple[Role, ...]
    """Current role of each of these dice."""
    groups: tuple[str, ...]
    """Material in which each of these dice is painted."""
    before: Mapping[int, str] = field(default_factory=dict)
    """The first faces of re-rolled dice, keyed by index."""
    numbers: tuple[int, ...] = ()
    """Number of each die in the character, from 1; 0 for other dice. May be empty."""
    name: str = ""
    """Name of the roller, shown beside an opponent."""
    other_name: str = ""
    other_codes: tuple[str, ...] = ()
    """Face codes of the opponent's dice; empty without an opponent's dice."""
    uses: tuple[tuple[OtherUse, ...], ...] = ()
    """Other uses of each face: the roller's and the challenge dice, then the opponent's. May be empty."""
    offers: tuple[Offer, ...] = ()
    """Possible actions: re-roll a die, buy a success, use an earned success. Empty for none."""
    spiffs: int = 0
    done: str = ""
    """The actions taken on the roll in words, vetoed ones included."""
    overruled_last: bool = False
    """Whether the last action is the GM's own result, which can be undone like a use of spiffs."""
    veto: bool = False
    """Whether there is an action that the GM can veto."""
    tags: tuple[str, ...] = ()
    """Properties of the roll in words: "by hand"."""
    proposed: int = 0
    """Number of dice that the roll takes from the loser and that are not lost yet."""
    meant: bool = True
    """Whether the roll has effects; False if it was struck out."""
    since: str = ""
    """Effects of the roll as sentences, such as dice lost by the opponent; "" for none."""


def play_view(
    rulebook: Rulebook,
    house_rules: HouseRules,
    play: Play,
    reading: PlayReading,
    title: str,
    roles: Sequence[Role] | None = None,
) -> PlayView:
    """Return the view of a play, without names and possible actions.

    `roles` are the current roles of the dice, some of which may have been lost since the roll.
    """
    own, before = play.shown, {}
    if play.reroll is not None:
        place = play.reroll.die
        before[place] = play.throw.faces[place].code
    other = play.other
    uses = _uses(rulebook, house_rules, play.occasion.task, own)
    if other is not None:
        uses += _uses(rulebook, house_rules, other.task, other.throw)
    return PlayView(
        reading=reading,
        title=title,
        codes=tuple(face.code for face in own.faces),
        roles=tuple(die.role for die in reading.task.reading.dice) if roles is None else tuple(roles),
        groups=tuple(painted_group(die.group, (face.code for face in die.faces)) for die in own.dice),
        before=before,
        numbers=tuple(_number(die) for die in own.dice),
        other_name="" if other is None else other.name,
        other_codes=() if other is None else tuple(face.code for face in other.throw.faces),
        uses=uses,
    )


def _number(die: Die[Face]) -> int:
    """Return the number of a character die, from its key."""
    number = die.key.rpartition(" ")[2]
    return int(number) if die.group == CHARACTER and number.isdecimal() else 0


def _uses(
    rulebook: Rulebook, house_rules: HouseRules, task: Task, throw: Throw[Face]
) -> tuple[tuple[OtherUse, ...], ...]:
    """Return the other tasks for which each die's face may count (RACE-2, ACT-7).

    Tasks that the owner may not attempt are left out.
    """
    from bones_desktop.rules.bones.fight.combat import other_uses  # Imported late: not needed before the first roll.

    # Cached by skill: the answer depends on the skill, which is the same for many faces.
    may: dict[str, bool] = {}

    def allowed(use: "TaskUse") -> bool:
        if use.skill not in may:
            may[use.skill] = eligibility(rulebook, house_rules, Task(use.skill, against=0), throw.dice).allowed
        return may[use.skill]

    return tuple(
        tuple(
            OtherUse(skill_label(rulebook.skill(use.skill)), use.mastery, use.counts)
            for use in other_uses(rulebook, house_rules, task.skill, face)
            if allowed(use)
        )
        if die.group in {CHARACTER, ITEM}
        else ()
        for die, face in zip(throw.dice, throw.faces, strict=True)
    )


@dataclass(frozen=True, slots=True)
class DieLine:
    """A die: its face code, its current role, and the reason in words."""

    die: DieReading
    code: str
    role: Role
    why: str
    group: str = ""
    """Material of the die. All of the opponent's dice have the same."""
    before: str = ""
    """Face code before a re-roll; "" if it was not re-rolled."""
    name: str = ""
    """Name of the die: "Die 3 · Armsman"."""
    short: str = ""
    """Short name for narrow lines: "Die 3"; "" for dice without a number."""
    caption: str = ""
    """The owner's name, on the first line of the owner's dice."""
    uses: str = ""
    """Other uses of the face in words."""

    @property
    def amount(self) -> str:
        """Signed number that the die adds or subtracts; "" for none. A die lost since the roll still counts."""
        if self.die.role is Role.LOST:
            return ""
        if self.die.counts:
            return f"+{self.die.counts}"
        taken = dict(self.die.reason.values).get("n")
        return f"−{taken}" if self.role is Role.HURTS and self.die.reason.code != "damages" and taken else ""


class ReadingModel(RowModel[DieLine]):
    """The dice of a roll in order: the roller's, the challenge dice, then the opponent's."""

    def clear(self) -> None:
        """Show no dice."""
        self._show(())

    def show_play(self, play: PlayView) -> None:
        """Show the dice of a play."""
        self._show((*self._own(play), *self._other(play)))

    def _text(self, line: DieLine) -> str:
        text = _("{die}: {why}").format(die=line.name, why=line.why)
        return f"{text} {line.uses}" if line.uses else text

    def _own(self, play: PlayView) -> Iterable[DieLine]:
        dice = play.reading.task.reading.dice
        for place, (die, code, role) in enumerate(zip(dice, play.codes, play.roles, strict=True)):
            number = play.numbers[place] if play.numbers else 0
            why = sentence(die.reason)
            # The die counted when it was rolled, so the original reason is shown.
            since = role is Role.LOST and die.role is not Role.LOST
            yield DieLine(
                die=die,
                code=code,
                role=role,
                why=_("{why} Lost since.").format(why=why) if since else why,
                group=play.groups[place],
                before=play.before.get(place, ""),
                name=self._name(die.label, number),
                short=_("Die {n}").format(n=number) if number else "",
                caption=play.name if play.other_codes and not place else "",
                uses=self._uses(play, place),
            )

    def _other(self, play: PlayView) -> Iterable[DieLine]:
        other = play.reading.other
        if other is None:
            return
        caption = play.other_name
        if other.allowed:
            result = Reason("opponent-result", "", (("name", play.other_name), ("n", max(0, other.net))))
            caption = sentence(result).rstrip(".")
            if other.allowed_by_gm:
                caption = _("{result}, allowed by the GM").format(result=caption)
        elif other.reason is not None:
            caption = _("{name}: {why}").format(name=caption, why=sentence(about_others(other.reason)))
        for place, (die, code) in enumerate(zip(other.reading.dice, play.other_codes, strict=True)):
            yield DieLine(
                die=die,
                code=code,
                role=die.role,
                why=sentence(die.reason),
                group=OPPONENT,
                name=die.label,
                caption="" if place else caption,
                uses=self._uses(play, len(play.codes) + place),
            )

    def _name(self, label: str, number: int) -> str:
        if not number:
            return label
        name = _("Die {n}").format(n=number)
        return name if label == name else _("{die} · {label}").format(die=name, label=label)

    def _uses(self, play: PlayView, place: int) -> str:
        """Return the other uses of a face. The face counts for only one of them (RACE-2)."""
        uses = play.uses[place] if play.uses else ()
        if not uses:
            return ""
        names = [self._use(use) for use in uses]
        if len(names) == 1:
            return _("It might be used for {use} instead.").format(use=names[0])
        either = listed(names, _("{these} or {last}"))
        return _("It might be used for {uses} instead: for one only.").format(uses=either)

    def _use(self, use: OtherUse) -> str:
        more = f" ({use.counts})" if use.counts > 1 else ""
        if use.mastery:
            return _("{skill} as {mastery}").format(skill=use.skill, mastery=use.mastery) + more
        return use.skill + more


def both_totals(play: PlayView) -> str:
    """Return both sides' successes as "Ragnar 3 – Goblin 2".

    Return "" without an opponent, or if nothing was counted.
    """
    task = play.reading.task
    steps = {step.code: int(dict(step.values).get("n", 0)) for step in task.reading.steps}
    if play.reading.other is None or "step-net" not in steps:
        return ""
    # Stealth that was seen through is included in the opponent's successes; subtract it (AMB-22).
    theirs = steps.get("step-against", 0) - steps.get("step-stealth-lifted", 0)
    own = str(steps["step-net"] + theirs).replace("-", "−")
    one, other = short_name(play.name), short_name(play.other_name)
    return _("{one} {n} – {other} {m}").format(one=one, n=own, other=other, m=theirs)


def below_result(play: PlayView) -> str:
    """Return the text below the result: the task, the narrator (TASK-12), details of the result, and dice to lose."""
    findings = play.reading.task.reading.findings
    said = [each.reason for each in findings if each is not findings[0] or needs_sentence(each.reason)]
    texts = [f"{' · '.join((play.title, *play.tags))}.", *(_finding(play, each) for each in said)]
    if findings[0].id == "task":
        after = " ".join(sentence(each) for each in play.reading.task.follows)
        texts.insert(1 + (findings[0].reason in said), after)
    if findings[0].id == "fall":
        texts.insert(1, _("Every two successes take one damage off."))
    other = play.reading.other
    lost = 0 if other is None else len(other.reading.lost)
    if lost:
        words = ngettext("{name}: damage takes one die.", "{name}: damage takes {n} dice.", lost)
        texts.append(words.format(name=play.other_name, n=lost))
    return " ".join(texts)


def dice_words(lines: Sequence[DieLine]) -> str:
    """Return the effect of each die in words, with equal dice counted together."""
    # Count equal lines, because hordes roll many dice with the same effect.
    said = Counter(_line(line) for line in lines)
    return " ".join(text if n == 1 else _("{n} times {line}").format(n=n, line=text) for text, n in said.items())


def best_words(chances: Sequence[RerollChance], lines: Sequence[DieLine]) -> list[tuple[int, str]]:
    """Return the dice to re-roll with their index and text: "Die 3 · Armsman (Defend): 50 %".

    If no re-roll brings success, all chances are the same; the texts then give the margin instead.
    """
    entries = []
    helps = any(one.gain > 0 for one in chances)
    widens = any(one.margin > 0 for one in chances)
    for one in chances:
        line = lines[one.die]
        if not helps and widens:
            change = f"{one.margin:+.1f}".replace("-", "−")
            words = _("{die} ({face}): {change} on average")
            entries.append((one.die, words.format(die=line.name, face=line.die.face, change=change)))
            continue
        if not helps:
            entries.append((one.die, f"{line.name} ({line.die.face})"))
            continue
        text = _("{die} ({face}): {chance}").format(die=line.name, face=line.die.face, chance=percent(one.success))
        # A die is offered even if a re-roll does not help: the player decides.
        entries.append((one.die, text if one.gain > 0 else _("{text}, no help").format(text=text)))
    return entries


def _finding(play: PlayView, finding: Reason) -> str:
    """Return the sentence about a result. Dice that are not lost yet are not called lost."""
    if finding.code != "dice-lost" or not play.proposed:
        return sentence(finding)
    words = ngettext(
        "Damage {damage}: one die is to be lost.", "Damage {damage}: {n} dice are to be lost.", play.proposed
    )
    return words.format(damage=play.reading.task.damage, n=play.proposed)


def _line(line: DieLine) -> str:
    text = _("{die}: {why}").format(die=line.name, why=line.why)
    return f"{line.caption}. {text}" if line.caption else text


_NARROW = 420
"""Width, before the text size, below which the buttons use short names."""


VETO: Final = "veto"
BEST: Final = "best"
DECLINE: Final = "decline"
"""Commands without a price: re-roll no die, undo the last use of spiffs, show the best die."""
_KEYS: Final[dict[int, str]] = {Qt.Key.Key_R: REROLL, Qt.Key.Key_S: ADDED_SUCCESS, Qt.Key.Key_E: EARNED_SUCCESS}


class SpiffActRow(Guarded, QWidget):
    """Shows the possible actions, or why they are impossible. The owner does them.

    Keys: R, S, E, Q, V, and Esc while a die is being chosen.
    """

    asked = Signal(str)
    """Emitted with the command: REROLL, ADDED_SUCCESS, EARNED_SUCCESS, VETO, BEST or DECLINE."""
    reroll_picked = Signal(int)
    """Emitted with the index of the die to re-roll."""
    refused = Signal(object)
    """Emitted with a Reason when a key asks for an action that is not possible."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._offers: dict[str, Offer] = {}
        self.is_picking = False
        """Whether the player is choosing a die to re-roll."""
        self._narrow = False
        self._buttons = QWidget(self)
        self._flow = flow_row(self._buttons, theme=theme, gap=8)
        self.ask = plain_label(self._buttons, theme=theme, size=14, bold=True)
        self.reroll = self._button(REROLL)
        self.buy = self._button(ADDED_SUCCESS)
        self.earned = self._button(EARNED_SUCCESS)
        self.best = self._button(BEST)
        self.best.setText(_("Which die?"))
        self.best.setToolTip(_("Show what re-rolling each die may do (Q)"))
        self.none = self._button(DECLINE)
        self.none.setText(_("None"))
        self.none.setToolTip(_("Re-roll no die (Esc)"))
        self.why_not = plain_label(self, role="muted", wrap=True, theme=theme, size=12)
        self._done_row = QWidget(self)
        self._done_line = hbox(self._done_row, margins=0, theme=theme, gap=8)
        self.done = plain_label(self._done_row, wrap=True, theme=theme, size=14, bold=True)
        self.veto = self._button(VETO, self._done_row)
        for widget in (self.ask, self.reroll, self.buy, self.earned, self.best, self.none):
            self._flow.addWidget(widget)
        self._done_line.addWidget(self.veto, 0, Qt.AlignmentFlag.AlignTop)
        self._done_line.addWidget(self.done, 1)
        # The menu is kept and refilled, so that `clear` can close it.
        self._menu = light_menu(self)
        vbox(self, self._buttons, self.why_not, self._done_row, margins=0)
        self.restyle()
        self.clear()

    def clear(self) -> None:
        """Remove all actions."""
        self._offers = {}
        self.is_picking = False
        self._menu.close()
        self.done.setText("")
        self.veto.hide()
        self._arrange()

    def show_play(self, play: PlayView) -> None:
        """Show the possible actions for the play, and the actions taken."""
        self._offers = {offer.command: offer for offer in play.offers}
        again = self._offers.get(REROLL)
        # The player may be choosing a die for a re-roll that is no longer possible.
        self.is_picking = self.is_picking and again is not None and again.why_not is None
        self._offer(self.reroll, again, _("R"))
        self._offer(self.buy, self._offers.get(ADDED_SUCCESS), _("S"))
        self._offer(self.earned, self._offers.get(EARNED_SUCCESS), _("E"))
        self._name_offers()
        self.done.setText(play.done)
        self.done.setToolTip(plain_tip(play.done))
        self.veto.setText(_("Take back") if play.overruled_last else _("GM veto"))
        tip = _("Let the dice count again (V)") if play.overruled_last else ""
        self.veto.setToolTip(plain_tip(tip or _("Undo it and return the spiffs (V)")))
        self.veto.setVisible(play.veto)
        self._arrange()

    def show_picking(self, picking: bool) -> None:
        """Ask which die to re-roll, or stop asking."""
        self.is_picking = picking
        self._arrange()

    @property
    def buttons(self) -> tuple[QPushButton, ...]:
        """All buttons, in order."""
        return self.reroll, self.buy, self.earned, self.best, self.none, self.veto

    def show_best(self, head: str, entries: Sequence[tuple[int, str]], *, helps: bool) -> None:
        """Show the dice to re-roll below the line `head`, best first. A click picks one.

        If none `helps`, no die is preselected for Return.
        """
        self._menu.clear()
        self._menu.addAction(head).setEnabled(False)
        self._menu.addSeparator()
        for place, text in entries:
            action: QAction = self._menu.addAction(without_mnemonic(text))
            action.triggered.connect(partial(self.reroll_picked.emit, place))
        if entries and helps:
            # The first two entries are the headline and a separator. The third is the best die, and Return picks it.
            self._menu.setActiveAction(self._menu.actions()[2])
        anchor = self.best if self.best.isVisible() else self
        self._menu.popup(anchor.mapToGlobal(QPoint(0, anchor.height())))

    def handle_key(self, key: int) -> bool:
        """Handle a key without modifiers; return whether it is a key of this row.

        Emit `refused` if its action is impossible.
        """
        if self.is_picking and key == Qt.Key.Key_Escape:
            self.asked.emit(DECLINE)
        elif _KEYS.get(key) in self._offers:
            self._ask(_KEYS[key], _KEYS[key])
        elif key == Qt.Key.Key_Q and REROLL in self._offers:
            self._ask(BEST, REROLL)
        elif key == Qt.Key.Key_V and self.veto.isVisibleTo(self):
            self.asked.emit(VETO)
        else:
            return False
        return True

    def words(self) -> str:
        """Return the visible texts."""
        done = self.done.text().rstrip(".")
        return " ".join(text for text in (done and f"{done}.", self._whys()) if text)

    def restyle(self) -> None:
        """Use the theme's sizes and gaps."""
        theme = self._theme
        layout = self.layout()
        if layout is not None:
            layout.setSpacing(theme.px(4))
        for button in self.buttons:
            button.setMinimumHeight(theme.px(36))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Use short names if the row is narrow."""
        super().resizeEvent(event)
        narrow = self.width() < self._theme.px(_NARROW)
        if narrow != self._narrow:
            self._narrow = narrow
            self._name_offers()
            self._arrange()

    def _name_offers(self) -> None:
        """Set the names and prices of the buttons."""
        # The price is in the button's name, because players decide by it.
        again, more = _("Re-roll a die · {spiffs}"), _("One more success · {spiffs}")
        if self._narrow:
            again, more = _("Again · {spiffs}"), _("Success · {spiffs}")
        for command, button, text in ((REROLL, self.reroll, again), (ADDED_SUCCESS, self.buy, more)):
            offer = self._offers.get(command)
            if offer is not None:
                button.setText(text.format(spiffs=spiff_count(offer.cost)))
        earned = self._offers.get(EARNED_SUCCESS)
        if earned is not None:
            text = _("Earned success ({n})") if self._narrow else _("Use one earned success ({n} left)")
            self.earned.setText(text.format(n=earned.reason.value("n")))

    def _ask(self, command: str, offer: str) -> None:
        """Emit a command, or the reason why `offer` is not possible."""
        why_not = self._offers[offer].why_not
        if why_not is not None:
            self.refused.emit(why_not)
        else:
            self.asked.emit(command)

    def _offer(self, button: QPushButton, offer: Offer | None, key: str) -> None:
        if offer is None:
            return
        why = sentence(offer.why_not or offer.reason)
        tip = why if offer.why_not else _("{what} ({key})").format(what=why, key=key)
        button.setToolTip(plain_tip(tip))
        button.setAccessibleDescription(why)
        button.setEnabled(offer.why_not is None)

    def _arrange(self) -> None:
        """Show the buttons for possible actions. The row keeps its height while it asks for a die."""
        # A button knows its size from the style sheet only after polishing.
        self.none.ensurePolished()
        self.ask.setMinimumHeight(max(self.none.sizeHint().height(), self.none.minimumHeight()))
        again = self._offers.get(REROLL)
        possible = again is not None and again.why_not is None
        self.ask.setVisible(self.is_picking)
        short, whole = _("Choose a die (Esc: none)"), _("Choose a die to re-roll (Esc: none)")
        self.ask.setText(short if self._narrow else whole)
        self.none.setVisible(self.is_picking)
        self.reroll.setVisible(again is not None and not self.is_picking)
        self.buy.setVisible(ADDED_SUCCESS in self._offers and not self.is_picking)
        self.earned.setVisible(EARNED_SUCCESS in self._offers and not self.is_picking)
        self.best.setVisible(possible and (self.is_picking or not self._narrow))
        self._buttons.setVisible(bool(self._offers))
        whys = self._whys()
        self.why_not.setText(whys)
        self.why_not.setVisible(bool(whys))
        self._done_row.setVisible(bool(self.done.text()))
        self.setVisible(bool(self._offers) or bool(self.done.text()))

    def _whys(self) -> str:
        """Return the reasons why no action is possible, each once; "" if an action is possible."""
        whys = {offer.why_not.code: offer.why_not for offer in reversed(self._offers.values()) if offer.why_not}
        if not whys or any(offer.why_not is None for offer in self._offers.values()):
            return ""
        return " ".join(sentence(why) for why in reversed(whys.values()))

    def _button(self, command: str, parent: QWidget | None = None) -> QPushButton:
        # A mouse click must not take the focus, because the page handles keys.
        button = push_button(parent or self._buttons, "", partial(self._press, command))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def _press(self, command: str) -> None:
        self.asked.emit(command)
        send_focus_home(self)
