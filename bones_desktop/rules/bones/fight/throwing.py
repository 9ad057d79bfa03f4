"""Throws what is still to be thrown in a round: dice, challenge dice, and throws to resist magic (AMB-52, 2)."""

from random import Random

from bones_desktop.rules.bones.book.attempts import CHARACTER, Task
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.fight.doings import Doing, read_doings
from bones_desktop.rules.bones.fight.fighters import Fighter
from bones_desktop.rules.bones.fight.roundchoices import Declaration, Faces, How, Round
from bones_desktop.rules.bones.reading.taskdice import challenge_dice, hindrance


def throw_rest(rulebook: Rulebook, choices: Round, rng: Random) -> Round:
    """Return the round with everything thrown that is not yet: in roster order, the dice of each by place.

    ChoiceError for declarations that the rules refuse.
    """
    doings = read_doings(rulebook, choices)
    faces, hordes = dict(choices.faces), {who: dict(thrown) for who, thrown in choices.horde_faces.items()}
    for who, doing in doings.by_id.items():
        if not doing.throws:
            continue
        if not doing.fighter.is_horde:
            faces[who] = _thrown(rulebook, doing, faces.get(who), rng)
            continue
        thrown = hordes.setdefault(who, {})
        for aimed in doing.attacks:
            thrown[aimed.whom] = _thrown(rulebook, doing, thrown.get(aimed.whom), rng)
    declarations = tuple(_with_nulls(rulebook, each, rng) for each in choices.declarations)
    resist = dict(choices.resist)
    for doing in doings.by_id.values():
        for whom in (each.whom for each in doing.aimed if doing.able and each.on_mind):
            resist[whom] = _resisting(choices.encounter.fighter(whom), resist.get(whom), rng)
    return choices.with_(
        faces=faces,
        horde_faces={who: thrown for who, thrown in hordes.items() if thrown},
        declarations=declarations,
        resist=resist,
    )


def _thrown(rulebook: Rulebook, doing: Doing, given: Faces | None, rng: Random) -> Faces:
    """Return the faces of all dice; lost ones show none, and those given stay."""
    dice = doing.fighter.dice(rulebook)
    available = set(doing.fighter.character.available())
    if given is not None and len(given) != len(dice):
        return given  # what is wrong with it the reading says
    found: list[int | None] = []
    for place, die in enumerate(dice):
        shown = None if given is None else given[place]
        lost = die.group == CHARACTER and place not in available
        found.append(shown if shown is not None or lost else rng.randrange(len(die.faces)) + 1)
    return tuple(found)


def _resisting(victim: Fighter, given: Faces | None, rng: Random) -> Faces:
    available = set(victim.character.available())
    count = len(victim.character.dice)
    if given is not None and len(given) != count:
        return given
    shown = given or (None,) * count
    return tuple(
        face if face is not None or place not in available else rng.randrange(6) + 1 for place, face in enumerate(shown)
    )


def _with_nulls(rulebook: Rulebook, declaration: Declaration, rng: Random) -> Declaration:
    if declaration.how is not How.TASK or not declaration.difficulty or declaration.nulls is not None:
        return declaration
    dice = challenge_dice(rulebook, Task(declaration.skill, difficulty=declaration.difficulty))
    nulls = sum(hindrance(die.faces[rng.randrange(len(die.faces))], die.group).nulls for die in dice)
    return declaration.with_(nulls=nulls)
