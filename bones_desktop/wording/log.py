"""Texts of the log: its rolls, its Markdown export, and messages about problems with the log."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Final

from bones_desktop.rules.bones.book.attempts import CHALLENGE, CHARACTER, HINDERING, ITEM, OPPONENT
from bones_desktop.rules.bones.book.icons import face
from bones_desktop.rules.bones.book.notation import face_name
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.fairdice import LEAST_HEAD
from bones_desktop.rules.typedtext import one_line
from bones_desktop.storage.log import logentry
from bones_desktop.storage.log.logentry import EntryKind, Evening, LogEntry, LoggedRound
from bones_desktop.wording.language import N_, _, date_words, ngettext
from bones_desktop.wording.seasons import game_day_words

if TYPE_CHECKING:
    # Imported for types only: a start does not need these rules.
    from bones_desktop.rules.bones.life.campaigns import Campaign, GameSession
    from bones_desktop.rules.fairdice import AddedWords
    from bones_desktop.storage.log.logfile import Repair
    from bones_desktop.storage.log.logqueries import LogCheck


_MEANS_SOMETHING: Final = re.compile(r"([\\`*_\[\]<>#|~])")
_AT_THE_START: Final = re.compile(r"^(\d*)([-+.)])(?=\s)")

FaceName = Callable[[str], str]
"""Function that returns the name of a face from its code."""


def to_markdown(entries: Iterable[LogEntry], evenings: Sequence[Evening], name: FaceName) -> str:
    """Return the entries as Markdown, with the seals of the evenings.

    Scenes and days are headings, rolls are list items. The seed of an evening that has not ended is left out.
    """
    blocks = [f"# {_escaped(_('Log of rolls'))}"]
    items: list[str] = []
    day = ""
    theirs: set[int] = set()

    def close_list() -> None:
        if items:
            blocks.append("\n".join(items))
            items.clear()

    for entry in entries:
        theirs |= entry.evenings
        # The date is written only once for each day, because the log of an evening has hundreds of lines.
        today, time = entry.at.astimezone().isoformat(" ", "minutes")[:16].split()
        if today != day:
            day = today
            close_list()
            blocks.append(f"**{date_words(day)}**")
        if entry.kind is EntryKind.SCENE:
            close_list()
            blocks.append(f"## {_escaped(entry.title)}")
        else:
            items.append(_item(entry, time, name))
    close_list()
    if seals := [_evening(each) for each in evenings if each.id in theirs]:
        blocks += [f"## {_escaped(_('Evenings'))}", "\n".join(seals)]
    return "\n\n".join(blocks) + "\n"


def _item(entry: LogEntry, time: str, name: FaceName) -> str:
    if entry.kind is EntryKind.EVENING:
        return f"- {time} {_escaped(_('An evening begins, sealed with'))} `{entry.result}`"
    if entry.kind is EntryKind.REVEALED:
        return f"- {time} {_escaped(_('The evening has ended; its seed was'))} `{entry.result}`"
    who = f"**{_often_escaped(entry.who)}**" if entry.who.strip() else ""
    said = " · ".join(filter(None, (who, _often_escaped(entry.title), _often_escaped(plain_result(entry)))))
    # Struck-out lines stay readable, because their dice are part of the seal.
    if said and not entry.stands:
        said = f"~~{said}~~"
    tags = tag_words(entry.tags) if entry.tags else ()
    dice = "; ".join(dice_lines(entry, name))
    return (
        f"- {time} {said}"
        + (f" ({_escaped(', '.join(tags))})" if tags else "")
        + (f" – {_escaped(dice)}" if dice else "")
    )


def _evening(evening: Evening) -> str:
    day, time = evening.begun.astimezone().isoformat(" ", "minutes")[:16].split()
    begun = f"{date_words(day)} {time}"
    seed = (
        f"`{evening.seed.hex()}`" if evening.ended is not None else _escaped(_("not shown while the evening goes on"))
    )
    line = f"- {begun}: {_escaped(_('seal'))} `{evening.commitment}`, {_escaped(_('seed'))} {seed}"
    if evening.words:
        line += f", {_escaped(_('words'))} {_escaped(words_line(evening.words))}"
    if evening.head:
        line += f", {_escaped(_('head after draw {n}').format(n=evening.draws))} `{evening.head}`"
    return line


def _escaped(text: str) -> str:
    """Return the text on one line, with Markdown characters escaped."""
    return _MEANS_SOMETHING.sub(r"\\\1", " ".join(text.split()))


_often_escaped: Final = lru_cache(maxsize=1024)(_escaped)
"""`_escaped` with a cache, because a log repeats the same few names, titles and results in many lines."""


def campaign_to_markdown(campaign: "Campaign", names: Mapping[str, str]) -> str:
    """Return the public part of a campaign: sessions with a log or a title, and who attended them.

    `names` has the names of members by id. Members not in `names`, hidden members and the GM's notes are left out.
    """
    # The export is for players, who must not learn about hidden members.
    hidden = {member.id for member in campaign.members if member.hidden}
    shown = {key: name for key, name in names.items() if key not in hidden}
    blocks = [f"# {plain_in_markdown(campaign.name or _('Campaign log'))}"]
    for session in campaign.sessions:
        blocks += session_in_markdown(campaign, session, shown)
    return "\n\n".join(blocks) + "\n"


def session_in_markdown(campaign: "Campaign", session: "GameSession", names: Mapping[str, str]) -> list[str]:
    """Return the paragraphs of a session: heading, day, who was present, and its log."""
    title = _("Session {n}").format(n=session.number)
    head = f"## {plain_in_markdown(f'{title}: {session.title}' if session.title else title)}"
    day = game_day_words(session.day, campaign.first_year)
    when = f"{day}; {_('played {on}').format(on=date_words(session.on))}" if session.on else day
    blocks = [head, f"*{plain_in_markdown(when)}*"]
    there = [names[each] for each in session.present if each in names]
    if there:
        blocks.append(f"**{plain_in_markdown(_('Present:'))}** {plain_in_markdown(', '.join(there))}")
    if session.log.strip():
        blocks += [text_in_markdown(part) for part in re.split(r"\n\s*\n", session.log.strip())]
    if session.log_by in names:
        blocks.append(f"*{plain_in_markdown(_('Written by the player of {name}').format(name=names[session.log_by]))}*")
    return blocks


def text_in_markdown(part: str) -> str:
    """Return a paragraph that keeps its line breaks, with Markdown characters escaped."""
    lines = (plain_in_markdown(line) for line in part.splitlines())
    return "  \n".join(line for line in lines if line)


def plain_in_markdown(text: str) -> str:
    """Return the text on a separate line, with Markdown characters escaped."""
    return _AT_THE_START.sub(r"\1\\\2", _escaped(text))


TAGS: Final = {
    logentry.NOT_MEANT: "struck out",
    logentry.TAKEN_BACK: "taken back",
    logentry.HIDDEN: "secret",
    logentry.ALLOWED_BY_GM: "allowed by the GM",
    logentry.OVERRULED_BY_GM: "overruled by the GM",
    logentry.BY_HAND: "by hand",
    logentry.REROLLED: "re-rolled",
    logentry.BOUGHT: "bought",
    logentry.SOAKED: "damage soaked",
    logentry.REROLL_VETOED: "re-roll of a die vetoed",
    logentry.BOUGHT_VETOED: "bought success vetoed",
    logentry.SOAK_VETOED: "soaked damage vetoed",
    logentry.EARNED_VETOED: "earned success vetoed",
    logentry.REROLL_TAKEN_BACK: "re-roll of a die taken back",
    logentry.BOUGHT_TAKEN_BACK: "bought success taken back",
    logentry.SOAK_TAKEN_BACK: "soaked damage taken back",
    logentry.EARNED_TAKEN_BACK: "earned success taken back",
    logentry.OFF_STAGE: "off stage",
    logentry.NOT_KEPT: "not kept",
}
"""The words for tags, in display order."""

WHAT_CHI_SQUARE_SAYS: Final = N_(
    "Fair dice never fall exactly evenly. These sentences tell how often fair dice would be this uneven or more; "
    "they do not tell what comes next, and with many dice one of them is always the oddest."
)
WHAT_A_SEAL_IS: Final = N_(
    "Before the first roll of an evening the program draws one secret number, from which every roll of the evening "
    "follows, and shows its fingerprint: the seal. Players may then add words of their own, which are mixed into the "
    "dice: here before the first roll, on other devices before their own first roll. Every roll is linked to all "
    "before it; anyone who notes the head of that chain can tell later whether a draw before it was taken out or "
    "changed. When the evening ends the number itself is shown, and anyone can check "
    "that it fits the seal and that no draw was changed, left out or made twice. The seal covers which face of each "
    "die came up, not the icons on the faces, names or texts."
)


def face_names(rulebook: Rulebook) -> FaceName:
    """Return a function that names faces. An unknown code is returned unchanged."""

    @cache  # A log repeats the same few faces thousands of times.
    def name(code: str) -> str:
        try:
            return face_name(rulebook, face(code))
        except ValueError:
            return code

    return name


def tag_words(tags: Iterable[str]) -> tuple[str, ...]:
    """Return the words of the tags that have words, in the order of TAGS, then the seat that asked for the line."""
    given = dict.fromkeys(tags)
    seats = (_("by {seat}").format(seat=one_line(seat)) for seat in map(logentry.seat_of, given) if seat)
    return (*(_(words) for tag, words in TAGS.items() if tag in given), *seats)


def grouped(code: str) -> str:
    """Return a commitment or seed in groups of four characters, "3f2a 91c4 …", as it is read aloud."""
    return " ".join(code[place : place + 4] for place in range(0, len(code), 4))


def shortened(code: str) -> str:
    """Return the first characters of a seal or head, in groups: as many characters as `verify` needs."""
    return f"{grouped(code[:LEAST_HEAD])} …" if len(code) > LEAST_HEAD else grouped(code)


def clock_time(entry: LogEntry) -> str:
    """Return the local time of day: "20:41"."""
    return entry.at.astimezone().strftime("%H:%M")


def words_line(words: Iterable["AddedWords"]) -> str:
    """Return the players' words in one line: "by my beard / Odin sees (from draw 5 on)"."""
    later = _("{words} (from draw {n} on)")
    return " / ".join(each.text if each.draw == 1 else later.format(words=each.text, n=each.draw) for each in words)


