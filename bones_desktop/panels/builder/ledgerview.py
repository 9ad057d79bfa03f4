"""The ledger of a finished character as a table, newest entry first."""

from dataclasses import replace
from typing import Final

from PySide6.QtCore import QDate, Qt

from bones_desktop.rules.bones.book.advancement import balances
from bones_desktop.rules.bones.book.character import Character, LedgerEntry, LedgerKind, spoken
from bones_desktop.rules.bones.book.icons import Face, IconKind
from bones_desktop.rules.bones.book.notation import face_name
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.widgets.lists.line import Line, LineLook
from bones_desktop.widgets.lists.linetable import TableRow
from bones_desktop.widgets.localized import short_day
from bones_desktop.wording.language import _

_ROW: Final = LineLook(height=32, side=22)
LEDGER: Final = (_ROW, _ROW, replace(_ROW, number=True), replace(_ROW, font=("serif", 14, True), number=True))


def ledger_rows(rulebook: Rulebook, character: Character) -> tuple[TableRow, ...]:
    """Return the entries, newest first: day, what was done, how the saved sessions changed, and how many are left."""
    rows = []
    for number, (entry, saved) in enumerate(zip(character.ledger, balances(character), strict=True)):
        day, what, change = _day(entry.on), _what(rulebook, entry), _change(entry)
        gone = entry.after.is_unfilled and not entry.before.is_unfilled
        face = (entry.before if entry.after.is_unfilled else entry.after).code
        change_said, saved_said = _("sessions: {change}").format(change=change), _("saved: {sessions}")
        row = (
            Line(day, key=str(number), tone="muted", spoken=day),
            Line(what, face=face, lost=gone, spoken=what),
            Line(change, tone="good" if change.startswith("+") else "muted", spoken=change_said),
            Line(str(saved), spoken=saved_said.format(sessions=saved)),
        )
        rows.append(row)
    return tuple(reversed(rows))


def _day(on: str) -> str:
    date = QDate.fromString(on, Qt.DateFormat.ISODate)
    return short_day(date) if date.isValid() else _("unknown")


def _change(entry: LedgerEntry) -> str:
    if entry.sessions:
        return f"{entry.sessions:+d}".replace("-", "−")
    return _("permitted") if entry.kind is LedgerKind.PERMISSION else _("free")


def _icon_name(rulebook: Rulebook, shown: Face) -> str:
    """Return the name of a face, of a mastery without its skill: "Riposte"."""
    icon = shown.code
    if rulebook.has_icon(icon) and rulebook.kind(icon) is IconKind.MASTERY:
        return rulebook.mastery(icon).name
    return face_name(rulebook, shown)


def _what(rulebook: Rulebook, entry: LedgerEntry) -> str:
    if entry.kind is LedgerKind.AWARD:
        return entry.note or (_("Sessions taken back") if entry.sessions < 0 else _("Sessions played"))
    if entry.kind is LedgerKind.SUCCESS:
        return _("Earned success used")
    if entry.template and entry.die is not None:
        known = rulebook.has_template(entry.template)
        name = rulebook.template(entry.template).name if known else spoken(entry.template)
        return _("{name} for die {die}").format(name=name, die=entry.die + 1)
    if entry.die is None or entry.face is None:
        return _("Back to the dice as created")
    names = {
        "new": _icon_name(rulebook, entry.after),
        "old": _icon_name(rulebook, entry.before),
        "die": entry.die + 1,
        "face": entry.face + 1,
    }
    if entry.after.is_unfilled:
        return _("{old} off die {die}, face {face}").format(**names)
    if entry.before.is_unfilled:
        return _("{new} on die {die}, face {face}").format(**names)
    return _("{new} for {old} on die {die}, face {face}").format(**names)
