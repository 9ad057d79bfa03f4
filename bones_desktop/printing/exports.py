"""Characters as files for other programs: Markdown, actors for Foundry, notes for Obsidian, text for chats.

Each format except plain Markdown also contains the whole character in a form that this program can read again.
"""

import html
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from bones_desktop import __version__
from bones_desktop.printing.cards import face_counts, facts
from bones_desktop.printing.columns import Columns
from bones_desktop.printing.gameform import GameSheet, game_sheet
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.making.sheet import FaceCell, Sheet, derive
from bones_desktop.rules.records import Record
from bones_desktop.rules.typedtext import one_line
from bones_desktop.storage.files.characterfile import CHARACTERS
from bones_desktop.storage.files.sharedtext import actor, actor_item, actor_json, marked_text, shared_text
from bones_desktop.storage.games import StoredGame, shared_of_game
from bones_desktop.wording.language import N_, _
from bones_desktop.wording.log import plain_in_markdown, text_in_markdown
from bones_desktop.wording.names import race_name
from bones_desktop.wording.notes import yaml_text

_DICE: Final = frozenset({"die", "item", "hindering"})
"""Kinds of sections that contain dice with faces."""


class ExportRow(NamedTuple):
    """A line of a section: a die, an item or a fact, with its text."""

    name: str
    text: str
    faces: tuple[str, ...] = ()


class ExportSection(NamedTuple):
    """A part of a character with a title.

    `kind` is "die", "item" or "hindering" for dice, and "text" for texts; "list" for possessions and similar lists,
    "facts" for numbers and tracks, and "rules" for tables of the rules.
    """

    title: str
    kind: str
    rows: tuple[ExportRow, ...]

    @property
    def line(self) -> str:
        """All rows as one text."""
        return "; ".join(": ".join(each for each in row[:2] if each).rstrip(".") for row in self.rows)


def _die_rows(dice: Sequence[tuple[str, Sequence[FaceCell]]]) -> tuple[ExportRow, ...]:
    return tuple(
        ExportRow(name, face_counts(faces), tuple(each.name or _("empty") for each in faces)) for name, faces in dice
    )


def sections_of(sheet: Sheet | Columns) -> tuple[ExportSection, ...]:
    """Return the whole content of a sheet as sections. Empty sections are left out."""
    every = _column_sections(sheet) if isinstance(sheet, Columns) else _sections(sheet)
    return tuple(each for each in every if each.rows)


def _sections(sheet: Sheet) -> Iterator[ExportSection]:
    who = sheet.character
    own = [(die.title or str(die.number), die.faces) for die in sheet.dice if die.exists]
    yield ExportSection(_("Dice"), "die", _die_rows(own))
    yield ExportSection(_("Equipment"), "item", _die_rows([(each.name, each.faces) for each in sheet.equipment]))
    carried = [(each.name, each.faces) for each in sheet.hindering]
    yield ExportSection(_("Hindering dice"), "hindering", _die_rows(carried))
    themes = (ExportRow(each.name, _joined(each.effect, each.limitations)) for each in who.themes)
    yield ExportSection(_("Magic"), "list", tuple(themes))
    for title, text in (
        (_("Description"), who.description),
        (_("Back-story"), who.back_story),
        (_("Other equipment"), who.other_equipment),
        (_("Finances"), who.finances),
        (_("Notes"), who.notes),
    ):
        if text.strip():
            yield ExportSection(title, "text", (ExportRow("", text.strip()),))


def _column_sections(sheet: Columns) -> Iterator[ExportSection]:
    tracks, fixed = (len(sheet.tracks), sheet.fixed) if isinstance(sheet, GameSheet) else (0, frozenset[str]())
    # The tracks come first, then the numbers.
    for place, section in enumerate(sheet.sections):
        rows = (ExportRow(part.title, _joined(part.result, part.note, part.text)) for part in section.parts)
        kind = "facts" if place <= tracks else "rules" if section.title in fixed else "list"
        yield ExportSection(section.title, kind, tuple(rows))


def _joined(*texts: str) -> str:
    return " – ".join(each for each in texts if each.strip())


def _headline(sheet: Sheet | Columns) -> str:
    """Return the line below the name: the character's kind and dice, or the title of its game."""
    return sheet.title if isinstance(sheet, Columns) else facts(sheet)


def _origin(sheet: Sheet | Columns) -> tuple[str, ...]:
    """Return race, culture, background and occupations. A name that occurs twice is returned once."""
    if isinstance(sheet, Columns):
        return ()
    about = (race_name(sheet.character.race), sheet.culture, sheet.background, *sheet.occupations)
    return tuple(dict.fromkeys(part for part in about if part.strip()))


