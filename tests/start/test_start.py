"""After a bad end: the trace is shown, and two failed starts lead to a safe one (A5, A9, B4)."""

import errno
import os
import signal
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bones_desktop.rules.bones.life.campaigns import new_campaign
from bones_desktop.start import application
from bones_desktop.storage.campaignfile import CAMPAIGNS, CampaignFolder
from bones_desktop.storage.files.characterfile import new_id, read_character, write_character
from bones_desktop.storage.files.locations import Locations
from bones_desktop.storage.files.settings import Settings, SettingsFiles, WindowState
from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.storage.games import GAMES
from bones_desktop.storage.shelfcatalogue import Shelf
from bones_desktop.theme.measures import load_palette
from tests.support.people import bob, ragnar
from tests.support.program import program, wait_until
from tests.support.running import Running

ROOT = Path(__file__).parents[2]
TELL = """
from PySide6.QtCore import QTimer
from tests.support.inside import when_opened
def tell(running):
    open({out!r}, "w").write(running.window.banner.text + "|" + running.last_crash + "|" + str(running.session.path))
    QTimer.singleShot(0, running.quit)
when_opened(tell)
"""
CRASH = """
import os, signal
from bones_desktop.start.application import Application
Application.open_first = lambda self, paths: {crash}
"""


def start_and_tell(folder: Path) -> tuple[str, str, str]:
    """Start the program and return its banner, the crash it knows of and the open file."""
    out = folder / "told.txt"
    with program(folder, inside=TELL.format(out=str(out))) as started:
        assert started.end()[0] == 0
    banner, crash, path = out.read_text("utf-8").split("|")
    return banner, crash, path


@pytest.mark.skipif(sys.platform == "win32", reason="signals end a process in another way there")
@pytest.mark.slow
def test_a_crash_leaves_a_trace_and_two_lead_to_a_safe_start(tmp_path: Path) -> None:
    with program(tmp_path, inside=CRASH.format(crash="os.abort()")) as first:
        code, _errors = first.end()
        assert code == -signal.SIGABRT
    with program(tmp_path, inside=CRASH.format(crash="os.kill(os.getpid(), signal.SIGSEGV)")) as second:
        code, _errors = second.end()
        assert code == -signal.SIGSEGV
    assert "Segmentation fault" in (tmp_path / "state" / "crash.log").read_text()
    characters = tmp_path / "data" / "characters"
    characters.mkdir(parents=True)
    write_character(characters / "Red.bones", ragnar())

    banner, crash, path = start_and_tell(tmp_path)
    assert "safe start" in banner
    assert crash.startswith("Fatal Python error: Segmentation fault")
    assert path == "None"
    assert not (tmp_path / "state" / "crash.log").exists()

    banner, crash, path = start_and_tell(tmp_path)
    assert (banner, crash) == ("", "")
    assert path.endswith("Red.bones")


def test_the_last_crash_is_shown_with_its_report(qapp: object, tmp_path: Path) -> None:
    with Running(tmp_path) as running:
        assert running.dialogs() == []
    with Running(tmp_path, last_crash="Fatal Python error: Aborted") as running:
        assert "Fatal Python error: Aborted" in running.dialog().report


def test_a_safe_start_opens_nothing_and_edits_get_a_file(qapp: object, tmp_path: Path) -> None:
    with Running(tmp_path) as running:
        invited = running.program.session.path
        before = invited.read_bytes()
    with Running(tmp_path, safe=True, page="") as running:
        assert running.window.page == "shelf"
        assert running.program.session.path is None
        running.program.document.apply("Name", lambda now: now.with_(name="Homeless"), merge="name")
        path = running.program.session.path
        assert path == running.locations.characters / "Homeless.bones"
        running.program.document.apply("Name", lambda now: now.with_(name="Homely"), merge="name")
        running.trigger("undo")
        assert running.program.document.character.name == ""
    assert invited.read_bytes() == before
    with Running(tmp_path) as running:
        assert running.program.session.path == path
        assert running.program.document.character.name == ""


