"""The command that plays a scene of a smaller game from a description: who is there, and what they do.

Dice without faces are rolled from the seed. What an act offers is taken at once by the suggested fighter, unless the
description says otherwise.
"""

import argparse
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random, SystemRandom
from typing import Any, Final

from bones_desktop.cli.games import ended, faces_given, findings_json, next_wave, of_id, taken
from bones_desktop.cli.roundfields import (
    GivenAct,
    GivenScene,
    GivenSceneFighter,
    GivenTaken,
    Pairs,
    read_file,
)
from bones_desktop.cli.sceneroster import fighters_of, worded
from bones_desktop.cli.terminal import CommandError, print_answer
from bones_desktop.play.answers import act_answers, house_answers, pairs, roll_answers
from bones_desktop.rules import sceneacts, scenes
from bones_desktop.rules.acts import Act, Answers, ParameterKind, Value
from bones_desktop.rules.dice import Die
from bones_desktop.rules.games import DieResult, Plan, fallen_again, shown
from bones_desktop.rules.reading import Proposal, Reading
from bones_desktop.rules.reasons import RulesError, reason
from bones_desktop.rules.records import replace
from bones_desktop.rules.scenes import OpeningRoll, Planned, Scene, SceneFighter, SceneOffer
from bones_desktop.rules.typedtext import AnswerError, one_line, whole_number
from bones_desktop.storage.games import SMALL_GAMES, StoredGame, game_of
from bones_desktop.wording.language import _
from bones_desktop.wording.reasons import sentence, suggested
from bones_desktop.wording.scenes import act_name, changes_text, fighter_text, offer_text

_MOST_WAVES: Final = 60
_LONGEST: Final = 400
_BEFORE: Final = frozenset({"surprise", "initiative", "condition"})
"""Acts that do not begin the first round."""
Faces = dict[str, list[list[int]]]


def run_scene(given: argparse.Namespace) -> int:
    """Print the steps of a scene and the state of everybody after it."""
    try:
        return _run(given)
    except AnswerError as error:
        raise CommandError(one_line(str(error))[:_LONGEST]) from None


def _run(given: argparse.Namespace) -> int:
    path = Path(given.file)
    described = read_file(path, GivenScene)
    stored = game_of(described.game)
    if stored is None or stored.game.scene is None:
        known = ", ".join(each.game.id for each in SMALL_GAMES)
        raise CommandError(
            _("game: there is no game {game!r} with scenes; there are {known}.").format(
                game=described.game[:40], known=known
            )
        )
    seed = SystemRandom().getrandbits(32) if described.seed is None else described.seed
    player = _Player(stored, Random(seed), path.absolute().parent)  # noqa: S311 (dice that the same seed rolls again)
    for number, each in enumerate(described.who, 1):
        player.join(f"who.{number}", each)
    player.set_house(house_answers(stored.game.house, given.house))
    for number, act in enumerate(described.acts, 1):
        try:
            player.play(act)
        except (AnswerError, RulesError) as error:
            said = sentence(error.reason) if isinstance(error, RulesError) else str(error)
            # In the file the answers and faces are fields, not arguments.
            said = said.replace("--set ", "set.").replace("--faces ", "faces.")
            raise CommandError(_("acts.{number}: {said}").format(number=number, said=said)) from None
    player.end()
    return print_answer(given, {"game": stored.game.id, "seed": str(seed), **player.answer()}, player.lines(seed))


