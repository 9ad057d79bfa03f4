"""How the shelf sorts and searches, and what it says of a character."""

from dataclasses import replace

import pytest

from bones_desktop.pages.shelf.shelfmodel import ShelfFilter, ShelfWords, kind_name, order
from bones_desktop.rules.bones.book.character import CharacterKind
from tests.support.foreach import for_each
from tests.support.rulebooks import rulebook
from tests.support.shelves import entry

RAGNAR = entry(
    "Éowyn", race="Elf", tags=("Friday group",), origins=("gaul", "armsman"), icons=("melee", "riding"), dice=4
)


def words() -> ShelfWords:
    return ShelfWords(rulebook)


def found(search: str, *entries, **more) -> list[str]:
    ranked = [(None, each.path.name, each) for each in entries]
    haystacks = {each.path.name: words().haystack(each) for each in entries}
    return [each.name for each in ShelfFilter(search, **more).chosen(ranked, lambda: haystacks)]


@for_each(
    "search",
    ["eowyn", "ÉOWYN", "gaul", "armsman", "elf", "friday", "melee riding", "player", "group gaul mel", "   "],
)
def test_every_word_about_a_character_finds_it(search: str) -> None:
    assert found(search, RAGNAR) == ["Éowyn"]


@pytest.mark.parametrize("search", ["lukasz", "ŁUKASZ", "jean luc", "jean-luc", "jeanluc"])
def test_letters_and_hyphens_are_found_as_they_are_typed(search: str) -> None:
    assert found(search, entry("Łukasz Jean-Luc"), RAGNAR) == ["Łukasz Jean-Luc"]


@pytest.mark.parametrize("search", ["light armour", "leather", "light armor", "leathers", "Armsmen's armor"])
def test_what_is_carried_is_found_by_its_other_names_and_spellings(search: str) -> None:
    wearer = entry("Bob", things=("Light armour", "A lantern"), tags=("Armsmen's",))
    assert found(search, wearer, RAGNAR) == ["Bob"]


@pytest.mark.parametrize("search", ["climb", "climbing", "athletics", "jumped"])
def test_everyday_words_find_who_has_the_skill(search: str) -> None:
    climber = entry("Bob", icons=("maneuver",))
    assert found(search, climber, RAGNAR, entry("Ann", icons=("gone/elf",))) == ["Bob"]


@pytest.mark.parametrize("search", ["bob", "gaul roman", "magic"])
def test_every_word_must_be_found(search: str) -> None:
    assert found(search, RAGNAR) == []


def test_all_the_tags_and_the_kind_must_fit() -> None:
    one, two = entry("One", tags=("a", "b")), entry("Two", tags=("a",), kind=CharacterKind.BEAST)
    assert found("", one, two, tags=frozenset({"a"})) == ["One", "Two"]
    assert found("", one, two, tags=frozenset({"a", "b"})) == ["One"]
    assert found("", one, two, kind=CharacterKind.BEAST) == ["Two"]
    assert found("one", one, two, kind=CharacterKind.BEAST) == []
    assert ShelfFilter("  ").is_all
    assert not ShelfFilter(kind=CharacterKind.BEAST).is_all


@pytest.mark.parametrize(
    ("sort", "names"),
    [
        ("changed", ["young", "Émile", "Zoe", "broken"]),
        ("name", ["broken", "Émile", "young", "Zoe"]),
        ("kind", ["Émile", "young", "Zoe", "broken"]),
        ("dice", ["Zoe", "Émile", "young", "broken"]),
    ],
)
def test_each_sort_has_its_order(sort, names: list[str]) -> None:
    entries = [
        entry("broken", age=9, kind=None),
        entry("Zoe", age=3, kind=CharacterKind.BEAST, dice=7),
        entry("Émile", age=2, dice=4),
        entry("young", age=1, kind=CharacterKind.CAST, dice=4),
    ]
    assert [each.name for each in sorted(entries, key=order(sort))] == names


def test_a_character_is_told_in_words() -> None:
    assert words().line(RAGNAR) == "Player · Elf · Gaul · Armsman"
    assert words().line(entry("Bob", race="Human")) == "Player"
    assert words().spoken(RAGNAR) == "Éowyn, Player character, 4 dice, Gaul, Armsman, tags: Friday group"
    assert words().spoken(entry("Bob", dice=1, newer=True)).endswith("1 die, made by a newer program")
    assert len({kind_name(kind) for kind in CharacterKind}) == len(CharacterKind)


def test_what_the_rulebook_lacks_is_named_by_its_id() -> None:
    odd = entry("Odd", origins=("the-norse/sea-raider",), icons=("the-norse/valkyrie",))
    assert words().line(odd) == "Player · Sea raider"
    assert found("valkyrie", odd) == ["Odd"]


def test_names_follow_another_rulebook() -> None:
    books = [rulebook()]
    followed = ShelfWords(lambda: books[-1])
    assert not followed.renew()
    assert followed.line(RAGNAR).endswith("Armsman")
    assert not followed.renew()
    books.append(replace(rulebook()))
    assert followed.renew() == (books[0] is not books[1])


def test_house_rules_are_badged_said_and_found() -> None:
    of_house = entry("Ylva", house=True)
    assert words().badge(of_house) == "house rule"
    assert "house rule" in words().spoken(of_house)
    assert found("house", of_house, RAGNAR) == ["Ylva"]
    assert words().badge(RAGNAR) == ""
    assert "house rule" not in words().spoken(RAGNAR)
