"""Every printed block fights every other once, by hand and from afar, without a mistake; many against many is quick."""

from itertools import product
from random import Random
from time import process_time

import pytest

from bones_desktop.rules.bones.book.rulebook import StatBlock
from bones_desktop.rules.bones.fight.fighters import Encounter, Fighter, Round
from bones_desktop.rules.bones.fight.roundedits import throw_rest
from bones_desktop.rules.bones.fight.roundreading import Phase, read_round
from bones_desktop.rules.bones.fight.suggestions import complete
from bones_desktop.rules.bones.injury.injuries import item_from
from bones_desktop.rules.bones.making.edits import character_from_block
from bones_desktop.wording.reasons import sentence
from tests.support.people import ID, ragnar
from tests.support.rounds import does
from tests.support.rulebooks import rulebook

BLOCKS = rulebook().blocks


def of_block(who: str, block: StatBlock, side: str) -> Fighter:
    character = character_from_block(rulebook(), block, ID)
    return Fighter(id=who, character=character, side=side, at_hand=tuple(range(len(character.equipment))))


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.id)
def test_every_block_fights_every_other(block: StatBlock) -> None:
    others = BLOCKS[BLOCKS.index(block) :]
    for number, (other, how) in enumerate(product(others, ("melee", "missile"))):
        a, b = of_block("a", block, "A"), of_block("b", other, "B")
        ways = ["melee" if each.is_horde else how for each in (a, b)]
        declare = (does("a", ways[0], "b"), does("b", ways[1], "a"))
        choices = Round(encounter=Encounter(fighters=(a, b)), declarations=declare)
        thrown = throw_rest(rulebook(), choices, Random(number))
        completed = complete(rulebook(), thrown)
        read = read_round(rulebook(), completed.choices)
        assert read.phase is Phase.CLOSE, (other.id, how)
        for step in (*completed.steps, *read.steps):
            assert sentence(step.reason)


def many() -> Round:
    sword, mail = item_from(rulebook().die("sword")), item_from(rulebook().die("medium-armour"))
    heroes = [
        Fighter(id=f"p{n}", character=ragnar().with_(equipment=(sword, mail), spiffs=4), at_hand=(0, 1))
        for n in range(6)
    ]
    goblins = [of_block(f"g{n}", rulebook().block("goblin"), "B") for n in range(12)]
    declare = [does(f"p{n}", "melee", f"g{2 * n + k}") for n in range(6) for k in range(2)]
    declare += [does(f"g{n}", "melee", f"p{n // 2}") for n in range(12)]
    encounter = Encounter(fighters=(*heroes, *goblins))
    return throw_rest(rulebook(), Round(encounter=encounter, declarations=tuple(declare)), Random(1))


def quickest(work) -> float:
    times = []
    for _ in range(5):
        start = process_time()
        work()
        times.append(process_time() - start)
    return min(times)


def test_six_against_twelve_are_read_and_suggested_at_once() -> None:
    choices = many()
    assert quickest(lambda: read_round(rulebook(), choices)) < 0.1
    assert quickest(lambda: complete(rulebook(), choices)) < 0.3
