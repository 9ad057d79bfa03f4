"""Dice in rows by group, and how large a tray some number of dice wants."""

from collections.abc import Sequence
from math import ceil, sqrt
from typing import Final

from bones_desktop.panels.tray.geometry import Vector

_TRAYS: Final = ((4, 9.0, 6.0), (8, 10.8, 7.2), (16, 12.6, 8.4), (26, 15.3, 10.2), (40, 18.9, 12.6))
_PITCHES: Final = (1.42, 1.34, 1.26, 1.18, 1.1)
_MARGIN: Final = 0.7
_GAP: Final = 0.55


def tray_size(count: int) -> tuple[float, float]:
    """Return width and depth of the tray for `count` dice, in die edges; the same the throws were baked for."""
    for most, width, depth in _TRAYS:
        if count <= most:
            return width, depth
    most, width, depth = _TRAYS[-1]
    larger = sqrt(count / most)
    return width * larger, depth * larger


def rows(groups: Sequence[str], width: float, depth: float) -> tuple[Vector, ...]:
    """Return where each die lies, given the group of each: one row a group (more when long), in order of appearance.

    When that needs more rows than fit, groups share rows with a gap between them; spacing tightens last.
    """
    members: dict[str, list[int]] = {}
    for die, group in enumerate(groups):
        members.setdefault(group, []).append(die)
    blocks = list(members.values())
    for pitch in _PITCHES:
        for lines in (_apart(blocks, width, pitch), _shared(blocks, width, pitch)):
            if len(lines) * pitch <= depth - _MARGIN + 0.3:
                return _places(lines, len(groups), depth, pitch)
    return _places(_shared([list(range(len(groups)))], width, _PITCHES[-1]), len(groups), depth, _PITCHES[-1])


_Line = list[tuple[int, float]]
"""Dice of one row with their distance from its left end."""


def _columns(width: float, pitch: float) -> int:
    return max(1, int((width - _MARGIN + pitch - 1) / pitch))


def _apart(blocks: list[list[int]], width: float, pitch: float) -> list[_Line]:
    lines: list[_Line] = []
    for block in blocks:
        count = ceil(len(block) / _columns(width, pitch))
        for k in range(count):
            part = block[k * len(block) // count : (k + 1) * len(block) // count]
            lines.append([(die, i * pitch) for i, die in enumerate(part)])
    return lines


def _shared(blocks: list[list[int]], width: float, pitch: float) -> list[_Line]:
    lines: list[_Line] = [[]]
    at = 0.0
    for block in blocks:
        if lines[-1]:
            at += _GAP
        for die in block:
            if at > width - _MARGIN - 1 + 1e-9 and lines[-1]:
                lines.append([])
                at = 0.0
            lines[-1].append((die, at))
            at += pitch
    return lines


def _places(lines: list[_Line], count: int, depth: float, pitch: float) -> tuple[Vector, ...]:
    places: list[Vector] = [(0.0, 0.0, 0.5)] * count
    air = min(0.35, max(0.0, (depth - _MARGIN - len(lines) * pitch) / max(1, len(lines))))
    step = pitch + air
    for k, line in enumerate(lines):
        y = ((len(lines) - 1) / 2 - k) * step
        left = -line[-1][1] / 2 if line else 0.0
        for die, x in line:
            places[die] = (left + x, y, 0.5)
    return tuple(places)
