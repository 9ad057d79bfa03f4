import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from bones_desktop.rules.bones.character import LedgerEntry, LedgerKind, MagicTheme
from bones_desktop.storage.characterchanges import changed, changes
from tests.rules.bones.test_any_character import CHARACTERS
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
    with pytest.raises((ValueError, ValidationError)):
        changed(ragnar(), wrong)
