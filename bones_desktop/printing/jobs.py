"""Everything that can be printed or saved: pages for any paper, as PDF or picture, and sheets as Markdown."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QRectF, QSizeF
from PySide6.QtGui import QColor, QImage, QPageLayout, QPageSize, QPainter, QPdfWriter

from bones_desktop.printing.canvas import MM_PER_INCH, PAPERS, Measure, Page, PageSize
from bones_desktop.printing.cards import lay_out_cards, lay_out_encounter, lay_out_legend, lay_out_party
from bones_desktop.printing.columns import Columns, ColumnSection, Part, PartKind, lay_out, lay_out_columns
from bones_desktop.printing.form import unhurt
from bones_desktop.printing.gameform import GameSheet, lay_out_game, unmarked
from bones_desktop.printing.painter import Ink, PrintKit, draw, lacking, lacking_sentence, letters_of, offscreen_kit
from bones_desktop.printing.screen import lay_out_screen, screen_tables
from bones_desktop.printing.stickers import DieFaces, Stickers, lay_out_calibration, lay_out_nets, lay_out_stickers
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.life.seasons import Diary, DiaryAction, DiarySeason
from bones_desktop.rules.bones.making.sheet import Sheet
from bones_desktop.rules.records import Record, replace
from bones_desktop.rules.typedtext import one_line
from bones_desktop.storage.files.labelsheets import LabelSheet
from bones_desktop.storage.files.locations import safe_name
from bones_desktop.storage.files.textfiles import save_export
from bones_desktop.widgets.localized import counted
from bones_desktop.wording.language import _, language
from bones_desktop.wording.seasons import (
    action_note,
    action_result,
    action_title,
    coin_entry_words,
    coin_sums,
    coins_by_words,
    coins_words,
    season_title,
)

_DOTS_PER_INCH: Final = 600
_CHARACTERS: Final = re.compile(rb"\[(?:<[0-9A-F]{4}> ?)+\]")


class PrintJob(Record):
    """Pages to print, with their paper, fonts and pictures."""

    lay_out: Callable[[PageSize, Measure], Iterable[Page]]
    """Function that returns the pages for a paper size, one after another."""
    title: str
    """Name of this kind of page, in one or two words."""
    name: str
    """Name of the character; "" if the pages do not belong to a character."""
    paper: str
    """A key of PAPERS."""
    kit: PrintKit
    exact: bool = False
    """True if lengths on paper must be exact. Such pages are never made smaller to fit the paper."""
    landscape: bool = False

    @property
    def size(self) -> PageSize:
        """The paper in portrait or landscape, as the pages need it."""
        return PAPERS[self.paper].turned if self.landscape else PAPERS[self.paper]

    @property
    def file_name(self) -> str:
        """A file name that is valid on every system."""
        return (safe_name(self.name) if self.name.strip() else self.title) + ".pdf"

    def apart(self) -> "PrintJob":
        """Return a copy of the job with its own fonts and pictures, so that another thread can use it."""
        return replace(self, kit=self.kit.copy(self.kit.ink))

    def pages(self) -> Iterable[Page]:
        """Return the pages for the selected paper."""
        return self.lay_out(self.size, self.kit.fonts)

    def pdf(self) -> bytes:
        """Return the pages as a PDF with searchable text."""
        return next(step for step in self.pdf_steps() if isinstance(step, bytes))

    def pdf_steps(self) -> Iterator[int | bytes]:
        """Yield the number of each finished page, and then the PDF. The PDF contains no user name and no path."""
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        writer = QPdfWriter(buffer)
        writer.setTitle(self.name or self.title)
        writer.setCreator("Bones Desktop")
        writer.setResolution(_DOTS_PER_INCH)
        writer.setPageLayout(page_layout(self.size))
        painter = QPainter(writer)
        try:
            yield from drawn(self.pages(), painter, writer.newPage, writer.resolution(), self.kit, words=True)
        finally:
            painter.end()
        # The file is complete only after the painter has ended.
        yield _with_language(_with_spaces(bytes(buffer.data().data())))


def write_job(
    make: Callable[[PrintKit], PrintJob],
    target: Path,
    letters: Mapping[str, str] | None = None,
    ink: Ink = Ink.COLOUR,
    say: Callable[[str], None] = lambda _sentence: None,
) -> int:
    """Write pages as a PDF to `target` without a window. Return the number of pages.

    `letters` replace missing pictures of icons, by icon id. `say` is called with a message about letters that no font
    has. Raise FileProblem if the file cannot be written.
    """
    pages, seen = 0, set[str]()
    with offscreen_kit(letters, ink) as kit:
        job = make(kit)

        def noted(size: PageSize, measure: Measure) -> Iterator[Page]:
            for page in job.lay_out(size, measure):
                # The letters are collected during drawing, because a long job should be laid out only once.
                seen.update(letters_of(page))
                yield page

        for step in replace(job, lay_out=noted).pdf_steps():
            if isinstance(step, bytes):
                save_export(target, step)
            else:
                pages = step
        if unknown := lacking(seen):
            say(lacking_sentence(unknown))
    return pages


def _with_spaces(pdf: bytes) -> bytes:
    """Return the PDF with "space" in place of "tab" in its character table, so that a search finds names.

    Tab and space have the same glyph, and Qt writes the code of the tab. Both codes have the same length, so no offset
    in the file changes.
    """
    return _CHARACTERS.sub(lambda table: table[0].replace(b"<0009>", b"<0020>"), pdf)


def _with_language(pdf: bytes) -> bytes:
    """Return the PDF with its language, and with the setting that a viewer shows its title, not its file name.

    Qt writes neither of them. A new catalog is appended as an update, so no offset in the file changes.
    """
    trailer = pdf[pdf.rindex(b"trailer") : pdf.rindex(b"startxref")].rstrip()
    before = int(pdf[pdf.rindex(b"startxref") :].split()[1])
    root = int(trailer.split(b"/Root ")[1].split()[0])
    start = pdf.index(b"\n%d 0 obj" % root) + 1
    catalog = pdf[start : pdf.index(b"endobj", start)].rstrip()
    added = b"/Lang (%s)\n/ViewerPreferences << /DisplayDocTitle true >>\n" % language().encode()
    update = catalog.removesuffix(b">>") + added + b">>\nendobj\n"
    table = b"xref\n0 1\n0000000000 65535 f \n%d 1\n%010d 00000 n \n" % (root, len(pdf))
    end = b"/Prev %d\n>>\nstartxref\n%d\n%%%%EOF\n" % (before, len(pdf) + len(update))
    return pdf + update + table + trailer.removesuffix(b">>") + end


def page_layout(size: PageSize) -> QPageLayout:
    """Return Qt's description of the paper. It has no margins, because the pages have their own."""
    # Qt describes every paper in portrait.
    extent = QSizeF(min(size.width, size.height), max(size.width, size.height))
    paper = QPageSize(extent, QPageSize.Unit.Millimeter, "", QPageSize.SizeMatchPolicy.FuzzyMatch)
    lying = QPageLayout.Orientation.Landscape if size.width > size.height else QPageLayout.Orientation.Portrait
    layout = QPageLayout(paper, lying, QMarginsF(0, 0, 0, 0))
    layout.setMode(QPageLayout.Mode.FullPageMode)
    return layout


