import pytest

from bones_desktop.rules.bones.book.rulebook import TemplateKind
from bones_desktop.rules.bones.making.origins import judge, leads_to, missing_template, suggested_names, template_of
from bones_desktop.rules.reasons import reason
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


def test_an_occupation_the_background_does_not_lead_to_is_for_the_fourth_die_after_another_and_with_the_gm():
    """CHR-2, AMB-90."""
    names = {"background": BACKGROUND.name, "occupation": CLOSED.name}
    third = judge(BOOK, ragnar(), 2, CLOSED)
    assert (third.allowed, third.reason) == (False, reason("occupation-not-open", "CHR-2", **names))
    fourth = judge(BOOK, ragnar(), 3, CLOSED)
    assert (fourth.allowed, fourth.reason) == (True, reason("occupation-ask-gm", "AMB-90", **names))
    for before in ("gaul", "hunter-gatherer", ""):
        assert judge(BOOK, with_template(2, before), 3, CLOSED).reason == third.reason


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
