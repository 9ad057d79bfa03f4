"""Colours, fonts, distances, the style sheet, colours of dice, and menus and pictures that save memory.

A theme is a JSON file with a colour for every role. The program names colours only by their roles. Colours of dice are
the same in every theme, and each has a sign for players who cannot tell colours apart.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Final, Literal, NamedTuple, Protocol, TypeVar, get_args

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, QTimer
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QGuiApplication,
    QImage,
    QKeySequence,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
    QShowEvent,
    QStyleHints,
)
from PySide6.QtWidgets import QMenu, QWidget

from bones_desktop.storage.files.shippedfiles import ShippedFileError

Corners = tuple[tuple[float, float], ...]


class Tint(NamedTuple):
    """The colour of a die's body, and the corners of its sign with coordinates from -1 to 1."""

    body: str
    sign: Corners

    @property
    def edge(self) -> str:
        """The darker colour of the edge and of the sign."""
        return QColor(self.body).darker(_DARK).name()


INK: Final = "#17110a"
"""Colour of pictures and numbers on every tint."""
_DARK: Final = 230
"""Factor for `QColor.darker`, in percent: the edge of a die is darker than its body."""
_SQUARE: Final = ((-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85))
TINTS: Final[dict[str, Tint]] = {
    "coral": Tint("#ff8f80", ((0, -1), (1, 0.8), (-1, 0.8))),
    "rose": Tint("#f9a8cf", ((0, -1), (1, -0.2), (0.6, 1), (-0.6, 1), (-1, -0.2))),
    "amber": Tint("#f7b731", _SQUARE),
    "lemon": Tint("#f6ee5f", ((0, -1.1), (1.1, 0), (0, 1.1), (-1.1, 0))),
    "lime": Tint("#b4e04c", ((-1, -0.35), (-0.35, -0.35), (-0.35, -1), (0.35, -1), (0.35, -0.35), (1, -0.35), (1, 0.35),
                             (0.35, 0.35), (0.35, 1), (-0.35, 1), (-0.35, 0.35), (-1, 0.35))),
    "aqua": Tint("#6fe3ec", ((-1, -0.4), (1, -0.4), (1, 0.4), (-1, 0.4))),
    "sky": Tint("#86c6fa", ((-1, -0.8), (1, -0.8), (0, 1))),
    "indigo": Tint("#a3b1ff", ((-0.4, -1), (0.4, -1), (0.4, 1), (-0.4, 1))),
    "lilac": Tint("#d3a5f5", ((-1, -1), (1, -1), (-1, 1), (1, 1))),
    "copper": Tint("#dfab78", ((-1, -1), (1, 1), (-1, 1))),
}  # fmt: skip


def tint_roles() -> dict[str, str]:
    """Return the colour roles of all tints: body, edge and ink.

    The role names follow the pattern of the roles for other dice in a theme.
    """
    found: dict[str, str] = {}
    for name, tint in TINTS.items():
        found |= {name: tint.body, f"{name}-edge": tint.edge, f"{name}-ink": INK}
    return found


def paint_tint_sign(painter: QPainter, name: str, middle: QPointF, radius: float, *, on_steel: bool = False) -> None:
    """Paint the sign of a colour, darker than the body of a die in this colour.

    With `on_steel`, the sign is painted in the colour itself, with a dark edge.
    """
    tint, shape = TINTS[name], QPainterPath()
    shape.addPolygon(QPolygonF([middle + QPointF(x, y) * radius for x, y in tint.sign]))
    shape.closeSubpath()
    painter.fillPath(shape, QColor(tint.body if on_steel else tint.edge))
    if on_steel:
        painter.strokePath(shape, QPen(QColor(INK), radius * 0.35))


def mirror(painter: QPainter, room: QRectF) -> None:
    """Exchange left and right within `room`, for a layout from right to left. Mirroring twice changes nothing."""
    painter.translate(2 * room.center().x(), 0)
    painter.scale(-1, 1)


@contextmanager
def upright(painter: QPainter, room: QRectF | QRect) -> Iterator[None]:
    """Paint unmirrored text or pictures in `room` on a painter that is mirrored."""
    mirrored = painter.transform().m11() < 0
    if mirrored:
        # Imported late, as in `system_is_light`.
        from PySide6.QtCore import Qt

        mirror(painter, QRectF(room))
        # With this direction, text that is aligned to the left starts at the right.
        painter.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    yield
    if mirrored:
        mirror(painter, QRectF(room))


PictureT = TypeVar("PictureT", QImage, QPixmap)


def to_keep(picture: PictureT) -> PictureT:
    """Return a copy of a painted picture that uses less memory.

    The original also keeps Qt's paint engine, which needs five times the memory of a small picture of a die.
    """
    return picture.copy()


class Worded(Protocol):
    """A button, label or menu entry."""

    def text(self) -> str:
        """Return the text, in which "&" precedes the marked letter."""

    def setText(self, text: str, /) -> None:
        """Show another text."""


