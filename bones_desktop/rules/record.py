"""The base class of most classes of the rules: frozen dataclasses with slots."""

from dataclasses import dataclass, field
from typing import Any, dataclass_transform


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class RecordType(type):
    """Makes every class a dataclass. A class may name further options of `dataclass`, such as `kw_only=True`."""

    def __new__(mcs, name: str, bases: tuple[type, ...], body: dict[str, Any], **options: bool) -> Any:  # noqa: ANN401
        """Return the class as a frozen dataclass with slots."""
        made = super().__new__(mcs, name, bases, body)
        # To add the slots, `dataclass` makes each class a second time.
        return made if "__slots__" in body else dataclass(frozen=True, slots=True, **options)(made)


class Record(metaclass=RecordType):
    """Base class of values with the fields that their annotations name."""

    __slots__ = ()
