"""Plays a scene of a smaller game with dice of the evening, log lines, and wounds in the characters' files."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from bones_desktop.document.document import Change, Document
from bones_desktop.document.session import AnyFile
from bones_desktop.play.eveningdice import Drawn, EveningDice
from bones_desktop.play.gameplay import DicePlay, logged_findings, price_paid, results
from bones_desktop.play.journal import NOT_DONE, Journal, mark_of
from bones_desktop.rules import sceneacts, scenes
from bones_desktop.rules.acts import Answers, Value
from bones_desktop.rules.dice import Die
from bones_desktop.rules.games import DieResult, fallen_again, shown
from bones_desktop.rules.reading import Reading
from bones_desktop.rules.reasons import Reason, RulesError, reason
from bones_desktop.rules.records import Record, field, replace
from bones_desktop.rules.scenes import OpeningRoll, Planned, Scene, SceneFighter, SceneStep
from bones_desktop.storage.files.datafile import DataFileError
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.games import StoredGame
from bones_desktop.storage.log.logentry import (
    BY_HAND,
    HIDDEN,
    LogEntry,
    LoggedFinding,
    LoggedRound,
    LoggedThrow,
)
from bones_desktop.wording.games.words import game_name, logged_dice
from bones_desktop.wording.language import _
from bones_desktop.wording.reasons import sentence
from bones_desktop.wording.scenes import act_name, changes_text

Rolled = tuple[tuple[str, tuple[DieResult, ...]], ...]
"""The fighters or sides that roll for initiative, each with the dice rolled."""


class SceneThrow(Record):
    """Dice on the tray of a scene, and the reading of the dice."""

    title: str
    fallen: tuple[DieResult, ...]
    by_hand: bool = False
    secret: bool = False
    made: Planned | None = None
    """The act for which the dice were rolled; None for the rolls that begin a round."""
    reading: Reading | None = None
    rollers: tuple[str, ...] = ()
    """In the rolls that begin a round, the id of the fighter or the name of the side that rolled each die."""
    said: tuple[Reason, ...] = ()
    """The results of the rolls that begin a round."""
    choices: Answers = field(default_factory=Answers)
    before: Scene | None = None
    """The scene before the reading took effect. If an offer is accepted, the dice are read again from this scene."""
    after: Scene | None = None
    marks: tuple[str, ...] = ()
    """Marks of the roll's lines in the log."""


