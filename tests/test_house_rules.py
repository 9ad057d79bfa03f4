"""Rules this project keeps for itself, checked over the whole tree."""

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
from bones_desktop.cli.terminal import of_small_game, parser
from bones_desktop.selfcheck import self_check
from bones_desktop.storage.files import locations
from bones_desktop.window.shell.actions import ACTIONS, MENUS
from bones_desktop.window.shell.keysdialog import PAGE_KEYS

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

NO_CODE_FROM_FILES = {
    "QSettings", "QSaveFile", "QDataStream", "QProcess", "QStandardItemModel", "QListWidget", "QTreeWidget",
    "QTableWidget", "pickle", "marshal", "shelve", "subprocess",
}  # fmt: skip
"""They unpickle what they read, lose a document on a full disk, or start other programs."""


def tree(module: Path) -> ast.Module:
    return ast.parse(module.read_text(encoding="utf-8"), str(module))


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


BY_PATH = {"open", "read_text", "read_bytes", "write_text", "write_bytes", "exists", "is_file", "is_dir"}
"""Methods of a path that wait for a pipe, or raise what a folder answers."""
BY_PATH_ALL_THE_SAME = {
    "storage/files/textfiles.py", "storage/files/locations.py", "storage/shelf/shelfcatalogue.py",
    "widgets/choice/shelflook.py", "theme/motion.py", "main.py",
    "window/start/singleinstance.py",
    "selfcheck.py", "storage/files/licences.py", "storage/files/labelsheets.py", "storage/games/tables.py",
    "storage/rulebook/rulebookfile.py", "panels/tray/throwfile.py", "theme/icons.py", "theme/palette.py",
}  # fmt: skip
"""The door, those that catch what is raised, and those that read what is shipped. The log has a door of its own."""


@pytest.mark.parametrize("module", MODULES, ids=shown)
def test_files_are_opened_by_the_one_door_to_the_disk(module: Path):
    name = module.relative_to(PACKAGE).as_posix()
    if name in BY_PATH_ALL_THE_SAME or name.startswith("storage/log/"):
        return
    for node in ast.walk(tree(module)):
        if not isinstance(node, ast.Call):
            continue
        place = f"{name}:{node.lineno}: use textfiles"
        assert not (isinstance(node.func, ast.Name) and node.func.id == "open"), place
        if isinstance(node.func, ast.Attribute) and node.func.attr in BY_PATH:
            # Dialogs, documents and stores have a method `open` too, and none of them is given a mode.
            by_mode = bool(node.args) and isinstance(node.args[0], ast.Constant)
            assert node.func.attr == "open" and not by_mode, place  # noqa: PT018


@pytest.mark.parametrize("module", MODULES, ids=shown)
def test_nothing_that_runs_code_from_files(module: Path):
    for node in ast.walk(tree(module)):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name.split(".")[0] for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [alias.name for alias in node.names] + [(node.module or "").split(".")[0]]
        elif isinstance(node, ast.Attribute):
            names = [node.attr] if node.attr in NO_CODE_FROM_FILES - {"subprocess"} else []
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            names = [node.func.id] if node.func.id in {"eval", "exec", "compile", "__import__"} else []
            assert not names, f"{shown(module)}:{node.lineno} calls {names[0]}"
        assert not NO_CODE_FROM_FILES.intersection(names), f"{shown(module)}:{getattr(node, 'lineno', 0)} {names}"


@pytest.mark.parametrize(("room", "allowed"), [("document", {"QtCore", "QtGui"}), ("play", {"QtCore"})])
def test_document_and_play_know_no_widgets(room: str, allowed: set[str]):
    """Whoever shows them may come and go; the undo stack is of QtGui. Import contracts end at packages, not inside."""
    for module in (PACKAGE / room).rglob("*.py"):
        used = set(re.findall(r"\bQt[A-Z]\w*", module.read_text(encoding="utf-8")))
        assert used <= allowed, shown(module)


@pytest.mark.parametrize("module", MODULES, ids=shown)
def test_no_dialog_runs_a_loop_of_its_own(module: Path):
    """`exec()` of a dialog nests event loops, which hang and crash; `open()` does not. A drag has no other way."""
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in {"exec", "exec_"}:
            called = ast.unparse(node.func.value)
            known = {"app", "application", "QApplication", "drag"}
            assert called in known, f"{shown(module)}:{node.lineno} {called}.exec()"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Signal":
            assert "dict" not in map(ast.unparse, node.args), f"{shown(module)}:{node.lineno} Signal(dict) copies"


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


