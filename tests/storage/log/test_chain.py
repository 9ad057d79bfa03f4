"""The chain of an evening's draws: whatever is changed after somebody noted its head is found, and said where."""

import hashlib
import hmac
import json
import sqlite3

import pytest

from bones_desktop.play.eveningdice import EveningDice
from bones_desktop.rules.dice import Die
from bones_desktop.rules.fairdice import (
    MOST_WORDS,
    AddedWords,
    chain_next,
    chain_start,
    evening_key,
    fitting_words,
    words_of,
)
from bones_desktop.rules.fairness import verify
from bones_desktop.storage.log.logentry import HIDDEN, LogEntry, LoggedDie
from bones_desktop.storage.log.logexport import to_json
from bones_desktop.storage.log.throwlog import ThrowLog
from tests.support.commands import Command

FACES = ("universal", "physical", "melee", "melee", "defend", "")
DICE = tuple(Die(FACES, "die", "character", f"die {n}") for n in (1, 2, 3))
SEED = bytes(range(32))


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Command:
    return Command(capsys)


class Table:
    def __init__(self, path, clock) -> None:
        self.path = path
        self.clock = clock
        self.log = ThrowLog(path, clock)
        self.dice = EveningDice(self.log, clock, lambda: SEED)

    def throw(self, times=1, *tags) -> None:
        for _ in range(times):
            drawn = self.dice.draw(DICE)
            shown = zip(DICE, drawn.throw.indices, strict=True)
            dice = tuple(LoggedDie("Roman", FACES, index, "character", die.key) for die, index in shown)
            entry = LogEntry(self.clock(), dice=dice, evening=drawn.evening, number=drawn.number, tags=tags)
            self.log.append(entry)

    @property
    def head(self) -> str:
        return self.log.evenings()[-1].head

    def exported(self):
        evenings = self.log.evenings()
        chains = {each.id: self.log.sealed(each).chain or () for each in evenings}
        return json.loads(to_json(self.log.read(self.log.ids()), evenings, chains))

    def found(self, head="", place=-1):
        evening = self.log.evenings()[place]
        return verify(self.log.sealed(evening), self.log.draws(evening.id), head)

    def change(self, *statements) -> None:
        """Change the database behind the program's back, as its owner can."""
        self.log.close()
        with sqlite3.connect(self.path) as connection:
            for statement in statements:
                connection.execute(statement)
        connection.close()
        self.log = ThrowLog(self.path, self.clock)


@pytest.fixture
def table(tmp_path, clock):
    made = Table(tmp_path / "log.db", clock)
    yield made
    made.log.close()


def codes(found):
    return [each.code for each in found.findings]


def test_the_head_grows_by_the_recipe(table):
    table.dice.begin()
    table.dice.add_words(" Odin  sees ")
    table.dice.add_words("und ich auch: äöü")
    table.throw(2)
    table.dice.end()
    told = table.exported()["evenings"][0]
    assert told["words"] == ["Odin sees", "und ich auch: äöü"]
    said = "".join(f"{each}\n" for each in told["words"])
    key = hmac.digest(bytes.fromhex(told["seed"]), f"words\n{said}".encode(), "sha256")
    head = hashlib.sha256(f"bones-desktop chain\n{told['commitment']}\n{said}".encode()).hexdigest()
    for number, label, faces, after in told["chain"]:
        stream = hmac.digest(key, f"{label}|0".encode(), "sha256")
        assert faces == [byte % 6 for byte in stream if byte < 252][: len(faces)]
        assert label == f"throw|{number}|die 1:6|die 2:6|die 3:6"
        head = hashlib.sha256(f"{head}\n{label}\n{','.join(map(str, faces))}".encode()).hexdigest()
        assert after == head
    assert told["head"] == head == table.head


