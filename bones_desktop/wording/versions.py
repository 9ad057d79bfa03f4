"""Texts about earlier versions: the changes to a character of any game, and the effect of restoring a campaign.

Characters are compared field by field. A new field needs no text, because its name is shown.

Sentences about backups tell their contents and the effect of restoring them.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from enum import Enum
from typing import Final

from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.injury.spiffs import CAMPAIGN_LOG
from bones_desktop.rules.bones.life.campaigns import Campaign, GameSession, MemberChange, change, session_now
from bones_desktop.rules.records import Record, fields
from bones_desktop.rules.typedtext import clean_text
from bones_desktop.storage.backup import LOG, PRINTED, SETTINGS, RestorePlan
from bones_desktop.storage.files.locations import REMOVED
from bones_desktop.wording.language import _, date_words, decimal, ngettext
from bones_desktop.wording.seasons import days_words, game_day_words

MOST: Final = 8
"""Maximum number of changes that are listed. The other changes are only counted."""
SHORT: Final = 30
"""Greatest length of a text that is quoted. For a longer text, only the name of its field is shown."""
_UNSEEN: Final = frozenset({"id", "done_acts"})
"""Fields without meaning for a player."""
FIELDS: Final = {
    words: words
    for words in (
        "actions", "age", "aided", "alignment", "archetype", "archetype skills", "armour",
        "armour absorbs one damage", "assets", "attack", "attributes", "automatic success used once", "back story",
        "bands", "base die counts", "beasts without aptitudes", "belongings", "bleeding", "body",
        "bought success inside cap", "campaign", "care", "cared", "charisma", "coin ledger", "coins", "companions",
        "concept", "conditions", "created", "day", "dead", "defence", "defense", "description", "descriptors",
        "dexterity", "dice", "dice colour", "die", "effects", "elf icon allows magic", "equipment", "excess damage",
        "fear spares own side", "finances", "first icon at new rate", "first year", "flying", "followers",
        "fortitude", "fortitude as pips", "gains", "gender", "gm notes", "growth", "health", "hindering", "hits",
        "holds", "house", "house rules", "intimacies", "items", "kind", "kit", "kit dice", "later resistance",
        "leather as in prose", "ledger", "level", "light", "lived", "lost", "lp lost", "luck awarded", "luck used",
        "magic beyond", "magic spent", "magic unanswered", "marks", "members", "mind", "mode", "move", "movement",
        "name", "negatives buy bonuses", "note", "notes", "nulls beyond impossible", "occupations only noted",
        "oil", "only own icons open a skill", "other equipment", "out", "passages", "played before", "player",
        "points", "portrait", "powers", "powers allowed", "presence", "quirks", "quirks all count", "race",
        "racial icon", "recent magic", "replenish per point", "resolve", "rested", "riders for", "rolls",
        "rule reasons", "running", "second weapon by owning", "sessions", "sixes once", "size", "sketch", "skills",
        "slain", "spells", "spiff ledger", "spiffs", "spirit", "starting magic dice", "strength",
        "successes from tenth gained", "sure tasks can fail", "tags", "talents", "talents help all", "themes",
        "throw again", "traits", "traits add", "tries", "unarmed aptitude", "unarmed class",
        "universal is no ability", "value", "weapon above", "weapons", "weapons never defend", "wits",
        "works as melee", "xp",
    )
}  # fmt: skip
"""The words for fields, which are their names in the code. A field that is not here is shown by its English name."""
Part = object
"""A value of any type in a field."""


def changed_words(before: object, after: object) -> str:
    """Return the differences of two values as one line: "dice 5 → 6, spiffs 3 → 1, notes".

    If there are no differences, return a sentence that says so.
    """
    found = list(dict.fromkeys(_differences(before, after)))
    if not found:
        return _("nothing that is shown")
    if len(found) > MOST:
        more = len(found) - MOST
        found = [*found[:MOST], ngettext("{n} more", "{n} more", more).format(n=more)]
    return ", ".join(found)


def _differences(before: Part, after: Part) -> Iterator[str]:
    if not (isinstance(before, Record) and type(before) is type(after)):
        yield _("another game or kind of character")
        return
    for each in fields(before):
        old, new = getattr(before, each.name), getattr(after, each.name)
        if old != new and each.name not in _UNSEEN:
            yield from _difference(field_words(each.name), old, new)


def field_words(name: str) -> str:
    """Return the words for a field: "back_story" is "back story", "is_dead" is "dead"."""
    words = name.removeprefix("is_").replace("_", " ")
    return _(FIELDS.get(words, words))


def _difference(words: str, old: Part, new: Part) -> Iterator[str]:
    """Yield the changes of one field whose values differ."""
    if isinstance(old, Record) and type(old) is type(new):
        # If a value has fields, such as attributes, they are listed like the fields of the whole character.
        yield from _differences(old, new)
    elif isinstance(old, tuple) and isinstance(new, tuple):
        if len(old) != len(new):
            yield _arrow(words, str(len(old)), str(len(new)))
            return
        places = [str(n) for n, pair in enumerate(zip(old, new, strict=True), 1) if pair[0] != pair[1]]
        yield _("{what} {which}").format(what=words, which=" + ".join(places)) if len(places) <= 3 else words
    elif isinstance(old, bool) or isinstance(new, bool):
        yield words if new else _("no longer {what}").format(what=words)
    else:
        before, after = _short(old), _short(new)
        yield words if before is None or after is None else _arrow(words, before, after)


def _arrow(words: str, old: str, new: str) -> str:
    return _("{what} {old} → {new}").format(what=words, old=old, new=new)


def _short(value: Part) -> str | None:
    """Return a number, choice or short text as it is quoted; None if it is too long or consists of parts."""
    if value is None or value == "":
        return "–"
    if isinstance(value, Enum):
        value = value.value
    text = decimal(f"{value:g}") if isinstance(value, float) else str(value)
    return text if isinstance(value, int | float | str) and len(text) <= SHORT and text.isprintable() else None


NAMED: Final = 12
"""Maximum number of characters listed by name. The other characters are only counted."""


def short_words(campaign: Campaign) -> str:
    """Return a campaign as one line: "Day 9 of winter, year 1 · 4 sessions · 3 members"."""
    day = game_day_words(campaign.day, campaign.first_year)
    count = len(campaign.members)
    members = ngettext("one member", "{n} members", count).format(n=count)
    return f"{day} · {sessions_words(len(campaign.sessions))} · {members}"


def sessions_words(count: int) -> str:
    """Return the number of sessions: "4 sessions"."""
    return ngettext("one session", "{n} sessions", count).format(n=count)


def back_words(
    now: Campaign | None, then: Campaign, foreseen: Sequence[tuple[Character, Character]]
) -> tuple[str, ...]:
    """Return at least one sentence about the consequences of going back from `now` to `then`.

    `foreseen` has a pair for each member who would change: the character before and after. `now` is None if the present
    state of the campaign is unknown.
    """
    changes = [change(before, after) for before, after in foreseen]
    moved = [after.name for before, after in foreseen if before.campaign not in {"", then.id}]
    followed = (*_party(now, then, changes), *_moved(moved), *_gains(changes))
    # Without the present campaign, only the changes of members are known.
    if now is None:
        after = _(
            "It lacks later days and sessions. Enter them again in their order: the characters have them already and "
            "get nothing twice."
        )
        return (after, *followed)
    said = (
        *_name(now, then),
        *_days(now, then),
        *_sessions(now, then),
        *_under_way(now, then),
        *_secrets(now, then),
        *followed,
        *_texts(now, then),
    )
    return said or (_rest(now, then, [each.name for each in changes]),)


def _name(now: Campaign, then: Campaign) -> Iterable[str]:
    if now.name != then.name:
        yield _("Its name is “{name}” again.").format(name=then.name or _("Unnamed campaign"))


def _days(now: Campaign, then: Campaign) -> Iterable[str]:
    days = days_words(abs(now.day - then.day))
    if then.day < now.day:
        yield _(
            "The calendar goes back {days}. The characters have lived through them: until it has come as far again, "
            "days that pass heal none of them."
        ).format(days=days)
    elif then.day > now.day:
        yield _("The calendar goes on {days}. Characters who have not lived through them do so now.").format(days=days)


def _sessions(now: Campaign, then: Campaign) -> Iterable[str]:
    here = {session.number: session for session in now.sessions}
    there = {session.number: session for session in then.sessions}
    gone = [session for number, session in here.items() if number not in there]
    back = [session for number, session in there.items() if number not in here]
    if gone:
        said = _of(gone, ngettext("Session {which} is not in it.", "Sessions {which} are not in it.", len(gone)))
        # The next session gets the same number and replaces these awards, which the user would not expect.
        if any(session.ended for session in gone):
            following = then.sessions[-1].number + 1 if then.sessions else 1
            stays = _(
                "The characters keep what came of that. The next session has the number {n} again, and its awards "
                "replace those of session {n}."
            )
            said = f"{said} {stays.format(n=following)}"
        yield said
    if back:
        yield _of(back, ngettext("Session {which} is in it again.", "Sessions {which} are in it again.", len(back)))
    written = [each for each in there.values() if each.number in here and here[each.number].log != each.log]
    if written:
        said = ngettext(
            "The log of session {which} is as it was then.",
            "The logs of sessions {which} are as they were then.",
            len(written),
        )
        yield _of(written, said)
    given = [each for each in there.values() if each.number in here and _gave_otherwise(here[each.number], each)]
    if given:
        said = ngettext(
            "The awards of session {which} are as they were then.",
            "The awards of sessions {which} are as they were then.",
            len(given),
        )
        yield _of(given, said)


def _gave_otherwise(now: GameSession, then: GameSession) -> bool:
    """Return whether an ended session has other awards, or other members present, in `now` than in `then`."""
    ended = now.ended and then.ended
    return ended and (_promised(now) != _promised(then) or set(now.present) != set(then.present))


def _under_way(now: Campaign, then: Campaign) -> Iterable[str]:
    """Return the consequences for a session that is open in `now` or was open in `then`.

    The planned awards of such a session have not been given to anybody yet.
    """
    here = {session.number: session for session in now.sessions}
    there = {session.number: session for session in then.sessions}
    names = {member.id: member.name for member in (*then.members, *now.members)}
    open_now, open_then = session_now(now), session_now(then)
    if open_now is not None and open_now.number not in there and _promised(open_now):
        said = _("The planned awards of session {n} are lost: {what}.")
        yield said.format(n=open_now.number, what=_promises(open_now, names))
    if open_now is not None and open_now.number in there and there[open_now.number].ended:
        yield _("Session {n} has ended again, with the awards it gave then.").format(n=open_now.number)
    if open_then is None:
        return
    before = here.get(open_then.number)
    if before is not None and before.ended:
        yield _("Session {n} is open again. When it ends, only changes to its earlier awards are applied.").format(
            n=open_then.number
        )
    if _promised(open_then) != (_promised(before) if before is not None else {}):
        said = _("The planned awards of session {n} are as they were then: {what}.")
        yield said.format(n=open_then.number, what=_promises(open_then, names))
    if before is not None and set(before.present) != set(open_then.present):
        there_then = _names([_known(each, names) for each in open_then.present]) or _("nobody")
        said = _("The attendance of session {n} is as it was then: {names}.")
        yield said.format(n=open_then.number, names=there_then)


def _promised(session: GameSession) -> dict[str, int]:
    """Return the planned spiffs by member. The award for the log goes to its writer."""
    spiffs: Counter[str] = Counter()
    for award in session.awards:
        # The award for the log is given when the session ends, to the member who wrote the log.
        if award.reason != CAMPAIGN_LOG:
            spiffs[award.member] += award.spiffs
    return {member: count for member, count in spiffs.items() if count}


def _promises(session: GameSession, names: Mapping[str, str]) -> str:
    each_of = [
        _("{name} {spiffs}").format(name=_known(member, names), spiffs=_spiffs(count))
        for member, count in _promised(session).items()
    ]
    return _names(each_of) or _("nothing yet")


def _secrets(now: Campaign, then: Campaign) -> Iterable[str]:
    hidden = {member.id: member.hidden for member in then.members}
    differing = [member for member in now.members if hidden.get(member.id, member.hidden) != member.hidden]
    shown = [member.name for member in differing if member.hidden]
    secret = [member.name for member in differing if not member.hidden]
    if shown:
        yield _("Shown to the players again: {names}.").format(names=_names(shown))
    if secret:
        yield _("Hidden from the players again: {names}.").format(names=_names(secret))


def _party(now: Campaign | None, then: Campaign, changes: Sequence[MemberChange]) -> Iterable[str]:
    staying = {member.id for member in then.members}
    known = {member.id: member.name for member in now.members} if now is not None else {}
    leaving = {**known, **{each.id: each.name for each in changes}}
    out = [name for key, name in leaving.items() if key not in staying]
    joining = {each.id for each in changes if each.joined}
    again = [each.name for each in then.members if (each.id not in known if now is not None else each.id in joining)]
    if out:
        yield _("No longer in the party, but keep all they got: {names}.").format(names=_names(out))
    if again:
        yield _("In the party again: {names}.").format(names=_names(again))


def _moved(names: Sequence[str]) -> Iterable[str]:
    if names:
        yield _("Leave the other campaign they are in now: {names}.").format(names=_names(names))


def _gains(changes: Sequence[MemberChange]) -> Iterable[str]:
    """Return what members gain and lose immediately because awards changed or days passed."""
    for each in changes:
        parts = []
        if each.days > 0:
            parts.append(_("lives through {days}").format(days=days_words(each.days)))
        if each.points:
            parts.append(
                ngettext("heals {n} point of damage", "heals {n} points of damage", each.points).format(n=each.points)
            )
        if each.sessions:
            parts.append(_by(each.sessions, sessions_words(abs(each.sessions))))
        if each.spiffs:
            parts.append(_by(each.spiffs, _spiffs(abs(each.spiffs))))
        if parts:
            yield _("{name}: {what}.").format(name=each.name or _("Unnamed"), what=", ".join(parts))


def _texts(now: Campaign, then: Campaign) -> Iterable[str]:
    if now.house_rules != then.house_rules:
        yield _("The house rules are as they were then, for the characters too.")
    if now.gm_notes != then.gm_notes:
        yield _("The GM's notes are as they were then.")
    if now.notes != then.notes:
        yield _("The notes and handouts are as they were then.")
    if now.first_year != then.first_year:
        yield _("The calendar begins in year {year} again.").format(year=then.first_year)


def _rest(now: Campaign, then: Campaign, following: Sequence[str]) -> str:
    """Return the text for a version that has no differences, or only minor differences."""
    now, then = _bare(now), _bare(then)
    differing = [field_words(each.name) for each in fields(now) if getattr(now, each.name) != getattr(then, each.name)]
    if differing:
        return _("Minor details are as they were then: {what}.").format(what=", ".join(differing))
    if following:
        said = _("Same as the current campaign. Restoring it also updates: {names}.")
        return said.format(names=_names(following))
    return _("Same as the current campaign.")


def _bare(campaign: Campaign) -> Campaign:
    """Return the campaign without the data that the program takes from the members' files."""
    # Names and file paths change with the members' files, without a step of the campaign.
    return campaign.with_(members=tuple(member.with_(name="", file="") for member in campaign.members))


