"""The harm that an opponent's own dice do to him, at the Table page."""

import shutil
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from bones_desktop.pages.table.taskfields import OUT
from bones_desktop.play.bones.table import Table
from bones_desktop.rules.bones.book.character import Character, CharacterKind
from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.injury.injuries import lose
from bones_desktop.rules.bones.making.edits import set_text
from bones_desktop.rules.bones.reading.requests import Request
from bones_desktop.storage.files import saving
from bones_desktop.storage.files.characterfile import CharacterFileError, read_character, write_character
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.log.logentry import ActState
from bones_desktop.storage.shelfcatalogue import Shelf
from tests.support.givendice import Faces, GivenDice
from tests.support.people import bob, ragnar, someone, unmarked
from tests.support.rulebooks import rulebook
from tests.support.running import Running
from tests.support.tabledesk import Desk
from tests.support.tableseat import Kills
from tests.support.usualdice import offered, take_usual

OTHER = "f" * 32


def bjorn(poisons: int = 1) -> Character:
    """Return an armsman who hurts himself with every Poison that shows its first face."""
    found = ragnar().with_(id=OTHER, name="Bjorn")
    for _ in range(poisons):
        found = injuries.add_hindering(found, injuries.hindering_from(rulebook().die("poison")))
    return found


class Duel(Desk):
    """Ragnar at the table against Bjorn of the shelf; all dice show their first face."""

    def __init__(self, qtbot, path, theme, opponent: Character | None = None) -> None:
        super().__init__(qtbot, path, theme, rng=Faces())
        self.troubles: list[object] = []
        self.page.table.journal.trouble.connect(self.troubles.append)
        self.own = self.shelf.create(ragnar())
        self.file = self.shelf.create(opponent or bjorn())
        self.session.open(self.own)
        self.meet(f"file:{self.file}")

    def meet(self, key: str) -> None:
        self.page.strip.show_request(Request("melee", difficulty="", opponent=key))

    @property
    def held(self) -> Character:
        """What is in Bjorn's file, without marks."""
        return unmarked(read_character(self.file).value)

    @property
    def _offered(self) -> list[QPushButton]:
        QApplication.processEvents()
        return self.page.reading.follow_ups.buttons

    @property
    def texts(self) -> list[str]:
        """What may be pressed."""
        QApplication.processEvents()
        return offered(self.page)

    def press(self, text: str = "") -> None:
        [button] = [each for each in self._offered if text in each.text()]
        take_usual(button)

    @property
    def theirs(self) -> int:
        """How many of the opponent's own dice would fall now."""
        hand = self.page.play.hand(self.page.strip.request, self.page.strip.opponent)
        assert hand.other is not None
        return sum(die.group == "character" for die in hand.other.dice)


@pytest.fixture
def make(qtbot, theme, tmp_path):
    made = []

    def new(opponent: Character | None = None) -> Duel:
        made.append(Duel(qtbot, tmp_path, theme, opponent))
        return made[-1]

    yield new
    for duel in made:
        duel.page.shutdown()
        duel.session.flush()
        duel.log.close()


def test_his_poison_is_written_to_his_file_and_taken_back_by_the_next_press(make):
    duel = make()
    duel.page.throw()
    assert duel.texts == ["Bjorn loses Armsman (Poison)"]
    assert duel.held == bjorn(), "nothing is done before it is asked for"
    duel.press()
    assert duel.held == lose(bjorn(), 3, "Poison")
    assert duel.texts == ["Take back: Bjorn keeps Armsman"]
    assert "undo does not change that file" in duel.page.reading.text()
    duel.press()
    assert duel.held == bjorn()
    assert duel.texts == ["Bjorn loses Armsman (Poison)"]
    assert not duel.refused
    assert not duel.troubles


