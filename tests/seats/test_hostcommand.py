"""The commands `host` and `join`, in processes of their own and, for mistakes, within the test."""

import argparse
import asyncio
import errno
import json
import os
import signal
import socket
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest
from PySide6.QtCore import QLockFile

from bones_desktop.cli.host import ServedTable, with_password
from bones_desktop.cli.join import JoinedSeat, _SeatOverBroker
from bones_desktop.rules.records import replace
from bones_desktop.seats.invitation import Invitation, read_broker, read_invitation
from bones_desktop.storage.files.locations import START_LOCK, Locations
from bones_desktop.storage.log.throwlog import ThrowLog
from tests.seats.mosquitto import needs_mosquitto
from tests.seats.tableseats import now
from tests.support.commands import Command
from tests.support.program import ROOT
from tests.support.tableprograms import Host, TableProgram, programs

ROLL = {"kind": "throw", "roll": "task", "set": {"skill": "melee", "difficulty": "average"}}


@pytest.fixture
def run(capsys, qapp) -> Command:
    return Command(capsys)


@pytest.fixture
def make():
    with programs() as making:
        yield making


def shelf(data: Path, name: str) -> Path:
    return Locations.under(data).characters / f"{name}.bones"


def faces(thrown: dict) -> list[int]:
    return [die["face"] for die in thrown["dice"]]


def rolls(data: Path) -> list[int]:
    """Return the numbers of the draws in the log, oldest first."""
    log = ThrowLog(Locations.under(data).roll_log, now)
    try:
        return [entry.number for entry in log.latest() if entry.number]
    finally:
        log.close()


def test_an_evening_over_a_kill_of_the_host_until_the_table_is_closed(make, data, tmp_path):
    host = make(Host, data, shelf(data, "ragnar"), shelf(data, "bob"))
    assert set(host.lines[0]) == {"url", "invitation", "table"}
    assert host.invitation.startswith(host.url + "#")
    anna = make(TableProgram, tmp_path / "anna", "join", host.invitation, "--name", "Anna", "--character", "Ragnar")
    host.wait_for("knocked", name="Anna", characters=["Ragnar"])
    host.say("admit Nobody")
    host.say("dance")
    host.wait_for("trouble", count=2)
    assert not anna.of("welcome")
    host.say("admit anna")
    anna.wait_for("rolls")
    anna.say({**ROLL, "id": "one"})
    first = anna.wait_for("thrown", id="one")
    assert host.wait_for("thrown", by="Ragnar", seat="Anna")["title"] == first["title"]

    host.kill()
    again = make(Host, data, shelf(data, "bob"), shelf(data, "ragnar"))
    assert (again.invitation, again.table) == (host.invitation, host.table)
    again.wait_for("here", name="Anna")
    anna.wait_for("welcome", count=2)
    before = len(anna.of("thrown", id="one"))
    anna.say({**ROLL, "id": "one"})
    assert faces(anna.wait_for("thrown", count=before + 1, id="one")) == faces(first)
    anna.say({**ROLL, "id": "two"})
    anna.wait_for("thrown", id="two")
    assert not again.of("knocked")

    again.process.send_signal(signal.SIGTERM)
    assert again.end() == (0, "")
    assert anna.end()[0] == 0
    assert rolls(data) == [1, 2]

    third = make(Host, data, "Ragnar", "bob")
    assert third.invitation == host.invitation
    anna = make(TableProgram, tmp_path / "anna", "join", host.invitation, "--name", "Anna")
    anna.wait_for("welcome")
    third.say("remove Anna")
    code, said = anna.end()
    assert code == 1
    assert said.startswith("bones-desktop: ")
    third.say("close")
    assert third.end() == (0, "")
    fourth = make(Host, data, shelf(data, "ragnar"), shelf(data, "bob"))
    assert fourth.table != host.table
    fourth.process.stdin.close()
    assert fourth.end() == (0, "")


