"""Qt's enumerations, made quickly: a start makes two hundred and fifty, with three and a half thousand names.

PySide hands over all names and numbers of one at a time. Python's `enum` puts a descriptor in the place of each member
first and then, one by one, the member in the place of the descriptor. Here Python makes the enumeration without
members, and they are added to it at once.
"""

import sys
from enum import Enum, EnumType, Flag, IntEnum, IntFlag
from typing import Any, Final

_TAKEN: Final = {
    kind: frozenset(name for base in kind.__mro__ for name in vars(base)) for kind in (Enum, IntEnum, Flag, IntFlag)
}
"""Names that would hide something of the kind: what Python then does is left to Python."""
_SAMPLE: Final = [("second", 2), ("first", 1), ("alias", 1), ("none", 0), ("both", 3), ("less", -4)]
_COMPARED: Final = (Enum, IntFlag)
"""They have between them what the four kinds have."""
_put: Final = type.__setattr__


def quicken_enums() -> None:
    """Let enumerations of names and whole numbers be made quickly from now on; all others are made as ever.

    What an enumeration keeps of its members changes with Python: where one made quickly is not the same in all as one
    that Python makes, all are made as ever, which costs a start a twelfth.
    """
    usual: Any = EnumType._create_  # type: ignore[attr-defined]
    if usual.__module__ == __name__:
        return

    def _create_(cls: type[Enum], class_name: str, names: Any, *, module: str | None = None, **options: Any) -> Any:  # noqa: ANN401
        if module is None:
            module = sys._getframe(2).f_globals.get("__name__")  # noqa: SLF001 (as Python finds who calls)
        if not _is_plain(cls, names):
            return usual(cls, class_name, names, module=module, **options)
        made = usual(cls, class_name, (), module=module, **options)
        _add_members(made, names)
        return made

    if all(_parts(_create_(kind, "Sample", _SAMPLE)) == _parts(usual(kind, "Sample", _SAMPLE)) for kind in _COMPARED):
        EnumType._create_ = _create_  # type: ignore[attr-defined]


def _is_plain(kind: type[Enum], names: object) -> bool:
    """Return whether these are pairs of a name, each of its own, and a whole number."""
    if kind not in _TAKEN or type(names) is not list:
        return False
    try:
        numbers = dict(names)
    except (TypeError, ValueError):
        return False
    return (
        len(numbers) == len(names)
        and _TAKEN[kind].isdisjoint(numbers)
        and "mro" not in numbers
        and all(type(name) is str and name[:1].isalpha() for name in numbers)
        and all(type(number) is int for number in numbers.values())
    )


def _add_members(made: Any, names: list[tuple[str, int]]) -> None:  # noqa: ANN401 (what `enum` keeps is not typed)
    """Add members as `enum` does: a number that is there is an alias, and a flag not of one bit is no value of all."""
    new, takes_number = made._new_member_, made._use_args_
    by_name, by_number, in_order = made._member_map_, made._value2member_map_, made._member_names_
    is_flag = issubclass(made, Flag)
    for name, number in names:
        member = by_number.get(number)
        if member is None:
            member = new(made, number) if takes_number else new(made)
            member.__dict__.update(_value_=number, _name_=name, __objclass__=made, _sort_order_=len(in_order))
            by_number[number] = member
            if not is_flag or _is_one_bit(number):
                in_order.append(name)
        by_name[name] = member
        _put(made, name, member)
    if hasattr(made, "_hashable_values_"):
        made._hashable_values_.extend(by_number)
    if is_flag:
        _add_masks(made)


def _add_masks(made: Any) -> None:  # noqa: ANN401
    mask = singles = 0
    for number in made._value2member_map_:
        mask |= number
        if _is_one_bit(number):
            singles |= number
    _put(made, "_flag_mask_", mask)
    _put(made, "_singles_mask_", singles)
    _put(made, "_all_bits_", 2 ** mask.bit_length() - 1)
    in_order = [made._member_map_[name]._value_ for name in made._member_names_]
    if in_order != sorted(in_order):
        _put(made, "_iter_member_", made._iter_member_by_def_)


def _is_one_bit(number: int) -> bool:
    return number != 0 and number & (number - 1) == 0


def _parts(made: Any) -> tuple[dict[str, str], list[dict[str, str]]]:  # noqa: ANN401
    """Return all that an enumeration and its members have, so that two can be compared."""
    members = made._value2member_map_.values()
    return (
        {name: repr(part) for name, part in vars(made).items()},
        [{name: repr(part) for name, part in vars(member).items()} for member in members],
    )
