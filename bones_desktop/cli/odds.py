"""The dice commands: `dice`, `roll` and `read`, `odds` of a task, and `fight` for one exchange of two sides.

Character files and the game are imported late: odds of dice given as text do not need them.
"""

import argparse
import random
import secrets
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bones_desktop.cli.names import EXIT_OK
from bones_desktop.cli.terminal import CommandError, chance_json, house_answers, print_answer
from bones_desktop.rules.bones.book.attempts import (
    CHALLENGE,
    CHARACTER,
    HINDERING,
    ITEM,
    Task,
    eligibility_of,
    rulebook_for,
)
from bones_desktop.rules.bones.book.character import CharacterKind
from bones_desktop.rules.bones.book.characterdice import automatic_successes, task_pool
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.notation import (
    HINDERING_USES,
    ITEM_USES,
    aim,
    face_name,
    find_block,
    find_difficulty,
    find_skill,
    find_task_skill,
    skill_label,
)
from bones_desktop.rules.bones.book.rulebook import DieUse, HouseRules, Rulebook
from bones_desktop.rules.bones.fight.combat import AttackMode, Combatant
from bones_desktop.rules.bones.fight.fighters import without_example
from bones_desktop.rules.bones.fight.fights import FightOdds, FightSide, solve
from bones_desktop.rules.bones.fight.successes import shoots_by_nature
from bones_desktop.rules.bones.injury.injuries import take_up, under_house_rules
from bones_desktop.rules.bones.making.edits import character_from_block
from bones_desktop.rules.bones.reading.odds import OddsCalculator, TaskOdds
from bones_desktop.rules.bones.reading.requests import done_by_magic
from bones_desktop.rules.bones.reading.tasks import (
    SHIELD,
    Borne,
    TaskReading,
    borne,
    borne_for,
    challenge_dice,
    parsed_pool,
    read_task,
)
from bones_desktop.rules.bones.text.blocktext import parse_dice
from bones_desktop.rules.bones.text.writtendice import ParsedDie
from bones_desktop.rules.chances import NEVER, Chance, Distribution
from bones_desktop.rules.dice import Die, Throw, throw
from bones_desktop.rules.reasons import RulesError, reason
from bones_desktop.storage.files.textfiles import is_file
from bones_desktop.wording.chances import chance_text, percent_change, signed
from bones_desktop.wording.reasons import sentence
from bones_desktop.wording.table import raised_text

if TYPE_CHECKING:
    from bones_desktop.rules.bones.book.character import Character


@dataclass(frozen=True, slots=True)
class Pool:
    """Dice of one side, and its automatic successes (IMP-5)."""

    dice: tuple[Die[Face], ...]
    automatic: int = 0
    left_behind: tuple[str, ...] = ()
    """Equipment in the character's file that is not rolled, because it was not named."""
    horde: bool = False
    """True if the side is a horde, which only attacks (AMB-51)."""
    unarmed: str = ""
    """Name of a fighter that has nothing to shoot or throw (AMB-35); "" if it has, and for dice given as text."""

    def of(self, group: str) -> tuple[Die[Face], ...]:
        """Return the dice of one group."""
        return tuple(die for die in self.dice if die.group == group)


def house_rules_for(given: argparse.Namespace, *names: str | None) -> HouseRules:
    """Return the house rules of the first file among `names`, or the default ones, with the changes of --house."""
    from bones_desktop.rules.bones.game import HOUSE, with_switches

    said = house_answers(HOUSE, given.house)
    first = next((name for name in names if name and _is_file(name)), None)
    if first is None:
        return with_switches(HouseRules(), said)
    from bones_desktop.cli.characters import character_in

    return with_switches(character_in(first).house_rules, said)


def pool_of_file(rulebook: Rulebook, house_rules: HouseRules, name: str, items: str = "") -> Pool:
    """Return the available and the hindering dice of the character in a file. Raise CommandError if there is none."""
    from bones_desktop.cli.characters import character_in

    return _pool_of(rulebook, under_house_rules(rulebook, character_in(name), house_rules), items)


def pool_of_text(rulebook: Rulebook, text: str) -> Pool:
    """Return dice given as text, all as character dice. Raise RulesError if there are none."""
    return Pool(parsed_pool(rulebook, _written(rulebook, text), CHARACTER))