def head_line(evening: Evening) -> str:
    """Return the verification data of an evening: its seal, the players' words, and the head of its chain."""
    parts = [_("Seal: {seal}").format(seal=evening.commitment)]
    if evening.words:
        parts.append(_("Words: {words}").format(words=words_line(evening.words)))
    if evening.head:
        parts.append(_("Head after draw {n}: {head}").format(n=evening.draws, head=evening.head))
    return "\n".join(parts)


def plain_result(entry: LogEntry) -> str:
    """Return the result without the full stop at its end."""
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


def act_line(entry: LogEntry) -> str:
    """Return the line of an act and its effects: "Take hits: Hits taken: 0 → 1."."""
    return f"{entry.title.rstrip('.')}: {entry.result}" if entry.result else entry.title


def entry_text(entry: LogEntry, name: FaceName) -> str:
    """Return an entry for copying: its line, followed by its dice by kind.

    For a re-rolled die, every rolled face is listed.
    """
    if entry.kind in {EntryKind.EVENING, EntryKind.REVEALED}:
        return entry_line(entry).replace(shortened(entry.result), grouped(entry.result))
    return "\n".join((entry_line(entry), *dice_lines(entry, name)))


def other_side(title: str) -> str:
    """Return the owner of the opposing dice, from the title of the roll."""
    # An entry names the opponent only in its title, which `wording.table.request_name` makes.
    between = _("{skill} against {other}").removeprefix("{skill}").removesuffix("{other}")
    after = _("{task}, off stage").removeprefix("{task}")
    name = title.removesuffix(after).partition(between)[2].strip() if between.strip() else ""
    return name or _("The other side")