def test_a_state_folder_that_cannot_be_written_stops_nothing(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "state").write_text("in the way")
    with program(tmp_path) as started:
        assert started.process.stderr is not None
        told = next((line for line in started.process.stderr if "window shown" in line or "Traceback" in line), "")
        assert "window shown" in told, "the log goes to the terminal"
        started.process.send_signal(signal.SIGTERM)
        code, errors = started.end()
    assert code == 0
    assert "Traceback" not in errors


def test_a_clean_end_leaves_no_crash_log(tmp_path: Path) -> None:
    with program(tmp_path) as started:
        assert wait_until(started.shows_a_window)
        assert (tmp_path / "state" / "crash.log").exists()
        started.process.send_signal(signal.SIGTERM)
        assert started.end() == (0, "")
    locations = Locations.under(tmp_path)
    assert not locations.crash_log.exists()
    assert not locations.start_counter.exists()


COPIED = """
from tests.support.inside import when_opened
def copy(running):
    from PySide6.QtGui import QGuiApplication
    from bones_desktop.widgets.dice.diceboard import face_mime
    QGuiApplication.clipboard().setMimeData(face_mime("swimming", "Swimming"))
    running.quit()
when_opened(copy)
"""


def test_what_was_copied_stops_no_clean_end(tmp_path: Path) -> None:
    with program(tmp_path, inside=COPIED) as started:
        assert started.end() == (0, "")


BROKEN = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from bones_desktop.storage.files.shippedfiles import ShippedFileError
from bones_desktop.start import application
from bones_desktop.start.start import start

def broken():
    raise ShippedFileError("skills.json, entry 3: letter is missing")

def look():
    box = app.activeModalWidget()
    print(box.text())
    box.accept()

application.shipped_rulebook = broken
app = QApplication([])
QTimer.singleShot(300, app, look)
sys.exit(start((), data_dir=Path(sys.argv[1]), safe=False))
"""


def test_damaged_files_of_the_program_are_told_of_in_one_line(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", BROKEN, str(tmp_path)], capture_output=True, text=True, timeout=60, check=False, cwd=ROOT
    )
    assert done.returncode == 1
    told = [line for line in done.stderr.splitlines() if "does not support" not in line]
    assert len(told) == 1
    for text in (told[0], done.stdout):
        assert "skills.json" in text
        assert "install it again" in text


FIRST = """
import gc, sys
import PySide6.QtCore
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from tests.support.inside import before_loading, when_opened

def seen(loading):
    window = loading.window
    heavy = [
        name for name in sys.modules
        if name in {"pydantic", "bones_desktop.start.application"} or name.startswith("bones_desktop.rules")
    ]
    heavy += ["Qt"] * ("Qt" in vars(PySide6.QtCore))  # its many enumerations are made when the name is first used
    ground = window.grab().toImage().pixelColor(window.rect().center()).name()
    print(window.isVisible(), window.geometry().getRect(), ground, heavy, gc.isenabled())

def after(running):
    window = running.window
    print(window.geometry().getRect(), len(QApplication.topLevelWindows()))
    QTimer.singleShot(0, lambda: (print(gc.isenabled(), gc.get_freeze_count() > 0), running.quit()))

before_loading(seen)
when_opened(after)
"""


LEAVE = """
from tests.support.inside import when_opened
def leave(running):
    running.settings.edit(theme="parchment")
    running.window.showNormal()
    running.window.setGeometry(130, 170, 1100, 700)
    running.quit()
when_opened(leave)
"""


@pytest.fixture(scope="module")
def screen(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the environment of a program that has a large screen."""
    config = tmp_path_factory.mktemp("screen") / "screen.json"
    config.write_text('{"screens": [{"name": "large", "x": 0, "y": 0, "width": 1920, "height": 1080}]}')
    return {"QT_QPA_PLATFORM": f"offscreen:configfile={config}"}


