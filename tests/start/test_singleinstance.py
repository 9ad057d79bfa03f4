"""One program a data folder (C1, C2, C4, D10)."""

import os
import signal
import socket
import stat
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from threading import Timer

import pytest
from PySide6.QtNetwork import QLocalSocket

from bones_desktop.start import process
from bones_desktop.start.process import MOST_BYTES, MOST_PATHS, SingleInstance, StartLock, _server_name
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
    socket.connectToServer(_server_name(folder))
    assert socket.waitForConnected(45_000)
    socket.write(message)
    return socket


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="ends by a signal")
def test_of_many_starts_one_runs_and_opens_every_file(tmp_path: Path) -> None:
    out = tmp_path / "opened.txt"
    out.touch()
    names = [f"{tmp_path}/Räuber {number}.bones" for number in range(8)]
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
    assert process.is_answered(_server_name(tmp_path))
    monkeypatch.setattr(process, "hand_over", lambda _address, _paths: True)
    assert not third.claim(())
    next_one.close()


def test_one_that_loaded_too_long_does_not_take_the_place_of_another(
    qapp: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "LOADED_WITHIN_MS", 60)
    slow, other = SingleInstance(tmp_path), SingleInstance(tmp_path)
    assert slow.claim(())
    assert other.claim(())
    other.listen()
    inode = Path(_server_name(tmp_path)).stat().st_ino
    slow.listen()
    assert Path(_server_name(tmp_path)).stat().st_ino == inode
    assert process.is_answered(_server_name(tmp_path))
    slow.close()
    other.close()


def test_a_start_waits_no_longer_than_the_one_before_it_loads(qapp: object, tmp_path: Path) -> None:
    waits: list[float] = []
    while len(waits) < 5 and min(waits, default=9) >= 1.9:  # where the machine is busy, the quickest of some counts
        loading, waiting = SingleInstance(tmp_path), SingleInstance(tmp_path)
        assert loading.claim(())
        thread = Timer(1.3, loading._lock.unlock)  # Qt's own pauses would have grown to more than a second
        thread.start()
        began = time.monotonic()
        assert waiting.claim(())
        waits.append(time.monotonic() - began)
        thread.join()
        waiting.close()
    assert 1.2 < min(waits) < 1.9


def test_paths_are_handed_over_whole(qtbot: object, received: list[tuple[Path, ...]], tmp_path: Path) -> None:
    odd = (Path("/a\nb/ü ☃.bones"), Path("/" + "x" * 4000), Path(os.fsdecode(b"/\xff.bones")))
    lines = [str(path).encode("utf-8", "surrogatepass").hex() for path in odd]
    socket = send(tmp_path, "\n".join([*lines, "end\n"]).encode())
    qtbot.waitUntil(lambda: bool(received))
    assert received == [odd]
    qtbot.waitUntil(lambda: socket.bytesAvailable() > 0)


@pytest.mark.parametrize("message", [b"end", b"zz\nend\n", b"\x00" * 500, b"\xff\xfe\nend\n", b"ff\nend\n", b"{}\n"])
def test_what_is_no_message_opens_nothing(
    qtbot: object, received: list[tuple[Path, ...]], tmp_path: Path, message: bytes
) -> None:
    socket = send(tmp_path, message)
    qtbot.wait(50)
    assert [path for paths in received for path in paths] == []
    socket.abort()


def test_a_message_without_end_is_cut_off(qtbot: object, received: list[tuple[Path, ...]], tmp_path: Path) -> None:
    socket = send(tmp_path, b"a" * (MOST_BYTES + 1))
    qtbot.waitUntil(lambda: socket.state() == QLocalSocket.LocalSocketState.UnconnectedState)
    assert received == []


def test_not_more_paths_than_one_can_want(qtbot: object, received: list[tuple[Path, ...]], tmp_path: Path) -> None:
    socket = send(tmp_path, b"2f61\n" * 500 + b"end\n")
    qtbot.waitUntil(lambda: bool(received))
    socket.abort()
    assert len(received[0]) == MOST_PATHS


