"""Entries of the tables: difficulties, examples, powers, hordes, minds, spiffs, improvement, income, adventure."""

from collections.abc import Iterator

from bones_desktop.pages.reference.entry import Entry, EntryLook, ReferenceSection, dice_count, number_of
from bones_desktop.rules.bones.book.definitions import Difficulty, NoteTopic, SpiffPrice
from bones_desktop.rules.bones.book.icons import MENTAL, NULL, PHYSICAL
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.reading.requests import Request, ThrowKind
from bones_desktop.storage.games import fight_tables
from bones_desktop.wording.language import _


def task_entries(rulebook: Rulebook) -> Iterator[Entry]:
    """Yield the difficulties, then the examples of each skill."""
    for difficulty in rulebook.difficulties:
        yield _difficulty(rulebook, difficulty)
    for skill in rulebook.skills:
        examples = [each for each in rulebook.examples if each.skill == skill.id]
        if examples:
            yield Entry(
                ReferenceSection.DIFFICULTIES,
                f"examples/{skill.id}",
                skill.name,
                examples[0].source,
                _("Examples of tasks"),
                tuple(
                    _("{}: {}").format(rulebook.difficulty(each.difficulty).name, "; ".join(each.examples))
                    for each in examples
                ),
                skill.id,
                also=skill.aliases,
            )


def fight_entries() -> Iterator[Entry]:
    """Yield the lines of the tables of a fight."""
    for table in fight_tables():
        for line in table.lines:
            kind = _("In a fight · {}").format(table.name)
            yield Entry(ReferenceSection.FIGHT, f"{table.name}/{line.name}", line.name, line.rule, kind, (line.value,))


def _difficulty(rulebook: Rulebook, difficulty: Difficulty) -> Entry:
    challenge = rulebook.die("challenge")
    bad = sum(face.has(NULL) for face in challenge.faces)
    # The exact mean of the Nulls that the challenge dice and the automatic ones bring.
    average = difficulty.dice * bad / len(challenge.faces) + difficulty.automatic_nulls
    kind = [number_of(difficulty.dice, _("1 challenge die"), _("{} challenge dice"))]
    if difficulty.automatic_nulls:
        kind.append(number_of(difficulty.automatic_nulls, _("1 Null on top"), _("{} Nulls on top")))
    return Entry(
        ReferenceSection.DIFFICULTIES,
        difficulty.id,
        difficulty.name,
        difficulty.source,
        " · ".join(kind),
        (_("On average 1 Null.") if average == 1 else _("On average {} Nulls.").format(f"{round(average, 1):g}"),),
        NULL,
        EntryLook.CHALLENGE,
    )


def cast_entries(rulebook: Rulebook) -> Iterator[Entry]:
    """Yield the meaning of a number of dice for cast and for hordes."""
    for level in rulebook.power_levels:
        number = f"{level.least}" if level.least == level.most else f"{level.least}-{level.most}"
        yield Entry(
            ReferenceSection.CAST,
            f"power/{number}",
            level.name,
            level.source,
            _("Power of a cast member · {} dice").format(number),
            (level.example,),
        )
    for size in rulebook.horde_sizes:
        yield Entry(
            ReferenceSection.HORDES,
            f"size/{size.dice}",
            size.name,
            size.source,
            _("Size of a horde · {}").format(dice_count(size.dice)),
            (size.example,),
        )
    for degree in rulebook.mind_degrees:
        yield Entry(
            ReferenceSection.MINDS,
            f"mind/{degree.net}",
            number_of(degree.net, _("1 net success"), _("{} net successes")),
            degree.source,
            _("How far an order by magic may go"),
            (degree.meaning,),
        )


def campaign_entries(rulebook: Rulebook) -> Iterator[Entry]:
    """Yield spiffs, improvement and income."""
    for spiff in rulebook.spiffs:
        kind = _("Earn") if spiff.kind == "earn" else _("Spend")
        yield Entry(
            ReferenceSection.SPIFFS, spiff.id, spiff.name, spiff.source, f"{kind} · {_price(spiff)}", also=(_("Spiff"),)
        )
    for step in rulebook.improvement:
        dice = ", ".join(str(die) for die in step.dice)
        yield Entry(
            ReferenceSection.IMPROVEMENT,
            f"improvement/{step.dice[0]}",
            number_of(len(step.dice), _("Die {}").format(dice), _("Dice {}").format(dice)),
            step.source,
            _("Highest die held"),
            (number_of(step.sessions, _("1 session buys one icon."), _("{} sessions buy one icon.")),),
        )
    for rate in rulebook.income:
        skills = ", ".join(rulebook.skill(each).name for each in rate.skills)
        counted = _("Assets count as well.") if rate.assets_count else _("Assets do not count.")
        yield Entry(
            ReferenceSection.INCOME,
            f"income/{rate.coins}",
            skills or _("Every other skill"),
            rate.source,
            _("Off-stage income"),
            (_("{} coins for each success.").format(rate.coins), counted),
        )


def _price(spiff: SpiffPrice) -> str:
    if spiff.least is None or spiff.most is None:
        return _("the GM names the price")
    if spiff.least != spiff.most:
        return _("{} to {} spiffs").format(spiff.least, spiff.most)
    return number_of(spiff.least, _("1 spiff"), _("{} spiffs"))


def adventure_entries(rulebook: Rulebook) -> Iterator[Entry]:
    """Yield the task checks of the adventure, its other changes, and its timetable."""
    aptitudes = {PHYSICAL: _("Physical"), MENTAL: _("Mental")}
    for number, check in enumerate(rulebook.task_checks):
        skill = aptitudes.get(check.skill) or rulebook.skill(check.skill).name
        # Areas have short numbers; longer places are names and need no word before them.
        kind = [_("Task check"), _("Area {}").format(check.place) if len(check.place) < 3 else check.place, skill]
        if check.difficulty:
            kind.append(rulebook.difficulty(check.difficulty).name)
        yield Entry(
            ReferenceSection.ADVENTURE,
            f"check/{number}",
            check.purpose,
            check.source,
            " · ".join(kind),
            (*((check.note,) if check.note else ()), *([_to_throw()] if check.difficulty else ())),
            check.skill,
            asks=Request(check.skill, difficulty=check.difficulty) if check.difficulty else None,
        )
    yield from _notes(rulebook, ReferenceSection.ADVENTURE, NoteTopic.ADVENTURE, _("Standing"))
    yield from _notes(rulebook, ReferenceSection.ADVENTURE, NoteTopic.TIMETABLE, _("Timetable"))


def setting_entries(rulebook: Rulebook) -> Iterator[Entry]:
    """Yield the chronology and the peoples of the setting."""
    yield from _notes(rulebook, ReferenceSection.SETTING, NoteTopic.CHRONOLOGY, _("Chronology"))
    yield from _notes(rulebook, ReferenceSection.SETTING, NoteTopic.PEOPLES, _("Peoples"))


def _notes(rulebook: Rulebook, section: ReferenceSection, topic: NoteTopic, kind: str) -> Iterator[Entry]:
    for note in rulebook.notes:
        if note.topic is topic:
            asks = Request(note.skill, difficulty=note.difficulty) if note.skill else None
            if note.fall_m:
                asks = Request(kind=ThrowKind.FALL, metres=note.fall_m)
            details = (note.text, _to_throw()) if asks is not None else (note.text,)
            yield Entry(section, f"{topic}/{note.title}", note.title, note.source, kind, details, asks=asks)


def _to_throw() -> str:
    return _("A double click, or Return, asks for it on the Table.")