class ScenePlay(DicePlay):
    """Does acts of a scene. All acts of a turn are one undo step. `thrown` is emitted with a SceneThrow."""

    current: SceneThrow | None
    """The dice on the tray."""
    done = Signal(str)
    """Emitted with a sentence about an act that needed no dice."""
    told = Signal(str, object, bool)
    """Emitted for the players with a title, pairs of a character's id and an event, and whether it is secret."""

    def __init__(
        self,
        document: Document[Any],
        stored: StoredGame[Any, Any],
        journal: Journal,
        dice: EveningDice,
        files: AnyFile[Any],
        file_of: Callable[[str], Path | None],
        parent: QObject | None = None,
    ) -> None:
        """Connect the parts.

        `file_of` returns the path of the file of the character with an id; None if it is not on the shelf.
        """
        super().__init__(document, stored, journal, dice, parent)
        self.rules = scenes.rules_of(stored.game)
        self._files = files
        self._file_of = file_of
        self._writes_files = True
        """True if the current step writes to files; False if the step took its changes from files."""
        document.changed.connect(self._follow)

    @property
    def scene(self) -> Scene:
        """The current scene."""
        found: Scene = self.document.value
        return found

    # The roster.

    def add(self, fighters: Sequence[SceneFighter]) -> None:
        """Add fighters in one step. A character with a file can be added only once."""
        there = {each.file for each in self.scene.fighters if each.file}
        new = [each for each in fighters if not each.file or each.file not in there]
        if not new:
            self.journal.refused.emit(reason("scene-there", who=", ".join(each.name for each in fighters)[:200]))
            return

        def edit(scene: Scene) -> Scene:
            for each in new:
                scene = sceneacts.joined(self.game, self.book, scene, each)
            return scene

        self._apply(_("Add {names}").format(names=", ".join(each.name for each in new)[:100]), edit)

    def remove(self, id: str) -> None:
        """Remove a fighter."""
        name = _("Remove {name}").format(name=self.scene.fighter(id).name)
        self._put(name, sceneacts.left(self.game, self.book, self.scene, id))

    def set_condition(self, id: str, condition: str, rounds: int, *, on: bool) -> None:
        """Give a condition to a fighter, or remove it, at the request of the user."""
        edit = partial(sceneacts.with_condition, id=id, condition=condition, rounds=rounds, on=on)
        self._apply(_("Condition"), edit, self._turn)

    def hide(self, id: str) -> None:
        """Hide a fighter from the players, or show the fighter again."""

        def edit(scene: Scene) -> Scene:
            fighter = scene.fighter(id)
            return scene.putting(fighter.with_(hidden=not fighter.hidden))

        self._apply(_("Hide from players"), edit)

    def look_again(self) -> None:
        """Update the fighters whose files changed after the scene last read them."""
        changed = []
        for each in self.scene.fighters:
            path = self._file_of(each.file) if each.file else None
            if path is None:
                continue
            try:
                now = self._files.read(path)
            except (FileProblem, DataFileError) as error:
                self.journal.report(error)
                continue
            if now != each.character:
                changed.append(each.with_(character=now))
        if changed and not self.document.read_only:
            self._put(_("Update from the files"), self.scene.putting(*changed), files=False)

    def catch_up(self, saved: datetime) -> None:
        """Strike out lines that the log has and the file of the scene, saved at this time, lacks.

        The program was killed before the act was done, so it can be done again.
        """
        if not self.document.read_only:
            marks = (mark for each in self.scene.steps for mark in each.marks)
            lines = self.journal.lines_since(self.scene.id, saved, marks)
            self.journal.follow_lines({mark_of(line): True for line in lines})

    # Rounds and turns.

    def next_round(self, *, secret: bool = False) -> None:
        """Begin the next round, with the rolls that it needs."""
        self.look_again()
        if not self.scene.fighters:
            self.journal.refused.emit(reason("scene-nobody"))
            return
        # The new round is a separate undo step, so that undoing the last turn of a round does not undo the next round.
        self._begin(
            _("Round {n}").format(n=self.scene.round + 1), scenes.begun(self.game, self.book, self.scene), secret
        )

    def next_turn(self, *, secret: bool = False) -> None:
        """End the turn. After the last turn of a round, begin the next round."""
        scene = self.scene
        if not scene.turn:
            self.next_round(secret=secret)
            return
        after = scenes.next_turn(self.game, self.book, scene)
        if after.turn:
            self._put(self._turn_name(scene), after, self._turn)
        else:
            self.next_round(secret=secret)

    def open_round(self, *, secret: bool = False) -> None:
        """Make the rolls that the round still needs, for example for fighters who joined after it began."""
        self._begin(_("Initiative"), self.scene, secret)

    def _begin(self, name: str, scene: Scene, secret: bool) -> None:
        if self.document.read_only:
            self.journal.refused.emit(reason("read-only-scene"))
            return
        before = self.scene
        try:
            fallen: Rolled = ()
            said: list[Reason] = []
            steps: list[SceneStep] = []
            while scene.round and not scene.turn:
                due = self.rules.openings(self.book, scene)
                if not due:
                    break
                came, reasons, marks, scene = self._opened(scene, due, secret)
                # Rolls that break ties are shown next to the rolls that were tied.
                fallen += came
                said += reasons
                steps.append(SceneStep(what="initiative", text=tuple(map(sentence, reasons)), marks=marks))
        except RulesError as error:
            self.journal.refused.emit(error.reason)
            return
        scene = sceneacts.noted(scenes.ready(self.game, self.book, scene), *steps)
        if not self._put(name, scene):
            return
        if steps:
            title = act_name(self.game.id, "initiative")
            dice = tuple(die for _by, those in fallen for die in those)
            rollers = tuple(by for by, those in fallen for _die in those)
            self._show(SceneThrow(title, dice, secret=secret, rollers=rollers, said=tuple(said)), new=True)
        self._tell(before, secret)

    def _opened(
        self, scene: Scene, due: Sequence[OpeningRoll], secret: bool
    ) -> tuple[Rolled, list[Reason], tuple[str, ...], Scene]:
        """Make all opening rolls in one draw. Each further wave of dice has one more draw.

        Return the dice of each roller, the reasons to show, the marks of the lines, and the scene.
        """
        results: list[tuple[DieResult, ...]] = [()] * len(due)
        waiting: list[tuple[Die[Any], ...]] = [each.plan.dice for each in due]
        draws: list[tuple[Drawn[int], list[LoggedThrow]]] = []
        wave = 0
        while any(waiting):
            dice = tuple(
                replace(die, key=f"{each.by} {die.key}".strip())
                for each, wanted in zip(due, waiting, strict=True)
                for die in wanted
            )
            drawn = self.dice.fall(dice)
            title = act_name(self.game.id, "initiative")
            rolled = zip(due, waiting, strict=True)
            draws.append(
                (drawn, [self._throw(scene, each.by, title, len(wanted)) for each, wanted in rolled if wanted])
            )
            left = list(drawn.throw.indices)
            for place, (each, wanted) in enumerate(zip(due, waiting, strict=True)):
                here = tuple(shown(die, left.pop(0), wave) for die in wanted)
                results[place] = fallen_again(results[place], here)
                reading = self.game.read(each.plan, results[place], Answers())
                waiting[place] = tuple(die for must in reading.must for die in must.dice)
            wave += 1
        said: list[Reason] = []
        for each, came in zip(due, results, strict=True):
            scene, reasons = scenes.opened(self.game, self.book, scene, each, came)
            said += reasons
        title, texts, marks = act_name(self.game.id, "initiative"), list(map(sentence, said)), []
        for place, (drawn, throws) in enumerate(draws, 1):
            told = texts if place == len(draws) else []
            line = self._keep(scene, title, _("Everybody"), "", drawn, told, secret=secret, throws=throws)
            marks.append(mark_of(line))
        return tuple(zip((each.by for each in due), results, strict=True)), said, tuple(marks), scene

    def _throw(self, scene: Scene, by: str, title: str, dice: int) -> LoggedThrow:
        """Return the dice of a fighter, a side, or everybody, in the form that a line of the log has."""
        fighter = next((each for each in scene.fighters if each.id == by), None)
        if fighter is not None:
            words = _("{who}: {act}").format(who=fighter.name, act=title)
            return LoggedThrow(words, fighter.side, dice, fighter.file)
        return LoggedThrow(_("{who}: {act}").format(who=by or _("Everybody"), act=title), by, dice)

    # Acts.

    def act(
        self, by: str, act: str, answers: Answers, faces: Sequence[int] | None = None, *, secret: bool = False
    ) -> bool:
        """Do an act with its dice, in the undo step of the current turn. Return whether the act was done.

        `faces` are the indices of the faces of real dice.
        """
        self.look_again()
        before = self.scene
        try:
            made = sceneacts.planned(self.game, self.book, before, by, act, answers)
        except RulesError as error:
            self.journal.refused.emit(error.reason)
            return False
        if self.document.read_only:
            self.journal.refused.emit(reason("read-only-scene"))
            return False
        dice = made.plan.dice if made.plan is not None else made.thrown.thrown if made.thrown is not None else ()
        drawn = self.dice.fall(dice, faces)
        fallen = results(drawn)
        if made.plan is None:
            return self._done(before, made, drawn, fallen, secret)
        now = SceneThrow(
            act_name(self.game.id, act), fallen, not drawn.number and bool(dice), secret, made, before=before
        )
        return self._read(now, drawn)

    def _done(
        self, before: Scene, made: Planned, drawn: Drawn[int], fallen: tuple[DieResult, ...], secret: bool
    ) -> bool:
        """Do an act without a roll, or with the dice of an act of the game."""
        try:
            after = sceneacts.settled(self.game, self.book, before, made, None, drawn.throw.indices)
        except RulesError as error:
            self.journal.refused.emit(error.reason)
            return False
        title = act_name(self.game.id, made.act.id)
        texts = [*self._notes(before, made), *changes_text(self.game, self.book, before, after)]
        declared = after.fighter(made.by).declared
        texts += [declared] if declared and made.act.asked else []
        line = self._line(before, made, drawn, texts, secret=secret)
        self._take(before, after, made, texts, (mark_of(line),))
        if fallen:
            self._show(SceneThrow(title, fallen, not drawn.number, secret, made), new=True)
        else:
            self.clear()
            self.done.emit(_("{who}: {text}").format(who=before.fighter(made.by).name, text=" ".join([title, *texts])))
        return True

    def throw_on(self, faces: Sequence[int] | None = None) -> None:
        """Roll the dice that the reading requires next."""
        now = self.current
        if now is None or now.made is None or not self.due:
            return
        drawn, fallen = self._next_wave(faces)
        self._read(replace(now, fallen=fallen, by_hand=not drawn.number), drawn)

    def choose(self, offer: str, value: Value) -> None:
        """Accept an offer of the reading, such as a re-roll with Luck. The fighter who rolled pays for it."""
        now = self.current
        if now is None or now.made is None or now.before is None or now.after != self.scene:
            return
        found = self._accepted(offer)
        if found is None:
            return
        before = now.before
        if found.does is not None and before.fighter(now.made.roller).character is not None:
            does = replace(found.does, answers=price_paid(found, value))
            try:
                before = sceneacts.done_to(self.game, self.book, before, now.made.roller, does)
            except RulesError as error:
                self.journal.refused.emit(error.reason)
                return
        self._read(replace(now, choices=Answers({**now.choices.values, offer: value}), before=before), None)

    def _read(self, now: SceneThrow, drawn: Drawn[int] | None) -> bool:
        """Read the dice and apply their effects to the scene. Roll further waves too, unless the dice are real dice."""
        made, before = now.made, now.before
        if made is None or made.plan is None or before is None:
            return False
        reading = self.game.read(made.plan, now.fallen, now.choices)
        now = replace(now, reading=reading)
        due = bool(reading.must)
        after = before if due else sceneacts.settled(self.game, self.book, before, made, reading)
        texts = [*self._notes(before, made), *(sentence(each.reason) for each in reading.findings)]
        texts += changes_text(self.game, self.book, before, after)
        findings = () if due else logged_findings(reading)
        if drawn is not None or not due:
            line = self._line(before, made, drawn or self.dice.fall(()), texts, findings, secret=now.secret)
            now = replace(now, marks=(*now.marks, mark_of(line)))
        if not due:
            after = self._take(before, after, made, texts, now.marks)
            now = replace(now, after=after)
        self._show(now, new=drawn is not None)
        if due and not now.by_hand:
            self.throw_on()
        elif not due:
            self._tell(before, now.secret)
        return True

    def _take(self, before: Scene, after: Scene, made: Planned, texts: Iterable[str], marks: tuple[str, ...]) -> Scene:
        """Show the scene after an act, in the undo step of the turn. Return the scene with the act in its log."""
        whom = before.fighter(made.whom).name if made.whom else ""
        step = SceneStep(by=before.fighter(made.by).name, whom=whom, what=made.act.id, text=tuple(texts), marks=marks)
        after = sceneacts.noted(after, step)
        self._put(self._turn_name(before), after, self._turn)
        return after

    def take_offer(self, id: str, whom: str) -> Answers | None:
        """Accept an offer for the fighter `whom`. If the offer is a further roll, return the answers for this roll."""
        scene = self.scene
        try:
            found = sceneacts.offered(scene, id)
            after = sceneacts.taken(self.game, self.book, scene, id, whom)
        except RulesError as error:
            self.journal.refused.emit(error.reason)
            return None
        if found.kind == "roll":
            self._put(self._turn_name(scene), after, self._turn)
            return Answers({**found.answers, "whom": whom})
        texts = changes_text(self.game, self.book, scene, after)
        name = game_name(self.game.id, "act", found.what)
        taker = scene.fighter(whom)
        line = self._keep(scene, name, taker.name, taker.file, self.dice.fall(()), texts, side=taker.side)
        step = SceneStep(by=taker.name, what=found.what, text=tuple(texts), marks=(mark_of(line),))
        after = sceneacts.noted(after, step)
        self._put(self._turn_name(scene), after, self._turn)
        self.done.emit(" ".join(texts) or _("{who}: {text}").format(who=taker.name, text=name))
        self._tell(scene, secret=False)
        return None

    def dismiss(self, id: str) -> None:
        """Remove an offer without accepting it."""
        self._apply(_("Dismiss"), partial(sceneacts.dismissed, id=id), self._turn)

    # Helpers.

    @property
    def _turn(self) -> str:
        """Key that makes all edits of one turn a single undo step."""
        scene = self.scene
        return f"{scene.id}:{scene.round}:{scene.phase}:{scene.turn}" if scene.turn else ""

    def _turn_name(self, scene: Scene) -> str:
        if not scene.turn:
            return _("Before the first round")
        return _("Turn of {name}").format(name=scene.fighter(scene.turn).name)

    def _notes(self, scene: Scene, made: Planned) -> list[str]:
        return [sentence(each) for each in sceneacts.notes(self.game, scene, made)]

    def _line(
        self,
        scene: Scene,
        made: Planned,
        drawn: Drawn[int],
        texts: Iterable[str],
        findings: tuple[LoggedFinding, ...] = (),
        *,
        secret: bool,
    ) -> LogEntry:
        by = scene.fighter(made.by)
        who = _("{by} → {whom}").format(by=by.name, whom=scene.fighter(made.whom).name) if made.whom else by.name
        title = act_name(self.game.id, made.act.id)
        return self._keep(scene, title, who, by.file, drawn, texts, findings, secret=secret, side=by.side)

    def _keep(
        self,
        scene: Scene,
        title: str,
        who: str,
        character: str,
        drawn: Drawn[int],
        texts: Iterable[str],
        findings: tuple[LoggedFinding, ...] = (),
        *,
        secret: bool = False,
        side: str = "",
        throws: Sequence[LoggedThrow] = (),
    ) -> LogEntry:
        """Add a line with the name of the scene to the log. Return the line with its id.

        Its dice were rolled by `who` of `side`, unless `throws` names several.
        """
        dice = logged_dice(self.game.id, drawn.throw)
        by_hand = bool(dice) and not drawn.number
        where = _("{scene}, round {n}").format(scene=scene.name or _("Scene"), n=scene.round)
        sides = dict.fromkeys(each.side for each in scene.fighters)
        names = ((one, ", ".join(each.name for each in scene.fighters if each.side == one)) for one in sides)
        throws = throws or [LoggedThrow(_("{who}: {act}").format(who=who, act=title), side, len(dice), character)]
        known = {each.text for each in findings}
        rest = (LoggedFinding(f"line-{n}", each) for n, each in enumerate(texts, 1) if each not in known)
        entry = LogEntry(
            at=self.dice.clock(),
            who=who[:200],
            character_id=character,
            title=_("{where}: {act}").format(where=where, act=title),
            dice=dice,
            findings=(*findings, *rest),
            tags=(*((BY_HAND,) if by_hand else ()), *((HIDDEN,) if secret else ())),
            evening=drawn.evening,
            number=drawn.number,
            request=LoggedRound(where, tuple(names), tuple(throws), scene.id).request,
            game=self.game.id,
        )
        return self.journal.keep(entry)

    def _put(self, name: str, after: Scene, merge: str = "", *, files: bool = True) -> bool:
        return self._apply(name, partial(_given, after), merge, files=files)

    def _apply(self, name: str, edit: Callable[[Scene], Scene], merge: str = "", *, files: bool = True) -> bool:
        if self.document.read_only:
            self.journal.refused.emit(reason("read-only-scene"))
            return False
        self._writes_files = files
        try:
            return self.document.attempt(name, edit, self.journal.refused.emit, merge)
        finally:
            self._writes_files = True

    def _follow(self, change: Change[Any]) -> None:
        """Write a step's changes of characters to their files. If the step is undone, strike out its lines."""
        if not change.name:
            self.current = None
        else:
            before = {mark for each in change.before.steps for mark in each.marks}
            after = {mark for each in change.after.steps for mark in each.marks}
            gone, here = dict.fromkeys(before - after, True), dict.fromkeys(after - before, False)
            if change.undone:
                self.current = None
            elif self.due:
                self._rebase()
            if change.undone or here:
                self.journal.follow_lines({**gone, **here})
            if self._writes_files:
                self._write(change)
        self.changed.emit()

    def _rebase(self) -> None:
        """If the scene changes, for example by a new fighter, use it for the dice that are still due.

        The dice are removed if one of their fighters is gone, or if an offer was accepted, because the price of the
        offer is already paid.
        """
        now = self.current
        if now is None or now.made is None:
            return
        there = {"", *(each.id for each in self.scene.fighters)}
        kept = not now.choices.values and {now.made.by, now.made.whom, now.made.roller} <= there
        self.current = replace(now, before=self.scene) if kept else None

    def _write(self, change: Change[Any]) -> None:
        known = {each.id: each.character for each in change.before.fighters if each.file}
        for each in change.after.fighters:
            was = known.get(each.id)
            path = self._file_of(each.file) if each.file and was is not None and was != each.character else None
            if path is None:
                continue
            try:
                self._files.apply(path, change.name, partial(sceneacts.merged, before=was, after=each.character))
            except NOT_DONE as error:
                self.journal.report(error)

    def _tell(self, before: Scene, secret: bool) -> None:
        """Tell the players what has changed for the fighters whom they can see."""
        scene = self.scene
        happened = []
        for each in scene.fighters:
            was = next((one for one in before.fighters if one.id == each.id), None)
            if was is not None and not each.hidden:
                said = changes_text(self.game, self.book, before.with_(fighters=(was,)), scene.with_(fighters=(each,)))
                happened += [(each.file, " ".join(said))] if said else []
        self.told.emit(_("Round {n}").format(n=scene.round), tuple(happened), secret)


def _given(after: Scene, _before: Scene) -> Scene:
    return after
