"""The table of the window on other devices. A device talks to the host directly; the carrier has other tests."""

import itertools
import json
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Signal, Slot
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QDialogButtonBox, QLabel, QMessageBox, QPushButton, QWidget

from bones_desktop.desk.joindialog import HERE
from bones_desktop.desk.tabledialog import TableDialog
from bones_desktop.rules.acts import Answers
from bones_desktop.rules.bones.book.notation import find_block
from bones_desktop.rules.bones.fight.fighters import Declaration, How
from bones_desktop.rules.bones.fight.roster import add, declare, new_fight
from bones_desktop.rules.bones.fight.roundedits import throws_of
from bones_desktop.rules.bones.fight.suggestions import complete
from bones_desktop.rules.bones.making.edits import character_from_block
from bones_desktop.seats.host import Host
from bones_desktop.seats.invitation import Broker, Invitation, read_invitation
from bones_desktop.storage.campaignfile import FIGHTS
from bones_desktop.storage.files.characterfile import read_character
from bones_desktop.storage.files.locations import Locations
from bones_desktop.storage.rulebookfile import shipped_rulebook
from tests.seats.tableseats import witnessed
from tests.support.running import Running

SAMPLES = Path(__file__).parents[2] / "resources" / "games"


class Phone:
    """A device at the table of a running program."""

    made: ClassVar[list["Phone"]] = []

    def __init__(self, running: Running, name: str, number: int = 900) -> None:
        self.host = running.program.hosting.host
        self.number, self.name = number, name
        self.said: list[dict[str, Any]] = []
        self.made.append(self)
        self._ids = itertools.count(1)
        self.host.seating.outgoing.connect(self._take)
        self.host.seating.connected(number, f"hash of {name}")

    def _take(self, connection: int, text: str) -> None:
        if connection == self.number:
            self.said.append(json.loads(text))

    def send(self, kind: str, **message: Any) -> dict[str, Any]:
        """Send a message and return the answer to it."""
        id = f"{self.number}-{next(self._ids)}"
        before = len(self.said)
        self.host.seating.receive(self.number, json.dumps({"kind": kind, "id": id, **message}))
        return next((each for each in self.said[before:] if each.get("id") == id), {})

    def last(self, kind: str) -> dict[str, Any]:
        return [each for each in self.said if each["kind"] == kind][-1]

    def choice(self, text: str) -> dict[str, Any]:
        return next(each for each in self.last("owed")["choices"] if each["text"].startswith(text))

    def choose(self, text: str, **given: Any) -> dict[str, Any]:
        return self.send("choose", choice=self.choice(text)["id"], **given)


@pytest.fixture(autouse=True)
def honest() -> Iterator[None]:
    """Check at the end that no phone found a fault in the dice of the host."""
    Phone.made.clear()
    yield
    for phone in Phone.made:
        assert {each.tone for each in witnessed(phone.said)} <= {"good"}, phone.name


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    folder = Locations.under(tmp_path).characters
    folder.mkdir(parents=True)
    for name in ("ragnar", "bob"):
        shutil.copy(SAMPLES / "bones" / "samples" / f"{name}.bones", folder)
    return folder


def opened(running: Running) -> TableDialog:
    """Open the table on this computer by the menu and the dialog, and return the dialog."""
    running.window.actions_by_id["open-table"].trigger()
    dialog = running.program.hosting._dialog
    assert isinstance(dialog, TableDialog)
    dialog.places.here.setChecked(True)
    dialog.begin.click()
    assert running.program.hosting.host is not None
    return dialog


def seated(running: Running, dialog: TableDialog, name: str, character: str, role: str = "player") -> Phone:
    phone = Phone(running, name, 900 + len(running.program.hosting.host.seating.seats))
    phone.send("knock", name=name, role=role, character=character)
    assert dialog.people.current
    dialog.admit.click()
    phone.host.seating.receive(
        phone.number, json.dumps({"kind": "again", "seen": 0, "epoch": phone.host.seating.epoch})
    )
    return phone


def test_a_phone_is_let_in_rolls_and_is_seen_in_log_and_title(qapp, qtbot, tmp_path, shelf):
    with Running(tmp_path, shelf / "ragnar.bones") as running:
        dialog = opened(running)
        assert dialog.invitation.link.line.text().startswith(f"http://{HERE}:")
        assert not dialog.invitation.code.pixmap().isNull()
        assert "table open" in running.window.windowTitle()
        running.program.hosting._server.moved.emit("192.0.2.7", 4711)
        assert dialog.invitation.link.line.text().startswith("http://192.0.2.7:4711/#")
        assert "has changed" in running.window.banner.text
        assert running.program.hosting.host.table.port == 4711
        phone = seated(running, dialog, "Anna", "Ragnar")
        assert "1 device" in running.window.windowTitle()
        log = running.program.pages.room.log
        thrown = phone.send("throw", roll="task", set={"skill": "melee", "difficulty": "average"})
        assert (thrown["kind"], thrown["by"]) == ("thrown", "Ragnar")
        (line,) = [each for each in log.latest() if each.kind == "throw"]
        assert any("Anna" in tag for tag in line.tags)
        dialog.remove.click()
        assert not running.program.hosting.host.seating.seats
        dialog.close_table.click()
        assert running.program.hosting.host is None
        assert "table open" not in running.window.windowTitle()


