"""The forms of the pack window: one for packs and their entries, and one for a file that cannot be used."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QWidget

from bones_desktop.pages.packs.packfields import LONGEST_NAME, changes_of, fields_of
from bones_desktop.rules.acts import Parameter, Value
from bones_desktop.rules.bones.book.character import spoken
from bones_desktop.rules.bones.book.rulebook import ForbiddenOccupation, Rulebook, TemplateKind
from bones_desktop.rules.bones.life.packs import OPENED, OPENERS, Entry, Pack, PackTemplate
from bones_desktop.rules.bones.making.creation import OriginName, origin_names
from bones_desktop.rules.typedtext import strip_bidi
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.packfile import PackFileError
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.acts.actfields import AnyField, ChoiceField, Field
from bones_desktop.widgets.acts.actform import ActForm
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.dice.facetile import FaceStrip
from bones_desktop.widgets.lists.line import Ground, Line, LineLook
from bones_desktop.widgets.lists.linelist import NO_KEYS, LineList
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_lengths
from bones_desktop.widgets.text.labels import heading_label, plain_label
from bones_desktop.wording.files import file_sentence, pack_error_sentence
from bones_desktop.wording.language import _, lowered
from bones_desktop.wording.names import template_kind_name

_NAMES = LineLook(height=26, gap=6, pad=(10, 0), ground=Ground.FOCUSED)


class TemplateLinks(QWidget):
    """Lists of the names that lead to a template, follow from it, or are forbidden by it.

    A click or Space ticks a name.
    """

    edited = Signal(str, object, str)
    """Emitted like `PackForm.edited`."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._template: PackTemplate | None = None
        self._names: tuple[OriginName, ...] = ()
        self._background = ""
        """The id of the background of which the forbidden occupations are shown; "" for every background."""
        self.settings = ActForm(theme, self, framed=False)
        """Form for two settings of a template.

        They are whether the template is open to all, and the background whose forbidden occupations are shown.
        """
        self.settings.answered.connect(self._answer)
        grid = QGridLayout()
        self._titles = {field: plain_label(self, theme=theme, bold=True) for field in _CELLS}
        self.lists = {field: LineList(theme, "", self, _NAMES, keys=NO_KEYS, framed=True) for field in _CELLS}
        """The list for each field of a template, by the name of the field."""
        self._sides = {field: QFrame(self) for field in _CELLS}
        for field, cell in _CELLS.items():
            set_lengths(theme, self.lists[field], height=190, least_width=180)
            self.lists[field].tick_requested.connect(partial(self._tick, field))
            vbox(self._sides[field], self._titles[field], self.lists[field], STRETCH, margins=0)
            grid.addWidget(self._sides[field], *cell)
        vbox(self, self.settings, grid, margins=0, theme=theme, gap=8)

    def show_template(self, template: PackTemplate, names: Sequence[OriginName]) -> None:
        """Show the links of `template` to `names`."""
        # Each edit shows the same template again, and must not scroll the lists.
        other = self._template is None or template.id != self._template.id
        self._template, self._names = template, tuple(names)
        if other:
            self._background = next((each.background for each in template.forbids), "")
        self.settings.show_fields(self._fields(template))
        forbidden = [each.occupation for each in template.forbids if each.background == self._background]
        occupation, opener = TemplateKind.OCCUPATION, OPENERS.get(template.kind)
        is_occupation = template.kind is occupation
        leads = _("Backgrounds it leads to") if template.kind is TemplateKind.CULTURE else _("Occupations it leads to")
        after = _("First occupations that lead to it")
        led = _("Backgrounds that lead to it") if is_occupation else _("Cultures that lead to it")
        for field, title, kind, ticked, used in (
            ("opens", _("Second occupations it leads to") if is_occupation else leads, OPENED[template.kind],
             template.opens, True),
            ("opened_by", led, opener, template.opened_by, opener is not None),
            ("after", after, occupation, template.after, is_occupation),
            ("forbids", _("Occupations it forbids"), occupation, forbidden, template.kind is TemplateKind.CULTURE),
        ):  # fmt: skip
            self._titles[field].setText(title)
            self.lists[field].setAccessibleName(title)
            self.lists[field].show_lines(self._lines(kind, ticked))
            # A damaged pack may have links that its kind does not use. They are shown, so that they can be removed.
            self._sides[field].setVisible(used or bool(getattr(template, field)))
            if other:
                lines = self.lists[field].lines
                row = next((row for row, line in enumerate(lines.rows) if line.ticked), 0)
                self.lists[field].scrollTo(lines.index(row), LineList.ScrollHint.PositionAtTop)

    def _fields(self, template: PackTemplate) -> list[Field]:
        fields = []
        if template.kind is TemplateKind.OCCUPATION or template.open_to_all:
            words = _("Open to all")
            fields.append(Field(Parameter.yes_no("open_to_all", int(template.open_to_all)), words, words))
        if template.kind is TemplateKind.CULTURE or template.forbids:
            named = {name.id: name.name for name in self._names if name.kind is TemplateKind.BACKGROUND}
            # A forbidden background stays in the list even if it is not opened any more, so that it can be removed.
            ids = dict.fromkeys((*template.opens, *(each.background for each in template.forbids if each.background)))
            keys = ("", *ids)
            self._background = self._background if self._background in keys else ""
            choices = (Choice("", _("Every background")), *(Choice(id, named.get(id) or spoken(id)) for id in ids))
            asked = Parameter.choice("background", keys, self._background)
            fields.append(Field(asked, _("Occupations are forbidden to"), choices=choices))
        return fields

    def _lines(self, kind: TemplateKind | None, ticked: Sequence[str]) -> list[Line]:
        """Return the names of one kind, and ticked names that are missing or of another kind, to untick them."""
        own = self._template.id if self._template is not None else ""
        known = {name.id: name for name in self._names}
        shown = {name.id: (name.name, name.source) for name in self._names if name.kind is kind and name.id != own}
        for id in ticked:
            note = template_kind_name(known[id].kind) if id in known else _("not here")
            shown.setdefault(id, (known[id].name if id in known else spoken(id), note))
        return [
            Line(f"{name} · {note}" if note else name, key=id, ticked=id in ticked, tip=note)
            for id, (name, note) in shown.items()
        ]

    def _answer(self, id: str, value: Value) -> None:
        if id == "open_to_all":
            self.edited.emit(_("Change the backgrounds it is open to"), {id: bool(value)}, "")
        elif self._template is not None:
            self._background = str(value)
            self.show_template(self._template, self._names)

    def _tick(self, field: str, name: str) -> None:
        if self._template is None:
            return
        thing: object = name
        if field == "forbids":
            thing = ForbiddenOccupation(occupation=name, background=self._background)
        before: tuple[object, ...] = getattr(self._template, field)
        after = tuple(each for each in before if each != thing) if thing in before else (*before, thing)
        step = {
            "opens": _("Change the templates to which this one leads"),
            "forbids": _("Change the forbidden occupations"),
        }.get(field, _("Change the templates that lead to this one"))
        self.edited.emit(step, {field: after}, "")


