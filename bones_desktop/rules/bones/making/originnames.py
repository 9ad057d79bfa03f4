"""The names of cultures, backgrounds and occupations: the rulebook's, with templates or without, and those of packs."""

from dataclasses import dataclass, replace

from bones_desktop.rules.bones.book.rulebook import Rulebook, TemplateKind
from bones_desktop.rules.bones.making.origins import name_id

_SHIPPED = "house/"


@dataclass(frozen=True, slots=True)
class OriginName:
    """A culture, background or occupation that templates may open."""

    id: str
    name: str
    kind: TemplateKind
    source: str
    """"" for the rulebook's, else the name of the pack."""


def origin_names(rulebook: Rulebook) -> tuple[OriginName, ...]:
    """Return every name that a template may open or be opened by, each once, the rulebook's own first.

    A template of a pack that answers to a name of the rulebook stands beside it with its own id.
    """
    found: dict[str, OriginName] = {}
    for template in rulebook.templates:
        of_pack = template.house and not template.id.startswith(_SHIPPED)
        own = OriginName(template.id, template.name, template.kind, template.source if of_pack else "")
        if of_pack:
            found.setdefault(own.id, own)
        if template.stands_for or not of_pack:
            found.setdefault(name_id(template), replace(own, id=name_id(template), source=""))
    for named in rulebook.setting_names:
        found.setdefault(named.id, OriginName(named.id, named.name, named.kind, ""))
    return tuple(sorted(found.values(), key=lambda each: bool(each.source)))
