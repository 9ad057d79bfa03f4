"""The strip under the dice: every skill's chance, what the last edit did, what an icon would do."""

import pytest
from PySide6.QtCore import Qt

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.pages.builder.skillstrip import SkillStrip, change_words
from bones_desktop.rules.bones.book.attempts import Task
from bones_desktop.rules.bones.book.characterdice import task_pool
from bones_desktop.rules.bones.book.icons import UNFILLED, face
from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.making.edits import set_face, with_face
from bones_desktop.rules.bones.reading.odds import OddsCalculator, SkillOdds
from bones_desktop.rules.chances import Chance
from bones_desktop.theme.theme import Theme
from bones_desktop.wording.chances import percent, percent_change
from tests.support.people import bob, ragnar
from tests.support.rulebooks import rulebook


class Strip:
    """A shown strip with its document and what it told."""

    def __init__(self, qtbot, character):
        self.document = CharacterDocument(rulebook(), character)
        self.theme = Theme("iron", 100)
        self.widget = SkillStrip(self.document, self.theme)
        self.words: list[str] = []
        self.widget.previewed.connect(self.words.append)
        self.document.changed.connect(lambda _change: self.widget.refresh())
        qtbot.addWidget(self.widget)
        self.widget.resize(1200, 80)
        with qtbot.waitExposed(self.widget):
            self.widget.show()

    def cell(self, skill):
        return next(cell for cell in self.widget.model.rows if cell.skill == skill)

    def chance(self, skill, difficulty="average", items=()):
        character = self.document.character
        odds = OddsCalculator(rulebook(), character.house_rules)
        return odds.task(Task(skill, difficulty), task_pool(rulebook(), character, items)).success

    def put(self, code):
        self.document.apply("Put", lambda now: set_face(rulebook(), now, 3, 5, face(code)))


@pytest.fixture
def strip(qtbot):
    return lambda character=None: Strip(qtbot, character or ragnar())


def test_all_skills_stand_there_with_their_chances(strip):
    here = strip()
    assert [cell.skill for cell in here.widget.model.rows] == [skill.id for skill in rulebook().skills]
    assert here.cell("melee").chance == percent(here.chance("melee"))
    assert (here.cell("magic").chance, here.cell("magic").allowed) == ("–", False)
    assert "Magic needs at least one fitting icon on your dice." in here.cell("magic").spoken
    assert not any(cell.change for cell in here.widget.model.rows)


def test_an_edit_and_its_undo_are_told_in_points(strip):
    here = strip()
    before = here.chance("melee")
    here.put("melee")
    gained = percent_change(before, here.chance("melee"))
    assert gained.startswith("+")
    assert here.cell("melee").change == gained
    assert f"by the last change: {gained}." in here.cell("melee").spoken
    assert here.cell("melee").when == "last"
    here.document.undo_stack.undo()
    assert here.cell("melee").change == gained.replace("+", "−")
    here.document.apply("Name", lambda now: now.with_(name="Ragnar the Bold"))
    assert here.cell("melee").change == gained.replace("+", "−"), "an edit without effect keeps what was told"
    here.document.open(bob().with_(id="f" * 32))
    assert not any(cell.change for cell in here.widget.model.rows)


def test_another_difficulty_is_told_at_once_and_to_others(strip):
    here = strip()
    chosen: list[str] = []
    here.widget.difficulty_changed.connect(chosen.append)
    here.widget.against.popup.picked.emit(here.widget.against.model.rows[0])
    assert chosen == [rulebook().difficulties[0].id] == [here.widget.difficulty]
    assert here.cell("melee").chance == percent(here.chance("melee", chosen[0]))
    here.widget.set_difficulty("difficult")
    assert here.cell("melee").chance == percent(here.chance("melee", "difficult"))
    assert here.widget.against.text() == "Difficult"
    assert len(chosen) == 1, "what others say is not told back"


def test_the_skill_of_the_face_chosen_is_marked(strip):
    here = strip()

    def marked():
        return [cell.skill for cell in here.widget.model.rows if cell.marked]

    here.widget.follow(face("riposte"))
    assert marked() == ["melee"]
    here.widget.follow(face("universal"))
    assert marked() == []


def test_an_icon_pointed_at_shows_what_it_would_change(strip, qtbot):
    here = strip()
    here.put("riding")
    now, then = here.chance("craft"), None
    here.widget.set_preview(3, 5, face("craft"))
    assert here.cell("craft").then is None, "the pointer may only be passing"
    qtbot.waitUntil(lambda: here.cell("craft").then is not None)
    changed = with_face(here.document.character, 3, 5, face("craft"))
    then = (
        OddsCalculator(rulebook(), changed.house_rules)
        .task(Task("craft", "average"), task_pool(rulebook(), changed, ()))
        .success
    )
    assert here.cell("craft").then == then.value
    assert here.cell("craft").when == "", "it is no change that was made"
    assert here.cell("craft").change == percent_change(now, then)
    assert here.cell("craft").chance == "–", "what is so now stays what is told"
    assert here.cell("riding").change.startswith("−")
    assert here.cell("maneuver").change == "", "the last edit is not told in between"
    assert here.words[-1].startswith("Against Average: ")
    assert f"Craft {here.cell('craft').change}" in here.words[-1]
    here.widget.set_preview(3, 5, None)
    qtbot.waitUntil(lambda: here.cell("craft").then is None)
    assert here.words[-1] == ""
    assert here.cell("riding").change.startswith("+")


