import pytest

from bones_desktop.rules.bones.book.character import CharacterKind, LedgerEntry, LedgerKind, LostDie, MaintainedEffect
from bones_desktop.rules.bones.book.characterdice import balances, brought_forward, sessions_awarded, sessions_spent
from bones_desktop.rules.bones.book.icons import UNFILLED, face
from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.rules.bones.making import edits
from bones_desktop.rules.bones.making.improvement import (
    MOST_AWARDED,
    award,
    buy_icon,
    finish,
    may_place,
    place_icon,
    reopen,
    restore,
    with_next_die,
)
from bones_desktop.rules.bones.making.problems import problems
from bones_desktop.rules.bones.making.sheet import derive
from bones_desktop.rules.bones.making.standing import dice_ahead, standing
from bones_desktop.rules.reasons import RulesError, is_complete, is_legal
from tests.support.foreach import for_each
from tests.support.pasteddice import paste_die
from tests.support.people import bob, die, ragnar, someone
from tests.support.rulebooks import rulebook

TODAY = "2026-11-21"
BOOK = rulebook()


def refused(call):
    with pytest.raises(RulesError) as error:
        call()
    return error.value.reason


def finished(character=None, sessions=0):
    made = finish(BOOK, character or ragnar(), TODAY)
    return award(made, sessions, "", TODAY) if sessions else made


def bought(character, *icons):
    """Return the character with these icons bought, each on the next face there is; a die begun gets Physical."""
    for icon in icons:
        where = standing(BOOK, character)
        character = buy_icon(BOOK, character, where.place.die, where.place.face, face(icon), TODAY)
        if where.opens:
            character = buy_icon(BOOK, character, where.place.die, 1, face("physical"), TODAY)
    return character


def test_finishing_keeps_a_copy_as_created():
    sword = ragnar()
    made = finish(BOOK, sword, TODAY)
    assert (made.created.on, made.created.dice, made.created.equipment) == (TODAY, sword.dice, sword.equipment)
    assert made.with_(created=None) == sword


def test_finishing_is_refused_with_what_is_missing():
    unfinished = edits.new_character(ragnar().id)
    why = refused(lambda: finish(BOOK, unfinished, TODAY))
    assert (why.code, why.value("missing")) == ("finish-missing", 5)
    wrong = ragnar().with_(dice=(*ragnar().dice[:3], ragnar().dice[0].with_(template="roman")))
    assert refused(lambda: finish(BOOK, wrong, TODAY)).code == "finish-wrong"
    assert refused(lambda: finish(BOOK, finished(), TODAY)).code == "finished-already"
    wolf = someone(CharacterKind.BEAST, "universal,melee,melee,melee,blank,blank")
    assert refused(lambda: finish(BOOK, wolf, TODAY)).code == "only-players-grow"


def test_awards_are_saved_and_told_in_the_ledger():
    made = award(finished(), 2, "  The\nwell of  Avalon ", TODAY)
    assert made.sessions == 2
    (entry,) = made.ledger
    assert (entry.kind, entry.on, entry.sessions, entry.note) == (LedgerKind.AWARD, TODAY, 2, "The well of Avalon")
    less = award(made, -1, "counted twice", TODAY)
    assert (less.sessions, sessions_awarded(less)) == (1, 1)


@pytest.mark.parametrize(
    ("sessions", "note", "code"),
    [
        (0, "", "award-nothing"),
        (MOST_AWARDED + 1, "", "award-too-much"),
        (-1, "", "not-below-zero"),
        (1, "x" * 201, "text-too-long"),
    ],
)
def test_awards_have_bounds(sessions, note, code):
    assert refused(lambda: award(finished(), sessions, note, TODAY)).code == code


@pytest.mark.parametrize("sessions", [MOST_AWARDED, -MOST_AWARDED])
def test_an_award_may_be_as_large_as_its_bound(sessions):
    rich = award(finished(), MOST_AWARDED, "", TODAY)
    assert award(rich, sessions, "", TODAY).sessions == MOST_AWARDED + sessions


