"""Another origin throws nothing away: what no longer fits is listed, and kept or cleared as the player says."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bones_desktop.rules.bones.book.character import Character, CharacterKind, MakingMode, SheetPlace, SheetSection
from bones_desktop.rules.bones.book.icons import face
from bones_desktop.rules.bones.making.creation import Lock, slot_state
from bones_desktop.rules.bones.making.edits import (
    add_die,
    clear_conflicts,
    conflicts,
    new_character,
    set_face,
    set_racial_icon,
    set_template,
)
from bones_desktop.rules.bones.making.improvement import finish
from bones_desktop.rules.bones.making.originchange import (
    OriginChange,
    loses_only_answers,
    mode_change,
    origin_change,
    race_change,
    set_mode,
)
from bones_desktop.rules.bones.making.problems import problems
from bones_desktop.rules.reasons import RulesError, Weight
from bones_desktop.storage.files.characterfile import read_character
from bones_desktop.storage.files.shippedfiles import shipped
from tests.support.foreach import for_each
from tests.support.people import ID, bob, ragnar, someone
from tests.support.rulebooks import rulebook

BOOK = rulebook()
SAMPLES = shipped("resources") / "games" / "bones" / "samples"
PLAYER_TEMPLATES = [template.id for template in BOOK.templates]


def codes(character: Character, die: int) -> list[str]:
    return [shown.code for shown in character.dice[die].faces]


def templates(character: Character) -> list[str]:
    return [die.template for die in character.dice]


def said(change: OriginChange) -> list[tuple[int | None, int | None, str]]:
    return [(misfit.place.die, misfit.place.face, misfit.reason.code) for misfit in change.misfits]


def illegal(character: Character) -> set[SheetPlace]:
    return {problem.place for problem in problems(BOOK, character) if problem.weight is Weight.ILLEGAL}


def merchant() -> Character:
    """Return a Roman citizen, a merchant who also trained as a healer."""
    made = new_character(ID)
    for die, template in enumerate(("roman", "house/citizen", "house/merchant", "house/healer")):
        made = set_template(BOOK, made, die, template)
    for die, number, code in ((0, 2, "craft"), (0, 3, "merchant"), (0, 4, "social"), (1, 2, "merchant")):
        made = set_face(BOOK, made, die, number, face(code))
    return made


def test_a_first_choice_changes_nothing_that_would_not_fit():
    change = origin_change(BOOK, new_character(ID), 0, "gaul")
    assert not change.misfits
    assert change.kept == change.cleared
    assert codes(change.kept, 0) == ["universal", "physical", "outdoorsman", "", "", ""]


def test_another_culture_lists_its_own_faces_and_the_background_it_does_not_lead_to():
    change = origin_change(BOOK, merchant(), 0, "gaul")
    assert said(change) == [
        (0, 2, "slot-fixed"),
        (0, 3, "slot-one-of-3"),
        (1, None, "background-not-open"),
    ]
    assert [misfit.shown.code for misfit in change.misfits] == ["craft", "merchant", ""]


def test_answers_to_what_the_last_culture_asked_are_no_loss_and_icons_of_ones_own_are():
    half = read_character(SAMPLES / "ragnar-half-done.bones").value
    change = origin_change(BOOK, half, 0, "roman")
    assert [misfit.shown.code for misfit in change.misfits] == ["riding", ""]
    assert loses_only_answers(BOOK, half, change)
    own = set_face(BOOK, half, 1, 4, face("melee"))
    assert not loses_only_answers(BOOK, own, origin_change(BOOK, own, 0, "roman"))
    assert not loses_only_answers(BOOK, ragnar(), origin_change(BOOK, ragnar(), 0, "roman"))
    assert not loses_only_answers(BOOK, merchant(), origin_change(BOOK, merchant(), 0, "gaul"))


def test_what_is_kept_is_all_the_player_chose_even_where_the_template_sets_a_face():
    kept = origin_change(BOOK, merchant(), 0, "gaul").kept
    assert codes(kept, 0) == ["universal", "physical", "craft", "merchant", "social", ""]
    assert templates(kept) == ["gaul", "house/citizen", "house/merchant", "house/healer"]


def test_only_what_does_not_fit_is_cleared():
    before = merchant()
    cleared = origin_change(BOOK, before, 0, "gaul").cleared
    assert codes(cleared, 0) == ["universal", "physical", "outdoorsman", "", "social", ""]
    assert templates(cleared) == ["gaul", "", "house/merchant", "house/healer"]
    assert codes(cleared, 1) == ["universal", "", "merchant", "", "", ""], "the player's own face stays"
    assert cleared.dice[2:] == before.dice[2:]


def test_a_die_that_waits_for_its_background_is_unfinished_not_wrong():
    cleared = origin_change(BOOK, merchant(), 0, "gaul").cleared
    waiting = [problem for problem in problems(BOOK, cleared) if problem.reason.code == "background-first"]
    assert [(problem.place.die, problem.weight) for problem in waiting] == [
        (2, Weight.UNFINISHED),
        (3, Weight.UNFINISHED),
    ]


def test_a_die_that_waits_for_its_background_is_judged_when_that_is_chosen():
    cleared = origin_change(BOOK, merchant(), 0, "gaul").cleared
    change = origin_change(BOOK, cleared, 1, "hunter-gatherer")
    assert (2, None, "occupation-not-open") in said(change)
    assert (3, None, "occupation-not-open") not in said(change), "what the first occupation leads to"


def test_conflicts_there_were_before_are_neither_listed_nor_cleared():
    first = origin_change(BOOK, merchant(), 0, "gaul").kept
    change = origin_change(BOOK, first, 0, "egyptian")
    assert SheetPlace(SheetSection.DIE, 0, 3) not in {misfit.place for misfit in change.misfits}
    assert change.cleared.dice[0].faces[3] == face("merchant")


def test_another_die_of_the_culture_does_not_outlive_it():
    twice = set_template(BOOK, ragnar(), 2, "gaul")
    change = origin_change(BOOK, twice, 0, "roman")
    assert (2, None, "same-culture-only") in said(change)
    assert change.cleared.dice[2].template == ""


def test_a_mastery_that_loses_its_fourth_die_is_listed_too():
    grown = add_die(BOOK, ragnar())
    grown = set_face(BOOK, grown, 4, 1, face("physical"))
    grown = set_face(BOOK, grown, 4, 2, face("riposte"))
    change = origin_change(BOOK, grown, 2, "hunter-gatherer")
    assert (4, 2, "mastery-needs-dice") in said(change)
    assert change.kept.dice[4].faces[2] == face("riposte")
    assert change.cleared.dice[4].faces[2].is_unfilled


def test_what_clearing_costs_besides_is_told_apart():
    grown = add_die(BOOK, ragnar())
    grown = set_face(BOOK, grown, 4, 1, face("physical"))
    grown = set_face(BOOK, grown, 4, 2, face("riposte"))
    core = set_mode(grown.with_(played_before=1), MakingMode.CORE)
    core = set_face(BOOK, core, 2, 3, face("melee"))
    core = set_face(BOOK, core, 2, 2, face("craft"))
    cold = set_mode(core, MakingMode.COLD_IRON)
    for die, template in enumerate(("gaul", "hunter-gatherer")):
        cold = set_template(BOOK, cold, die, template)
    change = origin_change(BOOK, cold, 2, "gaul")
    assert (2, 3, "slot-one-of-3") in said(change)
    assert [misfit.reason.code for misfit in change.follow_on] == ["mastery-needs-dice"]
    assert change.kept.dice[4].faces[2] == face("riposte")
    assert change.cleared.dice[4].faces[2].is_unfilled
    assert not illegal(change.cleared)


def test_a_refused_choice_is_refused_with_its_reason():
    with pytest.raises(RulesError) as refused:
        origin_change(BOOK, ragnar(), 1, "house/citizen")
    assert refused.value.reason.code == "background-not-open"
    with pytest.raises(RulesError) as refused:
        origin_change(BOOK, ragnar(), 0, "nowhere")
    assert refused.value.reason.code == "template-unknown"


@for_each("die", range(4))
@for_each("start", [ragnar, merchant])
def test_whatever_is_chosen_clearing_leaves_no_new_conflict_and_keeping_lists_every_one(start, die):
    before = start()
    for template in PLAYER_TEMPLATES:
        with contextlib.suppress(RulesError):
            change = origin_change(BOOK, before, die, template)
            misfits = {misfit.place for misfit in change.misfits}
            assert illegal(change.kept) - illegal(before) == misfits, template
            assert illegal(change.cleared) <= illegal(before), template
            for place, die_before in enumerate(before.dice):
                if place != die:
                    assert change.kept.dice[place] == die_before, template


CHOICES = st.lists(
    st.tuples(st.integers(0, 3), st.sampled_from(PLAYER_TEMPLATES), st.booleans(), st.integers(2, 5)), max_size=12
)


@given(CHOICES)
def test_a_character_whose_conflicts_are_always_cleared_never_has_one(choices):
    character = new_character(ID)
    for die, template, _, number in choices:
        with contextlib.suppress(RulesError):
            character = origin_change(BOOK, character, die, template).cleared
        for option in ("craft", "melee"):
            with contextlib.suppress(RulesError):
                character = set_face(BOOK, character, die, number, face(option))
        assert not illegal(character)


@given(CHOICES)
def test_keeping_never_loses_a_face_that_was_chosen(choices):
    character = new_character(ID)
    for die, template, fill, number in choices:
        if fill:
            with contextlib.suppress(RulesError):
                character = set_face(BOOK, character, die, number, face("craft"))
        crafts = {(d, f) for d in range(4) for f in range(2, 6) if character.dice[d].faces[f] == face("craft")}
        given_ones = {(d, f) for d, f in crafts if slot_state(BOOK, character, d, f).lock is Lock.FIXED}
        with contextlib.suppress(RulesError):
            character = origin_change(BOOK, character, die, template).kept
        for d, f in crafts - given_ones:
            assert character.dice[d].faces[f] == face("craft")


def test_the_core_rules_drop_templates_and_keep_faces():
    before = ragnar()
    change = mode_change(BOOK, before, MakingMode.CORE)
    assert not change.misfits
    assert change.kept.mode is MakingMode.CORE
    assert templates(change.kept) == [""] * 4
    assert [die.faces for die in change.kept.dice] == [die.faces for die in before.dice]
    assert not illegal(change.kept)


def test_a_conflict_is_none_under_the_core_rules():
    kept = origin_change(BOOK, merchant(), 0, "gaul").kept
    assert illegal(kept)
    assert not illegal(mode_change(BOOK, kept, MakingMode.CORE).kept)


def test_cold_iron_keeps_the_faces_and_asks_for_templates():
    change = mode_change(BOOK, bob(), MakingMode.COLD_IRON)
    assert not change.misfits
    assert [die.faces for die in change.kept.dice] == [die.faces for die in bob().dice]
    asked = {problem.reason.code for problem in problems(BOOK, change.kept)}
    assert {"choose-culture", "choose-background", "choose-occupation"} <= asked


def test_faces_brought_into_a_template_are_listed_when_they_do_not_fit():
    cold = mode_change(BOOK, bob(), MakingMode.COLD_IRON).kept
    change = origin_change(BOOK, cold, 0, "gaul")
    assert said(change) == [(0, 1, "slot-fixed"), (0, 2, "slot-fixed")]
    assert codes(change.kept, 0) == codes(bob(), 0)
    assert codes(change.cleared, 0) == ["universal", "physical", "outdoorsman", "craft", "missile", "scholar"]


@pytest.mark.parametrize("kind", [CharacterKind.CAST, CharacterKind.BEAST, CharacterKind.HORDE])
def test_only_players_are_made_one_way_or_the_other(kind):
    with pytest.raises(RulesError) as refused:
        set_mode(someone(kind, "universal,physical,melee,melee,defend,defend"), MakingMode.CORE)
    assert refused.value.reason.code == "mode-players-only"


def test_the_same_way_again_changes_nothing():
    assert set_mode(ragnar(), MakingMode.COLD_IRON) == ragnar()


def second_faces(character: Character) -> list[str]:
    return [die.faces[1].code for die in character.dice]


def test_a_race_takes_face_two_of_every_die_and_nothing_else():
    change = race_change(BOOK, bob(), "elf")
    assert change.cleared == set_racial_icon(BOOK, bob(), "elf")
    assert second_faces(change.cleared) == ["elf"] * 4


def test_physical_and_mental_that_were_chosen_do_not_give_way_unasked():
    change = race_change(BOOK, bob(), "elf")
    assert [(misfit.place.die, misfit.place.face) for misfit in change.misfits] == [(die, 1) for die in range(4)]
    assert [misfit.shown.code for misfit in change.misfits] == second_faces(bob())
    assert {misfit.reason.code for misfit in change.misfits} == {"slot-racial"}
    assert second_faces(change.kept) == second_faces(bob())
    kept = change.kept
    for die in range(4):
        assert conflicts(BOOK, kept, die) == (1,)
        kept = clear_conflicts(BOOK, kept, die)
    assert kept == change.cleared


def test_what_was_kept_is_legal_again_for_a_human():
    elf = race_change(BOOK, bob(), "elf").kept
    dwarf = race_change(BOOK, elf, "dwarf")
    assert not dwarf.misfits, "it was a conflict before, and is told as one already"
    back = race_change(BOOK, dwarf.kept, "")
    assert not back.misfits
    assert back.kept == bob().with_(race="Human")


def test_one_racial_icon_gives_way_to_another_and_to_an_empty_face():
    elf = set_racial_icon(BOOK, bob(), "elf")
    dwarf = race_change(BOOK, elf, "dwarf")
    assert (dwarf.misfits, second_faces(dwarf.kept)) == ((), ["dwarf"] * 4)
    human = race_change(BOOK, elf, "")
    assert (human.misfits, second_faces(human.kept)) == ((), [""] * 4)


def test_physical_and_mental_of_a_template_give_way():
    change = race_change(BOOK, ragnar(), "elf")
    assert (change.misfits, second_faces(change.kept)) == ((), ["elf"] * 4)


def finished() -> Character:
    return finish(BOOK, ragnar().with_(back_story="Born in Gaul."), "2026-11-21")


def test_a_finished_character_needs_permission():
    for change in (
        lambda: origin_change(BOOK, finished(), 0, "roman"),
        lambda: race_change(BOOK, finished(), "elf"),
        lambda: mode_change(BOOK, finished(), MakingMode.CORE),
        lambda: set_mode(finished(), MakingMode.CORE),
    ):
        with pytest.raises(RulesError) as refused:
            change()
        assert refused.value.reason.code == "finished-needs-permission"


def test_the_ledger_tells_of_each_face_that_did_change_and_of_no_other():
    before = finished()
    change = origin_change(BOOK, before, 0, "roman", permitted=True, today="2026-12-24")
    for after in (change.kept, change.cleared):
        assert after.created == before.created
        told = {(entry.die, entry.face): (entry.before, entry.after) for entry in after.ledger}
        assert {entry.on for entry in after.ledger} == {"2026-12-24"}
        differing = {
            (die, number): (old, new)
            for die in range(4)
            for number, (old, new) in enumerate(zip(before.dice[die].faces, after.dice[die].faces, strict=True))
            if old != new
        }
        assert told == differing
    assert len(change.cleared.ledger) > len(change.kept.ledger)


def test_the_core_rules_leave_no_trace_in_the_ledger_as_no_face_changes():
    change = mode_change(BOOK, finished(), MakingMode.CORE, permitted=True, today="2026-12-24")
    assert change.kept.ledger == ()
    assert change.kept.mode is MakingMode.CORE