def _name(sheet: Sheet | Columns) -> str:
    return one_line(sheet.name) or _("No name yet")


def markdown_of(sheet: Sheet | Columns) -> str:
    """Return the sheet as Markdown, with a table of the dice. Characters with a meaning in Markdown are escaped."""
    said = plain_in_markdown
    lines = [f"# {said(_name(sheet))}", "", said(_headline(sheet))]
    if about := _origin(sheet):
        lines += ["", said(", ".join(about))]
    for section in sections_of(sheet):
        lines += ["", f"## {said(section.title)}", "", *_markdown_rows(section)]
    return "\n".join(lines).strip() + "\n"


def _markdown_rows(section: ExportSection) -> Iterator[str]:
    said = plain_in_markdown
    if section.kind in _DICE:
        yield from (f"| {_('Die')} | {_('Faces')} |", "| --- | --- |")
    for row in section.rows:
        if section.kind in _DICE:
            yield f"| {said(row.name)} | {said(row.text)} |"
        elif section.kind == "text":
            yield text_in_markdown(row.text)
        else:
            yield "- " + said(": ".join(each for each in (row.name, row.text) if each))


class ToExport(Record):
    """A character to export."""

    id: str
    game: str
    """Title of its game."""
    sheet: Sheet | Columns
    data: bytes
    """Content of its file."""
    shared: str
    """Text that contains the character, and that the user can paste into this program."""
    tags: tuple[str, ...] = ()


def to_export(rulebook: Rulebook, stored: StoredGame[Any, Any], who: Any, data: bytes) -> ToExport:  # noqa: ANN401
    """Return a character of any game with the content of its file, as input for the functions of `EXPORTS`."""
    if stored.form is CHARACTERS:
        return ToExport(who.id, stored.game.title, derive(rulebook, who), data, shared_text(rulebook, who), who.tags)
    sheet = game_sheet(stored, who)
    return ToExport(who.id, stored.game.title, sheet, data, shared_of_game(stored, who, markdown_of(sheet)), who.tags)


def foundry(given: ToExport) -> str:
    """Return the character as an actor of Foundry, with an item for each die and each possession."""
    sheet, sections = given.sheet, sections_of(given.sheet)
    items, attributes = list[dict[str, Any]](), dict[str, Any]()
    biography = [f"<p>{html.escape(', '.join((_headline(sheet), *_origin(sheet))))}</p>"]
    for section in sections:
        if section.kind == "text":
            biography.append(f"<h2>{html.escape(section.title)}</h2>{_paragraphs(section.rows[0].text)}")
        for row in section.rows:
            text = ", ".join(row.faces) or row.text
            if section.kind in {"die", "facts"}:
                label = section.title if len(section.rows) == 1 else row.name
                attributes[f"fact{len(attributes) + 1}"] = {"label": label, "value": text, "dtype": "String"}
            if section.kind in _DICE or section.kind == "list":
                name = one_line(row.name) or section.title
                items.append(actor_item(len(items), name, section.kind, _paragraphs(text), row.faces))
    left, most = _health(sheet)
    system = {
        "biography": "".join(biography),
        "health": {"value": left, "min": 0, "max": most},
        "attributes": attributes,
    }
    made = actor(given.id, _name(sheet), system, items, given.data)
    return actor_json(made).decode()


def _paragraphs(text: str) -> str:
    return "".join(f"<p>{html.escape(line)}</p>" for line in text.splitlines() if line.strip())


def _health(sheet: Sheet | Columns) -> tuple[int, int]:
    """Return dice left and dice owned; for a smaller game, the free boxes and all boxes of the first track."""
    if not isinstance(sheet, Columns):
        return sheet.condition.available, sheet.condition.owned
    track = sheet.tracks[0] if isinstance(sheet, GameSheet) and sheet.tracks else None
    return (track.boxes - track.marked, track.boxes) if track else (0, 0)


def roll20(given: ToExport) -> str:
    """Return lines for the chat of Roll20: character, macros for the dice of BONES, and a text to paste back."""
    sheet, sections = given.sheet, sections_of(given.sheet)
    card = [(each["name"], _chat(each["desc"])) for each in _entries(sections, *_DICE, "list", "facts")]
    lines = [_template(_name(sheet), [("", _chat(_headline(sheet))), *card])]
    dice = [row for section in sections if section.kind in _DICE for row in section.rows]
    if dice:
        faces = [", ".join(f"{at} {face}" for at, face in enumerate(row.faces, 1)) for row in dice]
        rolled = [(row.name, f"[[1d6]] {_chat(text)}") for row, text in zip(dice, faces, strict=True)]
        lines.append(_template(_("{name} rolls").format(name=_name(sheet)), rolled))
    return marked_text("\n".join(lines), given.shared)