def dice_lines(entry: LogEntry, name: FaceName) -> tuple[str, ...]:
    """Return the dice of an entry by kind: "Dice: Melee, Blank → Riding". The dice of a round are by fighter."""
    if entry.round is not None and entry.round.throws:
        return tuple(_throw_lines(entry, entry.round, name))
    faces: dict[str, list[str]] = {}
    for die, text in zip(entry.dice, _die_texts(entry, name), strict=True):
        faces.setdefault(die.group or CHARACTER, []).append(text)
    others = [group for group in faces if group not in _HEADS]
    return tuple(f"{_head(entry, group)}: {', '.join(faces[group])}" for group in (*_HEADS, *others) if group in faces)


_HEADS: Final = {
    CHARACTER: N_("Dice"),
    ITEM: N_("Equipment"),
    HINDERING: N_("Hindering"),
    CHALLENGE: N_("Challenge"),
    OPPONENT: "",  # For opposing dice, the name of the opponent replaces the name of the kind.
}


def _head(entry: LogEntry, group: str) -> str:
    if group == OPPONENT:
        return other_side(entry.title)
    if group in _HEADS:
        return _(_HEADS[group])
    from bones_desktop.wording.games.words import game_name  # Imported late: a start does not need it.

    return game_name(entry.game, "group", group)


