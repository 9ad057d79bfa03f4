"""Effects of a fight outside its own file: dice of the evening, log lines, and wounds in the characters' files."""

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Signal

from bones_desktop.document.bones.characterdocument import AnyCharacter
from bones_desktop.document.bones.fightdocument import FightChange, FightDocument
from bones_desktop.play.bones.fightlog import (
    distinct_names,
    line_of_end,
    line_of_reroll,
    line_of_round,
    line_of_throws,
    message_of,
    message_of_round,
    purpose_of,
)
from bones_desktop.play.eveningdice import Drawn, EveningDice
from bones_desktop.play.journal import NOT_DONE, Journal, mark_of, without_line
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.fight import roundedits
from bones_desktop.rules.bones.fight.fighters import Faces, RoundReroll
from bones_desktop.rules.bones.fight.roster import Fight, changed_by, close, play_state, refresh, with_play_state
from bones_desktop.rules.bones.fight.roundedits import OpenThrow, with_faces
from bones_desktop.rules.bones.fight.roundreading import read_round
from bones_desktop.rules.bones.fight.suggestions import complete, complete_for
from bones_desktop.rules.reasons import RulesError, reason
from bones_desktop.storage.files.characterfile import CharacterFileError
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.log.logentry import LogEntry
from bones_desktop.wording.language import _

CLOSED: Final = "round-closed"
"""Mark of the step that closes a round."""
ALTERED: Final = "altered"
"""Mark of a step in which the GM adds or removes dice between rounds."""


