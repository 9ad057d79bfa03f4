"""Freeze the program from its wheel in a clean environment, look at what is inside, and try it.

Use: python packaging/bundle.py [PYTHON], with the Python to make the clean environment from. What comes out lies in
dist/: the folder bones-desktop, on macOS the application besides.
"""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import lock

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "dist" / "bones-desktop"
FORBIDDEN = re.compile(
    r"qml|quick|virtualkeyboard|webengine|tkinter|_tk\b|tcl|qt6?sql|multimedia|qtpdf|qt6pdf|3d|charts|libgtk|libgdk"
    r"|opengl32sw|d3dcompiler|pytest|setuptools|/pip/|\.py$|\.pyi$",
    re.IGNORECASE,
)
ON_LINUX = re.compile(r"opengl|libssl|libcrypto|libgcrypt|libgnutls|libglib|libX11|libstdc", re.IGNORECASE)
"""What must not be in the frozen folder: parts of Qt, Python and the system the program does not bring along."""
LICENCES = {"Bones-Desktop", "Python", "pyinstaller", "Qt-third-party", "ICU", "LGPL-3", "GPL-3", "Vollkorn",
            "SourceSansPro", "README", "pydantic", "pydantic-core", "platformdirs", "websockets", "segno",
            "paho-mqtt", "pynacl", "cffi", "pycparser", "certifi", "BIP-39-words"}  # fmt: skip
"""Texts that must be in the folder's licences, at least."""
LARGEST = {"linux": 132_000_000, "win32": 150_000_000, "darwin": 260_000_000}
"""Bytes the folder may take; more means that something came along unasked. Qt for macOS is for two processors."""
STAYS_OPEN = 5
"""Seconds the frozen program's window must stay open."""
PATIENCE = 20
"""Seconds a page may take to be shown and kept as the page of last time."""
PAGES = ("shelf", "build", "table", "encounter", "tracker", "campaign", "log", "sheet", "reference")
"""What Ctrl+1 to Ctrl+9 show."""


def run(*command: object, where: Path | None = None, told: bool = True) -> None:
    """Run a command, print what it says unless not `told`, and end the build when it fails."""
    words = [str(word) for word in command]
    done = subprocess.run(
        words,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
        cwd=where,
        env=environment(),
    )
    if done.returncode:
        sys.exit(f"{done.stdout}{done.stderr}\nFailed: {' '.join(words)}")
    if told:
        print(done.stdout, end="")


def commit_time() -> str:
    """Return when the last commit was made, in seconds; what is built has this time, whenever it is built."""
    if given := os.environ.get("SOURCE_DATE_EPOCH"):
        return given
    # The checkout of a container belongs to somebody else; what was downloaded as a zip file has no commits.
    command = ["git", "-c", f"safe.directory={ROOT}", "log", "-1", "--format=%ct"]
    with suppress(OSError):
        told = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT).stdout.strip()
        if told:
            return told
    return str(int((ROOT / "CHANGELOG.md").stat().st_mtime))


