"""One program a data folder (C1, C2, C4, D10)."""

import json
import os
import signal
import stat
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from threading import Timer

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtNetwork import QLocalSocket
from PySide6.QtWidgets import QApplication, QMessageBox

from bones_desktop.cli.terminal import CommandError, alone
from bones_desktop.start import process
from bones_desktop.start.process import SingleInstance, TableIsOpenError, server_name
from bones_desktop.storage.files.locations import Locations
from tests.support.program import program, wait_until

NOTE = """
from bones_desktop.pages.shelf.fileactions import FileActions
def note(self, paths):
    with open({out!r}, "a") as file:
        file.write("".join(f"{{path}}\\n" for path in paths))
FileActions.open_all = note
"""


SLOW = """
import time
from bones_desktop.start import faults
put = faults.log_to
faults.log_to = lambda path: (put(path), time.sleep(3))
"""


@pytest.fixture
def first(qapp: object, tmp_path: Path):
    instance = SingleInstance(tmp_path)
    assert instance.claim(())
    instance.listen()
    yield instance
    instance.close()


@pytest.fixture
def received(first: SingleInstance) -> list[tuple[Path, ...]]:
    found: list[tuple[Path, ...]] = []
    first.open = found.append
    return found


def send(folder: Path, message: bytes) -> QLocalSocket:
    socket = QLocalSocket()
    socket.connectToServer(server_name(folder))
    assert socket.waitForConnected(45_000)
    socket.write(message)
    return socket


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="ends by a signal")
def test_of_many_starts_one_runs_and_opens_every_file(tmp_path: Path) -> None:
    out = tmp_path / "opened.txt"
    out.touch()
    names = [f"{tmp_path}/Räuber {number}.bones" for number in range(5)]
    with ExitStack() as stack:
        started = [
            stack.enter_context(program(tmp_path / "data", name, inside=NOTE.format(out=str(out)))) for name in names
        ]
        assert wait_until(lambda: sum(each.process.poll() is None for each in started) == 1)
        assert wait_until(lambda: len(out.read_text("utf-8").splitlines()) == len(names))
        assert sorted(out.read_text("utf-8").splitlines()) == sorted(names)
        assert [each.end() for each in started if each.process.poll() is not None] == [(0, "")] * (len(names) - 1)
        [alive] = [each for each in started if each.process.poll() is None]
        alive.process.send_signal(signal.SIGTERM)
        assert alive.end() == (0, "")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="kills by a signal")
def test_a_killed_program_does_not_stop_the_next(tmp_path: Path) -> None:
    with program(tmp_path) as killed:
        assert wait_until(killed.shows_a_window)
        killed.process.kill()
        killed.end()
    with program(tmp_path) as next_one:
        assert wait_until(next_one.shows_a_window)
        next_one.process.send_signal(signal.SIGTERM)
        assert next_one.end() == (0, "")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="kills by a signal")
def test_a_program_killed_while_it_loads_does_not_stop_the_next(tmp_path: Path) -> None:
    with program(tmp_path, inside=SLOW) as killed:
        assert wait_until((tmp_path / "state" / "errors.log").exists)
        assert (tmp_path / "state" / ".start.lock").exists()
        killed.process.kill()
        killed.end()
    with program(tmp_path) as next_one:
        assert wait_until(next_one.shows_a_window, seconds=18)  # less than a lock that is not stale is waited for
        next_one.process.send_signal(signal.SIGTERM)
        assert next_one.end() == (0, "")


@pytest.mark.slow
def test_a_program_that_is_slow_to_answer_is_not_replaced(tmp_path: Path) -> None:
    out = tmp_path / "opened.txt"
    out.touch()
    slow = NOTE.format(out=str(out)) + SLOW
    with program(tmp_path / "data", inside=slow) as first:
        assert wait_until((tmp_path / "data" / "state" / "errors.log").exists)
        with program(tmp_path / "data", tmp_path / "a.bones") as second:
            assert second.end() == (0, "")
        assert wait_until(lambda: "a.bones" in out.read_text())
        assert first.process.poll() is None