def test_a_script_ends_with_its_input_after_the_last_answer(make, data, tmp_path):
    host = make(Host, data, shelf(data, "ragnar"), "--admit", "all", "--seed", "hazel")
    script = make(TableProgram, tmp_path, "join", host.invitation, "--name", "Script", "--character", "Ragnar")
    words = {"kind": "word", "id": "w", "text": "beard"}
    script.say(words)
    script.say("this is no message")
    script.say({**ROLL, "id": "1"})
    script.say({"kind": "throw", "id": "2", "roll": "nothing"})
    script.process.stdin.close()
    code, said = script.end()
    assert code == 0
    assert "this is no message" in said
    assert script.of("thrown", id="1")
    assert script.of("refused", id="2")
    watcher = make(TableProgram, tmp_path, "join", host.invitation, "--name", "Television")
    watcher.process.stdin.close()
    assert watcher.end()[0] == 0
    assert watcher.of("party")
    wrong = host.invitation.replace("#", "#x")
    assert make(TableProgram, tmp_path, "join", wrong, "--name", "Eve").end()[0] == 1
    assert not host.of("knocked", name="Eve")
    # The same seed and words give the same dice.
    other = make(Host, tmp_path / "other", shelf(data, "ragnar"), "--admit", "all", "--seed", "hazel")
    second = make(TableProgram, tmp_path, "join", other.invitation, "--name", "Script", "--character", "Ragnar")
    second.say(words)
    second.say({**ROLL, "id": "1"})
    assert faces(script.wait_for("thrown", id="1")) == faces(second.wait_for("thrown", id="1"))


def test_more_requests_than_a_host_takes_at_once_are_all_answered(make, data, tmp_path):
    host = make(Host, data, shelf(data, "ragnar"), "--admit", "all")
    script = make(TableProgram, tmp_path, "join", host.invitation, "--name", "Script", "--character", "Ragnar")
    for number in range(30):
        script.say({**ROLL, "id": f"{number}"})
    script.process.stdin.close()
    assert script.end() == (0, "")
    assert {each["id"] for each in script.of("thrown")} >= {f"{number}" for number in range(30)}
    assert len(script.of("welcome")) == 1


def test_a_command_asks_a_player_for_a_roll(make, data, tmp_path):
    host = make(Host, data, shelf(data, "ragnar"), "--admit", "all")
    script = make(TableProgram, tmp_path, "join", host.invitation, "--name", "Script", "--character", "Ragnar")
    script.wait_for("rolls")
    for mistake, why in (
        ("ask Ragnar", "Type a name and a roll"),
        ("ask 'Ragnar task", "Type a name and a roll"),
        ("ask Olaf task", "called Olaf"),
        ("ask Ragnar nothing", "no roll called"),
        ("ask Ragnar task skill", "NAME=VALUE"),
        ("take-back ask-1", "ask-1"),
    ):
        before = len(host.of("trouble"))
        host.say(mistake)
        assert why in host.wait_for("trouble", count=before + 1)["text"]
    host.say('ask "Ragnar" task skill=perception difficulty=easy secret')
    asked = host.wait_for("asked", by="Ragnar", title="Perception against Easy", secret=True)
    (seen,) = script.wait_for("asks")["asks"]
    script.say({"kind": "throw", "id": "1", "roll": "task", "asked": seen["id"]})
    assert host.wait_for("thrown", seat="Script")["asked"] == asked["id"] == seen["id"]
    host.say("ask Ragnar task")
    again = host.wait_for("asked", count=2)["id"]
    script.until(lambda: [each["id"] for each in script.of("asks")[-1]["asks"]] == [again])
    host.say(f"take-back {again}")
    script.until(lambda: script.of("asks")[-1]["asks"] == [])