def first_frame(folder: Path, screen: dict[str, str]) -> list[str]:
    """Start the program and return what its first frame was like, where the filled window is, and the collector."""
    with program(folder, inside=FIRST, environment=screen) as started:
        out, errors = started.process.communicate(timeout=60)
        assert (started.process.returncode, errors) == (0, "")
    return out.splitlines()


def test_the_first_frame_is_where_the_window_was_on_its_ground_and_waits_for_nothing(
    tmp_path: Path, screen: dict[str, str]
) -> None:
    with program(tmp_path, inside=LEAVE, environment=screen) as started:
        assert started.end() == (0, "")
    ground = load_palette(shipped("resources") / "themes" / "parchment.json").css("ground")
    first, filled, collector = first_frame(tmp_path, screen)
    assert first == f"True (130, 170, 1100, 700) {ground} [] False"
    assert filled == "(130, 170, 1100, 700) 1"
    assert collector == "False True"


@pytest.fixture(scope="module")
def usual_frame(tmp_path_factory: pytest.TempPathFactory, screen: dict[str, str]) -> str:
    """Return what the first frame of a new user is like."""
    return first_frame(tmp_path_factory.mktemp("usual"), screen)[0]


@pytest.mark.parametrize("damage", [b"", b"{", b'{"body": {"theme": 7, "geometry": 7}, "sha256": ""}', b"[" * 99_999])
def test_damaged_settings_and_layout_give_the_usual_first_frame(
    tmp_path: Path, screen: dict[str, str], usual_frame: str, damage: bytes
) -> None:
    for part, name in (("config", "settings.json"), ("state", "window.json")):
        folder = tmp_path / "damaged" / part
        folder.mkdir(parents=True)
        (folder / name).write_bytes(damage)
    assert first_frame(tmp_path / "damaged", screen)[0] == usual_frame


LIGHT = """
import sys
from tests.support.inside import when_opened
def look(running):
    others = (
        "pydantic", "annotated_types", "ctypes", "numpy", "socket", "asyncio", "websockets", "segno", "paho", "nacl",
        "ssl", "certifi", "PySide6.QtNetwork",
    )
    heavy = [name for name in others if name in sys.modules]
    if running.window.page == "table" and "QStyle" in vars(sys.modules["PySide6.QtWidgets"]):
        heavy.append("QStyle")
    pages = (
        "pages.campaign", "pages.tracker", "document.campaign", "rules.bones.life.campaign", "storage.campaign",
        "rules.fairness", "rules.bones.fight.combat", "desk.helpdialogs", "seats.",
    )
    if running.window.page == "table":
        pages += ("rules.games", "rules.bones.game.", "rules.bones.text.statblock")
    heavy += sorted(name for name in sys.modules if f"{name}.".removeprefix("bones_desktop.").startswith(pages))
    print(running.window.page, running.document.character.name, running.settings_moved, heavy)
    running.quit()
when_opened(look)
"""


@pytest.mark.parametrize("page", ["table", "shelf"])
def test_a_start_on_files_that_are_well_imports_nothing_for_broken_ones_and_for_pages_not_in_view(
    tmp_path: Path, page: str
) -> None:
    places = Locations.under(tmp_path)
    shelf = Shelf(places.characters)
    newest = [shelf.create(person.with_(id=new_id())) for person in (bob(), ragnar())][-1]
    files = SettingsFiles(places.settings_file, places.window_state_file, lambda: datetime.now(UTC))
    files.save(Settings(first_start_done=True, text_size=150).opened(newest))
    files.save_window(WindowState(page=page))
    with program(tmp_path, inside=LIGHT) as started:
        out, errors = started.process.communicate(timeout=60)
    assert (out.split("\n")[0], errors) == (f"{page} Ragnar None []", "")


