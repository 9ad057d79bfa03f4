"""The page of the table in a real browser: Debian's Chromium, driven by selenium, against a host that tests play."""

import json
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.common.keys import Keys

from tests.seats import pagedata
from tests.seats.pagebrowser import IN_CHROMIUM, PATIENCE, Page, chromium
from tests.seats.pagehost import SECRET, PageHost, Relay

pytestmark = IN_CHROMIUM
CONTROLS = {"button", "checkbox", "radio", "textbox", "spinbutton", "link", "combobox", "switch"}
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
TOO_WIDE = """
const scrolls = ".emblem, .nets, .strip, .sprite, .unseen, .felt";
return [...document.querySelectorAll("body *")].filter((each) => {
  const box = each.getBoundingClientRect();
  return box.width && !each.closest(scrolls) && (box.right > innerWidth + 1 || box.left < -1);
}).map((each) => each.outerHTML.slice(0, 80));
"""

TOO_SMALL = """
const shown = [...document.querySelectorAll("button, input")].filter((each) => each.offsetParent);
const alone = shown.filter((each) => !each.closest("label"));
return alone.filter((each) => each.offsetHeight < 44 || each.offsetWidth < 40).map((each) => each.outerHTML);
"""


class PlayedPage(Page):
    """A page whose host the test plays."""

    def __init__(self, browser: webdriver.Chrome, host: PageHost) -> None:
        super().__init__(browser, host.url)
        self.host = host

    def told(self, kind: str, count: int = 1) -> list[dict[str, Any]]:
        """Wait for messages of the page."""
        return self.until(lambda: len(self.host.of(kind)) >= count and self.host.of(kind))

    def sit(self, query: str = "", **welcome: Any) -> None:
        """Open the page as a device that has a seat already."""
        self.host.welcome = pagedata.welcome(**welcome)
        self.open(query, SECRET)
        self.one("#stage")


@pytest.fixture(scope="module")
def browser() -> Iterator[webdriver.Chrome]:
    with chromium() as found:
        yield found


@pytest.fixture
def page(browser: webdriver.Chrome) -> Iterator[PlayedPage]:
    host = PageHost()
    host.hello, host.state, host.answer = pagedata.HELLO, pagedata.whole_state(), partial(answered)
    page = PlayedPage(browser, host)
    browser.execute_cdp_cmd("Network.clearBrowserCookies", {})
    page.size(360, 740)
    page.prefers(prefers_reduced_motion="reduce")
    browser.get_log("browser")
    yield page
    errors = page.errors()
    for each in browser.window_handles[1:]:
        browser.switch_to.window(each)
        browser.close()
    browser.switch_to.window(browser.window_handles[0])
    browser.get("about:blank")
    host.stop()
    assert not errors


def answered(message: dict[str, Any]) -> list[dict[str, Any]]:
    """Answer as the host does, with the same roll each time."""
    id = message.get("id", "")
    match message["kind"]:
        case "knock":
            return [{"kind": "waiting", "id": id}]
        case "throw" if message.get("by_hand"):
            return [pagedata.asked(id)]
        case "throw":
            return [pagedata.thrown(id=id), pagedata.owed()]
        case "faces":
            return [pagedata.thrown(id=id, by_hand=True)]
        case "odds":
            return [{"kind": "odds", "id": id, "roll": message["roll"], "chance": "81 %", "words": "to succeed"}]
        case "choose" if message.get("by_hand"):
            return [pagedata.asked(id)]
        case "choose":
            return [pagedata.sheet(tuple(message.get("dice", ()))), {"kind": "done", "id": id}]
        case "word":
            return [{"kind": "done", "id": id}]
    return []


# Coming to the table.


def test_a_link_leads_to_the_door_and_through_it(page: PlayedPage):
    page.open(fragment=SECRET)
    page.one("#name").send_keys("Anna")
    assert page.browser.current_url == page.host.url
    assert SECRET not in page.js("return JSON.stringify([{...localStorage}, {...sessionStorage}])")
    page.click("input[name=seat]")
    page.press("Knock")
    (knock,) = page.told("knock")
    assert (knock["name"], knock["role"], knock["character"]) == ("Anna", "player", "r")
    page.sees("Anna, the host has been asked to let you in.")
    page.browser.refresh()
    assert page.told("knock", 2)[1]["character"] == "r"
    page.sees("Anna, the host has been asked to let you in.")
    page.host.let_in(pagedata.welcome())
    page.sees("Ragnar", "55 %", "Choose what to roll")
    assert page.told("again")[0] == {"kind": "again", "seen": 0, "epoch": "e1"}
    assert page.told("word")[0]["text"]


def test_a_device_without_an_invitation_is_told_what_to_do(page: PlayedPage):
    page.open()
    page.sees("Open the invitation link", "Try again")
    page.open(fragment="wrong")
    page.sees("This invitation does not fit the table")
    assert not page.host.received


@pytest.mark.parametrize(
    ("code", "reason", "words"),
    [
        (4403, "Die Spielleitung hat dich …", "removed this device from the table. To knock again, scan the code"),
        (4429, "Too many connections.", "Too many connections."),
        (4429, "", "Close other tabs"),
        (4408, "", "catching up"),
    ],
)
def test_each_refusal_has_its_sentence(page: PlayedPage, code: int, reason: str, words: str):
    page.sit()
    page.host.close_with = (code, reason)
    page.host.drop()
    page.sees(words)
    assert "Spielleitung" not in page.text


def test_boxes_say_what_a_filled_one_means(page: PlayedPage):
    page.sit()
    page.click("#tab-sheet")
    page.sees("A filled box is lost or used.")
    assert [each.get_attribute("aria-label") for each in page.all(".boxes")] == [
        "4 of 6 lost or used", "1 of 3 lost or used"
    ]  # fmt: skip