def test_a_seat_adds_words_before_it_rolls_and_verifies_the_dice(make, data, tmp_path):
    host = make(Host, data, shelf(data, "ragnar"), shelf(data, "bob"), "--admit", "all")
    anna = make(TableProgram, tmp_path, "join", host.invitation, "--name", "Anna", "--character", "Ragnar")
    anna.say({**ROLL, "id": "1"})
    host.wait_for("words", name="Anna", draw=1)
    anna.wait_for("thrown", id="1")
    ben = make(TableProgram, tmp_path, "join", host.invitation, "--name", "Ben", "--character", "Bob")
    host.wait_for("words", name="Ben", draw=2)  # It rolls nothing, and adds words all the same.
    eve = make(TableProgram, tmp_path, "join", host.invitation, "--name", "Eve")
    eve.wait_for("sealed")
    anna.say({**ROLL, "id": "2"})
    eve.wait_for("thrown", draw=2)
    first = anna.of("sealed")[-1]["words"]
    assert [len(each) if isinstance(each, str) else each[0] for each in first] == [20, 2]
    # A seat that is killed goes on with what it has kept.
    anna.until(lambda: bool(list(tmp_path.rglob("*.fair.json"))))
    anna.process.stdin.close()
    assert anna.end()[0] == 0
    anna = make(TableProgram, tmp_path, "join", host.invitation, "--name", "Anna", "--character", "Ragnar")
    anna.wait_for("sealed")
    host.say("close")
    assert host.end() == (0, "")
    ends = {each: each.wait_for("fair") for each in (anna, ben, eve)}
    for each, n in ((anna, 2), (ben, 2), (eve, 2)):
        assert each.end()[0] == 0
        assert ends[each]["tone"] == "good"
        assert ends[each]["text"] == f"{n} rolls repeated from the seed: all are as they were shown here."
        assert len(each.of("fair")) == 1
    assert len(host.of("words")) == 2


def test_after_a_break_a_seat_asks_for_what_it_missed(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(JoinedSeat, "_nonce", lambda _seat: {"table": "t", "nonce": "n"})
    given = argparse.Namespace(invitation="http://127.0.0.1:1/#s", name="Anna", character="", data_dir=str(tmp_path))
    seat, sent = JoinedSeat(read_invitation(given.invitation), given), []
    welcome = {"kind": "welcome", "epoch": "e", "seat": {"role": "watcher"}}

    class Connection:
        async def send(self, text):
            sent.append(json.loads(text))

    for message in ({**welcome, "n": 1}, {"kind": "message", "n": 4}, {**welcome, "n": 9}):
        asyncio.run(seat._take(Connection(), message))
    assert [each["seen"] for each in sent] == [0, 4]


def test_a_reader_that_has_gone_ends_the_host(data):
    with subprocess.Popen(
        [sys.executable, "-m", "bones_desktop", "host", shelf(data, "ragnar"), "--listen", "127.0.0.1:0",
         "--data-dir", data],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as host:  # fmt: skip
        host.stdout.readline()
        host.stdout.close()
        host.stdin.write("dance\n")
        host.stdin.flush()
        assert host.wait(60) == 2
        assert host.stderr.read() == ""


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--listen", "127.0.0.1:0"], "--campaign"),
        (["gone.bones", "--listen", "127.0.0.1:0"], "gone.bones"),
        (["gone.bones", "--listen", "somewhere:0"], "127.0.0.1:0"),
        (["gone.bones", "--listen", "127.0.0.1"], "127.0.0.1:0"),
        (["gone.bones", "--listen", "127.0.0.1:99999"], "127.0.0.1:0"),
        (["gone.bones", "--listen", "127.0.0.1:-1"], "127.0.0.1:0"),
        (["Ragnra", "--listen", "127.0.0.1:0"], "Ragnar"),
        (["", "--listen", "127.0.0.1:0"], "no name on the shelf"),
        (["gone.bones"], "--listen"),
        (["gone.bones"], "--broker"),
        (["gone.bones", "--broker", "http://nas.example"], "mqtts://broker.example"),
        (["gone.bones", "--broker", "mqtt://nas.example:99999"], "65535"),
        (["gone.bones", "--broker", "nas.example"], "gone.bones"),
        (["gone.bones", "--listen", "127.0.0.1:0", "--admit", "some"], "--admit"),
        (["--campaign", "gone.bones-campaign", "--listen", "127.0.0.1:0"], "gone.bones-campaign"),
    ],
)
def test_a_mistake_in_the_command_host_is_one_line(run, data, given, said):
    answer = run("host", *given, "--data-dir", str(data))
    assert answer.is_one_line_error
    assert said in answer.err


