"""A backup holds everything; restoring brings it back byte by byte, or refuses and changes nothing."""

import contextlib
import errno
import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
import time
import zipfile
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bones_desktop.rules.reasons import RulesError
from bones_desktop.storage import backup
from bones_desktop.storage.backup import MANIFEST, Backup, Home, back_up, log_copier, look, restore
from bones_desktop.storage.campaignfile import write_campaign
from bones_desktop.storage.files import textfiles
from bones_desktop.storage.files.checkedfile import read_checked, write_checked
from bones_desktop.storage.files.locations import Locations, make_folder
from bones_desktop.storage.files.textfiles import FileProblem, is_there
from bones_desktop.storage.log.logbackups import have_same_rows
from bones_desktop.storage.log.logentry import LogEntry
from bones_desktop.storage.log.throwlog import ThrowLog
from bones_desktop.wording.reasons import sentence
from tests.storage.campaigns import whole_campaign

NOW = datetime(2026, 11, 29, 10, tzinfo=UTC)
ROOT = Path(__file__).parents[2]


def now():
    return NOW


def put(path, data):
    make_folder(path.parent)
    path.write_bytes(data)


def home_of(locations):
    return Home(locations), log_copier(locations, now)


def tree(*tops):
    """Return the hash of every file, but not of copies made by restoring."""
    return {
        str(path.relative_to(top)): hashlib.sha256(path.read_bytes()).hexdigest()
        for top in tops
        for path in sorted(top.rglob("*"))
        if path.is_file() and path.parent.name != "backups"
    }


def fill(locations, characters=3, lines=3):
    chance = random.Random(1)
    for number in range(characters):
        put(locations.characters / f"Hero {number}.bones", chance.randbytes(2_000))
        os.utime(locations.characters / f"Hero {number}.bones", (1_000_000 + number, 1_000_000 + number))
    put(locations.characters / "removed" / "Gone.bones", b"{}")
    put(locations.characters / "tax.ods", b"not of this program")
    make_folder(locations.campaigns)
    write_campaign(locations.campaigns / "Rome.bones-campaign", whole_campaign())
    put(locations.fights / "Ambush.bones-fight", b"[]")
    put(locations.packs / "norse.bonespack.json", b"{}")
    put(locations.tables / "loot.txt", b"Gold\n")
    put(locations.versions / ("a" * 32) / "00000001-20261128T100000Z.bones", b"old")
    put(locations.versions / ("a" * 32) / "origin.txt", b"/home/me")
    make_folder(locations.settings_file.parent)
    write_checked(locations.settings_file, {"theme": "iron", "characters_folder": ""})
    with closing(ThrowLog(locations.roll_log, now)) as log:
        for number in range(lines):
            log.append(LogEntry(NOW, who=f"Ragnar {number}"))


@pytest.fixture
def full(tmp_path):
    locations = Locations.under(tmp_path / "full")
    fill(locations)
    return locations


@pytest.fixture
def made(full, tmp_path):
    """A backup of the full home."""
    path = tmp_path / "all.zip"
    home, copy_log = home_of(full)
    back_up(home, path, NOW, copy_log)
    return path


@pytest.fixture
def empty(tmp_path):
    return Locations.under(tmp_path / "empty")


def test_everything_comes_back_byte_by_byte_into_an_empty_home(full, made, empty):
    done = restore(made, *args(empty))
    assert not done.plan.replaced
    before, after = tree(full.data, full.config), tree(empty.data, empty.config)
    left = {f"versions/{'a' * 32}/origin.txt", "characters/tax.ods"}
    assert {name for name in before if name not in after} == left
    assert {name: before[name] for name in after if name != "throws.sqlite3"} == {
        name: each for name, each in after.items() if name != "throws.sqlite3"
    }
    assert have_same_rows(full.roll_log, empty.roll_log)
    assert (empty.characters / "Hero 2.bones").stat().st_mtime == 1_000_002
    assert not list(empty.state.iterdir())


def args(locations):
    home, copy_log = home_of(locations)
    return home, NOW, copy_log