def test_a_roll_of_the_window_reaches_the_phones_but_a_secret_one_only_as_a_hash(qapp, tmp_path, shelf):
    with Running(tmp_path, shelf / "ragnar.bones") as running:
        dialog = opened(running)
        phone = seated(running, dialog, "Tv", "", "watcher")
        running.window.show_page("table")
        table = running.program.pages.table
        table.throw()
        assert phone.last("thrown")["by"] == "Ragnar"
        table.play.settle()
        table.play.throw(table.strip.request, None, secret=True)
        secret = phone.last("thrown")
        assert secret["secret"]
        assert "dice" not in secret


def test_the_words_of_a_phone_are_shown_with_the_seal_and_a_new_evening_with_its_own(qapp, tmp_path, shelf):
    with Running(tmp_path, shelf / "ragnar.bones") as running:
        dialog = opened(running)
        phone = seated(running, dialog, "Anna", "Ragnar")
        running.window.show_page("log")
        seal = running.program.pages.log.fairness.seal
        running.window.show_page("table")
        running.program.pages.table.throw()
        assert phone.send("word", text="by my beard")["kind"] == "done"
        assert seal.words.text() == "Words of the players: by my beard (from draw 2 on)"
        assert not seal.say.isVisibleTo(seal)
        running.program.pages.room.end_evening()
        assert phone.last("sealed")["seed"]
        phone.host.look()
        assert "seed" not in phone.last("sealed")
        assert seal.say.isVisibleTo(seal)


def test_whoever_knocks_while_the_dialog_is_closed_is_announced_in_the_banner(qapp, qtbot, tmp_path, shelf):
    with Running(tmp_path, shelf / "ragnar.bones") as running:
        dialog = opened(running)
        dialog.close()
        qtbot.waitUntil(lambda: running.program.hosting._dialog is None)
        phone = Phone(running, "Ben")
        phone.send("knock", name="Ben", role="player", character="Ragnar")
        assert "Ben" in running.window.banner.text
        [button] = [each for each in running.window.banner.findChildren(QPushButton) if each.text() == "Let in"]
        button.click()
        assert phone.last("welcome")["seat"]["name"] == "Ben"


def test_the_gm_asks_all_players_for_a_roll_and_sees_who_has_not_rolled(qapp, tmp_path, shelf):
    with Running(tmp_path, shelf / "ragnar.bones") as running:
        running.window.actions_by_id["ask-roll"].trigger()
        dialog = opened(running)
        running.program.hosting._add(shelf / "bob.bones")
        running.window.actions_by_id["ask-roll"].trigger()
        asker = dialog.asker
        assert (asker.nobody.isHidden(), asker.form.isHidden()) == (False, True)
        anna, ben = (seated(running, dialog, *who) for who in (("Anna", "Ragnar"), ("Ben", "Bob")))
        asker.form.answer("skill", "perception")
        asker.form.answer("ask-secret", 1)
        assert asker.form.says[0].text().startswith("Ragnar: 20 % to succeed\nBob: 25 %")
        dialog.ask_now.click()
        assert [each.text for each in asker.waiting.lines.rows] == ["Ragnar", "Bob"]
        anna.host.tell()
        (asked,) = anna.last("asks")["asks"]
        assert (asked["title"], asked["set"], asked["secret"]) == (
            "Perception against Average", {"skill": "perception"}, True
        )  # fmt: skip
        anna.send("throw", roll=asked["roll"], asked=asked["id"])
        assert [each.text for each in asker.waiting.lines.rows] == ["Bob"]
        asker.take_back.click()
        assert not asker.waiting.lines.rows
        anna.host.tell()
        assert ben.last("asks")["asks"] == []
        dialog.back.click()
        assert dialog.focusWidget() is dialog.people
        dialog.ask.click()
        # Only what is possible is asked for, and the others are named.
        asker.form.answer("skill", "magic")
        dialog.ask_now.click()
        assert asker.trouble.text().startswith("Ragnar: Magic needs at least one fitting icon")