@needs_mosquitto
def test_a_table_over_a_broker_is_told_in_one_line_and_each_break_once(make, data, mosquitto):
    host = make(TableProgram, data, "host", shelf(data, "ragnar"), "--broker", mosquitto.url)
    host.until(lambda: bool(host.lines))
    first = host.lines[0]
    assert set(first) == {"invitation", "words", "table"}
    invitation = read_invitation(first["invitation"])
    assert (invitation.secret, invitation.broker) == (first["words"], mosquitto.broker)
    mosquitto.kill()
    assert "is lost" in host.wait_for("broker", connected=False)["text"]
    mosquitto.start()
    host.wait_for("broker", connected=True)
    assert len(host.of("broker")) == 2
    host.process.send_signal(signal.SIGTERM)
    assert host.end() == (0, "")

    both = make(Host, data, shelf(data, "ragnar"), "--broker", mosquitto.url)
    assert both.invitation.startswith(both.url)
    assert both.lines[0]["broker"] == {"invitation": first["invitation"], "words": first["words"]}
    both.say("close")
    assert both.end() == (0, "")
    third = make(TableProgram, data, "host", shelf(data, "ragnar"), "--broker", mosquitto.url)
    third.until(lambda: bool(third.lines))
    assert third.lines[0]["words"] != first["words"]


def test_a_broker_that_does_not_answer_ends_the_command(run, data, qapp):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    given = ["host", str(shelf(data, "ragnar")), "--data-dir", str(data), "--broker", f"mqtt://127.0.0.1:{port}"]
    for more in ([], ["--listen", "127.0.0.1:0"]):
        answer = run(*given, *more)
        assert answer.is_one_line_error
        assert f"No broker answers at 127.0.0.1:{port}" in answer.err


def test_a_missing_password_is_asked_for_only_on_a_terminal(monkeypatch):
    asked = []
    monkeypatch.setattr("bones_desktop.cli.host.getpass", lambda words: asked.append(words) or "secret")
    nameless, named = read_broker("mqtt://nas.example"), read_broker("mqtt://anna@nas.example")
    known = replace(named, password="known")
    monkeypatch.setattr(sys.stdin, "isatty", lambda: False, raising=False)
    assert [with_password(each) for each in (nameless, named, known)] == [nameless, named, known]
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    assert [with_password(each) for each in (nameless, named, known)] == [
        nameless, replace(named, password="secret"), known,
    ]  # fmt: skip
    assert asked == ["Password of anna for the broker at nas.example:1883: "]


def test_a_port_in_use_is_told_and_another_offered(run, data):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        answer = run("host", str(shelf(data, "ragnar")), "--listen", f"127.0.0.1:{port}", "--data-dir", str(data))
    assert answer.is_one_line_error
    assert str(port) in answer.err
    assert "--listen 127.0.0.1:0" in answer.err
    away = run("host", str(shelf(data, "ragnar")), "--listen", "198.51.100.7:0", "--data-dir", str(data))
    assert away.is_one_line_error
    assert "198.51.100.7" in away.err


def test_a_table_on_a_port_that_another_program_took_gets_another_and_says_so(host, capsys):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        host.host.keep_port(port)
        serving = ServedTable(host.host)
        serving.start(("127.0.0.1", 0), None)
        serving._server.stop()
    said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert said[0]["url"] == f"http://127.0.0.1:{host.host.table.port}/"
    assert host.host.table.port != port
    assert str(port) in said[1]["text"]


