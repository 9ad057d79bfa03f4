"""Makes the sounds of the program, resources/sounds/*.wav, from sine waves and noise: 16 bits, one channel, quiet.

Use: python packaging/make_sounds.py. The same files come out each time.
"""

import math
import sys
import wave
from array import array
from pathlib import Path
from random import Random

RATE = 22_050
LOUDEST = 0.32
"""Greatest amplitude, of 1. Sounds of dice are mixed, and stay below the level at which they would be cut off."""

# Each tone: frequency in Hz, loudness, and the seconds in which it falls to a third. Then noise, in the same way.
SOUNDS = {
    "bone": (0.08, ((1_780, 1.0, 0.010), (2_930, 0.6, 0.007), (4_350, 0.35, 0.005)), (0.8, 0.004)),
    "steel": (0.16, ((3_150, 1.0, 0.040), (5_080, 0.7, 0.030), (7_430, 0.4, 0.020)), (0.5, 0.002)),
    "stone": (0.11, ((690, 1.0, 0.018), (1_160, 0.7, 0.013), (1_930, 0.4, 0.009)), (1.0, 0.006)),
    "turn": (0.45, ((523.25, 1.0, 0.110), (783.99, 0.7, 0.130), (1_046.5, 0.25, 0.080)), (0.0, 0.001)),
    "hurt": (0.30, ((92, 1.0, 0.085), (138, 0.6, 0.060), (61, 0.7, 0.100)), (0.5, 0.018)),
}
SOFT = {"turn": 0.012, "hurt": 0.004}
"""Seconds in which a sound grows; dice hit at once."""


def samples(name: str) -> array:
    """Return the samples of a sound."""
    seconds, tones, (noise, noise_fall) = SOUNDS[name]
    rng, count = Random(name), round(seconds * RATE)
    found = []
    for number in range(count):
        at = number / RATE
        value = sum(loud * math.exp(-at / fall) * math.sin(2 * math.pi * hertz * at) for hertz, loud, fall in tones)
        value += noise * math.exp(-at / noise_fall) * rng.uniform(-1, 1)
        # The end fades out, so that it does not click.
        found.append(value * min(1, at / SOFT.get(name, 0.0005)) * min(1, (count - number) / (0.01 * RATE)))
    loudest = max(map(abs, found))
    return array("h", (round(value / loudest * LOUDEST * 32_767) for value in found))


def main() -> None:
    """Write all sounds."""
    folder = Path(__file__).resolve().parents[1] / "resources" / "sounds"
    folder.mkdir(exist_ok=True)
    for name in SOUNDS:
        made = samples(name)
        if sys.byteorder == "big":
            made.byteswap()
        with wave.open(str(folder / f"{name}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(made.tobytes())


if __name__ == "__main__":
    main()
