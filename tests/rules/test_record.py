"""Records: what makes a class one, and what its options do."""

import dataclasses
from dataclasses import FrozenInstanceError, is_dataclass

import pytest

from bones_desktop.rules.records import Record, field, fields, replace


class Point(Record):
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
    with pytest.raises(FrozenInstanceError):
        del here.x


class Place(Record):
    x: int
    y: int = 0
    seen: int = field(default=0, compare=False)


class Nowhere(Record):
    pass


class Alike(Record):
    text: str

    def __eq__(self, other):
        return self.text.casefold() == other.text.casefold()


def test_records_are_compared_hashed_and_written_by_their_fields():
    assert Place(1) != Point(1)
    assert Place(1) == Place(1, seen=5)
    assert Place(1) != Place(1, 2)
    assert len({Place(1), Place(1, seen=5), Place(2)}) == 2
    assert repr(Place(1, seen=5)) == "Place(x=1, y=0, seen=5)"
    assert Nowhere() == Nowhere()
    assert hash(Nowhere()) == hash(Nowhere())
    assert Alike("A") == Alike("a")


def test_a_class_may_take_its_fields_by_name_only():
    assert Named(name="Ann").name == "Ann"
    with pytest.raises(TypeError):
        Named("Ann")


class Holder(Record):
    things: list[int] = field(default_factory=list)


class Labelled(Place):
    label: str = ""


class Halved(Record):
    whole: int

    def __post_init__(self):
        object.__setattr__(self, "whole", self.whole // 2)


def test_other_libraries_read_a_record_as_a_dataclass():
    here = Labelled(1, label="here")
    names = ["x", "y", "seen", "label"]
    assert [part.name for part in fields(Labelled)] == [part.name for part in dataclasses.fields(here)] == names
    assert dataclasses.replace(here, x=2) == replace(here, x=2) == Labelled(2, label="here")
    assert dataclasses.fields(Holder)[0].default_factory is list
    assert dataclasses.fields(Named)[0].kw_only
    match here:
        case Labelled(x, y, _, label):
            assert (x, y, label) == (1, 0, "here")
    with pytest.raises(TypeError):
        replace(here, z=1)


def test_a_record_is_made_as_a_dataclass_is():
    assert Holder().things == []
    assert Holder().things is not Holder().things
    assert Holder([1]) == Holder(things=[1])
    assert Place(1) == Place(x=1)
    assert Labelled(1, 2, 3, "here").label == "here"
    assert Halved(8).whole == 4
    for _twice in range(2):
        with pytest.raises(TypeError, match=r"Place.__init__\(\) missing 1 required positional argument: 'x'"):
            Place()