@pytest.mark.parametrize(("network", "shown"), [("192.0.2.7", "192.0.2.7"), ("", "127.0.0.1")])
def test_on_all_networks_the_invitation_has_the_address_of_the_house(host, capsys, monkeypatch, network, shown):
    monkeypatch.setattr("bones_desktop.seats.server.house_address", lambda: network)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    serving = ServedTable(host.host)
    serving.start(("0.0.0.0", 0), None)
    first, *lines = capsys.readouterr().out.splitlines()
    assert json.loads(first)["invitation"].startswith(f"http://{shown}:")
    code = [line for line in lines if "█" in line]
    assert len(code) > 14
    assert all(line.startswith("\x1b[97;40m") for line in code)
    assert any("no network" in line for line in lines) is (not network)
    monkeypatch.setattr("bones_desktop.seats.server.house_address", lambda: "192.0.2.8")
    serving._server.look()
    serving._server.stop()
    moved = capsys.readouterr().out
    # This computer keeps 127.0.0.1, but not 192.0.2.7.
    assert ("http://192.0.2.8:" in moved) is ("has changed" in moved) is bool(network)


def test_a_host_beside_a_window_or_another_host_is_refused(run, data):
    state = Locations.under(data).state
    state.mkdir(parents=True, exist_ok=True)
    lock = QLockFile(str(state / START_LOCK))
    assert lock.tryLock(0)
    answer = run("host", str(shelf(data, "ragnar")), "--listen", "127.0.0.1:0", "--data-dir", str(data))
    lock.unlock()
    assert answer.is_one_line_error
    assert "open" in answer.err


@pytest.mark.parametrize(
    "link", ["", "x", "https://127.0.0.1:1/#s", "http:///#s", "http://127.0.0.1:99999/#s", "http://[::1/#s",
             "http://127.0.0.1:1/page#s", "http://127.0.0.1:1/#ß", "ws://127.0.0.1:1/#s"],
)  # fmt: skip
def test_what_is_no_invitation_is_told(run, tmp_path, link):
    answer = run("join", link, "--name", "Anna", "--data-dir", str(tmp_path))
    assert answer.is_one_line_error
    assert any(words in answer.err for words in ("http://192.168.0.5:4711/#", "mqtts://broker.example", "a number"))


WORDS = "abandon ability able about above absent"


def test_a_broker_that_nobody_runs_ends_the_command_join(run, tmp_path, qapp):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    answer = run("join", *WORDS.split(), f"mqtt://127.0.0.1:{port}", "--name", "Anna", "--data-dir", str(tmp_path))
    assert answer.is_one_line_error
    assert f"No broker answers at 127.0.0.1:{port}" in answer.err


def test_the_same_trouble_is_told_once_a_minute_until_the_way_has_worked(capsys, monkeypatch, tmp_path, qapp):
    now = [1000.0]
    monkeypatch.setattr("bones_desktop.cli.join.monotonic", lambda: now[0])
    given = argparse.Namespace(serve=None, name="Anna", character="", data_dir=str(tmp_path))
    seat = _SeatOverBroker(read_invitation(f"{WORDS} mqtt://nas.example"), given)

    def told(seconds: float, *ways: str) -> int:
        """Return how many lines are told, when each of these is said so many seconds after the one before."""
        for way in ways:
            now[0] += seconds
            seat._tell(way)
        return capsys.readouterr().err.count("\n")

    assert told(1, *["away", ""] * 20) == 1
    assert told(1, "away", "broker", "away", "broker") == 1
    assert told(1, *["away", ""] * 30) == 1
    assert told(11, "away", "broker", "away") == 2