def test_a_reload_and_a_second_tab_have_the_same_seat(page: PlayedPage):
    page.sit()
    page.browser.refresh()
    page.sees("Ragnar", "55 %")
    page.browser.switch_to.new_window("tab")
    page.open()
    page.sees("Ragnar", "55 %")
    page.until(lambda: page.host.count == 2)
    page.browser.switch_to.window(page.browser.window_handles[0])
    page.click("#roll")
    page.sees("Success by 2")
    page.browser.switch_to.window(page.browser.window_handles[1])
    page.sees("Success by 2")
    assert not page.host.of("knock")


def test_who_may_not_knock_so_is_told_why_and_knocks_otherwise(page: PlayedPage):
    page.host.answer = lambda message: [{"kind": "refused", "id": message["id"], "reason": "Anna is at the table."}]
    page.open(fragment=SECRET)
    page.one("#name").send_keys("Anna")
    page.click("input[name=seat]")
    page.press("Knock")
    page.sees("Anna is at the table.", "Who are you?")
    assert page.one("#name").get_attribute("value") == "Anna"
    page.host.answer = answered
    page.one("#name").send_keys(" B")
    page.click("input[name=seat]")
    page.press("Knock")
    page.sees("Anna B, the host has been asked")
    page.press("Change name or character")
    page.sees("Who are you?")
    page.until(lambda: page.host.count == 0)


# Rolling.


def test_a_roll_shows_its_dice_and_what_each_counted_for(page: PlayedPage):
    page.sit()
    page.click("#roll")
    (throw,) = page.told("throw")
    assert throw == {
        "kind": "throw", "id": throw["id"], "character": "r", "roll": "task",
        "set": {"skill": "stealth", "difficulty": "average"},
    }  # fmt: skip
    page.sees("Success by 2", "Takes 1 damage from the challenge.", "3 counted")
    told = pagedata.thrown()["dice"]
    shown = page.js("return [...document.querySelectorAll('.die')].sort((a, b) => a.dataset.at - b.dataset.at).map("
                    "(die) => die.querySelector('.front use')?.getAttribute('href') || '')")  # fmt: skip
    assert shown == ["" if each["icon"] == "blank" else f"#face-{each['icon'].partition(' ')[0]}" for each in told]
    assert page.js("return document.getElementById('live').textContent").startswith(
        "Ragnar: Stealth against Average. S"
    )
    page.click(".die[data-at='1']")
    page.until(lambda: len(page.all(".reason[data-chosen=true]")) == 2)
    assert all(told[1]["why"] in each.text for each in page.all(".reason[data-chosen=true]"))


def test_the_result_waits_until_the_dice_have_landed(page: PlayedPage):
    page.prefers(prefers_reduced_motion="no-preference")
    page.sit()
    page.click("#roll")
    page.sees("Rolling …")
    assert page.js("return document.getAnimations().length") > 0
    assert "Success" not in page.text
    page.sees("Success by 2")


def test_another_answer_asks_for_its_chance(page: PlayedPage):
    page.sit()
    page.click("#field-skill")
    page.press("Melee\n55 %".replace("\n", ""))
    (odds,) = page.told("odds")
    assert odds["set"] == {"skill": "melee", "difficulty": "average"}
    page.sees("81 %")
    page.click("#more")
    page.click("#field-penalty-more")
    page.until(lambda: page.told("odds", 2)[-1]["set"].get("penalty") == 1)
    page.click(".picker [data-n='1']")
    page.until(lambda: page.told("odds", 3)[-1]["set"].get("items") == "1")
    page.press("Done")
    page.click("#roll")
    assert page.told("throw")[0]["set"] == {"skill": "melee", "difficulty": "average", "penalty": 1, "items": "1"}


def test_answers_go_with_their_questions_and_choices(page: PlayedPage):
    page.sit()
    page.click("#field-skill")
    page.press("Melee55 %")
    page.click("#more")
    page.click("#field-penalty-more")
    page.press("Done")
    page.until(lambda: page.told("odds")[-1]["set"].get("penalty") == 1)
    rolls = pagedata.rolls()
    task = rolls["rolls"][0]["fields"]
    task[0]["choices"] = [each for each in task[0]["choices"] if each["key"] != "melee"]
    rolls["rolls"][0]["fields"] = [each for each in task if each["id"] != "penalty"]
    page.host.say(rolls)
    page.sees("55 %", "Stealth")
    page.click("#roll")
    assert page.told("throw")[0]["set"] == {"skill": "stealth", "difficulty": "average"}


def test_a_refused_chance_stands_beside_roll(page: PlayedPage):
    page.sit()
    page.host.answer = lambda message: [{"kind": "refused", "id": message["id"], "reason": "Nobody can try that."}]
    page.click("#field-difficulty")
    page.press("Easy0")
    page.until(lambda: "Nobody can try that." in page.one(".chance").text)
    assert not page.one("#roll").is_enabled()
    assert not page.one("#banner").is_displayed()


def test_quick_taps_ask_for_one_chance(page: PlayedPage):
    page.sit()
    page.click("#more")
    page.one("#field-penalty-more")
    page.js("for (let i = 0; i < 9; i++) document.getElementById('field-penalty-more').click()")
    page.sees("81 %")
    (odds,) = page.host.of("odds")
    assert odds["set"]["penalty"] == 9


def test_a_choice_that_is_not_possible_says_why_and_does_nothing(page: PlayedPage):
    page.sit()
    page.click("#field-skill")
    magic = page.one(".option[aria-disabled]")
    assert "No die of Ragnar has a Magic icon." in magic.text
    magic.click()
    page.browser.switch_to.active_element.send_keys(Keys.ESCAPE)
    page.until(lambda: not page.all("dialog[open]"))
    assert not page.host.of("odds")


