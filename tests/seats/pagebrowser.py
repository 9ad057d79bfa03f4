"""Debian's Chromium with the page of the table, driven by selenium."""

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

PATIENCE = 15.0
_TWO_FRAMES = "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(done))"
IN_CHROMIUM = [
    pytest.mark.slow,
    pytest.mark.skipif(not shutil.which("chromedriver"), reason="the page is tested in Debian's Chromium"),
]


class Page:
    """A browser with a page. `url` is the address of the host."""

    def __init__(self, browser: webdriver.Chrome, url: str) -> None:
        self.browser, self.url = browser, url

    def size(self, width: int, height: int) -> None:
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def prefers(self, **features: str) -> None:
        told = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": told})

    def open(self, query: str = "", fragment: str = "", url: str = "") -> None:
        self.browser.get("about:blank")
        self.browser.get((url or self.url) + query + (f"#{fragment}" if fragment else ""))

    def until(self, what: Callable[[], Any]) -> Any:
        end = time.monotonic() + PATIENCE
        while not (found := self._now(what)):
            assert time.monotonic() < end, f"waited in vain; the page says: {self.text}"
            time.sleep(0.01)
        return found

    @staticmethod
    def _now(what: Callable[[], Any]) -> Any:
        try:
            return what()
        except StaleElementReferenceException:
            return None  # the page has just drawn it again

    @property
    def text(self) -> str:
        return self.browser.execute_script("return document.body.innerText")

    def sees(self, *words: str) -> None:
        """Wait until the page shows all these words."""
        self.until(lambda: all(each in self.text for each in words))

    def all(self, selector: str) -> list[WebElement]:
        return self.browser.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector: str) -> WebElement:
        """Return the first element that the selector finds, once the page no longer draws it again."""

        def found() -> list[WebElement]:
            drawn = self.all(selector)
            self.browser.execute_async_script(_TWO_FRAMES)
            return drawn if drawn and drawn[0].tag_name else []

        return self.until(found)[0]

    def click(self, selector: str) -> None:
        """Click the first element that the selector finds, once there is one."""
        self._click(By.CSS_SELECTOR, selector)

    def press(self, label: str) -> None:
        """Click the last button with this text."""
        self._click(By.XPATH, f"(//button[normalize-space(.)='{label}'])[last()]")

    def _click(self, by: str, what: str) -> None:
        def clicked() -> bool:
            for found in self.browser.find_elements(by, what)[:1]:
                self.browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", found)
                found.click()
                return True
            return False

        self.until(clicked)

    def js(self, code: str, *values: object) -> Any:
        return self.browser.execute_script(code, *values)

    def names(self) -> list[tuple[str, str]]:
        """Return role and name of everything that the accessible tree shows."""
        nodes = self.browser.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
        return [
            (each["role"]["value"], each.get("name", {}).get("value", ""))
            for each in nodes
            if not each.get("ignored") and "role" in each
        ]

    def errors(self) -> list[str]:
        """Return the errors that the browser has noted, but for connections that a test has broken."""
        noted = [each["message"] for each in self.browser.get_log("browser") if each["level"] == "SEVERE"]
        return [each for each in noted if "WebSocket connection" not in each and "403 (Forbidden)" not in each]


@contextmanager
def chromium() -> Iterator[webdriver.Chrome]:
    """Yield a browser without a window, and end it at the end."""
    options = webdriver.ChromeOptions()
    # As root, as in a container, the browser starts only without its sandbox.
    for each in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--lang=en"):
        options.add_argument(each)
    options.binary_location = shutil.which("chromium") or ""
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
    try:
        yield driver
    finally:
        driver.quit()
