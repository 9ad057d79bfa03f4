"""Invitations to a table, and addresses of brokers: read from a link or from typed words, and written as a link.

This module has no network and no cryptography.
"""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache
from ipaddress import ip_address
from typing import Final
from urllib.parse import SplitResult, quote, unquote, urlsplit

from bones_desktop.rules.records import Record
from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.storage.files.textfiles import read_bytes
from bones_desktop.wording.language import _

COUNT: Final = 6
"""Words of an invitation. Each stands for 11 bits."""
_PREFIX: Final = 4
"""Letters that identify a word."""
_PORT, _SECURE_PORT = 1883, 8883
_PORTS: Final = {"mqtt": _PORT, "mqtts": _SECURE_PORT}
_HOST: Final = re.compile(r"[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*")
_HOST_KEY: Final = re.compile(r"[A-Za-z0-9_-]{43}")
_AROUND: Final = "<>()[]{}\"'\u201c\u201d\u201e\u2018\u2019\u00ab\u00bb.,;:!?"
"""Brackets, quotes and marks that a copied link may have at its ends."""
_BETWEEN: Final = re.compile(r"[\s,\u2010-\u2014-]+")
"""What stands between words. A chat may turn a dash into a longer one."""
_NUMBER: Final = re.compile(r"^\(?[1-6](?:[.):]+(?=[A-Za-z]*$)|$)")
"""Number before a word of a list, as in "1. fuel 2. ski"."""
_LONGEST: Final = 2_000
"""Characters of the longest text that is read."""


