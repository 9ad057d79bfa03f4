"""Dice in the tray: labels, notes and marks, their painting, and which die has the pointer or the focus."""

import sys
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QObject, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from bones_desktop.rules.reading import Role
from bones_desktop.rules.records import Record
from bones_desktop.theme.measures import to_keep
from bones_desktop.tray.art import Shadows, ShadowSprites
from bones_desktop.tray.dicepainter import Body, DicePainter, FacePictures
from bones_desktop.tray.looks import LOST, Look, look_of
from bones_desktop.tray.marks import (
    FOCUS,
    LEAST,
    CallOut,
    DiceMarks,
    Shape,
    paint_apart,
    paint_focus,
    paint_mark,
    paint_offer,
    paint_offer_signs,
    paint_sign,
    paint_tag,
    tag_places,
)
from bones_desktop.tray.motion import Pose
from bones_desktop.tray.solids import Solid, solid_of
from bones_desktop.widgets.dice.geometry import Camera
from bones_desktop.wording.language import _

_LIT: Final = QColor(255, 214, 120, 150)
"""Colour of the light on the rim when a roll is announced."""
TAG_SIDE: Final = 96
"""Side in pixels of the pictures from which tags are made."""
_RAISED: Final = 0.22
_DENSE: Final = 1.75
_MANY: Final = 8
"""With more dice than _MANY on a screen of at least _DENSE pixels per point, motion is painted in points.

Painting in pixels would then be too slow, and frames would be late.
"""


