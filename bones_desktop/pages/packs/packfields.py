"""The fields for a pack and its entries, and the changes of an entry that new answers make."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from bones_desktop.rules.acts import Parameter, Value
from bones_desktop.rules.bones.book.character import ItemKind
from bones_desktop.rules.bones.book.fields import FACES
from bones_desktop.rules.bones.book.icons import BLANK, MENTAL, PHYSICAL, Face
from bones_desktop.rules.bones.book.notation import face_name, icon_name, skill_label
from bones_desktop.rules.bones.book.rulebook import Rulebook, TemplateKind
from bones_desktop.rules.bones.life.packs import (
    MOST_OPTIONS,
    MOST_READINGS,
    Entry,
    Pack,
    PackItem,
    PackRace,
    PackReading,
    PackSlot,
    PackTemplate,
    entries_of,
)
from bones_desktop.rules.records import Record, replace
from bones_desktop.widgets.acts.actfields import Field, FieldPlace, Unit
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.dice.facelook import FaceLook, open_look
from bones_desktop.wording.language import _, ngettext
from bones_desktop.wording.names import item_kind_name, template_kind_name

LONGEST_NAME: Final = 60
LONGEST_NOTE: Final = 2_000
FARTHEST: Final = 10_000
ANY, PLAIN, REMOVE = "any", "plain", "remove"
_IN_A_ROW: Final = 3
"""Number of icons to choose from that are shown in one row."""
_APTITUDES: Final = {"physical": (PHYSICAL,), "mental": (MENTAL,), "either": (PHYSICAL, MENTAL)}


class EntryFields(Record):
    """The content of the form for a pack or an entry. Texts are ready to show."""

    under: str
    """A line below the name."""
    fields: tuple[Field, ...]
    title: str = ""
    """Heading of the parts."""
    hint: str = ""
    parts: tuple[Field, ...] = ()
    """Fields for faces or skills. Their ids consist of the name of the entry's field and an index."""
    faces: tuple[FaceLook, ...] = ()


def fields_of(entry: Pack | Entry, rulebook: Rulebook) -> EntryFields:
    """Return the fields for a pack or an entry with their present values. The rulebook has the icons to choose from."""
    match entry:
        case Pack():
            return _pack_fields(entry)
        case PackTemplate():
            return _template_fields(entry, rulebook)
        case PackItem():
            return _item_fields(entry, rulebook)
        case PackRace():
            return _race_fields(entry, rulebook)


def _pack_fields(pack: Pack) -> EntryFields:
    count = sum(map(len, entries_of(pack).values()))
    entries = ngettext("one entry", "{count} entries", count).format(count=count)
    author = Field(Parameter.text("author", pack.author, LONGEST_NAME), _("Author"))
    note = Field(Parameter.text("note", pack.note, LONGEST_NOTE), _("Note"), lines=5)
    # Only a new, empty pack needs the hint.
    hint = "" if count else _("Add cultures, backgrounds, occupations, equipment and races with “New”.")
    return EntryFields(_("Pack · {id} · {entries}").format(id=pack.id, entries=entries), (author, note), hint=hint)


def _template_fields(template: PackTemplate, rulebook: Rulebook) -> EntryFields:
    kinds = {each.value: template_kind_name(each) for each in TemplateKind}
    # A damaged pack may have fewer faces.
    slots = (*template.slots, *(PackSlot(),) * FACES)[:FACES]
    return EntryFields(
        _under(template_kind_name(template.kind), template.id),
        (_choice("kind", _("Kind"), [Choice(key, text) for key, text in kinds.items()], template.kind.value),),
        _("Faces"),
        _("Face 1 is always Universal. With several icons on a face, the player chooses one of them."),
        tuple(field for face, slot in enumerate(slots) if face for field in _slot_fields(rulebook, face, slot)),
        tuple(
            open_look(
                tuple(option.code for option in slot.options),
                free=slot.free,
                tip=_("Face {n}: {what}").format(n=face + 1, what=_slot_words(rulebook, slot)),
            )
            for face, slot in enumerate(slots)
        ),
    )


def _slot_words(rulebook: Rulebook, slot: PackSlot) -> str:
    names = ", ".join(face_name(rulebook, option) for option in slot.options)
    return _("any skill") if slot.free else names or _("nothing chosen yet")


