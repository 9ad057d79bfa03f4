"""The questions of the benchmark asked of Bones Desktop: of its whole-number odds, and of the program from faces."""

from itertools import chain

from bones_desktop.rules.bones.book.attempts import CHARACTER, Task, eligibility
from bones_desktop.rules.bones.book.notation import aim, worth
from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.rules.bones.fight.combat import Combatant, Stance
from bones_desktop.rules.bones.fight.fights import careful_share
from bones_desktop.rules.bones.fight.rounds import joint_damage, weakest_first
from bones_desktop.rules.bones.reading.tasks import challenge_dice, hindrance, parsed_pool
from bones_desktop.rules.bones.text.blocktext import parse_dice
from bones_desktop.rules.chances import Chance, Hurdle, Hurdles, joint, total, with_best_reroll
from tests.benchmarks import by_hand
from tests.support.rulebooks import rulebook

RULEBOOK = rulebook()
HOUSE_RULES = HouseRules()
SKILLS = [skill.id for skill in RULEBOOK.skills]
DIFFICULTIES = [(difficulty.dice, difficulty.automatic_nulls) for difficulty in RULEBOOK.difficulties]
HARD = "almost-impossible"
HARD_DICE = RULEBOOK.difficulty(HARD).dice


def pool(text):
    return parsed_pool(RULEBOOK, parse_dice(RULEBOOK, text), CHARACTER)


# --- what users of an odds library start from -------------------------------------------------------------------------


def numbers(skill, dice):
    """Return the worth of each face of each die for a skill."""
    goal = aim(RULEBOOK, HOUSE_RULES, skill)
    return [tuple(worth(RULEBOOK, goal, shown).counts for shown in die.faces) for die in dice]


def names(dice):
    return [tuple(shown.code for shown in die.faces) for die in dice]


def worths(skill, dice):
    """Return the worth of each face by its name."""
    values = chain(*numbers(skill, dice))
    return dict(zip(chain(*names(dice)), values, strict=True))


def cap(skill, dice):
    """Return how many successes may count, None without a limit; the dice must allow the skill."""
    found = eligibility(RULEBOOK, HOUSE_RULES, Task(skill), dice)
    if not found.allowed:
        raise ValueError(f"the dice do not allow {skill}")
    return found.cap


def challenge_values():
    """Return the Nulls on each face of a challenge die."""
    die = challenge_dice(RULEBOOK, Task("melee", HARD))[0]
    return tuple(hindrance(shown, die.group).nulls for shown in die.faces)


def falls(dice):
    """Return (attack, defence, either, 0 hinders) of each face of each die in melee, the die lost last first."""
    stance = Stance(RULEBOOK, HOUSE_RULES, Combatant(dice), Combatant(dice).mode)
    in_order = [dice[place] for place in reversed(weakest_first(stance, dice))]
    uses = [[stance.use(die, shown) for shown in die.faces] for die in in_order]
    return [tuple((use.attack, use.defence, use.either, use.hinders) for use in faces) for faces in uses]


def coded(falls):
    """Return the same, each face as one number (see `by_hand`)."""
    lanes = by_hand.ATTACK, by_hand.DEFENCE, by_hand.EITHER, 0
    return [tuple(sum(n * lane for n, lane in zip(face, lanes, strict=True)) for face in faces) for faces in falls]


# --- whole numbers in, chances out ------------------------------------------------------------------------------------


def task_from_names(worths, dice, hurdle):
    """Return the chance of dice given by the names of their faces."""
    return hurdle.beaten(total([tuple(map(worths.__getitem__, faces)) for faces in dice]))


def task(dice, hurdle):
    return hurdle.beaten(total(dice))


def margin(dice, others):
    return total(dice).minus(total(others))


def table(skills, hurdles):
    """Return each chance of each allowed skill, a pair (dice, cap)."""
    found = []
    for dice, most in skills:
        found += hurdles.beaten(total(dice), most)
    return found


def table_with_die(faces, skills, hurdles):
    """Return the same where one more die is given by the names of its faces; a skill is (worths, other dice, cap)."""
    found = []
    for worths, dice, most in skills:
        found += hurdles.beaten(total([tuple(map(worths.__getitem__, faces)), *dice]), most)
    return found


def hurdle(dice, values):
    """Return the Nulls of so many challenge dice to be beaten."""
    return Hurdle(total([values] * dice))


def hurdles(values):
    """Return the Nulls to be beaten in each difficulty."""
    return Hurdles([total([values] * dice).shifted(automatic) for dice, automatic in DIFFICULTIES])


def best_reroll(dice, nulls):
    """Return the chance of success when one die may be thrown again."""
    return with_best_reroll(dice, nulls)


def joint_damages(falls, others):
    return joint_damage(joint(falls), joint(others))


def careful_win(falls, others):
    """Return the chance that the first side wins; dice are lost from the end."""
    share, whole = careful_share(_in_order(falls), _in_order(others))
    return Chance(share.numerators[0], whole)


def _in_order(falls):
    """Return what is thrown with no dice, with the first, with the first two, …"""
    return [{(0, 0, 0, 0): 1}, *(joint(falls[:dice]) for dice in range(1, len(falls) + 1))]
