import errno
import os
import socket
import stat
import subprocess
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bones_desktop.storage.files import textfiles
from bones_desktop.storage.files.locations import make_folder
from bones_desktop.storage.files.textfiles import (
    FileProblem,
    move,
    read_bytes,
    save_bytes,
    sweep_temporaries,
    unreadable,
)
from bones_desktop.storage.log.logbackups import LogBackups
from bones_desktop.wording.files import file_sentence
from tests.support.disks import refusing

OLD = b"old" * 100
NEW = b"new" * 5000

posix = pytest.mark.skipif(os.name != "posix", reason="modes and links as POSIX has them")
unprivileged = pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can become someone else")


@pytest.fixture
def target(tmp_path):
    path = tmp_path / "character.bones"
    path.write_bytes(OLD)
    return path


def test_a_file_is_made_and_replaced(tmp_path):
    path = tmp_path / "new.bones"
    save_bytes(path, OLD)
    save_bytes(path, NEW)
    assert path.read_bytes() == NEW
    assert _names(tmp_path) == ["new.bones"]


@posix
def test_mode_is_kept_and_a_new_file_follows_the_umask(target):
    target.chmod(0o640)
    save_bytes(target, NEW)
    assert target.stat().st_mode & 0o777 == 0o640
    before = os.umask(0o027)
    try:
        save_bytes(target.with_name("other"), NEW)
    finally:
        os.umask(before)
    assert target.with_name("other").stat().st_mode & 0o777 == 0o640


@posix
def test_a_link_is_followed_and_stays_a_link(target):
    link = target.with_name("link.bones")
    link.symlink_to(target.name)
    save_bytes(link, NEW)
    assert link.is_symlink()
    assert target.read_bytes() == NEW


@unprivileged
def test_group_owner_and_attributes_are_kept(target):
    os.chown(target, 65_533, 65_534)
    target.chmod(0o664)
    os.setxattr(target, "user.colour", b"red")
    inode = target.stat().st_ino
    save_bytes(target, NEW)
    kept = target.stat()
    assert (kept.st_uid, kept.st_gid, kept.st_mode & 0o777) == (65_533, 65_534, 0o664)
    assert os.getxattr(target, "user.colour") == b"red"
    assert kept.st_ino != inode
    moved = target.with_name("moved.bones")
    move(target, moved)
    assert moved.stat().st_gid == 65_534


@pytest.mark.parametrize(
    ("there", "present", "code"),
    [(NEW, OLD, "changed-outside"), (OLD + b"more", OLD, "changed-outside"), (OLD[:-1], OLD, "changed-outside"),
     (None, OLD, "changed-outside"), (b"", OLD, "changed-outside"), (OLD, None, "exists"), (b"", None, "exists")],
)  # fmt: skip
def test_a_file_that_is_another_by_now_is_not_replaced(target, there, present, code):
    target.unlink()
    if there is not None:
        target.write_bytes(there)
    with pytest.raises(FileProblem) as caught:
        save_bytes(target, b"mine", present)
    assert (caught.value.code, caught.value.path) == (code, target)
    assert (target.read_bytes() if target.exists() else None) == there
    assert len(_names(target.parent)) == (there is not None)


@pytest.mark.parametrize(("there", "present"), [(OLD, OLD), (b"", b""), (None, None), (OLD, "any"), (None, "any")])
def test_a_file_that_is_as_it_was_is_replaced(target, there, present):
    target.unlink()
    if there is not None:
        target.write_bytes(there)
    save_bytes(target, NEW, present)
    assert target.read_bytes() == NEW


def test_a_file_written_while_the_new_one_is_on_its_way_is_not_lost(target, monkeypatch):
    sync = textfiles.sync

    def other_writes(handle):
        sync(handle)
        if target.read_bytes() == OLD:
            target.write_bytes(b"theirs")

    monkeypatch.setattr(textfiles, "sync", other_writes)
    with pytest.raises(FileProblem, match="changed-outside"):
        save_bytes(target, NEW, OLD)
    assert target.read_bytes() == b"theirs"
    assert _names(target.parent) == ["character.bones"]