def environment() -> dict[str, str]:
    """Return the environment without anything that would lead back into the checkout, or make two builds differ."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return kept | {"QT_QPA_PLATFORM": "offscreen", "PYTHONHASHSEED": "0", "SOURCE_DATE_EPOCH": commit_time()}


def environment_python(venv: Path) -> Path:
    """Return the Python of a virtual environment."""
    return venv / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def strip(folder: Path) -> None:
    """Take what only a debugger reads out of the libraries that come with it."""
    found = [
        *folder.glob("_internal/_miniaudio*.so"),
        *folder.glob("_internal/nacl/*.so"),
        *folder.glob("_internal/libpython*"),
        *folder.glob("_internal/python*/lib-dynload/*.so"),
        *folder.glob("_internal/PySide6/Qt/lib/libicu*"),
    ]
    run("strip", "--strip-unneeded", *found)


def look_inside(folder: Path) -> None:
    """End the build when the frozen `folder` holds something nobody asked for, lacks a licence, or is too large."""
    files = [file for file in folder.rglob("*") if file.is_file() and not file.is_symlink()]
    names = [name for file in files if "/licences/" not in (name := file.relative_to(folder).as_posix())]
    unasked = [name for name in names if FORBIDDEN.search(name) or (sys.platform == "linux" and ON_LINUX.search(name))]
    if unasked:
        sys.exit("Unasked for in the bundle:\n" + "\n".join(sorted(unasked)))
    if broken := [link for link in folder.rglob("*") if link.is_symlink() and not link.exists()]:
        sys.exit(f"Links that lead nowhere: {broken}")
    if missing := LICENCES - {file.stem for file in (folder / "_internal" / "licences").iterdir()}:
        sys.exit(f"Licences are missing: {', '.join(sorted(missing))}")
    size = sum(file.stat().st_size for file in files)
    if size > (most := LARGEST[sys.platform]):
        sys.exit(f"The bundle takes {size:,} bytes; more than {most:,} means something came along unasked.")
    print(f"{len(files)} files, {size / 1e6:.0f} MB, nothing unasked for")


def wait_for(what: Callable[[], bool], else_say: Callable[[], str]) -> None:
    """Wait until `what` is so, or end the build."""
    deadline = time.monotonic() + PATIENCE
    while not what():
        if time.monotonic() > deadline:
            sys.exit(else_say())
        time.sleep(0.05)


@contextmanager
def window(program: Path, data: Path, **more: str) -> Iterator[subprocess.Popen[str]]:
    """Show the frozen program's window, which must be there at the end still, and close it."""
    command = [str(program), "--data-dir", str(data)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment() | more
    ) as shown:
        try:
            yield shown
            if shown.poll() is not None:
                sys.exit(f"{shown.communicate()[0]}\nThe frozen program's window did not stay open.")
            shown.terminate()
            shown.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            sys.exit("The frozen program did not close when it was asked to.")
        finally:
            shown.kill()
    for log in (data / "state" / "errors.log", data / "state" / "crash.log"):
        if log.is_file() and re.search("Traceback|ERROR|CRITICAL", text := log.read_text(encoding="utf-8")):
            sys.exit(f"{text}\nThe frozen program met with an error.")


def walk_the_pages(program: Path, work: Path) -> None:
    """Show every page of the frozen program on a screen of its own, by the keys a player presses (Linux only)."""
    data = work / "walk"
    reader, writer = os.pipe()
    with subprocess.Popen(
        ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1366x768x24", "-nolisten", "tcp"],
        pass_fds=[writer], stderr=subprocess.DEVNULL,
    ) as server:  # fmt: skip
        os.close(writer)
        try:
            with os.fdopen(reader) as told:
                screen = {"DISPLAY": f":{told.readline().strip()}", "QT_QPA_PLATFORM": "xcb"}
            with window(program, data, **screen):
                press_through(data, environment() | screen)
        finally:
            server.terminate()
    print(f"every page was shown: {', '.join(PAGES)}")


def press_through(data: Path, screen: dict[str, str]) -> None:
    """Press the keys of all pages and wait until each is kept as the page of last time."""

    def xdotool(*words: str) -> str:
        return subprocess.run(["xdotool", *words], capture_output=True, text=True, check=False, env=screen).stdout

    def kept() -> str:
        try:
            return json.loads((data / "state" / "window.json").read_text(encoding="utf-8"))["body"]["page"]
        except (OSError, ValueError, KeyError):
            return ""

    found: list[str] = []
    wait_for(lambda: bool(found.extend(xdotool("search", "--onlyvisible", "--name", "Bones Desktop").split()) or found),
             lambda: "The frozen program showed no window.")  # fmt: skip
    xdotool("windowfocus", "--sync", found[0])
    time.sleep(1)
    for number, page in enumerate(PAGES, start=1):
        xdotool("key", f"ctrl+{number}")
        wait_for(lambda page=page: kept() == page, lambda page=page: f"The page {page} was not shown, but {kept()}.")