def _slot_fields(rulebook: Rulebook, face: int, slot: PackSlot) -> Iterator[Field]:
    """Yield a field for each icon that a template allows on a face, and one to add another icon."""
    label, codes = _("Face {n}").format(n=face + 1), [option.code for option in slot.options]
    if face == 1:
        words = {
            "physical": face_name(rulebook, Face((PHYSICAL,))),
            "mental": face_name(rulebook, Face((MENTAL,))),
            "either": _("Physical or Mental"),
        }
        now = next((key for key, icons in _APTITUDES.items() if set(icons) == set(codes)), "")
        yield _choice(f"slots.{face}.0", label, [Choice(key, text) for key, text in words.items()], now)
        return
    for place in range(1 if slot.free else max(1, min(len(codes) + 1, MOST_OPTIONS))):
        now = codes[place] if place < len(codes) else ""
        choices = _skills(rulebook, set(codes) - {now}, _("This face has it already."))
        # An icon that is no skill stays in the list, so that it can be replaced.
        if now and now not in {each.key for each in choices}:
            choices.append(Choice(now, face_name(rulebook, slot.options[place])))
        if not place:
            choices.insert(0, Choice(ANY, _("Any skill"), _("The player chooses freely.")))
        if len(codes) > 1 and now:
            choices.append(Choice(REMOVE, _("Remove this icon")))
        yield replace(
            _choice(f"slots.{face}.{place}", "" if place else label, choices, ANY if slot.free else now),
            name=_("Face {n}, icon {m}").format(n=face + 1, m=place + 1),
            hint=_("or…") if place else _("Choose"),
            place=FieldPlace.BESIDE if place % _IN_A_ROW else FieldPlace.ROW,
        )


def _item_fields(item: PackItem, rulebook: Rulebook) -> EntryFields:
    kinds = [Choice(each.value, item_kind_name(each)) for each in ItemKind]
    metres = Parameter.number("range_increment", item.range_increment or 0, 0, FARTHEST)
    faces = _six(item.faces)
    return EntryFields(
        _under(item_kind_name(item.kind), item.id),
        (
            _choice("kind", _("Kind"), kinds, item.kind.value),
            Field(metres, _("Range increment"), unit=Unit(_(" m"), _("not thrown or shot"))),
        ),
        _("Faces"),
        _("A face has one or two icons, which count once, twice or three times."),
        tuple(field for face, shown in enumerate(faces) for field in _face_fields(rulebook, face, shown)),
        tuple(
            FaceLook(
                code=shown.code,
                body="steel",
                tip=_("Face {n}: {what}").format(n=face + 1, what=face_name(rulebook, shown)),
            )
            for face, shown in enumerate(faces)
        ),
    )


def _six(faces: Sequence[Face]) -> tuple[Face, ...]:
    """Return the faces of a die. A damaged or old pack may have fewer than six."""
    return (*faces, *(BLANK,) * FACES)[:FACES]


def _face_fields(rulebook: Rulebook, face: int, shown: Face) -> Iterator[Field]:
    """Yield the fields for an icon on a face, a second icon, and how often they count."""
    first, second = (*shown.icons, "", "")[:2]
    blanks = [icon for icon in rulebook.icons if icon.id in BLANK.icons]
    icons = [
        Choice(icon.id, icon_name(rulebook, icon.id), icon=icon.id, words=" ".join(icon.aliases))
        for icon in (*blanks, *(each for each in rulebook.icons if each not in blanks))
    ]
    yield _choice(f"faces.{face}", _("Face {n}").format(n=face + 1), icons, first)
    if shown.is_blank or not first:
        return
    others = [each for each in icons[len(blanks) :] if each.key != first]
    remove = [Choice(REMOVE, _("Remove this icon"))] if second else []
    also = _choice(f"also.{face}", "", [*others, *remove], second)
    named = _("Face {n}, second icon").format(n=face + 1)
    yield replace(also, name=named, hint=_("and…"), place=FieldPlace.BESIDE)
    words = {"1": _("once"), "2": _("double"), "3": _("triple")}
    says = _("Face {n} counts {times}")
    counts = [Choice(key, f"×{key}", says.format(n=face + 1, times=text)) for key, text in words.items()]
    times = _choice(f"count.{face}", "", counts, str(shown.count))
    named = _("Face {n}, times").format(n=face + 1)
    yield replace(times, name=named, buttons=True, place=FieldPlace.BESIDE)


def _race_fields(race: PackRace, rulebook: Rulebook) -> EntryFields:
    hint = _("When the icon comes up, one of these skills is chosen; a mastery makes it that mastery's icon.")
    if len(race.readings) >= MOST_READINGS:
        full = _("At most {most} skills are possible. Remove one first.").format(most=MOST_READINGS)
    else:
        full = _("All skills are in use already.") if _is_full(race, rulebook) else ""
    said = _("The racial icon: {letters}").format(letters=race.letters)
    return EntryFields(
        _under(_("Race"), race.id),
        (Field(Parameter.text("letters", race.letters, 2), _("Letters on the face")),),
        _("Skills that its icon may stand for"),
        "\n".join(filter(None, (hint, full))),
        tuple(_reading_fields(race, rulebook)),
        (FaceLook(code=race.id, name=said, tip=said),),
    )


def _is_full(race: PackRace, rulebook: Rulebook) -> bool:
    used = {reading.skill for reading in race.readings}
    return len(race.readings) >= MOST_READINGS or len(used) >= len(rulebook.skills)


