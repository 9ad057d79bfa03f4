"""What every test gets: a quiet world of its own, and a check that it leaves the world quiet.

A test fails when it leaves a warning in the log (unless it takes `caplog` and so answers for its records), a
top-level window, a running timer or animation, or a busy thread. Qt's own messages fail a test through
`qt_log_level_fail`. `tests/rules`, `tests/storage` and `tests/wording` also run where PySide6 is not installed.
"""

import contextlib
import gc
import importlib
import itertools
import logging
import os
import random
import sqlite3
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from hypothesis import settings

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["LC_ALL"] = "C.UTF-8"
os.environ.pop("LANGUAGE", None)
# Programs that tests start inherit it. Without an address, D-Bus would start a bus of its own where it can.
os.environ["DBUS_SESSION_BUS_ADDRESS"] = "disabled:"

MEMORY = Path("/dev/shm")
"""Linux's disk in memory; absent elsewhere, small in containers, and here and there nothing may be started from it."""


def _memory_serves() -> bool:
    if not MEMORY.is_dir() or not os.access(MEMORY, os.W_OK):
        return False
    found = os.statvfs(MEMORY)
    return found.f_bavail * found.f_frsize > 2 << 30 and not found.f_flag & os.ST_NOEXEC


# Every test writes files, and many start the program with its databases: a disk costs a tenth of the processor time.
if "PYTEST_DEBUG_TEMPROOT" not in os.environ and _memory_serves():
    os.environ["PYTEST_DEBUG_TEMPROOT"] = str(MEMORY)

settings.register_profile("suite", deadline=None, derandomize=True)
settings.register_profile("few", settings.get_profile("suite"), max_examples=10)
settings.register_profile("chance", deadline=None, print_blob=True)
settings.load_profile("suite")

HERE = Path(__file__).parent
QT_FREE = frozenset({"rules", "storage", "wording"})
TOOLTIP = "QTipLabel"
"""Qt keeps one hidden label for all tips and deletes it in its own time."""

failed = pytest.StashKey[bool]()
homes = itertools.count()


def pytest_addoption(parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager) -> None:
    """Take `--chance`; know pytest-qt's settings where it is not loaded, so that strict settings still hold there."""
    parser.addoption(
        "--chance", default="", metavar="WORD", help="roll other dice, and try other examples, than every time"
    )
    if not pluginmanager.hasplugin("pytest-qt"):
        parser.addini("qt_api", "pytest-qt is not loaded")
        parser.addini("qt_log_level_fail", "pytest-qt is not loaded")
        parser.addini("qt_log_ignore", "pytest-qt is not loaded", type="linelist")


def pytest_configure(config: pytest.Config) -> None:
    """Try other examples where that is asked for."""
    if config.getoption("chance"):
        settings.load_profile("chance")


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    """Collect tests with the cyclic collector off: nothing is garbage yet, and looking for it takes half the time.

    The 9,000 tests stay until the end, so that no later look for garbage passes over them either.
    """
    gc.disable()
    try:
        _import_share(session.config)
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


def _import_share(config: pytest.Config) -> None:
    """Import another share of all test modules in each process of a whole run.

    In a new checkout a module is then compiled once. Compiling takes ten seconds, and every process would do it at the
    same time, module by module.
    """
    worker = getattr(config, "workerinput", None)
    if worker is None or [Path(each).resolve() for each in config.args] != [HERE]:
        return
    share = slice(int(worker["workerid"].removeprefix("gw")), None, worker["workercount"])
    for path in sorted(HERE.rglob("test_*.py"))[share]:
        # Collecting imports the module again if this fails, and reports the reason.
        with contextlib.suppress(Exception, pytest.skip.Exception):
            importlib.import_module(".".join(path.relative_to(HERE.parent).with_suffix("").parts))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Remember a failure: a traceback keeps widgets alive, and they are not the news then."""
    report = yield
    if report.failed:
        item.stash[failed] = True
    return report


def _uses_qt(item: pytest.Item) -> bool:
    return item.config.pluginmanager.hasplugin("pytest-qt") and item.path.relative_to(HERE).parts[0] not in QT_FREE


@pytest.fixture
def theme(qapp):
    """The theme in which widgets are looked at, applied to no application."""
    from bones_desktop.theme.theme import Theme  # not sooner: some tests run where Qt is not installed

    return Theme("iron")


@pytest.fixture
def qtbot(qapp, request):
    """pytest-qt's bot with more patience: how busy the machine is decides no test."""
    from tests.support.patience import PatientBot  # not sooner, as above

    return PatientBot(request)


