"""A character copied as text comes back the same; what was changed in it is read as a stat block, and never raises."""

import base64
import zlib
from random import Random

import pytest

from bones_desktop.rules.bones.book.character import CharacterKind
from bones_desktop.rules.bones.making.edits import block_of, character_from_block, character_from_text
from bones_desktop.rules.bones.text.blocktext import read_block
from bones_desktop.storage.files.characterfile import dump_character, read_character
from bones_desktop.storage.files.sharedtext import all_shared, kept_of, read_shared, shared_text
from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.storage.games import SMALL_GAMES, read_shared_games, shared_of_game
from tests.storage.everything import CHARACTER
from tests.support.foreach import for_each
from tests.support.people import bob, ragnar
from tests.support.rulebooks import rulebook

BOOK = rulebook()
SAMPLES = [read_character(each).value for each in (shipped("resources") / "games/bones/samples").glob("*.bones")]
BLOCKS = [character_from_block(BOOK, each, "0" * 32) for each in BOOK.blocks]
EVERYBODY = [*SAMPLES, *BLOCKS, CHARACTER, bob(), ragnar()]


def lasting(character):
    return character.with_(id="0" * 32, portrait="", campaign="")


@for_each("who", EVERYBODY)
def test_everybody_comes_back_the_same(who):
    text = shared_text(BOOK, who)
    assert read_shared(BOOK, text) == lasting(who)
    assert shared_text(BOOK, read_shared(BOOK, text)) == text


@for_each("who", [*SAMPLES, *BLOCKS])
def test_the_words_alone_are_read_as_the_same_block(who):
    words = block_of(BOOK, who)
    read = character_from_text(read_block(BOOK, words), CharacterKind.CAST, "0" * 32)
    assert (read.name, read.move, read.flying) == (who.name, who.move, who.flying)
    assert [die.faces for die in read.dice] == [die.faces for die in who.dice]
    known = [item.printed for item in who.equipment if item.printed]
    assert [item.printed for item in read.equipment] == known
    if "(" not in words.partition("Equipment")[2]:
        assert block_of(BOOK, read.with_(notes=who.notes)) == words


@pytest.mark.parametrize("name", ["", "Ξενοφῶν", "Владимир", "源義経", "A: b - 4D", "<b>&x</b>", "x" * 200])
def test_any_name_comes_back(name):
    who = ragnar().with_(name=name)
    assert read_shared(BOOK, shared_text(BOOK, who)) == lasting(who)


def test_a_chat_may_change_spaces_quotes_and_line_ends():
    text = shared_text(BOOK, ragnar())
    changed = "> " + text.replace("\n", "\r\n> ").replace(" • ", " * ").replace(";", " ;")
    half = changed.index("[bones-desktop:") + 60
    assert read_shared(BOOK, f"{changed[:half]}\r\n {changed[half:]}\nSee you on Friday!") == lasting(ragnar())


def test_several_come_back_each_and_what_stands_between_is_nobodys():
    text = f"Ours:\n{shared_text(BOOK, ragnar())}\nWolf - 1D: Demonic\n{shared_text(BOOK, bob())}\nSee you!"
    first, second = all_shared(BOOK, text)
    assert [first.character, second.character] == [lasting(ragnar()), lasting(bob())]
    assert text[first.start : first.line].strip() == block_of(BOOK, ragnar()).strip()
    assert text[second.start : second.line].strip() == block_of(BOOK, bob()).strip()
    assert text[: second.start].endswith("Demonic\n")


@pytest.mark.parametrize("before", ["Here is mine:\n", "[12:03] bob: ", "> * ", "Bob wrote\n\n", "(a) "])
def test_somebody_may_stand_before_it(before):
    assert read_shared(BOOK, before + shared_text(BOOK, ragnar())) == lasting(ragnar())


@pytest.mark.parametrize("before", ["Old ", "Old-", "X"])
def test_words_put_before_the_name_make_it_another(before):
    assert read_shared(BOOK, before + shared_text(BOOK, ragnar())) is None


def test_a_long_story_comes_back():
    chance = Random(1)
    words = ["".join(chance.choice("abcdefghijklmnop") for _ in range(chance.randrange(2, 9))) for _ in range(3_000)]
    who = ragnar().with_(back_story=" ".join(chance.choice(words) for _ in range(33_000))[:199_000])
    text = shared_text(BOOK, who)
    assert len(text) > 100_000
    assert read_shared(BOOK, kept_of(text)) == lasting(who)
    assert len(kept_of("x" * 100_000)) < 21_000


def test_a_block_changed_by_hand_is_read_by_its_words():
    text = shared_text(BOOK, ragnar()).replace("Riding", "Magic", 1)
    assert read_shared(BOOK, text) is None
    assert any(face.has("magic") for face in read_block(BOOK, text).dice[0].faces)


@pytest.mark.parametrize(
    "data",
    [
        b"", b"no zlib", zlib.compress(b"[" * 100_000), zlib.compress(b"0" * 50_000_000), zlib.compress(b"{}")[:-3],
        zlib.compress(dump_character(ragnar()).replace(b'"melee"', b'"MELEE"')), zlib.compress(b"\xff\xfe"),
    ],
)  # fmt: skip
def test_a_hostile_line_is_no_character(data):
    line = base64.b64encode(data).decode()
    assert read_shared(BOOK, f"{block_of(BOOK, ragnar())}\n[bones-desktop:{line.ljust(24, 'A')}]") is None


def test_damaged_lines_never_raise():
    text, chance = shared_text(BOOK, ragnar()), Random(4)
    for _time in range(500):
        at = chance.randrange(len(text))
        damaged = text[:at] + chance.choice("A=[]z\n\x00é") + text[at + chance.randrange(3) :]
        found = read_shared(BOOK, damaged)
        assert found is None or found == lasting(ragnar())


@pytest.mark.parametrize(
    ("game", "sample"), [pytest.param(small, path, id=path.stem) for small in SMALL_GAMES for path in small.samples]
)
def test_characters_of_smaller_games_come_back_too(game, sample):
    who = game.form.read(sample).value
    text = shared_of_game(game, who, f"# {who.name}\nwords")
    assert text.startswith(f"# {who.name}")
    [(found, back)] = read_shared_games(f"Ann: {text}\nand then {text[:40]}")
    assert found is game
    assert back.with_(id=who.id) == who
    assert read_shared(rulebook(), text) is None


def test_a_line_that_is_none_brings_nothing_back():
    game = SMALL_GAMES[0]
    text = shared_of_game(game, game.form.read(game.samples[0]).value, "words")
    assert read_shared_games(text.replace("]", "")) == ()
    assert read_shared_games(text[:-40] + "]") == ()
    assert read_shared_games("[bones-desktop:" + "A" * 100 + "]") == ()
