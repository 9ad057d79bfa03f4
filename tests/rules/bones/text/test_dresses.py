"""Every printed stat block in the dresses in which people paste them; the plain block is what must be read."""

import json
import random
import re
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby
from typing import Final

import pytest

from bones_desktop.rules.bones.book.notation import face_name
from bones_desktop.rules.bones.book.rulebook import StatBlock
from bones_desktop.rules.bones.text.blocktext import read_blocks
from tests.support.foreach import for_each
from tests.support.rulebooks import rulebook

BLOCKS: Final = [block for block in rulebook().blocks if "(" not in block.name]
NAMES: Final = {
    *("Basilisk", "Cobra", "Falcon", "Fire Drake", "Harpy", "Manticore", "Tiger", "Zombie", "Barrow Wight"),
    *("Assassin", "Ship's Captain", "Swordmaster", "Tribal Matron", "Townsperson", "Rats"),
}
SOME: Final = [block for block in BLOCKS if block.name in NAMES]
"""Blocks in which everything occurs that a block may have."""


def share(blocks: list[StatBlock], *turns: int) -> list[StatBlock]:
    """Return every third block, beginning at another one in each turn, so that each dress is worn by all in three."""
    return blocks[sum(turns) % 3 :: 3]


@dataclass(frozen=True)
class Group:
    """Dice that are alike, one after the other."""

    first: int
    last: int
    name: str
    faces: tuple[str, ...]

    @property
    def number(self) -> int:
        return self.last - self.first + 1

    def said(self, between: str = ", ") -> str:
        return self.name or between.join(self.faces)


def groups(block: StatBlock) -> list[Group]:
    found, at = [], 1
    for _key, alike in groupby(block.dice, lambda die: (die.die, die.faces)):
        dice = list(alike)
        name = rulebook().die(dice[0].die).name if dice[0].die else ""
        faces = tuple(face_name(rulebook(), shown) for shown in dice[0].faces if not shown.is_unfilled)
        found.append(Group(at, at + len(dice) - 1, name, () if name else faces))
        at += len(dice)
    return found


Label = Callable[[Group], str]


def labels(one: str, two: str) -> Label:
    """Return a label for one die, and for several from a first to a last."""
    return lambda group: (one if group.number == 1 else two).format(a=group.first, b=group.last)


def listed(one: str, between: str, end: str) -> Label:
    return lambda group: between.join(one.format(n) for n in range(group.first, group.last + 1)) + end


ORDINAL: Final = ["", "1st", "2nd", "3rd", *(f"{n}th" for n in range(4, 20))]
WORD: Final = ["", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]


def ordinal(group: Group) -> str:
    both = [ORDINAL[group.first]] if group.number == 1 else [ORDINAL[group.first], ORDINAL[group.last]]
    between = " and " if group.number == 2 else " to "
    return f"{between.join(both)} {'die' if group.number == 1 else 'dice'}: "


