"""On every page and tab of every game: ids of rules are links, and tips say what is not in view already."""

import re
from html import unescape

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QLabel, QTabBar, QToolButton, QWidget

from bones_desktop.rules.reasons import RULE_ID
from bones_desktop.widgets.plaintext import beyond
from bones_desktop.widgets.text.labels import ElidedLabel, RuleLabel, SteadyLabel
from tests.support.tour import GAMES, Tour

SHORTENED = (ElidedLabel, SteadyLabel)
"""What has a tip only while its words have no room."""
MOST = 60


def words(tip: str) -> str:
    return unescape(re.sub(r"<[^>]+>", "", tip)).strip()


def in_view(widget: QWidget) -> str:
    """The words a widget shows, "" where it shows a drawing only."""
    if isinstance(widget, QToolButton) and widget.toolButtonStyle() is Qt.ToolButtonStyle.ToolButtonIconOnly:
        return ""
    if getattr(widget, "_brief", False):
        return ""  # its name had no room
    return widget.text().replace("&", "") if isinstance(widget, (QLabel, QAbstractButton)) else ""


def rows_of(view: QAbstractItemView) -> list[QModelIndex]:
    model = view.model()
    cells = ((row, column) for row in range(MOST) for column in range(8))
    return [model.index(*cell) for cell in cells if model is not None and model.hasIndex(*cell)]


def faults(window: QWidget) -> list[str]:
    said: list[tuple[str, str, str]] = []
    for widget in window.findChildren(QWidget):
        if not widget.isVisible():
            continue
        kind = type(widget).__name__
        shown = "" if isinstance(widget, RuleLabel) else in_view(widget)
        said.append((kind, shown, "" if isinstance(widget, SHORTENED) else words(widget.toolTip())))
        if isinstance(widget, QTabBar):
            said += [(kind, widget.tabText(n), words(widget.tabToolTip(n))) for n in range(widget.count())]
        if isinstance(widget, QAbstractItemView):
            for index in rows_of(widget):
                tip = words(str(index.data(Qt.ItemDataRole.ToolTipRole) or ""))
                said.append((kind, str(index.data() or ""), tip))
    named = [f"{kind}: {shown} | {tip}" for kind, shown, tip in said if RULE_ID.search(f"{shown} {tip}")]
    again = [f"{kind}: {shown} | {tip}" for kind, shown, tip in said if tip and beyond(shown, tip) != tip]
    return named + again


@pytest.mark.parametrize("game", GAMES)
def test_rules_are_links_and_tips_repeat_nothing(tour_of_the_module: Tour, game: str) -> None:
    found = {place: faults(tour_of_the_module.window) for place in tour_of_the_module.pages(game)}
    assert {place: wrong for place, wrong in found.items() if wrong} == {}
