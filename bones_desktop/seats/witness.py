"""A seat's own look at the host: it keeps what it was shown of the dice, and finds what does not fit.

`resources/table/fair.js` does the same on the page. Both are tested with `tests/data/witness.json`.
"""

import hmac
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, Final, NamedTuple

from bones_desktop.rules.fairdice import commitment, evening_key, labelled_indices, words_for, words_of
from bones_desktop.rules.fairness import numbers_text
from bones_desktop.wording.language import _, ngettext

PATIENCE: Final = 3.0
"""Seconds that a host has to show a draw after a later one."""
_SLOW: Final = 40.0
"""Seconds that it has after another carrier has told of the draw: a connection may break meanwhile."""
_ASLEEP: Final = 10.0
"""After so many seconds without a look the device slept, and may have messages that it has not read yet."""
_KEPT_EVENINGS: Final = 5
_MOST_LETTERS: Final = 400_000
"""Size of the draws that are kept of an evening. The oldest are forgotten first."""
_LONGEST: Final = 20_000
_MOST_DRAWS: Final = 100_000
_MOST_GAPS: Final = 500
_MOST_FAULTS: Final = 50
_NEVER: Final = 10**9
"""Number of a draw that no evening reaches: none of its draws has to be shown."""
_NOT_READ: Final = (TypeError, ValueError, KeyError, AttributeError, IndexError)
_EMPTY: Final[dict[str, Any]] = {
    "commitment": "",
    "words": [],
    "seed": "",
    "last": 0,
    "from": _NEVER,
    "top": 0,
    "size": 0,
    "told": "",
}
"""An evening of which nothing is known, without its lists. `from` is the last draw that need not be shown: draws up to
it were made while the seat was away. `top` is the highest draw that was shown, `last` the last that was made."""
_CONTENT: Final = re.compile(r"[^|]*\|(.*)\|([^|]*)")

Kept = dict[str, Any]


class WitnessFinding(NamedTuple):
    """Something that a seat has found about the dice of an evening."""

    code: str
    tone: str
    """good, warn or bad."""
    evening: int
    seal: str = ""
    """The first digits of the seal of the evening."""
    n: int = 0
    """Number of draws."""
    numbers: str = ""
    """Numbers of draws: "3, 5–9"."""