def test_what_is_equal_is_left_and_restoring_again_changes_nothing(made, empty):
    restore(made, *args(empty))
    again = restore(made, *args(empty))
    assert (again.plan.changes_nothing, again.kept) == (True, None)
    assert len(again.plan.equal) == 11


def test_a_look_says_what_restoring_would_do_and_changes_nothing(full, made):
    put(full.characters / "Hero 1.bones", b"newer")
    (full.tables / "loot.txt").unlink()
    before = tree(full.data, full.config)
    plan = look(made, *home_of(full))
    assert (plan.replaced, plan.new, plan.removed) == (("characters/Hero 1.bones",), ("tables/loot.txt",), ())
    assert tree(full.data, full.config) == before


def test_restoring_keeps_what_it_replaces_and_is_taken_back_with_the_backup_it_made(full, made):
    put(full.characters / "Hero 1.bones", b"newer")
    put(full.characters / "Brand new.bones", b"not in the backup")
    (full.tables / "loot.txt").unlink()
    with closing(ThrowLog(full.roll_log, now)) as log:
        log.append(LogEntry(NOW, who="Late"))
    before = tree(full.data, full.config)
    done = restore(made, *args(full))
    assert (full.characters / "Hero 1.bones").read_bytes() != b"newer"
    assert (full.characters / "Brand new.bones").exists()
    with closing(ThrowLog(full.roll_log, now)) as log:
        assert [each.who for each in log.latest()] == ["Ragnar 0", "Ragnar 1", "Ragnar 2"]
    back = restore(done.kept, *args(full))
    assert back.plan.removed == ("tables/loot.txt",)
    with closing(ThrowLog(full.roll_log, now)) as log:
        assert log.latest(1)[0].who == "Late"
    after = tree(full.data, full.config)
    assert after.pop("tables/removed/loot.txt")
    assert {k: v for k, v in after.items() if "sqlite" not in k} == {
        k: v for k, v in before.items() if "sqlite" not in k
    }


def test_a_file_that_was_added_and_edited_since_stays_when_restoring_is_taken_back(made, empty):
    done = restore(made, *args(empty))
    put(empty.characters / "Hero 1.bones", b"edited")
    restore(done.kept, *args(empty))
    assert (empty.characters / "Hero 1.bones").read_bytes() == b"edited"
    assert not (empty.characters / "Hero 2.bones").exists()


def test_folders_of_the_settings_are_those_of_this_home(full, empty, tmp_path, made):
    for locations, name in ((full, "theirs"), (empty, "mine")):
        make_folder(locations.settings_file.parent)
        write_checked(locations.settings_file, {"theme": name, "characters_folder": str(tmp_path / name)})
        (tmp_path / name).mkdir()
    put(tmp_path / "theirs" / "Bob.bones", b"bob")
    home, copy_log = home_of(full)
    back_up(home, made, NOW, copy_log)
    restore(made, *args(empty))
    assert (tmp_path / "mine" / "Bob.bones").read_bytes() == b"bob"
    kept = read_checked(empty.settings_file, 10_000)
    assert kept == {"theme": "theirs", "characters_folder": str(tmp_path / "mine")}


def test_a_chosen_folder_that_is_missing_is_neither_left_out_nor_made(full, made, tmp_path):
    write_checked(full.settings_file, {"characters_folder": str(tmp_path / "stick")})
    home, copy_log = home_of(full)
    for attempt in (lambda: back_up(home, made, NOW, copy_log), lambda: restore(made, home, NOW, copy_log)):
        with pytest.raises(FileProblem, match="folder-gone"):
            attempt()
    assert not (tmp_path / "stick").exists()


@pytest.mark.skipif(os.name != "posix", reason="names that Windows does not allow")
def test_names_that_do_not_fit_every_system_are_kept_under_one_that_does(tmp_path, empty):
    home = Locations.under(tmp_path / "odd")
    names = ("C:evil.bones", "a\\b.bones", "Ann.bones", "ann.bones", "caf\udce9.bones", "..bones")
    for number, name in enumerate(names):
        put(home.characters / name, bytes([number]))
    found, copy_log = home_of(home)
    back_up(found, tmp_path / "odd.zip", NOW, copy_log)
    restore(tmp_path / "odd.zip", *args(empty))
    contents = sorted(path.read_bytes() for path in empty.characters.iterdir())
    assert contents == sorted(bytes([number]) for number in range(len(names)))
    assert len({path.name.casefold() for path in empty.characters.iterdir()}) == len(names)


