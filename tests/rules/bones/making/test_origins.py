import pytest

from bones_desktop.rules.bones.book.character import Created, LedgerEntry, LedgerKind
from bones_desktop.rules.bones.book.characterdice import taken_on_trust
from bones_desktop.rules.bones.book.rulebook import ForbiddenOccupation, HouseRules, TemplateKind
from bones_desktop.rules.bones.life.packs import with_packs
from bones_desktop.rules.bones.making.creation import (
    FOR_THE_GM,
    Judgement,
    judge,
    leads_to,
    missing_template,
    name_id,
    suggested_names,
    template_of,
)
from bones_desktop.rules.bones.making.edits import new_character, set_template
from bones_desktop.rules.bones.making.improvement import finish
from bones_desktop.rules.bones.making.originchange import origin_change, race_change
from bones_desktop.rules.bones.making.problems import problems
from bones_desktop.rules.bones.making.surprise import surprise
from bones_desktop.rules.reasons import RulesError, Weight, reason
from tests.support.foreach import for_each
from tests.support.packs import norse
from tests.support.people import bob, ragnar
from tests.support.rulebooks import rulebook

BOOK = rulebook()
BACKGROUND = BOOK.template("hunter-gatherer")
CLOSED = next(
    each
    for each in BOOK.templates_of(TemplateKind.OCCUPATION)
    if not each.open_to_all and not leads_to(BACKGROUND, each)
)
"""An occupation that Ragnar's background does not lead to."""


def with_template(place, template):
    """Return Ragnar with one die made from another template."""
    dice = ragnar().dice
    return ragnar().with_(dice=(*dice[:place], dice[place].with_(template=template), *dice[place + 1 :]))


def test_templates_are_for_the_starting_dice():
    judged = judge(BOOK, ragnar(), 4, BOOK.template("armsman"))
    assert (judged.allowed, judged.reason) == (False, reason("later-dice-no-template", "IMP-3"))
    assert judge(BOOK, ragnar(), 3, BOOK.template("armsman")).allowed
    assert template_of(BOOK, ragnar(), 4) is None
    assert missing_template(BOOK, ragnar(), 4) == ""


ARMS = {"man-at-arms", "armsman", "cavalry-rider", "hunter", "scout", "sailor", "thief"}
LEARNING = {"sage", "student", "priest", "healer", "wizard", "merchant", "entertainer"}
TRADE = {"craftsman", "merchant", "entertainer", "sailor", "hunter", "thief", "healer"}


def of(*templates, **changes):
    """Return a character still being made whose first dice are made from templates, without asking whether they may."""
    dice = tuple(die.with_(template=template) for die, template in zip(ragnar().dice, templates, strict=False))
    return ragnar().with_(dice=(*dice, *ragnar().dice[len(dice) :]), created=None, **changes)


def test_a_first_occupation_is_one_the_background_leads_to():
    """CHR-2, also on the fourth die where the third is of no occupation."""
    third = judge(BOOK, ragnar(), 2, CLOSED)
    names = {"background": BACKGROUND.name, "occupation": CLOSED.name}
    assert (third.allowed, third.reason) == (False, reason("occupation-not-open", "CHR-2", **names))
    for before in ("gaul", "hunter-gatherer", ""):
        assert judge(BOOK, with_template(2, before), 3, CLOSED) == third


@for_each("first", BOOK.templates_of(TemplateKind.OCCUPATION))
def test_a_second_occupation_is_one_that_the_first_leads_to(first):
    """L1275, amendment 25: whatever the background leads to. Armsman may always follow, and the same one again."""
    made = of("roman", "house/citizen", first.id)
    may = {name_id(first), "armsman"}
    may |= {name for group in (ARMS, LEARNING, TRADE) if name_id(first) in group for name in group}
    for second in BOOK.templates_of(TemplateKind.OCCUPATION):
        names = {"first": first.name, "occupation": second.name}
        why = None if name_id(second) in may else reason("occupation-not-after", "CHR-2", **names)
        assert judge(BOOK, made, 3, second) == Judgement(why is None, why), second.id


def norse_book(*, forbids=(), raider=None):
    """Return the rulebook with the pack of the Norse, whose culture forbids occupations."""
    pack = norse()
    culture, background, occupation = pack.templates
    culture = culture.with_(opens=(*culture.opens, "villager"), forbids=forbids)
    occupation = occupation.with_(**(raider or {}))
    return with_packs(BOOK, [pack.with_(templates=(culture, background, occupation))])


