"""Make a Debian package of the frozen folder: dist/bones-desktop/ becomes dist/bones-desktop_VERSION_ARCH.deb.

What it depends on is read from the libraries the folder asks for; `PACKAGES` says where Debian has them, under names
that hold for Debian 12 and 13. Everything in it has the time of the last commit, so that the same folder gives the
same package.
"""

import gzip
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import bundle

ROOT = Path(__file__).resolve().parents[1]
HERE = ROOT / "packaging"
NAME = "bones-desktop"
ID = "io.github.bones_desktop.bones_desktop"
MAINTAINER = "The Bones Desktop contributors <noreply@github.com>"
PACKAGES = {
    "libX11-xcb.so.1": "libx11-xcb1",
    "libX11.so.6": "libx11-6",
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libbrotlicommon.so.1": "libbrotli1",
    "libbrotlidec.so.1": "libbrotli1",
    "libcups.so.2": "libcups2",
    "libcrypto.so.3": "libssl3",
    "libdbus-1.so.3": "libdbus-1-3",
    "libffi.so.8": "libffi8",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libgcc_s.so.1": "libgcc-s1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgssapi_krb5.so.2": "libgssapi-krb5-2",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libexpat.so.1": "libexpat1",
    "libsqlite3.so.0": "libsqlite3-0",
    "libssl.so.3": "libssl3",
    "libstdc++.so.6": "libstdc++6",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxcb.so.1": "libxcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libz.so.1": "zlib1g",
    "libzstd.so.1": "libzstd1",
}
RECOMMENDED = {"libcups2"}
"""Without these the program starts, and only cannot do one thing: print on paper."""
DESKTOP = ("desktop-file-utils", "shared-mime-info")
"""What ties files to the program where there is a desktop."""
OF_LIBC = re.compile(r"(ld-linux.*|lib(c|m|mvec|dl|rt|pthread|resolv|util))\.so\.\d+")
DESCRIPTION = """\
companion for the BONES dice role-playing game
 Build a character die by die, throw the dice and see what each one counts
 for, set lost dice apart when he is hurt, and print his sheet. Bones Desktop
 is an unofficial companion for BONES and its fantasy setting Cold Iron, the
 role-playing games whose dice carry symbols instead of numbers, and for four
 smaller games. You need their rulebooks to play.
"""
OVERRIDES = """\
# Qt, ICU and Python are those the program was tested with; Qt may be replaced, as its licence asks.
bones-desktop: custom-library-search-path
bones-desktop: embedded-library
bones-desktop: hardening-no-fortify-functions
bones-desktop: hardening-no-pie
bones-desktop: library-not-linked-against-libc
bones-desktop: shared-library-lacks-prerequisites
# The licences of what is in the folder stay in the folder, and the typefaces are measured for the sheet.
bones-desktop: duplicate-font-file
bones-desktop: package-contains-documentation-outside-usr-share-doc
"""


def told(*words: object) -> str:
    """Return what a command says; end when it fails."""
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, check=True).stdout


def is_elf(file: Path) -> bool:
    """Return whether `file` is a program or library."""
    with file.open("rb") as opened:
        return opened.read(4) == b"\x7fELF"


def dependencies(folder: Path) -> tuple[list[str], list[str]]:
    """Return what Debian must install beside the frozen `folder`, and what it should."""
    binaries = [file for file in folder.rglob("*") if file.is_file() and not file.is_symlink() and is_elf(file)]
    own = {file.name for file in folder.rglob("*.so*")}
    headers = told("objdump", "-p", *binaries)
    asked = {name for name in re.findall(r"NEEDED +(\S+)", headers) if name not in own and not OF_LIBC.fullmatch(name)}
    if unknown := asked - PACKAGES.keys():
        sys.exit(f"PACKAGES has no package for {', '.join(sorted(unknown))}.")
    packages = {PACKAGES[name] for name in asked}
    symbols = re.findall(r"GLIBC_(\d+)\.(\d+)", told("objdump", "-T", *binaries))
    oldest = max((int(major), int(minor)) for major, minor in symbols)
    depends = [f"libc6 (>= {oldest[0]}.{oldest[1]})", *sorted(packages - RECOMMENDED)]
    return depends, [*sorted(packages & RECOMMENDED), *DESKTOP]


def put(source: Path, target: Path) -> None:
    """Copy a file to where nothing is yet."""
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def put_packed(data: bytes, target: Path) -> None:
    """Write `data` packed by gzip, the same bytes each time."""
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(gzip.compress(data, mtime=0))