class Witness:
    """What a seat was shown. Times are seconds of any clock that runs on."""

    def __init__(self, kept: object = None) -> None:
        """Go on with what was kept earlier. What cannot be read of it is left out."""
        self.evenings: dict[int, Kept] = {}
        """What is kept of each evening: numbers, texts, and lists and dictionaries of them."""
        with suppress(*_NOT_READ):
            for id, evening in dict(kept or {}).items():  # type: ignore[call-overload]
                self.evenings[int(id)] = _restored(evening)
        self._live = _NEVER
        """The evening in which this seat is at the table."""
        self._gaps: dict[tuple[int, int], float] = {}
        """Evening and number of draws that were not shown, with the time at which that is a fault."""
        self._looked = 0.0
        self._due: dict[int, float] = {}
        """Evenings whose secret should have been told, with the time at which that is a fault."""

    def hear(self, message: Mapping[str, Any], now: float) -> list[WitnessFinding]:
        """Take a message of the host, and return what it shows. A message that cannot be read shows nothing."""
        hears = {
            "welcome": self._welcome, "sealed": self._sealed, "thrown": self._thrown, "roster": self._roster,
            "closing": self._closing,
        }  # fmt: skip
        self._look(now)
        found: list[WitnessFinding] = []
        with suppress(*_NOT_READ):
            if message["kind"] in hears:
                for each in hears[message["kind"]](message, now):
                    found.append(each)  # noqa: PERF402  (what was found before a part that cannot be read counts)
        for old in sorted(self.evenings)[:-_KEPT_EVENINGS]:
            del self.evenings[old]
            self._due.pop(old, None)
            self._gaps = {gap: due for gap, due in self._gaps.items() if gap[0] != old}
        return [*found, *self.tick(now)]

    def tick(self, now: float) -> list[WitnessFinding]:
        """Return what the host had time to show and has not shown. To be called every second or so."""
        self._look(now)
        found = []
        for id in sorted({id for (id, _number), due in self._gaps.items() if due <= now}):
            numbers = sorted(number for (of, number), due in self._gaps.items() if of == id and due <= now)
            for number in numbers:
                del self._gaps[id, number]
            evening = self.evenings[id]
            evening["missing"] = sorted({*evening["missing"], *numbers})[-_MOST_GAPS:]
            found.append(self._finding("missing", "bad", id, numbers=numbers_text(numbers)))
        for id in [id for id, due in self._due.items() if due <= now]:
            del self._due[id]
            found += self._blame("not-told", id)
        return found

    def _look(self, now: float) -> None:
        slept, self._looked = now - self._looked, now
        if slept > _ASLEEP:
            self._gaps = {gap: due + slept for gap, due in self._gaps.items()}
            self._due = {id: due + slept for id, due in self._due.items()}

    def away(self) -> None:
        """Expect nothing more until the next `welcome`, because the connection is lost."""
        self._gaps.clear()
        self._due.clear()
        self._live = _NEVER

    def report(self, id: int) -> list[WitnessFinding]:
        """Return everything that is known of an evening: its faults, and what follows from its secret."""
        evening = self.evenings[id]
        found = [self._finding(code, "bad", id, len(evening["draws"]), numbers) for code, numbers in evening["faults"]]
        if evening["draws"] and not evening["commitment"]:
            found.append(self._finding("no-seal", "warn", id))
        if evening["missing"]:
            found.append(self._finding("missing", "bad", id, numbers=numbers_text(evening["missing"])))
        return [*found, *self._verified(id)]

    # --- messages -----------------------------------------------------------------------------------------------------

    def _welcome(self, message: Mapping[str, Any], _now: float) -> Iterator[WitnessFinding]:
        self.away()
        id, draws = message.get("evening", _NEVER), message.get("draws", _NEVER)
        self._live = _number(id, _NEVER)
        for other, evening in self.evenings.items():
            evening["from"] = _number(draws, _NEVER) if other == id else _NEVER
        if id and id != _NEVER:
            self._evening(id)["from"] = _number(draws, _NEVER)
        yield from ()

    def _evening(self, id: int) -> Kept:
        """Return what is kept of an evening. Every draw of one that begins now has to be shown."""
        if id not in self.evenings:
            self.evenings[_number(id, _NEVER)] = {**_restored({}), "from": 0 if id > self._live else _NEVER}
        if id > self._live:
            self._live = id
        return self.evenings[id]

    def _sealed(self, message: Mapping[str, Any], now: float) -> Iterator[WitnessFinding]:
        id, sealed, seed = message["evening"], _text(message["commitment"], 64), _text(message.get("seed", ""), 64)
        # A seal that comes together with its seed proves nothing.
        if not sealed or (seed and (id not in self.evenings or not self.evenings[id]["commitment"])):
            return
        evening = self._evening(id)
        is_first = not evening["commitment"]
        yield from self._compare(id, sealed, message["words"], is_whole=True)
        if is_first:
            evening["commitment"], evening["words"] = sealed, _words(message["words"])
        for each in message.get("unused", ()):
            if str(each["draw"]) not in evening["draws"]:
                yield from self._note(id, each, now)
                yield self._finding("unused", "warn", id, numbers=str(each["draw"]))
        if not seed:
            for old, other in self.evenings.items():
                if old < id and other["commitment"] and other["draws"] and not other["seed"]:
                    self._due.setdefault(old, now + PATIENCE)
            return
        evening["seed"], evening["last"] = seed, _number(message.get("draws", 0), _MOST_DRAWS)
        secrets = ((str(each["draw"]), _text(each["content"], _LONGEST)) for each in message.get("secrets", ()))
        evening["secrets"] |= {draw: content for draw, content in secrets if draw in evening["draws"]}
        evening["faults"] = [each for each in evening["faults"] if each[0] != "not-told"]
        self._due.pop(id, None)
        self._expect(id, evening["last"] + 1, now + PATIENCE)
        found = self._verified(id)
        if evening["draws"] and evening["told"] != str(found):
            evening["told"] = str(found)
            yield from found

    def _compare(self, id: int, sealed: str, words: object, *, is_whole: bool) -> Iterator[WitnessFinding]:
        """Compare seal and words with those that were shown before. Without `is_whole` the words may be older."""
        evening, new = self.evenings[id], _words(words)
        known = evening["words"]
        if not evening["commitment"]:
            return
        if evening["commitment"] != sealed:
            yield from self._blame("other-seal", id)
            return
        both = min(len(known), len(new))
        added = [draw for draw, _said in new[both:]]
        shown = evening["top"] if evening["top"] > evening["from"] else 0
        if new[:both] != known[:both] or (is_whole and both < len(known)) or any(draw <= shown for draw in added):
            yield from self._blame("other-words", id)
        elif is_whole:
            evening["words"] = new

    def _thrown(self, message: Mapping[str, Any], now: float) -> Iterator[WitnessFinding]:
        draws = message.get("draws") or ()
        for each in draws:
            yield from self._note(each["evening"], each, now)
        is_sealed = message.get("by_hand") or any(each["evening"] and each["draw"] for each in draws)
        if message.get("dice") and not is_sealed and self._live in self.evenings:
            yield from self._blame("unsealed", self._live)

    def _roster(self, message: Mapping[str, Any], now: float) -> Iterator[WitnessFinding]:
        id = message["evening"]
        if id == self._live and id in self.evenings:
            yield from self._compare(id, message["commitment"], message["words"], is_whole=False)
            self._expect(id, _number(message["draws"], _MOST_DRAWS) + 1, now + _SLOW)

    def _closing(self, message: Mapping[str, Any], _now: float) -> Iterator[WitnessFinding]:
        if message.get("for_good"):
            for id, evening in self.evenings.items():
                if evening["commitment"] and evening["draws"] and not evening["seed"]:
                    yield from self._blame("not-told", id)

    # --- draws --------------------------------------------------------------------------------------------------------

    def _note(self, id: int, shown: Mapping[str, Any], now: float) -> Iterator[WitnessFinding]:
        """Keep a draw as it was shown first."""
        number = _number(shown["draw"], _MOST_DRAWS)
        if not id or not number:
            return
        draw: Kept = {}
        if shown.get("label"):
            draw["label"] = _text(shown["label"], _LONGEST)
            draw["faces"] = [_number(face, _NEVER) for face in shown["faces"]][:_LONGEST]
        if shown.get("hash"):
            draw["hash"] = _text(shown["hash"], 64)
        evening = self._evening(id)
        known = evening["draws"].get(str(number))
        if known is not None:
            if any(known.get(part, draw[part]) != draw[part] for part in draw):
                yield from self._blame("redrawn", id, str(number))
            else:
                known |= draw
            return
        evening["draws"][str(number)] = draw
        evening["size"] += _size(draw)
        self._gaps.pop((id, number), None)
        if number in evening["missing"]:
            evening["missing"].remove(number)
            if number > evening["from"]:
                yield from self._blame("late", id, str(number))
            else:
                yield self._finding("found", "good", id, numbers=str(number))
        self._expect(id, number, now + PATIENCE)
        evening["top"] = max(evening["top"], number)
        while evening["size"] > _MOST_LETTERS:
            oldest = min(evening["draws"], key=int)
            gone = evening["draws"].pop(oldest)
            evening["size"] -= _size(gone)
            evening["from"] = max(evening["from"], int(oldest))

    def _expect(self, id: int, before: int, due: float) -> None:
        """Note which draws before this number have to be shown."""
        evening = self.evenings[id]
        for number in range(max(evening["top"], evening["from"]) + 1, before)[:_MOST_GAPS]:
            if number not in evening["missing"] and str(number) not in evening["draws"]:
                self._gaps.setdefault((id, number), due)

    def _verified(self, id: int) -> list[WitnessFinding]:
        """Return what follows from the secret of an evening; nothing before it was told."""
        evening = self.evenings[id]
        draws = evening["draws"]
        if not evening["seed"]:
            return []
        results = {number: self._is_right(evening, number) for number in draws}
        wrong = sorted(int(number) for number, is_right in results.items() if is_right is False)
        right, hidden = ([*results.values()].count(each) for each in (True, None))
        unseen = max([evening["last"], *map(int, draws)]) - len(draws)
        found = []
        is_sealed = False
        with suppress(ValueError):
            is_sealed = commitment(bytes.fromhex(evening["seed"])) == evening["commitment"]
        if not is_sealed:
            found.append(self._finding("other-seed", "bad", id))
        if wrong:
            found.append(self._finding("wrong", "bad", id, len(wrong), numbers_text(wrong)))
        elif is_sealed:
            found.append(self._finding("right", "good", id, right))
        if hidden:
            found.append(self._finding("hidden", "warn", id, hidden))
        if unseen > 0:
            found.append(self._finding("unseen", "warn", id, unseen))
        return found

    @staticmethod
    def _is_right(evening: Kept, number: str) -> bool | None:
        """Return whether a draw follows from the secret; None if only its hash is known."""
        draw, content = evening["draws"][number], evening["secrets"].get(number, "")
        shown = [(draw["label"], draw["faces"])] if "label" in draw else []
        try:
            seed = bytes.fromhex(evening["seed"])
            key = evening_key(seed, words_for(words_of(evening["words"]), int(number)))
            if "hash" in draw and content:
                if hmac.new(seed, content.encode(), "sha256").hexdigest() != draw["hash"]:
                    return False
                label, faces = _CONTENT.fullmatch(content).groups()  # type: ignore[union-attr]
                shown.append((label, [int(face) for face in faces.split(",")]))
            for label, faces in shown:
                drawn = labelled_indices(key, label.encode())
                if label.split("|")[1] != number or drawn is None or [index + 1 for index in drawn] != faces:
                    return False
        except _NOT_READ:
            return False
        return True if shown else None

    def _blame(self, code: str, id: int, numbers: str = "") -> Iterator[WitnessFinding]:
        """Yield a fault of the host the first time, and keep it."""
        faults = self.evenings[id]["faults"]
        if [code, numbers] not in faults and len(faults) < _MOST_FAULTS:
            faults.append([code, numbers])
            yield self._finding(code, "bad", id, len(self.evenings[id]["draws"]), numbers)

    def _finding(self, code: str, tone: str, id: int, n: int = 0, numbers: str = "") -> WitnessFinding:
        return WitnessFinding(code, tone, id, self.evenings[id]["commitment"][:8], n, numbers)