def test_every_named_picture_exists():
    """Each picture that the code asks the theme for by a literal name is shipped."""
    missing = []
    for module in MODULES:
        missing.extend(
            f"{shown(module)}:{node.lineno} {node.args[0].value}"
            for node in ast.walk(tree(module))
            if isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "icon"
            and node.args
            and isinstance(node.args[0], ast.Constant)
            and isinstance(node.args[0].value, str)
            and not (ROOT / "icons" / "actions" / f"{node.args[0].value}.svg").is_file()
        )
    assert not missing


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
        parser(small=of_small_game(line)).parse_args(line)


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
    known |= {key for _page, lines in PAGE_KEYS for line in lines for key in line.keys.split("  ")}
    section = MANUAL.split("## Keys", 1)[1].split("\n## ", 1)[0]
    told = set(re.findall(r"`([^`]+)`", section)) - {"Space"}
    assert told <= known


def test_the_page_of_keys_says_nothing_twice():
    for _page, lines in PAGE_KEYS:
        told = [line.text for line in lines]
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


GUARDED = {
    "data",
    "eventFilter",
    "paintEvent",
    "paint",
    "resizeEvent",
    "showEvent",
    "hideEvent",
    "changeEvent",
    "closeEvent",
}
"""Qt overrides that Python code may call into: an exception there would cut unrelated work in half."""


def _overrides(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in ast.walk(tree):
        for each in node.body if isinstance(node, ast.ClassDef) else ():
            if isinstance(each, ast.FunctionDef) and each.name in GUARDED:
                arguments = {argument.arg.strip("_") for argument in each.args.args}
                if arguments & {"event", "option", "role"}:
                    yield f"{node.name}.{each.name}", each


def test_overrides_that_others_call_into_are_guarded():
    bare, seen = [], 0
    for layer in ("widgets", "panels", "printing", "window"):
        for path in sorted((PACKAGE / layer).rglob("*.py")):
            for name, override in _overrides(ast.parse(path.read_text(encoding="utf-8"))):
                seen += 1
                calls = {each.func.id for each in override.decorator_list if isinstance(each, ast.Call)}
                if "guarded" not in calls:
                    bare.append(f"{path.relative_to(PACKAGE)}: {name}")
    assert seen > 40
    assert not bare


@pytest.mark.parametrize("module", MODULES, ids=shown)
def test_no_theme_or_document_outlives_a_widget_by_a_lambda(module: Path):
    """Qt drops a connection to a method with its object; a lambda stays and calls what is deleted."""
    lasting = ["theme.changed.connect"]
    if "panels" in module.parts:
        lasting += ["document.changed.connect", "undo_stack.indexChanged.connect"]
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(tuple(lasting)):
            assert not isinstance(node.args[0], ast.Lambda), f"{shown(module)}:{node.lineno}"


@pytest.mark.parametrize("module", MODULES, ids=shown)
def test_nothing_that_qt_made_is_kept(module: Path):
    """Wrappers of what Qt made are declared deleted at times though it lives; `kept_action` says when."""
    made = {
        "addAction", "addMenu", "addSeparator", "menuBar", "viewport", "parentWidget", "lineEdit", "tabBar",
        "horizontalHeader", "verticalHeader", "horizontalScrollBar", "verticalScrollBar",
    }  # fmt: skip
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Call):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(isinstance(each, ast.Attribute | ast.Subscript) for each in targets):
                last = node.value.func.attr if isinstance(node.value.func, ast.Attribute) else ""
                assert last not in made, f"{shown(module)}:{node.lineno}"


@pytest.mark.parametrize("module", sorted((ROOT / "tests" / "benchmarks").glob("*.py")), ids=shown)
def test_what_benchmarks_import_exists(module: Path):
    """Benchmarks are run by hand, so that nobody would notice a name that has gone."""
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(("bones_desktop", "tests")):
            found = importlib.import_module(node.module)
            for name in node.names:
                assert hasattr(found, name.name) or importlib.util.find_spec(f"{node.module}.{name.name}"), name.name


def is_finished_for_a_tip(node: ast.expr) -> bool:
    """Whether an expression is words of ours alone, or went through `plain_tip`, or is the tip of another widget."""
    match node:
        case ast.Constant():
            return True
        case ast.IfExp(body=body, orelse=orelse):
            return is_finished_for_a_tip(body) and is_finished_for_a_tip(orelse)
        case ast.BoolOp(values=values):
            return all(map(is_finished_for_a_tip, values))
        case ast.Call(func=ast.Name(id="plain_tip")):
            return True
        case ast.Call(func=ast.Attribute(attr="toolTip")):
            return True
        case ast.Call(func=ast.Attribute(attr="tr" | "translate"), args=args):
            return all(isinstance(each, ast.Constant) for each in args)
    return False