_CELLS = {"opens": (0, 0), "opened_by": (0, 1), "after": (1, 0), "forbids": (0, 2)}
"""Row and column of each list."""


class PackForm(QWidget):
    """The form of a pack or of an entry. It emits edits, and changes nothing itself."""

    edited = Signal(str, object, str)
    """Emitted with the name of the undo step, the changed fields as a dict, and the key by which typing is merged (""
    for none)."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entry: Pack | Entry | None = None
        self._rulebook: Rulebook | None = None
        self._named: dict[str, str] = {}
        self.heading = heading_label(theme, self, wrap=True)
        self.under = plain_label(self, role="muted", wrap=True, theme=theme, size=12)
        self.form = ActForm(theme, self, framed=False)
        self._title = plain_label(self, theme=theme, bold=True)
        self.hint = plain_label(self, role="muted", wrap=True)
        self.hint.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)  # to copy the path of a pack
        self.faces = FaceStrip(theme, self)
        self.parts = ActForm(theme, self, framed=False)
        self.links = TemplateLinks(theme, self)
        parts = (self.heading, self.under, self.form, self._title, self.hint, self.faces, self.parts, self.links)
        vbox(self, *parts, STRETCH, theme=theme, gap=8, edges=(4, 4, 12, 12))
        self.form.answered.connect(self._answer)
        self.parts.answered.connect(self._answer)
        self.faces.face_clicked.connect(self._open_face)

    @property
    def fields(self) -> dict[str, AnyField]:
        """The fields by their ids, which begin with the names of the entry's fields."""
        return {**self.form.fields, **self.parts.fields}

    def show_entry(self, entry: Pack | Entry, rulebook: Rulebook, note: str = "") -> None:
        """Show a pack or an entry. `rulebook` has the icons to choose from; `note` is shown below the fields."""
        self._entry, self._rulebook = entry, rulebook
        shown = fields_of(entry, rulebook)
        self.heading.setText(entry.name.strip() or _("No name yet"))
        self.under.setText(shown.under)
        name = Field(Parameter.text("name", entry.name, LONGEST_NAME), _("Name"))
        fields = (name, *shown.fields)
        self._named = {each.parameter.id: each.label or each.name for each in (*fields, *shown.parts)}
        self.form.show_fields(fields)
        self.parts.show_fields(shown.parts)
        self.faces.set_faces(shown.faces)
        self.faces.setAccessibleName("; ".join(face.tip for face in shown.faces))
        for label, text in ((self._title, shown.title), (self.hint, "\n".join(filter(None, (shown.hint, note))))):
            label.setText(text)
            label.setVisible(bool(text))
        self.parts.setVisible(bool(shown.parts))
        self.faces.setVisible(bool(shown.faces))
        self.links.setVisible(isinstance(entry, PackTemplate))
        if isinstance(entry, PackTemplate):
            self.links.show_template(entry, origin_names(rulebook))

    def focus_field(self, field: str, place: int) -> None:
        """Give a field of the entry the focus. `place` is an index if the field has several parts."""
        begun = [each for id, each in self.fields.items() if f"{id}.".startswith(f"{field}.{place}.")]
        target = next(iter(begun), self.fields.get(field) or self.links.lists.get(field) or self.fields["name"])
        target.setFocus(Qt.FocusReason.OtherFocusReason)

    def _open_face(self, face: int) -> None:
        """Open the list of icons for a face that was clicked."""
        for id in (f"slots.{face}.0", f"faces.{face}"):
            if id in self.parts.fields:
                self.parts.open_choice(id)

    def _answer(self, id: str, value: Value) -> None:
        if self._entry is None or self._rulebook is None:
            return
        step = _("Change {what}").format(what=lowered(self._named[id]))
        # Only typing is merged into one step.
        merge = "" if isinstance(self.fields[id], ChoiceField) or id in self.parts.fields else id
        self.edited.emit(step, changes_of(self._entry, self._rulebook, id, value), merge)