LABELS: Final[dict[str, Label]] = {
    "printed": labels("d{a}-", "d{a} through d{b}- "),
    "spaced": labels("d{a} - ", "d{a} - d{b} - "),
    "en dash": labels("d{a}: ", "d{a}–{b}: "),
    "em dash": labels("d{a} — ", "d{a}—d{b} — "),
    "minus": labels("d{a}: ", "d{a}−d{b}: "),
    "to": labels("d{a} ", "d{a} to d{b} "),
    "to bare": labels("D{a}: ", "D{a} to {b}: "),
    "thru": labels("d{a}: ", "d{a} thru d{b}: "),
    "dots": labels("d{a}. ", "d{a}..d{b}. "),
    "list comma": listed("d{}", ", ", "-"),
    "list bare": lambda group: f"d{', '.join(str(n) for n in range(group.first, group.last + 1))}: ",
    "list amp": listed("d{}", " & ", "-"),
    "list plus": listed("D{}", "+", " "),
    "list slash": listed("d{}", "/", " "),
    "list slash bare": lambda group: f"d{'/'.join(str(n) for n in range(group.first, group.last + 1))} ",
    "list and": listed("d{}", " and ", ": "),
    "list space": listed("d{}", " ", ": "),
    "brackets": labels("(d{a}) ", "(d{a}-d{b}) "),
    "half bracket": labels("d{a}) ", "d{a}-{b}) "),
    "hash": listed("#{}", ", ", " "),
    "hash range": labels("#{a}: ", "#{a}-{b}: "),
    "die": labels("Die {a}: ", "Dice {a}-{b}: "),
    "die and": labels("die {a} - ", "dice {a} to {b} - "),
    "die number": labels("Die #{a}: ", "Dice #{a}-{b}: "),
    "ordinal": ordinal,
    "ocr": lambda group: labels("d{a}-", "d{a} through d{b}-")(group).replace("d1", "dl").replace("0", "O"),
}
NUMBERS: Final[dict[str, Label]] = {
    "1.": labels("{a}. ", "{a}-{b}. "),
    "1)": labels("{a}) ", "{a}-{b}) "),
    "(1)": labels("({a}) ", "({a}-{b}) "),
    "1:": labels("{a}: ", "{a}–{b}: "),
    "1 -": labels("{a} - ", "{a}-{b} - "),
    "[1]": labels("[{a}] ", "[{a}-{b}] "),
}
COUNTS: Final = [
    "{} x{n}", "{} (x{n})", "{n}x {}", "{n} x {}", "{n}× {}", "{} ×{n}", "{} × {n}", "{} *{n}", "{}*{n}", "{} [{n}]",
    "{} [x{n}]", "{} ({n})", "{} ({n}x)", "{n} {}", "({n}) {}", "{} {n}", "{}: {n}", "{} X{n}", "{word} {}s",
    "{} times {n}", "{n} times {}", "{}, x{n}",
]  # fmt: skip
HEADS: Final = [
    "{name} - {n}D: ", "{name} – {n}D: ", "{name} — {n}D\n", "{name} ({n}D)\n", "{name} {n}D\n", "{name} [{n}D]: ",
    "**{name} - {n}D:** ", "- {name} - {n}D:** ", "{name}\n{n}D: ", "## {name}\n\n{n}D: ", "{name}: {n}D\n",
    "Name: {name}\nDice: {n}D\n", "{name} ({n} dice)\n", "{name}, {n}D: ", "“{name}” - {n}D: ",
    "=== {name} ===\n{n}D\n",
    "### {name} (two)\n\n#### *Dice*\n\n{n}D: ", "> [!note] {name} - {n}D: ", "{n}D {name}: ", "[[{name}]] - {n}D: ",
]  # fmt: skip
MOVES: Final = [" • Move {}", "; Move {}", "\nMove: {}", "\nMovement {}", ". Move {}.", "\n• Move {}", " Move {}"]


def score(value: float) -> str:
    return f"{value:g}".removeprefix("0") or "0"


def moved(block: StatBlock, form: str = " • Move {}", point: str = ".") -> str:
    if block.move is None:
        return ""
    flying = "" if block.flying is None else f" (flying {score(block.flying)})"
    return form.format(score(block.move).replace(".", point) + flying)


def head(block: StatBlock, form: str = "{name} - {n}D: ") -> str:
    return form.format(name=block.name, n=len(block.dice))


def plain(
    block: StatBlock, *, form="{name} - {n}D: ", label="printed", between=", ", faces=", ", move=" • Move {}"
) -> str:
    dice = between.join(LABELS[label](group) + group.said(faces) for group in groups(block))
    return head(block, form) + dice + moved(block, move)


def check(text: str, *blocks: StatBlock, gaps: tuple[str, ...] = ()) -> None:
    read = read_blocks(rulebook(), text)
    for block, found in zip(blocks, read, strict=True):
        assert [die.faces for die in found.dice] == [die.faces for die in block.dice], text
        assert found.name.casefold() == block.name.casefold(), text
        assert (found.move, found.flying) == (block.move, block.flying), text
        left = [text[gap.start : gap.end] for gap in found.gaps]
        assert [each for each in left if each not in gaps] == [], text


@for_each(("turn", "label"), list(enumerate(LABELS)))
def test_labels(label, turn):
    for at, between in enumerate([", ", "; ", "\n", " ", " • ", ". ", " / ", " | "]):
        for block in share(SOME, turn, at):
            check(plain(block, label=label, between=between), block)


WITHIN_A_LINE: Final = ["1.", "1)", "(1)"]
"""Numbers that are labels wherever they stand; others only where a piece begins."""


@for_each(
    ("label", "between"),
    [
        *((label, between) for label in NUMBERS for between in ["; ", "\n", "\n\n", " | "]),
        *((label, between) for label in WITHIN_A_LINE for between in [", ", " "]),
    ],
)
def test_numbers(label, between):
    for block in SOME:
        dice = between.join(NUMBERS[label](group) + group.said() for group in groups(block))
        if len(groups(block)) > 1:
            check(head(block) + ("\n" if "\n" in between else "") + dice + moved(block), block)