def test_one_that_ends_while_it_is_asked_leaves_its_place(
    qapp: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ending = SingleInstance(tmp_path)
    assert ending.claim(())
    ending.listen()

    def ends(_address: str, _paths: object) -> bool:
        ending.close()
        return False

    monkeypatch.setattr(process, "hand_over", ends)
    next_one, third = SingleInstance(tmp_path), SingleInstance(tmp_path)
    assert next_one.claim(())
    next_one.listen()
    monkeypatch.setattr(process, "hand_over", lambda _address, _paths: True)
    assert not third.claim(())
    next_one.close()


def test_one_that_hangs_keeps_its_place_and_stops_no_other(
    qapp: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "ANSWERED_WITHIN_MS", 60)
    hanging, other = SingleInstance(tmp_path), SingleInstance(tmp_path)
    assert hanging.claim(())
    assert other.claim(())
    other.listen()
    address = server_name(tmp_path)
    assert not process.hand_over(address, ())
    hanging.listen()
    socket = QLocalSocket()
    socket.connectToServer(address)
    assert socket.waitForConnected(5_000)
    hanging.close()
    other.close()


def test_a_start_beside_a_table_without_a_window_says_so_and_waits(
    qapp: QApplication, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    locations = Locations.under(tmp_path)
    starting = SingleInstance(locations.state)

    def box() -> QMessageBox:
        boxes = [each for each in QApplication.topLevelWidgets() if isinstance(each, QMessageBox)]
        [found] = [each for each in boxes if each.isVisible()]
        assert "bones-desktop host" in found.text()
        return found

    with ExitStack() as host:
        host.enter_context(alone(locations, "", as_host=True))
        with pytest.raises(CommandError, match="bones-desktop host"), alone(locations, "a window"):
            pass
        begun = time.monotonic()
        with pytest.raises(TableIsOpenError):
            starting.claim(())
        assert time.monotonic() - begun < process.ANSWERED_WITHIN_MS / 4_000
        QTimer.singleShot(0, lambda: box().reject())
        assert not starting.wait_for_table()
        QTimer.singleShot(0, lambda: box() and host.close())
        assert starting.wait_for_table()
    assert capsys.readouterr().err.count("bones-desktop host") == 2
    assert starting.claim(())
    with pytest.raises(CommandError, match="a window"), alone(locations, "a window", as_host=True):
        pass
    starting.close()


def test_a_start_waits_no_longer_than_the_one_before_it_loads(qapp: object, tmp_path: Path) -> None:
    loading, waiting = SingleInstance(tmp_path), SingleInstance(tmp_path)
    assert loading.claim(())
    loaded: list[float] = []

    def end_loading() -> None:
        loaded.append(time.monotonic())
        loading._lock.unlock()

    thread = Timer(0.3, end_loading)
    thread.start()
    assert waiting.claim(())
    assert loaded, "it waited for the end of loading"
    assert time.monotonic() - loaded[0] < process.ANSWERED_WITHIN_MS / 2_000, "and not until its patience ended"
    thread.join()
    waiting.close()


def test_paths_are_handed_over_whole(qtbot: object, received: list[tuple[Path, ...]], tmp_path: Path) -> None:
    odd = (Path("/a\nb/ü ☃.bones"), Path("/" + "x" * 4000), Path(os.fsdecode(b"/\xff.bones")))
    socket = send(tmp_path, json.dumps(list(map(str, odd))).encode() + b"\n")
    qtbot.waitUntil(lambda: bool(received))
    assert received == [odd]
    qtbot.waitUntil(lambda: socket.bytesAvailable() > 0)


def test_an_error_while_files_are_opened_is_reported(qtbot: object, first: SingleInstance, tmp_path: Path) -> None:
    def fails(_paths: tuple[Path, ...]) -> None:
        raise ValueError("a file broke the program")

    first.open = fails
    with qtbot.capture_exceptions() as raised:
        socket = send(tmp_path, b'["/a.bones"]\n')
        qtbot.waitUntil(lambda: bool(raised))
        socket.abort()
    assert raised[0][0] is ValueError


@pytest.mark.parametrize(
    "message", [b"[]", b"zz\n", b"\x00" * 500 + b"\n", b"\xff\xfe\n", b"[1]\n", b"5\n", b"[" * 99_999 + b"\n"]
)
def test_what_is_no_message_opens_nothing(
    qtbot: object, received: list[tuple[Path, ...]], tmp_path: Path, message: bytes
) -> None:
    socket = send(tmp_path, message)
    qtbot.wait(50)
    assert received == []
    socket.abort()


@pytest.mark.skipif(os.name != "posix", reason="sockets are files there")
def test_the_socket_is_the_users_alone(qapp: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with tempfile.TemporaryDirectory(prefix="bones") as run:
        monkeypatch.setenv("XDG_RUNTIME_DIR", run)
        instance = SingleInstance(tmp_path)
        assert instance.claim(())
        instance.listen()
        address = Path(server_name(tmp_path))
        assert address.parent == Path(run)
        assert stat.S_IMODE(address.stat().st_mode) & 0o077 == 0
        instance.close()
        monkeypatch.setenv("XDG_RUNTIME_DIR", "/nowhere")
        assert "/" not in server_name(tmp_path)


@pytest.mark.skipif(os.name != "posix", reason="sockets are files there")
def test_no_path_is_sent_to_the_socket_of_another_user(
    qapp: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    theirs = SingleInstance(tmp_path)
    assert theirs.claim(())
    theirs.listen()
    connected = []
    theirs._server.newConnection.connect(lambda: connected.append(True))
    monkeypatch.setattr(os, "getuid", lambda: 4_000_000)
    assert not process.hand_over(server_name(tmp_path), (tmp_path / "secret.bones",))
    QApplication.processEvents()
    assert not connected
    theirs.close()


def test_a_folder_that_cannot_be_written_is_no_obstacle(qapp: object, tmp_path: Path) -> None:
    circle = tmp_path / "state"
    circle.symlink_to(circle)
    instance = SingleInstance(circle)
    assert instance.claim(())
    instance.listen()
    instance.close()


def _pid_file(lock: Path) -> None:
    lock.write_text("1\nsystemd\nhost\n", "utf-8")
    os.utime(lock, (4e9, 4e9))


@pytest.mark.parametrize("make", [
    lambda lock: lock.write_bytes(b""),
    lambda lock: lock.write_bytes(os.urandom(5_000)),
    _pid_file,
], ids=["empty", "garbage", "old"])  # fmt: skip
@pytest.mark.skipif(os.name != "posix", reason="locks as POSIX has them")
def test_a_lock_that_a_power_cut_left_costs_no_start(
    qapp: object, tmp_path: Path, make, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(tmp_path / ".start.lock")
    time.sleep(0.01)
    asked: list[object] = []
    monkeypatch.setattr(process, "hand_over", lambda *given: asked.append(given))
    first, second = SingleInstance(tmp_path), SingleInstance(tmp_path)
    assert first.claim(())
    assert not asked, "the first try takes the lock"
    assert not second._lock.tryLock(0)
    first.close()