def pool_of_either(rulebook: Rulebook, house_rules: HouseRules, name: str, items: str = "") -> Pool:
    """Return the pool of a file (if it exists or the name looks like one), of a stat block, or of dice given as text.

    If a die and a stat block share a name, the die is used. Equipment named by `items` or in the text is carried: its
    dice are rolled and never lost (EQP-2, EQP-5).
    """
    if _is_file(name):
        return pool_of_file(rulebook, house_rules, name, items)
    # House rules may change the leather die and Unarmed Combat (AMB-1, AMB-36).
    rulebook = rulebook_for(rulebook, house_rules)
    block = find_block(rulebook, name, or_die=True)
    if block is not None:
        character = character_from_block(rulebook, block, "0" * 32)
        return _pool_of(rulebook, character.with_(house_rules=house_rules), items)
    equipment = {die.id for die in rulebook.dice if die.use in ITEM_USES}
    dice = _written(rulebook, name)
    own = [die for die in dice if die.printed not in equipment]
    named = parse_dice(rulebook, items, ITEM_USES) if items.strip() else ()
    carried = [*(die for die in dice if die.printed in equipment), *named]
    # Dice given as text do not name a kind of character, so a horde is recognized by its dice.
    hordes = {die.id for die in rulebook.dice if die.use is DieUse.HORDE}
    horde = bool(own) and all(die.printed in hordes for die in own)
    return Pool((*parsed_pool(rulebook, own, CHARACTER), *parsed_pool(rulebook, carried, ITEM)), horde=horde)


def _pool_of(rulebook: Rulebook, character: "Character", items: str) -> Pool:
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
        tuple(item.name for place, item in enumerate(character.equipment) if place not in places),
        character.kind is CharacterKind.HORDE,
        "" if shoots or shoots_by_nature(rulebook, character.kind, own) else without_example(character.name),
    )


def pool_given(rulebook: Rulebook, house_rules: HouseRules, given: argparse.Namespace) -> Pool:
    """Return the pool of the arguments FILE or --dice, --items and --hindering, in the order of the roll."""
    if bool(given.file) == (given.dice is not None):
        raise CommandError("give either a file or --dice TEXT")
    book = rulebook_for(rulebook, house_rules)
    own = pool_of_file(rulebook, house_rules, given.file) if given.file else pool_of_text(book, given.dice)
    items = parsed_pool(book, parse_dice(book, given.items, ITEM_USES), ITEM) if given.items else ()
    hindering = parse_dice(book, given.hindering, HINDERING_USES) if given.hindering else ()
    return replace(own, dice=(*own.of(CHARACTER), *items, *own.of(HINDERING), *parsed_pool(book, hindering, HINDERING)))


def show_dice(rulebook: Rulebook, given: argparse.Namespace) -> int:
    """Print each die of a text with its faces."""
    named = [
        (die.label or f"die {place}", [face_name(rulebook, shown) for shown in die.faces])
        for place, die in enumerate(pool_of_text(rulebook, given.text).dice, 1)
    ]
    lines = (f"{name}: {', '.join(faces)}" for name, faces in named)
    return print_answer(given, [{"die": name, "faces": faces} for name, faces in named], lines)


def _written(rulebook: Rulebook, text: str) -> tuple[ParsedDie, ...]:
    """Return the dice of a stat block by its name, or of a text that contains only dice."""
    known = find_block(rulebook, text, or_die=True)
    if known is not None:
        return tuple(ParsedDie(die.name, die.die, die.faces) for die in known.dice)
    return parse_dice(rulebook, text)


def _is_file(name: str) -> bool:
    """Return whether the name means a file: the file exists, or the name looks like one."""
    return bool(name) and (name.casefold().endswith(".bones") or is_file(Path(name)))


def _make_task(rulebook: Rulebook, given: argparse.Namespace) -> Task:
    return Task(
        skill=find_task_skill(rulebook, given.skill),
        difficulty=find_difficulty(rulebook, given.difficulty).id if given.difficulty else "",
        against=given.against,
        against_skill=find_skill(rulebook, given.against_skill).id if given.against_skill else "",
        penalty=given.penalty,
        allowed_by_gm=given.allowed,
    )


def _indices(pool: Pool, group: str, faces: Sequence[int], option: str) -> tuple[int, ...]:
    dice = pool.of(group)
    if len(faces) != len(dice):
        raise CommandError(f"{option}: {len(dice)} dice are rolled, {len(faces)} faces given")
    return tuple(face - 1 for face in faces)


def run_task(rulebook: Rulebook, given: argparse.Namespace) -> int:
    """Read the given faces, or roll, and print the result. Raise CommandError if the arguments do not fit together."""
    house_rules = house_rules_for(given, given.file)
    pool = pool_given(rulebook, house_rules, given)
    task = replace(_make_task(rulebook, given), automatic=pool.automatic)
    task, said = by_magic(rulebook, house_rules, task, given)
    extra: dict[str, Any] = {}
    if given.command == "read":
        reading = _read(rulebook, house_rules, given, pool, task)
    else:
        reading, extra = _roll(rulebook, house_rules, given, pool, task)
    answer = reading_json(reading) | ({"difficulty": task.difficulty} if said else {}) | extra
    return print_answer(given, answer, (*said, *reading_lines(reading, extra)))


