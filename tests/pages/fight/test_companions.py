"""A Healer's success treats a party member, is saved in the patient's file, and can be undone from either file."""

from datetime import UTC, datetime

import pytest

from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.life.campaigns import add_member
from bones_desktop.rules.bones.reading.requests import Request
from bones_desktop.storage.files import saving
from bones_desktop.storage.files.characterfile import read_character
from tests.support.people import bob, die, ragnar
from tests.support.running import Running
from tests.support.tableseat import full

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

FREE = Request("healer", difficulty="", against=0)
HEALER = ragnar().with_(dice=(die("healer,healer,physical,physical,blank,blank"),) * 4)
BOB = injuries.suffer_all(bob().with_(id="b" * 32), 3)
WHOLE = bob().with_(id="c" * 32, name="Wanda")


class Camp:
    def __init__(self, running) -> None:
        self.running, self.program, self.paths = running, running.program, {}
        running.window.show_page("campaign")
        self.program.campaigns.page.files.create("The Salt Road")
        for each in (HEALER, BOB, WHOLE):
            path = self.paths[each.name] = self.program.desk.shelf.create(each)
            self.program.campaigns.campaigns.apply(
                "Add", lambda now, each=each, path=path: add_member(now, each.id, each.name, path.name)
            )
        self.open("Ragnar")
        self.program.desk.pace.choose("off")

    @property
    def table(self):
        self.running.window.show_page("table")
        return self.program.pages.table

    @property
    def lost(self) -> int:
        return len(read_character(self.paths["Bob"]).value.lost)

    @property
    def offers(self) -> dict[str, object]:
        return {each.text(): each for each in self.table.reading.follow_ups.buttons}

    def open(self, name: str) -> None:
        self.program.session.open(self.paths[name])

    def press(self, words: str) -> None:
        [button] = [each for text, each in self.offers.items() if text.startswith(words)]
        button.click()


@pytest.fixture
def camp(qapp, tmp_path):
    with Running(tmp_path, clock=lambda: datetime(2026, 11, 21, 20, 41, tzinfo=UTC)) as running:
        camp = Camp(running)
        camp.table.play.throw(FREE, None, (0, 0, 0, 0))
        yield camp


def test_only_a_companion_who_is_hurt_is_offered_and_is_treated_in_the_own_file(camp):
    assert camp.lost == 3
    assert list(camp.offers) == ["Treat Bob: 2 dice at once, then one in 3 days"]
    camp.press("Treat Bob")
    assert camp.lost == 1
    assert "Bob is treated" in camp.table.reading.since.text()
    assert list(camp.offers) == ["Take the treatment back"], "one success treats one patient"
    camp.press("Take the treatment back")
    assert camp.lost == 3
    assert list(camp.offers) == ["Treat Bob: 2 dice at once, then one in 3 days"]


def test_the_patient_may_undo_it(camp):
    camp.press("Treat Bob")
    camp.open("Bob")
    assert len(camp.program.document.character.lost) == 1
    camp.program.document.undo_stack.undo()
    camp.program.session.flush()
    assert camp.lost == 3


def test_what_the_disk_refuses_stays_offered(camp, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(saving, "save_bytes", full)
        camp.press("Treat Bob")
    assert camp.running.window.banner.text
    assert camp.lost == 3
    camp.press("Treat Bob")
    assert camp.lost == 1


def test_a_patient_changed_since_is_left_as_he_is(camp):
    camp.press("Treat Bob")
    camp.program.campaigns.campaigns._party._anyone.apply(
        camp.paths["Bob"], "Hurt", lambda now: injuries.suffer_all(now, 1)
    )
    camp.press("Take the treatment back")
    assert camp.lost == 2