class Broker(Record):
    """A message broker (MQTT), and how to log in to it."""

    host: str
    """Name or IP address, in lower case and without brackets."""
    port: int
    secure: bool = False
    """Whether the connection is encrypted (TLS)."""
    user: str = ""
    password: str = ""

    @property
    def address(self) -> str:
        """The text "host:port". The keys of a table follow from it, so all must write the same address."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def url(self) -> str:
        """The address with its scheme, without name and password."""
        return f"{'mqtts' if self.secure else 'mqtt'}://{self.address}"


class Invitation(Record):
    """Everything that a device needs to ask for a seat at a table."""

    secret: str
    """The secret of a table in the house, or the six words of a table at a broker, joined by dashes."""
    broker: Broker | None = None
    """The broker that carries the table; None for a table in the house."""
    host: str = ""
    port: int = 0
    """Address of the host of a table in the house."""
    host_key: str = ""
    """Public key of the host at a broker, as `Identity.public` has it; "" if the invitation does not say it."""


def read_broker(text: str) -> Broker:
    """Return the broker at a typed address. Raise ValueError with a sentence for the user."""
    text = text.strip()
    if "://" not in text:
        text = f"{'mqtts' if text.endswith(f':{_SECURE_PORT}') else 'mqtt'}://{text}"
    scheme, _colon, rest = text.partition("://")
    login, at, place = rest.rpartition("@")
    if at:
        # Users type a password as it is, with any letters.
        user, colon, password = (quote(unquote(each), safe="", errors="replace") for each in login.partition(":"))
        text = f"{scheme}://{user}{colon and ':'}{password}@{place}"
    broker, link = _broker(text)
    if link.fragment or link.query:
        raise ValueError(_no_broker())
    return broker


def read_invitation(text: str) -> Invitation:
    """Return the invitation in a link or in typed words. Raise ValueError with a sentence for the user.

    The six words and the address of the broker may be typed in any order.
    """
    if len(text) > _LONGEST:
        raise ValueError(_no_invitation())
    parts = text.replace(",", " ").split()
    # A copied line may have words around the link.
    link = next((part.strip(_AROUND) for part in parts if "#" in part), "")
    if not link and len(parts) == 1 and text.strip().lower().startswith("http"):
        raise ValueError(_incomplete())
    if not link:
        return _typed(parts)
    return _house(link) if link.lower().startswith("http://") else _link(link)


def link_of(invitation: Invitation) -> str:
    """Return the invitation as a link, with name and password of the broker."""
    broker = invitation.broker
    if broker is None:
        place = f"[{invitation.host}]" if ":" in invitation.host else invitation.host
        return f"http://{place}:{invitation.port}/#{invitation.secret}"
    login = quote(broker.user, safe="")
    if broker.password:
        login += f":{quote(broker.password, safe='')}"
    scheme, _colon, place = broker.url.partition("://")
    key = f".{_letters(invitation.host_key)}" if invitation.host_key else ""
    return f"{scheme}://{login}{'@' if login else ''}{place}/#{invitation.secret}{key}"


def _house(text: str) -> Invitation:
    link = _split(text, _no_invitation())
    if not link.hostname or link.path not in {"", "/"} or not link.fragment or not link.fragment.isascii():
        raise ValueError(_no_invitation())
    return Invitation(link.fragment, None, link.hostname, _port(link, 80))


def _link(text: str) -> Invitation:
    broker, link = _broker(text)
    words, _dot, key = link.fragment.partition(".")
    if key and not _HOST_KEY.fullmatch(key):
        raise ValueError(_incomplete())
    public = urlsafe_b64decode(f"{key}=").hex() if key else ""
    return Invitation(read_words(unquote(words)), broker, host_key=public)


def _typed(parts: list[str]) -> Invitation:
    """Return the invitation of typed words and the address of a broker."""
    if sum(bool(_NUMBER.match(part)) for part in parts) > 1:
        parts = [rest for part in parts if (rest := _NUMBER.sub("", part))]
    # A dash belongs to an address too, as in "my-nas". A word of the list is never an address.
    parts = [part.rstrip(".;") for part in parts]
    sure = [part for part in parts if re.search(r"[:.\d\[]", part)]
    found = sure or [part for part in parts if not _all_words(part)]
    if len(found) > 1 and not sure:
        # Other texts are mistyped words: the address is before or after all words.
        ends = [part for part in (parts[0], parts[-1]) if part in found]
        if len(ends) != 1:
            told = _("Only one of these can be the address of the broker: {words}. Check the others.")
            raise ValueError(told.format(words=", ".join(part[:30] for part in found[:COUNT])))
        found = ends
    words = [part for part in parts if part not in found]
    if len(found) == 1 and words:
        return Invitation(read_words(" ".join(words)), read_broker(found[0]))
    raise ValueError(
        _("Type the six words and the address of the broker, such as mqtts://broker.example.") if parts else
        _no_invitation()
    )  # fmt: skip


def _broker(text: str) -> tuple[Broker, SplitResult]:
    link = _split(text, _no_broker())
    if link.scheme not in _PORTS or link.path not in {"", "/"}:
        raise ValueError(_no_broker())
    host = _host(link.hostname or "")
    user, password = unquote(link.username or ""), unquote(link.password or "")
    return Broker(host, _port(link, _PORTS[link.scheme]), link.scheme == "mqtts", user, password), link


def _split(text: str, why: str) -> SplitResult:
    # Text is not shown in the sentence, because it may contain a password.
    try:
        return urlsplit(text)
    except ValueError:
        raise ValueError(why) from None


def _port(link: SplitResult, usual: int) -> int:
    try:
        port = usual if link.port is None else link.port
    except ValueError:
        port = 0
    if not port:
        raise ValueError(_("A port is a number from 1 to 65535."))
    return port


def _host(text: str) -> str:
    """Return a host in the one way in which all write it. Raise ValueError."""
    host = text.lower().removesuffix(".")
    if ":" in host:
        try:
            return str(ip_address(host))
        except ValueError:
            raise ValueError(_no_broker()) from None
    try:
        host = host if host.isascii() else host.encode("idna").decode()
    except UnicodeError:
        raise ValueError(_no_broker()) from None
    if not _HOST.fullmatch(host) or len(host) > 253:
        raise ValueError(_no_broker())
    return host


def _no_broker() -> str:
    return _("Type the address of the broker, such as mqtts://broker.example or mqtt://192.168.0.5:1883.")


def _no_invitation() -> str:
    return _(
        "An invitation is a link such as http://192.168.0.5:4711/#… or mqtts://broker.example/#…, or six words and the "
        "address of a broker."
    )


def _incomplete() -> str:
    return _("The link is not complete. Copy the whole link.")


def _letters(public: str) -> str:
    return urlsafe_b64encode(bytes.fromhex(public)).decode().rstrip("=")


# --- words ------------------------------------------------------------------------------------------------------------


@cache
def word_list() -> tuple[str, ...]:
    """Return the 2,048 words of invitations. The first four letters of each are different."""
    return tuple(read_bytes(shipped("resources") / "invitation-words.txt", 1 << 16).decode("ascii").split())


def read_words(text: str) -> str:
    """Return the six typed words in full, joined by dashes. The first four letters of each are enough.

    Raise ValueError with a sentence for the user, which names the wrong word.
    """
    found = [(each, _word(each)) for each in _words(text)]
    wrong = next((each for each, word in found if not word), "")
    if wrong:
        near = get_close_matches(wrong[:30], word_list())
        told = _("“{word}” is not one of the words of an invitation.").format(word=wrong[:30])
        raise ValueError(f"{told} {_('Similar words: {words}.').format(words=', '.join(near))}" if near else told)
    if len(found) != COUNT:
        raise ValueError(_("An invitation has six words. You typed {count}.").format(count=len(found)))
    return joined_words(word for _typed, word in found)


def joined_words(words: Iterable[str]) -> str:
    """Return words as the text of which the keys of the table are made."""
    return "-".join(words)


def _all_words(part: str) -> bool:
    """Return whether a typed text is one or more words of the list, or six with mistyped ones among them."""
    known = [bool(_word(each)) for each in _words(part)]
    return all(known) or (any(known) and len(known) >= COUNT)


def _words(text: str) -> list[str]:
    return [each for each in _BETWEEN.split(text.lower()) if each]


def _word(typed: str) -> str:
    """Return the word of the list that begins with the typed letters; "" if there is none."""
    word = _prefixes().get(typed.lower()[:_PREFIX], "")
    return word if word.startswith(typed.lower()) and typed else ""


@cache
def _prefixes() -> dict[str, str]:
    return {word[:_PREFIX]: word for word in word_list()}
