"""What the rules refuse."""

from collections.abc import Callable

import pytest

from bones_desktop.rules.reasons import Reason, RulesError


def refused(code: str, act: Callable[..., object], *arguments: object, **named: object) -> Reason:
    """Return why `act` is refused, which must be the reason with this code."""
    with pytest.raises(RulesError) as caught:
        act(*arguments, **named)
    assert caught.value.reason.code == code
    return caught.value.reason


def refusal_code(call: Callable[[], object]) -> str:
    """Return the code of the reason why `call` is refused."""
    with pytest.raises(RulesError) as caught:
        call()
    return caught.value.reason.code
