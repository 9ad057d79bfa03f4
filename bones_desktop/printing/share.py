"""A sheet of any game as columns, as Markdown, and as a picture of its pages."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from PySide6.QtCore import QBuffer, QIODevice, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from bones_desktop.printing.canvas import PAPERS
from bones_desktop.printing.cards import counted, facts
from bones_desktop.printing.columns import Columns, ColumnSection, Part, PartKind
from bones_desktop.printing.jobs import sheet_pages
from bones_desktop.printing.painter import PrintKit, draw, lacking, lacking_sentence, letters_of, offscreen_kit
from bones_desktop.rules.bones.making.sheet import FaceCell, Sheet
from bones_desktop.rules.games import AnyCharacter
from bones_desktop.rules.typedtext import one_line
from bones_desktop.storage.games import StoredGame
from bones_desktop.wording.games.words import game_name
from bones_desktop.wording.language import _
from bones_desktop.wording.log import plain_in_markdown, text_in_markdown


def game_sheet(small: StoredGame[Any, Any], who: AnyCharacter) -> Columns:
    """Return the content of the page: every track, every fact, every part of the sheet."""
    game, book = small.game, small.book

    def named(id: str) -> str:
        return game_name(game.id, "", id)

    name = one_line(who.name)
    tracks = game.tracks(book, who)
    sections = [
        ColumnSection(
            track.name or named(track.id),
            (
                Part(
                    PartKind.PLAIN,
                    _("{marked} of {boxes} marked").format(marked=track.marked, boxes=track.boxes),
                    named(track.state) if track.state else "",
                    boxes=track.boxes,
                    marked=track.marked,
                ),
            ),
        )
        for track in tracks
    ]
    facts = tuple(
        Part(PartKind.PLAIN, fact.name or named(fact.id), str(fact.value) or "–") for fact in game.facts(book, who)
    )
    sections.append(ColumnSection(_("Figures"), facts))
    sections += [
        ColumnSection(
            named(part.id),
            tuple(
                Part(
                    PartKind.PLAIN, named(line.title), line.value, text=line.text, boxes=line.boxes, marked=line.marked
                )
                for line in part.lines
            ),
        )
        for part in game.sheet(book, who)
    ]
    return Columns(_(game.title), name, name or _(game.title), (), tuple(sections), _(game.credit))


LEAST_WIDTH: Final = 200
MOST_WIDTH: Final = 6_000
USUAL_WIDTH: Final = 1_600
# A picture of more pixels takes hundreds of megabytes, and many programs refuse it.
_MOST_PIXELS: Final = 60_000_000


def markdown_of(sheet: Sheet | Columns) -> str:
    """Return the sheet as Markdown, with a table of the dice. The character's own texts are never read as markup."""
    lines = _columns(sheet) if isinstance(sheet, Columns) else _sheet(sheet)
    return "\n".join(lines).strip() + "\n"


def _sheet(sheet: Sheet) -> Iterator[str]:
    said = plain_in_markdown
    yield f"# {said(' '.join(sheet.name.split()) or _('No name yet'))}"
    yield ""
    yield said(facts(sheet))
    about = (sheet.race, sheet.culture, sheet.background, *sheet.occupations)
    if any(part.strip() for part in about):
        yield ""
        yield said(", ".join(dict.fromkeys(part for part in about if part.strip())))
    yield from _table(_("Dice"), [(die.title or str(die.number), die.faces) for die in sheet.dice if die.exists])
    yield from _table(_("Equipment"), [(item.name, item.faces) for item in sheet.equipment])
    yield from _table(_("Hindering dice"), [(die.name, die.faces) for die in sheet.hindering])
    if sheet.theme_texts:
        yield from ("", f"## {_('Magic')}", "")
        for theme in sheet.theme_texts:
            parts = (theme.name, theme.effect, theme.limitations)
            yield "- " + said(" – ".join(part for part in parts if part.strip()))
    for title, text in (
        (_("Description"), sheet.description),
        (_("Back-story"), sheet.back_story),
        (_("Other equipment"), sheet.other_equipment),
        (_("Finances"), sheet.finances),
        (_("Notes"), sheet.notes),
    ):
        if text.strip():
            yield from ("", f"## {title}", "", text_in_markdown(text.strip()))


def _table(title: str, dice: Sequence[tuple[str, Sequence[FaceCell]]]) -> Iterator[str]:
    if dice:
        yield from ("", f"## {title}", "", f"| {_('Die')} | {_('Faces')} |", "| --- | --- |")
        for name, faces in dice:
            cells = (plain_in_markdown(each) for each in (name, counted(faces)))
            yield f"| {' | '.join(cells)} |"


def _columns(sheet: Columns) -> Iterator[str]:
    said = plain_in_markdown
    yield f"# {said(sheet.name or sheet.title)}"
    yield from ("", said(sheet.title))
    for section in sheet.sections:
        yield from ("", f"## {said(section.title)}", "")
        for part in section.parts:
            told = ": ".join(each for each in (part.title, part.result) if each)
            yield "- " + said(" – ".join(each for each in (told, part.note, part.text) if each))


def _nothing(_sentence: str) -> None:
    """Ignore the message."""


def picture_of(
    sheet: Sheet | Columns,
    paper: str,
    kit: PrintKit,
    width: int = USUAL_WIDTH,
    say: Callable[[str], None] = _nothing,
) -> QImage:
    """Return the pages of the sheet in a column, `width` pixels wide, exactly as printed.

    `width` is from LEAST_WIDTH to MOST_WIDTH. With too many pages for one picture it is reduced. `say` is called with a
    message about letters that no font has.
    """
    size = PAPERS[paper]
    pages = sheet_pages(sheet, size, kit.fonts)
    scale = max(LEAST_WIDTH, min(MOST_WIDTH, width)) / size.width
    scale = min(scale, (_MOST_PIXELS / (size.width * size.height * len(pages))) ** 0.5)
    height = round(size.height * scale)
    image = QImage(round(size.width * scale), height * len(pages), QImage.Format.Format_RGB32)
    # Pages have no background of their own, since paper is white.
    image.fill(QColor("white"))
    painter = QPainter(image)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    for number, page in enumerate(pages):
        painter.save()
        # A mark beyond the edge of a page must not appear on the next one.
        painter.setClipRect(QRectF(0, number * height, image.width(), height))
        painter.translate(0, number * height)
        painter.scale(scale, scale)
        draw(page, painter, kit)
        painter.restore()
    painter.end()
    if unknown := lacking({letter for page in pages for letter in letters_of(page)}):
        say(lacking_sentence(unknown))
    return image


def png_of(
    sheet: Sheet | Columns,
    paper: str,
    letters: Mapping[str, str],
    width: int = USUAL_WIDTH,
    say: Callable[[str], None] = _nothing,
) -> tuple[bytes, int, int]:
    """Return the picture as a PNG file with its width and height, without a window."""
    with offscreen_kit(letters) as kit:
        image = picture_of(sheet, paper, kit, width, say)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data()), image.width(), image.height()
