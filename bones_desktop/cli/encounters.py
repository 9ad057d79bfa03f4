"""The command `fight PARTY… --against FOES…`: how hard an encounter is for a party."""

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from bones_desktop.cli.characters import character_in
from bones_desktop.cli.names import EXIT_OK
from bones_desktop.cli.terminal import CommandError, locations_of, print_answer
from bones_desktop.play.answers import house_answers
from bones_desktop.rules.bones.book.attempts import rulebook_for
from bones_desktop.rules.bones.book.character import Character, CharacterKind
from bones_desktop.rules.bones.book.notation import find_block
from bones_desktop.rules.bones.book.rulebook import HouseRules, Rulebook
from bones_desktop.rules.bones.fight.encounters import MOST_TURNS, SEED, outlooks, party_of
from bones_desktop.rules.bones.fight.fighters import Encounter, Health, health, is_able, without_example
from bones_desktop.rules.bones.fight.roster import MOST_ALIKE, OURS, THEIRS, add, new_fight, surroundings
from bones_desktop.rules.bones.game import HOUSE, with_switches
from bones_desktop.rules.bones.injury.injuries import under_house_rules
from bones_desktop.rules.bones.making.edits import character_from_block
from bones_desktop.rules.reasons import RulesError
from bones_desktop.rules.typedtext import key, one_line, whole_number
from bones_desktop.storage.files.characterfile import SUFFIX, CharacterFileError, read_character
from bones_desktop.storage.files.textfiles import FileProblem, is_file
from bones_desktop.storage.shelfentry import fighter_of_text
from bones_desktop.wording.glances import health_word
from bones_desktop.wording.language import _
from bones_desktop.wording.reasons import suggested
from bones_desktop.wording.scenes import basis_text, lost_text, stands_text

MOST_ON_A_SIDE: Final = 60
_NOBODY: Final = "0" * 32
_COUNTED: Final = re.compile(r"(?P<name>.+)=(?P<behind>[^=]*)|(?P<before>\d+)\s+(?P<plural>.+)")


class _Named:
    """One name of the command, with its number and its character."""

    def __init__(self, text: str, name: str, number: int, file: Path | None) -> None:
        self.text = text
        self.name = name
        self.number = number
        self.file = file
        self.character = character_in(str(file)) if file is not None else None


def run_encounter(rulebook: Rulebook, given: argparse.Namespace) -> int:
    """Print the chance that the party stands at the end, the dice that each member loses, and a rating.

    Raise CommandError for a name that means nobody or somebody who cannot fight, and for an empty side.
    """
    if not given.party:
        raise CommandError(_("name the party before --against"))
    if not given.against:
        raise CommandError(_("name the foes after --against"))
    shelf = locations_of(given).characters
    sides = {
        OURS: [_named(rulebook, shelf, each) for each in given.party],
        THEIRS: [_named(rulebook, shelf, each) for each in given.against],
    }
    _check_persons(sides[OURS], sides[THEIRS])
    files = [each.character.house_rules for side in sides.values() for each in side if each.character is not None]
    house_rules = with_switches(next(iter(files), HouseRules()), house_answers(HOUSE, given.house))
    encounter = _encounter(rulebook, sides, house_rules)
    seed = SEED if given.seed is None else given.seed
    *_earlier, found = outlooks(rulebook_for(rulebook, house_rules), encounter, seed, most_turns=MOST_TURNS)
    names = {fighter.id: fighter.name for fighter in party_of(encounter)}
    answer = {
        "party": found.stands.value,
        "error": found.error,
        "lost": {names[who]: dice for who, dice in found.lost.items()},
        "word": found.rating.name,
    }
    lines = [f"{stands_text(found)} {lost_text(found, names)}"]
    print_answer(given, answer, lines)
    print(
        basis_text(found),
        *([_("Seed {seed}.").format(seed=seed)] if found.fights else []),
        file=sys.stderr if given.json else sys.stdout,
    )
    return EXIT_OK


