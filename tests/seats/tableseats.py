"""A table without a carrier: devices send texts and get texts."""

import hmac
import itertools
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from PySide6.QtCore import QTimer

from bones_desktop.rules.bones.life.campaigns import add_member, new_campaign, set_hidden
from bones_desktop.rules.fairdice import commitment, evening_key, labelled_indices, words_for, words_of
from bones_desktop.seats.characterseat import CharacterSeat
from bones_desktop.seats.host import Host
from bones_desktop.seats.openhost import open_host
from bones_desktop.seats.table import token_hash
from bones_desktop.seats.witness import PATIENCE, Witness, WitnessFinding
from bones_desktop.storage.campaignfile import write_campaign
from bones_desktop.storage.files.locations import Locations
from bones_desktop.storage.games import read_any
from bones_desktop.storage.log.logentry import LogEntry, LoggedDie

SAMPLES = Path(__file__).parents[2] / "resources" / "games"


def now() -> datetime:
    return datetime(2026, 11, 29, 20, 41, tzinfo=UTC)


class Device:
    """A phone with a token; `said` is what it got, oldest first."""

    def __init__(self, hosted: "Hosted", token: str) -> None:
        self.hosted, self.token = hosted, token
        self.said: list[dict[str, Any]] = []
        self.closed: tuple[int, str] | None = None
        self.number = 0
        self._ids = itertools.count(1)

    def connect(self) -> "Device":
        self.closed = None
        self.number = self.hosted.connect(self)
        return self

    def drop(self) -> None:
        self.hosted.host.seating.disconnected(self.number)

    def send(self, kind: str, **message: Any) -> list[dict[str, Any]]:
        """Send a message and return what the device gets because of it."""
        if kind not in {"ping", "again"}:
            message.setdefault("id", f"{self.token}-{next(self._ids)}")
        return self.send_text(json.dumps({"kind": kind, **message}))

    def send_text(self, text: str) -> list[dict[str, Any]]:
        before = len(self.said)
        self.hosted.host.seating.receive(self.number, text)
        if self.hosted.host is not None and self.hosted.host._soon.isActive():
            self.hosted.host.tell()
        return self.said[before:]

    def again(self, seen: int = 0) -> list[dict[str, Any]]:
        return self.send("again", seen=seen, epoch=self.hosted.host.seating.epoch)

    def last(self, kind: str) -> dict[str, Any]:
        return [each for each in self.said if each["kind"] == kind][-1]

    def all(self, kind: str) -> list[dict[str, Any]]:
        return [each for each in self.said if each["kind"] == kind]

    @property
    def owed(self) -> dict[str, dict[str, Any]]:
        """What may be done now, by its text."""
        return {each["text"]: each for each in self.last("owed")["choices"]}

    def throw_all(self, roll: str = "task", **message: Any) -> list[dict[str, Any]]:
        return self.send("throw", roll=roll, **message)

    def throw(self, roll: str = "task", **message: Any) -> dict[str, Any]:
        """Roll and return the answer."""
        return self.send("throw", roll=roll, **message)[0]


