import pytest

from bones_desktop.rules.bones.injury.spiffs import ADDED_SUCCESS, REROLL, affords, price, require
from bones_desktop.rules.reasons import RulesError, reason
from tests.support.people import ragnar
from tests.support.rulebooks import rulebook


def test_the_prices_are_the_rulebooks() -> None:
    assert price(rulebook(), REROLL) == 1
    assert price(rulebook(), ADDED_SUCCESS) == 2
    with pytest.raises(KeyError):
        price(rulebook(), "good-back-story")


@pytest.mark.parametrize(("spiffs", "reroll", "success"), [(0, False, False), (1, True, False), (2, True, True)])
def test_spiffs_are_never_owed(spiffs: int, reroll: bool, success: bool) -> None:
    character = ragnar().with_(spiffs=spiffs)
    assert affords(rulebook(), character, REROLL) is reroll
    assert affords(rulebook(), character, ADDED_SUCCESS) is success


def test_what_is_not_there_is_not_spent() -> None:
    poor = ragnar().with_(spiffs=1)
    require(poor, 1)
    with pytest.raises(RulesError) as refused:
        require(poor, 2)
    assert refused.value.reason == reason("spiffs-too-few", "SPF-18", n=2, have=1)