def test_the_form_asks_the_questions_of_the_game_of_the_character(qapp, tmp_path):
    folder = Locations.under(tmp_path).characters
    folder.mkdir(parents=True)
    for each in ("mara", "tobias"):
        shutil.copy(SAMPLES / "story_bones" / "samples" / f"{each}.bones", folder)
    with Running(tmp_path, folder / "mara.bones") as running:
        dialog = opened(running)
        anna = seated(running, dialog, "Anna", "Mara")
        form = dialog.asker.form
        form.answer("ask-roll", "task")
        form.answer("target", 6)
        dialog.ask_now.click()
        anna.host.tell()
        (asked,) = anna.last("asks")["asks"]
        assert (asked["title"], asked["set"]) == ("Task · Dice: 4, Target Number: 6", {"target": 6})
        assert anna.send("throw", roll="task", asked=asked["id"])["title"] == "Task"


def test_with_several_games_all_players_of_one_are_asked(qapp, tmp_path, shelf):
    for each in ("mara", "tobias"):
        shutil.copy(SAMPLES / "story_bones" / "samples" / f"{each}.bones", shelf)
    with Running(tmp_path, shelf / "ragnar.bones") as running:
        dialog = opened(running)
        for each in ("mara", "tobias"):
            running.program.hosting._add(shelf / f"{each}.bones")
        for who in (("Anna", "Ragnar"), ("Ben", "Mara"), ("Cleo", "Tobias Kell")):
            seated(running, dialog, *who)
        form, waiting = dialog.asker.form, dialog.asker.waiting
        form.answer("ask-who", "all story_bones")
        assert form.says[0].text().startswith("Mara: ")
        dialog.ask_now.click()
        assert [each.text for each in waiting.lines.rows] == ["Mara", "Tobias Kell"]


def a_fight(folder: Path, shelf: Path) -> Path:
    book = shipped_rulebook()
    fight = new_fight("f" * 32, "The traitor Bob")
    for name in ("ragnar", "bob"):
        fight = add(fight, read_character(shelf / f"{name}.bones").value, side="A", filed=True)
    block = find_block(book, "Goblin")
    assert block is not None
    fight = add(fight, character_from_block(book, block, "0" * 32), side="B")
    path = folder / "ford.bones-fight"
    FIGHTS.write(path, fight, None, None)
    return path


def test_a_round_is_declared_rolled_allotted_and_closed_from_phones(qapp, tmp_path, shelf):
    fight = a_fight(tmp_path, shelf)
    with Running(tmp_path, shelf / "ragnar.bones", fight) as running:
        running.window.show_page("encounter")
        dialog = opened(running)
        anna, gm = seated(running, dialog, "Anna", "Ragnar"), seated(running, dialog, "GM", "", "gm")
        seen = anna.last("fight")
        assert (seen["title"], [each["name"] for each in seen["sides"]]) == ("Round 1", ["Side A", "Side B"])
        attack = anna.choice("Attack")
        goblin = attack["needs"]["fields"][1]["choices"][0]["key"]
        assert anna.choose("Attack", set={"how": "melee", "whom": goblin})["kind"] == "done"
        document = running.program.pages.fights.document
        assert [each.whom for each in document.fight.round.declarations] == [goblin]
        assert anna.choose("Attack", set={"how": "melee", "whom": "nobody"})["kind"] == "refused"
        anna.choose("Roll for the round")
        assert "Roll for the round" not in [each["text"] for each in anna.last("owed")["choices"]]
        assert anna.last("thrown")["title"].startswith("Ragnar")
        assert "traitor" not in json.dumps(anna.said)
        assert gm.choose("Roll for everyone", character="Ragnar")["kind"] == "done"
        if any(each["text"].startswith("Place successes") for each in anna.last("owed")["choices"]):
            fields = anna.choice("Place successes")["needs"]["fields"]
            assert anna.choose("Place successes", set={each["id"]: each["choices"][0]["key"] for each in fields})
        if any(each["text"] == "Suggest the rest" for each in gm.last("owed")["choices"]):
            assert gm.choose("Suggest the rest", character="Ragnar")["kind"] == "done"
        assert gm.choose("Close round", character="Ragnar")["kind"] == "done"
        assert anna.last("fight")["title"] == "Round 2"
        running.window.undo()
        assert document.fight.encounter.round == 1


