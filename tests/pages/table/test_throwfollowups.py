"""What throws lead to: uses of magic and their price, harm soaked or absorbed, healing, the diary of seasons."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from bones_desktop.play.followups import TrackerAsk, TrackerTab
from bones_desktop.rules.bones.book.character import ActionKind, CharacterKind, ItemDie, ItemKind
from bones_desktop.rules.bones.book.icons import face
from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.injury.injuries import creation_percent, improvements
from bones_desktop.rules.bones.life import seasons
from bones_desktop.rules.bones.reading.plays import Ruling
from bones_desktop.rules.bones.reading.requests import Request, ThrowKind
from bones_desktop.storage.log.logentry import SOAK_VETOED, SOAKED
from tests.support.givendice import Faces
from tests.support.people import bob, ragnar, someone
from tests.support.tabledesk import Desk, poison
from tests.support.usualdice import offered, take_usual

BLANKS = (4, 4)
"""Faces of two challenge dice without a Null."""
ALL = (0, 0, 0, 0)
"""Four Universals."""
MAGIC = Request("magic", difficulty="easy")
ARMOUR = ItemDie(kind=ItemKind.ARMOUR, name="Chain mail", faces=(face("defend"),) * 6)


def follow_ups(desk: Desk) -> list[str]:
    """Return the buttons below the reading."""
    return offered(desk.page)


def press(desk: Desk, text: str) -> None:
    """Press a button below the reading."""
    buttons = desk.page.reading.follow_ups.buttons
    take_usual(next(one for one in buttons if one.text().startswith(text)))


def thrown(make, character, request: Request, *faces: int, **options) -> Desk:
    """Return a desk on which dice with these faces were thrown for a request."""
    desk = make(rng=Faces(*faces), character=character, **options)
    desk.page.ask(request)
    desk.key(Qt.Key.Key_Space)
    return desk


def steps(desk: Desk) -> list[str]:
    stack = desk.document.undo_stack
    return [stack.text(place) for place in range(stack.count())]


def told(desk: Desk) -> str:
    """Return what the strip says of the throw before it is made."""
    return desk.page.strip.facts.text()


# --- magic ------------------------------------------------------------------------------------------------------------


def test_ex_26_eight_uses_of_magic(make):
    desk = make(rng=Faces(*((*ALL, *BLANKS) * 7), 0, 0, 0, 3, *BLANKS), character=bob())
    desk.page.ask(MAGIC)
    nets = []
    for use in range(1, 9):
        said = {6: "1 fewer success", 7: "2 fewer successes", 8: "3 fewer successes"}.get(use)
        words = f"Use {use} of magic in four hours; 5 are free."
        if said:
            words = f"Use {use} of magic with 5 free: {said}. If that leaves none, 1 damage."
        assert told(desk) == words
        desk.key(Qt.Key.Key_Space)
        nets.append(desk.page.play.played.reading.task.net)
        assert desk.document.character.recent_magic == use
    assert nets == [4, 4, 4, 4, 4, 3, 2, 0]
    assert "Magic past the safe level left no success: 1 damage." in desk.page.reading.text()
    assert follow_ups(desk) == ["Take 1 damage from the magic"]
    press(desk, "Take 1 damage")
    assert follow_ups(desk) == []
    (lost,) = desk.document.character.lost
    assert (lost.die, lost.cause, lost.day) == (3, "magic past the safe level", desk.document.character.day)
    desk.page.injuries.injure()
    assert len(desk.document.character.available()) == 2, "and one by the goblin"
    assert steps(desk) == ["Use magic"] * 8 + ["Take 1 damage", "Lose die 3"]


def test_each_throw_for_magic_is_one_use_to_undo_and_the_throw_stays(make):
    desk = thrown(make, bob(), MAGIC, *ALL, *BLANKS)
    assert desk.page.play.played.reading.task.net == 4
    desk.document.undo_stack.undo()
    assert desk.document.character == bob()
    assert desk.page.play.played is not None
    assert desk.page.reading.text()
    desk.document.undo_stack.redo()
    assert desk.document.character.recent_magic == 1


def test_the_use_is_counted_before_anything_is_shown(make):
    desk = make(rng=Faces(*ALL, *BLANKS), character=bob(), speed="normal")
    counted = []
    desk.page.play.thrown.connect(lambda _played: counted.append(desk.document.character.recent_magic))
    desk.page.ask(MAGIC)
    desk.key(Qt.Key.Key_Space)
    assert counted == [1]
    assert desk.page.play.pending
    desk.page.tray.skip()


def test_real_dice_use_magic_too_and_the_odds_know_the_price(make):
    desk = make(character=bob().with_(recent_magic=5))
    desk.page.ask(MAGIC)
    odds = desk.page.play.prospect(MAGIC, None)[0]
    desk.page.play.throw(MAGIC, None, (*ALL, *BLANKS))
    assert desk.page.play.played.reading.task.net == 3
    assert max(net for net, _ in odds.net) == 3, "four dice, less one for fatigue"
    assert desk.document.character.magic_beyond == 1


def test_other_throws_and_those_off_stage_use_no_magic(make):
    desk = thrown(make, bob(), Request("scholar", difficulty="easy"), *ALL, *BLANKS)
    assert told(desk) == ""
    desk.page.ask(Request("magic", ThrowKind.STRATEGIC, difficulty="easy"))
    assert "magic" not in told(desk)
    desk.key(Qt.Key.Key_Space)
    assert desk.document.character.recent_magic == 0


def test_a_character_that_may_not_be_changed_throws_and_is_told_that_the_use_is_not_counted(make):
    desk = make(rng=Faces(*ALL, *BLANKS), character=bob())
    desk.document.open(bob(), read_only=True)
    desk.page.ask(MAGIC)
    heard = []
    desk.page.play.thrown.connect(lambda _played: heard.append("thrown"))
    desk.page.table.journal.refused.connect(lambda why: heard.append(why.code))
    desk.key(Qt.Key.Key_Space)
    assert heard == ["thrown", "read-only-character"], "told after what was told before is cleared away"
    assert desk.page.play.played is not None


def test_magic_that_succeeded_may_be_kept_going_at_its_strength_after_fatigue(make):
    """AMB-77."""
    desk = thrown(make, bob().with_(recent_magic=5), MAGIC, *ALL, *BLANKS)
    press(desk, "Keep magic going…")
    assert desk.desk.navigation.of("show_tracker") == [TrackerAsk(TrackerTab.MAGIC, 3)]


def test_magic_that_failed_and_other_successes_are_not_kept_going(make):
    assert follow_ups(thrown(make, bob(), MAGIC, 3, 3, 4, 3, 0, 0)) == []
    scholar = Request("scholar", difficulty="easy")
    assert follow_ups(thrown(make, bob(), scholar, *ALL, *BLANKS, keep=False)) == []


def test_the_gms_word_for_a_success_takes_the_damage_of_magic_back(make):
    desk = thrown(make, bob().with_(recent_magic=9, magic_beyond=4), MAGIC, *ALL, *BLANKS)
    assert follow_ups(desk) == ["Take 1 damage from the magic"]
    desk.page.spiffs.overrule(1, "")
    assert desk.page.play.played.play.ruling == Ruling(1)
    assert follow_ups(desk) == []


# --- harm -------------------------------------------------------------------------------------------------------------


def test_a_soaked_damage_is_not_taken_and_its_success_counts(make):
    desk = make(rng=Faces(0, 0, 0, 0, 0, *BLANKS), character=ragnar().with_(spiffs=5))
    poison(desk)
    desk.page.ask(Request("melee", difficulty="easy"))
    desk.key(Qt.Key.Key_Space)
    assert desk.page.play.played.reading.task.net == 3
    assert follow_ups(desk) == ["Poison takes die 4: lose it", "Soak 1 damage · 2 spiffs"]
    press(desk, "Soak")
    assert desk.page.play.played.reading.task.net == 4
    assert follow_ups(desk) == []
    character = desk.document.character
    assert (character.spiffs, character.lost) == (3, ())
    (line,) = character.spiff_ledger
    assert (line.by, line.reason, line.on, line.note) == (-2, "soak", "2026-11-21", "Melee against Easy")
    assert desk.log.latest()[-1].tags == (SOAKED,)
    assert "One damage soaked." in desk.page.reading.text()
    desk.document.undo_stack.undo()
    assert len(follow_ups(desk)) == 2
    desk.document.undo_stack.redo()
    assert follow_ups(desk) == []
    desk.key(Qt.Key.Key_V)
    assert follow_ups(desk)[0] == "Poison takes die 4: lose it"
    assert desk.document.character.spiffs == 5
    assert [(each.by, each.veto) for each in desk.document.character.spiff_ledger] == [(-2, True), (2, True)]
    assert desk.log.latest()[-1].tags == (SOAK_VETOED,)


def test_one_damage_is_soaked_and_the_rest_is_taken(make):
    desk = thrown(make, ragnar().with_(spiffs=9), Request(kind=ThrowKind.FALL, metres=20), 4, 4, 2, 2)
    assert follow_ups(desk) == ["Take 3 damage from the fall", "Soak 1 damage · 2 spiffs"]
    press(desk, "Soak")
    assert follow_ups(desk) == ["Take 2 damage from the fall"], "one in each roll (SPF-16)"
    press(desk, "Take 2")
    assert desk.document.character.spiffs == 7
    assert [lost.cause for lost in desk.document.character.lost] == ["Fall", "Fall"]
    assert follow_ups(desk) == []


@pytest.mark.parametrize(("kind", "spiffs"), [(CharacterKind.PLAYER, 1), (CharacterKind.CAST, 9)])
def test_who_has_no_spiffs_for_it_soaks_nothing(make, kind, spiffs):
    who = ragnar().with_(kind=kind, spiffs=spiffs)
    desk = thrown(make, who, Request(kind=ThrowKind.FALL, metres=20), 4, 4, 2, 2)
    assert follow_ups(desk) == ["Take 3 damage from the fall"]


def test_armour_absorbs_a_fall_and_is_ruined(make):
    worn = ragnar().with_(equipment=(ARMOUR,))
    desk = thrown(make, worn, Request(kind=ThrowKind.FALL, metres=20), 4, 4, 2, 2)
    assert follow_ups(desk) == ["Take 3 damage from the fall", "Chain mail absorbs it"]
    press(desk, "Chain mail")
    assert (desk.document.character.equipment, desk.document.character.lost) == ((), ())
    assert follow_ups(desk) == []
    desk.document.undo_stack.undo()
    assert (desk.document.character.equipment, len(follow_ups(desk))) == ((ARMOUR,), 2)
    desk.document.undo_stack.redo()
    assert follow_ups(desk) == []


@pytest.mark.parametrize("one_each", [False, True])
def test_what_armour_absorbed_is_offered_again_once_that_is_undone_after_another_throw(make, one_each):
    rules = HouseRules(armour_absorbs_one_damage=one_each)
    worn = ragnar().with_(equipment=(ARMOUR,), house_rules=rules)
    desk = thrown(make, worn, Request(kind=ThrowKind.FALL, metres=20), 4, 4, 2, 2, *ALL, *ALL)
    press(desk, "Chain mail")
    desk.key(Qt.Key.Key_Space)
    left = follow_ups(desk)
    assert "Dismiss" not in left
    desk.document.undo_stack.undo()
    assert follow_ups(desk)[-2:] == ["Take 3 damage (earlier roll)", "Dismiss"]
    assert follow_ups(desk)[0] == left[0]
    desk.document.undo_stack.redo()
    assert follow_ups(desk) == left
    desk.document.undo_stack.undo()
    desk.document.apply("Lose a die", lambda now: injuries.lose(now, 0))
    assert follow_ups(desk)[0] != left[0], "it was given for the newer roll"
    assert follow_ups(desk)[-2:] == ["Take 3 damage (earlier roll)", "Dismiss"]


def test_by_house_rule_armour_absorbs_one_damage_of_a_fall_and_the_rest_hurts(make):
    worn = ragnar().with_(equipment=(ARMOUR,), house_rules=HouseRules(armour_absorbs_one_damage=True))
    desk = thrown(make, worn, Request(kind=ThrowKind.FALL, metres=20), 4, 4, 2, 2)
    press(desk, "Chain mail")
    assert len(desk.document.character.lost) == 2
    assert follow_ups(desk) == []


def test_armour_absorbs_neither_poison_nor_the_damage_of_magic(make):
    desk = make(rng=Faces(0, 0, 0, 0, 0, *BLANKS), character=ragnar().with_(equipment=(ARMOUR,)))
    poison(desk)
    desk.page.ask(Request("melee", difficulty="easy"))
    desk.key(Qt.Key.Key_Space)
    assert follow_ups(desk) == ["Poison takes die 4: lose it"]
    tired = bob().with_(recent_magic=9, magic_beyond=4, equipment=(ARMOUR,))
    assert follow_ups(thrown(make, tired, MAGIC, *ALL, *BLANKS, keep=False)) == ["Take 1 damage from the magic"]


# --- healing ----------------------------------------------------------------------------------------------------------

TROLL = "universal,melee,regenerate,regenerate,melee,blank"


def troll():
    """Return a beast of three dice that regenerates."""
    return someone(CharacterKind.BEAST, TROLL, TROLL, TROLL)


def test_regenerate_icons_heal_once(make):
    hurt = injuries.lose(injuries.lose(troll(), 0, "Axe"), 1, "Axe")
    desk = thrown(make, hurt, Request("melee", difficulty="easy"), 2, *BLANKS)
    assert follow_ups(desk) == ["Regenerate 1 die"]
    press(desk, "Regenerate")
    assert [lost.die for lost in desk.document.character.lost] == [0]
    assert follow_ups(desk) == []
    desk.document.undo_stack.undo()
    assert follow_ups(desk) == ["Regenerate 1 die"]
    desk.document.undo_stack.redo()
    assert follow_ups(desk) == []


def test_who_is_whole_regenerates_nothing(make):
    assert follow_ups(thrown(make, troll(), Request("melee", difficulty="easy"), 2, 2, 2, *BLANKS)) == []


def test_what_poison_took_is_not_proposed_again_once_it_regenerated(make):
    desk = make(rng=Faces(0, 2, 1, 0, *BLANKS), character=troll())
    poison(desk)
    desk.page.ask(Request("melee", difficulty="easy"))
    desk.key(Qt.Key.Key_Space)
    (take,) = follow_ups(desk)
    press(desk, "Poison takes")
    assert follow_ups(desk) == ["Regenerate 1 die"]
    press(desk, "Regenerate")
    assert desk.document.character.lost == ()
    assert follow_ups(desk) == []
    desk.document.undo_stack.undo()
    desk.document.undo_stack.undo()
    assert follow_ups(desk) == [take]


# --- seasons ----------------------------------------------------------------------------------------------------------


def test_ex_9_income_is_written_into_the_diary_with_one_press(make):
    desk = thrown(make, bob(), Request("scholar", ThrowKind.INCOME, difficulty="", assets=1), 0, 1, 2, 4)
    assert desk.page.play.played.reading.coins == 300
    assert follow_ups(desk) == ["Write into the diary (action 1 of 3)"]
    press(desk, "Write")
    character = desk.document.character
    (action,) = character.actions
    assert (action.kind, action.skill, action.successes, action.assets, action.coins, action.on) == (
        ActionKind.INCOME, "scholar", 2, 1, 300, "2026-11-21",
    )  # fmt: skip
    assert character.coins == 300
    assert steps(desk) == ["Write into the diary"]
    assert follow_ups(desk) == ["Show the diary"]
    assert "Written in the diary: action 1 of 3 of the season." in desk.page.reading.text()
    desk.document.undo_stack.undo()
    assert desk.document.character == bob()
    assert follow_ups(desk)[0] == "Write into the diary (action 1 of 3)"


def test_ex_8_and_10_strategic_actions_until_the_season_is_full(make):
    faces = (*ALL, 0, 0, 0, *(4,) * 5)
    desk = make(rng=Faces(*faces, 0, 3, 4, 3, *(0,) * 6, *(4,) * 6, *faces, *faces), character=bob())
    asked = Request("scholar", ThrowKind.STRATEGIC, difficulty="difficult")
    requests = (asked, Request("social", ThrowKind.STRATEGIC, difficulty="almost-impossible"), asked, asked)
    for left, request in zip((3, 2, 1, 0), requests, strict=True):
        desk.page.ask(request)
        assert told(desk) == f"Off stage: a strategic action. {left} of 3 are left this season."
        desk.key(Qt.Key.Key_Space)
        press(desk, "Write into the diary")
    assert [(each.title, each.skill, each.difficulty, each.successes) for each in desk.document.character.actions] == [
        ("Scholar against Difficult", "scholar", "difficult", 1),
        ("Social against Almost Impossible", "social", "almost-impossible", -5),
        ("Scholar against Difficult", "scholar", "difficult", 1),
    ]
    assert follow_ups(desk) == ["Write into the diary (the season is full)", "Show the diary"]
    assert [why.code for why in desk.refused] == ["season-full"]
    assert desk.page.reading.since.text() == ""


def test_a_throw_that_is_another_since_corrects_the_diary(make):
    who = bob().with_(spiffs=5)
    desk = thrown(make, who, Request("scholar", ThrowKind.STRATEGIC, difficulty="easy"), *ALL, *BLANKS)
    press(desk, "Write")
    desk.page.spiffs.buy()
    assert follow_ups(desk) == ["Correct the diary", "Show the diary"]
    press(desk, "Correct")
    assert [action.successes for action in desk.document.character.actions] == [5]
    assert follow_ups(desk) == ["Show the diary"]


def test_ex_8_a_success_is_written_with_the_asset_it_brought(make):
    faces = (*ALL, 0, 0, 0, *(4,) * 5)
    desk = make(rng=Faces(*faces, *faces), character=bob().with_(spiffs=9))
    desk.page.ask(Request("scholar", ThrowKind.STRATEGIC, difficulty="difficult"))
    desk.key(Qt.Key.Key_Space)
    assert follow_ups(desk) == ["Write into the diary (action 1 of 3)", "With an asset…"]
    press(desk, "With an asset")
    popup = desk.page.controller.asset
    assert popup.isVisible()
    name = popup.form.fields["name"]
    QTest.keyClicks(name, "Bob on Goblins")
    QTest.keyClick(name, Qt.Key.Key_Return)
    assert [(each.name, each.season) for each in desk.document.character.assets] == [("Bob on Goblins", 0)]
    assert steps(desk) == ["Write into the diary"]
    desk.page.strip.form.answer("kind", "income")
    assert desk.page.strip.request.assets == 1, "it is proposed for the next income"
    desk.page.spiffs.buy()
    press(desk, "Correct")
    (action,) = desk.document.character.actions
    assert (action.successes, action.made) == (2, "Bob on Goblins")
    assert [(each.name, each.season) for each in desk.document.character.assets] == [("Bob on Goblins", 0)]


@pytest.mark.parametrize("kind", [ThrowKind.TASK, ThrowKind.STRATEGIC])
@pytest.mark.parametrize(
    ("faces", "driven", "weaponsmith"),
    [((0, 1, 2, 3), True, True), ((2, 2, 2, 3), False, False), ((1, 3, 3, 3), False, False)],
)
def test_driven_and_weaponsmith_tell_what_they_do_for_what_is_made(make, kind, faces, driven, weaponsmith):
    """MAST 4, MAST 6, AMB-24, AMB-25: with three net successes half the time, and one improvement."""
    smith = someone(CharacterKind.PLAYER, *("driven,weaponsmith,craft,blank,blank,blank",) * 4)
    desk = thrown(make, smith, Request("craft", kind, difficulty="easy"), *faces, *BLANKS)
    words = desk.page.reading.since.text()
    assert ("Driven: made in 50 % of the usual time." in words) is driven
    assert ("Weaponsmith: the die of the item gains 1 Melee" in words) is weaponsmith


@pytest.mark.parametrize(
    ("icon", "skill", "words"),
    [
        ("boss", "social", "Boss: may command the lackey instead."),
        ("animal-friend", "perception", "Animal Friend: may command the companion instead."),
        ("captain", "sailor", "Captain: may command the crew instead."),
        ("pyramid", "maneuver", "Pyramid: its success may go to another instead."),
        ("guilder", "stealth", "Guilder: its success may go to another instead."),
        ("horseman", "riding", "Horseman: its success may go to another instead."),
    ],
)
def test_what_masteries_do_for_others_is_said(make, icon, skill, words):
    """AMB-26, AMB-27."""
    desk = thrown(
        make, someone(CharacterKind.PLAYER, f"{icon},riding,blank,blank,blank,blank"), Request(skill), 0, *(4,) * 4
    )
    assert words in desk.page.reading.since.text()


@pytest.mark.parametrize(("net", "percent", "better"), [(1, 100, 0), (2, 75, 1), (3, 50, 1), (4, 25, 2), (9, 25, 4)])
def test_what_net_successes_are_worth_in_making(net, percent, better):
    assert (creation_percent(net), improvements(net)) == (percent, better)


def test_a_lasting_asset_stays_so_in_a_correction_and_goes_with_the_success(make):
    who = bob().with_(spiffs=9)
    desk = thrown(make, who, Request("scholar", ThrowKind.STRATEGIC, difficulty="easy"), *ALL, 0, 0)
    desk.page.table.follow_ups.write_with_asset("A mill", True)
    assert [each.season for each in desk.document.character.assets] == [None]
    desk.page.spiffs.buy()
    press(desk, "Correct")
    assert [each.season for each in desk.document.character.assets] == [None]
    desk.page.spiffs.overrule(-1, "")
    press(desk, "Correct")
    assert desk.document.character.assets == ()
    assert [action.successes for action in desk.document.character.actions] == [-1]


def test_without_success_there_is_no_asset(make):
    desk = thrown(make, bob(), Request("social", ThrowKind.STRATEGIC, difficulty="easy"), 3, 3, 4, 3)
    assert follow_ups(desk) == ["Write into the diary (action 1 of 3)"]
    desk.page.table.follow_ups.write_with_asset("A mill", False)
    assert desk.document.character.actions == ()


def test_an_action_taken_out_of_the_diary_may_be_written_again(make):
    desk = thrown(make, bob(), Request("scholar", ThrowKind.INCOME, difficulty=""), *ALL)
    press(desk, "Write")
    desk.document.apply("Out", lambda now: now.with_(actions=(), coins=0))
    assert follow_ups(desk)[0] == "Write into the diary (action 1 of 3)"


def test_a_task_of_no_skill_and_one_the_gm_allowed_are_written_too(make):
    desk = thrown(make, ragnar(), Request("physical", ThrowKind.STRATEGIC, difficulty="easy"), *ALL, *BLANKS)
    press(desk, "Write")
    allowed = Request("scholar", ThrowKind.INCOME, difficulty="", allowed_by_gm=True)
    desk.page.ask(allowed)
    desk.key(Qt.Key.Key_Space)
    press(desk, "Write")
    assert [action.skill for action in desk.document.character.actions] == ["", "scholar"]
    assert desk.refused == []


def test_the_diary_is_shown_on_the_tracker_page(make):
    desk = thrown(make, bob(), Request("scholar", ThrowKind.INCOME, difficulty=""), *ALL)
    press(desk, "Write")
    press(desk, "Show the diary")
    assert desk.desk.navigation.of("show_tracker") == [TrackerAsk(TrackerTab.SEASONS)]


def test_the_assets_of_the_season_are_proposed_and_another_number_stays(make):
    desk = make(character=bob())
    strip = desk.page.strip
    desk.page.ask(Request("scholar", ThrowKind.INCOME, difficulty="", assets=0))
    desk.document.apply("A map", lambda now: seasons.add_asset(now, "A map", season=0))
    assert strip.request.assets == 1
    assert strip.form.fields["assets"].toolTip().endswith("also earn in this action: A map")
    strip.form.answer("assets", 4)
    desk.document.apply("Name", lambda now: now.with_(name="Robert"))
    assert strip.request.assets == 4
    desk.page.ask(Request("scholar", difficulty="easy"))
    assert strip.request.assets == 0, "other rolls know of none"
    desk.document.apply("Later", lambda now: now.with_(day=now.day + 91))
    strip.form.answer("kind", "income")
    assert strip.request.assets == 0, "it was for its season only"


# --- where to go ------------------------------------------------------------------------------------------------------


def test_the_ledger_of_spiffs_is_asked_for_below_the_tray(make):
    desk = make()
    desk.page.injuries.spiffs.menu().actions()[-1].trigger()
    assert desk.desk.navigation.of("show_tracker") == [TrackerAsk(TrackerTab.SPIFFS)]


def test_nothing_is_offered_while_dice_are_in_motion_or_after_the_character_is_another(make):
    desk = make(rng=Faces(*ALL, *BLANKS), character=bob(), speed="normal")
    desk.page.ask(MAGIC)
    desk.key(Qt.Key.Key_Space)
    assert desk.page.table.follow_ups.all() == ()
    desk.page.tray.skip()
    assert follow_ups(desk) == ["Keep magic going…"]
    desk.document.open(ragnar().with_(id="9" * 32))
    assert follow_ups(desk) == []


# --- harm that was passed over ----------------------------------------------------------------------------------------


def passed_over(make, *faces: int, count: int = 1) -> Desk:
    """Return a desk where what poison did was left open and thrown again; `faces` fall then."""
    desk = make(rng=Faces(*(0,) * (8 + count), *faces))
    for _ in range(count):
        poison(desk)
    desk.key(Qt.Key.Key_Space)
    assert follow_ups(desk)[0].startswith("Poison takes")
    desk.key(Qt.Key.Key_Space)
    return desk


HARMLESS = (*ALL, 5, *BLANKS, *BLANKS)
"""Ragnar's dice, poison that fails, and challenge dice."""


