"""A dataclass that is made quickly is the one Python's own decorator makes."""

import copy
import dataclasses
import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import FrozenInstanceError, field, fields, replace
from typing import Any, ClassVar

import pytest

from bones_desktop.quickclasses import _UNCOMPILED, quicken_dataclasses

USUAL = dataclasses.dataclass


@pytest.fixture(autouse=True)
def quick() -> Iterator[None]:
    quicken_dataclasses()
    yield
    dataclasses.dataclass = USUAL  # type: ignore[assignment]


def both(**options: bool) -> tuple[Any, Any]:
    """Return a class as the quick and as the usual decorator make it."""
    quick_one = dataclasses.dataclass(**options)

    def make(decorator: Any) -> Any:
        class Sample:
            number: int
            text: str = "a"
            several: tuple[int, ...] = ()
            held: list[int] = field(default_factory=list)
            aside: int = field(default=0, compare=False)
            hidden: int = field(default=1, repr=False)
            last: int = field(default=3, kw_only=True)
            known: ClassVar[int] = 7

            def __post_init__(self) -> None:
                if self.number < 0:
                    raise ValueError("negative")

            def double(self) -> int:
                return self.number * 2

        Sample.__module__ = "bones_desktop.sample"
        return decorator(Sample)

    return make(quick_one), make(USUAL(**options))


OPTIONS = [{"frozen": True, "slots": True}, {"frozen": True, "slots": True, "kw_only": True}]


@pytest.mark.parametrize("options", OPTIONS)
def test_it_is_the_same_class(options: dict[str, bool]) -> None:
    made, usual = both(**options)
    assert made.__eq__.__code__.co_filename != "<string>"
    for _object in range(_UNCOMPILED):
        assert made(number=1).double() == 2
        assert made.__init__.__code__.co_filename != "<string>"
    assert made(number=1).double() == 2
    assert made.__eq__.__code__.co_filename == made.__init__.__code__.co_filename == "<string>"
    assert made.__repr__.__code__ is not usual.__repr__.__code__
    assert str(inspect.signature(made)) == str(inspect.signature(usual))
    assert made.__slots__ == usual.__slots__
    assert made.__match_args__ == usual.__match_args__
    assert repr(made.__dataclass_params__) == repr(usual.__dataclass_params__)
    for one, other in zip(fields(made), fields(usual), strict=True):
        assert repr(one).replace(repr(one.default_factory), "") == repr(other).replace(repr(other.default_factory), "")
    assert made.known == 7


@pytest.mark.parametrize("options", OPTIONS)
def test_its_values_are_as_good(options: dict[str, bool]) -> None:
    for kind in both(**options):
        value = kind(number=1)
        assert (value.number, value.text, value.several, value.held, value.last, value.double()) == (
            1,
            "a",
            (),
            [],
            3,
            2,
        )
        assert kind(number=1).held is not value.held
        assert value == kind(number=1, aside=5)
        assert value != kind(number=1, hidden=5)
        assert value != (1, "a", (), [], 1, 3)
        assert repr(value).endswith("Sample(number=1, text='a', several=(), held=[], aside=0, last=3)")
        assert replace(value, text="b") == kind(number=1, text="b")
        assert copy.copy(value) == copy.deepcopy(value) == value
        with pytest.raises(TypeError, match="unhashable"):
            hash(value)
        assert hash(kind(number=1, held=())) == hash(kind(number=1, held=(), aside=5))
        with pytest.raises(TypeError, match="required"):
            kind()
        with pytest.raises(ValueError, match="negative"):
            kind(number=-1)
        with pytest.raises(FrozenInstanceError, match="cannot assign to field 'number'"):
            value.number = 2
        with pytest.raises(FrozenInstanceError, match="cannot delete field 'number'"):
            del value.number
        with pytest.raises((FrozenInstanceError, TypeError)):
            value.nonsense = 2


