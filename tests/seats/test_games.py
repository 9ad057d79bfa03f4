"""All five games at the table: each roll, waves that are due, offers, proposals, acts; and lines as the window's."""

import shutil
from datetime import UTC, datetime
from random import Random

import pytest

from bones_desktop.document.bones.characterdocument import AnyCharacter, CharacterDocument, ClosedFiles
from bones_desktop.document.document import Document
from bones_desktop.document.session import Session
from bones_desktop.play.answers import roll_answers
from bones_desktop.play.bones.table import Table
from bones_desktop.play.eveningdice import EveningDice
from bones_desktop.play.gameplay import GamePlay
from bones_desktop.play.journal import Journal
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.game import request_from
from bones_desktop.rules.records import replace
from bones_desktop.seats.openhost import seed_of
from bones_desktop.storage.files.characterfile import CHARACTERS
from bones_desktop.storage.files.saving import FileStore
from bones_desktop.storage.files.undohistory import UndoHistories
from bones_desktop.storage.files.versions import Versions
from bones_desktop.storage.games import GAMES, read_any
from bones_desktop.storage.log.throwlog import ThrowLog
from bones_desktop.storage.rulebookfile import shipped_rulebook
from tests.seats.tableseats import SAMPLES, Hosted, now
from tests.trials.table_requests import Requests

ONE_OF_EACH = {
    "bones": "ragnar", "five_modes": "maelis", "story_bones": "mara", "basics": "lys", "margin": "brother-ull",
}  # fmt: skip
LARGEST = 64_000


@pytest.fixture
def sit(tmp_path, qapp):
    hosts = []

    def sit(game: str, name: str = "", **options):
        hosted = Hosted(tmp_path / f"{game}{len(hosts)}")
        hosted.locations.characters.mkdir(parents=True)
        name = name or ONE_OF_EACH[game]
        shutil.copy(SAMPLES / game / "samples" / f"{name}.bones", hosted.locations.characters)
        hosted.open(name, **options)
        hosts.append(hosted)
        who = next(iter(hosted.host.view.people.values()))
        return hosted, hosted.seat("Anna", who.id)

    yield sit
    for each in hosts:
        each.leave()


@pytest.mark.parametrize("game", ONE_OF_EACH)
def test_sheet_and_rolls_have_names_for_everything_and_fit_into_a_message(sit, game):
    hosted, anna = sit(game)
    sheet, rolls = anna.last("sheet"), anna.last("rolls")["rolls"]
    assert sheet["facts"]
    assert sheet["tracks"][0]["state"]
    for each in (*sheet["facts"], *sheet["tracks"], *sheet["lists"], *rolls):
        assert each["name"]
        assert each["name"] != each.get("id")
    for roll in rolls:
        for field in roll["fields"]:
            assert field["name"] != field["id"]
            assert field["kind"] in {"number", "choice", "yes-no", "text", "dice"}
            assert all(choice["name"] for choice in field.get("choices", ()))
            assert field["id"] in roll["set"] or field.get("optional")
        assert roll["odds"]["why_not"] or roll["odds"]["outcomes"] or roll["odds"]["words"]
    assert all(len(each.encode()) < LARGEST for _n, _content, each in hosted.host.seating.seats[0].states.values())
    for each in anna.last("owed")["choices"]:
        assert each["text"]
        assert not each["id"].startswith("act-") or each["text"] != each["id"].removeprefix("act-")
        for field in (each["needs"] or {}).get("fields", ()):
            assert field["name"] != field["id"], (each["id"], field)


@pytest.mark.parametrize("game", ONE_OF_EACH)
def test_every_roll_can_be_made_as_it_is_proposed(sit, game):
    hosted, anna = sit(game)
    for roll in anna.last("rolls")["rolls"]:
        odds = roll["odds"]
        answer = anna.throw(roll["id"], set=roll["set"])
        assert answer["kind"] == ("refused" if odds["why_not"] else "thrown"), (roll["id"], answer)
        if answer["kind"] == "refused":
            assert answer["reason"] == odds["why_not"]
            continue
        assert answer["title"]
        assert all(1 <= each["face"] <= len(each["faces"]) and each["why"] for each in answer["dice"])
        for draw in answer["draws"]:
            assert hosted.drawn(hosted.told_seed, draw["label"]) == draw["faces"]


