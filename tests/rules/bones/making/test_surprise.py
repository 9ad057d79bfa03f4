"""Characters made at random are legal and complete, of the concept asked for, and the same for the same seed."""

from collections import Counter
from functools import cache

import pytest

from bones_desktop.rules.bones.book.character import CharacterKind, MakingMode
from bones_desktop.rules.bones.book.icons import Face, IconKind
from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.rules.bones.making.edits import new_character, set_face, set_racial_icon, set_template, without_dice
from bones_desktop.rules.bones.making.problems import problems
from bones_desktop.rules.bones.making.surprise import cultures, surprise
from bones_desktop.rules.reasons import RulesError, Weight
from tests.support.rulebooks import rulebook

BOOK = rulebook()
ID = "0" * 32


def faults(character):
    return [each.reason.code for each in problems(BOOK, character) if each.weight is not Weight.ADVICE]


@cache
def player(seed, **asked):
    return surprise(BOOK, new_character(ID), seed, **asked)


def icons(character):
    return Counter(icon for each in character.dice for face in each.faces for icon in face.icons)


@pytest.mark.parametrize("printed_only", [False, True])
@pytest.mark.parametrize("mode", MakingMode)
def test_players_are_legal_and_complete(mode, printed_only):
    for seed in range(20):
        made = surprise(BOOK, new_character(ID, mode), seed, printed_only=printed_only)
        assert faults(made) == []
        assert made.name
        assert all(not face.is_unfilled for each in made.dice for face in each.faces)


def test_every_culture_and_concept_is_reached():
    found = Counter(player(seed).dice[0].template for seed in range(120))
    assert set(found) == {each.id for each in cultures(BOOK)}
    other = [player(seed, concept=each.id) for seed, each in enumerate(BOOK.concepts)]
    for concept in BOOK.concepts:
        made = [player(seed, concept=concept.id) for seed in range(12)]
        about = sum(sum(icons(each)[skill] for skill in concept.skills) for each in made)
        usual = sum(sum(icons(each)[skill] for skill in concept.skills) for each in other)
        assert about > usual, concept.id


@pytest.mark.parametrize("culture", [each.name for each in cultures(BOOK)])
def test_the_culture_asked_for_is_that_of_the_first_die(culture):
    made = surprise(BOOK, new_character(ID), 3, culture=culture.upper())
    assert BOOK.template(made.dice[0].template).name == culture


def test_everybody_is_good_at_what_their_concept_is_named_for():
    """A fighter fights better than a scholar, whatever falls: one in ten wizards had no magic at all before."""
    shown = {}
    for concept in BOOK.concepts:
        first, *rest = concept.skills
        other = {each.id for each in BOOK.icons if BOOK.kind(each.id) is IconKind.SKILL} - {first, *rest}
        for seed in range(15):
            made = player(seed, concept=concept.id)
            count = icons(made)
            assert sum(any(face.has(first) for face in die.faces) for die in made.dice) >= 2, (concept.id, seed)
            assert all(count[skill] < count[first] for skill in other), (concept.id, seed)
            shown.setdefault(concept.id, []).append(count)
    for concept in BOOK.concepts:
        means = {name: sum(each[concept.skills[0]] for each in made) for name, made in shown.items()}
        assert max(means, key=means.__getitem__) == concept.id, means


def test_cast_of_every_concept_have_what_it_is_named_for():
    for concept in BOOK.concepts:
        for seed in range(15):
            made = surprise(BOOK, without_dice(CharacterKind.CAST, ID), seed, concept=concept.id)
            assert icons(made)[concept.skills[0]] >= 2, (concept.id, seed)


def test_no_two_seeds_draw_alike():
    seeds = [*range(-60, 60), 10**39, -(10**39)]
    assert len({player(seed) for seed in seeds}) == len(seeds)


def test_a_seed_makes_the_same_again():
    one, again = (surprise(BOOK, new_character(ID), 11) for _time in range(2))
    assert one == again
    assert one != surprise(BOOK, new_character(ID), 12)


def test_what_was_chosen_stays():
    begun = new_character(ID).with_(name="Odin", house_rules=HouseRules(leather_as_in_prose=True))
    begun = set_template(BOOK, begun, 0, "gaul")
    begun = set_face(BOOK, begun, 0, 4, Face(("riding",)))
    made = surprise(BOOK, begun, 1, concept="scholar")
    assert (made.name, made.dice[0].template, made.house_rules) == ("Odin", "gaul", begun.house_rules)
    assert made.dice[0].faces[4] == begun.dice[0].faces[4]
    assert faults(made) == []
    with pytest.raises(RulesError) as caught:
        surprise(BOOK, begun, 1, culture="roman")
    assert caught.value.reason.code == "culture-taken"


def test_a_racial_icon_stays_on_every_die():
    begun = set_racial_icon(BOOK, new_character(ID, MakingMode.CORE), "elf")
    made = surprise(BOOK, begun, 2)
    assert all(each.faces[1].has("elf") for each in made.dice)
    assert faults(made) == []


def test_cast_has_dice_of_its_concept():
    for seed in range(40):
        made = surprise(BOOK, without_dice(CharacterKind.CAST, ID), seed, concept="Sneak")
        assert faults(made) == []
        assert 3 <= len(made.dice) <= 5
    assert icons(made)["stealth"] >= 3


def test_magic_comes_with_a_theme():
    made = surprise(BOOK, new_character(ID), 5, concept="wizard")
    assert icons(made)["magic"]
    assert made.themes[0].effect
    assert "theme-missing" not in [each.reason.code for each in problems(BOOK, made)]


@pytest.mark.parametrize(
    ("asked", "code"), [({"concept": "king"}, "no-such-concept"), ({"culture": "martian"}, "no-such-culture")]
)
def test_what_there_is_not_is_refused_and_told(asked, code):
    with pytest.raises(RulesError) as caught:
        surprise(BOOK, new_character(ID), 1, **asked)
    assert caught.value.reason.code == code
    assert "Gaul" in str(caught.value.reason.value("known")) or "Wizard" in str(caught.value.reason.value("known"))


def test_nothing_is_changed_where_nothing_is_open():
    whole = surprise(BOOK, new_character(ID), 1, concept="fighter")
    with pytest.raises(RulesError) as caught:
        surprise(BOOK, whole, 2, concept="fighter")
    assert caught.value.reason.code == "nothing-left-open"
