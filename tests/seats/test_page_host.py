"""The page in a real browser at a real table: `bones-desktop host` in a process of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver.common.by import By

from bones_desktop.storage.files.locations import Locations
from tests.seats.mosquitto import Mosquitto, needs_mosquitto
from tests.seats.pagebrowser import IN_CHROMIUM, Page, chromium
from tests.support.tableprograms import Host, TableProgram, programs

pytestmark = IN_CHROMIUM


@pytest.fixture
def page() -> Iterator[Page]:
    with chromium() as browser:
        yield Page(browser, "")


def knock(page: Page, host: TableProgram, name: str, seat: str, url: str = "") -> None:
    page.open(url=url or host.lines[0]["invitation"])
    page.one("#name").send_keys(name)
    page._click(By.XPATH, f"//label[starts-with(normalize-space(.), '{seat}')]")
    page.press("Knock")
    host.wait_for("knocked", name=name)
    host.say(f"admit {name}")
    page.one("#roll")


def test_an_evening_with_a_phone(page: Page, data: Path):
    """Join, roll, re-roll, roll by hand, lose a die; the host is killed; the dice are checked when the table closes."""
    shelf = Locations.under(data).characters
    with programs() as make:
        host = make(Host, data, shelf / "ragnar.bones", shelf / "bob.bones")
        page.prefers(prefers_reduced_motion="reduce")
        page.size(360, 740)
        knock(page, host, "Anna", "Ragnar")
        page.click("#roll")
        host.wait_for("thrown", by="Ragnar", seat="Anna")
        page.sees("Roll 1", "Dice, one by one", "by Anna")
        page.press("Re-roll a die · 1 spiff")
        page.click(".pick[data-n='1']")
        page.press("Re-roll a die · 1 spiff")
        page.one(".was")
        page.click("#by-hand")
        for box in range(len(page.until(lambda: page.all(".real")))):
            page.click(f"input[name=real-{box}][value='1']")
        page.press("Read the dice")
        page.sees("by hand")
        page.click("summary")
        page.press("Take damage")
        page.click(".pick[data-n='2']")
        page.click(".card-foot .main")
        page.click("#tab-sheet")
        page.sees("3/4", "lost")

        host.kill()
        page.sees("Connection lost")
        page.click("#tab-play")
        page.click("#roll")
        page.sees("Waits for the connection, then rolls.")
        again = make(Host, data, shelf / "ragnar.bones", shelf / "bob.bones")
        assert again.invitation == host.invitation
        again.wait_for("thrown", by="Ragnar", seat="Anna")
        page.one("#roll:enabled")
        again.say("close")
        page.sees("The game master has closed this table for good.")
        page.click("#tab-table")
        page.press("Check the dice")
        page.sees("3 rolls repeated from the seed: all are as they were shown here.")
        assert not page.one("#alarm").is_displayed()
        assert again.end()[0] == 0
    assert page.errors() == []


@needs_mosquitto
def test_a_phone_in_a_second_house(page: Page, data: Path, mosquitto: Mosquitto, tmp_path: Path):
    """Host, broker and bridge are killed while a phone rolls: the page says so, and no roll is lost or doubled."""
    ragnar = Locations.under(data).characters / "ragnar.bones"
    opening = TableProgram, data, "host", ragnar, "--broker", mosquitto.url, "--seed", "word"
    with programs() as make:
        host = make(*opening)
        host.until(lambda: bool(host.lines))
        joining = "--serve", "127.0.0.1:0", "--name", "Ben"
        second = TableProgram, tmp_path / "second", "join", host.lines[0]["invitation"], *joining
        house = make(*second)
        host.wait_for("knocked", name="Ben")
        host.say("admit Ben")
        house.wait_for("party")
        invitation = house.lines[0]["invitation"]
        page.size(360, 740)
        page.prefers(prefers_reduced_motion="reduce")
        knock(page, host, "Anna", "Ragnar", invitation)
        page.click("#roll")
        page.sees("Roll 1")

        host.kill()
        page.sees("The host has been away since")
        assert house.wait_for("way")["text"] in page.text
        page.click("#roll")
        page.sees("Waits for the connection, then rolls.")
        again = make(*opening)
        again.wait_for("thrown", draw=2, seat="Anna")
        page.sees("Roll 2")
        page.one("#roll:enabled")

        mosquitto.kill()
        page.sees("The broker does not answer. Trying again")
        page.click("#roll")
        mosquitto.start()
        again.wait_for("thrown", draw=3, seat="Anna")
        page.sees("Roll 3")
        assert "broker" not in page.text
        house.wait_for("thrown", draw=3)

        house.kill()
        page.sees("Connection lost")
        page.click("#roll")
        back = make(*second)
        again.wait_for("thrown", draw=4, seat="Anna")
        page.sees("Roll 4")
        assert back.lines[0] == house.lines[0]
        back.wait_for("welcome")
        assert not again.of("knocked")

        again.say("remove Anna")
        page.sees("Not at the table")
        again.say("close")
        back.wait_for("closing")
        assert back.end()[0] == 0
    assert page.errors() == []
