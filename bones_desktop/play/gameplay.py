"""Table of a smaller game: rolls and acts of its open character, with the dice of the evening and the log.

Scenes of these games use `DicePlay` too.
"""

import json
import secrets
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any, Final

from PySide6.QtCore import QObject, Signal

from bones_desktop.document.document import Change, Document
from bones_desktop.play.eveningdice import Drawn, EveningDice
from bones_desktop.play.journal import Journal, mark_of, without_line
from bones_desktop.rules.acts import Act, Answers, Parameter, ParameterKind, Value
from bones_desktop.rules.dice import Die
from bones_desktop.rules.games import DieResult, Plan, fallen_again, shown
from bones_desktop.rules.reading import Offer, Proposal, Reading, Tone
from bones_desktop.rules.reasons import RulesError, reason
from bones_desktop.rules.records import Record, field, replace
from bones_desktop.rules.typedtext import one_line, whole_number
from bones_desktop.rules.values import done_act, with_done_act
from bones_desktop.storage.games import StoredGame
from bones_desktop.storage.log.logentry import (
    BY_HAND,
    HIDDEN,
    NOT_MEANT,
    ActState,
    LogEntry,
    LoggedFinding,
    PendingAct,
)
from bones_desktop.wording.games.words import game_name, logged_dice
from bones_desktop.wording.language import _
from bones_desktop.wording.reasons import sentence

TAKEN: Final = "taken"
"""First part of the mark of a step that pays for an offer.

The id of the roll's last line, the offer and the answer follow in the mark.
"""


class GameRequest(Record):
    """A kind of roll with the answers to its questions."""

    roll: str
    answers: Answers

    @property
    def text(self) -> str:
        """The request as the log and the favourites store it."""
        return json.dumps({"roll": self.roll, "answers": dict(self.answers.values)}, ensure_ascii=False)


def request_from(text: str) -> GameRequest | None:
    """Return the request in a text; None if the text has none. The text may be damaged or of a newer version."""
    try:
        found = json.loads(text)
        values = {str(id): tuple(value) if isinstance(value, list) else value for id, value in found["answers"].items()}
        return GameRequest(str(found["roll"]), Answers(values))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None


class GameThrow(Record):
    """Dice on the table, and the reading of the dice."""

    what: str
    """Id of the roll, or of the act that needed the dice."""
    fallen: tuple[DieResult, ...]
    lines: tuple[LogEntry, ...]
    """Lines in the log. The first line has the roll and its reading. Each further wave of dice has its own line."""
    plan: Plan | None = None
    """Plan of the roll; None for the dice of an act."""
    reading: Reading | None = None
    choices: Answers = field(default_factory=Answers)
    """The answers to accepted offers."""

    @property
    def by_hand(self) -> bool:
        """True if the last dice are real dice that were entered."""
        return BY_HAND in self.lines[-1].tags

    @property
    def is_secret(self) -> bool:
        """True if the roll is hidden from the players."""
        return HIDDEN in self.lines[0].tags


class Proposed(Record):
    """An effect on the character that a roll proposed. Nobody has applied or dismissed it yet."""

    id: str
    proposal: Proposal
    line: int
    """Id of the roll's line in the log."""


