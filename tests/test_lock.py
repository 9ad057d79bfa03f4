"""The lock against pyproject.toml, and what pip is given of it."""

import re
import runpy
import subprocess
import sys
import tomllib
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parents[1]
SCRIPT = ROOT / "packaging" / "lock.py"
LOCK = ROOT / "packaging" / "requirements.lock"

SYSTEMS = (
    {"sys_platform": "linux", "os_name": "posix", "platform_system": "Linux"},
    {"sys_platform": "win32", "os_name": "nt", "platform_system": "Windows"},
    {"sys_platform": "darwin", "os_name": "posix", "platform_system": "Darwin"},
)
PYTHONS = ("3.11", "3.12", "3.13")
MACHINES = [
    {**system, "python_version": python, "python_full_version": f"{python}.2", "implementation_name": "cpython"}
    for system in SYSTEMS
    for python in PYTHONS
]


@pytest.fixture(scope="module")
def lock() -> dict[str, Any]:
    return runpy.run_path(str(SCRIPT))


@pytest.fixture(scope="module")
def sections(lock: dict[str, Any]) -> dict[str, list[str]]:
    return lock["sections"](LOCK.read_text(encoding="utf-8"))


def requirement(entry: str) -> Requirement:
    return Requirement(entry.partition("\\")[0])


def versions(entries: list[str], machine: dict[str, str]) -> dict[str, set[Version]]:
    """Return by name the versions that pip takes of `entries` on one kind of machine."""
    found: dict[str, set[Version]] = defaultdict(set)
    for each in map(requirement, entries):
        if each.marker is None or each.marker.evaluate(machine):
            (only,) = each.specifier
            assert only.operator == "=="
            found[canonicalize_name(each.name)].add(Version(only.version))
    return found


def test_every_requirement_of_the_project_is_locked_everywhere(lock: dict[str, Any], sections: dict[str, list[str]]):
    asked = lock["wanted"]()
    assert list(asked) == list(sections)
    for name, requirements in asked.items():
        for machine in MACHINES:
            locked = versions(sections[name] + (sections["run"] if name in lock["EXTRAS"] else []), machine)
            assert all(len(each) == 1 for each in locked.values()), (name, machine)
            for each in map(Requirement, requirements):
                if each.marker is None or each.marker.evaluate(machine):
                    (version,) = locked[canonicalize_name(each.name)]
                    assert version in each.specifier, f"{each} of {name}: sh packaging/run lock"


def test_every_extra_is_locked_but_what_measurements_compare_with(lock: dict[str, Any]):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert set(project["optional-dependencies"]) - set(lock["EXTRAS"]) == {"benchmark"}


def test_all_sections_have_the_same_versions(sections: dict[str, list[str]]):
    everything = [entry for entries in sections.values() for entry in entries]
    for machine in MACHINES:
        assert all(len(each) == 1 for each in versions(everything, machine).values())


def test_every_entry_has_hashes_and_the_file_names_no_host(sections: dict[str, list[str]]):
    for entry in (entry for entries in sections.values() for entry in entries):
        _first, *hashes = entry.rstrip("\n").split(" \\\n")
        assert hashes, entry
        assert all(re.fullmatch(r" *--hash=sha256:[0-9a-f]{64}", line) for line in hashes), entry
    assert not re.search(r"https?:|--(extra-)?index|--find-links", LOCK.read_text(encoding="utf-8"))


def test_nothing_of_the_file_lies_outside_the_sections(lock: dict[str, Any], sections: dict[str, list[str]]):
    body = "".join(f"\n{lock['HEADING']}{name}\n{''.join(entries)}" for name, entries in sections.items())
    assert LOCK.read_text(encoding="utf-8") == lock["ABOUT"] + body


def test_a_user_gets_what_the_program_needs_and_no_more(sections: dict[str, list[str]]):
    assert {requirement(entry).name for entry in sections["run"]} == {
        "annotated-types", "platformdirs", "pydantic", "pydantic-core", "pyside6-essentials", "shiboken6",
        "typing-extensions", "typing-inspection",
    }  # fmt: skip


def test_pip_is_given_each_entry_once(sections: dict[str, list[str]]):
    done = subprocess.run(
        [sys.executable, str(SCRIPT), "print", "run", "test", "check"], capture_output=True, text=True, check=True
    )
    printed = re.findall(r"^[a-z].*", done.stdout, re.MULTILINE)
    assert len(printed) == len(set(printed))
    assert {line.split("==")[0] for line in printed} == {
        requirement(entry).name for name in ("run", "test", "check") for entry in sections[name]
    }


@pytest.mark.parametrize("words", [(), ("print",), ("print", "tset")])
def test_what_it_does_not_know_is_a_mistake(words: tuple[str, ...]):
    done = subprocess.run([sys.executable, str(SCRIPT), *words], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "section" in done.stderr.lower()
    assert "Traceback" not in done.stderr
    assert not done.stdout
