"""The odds of whatever dice and tasks there may be, against every throw read one by one."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from bones_desktop.rules.bones.book.attempts import CHARACTER, HINDERING, ITEM, Task
from bones_desktop.rules.bones.book.definitions import ActionClass
from bones_desktop.rules.bones.book.icons import Aptitude, Face
from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.rules.bones.reading.odds import OddsCalculator
from bones_desktop.rules.dice import Die
from tests.support.everythrow import DIFFICULTIES, RULES, SKILLS, by_enumeration, fraction, shares

SYMBOLS = ("universal", "physical", "mental", "null", "poison", "flaming", "damage", "encumbrance")
ICONS = (*SYMBOLS, *SKILLS, *(icon.id for part in (RULES.masteries, RULES.races, RULES.abilities) for icon in part))
KINDS = ("armour", "shield", "weapon", "magic-item", "item")


def faces_for(skill):
    """Return faces of all kinds, often one that means something for the skill."""
    icon = st.sampled_from([*ICONS, *["universal", "poison", *([skill] if skill in SKILLS else [])] * 20])
    bearing = st.builds(
        Face,
        st.lists(icon, min_size=1, max_size=2, unique=True).map(tuple),
        st.sampled_from([1, 1, 1, 2, 3]),
    )
    return st.one_of(st.just(Face(("blank",))), st.just(Face()), bearing, bearing)


@st.composite
def questions(draw):
    """Return a task, up to four dice of all kinds, and a group's house rules."""
    skill = draw(st.sampled_from([*SKILLS, "physical", "mental"]))
    few = st.integers(0, 2)
    measure = draw(
        st.one_of(
            st.fixed_dictionaries({"difficulty": st.sampled_from(DIFFICULTIES)}),
            st.fixed_dictionaries({"against": st.integers(0, 4), "against_skill": st.sampled_from(["", "stealth"])}),
        )
    )
    task = Task(
        skill,
        bought=draw(st.integers(0, 1)),
        automatic=draw(few),
        fatigue=draw(few),
        penalty=draw(few),
        darkness=draw(few),
        sensed=draw(few),
        conditions=draw(st.frozensets(st.sampled_from(["art", "healing"]))),
        **measure,
    )
    groups = draw(st.lists(st.sampled_from([CHARACTER, CHARACTER, CHARACTER, ITEM, HINDERING]), min_size=1, max_size=4))
    dice = []
    for place, group in enumerate(groups):
        faces = draw(st.lists(faces_for(skill), min_size=1, max_size=6 if len(groups) < 4 else 4))
        kind = draw(st.sampled_from(KINDS)) if group == ITEM else group
        dice.append(Die(tuple(faces), "", group, f"{kind} {place}"))
    house = HouseRules(
        unarmed_class=draw(st.sampled_from([ActionClass.RESTRICTED, ActionClass.SPECIAL])),
        unarmed_aptitude=draw(st.sampled_from(list(Aptitude))),
        only_own_icons_open_a_skill=draw(st.booleans()),
        bought_success_inside_cap=draw(st.booleans()),
        elf_icon_allows_magic=draw(st.booleans()),
    )
    return task, dice, house


@settings(max_examples=60, deadline=None)
@given(questions())
def test_odds_are_those_of_every_throw(question):
    task, dice, house = question
    odds = OddsCalculator(RULES, house).task(task, dice)
    if odds.allowed:
        assert shares(odds.net) == by_enumeration(house, task, dice)
    else:
        assert odds.net is None
        assert fraction(odds.success) == 0


@settings(max_examples=60, deadline=None)
@given(questions(), st.integers(0, 2**32))
def test_what_was_asked_before_changes_no_answer(question, seed):
    task, dice, house = question
    odds = OddsCalculator(RULES, house)
    rng = random.Random(seed)
    for _ in range(3):
        some = rng.sample(dice, rng.randint(1, len(dice)))
        odds.task(task, some)
        odds.table(some)
    assert odds.task(task, dice) == OddsCalculator(RULES, house).task(task, dice)
    assert odds.table(dice) == OddsCalculator(RULES, house).table(dice)
