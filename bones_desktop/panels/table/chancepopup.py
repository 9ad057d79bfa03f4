"""All chances of a task in a popup beside the bar that sums them up."""

from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QWidget

from bones_desktop.rules.chances import Distribution
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import vbox
from bones_desktop.widgets.charts.columnplot import Scale
from bones_desktop.widgets.charts.distributionchart import DistributionChart
from bones_desktop.widgets.popups import Popup, beside
from bones_desktop.widgets.text.labels import heading_label


@dataclass(frozen=True, slots=True)
class Outcomes:
    """The possible outcomes of a throw that only counts successes."""

    title: str
    places: Distribution
    """How likely each place on the scale is."""
    scale: Scale


class ChancePopup(Popup):
    """A chart of net results or outcomes."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, "", parent)
        self._heading = heading_label(theme, self, wrap=True)
        self.chart = DistributionChart(theme, self)
        vbox(self, self._heading, (self.chart, 1), theme=theme, gap=8, edges=(16, 12, 16, 12))
        self.setFocusProxy(self.chart)

    def open_at(self, owner: QWidget, heading: str, net: Distribution) -> None:
        """Show the chances of net results below `owner`, or above it where there is more room."""
        self.chart.show_distribution(net, self.tr("Net successes"))
        self._open(owner, heading)

    def open_outcomes(self, owner: QWidget, heading: str, outcomes: Outcomes) -> None:
        """Show the possible outcomes of a throw that cannot fail."""
        self.chart.show_distribution(outcomes.places, outcomes.title, divide=None, scale=outcomes.scale)
        self._open(owner, heading)

    def _open(self, owner: QWidget, heading: str) -> None:
        theme = self._theme
        self._heading.setText(heading)
        self.setAccessibleName(heading)
        self.setGeometry(beside(owner, QSize(theme.px(480), theme.px(320)), theme.px(4)))
        self.show()
        self.chart.setFocus(Qt.FocusReason.PopupFocusReason)
