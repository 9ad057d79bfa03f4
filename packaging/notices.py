"""The licences of everything in the frozen program, put together while it is frozen; bones.spec calls this."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from importlib.metadata import Distribution, distribution
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NAMES = re.compile(r"(licen[cs]e|copying|notice)", re.IGNORECASE)
UNDER_LGPL = {"pyside6-essentials", "shiboken6"}
"""They bring no text of their own: LGPL-3.txt and GPL-3.txt are theirs."""


class NoLicenceError(Exception):
    """Something is in the program whose licence was not found."""


def licence_files(found: Distribution) -> list[Path]:
    """Return the files of a package's metadata that hold its licence, whatever their names in the folder `licenses`."""
    return [
        Path(str(file.locate()))
        for file in found.files or ()
        if ".dist-info" in file.parts[0]
        and (NAMES.search(file.name) or "licenses" in file.parts)
        and "sboms" not in file.parts
    ]


def python_licence() -> Path:
    """Return the licence of the Python that runs."""
    library = Path(sys.base_prefix) / "lib" / f"python{sys.version_info.major}.{sys.version_info.minor}"
    for file in (Path(sys.base_prefix) / "LICENSE.txt", library / "LICENSE.txt", library / "LICENSE"):
        if file.is_file():
            return file
    raise NoLicenceError("Python")


def debian_copyright(library: Path) -> tuple[str, Path]:
    """Return the Debian package of a system's library, and its copyright file."""
    real = library.resolve()
    # Debian's lists may name a library under /lib though it lies under /usr/lib, or the other way about.
    for place in (library, real, Path("/usr", *library.parts[1:]), Path("/", *real.parts[2:])):
        done = subprocess.run(["dpkg-query", "-S", str(place)], capture_output=True, text=True, check=False)
        if done.returncode == 0:
            package = done.stdout.split(":", 1)[0]
            return package, Path("/usr/share/doc") / package / "copyright"
    raise NoLicenceError(str(library))


def gather(folder: Path, packages: Iterable[str], system_libraries: Iterable[Path]) -> None:
    """Put every licence into the new `folder`; NoLicenceError for a part without one."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "packaging" / "licences", folder)
    shutil.copy(ROOT / "LICENSE", folder / "Bones-Desktop.txt")
    shutil.copy(python_licence(), folder / "Python.txt")
    for font in sorted((ROOT / "resources" / "fonts").glob("*-LICENSE.txt")):
        shutil.copy(font, folder / font.name.replace("-LICENSE", ""))
    for name in packages:
        files = licence_files(distribution(name))
        if not files and name not in UNDER_LGPL:
            raise NoLicenceError(name)
        text = "\n\n".join(file.read_text(encoding="utf-8") for file in files)
        if text:
            (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    for library in system_libraries:
        package, copyright_file = debian_copyright(library)
        shutil.copy(copyright_file, folder / f"{package}.txt")
