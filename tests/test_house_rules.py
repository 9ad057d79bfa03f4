"""Rules this project keeps for itself, checked over the whole tree; `test_code_rules` has those of the code."""

import ast
import importlib
import importlib.util
import json
import re
import shlex
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from bones_desktop import __version__
from bones_desktop.cli.names import COMMANDS
from bones_desktop.cli.terminal import parser
from bones_desktop.desk.actions import ACTIONS, MENUS
from bones_desktop.selfcheck import self_check
from bones_desktop.storage.files import locations
from bones_desktop.wording.keys import PAGE_KEYS
from tests.support.foreach import for_each

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "bones_desktop"
MODULES = sorted(PACKAGE.rglob("*.py"))
README = (ROOT / "README.md").read_text(encoding="utf-8")
MANUAL = (ROOT / ".github" / "MANUAL.md").read_text(encoding="utf-8")

NOT_MIRRORED = {"support", "data", "benchmarks", "journeys"}
"""Folders of tests that stand for no package: helpers, files, measurements, and runs through the whole program."""

NOT_OURS = {
    ".git", "build", "dist", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".hypothesis", ".import_linter_cache",
}  # fmt: skip
"""What tools leave in a checkout."""


def shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def texts() -> Iterator[tuple[Path, str]]:
    tops = [path for path in ROOT.iterdir() if path.name not in NOT_OURS and not path.name.startswith(".venv")]
    for top in tops:
        for path in sorted(top.rglob("*")) if top.is_dir() else [top]:
            if path.is_file() and "__pycache__" not in path.parts and path.stat().st_size < 1_000_000:
                data = path.read_bytes()
                if b"\0" not in data:
                    yield path, data.decode("utf-8", errors="replace")


def shipped_files() -> set[Path]:
    return {path for name in ("resources", "icons") for path in (ROOT / name).rglob("*") if path.is_file()}


def test_every_shipped_file_is_one_the_program_knows(qapp):
    report = self_check()
    assert not report.missing
    assert {shown(path) for path in shipped_files()} == {shown(path) for path in report.checked}


def test_every_icon_of_the_data_has_a_picture(qapp):
    """The self-check asks the rulebook; this asks the files, so that a picture without an icon is noticed too."""
    faces = {path.stem for path in (ROOT / "icons" / "faces").glob("*.svg")}
    named: set[str] = set()
    for name in ("symbols", "skills", "masteries", "races", "abilities"):
        for file in (ROOT / "resources" / "games" / "bones").glob(f"{name}*.json"):
            named |= set(re.findall(r'"id": *"([a-z-]+)"', file.read_text(encoding="utf-8")))
    assert faces <= named
    assert len(faces) > 80


def test_resources_and_icons_hold_no_python():
    assert not [shown(path) for path in shipped_files() if path.suffix in {".py", ".pyc", ".pyi"}]


def test_resources_are_plain_json_with_a_final_newline():
    for path in shipped_files():
        if path.suffix in {".json", ".bones"}:
            text = path.read_text(encoding="utf-8")
            json.loads(text)
            assert text.endswith("\n"), shown(path)


def test_the_folders_of_tests_mirror_the_package():
    tests = ROOT / "tests"
    wrong = [
        shown(path)
        for path in tests.rglob("test_*.py")
        if path.parent != tests
        and path.relative_to(tests).parts[0] not in NOT_MIRRORED
        and not (PACKAGE / path.parent.relative_to(tests)).is_dir()
    ]
    assert not wrong


def test_no_unfinished_work_and_no_paths_of_one_machine():
    unfinished = re.compile(r"\b(" + "|".join(("TO" + "DO", "FIX" + "ME", "X" + "XX", "lorem " + "ipsum")) + r")\b")
    machine = re.compile(
        "|".join(("/" + "work/", r"\.\./" + "shared", "/" + "tmp/(?!/)", "/" + "root/", "/home/[a-z]"))
    )
    wrong = []
    for path, text in texts():
        for number, line in enumerate(text.splitlines(), 1):
            if unfinished.search(line) or (machine.search(line) and "tests" not in path.parts):
                wrong.append(f"{shown(path)}:{number} {line.strip()[:80]}")
    assert not wrong


def test_every_action_has_words_and_a_picture_and_stands_in_a_menu():
    menus = {name for name, _ in MENUS}
    for action in ACTIONS:
        assert action.text.strip(), action.id
        assert action.tip.strip(), action.id
        assert action.menu in menus, action.id
        assert not action.icon or (ROOT / "icons" / "actions" / f"{action.icon}.svg").is_file(), action.icon
    assert {action.menu for action in ACTIONS} == menus


def test_every_key_does_one_thing():
    for field in ("id", "text"):
        counted = Counter(getattr(action, field) for action in ACTIONS)
        assert [each for each, count in counted.items() if count > 1] == []
    counted = Counter(key.casefold() for action in ACTIONS for key in action.keys)
    assert [key for key, count in counted.items() if count > 1] == []