def _throw_lines(entry: LogEntry, told: LoggedRound, name: FaceName) -> Iterator[str]:
    """Yield the dice of each fighter in a round: "Side B, Goblin 2: Melee, Blank"."""
    faces = iter(_die_texts(entry, name))
    for each in told.throws:
        theirs = ", ".join(islice(faces, each.dice))
        yield _("Side {side}, {who}: {faces}").format(side=each.side, who=each.who, faces=theirs)


def _die_texts(entry: LogEntry, name: FaceName) -> list[str]:
    """Return the faces of each die in words, re-rolls included."""
    texts = [name(die.faces[die.index]) for die in entry.dice]
    for wave in entry.waves:
        for place, index in wave.faces:
            after = name(entry.dice[place].faces[index])
            sign = "+" if wave.adds else "→"
            taken = after if wave.counts else _("{face}, taken back").format(face=after)
            texts[place] = f"{texts[place]} {sign} {taken}"
    return texts


def repair_sentence(repair: "Repair") -> str:
    """Return the message after a repair of the log.

    It says what the log contains, what is missing, and where the old file is.
    """
    lines = lines_text(repair.lines)
    parts = [
        {
            "damaged": _("The log of rolls was damaged and has been repaired: {lines} kept."),
            "gone": _("The log of rolls was deleted or replaced; a new one was made from its backup, with {lines}."),
            "restored": _("The backup of the log of rolls has been restored, with {lines}."),
            "opened": _("The log of rolls is open again; new rolls are kept."),
        }[repair.cause].format(lines=lines)
    ]
    if repair.missing:
        lost = ngettext("Up to {n} line may be missing.", "Up to {n} lines may be missing.", repair.missing)
        parts.append(lost.format(n=repair.missing))
    if repair.aside is not None:
        parts.append(_("The old file is kept as {name}.").format(name=repair.aside.name))
    return " ".join(parts)


def check_sentences(found: "LogCheck", backups: str) -> str:
    """Return the result of a check of the log. `backups` is the time of the newest backup; "" for none."""
    if found.faults:
        text = _(
            "The log is damaged: {fault}. Repair it to start a new log from the newest backup and everything that can "
            "still be read. The damaged file is kept."
        ).format(fault=found.faults[0].strip())
    else:
        evenings = ngettext("{n} evening", "{n} evenings", found.evenings).format(n=found.evenings)
        text = _("The log is sound: {lines}, {evenings}.").format(lines=lines_text(found.lines), evenings=evenings)
    parts = [text]
    if found.unread:
        unread = ngettext("{n} line cannot be read in full.", "{n} lines cannot be read in full.", found.unread)
        parts.append(unread.format(n=found.unread))
    if found.missing:
        missing = ngettext("{n} draw is missing from the log.", "{n} draws are missing from the log.", found.missing)
        parts.append(missing.format(n=found.missing))
    parts.append(
        _("The newest backup is from {when}.").format(when=backups)
        if backups
        else _("There is no backup yet. One is made within minutes of a roll.")
    )
    return " ".join(parts)


def lines_text(count: int) -> str:
    """Return the number of lines: "1 line", "12 lines", "no lines"."""
    return ngettext("{n} line", "{n} lines", count).format(n=count) if count else _("no lines")
