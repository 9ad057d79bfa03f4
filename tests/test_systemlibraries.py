"""Without Qt, its libraries or a screen the program says so in one line, and the commands still work (E1)."""

import ctypes
import subprocess
import sys
from pathlib import Path

import pytest

from bones_desktop import systemlibraries
from bones_desktop.main import main
from bones_desktop.systemlibraries import MissingLibrariesError, NoScreenError, check_screen, install_line

ROOT = Path(__file__).parents[1]
RAGNAR = ROOT / "resources" / "games" / "bones" / "samples" / "ragnar.bones"


def without_qt(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the program where PySide6 is there but cannot load a library."""
    fake = folder / "PySide6"
    fake.mkdir(exist_ok=True)
    message = "libEGL.so.1: cannot open shared object file:\\nNo such file or directory"
    (fake / "__init__.py").write_text(f'raise ImportError("{message}")\n')
    code = (
        f"import sys; sys.path[:0] = [{str(folder)!r}, {str(ROOT)!r}]\n"
        "from bones_desktop.main import main; sys.exit(main(sys.argv[1:]))"
    )
    return subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, timeout=60, check=False
    )


def test_the_window_says_in_one_line_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    done = without_qt(tmp_path, "--data-dir", str(tmp_path / "data"))
    assert done.returncode == 3
    assert done.stderr.startswith("bones-desktop: ")
    assert len(done.stderr.splitlines()) == 1
    assert "libEGL" in done.stderr or "apt-get install" in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", str(RAGNAR)),
        ("dice", "Sneak x2; Criminal x2"),
        ("read", str(RAGNAR), "--skill", "melee", "--faces", "1,4,2,6", "--difficulty", "average", "--nulls", "1"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_commands_need_no_qt(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    done = without_qt(tmp_path, *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_printing_needs_qt_and_says_so(tmp_path: Path) -> None:
    done = without_qt(tmp_path, "sheet", str(RAGNAR), "--pdf", str(tmp_path / "out.pdf"))
    assert done.returncode == 3
    assert len(done.stderr.splitlines()) == 1


def test_the_line_names_every_missing_package(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(library: str) -> None:
        if library.startswith("libE") or "xkbcommon-x11" in library:
            raise OSError(library)

    monkeypatch.setattr(systemlibraries.sys, "platform", "linux")
    monkeypatch.setattr(ctypes, "CDLL", refuse)
    assert install_line(ImportError("x")).endswith("sudo apt-get install libegl1")
    assert install_line(MissingLibrariesError("x")).endswith("sudo apt-get install libegl1 libxkbcommon-x11-0")
    with pytest.raises(MissingLibrariesError):
        check_screen({"DISPLAY": ":0"})
    with pytest.raises(MissingLibrariesError):
        check_screen({"QT_QPA_PLATFORM": "xcb:x"})
    check_screen({"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"})
    check_screen({"QT_QPA_PLATFORM": "offscreen"})


def test_a_machine_without_a_screen(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(systemlibraries.sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(NoScreenError):
        check_screen({})
    assert main([]) == 2
    error = capsys.readouterr().err
    assert error.startswith("bones-desktop: there is no screen")
    assert len(error.splitlines()) == 1


def test_other_systems_are_not_asked_for_debian_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(systemlibraries.sys, "platform", "win32")
    check_screen({})
    assert install_line(ImportError("DLL load\nfailed")) == "Qt cannot be loaded: DLL load failed"