@pytest.mark.skipif(os.name != "posix", reason="sockets are files there")
def test_the_socket_is_the_users_alone(qapp: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with tempfile.TemporaryDirectory(prefix="bones") as short:
        folders = [Path(short, name) for name in ("run", "state")]
        for folder in folders:
            folder.mkdir()
        monkeypatch.setenv("XDG_RUNTIME_DIR", str(folders[0]))
        for holder in folders:
            address = Path(_server_name(folders[1]))
            assert address.parent == holder
            instance = SingleInstance(folders[1])
            assert instance.claim(())
            instance.listen()
            assert stat.S_IMODE(address.stat().st_mode) & 0o077 == 0
            instance.close()
            monkeypatch.setenv("XDG_RUNTIME_DIR", "/nowhere")


def test_a_folder_that_is_a_link_to_itself_is_no_obstacle(qapp: object, tmp_path: Path) -> None:
    circle = tmp_path / "state"
    circle.symlink_to(circle)
    instance = SingleInstance(circle)
    assert instance.claim(())
    instance.close()


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can make another's socket")
def test_a_socket_of_another_user_is_not_used(qapp: object, monkeypatch: pytest.MonkeyPatch) -> None:
    with tempfile.TemporaryDirectory(prefix="bones") as folder, socket.socket(socket.AF_UNIX) as other:
        data = Path(folder, "x" * 90)  # too long for a socket in it
        data.mkdir()
        monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
        monkeypatch.setattr(process.QDir, "tempPath", lambda: folder)
        address = _server_name(data)
        assert Path(address).parent == Path(folder)
        other.bind(address)
        other.listen()
        os.chown(address, 65_534, 65_534)
        other.setblocking(False)
        instance = SingleInstance(data)
        began = time.monotonic()
        assert instance.claim((Path("secret.bones"),))
        assert time.monotonic() - began < 1
        with pytest.raises(BlockingIOError):
            other.accept()
        instance.close()


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can give folders away")
def test_a_run_time_folder_of_another_user_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    with tempfile.TemporaryDirectory(prefix="bones") as folder:
        monkeypatch.setenv("XDG_RUNTIME_DIR", folder)
        assert Path(_server_name(Path("state"))).parent == Path(folder)
        os.chown(folder, 65_534, 65_534)
        assert Path(_server_name(Path("state"))).parent != Path(folder)


def _pid_file(lock: Path) -> None:
    lock.write_text("1\nsystemd\nhost\n", "utf-8")
    os.utime(lock, (4e9, 4e9))


@pytest.mark.parametrize("make", [
    lambda lock: lock.write_bytes(b""),
    lambda lock: lock.write_bytes(os.urandom(5_000)),
    _pid_file,
    lambda lock: lock.mkdir(),
    lambda lock: lock.symlink_to("nowhere"),
    lambda lock: lock.symlink_to(lock.name),
    lambda lock: os.mkfifo(lock),
    lambda lock: (lock.touch(), lock.chmod(0)),
], ids=["empty", "garbage", "old", "folder", "dead link", "circle", "pipe", "forbidden"])  # fmt: skip
@pytest.mark.skipif(os.name != "posix", reason="pipes and links as POSIX has them")
def test_a_strange_lock_costs_no_start(qapp: object, tmp_path: Path, make) -> None:
    make(tmp_path / ".start.lock")
    began = time.monotonic()
    first, second = SingleInstance(tmp_path), SingleInstance(tmp_path)
    assert first.claim(())
    first.listen()
    assert second._is_answered()
    assert time.monotonic() - began < 1
    first.close()


def test_a_lock_lasts_until_it_is_given_back(tmp_path: Path) -> None:
    first, second = StartLock(tmp_path / "lock"), StartLock(tmp_path / "lock")
    assert first.lock()
    assert first.lock()
    assert not second.lock()
    first.unlock()
    assert second.lock()
    second.unlock()
    assert StartLock(tmp_path / "no" / "folder").lock()