@posix
def test_a_read_only_file_stays_as_it_is_even_for_root(target):
    target.chmod(0o444)
    with pytest.raises(FileProblem) as caught:
        save_bytes(target, NEW)
    assert caught.value.code == "read-only"
    assert target.read_bytes() == OLD
    assert _names(target.parent) == [target.name]


_REFUSALS = [errno.EXDEV, errno.EPERM, errno.EINVAL, errno.ETXTBSY, errno.EBUSY, errno.EOPNOTSUPP]


@pytest.fixture(params=_REFUSALS)
def unreplaceable(request, monkeypatch):
    """A file system that refuses atomic replacement."""
    monkeypatch.setattr(Path, "replace", refusing(request.param))


@pytest.mark.usefixtures("unreplaceable")
def test_a_new_file_that_is_refused_on_the_way_is_not_left(target, monkeypatch):
    _Faults(monkeypatch, "fsync", errno.EIO, 2)
    with pytest.raises(FileProblem):
        save_bytes(target.with_name("new.bones"), NEW)
    assert _names(target.parent) == [target.name]


@posix
@pytest.mark.timeout(90)
def test_a_pipe_a_socket_or_a_device_is_neither_opened_nor_replaced(tmp_path):
    pipe, place = tmp_path / "pipe.bones", tmp_path / "s.bones"
    os.mkfifo(pipe)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(place))
        for path in (pipe, place, Path("/dev/null"), Path("/dev/zero")):
            for act in (lambda p: read_bytes(p, 10), lambda p: save_bytes(p, NEW)):
                with pytest.raises(FileProblem) as caught:
                    act(path)
                assert caught.value.code == "not-file"
    assert stat.S_ISFIFO(pipe.lstat().st_mode)


@unprivileged
def test_a_folder_one_may_not_search_is_told_and_never_raises():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "inner"
        folder.mkdir()
        path = folder / "a.bones"
        path.write_bytes(OLD)
        folder.chmod(0)
        Path(name).chmod(0o755)
        script = (
            "import os, sys; from pathlib import Path; from bones_desktop.storage.files.textfiles import *\n"
            "from bones_desktop.storage.files.textfiles import is_file, is_folder, is_there\n"
            "os.seteuid(65534)\n"
            "path = Path(sys.argv[1])\n"
            "print(is_there(path), is_file(path), is_folder(path))\n"
            "for act in (lambda: read_bytes(path, 10), lambda: save_bytes(path, b''), lambda: move(path, path)):\n"
            "    try: act()\n"
            "    except FileProblem as error: print(error.code)\n"
        )
        done = subprocess.run([sys.executable, "-c", script, path], capture_output=True, text=True, cwd=Path.cwd())
        assert (done.stdout, done.stderr) == ("False False False\ndenied\ndenied\ndenied\n", "")


def test_a_folder_that_is_gone_is_not_made_again(tmp_path):
    folder = tmp_path / "stick"
    with pytest.raises(FileProblem) as caught:
        save_bytes(folder / "a.bones", NEW)
    assert caught.value.code == "folder-gone"
    assert not folder.exists()


def test_a_name_that_cannot_be_is_told(tmp_path):
    for name in ("x" * 300, "nul\0byte"):
        with pytest.raises(FileProblem) as caught:
            save_bytes(tmp_path / name, NEW)
        assert caught.value.code == "bad-name"


def test_reading_stops_at_the_limit_and_tells_of_a_missing_file(target):
    assert read_bytes(target, len(OLD)) == OLD
    for path, limit, code in ((target, 10, "too-large"), (target.with_name("none"), 10, "file-gone")):
        with pytest.raises(FileProblem) as caught:
            read_bytes(path, limit)
        assert caught.value.code == code
    with pytest.raises(FileProblem) as caught:
        read_bytes(target.parent, 10)
    assert caught.value.code == "not-file"


