import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bones_desktop.rules.bones.book.character import LedgerEntry, LedgerKind, MagicTheme
from bones_desktop.storage.files.checkedfile import to_json
from bones_desktop.storage.files.valuechanges import changed, changes
from tests.rules.bones.making.test_any_character import CHARACTERS
from tests.support.people import bob, ragnar

ENTRIES = tuple(LedgerEntry(kind=LedgerKind.AWARD, sessions=number) for number in (1, 2, 3))


@settings(max_examples=60, deadline=None)
@given(CHARACTERS, CHARACTERS, st.integers(0, 9))
def test_the_other_character_comes_back(before, after, spiffs):
    after = after.with_(spiffs=spiffs, ledger=ENTRIES[: spiffs % 4])
    assert changed(before, changes(before, after)) == after


def test_only_what_differs_is_told():
    assert changes(ragnar(), ragnar()) == {}
    assert changes(ragnar(), ragnar().with_(name="Rollo", spiffs=2)) == {"name": "Rollo", "spiffs": 2}


def test_of_a_list_only_the_end_that_differs_is_told():
    two, three = ragnar().with_(ledger=ENTRIES[:2]), ragnar().with_(ledger=ENTRIES)
    told = changes(two, three)["ledger"]
    assert (told["kept"], len(told["then"])) == (2, 1)
    assert changes(three, two) == {"ledger": {"kept": 2, "then": []}}
    assert changed(three, changes(three, two)) == two


def test_values_inside_may_differ():
    themed = bob().with_(themes=(MagicTheme(name="Fire"),))
    other = themed.with_(themes=(MagicTheme(name="Frost"),))
    assert changed(themed, changes(themed, other)) == other


@pytest.mark.parametrize(
    "wrong",
    [
        {"spiffs": -1},
        {"nonsense": 1},
        {"ledger": {"kept": 3, "then": []}},
        {"ledger": {"kept": "0", "then": []}},
        {"name": {"kept": 0, "then": "x"}},
        {"dice": {"kept": 0, "then": 3}},
    ],
)
def test_what_changes_no_character_is_refused(wrong):
    with pytest.raises(ValueError):
        changed(ragnar(), wrong)


STORY = "He was born in Gaul. " * 9_000


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (STORY, STORY + "x"),
        (STORY, STORY[:-1]),
        (STORY, "x" + STORY),
        (STORY, STORY[:700] + "🐉 a dragon" + STORY[700:]),
        (STORY, STORY[:700] + STORY[900:]),
        ("a" * 500, "a" * 501),
        ("a" * 501, "a" * 500),
        ("ab" * 300, "ab" * 290),
    ],
)
def test_of_a_long_text_only_what_was_typed_is_told(before, after):
    told = changes(bob().with_(back_story=before), bob().with_(back_story=after))
    assert len(to_json(told)) < 400
    assert changed(bob().with_(back_story=before), told) == bob().with_(back_story=after)


@given(before=st.text("ab", max_size=300), after=st.text("ab", max_size=300))
def test_any_text_comes_back(before, after):
    old, new = bob().with_(notes=before), bob().with_(notes=after)
    assert changed(old, changes(old, new)) == new


def test_texts_stored_whole_are_still_read():
    assert changed(bob().with_(back_story=STORY), {"back_story": "Born."}) == bob().with_(back_story="Born.")


@pytest.mark.parametrize(
    "wrong",
    [
        {"back_story": {"head": -1, "put": "", "tail": 0}},
        {"back_story": {"head": 3, "put": "", "tail": 4}},
        {"back_story": {"head": "1", "put": "", "tail": 0}},
        {"back_story": {"head": 0, "put": 5, "tail": 0}},
        {"dice": {"head": 0, "put": "", "tail": 0}},
        {"spiffs": {"head": 0, "put": "", "tail": 0}},
        {"name": {"head": 6, "put": "x" * 300, "tail": 0}},
    ],
)
def test_a_text_that_cannot_be_put_together_is_refused(wrong):
    with pytest.raises(ValueError):
        changed(bob().with_(name="Ragnar", back_story="Ragnar"), wrong)