def _reading_fields(race: PackRace, rulebook: Rulebook) -> Iterator[Field]:
    """Yield a field for each skill and its mastery, and one to add a skill while that is possible."""
    taken, why = {reading.skill for reading in race.readings}, _("It may stand for this already.")
    for place, reading in enumerate(race.readings):
        skills = [*_skills(rulebook, taken - {reading.skill}, why), Choice(REMOVE, _("Remove this skill"))]
        yield _choice(f"readings.{place}", _("Skill {n}").format(n=place + 1), skills, reading.skill)
        masteries = [
            Choice(PLAIN, _("a success"), _("One success, as the skill's own icon.")),
            *(
                Choice(mastery.id, mastery.name, mastery.effect, faces=())
                for mastery in rulebook.masteries
                if mastery.skill == reading.skill
            ),
        ]
        works = _choice(f"mastery.{place}", _("works as"), masteries, reading.mastery or PLAIN)
        yield replace(works, name=_("Works as, {n}").format(n=place + 1), place=FieldPlace.BESIDE)
    if not _is_full(race, rulebook):
        place = len(race.readings)
        added = _choice(f"readings.{place}", _("Skill {n}").format(n=place + 1), _skills(rulebook, taken, why), "")
        yield replace(added, hint=_("Add a skill…"))


def _skills(rulebook: Rulebook, taken: set[str], why: str) -> list[Choice]:
    """Return the skills as choices. Skills in `taken` are disabled for the reason `why`."""
    return [
        Choice(
            skill.id,
            skill_label(skill),
            why if skill.id in taken else "",
            skill.id not in taken,
            icon=skill.id,
            words=" ".join(skill.aliases),
        )
        for skill in rulebook.skills
    ]


def _under(kind: str, id: str) -> str:
    return _("{kind} · {id}").format(kind=kind, id=id)


def _choice(id: str, label: str, choices: Sequence[Choice], now: str) -> Field:
    keys = [each.key for each in choices if each.allowed or each.key == now]
    return Field(Parameter.choice(id, keys, now), label, choices=tuple(choices))


def changes_of(entry: Pack | Entry, rulebook: Rulebook, id: str, value: Value) -> dict[str, object]:
    """Return the changed fields of an entry when the answer to the field `id` is `value`.

    The icons of a template's face are put in the order of the rulebook's skills.
    """
    part, _dot, rest = id.partition(".")
    place = int(rest.partition(".")[0] or 0)
    match entry:
        case PackTemplate() if part == "kind":
            return {part: TemplateKind(str(value))}
        case PackTemplate() if part == "slots":
            # A damaged pack may have fewer than six faces.
            slots = (*entry.slots, *(PackSlot(free=True),) * FACES)[:FACES]
            slot = _changed_slot(slots[place], place, int(rest.partition(".")[2]), str(value))
            order = [*(skill.id for skill in rulebook.skills), *(option.code for option in slot.options)]
            icons = sorted(slot.options, key=lambda option: order.index(option.code))
            return {part: _put(slots, place, slot.with_(options=tuple(icons)))}
        case PackItem() if part == "kind":
            return {part: ItemKind(str(value))}
        case PackItem() if part == "range_increment":
            return {part: value or None}
        case PackItem() if part in {"faces", "also", "count"}:
            faces = _six(entry.faces)
            return {"faces": _put(faces, place, _changed_face(faces[place], part, str(value)))}
        case PackRace() if part in {"readings", "mastery"}:
            return {"readings": _changed_readings(entry.readings, part, place, str(value))}
        # A note that was pasted may be too long.
        case Pack() if part == "note":
            return {part: str(value)[:LONGEST_NOTE]}
    return {part: value}


def _put(things: tuple[Any, ...], place: int, *changed: object) -> tuple[Any, ...]:
    """Return `things` with the item at `place` replaced by `changed`, or removed if `changed` is empty."""
    return (*things[:place], *changed, *things[place + 1 :])


def _changed_slot(slot: PackSlot, face: int, place: int, value: str) -> PackSlot:
    if face == 1:
        return PackSlot(options=tuple(Face((icon,)) for icon in _APTITUDES[value]))
    if value == ANY:
        return PackSlot(free=True)
    return PackSlot(options=_put(slot.options, place, *(() if value == REMOVE else (Face((value,)),))))


def _changed_face(shown: Face, part: str, value: str) -> Face:
    if part == "count":
        return Face(shown.icons, int(value))
    if value in BLANK.icons:
        return BLANK
    if shown.is_blank:
        return Face((value,))
    icons = (value, *shown.icons[1:]) if part == "faces" else (shown.icons[0], *(() if value == REMOVE else (value,)))
    return Face(tuple(dict.fromkeys(icons)), shown.count)


def _changed_readings(before: tuple[PackReading, ...], part: str, place: int, value: str) -> tuple[PackReading, ...]:
    if part == "mastery":
        return _put(before, place, before[place].with_(mastery="" if value == PLAIN else value))
    # The mastery is reset, because another skill has other masteries.
    return _put(before, place, *(() if value == REMOVE else (PackReading(skill=value),)))