def test_harm_that_was_passed_over_is_offered_beside_the_next_throw(make):
    desk = passed_over(make, *HARMLESS)
    assert follow_ups(desk) == ["Lose die 4 (earlier roll)", "Dismiss"]
    press(desk, "Lose die 4")
    assert follow_ups(desk) == []
    assert desk.document.character.lost[0].cause == "Poison"
    assert desk.document.undo_stack.undoText() == "Lose die 4"
    desk.document.undo_stack.undo()
    assert follow_ups(desk)[0].startswith("Lose die 4 (earlier"), "what was taken back is offered again"


def test_it_is_offered_until_it_is_let_go(make):
    desk = passed_over(make, *HARMLESS, *HARMLESS)
    desk.key(Qt.Key.Key_Space)
    assert follow_ups(desk)[0].startswith("Lose die 4 (earlier")
    press(desk, "Dismiss")
    assert follow_ups(desk) == []
    assert not desk.document.character.lost
    desk.key(Qt.Key.Key_Space)
    assert not any("earlier" in text for text in follow_ups(desk))


def test_it_is_no_more_told_when_a_die_was_given_since(make):
    desk = passed_over(make, *HARMLESS)
    desk.document.apply("Lose a die", lambda each: injuries.lose(each, 0))
    assert follow_ups(desk) == []
    desk.document.undo_stack.undo()
    assert len(follow_ups(desk)) == 2