class FightPlay(QObject):
    """Rolls the sealed dice of the evening for a fight, and writes its closed rounds to the files of characters.

    If the step that closed a round is undone, its wounds are removed from those files. Redoing it adds them again.
    """

    thrown = Signal(object)
    """A tuple of OpenThrow and a tuple of indices. Emitted when rolled or entered dice are in the document.
    """
    told = Signal(object)
    """A PlayersMessage. Emitted when dice were rolled, or a round was closed or reopened."""
    files_written = Signal()
    """Emitted when files of characters were changed."""

    def __init__(
        self,
        document: FightDocument,
        dice: EveningDice,
        journal: Journal,
        anyone: AnyCharacter,
        file_of: Callable[[str], Path | None],
        parent: QObject | None = None,
    ) -> None:
        """Connect the parts. `file_of` returns the path of a character's file by id; None if it is not on the shelf."""
        super().__init__(parent)
        self._document = document
        self._dice = dice
        self.journal = journal
        self._anyone = anyone
        self._file_of = file_of
        self._not_taken: set[str] = set()
        """Ids of characters whose files could not be changed when a round was closed."""
        self._passed_over: frozenset[str] = frozenset()
        self._drawn_again: dict[tuple[str, int, Faces, str, int], tuple[int, str]] = {}
        """Rolled face and log line of each re-roll. The key is fight, round, the fighter's faces, fighter and die."""
        document.changed.connect(self._follow)

    def look_again(self) -> None:
        """Update the fighters from their files. The files get no undo step."""
        document = self._document
        found = self._read()
        if not document.read_only and refresh(document.fight, found) != document.fight:
            self._apply(_("Update from the files"), partial(refresh, characters=found))

    def catch_up(self, saved: datetime) -> None:
        """Do what the log has and the file of the fight, saved at this time, lacks, because the program was killed.

        The dice of a roll are put into the fight, so that they are not rolled again. Any other line is struck out,
        because the act can be done again.
        """
        document = self._document
        if document.read_only:
            return
        steps, undone = document.history()
        marks = [step.mark for step in steps[: len(steps) - undone]]
        for entry in self.journal.lines_since(document.fight.id, saved, marks):
            rolled = [(each.who, each.dice) for each in entry.round.throws] if entry.round is not None else []
            names = distinct_names(document.fight)
            open_ = [((purpose_of(each, names), len(each.dice)), each) for each in document.open_throws]
            throws = [each for of, each in open_ if of in rolled]
            if rolled and rolled == [of for of, _each in open_ if of in rolled]:
                self._put(throws, [die.index for die in entry.dice], mark_of(entry))
            else:
                self.journal.follow_lines({mark_of(entry): True})

    def _read(self) -> dict[str, Character]:
        """Return the characters of this fight as read from their files.

        The journal reports a file that cannot be read.
        """
        found: dict[str, Character] = {}
        # The ids are sorted, so that faults are always reported in the same order.
        for character_id in sorted(set(self._document.fight.files.values())):
            path = self._file_of(character_id)
            if path is not None:
                try:
                    found[character_id] = self._anyone.read(path)
                except (FileProblem, CharacterFileError) as error:
                    self.journal.trouble.emit(error)
        return found

    def throw(self, throws: Sequence[OpenThrow] = (), indices: Sequence[int] | None = None) -> None:
        """Roll all open dice, or only `throws`, in one draw of the evening.

        `indices` are the faces of real dice, one index for each die of `throws` in order.
        """
        wanted = tuple(throws) or self._document.open_throws
        if wanted:
            self._fall(wanted, self._dice.fall([die for each in wanted for die in each.dice], indices))

    def throw_again(self, who: str, die: int, face: int = 0) -> None:
        """Re-roll a fighter's die, counted from 1, for a spiff (SPF-9), with a draw of the evening or a real die.

        `face`, counted from 1, is the face that the real die shows; 0 to draw a face. If a re-roll is undone and
        repeated, the die shows the same face, so that undo gives no second chance.
        """
        document = self._document
        now = document.fight.round
        # The key contains everything on which a re-roll depends, so a repeated re-roll gets the same face.
        key = document.fight.id, now.encounter.round, now.faces.get(who, ()), who, die
        book, thrown = document.rulebook, document.fight.encounter.fighter(who).dice(document.rulebook)[die - 1]

        def edit(shown: int) -> Callable[[Fight], Fight]:
            return lambda fight: roundedits.throw_again(book, fight, who, RoundReroll(die=die, face=shown))

        mark, drawn = "", None
        if not face and key in self._drawn_again:
            face, mark = self._drawn_again[key]
        if not face:
            try:
                # A refused re-roll must not use up a draw, so the edit is tried with every face before any die is
                # drawn.
                for at in {code: at for at, code in enumerate(thrown.faces, 1)}.values():
                    read_round(book, edit(at)(document.fight).round)
            except RulesError as error:
                self.journal.refused.emit(error.reason)
                return
            drawn = self._dice.draw([thrown])
            face = drawn.throw.indices[0] + 1
        if not mark:  # A face that was drawn earlier already has its log line.
            fell = drawn or self._dice.fall([thrown], [face - 1])
            mark = self._keep(line_of_reroll(book, document.fight, who, die, fell, self._dice.clock()))
            if drawn is not None:
                self._drawn_again[key] = face, mark
        self._apply(_("Re-roll a die"), edit(face), mark)

    def suggest(self, *who: str, spared: Collection[str] = ()) -> None:
        """Decide all open questions as the program suggests, or only those of the fighters `who`.

        Fighters in `spared` decide themselves how they take damage.
        """
        document = self._document

        def edit(fight: Fight) -> Fight:
            done = (
                complete_for(document.rulebook, fight.round, who)
                if who
                else complete(document.rulebook, fight.round, spared).choices
            )
            return fight.with_(round=done)

        self._apply(_("Suggested choices"), edit)

    def close(self) -> bool:
        """Close the round in one step, and return whether it closed.

        Its story goes to the log and its wounds to the files.

        The round stays open when a file cannot be changed, or when `may_close` returns False.
        """
        if not self.may_close():
            return False
        document = self._document
        fight, reading = document.fight, document.reading
        if reading is None:
            if document.why_not is not None:
                self.journal.refused.emit(document.why_not)
            return False
        # The clock is in UTC, but the day is that of the player's time zone.
        today = self._dice.clock().astimezone().date().isoformat()
        name = _("Round {n}").format(n=fight.encounter.round)
        try:
            after = close(document.rulebook, fight, today, reading)
        except RulesError as error:
            self.journal.refused.emit(error.reason)
            return False
        # The line is stored first, because the step's mark contains its number. If the step is refused, the line is
        # struck out.
        mark = self._keep(line_of_round(fight, reading, self._dice.clock()), CLOSED)
        return self._apply_with_files(name, lambda _fight: after, mark)

    def may_close(self) -> bool:
        """Refresh the fighters from their files. Return whether the round may be closed; the journal says why not.

        The round may not be closed if a file cannot be read, or if the refreshed fighters raise new questions.
        """
        before = self._document.fight
        self.look_again()
        if self._is_stale():
            return False
        fight, reading = self._document.fight, self._document.reading
        if fight is not before and reading is not None and reading.questions:
            changed = ", ".join(each.name for each in fight.encounter.fighters if each.sheet is not None)
            self.journal.refused.emit(reason("changed-since-throw", who=changed))
            return False
        return True

    def end(self) -> None:
        """End the fight in one step, and add the costs for every fighter to the log."""
        mark = self._keep(line_of_end(self._document.fight, self._dice.clock()))
        self._apply(_("End the fight"), lambda fight: fight.with_(ended=True), mark)

    def alter(self, name: str, edit: Callable[[Fight], Fight]) -> bool:
        """Change a fighter's dice or equipment in one step, in fight and file. Return whether it was done."""
        self.look_again()
        return self._apply_with_files(name, edit, ALTERED)

    def _apply_with_files(self, name: str, edit: Callable[[Fight], Fight], mark: str) -> bool:
        """Make a step that also changes files. The step is undone if one of the files cannot be changed."""
        if not self._apply(name, edit, mark):
            return False
        if self._not_taken:
            # Undo must restore only the files that were changed, and leave the other files alone.
            self._passed_over = frozenset(self._not_taken)
            self._document.undo_stack.undo()
            self._passed_over = frozenset()
            return False
        return True

    def _is_stale(self) -> bool:
        """Return whether a fighter's state in its file differs from the state that the fight last read."""
        fight, found = self._document.fight, self._read()
        return any(
            (now := found.get(fight.files.get(fighter.id, ""))) is not None
            and play_state(now) != play_state(fighter.filed)
            for fighter in fight.encounter.fighters
        )

    def _keep(self, entry: LogEntry, mark: str = "") -> str:
        """Add a line to the log. Return the mark of the step that the line reports: `mark` with the line's number."""
        return mark_of(self.journal.keep(entry), mark)

    def _fall(self, throws: tuple[OpenThrow, ...], drawn: Drawn[Face]) -> None:
        indices, fight = drawn.throw.indices, self._document.fight
        line = line_of_throws(self._document.rulebook, fight, throws, drawn, self._dice.clock())
        if not self._put(throws, indices, self._keep(line)):
            return
        self.thrown.emit((throws, indices))
        self.told.emit(message_of_round(fight))

    def _put(self, throws: Sequence[OpenThrow], indices: Sequence[int], mark: str) -> bool:
        """Put dice that were rolled into the fight. Return whether that was done."""

        def edit(fight: Fight) -> Fight:
            return roundedits.with_forced(
                self._document.rulebook, fight.with_(round=with_faces(fight.round, throws, indices))
            )

        return self._apply(_("Roll"), edit, mark)

    def _follow(self, change: FightChange) -> None:
        """Write the effects of a step, or of its undo, to the files, if the step closes a round or alters a fighter."""
        self.journal.follow_lines({change.mark: change.undone})
        mark = without_line(change.mark)
        if mark not in {CLOSED, ALTERED}:
            return
        self._not_taken.clear()
        step = _("Take back: {step}").format(step=change.name) if change.undone else change.name
        changed = changed_by(change.before, change.after)
        for character_id, (before, now) in changed.items():
            path = self._file_of(character_id)
            # The wounds of a character without a file on the shelf exist only in the fight.
            if path is None or character_id in self._passed_over:
                continue
            try:
                self._anyone.apply(path, step, partial(with_play_state, before=before, now=now))
            except NOT_DONE as error:
                self._not_taken.add(character_id)
                self.journal.report(error)
        if changed:
            self.files_written.emit()
        if mark == CLOSED and not (self._not_taken or self._passed_over):
            self._tell(change)

    def _tell(self, change: FightChange) -> None:
        """Emit the effects of a closed round, or a message that the round is open again."""
        if change.undone:
            self.told.emit(message_of_round(change.after))
            return
        with suppress(RulesError):  # Packs may have changed since the round was closed for the first time.
            reading = read_round(self._document.rulebook, change.before.round)
            self.told.emit(message_of(change.before, reading))

    def _apply(self, name: str, edit: Callable[[Fight], Fight], mark: str = "") -> bool:
        applied = self._document.attempt(name, edit, self.journal.refused.emit, mark=mark)
        # The log line was stored before the step. If the step was refused, its line is struck out.
        if not applied:
            self.journal.follow_lines({mark: True})
        return applied