class _Player:
    """Plays the described acts one after another."""

    def __init__(self, stored: StoredGame[Any, Any], rng: Random, folder: Path) -> None:
        self._stored = stored
        self._game, self._book = stored.game, stored.book
        self._rules = scenes.rules_of(stored.game)
        self._rng = rng
        self._folder = folder
        self._steps: list[dict[str, Any]] = []
        self._opening_faces: dict[str, Faces] = {}
        self._scene: Scene = self._rules.scene()

    def join(self, place: str, given: GivenSceneFighter) -> None:
        """Add the described fighters. Raise CommandError with `place` for a mistake."""
        try:
            for each in fighters_of(self._stored, self._folder, place, given):
                self._scene = sceneacts.joined(self._game, self._book, self._scene, each)
        except RulesError as error:
            raise CommandError(f"{place}: {sentence(error.reason)}") from None

    def set_house(self, said: Mapping[str, Value]) -> None:
        """Let all characters play by these house rules."""
        for each in self._scene.fighters if said else ():
            who = each.character
            for id, value in said.items():
                who = self._game.with_field(self._book, who, id, value) if who is not None else None  # type: ignore[arg-type]
            self._scene = self._scene.putting(each.with_(character=who))

    # Acts and rolls.

    def play(self, given: GivenAct) -> None:
        """Play one act. Raise CommandError or RulesError if it cannot be done."""
        act = given.act or given.roll
        if not act:
            raise CommandError(_("name the act or the roll."))
        if given.act == "initiative":
            by, faces = self._opener(given.by), faces_given(_pairs(given.faces))
            # Without faces the round rolls by itself.
            self._opening_faces |= {by: faces} if faces else {}
            return
        if given.act not in _BEFORE:
            self.begin()
        match act:
            case "next":
                before = self._scene
                self._scene = scenes.turned(self._game, self._book, before)
                self._open()
                turn = self._scene.turn
                text = [self._round_text()] if self._scene.round > before.round else []
                self._tell("next", self._scene.fighter(turn).name if turn else "", text=text, before=before)
            case "round":
                before = self._scene
                self._scene = scenes.begun(self._game, self._book, before)
                self._tell("round", text=[self._round_text()], before=before)
                self._open()
            case "condition":
                self._condition(given)
            case _:
                self._act(given, act)

    def _opener(self, name: str) -> str:
        """Return who rolls for initiative under `name`, now or in the next round: a side, `EVERYONE`, or a fighter."""
        rounds = (self._scene, scenes.begun(self._game, self._book, self._scene))
        due = {each.by for scene in rounds for each in self._rules.openings(self._book, scene)}
        return name if name in due else self._id("by", name)

    def _round_text(self) -> str:
        return sentence(reason("scene-round", n=self._scene.round))

    def begin(self) -> None:
        """Begin the first round and make its rolls, unless a round has begun."""
        if not self._scene.round:
            self._scene = scenes.begun(self._game, self._book, self._scene)
            self._open()

    def end(self) -> None:
        """Begin the first round if no act did. Raise CommandError if dice given for initiative were not rolled."""
        self.begin()
        for by in self._opening_faces:
            name = next((each.name for each in self._scene.fighters if each.id == by), by)
            raise CommandError(
                _("initiative: nothing was rolled with the faces of {value}.").format(value=name[:60] or "everyone")
            )

    def _open(self) -> None:
        """Make the rolls that the round needs before its first turn."""
        while self._scene.round and not self._scene.turn:
            openings = self._rules.openings(self._book, self._scene)
            if not openings:
                break
            for each in openings:
                self._opened(each)
        self._scene = scenes.ready(self._game, self._book, self._scene)

    def _opened(self, opening: OpeningRoll) -> None:
        before = self._scene
        faces = self._opening_faces.pop(opening.by, {})
        try:
            fallen, _reading = self._fall(opening.plan, faces, {})
            ended(faces)
        except CommandError as error:
            raise CommandError(f"initiative: {error}".replace("--faces ", "faces.")) from None
        self._scene, said = scenes.opened(self._game, self._book, before, opening, fallen)
        by = before.fighter(opening.by).name if any(each.id == opening.by for each in before.fighters) else opening.by
        text = [sentence(each) for each in said]
        self._tell("initiative", by, roll=opening.roll, text=text, fallen=fallen, before=before)

    def _condition(self, given: GivenAct) -> None:
        said = dict(pairs(_pairs(given.set), "set"))
        id, rounds = said.get("condition", ""), whole_number(said.get("rounds", "0"))
        if id not in self._rules.conditions or rounds is None or not 0 <= rounds <= 1_000:
            known = ", ".join(self._rules.conditions)
            raise CommandError(_("set.condition is one of {known}, with rounds from 0 to 1000.").format(known=known))
        before = self._scene
        by = self._id("by", given.by)
        self._scene = sceneacts.with_condition(before, by, id, rounds, on=said.get("on", "yes") == "yes")
        self._tell("condition", given.by, before=before)

    def _act(self, given: GivenAct, act: str) -> None:
        by = self._id("by", given.by)
        self._scene = sceneacts.in_turn(self._game, self._book, self._scene, by, act)
        known = {each.id for each in self._rules.acts(self._book, self._scene, self._scene.fighter(by))}
        self._check_take(given.take, known)
        if act in known:
            self._of_scene(given, by, act, {}, take=given.take)
        elif given.roll:
            self._raw_roll(given, by)
        else:
            self._raw_act(given, by, known)

    def _of_scene(
        self, given: GivenAct | GivenTaken, by: str, act: str, filled: Mapping[str, Value], *, take: object = True
    ) -> None:
        """Do an act of the scene with its dice, and note or take its offers."""
        before = self._scene
        said = dict(pairs(_pairs(given.set), "set"))
        if given.whom:
            said["whom"] = self._target(by, act, given.whom)
        elif "whom" in filled:
            said["whom"] = str(filled["whom"])
        form = sceneacts.form(self._game, self._book, before, by, act)
        # An offer fills in answers that the description leaves out, and some that the roll does not ask for.
        values = Answers({**filled, **act_answers(form, _worded(form, filled) | said).values})
        made = sceneacts.planned(self._game, self._book, before, by, act, values)
        notes = [sentence(each) for each in sceneacts.notes(self._game, before, made)]
        self._made(given, made, act, notes, take)

    def _made(self, given: GivenAct | GivenTaken, made: Planned, act: str, notes: list[str], take: object) -> None:
        """Roll the dice of a planned act, apply their result, and note or take its offers."""
        before, faces = self._scene, faces_given(_pairs(given.faces))
        fallen: tuple[DieResult, ...] = ()
        reading: Reading | None = None
        indices: tuple[int, ...] = ()
        if made.plan is not None:
            choose = pairs(_pairs(given.choose), "choose") if isinstance(given, GivenAct) else {}
            fallen, reading = self._fall(made.plan, faces, choose, made)
        elif made.thrown is not None:
            indices = self._indices(made.thrown.thrown, faces)
            fallen = tuple(shown(die, index) for die, index in zip(made.thrown.thrown, indices, strict=True))
        ended(faces)
        there = {each.id for each in self._scene.offers}
        self._scene = sceneacts.settled(self._game, self._book, self._scene, made, reading, indices)
        step = self._tell(
            act,
            before.fighter(made.by).name,
            before.fighter(made.whom).name if made.whom else "",
            roll=made.plan.roll if made.plan is not None else "",
            text=notes,
            fallen=fallen,
            reading=reading,
            before=before,
        )
        for each in [each for each in self._scene.offers if each.id not in there]:
            self._offered(each, step, take)

    def _check_take(self, take: object, known: set[str]) -> None:
        """Raise CommandError for an id in `take` that no act of a scene can offer."""
        known = known | {each.id for each in self._game.acts(self._book, self._game.new(""))}
        unknown = next((each for each in take if each not in known), None) if isinstance(take, dict) else None
        if unknown is not None:
            words = _("take.{unknown}: no act offers this.{perhaps}")
            raise CommandError(words.format(unknown=unknown[:40], perhaps=suggested(unknown, known)))

    def _target(self, by: str, act: str, name: str) -> str:
        """Return the id of the target by name. Raise CommandError if the act cannot have this target."""
        id, scene = self._id("whom", name), self._scene
        deed = sceneacts.act_of(self._game, self._book, scene, by, act)
        if id not in {each.id for each in sceneacts.targets(scene, deed, scene.fighter(by))}:
            why = (
                _("{name} cannot be the target of {act}").format(name=name[:60], act=act)
                if deed.at
                else _("{act} has no target").format(act=act)
            )
            raise CommandError(_("whom: {why}.").format(why=why))
        return id

    def _offered(self, offer: SceneOffer, step: dict[str, Any], take: object) -> None:
        """Note an offer in its step, and take it unless the description says otherwise."""
        text = offer_text(self._game.id, self._scene, offer)
        whom = [self._scene.fighter(each).name for each in offer.whom]
        step["offers"].append({"kind": offer.kind, "what": offer.what, "whom": whom, "text": text, **_more(offer)})
        said = take.get(offer.what, True) if isinstance(take, dict) else take
        if said is False:
            return
        details = said if isinstance(said, GivenTaken) else GivenTaken(whom=said if isinstance(said, str) else "")
        taker = self._id(f"take.{offer.what}", details.whom) if details.whom else offer.whom[0]
        if taker not in offer.whom:
            raise CommandError(
                _("take.{what}: {whom} cannot take it; {names} can.").format(
                    what=offer.what, whom=details.whom[:60], names=", ".join(whom)
                )
            )
        before = self._scene
        try:
            self._scene = sceneacts.taken(self._game, self._book, before, offer.id, taker)
        except RulesError as error:
            if details.whom:
                raise
            # Nobody asked for this offer, so it stays open.
            step["text"].append(sentence(error.reason))
            return
        step["taken"].append({"what": offer.what, "whom": before.fighter(taker).name})
        if offer.kind == "roll":
            filled: dict[str, Value] = {**offer.answers, "whom": taker}
            self._of_scene(details.model_copy(update={"whom": ""}), offer.by, offer.what, filled, take=take)
        else:
            step["text"] += changes_text(self._game, self._book, before, self._scene)

    def _raw_roll(self, given: GivenAct, by: str) -> None:
        """Make a roll of the game that is not an act of the scene."""
        figure = self._rules.figure(self._scene.fighter(by))
        roll = of_id(_("roll"), given.roll, self._game.rolls(self._book, figure))
        values = roll_answers(roll, dict(pairs(_pairs(given.set), "set")), "set")
        plan = self._game.plan(self._book, figure, roll.id, values)
        made = Planned(scenes.SceneAct(roll.id, "free", rolls=True), by, "", values, by, plan)
        self._made(given, made, roll.id, [sentence(each) for each in plan.notes], given.take)

    def _raw_act(self, given: GivenAct, by: str, known: set[str]) -> None:
        """Do an act of the game to a fighter."""
        id = self._id("whom", given.whom) if given.whom else by
        fighter = self._scene.fighter(id)
        acts = self._game.acts(self._book, fighter.character) if fighter.character is not None else ()
        act = next((each for each in acts if each.id == given.act), None)
        if act is None and fighter.character is not None:
            others = sorted(known | {each.id for each in acts})
            raise CommandError(
                _("there is no act {act!r}; there are {names}").format(act=given.act[:40], names=", ".join(others))
            )
        said = dict(pairs(_pairs(given.set), "set"))
        if act is None:
            number = whole_number(said.get("value", "1"))
            if given.act not in {"hurt", "injure", "heal", "treat"} or number is None or not 1 <= number <= 1_000:
                others = sorted(known | {"hurt", "heal"})
                raise CommandError(
                    _("a foe has no act {act!r}; there are {names}").format(act=given.act[:40], names=", ".join(others))
                )
            values = Answers({"value": number})
        else:
            faces, values = faces_given(_pairs(given.faces)), act_answers(act, said)
            thrown = next((each for each in act.parameters(values) if each.kind is ParameterKind.THROW), None)
            if thrown is not None:
                values = Answers({**values.values, thrown.id: self._indices(thrown.thrown, faces)})
            ended(faces)
        before = self._scene
        self._scene = sceneacts.done_to(self._game, self._book, before, id, Proposal(given.act, values))
        self._tell(given.act, self._scene.fighter(by).name, fighter.name if given.whom else "", before=before)

    def _fall(
        self, plan: Plan, faces: Faces, choose: Mapping[str, str], made: Planned | None = None
    ) -> tuple[tuple[DieResult, ...], Reading]:
        """Return the dice of a plan with all further waves, and their reading with the chosen offers."""

        def number(wave: int, dice: tuple[Die[Any], ...]) -> tuple[DieResult, ...]:
            if wave:
                next_wave(faces, dice)
            return tuple(shown(die, at, wave) for die, at in zip(dice, self._indices(dice, faces), strict=True))

        fallen = number(0, plan.dice)
        choices = self._chosen(self._game.read(plan, fallen, Answers()), choose, made)
        reading = self._game.read(plan, fallen, choices)
        for wave in range(1, _MOST_WAVES):
            due = tuple(die for must in reading.must for die in must.dice)
            if not due:
                break
            fallen = fallen_again(fallen, number(wave, due))
            reading = self._game.read(plan, fallen, choices)
        return fallen, reading

    def _indices(self, dice: tuple[Die[Any], ...], faces: Faces) -> tuple[int, ...]:
        """Return the indexes of the faces of dice: the given faces, or faces rolled from the seed if none are given."""
        return tuple(taken(faces, dice) if faces else (self._rng.randrange(len(die.faces)) for die in dice))

    def _chosen(self, reading: Reading, choose: Mapping[str, str], made: Planned | None) -> Answers:
        """Return the accepted offers of a reading. The fighter who rolled pays their price."""
        values: dict[str, Value] = {}
        for name, text in choose.items():
            found = next((each for each in reading.offers if each.command == name), None)
            number = {"yes": 1, "no": 0}.get(text, whole_number(text))
            if found is None or number is None or not 0 <= number <= max(1, found.cost):
                known = ", ".join(each.command for each in reading.offers) or "none"
                raise CommandError(
                    _("choose.{name}={text} is not possible here; offers: {known}.").format(
                        name=name[:40], text=text[:40], known=known
                    )
                )
            if number and found.why_not is not None:
                raise RulesError(found.why_not)
            values[name] = number
            pays = number and made is not None and self._scene.fighter(made.roller).character is not None
            if pays and made is not None and found.does is not None:
                paid = {"value": number} if found.cost else {}
                does = replace(found.does, answers=Answers({**found.does.answers.values, **paid}))
                self._scene = sceneacts.done_to(self._game, self._book, self._scene, made.roller, does)
        return Answers(values)

    def _id(self, place: str, name: str) -> str:
        """Return the id of a fighter by name, ignoring case. Raise CommandError if there is none."""
        for each in self._scene.fighters:
            if each.name.casefold() == name.strip().casefold() or each.id == name:
                return str(each.id)
        if not name.strip():
            raise CommandError(_("{place}: give the name of a fighter.").format(place=place))
        perhaps = suggested(name, (each.name for each in self._scene.fighters))
        raise CommandError(
            _("{place}: nobody here is called “{name}”.{perhaps}").format(place=place, name=name[:60], perhaps=perhaps)
        )

    # The answer.

    def _tell(
        self,
        act: str,
        by: str = "",
        whom: str = "",
        *,
        roll: str = "",
        text: list[str] | None = None,
        fallen: tuple[DieResult, ...] = (),
        reading: Reading | None = None,
        before: Scene,
    ) -> dict[str, Any]:
        findings = reading.findings if reading is not None else ()
        said = [*(text or []), *(sentence(each.reason) for each in findings)]
        step: dict[str, Any] = {
            "round": self._scene.round,
            "by": by,
            "whom": whom,
            "act": act,
            "roll": roll,
            "text": [*said, *changes_text(self._game, self._book, before, self._scene)],
            "findings": findings_json(findings),
            "dice": [
                {"group": each.die.group, "wave": each.wave, "face": each.number, "live": each.counts}
                for each in fallen
            ],
            "offers": [],
            "taken": [],
        }
        self._steps.append(step)
        return step

    def answer(self) -> dict[str, Any]:
        """Return the order, the steps, and the state of everybody."""
        scene = self._scene
        return {
            "round": scene.round,
            "turn": scene.fighter(scene.turn).name if scene.turn else "",
            "order": [scene.fighter(each).name for each in scene.order],
            "steps": self._steps,
            "state": {each.name: self._state(each) for each in scene.fighters},
        }

    def _state(self, fighter: SceneFighter) -> dict[str, Any]:
        found = scenes.tracks(self._game, self._book, fighter)
        return {
            "side": fighter.side,
            "state": scenes.state(self._game, self._book, fighter),
            "tracks": [
                {"id": each.id, "boxes": each.boxes, "marked": each.marked, "state": each.state} for each in found
            ],
            "conditions": [{"id": each.id, "rounds": each.rounds} for each in fighter.conditions],
            "initiative": list(fighter.initiative),
            "declared": fighter.declared,
        }

    def lines(self, seed: int) -> Iterator[str]:
        """Yield the steps and states for people."""
        yield sentence(reason("round-seed", "DICE-8", seed=str(seed)))
        for step in self._steps:
            name = act_name(self._game.id, step["act"])
            who = f"{step['by']} → {step['whom']}" if step["whom"] else step["by"]
            yield f"{who}: {name}" if who else name
            yield from (f"  {each}" for each in step["text"])
            for offer in step["offers"]:
                took = next((each["whom"] for each in step["taken"] if each["what"] == offer["what"]), "")
                state = (
                    _("taken by {took}").format(took=took)
                    if took
                    else _("open: {names}").format(names=", ".join(offer["whom"]))
                )
                yield f"  {offer['text']} – {state}"
        for fighter in self._scene.fighters:
            boxes = scenes.tracks(self._game, self._book, fighter)[0]
            state = fighter_text(self._game, self._book, fighter)
            yield f"{fighter.name} ({fighter.side}): {boxes.marked}/{boxes.boxes}, {state}"


def _more(offer: SceneOffer) -> dict[str, Any]:
    """Return the numbers that an offer sets: its value, rounds and margin, as far as they are present."""
    return {id: value for id, value in offer.answers.items() if id in {"value", "rounds", "margin"}}


def _pairs(given: Pairs) -> list[str]:
    """Return answers or faces as NAME=VALUE."""
    return list(given) if isinstance(given, list) else [f"{name}={worded(value)}" for name, value in given.items()]


def _worded(form: Act[Scene], filled: Mapping[str, Value]) -> dict[str, str]:
    """Return the answers that an offer gives to questions of its roll, written as in a description."""
    asked = {each.id: each for each in form.parameters(Answers(filled))}
    found = {}
    for id, value in filled.items():
        if id in asked:
            found[id] = ("no", "yes")[int(value == 1)] if asked[id].kind is ParameterKind.YES_NO else str(value)
    return found
