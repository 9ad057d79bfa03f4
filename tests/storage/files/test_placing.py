import errno
import os
import unicodedata

from hypothesis import given, settings
from hypothesis import strategies as st

from bones_desktop.storage.files.locations import free_name, free_path, safe_name
from tests.support.foreach import for_each


@for_each(
    ("name", "expected"),
    [
        ("Ragnar", "Ragnar"),
        ("  Ragnar   the Red. ", "Ragnar the Red"),
        ("a/b\\c:d", "a-b-c-d"),
        ("../../etc/passwd", "etc-passwd"),
        ('<>:"|?*', "No name yet"),
        ("-rf", "rf"),
        (" --help", "help"),
        ("-", "No name yet"),
        ("Ann-Marie -", "Ann-Marie -"),
        ("CON", "CON_"),
        ("com1.txt", "com1_"),
        ("LPT²", "LPT²_"),
        ("Conan", "Conan"),
        ("", "No name yet"),
        ("...", "No name yet"),
        ("\0\n\t", "No name yet"),
        ("🐺 #1", "🐺 #1"),
        ("e\u0301", "é"),
        ("\u202egnp.exe", "gnp.exe"),
    ],
)
def test_names_fit_every_system(name, expected):
    assert safe_name(name) == expected


@settings(max_examples=500)
@given(st.text(max_size=300))
def test_any_name_can_be_a_file(tmp_path_factory, name):
    safe = safe_name(name)
    assert safe_name(safe) == safe
    assert len(f"{safe} (99).bones".encode()) <= 143
    assert not set(safe) & set('<>:"/\\|?*')
    assert safe == safe.strip(". ")
    assert not [each for each in safe if unicodedata.category(each) in {"Cc", "Cf", "Cs"}]
    path = tmp_path_factory.getbasetemp() / f"{safe}.bones"
    path.write_bytes(b"x")
    path.unlink()


def test_a_name_already_taken_is_numbered_without_regard_to_case():
    assert free_name("Bob", ".bones", []) == "Bob.bones"
    assert free_name("Bob", ".bones", ["bob.BONES", "BOB (2).bones"]) == "Bob (3).bones"
    assert free_name("Straße", ".bones", ["STRASSE.bones"]) == "Straße (2).bones"


def test_a_name_is_free_also_where_the_folder_may_not_be_listed(tmp_path, monkeypatch):
    def refuse(_folder):
        raise PermissionError(errno.EACCES, "not to be listed")

    (tmp_path / "Odin.bones").write_bytes(b"1")
    (tmp_path / "Odin (2).bones").symlink_to(tmp_path / "nothing")
    monkeypatch.setattr(os, "listdir", refuse)
    assert free_path(tmp_path, "Odin", ".bones") == tmp_path / "Odin (3).bones"
    assert free_path(tmp_path, "Odin", ".bones", tmp_path / "Odin.bones") == tmp_path / "Odin.bones"
