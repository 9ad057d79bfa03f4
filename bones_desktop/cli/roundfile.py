"""The file that the command `round` reads: its fields, strictly, and the round it describes.

Every mistake is a CommandError that begins with the place in the file: "combatants.2.cast: …"; lists count from 1.
"""

import contextlib
import json
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, NoReturn, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from bones_desktop.cli.terminal import CommandError, plain
from bones_desktop.rules.bones.book.attempts import rulebook_for
from bones_desktop.rules.bones.book.character import Character, Kind
from bones_desktop.rules.bones.book.fields import fit_line
from bones_desktop.rules.bones.book.houserules import HouseRules
from bones_desktop.rules.bones.book.notation import ITEM_USES, find_difficulty, find_printed_die, find_task_skill
from bones_desktop.rules.bones.book.playstate import LostDie
from bones_desktop.rules.bones.book.rulebook import BlockKind, DieUse, PrintedDie, Rulebook, StatBlock
from bones_desktop.rules.bones.fight.fighters import Apart, Darkness, Encounter, Fighter, Posture
from bones_desktop.rules.bones.fight.roundchoices import (
    FALL,
    FATIGUE,
    HINDERING_DAMAGE,
    Absorbing,
    Declaration,
    How,
    Reroll,
    Round,
)
from bones_desktop.rules.bones.injury.belongings import add_item, hindering_from, item_from
from bones_desktop.rules.bones.making.blocks import character_from_block
from bones_desktop.rules.reasons import RulesError
from bones_desktop.rules.typedtext import closest, key
from bones_desktop.rules.values import UnfitError
from bones_desktop.wording.reasons import PERHAPS, sentence

if TYPE_CHECKING:
    from collections.abc import Callable

    from pydantic_core import ErrorDetails

T = TypeVar("T")
MOST_BYTES: Final = 4_000_000
_MOST_SEED: Final = 10**40
_NOBODY: Final = "0" * 32

Id = Annotated[str, Field(min_length=1, max_length=60, pattern=r"^\S+$")]
Line = Annotated[str, Field(max_length=200)]
Count = Annotated[int, Field(ge=0, le=1_000)]
Place = Annotated[int, Field(ge=1, le=1_000)]
FaceNumber = Annotated[int, Field(ge=1, le=6)]
Thrown = Annotated[list[FaceNumber | None], Field(max_length=1_000)]
Metres = Annotated[float, Field(ge=0, le=1_000_000, allow_inf_nan=False)]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class GivenMount(_Model):
    """What somebody rides."""

    war_trained: bool = False


class GivenFighter(_Model):
    """One of the combatants."""

    id: Id
    cast: Line | None = None
    beast: Line | None = None
    dice: Annotated[str, Field(max_length=20_000)] | None = None
    file: Annotated[str, Field(max_length=4_000)] | None = None
    kind: Literal["player", "cast", "beast", "horde"] | None = None
    side: Line = "A"
    at_hand: Annotated[list[Line], Field(max_length=40)] = []
    lost: Annotated[list[Place], Field(max_length=40)] | None = None
    below: Count | None = None
    hindering: Annotated[list[Line], Field(max_length=20)] | None = None
    magic_uses: Annotated[int, Field(ge=0, le=10_000)] | None = None
    spiffs: Annotated[int, Field(ge=0, le=10_000)] | None = None
    posture: Literal["standing", "prone", "mounted"] = "standing"
    on: Annotated[str, Field(max_length=60)] = ""
    mount: GivenMount | None = None
    size: Annotated[float, Field(gt=0, le=1_000, allow_inf_nan=False)] = 1
    flying_m: Metres = 0


class GivenDeclaration(_Model):
    """What somebody does."""

    who: Id
    how: Literal["melee", "missile", "unarmed", "magic", "mind", "move", "task", "coup", "none"]
    whom: Annotated[str, Field(max_length=60)] = ""
    weapon: Line = ""
    distance_m: Metres | None = None
    cover: Annotated[float, Field(ge=0, le=100, allow_inf_nan=False)] | None = None
    friends: Count | None = None
    skill: Line = ""
    difficulty: Line = ""
    nulls: Count | None = None
    evades: bool = False
    magnitude: Annotated[int, Field(ge=1, le=5)] | None = None


