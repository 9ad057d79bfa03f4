"""The rolls of a smaller game: the tray with the effect of each die, and the `RollView` with a line for each die."""

import secrets
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Final

from PySide6.QtWidgets import QWidget

from bones_desktop.desk.table.opengame import DieOwner, GameTexts, OpenGame, dice_words
from bones_desktop.desk.table.rollview import DieLine, RollView, Said, amount_of, automatic_lines
from bones_desktop.play.followups import FollowUp
from bones_desktop.rules.dice import Die, die_name, shown_code
from bones_desktop.rules.games import DieResult
from bones_desktop.rules.reading import Finding, Offer, Reading, Role, Tone
from bones_desktop.rules.records import replace
from bones_desktop.rules.typedtext import one_line
from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.storage.log.logentry import HIDDEN
from bones_desktop.theme.theme import Theme
from bones_desktop.tray.contents import TrayDie
from bones_desktop.tray.motion import BakedThrows
from bones_desktop.tray.traywidget import TrayWidget
from bones_desktop.wording.games.words import game_head
from bones_desktop.wording.language import _
from bones_desktop.wording.log import tag_words
from bones_desktop.wording.readings import sum_parts


class GameTray(TrayWidget):
    """The dice of a game. They move at the speed chosen in the settings.

    When a group has stopped, its name is shown below it.
    """

    def __init__(self, seat: GameTexts, theme: Theme, parent: QWidget | None = None, *, on_card: bool = False) -> None:
        """`on_card` is True for a tray on a card, and False for one directly on the page."""
        super().__init__(theme, BakedThrows(shipped("resources") / "throws"), parent)
        if on_card:
            self.stage.set_ground("surface")
        self._seat = seat
        self._replaced: dict[int, int] = {}
        self._named: dict[str, str] = {}
        """Name of the dice of each group in the tray."""
        # The earlier face is shown next to a die only at rest, because it would disturb the animation.
        self.settled.connect(self._show_replaced)

    def _show_replaced(self) -> None:
        self.show_before(self._replaced)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The number that each die shows or will show at rest, 0 for one that waits to be rolled."""
        dice = zip(self.contents.dice, self.shown, strict=True)
        return tuple(int(die.names[index]) if self.contents.thrown else 0 for die, index in dice)

    def wait_for(self, dice: Sequence[Die[int]], owners: Sequence[DieOwner] = ()) -> None:
        """Show dice that wait to be rolled."""
        waiting = self._tray_dice(dice, owners)
        if self.contents.thrown or waiting != self.contents.dice:
            self._replaced = {}
            self.show_still(waiting)
            self.mark([Role.IDLE] * len(waiting))  # dimmed: their faces were not rolled
            found: dict[str, list[Die[int]]] = {}
            for each, die in zip(waiting, dice, strict=True):
                found.setdefault(each.group, []).append(die)
            words = {group: dice_words(tuple(each)) for group, each in found.items() if group}
            self.set_names({group: each if self._named[group] in each else f"{self._named[group]} {each}"
                            for group, each in words.items()})  # fmt: skip

    def lay(self, fallen: Sequence[DieResult], owners: Sequence[DieOwner] = ()) -> None:
        """Place the dice as they fell, unless the tray shows them so already. `owners` has one owner for each die."""
        dice, indices, replaced = self._as_they_lie(fallen, owners)
        if not self.contents.thrown or (dice, indices) != (self.contents.dice, self.contents.indices):
            self._replaced = replaced
            self.show_still(dice, indices)
            self.show_before(replaced)
            self.set_names(self._named)

    def fall(self, fallen: Sequence[DieResult], *, by_hand: bool, owners: Sequence[DieOwner] = ()) -> None:
        """Let the dice of the last wave fall next to the dice of earlier waves. `settled` is emitted afterwards.

        Re-rolled dice hop where they are, and their earlier faces are shown next to them. Dice entered by hand are
        shown at rest immediately.
        """
        speed, gather = self._seat.pace()
        self.set_speed(speed)
        self.set_gather(gather)
        dice, indices, self._replaced = self._as_they_lie(fallen, owners)
        # Only the dice of the last wave move. The players have seen all other dice fall.
        last = max((each.wave for each in fallen), default=0)
        new = [at for at, place in enumerate(lying(fallen)[0]) if fallen[place].wave == last]
        if by_hand:
            self.show_thrown(dice, indices)
            self.settled.emit()
        elif not last or not self.contents.thrown:
            self.throw(dice, indices, secrets.randbits(32))
        else:
            if dice != self.contents.dice:
                self.show_still(dice, indices)
            self.rethrow(new, indices, secrets.randbits(32), toss=self._replaced.keys() >= set(new))
        self.set_names(self._named)

    def read(self, fallen: Sequence[DieResult], reading: Reading | None) -> None:
        """Mark the effect of each die, with the reason in its call-out; nothing without a reading."""
        parts = {part.die: part for part in reading.dice} if reading is not None else {}
        did = [parts[place] for place in lying(fallen)[0] if place in parts]
        if len(did) == len(self.contents.dice):
            self.mark([part.role for part in did])
            self.explain([self._seat.said(part.reason) for part in did])

    def _as_they_lie(
        self, fallen: Sequence[DieResult], owners: Sequence[DieOwner]
    ) -> tuple[tuple[TrayDie, ...], tuple[int, ...], dict[int, int]]:
        places, before = lying(fallen)
        lie = [fallen[place] for place in places]
        dice = self._tray_dice([each.die for each in lie], [owners[place] for place in places] if owners else ())
        return dice, tuple(map(_index, lie)), before

    def _tray_dice(self, dice: Sequence[Die[int]], owners: Sequence[DieOwner]) -> tuple[TrayDie, ...]:
        """Return dice as the tray shows them. If there are several owners, each has a group with the owner's name."""
        owners = owners or self._seat.owners(dice)
        several = len({each.name for each in owners}) > 1
        self._named, found = {}, []
        for die, owner in zip(dice, owners, strict=True):
            name = self._seat.named(die.group, "group")
            group, label = die.group, die_name(die, name)
            if several:
                group, label = f"{group} {owner.name}", _("{who}: {die}").format(who=owner.name, die=label)
            if group:
                self._named[group] = owner.name if several else name
            codes = tuple(shown_code(die, index) for index in range(len(die.faces)))
            found.append(TrayDie(codes, group, label, tuple(map(str, die.faces)), owner.painted(die)))
        return tuple(found)


def lying(fallen: Sequence[DieResult]) -> tuple[list[int], dict[int, int]]:
    """Return the indexes in a roll of the dice at rest, and the earlier faces of re-rolled ones.

    Each earlier face is the index of a face, by the place of its die among the dice at rest.
    """
    found: list[int] = []
    before: dict[int, int] = {}
    for place, each in enumerate(fallen):
        again = (
            at
            for at, other in enumerate(fallen[k] for k in found)
            if not other.counts and other.wave < each.wave and other.die == each.die
        )
        at = next(again, None)
        if at is None:
            found.append(place)
        else:
            before[at] = _index(fallen[found[at]])
            found[at] = place
    return found, before


def _index(fallen: DieResult) -> int:
    return fallen.die.faces.index(fallen.number)


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