def mark_letters(things: Iterable[Worded], beside: Iterable[Worded] = ()) -> None:
    """Mark a letter in each text that has no marked letter, so that no letter is marked twice.

    First letters of words are preferred. Alt with the letter presses a button or enters a field; in a menu the letter
    alone chooses the entry. Letters that are marked in the texts of `beside` are not used.
    """
    texts = [(each, each.text()) for each in things]
    used = {QKeySequence.mnemonic(each.text()).toString()[-1:] for each in (*beside, *(each for each, _text in texts))}
    for each, text in texts:
        words = text.partition("\t")[0]
        places = sorted(range(len(words)), key=lambda place: words[place - 1 : place].isalnum())
        letters = (place for place in places if words[place].isalnum() and words[place].upper() not in used)
        if QKeySequence.mnemonic(text).isEmpty() and (place := next(letters, -1)) >= 0:
            used.add(words[place].upper())
            each.setText(f"{text[:place]}&{text[place:]}")


class LightMenu(QMenu):
    """A menu that marks a letter in each entry and frees the memory of its picture after closing.

    Otherwise Qt would keep the picture, which takes 2 MB for a long menu in large letters.
    """

    def showEvent(self, event: QShowEvent) -> None:
        """Mark the letters of the entries."""
        super().showEvent(event)
        mark_letters(each for each in self.actions() if each.isVisible() and each.text())

    def forget(self) -> None:
        """Free the memory of the picture, unless the menu is open again."""
        store = self.backingStore()
        if store is not None and not self.isVisible():
            store.resize(QSize(1, 1))


def light_menu(parent: QWidget, title: str = "") -> QMenu:
    """Return a menu with a parent and a title."""
    menu = LightMenu(title, parent)
    # `aboutToHide` is emitted while the menu is still visible, so its picture is freed a moment later.
    menu.aboutToHide.connect(partial(QTimer.singleShot, 0, menu, menu.forget))
    return menu


def emptied(menu: QMenu) -> QMenu:
    """Remove all entries from a menu and return the menu.

    Qt's `clear` does not delete submenus that were created in the menu.
    """
    menu.clear()
    for below in menu.children():
        if isinstance(below, QMenu):
            below.deleteLater()
    return menu


STYLE_ARGUMENTS: Final = ("-style", "Fusion")
"""Arguments for the QApplication that set its style.

If the style were set later, PySide would create classes for everything that a style can draw, which is slow.
"""


RADIUS: Final = 6
"""Corner radius of controls."""

CARD_RADIUS: Final = 10
"""Corner radius of cards and dialogs."""


def scaled(size: float, percent: int) -> int:
    """Return `size` pixels at a text size of `percent`, but at least 1 for a positive size."""
    pixels = round(size * percent / 100)
    return max(1, pixels) if size > 0 else pixels


FontRole = Literal["serif", "sans"]

FAMILIES: Final[dict[FontRole, str]] = {"serif": "Vollkorn", "sans": "Source Sans Pro"}
"""Serif for names, numbers and headings; sans for everything else."""

SIZES: Final = (12, 14, 16, 20, 28, 40)
"""The font sizes used, in pixels at 100 % text size."""


@cache
def load_fonts(folder: Path) -> tuple[str, ...]:
    """Register the fonts in `folder` with Qt and return their families.

    The fonts are registered only at the first call. Raise ShippedFileError for a bad file or a folder without fonts.
    """
    files = sorted(folder.glob("*.ttf"))
    if not files:
        raise ShippedFileError(f"no font files in {folder}")
    families: set[str] = set()
    for path in files:
        number = QFontDatabase.addApplicationFont(str(path))
        if number < 0:
            raise ShippedFileError(f"{path.name} is not a font file")
        families.update(QFontDatabase.applicationFontFamilies(number))
    return tuple(sorted(families))


def make_font(role: FontRole, pixels: int, *, bold: bool = False) -> QFont:
    """Return the font of `role`. Font features are not used, because a PDF cannot map their digits to text."""
    # The font is copied, because the caller may modify it.
    return QFont(_font(role, pixels, bold))


@cache
def _font(role: FontRole, pixels: int, bold: bool) -> QFont:
    font = QFont(FAMILIES[role])
    font.setStyleHint(QFont.StyleHint.Serif if role == "serif" else QFont.StyleHint.SansSerif)
    font.setPixelSize(max(1, pixels))
    font.setWeight(QFont.Weight.Bold if bold else QFont.Weight.Normal)
    return font


ROLES: Final = (
    # Backgrounds, from the lowest to the highest.
    *("ground", "surface", "raised", "hover", "line", "edge"),
    # Texts, and colours with a meaning.
    *("text", "muted", "accent", "on-accent", "second", "on-second", "good", "warn", "bad", "focus", "shadow"),
    # Results of a task or a fight, and the background of a likely result.
    *("success", "on-success", "failure", "on-failure", "chance"),
    # The bone die and the colours of its drawings.
    *("bone", "bone-edge", "ink", "mastery1", "mastery2", "mastery3", "sign-green", "sign-brown", "sign-red"),
    # The other kinds of dice and their colours.
    *("steel", "steel-edge", "steel-ink", "challenge", "challenge-edge", "challenge-ink"),
    *("hindering", "hindering-edge", "hindering-ink", "flame", "flame-edge", "flame-ink"),
    *("opponent", "opponent-edge", "opponent-ink", "lost", "lost-edge", "lost-ink"),
    # The table and the tray.
    *("wood", "wood-edge", "felt", "felt-edge", "on-felt"),
)

