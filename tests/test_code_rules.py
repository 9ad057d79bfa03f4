"""Rules this project keeps for itself in the code of the program: what no module may do, and why."""

import ast
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from tests.support.foreach import for_each

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "bones_desktop"
MODULES = {path.relative_to(PACKAGE).as_posix(): path for path in sorted(PACKAGE.rglob("*.py"))}

Check = Callable[[str, ast.AST], Iterator[str]]
RULES: dict[str, tuple[Check, tuple[type[ast.AST], ...], str]] = {}
"""Each rule, the kinds of nodes it is asked about, and code that breaks it."""


def rule(*kinds: type[ast.AST], broken_by: str) -> Callable[[Check], Check]:
    def add(check: Check) -> Check:
        RULES[check.__name__] = check, kinds, broken_by
        return check

    return add


def tree(name: str) -> ast.Module:
    return ast.parse(MODULES[name].read_text(encoding="utf-8"), name)


def called(node: ast.AST) -> str:
    """Return the name, or the last part of it, of what a call calls; "" for no call."""
    match node:
        case ast.Call(func=ast.Name(id=name)) | ast.Call(func=ast.Attribute(attr=name)):
            return name
    return ""


def is_call_of_method(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)


BY_PATH = {"open", "read_text", "read_bytes", "write_text", "write_bytes", "exists", "is_file", "is_dir"}
"""Methods of a path that wait for a pipe, or raise what a folder answers."""
BY_PATH_ALL_THE_SAME = {
    "storage/files/textfiles.py", "storage/files/locations.py", "storage/shelfcatalogue.py",
    "widgets/choice/fighters.py", "theme/motion.py", "main.py",
    "start/process.py",
    "selfcheck.py", "storage/files/labelsheets.py", "storage/games.py",
    "storage/rulebookfile.py", "tray/motion.py", "theme/faces.py", "theme/measures.py",
}  # fmt: skip
"""The door, those that catch what is raised, and those that read what is shipped. The log has a door of its own."""


@rule(ast.Call, broken_by="open(path)\npath.open('w')\npath.exists()")
def files_are_opened_by_the_one_door_to_the_disk(module: str, node: ast.AST) -> Iterator[str]:
    if module in BY_PATH_ALL_THE_SAME or module.startswith("storage/log/"):
        return
    assert isinstance(node, ast.Call)
    name = called(node)
    # Dialogs, documents and stores have a method `open` too, and none of them is given a mode.
    by_mode = bool(node.args) and isinstance(node.args[0], ast.Constant)
    if name in BY_PATH and (name != "open" or by_mode if is_call_of_method(node) else name == "open"):
        yield f"{name}: use textfiles"


NO_CODE_FROM_FILES = {
    "QSettings", "QSaveFile", "QDataStream", "QProcess", "QStandardItemModel", "QListWidget", "QTreeWidget",
    "QTableWidget", "pickle", "marshal", "shelve", "subprocess",
}  # fmt: skip
"""They unpickle what they read, lose a document on a full disk, or start other programs."""


@rule(
    ast.Import, ast.ImportFrom, ast.Attribute, ast.Call,
    broken_by="import pickle.x\nfrom shelve import y\nfrom x import QProcess\nQtCore.QSettings\neval(text)",
)  # fmt: skip
def nothing_runs_code_from_files(module: str, node: ast.AST) -> Iterator[str]:
    names: set[str] = set()
    match node:
        case ast.Import(names=modules):
            names = {alias.name.split(".")[0] for alias in modules}
        case ast.ImportFrom(module=source, names=taken):
            names = {alias.name for alias in taken} | {(source or "").split(".")[0]}
        case ast.Attribute(attr=name) if name != "subprocess":
            names = {name}
        # A record's `__init__` is compiled as those of dataclasses are, of nothing but names of fields.
        case ast.Call(func=ast.Name(id="exec")) if module == "rules/records.py":
            pass
        case ast.Call(func=ast.Name(id="eval" | "exec" | "compile" | "__import__" as name)):
            yield f"calls {name}"
    yield from sorted(NO_CODE_FROM_FILES & names)


@rule(ast.Call, broken_by="dialog.exec()\nSignal(dict)")
def no_dialog_runs_a_loop_of_its_own(_module: str, node: ast.AST) -> Iterator[str]:
    """`exec()` of a dialog nests event loops, which hang and crash; `open()` does not. A drag has no other way."""
    assert isinstance(node, ast.Call)
    if isinstance(node.func, ast.Attribute) and node.func.attr in {"exec", "exec_"}:
        owner = ast.unparse(node.func.value)
        if owner not in {"app", "application", "QApplication", "drag"}:
            yield f"{owner}.exec()"
    if isinstance(node.func, ast.Name) and node.func.id == "Signal" and "dict" in map(ast.unparse, node.args):
        yield "Signal(dict) copies"