def test_a_file_too_large_to_be_ours_is_left_out_and_told(full, tmp_path):
    with (full.characters / "Film.bones").open("wb") as file:
        file.truncate(backup.LARGEST + 1)
    home, copy_log = home_of(full)
    back_up(home, tmp_path / "b.zip", NOW, copy_log)
    assert home.left_out == [full.characters / "Film.bones"]


def test_a_backup_never_replaces_another_kind_of_file(full):
    home, copy_log = home_of(full)
    hero = full.characters / "Hero 1.bones"
    before = hero.read_bytes()
    with pytest.raises(FileProblem, match="other-kind"):
        back_up(home, hero, NOW, copy_log)
    assert hero.read_bytes() == before


def test_a_log_that_another_program_has_open_is_refused(full, made):
    with closing(ThrowLog(full.roll_log, now)), pytest.raises(FileProblem, match="in-use"):
        restore(made, *args(full))


# A changed backup


def rewritten(path, change, *, infos=None):
    """Write the backup again with another manifest: `change` gets it as JSON, and the contents by their names."""
    with zipfile.ZipFile(path) as old:
        contents = {name: old.read(name) for name in old.namelist()}
    manifest = json.loads(contents.pop(MANIFEST))
    text = change(manifest, contents)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as new:
        for name, data in contents.items():
            new.writestr((infos or {}).get(name, name), data)
        if text is not False:
            new.writestr(MANIFEST, text or json.dumps(manifest))