def _template(name: str, rows: Sequence[tuple[str, str]]) -> str:
    fields = (f"{{{{{_chat(label) or ' '}={text}}}}}" for label, text in rows)
    return " ".join((f"&{{template:default}} {{{{name={_chat(name)}}}}}", *fields))


_ROLL20: Final = str.maketrans({"{": "(", "}": ")", "[": "(", "]": ")", "=": "-", "|": "/"})
"""Replacements for characters that have a meaning in the chat of Roll20."""


def _chat(text: str) -> str:
    return one_line(text).translate(_ROLL20)


def discord(given: ToExport) -> str:
    """Return the character for Discord: name and facts in bold, and a block with text that this program can read."""
    said = plain_in_markdown
    about = " · ".join((_headline(given.sheet), *_origin(given.sheet)))
    shared = given.shared.strip().replace("```", "'''")
    return f"🎲 **{said(_name(given.sheet))}** · {said(about)}\n{marked_text('```', shared)}\n```\n"


def obsidian(given: ToExport) -> str:
    """Return the character as a note for Obsidian: front matter, a block for Fantasy Statblocks, and texts."""
    sheet, sections = given.sheet, sections_of(given.sheet)
    left, most = _health(sheet)
    front = {
        "aliases": [_name(sheet)],
        "tags": ["bones", *(tag for each in given.tags if (tag := _NO_TAG.sub("-", each).strip("-")))],
        "game": given.game,
        "kind": _headline(sheet),
        "origin": list(_origin(sheet)),
        "bones-id": given.id,
        "written-by": f"Bones Desktop {__version__}",
        "statblock": "inline",
    }
    block = {
        "name": _name(sheet),
        "type": ", ".join((_headline(sheet), *_origin(sheet))),
        "hp": left,
        "hit_dice": _("{n}D").format(n=most) if not isinstance(sheet, Columns) else str(most),
        "traits": _entries(sections, "die", "hindering", "list", "facts"),
        "actions": _entries(sections, "item"),
    }
    lines = ["---", *_yaml(front), "---", "", f"# {plain_in_markdown(_name(sheet))}", "", "```statblock", *_yaml(block)]
    lines.append("```")
    for section in (each for each in sections if each.kind == "text"):
        lines += ["", f"## {plain_in_markdown(section.title)}", "", text_in_markdown(section.rows[0].text)]
    lines += ["", f"## {_('For Bones Desktop')}", "", "```text"]
    return f"{marked_text(chr(10).join(lines), given.shared.strip().replace('```', chr(39) * 3))}\n```\n"


_NO_TAG: Final = re.compile(r"[^\w/-]+")
"""Pattern of characters that a tag of Obsidian cannot have."""


def _entries(sections: Sequence[ExportSection], *kinds: str) -> list[dict[str, str]]:
    """Return an entry for each die in sections of these `kinds`. A section without dice gets a single entry."""
    found = []
    for section in (each for each in sections if each.kind in kinds):
        rows = section.rows if section.kind in _DICE else (ExportRow(section.title, section.line),)
        found += [{"name": row.name, "desc": row.text} for row in rows]
    return found


def _yaml(values: dict[str, Any]) -> Iterator[str]:
    """Yield a mapping as YAML. Values are texts, numbers, lists of texts or lists of mappings. Skip empty lists."""
    for key, value in values.items():
        if not isinstance(value, list):
            yield f"{key}: {_scalar(value)}"
        elif value:
            yield f"{key}:"
            for each in value:
                parts = list(_yaml(each)) if isinstance(each, dict) else [_scalar(each)]
                yield from (f"  {'-' if not place else ' '} {part}" for place, part in enumerate(parts))


def _scalar(value: str | int) -> str:
    """Return a text in double quotes as in JSON. YAML reads such a text in the same way."""
    if isinstance(value, int):
        return str(value)
    # Three backquotes would end the block that contains the text.
    return yaml_text(value.replace("```", "'''"))


class ExportForm(Record):
    """A form in which a character can be exported."""

    title: str
    suffix: str
    make: Callable[[ToExport], str]


EXPORTS: Final = {
    "foundry": ExportForm(N_("Foundry actor"), ".json", foundry),
    "obsidian": ExportForm(N_("Obsidian note"), ".md", obsidian),
    "roll20": ExportForm(N_("Text for Roll20"), ".txt", roll20),
    "discord": ExportForm(N_("Text for Discord"), ".txt", discord),
}
"""Forms of export by the name of their option."""
