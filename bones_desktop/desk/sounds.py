"""Sounds of dice, turns and wounds, played by the optional library miniaudio on another thread.

Off at first. Without the library or a sound card, and with sound off, nothing is played and nothing waits.
"""

import contextlib
import logging
import sys
import time
import wave
from array import array
from collections.abc import Generator, Iterator, Sequence
from functools import cache, partial
from importlib.util import find_spec
from random import Random
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QObject

from bones_desktop.document.document import Change
from bones_desktop.storage.files.locations import shipped
from bones_desktop.widgets.worker import KeepOn, Worker

if TYPE_CHECKING:
    from bones_desktop.storage.games import StoredGame

    Samples = array[int]

RATE: Final = 22_050
"""Samples a second of all sounds."""
_LOUDEST: Final = 32_767
_STEP: Final = 0.05
"""Seconds between looks whether a playing sound is still wanted."""
_AFTER: Final = 0.15
"""Seconds that the sound card may be behind."""
_MOST_HEARD: Final = 10
"""More dice than this sound like this many, because single ones can no longer be heard."""
_HITS: Final = 3
_ROLLING: Final = 0.75
"""Seconds in which dice hit the tray."""
_MATERIALS: Final = {"steel": "steel", "night": "stone", "verdigris": "stone", "ember": "stone"}
"""Materials by the names of the dice's looks; all others are bone."""

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
    # The seed is fixed, so that equal rolls sound alike; chance belongs to the dice alone.
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
    """Plays one sound at a time; a new one ends the last one."""

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
        if _is_new(change) and _harm(change.after) > _harm(change.before):
            self._play(partial(samples, "hurt"))

    def follow_fight(self, change: Change[Any]) -> None:
        """Play the sound of a wound or of a new round in a fight of BONES."""
        if not _is_new(change):
            return
        before, after = (
            sum(_harm(each.character) for each in fight.encounter.fighters) for fight in (change.before, change.after)
        )
        if after > before:
            self._play(partial(samples, "hurt"))
        elif change.after.encounter.round > change.before.encounter.round:
            self._play(partial(samples, "turn"))

    def follow_game(self, stored: "StoredGame[Any, Any]", change: Change[Any]) -> None:
        """Play the sound of a wound if an edit of a character of a smaller game marked boxes."""
        # Imported late: a start with BONES needs no other game.
        from bones_desktop.rules.games import harm_on

        if _is_new(change):
            before, after = (harm_on(stored.game.tracks(stored.book, each)) for each in (change.before, change.after))
            if after > before:
                self._play(partial(samples, "hurt"))

    def follow_scene(self, stored: "StoredGame[Any, Any]", change: Change[Any]) -> None:
        """Play the sound of a wound in a scene, or of a turn when somebody else's turn begins."""
        # Imported late for the same reason.
        from bones_desktop.rules.games import harm_on
        from bones_desktop.rules.scenes import tracks

        if not _is_new(change):
            return
        before, after = (
            {each.id: harm_on(tracks(stored.game, stored.book, each)) for each in scene.fighters}
            for scene in (change.before, change.after)
        )
        # A newcomer may be wounded already.
        if any(harm > before.get(id, harm) for id, harm in after.items()):
            self._play(partial(samples, "hurt"))
        elif change.after.turn not in {"", change.before.turn}:
            self._play(partial(samples, "turn"))

    def close(self) -> None:
        """End the sound, before the program ends."""
        self._worker.close()

    def _play(self, make: "partial[Samples]") -> None:
        if self._is_on:
            self._worker.start(None, partial(_play, make))


def _is_new(change: Change[Any]) -> bool:
    """Return whether a change is an edit, not an undo or the opening of another file."""
    return bool(change.name) and not change.undone


def _harm(character: Any) -> int:  # noqa: ANN401 (a character of BONES)
    return len(character.lost) + int(character.excess_damage)


def _play(make: "partial[Samples]", keep_on: KeepOn) -> Iterator[object]:
    """Play a sound until its end, or until it is no longer wanted. This runs on another thread."""
    # Imported late: loading the library takes a while, and most evenings are silent.
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
        # Without a sound card the program is silent; that is no reason to disturb a session.
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
