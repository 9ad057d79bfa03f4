"""The fight of the window on other devices: what its players see of it, and what their fighters may do.

The window plays the fight. What a seat chooses runs through the same objects as the buttons of the window.
"""

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QObject, Signal

from bones_desktop.document.bones.fightdocument import FightDocument
from bones_desktop.play.bones.fightanswers import (
    damage_answers,
    dice_to_lose,
    how_word,
    losing,
    names_of,
    use_text,
    uses_of,
)
from bones_desktop.play.bones.fightlog import PlayersMessage, effects_of
from bones_desktop.play.bones.fightplay import FightPlay
from bones_desktop.play.journal import Journal
from bones_desktop.rules.bones.book.character import ItemKind
from bones_desktop.rules.bones.fight import roundedits
from bones_desktop.rules.bones.fight.chips import NONE
from bones_desktop.rules.bones.fight.doings import check_declared
from bones_desktop.rules.bones.fight.fighters import Declaration, Fighter, How, Round, health, is_able
from bones_desktop.rules.bones.fight.roster import Fight, choose, declare, sides
from bones_desktop.rules.bones.fight.roundedits import OpenThrow, throws_of, undeclared
from bones_desktop.rules.bones.fight.roundreading import Phase, RoundReading, read_round
from bones_desktop.rules.bones.fight.suggestions import complete
from bones_desktop.rules.reasons import Reason
from bones_desktop.rules.records import replace
from bones_desktop.seats.characterseat import SeatChoice, SeatRefused, choice_id, indices_of, places_of, refusals
from bones_desktop.seats.lines import Content
from bones_desktop.seats.messages import Choose, Settings
from bones_desktop.storage.log.logentry import LogEntry
from bones_desktop.wording.glances import health_word
from bones_desktop.wording.language import _
from bones_desktop.wording.names import numbered_name, short_name
from bones_desktop.wording.reasons import sentence
from bones_desktop.wording.table import skill_name

FIGHTING: Final = "fight"
"""First part of the ids of choices in a fight or a scene, and the group of these choices."""
_ATTACKS: Final = (How.MELEE, How.MISSILE, How.UNARMED, How.MAGIC)
_OF_DAMAGE: Final = (Phase.ABSORB, Phase.SOAK, Phase.LOSE)
_ANY: Final = "any"
"""Answer that leaves the weapon open."""


