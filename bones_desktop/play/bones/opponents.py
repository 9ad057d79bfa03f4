"""Who is thrown against: a character of a file or a stat block, with the dice he has lost this evening."""

from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.typedtext import one_line
from bones_desktop.storage.files.characterfile import CharacterFileError
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.shelf.fighters import fighter_of, file_of
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.language import _


@dataclass(frozen=True, slots=True)
class Opponent:
    """Somebody whose dice are thrown against the open character's."""

    key: str
    """What a request knows him by."""
    name: str
    character: Character


def owner_of(opponent: Opponent) -> str:
    """Return by which id acts are pending for an opponent: his own, or the key where he has no file."""
    return opponent.character.id if file_of(opponent.key) is not None else opponent.key


class ChosenOpponent(QObject):
    """The opponent of the next throw, by the key of a request.

    One without a file keeps his wounds here until the evening ends.
    """

    changed = Signal()
    """Another one is chosen, or the same one is otherwise now."""

    def __init__(self, rulebook: Rulebook, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rulebook = rulebook
        self._thrower = Character(id="0" * 32)
        self._key = ""
        self._opponent: Opponent | None = None
        self._trouble = ""
        self._seal = ""
        self._hurt: dict[str, Character] = {}
        """Opponents without a file that are hurt, by their keys."""

    @property
    def rulebook(self) -> Rulebook:
        """Where stat blocks are looked for."""
        return self._rulebook

    @property
    def key(self) -> str:
        """What a request knows the one chosen by; "" for a number of successes."""
        return self._key

    @property
    def opponent(self) -> Opponent | None:
        """The one chosen as his file or stat block has him; None for a number, and while he cannot be read."""
        return self._opponent

    @property
    def trouble(self) -> str:
        """Why the one chosen cannot be read, as a sentence; "" if he can."""
        return self._trouble

    @property
    def is_struck(self) -> bool:
        """Whether dice of the one chosen are left out for the evening."""
        return self._opponent is not None and _is_hurt(self._hurt.get(self._key))

    def character_of(self, key: str) -> Character:
        """Return an opponent, chosen or not, with his wounds; errors as `fighter_of`."""
        character = fighter_of(self._rulebook, key, self._thrower.house_rules).character
        hurt = self._hurt.get(key)
        if hurt is None:
            return character
        lost = tuple(each for each in hurt.lost if each.die < len(character.dice))  # other packs may give him fewer
        return character.with_(lost=lost, excess_damage=hurt.excess_damage, done_acts=hurt.done_acts)

    def choose(self, key: str) -> None:
        """Choose another one; "" for a number of successes."""
        other, self._key = key != self._key, key
        self._read_anew(announce=other)

    def set_rulebook(self, rulebook: Rulebook) -> None:
        """Look for stat blocks in another rulebook."""
        self._rulebook = rulebook
        self.read_again()

    def set_thrower(self, character: Character) -> None:
        """Take the one who throws: he is no opponent himself, and stat blocks follow his house rules."""
        before, self._thrower = self._thrower, character
        if (before.id, before.house_rules) != (character.id, character.house_rules):
            self.read_again()

    def read_again(self) -> None:
        """Read the opponent again: his file may have changed."""
        self._read_anew()

    def set_wounds(self, key: str, hurt: Character) -> None:
        """Leave out, for the rest of the evening, the dice that an opponent without a file has lost."""
        self._hurt[key] = hurt
        self.read_again()

    def give_back(self) -> None:
        """Give the one chosen all dice back."""
        self._hurt.pop(self._key, None)
        self.read_again()

    def begin_evening(self, seal: str) -> None:
        """Give everybody's dice back unless the evening is still the one that `seal` is the commitment of."""
        if seal != self._seal:
            self._seal = seal
            self._hurt = {}
            self.read_again()

    def _read_anew(self, *, announce: bool = False) -> None:
        before = (self._opponent, self._trouble)
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
            return None, _("This opponent is in none of your packs any more; choose another.")
        name = one_line(character.name) or _("No name yet")
        if file_of(self._key) is not None and character.id == self._thrower.id:
            return None, _("{name} is the one who throws; choose another opponent.").format(name=name)
        return Opponent(self._key, name, character), ""


def _is_hurt(character: Character | None) -> bool:
    return character is not None and bool(character.lost or character.excess_damage)