def _named(rulebook: Rulebook, shelf: Path, text: str) -> _Named:
    """Return name, number and file meant by "ragnar.bones", "Ragnar" (shelf), "Wolf=4", "6 goblins", "Fighter x2"."""
    if _is_file(text):
        return _Named(text, text, 1, Path(text))
    name, number = text, 1
    counted = _COUNTED.fullmatch(" ".join(text.split()))
    if counted is not None:
        name = counted["name"] or counted["plural"]
        count = whole_number(counted["behind"] if counted["name"] else counted["before"])
        if count is None or not 1 <= count <= MOST_ALIKE:
            raise CommandError(
                _("{text!r}: how many is a whole number from 1 to {most}").format(text=text[:40], most=MOST_ALIKE)
            )
        number = count
    file = Path(name) if _is_file(name) else None
    if file is None and find_block(rulebook, name, or_die=True) is None:
        file = _on_shelf(shelf, name)
    return _Named(text, name, number, file)


def _is_file(name: str) -> bool:
    return name.casefold().endswith(SUFFIX) or is_file(Path(name))


def _on_shelf(shelf: Path, name: str) -> Path | None:
    """Return the file on the shelf with this file name, or whose character has this name."""
    files = sorted(shelf.glob(f"*{SUFFIX}")) if key(name) else []
    same = [file for file in files if key(file.stem) == key(name)]
    return next(iter(same), None) or next((file for file in files if _has_name(file, name)), None)


def _has_name(file: Path, name: str) -> bool:
    try:
        return key(read_character(file).value.name) == key(name)
    except (CharacterFileError, FileProblem):
        return False


def _check_persons(party: Sequence[_Named], foes: Sequence[_Named]) -> None:
    """Raise CommandError if a character is on both sides, or a player's character appears more than once."""
    ours, theirs = ({each.character.id for each in side if each.character is not None} for side in (party, foes))
    seen = set[str]()
    for each in (*party, *foes):
        one = each.character
        if one is None:
            continue
        if one.id in ours & theirs:
            raise CommandError(_("{name} is on both sides; leave out one").format(name=_name_of(each, one)))
        if one.kind is CharacterKind.PLAYER and (each.number > 1 or one.id in seen):
            raise CommandError(
                _("{name} is a player's character and can be there only once").format(name=_name_of(each, one))
            )
        seen.add(one.id)


def _name_of(named: _Named, character: Character) -> str:
    return one_line(without_example(character.name))[:40] or named.name[:40]


def _encounter(rulebook: Rulebook, sides: dict[str, list[_Named]], house_rules: HouseRules) -> Encounter:
    fight = surroundings(new_fight(_NOBODY), house_rules=house_rules)
    # If both sides have cast members, the foes declare first, as in a duel. The roster therefore begins with the foes
    # (AMB-33).
    for side in (THEIRS, OURS):
        if sum(each.number for each in sides[side]) > MOST_ON_A_SIDE:
            raise CommandError(_("a side has at most {most} fighters").format(most=MOST_ON_A_SIDE))
        for each in sides[side]:
            character = _character(rulebook, each, house_rules, side)
            if not is_able(character):
                state = health(character)
                why = health_word(state) if state is not Health.HALE and character.dice else _("without dice")
                raise CommandError(
                    _("{name} is {why} and cannot fight").format(name=_name_of(each, character), why=why)
                )
            fight = add(fight, character, side=side, number=each.number)
    return fight.encounter


def _character(rulebook: Rulebook, named: _Named, house_rules: HouseRules, side: str) -> Character:
    """Return the character of a file, a stat block or a text with dice."""
    if named.character is not None:
        return under_house_rules(rulebook, named.character, house_rules).with_(house_rules=house_rules)
    played = rulebook_for(rulebook, house_rules)
    block = find_block(played, named.name, or_die=True)
    if block is not None:
        return character_from_block(played, block, _NOBODY)
    try:
        written = fighter_of_text(played, named.name, house_rules).character
    except RulesError as error:
        perhaps = suggested(named.name, (without_example(each.name) for each in played.blocks))
        raise CommandError(
            _("{one_line!r} is no file, no name on the shelf, no stat block and no dice.{perhaps}").format(
                one_line=one_line(named.name)[:40], perhaps=perhaps
            )
        ) from error
    kind = CharacterKind.PLAYER if side == OURS else written.kind
    return written.with_(name=written.name or one_line(named.name)[:60], kind=kind)
