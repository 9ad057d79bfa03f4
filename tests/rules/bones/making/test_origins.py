from bones_desktop.rules.bones.making.origins import suggested_names
from tests.support.people import bob, ragnar
from tests.support.rulebooks import rulebook


def _names(id: str) -> tuple[str, ...]:
    return next(each.names for each in rulebook().name_lists if each.id == id)


def test_the_culture_gives_the_names():
    assert suggested_names(rulebook(), ragnar()) == _names("gaul")
    assert "Ragnar" in _names("gaul")


def test_a_race_comes_before_the_culture():
    assert suggested_names(rulebook(), ragnar().with_(racial_icon="dwarf")) == _names("dwarf")


def test_without_race_and_culture_the_names_are_anybodys():
    assert suggested_names(rulebook(), bob()) == _names("")


def test_a_race_without_names_falls_back_on_the_culture():
    assert suggested_names(rulebook(), ragnar().with_(racial_icon="centaur")) == _names("gaul")


def test_every_list_belongs_to_something_and_is_in_order():
    book = rulebook()
    known = {"", *(race.id for race in book.races), *(name.id for name in book.setting_names)}
    known |= {template.id for template in book.templates}
    for each in book.name_lists:
        assert each.id in known
        assert list(each.names) == sorted(set(each.names))