def test_words_change_what_is_drawn_and_without_them_nothing_does():
    assert evening_key(SEED, ()) == SEED
    assert evening_key(SEED, ("a",)) != evening_key(SEED, ("b",)) != SEED
    assert chain_start("c", ()) != chain_start("c", ("a",))
    assert chain_next("h", b"throw|1|a:6", (1,)) != chain_next("h", b"throw|1|a:6", (2,))
    assert fitting_words(" a\n\tb\u202e\x00 ") == "a b"
    assert len(fitting_words("x" * 999)) == 200


def test_words_that_are_added_later_hold_from_the_next_draw_by_the_recipe(table):
    """Calculated here by the sentences of the recipe alone."""
    table.dice.begin()
    for said, rolls in (("first", 1), ("later", 0), ("und ich: ä", 2), ("last", 1), ("too late for a draw", 0)):
        table.dice.add_words(said)
        table.throw(rolls)
    table.dice.end()
    told = table.exported()["evenings"][0]
    assert told["words"] == ["first", [2, "later"], [2, "und ich: ä"], [4, "last"], [5, "too late for a draw"]]
    seed, said, news = bytes.fromhex(told["seed"]), "", {1: "first\n", 2: "later\nund ich: ä\n", 4: "last\n"}
    head = hashlib.sha256(f"bones-desktop chain\n{told['commitment']}\nfirst\n".encode()).hexdigest()
    for number, label, faces, after in told["chain"]:
        said += news.get(number, "")
        key = hmac.digest(seed, f"words\n{said}".encode(), "sha256")
        stream = hmac.digest(key, f"{label}|0".encode(), "sha256")
        assert faces == [byte % 6 for byte in stream if byte < 252][: len(faces)]
        if number > 1 and number in news:
            head = hashlib.sha256(f"{head}\nwords\n{news[number]}".encode()).hexdigest()
        head = hashlib.sha256(f"{head}\n{label}\n{','.join(map(str, faces))}".encode()).hexdigest()
        assert after == head
    assert [each["number"] for each in table.exported()["lines"] if each["number"]] == [1, 2, 3, 4]


def test_an_evening_with_later_words_is_sound_and_a_change_of_them_is_found(run, table, tmp_path):
    table.dice.begin()
    table.dice.add_words("first")
    table.throw(2)
    noted = table.head
    table.dice.add_words("later")
    table.throw(2)
    assert codes(table.found(noted)) == ["evening-goes-on", "head-earlier", "words-first", "words-later"]
    table.dice.end()
    assert codes(table.found(noted)) == ["evening-sound", "head-earlier", "words-first", "words-later"]
    assert dict(table.found().findings[-1].values) == {"n": 1, "number": 3}
    path = tmp_path / "log.json"
    path.write_text(json.dumps(table.exported()), encoding="utf-8")
    assert "words of the players: first / later (from draw 3 on)" in run("verify", str(path)).out
    assert run("verify", str(path), "--json").json["evenings"][0]["words"] == ["first", [3, "later"]]
    for words in ('["first"]', '["first", "later"]', '["first", [4, "later"]]', '["first", [3, "other"]]'):
        table.change(f"UPDATE evening SET words = '{words}'")
        assert not table.found().sound, words
        assert (set(table.found().changed) | set(table.found().broken)) <= {1, 2, 3, 4}


@pytest.mark.parametrize("damaged", ["{", "[1]", '[["2", "late"]]', '[[0, "late"]]', '[[2, "late", 3]]', "[[]]", "7"])
def test_words_that_cannot_be_read_are_left_out(table, damaged):
    table.throw()
    table.change(f"UPDATE evening SET words = '{damaged}'")
    assert table.log.evenings()[-1].words == ()
    with pytest.raises((ValueError, TypeError)):
        words_of(json.loads(damaged))


