"""The campaign log written to a file of the user's choice."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from bones_desktop.document.bones.campaigndocument import CampaignDocument
from bones_desktop.panels.campaign.memberwords import member_name
from bones_desktop.storage.files.placing import free_name
from bones_desktop.storage.files.textfiles import FileProblem, save_bytes
from bones_desktop.wording.markdown import campaign_to_markdown


class CampaignLogFile(QObject):
    """Asks where to and writes; nothing here raises."""

    told = Signal(str)
    trouble = Signal(object)
    """A FileProblem."""

    def __init__(self, campaigns: CampaignDocument, documents: Callable[[], Path], parent: QWidget) -> None:
        """`documents` returns the folder that files are first offered to be written to."""
        super().__init__(parent)
        self._campaigns = campaigns
        self._documents = documents
        self._widget = parent

    def ask(self) -> None:
        """Ask for a file and write the log of the open campaign there; returns at once."""
        campaign = self._campaigns.campaign
        if campaign is None:
            return
        name = free_name(campaign.name or self.tr("Campaign log"), ".md", ())
        dialog = QFileDialog(self._widget, self.tr("Export the campaign log"), str(self._documents() / name))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilter(self.tr("Markdown (*.md)"))
        dialog.setDefaultSuffix("md")
        dialog.fileSelected.connect(lambda chosen: self.write(Path(chosen)))
        dialog.open()

    def write(self, target: Path) -> None:
        """Write the log, whole or not at all; `told` and `trouble` say what came of it."""
        campaign = self._campaigns.campaign
        if campaign is None:
            return
        names = {each.member.id: member_name(each, self.tr) for each in self._campaigns.members()}
        try:
            save_bytes(target, campaign_to_markdown(campaign, names, self.tr).encode("utf-8", "replace"))
        except FileProblem as error:
            self.trouble.emit(error)
        else:
            self.told.emit(self.tr("Written to {}.").format(target))