@rule(ast.Call, broken_by="theme.icon('no picture')")
def every_named_picture_exists(_module: str, node: ast.AST) -> Iterator[str]:
    """Each picture that the code asks the theme for by a literal name is shipped."""
    match node:
        case ast.Call(func=ast.Attribute(attr="icon"), args=[ast.Constant(value=str(name)), *_]):
            if not (ROOT / "icons" / "actions" / f"{name}.svg").is_file():
                yield name


@rule(
    ast.Call,
    broken_by="self.theme.changed.connect(lambda: 1)\ndocument.changed.connect(lambda: 1)\n"
    "undo_stack.indexChanged.connect(lambda: 1)",
)
def no_theme_or_document_outlives_a_widget_by_a_lambda(module: str, node: ast.AST) -> Iterator[str]:
    """Qt drops a connection to a method with its object; a lambda stays and calls what is deleted."""
    lasting = ["theme.changed.connect"]
    if module.startswith(("pages/", "tray/")):
        lasting += ["document.changed.connect", "undo_stack.indexChanged.connect"]
    if called(node) == "connect" and isinstance(node, ast.Call):
        signal = ast.unparse(node.func)
        if signal.endswith(tuple(lasting)) and isinstance(node.args[0], ast.Lambda):
            yield signal


MADE_BY_QT = {
    "addAction", "addMenu", "addSeparator", "menuBar", "viewport", "parentWidget", "lineEdit", "tabBar",
    "horizontalHeader", "verticalHeader", "horizontalScrollBar", "verticalScrollBar",
}  # fmt: skip


@rule(ast.Assign, ast.AnnAssign, broken_by="self.bar = self.menuBar()\nself.x: int = a.viewport()\nx[1] = a.tabBar()")
def nothing_that_qt_made_is_kept(_module: str, node: ast.AST) -> Iterator[str]:
    """Wrappers of what Qt made are declared deleted at times though it lives; `kept_action` says when."""
    assert isinstance(node, ast.Assign | ast.AnnAssign)
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    if any(isinstance(each, ast.Attribute | ast.Subscript) for each in targets):
        value = node.value
        if value is not None and is_call_of_method(value) and called(value) in MADE_BY_QT:
            yield called(value)


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
        case ast.Call(func=ast.Name(id="_" | "ngettext" | "pgettext"), args=args):
            return all(isinstance(each, ast.Constant) for each in args)
    return False


TIPS = {"setToolTip", "setTabToolTip", "setWhatsThis", "setLabelText"}
NEVER = {"setInformativeText", "setDetailedText", "setHtml", "setMarkdown", "appendHtml", "insertHtml"}
"""Qt reads what these are given as markup if it looks like it, and fetches pictures named in it."""


@rule(
    ast.Call,
    broken_by="a.setToolTip(name)\na.setHtml('x')\nQProgressDialog(name)\nQToolTip.showText(place, name)\nQLabel(name)",
)
def no_text_of_a_file_is_read_as_markup(module: str, node: ast.AST) -> Iterator[str]:
    assert isinstance(node, ast.Call)
    name = called(node)
    words = []
    if name in TIPS | NEVER and node.args:
        words = [node.args[-1]]
    elif name in {"QProgressDialog", "showText"}:
        words = [node.args[0 if name == "QProgressDialog" else 1]]
    if any(name in NEVER or not is_finished_for_a_tip(each) for each in words):
        yield f"{name} of what may hold a name"
    if name == "QLabel" and module != "widgets/text/labels.py":
        yield "use plain_label"


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


@rule(
    ast.If, ast.match_case, ast.Dict, ast.Call,
    broken_by="def data():\n if role == Qt.ToolTipRole:\n  return name\nx = {Qt.ToolTipRole: name}\n"
    "a.setData(1, Qt.ToolTipRole, name)\nmatch role:\n case Qt.ToolTipRole:\n  def f():\n   return name",
)  # fmt: skip
def no_tip_of_a_model_is_read_as_markup(_module: str, node: ast.AST) -> Iterator[str]:
    for answer in tip_answers(node):
        if not is_finished_for_a_tip(answer):
            yield f"line {answer.lineno}: a tip of what may hold a name"


def wrong(module: str, nodes: Iterable[ast.AST]) -> Iterator[tuple[str, str]]:
    """Yield the rules that a module breaks, and where."""
    by_kind: dict[type[ast.AST], list[tuple[str, Check]]] = defaultdict(list)
    for name, (check, kinds, _) in RULES.items():
        for kind in kinds:
            by_kind[kind].append((name, check))
    for node in nodes:
        for name, check in by_kind.get(type(node), ()):
            yield from ((name, f"{module}:{getattr(node, 'lineno', '')} {said}") for said in check(module, node))


@dataclass
class Known:
    """What these tests ask about a module."""

    wrong: list[tuple[str, str]]
    """The rules it breaks, and where."""
    bases: dict[str, list[str]]
    """The names of the classes that each of its classes comes of."""
    overrides: list[tuple[str, str, bool]]
    """What its classes override: class, name, and whether a decorator guards it."""
    imported: dict[str, str]
    """The module of the program that each imported name comes from."""
    classes: list[str]
    """The names of its classes, each as often as there is one."""


