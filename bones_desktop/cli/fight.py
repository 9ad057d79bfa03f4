"""The command that says how a fight between two will end."""

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from bones_desktop.cli.dice import Pool, house_rules_for, pool_of_either
from bones_desktop.cli.names import EXIT_OK
from bones_desktop.cli.terminal import chance_json, print_json
from bones_desktop.rules.bones.book.attempts import CHARACTER, ITEM, eligibility_of
from bones_desktop.rules.bones.book.notation import aim
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.fight.combat import Combatant, Mode
from bones_desktop.rules.bones.fight.fights import FightOdds, FightSide, solve
from bones_desktop.rules.bones.reading.taskdice import SHIELD, Borne, borne
from bones_desktop.rules.reasons import RulesError, reason
from bones_desktop.wording.reasons import sentence


def run_fight(rulebook: Rulebook, given: argparse.Namespace) -> int:
    """Print the odds of the fight under the best play of both sides (amendment 17).

    What the fight does not follow is said after the answer, with --json apart from it on stderr.
    """
    house_rules = house_rules_for(given, given.a, given.b)
    a = pool_of_either(rulebook, house_rules, given.a, given.items_a)
    b = pool_of_either(rulebook, house_rules, given.b, given.items_b)

    def fighter(pool: Pool, mode: Mode) -> Combatant:
        if mode is Mode.MAGIC and pool.of(CHARACTER):
            goal = aim(rulebook, house_rules, mode.value)
            allowed = eligibility_of(rulebook, house_rules, goal, pool.of(CHARACTER))
            if not allowed.allowed:
                raise RulesError(allowed.reason)
        if mode is Mode.MISSILE and pool.unarmed:
            raise RulesError(reason("nothing-to-shoot", "AMB-35", who=pool.unarmed))
        return Combatant(pool.dice, mode, pool.automatic, horde=pool.horde)

    sides = fighter(a, Mode(given.mode_a or given.mode)), fighter(b, Mode(given.mode_b or given.mode))
    fight = (rulebook, house_rules, *sides)
    first = FightSide(given.declares_first)
    try:
        odds = solve(*fight, first=first).odds
    except RulesError as error:
        if error.reason.code != "fight-too-large":
            raise
        odds = solve(*fight, first=first, best_losses=False).odds
    used = [borne(side.dice, {side.mode}) for side in sides]
    idle = [f"{name}: {sentence(why)}" for name, each in zip("AB", used, strict=True) for why in each.idle.values()]
    notes = _notes(rulebook, odds, (a, b), used) + idle
    if given.json:
        _print_json(odds, idle)
    else:
        _print(odds)
    for note in notes:
        print(note, file=sys.stderr if given.json else sys.stdout)
    return EXIT_OK


def _notes(rulebook: Rulebook, odds: FightOdds, pools: Sequence[Pool], used: Sequence[Borne]) -> list[str]:
    notes = []
    if not odds.exact:
        notes.append("Too many different dice to work out exactly: here both sides lose their weakest dice first.")
    both_hands = {die.name for die in rulebook.dice if die.two_handed}
    for name, side, each in zip("AB", pools, used, strict=True):
        if side.left_behind:
            notes.append(f"{name} fights without equipment: {', '.join(side.left_behind)}.")
        if any(die.key.startswith(SHIELD) for die in side.of(ITEM)):
            unwise = [die.label for die in side.dice if each.weapons.get(die.key) and die.label in both_hands]
            said = [reason("two-handed-and-shield", "AMB-53", item=item) for item in unwise]
            notes += [f"{name}: {sentence(why)}" for why in said]
    return notes + [sentence(why) for why in odds.left_out]


def _print_json(odds: FightOdds, idle: list[str]) -> None:
    answer: dict[str, Any] = {
        "win": chance_json(odds.win),
        "draw": chance_json(odds.draw),
        "loss": chance_json(odds.loss),
        "dice_left": {"A": odds.left_a, "B": odds.left_b},
    }
    if idle:
        answer["idle"] = idle
    usual = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)  # exact fractions of a long fight have many thousand digits
    try:
        print_json(answer)
    finally:
        sys.set_int_max_str_digits(usual)


def _print(odds: FightOdds) -> None:
    from bones_desktop.wording.chances import chance_text

    for end, chance in (("A wins", odds.win), ("Nobody wins", odds.draw), ("B wins", odds.loss)):
        print(f"{end}: {chance_text(chance)}")
    print(f"Dice left on average: A {odds.left_a:.2f}, B {odds.left_b:.2f}")