@pytest.mark.parametrize("game", ONE_OF_EACH)
def test_every_roll_can_be_typed_in_by_hand(sit, game):
    _hosted, anna = sit(game)
    for roll in anna.last("rolls")["rolls"]:
        asked = anna.throw(roll["id"], set=roll["set"], by_hand=True)
        if asked["kind"] == "refused":
            assert asked["reason"] in {roll["odds"]["why_not"], "The dice are hidden: the program rolls them."}
            continue
        anna.send("faces", asked=asked["id"], faces=[1] * len(asked["dice"]))
        thrown = anna.last("thrown")
        assert [each["face"] for each in thrown["dice"]] == [1] * len(asked["dice"])
        assert thrown["by_hand"]
        assert [each["name"] for each in thrown["dice"]] == [each["name"] for each in asked["dice"]]


def test_dice_that_are_due_are_rolled_or_typed_in_and_join_the_roll(sit):
    _hosted, anna = sit("basics")
    asked = anna.throw("task", set={"attribute": "dexterity"}, by_hand=True)
    anna.send("faces", asked=asked["id"], faces=[6] * len(asked["dice"]))
    first = anna.last("thrown")
    (due,) = [each for each in anna.owed.values() if each["id"].startswith("due-")]
    count = len(due["needs"]["dice"])
    assert due["needs"]["kind"] == "face"
    assert due["text"] == f"Roll {count}d6 next"
    assert anna.send("choose", choice=due["id"], faces=[6])[-1]["reason"] == "Give one face for each die."
    assert anna.send("choose", choice=due["id"], faces=[6, *[1] * (count - 1)])[-1]["kind"] == "done"
    second = anna.last("thrown")
    assert second["again"]
    assert second["roll"] == first["roll"]
    assert [each["wave"] for each in second["dice"]] == [0] * len(first["dice"]) + [1] * count
    assert anna.send("choose", choice=due["id"])[-1]["reason"].startswith("That is no longer possible.")
    (due,) = [each for each in anna.owed.values() if each["id"].startswith("due-")]
    anna.send("choose", choice=due["id"])
    assert len(anna.last("thrown")["draws"]) == 1
    assert anna.last("thrown")["dice"][-1]["wave"] == 2


def test_what_a_roll_proposes_is_taken_or_dismissed_once(sit):
    _hosted, anna = sit("basics")
    for wanted in ("Dismiss", "Lose consciousness"):
        asked = anna.throw("conscious", set={"dice": 1}, by_hand=True)
        anna.send("faces", asked=asked["id"], faces=[2])
        assert anna.owed["Dismiss"]["tip"] == "Lose consciousness"
        choice = next(each for each in anna.last("owed")["choices"] if each["text"] == wanted)
        assert anna.send("choose", choice=choice["id"])[-1]["kind"] == "done"
        assert "Dismiss" not in anna.owed
        assert anna.send("choose", choice=choice["id"])[-1]["kind"] == "refused"
    assert anna.last("sheet")["state"] == "Unconscious"


def test_an_offer_is_paid_and_the_reading_changes(sit):
    _hosted, anna = sit("margin")
    asked = anna.throw("check", set={"attribute": "mind", "target": 18}, by_hand=True)
    anna.send("faces", asked=asked["id"], faces=[3] * len(asked["dice"]))
    offers = [each for each in anna.owed.values() if each["id"].startswith("offer-") and not each["why_not"]]
    assert offers
    assert anna.send("choose", choice=offers[0]["id"])[-1]["kind"] == "done"
    assert any(each["name"] == "Luck" and each["marked"] == 1 for each in anna.last("sheet")["tracks"])
    assert anna.send("choose", choice=offers[0]["id"])[-1]["kind"] == "refused"


def test_the_roll_that_follows_is_one_choice(sit):
    _hosted, anna = sit("basics")
    asked = anna.throw("attack", set={}, by_hand=True)
    mine = [each["group"] == "pool" for each in asked["dice"]]
    anna.send("faces", asked=asked["id"], faces=[1 if own else 2 for own in mine])
    then = anna.owed["Next: Damage"]
    answers = anna.send("choose", choice=then["id"])
    assert answers[-1]["kind"] == "done"
    assert anna.last("thrown")["title"] == "Damage"


def test_the_roll_that_follows_has_the_usual_answers_where_none_are_known(sit):
    _hosted, anna = sit("five_modes")
    asked = anna.throw("attack", by_hand=True)
    anna.send("faces", asked=asked["id"], faces=[1] * len(asked["dice"]))
    then = next(each for each in anna.last("owed")["choices"] if each["id"].startswith("then-"))
    assert anna.send("choose", choice=then["id"])[-1]["kind"] == "done"
    assert anna.last("thrown")["title"] == "Hits"


