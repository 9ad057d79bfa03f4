"""The page of a table, and the door that decides who may connect to the table.

This module has no network: `server` asks it about each request.
"""

import hmac
import json
import re
import secrets
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from ipaddress import ip_address
from pathlib import Path
from typing import Final, NamedTuple

from bones_desktop.seats.table import OpenTable, is_proof, is_token, new_token, token_hash
from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.storage.files.textfiles import read_bytes

_TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json; charset=utf-8",
    ".svg": "image/svg+xml; charset=utf-8",
    ".woff2": "font/woff2",
}
_UNCHANGED: Final = {".svg", ".woff2"}
"""Endings of files that a device may keep. Another version of the program changes the others."""
_LARGEST: Final = 1_000_000
"""Maximum size in bytes of a file of the page."""
_NONCE_SECONDS: Final = 60
_SLOWED: Final = 1_000
"""Addresses whose failed attempts are remembered. The oldest is forgotten first."""
_DELAY, _LONGEST_DELAY = 0.2, 5.0
"""Seconds by which the answer to an address is delayed after its first failed attempt, and at most."""

ACTIONS: Final = (
    "by-hand", "check", "chevron-down", "close", "more", "players", "roll-hurts", "secret", "sheet", "throw",
)  # fmt: skip
"""Drawings of actions that the page shows; it may show any face and any mark."""
_TAG: Final = re.compile(r"<svg\b(?P<attributes>[^>]*)>(?P<drawing>.*)</svg>", re.DOTALL)


class File(NamedTuple):
    """A file that the server sends to everybody."""

    kind: str
    data: bytes
    kept: bool
    """Whether a device may keep the file for an hour."""


@cache
def icon_symbols() -> str:
    """Return an SVG file with a symbol for each drawing: `face-melee`, `mark-x2`, `action-throw`.

    Lines and areas have the colour of the text around the symbol. A symbol keeps the `data-ink` of its drawing.
    """
    icons = shipped("icons")
    found = [("face", path) for path in sorted((icons / "faces").glob("*.svg"))]
    found += [("mark", path) for path in sorted((icons / "marks").glob("*.svg"))]
    found += [("action", icons / "actions" / f"{name}.svg") for name in ACTIONS]
    symbols = (_symbol(f"{kind}-{path.stem}", read_bytes(path, _LARGEST).decode()) for kind, path in found)
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{"".join(symbols)}</svg>\n'


def _symbol(id: str, text: str) -> str:
    found = _TAG.search(text)
    if found is None:
        raise ValueError(f"{id} is not a drawing")
    attributes = found["attributes"].replace(' xmlns="http://www.w3.org/2000/svg"', "")
    drawing = re.sub(r">\s+<", "><", found["drawing"].strip())
    return f'<symbol id="{id}"{attributes}>{drawing}</symbol>\n'.replace("#000", "currentColor")


def theme_colours() -> str:
    """Return a style sheet with the colours of the themes. Those of iron hold until the page has chosen a theme."""
    rules = []
    for path in sorted((shipped("resources") / "themes").glob("*.json")):
        theme = json.loads(read_bytes(path, _LARGEST))
        chosen = "" if path.stem == "iron" else f'[data-theme="{path.stem}"]'
        colours = "".join(f" --{role}: {colour};" for role, colour in theme["colours"].items())
        rules.append(f":root{chosen} {{ color-scheme: {theme['scheme']};{colours} }}\n")
    return "".join(rules)


def load_page() -> dict[str, File]:
    """Return the files of the page by their paths. Raise FileProblem if one cannot be read."""
    folder = shipped("resources") / "table"
    files = {
        f"/{path.relative_to(folder).as_posix()}": File(
            _TYPES[path.suffix], read_bytes(path, _LARGEST), path.suffix in _UNCHANGED
        )
        for path in sorted(_files(folder))
    }
    icons = File(_TYPES[".svg"], icon_symbols().encode(), kept=True)
    themes = File(_TYPES[".css"], theme_colours().encode(), kept=False)
    return files | {"/": files["/index.html"], "/icons.svg": icons, "/themes.css": themes}


def _files(folder: Path) -> Sequence[Path]:
    return [path for path in folder.rglob("*") if path.suffix in _TYPES]