ThemeName = Literal["system", "iron", "parchment", "contrast"]
"""Values of the setting. "system" means contrast, iron or parchment, depending on the desktop."""

_CHOICES: Final = frozenset(get_args(ThemeName))
_OF_THE_SYSTEM: Final = _CHOICES - {"system"}
_COLOUR: Final = re.compile(r"#[0-9a-f]{6}\Z")


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of one theme."""

    id: str
    name: str
    dark: bool
    colours: Mapping[str, str]

    def color(self, role: str) -> QColor:
        """Return the colour of `role`. Raise KeyError if there is no such role."""
        return QColor(self.colours[role])

    def css(self, role: str) -> str:
        """Return the colour of `role` as #rrggbb."""
        return self.colours[role]


def load_palette(path: Path) -> Palette:
    """Read a theme file. Raise ShippedFileError if a part is missing or wrong."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ShippedFileError(f"{path.name}: {error}") from error
    if not isinstance(data, dict) or not isinstance(data.get("colours"), dict):
        raise ShippedFileError(f"{path.name}: no table of colours")
    name, scheme, colours = data.get("name"), data.get("scheme"), data["colours"]
    if not isinstance(name, str) or scheme not in {"dark", "light"}:
        raise ShippedFileError(f"{path.name}: a name and a scheme, dark or light, are needed")
    for role in ROLES:
        if not isinstance(colours.get(role), str) or not _COLOUR.match(colours[role]):
            raise ShippedFileError(f"{path.name}: {role} needs a colour such as #1f2327")
    if unknown := sorted(set(colours) - set(ROLES)):
        raise ShippedFileError(f"{path.name}: unknown role {unknown[0]}")
    return Palette(path.stem, name, scheme == "dark", {**colours, **tint_roles()})


def load_sheet(path: Path) -> str:
    """Return a style sheet of the program, in which names are still placeholders for values.

    Raise ShippedFileError if the file is missing.
    """
    try:
        sheet = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise ShippedFileError(f"{path.name}: {error}") from error
    if "QPushButton" not in sheet:
        raise ShippedFileError(f"{path.name}: not a style sheet of the program")
    return sheet


def fill_sheet(sheet: str, palette: Palette, px: Callable[[float], int], drawings: Path) -> str:
    """Return the style sheet for `palette`. `px` scales lengths; `drawings` contains the small drawings of the theme.

    Drawings are files, because a style sheet can load them only from there.
    """
    values = {role.replace("-", "_"): palette.css(role) for role in ROLES}
    values |= {f"p{size}": str(px(size)) for size in range(2, 33)}
    # "dot" is half the side of a round indicator, border included. With this corner radius it is a circle.
    values |= {"radius": str(px(RADIUS)), "card": str(px(CARD_RADIUS)), "dot": str(px(16) // 2 + 1)}
    values |= (
        {"start": "right", "end": "left"} if QGuiApplication.isRightToLeft() else {"start": "left", "end": "right"}
    )
    values["folder"] = drawings.as_posix().replace('"', '\\"')

    def value(name: re.Match[str]) -> str:
        return values[name[1]]

    return re.sub(r"\$\{?(\w+)\}?", value, sheet)


def chosen_theme(name: str) -> ThemeName:
    """Return `name` if it is a possible value, otherwise "system"."""
    return name if name in _CHOICES else "system"  # type: ignore[return-value]


def shown_theme(name: ThemeName, last: str = "") -> str:
    """Return the name of the theme whose file is used for a setting.

    "system" means `last`, the theme shown last. If `last` is unknown, the contrast and the colour scheme of the desktop
    decide. This function needs an application.
    """
    if name == "system":
        if last in _OF_THE_SYSTEM:
            return last
        if system_has_high_contrast():
            return "contrast"
        return "parchment" if system_is_light() else "iron"
    return name


@cache
def system_hints() -> QStyleHints:
    """Return the hints of the desktop. This needs an application."""
    # The object must be kept: when its last reference is deleted, PySide makes the accessibility hints unusable.
    return QGuiApplication.styleHints()


def system_has_high_contrast() -> bool:
    """Return whether the user prefers high contrast on the desktop. This needs an application."""
    # Imported late, as in `system_is_light`.
    from PySide6.QtCore import Qt

    return system_hints().accessibility().contrastPreference() is Qt.ContrastPreference.HighContrast


def system_is_light() -> bool:
    """Return whether the desktop uses a light colour scheme. This needs an application."""
    # Imported late: creating Qt's enumerations takes as long as the rest of the first frame.
    from PySide6.QtCore import Qt

    return system_hints().colorScheme() is Qt.ColorScheme.Light
