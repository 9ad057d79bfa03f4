"""What a reading says in words beside its large ones; no widgets."""

from collections import Counter
from collections.abc import Sequence

from bones_desktop.panels.table.playview import PlayView
from bones_desktop.panels.table.readingmodel import DieLine
from bones_desktop.rules.bones.reading.rerolls import RerollChance
from bones_desktop.rules.reasons import Reason
from bones_desktop.wording import Translate
from bones_desktop.wording.chances import percent
from bones_desktop.wording.names import short_name
from bones_desktop.wording.readings import needs_sentence
from bones_desktop.wording.reasons import sentence


def both_totals(play: PlayView, tr: Translate) -> str:
    """Return both sides' successes, "Ragnar 3 – Goblin 2"; "" without an opponent or where nothing was counted."""
    task = play.reading.task
    steps = {step.code: int(dict(step.values).get("n", 0)) for step in task.reading.steps}
    if play.reading.other is None or "step-net" not in steps:
        return ""
    theirs = steps.get("step-against", 0) - steps.get("step-stealth-lifted", 0)
    own = str(steps["step-net"] + theirs).replace("-", "−")
    one, other = short_name(play.name), short_name(play.other_name)
    return tr("{one} {n} – {other} {m}").format(one=one, n=own, other=other, m=theirs)


def told_below(play: PlayView, tr: Translate) -> str:
    """Return what was thrown for, what the large words leave unsaid, and the dice the opponent lost."""
    findings = play.reading.task.reading.findings
    said = [each.reason for each in findings if each is not findings[0] or needs_sentence(each.reason)]
    told = [f"{' · '.join((play.title, *play.tags))}.", *(_finding(play, each, tr) for each in said)]
    if findings[0].id == "fall":
        told.insert(1, tr("Every two successes take one damage off."))
    other = play.reading.other
    lost = 0 if other is None else len(other.reading.harm)
    if lost:
        words = tr("{name}: damage takes one die.") if lost == 1 else tr("{name}: damage takes {n} dice.")
        told.append(words.format(name=play.other_name, n=lost))
    return " ".join(told)


def dice_words(lines: Sequence[DieLine], tr: Translate) -> str:
    """Return what each die did; dice that did the same are told once."""
    said = Counter(_line(line, tr) for line in lines)
    return " ".join(text if n == 1 else tr("{n} times {line}").format(n=n, line=text) for text, n in said.items())


def best_words(chances: Sequence[RerollChance], lines: Sequence[DieLine], tr: Translate) -> list[tuple[int, str]]:
    """Return the dice to throw again in words with their places: "Die 3 · Armsman (Defend): 50 %".

    Where none helps, their chances, which all tell the same, are left out.
    """
    entries = []
    helps = any(one.gain > 0 for one in chances)
    for one in chances:
        line = lines[one.die]
        if not helps:
            entries.append((one.die, tr("{die} ({face})").format(die=line.name, face=line.die.face)))
            continue
        text = tr("{die} ({face}): {chance}").format(die=line.name, face=line.die.face, chance=percent(one.success, tr))
        entries.append((one.die, text if one.gain > 0 else tr("{text}, no help").format(text=text)))
    return entries


def _finding(play: PlayView, finding: Reason, tr: Translate) -> str:
    """Return the sentence of a finding; dice that are not given yet are not called lost."""
    if finding.code != "dice-lost" or not play.proposed:
        return sentence(finding, tr)
    words = tr("Damage {damage}: one die is to be lost.")
    if play.proposed > 1:
        words = tr("Damage {damage}: {n} dice are to be lost.")
    return words.format(damage=play.reading.task.damage, n=play.proposed)


def _line(line: DieLine, tr: Translate) -> str:
    text = tr("{die}: {why}").format(die=line.name, why=line.why)
    return f"{line.caption}. {text}" if line.caption else text
