"""The size of each room, and of the whole. A commit may change a figure here, and says why.

`python -m tests.test_budgets` prints the figures of today.
"""

import ast
import io
import sys
import tokenize
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path
from typing import NamedTuple

PACKAGE = Path(__file__).parents[1] / "bones_desktop"
FILES = sorted(PACKAGE.rglob("*.py"))
ROOMS_OF_ROOMS = {"pages", "rules"}
"""Folders whose folders are rooms."""

LINES = {
    "cli": 3930,
    "desk": 4550,
    "document": 1090,
    "main": 490,
    "pages": 90,
    "pages/builder": 4960,
    "pages/campaign": 3630,
    "pages/fight": 4340,
    "pages/games": 1520,
    "pages/log": 970,
    "pages/packs": 1310,
    "pages/reference": 1830,
    "pages/shelf": 3230,
    "pages/table": 3870,
    "pages/tracker": 2490,
    "play": 3760,
    "printing": 3890,
    "rules": 2560,
    "rules/basics": 1220,
    "rules/bones": 13460,
    "rules/five_modes": 1500,
    "rules/margin": 1370,
    "rules/story_bones": 910,
    "seats": 4920,
    "start": 3450,
    "storage": 5070,
    "theme": 790,
    "tray": 3320,
    "widgets": 10580,
    "wording": 4680,
}
"""Lines of code that each room may have: without blank lines, comments and docstrings."""

MODULES = 470
COMMENTS = 2.5
"""Comments for 100 lines of code, at least."""
SLIVER = 60
"""A module with fewer lines of code and only one importer belongs into that importer."""
MARKS = ("# noqa", "# fmt", "# type", "# ---")
"""Comments for tools, and headings: they tell no reason."""
SKIPPED = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}


class Measured(NamedTuple):
    """The lines of code of a module, its comments, and the names of what it imports."""

    lines: int
    comments: int
    imports: frozenset[tuple[str, str]]
    """Modules, each with the name taken from it, "" for the whole module."""


def read_through(tree: ast.Module) -> tuple[set[int], set[tuple[str, str]]]:
    """Return the numbers of the lines that docstrings fill, those of fields and constants too, and the imports."""
    lines: set[int] = set()
    imports: set[tuple[str, str]] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str())):
                lines.update(range(node.lineno, (node.end_lineno or 0) + 1))
            case ast.ImportFrom(module=str(module), names=parts):
                imports.update((module, part.name) for part in parts)
            case ast.Import(names=parts):
                imports.update((part.name, "") for part in parts)
    return lines, imports


@cache
def measured(path: Path) -> Measured:
    text = path.read_text(encoding="utf-8")
    code: set[int] = set()
    comments = 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        comments += token.type == tokenize.COMMENT and not token.string.startswith(MARKS)
        if token.type not in SKIPPED:
            first, last = token.start[0], token.end[0]
            code.add(first)
            if last > first:
                code.update(range(first, last + 1))
    docstrings, imports = read_through(ast.parse(text))
    return Measured(len(code - docstrings), comments, frozenset(imports))


def room_of(path: Path) -> str:
    parts = path.relative_to(PACKAGE).parts
    if len(parts) > 2 and parts[0] in ROOMS_OF_ROOMS:
        return "/".join(parts[:2])
    return parts[0] if len(parts) > 1 else "main"


def lines_by_room() -> Counter[str]:
    found: Counter[str] = Counter()
    for path in FILES:
        found[room_of(path)] += measured(path).lines
    return found


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")


def importers() -> dict[str, set[str]]:
    """Return for each module the names of those that import it or something of it."""
    names = {module_name(path) for path in FILES}
    found: dict[str, set[str]] = defaultdict(set)
    for path in FILES:
        for module, part in measured(path).imports:
            whole = f"{module}.{part}"
            found[whole if whole in names else module].add(module_name(path))
    return found


def slivers() -> list[str]:
    who = importers()
    return [
        module_name(path)
        for path in FILES
        if path.name != "__init__.py" and measured(path).lines < SLIVER and len(who[module_name(path)]) == 1
    ]


def test_rooms_keep_to_their_budgets() -> None:
    assert {room: lines for room, lines in lines_by_room().items() if lines > LINES[room]} == {}


def test_budgets_are_of_rooms_that_exist() -> None:
    assert set(LINES) == set(map(room_of, FILES))


def test_modules_do_not_multiply() -> None:
    assert len(FILES) <= MODULES


def test_reasons_are_written_down() -> None:
    lines, comments = (sum(getattr(measured(path), what) for path in FILES) for what in ("lines", "comments"))
    assert 100 * comments / lines >= COMMENTS


def test_no_sliver_serves_a_single_module() -> None:
    assert slivers() == []


def test_every_line_of_code_is_counted_once(tmp_path: Path) -> None:
    module = tmp_path / "m.py"
    text = (
        '"""What it is.\n\nMore.\n"""\n\n# Why.\nX = (\n    1,  # one\n)\n\n\ndef f():\n    """Do."""\n    return X\n'
    )
    module.write_text(text, encoding="utf-8")
    assert measured(module) == (5, 2, frozenset())


if __name__ == "__main__":
    lines, comments = (sum(getattr(measured(path), what) for path in FILES) for what in ("lines", "comments"))
    rooms = "".join(f'    "{room}": {number},\n' for room, number in sorted(lines_by_room().items()))
    whole = f"{lines} lines, {len(FILES)} modules, {100 * comments / lines:.2f} comments for 100 lines"
    sys.stdout.write(f"{rooms}{whole}, slivers: {slivers()}\n")
