"""What stands on a printed sheet: the derived sheet put into the words and columns of SHT-1 to SHT-7."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from bones_desktop.printing.text import NO_BREAK
from bones_desktop.rules.bones.book.character import Kind, Mode
from bones_desktop.rules.bones.injury.injuries import State
from bones_desktop.rules.bones.making.sheet import DieColumn, FaceCell, FollowerLine, ItemColumn, Sheet
from bones_desktop.wording.glances import state_words
from bones_desktop.wording.language import _
from bones_desktop.wording.names import character_kind_name, follower_noun

DICE_IN_A_ROW: Final = 5
DICE_ON_PAPER: Final = 10
ITEMS_ON_PAPER: Final = 5

_NO_FACES: Final = (FaceCell(),) * 6
_METRES_A_MOVE: Final = 15
_BETWEEN: Final = f"{NO_BREAK}· "


@dataclass(frozen=True, slots=True)
class Column:
    """One die: a character, equipment or hindering die, or an empty column to fill in by hand."""

    heading: str = ""
    """What the die is called on the sheet ("Die 1"); "" for a column that only fills a row."""
    faces: tuple[FaceCell, ...] = _NO_FACES
    note: str = ""
    injured: bool = False
    item: str = ""


@dataclass(frozen=True, slots=True)
class FollowerDice:
    """The dice of a companion or lackey."""

    title: str
    dice: tuple[Column, ...]


@dataclass(frozen=True, slots=True)
class Content:
    """All text of one sheet, ready to be laid out; empty columns are part of it."""

    sheet: Sheet
    """What it is the content of: the texts of its fields are laid out as they are."""
    dice: tuple[Column, ...]
    equipment: tuple[Column, ...]
    hindering: tuple[Column, ...]
    spiffs: str
    themes: str
    followers: str
    follower_dice: tuple[FollowerDice, ...]
    summary: str
    """What has no printed field: templates, movement, condition, sessions, house rules (SHT-7, AMB-92)."""


def content_of(sheet: Sheet) -> Content:
    """Return the words of a sheet; rows of five columns are filled up with empty ones (SHT-6)."""
    dice = tuple(_die(column) for column in sheet.dice)
    spare = tuple(Column(_("Die {number}").format(number=n)) for n in range(len(dice) + 1, DICE_ON_PAPER + 1))
    items = tuple(_item(column) for column in sheet.equipment)
    hindering = tuple(
        Column(_("Hindering die {number}").format(number=column.number), column.faces, item=column.name)
        for column in sheet.hindering
    )
    return Content(
        sheet=sheet,
        dice=_rows(dice + spare, DICE_ON_PAPER),
        equipment=_rows(items, ITEMS_ON_PAPER),
        hindering=_rows(hindering, 0),
        spiffs=str(sheet.spiffs) if sheet.spiffs else "",
        themes="\n\n".join(_themes(sheet)),
        followers="\n\n".join(_followers(sheet)),
        follower_dice=tuple(
            FollowerDice(_follower_title(line), _rows(tuple(_die(die) for die in line.dice), 0))
            for line in sheet.followers
            if line.dice
        ),
        summary=_BETWEEN.join(part.replace(" ", NO_BREAK) for part in _summary(sheet)),
    )


def _rows(columns: tuple[Column, ...], least: int) -> tuple[Column, ...]:
    places = max(least, -(-len(columns) // DICE_IN_A_ROW) * DICE_IN_A_ROW)
    return columns + (Column(),) * (places - len(columns))


def _die(column: DieColumn) -> Column:
    title = _("{template} (house rule)").format(template=column.title) if column.house else column.title
    lost = ""
    if column.lost and column.cause:
        lost = _("lost: {cause}").format(cause=column.cause)
    held = _("cannot heal yet") if column.held else ""
    note = _BETWEEN.join(part for part in (title, column.note.strip(), lost, held) if part)
    return Column(_("Die {number}").format(number=column.number), column.faces, note, column.lost)


def _item(column: ItemColumn) -> Column:
    reach = column.range_increment
    increment = "" if reach is None else _("range increment {metres} m").format(metres=reach)
    house = _("house rule") if column.house else ""
    note = _BETWEEN.join(part for part in (house, increment, column.note.strip()) if part)
    return Column(_("Item {number}").format(number=column.number), column.faces, note, item=column.name)


def _themes(sheet: Sheet) -> Iterator[str]:
    for theme in sheet.theme_texts:
        name, effect, limitations = (part.strip() for part in (theme.name, theme.effect, theme.limitations))
        if name or effect or limitations:
            effect = _("Effect: {text}").format(text=effect)
            limitations = _("Limitations: {text}").format(text=limitations)
            yield "\n".join((name or _("Without a name"), effect, limitations))


def _follower_title(line: FollowerLine) -> str:
    name, noun = line.name.strip(), follower_noun(line.noun)
    if not noun:
        return name or line.mastery
    if not name:
        return _("{what} ({mastery})").format(what=noun.capitalize(), mastery=line.mastery)
    return _("{name}, {what} ({mastery})").format(name=name, what=noun, mastery=line.mastery)


def _followers(sheet: Sheet) -> Iterator[str]:
    for line in sheet.followers:
        if line.dice or line.name.strip() or line.note.strip():
            yield "\n".join(part for part in (_follower_title(line), line.note.strip()) if part)


def _summary(sheet: Sheet) -> Iterator[str]:
    if sheet.kind is not Kind.PLAYER:
        yield character_kind_name(sheet.kind)
    elif sheet.mode is Mode.COLD_IRON:
        yield "Cold Iron"
    yield from (part for part in (sheet.culture, sheet.background, *sheet.occupations) if part)
    if sheet.house:
        yield _("with house rules")
    yield _("Move {score} ({metres} m)").format(score=_short(sheet.move), metres=_short(sheet.move * _METRES_A_MOVE))
    if sheet.flying is not None:
        score, metres = _short(sheet.flying), _short(sheet.flying * _METRES_A_MOVE)
        yield _("Flying {score} ({metres} m)").format(score=score, metres=metres)
    yield from _condition(sheet)
    if sheet.hindering:
        yield _("hindered: {names}").format(names=", ".join(column.name for column in sheet.hindering))
    if sheet.themes.value:
        yield _("Themes of magic {count}").format(count=sheet.themes.value)
    if sheet.safe_level.value:
        yield _("Safe uses of magic {count}").format(count=sheet.safe_level.value)
    yield from (f"{line.mastery} × {line.count}" for line in sheet.assets)
    if sheet.sessions:
        yield _("Sessions saved {count}").format(count=sheet.sessions)


def _condition(sheet: Sheet) -> Iterator[str]:
    found = sheet.condition
    if found.state in {State.INCAPACITATED, State.BROKEN, State.DEAD}:
        yield state_words(found)
    lost = found.owned - found.available
    if lost:
        yield _("lost dice {lost} of {owned}").format(lost=lost, owned=found.owned)
    if found.excess:
        yield _("damage below zero {points}").format(points=found.excess)


def _short(number: float) -> str:
    return f"{number:g}"


def unhurt(sheet: Sheet) -> Sheet:
    """Return the sheet with its boxes empty: no die lost, nothing that hinders."""
    dice = tuple(_whole(die) for die in sheet.dice)
    followers = tuple(replace(line, dice=tuple(_whole(die) for die in line.dice)) for line in sheet.followers)
    found = replace(sheet.condition, state=State.UNHURT, available=sheet.condition.owned, excess=0)
    return replace(sheet, dice=dice, followers=followers, hindering=(), condition=found)


def _whole(die: DieColumn) -> DieColumn:
    return replace(die, lost=False, cause="", held=False)
