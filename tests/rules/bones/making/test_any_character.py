"""Laws that hold for every character, however odd its file."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bones_desktop.rules.bones.book.character import Character, CharacterDie, CharacterKind, LostDie, MakingMode
from bones_desktop.rules.bones.book.icons import face
from bones_desktop.rules.bones.making import edits
from bones_desktop.rules.bones.making.creation import Lock, origin_choices, palette, refusal, slot_state
from bones_desktop.rules.bones.making.problems import problems
from bones_desktop.rules.bones.making.sheet import derive
from bones_desktop.rules.reasons import RulesError
from bones_desktop.storage.files.plainjson import plain, read
from bones_desktop.wording.names import problem_text
from tests.support.people import ID
from tests.support.rulebooks import rulebook

ICONS = [icon.id for icon in rulebook().icons if icon.id != "blank"]
CODES = st.one_of(
    st.sampled_from(["", "blank", "enigma", "encumbrance+defend"]),
    st.sampled_from(ICONS),
    st.builds("{} x{}".format, st.sampled_from(ICONS), st.integers(2, 3)),
)
FACES = st.lists(CODES.map(face), min_size=6, max_size=6).map(tuple)
TEMPLATES = st.sampled_from(["", "pack/unknown", *(template.id for template in rulebook().templates)])
DICE = st.builds(CharacterDie, template=TEMPLATES, faces=FACES)
CHARACTERS = st.builds(
    Character,
    id=st.just(ID),
    kind=st.sampled_from(CharacterKind),
    mode=st.sampled_from(MakingMode),
    racial_icon=st.sampled_from(["", "elf", "goblin"]),
    dice=st.lists(DICE, max_size=11).map(tuple),
    lost=st.lists(st.builds(LostDie, die=st.integers(0, 11)), max_size=3).map(tuple),
    excess_damage=st.integers(0, 9),
    slain=st.booleans(),
)


@given(CHARACTERS)
def test_every_character_has_a_sheet_and_readable_problems(character):
    derive(rulebook(), character)
    for problem in problems(rulebook(), character):
        assert problem_text(problem)


@given(CHARACTERS)
def test_every_character_survives_its_file(character):
    assert read(Character, json.loads(json.dumps(plain(character)))) == character


@given(CHARACTERS, st.integers(0, 10), st.integers(0, 5))
def test_what_the_palette_allows_can_be_set_and_what_it_does_not_is_refused(character, place, number):
    if place >= len(character.dice):
        return
    for entry in palette(rulebook(), character, place, number)[::7]:
        if entry.allowed:
            changed = edits.set_face(rulebook(), character, place, number, entry.face)
            assert changed.dice[place].faces[number] == entry.face
        else:
            with pytest.raises(RulesError) as refused:
                edits.set_face(rulebook(), character, place, number, entry.face)
            assert refused.value.reason == entry.reason


@given(CHARACTERS, st.integers(0, 3), TEMPLATES)
def test_a_template_is_taken_exactly_when_it_is_offered(character, place, template):
    if place >= len(character.dice) or template == character.dice[place].template or not template:
        return
    allowed = {choice.template_id for choice in origin_choices(rulebook(), character, place) if choice.allowed}
    if template not in allowed:
        with pytest.raises(RulesError):
            edits.set_template(rulebook(), character, place, template)
        return
    changed = edits.set_template(rulebook(), character, place, template)
    assert changed.dice[place].template == template
    for number, shown in enumerate(changed.dice[place].faces):
        slot = slot_state(rulebook(), changed, place, number)
        assert slot.lock != "fixed" or shown == slot.options[0]


@given(CHARACTERS, st.integers(0, 10))
def test_clearing_conflicts_leaves_none(character, place):
    if place >= len(character.dice):
        return
    cleared = edits.clear_conflicts(rulebook(), character, place)
    for number, shown in enumerate(cleared.dice[place].faces):
        assert (
            shown.is_unfilled
            or refusal(rulebook(), cleared, place, number, shown) is None
            or slot_state(rulebook(), cleared, place, number).lock in {Lock.FIXED, Lock.CLOSED}
        )


@pytest.mark.parametrize("template", ["", "pack/unknown"])
def test_faces_of_a_die_without_its_template_are_kept(template):
    die = CharacterDie(template=template, faces=(*map(face, ["", "", "", "", "", "blank"]),))
    character = Character(id=ID, kind=CharacterKind.PLAYER, mode=MakingMode.COLD_IRON, dice=(die,))
    assert slot_state(rulebook(), character, 0, 5).lock is Lock.CLOSED
    assert edits.clear_conflicts(rulebook(), character, 0) == character
