"""House templates made in their window, once by the keys and once by the mouse."""

from collections.abc import Callable
from pathlib import Path

import pytest

from bones_desktop.rules.bones.book.icons import face
from bones_desktop.rules.bones.life.packs import Pack
from bones_desktop.storage.packfile import read_pack
from tests.support.packs import slots

Send = Callable[..., list[dict[str, object]]]


def sent(send_off: Send, module: str, data: Path) -> Pack:
    """Return the pack that a journey leaves behind."""
    assert send_off(module, str(data)) == [{"made": True}, {"deleted_and_back": True}]
    (path,) = (data / "data" / "packs").glob("*.json")
    return read_pack(path).pack


@pytest.mark.timeout(180)
@pytest.mark.parametrize("module", ["packs_by_keys", "packs_by_mouse"])
def test_a_pack_is_made(send_off: Send, tmp_path: Path, module: str) -> None:
    pack = sent(send_off, module, tmp_path)
    (raider,), (axe,), (troll,) = pack.templates, pack.equipment, pack.races
    assert raider.slots == slots("universal, physical/mental, melee, defend/sailor, any, any")
    assert raider.open_to_all
    assert axe.faces == tuple(face(code) for code in ("melee x2", *["blank"] * 5))
    assert (troll.letters, len(troll.readings)) == ("Tr", 1)
    assert pack.note == ("For our table" if module == "packs_by_keys" else "")
