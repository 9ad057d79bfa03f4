"""A roll on the table: its view, each die with the reason in words, and the row of actions on it."""

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
from bones_desktop.rules.bones.fight.combat import other_uses
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
from bones_desktop.wording.readings import needs_sentence, told_of_others
from bones_desktop.wording.reasons import sentence
from bones_desktop.wording.table import spiff_count

if TYPE_CHECKING:
    from bones_desktop.rules.bones.fight.combat import TaskUse


@dataclass(frozen=True, slots=True)
class OtherUse:
    """Another task that a face may count for, by the names players use."""

    skill: str
    mastery: str = ""
    """The mastery that a racial icon counts as for it, "" for none."""
    counts: int = 1


@dataclass(frozen=True, slots=True)
class PlayView:
    """A roll on the table, its reading and the available actions. Tuples of dice are in the order of the roll."""

    reading: PlayReading
    title: str
    """The task of the roll, without a full stop."""
    codes: tuple[str, ...]
    """The faces that the own and the challenge dice show now."""
    roles: tuple[Role, ...]
    """The current role of each of these dice."""
    groups: tuple[str, ...]
    """The material that each of these dice is painted in."""
    before: Mapping[int, str] = field(default_factory=dict)
    """The first face of a re-rolled die, by its place."""
    numbers: tuple[int, ...] = ()
    """The number of each die in the character, from 1; 0 for any other. May be left out."""
    name: str = ""
    """Name of the roller, shown beside an opponent."""
    other_name: str = ""
    other_codes: tuple[str, ...] = ()
    """The faces of the opponent's dice, () without one."""
    uses: tuple[tuple[OtherUse, ...], ...] = ()
    """Other uses of each face: own and challenge dice, then the opponent's. May be left out."""
    offers: tuple[Offer, ...] = ()
    """Available actions: re-roll a die, buy a success, use an earned one; () for none."""
    spiffs: int = 0
    done: str = ""
    """The actions on the roll, also vetoed ones, in words."""
    overruled_last: bool = False
    """Whether the last action is the GM's own result, to be undone like a use that is vetoed."""
    veto: bool = False
    """Whether the GM has something to veto."""
    tags: tuple[str, ...] = ()
    """Marks of the roll in words: "by hand"."""
    proposed: int = 0
    """Number of dice the roll takes that are not given yet."""
    meant: bool = True
    """Whether the effects of the roll count."""
    since: str = ""
    """Effects of the roll, such as the dice that the opponent lost, as sentences; "" for none."""


def play_view(
    rulebook: Rulebook,
    house_rules: HouseRules,
    play: Play,
    reading: PlayReading,
    title: str,
    roles: Sequence[Role] | None = None,
) -> PlayView:
    """Return the view of a play, without names and what can be done. `roles` say which dice were lost since."""
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
    """Return the number in the key of a character die."""
    number = die.key.rpartition(" ")[2]
    return int(number) if die.group == CHARACTER and number.isdecimal() else 0


def _uses(
    rulebook: Rulebook, house_rules: HouseRules, task: Task, throw: Throw[Face]
) -> tuple[tuple[OtherUse, ...], ...]:
    """Return the other tasks that each die's face may count for and that its owner may attempt (RACE-2, ACT-7)."""
    # The same few skills come up for many faces, and the answer does not depend on the face.
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
    """One die: its face as a code, its current role after dice were lost, and the reason in words."""

    die: DieReading
    code: str
    role: Role
    why: str
    group: str = ""
    """Its material; the opponent's for all of the opponent's dice."""
    before: str = ""
    """The face it showed before it was re-rolled."""
    name: str = ""
    """Name of the die: "Die 3 · Armsman"."""
    short: str = ""
    """Short name for little room: "Die 3"; "" without a number."""
    caption: str = ""
    """The owner of the dice that begin with this line."""
    uses: str = ""
    """Other uses of its face, in words."""

    @property
    def amount(self) -> str:
        """Signed number that the die adds or takes, "" for none. A die lost since the roll counted in the result."""
        if self.die.role is Role.LOST:
            return ""
        if self.die.counts:
            return f"+{self.die.counts}"
        taken = dict(self.die.reason.values).get("n")
        return f"−{taken}" if self.role is Role.HURTS and self.die.reason.code != "damages" and taken else ""