@pytest.mark.parametrize(
    ("args", "given", "refusal"),
    [
        ((), {}, "missing 1 required"),
        ((1, "b", (), [], 0, 1, 2), {}, "positional argument"),
        ((1,), {"number": 2}, "multiple values"),
        ((1,), {"unknown": 2}, "unexpected keyword argument 'unknown'"),
    ],
)
def test_wrong_arguments_are_refused_as_ever(args: tuple[Any, ...], given: dict[str, Any], refusal: str) -> None:
    for kind in both(frozen=True, slots=True):
        with pytest.raises(TypeError, match=refusal):
            kind(*args, **given)
        assert kind(1, last=4).last == 4


def test_what_is_compared_first_is_compiled_too() -> None:
    made, _usual = both(frozen=True, slots=True)
    one, other = made(1), made(2)
    assert one != other
    assert made.__init__.__code__.co_filename == "<string>"
    assert made(1) == one


def test_a_class_may_be_derived_from_it_in_either_way() -> None:
    for base in both(frozen=True, slots=True):
        for decorator in (
            dataclasses.dataclass(frozen=True, slots=True, kw_only=True),
            USUAL(frozen=True, kw_only=True),
        ):

            class Derived(base):  # type: ignore[misc, valid-type]
                more: int = 4

            Derived.__module__ = "bones_desktop.sample"
            made = decorator(Derived)
            assert made(1) == made(1, more=4) != made(1, more=5)
            with pytest.raises(FrozenInstanceError):
                made(1).more = 5
            with pytest.raises(FrozenInstanceError):
                made(1).number = 5


class Kept:
    number: int = 0


def test_a_class_of_another_package_or_with_other_options_is_made_as_ever() -> None:
    made = dataclasses.dataclass(frozen=True, slots=True)(type("Kept", (), dict(vars(Kept))))
    assert "exec" not in repr(made.__setattr__)
    assert made.__setattr__.__code__.co_filename == "<string>"
    assert dataclasses.dataclass(frozen=True)(type("Kept", (), dict(vars(Kept))))(1).number == 1
    assert dataclasses.dataclass(type("Kept", (), dict(vars(Kept))))(1).number == 1


def test_a_python_that_nobody_compared_keeps_its_decorator(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dataclasses, "dataclass", USUAL)
    monkeypatch.setattr(sys, "version_info", (3, 14, 0, "final", 0))
    quicken_dataclasses()
    assert dataclasses.dataclass is USUAL


LIST = """
import dataclasses, importlib, inspect, pkgutil, sys
if "quick" in sys.argv:
    from bones_desktop.quickclasses import quicken_dataclasses
    quicken_dataclasses()
import bones_desktop
for module in sorted(each.name for each in pkgutil.walk_packages(bones_desktop.__path__, "bones_desktop.")):
    if not module.endswith("__main__"):
        importlib.import_module(module)
quickly = 0
for name, module in sorted(sys.modules.items()):
    for kind in vars(module).values() if name.startswith("bones_desktop") else ():
        if isinstance(kind, type) and dataclasses.is_dataclass(kind) and kind.__module__ == name:
            kind.__eq__(object.__new__(kind), None)  # the first call has methods compiled
            quickly += kind.__repr__.__module__ == name and "_same_for_all" in kind.__repr__.__code__.co_qualname
            usual = [f"{part.name}:{part.type}" for part in dataclasses.fields(kind)]
            print(name, kind.__qualname__, kind.__dataclass_params__, kind.__match_args__, *usual)
            print(inspect.signature(kind), kind.__hash__ is None)
print(quickly, file=sys.stderr)
"""


@pytest.mark.slow
def test_all_of_ours_are_the_same_and_nearly_all_are_made_quickly() -> None:
    told = []
    for how in ("quick", "usual"):
        done = subprocess.run(
            [sys.executable, "-c", LIST, how], check=False, capture_output=True, text=True, timeout=100
        )
        assert done.returncode == 0, done.stderr
        told.append((done.stdout, int(done.stderr)))
    (quick_ones, quickly), (usual_ones, never) = told
    assert re.sub("0x[0-9a-f]+", "", quick_ones) == re.sub("0x[0-9a-f]+", "", usual_ones)
    assert quickly > 0.9 * quick_ones.count("frozen=True")
    assert never == 0
