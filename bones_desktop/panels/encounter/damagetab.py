"""What a round does to one fighter: blows, what absorbs and soaks them, the dice they take, and what the GM sets."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QMenu, QSpinBox, QWidget

from bones_desktop.document.bones.fightdocument import FightDocument
from bones_desktop.panels.encounter.boardmodel import DEADLY, cause_text, names_of, pair_text
from bones_desktop.rules.bones.book.character import Kind as Whose
from bones_desktop.rules.bones.book.rulebook import DieUse
from bones_desktop.rules.bones.fight import roster
from bones_desktop.rules.bones.fight.hands import Hand
from bones_desktop.rules.bones.fight.roster import Fight
from bones_desktop.rules.bones.fight.roundchoices import HINDERING_DAMAGE, Absorbing
from bones_desktop.rules.bones.fight.roundreading import Phase, RoundReading
from bones_desktop.rules.bones.fight.wounds import Hurt, Wound, may_absorb
from bones_desktop.rules.bones.injury.blows import SOAK
from bones_desktop.rules.bones.injury.spiffs import price
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.choice.buttons import Chip, give_menu
from bones_desktop.widgets.dice.diecard import DieCard, DieCardLook
from bones_desktop.widgets.layouts import FlowLayout
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.wording.glances import health_word

_MOST: int = 1_000
Apply = Callable[[str, Callable[[Fight], Fight]], bool]


class DamageTab(QWidget):
    """Shows blows in words, a line each, with what can be done about them; every press is one step."""

    message = Signal(str)

    def __init__(self, document: FightDocument, theme: Theme, apply: Apply, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._theme = theme
        self._apply = apply
        self._who = ""
        self._picked: set[int] = set()
        self._asked: tuple[str, tuple[int, ...]] = ("", ())
        self._showing = False
        self.sums = plain_label(self, wrap=True)
        self.sums.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.then = plain_label(self, theme=theme, bold=True, wrap=True)
        self._answers = QWidget(self)
        self._flow = FlowLayout(theme.px(6), self._answers)
        self._cards = QWidget(self)
        self._dice = FlowLayout(theme.px(4), self._cards)
        self.cards: list[DieCard] = []
        self.answers: list[Chip] = []
        self.lose = push_button(self, pressed=self._lose, kind="primary")
        self.riders = QMenu(self)
        self.give = push_button(self, self.tr("Give a hindering die"))
        self.give.setToolTip(self.tr("What the blow leaves behind, as your GM decides: flames, poison"))
        give_menu(self.give, self.riders)
        self.taken = self._number(self.tr("Damage taken, set by the GM"))
        self.taken.valueChanged.connect(self._set_taken)
        self._taken_label = plain_label(self, self.tr("GM sets damage"), "muted")
        self._taken_label.setBuddy(self.taken)
        self.nets = QMenu(self)
        self.net = push_button(self, self.tr("GM sets a blow"), tip=self.tr("Set the net successes of a blow"))
        give_menu(self.net, self.nets)
        gm = hbox(None, self.give, self.net, STRETCH, self._taken_label, self.taken, theme=theme, gap=8)
        picking = hbox(None, (self._cards, 1), self.lose, theme=theme, gap=8)
        vbox(self, self.sums, self.then, self._answers, picking, STRETCH, gm, margins=0, theme=theme, gap=6)

    def show_fighter(self, who: str, reading: RoundReading | None) -> None:
        """Show what the round does to a fighter."""
        self._who = who
        self._showing = True
        known = reading is not None and who in reading.wounds
        for part in (self.sums, self.then, self._answers, self._cards, self.lose, self.give, self.net, self.taken,
                     self._taken_label):  # fmt: skip
            part.setVisible(known)
        if known and reading is not None:
            self._show(reading, reading.hands[who], reading.wounds[who])
        self._showing = False

    def text(self) -> str:
        """Return the sums and what follows, as text."""
        return "\n".join(part for part in (self.sums.text(), self.then.text()) if part)

    def _show(self, reading: RoundReading, hand: Hand, wound: Wound) -> None:
        names = names_of(self._document.fight)
        mine = [*reading.pairs.against(self._who)]
        mine += [pair for pair in reading.pairs.pairs.values() if pair.attacker == self._who]
        lines = [pair_text(reading, pair, names, self.tr) for pair in mine]
        lines += [
            self.tr("{cause}: {n}").format(cause=cause_text(hurt.cause, names, self.tr), n=hurt.points)
            for hurt in wound.hurts
            if hurt.cause not in names
        ]
        self.sums.setText("\n".join(lines) or self.tr("Nobody strikes, and nobody is struck."))
        state = reading.states[self._who]
        lost = ", ".join(str(each + 1) for each in wound.dice)
        words = self.tr("Damage {n}, then {state}.").format(n=wound.taken, state=health_word(state, self.tr))
        if lost:
            words = self.tr("{words} Dice lost: {dice}.").format(words=words, dice=lost)
        self.then.setText(words)
        tone = "bad" if state in DEADLY else "muted" if not wound.taken else "warn"
        if self.then.property("role") != tone:
            self.then.setProperty("role", tone)
            self.then.style().unpolish(self.then)
            self.then.style().polish(self.then)
        self._show_answers(reading, hand, wound)
        self._show_cards(hand, wound)
        self._show_gm(reading, wound)

    # --- absorbing and soaking ----------------------------------------------------------------------------------------

    def _show_answers(self, reading: RoundReading, hand: Hand, wound: Wound) -> None:
        self._flow.clear()
        self.answers = []
        now, names = self._document.fight.round, names_of(self._document.fight)
        given = now.absorb.get(self._who, ())
        asked = {question.phase for question in reading.questions if question.who == self._who}
        for pair in reading.pairs.against(self._who):
            for item in may_absorb(hand, pair) if pair.damage else ():
                name = hand.fighter.character.equipment[item].name
                text = self.tr("{item} absorbs {whom}").format(item=name, whom=names[pair.attacker])
                each = Absorbing(item=item, by=pair.attacker)
                self._answer(text, each in given, partial(self._absorb, each))
        if Phase.ABSORB in asked or self._who in now.absorb:
            self._answer(self.tr("Give up nothing"), now.absorb.get(self._who) == (), self._absorb_nothing)
        for hurt in self._soakable(wound):
            text = self.tr("Soak one of {cause}").format(cause=cause_text(hurt.cause, names, self.tr))
            self._answer(text, now.soak.get(self._who) == hurt.cause, partial(self._soak, hurt.cause))
        if Phase.SOAK in asked or self._who in now.soak:
            self._answer(self.tr("Soak nothing"), now.soak.get(self._who) == "", partial(self._soak, ""))
        self._answers.setVisible(bool(self.answers))

    def _soakable(self, wound: Wound) -> list[Hurt]:
        character = wound.before
        if character.kind is not Whose.PLAYER or character.spiffs < price(self._document.rulebook, SOAK):
            return []
        return [hurt for hurt in wound.hurts if hurt.points - hurt.absorbed > 0]

    def _answer(self, text: str, on: bool, call: Callable[[], None]) -> None:
        chip = Chip(self._theme, text, self._answers)
        chip.setChecked(on)
        chip.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        chip.clicked.connect(lambda _on=False: call())
        self.answers.append(chip)
        self._flow.addWidget(chip)
        chip.show()

    def _absorb(self, each: Absorbing) -> None:
        given = self._document.fight.round.absorb.get(self._who, ())
        kept = tuple(one for one in given if one.item != each.item)
        value = kept or None if each in given else (*kept, each)
        self._choose(self.tr("Give up armour or a shield"), "absorb", value)

    def _absorb_nothing(self) -> None:
        said = self._document.fight.round.absorb.get(self._who)
        self._choose(self.tr("Give up nothing"), "absorb", None if said == () else ())

    def _soak(self, cause: str) -> None:
        said = self._document.fight.round.soak.get(self._who)
        self._choose(self.tr("Soak damage"), "soak", None if said == cause else cause)

    # --- dice ---------------------------------------------------------------------------------------------------------

    def _show_cards(self, hand: Hand, wound: Wound) -> None:
        first = hand.harm - hand.soaked if hand.choosing else 0
        taken = set(hand.taken) - set(hand.healed)
        rest = tuple(place for place in wound.dice if place not in taken)
        chosen = self._document.fight.round.lose.get(self._who, ())
        open_ = hand.taken if first else rest if wound.choosing or chosen else ()
        asked = (self._who, open_)
        if asked != self._asked:
            self._asked, self._picked = asked, set(open_)
        shown = bool(open_)
        self._cards.setVisible(shown)
        self.lose.setVisible(shown)
        self._dice.clear()
        self.cards = []
        if not shown:
            return
        dice = hand.fighter.dice(self._document.rulebook)
        available = hand.fighter.character.available() if first else hand.character.available()
        for place in available:
            card = DieCard(self._theme, place, self._cards)
            card.set_scale(0.8)
            said = self.tr("Die {n}, {name}").format(n=place + 1, name=dice[place].label)
            card.show_look(DieCardLook(tuple(face.code for face in dice[place].faces), dice[place].label, said))
            card.clicked.connect(partial(self._pick, place))
            self.cards.append(card)
            self._dice.addWidget(card)
            card.show()
        self._mark()

    def _pick(self, place: int) -> None:
        self._picked ^= {place}
        self._mark()

    def _mark(self) -> None:
        n = len(self._asked[1])
        for card in self.cards:
            card.set_mark("×" if card.die in self._picked else "", given=True)
            card.setChecked(card.die in self._picked)
        left = n - len(self._picked)
        self.lose.setEnabled(not left and not self._document.read_only)
        self.lose.setText(
            self.tr("Lose these: {n}").format(n=n) if not left
            else self.tr("Choose {n} more").format(n=left) if left > 0
            else self.tr("{n} too many").format(n=-left)
        )  # fmt: skip

    def _lose(self) -> None:
        reading = self._document.reading
        if reading is None:
            return
        hand = reading.hands[self._who]
        before = () if hand.choosing else tuple(place + 1 for place in hand.taken)
        self._choose(self.tr("Choose dice to lose"), "lose", (*before, *(place + 1 for place in sorted(self._picked))))

    # --- the GM -------------------------------------------------------------------------------------------------------

    def _show_gm(self, reading: RoundReading, wound: Wound) -> None:
        now = self._document.fight.round
        locked = self._document.read_only
        self.taken.setValue(now.override.get(f"taken.{self._who}", -1))
        self.taken.setEnabled(not locked)
        hurt = any(each.cause != HINDERING_DAMAGE for each in wound.hurts)
        self.give.setVisible(hurt or self._who in now.riders)
        self.riders.clear()
        for die in self._document.rulebook.dice:
            if die.use is DieUse.HINDERING:
                action = self.riders.addAction(die.name, partial(self._ride, die.id))
                action.setCheckable(True)
                action.setChecked(die.id in now.riders.get(self._who, ()))
        self.nets.clear()
        names = names_of(self._document.fight)
        for pair in reading.pairs.pairs.values():
            if self._who in {pair.attacker, pair.target}:
                who, whom = pair.attacker, pair.target
                menu = self.nets.addMenu(
                    self.tr("{who} on {whom}").format(who=names[who], whom=names[whom]).replace("&", "&&")
                )
                key = f"net.{who}.{whom}"
                for n in (None, *range(7)):
                    text = self.tr("As read") if n is None else str(n)
                    action = menu.addAction(text, partial(self._set_number, key, n))
                    action.setCheckable(True)
                    action.setChecked(now.override.get(key) == n)
        self.net.setVisible(not self.nets.isEmpty())

    def _ride(self, die: str) -> None:
        given = self._document.fight.round.riders.get(self._who, ())
        value = tuple(each for each in given if each != die) if die in given else (*given, die)
        self._choose(self.tr("Give a hindering die"), "riders", value or None)

    def _set_taken(self, value: int) -> None:
        if not self._showing:
            self._set_number(f"taken.{self._who}", value if value >= 0 else None)

    def _set_number(self, key: str, n: int | None) -> None:
        self._apply(self.tr("The GM sets a number"), partial(roster.choose, part="override", key=key, value=n))

    def _choose(self, name: str, part: str, value: object) -> None:
        self._apply(name, partial(roster.choose, part=part, key=self._who, value=value))

    def _number(self, name: str) -> QSpinBox:
        spin = QSpinBox(self)
        spin.setRange(-1, _MOST)
        spin.setValue(-1)
        spin.setSpecialValueText(self.tr("as read"))
        spin.setKeyboardTracking(False)
        spin.setToolTip(name)
        spin.setAccessibleName(name)
        return spin
