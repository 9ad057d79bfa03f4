"""Packs for tests: one that is whole, and any that hypothesis can think of."""

from hypothesis import strategies as st

from bones_desktop.rules.bones.book.character import ItemKind
from bones_desktop.rules.bones.book.icons import face
from bones_desktop.rules.bones.book.rulebook import TemplateKind
from bones_desktop.rules.bones.life.packs import Pack, PackItem, PackRace, PackReading, PackSlot, PackTemplate
from bones_desktop.rules.bones.making.creation import origin_names
from tests.support.rulebooks import rulebook

FREE = PackSlot(free=True)


def slot(text: str) -> PackSlot:
    """Return a slot of icons with "/" between them, or a free one for "any"."""
    return FREE if text == "any" else PackSlot(options=tuple(face(code) for code in text.split("/")))


def slots(text: str) -> tuple[PackSlot, ...]:
    """Return slots with commas between them."""
    return tuple(slot(each.strip()) for each in text.split(","))


def norse() -> Pack:
    """Return a pack with one of everything, and nothing wrong with it."""
    return Pack(
        id="norse",
        name="The Norse",
        author="A. Player",
        templates=(
            PackTemplate(
                id="norse/norse",
                name="Norse",
                kind=TemplateKind.CULTURE,
                slots=slots("universal, physical, sailor, melee/outdoorsman, any, any"),
                opens=("norse/sea-farer", "nomad"),
            ),
            PackTemplate(
                id="norse/sea-farer",
                name="Sea-farer",
                kind=TemplateKind.BACKGROUND,
                slots=slots("universal, physical/mental, sailor, any, any, any"),
                opens=("norse/raider", "merchant"),
                opened_by=("gaul",),
            ),
            PackTemplate(
                id="norse/raider",
                name="Raider",
                kind=TemplateKind.OCCUPATION,
                slots=slots("universal, physical, melee, melee/defend, sailor, any"),
                opened_by=("hunter-gatherer",),
            ),
        ),
        equipment=(
            PackItem(
                id="norse/long-axe",
                name="Long axe",
                kind=ItemKind.WEAPON,
                faces=tuple(face(code) for code in ("melee x3", "melee x2", "melee", "melee", "blank", "norse/troll")),
                range_increment=5,
            ),
        ),
        races=(
            PackRace(
                id="norse/troll",
                name="Troll",
                letters="Tr",
                readings=(PackReading(skill="melee"), PackReading(skill="defend", mastery="slam")),
            ),
        ),
    )


SKILLS = [skill.id for skill in rulebook().skills]
SLUGS = st.from_regex(r"[a-z][a-z0-9]{0,3}", fullmatch=True)
WORDS = st.text(min_size=1, max_size=12)
CHOICE = st.lists(st.sampled_from(SKILLS), min_size=1, max_size=6, unique=True).map(
    lambda codes: PackSlot(options=tuple(face(code) for code in codes))
)
FACES = st.sampled_from(["blank", "melee x2", "encumbrance+defend", "magic", "universal", "riposte", "elf"]).map(face)
NAMES = [name.id for name in origin_names(rulebook())]


@st.composite
def packs(draw: st.DrawFn) -> Pack:
    """Draw a pack of any content, with faults or without."""
    own = draw(SLUGS.filter(lambda each: each != "house"))
    ids = [f"{own}/{each}" for each in draw(st.lists(SLUGS, max_size=6, unique=True))]
    links = st.lists(st.sampled_from([*NAMES, *ids, "nowhere"]), max_size=3, unique=True).map(tuple)
    lists: dict[str, list[object]] = {"templates": [], "equipment": [], "races": []}
    for own_id in ids:
        part = draw(st.sampled_from(sorted(lists)))
        if part == "templates":
            shown = (slot("universal"), slot(draw(st.sampled_from(["physical", "mental", "physical/mental"]))))
            more = draw(st.lists(st.one_of(CHOICE, st.just(FREE)), min_size=4, max_size=4))
            kind = draw(st.sampled_from(TemplateKind))
            made: object = PackTemplate(
                id=own_id, name=draw(WORDS), kind=kind, slots=(*shown, *more), opens=draw(links), opened_by=draw(links)
            )
        elif part == "equipment":
            faces = tuple(draw(st.lists(FACES, min_size=6, max_size=6)))
            reach = draw(st.none() | st.integers(1, 100))
            item = draw(st.sampled_from(ItemKind))
            made = PackItem(id=own_id, name=draw(WORDS), kind=item, faces=faces, range_increment=reach)
        else:
            skills = draw(st.lists(st.sampled_from(SKILLS), max_size=3, unique=True))
            readings = tuple(PackReading(skill=skill) for skill in skills)
            made = PackRace(id=own_id, name=draw(WORDS), letters=draw(st.text(max_size=2)), readings=readings)
        lists[part].append(made)
    return Pack(
        id=own, name=draw(WORDS), author=draw(st.text(max_size=20)), note=draw(st.text(max_size=40)),
        **{part: tuple(made) for part, made in lists.items()},
    )  # fmt: skip
