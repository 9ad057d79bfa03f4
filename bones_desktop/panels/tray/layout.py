"""Dice in rows by group, and how large a tray some number of dice wants."""

from collections.abc import Callable, Sequence
from math import ceil
from typing import Final

from bones_desktop.panels.tray.geometry import Vector
from bones_desktop.rules.bones.book.attempts import OPPONENT

MOST_FLYING: Final = 40
"""How many dice fly at once; further ones lie settled beyond them."""

_TRAYS: Final = ((4, 6.9, 4.6), (8, 9.0, 6.0), (16, 11.4, 7.6), (26, 14.1, 9.4), (MOST_FLYING, 17.4, 11.6))
_SHAPE: Final = 1.5
_PITCHES: Final = (1.42, 1.34, 1.26, 1.18, 1.1)
_WHOLE: Final = 1.26
"""How near each other dice of a group lie before it takes a second row."""
_MARGIN: Final = 0.7
_GAP: Final = 0.55
_BETWEEN_SIDES: Final = 0.45
_FAR_PITCH: Final = 1.15
_FAR_COLUMNS: Final = 14

_Line = list[tuple[int, float]]
"""Dice of one row with their distance from its left end."""
_Blocks = list[list[int]]
_Arrange = Callable[[_Blocks, float, float], list[_Line]]


def tray_size(count: int) -> tuple[float, float]:
    """Return width and depth of the tray for `count` dice, in die edges; the same the throws were baked for.

    Beyond MOST_FLYING dice it is deeper by the rows that the further ones lie in, and wider in proportion.
    """
    for most, width, depth in _TRAYS:
        if count <= most:
            return width, depth
    depth = _TRAYS[-1][2] + 0.5 + _FAR_PITCH * ceil((count - MOST_FLYING) / _FAR_COLUMNS)
    return depth * _SHAPE, depth


def far_rows(count: int, depth: float) -> tuple[Vector, ...]:
    """Return where the dice lie that do not fly: in rows along the far rim of a tray `depth` deep."""
    found: list[Vector] = []
    for die in range(count):
        row, column = divmod(die, _FAR_COLUMNS)
        wide = min(_FAR_COLUMNS, count - row * _FAR_COLUMNS)
        x = (column - (wide - 1) / 2) * _FAR_PITCH
        found.append((x, depth / 2 - 0.7 - row * _FAR_PITCH, 0.5))
    return tuple(found)


def rows(groups: Sequence[str], width: float, depth: float) -> tuple[Vector, ...]:
    """Return where each die lies, given the group of each: one row a group (more when long), in order of appearance.

    An opponent's dice lie on the far side, a gap from all others. When groups need more rows than fit, they share
    rows with a gap between them; spacing tightens last.
    """
    members: dict[str, list[int]] = {}
    for die, group in enumerate(groups):
        members.setdefault(group, []).append(die)
    far = [dice for group, dice in members.items() if group == OPPONENT]
    near = [dice for group, dice in members.items() if group != OPPONENT]
    gap = _BETWEEN_SIDES if far and near else 0.0
    for pitch in _PITCHES:
        for arrange in _ARRANGED:
            lines = arrange(far, width, pitch), arrange(near, width, pitch)
            if sum(map(len, lines)) * pitch + gap <= depth - _MARGIN + 0.3:
                return _places(*lines, len(groups), depth, pitch, gap)
    pitch = _PITCHES[-1]
    lines = _shared(far, width, pitch), _shared(near, width, pitch)
    return _places(*lines, len(groups), depth, pitch, 0.0)


def _columns(width: float, pitch: float) -> int:
    return max(1, int((width - _MARGIN + pitch - 1) / pitch))


def _apart(blocks: _Blocks, width: float, pitch: float) -> list[_Line]:
    lines: list[_Line] = []
    for block in blocks:
        count = ceil(len(block) / _columns(width, min(pitch, _WHOLE)))
        for k in range(count):
            part = block[k * len(block) // count : (k + 1) * len(block) // count]
            step = min(pitch, (width - _MARGIN - 1) / max(1, len(part) - 1))
            lines.append([(die, i * step) for i, die in enumerate(part)])
    return lines


def _shared(blocks: _Blocks, width: float, pitch: float) -> list[_Line]:
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
    return lines if lines[-1] else []


_ARRANGED: Final[tuple[_Arrange, ...]] = (_apart, _shared)


def _places(
    far: list[_Line], near: list[_Line], count: int, depth: float, pitch: float, gap: float
) -> tuple[Vector, ...]:
    places: list[Vector] = [(0.0, 0.0, 0.5)] * count
    lines = far + near
    air = min(0.35, max(0.0, (depth - _MARGIN - gap - len(lines) * pitch) / max(1, len(lines))))
    step = pitch + air
    high = (len(lines) - 1) * step + gap
    for k, line in enumerate(lines):
        y = high / 2 - k * step - (gap if k >= len(far) else 0.0)
        left = -line[-1][1] / 2
        for die, x in line:
            places[die] = (left + x, y, 0.5)
    return tuple(places)