class GivenReroll(_Model):
    """A die thrown again; without a face it is thrown from the seed."""

    die: Place
    face: FaceNumber | None = None


class GivenReading(BaseModel):
    """How a face is read."""

    model_config = ConfigDict(extra="forbid", strict=True)
    reading: Annotated[str, Field(alias="as", min_length=1, max_length=60)]


class GivenAbsorbing(BaseModel):
    """An item given up for somebody's blow."""

    model_config = ConfigDict(extra="forbid", strict=True)
    item: Line
    by: Annotated[str, Field(alias="from", max_length=60)]


Word = Annotated[str, Field(min_length=1, max_length=80)] | GivenReading


class GivenRound(_Model):
    """The whole file."""

    combatants: Annotated[list[GivenFighter], Field(min_length=1, max_length=200)]
    darkness: Literal["none", "partial", "total"] = "none"
    apart: Annotated[dict[str, Metres], Field(max_length=20_000)] = {}
    declare: Annotated[list[GivenDeclaration], Field(max_length=1_000)] = []
    faces: dict[str, Thrown | dict[str, Thrown]] = {}
    reroll: dict[str, GivenReroll] = {}
    resist: dict[str, Thrown] = {}
    allot: dict[str, dict[str, Word | Annotated[list[Word], Field(max_length=40)]]] = {}
    absorb: dict[str, Annotated[list[GivenAbsorbing], Field(max_length=40)]] = {}
    soak: dict[str, Annotated[str, Field(max_length=60)]] = {}
    lose: dict[str, Annotated[list[Place], Field(max_length=1_000)]] = {}
    riders: dict[str, Annotated[list[Line], Field(max_length=20)]] = {}
    override: dict[str, Annotated[int, Field(ge=-1_000, le=100_000)] | bool] = {}
    seed: Annotated[int, Field(gt=-_MOST_SEED, lt=_MOST_SEED)] | None = None


