"""The base of every value that is read from a file: frozen, strict, and never changed without validation."""

from typing import Any, Self

from pydantic import BaseModel, ConfigDict


class Value(BaseModel):
    """An immutable, validated value. Unknown keys are refused; storage keeps those of a file aside first."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False, validate_default=False)

    def with_(self, **changes: Any) -> Self:  # noqa: ANN401 (fields are of any type; validation checks each)
        """Return a copy with `changes`, validated; pydantic.ValidationError when one does not fit."""
        unchanged = {name: getattr(self, name) for name in type(self).model_fields if name not in changes}
        return type(self)(**unchanged, **changes)
