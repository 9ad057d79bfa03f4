"""Sounds of dice, turns and wounds, played by the optional library miniaudio on another thread.

Off at first. Without the library or a sound card, and with sound off, nothing is played and nothing waits.
"""

import contextlib
import logging
import sys
import time
import wave
from array import array
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from functools import cache, partial
from importlib.util import find_spec
from operator import attrgetter
from random import Random
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QObject

from bones_desktop.document.document import Change
from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.widgets.worker import KeepOn, Worker

if TYPE_CHECKING:
    from bones_desktop.storage.games import StoredGame

    Samples = array[int]

RATE: Final = 22_050
"""Samples a second of all sounds."""
_LOUDEST: Final = 32_767
_STEP: Final = 0.05
"""Seconds between checks whether the sound being played is still wanted."""
_AFTER: Final = 0.15
"""Largest delay of the sound card, in seconds."""
_MOST_HEARD: Final = 10
"""Largest number of dice heard. More dice sound like this many, because single dice can no longer be heard."""
_HITS: Final = 3
_ROLLING: Final = 0.75
"""Seconds from the start of a roll during which dice hit the tray."""
_MATERIALS: Final = {"steel": "steel", "night": "stone", "verdigris": "stone", "ember": "stone"}
"""Material of dice by their look. Dice with another look sound like bone."""

log = logging.getLogger("bones_desktop")


@cache
def samples(name: str) -> "Samples":
    """Return the samples of a sound of the program."""
    with wave.open(str(shipped("resources") / "sounds" / f"{name}.wav"), "rb") as file:
        found = array("h", file.readframes(file.getnframes()))
    # Files have the low byte first.
    if sys.byteorder == "big":
        found.byteswap()
    return found


def dice_sound(looks: Sequence[str]) -> "Samples":
    """Return the sound of dice with these looks: each die hits the tray a few times, each time more quietly."""
    heard = [_MATERIALS.get(look, "bone") for look in looks[:_MOST_HEARD]]
    # The seed is fixed, so that equal rolls sound alike. Only the dice themselves are random.
    rng = Random(len(heard))  # noqa: S311 - times of hits
    hits = []
    for material in heard:
        begin = rng.uniform(0.0, 0.18)
        for number in range(_HITS):
            # A falling die hits at shorter and shorter intervals.
            at = begin + (_ROLLING - begin) * (1 - 0.5**number) + rng.uniform(0, 0.03)
            hits.append((round(at * RATE), rng.uniform(0.7, 1.0) * 0.6**number, samples(material)))
    if not hits:
        return array("h")
    mixed = [0.0] * max(at + len(each) for at, _loud, each in hits)
    # Many dice are a little louder than one, but not as many times.
    share = 1 / len(heard) ** 0.4
    for at, loud, each in hits:
        for place, value in enumerate(each, start=at):
            mixed[place] += value * loud * share
    return array("h", (max(-_LOUDEST, min(_LOUDEST, round(value))) for value in mixed))


