"""What nothing accounts for is told of a player's character; and whatever the program itself does to one never is."""

import random

from bones_desktop.rules.bones.book.character import (
    Created,
    LedgerEntry,
    LedgerKind,
    MakingMode,
    SheetPlace,
    SheetSection,
    SpiffEntry,
)
from bones_desktop.rules.bones.book.characterdice import is_finished
from bones_desktop.rules.bones.book.icons import UNFILLED, face
from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.rules.bones.injury import spiffs
from bones_desktop.rules.bones.making import edits, improvement
from bones_desktop.rules.bones.making.originchange import (
    PastedDie,
    mode_change,
    origin_change,
    paste_change,
    race_change,
)
from bones_desktop.rules.bones.making.problems import problems, unaccounted
from bones_desktop.rules.bones.reading.plays import return_success, use_success
from bones_desktop.rules.reasons import RulesError, Weight
from bones_desktop.rules.values import replaced
from tests.support.foreach import for_each
from tests.support.people import bob, die, ragnar
from tests.support.rulebooks import rulebook

BOOK = rulebook()
DAY = "2026-11-26"
FULL = die("universal,physical,melee,melee,melee,melee")
SKILLS = [face(skill.id) for skill in BOOK.skills]


def told(character):
    return [(each.reason.code, each.place) for each in unaccounted(BOOK, character)]


def codes(character):
    return [code for code, _place in told(character)]


def grown(sessions=9, icons=5):
    """Return Bob finished, with sessions of his own and icons bought on his fifth and sixth die."""
    made = improvement.award(improvement.finish(BOOK, bob(), DAY), sessions, "", DAY)
    for number in range(icons):
        place, at = 4 + number // 4, 2 + number % 4
        if number % 4 == 0 and number:
            made = improvement.buy_icon(BOOK, made, place - 1, 1, face("mental"), DAY)
        made = improvement.buy_icon(BOOK, made, place, at, face("craft"), DAY)
    return made


def changed(character, line, **fields):
    """Return the character with a line of its ledger written otherwise."""
    return character.with_(ledger=replaced(character.ledger, line, character.ledger[line].with_(**fields)))


def with_die_face(character, place, number, code):
    faces = replaced(character.dice[place].faces, number, face(code))
    return character.with_(dice=replaced(character.dice, place, character.dice[place].with_(faces=faces)))


def test_who_grew_by_the_rules_is_accounted_for():
    assert told(grown()) == []
    assert [entry.sessions for entry in grown().ledger] == [9, -1, -1, -1, -1, 0, -1]


FORGERIES = {
    "a die that no line begins": (lambda c: c.with_(dice=(*c.dice, FULL)), "die-not-earned"),
    "a die whose line names one of its faces only": (
        lambda c: c.with_(
            dice=(*c.dice[:5], FULL), sessions=8,
            ledger=(*c.ledger[:-1], LedgerEntry(kind=LedgerKind.PERMISSION, die=5, face=2, after=face("melee"))),
        ),
        "face-not-earned",
    ),
    "a face of the dice as created": (lambda c: with_die_face(c, 0, 3, "melee"), "face-not-earned"),
    "a face that was bought as another": (lambda c: with_die_face(c, 4, 3, "melee"), "face-not-earned"),
    "a face between bought ones": (lambda c: with_die_face(c, 5, 3, "melee"), "face-not-earned"),
    "icons swapped between dice": (
        lambda c: with_die_face(with_die_face(c, 0, 3, "missile"), 0, 4, "craft"), "face-not-earned",
    ),
    "a die taken out": (lambda c: c.with_(dice=c.dice[:5]), "die-gone"),
    "the dice as created changed": (
        lambda c: c.with_(created=c.created.with_(dice=(FULL, *c.created.dice[1:]))), "face-not-earned",
    ),
    "a line taken out": (lambda c: c.with_(ledger=c.ledger[:2] + c.ledger[3:], sessions=4), "face-not-earned"),
    "a line that stands twice": (
        lambda c: c.with_(ledger=(*c.ledger, c.ledger[-1])), "ledger-line-wrong",
    ),
    "lines in another order": (
        lambda c: c.with_(ledger=(c.ledger[0], *reversed(c.ledger[1:]))), "ledger-line-wrong",
    ),
    "an icon for nothing": (lambda c: changed(c, 2, sessions=0).with_(sessions=5), "ledger-line-wrong"),
    "an icon that gives sessions": (lambda c: changed(c, 2, sessions=3).with_(sessions=8), "ledger-line-wrong"),
    "a permission that gives sessions": (
        lambda c: c.with_(
            sessions=54, ledger=(*c.ledger, LedgerEntry(kind=LedgerKind.PERMISSION, sessions=50)),
        ),
        "ledger-line-wrong",
    ),
    "an icon bought on a starting die": (
        lambda c: changed(with_die_face(c, 0, 3, "craft"), 2, die=0, face=3), "ledger-line-wrong",
    ),
    "a bought icon that stood there before": (lambda c: changed(c, 2, before=face("melee")), "ledger-line-wrong"),
    "a line of a die there never was": (lambda c: changed(c, 6, die=9), "ledger-line-wrong"),
    "spent before it was earned": (
        lambda c: c.with_(ledger=(*c.ledger[1:], c.ledger[0])), "sessions-overspent",
    ),
    "spent and never earned": (lambda c: changed(c, 0, sessions=2).with_(sessions=0), None),
    "more earned than there is": (lambda c: changed(c, 0, sessions=40), "sessions-overspent"),
    "still in the making": (lambda c: c.with_(created=None, played_before=9), "made-after-buying"),
    "created with three dice": (
        lambda c: c.with_(created=Created(dice=c.created.dice[:3])), "created-otherwise",
    ),
    "created with forty dice": (lambda c: c.with_(created=Created(dice=(FULL,) * 40)), "created-otherwise"),
    "spiffs spent that there never were": (
        lambda c: c.with_(spiff_ledger=(SpiffEntry(by=-5, reason="survive"), SpiffEntry(by=5))), "spiffs-overspent",
    ),
    "more spiffs earned than there are": (lambda c: c.with_(spiff_ledger=(SpiffEntry(by=5),)), "spiffs-overspent"),
}  # fmt: skip


