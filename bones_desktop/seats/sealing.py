"""The cryptography of a table at a broker: keys from the six words, sealed messages, signatures, names of topics.

Everything here is a pure function or a small value over PyNaCl (libsodium) and BLAKE2b.
"""

import json
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any, Final

from nacl.exceptions import CryptoError
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
_NUMBER: Final = 8
"""Bytes of the number of a frame."""
_STATE, _FRAME = b"bones-desktop 1 state\n", b"bones-desktop 1 frame\n"
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
        by = public or found["host"]
        signed = _STATE + at.encode() + b"\n" + content[SIGNATURE_BYTES:]
        return found if isinstance(found, dict) and verify(by, signed, content[:SIGNATURE_BYTES]) else None
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
        body = self._sent.to_bytes(_NUMBER) + bytes((kind,)) + data
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
        number = int.from_bytes(body[:_NUMBER])
        if number < self._received:
            return None
        # Only the other side can seal a frame. So one that it has not signed is a fault of that side.
        if number > self._received or len(body) <= _NUMBER or not verify(self.peer, self._signed(at, body), signature):
            raise GapError
        self._received += 1
        return body[_NUMBER], body[_NUMBER + 1 :]

    def _signed(self, at: str, body: bytes) -> bytes:
        return _FRAME + self._transcript + at.encode() + b"\n" + body
