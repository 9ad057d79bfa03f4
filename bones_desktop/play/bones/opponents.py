"""Opponents of a roll: a character with a file or a stat block, with the dice lost this evening."""

from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.typedtext import one_line
from bones_desktop.storage.files.characterfile import CharacterFileError
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.shelf.shelfentry import fighter_of, file_of
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.language import _


@dataclass(frozen=True, slots=True)
class Opponent:
    """Opponent in an opposed roll."""

    key: str
    """Key of the opponent in a request, such as "block:goblin"."""
    name: str
    character: Character


def owner_of(opponent: Opponent) -> str:
    """Return the id under which the log keeps acts for an opponent: the character's id, or the key without a file."""
    return opponent.character.id if file_of(opponent.key) is not None else opponent.key


class ChosenOpponent(QObject):
    """Opponent of the next roll, by the key in a request.

    Wounds of an opponent without a file are kept here until the evening ends.
    """

    changed = Signal()
    """Emitted when another opponent is chosen, or the chosen one changed."""

    def __init__(self, rulebook: Rulebook, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rulebook = rulebook
        # An id that no character has: until the roller is set, everybody may be an opponent.
        self._thrower = Character(id="0" * 32)
        self._key = ""
        self._opponent: Opponent | None = None
        self._trouble = ""
        self._seal = ""
        self._hurt: dict[str, Character] = {}
        """Wounded opponents without a file, by their keys."""

    @property
    def rulebook(self) -> Rulebook:
        """The rulebook with the stat blocks."""
        return self._rulebook

    @property
    def key(self) -> str:
        """Key of the chosen opponent; "" for a number of successes."""
        return self._key

    @property
    def opponent(self) -> Opponent | None:
        """The chosen opponent, as in the file or stat block; None for a number, and while it cannot be read."""
        return self._opponent

    @property
    def trouble(self) -> str:
        """The sentence that says why the chosen opponent cannot be read; "" if it can."""
        return self._trouble

    @property
    def is_struck(self) -> bool:
        """Whether lost dice of the chosen opponent stay out for the evening."""
        return self._opponent is not None and _is_hurt(self._hurt.get(self._key))

    def character_of(self, key: str) -> Character:
        """Return an opponent, chosen or not, with its wounds; errors as for `fighter_of`."""
        character = fighter_of(self._rulebook, key, self._thrower.house_rules).character
        hurt = self._hurt.get(key)
        if hurt is None:
            return character
        # Packs may change, and the stat block have fewer dice now.
        lost = tuple(each for each in hurt.lost if each.die < len(character.dice))
        return character.with_(lost=lost, excess_damage=hurt.excess_damage, done_acts=hurt.done_acts)

    def choose(self, key: str) -> None:
        """Choose another opponent; "" for a number of successes."""
        other, self._key = key != self._key, key
        self._read_anew(announce=other)

    def set_rulebook(self, rulebook: Rulebook) -> None:
        """Use the stat blocks of another rulebook."""
        self._rulebook = rulebook
        self.read_again()

    def set_thrower(self, character: Character) -> None:
        """Set the rolling character: it cannot be the opponent, and stat blocks follow its house rules."""
        before, self._thrower = self._thrower, character
        # Other changes of the character do not concern the opponent, and reading a file at each edit would be slow.
        if (before.id, before.house_rules) != (character.id, character.house_rules):
            self.read_again()

    def read_again(self) -> None:
        """Read the opponent again: the file may have changed."""
        self._read_anew()

    def set_wounds(self, key: str, hurt: Character) -> None:
        """Keep an opponent without a file as it is after losing dice, for the rest of the evening."""
        self._hurt[key] = hurt
        self.read_again()

    def give_back(self) -> None:
        """Give the chosen opponent all dice back."""
        self._hurt.pop(self._key, None)
        self.read_again()

    def begin_evening(self, seal: str) -> None:
        """Give all opponents their dice back, unless `seal` is the commitment of the current evening."""
        if seal != self._seal:
            self._seal = seal
            self._hurt = {}
            self.read_again()

    def _read_anew(self, *, announce: bool = False) -> None:
        before = (self._opponent, self._trouble)
        # Announced only when something differs: listeners ask for chances, which take time.
        self._opponent, self._trouble = self._read()
        if announce or before != (self._opponent, self._trouble):
            self.changed.emit()

    def _read(self) -> tuple[Opponent | None, str]:
        if not self._key:
            return None, ""
        try:
            character = self.character_of(self._key)
        except (CharacterFileError, FileProblem) as error:
            return None, file_sentence(error)
        except KeyError:
            return None, _("None of your packs has this opponent any more. Choose another.")
        name = one_line(character.name) or _("No name yet")
        if file_of(self._key) is not None and character.id == self._thrower.id:
            return None, _("{name} is the one who rolls. Choose another opponent.").format(name=name)
        return Opponent(self._key, name, character), ""


def _is_hurt(character: Character | None) -> bool:
    return character is not None and bool(character.lost or character.excess_damage)