class Arena(QObject):
    """A fight or a scene for seats."""

    changed = Signal()
    """Emitted when the view or the choices may have changed."""
    lined = Signal(object)
    """A TableLine. Emitted with a line that the arena has taken, when the reasons for its dice are known."""

    def __init__(self, journal: Journal, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._journal = journal
        self._refused: list[Reason] = []
        journal.refused.connect(self._refused.append)

    def _tell_changed(self) -> None:
        self.changed.emit()

    @property
    @abstractmethod
    def hidden_names(self) -> set[str]:
        """The names of fighters whom players do not see."""

    @property
    @abstractmethod
    def seen(self) -> set[str]:
        """The names and the ids of the characters of the fighters whom players see."""

    @abstractmethod
    def view(self, own: Collection[str], *, gm: bool) -> Content:
        """Return the message with the sides, for the seat of the characters in `own`; without a title for no fight."""

    @abstractmethod
    def choices(self, character: str, *, gm: bool) -> Iterator[SeatChoice]:
        """Yield what the fighter of a character may do now, and for the GM what moves everybody on."""

    def takes(self, entry: LogEntry) -> bool:
        """Take a line of the log that `lined` shows. Return False for all other lines."""
        del entry
        return False

    def act(self, tag: str, do: Callable[[], object]) -> None:
        """Act on behalf of a seat. New lines of the log get the tag. Raise SeatRefused if the rules refuse the act."""
        self._refused.clear()
        with refusals():
            self._journal.tags = (tag,)
            try:
                do()
            finally:
                self._journal.tags = ()
        if self._refused:
            raise SeatRefused(sentence(self._refused[0]), self._refused[0].rule)

    @property
    @abstractmethod
    def _part(self) -> tuple[object, ...]:
        """What a choice belongs to: later, the same choice has another id."""

    def _choice(
        self,
        kind: str,
        text: str,
        do: Callable[..., object],
        *of: object,
        needs: Content | None = None,
        tone: str = "",
        why_not: str = "",
        asked: Callable[[Settings], Sequence[Content]] | None = None,
        hand: Callable[[Choose], Sequence[Content]] | None = None,
    ) -> SeatChoice:
        """Return a choice of the fight. Its id depends on `kind`, on its text and on `of`."""
        id = choice_id(f"{FIGHTING}-{kind}", *self._part, text, *of)
        choice = SeatChoice(id, text, do, tone=tone, group=FIGHTING, why_not=why_not)
        return replace(choice, needs=needs, asked=asked, hand=hand)


class FightArena(Arena):
    """A fight of BONES for seats."""

    def __init__(self, document: FightDocument, play: FightPlay, parent: QObject | None = None) -> None:
        super().__init__(play.journal, parent)
        self._document, self._play = document, play
        self._message: PlayersMessage | None = None
        """The last message to the players."""
        self._of = ""
        """Id of the fight that the message belongs to."""
        self._planned: tuple[Round, Mapping[str, Mapping[str, tuple[str, ...]]]] | None = None
        """A round and the suggestions for it, which take long in large fights."""
        play.told.connect(self._keep_message)
        document.changed.connect(self._tell_changed)

    def _keep_message(self, message: PlayersMessage) -> None:
        self._message, self._of = message, self._document.fight.id
        self.changed.emit()

    @property
    def hidden_names(self) -> set[str]:
        """The names of fighters whom players do not see."""
        return {each.name for each in self._document.fight.encounter.fighters if each.hidden}

    @property
    def seen(self) -> set[str]:
        """The names and the ids of the characters of the fighters whom players see."""
        there = [each for each in self._document.fight.encounter.fighters if not each.hidden]
        return {part for each in there for part in (each.name, each.character.id)}

    def view(self, own: Collection[str], *, gm: bool) -> Content:
        """Return the message `fight`: the round, the sides, and what the last round did."""
        fight, reading = self._document.fight, self._document.reading
        fighters, title = self._seen(gm=gm), _("Round {n}").format(n=fight.encounter.round)
        if fight.ended or not fighters:
            is_kept = fight.secret and fight.encounter.fighters and not fight.ended
            told = (title, _("The game master keeps this round secret.")) if is_kept else ("", "")
            return {"kind": "fight", "title": told[0], "text": told[1], "sides": []}
        message = self._message
        waiting = {each.who for each in reading.questions} if reading is not None else set[str]()
        waiting |= {each.id for each in undeclared(fight)}
        happened = [*message.happened] if message is not None and self._of == fight.id else []
        if reading is not None:
            # Who answers damage has to know what it does.
            asked = {each.who for each in reading.questions if each.phase in _OF_DAMAGE}
            answering = {who for who in asked if fight.files.get(who) in own}
            happened += [(who.id, words) for who, words in effects_of(fight, reading) if who.id in answering]
        return {
            "kind": "fight",
            "title": title,
            "text": " ".join(words if words.endswith(".") else f"{words}." for _id, words in happened),
            "sides": [
                {
                    "name": _("Side {side}").format(side=side),
                    "fighters": [
                        {
                            "name": short_name(each.name),
                            # Only the GM's devices show hidden fighters.
                            "state": " · ".join(
                                (health_word(health(each.now)), *([_("hidden")] if each.hidden else []))
                            ),
                            "own": fight.files.get(each.id) in own,
                            "waits": each.id in waiting,
                        }
                        for each in fighters
                        if each.side == side
                    ],
                }
                for side in sides(fight)
                if any(each.side == side for each in fighters)
            ],
        }

    def _seen(self, *, gm: bool) -> list[Fighter]:
        """Return the fighters that a seat sees. The GM sees all of them.

        In a secret round players see nobody. Even their own choices would tell who attacks, and how well.
        """
        fight = self._document.fight
        return [each for each in fight.encounter.fighters if gm or not (each.hidden or fight.secret)]

    def choices(self, character: str, *, gm: bool) -> Iterator[SeatChoice]:
        """Yield declarations, rolls, uses of successes and answers to damage of the character's fighter."""
        fight, reading = self._document.fight, self._document.reading
        if fight.ended or self._document.read_only or not self._seen(gm=gm):
            return
        for fighter in fight.encounter.fighters:
            if fight.files.get(fighter.id) == character:
                yield from self._of_fighter(fight, fighter, reading)
        if gm and fight.encounter.fighters and reading is not None:
            if self._document.open_throws:
                yield self._choice("all", _("Roll for everyone who has not"), self._play.throw, tone="good")
            if reading.questions:
                yield self._choice("suggest-all", _("Suggest the rest"), self._play.suggest, tone="good")
            why_not = _("Some choices are still open.") if reading.questions else ""
            yield self._choice("close", _("Close round"), self._play.close, tone="good", why_not=why_not)

    @property
    def _part(self) -> tuple[object, ...]:
        return self._document.fight.id, self._document.fight.encounter.round

    def _of_fighter(self, fight: Fight, fighter: Fighter, reading: RoundReading | None) -> Iterator[SeatChoice]:
        who = fighter.id
        if is_able(fighter.character) and who not in fight.thrown:
            yield from self._declaring(fight, fighter)
        throws = throws_of(self._document.open_throws, (who,))
        if throws:
            dice = [die for each in throws for die in each.dice]
            shown = [
                {"n": n, "name": numbered_name(n - 1, die.label), "faces": [face.code for face in die.faces]}
                for n, die in enumerate(dice, 1)
            ]
            # One choice for the host's dice and for real ones: without faces the host rolls.
            needs = {"kind": "face", "words": "", "dice": shown}
            tone = "good" if any(each.who == who for each in fight.round.declarations) else ""
            yield self._choice(
                "roll", _("Roll for the round"), partial(self._roll, throws), who, needs=needs, tone=tone
            )
        if reading is not None and who in reading.wounds:
            yield from self._allotting(fight, fighter, reading)
            yield from self._answering(fight, fighter, reading)

    # --- declaring ----------------------------------------------------------------------------------------------------

    def _declaring(self, fight: Fight, fighter: Fighter) -> Iterator[SeatChoice]:
        who, names = fighter.id, names_of(fight)
        seen = [each for each in fight.encounter.fighters if not each.hidden and is_able(each.character)]
        foes = [each for each in seen if each.side != fighter.side]
        said = [each for each in fight.round.declarations if each.who == who]
        now = said[0] if said else None
        how, whom = (now.how.value, now.whom) if now is not None else ("", "")
        tone = "" if said else "good"
        if foes:
            weapons = [fighter.character.equipment[place] for place in fighter.at_hand]
            armed = [each.name for each in weapons if each.kind is ItemKind.WEAPON]
            fields = [
                _field("how", _("Action"), {each.value: how_word(each) for each in _ATTACKS}, how),
                _field("whom", _("Target"), {each.id: names[each.id] for each in foes}, whom),
            ]
            if len(armed) > 1:
                any_ = {_ANY: _("Any suitable equipment")}
                fields.append(_field("weapon", _("Equipment"), {**any_, **dict(zip(armed, armed, strict=True))}))
            attack = _("Attack…")
            if now is not None and now.whom:
                attack = _("Attack: {how}, {whom}…").format(how=how_word(now.how), whom=names.get(now.whom, ""))
            yield self._choice("attack", attack, partial(self._attack, who), who, needs=_fields(fields), tone=tone)
        book = self._document.rulebook
        task = [
            _field("skill", _("Skill"), {each.id: skill_name(book, each.id) for each in book.skills}),
            _field("difficulty", _("Difficulty"), {each.id: each.name for each in book.difficulties}),
        ]
        defend, move = partial(self._plain, who, How.NONE), partial(self._plain, who, How.MOVE)
        yield self._choice("defend", _said(_("Only defend"), how == How.NONE), defend, who)
        yield self._choice("move", _said(_("Move"), how == How.MOVE), move, who)
        do = partial(self._task, who)
        yield self._choice("task", _said(_("A task…"), how == How.TASK), do, who, needs=_fields(task))

    def _attack(self, who: str, given: Choose) -> None:
        settings = given.set or {}
        weapon = str(settings.get("weapon", _ANY))
        self._declare(
            Declaration(
                who=who,
                how=How(_among(settings.get("how"), [each.value for each in _ATTACKS])),
                whom=_among(settings.get("whom"), [each.id for each in self._document.fight.encounter.fighters]),
                weapon="" if weapon == _ANY else weapon,
            )
        )

    def _plain(self, who: str, how: How) -> None:
        self._declare(Declaration(who=who, how=how))

    def _task(self, who: str, given: Choose) -> None:
        settings, book = given.set or {}, self._document.rulebook
        skill = _among(settings.get("skill"), [each.id for each in book.skills])
        difficulty = _among(settings.get("difficulty"), [each.id for each in book.difficulties])
        self._declare(Declaration(who=who, how=How.TASK, skill=skill, difficulty=difficulty))

    def _declare(self, declaration: Declaration) -> None:
        def edit(fight: Fight) -> Fight:
            fight = declare(fight, declaration.who, [declaration])
            check_declared(self._document.rulebook, fight.round, (declaration.who,))
            return fight

        name = names_of(self._document.fight)[declaration.who]
        self._document.apply(_("{who} declares").format(who=name), edit)

    def _roll(self, throws: tuple[OpenThrow, ...], given: Choose) -> None:
        indices = None
        if given.faces is not None:
            indices = indices_of([len(die.faces) for each in throws for die in each.dice], given.faces)
        self._play.throw(throws, indices)

    # --- successes and damage -----------------------------------------------------------------------------------------

    def _allotting(self, fight: Fight, fighter: Fighter, reading: RoundReading) -> Iterator[SeatChoice]:
        who, names, legal = fighter.id, names_of(fight), uses_of(reading, fighter.id)
        rolled = reading.chips.get(who, ())
        waiting = {chip for chips in rolled for chip in chips.unplaced if legal.get(chip)}
        # The program has placed successes with one use.
        several = {chip for chip, words in legal.items() if len(words) > 1}
        placed = {chip for chips in rolled for chip in chips.chips if chip.use and chip in several}
        if not waiting and not placed:
            return
        fields, suggested = [], self._suggested(fight.round).get(who, {})
        for chip in (chip for chips in rolled for chip in chips.chips if chip in waiting | placed):
            uses = {word: use_text(*_parted(word), names) for word in (*legal[chip], NONE)}
            die = _("Die {n}, {face}") if chip.place.isdigit() else "{face}"
            words = [each for each in suggested.get(chip.place, ()) if not each.startswith(roundedits.AS)]
            first = words[chip.number] if chip.number < len(words) else f"{chip.use} {chip.whom}".strip()
            fields.append(_field(f"{chip.place}.{chip.number}", die.format(n=chip.place, face=chip.face), uses, first))
        text, tone = (_("Place successes…"), "good") if waiting else (_("Place successes otherwise…"), "")
        place = partial(self._place, who)
        yield self._choice("allot", text, place, who, fields, needs=_fields(fields), tone=tone)
        if waiting:
            suggest = partial(self._place_as_suggested, who)
            yield self._choice("suggest", _("Place them as suggested"), suggest, who, len(waiting))

    def _suggested(self, round_: Round) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
        """Return the program's suggestions for all successes, by fighter and place."""
        if self._planned is None or self._planned[0] is not round_:
            self._planned = round_, complete(self._document.rulebook, round_).choices.allot
        return self._planned[1]

    def _place_as_suggested(self, who: str) -> None:
        # The player decides about damage later, when it is known.
        def edit(fight: Fight) -> Fight:
            return choose(fight, "allot", who, self._suggested(fight.round)[who])

        self._document.apply(_("Suggested choices"), edit)

    def _place(self, who: str, given: Choose) -> None:
        wanted = {key: str(word) for key, word in (given.set or {}).items()}

        def edit(fight: Fight) -> Fight:
            for key, word in wanted.items():
                # Each use may change the uses that are left, so the round is read again.
                reading = read_round(self._document.rulebook, fight.round)
                legal = uses_of(reading, who)
                found = next((each for each in legal if f"{each.place}.{each.number}" == key), None)
                if found is not None and word in {*legal[found], NONE}:
                    fight = roundedits.place(fight, reading, legal, found, word)
            return fight

        self._document.apply(_("Allot a success"), edit)

    def _answering(self, fight: Fight, fighter: Fighter, reading: RoundReading) -> Iterator[SeatChoice]:
        who, book = fighter.id, self._document.rulebook
        answers = list(damage_answers(book, fight, reading, who))
        decided = {each.part for each in answers if each.chosen}
        for answer in answers:

            def press(name: str = answer.name, edit: Callable[..., Fight] = answer.edit) -> None:
                self._document.apply(name, partial(edit, who=who))

            text = _said(answer.text, answer.chosen)
            tone = "" if answer.part in decided else "danger"
            yield self._choice("answer", text, press, who, answer.id, tone=tone)
        choice = dice_to_lose(fight, reading, who)
        if choice.usual:
            dice, n = fighter.with_(character=fighter.now).dice(book), len(choice.usual)
            shown = [
                {
                    "n": place + 1,
                    "name": numbered_name(place, dice[place].label),
                    "faces": [face.code for face in dice[place].faces],
                    "state": "ok",
                }
                for place in choice.among
            ]
            needs: Content = {"kind": "dice", "words": _("Choose {n}.").format(n=n), "dice": shown}
            needs |= {"usual": [each + 1 for each in choice.usual], "fixed": [], "least": n, "most": n}
            text = _("Choose dice to lose: {n}…") if choice.waits else _("Lose other dice: {n}…")
            lose = partial(self._lose, who)
            yield self._choice("lose", text.format(n=n), lose, who, needs=needs, tone="danger" if choice.waits else "")

    def _lose(self, who: str, given: Choose) -> None:
        book, dice = self._document.rulebook, places_of(given)

        def edit(fight: Fight) -> Fight:
            return losing(book, fight, read_round(book, fight.round), who, dice)

        self._document.apply(_("Choose dice to lose"), edit)


def _said(text: str, chosen: bool) -> str:
    return _("✓ {answer}").format(answer=text) if chosen else text


def _field(id: str, name: str, choices: dict[str, str], first: str = "") -> Content:
    """Return one question of a choice. `first` is the proposed answer, if it is one of the choices."""
    keys = [{"key": key, "name": text[:1].upper() + text[1:]} for key, text in choices.items()]
    start = first if first in choices else next(iter(choices), "")
    return {"id": id, "name": name, "kind": "choice", "first": start, "least": 0, "most": 0, "choices": keys}


def _fields(fields: list[Content]) -> Content:
    return {"kind": "fields", "words": "", "fields": fields}


def _among(given: object, known: list[str]) -> str:
    """Return an answer that is one of the known ones. Raise SeatRefused for any other."""
    if given not in known:
        raise SeatRefused(_("Choose one of the answers offered."))
    return str(given)


def _parted(word: str) -> tuple[str, str]:
    use, _space, whom = word.partition(" ")
    return use, whom
