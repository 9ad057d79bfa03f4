"""Packs of house content: joined to the rulebook, judged, and missed when they are not here."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bones_desktop.rules.bones.book.character import (
    CharacterDie,
    Follower,
    HinderingDie,
    MakingMode,
    packs_used,
    spoken,
)
from bones_desktop.rules.bones.book.icons import face
from bones_desktop.rules.bones.book.notation import icon_name
from bones_desktop.rules.bones.book.rulebook import ForbiddenOccupation, TemplateKind
from bones_desktop.rules.bones.injury.injuries import add_printed_item
from bones_desktop.rules.bones.life.packs import Pack, PackReading, faults, with_packs
from bones_desktop.rules.bones.making.creation import Lock, origin_choices, origin_names, slot_state
from bones_desktop.rules.bones.making.edits import new_character, set_face, set_racial_icon, set_template
from bones_desktop.rules.bones.making.problems import problems
from bones_desktop.rules.bones.making.sheet import derive
from bones_desktop.rules.reasons import RulesError, is_complete, is_legal
from bones_desktop.wording.names import problem_text
from tests.support.foreach import for_each
from tests.support.packs import norse, packs, slot, slots
from tests.support.people import ID
from tests.support.rulebooks import contents, rulebook


def made_from(book, *templates):
    character = new_character(ID)
    for die, template in enumerate(templates):
        character = set_template(book, character, die, template)
    for die in range(len(templates)):
        for place in range(6):
            state = slot_state(book, character, die, place)
            if state.lock in {Lock.LIMITED, Lock.FREE}:
                character = set_face(book, character, die, place, state.options[0])
    return character


def faults_of(pack, **changes):
    return [(fault.reason.code, fault.where) for fault in faults(rulebook(), pack.with_(**changes))]


def with_template(number, **changes):
    templates = list(norse().templates)
    templates[number] = templates[number].with_(**changes)
    return norse().with_(templates=tuple(templates))


def test_without_packs_it_is_the_rulebook_itself():
    assert with_packs(rulebook(), ()) is rulebook()


def test_a_pack_has_no_fault_and_all_of_it_is_house_content():
    assert faults(rulebook(), norse()) == ()
    book = with_packs(rulebook(), [norse()])
    added = [*book.templates[len(rulebook().templates) :], *book.dice[len(rulebook().dice) :], book.races[-1]]
    assert [each.id for each in added] == [
        "norse/norse", "norse/sea-farer", "norse/raider", "norse/long-axe", "norse/troll",
    ]  # fmt: skip
    assert all(each.house for each in added)
    assert all(each.source == "The Norse" for each in added)
    assert book.race("norse/troll").letters == "Tr"
    assert book.die("norse/long-axe").range_increment == 5


def test_the_rulebook_stays_as_it_is_beside_what_is_opened():
    book = with_packs(rulebook(), [norse()])
    for before, after in zip(rulebook().templates, book.templates, strict=False):
        if before.id == "gaul":
            assert after.opens == (*before.opens, "norse/sea-farer")
        elif before.id == "hunter-gatherer":
            assert after.opens == (*before.opens, "norse/raider")
        else:
            assert after == before


def test_a_character_made_from_a_pack_is_legal_and_complete():
    book = with_packs(rulebook(), [norse()])
    sven = made_from(book, "norse/norse", "norse/sea-farer", "norse/raider", "house/merchant").with_(name="Sven")
    found = problems(book, sven)
    assert is_legal(found)
    assert is_complete(found)
    assert derive(book, sven).house


def test_printed_templates_lead_into_a_pack_and_a_pack_into_house_templates():
    book = with_packs(rulebook(), [norse()])
    assert is_legal(problems(book, made_from(book, "gaul", "norse/sea-farer", "norse/raider", "armsman")))
    assert is_legal(problems(book, made_from(book, "gaul", "hunter-gatherer", "norse/raider", "armsman")))
    assert is_legal(problems(book, made_from(book, "norse/norse", "house/nomad", "armsman", "armsman")))
    with pytest.raises(RulesError) as refused:
        made_from(book, "roman", "norse/sea-farer")
    assert refused.value.reason.code == "background-not-open"


def test_a_roman_merchant_is_made_with_house_templates_and_refused_with_printed_ones():
    merchant = made_from(rulebook(), "roman", "house/citizen", "house/merchant", "house/merchant").with_(name="Gaius")
    assert is_legal(problems(rulebook(), merchant))
    assert is_complete(problems(rulebook(), merchant))
    roman = made_from(rulebook(), "roman")
    offered = origin_choices(rulebook(), roman, 1, printed_only=True)
    assert not any(choice.allowed for choice in offered)
    citizen = next(choice for choice in offered if choice.name == "Citizen")
    assert citizen.reason is not None
    assert citizen.reason.code == "no-template"


def test_a_roman_merchant_is_made_with_a_pack_and_refused_with_printed_templates_only():
    guild = Pack(
        id="guild",
        name="The Guild",
        templates=(
            norse().templates[1].with_(id="guild/citizen", name="Citizen", opens=("guild/trader",), opened_by=()),
            norse().templates[2].with_(id="guild/trader", name="Trader", opened_by=()),
        ),
    )
    book = with_packs(rulebook(), [guild])
    trader = made_from(book, "roman", "guild/citizen", "guild/trader", "guild/trader").with_(name="Gaius")
    assert is_legal(problems(book, trader))
    offered = {choice.template_id: choice for choice in origin_choices(book, made_from(book, "roman"), 1)}
    assert offered["guild/citizen"].allowed
    assert offered["guild/citizen"].house
    printed = origin_choices(book, made_from(book, "roman"), 1, printed_only=True)
    assert not any(choice.house or choice.allowed for choice in printed)


def test_a_template_called_like_a_name_of_the_rulebook_answers_to_it():
    book = with_packs(rulebook(), [norse()])
    assert book.template("norse/norse").stands_for == "norse"
    cultures = [choice for choice in origin_choices(book, new_character(ID), 0) if choice.name == "Norse"]
    assert [choice.template_id for choice in cultures] == ["norse/norse"]


def test_one_of_several_of_a_name_can_be_opened_alone():
    jarls = with_template(1, id="norse/noble", name="Noble", opened_by=())
    jarls = jarls.with_(templates=(jarls.templates[0].with_(opens=("norse/noble",)), *jarls.templates[1:]))
    book = with_packs(rulebook(), [jarls])
    beginning = made_from(book, "norse/norse")
    allowed = {choice.template_id for choice in origin_choices(book, beginning, 1) if choice.allowed}
    assert allowed == {"norse/noble"}
    romans = {choice.template_id for choice in origin_choices(book, made_from(book, "roman"), 1) if choice.allowed}
    assert {"house/noble", "norse/noble"} <= romans


def test_an_occupation_can_be_open_to_every_background():
    book = with_packs(rulebook(), [with_template(2, open_to_all=True)])
    assert is_legal(problems(book, made_from(book, "gaul", "hunter-gatherer", "norse/raider", "norse/raider")))


def test_a_race_of_a_pack_is_worn_on_face_two():
    book = with_packs(rulebook(), [norse()])
    troll = set_racial_icon(book, new_character(ID, MakingMode.CORE), "norse/troll")
    assert {die.faces[1].code for die in troll.dice} == {"norse/troll"}
    assert troll.race == "Troll"
    assert icon_name(book, "norse/troll") == "Troll"


def test_an_entry_with_a_fault_waits_outside_and_the_rest_is_used():
    broken = with_template(2, slots=slots("universal, physical, melee"))
    book = with_packs(rulebook(), [broken])
    assert not book.has_template("norse/raider")
    assert book.has_template("norse/sea-farer")
    assert "norse/raider" not in book.template("norse/sea-farer").opens


def test_without_its_pack_a_character_keeps_its_faces_and_the_gap_is_named():
    book = with_packs(rulebook(), [norse()])
    sven = made_from(book, "norse/norse", "norse/sea-farer", "norse/raider", "armsman").with_(name="Sven")
    sven = add_printed_item(book, sven, "norse/long-axe")
    assert packs_used(sven) == ("norse",)
    told = [problem_text(problem) for problem in problems(rulebook(), sven)]
    assert told[0] == (
        "Die 1: This die was made from “Norse” of the pack “norse”, which is not here; the faces stay as they are."
    )
    assert "Equipment die 1, face 6: The icon “Troll” belongs to the pack “norse”, which is missing." in told
    derive(rulebook(), sven)


def test_what_a_pack_does_not_have_any_more_is_told_with_its_name():
    book = with_packs(rulebook(), [norse().with_(templates=())])
    sven = made_from(with_packs(rulebook(), [norse()]), "norse/norse").with_(name="Sven", racial_icon="norse/giant")
    told = [problem_text(problem) for problem in problems(book, sven)]
    assert any("“Norse”, which the pack “The Norse” does not have" in each for each in told)
    assert any("The race “Giant” is missing or unfinished in its pack “The Norse”" in each for each in told)


def test_equipment_and_races_of_a_pack_are_badged_on_the_sheet_with_the_pack_and_without():
    book = with_packs(rulebook(), [norse()])
    sven = add_printed_item(book, add_printed_item(book, made_from(book, "gaul"), "norse/long-axe"), "sword")
    for known in (book, rulebook()):
        assert [item.house for item in derive(known, sven).equipment] == [True, False]
        assert not derive(known, sven).house
        assert derive(known, sven.with_(racial_icon="norse/troll")).house


def test_icons_on_dice_of_followers_and_on_hindering_dice_use_their_pack():
    troll = tuple(face(code) for code in ("universal", "physical", "norse/troll", "melee", "melee", "melee"))
    plain_one = made_from(rulebook(), "gaul")
    led = plain_one.with_(followers=(Follower(mastery="companion", dice=(CharacterDie(faces=troll),)),))
    hindered = plain_one.with_(hindering=(HinderingDie(name="Curse", faces=troll),))
    assert packs_used(plain_one) == ()
    assert packs_used(led) == packs_used(hindered) == ("norse",)


def test_house_templates_are_of_no_pack():
    assert packs_used(made_from(rulebook(), "roman", "house/citizen")) == ()
    assert spoken("norse/sea-raider") == "Sea raider"


@for_each(
    ("changes", "code", "where"),
    [
        ({"name": " "}, "pack-entry-name-missing", ("name",)),
        ({"name": "Norse", "kind": TemplateKind.CULTURE, "opened_by": ()}, "pack-name-twice", ("name",)),
        ({"id": "norse/norse"}, "pack-id-twice", ("id",)),
        ({"id": "other/raider"}, "pack-id-foreign", ("id",)),
        ({"slots": slots("universal, physical, any")}, "pack-not-six", ("slots",)),
        ({"slots": slots("melee, physical, any, any, any, any")}, "pack-face-one", ("slots", 0)),
        ({"slots": slots("any, physical, any, any, any, any")}, "pack-face-one", ("slots", 0)),
        ({"slots": slots("universal, melee, any, any, any, any")}, "pack-face-two", ("slots", 1)),
        ({"slots": slots("universal, any, any, any, any, any")}, "pack-face-two", ("slots", 1)),
        (
            {"slots": slots("universal, physical, juggling, any, any, any")},
            "pack-icon-unknown",
            ("slots", 2, "options", 0),
        ),
        (
            {"slots": slots("universal, physical, any, any, any, riposte")},
            "pack-face-skill",
            ("slots", 5, "options", 0),
        ),
        (
            {"slots": slots("universal, physical, any, any, any, melee x2")},
            "pack-face-skill",
            ("slots", 5, "options", 0),
        ),
        (
            {"slots": slots("universal, physical, any, any, any, melee/melee")},
            "pack-option-twice",
            ("slots", 5, "options", 1),
        ),
        (
            {"slots": slots("universal, physical, any, any, any, melee/defend/craft/sailor/magic/healer/riding")},
            "pack-options-many",
            ("slots", 5, "options"),
        ),
        (
            {"slots": (*norse().templates[2].slots[:5], slot("melee").with_(options=()))},
            "pack-slot-empty",
            ("slots", 5),
        ),
        ({"slots": (*norse().templates[2].slots[:5], slot("melee").with_(free=True))}, "pack-slot-both", ("slots", 5)),
        ({"opens": ("merchant", "villager")}, "pack-not-a-occupation", ("opens", 1)),
        ({"after": ("merchant", "sailor", "noble")}, "pack-not-a-occupation", ("after", 2)),
        ({"forbids": (ForbiddenOccupation(occupation="student"),)}, "pack-forbids-nothing", ("forbids",)),
        ({"opened_by": ("atlantean",)}, "pack-opens-unknown", ("opened_by", 0)),
        ({"opened_by": ("gaul",)}, "pack-not-a-background", ("opened_by", 0)),
    ],
)
def test_faults_of_an_occupation(changes, code, where):
    found = [fault for fault in faults_of(with_template(2, **changes)) if fault[1][:2] == ("templates", 2)]
    assert found == [(code, ("templates", 2, *where))]


@for_each(
    ("number", "changes", "code", "where"),
    [
        (0, {"opened_by": ("merchant",)}, "pack-opened-by-nothing", ("opened_by",)),
        (0, {"after": ("merchant",)}, "pack-after-nothing", ("after",)),
        (0, {"forbids": (ForbiddenOccupation(occupation="gaul"),)}, "pack-not-a-occupation", ("forbids", 0)),
        (
            0,
            {"forbids": (ForbiddenOccupation(occupation="student", background="atlantean"),)},
            "pack-opens-unknown",
            ("forbids", 0),
        ),
        (0, {"open_to_all": True}, "pack-open-to-all", ("open_to_all",)),
        (0, {"opens": ("merchant",)}, "pack-not-a-background", ("opens", 0)),
        (1, {"opens": ("gaul",)}, "pack-not-a-occupation", ("opens", 0)),
        (1, {"opened_by": ("citizen",)}, "pack-not-a-culture", ("opened_by", 0)),
    ],
)
def test_faults_of_what_a_template_opens_do_not_keep_it_out(number, changes, code, where):
    pack = with_template(number, **changes)
    assert faults_of(pack) == [(code, ("templates", number, *where))]
    assert with_packs(rulebook(), [pack]).has_template(pack.templates[number].id)


@pytest.mark.parametrize(
    ("changes", "code", "where"),
    [
        ({"faces": ()}, "pack-not-six", ("faces",)),
        ({"name": "Sword"}, "pack-name-printed", ("name",)),
        ({"faces": (face(""), *norse().equipment[0].faces[1:])}, "pack-face-empty", ("faces", 0)),
        ({"faces": (face("other/icon"), *norse().equipment[0].faces[1:])}, "pack-icon-unknown", ("faces", 0)),
    ],
)
def test_faults_of_equipment(changes, code, where):
    pack = norse().with_(equipment=(norse().equipment[0].with_(**changes),))
    assert faults_of(pack) == [(code, ("equipment", 0, *where))]
    assert len(with_packs(rulebook(), [pack]).dice) == len(rulebook().dice)


@pytest.mark.parametrize(
    ("changes", "code", "where"),
    [
        ({"letters": ""}, "pack-letters", ("letters",)),
        ({"letters": "T!"}, "pack-letters", ("letters",)),
        ({"name": "Elf"}, "pack-name-printed", ("name",)),
        ({"readings": ()}, "pack-readings-none", ("readings",)),
        ({"readings": (PackReading(skill="juggling"),)}, "pack-skill-unknown", ("readings", 0, "skill")),
        ({"readings": (PackReading(skill="melee"),) * 2}, "pack-reading-twice", ("readings", 1, "skill")),
        (
            {"readings": (PackReading(skill="melee", mastery="slam"),)},
            "pack-mastery-unknown",
            ("readings", 0, "mastery"),
        ),
    ],
)
def test_faults_of_a_race(changes, code, where):
    pack = norse().with_(races=(norse().races[0].with_(**changes),))
    assert (code, ("races", 0, *where)) in faults_of(pack)
    assert len(with_packs(rulebook(), [pack]).races) == len(rulebook().races)


def test_faults_of_the_pack_itself():
    assert faults_of(norse(), name=" ") == [("pack-name-missing", ("name",))]
    assert faults_of(Pack(id="house", name="Mine")) == [("pack-id-reserved", ("id",))]


def test_a_pack_with_the_id_of_the_shipped_templates_is_not_used():
    raider = norse().templates[2].with_(id="house/citizen", name="Raider")
    mine = Pack(id="house", name="Mine", templates=(raider,))
    assert [fault.keeps_out for fault in faults(rulebook(), mine)] == [True]
    assert with_packs(rulebook(), [mine]) is rulebook()
    assert contents(with_packs(rulebook(), [mine, norse()])) == contents(with_packs(rulebook(), [norse()]))


def test_one_pack_may_open_what_another_brings():
    more = norse().templates[1].with_(id="more/skald", name="Skald", kind=TemplateKind.OCCUPATION, opens=())
    more = Pack(id="more", name="More", templates=(more.with_(opened_by=("norse/sea-farer",)),))
    assert [fault.reason.code for fault in faults(rulebook(), more)] == ["pack-opens-unknown"]
    assert faults(rulebook(), more, [norse()]) == ()
    for order in ([norse(), more], [more, norse()]):
        assert "more/skald" in with_packs(rulebook(), order).template("norse/sea-farer").opens


def test_each_name_is_offered_once():
    names = [(name.kind, name.id) for name in origin_names(with_packs(rulebook(), [norse()]))]
    assert len(names) == len(set(names))
    offered = {id for _, id in names}
    assert {"citizen", "gaul", "han", "armsman", "norse/raider", "norse"} <= offered
    assert "house/citizen" not in offered
    # A background and an occupation are called so; a pack's background could not lead to the occupation.
    assert [kind for kind, id in names if id == "sailor"] == [TemplateKind.BACKGROUND, TemplateKind.OCCUPATION]


@given(st.lists(packs(), max_size=3, unique_by=lambda pack: pack.id))
def test_any_packs_can_be_joined_and_all_that_is_sound_is_used(drawn):
    book = with_packs(rulebook(), drawn)
    have = {each.id for each in (*book.templates, *book.dice, *book.races)}
    for pack in drawn:
        out = {fault.entry for fault in faults(rulebook(), pack) if fault.keeps_out}
        for entry in (*pack.templates, *pack.equipment, *pack.races):
            assert (entry.id in have) == (entry.id not in out)
    names_here = {name.id for name in origin_names(book)}
    assert all(name in names_here for template in book.templates for name in template.opens)