def test_which_of_his_dice_is_lost_is_asked_where_several_counted(make):
    duel = make()
    duel.page.throw()
    [button] = duel._offered
    assert button.text() == "Bjorn loses Armsman (Poison)…"
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    popup = QApplication.activePopupWidget()
    QTest.keyClick(popup, Qt.Key.Key_1)
    QTest.keyClick(popup, Qt.Key.Key_Return)
    assert duel.held == lose(bjorn(), 0, "Poison")
    duel.press("Take back")
    assert duel.held == bjorn()


def test_the_next_throw_has_the_dice_he_has_left(make):
    duel = make()
    duel.page.throw()
    assert duel.theirs == 4
    duel.press()
    assert duel.theirs == 3
    duel.page.throw()
    assert len([die for die in duel.page.play.played.dice if die.group == "opponent"]) == 4, "three and the Poison"
    assert duel.texts == ["Bjorn loses Armsman (Poison)"], "another roll, another die"
    duel.press()
    assert duel.held.available() == (0, 1)


def test_a_file_changed_outside_is_read_again_before_the_throw(make):
    duel = make()
    write_character(duel.file, lose(bjorn(), 0))
    duel.page.throw()
    assert len(duel.page.play.played.opponent.character.available()) == 3


def test_undo_at_the_table_is_for_the_open_character_alone(make):
    duel = make()
    duel.document.apply("Lose die 1", lambda now: lose(now, 0))
    duel.page.throw()
    duel.press()
    duel.document.undo_stack.undo()
    assert unmarked(duel.document.character) == ragnar()
    assert duel.held == lose(bjorn(), 3, "Poison")
    assert duel.texts == ["Take back: Bjorn keeps Armsman"]


def test_opened_he_has_the_step_to_undo(make):
    duel = make()
    duel.page.throw()
    duel.press()
    duel.session.open(duel.file)
    assert duel.document.undo_stack.undoText() == "Lose die 4"
    assert duel.texts == []
    duel.document.undo_stack.undo()
    assert unmarked(duel.document.character) == bjorn()


def test_both_sides_may_be_hurt_by_one_throw(make):
    duel = make()
    die = injuries.hindering_from(rulebook().die("poison"))
    duel.document.apply("Poison", lambda now: injuries.add_hindering(now, die))
    duel.page.throw()
    assert duel.texts == ["Poison takes die 4: lose it", "Bjorn loses Armsman (Poison)"]
    duel.press("Bjorn")
    assert duel.texts == ["Poison takes die 4: lose it", "Take back: Bjorn keeps Armsman"]
    duel.press("lose it")
    assert duel.texts == ["Take back: Bjorn keeps Armsman"]


def test_several_dice_and_more_damage_than_dice_are_one_step(make):
    hurt = bjorn(3)
    for die in (0, 1):
        hurt = lose(hurt, die)
    duel = make(hurt)
    duel.page.throw()
    assert duel.texts == ["Bjorn loses Armsman, Armsman, takes 1 more damage (Poison)"]
    duel.press()
    assert (duel.held.available(), duel.held.excess_damage) == ((), 1)
    duel.press()
    assert duel.held == hurt


def test_a_file_that_cannot_be_written_is_told_and_may_be_tried_again(make, monkeypatch):
    duel = make()
    duel.page.throw()

    def full(path, _data, _present):
        raise FileProblem("disk-full", path, needed=10, free=0)

    monkeypatch.setattr("bones_desktop.storage.files.saving.save_bytes", full)
    duel.press()
    [trouble] = duel.troubles
    assert trouble.code == "disk-full"
    assert duel.held == bjorn()
    assert duel.texts == ["Bjorn loses Armsman (Poison)"]
    monkeypatch.undo()
    duel.press()
    assert duel.held == lose(bjorn(), 3, "Poison")
    monkeypatch.setattr("bones_desktop.storage.files.saving.save_bytes", full)
    duel.press()
    assert len(duel.troubles) == 2
    assert duel.texts == ["Take back: Bjorn keeps Armsman"]


