"""The dialogs about the program itself: settings, keys, and what it is."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QWidget

from bones_desktop.rules.bones.book.houserules import HouseRules
from bones_desktop.theme.theme import Theme
from bones_desktop.window.shell.settingskeeper import SettingsKeeper


class ProgramDialogs(QObject):
    """Opens one of them over the window; none blocks it."""

    def __init__(
        self,
        theme: Theme,
        settings: SettingsKeeper,
        characters: Path,
        use_house_rules: Callable[[HouseRules], None],
        window: QWidget,
        parent: QObject | None = None,
    ) -> None:
        """`characters` is the usual folder of characters; `use_house_rules` gives rules to the open character."""
        super().__init__(parent)
        self._theme = theme
        self._settings = settings
        self._characters = characters
        self._use_house_rules = use_house_rules
        self._window = window

    def settings(self) -> None:
        """Show the settings; what is changed there holds at once."""
        from bones_desktop.window.shell.settingsdialog import SettingsDialog

        dialog = SettingsDialog(
            self._theme, self._settings.value, self._characters, self._use_house_rules, self._window
        )
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.edited.connect(self._settings.set)
        dialog.open()

    def keys(self) -> None:
        """Show every key."""
        from bones_desktop.window.shell.keysdialog import KeysDialog

        KeysDialog(self._theme, self._window).open()

    def about(self) -> None:
        """Show version, credits and licences."""
        from bones_desktop.window.shell.aboutdialog import AboutDialog

        AboutDialog(self._theme, self._window).open()
