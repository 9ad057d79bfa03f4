"""Our odds beside icepool's and dyce's on the same work: `python tests/benchmarks/odds.py [rounds]`.

It needs the extra `benchmark`; a library that is not installed is left out. Every answer is first compared as an exact
fraction. Then all contestants are timed in turn in one process; a ratio is the median, over the rounds, of how many
times our time another takes. Processor time is counted. The goals are for the ratios; the times themselves depend on
the machine.
"""

import random
import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from bones_desktop.rules.bones.book.attempts import Task
from bones_desktop.rules.bones.fight import fights
from bones_desktop.rules.bones.fight.combat import Combatant
from bones_desktop.rules.bones.fight.fights import FightOdds, SolvedFight
from bones_desktop.rules.bones.fight.rounds import RoundOdds, round_odds
from bones_desktop.rules.bones.reading.odds import OddsCalculator, TaskOdds
from bones_desktop.rules.chances import Chance, Distribution
from tests.benchmarks import bones_odds as ours
from tests.benchmarks import cold_start
from tests.benchmarks.timing import Contestant, race, ratio

ROUNDS = 15
COLD_RUNS = 21

HERO_TEXT = (
    "universal, physical, melee, melee, defend, blank; universal, melee, riposte, defend, missile, blank;"
    "physical, physical, melee, defend, defend, blank; universal, mental, magic, magic, scholar, blank;"
    "universal, physical, acrobat, sailor, riding, blank; universal, mental, healer, artisan, merchant, blank;"
    "physical, melee, turtle, craft, outdoorsman, blank; universal, universal, slam, perception, blank, blank;"
    "universal, mental, sharp-eye, thief, social, blank; physical, unarmed, stealth, merchant, craft, blank"
)
"""Allows every skill, so that no odds are had for nothing; no face counts beyond a cap, as the styles of unarmed do."""
FOE_TEXT = (
    "universal, physical, physical, melee, melee, blank; physical, melee, melee, defend, defend, blank;"
    "universal, riposte, defend, endurance, blank, blank; physical, missile, missile, defend, blank, blank;"
    "universal, melee, slam, defend, blank, blank; physical, physical, gut-shot, melee, defend, blank;"
    "universal, mental, turtle, defend, social, blank; universal, physical, melee, swashbuckler, stealth, blank;"
    "universal, mental, magic, perception, defend, blank; physical, melee, melee, two-weapon, blank, blank"
)
FIGHTER_TEXT = HERO_TEXT.rpartition(";")[0] + "; physical, melee, melee, riposte, blank, blank"
"""Without Unarmed Combat, whose cap the libraries would have to be taught."""

HERO, FOE, FIGHTER = map(ours.pool, (HERO_TEXT, FOE_TEXT, FIGHTER_TEXT))
VALUES = ours.challenge_values()
LIBRARIES = ("icepool", "dyce")
PEERS = {name: import_module(f"tests.benchmarks.{name}_odds") for name in LIBRARIES if find_spec(name)}
QUICKER = {f"{name} {way}": PEERS[name] for name, way in zip(LIBRARIES, ("Pool", "sum"), strict=True) if name in PEERS}
"""The same libraries where they add dice up in a quicker way than the one their manuals show first."""
BOOK = ours.RULEBOOK, ours.HOUSE_RULES


@dataclass
class Row:
    """A piece of work: our way, each peer's, and how many times our time each peer is meant to take at least."""

    work: str
    ours: Callable
    peers: dict[str, Callable] = field(default_factory=dict)
    goals: dict[str, float] = field(default_factory=dict)
    prepare: Callable | None = None
    """Makes what our way is asked about, untimed."""
    compared: bool = True
    rounds: int | None = None


def of_peers(question):
    """Return, for each peer, what asks its module the question."""
    return {name: partial(question, peer) for name, peer in PEERS.items()}


def of_totals(question):
    """Return, for each peer and way to add dice up, what asks its module the question with that way."""
    plain = {name: partial(question, peer, peer.total) for name, peer in PEERS.items()}
    return plain | {name: partial(question, peer, peer.quicker_total) for name, peer in QUICKER.items()}