def test_a_damaged_file_is_told(make):
    duel = make()
    duel.page.throw()
    duel.file.write_bytes(b"{ nothing")
    duel.press()
    assert isinstance(duel.troubles[0], CharacterFileError)
    assert duel.file.read_bytes() == b"{ nothing"
    assert duel.texts == ["Bjorn loses Armsman (Poison)"]


def test_a_file_that_is_gone_is_told(make):
    duel = make()
    duel.page.throw()
    duel.file.unlink()
    duel.press()
    assert [each.code for each in duel.troubles] == ["file-gone"]


def test_a_die_he_has_lost_meanwhile_is_not_lost_twice(make):
    duel = make()
    duel.page.throw()
    write_character(duel.file, lose(bjorn(), 3, "By himself"))
    duel.press()
    [why] = duel.refused
    assert why.code == "die-already-lost"
    assert duel.held == lose(bjorn(), 3, "By himself")
    assert duel.texts == [], "it counts towards the harm"


def test_another_character_in_his_file_is_left_alone(make):
    duel = make()
    duel.page.throw()
    other = bjorn().with_(dice=bjorn().dice[:2])
    write_character(duel.file, other)
    duel.press()
    assert [each.code for each in duel.refused] == ["not-the-dice-thrown"]
    assert duel.held == other
    assert duel.texts == []


def test_nothing_is_taken_back_of_what_was_changed_since(make):
    duel = make()
    duel.page.throw()
    duel.press()
    later = set_text(read_character(duel.file).value, "race", "Elf")
    write_character(duel.file, later)
    duel.press()
    assert [each.code for each in duel.refused] == ["changed-since-step"]
    assert read_character(duel.file).value == later
    assert duel.texts == [], "he has lost it, and only he can undo it"


def test_seen_again_the_page_knows_what_was_done_to_him_elsewhere(make):
    duel = make()
    duel.page.throw()
    duel.press()
    duel.page.hide()
    write_character(duel.file, bjorn())
    duel.page.show()
    assert duel.texts == ["Bjorn loses Armsman (Poison)"]


@pytest.fixture
def poisoned_goblin(monkeypatch):
    """Every character made of a stat block bears a Poison."""
    from bones_desktop.storage import shelfentry as fighters

    real = fighters.character_from_block
    die = injuries.hindering_from(rulebook().die("poison"))
    monkeypatch.setattr(fighters, "character_from_block", lambda *args: injuries.add_hindering(real(*args), die))


def test_one_without_a_file_has_his_dice_struck_off_for_the_evening(make, poisoned_goblin):
    duel = make()
    duel.meet("block:goblin")
    strip = duel.page.strip
    assert OUT not in strip.form.shown
    duel.page.throw()
    [text] = duel.texts
    assert text.startswith("Strike off: ")
    assert text.endswith(" of Goblin (example)")
    assert "Goblin (example) has no file" in duel.page.reading.text()
    duel.press()
    out = strip.form.fields[OUT]
    assert out.isVisible()
    assert out.text() == "1 of 2 dice out"
    assert duel.theirs == 1
    assert duel.texts[0].startswith("Take back: Goblin (example) keeps ")
    duel.press()
    assert not out.isVisible()
    assert duel.theirs == 2
    duel.press()
    QTest.mouseClick(out, Qt.MouseButton.LeftButton)
    assert duel.theirs == 2
    assert duel.texts[0].startswith("Strike off: ")


def test_struck_dice_stay_out_while_the_evening_lasts(make, poisoned_goblin):
    duel = make()
    duel.meet("block:goblin")
    duel.page.throw()
    duel.press()
    duel.page.throw()
    assert len(duel.page.play.played.opponent.character.available()) == 1
    duel.press()
    assert duel.page.strip.form.fields[OUT].text() == "2 of 2 dice out"
    assert "no dice left" in duel.page.strip.trouble.text()
    duel.meet(f"file:{duel.file}")
    assert OUT not in duel.page.strip.form.shown
    duel.meet("block:goblin")
    assert duel.page.strip.form.fields[OUT].text() == "2 of 2 dice out"
    duel.page.table.opponent.begin_evening("another")
    assert duel.theirs == 2


