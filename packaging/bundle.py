"""Freeze the program from its wheel in a clean environment, look at what is inside, and try it.

Use: python packaging/bundle.py PYTHON, with the Python to make the clean environment from.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import lock

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "dist" / "bones-desktop"
FORBIDDEN = re.compile(
    r"qml|quick|virtualkeyboard|webengine|tkinter|_tk\b|tcl|qt6?sql|multimedia|qtpdf|qt6pdf|3d|charts|libgtk|libgdk"
    r"|pytest|setuptools|/pip/|\.py$|\.pyi$",
    re.IGNORECASE,
)
"""What must not be in the frozen folder: parts of Qt and Python the program never asks for."""
LARGEST = 200_000_000
"""Bytes the folder may take; more means that something came along unasked."""
STAYS_OPEN = 5
"""Seconds the frozen program's window must stay open."""


def run(*command: object, where: Path | None = None) -> None:
    """Run a command and end the build with its output when it fails."""
    words = [str(word) for word in command]
    done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=where, env=environment())
    if done.returncode:
        sys.exit(f"{done.stdout}{done.stderr}\nFailed: {' '.join(words)}")
    print(done.stdout, end="")


def environment() -> dict[str, str]:
    """Return the environment without anything that would lead back into the checkout."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return kept | {"QT_QPA_PLATFORM": "offscreen"}


def look_inside(folder: Path) -> None:
    """End the build when the frozen `folder` holds something nobody asked for, or is too large."""
    files = [file for file in folder.rglob("*") if file.is_file() and not file.is_symlink()]
    unasked = [name for file in files if FORBIDDEN.search(name := file.relative_to(folder).as_posix())]
    if unasked:
        sys.exit("Unasked for in the bundle:\n" + "\n".join(sorted(unasked)))
    size = sum(file.stat().st_size for file in files)
    if size > LARGEST:
        sys.exit(f"The bundle takes {size:,} bytes; more than {LARGEST:,} means something came along unasked.")
    print(f"{len(files)} files, {size / 1e6:.0f} MB, nothing unasked for")


def show_window(program: Path, work: Path) -> None:
    """End the build when the frozen program's window does not stay open."""
    command = [str(program), "--data-dir", str(work / "data")]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment()
    ) as shown:
        try:
            told, _ = shown.communicate(timeout=STAYS_OPEN)
        except subprocess.TimeoutExpired:
            shown.terminate()
            try:
                shown.communicate(timeout=STAYS_OPEN)
            except subprocess.TimeoutExpired:
                shown.kill()
                sys.exit("The frozen program did not close when it was asked to.")
            return
    sys.exit(f"{told}\nThe frozen program's window did not stay open.")


def main(python: str) -> None:
    """Build, freeze, look inside, and try the frozen program."""
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(temporary)
        run(sys.executable, ROOT / "packaging" / "build_wheel.py", work / "wheel")
        (wheel,) = (work / "wheel").glob("*.whl")
        clean = work / "venv"
        run(python, "-m", "venv", clean)
        pip = (clean / "bin" / "python", "-m", "pip", "install", "-q", "--disable-pip-version-check")
        locked = work / "locked.txt"
        locked.write_text("".join(lock.entries(["run", "bundle"])), encoding="utf-8")
        run(*pip, "--require-hashes", "--only-binary", ":all:", "-r", locked)
        run(*pip, "--no-deps", wheel)
        shutil.rmtree(TARGET, ignore_errors=True)
        run(
            clean / "bin" / "python", "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN",
            "--distpath", TARGET.parent, "--workpath", work / "work", ROOT / "packaging" / "bones.spec", where=work,
        )  # fmt: skip
        look_inside(TARGET)
        program = TARGET / "bones-desktop"
        run(program, "--self-check", where=work)
        pdf = work / "ragnar.pdf"
        samples = TARGET / "_internal" / "bones_desktop" / "resources" / "games" / "bones" / "samples"
        run(program, "sheet", samples / "ragnar.bones", "--pdf", pdf, where=work)
        if not pdf.read_bytes().startswith(b"%PDF-"):
            sys.exit("The frozen program wrote no PDF.")
        show_window(program, work)
        print(f"frozen into {TARGET}; its self-check, its window and a printed sheet work")


if __name__ == "__main__":
    main(sys.argv[1])