def test_words_come_after_the_seal_while_the_evening_goes_on(table):
    sealed = table.dice.begin().commitment
    assert table.dice.add_words("mine").commitment == sealed
    table.throw()
    assert table.dice.add_words("late").words == (AddedWords("mine"), AddedWords("late", 2))
    with pytest.raises(ValueError):
        table.dice.add_words("")
    table.dice.end()
    with pytest.raises(ValueError):
        table.log.add_words(1, "after the end")
    for number in range(MOST_WORDS):
        table.dice.add_words(f"words {number}")
    with pytest.raises(ValueError):
        table.dice.add_words("too many")
    with pytest.raises(ValueError):
        table.dice.add_words(" \n")


def test_an_honest_evening_is_sound_while_it_goes_on_and_afterwards(table):
    table.throw(3)
    noted = table.head
    assert codes(table.found()) == ["evening-goes-on", "words-none"]
    table.throw(2)
    assert codes(table.found(noted)) == ["evening-goes-on", "head-earlier", "words-none"]
    table.dice.end()
    found = table.found(noted)
    assert found.sound
    assert [dict(each.values) for each in found.findings] == [{"n": 5}, {"number": 3, "n": 2}, {}]
    for head in (table.head, table.head[:12].upper() + " ", f"{table.head[:4]} {table.head[4:8]} {table.head[8:12]} …"):
        assert codes(table.found(head)) == ["evening-sound", "head-last", "words-none"]
    for head in (table.head[:11], "Head after draw 5"):
        assert codes(table.found(head)) == ["head-unreadable"], "it accuses nobody"


def test_the_seal_given_as_a_head_is_named_as_such(run, table, tmp_path):
    table.throw(2)
    table.dice.end()
    seal, path = table.log.evenings()[-1].commitment, tmp_path / "log.json"
    assert codes(table.found(seal[:12])) == ["evening-sound", "head-is-seal", "words-none"]
    path.write_text(json.dumps(table.exported()), encoding="utf-8")
    answer = run("verify", str(path), "--head", seal)
    assert answer.code == 0
    assert "is the seal of this evening" in answer.out


def test_secret_draws_and_words_before_the_first_are_told(run, table, tmp_path):
    table.dice.begin()
    table.dice.add_words("mine")
    table.throw(1, HIDDEN)
    table.throw(2)
    table.dice.end()
    assert codes(table.found()) == ["evening-sound", "words-first", "draws-secret"]
    assert [dict(each.values) for each in table.found().findings][1:] == [{"n": 1}, {"n": 1}]
    path = tmp_path / "log.json"
    path.write_text(json.dumps(table.exported()), encoding="utf-8")
    told = run("verify", str(path), "--json").json["evenings"][0]
    assert (told["secret"], told["words_first"], told["draws"]) == (1, True, 3)
    assert "One draw was secret" in run("verify", str(path)).out
    year, month, day = told["begun"][:10].split("-")
    assert f"{day}.{month}.{year}" in run("verify", str(path), "--language", "de").out


def test_a_number_is_on_the_device_before_its_dice_are_known(table):
    table.dice.begin()
    table.dice.draw(DICE)
    assert table.log.file.connection.execute("PRAGMA synchronous").fetchone() == (2,)
    assert len(table.log.sealed(table.log.evenings()[-1]).chain) == 1


TAMPERING = {
    "the last draw removed and the counter set back": (
        "DELETE FROM line WHERE number = 5", "DELETE FROM draw WHERE number = 5",
        "DELETE FROM sealed WHERE number = 5", "UPDATE evening SET draws = 4",
    ),
    "two draws removed and the counter set back": (
        "DELETE FROM line WHERE number > 3", "DELETE FROM draw WHERE number > 3",
        "DELETE FROM sealed WHERE number > 3", "UPDATE evening SET draws = 3",
    ),
    "all draws removed": (
        "DELETE FROM line WHERE number > 0", "DELETE FROM draw", "DELETE FROM sealed", "UPDATE evening SET draws = 0",
    ),
    "words put in afterwards": ("UPDATE evening SET words = '[\"mine\"]'",),
    "the last head written anew": (f"UPDATE sealed SET head = '{0:064}' WHERE number = 5",),
    "faces of the chain changed": ("UPDATE sealed SET faces = '5,5,5' WHERE number = 5",),
}  # fmt: skip