class DamagedPackForm(QWidget):
    """The errors of a file that cannot be used, and buttons with remedies. The owner connects them."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heading = heading_label(theme, self, wrap=True)
        self.text = plain_label(self, wrap=True)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.again = push_button(self, _("Read again"), tip=_("Read the folder again after fixing the file"))
        self.folder = push_button(self, _("Open folder"))
        tip = _("Move the file to the folder “removed” next to the packs")
        self.aside = push_button(self, _("Put aside"), tip=tip)
        buttons = hbox(None, self.again, self.folder, self.aside, STRETCH)
        # The buttons are above the errors, because there may be more errors than the window has room for.
        vbox(self, self.heading, buttons, self.text, STRETCH, theme=theme, gap=12, edges=(4, 4, 12, 12))

    def show_error(self, error: PackFileError | FileProblem) -> None:
        """Show why the file cannot be used."""
        self.heading.setText(_("{name} cannot be used").format(name=strip_bidi(error.path.name)))
        if isinstance(error, PackFileError):
            errors = "\n\n".join(pack_error_sentence(each) for each in error.errors)
            mend = _("Fix the file in a text editor, save it, then choose “Read again”.")
            self.text.setText(f"{errors}\n\n{mend}")
        else:
            self.text.setText(file_sentence(error))
