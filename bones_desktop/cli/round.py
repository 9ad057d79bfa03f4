"""The command that plays one round of a fight from a description, and the reader of that description."""

import argparse
import contextlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random, SystemRandom
from typing import Any, Final

from bones_desktop.cli.characters import character_in
from bones_desktop.cli.roundfields import (
    GivenAbsorbing,
    GivenDeclaration,
    GivenFighter,
    GivenReading,
    GivenRound,
    read_file,
)
from bones_desktop.cli.terminal import CommandError, print_answer
from bones_desktop.play.answers import house_answers
from bones_desktop.rules.acts import Value
from bones_desktop.rules.bones.book.attempts import rulebook_for
from bones_desktop.rules.bones.book.character import Character, CharacterKind, LostDie
from bones_desktop.rules.bones.book.characterdice import safe_level
from bones_desktop.rules.bones.book.notation import (
    ITEM_USES,
    find_block,
    find_difficulty,
    find_printed_die,
    find_task_skill,
)
from bones_desktop.rules.bones.book.rulebook import BlockKind, DieUse, HouseRules, Rulebook, StatBlock
from bones_desktop.rules.bones.fight.doings import check_declared
from bones_desktop.rules.bones.fight.fighters import (
    FALL,
    FATIGUE,
    HINDERING_DAMAGE,
    Absorbing,
    Apart,
    ChoiceError,
    Darkness,
    Declaration,
    Encounter,
    Fighter,
    How,
    Posture,
    Round,
    RoundReroll,
    resisting,
    told_apart,
)
from bones_desktop.rules.bones.fight.roundedits import throw_rest
from bones_desktop.rules.bones.fight.roundreading import RoundReading, read_round
from bones_desktop.rules.bones.fight.roundsteps import RoundStep
from bones_desktop.rules.bones.fight.suggestions import complete
from bones_desktop.rules.bones.game import HOUSE, with_switches
from bones_desktop.rules.bones.injury.injuries import hindering_from, take_up, under_house_rules
from bones_desktop.rules.bones.making.edits import character_from_block
from bones_desktop.rules.reasons import RulesError, reason
from bones_desktop.rules.typedtext import AnswerError, key, one_line
from bones_desktop.rules.values import UnfitError
from bones_desktop.storage.files.textfiles import is_there
from bones_desktop.storage.shelfentry import fighter_of_text
from bones_desktop.wording.files import fault_sentence, place_in_file
from bones_desktop.wording.glances import health_word
from bones_desktop.wording.language import _
from bones_desktop.wording.reasons import sentence, suggested

_NOBODY: Final = "0" * 32
_THROWS_TO_RESIST: Final = 2
_SET: Final = {"taken", "net", "attack", "defence"}
"""First parts of the names of overrides that set a number. Any other override allows what the rules refuse."""


