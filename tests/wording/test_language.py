"""The language of all texts: catalogues, the choice of a language, and texts that are stored with their keys."""

from datetime import UTC, datetime

import pytest

from bones_desktop.rules.bones.book.characterdice import task_pool
from bones_desktop.rules.bones.injury.injuries import add_printed_item, hindering_from, kept_item
from bones_desktop.rules.bones.making.edits import block_of
from bones_desktop.rules.bones.making.sheet import derive
from bones_desktop.rules.records import replace
from bones_desktop.storage.files.characterfile import read_character
from bones_desktop.storage.files.plainjson import plain
from bones_desktop.storage.files.sharedtext import read_pasted_text
from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.storage.games import GAMES, forget_tables, in_language
from bones_desktop.storage.log.logentry import LogEntry, LogFilter, task_findings
from bones_desktop.storage.log.throwlog import ThrowLog
from bones_desktop.storage.rulebookfile import shipped_rulebook
from bones_desktop.wording import language
from bones_desktop.wording.language import ENGLISH, _, ngettext, pgettext, restored, stored, system_language, use
from bones_desktop.wording.table import skill_name

FOLDER = shipped("resources") / "languages"


@pytest.fixture
def german():
    use("de", FOLDER)
    yield
    use(ENGLISH, FOLDER)


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "de"}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "de_DE", "LC_ALL": "en_US"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "LANGUAGE": "fr:de_CH:en"}, "de"),
        ({"LC_MESSAGES": "de", "LANG": "en_GB.UTF-8"}, "de"),
    ],
)
def test_the_systems_language_is_used_if_the_program_speaks_it(environment, expected):
    assert system_language(environment) == expected


def test_a_language_without_a_catalogue_raises_and_changes_nothing(tmp_path):
    with pytest.raises(OSError, match="No translation file"):
        use("de", tmp_path)
    assert language.language() == ENGLISH


def test_a_stored_text_is_shown_in_the_language_of_the_day(german):
    cancel, undone = _("Cancel"), _("Change {what}").format(what=_("Cancel"))
    use(ENGLISH, FOLDER)
    english = _("Change {what}").format(what=_("Cancel"))
    assert (english, cancel) == ("Change Cancel", "Abbrechen")
    kept = stored(english)
    assert restored(kept) == "Change Cancel"
    use("de", FOLDER)
    assert restored(kept) == undone == restored(stored(undone))
    assert "Abbrechen" in undone


def test_numbers_plurals_and_contexts_come_back():
    texts = [ngettext("{n} die", "{n} dice", n).format(n=n) for n in (1, 2)]
    texts += [pgettext("button", "Open"), _("{name}: {what}.").format(name="typed {by} hand", what=texts[0])]
    assert texts == ["1 die", "2 dice", "Open", "typed {by} hand: 1 die."]
    assert [restored(stored(text)) for text in texts] == texts


@pytest.mark.parametrize("text", ["", "typed", '["", "key", "", 0, {}]', "{braces}", "two\nlines"])
def test_a_text_without_a_key_is_stored_as_it_is(text):
    assert stored(text) == restored(text) == text


@pytest.mark.parametrize("sample", ["ragnar", "bob", "griffon", "swordmaster"])
def test_a_german_stat_block_is_read_in_german(german, sample):
    forget_tables()
    rulebook = shipped_rulebook()
    path = FOLDER.parent / "games" / "bones" / "samples" / f"{sample}.bones"
    who = read_character(path).value
    # An item of another name than its printed die is written with faces, which are left out when it is read.
    who = who.with_(equipment=tuple(each for each in who.equipment if each.name != "Light crossbow"))
    text = block_of(rulebook, who)
    assert "Bewegung" in text
    [read] = read_pasted_text(rulebook, text)
    forget_tables()
    assert not read.block.gaps, text
    assert [die.faces for die in read.block.dice] == [die.faces for die in who.dice]
    assert (read.block.name, read.block.move, read.block.flying) == (who.name, who.move, who.flying)
    known = {item.printed for item in who.equipment}
    assert {die.id for die in read.block.equipment} == known
    themes = [[(each.name, each.effect, each.limitations.rstrip(".")) for each in of.themes] for of in (read, who)]
    assert themes[0] == themes[1]


@pytest.mark.parametrize("stored", GAMES, ids=lambda stored: stored.game.id)
def test_a_german_sample_has_german_texts_and_the_same_numbers(german, stored):
    for path in stored.samples:
        english, translated = stored.form.read(path).value, stored.sample(path.stem)
        blank = [in_language(plain(each), lambda _text: "") for each in (english, translated)]
        for who in blank:
            for named in (*who.get("skills", ()), *who.get("weapons", ()), *who.get("powers", ())):
                if isinstance(named, dict):
                    named |= {"name": "", "skill": "", "choice": ""}
        assert blank[0] == blank[1]
        stored.game.check(stored.book, translated)