def test_an_icon_that_stands_there_tells_what_would_be_missing(strip, qtbot):
    here = strip()
    here.widget.set_preview(0, 4, face("melee"))
    qtbot.waitUntil(lambda: bool(here.words) and bool(here.words[-1]))
    without = here.document.skill_odds_if(0, 4, UNFILLED)
    place = [skill.id for skill in rulebook().skills].index("melee")
    level = [level.id for level in rulebook().difficulties].index("average")
    lost = percent_change(here.chance("melee"), without[place].chances[level])
    assert here.words[-1] == f"Without it, against Average: Melee {lost} points."
    assert all(cell.then is None for cell in here.widget.model.rows)


def test_an_icon_of_no_effect_says_so(strip, qtbot):
    here = strip()
    here.put("magic")
    here.document.apply("Lose", lambda now: injuries.lose(now, 3))
    here.widget.set_preview(3, 5, face("craft"))
    qtbot.waitUntil(lambda: bool(here.words) and bool(here.words[-1]))
    assert here.words[-1] == "Does not change any chance against Average."


def test_the_preview_follows_edits_and_goes_with_the_die(strip, qtbot):
    here = strip()
    here.widget.set_preview(3, 5, face("riding"))
    qtbot.waitUntil(lambda: here.cell("riding").then is not None)
    here.put("riding")
    assert here.cell("riding").then is None
    assert here.cell("riding").change.startswith("+")
    qtbot.waitUntil(lambda: here.words[-1].startswith("Without it"))
    here.document.apply("Fewer", lambda now: now.with_(dice=now.dice[:3]))
    qtbot.waitUntil(lambda: here.words[-1] == "")


def test_only_the_icon_the_pointer_rests_on_is_worked_out(strip, qtbot, monkeypatch):
    here = strip()
    asked: list[object] = []
    real = CharacterDocument.skill_odds_if
    monkeypatch.setattr(CharacterDocument, "skill_odds_if", lambda *args: asked.append(args[3]) or real(*args))
    for skill in rulebook().skills:
        here.widget.set_preview(3, 5, face(skill.id))
    qtbot.waitUntil(lambda: bool(here.words))
    assert asked == [face("unarmed")]


def test_nothing_is_worked_out_while_it_is_hidden(strip, monkeypatch, qtbot):
    here = strip()
    worked: list[object] = []
    skill = OddsCalculator.skill
    monkeypatch.setattr(OddsCalculator, "skill", lambda *args, **named: worked.append(args) or skill(*args, **named))
    here.widget.hide()
    here.put("melee")
    here.widget.set_preview(3, 4, face("craft"))
    qtbot.wait(100)
    assert not worked
    here.widget.show()
    assert worked
    assert here.cell("melee").chance == percent(here.chance("melee"))


def test_equipment_goes_along_as_usual_or_as_told(strip):
    here = strip(injuries.add_printed_item(rulebook(), ragnar(), "sword"))
    assert here.cell("melee").chance == percent(here.chance("melee", items=(0,)))
    assert "Rolled too: Sword." in here.cell("melee").spoken
    assert "Rolled too" not in here.cell("social").spoken
    here.widget.set_items(())
    assert "Rolled too" not in here.cell("melee").spoken
    assert here.cell("melee").chance == percent(here.chance("melee"))


def test_equipment_that_is_gone_is_not_thrown_along(strip):
    here = strip(injuries.add_printed_item(rulebook(), ragnar(), "sword"))
    here.widget.set_items((0,))
    here.document.apply("Remove", lambda now: injuries.remove_item(now, 0))
    assert here.cell("melee").chance == percent(here.chance("melee"))


def test_a_skill_is_chosen_by_mouse_and_by_keys(strip, qtbot):
    here = strip()
    chosen: list[str] = []
    here.widget.view.skill_activated.connect(chosen.append)
    view = here.widget.view
    at = view.visualRect(here.widget.model.index(2)).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    qtbot.keyClick(view, Qt.Key.Key_Right)
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert chosen == ["defend", "healer"]


@pytest.mark.parametrize(("width", "text", "most"), [(1200, 100, 72), (1200, 150, 156), (2100, 100, 62)])
def test_it_takes_little_height(strip, qtbot, width, text, most):
    here = strip()
    here.theme.set_text_size(text)
    here.widget.resize(width, 80)
    qtbot.wait(1)
    assert here.widget.sizeHint().height() <= most
    assert here.widget.minimumSizeHint().height() <= min(most, here.theme.px(72)), "what is below two rows scrolls"


def odds(skill, *shares):
    return SkillOdds(skill, True, None, None, tuple(Chance(share, 1000) for share in shares))


def told(before, after):
    pad = [0] * (len(rulebook().difficulties) - 1)
    rows = ("melee", "craft", "riding", "social", "stealth", "thief")
    return change_words(
        rulebook(),
        [odds(skill, share, *pad) for skill, share in zip(rows, before, strict=False)],
        [odds(skill, share, *pad) for skill, share in zip(rows, after, strict=False)],
        rulebook().difficulties[0].id,
    )


def test_changes_are_told_the_largest_first():
    assert told([500, 500], [560, 470]) == "Melee +6 points, Craft −3"
    assert told([500, 500], [470, 560]) == "Craft +6 points, Melee −3"
    assert told([500], [510]) == "Melee +1 point"
    assert told([500], [500]) == ""
    assert told([500, 500], [560, 502]) == "Melee +6 points", "less than a point beside more is no news"
    assert told([500, 500], [500, 502]) == "Craft +0.2 points"
    many = told([500] * 6, [510, 520, 530, 540, 550, 560])
    assert many == "Thief +6 points, Stealth +5, Social +4, Riding +3, and 2 more"


def test_a_wound_is_not_told_as_if_a_face_had_been_changed(strip):
    here = strip()
    here.put("melee")
    assert here.cell("melee").change
    here.document.apply("Wound", lambda now: injuries.lose(now, 3, ""))
    assert here.cell("melee").chance == percent(here.chance("melee"))
    assert not any(cell.change for cell in here.widget.model.rows)