def test_real_dice_of_a_round_are_entered_on_a_phone_and_their_successes_placed_twice(qapp, tmp_path, shelf):
    fight = a_fight(tmp_path, shelf)
    with Running(tmp_path, shelf / "ragnar.bones", fight) as running:
        running.window.show_page("encounter")
        dialog = opened(running)
        anna, gm = seated(running, dialog, "Anna", "Ragnar"), seated(running, dialog, "GM", "", "gm")
        assert anna.choice("Roll for the round")["tone"] == ""
        anna.choose("Move")
        assert anna.choice("✓ Move")
        goblin = anna.choice("Attack")["needs"]["fields"][1]["choices"][0]["key"]
        anna.choose("Attack", set={"how": "melee", "whom": goblin})
        roll = anna.choice("Roll for the round")
        assert (roll["tone"], roll["needs"]["kind"]) == ("good", "face")
        anna.choose("Roll for the round", faces=[1 for _die in roll["needs"]["dice"]])
        assert {each["face"] for each in anna.last("thrown")["dice"]} == {1}
        assert anna.last("thrown")["findings"] == []
        document = running.program.pages.fights.document
        suggested = complete(document.rulebook, document.fight.round).choices.allot
        (ragnar,) = (each.id for each in document.fight.encounter.fighters if each.name == "Ragnar")
        fields = anna.choice("Place successes")["needs"]["fields"]
        first = {each["id"]: each["first"] for each in fields}
        assert all(suggested[ragnar][id.split(".")[0]][int(id.split(".")[1])] == word for id, word in first.items())
        attacks = {each["id"]: f"attack {goblin}" for each in fields if len(each["choices"]) > 2}
        assert attacks
        anna.choose("Place them as suggested")
        assert document.fight.round.allot[ragnar] == suggested[ragnar]
        assert not document.fight.round.absorb
        running.window.undo()
        anna.host.tell()
        assert anna.choice("Place successes…")["tone"] == "good"
        anna.choose("Place successes", set=first | attacks)
        again = anna.choice("Place successes otherwise")["needs"]["fields"]
        assert {each["id"]: each["first"] for each in again} == attacks
        anna.choose("Place successes otherwise", set=dict.fromkeys(attacks, "defend"))
        again = anna.choice("Place successes otherwise")["needs"]["fields"]
        assert {each["first"] for each in again} == {"defend"}
        gm.choose("Roll for everyone", character="Ragnar")
        assert "Roll for everyone who has not" not in [each["text"] for each in gm.last("owed")["choices"]]
        assert gm.last("thrown")["findings"] == []
        groups = {(each["name"].split(":")[0], each["group"]) for each in anna.last("thrown")["dice"]}
        assert groups == {("Bob", "character"), ("Bob", "item"), ("Goblin", "opponent")}


def test_a_phone_answers_damage_of_a_round(qapp, tmp_path, shelf):
    fight = a_fight(tmp_path, shelf)
    with Running(tmp_path, shelf / "ragnar.bones", fight) as running:
        running.window.show_page("encounter")
        fights = running.program.pages.fights
        document = fights.document
        ragnar, _bob, goblin = (each.id for each in document.fight.encounter.fighters)
        attack = Declaration(who=goblin, how=How.MELEE, whom=ragnar)
        document.apply("Attack", lambda now: declare(now, goblin, [attack]))
        dialog = opened(running)
        anna, gm = seated(running, dialog, "Anna", "Ragnar"), seated(running, dialog, "GM", "", "gm")
        anna.choose("Only defend")
        anna.choose("Roll for the round", faces=[3, 3, 5, 5, 6, 6, 6])
        throws = throws_of(document.open_throws, (goblin,))
        fights.play.throw(throws, [0 for each in throws for _die in each.dice])
        gm.choose("Roll for everyone", character="Ragnar")
        fights.play.suggest(goblin)
        anna.host.tell()
        answers = [each for each in anna.last("owed")["choices"] if "absorbs" in each["text"]]
        assert {each["tone"] for each in [*answers, anna.choice("Give up nothing")]} == {"danger"}
        assert anna.last("fight")["text"].startswith("Ragnar ")
        assert gm.last("fight")["text"] == ""
        anna.choose("Give up nothing")
        assert document.fight.round.absorb[ragnar] == ()
        answers = [each for each in anna.last("owed")["choices"] if "absorbs" in each["text"]]
        assert {each["tone"] for each in [*answers, anna.choice("✓ Give up nothing")]} == {""}