def read_file(path: Path) -> GivenRound:
    """Return what a file describes; CommandError when it cannot be read or does not fit."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise CommandError(f"There is no file {path.name} in {path.absolute().parent}.") from None
    except (OSError, ValueError) as error:
        raise CommandError(f"{path.name} cannot be read: {getattr(error, 'strerror', None) or error}.") from None
    if len(content) > MOST_BYTES:
        raise CommandError(f"{path.name} is larger than {MOST_BYTES // 1_000_000} MB.")
    try:
        stored = json.loads(content.decode("utf-8-sig"), parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        where = f"line {error.lineno}: " if isinstance(error, json.JSONDecodeError) else ""
        raise CommandError(
            f"{path.name} is not JSON: {where}{getattr(error, 'msg', None) or 'too deep or not UTF-8'}."
        ) from None
    try:
        return GivenRound.model_validate(stored)
    except (ValidationError, RecursionError) as error:
        if not isinstance(error, ValidationError):
            raise CommandError(f"{path.name} is too deep.") from None
        # Of the kinds a value might be of, what is wrong deepest inside is what was meant.
        first = max(error.errors(include_url=False), key=lambda each: len(_place(stored, each).split(".")))
        place = _place(stored, first) or path.name
        raise CommandError(f"{place}: {first['msg']}.") from None


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is no number")


def _place(stored: Any, mistake: "ErrorDetails") -> str:  # noqa: ANN401 (JSON)
    """Return where a mistake is, as people count; what pydantic adds about kinds is left out."""
    found: list[str] = []
    at = stored
    for step in mistake["loc"]:
        if isinstance(at, list) and isinstance(step, int) and step < len(at):
            found.append(str(step + 1))
            at = at[step]
        elif isinstance(at, dict) and (step in at or (mistake["type"] == "missing" and step == mistake["loc"][-1])):
            found.append(str(step)[:60])
            at = at.get(step)
    return ".".join(found)


class RoundMaker:
    """Makes the round that a file describes."""

    def __init__(self, rulebook: Rulebook, given: GivenRound, folder: Path, rng: Random) -> None:
        self._given = given
        self._folder = folder
        self._rng = rng
        characters = [self._character(rulebook, number, each) for number, each in enumerate(given.combatants, 1)]
        self.house_rules = next(
            (
                made.house_rules
                for made, each in zip(characters, given.combatants, strict=True)
                if each.file is not None
            ),
            HouseRules(),
        )
        self.rulebook = rulebook_for(rulebook, self.house_rules)
        self._fighters: dict[str, Fighter] = {}
        for number, (each, character) in enumerate(zip(given.combatants, characters, strict=True), 1):
            if each.id in self._fighters:
                raise CommandError(f"combatants.{number}.id: {each.id} is there already.")
            self._fighters[each.id] = self._fighter(number, each, character)

    def round(self) -> Round:
        """Return the round as it is described, with nothing thrown or suggested."""
        given = self._given
        faces, hordes = self._faces()
        return _at(
            "",
            lambda: Round(
                encounter=Encounter(
                    fighters=tuple(self._fighters.values()),
                    darkness=Darkness(given.darkness),
                    apart=tuple(self._apart(pair, metres) for pair, metres in given.apart.items()),
                    house_rules=self.house_rules,
                ),
                declarations=tuple(self._declaration(number, each) for number, each in enumerate(given.declare, 1)),
                faces=faces,
                horde_faces=hordes,
                rerolls={who: self._reroll(each) for who, each in given.reroll.items()},
                resist={who: tuple(each) for who, each in given.resist.items()},
                allot={
                    who: {place.strip(): _words(said) for place, said in places.items()}
                    for who, places in given.allot.items()
                },
                absorb={who: tuple(self._absorbing(who, each) for each in all_) for who, all_ in given.absorb.items()},
                soak={who: self._cause(who, cause) for who, cause in given.soak.items()},
                lose={who: tuple(each) for who, each in given.lose.items()},
                riders={
                    who: tuple(self._die(f"riders.{who}", name, DieUse.HINDERING) for name in names)
                    for who, names in given.riders.items()
                },
                override={name: int(n) for name, n in given.override.items()},
            ),
        )

    def _faces(self) -> tuple[dict[str, Any], dict[str, Any]]:
        faces, hordes = {}, {}
        for who, thrown in self._given.faces.items():
            fighter = self._fighters.get(who)
            if isinstance(thrown, dict):
                if fighter is not None and not fighter.is_horde:
                    raise CommandError(f"faces.{who}: only a horde throws anew for each opponent.")
                for opponent in thrown:
                    if opponent not in self._fighters:
                        raise CommandError(f"faces.{who}.{opponent[:60]}: nobody here is called so.")
                hordes[who] = {opponent: tuple(each) for opponent, each in thrown.items()}
            elif fighter is not None and fighter.is_horde:
                raise CommandError(f"faces.{who}: a horde's faces go by opponent.")
            else:
                faces[who] = tuple(thrown)
        return faces, hordes

    def _reroll(self, given: GivenReroll) -> Reroll:
        return Reroll(die=given.die, face=given.face or self._rng.randrange(6) + 1)

    # --- who fights ---------------------------------------------------------------------------------------------------

    def _character(self, rulebook: Rulebook, number: int, given: GivenFighter) -> Character:
        place = f"combatants.{number}"
        named = [name for name in ("cast", "beast", "dice", "file") if getattr(given, name) is not None]
        if len(named) != 1:
            raise CommandError(f"{place}: give one of cast, beast, dice and file.")
        if given.file is not None:
            from bones_desktop.cli.characters import character_in

            beside = self._folder / given.file
            try:
                character = character_in(str(beside if beside.exists() else given.file))
            except (CommandError, ValueError, OSError) as error:
                raise CommandError(f"{place}.file: {error}") from None
        elif given.dice is not None:
            character = _at(f"{place}.dice", lambda: _written(rulebook, given.dice or ""))
        else:
            kinds = {BlockKind.CAST} if given.cast is not None else {BlockKind.BEAST, BlockKind.HORDE}
            block = _block(rulebook, f"{place}.{named[0]}", given.cast or given.beast or "", kinds)
            character = character_from_block(rulebook, block, _NOBODY)
        if given.kind is not None:
            character = character.with_(kind=Kind(given.kind))
        if not character.dice:
            raise CommandError(f"{place}: whoever fights has dice.")
        return character

    def _fighter(self, number: int, given: GivenFighter, character: Character) -> Fighter:
        place = f"combatants.{number}"
        character = character.with_(house_rules=self.house_rules)
        if given.lost is not None:
            if max(given.lost, default=0) > len(character.dice):
                raise CommandError(f"{place}.lost: there is no die {max(given.lost)}.")
            character = character.with_(lost=tuple(LostDie(die=die - 1) for die in dict.fromkeys(given.lost)))
        if given.below is not None:
            character = character.with_(excess_damage=given.below)
        if given.spiffs is not None:
            character = character.with_(spiffs=given.spiffs)
        if given.hindering is not None:
            dice = [self._die(f"{place}.hindering", name, DieUse.HINDERING) for name in given.hindering]
            character = character.with_(hindering=tuple(hindering_from(self.rulebook.die(die)) for die in dice))
        if given.magic_uses is not None:
            safe = _safe_level(character)
            beyond = max(0, given.magic_uses - safe)
            character = character.with_(recent_magic=given.magic_uses, magic_beyond=beyond)
        character, at_hand = self._armed(place, given, character)
        if given.on and all(each.id != given.on for each in self._given.combatants):
            raise CommandError(f"{place}.on: nobody here is called {given.on}.")
        return _at(
            place,
            lambda: Fighter(
                id=given.id,
                character=character,
                side=given.side,
                at_hand=at_hand,
                posture=_posture(given),
                on=given.on,
                war_trained=given.mount is not None and given.mount.war_trained,
                size=given.size,
                flying_m=given.flying_m,
            ),
        )

    def _armed(self, place: str, given: GivenFighter, character: Character) -> tuple[Character, tuple[int, ...]]:
        """Return the character with what is at hand for this fight, and where it is among the equipment."""
        at_hand: list[int] = []
        for number, name in enumerate(given.at_hand, 1):
            own = (
                at for at, item in enumerate(character.equipment) if at not in at_hand and key(item.name) == key(name)
            )
            at = next(own, None)
            if at is None:
                printed = self.rulebook.die(self._die(f"{place}.at_hand.{number}", name, ITEM_USES))
                same = (
                    at
                    for at, item in enumerate(character.equipment)
                    if at not in at_hand and item.printed == printed.id
                )
                at = next(same, None)
                if at is None:
                    character = self._with_item(f"{place}.at_hand.{number}", character, printed, name)
                    at = len(character.equipment) - 1
            at_hand.append(at)
        if given.dice is not None:
            # What a text names beside the dice is at hand as well, whether it is named again or not.
            at_hand += [at for at in range(len(character.equipment)) if at not in at_hand]
        return character, tuple(at_hand)

    @staticmethod
    def _with_item(place: str, character: Character, printed: PrintedDie, name: str) -> Character:
        """Return the character with one more item, called as the file calls it: "Chain", "Crossbow"."""
        return _at(place, lambda: add_item(character, item_from(printed).with_(name=fit_line(name))))

    def _die(self, place: str, name: str, use: Any) -> str:  # noqa: ANN401 (one use or several)
        return _at(place, lambda: find_printed_die(self.rulebook, name, use)).id

    def _apart(self, pair: str, metres: float) -> Apart:
        ids = pair.split()
        if len(ids) != 2 or any(each not in self._fighters for each in ids):
            raise CommandError(f"apart.{pair[:60]}: name two combatants with a space between.")
        return Apart(a=ids[0], b=ids[1], metres=metres)

    # --- what they do -------------------------------------------------------------------------------------------------

    def _declaration(self, number: int, given: GivenDeclaration) -> Declaration:
        place = f"declare.{number}"
        skill = difficulty = ""
        if given.skill:
            skill = _at(f"{place}.skill", lambda: find_task_skill(self.rulebook, given.skill))
        if given.difficulty:
            difficulty = _at(f"{place}.difficulty", lambda: find_difficulty(self.rulebook, given.difficulty)).id
        return Declaration(
            who=given.who,
            how=How(given.how),
            whom=given.whom,
            weapon=self._weapon(given),
            distance_m=given.distance_m,
            cover=None if given.cover is None else int(given.cover),
            friends=given.friends,
            skill=skill,
            difficulty=difficulty,
            nulls=given.nulls,
            evades=given.evades,
            magnitude=given.magnitude,
        )

    def _weapon(self, given: GivenDeclaration) -> str:
        """Return the weapon's own name, where it is at hand under another: "Crossbow" for the printed die it is."""
        fighter = self._fighters.get(given.who)
        if not given.weapon or fighter is None:
            return given.weapon
        items = [fighter.character.equipment[at] for at in fighter.at_hand]
        own = next((item.name for item in items if key(item.name) == key(given.weapon)), "")
        if own:
            return own
        try:
            printed = find_printed_die(self.rulebook, given.weapon, ITEM_USES).id
        except RulesError:
            return given.weapon
        return next((item.name for item in items if item.printed == printed), given.weapon)

    def _cause(self, who: str, cause: str) -> str:
        """Return what damage is soaked of: somebody's blow, or what one does to oneself, also by one's own id."""
        if cause in self._fighters and cause != who:
            return cause
        if cause == who:
            return HINDERING_DAMAGE if self._fighters[who].character.hindering else FATIGUE
        found = {"poison": HINDERING_DAMAGE, "flaming": HINDERING_DAMAGE, "magic": FATIGUE}.get(key(cause), key(cause))
        if cause and found not in {HINDERING_DAMAGE, FATIGUE, FALL}:
            raise CommandError(f"soak.{who[:60]}: there is no damage by {cause}.")
        return found

    def _absorbing(self, who: str, given: GivenAbsorbing) -> Absorbing:
        fighter = self._fighters.get(who)
        if fighter is None:
            raise CommandError(f"absorb.{who[:60]}: nobody here is called so.")
        items = [(at, fighter.character.equipment[at]) for at in fighter.at_hand]
        printed = ""
        with contextlib.suppress(RulesError):
            printed = find_printed_die(self.rulebook, given.item, ITEM_USES).id
        wanted = [at for at, item in items if key(item.name) == key(given.item)]
        wanted += [at for at, item in items if printed and item.printed == printed]
        if not wanted:
            raise CommandError(f"absorb.{who}: {given.item} is not at hand.")
        if given.by not in self._fighters:
            raise CommandError(f"absorb.{who}: nobody here is called {given.by}.")
        return Absorbing(item=wanted[0], by=given.by)