def peers_goals(icepool, dyce):
    return {"icepool": icepool, "dyce": dyce}


# --- tasks ------------------------------------------------------------------------------------------------------------


def task_rows():
    dice, names = ours.numbers("melee", HERO), ours.names(HERO)
    worths = ours.worths("melee", HERO)
    hurdle = ours.hurdle(ours.HARD_DICE, VALUES)
    built = {peer: (peer.built(dice), peer.challenge(ours.HARD_DICE, VALUES)) for peer in PEERS.values()}
    odds, task = OddsCalculator(*BOOK), Task("melee", ours.HARD)
    fresh = of_totals(lambda peer, total: peer.task(peer.built(dice), peer.challenge(ours.HARD_DICE, VALUES), total))
    ready = of_totals(lambda peer, total: peer.task(*built[peer], total))
    return [
        Row(
            "task, from names of faces",
            lambda: ours.task_from_names(worths, names, hurdle),
            fresh,
            peers_goals(120, 50),
        ),
        Row("task, from numbers", lambda: ours.task(dice, hurdle), fresh, peers_goals(250, 100)),
        Row("task, peers' dice built before", lambda: ours.task(dice, hurdle), ready),
        Row("task, the program's Odds", lambda: odds.task(task, HERO), fresh, {"icepool": 60}),
    ]


def opposed_rows():
    dice, others = ours.numbers("melee", HERO), ours.numbers("defend", FOE)
    odds, mine, other = OddsCalculator(*BOOK), Task("melee"), Task("defend")
    fresh = of_totals(lambda peer, total: peer.margin(dice, others, total))
    return [
        Row("opposed 10v10, distribution", lambda: ours.margin(dice, others), fresh, peers_goals(100, 70)),
        Row("opposed, the program's Odds", lambda: odds.opposed(mine, HERO, other, FOE), fresh, {"icepool": 40}),
    ]


def skills_of(dice):
    return [(ours.numbers(skill, dice), ours.cap(skill, dice)) for skill in ours.SKILLS]


def peers_table(skills):
    hurdles = {
        peer: [peer.challenge(dice, VALUES) + automatic for dice, automatic in ours.DIFFICULTIES]
        for peer in PEERS.values()
    }
    return of_totals(lambda peer, total: peer.table(skills, hurdles[peer], total))


def table_rows():
    skills, hurdles, odds = skills_of(HERO), ours.hurdles(VALUES), OddsCalculator(*BOOK)
    peers = peers_table(skills)
    return [
        Row("table of 126, with caps", lambda: ours.table(skills, hurdles), peers, peers_goals(100, 50)),
        Row("table, the program's Odds", odds.table, peers, {"icepool": 50}, prepare=other_dice(odds), compared=False),
        edit_row(hurdles, peers),
        Row(
            "one face edited, the program's Odds",
            odds.table,
            peers,
            {"icepool": 40},
            prepare=edited(odds),
            compared=False,
        ),
    ]


def edit_row(hurdles, peers):
    """Any face of the first die is edited for all skills, their caps left alone; peers start their tables again."""
    skills = [(ours.worths(skill, HERO), ours.numbers(skill, HERO[1:]), ours.cap(skill, HERO)) for skill in ours.SKILLS]
    draw, names = random.Random(3), [name for die in ours.names(HERO) for name in die]
    whole = ours.table_with_die(ours.names(HERO)[0], skills, hurdles)
    check_table(whole, peers)
    return Row(
        "one face edited",
        lambda faces: ours.table_with_die(faces, skills, hurdles),
        peers,
        peers_goals(70, 35),
        prepare=lambda: tuple(draw.choices(names, k=6)),
        compared=False,
    )


def other_dice(odds):
    """Return what gives ten dice that have been read, but not stood together: each with its blank or a Universal."""
    draw, universal = random.Random(1), HERO[0].faces[0]
    both = [(die, replace(die, faces=(*die.faces[:-1], universal))) for die in HERO]
    for pool in zip(*both, strict=True):
        check_table(odds.table(pool), peers_table(skills_of(pool)))
    return lambda: tuple(map(draw.choice, both))