@for_each("how", FORGERIES)
def test_a_file_changed_by_hand_is_told(how):
    forge, code = FORGERIES[how]
    forged = forge(grown())
    assert (code in codes(forged)) if code else not codes(forged)
    weights = {each.weight for each in problems(BOOK, forged) if each.reason.code == code}
    assert weights == ({Weight.ILLEGAL} if code else set())


def test_the_line_and_the_place_are_told():
    assert told(changed(grown(), 2, sessions=0).with_(sessions=5)) == [
        ("ledger-line-wrong", SheetPlace(SheetSection.DIE, 4))
    ]
    (why,) = unaccounted(BOOK, changed(grown(), 2, sessions=0).with_(sessions=5))
    assert why.reason.value("line") == 3
    assert told(with_die_face(grown(), 4, 3, "melee")) == [("face-not-earned", SheetPlace(SheetSection.DIE, 4, 3))]


def test_physical_or_mental_of_a_later_die_is_the_players():
    assert told(with_die_face(grown(), 5, 1, "physical")) == []


def test_a_die_that_was_taken_away_by_permission_leaves_what_is_behind_it_accounted_for():
    left = edits.remove_die(grown(), 4, permitted=True, today=DAY)
    assert told(left) == []
    assert told(with_die_face(left, 4, 3, "melee")) == [("face-not-earned", SheetPlace(SheetSection.DIE, 4, 3))]
    assert told(with_die_face(left, 0, 3, "melee")) == [("face-not-earned", SheetPlace(SheetSection.DIE, 0, 3))]


def test_who_went_back_to_the_making_is_accounted_for():
    made = improvement.finish(BOOK, bob(), DAY)
    once = edits.set_face(BOOK, made, 0, 3, face("melee"), permitted=True, today=DAY)
    again = improvement.reopen(once, permitted=True)
    other = improvement.finish(BOOK, edits.set_face(BOOK, again, 0, 3, face("riding")), DAY)
    assert told(other) == []
    assert told(edits.set_face(BOOK, other, 0, 3, face("thief"), permitted=True, today=DAY)) == []
    assert codes(with_die_face(other, 0, 3, "craft")) == ["face-not-earned"]


def test_a_success_used_while_the_making_is_open_again_stands_in_the_ledger():
    """It took sessions out of no line, and the ledger did not come out even any more."""
    ten = bob().with_(dice=(*bob().dice, *(FULL,) * 6), played_before=60)
    rules = HouseRules(automatic_success_used_once=True)
    made = improvement.award(improvement.finish(BOOK, ten.with_(house_rules=rules), DAY), 20, "", DAY)
    used = use_success(improvement.reopen(made, permitted=True), DAY)
    assert used.ledger[-1].kind is LedgerKind.SUCCESS
    assert told(used) == []
    assert return_success(used).sessions == 20