@pytest.mark.parametrize(("turn", "label"), list(enumerate(["printed", "en dash", "list comma", "hash", "die"])))
def test_faces(label, turn):
    between = [", ", ",", " / ", "/", "; ", "\t", " | ", " ", "\n", ". ", " • ", ",\n", " + ", " & "]
    for at, faces in enumerate(between):
        for block in share(SOME, turn, at):
            check(plain(block, label=label, between="\n", faces=faces, move="\nMove {}"), block)


@for_each(("turn", "form"), list(enumerate(HEADS)))
def test_heads(form, turn):
    for at, move in enumerate(MOVES):
        for block in share(SOME, turn, at):
            check(plain(block, form=form, move=move), block, gaps=("(two)",))


@for_each(("turn", "count"), list(enumerate(COUNTS)))
def test_counts(count, turn):
    cases = enumerate([", ", "; ", "\n", " • ", " / ", ". "])
    for between, block in ((between, block) for at, between in cases for block in share(SOME, turn, at)):
        said = []
        for group in groups(block):
            if not group.name:
                said += [f"[{group.said()}]"] * group.number
            elif group.number == 1:
                said.append(group.name)
            else:
                said.append(count.format(group.name, n=group.number, word=WORDS[group.number]))
        form = "{name} - {n}D:\n" if between == "\n" else "{name} - {n}D: "
        check(head(block, form) + between.join(said) + moved(block), block)


WORDS: Final = ["", "one", "two", "three", "four", "five", "six"]


def wide(text: str) -> str:
    return "".join(
        chr(ord(sign) + 0xFEE0) if "!" <= sign <= "~" else "\u3000" if sign == " " else sign for sign in text
    )


def hyphenated(text: str, hyphen: str, width: int) -> str:
    rng = random.Random(text)
    out = "\n".join(textwrap.wrap(text, width))
    # Break a few words of letters.
    long = [found for found in re.finditer(r"(?<![A-Za-z])[A-Z]?[a-z]{5,}(?![A-Za-z])", out) if found[0] != "through"]
    for found in sorted(rng.sample(long, min(3, len(long))), key=lambda each: -each.start()):
        at = found.start() + rng.randint(2, len(found[0]) - 2)
        out = f"{out[:at]}{hyphen}\n{out[at:]}"
    return out


@dataclass(frozen=True)
class Layout:
    """A block line by line: its head, each group of dice, its movement and what closes it.

    {d} is a short label, {x} the printed one, {said} the die.
    """

    head: str
    die: str
    move: str
    tail: str = ""
    each: bool = False
    """Whether every die has a line of its own."""
    faces: str = ", "

    def __call__(self, block: StatBlock) -> str:
        found = groups(block)
        if self.each:
            found = [
                Group(n, n, group.name, group.faces) for group in found for n in range(group.first, group.last + 1)
            ]
        dice = "".join(
            self.die.format(
                d=LABELS["en dash"](group).strip(": "),
                x=LABELS["printed"](group).strip(),
                said=group.said(self.faces),
                listed=group.name or f"[{group.said()}]",
            )
            for group in found
        )
        return head(block, self.head) + dice + moved(block, self.move) + self.tail