def test_real_dice_are_tapped_face_by_face(page: PlayedPage):
    page.sit()
    page.click("#by-hand")
    page.until(lambda: len(page.all(".real")) == 6)
    assert not page.one(".card-foot button").is_enabled()
    assert page.one(".card-foot button").text == "6 dice left to tap"
    for at, face in enumerate((1, 6, 3, 2, 5, 4)):
        page.click(f"input[name=real-{at}][value='{face}']")
    page.press("Read the dice")
    (faces,) = page.told("faces")
    assert faces["asked"] == page.host.of("throw")[0]["id"]
    assert faces["faces"] == [1, 6, 3, 2, 5, 4]
    page.sees("By hand", "Success by 2")
    assert not page.all(".asked")


def test_a_roll_by_hand_can_be_given_up(page: PlayedPage):
    page.sit()
    for _time in range(2):
        page.click("#by-hand")
        page.one(".real")
        page.click(".card-head button")
        page.until(lambda: not page.all("dialog[open]"))
    assert len(page.all(".asked")) == 1
    page.click(".asked .quiet")
    page.until(lambda: not page.all(".asked"))


def test_an_act_whose_dice_the_host_knows_is_rolled_by_hand(page: PlayedPage):
    page.sit()
    act = pagedata.owed()["choices"][-1] | {"id": "act-bleed", "text": "Bleed", "group": "harm", "by_hand": True}
    act |= {"needs": {"kind": "fields", "words": "Bleed", "fields": []}}
    page.host.say({**pagedata.owed(), "choices": [act]})
    page.click("summary")
    page.press("Bleed")
    page.press("By hand")
    (choose,) = page.told("choose")
    assert (choose["choice"], choose["by_hand"]) == ("act-bleed", True)
    page.until(lambda: len(page.all(".real")) == 6)
    for at in range(6):
        page.click(f"input[name=real-{at}][value='1']")
    page.press("Read the dice")
    assert page.told("faces")[0]["asked"] == choose["id"]
    page.until(lambda: not page.all(".asked"))


def test_an_answer_may_change_the_questions_of_an_act(page: PlayedPage):
    page.sit()
    kinds = [{"key": "health", "name": "Health"}, {"key": "value", "name": "A valuable"}]
    kind = {"id": "kind", "name": "What is given", "kind": "choice", "first": "health", "choices": kinds}
    name, thing = (
        {"id": id, "name": id, "kind": "text", "first": "", "least": 0, "most": 20} for id in ("name", "thing")
    )
    act = pagedata.owed()["choices"][-1] | {"id": "act-keep", "text": "Keep going", "group": "resource", "varies": True}
    act |= {"needs": {"kind": "fields", "words": "", "fields": [name, kind]}}
    page.host.say({**pagedata.owed(), "choices": [act]})
    page.host.answer = lambda message: (
        [{"kind": "odds", "id": message["id"], "choice": "act-keep", "fields": [name, kind, thing]}]
        if message["kind"] == "odds"
        else []
    )
    page.click("summary")
    page.press("Keep going")
    page.one("#field-name").send_keys("Light")
    page.click("#field-kind")
    page.press("A valuable")
    page.one("#field-thing").send_keys("A ring")
    assert page.told("odds")[0]["set"] == {"name": "Light", "kind": "value"}
    page.click(".card-foot .main")
    assert page.told("choose")[0]["set"] == {"name": "Light", "kind": "value", "thing": "A ring"}


def test_a_roll_that_the_gm_asks_for_can_be_made_either_way(page: PlayedPage):
    page.sit()
    page.click("#tab-table")
    page.host.say(pagedata.asks("q8", "q9"))
    page.sees("The game master asks you to roll. · Perception against Difficult")
    page.click("#tab-play")
    page.sees("Perception against Difficult", "38 % to succeed", "only you and the game master see it")
    page.click("#ask-q8")
    (throw,) = page.told("throw")
    assert (throw["asked"], throw["set"], "secret" in throw) == ("q8", {"skill": "stealth"}, False)
    page.host.say(pagedata.asks("q9"))
    page.until(lambda: len(page.all(".asked")) == 1)
    page.click("#hand-q9")
    for at in range(6):
        page.click(f"input[name=real-{at}][value='1']")
    page.press("Read the dice")
    assert page.told("faces")[0]["asked"] == "q9"
    page.host.say(pagedata.asks())
    page.until(lambda: not page.all(".asked"))


def test_a_roll_that_is_not_possible_any_more_says_why(page: PlayedPage):
    page.sit()
    told = pagedata.asks("q8")
    page.host.say({**told, "asks": [{**told["asks"][0], "why_not": "All dice are lost."}]})
    page.sees("All dice are lost.")
    assert not any(each.is_enabled() for each in page.all(".asked button"))


def test_a_gm_asks_a_player_from_a_second_device_and_takes_it_back(page: PlayedPage):
    page.sit(role="gm")
    page.click("#more")
    page.press("Ask the player to roll")
    (ask,) = page.told("ask")
    assert (ask["character"], ask["roll"], ask["set"]["skill"]) == ("r", "task", "stealth")
    page.host.say(pagedata.asks("q8"))
    page.sees("Not rolled yet", "Ragnar", "Perception against Difficult · Secret")
    page.click("#back-q8")
    assert page.told("take-back")[0]["asked"] == "q8"


# What follows from a roll.