MAY_BE_MARKUP = {
    "setToolTip": is_finished_for_a_tip,
    "setTabToolTip": is_finished_for_a_tip,
    "setWhatsThis": is_finished_for_a_tip,
    "setLabelText": is_finished_for_a_tip,
    "setInformativeText": lambda _node: False,
    "setDetailedText": lambda _node: False,
    "setHtml": lambda _node: False,
    "setMarkdown": lambda _node: False,
    "appendHtml": lambda _node: False,
    "insertHtml": lambda _node: False,
}
"""Qt reads what these are given as markup if it looks like it, and fetches pictures named in it."""


@pytest.mark.parametrize("module", MODULES, ids=shown)
def test_no_text_of_a_file_is_read_as_markup(module):
    for node in ast.walk(tree(module)):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name in MAY_BE_MARKUP and node.args:
            assert MAY_BE_MARKUP[name](node.args[-1]), f"line {node.lineno}: {name} of what may hold a name"
        if name in {"QProgressDialog", "showText"}:
            shown_text = node.args[0 if name == "QProgressDialog" else 1]
            assert is_finished_for_a_tip(shown_text), f"line {node.lineno}: {name} of what may hold a name"
        if name == "QLabel":
            assert shown(module) == "bones_desktop/widgets/text/labels.py", f"line {node.lineno}: use plain_label"
    source = module.read_text(encoding="utf-8")
    assert source.count("(QLabel):") <= source.count("self.setTextFormat(Qt.TextFormat.PlainText)")


def is_about_tips(node: ast.AST) -> bool:
    return any(isinstance(each, ast.Attribute) and each.attr == "ToolTipRole" for each in ast.walk(node))


def tip_answers(node: ast.AST) -> list[ast.expr]:
    """The expressions that are a tip where its role is asked for: in a branch, an entry, or a call that sets it."""
    match node:
        case ast.If(test=test, body=body) if is_about_tips(test):
            pass
        case ast.match_case(pattern=test, body=body) if is_about_tips(test):
            pass
        case ast.Dict(keys=keys, values=values):
            return [value for key, value in zip(keys, values, strict=True) if key is not None and is_about_tips(key)]
        case ast.Call(func=ast.Attribute(attr="setItemData" | "setData"), args=args) if any(map(is_about_tips, args)):
            return [args[0 if is_about_tips(args[0]) else 1]] if len(args) > 2 else [args[-1]]
        case _:
            return []
    inside = [each for line in body for each in ast.walk(line)]
    answers = [each.value for each in inside if isinstance(each, ast.Return) and each.value is not None]
    return [each.body if isinstance(each, ast.IfExp) and is_about_tips(each.test) else each for each in answers]


@pytest.mark.parametrize("module", MODULES, ids=shown)
def test_no_tip_of_a_model_is_read_as_markup(module):
    for node in ast.walk(tree(module)):
        for answer in tip_answers(node):
            assert is_finished_for_a_tip(answer), f"line {answer.lineno}: a tip of what may hold a name"


@pytest.mark.parametrize("module", MODULES, ids=shown)
def test_every_message_box_is_of_plain_text(module):
    source = module.read_text(encoding="utf-8")
    assert len(re.findall(r"= QMessageBox\(", source)) <= source.count("setTextFormat(Qt.TextFormat.PlainText)")


@pytest.mark.parametrize("module", MODULES, ids=shown)
def test_a_wheel_over_a_field_scrolls_the_page(module: Path):
    """Every field that a wheel could change is made with `wheel_passes`, or calls it itself."""
    found = re.finditer(
        r"(?<!wheel_passes\()\bQ(?:\w*SpinBox|ComboBox|Slider|Dial|\w*Edit)\(", module.read_text("utf-8")
    )
    kinds = {each[0] for each in found} - {"QLineEdit(", "QTextEdit(", "QPlainTextEdit("}
    assert not kinds, f"{shown(module)}: {kinds}"


def test_every_own_kind_of_such_a_field_is_made_so_too():
    text = "\n".join(module.read_text("utf-8") for module in MODULES)
    for name in re.findall(r"class (\w+)\(Q(?:\w*SpinBox|ComboBox|Slider|Dial)\)", text):
        of_itself = re.search(rf"class {name}\((?:(?!\nclass ).)*wheel_passes\(self\)", text, re.DOTALL)
        assert of_itself or re.search(rf"class \w+\({name}\)|wheel_passes\({name}\(", text), name
        assert of_itself or not re.search(rf"(?<!wheel_passes\()(?<!class )\b{name}\(", text), name