LAYOUTS: Final = {
    "bbcode": Layout(
        "[b]{name} - {n}D:[/b]\n[list]",
        "[*]{x}[i]{said}[/i]\n",
        "[size=2][color=#ff0000]Move {}[/color][/size]",
        "[/list]",
    ),
    "bbcode table": Layout(
        "[quote][b]{name}[/b] [i]{n}D[/i]\n[table]",
        "[tr][td]{d}[/td][td]{said}[/td][/tr]",
        "[tr][td]Move[/td][td]{}[/td][/tr]",
        "[/table][/quote]",
    ),
    "html": Layout(
        "<p><b>{name} &ndash; {n}D:</b></p><ul>", "<li>{x} <em>{said}</em></li>", "</ul><p>&bull;&nbsp;Move {}</p>"
    ),
    "html br": Layout(
        "<strong>{name} - {n}D:</strong><br/>", '{x} <span style="color:red">{said}</span><br>\n', "Move {}<br>"
    ),
    "html table": Layout(
        "<table>\n<tr><th>{name}</th><th>{n}D</th></tr>\n",
        "  <tr>\n    <td>{d}</td>\n    <td>{said}</td>\n  </tr>\n",
        "<tr><td>Move</td><td>{}</td></tr>",
        "</table>",
    ),
    "markdown": Layout("## {name} — *{n}D*\n\n", "- **{d}**: _{said}_\n", "- **Move** {}\n"),
    "markdown stars": Layout("***{name}*** **{n}D**\n\n", "* `{x}` {said}\n", "* Move: {}\n"),
    "markdown plus": Layout("# {name} ({n}D)\n---\n", "+ {x} {said}\n", "+ Move: {}\n"),
    "markdown table": Layout("| {name} | {n}D |\n|:---|---:|\n", "| {d} | {said} |\n", "| Move | {} |\n"),
    "table of faces": Layout("### {name} - {n}D\n\n| Die | Faces |\n|---|---|\n", "| {d} | {said} |\n", "\nMove {}\n"),
    "fence": Layout("```\n{name} - {n}D: ", "{x} {said}\n", "Move {}", "\n```"),
    "fence with a word": Layout("~~~text\n{name} - {n}D\n", "{x} {said}\n", "Move {}\n", "~~~"),
    "front matter": Layout("---\nname: {name}\ndice: {n}D\n", "{d}: {said}\n", "move: {}\n", "---\n"),
    "yaml": Layout("name: {name}\ndice:\n", "  - {listed}\n", "move: {}\n", each=True),
    "obsidian": Layout("```statblock\nname: {name}\ndice: {n}D\n", "{d}: {said}\n", "move: {}\n", "```"),
    "callout": Layout("> [!info]- {name} - {n}D\n", "> - =={d}== {said}\n", "> Move {}\n"),
    "wiki": Layout("== {name} ==\n'''{n}D'''\n", "* ''{d}'': {said}\n", "* '''Move''' {}\n"),
    "wiki table": Layout(
        '{{| class="wikitable"\n|-\n! {name} !! {n}D\n', "|-\n| {d} || {said}\n", "|-\n| Move || {}\n", "|}"
    ),
    "wiki template": Layout("{{{{Statblock\n|name={name}\n|dice={n}D\n", "|{d} = {said}\n", "|move={}\n", "}}"),
    "discord": Layout("__**{name}**__ ||{n}D||\n", "**{x}** ~~{said}~~\n", "Move {}"),
    "tabs": Layout("{name}\t{n}D\n", "{d}\t{said}\n", "Move\t{}\n", faces="\t"),
    "csv": Layout("{name},{n}D\n", "{d},{said}\n", "Move,{}\n", each=True, faces=","),
    "csv in quotes": Layout("{name};{n}D\n", '{d};"{said}"\n', "Move;{}\n", each=True),
    "xml": Layout(
        '<?xml version="1.0"?>\n<beast>\n <name>{name}</name>\n',
        "  <die>{said}</die>\n",
        " <move>{}</move>\n",
        "</beast>",
        each=True,
    ),
    "latex": Layout(
        "\\textbf{{{name} -- {n}D:}} \\begin{{itemize}}\n", "\\item {x} \\emph{{{said}}}\n", "\\item Move {}\n"
    ),
    "brackets": Layout("{name} - {n}D: ", "{x} {listed}, ", "Move {}"),
}


def of_csv(block: StatBlock) -> str:
    move, flying = ("" if each is None else f"{each:g}" for each in (block.move, block.flying))
    dice = "; ".join(group.said() for group in groups(block) for _n in range(group.number))
    return f'name,dice,move,flying\n"{block.name}","{dice}",{move},{flying}\n'


def of_columns(block: StatBlock) -> str:
    move, flying = ("" if each is None else f"{each:g}".replace(".", ",") for each in (block.move, block.flying))
    head = ";".join(f"d{n}" for n in range(1, len(block.dice) + 1))
    dice = ";".join(group.said() for group in groups(block) for _n in range(group.number))
    return f"name;{head};move;flying\n{block.name};{dice};{move};{flying}\n"


def as_json(block: StatBlock, dice: object, **given: object) -> str:
    return json.dumps({"name": block.name, **dice, "move": block.move, "flying": block.flying}, **given)


def of_lists(block: StatBlock) -> str:
    return as_json(block, {"dice": [g.name or list(g.faces) for g in groups(block) for _n in range(g.number)]})


def of_objects(block: StatBlock) -> str:
    dice = [({"die": g.name} if g.name else {"faces": list(g.faces)}) | {"count": g.number} for g in groups(block)]
    return as_json(block, {"dice": dice}, indent=2)


def of_keys(block: StatBlock) -> str:
    every = {f"d{n}": g.name or list(g.faces) for g in groups(block) for n in range(g.first, g.last + 1)}
    return as_json(block, every)


def of_strings(block: StatBlock) -> str:
    every = [g.said() for g in groups(block) for _n in range(g.number)]
    return f"```json\n{as_json(block, {'dice': every}, indent=1)}\n```"


def of_ocr(block: StatBlock) -> str:
    return head(block) + plain(block).removeprefix(head(block)).replace("d1-", "dI-").replace("m", "rn")


