"""Dice that can be checked afterwards: one sealed seed gives all draws of an evening (a run of rolls).

The commitment to the seed is shown before the first roll, and the seed itself afterwards. Then anyone can repeat the
draws with `RECIPE`. The recipe must never change, because the evenings of past years are checked with it.
"""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from hmac import digest
from itertools import count, islice
from typing import Final, NamedTuple, TypeVar

from bones_desktop.rules.dice import Die, Throw

FaceT = TypeVar("FaceT")

RECIPE: Final = (
    'The commitment is SHA-256 of "bones-desktop evening", a line feed and the 32 bytes of the seed, in hexadecimal.',
    'The label of a draw is "throw", its number, and for each die its key, ":" and number of faces, joined by "|".',
    'It is UTF-8; "%", "|" and ":" in a key are written "%25", "%7C" and "%3A". Example: throw|7|die 1:6|challenge 1:6',
    'The bytes of the draw are HMAC-SHA256(key = seed, message = label + "|" + block) for block 0, 1, 2 and so on.',
    "Each die takes the next byte until one is below 256 - 256 % faces, which is 252 for six faces.",
    "Its face, counted from 0, is the remainder of that byte by the number of faces.",
    "A die of more than 256 faces takes k bytes at once, high byte first, until they are below 256^k - 256^k % faces.",
    "There k is the fewest bytes that can count its faces. A die thrown again is a draw of that die alone.",
)
"""Instructions for repeating a draw without this program."""
CHAIN_RECIPE: Final = (
    "Where players added words, the draws follow from a key in place of the seed.",
    'It is HMAC-SHA256(key = seed, message = "words", a line feed, and each of the words with a line feed behind it).',
    'Head 0 is SHA-256 of "bones-desktop chain", the commitment and all words, each with a line feed behind it.',
    "Head n is SHA-256 of head n - 1, the label of draw n, and its faces counted from 0 with commas between.",
    "Line feeds stand between those three. Heads are in hexadecimal.",
    "Words that were added later are a pair: the number of the first draw that depends on them, and the words.",
    "From that draw on, the key is made of them too, in the order of the list.",
    'Its head takes SHA-256 of head n - 1, "words" and the new words, each with a line feed behind it, as head n - 1.',
    "Who has noted a head can tell whether a draw before it was changed; icons, names and texts are in none.",
)
"""Instructions for the players' words and the chain of an evening's draws; both were added later than `RECIPE`."""
LEAST_HEAD: Final = 12
"""Minimum number of characters of a head to search for; so many cannot match changed draws by chance."""
SEED_SIZE: Final = 32
"""Number of bytes of a seed."""
MOST_WORDS: Final = 60
"""Maximum number of texts that the players may add to an evening: one for each seat of a full table, and more."""
LONGEST_WORDS: Final = 200
"""Maximum length of a player's text, in characters."""
_MOST_FACES: Final = 10_000
"""Maximum number of faces of a die, far more than any die has; a damaged log may contain a larger number."""
COMMITMENT_TAG: Final = b"bones-desktop evening\n"
_ESCAPES: Final = {"%": "%25", "|": "%7C", ":": "%3A"}


class AddedWords(NamedTuple):
    """A player's words, and the number of the first draw that depends on them."""

    text: str
    draw: int = 1


def words_json(words: Iterable[AddedWords]) -> list[str | tuple[int, str]]:
    """Return words as JSON has them: a text, or a pair with the number of the draw if they were added later."""
    return [each.text if each.draw == 1 else (each.draw, each.text) for each in words]


def words_of(given: Iterable[object]) -> tuple[AddedWords, ...]:
    """Return words from JSON. Raise TypeError if they are not in the form of `words_json`."""
    found: list[AddedWords] = []
    for each in given:
        pair = [1, each] if isinstance(each, str) else each
        match pair:
            case [int(draw), str(text)] if draw > 0 and draw is not True:
                found.append(AddedWords(text, draw))
            case _:
                raise TypeError("no words")
    return tuple(found)


def words_for(words: Iterable[AddedWords], draw: int, after: int = 0) -> tuple[str, ...]:
    """Return the texts that a draw depends on, without those that draw `after` depends on too."""
    return tuple(each.text for each in words if after < each.draw <= draw)


def commitment(seed: bytes) -> str:
    """Return the commitment that may be shown before the seed. Raise ValueError unless the seed has 32 bytes."""
    if len(seed) != SEED_SIZE:
        raise ValueError(f"a seed has {SEED_SIZE} bytes, not {len(seed)}")
    return sha256(COMMITMENT_TAG + seed).hexdigest()