class RoundMaker:
    """Creates the round that a file describes."""

    def __init__(
        self, rulebook: Rulebook, given: GivenRound, folder: Path, rng: Random, house: Mapping[str, Value]
    ) -> None:
        """Read the description.

        `house` contains the house rules that replace those of the first file among the combatants.
        """
        self._given = given
        self._folder = folder
        self._rng = rng
        files = [self._read(number, each) for number, each in enumerate(given.combatants, 1)]
        self.house_rules = with_switches(next((each.house_rules for each in files if each), HouseRules()), house)
        self.rulebook = rulebook_for(rulebook, self.house_rules)
        characters = [
            self._character(number, each, read and under_house_rules(rulebook, read, self.house_rules))
            for number, (each, read) in enumerate(zip(given.combatants, files, strict=True), 1)
        ]
        # Combatants from stat blocks may have equal names, which are numbered. Names from files are kept.
        made = [at for at, read in enumerate(files) if read is None]
        for at, name in zip(made, told_apart([characters[at].name for at in made]), strict=True):
            characters[at] = characters[at].with_(name=name)
        self._fighters: dict[str, Fighter] = {}
        for number, (each, character) in enumerate(zip(given.combatants, characters, strict=True), 1):
            if each.id in self._fighters:
                raise CommandError(
                    _("combatants.{number}.id: {id} is there already.").format(number=number, id=each.id)
                )
            self._fighters[each.id] = self._fighter(number, each, character)

    def round(self) -> Round:
        """Return the described round, with nothing rolled or suggested."""
        given = self._given
        faces, hordes = self._faces()
        resisted = dict(self._resisted())
        with _at(""):
            return Round(
                encounter=Encounter(
                    fighters=tuple(self._fighters.values()),
                    darkness=Darkness(given.darkness),
                    apart=tuple(self._apart(pair, metres) for pair, metres in given.apart.items()),
                    house_rules=self.house_rules,
                ),
                declarations=tuple(self._declaration(number, each) for number, each in enumerate(given.declare, 1)),
                faces=faces,
                horde_faces=hordes,
                rerolls={
                    who: RoundReroll(die=each.die, face=each.face or self._rng.randrange(6) + 1)
                    for who, each in given.reroll.items()
                },
                resist={who: thrown[0] for who, thrown in resisted.items()},
                resist_again={who: thrown[1] for who, thrown in resisted.items() if len(thrown) > 1},
                allot={
                    who: {place: _words(said) for place, said in places.items()} for who, places in given.allot.items()
                },
                absorb={who: tuple(self._absorbing(who, each) for each in all_) for who, all_ in given.absorb.items()},
                soak={who: self._cause(who, cause) for who, cause in given.soak.items()},
                lose={who: tuple(each) for who, each in given.lose.items()},
                riders={
                    who: tuple(self._hindering(f"riders.{who}", name) for name in names)
                    for who, names in given.riders.items()
                },
                override={name: self._override(name, n) for name, n in given.override.items()},
            )

    def _faces(self) -> tuple[dict[str, Any], dict[str, Any]]:
        faces, hordes = {}, {}
        for who, thrown in self._given.faces.items():
            fighter = self._fighters.get(who)
            if isinstance(thrown, dict):
                if fighter is not None and not fighter.is_horde:
                    raise CommandError(
                        _("faces.{who}: only a horde rolls separately for each opponent.").format(who=who)
                    )
                for opponent in thrown:
                    if opponent not in self._fighters:
                        raise CommandError(
                            _("faces.{who}.{opponent}: nobody here has this name.").format(
                                who=who, opponent=opponent[:60]
                            )
                        )
                    if opponent == who:
                        raise CommandError(
                            _("faces.{who}.{opponent}: a horde rolls for its opponents.").format(
                                who=who, opponent=opponent[:60]
                            )
                        )
                hordes[who] = {opponent: tuple(each) for opponent, each in thrown.items()}
            elif fighter is not None and fighter.is_horde:
                raise CommandError(_("faces.{who}: a horde's faces go by opponent.").format(who=who))
            else:
                faces[who] = tuple(thrown)
        return faces, hordes

    def _resisted(self) -> Iterator[tuple[str, list[tuple[int | None, ...]]]]:
        """Yield the rolls to resist, each with its key in the round."""
        for who, thrown in self._given.resist.items():
            for by, each in thrown.items() if isinstance(thrown, dict) else [("", thrown)]:
                place = f"{who}.{by}" if by else who
                if by and by not in self._fighters:
                    raise CommandError(_("resist.{place}: nobody here has this name.").format(place=place[:120]))
                yield resisting(who, by) if by else who, _resisted(place, each)

    # --- combatants ---------------------------------------------------------------------------------------------------

    def _read(self, number: int, given: GivenFighter) -> Character | None:
        """Return the character in a combatant's file; None if the combatant has no file."""
        place = f"combatants.{number}"
        if sum(getattr(given, name) is not None for name in ("cast", "beast", "dice", "file")) != 1:
            raise CommandError(_("{place}: give one of cast, beast, dice and file.").format(place=place))
        if given.file is None:
            return None
        # Relative names are first looked up next to the description, so that both can be moved together.
        beside = self._folder / given.file
        try:
            return character_in(str(beside if is_there(beside) else given.file))
        except (CommandError, ValueError, OSError) as error:
            raise CommandError(_("{place}.file: {error}").format(place=place, error=error)) from None

    def _character(self, number: int, given: GivenFighter, read: Character | None) -> Character:
        place = f"combatants.{number}"
        if read is not None:
            character = read
        elif given.dice is not None:
            with _at(f"{place}.dice"):
                character = _written(self.rulebook, self.house_rules, given.dice)
        else:
            named = "cast" if given.cast is not None else "beast"
            kinds = {BlockKind.CAST} if named == "cast" else {BlockKind.BEAST, BlockKind.HORDE}
            block = _block(self.rulebook, f"{place}.{named}", given.cast or given.beast or "", kinds)
            character = character_from_block(self.rulebook, block, _NOBODY)
        if given.kind is not None:
            character = character.with_(kind=CharacterKind(given.kind))
        if not character.dice:
            raise CommandError(_("{place}: every combatant needs dice.").format(place=place))
        return character

    def _fighter(self, number: int, given: GivenFighter, character: Character) -> Fighter:
        place = f"combatants.{number}"
        # All combatants use the same house rules.
        character = character.with_(house_rules=self.house_rules)
        if given.lost is not None:
            if max(given.lost, default=0) > len(character.dice):
                raise CommandError(
                    _("{place}.lost: there is no die {number}.").format(place=place, number=max(given.lost))
                )
            character = character.with_(lost=tuple(LostDie(die=die - 1) for die in dict.fromkeys(given.lost)))
        if given.below is not None:
            if given.below and character.available():
                raise CommandError(
                    _("{place}.below: nobody is below zero with dice left; name them in lost.").format(place=place)
                )
            character = character.with_(excess_damage=given.below)
        if given.spiffs is not None:
            character = character.with_(spiffs=given.spiffs)
        if given.hindering is not None:
            dice = [self._hindering(f"{place}.hindering", name) for name in given.hindering]
            character = character.with_(hindering=tuple(hindering_from(self.rulebook.die(die)) for die in dice))
        if given.magic_uses is not None:
            beyond = max(0, given.magic_uses - safe_level(character).value)
            character = character.with_(recent_magic=given.magic_uses, magic_beyond=beyond)
        character, at_hand = self._armed(place, given, character)
        if given.on == given.id:
            raise CommandError(_("{place}.on: nobody can ride themselves.").format(place=place))
        if given.on and all(each.id != given.on for each in self._given.combatants):
            raise CommandError(_("{place}.on: nobody here is called {on}.").format(place=place, on=given.on))
        # A combatant with a mount sits on it unless lying on the ground.
        seated = given.mount is not None and given.posture == "standing"
        with _at(place):
            return Fighter(
                id=given.id,
                character=character,
                side=given.side,
                at_hand=at_hand,
                posture=Posture.MOUNTED if seated else Posture(given.posture),
                on=given.on,
                war_trained=given.mount is not None and given.mount.war_trained,
                size=given.size,
                flying_m=given.flying_m,
                vest=given.vest,
            )

    def _armed(self, place: str, given: GivenFighter, character: Character) -> tuple[Character, tuple[int, ...]]:
        """Return the character with the equipment in use, and the indexes of that equipment."""
        at_hand: list[int] = []
        for number, name in enumerate(given.at_hand, 1):
            with _at(f"{place}.at_hand.{number}"):
                character, at = take_up(self.rulebook, character, name, tuple(at_hand))
            at_hand.append(at)
        if given.dice is not None:
            # Equipment in the text of the dice is in use, even if it is not listed separately.
            at_hand += [at for at in range(len(character.equipment)) if at not in at_hand]
        return character, tuple(at_hand)

    def _hindering(self, place: str, name: str) -> str:
        with _at(place):
            return find_printed_die(self.rulebook, name, DieUse.HINDERING).id

    def _override(self, name: str, said: int) -> int:
        """Return the value of the GM's override `name`.

        Raise CommandError for a negative value that is not a net result, for a declaration that does not exist, and for
        true or false in place of a number.
        """
        kind, _dot, which = name.partition(".")
        if isinstance(said, bool) and kind in _SET:
            raise CommandError(_("override.{name}: needs a whole number.").format(name=name[:60]))
        if said < 0 and kind != "net":
            raise CommandError(_("override.{name}: needs a number of at least 0.").format(name=name[:60]))
        if kind == "declare" and which not in map(str, range(1, len(self._given.declare) + 1)):
            raise CommandError(_("override.{name}: there is no such declaration.").format(name=name[:60]))
        return int(said)

    def _apart(self, pair: str, metres: float) -> Apart:
        ids = pair.split()
        if len(ids) != 2 or ids[0] == ids[1] or any(each not in self._fighters for each in ids):
            raise CommandError(_("apart.{pair}: name two combatants with a space between.").format(pair=pair[:60]))
        return Apart(a=ids[0], b=ids[1], metres=metres)

    # --- declarations -------------------------------------------------------------------------------------------------

    def _declaration(self, number: int, given: GivenDeclaration) -> Declaration:
        place = f"declare.{number}"
        skill = difficulty = ""
        if given.skill:
            with _at(f"{place}.skill"):
                skill = find_task_skill(self.rulebook, given.skill)
        if given.difficulty:
            with _at(f"{place}.difficulty"):
                difficulty = find_difficulty(self.rulebook, given.difficulty).id
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
        """Return the weapon's own name, if `name` is another name for it, such as that of its printed die."""
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
        """Return the source of the damage that `who` soaks. The id of `who` means its own dice or magic."""
        fighter = self._fighters.get(who)
        if fighter is None:
            raise CommandError(_("soak.{who}: nobody here has this name.").format(who=who[:60]))
        if cause == who:
            return HINDERING_DAMAGE if fighter.character.hindering else FATIGUE
        if cause in self._fighters:
            return cause
        found = {"poison": HINDERING_DAMAGE, "flaming": HINDERING_DAMAGE, "magic": FATIGUE}.get(key(cause), key(cause))
        if cause and found not in {HINDERING_DAMAGE, FATIGUE, FALL}:
            raise CommandError(_("soak.{who}: there is no damage by {cause}.").format(who=who[:60], cause=cause))
        return found

    def _absorbing(self, who: str, given: GivenAbsorbing) -> Absorbing:
        fighter = self._fighters.get(who)
        if fighter is None:
            raise CommandError(_("absorb.{who}: nobody here has this name.").format(who=who[:60]))
        items = [(at, fighter.character.equipment[at]) for at in fighter.at_hand]
        printed = ""
        with contextlib.suppress(RulesError):
            printed = find_printed_die(self.rulebook, given.item, ITEM_USES).id
        wanted = [at for at, item in items if key(item.name) == key(given.item)]
        wanted += [at for at, item in items if printed and item.printed == printed]
        if not wanted:
            raise CommandError(_("absorb.{who}: {item} is not at hand.").format(who=who, item=given.item))
        if given.by not in self._fighters:
            raise CommandError(_("absorb.{who}: nobody here is called {by}.").format(who=who, by=given.by))
        return Absorbing(item=wanted[0], by=given.by)