def test_dice_to_lose_are_chosen_and_confirmed(page: PlayedPage):
    page.sit()
    page.click("#roll")
    page.press("Lose 1 die")
    assert [each.get_attribute("data-n") for each in page.all(".pick[aria-pressed=true]")] == ["3"]
    page.click(".pick[data-n='2']")
    page.click(".card-foot button")
    (choose,) = page.told("choose")
    assert choose == {"kind": "choose", "id": choose["id"], "character": "r", "choice": "lose", "dice": [2]}
    page.sees("1 of 4 dice lost")
    assert page.all("#hand figure.lost em")


def test_acts_stay_unfolded_when_the_host_sends_others(page: PlayedPage):
    page.sit()
    page.host.say(pagedata.owed())
    page.click("details.panel summary")
    page.until(lambda: page.one("details.panel").get_attribute("open"))
    fewer = pagedata.owed()
    page.host.say({**fewer, "choices": fewer["choices"][3:]})
    page.until(lambda: not page.all("#choice-lose"))
    assert page.one("#choice-act-spend").is_displayed()


def test_other_acts_are_folded_and_ask_for_what_they_need(page: PlayedPage):
    page.sit()
    page.host.say(pagedata.owed())
    page.click("summary")
    page.sees("There is nothing to heal.")
    page.press("Spend spiffs")
    page.click("#field-n-more")
    page.click("#field-way")
    page.press("A small change")
    page.click(".picker [data-n='2']")
    page.click(".card-foot button")
    assert page.told("choose")[0]["set"] == {"n": 2, "way": "change", "dice": "2"}
    page.sees("Spend spiffs: done.")


def test_a_fight_comes_first_with_its_card_and_its_large_button(page: PlayedPage):
    page.sit()
    page.host.say(pagedata.fight(), pagedata.fight_choices())
    page.sees("Round 2 at the ford", "Declare what Ragnar does.", "Alauda", "not declared", "Goblin 2")
    top = "return document.querySelector(arguments[0]).getBoundingClientRect().top"
    assert page.js(top, ".scene") < page.js(top, "#stage")
    assert not page.all("#roll")
    assert [each.text for each in page.all(".scene .choice")] == ["Only defend"]
    page.click("#main-choice")
    page.click("#field-target")
    page.press("Goblin 2")
    page.click(".card-foot button")
    assert page.told("choose")[0]["set"] == {"target": "g2"}
    page.click(".scene .choice")
    assert page.told("choose", 2)[1]["choice"] == "fight-defend-1"
    page.host.say({"kind": "fight", "title": "", "text": "", "sides": []}, pagedata.owed())
    page.one("#roll")
    assert not page.all(".scene")


def test_a_round_is_rolled_by_one_tap_or_with_real_dice(page: PlayedPage):
    page.sit()
    page.host.say(pagedata.fight(), pagedata.fight_roll())
    page.until(lambda: page.one("#main-choice").text == "Roll for the round")
    page.click("#main-choice")
    (choose,) = page.told("choose")
    assert choose == {"kind": "choose", "id": choose["id"], "character": "r", "choice": "fight-roll-1"}
    page.click("#by-hand")
    for at in range(4):
        page.click(f"input[name=real-{at}][value='{at + 1}']")
    page.press("Read the dice")
    assert page.told("choose", 2)[1]["faces"] == [1, 2, 3, 4]


def test_other_rolls_are_one_tap_away_in_a_fight(page: PlayedPage):
    page.sit()
    page.host.say(pagedata.fight(), pagedata.fight_roll())
    page.click("#others")
    page.one("#roll")
    assert "Roll for the round" in [each.text for each in page.all(".scene .choice")]
    page.click("#back")
    page.one("#main-choice")
    page.click("#others")
    page.click("#roll")
    page.told("throw")
    page.one("#others")


def test_the_dice_of_each_fighter_lie_below_the_name(page: PlayedPage):
    page.sit()
    owners = ("return [...document.querySelectorAll('.group')].map((each) =>"
              " [each.innerText, each.lastChild.children.length])")  # fmt: skip
    page.host.say(pagedata.of_round(8, "Ragnar", "Ragnar: melee"))
    page.until(lambda: page.js(owners) == [["", 2], ["", 4]])
    dice = [*pagedata.of_round(9, "Ragnar", "")["dice"][:3], *pagedata.of_round(9, "Wolf", "")["dice"][3:]]
    page.host.say({**pagedata.of_round(9, "Ragnar, Wolf", "Ragnar, Wolf"), "dice": dice})
    page.until(lambda: [each[0] for each in page.js(owners)] == ["Wolf", "Ragnar", "Wolf"])


def test_own_dice_of_a_round_stay_in_the_tray_until_their_successes_are_placed(page: PlayedPage):
    page.sit()
    page.host.say(pagedata.fight(), pagedata.fight_roll())
    page.host.say(pagedata.of_round(8, "Ragnar", "Ragnar: melee"), pagedata.fight_successes())
    plates = "return [...document.querySelectorAll('.plate')].map((each) => each.textContent)"
    page.until(lambda: page.js(plates) == ["Ragnar", "Roll 8"])
    page.host.say(pagedata.of_round(9, "Wolf, Tiger", "Wolf, Tiger"))
    live = "return document.getElementById('live').textContent"
    page.until(lambda: page.js(live) == "Wolf, Tiger.")
    assert page.js(plates) == ["Ragnar", "Roll 8"]
    # Who comes back is shown the last roll, and then the choices.
    page.host.state = [*pagedata.whole_state(), pagedata.fight()]
    page.host.state += [pagedata.of_round(8, "Ragnar", "Ragnar: melee"), pagedata.of_round(9, "Wolf", "Wolf: melee")]
    page.host.state.append(pagedata.fight_successes("answer"))
    page.browser.refresh()
    page.until(lambda: page.js(plates) == ["Ragnar", "Roll 8"])
    # A roll beside the fight is in view nevertheless.
    page.host.answer = lambda message: [pagedata.thrown(11, id=message["id"]), pagedata.fight_successes("answer")]
    page.click("#others")
    page.click("#roll")
    page.until(lambda: page.js(plates) == ["Ragnar", "Roll 11"])
    page.sees("Success by 2")
    page.host.say({**pagedata.fight(), "text": ""}, pagedata.owed(), pagedata.of_round(10, "Wolf", "Wolf: melee"))
    page.until(lambda: page.js(live) == "Wolf: melee.")
    page.until(lambda: page.js(plates) == ["Wolf", "Roll 10"])
    page.click("#tab-table")
    assert page.one(".lines button").text.split("\n")[:2] == ["Wolf", "melee · Roll 10"]