def add(manifest, contents, name, data=b"x", **entry):
    contents[name] = data
    made = {"path": name, "size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    manifest["files"].append(made | entry)


def outside(name):
    return lambda manifest, contents: add(manifest, contents, name)


def bomb(manifest, contents):
    for number in range(40):
        add(manifest, contents, f"characters/{number}.bones", bytes(100_000))


def other_log(manifest, contents):
    manifest["files"] = [each for each in manifest["files"] if each["path"] != "throws.sqlite3"]
    add(manifest, contents, "throws.sqlite3", b"SQLite format 3\0")


BAD = {
    "a name above": (outside("characters/../../evil.bones"), "backup-outside"),
    "an absolute name": (outside("/etc/evil.bones"), "backup-outside"),
    "a drive": (outside("C:/evil.bones"), "backup-outside"),
    "a drive below": (outside("characters/C:evil.bones"), "backup-outside"),
    "a backslash": (outside("characters/..\\evil.bones"), "backup-outside"),
    "another folder": (outside("autostart/evil.desktop"), "backup-outside"),
    "another ending": (outside("characters/evil.sh"), "backup-outside"),
    "too deep": (outside("characters/a/b/c.bones"), "backup-outside"),
    "a log of journals": (outside("throws.sqlite3-wal"), "backup-outside"),
    "added outside": (lambda manifest, _c: manifest.update(added=[manifest["files"][0] | {"path": "../x.bones"}]),
                      "backup-outside"),
    "a bomb": (bomb, "backup-too-large"),
    "a bomb that lies": (lambda m, c: add(m, c, "characters/a.bones", bytes(50_000_000), size=10), "backup-damaged"),
    "one file too large": (lambda m, c: add(m, c, "fights/a.bones-fight", bytes(17_000_000)), "backup-too-large"),
    "another hash": (lambda m, _c: m["files"][0].update(sha256="0" * 64), "backup-damaged"),
    "another size": (lambda m, _c: m["files"][0].update(size=1), "backup-damaged"),
    "a negative size": (lambda m, _c: m["files"][0].update(size=-1), "backup-damaged"),
    "a file less": (lambda _m, c: c.pop("characters/Hero 1.bones") and None, "backup-damaged"),
    "a file more": (lambda _m, c: c.update({"characters/more.bones": b"x"}), "backup-damaged"),
    "a file twice": (lambda m, _c: m["files"].append(m["files"][0]), "backup-damaged"),
    "two that are one elsewhere": (outside("characters/HERO 1.bones"), "backup-damaged"),
    "a log that is none": (other_log, "backup-damaged"),
    "no manifest": (lambda _m, _c: False, "backup-foreign"),
    "another manifest": (lambda _m, _c: '{"format": "else"}', "backup-foreign"),
    "half a manifest": (lambda _m, _c: '{"format": "bones-desktop-backup", ', "backup-damaged"),
    "a poor manifest": (lambda _m, _c: '{"format": "bones-desktop-backup", "schema": 1}', "backup-damaged"),
    "a nested manifest": (lambda _m, _c: "[" * 100_000, "backup-damaged"),
    "a newer one": (lambda m, _c: m.update(schema=2), "backup-newer"),
}  # fmt: skip


@pytest.mark.parametrize("how", BAD)
def test_a_backup_that_is_not_as_it_should_be_is_refused_and_changes_nothing(how, full, made, monkeypatch):
    monkeypatch.setattr(backup, "_ALLOWANCE", 1_000_000)
    change, code = BAD[how]
    put(full.characters / "Hero 1.bones", b"newer")
    before = tree(full.data.parent)
    rewritten(made, change)
    for attempt in (lambda: look(made, *home_of(full)), lambda: restore(made, *args(full))):
        with pytest.raises(RulesError) as refused:
            attempt()
        assert refused.value.reason.code == code
        said = sentence(refused.value.reason)
        assert said.startswith("all.zip ")
        assert "{" not in said
    assert tree(full.data.parent) == before


def test_a_link_in_a_backup_is_refused(full, made):
    link = zipfile.ZipInfo("characters/Hero 1.bones")
    link.external_attr = 0o120777 << 16
    rewritten(made, lambda _m, _c: None, infos={link.filename: link})
    with pytest.raises(RulesError, match="backup-damaged"):
        restore(made, *args(full))


@pytest.mark.parametrize("data", [b"", b"PK", b"%PDF-1.4 no zip", b"PK" + bytes(100)])
def test_another_file_is_no_backup(full, tmp_path, data):
    (tmp_path / "x.zip").write_bytes(data)
    with pytest.raises(RulesError, match="backup-foreign"):
        look(tmp_path / "x.zip", *home_of(full))


def test_a_backup_damaged_anywhere_is_refused_or_whole(full, made, empty):
    chance, data = random.Random(3), made.read_bytes()
    for _ in range(60):
        cut = bytearray(data)
        if chance.random() < 0.3:
            del cut[chance.randrange(len(cut)) :]
        else:
            cut[chance.randrange(len(cut))] ^= 1 << chance.randrange(8)
        made.write_bytes(cut)
        # Some bits of a zip file mean nothing. Where one matters, no other error comes through.
        with contextlib.suppress(RulesError):
            look(made, *home_of(empty))
        assert not empty.data.exists()


def test_a_copy_that_broke_off_is_called_damaged(full, made):
    made.write_bytes(made.read_bytes()[:-50])
    with pytest.raises(RulesError, match="backup-damaged"):
        look(made, *home_of(full))


# A disk that refuses


def test_a_full_disk_is_noticed_before_anything_is_touched(full, made, monkeypatch):
    put(full.characters / "Hero 1.bones", b"newer")
    before = tree(full.data.parent)
    usage = shutil.disk_usage(full.data)._replace(free=1_000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: usage)
    with pytest.raises(FileProblem, match="disk-full") as refused:
        restore(made, *args(full))
    assert refused.value.path == made
    assert tree(full.data.parent) == before
    assert not full.backups.exists()


def test_a_backup_that_does_not_fit_says_how_much_it_needs(full, tmp_path, monkeypatch):
    def refuse(*_given):
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(backup, "sync_file", refuse)
    with pytest.raises(FileProblem, match="disk-full") as refused:
        back_up(Home(full), tmp_path / "b.zip", NOW, lambda _target: False)
    assert refused.value.values["needed"] > 1_000
    assert not (tmp_path / "b.zip").exists()


@pytest.mark.parametrize("at", range(12))
def test_a_disk_that_refuses_in_the_middle_leaves_everything_as_it_was(full, made, monkeypatch, at):
    put(full.characters / "Hero 1.bones", b"newer")
    put(full.characters / "Hero 2.bones", b"newer too")
    (full.tables / "loot.txt").unlink()
    with closing(ThrowLog(full.roll_log, now)) as log:
        log.append(LogEntry(NOW, who="Late"))
    before = tree(full.data, full.config)
    saved, calls = textfiles._replace, iter(range(100))

    def refuse(source, target):
        if next(calls) == at:
            raise OSError(errno.ENOSPC, "full")
        saved(source, target)

    with monkeypatch.context() as patch:
        patch.setattr(textfiles, "_replace", refuse)
        try:
            restore(made, *args(full))
        except FileProblem:
            assert tree(full.data, full.config) == before
            return
    assert at >= 5


def test_a_file_that_changes_while_restoring_is_not_lost(full, made, monkeypatch):
    put(full.characters / "Hero 0.bones", b"newer")
    put(full.characters / "Hero 1.bones", b"newer")
    write = backup._write

    def slowly(*given, **more):
        found = write(*given, **more)
        put(full.characters / "Hero 1.bones", b"edited just now")
        return found

    monkeypatch.setattr(backup, "_write", slowly)
    with pytest.raises(FileProblem, match="changed-outside"):
        restore(made, *args(full))
    assert (full.characters / "Hero 0.bones").read_bytes() == b"newer"
    assert (full.characters / "Hero 1.bones").read_bytes() == b"edited just now"


# A kill


_RESTORE = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from bones_desktop.storage.backup import Home, log_copier, restore
from bones_desktop.storage.files.locations import Locations
now = lambda: datetime.now(UTC)
there = Locations.under(Path(sys.argv[2]))
print("ready", flush=True)
restore(Path(sys.argv[1]), Home(there), now(), log_copier(there, now))
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="kill as POSIX has it")
def test_a_killed_restoring_leaves_each_file_old_or_new(tmp_path):
    full, there = Locations.under(tmp_path / "full"), Locations.under(tmp_path / "there")
    fill(full, characters=40)
    home, copy_log = home_of(full)
    back_up(home, tmp_path / "b.zip", NOW, copy_log)
    new = {path.name: path.read_bytes() for path in full.characters.glob("*.bones")}
    chance, partly = random.Random(4), 0

    def there_as_new() -> list[str]:
        return [name for name in new if (there.characters / name).stat().st_size > len(b"old")]

    for _ in range(5):
        shutil.rmtree(there.data.parent, ignore_errors=True)
        for name in new:
            put(there.characters / name, b"old")
        process = subprocess.Popen(
            [sys.executable, "-c", _RESTORE, str(tmp_path / "b.zip"), str(tmp_path / "there")],
            cwd=ROOT, stdout=subprocess.PIPE,
        )  # fmt: skip
        with process:
            process.stdout.readline()
            # By what is there, not by time: a busy machine restores nothing, or everything, within a wait.
            written = chance.randrange(len(new) + 1)
            while process.poll() is None and len(there_as_new()) < written:
                time.sleep(0.001)
            process.kill()
        found = {name: (there.characters / name).read_bytes() for name in new}
        changed = [name for name, data in found.items() if data != b"old"]
        assert all(found[name] == new[name] for name in changed)
        partly += 0 < len(changed) < len(new)
        if changed:
            (kept,) = there.backups.glob("*.zip")
            with Backup(kept) as old:
                assert len(old.manifest.files) == len(new)
        restore(tmp_path / "b.zip", *args(there))
        assert have_same_rows(there.roll_log, full.roll_log)
    assert partly
    assert not is_there(there.roll_log.with_name("throws.sqlite3-new"))