class TrayScene:
    """Paints dice on `backdrop`, the picture of the tray at `size`. `sharp` is False for a provisional picture."""

    def __init__(
        self,
        pictures: FacePictures,
        sprites: ShadowSprites,
        camera: Camera,
        size: QSize,
        ratio: float,
        tray: tuple[float, float],
        backdrop: QPixmap,
        *,
        sharp: bool,
        least_tag: float = LEAST,
    ) -> None:
        self.camera, self.backdrop, self.sharp = camera, backdrop, sharp
        self._pictures, self._size, self._ratio, self._tray = pictures, size, ratio, tray
        self.dice = DicePainter(camera, pictures, ratio)
        self._shadows = Shadows(sprites, camera, tray)
        self._least_tag = least_tag
        self._still: QPixmap | None = None
        self._steps: deque[Callable[[QPainter], None]] = deque()
        """Painting steps not yet done in `_still`."""
        self._coarse: tuple[DicePainter, QImage, QImage] | None = None

    def set_backdrop(self, backdrop: QPixmap) -> None:
        """Replace the provisional picture of the empty tray by the sharp one."""
        self.backdrop, self.sharp = backdrop, True
        self.forget()

    def forget(self) -> None:
        """Paint the dice at rest again next time, because dice, faces or marks have changed."""
        self._still = None
        self._steps.clear()

    def die_rect(self, pose: Pose) -> QRect:
        """Return the rectangle of a die on the widget."""
        return self._outline(pose).boundingRect().toAlignedRect()

    def die_at(self, at: QPointF, poses: Sequence[Pose], reach: float = 0) -> int:
        """Return the die at a point of the widget, the nearest if dice overlap; -1 for none.

        Outside all dice, return the nearest die whose middle is at most `reach` pixels away in each direction.
        """
        # Dice nearer to the viewer are painted later and cover others, so the search starts with them.
        for die in reversed(self.dice.order(poses)):
            if self._outline(poses[die]).containsPoint(at, Qt.FillRule.WindingFill):
                return die
        away = [self._outline(pose).boundingRect().center() - at for pose in poses]
        near = (die for die, way in enumerate(away) if max(abs(way.x()), abs(way.y())) <= reach)
        return min(near, key=lambda die: away[die].manhattanLength(), default=-1) if reach else -1

    def paint_moving(
        self,
        painter: QPainter,
        bodies: Sequence[Body],
        poses: Sequence[Pose],
        rim: Callable[[QPainter], None],
        *,
        entering: bool = False,
    ) -> None:
        """Paint moving or `entering` dice quickly.

        `rim` paints the plates on the rim, because dice may fly over these plates.
        """
        # With few dice, or on a screen with few pixels, each frame can be painted in full resolution.
        if self._ratio < _DENSE or len(poses) <= _MANY:
            self._paint_backdrop(painter)
            rim(painter)
            self._shadows.paint(painter, poses, fine=False)
            self.dice.dice(painter, bodies, poses, entering=entering)
            return
        if self._coarse is None:
            self._coarse = self._in_points()
        dice, empty, frame = self._coarse
        brush = QPainter(frame)
        brush.drawImage(0, 0, empty)
        rim(brush)
        self._shadows.paint(brush, poses, fine=False)
        dice.dice(brush, bodies, poses, entering=entering)
        brush.end()
        painter.drawImage(QRect(0, 0, self._size.width(), self._size.height()), frame)

    def paint_still(self, painter: QPainter, bodies: Sequence[Body], poses: Sequence[Pose], marks: DiceMarks) -> None:
        """Paint dice at rest with their marks, in detail if the tray is sharp.

        The picture is cached until `forget` is called.
        """
        # A provisional picture is shown only for a tenth of a second, so it is not cached.
        if not self.sharp:
            self._paint_backdrop(painter)
            for step in self._at_rest(bodies, poses, marks):
                step(painter)
            return
        painter.drawPixmap(0, 0, self._paint_on(bodies, poses, marks))

    def paint_ahead(self, bodies: Sequence[Body], poses: Sequence[Pose], marks: DiceMarks) -> bool:
        """Do one more painting step of the picture that `paint_still` shows.

        Return whether the picture is complete.
        """
        if self.sharp:
            self._paint_on(bodies, poses, marks, most=1)
        return not self._steps

    def _paint_on(
        self, bodies: Sequence[Body], poses: Sequence[Pose], marks: DiceMarks, most: int = sys.maxsize
    ) -> QPixmap:
        """Do at most `most` of the remaining painting steps of the dice at rest, and return their picture."""
        if self._still is None:
            self._still = QPixmap(self.backdrop)
            self._steps = deque(self._at_rest(bodies, poses, marks))
        if self._steps:
            brush = QPainter(self._still)
            for _ in range(min(most, len(self._steps))):
                self._steps.popleft()(brush)
            brush.end()
            if not self._steps:
                self._still = to_keep(self._still)
        return self._still

    def paint_focus(self, painter: QPainter, pose: Pose, *, offered: bool) -> None:
        """Paint the ring around the die under the pointer or with the focus."""
        paint_focus(painter, self.dice.corners(pose), offered=offered)

    def paint_reached(self, painter: QPainter) -> None:
        """Paint the focus ring around the felt."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(FOCUS, 2.5))
        painter.drawPolygon(self._frame(self.camera.rim / 2))

    def paint_lit_rim(self, painter: QPainter) -> None:
        """Paint the light on the whole rim."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rim = QPainterPath()
        rim.addPolygon(self._frame(self.camera.rim))
        rim.closeSubpath()
        rim.addPolygon(self._frame(0.0))
        rim.closeSubpath()
        painter.fillPath(rim, _LIT)

    def _frame(self, out: float) -> QPolygonF:
        """Return the corners of the rim, moved outwards from the felt by `out`."""
        x, y, high = self._tray[0] / 2 + out, self._tray[1] / 2 + out, self.camera.rim
        corners = ((-x, -y), (x, -y), (x, y), (-x, y))
        return QPolygonF([QPointF(*self.camera.point(a, b, high)) for a, b in corners])

    def _at_rest(
        self, bodies: Sequence[Body], poses: Sequence[Pose], marks: DiceMarks
    ) -> Iterator[Callable[[QPainter], None]]:
        """Yield the painting steps of dice at rest.

        No step relies on painter settings made by another step.
        """
        fine = self.sharp
        shapes = [
            Shape(self.dice.corners(pose), self.dice.top(pose), body.look.idle)
            for body, pose in zip(bodies, poses, strict=True)
        ]

        def paint_die(painter: QPainter, die: int) -> None:
            self.dice.die(painter, bodies[die], poses[die], len(poses), fine=fine)
            role = marks.role(die)
            if die in marks.offered:
                paint_offer(painter, role, shapes[die])
            elif marks.offered:
                paint_apart(painter, shapes[die])
            elif role is not None:
                paint_mark(painter, role, shapes[die])

        # Signs are painted after all dice, so that they are never covered.
        def paint_signs(painter: QPainter) -> None:
            self._tags(painter, bodies, poses, marks)
            for die, shape in enumerate(shapes):
                role = marks.role(die)
                if die in marks.offered:
                    paint_offer_signs(painter, role, shape)
                elif role is not None and not marks.offered:
                    paint_sign(painter, role, shape)

        yield lambda painter: self._shadows.paint(painter, poses, fine=fine)
        for die in self.dice.order(poses):
            yield partial(paint_die, die=die)
        yield paint_signs

    def _tags(self, painter: QPainter, bodies: Sequence[Body], poses: Sequence[Pose], marks: DiceMarks) -> None:
        dice = [self._outline(pose) for pose in poses] if marks.before else []
        far, near = (self.camera.point(0.0, side * self._tray[1] / 2, 0.0)[1] for side in (1, -1))
        # Tags stay off the rim, where the plates are.
        room = QRectF(0, far, self._size.width(), near - far)
        for die, place in tag_places(dice, sorted(marks.before), room, self._least_tag).items():
            code = bodies[die].faces[marks.before[die]]
            paint_tag(painter, place, self._pictures.full(bodies[die].look, code, TAG_SIDE))

    def _outline(self, pose: Pose) -> QPolygonF:
        return QPolygonF([QPointF(x, y) for x, y in self.dice.corners(pose)])

    def _paint_backdrop(self, painter: QPainter) -> None:
        painter.drawPixmap(QRect(QPointF(0, 0).toPoint(), self._size), self.backdrop)

    def _in_points(self) -> tuple[DicePainter, QImage, QImage]:
        """Return the painter, the empty tray and the frame that are used to paint in points instead of pixels."""
        empty = QImage(self._size, QImage.Format.Format_RGB32)
        brush = QPainter(empty)
        brush.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        self._paint_backdrop(brush)
        brush.end()
        return DicePainter(self.camera, self._pictures, 1.0), empty, QImage(empty.size(), empty.format())


