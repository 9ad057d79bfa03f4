"""A form of an act as its user sees and works it, whatever widgets it is made of."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDoubleSpinBox, QLineEdit

from bones_desktop.widgets.acts.actform import ActForm

LEFT = Qt.MouseButton.LeftButton


class FormPage:
    """One form; fields are named by the ids of the act's parameters."""

    def __init__(self, form: ActForm) -> None:
        self.form = form

    @property
    def is_open(self) -> bool:
        return self.form.isVisible()

    @property
    def can_be_done(self) -> bool:
        return self.form.act.isEnabled()

    @property
    def act(self):
        return self.form.act

    @property
    def cancel(self):
        return self.form.cancel

    @property
    def says(self) -> list[str]:
        """The preview, or why it cannot be done."""
        return [label.text() for label in self.form.says]

    @property
    def answers(self):
        return self.form.answers

    def field(self, id: str):
        return self.form.fields[id]

    def fill(self, id: str, value: int | str) -> None:
        """Fill in a number or a text at once."""
        field = self.field(id)
        field.setValue(value) if isinstance(field, QDoubleSpinBox) else field.setText(value)

    def type(self, id: str, keys: str) -> None:
        QTest.keyClicks(self.field(id), keys)

    def choose(self, id: str, text: str) -> None:
        """Choose from a list by what is read there, or by its button."""
        field = self.field(id)
        if hasattr(field, "buttons"):
            QTest.mouseClick(next(each for each in field.buttons.values() if each.text() == text), LEFT)
        else:
            field.activated.emit(next(choice for choice in field.model.rows if choice.text == text))

    def chosen(self, id: str) -> str:
        """Return what is chosen, as it is read there."""
        field = self.field(id)
        if hasattr(field, "buttons"):
            return next(each.text() for each in field.buttons.values() if each.isChecked())
        return field.text()

    def click(self, id: str) -> None:
        QTest.mouseClick(self.field(id), LEFT)

    def shows(self, id: str) -> bool:
        """Return whether a parameter is asked for now."""
        return id in self.form.fields and self.field(id).isVisible()

    def words(self, id: str) -> str:
        """Return what is said in place of a field."""
        return self.field(id).words.text()

    def press(self) -> None:
        QTest.mouseClick(self.form.act, LEFT)

    def enter(self, id: str = "") -> None:
        """Press Enter in a field, else in the first one."""
        QTest.keyClick(self.field(id) if id else self._first(), Qt.Key.Key_Return)

    def escape(self, id: str = "") -> None:
        QTest.keyClick(self.field(id) if id else self._first(), Qt.Key.Key_Escape)

    def _first(self):
        return next(each for each in self.form.fields.values() if isinstance(each, QDoubleSpinBox | QLineEdit))