class ReadingModel(RowModel[DieLine]):
    """The dice of one roll in its order: own and challenge dice, then the opponent's."""

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
            # The die counted in the roll, so the reason for that is kept.
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
            caption = _("{name}: {why}").format(name=caption, why=sentence(told_of_others(other.reason)))
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
        """Return the other uses of a face. It counts for only one of them, never for two (RACE-2)."""
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
    """Return both sides' successes, "Ragnar 3 – Goblin 2"; "" without an opponent or if nothing was counted."""
    task = play.reading.task
    steps = {step.code: int(dict(step.values).get("n", 0)) for step in task.reading.steps}
    if play.reading.other is None or "step-net" not in steps:
        return ""
    # Stealth that was seen through has been added to the opponent's successes and is taken out again (AMB-22).
    theirs = steps.get("step-against", 0) - steps.get("step-stealth-lifted", 0)
    own = str(steps["step-net"] + theirs).replace("-", "−")
    one, other = short_name(play.name), short_name(play.other_name)
    return _("{one} {n} – {other} {m}").format(one=one, n=own, other=other, m=theirs)


def told_below(play: PlayView) -> str:
    """Return the text below the result: task, the narrator (TASK-12), details of the finding, and dice lost."""
    findings = play.reading.task.reading.findings
    said = [each.reason for each in findings if each is not findings[0] or needs_sentence(each.reason)]
    told = [f"{' · '.join((play.title, *play.tags))}.", *(_finding(play, each) for each in said)]
    if findings[0].id == "task":
        after = " ".join(sentence(each) for each in play.reading.task.follows)
        told.insert(1 + (findings[0].reason in said), after)
    if findings[0].id == "fall":
        told.insert(1, _("Every two successes take one damage off."))
    other = play.reading.other
    lost = 0 if other is None else len(other.reading.lost)
    if lost:
        words = ngettext("{name}: damage takes one die.", "{name}: damage takes {n} dice.", lost)
        told.append(words.format(name=play.other_name, n=lost))
    return " ".join(told)


def dice_words(lines: Sequence[DieLine]) -> str:
    """Return the effect of each die in words. Dice with the same effect are mentioned once."""
    # Hordes roll many dice with the same effect.
    said = Counter(_line(line) for line in lines)
    return " ".join(text if n == 1 else _("{n} times {line}").format(n=n, line=text) for text, n in said.items())