def test_party_last_rolls_and_hidden_rolls_are_on_the_table(page: PlayedPage):
    page.sit()
    page.host.say(pagedata.thrown(by="Glaukos"), pagedata.secret(8)[0])
    page.click("#tab-table")
    page.sees("Alauda of the Reeds", "Life Points 8", "Ben", "away", "Hidden roll 8", "Success by 2")
    page.click(".lines button")
    page.sees("Dice, one by one")
    party = pagedata.party()
    party["members"][0]["portrait"] = f"data:image/png;base64,{PIXEL}"
    page.host.say(party)
    page.click("#tab-table")
    page.until(lambda: page.js("return [...document.images].map((each) => each.naturalWidth)") == [1])


def test_a_refusal_is_told_and_can_be_put_away(page: PlayedPage):
    page.sit()
    page.host.say({"kind": "refused", "id": "1", "reason": "Ragnar is dead."})
    page.sees("Ragnar is dead.")
    page.click("#banner button")
    page.until(lambda: "Ragnar is dead." not in page.text)


def test_names_are_text_and_never_html(page: PlayedPage):
    page.sit()
    name = "<img src=x onerror=alert(1)><b>Bob</b>"
    page.host.say({**pagedata.sheet(), "name": name}, {**pagedata.thrown(), "by": name, "title": name})
    page.click("#tab-table")
    page.sees(name)
    assert not page.all("main img")


# After a break.


def test_a_silent_network_is_noticed_on_waking_and_nothing_is_lost(page: PlayedPage):
    relay = Relay(page.host.port)
    page.host.welcome = pagedata.welcome()
    page.open(fragment=SECRET, url=relay.url)
    page.sees("55 %")
    seen = page.host.n
    relay.freeze()
    page.click("#roll")
    page.js("dispatchEvent(new Event('online'))")
    began = time.monotonic()
    page.sees("Success by 2")
    assert time.monotonic() - began < PATIENCE
    assert len(page.host.of("throw")) == 1
    again = page.host.of("again")
    assert (again[-1]["epoch"], again[-1]["seen"]) == ("e1", seen)
    relay.stop()


def test_a_break_between_the_welcome_and_what_was_missed_loses_nothing(page: PlayedPage):
    page.sit()
    page.sees("55 %")
    page.told("word")
    page.host.state, page.host.answer = [], lambda _message: []
    for _each in range(2):
        page.host.say(pagedata.welcome())
    assert page.told("again", 3)[1]["seen"] == page.told("again", 3)[2]["seen"]


def test_a_bridge_says_why_the_host_is_away_and_the_page_goes_on_with_its_welcome(page: PlayedPage):
    page.sit()
    page.host.say({"kind": "way", "text": "The host has been away since 19:05."})
    page.sees("The host has been away since 19:05.")
    page.host.answer = lambda _message: []
    page.click("#roll")
    page.sees("Waits for the connection, then rolls.")
    (asked,) = page.told("throw")
    page.host.say({"kind": "way", "text": "No broker answers."})
    page.sees("No broker answers.")
    assert "19:05" not in page.text
    page.host.answer = partial(answered)
    page.host.say(pagedata.welcome())
    assert page.told("throw", 2)[1] == asked
    page.sees("Success by")
    assert "No broker answers." not in page.text
    # Without a word about it, a lost connection is one to this computer.
    page.host.say({"kind": "way", "text": "No broker answers."})
    page.host.close_with = 1013, "Later"
    page.host.drop(1001, "Going away")
    page.sees("Connection lost")


@pytest.mark.parametrize("query", ["", "?view=tray"])
def test_a_device_that_has_not_come_in_reads_why_the_host_is_away(page: PlayedPage, query: str):
    page.host.hello = {"kind": "way", "text": "The host has been away since 19:05."}
    page.open(query, SECRET)
    page.sees("The host has been away since 19:05.")
    page.host.welcome = pagedata.welcome()
    page.host.say(page.host.welcome)
    page.one("#stage")
    page.host.say({"kind": "way", "text": "No broker answers."})
    page.sees("No broker answers.")


@pytest.mark.parametrize("view", ["", "?view=tray"])
def test_a_page_without_a_connection_says_so_and_offers_nothing(page: PlayedPage, view: str):
    relay = Relay(page.host.port)
    page.host.welcome = pagedata.welcome(**({"role": "watcher", "characters": []} if view else {}))
    page.host.state = [*pagedata.whole_state(), pagedata.fight(), pagedata.fight_roll()]
    page.open(view, SECRET, relay.url)
    page.sees("Round 2 at the ford")
    assert view or page.one("#main-choice").is_enabled()
    relay.stop()
    page.js("dispatchEvent(new Event('online'))")
    page.sees("Connection lost")
    assert view or not page.one("#main-choice").is_enabled()


