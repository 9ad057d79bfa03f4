"""What spiffs may still do to a throw, and what they may not."""

from dataclasses import replace

from bones_desktop.rules.bones.book.houserules import HouseRules
from bones_desktop.rules.bones.book.icons import Face, face
from bones_desktop.rules.bones.reading import playoffers
from bones_desktop.rules.bones.reading.playoffers import best_rerolls, rerollable, spiff_offers
from bones_desktop.rules.bones.reading.plays import Play, Reroll, read_play
from bones_desktop.rules.bones.reading.requests import Occasion, Request
from bones_desktop.rules.bones.reading.tasks import Task
from bones_desktop.rules.chances import Chance
from bones_desktop.rules.dice import Die, Throw
from tests.support.people import bob, ragnar
from tests.support.plays import play_of, random_play
from tests.support.rulebooks import rulebook

PLAIN = HouseRules()


def showing(*codes: str, group: str = "character", spare: str = "blank") -> tuple[Die[Face], ...]:
    """Return dice whose first face is the one given, with `spare` on the second."""
    rest = (face(spare), *[face("blank")] * 4)
    return tuple(Die((face(code), *rest), f"Die {n}", group, f"die {n}") for n, code in enumerate(codes, 1))


def test_what_spiffs_may_do_and_why_not():
    play = play_of(bob(), Request(), "universal,universal,universal,universal")

    def why(spiffs: int, of_play: Play = play) -> list[str]:
        return ["" if o.why_not is None else o.why_not.code for o in spiff_offers(rulebook(), PLAIN, spiffs, of_play)]

    again, more = spiff_offers(rulebook(), PLAIN, 9, play)
    assert (again.picks, more.picks) == ("die", "")
    assert again.cost < more.cost
    assert why(9) == ["", ""]
    assert why(0) == ["spiffs-too-few", "spiffs-too-few"]
    assert why(1) == ["", "spiffs-too-few"]
    assert why(9, replace(play, reroll=Reroll(0, 1))) == ["rerolled-already", ""]
    assert why(9, replace(play, bought=1)) == ["", "bought-already"]
    assert why(9, play_of(bob(), Request("thief"), "universal,universal,universal,universal")) == ["no-icon", "no-icon"]


def test_only_own_and_equipment_dice_may_be_thrown_again_and_only_once():
    own, sword = showing("melee"), showing("melee", group="item")
    play = Play(
        Occasion(Task("melee", difficulty="easy")),
        Throw((*own, *sword, *showing("blank", group="hindering")), (0,) * 3),
    )
    assert rerollable(rulebook(), PLAIN, play) == (0, 1)
    assert rerollable(rulebook(), PLAIN, replace(play, reroll=Reroll(0, 1))) == ()


def test_nothing_is_sold_for_a_task_whose_last_die_poison_took():
    poison = showing("poison", group="hindering")
    sword = showing("melee", group="item")
    play = Play(Occasion(Task("melee", difficulty="easy")), Throw((*showing("melee"), *sword, *poison), (0, 0, 0)))
    assert read_play(rulebook(), PLAIN, play).task.reading.harm == (0,)
    offers = spiff_offers(rulebook(), PLAIN, 9, play)
    assert {offer.why_not.code for offer in offers} == {"all-dice-lost-task"}
    spared = replace(play, throw=Throw((*showing("melee", "melee"), *sword, *poison), (0, 0, 0, 0)))
    assert all(offer.why_not is None for offer in spiff_offers(rulebook(), PLAIN, 9, spared))


def test_the_worth_of_many_dice_is_read_once_for_dice_that_show_the_same(monkeypatch):
    many = ragnar().with_(dice=ragnar().dice * 10)
    play = random_play(many, Request(), 3)
    singly = {
        place: sum(
            read_play(rulebook(), PLAIN, replace(play, reroll=Reroll(place, side))).task.success for side in range(6)
        )
        for place in rerollable(rulebook(), PLAIN, play)
    }
    reads = []

    def counting(*values):
        reads.append(values)
        return read_play(*values)

    monkeypatch.setattr(playoffers, "read_play", counting)
    found = best_rerolls(rulebook(), PLAIN, play)
    assert {one.die: one.success for one in found} == {place: Chance(good, 6) for place, good in singly.items()}
    assert len(reads) < 100, "not once for each of the 240 faces"