def _read(
    rulebook: Rulebook, house_rules: HouseRules, given: argparse.Namespace, pool: Pool, task: Task
) -> TaskReading:
    if given.difficulty and given.nulls is None:
        raise CommandError("--difficulty needs --nulls N, the Nulls rolled on its challenge dice")
    if given.against is not None and given.nulls is not None:
        raise CommandError("--nulls goes with --difficulty, not with --against")
    shown = Throw(
        pool.dice,
        (
            *_indices(pool, CHARACTER, given.faces, "--faces"),
            *_indices(pool, ITEM, given.item_faces, "--item-faces"),
            *_indices(pool, HINDERING, given.hindering_faces, "--hindering-faces"),
        ),
    )
    most = len(challenge_dice(rulebook, task)) if task.difficulty else 0
    if given.nulls is not None and given.nulls > most:
        raise CommandError(f"--nulls: {most} challenge dice cannot show {given.nulls} Nulls")
    return read_task(rulebook, house_rules, task, shown, rolled_nulls=given.nulls or 0)


def _roll(
    rulebook: Rulebook, house_rules: HouseRules, given: argparse.Namespace, pool: Pool, task: Task
) -> tuple[TaskReading, dict[str, Any]]:
    """Roll the dice. Return what they mean, and the data with which the same roll can be repeated or read."""
    # A seed of 48 bits is short enough to type, and too long to search for a seed that gives the desired dice.
    seed = given.seed if given.seed is not None else secrets.randbits(48)
    rng = random.Random(seed)  # noqa: S311 (a repeatable roll is asked for; the seed is from the system)
    shown = throw(pool.dice, rng)
    challenge = throw(challenge_dice(rulebook, task), rng)
    whole = Throw((*shown.dice, *challenge.dice), (*shown.indices, *challenge.indices))
    reading = read_task(rulebook, house_rules, task, whole)
    return reading, {
        "faces": _faces(shown, CHARACTER),
        "item_faces": _faces(shown, ITEM),
        "hindering_faces": _faces(shown, HINDERING),
        "nulls": reading.rolled_nulls,
        "seed": seed,
    }


def by_magic(
    rulebook: Rulebook, house_rules: HouseRules, task: Task, given: argparse.Namespace
) -> tuple[Task, list[str]]:
    """Return the task changed by --by-magic, with a line that explains the change.

    Without --by-magic, return the task and "".
    """
    if not given.by_magic:
        return task, []
    found = done_by_magic(rulebook, house_rules, task)
    beyond = house_rules.nulls_beyond_impossible
    return found, [f"By magic: {raised_text(rulebook, task.difficulty, 1, nulls_beyond=beyond)}"]


def _faces(shown: Throw[Face], group: str) -> list[int]:
    return [index + 1 for die, index in zip(shown.dice, shown.indices, strict=True) if die.group == group]


def reading_json(reading: TaskReading) -> dict[str, Any]:
    """Return a reading as values for JSON, without the challenge dice."""
    return {
        "allowed": reading.allowed,
        "allowed_by_gm": reading.allowed_by_gm,
        "reason": sentence(reading.reason) if reading.reason else None,
        "cap": reading.cap,
        "successes": reading.successes,
        "net": reading.net,
        "success": reading.success,
        "damage": reading.damage,
        "dice": [
            {"die": die.label, "face": die.face, "counts": die.counts, "why": sentence(die.reason)}
            for die in reading.reading.dice
            if die.group != CHALLENGE
        ],
    }


def reading_lines(reading: TaskReading, extra: dict[str, Any]) -> Iterator[str]:
    """Yield what a roll means, step by step and die by die. `extra` has the rolled faces, if there are any."""
    for finding in reading.reading.findings:
        yield sentence(finding.reason)
    for step in reading.reading.steps:
        yield f"  {sentence(step)}"
    if reading.allowed:
        yield f"  {' '.join(sentence(each) for each in reading.follows)}"
    for die in reading.reading.dice:
        if die.group != CHALLENGE:
            yield f"  {die.label}: {die.face} counts {die.counts}. {sentence(die.reason)}"
    if extra:
        yield f"  Faces {','.join(map(str, extra['faces']))}; Nulls {extra['nulls']}; seed {extra['seed']}"


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
    ends = (("A wins", odds.win), ("Nobody wins", odds.draw), ("B wins", odds.loss))
    lines = (f"{end}: {chance_text(chance)}" for end, chance in ends)
    left = f"Dice left on average: A {odds.left_a:.2f}, B {odds.left_b:.2f}"
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
        notes.append("Too many different dice to calculate exactly: here both sides lose their weakest dice first.")
    both_hands = {die.name for die in rulebook.dice if die.two_handed}
    for name, side, each in zip("AB", pools, used, strict=True):
        if side.left_behind:
            notes.append(f"{name} fights without equipment: {', '.join(side.left_behind)}.")
        if any(die.key.startswith(SHIELD) for die in side.of(ITEM)):
            unwise = [die.label for die in side.dice if each.weapons.get(die.key) and die.label in both_hands]
            said = [reason("two-handed-and-shield", "AMB-53", item=item) for item in unwise]
            notes += [f"{name}: {sentence(why)}" for why in said]
    return notes + [sentence(why) for why in odds.left_out]


