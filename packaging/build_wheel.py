"""Build the sdist and the wheel, build the wheel again from the sdist, and see that both hold the same files.

Use: python packaging/build_wheel.py FOLDER
"""

import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
SHIPPED = {"bones_desktop": "bones_desktop", "resources": "bones_desktop/resources", "icons": "bones_desktop/icons"}
"""Folder of the checkout, and where its files lie in the wheel."""


def build(kind: str, source: Path, folder: Path) -> Path:
    """Build one `kind` ("sdist" or "wheel") of `source` into `folder` and return it."""
    folder.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "build", "--no-isolation", f"--{kind}", "--outdir", str(folder), str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{done.stdout}{done.stderr}\nThe {kind} could not be built.")
    (made,) = folder.glob("*.whl" if kind == "wheel" else "*.tar.gz")
    return made


def expected_names() -> set[str]:
    """Return the names a wheel must hold: every file of the shipped folders of the checkout."""
    return {
        f"{place}/{file.relative_to(ROOT / folder).as_posix()}"
        for folder, place in SHIPPED.items()
        for file in (ROOT / folder).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }


def wheel_names(wheel: Path) -> set[str]:
    """Return the names of the files in `wheel`."""
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def differences(left: str, right: str, ours: set[str], theirs: set[str]) -> list[str]:
    """Return a line for each name that is only on one side."""
    return [f"only in {left}: {name}" for name in sorted(ours - theirs)] + [
        f"only in {right}: {name}" for name in sorted(theirs - ours)
    ]


def main(target: Path) -> int:
    """Build into `target`; return 1 and say why when the wheels differ or lack a file."""
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(temporary)
        sdist = build("sdist", ROOT, work / "sdist")
        wheel = build("wheel", ROOT, work / "wheel")
        with tarfile.open(sdist) as archive:
            # Debian 12 has Python 3.11.2, which knows no filters yet; the archive is our own.
            archive.extractall(work / "unpacked", **({"filter": "data"} if hasattr(tarfile, "data_filter") else {}))
        (unpacked,) = (work / "unpacked").iterdir()
        again = build("wheel", unpacked, work / "again")
        names = wheel_names(wheel)
        bad = differences("the checkout's wheel", "the sdist's wheel", names, wheel_names(again))
        bad += [f"missing in the wheel: {name}" for name in sorted(expected_names() - names)]
        if bad:
            print("\n".join(bad), file=sys.stderr)
            return 1
        target.mkdir(parents=True, exist_ok=True)
        for old in (*target.glob("bones_desktop-*.whl"), *target.glob("bones_desktop-*.tar.gz")):
            old.unlink()
        for made in (sdist, wheel):
            (target / made.name).write_bytes(made.read_bytes())
            print(f"built {target / made.name}")
        print(f"the wheel of the checkout and the wheel of the sdist hold the same {len(names)} files")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).absolute()))