PAINTS = """
from PySide6.QtCore import QEvent, QObject, QTimer
from tests.support.inside import after_loading
class Watch(QObject):
    times = 0
    def eventFilter(self, _target, event):
        self.times += event.type() == QEvent.Type.Paint
        return False
def look(running):
    print(running.window.updatesEnabled(), end=" ")
    watch, page = Watch(running), running.window.page_widget()
    page.installEventFilter(watch)
    def tell():
        print(page.updatesEnabled(), watch.times > 0)
        page.removeEventFilter(watch)
        running.quit()
    QTimer.singleShot(500, tell)
after_loading(look)
"""


def test_nothing_is_painted_before_everything_is_in_the_window(tmp_path: Path) -> None:
    places = Locations.under(tmp_path)
    files = SettingsFiles(places.settings_file, places.window_state_file, lambda: datetime.now(UTC))
    files.save(Settings(first_start_done=True).opened(Shelf(places.characters).create(bob())))
    files.save_window(WindowState(page="table"))
    with program(tmp_path, inside=PAINTS) as started:
        out, errors = started.process.communicate(timeout=60)
    assert (out.strip(), errors) == ("False True True", "")


CLOSED = """
from tests.support.inside import after_loading, before_loading
def unloaded(running):
    assert running is None
after_loading(unloaded)
before_loading(lambda loading: loading.window.close())
"""


def test_a_window_closed_before_there_was_anything_in_it_ends_the_program(tmp_path: Path) -> None:
    with program(tmp_path, inside=CLOSED) as started:
        assert started.end() == (0, "")
    assert not (tmp_path / "data").exists()


FAILS = """
from bones_desktop.start import application
application.shipped_rulebook = lambda: {raises}
"""


def test_what_keeps_the_program_from_being_loaded_ends_it(tmp_path: Path) -> None:
    with program(tmp_path, inside=FAILS.format(raises="1 / 0")) as started:
        code, errors = started.end()
    assert code == 1
    assert "ZeroDivisionError" in errors
    missing = "(_ for _ in ()).throw(ImportError('libQt6Svg.so.6'))"
    with program(tmp_path, inside=FAILS.format(raises=missing)) as started:
        code, errors = started.end()
    assert code == 3
    assert "Qt cannot be loaded: libQt6Svg.so.6" in errors


EARLY = """
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication
from PySide6.QtCore import QObject, QTimer
from tests.support.inside import before_loading, when_opened
seen = []

class Watch(QObject):
    def eventFilter(self, target, event):
        if event.type() == QEvent.Type.MouseButtonPress and target.isWidgetType():
            seen.append(target)
            return True
        return False

def press(window):
    at, left = QPointF(5, 5), Qt.MouseButton.LeftButton
    event = QMouseEvent(QEvent.Type.MouseButtonPress, at, at, at, left, left, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(window.windowHandle(), event)

watch = Watch()
def early(loading):
    QApplication.instance().installEventFilter(watch)
    press(loading.window)
def late(running):
    press(running.window)
    def after():
        at = len(seen)
        press(running.window)
        print(at, len(seen))
        running.quit()
    QTimer.singleShot(50, after)
before_loading(early)
when_opened(late)
"""


def test_a_press_on_the_empty_window_reaches_nothing_that_comes_up_there(tmp_path: Path) -> None:
    with program(tmp_path, inside=EARLY) as started:
        out, errors = started.process.communicate(timeout=60)
    assert errors == ""
    assert out.splitlines() == ["0 1"]


HANDED = """
from pathlib import Path
from bones_desktop.pages.shelf.fileactions import FileActions
from tests.support.inside import before_loading, when_opened
FileActions.open_all = lambda self, paths: print(*(path.name for path in paths))
def early(loading):
    loading.hand_over((Path("early.bones"),))
    when_opened(lambda running: (loading.hand_over((Path("late.bones"),)), running.quit()))
before_loading(early)
"""


