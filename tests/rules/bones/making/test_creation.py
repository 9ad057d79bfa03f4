from bones_desktop.rules.bones.book.icons import face
from bones_desktop.rules.bones.book.rulebook import TemplateKind
from bones_desktop.rules.bones.making import creation
from bones_desktop.rules.bones.making.creation import Lock, origin_choices, palette, slot_state
from bones_desktop.rules.bones.making.edits import add_die, new_character, set_racial_icon, set_template
from tests.support.people import ID, bob, ragnar
from tests.support.rulebooks import rulebook


def test_slots_of_a_gaul_die():
    locks = [slot_state(rulebook(), ragnar(), 0, number).lock for number in range(6)]
    assert locks == [Lock.FIXED, Lock.FIXED, Lock.FIXED, Lock.LIMITED, Lock.FREE, Lock.FREE]
    limited = slot_state(rulebook(), ragnar(), 0, 3)
    assert [option.code for option in limited.options] == ["craft", "riding", "outdoorsman"]


def test_a_die_without_a_template_is_closed_but_for_its_universal():
    locks = [slot_state(rulebook(), new_character(ID), 2, number).lock for number in range(6)]
    assert locks == [Lock.FIXED] + [Lock.CLOSED] * 5


def test_slots_of_core_dice_and_of_later_dice():
    book = rulebook()
    assert [slot_state(book, bob(), 0, n).lock for n in range(6)] == [Lock.FIXED, Lock.LIMITED] + [Lock.FREE] * 4
    assert len(slot_state(book, bob(), 0, 2).options) == 18
    grown = add_die(book, ragnar())
    assert [slot_state(book, grown, 4, n).lock for n in range(6)] == [Lock.FIXED, Lock.LIMITED] + [Lock.OPEN] * 4


def test_the_racial_icon_is_fixed_on_face_2():
    dwarf = set_racial_icon(rulebook(), bob(), "dwarf")
    slot = slot_state(rulebook(), dwarf, 3, 1)
    assert (slot.lock, slot.options) == (Lock.FIXED, (face("dwarf"),))


def test_the_palette_shows_everything_and_says_why_not():
    entries = palette(rulebook(), bob(), 0, 2)
    assert len(entries) == 3 + 18 + 51
    allowed = [entry.face.code for entry in entries if entry.allowed]
    assert allowed == [skill.id for skill in rulebook().skills]
    assert all((entry.reason is None) == entry.allowed for entry in entries)
    assert {entry.reason.code for entry in entries if entry.reason} == {
        "universal-once",
        "aptitude-once",
        "mastery-fifth-die",
    }


def test_the_palette_works_its_slot_out_once(monkeypatch):
    asked = []
    monkeypatch.setattr(creation, "slot_state", lambda *of: asked.append(of) or slot_state(*of))
    palette(rulebook(), bob(), 0, 2)
    assert len(asked) == 1


def test_the_palette_of_a_fifth_die_opens_the_masteries_of_skills_on_four_dice():
    grown = add_die(rulebook(), ragnar())
    masteries = {m.id for m in rulebook().masteries}
    allowed = {e.face.code for e in palette(rulebook(), grown, 4, 2) if e.allowed} & masteries
    assert allowed == {m.id for m in rulebook().masteries if m.skill in {"melee", "defend"}}
    closed = next(e for e in palette(rulebook(), grown, 4, 2) if e.face.code == "stalker")
    assert closed.reason is not None
    assert closed.reason.value("missing") == 2


def test_origins_of_a_gaul():
    book = rulebook()
    backgrounds = origin_choices(book, ragnar(), 1)
    assert all(choice.kind is TemplateKind.BACKGROUND for choice in backgrounds)
    assert {c.name for c in backgrounds if c.allowed and not c.house} == {"Hunter/Gatherer"}
    printed = origin_choices(book, ragnar(), 1, printed_only=True)
    assert not any(choice.house for choice in printed)
    assert {"villager", "citizen"} <= {c.name.casefold() for c in printed if not c.template_id}
    assert all(c.reason is not None for c in printed if not c.allowed)


def test_house_templates_answer_to_the_rulebooks_names():
    roman = set_template(rulebook(), new_character(ID), 0, "roman")
    open_house = {c.template_id for c in origin_choices(rulebook(), roman, 1) if c.allowed}
    assert {"house/citizen", "house/villager", "house/noble", "house/slave", "house/criminal"} <= open_house
    assert "house/nomad" not in open_house


def test_dice_3_and_4_offer_occupations_and_the_own_culture_and_background():
    choices = origin_choices(rulebook(), ragnar(), 2, printed_only=True)
    allowed = [(c.kind, c.template_id) for c in choices if c.allowed]
    assert allowed == [
        (TemplateKind.OCCUPATION, "armsman"),
        (TemplateKind.CULTURE, "gaul"),
        (TemplateKind.BACKGROUND, "hunter-gatherer"),
    ]
    assert sum(c.kind is TemplateKind.CULTURE for c in choices) == 1


def test_names_without_a_template_are_shown_and_not_allowed():
    cultures = origin_choices(rulebook(), new_character(ID), 0)
    norse = next(c for c in cultures if c.name == "Norse")
    assert (norse.template_id, norse.allowed) == ("", False)
    assert norse.reason is not None
    assert norse.reason.code == "no-template"