def test_only_finished_players_are_awarded_sessions():
    assert refused(lambda: award(ragnar(), 1, "", TODAY)).code == "finish-first"
    wolf = someone(CharacterKind.BEAST, "universal,melee,melee,melee,blank,blank")
    assert refused(lambda: award(wolf, 1, "", TODAY)).code == "only-players-grow"


def test_the_first_icon_opens_the_fifth_die_for_one_session():
    grown = buy_icon(BOOK, finished(sessions=2), 4, 3, face("riposte"), TODAY)
    assert [shown.code for shown in grown.dice[4].faces] == ["universal", "", "", "riposte", "", ""]
    assert grown.sessions == 1
    entry = grown.ledger[-1]
    assert (entry.kind, entry.sessions, entry.die, entry.face, entry.after) == (
        LedgerKind.ICON, -1, 4, 3, face("riposte"),
    )  # fmt: skip
    assert not is_complete(problems(BOOK, grown))
    whole = buy_icon(BOOK, grown, 4, 1, face("mental"), TODAY)
    assert (whole.sessions, whole.dice[4].faces[1].code) == (1, "mental")
    found = problems(BOOK, whole)
    assert is_legal(found)
    assert is_complete(found)


def test_ex_13_go_bob_go():
    """One session buys Scholar on a fifth die, on which no mastery may stand yet; the cap is eight from then on."""
    grown = buy_icon(BOOK, finished(bob(), sessions=1), 4, 2, face("scholar"), TODAY)
    grown = buy_icon(BOOK, grown, 4, 1, face("mental"), TODAY)
    assert [shown.code for shown in grown.dice[4].faces] == ["universal", "mental", "scholar", "", "", ""]
    assert grown.sessions == 0
    assert refused(lambda: buy_icon(BOOK, grown, 4, 3, face("sage"), TODAY)).code == "mastery-needs-dice"
    assert next(line.cap for line in derive(BOOK, grown).skills if line.skill_id == "scholar") == 8


def test_a_dwarf_s_new_die_brings_the_racial_icon():
    dwarf = edits.set_racial_icon(BOOK, bob(), "dwarf")
    grown = buy_icon(BOOK, finished(dwarf, 1), 4, 2, face("magic"), TODAY)
    assert [shown.code for shown in grown.dice[4].faces] == ["universal", "dwarf", "magic", "", "", ""]


@for_each(
    ("die", "number", "icon", "code"),
    [
        (4, 2, "", "never-bought"),
        (4, 2, "universal", "never-bought"),
        (4, 2, "physical", "never-bought"),
        (4, 2, "blank", "never-bought"),
        (4, 0, "universal", "face-taken"),
        (4, 1, "mental", "first-icon-first"),
        (4, 2, "sage", "mastery-needs-dice"),
        (4, 2, "elf", "racial-face-two"),
        (4, 2, "melee x2", "one-icon-a-face"),
        (4, 2, "enigma", "icon-unknown"),
        (4, 6, "melee", "no-such-face"),
        (3, 4, "melee", "starting-dice-stay"),
        (5, 2, "melee", "no-such-die"),
    ],
)
def test_icons_that_cannot_be_bought_are_refused_with_the_reason(die, number, icon, code):
    assert refused(lambda: buy_icon(BOOK, finished(sessions=9), die, number, face(icon), TODAY)).code == code


def test_too_few_sessions_say_how_many_are_missing():
    six = bought(finished(sessions=5), *["melee"] * 4, "melee")
    why = refused(lambda: buy_icon(BOOK, award(six, 1, "", TODAY), 5, 3, face("melee"), TODAY))
    assert (why.code, why.value("price"), why.value("missing")) == ("sessions-missing", 2, 1)


def test_icons_are_not_moved_and_the_next_die_waits_until_all_are_full():
    grown = bought(finished(sessions=9), "melee")
    assert refused(lambda: buy_icon(BOOK, grown, 4, 2, face("riding"), TODAY)).code == "face-taken"
    why = refused(lambda: buy_icon(BOOK, grown, 5, 2, face("riding"), TODAY))
    assert (why.code, why.value("die")) == ("fill-dice-first", 5)


def test_leftover_sessions_stay():
    assert bought(finished(sessions=4), "melee").sessions == 3