def _resisted(who: str, given: list[Any]) -> list[tuple[int | None, ...]]:
    """Return the rolls to resist: one, and perhaps a second against an order (MAG-21)."""
    if not any(isinstance(each, list) for each in given):
        return [tuple(given)]
    if len(given) > _THROWS_TO_RESIST:
        raise CommandError(
            _("resist.{who}: one roll against the magic and one against the order are all.").format(who=who[:120])
        )
    return [tuple(each) for each in given]


def _words(said: Any) -> tuple[str, ...]:  # noqa: ANN401 (a word or several)
    words = said if isinstance(said, list) else [said]
    return tuple(
        f"as {'-'.join(word.reading.casefold().split())}" if isinstance(word, GivenReading) else " ".join(word.split())
        for word in words
    )


def _written(rulebook: Rulebook, house_rules: HouseRules, text: str) -> Character:
    """Return a player with the dice of a text, or the stat block it names. Equipment in the text is carried."""
    known = find_block(rulebook, text, or_die=True)
    if known is not None:
        return character_from_block(rulebook, known, _NOBODY)
    return fighter_of_text(rulebook, text, house_rules).character.with_(kind=CharacterKind.PLAYER)


def _block(rulebook: Rulebook, place: str, name: str, kinds: set[BlockKind]) -> StatBlock:
    known = find_block(rulebook, name)
    if known is not None and known.kind in kinds:
        return known
    perhaps = suggested(name, (block.name for block in rulebook.blocks if block.kind in kinds))
    raise CommandError(
        _("{place}: there is no “{name}”.{perhaps}").format(place=place, name=name[:60], perhaps=perhaps)
    )


