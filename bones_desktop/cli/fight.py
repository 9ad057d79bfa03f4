"""The command `fight` for two sides, and the dice of a side given by a character file, a stat block or text."""

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from bones_desktop.cli.characters import character_in
from bones_desktop.cli.names import EXIT_OK
from bones_desktop.cli.pools import Pool, dice_written, house_rules_for, is_named_file
from bones_desktop.cli.terminal import chance_json, print_answer
from bones_desktop.rules.bones.book.attempts import CHARACTER, ITEM, eligibility_of, rulebook_for
from bones_desktop.rules.bones.book.character import Character, CharacterKind
from bones_desktop.rules.bones.book.characterdice import automatic_successes, item_name, task_pool
from bones_desktop.rules.bones.book.notation import ITEM_USES, aim, find_block
from bones_desktop.rules.bones.book.rulebook import DieUse, HouseRules, Rulebook
from bones_desktop.rules.bones.fight.combat import AttackMode, Combatant
from bones_desktop.rules.bones.fight.fighters import without_example
from bones_desktop.rules.bones.fight.fights import FightOdds, FightSide, solve
from bones_desktop.rules.bones.fight.successes import shoots_by_nature
from bones_desktop.rules.bones.injury.injuries import take_up, under_house_rules
from bones_desktop.rules.bones.making.edits import character_from_block
from bones_desktop.rules.bones.reading.tasks import SHIELD, Borne, borne, parsed_pool
from bones_desktop.rules.bones.text.blocktext import parse_dice
from bones_desktop.rules.reasons import RulesError, reason
from bones_desktop.wording.chances import chance_text
from bones_desktop.wording.language import _, decimal
from bones_desktop.wording.reasons import sentence


def pool_of_file(rulebook: Rulebook, house_rules: HouseRules, name: str, items: str = "") -> Pool:
    """Return the available and the hindering dice of the character in a file. Raise CommandError if there is none."""
    return _pool_of(rulebook, under_house_rules(rulebook, character_in(name), house_rules), items)


def pool_of_either(rulebook: Rulebook, house_rules: HouseRules, name: str, items: str = "") -> Pool:
    """Return the pool of a file (if it exists or the name looks like one), of a stat block, or of dice given as text.

    If a die and a stat block share a name, the die is used. Equipment named by `items` or in the text is carried: its
    dice are rolled and never lost (EQP-2, EQP-5).
    """
    if is_named_file(name):
        return pool_of_file(rulebook, house_rules, name, items)
    # House rules may change the leather die and Unarmed Combat (AMB-1, AMB-36).
    rulebook = rulebook_for(rulebook, house_rules)
    block = find_block(rulebook, name, or_die=True)
    if block is not None:
        character = character_from_block(rulebook, block, "0" * 32)
        return _pool_of(rulebook, character.with_(house_rules=house_rules), items)
    equipment = {die.id for die in rulebook.dice if die.use in ITEM_USES}
    dice = dice_written(rulebook, name)
    own = [die for die in dice if die.printed not in equipment]
    named = parse_dice(rulebook, items, ITEM_USES) if items.strip() else ()
    carried = [*(die for die in dice if die.printed in equipment), *named]
    # Dice given as text do not name a kind of character, so a horde is recognized by its dice.
    hordes = {die.id for die in rulebook.dice if die.use is DieUse.HORDE}
    horde = bool(own) and all(die.printed in hordes for die in own)
    return Pool((*parsed_pool(rulebook, own, CHARACTER), *parsed_pool(rulebook, carried, ITEM)), horde=horde)


def _pool_of(rulebook: Rulebook, character: Character, items: str) -> Pool:
    """Return the pool of a character, with the named equipment, separated by commas."""
    book, places = rulebook_for(rulebook, character.house_rules), list[int]()
    for item in filter(None, map(str.strip, items.split(","))):
        character, place = take_up(book, character, item, places)
        places.append(place)
    along = [character.equipment[place] for place in places]
    own = [character.dice[place] for place in character.available()]
    shoots = any(shown.has("missile") for item in along for shown in item.faces)
    return Pool(
        task_pool(rulebook, character, places),
        automatic_successes(character),
        tuple(item_name(rulebook, item) for place, item in enumerate(character.equipment) if place not in places),
        character.kind is CharacterKind.HORDE,
        "" if shoots or shoots_by_nature(rulebook, character.kind, own) else without_example(character.name),
    )