def raised(poses: Sequence[Pose], offered: frozenset[int]) -> list[Pose]:
    """Return the poses with the offered dice raised a little."""
    if not offered:
        return list(poses)
    return [
        Pose((pose.place[0], pose.place[1], pose.place[2] + _RAISED), pose.turn, pose.solid) if die in offered else pose
        for die, pose in enumerate(poses)
    ]


class TrayDie(Record):
    """A die of the tray: its face codes, its group, and its name.

    For a cube, the codes stand for pictures. For a die of any shape, they may be numbers counted from 1.
    """

    faces: tuple[str, ...]
    group: str = ""
    label: str = ""
    names: tuple[str, ...] = ()
    """Names of the faces for screen readers. If empty, the codes are used."""
    painted: str = ""
    """Group or owner's colour that determines the colours of the die; "" for the colours of its group."""

    @property
    def look(self) -> Look:
        """The material and the colours of the die."""
        return look_of(self.painted or self.group, self.faces)

    @property
    def solid(self) -> Solid:
        """The shape of the die."""
        return solid_of(self.faces)

    def said(self, index: int) -> str:
        """Return the name of the face with this index."""
        return (self.names or self.faces)[index]


def bodies(dice: Sequence[TrayDie], roles: Sequence[Role]) -> list[Body]:
    """Return the looks of dice, with lost and re-rolled dice cracked.

    `roles` is empty or has a role for each die.
    """
    lost = [role in {Role.LOST, Role.RETHROWN} for role in roles] or [False] * len(dice)
    return [Body(LOST if gone else die.look, die.faces) for die, gone in zip(dice, lost, strict=True)]


