"""The command `tables`."""


def test_the_tables_are_listed(run, tmp_path):
    told = run("tables", "--json", "--data-dir", str(tmp_path))
    assert (told.code, len(told.json)) == (0, 20)
    assert {"name": "omens", "title": "Omens", "entries": 20, "own": False} in told.json
    assert "omens              Omens (20)" in run("tables", "--data-dir", str(tmp_path)).out.splitlines()


def test_a_roll_is_the_same_for_the_same_seed_and_tells_its_steps(run, tmp_path):
    given = ("tables", "Encounters ROAD", "--seed", "9", "--json", "--data-dir", str(tmp_path))
    told = run(*given).json
    assert told == run(*given).json
    assert told["name"] == "encounters-road"
    assert told["rolls"][0]["table"] == "encounters-road"
    assert 1 <= told["rolls"][0]["rolled"][0] <= 24
    lines = run("tables", "encounters-road", "--seed", "9", "--data-dir", str(tmp_path)).out.splitlines()
    assert lines[0] == told["text"]
    assert lines[1] == f"  Encounters on the Roman road (d24): {told['rolls'][0]['rolled'][0]}"


def test_bad_tables_are_told_and_the_others_are_listed(run, tmp_path):
    folder = tmp_path / "data" / "tables"
    folder.mkdir(parents=True)
    (folder / "loop.txt").write_text("[[loop]]\n", encoding="utf-8")
    (folder / "odd.txt").write_text("fine\n0x odd\n", encoding="utf-8")
    told = run("tables", "--data-dir", str(tmp_path))
    assert (told.code, told.err.count("\n"), len(told.out.splitlines())) == (1, 1, 21)
    assert "odd.txt, line 2: the weight 0 is not a whole number from 1 to 100." in told.err
    for name, why in (("loop", "loop.txt, line 1"), ("odd", "odd.txt, line 2"), ("nope", "“nope”")):
        refused = run("tables", name, "--data-dir", str(tmp_path))
        assert refused.is_one_line_error
        assert why in refused.err


def test_an_unknown_name_says_what_to_do(run, tmp_path):
    told = run("tables", "omen", "--data-dir", str(tmp_path))
    assert told.is_one_line_error
    assert told.err.endswith("“omen”. Perhaps you meant omens. The command “tables” without a name lists them.\n")
