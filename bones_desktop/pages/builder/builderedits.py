"""Edits of the Build page, each a named undo step. Refusals are emitted as reasons."""

from collections.abc import Callable
from contextlib import suppress
from datetime import date
from functools import partial
from operator import methodcaller
from typing import Final, Literal

from PySide6.QtCore import QObject, Signal

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.pages.builder.offers import HUMAN, OWN
from bones_desktop.rules.bones.book.character import (
    STARTING_DICE,
    Character,
    CharacterDie,
    CharacterKind,
    LedgerKind,
    MakingMode,
)
from bones_desktop.rules.bones.book.characterdice import is_finished, sessions_behind
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.notation import short_name
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.making import edits, followers, improvement
from bones_desktop.rules.bones.making.creation import UNIVERSAL_FACE, origin_choices
from bones_desktop.rules.bones.making.edits import die_from
from bones_desktop.rules.bones.making.originchange import (
    FaceRefusedError,
    OriginChange,
    PastedDie,
    mode_change,
    origin_change,
    paste_change,
    race_change,
)
from bones_desktop.rules.reasons import RulesError
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.wording.language import _, ngettext

MOST_AT_ONCE: Final = 3
"""Largest number of times that a face shows its icon, as on printed dice (DICE-12)."""
BLOCK: Final = "block"
"""Start of a Choice's key, before the colon, if the choice is a whole stat block."""


def local_day() -> str:
    """Return today's local date in the form 2026-11-21."""
    return date.today().isoformat()


