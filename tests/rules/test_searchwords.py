"""Words as people type them: forms, spellings, slips."""

import pytest

from bones_desktop.rules.typedtext import holds, likeliest, stem
from tests.support.foreach import for_each


@for_each(
    "alike",
    [
        "climb climbs climbing climbed", "die dies dying", "ride rides riding", "swim swims swimming",
        "level levelling", "armour armor armours", "defence defense", "mastery masteries", "fall falls falling",
        "heal healed Healing", "re-roll reroll", "lie lying lies", "shield shields",
    ],
)  # fmt: skip
def test_forms_of_a_word_have_one_stem(alike: str) -> None:
    assert len({stem(word, "en") for word in alike.split()}) == 1


@pytest.mark.parametrize(
    "alike",
    [
        "Wurf Würfe Wurfs Würfen", "Wunde Wunden", "Probe Proben", "Würfel Würfeln", "Gegner Gegners Gegnern",
        "Charakter Charaktere Charakteren", "Axt Äxte", "Bild Bilder Bildern", "schwer schwerer schweres schwerem",
    ],
)  # fmt: skip
def test_forms_of_a_german_word_have_one_stem(alike: str) -> None:
    assert len({stem(word, "de") for word in alike.split()}) == 1


@pytest.mark.parametrize("different", ["Anne Anna", "Wurf Würfel", "Arm Armbrust", "Rest Rast"])
def test_other_german_words_have_another(different: str) -> None:
    assert len({stem(word, "de") for word in different.split()}) == 2


@pytest.mark.parametrize("different", ["fire first", "rest restricted", "thing think", "bow bowl", "status stat"])
def test_other_words_have_another(different: str) -> None:
    assert len({stem(word, "en") for word in different.split()}) == 2


@for_each(
    ("text", "search", "found"),
    [
        ("Red Bob", "", True), ("Red Bob", "BOB red", True), ("Red Bob", "  re ", True), ("Red Bob", "red rag", False),
        ("Red Bob", "redbob", False), ("Light armour (leather)", "armor", True), ("climbing, leaping", "climbed", True),
        ("first", "fire", False),
    ],
)  # fmt: skip
def test_every_word_searched_for_is_held_in_some_form(text: str, search: str, found: bool) -> None:
    assert holds(text, search, "en") is found


@pytest.mark.parametrize(
    ("word", "meant"), [("stealh", "stealth"), ("dificulty", "difficulty"), ("qqq", ""), ("ki", "")]
)
def test_a_slip_is_understood(word: str, meant: str) -> None:
    assert likeliest(word, ["stealth", "difficulty", "kin"]) == meant


@for_each(
    ("text", "search"),
    [
        ("Łukasz", "lukasz"), ("Lukasz", "łukasz"), ("Ægir", "aegir"), ("Aegir", "Æ"), ("Œuvre", "oeuvre"),
        ("Yıldız", "yildiz"), ("Yildiz", "YILDIZ"), ("Yıldız", "Yıldız"), ("İpek", "ipek"), ("Þór", "thor"),
        ("Đorđe", "dorde"),
        ("Jean-Luc", "jean luc"), ("Jean Luc", "jean-luc"), ("Jean-Luc", "jeanluc"), ("Jean\u2011Luc", "jean-luc"),
        ("two-handed", "two hand"), ("well\u00adknown", "wellknown"), ("D’Artagnan", "d'artagnan"),
        ("re-rolls", "reroll"),
        ("reroll", "re-roll"), ("harm 3-2", "3-2"),
    ],
)  # fmt: skip
def test_letters_hyphens_and_apostrophes_are_searched_as_a_keyboard_has_them(text: str, search: str) -> None:
    assert holds(text, search, "en")