def test_moving_never_replaces(target):
    other = target.with_name("other")
    other.write_bytes(NEW)
    with pytest.raises(FileProblem) as caught:
        move(target, other)
    assert caught.value.code == "exists"
    assert (target.read_bytes(), other.read_bytes()) == (OLD, NEW)


def _names(folder):
    return sorted(each.name for each in folder.iterdir())


class _Faults:
    """Lets the nth call to one function of `os` fail."""

    def __init__(self, monkeypatch, name, error, nth):
        self.calls = 0
        real = getattr(os, name)

        def wrapped(*args, **more):
            self.calls += 1
            if self.calls == nth:
                if error == "short":
                    return real(args[0], bytes(args[1])[:7])
                raise OSError(error, "injected")
            return real(*args, **more)

        monkeypatch.setattr(os, name, wrapped)


def test_whichever_call_fails_the_file_is_old_or_new_and_the_error_is_told(target):
    faults = 0
    for name in ("open", "write", "fchmod", "fsync", "close", "rename", "replace", "unlink"):
        for error in (errno.ENOSPC, errno.EIO, errno.EACCES, *(("short",) if name == "write" else ())):
            for nth in range(1, 10):
                target.write_bytes(OLD)
                with pytest.MonkeyPatch.context() as patch:
                    injected = _Faults(patch, name, error, nth)
                    result = "saved"
                    try:
                        save_bytes(target, NEW)
                    except FileProblem as problem:
                        result = problem.code
                if injected.calls < nth:
                    break
                faults += 1
                content = target.read_bytes()
                assert content in {OLD, NEW}, (name, error, nth)
                assert result != "saved" or content == NEW, (name, error, nth)
                if name != "unlink":
                    assert _names(target.parent) == [target.name], (name, error, nth)
    assert faults >= 16


def test_a_folder_that_cannot_be_synced_is_no_failure_once_the_file_is_in_place(target, monkeypatch):
    _Faults(monkeypatch, "fsync", errno.EINVAL, 2)
    save_bytes(target, NEW)
    assert target.read_bytes() == NEW


def _busy(times, winerror):
    real = Path.replace
    calls = []

    def replace(self, other):
        calls.append(other)
        if len(calls) <= times:
            error = PermissionError(errno.EACCES, "held")
            error.winerror = winerror
            raise error
        return real(self, other)

    return replace, calls


@pytest.mark.parametrize("winerror", [5, 32, 33])
def test_a_file_held_for_a_moment_is_tried_again(target, monkeypatch, winerror):
    replace, calls = _busy(3, winerror)
    waits = []
    monkeypatch.setattr(Path, "replace", replace)
    monkeypatch.setattr(textfiles.time, "sleep", waits.append)
    save_bytes(target, NEW)
    assert target.read_bytes() == NEW
    assert (len(calls), waits) == (4, [0.01, 0.02, 0.05])


def test_a_file_held_for_long_is_told_as_busy(target, monkeypatch):
    replace, _calls = _busy(1000, 32)
    waits = []
    monkeypatch.setattr(Path, "replace", replace)
    monkeypatch.setattr(textfiles.time, "sleep", waits.append)
    with pytest.raises(FileProblem) as caught:
        save_bytes(target, NEW)
    assert caught.value.code == "busy"
    assert 1 < sum(waits) < 2
    assert target.read_bytes() == OLD
    assert _names(target.parent) == [target.name]


def test_apple_drives_are_asked_to_empty_their_cache(target, monkeypatch):
    fcntl = pytest.importorskip("fcntl")
    asked = []
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(fcntl, "F_FULLFSYNC", 51, raising=False)
    monkeypatch.setattr(fcntl, "fcntl", lambda handle, command: asked.append(command))
    save_bytes(target, NEW)
    assert asked == [51, 51]