def test_a_number_has_no_dice_to_lose(make):
    duel = make()
    duel.page.strip.show_request(Request("melee", difficulty="", against=2))
    duel.page.throw()
    assert duel.texts == []


def wanda(**magic: int) -> Character:
    """Return a magic user of five free uses, with so many behind her."""
    return bob().with_(id=OTHER, name="Wanda", **magic)


def against_magic(duel: Duel) -> None:
    duel.page.strip.show_request(
        Request("perception", difficulty="", opponent=f"file:{duel.file}", opponent_skill="magic")
    )
    duel.page.throw()


def test_magic_an_opponent_throws_for_is_counted_in_his_file_and_tires_him(make):
    duel = make(wanda(recent_magic=5))
    against_magic(duel)
    assert duel.page.play.played.reading.other.net == 3, "four successes, one less for fatigue"
    assert (duel.held.recent_magic, duel.held.magic_beyond) == (6, 1)
    against_magic(duel)
    assert duel.page.play.played.reading.other.net == 2
    assert duel.held.magic_beyond == 2
    assert duel.texts == []
    assert not duel.refused
    assert not duel.troubles


def test_magic_past_the_safe_level_hurts_an_opponent_too(make):
    duel = make(wanda(recent_magic=9, magic_beyond=4))
    against_magic(duel)
    assert duel.texts == ["Wanda takes 1 damage from the magic"]
    duel.press()
    assert [(lost.die, lost.cause) for lost in duel.held.lost] == [(3, "magic past the safe level")]
    assert "Wanda took 1 damage from the magic." in duel.page.reading.text()
    assert duel.texts == ["Take back: no damage for Wanda"]
    duel.press()
    assert duel.held.lost == ()
    assert duel.held.recent_magic == 10, "the use stays"


def test_damage_icons_of_both_sides_are_asked_of_the_gm(make):
    """ICON-5, AMB-7: by default the other side is hurt, whatever it defends with."""
    spiked = ("damage,universal,melee,melee,blank,blank", *("melee,universal,melee,melee,blank,blank",) * 2)
    duel = make(someone(CharacterKind.BEAST, *spiked).with_(id=OTHER, name="Troll"))
    spike = someone(CharacterKind.PLAYER, "damage x2,melee,melee,melee,blank,blank").dice
    duel.document.apply("Spike", lambda now: now.with_(dice=(*spike, *now.dice[1:])))
    duel.page.throw()
    assert duel.texts == [
        "Ask your GM: 1 damage from an icon?", "Troll takes 2 damage (Damage icon), if your GM says so",
    ]  # fmt: skip
    duel.press("Troll")
    assert [lost.cause for lost in duel.held.lost] == ["Damage icon", "Damage icon"]
    assert "Troll took 2 damage (Damage icon)." in duel.page.reading.text()
    duel.press("Ask your GM")
    assert [lost.cause for lost in duel.document.character.lost] == ["Damage icon"]
    assert not duel.refused


def troll(*lost: int) -> Character:
    """Return a beast of three dice, the first face of each Regenerate, without those lost."""
    found = someone(CharacterKind.BEAST, *("regenerate,universal,melee,melee,blank,blank",) * 3).with_(
        id=OTHER, name="Troll"
    )
    for die_lost in lost:
        found = lose(found, die_lost, "Axe")
    return found


def test_the_regenerate_icons_of_an_opponent_heal_him_once(make):
    duel = make(troll(0, 1))
    duel.page.throw()
    assert duel.texts == ["Troll regenerates 1 die"]
    duel.press()
    assert duel.held == troll(0)
    assert duel.texts == []
    duel.page.throw()
    assert duel.texts == ["Troll regenerates 1 die"], "he is not whole yet, and rolls two dice now"
    duel.press()
    duel.page.throw()
    assert duel.texts == []


