"""The cryptography of a table at a broker: keys from the six words, sealed messages, signatures, handshakes, frames.

Everything here is a pure function or a small value over PyNaCl (libsodium) and BLAKE2b.
"""

import json
from collections.abc import Mapping
from hashlib import blake2b, sha256
from itertools import accumulate
from typing import Any, Final, NamedTuple

from nacl.bindings import crypto_scalarmult
from nacl.exceptions import CryptoError
from nacl.public import PrivateKey
from nacl.pwhash import argon2id
from nacl.secret import Aead
from nacl.signing import SigningKey, VerifyKey

from bones_desktop.rules.records import Record
from bones_desktop.seats.invitation import COUNT, Broker, joined_words, word_list
from bones_desktop.wording.language import _

KEY_BYTES: Final = 32
SIGNATURE_BYTES: Final = 64
SEAL_BYTES: Final = Aead.NONCE_SIZE + Aead.MACBYTES
"""Bytes by which a sealed message is longer than its content."""
NUMBER: Final = 8
"""Bytes of a number, of the id of a link and of a session."""
_OPENING: Final = SIGNATURE_BYTES, KEY_BYTES, KEY_BYTES
_ANSWER: Final = SIGNATURE_BYTES, KEY_BYTES, KEY_BYTES, NUMBER, 2 * NUMBER
"""Lengths of the parts of a handshake."""
_STATE, _FRAME, _OPEN, _ACCEPT = (f"bones-desktop 1 {each}\n".encode() for each in ("state", "frame", "open", "accept"))
"""What a signature is for. So no signature can be used for anything else."""
_SALT: Final = b"bones-desktop table\n"
_BITS: Final = 11
"""Bits that one word stands for."""


class SealError(Exception):
    """Raised for a message that was not sealed with this key for this topic, or was changed."""


class TableKeys(Record):
    """What everybody knows who knows the six words and the address of the broker."""

    door: bytes
    """Key of the messages that devices exchange before they have keys of their own."""
    id: str
    """16 hexadecimal digits that identify the table on this broker."""


def words_of(key: bytes) -> str:
    """Return the six words, joined by dashes, that follow from the key of a table."""
    number = int.from_bytes(derived(key, b"words"))
    words = word_list()
    return joined_words(words[number >> _BITS * place & len(words) - 1] for place in range(COUNT))


def table_keys(words: str, broker: Broker) -> TableKeys:
    """Return the keys of the table with these words, as `read_words` returns them.

    Takes half a second and 256 MiB, so that nobody can try many words. Other threads run meanwhile. Raise SealError
    with a sentence if the computer does not have the memory.
    """
    salt = blake2b(_SALT + broker.address.encode(), digest_size=argon2id.SALTBYTES).digest()
    try:
        key = argon2id.kdf(
            KEY_BYTES, words.encode(), salt, argon2id.OPSLIMIT_MODERATE, argon2id.MEMLIMIT_MODERATE
        )  # fmt: skip
    except (CryptoError, MemoryError) as error:
        raise SealError(_("This needs 256 MB of free memory. Close other programs and try again.")) from error
    return TableKeys(derived(key, b"door"), derived(key, b"id")[:8].hex())


class Identity:
    """A key pair that signs. It is the same whenever it is made from the same 32 bytes."""

    def __init__(self, seed: bytes) -> None:
        self._key = SigningKey(seed)
        self.public: str = bytes(self._key.verify_key).hex()
        """The public key as 64 hexadecimal digits."""

    def sign(self, data: bytes) -> bytes:
        """Return the signature of the data, 64 bytes."""
        return self._key.sign(data).signature


def verify(public: str, data: bytes, signature: bytes) -> bool:
    """Return whether the identity with this public key has signed the data."""
    try:
        VerifyKey(bytes.fromhex(public)).verify(data, signature)
    except (CryptoError, ValueError):
        return False
    return True


def host_identity(key: bytes) -> Identity:
    """Return the identity of the host of the table with this key."""
    return Identity(derived(key, b"host"))