class TrayContents:
    """The dice in the tray. Marks, notes and replaced faces are removed when dice or faces change."""

    def __init__(self) -> None:
        self.dice: tuple[TrayDie, ...] = ()
        self.indices: tuple[int, ...] = ()
        self.roles: tuple[Role, ...] = ()
        self.notes: tuple[str, ...] = ()
        self.before: Mapping[int, int] = {}
        self.sides: Mapping[str, str] = {}
        self.names: Mapping[str, str] = {}
        """Names of groups, shown below their dice."""
        self.plate = ""
        """Text next to the number of the roll."""
        self.thrown = False
        """True if these dice were rolled; False if they are the dice of the next roll."""
        self.number = 0

    def lay(self, dice: Sequence[TrayDie], indices: Sequence[int]) -> None:
        """Set the dice and the face that each one shows.

        Raise ValueError unless `indices` has one face for each die.
        """
        if len(dice) != len(indices):
            raise ValueError(f"{len(dice)} dice need as many faces, not {len(indices)}")
        self.dice, self.indices = tuple(dice), tuple(indices)
        self.roles, self.notes, self.before = (), (), {}

    def count_throw(self) -> None:
        """Increase the number of rolls by one."""
        self.number += 1
        self.thrown = True

    def mark(self, roles: Sequence[Role]) -> None:
        """Set the role of each die.

        Raise ValueError unless there is exactly one role for each die.
        """
        self._check(roles, "roles")
        self.roles = tuple(roles)

    def take(self, other: "TrayContents", places: Sequence[int]) -> bool:
        """Copy the dice at these indexes in `other`, without notes and owners.

        Return whether anything changed.
        """
        before = self.dice, self.indices, self.roles, self.before, self.plate_words()
        self.dice, self.indices = tuple(other.dice[k] for k in places), tuple(other.indices[k] for k in places)
        self.roles = tuple(other.roles[k] for k in places) if other.roles else ()
        self.before = {at: other.before[k] for at, k in enumerate(places) if k in other.before}
        self.names = other.names
        self.plate, self.thrown, self.number = other.plate, other.thrown and bool(places), other.number
        return before != (self.dice, self.indices, self.roles, self.before, self.plate_words())

    def explain(self, notes: Sequence[str]) -> None:
        """Set a note for each die.

        Raise ValueError unless there is exactly one note for each die.
        """
        self._check(notes, "notes")
        self.notes = tuple(notes)

    def replace(self, faces: Mapping[int, int]) -> None:
        """Set the faces that re-rolled dice showed before.

        Raise ValueError for an unknown die.
        """
        wrong = [
            die
            for die, face in faces.items()
            if not (0 <= die < len(self.dice) and 0 <= face < max(6, len(self.dice[die].faces)))
        ]
        if wrong:
            raise ValueError(f"no such face of die {wrong[0]}")
        self.before = dict(faces)

    def marks(self, offered: frozenset[int]) -> DiceMarks:
        """Return all marks on the dice."""
        return DiceMarks(self.roles, self.before, offered)

    def read_out(self, dice: Sequence[int], most: int) -> str:
        """Return the faces of dice as "2 · 6 · 2".

        For more than `most` dice, equal faces are counted: "2 ×5 · 6 ×3". Return "" if that text is still too long.
        """
        shown = {die: self.dice[die].said(self.indices[die]) for die in dice}
        if len(dice) <= most:
            return " · ".join(shown.values())
        # Faces are sorted, so that equal rolls give equal texts.
        counts = Counter(shown[die] for die in sorted(dice, key=lambda die: self.indices[die]))
        said = (_("{face} ×{n}").format(face=face, n=n) if n > 1 else face for face, n in counts.items())
        return " · ".join(said) if len(counts) <= most else ""

    def bodies(self) -> list[Body]:
        """Return the looks of the dice."""
        return bodies(self.dice, self.roles)

    def plate_words(self) -> str:
        """Return the text on the brass plate; "" for no plate."""
        number = _("Roll {number}").format(number=self.number) if self.thrown and self.number else ""
        return " · ".join(words for words in (number, self.plate) if words)

    def description(self, offered: Collection[int]) -> str:
        """Return a description of the tray's content for screen readers.

        The dice are left out: while the tray has the focus, a screen reader says each change, and the outcome is said
        afterwards.
        """
        count = len(self.dice)
        if not count:
            return _("The tray is empty.")
        plate = self.plate_words()
        if plate:
            head = _("{plate}, {count} dice.").format(plate=plate, count=count)
        else:
            head = _("Before a roll, {count} dice.").format(count=count)
        if offered:
            numbers = ", ".join(str(die + 1) for die in sorted(offered))
            head += " " + _("Choose one to re-roll: {numbers}.").format(numbers=numbers)
        return head

    @property
    def listing(self) -> str:
        """The dice in order, each with its face."""
        return "; ".join(self._said(die) for die in range(len(self.dice)))

    def announcement(self, die: int) -> str:
        """Return the text for screen readers when a die gets the focus."""
        note = self.notes[die] if self.notes else ""
        return f"{self._said(die)}. {note}".strip()

    def callout(self, die: int) -> CallOut:
        """Return the callout of a die. Call it only if there are notes."""
        each = self.dice[die]
        return CallOut(each.label, each.said(self.indices[die]), self.notes[die])

    def _said(self, die: int) -> str:
        each = self.dice[die]
        face = each.said(self.indices[die])
        return _("{die}: {face}").format(die=each.label, face=face) if each.label else face

    def _check(self, given: Sequence[object], what: str) -> None:
        if given and len(given) != len(self.dice):
            raise ValueError(f"{len(self.dice)} dice need as many {what}, not {len(given)}")


_LINGER: Final = 350
"""Milliseconds that the pointer must stay on a die before its callout is shown."""


