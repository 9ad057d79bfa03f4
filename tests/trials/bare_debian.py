"""The .deb in a bare Debian: installed by apt, started on a screen, tied to its files, and taken out again.

python -m tests.trials.bare_debian [--suite bookworm --suite trixie] [--bare FOLDER] [--pictures FOLDER]

Needs root, debootstrap, Xvfb, xdotool and ImageMagick's import, and dist/*.deb from `sh packaging/run deb`. Each suite
is made anew as a minimal system, or copied from FOLDER/SUITE where one lies; pictures of the window go to FOLDER.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MIRROR = "http://deb.debian.org/debian"
INSIDE = """
mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && mkdir -p "$0/tmp/.X11-unix" &&
mount --bind /tmp/.X11-unix "$0/tmp/.X11-unix" && exec chroot "$0" "$@"
"""
"""Runs a command in the system at $0; its mounts end with it."""
SAMPLES = "/usr/lib/bones-desktop/_internal/bones_desktop/resources/games/bones/samples"
KINDS = {"bones": "character", "bones-campaign": "campaign", "bones-fight": "fight", "bonespack.json": "pack"}
PATIENCE = 30


class FaultError(Exception):
    """Something is not as it should be."""


@dataclass
class System:
    """A Debian in a folder."""

    folder: Path
    screen: str
    figures: dict[str, str] = field(default_factory=dict)

    def command(self, *words: str, user: str = "root") -> list[str]:
        home = "/root" if user == "root" else f"/home/{user}"
        inside = ["env", "-i", "PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", f"DISPLAY={self.screen}",
                  f"HOME={home}", "DEBIAN_FRONTEND=noninteractive"]  # fmt: skip
        as_user = [] if user == "root" else ["setpriv", "--reuid=1000", "--regid=1000", "--clear-groups"]
        shell = ["unshare", "--mount", "sh", "-c", INSIDE, str(self.folder)]
        return [*shell, *inside, *as_user, *words]

    def run(self, *words: str, user: str = "root", good: int | None = 0) -> str:
        done = subprocess.run(self.command(*words, user=user), capture_output=True, text=True, check=False)
        if good is not None and done.returncode != good:
            raise FaultError(f"{' '.join(words)} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
        return done.stdout + done.stderr

    def files(self) -> set[str]:
        """Return every file that a package may have brought."""
        found = set()
        for top in ("usr", "etc", "opt", "var", "bin", "lib", "sbin"):
            for folder, folders, names in os.walk(self.folder / top):
                found.update(f"{folder}/{name}".removeprefix(str(self.folder)) for name in [*folders, *names])
        return found

    def packages(self) -> set[str]:
        """Return the names of all packages that are installed."""
        return set(self.run("dpkg-query", "-W", "-f", "${Package}\\n").split())

    @contextmanager
    def timed(self, what: str) -> Iterator[None]:
        began = time.monotonic()
        yield
        self.figures[what] = f"{time.monotonic() - began:.1f} s"


def windows(screen: str) -> list[str]:
    told = subprocess.run(
        ["xdotool", "search", "--onlyvisible", "--name", "Bones Desktop"],
        capture_output=True, text=True, check=False, env=os.environ | {"DISPLAY": screen},
    )  # fmt: skip
    return told.stdout.split()


def picture(screen: str, file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(
        ["import", "-silent", "-window", "root", str(file)], env=os.environ | {"DISPLAY": screen}, check=True
    )


@contextmanager
def shown(system: System, *words: str) -> Iterator[float]:
    """Start a program of the player, wait for a window, and close it again; give the seconds it took."""
    began = time.monotonic()
    with subprocess.Popen(
        system.command(*words, user="player"), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as running:
        while not windows(system.screen):
            if time.monotonic() - began > PATIENCE or (running.poll() or 0) != 0:
                running.kill()
                raise FaultError(f"{' '.join(words)} showed no window:\n{running.communicate()[0]}")
            time.sleep(0.02)
        took = time.monotonic() - began
        time.sleep(3)
        try:
            yield took
        finally:
            mine = f"{system.folder}/usr/lib/bones-desktop/bones-desktop"
            for process in Path("/proc").glob("[0-9]*"):
                try:
                    if str((process / "exe").readlink()) == mine:
                        os.kill(int(process.name), 15)
                except OSError:
                    continue
            running.communicate(timeout=PATIENCE)
    while windows(system.screen):
        time.sleep(0.05)


def bare_system(suite: str, bare: Path | None, target: Path) -> None:
    if bare is not None and (bare / suite).is_dir():
        subprocess.run(["cp", "-a", str(bare / suite), str(target)], check=True)
    else:
        words = ["debootstrap", "--variant=minbase", suite, str(target), MIRROR]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        if done.returncode:
            raise FaultError(done.stdout[-2000:])


def try_one(system: System, package: Path, pictures: Path, suite: str) -> None:
    """Install, start, tie, take out; FaultError when something is amiss."""
    figures = system.figures
    system.run("apt-get", "update", "-qq")
    system.run("useradd", "--create-home", "--uid", "1000", "player")
    before = system.files()
    shutil.copy(package, system.folder / "tmp" / package.name)
    deb = f"/tmp/{package.name}"
    packages = system.packages()
    with system.timed("install with what it depends on"):
        told = system.run("apt-get", "install", "-y", "--no-install-recommends", deb)
    fetched = re.search(r"Need to get (.*?) of archives", told)
    brought = system.packages() - packages - {"bones-desktop"}
    figures["packages it brought"] = f"{len(brought)}" + (f", {fetched[1]} fetched" if fetched else "")
    system.run("env", "QT_QPA_PLATFORM=offscreen", "bones-desktop", "--self-check", user="player")
    for word in ("first", "second"):
        with shown(system, "bones-desktop") as took:
            figures[f"{word} start, to a window"] = f"{took:.2f} s"
            picture(system.screen, pictures / f"{suite}.png")
    with shown(system, "bones-desktop", f"{SAMPLES}/ragnar.bones"):
        picture(system.screen, pictures / f"{suite}-file.png")
    tie_files(system, pictures, suite)
    take_out(system, before, packages)


def tie_files(system: System, pictures: Path, suite: str) -> None:
    """See that a desktop knows the kinds of file, and that one opens as by a double click."""
    system.run("apt-get", "install", "-y", "--no-install-recommends", "desktop-file-utils", "shared-mime-info",
               "libglib2.0-bin", "appstream")  # fmt: skip
    system.run("desktop-file-validate", "/usr/share/applications/bones-desktop.desktop")
    (metainfo,) = (system.folder / "usr/share/metainfo").glob("*.bones_desktop.metainfo.xml")
    told = system.run("appstreamcli", "validate", "--no-net", f"/usr/share/metainfo/{metainfo.name}")
    system.figures["metainfo"] = told.strip().splitlines()[-1].strip("?✔ ")
    home = system.folder / "home" / "player"
    for suffix, kind in KINDS.items():
        file = home / f"a file.{suffix}"
        file.write_text("{}", encoding="utf-8")
        name = f"/home/player/{file.name}"
        told = system.run("gio", "info", "-a", "standard::content-type", name, user="player")
        if f"application/x-bones-{kind}" not in told:
            raise FaultError(f"{name} is taken for: {told}")
        if "bones-desktop.desktop" not in system.run("gio", "mime", f"application/x-bones-{kind}", user="player"):
            raise FaultError(f"Nothing opens a {kind}.")
    shutil.copy(system.folder / SAMPLES[1:] / "ragnar.bones", home / "my Ragnar.bones")
    (home / "my Ragnar.bones").chmod(0o666)
    with shown(system, "gio", "open", "/home/player/my Ragnar.bones"):
        picture(system.screen, pictures / f"{suite}-opened.png")
    recent = (home / ".config/bones-desktop/settings.json").read_text(encoding="utf-8")
    if "my Ragnar.bones" not in recent:
        raise FaultError("A character opened from the desktop is not the one that is open.")


def take_out(system: System, before: set[str], packages: set[str]) -> None:
    """Take the program out, then what came with it, and see that no file of theirs is left."""
    system.run("apt-get", "purge", "-y", "bones-desktop")
    if ours := {name for name in system.files() - before if "bones" in name}:
        raise FaultError(f"Left behind: {sorted(ours)}")
    system.run("apt-get", "purge", "-y", *sorted(system.packages() - packages))
    of_apt = re.compile(r"/var/(lib/(dpkg|apt)|cache|log)/")
    left = sorted(name for name in system.files() - before if not of_apt.match(name))
    system.figures["left by others after uninstalling"] = f"{len(left)} {' '.join(left)[:300]}"


@contextmanager
def screen_of_its_own() -> Iterator[str]:
    reader, writer = os.pipe()
    with subprocess.Popen(
        ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1366x768x24", "-ac", "-nolisten", "tcp"],
        pass_fds=[writer], stderr=subprocess.DEVNULL,
    ) as server:  # fmt: skip
        os.close(writer)
        try:
            with os.fdopen(reader) as told:
                yield f":{told.readline().strip()}"
        finally:
            server.terminate()


def main() -> int:
    """Try each suite and print the figures; return 1 when something was amiss."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--suite", action="append", help="bookworm and trixie unless said")
    parser.add_argument("--bare", type=Path, help="folder with minimal systems")
    parser.add_argument("--pictures", type=Path, default=ROOT / "build" / "bare-debian")
    options = parser.parse_args()
    package = next((ROOT / "dist").glob("bones-desktop_*.deb"), None)
    if package is None:
        sys.exit("There is no package yet: sh packaging/run bundle && sh packaging/run deb")
    bad = False
    for suite in options.suite or ["bookworm", "trixie"]:
        with tempfile.TemporaryDirectory(prefix=f"bare-{suite}-") as temporary, screen_of_its_own() as screen:
            system = System(Path(temporary) / suite, screen)
            try:
                bare_system(suite, options.bare, system.folder)
                try_one(system, package, options.pictures, suite)
            except FaultError as error:
                bad = True
                print(f"{suite}: {error}", file=sys.stderr)
            print(f"\n{suite}")
            for what, figure in system.figures.items():
                print(f"  {what:36} {figure}")
    return int(bad)


if __name__ == "__main__":
    sys.exit(main())