def test_what_poison_took_of_an_opponent_is_not_proposed_again_once_it_regenerated(make):
    poison = injuries.hindering_from(rulebook().die("poison"))
    duel = make(injuries.add_hindering(troll(), poison))
    duel.page.throw()
    (lost,) = duel.texts
    duel.press()
    assert "Troll regenerates 1 die" in duel.texts
    duel.press("regenerates")
    assert duel.held.lost == ()
    assert duel.texts == []
    assert lost.startswith("Troll loses")


def test_a_use_of_magic_that_cannot_be_written_is_told(make, monkeypatch):
    duel = make(wanda())

    def refuse(*_args: object) -> object:
        raise FileProblem("disk-full", duel.file, needed=10, free=0)

    monkeypatch.setattr(duel.anyone, "apply", refuse)
    against_magic(duel)
    assert [problem.code for problem in duel.troubles] == ["disk-full"]
    assert duel.page.play.played is not None


def test_in_the_program_a_file_that_cannot_be_read_is_told_in_the_banner(qapp, tmp_path):
    with Running(tmp_path) as running:
        shelf = Shelf(running.locations.characters)
        running.program.files.open(shelf.create(ragnar()))
        file = shelf.create(bjorn())
        running.window.show_page("table")
        page = running.program.pages.table
        page.play.dice = GivenDice(Faces())
        page.strip.show_request(Request("melee", difficulty="", opponent=f"file:{file}"))
        page.throw()
        [follow_up] = page.table.harm.follow_ups()
        whole = file.read_bytes()
        file.write_bytes(b"{ nothing")
        follow_up.call()
        assert "Bjorn.bones is damaged" in running.window.banner.text
        file.write_bytes(whole)
        follow_up.call()
        assert unmarked(read_character(file).value) == lose(bjorn(), 3, "Poison")
        assert not running.window.actions_by_id["undo"].isEnabled(), "it is no step of the one who is open"
        page.table.harm.take_back()
        assert unmarked(read_character(file).value) == bjorn()


def test_one_without_a_file_regenerates_for_the_evening(make, monkeypatch):
    from bones_desktop.storage import shelfentry as fighters

    monkeypatch.setattr(fighters, "character_from_block", lambda *_args: troll())
    duel = make()
    duel.meet("block:goblin")
    duel.page.table.opponent.set_wounds("block:goblin", troll(0, 1))
    duel.page.throw()
    duel.press("regenerates")
    assert duel.theirs == 2
    assert duel.texts == []


# --- harm that was passed over ----------------------------------------------------------------------------------------


def throw_harmlessly(duel: Duel) -> None:
    """Throw so that his poison, the last of the dice, does nothing."""
    hand = duel.page.play.hand(duel.page.strip.request, duel.page.strip.opponent)
    duel._rng._faces = [0] * (len(hand.dice) - 1) + [5]
    duel.page.throw()


def test_what_he_has_not_taken_is_offered_beside_the_next_throw(make):
    duel = make()
    duel.page.throw()
    throw_harmlessly(duel)
    assert duel.texts == ["Bjorn loses Armsman (earlier roll)", "Dismiss"]
    throw_harmlessly(duel)
    duel.press("loses")
    assert duel.held == lose(bjorn(), 3, "Poison")
    assert duel.texts == []
    throw_harmlessly(duel)
    assert duel.texts == []
    assert not duel.refused


def test_what_he_has_not_taken_is_let_go(make):
    duel = make()
    duel.page.throw()
    throw_harmlessly(duel)
    duel.press("Dismiss")
    assert duel.texts == []
    assert duel.held == bjorn()
    throw_harmlessly(duel)
    assert duel.texts == []