def drawn(
    pages: Iterable[Page],
    painter: QPainter,
    next_page: Callable[[], bool],
    dots_per_inch: float,
    kit: PrintKit,
    *,
    words: bool = False,
) -> Iterator[int]:
    """Draw pages on a paged device, and yield the number of each finished page. `words` is as in `painter.draw`."""
    for number, page in enumerate(pages, start=1):
        # A device begins with a page, so a new page is started only between two pages. Otherwise an empty page would
        # come last.
        if number > 1:
            next_page()
        painter.save()
        # From here on, the unit of the painter is a millimetre on every device.
        painter.scale(dots_per_inch / MM_PER_INCH, dots_per_inch / MM_PER_INCH)
        draw(page, painter, kit, words=words)
        painter.restore()
        yield number


def sheet_pages(sheet: Sheet | Columns, size: PageSize, measure: Measure) -> tuple[Page, ...]:
    """Return the pages of a sheet: a form for a character of any game, or columns for a diary."""
    if isinstance(sheet, GameSheet):
        return lay_out_game(sheet, size, measure)
    if isinstance(sheet, Columns):
        return lay_out_columns(sheet, size, measure)
    return lay_out(sheet, size, measure)


def sheet_job(sheet: Sheet | Columns, paper: str, kit: PrintKit) -> PrintJob:
    """Return the print job of a character sheet of any game."""
    return PrintJob(partial(sheet_pages, sheet), _("Character sheet"), sheet.name, paper, kit)