@pytest.mark.parametrize("how", TAMPERING)
def test_whoever_noted_the_head_finds_out(table, how):
    table.throw(5)
    noted = table.head
    table.change(*TAMPERING[how])
    assert "head-unknown" in codes(table.found(noted)) or not table.found(noted).sound
    table.dice = EveningDice(table.log, table.clock, lambda: SEED)
    table.dice.end()
    found = table.found(noted)
    assert not found.sound
    assert codes(found)[-1] == "head-unknown" or found.broken


@pytest.mark.parametrize(
    ("statements", "broken", "changed", "missing"),
    [
        (("DELETE FROM sealed WHERE number = 3",), (3, 4), (), ()),
        (("DELETE FROM line WHERE number = 2", "DELETE FROM draw WHERE number = 2"), (), (), (2,)),
        (("UPDATE sealed SET number = 9 WHERE number = 5",), (9, *range(6, 9)), (), (6, 7, 8, 9)),
        (("UPDATE sealed SET label = x'7468726f77' WHERE number = 1",), (1,), (), ()),
        (("DELETE FROM sealed WHERE number = 5",), (5,), (), ()),
        (("DELETE FROM sealed",), (1, 2, 3, 4, 5), (), ()),
    ],
    ids=["chain row gone", "line gone", "number changed", "label changed", "last chain row gone", "no chain"],
)
def test_what_does_not_fit_is_told_without_any_head(table, statements, broken, changed, missing):
    table.throw(5)
    table.dice.end()
    table.change(*statements)
    found = table.found()
    assert not found.sound
    assert set(broken) & set(found.broken) or not broken
    assert set(missing) <= set(found.missing)
    assert set(changed) <= set(found.changed)


def test_a_draw_put_back_by_the_owner_is_not_given_out_again(table):
    table.throw(3)
    table.change("UPDATE evening SET draws = 1")
    table.dice = EveningDice(table.log, table.clock, lambda: SEED)
    table.throw()
    assert [each.number for each in table.log.sealed(table.log.evenings()[-1]).chain] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("tamper", "said"),
    [
        (lambda told: told["evenings"][0].update(words=["mine"]), "chain"),
        (lambda told: told["evenings"][0].update(seed="00" * 32), "seed"),
        (lambda told: told["evenings"][0]["chain"].pop(), "chain"),
        (lambda told: told["evenings"][0]["chain"].reverse(), "chain"),
        (lambda told: told["evenings"][0]["chain"][1].__setitem__(2, [0, 0, 0]), "chain"),
        (lambda told: told["evenings"][0].update(head="0" * 64), "chain"),
        (lambda told: told["lines"].pop(2), "not in the log"),
        (lambda told: told["lines"].append(told["lines"][2]), "more than once"),
        (lambda told: told["lines"][2]["dice"][0].__setitem__(1, (told["lines"][2]["dice"][0][1] + 1) % 6), "differs"),
    ],
    ids=[
        "words",
        "seed",
        "last link",
        "order",
        "faces of the chain",
        "head",
        "a line out",
        "a line twice",
        "faces of a line",
    ],
)
def test_a_file_that_was_changed_is_told(run, table, tmp_path, tamper, said):
    table.throw(4)
    table.dice.end()
    told, path = table.exported(), tmp_path / "log.json"
    path.write_text(json.dumps(told), encoding="utf-8")
    assert run("verify", str(path), "--head", table.head).code == 0
    tamper(told)
    path.write_text(json.dumps(told), encoding="utf-8")
    answer = run("verify", str(path))
    assert answer.code == 1
    assert said in answer.out
    assert run("verify", str(path), "--json").json["sound"] is False