def test_a_hidden_fighter_is_on_no_phone_though_the_dice_of_the_others_are(qapp, tmp_path, shelf):
    fight = a_fight(tmp_path, shelf)
    with Running(tmp_path, shelf / "ragnar.bones", fight) as running:
        running.window.show_page("encounter")
        document = running.program.pages.fights.document
        name = "Smilodon, the unseen terror of the forest beyond the ford of the seven traitors"

        def hide(now):
            *others, goblin = now.encounter.fighters
            hidden = goblin.with_(hidden=True, character=goblin.character.with_(name=name))
            return now.with_(round=now.round.with_(encounter=now.encounter.with_(fighters=(*others, hidden))))

        document.apply("Hide", hide)
        dialog = opened(running)
        anna, gm = seated(running, dialog, "Anna", "Ragnar"), seated(running, dialog, "GM", "", "gm")
        assert gm.last("fight")["sides"][1]["fighters"][0]["state"] == "unhurt · hidden"
        anna.choose("Only defend")
        gm.choose("Roll for everyone", character="Ragnar")
        thrown = anna.last("thrown")
        assert (thrown["by"], thrown["title"]) == ("Ragnar, Bob", "Ragnar, Bob")
        assert [set(each) for each in thrown["draws"]] == [{"evening", "draw", "hash"}]
        assert thrown["findings"] == []
        assert {each["name"].split(":")[0] for each in thrown["dice"]} == {"Ragnar", "Bob"}
        if any(each["text"] == "Suggest the rest" for each in gm.last("owed")["choices"]):
            gm.choose("Suggest the rest", character="Ragnar")
        gm.choose("Close round", character="Ragnar")
        assert anna.last("fight")["title"] == "Round 2"
        assert "Smilodon" in json.dumps(gm.said)
        assert "Smilodon" not in json.dumps(anna.said)
    with Running(tmp_path, shelf / "ragnar.bones") as running:
        cleo = seated(running, opened(running), "Cleo", "Ragnar")
        assert {each["name"].split(":")[0] for each in cleo.last("thrown")["dice"]} == {"Ragnar"}
        assert "Smilodon" not in json.dumps(cleo.said)
        # With the seed, players can verify the dice that they did not see too.
        running.program.pages.room.end_evening()
        assert [each.code for each in witnessed([*anna.said, cleo.last("sealed")])] == ["right"]


def test_a_fight_kept_secret_shows_players_nothing_of_its_sides(qapp, tmp_path, shelf):
    fight = a_fight(tmp_path, shelf)
    with Running(tmp_path, shelf / "ragnar.bones", fight) as running:
        running.window.show_page("encounter")
        dialog = opened(running)
        phone, gm = seated(running, dialog, "Anna", "Ragnar"), seated(running, dialog, "GM", "", "gm")
        document = running.program.pages.fights.document
        assert phone.choice("Attack")
        document.apply("Secret", lambda now: now.with_(secret=True))
        phone.host.tell()
        assert phone.last("fight")["sides"] == []
        assert not [each for each in phone.last("owed")["choices"] if each["group"] == "fight"]
        before = len(phone.said)
        gm.choose("Roll for everyone", character="Ragnar")
        if any(each["text"] == "Suggest the rest" for each in gm.last("owed")["choices"]):
            gm.choose("Suggest the rest", character="Ragnar")
        assert "Goblin" not in json.dumps(phone.said[before:])
        assert "dice" not in phone.last("thrown")


def test_a_scene_of_a_smaller_game_is_played_from_a_phone(qapp, tmp_path):
    folder = Locations.under(tmp_path).characters
    folder.mkdir(parents=True)
    hero, friend = (folder / f"{each}.bones" for each in ("sable", "tamsin"))
    for each in (hero, friend):
        shutil.copy(SAMPLES / "margin" / "samples" / each.name, each)
    with Running(tmp_path, hero) as running:
        dialog = opened(running)
        running.window.show_page("encounter")
        scenes = running.program.games.current.scenes
        fighter = scenes.make(f"file:{hero}", "A")
        scenes.play.add([fighter, scenes.make(f"file:{friend}", "A")])
        name = fighter.name
        dialog.close_table.click()
        dialog.begin.click()
        assert name in dialog.who.text()
        assert friend.stem.title() in dialog.who.text()
        phone = seated(running, dialog, "Anna", name)
        scenes.play.next_round()
        phone.host.tell()
        assert phone.last("scene")["title"] == "Round 1"
        assert phone.last("scene")["sides"][0]["name"] == "Side A"
        acts = [each for each in phone.last("owed")["choices"] if each["id"].startswith("fight-act")]
        assert acts
        before = len(scenes.document.value.steps)
        act = next(each for each in acts if not each["why_not"])
        assert phone.send("choose", choice=act["id"], set={})["kind"] in {"done", "refused"}
        assert len(scenes.document.value.steps) >= before
        attack = next(each for each in acts if each["text"] == "Attack")
        phone.send("choose", choice=attack["id"], set={})
        thrown = phone.last("thrown")
        assert thrown["dice"]
        assert " against " in thrown["findings"][0]["text"]


