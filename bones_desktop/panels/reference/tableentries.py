"""The entries of the tables: difficulties, examples, powers, hordes, minds, spiffs, improvement, income, adventure."""

from collections.abc import Iterator

from bones_desktop.panels.reference.entry import Entry, Look, Section, dice_count, number_of
from bones_desktop.rules.bones.book.definitions import Difficulty, NoteTopic, SpiffPrice
from bones_desktop.rules.bones.book.icons import MENTAL, NULL, PHYSICAL
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.reading.requests import Request, ThrowKind
from bones_desktop.wording import Translate


def task_entries(rulebook: Rulebook, tr: Translate) -> Iterator[Entry]:
    """Yield the difficulties, then the examples of each skill."""
    for difficulty in rulebook.difficulties:
        yield _difficulty(rulebook, difficulty, tr)
    for skill in rulebook.skills:
        examples = [each for each in rulebook.examples if each.skill == skill.id]
        if examples:
            yield Entry(
                Section.DIFFICULTIES,
                f"examples/{skill.id}",
                skill.name,
                examples[0].source,
                tr("Examples of tasks"),
                tuple(
                    tr("{}: {}").format(rulebook.difficulty(each.difficulty).name, "; ".join(each.examples))
                    for each in examples
                ),
                skill.id,
                also=skill.aliases,
            )


def fight_entries(tr: Translate) -> Iterator[Entry]:
    """Yield the lines of the tables of a fight."""
    from bones_desktop.storage.games.guides import fight_tables

    for table in fight_tables():
        for line in table.lines:
            kind = tr("In a fight · {}").format(table.name)
            yield Entry(Section.FIGHT, f"{table.name}/{line.name}", line.name, line.rule, kind, (line.value,))


def _difficulty(rulebook: Rulebook, difficulty: Difficulty, tr: Translate) -> Entry:
    challenge = rulebook.die("challenge")
    bad = sum(face.has(NULL) for face in challenge.faces)
    average = difficulty.dice * bad / len(challenge.faces) + difficulty.automatic_nulls
    kind = [number_of(difficulty.dice, tr("1 challenge die"), tr("{} challenge dice"))]
    if difficulty.automatic_nulls:
        kind.append(number_of(difficulty.automatic_nulls, tr("1 Null on top"), tr("{} Nulls on top")))
    return Entry(
        Section.DIFFICULTIES,
        difficulty.id,
        difficulty.name,
        difficulty.source,
        " · ".join(kind),
        (tr("On average 1 Null.") if average == 1 else tr("On average {} Nulls.").format(f"{round(average, 1):g}"),),
        NULL,
        Look.CHALLENGE,
    )


def cast_entries(rulebook: Rulebook, tr: Translate) -> Iterator[Entry]:
    """Yield what a number of dice means for cast and for hordes."""
    for level in rulebook.power_levels:
        number = f"{level.least}" if level.least == level.most else f"{level.least}-{level.most}"
        yield Entry(
            Section.CAST,
            f"power/{number}",
            level.name,
            level.source,
            tr("Power of a cast member · {} dice").format(number),
            (level.example,),
        )
    for size in rulebook.horde_sizes:
        yield Entry(
            Section.HORDES,
            f"size/{size.dice}",
            size.name,
            size.source,
            tr("Size of a horde · {}").format(dice_count(size.dice, tr)),
            (size.example,),
        )
    for degree in rulebook.mind_degrees:
        yield Entry(
            Section.MINDS,
            f"mind/{degree.net}",
            number_of(degree.net, tr("1 net success"), tr("{} net successes")),
            degree.source,
            tr("How far an order by magic may go"),
            (degree.meaning,),
        )


def campaign_entries(rulebook: Rulebook, tr: Translate) -> Iterator[Entry]:
    """Yield spiffs, improvement and income."""
    for spiff in rulebook.spiffs:
        kind = tr("Earn") if spiff.kind == "earn" else tr("Spend")
        yield Entry(
            Section.SPIFFS, spiff.id, spiff.name, spiff.source, f"{kind} · {_price(spiff, tr)}", also=(tr("Spiff"),)
        )
    for step in rulebook.improvement:
        dice = ", ".join(str(die) for die in step.dice)
        yield Entry(
            Section.IMPROVEMENT,
            f"improvement/{step.dice[0]}",
            number_of(len(step.dice), tr("Die {}").format(dice), tr("Dice {}").format(dice)),
            step.source,
            tr("Highest die held"),
            (number_of(step.sessions, tr("1 session buys one icon."), tr("{} sessions buy one icon.")),),
        )
    for rate in rulebook.income:
        skills = ", ".join(rulebook.skill(each).name for each in rate.skills)
        counted = tr("Assets count as well.") if rate.assets_count else tr("Assets do not count.")
        yield Entry(
            Section.INCOME,
            f"income/{rate.coins}",
            skills or tr("Every other skill"),
            rate.source,
            tr("Off-stage income"),
            (tr("{} coins for each success.").format(rate.coins), counted),
        )


def _price(spiff: SpiffPrice, tr: Translate) -> str:
    if spiff.least is None or spiff.most is None:
        return tr("the GM names the price")
    if spiff.least != spiff.most:
        return tr("{} to {} spiffs").format(spiff.least, spiff.most)
    return number_of(spiff.least, tr("1 spiff"), tr("{} spiffs"))


def adventure_entries(rulebook: Rulebook, tr: Translate) -> Iterator[Entry]:
    """Yield the task checks of the adventure, what else it changes, and its timetable."""
    aptitudes = {PHYSICAL: tr("Physical"), MENTAL: tr("Mental")}
    for number, check in enumerate(rulebook.task_checks):
        skill = aptitudes.get(check.skill) or rulebook.skill(check.skill).name
        kind = [tr("Task check"), tr("Area {}").format(check.place) if len(check.place) < 3 else check.place, skill]
        if check.difficulty:
            kind.append(rulebook.difficulty(check.difficulty).name)
        yield Entry(
            Section.ADVENTURE,
            f"check/{number}",
            check.purpose,
            check.source,
            " · ".join(kind),
            (*((check.note,) if check.note else ()), *([_to_throw(tr)] if check.difficulty else ())),
            check.skill,
            asks=Request(check.skill, difficulty=check.difficulty) if check.difficulty else None,
        )
    yield from _notes(rulebook, Section.ADVENTURE, NoteTopic.ADVENTURE, tr("Standing"), tr)
    yield from _notes(rulebook, Section.ADVENTURE, NoteTopic.TIMETABLE, tr("Timetable"), tr)


def setting_entries(rulebook: Rulebook, tr: Translate) -> Iterator[Entry]:
    """Yield the chronology and the peoples of the setting."""
    yield from _notes(rulebook, Section.SETTING, NoteTopic.CHRONOLOGY, tr("Chronology"), tr)
    yield from _notes(rulebook, Section.SETTING, NoteTopic.PEOPLES, tr("Peoples"), tr)


def _notes(rulebook: Rulebook, section: Section, topic: NoteTopic, kind: str, tr: Translate) -> Iterator[Entry]:
    for note in rulebook.notes:
        if note.topic is topic:
            asks = Request(note.skill, difficulty=note.difficulty) if note.skill else None
            if note.fall_m:
                asks = Request(kind=ThrowKind.FALL, metres=note.fall_m)
            details = (note.text, _to_throw(tr)) if asks is not None else (note.text,)
            yield Entry(section, f"{topic}/{note.title}", note.title, note.source, kind, details, asks=asks)


def _to_throw(tr: Translate) -> str:
    return tr("A double click, or Return, asks for it on the Table.")