def test_imp_9_dice_are_begun_and_filled_after_so_many_sessions():
    grown, reached = finished(), {}
    for played in range(1, 58):
        grown = award(grown, 1, "", TODAY)
        before = len(grown.dice)
        assert dice_ahead(BOOK, grown)[-1].until_full == 57 - played
        if standing(BOOK, grown).earned:
            grown = bought(grown, "riding")
        if len(grown.dice) > before:
            reached[len(grown.dice)] = [played]
        if not any(shown.is_unfilled for shown in grown.dice[-1].faces) and len(grown.dice) > 4:
            reached[len(grown.dice)].append(played)
    assert {number: (found[0], found[1]) for number, found in reached.items()} == {
        5: (1, 4),
        6: (5, 11),
        7: (13, 19),
        8: (21, 30),
        9: (33, 42),
        10: (45, 57),
    }
    assert grown.sessions == 0
    assert refused(lambda: buy_icon(BOOK, award(grown, 9, "", TODAY), 10, 2, face("melee"), TODAY)).code == "most-dice"
    end = standing(BOOK, award(grown, 23, "", TODAY))
    assert (end.price, end.place, end.opens, end.automatic, end.to_success) == (None, None, False, 2, 7)


def test_the_standing_tells_price_place_and_what_is_missing():
    new = standing(BOOK, finished())
    assert (new.price, new.missing, new.opens, new.earned) == (1, 1, True, False)
    assert (new.place.die, new.place.face) == (4, 2)
    begun = bought(finished(sessions=1), "melee")
    now = standing(BOOK, begun)
    assert (now.price, now.place.die, now.place.face, now.opens) == (1, 4, 3, False)
    assert (now.awarded, now.spent, now.saved, now.brought) == (1, 1, 0, 0)
    assert standing(BOOK, someone(CharacterKind.BEAST, *["universal,melee,melee,melee,melee,melee"] * 5)) is None


def test_physical_or_mental_not_chosen_yet_is_told_and_waited_for():
    grown = finished(sessions=9)
    for number in (2, 3, 4, 5):
        grown = buy_icon(BOOK, grown, 4, number, face("melee"), TODAY)
    now = standing(BOOK, grown)
    assert (now.aptitude, now.waits, now.earned) == (4, True, False)
    assert (now.place.die, now.place.face) == (4, 1)


def test_sessions_from_before_the_ledger_are_brought_forward():
    old = ragnar().with_(sessions=7)
    grown = bought(award(finish(BOOK, old, TODAY), 2, "", TODAY), "melee")
    assert brought_forward(grown) == 7
    assert balances(grown) == (9, 8, 8)
    assert standing(BOOK, grown).brought == 7


def test_a_finished_player_s_dice_change_with_permission_only():
    made = finished(sessions=1)
    dwarf = {"permitted": True, "today": TODAY}
    for edit in (
        lambda **how: edits.set_face(BOOK, made, 0, 4, face("riding"), **how),
        lambda **how: edits.clear_face(BOOK, made, 0, 4, **how),
        lambda **how: edits.set_template(BOOK, made, 3, "gaul", **how),
        lambda **how: paste_die(BOOK, made, 2, "gaul", made.dice[0].faces, **how),
        lambda **how: edits.add_die(BOOK, made, **how),
        lambda **how: edits.set_racial_icon(BOOK, made, "dwarf", **how),
    ):
        assert refused(edit).code == "finished-needs-permission"
        changed = edit(**dwarf)
        assert changed.dice != made.dice
        assert len(changed.ledger) > len(made.ledger)
    assert edits.set_text(made, "name", "Ragnar the Old").name == "Ragnar the Old"


def test_permitted_changes_are_told_face_by_face():
    made = edits.set_face(BOOK, finished(), 0, 4, face("riding"), permitted=True, today=TODAY)
    (entry,) = made.ledger
    assert (entry.kind, entry.on, entry.die, entry.face) == (LedgerKind.PERMISSION, TODAY, 0, 4)
    assert (entry.before, entry.after, entry.sessions) == (face("melee"), face("riding"), 0)
    assert edits.set_face(BOOK, made, 0, 4, face("riding"), permitted=True, today=TODAY) == made