@pytest.mark.parametrize(
    ("game", "act"),
    [("five_modes", "Shoot"), ("margin", "Attack"), ("basics", "Attack"), ("story_bones", "Against somebody")],
)
def test_dice_of_a_scene_are_rolled_by_hand_on_a_phone(qapp, tmp_path, game, act):
    folder = Locations.under(tmp_path).characters
    folder.mkdir(parents=True)
    files = [shutil.copy(each, folder) for each in sorted((SAMPLES / game / "samples").glob("*.bones"))[:2]]
    with Running(tmp_path, Path(files[0])) as running:
        running.window.show_page("encounter")
        scenes = running.program.games.current.scenes
        ours, theirs = (scenes.make(f"file:{each}", side) for each, side in zip(files, "AB", strict=True))
        scenes.play.add([ours, theirs])
        phone = seated(running, opened(running), "Anna", ours.name)
        scenes.play.next_round()
        while scenes.play.scene.turn and scenes.play.scene.fighter(scenes.play.scene.turn).name != ours.name:
            scenes.play.next_turn()
        phone.host.tell()
        choice = phone.choice(act)
        assert choice["by_hand"]
        asked = phone.send("choose", choice=choice["id"], by_hand=True)
        assert asked["dice"]
        many = phone.send("faces", asked=asked["id"], faces=[1] * (len(asked["dice"]) + 1))
        assert many["reason"] == "Give one face for each die."
        shown = [1 + place % len(die["faces"]) for place, die in enumerate(asked["dice"])]
        assert phone.send("faces", asked=asked["id"], faces=shown)["kind"] == "done"
        thrown = phone.last("thrown")
        assert thrown["by_hand"]
        assert thrown["draws"] == []
        assert [each["face"] for each in thrown["dice"]] == shown
        assert any(each["why"] for each in thrown["dice"])
        # The dice that the reading asks for next are rolled by hand too, and shown with those before.
        due = [each for each in phone.last("owed")["choices"] if each["id"].startswith("fight-due")]
        assert bool(due) == bool(scenes.play.due)
        for each in due:
            many = len(each["needs"]["dice"])
            assert phone.send("choose", choice=each["id"], faces=[2] * many)["kind"] == "done"
            whole = phone.last("thrown")
            assert (whole["roll"], whole["again"]) == (thrown["roll"], True)
            assert [each["face"] for each in whole["dice"]] == shown + [2] * many
            assert {each["wave"] for each in whole["dice"]} == {0, 1}
        assert "any more" in phone.send("faces", asked=asked["id"], faces=shown)["reason"]


@pytest.mark.parametrize("hidden", [False, True])
def test_all_dice_of_a_roll_in_a_scene_are_one_roll_with_reasons(qapp, tmp_path, hidden):
    folder = Locations.under(tmp_path).characters
    folder.mkdir(parents=True)
    files = [shutil.copy(each, folder) for each in sorted((SAMPLES / "basics" / "samples").glob("*.bones"))[:2]]
    with Running(tmp_path, Path(files[0])) as running:
        running.window.show_page("encounter")
        scenes = running.program.games.current.scenes
        ours, theirs = (scenes.make(f"file:{each}", side) for each, side in zip(files, "AB", strict=True))
        scenes.play.add([ours, theirs])
        phone = seated(running, opened(running), "Anna", ours.name)
        scenes.play.next_round()
        us, them = (each.id for each in scenes.play.scene.fighters)
        if hidden:
            scenes.play.hide(them)
        waves = 1
        for _try in range(30):
            before, by, whom = len(phone.said), *((them, us) if hidden else (us, them))
            assert scenes.play.act(by, "attack", Answers({"whom": whom}))
            waves = len(scenes.play.current.marks)
            rolls = [each for each in phone.said[before:] if each["kind"] == "thrown"]
            assert len(rolls) == 1
            if hidden:
                assert "dice" not in rolls[0]
            else:
                assert len(rolls[0]["dice"]) == len(scenes.play.current.fallen)
                assert all(each["why"] for each in rolls[0]["dice"])
            if waves > 1:
                break
        assert waves > 1
        assert len(rolls[0]["draws"]) == waves


def test_a_phone_sees_the_part_of_the_round_and_what_was_declared(qapp, tmp_path):
    folder = Locations.under(tmp_path).characters
    folder.mkdir(parents=True)
    shutil.copy(SAMPLES / "story_bones" / "samples" / "mara.bones", folder)
    with Running(tmp_path, folder / "mara.bones") as running:
        running.window.show_page("encounter")
        scenes = running.program.games.current.scenes
        scenes.play.add([scenes.make(f"file:{folder / 'mara.bones'}", "A")])
        phone = seated(running, opened(running), "Anna", "Mara")
        scenes.play.next_round()
        phone.host.tell()
        phone.choose("Declare", set={"deed": "I jump the wall"})
        assert phone.last("scene")["title"] == "Round 1  ·  1 Declare actions"
        assert phone.last("scene")["sides"][0]["fighters"][0]["state"].endswith("I jump the wall")


def test_somebody_is_added_while_the_table_is_open(qapp, tmp_path, shelf):
    with Running(tmp_path, shelf / "ragnar.bones") as running:
        running.window.actions_by_id["open-table"].trigger()
        running.program.hosting._dialog.close()
        running.window.show_page("campaign")
        running.program.pages.campaigns.page.head.open_table.click()
        dialog = running.program.hosting._dialog
        dialog.places.here.setChecked(True)
        dialog.begin.click()
        phone = Phone(running, "Ben")
        assert [each["name"] for each in phone.last("hello")["characters"]] == ["Ragnar"]
        assert dialog.add_later.menu().actions()[0].text() == "Bob"
        dialog.add_later.menu().actions()[0].trigger()
        assert [each["name"] for each in Phone(running, "Cleo", 901).last("hello")["characters"]] == ["Ragnar", "Bob"]


