"""Buying an icon on the Dice tab: the next die is there before it is begun, and its faces can be chosen."""

import pytest
from PySide6.QtCore import Qt

from bones_desktop.rules.bones.book.character import LedgerKind
from bones_desktop.rules.bones.making.improvement import award, finish
from tests.pages.builder.conftest import Bench
from tests.support.people import bob, ragnar
from tests.support.rulebooks import rulebook

TODAY = "2026-11-21"

pytestmark = pytest.mark.qt_log_ignore(r"does not support (raise|grabbing)", extend=True)


def finished(character, sessions):
    made = finish(rulebook(), character, TODAY)
    return award(made, sessions, "", TODAY) if sessions else made


def test_the_first_icon_of_the_next_die_is_bought_with_the_mouse(bench) -> None:
    here: Bench = bench(finished(ragnar(), 1))
    here.click_face(4, 3)
    here.click_icon("riposte")
    assert here.refused == []
    assert here.codes[4] == ["universal", "", "", "riposte", "", ""]
    here.click_face(4, 1)
    here.click_icon("physical")
    assert here.codes[4] == ["universal", "physical", "", "riposte", "", ""]
    character = here.document.character
    assert (character.sessions, [entry.kind for entry in character.ledger]) == (
        0, [LedgerKind.AWARD, LedgerKind.ICON, LedgerKind.ICON],
    )  # fmt: skip
    assert len(here.panel.dice.board.nets) == 5
    here.document.undo_stack.undo()
    here.document.undo_stack.undo()
    assert len(here.codes) == 4


def test_by_keys_alone(bench) -> None:
    here: Bench = bench(finished(ragnar(), 1))
    here.panel.dice.board.select(4, 2, focus=True)
    here.key(Qt.Key.Key_Return)
    here.panel.dice.board.focus_face()
    here.type("ripo")
    here.key(Qt.Key.Key_Return)
    assert here.codes[4][2] == "riposte"


def test_what_it_costs_is_said_when_it_is_not_earned(bench) -> None:
    here: Bench = bench(finished(ragnar(), 0))
    here.click_face(4, 2)
    here.click_icon("melee")
    assert [why.code for why in here.refused] == ["sessions-missing"]
    assert len(here.codes) == 4


def test_a_mastery_that_is_not_open_says_why(bench) -> None:
    here: Bench = bench(finished(bob(), 1))
    here.click_face(4, 2)
    here.click_icon("sage")
    assert [why.code for why in here.refused] == ["mastery-needs-dice"]


def test_faces_that_stand_are_changed_with_permission_only(bench) -> None:
    here: Bench = bench(finished(ragnar(), 0))
    here.click_face(0, 4)
    here.click_icon("riding")
    assert [why.code for why in here.refused] == ["finished-needs-permission"]
    here.panel.head.permission.click()
    here.click_icon("riding")
    assert here.codes[0][4] == "riding"
    assert here.document.character.ledger[-1].kind is LedgerKind.PERMISSION


def test_what_needs_permission_is_dim_and_says_so_before_it_is_picked(bench) -> None:
    here: Bench = bench(finished(ragnar(), 0))
    palette = here.panel.dice.palette_panel
    here.click_face(0, 4)
    icons = {icon.code: icon for icon in palette.model.rows}
    assert [code for code, icon in icons.items() if icon.allowed] == ["melee"], "only what stands there"
    assert "GM" in icons["riding"].why
    assert palette.hint.toolTip() == "Finished: changes with the GM's permission."
    assert not any(line.tone == "warn" for line in palette.why.notes.lines.rows)
    here.click_face(0, 0)
    assert "Universal" in palette.hint.toolTip()
    here.click_face(0, 4)
    here.panel.head.permission.click()
    assert palette.model.rows[palette.model.row_of("riding")].allowed
    assert "GM" not in palette.hint.toolTip()


def test_on_later_dice_what_is_not_earned_is_dim(bench) -> None:
    here: Bench = bench(finished(ragnar(), 0))
    palette = here.panel.dice.palette_panel
    here.click_face(4, 3)
    assert not any(icon.allowed for icon in palette.model.rows)
    assert "session" in palette.model.rows[palette.model.row_of("melee")].why
    here.document.apply("Award", lambda now: award(now, 1, "", TODAY))
    assert palette.model.rows[palette.model.row_of("melee")].allowed


def test_steps_are_named_by_what_is_bought_and_what_the_gm_permits(bench) -> None:
    here: Bench = bench(finished(ragnar(), 2))
    here.click_face(4, 3)
    here.click_icon("riposte")
    here.click_face(4, 1)
    here.click_icon("physical")
    here.click_face(4, 2)
    here.click_icon("craft")
    here.panel.head.permission.click()
    here.click_face(4, 2)
    here.click_icon("riding")
    here.panel.edits.clear(4, 2)
    stack = here.document.undo_stack
    assert [stack.text(place) for place in range(stack.count())] == [
        "Begin die 5 with Riposte",
        "Change a face",
        "Buy Craft",
        "Change a face (GM's permission)",
        "Empty a face (GM's permission)",
    ]