def sheets_job(sheets: Sequence[Sheet | Columns], paper: str, kit: PrintKit) -> PrintJob:
    """Return the print job of several character sheets."""
    if len(sheets) == 1:
        return sheet_job(sheets[0], paper, kit)
    return PrintJob(partial(_pages_of_all, sheets), _("Character sheets"), "", paper, kit)


def _pages_of_all(sheets: Sequence[Sheet | Columns], size: PageSize, measure: Measure) -> Iterator[Page]:
    for sheet in sheets:
        yield from sheet_pages(sheet, size, measure)


def blank_boxes(sheet: Sheet | Columns) -> Sheet | Columns:
    """Return the sheet as if the character were unhurt, with empty boxes to mark by pencil."""
    return unhurt(sheet) if isinstance(sheet, Sheet) else unmarked(sheet)


def diary_job(rulebook: Rulebook, name: str, diary: Diary, paper: str, kit: PrintKit) -> PrintJob:
    """Return the print job of the diary of the seasons of the character `name`."""
    return PrintJob(
        partial(lay_out_columns, diary_content(rulebook, name, diary)),
        _("Diary"),
        _("{name}, diary").format(name=name) if name.strip() else "",
        paper,
        kit,
    )


def stickers_job(dice: Sequence[DieFaces], wanted: Stickers, paper: str, kit: PrintKit) -> PrintJob:
    """Return the print job of stickers. If they are printed on labels, the labels determine the paper.

    Raise ValueError as `lay_out_stickers` does.
    """
    # A sheet of labels has only one paper size.
    paper = wanted.labels.paper if wanted.labels else paper
    return PrintJob(
        partial(lay_out_stickers, dice, wanted),
        _("Dice stickers"),
        _whose(dice, _("{name}, stickers")),
        paper,
        kit,
        exact=True,
    )


def nets_job(
    dice: Sequence[DieFaces], side: float, paper: str, kit: PrintKit, offset: tuple[float, float] = (0.0, 0.0)
) -> PrintJob:
    """Return the print job of paper dice with faces of `side` millimetres."""
    return PrintJob(
        partial(lay_out_nets, dice, side, offset=offset),
        _("Paper dice"),
        _whose(dice, _("{name}, paper dice")),
        paper,
        kit,
        exact=True,
    )


def calibration_job(
    labels: LabelSheet | None, paper: str, kit: PrintKit, offset: tuple[float, float] = (0.0, 0.0)
) -> PrintJob:
    """Return the print job of a test page, which shows the accuracy of a printer."""
    return PrintJob(
        partial(lay_out_calibration, labels=labels, offset=offset),
        _("Test page"),
        "",
        labels.paper if labels else paper,
        kit,
        exact=True,
    )


def legend_job(rulebook: Rulebook, sheets: Sequence[Sheet], paper: str, kit: PrintKit) -> PrintJob:
    """Return the print job of the legend of icons on the characters' dice."""
    return PrintJob(
        partial(lay_out_legend, rulebook, sheets),
        _("Legend"),
        _("{name}, legend").format(name=sheets[0].name) if len(sheets) == 1 and sheets[0].name.strip() else "",
        paper,
        kit,
    )


def cards_job(rulebook: Rulebook, sheets: Sequence[Sheet], paper: str, kit: PrintKit) -> PrintJob:
    """Return the print job of cards of cast, beasts and hordes."""
    # Lengths must be exact, because cards must fit in sleeves.
    return PrintJob(partial(lay_out_cards, rulebook, sheets), _("Cards"), "", paper, kit, exact=True)


def party_job(sheets: Sequence[Sheet | Columns], paper: str, kit: PrintKit, title: str = "") -> PrintJob:
    """Return the print job of a party called `title`: a card for each character."""
    lay_out = partial(lay_out_party, sheets, title or _("The party"))
    return PrintJob(lay_out, _("Party"), title, paper, kit)