def _restored(given: Mapping[str, Any]) -> Kept:
    """Return what was kept of an evening. Raise an error of `_NOT_READ` if it is damaged."""
    evening: Kept = {}
    for key, first in _EMPTY.items():
        evening[key] = given.get(key, first)
        if type(evening[key]) is not type(first):
            raise ValueError("not what was kept")
    for key in ("draws", "secrets"):
        evening[key] = {str(int(number)): each for number, each in dict(given.get(key, {})).items()}
    for draw in evening["draws"].values():
        _ = [_text(draw.get("label", ""), _LONGEST), _text(draw.get("hash", ""), 64), *draw.get("faces", ())]
    evening["words"] = _words(evening["words"])
    evening["missing"] = [_number(each, _MOST_DRAWS) for each in given.get("missing", ())]
    evening["faults"] = [[_text(part, 100) for part in each] for each in given.get("faults", ())]
    return evening


def _size(draw: Kept) -> int:
    return 20 + len(draw.get("label", "")) + len(draw.get("hash", "")) + 4 * len(draw.get("faces", ()))


def _words(given: object) -> list[list[Any]]:
    """Return words, each as a pair with the number of its first draw."""
    if not isinstance(given, list):
        raise ValueError("no words")
    return [[each.draw, _text(each.text, 300)] for each in words_of(given)][:200]