def derived(key: bytes, purpose: bytes) -> bytes:
    """Return 32 bytes that follow from a key for one purpose, and tell nothing about the key or other purposes."""
    return blake2b(purpose, key=key, digest_size=KEY_BYTES).digest()


def seal(key: bytes, topic: str, data: bytes) -> bytes:
    """Return the data encrypted for one topic (XChaCha20-Poly1305): nonce, then the encrypted data."""
    return bytes(Aead(key).encrypt(data, topic.encode()))


def unseal(key: bytes, topic: str, data: bytes) -> bytes:
    """Return what was sealed. Raise SealError if it was sealed with another key or topic, or was changed."""
    if len(data) < SEAL_BYTES:
        raise SealError
    try:
        return Aead(key).decrypt(data, topic.encode())
    except CryptoError:
        raise SealError from None


def topic(key: bytes, *parts: str) -> str:
    """Return the name of a topic that tells nothing to anybody without the key."""
    named = b"".join(len(part).to_bytes(2) + part for part in (each.encode() for each in parts))
    return f"bones/1/{blake2b(named, key=key, digest_size=16).hexdigest()}"


def seal_json(key: bytes, at: str, identity: Identity, content: Mapping[str, Any]) -> bytes:
    """Return an object that is signed by an identity and sealed for a topic."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
    return seal(key, at, identity.sign(_STATE + at.encode() + b"\n" + text) + text)


def unseal_json(key: bytes, at: str, payload: bytes, public: str = "") -> dict[str, Any] | None:
    """Return what `seal_json` has sealed; None if it was not. Without `public`, its "host" must have signed it."""
    try:
        content = unseal(key, at, payload)
        found = json.loads(content[SIGNATURE_BYTES:])
        signed = _STATE + at.encode() + b"\n" + content[SIGNATURE_BYTES:]
        is_signed = verify(public or found["host"], signed, content[:SIGNATURE_BYTES])
        return found if is_signed and isinstance(found, dict) else None
    except (SealError, ValueError, RecursionError, LookupError, TypeError):
        return None


class GapError(Exception):
    """Raised when a frame of a link is missing, or is not made as it should be."""


class Channel:
    """One end of a link: makes the frames of this side, and reads those of the other side in their order."""

    def __init__(self, identity: Identity, peer: str, secret: bytes, transcript: bytes, *, is_host: bool) -> None:
        """`secret` is what both sides share, and `transcript` a hash of all that they said in the handshake."""
        keys = blake2b(transcript, key=secret, digest_size=2 * KEY_BYTES).digest()
        up, down = keys[:KEY_BYTES], keys[KEY_BYTES:]
        self._sending, self._receiving = (down, up) if is_host else (up, down)
        self._identity, self._transcript = identity, transcript
        self.peer = peer
        """Public key of the other side."""
        self._sent = self._received = 0

    def write(self, to: str, kind: int, data: bytes = b"") -> bytes:
        """Return the next frame, for a topic."""
        body = self._sent.to_bytes(NUMBER) + bytes((kind,)) + data
        self._sent += 1
        return seal(self._sending, to, self._identity.sign(self._signed(to, body)) + body)

    def read(self, at: str, payload: bytes) -> tuple[int, bytes] | None:
        """Return kind and data of a frame. Return None for one that is repeated or was not made by the other side.

        Raise GapError if a frame before it is missing.
        """
        try:
            content = unseal(self._receiving, at, payload)
        except SealError:
            return None
        signature, body = content[:SIGNATURE_BYTES], content[SIGNATURE_BYTES:]
        number = int.from_bytes(body[:NUMBER])
        if number < self._received:
            return None
        # Only the other side can seal a frame. So one that it has not signed is a fault of that side.
        if number > self._received or len(body) <= NUMBER or not verify(self.peer, self._signed(at, body), signature):
            raise GapError
        self._received += 1
        return body[NUMBER], body[NUMBER + 1 :]

    def _signed(self, at: str, body: bytes) -> bytes:
        return _FRAME + self._transcript + at.encode() + b"\n" + body


# --- handshake --------------------------------------------------------------------------------------------------------


class OpenRequest(NamedTuple):
    """What a seat says to begin a link. It is true only if `is_signed` says so."""

    signature: bytes
    seat: bytes
    """Public key of the seat."""
    ephemeral: bytes
    """Public key that the seat uses for this link alone."""


class Answer(NamedTuple):
    """What the host says to an opening."""

    channel: Channel
    link: bytes
    """Id of the link."""
    session: bytes
    """Session of the host, and its revision."""


def token_of(public: str) -> str:
    """Return the token of a seat with this public key, in the form in which the host knows tokens."""
    return sha256(bytes.fromhex(public)).hexdigest()


def write_opening(door: bytes, at: str, identity: Identity, own: PrivateKey) -> bytes:
    """Return the payload with which a seat begins a link. `own` is its key for this link alone."""
    ephemeral = bytes(own.public_key)
    signature = identity.sign(_OPEN + at.encode() + ephemeral)
    return seal(door, at, signature + bytes.fromhex(identity.public) + ephemeral)


def read_opening(door: bytes, at: str, payload: bytes) -> OpenRequest | None:
    """Return an opening, whose signature was not checked yet; None if the payload is none."""
    parts = _unsealed_parts(door, at, payload, _OPENING)
    return OpenRequest(*parts) if parts else None


def is_signed(opening: OpenRequest, at: str) -> bool:
    """Return whether the seat that an opening names has made it for this topic."""
    return verify(opening.seat.hex(), _OPEN + at.encode() + opening.ephemeral, opening.signature)


def write_answer(
    door: bytes, at: str, identity: Identity, opening: OpenRequest, link: bytes, session: bytes
) -> tuple[bytes, Channel] | None:
    """Return the payload with which a host answers, and its end of the link; None for an opening with a bad key."""
    own = PrivateKey.generate()
    secret = _shared(own, opening.ephemeral)
    if secret is None:
        return None
    public, mine = bytes.fromhex(identity.public), bytes(own.public_key)
    transcript = _transcript(door, opening.seat, opening.ephemeral, public, mine, link)
    signature = identity.sign(_ACCEPT + transcript + session)
    channel = Channel(identity, opening.seat.hex(), secret, transcript, is_host=True)
    return seal(door, at, signature + public + mine + link + session), channel


def read_answer(door: bytes, at: str, identity: Identity, own: PrivateKey, payload: bytes) -> Answer | None:
    """Return the answer of a host to the opening with the key `own`; None if the payload is none."""
    parts = _unsealed_parts(door, at, payload, _ANSWER)
    if not parts:
        return None
    signature, public, other, link, session = parts
    transcript = _transcript(door, bytes.fromhex(identity.public), bytes(own.public_key), public, other, link)
    secret = _shared(own, other)
    if secret is None or not verify(public.hex(), _ACCEPT + transcript + session, signature):
        return None
    return Answer(Channel(identity, public.hex(), secret, transcript, is_host=False), link, session)


def _unsealed_parts(door: bytes, at: str, payload: bytes, sizes: tuple[int, ...]) -> list[bytes]:
    """Return the parts of a sealed payload, which have fixed lengths; none if it is another one."""
    # Most of what strangers send has another length, which costs nothing.
    if len(payload) != SEAL_BYTES + sum(sizes):
        return []
    try:
        content = unseal(door, at, payload)
    except SealError:
        return []
    ends = list(accumulate(sizes))
    return [content[end - size : end] for size, end in zip(sizes, ends, strict=True)]


def _transcript(door: bytes, *parts: bytes) -> bytes:
    """Return a hash of everything that both sides say in a handshake. All parts have fixed lengths."""
    return blake2b(b"".join(parts), key=door, digest_size=KEY_BYTES).digest()


def _shared(own: PrivateKey, other: bytes) -> bytes | None:
    """Return the secret that two sides share; None if the other key is one whose secret everybody knows."""
    try:
        return crypto_scalarmult(bytes(own), other)
    except CryptoError:
        return None