def test_a_roll_that_was_not_answered_is_sent_again_with_its_number(page: PlayedPage):
    page.sit()
    page.host.answer = lambda _message: []
    page.click("#roll")
    page.told("throw")
    page.host.answer = answered
    page.host.cut()
    first, second = page.told("throw", 2)
    assert first == second
    page.sees("Success by 2")
    page.browser.refresh()
    page.sees("55 %")
    assert len(page.host.of("throw")) == 2


# Fair dice.


def test_hashes_and_draws_are_those_of_the_program(page: PlayedPage):
    import hmac
    from hashlib import sha256

    from bones_desktop.rules.fairdice import evening_key, labelled_indices

    page.open()
    texts = ["", "abc", "x" * 55, "x" * 56, "ä" * 64, "x" * 1000]
    label = "throw|7|die 1:6|a%3Ab:6|d20:20|d300:300|" + "|".join(f"d{n}:10" for n in range(60))
    found = page.browser.execute_async_script(
        """const [texts, seed, label, done] = arguments;
        import("/fair.js").then(({ bytes, drawn, eveningKey, hex, hmac, sha256 }) => done([
          texts.map((each) => hex(sha256(bytes(each)))), texts.map((each) => hex(hmac(bytes(each), bytes("m" + each)))),
          drawn(eveningKey(seed, ["one", "zwei ä"]), label)]));""",
        texts, pagedata.SEED.hex(), label,
    )  # fmt: skip
    assert found[0] == [sha256(each.encode()).hexdigest() for each in texts]
    assert found[1] == [hmac.new(each.encode(), f"m{each}".encode(), "sha256").hexdigest() for each in texts]
    assert tuple(found[2]) == labelled_indices(evening_key(pagedata.SEED, ["one", "zwei ä"]), label.encode())


def test_the_device_repeats_the_rolls_of_an_evening(page: PlayedPage):
    form, told = pagedata.secret(4)
    page.sit()
    page.host.say(pagedata.thrown(1), pagedata.thrown(2), form)
    page.click("#tab-table")
    page.press("Check the dice")
    page.sees("The seed is shown when the evening ends.", "3 rolls.")
    page.host.say(pagedata.sealed(told=True))
    page.press("Check the dice")
    page.sees("2 rolls repeated from the seed", "1 hidden roll cannot be verified", "1 roll was made while")
    page.host.say(pagedata.sealed(told, told=True))
    page.press("Check the dice")
    page.sees("3 rolls repeated from the seed")


@pytest.mark.parametrize("fault", ["face", "secret", "number", "seed"])
def test_dice_that_do_not_follow_from_the_seed_are_named(page: PlayedPage, fault: str):
    form, told = pagedata.secret(4)
    roll, seal = pagedata.thrown(3), pagedata.sealed(told, told=True)
    if fault == "face":
        roll["draws"][0]["faces"][0] = roll["draws"][0]["faces"][0] % 6 + 1
    elif fault == "secret":
        told["content"] = told["content"].replace("20:41", "20:42")
    elif fault == "number":
        roll["draws"][0]["draw"] = 5
    else:
        # The right seal came first: a host that shows another one later has changed its dice.
        page.host.state = [*pagedata.whole_state(), pagedata.sealed()]
        seal["seed"] = bytes(32).hex()
    page.sit()
    page.host.say(roll, form, seal)
    page.click("#tab-table")
    page.press("Check the dice")
    named = {"face": "3", "secret": "4", "number": "5", "seed": "3–4"}[fault]
    page.sees(f"These rolls do not follow from the seed: {named}.")
    assert named in page.one("#alarm").text
    assert ("The seed does not fit the seal" in page.text) == (fault == "seed")


def test_the_page_finds_what_the_program_finds(page: PlayedPage):
    examples = json.loads((Path(__file__).parents[1] / "data" / "witness.json").read_text(encoding="utf-8"))
    page.open()
    found = page.browser.execute_async_script(
        """const [examples, done] = arguments;
        import("/fair.js").then(({ drawn, Witness }) => done(examples.map(({ steps }) => {
          let witness = new Witness();
          return steps.flatMap((step) => {
            if (step.reload) witness = new Witness(JSON.parse(JSON.stringify(witness.evenings)));
            if (step.away) witness.away();
            return step.hear ? witness.hear(step.hear, step.at) : step.away || step.reload ? [] : witness.tick(step.at);
          });
        })));""",
        examples,
    )
    assert dict(zip([each["name"] for each in examples], found, strict=True)) == {
        each["name"]: each["findings"] for each in examples
    }


@pytest.mark.parametrize("die", ["d:0", "d:x", "d:-1", "d:1e9", "d"])
def test_a_die_that_cannot_be_does_not_stop_the_page(page: PlayedPage, die: str):
    page.open()
    assert (
        page.browser.execute_async_script(
            """const [die, done] = arguments;
        import("/fair.js").then(({ drawn }) => drawn(new Uint8Array(32), "throw|1|" + die)).then(done, (error) =>
          done(error instanceof TypeError ? "no die" : String(error)));""",
            die,
        )
        == "no die"
    )


def test_a_roll_that_is_dropped_is_told_at_once_and_kept_over_a_reload(page: PlayedPage):
    page.host.state = [*pagedata.whole_state(), pagedata.thrown(1)]
    page.sit(evening=3, draws=0)
    page.host.say(pagedata.thrown(2), pagedata.thrown(4))
    page.sees("These rolls were made and not shown here: 3. Ask the game master why.")
    page.host.say({"kind": "message", "text": "Something else", "tone": ""})
    page.sees("Something else")
    assert "not shown here: 3." in page.one("#alarm").text
    page.click("#alarm button")
    page.click("#tab-table")
    page.press("Check the dice")
    page.sees("not shown here: 3.", "The seed is shown when the evening ends.", "3 rolls.")
    page.browser.refresh()
    page.click("#tab-table")
    page.press("Check the dice")
    page.sees("not shown here: 3.")
    assert not page.one("#alarm").is_displayed()