class Sounds(QObject):
    """Plays one sound at a time. A new sound ends the current one."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._is_on = False
        self._worker = Worker(self)

    @property
    def is_available(self) -> bool:
        """True if the library that plays sounds is installed."""
        return find_spec("miniaudio") is not None

    @property
    def busy(self) -> bool:
        """True if a sound is being played."""
        return self._worker.busy

    def set_on(self, is_on: bool) -> None:
        """Switch sounds on or off."""
        self._is_on = is_on and self.is_available
        if not self._is_on:
            self._worker.cancel()

    def play_dice(self, looks: Sequence[str]) -> None:
        """Play the sound of falling dice with these looks."""
        self._play(partial(dice_sound, tuple(looks)))

    def follow_character(self, change: Change[Any]) -> None:
        """Play the sound of a wound if an edit of a character of BONES took dice."""
        self._follow(change, _harm)

    def follow_fight(self, change: Change[Any]) -> None:
        """Play the sound of a wound or of a new round in a fight of BONES."""
        self._follow(change, _harm_in_fight, attrgetter("encounter.round"))

    def follow_game(self, stored: "StoredGame[Any, Any]", change: Change[Any]) -> None:
        """Play the sound of a wound if a change to a smaller game's character marked damage boxes."""
        self._follow(change, partial(_marked, stored))

    def follow_scene(self, stored: "StoredGame[Any, Any]", change: Change[Any]) -> None:
        """Play the sound of a wound in a scene, or of a turn when somebody else's turn begins."""
        self._follow(change, partial(_marked_in_scene, stored), attrgetter("turn"))

    def _follow(
        self, change: Change[Any], harm: Callable[[Any], Mapping[str, int]], turn: Callable[[Any], object] | None = None
    ) -> None:
        """Play a sound for an edit, but not for an undo or the opening of another file.

        `harm` returns the damage of each person by id. `turn` returns a value that changes with each turn; "" between
        turns.
        """
        if not change.name or change.undone:
            return
        before, after = harm(change.before), harm(change.after)
        # A fighter who has just joined may already be wounded.
        if any(taken > before.get(id, taken) for id, taken in after.items()):
            self._play(partial(samples, "hurt"))
        elif turn is not None and turn(change.after) not in {"", turn(change.before)}:
            self._play(partial(samples, "turn"))

    def close(self) -> None:
        """End the sound, before the program ends."""
        self._worker.close()

    def _play(self, make: "partial[Samples]") -> None:
        if self._is_on:
            self._worker.start(None, partial(_play, make))


def _harm(character: Any) -> Mapping[str, int]:  # noqa: ANN401 (a character of BONES)
    return {character.id: len(character.lost) + int(character.excess_damage)}


def _harm_in_fight(fight: Any) -> Mapping[str, int]:  # noqa: ANN401 (a fight of BONES)
    return {each.id: sum(_harm(each.character).values()) for each in fight.encounter.fighters}


def _marked(stored: "StoredGame[Any, Any]", who: Any) -> Mapping[str, int]:  # noqa: ANN401 (a character of any game)
    # Imported late: other games are not needed while only BONES is played.
    from bones_desktop.rules.games import harm_on

    return {who.id: harm_on(stored.game.tracks(stored.book, who))}


def _marked_in_scene(stored: "StoredGame[Any, Any]", scene: Any) -> Mapping[str, int]:  # noqa: ANN401 (a Scene)
    # Imported late: other games are not needed while only BONES is played.
    from bones_desktop.rules.games import harm_on
    from bones_desktop.rules.scenes import tracks

    return {each.id: harm_on(tracks(stored.game, stored.book, each)) for each in scene.fighters}


def _play(make: "partial[Samples]", keep_on: KeepOn) -> Iterator[object]:
    """Play a sound until its end, or until it is no longer wanted. This runs on another thread."""
    # Imported late: loading the library takes a while, and few players switch sounds on.
    import miniaudio

    try:
        sound = make()
    except (OSError, EOFError, wave.Error) as error:
        log.warning("a sound cannot be read: %s", error)
        return
    backends = [each for each in miniaudio.Backend if each is not miniaudio.Backend.NULL]
    try:
        device = miniaudio.PlaybackDevice(
            miniaudio.SampleFormat.SIGNED16, 1, RATE, buffersize_msec=60, backends=backends, app_name="Bones Desktop"
        )
    except miniaudio.MiniaudioError as error:
        # Without a sound card the program is silent. A message would only disturb the session.
        log.info("no sound: %s", error)
        return
    with contextlib.closing(device):
        stream = _stream(sound)
        next(stream)
        device.start(stream)
        end = time.monotonic() + len(sound) / RATE + _AFTER
        while time.monotonic() < end and keep_on():
            time.sleep(_STEP)
    yield None


def _stream(sound: "Samples") -> "Generator[bytes | Samples, int, None]":
    """Yield as many samples as the sound card asks for, and silence after the end."""
    place = 0
    count = yield b""
    while True:
        part = sound[place : place + count]
        place += count
        part.extend([0] * (count - len(part)))
        count = yield part