@contextlib.contextmanager
def _at(place: str) -> Iterator[None]:
    """Turn an error of the rules inside the block into a CommandError that names the place in the file."""
    before = f"{place}: " if place else ""
    try:
        yield
    except RulesError as error:
        raise CommandError(f"{before}{sentence(error.reason)}") from None
    except UnfitError as error:
        first = error.faults[0]
        raise CommandError(f"{before}{place_in_file(first.where)}: {fault_sentence(first.hint)}") from None


_LONGEST: Final = 400
"""Maximum number of characters in an error line."""


def run_round(rulebook: Rulebook, given: argparse.Namespace) -> int:
    """Print the result of a round. Dice without faces are rolled from the seed; open choices follow the suggestions."""
    try:
        return _run(rulebook, given)
    except ChoiceError as error:
        mistake = f"{error.place}: {sentence(error.reason)}"
    except AnswerError as error:
        mistake = str(error)
    raise CommandError(one_line(mistake)[:_LONGEST])


def _run(rulebook: Rulebook, given: argparse.Namespace) -> int:
    path = Path(given.file)
    described = read_file(path, GivenRound)
    # A seed is always used and printed, so that any round can be repeated.
    seed = SystemRandom().getrandbits(32) if described.seed is None else described.seed
    rng = Random(seed)  # noqa: S311 (dice that the same seed rolls again)
    maker = RoundMaker(rulebook, described, path.absolute().parent, rng, house_answers(HOUSE, given.house))
    choices = maker.round()
    check_declared(maker.rulebook, choices, {each.who for each in choices.declarations})
    thrown = throw_rest(maker.rulebook, choices, rng)
    seeded = [RoundStep("", reason("round-seed", "DICE-8", seed=str(seed)))] if thrown != choices else []
    completed = complete(maker.rulebook, thrown)
    read = read_round(maker.rulebook, completed.choices)
    steps = [*seeded, *completed.steps, *read.steps]
    return print_answer(given, _answer(completed.choices, read, steps), _lines(read, steps))