def lay_out(tree: Path, version: str) -> None:
    """Put everything where Debian has it."""
    share, home = tree / "usr" / "share", tree / "usr" / "lib" / NAME
    shutil.copytree(bundle.TARGET, home, symlinks=True)
    (tree / "usr" / "bin").mkdir(parents=True)
    (tree / "usr" / "bin" / NAME).symlink_to(f"../lib/{NAME}/{NAME}")
    put(HERE / f"{NAME}.desktop", share / "applications" / f"{NAME}.desktop")
    put(HERE / f"{NAME}.xml", share / "mime" / "packages" / f"{NAME}.xml")
    put(HERE / f"{ID}.metainfo.xml", share / "metainfo" / f"{ID}.metainfo.xml")
    hicolor = share / "icons" / "hicolor"
    for picture in sorted((ROOT / "icons" / "app").glob(f"{NAME}-*.png")):
        size = picture.stem.rsplit("-", 1)[1]
        put(picture, hicolor / f"{size}x{size}" / "apps" / f"{NAME}.png")
    put(ROOT / "icons" / "app" / f"{NAME}.svg", hicolor / "scalable" / "apps" / f"{NAME}.svg")
    put_packed((HERE / f"{NAME}.1").read_bytes(), share / "man" / "man1" / f"{NAME}.1.gz")
    documents = share / "doc" / NAME
    documents.mkdir(parents=True)
    (documents / "copyright").write_text(copyright_text(), encoding="utf-8")
    put_packed((ROOT / "CHANGELOG.md").read_bytes(), documents / "NEWS.gz")
    put_packed(debian_changelog(version).encode(), documents / "changelog.gz")
    overrides = share / "lintian" / "overrides" / NAME
    overrides.parent.mkdir(parents=True)
    overrides.write_text(OVERRIDES, encoding="utf-8")


def copyright_text() -> str:
    """Return the licence of the program, and where those of its parts are."""
    licence = "".join(f" {line}\n" if line else " .\n" for line in (ROOT / "LICENSE").read_text("utf-8").splitlines())
    return (
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n"
        "Upstream-Name: Bones Desktop\n"
        f"Comment: Python, Qt and everything else under /usr/lib/{NAME} have licences of their own;\n"
        f" their texts are in /usr/lib/{NAME}/_internal/licences. Qt and PySide6 are under the\n"
        " LGPL-3, which on Debian systems is in /usr/share/common-licenses/LGPL-3 also.\n\n"
        f"Files: *\nCopyright: {re.search('Copyright (?:[(]c[)] )?(.*)', licence)[1]}\nLicense: Expat\n{licence}"
    )


def debian_changelog(version: str) -> str:
    """Return a changelog of this one version."""
    date = told("date", "-u", "-R", "-d", f"@{bundle.commit_time()}").strip()
    return f"{NAME} ({version}) unstable; urgency=medium\n\n  * NEWS.gz has what is new.\n\n -- {MAINTAINER}  {date}\n"


def describe(tree: Path, version: str, architecture: str) -> None:
    """Write what dpkg reads: the control file and the sums of all files."""
    control = tree / "DEBIAN"
    files = sorted(file for file in tree.rglob("*") if file.is_file() and not file.is_symlink())
    size = sum(-(-file.stat().st_size // 1024) for file in files)
    sums = "".join(
        f"{hashlib.md5(file.read_bytes(), usedforsecurity=False).hexdigest()}  {file.relative_to(tree)}\n"
        for file in files
    )
    depends, recommends = dependencies(tree / "usr" / "lib" / NAME)
    control.mkdir()
    (control / "md5sums").write_text(sums, encoding="utf-8")
    (control / "control").write_text(
        f"Package: {NAME}\nVersion: {version}\nArchitecture: {architecture}\nMaintainer: {MAINTAINER}\n"
        f"Installed-Size: {size}\nDepends: {', '.join(depends)}\nRecommends: {', '.join(recommends)}\n"
        f"Section: misc\nPriority: optional\nDescription: {DESCRIPTION}",
        encoding="utf-8",
    )


def settle(tree: Path, moment: float) -> None:
    """Give everything the rights Debian wants and one time."""
    for path in [tree, *tree.rglob("*")]:
        if path.is_symlink():
            os.utime(path, (moment, moment), follow_symlinks=False)
            continue
        runs = path.is_dir() or (path.name == NAME and path.parent.name == NAME and "lib" in path.parts)
        path.chmod(0o755 if runs and (path.is_dir() or is_elf(path)) else 0o644)
        os.utime(path, (moment, moment))


def check_descriptions() -> None:
    """See that desktops will understand what describes the program to them; end when they will not."""
    for words in (
        ("desktop-file-validate", HERE / f"{NAME}.desktop"),
        ("appstreamcli", "validate", "--no-net", HERE / f"{ID}.metainfo.xml"),
    ):
        done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f"{done.stdout}{done.stderr}\nFailed: {words[0]}")


def main() -> None:
    """Build the package."""
    check_descriptions()
    if not bundle.TARGET.is_dir():
        sys.exit("There is no dist/bones-desktop yet: sh packaging/run bundle")
    source = (ROOT / "bones_desktop" / "__init__.py").read_text(encoding="utf-8")
    version = re.search(r'__version__ = "(.*)"', source)[1]
    architecture = told("dpkg", "--print-architecture").strip()
    target = ROOT / "dist" / f"{NAME}_{version}_{architecture}.deb"
    moment = bundle.commit_time()
    with tempfile.TemporaryDirectory() as temporary:
        tree = Path(temporary) / NAME
        lay_out(tree, version)
        describe(tree, version, architecture)
        settle(tree, float(moment))
        os.environ["SOURCE_DATE_EPOCH"] = moment
        told("dpkg-deb", "--build", "--root-owner-group", "-Zxz", tree, target)
    print(told("dpkg-deb", "--field", target, "Depends", "Recommends", "Installed-Size"), end="")
    print(f"{target}: {target.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
