"""A roll on the table as data: result, sum, dice and acts with all texts; and the buttons for acts that follow it."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton, QWidget

from bones_desktop.play.followups import DiceAsk, FollowUp
from bones_desktop.rules.reading import DieReading, Role, Tone
from bones_desktop.rules.reasons import Reason
from bones_desktop.rules.records import Record
from bones_desktop.theme.measures import light_menu
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import fold, vbox
from bones_desktop.widgets.dice.diecard import DiceChoicePopup, DieCardLook
from bones_desktop.widgets.focus import send_focus_home
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import flow_row
from bones_desktop.widgets.plaintext import without_mnemonic
from bones_desktop.widgets.popups import has_popup, while_open
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_icon, set_lengths
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.wording.language import _
from bones_desktop.wording.readings import SumPart, sum_words
from bones_desktop.wording.reasons import sentence


class DieLine(Record):
    """A die, or successes without a die: its face code, its current role, and the reason."""

    name: str
    """"Die 3 · Armsman"; "" for successes without a die."""
    why: str
    role: Role
    code: str = ""
    group: str = ""
    """Material of the die. The opponent's dice have a single material."""
    amount: str = ""
    """Signed number that the die adds or subtracts; "" for none."""
    before: str = ""
    """Face code before a re-roll; "" if it was not re-rolled."""
    caption: str = ""
    """The owner's name, on the first line of the owner's dice."""
    uses: str = ""
    """Other uses of the face in words."""
    rolled: bool = True
    """False for successes that count without a die."""

    @property
    def text(self) -> str:
        """The name and the effect."""
        return _("{die}: {why}").format(die=self.name, why=self.why) if self.name else self.why


class Said(Record):
    """One of several findings about a roll: a name and a sentence."""

    name: str
    text: str
    tone: Tone = Tone.NEUTRAL


class RollView(Record):
    """A roll on the table, its explanation and the possible acts. Dice are in the order of the roll."""

    title: str
    """The result's explanation, beginning with the task."""
    result: str
    """The result in a few words, shown large."""
    tone: Tone = Tone.NEUTRAL
    totals: str = ""
    """Successes of the two sides, or further results; "" for none."""
    findings: tuple[Said, ...] = ()
    """Findings that have a line each."""
    why: str = ""
    """What counted, in words, for a roll without `steps`."""
    steps: tuple[SumPart, ...] = ()
    dice: tuple[DieLine, ...] = ()
    who: str = ""
    """Name of the roller."""
    have: str = ""
    """The points that pay for acts: "You have 3 spiffs"."""
    ask: str = ""
    """Question before the acts; "" for none."""
    acts: tuple[FollowUp, ...] = ()
    """Acts that can be done to the roll."""
    done: str = ""
    """The acts done to the roll in words, vetoed ones included."""
    undo: FollowUp | None = None
    """The act that undoes the last act done to the roll; None if there is none."""
    meant: bool = True
    """False if the roll was struck out and so has no effects."""
    secret: bool = False
    can_mark: bool = False
    """True if the roll can be struck out or made secret."""
    can_overrule: bool = False
    """True if the GM can set another result."""
    since: str = ""
    """Effects of the roll as sentences, for example about dice lost by the opponent; "" for none."""

    def spoken(self, amount: str) -> str:
        """Return the text that a screen reader says for a new roll.

        The text is only the outcome if `amount` is "short"; "usual" adds what counted, and "full" is the whole `text`.
        """
        if amount == "full":
            return self.text
        if not self.meant:
            return " ".join((_("Struck out:"), *self._heads))
        counted = sum_words(self.steps) or self.why
        more = (counted, self.since) if amount == "usual" else ()
        # The reason may repeat the result.
        return " ".join(dict.fromkeys(filter(None, (*self._heads, *more))))

    @property
    def _heads(self) -> tuple[str, ...]:
        return tuple(f"{each}." for each in (self.result, self.totals) if each)

    @property
    def text(self) -> str:
        """The whole explanation as a paragraph: result, sum, acts, dice."""
        done = self.done.rstrip(".")
        parts = (
            *self._heads,
            self.title,
            *(_("{name}: {text}").format(name=each.name, text=each.text) if each.name else each.text
              for each in self.findings),
            sum_words(self.steps),
            done and f"{done}.",
            impossible(self.acts),
            self.since,
            _dice_words(self.dice),
        )  # fmt: skip
        return " ".join(filter(None, parts))


def automatic_lines(steps: Sequence[Reason]) -> tuple[DieLine, ...]:
    """Return a line for the successes of a sum that count without a die."""
    found = (step for step in steps if step.code in {"step-automatic", "sum-automatic"})
    return tuple(
        DieLine(
            "", sentence(step), Role.COUNTS, amount=f"+{step.value('n')}", caption=_("Without a roll"), rolled=False
        )
        for step in found
    )


def amount_of(die: DieReading, role: Role) -> str:
    """Return the signed number that a die adds or subtracts; "" for none. A die lost since the roll still counts."""
    if die.role is Role.LOST:
        return ""
    if die.counts:
        return f"{die.counts:+}".replace("-", "−")
    taken = dict(die.reason.values).get("n")
    return f"−{taken}" if role is Role.HURTS and die.reason.code != "damages" and taken else ""