def _number(value: object, most: int) -> int:
    if type(value) is not int or not 0 <= value <= most:
        raise ValueError("no number")
    return value


def _text(value: object, most: int) -> str:
    if not isinstance(value, str) or len(value) > most:
        raise ValueError("no text")
    return value


def witness_sentence(found: WitnessFinding) -> str:
    """Return a finding as a sentence."""
    n = found.n
    words = {
        "redrawn": _("Roll {numbers} was shown twice with different dice. Ask the game master why."),
        "missing": _("These rolls were made and not shown here: {numbers}. Ask the game master why."),
        "found": _("Roll {numbers} came late. It is shown now."),
        "late": _("Roll {numbers} was shown only after later rolls. Ask the game master why."),
        "unsealed": _("A roll was shown without a number, so its dice are not sealed. Ask the game master why."),
        "no-seal": _("This device came after the dice were sealed and cannot check that evening."),
        "other-seal": _("The seal of this evening was changed. Ask the game master why."),
        "other-words": _("The words in the seal were changed for rolls that had been made. Ask the game master why."),
        "unused": _("Roll {numbers} was drawn and not used, because the host's program ended or failed meanwhile."),
        "other-seed": _("The seed does not fit the seal that this device was shown. Ask the game master why."),
        "wrong": _("These rolls do not follow from the seed: {numbers}. Ask the game master why."),
        "right": ngettext(
            "{n} roll repeated from the seed: it is the one that was shown here.",
            "{n} rolls repeated from the seed: all are as they were shown here.",
            n,
        ),
        "hidden": ngettext(
            "{n} hidden roll cannot be verified: only its hash was shown.",
            "{n} hidden rolls cannot be verified: only their hashes were shown.",
            n,
        ),
        "unseen": ngettext(
            "{n} roll was made while this device was away.", "{n} rolls were made while this device was away.", n
        ),
        "not-told": ngettext(
            "The host did not show the seed of the evening with the seal {seal}…: {n} roll cannot be verified.",
            "The host did not show the seed of the evening with the seal {seal}…: {n} rolls cannot be verified.",
            n,
        ),
    }
    return words[found.code].format(**found._asdict())