def headers(host: str) -> dict[str, str]:
    """Return the headers that protect the page. `host` is the checked address with its port."""
    # Older versions of Safari do not count a WebSocket as part of 'self'.
    policy = (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        f"connect-src 'self' ws://{host}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    return {
        "Content-Security-Policy": policy,
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Resource-Policy": "same-origin",
    }


def is_own_host(host: str, address: str, port: int) -> bool:
    """Return whether the header `Host` names the address at which a connection arrived.

    A page of another site can make its name lead to this address, but its requests still carry its name.
    """
    ip = ip_address(address.partition("%")[0])
    names = {f"[{ip}]" if ip.version == 6 else str(ip)} | ({"localhost"} if ip.is_loopback else set())
    return host.lower() in {f"{name}:{port}" for name in names} | (names if port == 80 else set())


def is_own_origin(origins: Sequence[str], host: str) -> bool:
    """Return whether a request comes from our page, or from a program.

    Browsers always send `Origin` when they open a WebSocket, also from another port of the same address, to which
    cookies belong too. Only programs leave the header out.
    """
    return all(each.lower() == f"http://{host.lower()}" for each in origins)


class Door:
    """Lets in devices that know the secret of the table, and slows down attempts to guess the secret.

    Times are seconds of any clock that never goes back.
    """

    def __init__(self, table: OpenTable) -> None:
        self.table = table
        self.cookie = f"bones-{table.id}"
        """Name of the cookie. Tables on other ports of the same address have other names."""
        self._key = secrets.token_bytes(32)
        self._used: dict[str, float] = {}
        self._failed: dict[str, int] = {}

    def nonce(self, now: float) -> str:
        """Return a text that a device uses once, within 60 seconds, to prove that it knows the secret."""
        # The nonce contains its time and a signature. So many requests for a nonce use no memory.
        text = f"{int(now)}.{secrets.token_urlsafe(12)}"
        return f"{text}.{self._signature(text)}"

    def _signature(self, text: str) -> str:
        return hmac.new(self._key, text.encode("utf-8", "replace"), sha256).hexdigest()

    def _holds(self, nonce: str, now: float) -> bool:
        text, _dot, signature = nonce.rpartition(".")
        genuine = hmac.compare_digest(signature.encode("utf-8", "replace"), self._signature(text).encode())
        return genuine and now - int(text.partition(".")[0]) <= _NONCE_SECONDS and nonce not in self._used

    def delay(self, address: str) -> float:
        """Return the seconds to wait before an attempt of this address is answered."""
        failed = self._failed.get(address, 0)
        return min(_DELAY * 2 ** (min(failed, 10) - 1), _LONGEST_DELAY) if failed else 0

    def enter(self, address: str, nonce: str, proof: str, now: float) -> str:
        """Return a new token for a device that proves that it knows the secret; "" if the proof is wrong."""
        if not (self._holds(nonce, now) and is_proof(self.table.secret, nonce, proof)):
            self._failed[address] = self._failed.pop(address, 0) + 1
            if len(self._failed) > _SLOWED:
                del self._failed[next(iter(self._failed))]
            return ""
        self._failed.pop(address, None)
        self._used = {each: since for each, since in self._used.items() if now - since <= _NONCE_SECONDS}
        self._used[nonce] = now
        return new_token(self.table.secret)

    def set_cookie(self, token: str) -> str:
        """Return the header that stores a token in a browser for a year."""
        return f"{self.cookie}={token}; HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000"

    def token_in(self, cookies: Sequence[str]) -> str:
        """Return the hash of the valid token in the headers `Cookie`; "" if there is none."""
        for each in ";".join(cookies).split(";"):
            name, _equals, token = each.strip().partition("=")
            if name == self.cookie and is_token(self.table.secret, token):
                return token_hash(token)
        return ""


class Allowance:
    """Messages that a seat may send: 10 a second, and 20 at once."""

    def __init__(self, now: float, rate: float = 10, burst: float = 20) -> None:
        self._left, self._since, self._rate, self._burst = burst, now, rate, burst

    def take(self, now: float) -> bool:
        """Count one message. Return False if it is one too many."""
        self._left = min(self._burst, self._left + (now - self._since) * self._rate)
        self._since = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