def encounter_job(
    rulebook: Rulebook,
    sheets: Sequence[Sheet | Columns],
    paper: str,
    kit: PrintKit,
    title: str = "",
    note: Callable[[], str] | None = None,
) -> PrintJob:
    """Return the print job of an encounter called `title`: a card for each fighter, and the text of `note` if given."""
    what = _("Encounter")
    return PrintJob(partial(lay_out_encounter, rulebook, sheets, title or what, note=note), what, title, paper, kit)


def screen_job(rulebook: Rulebook, paper: str, kit: PrintKit) -> PrintJob:
    """Return the print job of the game master's tables, in landscape."""
    lay_out = partial(lay_out_screen, screen_tables(rulebook))
    return PrintJob(lay_out, _("Screen"), "", paper, kit, landscape=True)


def _whose(dice: Sequence[DieFaces], words: str) -> str:
    owners = dict.fromkeys(die.owner for die in dice if die.owner)
    return words.format(name=next(iter(owners))) if len(owners) == 1 else ""


def diary_content(rulebook: Rulebook, name: str, diary: Diary) -> Columns:
    """Return the diary of the character `name`, oldest season first."""
    title, name = _("Diary of the Seasons"), one_line(name)
    standing = ", ".join(f"{asset.name} ({asset.mastery})" if asset.mastery else asset.name for asset in diary.standing)
    return Columns(
        title,
        name,
        _("{name}, diary").format(name=name) if name else title,
        (_sums(diary), _("Assets that stay: {assets}").format(assets=standing) if standing else ""),
        tuple(
            ColumnSection(season_title(season.name, season.year), tuple(_parts(rulebook, season)))
            for season in diary.seasons
        ),
    )


def _sums(diary: Diary) -> str:
    said, coins = coin_sums(diary, counted), coins_words(diary.coins, counted)
    return _("{coins}: {sums}").format(coins=coins, sums=said) if said else coins


def _parts(rulebook: Rulebook, season: DiarySeason) -> Iterator[Part]:
    for each in season.actions:
        yield _action(rulebook, each)
    for entry in season.entries:
        yield Part(PartKind.PLAIN, coin_entry_words(entry), coins_by_words(entry.by, counted))
    if season.assets:
        names = ", ".join(season.assets)
        yield Part(PartKind.SLANTED, _("Assets of the season: {names}").format(names=names))
    sums = coin_sums(season, counted)
    if sums:
        yield Part(PartKind.SLANTED, _("Coins: {sums}").format(sums=sums))
    if not (season.actions or season.entries or season.assets):
        yield Part(PartKind.SLANTED, _("Nothing was done yet."))


def _action(rulebook: Rulebook, each: DiaryAction) -> Part:
    action = each.action
    title, note = action_title(rulebook, action) or _("An action"), action_note(rulebook, action)
    return Part(PartKind.STRONG, title, action_result(action, counted), note, action.outcome.strip())


LEAST_WIDTH: Final = 200
MOST_WIDTH: Final = 6_000
USUAL_WIDTH: Final = 1_600
# A larger picture would need hundreds of megabytes, and many programs refuse it.
_MOST_PIXELS: Final = 60_000_000


def _nothing(_sentence: str) -> None:
    """Ignore a message. This is the default for the parameter `say`."""


def picture_of(
    sheet: Sheet | Columns, paper: str, kit: PrintKit, width: int = USUAL_WIDTH, say: Callable[[str], None] = _nothing
) -> QImage:
    """Return the pages of the sheet as a picture, one below another, `width` pixels wide.

    `width` is from LEAST_WIDTH to MOST_WIDTH, and is reduced if there are too many pages. `say` is called with a
    message about letters that no font has.
    """
    size = PAPERS[paper]
    pages = sheet_pages(sheet, size, kit.fonts)
    scale = max(LEAST_WIDTH, min(MOST_WIDTH, width)) / size.width
    scale = min(scale, (_MOST_PIXELS / (size.width * size.height * len(pages))) ** 0.5)
    height = round(size.height * scale)
    image = QImage(round(size.width * scale), height * len(pages), QImage.Format.Format_RGB32)
    # The pages themselves have no background, because on paper they need none.
    image.fill(QColor("white"))
    painter = QPainter(image)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    for number, page in enumerate(pages):
        painter.save()
        # Without clipping, items of one page could extend into the next page.
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
    """Return the picture as PNG, its width and its height. No window is needed."""
    with offscreen_kit(letters) as kit:
        image = picture_of(sheet, paper, kit, width, say)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data()), image.width(), image.height()