def edited(odds):
    """Return what gives dice whose first has lost the face that counts for every skill, each time a die never read."""
    draw, universal, blank = random.Random(2), HERO[0].faces[0], HERO[0].faces[-1]
    faces = [shown for die in HERO for shown in die.faces]

    def edit():
        rest = draw.choices(faces, k=len(HERO[0].faces) - 1)
        before, after = ((replace(HERO[0], faces=(first, *rest)), *HERO[1:]) for first in (universal, blank))
        odds.table(before)
        return after

    pool = edit()
    check_table(odds.table(pool), peers_table(skills_of(pool)))
    return edit


def check_table(table, peers):
    """Assert that the table is what the libraries say."""
    if any(plain(answer()) != plain(table) for answer in peers.values()):
        raise AssertionError("the tables differ")


def reroll_rows():
    dice, odds, task = ours.numbers("melee", HERO), OddsCalculator(*BOOK), Task("melee", ours.HARD)
    nulls = {peer: peer.challenge(ours.HARD_DICE, VALUES) for peer in PEERS.values()}
    resistance = ours.hurdle(ours.HARD_DICE, VALUES).resistance
    peers = of_peers(lambda peer: peer.best_reroll(dice, nulls[peer]))
    return [
        Row("best re-roll", lambda: ours.best_reroll(dice, resistance), peers, peers_goals(120, 22)),
        Row("best re-roll, the program's Odds", lambda: odds.with_reroll(task, HERO), peers),
    ]


# --- fights -----------------------------------------------------------------------------------------------------------


def round_rows():
    falls, others = ours.falls(FIGHTER), ours.falls(FOE)
    mine, theirs = ours.coded(falls), ours.coded(others)
    peers = of_peers(lambda peer: peer.joint_damage(mine, theirs))
    a, b = Combatant(FIGHTER), Combatant(FOE)
    return [
        Row("round 10v10, joint damage", lambda: ours.joint_damages(falls, others), peers, peers_goals(120, 40)),
        Row("round, the program's round_odds", lambda: round_odds(*BOOK, a, b), peers),
    ]


def careful_rows():
    rows = []
    for size, goals, repeated_goal, rounds in ((6, peers_goals(13, 4), 70, None), (10, peers_goals(35, 11), 350, 1)):
        a, b, falls, others = fighters(size)
        mine, theirs = ours.coded(falls), ours.coded(others)
        name = f"careful fight {size}v{size}"
        careful = partial(ours.careful_win, falls, others)
        peers = of_peers(lambda peer, mine=mine, theirs=theirs: peer.careful_fight(mine, theirs))
        repeated = {}
        if "icepool" in PEERS:
            repeated["icepool"] = partial(PEERS["icepool"].careful_fight_repeated, mine, theirs)
        rows += [
            Row(name, careful, peers, goals),
            Row(f"{name}, repeat='inf'", careful, repeated, {"icepool": repeated_goal}, rounds=rounds),
            Row(f"{name}, the program's careful", partial(fights.careful, *BOOK, a, b), peers),
        ]
    return rows


def optimal_rows():
    """The peers cannot be asked for the best play: theirs is the careful fight, for the time it takes."""
    a, b, *falls = fighters(6)
    careful = of_peers(lambda peer: peer.careful_fight(*map(ours.coded, falls)))
    solved = Row("best fight 6v6 (peers: careful)", partial(fights.solve, *BOOK, a, b), careful, compared=False)
    solved.goals = peers_goals(1, 1 / 4.5)
    a, b, *_ = fighters(10)
    return [
        solved,
        Row(
            "best fight 10v10, weakest dice lost first", partial(fights.solve, *BOOK, a, b, best_losses=False), rounds=3
        ),
        Row("best fight 10v10, best dice lost", partial(fights.solve, *BOOK, a, b), rounds=3),
    ]


def fighters(size):
    """Return both combatants with their first dice, and the same dice as numbers, the die lost last first."""
    a, b = FIGHTER[:size], FOE[:size]
    return Combatant(a), Combatant(b), ours.falls(a), ours.falls(b)


