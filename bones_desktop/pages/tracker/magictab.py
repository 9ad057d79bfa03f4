"""The Magic tab: uses against the safe level, unanswered uses, and maintained effects."""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

from bones_desktop.document.bones.characterdocument import Change, CharacterDocument
from bones_desktop.document.document import UNDO_STEPS
from bones_desktop.pages.tracker.characterpanel import CharacterPanel
from bones_desktop.pages.tracker.effectboard import EffectBoard
from bones_desktop.pages.tracker.pricecard import (
    PriceCard,
    against_words,
    die_words,
    overreach_words,
    rounds_words,
    short_effect_name,
)
from bones_desktop.rules.acts import Answers, Parameter
from bones_desktop.rules.bones.book.character import Character, CharacterKind, Sacrifice
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.injury import blows, magic, spiffs
from bones_desktop.rules.bones.injury.magic import COINS_A_ROUND
from bones_desktop.rules.bones.life.acts import keep_going, sacrifice_of
from bones_desktop.rules.reasons import reason
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.acts.actfields import Field
from bones_desktop.widgets.acts.actform import ActForm, AskedAct
from bones_desktop.widgets.boxes import vbox
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.dice.diecard import look_in_play
from bones_desktop.widgets.layouts import bring_into_view, least_height
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_gaps, set_lengths
from bones_desktop.widgets.text.labels import Card, ElidedLabel, plain_label
from bones_desktop.wording.language import _
from bones_desktop.wording.names import short_name
from bones_desktop.wording.reasons import sentence
from bones_desktop.wording.table import spiff_count


@dataclass(frozen=True, slots=True)
class UnansweredUse:
    """A use of magic past the safe level. It is shown until the player answers it or takes it back."""

    number: int
    """Unique number of the use."""
    penalty: int
    recent: int
    """The use can be taken back only while the character has this number of recent uses; 0 once time has passed."""


Uses = tuple[UnansweredUse, ...]


class UnansweredUses:
    """The unanswered uses of magic of one character. Undo and redo restore the uses of the restored state."""

    def __init__(self) -> None:
        self._now: Uses = ()
        # As long as the undo history, because states beyond it cannot be restored.
        self._past: Final[deque[tuple[Character, Uses]]] = deque(maxlen=UNDO_STEPS + 1)
        self._dismissed: Final[set[int]] = set()
        self._coming: Uses | None = None
        self._number = 0

    @property
    def asked(self) -> Uses:
        """The unanswered uses, oldest first."""
        # Answered uses are left out here but kept in the history, so that undo does not ask about them again.
        return tuple(use for use in self._now if use.number not in self._dismissed)

    def clear(self) -> None:
        """Forget all uses, because another character is open."""
        self._now = ()
        self._past.clear()
        self._dismissed.clear()

    def dismiss(self, use: UnansweredUse) -> None:
        """Mark a use as answered permanently, without changing the character."""
        self._dismissed.add(use.number)

    def expect_use(self, before: Character, penalty: int) -> None:
        """Expect that the next change of `before` is a use to be answered."""
        self._number += 1
        self._coming = (*self.asked, UnansweredUse(self._number, penalty, before.recent_magic + 1))

    def expect_answer(self, use: UnansweredUse) -> None:
        """Expect that the next change answers a use. Undoing that change asks again."""
        self._coming = tuple(each for each in self.asked if each != use)

    def expect_take_back(self, before: Character) -> None:
        """Expect that the next change of `before` takes a use back."""
        self._coming = tuple(each for each in self.asked if each.recent != before.recent_magic)

    def expect_nothing(self) -> None:
        """Expect nothing: the change was refused or is done."""
        self._coming = None

    def follow(self, change: Change) -> None:
        """Update the uses after a change. Undo and redo restore the uses of that state."""
        # A note in the history does not change the character.
        if change.before is change.after:
            return
        if self._asked_at(change.before) is None:
            self._past.append((change.before, self._now))
        known = self._asked_at(change.after)
        if known is None:
            # A state that the history no longer has is older than every unanswered use.
            known = () if change.undone else tuple(_later(self._now if self._coming is None else self._coming, change))
            self._past.append((change.after, known))
        self._now = known
        self._coming = None

    def _asked_at(self, character: Character) -> Uses | None:
        # Undo and redo restore the same object. An object that is only equal is a different state.
        return next((uses for then, uses in reversed(self._past) if then is character), None)


