"""Edits of packs are pure, and what is new has an id of its own."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bones_desktop.rules.bones.book.character import ItemKind
from bones_desktop.rules.bones.book.rulebook import TemplateKind
from bones_desktop.rules.bones.life import packs
from bones_desktop.rules.bones.life.packs import MOST_ENTRIES, Pack, faults
from bones_desktop.rules.reasons import RulesError
from tests.support.foreach import for_each
from tests.support.packs import norse
from tests.support.rulebooks import rulebook


@for_each(
    ("name", "made"),
    [
        ("The Norse", "the-norse"),
        ("Ægir & Søn", "gir-sn"),
        ("Ángel Ñandú", "angel-nandu"),
        ("北欧", "pack"),
        ("house", "house-2"),
        ("3 Kings", "kings"),
        ("A name that is much too long", "a-name-that-is-m"),
        ("", "pack"),
    ],
)
def test_a_pack_has_an_id_made_from_its_name(name, made):
    assert packs.new_pack(name, ()).id == made


def test_ids_that_are_taken_get_a_number():
    taken = ["norse", "norse-2"]
    assert packs.new_pack("Norse", taken).id == "norse-3"
    assert packs.new_template(norse(), "Raider", TemplateKind.OCCUPATION).id == "norse/raider-2"


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_names_make_ids_that_are_read_again(pack_name, name):
    pack = packs.new_pack(pack_name, ())
    for entry in (
        packs.new_template(pack, name, TemplateKind.CULTURE),
        packs.new_item(pack, name, ItemKind.WEAPON),
        packs.new_race(pack, name),
    ):
        pack = packs.with_entry(pack, packs.copied_entry(pack, entry, name))
    ids = [each.id for each in (*pack.templates, *pack.equipment, *pack.races)]
    assert len(set(ids)) == 3


def test_what_is_new_lacks_only_what_must_be_chosen():
    pack = packs.new_pack("Mine", ())
    for kind in TemplateKind:
        pack = packs.with_entry(pack, packs.new_template(pack, kind.value, kind))
    pack = packs.with_entry(pack, packs.new_item(pack, "Whip", ItemKind.WEAPON))
    assert faults(rulebook(), pack) == ()
    pack = packs.with_entry(pack, packs.new_race(pack, "Troll"))
    assert pack.races[0].letters == "Tr"
    assert [fault.reason.code for fault in faults(rulebook(), pack)] == ["pack-readings-none"]


def test_an_entry_is_changed_and_taken_away():
    changed = packs.changed_entry(norse(), "norse/raider", {"name": "Viking"})
    assert packs.find(changed, "norse/raider").name == "Viking"
    assert changed.templates[:2] == norse().templates[:2]
    assert packs.changed_entry(norse(), "norse/nobody", {"name": "Viking"}) == norse()
    assert packs.find(packs.without_entry(norse(), "norse/troll"), "norse/troll") is None


def test_a_copied_pack_speaks_of_its_own_entries():
    copy = packs.copied_pack(norse(), "The Danes", ["norse"])
    assert copy.id == "the-danes"
    assert copy.templates[0].opens == ("the-danes/sea-farer", "nomad")
    assert copy.equipment[0].faces[5].code == "the-danes/troll"
    assert faults(rulebook(), copy) == ()
    assert "norse/" not in str(copy).replace("the-norse/", "")


def test_a_pack_has_an_end():
    races = tuple(norse().races[0].with_(id=f"norse/t{number}") for number in range(MOST_ENTRIES))
    with pytest.raises(RulesError) as refused:
        packs.with_entry(Pack(id="norse", name="Full", races=races), norse().races[0])
    assert refused.value.reason.code == "pack-full"
