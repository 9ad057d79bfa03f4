"""Names to suggest for a character, by its race or the culture of its first die."""

from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.making.origins import CULTURE_DIE, name_id, template_of


def suggested_names(rulebook: Rulebook, character: Character) -> tuple[str, ...]:
    """Return names that go with the character's race, else its culture, else anybody's; in alphabetical order."""
    culture = template_of(rulebook, character, CULTURE_DIE)
    wanted = [key for key in (character.racial_icon, name_id(culture) if culture else "") if key]
    lists = {each.id: each.names for each in rulebook.name_lists}
    return next((lists[key] for key in (*wanted, "") if key in lists), ())
