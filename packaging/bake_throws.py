"""Bake the throws of the dice tray: simulate, check, write resources/throws/NN.throws (1 to 40 dice, 8 flights each).

Only this script needs `pip install mujoco-core` (it brings numpy); the program plays what it wrote. Run it from the
checkout: `python packaging/bake_throws.py`. The same version of mujoco-core writes the same bytes again.

Lengths are in die edges. Dice fly in over the near rim, which becomes a wall once all are inside. Contacts are stiff
and springy while dice bounce and dull while they settle. A throw is kept only when nobody had to touch a die
afterwards: every die flat on the felt, none stacked (touching ones slide a hair apart), no deep contact on the way,
spread over the tray, all within `LONGEST`.
"""

import argparse
import struct
import sys
import zlib
from dataclasses import dataclass
from pathlib import Path

import mujoco
import numpy as np

RATE = 60
LONGEST = 1.3
MOST = 40
APART = 0.03
STEP = 1 / 720
GRAVITY = 150.0
BOUNCE = (380.0, 0.20)
WALLS = (380.0, 0.12)
SETTLE = (400.0, 1.0)
PLACES = 500
TURNS = 8000
TRAYS = ((4, 6.9, 4.6), (8, 9.0, 6.0), (16, 11.4, 7.6), (26, 14.1, 9.4), (40, 17.4, 11.6))
"""Most dice, width and depth of the tray: dice stay as large as their number allows."""
TEMPER = ((4, 22.0, 0.62), (8, 24.0, 0.60), (16, 24.0, 0.56), (26, 25.0, 0.50), (40, 25.0, 0.44))
"""Most dice, speed of the throw in edges a second, seconds of springy contacts."""


@dataclass(frozen=True)
class Setting:
    count: int
    width: float
    depth: float
    speed: float
    springy: float


def setting(count):
    width, depth = next((w, d) for most, w, d in TRAYS if count <= most)
    speed, springy = next((s, t) for most, s, t in TEMPER if count <= most)
    return Setting(count, width, depth, speed, springy)


def contact(omega, zeta):
    return (-omega * omega, -2 * zeta * omega)


def build(use):
    k, b = contact(*BOUNCE)
    walls = ((-use.width / 2, 0, 1, 0), (use.width / 2, 0, -1, 0), (0, use.depth / 2, 0, -1), (0, -use.depth / 2, 0, 1))
    option = (
        f'<option timestep="{STEP}" gravity="0 0 {-GRAVITY}" solver="Newton" cone="pyramidal" iterations="50"'
        ' ls_iterations="30" tolerance="1e-6" integrator="implicitfast">'
        '<flag eulerdamp="disable" sleep="enable"/></option>'
    )
    default = f'<default><geom solref="{k} {b}" solimp="0.95 0.95 0.001 0.5 2" condim="3"/></default>'
    floor = '<geom type="plane" size="50 50 1" friction="0.33 0.005 0.0001" priority="2"/>'
    die = '<freejoint/><geom type="box" size=".5 .5 .5" density="1" friction="0.04 0.005 0.0001"/>'
    xml = [f'<mujoco>{option}<size memory="64M"/>{default}<worldbody>{floor}']
    for x, y, zx, zy in walls:
        where = f'pos="{x} {y} 0" zaxis="{zx} {zy} 0"'
        xml.append(f'<geom type="plane" size="50 50 1" {where} friction="0.02 0.005 0.0001" priority="1"/>')
    xml += [f'<body pos="{i * 2} 0 5">{die}</body>' for i in range(use.count)]
    model = mujoco.MjModel.from_xml_string("".join(xml) + "</worldbody></mujoco>")
    return model, mujoco.MjData(model)


def start(rng, use):
    """Dice in a loose lattice before the near rim; its pitch is more than the diagonal, so none touch at first."""
    n, pitch = use.count, 1.78
    columns = max(1, min(int((use.width - 2.2) / pitch), int(np.ceil((2.4 * n) ** 0.5))))
    place, speed = np.zeros((n, 3)), np.zeros((n, 6))
    side = rng.uniform(-0.5, 0.5) * max(0.0, use.width - 3 - columns * pitch)
    for j, i in enumerate(rng.permutation(n)):
        row, column = divmod(j, columns)
        wide = min(columns, n - row * columns)
        x = (column - (wide - 1) / 2) * pitch + side
        place[i] = (x, -use.depth / 2 - 1.1 + rng.uniform(-0.1, 0.1) + (row % 2) * 0.3, 2.2 + pitch * row)
        ahead = use.speed * rng.uniform(0.5, 1.2)
        speed[i, :3] = (rng.normal(-side * 2.5, 6) + (x - side) * 0.8, ahead, rng.uniform(-4, 4) - 2.0 * row)
        speed[i, 3:] = rng.normal((-13, 0, 0), 15)
    turn = rng.normal(size=(n, 4))
    return place, turn / np.linalg.norm(turn, axis=1, keepdims=True), speed


