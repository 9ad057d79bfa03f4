"""Words of the log of throws: its lines, their tags, and seals as people read them aloud."""

from collections.abc import Callable, Iterable
from typing import Final

from bones_desktop.rules.bones.book.attempts import CHALLENGE, CHARACTER, HINDERING, ITEM, OPPONENT
from bones_desktop.rules.bones.book.icons import face
from bones_desktop.rules.bones.book.notation import face_name
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.fairness import LEAST_HEAD
from bones_desktop.storage.log.logcheck import LogCheck
from bones_desktop.storage.log.logentry import (
    ALLOWED_BY_GM,
    BOUGHT,
    BOUGHT_TAKEN_BACK,
    BOUGHT_VETOED,
    BY_HAND,
    EARNED_TAKEN_BACK,
    EARNED_VETOED,
    HIDDEN,
    NOT_KEPT,
    NOT_MEANT,
    OFF_STAGE,
    OVERRULED_BY_GM,
    REROLL_TAKEN_BACK,
    REROLL_VETOED,
    REROLLED,
    SOAK_TAKEN_BACK,
    SOAK_VETOED,
    SOAKED,
    TAKEN_BACK,
    VETOED,
    EntryKind,
    Evening,
    LogEntry,
)
from bones_desktop.storage.log.logfile import Mended
from bones_desktop.wording.language import _

FaceName = Callable[[str], str]
"""What a face is called, by its code."""

TAGS: Final = {
    NOT_MEANT: "not meant",
    TAKEN_BACK: "taken back",
    HIDDEN: "secret",
    ALLOWED_BY_GM: "allowed by the GM",
    OVERRULED_BY_GM: "overruled by the GM",
    BY_HAND: "by hand",
    REROLLED: "thrown again",
    BOUGHT: "bought",
    SOAKED: "damage soaked",
    REROLL_VETOED: "second throw of a die vetoed",
    BOUGHT_VETOED: "bought success vetoed",
    SOAK_VETOED: "soaked damage vetoed",
    EARNED_VETOED: "earned success vetoed",
    VETOED: "vetoed",
    REROLL_TAKEN_BACK: "second throw of a die taken back",
    BOUGHT_TAKEN_BACK: "bought success taken back",
    SOAK_TAKEN_BACK: "soaked damage taken back",
    EARNED_TAKEN_BACK: "earned success taken back",
    OFF_STAGE: "off stage",
    NOT_KEPT: "not kept",
}
"""In the order in which they are shown, and in words."""

WHAT_CHI_SQUARE_SAYS: Final = (
    "Fair dice never fall exactly evenly. These sentences tell how often fair dice would be this uneven or more; "
    "they do not tell what comes next, and with many dice one of them is always the oddest."
)
WHAT_A_SEAL_IS: Final = (
    "Before the first throw of an evening the program draws one secret number, from which every throw of the evening "
    "follows, and shows its fingerprint: the seal. Until then players may add words of their own, which are mixed into "
    "the dice. Every throw is linked to all before it; whoever notes the head of that chain can tell later whether "
    "a draw before it was taken out or changed. When the evening ends the number itself is shown, and anyone can check "
    "that it fits the seal and that no draw was changed, left out or made twice. Sealed is which face of which die "
    "came up, not the icons on the faces, names or texts."
)


def face_names(rulebook: Rulebook) -> FaceName:
    """Return a function that names faces; a code that is none is its own name."""

    def name(code: str) -> str:
        try:
            return face_name(rulebook, face(code))
        except ValueError:
            return code

    return name


def tag_words(tags: Iterable[str]) -> tuple[str, ...]:
    """Return the words of the tags that have some, in the order of TAGS."""
    given = set(tags)
    return tuple(_(words) for tag, words in TAGS.items() if tag in given)


def secret_roll() -> str:
    """Return what the players are told of a roll that the GM keeps to himself."""
    return _("Secret roll")


def grouped(code: str) -> str:
    """Return a commitment or a seed in groups of four signs: "3f2a 91c4 …" as it is read aloud."""
    return " ".join(code[place : place + 4] for place in range(0, len(code), 4))


def shortened(code: str) -> str:
    """Return as many signs of a seal or head as `verify` needs of it, in groups."""
    return f"{grouped(code[:LEAST_HEAD])} …" if len(code) > LEAST_HEAD else grouped(code)


def clock_time(entry: LogEntry) -> str:
    """Return the time of day where the program runs: "20:41"."""
    return entry.at.astimezone().strftime("%H:%M")


def head_line(evening: Evening) -> str:
    """Return what is noted of an evening: its seal, what players added, and the head of its chain."""
    parts = [_("Seal: {seal}").format(seal=evening.commitment)]
    if evening.words:
        parts.append(_("Words: {words}").format(words=" / ".join(evening.words)))
    if evening.head:
        parts.append(_("Head after draw {n}: {head}").format(n=evening.draws, head=evening.head))
    return "\n".join(parts)


def plain_result(entry: LogEntry) -> str:
    """Return the result without the stop that ends the sentence."""
    return entry.result.rstrip(".")


def entry_line(entry: LogEntry) -> str:
    """Return an entry as one line: "20:41 Ragnar · Maneuver against Average · Success by 2 (by hand)"."""
    if entry.kind is EntryKind.SCENE:
        return _("{time} Scene: {name}").format(time=clock_time(entry), name=entry.title)
    if entry.kind is EntryKind.EVENING:
        return _("{time} An evening begins, sealed with {seal}").format(
            time=clock_time(entry), seal=shortened(entry.result)
        )
    if entry.kind is EntryKind.REVEALED:
        return _("{time} The evening has ended; its seed was {seed}").format(
            time=clock_time(entry), seed=shortened(entry.result)
        )
    parts = " · ".join(part for part in (entry.who, entry.title, plain_result(entry)) if part)
    tags = tag_words(entry.tags)
    return f"{clock_time(entry)} {parts}" + (f" ({', '.join(tags)})" if tags else "")