def test_it_is_no_more_offered_once_the_die_is_lost_or_another_is_met(make):
    duel = make()
    duel.page.throw()
    throw_harmlessly(duel)
    duel.meet("block:goblin")
    duel.page.table.opponent.changed.emit()
    assert duel.texts == []
    duel.meet(f"file:{duel.file}")
    write_character(duel.file, lose(bjorn(), 3))
    duel.page.table.opponent.read_again()
    assert duel.texts == []


def test_a_die_of_his_that_both_throws_take_is_offered_once_and_then_another(make):
    duel = make()
    duel.page.throw()
    duel.page.throw()
    assert duel.texts == ["Bjorn loses Armsman (Poison)"]
    duel.press()
    assert duel.held == lose(bjorn(), 3, "Poison")
    back, *earlier = duel.texts
    assert back == "Take back: Bjorn keeps Armsman"
    assert [each.rstrip("…") for each in earlier] == ["Bjorn loses Armsman (earlier roll)", "Dismiss"]


def test_what_is_taken_for_an_earlier_throw_does_not_count_for_this_one(make):
    duel = make()
    duel.page.throw()
    hand = duel.page.play.hand(duel.page.strip.request, duel.page.strip.opponent)
    duel._rng._faces = [0] * (len(hand.dice) - 2) + [5, 0]
    duel.page.throw()
    assert duel.texts[0].endswith("(Poison)")
    assert duel.texts[1:] == ["Bjorn loses Armsman (earlier roll)", "Dismiss"]
    duel.press("earlier roll")
    assert len(duel.texts) == 1
    duel.press("(Poison)")
    assert [each.die for each in duel.held.lost] == [3, 2]


def test_an_opponent_without_a_file_owes_it_too(make, poisoned_goblin):
    duel = make()
    duel.meet("block:goblin")
    duel.page.throw()
    assert len(duel.texts) == 1
    throw_harmlessly(duel)
    assert len(duel.texts) == 2
    assert "earlier roll" in duel.texts[0]
    assert duel.theirs == 2
    duel.press("earlier roll")
    assert duel.theirs == 1
    assert duel.texts == []


def test_what_he_has_not_taken_is_offered_after_another_start(make):
    duel = make()
    duel.page.throw()
    table = Table(duel.document, duel.log, GivenDice(Faces()), duel.anyone)
    table.opponent.set_thrower(ragnar())
    assert table.harm.follow_ups() == ()
    table.opponent.choose(f"file:{duel.file}")
    assert [act.text for act in table.harm.follow_ups()] == ["Bjorn loses Armsman (earlier roll)", "Dismiss"]
    table.harm.follow_ups()[0].call()
    assert duel.held == lose(bjorn(), 3, "Poison")
    assert table.harm.follow_ups() == ()
    table.setParent(duel.page)


def test_opened_he_is_offered_what_he_has_not_taken(make):
    duel = make()
    duel.page.throw()
    duel.page.throw()
    duel.session.open(duel.file)
    assert duel.texts == ["Lose die 4 (earlier roll)", "Dismiss"], "a die that two rolls take is offered once"
    duel.press("Lose die 4")
    assert unmarked(duel.document.character) == lose(bjorn(), 3, "Poison")
    assert [each.rstrip("…") for each in duel.texts] == ["Lose die 3 (earlier roll)", "Dismiss"]
    duel.press("Dismiss")
    assert duel.texts == []


def test_what_was_taken_in_his_file_is_offered_again_once_it_is_undone_there(make):
    duel = make()
    duel.page.throw()
    duel.press()
    throw_harmlessly(duel)
    throw_harmlessly(duel)
    assert duel.texts == []
    duel.session.open(duel.file)
    assert duel.texts == []
    duel.document.undo_stack.undo()
    assert duel.texts == ["Lose die 4 (earlier roll)", "Dismiss"]
    duel.document.undo_stack.redo()
    assert duel.texts == []
    duel.document.undo_stack.undo()
    duel.session.open(duel.own)
    duel.meet(f"file:{duel.file}")
    assert duel.texts == ["Bjorn loses Armsman (earlier roll)", "Dismiss"]
    duel.press("loses")
    assert duel.held == lose(bjorn(), 3, "Poison")
    assert duel.texts == []