def test_it_is_not_told_of_another_character(make):
    desk = passed_over(make, *HARMLESS)
    desk.document.open(bob())
    desk.key(Qt.Key.Key_Space)
    assert follow_ups(desk) == []


def test_harm_of_two_throws_is_taken_one_after_the_other(make):
    desk = passed_over(make, 0, 0, 0, 3, 0, *BLANKS, *BLANKS)
    assert follow_ups(desk) == ["Poison takes die 3: lose it", "Lose die 4 (earlier roll)", "Dismiss"]
    press(desk, "Lose die 4")
    assert follow_ups(desk) == ["Poison takes die 3: lose it"]
    press(desk, "Poison takes")
    assert [each.die for each in desk.document.character.lost] == [3, 2]
    assert follow_ups(desk) == []


def test_a_die_that_both_throws_take_is_offered_once(make):
    desk = passed_over(make, *ALL, 0, *BLANKS, *BLANKS)
    assert follow_ups(desk) == ["Poison takes die 4: lose it"]
    desk.document.apply("Lose another", lambda each: injuries.lose(each, 0))
    assert follow_ups(desk) == ["Lose die 4 (earlier roll)", "Dismiss"]


def test_what_is_taken_for_the_throw_on_the_table_leaves_the_earlier_open(make):
    desk = passed_over(make, 0, 0, 0, 3, 0, *BLANKS, *BLANKS)
    press(desk, "Poison takes")
    assert follow_ups(desk) == ["Lose die 4 (earlier roll)", "Dismiss"]


def test_only_what_is_left_of_it_stays_open(make):
    desk = passed_over(make, *ALL, 5, 5, *BLANKS, *BLANKS, 0, 0, 0, 5, 5, *BLANKS, *BLANKS, count=2)
    assert follow_ups(desk)[0] == "Lose dice 3, 4 (earlier roll)"
    desk.document.apply("Lose a die", lambda each: injuries.lose(each, 3))
    assert follow_ups(desk)[0] == "Lose die 3 (earlier roll)"
    desk.key(Qt.Key.Key_Space)
    assert follow_ups(desk)[0] == "Lose die 3 (earlier roll)"