def test_german_samples_keep_proper_names_and_the_names_of_printed_dice():
    use("de", FOLDER)
    try:
        ragnar, ull = (each.sample(name) for each, name in ((GAMES[0], "ragnar"), (GAMES[-1], "brother-ull")))
    finally:
        use(ENGLISH, FOLDER)
    assert (ragnar.name, ull.name) == ("Ragnar", "Bruder Ull")
    assert ragnar.back_story.startswith("Ragnar lernte")
    assert [item.name for item in ragnar.equipment] == ["Sword", "Full shield", "Medium armour"]
    assert [skill.name for skill in ull.skills][:2] == ["Wahrnehmung", "Heimlichkeit"]
    assert GAMES[0].sample("ragnar").back_story.startswith("Ragnar learned")


def test_a_printed_die_is_stored_by_its_english_name_and_shown_in_german(german):
    forget_tables()
    rulebook = shipped_rulebook()
    forget_tables()
    ragnar = add_printed_item(rulebook, GAMES[0].sample("ragnar"), "javelin-thrower")
    ragnar = ragnar.with_(hindering=(hindering_from(rulebook.die("poison")).with_(name="Poison"),))
    own = ragnar.equipment[0].with_(name="Blutrinker")
    ragnar = ragnar.with_(equipment=(own, *ragnar.equipment[1:]))
    assert ragnar.equipment[-1].name == "Javelin with thrower"
    shown = ["Blutrinker", "Schild", "Mittlere Rüstung", "Wurfspeer mit Speerschleuder"]
    sheet = derive(rulebook, ragnar)
    assert [item.name for item in sheet.equipment] == shown
    assert [die.name for die in sheet.hindering] == ["Gift"]
    assert [die.label for die in task_pool(rulebook, ragnar, range(4))[4:]] == [*shown, "Gift"]
    retyped = kept_item(rulebook, ragnar.equipment[1].with_(name="Schild"))
    assert retyped.name == "Full shield"


@pytest.mark.parametrize("text", ["\x1f", "\x1fno JSON", '\x1f["", "a"]', '\x1f["", "{n}", "", 0, {"m": 1}]', "\x1f1"])
def test_a_damaged_text_is_shown_as_it_is_stored(text):
    assert restored(text) == text[1:]


def test_a_log_begun_in_english_is_read_and_searched_in_german(german, tmp_path):
    use(ENGLISH, FOLDER)
    log = ThrowLog(tmp_path / "log", lambda: datetime.now(UTC))
    title = _("Change {what}").format(what=_("Cancel"))
    entry = LogEntry(
        datetime.now(UTC), who="Ragnar", title=title, findings=task_findings(_("Success by {n}").format(n=2))
    )
    line = log.append(entry).id
    assert list(log.ids(LogFilter("cancel"))) == [line]
    assert log.entry(line).result == "Success by 2"
    use("de", FOLDER)
    assert log.entry(line).title == _("Change {what}").format(what="Abbrechen")
    assert log.entry(line).result == "Erfolg mit 2"
    assert list(log.ids(LogFilter("abbrechen"))) == [line]
    assert not log.ids(LogFilter("cancel"))
    later = log.append(replace(entry, title=_("Change {what}").format(what=_("Cancel")))).id
    assert list(log.ids(LogFilter("ABBRECHEN"))) == [line, later]
    use(ENGLISH, FOLDER)
    assert list(log.ids(LogFilter("cancel"))) == [line, later]
    log.close()


@pytest.mark.parametrize(
    ("code", "title", "search", "found"),
    [
        ("de", "Wurf auf Nahkampf", "Würfe", True), ("de", "Drei Wunden", "wunde", True),
        ("de", "Rettungswurf", "wurf", True), ("de", "Anna kann", "Anne", False), ("de", "Rest", "Rast", False),
        ("en", "Rolls the dice", "rolled roll", True), ("en", "Heals two allies", "ally", True),
        ("en", "Bowls", "bow", True), ("en", "Bond of carbon", "bones", False),
    ],
)  # fmt: skip
def test_a_search_in_the_log_finds_the_forms_of_a_word(german, tmp_path, code, title, search, found):
    use(code, FOLDER)
    log = ThrowLog(tmp_path / "log", lambda: datetime.now(UTC))
    line = log.append(LogEntry(datetime.now(UTC), who="Ragnar", title=title)).id
    assert list(log.ids(LogFilter(search))) == [line] * found
    log.close()


@pytest.mark.parametrize(
    ("skill", "meant"), [("melee", "Nahkampf"), ("unarmed", "Waffenlos"), ("stealth", "Heimlichkeit")]
)
def test_the_skill_in_an_old_entry_follows_the_language(german, skill, meant):
    use(ENGLISH, FOLDER)
    forget_tables()
    kept = stored(skill_name(shipped_rulebook(), skill))
    use("de", FOLDER)
    forget_tables()
    assert restored(kept) == meant
