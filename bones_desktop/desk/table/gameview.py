"""A roll of a smaller game as data for the reading: a line for each die, what it offers, and what it proposes."""

from dataclasses import replace
from functools import partial
from typing import Final

from bones_desktop.desk.table.gametray import lying
from bones_desktop.desk.table.opengame import OpenGame
from bones_desktop.desk.table.rollview import DieLine, RollView, Said, amount_of, automatic_lines
from bones_desktop.play.followups import FollowUp
from bones_desktop.play.gameplay import GameThrow
from bones_desktop.rules.dice import die_name, shown_code
from bones_desktop.rules.games import DieResult
from bones_desktop.rules.reading import DieReading, Finding, Offer, Reading, Role, Tone
from bones_desktop.rules.typedtext import one_line
from bones_desktop.storage.log.logentry import HIDDEN
from bones_desktop.wording.games.words import game_head
from bones_desktop.wording.language import _
from bones_desktop.wording.log import tag_words
from bones_desktop.wording.readings import sum_parts

_plain: Final = partial(FollowUp, icon="", kind="")


def game_view(seat: OpenGame) -> RollView | None:
    """Return the view of the roll on the table; None if there is none."""
    now = seat.play.current
    if now is None:
        return None
    entry, reading = now.lines[0], now.reading
    name = seat.named(now.what, "roll" if now.plan is not None else "act")
    view = RollView(
        title=" ".join(each.text for each in entry.findings),
        result=name,
        dice=_lines(seat, now),
        who=one_line(seat.who.name),
        meant=entry.is_meant,
        secret=HIDDEN in entry.tags,
    )
    return view if reading is None else _with_reading(seat, view, now, reading)


def proposals(seat: OpenGame) -> list[FollowUp]:
    """Return the acts that rolls proposed, each with the one that dismisses it."""
    found = []
    for each in seat.play.proposals:
        words = seat.proposed(each)
        found.append(FollowUp(words, partial(seat.play.take_proposal, each.id)))
        dismiss = partial(seat.play.dismiss_proposal, each.id)
        found.append(_plain(_("Dismiss"), dismiss, words, icon="close", beside=True))
    return found


def _with_reading(seat: OpenGame, view: RollView, now: GameThrow, reading: Reading) -> RollView:
    game = seat.game.id
    first, *others = reading.findings or (None,)
    heads = [game_head(game, each) for each in others if _is_total(each)]
    said = [Said(seat.named(each.id, "finding"), seat.with_rule(each.reason), each.tone) for each in reading.findings]
    said += [Said(_("Next"), seat.with_rule(each.cause), Tone.MIXED) for each in reading.must]
    said += [Said("", seat.with_rule(each), Tone.MIXED) for each in (now.plan.notes if now.plan is not None else ())]
    return replace(
        view,
        title=f"{' · '.join((view.result, *tag_words(now.lines[0].tags)))}.",
        result=game_head(game, first) if first is not None else _("Roll on"),
        tone=first.tone if first is not None else Tone.MIXED,
        totals=" · ".join(heads),
        findings=tuple(said),
        steps=sum_parts(reading.steps),
        dice=(*view.dice, *automatic_lines(reading.steps)),
        # A roll that was struck out has no effects to offer.
        acts=tuple(act for offer in reading.offers for act in _offered(seat, offer)) if view.meant else (),
    )


def _is_total(finding: Finding) -> bool:
    """Return whether the head shows a finding after the first: a margin, or one that is good or bad."""
    if not finding.outcome or finding.value == 0 or finding.id == "first-throw":
        return False
    return finding.id == "margin" or finding.tone is not Tone.NEUTRAL


def _offered(seat: OpenGame, offer: Offer) -> list[FollowUp]:
    """Return an act for each price that can be paid."""
    name, why = seat.named(offer.command, "act"), seat.said(offer.why_not) if offer.why_not is not None else ""
    return [
        _plain(
            _("{offer} ({n})").format(offer=name, n=n) if offer.cost else name,
            partial(seat.play.choose, offer.command, n),
            seat.said(offer.reason),
            why_not=why,
        )
        for n in range(1, max(1, offer.cost) + 1)
    ]


def _lines(seat: OpenGame, now: GameThrow) -> tuple[DieLine, ...]:
    """Return the lines of the dice at rest, in the order of the tray."""
    places, before = lying(now.fallen)
    read = {each.die: each for each in now.reading.dice} if now.reading is not None else {}
    groups = [now.fallen[place].die.group for place in places]
    return tuple(
        _line(
            seat,
            now.fallen[place],
            read.get(place),
            before=shown_code(now.fallen[place].die, before[at]) if at in before else "",
            # The owners of the dice are named where there are several.
            several=len(set(groups)) > 1,
            first=groups[at] not in groups[:at],
            alone=len(places) == 1,
        )
        for at, place in enumerate(places)
    )


def _line(
    seat: OpenGame, fallen: DieResult, read: DieReading | None, *, before: str, several: bool, first: bool, alone: bool
) -> DieLine:
    die, group = fallen.die, seat.named(fallen.die.group, "group")
    role = Role.IDLE if read is None else read.role
    return DieLine(
        name=die.label if several else die_name(die, group),
        why=_("It shows {n}.").format(n=fallen.number) if read is None else seat.said(read.reason),
        role=role,
        code=shown_code(die, die.faces.index(fallen.number)),
        group=die.group,
        # A single die adds nothing to others.
        amount="" if read is None or alone else amount_of(read, role),
        before=before,
        caption=group if several and first else "",
        alike=True,
    )
