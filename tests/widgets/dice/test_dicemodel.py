from dataclasses import replace

import pytest
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from pytestqt.modeltest import ModelTester

from bones_desktop.widgets.dice.dicemodel import DiceModel, DiceRole, carried_die, carried_face
from bones_desktop.widgets.dice.dienet import NetLook
from bones_desktop.widgets.dice.facelook import FaceLook


def net(number: int, *codes: str, title: str = "Gaul") -> NetLook:
    codes = codes or ("universal", "physical", "melee", "defend", "riding", "")
    faces = tuple(
        FaceLook(code=code, label=code.title(), name=f"die {number}, face {face}", tip=f"why <{face}>" if code else "")
        for face, code in enumerate(codes, 1)
    )
    return NetLook(number, title, faces, note="one to choose", name=f"Die {number}, {title}")


def with_face(look: NetLook, face: int, code: str) -> NetLook:
    shown = replace(look.faces[face], code=code, label=code.title())
    return replace(look, faces=(*look.faces[:face], shown, *look.faces[face + 1 :]))


@pytest.fixture
def model(qtmodeltester: ModelTester) -> DiceModel:
    """Return three dice, watched by the model test through all that is done to them."""
    made = DiceModel(looks=[net(1), net(2, title="Hunter"), net(3, title="Armsman")])
    qtmodeltester.check(made)
    return made


def told(model: DiceModel) -> list[tuple[int, int | None]]:
    """Return a list that fills with die and face of every change told."""
    found: list[tuple[int, int | None]] = []

    def changed(first: QModelIndex, last: QModelIndex) -> None:
        assert first == last
        die = model.parent(first)
        found.append((die.row(), first.row()) if die.isValid() else (first.row(), None))

    model.dataChanged.connect(changed)
    return found


def test_dice_are_rows_and_faces_are_below_them(model: DiceModel) -> None:
    assert model.rowCount() == 3
    assert [model.rowCount(model.die_index(die)) for die in range(3)] == [6, 6, 6]
    face = model.face_index(1, 4)
    assert model.parent(face) == model.die_index(1)
    assert model.rowCount(face) == 0
    assert not model.face_index(1, 6).isValid()
    assert not model.die_index(3).isValid()


def test_each_role_says_what_it_should(model: DiceModel) -> None:
    die, face = model.die_index(1), model.face_index(1, 4)
    assert die.data() == "Hunter"
    assert die.data(Qt.ItemDataRole.AccessibleTextRole) == "Die 2, Hunter"
    assert die.data(Qt.ItemDataRole.ToolTipRole) == "one to choose"
    assert die.data(DiceRole.NET) == model.looks[1]
    assert face.data() == "Riding"
    assert face.data(Qt.ItemDataRole.AccessibleTextRole) == "die 2, face 5"
    assert face.data(Qt.ItemDataRole.ToolTipRole) == "<qt>why &lt;5&gt;</qt>"
    assert face.data(DiceRole.FACE) == model.looks[1].faces[4]
    assert face.data(Qt.ItemDataRole.DecorationRole) is None


def test_one_edit_tells_of_one_face(model: DiceModel) -> None:
    changes = told(model)
    model.set_looks([model.looks[0], with_face(model.looks[1], 5, "craft"), model.looks[2]])
    assert changes == [(1, 5)]
    model.set_looks([replace(model.looks[0], note="lost"), *model.looks[1:]])
    assert changes == [(1, 5), (0, None)]
    model.set_looks(model.looks)
    assert len(changes) == 2


@pytest.mark.parametrize("gone", [0, 1, 2])
def test_a_die_that_goes_takes_its_own_row_along(model: DiceModel, gone: int) -> None:
    kept = [QPersistentModelIndex(model.face_index(die, 3)) for die in range(3)]
    rows: list[tuple[int, int]] = []
    model.rowsRemoved.connect(lambda _parent, first, last: rows.append((first, last)))
    model.set_looks([look for die, look in enumerate(model.looks) if die != gone])
    assert rows == [(gone, gone)]
    assert [index.isValid() for index in kept] == [die != gone for die in range(3)]
    later = [QModelIndex(index) for index in kept if index.isValid()]
    assert [model.parent(index).row() for index in later] == [0, 1]


def test_new_dice_come_where_they_are(model: DiceModel) -> None:
    last = QPersistentModelIndex(model.face_index(2, 1))
    rows: list[tuple[int, int]] = []
    model.rowsInserted.connect(lambda _parent, first, last: rows.append((first, last)))
    new = net(2, *["magic"] * 6, title="New")
    model.set_looks([model.looks[0], new, *model.looks[1:]])
    assert rows == [(1, 1)]
    assert model.parent(QModelIndex(last)).row() == 3
    model.set_looks([])
    assert model.rowCount() == 0
    model.set_looks([net(1)])
    assert model.face_index(0, 2).data() == "Melee"


def test_a_face_is_dragged_and_a_die_is_copied(model: DiceModel) -> None:
    drag = Qt.ItemFlag.ItemIsDragEnabled
    assert model.face_index(0, 2).flags() & drag
    assert not model.face_index(0, 5).flags() & drag
    assert not model.die_index(0).flags() & drag
    mime = model.mimeData([model.face_index(0, 2)])
    assert mime is not None
    assert (carried_face(mime), mime.text()) == ("melee", "Melee")
    assert model.mimeData([model.face_index(0, 5)]) is None
    assert model.mimeData([]) is None
    mime = model.mimeData([model.die_index(0)])
    assert mime is not None
    die = carried_die(mime)
    assert die is not None
    assert die.faces == ("universal", "physical", "melee", "defend", "riding", "")
    assert carried_face(mime) is None
    assert mime.text() == "Universal, Physical, Melee, Defend, Riding, Unfilled"
    assert set(mime.formats()) <= set(model.mimeTypes())
