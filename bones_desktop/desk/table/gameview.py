"""Converts a roll of a smaller game to a `RollView`: a line for each die, and the acts that it offers or proposes."""

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Final

from bones_desktop.desk.table.gametray import lying
from bones_desktop.desk.table.opengame import DieOwner, GameTexts, OpenGame
from bones_desktop.desk.table.rollview import DieLine, RollView, Said, amount_of, automatic_lines
from bones_desktop.play.followups import FollowUp
from bones_desktop.rules.dice import die_name, shown_code
from bones_desktop.rules.games import DieResult
from bones_desktop.rules.reading import Finding, Offer, Reading, Role, Tone
from bones_desktop.rules.records import replace
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
    entry, plan = now.lines[0], now.plan
    name = seat.named(now.what, "roll" if plan is not None else "act")
    notes = [each.text for each in entry.findings] if plan is None else map(seat.with_rule, plan.notes)
    view = roll_view(seat, name, now.fallen, now.reading, seat.play.choose, entry.tags, tuple(notes))
    # A roll that was struck out has no effects to offer.
    acts = view.acts if entry.is_meant else ()
    secret = HIDDEN in entry.tags
    return replace(view, who=one_line(seat.who.name), acts=acts, meant=entry.is_meant, secret=secret, can_mark=True)


def roll_view(
    texts: GameTexts,
    name: str,
    fallen: tuple[DieResult, ...],
    reading: Reading | None,
    choose: Callable[[str, int], None],
    tags: Collection[str] = (),
    notes: Sequence[str] = (),
    owners: Sequence[DieOwner] = (),
) -> RollView:
    """Return the view of dice called `name`. `choose` accepts an offer at a price.

    `notes` are sentences to show after the findings. A roll without a reading has only these sentences. `owners` has
    one owner for each die; if it is empty, the game decides who owns which die.
    """
    dice = _lines(texts, fallen, reading, owners or texts.owners([each.die for each in fallen]))
    if reading is None:
        return RollView(title=" ".join(notes), why=" ".join(notes), result=name, dice=dice)
    game = texts.game.id
    first, *others = reading.findings or (None,)
    reasons = (*(each.reason for each in reading.findings), *(each.cause for each in reading.must))
    said = [Said(texts.named(each.id, "finding"), texts.with_rule(each.reason), each.tone) for each in reading.findings]
    said += [Said(_("Next"), texts.with_rule(each.cause), Tone.MIXED) for each in reading.must]
    return RollView(
        title=f"{' · '.join((name, *tag_words(tags)))}.",
        result=game_head(game, first) if first is not None else _("Roll on"),
        tone=first.tone if first is not None else Tone.MIXED,
        totals=" · ".join(game_head(game, each) for each in others if _is_total(each)),
        findings=(*said, *(Said("", each, Tone.MIXED) for each in notes)),
        why=" ".join(map(texts.said, reasons)),
        steps=sum_parts(reading.steps),
        dice=(*dice, *automatic_lines(reading.steps)),
        acts=tuple(act for offer in reading.offers for act in _offered(texts, offer, choose)),
    )


def proposals(seat: OpenGame) -> list[FollowUp]:
    """Return the acts that rolls proposed. After each act comes one that dismisses it."""
    found = []
    for each in seat.play.proposals:
        words = seat.proposed(each)
        found.append(FollowUp(words, partial(seat.play.take_proposal, each.id)))
        dismiss = partial(seat.play.dismiss_proposal, each.id)
        found.append(_plain(_("Dismiss"), dismiss, words, icon="close", beside=True))
    return found


def _is_total(finding: Finding) -> bool:
    """Return whether the head shows this finding after the first one: a margin, or a good or bad finding."""
    if not finding.outcome or finding.value == 0 or finding.id == "first-throw":
        return False
    return finding.id == "margin" or finding.tone is not Tone.NEUTRAL


def _offered(texts: GameTexts, offer: Offer, choose: Callable[[str, int], None]) -> list[FollowUp]:
    """Return an act for each price that can be paid."""
    name, why = texts.named(offer.command, "act"), texts.said(offer.why_not) if offer.why_not is not None else ""
    return [
        _plain(
            _("{offer} ({n})").format(offer=name, n=n) if offer.cost else name,
            partial(choose, offer.command, n),
            texts.said(offer.reason),
            why_not=why,
        )
        for n in range(1, max(1, offer.cost) + 1)
    ]


def _lines(
    texts: GameTexts, fallen: tuple[DieResult, ...], reading: Reading | None, owners: Sequence[DieOwner]
) -> tuple[DieLine, ...]:
    """Return the lines of the dice at rest, in the order of the tray. If there are several owners, each is named."""
    places, before = lying(fallen)
    read = {each.die: each for each in reading.dice} if reading is not None else {}
    heads = [owners[place].name or texts.named(fallen[place].die.group, "group") for place in places]
    several = len(set(heads)) > 1
    # The numbers matter only if the roll has a sum, or may get one once further dice are rolled.
    adds = reading is not None and bool(reading.steps or not reading.findings)
    found = []
    for at, place in enumerate(places):
        die, part = fallen[place].die, read.get(place)
        role = Role.IDLE if part is None else part.role
        shows = _("It shows {n}.").format(n=fallen[place].number)
        found.append(
            DieLine(
                name=die.label if several else die_name(die, heads[at]),
                why=shows if part is None else texts.said(part.reason),
                role=role,
                code=shown_code(die, die.faces.index(fallen[place].number)),
                group=owners[place].painted(die),
                amount=amount_of(part, role) if part is not None and adds else "",
                before=shown_code(die, before[at]) if at in before else "",
                caption=heads[at] if several and heads[at] not in heads[:at] else "",
            )
        )
    return tuple(found)
