"""A character of BONES at the table."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.document.portraits import portrait_url
from bones_desktop.play.bones.harm import die_name
from bones_desktop.play.bones.played import Played
from bones_desktop.play.bones.table import Table
from bones_desktop.play.followups import FollowUp
from bones_desktop.rules.acts import Act, Answers
from bones_desktop.rules.bones.book.attempts import CHARACTER, ITEM
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.game import request_from
from bones_desktop.rules.bones.injury import magic, spiffs
from bones_desktop.rules.bones.making.sheet import DieColumn, ItemColumn
from bones_desktop.rules.bones.making.standing import glance
from bones_desktop.rules.bones.reading.plays import EARNED_SUCCESS, outcome_odds
from bones_desktop.rules.bones.reading.requests import OWN_COUNT, Request, occasion_of
from bones_desktop.rules.chances import Chance
from bones_desktop.rules.dice import Die
from bones_desktop.rules.games import Roll
from bones_desktop.rules.reasons import RulesError
from bones_desktop.rules.records import replace
from bones_desktop.seats.characterseat import (
    CharacterSeat,
    SeatChoice,
    SeatRefused,
    SeatRoom,
    choice_id,
    indices_of,
    places_of,
)
from bones_desktop.seats.lines import Content, TableLine, with_reading
from bones_desktop.seats.messages import Choose
from bones_desktop.storage.games import StoredGame
from bones_desktop.wording.chances import percent, signed
from bones_desktop.wording.glances import state_words
from bones_desktop.wording.language import _
from bones_desktop.wording.names import numbered_name
from bones_desktop.wording.reasons import sentence
from bones_desktop.wording.table import outcome_shares, request_name, spiff_count

_ACTS: Final = frozenset({
    "blow", "treat", "rest", "heal", "use-magic", "magic-spared", "take-back-magic", "four-hours", "rest-magic",
    "spend", "season-action",
})  # fmt: skip
"""Acts that devices offer to everybody. The others belong to making a character, or to the window."""
_WHEN_POSSIBLE: Final = frozenset({
    "remedy", "cure", "survive", "magic-damage", "release", "counter", "rounds",
})  # fmt: skip
"""Acts that devices offer to everybody as long as they are possible, which is seldom."""
_GIVEN: Final = frozenset({"earn", "coins", "gain-asset", "lose-asset", "hinder", "regenerate", "revive"})
"""Acts that devices offer to a GM alone."""
_ELSEWHERE: Final = frozenset({"tracker", "add"})
"""Icons of follow-ups that lead to another page of the window."""


class BonesSeat(CharacterSeat):
    """A character of BONES. Its table is a `Table`, whose dice come to rest at once."""

    document: CharacterDocument

    def __init__(self, room: SeatRoom, path: Path, stored: StoredGame[Any, Any], value: Character) -> None:
        """Open the character in `path`, which holds `value`. Raise errors like `CharacterSeat`."""
        super().__init__(room, path, stored, CharacterDocument(room.rulebook, value))
        self.table = table = Table(self.document, room.log, room.dice, self.files, self)
        table.companions.present = room.companions
        self._use(table.journal)
        self.play, self.spiffs = table.play, table.spiffs
        for moved in (table.owed_changed, table.spiffs.relogged, table.spiffs.line_amended, table.companions.changed):
            moved.connect(self.forget_choices)

    # --- what the seat sees -------------------------------------------------------------------------------------------

    def _sheet(self) -> Content:
        sheet, who = self.document.sheet, self.document.character
        lists = (
            (_("Skills"), [f"{each.name} {each.cap}" for each in sheet.skills if each.allowed and each.cap]),
            (_("Hindering dice"), [each.name for each in sheet.hindering]),
            (_("Magic kept going"), [each.name for each in who.effects]),
            (_("Assets"), [each.name for each in who.assets]),
        )
        return {
            **super()._sheet(),
            "title": ", ".join(filter(None, (sheet.culture, sheet.background, *sheet.occupations))),
            "state": state_words(sheet.condition),
            "dice": [self._column(each) for each in sheet.dice if each.exists],
            "items": [self._column(each) for each in sheet.equipment],
            "lists": [{"name": name, "items": items} for name, items in lists if items],
            "spiffs": who.spiffs,
        }

    def _column(self, die: DieColumn | ItemColumn) -> Content:
        name, group, state = "", ITEM, "ok"
        if isinstance(die, ItemColumn):
            name = die.name
        else:
            name, group = numbered_name(die.number - 1, die.title), CHARACTER
            state = "held" if die.held else "lost" if die.lost else "ok"
        head = {"n": die.number, "name": name, "look": self.look, "group": group}
        codes, names = [each.code for each in die.faces], [each.name for each in die.faces]
        return {**head, "faces": codes, "names": names, "state": state}

    @property
    def faces(self) -> dict[str, str]:
        """The names of the faces of all dice that the character may roll."""
        sheet = self.document.sheet
        rows = [*(each.faces for each in sheet.dice), *(each.faces for each in sheet.equipment)]
        return {each.code: each.name for faces in rows for each in faces if each.code}

    @property
    def state(self) -> str:
        """The character's health in one word."""
        return state_words(self.document.sheet.condition)

    def _glance(self) -> Content:
        found = glance(self.document.rulebook, self.document.character)
        dice = [
            {"icon": each.face, "state": "held" if each.held else "lost" if each.lost else "ok"} for each in found.dice
        ]
        left = f"{found.condition.available}/{found.condition.owned}"
        head = {**super()._glance(), "portrait": portrait_url(self.document.character.portrait)}
        return {**head, "dice_left": left, "dice": dice, "look": self.look}

    def kinds(self) -> tuple[Roll, ...]:
        """Return the kinds of roll that the character has."""
        # A success can be bought only after the roll, for spiffs.
        return tuple(
            replace(roll, parameters=tuple(each for each in roll.parameters if each.id != "bought"))
            for roll in super().kinds()
        )

    def _request(self, roll: str, answers: Answers) -> Request:
        return request_from(self.document.rulebook, self.document.character, roll, answers)

    def chances(self, roll: str, answers: Answers) -> Content:
        """Return chance, words and outcomes of a roll. Raise RulesError if it is not possible."""
        request, book = self._request(roll, answers), self.document.rulebook
        odds, bought = self.play.prospect(request, None)
        if odds.net is None:
            return {"why_not": sentence(odds.reason) if odds.reason is not None else ""}
        if request.kind in OWN_COUNT:
            reached = outcome_odds(book, occasion_of(book, self.document.character, request), odds.net)
            shares = outcome_shares(request.kind, reached)
            likely = max(shares, key=lambda each: each[1].value)
            outcomes = [{"id": words, "name": words, "chance": percent(chance)} for words, chance in shares]
            words = _("{outcome}: {chance}").format(outcome=likely[0], chance=percent(likely[1]))
            return {"words": words, "outcomes": outcomes}
        outcomes = [
            {"id": str(net), "name": signed(net), "chance": percent(Chance(weight, odds.net.total))}
            for net, weight in odds.net
        ]
        found: Content = {"chance": percent(odds.success), "words": _("to succeed"), "outcomes": outcomes}
        return {**found, "bought": percent(bought)} if bought is not None else found

    # --- what the seat does -------------------------------------------------------------------------------------------

    def roll(self, roll: str, answers: Answers, faces: tuple[int, ...] | None, *, secret: bool) -> None:
        """Roll the dice, or use real dice with the face indices `faces`."""
        self.play.throw(self._request(roll, answers), None, faces, secret=secret)
        self.play.settle()

    def title(self, roll: str, answers: Answers) -> str:
        """Return the name of a roll, such as "Melee against Average"."""
        return request_name(self.document.rulebook, self._request(roll, answers))

    def hand(self, roll: str, answers: Answers) -> list[Content]:
        """Return the dice of a roll."""
        hand = self.play.hand(self._request(roll, answers), None)
        if not hand.eligibility.allowed:
            raise RulesError(hand.eligibility.reason)
        return [self.die(each) for each in hand.dice]

    def die(self, die: Die[Any]) -> Content:
        """Return a die before it is rolled."""
        faces = [face.code for face in die.faces]
        return {"group": die.group, "name": die.label, "look": self.look, "faces": faces}

    def _is_offered(self, act: Act[Any], *, gm: bool) -> bool:
        if act.id in _WHEN_POSSIBLE:
            return act.why_not_now(self.value) is None
        if act.id == "keep-going":
            return magic.bears_magic(self.value)
        return act.id in _ACTS or (gm and act.id in _GIVEN)

    def after_roll(self, *, gm: bool) -> Iterator[SeatChoice]:
        """Yield harm to take, healing and the like, uses of spiffs, and for the GM a veto."""
        played = self.play.played
        key = played.key if played is not None else ""
        seen = dict[str, int]()
        for each in self.table.follow_ups.all():
            # Only the GM decides what the players see, and whether a roll counts.
            of_gm = each.icon == "players" or (played is not None and not played.is_meant and each.icon == "undo")
            if each.icon in _ELSEWHERE or (of_gm and not gm):
                continue
            seen[each.text] = seen.get(each.text, 0) + 1
            yield self._follow_up(each, choice_id("after", key, each.text, seen[each.text]))
        if played is None:
            return
        yield from self._spiff_choices(played)
        if gm and played.standing is not None:
            yield SeatChoice(choice_id("veto", key, played.standing.key), _("GM veto"), self.spiffs.veto)

    @staticmethod
    def _follow_up(found: FollowUp, id: str) -> SeatChoice:
        def do(given: Choose) -> None:
            if found.ask is not None and given.dice is not None:
                found.ask.call(places_of(given))
            else:
                found.call()

        tone, ask = found.kind or ("good" if found.icon == "heal" else ""), found.ask
        if ask is None:
            return SeatChoice(id, found.text, found.call, tip=found.tip, tone=tone, why_not=found.why_not)
        dice = [{"n": each.die + 1, "name": each.name, "faces": list(each.codes), "state": "ok"} for each in ask.dice]
        needs = _dice_needed(ask.words, dice, ask.usual, ask.fixed, len(ask.usual))
        # The tip is about keys of the window.
        return SeatChoice(id, found.text, do, tone=tone, why_not=found.why_not, needs=needs)

    def _spiff_choices(self, played: Played) -> Iterator[SeatChoice]:
        words = {
            spiffs.REROLL: _("Re-roll a die · {spiffs}"),
            spiffs.ADDED_SUCCESS: _("One more success · {spiffs}"),
            EARNED_SUCCESS: _("Use one earned success ({n} left)"),
        }
        do: dict[str, Callable[..., object]] = {
            spiffs.REROLL: self._reroll,
            spiffs.ADDED_SUCCESS: self.spiffs.buy,
            EARNED_SUCCESS: self.spiffs.use_earned,
        }
        for offer in self.spiffs.offers():
            values = {"spiffs": spiff_count(offer.cost), "n": dict(offer.reason.values).get("n", 0)}
            yield SeatChoice(
                choice_id(offer.command, played.key, values),
                words[offer.command].format(**values),
                do[offer.command],
                tip=sentence(offer.reason),
                why_not=sentence(offer.why_not) if offer.why_not is not None else "",
                needs=self._to_reroll(played) if offer.command == spiffs.REROLL else None,
            )

    def _to_reroll(self, played: Played) -> Content:
        dice = [
            {**self.die(played.throw.dice[place]), "n": place + 1, "name": die_name(played, place), "state": "ok"}
            for place in self.spiffs.rerollable()
        ]
        return _dice_needed(_("Which die?"), dice, (), (), 1)

    def _reroll(self, given: Choose) -> None:
        played, places = self.play.played, places_of(given)
        if played is None or len(places) != 1 or places[0] not in self.spiffs.rerollable():
            raise SeatRefused(_("Choose one of the dice offered."))
        index = None
        if given.faces is not None:
            (index,) = indices_of([len(played.throw.dice[places[0]].faces)], given.faces)
        self.spiffs.reroll(places[0], index)
        self.play.settle()

    def _read(self, line: TableLine) -> TableLine:
        played = self.play.played
        if played is None or played.entry.id != line.entry.id or played.entry.at != line.entry.at:
            return line
        reading, other = played.reading.task.reading, played.reading.other
        dice = (*reading.dice, *(other.reading.dice if other is not None else ()))
        return replace(line, content=with_reading(line.content, dice, reading.findings, reading.steps, self.look))


def _dice_needed(words: str, dice: list[Content], usual: Sequence[int], fixed: Sequence[int], n: int) -> Content:
    chosen = {"usual": [die + 1 for die in usual], "fixed": [die + 1 for die in fixed]}
    return {"kind": "dice", "words": words, "dice": dice, **chosen, "least": n, "most": n}