# --- comparing, timing, printing --------------------------------------------------------------------------------------


def plain(answer):
    """Return an answer of any contestant as exact fractions."""
    match answer:
        case Fraction():
            return answer
        case Chance():
            return Fraction(answer.num, answer.den)
        case TaskOdds():
            return plain(answer.success if answer.tie is None else answer.net)
        case FightOdds():
            return plain(answer.win)
        case SolvedFight():
            return plain(answer.odds)
        case Distribution():
            return {number: Fraction(weight, answer.total) for number, weight in answer}
        case RoundOdds():
            return {pair: plain(chance) for pair, chance in answer.damage.items()}
        case list():
            return [plain(each) for each in answer]
        case tuple():
            return [plain(chance) for row in answer for chance in row.chances]
    whole = sum(answer.values())
    return {outcome: Fraction(weight, whole) for outcome, weight in answer.items() if weight}


def check(row):
    """Raise AssertionError unless all contestants of the row give the same exact fractions."""
    expected = plain(row.ours())
    for name, answer in row.peers.items():
        if plain(answer()) != expected:
            raise AssertionError(f"{row.work}: {name} says something else")


def run(row, rounds):
    """Print the row: our time, and each peer's as a multiple of it."""
    if row.compared:
        check(row)
    mine = Contestant("ours", row.ours, row.prepare)
    others = [Contestant(name, answer) for name, answer in row.peers.items()]
    race([mine, *others], row.rounds or rounds)
    show(row.work, mine.median, {other.name: ratio(mine, other) for other in others}, row.goals)


def show(work, seconds, ratios, goals):
    """Print a line of the table."""
    cells = [f"{work:<44} {seconds * 1000:>10.4f}"]
    for name in (*PEERS, *QUICKER):
        found = f"{ratios[name]:.{2 if ratios[name] < 10 else 0}f}" if name in ratios else ""
        goal = f"{goals[name]:.3g}" if name in goals else ""
        cells.append(f"{found:>7} {goal:>5}" if name in PEERS else f"{found:>12}")
    missed = [name for name, ratio_ in ratios.items() if ratio_ < goals.get(name, 0)]
    verdict = f"misses {', '.join(missed)}" if missed else "met" if goals and ratios else ""
    print(" ".join([*cells, "", verdict]).rstrip())


def run_cold(runs):
    """Print what new processes cost: one task each, and the whole command."""
    dice, nulls = ours.numbers("melee", HERO), [VALUES] * ours.HARD_DICE
    programs = {name: getattr(cold_start, name)(dice, nulls) for name in ("ours", *PEERS)}
    printed = {cold_start.run(program)[1] for program in programs.values()}
    if len(printed) != 1:
        raise AssertionError(f"new processes: {printed}")
    programs["command"] = cold_start.command(
        "odds", "--dice", HERO_TEXT, "--skill", "melee", "--difficulty", ours.HARD, "--json"
    )
    spent = cold_start.above_bare(programs, runs)
    ratios = {name: spent[name] / spent["ours"] for name in PEERS}
    show("new process, one task", spent["ours"], ratios, peers_goals(12, 20))
    show(
        "new process, bones-desktop odds --dice",
        spent["command"],
        {name: spent[name] / spent["command"] for name in PEERS},
        {"icepool": 1.2},
    )


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    print(f"Ours in milliseconds, the others as multiples of it beside the goal; medians of {rounds} rounds.")
    for name in LIBRARIES:
        if name not in PEERS:
            print(f"{name} is not installed and is left out: pip install -e '.[benchmark]'")
    columns = [f"{name:>7} {'goal':>5}" for name in PEERS] + [f"{name:>12}" for name in QUICKER]
    print(" ".join([f"{'':<44} {'ours':>10}", *columns]))
    for rows in (task_rows, opposed_rows, table_rows, reroll_rows, round_rows, careful_rows, optimal_rows):
        for row in rows():
            run(row, rounds)
    run_cold(max(rounds, COLD_RUNS))


if __name__ == "__main__":
    main()