def test_what_is_said_of_a_sound_evening_claims_nothing_of_the_icons(run, table, tmp_path):
    table.throw(4)
    table.dice.end()
    told, path = table.exported(), tmp_path / "log.json"
    for die in told["dice"]:
        die["faces"] = ["melee"] * len(die["faces"])  # the label holds how many there are
    path.write_text(json.dumps(told), encoding="utf-8")
    answer = run("verify", str(path), "--head", table.head)
    assert answer.code == 0
    assert "The icons on the faces, names and texts are not sealed." in answer.out
    assert "no draw before it was changed" in answer.out


def test_the_last_draw_taken_out_of_a_file_is_told_by_a_head_only(run, table, tmp_path):
    table.throw(4)
    noted = table.head
    table.dice.end()
    told, path = table.exported(), tmp_path / "log.json"
    evening = told["evenings"][0]
    evening["chain"].pop()
    evening.update(draws=3, head=evening["chain"][-1][3])
    told["lines"] = [line for line in told["lines"] if line["number"] != 4]
    path.write_text(json.dumps(told), encoding="utf-8")
    assert run("verify", str(path)).code == 0
    answer = run("verify", str(path), "--head", noted)
    assert answer.code == 1
    assert "not in this chain" in answer.out


def test_a_head_of_one_evening_is_found_among_several(run, table, tmp_path):
    table.throw(2)
    noted = table.head
    table.dice.end()
    table.dice = EveningDice(table.log, table.clock, lambda: bytes(32))
    table.throw(1)
    path = tmp_path / "log.json"
    path.write_text(json.dumps(table.exported()), encoding="utf-8")
    answer = run("verify", str(path), "--head", noted, "--json")
    assert answer.code == 0
    assert [each["head_asked_for"] for each in answer.json["evenings"]] == ["head-last", ""]
    assert [each["goes_on"] for each in answer.json["evenings"]] == [False, True]


@pytest.mark.parametrize(
    ("text", "more", "said"),
    [
        ("{}", (), "not a log"),
        ("[" * 9999, (), "not a log"),
        ('{"format": "bones-desktop log", "version": 1, "dice": [], "lines": 3}', (), "not a log"),
        ("{}", ("--head", "xyz"), "a head is"),
        (None, (), "There is no file"),
    ],
)
def test_what_is_no_exported_log_is_one_line(run, tmp_path, text, more, said):
    path = tmp_path / "log.json"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    answer = run("verify", str(path), *more)
    assert answer.code == 2
    assert said in answer.err
    assert answer.err.count("\n") == 1


def test_a_log_that_was_replaced_while_it_was_open_keeps_its_chain(table):
    table.throw(3)
    head = table.head
    table.path.unlink()
    table.throw()
    found = table.found(head)
    assert "head-earlier" in codes(found)
    assert not found.broken


def test_an_evening_whose_chain_was_taken_out_of_a_file_is_not_called_sealed_by_one(run, table, tmp_path):
    table.throw(4)
    table.dice.end()
    told, path = table.exported(), tmp_path / "log.json"
    evening = told["evenings"][0]
    for field in ("words", "head", "chain"):
        del evening[field]
    path.write_text(json.dumps(told), encoding="utf-8")
    answer = run("verify", str(path))
    assert "4 draws do not fit the chain: 1–4." in answer.out
    evening.update(ended=None, seed=None)
    path.write_text(json.dumps(told), encoding="utf-8")
    answer = run("verify", str(path))
    assert "is sound" not in answer.out
    assert "4 draws do not fit the chain: 1–4." in answer.out


def test_an_evening_that_stands_twice_in_a_file_is_refused(run, table, tmp_path):
    table.throw(2)
    table.dice.end()
    told, path = table.exported(), tmp_path / "log.json"
    told["evenings"] *= 2
    path.write_text(json.dumps(told), encoding="utf-8")
    answer = run("verify", str(path))
    assert answer.code == 2
    assert "it contains an evening twice" in answer.err