def best_words(chances: Sequence[RerollChance], lines: Sequence[DieLine]) -> list[tuple[int, str]]:
    """Return the dice to re-roll in words with their places: "Die 3 · Armsman (Defend): 50 %".

    If no re-roll brings success, the chances, which are all the same, are left out, and the margin is given instead.
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
        # A die is still offered when it does not help: the choice is the player's.
        entries.append((one.die, text if one.gain > 0 else _("{text}, no help").format(text=text)))
    return entries


def _finding(play: PlayView, finding: Reason) -> str:
    """Return the sentence of a finding. Dice that are not given yet are not called lost."""
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
"""Width, before the text size, below which the offers have short names."""


VETO: Final = "veto"
BEST: Final = "best"
DECLINE: Final = "decline"
"""Commands of the row without a price: undo the last use, show the best die, re-roll no die."""
_KEYS: Final[dict[int, str]] = {Qt.Key.Key_R: REROLL, Qt.Key.Key_S: ADDED_SUCCESS, Qt.Key.Key_E: EARNED_SUCCESS}


class SpiffActRow(Guarded, QWidget):
    """Shows offers and the reasons against them. It decides nothing.

    Keys: R, S, E, Q, V, and Esc while a die is chosen.
    """

    asked = Signal(str)
    """The pressed command: REROLL, ADDED_SUCCESS, EARNED_SUCCESS, VETO, BEST or DECLINE."""
    reroll_picked = Signal(int)
    """The place in the roll of a die to re-roll."""
    refused = Signal(object)
    """A Reason: a key asked for an offer that is not available now."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._offers: dict[str, Offer] = {}
        self.is_picking = False
        """Whether a die to re-roll is being chosen."""
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
        # One menu is kept and filled again, so that `clear` can close it while it is open.
        self._menu = light_menu(self)
        vbox(self, self._buttons, self.why_not, self._done_row, margins=0)
        self.restyle()
        self.clear()

    def clear(self) -> None:
        """Show no offers."""
        self._offers = {}
        self.is_picking = False
        self._menu.close()
        self.done.setText("")
        self.veto.hide()
        self._arrange()

    def show_play(self, play: PlayView) -> None:
        """Show the offers for the play, and what was done to it."""
        self._offers = {offer.command: offer for offer in play.offers}
        again = self._offers.get(REROLL)
        # A choice of a die that was begun goes on only while a re-roll may still be bought.
        self.is_picking = self.is_picking and again is not None and again.why_not is None
        self._offer(self.reroll, again, _("R"))
        self._offer(self.buy, self._offers.get(ADDED_SUCCESS), _("S"))
        self._offer(self.earned, self._offers.get(EARNED_SUCCESS), _("E"))
        self._name_offers()
        self.done.setText(play.done)
        self.done.setToolTip(plain_tip(play.done))
        self.veto.setText(_("Take back") if play.overruled_last else _("GM veto"))
        told = _("Let the dice count again (V)") if play.overruled_last else ""
        self.veto.setToolTip(plain_tip(told or _("Take it back, and give the spiffs back (V)")))
        self.veto.setVisible(play.veto)
        self._arrange()

    def show_picking(self, picking: bool) -> None:
        """Ask for a die to re-roll, or stop asking."""
        self.is_picking = picking
        self._arrange()

    @property
    def buttons(self) -> tuple[QPushButton, ...]:
        """All buttons in their order."""
        return self.reroll, self.buy, self.earned, self.best, self.none, self.veto

    def show_best(self, head: str, entries: Sequence[tuple[int, str]], *, helps: bool) -> None:
        """Show dice to re-roll in words, best first, below `head`. The clicked one is picked.

        If none `helps`, Return alone picks none.
        """
        self._menu.clear()
        self._menu.addAction(head).setEnabled(False)
        self._menu.addSeparator()
        for place, text in entries:
            action: QAction = self._menu.addAction(without_mnemonic(text))
            action.triggered.connect(partial(self.reroll_picked.emit, place))
        if entries and helps:
            # After the head and the separator; Return then picks the best die.
            self._menu.setActiveAction(self._menu.actions()[2])
        anchor = self.best if self.best.isVisible() else self
        self._menu.popup(anchor.mapToGlobal(QPoint(0, anchor.height())))

    def handle_key(self, key: int) -> bool:
        """Handle a plain key and return whether it has a meaning here. A refusal is emitted."""
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
        """Return the visible text of the row."""
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
        """Use short names in a narrow row."""
        super().resizeEvent(event)
        narrow = self.width() < self._theme.px(_NARROW)
        if narrow != self._narrow:
            self._narrow = narrow
            self._name_offers()
            self._arrange()

    def _name_offers(self) -> None:
        """Set the name and price of each use."""
        # The price is part of the name, because players decide by it.
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
        """Ask for a command, which is refused for the same reason as `offer`."""
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
        """Show the available buttons. The row keeps its height when offers give way to the question."""
        # An unpolished button does not know the size that the style sheet gives it.
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
        """Return the reasons against all offers, "" if one is available. The same reason is given once."""
        whys = {offer.why_not.code: offer.why_not for offer in reversed(self._offers.values()) if offer.why_not}
        if not whys or any(offer.why_not is None for offer in self._offers.values()):
            return ""
        return " ".join(sentence(why) for why in reversed(whys.values()))

    def _button(self, command: str, parent: QWidget | None = None) -> QPushButton:
        # A mouse click must leave the focus on the page, for its keys.
        button = push_button(parent or self._buttons, "", partial(self._press, command))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def _press(self, command: str) -> None:
        self.asked.emit(command)
        send_focus_home(self)