@pytest.mark.parametrize(
    ("background", "forbidden", "allowed"),
    [
        ("house/villager", ForbiddenOccupation(occupation="merchant", background="villager"), False),
        ("house/villager", ForbiddenOccupation(occupation="merchant"), False),
        ("house/villager", ForbiddenOccupation(occupation="house/merchant"), False),
        ("norse/sea-farer", ForbiddenOccupation(occupation="merchant", background="villager"), True),
        ("norse/sea-farer", ForbiddenOccupation(occupation="merchant", background="norse/sea-farer"), False),
        ("house/villager", ForbiddenOccupation(occupation="thief"), True),
    ],
)
def test_a_culture_may_forbid_an_occupation_to_all_or_to_one_background(background, forbidden, allowed):
    """L1275: there are no Norse villager students; as first or second occupation."""
    book = norse_book(forbids=(forbidden,))
    for made, die in ((of("norse/norse", background), 2), (of("norse/norse", background, "house/craftsman"), 3)):
        judged = judge(book, made, die, book.template("house/merchant"))
        assert judged.allowed is allowed
        assert (judged.reason is None) is allowed
        if judged.reason is not None:
            assert judged.reason.code == "occupation-forbidden"


def test_an_occupation_of_a_pack_names_its_second_ones_and_the_first_ones_it_comes_after():
    book = norse_book(raider={"opens": ("sailor", "hunter"), "after": ("thief",)})

    def may(first, second):
        return judge(book, of("gaul", "hunter-gatherer", first), 3, book.template(second)).allowed

    assert may("norse/raider", "house/sailor-occupation")
    assert may("norse/raider", "norse/raider")
    assert may("norse/raider", "armsman")
    assert not may("norse/raider", "house/thief")
    assert may("house/thief", "norse/raider")
    assert not may("house/scout", "norse/raider")


def test_an_occupation_without_a_word_leads_to_what_the_house_list_says_else_to_what_the_background_does():
    pack = norse()
    sage = pack.templates[2].with_(id="norse/skald", name="Sage")
    book = with_packs(BOOK, [pack.with_(templates=(*pack.templates, sage))])
    assert set(book.template("norse/skald").opens) == LEARNING - {"sage"}
    assert judge(book, of("roman", "house/citizen", "norse/skald"), 3, book.template("house/sage")).allowed
    assert judge(book, of("gaul", "hunter-gatherer", "armsman"), 3, book.template("norse/raider")).allowed
    assert not judge(book, of("gaul", "house/villager", "armsman"), 3, book.template("norse/raider")).allowed
    raider = of("gaul", "hunter-gatherer", "norse/raider")
    assert judge(book, raider, 3, book.template("house/hunter")).allowed
    assert judge(book, raider, 3, book.template("house/sage")).reason.code == "occupation-not-after"


def test_what_follows_an_occupation_that_is_not_here_is_not_known():
    judged = judge(BOOK, of("roman", "house/citizen", "norse/raider"), 3, BOOK.template("house/hunter"))
    assert (judged.allowed, judged.reason) == (False, reason("occupation-not-here", "CHR-2", name="Raider"))
    assert judge(BOOK, of("roman", "house/citizen", "norse/raider"), 3, BOOK.template("house/sage")).allowed


@pytest.mark.parametrize(
    ("templates", "second"),
    [
        (("roman", "house/citizen", "house/man-at-arms"), "house/sage"),
        (("gaul", "hunter-gatherer", "gaul"), "house/sage"),
    ],
)
def test_a_house_rule_turns_the_refusal_of_an_occupation_into_a_note(templates, second):
    made, sage = of(*templates), BOOK.template(second)
    refused = judge(BOOK, made, 3, sage)
    assert not refused.allowed
    noted = judge(BOOK, made.with_(house_rules=HouseRules(occupations_only_noted=True)), 3, sage)
    assert noted == Judgement(True, refused.reason)


def test_the_gm_may_permit_an_occupation_and_the_ledger_says_so():
    made = of("roman", "house/citizen", "house/man-at-arms", "")
    with pytest.raises(RulesError, match="occupation-not-after"):
        set_template(BOOK, made, 3, "house/sage")
    permitted = set_template(BOOK, made, 3, "house/sage", permitted=True, today="2026-11-28")
    assert permitted.ledger == (LedgerEntry(kind=LedgerKind.PERMISSION, on="2026-11-28", die=3, template="house/sage"),)
    assert judge(BOOK, permitted, 3, BOOK.template("house/sage")) == Judgement(True)
    assert not judge(BOOK, permitted, 3, BOOK.template("house/wizard")).allowed
    assert taken_on_trust(permitted)["permitted"] == 1
    assert set_template(BOOK, permitted, 3, "house/sage", permitted=True) is permitted