def test_a_secret_that_is_withheld_is_named(page: PlayedPage):
    page.sit()
    page.host.say(pagedata.thrown(1), {"kind": "closing", "reason": "Closed.", "for_good": True})
    page.sees("…: 1 roll cannot be verified.", "closed this table for good.")


def test_the_empty_faces_of_an_unfinished_die_are_read_as_such(page: PlayedPage):
    page.sit()
    told = pagedata.sheet()
    told["dice"][0] |= {"name": "Die 1", "faces": ["universal", "", "", "blank", "", ""]}
    page.host.say(told)
    page.until(
        lambda: (
            "Die 1 · Universal, Empty, Empty, Blank, Empty, Empty"
            in [each.get_attribute("aria-label") for each in page.all(".cells")]
        )
    )


@pytest.mark.parametrize("for_good", [True, False])
def test_a_device_does_not_look_for_a_table_that_was_closed_for_good(page: PlayedPage, for_good: bool):
    page.sit()
    page.host.say({"kind": "closing", "reason": "Closed.", "for_good": for_good})
    page.sees("closed this table for good." if for_good else "Closed.")
    page.until(lambda: len(page.host.of("again")) == 1)
    page.host.drop()
    if for_good:
        assert page.one("#dock").text == "The game master has closed this table for good."
        page.js("dispatchEvent(new Event('online'))")
        page.click("#tab-table")
        page.press("Check the dice")
        time.sleep(1)
        assert len(page.host.of("again")) == 1
    else:
        page.until(lambda: len(page.host.of("again")) == 2)


# Looks, keys and screen readers.


@pytest.mark.parametrize(("width", "height"), [(320, 640), (360, 740), (740, 360), (800, 1200), (1200, 800)])
def test_nothing_is_wider_than_the_window_at_any_text_size(page: PlayedPage, width: int, height: int):
    page.size(width, height)
    page.sit()
    page.click("#roll")
    page.sees("Success by 2")
    for size in ("100%", "200%"):
        page.js("document.documentElement.style.fontSize = arguments[0]", size)
        for tab in ("play", "sheet", "table"):
            page.js("document.getElementById(arguments[0]).click()", f"tab-{tab}")
            page.one(f"body[data-screen={tab}]")
            assert page.js(TOO_WIDE) == [], (size, tab)
        page.js("document.getElementById('tab-play').click()")
        for opener in ("#field-skill", "#more", ".choice.danger"):
            page.until(lambda opener=opener: page.js("const found = document.querySelector(arguments[0]);"
                                                     "return found && (found.click(), true)", opener))  # fmt: skip
            page.one("dialog[open]")
            assert page.js(TOO_WIDE) == [], (size, opener)
            page.js("document.getElementById('card').close()")


def test_the_longest_names_make_nothing_wider_than_the_window(page: PlayedPage):
    page.size(320, 640)
    told = [*pagedata.whole_state(), pagedata.fight(), pagedata.thrown(), pagedata.fight_choices()]
    page.host.state = pagedata.stretched(told)
    page.host.hello = pagedata.stretched(pagedata.HELLO)
    page.open(fragment=SECRET)
    page.one("#name")
    assert page.js(TOO_WIDE) == []
    page.sit()
    page.one(".headline")
    for tab in ("play", "sheet", "table"):
        page.js("document.getElementById(arguments[0]).click()", f"tab-{tab}")
        page.one(f"body[data-screen={tab}]")
        assert page.js(TOO_WIDE) == [], tab
    page.js("document.getElementById('tab-play').click()")
    page.js("document.getElementById('others').click()")
    page.one("#roll")
    for opener in ("#field-skill", "#more", ".choice"):
        page.js("document.querySelector(arguments[0]).click()", opener)
        page.one("dialog[open]")
        assert page.js(TOO_WIDE) == [], opener
        page.js("document.getElementById('card').close()")


def test_roll_is_in_view_and_as_large_as_a_finger(page: PlayedPage):
    for width, height in ((320, 640), (360, 740), (740, 360), (1200, 800)):
        page.size(width, height)
        page.sit()
        page.one("#roll")
        box = page.js("return document.getElementById('roll').getBoundingClientRect().toJSON()")
        assert 0 <= box["top"] < box["bottom"] <= height
        assert box["height"] >= 44
        assert box["width"] >= 90
    assert page.js(TOO_SMALL) == []


def test_every_control_has_a_name_and_the_page_has_landmarks(page: PlayedPage):
    page.open(fragment=SECRET)
    page.one("#name")
    assert_named(page)
    page.host.let_in(pagedata.welcome())
    page.sit()
    page.click("#roll")
    page.sees("Success by 2")
    found = assert_named(page)
    assert {"banner", "navigation", "main", "status"} <= {role for role, _name in found}
    assert [name for role, name in found if role == "heading"][:2] == ["Ragnar", "Success by 2"]
    dice = [name for role, name in found if role == "button" and "counts for Stealth" in name]
    assert dice
    for opener in ("#field-skill", "#more", "#by-hand", ".choice.danger"):
        page.click(opener)
        page.one("dialog[open]")
        assert_named(page)
        page.js("document.getElementById('card').close()")
    for tab in ("sheet", "table"):
        page.click(f"#tab-{tab}")
        page.one(f"body[data-screen={tab}]")
        assert_named(page)


def assert_named(page: PlayedPage) -> list[tuple[str, str]]:
    found = page.names()
    assert not [each for each in found if each[0] in CONTROLS and not each[1].strip()]
    return found


