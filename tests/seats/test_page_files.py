"""The files of the page of the table: words in both languages, colours of the themes, icons, and the size of all."""

import json
import re
from xml.etree import ElementTree

import pytest

from bones_desktop.seats.webpage import ACTIONS, icon_symbols, load_page, theme_colours
from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.theme.measures import TINTS

PAGE = shipped("resources") / "table"
CODE = "".join(path.read_text(encoding="utf-8") for path in sorted(PAGE.glob("*.js")))
CSS = (PAGE / "table.css").read_text(encoding="utf-8")
SVG = "{http://www.w3.org/2000/svg}"


def words(language: str) -> dict[str, str | list[str]]:
    return json.loads((PAGE / "words" / f"{language}.json").read_text(encoding="utf-8"))


def forms(text: str | list[str]) -> list[str]:
    return [text] if isinstance(text, str) else text


def test_both_languages_have_the_same_texts_with_the_same_placeholders():
    english, german = words("en"), words("de")
    assert list(english) == list(german) == sorted(english)
    for key, text in english.items():
        assert len(forms(text)) == len(forms(german[key])), key
        for one, other in zip(forms(text), forms(german[key]), strict=True):
            assert sorted(re.findall(r"\{\w+\}", one)) == sorted(re.findall(r"\{\w+\}", other)), key


def test_every_text_is_used_and_every_used_text_is_there():
    used = set(re.findall(r"\bt\(\s*\"([a-z-]+)\"", CODE))
    assert used == set(words("en"))


@pytest.mark.parametrize(
    ("theme", "selector"),
    [
        ("iron", ":root {"),
        ("parchment", ':root[data-theme="parchment"] {'),
        ("contrast", ':root[data-theme="contrast"] {'),
    ],
)
def test_colours_are_those_of_the_themes(theme: str, selector: str):
    told = json.loads((shipped("resources") / "themes" / f"{theme}.json").read_text(encoding="utf-8"))
    rule = theme_colours()[theme_colours().index(selector) :].partition("}")[0]
    assert dict(re.findall(r"--([a-z0-9-]+): (#[0-9a-f]{6});", rule)) == told["colours"]
    assert f"color-scheme: {told['scheme']};" in rule


def test_every_colour_that_is_used_is_one_of_the_theme_or_set_on_the_page():
    set_here = set(re.findall(r"(?<![\w-])--([a-z0-9-]+):", CSS + theme_colours())) | set(
        re.findall(r"setProperty\(\"--([a-z]+)\"", CODE)
    )
    assert set(re.findall(r"var\(--([a-z0-9-]+)", CSS)) <= set_here
    assert set(re.findall(r"data-ink=\"([a-z0-9-]+)\"", icon_symbols())) <= set_here


def test_dice_have_the_colours_that_their_players_chose():
    found = dict(re.findall(r"\.([a-z]+) \{ --body: (#[0-9a-f]{6}); \}", CSS))
    assert found == {name: tint.body for name, tint in TINTS.items()}


def test_the_icons_are_symbols_without_a_colour_of_their_own():
    root = ElementTree.fromstring(icon_symbols())
    ids = [each.get("id") for each in root]
    assert all(each.tag == f"{SVG}symbol" and each.get("viewBox") for each in root)
    assert len(set(ids)) == len(ids)
    assert {"face-melee", "face-universal", "mark-x2", "mark-unknown", "action-throw"} <= set(ids)
    assert "#000" not in icon_symbols()
    assert ids.count(None) == 0


def test_every_icon_of_an_action_is_there_and_used():
    used = set(re.findall(r"\bicon\(\"([a-z-]+)\"\)", CODE))
    assert used == set(ACTIONS)


def test_page_and_icons_are_small():
    files = [path for path in PAGE.rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) + len(icon_symbols().encode()) < 200_000


def test_nothing_is_inline_and_no_text_is_read_as_html():
    html = (PAGE / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=", html)
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function", CODE)
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", html + CODE + CSS)


def test_the_font_has_the_letters_of_both_languages():
    assert (PAGE / "vollkorn.woff2").read_bytes().startswith(b"wOF2")


def test_the_page_names_only_files_that_are_served():
    html = (PAGE / "index.html").read_text(encoding="utf-8")
    for name in re.findall(r"(?:src|href)=\"/([^\"]+)\"", html) + re.findall(r"from \"\./([^\"]+)\"", CODE):
        assert f"/{name}" in load_page()
    assert "/words/en.json" in load_page()