def written(path, told):
    path.write_text(json.dumps(told), encoding="utf-8")
    return str(path)


def test_an_evening_doubled_under_another_number_is_told(run, table, tmp_path):
    """Each of the two would be sound: whoever knows the seed of one knows the dice of the other."""
    table.throw(2)
    table.dice.end()
    told = table.exported()
    told["evenings"] += [told["evenings"][0] | {"id": 2}]
    told["lines"] += [line | {"evening": 2, "id": line["id"] + 50} for line in told["lines"]]
    answer = run("verify", written(tmp_path / "log.json", told))
    assert answer.code == 1
    assert answer.out.count("Another evening has the same seal") == 2
    table.change("INSERT INTO evening SELECT 2, begun, ended, commitment, seed, draws, words FROM evening")
    assert [codes(table.found(place=place))[0] for place in (0, 1)] == ["seal-twice", "seal-twice"]


def test_an_evening_taken_out_of_a_file_while_its_throws_stay_is_told(run, table, tmp_path):
    table.throw(2)
    table.dice.end()
    table.dice = EveningDice(table.log, table.clock, lambda: bytes(32))
    table.throw(1)
    table.dice.end()
    told = table.exported()
    assert run("verify", written(tmp_path / "log.json", told)).code == 0
    del told["evenings"][0]
    answer = run("verify", written(tmp_path / "log.json", told))
    assert answer.code == 1
    assert "Evening 1: Rolls refer to this evening, but the data to check it is missing." in answer.out
    assert [each["sound"] for each in run("verify", str(tmp_path / "log.json"), "--json").json["evenings"]] == [
        True, False,
    ]  # fmt: skip


def test_two_evenings_put_together_are_told(run, table, tmp_path):
    table.throw(2)
    table.dice.end()
    table.dice = EveningDice(table.log, table.clock, lambda: bytes(32))
    table.throw(2)
    table.dice.end()
    told = table.exported()
    first, second = told["evenings"]
    for line in told["lines"]:
        line["number"] += 2 * (line["evening"] == 2 and line["number"] > 0)
        line["evening"] = 1
    first["chain"] += [[number + 2, *rest] for number, *rest in second["chain"]]
    first.update(draws=4, head=second["head"])
    told["evenings"] = [first]
    answer = run("verify", written(tmp_path / "log.json", told), "--json")
    assert answer.code == 1
    assert answer.json["evenings"][0]["changed"] == [3, 4]
    assert answer.json["evenings"][0]["chain_broken"]


@pytest.mark.parametrize("left", ["head", "words"])
def test_a_chain_taken_out_alone_is_told(run, table, tmp_path, left):
    table.dice.begin()
    table.dice.add_words("mine")
    table.throw(3)
    table.dice.end()
    told = table.exported()
    for field in {"chain", "head", "words"} - {left, "words"}:
        del told["evenings"][0][field]
    answer = run("verify", written(tmp_path / "log.json", told), "--json")
    assert answer.code == 1
    assert answer.json["evenings"][0]["chain_broken"] == [1, 2, 3]


def test_an_evening_that_shows_its_seed_does_not_go_on(run, table, tmp_path):
    """As long as it goes on only its chain is checked, which whoever writes the file can make anew."""
    table.throw(2)
    table.dice.end()
    told = table.exported()
    told["evenings"][0].update(ended=None, seed="00" * 32)
    answer = run("verify", written(tmp_path / "log.json", told))
    assert answer.code == 1
    assert "The seed is not the one that was sealed" in answer.out


def test_a_chain_of_an_evening_whose_words_were_taken_out_of_the_log_is_looked_at(table):
    table.dice.begin()
    table.dice.add_words("mine")
    table.throw(3)
    table.dice.end()
    table.change("UPDATE evening SET words = '[]'")
    assert table.found().broken