def run_odds(rulebook: Rulebook, given: argparse.Namespace) -> int:
    """Print the odds of the task. Raise CommandError if the arguments do not fit together."""
    if given.versus is None and given.versus_skill:
        raise CommandError("--versus-skill goes with --versus")
    house_rules = house_rules_for(given, given.file, given.versus)
    pool = pool_given(rulebook, house_rules, given)
    task = Task(
        skill=find_task_skill(rulebook, given.skill),
        difficulty=find_difficulty(rulebook, given.difficulty).id if given.difficulty else "",
        bought=given.bought,
        automatic=given.automatic + pool.automatic,
        penalty=given.penalty,
        allowed_by_gm=given.allowed,
    )
    task, said = by_magic(rulebook, house_rules, task, given)
    again: Chance | None = None
    idle = [sentence(why) for why in borne_for(task, pool.dice).idle.values()]
    odds = OddsCalculator(rulebook, house_rules)
    if given.versus is None:
        found = odds.task(task, pool.dice)
        if given.reroll:
            again = odds.with_reroll(task, pool.dice) if found.allowed else NEVER
    else:
        other = pool_of_either(rulebook, house_rules, given.versus)
        opposition = Task(_opposing_skill(rulebook, task, given.versus_skill), automatic=other.automatic)
        idle += [sentence(why) for why in borne_for(opposition, other.dice).idle.values()]
        found = odds.opposed(task, pool.dice, opposition, other.dice)
        if given.reroll:
            again = odds.opposed_with_reroll(task, pool.dice, opposition, other.dice) if found.allowed else NEVER
    answer = _json(found, again) | ({"difficulty": task.difficulty} if said else {}) | ({"idle": idle} if idle else {})
    return print_answer(given, answer, (*said, *_lines(found, again), *idle))


def _opposing_skill(rulebook: Rulebook, task: Task, named: str) -> str:
    """Return the named skill, or the opponent's default skill (TASK-13). Raise CommandError if there is none."""
    if named:
        return find_task_skill(rulebook, named)
    skill = next((each for each in rulebook.skills if each.id == task.skill), None)
    if skill is None or not skill.often_opposed_by:
        name = skill_label(skill) if skill else task.skill
        raise CommandError(f"--versus needs --versus-skill NAME: no skill usually opposes {name}")
    return skill.often_opposed_by


def _json(found: TaskOdds, again: Chance | None) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "allowed": found.allowed,
        "cap": found.cap,
        "success": chance_json(found.success),
        "tie": None if found.tie is None else chance_json(found.tie),
        "distribution": [
            {"net": net, "num": chance.num, "den": chance.den} for net, chance in _each(found.net) if found.allowed
        ],
    }
    if again is not None:
        answer["reroll"] = {"success": chance_json(again), "gain": _gain(found.success, again)}
    return answer


def _lines(found: TaskOdds, again: Chance | None) -> Iterator[str]:
    if found.reason is not None:
        yield sentence(found.reason)
        return
    yield f"Success: {chance_text(found.success)}"
    if found.tie is not None:
        yield f"Tie, which is no success: {chance_text(found.tie)}"
    if again is not None:
        change = percent_change(found.success, again, 1)
        points = f" ({change} points)" if change else ""
        yield f"With the best die rolled again: {chance_text(again)}{points}"
    if found.cap is not None:
        yield f"At most {found.cap} rolled successes count."
    yield "Net result:"
    for net, chance in _each(found.net):
        yield f"  {signed(net)}: {chance_text(chance)}"


def _each(net: Distribution | None) -> list[tuple[int, Chance]]:
    return [] if net is None else [(number, Chance(weight, net.total)) for number, weight in net]


def _gain(before: Chance, after: Chance) -> float:
    return (after.num * before.den - before.num * after.den) / (after.den * before.den)