def _later(uses: Uses, change: Change) -> Iterable[UnansweredUse]:
    for use in uses:
        yield replace(use, recent=0) if use.recent > change.after.recent_magic else use


WIDE: Final = 760
"""Width at 100 % text size, in pixels, above which the effects are next to the price."""
ROOMY: Final = 1_500
"""Width above which text and marks are larger, to be readable from a distance."""


def has_magic(character: Character) -> bool:
    """Return whether the character has magic: on the dice, recent uses or maintained effects."""
    return bool(magic.bears_magic(character) or character.recent_magic or character.magic_beyond or character.effects)


def next_price(character: Character) -> magic.MagicPrice:
    """Return the price of the next use of magic."""
    # Without a Magic icon, the character uses magic with the GM's permission.
    return magic.magic_price(character, by_gm=not magic.bears_magic(character))


class MagicTab(CharacterPanel):
    """Shows the price of magic and the maintained effects of the open character. Every act is an undo step."""

    def __init__(
        self, document: CharacterDocument, theme: Theme, today: Callable[[], str], parent: QWidget | None = None
    ) -> None:
        super().__init__(document, theme, today, parent)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._tracked_anyway = ""
        """Id of a character without Magic whose magic is shown at the user's request."""
        self._unanswered = UnansweredUses()
        self._roomy = False
        self.price = PriceCard(theme, self)
        self.board = EffectBoard(theme, self)
        self.form = ActForm(theme, self, refuse=self.refused.emit, framed=False)
        set_lengths(theme, self.form, most_width=960)
        self.no_magic = ElidedLabel(self, theme=theme, size=28, serif=True, bold=True)
        self._why_none = plain_label(
            self,
            _(
                "Magic needs a Magic icon on a die, chosen on the Build page. Magic allowed by an item or your GM "
                "can be tracked here as well."
            ),
            "muted",
            wrap=True,
            theme=theme,
            size=16,
        )
        self.track = push_button(self, _("Track magic anyway"), self._track)
        self.form.hide()
        self._empty = QWidget(self)
        self._tracked = QWidget(self)
        self._parts = self._lay_out()
        set_gaps(theme, self._parts, gap=12)
        self._connect()
        self._fit()

    def keep_going(self, strength: int) -> None:
        """Open the form for an effect of this strength. Less than one success is refused (MAG-32)."""
        if strength < 1:
            self.refused.emit(reason("effect-needs-success", "MAG-32"))
            return
        self._tracked_anyway = self._document.character.id
        self.refresh()
        self._show_form(min(strength, magic.MOST_STRENGTH))

    def refresh(self) -> None:
        """Show the current character."""
        character, rulebook = self._document.character, self._document.rulebook
        tracked = has_magic(character) or self._tracked_anyway == character.id
        self._empty.setVisible(not tracked)
        self._tracked.setVisible(tracked)
        self.no_magic.set_full_text(
            _("{name} has no magic.").format(name=character.name)
            if character.name
            else _("This character has no magic.")
        )
        self.price.show_price(next_price(character))
        self._show_overreach(rulebook, character)
        self.board.show_effects(rulebook, character)
        if not self.form.isHidden():
            self.form.show_act(keep_going_asked(rulebook, character))
        self._fit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Pass the focus to the first action of the tab."""
        super().focusInEvent(event)
        if not self._empty.isHidden():
            self.track.setFocus(event.reason())
        elif not self.form.isHidden():
            self.form.focus_first()
        else:
            self.price.use.setFocus(event.reason())

    def _note(self, change: Change) -> None:
        if change.name == "":
            self._unanswered.clear()
            self._open_form(False)
            self.price.overreach.begin_anew()
            self.board.begin_anew()
        else:
            self._unanswered.follow(change)

    def _track(self) -> None:
        self._tracked_anyway = self._document.character.id
        self.refresh()
        self.price.use.setFocus(Qt.FocusReason.OtherFocusReason)

    def _use(self) -> None:
        character = self._document.character
        price = next_price(character)
        by_gm = not magic.bears_magic(character)
        if price.penalty:
            # The use is registered first, because the panel reacts as soon as the change is made.
            self._unanswered.expect_use(character, price.penalty)
        made = self._apply(_("Use magic"), partial(magic.use_magic, by_gm=by_gm))
        self._unanswered.expect_nothing()
        if made and price.penalty:
            bring_into_view(self.price.overreach)

    def _take_back(self) -> None:
        self._unanswered.expect_take_back(self._document.character)
        self._apply(_("Take back a use of magic"), magic.take_back_use)
        self._unanswered.expect_nothing()

    def _show_overreach(self, rulebook: Rulebook, character: Character) -> None:
        asked = self._unanswered.asked
        if asked:
            soak = spiffs.price(rulebook, blows.SOAK)
            why_not = spiffs.why_not_spent(rulebook, character, blows.SOAK)
            self.price.overreach.show_damage(
                overreach_words(asked[0].penalty, len(asked) - 1),
                [(die, die_words(rulebook, character, die)) for die in character.available()],
                _("Soak it: {spiffs}").format(spiffs=spiff_count(soak))
                if character.kind is CharacterKind.PLAYER
                else "",
                "" if why_not is None else sentence(why_not),
            )
        self.price.overreach.setVisible(bool(asked))

    def _take_damage(self, die: int, soaked: bool) -> None:
        rulebook, today = self._document.rulebook, self._today()
        blow = blows.Blow(
            points=1,
            cause=_("magic past the safe level"),
            dice=(die,) if die >= 0 and not soaked else (),
            soaked=soaked,
            harm=blows.DamageKind.FATIGUE,
        )
        name = _("Soak the damage of magic") if soaked else _("Damage by magic")
        self._unanswered.expect_answer(self._unanswered.asked[0])
        self._apply(name, partial(blows.take_blow, rulebook, blow=blow, today=today))
        self._unanswered.expect_nothing()
        self.price.use.setFocus(Qt.FocusReason.OtherFocusReason)

    def _dismiss(self) -> None:
        self._unanswered.dismiss(self._unanswered.asked[0])
        self._show_overreach(self._document.rulebook, self._document.character)
        self.price.use.setFocus(Qt.FocusReason.OtherFocusReason)
        self._fit()

    def _release(self, effect: int) -> None:
        name = short_effect_name(self._document.character.effects[effect])
        self._apply(_("Release {name}").format(name=name), partial(magic.release, effect=effect))

    def _counter(self, effect: int, successes: int) -> None:
        name = short_effect_name(self._document.character.effects[effect])
        self._apply(
            _("{name} is countered").format(name=name), partial(magic.counter, effect=effect, successes=successes)
        )

    def _round(self) -> None:
        before = self._document.character.effects
        if self._apply(_("A round passes"), magic.rounds_pass):
            for effect in before:
                if effect.rounds == 1:
                    self.message.emit(_("{name} is over.").format(name=short_effect_name(effect)))

    def _show_form(self, strength: int) -> None:
        self._open_form(True)
        self.refresh()
        self.form.begin({"strength": strength})
        self._fit()
        bring_into_view(self.form.fields["name"])

    def _open_form(self, opened: bool) -> None:
        self.form.setVisible(opened)
        self.board.setVisible(not opened)
        self.price.set_main(not opened)

    def _show_list(self) -> None:
        self._open_form(False)
        self.board.focus_first()
        self._fit()

    def _keep(self, answers: Answers) -> None:
        document = self._document
        act = keep_going_asked(document.rulebook, document.character).act
        called = short_name(answers.text("name")) or _("Magic kept going")
        if self._apply(_("Keep {name} going").format(name=called), act.edit(answers)):
            self._show_list()

    def _connect(self) -> None:
        price, board, form = self.price, self.board, self.form
        price.use.clicked.connect(self._use)
        price.back.clicked.connect(self._take_back)
        price.hours.clicked.connect(partial(self._apply, _("Four hours pass"), magic.four_hours_pass))
        price.rest.clicked.connect(partial(self._apply, _("Four hours of rest"), magic.four_hours_rest))
        price.overreach.damage_requested.connect(self._take_damage)
        price.overreach.dismissed.connect(self._dismiss)
        board.release_requested.connect(self._release)
        board.counter_requested.connect(self._counter)
        board.round.clicked.connect(self._round)
        board.maintain.clicked.connect(partial(self._show_form, 1))
        form.requested.connect(self._keep)
        form.closed.connect(self._show_list)
        form.changed.connect(self._fit)

    def _lay_out(self) -> QBoxLayout:
        """Create the layout and return that of the two cards."""
        inside = vbox(self._empty, margins=0)
        card = Card(self._theme, self, edges=(20, 16, 20, 16), gap=12)
        for part in (self.no_magic, self._why_none):
            card.column.addWidget(part)
        card.column.addWidget(self.track, 0, Qt.AlignmentFlag.AlignLeft)
        inside.addWidget(card)
        inside.addStretch(1)
        parts = QBoxLayout(QBoxLayout.Direction.LeftToRight, self._tracked)
        parts.setContentsMargins(0, 0, 0, 0)
        parts.addWidget(self.price, 5)
        right = Card(self._theme, self, edges=(20, 16, 20, 16), gap=12)
        right.column.addWidget(self.board)
        right.column.addWidget(self.form)
        parts.addWidget(right, 7)
        vbox(self, self._empty, self._tracked, margins=0)
        return parts

    def _fit(self) -> None:
        """Arrange the cards for the current width, and request the height their text needs."""
        roomy = self.width() >= self._theme.px(ROOMY)
        if roomy != self._roomy:
            self._roomy = roomy
            for part in (self.price, self.board, self.form):
                part.set_roomy(roomy)
                part.restyle()
        wide = self.width() >= self._theme.px(WIDE)
        self._parts.setDirection(QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom)
        layout = self.layout()
        if layout is not None:
            self.setMinimumHeight(least_height(layout, self.width()))


def keep_going_asked(rulebook: Rulebook, character: Character) -> AskedAct[Character]:
    """Return the form for maintaining an effect."""
    words = _("Keep magic going")
    return AskedAct(
        keep_going(character),
        character,
        words,
        words,
        partial(_keeping_field, rulebook, character),
        preview=_keeping_preview,
        strong=(False, False),
    )


def _keeping_field(rulebook: Rulebook, character: Character, each: Parameter, _answers: Answers) -> Field:
    given = _("Given")
    match each.id:
        case "name":
            words = _("What the magic does")
            return Field(each, _("Effect"), words, hint=words)
        case "strength":
            name = _("Strength: the successes it was cast with, before Nulls")
            return Field(each, _("Strength"), name, _("The successes it was cast with, before Nulls"))
        case "kind":
            kinds = {
                Sacrifice.HEALTH: _("A die"),
                Sacrifice.VALUE: _("Something of value"),
                Sacrifice.BLOOD: _("A life"),
            }
            choices = tuple(Choice(key, kinds[Sacrifice(key)]) for key in each.choices)
            return Field(each, _("Sacrifice for it"), choices=choices, buttons=True, wide=True)
        case "die":
            dice = tuple((die, look_in_play(rulebook, character, die)) for die in each.dice)
            return Field(each, given, words="" if dice else _("There is no die left to give."), dice=dice)
        case "coins":
            return Field(each, _("Worth in coins"), _("What it is worth in coins"))
        case "thing":
            words = _("What is destroyed for it (optional)")
            return Field(each, given, words, hint=words)
    words = _("Whose life (optional)")
    return Field(each, given, words, hint=words)


def _keeping_preview(_after: Character, answers: Answers) -> Sequence[str]:
    """Return the strength of the effect and its duration."""
    against = _("{against} More than that in one roll for Magic undoes it.").format(
        against=against_words(answers.number("strength"))
    )
    match sacrifice_of(answers):
        case Sacrifice.VALUE:
            return against, rounds_words(*divmod(answers.number("coins"), COINS_A_ROUND))
        case Sacrifice.BLOOD:
            return against, _(
                "Someone with a mind and a soul dies for it. It lasts until it is countered; "
                "the life is spent even if the magic fails."
            )
    return against, _("The die is lost and does not heal until the effect ends; the loss cannot be absorbed or soaked.")
