"""The Magic tab: uses of magic and the safe level, uses whose damage was not entered yet, maintained effects."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

from bones_desktop.document.bones.characterdocument import Change, CharacterDocument
from bones_desktop.pages.tracker.characterpanel import CharacterPanel
from bones_desktop.pages.tracker.magicwords import (
    beyond_words,
    counter_asked,
    effect_lines,
    keep_going_asked,
    next_use_words,
    overreach_asked,
    price_boxes,
    short_effect_name,
    standing_words,
)
from bones_desktop.rules.acts import Act, Answers, Value
from bones_desktop.rules.bones.book.character import Character, Sacrifice
from bones_desktop.rules.bones.injury import magic
from bones_desktop.rules.bones.life.acts import magic_acts
from bones_desktop.rules.reasons import reason
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.acts.actboard import ActBoard, ActRow, FormPlace, ThingCard
from bones_desktop.widgets.acts.actform import ActForm, AskedAct
from bones_desktop.widgets.acts.trackrow import BoxRow
from bones_desktop.widgets.boxes import STRETCH, fill, vbox
from bones_desktop.widgets.layouts import bring_into_view, least_height
from bones_desktop.widgets.lists.line import LineLook
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_gaps, set_sheet_property
from bones_desktop.widgets.text.labels import Card, ElidedLabel
from bones_desktop.wording.games.words import game_name
from bones_desktop.wording.language import _
from bones_desktop.wording.names import short_name
from bones_desktop.wording.reasons import sentence

WIDE: Final = 760
"""Width at 100 % text size, in pixels, above which the effects are next to the price."""
_EFFECTS: Final = LineLook(height=60, font=("serif", 16, True), right=("sans", 14, True), pad=(8, 6), wraps=True)


def has_magic(character: Character) -> bool:
    """Return whether the character has magic dice, uses of magic that still count, or maintained effects."""
    uses = character.recent_magic or character.magic_beyond or character.magic_unanswered
    return bool(magic.bears_magic(character) or uses or character.effects)


class MagicTab(CharacterPanel):
    """Shows the price of magic and the maintained effects of the open character. Every act is an undo step."""

    def __init__(
        self, document: CharacterDocument, theme: Theme, today: Callable[[], str], parent: QWidget | None = None
    ) -> None:
        super().__init__(document, theme, today, parent)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._tracked_anyway = ""
        """Id of a character without Magic whose magic is shown at the user's request."""
        self._price = Card(theme, self, edges=(20, 16, 20, 16), gap=12)
        self.headline = self._price.heading(size=28, wrap=True)
        self.standing = self._price.label(size=16, wrap=True)
        self.pips = BoxRow(theme, self._price, still=True)
        self.rule = self._price.label(beyond_words(), role="muted", wrap=True)
        self.acts = ActBoard(theme, self._price, framed=False)
        self.asking = ActForm(theme, self._price, refuse=self.refused.emit)
        self.asking.setProperty("kind", "well")
        self.asking.cancel.hide()
        self.asking.act.setProperty("kind", "danger")
        self.spared = push_button(self._price, _("A success was left"), self._spare)
        nothing = _("No magic is kept going. It lasts if something is sacrificed: a die, a thing of value, a life.")
        self.effects = ThingCard(theme, self, _EFFECTS, empty=nothing, least=3)
        self.place = FormPlace(theme, self, self.refused.emit, self.effects)
        self._none = Card(theme, self, edges=(20, 16, 20, 16), gap=12)
        self.no_magic = ElidedLabel(self._none, theme=theme, size=28, serif=True, bold=True)
        self.track = push_button(self._none, _("Track magic anyway"), self._track)
        self._lay_out()
        self.acts.chosen.connect(self._do)
        self.asking.requested.connect(self._take_damage)
        self.effects.requested.connect(self._do_to_effect)
        self.place.changed.connect(self.refresh)
        self.place.form.changed.connect(self._fit)
        self._fit()

    def keep_going(self, strength: int) -> None:
        """Open the form for maintaining an effect of this strength. Refuse a strength below one success (MAG-32)."""
        if strength < 1:
            self.refused.emit(reason("effect-needs-success", "MAG-32"))
            return
        self._tracked_anyway = self._document.character.id
        self.refresh()
        self._open("keep-going", {"strength": min(strength, magic.MOST_STRENGTH)})

    def refresh(self) -> None:
        """Show the current character."""
        character, rulebook = self._document.character, self._document.rulebook
        tracked = has_magic(character) or self._tracked_anyway == character.id
        self._none.setVisible(not tracked)
        self._tracked.setVisible(tracked)
        self.no_magic.set_full_text(
            _("{name} has no magic.").format(name=character.name)
            if character.name
            else _("This character has no magic.")
        )
        # A character without a Magic icon uses magic with the GM's permission.
        price = magic.magic_price(character, by_gm=not magic.bears_magic(character))
        self.headline.setText(next_use_words(price))
        set_sheet_property(self.headline, "tone", "warn" if price.penalty else "")
        self.standing.setText(standing_words(price))
        self.pips.show_boxes(f"{self.headline.text()}. {self.standing.text()}", price_boxes(price))
        self.acts.show_acts(self._rows())
        asks = bool(character.magic_unanswered)
        if asks:
            self.asking.show_act(overreach_asked(rulebook, character, self._today()))
        self.asking.setVisible(asks)
        self.spared.setVisible(asks)
        running = any(effect.rounds is not None for effect in character.effects)
        acts = {"release": _("Release"), "counter": _("Countered…")} if character.effects else {}
        adds = {"keep-going": _("Keep magic going…"), **({"rounds": _("A round passes")} if running else {})}
        lines = effect_lines(rulebook, character)
        self.effects.show_list(_("Magic kept going"), lines, acts, adds, "counter", self._why_not)
        self.place.refresh()
        self._fit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Pass the focus to the first action of the tab."""
        super().focusInEvent(event)
        if not self._none.isHidden():
            self.track.setFocus(event.reason())
        elif self.place.id:
            self.place.form.focus_first()
        else:
            self.acts.buttons["use-magic"].setFocus(event.reason())

    def _note(self, change: Change) -> None:
        if change.name == "":
            self.place.close()
            self.asking.fill({})

    def _rows(self) -> list[ActRow]:
        about = {
            "use-magic": (_("Used magic"), _("One roll for Magic is one use; in a fight each round is.")),
            "take-back-magic": (_("Take back"), _("The last use does not count.")),
            "four-hours": (_("Four hours pass"), _("Clears the recent uses; without rest, fatigue stays.")),
            "rest-magic": (
                _("Four hours of rest"),
                _("Four hours of doing nothing remove the fatigue of magic."),
            ),
        }
        rows = []
        for id, (name, said) in about.items():
            why = self._act(id).why_not_now(self._document.character)
            # While a form is open, the button of the form is the primary one.
            kind = "primary" if id == "use-magic" and not self.place.id else ""
            rows.append(ActRow(id, "", name, said, sentence(why) if why else "", kind))
        return rows

    def _act(self, id: str) -> Act[Character]:
        return next(each for each in magic_acts(self._document.character) if each.id == id)

    def _why_not(self, act: str, key: str) -> str:
        effect = Answers({"effect": key}).chosen("effect", self._document.character.effects)
        if act == "release" and effect is not None and effect.sacrifice is Sacrifice.BLOOD:
            return _("A life was given for this; it lasts until it is countered.")
        return ""

    def _track(self) -> None:
        self._tracked_anyway = self._document.character.id
        self.refresh()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _do(self, act: str) -> None:
        waiting = self._document.character.magic_unanswered
        self._apply(game_name("bones", "act", act), self._act(act).edit(Answers()))
        if self._document.character.magic_unanswered > waiting:
            bring_into_view(self.spared)

    def _take_damage(self, answers: Answers) -> None:
        act = overreach_asked(self._document.rulebook, self._document.character, self._today()).act
        name = _("Soak the damage of magic") if answers.yes("soaked") else _("Damage by magic")
        if self._apply(name, act.edit(answers)):
            self.asking.fill({})
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _spare(self) -> None:
        if self._apply(_("A success was left"), magic.answer_use):
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _do_to_effect(self, act: str, key: str) -> None:
        effects = self._document.character.effects
        match act:
            case "release":
                name = _("Release {name}").format(name=short_effect_name(effects[int(key) - 1]))
                self._apply(name, self._act(act).edit(Answers({"effect": key})))
            case "rounds":
                if self._apply(_("A round passes"), magic.rounds_pass):
                    for effect in effects:
                        if effect.rounds == 1:
                            self.message.emit(_("{name} is over.").format(name=short_effect_name(effect)))
            case "counter":
                self._open(act, {"effect": key, "successes": effects[int(key) - 1].strength + 1})
            case _:
                self._open(act, {"strength": 1})

    def _open(self, act: str, values: dict[str, Value]) -> None:
        asks, does = (self._countering, self._counter) if act == "counter" else (self._keeping, self._keep)
        self.place.open(act, asks, does, values)

    def _keeping(self) -> AskedAct[Character]:
        return keep_going_asked(self._document.rulebook, self._document.character)

    def _countering(self) -> AskedAct[Character]:
        return counter_asked(self._document.character, self._act("counter"))

    def _keep(self, answers: Answers) -> bool:
        called = short_name(answers.text("name")) or _("Magic kept going")
        return self._apply(_("Keep {name} going").format(name=called), self._keeping().act.edit(answers))

    def _counter(self, answers: Answers) -> bool:
        effect = answers.chosen("effect", self._document.character.effects)
        name = short_effect_name(effect) if effect is not None else ""
        return self._apply(_("{name} is countered").format(name=name), self._act("counter").edit(answers))

    def _lay_out(self) -> None:
        left, asked = Qt.AlignmentFlag.AlignLeft, vbox(None, self.asking, theme=self._theme, gap=8)
        asked.addWidget(self.spared, 0, left)
        column = self._price.column
        fill(column, self.headline, self.standing, self.pips, self.rule, self.acts, asked, STRETCH)
        words = _(
            "Magic needs a Magic icon on a die, chosen on the Build page. Magic allowed by an item or your GM "
            "can be tracked here as well."
        )
        fill(self._none.column, self.no_magic, self._none.label(words, 16, "muted", wrap=True))
        self._none.column.addWidget(self.track, 0, left)
        self._none.column.addStretch(1)
        self._tracked = QWidget(self)
        self._parts = QBoxLayout(QBoxLayout.Direction.LeftToRight, self._tracked)
        self._parts.setContentsMargins(0, 0, 0, 0)
        right = vbox(None, self.place.form, (self.effects, 1))
        set_gaps(self._theme, self._parts, right, gap=12)
        fill(self._parts, (self._price, 5), (right, 7))
        vbox(self, self._none, (self._tracked, 1), margins=0)

    def _fit(self) -> None:
        """Arrange the cards for the current width, and request the height their text needs."""
        wide = self.width() >= self._theme.px(WIDE)
        self._parts.setDirection(QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom)
        layout = self.layout()
        if layout is not None:
            self.setMinimumHeight(least_height(layout, self.width()))
