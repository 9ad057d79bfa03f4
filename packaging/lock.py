"""The lock: every package the program, its tests and its tools are installed from, with the hashes of its files.

packaging/requirements.lock holds for Linux, Windows and macOS and every Python the program runs on, in sections:

    run      what the program needs, and nothing else
    build    what makes a wheel of it
    models, sound, table, test, check, bundle, lock   what each of these extras of pyproject.toml adds to "run"

Use: python packaging/lock.py print SECTION…   prints what pip needs of these sections: pip install --require-hashes -r
     python packaging/lock.py write            resolves all of it anew to the newest versions; needs uv on this Python
"""

import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOCK = ROOT / "packaging" / "requirements.lock"
OLDEST_PYTHON = "3.11"
EXTRAS = ("models", "sound", "table", "test", "check", "bundle", "lock")
EDITABLE = "editables"
"""What hatchling asks for besides when it installs a checkout in place."""
HEADING = "# == "
ENTRY = re.compile(r"^\S(?:.*\\\n)*.*\n", re.MULTILINE)
"""One package: a line of name, version and marker, and its hashes, each but the last line with a backslash."""
ABOUT = """\
# Everything this project is installed from, with hashes, for Linux, Windows and macOS.
# Written by `sh packaging/run lock`; not to be edited by hand. packaging/lock.py says what the sections are.
"""


def wanted() -> dict[str, list[str]]:
    """Return the requirements of each section as pyproject.toml has them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"]
    return {
        "run": project["project"]["dependencies"],
        "build": [*project["build-system"]["requires"], EDITABLE],
        **{extra: extras[extra] for extra in EXTRAS},
    }


def sections(text: str) -> dict[str, list[str]]:
    """Return the entries of each section of a lock file's `text`."""
    found = {}
    for part in f"\n{text}".split(f"\n{HEADING}")[1:]:
        name, _, body = part.partition("\n")
        found[name] = ENTRY.findall(body + "\n")
    return found


def entries(names: Iterable[str]) -> list[str]:
    """Return the entries of the sections `names`, each once; KeyError for a section there is not."""
    found = sections(LOCK.read_text(encoding="utf-8"))
    return list(dict.fromkeys(entry for name in names for entry in found[name]))


def resolve(requirements: Iterable[str], *options: object) -> list[str]:
    """Return the entries of all that `requirements` ask for, on every system."""
    command = [
        sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--universal", "--python-version", OLDEST_PYTHON,
        "--generate-hashes", "--no-annotate", "--no-header", *map(str, options), "-",
    ]  # fmt: skip
    done = subprocess.run(
        command, input="\n".join(requirements), capture_output=True, text=True, encoding="utf-8", check=False
    )
    if done.returncode:
        sys.exit(f"{done.stderr}\nThe lock could not be resolved.")
    return ENTRY.findall(done.stdout)


def write() -> None:
    """Resolve everything together, so that all sections have the same versions, and write the lock."""
    asked = wanted()
    with tempfile.TemporaryDirectory() as folder:
        together = Path(folder) / "together"
        everything = resolve(each for part in asked.values() for each in part)
        together.write_text("".join(entry.split(" \\\n")[0] + "\n" for entry in everything), encoding="utf-8")
        run = resolve(asked["run"], "--constraints", together)
        text = ABOUT
        for name, requirements in asked.items():
            if name in EXTRAS:
                found = resolve([*asked["run"], *requirements], "--constraints", together)
                found = [entry for entry in found if entry not in run]
            else:
                found = resolve(requirements, "--constraints", together)
            text += f"\n{HEADING}{name}\n" + "".join(found)
    LOCK.write_text(text, encoding="utf-8", newline="\n")
    print(f"{len(everything)} packages in {LOCK.relative_to(ROOT)}")


def main(arguments: list[str]) -> None:
    """Do what the command line asks."""
    match arguments:
        case ["write"]:
            write()
        case ["print", *names] if names:
            try:
                sys.stdout.writelines(entries(names))
            except KeyError as error:
                sys.exit(f"The lock has no section {error}.")
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
