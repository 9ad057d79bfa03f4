import pytest

from bones_desktop.rules.bones.injury.injuries import lose, suffer, suffer_all
from bones_desktop.rules.bones.injury.magic import (
    MOST_USES,
    four_hours_pass,
    four_hours_rest,
    magic_price,
    overreach,
    take_back_use,
    use_magic,
)
from bones_desktop.rules.reasons import RulesError
from tests.support.people import bob, die, ragnar


def refused(call) -> str:
    with pytest.raises(RulesError) as error:
        call()
    return error.value.reason.code


def after(uses: int, character=None):
    character = character or bob()
    for _ in range(uses):
        character = use_magic(character)
    return character


def test_ex_26_eight_uses_of_a_safe_level_of_five():
    """EX-26: the eighth use leaves no success, so that Bob is hurt; the goblin hurts him as well."""
    thrown = {1: 2, 2: 3, 3: 0, 4: 2, 5: 1, 6: 2, 7: 3, 8: 3}
    expected = {1: 0, 2: 0, 3: 0, 4: 0, 5: 0, 6: 1, 7: 2, 8: 3}
    caster = bob()
    hurt = []
    for use, successes in thrown.items():
        price = magic_price(caster)
        assert (price.safe, price.recent, price.penalty) == (5, use - 1, expected[use])
        if overreach(price, successes - price.penalty):
            caster = suffer(caster, "magic")
            hurt.append(use)
        caster = use_magic(caster)
    assert hurt == [8]
    assert len(suffer(caster, "the goblin").available()) == 2


@pytest.mark.parametrize(("uses", "successes", "hurt"), [(4, 0, 0), (5, 1, 0), (5, 0, 1), (5, -1, 1), (7, 1, 0)])
def test_only_a_use_beyond_the_safe_level_without_success_hurts(uses, successes, hurt):
    assert overreach(magic_price(after(uses)), successes) == hurt


def test_the_uses_that_are_free():
    assert [magic_price(after(uses)).free for uses in (0, 3, 5, 6)] == [5, 2, 0, 0]
    assert [magic_price(after(uses)).beyond for uses in (5, 6, 8)] == [0, 1, 3]


def test_four_hours_free_the_uses_but_fatigue_stays_until_a_rest():
    assert magic_price(four_hours_pass(after(5))).penalty == 0
    tired = four_hours_pass(after(7))
    assert (magic_price(tired).recent, magic_price(tired).penalty, magic_price(tired).free) == (0, 3, 0)
    assert magic_price(use_magic(tired)).penalty == 4
    assert four_hours_rest(after(7)) == bob()
    assert four_hours_rest(tired) == bob()


def test_the_safe_level_falls_with_the_dice_that_are_lost():
    hurt = lose(bob(), 2)
    assert magic_price(hurt).safe == 3
    assert magic_price(after(3, hurt)).penalty == 1
    assert magic_price(lose(after(4), 2)).penalty == 1
    assert magic_price(suffer_all(bob(), 4)).safe == 0


def test_the_elf_s_icon_counts_where_the_group_plays_it_so():
    elf = bob().with_(dice=(die("universal,elf,magic,craft,missile,scholar"),))
    assert magic_price(elf).safe == 2
    strict = elf.with_(house_rules=elf.house_rules.__class__(elf_icon_allows_magic=False))
    assert magic_price(strict).safe == 1


def test_who_has_no_magic_has_nothing_free():
    assert magic_price(ragnar()).penalty == 1


@pytest.mark.parametrize("uses", range(9))
def test_a_use_taken_back_never_was(uses):
    assert take_back_use(after(uses + 1)) == after(uses)


def test_what_is_not_there_is_not_taken_back():
    assert refused(lambda: take_back_use(bob())) == "no-magic-used"
    assert refused(lambda: four_hours_pass(bob())) == "no-magic-used"
    assert refused(lambda: four_hours_rest(bob())) == "magic-rested"
    assert refused(lambda: use_magic(bob().with_(recent_magic=MOST_USES))) == "too-many"


def test_who_may_by_the_gms_word_has_one_use_free_before_it_tires():
    assert magic_price(ragnar(), by_gm=True).penalty == 0
    once = use_magic(ragnar(), by_gm=True)
    assert (once.recent_magic, once.magic_beyond) == (1, 0)
    assert magic_price(once, by_gm=True).penalty == 1
    assert use_magic(once, by_gm=True).magic_beyond == 1
    assert magic_price(bob(), by_gm=True) == magic_price(bob())
