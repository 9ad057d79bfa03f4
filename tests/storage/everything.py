"""One of each stored value with something in every field; `golden/` holds their files as they were first written."""

from bones_desktop.rules.bones.book.character import (
    Character,
    CharacterDie,
    CharacterKind,
    Created,
    Follower,
    HinderingDie,
    ItemDie,
    ItemKind,
    LedgerEntry,
    LedgerKind,
    LostDie,
    MagicTheme,
    MakingMode,
)
from bones_desktop.rules.bones.book.definitions import ActionClass
from bones_desktop.rules.bones.book.icons import Aptitude, face
from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.storage.files.settings import Settings, WindowState

FACES = tuple(face(code) for code in ("universal", "melee x2", "encumbrance+defend", "norse/troll", "blank", ""))
RULES = HouseRules(
    unarmed_class=ActionClass.SPECIAL,
    unarmed_aptitude=Aptitude.PHYSICAL,
    only_own_icons_open_a_skill=True,
    bought_success_inside_cap=True,
    leather_as_in_prose=True,
    elf_icon_allows_magic=False,
    first_icon_at_new_rate=True,
    successes_from_tenth_gained=True,
    automatic_success_used_once=True,
)
DIE = CharacterDie(template="roman", printed="wolf-1", name="Own ⚔", faces=FACES, note="Lucky")
ITEM = ItemDie(name="Sword", kind=ItemKind.WEAPON, faces=FACES, printed="sword", range_increment=3, note="Sharp")

CHARACTER = Character(
    id="0123456789abcdef0123456789abcdef",
    kind=CharacterKind.CAST,
    mode=MakingMode.CORE,
    name="Ragnar ⚔ Ødegård",
    age="31",
    race="Elf",
    racial_icon="elf",
    gender="m",
    description="Tall",
    back_story="From the north.\nHe came \u202ealone.",
    dice=(DIE, CharacterDie()),
    equipment=(ITEM, ItemDie(name="", kind=ItemKind.MAGIC_ITEM, faces=FACES)),
    hindering=(HinderingDie(name="Poison", faces=FACES, printed="poison"),),
    lost=(LostDie(die=1, cause="Wolf", held=True), LostDie(die=0)),
    excess_damage=2,
    slain=True,
    spiffs=3,
    sessions=17,
    finances="Poor",
    other_equipment="Rope",
    notes='A "quoted" word, a \\ and a tab\t',
    move=2,
    flying=0.1,
    portrait="AAAA/w==",
    tags=("north", "Bob's"),
    themes=(MagicTheme(name="Fire", effect="Burns", limitations="Not in rain"),),
    followers=(Follower(mastery="companion", name="Rex", dice=(DIE,), note="Barks"),),
    created=Created(on="2026-11-21", dice=(DIE,), equipment=(ITEM,)),
    ledger=(
        LedgerEntry(kind=LedgerKind.AWARD, on="2026-11-21", sessions=20, note="The wolf"),
        LedgerEntry(kind=LedgerKind.ICON, sessions=-3, die=0, face=5, before=face(""), after=face("melee")),
    ),
    house_rules=RULES,
)
SETTINGS = Settings(
    characters_folder="/home/ragnar",
    theme="contrast",
    text_size=150,
    paper="letter",
    animation="quick",
    gather=False,
    printed_templates_only=True,
    shelf_sort="dice",
    house_rules=RULES,
    recent=("/a", "/ø"),
    last_open="/a",
    first_start_done=True,
)
WINDOW = WindowState(geometry="AdnQywAD", page="table", parts={"splitter": "AAAA/w==", "other": ""}, theme="iron")