def sit_at_a_table(program: Path, character: Path, work: Path, *way: str) -> None:
    """Open a table with the frozen program and join it, which needs the libraries of the extra `table` and ssl."""
    command = [program, "host", character, *way, "--admit", "all", "--data-dir", work / "host"]
    with subprocess.Popen(
        [str(word) for word in command],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment(),
    ) as host:  # fmt: skip
        try:
            invitation = json.loads(host.stdout.readline())["invitation"]
            run(program, "join", invitation, "--name", "Anna", "--data-dir", work / "join", told=False)
            said = host.communicate(timeout=PATIENCE)[1]
        except ValueError:
            sys.exit(f"{host.stderr.read()}\nThe frozen program opened no table.")
        finally:
            host.kill()
    if host.returncode:
        sys.exit(f"{said}\nThe table of the frozen program did not close in order.")


@contextmanager
def broker(work: Path) -> Iterator[str]:
    """Run Debian's Mosquitto on the loopback, and give its address."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    settings = work / "mosquitto.conf"
    settings.write_text(f"listener {port} 127.0.0.1\nallow_anonymous true\nset_tcp_nodelay true\n", encoding="utf-8")
    with subprocess.Popen(["mosquitto", "-c", str(settings)], stderr=subprocess.DEVNULL) as server:
        try:
            yield f"mqtt://127.0.0.1:{port}"
        finally:
            server.kill()


def main(python: str) -> None:
    """Build, freeze, look inside, and try the frozen program."""
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(temporary).resolve()
        run(sys.executable, ROOT / "packaging" / "build_wheel.py", work / "wheel")
        (wheel,) = (work / "wheel").glob("*.whl")
        run(python, "-m", "venv", work / "venv")
        clean = environment_python(work / "venv")
        pip = (clean, "-m", "pip", "install", "-q", "--disable-pip-version-check")
        locked = work / "locked.txt"
        locked.write_text("".join(lock.entries(["run", "sound", "table", "bundle"])), encoding="utf-8")
        run(*pip, "--require-hashes", "--only-binary", ":all:", "-r", locked)
        run(*pip, "--no-deps", wheel)
        shutil.rmtree(TARGET, ignore_errors=True)
        run(
            clean, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN",
            "--distpath", TARGET.parent, "--workpath", work / "work", ROOT / "packaging" / "bones.spec", where=work,
        )  # fmt: skip
        if sys.platform == "linux":
            strip(TARGET)
        look_inside(TARGET)
        program = TARGET / ("bones-desktop-command.exe" if sys.platform == "win32" else "bones-desktop")
        run(program, "--self-check", where=work)
        run(program, "--demo", work / "demonstration", where=work, told=False)
        pdf = work / "ragnar.pdf"
        samples = TARGET / "_internal" / "bones_desktop" / "resources" / "games" / "bones" / "samples"
        run(program, "sheet", samples / "ragnar.bones", "--pdf", pdf, where=work)
        if not pdf.read_bytes().startswith(b"%PDF-"):
            sys.exit("The frozen program wrote no PDF.")
        sit_at_a_table(program, samples / "ragnar.bones", work / "house", "--listen", "127.0.0.1:0")
        shown_by = TARGET / program.name.replace("-command", "")
        with window(shown_by, work / "data") as shown, suppress(subprocess.TimeoutExpired):
            shown.wait(STAYS_OPEN)
        if sys.platform == "linux":
            walk_the_pages(program, work)
            with broker(work) as address:
                sit_at_a_table(program, samples / "ragnar.bones", work / "elsewhere", "--broker", address)
        print(f"frozen into {TARGET}; its self-check, its window, a printed sheet and tables work")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else sys.executable)
