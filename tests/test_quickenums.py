"""An enumeration that is made quickly is the one Python's own `enum` makes."""

import enum
import subprocess
import sys
from collections.abc import Iterator
from enum import Enum, EnumType, Flag, IntEnum, IntFlag
from typing import Any

import pytest

from bones_desktop import quickenums
from bones_desktop.quickenums import quicken_enums

USUAL: Any = EnumType._create_  # type: ignore[attr-defined]
NUMBERS = [("Second", 2), ("First", 1), ("Also", 1), ("Nothing", 0), ("Both", 3), ("Huge", 1 << 40), ("Less", -4)]


@pytest.fixture(autouse=True)
def quick() -> Iterator[None]:
    quicken_enums()
    yield
    EnumType._create_ = USUAL  # type: ignore[attr-defined]


def both(kind: Any, names: Any, **options: Any) -> tuple[Any, Any]:
    """Return an enumeration as it is made quickly and as usual."""
    made = kind("Sample", names, **options)
    EnumType._create_ = USUAL  # type: ignore[attr-defined]
    usual = kind("Sample", names, **options)
    return made, usual


@pytest.mark.parametrize("kind", [Enum, IntEnum, Flag, IntFlag])
@pytest.mark.parametrize("names", [NUMBERS, [("One", 1), ("Two", 2)], [("Only", 0)], []])
def test_it_is_the_same_enumeration(kind: Any, names: list[tuple[str, int]]) -> None:
    made, usual = both(kind, names, boundary=enum.KEEP)
    enum._test_simple_enum(usual, made)  # type: ignore[attr-defined]
    assert quickenums._parts(made) == quickenums._parts(usual)
    assert dir(made) == dir(usual)
    assert [member.name for member in made] == [member.name for member in usual]
    assert {name: member.value for name, member in made.__members__.items()} == {
        name: member.value for name, member in usual.__members__.items()
    }


def test_it_was_made_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    add = quickenums._add_members
    monkeypatch.setattr(quickenums, "_add_members", lambda made, names: (seen.append(made), add(made, names)))
    made = Enum("Sample", [("One", 1)])
    assert seen == [made]


def test_its_members_do_what_members_do() -> None:
    made: Any = IntFlag("Sample", NUMBERS, boundary=enum.KEEP)
    assert made.Also is made.First is made(1) is made["First"]
    assert made.First | made.Second == made.Both
    assert repr(made.First | made.Huge) == "<Sample.First|Huge: 1099511627777>"
    assert made.First in made.Both
    assert made.First + 1 == 2
    with pytest.raises(AttributeError):
        made.Nobody  # noqa: B018
    with pytest.raises(AttributeError, match="cannot reassign member"):
        made.First = 3
    plain: Any = Enum("Plain", [("One", 1)])
    with pytest.raises(ValueError, match="2 is not a valid Plain"):
        plain(2)


def test_it_knows_where_it_was_made() -> None:
    made, usual = both(Enum, [("One", 1)])
    assert made.__module__ == usual.__module__ == __name__
    assert made.One.__reduce_ex__(4) == (made, (1,))


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        (Enum, "One Two"),
        (Flag, ["One", "Two"]),
        (Enum, {"One": 1}),
        (Enum, [("One", "first")]),
        (Enum, [("name", 1)]),
        (Flag, [("value", 1)]),
        (IntEnum, [("real", 1)]),
        (Enum, (("One", 1),)),
    ],
)
def test_what_is_no_list_of_names_and_numbers_is_made_as_ever(
    kind: Any, names: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quickenums, "_add_members", lambda *_given: pytest.fail("made quickly"))
    made, usual = both(kind, names)
    assert vars(made).keys() == vars(usual).keys()
    assert {name: member.value for name, member in made.__members__.items()} == {
        name: member.value for name, member in usual.__members__.items()
    }


@pytest.mark.parametrize("names", [[("One", 1), ("One", 2)], [("mro", 1)], [("_secret_", 1)], [("One",)], [1]])
def test_a_mistake_is_refused_as_ever(names: Any) -> None:
    refusals = []
    for create in (EnumType._create_, USUAL):  # type: ignore[attr-defined]
        EnumType._create_ = create  # type: ignore[attr-defined]
        with pytest.raises((TypeError, ValueError)) as refusal:
            Enum("Sample", names)
        refusals.append((refusal.type, str(refusal.value)))
    assert refusals[0] == refusals[1]


def test_a_python_that_keeps_its_members_otherwise_makes_all_as_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    def another(cls: type[Enum], class_name: str, names: Any, **options: Any) -> Any:
        made = USUAL(cls, class_name, names, **options)
        type.__setattr__(made, "_more_", list(made))
        return made

    monkeypatch.setattr(EnumType, "_create_", another)
    quicken_enums()
    assert EnumType._create_ is another  # type: ignore[attr-defined]


ALL_OF_QT = """
import enum, importlib
from enum import EnumType
usual = EnumType._create_
given = []
def create(cls, class_name, names, **options):
    given.append((cls, class_name, list(names)))
    return usual(cls, class_name, names, **options)
EnumType._create_ = create
for name in ("QtCore", "QtGui", "QtWidgets", "QtSvg", "QtNetwork"):
    module = importlib.import_module("PySide6." + name)
    for kind in [getattr(module, each) for each in dir(module)]:
        dir(kind)
EnumType._create_ = usual
from bones_desktop import quickenums
for kind, name, names in given:
    made = kind(name, names, boundary=enum.KEEP)
    quickenums.quicken_enums()
    assert EnumType._create_ is not usual
    assert quickenums._is_plain(kind, names), (name, names)
    assert quickenums._parts(kind(name, names, boundary=enum.KEEP)) == quickenums._parts(made), name
    EnumType._create_ = usual
print(len(given))
"""


@pytest.mark.slow
def test_all_of_qts_are_the_same() -> None:
    done = subprocess.run([sys.executable, "-c", ALL_OF_QT], check=False, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 400