def test_the_dialog_says_why_the_table_cannot_be_opened(qapp, tmp_path, shelf, monkeypatch):
    with Running(tmp_path, shelf / "ragnar.bones") as running:
        running.window.actions_by_id["open-table"].trigger()
        dialog = running.program.hosting._dialog
        running.program.desk.locations.open_tables.mkdir(parents=True)  # a folder where the file should be
        dialog.begin.click()
        assert running.program.hosting.host is None
        assert dialog.trouble.text()


class Carried(QObject):
    """A BrokerCarrier whose broker answers when the test says so."""

    opened, received, closed = Signal(int, str), Signal(int, str), Signal(int)
    ready, changed, failed = Signal(object), Signal(bool, str), Signal(str)
    made: ClassVar["list[Carried]"] = []

    def __init__(self, host: Host, parent: QObject) -> None:
        super().__init__(parent)
        self.is_stopped = False
        self.sent: list[str] = []
        self.made.append(self)

    def start(self, broker: Broker, key: bytes) -> None:
        self.broker, self.key = broker, key

    def answer(self) -> None:
        words = "abandon-ability-able-about-above-absent"
        self.ready.emit(Invitation(words, self.broker, host_key="ab" * 32))

    def stop(self, *, forget: bool = False) -> None:
        self.is_stopped = True

    @Slot(int, str)
    def send(self, _connection: int, text: str) -> None:
        self.sent.append(text)

    @Slot(int, int, str)
    def drop(self, _connection: int, _code: int, _reason: str) -> None:
        pass


@pytest.fixture
def carried(monkeypatch) -> list[Carried]:
    monkeypatch.setattr("bones_desktop.seats.brokercarrier.BrokerCarrier", Carried)
    monkeypatch.setattr(Carried, "made", [])
    return Carried.made


def opened_over_a_broker(running: Running, address: str, *, keep: bool = False, alone: bool = False) -> TableDialog:
    running.trigger("open-table")
    dialog = running.program.hosting._dialog
    assert not dialog.ask_now.isVisible()
    (dialog.nowhere if alone else dialog.places.here).setChecked(True)
    dialog.over_broker.setChecked(True)
    dialog.broker.give(address, "anna", "secret")
    dialog.keep.setChecked(keep)
    dialog.begin.click()
    return dialog


def test_house_and_broker_carry_one_table_and_the_house_goes_on_without_the_broker(qapp, tmp_path, shelf, carried):
    with Running(tmp_path, shelf / "ragnar.bones") as running:
        dialog = opened_over_a_broker(running, "mqtts://broker.example")
        [carrier] = carried
        assert carrier.broker == Broker("broker.example", 8883, True, "anna", "secret")
        assert not dialog.begin.isVisible()
        assert not dialog.far.isVisible()
        assert dialog.broker_trouble.text() == "Connecting to the broker …"
        carrier.answer()
        assert dialog.invitation.link.line.text().startswith(f"http://{HERE}:")
        assert dialog.far_link.line.text().startswith("mqtts://anna:secret@broker.example:8883/#abandon-")
        dialog.copy_words.click()
        copied = read_invitation(QGuiApplication.clipboard().text())
        assert (copied.secret, copied.broker.url) == (
            "abandon-ability-able-about-above-absent", "mqtts://broker.example:8883",
        )  # fmt: skip
        assert not dialog.broker_trouble.isVisible()
        carrier.opened.emit(-1, "hash of a seat elsewhere")
        assert json.loads(carrier.sent[0])["kind"] == "hello"
        carrier.changed.emit(False, "The connection to the broker is lost.")
        assert dialog.broker_trouble.text() == "The connection to the broker is lost."
        dialog.close()
        QTest.qWait(0)
        carrier.changed.emit(False, "No broker answers.")
        assert running.said[-1] == "No broker answers."
        phone = Phone(running, "Ben")
        assert phone.last("hello")
        running.trigger("open-table")
        dialog = running.program.hosting._dialog
        assert dialog.broker_trouble.text() == "No broker answers."
        carrier.changed.emit(True, "")
        assert not dialog.broker_trouble.isVisible()
        assert dialog.far.isVisible()
        dialog.close_table.click()
        assert carrier.is_stopped


