"""The command that plays one round of a fight from a description."""

import argparse
from pathlib import Path
from random import Random, SystemRandom
from typing import Any, Final

from bones_desktop.cli.answers import house_answers
from bones_desktop.cli.names import EXIT_OK
from bones_desktop.cli.roundfields import read_file
from bones_desktop.cli.roundfile import RoundMaker
from bones_desktop.cli.terminal import CommandError, print_json
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.fight.doings import check_declared
from bones_desktop.rules.bones.fight.roundchoices import ChoiceError, Round
from bones_desktop.rules.bones.fight.roundreading import RoundReading, read_round
from bones_desktop.rules.bones.fight.roundsteps import RoundStep
from bones_desktop.rules.bones.fight.suggestions import complete
from bones_desktop.rules.bones.fight.throwing import throw_rest
from bones_desktop.rules.bones.game import HOUSE
from bones_desktop.rules.reasons import reason
from bones_desktop.rules.typedtext import one_line
from bones_desktop.wording.reasons import sentence

_LONGEST: Final = 400
"""Greatest length of an error line, in characters."""


def run_round(rulebook: Rulebook, given: argparse.Namespace) -> int:
    """Print the result of a round. Dice without faces are rolled from the seed, open choices are made as suggested."""
    try:
        return _run(rulebook, given)
    except ChoiceError as error:
        mistake = f"{error.place}: {sentence(error.reason)}"
    except CommandError as error:
        mistake = str(error)
    raise CommandError(one_line(mistake)[:_LONGEST])


def _run(rulebook: Rulebook, given: argparse.Namespace) -> int:
    path = Path(given.file)
    described = read_file(path)
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
    if given.json:
        print_json(_answer(completed.choices, read, steps))
    else:
        _print(read, steps)
    return EXIT_OK


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


def _print(read: RoundReading, steps: list[RoundStep]) -> None:
    names = {who: doing.fighter.name for who, doing in read.doings.by_id.items()}
    for step in steps:
        before = f"{names[step.who]}: " if step.who else ""
        print(f"{before}{sentence(step.reason)}")
    for who, state in read.states.items():
        print(f"{names[who]} ({who}): damage {read.taken[who]}, {state.value}")