def _known(member: str, names: Mapping[str, str]) -> str:
    return names[member] or _("Unnamed") if member in names else _("Former member")


def _spiffs(count: int) -> str:
    return ngettext("one spiff", "{n} spiffs", count).format(n=count)


def _by(count: int, amount: str) -> str:
    return (_("{amount} more") if count > 0 else _("{amount} fewer")).format(amount=amount)


def _of(sessions: Sequence[GameSession], said: str) -> str:
    """Return the sentence about sessions with their numbers: "5", "5 and 6", "5 to 7", "2, 5, 9"."""
    return said.format(which=_numbers(sessions))


def _numbers(sessions: Sequence[GameSession]) -> str:
    numbers = [session.number for session in sessions]
    if len(numbers) == 2:
        return _("{first} and {last}").format(first=numbers[0], last=numbers[1])
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return _("{first} to {last}").format(first=numbers[0], last=numbers[-1])
    return ", ".join(map(str, numbers))


def _names(names: Sequence[str]) -> str:
    shown = ", ".join(name or _("Unnamed") for name in names[:NAMED])
    more = len(names) - NAMED
    return _("{names} and {n} more").format(names=shown, n=more) if more > 0 else shown


LISTED: Final = 12
"""Maximum number of files listed by name. The other files are only counted."""


