"""The scene of a smaller game on other devices: whose turn it is, and what a fighter may do in it."""

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QObject

from bones_desktop.play.answers import act_answers, act_questions
from bones_desktop.play.journal import mark_of
from bones_desktop.play.sceneplay import ScenePlay, SceneThrow
from bones_desktop.rules import sceneacts
from bones_desktop.rules.acts import Act, Answers
from bones_desktop.rules.dice import Die
from bones_desktop.rules.records import replace
from bones_desktop.rules.scenes import Scene, SceneAct, SceneFighter, SceneOffer
from bones_desktop.seats.characterseat import SeatChoice, SeatRefused, fields_of, indices_of, texts_of
from bones_desktop.seats.fightarena import FIGHTING, Arena
from bones_desktop.seats.gameseat import reading_choices, unrolled
from bones_desktop.seats.lines import Content, TableLine, line_of, with_reading
from bones_desktop.seats.messages import Choose, Settings
from bones_desktop.storage.log.logentry import LogEntry
from bones_desktop.wording.language import _
from bones_desktop.wording.scenes import act_name, fighter_text, offer_text, round_text


class SceneArena(Arena):
    """A scene for seats."""

    def __init__(self, play: ScenePlay, parent: QObject | None = None) -> None:
        super().__init__(play.journal, parent)
        self._play = play
        self._happened: tuple[str, ...] = ()
        self._held: list[LogEntry] = []
        """Lines whose dice are not on the tray yet."""
        self._waves: list[LogEntry] = []
        """Lines of the roll on the tray."""
        self._shown: SceneThrow | None = None
        """The roll as devices show it."""
        play.told.connect(self._keep)
        play.thrown.connect(self._show_held)
        play.changed.connect(self._show_changed)
        play.changed.connect(self._tell_changed)
        play.document.changed.connect(self._tell_changed)

    def _keep(self, _title: str, happened: tuple[tuple[str, str], ...], secret: bool) -> None:
        self._happened = (_("Secret roll"),) if secret else tuple(words for _id, words in happened)
        self.changed.emit()

    def takes(self, entry: LogEntry) -> bool:
        """Take lines with dice of the scene: the reasons for the dice are known once these are on the tray."""
        if not entry.dice or entry.round is None or entry.round.of != self._play.scene.id:
            return False
        places = [place for place, each in enumerate(self._waves) if mark_of(each) == mark_of(entry)]
        for place in places:
            self._waves[place] = entry
            self._tell_roll()
        if not places:
            self._held.append(entry)
        return True

    def _show_held(self, now: SceneThrow) -> None:
        """Show the lines of a roll as one, with the dice of all its waves."""
        if _goes_on(now):
            return
        held, self._held, self._shown = self._held, [], now
        own = [each for each in held if now.reading is not None and mark_of(each) in now.marks]
        for each in held:
            if each not in own:
                self.lined.emit(line_of(each))
        self._waves = [*(each for each in self._waves if mark_of(each) in now.marks), *own]
        self._tell_roll(again=len(self._waves) > len(own))

    def _show_changed(self) -> None:
        """Show a roll again that is read otherwise, for example after an offer was accepted."""
        now = self._play.current
        if now is None or now is self._shown or _goes_on(now):
            return
        if self._waves and mark_of(self._waves[0]) in now.marks:
            self._shown = now
            self._tell_roll()

    def _tell_roll(self, *, again: bool = True) -> None:
        now, waves = self._shown, [line_of(each).content for each in self._waves]
        if now is None or now.reading is None or not waves:
            return
        dice = [{**die, "wave": n} for n, wave in enumerate(waves) for die in wave["dice"]]
        draws = [draw for wave in waves for draw in wave["draws"]]
        content = {**waves[0], "dice": dice, "draws": draws, "by_hand": now.by_hand, "again": again}
        content = with_reading(content, now.reading.dice, now.reading.findings, now.reading.steps)
        self.lined.emit(TableLine(self._waves[0], content, tuple(self._waves)))

    @property
    def hidden_names(self) -> set[str]:
        """The names of fighters whom players do not see."""
        return {each.name for each in self._play.scene.fighters if each.hidden}

    @property
    def seen(self) -> set[str]:
        """The names and the ids of the characters of the fighters whom players see."""
        return {part for each in self._play.scene.fighters if not each.hidden for part in (each.name, each.file)} - {""}

    def view(self, own: Collection[str], *, gm: bool) -> Content:
        """Return the message `scene`: the round, whose turn it is, and what the last act did."""
        play, scene = self._play, self._play.scene
        seen: list[SceneFighter] = [each for each in scene.fighters if gm or not each.hidden]
        if not seen:
            return {"kind": "scene", "title": "", "text": "", "sides": []}
        title = round_text(play.game, scene) if scene.round else scene.name or _("Scene")
        return {
            "kind": "scene",
            "title": title,
            "text": " ".join(self._happened),
            "sides": [
                {
                    "name": _("Side {side}").format(side=side),
                    "fighters": [
                        {
                            "name": each.name,
                            "state": "  ·  ".join(
                                filter(None, (fighter_text(play.game, play.book, each), each.declared))
                            ),
                            "own": bool(each.file) and each.file in own,
                            "waits": each.id == scene.turn,
                        }
                        for each in seen
                        if each.side == side
                    ],
                }
                for side in scene.sides
                if any(each.side == side for each in seen)
            ],
        }

    def choices(self, character: str, *, gm: bool) -> Iterator[SeatChoice]:
        """Yield the offers and the acts of the character's fighter; for the GM also the next turn."""
        play, scene = self._play, self._play.scene
        if play.document.read_only:
            return
        for fighter in scene.fighters:
            if fighter.file == character:
                yield from self._of_fighter(scene, fighter)
        if gm and scene.fighters:
            text = _("Next turn") if scene.turn else _("Next round")
            yield self._choice("next", text, play.next_turn, scene.round, scene.turn, tone="good")

    @property
    def _part(self) -> tuple[object, ...]:
        return (self._play.scene.id,)

    def _of_fighter(self, scene: Scene, fighter: SceneFighter) -> Iterator[SeatChoice]:
        play = self._play
        for offer in scene.offers:
            if fighter.id in offer.whom and (offer.by == fighter.id or offer.kind != "roll"):
                text = offer_text(play.game.id, scene, offer)
                take = partial(self._take, offer, fighter.id)
                yield self._choice("offer", text, take, offer.id, tone="good")
        now = play.current
        if now is not None and now.made is not None and now.made.roller == fighter.id and now.reading is not None:
            for each in reading_choices(play, now.reading, now.marks):
                tone = "good" if each.needs else ""
                yield replace(each, id=f"{FIGHTING}-{each.id}", group=FIGHTING, tone=tone)
        is_turn = not play.rules.in_order or scene.turn in {"", fighter.id}
        for act in play.rules.acts(play.book, scene, fighter):
            # Out of turn only a reaction is possible, and the window's GM allows everything else.
            if is_turn or act.cost == "reaction":
                yield self._act(scene, fighter, act)

    def _act(self, scene: Scene, fighter: SceneFighter, offered: SceneAct) -> SeatChoice:
        play = self._play
        act = sceneacts.form(play.game, play.book, scene, fighter.id, offered.id)
        every, fields = act.parameters(act.fitted(Answers())), self._questions(act, {})
        has_dice = offered.rolls or any(each.thrown for each in every)
        text = act_name(play.game.id, act.id)
        needs: Content = {"kind": "fields", "words": text, "fields": fields}
        return self._choice(
            "act",
            text,
            partial(self._do, act, fighter.id),
            *(scene.round, scene.phase, scene.turn, fighter.id, act.id),
            needs=needs if fields or has_dice else None,
            asked=partial(self._questions, act),
            hand=partial(self._hand, act, fighter.id) if has_dice else None,
        )

    def _questions(self, act: Act[Any], given: Settings) -> list[Content]:
        asked = act_questions(act, texts_of(given))
        return fields_of(self._play.game.id, (each for each in asked if not each.optional))

    def _dice(self, act: Act[Any], by: str, given: Choose) -> Sequence[Die[Any]]:
        """Return the dice of an act. Raise RulesError or SeatRefused if it is not possible to roll them by hand."""
        play, answers = self._play, act_answers(act, texts_of(given.set), "")
        made = sceneacts.planned(play.game, play.book, play.scene, by, act.id, answers)
        if made.plan is None:
            return made.thrown.thrown if made.thrown is not None else ()
        if made.plan.hidden:
            raise SeatRefused(_("The dice are hidden: the program rolls them."))
        return made.plan.dice

    def _hand(self, act: Act[Any], by: str, given: Choose) -> list[Content]:
        return [unrolled(self._play.game.id, die) for die in self._dice(act, by, given)]

    def _do(self, act: Act[Any], by: str, given: Choose | None = None) -> None:
        answers, faces = act_answers(act, texts_of(given.set) if given is not None else {}, ""), None
        if given is not None and given.faces is not None:
            faces = indices_of([len(die.faces) for die in self._dice(act, by, given)], given.faces)
        self._play.act(by, act.id, answers, faces)

    def _take(self, offer: SceneOffer, whom: str) -> None:
        play = self._play
        found = play.take_offer(offer.id, whom)
        if found is not None:
            values = {id: value for id, value in found.values.items() if isinstance(value, int | str)}
            answers = sceneacts.proposed(play.game, play.book, play.scene, offer.by, offer.what, values)
            play.act(offer.by, offer.what, answers)


def _goes_on(now: SceneThrow) -> bool:
    """Return whether the program rolls further dice at once."""
    return now.reading is not None and bool(now.reading.must) and not now.by_hand