@posix
def test_no_room_is_told_with_numbers_and_leaves_the_old_file(tmp_path, target):
    script = (
        "import resource, signal, sys; from pathlib import Path; from bones_desktop.storage.files.textfiles import *\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))\n"
        "try: save_bytes(Path(sys.argv[1]), b'n' * 20000)\n"
        "except FileProblem as error: print(error.code, error.values['needed'], error.values['free'] > 0)\n"
    )
    done = subprocess.run([sys.executable, "-c", script, target], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("disk-full 20000 True\n", "")
    assert target.read_bytes() == OLD
    assert _names(tmp_path) == [target.name]


@unprivileged
def test_a_full_drive_leaves_the_old_file(tmp_path):
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "none", tmp_path], capture_output=True)
    if mounted.returncode:
        pytest.skip("no drive can be mounted here")
    try:
        path = tmp_path / "a.bones"
        save_bytes(path, OLD)
        for size in (300_000, 10_000_000):
            with pytest.raises(FileProblem) as caught:
                save_bytes(path, b"n" * size)
            assert caught.value.code == "disk-full"
            assert caught.value.values["needed"] == size
            assert 0 < caught.value.values["free"] <= 262_144
            assert path.read_bytes() == OLD
            assert _names(tmp_path) == ["a.bones"]
    finally:
        subprocess.run(["umount", tmp_path], check=True)


def test_only_our_own_old_temporaries_are_swept(tmp_path):
    now = datetime.now(UTC)
    names = (".bones-desktop-00.tmp~", ".bones-desktop-11.tmp~", ".other.tmp~", "Ragnar.bones")
    for name in names:
        (tmp_path / name).write_bytes(b"")
        past = (now - timedelta(hours=2)).timestamp()
        os.utime(tmp_path / name, (past, past))
    os.utime(tmp_path / names[1])
    assert sweep_temporaries(tmp_path, now) == 1
    assert _names(tmp_path) == sorted(names[1:])
    assert sweep_temporaries(tmp_path / "none", now) == 0


def test_a_file_in_the_place_of_a_folder_is_told(tmp_path):
    thing = tmp_path / "roll-log-backups"
    thing.write_bytes(b"")
    told = [unreadable(thing), LogBackups(tmp_path / "roll-log.sqlite3").trouble()]
    with pytest.raises(FileProblem) as caught:
        make_folder(thing, thing / "next")
    assert {each.code for each in (*told, caught.value)} <= {"file-gone", "folder-gone"}
    assert unreadable(tmp_path / "none") is None


@posix
def test_a_link_that_leads_nowhere_is_told_and_a_file_can_be_made_where_it_leads(tmp_path):
    loop, lost, inner = (tmp_path / name for name in ("loop", "lost", "inner"))
    loop.symlink_to(loop)
    lost.symlink_to(tmp_path / "stick" / "a.bones")
    inner.symlink_to(tmp_path / "none")
    for path in (loop, lost, loop / "a", inner / "a"):
        for act in (lambda p: read_bytes(p, 10), lambda p: save_bytes(p, NEW)):
            with pytest.raises(FileProblem) as caught:
                act(path)
            assert caught.value.code in {"file-gone", "folder-gone"}
    save_bytes(inner, NEW)
    assert (tmp_path / "none").read_bytes() == NEW


@posix
@pytest.mark.parametrize("make", [os.mkfifo, Path.mkdir, lambda path: path.symlink_to(path)])
def test_what_lies_in_the_place_of_a_file_is_told_with_what_to_do(tmp_path, make):
    make(tmp_path / "thing")
    with pytest.raises(FileProblem) as caught:
        save_bytes(tmp_path / "thing", NEW)
    told = file_sentence(caught.value)
    assert str(tmp_path) in told
    assert "move" in told or "take it away" in told