def impossible(acts: Sequence[FollowUp]) -> str:
    """Return the reasons why no act is possible, each once; "" if an act is possible."""
    return " ".join(dict.fromkeys(act.why_not for act in acts)) if all(act.why_not for act in acts) else ""


def _dice_words(lines: Sequence[DieLine]) -> str:
    # Equal lines are counted, because hordes roll many dice with one effect.
    said = Counter(f"{line.caption}. {line.text}" if line.caption else line.text for line in lines)
    return " ".join(text if n == 1 else _("{n} times {line}").format(n=n, line=text) for text, n in said.items())


_NARROW: Final = 420
"""Width, at 100 % text size, below which the buttons use brief texts."""
_HEIGHT: Final = 36


class FollowUpRow(Guarded, QWidget):
    """Buttons after a question, with the reason below if no act is possible. Hidden while empty."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shown: tuple[FollowUp, ...] = ()
        self._narrow = False
        self._asked: DiceAsk | None = None
        self._board = QWidget(self)
        self._row = flow_row(self._board, theme=theme, gap=8)
        self.buttons: list[QPushButton] = []
        self.question = plain_label(self)
        self.question.hide()
        self.why_not = plain_label(self, role="muted", wrap=True, theme=theme, size=12)
        # The menu is kept and refilled, so that other acts can close it.
        self._menu = light_menu(self)
        vbox(self, self._board, self.why_not, margins=0, theme=theme, gap=4)
        self.hide()

    def offer(self, follow_ups: Sequence[FollowUp], question: str = "") -> None:
        """Offer these actions instead of the earlier ones."""
        self._menu.close()
        # The popup closes, because dice that it shows may have been lost since it was opened.
        if self._asked is not None:
            self._asked = None
            if has_popup(self):
                self.popup.close()
        # Creating equal buttons again would lose the focus and make the row move for a moment.
        if (tuple(follow_ups), question) == (self._shown, self.question.text()):
            return
        self._shown = tuple(follow_ups)
        self._row.clear()
        self.buttons = []
        self.question = plain_label(self._board, question, theme=self._theme, size=14, bold=True)
        self._row.addWidget(self.question)
        self.question.setVisible(bool(question))
        line = fold(None)
        for each in follow_ups:
            if not each.beside:
                group = QWidget(self._board)
                line = fold(group, margins=0, theme=self._theme, gap=8)
                self._row.addWidget(group)
                group.show()
            button = self._button(each)
            self.buttons.append(button)
            line.addWidget(button)
        why = impossible(follow_ups)
        self.why_not.setText(why)
        self.why_not.setVisible(bool(why))
        self._name()
        self.setVisible(bool(follow_ups))

    @while_open
    def popup(self) -> DiceChoicePopup:
        """The popup that asks which dice to lose."""
        popup = DiceChoicePopup(self._theme, self)
        popup.chosen.connect(self._give)
        popup.closed.connect(partial(send_focus_home, self))
        return popup

    def show_menu(self, head: str, entries: Sequence[tuple[str, Callable[[], object]]], *, first: bool) -> None:
        """Show entries to choose from below the line `head`. Return chooses the first if `first`."""
        self._menu.clear()
        self._menu.addAction(head).setEnabled(False)
        self._menu.addSeparator()
        for text, call in entries:
            self._menu.addAction(without_mnemonic(text)).triggered.connect(call)
        if entries and first:
            # The headline and a separator come before the entries.
            self._menu.setActiveAction(self._menu.actions()[2])
        anchor = self.buttons[-1] if self.buttons else self
        self._menu.popup(anchor.mapToGlobal(QPoint(0, anchor.height())))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Use brief texts if the row is narrow."""
        super().resizeEvent(event)
        narrow = self.width() < self._theme.px(_NARROW)
        if narrow != self._narrow:
            self._narrow = narrow
            self._name()

    def _name(self) -> None:
        for button, follow_up in zip(self.buttons, self._shown, strict=True):
            words = without_mnemonic(follow_up.brief if self._narrow and follow_up.brief else follow_up.text)
            if follow_up.ask is not None:
                words = _("{what}…").format(what=words)  # An ellipsis shows, as in menus, that a question comes first.
            button.setText(words)

    def _button(self, follow_up: FollowUp) -> QPushButton:
        said = follow_up.why_not or follow_up.tip
        button = push_button(self._board, kind=follow_up.kind, tip=said)
        button.setAccessibleDescription(said)
        button.setEnabled(not follow_up.why_not)
        if follow_up.icon:
            set_icon(self._theme, button, follow_up.icon)
        set_lengths(self._theme, button, least_height=_HEIGHT)
        # A click does not move the focus, so that the keys of the page still work after it.
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        if follow_up.ask is not None:
            button.clicked.connect(partial(self._ask, button, follow_up.ask))
        else:
            button.clicked.connect(partial(self._do, follow_up))
        return button

    def _do(self, follow_up: FollowUp) -> None:
        follow_up.call()
        send_focus_home(self)

    def _ask(self, button: QPushButton, ask: DiceAsk) -> None:
        self._asked = ask
        looks = {each.die: DieCardLook(each.codes, each.name, each.said) for each in ask.dice}
        self.popup.ask(button, ask.words, looks, ask.usual, ask.fixed)

    def _give(self, dice: tuple[int, ...]) -> None:
        ask, self._asked = self._asked, None
        if ask is not None:
            ask.call(dice)
        send_focus_home(self)