@needs_mosquitto
def test_mistyped_words_are_told_and_a_signal_ends_the_command_join(make, tmp_path, mosquitto):
    seat = make(TableProgram, tmp_path, "join", f"{mosquitto.url}/#{WORDS.replace(' ', '-')}", "--name", "Anna")
    seat.until(lambda: any("No host was seen" in each["text"] for each in seat.of("way")))
    seat.process.send_signal(signal.SIGTERM)
    code, told = seat.end()
    assert code == 0
    assert told.count("\n") == 1


def test_a_terminal_shows_the_code_for_the_devices_of_a_second_house(qtbot, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    given = argparse.Namespace(serve=("192.0.2.7", 1), name="Anna", character="", data_dir=str(tmp_path))
    seat = _SeatOverBroker(read_invitation(f"{WORDS} mqtt://nas.example"), given)
    monkeypatch.setattr(seat, "_play", lambda _house: None)
    seat._begin(Invitation("secret", None, "192.0.2.7", 4711), "t")
    first, *code = capsys.readouterr().out.splitlines()
    url = "http://192.0.2.7:4711/"
    assert json.loads(first) == {"url": url, "invitation": f"{url}#secret", "table": "t"}
    assert all(line.startswith("\x1b[97;40m") for line in code)
    assert len(code) > 10
    seat._begin(Invitation("secret", None, "192.0.2.8", 4711), "t")
    printed = capsys.readouterr()
    assert "http://192.0.2.8:4711/#secret" in printed.out
    assert "has changed" in printed.err


def test_a_table_that_was_closed_is_not_away_besides(qapp, tmp_path, capsys):
    given = argparse.Namespace(serve=None, name="Anna", character="", data_dir=str(tmp_path))
    seat = _SeatOverBroker(read_invitation(f"{WORDS} mqtt://nas.example"), given)
    seat._tell("The host is away.")
    seat._seat = argparse.Namespace(is_over=True)
    seat._tell("The host is gone.")
    assert capsys.readouterr().err == "bones-desktop: The host is away.\n"


def test_an_invitation_in_this_house_is_not_served_again(run, tmp_path):
    answer = run(
        "join", "http://127.0.0.1:1/#s", "--name", "Anna", "--serve", "127.0.0.1:0", "--data-dir", str(tmp_path)
    )
    assert answer.is_one_line_error
    assert "--serve" in answer.err


def test_where_nobody_answers_the_command_join_says_so(run, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    answer = run("join", f"http://127.0.0.1:{port}/#s", "--name", "Anna", "--data-dir", str(tmp_path))
    assert answer.is_one_line_error
    # The system speaks the language of the last command in this process.
    assert f"127.0.0.1:{port}: {os.strerror(errno.ECONNREFUSED)}" in answer.err


def test_a_server_that_is_no_table_is_told(run, tmp_path, monkeypatch):
    with HTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as other:
        monkeypatch.setattr(BaseHTTPRequestHandler, "log_message", lambda *_words: None)
        answering = Thread(target=other.handle_request)
        answering.start()
        link = f"http://127.0.0.1:{other.server_port}/#s"
        answer = run("join", link, "--name", "Anna", "--data-dir", str(tmp_path))
        answering.join()
    assert answer.is_one_line_error
    assert "is not a table" in answer.err


@pytest.mark.parametrize(
    "given", [["host", "a.bones", "--listen", "127.0.0.1:0"], ["join", "http://x/#s", "--name", "A"]]
)
def test_without_the_libraries_the_commands_say_what_to_install(run, tmp_path, monkeypatch, given):
    for name in [each for each in sys.modules if each.startswith(("bones_desktop.cli.host", "bones_desktop.cli.join"))]:
        monkeypatch.delitem(sys.modules, name)
    for name in ("segno", "websockets", "websockets.asyncio.client"):
        monkeypatch.setitem(sys.modules, name, None)
    answer = run(*given, "--data-dir", str(tmp_path))
    assert answer.is_one_line_error
    assert ".[table]" in answer.err
