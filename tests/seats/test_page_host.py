"""The page in a real browser at a real table: `bones-desktop host` in a process of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver.common.by import By

from bones_desktop.storage.files.locations import Locations
from tests.seats.pagebrowser import IN_CHROMIUM, Page, chromium
from tests.support.tableprograms import Host, programs

pytestmark = IN_CHROMIUM


@pytest.fixture
def page() -> Iterator[Page]:
    with chromium() as browser:
        yield Page(browser, "")


def knock(page: Page, host: Host, name: str, seat: str) -> None:
    page.open(url=host.invitation)
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
        page.sees("The game master has closed the table.")
        page.click("#tab-table")
        page.press("Check the dice")
        page.sees("3 rolls repeated from the seed: all are as they were shown here.")
        assert again.end()[0] == 0
    assert page.errors() == []