def test_a_removed_die_is_told_with_its_icons():
    grown = bought(finished(sessions=1), "melee")
    assert refused(lambda: edits.remove_die(grown, 4)).code == "finished-needs-permission"
    less = edits.remove_die(grown, 4, permitted=True, today=TODAY)
    gone = less.ledger[len(grown.ledger) :]
    assert [(entry.die, entry.before.code, entry.after) for entry in gone] == [
        (4, "universal", UNFILLED), (4, "physical", UNFILLED), (4, "melee", UNFILLED),
    ]  # fmt: skip


def test_conflicts_of_a_finished_player_are_cleared_with_permission_only():
    made = finished()
    assert edits.clear_conflicts(BOOK, made, 0) == made
    odd = made.with_(dice=(edits.set_face(BOOK, ragnar(), 0, 5, face("magic")).dice[0], *made.dice[1:]))
    wrong = odd.with_(dice=(odd.dice[0].with_(faces=(*odd.dice[0].faces[:5], face("riposte"))), *odd.dice[1:]))
    assert refused(lambda: edits.clear_conflicts(BOOK, wrong, 0)).code == "finished-needs-permission"
    assert edits.clear_conflicts(BOOK, wrong, 0, permitted=True).ledger[-1].before == face("riposte")


def test_placing_does_what_the_state_asks_for():
    made = ragnar()
    assert place_icon(BOOK, made, 0, 4, face("magic"), permitted=False, today=TODAY).dice[0].faces[4].code == "magic"
    grown = finished(sessions=1)
    assert place_icon(BOOK, grown, 4, 2, face("melee"), permitted=False, today=TODAY).sessions == 0
    why = refused(lambda: place_icon(BOOK, grown, 0, 4, face("magic"), permitted=False, today=TODAY))
    assert why.code == "finished-needs-permission"
    assert may_place(BOOK, grown, 0, 4, face("magic"), permitted=False) == why
    assert may_place(BOOK, grown, 4, 2, face("melee"), permitted=False) is None
    changed = place_icon(BOOK, grown, 0, 4, face("magic"), permitted=True, today=TODAY)
    assert (changed.dice[0].faces[4].code, changed.sessions) == ("magic", 1)


def test_with_permission_an_earned_icon_is_paid_and_one_not_earned_is_given():
    poor, rich = finished(), finished(sessions=1)
    assert place_icon(BOOK, rich, 4, 2, face("melee"), permitted=True, today=TODAY).sessions == 0
    given = place_icon(BOOK, poor, 4, 2, face("melee"), permitted=True, today=TODAY)
    assert [shown.code for shown in given.dice[4].faces] == ["universal", "", "melee", "", "", ""]
    assert {entry.kind for entry in given.ledger} == {LedgerKind.PERMISSION}
    why = refused(lambda: place_icon(BOOK, poor, 4, 2, face("sage"), permitted=True, today=TODAY))
    assert why.code == "mastery-needs-dice"


def test_back_to_the_dice_as_created_gives_the_sessions_back():
    grown = bought(finished(sessions=6), *["melee"] * 4, "riding")
    hurt = grown.with_(lost=(LostDie(die=5), LostDie(die=1)))
    assert refused(lambda: restore(hurt, TODAY)).code == "finished-needs-permission"
    back = restore(hurt, TODAY, permitted=True)
    assert (back.dice, back.sessions, back.lost) == (ragnar().dice, 6, (LostDie(die=1),))
    assert sessions_spent(back) == brought_forward(back) == 0
    assert back.ledger[: len(grown.ledger)] == grown.ledger
    assert refused(lambda: restore(back, TODAY, permitted=True)).code == "as-created-already"
    assert refused(lambda: restore(ragnar(), TODAY, permitted=True)).code == "not-finished"


def test_an_effect_outlasts_the_die_it_was_given_for():
    grown = bought(finished(sessions=1), "melee")
    ward = MaintainedEffect(name="Ward", strength=2, die=4)
    caster = grown.with_(lost=(LostDie(die=4, held=True), LostDie(die=1)), effects=(ward,))
    back = restore(caster, TODAY, permitted=True)
    assert (back.lost, back.effects) == ((LostDie(die=1),), (ward.with_(die=None),))


