"""Try the cases of a test in turn, in one test.

pytest takes two milliseconds for a test, and ten if it may use Qt: more than most cases take.
"""

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any


def for_each(
    names: str | tuple[str, ...], cases: Iterable[Any]
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Call the test with each of `cases`, which give values to the arguments `names`. A failure names its case.

    It is written like `pytest.mark.parametrize`. Fixtures are made once, so they must not keep what a case does.
    """
    keys = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    tried = [dict(zip(keys, case if len(keys) > 1 else (case,), strict=True)) for case in cases]

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def all_cases(**fixtures: object) -> None:
            for case in tried:
                try:
                    test(**fixtures, **case)
                except Exception as error:
                    error.add_note(f"The case: {case!r:.2000}")
                    raise

        signature = inspect.signature(test)
        kept = [part for name, part in signature.parameters.items() if name not in keys]
        all_cases.__signature__ = signature.replace(parameters=kept)  # type: ignore[attr-defined]
        return all_cases

    return decorate