class BuilderEdits(QObject):
    """Asks the document for edits. Each method returns whether the edit was made. If not, `refused` is emitted."""

    refused = Signal(object)
    """Emitted with the Reason for which an edit was refused."""
    face_refused = Signal(int)
    """Emitted just before `refused`, with the face that prevented the pasting of a whole die."""

    def __init__(
        self, document: CharacterDocument, parent: QObject | None = None, *, today: Callable[[], str] = local_day
    ) -> None:
        """`today` returns the date, in the form 2026-11-21, for entries in the ledger of a finished character."""
        super().__init__(parent)
        self._document = document
        self._today = today
        self.permitted = False
        """True if the GM permits changing the faces of a finished character."""
        self.printed_only = False
        """True if templates and equipment of packs are hidden in choosers."""
        self.going_on = False
        """True if choosing an icon for an empty face selects the next empty one."""

    def pick(self, die: int, face: int, new: Face) -> bool:
        """Put an icon on a face. For non-player characters, picking the same icon again doubles it, then triples it."""
        character = self._document.character
        # A die that does not exist yet has no icon to double. Icons of player characters are never doubled.
        if die >= len(character.dice) or character.kind is CharacterKind.PLAYER:
            return self.put(die, face, new)
        return self.put(die, face, again(character.dice[die].faces[face], new))

    def put(self, die: int, face: int, new: Face, name: str = "") -> bool:
        """Put this face on a die. Finished player characters pay for the icon.

        `name` is the name of the undo step, instead of the default one.
        """
        edit = partial(improvement.place_icon, self._rulebook, die=die, face=face, new=new)
        return self._apply_to_dice(name or _("Change a face"), edit)

    def clear(self, die: int, face: int, name: str = "") -> bool:
        """Empty a face. `name` is the name of the undo step, instead of the default one."""
        return self._apply_to_dice(
            name or _("Empty a face"), partial(edits.clear_face, self._rulebook, die=die, face=face)
        )

    def paste_die(self, die: int, new: PastedDie, *, clear: bool = False) -> bool:
        """Replace a die's faces with those of `new`, and its template too if the die may have that template.

        Faces of other dice that no longer fit stay as conflicts; with `clear`, they are emptied in the same step.
        """
        name = _("Paste die {n}").format(n=die + 1)
        return self._change(name, partial(paste_change, self._rulebook, target=die, new=new), clear)

    def clear_conflicts(self) -> bool:
        """Empty every face that is not allowed in its place."""

        def cleared(now: Character, *, permitted: bool, today: str) -> Character:
            for die in range(len(now.dice)):
                now = edits.clear_conflicts(self._rulebook, now, die, permitted=permitted, today=today)
            return now

        return self._apply_to_dice(_("Empty wrong faces"), cleared)

    def set_template(self, die: int, choice: Choice, *, permitted: bool = False, clear: bool = False) -> bool:
        """Make a starting die from the chosen template. A name without a template is refused with its reason.

        `permitted` means that the GM permits this one choice. Faces that no longer fit stay as conflicts; with `clear`,
        they are emptied in the same step.
        """
        rulebook = self._rulebook
        # The chooser also lists names for which the rules give no template, to say why they cannot be chosen.
        if not choice.key:
            offers = origin_choices(rulebook, self._document.character, die, printed_only=self.printed_only)
            why = next((offer.reason for offer in offers if not offer.template_id and offer.name == choice.text), None)
            if why is not None:
                self.refused.emit(why)
            return False
        name = _("Choose {name}").format(name=choice.text)
        if permitted:
            name = _("{step} (GM's permission)").format(step=name)
        edit = partial(origin_change, rulebook, die=die, template=choice.key)
        return self._change(name, edit, clear, permitted=permitted)

    def set_race(self, choice: Choice, *, clear: bool = False) -> bool:
        """Change the race and its icon on face 2."""
        race = "" if choice.key == HUMAN else choice.key
        return self._change(_("Change the race"), partial(race_change, self._rulebook, race=race), clear)

    def set_mode(self, mode: MakingMode, *, clear: bool = False) -> bool:
        """Change how the player character is made: from templates, or with free faces (AMB-89)."""
        cold_iron, core = _("Switch to Cold Iron"), _("Switch to the core rules")
        name = cold_iron if mode is MakingMode.COLD_IRON else core
        return self._change(name, partial(mode_change, self._rulebook, mode=mode), clear)

    def sessions_for_a_die(self, choice: Choice) -> tuple[int, int]:
        """Return the sessions that an unfinished character must have played before to get one more die.

        The first number is for the new die alone, the second for the new die with all faces filled. A number is 0 if no
        sessions are needed. A new character has four dice (DICE-6).
        """
        character = self._document.character
        if character.kind is not CharacterKind.PLAYER or is_finished(character) or len(character.dice) < STARTING_DICE:
            return 0, 0
        added = self._new_die(choice) or CharacterDie()
        full = added.with_(faces=tuple(UNIVERSAL_FACE if face.is_unfilled else face for face in added.faces))
        least, whole = (
            sessions_behind(self._rulebook, (*character.dice, die), character.house_rules) for die in (added, full)
        )
        return least, whole

    def set_played_before(self, sessions: int) -> bool:
        """Set how many sessions the character has played before."""
        return self._apply(_("Has played before"), partial(edits.set_played_before, sessions=sessions))

    def add_die(self, choice: Choice, played_before: int = 0) -> bool:
        """Add a printed die or one with free faces to a character that has played at least `played_before` sessions."""
        die, permitted, today = self._new_die(choice), self.permitted, self._today()

        def added(now: Character) -> Character:
            grown = edits.add_die(self._rulebook, now, die, permitted=permitted, today=today)
            return edits.set_played_before(grown, played_before) if played_before > now.played_before else grown

        return self._apply(_("Add a die"), added)

    def _new_die(self, choice: Choice) -> CharacterDie | None:
        """Return the chosen printed die; None if the choice is a die with free faces."""
        if choice.key == OWN:
            return None
        printed = self._rulebook.die(choice.key)
        return CharacterDie(printed=printed.id, faces=printed.faces)

    def remove_die(self, die: int) -> bool:
        """Remove a die."""
        return self._apply_to_dice(_("Remove die {n}").format(n=die + 1), partial(edits.remove_die, die=die))

    def finish(self) -> bool:
        """Finish making the character."""
        edit = partial(improvement.finish, self._rulebook, today=self._today())
        return self._apply(_("Finish the character"), edit)

    def reopen(self) -> bool:
        """Undo finishing the character."""
        return self._apply(_("Unfinish"), partial(improvement.reopen, permitted=self.permitted))

    def restore(self) -> bool:
        """Restore the dice as created. Sessions spent on icons are returned."""
        edit = partial(improvement.restore, permitted=self.permitted, today=self._today())
        return self._apply(_("Back to the dice as created"), edit)

    def award(self, sessions: int, note: str) -> bool:
        """Add sessions of play, or subtract some."""
        n = abs(sessions)
        name = ngettext("Award one session", "Award {n} sessions", n)
        if sessions < 0:
            name = ngettext("Take back one session", "Take back {n} sessions", n)
        edit = partial(improvement.award, sessions=sessions, note=note, today=self._today())
        return self._apply(name.format(n=n), edit)

    def set_die_text(self, die: int, field: Literal["name", "note"], text: str) -> bool:
        """Change a die's own name or the note on it. Consecutive typing is one undo step."""
        name = _("Name a die") if field == "name" else _("Note on a die")
        edit = partial(edits.set_die_text, die=die, field=field, value=text)
        return self._apply(name, edit, f"text:die-{field}-{die}")

    def set_text(self, field: edits.TextField, text: str) -> bool:
        """Change a text of the sheet. Consecutive typing is one undo step."""
        names = {
            "name": _("Change the name"),
            "age": _("Change the age"),
            "race": _("Change the race"),
            "gender": _("Change the gender"),
            "description": _("Change the description"),
            "back_story": _("Write the back-story"),
            "finances": _("Change the finances"),
            "other_equipment": _("Change other equipment"),
            "notes": _("Write notes"),
        }
        return self._apply(names[field], partial(edits.set_text, field=field, value=text), f"text:{field}")

    def set_dice_colour(self, choice: Choice) -> bool:
        """Change the colour of the character's dice."""
        return self._apply(_("Change the dice colour"), methodcaller("with_", dice_colour=choice.key))

    def add_item(self, choice: Choice) -> bool:
        """Add an equipment die."""
        name = _("Add {name}").format(name=choice.text)
        return self._apply(name, partial(injuries.add_printed_item, self._rulebook, die=choice.key))

    def remove_item(self, place: int) -> bool:
        """Remove an equipment die."""
        return self._apply(_("Remove equipment"), partial(injuries.remove_item, place=place))

    def add_hindering(self, choice: Choice) -> bool:
        """Add a hindering die."""
        hindering = injuries.hindering_from(self._rulebook.die(choice.key))
        name = _("Add {name}").format(name=choice.text)
        return self._apply(name, partial(injuries.add_hindering, die=hindering))

    def remove_hindering(self, place: int) -> bool:
        """Remove a hindering die."""
        return self._apply(_("Remove a hindering die"), partial(injuries.remove_hindering, place=place))

    def set_portrait(self, portrait: str) -> bool:
        """Change the portrait, "" for none."""
        name = _("Change the portrait") if portrait else _("Remove the portrait")
        return self._apply(name, methodcaller("with_", portrait=portrait))

    def set_movement(self, move: float, flying: float | None) -> bool:
        """Change the character's movement and flying speed."""
        return self._apply(_("Change the movement"), partial(edits.set_movement, move=move, flying=flying))

    def add_theme(self) -> bool:
        """Add another theme of magic."""
        return self._apply(_("Add a theme of magic"), edits.add_theme)

    def remove_theme(self, theme: int) -> bool:
        """Remove a theme of magic."""
        return self._apply(_("Remove a theme of magic"), partial(edits.remove_theme, theme=theme))

    def set_theme_text(self, theme: int, field: edits.ThemeField, text: str) -> bool:
        """Describe a theme of magic. Consecutive typing is one undo step."""
        names = {
            "name": _("Name a theme of magic"),
            "effect": _("Write the effect of magic"),
            "limitations": _("Write the limitations of magic"),
        }
        edit = partial(edits.set_theme_text, theme=theme, field=field, value=text)
        return self._apply(names[field], edit, f"text:theme-{theme}-{field}")

    def set_follower_text(self, mastery: str, number: int, field: followers.FollowerField, text: str) -> bool:
        """Name or describe a follower. Consecutive typing is one undo step."""
        name = _("Name a follower") if field == "name" else _("Note on a follower")
        edit = partial(followers.set_follower_text, self._rulebook, mastery=mastery, number=number)
        return self._apply(name, partial(edit, field=field, value=text), f"text:follower-{mastery}-{number}-{field}")

    def add_follower_die(self, mastery: str, number: int, choice: Choice) -> bool:
        """Give a follower a printed die, or all dice of a printed beast or cast member."""
        kind, _colon, key = choice.key.rpartition(":")
        if kind == BLOCK:
            edit = partial(followers.add_follower_block, self._rulebook, block=key)
        else:
            edit = partial(followers.add_follower_dice, self._rulebook, dice=(die_from(self._rulebook.die(key)),))
        name = _("Add {name} to a follower").format(name=choice.text)
        return self._apply(name, partial(edit, mastery=mastery, number=number))

    def add_follower_dice(self, mastery: str, number: int, text: str) -> bool:
        """Give a follower the dice named in a text."""
        edit = partial(followers.add_follower_text, self._rulebook, mastery=mastery, number=number, text=text)
        return self._apply(_("Add dice to a follower"), edit)

    def remove_follower_die(self, mastery: str, number: int, die: int) -> bool:
        """Remove a die from a follower."""
        edit = partial(followers.remove_follower_die, self._rulebook, mastery=mastery, number=number, die=die)
        return self._apply(_("Remove a die of a follower"), edit)

    def remove_follower(self, mastery: str, number: int) -> bool:
        """Remove the notes on a follower."""
        return self._apply(_("Remove a follower"), partial(followers.remove_follower, mastery=mastery, number=number))

    @property
    def _rulebook(self) -> Rulebook:
        return self._document.rulebook

    def _apply_to_dice(self, name: str, edit: Callable[..., Character], *, permitted: bool = False) -> bool:
        """Apply an edit of dice. On a finished character the undo step is named after the new entry in the ledger.

        The edit is called with the character, the GM's permission, and the day for the ledger.
        """
        before = self._document.character
        edit = partial(edit, permitted=permitted or self.permitted, today=self._today())
        if is_finished(before):
            with suppress(RulesError):  # applying the edit below reports the reason
                name = self._grown_name(name, before, edit(before))
        return self._apply(name, edit)

    def _grown_name(self, name: str, before: Character, after: Character) -> str:
        # Name the step after the new entries only, which say what was bought.
        added = after.ledger[len(before.ledger) :]
        if not added:
            return name
        last = added[-1]
        icon = short_name(self._rulebook, last.after)
        if len(after.dice) > len(before.dice):
            name = _("Begin die {n} with {icon}").format(n=len(after.dice), icon=icon)
        elif last.kind is LedgerKind.ICON and last.sessions:
            name = _("Buy {icon}").format(icon=icon)
        if last.kind is LedgerKind.PERMISSION:
            return _("{step} (GM's permission)").format(step=name)
        return name

    def _change(self, name: str, change: Callable[..., OriginChange], clear: bool, *, permitted: bool = False) -> bool:
        def changed(now: Character, *, permitted: bool, today: str) -> Character:
            found = change(now, permitted=permitted, today=today)
            return found.cleared if clear else found.kept

        return self._apply_to_dice(name, changed, permitted=permitted)

    def _apply(self, name: str, edit: Callable[[Character], Character], merge: str = "") -> bool:
        try:
            self._document.apply(name, edit, merge)
        except RulesError as error:
            if isinstance(error, FaceRefusedError):
                self.face_refused.emit(error.face)
            self.refused.emit(error.reason)
            return False
        return True


def again(shown: Face, new: Face) -> Face:
    """Return the face after `new` was picked for it.

    Picking the icon that is already there doubles it, then triples it, then makes it single again.
    """
    if shown.icons != new.icons or new.is_blank:
        return new
    return Face(new.icons, shown.count % MOST_AT_ONCE + 1)
