import pytest

from bones_desktop.play.bones.pendingacts import OwedSpiffs, OwedUse, spiffs_owed, uses_owed
from bones_desktop.storage.log.logentry import PendingAct


def test_what_is_owed_comes_back_as_it_was_kept():
    spiffs, use = OwedSpiffs("a", "bob", -1, 3), OwedUse("b", "bob", True, (4, 1, 12))
    acts = (spiffs.pending(), use.pending())
    assert (spiffs_owed(acts), uses_owed(acts)) == ((spiffs,), (use,))


DAMAGED = (
    *("", "[]", "{", "null", "[" * 100_000),
    *('{"by": -1}', '{"by": true, "before": 1}', '{"before": [1, 2]}', '{"before": [1, 2, "3"]}'),
)


@pytest.mark.parametrize("data", DAMAGED)
def test_damaged_acts_are_left_out(data):
    acts = [PendingAct("a", "bob", act, data) for act in ("spend-spiffs", "use-magic", "unknown")]
    assert spiffs_owed(acts) == uses_owed(acts) == ()
