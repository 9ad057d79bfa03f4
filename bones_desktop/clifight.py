"""The command that says how a fight between two will end."""

import argparse
import sys
from typing import Any

from bones_desktop.clidice import Pool, house_rules_of, pool_of_either
from bones_desktop.cliparser import EXIT_OK
from bones_desktop.cliprint import chance_json, plain, print_json
from bones_desktop.rules.bones.combat import Combatant, Mode
from bones_desktop.rules.bones.fights import FightOdds, FightSide, solve
from bones_desktop.rules.bones.rulebook import Rulebook


def run_fight(rulebook: Rulebook, given: argparse.Namespace) -> int:
    """Print the odds of the fight under the best play of both sides (amendment 17)."""
    a, b = pool_of_either(rulebook, given.a), pool_of_either(rulebook, given.b)
    mode = Mode(given.mode)

    def fighter(pool: Pool) -> Combatant:
        return Combatant(pool.dice, mode, pool.automatic)

    first = FightSide(given.declares_first)
    odds = solve(rulebook, house_rules_of(a, b), fighter(a), fighter(b), first=first)
    if given.json:
        _print_json(odds)
    else:
        _print(odds)
    return EXIT_OK


def _print_json(odds: FightOdds) -> None:
    from bones_desktop.wording.reasons import sentence

    answer: dict[str, Any] = {
        "win": chance_json(odds.win),
        "draw": chance_json(odds.draw),
        "loss": chance_json(odds.loss),
        "dice_left": {"A": odds.left_a, "B": odds.left_b},
    }
    if odds.left_out:
        answer["left_out"] = [{"rule": why.rule, "text": sentence(why, plain)} for why in odds.left_out]
    usual = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)  # exact fractions of a long fight have many thousand digits
    try:
        print_json(answer)
    finally:
        sys.set_int_max_str_digits(usual)


def _print(odds: FightOdds) -> None:
    from bones_desktop.wording.chances import chance_text
    from bones_desktop.wording.reasons import sentence

    for end, chance in (("A wins", odds.win), ("Nobody wins", odds.draw), ("B wins", odds.loss)):
        print(f"{end}: {chance_text(chance, plain)}")
    print(f"Dice left on average: A {odds.left_a:.2f}, B {odds.left_b:.2f}")
    for why in odds.left_out:
        print(sentence(why, plain))