def test_the_letters_of_a_menu_are_told_apart():
    for menu in (name for name, _ in MENUS):
        letters = Counter(
            found.group(1).casefold()
            for action in ACTIONS
            if action.menu == menu and (found := re.search(r"&(\w)", action.text))
        )
        assert [letter for letter, count in letters.items() if count > 1] == [], menu


def commands(start: str) -> list[str]:
    return re.findall(rf"^    ({re.escape(start)}[^#\n]*)", MANUAL, re.MULTILINE)


def test_the_readme_s_script_commands_exist():
    script = (ROOT / "packaging" / "run").read_text(encoding="utf-8")
    known = set(re.findall(r"^  ([a-z |]+)\) extra=", script, re.MULTILINE))
    known = {name for group in known for name in group.split(" | ")}
    found = re.findall(r"sh packaging/run(?: ([a-z]+))?", README)
    assert {"", "test", "check", "build", "bundle"} <= set(found)
    assert set(found) - {""} <= known


def test_the_manual_s_program_commands_are_understood():
    given = [shlex.split(line)[1:] for line in commands("bones-desktop ")]
    words = [line for line in given if line and not line[0].startswith("-")]
    assert {line[0] for line in words} == set(COMMANDS)
    for line in words:
        parser(line).parse_args(line[1:])


def places(heading: str) -> str:
    """Return what GitHub makes of a heading for links to it."""
    return re.sub(r"[^\w\- ]", "", heading).lower().replace(" ", "-")


@pytest.mark.parametrize("page", ["README.md", *sorted(shown(page) for page in (ROOT / ".github").glob("*.md"))])
def test_pictures_and_links_of_pages_for_readers_lead_somewhere(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)]+)\)", text) + re.findall(r"(?:src|srcset)=\"([^\"]+)\"", text):
        path, _, place = target.partition("#")
        if path.startswith("https://"):
            continue
        found = (ROOT / page).parent / path if path else ROOT / page
        assert found.exists(), target
        headings = re.findall(r"^#+ (.+)$", found.read_text(encoding="utf-8"), re.MULTILINE) if place else ()
        assert not place or place in map(places, headings), target


def test_the_readme_s_moving_pictures_move_and_are_soon_there():
    for theme in ("iron", "parchment"):
        picture = (ROOT / ".github" / "screenshots" / f"throw-{theme}.png").read_bytes()
        assert f"throw-{theme}.png" in README
        assert picture.count(b"fcTL") > 20
        assert len(picture) < 2_000_000


def test_the_messages_that_the_readme_explains_are_the_program_s():
    said = [path.read_text(encoding="utf-8") for path in (*MODULES, ROOT / "packaging" / "run")]
    said = [re.sub(r"\"\s+f?\"", "", text) for text in said]
    section = README.split("## When something goes wrong", 1)[1].split("\n## ", 1)[0]
    told = re.findall(r"^\| “(.+?)”", section, re.MULTILINE)
    assert len(told) > 10
    for message in told:
        parts = [part.strip() for part in message.split("…") if part.strip()]
        assert any(all(part in text for part in parts) for text in said), message
    for words in set(re.findall(r"\*\*([^*]+)\*\*", section)) - {"File, Earlier versions…"}:
        assert any(words in text for text in said), words


def test_the_readme_names_the_folders_that_stay(monkeypatch):
    from platformdirs import macos, unix

    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    for system in (unix.Unix, macos.MacOS):
        folder = system(locations.NAME, appauthor=False).user_data_path
        assert f"~/{folder.relative_to(Path.home()).as_posix()}" in README
    assert rf"%LOCALAPPDATA%\{locations.NAME}" in README


def test_the_manual_s_keys_are_the_program_s():
    known = {key for action in ACTIONS for key in action.keys}
    known |= {key.strip() for group in PAGE_KEYS for line in group.lines for key in line.keys.split("  ")}
    section = MANUAL.split("## Keys", 1)[1].split("\n## ", 1)[0]
    told = set(re.findall(r"`([^`]+)`", section)) - {"Space"}
    assert told <= known


def test_the_page_of_keys_says_nothing_twice():
    for group in PAGE_KEYS:
        told = [line.text for line in group.lines]
        assert len(told) == len(set(told))


def test_the_changelog_tells_of_this_version():
    assert re.search(
        rf"^## {re.escape(__version__)}\b", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE
    )


def test_the_licence_and_credits_are_told():
    assert (ROOT / "LICENSE").read_text(encoding="utf-8").startswith("MIT License")
    for credit in ("Vincent K. Raven", "Precis Intermedia", "unofficial"):
        assert credit in " ".join(README.split())
    fonts = list((ROOT / "resources" / "fonts").iterdir())
    assert [path for path in fonts if path.suffix == ".txt"], "a font's licence ships with it"


@for_each("module", sorted((ROOT / "tests" / "benchmarks").glob("*.py")))
def test_what_benchmarks_import_exists(module: Path):
    """Benchmarks are run by hand, so that nobody would notice a name that has gone."""
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(("bones_desktop", "tests")):
            found = importlib.import_module(node.module)
            for name in node.names:
                assert hasattr(found, name.name) or importlib.util.find_spec(f"{node.module}.{name.name}"), name.name