def sit_again(qtbot, theme, killed: Path, name: str) -> Desk:
    """Return the desk of another start over what a kill left, with a character open."""
    desk = Desk(qtbot, killed, theme, rng=Faces())
    desk.session.open(killed / "characters" / name)
    return desk


def leave(desk: Desk) -> None:
    desk.page.shutdown()
    desk.session.forget()
    desk.log.close()


def texts_of(desk: Desk) -> list[str]:
    QApplication.processEvents()
    return offered(desk.page)


def test_undone_in_his_file_after_the_program_was_killed_it_is_offered_again(make, qtbot, theme, tmp_path_factory):
    duel = make()
    duel.page.throw()
    duel.press()
    throw_harmlessly(duel)
    killed = Path(shutil.copytree(duel.path.parent, tmp_path_factory.mktemp("killed") / "desk"))
    again = sit_again(qtbot, theme, killed, "Bjorn.bones")
    assert texts_of(again) == []
    again.document.undo_stack.undo()
    assert texts_of(again) == ["Lose die 4 (earlier roll)", "Dismiss"]
    leave(again)


def test_killed_before_the_log_had_what_he_took_the_other_throw_is_still_offered(
    make, qtbot, theme, tmp_path, tmp_path_factory, monkeypatch
):
    duel = make()
    duel.page.throw()
    hand = duel.page.play.hand(duel.page.strip.request, duel.page.strip.opponent)
    duel._rng._faces = [0] * (len(hand.dice) - 2) + [5, 0]
    duel.page.throw()
    with monkeypatch.context() as patch:
        kills = Kills(tmp_path, tmp_path_factory.mktemp("kills"), patch)
        kills.around(saving, "save_bytes")
        duel.press("earlier roll")
    left = kills.left["after save_bytes 1"]
    again = sit_again(qtbot, theme, left, "Ragnar.bones")
    again.page.strip.show_request(
        Request("melee", difficulty="", opponent=f"file:{left / 'characters' / 'Bjorn.bones'}")
    )
    assert texts_of(again) == ["Bjorn loses Armsman (earlier roll)", "Dismiss"]
    take_usual(again.page.reading.follow_ups.buttons[0])
    assert [each.die for each in read_character(left / "characters" / "Bjorn.bones").value.lost] == [3, 2]
    leave(again)


def test_what_was_let_go_stays_so_when_he_is_met_again(make):
    duel = make()
    duel.page.throw()
    throw_harmlessly(duel)
    duel.press("Dismiss")
    assert [act.state for act in duel.log.pending(OTHER)] == [ActState.DISMISSED]
    duel.page.throw()
    duel.press()
    throw_harmlessly(duel)
    duel.meet("")
    duel.meet(f"file:{duel.file}")
    assert duel.texts == []


def test_taken_back_behind_another_step_of_his_it_counts_as_taken_once_that_is_undone(make):
    duel = make()
    duel.page.throw()
    duel.press()
    race = duel.held.race
    for each in ("Elf", race):
        duel.anyone.apply(duel.file, f"Race {each}", partial(set_text, field="race", value=each))
    duel.press("Take back")
    assert duel.held == bjorn()
    throw_harmlessly(duel)
    duel.session.open(duel.file)
    assert duel.texts == ["Lose die 4 (earlier roll)", "Dismiss"]
    duel.document.undo_stack.undo()
    assert unmarked(duel.document.character) == lose(bjorn(), 3, "Poison")
    assert duel.texts == []
    duel.document.undo_stack.redo()
    assert duel.texts == ["Lose die 4 (earlier roll)", "Dismiss"]
