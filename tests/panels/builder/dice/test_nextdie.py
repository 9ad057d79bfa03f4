"""Buying an icon on the Dice tab: the next die is there before it is begun, and its faces can be chosen."""

import pytest
from PySide6.QtCore import Qt

from bones_desktop.rules.bones.character import LedgerKind
from bones_desktop.rules.bones.improvement import award, finish
from tests.panels.builder.conftest import Bench
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
    here.panel.edits.permitted = True
    here.click_icon("riding")
    assert here.codes[0][4] == "riding"
    assert here.document.character.ledger[-1].kind is LedgerKind.PERMISSION