class Hosted:
    """A host over the files in a folder. `open` opens it, again after `leave` or `kill`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.locations = Locations.under(folder)
        self.host: Host = None  # type: ignore[assignment]
        self.events: list[dict[str, Any]] = []
        self._devices: dict[int, Device] = {}
        self._numbers = itertools.count(1)

    def path(self, name: str) -> Path:
        return self.locations.characters / f"{name}.bones"

    def open(self, *names: str, campaign: Path | None = None, seed: str = "word") -> Host:
        self.host = host = open_host(self.locations, [*map(self.path, names)], campaign, seed, clock=now)
        host.seating.outgoing.connect(self._give)
        host.seating.closing.connect(self._close)
        host.happened.connect(self.events.append)
        return host

    def leave(self, *, forget: bool = False) -> None:
        if self.host is not None:
            self.host.close(forget=forget)
            self.host = None  # type: ignore[assignment]
            self._devices.clear()

    def kill(self) -> None:
        """Let everything go as a killed program does: nothing is said or saved."""
        host, self.host = self.host, None  # type: ignore[assignment]
        self._devices.clear()
        host.blockSignals(True)
        host.seating.blockSignals(True)
        host._file.close()
        host.room.close()
        host.room.log.close()
        for timer in host.findChildren(QTimer):
            timer.stop()

    def connect(self, device: Device) -> int:
        number = next(self._numbers)
        self._devices[number] = device
        device.number = number
        self.host.seating.connected(number, token_hash(device.token))
        return number

    def device(self, token: str) -> Device:
        return Device(self, token).connect()

    def seat(self, name: str, character: str = "", role: str = "player") -> Device:
        """Return a device that was let in and knows the state."""
        device = self.device(name)
        device.send("knock", name=name, role=role, character=character)
        assert self.host.seating.admit(name)
        device.again()
        return device

    @property
    def lines(self) -> list[LogEntry]:
        return [each for each in self.host.room.log.latest() if each.kind == "throw"]

    def character(self, name: str) -> CharacterSeat:
        return next(who for who in self.host.view.people.values() if who.name == name)

    def open_campaign(self, hidden: str = "") -> None:
        """Open a campaign of Ragnar, Bob and Grumpy."""
        found = [read_any(self.path(name))[1].value for name in ("ragnar", "bob", "grumpy")]
        members = [(each.id, each.name, each.name == hidden) for each in found]
        self.open(campaign=campaign_of(self.folder, *members))

    def hide(self, name: str) -> None:
        campaign = set_hidden(self.host.view._campaign(), self.character(name).id, True)
        self.host.view._campaign = lambda: campaign
        self.host.campaign_changed()
        self.host.tell()

    def plain_line(self, host_title: str, who: str, id: str) -> LogEntry:
        """Return a line of the window with a die of the roller and one of the opponent."""
        faces = ("melee", "defend")
        dice = (LoggedDie("Die 1", faces, 0, "character", "die 1"), LoggedDie("Die 1", faces, 1, "opponent", "foe 1"))
        return LogEntry(now(), who=who, character_id=id, title=host_title, dice=dice, id=999)

    @property
    def told_seed(self) -> dict[str, Any]:
        """The seed of the evening, as everybody gets it when the evening has ended."""
        evening = self.host.room.log.evening()
        return {"seed": evening.seed.hex(), "words": evening.words}

    @staticmethod
    def hash_of(seed: str, secret: dict[str, Any]) -> str:
        return hmac.new(bytes.fromhex(seed), secret["content"].encode(), "sha256").hexdigest()

    @staticmethod
    def is_sealed_by(sealed: dict[str, Any]) -> bool:
        """Whether the seed of a seal is the one of its commitment."""
        return commitment(bytes.fromhex(sealed["seed"])) == sealed["commitment"]

    @staticmethod
    def drawn(sealed: dict[str, Any], label: str) -> list[int]:
        """Return the faces of a draw as a seat calculates them by the recipe."""
        words = words_for(words_of(sealed["words"]), int(label.split("|")[1]))
        key = evening_key(bytes.fromhex(sealed["seed"]), words)
        return [index + 1 for index in labelled_indices(key, label.encode()) or ()]

    def _give(self, connection: int, text: str) -> None:
        self._devices[connection].said.append(json.loads(text))

    def _close(self, connection: int, code: int, why: str) -> None:
        self._devices[connection].closed = (code, why)


def witnessed(messages: list[dict[str, Any]], kept: object = None) -> list[WitnessFinding]:
    """Return the findings of a seat that hears these messages quickly, and then nothing more for some seconds."""
    witness, found = Witness(kept), []
    for number, message in enumerate(messages):
        found += witness.hear(message, number / 100)
    return found + witness.tick(len(messages) / 100 + PATIENCE)


def campaign_of(folder: Path, *members: tuple[str, str, bool]) -> Path:
    """Write a campaign of members (id, name, hidden) and return its path."""
    campaign = new_campaign("c" * 32).with_(name="Cold Iron")
    for id, name, hidden in members:
        campaign = add_member(campaign, id, name, f"{name}.bones", hidden=hidden)
    path = Locations.under(folder).campaigns / "cold.bones-campaign"
    path.parent.mkdir(parents=True, exist_ok=True)
    write_campaign(path, campaign)
    return path