def _posture(given: GivenFighter) -> Posture:
    """Return how somebody stands; who is given a mount sits on it, unless he lies on the ground."""
    seated = given.mount is not None and given.posture == "standing"
    return Posture.MOUNTED if seated else Posture(given.posture)


def _words(said: Any) -> tuple[str, ...]:  # noqa: ANN401 (a word or several)
    words = said if isinstance(said, list) else [said]
    return tuple(
        f"as {'-'.join(word.reading.casefold().split())}" if isinstance(word, GivenReading) else " ".join(word.split())
        for word in words
    )


def _safe_level(character: Character) -> int:
    from bones_desktop.rules.bones.book.totals import safe_level

    return safe_level(character).value


def _written(rulebook: Rulebook, text: str) -> Character:
    """Return a player with the dice of a text; equipment named in it is carried."""
    from bones_desktop.storage.shelf.fighters import fighter_of_text

    character = fighter_of_text(rulebook, text, HouseRules()).character
    return character.with_(kind=Kind.PLAYER)


def _block(rulebook: Rulebook, place: str, name: str, kinds: set[BlockKind]) -> StatBlock:
    blocks = [block for block in rulebook.blocks if block.kind in kinds]
    wanted = key(name)
    for block in blocks:
        if wanted in {key(block.id), key(block.name)}:
            return block
    meant = closest(name, (block.name for block in blocks))
    perhaps = f" {PERHAPS.format(suggestion=meant)}" if meant else ""
    raise CommandError(f"{place}: there is no “{name[:60]}”.{perhaps}")


def _at(place: str, make: "Callable[[], T]") -> T:
    """Return what `make` makes; CommandError at a place of the file when the rules refuse it."""
    before = f"{place}: " if place else ""
    try:
        return make()
    except RulesError as error:
        raise CommandError(f"{before}{sentence(error.reason, plain)}") from None
    except UnfitError as error:
        raise CommandError(f"{before}{error}") from None
