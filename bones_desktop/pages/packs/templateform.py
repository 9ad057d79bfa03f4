"""The form of a culture, background or occupation: a row for each face, and the templates it leads to."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QCheckBox, QFrame, QGridLayout, QHBoxLayout, QLabel, QSizePolicy, QWidget

from bones_desktop.pages.packs.packforms import FaceButton, IconPopup, PackForm, kind_field
from bones_desktop.rules.acts import Value
from bones_desktop.rules.bones.book.character import spoken
from bones_desktop.rules.bones.book.icons import MENTAL, PHYSICAL, Face
from bones_desktop.rules.bones.book.notation import face_name
from bones_desktop.rules.bones.book.rulebook import ForbiddenOccupation, Rulebook, TemplateKind
from bones_desktop.rules.bones.life.packs import MOST_OPTIONS, OPENED, OPENERS, PackSlot, PackTemplate
from bones_desktop.rules.bones.making.creation import OriginName
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, fill, hbox, vbox
from bones_desktop.widgets.choice.buttons import ChoiceButton
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.dice.dienet import COLUMNS, PLACES, ROWS
from bones_desktop.widgets.dice.facetile import SlotLook, paint_slot
from bones_desktop.widgets.dice.iconpalette import PaletteIcon
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.lists.line import Ground, Line, LineLook
from bones_desktop.widgets.lists.linelist import NO_KEYS, LineList
from bones_desktop.widgets.scaled import set_gaps, set_lengths
from bones_desktop.widgets.text.labels import ElidedLabel, plain_label
from bones_desktop.wording.language import _
from bones_desktop.wording.names import template_kind_name

FIXED, ONE_OF, ANY = "fixed", "one-of", "any"
_SIDE: Final = 44
_GAP: Final = 4
_EDGE: Final = 12
"""Sizes of the unfolded die: a face, the gap between two faces, and the margin."""


class SlotRow(QWidget):
    """Controls for one face, whose icon is fixed, one of a few, or any skill. Its picture opens the icons."""

    changed = Signal(object)
    """Emitted with the new PackSlot."""

    def __init__(self, theme: Theme, rulebook: Rulebook, number: int, popup: IconPopup, parent: QWidget) -> None:
        super().__init__(parent)
        self._rulebook = rulebook
        self._number = number
        self._popup = popup
        self._slot = PackSlot(free=True)
        self._mode = ANY
        self._owner = ""
        self.button = FaceButton(theme, 40, self)
        self.mode = ChoiceButton(theme, _("Face {n}").format(n=number), _("Choose"), self)
        set_lengths(theme, self.mode, width=130)
        self.said = ElidedLabel(self)
        hbox(self, self.button, self.mode, (self.said, 1), margins=0, theme=theme, gap=8)
        self.button.clicked.connect(self._open)
        self.mode.activated.connect(self._choose_mode)

    def show_slot(self, owner: str, slot: PackSlot) -> None:
        """Show the slot of the entry `owner`. The mode of the row stays while it fits the slot."""
        # "One of" with a single icon is stored like "fixed", so the mode chosen by the user is kept.
        if owner != self._owner or not _fits(self._mode, slot):
            self._mode = ANY if slot.free else FIXED if len(slot.options) == 1 else ONE_OF
        self._owner, self._slot = owner, slot
        modes = (
            Choice(FIXED, _("Fixed"), _("The template sets this face.")),
            Choice(ONE_OF, _("One of"), _("The player chooses among a few skills.")),
            Choice(ANY, _("Any skill"), _("The player chooses freely.")),
        )
        self.mode.set_choices(modes, self._mode)
        names = [face_name(self._rulebook, option) for option in slot.options]
        said = _("any skill") if slot.free else ", ".join(names) or _("nothing chosen yet")
        self.said.set_full_text(said)
        self.button.set_look(
            SlotLook(tuple(option.code for option in slot.options), slot.free),
            _("Face {n}: {what}. Choose icons").format(n=self._number, what=said),
        )

    def _choose_mode(self, choice: object) -> None:
        if not isinstance(choice, Choice):
            return
        self._mode = choice.key
        if self._mode == ANY:
            self.changed.emit(PackSlot(free=True))
            return
        options = self._slot.options[:1] if self._mode == FIXED else self._slot.options
        self.changed.emit(PackSlot(options=options))
        # The user has to choose icons next, so the popup opens without a click.
        if not options or self._mode == ONE_OF:
            self._open()

    def _open(self) -> None:
        if self._mode == ANY:
            self._mode = ONE_OF
        self._popup.picked.connect(self._pick)
        self._popup.closed.connect(self._disconnect_popup)
        self._popup.open_beside(self.button, self._icons(), stay=self._mode == ONE_OF)

    def _disconnect_popup(self) -> None:
        self._popup.picked.disconnect(self._pick)
        self._popup.closed.disconnect(self._disconnect_popup)

    def _pick(self, code: str) -> None:
        picked = Face((code,))
        if self._mode == FIXED:
            self.changed.emit(PackSlot(options=(picked,)))
            return
        chosen = set(self._slot.options) ^ {picked}
        # Icons are in the order of the rulebook instead of the clicks, so that equal choices give equal slots.
        in_order = (Face((skill.id,)) for skill in self._rulebook.skills)
        self.changed.emit(PackSlot(options=tuple(option for option in in_order if option in chosen)))
        self._popup.set_icons(self._icons())

    def _icons(self) -> tuple[PaletteIcon, ...]:
        full = self._mode == ONE_OF and len(self._slot.options) >= MOST_OPTIONS
        why = _("At most {n} icons are possible. Remove one first.").format(n=MOST_OPTIONS)
        return tuple(
            PaletteIcon(
                skill.id,
                face_name(self._rulebook, Face((skill.id,))),
                allowed=not full or Face((skill.id,)) in self._slot.options,
                why=why if full and Face((skill.id,)) not in self._slot.options else "",
                words=" ".join(skill.aliases),
                chosen=Face((skill.id,)) in self._slot.options,
            )
            for skill in self._rulebook.skills
        )


def _fits(mode: str, slot: PackSlot) -> bool:
    if slot.free:
        return mode == ANY
    return mode == ONE_OF or (mode == FIXED and len(slot.options) <= 1)


class SlotNet(Guarded, QWidget):
    """Read-only picture of the unfolded die that a template makes."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._looks: tuple[SlotLook, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    def set_slots(self, looks: Sequence[SlotLook], name: str) -> None:
        """Show the possible icons of each face, face 1 first. `name` is the accessible name."""
        self.setAccessibleName(name)
        if tuple(looks) != self._looks:
            self._looks = tuple(looks)
            self.update()

    def sizeHint(self) -> QSize:
        """Return the size of the card."""
        px = self._theme.px
        step = px(_SIDE) + px(_GAP)
        return QSize(COLUMNS * step - px(_GAP) + 2 * px(_EDGE), ROWS * step - px(_GAP) + 2 * px(_EDGE))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the card and its faces."""
        px, theme = self._theme.px, self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.color("line"), 1))
        painter.setBrush(theme.color("surface"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), px(10), px(10))
        step = px(_SIDE) + px(_GAP)
        for (column, row), look in zip(PLACES, self._looks, strict=False):
            square = QRectF(px(_EDGE) + column * step, px(_EDGE) + row * step, px(_SIDE), px(_SIDE))
            paint_slot(painter, square, look, theme)
        painter.setPen(theme.color("muted"))
        painter.setFont(theme.font("sans", 12))
        corner = QRectF(px(_EDGE) + 2 * step, px(_EDGE), 2 * step, px(_SIDE))
        painter.drawText(
            corner,
            int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap),
            _("Resulting die"),
        )
        painter.end()


_NAMES: Final = LineLook(height=26, gap=6, pad=(10, 0), ground=Ground.FOCUSED)


class NamePicker(LineList):
    """Cultures, backgrounds or occupations, one in each line. A click or Space ticks a line."""

    def __init__(self, theme: Theme, name: str, parent: QWidget) -> None:
        super().__init__(theme, name, parent, _NAMES, keys=NO_KEYS, framed=True)
        set_lengths(theme, self, height=190, least_width=180)

    def show_ticks(self) -> None:
        """Scroll to the first name that is ticked."""
        row = next((row for row, line in enumerate(self.lines.rows) if line.ticked), 0)
        self.scrollTo(self.lines.index(row), LineList.ScrollHint.PositionAtTop)


def _name_line(id: str, name: str, note: str, *, ticked: bool) -> Line:
    return Line(f"{name} · {note}" if note else name, key=id, ticked=ticked, tip=note)


_APTITUDES = {"physical": (PHYSICAL,), "mental": (MENTAL,), "either": (PHYSICAL, MENTAL)}


class TemplateForm(PackForm):
    """Shows one template and emits edits."""

    def __init__(self, theme: Theme, rulebook: Rulebook, popup: IconPopup, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._rulebook = rulebook
        self._template: PackTemplate | None = None
        self.net = SlotNet(theme, self)
        self.first = FaceButton(theme, 40, self)
        self.first.setEnabled(False)
        self.second = FaceButton(theme, 40, self)
        self.aptitude = ChoiceButton(theme, _("Face 2"), _("Choose"), self)
        set_lengths(theme, self.aptitude, width=200)
        self.aptitude.activated.connect(self._choose_aptitude)
        self.rows = tuple(SlotRow(theme, rulebook, face + 1, popup, self) for face in range(2, 6))
        for face, row in enumerate(self.rows, 2):
            row.changed.connect(partial(self._change_slot, face))
        self.leads_to = NamePicker(theme, _("Leads to"), self)
        self.open_to_all = QCheckBox(_("Open to all"), self)
        self.open_to_all.clicked.connect(self._open_to_all)
        self.led_by = NamePicker(theme, _("Open after"), self)
        self.after = NamePicker(theme, _("First occupations that lead to it"), self)
        self.leads_to.tick_requested.connect(partial(self._tick, "opens"))
        self.led_by.tick_requested.connect(partial(self._tick, "opened_by"))
        self.after.tick_requested.connect(partial(self._tick, "after"))
        self.forbidden_to = ChoiceButton(theme, _("Forbidden to"), _("Choose"), self)
        self.forbidden_to.activated.connect(self._choose_background)
        self.forbidden = NamePicker(theme, _("Occupations it forbids"), self)
        self.forbidden.tick_requested.connect(self._forbid)
        self._background = ""
        self._names: tuple[OriginName, ...] = ()
        self._lay_out()

    def show_template(self, template: PackTemplate, names: Sequence[OriginName]) -> None:
        """Show `template`. `names` are the templates that it may lead to."""
        # Each edit shows the same template again, and must not scroll the lists.
        other = self._template is None or template.id != self._template.id
        self._template, self._names = template, tuple(names)
        if other:
            self._background = next((each.background for each in template.forbids), "")
        under = _("{kind} · {id}").format(kind=template_kind_name(template.kind), id=template.id)
        kinds = {each.value: template_kind_name(each) for each in TemplateKind}
        self.show_entry(template.name, under, kind_field(kinds, template.kind.value))
        self._show_slots(template)
        self._show_links(template)
        if other:
            for ticks in (self.leads_to, self.led_by, self.after, self.forbidden):
                ticks.show_ticks()

    def focus_field(self, field: str, place: int) -> None:
        """Focus a field. `place` is the index of a face or entry if the field has several."""
        targets: dict[str, QWidget] = {
            "opens": self.leads_to,
            "opened_by": self.led_by,
            "after": self.after,
            "forbids": self.forbidden,
            "open_to_all": self.open_to_all,
        }
        if field == "slots":
            faces: tuple[QWidget, ...] = (self.fields["name"], self.aptitude, *(row.button for row in self.rows))
            targets["slots"] = faces[min(place, 5)]
        if field in targets:
            targets[field].setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            super().focus_field(field, place)

    def changes(self, id: str, value: Value) -> dict[str, object]:
        """Return the kind as a kind."""
        return {id: TemplateKind(str(value)) if id == "kind" else value}

    def _lay_out(self) -> None:
        self._faces = QGridLayout()
        set_gaps(self.theme, self._faces, grid=(8, 4))
        self._faces.setColumnStretch(2, 1)
        self.second.clicked.connect(self.aptitude.open)
        always = plain_label(self, _("always Universal"), role="muted")
        first = hbox(None, self.first, (always, 1), theme=self.theme, gap=8)
        second = hbox(None, self.second, self.aptitude, STRETCH, theme=self.theme, gap=8)
        lines: list[QHBoxLayout | QWidget] = [first, second, *self.rows]
        for number, line in enumerate(lines, 1):
            label = plain_label(self, _("Face {n}").format(n=number))
            self._faces.addWidget(label, number, 0)
            if isinstance(line, QWidget):
                self._faces.addWidget(line, number, 1, 1, 2)
            else:
                self._faces.addLayout(line, number, 1, 1, 2)
        self.top.addWidget(self.net, 0, Qt.AlignmentFlag.AlignTop)
        fill(self.column, self._title(_("Faces")), self._faces)
        self._to, self._by = self._title(""), self._title("")
        links = QGridLayout()
        self._to_side, self._by_side, self._after_side, self._forbidden_side = (QFrame(self) for _unused in range(4))
        forbids = self._title(_("Occupations it forbids"))
        for side, title, names, above, cell in (
            (self._to_side, self._to, self.leads_to, None, (0, 0)),
            (self._by_side, self._by, self.led_by, self.open_to_all, (0, 1)),
            (self._after_side, self._title(_("First occupations that lead to it")), self.after, None, (1, 0)),
            (self._forbidden_side, forbids, self.forbidden, self.forbidden_to, (0, 1)),
        ):
            vbox(side, title, *([above] if above is not None else []), names, STRETCH, margins=0)
            links.addWidget(side, *cell)
        fill(self.column, links, STRETCH)

    def _title(self, text: str) -> QLabel:
        return plain_label(self, text, theme=self.theme, bold=True)

    def _show_slots(self, template: PackTemplate) -> None:
        looks = tuple(SlotLook(tuple(each.code for each in slot.options), slot.free) for slot in template.slots)
        self.net.set_slots(looks, _("Resulting die"))
        self.first.set_look(SlotLook(("universal",)), _("Face 1: always Universal"))
        words = {
            "physical": face_name(self._rulebook, Face((PHYSICAL,))),
            "mental": face_name(self._rulebook, Face((MENTAL,))),
            "either": _("Physical or Mental"),
        }
        codes = tuple(option.code for option in template.slots[1].options) if len(template.slots) > 1 else ()
        current = next((key for key, icons in _APTITUDES.items() if set(icons) == set(codes)), "")
        self.aptitude.set_choices([Choice(key, text) for key, text in words.items()], current)
        said = _("Face 2: {what}. Choose").format(what=words.get(current, _("nothing that fits")))
        self.second.set_look(SlotLook(codes), said)
        for row, slot in zip(self.rows, template.slots[2:], strict=False):
            row.show_slot(template.id, slot)
        # A damaged pack may have fewer faces.
        for row in self.rows[len(template.slots[2:]) :]:
            row.show_slot(template.id, PackSlot())

    def _show_links(self, template: PackTemplate) -> None:
        opened, opener, names = OPENED[template.kind], OPENERS.get(template.kind), self._names
        occupation = template.kind is TemplateKind.OCCUPATION
        self._after_side.setVisible(occupation or bool(template.after))
        self._forbidden_side.setVisible(template.kind is TemplateKind.CULTURE or bool(template.forbids))
        self._by_side.setVisible(opener is not None or bool(template.opened_by))
        plural = {
            TemplateKind.CULTURE: _("Cultures that lead to it"),
            TemplateKind.BACKGROUND: _("Backgrounds that lead to it"),
            None: _("What leads to it"),
        }
        leads = {
            TemplateKind.BACKGROUND: _("Backgrounds it leads to"),
            TemplateKind.OCCUPATION: _("Occupations it leads to"),
        }
        self._to.setText(_("Second occupations it leads to") if occupation else leads[opened])
        self._by.setText(plural.get(opener, ""))
        self.open_to_all.setVisible(occupation or template.open_to_all)
        self.open_to_all.setChecked(template.open_to_all)
        self.leads_to.show_lines(self._ticks(names, opened, template.opens, template.id))
        self.led_by.show_lines(self._ticks(names, opener, template.opened_by, template.id))
        self.after.show_lines(self._ticks(names, TemplateKind.OCCUPATION, template.after, template.id))
        self._show_forbidden(template)

    def _show_forbidden(self, template: PackTemplate) -> None:
        named = {name.id: name.name for name in self._names if name.kind is TemplateKind.BACKGROUND}
        forbidding = dict.fromkeys(each.background for each in template.forbids if each.background)
        choices = [Choice("", _("Every background"))]
        # A forbidden background stays visible even if it is not opened any more, so that it can be removed.
        choices += [Choice(id, named.get(id) or spoken(id)) for id in dict.fromkeys((*template.opens, *forbidding))]
        if self._background not in {each.key for each in choices}:
            self._background = ""
        self.forbidden_to.set_choices(choices, self._background)
        ticked = [each.occupation for each in template.forbids if each.background == self._background]
        self.forbidden.show_lines(self._ticks(self._names, TemplateKind.OCCUPATION, ticked, template.id))

    def _choose_background(self, choice: object) -> None:
        if isinstance(choice, Choice) and self._template is not None:
            self._background = choice.key
            self._show_forbidden(self._template)
            self.forbidden.show_ticks()

    def _forbid(self, name: str) -> None:
        if self._template is not None:
            one = ForbiddenOccupation(occupation=name, background=self._background)
            left = tuple(each for each in self._template.forbids if each != one)
            self.edited.emit(
                _("Change the forbidden occupations"),
                {"forbids": left if one in self._template.forbids else (*left, one)},
                "",
            )

    def _ticks(
        self, names: Sequence[OriginName], kind: TemplateKind | None, ticked: Sequence[str], own: str
    ) -> list[Line]:
        """Return the names of one kind, and ticked names that are missing or of another kind, to untick them."""
        shown = [
            _name_line(name.id, name.name, name.source, ticked=name.id in ticked)
            for name in names
            if name.kind is kind and name.id != own
        ]
        here = {each.key for each in shown}
        known = {name.id: name for name in names}
        for strange in ticked:
            if strange in known and strange not in here:
                note = template_kind_name(known[strange].kind)
                shown.append(_name_line(strange, known[strange].name, note, ticked=True))
            elif strange not in here:
                shown.append(_name_line(strange, spoken(strange), _("not here"), ticked=True))
        return shown

    def _choose_aptitude(self, choice: object) -> None:
        if isinstance(choice, Choice):
            options = tuple(Face((icon,)) for icon in _APTITUDES[choice.key])
            self._change_slot(1, PackSlot(options=options))

    def _change_slot(self, face: int, slot: object) -> None:
        if self._template is None or not isinstance(slot, PackSlot):
            return
        slots = (*self._template.slots, *(PackSlot(free=True),) * 6)[:6]
        # A damaged pack may have fewer than six slots.
        changed = (*slots[:face], slot, *slots[face + 1 :])
        self.edited.emit(_("Change face {n}").format(n=face + 1), {"slots": changed}, "")

    def _open_to_all(self, on: bool) -> None:
        self.edited.emit(_("Change the backgrounds it is open to"), {"open_to_all": on}, "")

    def _tick(self, field: str, name: str) -> None:
        if self._template is None:
            return
        before: tuple[str, ...] = getattr(self._template, field)
        after = tuple(each for each in before if each != name) if name in before else (*before, name)
        step = _("Change the templates it leads to") if field == "opens" else _("Change the templates that lead to it")
        self.edited.emit(step, {field: after}, "")
