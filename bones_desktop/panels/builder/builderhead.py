"""The line above the Build page: its tabs, how far the character is, and what can be done about it."""

from collections.abc import Callable, Sequence
from enum import IntEnum
from itertools import pairwise

from PySide6.QtWidgets import QPushButton, QWidget

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.rules.bones.book.advancement import is_finished, taken_on_trust
from bones_desktop.rules.bones.book.character import STARTING_DICE, Character, Kind, Place
from bones_desktop.rules.bones.book.fields import FACES
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.making.edits import conflicts
from bones_desktop.rules.bones.making.standing import Standing, standing
from bones_desktop.rules.problems import Problem, Weight, is_complete, is_legal
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, hbox
from bones_desktop.widgets.layouts import Fitting, tab_bar
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_gaps, set_type
from bones_desktop.widgets.sheetproperty import set_sheet_property
from bones_desktop.widgets.text.labels import PressLabel
from bones_desktop.wording.houserules import trust_words


def empty_faces(character: Character) -> int:
    """Return how many faces of a player's starting dice wait for an icon; 0 for others, who may leave them blank."""
    dice = character.dice[:STARTING_DICE] if character.kind is Kind.PLAYER else ()
    return sum(shown.is_unfilled for die in dice for shown in die.faces)


def summary(
    character: Character, problems: Sequence[Problem[Place]], tr: Callable[[str], str], growth: Standing | None = None
) -> tuple[str, str]:
    """Return the line and its tone: what is empty and in conflict, or that the character is ready (DICE-6).

    `growth` is how a finished character stands in its improvement: an icon it has earned is named.
    """
    dice = character.dice[:STARTING_DICE] if character.kind is Kind.PLAYER else character.dice
    empty = empty_faces(character)
    conflicts = sum(problem.weight is Weight.ILLEGAL for problem in problems)
    open_ = sum(problem.weight is Weight.UNFINISHED for problem in problems)
    parts = []
    if empty:
        parts.append(tr("{n} of {all} faces still empty").format(n=empty, all=len(dice) * FACES))
    elif open_:
        parts.append(tr("One thing still to do") if open_ == 1 else tr("{n} things still to do").format(n=open_))
    if conflicts:
        parts.append(tr("1 conflict") if conflicts == 1 else tr("{n} conflicts").format(n=conflicts))
    if not parts:
        earned = growth is not None and growth.earned and is_finished(character)
        if not earned or growth is None:
            return tr("Ready to play"), "good"
        many = tr("{n} icons are earned").format(n=growth.icons)
        return (tr("An icon is earned") if growth.icons == 1 else many), "good"
    return " · ".join(parts), "bad" if conflicts else "warn"


class Tab(IntEnum):
    """The tabs, in their order."""

    ORIGIN = 0
    DICE = 1
    STORY = 2
    GROWTH = 3
    ODDS = 4


class BuilderHead(Fitting):
    """Shows only what applies; the tabs are never cut."""

    def __init__(self, document: CharacterDocument, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._may_permit = self._may_finish = False
        parts = (self.tr("Origin"), self.tr("Dice"), self.tr("Story and gear"), self.tr("Growth"), self.tr("Odds"))
        self.tabs = tab_bar(self, self.tr("Parts of the Build page"), *parts, theme=theme)
        self.summary = PressLabel(self)
        set_type(theme, self.summary, size=20, serif=True, bold=True)
        self.clear_conflicts = QPushButton(self)
        self.finish = push_button(self, self.tr("Finish"), kind="primary")
        self.finish.setToolTip(
            self.tr("Keep the dice as created. From then on they change by improvement, or with the GM's permission.")
        )
        self.permission = QPushButton(self.tr("With the GM's permission"), self)
        self.permission.setCheckable(True)
        self.permission.setToolTip(self.tr("Change faces of the finished character; the ledger tells of it."))
        self._row = hbox(
            self, self.tabs, STRETCH, self.clear_conflicts, self.permission, self.summary, self.finish, margins=0
        )
        set_gaps(theme, self._row, gap=12)
        for before, after in pairwise((self.tabs, self.clear_conflicts, self.permission, self.finish)):
            self.setTabOrder(before, after)
        self.tabs.currentChanged.connect(self._fit)
        for signal in (theme.changed, theme.caught_up):
            signal.connect(self._fit)
        self._fit()

    def refresh(self) -> None:
        """Show how far the character is."""
        document = self._document
        character, problems = document.character, document.problems
        text, tone = summary(character, problems, self.tr, standing(document.rulebook, character))
        self.summary.setText(text)
        set_sheet_property(self.summary, "tone", tone)
        trusted = trust_words(taken_on_trust(character), self.tr) if character.kind is Kind.PLAYER else []
        tip = self.tr("Taken on trust: {what}.").format(what="; ".join(trusted)) if trusted else ""
        self.summary.setToolTip(plain_tip(tip))
        self.summary.setAccessibleDescription(tip)
        player = character.kind is Kind.PLAYER and not document.read_only
        done = is_legal(problems) and is_complete(problems)
        self._may_finish = player and done and not is_finished(character)
        self._may_permit = player and is_finished(character)
        # Not every conflict is one of a face: a background that a culture does not lead to is chosen anew.
        faces = has_conflicts(document.rulebook, character)
        self.clear_conflicts.setText(self.tr("Empty wrong faces") if faces else self.tr("Show the conflict"))
        self.clear_conflicts.setVisible(faces or not is_legal(problems))
        self.clear_conflicts.setEnabled(not document.read_only)
        self._fit()

    def _fit(self) -> None:
        """Hide what the Growth tab offers itself while it is in view, and what would leave the tabs too little room.

        Permission is given on the Growth tab as well, and the list of what is missing says more than the summary.
        """
        self.finish.setVisible(self._may_finish and self.tabs.currentIndex() != Tab.GROWTH)
        shown = [self.tabs, *(part for part in (self.clear_conflicts, self.finish) if not part.isHidden())]
        for part, applies in ((self.summary, True), (self.permission, self._may_permit)):
            fits = applies and self._width([*shown, part]) <= self.width()
            part.setVisible(fits)
            shown += [part] if fits else []

    def _width(self, parts: Sequence[QWidget]) -> int:
        return sum(part.sizeHint().width() for part in parts) + len(parts) * self._row.spacing()


def has_conflicts(rulebook: Rulebook, character: Character) -> bool:
    """Return whether a face stands where it may not."""
    return any(conflicts(rulebook, character, die) for die in range(len(character.dice)))