def backup_contents(names: Sequence[str]) -> str:
    """Return the files of a backup in words: "12 characters, 1 campaign, the settings"."""
    counts = Counter(REMOVED if f"/{REMOVED}/" in name else name.partition("/")[0] for name in names)
    words = {
        "characters": ngettext("{n} character", "{n} characters", counts["characters"]),
        "campaigns": ngettext("{n} campaign", "{n} campaigns", counts["campaigns"]),
        "fights": ngettext("{n} fight", "{n} fights", counts["fights"]),
        "packs": ngettext("{n} pack", "{n} packs", counts["packs"]),
        "tables": ngettext("{n} random table", "{n} random tables", counts["tables"]),
        "pictures": ngettext("{n} picture", "{n} pictures", counts["pictures"]),
        LOG: _("the log of rolls"),
        SETTINGS: _("the settings"),
        PRINTED: _("the faces printed last"),
        REMOVED: ngettext("{n} removed file", "{n} removed files", counts[REMOVED]),
        "versions": ngettext("{n} earlier version", "{n} earlier versions", counts["versions"]),
    }
    found = [text.format(n=counts[key]) for key, text in words.items() if counts[key]]
    return ", ".join(found) or _("nothing")


def plan_lines(plan: RestorePlan, *, done: bool) -> Iterator[str]:
    """Yield the date of a backup and the effect of restoring it.

    With `done`, the sentences say that it has been restored already.
    """
    yield _("Backup of {moment}, made by version {version}.").format(
        moment=made_at(plan.manifest.made), version=clean_text(plan.manifest.program)
    )
    heads = (
        (plan.replaced, _("Replaced: {what}"), _("Would replace: {what}"), True),
        (plan.new, _("Added: {what}"), _("Would add: {what}"), False),
        (plan.removed, _("Moved to the removed files: {what}"), _("Would move to the removed files: {what}"), True),
    )
    for names, past, ahead, is_listed in heads:
        if not names:
            continue
        yield (past if done else ahead).format(what=backup_contents(names))
        if is_listed:
            yield from (f"  {clean_text(name)}" for name in names[:LISTED])
            if len(names) > LISTED:
                yield _("  and {n} more").format(n=len(names) - LISTED)
    if plan.equal:
        yield _("Already the same: {what}").format(what=backup_contents(plan.equal))


def made_at(made: str) -> str:
    """Return the time at which a backup was made, in a readable form.

    If `made`, the text of the manifest, is not a time, return it unchanged.
    """
    try:
        at = datetime.fromisoformat(made).astimezone()
        return f"{date_words(f'{at:%Y-%m-%d}')} {at:%H:%M}"
    except (ValueError, OverflowError, OSError):
        return clean_text(made)
