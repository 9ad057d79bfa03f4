"""A character at a glance in words."""

from bones_desktop.rules.bones.book.character import Character, CharacterKind, HinderingDie, MaintainedEffect, Sacrifice
from bones_desktop.rules.bones.injury import injuries, magic
from bones_desktop.rules.bones.making.standing import Glance, glance
from bones_desktop.wording.glances import (
    effect_words,
    glance_text,
    magic_words,
    numbers_words,
    recovery_words,
    sessions_words,
    spiffs_word,
    state_words,
    wound_words,
)
from tests.support.people import ID, bob, die, ragnar, someone
from tests.support.rulebooks import rulebook


def seen(character: Character) -> Glance:
    return glance(rulebook(), character)


def condition(character: Character, *, below_zero: bool = True) -> tuple[str, str]:
    found = seen(character)
    return state_words(found.condition), numbers_words(found, below_zero=below_zero)


def test_each_condition_has_a_word_and_most_a_number():
    hurt = injuries.suffer_all
    assert condition(ragnar()) == ("Unhurt", "4 dice")
    assert condition(hurt(ragnar(), 1)) == ("Wounded", "3 of 4 dice")
    assert condition(hurt(ragnar(), 4)) == ("Incapacitated", "4 to death")
    assert condition(hurt(ragnar(), 7)) == ("Dying", "1 to death")
    assert condition(hurt(ragnar(), 8)) == ("Dead", "")
    assert condition(injuries.slay(ragnar())) == ("Dead", "")
    horde = someone(CharacterKind.HORDE, "universal,physical,melee,melee,melee,melee")
    assert condition(horde) == ("Unhurt", "1 die")
    assert condition(hurt(horde, 1)) == ("Broken", "")
    assert condition(Character(id=ID)) == ("Unhurt", "")


def test_an_edit_of_the_dice_is_told_with_the_new_state():
    whole, hurt = ragnar(), injuries.lose(ragnar(), 2)
    assert wound_words(whole, hurt) == "Die 3 is lost: wounded, 3 of 4 dice."
    assert wound_words(hurt, injuries.lose(injuries.lose(hurt, 0), 1)) == "Dice 1 and 2 are lost: wounded, 1 of 4 dice."
    assert wound_words(hurt, whole) == "Die 3 is healed: unhurt, 4 dice."
    assert wound_words(injuries.suffer_all(whole, 4), injuries.suffer_all(whole, 6)) == "Now dying, 2 to death."
    assert wound_words(whole, injuries.slay(whole)) == "Now dead."
    assert wound_words(hurt, hurt.with_(dice=hurt.dice[:3], name="Sven")) == ""


def test_without_numbers_nothing_tells_how_far_below_zero_it_is():
    dying = injuries.suffer_all(ragnar(), 6)
    assert condition(dying, below_zero=False) == ("Dying", "")
    assert recovery_words(seen(dying), below_zero=False) == ""
    told = [
        glance_text("Ragnar", seen(injuries.suffer_all(ragnar(), damage)), below_zero=False) for damage in (5, 6, 7)
    ]
    assert len(set(told)) == 1
    hurt = injuries.suffer(ragnar())
    assert recovery_words(seen(hurt), below_zero=False) == "Whole in 7 days"


def test_recovery_tells_of_the_hurt_only():
    assert recovery_words(seen(ragnar())) == ""
    assert recovery_words(seen(injuries.suffer_all(ragnar(), 6))) == "Whole in 42 days"
    assert recovery_words(seen(injuries.slay(injuries.suffer(ragnar())))) == ""
    held = injuries.lose(ragnar(), 0, "ward", held=True)
    assert recovery_words(seen(held)) == "1 die held"
    assert recovery_words(seen(injuries.suffer(held))) == "Next in 7 days, 1 die held"
    assert recovery_words(seen(injuries.lose(held, 1, held=True))) == "2 dice held"


def test_magic_tells_what_is_free_and_then_what_it_costs():
    wizard, told = bob(), []
    for _ in range(6):
        wizard = magic.use_magic(wizard)
        found = seen(wizard).magic
        assert found is not None
        told.append(magic_words(found))
    assert [told[0], *told[3:]] == ["Magic: 4 of 5 free", "Magic: 1 of 5 free", "Magic: next −1", "Magic: next −2"]


def test_effects_tell_their_strength_and_rounds():
    ward = MaintainedEffect(name="Ward", strength=2, sacrifice=Sacrifice.VALUE, rounds=1)
    found = seen(bob().with_(effects=(MaintainedEffect(strength=3), ward, ward.with_(rounds=5))))
    words = [effect_words(effect) for effect in found.character.effects]
    assert words == ["Magic kept going (3)", "Ward (2, 1 round)", "Ward (2, 5 rounds)"]


def test_sessions_lead_to_an_icon():
    assert sessions_words(seen(ragnar())) == "Next icon in 1 session"
    assert sessions_words(seen(ragnar().with_(sessions=1))) == "Icon earned"
    assert sessions_words(seen(ragnar().with_(sessions=7))) == "6 icons earned"
    assert sessions_words(seen(ragnar().with_(dice=(), sessions=1))) == "1 session"
    assert sessions_words(seen(someone(CharacterKind.CAST))) == ""
    assert [spiffs_word(n) for n in (0, 1, 2)] == ["spiffs", "spiff", "spiffs"]


def test_all_of_it_is_told_to_those_who_hear():
    poison = HinderingDie(name="Poison", faces=die("poison,blank,blank,blank,blank,blank").faces)
    hurt = injuries.suffer_all(ragnar(), 2).with_(spiffs=3, sessions=1, hindering=(poison,))
    assert glance_text("Ragnar", seen(hurt)) == (
        "Ragnar. Wounded, 2 of 4 dice. Dice 3, 4 are lost. Rolled too: Poison. 3 spiffs. Whole in 14 days. "
        "1 session saved, the next icon costs 1."
    )
    tired = bob().with_(recent_magic=6, magic_beyond=1, spiffs=1, effects=(MaintainedEffect(name="Light", strength=4),))
    assert glance_text("Bob", seen(tired)) == (
        "Bob. Unhurt, 4 dice. Magic: 0 of 5 free uses left, the next one costs 2 successes. Kept going: Light (4). "
        "1 spiff. 0 sessions saved, the next icon costs 1."
    )


def test_the_reason_of_a_condition_tells_dying_from_incapacitated_as_its_word_does():
    down, dying = (seen(injuries.suffer_all(ragnar(), n)).condition for n in (4, 5))
    assert (state_words(down), down.reason.code) == ("Incapacitated", "condition-incapacitated")
    assert (state_words(dying), dying.reason.code) == ("Dying", "condition-dying")
