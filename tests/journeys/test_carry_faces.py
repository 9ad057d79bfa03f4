"""Faces dragged, copied and pasted with the pointer and keys of a real (virtual) screen."""

import shutil
from collections.abc import Callable
from pathlib import Path

RAGNAR = Path(__file__).parents[2] / "resources" / "games" / "bones" / "samples" / "ragnar.bones"


def test_faces_are_carried_by_the_pointer_of_the_display(
    send_off: Callable[..., list[dict[str, object]]], tmp_path: Path
) -> None:
    character = tmp_path / "ragnar.bones"
    shutil.copy(RAGNAR, character)
    seen = send_off("carry_faces", str(tmp_path / "data"), str(character))
    told = {name: value for each in seen for name, value in each.items()}
    assert told == {
        "dragged": True,
        "refused": "Gaul allows Craft, Riding or Outdoorsman here.",
        "copied": True,
        "given_up": True,
        "clipboard": "Universal, Physical, Outdoorsman, Craft, Melee, Defend",
        "pasted": True,
        "turned": True,
        "undone": True,
    }
