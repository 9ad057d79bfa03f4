"""The Allot tab: places a fighter's successes by mouse or keys, and offers other actions on a die."""

from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton, QWidget

from bones_desktop.desk.desk import Notices
from bones_desktop.document.bones.fightdocument import FightDocument
from bones_desktop.pages.fight import boardmodel
from bones_desktop.pages.fight.boardmodel import ChipLook, command_words
from bones_desktop.pages.fight.successchips import CHIP_GAP, Arrows, SuccessChip, TargetButton
from bones_desktop.play.bones.fightanswers import uses_of
from bones_desktop.rules.bones.book.character import CharacterKind
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.notation import face_name, icon_name
from bones_desktop.rules.bones.fight import roster, roundedits
from bones_desktop.rules.bones.fight.chips import DEFEND, NONE
from bones_desktop.rules.bones.fight.fighters import BOUGHT
from bones_desktop.rules.bones.fight.roster import Fight
from bones_desktop.rules.bones.fight.roundedits import Legal
from bones_desktop.rules.bones.fight.roundreading import RoundReading, Spent
from bones_desktop.rules.bones.fight.successes import FaceReading
from bones_desktop.rules.bones.injury.spiffs import ADDED_SUCCESS, REROLL, price
from bones_desktop.rules.dice import Die
from bones_desktop.rules.reasons import reason
from bones_desktop.theme.measures import light_menu
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.choice.buttons import give_menu
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import FlowLayout, flow_row, follow_one_another, put_before
from bones_desktop.widgets.plaintext import plain_tip, without_mnemonic
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_gaps, set_lengths
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.wording.language import _, ngettext
from bones_desktop.wording.reasons import sentence
from bones_desktop.wording.table import spiff_count

Apply = Callable[[str, Callable[[Fight], Fight]], bool]
ROOM_FOR_ARROWS: Final = 18