@cache
def known() -> dict[str, Known]:
    """Return what there is to know of every module: each is read once for all tests."""
    return {module: known_of(module, tree(module)) for module in MODULES}


def known_of(module: str, code: ast.Module) -> Known:
    nodes = list(ast.walk(code))
    classes = [node for node in nodes if isinstance(node, ast.ClassDef)]
    path = "{}.py".format
    return Known(
        list(wrong(module, nodes)),
        {node.name: [ast.unparse(base).partition("[")[0] for base in node.bases] for node in classes},
        [
            (node.name, each.name, "guarded" in {called(mark) for mark in each.decorator_list})
            for node in classes
            for each in overrides(node)
        ],
        {
            alias.name: path(node.module.removeprefix("bones_desktop.").replace(".", "/"))
            for node in nodes
            if isinstance(node, ast.ImportFrom) and node.module
            for alias in node.names
        },
        [node.name for node in classes],
    )


@for_each("name", RULES)
def test_every_module_keeps_to_it(name: str) -> None:
    assert [where for module in known().values() for each, where in module.wrong if each == name] == []


@for_each("name", RULES)
def test_who_breaks_it_is_found(name: str) -> None:
    code = RULES[name][2]
    lines = len([line for line in code.splitlines() if not line.endswith(":")])
    assert len([each for each, _ in wrong("pages/x.py", ast.walk(ast.parse(code))) if each == name]) >= lines, code


def test_every_label_and_message_box_is_of_plain_text() -> None:
    for name, path in MODULES.items():
        source = path.read_text(encoding="utf-8")
        plain = source.count("setTextFormat(Qt.TextFormat.PlainText)")
        assert source.count("(QLabel):") <= source.count("self.setTextFormat(Qt.TextFormat.PlainText)"), name
        assert len(re.findall(r"= QMessageBox\(", source)) <= plain, name


def test_a_wheel_over_a_field_scrolls_the_page() -> None:
    """Every field that a wheel could change is made with `wheel_passes`, or calls it itself."""
    wheelless = {"QLineEdit(", "QTextEdit(", "QPlainTextEdit(", "QKeySequenceEdit("}
    field = re.compile(r"(?<!wheel_passes\()\bQ(?:\w*SpinBox|ComboBox|Slider|Dial|\w*Edit)\(")
    for name, path in MODULES.items():
        assert set(field.findall(path.read_text("utf-8"))) <= wheelless, name


def test_every_own_kind_of_such_a_field_is_made_so_too() -> None:
    text = "\n".join(module.read_text("utf-8") for module in MODULES.values())
    for name in re.findall(r"class (\w+)\(Q(?:\w*SpinBox|ComboBox|Slider|Dial)\)", text):
        of_itself = re.search(rf"class {name}\((?:(?!\nclass ).)*wheel_passes\(self\)", text, re.DOTALL)
        assert of_itself or re.search(rf"class \w+\({name}\)|wheel_passes\({name}\(", text), name
        assert of_itself or not re.search(rf"(?<!wheel_passes\()(?<!class )\b{name}\(", text), name


@pytest.mark.parametrize(("room", "allowed"), [("document", {"QtCore", "QtGui"}), ("play", {"QtCore"})])
def test_document_and_play_know_no_widgets(room: str, allowed: set[str]) -> None:
    """Whoever shows them may come and go; the undo stack is of QtGui. Import contracts end at packages, not inside."""
    for module in (PACKAGE / room).rglob("*.py"):
        used = set(re.findall(r"\bQt[A-Z]\w*", module.read_text(encoding="utf-8")))
        assert used <= allowed, module.name


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


def overrides(node: ast.ClassDef) -> Iterator[ast.FunctionDef]:
    for each in node.body:
        if isinstance(each, ast.FunctionDef) and each.name in GUARDED:
            arguments = {argument.arg.strip("_") for argument in each.args.args}
            if arguments & {"event", "option", "role"}:
                yield each


def is_guarded(module: str, name: str) -> bool:
    """Return whether a class is Guarded or comes of one that is."""
    if name == "Guarded":
        return True
    module = module if name in known()[module].bases else known()[module].imported.get(name, "")
    if module not in MODULES or name not in known()[module].bases:
        return False
    return any(is_guarded(module, base) for base in known()[module].bases[name])


def test_overrides_that_others_call_into_are_guarded() -> None:
    """By a decorator, or because their class comes of Guarded."""
    bare, seen = [], 0
    for module in MODULES:
        if module.startswith(("widgets/", "pages/", "tray/", "printing/", "desk/", "start/")):
            for name, override, decorated in known()[module].overrides:
                seen += 1
                if not decorated and not is_guarded(module, name):
                    bare.append(f"{module}: {name}.{override}")
    assert seen > 40
    assert not bare


def test_every_class_has_a_name_of_its_own() -> None:
    """A name that every reader has to rename on import helps nobody."""
    found = defaultdict(list)
    for module in MODULES:
        for name in known()[module].classes:
            found[name].append(module)
    assert not {name: modules for name, modules in found.items() if len(modules) > 1}
