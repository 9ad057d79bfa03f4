"""A new theme's colours are everywhere at once: no picture and no link keeps those of the one before."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QLabel, QWidget

from bones_desktop.rules.bones.fight.fighters import How
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.text.labels import RuleLabel
from tests.support.battle import Battle, blank
from tests.support.tour import Tour


def old_pictures(window: QWidget, old: set[int]) -> set[str]:
    """Return what bears a picture of the theme before."""
    return {
        f"{type(each).__name__} {each.text()} {each.toolTip()}"
        for each in window.findChildren(QAbstractButton)
        if not each.icon().isNull() and each.icon().cacheKey() in old
    }


def old_links(window: QWidget) -> set[str]:
    """Return the labels that look otherwise once their words are read anew."""
    found = set()
    for label in window.findChildren(QLabel) or [window]:
        assert isinstance(label, QLabel)
        if label.isVisible() and label.textFormat() == Qt.TextFormat.RichText:
            before = label.grab().toImage()
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setTextFormat(Qt.TextFormat.RichText)
            if label.grab().toImage() != before:
                found.add(label.text())
    return found


def test_links_take_the_new_colour(qtbot, qapp) -> None:
    theme = Theme("iron")
    theme.apply(qapp)
    label = RuleLabel()
    qtbot.addWidget(label)
    label.setText("What counts (CMB-5).")
    label.show()
    before = label.grab().toImage()
    theme.set_theme("parchment")
    assert label.grab().toImage() != before
    assert not old_links(label)


def test_the_arrow_of_the_last_round_takes_the_new_colour(qapp, tmp_path) -> None:
    with Battle(tmp_path) as battle:
        battle.shelve(blank("Anna"), blank("Bob"))
        for fighter in battle.fight.encounter.fighters:
            battle.says(fighter.id, How.NONE)
        battle.press()
        battle.closes()
        theme = battle.program.theme
        battle.program.settings.edit(theme="iron")
        assert not battle.page.last_round.button.icon().isNull()
        old = {icon.cacheKey() for icon in theme._icons.values()}
        battle.program.settings.edit(theme="parchment")
        assert not old_pictures(battle.page, old)


def test_no_page_keeps_the_colours_of_the_theme_before(qapp, tmp_path) -> None:
    with Tour(tmp_path) as tour:
        theme = tour.program.theme
        tour.program.settings.edit(theme="iron")
        assert len(list(tour.pages("bones", "basics"))) > 20
        old = {icon.cacheKey() for icon in theme._icons.values()}
        tour.program.settings.edit(theme="parchment")
        assert not old_pictures(tour.window, old)
        assert not {page: wrong for page in tour.pages("bones", "basics") if (wrong := old_links(tour.window))}
