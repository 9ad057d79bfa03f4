"""Records: what makes a class one, and what its options do."""

from dataclasses import FrozenInstanceError, is_dataclass, replace

import pytest

from bones_desktop.rules.reasons import Record


class Point(Record, order=True):
    x: int
    y: int = 0


class Named(Record, kw_only=True):
    name: str = ""


def test_a_record_is_a_frozen_dataclass_with_slots():
    here = Point(1)
    assert is_dataclass(Point)
    assert replace(here, y=2) == Point(1, 2)
    assert hash(here) == hash(Point(1))
    assert not hasattr(here, "__dict__")
    with pytest.raises(FrozenInstanceError):
        here.x = 3


def test_options_of_dataclasses_are_options_of_the_class():
    assert Point(1, 2) < Point(2)
    assert Named(name="Ann").name == "Ann"
    with pytest.raises(TypeError):
        Named("Ann")