def test_files_handed_over_before_the_program_is_loaded_are_opened(tmp_path: Path) -> None:
    with program(tmp_path, inside=HANDED) as started:
        out, errors = started.process.communicate(timeout=60)
    assert errors == ""
    assert out.splitlines() == ["early.bones", "late.bones"]


IMPORTED = """
import inspect, sys
read = []
source = inspect.getsource
inspect.getsource = lambda thing: read.append(getattr(thing, "__name__", "")) or source(thing)
from tests.support.inside import when_opened
def after(running):
    late = "bones_desktop.start.application"
    print(late in read, late in sys.modules)
    running.quit()
when_opened(after)
"""


def test_nobody_reads_the_source_of_what_is_imported(tmp_path: Path) -> None:
    with program(tmp_path, inside=IMPORTED) as started:
        out, errors = started.process.communicate(timeout=60)
    assert errors == ""
    assert out.splitlines() == ["False True"]


def test_a_chosen_folder_behind_a_missing_drive_is_told_of_and_not_made(qapp, tmp_path: Path, caplog) -> None:
    stick = tmp_path / "stick"
    locations = Locations.under(tmp_path / "home")
    files = SettingsFiles(locations.settings_file, locations.window_state_file, lambda: datetime.now(UTC))
    for first_start_done in (True, False):
        files.save(Settings(characters_folder=str(stick / "mine"), first_start_done=first_start_done))
        with Running(tmp_path, locations=locations) as running:
            assert f"The folder {stick / 'mine'} is missing." in running.window.banner.text
            running.program.files.start_empty()
            assert f"The folder {stick / 'mine'} is missing." in running.window.banner.text
        assert not stick.exists()
    assert [record.message for record in caplog.records] == [
        f"first character not saved: folder-gone: {stick / 'mine' / '.bones'}"
    ]


@pytest.mark.parametrize("elsewhere", [False, True])
def test_characters_that_may_not_be_read_are_told_of_at_the_start(
    qapp, tmp_path: Path, monkeypatch, elsewhere: bool
) -> None:
    locations = Locations.under(tmp_path)
    folder = tmp_path / "stick" if elsewhere else locations.characters
    path = Shelf(folder).create(bob())
    files = SettingsFiles(locations.settings_file, locations.window_state_file, lambda: datetime.now(UTC))
    files.save(Settings(last_open=str(path) if elsewhere else "", first_start_done=True))
    look, names, may = os.stat, os.scandir, os.access

    def refuse(at):
        # A number is an open folder, as `rmtree` asks for it at the end of the test.
        if not isinstance(at, int) and Path(at).parent == folder:
            raise PermissionError(errno.EACCES, "refused", str(at))

    monkeypatch.setattr(os, "stat", lambda at, **named: (refuse(at), look(at, **named))[1])
    monkeypatch.setattr(
        os, "scandir", lambda at=".": (refuse(at if isinstance(at, int) else Path(at, "any")), names(at))[1]
    )
    monkeypatch.setattr(os, "access", lambda at, how: Path(at) != folder and may(at, how))
    with Running(tmp_path) as running:
        said = running.window.banner.text
    where = f"Bob.bones in {folder}" if elsewhere else f"characters in {locations.data}"
    assert said == f"You may not read or write {where}. Allow it there, or use another folder."


def test_earlier_versions_that_stop_are_told_once(qapp: object, tmp_path: Path) -> None:
    locations = Locations.under(tmp_path)
    locations.data.mkdir()
    locations.versions.write_bytes(b"in the way")
    path = Shelf(locations.characters).create(bob())
    with Running(tmp_path, path) as running:
        running.program.document.apply("Spiffs", lambda each: each.with_(spiffs=9))
        assert running.window.banner.text.startswith("Your changes are saved, but no earlier version could be kept in")
        assert read_character(path).value.spiffs == 9
        running.window.banner.dismiss()
        running.program.document.apply("Spiffs", lambda each: each.with_(spiffs=8))
        assert running.window.banner.text == ""