def test_an_act_with_dice_rolls_them_or_takes_them(sit):
    _hosted, anna = sit("margin")
    anna.send("choose", choice="act-hurt", set={"value": 11})
    bleed = next(each for each in anna.last("owed")["choices"] if each["id"] == "act-bleed")
    assert bleed["by_hand"]
    (asked,) = anna.send("choose", choice=bleed["id"], by_hand=True)
    dice = len(asked["dice"])
    assert anna.send("faces", asked=asked["id"], faces=[7] * dice)[-1]["reason"] == "Give one face for each die."
    assert anna.send("faces", asked=asked["id"], faces=[6] * dice)[-1]["kind"] == "done"
    thrown = anna.last("thrown")
    assert (thrown["title"], thrown["by_hand"]) == (bleed["text"], True)
    assert [each["face"] for each in thrown["dice"]] == [6] * dice
    assert thrown["findings"]
    _hosted, other = sit("margin")
    other.send("choose", choice="act-hurt", set={"value": 11})
    assert other.send("choose", choice=bleed["id"])[-1]["kind"] == "done"
    assert len(other.last("thrown")["draws"]) == 1


def plain(entry):
    return replace(entry, id=0, tags=tuple(tag for tag in entry.tags if not tag.startswith("seat:")))


def test_a_line_of_a_seat_is_the_line_of_the_window_but_for_the_seat_in_bones(sit, tmp_path):
    hosted, anna = sit("bones", seed="same")
    anna.throw("task", set={"skill": "melee", "difficulty": "difficult", "penalty": 1})
    folder = tmp_path / "window"
    folder.mkdir()
    shutil.copy(SAMPLES / "bones" / "samples" / "ragnar.bones", folder)
    log = ThrowLog(folder / "log", now)
    document = CharacterDocument(shipped_rulebook(), read_any(folder / "ragnar.bones")[1].value)
    histories = UndoHistories(folder / "undo", Character)
    store = FileStore(CHARACTERS, Versions(folder / "versions"), now)
    session = Session(document, store, histories)
    session.open(folder / "ragnar.bones")
    table = Table(
        document, log, EveningDice(log, now, lambda: seed_of("same")),
        AnyCharacter(document, session, ClosedFiles(store, histories)),
    )  # fmt: skip
    roll = next(each for each in GAMES[0].game.rolls(document.rulebook, document.character) if each.id == "task")
    answers = roll_answers(roll, {"skill": "melee", "difficulty": "difficult", "penalty": "1"})
    table.play.throw(request_from(document.rulebook, document.character, "task", answers))
    ours, theirs = hosted.lines[-1], log.latest(1)[0]
    assert plain(ours) == plain(theirs)
    assert ours.tags != theirs.tags
    log.close()
    histories.close()


@pytest.mark.parametrize(("game", "roll"), [(game, "") for game in ONE_OF_EACH if game != "bones"])
def test_a_line_of_a_seat_is_the_line_of_the_window_but_for_the_seat(sit, tmp_path, game, roll):
    hosted, anna = sit(game, seed="same")
    path = hosted.path(ONE_OF_EACH[game])
    stored, held = read_any(path)
    roll = stored.game.rolls(stored.book, held.value)[0]
    anna.throw(roll.id)
    log = ThrowLog(tmp_path / "log", now)
    play = GamePlay(Document(held.value), stored, Journal(log), EveningDice(log, now, lambda: seed_of("same")))
    play.throw(roll.id, roll_answers(roll, {}))
    assert plain(hosted.lines[-1]) == plain(log.latest(1)[0])
    log.close()


def test_the_clock_of_a_table_is_the_one_given(sit):
    hosted, anna = sit("bones")
    anna.throw()
    assert hosted.lines[-1].at == datetime(2026, 11, 29, 20, 41, tzinfo=UTC)


def test_no_request_makes_the_host_fail(tmp_path, qapp):
    """A small sample of `python -m tests.trials.table_requests`."""
    trial = Requests(tmp_path, Random(4))
    for _request in range(150):
        trial.ask()
    assert not trial.failed
    assert trial.kinds["thrown"] > 20
    assert trial.kinds["done"] > 10
    assert trial.kinds["refused"] > 10
    assert trial.reopen() == len(trial.names)
    trial.hosted.leave()
