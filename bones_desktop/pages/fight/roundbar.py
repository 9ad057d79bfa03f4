"""The head of the Fight page: the fight's name, the round, the awaited fighters, and the next step."""

from collections.abc import Callable, Collection, Sequence
from enum import StrEnum
from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QSizePolicy, QWidget

from bones_desktop.document.bones.fightdocument import FightDocument
from bones_desktop.pages.fight.boardmodel import story, story_field
from bones_desktop.play.bones.fightlog import group_name, message_of
from bones_desktop.rules.bones.book.character import CharacterKind
from bones_desktop.rules.bones.fight.fighters import Darkness, Health, health, is_able
from bones_desktop.rules.bones.fight.roster import Fight, alike
from bones_desktop.rules.bones.fight.roundedits import undeclared
from bones_desktop.rules.bones.fight.roundreading import Phase, read_round
from bones_desktop.rules.reasons import RulesError
from bones_desktop.rules.records import Record
from bones_desktop.theme.measures import light_menu
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.choice.buttons import give_menu
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.pushbuttons import ActionButton, push_button, tool_button
from bones_desktop.widgets.scaled import set_lengths, set_type
from bones_desktop.widgets.spoken import Role, speak_as
from bones_desktop.widgets.text.labels import ElidedLabel
from bones_desktop.widgets.text.textfields import AskLine
from bones_desktop.wording.keys import keys_of
from bones_desktop.wording.language import _, ngettext
from bones_desktop.wording.names import listed, short_name
from bones_desktop.wording.reasons import sentence

NAMED: Final = 3
"""Largest number of awaited fighters listed by name. Equal fighters count as one."""


class Next(StrEnum):
    """The action of the primary button."""

    ADD = "add"
    THROW = "throw"
    SUGGEST = "suggest"
    CLOSE = "close"
    AGAIN = "again"
    END = "end"
    """End the fight, because only one side can still fight."""
    NEW = "new"
    """Begin a new fight, because this one was ended."""


class RoundStage(StrEnum):
    """A part of the round, as the bar shows it."""

    DECLARE = "declare"
    THROW = "throw"
    ALLOT = "allot"
    DAMAGE = "damage"
    CLOSE = "close"


_STAGES: Final = {
    Phase.DECLARE: RoundStage.DECLARE,
    Phase.THROW: RoundStage.THROW,
    Phase.HINDER: RoundStage.ALLOT,
    Phase.REROLL: RoundStage.ALLOT,
    Phase.ALLOT: RoundStage.ALLOT,
    Phase.ABSORB: RoundStage.DAMAGE,
    Phase.SOAK: RoundStage.DAMAGE,
    Phase.LOSE: RoundStage.DAMAGE,
    Phase.CLOSE: RoundStage.CLOSE,
}


class RoundState(Record):
    """The state of a round."""

    stage: RoundStage
    next: Next
    awaited: tuple[str, ...]
    """Ids of the fighters who have to decide now."""
    silent: tuple[str, ...] = ()
    """Ids of fighters who can act, have dice to roll and have not declared."""


def round_state(document: FightDocument) -> RoundState:
    """Return the state of the round and the next step."""
    fight, reading = document.fight, document.reading
    fighters = fight.encounter.fighters
    if not fighters:
        return RoundState(RoundStage.DECLARE, Next.ADD, ())
    # The rules cannot read the round, so the only possible step is to begin the round again.
    if reading is None:
        return RoundState(RoundStage.THROW, Next.AGAIN, ())
    if fight.ended and not fight.has_begun:
        return RoundState(RoundStage.DECLARE, Next.NEW, ())
    if document.open_throws:
        waiting = {each.id for each in undeclared(fight)}
        silent = tuple(who for who in reading.order if who in waiting)
        begun = fight.has_begun or not silent
        rolling = tuple(dict.fromkeys(each.who for each in document.open_throws))
        able = {each.side for each in fighters if is_able(each.character)}
        # A fight that began with only one side, for example an exercise, does not end for lack of opponents.
        one_side = len(able) < min(2, len({each.side for each in fighters}))
        stage = RoundStage.THROW if begun else RoundStage.DECLARE
        # A declaration shows that the fight goes on, even if only one side is left.
        if one_side and not (fight.round.declarations or fight.has_begun):
            return RoundState(stage, Next.END, (), silent)
        return RoundState(stage, Next.THROW, rolling if begun else silent, silent)
    if reading.questions:
        first = _STAGES[reading.phase]
        awaited = [each.who for each in reading.questions if _STAGES[each.phase] is first]
        return RoundState(first, Next.SUGGEST, tuple(dict.fromkeys(awaited)))
    return RoundState(RoundStage.CLOSE, Next.CLOSE, ())


