"""The set-up script, tried with a stand-in for Python and, where it needs packages, for the system."""

import os
import re
import runpy
import shutil
import subprocess
import sys
import tomllib
import xml.etree.ElementTree as ET
from configparser import ConfigParser
from importlib.metadata import distribution
from pathlib import Path

import pytest

import bones_desktop
from bones_desktop.storage import campaignfile, packfile
from bones_desktop.storage.files import characterfile
from bones_desktop.systemlibraries import LIBRARIES, SCREEN_LIBRARIES

ROOT = Path(__file__).parents[1]
SCRIPT = ROOT / "packaging" / "run"

STAND_IN = """#!/bin/sh
[ "$1" = -c ] || printf '%s\\n' "$*" >>"$CALLS"
case $* in
  *-VV*) echo "Python 3.12.0 (a stand-in)" ;;
  "-m venv"*) rm -rf "$4"; mkdir -p "$4/bin"; cp "$0" "$4/bin/python" ;;
  *"pip install"*) [ ! -e "$CALLS.no-network" ] ;;
esac
"""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the script's package lists are for Debian")


class Checkout:
    """A copy of the script in a folder with a space, with stand-ins first on the path."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "a checkout"
        (self.root / "packaging").mkdir(parents=True)
        shutil.copy(SCRIPT, self.root / "packaging")
        shutil.copy(ROOT / "packaging" / "requirements.lock", self.root / "packaging")
        shutil.copy(ROOT / "pyproject.toml", self.root)
        self.stand_ins = folder / "bin"
        self.stand_ins.mkdir()
        self.log = folder / "calls"
        self.network = folder / "calls.no-network"
        self.stand_in("python-stand-in", STAND_IN)
        self.stand_in("ldconfig", "#!/bin/sh\ncat <<'END'\n" + script_libraries() + "\nEND\n")
        shown = ("Xvfb", "xauth", "xdotool", "chromium", "chromedriver", "mosquitto")
        for program in (*shown, "objdump", "desktop-file-validate", "appstreamcli"):
            self.stand_in(program, "#!/bin/sh\n")

    def stand_in(self, name: str, text: str) -> None:
        (self.stand_ins / name).write_text(text, encoding="utf-8")
        (self.stand_ins / name).chmod(0o755)

    def run(self, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
        self.log.write_text("", encoding="utf-8")
        clean = {key: value for key, value in os.environ.items() if key not in {"DISPLAY", "WAYLAND_DISPLAY"}}
        return subprocess.run(
            ["sh", "packaging/run", *words],
            cwd=self.root,
            env=clean
            | {
                "PATH": f"{self.stand_ins}:{os.environ['PATH']}",
                "PYTHON": str(self.stand_ins / "python-stand-in"),
                "CALLS": str(self.log),
            }
            | environment,
            capture_output=True,
            text=True,
            check=False,
        )

    @property
    def calls(self) -> list[str]:
        return self.log.read_text(encoding="utf-8").splitlines()


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


def script_libraries() -> str:
    return "\n".join(re.findall(r"^ *want_library (\S+)", SCRIPT.read_text(encoding="utf-8"), re.MULTILINE))


def test_first_start_sets_up_and_the_second_needs_no_network(checkout: Checkout):
    done = checkout.run()
    assert done.returncode == 0, done.stderr
    sections = [call for call in checkout.calls if call.startswith("packaging/lock.py")]
    assert sections == ["packaging/lock.py print run table", "packaging/lock.py print build"]
    assert checkout.calls[-1] == f"-m bones_desktop --demo {checkout.root}/build/demonstration"
    checkout.network.touch()
    assert checkout.run().returncode == 0
    assert not any("pip install" in call or "venv" in call for call in checkout.calls)


def test_tests_get_their_own_packages_and_arguments(checkout: Checkout):
    checkout.stand_in("getconf", "#!/bin/sh\necho 2\n")
    checkout.run()
    done = checkout.run("test", "-k", "two words")
    assert done.returncode == 0, done.stderr
    assert sum("pip install" in call for call in checkout.calls) == 1
    assert "packaging/lock.py print run test" in checkout.calls
    assert checkout.calls[-1] == "-m pytest -n 3 --maxprocesses 4 --dist worksteal -k two words"
    checkout.run("test")
    assert not any("pip install" in call for call in checkout.calls)


def test_pip_takes_nothing_that_the_lock_has_no_hash_of(checkout: Checkout):
    installs = []
    for words in ((), ("test",), ("check",), ("lock",)):
        checkout.run(*words)
        installs += [call for call in checkout.calls if "pip install" in call]
    assert len(installs) == 6  # build, the program itself, and one for each command
    for call in installs:
        assert ("--require-hashes" in call) != ("--no-deps --no-build-isolation --editable ." in call)


def test_a_set_up_cut_short_is_done_again(checkout: Checkout):
    checkout.network.touch()
    failed = checkout.run()
    assert failed.returncode == 1
    assert "network" in failed.stderr
    checkout.network.unlink()
    assert checkout.run().returncode == 0
    assert any("-m venv --clear" in call for call in checkout.calls)


def test_tests_that_cannot_be_set_up_leave_the_program_usable(checkout: Checkout):
    checkout.run()
    checkout.network.touch()
    assert checkout.run("test").returncode == 1
    assert checkout.run().returncode == 0


@pytest.mark.parametrize("name", ["pyproject.toml", "packaging/requirements.lock"])
def test_a_changed_project_file_or_lock_renews_the_environment(checkout: Checkout, name: str):
    checkout.run()
    with (checkout.root / name).open("a", encoding="utf-8") as file:
        file.write("\n# changed\n")
    checkout.run()
    assert any("-m venv --clear" in call for call in checkout.calls)


def test_with_a_display_the_window_starts(checkout: Checkout):
    assert checkout.run(DISPLAY=":7").returncode == 0
    assert checkout.calls[-1] == "-m bones_desktop"


def test_the_program_gets_its_arguments_in_the_caller_s_folder(checkout: Checkout):
    checkout.run("app", "check", "my file.bones")
    assert checkout.calls[-1] == "-m bones_desktop check my file.bones"


@pytest.mark.skipif(not Path("/etc/debian_version").exists(), reason="packages are named for Debian only")
@pytest.mark.parametrize("words", [(), ("test",), ("bundle",)])
def test_who_may_not_install_gets_one_line_to_paste(checkout: Checkout, words: tuple[str, ...]):
    checkout.stand_in("ldconfig", "#!/bin/sh\n")
    checkout.stand_in("id", "#!/bin/sh\necho 1000\n")
    checkout.stand_in("sudo", "#!/bin/sh\nexit 1\n")
    done = checkout.run(*words)
    assert done.returncode == 1
    (line,) = [each for each in done.stderr.splitlines() if "apt-get" in each]
    assert line.startswith("sudo sh -c 'apt-get update && apt-get install -y --no-install-recommends ")
    assert "libegl1" in line
    assert ("libxcb-cursor0" in line) == (words in {("test",), ("bundle",)})
    assert not checkout.calls


@pytest.mark.skipif(not Path("/etc/debian_version").exists(), reason="packages are named for Debian only")
def test_packages_that_do_not_help_end_in_words_not_in_a_circle(checkout: Checkout):
    checkout.stand_in("ldconfig", "#!/bin/sh\n")
    checkout.stand_in("id", "#!/bin/sh\necho 0\n")
    checkout.stand_in("apt-get", "#!/bin/sh\n")
    done = checkout.run()
    assert done.returncode == 1
    assert "Still missing" in done.stderr


def test_an_unknown_command_lists_the_known_ones(checkout: Checkout):
    done = checkout.run("tset")
    assert done.returncode == 2
    for command in ("test", "check", "build", "bundle", "deb", "lock", "audit"):
        assert f"sh packaging/run {command}" in done.stderr


def test_script_and_program_ask_for_the_same_libraries():
    pairs = re.findall(r"^ *want_library (\S+) (\S+)", SCRIPT.read_text(encoding="utf-8"), re.MULTILINE)
    assert set(LIBRARIES) <= set(pairs)


def test_ci_calls_what_the_readme_promises():
    text = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    commands = [f"sh packaging/run {each}" for each in ("test", "check", "build", "bundle", "deb")]
    for command in (*commands, "--self-check", "--require-hashes"):
        assert command in text


def test_a_player_installs_every_package_from_the_lock():
    installs = re.findall(r"pip install (.*)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert len(installs) == 2
    assert all("--require-hashes" in each or "--no-deps" in each for each in installs)


@pytest.mark.parametrize("name", sorted(file.name for file in (ROOT / ".github" / "workflows").iterdir()))
def test_a_workflow_takes_others_work_at_one_commit_and_every_package_from_the_lock(name: str):
    text = (ROOT / ".github" / "workflows" / name).read_text(encoding="utf-8")
    for used in re.findall(r"uses: *(.*)", text):
        assert re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v[\d.]+", used), used
    for install in re.findall(r"pip install (.*)", text):
        assert "--require-hashes" in install or "--no-deps" in install, install


def test_a_licence_is_found_whatever_its_file_is_called():
    notices = runpy.run_path(str(ROOT / "packaging" / "notices.py"))
    found = {file.name for file in notices["licence_files"](distribution("paho-mqtt"))}
    assert found == {"LICENSE.txt", "edl-v10", "epl-v20"}, "the first only names the two others"


def desktop_entry(file: Path) -> dict[str, str]:
    entry = ConfigParser(interpolation=None)
    entry.optionxform = str
    entry.read(file, encoding="utf-8")
    return dict(entry["Desktop Entry"])


def test_desktop_entry_mime_types_and_metainfo_agree():
    values = desktop_entry(ROOT / "packaging" / "bones-desktop.desktop")
    kinds = ET.parse(ROOT / "packaging" / "bones-desktop.xml").getroot()
    patterns = {kind.get("type"): [each.get("pattern") for each in kind if each.tag.endswith("glob")] for kind in kinds}
    assert values["MimeType"].rstrip(";").split(";") == list(patterns)
    suffixes = (characterfile.SUFFIX, campaignfile.SUFFIX, campaignfile.FIGHT_SUFFIX, packfile.SUFFIX)
    assert list(patterns.values()) == [[f"*{suffix}"] for suffix in suffixes]
    assert (ROOT / "icons" / "app" / f"{values['Icon']}.svg").is_file()
    (metainfo,) = (ROOT / "packaging").glob("*.metainfo.xml")
    component = ET.parse(metainfo).getroot()
    assert f"{component.findtext('id')}.metainfo.xml" == metainfo.name
    assert component.findtext("launchable") == "bones-desktop.desktop"
    assert [each.text for each in component.iter("mediatype")] == list(patterns)
    assert component.find("releases/release").get("version") == bones_desktop.__version__


def test_the_desktop_entry_holds_on_debian_12_and_asks_for_no_program_that_may_not_be_there():
    values = desktop_entry(ROOT / "packaging" / "bones-desktop.desktop")
    assert float(values["Version"]) <= 1.4
    assert "TryExec" not in values


def test_the_wheel_takes_resources_and_icons_along():
    hatch = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]["targets"]
    assert hatch["wheel"]["only-include"] == ["bones_desktop", "resources", "icons"]
    assert not list((ROOT / "packaging").glob("**/__init__.py"))


@pytest.mark.parametrize("on_path", [True, False])
def test_the_desktop_entry_can_be_put_in_and_taken_out(tmp_path: Path, on_path: bool):
    stand_ins, share, packaging = tmp_path / "bin", tmp_path / "share", tmp_path / "a checkout" / "packaging"
    stand_ins.mkdir()
    for program in ("sh", "dirname", "mkdir", "cp", "rm", "sed"):
        (stand_ins / program).symlink_to(shutil.which(program))
    if on_path:
        (stand_ins / "bones-desktop").write_text("#!/bin/sh\n", encoding="utf-8")
        (stand_ins / "bones-desktop").chmod(0o755)
    (packaging.parent / "icons").mkdir(parents=True)
    shutil.copytree(ROOT / "icons" / "app", packaging.parent / "icons" / "app")
    packaging.mkdir()
    for name in ("install-desktop-entry", "bones-desktop.desktop", "bones-desktop.xml"):
        shutil.copy(ROOT / "packaging" / name, packaging)
    script = packaging / "install-desktop-entry"
    environment = {"PATH": str(stand_ins), "XDG_DATA_HOME": str(share)}

    def ours() -> list[str]:
        return sorted(path.name for path in share.rglob("bones-desktop.*"))

    subprocess.run(["sh", str(script)], env=environment, check=True, capture_output=True)
    assert ours() == ["bones-desktop.desktop", "bones-desktop.svg", "bones-desktop.xml"]
    values = desktop_entry(share / "applications" / "bones-desktop.desktop")
    assert values["Exec"] == ("bones-desktop %F" if on_path else f'sh "{packaging}/run" app %F')
    subprocess.run(["sh", str(script), "remove"], env=environment, check=True, capture_output=True)
    assert ours() == []


def test_a_folder_that_no_desktop_entry_can_name_is_refused(tmp_path: Path):
    folder = tmp_path / "50 % off"
    folder.mkdir()
    shutil.copy(ROOT / "packaging" / "install-desktop-entry", folder)
    environment = {"PATH": "/usr/bin:/bin", "XDG_DATA_HOME": str(tmp_path / "share")}
    done = subprocess.run(
        ["sh", str(folder / "install-desktop-entry")], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "50 % off" in done.stderr


def test_debian_is_told_of_every_library_the_program_looks_for(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    packages = runpy.run_path(str(ROOT / "packaging" / "deb.py"))["PACKAGES"]
    taken_along = re.compile(r"libxcb-(cursor|icccm|image|keysyms|render-util)\.so")
    for library, package in (*LIBRARIES, *SCREEN_LIBRARIES):
        assert taken_along.match(library) or packages[library] == package


def test_what_describes_the_program_to_windows_macos_and_flatpak_is_that_of_the_program():
    made = runpy.run_path(str(ROOT / "packaging" / "app_icon.py"))
    assert (ROOT / "packaging" / "bones-desktop.ico").read_bytes() == made["ico"]()
    assert (ROOT / "packaging" / "bones-desktop.icns").read_bytes() == made["icns"]()
    installer = (ROOT / "packaging" / "installer.nsi").read_text(encoding="utf-8")
    spec = (ROOT / "packaging" / "bones.spec").read_text(encoding="utf-8")
    compile(spec, "bones.spec", "exec")
    for suffix in (characterfile.SUFFIX, campaignfile.SUFFIX, campaignfile.FIGHT_SUFFIX):
        assert f'Tie "{suffix}"' in installer
        assert f'Untie "{suffix}"' in installer
        assert f'"{suffix[1:]}")' in spec
    flatpak = (ROOT / "packaging" / "flatpak.yml").read_text(encoding="utf-8")
    (metainfo,) = (ROOT / "packaging").glob("*.metainfo.xml")
    assert f"id: {metainfo.name.removesuffix('.metainfo.xml')}\n" in flatpak
    for path in re.findall(r"path: (.*)", flatpak):
        assert path == "../dist/bones-desktop" or (ROOT / "packaging" / path).is_file()


@pytest.mark.parametrize("git", [True, False])
def test_a_folder_without_git_or_commits_has_a_time_all_the_same(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, git: bool
):
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    if not git:
        monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / "CHANGELOG.md").touch()
    os.utime(tmp_path / "CHANGELOG.md", (1_700_000_000, 1_700_000_000))
    commit_time = runpy.run_path(str(ROOT / "packaging" / "bundle.py"))["commit_time"]
    monkeypatch.setitem(commit_time.__globals__, "ROOT", tmp_path)
    assert commit_time() == "1700000000"