class AllotTab(Guarded, QWidget):
    """Shows the use of each success and the result of each use. Each press is one undo step."""

    reroll_requested = Signal(str, int, int)
    """Emitted with a fighter's id, the die to re-roll (from 1), and the face entered by hand (from 1; 0 to roll it
    here)."""

    def __init__(self, document: FightDocument, theme: Theme, apply: Apply, notices: Notices, parent: QWidget) -> None:
        super().__init__(parent)
        self._notices = notices
        self._document = document
        self._theme = theme
        self._apply = apply
        self._who = ""
        self._scale = 1.0
        self._chosen: tuple[str, str, int] | None = None
        self._last: tuple[str, str, int] | None = None
        """The success that was placed last."""
        self._legal: Legal = {}
        self.chips: list[SuccessChip] = []
        self.targets: list[TargetButton] = []
        self._row = QWidget(self)
        self._chip_flow = flow_row(self._row, theme=theme, gap=CHIP_GAP)
        # Arrows also run after the last chip of a row.
        set_gaps(theme, self._row, edges=(0, 0, CHIP_GAP, 0))
        between = QWidget(self)
        set_lengths(theme, between, least_height=ROOM_FOR_ARROWS)
        self._aims = QWidget(self)
        self._target_flow = FlowLayout(theme.px(4), self._aims)
        self.readings = light_menu(self)
        self.read_as = push_button(self, _("Read as"))
        give_menu(self.read_as, self.readings)
        self.faces = light_menu(self)
        again = spiff_count(price(document.rulebook, REROLL))
        # Buttons show the price, so that nobody spends a spiff unawares.
        self.again = push_button(self, _("Re-roll ({n})").format(n=again))
        give_menu(self.again, self.faces)
        cost = spiff_count(price(document.rulebook, ADDED_SUCCESS))
        self.buy = push_button(self, _("Buy a success ({n})").format(n=cost), self._buy)
        self.back = push_button(
            self,
            _("Take back"),
            self.take_back,
            tip=_("Take back the use of the chosen die (Backspace)"),
        )
        self.sums = plain_label(self, "", "muted", wrap=True)
        self.sums.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        follow_one_another((self.back, self.read_as, self.again, self.buy))
        acts = hbox(None, self.back, self.read_as, self.again, self.buy, STRETCH, theme=theme, gap=4)
        vbox(self, self._row, between, self._aims, acts, self.sums, STRETCH, margins=0, theme=theme, gap=6)
        self.arrows = Arrows(theme, self)

    @property
    def chosen(self) -> ChipLook | None:
        """The success that is chosen."""
        return next((chip.look for chip in self._shown if chip.look.key == self._chosen), None)

    @property
    def _shown(self) -> list[SuccessChip]:
        return [chip for chip in self.chips if chip.isVisibleTo(self)]

    def show_fighter(self, who: str, reading: RoundReading | None) -> None:
        """Show the successes of a fighter.

        Show none if `reading` is None, which means that the round cannot be read.
        """
        if who != self._who:
            self._who, self._chosen, self._last = who, None, None
        self._legal = {}
        self._show_allotting(reading)

    def set_scale(self, scale: float) -> None:
        """Show the dice enlarged by `scale`."""
        self._scale = scale
        for chip in self.chips:
            chip.set_scale(scale)

    def uses(self) -> list[str]:
        """Return the uses of a success that the visible buttons offer."""
        return [button.target.word for button in self.targets if button.isVisibleTo(self)]

    def text(self) -> str:
        """Return the use of each die, one line each."""
        return "\n".join(f"{chip.look.face}: {chip.look.caption}" for chip in self._shown)

    def _show_allotting(self, reading: RoundReading | None) -> None:
        who = self._who
        looks = tuple(boardmodel.chip_looks(self._document, reading, who)) if reading is not None else ()
        self._legal = uses_of(reading, who) if reading is not None else {}
        keys = [look.key for look in looks]
        # Choose the first waiting success, so that each success needs only one key press.
        if self._chosen not in keys:
            self._chosen = next((look.key for look in looks if look.waiting), None)
        # Chips are kept and hidden, not deleted: a chip may have the focus or be dragged.
        while len(self.chips) < len(looks):
            chip = SuccessChip(self._theme, self._row)
            chip.set_scale(self._scale)
            chip.picked.connect(self._choose)
            chip.stirred.connect(self.arrows.update)
            # New chips would be last in the Tab order, but Tab should reach them before the targets.
            put_before(self.targets[0] if self.targets else self.back, (chip,))
            self.chips.append(chip)
            self._chip_flow.addWidget(chip)
        for place, chip in enumerate(self.chips):
            chip.setVisible(place < len(looks))
            if place < len(looks):
                look = looks[place]
                said = _("Die {n}, {face}").format(n=look.place, face=look.face)
                several = look.waiting and sum(each.waiting and each.place == look.place for each in looks) > 1
                more = _("with Shift the whole face") if several else ""
                chip.show_look(look, ", ".join(part for part in (said, look.caption, more) if part))
        self._chip_flow.invalidate()
        sums = boardmodel.sums_of(self._document.fight, reading, who) if reading is not None else ()
        self.sums.setText("\n".join(sums))
        self._light(reading)

    def _light(self, reading: RoundReading | None) -> None:
        """Mark the chosen success and light the targets that it may be used for."""
        look = self.chosen
        for chip in self.chips:
            chip.setChecked(chip.look.key == self._chosen)
            chip.update()
        shown = boardmodel.targets(self._document, reading, self._who, self._legal) if reading is not None else ()
        while len(self.targets) < len(shown):
            button = TargetButton(self._theme, self._aims)
            button.dropped.connect(self.put)
            button.stirred.connect(self.arrows.update)
            put_before(self.back, (button,))
            self.targets.append(button)
            self._target_flow.addWidget(button)
        legal = self._legal.get(look.chip, ()) if look is not None and look.chip is not None else ()
        for place, button in enumerate(self.targets):
            button.setVisible(place < len(shown))
            if place < len(shown):
                word = shown[place].word
                use = word.partition(" ")[0]
                # Defence against one attacker is legal whenever plain defence is legal.
                lit = word in legal or (use == DEFEND and DEFEND in legal) or (word == NONE and bool(legal))
                # There are only nine digit keys.
                key = str(place + 1) if place < 9 else ""
                key = {DEFEND: "D", NONE: "N"}.get(word, key)
                button.show_target(shown[place], key, lit=lit)
        self._target_flow.invalidate()
        self.arrows.show_pairs(self._pairs())
        self._offer(reading, look)

    def _pairs(self) -> list[tuple[SuccessChip, TargetButton]]:
        """Return each placed success and the target that it is used for."""
        aims = {button.target.word: button for button in self.targets if button.isVisibleTo(self)}
        found = []
        for chip in self._shown:
            placed = chip.look.chip
            use = f"{placed.use} {placed.whom}".strip() if placed is not None else ""
            # The chip itself says "nothing", so no arrow is drawn.
            if use in aims and use != NONE:
                found.append((chip, aims[use]))
        return found

    def _offer(self, reading: RoundReading | None, look: ChipLook | None) -> None:
        """Offer the other possible actions on the chosen die."""
        locked, now = self._document.read_only, self._document.fight.round
        hand = reading.hands.get(self._who) if reading is not None else None
        player = hand is not None and hand.fighter.kind is CharacterKind.PLAYER
        self.readings.clear()
        self.faces.clear()
        if reading is not None and hand is not None and look is not None:
            for each in self._ways(reading, look.place):
                text = without_mnemonic(self._reading_text(each))
                self.readings.addAction(text, partial(self._read_as, each.names[0]))
            number = int(look.place) if look.place.isdigit() else 0
            # If the place is not a number, the success has no die: it was bought, earned or lent by another fighter.
            own = 1 <= number <= len(hand.fighter.character.dice)
            # Each fighter may re-roll once in a round.
            if own and hand.throws and player and self._who not in now.rerolls:
                self._offer_faces(number, hand.dice[number - 1])
        said = now.allot.get(self._who, {})
        self.read_as.setVisible(not self.readings.isEmpty() and not locked)
        self.again.setVisible(not self.faces.isEmpty() and not locked)
        self.buy.setVisible(player and hand is not None and hand.is_thrown and BOUGHT not in said and not locked)
        self._price(reading, self.buy, ADDED_SUCCESS, _("Adds one success, which you can place"))
        self._price(reading, self.again, REROLL, _("The chosen die is re-rolled for a spiff, here or by hand"))
        self.back.setVisible(bool(said) and not locked)
        last = self._last[1] if self._last is not None else ""
        self.back.setEnabled((look is not None and look.place in said) or last in said)

    def _offer_faces(self, number: int, die: Die[Face]) -> None:
        """Offer to re-roll die `number` here, or to say which face a real die shows."""
        again = partial(self.reroll_requested.emit, self._who, number)
        self.faces.addAction(_("Re-roll die {n}").format(n=number), partial(again, 0))
        self.faces.addSeparator()
        for at, face in enumerate(die.faces, 1):
            shows = _("It shows {face}").format(face=face_name(self._document.rulebook, face))
            self.faces.addAction(without_mnemonic(shows), partial(again, at))

    def _price(self, reading: RoundReading | None, button: QPushButton, purchase: str, tip: str) -> None:
        """Enable a button if the fighter has enough spiffs, else show the price and the spiffs left (SPF-18)."""
        if reading is None or self._who not in reading.hands:
            return
        # Spiffs spent in this round are subtracted from the character's only when the round is closed.
        n, spent = price(self._document.rulebook, purchase), reading.spent.get(self._who, Spent())
        have = reading.hands[self._who].fighter.character.spiffs - spent.spiffs
        button.setEnabled(have >= n)
        why = sentence(reason("spiffs-too-few", "SPF-18", n=n, have=have))
        button.setToolTip(plain_tip(tip if have >= n else why))

    def _ways(self, reading: RoundReading, place: str) -> tuple[FaceReading, ...]:
        for chips in reading.chips.get(self._who, ()):
            for shown in chips.shown:
                if shown.place == place and shown.others:
                    ways = (shown.reading, *shown.others)
                    return tuple(sorted(ways, key=_gain, reverse=True))
        return ()

    def _reading_text(self, each: FaceReading) -> str:
        if each.commands:
            return command_words(each.commands)
        book, key = self._document.rulebook, each.names[0]
        name = icon_name(book, key) if book.has_icon(key) else key.replace("-", " ").capitalize()
        if not each.successes:
            return _("{name}: no success").format(name=name)
        words = ngettext("{name}: {n} success", "{name}: {n} successes", len(each.successes))
        return words.format(name=name, n=len(each.successes))

    # --- actions -----------------------------------------------------------------------------------------------------

    def put(self, word: str, whole: bool = False) -> None:
        """Use the chosen success as `word` says. With `whole`, use all open successes of its face.

        Then choose the next success.
        """
        look, reading = self.chosen, self._document.reading
        if look is None or look.chip is None or reading is None:
            self._notices.say(_("Choose a success first."))
            return
        edit = partial(roundedits.place, reading=reading, legal=self._legal, chip=look.chip, word=word, whole=whole)
        if self._apply(_("Allot a success"), edit):
            self._last = look.key
            self._choose_next()

    def _choose_next(self) -> None:
        looks = [chip.look for chip in self._shown]
        here = next((place for place, look in enumerate(looks) if look.key == self._chosen), 0)
        # Search after the chosen success first, so that repeated presses move in one direction.
        waiting = next((look for look in (*looks[here:], *looks[:here]) if look.waiting), None)
        self._choose(waiting)

    def _choose(self, look: ChipLook | None) -> None:
        """Choose a success. Choose none once all are placed, so that no key changes a success by accident."""
        self._chosen = look.key if look is not None else None
        self._light(self._document.reading)

    def walk(self, by: int) -> None:
        """Choose the next or the previous success."""
        shown = self._shown
        if shown:
            before = -1 if by > 0 else 0
            here = next((place for place, chip in enumerate(shown) if chip.look.key == self._chosen), before)
            chip = shown[(here + by) % len(shown)]
            self._choose(chip.look)
            chip.setFocus()

    def take_back(self) -> None:
        """Undo the use of the chosen die, or the last use if the chosen die has none."""
        said = self._document.fight.round.allot.get(self._who, {})
        look = self.chosen
        key = look.key if look is not None and look.place in said else self._last
        if key is not None and key[1] in said:
            # Choose that success, so that the next key gives it another use.
            self._chosen = key
            self._apply(_("Take back a use"), partial(roundedits.take_back, who=self._who, place=key[1]))

    def _read_as(self, name: str) -> None:
        if self.chosen is not None:
            place = self.chosen.place
            edit = partial(roundedits.read_as, who=self._who, place=place, name=name)
            self._apply(_("Read a face another way"), edit)

    def _buy(self) -> None:
        said = {**self._document.fight.round.allot.get(self._who, {}), BOUGHT: ()}
        self._apply(_("Buy a success"), partial(roster.choose, part="allot", key=self._who, value=said))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Resize the layer of arrows to cover the whole tab."""
        super().resizeEvent(event)
        self.arrows.setGeometry(self.rect())


def _gain(way: FaceReading) -> int:
    return len(way.successes)