class StageBar(QWidget):
    """The parts of a round in a row.

    The current part is lit. A click on an earlier part goes back to it.
    """

    chosen = Signal(object)
    """Emitted with an earlier RoundStage to go back to."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        words = {
            RoundStage.DECLARE: _("Declare"),
            RoundStage.THROW: _("Roll"),
            RoundStage.ALLOT: _("Allot"),
            RoundStage.DAMAGE: _("Damage"),
            RoundStage.CLOSE: _("Close"),
        }
        speak_as(self, Role.PageTabList)
        self.names = {stage: tool_button(self, partial(self.chosen.emit, stage), checkable=True) for stage in words}
        for stage, button in self.names.items():
            button.setText(words[stage])
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
            set_type(theme, speak_as(button, Role.PageTab), size=12, bold=True)
        hbox(self, *self.names.values(), margins=0, theme=theme, gap=2)

    def show_stage(self, here: RoundStage, reached: RoundStage) -> None:
        """Highlight the stage `here`; the user can choose every stage up to `reached`."""
        order = list(RoundStage)
        for stage, button in self.names.items():
            button.setChecked(stage is here)
            button.setEnabled(order.index(stage) <= order.index(reached))
            back = _("Go back to {part}").format(part=button.text())
            button.setToolTip(plain_tip(back if button.isEnabled() and stage is not here else ""))
        self.setAccessibleName(_("Part of the round: {part}").format(part=self.names[here].text()))


class RoundBar(QWidget):
    """The head of the page in two lines. Questions appear in a third line."""

    def __init__(
        self, document: FightDocument, theme: Theme, steps: Sequence[QAction], parent: QWidget | None = None
    ) -> None:
        """Create the bar; `steps` are the actions for undo and redo, and each gets a button."""
        super().__init__(parent)
        self._document = document
        self._entering = False
        self._falling = False
        self._asked = ""
        """The last question before a roll or before the close of a round."""
        self.name = ElidedLabel(self, theme=theme, size=20, serif=True, bold=True)
        self.round = ElidedLabel(self, role="muted", theme=theme)
        self.stages = StageBar(theme, self)
        self.awaited = ElidedLabel(self, role="muted")
        self.primary = push_button(self, kind="primary")
        set_lengths(theme, self.primary, least_width=190)
        self.throws = light_menu(self)
        self.throws.setToolTipsVisible(True)
        words = _("Other ways to roll")
        self.other = tool_button(self, theme=theme, icon="throw", name=words, tip=words)
        give_menu(self.other, self.throws)
        self.menu = light_menu(self)
        tip = _("Fights, light, and the round")
        self.more = tool_button(self, theme=theme, icon="more", name=_("More"), tip=tip)
        give_menu(self.more, self.menu)
        self.ask = AskLine(theme, self)
        undoing = [ActionButton(action, self) for action in steps]
        top = hbox(
            None, self.name, self.round, STRETCH, self.other, self.primary, *undoing, self.more, theme=theme, gap=10
        )  # Undo and redo come after all parts that change their width, so that they can be pressed repeatedly
        below = hbox(None, self.stages, (self.awaited, 1), theme=theme, gap=12)
        vbox(self, top, below, self.ask, margins=0, theme=theme, gap=4)
        self.state = round_state(document)
        document.changed.connect(self.refresh)
        self.refresh()

    def ask_first(self, roll: Callable[[], None], who: Collection[str] | None = None) -> None:
        """Roll for all or for some fighters.

        Ask first if a fighter can act and has not declared.
        """
        silent = [each for each in self.state.silent if who is None or each in who]
        if not silent:
            roll()
            return
        self._asked = _("Nobody has declared. Roll anyway?")
        # "Nobody" is true only if no fighter at all has declared.
        if self._document.fight.round.declarations or len(silent) < len(self.state.silent):
            self._asked = _("Not declared: {names}. Roll anyway?").format(names=self._names(silent, len(silent)))
        self.ask.ask_whether(self._asked, _("Roll"), roll)

    def ask_close(self, close: Callable[[], None]) -> None:
        """Close the round. If player characters die in it, ask once first."""
        fight, reading = self._document.fight, self._document.reading
        states = reading.states if reading is not None else {}
        players = (each for each in fight.encounter.fighters if each.kind is CharacterKind.PLAYER)
        falling = (each for each in players if states.get(each.id) is Health.DEAD)
        dying = [short_name(each.name) for each in falling if health(each.now) is not Health.DEAD]
        if not dying:
            close()
            return
        die = ngettext("{names} dies. Close the round?", "{names} die. Close the round?", len(dying))
        self._asked = die.format(names=listed(dying))
        self.ask.ask_whether(self._asked, _("Close round"), close)

    def set_falling(self, falling: bool) -> None:
        """Say that dice are falling, and hide everything that depends on their result."""
        self._falling = falling
        self.refresh()

    def set_missing(self, words: str | None) -> None:
        """Set whether real dice are being entered; `words` is None if not. Then the primary button uses these dice."""
        self._entering = words is not None
        self.refresh()

    def refresh(self) -> None:
        """Show the state of the round."""
        fight = self._document.fight
        self.state = state = round_state(self._document)
        if self.ask.question and self.ask.question == self._asked:
            self.ask.take_back()  # the question is out of date
        self.name.set_full_text(fight.name or _("Fight"))
        dark = {
            Darkness.NONE: _("Round {n}"),
            Darkness.PARTIAL: _("Round {n}, partial darkness"),
            Darkness.TOTAL: _("Round {n}, total darkness"),
        }
        round_ = dark[fight.encounter.darkness].format(n=fight.encounter.round)
        self.round.set_full_text(_("{round}, secret").format(round=round_) if fight.secret else round_)
        # While dice fall, do not reveal the next stage.
        self.stages.show_stage(*[RoundStage.THROW if self._falling else state.stage] * 2)
        self.stages.setVisible(state.next is not Next.NEW)
        self.awaited.set_full_text(self._awaited())
        whole = not fight.has_begun
        self.primary.setText(
            {
                Next.ADD: _("Add fighters…"),
                Next.THROW: _("Roll for everyone") if whole else _("Roll the rest"),
                Next.SUGGEST: _("Suggest the rest"),
                Next.CLOSE: _("Close round"),
                Next.AGAIN: _("Begin the round again"),
                Next.END: _("End the fight"),
                Next.NEW: _("New fight…"),
            }[state.next]
        )
        if self._entering:
            self.primary.setText(_("Use these dice"))
        if self._falling:
            self.primary.setText(_("Show the result"))
        self.primary.setToolTip(plain_tip(self._primary_tip()))
        self.primary.setEnabled(not self._document.read_only)
        throwing = state.next in {Next.THROW, Next.END}
        self.other.setVisible(throwing and not self._entering and not self._document.read_only)

    def _primary_tip(self) -> str:
        keys = keys_of("fight.go-on")
        if self.state.next is not Next.SUGGEST or self._falling:
            return keys
        who = [self._document.fight.encounter.fighter(each) for each in self.state.awaited]
        names = self._names(self.state.awaited, len(who))
        words = _("Let the program decide everything that is still open, also for {names} ({keys})")
        players = {each.id for each in who if each.kind is CharacterKind.PLAYER}
        if self.state.stage is RoundStage.ALLOT and players:
            words = _(
                "Let the program place all open successes, also for {names}. "
                "After that you choose the dice that players lose ({keys})"
            )
            questions = self._document.reading.questions if self._document.reading is not None else ()
            if any(each.phase is Phase.HINDER and each.who in players for each in questions):
                words = _(
                    "Let the program choose the dice lost to poison and flames, and place all open successes, also for "
                    "{names}. After that you choose the dice that players lose to attacks ({keys})"
                )
        return words.format(names=names, keys=keys)

    def _awaited(self) -> str:
        state, document = self.state, self._document
        if self._falling:
            return _("The dice are falling.")
        if document.read_only:
            return _("Read-only: made by a newer program")
        if document.why_not is not None:
            return sentence(document.why_not)
        said = {
            Next.ADD: _("No fighters yet."),
            Next.CLOSE: _("Everything is decided."),
            Next.NEW: _("The fight has ended."),
        }
        if state.next in said:
            return said[state.next]
        if state.next is Next.END:
            able = [each.side for each in document.fight.encounter.fighters if is_able(each.character)]
            if not able:
                return _("The fight is over: no one is left standing.")
            return _("The fight is over: only side {side} can still fight.").format(side=able[0])
        shown = self._names(state.awaited, NAMED)
        if state.stage is RoundStage.DECLARE or document.reading is None:
            return _("Not declared: {names}").format(names=shown)
        reading = document.reading
        done = len(reading.acted.intersection(reading.order))
        words = _("Waiting for {names} ({n} of {m} done)")
        return words.format(names=shown, n=done, m=len(reading.order))

    def _names(self, who: Sequence[str], most: int) -> str:
        """Return at most `most` names of fighters, then the number of other fighters. Equal fighters share a name."""
        fight = self._document.fight
        groups = alike(map(fight.encounter.fighter, who), fight.files)
        shown = ", ".join(group_name(group) for group in groups[:most])
        left = sum(len(group) for group in groups[most:])
        return _("{names} and {n} more").format(names=shown, n=left) if left else shown


class LastRound(QWidget):
    """The result of the last round in one line, which unfolds to the steps of the round. Hidden in the first round."""

    def __init__(self, document: FightDocument, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._document = document
        self._theme = theme
        self._shown: Fight | None = None
        self.button = push_button(self, pressed=self._fold, checkable=True)
        self.said = ElidedLabel(self, role="muted")
        self.story = story_field(self, _("The story of the last round"))
        self.story.hide()
        line = hbox(None, self.button, (self.said, 1), theme=theme, gap=8)
        vbox(self, line, (self.story, 1), margins=0, theme=theme, gap=4)
        theme.changed.connect(self._fold)
        # Not `document.changed`, because that is emitted before the step is in the history.
        document.undo_stack.indexChanged.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the round that was closed last."""
        fight = self._document.last_round
        self.setVisible(fight is not None)
        # Read it only once, because a closed round does not change.
        if fight is None or fight is self._shown:
            return
        self._shown = fight
        try:
            reading = read_round(self._document.rulebook, fight.round)
        except RulesError:  # packs or house rules have changed since the round was closed
            self.hide()
            return
        told = message_of(fight, reading)
        self.button.setText(told.title)
        self.said.set_full_text("; ".join(words for _who, words in told.happened))
        self.story.setPlainText(story(fight, reading))
        self._fold()

    def _fold(self) -> None:
        open_ = self.button.isChecked()
        self.story.setVisible(open_)
        policy = QSizePolicy.Policy
        # While folded, the result leaves its height to the declarations.
        self.setSizePolicy(policy.Preferred, policy.Expanding if open_ else policy.Maximum)
        self.button.setIcon(self._theme.icon("chevron-down" if open_ else "chevron-right"))
        self.button.setToolTip(_("Fold the story of the last round") if open_ else _("Show its story"))
