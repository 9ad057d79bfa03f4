"""What can be printed and saved as a PDF: pages for any paper, and what they are called."""

from collections.abc import Callable
from dataclasses import dataclass

from bones_desktop.printing.diarypages import lay_out_diary
from bones_desktop.printing.export import pages_pdf
from bones_desktop.printing.items import PAPERS, Page, PageSize
from bones_desktop.printing.kit import PrintKit
from bones_desktop.printing.kit import translated as tr
from bones_desktop.printing.pages import lay_out
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.life.diary import Diary
from bones_desktop.rules.bones.making.sheet import Sheet
from bones_desktop.storage.files.placing import safe_name


@dataclass(frozen=True, slots=True)
class PrintJob:
    """Pages, the paper chosen for them, and what they are drawn with."""

    lay_out: Callable[[PageSize], tuple[Page, ...]]
    """Returns the pages for a size of paper."""
    title: str
    """What the pages are, in a word or two."""
    name: str
    """What they are called; "" for pages of nobody."""
    asking: str
    """Title of the dialog that asks for a printer."""
    failed: str
    """Says that nothing was printed."""
    paper: str
    """A key of PAPERS."""
    kit: PrintKit

    @property
    def file_name(self) -> str:
        """A file name that every system accepts."""
        return (safe_name(self.name) if self.name.strip() else self.title) + ".pdf"

    def pdf(self) -> bytes:
        """Return the pages as a PDF whose text can be searched."""
        size = PAPERS[self.paper]
        return pages_pdf(self.lay_out(size), size, self.title, self.kit)


def sheet_job(sheet: Sheet, paper: str, kit: PrintKit) -> PrintJob:
    """Return the printing of a character sheet."""
    return PrintJob(
        lambda size: lay_out(sheet, size, kit.fonts, tr),
        tr("Character sheet"),
        sheet.name,
        tr("Print the sheet"),
        tr("The sheet was not printed"),
        paper,
        kit,
    )


def diary_job(rulebook: Rulebook, name: str, diary: Diary, paper: str, kit: PrintKit) -> PrintJob:
    """Return the printing of the diary of the seasons of the character called `name`."""
    return PrintJob(
        lambda size: lay_out_diary(rulebook, name, diary, size, kit.fonts, tr),
        tr("Diary"),
        tr("{name}, diary").format(name=name) if name.strip() else "",
        tr("Print the diary"),
        tr("The diary was not printed"),
        paper,
        kit,
    )