def fitting_words(text: str) -> str:
    """Return a player's words ready to be sealed: on one line, without invisible signs, cut off if too long."""
    return "".join(sign for sign in " ".join(text.split()) if sign.isprintable())[:LONGEST_WORDS].strip()


def evening_key(seed: bytes, words: Sequence[str]) -> bytes:
    """Return the key of a draw: the seed of its evening, mixed with the words that the draw depends on."""
    if not words:
        return seed
    return digest(seed, f"words\n{_lines(words)}".encode(), "sha256")


def chain_start(sealed: str, words: Sequence[str]) -> str:
    """Return the head of the chain before the first draw. `words` are those that the first draw depends on."""
    return sha256(f"bones-desktop chain\n{sealed}\n{_lines(words)}".encode()).hexdigest()


def chain_next(head: str, label: bytes, indices: Sequence[int], words: Sequence[str] = ()) -> str:
    """Return the head of the chain after a draw, which differs if an earlier draw is changed, omitted or added.

    `words` are those that were added since the draw before; the first draw has none, because they are in its start.
    """
    if words:
        head = sha256(f"{head}\nwords\n{_lines(words)}".encode()).hexdigest()
    faces = ",".join(map(str, indices)).encode()
    return sha256(b"\n".join((head.encode(), label, faces))).hexdigest()


def _lines(words: Sequence[str]) -> str:
    return "".join(f"{each}\n" for each in words)


def sealed_numbers(seed: bytes, label: bytes, sizes: Iterable[int]) -> tuple[int, ...]:
    """Return one number below each size, all numbers equally likely, from the stream of bytes of a label.

    The result is the same on every system and Python version. Raise ValueError unless the seed has 32 bytes and every
    size is above 0.
    """
    if len(seed) != SEED_SIZE:
        raise ValueError(f"a seed has {SEED_SIZE} bytes, not {len(seed)}")
    stream = _stream(seed, label)
    return tuple(_below(size, stream) for size in sizes)


def _stream(seed: bytes, label: bytes) -> Iterator[int]:
    """Yield bytes for a draw without end."""
    for block in count():
        yield from digest(seed, b"%b|%d" % (label, block), "sha256")


def _below(size: int, stream: Iterator[int]) -> int:
    """Return a number below `size`. Values that would make some numbers likelier are rejected and drawn again."""
    if size < 1:
        raise ValueError("a die has a face")
    width = 1 if size <= 256 else ((size - 1).bit_length() + 7) // 8
    kept = 256**width - 256**width % size
    while True:
        number = int.from_bytes(islice(stream, width), "big")
        if number < kept:
            return number % size


def draw_label(number: int, dice: Sequence[tuple[str, int]]) -> bytes:
    """Return the label of a draw, which no other draw has: its number, and each die's key and number of faces."""
    parts = ["throw", str(number), *(f"{_escaped(key)}:{faces}" for key, faces in dice)]
    return "|".join(parts).encode("utf-8", "ignore")


def throw_label(number: int, dice: Sequence[Die[FaceT]]) -> bytes:
    """Return the label of a draw of these dice; a draw of other dice or with another number has another label."""
    return draw_label(number, [(die.key, len(die.faces)) for die in dice])


def sealed_throw(seed: bytes, number: int, dice: Sequence[Die[FaceT]]) -> Throw[FaceT]:
    """Return the roll of these dice in draw `number` from the seed."""
    return Throw(tuple(dice), sealed_numbers(seed, throw_label(number, dice), (len(die.faces) for die in dice)))


def sealed_indices(seed: bytes, number: int, dice: Sequence[tuple[str, int]]) -> tuple[int, ...]:
    """Return the index of the face of each die of a draw, from 0; only the keys and sizes of the dice are needed."""
    return sealed_numbers(seed, draw_label(number, dice), (faces for _key, faces in dice))


def labelled_indices(key: bytes, label: bytes) -> tuple[int, ...] | None:
    """Return the indexes of the faces of the draw with this label; None if `draw_label` makes no such label."""
    try:
        sides = [int(part.rpartition(b":")[2]) for part in label.split(b"|")[2:]]
    except ValueError:
        return None
    if not all(1 <= each <= _MOST_FACES for each in sides):
        return None
    return sealed_numbers(key, label, sides)


def _escaped(key: str) -> str:
    return "".join(_ESCAPES.get(sign, sign) for sign in key) if any(sign in key for sign in _ESCAPES) else key