@pytest.fixture
def heard(qapp, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list of what the program tells a screen reader during the test, oldest first."""
    from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent  # not sooner, as above

    lines: list[str] = []

    def hear(event: object) -> None:
        if isinstance(event, QAccessibleAnnouncementEvent):
            lines.append(event.message())

    monkeypatch.setattr(QAccessible, "isActive", lambda: True)
    monkeypatch.setattr(QAccessible, "updateAccessibility", hear)
    return lines


@pytest.fixture
def on_screen(qtbot):
    """Show a widget as a window, wait until it is "exposed" or "active" where that is said, and give it back."""

    def show(widget, width: int = 0, height: int = 0, *, wait: str = ""):
        qtbot.addWidget(widget)
        if width:
            widget.resize(width, height)
        widget.show()
        if wait:
            from PySide6.QtTest import QTest  # not sooner, as above

            waits = {"exposed": QTest.qWaitForWindowExposed, "active": QTest.qWaitForWindowActive}
            assert waits[wait](widget)
        return widget

    return show


@pytest.fixture
def dressed(qapp):
    """A theme applied to the application, and taken off again."""
    from bones_desktop.theme.theme import Theme  # not sooner, as above

    font, palette = qapp.font(), qapp.palette()
    theme = Theme("iron")
    theme.apply(qapp)
    yield theme
    theme.deleteLater()
    qapp.setStyleSheet("")
    qapp.setFont(font)
    qapp.setPalette(palette)


@pytest.fixture(scope="session")
def qapp_args() -> list[str]:
    """Let pytest-qt make the application as the program does."""
    from bones_desktop.theme.measures import STYLE_ARGUMENTS

    return ["bones-desktop", *STYLE_ARGUMENTS]


@pytest.fixture(autouse=True)
def _own_folders(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every test a home of its own; the program makes the folders in it when it first needs them."""
    home = tmp_path_factory.getbasetemp() / "homes" / str(next(homes))
    home.mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    for name in ("DATA", "CONFIG", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(home / name.lower()))
    # A touch screen that one test makes is there for all later tests of the process.
    touch = sys.modules.get("bones_desktop.widgets.focus")
    if touch is not None:
        monkeypatch.setattr(touch, "has_touch_screen", bool)
    monkeypatch.delenv("XDG_DOCUMENTS_DIR", raising=False)


class _Unsynced(sqlite3.Connection):
    """Leaves what it writes in the system's cache."""

    def execute(self, sql: str, *parameters: object) -> sqlite3.Cursor:
        return super().execute("PRAGMA synchronous=OFF" if "PRAGMA synchronous=" in sql else sql, *parameters)


@pytest.fixture(autouse=True)
def _no_wait_for_the_disk(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave files in the system's cache: no test pulls the plug, and a disk can take long.

    Tests of storage see the log as the program writes it.
    """
    monkeypatch.setattr("os.fsync", lambda _handle: None)
    if _uses_qt(request.node):
        monkeypatch.setattr("sqlite3.connect", partial(sqlite3.connect, factory=_Unsynced))


@pytest.fixture(autouse=True)
def _same_chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the program's dice fall alike every time a test runs, otherwise with another `--chance`."""
    rng = random.Random(f"{request.node.nodeid} {request.config.getoption('chance')}")
    monkeypatch.setattr("secrets.token_bytes", rng.randbytes)
    monkeypatch.setattr("secrets.token_hex", lambda size: rng.randbytes(size).hex())
    for name, drawn in (("randbits", rng.getrandbits), ("randbelow", rng.randrange)):
        monkeypatch.setattr(f"secrets.{name}", drawn)


class _Records(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.kept: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.kept.append(f"{record.levelname} {record.name}: {record.getMessage()}")


@pytest.fixture(autouse=True)
def _quiet_log(request: pytest.FixtureRequest) -> Iterator[None]:
    handler = _Records()
    logging.getLogger().addHandler(handler)
    yield
    logging.getLogger().removeHandler(handler)
    if handler.kept and "caplog" not in request.fixturenames and failed not in request.node.stash:
        pytest.fail("Unexpected log records (take caplog to expect some):\n" + "\n".join(handler.kept), pytrace=False)


@pytest.fixture(autouse=True)
def _no_leftovers(request: pytest.FixtureRequest, _own_folders: None) -> Iterator[None]:
    """Run a Qt test with the cyclic collector off, and look for what it left when it is over.

    The collector would reclaim widgets in the middle of Qt's event dispatch, which can crash the process.
    """
    if not _uses_qt(request.node):
        yield
        return
    _undress()
    gc.collect()  # what the last test's fixtures held until after its end; frozen, it would stay for good
    before = _alive()
    gc.freeze()
    gc.disable()
    try:
        yield
        _settle()
        gc.collect()
        _settle()
        left = [] if failed in request.node.stash else _left_since(before)
    finally:
        gc.enable()
    if left:
        pytest.fail("Left over after the test:\n" + "\n".join(left), pytrace=False)


def pytest_sessionfinish() -> None:
    """Empty the clipboard: offscreen it outlives Python, and takes the process down over what Python made."""
    if "PySide6.QtGui" in sys.modules:
        from PySide6.QtGui import QGuiApplication

        if QGuiApplication.instance() is not None:
            QGuiApplication.clipboard().clear()


def _undress() -> None:
    """Take back what a test before dressed the application in, and move the pointer out of the way of windows.

    Widgets measure otherwise in another style, and a list under the pointer scrolls otherwise. A window that a module
    keeps for all its tests stays dressed.
    """
    if "PySide6.QtWidgets" not in sys.modules:
        return
    from PySide6.QtGui import QCursor, QFontDatabase, QPalette
    from PySide6.QtWidgets import QApplication

    app = QApplication.instance()
    if not isinstance(app, QApplication):
        return
    QCursor.setPos(app.primaryScreen().geometry().bottomRight())
    if any(each.isVisible() for each in QApplication.topLevelWidgets()):
        return
    if app.styleSheet():
        app.setStyleSheet("")
        app.setPalette(QPalette())
    plain = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    if app.font() != plain:  # QFont() would be the font it has
        app.setFont(plain)


def _alive() -> set[object]:
    if "PySide6.QtWidgets" not in sys.modules:
        return set()
    from PySide6.QtWidgets import QApplication

    return {id(widget) for widget in QApplication.topLevelWidgets()} | {id(each) for each in _running()}


def _settle() -> None:
    """Let Qt finish: posted events, deferred deletions, and work in its thread pool."""
    if "PySide6.QtWidgets" not in sys.modules:
        return
    from PySide6.QtCore import QCoreApplication, QEvent, QThreadPool

    if QCoreApplication.instance() is None:
        return
    QThreadPool.globalInstance().waitForDone(5000)
    for _ in range(2):
        QCoreApplication.processEvents()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def _running() -> list[object]:
    from PySide6.QtCore import QAbstractAnimation, QThread, QTimer
    from shiboken6 import isValid

    kinds = (QTimer, QAbstractAnimation, QThread)
    found: list[object] = []
    # This looks at every object, twice for each test, so it asks about each class once.
    objects = gc.get_objects()
    classes = {kind for kind in set(map(type, objects)) if issubclass(kind, kinds)}
    for each in [each for each in objects if type(each) in classes and isValid(each)]:
        kind = type(each)
        if issubclass(kind, QTimer):
            runs = each.isActive()
        elif issubclass(kind, QThread):
            runs = each.isRunning() and each is not QThread.currentThread()
        else:
            runs = each.state() == QAbstractAnimation.State.Running
        if runs:
            found.append(each)
    return found


def _left_since(before: set[object]) -> list[str]:
    if "PySide6.QtWidgets" not in sys.modules:
        return []
    from PySide6.QtWidgets import QApplication

    left = [
        f"window {widget.metaObject().className()} {widget.objectName()!r} {widget.windowTitle()!r}"
        for widget in QApplication.topLevelWidgets()
        if id(widget) not in before and widget.metaObject().className() != TOOLTIP and widget.parent() is None
    ]
    for each in _running():
        owner, kept = each.parent(), False
        chain = [type(each).__name__]
        while owner is not None:
            chain.append(type(owner).__name__)
            kept = kept or id(owner) in before
            owner = owner.parent()
        if not kept and id(each) not in before and TOOLTIP not in chain:
            left.append(f"running {' in '.join(chain)} {each.objectName()!r}")
    return left