@pytest.mark.parametrize("kind", ["character", "game", "fight", "campaign", "closed"])
def test_an_undo_history_that_cannot_be_kept_is_told_once(qapp: object, tmp_path: Path, kind: str) -> None:
    locations = Locations.under(tmp_path)
    locations.state.mkdir()
    locations.undo.write_bytes(b"in the way")
    shelf = Shelf(locations.characters)
    path, other = shelf.create(bob()), shelf.create(ragnar())
    sable = shipped("resources") / "games" / "margin" / "samples" / "sable.bones"
    with Running(tmp_path, *([shelf.import_file(sable)] if kind == "game" else [path])) as running:
        program, banner = running.program, running.window.banner
        document, session = program.document, program.session
        if kind == "game":
            document, session = program.games.current.document, program.games.current.session
        elif kind == "fight":
            program.pages.fights.new("Ambush")
            document, session = program.pages.fights.document, program.pages.fights.session
        elif kind == "campaign":
            folder = CampaignFolder(CAMPAIGNS, locations.campaigns)
            program.campaigns.open(folder.create(new_campaign("c" * 32, "Wolves")))

        def edit(name: str) -> None:
            if kind == "campaign":
                program.campaigns.campaigns.apply("Name", lambda now: replace(now, name=name))
            elif kind == "closed":
                program.desk.anyone.apply(other, "Name", lambda now: now.with_(name=name))
            else:
                document.apply("Name", lambda now: now.with_(name=name))
                session.flush()

        banner.show_message("Something worse, with its ways out", tone="bad")
        edit("One")
        assert banner.text == "Something worse, with its ways out"
        banner.dismiss()
        edit("Two")
        told = f"Your changes are saved, but the steps for Undo could not be kept in {locations.undo}"
        assert banner.text.startswith(told)
        banner.dismiss()
        edit("Three")
        assert banner.text == ""


def test_what_killed_saves_left_is_swept_in_every_folder(qtbot, tmp_path: Path) -> None:
    locations = Locations.under(tmp_path)
    folders = (
        locations.characters / "removed", locations.campaigns, locations.fights, locations.packs, locations.config,
        locations.versions / ("a" * 32), locations.undo / "fights", locations.state,
    )  # fmt: skip
    past = datetime.now(UTC).timestamp() - 7_200
    left = [folder / ".bones-desktop-00.tmp~" for folder in folders]
    for each in left:
        each.parent.mkdir(parents=True, exist_ok=True)
        each.write_bytes(b"half")
        os.utime(each, (past, past))
    with Running(tmp_path):
        qtbot.waitUntil(lambda: not any(each.exists() for each in left))


def test_a_first_start_has_the_paper_of_the_country_and_a_later_one_its_own(qapp, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(application, "usual_paper", lambda: "letter")
    with Running(tmp_path) as running:
        assert running.program.settings.value.paper == "letter"
        running.program.settings.edit(paper="a4")
    with Running(tmp_path) as running:
        assert running.program.settings.value.paper == "a4"


def test_a_new_character_is_shown_where_work_on_it_begins(tmp_path: Path, qapp: object) -> None:
    """Made from the Sheet page, one was left on an empty sheet."""
    with Running(tmp_path) as running:
        running.trigger("sheet")
        running.program.files.start_empty()
        assert running.window.page == "build"


@pytest.mark.parametrize("game", [each.game.id for each in GAMES])
def test_a_new_character_that_is_to_be_made_leaves_the_table(tmp_path: Path, qapp: object, game: str) -> None:
    """With no dice yet, one of a smaller game stood before an empty tray."""
    with Running(tmp_path, page="table") as running:
        running.trigger("table")
        running.trigger("new")
        dialog = running.dialog()
        view, model = dialog.games, dialog.games.model()
        view.setCurrentIndex(next(at for at in map(model.index, range(model.rowCount())) if model.at(at).key == game))
        running.button(dialog, "Create").click()
        running.app.processEvents()
        assert (running.window.page, running.window.game) == ("build", game)