def entry_text(entry: LogEntry, name: FaceName) -> str:
    """Return an entry as it is copied: its line, and below it its dice by kind.

    A die thrown again lists each face it showed.
    """
    if entry.kind in {EntryKind.EVENING, EntryKind.REVEALED}:
        return entry_line(entry).replace(shortened(entry.result), grouped(entry.result))
    return "\n".join((entry_line(entry), *dice_lines(entry, name)))


def other_side(title: str) -> str:
    """Return whose dice those of the other side are, by the title of the throw."""
    # Lines hold no other word of him; the title is that of `wording.table.request_name`.
    between = _("{skill} against {other}").removeprefix("{skill}").removesuffix("{other}")
    after = _("{task}, off stage").removeprefix("{task}")
    name = title.removesuffix(after).partition(between)[2].strip() if between.strip() else ""
    return name or _("The other side")


def dice_lines(entry: LogEntry, name: FaceName) -> tuple[str, ...]:
    """Return the dice of an entry by kind: "Dice: Melee, Blank → Riding"; kinds of other games by their ids."""
    heads = {
        CHARACTER: _("Dice"),
        ITEM: _("Equipment"),
        HINDERING: _("Hindering"),
        CHALLENGE: _("Challenge"),
        OPPONENT: other_side(entry.title),
    }
    heads |= {die.group: die.group for die in entry.dice if die.group and die.group not in heads}
    lines: list[str] = []
    for group, head in heads.items():
        faces = [
            _die_text(entry, place, name) for place, die in enumerate(entry.dice) if (die.group or CHARACTER) == group
        ]
        if faces:
            lines.append(f"{head}: {', '.join(faces)}")
    return tuple(lines)


def _die_text(entry: LogEntry, place: int, name: FaceName) -> str:
    die = entry.dice[place]
    text = name(die.code)
    for wave in entry.waves:
        for index in (index for fell, index in wave.faces if fell == place):
            after = name(die.faces[index])
            sign = "+" if wave.adds else "→"
            text = f"{text} {sign} {after if wave.counts else _('{face}, taken back').format(face=after)}"
    return text


def mended_sentence(mended: Mended) -> str:
    """Return what is said once a log had to be made anew: what it holds, what it lacks and what else is kept."""
    held, lent = lines_text(mended.lines), lines_text(mended.lent)
    if mended.lent and not mended.lines:
        held = _("{lines} from its backup").format(lines=lent)
    told = {
        "damaged": _("The log of throws was damaged; {lines} could be rescued"),
        "gone": _("The log of throws was not in its folder any more; it was made again, with {lines}"),
        "changed": _("Something else wrote to the log of throws; it goes on, with {lines}"),
        "restored": _("The backup of the log is brought back, with {lines}"),
        "opened": _("The log of throws could be opened now; throws are kept again"),
        "journal": _(
            "A journal that does not seem to be the log's lay beside it, and throws made last may be in it; the log of "
            "throws goes on, with {lines}"
        ),
        "stray": _("Something that does not belong to it lay beside the log of throws; the log goes on, with {lines}"),
    }[mended.cause].format(lines=held)
    if mended.lent and mended.lines:
        told = _("{told}, and {lines} more from its backup").format(told=told, lines=lent)
    if mended.missing:
        told = _("{told}; up to {count} may be missing").format(told=told, count=mended.missing)
    if mended.aside is None:
        return f"{told}."
    kept = {
        "damaged": _("The damaged file is kept as {name}."),
        "restored": _("The log before it is kept as {name}."),
        "journal": _("That is kept as {name}."),
        "stray": _("That is kept as {name}."),
    }.get(mended.cause, _("What was found in its place is kept as {name}."))
    return f"{told}. {kept.format(name=mended.aside.name)}"


def check_sentences(found: LogCheck, backups: str) -> str:
    """Return what a check of the log found; `backups` says when the newest was made, "" for none."""
    if found.faults:
        text = _(
            "The log is damaged: {fault}. What can be read is taken over into a new log when you mend it, and the "
            "damaged file is kept."
        ).format(fault=found.faults[0].strip())
    else:
        evenings = _("1 evening") if found.evenings == 1 else _("{n} evenings").format(n=found.evenings)
        text = _("The log is sound: {lines}, {evenings}.").format(lines=lines_text(found.lines), evenings=evenings)
    parts = [text]
    if found.unread:
        parts.append(_("Of {lines} a part cannot be read; the rest is shown.").format(lines=lines_text(found.unread)))
    if found.missing:
        parts.append(
            _("1 draw is in no line: it was taken and not kept, or is lost.")
            if found.missing == 1
            else _("{n} draws are in no line: they were taken and not kept, or are lost.").format(n=found.missing)
        )
    if found.miscounted:
        parts.append(
            _("The count of draws of 1 evening is damaged, so whether one is missing cannot be told.")
            if found.miscounted == 1
            else _("The count of draws of {n} evenings is damaged, so whether one is missing cannot be told.").format(
                n=found.miscounted
            )
        )
    if found.unsearched:
        told = lines_text(len(found.unsearched))
        parts.append(_("Searching did not find {lines}; now it does.").format(lines=told))
    parts.append(
        _("The newest backup is of {when}.").format(when=backups)
        if backups
        else _("There is no backup yet; one is made within minutes of a throw.")
    )
    return " ".join(parts)


def lines_text(count: int) -> str:
    """Return how many lines there are: "1 line", "12 lines", "no line"."""
    if count == 1:
        return _("1 line")
    return _("{count} lines").format(count=count) if count else _("no line")