def test_nothing_else_is_permitted_so():
    with pytest.raises(RulesError, match="background-not-open"):
        set_template(BOOK, ragnar(), 1, "house/noble", permitted=True)


def test_an_occupation_kept_against_the_rules_may_be_permitted_where_it_stands():
    made = set_template(
        BOOK, of("roman", "house/citizen", "house/man-at-arms", "house/sage"), 3, "house/sage", permitted=True
    )
    assert made.dice == of("roman", "house/citizen", "house/man-at-arms", "house/sage").dice
    assert judge(BOOK, made, 3, BOOK.template("house/sage")).allowed


def test_finishing_keeps_what_was_permitted_and_used_and_its_dice_are_accounted_for():
    made = new_character("0" * 32)
    for die, template in enumerate(("gaul", "hunter-gatherer", "armsman", "house/wizard", "house/sage")):
        made = set_template(BOOK, made, min(die, 3), template, permitted=True)
    assert [line.template for line in made.ledger] == ["house/wizard", "house/sage"]
    made = finish(BOOK, surprise(BOOK, made, 1), "2026-11-28")
    assert [line.template for line in made.ledger] == ["house/sage"]
    assert not [each for each in problems(BOOK, made) if each.weight is not Weight.ADVICE]


def test_a_finished_character_made_from_another_occupation_with_permission_has_it_in_its_ledger():
    change = origin_change(BOOK, ragnar(), 3, "house/sage", permitted=True, today="2026-11-28")
    assert change.kept.ledger[0].template == "house/sage"
    assert not [each.reason for each in problems(BOOK, change.kept) if each.reason.code in FOR_THE_GM]


def test_another_first_occupation_lists_the_second_one_it_does_not_lead_to():
    made = of("roman", "house/citizen", "house/man-at-arms", "house/cavalry-rider")
    change = origin_change(BOOK, made, 2, "house/student")
    assert ("occupation-not-after", 3) in [(each.reason.code, each.place.die) for each in change.misfits]
    assert change.cleared.dice[3].template == ""


def test_a_conflict_that_a_finished_character_had_is_none_of_another_change():
    """It is only noted there, and was listed as what another race no longer allows."""
    had = of("roman", "house/citizen", "house/man-at-arms", "house/sage").with_(created=Created(dice=ragnar().dice))
    change = race_change(BOOK, had, "elf", permitted=True)
    assert "occupation-not-after" not in [each.reason.code for each in (*change.misfits, *change.follow_on)]


@for_each("seed", range(12))
def test_a_surprise_follows_the_limits(seed):
    forbids = tuple(ForbiddenOccupation(occupation=each) for each in ("merchant", "norse/raider"))
    book = norse_book(forbids=forbids)
    made = surprise(book, new_character("0" * 32), seed, culture="norse")
    assert not [each.reason for each in problems(book, made) if each.reason.code in FOR_THE_GM]
    assert not {"house/merchant", "norse/raider"} & {die.template for die in made.dice}


@pytest.mark.parametrize(
    ("template", "why"),
    [
        ("gaul", None),
        ("hunter-gatherer", None),
        ("roman", reason("same-culture-only", "CHR-3", culture="Gaul")),
        ("house/noble", reason("same-background-only", "CHR-3", background=BACKGROUND.name)),
    ],
)
def test_a_later_die_is_of_no_other_culture_or_background(template, why):
    judged = judge(BOOK, ragnar(), 2, BOOK.template(template))
    assert (judged.allowed, judged.reason) == (why is None, why)


def _names(id: str) -> tuple[str, ...]:
    return next(each.names for each in BOOK.name_lists if each.id == id)


def test_the_culture_gives_the_names():
    assert suggested_names(BOOK, ragnar()) == _names("gaul")
    assert "Ragnar" in _names("gaul")


def test_a_race_comes_before_the_culture():
    assert suggested_names(BOOK, ragnar().with_(racial_icon="dwarf")) == _names("dwarf")


def test_without_race_and_culture_the_names_are_anybodys():
    assert suggested_names(BOOK, bob()) == _names("")


def test_a_race_without_names_falls_back_on_the_culture():
    assert suggested_names(BOOK, ragnar().with_(racial_icon="centaur")) == _names("gaul")


def test_every_list_belongs_to_something_and_is_in_order():
    book = BOOK
    known = {"", *(race.id for race in book.races), *(name.id for name in book.setting_names)}
    known |= {template.id for template in book.templates}
    for each in book.name_lists:
        assert each.id in known
        assert list(each.names) == sorted(set(each.names))
