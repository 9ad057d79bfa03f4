"""The dialog that makes a character from text, used with mouse and keys."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt
from PySide6.QtGui import QHelpEvent, QTextCharFormat, QTextCursor, QTextOption
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip

from bones_desktop.pages.shelf.pastedialog import AT_ONCE, PasteDialog
from bones_desktop.rules.bones.book.character import Character, CharacterKind, MagicTheme
from bones_desktop.rules.bones.making.edits import block_of
from bones_desktop.rules.bones.text.statblock import MOST_TEXT
from bones_desktop.storage.files.characterfile import dump_character, parse_character
from bones_desktop.storage.files.sharedtext import shared_text
from bones_desktop.theme.theme import Theme
from tests.support.people import bob, ragnar
from tests.support.rulebooks import rulebook

TEXT = (
    "Player 😀: Swordmaster - 6D:** d1 through d2- Fighter, d3 through d4- Killr, d5- Universal Success, Physcal, "
    "Melee (Riposte), Defend (Turtle), Maneuver, Social, d6- Universal success, Physical success, Melee (Two Weapon), "
    "Defend (Turtle), Social, Maneuver; Buckler (he is mean)"
)


class Desk:
    """A shown dialog and what it made."""

    def __init__(self, qtbot, text: str = "", name: str = "", size: int = 100) -> None:
        self.dialog = PasteDialog(Theme("iron", size), rulebook(), text, name)
        self.made: list[Character] = []
        self.dialog.made.connect(self.made.append)
        self.dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        qtbot.addWidget(self.dialog)
        with qtbot.waitExposed(self.dialog):
            self.dialog.show()

    def marked(self) -> list[str]:
        wave = QTextCharFormat.UnderlineStyle.WaveUnderline
        selections = self.dialog.field.extraSelections()
        assert all(each.format.underlineStyle() is wave for each in selections)
        return [each.cursor.selectedText() for each in selections]

    def titles(self) -> list[str]:
        return [net._look.title for net in self.dialog.board.nets]

    def choose(self, kind: CharacterKind) -> None:
        choice = next(row for row in self.dialog.kind.model.rows if row.key == kind)
        self.dialog.kind.activated.emit(choice)


@pytest.fixture
def desk(qtbot):
    made = []  # a dialog without a window would be deleted with its last reference

    def make(*args, **kwargs):
        made.append(Desk(qtbot, *args, **kwargs))
        return made[-1]

    return make


def test_what_is_not_understood_is_marked_where_it_stands(desk):
    made = desk(TEXT)
    assert made.marked() == ["Player 😀", "Killr", "Physcal", "(he is mean)"]
    assert [gap.text for gap in made.dialog.gaps.view.lines.rows] == made.marked()
    assert "Perhaps you meant Killer" in made.dialog.gaps.view.lines.rows[1].second
    assert made.titles()[:2] == ["Fighter", "Fighter"]
    assert len(made.titles()) == 4
    assert "6" in made.dialog.said.text()
    assert "Buckler" in made.dialog.said.text()


def test_suggestions_are_written_with_the_mouse_until_all_is_understood(qtbot, desk):
    made = desk(TEXT)
    for left in (3, 2):
        qtbot.mouseClick(made.dialog.gaps.replace, Qt.MouseButton.LeftButton)
        assert len(made.marked()) == left
    assert made.titles() == ["Fighter", "Fighter", "Killer", "Killer", "Die 5", "Die 6"]
    assert not made.dialog.gaps.replace.isEnabled()
    made.dialog.field.undo()
    assert "Physcal" in made.marked()


def test_a_gap_is_gone_to_with_the_keys(qtbot, desk):
    made = desk(TEXT)
    view = made.dialog.gaps.view
    view.setFocus()
    view.setCurrentIndex(made.dialog.gaps.view.lines.index(2))
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert made.dialog.field.textCursor().selectedText() == "Physcal"
    assert made.dialog.isVisible()
    qtbot.keyClicks(made.dialog.field, "Physical")
    assert made.marked() == ["Player 😀", "Killr", "(he is mean)"]


def test_the_pointer_is_told_why(desk):
    made = desk(TEXT)
    field = made.dialog.field
    cursor = QTextCursor(field.document())
    cursor.setPosition(field.toPlainText().encode("utf-16-le").index("Killr".encode("utf-16-le")) // 2 + 2)
    at = field.cursorRect(cursor).center()
    QApplication.sendEvent(field.viewport(), QHelpEvent(QHelpEvent.Type.ToolTip, at, field.viewport().mapToGlobal(at)))
    assert "Killer" in QToolTip.text()
    at = QPoint(field.viewport().width() - 2, field.viewport().height() - 2)
    QApplication.sendEvent(field.viewport(), QHelpEvent(QHelpEvent.Type.ToolTip, at, field.viewport().mapToGlobal(at)))
    QTest.qWait(1)


def test_it_can_be_made_with_gaps_and_the_notes_name_them(qtbot, desk):
    made = desk(TEXT)
    qtbot.mouseClick(made.dialog.make, Qt.MouseButton.LeftButton)
    [character] = made.made
    assert (character.name, character.kind) == ("Swordmaster", CharacterKind.CAST)
    assert character.dice[2].faces[1].is_unfilled
    assert "Killr" in character.notes
    assert "he is mean" in character.notes
    assert [item.printed for item in character.equipment] == ["buckler"]


def test_without_a_die_it_cannot_be_made_and_says_why(qtbot, desk):
    made = desk()
    assert not made.dialog.make.isEnabled()
    assert made.dialog.make.toolTip() == made.dialog.said.text() != ""
    qtbot.keyClicks(made.dialog.field, "Stalker x3")
    assert made.dialog.make.isEnabled()
    assert made.titles() == ["Stalker"] * 3
    made.dialog.field.selectAll()
    qtbot.keyClick(made.dialog.field, Qt.Key.Key_Delete)
    assert not made.dialog.make.isEnabled()
    made.dialog._make()
    assert made.made == []


def test_what_is_entered_by_hand_stays(qtbot, desk):
    made = desk("Wolf - 3D: d1- Stalker; d2- Predator • Move 2 (flying 8)")
    dialog = made.dialog
    assert dialog.name.text() == "Wolf"
    dialog.name.selectAll()
    qtbot.keyClicks(dialog.name, "Grey")
    made.choose(CharacterKind.PLAYER)
    dialog.field.moveCursor(QTextCursor.MoveOperation.Start)
    qtbot.keyClicks(dialog.field, "X")
    character = dialog.character
    assert (character.name, character.move, character.flying) == ("Grey", 2, 8)
    assert (character.kind, len(character.dice)) == (CharacterKind.PLAYER, 4)


def test_a_name_given_before_goes_before_that_of_the_text(desk):
    assert desk("Wolf - 1D: d1- Stalker", name="Fang").dialog.character.name == "Fang"


@pytest.mark.parametrize(
    ("text", "kind"),
    [("Stalker; Fighter", CharacterKind.BEAST), ("Horde x3", CharacterKind.HORDE), ("Fighter", CharacterKind.CAST)],
)
def test_the_kind_follows_from_the_dice(desk, text, kind):
    assert desk(text).dialog.character.kind is kind


def test_a_long_text_is_read_when_typing_pauses_and_before_it_is_made(qtbot, desk):
    made = desk("Fighter\n" + "word " * AT_ONCE)
    made.dialog.field.moveCursor(QTextCursor.MoveOperation.Start)
    made.dialog.field.insertPlainText("Killer\n")
    assert made.titles() == ["Fighter"]
    qtbot.waitUntil(lambda: made.titles() == ["Killer", "Fighter"])
    made.dialog.field.insertPlainText("Thug\n")
    qtbot.mouseClick(made.dialog.make, Qt.MouseButton.LeftButton)
    assert len(made.made[0].dice) == 3


@pytest.mark.parametrize("text", ["x" * 1_000_000, "\u202e\x00\ud800 Fighter;" * 9_000, "<b>Fighter</b>\n" * 40_000])
def test_hostile_text_is_pasted_safely(qtbot, desk, text):
    made = desk()
    mime = QMimeData()
    mime.setText(text)
    made.dialog.field.insertFromMimeData(mime)
    assert len(made.dialog.field.toPlainText()) <= MOST_TEXT + 1
    made.dialog._settle()
    character = made.dialog.character
    assert parse_character(dump_character(character), Path("a.bones")).value == character


def test_tips_show_markup_as_it_was_typed(desk):
    made = desk("<img src=x>; Fighter")
    assert "<img" in made.dialog.gaps.view.lines.rows[0].text
    tip = made.dialog.gaps.view.lines.data(made.dialog.gaps.view.lines.index(0), Qt.ItemDataRole.ToolTipRole)
    assert "&lt;img" in str(tip)


@pytest.mark.parametrize("size", [100, 150])
def test_it_is_no_taller_than_a_small_screen(desk, size):
    hint = desk(TEXT, size=size).dialog.minimumSizeHint()
    assert hint.width() <= 1366
    assert hint.height() <= 650


def test_the_list_keeps_the_contract(desk, qtmodeltester):
    qtmodeltester.check(desk(TEXT).dialog.gaps.view.lines, force_py=True)


def test_nothing_that_was_left_out_is_cut_in_the_notes(desk):
    prose = "Notes: " + "He speaks and they listen. " * 20
    made = desk(f"Fighter x2; {prose.strip()}")
    notes = " ".join(made.dialog.character.notes.split())
    assert prose.strip(" *.") in notes
    effect = ("He speaks and they listen. " * 20).strip(" .")
    [theme] = desk(f"Fighter x2; **Theme** - Domination - **Effect** - {effect}").dialog.character.themes
    assert (theme.name, theme.effect) == ("Domination", effect)


def test_several_that_were_shared_are_made_whole_and_others_beside_them(desk):
    story = "".join(f"{number:x}" for number in range(40_000))
    first, second = ragnar().with_(back_story=story), bob().with_(notes="Sings")
    book = rulebook()
    made = desk(f"Ours:\n{shared_text(book, first)}\nWolf - 1D: Demonic\n\nann: {shared_text(book, second)}\nBye!")
    assert made.marked() == ["ann"]
    made.dialog.make.click()
    names = [each.name for each in made.made]
    assert names == [first.name, "Wolf", second.name]
    assert made.made[0].with_(id="0" * 32) == first.with_(id="0" * 32, portrait="", campaign="")
    assert made.made[2].with_(id="0" * 32) == second.with_(id="0" * 32, portrait="", campaign="")
    assert [made.dialog.is_whole(each) for each in made.made] == [True, False, True]
    assert len({each.id for each in made.made}) == 3


def test_themes_are_taken_and_what_is_left_out_keeps_its_lines(desk):
    made = desk("Witch - 2D: Wizard, Sage\nThemes: Fire (effect: fire); Charm\nNotes: lives alone\nand likes it\n")
    who = made.dialog.character
    assert [(each.name, each.effect) for each in who.themes] == [("Fire", "fire"), ("Charm", "")]
    assert "Themes" not in who.notes
    assert made.dialog.said.text().endswith("Themes: Fire, Charm. The rest of the text goes into the notes.")
    assert "lives alone\n  and likes it" in who.notes


def test_the_themes_of_a_copied_stat_block_come_back_whole_and_lines_below_them_stay_notes(desk):
    """Limitations were cut off into the notes, as a section of their own, and lines below became themes."""
    who = bob().with_(themes=(MagicTheme(name="Blood", effect="closes wounds", limitations="bears pain"),), notes="")
    made = desk(block_of(rulebook(), who) + "; Weather\nShe limps.\nHer owl is called Pip.\n").dialog.character
    told = [(each.name, each.effect, each.limitations) for each in made.themes]
    assert told == [("Blood", "closes wounds", "bears pain"), ("Weather", "", "")]
    assert "Left out:\n- She limps.\n  Her owl is called Pip" in made.notes
    assert not desk(block_of(rulebook(), who)).marked()


def test_themes_beside_other_words_are_taken_and_only_the_rest_is_marked(desk):
    """The whole piece was marked; of themes in several parts those past ten went without a word."""
    many = "; ".join(f"Theme {letter}" for letter in "abcdefgh")
    made = desk(f"Witch - 2D: Wizard, Sage\nThemes: Fire; Charm; Ice\nNotes: lives alone\nThemes: {many}\nTall")
    assert made.marked() == ["Notes: lives alone", "Theme h", "Tall"]
    who = made.dialog.character
    assert [each.name for each in who.themes[:3]] == ["Fire", "Charm", "Ice"]
    assert len(who.themes) == 10
    assert who.notes.splitlines()[1:] == ["- Notes: lives alone", "- Tall", "- Themes: Theme h."]
    assert "A character can have 10 themes. Added to the notes: 1 more. The rest of the text" in made.dialog.said.text()


def test_a_damaged_line_of_a_character_is_laid_out_at_once_and_kept_as_far_as_notes_go(desk):
    """It took seconds, and was more than notes hold: the dialog did not open."""
    anywhere, line = QTextOption.WrapMode.WrapAnywhere, f"[bones-desktop:{'x' * 300_000}]"
    dialog = desk(line).dialog
    assert len(dialog.character.notes) == 200_000
    field = dialog.field
    assert (field.toPlainText(), field.wordWrapMode()) == (line, anywhere)
    field.selectAll()
    QTest.keyClicks(field, "a")
    pasted = QMimeData()
    pasted.setText(line)
    field.insertFromMimeData(pasted)
    assert (field.toPlainText(), field.wordWrapMode()) == (f"a{line}", anywhere)