def _answer(choices: Round, read: RoundReading, steps: list[RoundStep]) -> dict[str, Any]:
    items = {fighter.id: fighter.character.equipment for fighter in choices.encounter.fighters}
    return {
        "order": list(read.order),
        "taken": read.taken,
        "out": {who: list(places) for who, places in read.out.items()},
        "state": {who: health.value for who, health in read.states.items()},
        "hurt_by": read.hurt_by,
        "hindering": {
            who: [_die_name(read, who, at) for at in range(len(wound.riders))]
            for who, wound in read.wounds.items()
            if wound.riders
        },
        "spent": {who: {"spiffs": each.spiffs, "magic_uses": each.magic_uses} for who, each in read.spent.items()},
        "ruined": {
            who: [items[who][place].name for place in wound.ruined]
            for who, wound in read.wounds.items()
            if wound.ruined
        },
        "net": read.net,
        "thrown": {
            **{who: list(faces) for who, faces in choices.faces.items()},
            **{
                who: {opponent: list(faces) for opponent, faces in thrown.items()}
                for who, thrown in choices.horde_faces.items()
            },
        },
        "steps": [{"who": step.who, "rule": step.reason.rule, "sentence": sentence(step.reason)} for step in steps],
    }


def _die_name(read: RoundReading, who: str, at: int) -> str:
    wound = read.wounds[who]
    gained = wound.character.hindering[len(wound.character.hindering) - len(wound.riders) :]
    return gained[at].name if at < len(gained) else wound.riders[at]


def _lines(read: RoundReading, steps: list[RoundStep]) -> Iterator[str]:
    names = {who: doing.fighter.name for who, doing in read.doings.by_id.items()}
    for step in steps:
        before = f"{names[step.who]}: " if step.who else ""
        yield f"{before}{sentence(step.reason)}"
    for who, state in read.states.items():
        yield _("{name} ({who}): damage {taken}, {state}").format(
            name=names[who], who=who, taken=read.taken[who], state=health_word(state.value)
        )
