"""The printed diary of the seasons: what stands in it, and its layout in two columns, the oldest season first."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bones_desktop.printing.canvas import MUTED, THICK, Canvas, sizes
from bones_desktop.printing.form import FOOTER, draw_footer
from bones_desktop.printing.items import Page, PageSize, Rect, Stroke, TextStyle
from bones_desktop.printing.text import Measure, wrap
from bones_desktop.rules.bones.book.playstate import ActionKind
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.life.diary import Diary, DiaryAction, DiarySeason
from bones_desktop.widgets.localized import counted
from bones_desktop.wording import Translate
from bones_desktop.wording.seasons import (
    action_check,
    action_result,
    action_title,
    coin_entry_words,
    coins_by_words,
    coins_words,
    income_parts,
    season_sums,
    season_title,
)

_MASTHEAD: Final = 10.0
_BETWEEN_COLUMNS: Final = 8.0
_COLUMNS: Final = 2
_BEFORE_SEASON: Final = 5.0
_AFTER_HEADING: Final = 0.8
_AFTER_NOTE: Final = 0.5
_KEPT: Final = 2
"""Lines of a text that stay with its title."""
_TITLE: Final = TextStyle("serif", 17, bold=True)
_NAME: Final = sizes(TextStyle("serif", 14, bold=True), 14, 12, 10, 8, 7)
_SUMS: Final = TextStyle("serif", 10.5, bold=True)
_STANDING: Final = TextStyle("serif", 10)
_SMALL: Final = TextStyle("sans", 7.5, tone=MUTED)
_TEXT: Final = TextStyle("serif", 10)


class PartKind(StrEnum):
    """What a part of a season is about."""

    ACTION = "action"
    COINS = "coins"
    WORDS = "words"


@dataclass(frozen=True, slots=True)
class DiaryPart:
    """An action, coins that came or went, or words about the season."""

    kind: PartKind
    title: str
    result: str = ""
    note: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class SeasonContent:
    """One season."""

    title: str
    parts: tuple[DiaryPart, ...]


@dataclass(frozen=True, slots=True)
class DiaryContent:
    """All words of a diary, the oldest season first."""

    title: str
    name: str
    running: str
    """At the foot of each page."""
    sums: str
    standing: str
    """Assets that stay; "" for none."""
    seasons: tuple[SeasonContent, ...]


def diary_content(rulebook: Rulebook, name: str, diary: Diary, tr: Translate = str) -> DiaryContent:
    """Return the words of the diary of the character called `name`."""
    title, name = tr("Diary of the Seasons"), " ".join(name.split())
    standing = ", ".join(f"{asset.name} ({asset.mastery})" if asset.mastery else asset.name for asset in diary.standing)
    return DiaryContent(
        title,
        name,
        tr("{name}, diary").format(name=name) if name else title,
        _sums(diary, tr),
        tr("Assets that stay: {assets}").format(assets=standing) if standing else "",
        tuple(
            SeasonContent(season_title(season.name, season.year, tr), tuple(_parts(rulebook, season, tr)))
            for season in diary.seasons
        ),
    )


def _sums(diary: Diary, tr: Translate) -> str:
    parts = (
        (diary.earned, tr("earned {n}")),
        (diary.received, tr("received {n}")),
        (diary.spent, tr("spent {n}")),
        (diary.brought, tr("from before {n}")),
    )
    said = ", ".join(words.format(n=counted(coins)) for coins, words in parts if coins)
    coins = coins_words(diary.coins, tr, counted)
    return tr("{coins}: {sums}").format(coins=coins, sums=said) if said else coins


def _parts(rulebook: Rulebook, season: DiarySeason, tr: Translate) -> Iterator[DiaryPart]:
    for each in season.actions:
        yield _action(rulebook, each, tr)
    for entry in season.entries:
        yield DiaryPart(PartKind.COINS, coin_entry_words(entry, tr), coins_by_words(entry.by, tr, counted))
    if season.assets:
        names = ", ".join(season.assets)
        yield DiaryPart(PartKind.WORDS, tr("Assets of the season: {names}").format(names=names))
    sums = season_sums(season, tr, counted)
    if sums:
        yield DiaryPart(PartKind.WORDS, tr("Coins: {sums}").format(sums=sums))
    if not (season.actions or season.entries or season.assets):
        yield DiaryPart(PartKind.WORDS, tr("Nothing was done yet."))


def _action(rulebook: Rulebook, each: DiaryAction, tr: Translate) -> DiaryPart:
    action = each.action
    title, check = action_title(rulebook, action, tr), action_check(rulebook, action, tr)
    notes = [check if check != title else ""]
    if action.kind is ActionKind.INCOME:
        notes.append(income_parts(action, tr))
    if action.made:
        notes.append(tr("brought: {asset}").format(asset=action.made))
    result = action_result(action, tr, counted)
    note = " · ".join(part for part in notes if part)
    return DiaryPart(PartKind.ACTION, title or tr("An action"), result, note, action.outcome.strip())


@dataclass(frozen=True, slots=True)
class _Look:
    """How the title of a part, what stands at its right, and the texts below look."""

    title: TextStyle
    result: TextStyle
    above: float


_LOOKS: Final = {
    PartKind.ACTION: _Look(TextStyle("serif", 10.5, bold=True), TextStyle("serif", 10, bold=True), 2.2),
    PartKind.COINS: _Look(TextStyle("serif", 10), TextStyle("serif", 10), 1.6),
    PartKind.WORDS: _Look(TextStyle("serif", 10, italic=True), TextStyle("serif", 10), 1.6),
}


@dataclass(frozen=True, slots=True)
class _Line:
    """A line in a column."""

    text: str
    style: TextStyle
    height: float
    above: float = 0.0
    """Empty room before it; none at the top of a column."""
    right: str = ""
    right_style: TextStyle = _SMALL
    keep: int = 0
    """How many of the next lines stand in the same column."""


def lay_out_diary(
    rulebook: Rulebook, name: str, diary: Diary, size: PageSize, measure: Measure, tr: Translate = str
) -> tuple[Page, ...]:
    """Return the pages of the diary of the character called `name`; no word is cut."""
    content = diary_content(rulebook, name, diary, tr)
    flow = _Flow(content, lambda: Canvas(size, measure, tr, {}))
    for season in content.seasons:
        flow.begin(season.title)
        flow.put([line for part in season.parts for line in _lines(part, flow.width, measure)])
    for number, canvas in enumerate(flow.canvases, start=1):
        draw_footer(canvas, content.running, number, len(flow.canvases))
    return tuple(Page(size.width, size.height, tuple(canvas.items)) for canvas in flow.canvases)


class _Flow:
    """Fills column after column; a season that goes on in another column is named there again."""

    def __init__(self, content: DiaryContent, new_canvas: Callable[[], Canvas]) -> None:
        self._new_canvas = new_canvas
        self._season = ""
        self._pending = False
        self._column = 0
        first = new_canvas()
        self.canvases = [first]
        self.width = (first.area.width - (_COLUMNS - 1) * _BETWEEN_COLUMNS) / _COLUMNS
        self._top = self._y = _draw_head(first, content)

    def begin(self, season: str) -> None:
        """Begin a season; its heading follows with its first lines."""
        self._season = season
        self._pending = True

    def put(self, lines: Sequence[_Line]) -> None:
        """Add the lines of the season."""
        for place, line in enumerate(lines):
            needed = sum(each.above + each.height for each in lines[place : place + line.keep + 1])
            heading = self._heading_room() if self._pending else 0.0
            if self._y + heading + needed > self._bottom and self._y > self._top:
                self._next_column()
            if self._pending:
                self._draw_heading(self._season)
            elif self._y <= self._top:
                self._draw_heading(self._canvas.tr("{title} (continued)").format(title=self._season))
                self._y += _AFTER_HEADING
            self._draw(line)

    @property
    def _canvas(self) -> Canvas:
        return self.canvases[-1]

    @property
    def _bottom(self) -> float:
        return self._canvas.area.bottom - FOOTER

    @property
    def _x(self) -> float:
        return self._canvas.area.x + self._column * (self.width + _BETWEEN_COLUMNS)

    def _heading_room(self) -> float:
        above = _BEFORE_SEASON if self._y > self._top else 0.0
        return above + self._canvas.heading_height

    def _draw_heading(self, text: str) -> None:
        if self._y > self._top:
            self._y += _BEFORE_SEASON
        self._y = self._canvas.heading(text, self._x, self._y, self.width)
        self._pending = False

    def _draw(self, line: _Line) -> None:
        self._y += line.above
        row = Rect(self._x, self._y, self.width, line.height)
        self._canvas.line(line.text, row, line.style)
        self._canvas.line(line.right, row, line.right_style, "right")
        self._y += line.height

    def _next_column(self) -> None:
        self._column += 1
        if self._column == _COLUMNS:
            self.canvases.append(self._new_canvas())
            self._column = 0
            self._top = self._canvas.area.y
        self._y = self._top


def _draw_head(canvas: Canvas, content: DiaryContent) -> float:
    """Draw what stands above the columns of the first page; return where they begin."""
    area, measure = canvas.area, canvas.measure
    width = measure.width(content.title, _TITLE)
    canvas.line(content.title, Rect(area.x, area.y, width, _MASTHEAD - 2.2), _TITLE)
    place = Rect(area.x + width + 6, area.y, area.width - width - 6, _MASTHEAD - 2.2)
    style = next((each for each in _NAME if measure.width(content.name, each) <= place.width), None)
    y = area.y + _MASTHEAD - 1.4
    if style is not None:
        canvas.line(content.name, place, style, "right")
    canvas.add(Stroke(area.x, y, area.right, y, THICK), Stroke(area.x, y + 0.8, area.right, y + 0.8, 0.15))
    y += 3.0
    long_name = content.name if style is None else ""
    for text, look in ((long_name, _NAME[-1]), (content.sums, _SUMS), (content.standing, _STANDING)):
        for line in wrap(text, area.width, look, measure):
            height = measure.leading(look)
            canvas.line(line.text, Rect(area.x, y, area.width, height), look)
            y += height
    return y + 4.0


def _lines(part: DiaryPart, width: float, measure: Measure) -> Iterator[_Line]:
    """Yield the lines of a part, its first ones kept together."""
    look = _LOOKS[part.kind]
    reach = measure.width(part.result, look.result) + 4 if part.result else 0.0
    beside = reach <= width * 0.5
    found = [
        (line.text, look.title) for line in wrap(part.title, width - (reach if beside else 0.0), look.title, measure)
    ]
    if not beside:
        found += [(line.text, look.result) for line in wrap(part.result, width, look.result, measure)]
    found += [(line.text, _SMALL) for line in wrap(part.note, width, _SMALL, measure)]
    head = len(found)
    found += [(line.text, _TEXT) for line in wrap(part.text, width, _TEXT, measure)]
    for place, (text, style) in enumerate(found):
        above = look.above if place == 0 else _AFTER_NOTE if place == head else 0.0
        kept = min(head + _KEPT, len(found)) - place - 1 if place < head else 0
        height = measure.leading(style)
        right = part.result if beside and place == 0 else ""
        yield _Line(text, style, height, above, right, look.result, max(0, kept))