def test_the_first_icon_may_cost_either_rate():
    """The group may have changed its ruling since (AMB-80)."""
    either = [grown(20, 9).with_(house_rules=HouseRules(first_icon_at_new_rate=new)) for new in (False, True)]
    assert [told(each) for each in either] == [[], []]


def lived(seed, steps=60):
    """Return each state of a random life by what the program can do, with permission and without."""
    roll = random.Random(seed)
    character = (bob if roll.random() < 0.5 else ragnar)()
    if roll.random() < 0.3:
        character = character.with_(
            house_rules=HouseRules(automatic_success_used_once=True, first_icon_at_new_rate=True)
        )
    if roll.random() < 0.2:
        character = character.with_(dice=(*character.dice, *(FULL,) * roll.randint(1, 6)), played_before=60)
    races = ["", *(race.id for race in BOOK.races)]
    templates = ["", *(template.id for template in BOOK.templates)]

    def some_face():
        return roll.choice([*SKILLS, UNFILLED, face("blank"), face("sage"), face("mental"), face("physical")])

    def growing(c):
        """Buy whatever can be bought next, so that lives reach their later dice."""
        for place in range(4, len(c.dice) + 1):
            for at in (2, 1, 3, 4, 5):
                new = roll.choice([face("mental"), face("physical")]) if at == 1 else roll.choice(SKILLS)
                if improvement.may_place(BOOK, c, place, at, new, permitted=False) is None:
                    return improvement.place_icon(BOOK, c, place, at, new, permitted=False, today=DAY)
        return improvement.award(c, roll.randint(1, 6), "", DAY)

    def one(c):
        place, at, may = roll.randrange(11), roll.randrange(6), roll.random() < 0.8
        dice = min(place, max(0, len(c.dice) - 1))
        change = roll.choice(
            [
                lambda: improvement.finish(BOOK, c, DAY),
                *[lambda: growing(c)] * 8,
                lambda: improvement.award(c, roll.randint(-3, 9), "", DAY),
                lambda: improvement.place_icon(BOOK, c, place, at, some_face(), permitted=may, today=DAY),
                lambda: edits.set_face(BOOK, c, dice, at, some_face(), permitted=may, today=DAY),
                lambda: edits.clear_face(BOOK, c, dice, at, permitted=may, today=DAY),
                lambda: edits.add_die(BOOK, c, roll.choice([None, FULL]), permitted=may, today=DAY),
                lambda: edits.remove_die(c, dice, permitted=may, today=DAY),
                lambda: edits.set_racial_icon(BOOK, c, roll.choice(races), permitted=may, today=DAY),
                lambda: edits.set_template(BOOK, c, dice, roll.choice(templates), permitted=may, today=DAY),
                lambda: edits.clear_conflicts(BOOK, c, dice, permitted=may, today=DAY),
                lambda: race_change(BOOK, c, roll.choice(races), permitted=may, today=DAY).cleared,
                lambda: mode_change(BOOK, c, roll.choice([*MakingMode]), permitted=may, today=DAY).kept,
                lambda: origin_change(BOOK, c, dice, roll.choice(templates), permitted=may, today=DAY).cleared,
                lambda: (
                    paste_change(
                        BOOK, c, dice, PastedDie(FULL.faces[: roll.randint(1, 6)]), permitted=may, today=DAY
                    ).kept
                ),
                lambda: improvement.restore(c, DAY, permitted=may),
                lambda: improvement.reopen(c, permitted=may),
                lambda: use_success(c, DAY),
                lambda: spiffs.set_right(c, roll.randint(-2, 4), "", DAY),
                lambda: spiffs.veto_last(c, "reroll", 1, DAY),
                lambda: spiffs.spend_on(BOOK, c, "reroll", DAY),
            ]
        )
        return change()

    for _ in range(steps):
        try:
            character = one(character)
        except RulesError:
            continue
        yield character


def test_whatever_the_program_does_is_accounted_for():
    finished = dice = 0
    for seed in range(150):
        for character in lived(seed):
            assert set(codes(character)) <= {"dice-too-many"}, seed
            finished += is_finished(character)
            dice = max(dice, len(character.dice))
    assert finished > 1_000
    assert dice >= 6
