import json

import pytest

from bones_desktop.storage.files.shippedfiles import ShippedFileError, shipped
from bones_desktop.theme.measures import ROLES, load_palette
from tests.support.foreach import for_each

THEMES = ("iron", "parchment", "contrast")
GROUNDS = ("ground", "surface", "raised")


def luminance(colour):
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.fixture(params=THEMES)
def palette(request):
    return load_palette(shipped("resources") / "themes" / f"{request.param}.json")


def check(palette, role, ground, least):
    found = contrast(palette.css(role), palette.css(ground))
    assert found >= least, f"{palette.id}: {role} on {ground} is {found:.2f}:1"


@for_each("ground", [*GROUNDS, "hover", "chance"])
@for_each("role", ["text", "muted", "accent", "second", "good", "warn", "bad"])
def test_words_can_be_read(palette, role, ground):
    check(palette, role, ground, 4.5)


@for_each(
    ("role", "ground"),
    [
        ("text", "hover"),
        ("text", "line"),
        ("on-accent", "accent"),
        ("on-second", "second"),
        ("on-success", "success"),
        ("on-failure", "failure"),
        ("on-felt", "felt-edge"),
    ],
)
def test_words_on_colour_can_be_read(palette, role, ground):
    check(palette, role, ground, 3.0 if (palette.id, ground) == ("contrast", "line") else 4.5)


@for_each(
    ("role", "ground"),
    [
        ("text", "ground"),
        ("text", "surface"),
        ("text", "raised"),
        ("text", "chance"),
        ("on-felt", "felt"),
        ("ink", "bone"),
    ],
)
def test_the_table_can_be_read_from_afar(palette, role, ground):
    check(palette, role, ground, 7)


@for_each("ground", GROUNDS)
@for_each("role", ["edge", "focus", "success", "failure"])
def test_edges_focus_and_bars_can_be_seen(palette, role, ground):
    check(palette, role, ground, 3)


@for_each("role", ["mastery1", "mastery2", "mastery3", "sign-green", "sign-brown", "sign-red"])
def test_coloured_signs_can_be_seen_on_bone(palette, role):
    check(palette, role, "bone", 4.5)


@for_each("kind", ["steel", "challenge", "hindering", "flame", "opponent", "lost"])
def test_ink_can_be_seen_on_its_die(palette, kind):
    check(palette, f"{kind}-ink", kind, 4.5)


def test_high_contrast_is_high():
    palette = load_palette(shipped("resources") / "themes" / "contrast.json")
    for role in ("text", "muted", "accent", "second", "good", "warn", "bad", "edge"):
        for ground in (*GROUNDS, "hover"):
            check(palette, role, ground, 7)
    for role in ("text", "good", "bad"):
        check(palette, role, "chance", 7)
    for role in ("accent", "second", "success", "failure"):
        check(palette, f"on-{role}", role, 7)


def test_the_shipped_files_are_the_themes_offered():
    assert {path.stem for path in (shipped("resources") / "themes").glob("*.json")} == set(THEMES)


def write(path, **changes):
    data = {"name": "Test", "scheme": "dark", "colours": dict.fromkeys(ROLES, "#123456")} | changes
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def test_a_theme_file_is_read(tmp_path):
    palette = load_palette(write(tmp_path / "mine.json"))
    assert (palette.id, palette.name, palette.dark) == ("mine", "Test", True)
    assert palette.color("felt").name() == palette.css("felt") == "#123456"
    with pytest.raises(KeyError):
        palette.color("no such role")


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"colours": dict.fromkeys(ROLES[1:], "#123456")}, ROLES[0]),
        ({"colours": dict.fromkeys(ROLES, "#123456") | {"line": "red"}}, "line"),
        ({"colours": dict.fromkeys(ROLES, "#123456") | {"line": 5}}, "line"),
        ({"colours": dict.fromkeys(ROLES, "#123456") | {"lime": "#123456"}}, "lime"),
        ({"colours": []}, "colours"),
        ({"scheme": "grey"}, "scheme"),
        ({"name": None}, "name"),
    ],
)
def test_a_bad_theme_file_says_what_is_wrong(tmp_path, changes, word):
    with pytest.raises(ShippedFileError, match=word) as caught:
        load_palette(write(tmp_path / "mine.json", **changes))
    assert "mine.json" in str(caught.value)


@pytest.mark.parametrize("text", ["", "[]", "{", '"x"'])
def test_a_damaged_theme_file_is_named(tmp_path, text):
    path = tmp_path / "mine.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ShippedFileError, match=r"mine\.json"):
        load_palette(path)
