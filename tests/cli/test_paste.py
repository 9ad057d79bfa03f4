"""Characters from a pasted text by command, and dice named by a stat block."""

import json
from io import BytesIO, TextIOWrapper

import pytest

from bones_desktop.storage.files.characterfile import read_character

BITE = "Universal, Poison, Poison, Poison, Defend, Defend"
COBRA = f"Cobra - 5D: d1-Stalker, d2-Pouncer, d3-Predator, d4 and d5-{BITE} • Move 2"
BITTEN = ["Universal", *["Poison (melee)"] * 3, "Defend", "Defend"]


@pytest.mark.parametrize(
    "text",
    [
        COBRA,
        COBRA.replace("d4 and d5-", "d4–5: "),
        COBRA.replace(" and ", " & "),
        COBRA.replace(" and", ","),
        COBRA.replace("Predator", "Preda-\ntor"),
        f"Cobra - 5D:\nd1\tStalker\nd2\tPouncer\nd3\tPredator\nd4-d5\t{BITE}\nMove\t2".replace(", ", "\t"),
        f"[b]Cobra - 5D:[/b] d1-Stalker, d2-Pouncer, d3-Predator, d4 and d5-[i]{BITE}[/i] • Move 2",
        f"Cobra (5D)\n#1 Stalker\n#2 Pouncer\n#3 Predator\n#4 {BITE}\n#5 {BITE}\nMove 2",
        f"| Cobra | 5D |\n|-|-|\n|d1|Stalker|\n| d2 | Pouncer |\n| d3 | Predator |\n| d4, 5 | {BITE} |\n|Move|2",
        f"```statblock\nname: Cobra\ndice: 5D\nd1: Stalker\nd2: Pouncer\nd3: Predator\nd4-5: {BITE}\nmove: 2\n```",
        json.dumps({"name": "Cobra", "dice": ["Stalker", "Pouncer", "Predator", *[BITE.split(", ")] * 2], "move": 2}),
        COBRA.replace("d1", "dl"),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_the_cobra_is_read_in_many_dresses(run, tmp_path, text, encoding):
    file = tmp_path / "cobra.txt"
    file.write_text(text, encoding=encoding)
    [cobra] = run("paste", str(file), "--json").json
    assert (cobra["name"], cobra["kind"], cobra["move"], cobra["left_out"]) == ("Cobra", "beast", 2, [])
    assert cobra["dice"][3:] == [BITTEN, BITTEN]
    assert len(cobra["dice"]) == 5


def test_characters_are_written_and_nothing_is_replaced(run, tmp_path):
    file, out = tmp_path / "two.txt", tmp_path / "new" / "tribe"
    file.write_text(f"{COBRA} Barrow Wight - 2D: Fighter (x2) • Move 1\n{COBRA} and it hisses\n")
    told = run("paste", str(file), "--out", str(out), "--json").json
    assert [each["name"] for each in told] == ["Cobra", "Barrow Wight", "Cobra"]
    assert [each["file"] for each in told] == [
        str(out / f"{name}.bones") for name in ("Cobra", "Barrow Wight", "Cobra (2)")
    ]
    made = [read_character(out / f"{name}.bones").value for name in ("Cobra", "Barrow Wight", "Cobra (2)")]
    assert [len(each.dice) for each in made] == [5, 2, 5]
    assert "it hisses" in made[2].notes
    assert len({each.id for each in made}) == 3


def test_text_is_read_from_what_is_piped_in(run, monkeypatch):
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(f"{COBRA}; blah".encode())))
    said = run("paste", "-").out
    assert said.startswith("Cobra: beast, 5 dice, Move 2\n  die 1: Universal, Stealth")
    assert said.endswith("  Left out: blah\n")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"Hello there", "No dice were found in this text"),
        (b'{"name": "x", "hp": 3}', "No dice were found in this JSON"),
        (b"%PDF-1.4\n\x00\xff\x81", "is not text"),
        (b"x" * 2_000_001, "longer than 2 MB"),
        (b"", "No dice were found"),
    ],
)
def test_what_is_no_stat_block_is_refused_in_one_sentence(run, tmp_path, data, said):
    file = tmp_path / "text.txt"
    file.write_bytes(data)
    answer = run("paste", str(file), "--out", str(tmp_path / "out"))
    assert answer.is_one_line_error
    assert said in answer.err
    assert not (tmp_path / "out").exists()


def test_a_file_is_no_folder_to_write_to(run, tmp_path):
    file = tmp_path / "text.txt"
    file.write_text(COBRA)
    answer = run("paste", str(file), "--out", str(file))
    assert answer.is_one_line_error
    assert "Name a folder" in answer.err
    assert file.read_text() == COBRA


@pytest.mark.parametrize("name", ["Wolf", "wolf", "the Wolf"])
def test_dice_are_those_of_a_beast_named_where_dice_are_given(run, name):
    dice = "Stalker; Predator; Pouncer"
    against = ("--skill", "stealth", "--versus", "Sage", "--versus-skill", "perception", "--json")
    assert run("odds", "--dice", name, *against).json == run("odds", "--dice", dice, *against).json
    task = ("--skill", "stealth", "--difficulty", "average", "--json")
    assert (
        run("roll", "--dice", name, *task, "--seed", "4").json == run("roll", "--dice", dice, *task, "--seed", "4").json
    )
    faces = ("--faces", "1,2,3", "--nulls", "0")
    assert run("read", "--dice", name, *task, *faces).json == run("read", "--dice", dice, *task, *faces).json
    assert run("dice", name, "--json").json == run("dice", dice, "--json").json


@pytest.mark.parametrize("name", ["Tribal Dregs", "The Tribal Matron", "tribal dreg"])
def test_names_with_an_article_or_of_several_are_known(run, tmp_path, qapp, name):
    assert "A wins" in run("fight", name, "Wolf").out
    assert run("encounter", f"{name}=2", "--pdf", str(tmp_path / "e.pdf")).code == 0
    file = tmp_path / "fight.json"
    combatants = [{"id": "a", "dice": name}, {"id": "b", "cast": name, "side": "B"}, {"id": "w", "dice": "Wolf"}]
    file.write_text(json.dumps({"combatants": combatants, "seed": 1}))
    assert run("round", str(file), "--json").code == 0
