from gettext import NullTranslations

from bones_desktop.rules.bones.making.followers import Grant
from bones_desktop.wording.names import MOST_SIGNS, follower_noun, numbered_name, short_name, without_names
from tests.support.rulebooks import rulebook


def test_whatever_a_mastery_brings_along_can_be_translated(monkeypatch):
    whats = {asset.what for mastery in rulebook().masteries for asset in mastery.assets}
    assert len(whats) == 4
    catalogue = NullTranslations()
    monkeypatch.setattr(catalogue, "gettext", lambda text: text.upper())
    monkeypatch.setattr("bones_desktop.wording.language._Choice.catalogue", catalogue)
    for what in whats:
        noun = Grant("", "", what, "", 1, 1, None).noun
        assert follower_noun(noun) == noun.upper()


def test_a_short_name_turns_nothing_round_that_stands_beside_it():
    assert short_name("\u202eX\u2066 and\u200f Y") == "X and Y"
    assert len(short_name("\u202e" * 9 + "W" * 90)) == MOST_SIGNS


def test_names_are_replaced_whole_and_in_any_case():
    names = ("Grim", "Grim the Long-Winded Keeper of the Forgotten Gate")
    assert without_names("grim hits Grimbold", names) == "someone hits Grimbold"
    assert without_names(f"Melee against {short_name(names[1])}", names) == "Melee against someone"
    assert without_names("Grim the Long-Winded Keeper of the Forgotten Gate falls", names) == "someone falls"
    assert without_names("Nobody", ("", " ")) == "Nobody"


def test_a_die_without_a_name_has_only_its_number() -> None:
    assert [numbered_name(2, name) for name in ("", "Die 3", "Gaul")] == ["Die 3", "Die 3", "Die 3 · Gaul"]