def test_whoever_plays_several_characters_chooses_between_them(page: PlayedPage):
    page.host.state = [pagedata.party(), pagedata.sheet(), pagedata.rolls()]
    page.sit(role="gm", characters=[])
    page.sees("55 %")
    page.host.say(pagedata.sheet(character="a"))
    page.click("#who")
    page.press("Alauda of the Reeds")
    page.until(lambda: page.one("h1").text == "Alauda of the Reeds")


def test_the_keyboard_reaches_everything(page: PlayedPage):
    page.sit()
    page.sees("55 %")
    page.js("document.activeElement.blur()")
    reached = []
    for _stop in range(25):
        page.browser.switch_to.active_element.send_keys(Keys.TAB)
        reached.append(page.browser.switch_to.active_element.get_attribute("id"))
        if reached[-1] == "roll":
            break
    assert {"tab-play", "tab-sheet", "tab-table", "more", "field-skill", "field-difficulty", "by-hand"} <= set(reached)
    page.browser.switch_to.active_element.send_keys(Keys.ENTER)
    page.sees("Success by 2")
    assert page.js("return document.activeElement.id") == "roll"
    page.one("#field-difficulty").send_keys(Keys.ENTER)
    page.one("dialog[open]")
    page.browser.switch_to.active_element.send_keys(Keys.TAB)
    page.browser.switch_to.active_element.send_keys(Keys.ENTER)
    page.until(lambda: page.js("return document.activeElement.id") == "field-difficulty")
    page.until(lambda: "Challenging" in page.one("#field-difficulty").text)


def test_the_focus_stays_in_its_part_of_the_page(page: PlayedPage):
    page.sit()
    page.host.say(pagedata.fight(), pagedata.fight_choices())
    where = "return document.activeElement.closest('section[id]')?.id"
    page.one(".scene .choice").send_keys(Keys.ENTER)
    page.told("choose")
    page.host.say(pagedata.fight(), pagedata.fight_roll())
    page.until(lambda: page.one("#main-choice").text == "Roll for the round")
    assert page.js(where) == "first"
    attack = pagedata.fight_choices()
    attack["choices"][0]["tone"] = ""
    page.host.say(attack)
    page.until(lambda: page.one(".scene .choice").text == "Attack…")
    page.one(".scene .choice").send_keys(Keys.ENTER)
    page.one("dialog[open]")
    page.host.say(pagedata.fight(), pagedata.fight_successes())
    page.browser.switch_to.active_element.send_keys(Keys.ESCAPE)
    page.until(lambda: not page.all("dialog[open]") and page.js(where) == "first")


def test_forty_dice_make_the_tray_higher_and_stay_large_enough(page: PlayedPage):
    page.sit()
    roll = pagedata.thrown()
    page.host.say({**roll, "dice": [*roll["dice"]] * 7})
    page.until(lambda: len(page.all(".die")) == 42)
    page.until(lambda: page.js("return document.querySelector('.die').offsetWidth") >= 44)
    assert page.js("const felt = document.querySelector('.felt'); return felt.scrollHeight <= felt.clientHeight")


def test_the_tray_is_as_high_as_the_window_allows_after_a_turn_of_the_device(page: PlayedPage):
    page.size(320, 640)
    page.sit()
    roll = pagedata.thrown()
    page.host.say({**roll, "dice": roll["dice"] * 2})
    height = "return document.querySelector('.felt').offsetHeight"
    page.until(lambda: len(page.all(".die")) == 12)
    page.one(".felt")
    page.size(1200, 800)
    page.until(lambda: page.js(height) > 500)


def test_the_theme_is_the_hosts_and_contrast_the_devices(page: PlayedPage):
    page.sit(theme="parchment")
    assert page.js("return document.documentElement.dataset.theme") == "parchment"
    page.prefers(prefers_contrast="more")
    page.until(lambda: page.js("return document.documentElement.dataset.theme") == "contrast")
    page.prefers(prefers_color_scheme="dark")
    page.sit(theme="system")
    assert page.js("return document.documentElement.dataset.theme") == "iron"


def test_the_page_speaks_german_to_a_german_device(page: PlayedPage):
    agent = page.js("return navigator.userAgent")
    override = partial(page.browser.execute_cdp_cmd, "Network.setUserAgentOverride")
    override({"userAgent": agent, "acceptLanguage": "de-AT,en"})
    try:
        page.sit()
        page.sees("Würfeln", "Bogen", "Wähle, was du würfelst.")
        for width in (320, 360, 390):
            page.size(width, 740)
            page.one("#roll")
            # On one line.
            assert page.js("return document.querySelector('#roll span').getClientRects().length") == 1
            assert page.js("return document.querySelector('#roll span').offsetHeight") < 36
        assert page.js("return document.documentElement.lang") == "de"
    finally:
        override({"userAgent": agent, "acceptLanguage": "en"})


def test_a_television_shows_tray_result_and_party(page: PlayedPage):
    page.size(1280, 720)
    page.host.welcome = None
    page.open("?view=tray", SECRET)
    (knock,) = page.told("knock")
    assert (knock["role"], knock["name"]) == ("watcher", "Television")
    page.host.let_in(pagedata.welcome(role="watcher", characters=[]))
    page.sees("Alauda of the Reeds")
    page.host.say(pagedata.thrown())
    page.sees("Success by 2", "Roll 7")
    assert not page.all("#roll")
    assert page.js("return document.querySelector('main').scrollHeight <= innerHeight")


def test_a_stream_gets_dice_on_nothing(page: PlayedPage):
    page.sit("?view=dice", role="watcher", characters=[])
    page.host.say(pagedata.thrown())
    page.until(lambda: len(page.all(".die")) == 6)
    assert page.js("return getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"
    assert not [each for each in page.all("#side, .plate, #dock, #top") if each.is_displayed()]
