"""Acts of the Seasons tab in the form that shows them: writing down an action, and gaining an asset."""

from dataclasses import replace
from functools import partial

from bones_desktop.rules.acts import Act, Answers, Parameter
from bones_desktop.rules.bones.book.character import ActionKind, Character
from bones_desktop.rules.bones.book.icons import MENTAL, PHYSICAL
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.life.acts import (
    FOR_GOOD,
    NONE,
    SEASON,
    assets_counted,
    gain_asset,
    is_strategic,
    key_of,
    skills_thrown,
)
from bones_desktop.rules.bones.reading.plays import income, income_rate
from bones_desktop.widgets.acts.actfields import Field, FieldPlace
from bones_desktop.widgets.acts.actform import AskedAct
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.localized import counted
from bones_desktop.wording.language import _
from bones_desktop.wording.reasons import sentence
from bones_desktop.wording.seasons import income_sum, net_words
from bones_desktop.wording.table import income_text, level_dice, skill_name


def action_asked(
    rulebook: Rulebook,
    character: Character,
    act: Act[Character],
    heading: str,
    press: str,
    *,
    only_words: bool = False,
) -> AskedAct[Character]:
    """Return an act of `rules.bones.life.acts` as its form shows it.

    With `only_words` its numbers cannot be changed.
    """
    return AskedAct(
        act,
        character,
        heading,
        press,
        lambda each, given: _field(rulebook, each, given, only_words=only_words),
        result=partial(_result, rulebook),
    )


def asset_asked(character: Character) -> AskedAct[Character]:
    """Return the act of gaining an asset that no action brought."""
    name = _("Another asset")

    def field(each: Parameter, _given: Answers) -> Field:
        return _stay_field(each, FieldPlace.FOOT) if each.id == "stay" else Field(each, "", name, hint=name)

    return AskedAct(gain_asset(), character, "", _("Add"), field, result=lambda _given: ("", ""))


def _field(rulebook: Rulebook, each: Parameter, given: Answers, *, only_words: bool) -> Field:
    """Return the field for a parameter."""
    match each.id:
        case "title":
            words = _("What is done")
            return Field(each, "", words, hint=words if is_strategic(given) else _("What is done, if you like"))
        case "outcome":
            words = _("What became of it")
            return Field(each, "", words, hint=words, lines=2)
    field = _number_field(rulebook, each, given) or _choice_field(rulebook, each, given)
    if only_words:
        tip = _("Later actions of the season may rest on this one; its words can be changed.")
        return replace(field, tip=tip, enabled=False)
    return field


def _choice_field(rulebook: Rulebook, each: Parameter, given: Answers) -> Field:
    match each.id:
        case "kind":
            kinds = (
                Choice(ActionKind.INCOME.value, _("Earn coins")),
                Choice(ActionKind.STRATEGIC.value, _("Anything else")),
            )
            return Field(each, "", choices=kinds, buttons=True, place=FieldPlace.HEAD)
        case "skill":
            return Field(each, _("Skill"), hint=_("Choose…"), choices=_skills(rulebook, each, given))
        case "asset":
            return Field(each, "", _("Asset that it brings"), hint=_("Asset that a success brings, if any"))
    return _stay_field(each, FieldPlace.BESIDE)


def _stay_field(each: Parameter, place: FieldPlace) -> Field:
    tip = _("One of this season is gone when the season ends; one for good stays, by the GM's word.")
    stays = (Choice(SEASON, _("This season")), Choice(FOR_GOOD, _("For good")))
    return Field(each, "", tip=tip, choices=stays, buttons=True, place=place)


def _number_field(rulebook: Rulebook, each: Parameter, given: Answers) -> Field | None:
    """Return the field for a number or the difficulty; None for other parameters."""
    strategic, asked = is_strategic(given), each.why_not is None
    tip = "" if each.why_not is None else sentence(each.why_not)
    match each.id:
        case "assets":
            tip = tip or _("All assets of the season earn along; the GM may say another number.")
            return Field(each, _("Assets along"), tip=tip, place=FieldPlace.BESIDE, enabled=asked)
        case "difficulty":
            levels = (Choice(level.id, level.name, level_dice(level)) for level in rulebook.difficulties)
            named = Choice(NONE, _("The GM's number"), _("Successes of others, or none at all"))
            choices = (*levels, named)
            return Field(each, _("Difficulty"), tip=tip, choices=choices, place=FieldPlace.BESIDE, enabled=asked)
        case "successes" if strategic:
            tip = tip or _("Successes left after the other side's are taken off")
            return Field(each, _("Net successes"), tip=tip, place=FieldPlace.BESIDE, enabled=asked)
        case "successes":
            return Field(each, _("Successes"), tip=_("Successes rolled"), place=FieldPlace.BESIDE)
    return None


def _skills(rulebook: Rulebook, asked: Parameter, given: Answers) -> tuple[Choice, ...]:
    """Return the skills to choose from, those that may be tried first. For income each shows its earnings."""
    listed, strategic = [], is_strategic(given)
    for skill in skills_thrown(rulebook):
        rate, why = income_rate(rulebook, skill), asked.refused.get(skill)
        note = "" if strategic else income_text(rate.coins, assets_count=rate.assets_count)
        name = skill_name(rulebook, skill)
        if skill in {PHYSICAL, MENTAL}:
            name = _("{aptitude} task, no skill").format(aptitude=name)
        if why is not None:
            note = sentence(why)
        badge = _("not possible") if why else ""
        listed.append(Choice(skill, name, note, allowed=why is None, badge=badge, rule=skill_name(rulebook, skill)))
    # Skills that may be tried come first, the two aptitudes last.
    listed.sort(key=lambda each: (not each.allowed, each.key in {PHYSICAL, MENTAL}, each.text))
    if strategic:
        listed.insert(0, Choice(NONE, _("No roll"), _("The GM decides without dice.")))
    return tuple(listed)


def _result(rulebook: Rulebook, given: Answers) -> tuple[str, str]:
    """Return the result of the action, and its role of text."""
    skill, successes = key_of(given, "skill"), given.number("successes")
    if is_strategic(given):
        if not skill:
            return _("No roll: neither success nor failure"), "muted"
        return net_words(successes), "good" if successes > 0 else "bad"
    if not skill:
        return _("Choose the skill that earns."), "muted"
    assets = assets_counted(rulebook, given)
    coins = income(rulebook, skill, successes, assets)
    return income_sum(rulebook, skill, successes, assets, coins, counted), "good"