def test_a_table_is_closed_for_good_only_when_asked_twice(qapp, tmp_path, shelf):
    with Running(tmp_path, shelf / "ragnar.bones") as running:
        dialog = opened(running)
        for answer, is_open in (("Keep", True), ("Close for good", False)):
            dialog.close_for_good.click()
            assert running.program.hosting.host is not None
            box = dialog.findChild(QMessageBox)
            next(each for each in box.buttons() if each.text() == answer).click()
            assert (running.program.hosting.host is not None) == is_open
            box.deleteLater()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_the_window_is_closed_while_nothing_is_open_and_hidden_later(qapp, tmp_path, shelf):
    with Running(tmp_path, shelf / "ragnar.bones") as running:
        running.trigger("open-table")
        dialog = running.program.hosting._dialog
        leave = dialog.findChild(QDialogButtonBox).buttons()[0]
        assert leave.text().replace("&", "") == "Close"
        dialog.places.here.setChecked(True)
        dialog.begin.click()
        assert leave.text() == "Hide this &window"
        dialog.close_table.click()
        assert leave.text().replace("&", "") == "Close"


def letters(dialog: QWidget) -> list[str]:
    """Return the letters that Alt presses on the page in view."""
    named = [*dialog.findChildren(QAbstractButton), *dialog.findChildren(QLabel)]
    shown = [each for each in named if each.isVisible() and (not isinstance(each, QLabel) or each.buddy() is not None)]
    return [QKeySequence.mnemonic(each.text()).toString() for each in shown if each.text()]


@pytest.mark.parametrize("alone", [True, False])
def test_each_letter_presses_one_thing(qapp, tmp_path, shelf, carried, alone):
    with Running(tmp_path, shelf / "ragnar.bones") as running:
        running.trigger("join-table")
        joining = running.program.joining._dialog
        found = [letters(joining)]
        joining.show_joined("http://192.0.2.7:1/#secret", is_house=True)
        found.append(letters(joining))
        dialog = opened_over_a_broker(running, "mqtts://broker.example", alone=alone)
        dialog.show_closed()
        found.append(letters(dialog))
        carried[0].answer()
        found.append(letters(dialog))
    for each in found:
        assert len(each) > 3
        assert len(set(each)) == len(each), sorted(each)


def test_a_broker_alone_that_refuses_closes_the_table_and_says_why(qapp, tmp_path, shelf, carried):
    with Running(tmp_path, shelf / "ragnar.bones") as running:
        dialog = opened_over_a_broker(running, "192.0.2.7", alone=True)
        assert running.program.hosting._server is None
        assert not dialog.invitation.isVisible()
        carried[0].failed.emit("The broker does not accept this name and password.")
        assert running.program.hosting.host is None
        assert (dialog.begin.isVisible(), dialog.back.isVisible(), dialog.ask_now.isVisible()) == (True, False, False)
        assert dialog.trouble.text() == "The broker does not accept this name and password."
        dialog.begin.click()
        carried[1].answer()
        assert not dialog.trouble.isVisible()
        assert dialog.far.isVisible()
        assert not dialog.invitation.isVisible()
        carried[1].changed.emit(False, "The connection to the broker is lost.")
        assert running.program.hosting.host is not None


def test_a_house_plays_without_a_broker_that_refuses(qapp, tmp_path, shelf, carried):
    with Running(tmp_path, shelf / "ragnar.bones") as running:
        dialog = opened_over_a_broker(running, "mqtts://broker.example")
        carried[0].failed.emit("The broker asks for a name and a password.")
        assert dialog.broker_trouble.text().startswith("The broker asks for a name and a password. Devices in this ")
        assert Phone(running, "Ben").last("hello")


def test_an_address_that_is_none_is_told_before_anything_is_opened(qapp, tmp_path, shelf, carried):
    with Running(tmp_path, shelf / "ragnar.bones") as running:
        dialog = opened_over_a_broker(running, "https://broker.example/x")
        assert dialog.trouble.text().endswith(".")
        assert running.program.hosting.host is None
        assert not carried


def test_a_broker_is_kept_for_the_next_time_only_on_request(qapp, tmp_path, shelf, carried):
    kept = Locations.under(tmp_path).data / "broker.json"
    with Running(tmp_path, shelf / "ragnar.bones") as running:
        opened_over_a_broker(running, "mqtts://broker.example", keep=True)
        assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    with Running(tmp_path, shelf / "ragnar.bones") as running:
        running.trigger("open-table")
        dialog = running.program.hosting._dialog
        assert dialog.over_broker.isChecked()
        assert dialog.broker.broker() == Broker("broker.example", 8883, True, "anna", "secret")
        dialog.keep.setChecked(False)
        dialog.begin.click()
        assert not kept.exists()
    kept.write_text("[1")
    with Running(tmp_path, shelf / "ragnar.bones") as running:
        running.trigger("open-table")
        assert not running.program.hosting._dialog.over_broker.isChecked()
