"""The kinds of papers for a table: a legend, cards, the party, an encounter, the game master's tables."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from bones_desktop.printing.columns import Columns, ColumnSection
from bones_desktop.printing.jobs import PrintJob, cards_job, legend_job, party_job, screen_job
from bones_desktop.printing.painter import PrintKit
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.making.sheet import Sheet
from bones_desktop.wording.language import _


@dataclass(frozen=True, slots=True)
class Group:
    """A group of characters with papers to print. Their sheets are read on demand."""

    id: str
    text: str
    load: Callable[[], Sequence[Sheet | Columns]]


@dataclass(frozen=True, slots=True)
class AtTable:
    """The sources of the papers for a table."""

    rulebook: Rulebook
    groups: tuple[Group, ...]
    tables: Callable[[], Sequence[ColumnSection]]
    """The game master's tables."""
    title: str = ""
    """Name of the campaign, "" without one."""


@dataclass(frozen=True, slots=True)
class TableKind:
    """A kind of pages that can be printed."""

    id: str
    text: str
    told: str
    """Its purpose in a sentence."""
    rows: frozenset[str]
    """The options it has."""
    job: Callable[[], PrintJob | str]
    """Returns the print job, or the reason why there is none."""


@dataclass(frozen=True, slots=True)
class ForTable:
    """The sheets to print, and how."""

    sheets: Sequence[Sheet | Columns]
    paper: str
    """A key of PAPERS."""
    kit: PrintKit


def table_kinds(here: AtTable, wanted: Callable[[], ForTable], no_dice: Callable[[], str]) -> Iterator[TableKind]:
    """Yield the kinds. `wanted` returns the current choice, `no_dice` the reason why there are no dice to print."""

    def of_all(job: Callable[[ForTable], PrintJob | str]) -> PrintJob | str:
        asked = wanted()
        # The print window shows a text in place of the pages.
        return job(asked) if asked.sheets else _("There is nobody.")

    def of_bones(job: Callable[[Sequence[Sheet], ForTable], PrintJob]) -> PrintJob | str:
        def only(asked: ForTable) -> PrintJob | str:
            sheets = [each for each in asked.sheets if isinstance(each, Sheet)]
            # A character without dice would make an empty card.
            found = [each for each in sheets if any(die.exists for die in each.dice)]
            return job(found, asked) if found else no_dice()

        return of_all(only)

    rows = frozenset({"paper", "ink", "whose"})
    yield TableKind(
        "legend",
        _("Legend"),
        _("The icons on the dice, each with what it is for."),
        rows,
        lambda: of_bones(lambda sheets, asked: legend_job(here.rulebook, sheets, asked.paper, asked.kit)),
    )
    yield TableKind(
        "cards",
        _("Cards"),
        _("Cast and beasts for the game master, nine to a page, with boxes for lost dice."),
        rows | {"blank"},
        lambda: of_bones(lambda sheets, asked: cards_job(here.rulebook, sheets, asked.paper, asked.kit)),
    )
    yield TableKind(
        "party",
        _("Party at a glance"),
        _("Everybody on one page: their dice, and what they are good at."),
        rows | {"blank"},
        lambda: of_all(lambda asked: party_job(asked.sheets, here.title, asked.paper, asked.kit)),
    )
    yield TableKind(
        "encounter",
        _("Encounter"),
        _("Who is in a fight, with boxes for lost dice and for the rounds."),
        rows | {"blank"},
        lambda: of_all(lambda asked: party_job(asked.sheets, "", asked.paper, asked.kit, fight=True)),
    )
    yield TableKind(
        "screen",
        _("Game master’s screen"),
        _("The tables one looks up in the middle of a session."),
        frozenset({"paper", "ink"}),
        lambda: screen_job(here.tables(), wanted().paper, wanted().kit),
    )