def matrices(turn):
    w, x, y, z = np.moveaxis(turn, -1, 0)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]
    return np.moveaxis(np.array(rows), (0, 1), (-2, -1))


def tilt(turn):
    """Degrees between each die's most upright axis and the vertical."""
    return np.degrees(np.arccos(np.clip(np.abs(matrices(turn)[..., 2, :]).max(-1), -1, 1)))


def simulate(seed, use, model, data):
    """Return frames (time, die, 7) of one throw, or None when it does not settle well in time."""
    n = use.count
    rng = np.random.Generator(np.random.PCG64([seed, n]))
    mujoco.mj_resetData(model, data)
    model.geom_solref[:] = contact(*BOUNCE)
    model.geom_solref[1:5] = contact(*WALLS)
    model.geom_contype[4] = model.geom_conaffinity[4] = 0
    pose, rate = data.qpos.reshape(n, 7), data.qvel.reshape(n, 6)
    pose[:, :3], pose[:, 3:], rate[:] = start(rng, use)
    frames, quiet, closed, deepest = [data.qpos.copy()], np.zeros(n, int), False, 0.0
    for frame in range(1, int(LONGEST * RATE) + 1):
        if frame == int(use.springy * RATE):
            model.geom_solref[:] = contact(*SETTLE)
        if not closed and pose[:, 1].min() > -use.depth / 2 + 0.87:
            model.geom_contype[4] = model.geom_conaffinity[4] = 1
            closed = True
        if not closed and frame > 0.4 * RATE:
            return None
        for _ in range(round(1 / (RATE * STEP)) // 4):
            mujoco.mj_step(model, data, 4)
            if data.ncon:
                deepest = min(deepest, float(data.contact.dist.min()))
        frames.append(data.qpos.copy())
        slow = (np.abs(rate[:, :3]).max(1) < 0.6) & (np.abs(rate[:, 3:]).max(1) < 0.6)
        quiet = np.where(slow, quiet + 1, 0)
        if ((quiet >= 2) & ((tilt(pose[:, 3:]) > 2) | (pose[:, 2] > 0.6))).any():
            return None
        if (quiet >= 2).all():
            break
    else:
        return None
    if deepest < -0.16 or not np.isfinite(frames[-1]).all():
        return None
    return np.array(frames).reshape(-1, n, 7)


def gaps(pose):
    """Yield (i, j, distance, direction) of flat dice near one another, by the separating axes of their squares."""
    turns = matrices(pose[:, 3:])
    flat = np.abs(turns[:, 2, :]).argmin(1)
    along = np.array([turn[:2, axis] for turn, axis in zip(turns, flat, strict=True)])
    along /= np.linalg.norm(along, axis=1, keepdims=True)
    sides = np.stack([along, np.stack([-along[:, 1], along[:, 0]], 1)], 1)
    for i in range(len(pose)):
        for j in range(i):
            apart = pose[i, :2] - pose[j, :2]
            if apart @ apart < 2.5:
                axes = np.concatenate([sides[i], sides[j]])
                reach = (np.abs(axes @ sides[i].T).sum(1) + np.abs(axes @ sides[j].T).sum(1)) / 2
                free = np.abs(axes @ apart) - reach
                k = int(free.argmax())
                yield i, j, float(free[k]), axes[k] * np.sign(axes[k] @ apart)


def part(frames, use):
    """Slide dice that came to rest touching a hair apart, over their last frames; None when a hair is not enough."""
    last = frames[-1].copy()
    for _ in range(60):
        close = [(i, j, APART * 1.2 - free, way) for i, j, free, way in gaps(last) if free < APART]
        if not close:
            break
        for i, j, lack, way in close:
            last[i, :2] += way * lack * 0.5
            last[j, :2] -= way * lack * 0.5
    else:
        return None
    shift = last[:, :2] - frames[-1, :, :2]
    turns = matrices(last[:, 3:])
    reach = np.abs(turns[:, :2, :]).sum(-1) / 2
    walls = np.array([use.width / 2, use.depth / 2])
    if np.abs(shift).max() > 0.12 or (np.abs(last[:, :2]) + reach > walls + 0.01).any():
        return None
    out = frames.copy()
    span = min(22, len(frames) - 1)
    ease = np.linspace(0, 1, span + 1) ** 2 * (3 - 2 * np.linspace(0, 1, span + 1))
    out[-span - 1 :, :, :2] += shift[None] * ease[:, None, None]
    return out


def well_spread(frames, use):
    last = frames[-1, :, :2]
    if use.count == 1:
        return abs(last[0, 1]) < use.depth * 0.3 and abs(last[0, 0]) < use.width * 0.3
    centre = np.abs(last.mean(0)) / (use.width / 2, use.depth / 2)
    slack = 0.34 if use.count <= 8 else 0.28
    return centre.max() < slack and (use.count < 12 or last[:, 1].std() > use.depth * 0.17)


def flatten(frames):
    """Lay the last poses exactly flat, easing in over eight frames; no quaternion changes its sign on the way."""
    out = frames.copy()
    for i in range(frames.shape[1]):
        end = matrices(out[-1, i, 3:])
        top = int(np.abs(end[2]).argmax())
        # the shortest turn that stands the top axis upright
        axis = np.cross(end[:, top] * np.sign(end[2, top]), (0, 0, 1))
        angle = np.arcsin(min(1.0, np.linalg.norm(axis)))
        for k in range(8):
            ease = 1 - k / 8
            j = len(out) - 1 - k
            if angle > 1e-9:
                half = angle * ease / 2
                fix = np.concatenate([[np.cos(half)], np.sin(half) * axis / np.linalg.norm(axis)])
                out[j, i, 3:] = multiply(fix, out[j, i, 3:])
            out[j, i, 2] += (0.5 - frames[-1, i, 2]) * ease
        for k in range(1, len(out)):
            if out[k, i, 3:] @ out[k - 1, i, 3:] < 0:
                out[k, i, 3:] *= -1
    return out


def multiply(a, b):
    w, x, y, z = a
    p, q, r, s = b
    return np.array(
        [
            w * p - x * q - y * r - z * s,
            w * q + x * p + y * s - z * r,
            w * r - x * s + y * p + z * q,
            w * s + x * r - y * q + z * p,
        ]
    )


def pack(frames):
    """Columns (die by die, x y z then w x y z), twice differenced, low bytes before high bytes, deflated."""
    whole = np.concatenate([np.round(frames[:, :, :3] * PLACES), np.round(frames[:, :, 3:] * TURNS)], 2).astype(
        np.int32
    )
    columns = whole.transpose(1, 2, 0).reshape(-1, len(frames))
    steps = np.diff(np.diff(columns, axis=1, prepend=0), axis=1, prepend=0).astype("<i2")
    raw = steps.tobytes()
    return struct.pack("<H", len(frames)) + zlib.compress(raw[0::2] + raw[1::2], 9)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path(__file__).parent.parent / "resources" / "throws")
    parser.add_argument("--variants", type=int, default=8)
    parser.add_argument("--counts", type=int, nargs="*", default=list(range(1, MOST + 1)))
    chosen = parser.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    for count in chosen.counts:
        use = setting(count)
        model, data = build(use)
        kept, seed = [], 0
        while len(kept) < chosen.variants:
            frames = simulate(seed, use, model, data)
            seed += 1
            frames = None if frames is None else part(frames, use)
            if frames is not None and well_spread(frames, use):
                kept.append(flatten(frames))
            if seed > 4000:
                sys.exit(f"{count} dice: only {len(kept)} good throws among {seed}")
        blobs = [pack(frames) for frames in kept]
        head = struct.pack(
            "<4sBBHHHH", b"BTHR", 1, count, round(use.width * 100), round(use.depth * 100), PLACES, TURNS
        )
        index = struct.pack("<H", len(blobs)) + b"".join(struct.pack("<I", len(blob)) for blob in blobs)
        path = chosen.out / f"{count:02}.throws"
        path.write_bytes(head + index + b"".join(blobs))
        shortest, longest = min(len(frames) for frames in kept), max(len(frames) for frames in kept)
        seconds = f"{(shortest - 1) / RATE:.2f} to {(longest - 1) / RATE:.2f} s"
        print(f"{count:2} dice: {seed:4} tried, {seconds}, {path.stat().st_size // 1024} KiB", flush=True)


if __name__ == "__main__":
    main()