def behind(block: StatBlock) -> str:
    said = []
    for group in groups(block):
        label = f"d{group.first}" if group.number == 1 else f"d{group.first}-d{group.last}"
        said.append(f"{group.name or '[' + group.said() + ']'} ({label})")
    return head(block) + ", ".join(said) + moved(block)


def in_brackets(block: StatBlock) -> str:
    every = [group.name or f"({group.said()})" for group in groups(block) for _n in range(group.number)]
    return head(block) + "; ".join(every) + moved(block)


def counted_faces(block: StatBlock) -> str:
    said = []
    for group in groups(block):
        runs = [(name, len(list(same))) for name, same in groupby(group.faces)]
        faces = ", ".join(f"{name} x{n}" if n > 1 else name for name, n in runs)
        said.append(LABELS["printed"](group) + (group.name or faces))
    return head(block) + ", ".join(said) + moved(block)


def wrapped(width: int) -> Callable[[StatBlock], str]:
    return lambda block: "\n".join(textwrap.wrap(plain(block), width))


def broken(hyphen: str, width: int) -> Callable[[StatBlock], str]:
    return lambda block: hyphenated(plain(block), hyphen, width)


ARABIC: Final = {ord("0") + n: chr(0x660 + n) for n in range(10)}
DRESSES: Final[dict[str, Callable[[StatBlock], str]]] = {
    **LAYOUTS,
    "capitals": lambda block: plain(block).upper(),
    "small": lambda block: plain(block).lower(),
    "no-break spaces": lambda block: plain(block).replace(" ", "\u00a0"),
    "thin spaces": lambda block: plain(block).replace(" ", "\u2009"),
    "full width": lambda block: wide(plain(block)),
    "full width lines": lambda block: wide(plain(block, label="list comma", between="\n")),
    "ligatures": lambda block: plain(block).replace("fi", "ﬁ").replace("fl", "ﬂ"),
    "soft hyphens": lambda block: re.sub(r"([a-z]{2})([a-z]{2})", "\\1\u00ad\\2", plain(block)),
    "zero width": lambda block: re.sub(r"([a-z]{2})([a-z]{2})", "\\1\u200b\\2", plain(block)),
    "curly": lambda block: f"“{plain(block)}”",
    "quoted": lambda block: "\n".join(f"> {line}" for line in plain(block, between="\n").splitlines()),
    "mail": lambda block: "\n".join(f"> > {line}" for line in textwrap.wrap(plain(block), 60)),
    "windows": lambda block: plain(block, between="\r\n"),
    "arabic": lambda block: plain(block).translate(ARABIC),
    "decimal comma": lambda block: plain(block, move="").strip() + moved(block, point=","),
    "escaped": lambda block: re.sub(r"([-.•#])", r"\\\1", plain(block, move="\nMove {}")),
    "full stop": lambda block: plain(block) + ".",
    "csv with a head": of_csv,
    "csv of dice": of_columns,
    "json lists": of_lists,
    "json objects": of_objects,
    "json keys": of_keys,
    "json strings": of_strings,
    "ocr": of_ocr,
    "labels behind": behind,
    "faces in brackets": in_brackets,
    "counted faces": counted_faces,
    **{f"wrapped at {width}": wrapped(width) for width in (28, 36, 44, 52, 60, 72)},
    **{f"{ord(sign):x} at {width}": broken(sign, width) for sign in "-\u00ad\u2010\u00ac" for width in (40, 60)},
}


@for_each(("turn", "dress"), list(enumerate(DRESSES)))
def test_dresses(dress, turn):
    for block in {block.name: block for block in (*SOME, *share(BLOCKS, turn))}.values():
        check(DRESSES[dress](block), block)


@for_each("between", [" ", "\n", "\n\n", " • ", "; ", ". "])
@for_each("label", ["printed", "en dash", "list comma"])
def test_blocks_run_together(label, between):
    rng = random.Random(between + label)
    for _turn in range(20):
        some = rng.sample(BLOCKS, 3)
        check(between.join(plain(block, label=label) for block in some), *some)


@for_each("seed", range(40))
def test_dresses_one_over_the_other(seed):
    rng = random.Random(seed)
    over = [
        str.upper,
        lambda text: text.replace(" ", "\u00a0"),
        wide,
        lambda text: f"```\n{text}\n```",
        lambda text: f"[quote]{text}[/quote]",
        str,
    ]
    for block in SOME:
        text = plain(
            block,
            form=rng.choice(HEADS[:8]),
            label=rng.choice(list(LABELS)),
            between=rng.choice([", ", "; ", "\n", "\n- "]),
            faces=rng.choice([", ", ",", " / "]),
            move=rng.choice(MOVES),
        )
        check(rng.choice(over)(text), block)