def run_fight(rulebook: Rulebook, given: argparse.Namespace) -> int:
    """Print the odds of the fight if both sides make the best choices (amendment 17).

    Rules that the calculation ignores are listed after the answer, or on stderr with --json.
    """
    house_rules = house_rules_for(given, given.a, given.b)
    a = pool_of_either(rulebook, house_rules, given.a, given.items_a)
    b = pool_of_either(rulebook, house_rules, given.b, given.items_b)

    def fighter(pool: Pool, mode: AttackMode) -> Combatant:
        if mode is AttackMode.MAGIC and pool.of(CHARACTER):
            goal = aim(rulebook, house_rules, mode.value)
            allowed = eligibility_of(rulebook, house_rules, goal, pool.of(CHARACTER))
            if not allowed.allowed:
                raise RulesError(allowed.reason)
        # Without this check, the odds would count a fighter who never attacks.
        if mode is AttackMode.MISSILE and pool.unarmed:
            raise RulesError(reason("nothing-to-shoot", "AMB-35", who=pool.unarmed))
        return Combatant(pool.dice, mode, pool.automatic, horde=pool.horde)

    sides = fighter(a, AttackMode(given.mode_a or given.mode)), fighter(b, AttackMode(given.mode_b or given.mode))
    fight = (rulebook, house_rules, *sides)
    first = FightSide(given.declares_first)
    try:
        odds = solve(*fight, first=first).odds
    except RulesError as error:
        # With many different dice, not every order of losing them can be tried. One fixed order still gives a useful
        # answer.
        if error.reason.code != "fight-too-large":
            raise
        odds = solve(*fight, first=first, best_losses=False).odds
    used = [borne(side.dice, {side.mode}) for side in sides]
    idle = [f"{name}: {sentence(why)}" for name, each in zip("AB", used, strict=True) for why in each.idle.values()]
    notes = _notes(rulebook, odds, (a, b), used) + idle
    answer: dict[str, Any] = {
        "win": chance_json(odds.win),
        "draw": chance_json(odds.draw),
        "loss": chance_json(odds.loss),
        "dice_left": {"A": odds.left_a, "B": odds.left_b},
    }
    ends = ((_("A wins"), odds.win), (_("Nobody wins"), odds.draw), (_("B wins"), odds.loss))
    lines = (f"{end}: {chance_text(chance)}" for end, chance in ends)
    left = _("Dice left on average: A {left_a}, B {left_b}").format(
        left_a=decimal(f"{odds.left_a:.2f}"), left_b=decimal(f"{odds.left_b:.2f}")
    )
    # Exact fractions of a long fight have thousands of digits, more than Python prints by default.
    usual = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        print_answer(given, answer | ({"idle": idle} if idle else {}), (*lines, left))
    finally:
        sys.set_int_max_str_digits(usual)
    for note in notes:
        print(note, file=sys.stderr if given.json else sys.stdout)
    return EXIT_OK


def _notes(rulebook: Rulebook, odds: FightOdds, pools: Sequence[Pool], used: Sequence[Borne]) -> list[str]:
    notes = []
    if not odds.exact:
        notes.append(_("Too many different dice to calculate exactly: here both sides lose their weakest dice first."))
    both_hands = {die.name for die in rulebook.dice if die.two_handed}
    for name, side, each in zip("AB", pools, used, strict=True):
        if side.left_behind:
            notes.append(
                _("{name} fights without equipment: {names}.").format(name=name, names=", ".join(side.left_behind))
            )
        if any(die.key.startswith(SHIELD) for die in side.of(ITEM)):
            unwise = [die.label for die in side.dice if each.weapons.get(die.key) and die.label in both_hands]
            said = [reason("two-handed-and-shield", "AMB-53", item=item) for item in unwise]
            notes += [f"{name}: {sentence(why)}" for why in said]
    return notes + [sentence(why) for why in odds.left_out]