def test_finishing_is_taken_back_while_nothing_was_bought():
    made = finished(sessions=3)
    assert refused(lambda: reopen(made)).code == "finished-needs-permission"
    again = reopen(made, permitted=True)
    assert (again.created, again.sessions, again.ledger) == (None, 3, made.ledger)
    assert edits.set_face(BOOK, again, 0, 4, face("riding")).ledger == made.ledger
    grown = bought(made, "melee")
    assert refused(lambda: reopen(grown, permitted=True)).code == "reopen-after-buying"
    assert reopen(restore(grown, TODAY, permitted=True), permitted=True).sessions == 3
    assert refused(lambda: reopen(ragnar(), permitted=True)).code == "not-finished"


def test_an_unfinished_character_grows_as_before():
    grown = edits.set_face(BOOK, edits.add_die(BOOK, bob()), 4, 2, face("scholar"))
    assert grown.ledger == ()
    assert edits.remove_die(grown, 4) == bob()


def test_the_way_ahead_counts_what_is_saved():
    first, second, *_ = dice_ahead(BOOK, bought(finished(sessions=3), "melee"))
    assert (first.number, first.icons, first.begun, first.until_full) == (5, 1, True, 1)
    assert (second.number, second.begun, second.until_begun, second.until_full) == (6, False, 2, 8)


def test_the_next_die_can_be_looked_at_before_it_is_begun():
    grown = with_next_die(BOOK, finished())
    assert [shown.code for shown in grown.dice[4].faces] == ["universal", "", "", "", "", ""]
    assert with_next_die(BOOK, ragnar()) == ragnar()
    begun = bought(finished(sessions=1), "melee")
    assert with_next_die(BOOK, begun) == begun


def test_more_sessions_than_can_be_saved_are_not_given_back():
    spent = tuple(LedgerEntry(kind=LedgerKind.ICON, sessions=-10_000, die=4, face=2) for _ in range(2))
    odd = finished().with_(ledger=spent)
    assert refused(lambda: restore(odd, TODAY, permitted=True)).code == "too-many"


def test_a_character_that_lost_a_bought_die_opens_again_by_way_of_its_dice_as_created():
    grown = edits.remove_die(bought(finished(sessions=1), "melee"), 4, permitted=True)
    assert refused(lambda: reopen(grown, permitted=True)).code == "reopen-after-buying"
    back = restore(grown, TODAY, permitted=True)
    assert (back.sessions, reopen(back, permitted=True).created) == (1, None)


def test_a_new_die_is_begun_at_its_own_rate_where_the_group_plays_so():
    full = (*ragnar().dice, ragnar().dice[2].with_(template=""))
    made = finished(ragnar().with_(dice=full, played_before=4), sessions=1)
    ruled = edits.set_house_rules(made, HouseRules(first_icon_at_new_rate=True))
    assert (standing(BOOK, made).price, standing(BOOK, ruled).price) == (1, 2)
    assert buy_icon(BOOK, made, 5, 2, face("melee"), TODAY).sessions == 0
    why = refused(lambda: buy_icon(BOOK, ruled, 5, 2, face("melee"), TODAY))
    assert (why.code, why.value("price")) == ("sessions-missing", 2)
    grown = buy_icon(BOOK, award(ruled, 2, "", TODAY), 5, 2, face("melee"), TODAY)
    assert (grown.sessions, standing(BOOK, grown).price) == (1, 2)


def test_where_successes_count_from_the_tenth_die_gained_the_way_to_the_next_is_told():
    ten = (*(ragnar().dice * 3)[:9], die("universal,physical,melee,,,"))
    player = ragnar().with_(
        dice=tuple(each.with_(template="") if place > 3 else each for place, each in enumerate(ten))
    )
    player = player.with_(sessions=13)
    assert standing(BOOK, player).to_success is None
    early = standing(BOOK, edits.set_house_rules(player, HouseRules(successes_from_tenth_gained=True)))
    assert (early.automatic, early.to_success, early.price) == (1, 7, 4)
