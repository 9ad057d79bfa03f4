"""The item models of the pack window."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon

from bones_desktop.pages.packs.packacts import PackNode, PackTreeModel
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.rows import ROW_ROLE


@pytest.fixture
def tree(qapp):
    return PackTreeModel(Theme("iron"))


def pack(name, *entries, faults=0):
    children = tuple(PackNode(each, "Culture", name, f"{name}/{each}", faults=faults) for each in entries)
    return PackNode(name, "Pack", name, children=children)


def test_the_tree_is_a_sound_model(tree, qtmodeltester):
    tree.set_nodes([pack("a", "x", "y"), pack("b"), PackNode("bad.json", "Cannot be used")])
    qtmodeltester.check(tree)
    tree.set_nodes([])
    qtmodeltester.check(tree)


def test_entries_stand_below_their_pack(tree):
    tree.set_nodes([pack("a", "x", "y"), pack("b", "z")])
    top = tree.index(1, 0)
    assert tree.rowCount() == 2
    assert tree.rowCount(top) == 1
    child = tree.index(0, 0, top)
    assert child.data() == "z"
    assert child.parent() == top
    assert tree.index(0, 1, top).data() == "Culture"
    assert child.data(ROW_ROLE).entry == "b/z"
    assert tree.rowCount(child) == 0


def test_only_other_rows_reset_the_tree(tree, qtbot):
    tree.set_nodes([pack("a", "x")])
    with qtbot.assertNotEmitted(tree.modelReset), qtbot.waitSignal(tree.dataChanged):
        assert not tree.set_nodes([pack("a", "x", faults=2)])
    with qtbot.assertNotEmitted(tree.modelReset):
        assert not tree.set_nodes([pack("a", "x", faults=2)])
    with qtbot.waitSignal(tree.modelReset):
        assert tree.set_nodes([pack("a", "x", "y")])


def test_a_row_is_found_by_its_key(tree):
    tree.set_nodes([pack("a", "x"), pack("b", "y")])
    assert tree.find(("b", "b/y", "")).data() == "y"
    assert tree.find(("b", "", "")).data() == "b"
    assert not tree.find(("c", "", "")).isValid()


def test_what_is_to_mend_is_marked_and_said(tree):
    node = PackNode("x", "Culture", "a", "a/x", faults=1, fault_text="one problem")
    tree.set_nodes([PackNode("a", "Pack", "a", children=(node,))])
    child = tree.index(0, 0, tree.index(0, 0))
    assert child.data(Qt.ItemDataRole.DecorationRole) is not None
    assert child.data(Qt.ItemDataRole.AccessibleTextRole) == "x, Culture, one problem"
    assert tree.index(0, 0).data(Qt.ItemDataRole.DecorationRole) is None


def test_names_below_a_marked_pack_stand_in_line_and_a_chosen_sign_is_seen(tree):
    wrong = PackNode("x", "Culture", "a", "a/x", faults=1)
    sound = PackNode("y", "Culture", "a", "a/y")
    tree.set_nodes([PackNode("a", "Pack", "a", children=(wrong, sound), faults=1)])
    top = tree.index(0, 0)
    signs = [tree.index(row, 0, top).data(Qt.ItemDataRole.DecorationRole) for row in (0, 1)]
    marked, free = (sign.pixmap(16, 16).toImage() for sign in signs)
    assert marked.size() == free.size()
    assert all(free.pixelColor(x, y).alpha() == 0 for x in range(free.width()) for y in range(free.height()))
    assert signs[0].pixmap(16, 16, QIcon.Mode.Selected).toImage() != marked