class DicePlay(QObject):
    """Dice on a table. Each draw is in the log before its dice move or are shown."""

    current: Any
    """The dice on the table, with `fallen` and `reading`; None if no dice are on the table."""
    thrown = Signal(object)
    """Emitted with the new `current` when a roll or a further wave of its dice was rolled."""
    changed = Signal()
    """Emitted when the dice on the table, the reading, or the proposed effects have changed."""

    def __init__(
        self,
        document: Document[Any],
        stored: StoredGame[Any, Any],
        journal: Journal,
        dice: EveningDice,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.document = document
        self.game, self.book = stored.game, stored.book
        self.journal = journal
        self.dice = dice
        self.current = None

    @property
    def due(self) -> tuple[Die[int], ...]:
        """The dice that must be rolled next."""
        reading: Reading | None = self.current.reading if self.current is not None else None
        return tuple(die for must in reading.must for die in must.dice) if reading is not None else ()

    def _next_wave(self, faces: Sequence[int] | None) -> tuple[Drawn[int], tuple[DieResult, ...]]:
        """Roll the dice that are due, or use the `faces` of real dice.

        Return the draw, and all dice of the roll so far.
        """
        before: tuple[DieResult, ...] = self.current.fallen
        drawn = self.dice.fall(self.due, faces)
        wave = 1 + max((each.wave for each in before), default=0)
        return drawn, fallen_again(before, results(drawn, wave))

    def clear(self) -> None:
        """Remove the dice from the table. They stay in the log."""
        self.current = None
        self.changed.emit()

    def _show(self, throw: object, *, new: bool) -> None:
        self.current = throw
        if new:
            self.thrown.emit(throw)
        self.changed.emit()

    def _accepted(self, command: str) -> Offer | None:
        """Return an offer of the reading; None if it cannot be accepted, and then the journal reports the reason."""
        reading: Reading | None = self.current.reading
        found = next((each for each in reading.offers if each.command == command), None) if reading else None
        if found is not None and found.why_not is not None:
            self.journal.refused.emit(found.why_not)
            return None
        return found


def results(drawn: Drawn[int], wave: int = 0) -> tuple[DieResult, ...]:
    """Return the drawn dice, each with its face."""
    return tuple(shown(die, index, wave) for die, index in zip(drawn.throw.dice, drawn.throw.indices, strict=True))


def price_paid(offer: Offer, value: Value) -> Answers:
    """Return the answers for the act of an offer. `value` is the price, if the offer has one."""
    answers = offer.does.answers.values if offer.does is not None else {}
    return Answers({**answers, "value": value} if offer.cost else answers)


def logged_findings(reading: Reading) -> tuple[LoggedFinding, ...]:
    """Return the findings of a reading in the form that the log stores."""
    return tuple(
        LoggedFinding(each.id, sentence(each.reason), each.outcome, each.value, each.tone) for each in reading.findings
    )


class GamePlay(DicePlay):
    """Rolls dice for the open character. `thrown` is emitted with a GameThrow."""

    current: GameThrow | None
    """The roll on the table."""
    done = Signal(object)
    """A LogEntry, the line of an act. Emitted when the act has been done."""

    def __init__(
        self,
        document: Document[Any],
        stored: StoredGame[Any, Any],
        journal: Journal,
        dice: EveningDice,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(document, stored, journal, dice, parent)
        document.changed.connect(self._follow)
        self._agree()

    @property
    def acts(self) -> tuple[Act[Any], ...]:
        """All acts that the game offers for the character."""
        return self.game.acts(self.book, self.document.value)

    def planned(self, roll: str, answers: Answers) -> Plan:
        """Return the plan of a roll under the character's house rules. Raise RulesError if the roll is not possible."""
        return self.game.plan(self.book, self._value, roll, answers)

    def throw(self, roll: str, answers: Answers, faces: Sequence[int] | None = None, *, secret: bool = False) -> None:
        """Roll the dice, or use real dice with the face indices `faces`, in the order of the plan."""
        try:
            plan = self.planned(roll, answers)
        except RulesError as error:
            self.journal.refused.emit(error.reason)
            return
        name = game_name(self.game.id, "roll", roll)
        # Acts that the roll requires are done before it. If one of these acts is refused, no dice are drawn.
        for each in plan.first:
            if not self.do(each.act, each.answers):
                return
        # A roll without dice, such as an automatic result, still gets a line in the log.
        drawn = self.dice.fall(plan.dice, faces)
        fallen = results(drawn)
        reading = self.game.read(plan, fallen, Answers())
        request = GameRequest(roll, answers).text
        tags = (*((BY_HAND,) if faces is not None else ()), *((HIDDEN,) if secret else ()))
        kept = self._keep(name, drawn, self._findings(plan, reading), tags, request, self._pending(reading))
        self._show(GameThrow(roll, fallen, (kept,), plan, reading), new=True)

    def throw_on(self, faces: Sequence[int] | None = None) -> None:
        """Roll the dice that the reading requires next. Do nothing if it requires none."""
        now = self.current
        if now is None or now.plan is None or not self.due:
            return
        cause = sentence(now.reading.must[0].cause) if now.reading else ""
        drawn, fallen = self._next_wave(faces)
        reading = self.game.read(now.plan, fallen, now.choices)
        name = game_name(self.game.id, "roll", now.what)
        # The line of a wave has only the new findings, because the first line already has the others.
        shown = tuple(each for each in self._findings(now.plan, reading) if each not in now.lines[0].findings)
        if not shown and reading.harm is not None:
            said = self.proposal_words(reading.harm)
            shown = (LoggedFinding("harm", said, value=reading.harm.value, tone=Tone.BAD),)
        tags = tuple(tag for tag in now.lines[0].tags if tag == HIDDEN) + ((BY_HAND,) if not drawn.number else ())
        title = _("{roll}: {cause}").format(roll=name, cause=cause) if cause else name
        kept = self._keep(title, drawn, shown, tags, acts=self._pending(reading))
        self._show(replace(now, fallen=fallen, lines=(*now.lines, kept), reading=reading), new=True)

    def choose(self, offer: str, value: Value) -> None:
        """Answer an offer of the roll on the table, and put the new reading into the log.

        If the act of the offer rolls dice, they replace the roll on the table.
        """
        now = self.current
        given = self._accepted(offer) if now is not None and now.plan is not None else None
        if now is None or now.plan is None or given is None:
            return
        if given.does is not None:
            # With this mark, undoing the step that pays also removes the answer, and redoing the step gives the answer
            # again.
            mark = f"{TAKEN}:{now.lines[-1].id}:{offer}:{value}"
            self.do(given.does.act, price_paid(given, value), mark=mark)
            return
        self._read_again(now, now.plan, Answers({**now.choices.values, offer: value}))

    def _read_again(self, now: GameThrow, plan: Plan, choices: Answers) -> None:
        reading = self.game.read(plan, now.fallen, choices)
        entry = replace(now.lines[0], findings=self._findings(plan, reading))
        before = now.reading
        # Harm that the player dismissed is proposed again only if the offer changes it.
        kept = before is not None and (reading.harm, reading.must) == (before.harm, before.must)
        if not kept:
            self._move(now.lines, ActState.PENDING, ActState.DISMISSED)
        self.journal.amend(entry, () if kept else self._pending(reading))
        self._show(replace(now, reading=reading, choices=choices, lines=(entry, *now.lines[1:])), new=False)

    def do(
        self, act: str, answers: Answers, faces: Sequence[int] | None = None, mark: str = "", proposed: str = ""
    ) -> bool:
        """Do an act as one undo step, and write its lines to the log. Return whether the act was done.

        Its dice are rolled before the act, unless `faces` gives the face indices of real dice. `act` is the id of one
        of `acts`. If a roll proposed the act, `proposed` is the id of the proposal.
        """
        found = next(each for each in self.acts if each.id == act)
        answers = found.fitted(answers)
        # The act is checked before the dice are drawn, because a refused act must not use up a draw.
        why_not = reason("read-only-character") if self.document.read_only else found.why_not(self._value, answers)
        if why_not is not None:
            self.journal.refused.emit(why_not)
            return False
        asked = thrown_by(found, answers)
        dice = asked.thrown if asked is not None else ()
        drawn = self.dice.fall(dice, faces)
        if asked is not None:
            answers = Answers({**answers.values, asked.id: drawn.throw.indices})
        name = game_name(self.game.id, "act", act)
        try:
            after = found.do(self._value, answers)
            if proposed:
                # This mark in the character prevents that a proposal is applied twice, even after an undo and a
                # restart.
                after = with_done_act(after, proposed)
        except RulesError as error:
            self.journal.refused.emit(error.reason)
            return False
        lines = [sentence(each) for each in self.game.lines(self.book, self._value, after, act)]
        findings = tuple(LoggedFinding(f"line-{n}", line) for n, line in enumerate(lines, 1))
        tags = (BY_HAND,) if dice and not drawn.number else ()
        # The line is stored before the step is made, because the step's mark contains the line's number.
        entry = self._keep(name, drawn, findings, tags)
        self.document.replace(name, after, mark_of(entry, mark))
        self.done.emit(entry)
        if dice:
            self._show(GameThrow(act, results(drawn), (entry,)), new=True)
        return True

    @property
    def proposals(self) -> tuple[Proposed, ...]:
        """Effects that rolls proposed and that nobody has applied or dismissed yet, oldest first."""
        found, known = [], {each.id for each in self.acts}
        for each in self.journal.pending(self._value.id):
            is_open = each.state is ActState.PENDING and done_act(self._value, each.id) is None
            if each.game == self.game.id and is_open and each.act in known:
                # The data of a proposal come from the log, which may be damaged or of a newer version.
                with suppress(ValueError, TypeError, AttributeError, RecursionError):
                    values = {
                        str(id): tuple(v) if isinstance(v, list) else v for id, v in json.loads(each.data).items()
                    }
                    found.append(Proposed(each.id, Proposal(each.act, Answers(values)), each.line))
        return tuple(found)

    def proposed_by(self, proposed: Proposed) -> LogEntry | None:
        """Return the line of the roll that made the proposal; None if the roll is on the table or cannot be read."""
        now = self.current
        on_table = now is not None and proposed.line in {line.id for line in now.lines}
        return None if on_table else self.journal.entry(proposed.line)

    def proposal_words(self, proposal: Proposal) -> str:
        """Return the name of a proposed act, with the number if the act asks for one."""
        name = game_name(self.game.id, "act", proposal.act)
        act = next((each for each in self.acts if each.id == proposal.act), None)
        asked = act.parameters(proposal.answers) if act is not None else ()
        has_number = any(each.id == "value" for each in asked)
        return _("{act}: {n}").format(act=name, n=proposal.value) if has_number else name

    def take_proposal(self, id: str) -> None:
        """Apply the effect that a roll proposed."""
        found = next((each for each in self.proposals if each.id == id), None)
        if found is not None:
            self.do(found.proposal.act, found.proposal.answers, proposed=id)

    def dismiss_proposal(self, id: str) -> None:
        """Stop offering an effect that a roll proposed."""
        acts = [each for each in self.journal.pending(self._value.id) if each.id == id]
        self.journal.put(*(replace(each, state=ActState.DISMISSED) for each in acts))
        self.changed.emit()

    def mark(self, mark: str, *, on: bool, entry: LogEntry | None = None) -> None:
        """Mark the roll of `entry`, or the one on the table, as secret or struck out, or remove the mark."""
        now = self.current
        on_table = now is not None and (entry is None or entry.id in {each.id for each in now.lines})
        before = now.lines if now is not None and on_table else (entry,) if entry is not None else ()
        lines = tuple(each.marked(mark, on=on) for each in before)
        for line in lines:
            self.journal.amend(line)
        if mark == NOT_MEANT:
            self._move(lines, *((ActState.PENDING, ActState.STRUCK) if on else (ActState.STRUCK, ActState.PENDING)))
        if now is not None and on_table:
            self._show(replace(now, lines=lines), new=False)
        else:
            self.changed.emit()

    def _move(self, lines: Iterable[LogEntry], before: ActState, after: ActState) -> None:
        """Change acts that the lines proposed from the state `before` to the state `after`."""
        acts = [each for line in lines for each in self.journal.of_line(line) if each.state is before]
        self.journal.put(*(replace(each, state=after) for each in acts))

    @property
    def _value(self) -> Any:  # noqa: ANN401  (a character of any game)
        return self.document.value

    def _keep(
        self,
        title: str,
        drawn: Drawn[int],
        findings: tuple[LoggedFinding, ...],
        tags: tuple[str, ...],
        request: str = "",
        acts: Iterable[PendingAct] = (),
    ) -> LogEntry:
        """Add a line to the log with the acts that it proposes. Return the line with its id."""
        who = one_line(self._value.name) or _("No name yet")
        line = LogEntry(
            at=self.dice.clock(),
            who=who,
            character_id=self._value.id,
            title=title,
            dice=logged_dice(self.game.id, drawn.throw),
            findings=findings,
            tags=tags,
            evening=drawn.evening,
            number=drawn.number,
            request=request,
            game=self.game.id,
        )
        return self.journal.keep(line, *acts)

    def _findings(self, plan: Plan, reading: Reading) -> tuple[LoggedFinding, ...]:
        """Return the findings of the roll, then the notes that were shown before the roll."""
        return (
            *logged_findings(reading),
            *(LoggedFinding("note", sentence(each), tone=Tone.MIXED) for each in plan.notes),
        )

    def _pending(self, reading: Reading) -> tuple[PendingAct, ...]:
        harm = reading.harm
        # Dice that are still due may change the harm, so the harm is proposed only after the last wave.
        if harm is None or harm.value <= 0 or reading.must:
            return ()
        data = json.dumps(dict(harm.answers.values), ensure_ascii=False)
        return (PendingAct(secrets.token_hex(16), self._value.id, harm.act, data, self.game.id),)

    def _follow(self, change: Change[Any]) -> None:
        self.journal.follow(change)
        mark = without_line(change.mark)
        # Another character was opened, so the table is cleared.
        if not change.name:
            self.current = None
            self._agree()
        else:
            self._follow_lines({change.mark: change.undone})
        if mark.startswith(f"{TAKEN}:"):
            self._follow_offer(mark, undone=change.undone)
        self.changed.emit()

    def _follow_lines(self, marks: dict[str, bool]) -> None:
        for line in self.journal.follow_lines(marks):
            if self.current is not None:
                lines = tuple(line if each.id == line.id else each for each in self.current.lines)
                self.current = replace(self.current, lines=lines)

    def _follow_offer(self, mark: str, *, undone: bool) -> None:
        """Update the answer to an offer if the step that pays for it is undone or redone.

        If more dice were rolled after the answer, it is not changed.
        """
        now = self.current
        _taken, line, offer, value = mark.split(":", 3)
        if now is None or now.plan is None or str(now.lines[-1].id) != line:
            return
        choices = {id: given for id, given in now.choices.values.items() if id != offer}
        # A mark is text, so a number in the mark is converted back to the number that was the answer.
        if not undone:
            number = whole_number(value)
            choices[offer] = value if number is None else number
        self._read_again(now, now.plan, Answers(choices))

    def _agree(self) -> None:
        """Update the tags of log lines according to the character's undo history.

        Lines and history differ if the program ended after it had written only one of them.
        """
        steps, undone = self.document.history()
        count = len(steps) - undone
        self._follow_lines({step.mark: place >= count for place, step in enumerate(steps)})


def thrown_by(act: Act[Any], answers: Answers) -> Parameter | None:
    """Return the parameter of an act that asks for a roll of dice; None if it has none."""
    return next((each for each in act.parameters(answers) if each.kind is ParameterKind.THROW and each.thrown), None)
