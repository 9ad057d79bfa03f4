"""A character of one of the smaller games at the table."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

from bones_desktop.document.document import Document
from bones_desktop.play.gameplay import GamePlay
from bones_desktop.play.journal import Journal
from bones_desktop.play.sceneplay import ScenePlay
from bones_desktop.rules.acts import Answers
from bones_desktop.rules.dice import Die, die_name, shown_code
from bones_desktop.rules.games import DieResult, headline, in_brief
from bones_desktop.rules.reading import NextRoll, Reading
from bones_desktop.seats.characterseat import CharacterSeat, SeatChoice, SeatRefused, SeatRoom, choice_id, indices_of
from bones_desktop.seats.lines import Content, TableLine, die_content, line_of, with_reading
from bones_desktop.seats.messages import Choose
from bones_desktop.storage.games import StoredGame
from bones_desktop.storage.log.logentry import LoggedDie
from bones_desktop.wording.chances import percent
from bones_desktop.wording.games.words import brief_text, game_name
from bones_desktop.wording.language import _, dice_words
from bones_desktop.wording.reasons import sentence

_MOST_OUTCOMES: Final = 40


class GameSeat(CharacterSeat):
    """A character of a smaller game. Its table is a `GamePlay`."""

    def __init__(self, room: SeatRoom, path: Path, stored: StoredGame[Any, Any], value: object) -> None:
        """Open the character in `path`, which holds `value`. Raise errors like `CharacterSeat`."""
        super().__init__(room, path, stored, Document(value))
        self._use(Journal(room.log, self, self.files.is_saved))
        self.session.file_saved.connect(self.journal.settle)
        self.play = self.acts
        self.play.changed.connect(self.forget_choices)

    def _glance(self) -> Content:
        game = self.stored.game
        brief = [each for each in in_brief(game, self.stored.book, self.value) if each[1]]
        return {**super()._glance(), "brief": brief_text(game.id, brief)}

    def chances(self, roll: str, answers: Answers) -> Content:
        """Return chance, words and outcomes of a roll. Raise RulesError if it is not possible."""
        game = self.stored.game
        plan = self.play.planned(roll, answers)
        if plan.hidden:
            return {"why_not": "", "words": _("The dice are hidden, and so is the chance.")}
        odds = game.odds(plan)
        found, more = headline(game, odds), {}
        if found is not None:
            finding, mildest, chance = found
            more = {"chance": percent(chance), "words": game_name(game.id, "headline", mildest)}
        else:
            finding = next(iter(odds.findings), "")
        outcomes = [
            {"id": id, "name": game_name(game.id, "outcome", id), "chance": percent(chance)}
            for id, chance in odds.findings.get(finding, {}).items()
            if chance.num
        ]
        return {**more, "outcomes": outcomes[:_MOST_OUTCOMES], "notes": [sentence(each) for each in plan.notes]}

    def roll(self, roll: str, answers: Answers, faces: tuple[int, ...] | None, *, secret: bool) -> None:
        """Roll the dice, or use real dice with the face indices `faces`."""
        self.play.throw(roll, answers, faces, secret=secret)

    def hand(self, roll: str, answers: Answers) -> list[Content]:
        """Return the dice of a roll. Raise SeatRefused if the program hides some of them."""
        plan = self.play.planned(roll, answers)
        if plan.hidden:
            raise SeatRefused(_("The dice are hidden: the program rolls them."))
        return [self.die(each) for each in plan.dice]

    def after_roll(self, *, gm: bool) -> Iterator[SeatChoice]:
        """Yield the dice that are due, the offers of the roll, what it proposed, and the roll that usually follows."""
        del gm
        now = self.play.current
        if now is not None and now.reading is not None and now.lines[0].is_meant:
            key = now.lines[-1].id
            yield from reading_choices(self.play, now.reading, key)
            then = now.reading.then
            if then is not None and not self.play.due:
                name = game_name(self.stored.game.id, "roll", then.roll)
                roll = partial(self._throw_then, then)
                yield SeatChoice(choice_id("then", key), _("Next: {line}").format(line=name), roll)
        for each in self.play.proposals:
            words = self.play.proposal_words(each.proposal)
            take, dismiss = partial(self.play.take_proposal, each.id), partial(self.play.dismiss_proposal, each.id)
            yield SeatChoice(f"take-{each.id}", words, take, tone="danger")
            yield SeatChoice(f"dismiss-{each.id}", _("Dismiss"), dismiss, tip=words)

    def _throw_then(self, then: NextRoll) -> None:
        """Roll what usually follows. The reading gives some of the answers; the others are the usual ones."""
        asked = self._kind(then.roll).asked(then.answers)
        usual = {each.id: each.first for each in asked if not each.optional}
        self.play.throw(then.roll, Answers({**usual, **then.answers.values}))

    def die(self, die: Die[Any]) -> Content:
        """Return a die before it is rolled."""
        return {**unrolled(self.stored.game.id, die), "look": self.look}

    def _read(self, line: TableLine) -> TableLine:
        now = self.play.current
        if now is None or line.entry.id not in {each.id for each in now.lines}:
            return line
        waves = [line_of(each).content for each in now.lines]
        content = {
            **waves[0],
            "title": waves[-1]["title"],
            "dice": [self._die(each) for each in now.fallen],
            "draws": [draw for wave in waves for draw in wave["draws"]],
            "by_hand": waves[-1]["by_hand"],
            "again": line.content["again"] or line.entry.id != now.lines[0].id,
        }
        if now.reading is not None:
            content = with_reading(content, now.reading.dice, now.reading.findings, now.reading.steps, self.look)
        return TableLine(line.entry, content)

    def _die(self, fallen: DieResult) -> Content:
        die, index = fallen.die, fallen.die.faces.index(fallen.number)
        faces = tuple(shown_code(die, index) for index in range(len(die.faces)))
        logged = LoggedDie(named(self.stored.game.id, die), faces, index, die.group, die.key)
        return {**die_content(logged, index, fallen.wave), "counts": None if fallen.counts else 0}


def named(game: str, die: Die[Any]) -> str:
    """Return the name of a die of a game."""
    return die_name(die, game_name(game, "group", die.group))


def unrolled(game: str, die: Die[Any]) -> Content:
    """Return a die of a game before it is rolled."""
    faces = [shown_code(die, index) for index in range(len(die.faces))]
    return {"group": die.group, "name": named(game, die), "faces": faces}


def reading_choices(play: GamePlay | ScenePlay, reading: Reading, key: object) -> Iterator[SeatChoice]:
    """Yield the dice that a reading asks for next, rolled by the program or by hand, and its offers at each price."""
    game = play.game.id
    if play.due:
        words = sentence(reading.must[0].cause)
        dice = [{"n": n, **unrolled(game, die)} for n, die in enumerate(play.due, 1)]
        text = _("Roll {dice} next").format(dice=_counted(play.due))
        needs = {"kind": "face", "words": words, "dice": dice}
        yield SeatChoice(choice_id("due", key), text, partial(_throw_on, play), tip=words, needs=needs)
    for offer in reading.offers:
        name = game_name(game, "act", offer.command)
        for price in range(1, max(1, offer.cost) + 1):
            yield SeatChoice(
                choice_id("offer", key, offer.command, price),
                _("{offer} ({n})").format(offer=name, n=price) if offer.cost else name,
                partial(play.choose, offer.command, price),
                tip=sentence(offer.reason),
                why_not=sentence(offer.why_not) if offer.why_not is not None else "",
            )


def _throw_on(play: GamePlay | ScenePlay, given: Choose) -> None:
    sizes = [len(each.faces) for each in play.due]
    play.throw_on(None if given.faces is None else indices_of(sizes, given.faces))


def _counted(dice: Iterable[Die[Any]]) -> str:
    """Return dice as players write them: "2d6, 1d8"."""
    counts = Counter(die.label for die in dice)
    return dice_words(", ".join(f"{count}{label}" for label, count in counts.items()))