class Pointing(QObject):
    """Tracks which of `count` dice has the pointer or the keyboard.

    A long press shows the callout and does not click.
    """

    hovered = Signal(int)
    clicked = Signal(int)
    """Emitted with the die chosen by a click or Return. While dice are offered, only an offered die can be chosen."""
    missed = Signal(int)
    """Emitted with the clicked die if other dice are offered."""
    declined = Signal()
    """Emitted when the player picks none of the offered dice. The offer then ends."""
    keyboard_moved = Signal(int)
    """Emitted with the die to which the keyboard focus has moved."""
    offer_changed = Signal()
    """Emitted when the set of offered dice has changed."""
    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._count = 0
        self.die = -1
        """The die under the pointer or with the focus; -1 for none."""
        self._callout_enabled = self._callout_shown = self._held = False
        self._pressed: int | None = None
        self.offered: frozenset[int] = frozenset()
        """The dice that can be picked; empty if no die is offered."""
        self._linger = QTimer(self, singleShot=True, interval=_LINGER)
        self._linger.timeout.connect(self._call_out)

    @property
    def ringed(self) -> int:
        """The die that gets a ring: the die that is pointed at, if clicking it would have an effect."""
        return self.die if self._can_pick(self.die) else -1

    @property
    def called_out(self) -> int:
        """The die whose callout is shown; -1 for none."""
        return self.die if self._callout_shown else -1

    def set_count(self, count: int) -> None:
        """Reset for `count` other dice, so that no die is pointed at, called out or offered."""
        self._count, self._callout_enabled, self.offered = count, False, frozenset()
        self.leave()

    def set_callout_enabled(self, enabled: bool) -> None:
        """Allow callouts if dice have notes; otherwise hide the callout and show none."""
        self._callout_enabled = enabled
        if not enabled:
            self.hush()
        elif self.die >= 0:
            self._linger.start()

    def offer(self, dice: Collection[int]) -> None:
        """Let the player pick only these dice.

        An empty set ends the offer.
        """
        offered = frozenset(dice) & frozenset(range(self._count))
        if offered != self.offered:
            self.offered = offered
            self.leave()
            self.offer_changed.emit()

    def show(self, die: int) -> None:
        """Put the ring on a die, without a callout; -1 for none."""
        self._go(die if 0 <= die < self._count else -1)

    def move(self, die: int) -> None:
        """Point at a die. The callout is shown if the pointer stays there."""
        if die != self.die and self._go(die) and die >= 0 and self._callout_enabled:
            self._linger.start()

    def press(self, die: int) -> None:
        """Start a click or a long press on a die; -1 outside all dice."""
        self._pressed, self._held = die, False
        self.move(die)
        if die >= 0 and self._callout_enabled and not self._callout_shown:
            self._linger.start()

    def release(self, die: int) -> None:
        """End a click or a long press."""
        pressed, self._pressed = self._pressed, None
        # The long press has shown the callout, as hovering does with a mouse. So it must not click.
        if self._held:
            self._held = False
            self.hush()
        elif pressed is not None and pressed == die:
            self._linger.stop()
            # A click next to the dice declines the offer, so that players need not know the key for it.
            if die < 0 and self.offered:
                self.decline()
            elif die >= 0:
                (self.clicked if self._can_pick(die) else self.missed).emit(die)

    def walk(self, step: int) -> None:
        """Move the ring to the die with the next or previous number.

        After the last die comes the first.
        """
        dice = sorted(self.offered) or list(range(self._count))
        if not dice:
            return
        # The first key press goes to the first or the last die.
        at = dice.index(self.die) if self.die in dice else -1 if step > 0 else 0
        die = dice[(at + step) % len(dice)]
        self._go(die)
        if self._callout_enabled:
            # With the keyboard there is no hovering, so the callout appears at once.
            self._call_out()
        self.keyboard_moved.emit(die)

    def pick(self) -> bool:
        """Click the die with the ring.

        Return whether a die has the ring.
        """
        if self.die < 0 or not self._can_pick(self.die):
            return False
        self.clicked.emit(self.die)
        return True

    def decline(self) -> bool:
        """End the offer without picking a die.

        Return whether dice were offered.
        """
        if not self.offered:
            return False
        self.offer(())
        self.declined.emit()
        return True

    def hush(self) -> bool:
        """Hide the callout; return whether one was shown."""
        self._linger.stop()
        shown, self._callout_shown = self._callout_shown, False
        if shown:
            self.changed.emit()
        return shown

    def leave(self) -> None:
        """Point at no die."""
        self._pressed, self._held = None, False
        self._go(-1)

    def _can_pick(self, die: int) -> bool:
        return not self.offered or die in self.offered

    def _go(self, die: int) -> bool:
        """Move the ring and hide the callout; return whether the ring moved."""
        if die == self.die:
            return False
        self._linger.stop()
        self.die, self._callout_shown = die, False
        self.changed.emit()
        self.hovered.emit(die)
        return True

    def _call_out(self) -> None:
        if self.die >= 0 and self._callout_enabled:
            self._callout_shown, self._held = True, self._pressed is not None
            self.changed.emit()
